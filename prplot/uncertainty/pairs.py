"""Pairs of classifiers: the interval and the p value of each difference, and how often each classifier is the best.

A permutation exchanges the ranks of two classifiers row by row, and sorts nothing again: the mid-ranks of both are
sorted once, as one path. In a replicate each row keeps its two ranks, or exchanges them, so that a classifier after the
exchange is a vector of weights in the cells of that path.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

import numpy as np
from scipy import special

from prplot.errors import PrplotValueError
from prplot.path.makers import from_weights
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray, Pair
from prplot.uncertainty.closed_forms import quantile
from prplot.uncertainty.measures import Measure
from prplot.uncertainty.progress import shown
from prplot.uncertainty.replicates import Replicate
from prplot.uncertainty.units import Along, Design, Kinds, cells_of_rows

# The low end, the high end, the p value and the standard error of each difference, of shape (4, pairs).
Found = FloatArray
# Numbers up to this are 0 but for rounding.
TINY = 1e-12
# How far a measure by ranks may be from the same by scores.
SAME = 1e-9


def differences(values: FloatArray) -> FloatArray:
    """Return the difference of each pair along the last axis."""
    first, second = np.triu_indices(values.shape[-1], 1)
    with np.errstate(invalid="ignore"):
        return np.asarray(values[..., first] - values[..., second])


def by_replicates(values: FloatArray, estimates: FloatArray, level: float) -> Found:
    """Return the interval and the p value of each pair by the replicates, of shape (n, classifiers).

    Replicates in which one of the two is undefined are left out. A difference without spread has no interval.
    """
    away = differences(values)
    away[~np.isfinite(away) | np.isnan(differences(estimates))] = np.nan
    many = np.count_nonzero(np.isfinite(away), axis=0)
    # Twice the smaller share of replicates on one side of 0, or at 0.
    fewer = np.minimum(np.sum(away <= TINY, axis=0), np.sum(away >= -TINY, axis=0))
    p = np.where(many > 0, np.minimum(1.0, 2 * (1 + fewer) / (1 + many)), np.nan)
    away[:, many < 2] = 0.0
    spread = np.nanstd(away, axis=0, ddof=min(1, len(away) - 1))
    spread[spread <= TINY] = np.nan
    low, high = np.nanquantile(away, ((1.0 - level) / 2, (1.0 + level) / 2), axis=0) + 0.0 * spread
    return np.array([low, high, p, spread])


def by_pulls(pulls: FloatArray, estimates: FloatArray, level: float) -> Found:
    """Return the interval and the p value of each pair, given how far each row pulls each area, by classifier.

    The variance of a difference is Σ (u_a - u_b)². Of independent samples a row pulls one area only.
    """
    # Differences of pulls are squared, so that the variance between equal classifiers is exactly 0.
    squares = [np.sum((a - b) ** 2) for a, b in combinations(pulls, 2)]
    given, spread = differences(estimates), np.sqrt(squares)
    spread[spread <= TINY] = np.nan
    away, p = quantile(level) * spread, 2.0 * special.ndtr(-np.abs(given) / spread)
    p[np.isnan(spread) & (np.abs(given) <= TINY)] = 1.0
    return np.array([given - away, given + away, p, spread])


def together(spread: FloatArray, values: FloatArray, estimates: FloatArray, level: float) -> Pair:
    """Return intervals that hold together: D ± q sd, q being the quantile of the largest |D* - D| / sd."""
    given = differences(estimates)
    ratios = np.abs(differences(values) - given) / spread
    largest = ratios[:, np.isfinite(spread)].max(axis=1, initial=0.0)
    largest = largest[np.isfinite(largest)]
    q = np.quantile(largest, level) if len(largest) else math.nan
    return given - q * spread, given + q * spread


def permutation(two: Sequence[tuple[ConfusionPath, Measure, float]], design: Design) -> tuple[float, int]:
    """Return the two-sided p value of a difference, and how many permutations leave it undefined.

    The two classifiers are given by path, measure and its estimate.

    p = (1 + #{|D*| >= |D|}) / (1 + n), D being the difference of the classifiers that mid-ranks make.

    Raises
    ------
    PrplotValueError
        If ties are not mixed evenly, or the measure depends on more than ranks.
    """
    paths, measures, estimates = zip(*two, strict=True)
    kinds, n, rng = _exchanged(paths, measures[0], design), design.n, design.generator(paths)
    size = kinds.size[: len(kinds.size) // 2]

    def both(swapped: FloatArray) -> list[float]:
        kept = size - swapped
        after = (Replicate(kinds, 0, np.concatenate(counts)) for counts in ((kept, swapped), (swapped, kept)))
        return [measure.of_replicate(replicate) for measure, replicate in zip(measures, after, strict=True)]

    by_rank = both(np.zeros(len(size)))
    if not np.allclose(by_rank, estimates, rtol=SAME, atol=SAME, equal_nan=True):
        raise PrplotValueError(
            f"method 'permutation' exchanges ranks, and the {measures[0].words} depends on more than ranks. Take "
            "method='bootstrap'."
        )
    # Most kinds have one row, for which a random bit is enough.
    one, several = np.flatnonzero(size == 1), np.flatnonzero(size > 1)

    def swap() -> FloatArray:
        if kinds.group is not None:
            return rng.integers(0, 2, len(kinds.stratum))[kinds.group] * size
        swapped = np.empty(len(size))
        swapped[one] = rng.integers(0, 2, len(one), dtype=bool)
        swapped[several] = rng.binomial(size[several].astype(np.int64), 0.5)
        return swapped

    found = np.array([both(swap()) for _ in shown(range(n), n, "permutations")])
    away, given = np.abs(found[:, 0] - found[:, 1]), abs(by_rank[0] - by_rank[1])
    away = away[np.isfinite(away)]
    lost = n - len(away)
    if math.isnan(given) or not len(away):
        return math.nan, lost
    beyond = np.count_nonzero(away >= given - TINY * max(1.0, *map(abs, by_rank)))
    return float((1 + beyond) / (1 + len(away))), lost


def _exchanged(paths: Sequence[ConfusionPath], measure: Measure, design: Design) -> Kinds:
    """Return the kinds of rows of two paths, each by its rank from the first, and all of them by that from the second.

    Rows of a classifier after an exchange are some of either half. The group is that of a kind of the first half.
    """
    for path in paths:
        if path.treatment.ties != "average":
            raise PrplotValueError(
                "method 'permutation' exchanges mid-ranks, with which ties are mixed evenly; got a path with ties "
                f"{path.treatment.ties!r}. Take method='bootstrap'."
            )
    rows = design.kinds([Along.of(path, np.arange(len(path) - 1)) for path in paths])
    there = rows.fg + rows.bg > 0
    size, fg, bg = (column[there] for column in (rows.size, rows.fg, rows.bg))
    ranks = []
    for path, (cell, _) in zip(paths, rows.cells, strict=True):
        # The mid-rank of each cell, from the top; no threshold returns the rows of the last one.
        count = np.bincount(cell[there], size, len(path))
        rank = np.cumsum(count) - count + (count + 1) / 2
        rank[-1] = np.nan
        ranks.append(rank[cell[there]])
    both = from_weights(
        -np.concatenate(ranks),
        fg=np.tile(size * fg, 2),
        bg=np.tile(size * bg, 2),
        missing="unreached",
        positives=2 * float(size @ fg) if math.isnan(paths[0].negatives) else None,
    )
    if paths[0].treatment.given_prevalence is not None:
        both = both.at_prevalence(paths[0].known_prevalence)
    along, group = measure.along(both), None if rows.group is None else rows.group[there]
    cell, _ = cells_of_rows(along)
    size, fg, bg = (np.tile(column, 2) for column in (size, fg, bg))
    return Kinds((along,), size, fg, bg, ((cell, cell),), rows.stratum, group)


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
