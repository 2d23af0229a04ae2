"""Groups of equal scores: rows become distinct scores with the weight that has each."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from prplot.path.groups import Cuts, Groups, Listed, Ranked, SortedLabels
from prplot.path.sort_keys import BITS, FEW, SortKeys, direction, rising_order
from prplot.rows.arrays import BLOCK, FloatArray, blocks, read_only

__all__ = ["counted", "merged_near_ties", "weighed"]

# Scores of no more bits than these are counted and not sorted, where there are many of each.
COUNTED_BITS, OF_EACH = 16, 4


def counted(score: FloatArray, positive: NDArray[np.bool_]) -> Groups:
    """Return the groups of at least one row of weight 1, by scores of which none is NaN."""
    form = None if len(score) <= FEW else SortKeys.of(score)
    if form is not None and form.bits <= COUNTED_BITS and OF_EACH << form.bits <= len(score):
        return _tallied(score, positive, form)
    if form is None or form.bits == BITS:
        form, keys = None, _by_order(score, positive)
    else:
        keys = _with_labels(score, positive, form)
    return SortedLabels(Ranked(read_only(keys), score, form), int(np.count_nonzero(positive)))


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
