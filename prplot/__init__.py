"""prplot: Precision-Recall, Precision-Recall-Gain and ROC curves, drawn right.

For binary classifiers where positives are rare or labels are uncertain, from hard labels or from
weighted (soft) ones. A sample becomes a path, is bounded, refined by an interpolation, seen in
a space as a curve, drawn, explored:

>>> import prplot
>>> path = prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1], name="mine")
>>> round(path.pr().area(), 4)
0.7973

``path.pr().plot()`` draws it; ``prplot.explore(path)`` explores it in a notebook.
"""

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from prplot import metrics, sources
from prplot.completion import only
from prplot.curve.curve import Curve
from prplot.errors import (
    PrplotError,
    PrplotTypeError,
    PrplotValueError,
    PrplotWarning,
    nothing_called,
)
from prplot.metrics import expected_cost, f_beta, f_gain, net_benefit
from prplot.metrics.confusion import Confusion
from prplot.metrics.gains import f_from_gain, gain, precision_from_gain, recall_from_gain
from prplot.path import bounds
from prplot.path.makers import from_confusion, from_counts, from_labels, from_points, from_weights
from prplot.path.path import ConfusionPath
from prplot.rows import soft_labels as weights
from prplot.sources.estimator import from_estimator
from prplot.spaces import CROC, DET, PR, PRG, ROC, Cost, Gains, Lift, NetBenefit
from prplot.version import __version__ as __version__

if TYPE_CHECKING:
    from prplot import datasets, draw, simulate
    from prplot.areas import identify
    from prplot.draw import style
    from prplot.draw.figures.plot import plot
    from prplot.sources.classes import multilabel, one_vs_rest
    from prplot.sources.counts import Counts
    from prplot.sources.data_files import from_file
    from prplot.sources.folds import by_group, from_cv_results
    from prplot.sources.frames import from_frame
    from prplot.sources.scoring import scorer
    from prplot.uncertainty import (
        Average,
        Band,
        Comparison,
        Interval,
        MeanCurve,
        compare,
        mean_area,
        mean_curve,
        mean_f,
        mean_measure,
        pool,
        rule,
    )
    from prplot.widgets import explore

__all__ = [
    "CROC",
    "DET",
    "PR",
    "PRG",
    "ROC",
    "Average",
    "Band",
    "Comparison",
    "Confusion",
    "ConfusionPath",
    "Cost",
    "Counts",
    "Curve",
    "Gains",
    "Interval",
    "Lift",
    "MeanCurve",
    "NetBenefit",
    "PrplotError",
    "PrplotTypeError",
    "PrplotValueError",
    "PrplotWarning",
    "bounds",
    "by_group",
    "compare",
    "datasets",
    "draw",
    "expected_cost",
    "explore",
    "f_beta",
    "f_from_gain",
    "f_gain",
    "from_confusion",
    "from_counts",
    "from_cv_results",
    "from_estimator",
    "from_file",
    "from_frame",
    "from_labels",
    "from_points",
    "from_weights",
    "gain",
    "identify",
    "mean_area",
    "mean_curve",
    "mean_f",
    "mean_measure",
    "metrics",
    "multilabel",
    "net_benefit",
    "one_vs_rest",
    "plot",
    "pool",
    "precision_from_gain",
    "recall_from_gain",
    "rule",
    "scorer",
    "simulate",
    "sources",
    "style",
    "weights",
]

# Names that need matplotlib or ipywidgets, or that few programs need, are loaded on first use from these modules.
_LAZY = {
    "areas": "areas",
    "identify": "areas",
    "datasets": "datasets",
    "draw": "draw",
    "style": "draw",
    "plot": "draw.figures.plot",
    "simulate": "simulate",
    "multilabel": "sources.classes",
    "one_vs_rest": "sources.classes",
    "Counts": "sources.counts",
    "from_file": "sources.data_files",
    "by_group": "sources.folds",
    "from_cv_results": "sources.folds",
    "from_frame": "sources.frames",
    "scorer": "sources.scoring",
    "Average": "uncertainty",
    "Band": "uncertainty",
    "Comparison": "uncertainty",
    "Interval": "uncertainty",
    "MeanCurve": "uncertainty",
    "compare": "uncertainty",
    "mean_area": "uncertainty",
    "mean_curve": "uncertainty",
    "mean_f": "uncertainty",
    "mean_measure": "uncertainty",
    "pool": "uncertainty",
    "rule": "uncertainty",
    "explore": "widgets",
}


def _load(name: str) -> Any:
    if name not in _LAZY:
        raise nothing_called(name, sys.modules[__name__])
    module = import_module(f"prplot.{_LAZY[name]}")
    # A module is an attribute as soon as it is imported, and is not looked for in itself.
    return globals().setdefault(name, getattr(module, name, None))


if not TYPE_CHECKING:
    # Hidden from type checkers, which would take any misspelt name for granted.
    __getattr__ = _load

__dir__ = only([*__all__, "__path__", "__version__"])
