"""Summaries of a whole path: early recognition, and expectations over random thresholds."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from prplot.errors import invalid, short, yes_or_no
from prplot.metrics import f_beta
from prplot.path.facts import lacks, warn_open, warn_uncounted, warn_undefined
from prplot.path.steps import Steps
from prplot.rows.arrays import FloatArray, running
from prplot.rows.checks import number, number_that

if TYPE_CHECKING:
    from prplot.path.path import ConfusionPath

# A recall counts as equal to the prevalence if their relative difference is at most this.
ROUNDING = 1e-15
# Below this alpha the result is the same in float64.
FLATTEST = 1e-100
# Above this alpha the terms of BEDROC, proportional to 1 / alpha², vanish in float64; the result is at its limit.
STEEPEST = 1e100
# The lowest false positive rate whose reciprocal is finite in float64.
LOWEST = 1e-300


def rie(path: ConfusionPath, alpha: float = 20.0) -> float:
    """Return the robust initial enhancement (RIE): mean exp(-α x) of the positives / mean exp(-α x) of all rows.

    x is the place in the ranking: the share of the total weight ranked so far, 0 at the top. Each row occupies an
    interval of x as wide as its share of the weight; tied rows occupy one common interval. A row counts with the mean
    of exp(-α x) over its interval. For n rows of weight 1 the RIE equals the usual formula: the mean of exp(-α r / n)
    over the ranks r of the positives, divided by the mean over all ranks. With ties the RIE equals the mean of this
    formula over all orders of the tied rows. The same definition therefore holds for weights and soft labels, and
    multiplying all weights by a constant does not change the RIE.

    Parameters
    ----------
    alpha : float
        The weight of early recognition, greater than 0: the larger alpha, the more the top of the ranking counts. With
        alpha = 20 the first 8 percent of the ranking have four fifths of the weight.

    Returns
    -------
    float
        The RIE; its chance level is 1. Rows that no threshold reaches are ranked last, negatives before positives. Rows
        in one bin are treated like tied rows, although their scores may differ. For the path of a score model
        (`ScoreModel.path`) the RIE is approximate: scores between two thresholds count as tied. NaN, with a
        `PrplotWarning`, if there are no positives or the number of negatives is unknown.

    Raises
    ------
    PrplotValueError
        If alpha is not greater than 0, or not finite.

    See Also
    --------
    bedroc : RIE rescaled, so that the worst ranking has 0 and the best ranking has 1.

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
    if lacks(path, "the robust initial enhancement"):
        return math.nan
    steps = path._steps().to_the_end("ppr")
    predicted, increments, total = steps.along("ppr")
    weights = np.exp(-slope * (predicted[:-1] / total)) * _mean_weight(slope * (increments / total))
    return float((steps.fg * weights).sum()) / steps.positives / float(_mean_weight(slope))


def bedroc(path: ConfusionPath, alpha: float = 20.0) -> float:
    """Return the Boltzmann-enhanced discrimination of ROC (BEDROC): (RIE - worst) / (best - worst).

    BEDROC is `rie` rescaled so that a ranking with all positives last scores 0 and one with all positives first scores
    1. As alpha tends to 0, BEDROC tends to the area under the ROC curve.

    Parameters
    ----------
    alpha : float
        The weight of early recognition, greater than 0, as in `rie`: the larger alpha, the more the top of the ranking
        counts. Compare only values with the same alpha. If alpha times the prevalence is not well below 1, the
        prevalence must be the same too (see `at_prevalence`).

    Returns
    -------
    float
        In [0, 1]. The worst and best values are those of hard labels with this prevalence, so soft labels reach neither
        0 nor 1. Ties, weights, bins, paths from `ScoreModel.path` and rows that no threshold reaches are treated as in
        `rie`. NaN, with a `PrplotWarning`, if there are no positives or no negatives, or if the number of negatives is
        unknown.

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
    slope = min(_alpha(alpha), STEEPEST)
    if lacks(path, "BEDROC", both=True):
        return math.nan
    steps = path._steps().to_the_end("ppr")
    predicted, increments, total = steps.along("ppr")
    rows = np.flatnonzero(steps.fg)
    fg, bg, before, width = steps.fg[rows], steps.bg[rows], predicted[rows] / total, increments[rows] / total
    # A positive that is ranked before negatives earns its weight, less the weight that it would have after all of them.
    # The difference is proportional to these negatives, as is best - worst to all negatives, so both are divided by
    # them.
    after = running(steps.bg[::-1])[::-1][rows + 1]
    lead = slope * (after / total)
    earned = after / steps.negatives * _mean_weight(lead) * _mean_weight(slope * width)
    mixed = np.flatnonzero(bg)
    earned[mixed] += np.exp(-lead[mixed]) * _within(slope, fg[mixed], bg[mixed], steps.negatives, total)
    score = float((fg * np.exp(-slope * before) * earned).sum()) / steps.positives
    best = _mean_weight(slope * (steps.positives / total)) * _mean_weight(slope * (steps.negatives / total))
    return min(score / float(best), 1.0)


def log_auc(path: ConfusionPath, low: float = 0.001, high: float = 1.0, *, adjusted: bool = False) -> float:
    """Return the log AUC: the mean recall over the logarithm of the false positive rate, between two rates.

    The log AUC is the area under the ROC curve with a logarithmic horizontal axis, divided by the width log10(high /
    low) of the axis. The log AUC is computed exactly, with straight lines between operating points. Ties are one
    straight line, not the mean over all orders of the tied rows (slightly different).

    Parameters
    ----------
    low, high : float
        False positive rates, 1e-300 <= low < high <= 1.
    adjusted : bool
        Whether to subtract the log AUC of chance level, (high - low) / ln(high / low), which is 0.145 for the default
        rates.

    Returns
    -------
    float
        The log AUC as a fraction; docking programs print it in percent. If the path ends before every row is predicted
        positive, recall keeps its last value. If scores were counted in bins, the rows of a bin are treated as ties.
        For a path of a `prplot.simulate` model it is approximate, from a grid of thresholds. NaN, with a
        `PrplotWarning`, if the ROC curve is undefined.

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
    first = number("low", low)
    last = number_that("high", high, lambda rate: rate <= 1, "be at most 1", "It is a false positive rate.")
    if not LOWEST <= first < last:
        raise invalid(
            "low",
            f"be at least {LOWEST:g}, since no logarithm reaches 0, and less than high",
            f"low={short(low)}, high={short(high)}",
            "The usual range is from 0.001 to 1.",
        )
    whole = math.log(last / first)
    chance = (last - first) / whole if yes_or_no("adjusted", adjusted) else 0.0
    if path.roc()._warn_undefined("the logAUC"):
        return math.nan
    steps = path._steps().to_the_end()
    # Negative weights become shares of N, so that their products with the limits do not vanish.
    fp, bg = steps.fp / steps.negatives, steps.bg / steps.negatives
    steps = steps._replace(fp=fp, bg=bg, negatives=1.0).cut("fpr", first, last)
    # Vertical steps have no width and no area; the lower limit avoids 0 / 0.
    stretch = np.maximum(steps.bg / steps.fp[:-1], LOWEST)
    width = np.log1p(stretch)
    tpr, rise = steps.tp[:-1] / steps.positives, steps.fg / steps.positives
    area = float((tpr * width + rise * (1.0 - width / stretch)).sum())
    return area / whole - chance


def enrichment_factor(path: ConfusionPath, fraction: float = 0.01) -> float:
    """Return the enrichment factor: positives in the top fraction of rows, divided by the number expected by chance.

    The enrichment factor is recall at the predicted positive rate ``fraction``, divided by ``fraction``. If the
    fraction ends within a group of tied rows, their positives count in proportion to the part inside: the mean over all
    orders of the ties.

    Parameters
    ----------
    fraction : float
        The predicted positive rate, in (0, 1]. Tools that count whole rows round the number of rows up: for n rows and
        fraction f they use the fraction ``ceil(n * f) / n``.

    Returns
    -------
    float
        The enrichment factor; 1 at chance level, at most 1 / fraction and at most 1 / π, where π is the prevalence.
        Rows without a score are ranked last, negatives before positives. NaN, with a `PrplotWarning`, if there are no
        positives or the number of negatives is unknown.

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
    if lacks(path, "the enrichment factor"):
        return math.nan
    steps = path._steps().to_the_end("ppr")
    predicted, _, total = steps.along("ppr")
    return float(np.interp(part * total, predicted, steps.tp)) / steps.positives / part


def _alpha(alpha: float) -> float:
    """Return alpha as a float, raised to at least `FLATTEST`; raise an error unless it is finite and positive."""
    rule = "be greater than 0 and finite"
    return max(number_that("alpha", alpha, lambda slope: 0 < slope < math.inf, rule, "Usual is 20."), FLATTEST)


def _mean_weight(width: ArrayLike) -> FloatArray:
    """Return the mean of exp(-x) for x from 0 to each width."""
    from scipy.special import exprel

    return np.asarray(exprel(np.negative(width)))


def _within(alpha: float, fg: FloatArray, bg: FloatArray, negatives: float, total: float) -> FloatArray:
    """Return the terms of tied positives in `bedroc` for the negatives tied with them, averaged over the tie's orders.

    A term is the mean of exp(-(p + q) u) (1 - exp(-q (1 - u))) for u from 0 to 1, divided by alpha times the share of
    all negatives. Here p and q are alpha times the shares of the tied positives and negatives.
    """
    from scipy.special import hyp1f1

    p, q, both = alpha * (fg / total), alpha * (bg / total), fg + bg
    with np.errstate(divide="ignore", invalid="ignore"):
        # These are (1 - m) / p and (m - exp(-q)) / q with the mean weight m; for small p and q a series avoids
        # cancellation.
        by_fg = np.where(p < 1.0, hyp1f1(1.0, 3.0, -np.minimum(p, 1.0)) / 2, (1.0 - _mean_weight(p)) / p)
        by_bg = np.where(q < 1.0, hyp1f1(2.0, 3.0, -np.minimum(q, 1.0)) / 2, (_mean_weight(q) - np.exp(-q)) / q)
    return bg / negatives * (bg / both * by_bg + fg / both * np.exp(-q) * by_fg)


def roc_n(path: ConfusionPath, n: float = 50) -> float:
    """Return ROC_n: the ROC area up to n false positives, divided by the width n / N.

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

    The F_β gain is (F_β - π) / ((1 - π) F_β), where π is the prevalence. Operating points are drawn from the part of
    the curve with recall gain >= 0, such that Δ = recall gain / π - precision gain / (1 - π) is uniformly distributed.
    Let y0 be the precision gain at recall gain 0 (`Curve.y0`), and A the area under the PRG curve (parts below the x
    axis count as negative). The result is ((1 - π + β² π) A + (π y0² + β² (1 - π)) / 2) / ((1 + β²) (1 - π + π y0)).

    Parameters
    ----------
    beta : float
        The β of F_β, as in `prplot.f_beta`.

    Returns
    -------
    float
        The expected gain; NaN, with a `PrplotWarning`, if no true negatives are left at the point where recall is π
        (recall gain 0).

    References
    ----------
    P. Flach and M. Kull, NIPS 2015, Theorem 3.
    """
    squared = f_beta(beta)._beta_squared
    prg = path.prg()
    if prg._warn_undefined("the expected F-gain") or warn_open(path, "the expected F-gain"):
        return math.nan
    if not prg.rule.by_steps:
        area, start, pi = prg.area(), float(prg.at(0.0)), path.prevalence
        total = (1 - pi + squared * pi) * area + (pi * start**2 + squared * (1 - pi)) / 2
        return total / ((1 + squared) * (1 - pi + pi * start))
    # If few true negatives are left, the terms of the formula above cancel, so steps are summed instead.
    steps = _from_baseline(path._steps())
    # Sums counted from the end keep all digits of small remainders.
    tn, fn = (running(part[::-1])[::-1] for part in (steps.bg, steps.fg))
    if tn[0] == 0:
        warn_undefined("the expected F-gain", "no true negative from recall gain 0 on")
        return math.nan
    odds, tp = steps.positives / steps.negatives, steps.tp
    with np.errstate(over="ignore"):
        gain = 1.0 - (odds * steps.fp / tp + squared * (odds * (fn / tp))) / (1.0 + squared)
    # 1 - Δ is proportional to tn / tp, which never rises. A step's share is the fall of tn / tp along it, written as a
    # sum of non-negative terms, so that nothing cancels.
    share = (tn[:-1] * (steps.fg / tp[1:]) + steps.bg * (tp[:-1] / tp[1:])) * (tp[0] / tp[:-1]) / tn[0]
    return float((share * (gain[:-1] + gain[1:])).sum()) / 2


def _from_baseline(steps: Steps) -> Steps:
    """Return the steps from recall π on, where recall gain is 0, to the end."""
    positives = Fraction(steps.positives)
    baseline = positives / (positives + Fraction(steps.negatives))
    wanted = float(baseline * positives)
    first = int(np.searchsorted(steps.tp, wanted * (1 - ROUNDING)))
    # A threshold within rounding of recall π counts as lying there, so that no tiny step is cut off before it.
    if steps.tp[first] > wanted * (1 + ROUNDING):
        return steps.cut("tpr", baseline, 1)
    fp, tp, bg, fg = (each[first:] for each in steps[:4])
    return Steps(fp, tp, bg, fg, *steps[4:])


def expected_f(path: ConfusionPath, beta: float = 1.0) -> float:
    """Return the expected F_β of a random operating point.

    It is computed from the expected gain g that `expected_f_gain` returns: F_β = π / (1 - (1 - π) g), where π is the
    prevalence. Operating points are drawn as described there.
    """
    gain = path.expected_f_gain(beta)
    return path._now.prevalence / (path._now.prevalence + (1.0 - path._now.prevalence) * (1.0 - gain))


def expected_accuracy(path: ConfusionPath) -> float:
    """Return the mean accuracy if every predicted positive rate from 0 to 1 is equally likely to be used.

    The expected accuracy is ``π (1 - π) (2 AUROC - 1) + 1/2``, with the prevalence π.

    References
    ----------
    J. Hernández-Orallo, P. Flach and C. Ferri, JMLR 2012.
    """
    if warn_open(path, "the expected accuracy"):
        return math.nan
    pi = path.prevalence
    return pi * (1.0 - pi) * (2.0 * path.roc().area() - 1.0) + 0.5
