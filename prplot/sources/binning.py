"""Counting a frame in bins: by quantiles, or in as many bins as bound the PR area as closely as is asked for.

The engine groups rows by a cell number that never falls as scores rise: how many of 2**bits equal parts of the range
lie below. Each cell comes back with its weights and its least and largest score, so that nothing rests on where it was
thought to begin. Cells in which it matters are divided again, 256 times finer, in the next pass over the rows.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import count
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from prplot.errors import PrplotValueError
from prplot.path.steps import mean_precision
from prplot.rows.arrays import FloatArray
from prplot.sources.queries import PLAIN, Rows, Table, engine_errors, fetched, numbered

# Cells of the first pass, and how much finer those of the next are, in powers of 2.
FIRST, FINER = 12, 8
# Of so many rows, or fewer, the scores themselves are asked for; so they are where cells would be finer than float64.
FEW_ROWS, FINEST = 2**18, 48
# Passes over the rows at most, to which quantiles are looked for.
PASSES = 6


class Wish(NamedTuple):
    """What bins are for.

    Attributes
    ----------
    bins : int or None
        At most so many, of about as many rows each.
    tolerance : float or None
        Else as many as it takes for the bounds of the PR area to be no farther apart.
    positives : callable
        P of a group, given its key and its foreground weight in the rows with a score, and in those without.
    told : callable
        Called after each pass with the pass, the number of cells, and how far the bounds are apart (NaN for quantiles).
    """

    bins: int | None
    tolerance: float | None
    positives: Callable[[Any, float, float], float]
    told: Callable[[int, int, float], None]


class Cells(NamedTuple):
    """Cells of scores, from the highest on.

    Attributes
    ----------
    bits : array of int
        Of which fineness each is; 0 for a single score.
    place : array
        Its number in that fineness.
    least, largest : arrays
        Scores.
    sums : array of shape (s, K)
        What was added up: fg, bg, and the rest of `Rows.sums`.
    """

    bits: NDArray[np.intp]
    place: FloatArray
    least: FloatArray
    largest: FloatArray
    sums: FloatArray

    def picked(self, which: Any) -> Cells:
        """Return some of the cells."""
        columns: Any = (each[..., which] for each in self)
        return Cells(*columns)

    def and_(self, other: Cells) -> Cells:
        """Return both, from the highest on."""
        columns: Any = (np.concatenate(pair, axis=-1) for pair in zip(self, other, strict=True))
        both = Cells(*columns)
        return both.picked(np.argsort(-both.least, kind="stable"))

    @property
    def hides(self) -> NDArray[np.bool_]:
        """Which join different scores."""
        return self.least < self.largest


def binned_table(rows: Rows, wish: Wish) -> Table:
    """Return a table of bins instead of distinct scores: ``score`` is the least of each, ``largest`` the largest."""
    overview = _overview(rows)
    plain = overview.kind == PLAIN
    parts = []
    for number, key in enumerate(overview.keys):
        here = overview.group == number
        finite = here & plain & np.isfinite(overview.score)
        scored, lost = (float(overview.sums[0, here & of_kind].sum()) for of_kind in (plain, ~plain))
        own = _Group(rows, key, wish.positives(key, scored, lost), wish)
        cells = _of_overview(overview, here & plain & ~finite)
        if finite.any():
            cells = own.divided(float(overview.score[finite].min()), float(overview.largest[finite].max()), cells)
            _check_all(cells, overview.sums[:2, here & plain].sum(axis=1), key)
        parts.append((number, cells))
    lost = ~plain
    group = np.concatenate([overview.group[lost], *(np.full(len(cells.least), number) for number, cells in parts)])
    kind = np.concatenate([overview.kind[lost], np.full(len(group) - int(lost.sum()), PLAIN)])
    least, largest = (
        np.concatenate([np.zeros(int(lost.sum())), *(getattr(cells, name) for _, cells in parts)])
        for name in ("least", "largest")
    )
    sums = np.concatenate([overview.sums[:, lost], *(cells.sums for _, cells in parts)], axis=1)
    columns = dict(zip(rows.sums, sums, strict=True))
    many = columns.get("one", columns["fg"] + columns["bg"])
    mixed = columns["mixed"] > 0 if "mixed" in columns else np.zeros(len(least), dtype=bool)
    return Table(
        overview.keys, group.astype(np.intp), kind.astype(np.intp), least, columns["fg"], columns["bg"], many, mixed,
        largest,
    )  # fmt: skip


def gaps(cells: Cells, positives: float) -> FloatArray:
    """Return how far the bounds of the PR area are apart for each cell: its foreground first, or its background first.

    The cells before have the same weight whatever their order, so that what is open in each adds up.
    """
    fg, bg = cells.sums[:2]
    found = np.zeros(len(fg))
    open_ = np.flatnonzero(cells.hides & (fg > 0) & (bg > 0))
    if len(open_) and positives > 0:
        tp, fp = (np.cumsum(each) - each for each in (fg, bg))
        none = np.zeros(len(open_))
        best, worst = (mean_precision(fp[open_] + before, tp[open_], none, fg[open_]) for before in (none, bg[open_]))
        found[open_] = fg[open_] / positives * (best - worst)
    return found


def _check_all(cells: Cells, weights: FloatArray, key: Any) -> None:
    """Raise an error where cells lack weight of their group: where engines compare its key in another way."""
    if not np.allclose(cells.sums[:2].sum(axis=1), weights, rtol=1e-9, atol=0.0):
        raise PrplotValueError(
            f"by must name groups that can be told apart one by one where bins= or tolerance= are given; got {key!r}, "
            "which stands for several. Cast that column to texts."
        )


class _Overview(NamedTuple):
    """Each group, kind and end of the axis: finite scores together, and each infinite one."""

    keys: list[Any]
    group: NDArray[np.intp]
    kind: NDArray[np.intp]
    score: FloatArray
    largest: FloatArray
    sums: FloatArray


def _overview(rows: Rows) -> _Overview:
    """Ask for the sums of each group and kind, and for the range of its scores; flaws are errors."""
    nw, score = rows.frame.nw, rows.frame.nw.col("score")
    end = nw.when(score == math.inf).then(nw.lit(1)).otherwise(nw.lit(0))
    end = nw.when(score == -math.inf).then(nw.lit(-1)).otherwise(end)
    keys = [key for key in rows.keys if key != "score"]
    with engine_errors("frame"):
        query = (
            rows.lazy.with_columns(end=end)
            .group_by(*keys, "end")
            .agg(
                *(nw.col(name).sum() for name in rows.sums),
                nw.col("score").min().alias("least"),
                nw.col("score").max().alias("largest"),
            )
        )
        found = fetched(query, exact="group")
    sums = np.array([np.asarray(found[name], dtype=np.float64) for name in rows.sums])
    kind = np.asarray(found["kind"]).astype(np.intp)
    columns = dict(zip(rows.sums, sums, strict=True))
    rows.check(kind, columns.get("one", columns["fg"] + columns["bg"]))
    names, group = numbered(found["group"]) if "group" in found else ([None], np.zeros(len(kind), dtype=np.intp))
    least, largest = (np.asarray(found[name], dtype=np.float64) for name in ("least", "largest"))
    return _Overview(names, group, kind, least, largest, sums)


def _of_overview(overview: _Overview, which: NDArray[np.bool_]) -> Cells:
    """Return infinite scores as cells."""
    which = which & (overview.sums[:2] > 0).any(axis=0)
    score = overview.score[which]
    made = Cells(np.zeros(len(score), dtype=np.intp), score, score, score, overview.sums[:, which])
    return made.picked(np.argsort(-score))


class _Group:
    """The finite scores of one group, and how they are divided into cells."""

    def __init__(self, rows: Rows, key: Any, positives: float, wish: Wish) -> None:
        self.nw, self.sums, self.wish, self.positives = rows.frame.nw, rows.sums, wish, positives
        lazy = rows.lazy.filter(self.nw.col("kind") == PLAIN)
        if "group" in rows.keys:
            group = self.nw.col("group")
            if key is not None:
                lazy = lazy.filter(group == key)
            elif lazy.collect_schema()["group"].is_float():
                lazy = lazy.filter(group.is_null() | group.is_nan())
            else:
                lazy = lazy.filter(group.is_null())
        lazy = lazy.filter((self.nw.col("fg") > 0.0) | (self.nw.col("bg") > 0.0))
        self.lazy = lazy.filter(self.nw.col("score") > -math.inf, self.nw.col("score") < math.inf)

    def divided(self, low: float, high: float, others: Cells) -> Cells:
        """Return the cells of the scores between two, and those of infinite ones."""
        # Halves, whose difference does not overflow.
        self.low, self.half = low / 2, high / 2 - low / 2
        first = FIRST if self.wish.bins is None else max(FIRST, math.ceil(math.log2(self.wish.bins)) + 2)
        cells = self._asked(first, None).and_(others)
        for passes in count(1):
            chosen = self._chosen(cells)
            self.wish.told(passes, len(cells.least), self._apart(cells))
            if not chosen.any() or (self.wish.bins is not None and passes == PASSES):
                break
            cells = cells.picked(~chosen).and_(self._finer(cells.picked(chosen)))
        return cells if self.wish.bins is None else _merged(cells, self.wish.bins, self._rows(cells))

    def _apart(self, cells: Cells) -> float:
        return math.nan if self.wish.tolerance is None else float(gaps(cells, self.positives).sum())

    def _chosen(self, cells: Cells) -> NDArray[np.bool_]:
        """Return which cells are to be divided: those of too many rows, or those whose order matters most."""
        if self.wish.tolerance is None:
            rows = self._rows(cells)
            return np.asarray(cells.hides & (rows * (self.wish.bins or 1) > rows.sum()))
        apart = gaps(cells, self.positives)
        chosen = np.zeros(len(apart), dtype=bool)
        if apart.sum() > self.wish.tolerance:
            order = np.argsort(-apart)
            # What the others leave open takes up to half of what may be.
            left = apart.sum() - np.cumsum(apart[order])
            chosen[order[: int(np.argmax(left <= self.wish.tolerance / 2)) + 1]] = True
        return chosen

    def _rows(self, cells: Cells) -> FloatArray:
        columns = dict(zip(self.sums, cells.sums, strict=True))
        return np.asarray(columns.get("one", cells.sums[0] + cells.sums[1]))

    def _place(self, bits: int) -> Any:
        """Return the number of the cell of each row; that of twice as many cells, halved, is the same to the bit."""
        return ((self.nw.col("score") * 0.5 - self.low) * (2.0**bits / self.half)).floor()

    def _finer(self, cells: Cells) -> Cells:
        """Return cells divided further."""
        within = {int(bits): cells.place[cells.bits == bits].tolist() for bits in np.unique(cells.bits)}
        bits = max(within) + FINER
        if bits > FINEST or self._rows(cells).sum() <= FEW_ROWS:
            bits = 0
        return self._asked(bits, within)

    def _asked(self, bits: int, within: dict[int, list[float]] | None) -> Cells:
        """Ask for the cells of that fineness, or for the scores themselves, of all rows or of those in some cells."""
        nw, lazy = self.nw, self.lazy
        if self.half == 0 or not math.isfinite(2.0**bits / self.half):
            bits = 0
        if within:
            there = [self._place(coarse).is_in(places) for coarse, places in within.items()]
            lazy = lazy.filter(nw.any_horizontal(*there, ignore_nulls=True))
        cell = nw.col("score") if bits == 0 else self._place(bits)
        with engine_errors("frame"):
            query = (
                lazy.with_columns(cell=cell)
                .group_by("cell")
                .agg(
                    *(nw.col(name).sum() for name in self.sums),
                    nw.col("score").min().alias("least"),
                    nw.col("score").max().alias("largest"),
                )
            )
            found = fetched(query, exact="")
        place, least, largest = (
            np.asarray(found[name], dtype=np.float64) + 0.0 for name in ("cell", "least", "largest")
        )
        sums = np.array([np.asarray(found[name], dtype=np.float64) for name in self.sums])
        made = Cells(np.full(len(place), bits), place, least, largest, sums)
        return made.picked(np.argsort(-least))


def _merged(cells: Cells, bins: int, rows: FloatArray) -> Cells:
    """Return neighbouring cells as one, so that there are at most so many bins of about as many rows."""
    if len(cells.least) <= bins:
        return cells
    share = rows.sum() / bins
    # What fills a bin of its own is one; between them are others.
    full = rows >= share
    left = bins - 2 * int(full.sum()) - 1 if full.any() else bins
    if left < 1:
        full, left = np.zeros(len(rows), dtype=bool), bins
    few = np.where(full, 0.0, rows)
    number = np.floor((np.cumsum(few) - few) * left / max(few.sum(), 1.0))
    starts = np.concatenate([[True], (number[1:] != number[:-1]) | full[1:] | full[:-1]])
    first = np.flatnonzero(starts)
    last = np.append(first[1:], len(rows)) - 1
    sums = np.add.reduceat(cells.sums, first, axis=1)
    return Cells(cells.bits[first], cells.place[first], cells.least[last], cells.largest[first], sums)
