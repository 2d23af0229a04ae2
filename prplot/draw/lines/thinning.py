"""Which vertices of a line a picture needs: few of millions, found without looking at the others."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from prplot.curve.curve import Curve
from prplot.draw._old_hooks import CUT, Sight, looked_at, mixes, rooms_of
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray
from prplot.spaces import Space

__all__ = ["kept_rows", "rows_of", "telling_rows"]

# FP and TP at some vertices, N and P.
Sums = tuple[FloatArray, FloatArray, float, float]
# So many stretches of vertices at first, or up to CUT times as many; a line of fewer vertices is drawn through all.
FIRST = 512
# In tolerances of a sight: how far the line through the vertices that tell may be from that through all.
THIN = 2.0


def rows_of(curve: Curve, sight: Sight) -> NDArray[np.int_]:
    """Return the vertices through which a curve is drawn for a sight; see `telling_rows`."""
    return telling_rows(curve.path, curve.space, looked_at(curve, sight), straight=mixes(curve))


def telling_rows(path: ConfusionPath, space: Space, sight: Sight, *, straight: bool = True) -> NDArray[np.int_]:
    """Return vertices through which the line looks like that through all.

    A path rises in both weights: between two vertices it stays in the rectangle of which they are corners, and in a
    part of that beside the chord, see `rooms`. What lies in a rectangle is seen between its corners. So a
    stretch is told by its ends if it is out of sight, or is flat, or is close to its chord; others are cut.

    Parameters
    ----------
    path : ConfusionPath
    space : Space
        In which a confusion point is a point.
    sight : Sight
        The two lines are at most twice its tolerance apart.
    straight : bool
        Whether the line between two vertices is the image of the chord. If not, it is anything between their heights,
        and the lines may be three times the tolerance apart.

    Returns
    -------
    array of int
        Rising; the first and the last are among them.
    """
    steps, totals = path.steps(), (path.steps().negatives, path.steps().positives)
    last, levels = len(path) - 1, 0

    def at(rows: NDArray[np.int_]) -> Sums:
        return steps.fp[rows], steps.tp[rows], *totals

    while FIRST * CUT**levels < last:
        levels += 1
    start, found = np.arange(0, last, CUT**levels), [np.array([last])]
    for level in range(levels, 0, -1):
        length, known = CUT**level, rooms_of(path)[level - 1]
        # The last stretch may be shorter than the others.
        room = np.append(known, 1.0)[np.minimum(start // length, len(known))]
        ends = at(start), at(np.minimum(start + length, last))
        told = _told(*ends, room, space, sight, straight)
        found.append(start[told])
        start = (start[~told][:, None] + length // CUT * np.arange(CUT)).ravel()
        start = start[start < last]
    return np.sort(np.concatenate([*found, start]))


def _told(start: Sums, stop: Sums, room: FloatArray, space: Space, sight: Sight, straight: bool) -> NDArray[np.bool_]:
    """Return which stretches are told by their ends, given how straight they are."""
    close, totals = THIN * sight.tolerance, start[2:]

    def image(fp: FloatArray, tp: FloatArray) -> FloatArray:
        return np.column_stack(space.image(fp, tp, *totals))

    def box(fp: FloatArray, tp: FloatArray, fp_end: FloatArray, tp_end: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return the two corners between which rectangles are seen."""
        corners = [image(f, t) for f, t in ((fp_end, tp), (fp, tp_end), (fp, tp), (fp_end, tp_end))]
        return np.fmin.reduce(corners), np.fmax.reduce(corners)

    def heights(which: NDArray[np.int_], *points: tuple[FloatArray, FloatArray]) -> list[FloatArray]:
        return [sight.of(image(fp[which], tp[which]))[:, 1] for fp, tp in points]

    (fp, tp), (fp_end, tp_end) = start[:2], stop[:2]
    low, high = box(fp, tp, fp_end, tp_end)
    told = ~sight.in_sight(low, high)
    left = np.flatnonzero(~told)
    with np.errstate(invalid="ignore"):
        wide, tall = np.abs(sight.of(high[left]) - sight.of(low[left])).T
        flat = tall <= close
        told[left] = flat
        open_to = ~flat
        if not straight:
            # The line is no farther from the chord than the corner above or below that.
            rise = np.abs(np.subtract(*heights(left, (fp, tp), (fp_end, tp_end))))
            open_to &= wide * rise <= close * np.hypot(wide, rise)
        left = left[open_to]
        # Of the part of the rectangle beside the chord, that at its start, where maps stretch most.
        one = fp[left], tp[left]
        other = one[0] + room[left] * (fp_end[left] - one[0]), one[1] + room[left] * (tp_end[left] - one[1])
        low, high = map(sight.of, box(*one, *other))
        wide, tall = np.abs(high - low).T
        told[left] = tall <= close
        if straight:
            # What is upright is as good, if it goes no lower or higher than its ends.
            upright = np.flatnonzero((tall > close) & (wide <= close))
            ends = heights(upright, one, other)
            bottom, top = np.sort([low[upright, 1], high[upright, 1]], axis=0)
            beyond = np.maximum(top - np.maximum(*ends), np.minimum(*ends) - bottom)
            told[left[upright]] = wide[upright] + beyond <= close
    return told


def kept_rows(x: FloatArray, y: FloatArray, sight: Sight) -> NDArray[np.int_]:
    """Return the vertices that show in columns of a picture: of each its first, last, lowest and highest.

    Drawn through these, the line is nowhere farther from the full one than a column is wide, two tolerances of the
    sight. What lies left or right of what is in sight counts as one column.

    Parameters
    ----------
    x, y : arrays of shape (K + 1,)
        The vertices; x never falls.
    sight : Sight
    """
    inside = np.flatnonzero((x >= sight.low[0]) & (x <= sight.high[0]))
    at = sight.of(np.column_stack([x, y])[inside])[:, 0]
    with np.errstate(invalid="ignore"):
        moved = np.flatnonzero(np.diff(np.floor(at / (THIN * sight.tolerance)))) + 1
    ends = inside[-1:] + 1
    starts = np.unique(np.concatenate([[0], inside[:1], inside[moved], ends[ends < len(x)]])).astype(int)
    if len(x) <= 4 * len(starts):
        return np.arange(len(x))
    ends = np.append(starts[1:], len(x))
    kept = np.zeros(len(x), dtype=bool)
    kept[starts] = kept[ends - 1] = True
    for extreme in (np.fmin.reduceat(y, starts), np.fmax.reduceat(y, starts)):
        hits = np.flatnonzero(y == np.repeat(extreme, ends - starts))
        first = np.searchsorted(hits, starts)
        kept[hits[first[first < len(hits)]]] = True
    return np.flatnonzero(kept)
