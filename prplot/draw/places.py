"""Texts that look for a free place near what they belong to whenever they are drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast
from weakref import WeakKeyDictionary

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.lines import Line2D
from matplotlib.text import Text
from matplotlib.transforms import Bbox, IdentityTransform

from prplot.draw.axes import merged, tone
from prplot.draw.shapes import Spots, in_view, seen
from prplot.sums import FloatArray

__all__ = ["SOLID", "PlacedText", "Places", "along", "beside", "nearby", "placed", "seen", "spread"]

# Lines above this zorder are not written over; those below, such as isolines, only where nothing is free.
SOLID = 1.25
# Lines are looked at every so many points; texts stay so far from them, from each other, and from the frame.
STRIDE, CLEAR, INSIDE = 1.5, 1.2, 2.0
# The cells in which is counted what lines cover, in points.
CELL = 0.6
# What a place costs that covers a text, a stretch of a solid and of a light line; and each place later in the order.
TEXT, STRETCH, LIGHT, LATER = 1e4, 5.0, 0.03, 0.02
# What matplotlib calls no line style and no marker.
UNSEEN = ("None", "none", " ", "")
COMPASS = np.array([(1, 1), (-1, 1), (1, 0), (-1, 0), (1, -1), (-1, -1), (0, 1), (0, -1)], dtype=np.float64)
# How many times as far away a text may go; and how far from a right angle to its line, in radians.
RINGS, TURNS = (1.0, 1.8, 3.0), (0.0, -0.7, 0.7)

# From the axes, the size of a text and the size of a point, all in pixels, to centres where the
# text may be, the best first: shape (n, 2).
Places = Callable[[Axes, FloatArray, float], FloatArray]


class PlacedText(Text):
    """A text that finds its place when it is drawn: inside the axes, near what it belongs to, over nothing else.

    Parameters
    ----------
    text : str
        What it says.
    places : Places
        Where it may be.
    must : bool
        Whether it is shown even where every place covers something; if not, it gives way.
    name : str
        What the value is called; the first of the group that has room for it says it.
    group : list of PlacedText
        Texts that share the name, in the order of drawing; this one joins them.

    Attributes
    ----------
    shown : bool
        Whether there was room when it was drawn last.
    """

    def __init__(
        self,
        text: str,
        places: Places,
        *,
        must: bool = False,
        name: str = "",
        group: list[PlacedText] | None = None,
        **options: Any,
    ) -> None:
        super().__init__(0.0, 0.0, text, ha="center", va="center", **options)
        self.set_transform(IdentityTransform())
        # Its place follows from the layout, which therefore cannot wait for it.
        self.set_in_layout(False)
        self.places, self.must, self.value, self.name = places, must, text, name
        self.group = [] if group is None else group
        self.group.append(self)
        self.shown = False

    def draw(self, renderer: RendererBase) -> None:
        """Find a place for this view, and draw there."""
        self.shown = False
        if self.get_visible() and isinstance(self.axes, Axes):
            callback, self.stale_callback = self.stale_callback, None
            self.shown = any(self._settled(renderer, text) for text in self._wordings())
            self.stale_callback = callback
            if self.shown:
                self.paint(renderer)

    def paint(self, renderer: RendererBase) -> None:
        """Draw at the place that was found."""
        super().draw(renderer)

    def _wordings(self) -> list[str]:
        before = self.group[: self.group.index(self)]
        said = not self.name or any(text.shown and text.get_text() != text.value for text in before)
        return [self.value] if said else [f"{self.name} {self.value}", self.value]

    def _settled(self, renderer: RendererBase, text: str) -> bool:
        """Move to the best place for a wording, if there is one."""
        ax = cast(Axes, self.axes)
        self.set_text(text)
        self.set_position((0.0, 0.0))
        box = self.get_window_extent(renderer)
        size, unit = np.array([box.width, box.height]), float(cast(Any, renderer.points_to_pixels(1.0)))
        with np.errstate(all="ignore"):
            centres = np.asarray(self.places(ax, size, unit), dtype=np.float64).reshape(-1, 2)
        centres = centres[np.isfinite(centres).all(axis=1)]
        low, high = ax.bbox.min + size / 2 + INSIDE * unit, ax.bbox.max - size / 2 - INSIDE * unit
        inside = ((centres >= low) & (centres <= high)).all(axis=1)
        if self.must and len(centres) and not inside.any() and (low <= high).all():
            centres, inside = np.clip(centres, low, high), np.ones(len(centres), dtype=bool)
        centres = centres[inside]
        if not len(centres):
            return False
        covered = self._covered(renderer, centres, size, unit)
        best = int(np.argmin(covered + LATER * np.arange(len(centres))))
        if not self.must and covered[best] >= STRETCH:
            return False
        self.set_position(tuple(centres[best] - box.min - size / 2))
        return True

    def _covered(self, renderer: RendererBase, centres: FloatArray, size: FloatArray, unit: float) -> FloatArray:
        """Return how much each place would cover."""
        reach = size / 2 + CLEAR * unit
        cost = _crowded(cast(Axes, self.axes), unit)(centres - reach, centres + reach)
        for box in self._boxes(renderer):
            corners = np.asarray(box.get_points(), dtype=np.float64)
            cost += TEXT * (np.abs(centres - corners.mean(axis=0)) < reach + np.diff(corners, axis=0) / 2).all(axis=1)
        return cost

    def _boxes(self, renderer: RendererBase) -> list[Bbox]:
        """Return the boxes of the legend and of texts that are drawn before."""
        ax = cast(Axes, self.axes)
        legend = ax.get_legend()
        boxes = [] if legend is None or not legend.get_visible() else [legend.get_window_extent(renderer)]
        before = True
        for text in ax.texts:
            before = before and text is not self
            earlier = (text.get_zorder(), not before) < (self.get_zorder(), before)
            # Whether other texts give way is not asked: it takes long, and their places stay theirs.
            if text is self or not text.get_text() or not Artist.get_visible(text) or not earlier:
                continue
            if not isinstance(text, PlacedText) or text.shown:
                boxes.append(text.get_window_extent(renderer))
        return boxes


def placed(ax: Axes, text: str, places: Places, given: dict[str, Any] | None = None, **options: Any) -> PlacedText:
    """Add a small text that finds its place; ``given`` are the caller's keywords."""
    style = merged(given or {}, Text, color=tone(ax, 0.85), fontsize="small", zorder=5.5)
    note = PlacedText(text, places, **options, **style)
    ax.add_artist(note)
    return note


# Where texts may be.


def beside(x: FloatArray, y: FloatArray, gap: float) -> Places:
    """Return the eight places around each point of data ``gap`` points away from it, then farther away."""

    def places(ax: Axes, size: FloatArray, unit: float) -> FloatArray:
        anchors = in_view(ax, ax.transData.transform(np.column_stack([x, y])))
        around = [_around(anchor, size, ring * unit * gap) for ring in RINGS for anchor in anchors]
        return np.concatenate(around or [np.zeros((0, 2))])

    return places


def nearby(x: FloatArray, y: FloatArray, gap: float, cells: int = 30) -> Places:
    """Return places around points of data, then all over the axes, the nearest first."""
    close = beside(x, y, gap)

    def places(ax: Axes, size: FloatArray, unit: float) -> FloatArray:
        anchors = in_view(ax, ax.transData.transform(np.column_stack([x, y])))
        if not len(anchors):
            return anchors
        low, high = ax.bbox.min + size / 2 + 3 * unit, ax.bbox.max - size / 2 - 3 * unit
        grid = np.stack(np.meshgrid(*(np.linspace(low[k], high[k], cells) for k in (0, 1))), axis=-1).reshape(-1, 2)
        away = np.abs(grid[:, None] - anchors[None]) - size / 2
        distance = np.hypot(*np.maximum(away, 0.0).transpose(2, 0, 1)).min(axis=1)
        return np.concatenate([close(ax, size, unit), grid[np.argsort(distance, kind="stable")]])

    return places


def along(spots: Spots, gap: float) -> Places:
    """Return places on both sides of spots on a line, the upper side first."""

    def places(ax: Axes, size: FloatArray, unit: float) -> FloatArray:
        at, normal = spots(ax, unit)
        centres = []
        for turn in TURNS:
            tilted = normal @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
            away = (gap * unit + (np.abs(tilted) * size / 2).sum(axis=1, keepdims=True)) * tilted
            centres += [at + away, at - away]
        return np.asarray(np.concatenate(centres))

    return places


def _around(anchor: FloatArray, size: FloatArray, gap: float) -> FloatArray:
    """Return eight centres around a point."""
    away = COMPASS * size / 2 + gap * COMPASS / np.hypot(*COMPASS.T)[:, None]
    return np.asarray(anchor + away)


# What is there already.


def _crowded(ax: Axes, unit: float) -> Callable[[FloatArray, FloatArray], FloatArray]:
    """Return what boxes, from their lower left to their upper right corners in pixels, cover of the lines."""
    cell, low = CELL * unit, ax.bbox.min
    rows, columns = (int(length / cell) + 3 for length in (ax.bbox.width, ax.bbox.height))
    total = np.zeros((rows, columns))
    for line in ax.lines:
        if line.get_visible():
            at = ((spread(ax, line, unit) - low) / cell + 1.0).astype(int).clip(0, (rows - 1, columns - 1))
            count = np.bincount(at[:, 0] * columns + at[:, 1], minlength=rows * columns)
            total += (STRETCH if line.get_zorder() > SOLID else LIGHT) * count.reshape(rows, columns)
    total = np.pad(total, ((1, 0), (1, 0))).cumsum(axis=0).cumsum(axis=1)

    def covered(lower: FloatArray, upper: FloatArray) -> FloatArray:
        (left, bottom), (right, top) = (
            ((corner - low) / cell + 1.0 + more).astype(int).clip(0, (rows, columns)).T
            for corner, more in ((lower, 0), (upper, 1))
        )
        return np.asarray(total[right, top] - total[left, top] - total[right, bottom] + total[left, bottom])

    return covered


_spreads: WeakKeyDictionary[Line2D, tuple[tuple[Any, ...], Any, FloatArray]] = WeakKeyDictionary()


def spread(ax: Axes, line: Line2D, unit: float) -> FloatArray:
    """Return points evenly along what is in view of a line, and all over its markers, in pixels."""
    data, radius = line.get_xydata(), unit * line.get_markersize() / 2 if _marked(line) else 0.0
    view = (
        *(ax.get_xlim(), ax.get_ylim(), ax.get_xscale(), ax.get_yscale(), ax.bbox.bounds, unit, radius),
        str(line.get_linestyle()),
    )
    known = _spreads.get(line)
    if known is not None and known[0] == view and known[1] is data:
        return known[2]
    with np.errstate(all="ignore"):
        points = np.asarray(line.get_transform().transform(np.asarray(data, dtype=np.float64)))
    found = [np.zeros((0, 2))]
    if radius:
        offsets = np.linspace(-radius, radius, int(2 * radius / (STRIDE * unit)) + 2)
        around = np.stack(np.meshgrid(offsets, offsets), axis=-1).reshape(-1, 2)
        # Of many markers close together as many as one can tell apart.
        apart = np.unique(np.round(in_view(ax, points) / unit), axis=0) * unit
        found.append((apart[:, None] + around).reshape(-1, 2))
    if str(line.get_linestyle()) not in UNSEEN:
        pieces = seen(points, Bbox(ax.bbox.padded(2.0).get_points()))
        if pieces.total:
            found.append(pieces.at(np.linspace(0.0, pieces.total, int(pieces.total / (STRIDE * unit)) + 2)))
    _spreads[line] = (view, data, np.concatenate(found))
    return _spreads[line][2]


def _marked(line: Line2D) -> bool:
    return str(line.get_marker()) not in UNSEEN
