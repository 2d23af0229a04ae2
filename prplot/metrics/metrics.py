"""Metrics of a confusion matrix, and the straight lines in the unit square that are their level sets.

Most are a ratio of two linear forms in the four cells (TP, FP, FN, TN), so that "the metric
equals this level" is a straight line in (FP, TP), in the rates (fpr, tpr), and, seen through the
map of a space, an exact isoline there. The others (`Nonlinear`) have bent level sets.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from prplot.arithmetic.checks import check_prevalence, number
from prplot.arithmetic.exact_sums import FloatArray, safe_scale
from prplot.errors import invalid, short
from prplot.synonyms import known, nearest

__all__ = [
    "ACCURACY",
    "BALANCED_ACCURACY",
    "ERROR_RATE",
    "FALSE_OMISSION_RATE",
    "FDR",
    "FNR",
    "FPR",
    "G_MEAN",
    "INFORMEDNESS",
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
    "f_beta",
    "f_gain",
    "metric",
]

Cells = tuple[float, float, float, float]
NONE: Cells = (0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Metric(ABC):
    """A measure of one confusion matrix.

    Attributes
    ----------
    name : str
        How functions take it by name, for example ``"precision"``.
    label : str
        How it is written in a figure (matplotlib's mathtext).
    lower_is_better : bool
        Whether the best classifier has the smallest value.
    """

    name: str
    label: str
    lower_is_better: bool = field(default=False, kw_only=True)

    def of(self, tp: ArrayLike, fp: ArrayLike, fn: ArrayLike, tn: ArrayLike) -> FloatArray:
        """Return the metric of confusion matrices, in weights.

        0/0 gives NaN, silently; a number over 0 gives an infinity (the gains where TP = 0).
        """
        cells = [np.asarray(cell, dtype=np.float64) for cell in (tp, fp, fn, tn)]
        scale = safe_scale(max(float(np.max(cell, initial=0.0)) for cell in cells))
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            return np.asarray(self.formula(*(scale * cell for cell in cells)))[()]

    def size(self, tp: ArrayLike, fp: ArrayLike, fn: ArrayLike, tn: ArrayLike) -> FloatArray:
        """Return the size of what is added up to the metric, to which its rounding is relative."""
        return np.asarray(np.abs(self.of(tp, fp, fn, tn)))

    @property
    def complement(self) -> Metric:
        """1 minus the metric, which has digits where that rounds to 1; the metric itself where it is of no use."""
        return self

    @abstractmethod
    def formula(self, tp: FloatArray, fp: FloatArray, fn: FloatArray, tn: FloatArray) -> FloatArray:
        """Return the metric of cells that are far from the ends of the double range."""

    def value(self, fpr: ArrayLike, tpr: ArrayLike, prevalence: float) -> FloatArray:
        """Return the metric at points of the unit square.

        Parameters
        ----------
        fpr, tpr : array_like
            Rates in [0, 1], broadcast against each other.
        prevalence : float
            π in (0, 1), the share of foreground weight.
        """
        f, t = np.asarray(fpr, dtype=np.float64), np.asarray(tpr, dtype=np.float64)
        pos, neg = prevalence, 1.0 - prevalence
        return self.of(pos * t, neg * f, pos * (1.0 - t), neg * (1.0 - f))


@dataclass(frozen=True)
class LinearFractional(Metric):
    """One linear form of the four cells divided by another; its level sets are straight.

    Attributes
    ----------
    above, below : tuple of four floats
        Coefficients of (TP, FP, FN, TN) in the numerator and in the denominator.
    above_by_odds, below_by_odds : tuple of four floats
        Coefficients there that are multiplied by the prior odds P / N.

    Examples
    --------
    The share of all weight that is found, whatever it costs:

    >>> from prplot.metrics.metrics import LinearFractional
    >>> found = LinearFractional("found", "found", above=(1, 0, 0, 0), below=(1, 1, 1, 1))
    >>> float(found.of(tp=2, fp=1, fn=3, tn=4))
    0.2
    """

    above: Cells
    below: Cells
    above_by_odds: Cells = NONE
    below_by_odds: Cells = NONE

    @property
    def squared(self) -> float:
        """β² of an F measure; the weight of FN against FP otherwise."""
        return float(self.below[2] / self.below[1])

    def formula(self, tp: FloatArray, fp: FloatArray, fn: FloatArray, tn: FloatArray) -> FloatArray:
        """Return the ratio of the two forms."""
        cells = [tp, fp, fn, tn]
        top, bottom = _form(self.above, cells), _form(self.below, cells)
        if self.above_by_odds != NONE or self.below_by_odds != NONE:
            # Shares of the background first: all of it is 1 to the last digit, and cancels what equals it.
            positives, negatives = tp + fn, np.where(fp + tn > 0, fp + tn, np.nan)
            top = top + positives * (_form(self.above_by_odds, cells) / negatives)
            bottom = bottom + positives * (_form(self.below_by_odds, cells) / negatives)
        return np.asarray(top / bottom)

    def size(self, tp: ArrayLike, fp: ArrayLike, fn: ArrayLike, tn: ArrayLike) -> FloatArray:
        """Return the metric with every term of its numerator counted as positive."""
        plain, by_odds = (_sizes(form) for form in (self.above, self.above_by_odds))
        return replace(self, above=plain, above_by_odds=by_odds).of(tp, fp, fn, tn)

    @property
    def complement(self) -> LinearFractional:
        """1 minus the metric, as fnr is of recall and fdr of precision."""
        return replace(
            self,
            name=f"1 - {self.name}",
            label=f"1 - {self.label}",
            above=_difference(self.below, self.above),
            above_by_odds=_difference(self.below_by_odds, self.above_by_odds),
            lower_is_better=not self.lower_is_better,
        )

    def line(self, level: float, prevalence: float) -> tuple[float, float, float]:
        """Return (a, b, c) such that the metric equals ``level`` where ``a fpr + b tpr + c = 0``."""
        pos, neg = prevalence, 1.0 - prevalence
        odds = pos / neg
        forms = zip(self.above, self.above_by_odds, self.below, self.below_by_odds, strict=True)
        tp, fp, fn, tn = (u + odds * v - level * (w + odds * z) for u, v, w, z in forms)
        return neg * (fp - tn), pos * (tp - fn), pos * fn + neg * tn


def _sizes(form: Cells) -> Cells:
    tp, fp, fn, tn = map(abs, form)
    return tp, fp, fn, tn


def _difference(form: Cells, other: Cells) -> Cells:
    tp, fp, fn, tn = (a - b for a, b in zip(form, other, strict=True))
    return tp, fp, fn, tn


def _form(coefficients: Cells, cells: list[FloatArray]) -> FloatArray:
    parts = [k * cell for k, cell in zip(coefficients, cells, strict=True) if k != 0]
    return np.asarray(sum(parts[1:], parts[0])) if parts else np.asarray(0.0)


@dataclass(frozen=True)
class Nonlinear(Metric):
    """A metric with bent level sets.

    Attributes
    ----------
    compute : callable
        From arrays of TP, FP, FN and TN to the metric; NaN where it is undefined.
    terms : float
        Size of the terms of which the metric is a difference, so that it is rounded relative to
        them; 0 where it is none.
    """

    compute: Callable[[FloatArray, FloatArray, FloatArray, FloatArray], FloatArray]
    terms: float = field(default=0.0, kw_only=True)

    def size(self, tp: ArrayLike, fp: ArrayLike, fn: ArrayLike, tn: ArrayLike) -> FloatArray:
        """Return the size of the metric, or of its terms where they are larger."""
        return np.asarray(np.maximum(super().size(tp, fp, fn, tn), self.terms))

    def formula(self, tp: FloatArray, fp: FloatArray, fn: FloatArray, tn: FloatArray) -> FloatArray:
        """Return what ``compute`` does."""
        return np.asarray(self.compute(tp, fp, fn, tn))


def f_beta(beta: float = 1.0) -> LinearFractional:
    """Return the metric F_β = (1 + β²) TP / ((1 + β²) TP + FP + β² FN); 0 at TP = 0.

    Parameters
    ----------
    beta : float
        How many times as much recall weighs as precision; finite and greater than 0.

    Raises
    ------
    PrplotValueError
        If ``beta`` is not a finite positive number.

    Examples
    --------
    >>> from prplot import f_beta
    >>> float(f_beta(1.0).value(0.1, 0.5, prevalence=0.5))
    0.625
    """
    b2 = _squared(beta)
    sub = f"{float(beta):.3g}"
    return LinearFractional(f"f{sub}", rf"$F_{{{sub}}}$", (1 + b2, 0, 0, 0), (1 + b2, 1, b2, 0))


def f_gain(beta: float = 1.0) -> LinearFractional:
    """Return the F-gain FG_β = 1 - (P/N) (FP + β² FN) / ((1 + β²) TP).

    -inf where TP = 0 but both classes have weight, NaN where one class has none. It is F_β on the
    harmonic scale that sends π to 0 and 1 to 1.

    References
    ----------
    P. Flach and M. Kull, Precision-Recall-Gain Curves, NIPS 2015.
    """
    b2 = _squared(beta)
    base = f_beta(beta)
    return LinearFractional(
        f"{base.name}_gain",
        base.label.replace("F", "FG", 1),
        (1 + b2, 0, 0, 0),
        (1 + b2, 0, 0, 0),
        (0, -1, -b2, 0),
    )


@dataclass(frozen=True)
class ExpectedCost(LinearFractional):
    """The normalised expected cost at given costs and prevalence; see `expected_cost`.

    Attributes
    ----------
    probability_cost : float
        PCF(+), the abscissa of cost curves at which these costs and this prevalence are.
    """

    probability_cost: float = 0.5


def expected_cost(*, fn: float = 1.0, fp: float = 1.0, prevalence: float) -> ExpectedCost:
    """Return the normalised expected cost of a classifier, in the user's words.

    ``z (1 - tpr) + (1 - z) fpr`` with ``z = π C(fn) / (π C(fn) + (1 - π) C(fp))``: 0 for a perfect
    classifier, 1 for one that is always wrong, whatever the costs.

    Parameters
    ----------
    fn, fp : float
        The cost of one false negative and of one false positive; positive, in any unit.
    prevalence : float
        π in (0, 1) where the classifier will be used.

    Returns
    -------
    ExpectedCost
        A metric with straight isolines; its ``probability_cost`` is z.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If a cost is not finite and positive, or the prevalence not in (0, 1).

    References
    ----------
    C. Drummond and R. C. Holte, Machine Learning 2006, doi:10.1007/s10994-006-8199-5.

    Examples
    --------
    >>> import prplot
    >>> round(prplot.expected_cost(fn=91, fp=9, prevalence=0.09).probability_cost, 3)
    0.5
    """
    costs = {name: number(name, value) for name, value in (("fn", fn), ("fp", fp))}
    for name, cost in costs.items():
        if not (np.isfinite(cost) and cost > 0):
            raise invalid(name, "be finite and greater than 0", short(cost), "It is the cost of one error.")
    pi = check_prevalence(prevalence)
    z = pi * costs["fn"] / (pi * costs["fn"] + (1 - pi) * costs["fp"])
    return ExpectedCost(
        "expected_cost",
        "expected cost",
        above=(0, 0, z, 0),
        below=(1, 0, 1, 0),
        above_by_odds=(0, 1 - z, 0, 0),
        probability_cost=z,
        lower_is_better=True,
    )


def _squared(beta: Any) -> float:
    value = number("beta", beta)
    if not (np.isfinite(value) and value > 0):
        raise invalid("beta", "be finite and greater than 0", short(beta), "Use 1 for F1, 2 for F2.")
    # Beyond this F_β is recall, or precision, to the last digit.
    return min(max(value, 1e-100), 1e100) ** 2


def _mcc(tp: FloatArray, fp: FloatArray, fn: FloatArray, tn: FloatArray) -> FloatArray:
    # By a power of two each, which changes no digit: products of cells must neither overflow nor vanish.
    _, exponent = np.frexp(np.maximum(np.maximum(tp, fp), np.maximum(fn, tn)))
    tp, fp, fn, tn = (np.ldexp(cell, -exponent) for cell in (tp, fp, fn, tn))
    roots = np.sqrt(tp + fp) * np.sqrt(tp + fn) * np.sqrt(tn + fp) * np.sqrt(tn + fn)
    return np.where(roots > 0, (tp * tn - fp * fn) / roots, np.nan)


def _markedness(tp: FloatArray, fp: FloatArray, fn: FloatArray, tn: FloatArray) -> FloatArray:
    return np.asarray(tp / (tp + fp) - fn / (tn + fn))


def _g_mean(tp: FloatArray, fp: FloatArray, fn: FloatArray, tn: FloatArray) -> FloatArray:
    return np.asarray(np.sqrt(tp / (tp + fn)) * np.sqrt(tn / (fp + tn)))


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
PRECISION_GAIN = LinearFractional("precision_gain", "precision gain", (1, 0, 0, 0), (1, 0, 0, 0), (0, -1, 0, 0))
RECALL_GAIN = LinearFractional("recall_gain", "recall gain", (1, 0, 0, 0), (1, 0, 0, 0), (0, 0, -1, 0))
MCC = Nonlinear("mcc", "MCC", _mcc, terms=1.0)
MARKEDNESS = Nonlinear("markedness", "markedness", _markedness, terms=1.0)
G_MEAN = Nonlinear("g_mean", "G-mean", _g_mean)

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
    G_MEAN,
    LR_POSITIVE,
    LR_NEGATIVE,
    PREDICTED_POSITIVE_RATE,
    PRECISION_GAIN,
    RECALL_GAIN,
)

_F_NAME = re.compile(r"f(?P<beta>\d+(\.\d+)?)(?P<gain>_gain)?", re.IGNORECASE)
# F measures that are known by other names too.
F_NAMES = ("f1", "f2", "f0.5", "f1_gain")


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
    >>> from prplot.metrics.metrics import metric
    >>> metric("f2").label
    '$F_{2}$'
    """
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
    raise invalid(
        "metric",
        f"be one of {', '.join(map(repr, names))}, an F measure such as 'f1' or 'f0.5_gain', "
        "or a prplot.metrics.Metric",
        short(which),
        nearest(which, (*names, *F_NAMES)),
    )
