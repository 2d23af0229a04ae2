"""How closely a line is looked at: where to insert points so that chords cannot be told from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from prplot.rows.arrays import FloatArray

__all__ = ["Pieces", "Sight"]

# Where a chord is compared with its piece of the line: in the middle, and elsewhere if it is close there.
PROBES = np.array([0.5]), np.array([0.03, 0.1, 0.2, 0.35, 0.65, 0.8, 0.9, 0.97])
# How often a piece is halved at most: for all that may be shown, and on the way to a view, however deep it is.
FINEST, DEEPEST = 12, 1070
# How often at once.
AT_ONCE = 3
# How far from what is in sight a piece of it may end, in sizes of that.
FAR = 30.0
# What rounding may do to the distance from a chord, in lengths of it.
ROUNDING, ROUNDING_IN_VIEW = 1e-12, 2e-15

# From numbers of pieces and parts of them, in [0, 1], to coordinates. A piece rises or falls all along, in both.
Pieces = Callable[[NDArray[np.int_], FloatArray], tuple[FloatArray, FloatArray]]


@dataclass(frozen=True)
class Sight:
    """How closely a line is looked at.

    Attributes
    ----------
    tolerance : float
        How far chords may be from the line, as it is seen.
    seen, back : callables, optional
        From coordinates, of shape (n, 2), to where they are seen, as pixels, and back; by default
        they are seen as they are.
    linear : bool
        Whether what is straight in coordinates is seen as straight.
    low, high : arrays of shape (2,)
        The corners, in coordinates, of what is in sight; a line is followed only there.
    view : object
        What is equal for sights that are; None where that is not known.
    """

    tolerance: float
    seen: Callable[[FloatArray], FloatArray] | None = None
    back: Callable[[FloatArray], FloatArray] | None = None
    linear: bool = True
    low: FloatArray = field(default_factory=lambda: np.full(2, -np.inf))
    high: FloatArray = field(default_factory=lambda: np.full(2, np.inf))
    view: object = None

    @property
    def halvings(self) -> int:
        """How often a piece is halved at most."""
        return FINEST if self.seen is None else DEEPEST

    def halved(
        self, at: Pieces, count: int, straight: NDArray[np.bool_] | None = None
    ) -> tuple[NDArray[np.int_], FloatArray]:
        """Return where to insert points: the pieces, and the parts of them in (0, 1), in order.

        Halves what is in sight of a piece, at once as often as is sure to be needed, until none of nine
        probes on it is farther than half the tolerance from its chord. Where a piece looks straight nothing
        is inserted. Those that are known to be straight are only cut where they go far beyond what is in sight.
        """
        piece = np.arange(count)
        low, high = np.zeros(count), np.ones(count)
        start, stop = self._at(at, piece, low), self._at(at, piece, high)
        found_piece: list[NDArray[np.int_]] = []
        found_part: list[FloatArray] = []
        for _ in range(self.halvings):
            bent, parts = self._bent(at, piece, low, high, start, stop, straight)
            if not len(bent):
                break
            again = np.repeat(bent, parts)
            piece, low, high, start, stop = piece[again], low[again], high[again], start[again], stop[again]
            share, within = 1.0 / np.repeat(parts, parts), _counted(parts)
            low, high = low + within * share * (high - low), low + (within + 1.0) * share * (high - low)
            inner = within > 0
            found_piece.append(piece[inner])
            found_part.append(low[inner])
            between = self._at(at, piece[inner], low[inner])
            start[inner] = between
            stop[np.flatnonzero(inner) - 1] = between
        if not found_piece:
            return np.zeros(0, dtype=int), np.zeros(0)
        which, where = np.concatenate(found_piece), np.concatenate(found_part)
        order = np.lexsort((where, which))
        return which[order], where[order]

    def height(self) -> float:
        """Return how tall 1 is seen where the scale is linear."""
        low, high = self.of(np.array([[0.0, 0.0], [0.0, 1.0]]))
        return float(abs(high[1] - low[1]))

    def straight(self, x: FloatArray, y: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return a polyline, straight in coordinates, with points inserted where it is not seen as straight."""
        piece, more = self.between(x, y)
        return np.insert(x, piece + 1, more[0]), np.insert(y, piece + 1, more[1])

    def between(self, x: FloatArray, y: FloatArray) -> tuple[NDArray[np.int_], tuple[FloatArray, FloatArray]]:
        """Return what to insert in a polyline that is straight in coordinates: after which vertices, and the points."""
        if self.linear:
            return np.zeros(0, dtype=int), (np.zeros(0), np.zeros(0))
        start = np.column_stack([x, y])[:-1]
        with np.errstate(invalid="ignore"):
            move = np.column_stack([np.diff(x), np.diff(y)])

        def at(piece: NDArray[np.int_], part: FloatArray) -> tuple[FloatArray, FloatArray]:
            end, far = part == 1.0, piece + 1
            along, up = (start[piece] + part[:, None] * move[piece]).T
            return np.where(end, x[far], along), np.where(end, y[far], up)

        piece, part = self.halved(at, len(start))
        return piece, at(piece, part)

    def in_sight(self, start: FloatArray, stop: FloatArray) -> NDArray[np.bool_]:
        """Return of which pieces, given by both ends, something may be in sight."""
        near, far = np.fmin(start, stop), np.fmax(start, stop)
        return np.asarray(((far >= self.low) & (near <= self.high)).all(axis=1))

    def of(self, points: FloatArray) -> FloatArray:
        """Return where points, of shape (n, 2), are seen."""
        if self.seen is None:
            return points
        with np.errstate(all="ignore"):
            return np.asarray(self.seen(points), dtype=np.float64)

    def clamped(self, points: FloatArray) -> FloatArray:
        """Return where points are seen, moved nearer where they are far out of sight or have no place."""
        seen, (near, far) = self.of(points), self.of(np.array([self.low, self.high]))
        reach = (FAR + 1.0) * (far - near)
        seen = np.where(np.isfinite(seen), seen, np.where(points < self.low, near - reach, far + reach))
        low, high = np.sort([near - reach, far + reach], axis=0)
        return np.asarray(np.clip(seen, low, high))

    def bends(self, start: FloatArray, between: FloatArray, stop: FloatArray) -> NDArray[np.bool_]:
        """Return whether points, as they are seen, are too far from the chords between two others."""
        return self.excess(start, between, stop) > 1.0

    def excess(self, start: FloatArray, between: FloatArray, stop: FloatArray) -> FloatArray:
        """Return how far points, as they are seen, are from the chords between two others; more than 1 is too far."""
        rounding = ROUNDING if self.seen is None else ROUNDING_IN_VIEW
        with np.errstate(invalid="ignore", over="ignore", divide="ignore"):
            along, away = stop - start, between - start
            size = np.hypot(*along.T)
            off = np.abs(away[:, 0] * along[:, 1] - away[:, 1] * along[:, 0])
            return np.asarray(off / ((self.tolerance / 2 + rounding * size) * size))

    def _at(self, at: Pieces, piece: NDArray[np.int_], part: FloatArray) -> FloatArray:
        with np.errstate(all="ignore"):
            return np.column_stack(at(piece, part))

    def _near(self, seen: FloatArray) -> NDArray[np.bool_]:
        """Return which points, as they are seen, are not far out of sight; some have no place, as 0 on some scales."""
        if self.seen is None:
            return np.ones(len(seen), dtype=bool)
        corners = self.of(np.array([self.low, self.high]))
        room = FAR * np.ptp(corners, axis=0)
        with np.errstate(invalid="ignore"):
            return np.asarray((np.abs(seen - corners.mean(axis=0)) <= room).all(axis=1))

    def _bent(
        self,
        at: Pieces,
        piece: NDArray[np.int_],
        low: FloatArray,
        high: FloatArray,
        start: FloatArray,
        stop: FloatArray,
        straight: NDArray[np.bool_] | None,
    ) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
        """Return the rows of the pieces whose chords are seen apart from them, and into how many parts to cut each."""
        row = np.arange(len(piece)) if self.seen is None else np.flatnonzero(self.in_sight(start, stop))
        ends = self.of(start[row]), self.of(stop[row])
        with np.errstate(invalid="ignore"):
            # A piece stays in the box of its ends.
            flat = (np.abs(ends[1] - ends[0]) <= self.tolerance / 2).any(axis=1)
        row, ends = row[~flat], (ends[0][~flat], ends[1][~flat])
        known = np.isfinite(np.hstack([start[row], stop[row]])).all(axis=1)
        bent = np.asarray(known & ~(self._near(ends[0]) & self._near(ends[1])))
        halvings = np.ones(len(row))
        unknown = np.ones(len(row), dtype=bool) if straight is None else ~straight[piece[row]]
        for probes in PROBES:
            left = np.flatnonzero(~bent & unknown)
            if not len(left):
                break
            here, many = np.repeat(row[left], len(probes)), np.repeat(left, len(probes))
            part = low[here] + np.tile(probes, len(left)) * (high[here] - low[here])
            between = self.of(self._at(at, piece[here], part))
            excess = (
                np.nan_to_num(self.excess(ends[0][many], between, ends[1][many])).reshape(len(left), -1).max(axis=1)
            )
            bent[left] = excess > 1.0
            # A half of a piece is about four times as close to its chord.
            halvings[left] = np.clip(np.floor(np.log2(np.maximum(excess, 1.0)) / 2.0), 1.0, AT_ONCE)
        return row[bent], (2 ** halvings[bent]).astype(int)


def _counted(parts: NDArray[np.int_]) -> NDArray[np.int_]:
    """Return 0, 1, ... up to each number."""
    return np.arange(parts.sum()) - np.repeat(np.cumsum(parts) - parts, parts)
