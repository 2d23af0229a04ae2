"""Pairs of classifiers: the interval and the p value of each difference, and how often each classifier is the best."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

import numpy as np
from scipy import special

from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray
from prplot.uncertainty.closed_forms import quantile
from prplot.uncertainty.units import Design

# The low and the high end of the interval of each difference, and its p value, of shape (3, pairs).
Found = FloatArray
# What is 0 but for rounding.
TINY = 1e-12


def differences(values: FloatArray) -> FloatArray:
    """Return the difference of each pair along the last axis."""
    first, second = np.triu_indices(values.shape[-1], 1)
    return np.asarray(values[..., first] - values[..., second])


def by_replicates(values: FloatArray, estimates: FloatArray, design: Design, simultaneous: bool) -> Found:
    """Return the interval and the p value of each pair by the replicates, of shape (n, classifiers).

    Replicates in which one of the two is undefined are left out. A difference without spread has no interval.
    """
    with np.errstate(invalid="ignore"):
        away, given = differences(values), differences(estimates)
    away[~np.isfinite(away) | np.isnan(given)] = np.nan
    many = np.count_nonzero(np.isfinite(away), axis=0)
    # Twice the lesser share of replicates at 0 or beyond it.
    fewer = np.minimum(np.sum(away <= TINY, axis=0), np.sum(away >= -TINY, axis=0))
    p = np.where(many > 0, np.minimum(1.0, 2 * (1 + fewer) / (1 + many)), np.nan)
    away[:, many < 2] = 0.0
    spread = np.nanstd(away, axis=0, ddof=min(1, len(away) - 1))
    spread[np.nanmax(away, axis=0) - np.nanmin(away, axis=0) <= TINY] = np.nan
    low, high = np.nanquantile(away, ((1.0 - design.level) / 2, (1.0 + design.level) / 2), axis=0) + 0.0 * spread
    found = np.array([low, high, p])
    return _together(found, away, given, spread, design.level) if simultaneous else found


def by_pulls(
    pulls: Sequence[FloatArray],
    estimates: FloatArray,
    design: Design,
    simultaneous: bool,
    paired: bool,
    paths: Sequence[ConfusionPath],
) -> Found:
    """Return the interval and the p value of each pair by how far each row pulls either area.

    The variance of a difference is Σ (u_a - u_b)² on the same rows, Σ u_a² + Σ u_b² on independent ones. Intervals
    that hold together are found by n normal vectors of that covariance.
    """
    # On the same rows of the differences themselves: that of classifiers alike is exactly 0.
    squares = [np.sum((a - b) ** 2) if paired else a @ a + b @ b for a, b in combinations(pulls, 2)]
    given, spread = differences(estimates), np.sqrt(squares)
    spread[spread <= TINY] = np.nan
    away, p = quantile(design.level) * spread, 2.0 * special.ndtr(-np.abs(given) / spread)
    p[np.isnan(spread) & (np.abs(given) <= TINY)] = 1.0
    found = np.array([given - away, given + away, p])
    if not simultaneous:
        return found
    covariance = np.array(pulls) @ np.array(pulls).T if paired else np.diag([pull @ pull for pull in pulls])
    rng, middle = design.generator(paths), np.zeros(len(pulls))
    areas = rng.multivariate_normal(middle, covariance, design.n, "ignore", method="eigh")
    return _together(found, given + differences(areas), given, spread, design.level)


def _together(found: Found, away: FloatArray, given: FloatArray, spread: FloatArray, level: float) -> Found:
    """Return intervals that hold together: D ± q sd, q being the quantile of the largest |D* - D| / sd."""
    there = np.isfinite(spread)
    ratios = np.abs(away[:, there] - given[there]) / spread[there]
    largest = ratios[np.isfinite(ratios).all(axis=1)].max(axis=1, initial=0.0)
    q = float(np.quantile(largest, level)) if len(largest) else math.nan
    return np.array([given - q * spread, given + q * spread, found[2]])


def holm(p: FloatArray) -> FloatArray:
    """Return p values adjusted for their number, by Holm's method; those that are NaN stay so and do not count.

    The k-th smallest of m is multiplied by m + 1 - k, and is at least as large as those before it.

    References
    ----------
    S. Holm, Scand. J. Stat. 6, 65-70, 1979.
    """
    order = np.argsort(p)[: np.count_nonzero(~np.isnan(p))]
    adjusted = np.full(len(p), np.nan)
    adjusted[order] = np.maximum.accumulate(np.minimum(1.0, np.arange(len(order), 0, -1) * p[order]))
    return adjusted


def shares_first(values: FloatArray, lower_is_better: bool) -> list[float]:
    """Return in which share of the replicates that all have each classifier is the best; ties are shared."""
    known = values[np.isfinite(values).all(axis=1)] * (-1.0 if lower_is_better else 1.0)
    if not len(known):
        return [math.nan] * values.shape[1]
    among = known >= known.max(axis=1, keepdims=True) - TINY
    shares: list[float] = (among / among.sum(axis=1, keepdims=True)).mean(axis=0).tolist()
    return shares
