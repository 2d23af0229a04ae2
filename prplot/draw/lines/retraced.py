"""Lines and fills that trace themselves anew whenever they are drawn, so that they are exact at any size and zoom."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, singledispatch
from typing import Any, cast
from weakref import WeakKeyDictionary

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import MouseEvent, RendererBase
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon

from prplot.curve.curve import Curve
from prplot.draw import _old_hooks
from prplot.draw._old_hooks import Sight, thinned_curve
from prplot.draw.lines.thinning import kept_rows, rows_of
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray, read_only
from prplot.spaces import Space
from prplot.uncertainty.bands import Band
from prplot.uncertainty.curves import MeanCurve
from prplot.uncertainty.interval import Interval

__all__ = [
    "FINE",
    "MEMBER",
    "CurveLine",
    "DataLine",
    "ExactFill",
    "ExactLine",
    "Retrace",
    "curves_on",
    "fixed",
    "through",
    "traced",
]

# How far chords may be from arcs, in pixels, and where there are none (PDF, SVG) in points divided by four. Thinning of
# vertices takes twice as much in addition, and Agg's own simplification a ninth of a pixel.
BEND = 0.04
PIXELS_PER_POINT = 4.0
# The label of the lines of members of a mean.
MEMBER = "_member"
# How closely the outline is looked at before anything is drawn, in axes units.
FINE = Sight(1e-4, view="usual")
# How closely it is known how far a curve reaches.
COARSE = Sight(2e-3, view="coarse")
# Lines are followed this much farther than the view, in widths of it.
ROOM = 1.2


# From how closely one looks to the line for that view. All are functions of modules with their first arguments, so
# that figures can be pickled.
Retrace = Callable[[Sight], tuple[FloatArray, FloatArray]]


def through(space: Space, fpr: FloatArray, tpr: FloatArray) -> Retrace:
    """Return how a polyline of the unit square is traced through a space."""
    return partial(_through, space, fpr, tpr)


def _through(space: Space, fpr: FloatArray, tpr: FloatArray, sight: Sight) -> tuple[FloatArray, FloatArray]:
    return space.follow(fpr, tpr, sight.halved)


def fixed(x: FloatArray, y: FloatArray) -> Retrace:
    """Return how a polyline of data is traced, straight between its vertices."""
    return partial(_fixed, x, y)


def _fixed(x: FloatArray, y: FloatArray, sight: Sight) -> tuple[FloatArray, FloatArray]:
    return sight.straight(x, y)


@singledispatch
def traced(curve: Any) -> Retrace:
    """Return how a curve is traced: the extremes of each column, and arcs between neighbours."""
    return partial(_traced, curve)


# How the curves of paths that are still there looked in the last pictures, by the kind of curve.
_LOOKS: WeakKeyDictionary[ConfusionPath, dict[Any, list[tuple[object, tuple[FloatArray, FloatArray]]]]]
_LOOKS = WeakKeyDictionary()
PICTURES = 4
# Before anything is drawn a curve of so few vertices is shown as it is.
SHORT = 4000


def _traced(curve: Curve, sight: Sight) -> tuple[FloatArray, FloatArray]:
    looks = _LOOKS.setdefault(curve.path, {}).setdefault(curve.kind, [])
    for view, line in tuple(looks):
        if sight.view is not None and view == sight.view:
            return line
    # Another thread may draw a curve of that path at the same time.
    line = _traced_anew(curve, sight)
    looks.append((sight.view, line))
    del looks[:-PICTURES]
    return line


def _traced_anew(curve: Curve, sight: Sight) -> tuple[FloatArray, FloatArray]:
    shown = curve
    thinned = curve.space.pointwise and curve.space.undefined(curve.path) is None
    if thinned and not (sight is FINE and len(curve.path) <= SHORT):
        shown = curve.over(_old_hooks.outlined(curve.path, curve.rule.joins), curve.label)
        shown = thinned_curve(shown, rows_of(shown, sight))
    x, y, _ = _old_hooks.traced(shown, sight)
    if curve.space.name == "net_benefit":
        kept = kept_rows(x, y, sight)
        x, y = x[kept], y[kept]
    return read_only(np.array(x)), read_only(np.array(y))


@traced.register
def _(curve: MeanCurve) -> Retrace:
    return partial(_traced_mean, curve)


def _traced_mean(curve: MeanCurve, sight: Sight) -> tuple[FloatArray, FloatArray]:
    x, y, _ = _old_hooks.traced(curve, sight)
    kept = kept_rows(x, y, sight)
    return x[kept], y[kept]


class _Retraced(Artist):
    """An artist of data coordinates that are computed for the view at the time of drawing.

    Its coordinates, as one reads them from it, are those of the last drawing.
    """

    retrace: Retrace
    _traced_for: tuple[Any, ...] | None = None

    def take(self, x: FloatArray, y: FloatArray) -> None:
        """Take new coordinates."""
        raise NotImplementedError

    def draw(self, renderer: RendererBase) -> None:
        """Trace for this view and resolution, and draw."""
        if self.get_visible():
            self.trace_for(renderer)
        super().draw(renderer)

    def trace_for(self, renderer: RendererBase) -> None:
        """Trace for this view and resolution, unless that was done last."""
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
        self.take_quietly(*self.retrace(_sight(ax, unit, view)))
        self._traced_for = view

    def take_quietly(self, x: FloatArray, y: FloatArray) -> None:
        """Take new coordinates, which are no reason to draw again."""
        callback, self.stale_callback = self.stale_callback, None
        self.take(x, y)
        self.stale_callback = callback


class ExactLine(_Retraced, Line2D):
    """A line that is traced whenever it is drawn, and when it is read before."""

    _is_traced = False

    def __init__(self, retrace: Retrace, **look: Any) -> None:
        self.retrace = retrace
        Line2D.__init__(self, [], [], **look)

    def take(self, x: FloatArray, y: FloatArray) -> None:
        """Take new coordinates."""
        self._is_traced = True
        self.set_data(x, y)

    def _outlined(self) -> None:
        if not self._is_traced:
            self.take_quietly(*self.retrace(FINE))

    def get_xdata(self, orig: bool = True) -> Any:
        """Return the abscissae of the last drawing."""
        self._outlined()
        return super().get_xdata(orig)

    def get_ydata(self, orig: bool = True) -> Any:
        """Return the ordinates of the last drawing."""
        self._outlined()
        return super().get_ydata(orig)

    def recache(self, always: bool = False) -> None:
        """Make what depends on coordinates."""
        self._outlined()
        super().recache(always)


class ExactFill(_Retraced, Polygon):
    """A filled outline that is traced whenever it is drawn."""

    def __init__(self, retrace: Retrace, **look: Any) -> None:
        self.retrace = retrace
        x, y = retrace(FINE)
        Polygon.__init__(self, np.column_stack([x, y]), closed=True, **look)

    def take(self, x: FloatArray, y: FloatArray) -> None:
        """Take new coordinates."""
        self.set_xy(np.column_stack([x, y]))


class DataLine(ExactLine):
    """A line that is among the data of its axes: it has a say in their limits, and no legend covers it."""

    def join(self, ax: Axes) -> None:
        """Be drawn on axes, among their data: how far it reaches takes a look less close than a picture does."""
        self.take_quietly(*self.retrace(COARSE))
        ax.add_line(self)
        self._is_traced = False
        self.set_data([], [])


class CurveLine(DataLine):
    """A curve as a line; its vertices can be picked, with their thresholds.

    Attributes
    ----------
    curve : Curve or MeanCurve
        What is drawn.
    area : float
        The area under it, by which legends are sorted; NaN where it is not known.
    written : str
        The area as legends write it; empty where they do not.
    interval : Interval or None
        The confidence interval of the area, where it is known.
    band : Band or None
        The confidence band that is drawn around it.
    edge : Line2D or None
        One of the lines along the ends of that band.
    """

    def __init__(self, curve: Curve | MeanCurve, area: float = np.nan, **look: Any) -> None:
        self.curve: Any = curve
        self.area = area
        self.written = ""
        self.interval: Interval | None = None
        self.band: Band | None = None
        self.edge: Line2D | None = None
        super().__init__(self.own_trace(), **look)

    def own_trace(self) -> Retrace:
        """Return how the curve is traced."""
        return traced(self.curve)

    def is_above(self, ordinate: float) -> bool:
        """Whether all of the curve is seen at once to be higher."""
        y = self.retrace(COARSE)[1]
        return bool(np.all(y > ordinate + 4 * COARSE.tolerance))

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


def curves_on(ax: Axes) -> list[CurveLine]:
    """Return the curves that axes show, in the order in which they were drawn."""
    return [line for line in ax.lines if isinstance(line, CurveLine)]


def _sight(ax: Axes, unit: float, view: object) -> Sight:
    """Return how closely lines on axes are looked at."""
    box, to_pixels, to_data = ax.bbox, ax.transData, ax.transData.inverted()
    with np.errstate(all="ignore"):
        for room in (box.expanded(ROOM, ROOM), box):
            low, high = np.sort(to_data.transform(room.get_points()), axis=0)
            if np.isfinite([low, high]).all():
                break
        # No line can be closer than coordinates tell pixels apart.
        inside = np.array(box.min) + np.linspace(0.1, 0.9, 9)[:, None] * np.array(box.size)
        missed = np.nanmax(np.abs(to_pixels.transform(to_data.transform(inside)) - inside), initial=0.0)
    linear = ax.get_xscale() == ax.get_yscale() == "linear"
    return Sight(BEND * unit + 4.0 * float(missed), to_pixels.transform, to_data.transform, linear, low, high, view)
