"""All metrics of a confusion matrix, and their look-up by name. A new metric is one entry of the table."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from prplot.completion import only
from prplot.errors import by_name, invalid, not_among, short
from prplot.metrics.base import (
    NONE,
    ExpectedCost,
    Form,
    LinearFractional,
    Metric,
    Nonlinear,
    expected_cost,
    f_beta,
    f_gain,
    net_benefit,
)
from prplot.metrics.gain_scale import f_from_gain, gain, precision_from_gain, recall_from_gain
from prplot.names import known, where
from prplot.rows.arrays import FloatArray


@dataclass(frozen=True)
class OfTwo:
    """A function of the four cells that combines two metrics."""

    combine: Callable[[FloatArray, FloatArray], FloatArray]
    one: Metric
    other: Metric

    def __call__(self, *cells: FloatArray) -> FloatArray:
        """Return the combined metric for the four cells."""
        return self.combine(self.one._formula(*cells), self.other._formula(*cells))


def _geometric_mean(one: FloatArray, other: FloatArray) -> FloatArray:
    return np.sqrt(one) * np.sqrt(other)


def _mcc(tp: FloatArray, fp: FloatArray, fn: FloatArray, tn: FloatArray) -> FloatArray:
    # Products of cells could overflow or vanish, so cells are scaled by a power of two, which changes no digit.
    exponent = np.frexp(np.max(np.broadcast_arrays(tp, fp, fn, tn), axis=0))[1]
    tp, fp, fn, tn = (np.ldexp(cell, -exponent) for cell in (tp, fp, fn, tn))
    roots = np.sqrt(tp + fp) * np.sqrt(tp + fn) * np.sqrt(tn + fp) * np.sqrt(tn + fn)
    return np.asarray((tp * tn - fp * fn) / roots)


# The formula of each metric in words, by name; it becomes the docstring of the property of `Confusion`.
WORDS: dict[str, str] = {}


def _linear(name: str, label: str, words: str, *forms: Form, **options: Any) -> LinearFractional:
    WORDS[name] = words
    return LinearFractional(name, label, *forms, **options)


def _bent(name: str, label: str, words: str, compute: Callable[..., FloatArray], **options: Any) -> Nonlinear:
    WORDS[name] = words
    return Nonlinear(name, label, compute, **options)


# Coefficients of TP, FP, FN and TN in numerators and denominators.
TP, FP, FN, TN = (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)
POSITIVES, NEGATIVES, ALL = (1, 0, 1, 0), (0, 1, 0, 1), (1, 1, 1, 1)
PREDICTED, REJECTED = (1, 1, 0, 0), (0, 0, 1, 1)

# The table of metrics: name, label in figures, formula in words, coefficients of the four cells in numerator and
# denominator, and coefficients of further terms of each, which are multiplied by the prior odds P / N.
PRECISION = _linear(
    "precision",
    "precision",
    "TP / (TP + FP), the positive predictive value; NaN where nothing is predicted positive.",
    TP,
    PREDICTED,
)
RECALL = _linear(
    "recall",
    "recall",
    "TP / P, the true positive rate or sensitivity.",
    TP,
    POSITIVES,
)
FPR = _linear(
    "fpr",
    "false positive rate",
    "FP / N, the false positive rate, which is 1 - specificity.",
    FP,
    NEGATIVES,
    lower_is_better=True,
)
SPECIFICITY = _linear(
    "specificity",
    "specificity",
    "TN / N, the true negative rate.",
    TN,
    NEGATIVES,
)
FNR = _linear(
    "fnr",
    "false negative rate",
    "FN / P, the false negative rate, which is 1 - recall.",
    FN,
    POSITIVES,
    lower_is_better=True,
)
FDR = _linear(
    "fdr",
    "false discovery rate",
    "FP / (TP + FP), the false discovery rate, which is 1 - precision.",
    FP,
    PREDICTED,
    lower_is_better=True,
)
NPV = _linear(
    "npv",
    "negative predictive value",
    "TN / (TN + FN), the negative predictive value.",
    TN,
    REJECTED,
)
FALSE_OMISSION_RATE = _linear(
    "false_omission_rate",
    "false omission rate",
    "FN / (TN + FN), which is 1 - npv.",
    FN,
    REJECTED,
    lower_is_better=True,
)
ACCURACY = _linear(
    "accuracy",
    "accuracy",
    "(TP + TN) / (P + N).",
    (1, 0, 0, 1),
    ALL,
)
ERROR_RATE = _linear(
    "error_rate",
    "error rate",
    "(FP + FN) / (P + N), which is 1 - accuracy.",
    (0, 1, 1, 0),
    ALL,
    lower_is_better=True,
)
BALANCED_ACCURACY = _linear(
    "balanced_accuracy",
    "balanced accuracy",
    "Mean of recall and specificity.",
    TP,
    (2, 0, 2, 0),
    TN,
    bounds=(0.0, 1.0),
)
INFORMEDNESS = _linear(
    "informedness",
    "informedness",
    "Recall + specificity - 1, which is tpr - fpr (Youden's J).",
    TP,
    POSITIVES,
    (0, -1, 0, 0),
    bounds=(-1.0, 1.0),
)
MARKEDNESS = _bent(
    "markedness",
    "markedness",
    "Precision + npv - 1.",
    OfTwo(np.subtract, PRECISION, FALSE_OMISSION_RATE),
    terms=1.0,
    bounds=(-1.0, 1.0),
)
MCC = _bent(
    "mcc",
    "MCC",
    "Matthews correlation coefficient; NaN where a margin of the table is 0.",
    _mcc,
    terms=1.0,
    bounds=(-1.0, 1.0),
)
KAPPA = _linear(
    "kappa",
    r"Cohen's $\kappa$",
    "Cohen's κ: by how much the accuracy is above that of chance with the same margins, of how much it can be.",
    (2, 0, 0, 0),
    PREDICTED,
    (0, -2, 0, 0),
    REJECTED,
    bounds=(-1.0, 1.0),
)
G_MEAN = _bent(
    "g_mean",
    "G-mean",
    "Geometric mean of recall and specificity.",
    OfTwo(_geometric_mean, RECALL, SPECIFICITY),
    bounds=(0.0, 1.0),
)
CORNER_DISTANCE = _bent(
    "corner_distance",
    "distance to (0, 1)",
    "Distance to the corner (0, 1) of the ROC plot, sqrt(fpr² + fnr²).",
    OfTwo(np.hypot, FPR, FNR),
    lower_is_better=True,
)
LR_POSITIVE = _linear(
    "lr_positive",
    r"$LR_{+}$",
    "Positive likelihood ratio tpr / fpr; inf at fpr = 0.",
    TP,
    NONE,
    NONE,
    FP,
)
LR_NEGATIVE = _linear(
    "lr_negative",
    r"$LR_{-}$",
    "Negative likelihood ratio fnr / specificity; inf at specificity 0.",
    FN,
    NONE,
    NONE,
    TN,
    lower_is_better=True,
)
PREDICTED_POSITIVE_RATE = _linear(
    "predicted_positive_rate",
    "predicted positive rate",
    "(TP + FP) / (P + N), the share of weight predicted positive.",
    PREDICTED,
    ALL,
)
LIFT = _linear(
    "lift",
    "lift",
    "Precision / π: how many times as many positives are found as by chance among as many rows.",
    TP,
    NONE,
    TP,
    PREDICTED,
)
JACCARD = _linear(
    "jaccard",
    "Jaccard",
    "TP / (TP + FP + FN), the overlap of what is positive and what is predicted so: F1 / (2 - F1).",
    TP,
    (1, 1, 1, 0),
)
FOWLKES_MALLOWS = _bent(
    "fowlkes_mallows",
    "Fowlkes-Mallows",
    "Geometric mean of precision and recall.",
    OfTwo(_geometric_mean, PRECISION, RECALL),
    bounds=(0.0, 1.0),
)
PRECISION_GAIN = _linear(
    "precision_gain",
    "precision gain",
    "1 - (P/N) FP/TP; -inf at TP = 0 with FP > 0; NaN if nothing is predicted, or a class has no weight.",
    TP,
    TP,
    (0, -1, 0, 0),
    bounds=(-math.inf, 1.0),
)
RECALL_GAIN = _linear(
    "recall_gain",
    "recall gain",
    "1 - (P/N) FN/TP; -inf at TP = 0, NaN if a class has no weight.",
    TP,
    TP,
    (0, 0, -1, 0),
    bounds=(-math.inf, 1.0),
)

METRICS: tuple[Metric, ...] = tuple(metric for metric in list(globals().values()) if isinstance(metric, Metric))

__all__ = [
    *(metric.name.upper() for metric in METRICS),
    "METRICS",
    "ExpectedCost",
    "LinearFractional",
    "Metric",
    "Nonlinear",
    "expected_cost",
    "f_beta",
    "f_from_gain",
    "f_gain",
    "gain",
    "metric",
    "net_benefit",
    "precision_from_gain",
    "recall_from_gain",
]

__dir__ = only(__all__)

F_NAME = re.compile(r"f(?P<beta>\d+(\.\d+)?)(?P<gain>_gain)?", re.IGNORECASE)
# The F measures that users may call by synonyms.
F_MEASURES = (f_beta(), f_beta(2), f_beta(0.5), f_gain())


@by_name()
def metric(which: str | Metric) -> Metric:
    """Return a metric by name, or the metric itself.

    Parameters
    ----------
    which : str or Metric
        One of `METRICS` by its name: ``"precision"``, ``"recall"``, ``"fpr"``, ``"accuracy"``,
        ``"mcc"``, ...; or F_β and its gain with the β spelled out: ``"f1"``, ``"f0.5"``,
        ``"f2_gain"``. Standard synonyms are accepted, in upper or lower case: ``"TPR"``, ``"sensitivity"``,
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
    >>> import prplot
    >>> path = prplot.from_labels([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1])
    >>> artists = prplot.plot(path, iso_f=False)
    >>> lines = prplot.draw.isolines(artists.lines[0].curve, metric("accuracy"), ax=artists.ax)
    """
    return named("metric", which)


def named(argument: str, which: str | Metric) -> Metric:
    """Return a metric by name, or the metric itself; errors name the ``argument`` that held it."""
    if isinstance(which, Metric):
        return which
    names = {metric.name: metric for metric in (*METRICS, *F_MEASURES)}
    if isinstance(which, str):
        name = known(which, tuple(names)) or which
        if name in names:
            return names[name]
        match = F_NAME.fullmatch(name)
        if match and float(match["beta"]) > 0:
            return (f_gain if match["gain"] else f_beta)(float(match["beta"]))
    kind = "the name of a metric, such as 'recall' or 'f0.5', or a prplot.metrics.Metric"
    value: Any = which
    if isinstance(value, str) and (call := where(value)):
        raise invalid(argument, f"be {kind}", short(which), f"That is no metric of a confusion matrix: use {call}.")
    raise not_among(argument, which, names, kind, "prplot.metrics.METRICS lists them all.")
