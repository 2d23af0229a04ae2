"""All metrics of a confusion matrix, and how they are found by name."""

from __future__ import annotations

import re

import numpy as np

from prplot.completion import only
from prplot.errors import by_name, not_among
from prplot.metrics.base import NONE, LinearFractional, Metric, Nonlinear
from prplot.metrics.weighed_errors import ExpectedCost, expected_cost, f_beta, f_gain, net_benefit
from prplot.rows.arrays import FloatArray
from prplot.synonyms import known

__all__ = [
    "ACCURACY",
    "BALANCED_ACCURACY",
    "CORNER_DISTANCE",
    "ERROR_RATE",
    "FALSE_OMISSION_RATE",
    "FDR",
    "FNR",
    "FOWLKES_MALLOWS",
    "FPR",
    "G_MEAN",
    "INFORMEDNESS",
    "JACCARD",
    "KAPPA",
    "LIFT",
    "LR_NEGATIVE",
    "LR_POSITIVE",
    "MARKEDNESS",
    "MCC",
    "METRICS",
    "NPV",
    "PRECISION",
    "PRECISION_GAIN",
    "PREDICTED_POSITIVE_RATE",
    "RECALL",
    "RECALL_GAIN",
    "SPECIFICITY",
    "ExpectedCost",
    "LinearFractional",
    "Metric",
    "Nonlinear",
    "expected_cost",
    "net_benefit",
    "f_beta",
    "f_gain",
    "metric",
]

__dir__ = only(__all__)


def _mcc(tp: FloatArray, fp: FloatArray, fn: FloatArray, tn: FloatArray) -> FloatArray:
    # By a power of two each, which changes no digit: products of cells must neither overflow nor vanish.
    _, exponent = np.frexp(np.maximum(np.maximum(tp, fp), np.maximum(fn, tn)))
    tp, fp, fn, tn = (np.ldexp(cell, -exponent) for cell in (tp, fp, fn, tn))
    roots = np.sqrt(tp + fp) * np.sqrt(tp + fn) * np.sqrt(tn + fp) * np.sqrt(tn + fn)
    return np.where(roots > 0, (tp * tn - fp * fn) / roots, np.nan)


def _markedness(tp: FloatArray, fp: FloatArray, fn: FloatArray, tn: FloatArray) -> FloatArray:
    return np.asarray(tp / (tp + fp) - fn / (tn + fn))


def _fowlkes_mallows(tp: FloatArray, fp: FloatArray, fn: FloatArray, tn: FloatArray) -> FloatArray:  # noqa: ARG001
    return np.asarray(np.sqrt(tp / (tp + fp)) * np.sqrt(tp / (tp + fn)))


def _g_mean(tp: FloatArray, fp: FloatArray, fn: FloatArray, tn: FloatArray) -> FloatArray:
    return np.asarray(np.sqrt(tp / (tp + fn)) * np.sqrt(tn / (fp + tn)))


def _corner_distance(tp: FloatArray, fp: FloatArray, fn: FloatArray, tn: FloatArray) -> FloatArray:
    return np.asarray(np.hypot(fp / (fp + tn), fn / (tp + fn)))


PRECISION = LinearFractional("precision", "precision", (1, 0, 0, 0), (1, 1, 0, 0))
RECALL = LinearFractional("recall", "recall", (1, 0, 0, 0), (1, 0, 1, 0))
FPR = LinearFractional("fpr", "false positive rate", (0, 1, 0, 0), (0, 1, 0, 1), lower_is_better=True)
SPECIFICITY = LinearFractional("specificity", "specificity", (0, 0, 0, 1), (0, 1, 0, 1))
FNR = LinearFractional("fnr", "false negative rate", (0, 0, 1, 0), (1, 0, 1, 0), lower_is_better=True)
FDR = LinearFractional("fdr", "false discovery rate", (0, 1, 0, 0), (1, 1, 0, 0), lower_is_better=True)
NPV = LinearFractional("npv", "negative predictive value", (0, 0, 0, 1), (0, 0, 1, 1))
FALSE_OMISSION_RATE = LinearFractional(
    "false_omission_rate", "false omission rate", (0, 0, 1, 0), (0, 0, 1, 1), lower_is_better=True
)
ACCURACY = LinearFractional("accuracy", "accuracy", (1, 0, 0, 1), (1, 1, 1, 1))
ERROR_RATE = LinearFractional("error_rate", "error rate", (0, 1, 1, 0), (1, 1, 1, 1), lower_is_better=True)
BALANCED_ACCURACY = LinearFractional("balanced_accuracy", "balanced accuracy", (1, 0, 0, 0), (2, 0, 2, 0), (0, 0, 0, 1))
INFORMEDNESS = LinearFractional("informedness", "informedness", (1, 0, 0, 0), (1, 0, 1, 0), (0, -1, 0, 0))
LR_POSITIVE = LinearFractional("lr_positive", r"$LR_{+}$", (1, 0, 0, 0), NONE, NONE, (0, 1, 0, 0))
LR_NEGATIVE = LinearFractional("lr_negative", r"$LR_{-}$", (0, 0, 1, 0), NONE, NONE, (0, 0, 0, 1), lower_is_better=True)
PREDICTED_POSITIVE_RATE = LinearFractional(
    "predicted_positive_rate", "predicted positive rate", (1, 1, 0, 0), (1, 1, 1, 1)
)
LIFT = LinearFractional("lift", "lift", (1, 0, 0, 0), NONE, (1, 0, 0, 0), (1, 1, 0, 0))
KAPPA = LinearFractional("kappa", r"Cohen's $\kappa$", (2, 0, 0, 0), (1, 1, 0, 0), (0, -2, 0, 0), (0, 0, 1, 1))
JACCARD = LinearFractional("jaccard", "Jaccard", (1, 0, 0, 0), (1, 1, 1, 0))
PRECISION_GAIN = LinearFractional("precision_gain", "precision gain", (1, 0, 0, 0), (1, 0, 0, 0), (0, -1, 0, 0))
RECALL_GAIN = LinearFractional("recall_gain", "recall gain", (1, 0, 0, 0), (1, 0, 0, 0), (0, 0, -1, 0))
MCC = Nonlinear("mcc", "MCC", _mcc, terms=1.0)
MARKEDNESS = Nonlinear("markedness", "markedness", _markedness, terms=1.0)
G_MEAN = Nonlinear("g_mean", "G-mean", _g_mean)
FOWLKES_MALLOWS = Nonlinear("fowlkes_mallows", "Fowlkes-Mallows", _fowlkes_mallows)
CORNER_DISTANCE = Nonlinear("corner_distance", "distance to (0, 1)", _corner_distance, lower_is_better=True)

METRICS: tuple[Metric, ...] = (
    PRECISION,
    RECALL,
    FPR,
    SPECIFICITY,
    FNR,
    FDR,
    NPV,
    FALSE_OMISSION_RATE,
    ACCURACY,
    ERROR_RATE,
    BALANCED_ACCURACY,
    INFORMEDNESS,
    MARKEDNESS,
    MCC,
    KAPPA,
    G_MEAN,
    CORNER_DISTANCE,
    LR_POSITIVE,
    LR_NEGATIVE,
    PREDICTED_POSITIVE_RATE,
    LIFT,
    JACCARD,
    FOWLKES_MALLOWS,
    PRECISION_GAIN,
    RECALL_GAIN,
)

_F_NAME = re.compile(r"f(?P<beta>\d+(\.\d+)?)(?P<gain>_gain)?", re.IGNORECASE)
# F measures that are known by other names too.
F_NAMES = ("f1", "f2", "f0.5", "f1_gain")


@by_name()
def metric(which: str | Metric) -> Metric:
    """Return a metric by name, or the metric itself.

    Parameters
    ----------
    which : str or Metric
        One of `METRICS` by its name: ``"precision"``, ``"recall"``, ``"fpr"``, ``"accuracy"``,
        ``"mcc"``, ...; or F_β and its gain with the β spelt out: ``"f1"``, ``"f0.5"``,
        ``"f2_gain"``. Standard synonyms will do, in any case: ``"TPR"``, ``"sensitivity"``,
        ``"PPV"``, ``"Youden's J"``, ...

    Raises
    ------
    PrplotValueError
        If there is no metric of that name.

    Examples
    --------
    >>> from prplot.metrics import metric
    >>> metric("f2").label
    '$F_{2}$'
    """
    return named("metric", which)


def named(argument: str, which: str | Metric) -> Metric:
    """Return a metric by name, or the metric itself; where there is none, an error that tells the argument."""
    if isinstance(which, Metric):
        return which
    names = {m.name: m for m in METRICS}
    if isinstance(which, str):
        name = known(which, (*names, *F_NAMES)) or which
        if name in names:
            return names[name]
        named = _F_NAME.fullmatch(name)
        if named and float(named["beta"]) > 0:
            return (f_gain if named["gain"] else f_beta)(float(named["beta"]))
    kind = "the name of a metric, such as 'recall' or 'f0.5', or a prplot.metrics.Metric"
    raise not_among(argument, which, (*names, *F_NAMES), kind, "prplot.metrics.METRICS")
