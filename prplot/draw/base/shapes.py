"""Polylines of data seen in pixels: what is in view of them, places along them, and normals there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.transforms import Bbox

from prplot.rows.arrays import FloatArray

__all__ = ["Segments", "Shape", "Spots", "in_view", "seen"]

# From the axes and the size of a point to places on a line and its upward normals there, in pixels.
Spots = Callable[[Axes, float], tuple[FloatArray, FloatArray]]
# Normals that rise less than this are level.
UPRIGHT = 1e-9


class Segments(NamedTuple):
    """What is in view of a polyline: where each piece begins, where it ends, and the length up to there, in pixels."""

    start: FloatArray
    stop: FloatArray
    length: FloatArray

    @property
    def total(self) -> float:
        """The length of all pieces."""
        return float(self.length[-1]) if len(self.length) else 0.0

    def at(self, length: FloatArray) -> FloatArray:
        """Return the points at lengths from the beginning; before it and beyond the end the ends."""
        piece = np.clip(np.searchsorted(self.length, length, side="left"), 0, len(self.length) - 1)
        size = np.hypot(*(self.stop - self.start)[piece].T)
        part = 1.0 - (self.length[piece] - length) / np.where(size > 0, size, 1.0)
        return np.asarray(self.start[piece] + np.clip(part, 0.0, 1.0)[:, None] * (self.stop - self.start)[piece])

    def nearest(self, point: FloatArray) -> float:
        """Return the length at which the pieces come closest to a point."""
        move = self.stop - self.start
        size = np.hypot(*move.T)
        part = np.clip(((point - self.start) * move).sum(axis=1) / np.where(size > 0, size, 1.0) ** 2, 0.0, 1.0)
        closest = int(np.argmin(np.hypot(*(self.start + part[:, None] * move - point).T)))
        return float(self.length[closest] - (1.0 - part[closest]) * size[closest])


def seen(points: FloatArray, box: Bbox) -> Segments:
    """Return what is in view of a polyline in pixels; what is not finite interrupts it."""
    with np.errstate(all="ignore"):
        start, move = points[:-1], np.diff(points, axis=0)
        crossings = (np.array([box.min, box.max])[:, None] - start) / move
        still = np.where((start >= box.min) & (start <= box.max), np.inf, -np.inf)
        enters = np.where(move == 0, -still, crossings.min(axis=0)).max(axis=1).clip(min=0.0)
        leaves = np.where(move == 0, still, crossings.max(axis=0)).min(axis=1).clip(max=1.0)
        kept = np.isfinite(move).all(axis=1) & (leaves > enters)
    start, move, enters, leaves = start[kept], move[kept], enters[kept, None], leaves[kept, None]
    start, stop = start + enters * move, start + leaves * move
    return Segments(start, stop, np.cumsum(np.hypot(*(stop - start).T)))


def in_view(ax: Axes, points: FloatArray) -> FloatArray:
    """Return those of some points, in pixels, that are inside the axes."""
    box = ax.bbox.padded(2.0)
    return np.asarray(points)[((points >= box.min) & (points <= box.max)).all(axis=1)]


class Shape:
    """A polyline of data whose places and normals in pixels are asked for when something is drawn.

    Parameters
    ----------
    x, y : arrays
        Data coordinates.
    """

    def __init__(self, x: FloatArray, y: FloatArray) -> None:
        self.xy = np.column_stack([x, y])

    def at_shares(self, shares: Sequence[float], least: float = 0.0) -> Spots:
        """Return spots at shares of its length in view; none if that is shorter than ``least`` points."""
        return partial(self._at_shares, shares, least)

    def _at_shares(self, shares: Sequence[float], least: float, ax: Axes, unit: float) -> tuple[FloatArray, FloatArray]:
        pieces = self._seen(ax)
        if pieces.total <= least * unit:
            return np.zeros((0, 2)), np.zeros((0, 2))
        at = np.array(shares) * pieces.total
        return pieces.at(at), _normals(pieces, at, unit)

    def nearest(self, x: float, y: float, reach: float) -> Spots:
        """Return the spot at a point of data, with the normal of ``reach`` points of line to both sides."""
        return partial(self._nearest, (x, y), reach)

    def _nearest(
        self, point: tuple[float, float], reach: float, ax: Axes, unit: float
    ) -> tuple[FloatArray, FloatArray]:
        pieces = self._seen(ax)
        with np.errstate(all="ignore"):
            here = in_view(ax, ax.transData.transform([point]))
        if not (pieces.total and len(here)):
            return np.zeros((0, 2)), np.zeros((0, 2))
        return here, _normals(pieces, np.array([pieces.nearest(here[0])]), reach * unit)

    def _seen(self, ax: Axes) -> Segments:
        with np.errstate(all="ignore"):
            return seen(ax.transData.transform(self.xy), Bbox(ax.bbox.padded(2.0).get_points()))


def _normals(pieces: Segments, at: FloatArray, reach: float) -> FloatArray:
    """Return unit normals that point upwards, at lengths along a line, of its chords around there."""
    run, rise = (pieces.at(at + reach) - pieces.at(at - reach)).T
    size = np.hypot(run, rise)
    normal = np.column_stack([-rise, run]) / np.where(size > 0, size, 1.0)[:, None]
    normal[size == 0] = (0.0, 1.0)
    down = (normal[:, 1] < -UPRIGHT) | ((np.abs(normal[:, 1]) <= UPRIGHT) & (normal[:, 0] < 0))
    return np.where(down[:, None], -normal, normal)
