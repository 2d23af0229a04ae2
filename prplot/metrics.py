"""Metrics of a confusion matrix whose level sets are straight lines in the unit square of rates.

Each metric here is a ratio of two linear forms in the four cells (TP, FP, FN, TN), so that
"the metric equals this level" is a straight line in (FP, TP), in the rates (fpr, tpr), and,
seen through the map of a space, an exact isoline there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from prplot.errors import PrplotValueError, invalid, short
from prplot.scalars import number, share_of_foreground
from prplot.sums import FloatArray, safe_scale

__all__ = [
    "ACCURACY",
    "FPR",
    "METRICS",
    "PRECISION",
    "PRECISION_GAIN",
    "RECALL",
    "RECALL_GAIN",
    "Metric",
    "ExpectedCost",
    "expected_cost",
    "f_beta",
    "f_gain",
    "metric",
]

Cells = tuple[float, float, float, float]
NONE: Cells = (0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Metric:
    """A linear-fractional metric: one linear form of the four cells divided by another.

    Attributes
    ----------
    name : str
        How functions take it by name, for example ``"precision"``.
    label : str
        How it is written in a figure (matplotlib's mathtext).
    above, below : tuple of four floats
        Coefficients of (TP, FP, FN, TN) in the numerator and in the denominator.
    above_by_odds : tuple of four floats
        Coefficients in the numerator that are multiplied by the prior odds P / N.
    """

    name: str
    label: str
    above: Cells
    below: Cells
    above_by_odds: Cells = NONE

    @property
    def squared(self) -> float:
        """β² of an F measure; the weight of FN against FP otherwise."""
        return float(self.below[2] / self.below[1])

    def of(self, tp: ArrayLike, fp: ArrayLike, fn: ArrayLike, tn: ArrayLike) -> FloatArray:
        """Return the metric of confusion matrices, in weights.

        0/0 gives NaN and a negative number over 0 gives -inf (the gains where TP = 0).
        """
        cells = [np.asarray(cell, dtype=np.float64) for cell in (tp, fp, fn, tn)]
        scale = safe_scale(max(float(np.max(cell, initial=0.0)) for cell in cells))
        cells = [scale * cell for cell in cells]
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            negatives = cells[1] + cells[3]
            odds = np.where(negatives > 0, (cells[0] + cells[2]) / negatives, np.nan)
            top = _form(self.above, cells)
            if self.above_by_odds != NONE:
                top = top + odds * _form(self.above_by_odds, cells)
            return np.asarray(top / _form(self.below, cells))[()]

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

    def line(self, level: float, prevalence: float) -> tuple[float, float, float]:
        """Return (a, b, c) such that the metric equals ``level`` where ``a fpr + b tpr + c = 0``."""
        pos, neg = prevalence, 1.0 - prevalence
        forms = zip(self.above, self.above_by_odds, self.below, strict=True)
        tp, fp, fn, tn = (u + pos / neg * v - level * w for u, v, w in forms)
        return neg * (fp - tn), pos * (tp - fn), pos * fn + neg * tn


def _form(coefficients: Cells, cells: list[FloatArray]) -> FloatArray:
    parts = [k * cell for k, cell in zip(coefficients, cells, strict=True) if k != 0]
    return np.asarray(sum(parts[1:], parts[0]))


def f_beta(beta: float = 1.0) -> Metric:
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
    return Metric(f"f{sub}", rf"$F_{{{sub}}}$", (1 + b2, 0, 0, 0), (1 + b2, 1, b2, 0))


def f_gain(beta: float = 1.0) -> Metric:
    """Return the F-gain FG_β = 1 - (P/N) (FP + β² FN) / ((1 + β²) TP); -inf at TP = 0.

    It is F_β on the harmonic scale that sends π to 0 and 1 to 1.

    References
    ----------
    P. Flach and M. Kull, Precision-Recall-Gain Curves, NIPS 2015.
    """
    b2 = _squared(beta)
    base = f_beta(beta)
    return Metric(
        f"{base.name}_gain",
        base.label.replace("F", "FG", 1),
        (1 + b2, 0, 0, 0),
        (1 + b2, 0, 0, 0),
        (0, -1, -b2, 0),
    )


@dataclass(frozen=True)
class ExpectedCost(Metric):
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
    pi = share_of_foreground(prevalence)
    z = pi * costs["fn"] / (pi * costs["fn"] + (1 - pi) * costs["fp"])
    return ExpectedCost(
        "expected_cost",
        "expected cost",
        above=(0, 0, z, 0),
        below=(1, 0, 1, 0),
        above_by_odds=(0, 1 - z, 0, 0),
        probability_cost=z,
    )


def _squared(beta: Any) -> float:
    value = number("beta", beta)
    if not (np.isfinite(value) and value > 0):
        raise invalid("beta", "be finite and greater than 0", short(beta), "Use 1 for F1, 2 for F2.")
    # Beyond this F_β is recall, or precision, to the last digit.
    return min(max(value, 1e-100), 1e100) ** 2


PRECISION = Metric("precision", "precision", (1, 0, 0, 0), (1, 1, 0, 0))
RECALL = Metric("recall", "recall", (1, 0, 0, 0), (1, 0, 1, 0))
FPR = Metric("fpr", "false positive rate", (0, 1, 0, 0), (0, 1, 0, 1))
ACCURACY = Metric("accuracy", "accuracy", (1, 0, 0, 1), (1, 1, 1, 1))
PRECISION_GAIN = Metric("precision_gain", "precision gain", (1, 0, 0, 0), (1, 0, 0, 0), (0, -1, 0, 0))
RECALL_GAIN = Metric("recall_gain", "recall gain", (1, 0, 0, 0), (1, 0, 0, 0), (0, 0, -1, 0))

METRICS = (PRECISION, RECALL, FPR, ACCURACY, PRECISION_GAIN, RECALL_GAIN)

_F_NAME = re.compile(r"f(?P<beta>\d+(\.\d+)?)(?P<gain>_gain)?")


def metric(which: str | Metric) -> Metric:
    """Return a metric by name, or the metric itself.

    Parameters
    ----------
    which : str or Metric
        ``"precision"``, ``"recall"``, ``"fpr"``, ``"accuracy"``, ``"precision_gain"``,
        ``"recall_gain"``, or F_β and its gain with the β spelt out: ``"f1"``, ``"f0.5"``,
        ``"f2_gain"``.

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
    if isinstance(which, Metric):
        return which
    if isinstance(which, str):
        for known in METRICS:
            if which == known.name:
                return known
        named = _F_NAME.fullmatch(which)
        if named and float(named["beta"]) > 0:
            return (f_gain if named["gain"] else f_beta)(float(named["beta"]))
    names = ", ".join(repr(m.name) for m in METRICS)
    raise PrplotValueError(
        f"metric must be one of {names}, an F measure such as 'f1' or 'f0.5_gain', "
        f"or a prplot.metrics.Metric; got {short(which)}."
    )
