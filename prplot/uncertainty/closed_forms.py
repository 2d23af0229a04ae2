"""Intervals in closed form: of an area from the number of positives, of a rate, and DeLong's of the ROC area."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special

from prplot.rows.arrays import FloatArray, sums_by_place

Ends = tuple[float, float]
IntArray = NDArray[np.intp]
# At an estimate this close to an end of its range nothing can be seen of its uncertainty.
AT_THE_END = 1e-12


def ends_within(middle: float, away: float, low: float = -math.inf, high: float = math.inf) -> Ends:
    """Return the ends at ± ``away`` from a number, on the scale on which it has no range to leave; NaN at its ends."""
    if min(middle - low, high - middle) <= AT_THE_END:
        return math.nan, math.nan
    if math.isfinite(low) and math.isfinite(high):
        width = high - low
        share = (middle - low) / width
        on_logits = away / width / (share * (1.0 - share))
        first, last = special.expit(special.logit(share) + np.array([-on_logits, on_logits]))
        return float(low + width * first), float(low + width * last)
    if math.isfinite(high):
        short_of = high - middle
        with np.errstate(over="ignore"):
            factor = float(np.exp(away / short_of))
        return high - short_of * factor, high - short_of / factor
    return middle - away, middle + away


def quantile(level: float) -> float:
    """Return how many standard errors an interval of a level spans on either side."""
    return float(special.ndtri((1.0 + level) / 2))


def effective(weights: FloatArray) -> float:
    """Return Kish's effective number of rows, (Σw)² / Σw²: as many of equal weight would be as uncertain.

    References
    ----------
    L. Kish, Survey Sampling, Wiley 1965.
    """
    largest = float(weights.max(initial=0.0))
    if largest == 0:
        return 0.0
    scaled = weights / largest
    return float(scaled.sum() ** 2 / (scaled**2).sum())


def wilson_at(share: Any, n: Any, z: Any) -> tuple[Any, Any]:
    """Return the shares from which an observed one is z standard errors away, taken at each of them; also of arrays.

    References
    ----------
    E. B. Wilson, J. Am. Stat. Assoc. 22, 209-212, 1927, doi:10.2307/2276774.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        lost = np.square(z) / n
        middle = (share + lost / 2) / (1 + lost)
        away = np.abs(z) / (1 + lost) * np.sqrt(share * (1 - share) / n + lost / (4 * n))
    # At 0 and at 1 the near end is that, but for rounding.
    low = np.where(np.equal(share, 0), 0.0, np.maximum(middle - away, 0.0))
    high = np.where(np.equal(share, 1), 1.0, np.minimum(middle + away, 1.0))
    return low[()], high[()]


def clopper_pearson(share: float, n: float, level: float) -> Ends:
    """Return the interval of a binomial share by its tails, which covers at least as often as it says.

    References
    ----------
    C. J. Clopper and E. S. Pearson, Biometrika 26, 404-413, 1934, doi:10.1093/biomet/26.4.404.
    """
    tail, hits = (1.0 - level) / 2, share * n
    low = special.betaincinv(hits, n - hits + 1, tail) if hits > 0 else 0.0
    return float(low), float(special.betaincinv(hits + 1, n - hits, 1.0 - tail)) if hits < n else 1.0


def placements(score: FloatArray, fg: FloatArray, bg: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return for each row the share of background below it, and of foreground above it; ties count half.

    Parameters
    ----------
    score : array of shape (n,)
    fg, bg : arrays of shape (n,)
        Weights.
    """
    values, place = np.unique(score, return_inverse=True)
    front, back = np.bincount(place, fg, len(values)), np.bincount(place, bg, len(values))
    below = (np.cumsum(back) - back / 2) / back.sum()
    above = 1.0 - (np.cumsum(front) - front / 2) / front.sum()
    return below[place], above[place]


def roc_pulls(
    score: FloatArray, fg: FloatArray, bg: FloatArray, *, rows: FloatArray | None = None, group: IntArray | None = None
) -> tuple[float, FloatArray]:
    """Return the ROC area, and how far each row, or group, pulls it: the squares add up to its variance.

    Hard labels: Σ over foreground of (α (V10 - A))² m / (m - 1), and the like of background, α being the share of the
    weight that the row has. Rows of both classes pull with both at once, as do whole groups.

    Parameters
    ----------
    score : array of shape (n,)
    fg, bg : arrays of shape (n,)
        Weights.
    rows : array of shape (n,), optional
        How many rows of weight 1 each stands for.
    group : array of int, of shape (n,), optional
        From 0 on.

    References
    ----------
    E. R. DeLong, D. M. DeLong and D. L. Clarke-Pearson, Biometrics 44, 837-845, 1988, doi:10.2307/2531595;
    X. Sun and W. Xu, IEEE Signal Process. Lett. 21, 1389-1393, 2014, doi:10.1109/LSP.2014.2337313;
    of groups N. A. Obuchowski, Biometrics 53, 567-578, 1997, doi:10.2307/2533958.
    """
    below, above = placements(score, fg, bg)
    front, back = fg / fg.sum(), bg / bg.sum()
    area = float(front @ below)
    front, back = front * (below - area), back * (above - area)
    if group is not None:
        fronts, backs = (int(np.count_nonzero(np.bincount(group, weight))) for weight in (fg, bg))
        return area, _of_groups(sums_by_place(group, front), sums_by_place(group, back), fronts, backs)
    if rows is None and not ((fg == 0) | (bg == 0)).all():
        entire = np.count_nonzero(fg + bg)
        return area, (front + back) * math.sqrt(entire / (entire - 1))
    for pull, weight in ((front, fg), (back, bg)):
        number = float(np.count_nonzero(weight)) if rows is None else float(weight.sum())
        pull *= math.sqrt(number / (number - 1)) if number > 1 else math.nan
    pulls = front + back
    return area, pulls if rows is None else pulls / np.sqrt(rows)


def _of_groups(front: FloatArray, back: FloatArray, fronts: int, backs: int) -> FloatArray:
    """Return pulls whose squares add up to Obuchowski's variance: Σ f² F/(F-1) + Σ b² B/(B-1) + 2 Σ f b G/(G-1).

    Of G groups F have foreground and B background. With both sums scaled, and c being what the last factor is of the
    root of the others, that is (1 - c) (f² + b²) + c (f + b)².
    """
    if min(fronts, backs) < 2:
        return np.full(len(front), math.nan)
    grown = [number / (number - 1) for number in (fronts, backs, len(front))]
    front, back = math.sqrt(grown[0]) * front, math.sqrt(grown[1]) * back
    both = min(grown[2] / math.sqrt(grown[0] * grown[1]), 1.0)
    apart = math.sqrt(1.0 - both)
    return np.concatenate([apart * front, apart * back, math.sqrt(both) * (front + back)])
