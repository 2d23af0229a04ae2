"""Limits, labels and shape of axes that show a space, and what is remembered of them."""

from __future__ import annotations

from functools import partial
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.ticker import AutoLocator

from prplot.draw.base.scales import AlikeLocator
from prplot.draw.lines.curve_line import curves_on
from prplot.draw.views import lowest_views, view_of
from prplot.errors import PrplotValueError
from prplot.spaces import Space

# How far views reach beyond 0 and 1.
MARGIN = 0.015
# Scales that have no place for 0, and for 1.
WITHOUT_0, WITHOUT_1 = ("log", "logit", "probit"), ("logit", "probit")
# How near to 0 and 1 they go: without any curve, with a curve of few vertices at least, and at most.
LEAST, FEW, LOWEST = 1e-3, 0.05, 1e-8
# Which of matplotlib's settings are no style; reading the backend would choose one.
NO_STYLE = {"backend", "backend_fallback", "interactive", "toolbar", "webagg.port", "webagg.address"}


class AxesRecord(Artist):
    """What is remembered of axes. An invisible artist: cleared, pickled and copied with them.

    Attributes
    ----------
    space : str
        Which space they show; empty before one is known.
    style : dict
        The rcParams under which they were first drawn in.
    low, top : float
        The least ordinate that they shall show, and the largest that there is.
    scales : (str, str)
        Which scales they had when limits were set.
    limits : dict of str to (float, float)
        Those that were set, by the name of the axis.
    """

    def __init__(self) -> None:
        super().__init__()
        self.space = ""
        self.style: dict[Any, Any] = {}
        self.low, self.top, self.scales = 0.0, 0.0, ("linear", "linear")
        self.limits: dict[str, tuple[float, float]] = {}
        self.set_in_layout(False)

    def draw(self, renderer: Any) -> None:
        """Draw nothing."""


def record_of(ax: Axes) -> AxesRecord:
    """Return what is remembered of axes."""
    for child in ax.get_children():
        if isinstance(child, AxesRecord):
            return child
    record = AxesRecord()
    ax.add_artist(record)
    return record


def shows(ax: Axes, space: Space) -> bool:
    """Whether axes show a space, or none yet."""
    return record_of(ax).space in ("", _name(space))


def keep_style(ax: Axes) -> None:
    """Remember the style of now, in which the figure is saved later."""
    record = record_of(ax)
    record.style = record.style or {name: mpl.rcParams[name] for name in mpl.rcParams.keys() - NO_STYLE}


def label_unlabelled(ax: Axes, x: str, y: str) -> None:
    """Label axes where the caller has not, and keep the style of now for saving later."""
    keep_style(ax)
    if not ax.get_xlabel():
        ax.set_xlabel(x)
    if not ax.get_ylabel():
        ax.set_ylabel(y)


def frame(ax: Axes, space: Space, lowest: float = 0.0) -> None:
    """Set scales, limits, labels and a square box where the caller has not.

    ``lowest`` is the least ordinate that should be seen; the view is extended to it, but not
    below the lowest view of the space.
    """
    record = record_of(ax)
    first = not record.space
    if not shows(ax, space):
        raise PrplotValueError(
            f"ax must show one space; it shows {record.space} already, and this is {_name(space)}. "
            "Use other axes, for example ax=fig.add_subplot()."
        )
    record.space = _name(space)
    scale, (bottom, floor) = view_of(space).scale, lowest_views(space)
    if first and scale != "linear" and _scales(ax) == ("linear", "linear"):
        ax.set(xscale=scale, yscale=scale)
    for axis in (ax.xaxis, ax.yaxis):
        if first and type(axis.get_major_locator()) is AutoLocator:
            axis.set_major_locator(AlikeLocator())
    record.low = min(record.low, bottom, max(lowest, floor))
    record.top = max(record.top, space.top)
    if getattr(ax.stale_callback, "func", None) is not _follow_scale:
        ax.stale_callback = partial(_follow_scale, ax.stale_callback)
    _set_limits(ax, record)
    label_unlabelled(ax, space.xlabel, space.ylabel)
    if ax.get_aspect() == "auto" and ax.get_box_aspect() is None:
        ax.set_box_aspect(1)


def _set_limits(ax: Axes, record: AxesRecord) -> None:
    """Set the limits of axes where these are free, or as they were set here before."""
    record.scales = _scales(ax)
    lines = curves_on(ax)
    drawn = {name: [line.vertices[k] for line in lines] for k, name in enumerate("xy")}
    # Where abscissae or ordinates have no end, the view ends with the curves.
    ends = [x[-1] for line, x in zip(lines, drawn["x"], strict=True) if np.isinf(line.curve.space.domain[1])]
    right, top = float(max(ends, default=1.0)) or 1.0, record.top or 1.0
    if top > 1.0 and lines:
        top = min(top, max(1.0, *(float(np.nanmax(y)) for y in drawn["y"])))
    for name, low, high in (("x", 0.0, right), ("y", record.low, top)):
        now = getattr(ax, f"get_{name}lim")
        # Someone else may have let the view go again, with all that was set here.
        if getattr(ax, f"get_autoscale{name}_on")() or record.limits.get(name) == now():
            places = np.concatenate(drawn[name] or [np.array([LEAST, 1.0 - LEAST])])
            getattr(ax, f"set_{name}lim")(*_limits(getattr(ax, f"{name}axis"), low, high, places))
            record.limits[name] = now()


def _limits(axis: Any, low: float, high: float, places: Any) -> tuple[float, float]:
    """Return limits with a margin; scales without a place for 0 or 1 begin and end at the vertices next to these."""
    wide = low - MARGIN * high, high + MARGIN * high
    if axis.get_scale() not in WITHOUT_0:
        return wide
    inside = np.clip(places[(places > 0) & (places < 1)], LOWEST, 1.0 - LOWEST)
    ends = inside.min(initial=FEW), inside.max(initial=1.0 - FEW)
    scale = axis.get_transform()
    start, stop = scale.transform(np.array(ends))
    room = MARGIN * (stop - start)
    least, most = scale.inverted().transform(np.array([start - room, stop + room])).tolist()
    return least, most if axis.get_scale() in WITHOUT_1 else wide[1]


def _scales(ax: Axes) -> tuple[str, str]:
    return ax.get_xscale(), ax.get_yscale()


def _follow_scale(before: Any, ax: Any, stale: bool) -> None:
    """Set the limits anew for another scale, as matplotlib does where they are free; told of changes of axes."""
    if before is not None:
        before(ax, stale)
    record = record_of(ax)
    if record.space and record.scales != _scales(ax):
        _set_limits(ax, record)


def _name(space: Space) -> str:
    return f"{space.title} ({space.xlabel})"
