"""Bounds: least precision, least and expected random areas, the normalized area, and Pareto-optimal thresholds."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import ArrayLike

from prplot.completion import only
from prplot.errors import PrplotValueError, by_name, invalid, one_of, short
from prplot.path.steps import mean_precision
from prplot.rows.arrays import EXACT_INTEGERS, FloatArray, IntArray
from prplot.rows.checks import check_prevalence, not_negative, number_that, reals

if TYPE_CHECKING:
    from prplot.path.path import ConfusionPath

__all__ = [
    "expected_random_area",
    "minimum_area",
    "minimum_average_precision",
    "minimum_precision",
    "non_dominated",
    "normalized_area",
]

__dir__ = only(__all__)

# Weights count as equal if their relative difference is at most this.
SAME = 1e-12
# Interpolations whose expected area over random rankings has a closed form.
RandomAreaRule = Literal["step", "continuous"]


class PointTraits(NamedTuple):
    """The properties of a path's points that decide whether its area lies between those of its worst and best ranking.

    Attributes
    ----------
    hard : bool
        Whether every point is all positive or all negative.
    alike : bool
        Whether all points with positive weight have the same positive weight.
    whole : bool
        Whether the positive weight of every point is a whole number.
    level : bool
        Whether fg + bg is equal in all points, before the negatives were reweighted.
    given : bool
        Whether the negatives were not reweighted.
    tied : bool
        Whether several points share a threshold.
    entire : bool
        Whether the area is over the whole range of recall.
    """

    hard: bool
    alike: bool
    whole: bool
    level: bool
    given: bool
    tied: bool
    entire: bool

    @classmethod
    def of_path(cls, path: ConfusionPath, low: float, high: float) -> PointTraits:
        """Return the traits of a path's points for an area over recalls from ``low`` to ``high``."""
        points, factor = path._rankable, path._factor
        known, fg = not points.counted, points.fg
        # Halving first keeps the sum from overflowing.
        with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
            whole_weight = fg / 2 + points.bg / 2 / factor
        return cls(
            hard=points.hard,
            alike=known and _equal(fg),
            whole=not (fg % 1).any(),
            level=known and _equal(whole_weight),
            given=factor == 1.0,
            tied=not known or len(path) - 1 < int(np.count_nonzero(whole_weight)),
            entire=(low, high) == (0.0, 1.0),
        )


def _equal(weights: FloatArray) -> bool:
    """Return whether all positive weights are equal, up to rounding."""
    some = weights[weights > 0]
    return bool((some >= (1.0 - SAME) * some.max(initial=0.0)).all())


@by_name()
def minimum_precision(recall: ArrayLike, prevalence: float) -> FloatArray:
    """Return the least possible precision at a recall and a prevalence, for hard labels.

    The least precision at recall r and prevalence π is π r / (1 - π + π r); a classifier has this precision if all
    negatives are false positives.

    References
    ----------
    K. Boyd et al., Unachievable Region in Precision-Recall Space, ICML 2012, Theorem 1.

    Examples
    --------
    >>> import matplotlib.pyplot as plt
    >>> import prplot
    >>> recalls = [k / 100 for k in range(101)]
    >>> figure, ax = plt.subplots()
    >>> lines = ax.plot(recalls, prplot.bounds.minimum_precision(recalls, 0.2))
    >>> label = ax.set(xlabel="Recall", ylabel="Least precision at prevalence 0.2")
    """
    pi, r = check_prevalence(prevalence), reals("recall", recall)
    with np.errstate(all="ignore"):
        return np.asarray(pi * r / (1.0 - pi + pi * r))[()]


@by_name()
def minimum_area(prevalence: ArrayLike, low: ArrayLike = 0.0, high: ArrayLike = 1.0) -> Any:
    """Return Boyd's least possible area under a PR curve between two recalls, for hard labels.

    ``(b - a) + (1 - π)/π ln((1 - π + π a) / (1 - π + π b))``, evaluated in an equivalent form that is numerically
    accurate at any prevalence, however small.

    Parameters
    ----------
    prevalence : float or array_like
        π in (0, 1).
    low, high : float or array_like
        Recalls a and b, with a <= b. Arrays are broadcast.

    Returns
    -------
    float, or array of the broadcast shape

    References
    ----------
    K. Boyd et al., ICML 2012, Theorem 2 and Corollary 4.

    Examples
    --------
    >>> from prplot.path.area_bounds import minimum_area
    >>> round(minimum_area(0.1), 6)
    0.051755
    >>> minimum_area([0.1, 0.5], low=0.5).round(6).tolist()
    [0.03836, 0.212318]
    >>> import matplotlib.pyplot as plt
    >>> prevalences = [k / 100 for k in range(1, 100)]
    >>> figure, ax = plt.subplots()
    >>> lines = ax.plot(prevalences, minimum_area(prevalences))
    >>> label = ax.set(xlabel="Prevalence", ylabel="Area of the worst ranking")
    """
    pi, a, b = reals("prevalence", prevalence), reals("low", low), reals("high", high)
    for value in pi[~((pi > 0) & (pi < 1))].tolist():
        check_prevalence(value)
    if not np.all((a >= 0) & (a <= b) & (b <= 1)):
        raise invalid("low and high", "be recalls with 0 <= low <= high <= 1", f"low={short(low)}, high={short(high)}")
    along = pi * (b - a)
    # If low = high the area is 0; a width of 1 avoids 0 / 0, and the mean precision is multiplied by 0.
    steps = np.broadcast_arrays(1.0 - pi, pi * a, 0.0, np.where(along == 0, 1.0, along))
    area = (b - a) * mean_precision(*map(np.ravel, steps)).reshape(along.shape)
    return area if area.ndim else float(area)


@by_name()
def normalized_area(area: ArrayLike, prevalence: ArrayLike, low: ArrayLike = 0.0, high: ArrayLike = 1.0) -> Any:
    """Return Boyd's normalized area (AUCNPR) of a published PR area, without the scores.

    The normalized area is ``(area - least) / (most - least)``: the least possible area is `minimum_area`, the most
    possible area is ``high - low``. If you have the scores, use ``curve.normalized_area()``, which compares with the
    worst and the best ranking of these rows.

    Parameters
    ----------
    area : float or array_like
        The area under a PR curve of hard labels between recalls ``low`` and ``high``.
    prevalence : float or array_like
        π in (0, 1).
    low, high : float or array_like
        Recalls, ``low < high``. Arrays are broadcast.

    Returns
    -------
    float, or array of the broadcast shape
        0 for the worst ranking, 1 for the best; outside [0, 1] where no ranking has that area.

    References
    ----------
    K. Boyd et al., Unachievable Region in Precision-Recall Space, ICML 2012, Section 4.

    Examples
    --------
    >>> from prplot.path.area_bounds import normalized_area
    >>> normalized_area(0.4, [0.5, 0.05]).round(3).tolist()
    [0.134, 0.384]
    >>> import matplotlib.pyplot as plt
    >>> prevalences = [k / 100 for k in range(1, 37)]
    >>> figure, ax = plt.subplots()
    >>> lines = ax.plot(prevalences, normalized_area(0.4, prevalences))
    >>> label = ax.set(xlabel="Prevalence", ylabel="Normalized area of area 0.4")
    """
    a, b = reals("low", low), reals("high", high)
    least = minimum_area(prevalence, a, b)
    if np.any(a == b):
        raise invalid("low and high", "be different recalls", f"low={short(low)}, high={short(high)}")
    share = (reals("area", area) - least) / ((b - a) - least)
    return share if np.ndim(share) else float(share)


@by_name()
def minimum_average_precision(positives: int, negatives: float) -> float:
    """Return Boyd's minimum average precision of hard labels: (1/P) Σ i / (i + N), i = 1..P.

    Parameters
    ----------
    positives : int
        P, a whole number of at least 1.
    negatives : float
        N, not negative.

    References
    ----------
    K. Boyd et al., ICML 2012, Theorem 3.

    Examples
    --------
    >>> import matplotlib.pyplot as plt
    >>> import prplot
    >>> prplot.bounds.minimum_average_precision(1, 3)
    0.25
    >>> figure, ax = plt.subplots()
    >>> lines = ax.plot(range(1, 51), [prplot.bounds.minimum_average_precision(p, 50) for p in range(1, 51)])
    >>> label = ax.set(xlabel="Positives beside 50 negatives", ylabel="Average precision of the worst ranking")
    """
    rule = "be a whole number of at least 1"
    count = number_that("positives", positives, lambda n: 1 <= n <= EXACT_INTEGERS and n.is_integer(), rule)
    others = not_negative("negatives", negatives)
    rank = np.arange(1.0, count + 1.0)
    return float(np.mean(rank / (rank + others)))


@by_name()
def expected_random_area(path: ConfusionPath, interpolation: RandomAreaRule) -> float:
    """Return the exact expected area under the PR curve of a random ranking without ties.

    Parameters
    ----------
    path : ConfusionPath
        A path whose rows have hard labels of weight 1 or, for "step", soft labels with fg + bg = 1.
    interpolation : {"step", "continuous"}
        The interpolation of the PR curve. For hard labels, the expected area with "step" is (P - 1)/(n - 1) + N H_n /
        (n (n - 1)), where H_n is the n-th harmonic number; with "continuous" it is 1 - N (n ln n - ln n!) / (n (n -
        1)).

    Raises
    ------
    PrplotValueError
        If the interpolation is another one, the rows have other weights, or there are fewer than two rows.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([1, 0, 0, 0], [0.9, 0.7, 0.4, 0.2])
    >>> round(prplot.bounds.expected_random_area(path, "step"), 4)
    0.5208
    >>> artists = prplot.plot(path.pr("step"))
    >>> band = prplot.draw.random_band(artists.lines[0].curve, ax=artists.ax)
    """
    interpolation = one_of("interpolation", interpolation, get_args(RandomAreaRule))
    rows = path._rankable
    if rows.counted:
        raise PrplotValueError(
            "the expected area of a random ranking needs the rows of the sample; this path was made from counts "
            "that are not whole numbers of rows. Make it with prplot.from_labels or prplot.from_weights."
        )
    n = len(rows)
    unit = np.allclose(rows.fg + rows.bg, 1.0, rtol=1e-12)
    if n < 2 or not unit or (interpolation == "continuous" and not rows.hard):
        raise PrplotValueError(
            "the expected area of a random ranking has a closed form for two rows or more of weight 1 "
            "(fg + bg = 1), and for the continuous interpolation of hard labels only."
        )
    if interpolation == "continuous":
        return 1.0 - path.negatives / (n * (n - 1)) * (n * math.log(n) - math.lgamma(n + 1.0))
    positives = path.positives
    harmonic, squares = float((1.0 / np.arange(1, n + 1)).sum()), float((rows.fg**2).sum())
    return (squares * harmonic + (n - harmonic) * (positives**2 - squares) / (n - 1)) / (positives * n)


@by_name()
def non_dominated(path: ConfusionPath, rate: str) -> IntArray:
    """Return the indices of the Pareto-optimal thresholds: those that no other beats in the two measures compared.

    Parameters
    ----------
    path : ConfusionPath
        The path whose thresholds are compared.
    rate : {"tpr", "ppr", "fpr"}
        Chooses the two measures, by the rate on the x axis. "fpr" (as in ROC): compare recall and false positive rate.
        "tpr" (PR): recall and precision. "ppr" (predicted positive rate, as in gains): the same as "tpr". A threshold
        beats another if it is at least as good in both measures and better in one.

    Returns
    -------
    ndarray of int
        Indices into ``path.thresholds``, in increasing order.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1])
    >>> kept = prplot.bounds.non_dominated(path, "fpr")
    >>> path.thresholds[kept].tolist()
    [0.9, 0.4]
    >>> artists = prplot.plot(path, space="roc")
    >>> points = artists.ax.plot(path.fp[kept] / path.negatives, path.tp[kept] / path.positives, "ro")
    """
    fp, tp, *_ = path._steps()
    if rate == "fpr":
        # FP and TP never fall along the path, so only the last point of each FP can be best, if no point with less FP
        # has its TP.
        last_of_fp = np.append(fp[1:] > fp[:-1], True)
        return np.flatnonzero(last_of_fp & (fp <= fp[np.searchsorted(tp, tp)]))
    with np.errstate(all="ignore"):
        # The point of highest precision is the one of lowest FP / TP.
        ratio = np.where(tp > 0, fp / tp, np.inf)
    best_beyond = np.append(np.minimum.accumulate(ratio[::-1])[-2::-1], np.inf)
    first_of_tp = np.append(False, tp[1:] > tp[:-1])
    return np.flatnonzero(first_of_tp & (ratio < best_beyond))
