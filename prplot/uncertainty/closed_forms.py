"""Intervals by formulas: of a rate, of an area with its standard error, and DeLong's variance of ROC areas."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy import special

from prplot.errors import PrplotValueError
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray, sums_by_place
from prplot.uncertainty.influence import derivatives, every_group, influence_of_kinds
from prplot.uncertainty.units import Design, Kinds

Ends = tuple[float, float]
# An estimate this close to an end of its range shows nothing of its uncertainty.
AT_THE_END = 1e-12


def ends_within(middle: float, away: float, low: float = -math.inf, high: float = math.inf) -> Ends:
    """Return the ends of an interval of half-width ``away`` around ``middle``, which stay in the range.

    The interval is symmetric on the logit scale if the range has two ends, on a log scale if it has one, and otherwise
    on the scale of the number. It is NaN if ``middle`` is at an end of the range.
    """
    if min(middle - low, high - middle) <= AT_THE_END:
        return math.nan, math.nan
    both, width, short_of = np.array([-away, away]), high - low, high - middle
    with np.errstate(over="ignore"):
        if math.isfinite(width):
            share = (middle - low) / width
            ends = low + width * special.expit(special.logit(share) + both / width / (share * (1.0 - share)))
        elif math.isfinite(high):
            ends = high - short_of * np.exp(-both / short_of)
        elif math.isfinite(low):
            ends = low + (middle - low) * np.exp(both / (middle - low))
        else:
            ends = middle + both
    first, second = ends.tolist()
    return first, second


def quantile(level: float) -> float:
    """Return the number of standard errors on either side of the estimate in a normal interval of this level."""
    return float(special.ndtri((1.0 + level) / 2))


def wilson_at(share: Any, n: Any, z: Any) -> tuple[Any, Any]:
    """Return the ends of Wilson's interval of a share of ``n`` rows, with ``z`` standard errors; also for arrays.

    References
    ----------
    E. B. Wilson, J. Am. Stat. Assoc. 22, 209-212, 1927, doi:10.2307/2276774.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        shrinkage = np.square(z) / n
        middle = (share + shrinkage / 2) / (1 + shrinkage)
        away = np.abs(z) / (1 + shrinkage) * np.sqrt(share * (1 - share) / n + shrinkage / (4 * n))
    # The low end for a share of 0 is exactly 0, and the high end for a share of 1 exactly 1.
    low = np.where(np.equal(share, 0), 0.0, np.maximum(middle - away, 0.0))
    high = np.where(np.equal(share, 1), 1.0, np.minimum(middle + away, 1.0))
    return low[()], high[()]


def clopper_pearson(share: float, n: float, level: float) -> Ends:
    """Return the exact binomial interval of a share of ``n`` rows, which covers at least as often as its level.

    References
    ----------
    C. J. Clopper and E. S. Pearson, Biometrika 26, 404-413, 1934, doi:10.1093/biomet/26.4.404.
    """
    tail, hits = (1.0 - level) / 2, share * n
    low = special.betaincinv(hits, n - hits + 1, tail) if hits > 0 else 0.0
    return float(low), float(special.betaincinv(hits + 1, n - hits, 1.0 - tail)) if hits < n else 1.0


def roc_pulls(paths: Sequence[ConfusionPath], design: Design) -> list[tuple[FloatArray, str]]:
    """Return for each path the pulls of the rows on its ROC area, and the number of rows in words.

    All paths must have the same rows. The squares of the pulls add up to the variance of the area. The squares of the
    differences of two paths' pulls add up to the variance of the difference of their areas. The variance is Σ f² F / (F
    - 1) + Σ b² B / (B - 1) + 2 Σ f b G / (G - 1). Here f and b are the influence of the positive and of the negative
    weight of a row, or a group, on the area, such as α (V10 - A), where α is its share of the weight. Of G rows or
    groups, F have positives and B negatives; soft labels count as both.

    References
    ----------
    E. R. DeLong, D. M. DeLong and D. L. Clarke-Pearson, Biometrics 44, 837-845, 1988, doi:10.2307/2531595;
    X. Sun and W. Xu, IEEE Signal Process. Lett. 21, 1389-1393, 2014, doi:10.1109/LSP.2014.2337313;
    of groups N. A. Obuchowski, Biometrics 53, 567-578, 1997, doi:10.2307/2533958.
    """
    for path in paths:
        if not path.closed:
            raise PrplotValueError(
                "method 'delong' needs a score of every row; got a path that ends before, at "
                f"recall {path.reached:.4g}. Take 'bootstrap', which draws rows that no threshold returns too.",
                argument="method",
            )
        counted = design.weights == "frequency" or path._given.sample.counted
        if not counted and (path.treatment.ties != "average" or path.treatment.tolerance):
            raise PrplotValueError(
                "method 'delong' counts ties half and joins no near ones; got a path with other ties. "
                "Take 'bootstrap'.",
                argument="method",
            )
    kinds = design.kinds([every_group(path) for path in paths])
    units = "rows" if kinds.group is None else "groups (Obuchowski 1997, doi:10.2307/2533958)"
    influences = [
        kinds.size * influence / (kinds.size @ kinds.fg)
        for influence in influence_of_kinds([derivatives(path.roc(), 0.0, 1.0) for path in paths], kinds)
    ]
    return [(_pulls(influence, kinds), f"{kinds.units.sum():.0f} {units}") for influence in influences]


def _pulls(pulls: FloatArray, kinds: Kinds) -> FloatArray:
    """Return the pulls of each kind of rows, or group, three numbers for each, from the pulls of both of its weights.

    Let f and b be the pulls of the positive and the negative weight, each scaled by the root of its own factor n / (n -
    1). Let c be the last factor over the root of the product of the first two. Then the variance is (1 - c) (f² + b²) +
    c (f + b)².
    """
    weights, group = kinds.size * np.array([kinds.fg, kinds.bg]), kinds.group
    if group is not None:
        many = np.array([*(np.count_nonzero(np.bincount(group, weight)) for weight in weights), len(kinds.stratum)])
        pulls = np.array([sums_by_place(group, pull) for pull in pulls])
    else:
        many = np.array([kinds.size[weight > 0].sum() for weight in (*weights, weights.sum(axis=0))])
        many = np.full(3, many[2]) if (kinds.fg * kinds.bg).any() else many
        pulls = pulls / np.sqrt(kinds.size)
    if many.min() < 2:
        return np.full(pulls.shape[1], math.nan)
    factors = many / (many - 1)
    pulls = np.sqrt(factors[:2, None]) * pulls
    shared = min(factors[2] / math.sqrt(factors[0] * factors[1]), 1.0)
    return np.concatenate([*(math.sqrt(1.0 - shared) * pulls), math.sqrt(shared) * pulls.sum(axis=0)])
