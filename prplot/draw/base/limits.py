"""Limits, labels and shape of axes that show a space."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.ticker import AutoLocator

from prplot.draw.base.record import AxesRecord, check_one_space, find_record, keep_style, record_of
from prplot.draw.base.scales import AlikeLocator
from prplot.draw.lines.curve_line import curves_on
from prplot.draw.views import bottom, floor, scale
from prplot.spaces import Space

__all__ = ["frame"]

# How far views reach beyond 0 and 1.
MARGIN = 0.015
# How near to 0 and 1 scales go that have no place for these: without any curve, and with one at most.
LEAST, LOWEST = 1e-3, 1e-8
# What such a view holds in any case, from here to 1 minus this.
FEW = 0.05


def frame(ax: Axes, space: Space, lowest: float = 0.0) -> None:
    """Set scales, limits, labels and a square box where the caller has not.

    ``lowest`` is the least ordinate that should be seen; the view is extended to it, but not
    below the `floor` of the space.
    """
    first = find_record(ax) is None
    check_one_space(ax, space)
    keep_style(ax)
    if first and _scales(ax) == ("linear", "linear") != (scale(space), scale(space)):
        ax.set(xscale=scale(space), yscale=scale(space))
    for axis in (ax.xaxis, ax.yaxis):
        if first and type(axis.get_major_locator()) is AutoLocator:
            axis.set_major_locator(AlikeLocator())
    record = record_of(ax)
    record.low = min(record.low, bottom(space), max(lowest, floor(space)))
    record.top = max(record.top, space.top)
    if not isinstance(ax.stale_callback, _ScaleFollower):
        ax.stale_callback = _ScaleFollower(ax.stale_callback)
    _set_limits(ax, record)
    if not ax.get_xlabel():
        ax.set_xlabel(space.xlabel)
    if not ax.get_ylabel():
        ax.set_ylabel(space.ylabel)
    if ax.get_aspect() == "auto" and ax.get_box_aspect() is None:
        ax.set_box_aspect(1)


def _set_limits(ax: Axes, record: AxesRecord) -> None:
    """Set the limits of axes where these are free, or as they were set here before."""
    record.scales = _scales(ax)
    for name, low, high in (("x", 0.0, _right_end(ax)), ("y", record.low, _upper_end(ax, record.top or 1.0))):
        if getattr(ax, f"get_autoscale{name}_on")():
            # Someone else may have let the view go again, with all that was set here.
            record.limits.pop(name, None)
        elif name not in record.limits or getattr(ax, f"get_{name}lim")() != record.limits[name]:
            continue
        getattr(ax, f"set_{name}lim")(*_limits(ax, name, low - MARGIN * high, high + MARGIN * high))
        record.limits[name] = getattr(ax, f"get_{name}lim")()


def _right_end(ax: Axes) -> float:
    """Return the largest abscissa that is shown: 1, or where the longest curve ends that none has to."""
    endless = [line.curve for line in curves_on(ax) if np.isinf(line.curve.space.domain[1])]
    return max((float(curve.x[-1]) for curve in endless), default=1.0) or 1.0


def _upper_end(ax: Axes, top: float) -> float:
    """Return the largest ordinate that is shown: that of the space, or where it is above 1 how high curves go."""
    if top <= 1.0:
        return top
    y = np.concatenate([[1.0], *(np.asarray(line.curve.y) for line in curves_on(ax))])
    return float(min(np.nanmax(y), top)) if len(y) > 1 else top


def _limits(ax: Axes, name: str, low: float, high: float) -> tuple[float, float]:
    """Return limits, moved to where the scale of an axis has places: to the vertices of curves next to 0 and 1."""
    axis: Axis = getattr(ax, f"{name}axis")
    ends = list(axis.limit_range_for_scale(low, high))
    if ends == [low, high]:
        return low, high
    vertices = np.concatenate([getattr(line.curve, name) for line in curves_on(ax)] or [[LEAST, 1.0 - LEAST]])
    inside = np.clip(vertices[(vertices > 0) & (vertices < 1)], LOWEST, 1.0 - LOWEST)
    scale = axis.get_transform()
    with np.errstate(all="ignore"):
        no_top = not np.isfinite(scale.transform(np.array([1.0]))).all()
    near = float(inside.min(initial=0.5)), float(inside.max(initial=0.5))
    # A curve of few vertices goes on beyond them.
    near = min(near[0], FEW), max(near[1], 1.0 - FEW)
    # Scales that know of no curve begin at their least datum, others at a limit of their own.
    used = ends[0] != low and ends[0] <= near[0], no_top
    ends = [vertex if use else end for vertex, use, end in zip(near, used, ends, strict=True)]
    first, last = scale.transform(np.array(ends))
    room = MARGIN * (last - first)
    wider = scale.inverted().transform(np.array([first - room, last + room]))
    found = [float(new) if use else end for new, use, end in zip(wider, used, ends, strict=True)]
    return found[0], found[1]


def _scales(ax: Axes) -> tuple[str, str]:
    return ax.get_xscale(), ax.get_yscale()


class _ScaleFollower:
    """Told of changes of axes; for another scale it sets the limits anew, as matplotlib does where they are free."""

    def __init__(self, before: Any) -> None:
        self.before = before

    def __call__(self, ax: Any, stale: bool) -> None:
        if self.before is not None:
            self.before(ax, stale)
        record = find_record(ax)
        if record is not None and record.scales != _scales(ax):
            _set_limits(ax, record)
