"""The public module ``prplot.bounds``: the areas and precisions that no classifier can fall below or exceed."""

import sys

from prplot.path import area_bounds as bounds

# ``import prplot.bounds`` must return the same module as the attribute ``prplot.bounds``.
sys.modules[__name__] = bounds
