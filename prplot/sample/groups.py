"""Groups of equal scores along a path: thresholds, and the weight of either class; made when they are first read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from prplot.arithmetic.arrays import BLOCK, FloatArray, Frozen, blocks, read_only
from prplot.arithmetic.exact_sums import running

__all__ = ["Cuts", "Groups", "Listed", "Piece", "SortedLabels"]

# So many groups, or rows, make a piece.
PIECE = 2 * BLOCK
ONE = np.uint64(1)

Pair = tuple[FloatArray, FloatArray]


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
class CutsAfter(Frozen):
    """The thresholds at which so many rows are predicted positive, made when they are first read.

    Attributes
    ----------
    scores : array of shape (n,)
        In any order.
    rows : array of shape (K,)
        Rising.
    """

    scores: FloatArray
    rows: NDArray[np.int_]

    @cached_property
    def array(self) -> FloatArray:
        """Inf, and the scores, falling."""
        return _thresholds(np.sort(self.scores)[len(self.scores) - self.rows])


def _thresholds(falling: FloatArray) -> FloatArray:
    """Return inf, and falling scores."""
    made = np.empty(len(falling) + 1)
    made[0], made[1:] = np.inf, falling
    return read_only(made)


@dataclass(frozen=True, eq=False)
class Listed(Frozen):
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

    @property
    def runs(self) -> Listed:
        """The groups themselves."""
        return self

    def pieces(self) -> Iterator[Piece]:
        """Yield the groups in pieces that stay in the cache."""
        (fg, bg), (tp, fp) = self.each, self.sums
        for piece in blocks(len(self), PIECE):
            ends = slice(piece.start, piece.stop + 1)
            yield Piece(fp[ends], tp[ends], bg[piece], fg[piece])


@dataclass(frozen=True, eq=False)
class SortedLabels(Frozen):
    """Hard labels of weight 1 in the order of their scores: groups as in `Listed`, whose arrays are made when read.

    Attributes
    ----------
    keys : array of shape (n,)
        Rising: a whole number for each score, equal where scores are, and in its last bit the label.
    scores : array of shape (n,)
        The scores, in any order.
    positives : int
    """

    keys: NDArray[np.uint64]
    scores: FloatArray
    positives: int

    @property
    def thresholds(self) -> FloatArray:
        """Inf, and the distinct scores."""
        return self._cuts.array

    @cached_property
    def _cuts(self) -> Cuts:
        return Cuts(self.scores, len(self))

    @cached_property
    def _arrays(self) -> tuple[Pair, Pair]:
        fg, bg = np.empty((2, len(self)))
        at = 0
        for falling in self._falling():
            front, back = _of_groups(falling)
            fg[at : at + len(front)], bg[at : at + len(front)] = front, back
            at += len(front)
        sums = _sums(0, fg), _sums(0, bg)
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
        return float(self.positives), float(len(self.keys) - self.positives)

    @cached_property
    def _length(self) -> int:
        return 1 + sum(
            int(np.count_nonzero(_differ(self.keys[1:][block], self.keys[block])))
            for block in blocks(len(self.keys) - 1)
        )

    def __len__(self) -> int:
        return self._length

    def pieces(self) -> Iterator[Piece]:
        """Yield the groups in pieces that stay in the cache."""
        return _pieces(_of_groups(falling) for falling in self._falling())

    @property
    def runs(self) -> Runs | SortedLabels:
        """The groups, of which neighbours of one class alone are one; themselves where there are few."""
        return self if len(self.keys) <= BLOCK else self._runs

    @cached_property
    def _runs(self) -> Runs:
        size = np.int32 if len(self.keys) <= np.iinfo(np.int32).max else np.int64
        runs = [np.array(_of_runs(falling), dtype=size) for falling in self._falling()]
        front, back = np.concatenate(runs, axis=1)
        return Runs(read_only(front), read_only(back), self.scores)

    def _falling(self) -> Iterator[NDArray[np.uint64]]:
        """Yield the keys, falling, in pieces that part no group."""
        top = len(self.keys)
        while top:
            bottom = max(top - PIECE, 0)
            if bottom:
                # Where the group of that row begins.
                bottom = int(np.searchsorted(self.keys, self.keys[bottom] & ~ONE))
            yield self.keys[bottom:top][::-1]
            top = bottom


@dataclass(frozen=True, eq=False)
class Runs(Frozen):
    """Hard labels of weight 1 in runs of groups of one class, and in groups of both.

    Attributes
    ----------
    front, back : arrays of int, of shape (R,)
        How many of foreground and of background there are in each, from the highest scores on.
    scores : array of shape (n,)
        The scores, in any order.
    """

    front: NDArray[np.int_]
    back: NDArray[np.int_]
    scores: FloatArray

    def pieces(self) -> Iterator[Piece]:
        """Yield the runs in pieces that stay in the cache."""
        return _pieces((self.front[block], self.back[block]) for block in blocks(len(self.front), PIECE))

    @cached_property
    def listed(self) -> Listed:
        """The runs as groups, at the lowest score of each."""
        rows = np.cumsum(self.front, dtype=np.intp) + np.cumsum(self.back, dtype=np.intp)
        each = self.front.astype(np.float64), self.back.astype(np.float64)
        return Listed.along(CutsAfter(self.scores, rows), each, (_sums(0, each[0]), _sums(0, each[1])))


Groups = Listed | SortedLabels


def _pieces(counts: Iterable[tuple[NDArray[Any], NDArray[Any]]]) -> Iterator[Piece]:
    """Yield pieces with so many of either class in each group."""
    tp = fp = 0.0
    for front, back in counts:
        fg, bg = np.asarray(front, dtype=np.float64), np.asarray(back, dtype=np.float64)
        piece = Piece(_sums(fp, bg), _sums(tp, fg), bg, fg)
        fp, tp = float(piece.fp[-1]), float(piece.tp[-1])
        yield piece


def _differ(one: NDArray[np.uint64], other: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Return where keys differ in more than the label."""
    return (one ^ other) > 1


def _sums(start: float, each: FloatArray) -> FloatArray:
    """Return the sums of whole numbers up to each, after a start."""
    sums = np.empty(len(each) + 1)
    sums[0], sums[1:] = start, each
    return sums.cumsum(out=sums)


def _of_groups(falling: NDArray[np.uint64]) -> Pair:
    """Return how many of each class there are in groups of equal keys."""
    label, ends = (falling & ONE).astype(np.float64), _differ(falling[1:], falling[:-1])
    if ends.all():
        return label, 1.0 - label
    starts = _starts(ends)
    front = np.add.reduceat(label, starts)
    return front, np.diff(starts, append=len(label)) - front


def _of_runs(falling: NDArray[np.uint64]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return how many of each class there are in runs of groups of one class, and in groups of both."""
    if _differ(falling[1:], falling[:-1]).all():
        label = (falling & ONE).astype(bool)
        starts = _starts(label[1:] != label[:-1])
        length = np.diff(starts, append=len(label))
        front = np.where(label[starts], length, 0)
        return front, length - front
    front, back = _of_groups(falling)
    positive, mixed = front > 0, (front > 0) & (back > 0)
    starts = _starts(mixed[1:] | mixed[:-1] | (positive[1:] != positive[:-1]))
    return np.add.reduceat(front, starts), np.add.reduceat(back, starts)


def _starts(ends: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Return where runs begin, by whether each but the last element ends one."""
    return np.concatenate([[0], ends.nonzero()[0] + 1])
