"""What a metric is: a value for each confusion matrix, and the straight line on which it is constant.

Most are a ratio of two linear forms in the four cells (TP, FP, FN, TN), so that "the metric
equals this level" is a straight line in (FP, TP), in the rates (fpr, tpr), and, seen through the
map of a space, an exact isoline there. The others (`Nonlinear`) have bent level sets.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import ArrayLike

from prplot.errors import by_name
from prplot.rows.arrays import FloatArray
from prplot.rows.sums import safe_scale

__all__ = ["NONE", "LinearFractional", "Metric", "Nonlinear"]

Cells = tuple[float, float, float, float]
NONE: Cells = (0.0, 0.0, 0.0, 0.0)


@by_name()
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
        """Return the metric of confusion matrices.

        Parameters
        ----------
        tp, fp, fn, tn : array_like
            The cells, in weights, in one unit that does not matter; broadcast against each other.

        Returns
        -------
        float or array of the common shape
            0/0 gives NaN, silently; a number over 0 an infinity (the gains where TP = 0).
        """
        cells = [np.asarray(cell, dtype=np.float64) for cell in (tp, fp, fn, tn)]
        scale = safe_scale(max(float(np.fmax.reduce(cell.ravel(), initial=0.0)) for cell in cells))
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

    @property
    def needs_negatives(self) -> bool:
        """Whether it is undefined where nobody counts true negatives."""
        return bool(np.isnan(self.of(1.0, 1.0, 1.0, np.nan)))

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


@by_name()
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

    >>> from prplot.metrics import LinearFractional
    >>> found = LinearFractional("found", "found", above=(1, 0, 0, 0), below=(1, 1, 1, 1))
    >>> float(found.of(tp=2, fp=1, fn=3, tn=4))
    0.2
    """

    above: Cells
    below: Cells
    above_by_odds: Cells = NONE
    below_by_odds: Cells = NONE

    @property
    def beta_squared(self) -> float:
        """β² of an F measure; the weight of FN against FP otherwise."""
        return float(self.below[2] / self.below[1])

    def formula(self, tp: FloatArray, fp: FloatArray, fn: FloatArray, tn: FloatArray) -> FloatArray:
        """Return the ratio of the two forms."""
        cells = [tp, fp, fn, tn]
        top, bottom = _form(self.above, cells), _form(self.below, cells)
        if self.above_by_odds != NONE or self.below_by_odds != NONE:
            # Shares of the background first: all of it is 1 to the last digit, and cancels what equals it.
            positives, negatives = tp + fn, np.where(fp + tn > 0, fp + tn, np.nan)
            above, below = _form(self.above_by_odds, cells), _form(self.below_by_odds, cells)
            top, bottom = top + positives * (above / negatives), bottom + positives * (below / negatives)
            if NONE not in (self.above_by_odds, self.below_by_odds):
                # Infinite odds, as without background, leave the ratio of what they multiply.
                none = fp + tn == 0
                top, bottom = np.where(none, above, top), np.where(none, below, bottom)
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


@by_name()
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
