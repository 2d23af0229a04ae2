"""Intervals in closed form: of an area from the number of positives, and of a rate."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy import special

from prplot.rows.arrays import FloatArray

Ends = tuple[float, float]
# At an estimate this close to an end of its range nothing can be seen of its uncertainty.
AT_THE_END = 1e-12


def ends_within(middle: float, away: float, low: float = -math.inf, high: float = math.inf) -> Ends:
    """Return the ends at ± ``away`` from a number, on the scale on which it has no range to leave; NaN at its ends."""
    if min(middle - low, high - middle) <= AT_THE_END:
        return math.nan, math.nan
    both, width, short_of = np.array([-away, away]), high - low, high - middle
    if math.isfinite(width):
        share = (middle - low) / width
        ends = low + width * special.expit(special.logit(share) + both / width / (share * (1.0 - share)))
    elif math.isfinite(high):
        with np.errstate(over="ignore"):
            ends = high - short_of * np.exp(-both / short_of)
    else:
        ends = middle + both
    return float(ends[0]), float(ends[1])


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
