"""Count a frame in bins: quantiles, or as many bins as it takes to bound the PR area within a tolerance.

The engine divides the range of the scores into 2**bits equal cells and groups rows by the number of their cell. Each
cell comes back with its weights and with its least and largest score, from which the bounds follow. The next pass over
the rows divides the cells that hold too much into 256 each.
"""

from __future__ import annotations

import math
from itertools import count
from typing import Any

import numpy as np

from prplot.errors import invalid
from prplot.rows.arrays import BoolArray
from prplot.sources.queries import Rows, Table, fetched
from prplot.sources.request import Request

# The first pass has 2**12 cells; each later pass divides a cell into 2**8.
FIRST, FINER = 12, 8
# The last pass groups by the scores themselves: when it has so few rows, or cells would be finer than float64.
FEW_ROWS, FINEST = 2**18, 48


def binned_table(rows: Rows, asked: Request) -> Table:
    """Return a table of bins instead of distinct scores: ``score`` is the least of each, ``largest`` the largest.

    All groups share the cells; a cell that is divided for one of them is divided for all.
    """
    rows.check()
    nw, score = rows.nw, rows.nw.col("score")
    lazy = rows.lazy.filter(score.is_null() | (nw.col("fg") > 0.0) | (nw.col("bg") > 0.0))
    ends = fetched(lazy.filter(score.is_finite()).select(low=score.min(), high=score.max()))
    # The difference of halves does not overflow.
    low, high = (float(ends[name][0]) / 2 for name in ("low", "high"))

    def place(bits: int) -> Any:
        """Return the number of the cell of each row; cells of one more bit are exact halves of these."""
        scale = 2.0**bits / (high - low) if high > low else math.inf
        if bits > FINEST or scale == math.inf:
            return score
        # An infinite score is the number of its own cell.
        return nw.when(score.is_finite()).then(((score * 0.5 - low) * scale).floor()).otherwise(score)

    bits = FIRST
    cells = rows.cells(lazy, place(bits))
    absent = np.isnan(cells.score)
    lost, cells = cells.at(absent), cells.at(~absent)
    if len(set(zip(cells.group.tolist(), cells.cell.tolist(), strict=True))) < len(cells.cell):
        # Two groups of the engine may have equal keys in Python, such as times in nanoseconds.
        rule = "name groups that can be told apart one by one where bins= or tolerance= are given"
        raise invalid("by", rule, f"column {asked.by!r}, in which one stands for several", "Cast that column to texts.")
    for passes in count(1):
        chosen = [part.cell[_too_full(part, asked, passes)] for part in cells.by_group(rows.keys).values()]
        places = np.unique(np.concatenate([np.zeros(0), *chosen]))
        if not len(places):
            break
        again = np.isin(cells.cell, places)
        lazy = lazy.filter(place(bits).is_in(places.tolist()))
        bits = FINEST + 1 if cells.rows[again].sum() <= FEW_ROWS else bits + FINER
        # The other cells are final; NaN for their number says so.
        stays = cells.at(~again)
        cells = stays._replace(cell=np.full(len(stays.cell), np.nan)).and_(rows.cells(lazy, place(bits)))
    if asked.bins is not None:
        cells = cells.at(slice(0)).and_(*(_merged(part, asked.bins) for part in cells.by_group(rows.keys).values()))
    return cells.and_(lost)


def _too_full(cells: Table, asked: Request, passes: int) -> BoolArray:
    """Return which new cells of a group are to be divided: those of too many rows, or whose order matters.

    The order of the rows in a cell changes the precision at each of its positives by at most p n / (w + n). Here n is
    the negative weight of the cell, w all weight before it, and p the precision if only the positives of the cell are
    added to that weight. The PR area is the mean of the precision over all positives, so these changes add up.
    """
    new, hides = ~np.isnan(cells.cell), cells.score < cells.largest
    if asked.tolerance is None:
        return np.asarray(new & hides & (cells.rows * asked.bins > cells.rows.sum()))
    tp, fp = np.cumsum(cells.fg), np.cumsum(cells.bg)
    with np.errstate(invalid="ignore"):
        apart = tp / (tp + fp - cells.bg) * cells.bg / (tp - cells.fg + fp) * cells.fg / tp[-1]
    apart[~(hides & (apart > 0.0))] = 0.0
    order = np.argsort(apart)
    # The shares of all passes add up to less than the tolerance.
    limit = asked.tolerance / 2.0**passes if apart.sum() > asked.tolerance else math.inf
    new[order] &= np.cumsum((apart * new)[order]) > limit
    return new


def _merged(cells: Table, bins: int) -> Table:
    """Return neighbouring cells of a group as one, so that there are at most so many bins of about as many rows.

    A cell as large as two bins is never merged with others, because its middle is more than one bin away from theirs;
    larger cells count as two bins.
    """
    if len(cells.rows) <= bins:
        return cells
    size = np.minimum(cells.rows, cells.rows.sum() * 2 / bins)
    number = np.floor((np.cumsum(size) - size / 2) * bins / size.sum())
    first = np.flatnonzero(np.diff(number, prepend=-1.0))
    sums = {name: np.add.reduceat(getattr(cells, name), first) for name in ("fg", "bg", "rows", "mixed")}
    return cells.at(first)._replace(score=cells.score[np.append(first[1:], len(cells.rows)) - 1], **sums)
