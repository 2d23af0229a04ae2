"""Counting a frame in bins: by quantiles, or in as many bins as bound the PR area as closely as is asked for.

The engine groups rows by a cell number that never falls as scores rise: how many of 2**bits equal parts of the range
lie below. Each cell comes back with its weights and its least and largest score, so that nothing rests on where it was
thought to begin. Cells in which it matters are divided again, up to 256 times finer, in the next pass over the rows.
"""

from __future__ import annotations

import math
from collections import Counter
from itertools import count
from typing import Any

import numpy as np

from prplot.errors import invalid
from prplot.path.steps import mean_precision
from prplot.rows.arrays import BoolArray, FloatArray, sums_by_place
from prplot.sources.queries import Rows, Table, fetched
from prplot.sources.request import Request

# Cells of the first pass, and how much finer those of the next are at most, in powers of 2.
FIRST, FINER = 12, 8
# Of so many rows, or fewer, the scores themselves are asked for; so they are where cells would be finer than float64.
FEW_ROWS, FINEST = 2**18, 48
# Passes over the rows at most, to which quantiles are looked for.
PASSES = 6


def binned_table(rows: Rows, asked: Request) -> Table:
    """Return a table of bins instead of distinct scores: ``score`` is the least of each, ``largest`` the largest.

    All groups share the cells; a cell that is divided for one of them is divided for all.
    """
    rows.check()
    nw, score = rows.nw, rows.nw.col("score")
    lazy = rows.lazy.filter(score.is_null() | (nw.col("fg") > 0.0) | (nw.col("bg") > 0.0))
    ends = fetched(lazy.filter(score.is_finite()).select(low=score.min(), high=score.max()))
    # Halves, whose difference does not overflow.
    low, high = (float(ends[name][0]) / 2 for name in ("low", "high"))

    def place(bits: int) -> Any:
        """Return the number of the cell of each row; that of twice as many cells, halved, is the same to the bit."""
        scale = 2.0**bits / (high - low) if high > low else math.inf
        if bits > FINEST or scale == math.inf:
            return score
        # Infinite scores have cells of their own.
        return nw.when(score.is_finite()).then(((score * 0.5 - low) * scale).floor()).otherwise(score)

    bits = FIRST if asked.bins is None else max(FIRST, math.ceil(math.log2(asked.bins)) + 2)
    cells = rows.cells(lazy, place(bits))
    keys, absent = list(rows.keys), np.isnan(cells.score)
    counted = cells.at(~absent) if asked.missing == "drop" else cells
    found = sums_by_place(counted.group, counted.fg, len(keys)).tolist()
    told = [asked.totals(key)["positives"] for key in keys]
    positives = [one if whole is None else whole for one, whole in zip(found, told, strict=True)]
    lost, cells = cells.at(absent), cells.at(~absent)
    for (number, _), times in Counter(zip(cells.group.tolist(), cells.cell.tolist(), strict=True)).most_common(1):
        if times > 1:
            # The engine tells groups apart whose keys are the same in Python.
            rule = "name groups that can be told apart one by one where bins= or tolerance= are given"
            raise invalid("by", rule, f"{keys[number]!r}, which stands for several", "Cast that column to texts.")
    total, finer = cells.rows.sum(), FINER
    for passes in count(1):
        parts = zip(cells.by_group(len(keys)), positives, strict=True)
        chosen = [part.cell[_chosen(part, whole, asked, passes)] for part, whole in parts]
        places = np.unique(np.concatenate([np.zeros(0), *chosen]))
        if not len(places) or (asked.bins is not None and passes == PASSES):
            break
        again = np.isin(cells.cell, places)
        lazy = lazy.filter(place(bits).is_in(places.tolist()))
        many = cells.rows[again].sum()
        if asked.bins is not None:
            # Cells of about a quarter of a bin are fine enough.
            each = many / again.sum() * len(keys) * asked.bins / total
            finer = min(FINER, max(1, math.ceil(math.log2(4 * each))))
        bits = FINEST + 1 if many <= FEW_ROWS else bits + finer
        # What stays is not divided any more.
        stays = cells.at(~again)
        cells = stays._replace(cell=np.full(len(stays.cell), np.nan)).and_(rows.cells(lazy, place(bits)))
    if asked.bins is not None:
        cells = cells.at(slice(0)).and_(*(_merged(part, asked.bins) for part in cells.by_group(len(keys))))
    return cells.and_(lost)


def gaps(cells: Table, positives: float) -> FloatArray:
    """Return how far the bounds of the PR area are apart for each cell: its foreground first, or its background first.

    The cells before have the same weight whatever their order, so that what is open in each adds up.
    """
    fg, bg = cells.fg, cells.bg
    found = np.zeros(len(fg))
    open_ = np.flatnonzero((cells.score < cells.largest) & (fg > 0) & (bg > 0))
    if len(open_) and positives > 0:
        tp, fp = (np.cumsum(each) - each for each in (fg, bg))
        none = np.zeros(len(open_))
        best, worst = (mean_precision(fp[open_] + before, tp[open_], none, fg[open_]) for before in (none, bg[open_]))
        found[open_] = fg[open_] / positives * (best - worst)
    return found


def _chosen(cells: Table, positives: float, asked: Request, passes: int) -> BoolArray:
    """Return which new cells of a group are to be divided: those of too many rows, or whose order matters most."""
    new = ~np.isnan(cells.cell)
    if asked.tolerance is None:
        many = cells.rows * asked.bins > cells.rows.sum()
        return np.asarray(new & many & (cells.score < cells.largest))
    apart = gaps(cells, positives)
    chosen: BoolArray = np.zeros(len(new), dtype=bool)
    if apart.sum() > asked.tolerance:
        order = np.argsort(-np.where(new, apart, 0.0))
        # All passes together leave less open than may be.
        left = apart[new].sum() - np.cumsum(apart[order])
        chosen[order[: int(np.searchsorted(-left, -asked.tolerance / 2.0**passes)) + 1]] = True
    return np.asarray(chosen & new)


def _merged(cells: Table, bins: int) -> Table:
    """Return neighbouring cells of a group as one, so that there are at most so many bins of about as many rows."""
    if len(cells.rows) <= bins:
        return cells
    # What fills a bin of its own is one; between them are others.
    full = cells.rows >= cells.rows.sum() / bins
    left = bins - 2 * int(full.sum()) - 1
    if left < 1 or not full.any():
        full, left = np.zeros_like(full), bins
    few = np.where(full, 0.0, cells.rows)
    number = np.floor((np.cumsum(few) - few) * left / max(few.sum(), 1.0))
    first = np.flatnonzero(np.append(True, (number[1:] != number[:-1]) | full[1:] | full[:-1]))
    names = [name for name in ("fg", "bg", "rows", "mixed") if getattr(cells, name) is not None]
    sums = {name: np.add.reduceat(getattr(cells, name), first) for name in names}
    return cells.at(first)._replace(score=cells.score[np.append(first[1:], len(cells.rows)) - 1], **sums)
