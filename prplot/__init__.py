"""prplot: Precision-Recall, Precision-Recall-Gain and ROC curves, drawn right.

For binary classifiers where positives are rare or labels are uncertain, from hard labels or from
weighted (soft) ones. Make a path from labels and scores, then plot its curves and compute areas:

>>> import prplot
>>> path = prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1], name="mine")
>>> round(path.pr().area(), 4)
0.7973

``path.pr().plot()`` draws it; ``prplot.explore(path)`` explores it in a notebook.
"""

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from prplot import metrics, sources, spaces
from prplot.completion import only
from prplot.curve.curve import Curve
from prplot.errors import (
    PrplotError,
    PrplotTypeError,
    PrplotValueError,
    PrplotWarning,
    nothing_called,
)
from prplot.metrics import expected_cost, f_beta
from prplot.metrics.confusion import Confusion
from prplot.names import DRAWN, OF_PATHS, READ, TABLES
from prplot.path import area_bounds as bounds
from prplot.path.makers import from_confusion, from_counts, from_labels, from_points, from_weights
from prplot.path.path import ConfusionPath
from prplot.rows import soft_labels as weights
from prplot.sources.estimator import from_estimator
from prplot.spaces import CROC, PR, PRG, ROC, Cost
from prplot.version import __version__ as __version__

if TYPE_CHECKING:
    from prplot import datasets, draw, simulate
    from prplot import results as results
    from prplot import uncertainty as uncertainty
    from prplot.areas import identify
    from prplot.draw import venues as style
    from prplot.draw.figures.plot import plot
    from prplot.sources.counts import Counts
    from prplot.sources.estimator import from_cv_results
    from prplot.sources.files import from_file
    from prplot.sources.frames import from_frame
    from prplot.sources.parts import by_group, multilabel, one_vs_rest
    from prplot.sources.scoring import scorer
    from prplot.uncertainty import compare, mean_area, mean_curve, mean_f, mean_measure, measure_at, pool, report
    from prplot.uncertainty import rule as rule
    from prplot.widgets import explore

# The names that most users need. Other public modules, such as results and uncertainty, are not listed.
__all__ = [
    "CROC",
    "Confusion",
    "ConfusionPath",
    "Cost",
    "Counts",
    "Curve",
    "PR",
    "PRG",
    "PrplotError",
    "PrplotTypeError",
    "PrplotValueError",
    "PrplotWarning",
    "ROC",
    "bounds",
    "by_group",
    "compare",
    "datasets",
    "draw",
    "expected_cost",
    "explore",
    "f_beta",
    "from_confusion",
    "from_counts",
    "from_cv_results",
    "from_estimator",
    "from_file",
    "from_frame",
    "from_labels",
    "from_points",
    "from_weights",
    "identify",
    "mean_area",
    "mean_curve",
    "mean_f",
    "mean_measure",
    "measure_at",
    "metrics",
    "multilabel",
    "one_vs_rest",
    "plot",
    "pool",
    "report",
    "scorer",
    "simulate",
    "sources",
    "spaces",
    "style",
    "weights",
]

# Modules of names that need matplotlib or ipywidgets, or are seldom needed; they are imported on first use.
_LAZY = {
    "areas": "areas",
    "identify": "areas",
    "datasets": "datasets",
    "draw": "draw",
    "style": "draw",
    "plot": "draw.figures.plot",
    "simulate": "simulate",
    "multilabel": "sources.parts",
    "one_vs_rest": "sources.parts",
    "Counts": "sources.counts",
    "from_file": "sources.files",
    "by_group": "sources.parts",
    "from_cv_results": "sources.estimator",
    "from_frame": "sources.frames",
    "scorer": "sources.scoring",
    "compare": "uncertainty",
    "mean_area": "uncertainty",
    "mean_curve": "uncertainty",
    "mean_f": "uncertainty",
    "mean_measure": "uncertainty",
    "measure_at": "uncertainty",
    "results": "results",
    "uncertainty": "uncertainty",
    "pool": "uncertainty",
    "report": "uncertainty",
    "rule": "uncertainty",
    "explore": "widgets",
}
# Names that users may look for here, with the call or the place that the error message suggests.
_ELSEWHERE = {
    **READ,
    **DRAWN,
    **TABLES,
    **{name: f"{call} with path = prplot.from_labels(y_true, y_score)" for name, call in OF_PATHS.items()},
} | {
    name: f"prplot.{module}.{name}"
    for module, names in {
        "metrics": ("f_from_gain", "f_gain", "gain", "net_benefit", "precision_from_gain", "recall_from_gain"),
        "spaces": ("DET", "Gains", "Lift", "Murphy", "NetBenefit", "RiskCoverage"),
    }.items()
    for name in names
}


def _load(name: str) -> Any:
    if name not in _LAZY:
        # The names of results are looked up only for names of classes, because their import takes a while.
        results = import_module("prplot.results").__all__ if name[:1].isupper() else ()
        raise nothing_called(
            name, sys.modules[__name__], {**_ELSEWHERE, **{each: f"prplot.results.{each}" for each in results}}
        )
    module = import_module(f"prplot.{_LAZY[name]}")
    # The import of a submodule has already set the attribute, which must not be replaced by a name inside the
    # submodule.
    return globals().setdefault(name, getattr(module, name, None))


if not TYPE_CHECKING:
    # Type checkers must not see __getattr__, because they would then accept any misspelled name.
    __getattr__ = _load

__dir__ = only([*__all__, "__path__", "__version__"])
