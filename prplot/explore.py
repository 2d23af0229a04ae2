"""The explorer, which is called with paths and has the lessons."""

import sys

from prplot.widgets import explore

# ``import prplot.explore`` finds what ``prplot.explore`` is.
sys.modules[__name__] = explore  # type: ignore[assignment]
