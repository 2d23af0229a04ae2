"""Bounds: what no classifier can fall below or exceed."""

import sys

from prplot.path import bounds

# ``import prplot.bounds`` finds what ``prplot.bounds`` is.
sys.modules[__name__] = bounds
