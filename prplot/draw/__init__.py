"""Functions that draw figures of curves, and each of their parts.

Every function takes a space or a curve, and draws into ``ax`` or into the current axes. Functions work in every space,
because each maps lines of the unit square of rates into the space.
"""

import sys
from typing import TYPE_CHECKING, NoReturn

from prplot.completion import only
from prplot.draw import page as page
from prplot.draw import venues as style  # noqa: F401
from prplot.draw.base.drawn import Drawn, Plotted
from prplot.draw.base.scales import GainScale, ProbitScale
from prplot.draw.distributions.score_histograms import Histogram, ranks, scores
from prplot.draw.distributions.soft_label_views import SoftLabels, soft_labels
from prplot.draw.figures.calibration import CalibrationPlot, calibration
from prplot.draw.figures.layout import Panels
from prplot.draw.figures.measures import Measures, measures
from prplot.draw.figures.panel import multiples, panel, triptych
from prplot.draw.figures.plot import plot
from prplot.draw.parts.confidence import band, operating_region
from prplot.draw.parts.points import non_dominated, operating_point, point
from prplot.draw.parts.rankings import best, bin_envelope, difference, hull, members, tie_envelope, worst
from prplot.draw.parts.reference_lines import baseline, iso_f, isolines, prg_grid, roc_grid
from prplot.draw.parts.regions import early_retrieval, unachievable, unreached
from prplot.draw.parts.secondary import Secondary, label_axes, secondary
from prplot.draw.parts.spread import random_band, spread
from prplot.draw.parts.terms import terms
from prplot.draw.parts.thresholds import ThresholdColors, cost_lines, threshold_colors, threshold_ticks
from prplot.draw.text.annotations import direct_labels
from prplot.errors import nothing_called
from prplot.names import DRAWN, SPACES

__all__ = [
    "CalibrationPlot",
    "Drawn",
    "GainScale",
    "Histogram",
    "Measures",
    "Panels",
    "Plotted",
    "ProbitScale",
    "Secondary",
    "SoftLabels",
    "ThresholdColors",
    "band",
    "baseline",
    "best",
    "bin_envelope",
    "calibration",
    "cost_lines",
    "difference",
    "direct_labels",
    "early_retrieval",
    "hull",
    "iso_f",
    "isolines",
    "label_axes",
    "measures",
    "members",
    "multiples",
    "non_dominated",
    "operating_point",
    "operating_region",
    "panel",
    "plot",
    "point",
    "prg_grid",
    "random_band",
    "ranks",
    "roc_grid",
    "scores",
    "secondary",
    "soft_labels",
    "spread",
    "threshold_colors",
    "threshold_ticks",
    "terms",
    "tie_envelope",
    "triptych",
    "unachievable",
    "unreached",
    "worst",
]

__dir__ = only(__all__)

if not TYPE_CHECKING:

    def __getattr__(name: str) -> NoReturn:
        spaces = {space: f"prplot.plot(path, {space!r})" for space in SPACES}
        raise nothing_called(name, sys.modules[__name__], {**spaces, **DRAWN})
