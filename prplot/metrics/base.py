"""The kinds of metrics, with values and straight level sets; and F_β, expected cost and net benefit.

Most are a ratio of two linear forms in the four cells (TP, FP, FN, TN), so that "the metric
equals this level" is a straight line in (FP, TP), in the rates (fpr, tpr), and, through the map
of a space, an exact isoline there. The others (`Nonlinear`) have bent level sets.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from prplot.errors import by_name, yes_or_no
from prplot.rows.arrays import FloatArray, safe_scale
from prplot.rows.checks import check_prevalence, number_that, positive_number

# Coefficients of the four cells TP, FP, FN and TN.
Form = tuple[float, float, float, float]
NONE: Form = (0.0, 0.0, 0.0, 0.0)
NO_BOUNDS = (-math.inf, math.inf)


@by_name()
@dataclass(frozen=True)
class Metric(ABC):
    """A measure of one confusion matrix.

    Attributes
    ----------
    name : str
        The name by which functions accept the metric, for example ``"precision"``.
    label : str
        The label of the metric in figures (matplotlib's mathtext).
    lower_is_better : bool
        Whether the best classifier has the smallest value.
    bounds : tuple of float
        Smallest and largest possible value; infinite where no bound is known.
    """

    name: str
    label: str
    lower_is_better: bool = field(default=False, kw_only=True)
    bounds: tuple[float, float] = field(default=NO_BOUNDS, kw_only=True)
    # Whether, among thresholds that add rows of one class only, the first or the last always has the best value.
    _best_at_ends: ClassVar[bool] = False

    def of(self, tp: ArrayLike, fp: ArrayLike, fn: ArrayLike, tn: ArrayLike) -> FloatArray:
        """Return the values of the metric for one or more confusion matrices.

        Parameters
        ----------
        tp, fp, fn, tn : array_like
            The four cells, as counts or weights in any common unit; broadcast against each other.

        Returns
        -------
        float or array of the common shape
            0/0 gives NaN without a warning; any other number divided by 0 gives inf or -inf (for example, recall gain
            is -inf at TP = 0).
        """
        cells = [np.asarray(cell, dtype=np.float64) for cell in (tp, fp, fn, tn)]
        scale = safe_scale(max(np.fmax.reduce(cell, axis=None, initial=0.0) for cell in cells))
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            return np.asarray(self._formula(*(cells if scale == 1.0 else (scale * cell for cell in cells))))[()]

    def _size(self, tp: ArrayLike, fp: ArrayLike, fn: ArrayLike, tn: ArrayLike) -> FloatArray:
        """Return the absolute value of the metric; used as the scale of the metric's rounding error."""
        return np.abs(self.of(tp, fp, fn, tn))

    @property
    def _complement(self) -> Metric:
        """The metric 1 - m for this metric m, accurate also for m near 1; if isolines are curved (MCC), m itself."""
        return self

    @abstractmethod
    def _formula(self, tp: FloatArray, fp: FloatArray, fn: FloatArray, tn: FloatArray) -> FloatArray:
        """Compute the metric from TP, FP, FN and TN, which the caller has scaled so that float64 cannot overflow."""

    @property
    def _needs_negatives(self) -> bool:
        """Whether the metric is undefined if the number of true negatives is unknown."""
        return bool(np.isnan(self.of(1.0, 1.0, 1.0, np.nan)))

    def value(self, fpr: ArrayLike, tpr: ArrayLike, prevalence: float) -> FloatArray:
        """Return the metric at points of ROC space, given as rates.

        Parameters
        ----------
        fpr, tpr : array_like
            Rates in [0, 1], broadcast against each other.
        prevalence : float
            π in (0, 1); no effect if the metric has its own.
        """
        f, t = np.asarray(fpr, dtype=np.float64), np.asarray(tpr, dtype=np.float64)
        pos, neg = prevalence, 1.0 - prevalence
        return self.of(pos * t, neg * f, pos * (1.0 - t), neg * (1.0 - f))


@by_name()
@dataclass(frozen=True)
class LinearFractional(Metric):
    """A metric that is a ratio of weighted sums of the four cells; isolines are straight.

    Attributes
    ----------
    above, below : tuple of four floats
        Coefficients of (TP, FP, FN, TN) in the numerator and in the denominator.
    above_by_odds, below_by_odds : tuple of four floats
        Additional coefficients of the numerator and of the denominator, which are multiplied by the prior odds P / N.

    Examples
    --------
    The metric TP / (TP + FP + FN + TN):

    >>> from prplot.metrics import LinearFractional
    >>> found = LinearFractional(name="found", label="found", above=(1, 0, 0, 0), below=(1, 1, 1, 1))
    >>> float(found.of(tp=2, fp=1, fn=3, tn=4))
    0.2
    """

    above: Form
    below: Form
    above_by_odds: Form = NONE
    below_by_odds: Form = NONE

    def __post_init__(self) -> None:
        share = all(0 <= a <= b for a, b in zip(self.above, self.below, strict=True))
        if self.bounds == NO_BOUNDS and share and self.above_by_odds == self.below_by_odds == NONE:
            vars(self).update(bounds=(0.0, 1.0))

    @property
    def _beta_squared(self) -> float:
        """The coefficient of FN in the denominator: β² if the metric is F_β, without meaning for other metrics."""
        return float(self.below[2])

    def _formula(self, tp: FloatArray, fp: FloatArray, fn: FloatArray, tn: FloatArray) -> FloatArray:
        """Return the value of the metric: one weighted sum of TP, FP, FN and TN divided by another."""
        cells = (tp, fp, fn, tn)
        top, bottom = _sum(self.above, cells), _sum(self.below, cells)
        if self.above_by_odds != NONE or self.below_by_odds != NONE:
            # Division by the negatives comes first: the share of all negatives is then exactly 1, and cancels exactly.
            none, negatives = fp + tn == 0, np.where(fp + tn > 0, fp + tn, np.nan)
            above, below = _sum(self.above_by_odds, cells), _sum(self.below_by_odds, cells)
            top, bottom = top + (tp + fn) * (above / negatives), bottom + (tp + fn) * (below / negatives)
            if NONE not in (self.above_by_odds, self.below_by_odds):
                # Without negatives the odds are infinite, and the metric is the ratio of the terms that they multiply.
                top, bottom = np.where(none, above, top), np.where(none, below, bottom)
        return np.asarray(top / bottom)

    def _size(self, tp: ArrayLike, fp: ArrayLike, fn: ArrayLike, tn: ArrayLike) -> FloatArray:
        """Return a scale for rounding errors: the metric, but with all numerator coefficients made positive."""
        sizes: Any = {name: tuple(map(abs, getattr(self, name))) for name in ("above", "above_by_odds")}
        return replace(self, **sizes).of(tp, fp, fn, tn)

    @property
    def _complement(self) -> LinearFractional:
        """1 minus the metric; for example, fnr is the complement of recall and fdr that of precision."""
        return replace(
            self,
            name=f"1 - {self.name}",
            label=f"1 - {self.label}",
            above=_difference(self.below, self.above),
            above_by_odds=_difference(self.below_by_odds, self.above_by_odds),
            lower_is_better=not self.lower_is_better,
            bounds=(1.0 - self.bounds[1], 1.0 - self.bounds[0]),
        )

    def _line(self, level: float, prevalence: float) -> tuple[float, float, float]:
        """Return (a, b, c) such that the metric equals ``level`` where ``a fpr + b tpr + c = 0``."""
        pos, neg = prevalence, 1.0 - prevalence
        odds = pos / neg
        forms = zip(self.above, self.above_by_odds, self.below, self.below_by_odds, strict=True)
        tp, fp, fn, tn = (u + odds * v - level * (w + odds * z) for u, v, w, z in forms)
        return neg * (fp - tn), pos * (tp - fn), pos * fn + neg * tn


def _difference(form: Form, other: Form) -> tuple[Any, ...]:
    return tuple(a - b for a, b in zip(form, other, strict=True))


def _sum(form: Form, cells: Iterable[FloatArray]) -> Any:
    """Return the sum of cells times coefficients; a coefficient of 0 skips its cell, which may be unknown (NaN)."""
    return sum(k * cell for k, cell in zip(form, cells, strict=True) if k)


@by_name()
@dataclass(frozen=True)
class Nonlinear(Metric):
    """A metric whose isolines in ROC space are curved, such as MCC.

    Attributes
    ----------
    compute : callable
        The function that takes arrays of TP, FP, FN and TN and returns the metric; NaN where the metric is undefined.
    terms : float
        For a metric that is a difference, such as markedness: the largest absolute value of either term (1 for
        markedness), used to estimate rounding errors. 0 for other metrics.
    """

    compute: Callable[[FloatArray, FloatArray, FloatArray, FloatArray], FloatArray]
    terms: float = field(default=0.0, kw_only=True)

    def _size(self, tp: ArrayLike, fp: ArrayLike, fn: ArrayLike, tn: ArrayLike) -> FloatArray:
        """Return the number that rounding errors are proportional to: the larger of ``|metric|`` and ``terms``."""
        return np.maximum(super()._size(tp, fp, fn, tn), self.terms)

    def _formula(self, tp: FloatArray, fp: FloatArray, fn: FloatArray, tn: FloatArray) -> FloatArray:
        """Return the value of the metric for the four cells, computed by ``compute``."""
        return self.compute(tp, fp, fn, tn)


class FMeasure(LinearFractional):
    """An F measure or an F-gain."""

    _best_at_ends = True


@by_name()
def f_beta(beta: float = 1.0) -> LinearFractional:
    """Return the metric F_β = (1 + β²) TP / ((1 + β²) TP + FP + β² FN); 0 at TP = 0.

    Parameters
    ----------
    beta : float
        How many times as important recall is as precision (1: equally); finite and greater than 0.

    Raises
    ------
    PrplotValueError
        If ``beta`` is not a finite positive number.

    Examples
    --------
    >>> from prplot import f_beta
    >>> float(f_beta(1.0).value(0.1, 0.5, prevalence=0.5))
    0.625
    >>> import prplot
    >>> path = prplot.from_labels([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1])
    >>> artists = prplot.plot(path, iso_f=False)
    >>> lines = prplot.draw.isolines(artists.lines[0].curve, f_beta(2.0), ax=artists.ax)
    """
    # For β beyond these limits F_β equals recall or precision to the last digit, and β² would overflow.
    b2 = min(max(positive_number("beta", beta, "Use 1 for F1, 2 for F2."), 1e-100), 1e100) ** 2
    sub = f"{float(beta):.3g}"
    return FMeasure(f"f{sub}", rf"$F_{{{sub}}}$", (1 + b2, 0, 0, 0), (1 + b2, 1, b2, 0))


@by_name()
def f_gain(beta: float = 1.0) -> LinearFractional:
    """Return the metric F-gain, β = ``beta``: FG_β = 1 - (P/N) (FP + β² FN) / ((1 + β²) TP).

    The F-gain is -inf if TP = 0 and both classes have weight, and NaN if one class has no weight. The F-gain is linear
    in 1 / F_β: 0 at F_β = π (the prevalence), 1 at F_β = 1.

    References
    ----------
    P. Flach and M. Kull, Precision-Recall-Gain Curves, NIPS 2015.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1])
    >>> path.optimal(prplot.metrics.f_gain(2.0)).threshold
    0.4
    >>> artists = prplot.plot(path, space="prg", iso_f=False)
    >>> lines = prplot.draw.isolines(artists.lines[0].curve, prplot.metrics.f_gain(2.0), ax=artists.ax)
    """
    f = f_beta(beta)
    forms: Any = f.above, f.above, (0, -1, -f._beta_squared, 0)
    return FMeasure(f"{f.name}_gain", rf"$FG_{{{float(beta):.3g}}}$", *forms, bounds=(-math.inf, 1.0))


@by_name()
@dataclass(frozen=True)
class ExpectedCost(LinearFractional):
    """The normalized expected cost at given costs and prevalence; see `expected_cost`.

    Attributes
    ----------
    probability_cost : float
        PCF(+), the probability cost: the x value in a cost curve for these costs and this prevalence; NaN if no
        prevalence was given, since it then differs from sample to sample.
    """

    probability_cost: float = 0.5


@by_name("Costs are passed by name: prplot.expected_cost(fn=10, fp=1).")
def expected_cost(*, fn: float = 1.0, fp: float = 1.0, prevalence: float | None = None) -> ExpectedCost:
    """Return the normalized expected cost as a metric, from the costs of errors and the prevalence.

    ``z (1 - tpr) + (1 - z) fpr`` with ``z = π C(fn) / (π C(fn) + (1 - π) C(fp))``: 0 for a perfect
    classifier, 1 for one that is always wrong, whatever the costs.

    Parameters
    ----------
    fn, fp : float
        The cost of one false negative and of one false positive; positive, in any unit.
    prevalence : float, optional
        π in (0, 1) where the classifier will be used. Default: the prevalence of the path or matrix to which the
        metric is applied.

    Returns
    -------
    ExpectedCost
        A metric with straight isolines; its ``probability_cost`` is z.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If a cost is not finite and positive, or a prevalence not in (0, 1).

    References
    ----------
    C. Drummond and R. C. Holte, Machine Learning 2006, doi:10.1007/s10994-006-8199-5.

    Examples
    --------
    >>> import prplot
    >>> round(prplot.expected_cost(fn=91, fp=9, prevalence=0.09).probability_cost, 3)
    0.5
    >>> path = prplot.from_labels([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1])
    >>> path.optimal(prplot.expected_cost(fn=10, fp=1))
    Confusion(tp=2, fp=1, fn=0, tn=1, threshold=0.4)
    >>> artists = prplot.plot(path, space="roc")
    >>> cost = prplot.expected_cost(fn=10, fp=1)
    >>> lines = prplot.draw.isolines(artists.lines[0].curve, cost, ax=artists.ax)
    """
    way_out = "It is the cost of one error."
    fn, fp = positive_number("fn", fn, way_out), positive_number("fp", fp, way_out)
    if prevalence is None:
        z, most = math.nan, max(fn, fp)
        fn, fp = fn / most, fp / most
        forms: Any = {"above": (0, fp, fn, 0), "below": (fn, fp, fn, fp)}
    else:
        pi = check_prevalence(prevalence)
        z = pi * fn / (pi * fn + (1 - pi) * fp)
        forms = {"above": (0, 0, z, 0), "below": (1, 0, 1, 0), "above_by_odds": (0, 1 - z, 0, 0)}
    forms |= {"lower_is_better": True, "bounds": (0.0, 1.0)}
    return ExpectedCost("expected_cost", "expected cost", **forms, probability_cost=z)


@by_name()
def net_benefit(threshold_probability: float, *, standardized: bool = False) -> LinearFractional:
    """Return a metric: net benefit at threshold probability p, (TP - FP p / (1 - p)) / (P + N).

    The unit is true positives per row. The reason for the formula: treating everybody with a probability of at least p
    means accepting (1 - p) / p false positives per true positive. The net benefit is 0 if nothing is predicted
    positive, and π, the prevalence, for a perfect classifier.

    Parameters
    ----------
    threshold_probability : float
        p in [0, 1).
    standardized : bool
        Whether to divide the net benefit by π, so that a perfect classifier has net benefit 1.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If p is not a number in [0, 1).

    References
    ----------
    A. J. Vickers and E. B. Elkin, Medical Decision Making 2006, doi:10.1177/0272989X06295361.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([1, 0, 1, 0, 0], [0.9, 0.6, 0.4, 0.2, 0.1])
    >>> round(path.at(0.25).measure(prplot.metrics.net_benefit(0.25)), 4)
    0.3333
    >>> artists = prplot.plot(path, space="net_benefit")
    """
    way_out = "It is the probability from which on one would treat."
    p = number_that("threshold_probability", threshold_probability, lambda p: 0 <= p < 1, "lie in [0, 1)", way_out)
    whole = (1, 0, 1, 0) if yes_or_no("standardized", standardized) else (1, 1, 1, 1)
    name = f"{'standardized ' * standardized}net benefit"
    return LinearFractional(name.replace(" ", "_"), f"{name} at {p:.3g}", (1, -p / (1 - p), 0, 0), whole)
