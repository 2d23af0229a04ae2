"""Metrics of a confusion matrix whose level sets are straight lines in the unit square of rates.

Each metric here is a ratio of two linear forms in the four cells (TP, FP, FN, TN), so that
"the metric equals this level" is a straight line in (FP, TP), in the rates (fpr, tpr), and,
seen through the map of a space, an exact isoline there.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from prplot.errors import PrplotTypeError, PrplotValueError, invalid, short
from prplot.sums import FloatArray

__all__ = [
    "ACCURACY",
    "FPR",
    "METRICS",
    "PRECISION",
    "PRECISION_GAIN",
    "RECALL",
    "RECALL_GAIN",
    "Metric",
    "f_beta",
    "f_gain",
    "metric",
]

# Coefficients are plain numbers, or arrays where they depend on the prior odds of many matrices.
Forms = tuple[tuple[Any, ...], tuple[Any, ...]]


@dataclass(frozen=True)
class Metric:
    """A linear-fractional metric: one linear form of the four cells divided by another.

    Attributes
    ----------
    name : str
        How functions take it by name, for example ``"precision"``.
    label : str
        How it is written in a figure (matplotlib's mathtext).
    forms : callable
        Prior odds ``P / N`` in; the coefficients of (TP, FP, FN, TN) in the numerator and in
        the denominator out.
    """

    name: str
    label: str
    forms: Callable[[Any], Forms]

    def of(self, tp: ArrayLike, fp: ArrayLike, fn: ArrayLike, tn: ArrayLike) -> FloatArray:
        """Return the metric of confusion matrices, in weights.

        0/0 gives NaN and a negative number over 0 gives -inf (the gains where TP = 0).
        """
        cells = [np.asarray(cell, dtype=np.float64) for cell in (tp, fp, fn, tn)]
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            odds = (cells[0] + cells[2]) / (cells[1] + cells[3])
            above, below = self.forms(odds)
            return np.asarray(_form(above, cells) / _form(below, cells))[()]

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
        above, below = self.forms(pos / neg)
        tp, fp, fn, tn = (u - level * v for u, v in zip(above, below, strict=True))
        return neg * (fp - tn), pos * (tp - fn), pos * fn + neg * tn


def _form(coefficients: tuple[Any, ...], cells: list[FloatArray]) -> FloatArray:
    total = np.zeros(())
    for k, cell in zip(coefficients, cells, strict=True):
        if not isinstance(k, int) or k != 0:
            total = total + k * cell
    return total


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
    sub = f"{beta:g}" if beta == round(beta, 3) else f"{beta:.3g}"
    return Metric(f"f{sub}", rf"$F_{{{sub}}}$", lambda _: ((1 + b2, 0, 0, 0), (1 + b2, 1, b2, 0)))


def f_gain(beta: float = 1.0) -> Metric:
    """Return the F-gain FG_β = 1 - (P/N) (FP + β² FN) / ((1 + β²) TP); -inf at TP = 0.

    It is F_β on the harmonic scale that sends π to 0 and 1 to 1.

    References
    ----------
    P. Flach and M. Kull, Precision-Recall-Gain Curves, NIPS 2015.
    """
    b2 = _squared(beta)
    name = f_beta(beta)
    return Metric(
        f"{name.name}_gain",
        name.label.replace("F", "FG", 1),
        lambda odds: ((1 + b2, -odds, -odds * b2, 0), (1 + b2, 0, 0, 0)),
    )


def _squared(beta: float) -> float:
    try:
        value = float(beta)
    except (TypeError, ValueError):
        raise PrplotTypeError(f"beta must be a number greater than 0; got {short(beta)}.") from None
    if not (np.isfinite(value) and value > 0):
        raise invalid("beta", "be finite and greater than 0", short(beta), "Use 1 for F1, 2 for F2.")
    return value * value


PRECISION = Metric("precision", "precision", lambda _: ((1, 0, 0, 0), (1, 1, 0, 0)))
RECALL = Metric("recall", "recall", lambda _: ((1, 0, 0, 0), (1, 0, 1, 0)))
FPR = Metric("fpr", "false positive rate", lambda _: ((0, 1, 0, 0), (0, 1, 0, 1)))
ACCURACY = Metric("accuracy", "accuracy", lambda _: ((1, 0, 0, 1), (1, 1, 1, 1)))
PRECISION_GAIN = Metric("precision_gain", "precision gain", lambda odds: ((1, -odds, 0, 0), (1, 0, 0, 0)))
RECALL_GAIN = Metric("recall_gain", "recall gain", lambda odds: ((1, 0, -odds, 0), (1, 0, 0, 0)))

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
