"""The public name ``prplot.explore``: call it with paths, or open a lesson by its name."""

import sys

from prplot.widgets import explore

# ``import prplot.explore`` must return the same object as the attribute ``prplot.explore``.
sys.modules[__name__] = explore  # type: ignore[assignment]
