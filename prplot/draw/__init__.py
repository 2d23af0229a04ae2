"""Drawing: everything a figure of curves is made of, each part also on its own.

Every helper takes a space (or a curve, which has one) and draws into ``ax``, or into the current
axes. None asks which space it is: lines of the unit square of rates are pushed through its map.
"""

from prplot.draw.artists import Drawn, Plotted
from prplot.draw.bands import best, early_retrieval, random_band, worst
from prplot.draw.colored import Colored, threshold_colors
from prplot.draw.curves import plot
from prplot.draw.hulls import hull, tie_envelope
from prplot.draw.labels import direct_labels
from prplot.draw.lines import baseline, iso_f, isolines, prg_grid, roc_grid
from prplot.draw.marks import non_dominated, operating_point
from prplot.draw.multiples import multiples
from prplot.draw.panels import Panel, panel
from prplot.draw.points import point
from prplot.draw.regions import unachievable
from prplot.draw.scales import GainScale
from prplot.draw.scores import Histogram, scores
from prplot.draw.secondary import Secondary, label_axes, secondary
from prplot.draw.shares import Weighed, weights
from prplot.draw.slivers import sliver
from prplot.draw.thresholds import cost_lines, threshold_ticks

__all__ = [
    "Colored",
    "Drawn",
    "GainScale",
    "Histogram",
    "Panel",
    "Plotted",
    "Secondary",
    "Weighed",
    "baseline",
    "best",
    "cost_lines",
    "direct_labels",
    "early_retrieval",
    "hull",
    "iso_f",
    "isolines",
    "label_axes",
    "multiples",
    "non_dominated",
    "operating_point",
    "panel",
    "plot",
    "point",
    "prg_grid",
    "random_band",
    "roc_grid",
    "scores",
    "secondary",
    "sliver",
    "threshold_colors",
    "threshold_ticks",
    "tie_envelope",
    "unachievable",
    "weights",
    "worst",
]
