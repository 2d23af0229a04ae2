"""Styles: sizes and fonts of venues."""

import sys

from prplot.draw import style

# ``import prplot.style`` finds what ``prplot.style`` is.
sys.modules[__name__] = style
