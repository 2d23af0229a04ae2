"""Permutation: two classifiers exchange their ranks row by row, and nothing is sorted again.

The mid-ranks of both are sorted once, as one path. In a replicate each row keeps its two ranks, or exchanges them, so
that a classifier after the exchange is a vector of weights in the cells of that path.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from prplot.errors import PrplotValueError
from prplot.path.makers import from_weights
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray, sums_by_place
from prplot.uncertainty.measures import Measure
from prplot.uncertainty.progress import shown
from prplot.uncertainty.replicates import Replicate
from prplot.uncertainty.units import Along, Design, IntArray, Kinds, rows_alike

# Two numbers that differ by no more than rounding, in shares of the larger one or of 1.
ROUNDING = 1e-12
# How far the number of the ranks may be from that of the scores.
SAME = 1e-9


def permutation(
    two: Sequence[tuple[ConfusionPath, Measure, float]], design: Design, rng: np.random.Generator
) -> tuple[float, int]:
    """Return the two-sided p value of a difference, and how many permutations leave it undefined.

    The two classifiers are given by path, measure and its estimate.

    p = (1 + #{|D*| >= |D|}) / (1 + n), D being the difference of the classifiers that mid-ranks make.

    Raises
    ------
    PrplotValueError
        If ties are not mixed evenly, or the measure depends on more than ranks.
    """
    paths, measures, estimates = zip(*two, strict=True)
    kinds, n = _exchanged(paths, measures[0], design), design.n
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
    found = np.array([both(swapped) for swapped in shown(_draws(kinds, size, n, rng), n, "permutations")])
    away, given = np.abs(found[:, 0] - found[:, 1]), abs(by_rank[0] - by_rank[1])
    known = int(np.count_nonzero(np.isfinite(away)))
    if math.isnan(given) or not known:
        return math.nan, n - known
    beyond = np.isfinite(away) & (away >= given - ROUNDING * max(1.0, *map(abs, by_rank)))
    return float((1 + np.count_nonzero(beyond)) / (1 + known)), n - known


def _draws(kinds: Kinds, size: FloatArray, n: int, rng: np.random.Generator) -> Iterator[FloatArray]:
    """Yield n times how many rows of each kind are exchanged."""
    if kinds.group is not None:
        for _ in range(n):
            yield rng.integers(0, 2, kinds.groups)[kinds.group] * size
        return
    # Of kinds of one row, which are most, a bit is enough.
    one, several = np.flatnonzero(size == 1), np.flatnonzero(size > 1)
    for _ in range(n):
        swapped = np.empty(len(size))
        swapped[one] = rng.integers(0, 2, len(one), dtype=bool)
        swapped[several] = rng.binomial(size[several].astype(np.int64), 0.5)
        yield swapped


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
    ranks = np.concatenate(
        [_midranks(cell[there], size, len(path) - 1) for path, (cell, _) in zip(paths, rows.cells, strict=True)]
    )
    missing = np.isnan(ranks)
    both = from_weights(
        -ranks,
        fg=np.tile(size * fg, 2),
        bg=np.tile(size * bg, 2),
        missing="unreached",
        positives=2 * float(size @ fg) if math.isnan(paths[0].negatives) else None,
    )
    if paths[0].treatment.given_prevalence is not None:
        both = both.at_prevalence(paths[0].known_prevalence)
    along = measure.along(both)
    cell = np.full(len(ranks), len(along), dtype=np.intp)
    cell[~missing] = along.cell[np.searchsorted(-both.thresholds[1:], ranks[~missing])]
    cells, group = np.split(cell, 2), np.zeros(len(fg), dtype=np.intp) if rows.group is None else rows.group[there]
    kind, one = rows_alike([fg, bg, *cells, group])
    cell = np.concatenate([of_path[one] for of_path in cells])
    size, fg, bg = (np.tile(column, 2) for column in (sums_by_place(kind, size), fg[one], bg[one]))
    whole = None if rows.group is None else group[one]
    return Kinds((along,), size, fg, bg, ((cell, cell),), (), whole, rows.groups)


def _midranks(cell: IntArray, times: FloatArray, returned: int) -> FloatArray:
    """Return how far from the top the rows of each cell are, ties in the middle; NaN beyond those that are returned."""
    count = np.bincount(cell, times, returned + 1)
    rank = np.cumsum(count) - count + (count + 1) / 2
    rank[returned] = np.nan
    return np.asarray(rank[cell])
