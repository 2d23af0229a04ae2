"""Lines and fills that trace themselves anew whenever they are drawn, so that they are exact at any size and zoom."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import MouseEvent, RendererBase
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon
from numpy.typing import NDArray

from prplot.curve import Curve
from prplot.spaces import Space
from prplot.sums import FloatArray

__all__ = ["FINE", "USUAL", "CurveLine", "ExactFill", "ExactLine", "Trace", "kept_rows", "through", "traced"]

# What is drawn leaves the true curve by at most the sum of the two, in pixels, and where there are
# none (PDF, SVG) in points divided by four: the width of the columns in which vertices are
# thinned, and the distance of chords from arcs. Agg's own simplification adds a ninth of a pixel.
COLUMN, BEND = 0.09, 0.04
PIXELS_PER_POINT = 4.0
# The outline before anything is drawn: so many columns, and so close, both in axes units.
USUAL, FINE = np.linspace(0.0, 1.0, 8001), 1e-4
# On axes that are not linear a line that is straight in data gets a point every so many pixels.
STRIDE = 3.0


# From the edges of the columns that one can tell apart (abscissae, rising) and how far chords may
# be from the line, in data units, to the line for that view.
Trace = Callable[[FloatArray, float], tuple[FloatArray, FloatArray]]


def through(space: Space, fpr: FloatArray, tpr: FloatArray) -> Trace:
    """Return how a polyline of the unit square is traced through a space."""
    return lambda _edges, tolerance: space.follow(fpr, tpr, tolerance)


def traced(curve: Curve) -> Trace:
    """Return how a curve is traced: the extremes of each column, and arcs between neighbours."""

    def trace(edges: FloatArray, tolerance: float) -> tuple[FloatArray, FloatArray]:
        shown = curve if len(curve.path) <= 4 * len(edges) else curve.outline
        thinned = curve.space.pointwise and curve.space.undefined(curve.path) is None
        # Before anything is drawn only a long curve is thinned.
        if thinned and not (edges is USUAL and len(shown.path) <= 2 * len(edges)):
            shown = curve.rule.sparse(shown, kept_rows(*shown.vertices, edges))
        x, y, _ = shown.trace(max(tolerance, np.finfo(float).tiny))
        return x, y

    return trace


class _Retraced(Artist):
    """An artist of data coordinates that are computed for the view at the time of drawing.

    Its coordinates, as one reads them from it, are those of the last drawing.
    """

    retrace: Trace
    _traced_for: tuple[Any, ...] | None = None

    def take(self, x: FloatArray, y: FloatArray) -> None:
        """Take new coordinates."""
        raise NotImplementedError

    def draw(self, renderer: RendererBase) -> None:
        """Trace for this view and resolution, and draw."""
        if self.get_visible():
            self._trace_for(renderer)
        super().draw(renderer)

    def _trace_for(self, renderer: RendererBase) -> None:
        ax = cast(Axes | None, self.axes)
        # A polygon's transform is that of its patch and the data.
        if ax is None or not self.get_transform().contains_branch(ax.transData):
            return
        unit = min(1.0, float(cast(Any, renderer.points_to_pixels(1.0))) / PIXELS_PER_POINT)
        view = (
            *(ax.get_xlim(), ax.get_ylim(), ax.bbox.bounds, unit),
            *(axis.get_transform() for axis in (ax.xaxis, ax.yaxis)),
        )
        if view == self._traced_for or not (ax.bbox.width > 0 and ax.bbox.height > 0):
            return
        to_data = ax.transData.inverted()
        edges = to_data.transform(_along(ax, int(np.ceil(ax.bbox.width / (COLUMN * unit))) + 1))[:, 0]
        edges = np.sort(edges[np.isfinite(edges)])
        x, y = self.retrace(edges, BEND * unit * _pixel(ax))
        if not (ax.get_xscale() == ax.get_yscale() == "linear"):
            x, y = _straight_in_data(ax, x, y, *_near(ax))
        callback, self.stale_callback = self.stale_callback, None
        self.take(x, y)
        self.stale_callback = callback
        self._traced_for = view


class ExactLine(_Retraced, Line2D):
    """A line that is traced whenever it is drawn."""

    def __init__(self, retrace: Trace, **look: Any) -> None:
        self.retrace = retrace
        Line2D.__init__(self, *retrace(USUAL, FINE), **look)

    def take(self, x: FloatArray, y: FloatArray) -> None:
        """Take new coordinates."""
        self.set_data(x, y)


class ExactFill(_Retraced, Polygon):
    """A filled outline that is traced whenever it is drawn."""

    def __init__(self, retrace: Trace, **look: Any) -> None:
        self.retrace = retrace
        x, y = retrace(USUAL, FINE)
        Polygon.__init__(self, np.column_stack([x, y]), closed=True, **look)

    def take(self, x: FloatArray, y: FloatArray) -> None:
        """Take new coordinates."""
        self.set_xy(np.column_stack([x, y]))


class CurveLine(ExactLine):
    """A curve as a line; its vertices can be picked, with their thresholds.

    Attributes
    ----------
    curve : Curve
        What is drawn.
    area : float
        The area under it, by which legends are sorted; NaN where it is not known.
    """

    def __init__(self, curve: Curve, area: float = np.nan, **look: Any) -> None:
        self.curve, self.area = curve, area
        super().__init__(self.own_trace(), **look)

    def own_trace(self) -> Trace:
        """Return how the curve is traced."""
        return traced(self.curve)

    def contains(self, mouseevent: MouseEvent) -> tuple[bool, dict[str, Any]]:
        """Say which vertices are near the mouse: ``ind`` into ``curve.x``, and their ``threshold``."""
        ax, radius = cast(Axes | None, self.axes), self.get_pickradius()
        if ax is None or mouseevent.canvas is not ax.figure.canvas:
            return False, {}
        radius *= ax.figure.dpi / 72
        around = np.array([[mouseevent.x - radius, mouseevent.y], [mouseevent.x + radius, mouseevent.y]])
        left, right = np.sort(ax.transData.inverted().transform(around)[:, 0])
        x, y, thresholds = self.curve.x, self.curve.y, self.curve.thresholds
        near = np.arange(np.searchsorted(x, left, "left"), np.searchsorted(x, right, "right"))
        places = ax.transData.transform(np.column_stack([x[near], y[near]]))
        hit = near[np.hypot(*(places - (mouseevent.x, mouseevent.y)).T) <= radius]
        return bool(len(hit)), {"ind": hit, "threshold": thresholds[hit]}


def kept_rows(x: FloatArray, y: FloatArray, edges: FloatArray) -> NDArray[np.int_]:
    """Return the vertices that show in columns of a picture: of each its first, last, lowest and highest.

    Drawn through these, the line is nowhere farther from the full one than a column is wide. What
    lies left or right of the view counts as one column.

    Parameters
    ----------
    x, y : arrays of shape (K + 1,)
        The vertices; x never falls.
    edges : array of shape (E,)
        Edges of the columns, rising.
    """
    bounds = np.concatenate([[0], np.searchsorted(x, edges), [len(x)]])
    bounds = bounds[np.diff(bounds, prepend=-1) > 0]
    starts, ends = bounds[:-1], bounds[1:]
    if len(x) <= 4 * len(starts):
        return np.arange(len(x))
    kept = np.zeros(len(x), dtype=bool)
    kept[starts] = kept[ends - 1] = True
    for extreme in (np.fmin.reduceat(y, starts), np.fmax.reduceat(y, starts)):
        hits = np.flatnonzero(y == np.repeat(extreme, ends - starts))
        first = np.searchsorted(hits, starts)
        kept[hits[first[first < len(hits)]]] = True
    return np.flatnonzero(kept)


def _along(ax: Axes, count: int) -> FloatArray:
    """Return points along the middle of the axes, in pixels."""
    box = ax.bbox
    return np.column_stack([np.linspace(box.x0, box.x1, count), np.full(count, (box.y0 + box.y1) / 2)])


def _pixel(ax: Axes) -> float:
    """Return the size of a pixel in data units, where it is smallest in the view."""
    box, to_data = ax.bbox, ax.transData.inverted()
    corners = np.array([[box.x0, box.y0], [box.x1, box.y1]])
    inward = np.array([[box.x0 + 1, box.y0 + 1], [box.x1 - 1, box.y1 - 1]])
    size = np.abs(to_data.transform(inward) - to_data.transform(corners))
    size = size[np.isfinite(size) & (size > 0)]
    return float(size.min()) if len(size) else FINE


def _near(ax: Axes) -> tuple[FloatArray, FloatArray]:
    """Return the lower and the upper corner, in data, of the view and some room around it."""
    to_data = ax.transData.inverted()
    for box in (ax.bbox.expanded(1.2, 1.2), ax.bbox):
        corners = np.sort(to_data.transform(box.get_points()), axis=0)
        if np.isfinite(corners).all():
            break
    return corners[0], corners[1]


def _straight_in_data(
    ax: Axes, x: FloatArray, y: FloatArray, low: FloatArray, high: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return a polyline with points enough, between two corners, to be straight in data on axes that are not linear.

    A segment gets points between the corners even where an end of it has no place on the scale.
    """
    points = np.column_stack([x, y])
    start, move = points[:-1], np.diff(points, axis=0)
    with np.errstate(all="ignore"):
        first, last = np.sort([(low - start) / move, (high - start) / move], axis=0)
        # A segment along an axis says nothing of the part of it in view.
        level = (move == 0) & (start >= low) & (start <= high)
        enter = np.where(level, 0.0, first).max(axis=1).clip(0.0, 1.0)
        leave = np.where(level, 1.0, last).min(axis=1).clip(0.0, 1.0)
        cut = np.stack([start + enter[:, None] * move, start + leave[:, None] * move])
        ends = ax.transData.transform(cut.reshape(-1, 2)).reshape(cut.shape)
        span = ends[1] - ends[0]
        reach = np.abs(span)
    seen = (enter < leave) & np.isfinite(reach).all(axis=1)
    sloped = seen & (move != 0).all(axis=1)
    places, parts = [], []
    for axis in (0, 1):
        # Both ends of what is seen, and points between, evenly in pixels along this axis.
        mine = seen & (move[:, axis] != 0)
        pieces = np.where(sloped, np.ceil(np.where(sloped, reach[:, axis], 0.0) / STRIDE), 1.0).clip(1.0)
        counts = np.where(mine, pieces + 1, 0).astype(int)
        step = np.repeat(np.arange(len(counts)), counts)
        within = (np.arange(len(step)) - np.repeat(np.cumsum(counts) - counts, counts)) / pieces[step]
        placed = ends[0][step] + within[:, None] * span[step]
        with np.errstate(all="ignore"):
            at = ax.transData.inverted().transform(placed)[:, axis]
            part = (at - start[step, axis]) / move[step, axis]
        inside = (part > 0) & (part < 1)
        places.append(step[inside] + 1)
        parts.append(part[inside])
    place, part = np.concatenate(places), np.concatenate(parts)
    order = np.lexsort((part, place))
    place, part = place[order], part[order]
    # Where both axes cut at the same places these count once.
    kept = (np.diff(place, prepend=-1) != 0) | (np.diff(part, prepend=0.0) > 1e-9 * part)
    place, part = place[kept], part[kept]
    more = start[place - 1] + part[:, None] * move[place - 1]
    return np.insert(x, place, more[:, 0]), np.insert(y, place, more[:, 1])
