"""Texts that look for a free place near what they belong to whenever they are drawn."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import Any, cast
from weakref import WeakKeyDictionary

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.lines import Line2D
from matplotlib.text import Text
from matplotlib.transforms import Bbox, IdentityTransform
from numpy.typing import NDArray

from prplot.draw.base.axes import tone
from prplot.draw.base.figure import figure_of
from prplot.draw.base.keywords import merged
from prplot.draw.base.literal_text import printable
from prplot.draw.base.shapes import Spots, in_view, seen
from prplot.rows.arrays import FloatArray

__all__ = [
    "SOLID",
    "PlacedText",
    "Obstacles",
    "AvoidingText",
    "along",
    "beside",
    "gaps",
    "nearby",
    "placed",
    "dots_along",
    "view_of",
]

# Lines above this zorder are not written over; those below, such as isolines, only where nothing is free.
SOLID = 1.25
# Lines are looked at every so many points, and no finer; texts stay so far from them, from each other, and the frame.
STRIDE, FINEST, CLEAR, INSIDE = 1.5, 0.3, 1.2, 2.0
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
Candidates = Callable[[Axes, FloatArray, float], FloatArray]


class Obstacles:
    """What of axes is taken while their texts find places: boxes of the legend and of texts, in pixels, and lines."""

    def __init__(self, ax: Axes, renderer: RendererBase) -> None:
        self.ax, self.renderer = ax, renderer
        self.unit = float(cast(Any, renderer.points_to_pixels(1.0)))
        there = [
            ax.get_legend(),
            *(text for text in ax.texts if text.get_text() and not isinstance(text, AvoidingText)),
        ]
        self.boxes = [thing.get_window_extent(renderer) for thing in there if thing is not None and thing.get_visible()]
        self.lines = [line for line in ax.lines if line.get_visible()]

    def met(self, centres: FloatArray, reach: FloatArray) -> NDArray[np.int_]:
        """Return how many of the boxes those meet that reach so far around centres."""
        corners = np.array([box.get_points() for box in self.boxes]).reshape(-1, 2, 2)
        away = np.abs(centres[:, None] - corners.mean(axis=1)) - np.diff(corners, axis=1)[:, 0] / 2
        return np.asarray((away < np.broadcast_to(reach, centres.shape)[:, None]).all(axis=2).sum(axis=1))

    def covered(self, centres: FloatArray, reach: FloatArray) -> FloatArray:
        """Return how much of the lines boxes cover that reach so far around centres."""
        (left, bottom), (right, top) = self._cells(centres - reach).T, self._cells(centres + reach).T + 1
        total = self._total
        return np.asarray(total[right, top] - total[left, top] - total[right, bottom] + total[left, bottom])

    @cached_property
    def _total(self) -> FloatArray:
        """What lines cover, from the lower left corner up to each cell."""
        covered = np.zeros(self._cells(np.array(self.ax.bbox.max)) + 2)
        for line in self.lines:
            at = self._cells(dots_along(self.ax, line, self.unit))
            np.add.at(covered, tuple(at.T + 1), STRETCH if line.get_zorder() > SOLID else LIGHT)
        return covered.cumsum(axis=0).cumsum(axis=1)

    def _cells(self, points: FloatArray) -> NDArray[np.int_]:
        low, high = self.ax.bbox.min, self.ax.bbox.max
        return np.asarray((points.clip(low, high) - low) / (CELL * self.unit), dtype=int)


class AvoidingText(Text):
    """A text that finds its place when it is drawn, over no other text and not over the legend.

    All of one axes find theirs together, before the first of them is drawn, each seeing what the
    earlier took: the names of curves (``rank`` 0), what must be shown (1), what may give way (2), and
    the values on lines (3).

    Parameters
    ----------
    text : str
        What it says.
    name : str
        What the value is called; the first of the group that has room for it says it.
    group : list of AvoidingText
        Texts that share the name, in the order of drawing; this one joins them.

    Attributes
    ----------
    shown : bool
        Whether there was room when it was drawn last.
    """

    rank = 2

    def __init__(self, text: str, *, name: str = "", group: list[Any] | None = None, **options: Any) -> None:
        super().__init__(0.0, 0.0, text, **{"ha": "center", "va": "center", **options})
        self.set_transform(IdentityTransform())
        # Its place follows from the layout, which therefore cannot wait for it.
        self.set_in_layout(False)
        self.value, self.name, self.shown = text, name, False
        self.group: list[AvoidingText] = [] if group is None else group
        self.group.append(self)

    def settle(self, taken: Obstacles) -> bool:
        """Move to the best place for what it says, if there is one."""
        raise NotImplementedError

    def resize(self, *, small: bool) -> None:
        """Take the usual size, or the smallest; texts that give way keep theirs."""

    def draw(self, renderer: RendererBase) -> None:
        """Draw at the place that was found for this view."""
        ax = self.axes
        if isinstance(ax, Axes):
            texts = [text for text in ax.texts if isinstance(text, AvoidingText)]
            if self is min(texts, key=Artist.get_zorder):
                for small in (False, True):
                    for text in texts:
                        text.resize(small=small)
                    _settle(Obstacles(ax, renderer), texts)
                    if all(text.shown for text in texts if text.rank == 0 and text.get_visible()):
                        break
        if self.shown and self.get_visible():
            self.paint(renderer)

    def paint(self, renderer: RendererBase) -> None:
        """Draw at the place that was found."""
        super().draw(renderer)

    def lead(self, renderer: RendererBase, points: FloatArray, least: float, **look: Any) -> None:
        """Draw a line to the nearest of some points, in pixels, if that is farther than the least."""
        box, ax = self.get_window_extent(renderer), cast(Axes, self.axes)
        ends = points.clip(box.min, box.max)
        away = np.hypot(*(points - ends).T)
        nearest = int(np.argmin(away))
        if away[nearest] > least:
            line = Line2D(*np.transpose([ends[nearest], points[nearest]]), transform=IdentityTransform(), **look)
            line.set_figure(figure_of(ax))
            line.set_clip_box(ax.bbox)
            line.draw(renderer)

    def wordings(self) -> list[str]:
        """Return what it may say, the best first."""
        if not self.name:
            return [self.get_text()]
        before = self.group[: self.group.index(self)]
        said = any(text.shown and text.get_text() != text.value for text in before)
        return [self.value] if said else [f"{self.name} {self.value}", self.value]


def _settle(taken: Obstacles, texts: list[AvoidingText]) -> None:
    """Give each text its place, and tell the next."""
    for text in texts:
        text.shown = False
    for text in sorted(filter(Artist.get_visible, texts), key=lambda text: text.rank):
        callback, text.stale_callback = text.stale_callback, None
        for wording in text.wordings():
            text.set_text(wording)
            text.shown = text.settle(taken)
            if text.shown:
                taken.boxes.append(text.get_window_extent(taken.renderer))
                break
        text.stale_callback = callback


class PlacedText(AvoidingText):
    """A text near what it belongs to, inside the axes.

    Parameters
    ----------
    text : str
        What it says.
    candidates : Candidates
        Where it may be.
    must : bool
        Whether it is shown even where every place covers something; if not, it gives way.
    """

    def __init__(self, text: str, candidates: Candidates, *, must: bool = False, **options: Any) -> None:
        super().__init__(text, **options)
        self.candidates, self.must = candidates, must
        self.rank = 1 if must else 2

    def settle(self, taken: Obstacles) -> bool:
        """Move to the place that covers least, if there is one."""
        self.set_position((0.0, 0.0))
        box, ax, unit = self.get_window_extent(taken.renderer), taken.ax, taken.unit
        size = np.array(box.size)
        with np.errstate(all="ignore"):
            centres = np.asarray(self.candidates(ax, size, unit), dtype=np.float64).reshape(-1, 2)
        centres = centres[np.isfinite(centres).all(axis=1)]
        low, high = ax.bbox.min + size / 2 + INSIDE * unit, ax.bbox.max - size / 2 - INSIDE * unit
        inside = ((centres >= low) & (centres <= high)).all(axis=1)
        if self.must and len(centres) and not inside.any() and (low <= high).all():
            centres, inside = np.clip(centres, low, high), np.ones(len(centres), dtype=bool)
        centres = centres[inside]
        if not len(centres):
            return False
        reach = size / 2 + CLEAR * unit
        covered = taken.covered(centres, reach) + TEXT * taken.met(centres, reach)
        best = int(np.argmin(covered + LATER * np.arange(len(centres))))
        self.set_position(tuple(centres[best] - box.min - size / 2))
        return bool(self.must or covered[best] < STRETCH)


def placed(
    ax: Axes, text: str, candidates: Candidates, given: dict[str, Any] | None = None, **options: Any
) -> PlacedText:
    """Add a small text that finds its place; ``given`` are the caller's keywords."""
    style = merged(given or {}, Text, color=tone(ax, 0.85), fontsize="small", zorder=5.5)
    note = PlacedText(printable(text), candidates, **options, **style)
    ax.add_artist(note)
    return note


# Where texts may be.


def beside(x: FloatArray, y: FloatArray, gap: float) -> Candidates:
    """Return the eight places around each point of data ``gap`` points away from it, then farther away."""
    return partial(_beside, x, y, gap)


def _beside(x: FloatArray, y: FloatArray, gap: float, ax: Axes, size: FloatArray, unit: float) -> FloatArray:
    anchors = in_view(ax, ax.transData.transform(np.column_stack([x, y])))
    around = [_around(anchor, size, ring * unit * gap) for ring in RINGS for anchor in anchors]
    return np.concatenate(around or [np.zeros((0, 2))])


def nearby(x: FloatArray, y: FloatArray, gap: float, cells: int = 30) -> Candidates:
    """Return places around points of data, then all over the axes, the nearest first."""
    return partial(_nearby, x, y, gap, cells)


def _nearby(
    x: FloatArray, y: FloatArray, gap: float, cells: int, ax: Axes, size: FloatArray, unit: float
) -> FloatArray:
    anchors = in_view(ax, ax.transData.transform(np.column_stack([x, y])))
    if not len(anchors):
        return anchors
    low, high = ax.bbox.min + size / 2 + 3 * unit, ax.bbox.max - size / 2 - 3 * unit
    grid = np.stack(np.meshgrid(*(np.linspace(low[k], high[k], cells) for k in (0, 1))), axis=-1).reshape(-1, 2)
    near = grid[np.argsort(gaps(grid, size / 2, anchors), kind="stable")]
    return np.concatenate([_beside(x, y, gap, ax, size, unit), near])


def along(spots: Spots, gap: float) -> Candidates:
    """Return places on both sides of spots on a line, the upper side first."""
    return partial(_along, spots, gap)


def _along(spots: Spots, gap: float, ax: Axes, size: FloatArray, unit: float) -> FloatArray:
    at, normal = spots(ax, unit)
    centres = []
    for turn in TURNS:
        tilted = normal @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        away = (gap * unit + (np.abs(tilted) * size / 2).sum(axis=1, keepdims=True)) * tilted
        centres += [at + away, at - away]
    return np.asarray(np.concatenate(centres))


def gaps(centres: FloatArray, half: FloatArray, points: FloatArray) -> FloatArray:
    """Return how far each box, which reaches half its size around its centre, is from the nearest of some points."""
    outside = np.maximum(np.abs(centres[:, None] - points) - half, 0.0)
    return np.asarray(np.hypot(outside[..., 0], outside[..., 1]).min(axis=1, initial=np.inf))


def _around(anchor: FloatArray, size: FloatArray, gap: float) -> FloatArray:
    """Return eight centres around a point."""
    away = COMPASS * size / 2 + gap * COMPASS / np.hypot(*COMPASS.T)[:, None]
    return np.asarray(anchor + away)


# What is there already.


_dots: WeakKeyDictionary[Line2D, tuple[tuple[Any, ...], Any, FloatArray]] = WeakKeyDictionary()


def dots_along(ax: Axes, line: Line2D, unit: float) -> FloatArray:
    """Return points evenly along what is in view of a line, and all over its markers, in pixels."""
    data, radius = line.get_xydata(), unit * line.get_markersize() / 2 if _marked(line) else 0.0
    view = (*view_of(ax), unit, radius, str(line.get_linestyle()))
    known = _dots.get(line)
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
        # Of vertices too close together to tell apart the first.
        with np.errstate(invalid="ignore"):
            moves = (np.diff(np.floor(points / (FINEST * unit)), axis=0, prepend=np.nan) != 0).any(axis=1)
        pieces = seen(points[moves], Bbox(ax.bbox.padded(2.0).get_points()))
        if pieces.total:
            found.append(pieces.at(np.linspace(0.0, pieces.total, int(pieces.total / (STRIDE * unit)) + 2)))
    _dots[line] = (view, data, np.concatenate(found))
    return _dots[line][2]


def view_of(ax: Axes) -> tuple[Any, ...]:
    """Return what the places of data in pixels depend on."""
    return (ax.get_xlim(), ax.get_ylim(), ax.xaxis.get_transform(), ax.yaxis.get_transform(), ax.bbox.bounds)


def _marked(line: Line2D) -> bool:
    return str(line.get_marker()) not in UNSEEN
