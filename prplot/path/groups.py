"""Groups of equal scores along a path: thresholds, and the weight of either class; made when they are first read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from prplot.path.rooms import Rooms, rooms
from prplot.path.sort_keys import SortKeys
from prplot.rows.arrays import BLOCK, FloatArray, Frozen, blocks, read_only, sums_after
from prplot.rows.sums import running

__all__ = ["Cuts", "Groups", "Joins", "Listed", "Piece", "Ranked", "Runs", "SortedLabels"]

# So many groups, or rows, make a piece.
PIECE = 2 * BLOCK
ONE = np.uint64(1)

Pair = tuple[FloatArray, FloatArray]
# Whether a class is in each of some groups.
Classes = NDArray[np.bool_]
# Which groups are joined with their neighbours: no two, those of background alone, those of either class alone.
Joins = Literal["none", "background", "either"]


class Piece(NamedTuple):
    """Some groups: the weight of background and foreground up to each, one value more, and in each."""

    fp: FloatArray
    tp: FloatArray
    bg: FloatArray
    fg: FloatArray


@dataclass(frozen=True, eq=False)
class Cuts(Frozen):
    """The thresholds of groups, made when they are first read: of all scores, in any order, the distinct ones.

    Attributes
    ----------
    scores : array of shape (n,)
    number : int
        How many are distinct.
    """

    scores: FloatArray
    number: int

    @cached_property
    def array(self) -> FloatArray:
        """Inf, and the distinct scores, falling."""
        rising = np.sort(self.scores)
        if self.number < len(rising):
            rising = rising[np.append(True, rising[1:] != rising[:-1])]
        return _thresholds(rising[::-1])


@dataclass(frozen=True, eq=False)
class Ranked(Frozen):
    """Labelled scores as whole numbers, sorted.

    Attributes
    ----------
    keys : array of shape (n,)
        Rising: a whole number for each score, equal where scores are, and in its last bit the label.
    scores : array of shape (n,)
        The scores, in any order.
    form : SortKeys or None
        How the numbers are made of scores; None where they count the distinct ones, from the lowest on.
    """

    keys: NDArray[np.uint64]
    scores: FloatArray
    form: SortKeys | None

    def read(self, keys: NDArray[np.uint64]) -> FloatArray:
        """Return the scores of some keys."""
        bare = keys >> ONE
        return np.unique(self.scores)[bare] if self.form is None else self.form.read(bare)


@dataclass(frozen=True, eq=False)
class CutsAfter(Frozen):
    """The thresholds of groups, made when they are first read: where so many rows are predicted positive.

    Attributes
    ----------
    ranked : Ranked
    tp, fp : arrays of shape (K + 1,)
        Hard labels of weight 1 up to each group, from 0 on.
    """

    ranked: Ranked
    tp: FloatArray
    fp: FloatArray

    @cached_property
    def array(self) -> FloatArray:
        """Inf, and the distinct scores, falling."""
        rows = (self.tp[1:] + self.fp[1:]).astype(np.intp)
        return _thresholds(self.ranked.read(self.ranked.keys[len(self.ranked.keys) - rows]))


def _thresholds(falling: FloatArray) -> FloatArray:
    """Return inf, and falling scores."""
    made = np.empty(len(falling) + 1)
    made[0], made[1:] = np.inf, falling
    return read_only(made)


class _WithArrays(Frozen):
    """Groups of which there are arrays: weights in each and up to each."""

    if TYPE_CHECKING:

        @property
        def each(self) -> Pair: ...

        @property
        def sums(self) -> Pair: ...

    def at(self, rows: NDArray[np.int_] | slice) -> Pair:
        """Return the weight of foreground and of background up to some of the vertices."""
        return self.sums[0][rows], self.sums[1][rows]

    def rising(self) -> NDArray[np.int_]:
        """Return the vertices up to which there is more foreground than up to the one before."""
        return np.flatnonzero(self.each[0] > 0) + 1

    @cached_property
    def rooms(self) -> Rooms:
        """How straight stretches of the path are."""
        return rooms(*self.sums)


@dataclass(frozen=True, eq=False)
class Listed(_WithArrays):
    """K groups of equal scores, from the highest on, whose arrays are at hand; read-only.

    Attributes
    ----------
    cuts : array of shape (K + 1,), or what makes it
        Inf, where there are none of them, and their scores.
    each : two arrays of shape (K,)
        Weight of foreground and of background in each.
    sums : two arrays of shape (K + 1,)
        Weight up to each, from 0 on. ``each`` are sums of its own rows, not differences of these, so that small
        groups keep their digits.
    """

    cuts: FloatArray | Cuts | CutsAfter
    each: Pair
    sums: Pair

    @classmethod
    def of(cls, scores: FloatArray | Cuts, each: Pair, sums: Pair | None = None) -> Listed:
        """Return groups of falling scores, with their running sums unless they are known."""
        return cls.along(scores if isinstance(scores, Cuts) else _thresholds(scores), each, sums)

    @classmethod
    def along(cls, cuts: FloatArray | Cuts | CutsAfter, each: Pair, sums: Pair | None = None) -> Listed:
        """Return groups along thresholds, which begin with inf."""
        if sums is None:
            with np.errstate(over="ignore", invalid="ignore"):
                sums = running(each[0]), running(each[1])
        fg, bg, tp, fp = (read_only(np.ascontiguousarray(array)) for array in (*each, *sums))
        if isinstance(cuts, np.ndarray):
            cuts = read_only(np.ascontiguousarray(cuts))
        return cls(cuts, (fg, bg), (tp, fp))

    @property
    def thresholds(self) -> FloatArray:
        """Inf, and the scores."""
        return self.cuts if isinstance(self.cuts, np.ndarray) else self.cuts.array

    def __len__(self) -> int:
        return len(self.each[0])

    @property
    def total(self) -> tuple[float, float]:
        """Weight of all groups."""
        return float(self.sums[0][-1]), float(self.sums[1][-1])

    def joined(self, runs: Joins) -> Listed:  # noqa: ARG002
        """Return the groups themselves; see `SortedLabels.joined`."""
        return self

    def picked(self, rows: NDArray[np.int_]) -> Listed:
        """Return the groups between some of the vertices, the first and the last among them."""
        tp, fp = self.at(rows)
        fg, bg = (
            # What is too little to move the sums is there all the same.
            np.where(sums[1:] > sums[:-1], np.diff(sums), np.add.reduceat(weight, rows[:-1]))
            for weight, sums in zip(self.each, (tp, fp), strict=True)
        )
        return Listed.along(self.thresholds[rows], (fg, bg), (tp, fp))

    def pieces(self) -> Iterator[Piece]:
        """Yield the groups in pieces that stay in the cache."""
        (fg, bg), (tp, fp) = self.each, self.sums
        for piece in blocks(len(self), PIECE):
            ends = slice(piece.start, piece.stop + 1)
            yield Piece(fp[ends], tp[ends], bg[piece], fg[piece])


@dataclass(frozen=True, eq=False)
class SortedLabels(_WithArrays):
    """Hard labels of weight 1 in the order of their scores: groups as in `Listed`, whose arrays are made when read.

    Attributes
    ----------
    ranked : Ranked
    positives : int
    """

    ranked: Ranked
    positives: int

    @cached_property
    def thresholds(self) -> FloatArray:
        """Inf, and the distinct scores."""
        keys = self.ranked.keys
        if len(self) < len(keys):
            keys = keys[np.append(True, _differ(keys[1:], keys[:-1]))]
        return _thresholds(self.ranked.read(keys[::-1]))

    @cached_property
    def _arrays(self) -> tuple[Pair, Pair]:
        fg, bg = np.empty((2, len(self)))
        at = 0
        for piece in self.pieces():
            to = at + len(piece.fg)
            fg[at:to], bg[at:to] = piece.fg, piece.bg
            at = to
        sums = sums_after(0, fg), sums_after(0, bg)
        return (read_only(fg), read_only(bg)), (read_only(sums[0]), read_only(sums[1]))

    @property
    def each(self) -> Pair:
        """Weight of foreground and of background in each group."""
        return self._arrays[0]

    @property
    def sums(self) -> Pair:
        """Weight up to each group."""
        return self._arrays[1]

    @property
    def total(self) -> tuple[float, float]:
        """Weight of all groups."""
        return float(self.positives), float(len(self.ranked.keys) - self.positives)

    @cached_property
    def _length(self) -> int:
        keys = self.ranked.keys
        return 1 + sum(int(np.count_nonzero(_differ(keys[1:][b], keys[b]))) for b in blocks(len(keys) - 1))

    def __len__(self) -> int:
        return self._length

    def pieces(self) -> Iterator[Piece]:
        """Yield the groups in pieces that stay in the cache."""
        behind, found = 0, 0.0
        for falling in self._falling():
            fg, rows = _of_groups(falling)
            rows += behind
            tp = sums_after(found, fg)
            fp = rows - tp
            behind, found = int(rows[-1]), float(tp[-1])
            yield Piece(fp, tp, fp[1:] - fp[:-1], fg)

    def joined(self, runs: Joins) -> Runs | SortedLabels:
        """Return the groups, of which neighbours of one class may be one: those of background, or of either class.

        Where there are few they are returned as they are.
        """
        if runs == "none" or len(self.ranked.keys) <= BLOCK:
            return self
        return self._background_runs if runs == "background" else self._runs

    @cached_property
    def _runs(self) -> Runs:
        return self._in_runs(lambda fg, bg: _go_on(fg) | _go_on(bg))

    @cached_property
    def _background_runs(self) -> Runs:
        return self._in_runs(lambda fg, _: _go_on(fg))

    def _in_runs(self, go_on: Callable[[Classes, Classes], Classes]) -> Runs:
        """Return the groups, those as one of which all but the first continue the one before.

        It is told from whether there is foreground in them, and background.
        """
        whole = np.int32 if len(self.ranked.keys) <= np.iinfo(np.int32).max else np.int64
        sums = [np.zeros((2, 1), dtype=whole)]
        for falling in self._falling():
            rising = falling[::-1]
            if _differ(rising[1:], rising[:-1]).all():
                # A run is of one class.
                label = np.ascontiguousarray((rising & ONE).astype(bool)[::-1])
                ends = _ends(go_on(label, ~label))
                rows = np.asarray(ends + 1, dtype=whole)
                tp = (np.diff(rows, prepend=whole(0)) * label[ends]).cumsum(dtype=whole)
            else:
                positives, bounds = _of_groups(falling)
                ends = _ends(go_on(positives > 0, np.diff(bounds) > positives))
                tp, rows = positives.astype(whole).cumsum(dtype=whole)[ends], bounds[1:].astype(whole)[ends]
            sums.append(sums[-1][:, -1:] + np.array([tp, rows - tp]))
        tp, fp = np.concatenate(sums, axis=1)
        return Runs(self.ranked, read_only(tp), read_only(fp))

    def picked(self, rows: NDArray[np.int_]) -> Listed:
        """Return the groups between some of the vertices; see `Listed.picked`."""
        return _between(self.ranked, *self.at(rows))

    def _falling(self) -> Iterator[NDArray[np.uint64]]:
        """Yield the keys, falling, in pieces that part no group."""
        keys = self.ranked.keys
        top = len(keys)
        while top:
            bottom = max(top - PIECE, 0)
            if bottom:
                # Where the group of that row begins.
                bottom = int(np.searchsorted(keys, keys[bottom] & ~ONE))
            yield keys[bottom:top][::-1]
            top = bottom


@dataclass(frozen=True, eq=False)
class Runs(Frozen):
    """Hard labels of weight 1 in groups, of which some neighbours were joined.

    Attributes
    ----------
    ranked : Ranked
    tp, fp : arrays of int, of shape (R + 1,)
        How many of foreground and of background there are up to each, from 0 on.
    """

    ranked: Ranked
    tp: NDArray[np.int_]
    fp: NDArray[np.int_]

    def __len__(self) -> int:
        return len(self.tp) - 1

    def pieces(self) -> Iterator[Piece]:
        """Yield the runs in pieces that stay in the cache."""
        for block in blocks(len(self), PIECE):
            ends = slice(block.start, block.stop + 1)
            tp, fp = self.tp[ends].astype(np.float64), self.fp[ends].astype(np.float64)
            yield Piece(fp, tp, fp[1:] - fp[:-1], tp[1:] - tp[:-1])

    @cached_property
    def listed(self) -> Listed:
        """The runs as groups, at the lowest score of each."""
        return self.picked(slice(None))

    def at(self, rows: NDArray[np.int_] | slice) -> Pair:
        """Return the weight up to some of the vertices; see `_WithArrays.at`."""
        return self.tp[rows].astype(np.float64), self.fp[rows].astype(np.float64)

    def rising(self) -> NDArray[np.int_]:
        """Return the vertices up to which there is more foreground than up to the one before."""
        return np.flatnonzero(self.tp[1:] > self.tp[:-1]) + 1

    @cached_property
    def rooms(self) -> Rooms:
        """How straight stretches of the path are."""
        return rooms(self.tp, self.fp)

    def picked(self, rows: NDArray[np.int_] | slice) -> Listed:
        """Return the groups between some of the vertices; see `Listed.picked`."""
        return _between(self.ranked, *self.at(rows))


Groups = Listed | SortedLabels


def _between(ranked: Ranked, tp: FloatArray, fp: FloatArray) -> Listed:
    """Return the groups between vertices with so many of each class."""
    tp, fp = read_only(tp), read_only(fp)
    return Listed.along(CutsAfter(ranked, tp, fp), (np.diff(tp), np.diff(fp)), (tp, fp))


def _differ(one: NDArray[np.uint64], other: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Return where keys differ in more than the label."""
    return (one ^ other) > 1


def _of_groups(falling: NDArray[np.uint64]) -> Pair:
    """Return how many positives there are in each group of equal keys, and where groups begin and end."""
    label, ends = (falling & ONE).astype(np.float64), _differ(falling[1:], falling[:-1])
    if ends.all():
        return label, np.arange(len(label) + 1.0)
    starts = np.append(0, np.flatnonzero(ends) + 1)
    return np.add.reduceat(label, starts), np.append(starts, len(label)).astype(np.float64)


def _ends(goes_on: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Return the last groups of runs, given which groups, from the second on, continue the one before."""
    return np.append(np.flatnonzero(~goes_on), len(goes_on))


def _go_on(present: Classes) -> Classes:
    """Return which groups, from the second on, are without a class after a group without it."""
    return np.asarray(~(present[1:] | present[:-1]))
