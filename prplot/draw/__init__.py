"""Drawing: everything a figure of curves is made of, each part also on its own.

Every helper takes a space (or a curve, which has one) and draws into ``ax``, or into the current
axes. None asks which space it is: lines of the unit square of rates are pushed through its map.
"""

from prplot.draw.artists import Drawn, Plotted
from prplot.draw.curves import plot
from prplot.draw.lines import baseline, iso_f, isolines, prg_grid
from prplot.draw.points import point
from prplot.draw.regions import unachievable

__all__ = [
    "Drawn",
    "Plotted",
    "baseline",
    "iso_f",
    "isolines",
    "plot",
    "point",
    "prg_grid",
    "unachievable",
]
