"""Replicates: the paths of resampled rows, made without sorting again."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from prplot.path.groups import Groups, whole_totals
from prplot.path.path import ConfusionPath
from prplot.path.steps import Steps
from prplot.rows.arrays import FloatArray, blocks, sums_after, sums_by_place
from prplot.rows.sample import Sample, Weighed
from prplot.uncertainty.units import Kinds


@dataclass
class Replicate:
    """One path of a replicate, given by the number of rows of each kind.

    Attributes
    ----------
    kinds : Kinds
        The kinds of rows.
    which : int
        The index of the path among the paths of these rows.
    counts : array of shape (U,)
        The number of rows of each kind.
    """

    kinds: Kinds
    which: int
    counts: FloatArray

    @property
    def original(self) -> ConfusionPath:
        """The path of the original data."""
        return self.kinds.along[self.which].path

    @cached_property
    def cells(self) -> tuple[FloatArray, FloatArray]:
        """The original positive and negative weight in each cell; the last cell holds rows that are never returned."""
        kinds, (front, back) = self.kinds, self.kinds.cells[self.which]
        places = len(kinds.along[self.which]) + 1
        return sums_by_place(front, self.counts * kinds.fg, places), sums_by_place(back, self.counts * kinds.bg, places)

    @property
    def fg(self) -> FloatArray:
        """The positive weight in each cell."""
        return self.cells[0][:-1]

    @property
    def bg(self) -> FloatArray:
        """The negative weight in each cell."""
        return self.cells[1][:-1]

    @cached_property
    def positives(self) -> float:
        """The total positive weight."""
        return float(self.cells[0].sum())

    @cached_property
    def negatives(self) -> float:
        """The total negative weight; NaN if it is unknown."""
        return math.nan if math.isnan(self.original.negatives) else float(self.cells[1].sum())

    @property
    def one_class(self) -> bool:
        """Whether there are no positives or no negatives."""
        return self.positives == 0 or self.negatives == 0

    @property
    def lost(self) -> bool:
        """Whether a prevalence was set that this replicate cannot have, because it has one class only."""
        return self.one_class and self.original.treatment.reweighted_from is not None

    @property
    def factor(self) -> float:
        """The factor of the negative weights: that of the data, or one that keeps the prevalence that was set."""
        original = self.original
        if original.treatment.reweighted_from is None:
            return original._factor
        return original.negatives / original.positives * (self.positives / self.negatives)

    def pieces(self) -> Iterator[Steps]:
        """Yield the steps through all cells, including cells without weight, in pieces that fit into the cache."""
        factor = self.factor
        negatives, fp, tp = factor * self.negatives, 0.0, 0.0
        for block in blocks(len(self.fg)):
            fg, bg = self.fg[block], self.bg[block]
            if factor != 1.0:
                bg = factor * bg
            ups, overs = sums_after(tp, fg), sums_after(fp, bg)
            tp, fp = float(ups[-1]), float(overs[-1])
            yield Steps(overs, ups, bg, fg, negatives, self.positives)

    def path(self, needs_rows: bool = False) -> ConfusionPath:
        """Return the path through the cells that have weight; with ``needs_rows``, it knows its single rows."""
        cells = np.flatnonzero((self.fg > 0) | (self.bg > 0))
        fg, bg = self.fg[cells], self.bg[cells]
        cuts = self.kinds.along[self.which].cuts[cells]
        groups = Groups.of(cuts, fg, bg, (sums_after(0.0, fg), sums_after(0.0, bg)))
        factor = 1.0 if self.one_class else self.factor
        # A path that reaches its whole sample does so in every replicate, though sums may differ by rounding.
        totals = groups.total if self.original.closed else whole_totals(groups, (self.positives, self.negatives))
        # Rows keep the original negative weights, and the path has the factor.
        rows = self._rows() if needs_rows else self.original._given.sample
        return replace(self.original, _groups=groups, _given=Weighed(rows, *totals), _factor=factor)

    def _rows(self) -> Sample:
        """Return the single rows; those without a score are kept as rows that no threshold returns."""
        kinds, along = self.kinds, self.kinds.along[self.which]
        kind = np.repeat(np.arange(len(self.counts)), np.rint(self.counts).astype(np.intp))
        fg, bg = kinds.fg[kind], kinds.bg[kind]
        front, back = kinds.cells[self.which]
        score = np.append(along.cuts, np.nan)[np.where(fg > 0, front[kind], back[kind])]
        missing = np.isnan(score)
        here, beyond = (Sample(score[part], fg[part], bg[part], not along.path.soft) for part in (~missing, missing))
        return replace(here, beyond=beyond) if len(beyond) else here
