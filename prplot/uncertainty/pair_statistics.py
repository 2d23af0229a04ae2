"""Statistics of differences between classifiers: intervals, p values and their Monte Carlo errors, shares of wins."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations

import numpy as np
from scipy import special

from prplot.names import ComparisonMethod
from prplot.rows.arrays import FloatArray, Pair
from prplot.uncertainty.closed_forms import quantile
from prplot.uncertainty.comparison import Difference

# Numbers up to this size are rounding errors of 0.
TINY = 1e-12


def differences(values: FloatArray) -> FloatArray:
    """Return the difference of each pair of values along the last axis."""
    first, second = np.triu_indices(values.shape[-1], 1)
    with np.errstate(invalid="ignore"):
        return np.asarray(values[..., first] - values[..., second])


def by_replicates(values: FloatArray, estimates: FloatArray, level: float) -> FloatArray:
    """Return the interval's ends, the p value and the standard error of each pair's difference, from replicates.

    ``values`` has shape (n, classifiers). Replicates in which one of the two is undefined are left out. A difference
    without spread has no interval.
    """
    away = differences(values)
    away[~np.isfinite(away) | np.isnan(differences(estimates))] = np.nan
    many = np.count_nonzero(np.isfinite(away), axis=0)
    # The p value is twice the smaller share of replicates on one side of 0, or at 0.
    fewer = np.minimum(np.sum(away <= TINY, axis=0), np.sum(away >= -TINY, axis=0))
    p = np.where(many > 0, np.minimum(1.0, 2 * (1 + fewer) / (1 + many)), np.nan)
    away[:, many < 2] = 0.0
    spread = np.nanstd(away, axis=0, ddof=min(1, len(away) - 1))
    spread[spread <= TINY] = np.nan
    low, high = np.nanquantile(away, ((1.0 - level) / 2, (1.0 + level) / 2), axis=0) + 0.0 * spread
    return np.array([low, high, p, spread])


def by_pulls(pulls: FloatArray, estimates: FloatArray, level: float) -> FloatArray:
    """Return the interval's ends, the p value and the standard error of each pair's difference, from the rows' pulls.

    A pull u says how far a row moves an area. The variance of a difference is Σ (u_a - u_b)². A row of independent
    samples has a pull on one area only.
    """
    # Differences of pulls are squared, so that the variance between equal classifiers is exactly 0.
    squares = [np.sum((a - b) ** 2) for a, b in combinations(pulls, 2)]
    return by_errors(differences(estimates), np.sqrt(squares), quantile(level), special.ndtr)


def by_errors(
    deltas: FloatArray, errors: FloatArray, width: float, tail: Callable[[FloatArray], FloatArray]
) -> FloatArray:
    """Return the interval's ends, the p value and the standard error of each pair's difference, from standard errors.

    The interval is the difference ± ``width`` errors. ``tail`` is the distribution function of a difference over its
    error. A difference without error has no interval.
    """
    errors = np.where(errors > TINY, errors, np.nan)
    p = 2.0 * tail(-np.abs(deltas) / errors)
    p[np.isnan(errors) & (np.abs(deltas) <= TINY)] = 1.0
    return np.array([deltas - width * errors, deltas + width * errors, p, errors])


def together(spread: FloatArray, values: FloatArray, estimates: FloatArray, level: float) -> Pair:
    """Return simultaneous intervals of all differences: D ± q sd, with the quantile q of the largest |D* - D| / sd."""
    deltas = differences(estimates)
    ratios = np.abs(differences(values) - deltas) / spread
    largest = ratios[:, np.isfinite(spread)].max(axis=1, initial=0.0)
    largest = largest[np.isfinite(largest)]
    q = np.quantile(largest, level) if len(largest) else math.nan
    return deltas - q * spread, deltas + q * spread


def by_folds(values: FloatArray, ratio: float, level: float) -> FloatArray:
    """Return the interval's ends, the p value and the standard error of each pair's difference, from folds.

    ``values`` has shape (k, classifiers). The variance of the mean difference is s² (1/k + n_test / n_train); ``ratio``
    is n_test / n_train.

    References
    ----------
    C. Nadeau and Y. Bengio, Mach. Learn. 52, 239-281, 2003, doi:10.1023/A:1024068626366.
    """
    away, k = differences(values), len(values)
    errors = np.sqrt((1.0 / k + ratio) * away.var(axis=0, ddof=1))
    width = special.stdtrit(k - 1, (1.0 + level) / 2)
    return by_errors(away.mean(axis=0), errors, width, partial(special.stdtr, k - 1))


def difference_rows(
    names: Sequence[str], estimates: FloatArray, statistics: FloatArray, p_errors: FloatArray
) -> tuple[Difference, ...]:
    """Return the row of each pair, from its interval and p value in ``statistics`` and the Monte Carlo error of p."""
    p = statistics[2]
    numbers = np.vstack([differences(estimates), statistics[:3], holm(p), p_errors]).T.tolist()
    return tuple(Difference(*two, *row) for two, row in zip(combinations(names, 2), numbers, strict=True))


def monte_carlo_error(method: ComparisonMethod, p: FloatArray, n: int) -> FloatArray:
    """Return the Monte Carlo standard error of p values from n replicates or permutations; 0 for other methods."""
    sides = {"bootstrap": 2.0, "permutation": 1.0}.get(method, 0.0)
    share = np.minimum(p / max(sides, 1.0), 1.0)
    return np.asarray(sides * np.sqrt(share * (1.0 - share) / n))


def holm(p: FloatArray) -> FloatArray:
    """Return p values adjusted for multiple tests by Holm's method; NaN stays NaN and does not count.

    The k-th smallest of m is multiplied by m + 1 - k, and is at least as large as those before it.

    References
    ----------
    S. Holm, Scand. J. Stat. 6, 65-70, 1979.
    """
    order = np.argsort(p)[: np.count_nonzero(~np.isnan(p))]
    adjusted = np.full(len(p), np.nan)
    adjusted[order] = np.maximum.accumulate(np.minimum(1.0, np.arange(len(order), 0, -1) * p[order]))
    return adjusted


def shares_first(values: FloatArray, lower_is_better: bool | None) -> list[float]:
    """Return for each classifier the share of replicates in which it is the best; ties are shared.

    Only replicates that are defined for all classifiers count. The shares are NaN if neither more nor less is better.
    """
    known = values[np.isfinite(values).all(axis=1)] * (-1.0 if lower_is_better else 1.0)
    if not len(known) or lower_is_better is None:
        return [math.nan] * values.shape[1]
    among = known >= known.max(axis=1, keepdims=True) - TINY
    shares: list[float] = (among / among.sum(axis=1, keepdims=True)).mean(axis=0).tolist()
    return shares
