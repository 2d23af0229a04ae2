"""Replicates: the paths of a sample whose rows were drawn again, without sorting them again."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from prplot.path.groups import Groups, whole_totals
from prplot.path.path import ConfusionPath
from prplot.path.steps import Steps
from prplot.rows.arrays import FloatArray, blocks, read_only, sums_after
from prplot.rows.sample import Sample
from prplot.uncertainty.units import Kinds


@dataclass
class Replicate:
    """One path of a replicate, by the weights in its cells.

    Attributes
    ----------
    given : ConfusionPath
        The path of the data.
    thresholds : array of shape (K + 1,)
        Inf, and the lowest threshold of each cell.
    weights : callable
        Returns weight of foreground and of background in each cell, from the highest score on, some without any, and
        that never returned last. Background as it was given.
    rows : Sample, optional
        The rows one by one.
    runs : pair of arrays, optional
        Where cells of one class take turns and rows count 1: how many rows are in each run of foreground, and in the
        run of background before it.
    """

    given: ConfusionPath
    thresholds: FloatArray
    weights: Callable[[], tuple[FloatArray, ...]]
    rows: Sample | None = None
    runs: tuple[FloatArray, FloatArray] | None = None

    @cached_property
    def cells(self) -> tuple[FloatArray, ...]:
        """The weights in the cells, which not every number needs."""
        return self.weights()

    @property
    def fg(self) -> FloatArray:
        """Weight of foreground in each cell."""
        return self.cells[0][:-1]

    @property
    def bg(self) -> FloatArray:
        """Weight of background in each cell."""
        return self.cells[1][:-1]

    @cached_property
    def positives(self) -> float:
        """Weight of all foreground."""
        return float(self.cells[0].sum())

    @cached_property
    def negatives(self) -> float:
        """Weight of all background; NaN where nobody knows it."""
        return math.nan if math.isnan(self.given.negatives) else float(self.cells[1].sum())

    @property
    def one_class(self) -> bool:
        """Whether there is no foreground, or no background."""
        return self.positives == 0 or self.negatives == 0

    @property
    def lost(self) -> bool:
        """Whether a prevalence was set that a sample of one class cannot have."""
        return self.one_class and self.given.treatment.given_prevalence is not None

    @property
    def factor(self) -> float:
        """By what background is multiplied: as that of the data, or so that a prevalence that was set stays."""
        given = self.given
        if given.treatment.given_prevalence is None:
            return given.factor
        return given.negatives / given.positives * (self.positives / self.negatives)

    def pieces(self) -> Iterator[Steps]:
        """Yield the steps through the cells, of which some may have no weight, in pieces that stay in the cache."""
        factor = self.factor
        negatives, fp, tp = factor * self.negatives, 0.0, 0.0
        for block in blocks(len(self.fg)):
            fg, bg = self.fg[block], self.bg[block]
            if factor != 1.0:
                bg = factor * bg
            ups, overs = sums_after(tp, fg), sums_after(fp, bg)
            tp, fp = float(ups[-1]), float(overs[-1])
            yield Steps(overs, ups, bg, fg, negatives, self.positives)

    def path(self) -> ConfusionPath:
        """Return the path, through the cells that have weight."""
        kept = np.flatnonzero((self.fg > 0) | (self.bg > 0))
        fg, bg = self.fg[kept], self.bg[kept]
        groups = Groups.of(self.thresholds[1:][kept], fg, bg, (sums_after(0.0, fg), sums_after(0.0, bg)))
        factor = 1.0 if self.one_class else self.factor
        # A path that reaches all of its sample does so in every replicate; sums are rounded in another order.
        totals = None if self.given.closed else whole_totals(groups, (self.positives, self.negatives))
        # Rows are known with background as it was given; paths have the factor.
        known = self.given.known if self.rows is None else self.rows
        return ConfusionPath(groups, self.given.name, self.given.treatment, known, totals=totals, factor=factor)


def replicates(
    kinds: Kinds, n: int, rng: np.random.Generator, *, whole: bool = False
) -> Iterator[tuple[Replicate, ...]]:
    """Yield the paths of n replicates.

    ``whole`` says whether they know their rows, as functions of a path may ask for.
    """
    for counts in kinds.counts(n, rng):
        yield of_counts(kinds, counts, whole=whole)


def of_counts(kinds: Kinds, counts: FloatArray, *, whole: bool = False) -> tuple[Replicate, ...]:
    """Return the paths of rows of which there are so many of each kind."""
    made = []
    for k, along in enumerate(kinds.along):
        rows, weights = _rows(kinds, k, counts) if whole else None, partial(kinds.weights, k, counts)
        made.append(Replicate(along.path, along.thresholds, weights, rows, kinds.runs(counts)))
    return tuple(made)


def _rows(kinds: Kinds, which: int, counts: FloatArray) -> Sample:
    """Return the rows of a replicate, one by one."""
    along = kinds.along[which]
    times = np.rint(counts).astype(np.intp)
    kind = np.repeat(np.arange(len(times)), times)
    front, back = kinds.cells[which]
    fg, bg = kinds.fg[kind], kinds.bg[kind]
    cell = np.where(fg > 0, front[kind], back[kind])
    score = np.append(along.thresholds[1:], np.nan)[cell]
    return rows_of(score, fg, bg, hard=not along.path.soft)


def rows_of(score: FloatArray, fg: FloatArray, bg: FloatArray, *, hard: bool) -> Sample:
    """Return rows one by one, those without a score beyond the others; labels where each counts once for one class."""
    labels = bool((np.isin(fg, (0, 1)) & (fg + bg == 1)).all())

    def part(which: NDArray[np.bool_], beyond: Sample | None = None) -> Sample:
        front, back = (fg[which] > 0, None) if labels else (fg[which], read_only(bg[which]))
        return Sample(read_only(score[which]), read_only(front), back, hard, beyond=beyond)

    missing = np.isnan(score)
    return part(~missing, part(missing) if missing.any() else None)
