"""Permutation: two classifiers exchange their ranks row by row, and nothing is sorted again.

The mid-ranks of both are sorted once, as one path. In a replicate each row keeps its two ranks, or exchanges them, so
that a classifier after the exchange is a vector of weights in the cells of that path.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prplot.errors import PrplotValueError
from prplot.names import WeightKind
from prplot.path.makers import from_weights
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray, sums_by_place
from prplot.rows.sample import Sample
from prplot.uncertainty.measures import Measure, Rule
from prplot.uncertainty.progress import shown
from prplot.uncertainty.replicates import Replicate, rows_of
from prplot.uncertainty.units import Along, group_numbers, rows_alike

IntArray = NDArray[np.intp]
# Two numbers that differ by no more than rounding, in shares of the larger one or of 1.
ROUNDING = 1e-12
# How far the number of the ranks may be from that of the scores.
SAME = 1e-9


@dataclass(frozen=True)
class Swaps:
    """Two classifiers of the same rows by their mid-ranks, and what may be exchanged.

    Attributes
    ----------
    along : Along
        The cells of the path of the mid-ranks of both.
    size : array of shape (U,)
        How many rows there are of each kind.
    fg, bg : arrays of shape (U,)
        Weight of one row of each.
    cells : pair of arrays of int, of shape (U,)
        Into which cell each falls by its rank from either classifier; the last one is "never returned".
    group : array of int, of shape (U,), or None
        Of which group a kind is, where whole groups are exchanged.
    groups : int
        How many groups there are.
    """

    along: Along
    size: FloatArray
    fg: FloatArray
    bg: FloatArray
    cells: tuple[IntArray, IntArray]
    group: IntArray | None = None
    groups: int = 0

    def draws(self, n: int, rng: np.random.Generator) -> Iterator[FloatArray]:
        """Yield n times how many rows of each kind are exchanged."""
        if self.group is not None:
            for _ in range(n):
                yield rng.integers(0, 2, self.groups)[self.group] * self.size
            return
        # Of kinds of one row, which are most, a bit is enough.
        one, several = np.flatnonzero(self.size == 1), np.flatnonzero(self.size > 1)
        rows = self.size[several].astype(np.int64)
        for _ in range(n):
            swapped = np.empty(len(self.size))
            swapped[one] = rng.integers(0, 2, len(one), dtype=bool)
            swapped[several] = rng.binomial(rows, 0.5)
            yield swapped

    def after(self, swapped: FloatArray, *, whole: bool = False) -> tuple[Replicate, Replicate]:
        """Return both classifiers after so many rows of each kind were exchanged."""
        kept = self.size - swapped
        return self._replicate(kept, swapped, whole), self._replicate(swapped, kept, whole)

    def _replicate(self, by_first: FloatArray, by_second: FloatArray, whole: bool) -> Replicate:
        """Return the classifier that has so many rows of each kind at either rank."""

        def weights() -> tuple[FloatArray, ...]:
            number = len(self.along) + 1
            first, second = self.cells
            return tuple(
                sums_by_place(first, by_first * weight, number) + sums_by_place(second, by_second * weight, number)
                for weight in (self.fg, self.bg)
            )

        rows = self._rows(by_first, by_second) if whole else None
        return Replicate(self.along.path, self.along.thresholds, weights, rows)

    def _rows(self, by_first: FloatArray, by_second: FloatArray) -> Sample:
        """Return the rows one by one, those that are never returned beyond the others."""
        times = np.rint(np.concatenate([by_first, by_second])).astype(np.intp)
        each = np.repeat(np.arange(len(times)), times)
        score = np.append(self.along.thresholds[1:], np.nan)[np.concatenate(self.cells)[each]]
        fg, bg = (np.concatenate([weight, weight])[each] for weight in (self.fg, self.bg))
        return rows_of(score, fg, bg, hard=not self.along.path.soft)


def swaps_of(
    first: ConfusionPath,
    second: ConfusionPath,
    measure: Measure,
    groups: Any = None,
    weights: WeightKind = "importance",
) -> Swaps:
    """Return what two paths of the same rows may exchange.

    Raises
    ------
    PrplotValueError
        For ties that are not mixed evenly.
    """
    for path in (first, second):
        if path.treatment.ties != "average":
            raise PrplotValueError(
                "method 'permutation' exchanges mid-ranks, with which ties are mixed evenly; got a path with ties "
                f"{path.treatment.ties!r}. Take method='bootstrap'."
            )
    known = first.known
    fg, bg = known.in_order("fg"), known.in_order("bg")
    there = (fg > 0) | (bg > 0)
    group, number = (None, 0) if groups is None else group_numbers(groups, len(fg))
    fg, bg, group = fg[there], bg[there], None if group is None else group[there]
    size = fg + bg if weights == "frequency" else np.ones(len(fg))
    ranks = [_midranks(path, there, size) for path in (first, second)]
    along = measure.along(_of_ranks(first, ranks, fg, bg))
    cells = [_cells(along, each) for each in ranks]
    fg, bg = fg / size, bg / size
    kind, one = rows_alike([fg, bg, *cells, *(() if group is None else (group,))])
    size, fg, bg, cells = sums_by_place(kind, size, len(one)), fg[one], bg[one], [each[one] for each in cells]
    group = None if group is None else group[one]
    return Swaps(along, size, fg, bg, (cells[0], cells[1]), group, number)


def _midranks(path: ConfusionPath, there: NDArray[np.bool_], times: FloatArray) -> FloatArray:
    """Return how far from the top each row is, ties in the middle; NaN where no threshold returns it."""
    score = path.known.in_order("score")[there]
    rank = np.full(len(score), np.nan)
    scored = ~np.isnan(score)
    group = np.searchsorted(-path.thresholds[1:], -score[scored])
    count = np.bincount(group, times[scored], len(path) - 1)
    rank[scored] = (np.cumsum(count) - count + (count + 1) / 2)[group]
    return rank


def _of_ranks(first: ConfusionPath, ranks: Sequence[FloatArray], fg: FloatArray, bg: FloatArray) -> ConfusionPath:
    """Return the path of the ranks of both classifiers, the highest first."""
    score = -np.concatenate(ranks)
    fg, bg = np.concatenate([fg, fg]), np.concatenate([bg, bg])
    both = from_weights(
        score,
        fg=fg,
        bg=bg,
        missing="unreached" if np.isnan(score).any() else "raise",
        positives=float(fg.sum()) if math.isnan(first.negatives) else None,
    )
    fixed = first.treatment.given_prevalence is not None
    return both.at_prevalence(first.known_prevalence) if fixed else both


def _cells(along: Along, rank: FloatArray) -> IntArray:
    missing = np.isnan(rank)
    group = np.searchsorted(-along.path.thresholds[1:], np.where(missing, 0.0, rank))
    found = np.full(len(rank), len(along), dtype=np.intp)
    found[~missing] = along.cell[group[~missing]]
    return found


def permutation(
    measures: tuple[Measure, Measure], estimates: tuple[float, float], swaps: Swaps, n: int, rng: np.random.Generator
) -> tuple[float, int]:
    """Return the two-sided p value of a difference, and how many permutations leave it undefined.

    p = (1 + #{|D*| >= |D|}) / (1 + n), D being the difference of the classifiers that mid-ranks make.

    Raises
    ------
    PrplotValueError
        If the measure depends on more than ranks.
    """
    whole = measures[0].whole

    def both(swapped: FloatArray) -> list[float]:
        after = swaps.after(swapped, whole=whole)
        return [measure.of_replicate(each) for measure, each in zip(measures, after, strict=True)]

    by_rank = both(np.zeros(len(swaps.size)))
    fixed = any(isinstance(measure, Rule) and measure.fixed for measure in measures)
    if fixed or not np.allclose(by_rank, estimates, rtol=SAME, atol=SAME, equal_nan=True):
        raise PrplotValueError(
            f"method 'permutation' exchanges ranks, and the {measures[0].words} depends on "
            f"{'a threshold, which is a score' if fixed else 'more than ranks'}. Take method='bootstrap'."
        )
    found = np.array([both(swapped) for swapped in shown(swaps.draws(n, rng), n, "permutations")])
    away = np.abs(found[:, 0] - found[:, 1])
    there = np.isfinite(away)
    given = abs(by_rank[0] - by_rank[1])
    if math.isnan(given) or not there.any():
        return math.nan, n - int(there.sum())
    tiny = ROUNDING * max(1.0, *(abs(value) for value in by_rank))
    p = (1 + np.count_nonzero(away[there] >= given - tiny)) / (1 + np.count_nonzero(there))
    return float(p), n - int(there.sum())
