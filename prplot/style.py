"""The public module ``prplot.style``: styles with the sizes and fonts of venues."""

import sys

from prplot.draw import venues as style

# ``import prplot.style`` must return the same module as the attribute ``prplot.style``.
sys.modules[__name__] = style
