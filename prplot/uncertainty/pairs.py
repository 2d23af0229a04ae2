"""Pairs of classifiers: the interval and the p value of each difference, and how often each classifier is the best."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from scipy import special

from prplot.rows.arrays import FloatArray
from prplot.uncertainty.closed_forms import quantile

# What is 0 but for rounding.
TINY = 1e-12


def pairs_of(many: int) -> list[tuple[int, int]]:
    """Return all pairs of so many, the earlier one first."""
    return list(combinations(range(many), 2))


class Pair(NamedTuple):
    """The interval of a difference, and its p value."""

    low: float
    high: float
    p: float


def by_replicates(values: FloatArray, estimates: FloatArray, level: float, simultaneous: bool) -> list[Pair]:
    """Return the interval and the p value of each pair by the replicates, of shape (n, classifiers).

    Replicates in which one of the two is undefined are left out. A difference without spread has no interval.
    """
    pairs = pairs_of(values.shape[1])
    with np.errstate(invalid="ignore"):
        away = np.column_stack([values[:, i] - values[:, j] for i, j in pairs])
    given = np.array([estimates[i] - estimates[j] for i, j in pairs])
    found = [
        _by_column(middle, column[np.isfinite(column)], level) for middle, column in zip(given, away.T, strict=True)
    ]
    if not simultaneous:
        return found
    spread = [
        math.nan if math.isnan(pair.low) else float(np.std(column[np.isfinite(column)], ddof=1))
        for pair, column in zip(found, away.T, strict=True)
    ]
    return _together(found, away, given, np.array(spread), level)


def _by_column(middle: float, known: FloatArray, level: float) -> Pair:
    if math.isnan(middle) or not len(known):
        return Pair(math.nan, math.nan, math.nan)
    # Twice the lesser share of replicates at 0 or beyond it.
    fewer = min(np.count_nonzero(known <= TINY), np.count_nonzero(known >= -TINY))
    p = min(1.0, float(2 * (1 + fewer) / (1 + len(known))))
    if np.ptp(known) <= TINY:
        return Pair(math.nan, math.nan, p)
    tail = (1.0 - level) / 2
    low, high = np.quantile(known, (tail, 1.0 - tail))
    return Pair(float(low), float(high), p)


def by_pulls(
    pulls: Sequence[FloatArray],
    estimates: FloatArray,
    level: float,
    *,
    paired: bool,
    simultaneous: bool,
    n: int,
    rng: np.random.Generator,
) -> list[Pair]:
    """Return the interval and the p value of each pair by how far each row pulls either area.

    The variance of a difference is Σ (u_a - u_b)² on the same rows, Σ u_a² + Σ u_b² on independent ones. Intervals
    that hold together are found by n normal vectors of that covariance.
    """
    pairs = pairs_of(len(pulls))
    if paired:
        # Of the differences themselves: that of classifiers alike is exactly 0.
        squares = [float(np.sum((pulls[i] - pulls[j]) ** 2)) for i, j in pairs]
    else:
        squares = [float(pulls[i] @ pulls[i] + pulls[j] @ pulls[j]) for i, j in pairs]
    given = np.array([estimates[i] - estimates[j] for i, j in pairs])
    spread = np.sqrt(squares)
    spread[spread <= TINY] = np.nan
    found = [_by_error(float(middle), float(sd), level) for middle, sd in zip(given, spread, strict=True)]
    if not simultaneous:
        return found
    if paired:
        together = np.array(pulls)
        covariance = together @ together.T
    else:
        covariance = np.diag([float(pull @ pull) for pull in pulls])
    values, vectors = np.linalg.eigh(covariance)
    areas = rng.standard_normal((n, len(pulls))) * np.sqrt(np.maximum(values, 0.0)) @ vectors.T
    away = given + np.column_stack([areas[:, i] - areas[:, j] for i, j in pairs])
    return _together(found, away, given, spread, level)


def _by_error(middle: float, sd: float, level: float) -> Pair:
    """Return the interval and the two-sided p value of a difference with a standard error."""
    if math.isnan(sd):
        return Pair(math.nan, math.nan, 1.0 if abs(middle) <= TINY else math.nan)
    away = quantile(level) * sd
    return Pair(middle - away, middle + away, 2.0 * float(special.ndtr(-abs(middle) / sd)))


def _together(
    found: Sequence[Pair], away: FloatArray, given: FloatArray, spread: FloatArray, level: float
) -> list[Pair]:
    """Return intervals that hold together: D ± q sd, q being the quantile of the largest |D* - D| / sd."""
    there = np.flatnonzero(np.isfinite(spread))
    if not len(there):
        return list(found)
    ratios = np.abs(away[:, there] - given[there]) / spread[there]
    largest = ratios[np.isfinite(ratios).all(axis=1)].max(axis=1, initial=0.0)
    q = float(np.quantile(largest, level)) if len(largest) else math.nan
    return [
        pair._replace(low=float(middle - q * sd), high=float(middle + q * sd)) if math.isfinite(sd) else pair
        for pair, middle, sd in zip(found, given, spread, strict=True)
    ]


def holm(p: Sequence[float]) -> list[float]:
    """Return p values adjusted for their number, by Holm's method; those that are NaN stay so and do not count.

    The k-th smallest of m is multiplied by m + 1 - k, and is at least as large as those before it.

    References
    ----------
    S. Holm, Scand. J. Stat. 6, 65-70, 1979.
    """
    order = sorted((place for place, value in enumerate(p) if not math.isnan(value)), key=lambda place: p[place])
    adjusted, least = [math.nan] * len(p), 0.0
    for rank, place in enumerate(order):
        least = max(least, min(1.0, (len(order) - rank) * p[place]))
        adjusted[place] = least
    return adjusted


def shares_first(values: FloatArray, lower_is_better: bool) -> list[float]:
    """Return in which share of the replicates that all have each classifier is the best; ties are shared."""
    known = values[np.isfinite(values).all(axis=1)]
    if not len(known):
        return [math.nan] * values.shape[1]
    best = known.min(axis=1) + TINY if lower_is_better else known.max(axis=1) - TINY
    among = known <= best[:, None] if lower_is_better else known >= best[:, None]
    return [float(share) for share in (among / among.sum(axis=1, keepdims=True)).mean(axis=0)]
