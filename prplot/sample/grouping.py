"""Groups of equal scores: rows become distinct scores with the weight that has each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from prplot.arithmetic.arrays import BLOCK, FloatArray, Frozen, blocks, read_only
from prplot.arithmetic.exact_sums import running
from prplot.arithmetic.sort_keys import BITS, SortKeys, direction, rising_order

__all__ = ["Groups", "Listed", "Piece", "SortedLabels", "counted", "merged_near_ties", "weighed"]

# Scores of no more bits than these are counted and not sorted, where there are many of each.
COUNTED_BITS, OF_EACH = 16, 4
# So many groups, or rows, make a piece.
PIECE = 2 * BLOCK
# So few scores are sorted without a look at their bits.
FEW = 4096

Pair = tuple[FloatArray, FloatArray]


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
        made = np.empty(self.number + 1)
        made[0], made[1:] = np.inf, rising[::-1]
        return read_only(made)


class Piece(NamedTuple):
    """Some groups: the weight of background and foreground up to each, one value more, and in each."""

    fp: FloatArray
    tp: FloatArray
    bg: FloatArray
    fg: FloatArray


@dataclass(frozen=True, eq=False)
class Listed(Frozen):
    """K groups of equal scores, from the highest on, whose arrays are at hand; read-only.

    Attributes
    ----------
    cuts : array of shape (K + 1,), or Cuts
        Inf, where there are none of them, and their scores.
    each : two arrays of shape (K,)
        Weight of foreground and of background in each.
    sums : two arrays of shape (K + 1,)
        Weight up to each, from 0 on. ``each`` are sums of its own rows, not differences of these, so that small
        groups keep their digits.
    """

    cuts: FloatArray | Cuts
    each: Pair
    sums: Pair

    @classmethod
    def of(cls, scores: FloatArray | Cuts, each: Pair, sums: Pair | None = None) -> Listed:
        """Return groups of falling scores, with their running sums unless they are known."""
        if isinstance(scores, Cuts):
            return cls.along(scores, each, sums)
        thresholds = np.empty(len(scores) + 1)
        thresholds[0], thresholds[1:] = np.inf, scores
        return cls.along(thresholds, each, sums)

    @classmethod
    def along(cls, cuts: FloatArray | Cuts, each: Pair, sums: Pair | None = None) -> Listed:
        """Return groups along thresholds, which begin with inf."""
        if sums is None:
            with np.errstate(over="ignore", invalid="ignore"):
                sums = running(each[0]), running(each[1])
        fg, bg, tp, fp = (read_only(np.ascontiguousarray(array)) for array in (*each, *sums))
        cuts = cuts if isinstance(cuts, Cuts) else read_only(np.ascontiguousarray(cuts))
        return cls(cuts, (fg, bg), (tp, fp))

    @property
    def thresholds(self) -> FloatArray:
        """Inf, and the scores."""
        return self.cuts.array if isinstance(self.cuts, Cuts) else self.cuts

    def __len__(self) -> int:
        return len(self.each[0])

    @property
    def total(self) -> tuple[float, float]:
        """Weight of all groups."""
        return float(self.sums[0][-1]), float(self.sums[1][-1])

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
        tp, fp = np.zeros((2, len(self) + 1))
        at = 0
        for piece in self.pieces():
            to = at + len(piece.fg)
            fg[at:to], bg[at:to] = piece.fg, piece.bg
            tp[at + 1 : to + 1], fp[at + 1 : to + 1] = piece.tp[1:], piece.fp[1:]
            at = to
        return (read_only(fg), read_only(bg)), (read_only(tp), read_only(fp))

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
        top, found = len(self.keys), 0
        while top:
            bottom = max(top - PIECE, 0)
            if bottom:
                # Where the group of that row begins.
                bottom = int(np.searchsorted(self.keys, self.keys[bottom] & ~np.uint64(1)))
            falling = self.keys[bottom:top][::-1]
            piece = _hard_groups(falling, found, len(self.keys) - top - found)
            found, top = int(piece.tp[-1]), bottom
            yield piece


Groups = Listed | SortedLabels


def _differ(one: NDArray[np.uint64], other: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Return where keys differ in more than the label."""
    return (one ^ other) > 1


def _hard_groups(falling: NDArray[np.uint64], tp: int, fp: int) -> Piece:
    """Return the groups of falling keys after so many of both classes."""
    label, last = falling & np.uint64(1), _differ(falling[1:], falling[:-1])
    front = np.empty(len(label) + 1)
    front[0] = tp
    if last.all():
        front[1:] = label
        fg = front[1:].copy()
        np.cumsum(front, out=front)
        back = np.arange(tp + fp, tp + fp + len(front), dtype=np.float64)
        back -= front
        return Piece(back, front, 1.0 - fg, fg)
    ends = np.concatenate([[0], np.flatnonzero(last) + 1, [len(label)]])
    front[1:] = label
    front = np.cumsum(front)[ends]
    back = (ends + (tp + fp)) - front
    return Piece(back, front, np.diff(back), np.diff(front))


def counted(score: FloatArray, positive: NDArray[np.bool_]) -> Groups:
    """Return the groups of at least one row of weight 1, by scores of which none is NaN."""
    positives = int(np.count_nonzero(positive))
    if len(score) <= FEW:
        return SortedLabels(_by_order(score, positive), score, positives)
    form = SortKeys.of(score)
    if form.bits <= COUNTED_BITS and OF_EACH << form.bits <= len(score):
        return _tallied(score, positive, form)
    keys = _by_order(score, positive) if form.bits == BITS else _with_labels(score, positive, form)
    return SortedLabels(read_only(keys), score, positives)


def _by_order(score: FloatArray, positive: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Return keys of scores, counted from the lowest, with the labels in their last bit."""
    order = rising_order(score)
    keys = np.zeros(len(score), dtype=np.uint64)
    np.cumsum(order.rises, out=keys[1:])
    keys <<= np.uint64(1)
    keys |= positive[order.rows]
    return keys


def _with_labels(score: FloatArray, positive: NDArray[np.bool_], form: SortKeys) -> NDArray[np.uint64]:
    """Return the keys of scores, rising, with the labels in their last bit."""
    found = np.empty(len(score), dtype=np.int64)
    for block in blocks(len(score)):
        form.write(score[block], 1, found[block])
        found[block] |= positive[block]
    keys = found.view(np.uint64)
    if along := direction(score):
        return np.ascontiguousarray(keys[::along])
    keys.sort()
    return keys


def _tallied(score: FloatArray, positive: NDArray[np.bool_], form: SortKeys) -> Listed:
    """Return the groups of few distinct scores, which need no sort."""
    number = 1 << form.bits
    count, scores = np.zeros((number, 2), dtype=np.intp), np.empty(number)
    size = max(BLOCK, 2 * number)
    key = np.empty(size, dtype=np.int64)
    for block in blocks(len(score), size):
        found = key[: block.stop - block.start]
        form.write(score[block], 0, found)
        scores[found] = score[block]
        found <<= 1
        found |= positive[block]
        count += np.bincount(found, minlength=2 * number).reshape(number, 2)
    there = np.flatnonzero(count.any(axis=1))[::-1]
    back, front = count[there].T.astype(np.float64)
    return Listed.of(scores[there], (front, back))


def weighed(
    score: FloatArray, fg: FloatArray, bg: FloatArray | None
) -> tuple[FloatArray | Cuts, FloatArray, FloatArray]:
    """Return the distinct scores that have a weight, falling, and the foreground and background weight of each.

    The background of a row is what its foreground lacks to 1, where none is given.
    """
    order = rising_order(score)
    rows, new = order.rows[::-1].copy(), order.rises[::-1]
    fg = fg.take(rows, mode="clip")
    bg = 1.0 - fg if bg is None else bg.take(rows, mode="clip")
    if not new.all():
        starts = np.flatnonzero(np.append(True, new))
        rows = rows[starts]
        with np.errstate(over="ignore"):
            fg, bg = np.add.reduceat(fg, starts), np.add.reduceat(bg, starts)
    if all(((fg[block] > 0) | (bg[block] > 0)).all() for block in blocks(len(fg))):
        return Cuts(score, len(fg)), fg, bg
    kept = (fg > 0) | (bg > 0)
    return score[rows[kept]], fg[kept], bg[kept]


def merged_near_ties(
    scores: FloatArray, fg: FloatArray, bg: FloatArray, tolerance: float
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the groups after near ties have become ties: each takes what lies within ``tolerance`` below its top.

    No group is wider than the tolerance, so a long chain of small gaps does not become one tie.
    The score of a group is its lowest, at or above which all of it lies.
    """
    starts = _tops(scores, tolerance)
    if len(starts) == len(scores):
        return scores, fg, bg
    ends = np.append(starts[1:], len(scores)) - 1
    with np.errstate(over="ignore"):
        return scores[ends], np.add.reduceat(fg, starts), np.add.reduceat(bg, starts)


def _tops(falling: FloatArray, tolerance: float) -> NDArray[np.int_]:
    """Return where groups begin, from the highest score on."""
    # No lower than the lowest finite score: infinite ones are near nothing.
    with np.errstate(over="ignore"):
        floor = np.minimum(np.maximum(falling - tolerance, -np.finfo(float).max), falling)
    far = falling[1:] < floor[:-1]
    chains = np.concatenate([[0], np.flatnonzero(far) + 1, [len(falling)]])
    wide = falling[chains[1:] - 1] < floor[chains[:-1]]
    starts = [chains[:-1]]
    for first, stop in zip(chains[:-1][wide].tolist(), chains[1:][wide].tolist(), strict=True):
        chain, reach = -falling[first:stop], -floor[first:stop]
        at = 0
        while True:
            at = int(np.searchsorted(chain, reach[at], side="right"))
            if at >= len(chain):
                break
            starts.append(np.array([first + at]))
    return np.sort(np.concatenate(starts))
