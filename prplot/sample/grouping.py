"""Groups of equal scores: rows become distinct scores with the weight that has each."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from prplot.arithmetic.arrays import FloatArray

__all__ = ["counted", "merged_near_ties", "weighed"]


def counted(score: FloatArray, positive: NDArray[np.bool_]) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the distinct scores, falling, and how many positives and negatives have each.

    Two plain sorts, of the scores of either class, are faster than one argsort of all: sorted runs are merged in one
    pass, and the rarer class is then looked up among all.
    """
    rare = positive if 2 * np.count_nonzero(positive) <= len(positive) else ~positive
    seldom, often = np.sort(score[rare]), np.sort(score[~rare])
    rising = np.concatenate([often, seldom])
    # Merges the two runs.
    rising.sort(kind="stable")
    new = np.empty(len(rising), dtype=bool)
    new[0] = True
    np.not_equal(rising[1:], rising[:-1], out=new[1:])
    if new.all():
        one = np.zeros(len(rising))
        one[len(rising) - 1 - (np.searchsorted(often, seldom) + np.arange(len(seldom)))] = 1.0
        other = 1.0 - one
        distinct = rising
    else:
        starts = np.flatnonzero(new)
        distinct = rising[starts]
        rare_count = np.bincount(np.searchsorted(distinct, seldom), minlength=len(distinct))
        everyone = np.diff(starts, append=len(rising))
        one, other = rare_count[::-1].astype(np.float64), (everyone - rare_count)[::-1].astype(np.float64)
    fg, bg = (one, other) if rare is positive else (other, one)
    return distinct[::-1].copy(), fg, bg


def weighed(score: FloatArray, fg: FloatArray, bg: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the distinct scores, falling, and the foreground and background weight of each."""
    order = np.argsort(score)[::-1]
    falling = score[order]
    starts = np.flatnonzero(np.concatenate([[True], falling[1:] != falling[:-1]]))
    fg, bg = fg[order], bg[order]
    if len(starts) == len(falling):
        return falling, fg, bg
    with np.errstate(over="ignore"):
        return falling[starts], np.add.reduceat(fg, starts), np.add.reduceat(bg, starts)


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
