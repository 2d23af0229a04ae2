"""Numbers of a whole path: early recognition, and what a random threshold can be expected to achieve."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from prplot.errors import invalid, short, yes_or_no
from prplot.metrics import f_beta
from prplot.path.facts import UNCOUNTED, warn_open, warn_uncounted, warn_undefined
from prplot.path.steps import Steps
from prplot.rows.arrays import FloatArray, running
from prplot.rows.checks import number, number_that

if TYPE_CHECKING:
    from prplot.path.path import ConfusionPath

# How far a rate may miss the prevalence, relatively, and still be it.
ROUNDING = 1e-15
# From here up weights differ in their first digits; below, where all are near 1, what they lack to 1 is added up.
STEEP = 1.0
# Flatter weights are the same but for digits that float64 does not have.
FLATTEST = 1e-100
# Lowest false positive rate, of which 1 is a multiple that float64 can hold.
LOWEST = 1e-300


def rie(path: ConfusionPath, alpha: float = 20.0) -> float:
    """Return the robust initial enhancement (RIE): the mean of exp(-α x) over positives, divided by that over all rows.

    x is the predicted positive rate, the share of all weight ranked so far. A row takes up a stretch of x as wide as
    its share of the weight, a group of equal scores the stretch of its rows together, and what it earns is the mean of
    exp(-α x) over its stretch. Of n rows of weight 1 this is exactly the usual formula, the mean of exp(-α r / n) over
    the ranks r of the positives by that over all ranks, and with ties its mean over all orders of the tied rows. So
    weights and soft labels need no other definition, and multiplying all weights by a number changes nothing.

    Parameters
    ----------
    alpha : float
        How early is early, greater than 0. With 20 four fifths of the weight are on the first 8 percent.

    Returns
    -------
    float
        1 by chance. Rows that no threshold returns are ranked last, negatives before positives. In bins, as in ties,
        the rows are mixed evenly, although their scores may differ. For a population it is only as exact as the
        spacing of its thresholds. NaN, with a `PrplotWarning`, without positives, and where the number of negatives
        is unknown.

    Raises
    ------
    PrplotValueError
        If alpha is not greater than 0, or not finite.

    See Also
    --------
    bedroc : the same between the worst ranking, 0, and the best, 1.

    References
    ----------
    R. P. Sheridan et al., J. Chem. Inf. Comput. Sci. 2001, doi:10.1021/ci0100144.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.5])
    >>> round(path.rie(), 4)
    2.455
    """
    slope = _alpha(alpha)
    if _lacks(path, "the robust initial enhancement"):
        return math.nan
    # What was taken off every weight.
    less = float(slope < STEEP)
    return (less + _earned(path, slope)) / (less + float(_weights(slope, 0.0, 1.0)))


def bedroc(path: ConfusionPath, alpha: float = 20.0) -> float:
    """Return the Boltzmann-enhanced discrimination of ROC (BEDROC): (RIE - worst) / (best - worst).

    BEDROC is `rie` rescaled so that a ranking with all positives last scores 0 and one with all positives first
    scores 1. As alpha tends to 0 it tends to the area under the ROC curve.

    Parameters
    ----------
    alpha : float
        How early is early, greater than 0, as in `rie`. Compare only numbers of the same alpha and, unless alpha
        times the prevalence is well below 1, of the same prevalence (`at_prevalence`).

    Returns
    -------
    float
        In [0, 1]. The worst and best values are those of hard labels with this prevalence, so soft labels reach
        neither 0 nor 1. Ties, weights, bins, populations and paths that end early are treated as in `rie`. NaN, with
        a `PrplotWarning`, without positives or without negatives, and where the number of negatives is unknown.

    Raises
    ------
    PrplotValueError
        If alpha is not greater than 0, or not finite.

    References
    ----------
    J.-F. Truchon and C. I. Bayly, J. Chem. Inf. Model. 2007, doi:10.1021/ci600426e.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.5])
    >>> round(path.bedroc(), 4), round(path.bedroc(alpha=1e-6), 4), round(path.roc().area(), 4)
    (0.9823, 0.8333, 0.8333)
    """
    slope = _alpha(alpha)
    if _lacks(path, "BEDROC", both=True):
        return math.nan
    steps = path.steps()
    front, back = (each / (steps.positives + steps.negatives) for each in (steps.positives, steps.negatives))
    best_less_worst = math.expm1(-slope * front) * math.expm1(-slope * back) / (slope * front)
    beyond_worst = _earned(path, slope) - float(_weights(slope, back, front))
    return min(max(beyond_worst / best_less_worst, 0.0), 1.0)


def log_auc(path: ConfusionPath, low: float = 0.001, high: float = 1.0, *, adjusted: bool = False) -> float:
    """Return the log AUC: the mean recall over the logarithm of the false positive rate, between two rates.

    The area under the ROC curve on a logarithmic abscissa, divided by its width log10(high / low). Exact for the
    straight steps of the curve: also within ties, where it is not quite the mean over all orders of the tied rows.

    Parameters
    ----------
    low, high : float
        False positive rates, 1e-300 <= low < high <= 1.
    adjusted : bool
        Whether that of chance, (high - low) / ln(high / low), is taken off: 0.145 by default.

    Returns
    -------
    float
        A share, where docking programs print percent. Beyond the end of a path that no threshold continues recall
        stays at what is reached. In bins, as in ties, the rows are mixed evenly, although their scores may differ.
        For a population it is only as exact as the spacing of its thresholds. NaN, with a `PrplotWarning`, where ROC
        curves are undefined.

    Raises
    ------
    PrplotValueError
        If low or high is out of range.

    References
    ----------
    M. M. Mysinger and B. K. Shoichet, J. Chem. Inf. Model. 2010, doi:10.1021/ci100214a.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.5])
    >>> round(path.log_auc(), 4), round(path.log_auc(adjusted=True), 4)
    (0.5795, 0.4349)
    """
    first, last = number("low", low), number("high", high)
    if not LOWEST <= first < last:
        raise invalid(
            "low",
            f"be at least {LOWEST:g}, since no logarithm reaches 0, and less than high",
            f"low={short(low)}, high={short(high)}",
            "The usual range is from 0.001 to 1.",
        )
    if not last <= 1:
        raise invalid("high", "be at most 1", short(high), "It is a false positive rate.")
    whole = math.log(last / first)
    chance = (last - first) / whole if yes_or_no("adjusted", adjusted) else 0.0
    if path.roc().warn_undefined("the logAUC"):
        return math.nan
    steps = path.steps().to_the_end().cut("fpr", Fraction(first), Fraction(last))
    # Steps straight up have no width, and so no area.
    stretch = np.maximum(steps.bg / steps.fp[:-1], LOWEST)
    width = np.log1p(stretch)
    area = float((steps.tp[:-1] * width + steps.fg * (1.0 - width / stretch)).sum()) / steps.positives
    return area / whole - chance


def enrichment_factor(path: ConfusionPath, fraction: float = 0.01) -> float:
    """Return the enrichment factor: positives in the top fraction of rows, divided by the number expected by chance.

    Recall at that predicted positive rate, divided by it. The path is interpolated linearly: if the cut splits tied
    rows or a single row, their positives count in proportion, which for ties is the mean over all orders of the tied
    rows.

    Parameters
    ----------
    fraction : float
        The predicted positive rate, in (0, 1]. Tools that count whole rows round it up: n rows and fraction f are
        ``ceil(n * f) / n`` there.

    Returns
    -------
    float
        1 by chance, at most 1 / fraction and 1 / π. Rows that no threshold returns are ranked last, negatives before
        positives. In bins, as in ties, the rows are mixed evenly, although their scores may differ. For a population
        it is only as exact as the spacing of its thresholds. NaN, with a `PrplotWarning`, without positives, and
        where the number of negatives is unknown.

    Raises
    ------
    PrplotValueError
        If the fraction is out of range.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.5])
    >>> path.enrichment_factor(0.2), path.enrichment_factor(1.0)
    (2.5, 1.0)
    """
    part = number_that("fraction", fraction, lambda part: 0 < part <= 1, "lie in (0, 1]", "One percent is 0.01.")
    if _lacks(path, "the enrichment factor"):
        return math.nan
    steps = path.steps().to_the_end("ppr")
    predicted, _, total = steps.along("ppr")
    return float(np.interp(part * total, predicted, steps.tp)) / steps.positives / part


def _alpha(alpha: float) -> float:
    """Return how steeply weights fall, or raise an error."""
    rule = "be greater than 0 and finite"
    return max(number_that("alpha", alpha, lambda slope: 0 < slope < math.inf, rule, "Usual is 20."), FLATTEST)


def _lacks(path: ConfusionPath, what: str, both: bool = False) -> bool:
    """Warn where N is unknown, or a class that has to be ranked has no weight; return whether it is so."""
    why = UNCOUNTED if math.isnan(path.negatives) else ""
    if both and path.negatives == 0:
        why = "the sample has no negative weight (N = 0)."
    if path.positives == 0:
        why = why or "the sample has no positive weight (P = 0)."
    return warn_undefined(what, why)


def _earned(path: ConfusionPath, alpha: float) -> float:
    """Return the mean of the `_weights` over the positives; rows that no threshold returns come last."""
    steps = path.steps().to_the_end("ppr")
    predicted, increments, total = steps.along("ppr")
    return float((steps.fg * _weights(alpha, predicted[:-1] / total, increments / total)).sum()) / steps.positives


def _weights(alpha: float, start: ArrayLike, width: ArrayLike) -> FloatArray:
    """Return the mean of exp(-alpha x) over stretches of x, less 1 where alpha is below `STEEP`."""
    from scipy.special import exprel, hyp1f1

    before, along = np.multiply(alpha, start), np.multiply(alpha, width)
    if alpha >= STEEP:
        return np.asarray(np.exp(-before) * exprel(-along))
    # 1 - exprel(-along), without cancellation.
    lost = along / 2 * hyp1f1(1.0, 3.0, -along)
    return np.asarray(np.expm1(-before) * (1.0 - lost) - lost)


def roc_n(path: ConfusionPath, n: float = 50) -> float:
    """Return the area under the ROC curve up to the first n false positives, divided by its width.

    Parameters
    ----------
    n : float
        The number (weight) of false positives at which the area ends; at most N. The default gives ROC50.

    Raises
    ------
    PrplotValueError
        If n is not in (0, N].
    """
    count = number("n", n)
    if warn_uncounted(path, f"the area up to {count:g} false positives"):
        return math.nan
    if not 0 < count <= path.negatives:
        rule = f"lie in (0, {path.negatives:g}], up to all negatives"
        raise invalid("n", rule, short(n), "Pass a smaller n, or use roc().area().")
    width = count / path.negatives
    return path.roc().area(0.0, width) / width


def expected_f_gain(path: ConfusionPath, beta: float = 1.0) -> float:
    """Return the expected F_β gain of a random operating point, computed from the area under the PRG curve.

    The operating point is drawn so that Δ = recall gain / π - precision gain / (1 - π) is uniform over the part of the
    curve from recall gain 0 on. The formula is linear in the signed area and the square of `Curve.y0`.

    Parameters
    ----------
    beta : float
        As in `prplot.f_beta`.

    Returns
    -------
    float
        NaN, with a `PrplotWarning`, if the curve from recall gain 0 on has no true negatives.

    References
    ----------
    P. Flach and M. Kull, NIPS 2015, Theorem 3.
    """
    squared = f_beta(beta).beta_squared
    prg = path.prg()
    if prg.warn_undefined("the expected F-gain") or warn_open(path, "the expected F-gain"):
        return math.nan
    if not prg.rule.by_steps:
        area, start, pi = prg.area(), float(prg.at(0.0)), path.prevalence
        total = (1 - pi + squared * pi) * area + (pi * start**2 + squared * (1 - pi)) / 2
        return total / ((1 + squared) * (1 - pi + pi * start))
    # The same formula, step by step: where few true negatives are left its terms would cancel.
    steps = _from_baseline(path.steps())
    # Counted from the end, what is left keeps its digits.
    tn, fn = (running(part[::-1])[::-1] for part in (steps.bg, steps.fg))
    if tn[0] == 0:
        warn_undefined("the expected F-gain", "no true negative from recall gain 0 on.")
        return math.nan
    odds, tp = steps.positives / steps.negatives, steps.tp
    with np.errstate(over="ignore"):
        gain = 1.0 - (odds * steps.fp / tp + squared * (odds * (fn / tp))) / (1.0 + squared)
    # Δ falls short of its end by a multiple of tn / tp, which never rises: no term of a share cancels.
    share = (tn[:-1] * (steps.fg / tp[1:]) + steps.bg * (tp[:-1] / tp[1:])) * (tp[0] / tp[:-1]) / tn[0]
    return float((share * (gain[:-1] + gain[1:])).sum()) / 2


def _from_baseline(steps: Steps) -> Steps:
    """Return the steps from recall gain 0 on."""
    positives = Fraction(steps.positives)
    baseline = positives / (positives + Fraction(steps.negatives))
    wanted = float(baseline * positives)
    first = int(np.searchsorted(steps.tp, wanted * (1 - ROUNDING)))
    # A vertex that misses it by a rounding is on it, with all that is above and below.
    if steps.tp[first] > wanted * (1 + ROUNDING):
        return steps.cut("tpr", baseline, Fraction(1))
    fp, tp, bg, fg = (each[first:] for each in steps[:4])
    return Steps(fp, tp, bg, fg, *steps[4:])


def expected_f(path: ConfusionPath, beta: float = 1.0) -> float:
    """Return the F_β whose gain is `expected_f_gain`: π / (1 - (1 - π) gain)."""
    gain = path.expected_f_gain(beta)
    return path.known_prevalence / (path.known_prevalence + (1.0 - path.known_prevalence) * (1.0 - gain))


def expected_accuracy(path: ConfusionPath) -> float:
    """Return the mean accuracy over operating points, every predicted positive rate being equally likely.

    ``π (1 - π) (2 AUROC - 1) + 1/2``.

    References
    ----------
    J. Hernández-Orallo, P. Flach and C. Ferri, JMLR 2012.
    """
    if warn_open(path, "the expected accuracy"):
        return math.nan
    pi = path.prevalence
    return pi * (1.0 - pi) * (2.0 * path.roc().area() - 1.0) + 0.5
