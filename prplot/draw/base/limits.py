"""Limits, labels and shape of axes that show a space, and a record of how the axes were made."""

from __future__ import annotations

from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.ticker import AutoLocator

from prplot.draw.base.scales import DET_RATES, AlikeLocator, RateLocator, label_rates
from prplot.draw.lines.curve_line import CurveLine, curves_on, in_square
from prplot.draw.views import lowest_views, references, view_of
from prplot.errors import PrplotValueError
from prplot.spaces import Space

# Views extend beyond the data by this share of their range.
MARGIN = 0.015
# The logit and probit scales cannot show 1. On these and on logarithmic scales a view begins at LEAST without any
# curve. With curves the view begins at FEW or nearer to 0, but never nearer than LOWEST. The same holds for the
# distance from 1.
WITHOUT_1 = ("logit", "probit")
LEAST, FEW, LOWEST = 1e-3, 0.05, 1e-8
# The scales of axes of which nobody has said anything.
PLAIN = ("linear", "linear")
# A line that is drawn towards 0 and 1 without end is seen from here on, and to 1 minus this.
TAIL = 0.01
# These settings of matplotlib are not part of the style, and reading the backend would select one.
NO_STYLE = {"backend", "backend_fallback", "interactive", "toolbar", "webagg.port", "webagg.address"}


class AxesRecord(Artist):
    """What is remembered of axes. An invisible artist: cleared, pickled and copied with them.

    Attributes
    ----------
    space : str
        Which space they show; empty before one is known.
    style : dict
        The rcParams under which they were first drawn in.
    description : str
        What they show besides curves, in words.
    """

    def __init__(self) -> None:
        super().__init__()
        self.space = ""
        self.style: dict[Any, Any] = {}
        self.description = ""
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


def label_unlabelled(ax: Axes, x: str, y: str) -> None:
    """Label axes where the caller has not, and keep the style of now for saving later."""
    record = record_of(ax)
    record.style = record.style or {name: mpl.rcParams[name] for name in mpl.rcParams.keys() - NO_STYLE}
    if not ax.get_xlabel():
        ax.set_xlabel(x)
    if not ax.get_ylabel():
        ax.set_ylabel(y)


def claim(ax: Axes, space: Space) -> None:
    """Let axes show a space from now on: its scale, ticks alike on both axes, and narrow margins.

    Raises
    ------
    PrplotValueError
        If they show another space.
    """
    claim_as(ax, _name(space), view_of(space).scales)


def claim_as(ax: Axes, what: str, scales: tuple[str, str] = PLAIN) -> None:
    """Let axes show something of this name from now on; see `claim`."""
    record = record_of(ax)
    if record.space not in ("", what):
        raise PrplotValueError(
            f"ax must show one space; it shows {record.space} already, and this is {what}. "
            "Use other axes, for example ax=fig.add_subplot()."
        )
    if record.space:
        return
    record.space = what
    if scales != PLAIN == (ax.get_xscale(), ax.get_yscale()):
        ax.set(**dict(zip(("xscale", "yscale"), scales, strict=True)))
        for axis in (ax.xaxis, ax.yaxis):
            if axis.get_scale() == "logit":
                label_rates(axis, RateLocator(DET_RATES))
    for axis in (ax.xaxis, ax.yaxis):
        if type(axis.get_major_locator()) is AutoLocator:
            axis.set_major_locator(AlikeLocator())
    if ax.margins() == (mpl.rcParams["axes.xmargin"], mpl.rcParams["axes.ymargin"]):
        ax.margins(MARGIN)


def frame(ax: Axes, space: Space, lowest: float = 0.0) -> None:
    """Set limits, labels and a square box where the caller has not, for what axes show of a space.

    ``lowest`` is the least ordinate that should be seen; the view is extended to it, but not
    below the lowest view of the space. Scales without a place for 0 or 1 begin and end at the vertices next to these.
    """
    claim(ax, space)
    lines = curves_on(ax)
    bottom, floor = lowest_views(space)
    low, right = min(bottom, max(lowest, floor)), np.inf if lines and np.isinf(space.domain[1]) else 1.0
    top = _highest(lines, space) if view_of(space).fits else space._top
    # Where a line ends because a scale has no place for more, is no vertex that should be seen.
    first, last = np.clip(space._drawn, 0.0, 1.0)
    begin, corners = TAIL if first > 0 else FEW, []
    for k, (scaled, least, most) in enumerate(((ax.get_xscale(), 0.0, right), (ax.get_yscale(), low, top))):
        values = np.concatenate([np.zeros(0), *(line.vertices[k] for line in lines)])
        if most > 1 and lines:
            # If a space has no upper limit, or a far one, the view ends at the largest value of the curves.
            most = min(most, values[np.isfinite(values)].max(initial=k)) or 1.0
        near, far = ((first, last), (0.0, 1.0))[k]
        inside = np.clip(
            values[(values > near) & (values < far)] if lines else [LEAST, 1.0 - LEAST], LOWEST, 1.0 - LOWEST
        )
        shown = np.clip([inside.min(initial=begin), inside.max(initial=1.0 - begin)], least, most)
        corners.append(np.resize(shown if scaled in WITHOUT_1 else np.append(shown, [least, most]), 4))
    # The corners enter the data limits, so that autoscaling shows them also on a scale that the caller sets later.
    ax.update_datalim(np.transpose(corners))
    ax.autoscale_view()
    label_unlabelled(ax, space.xlabel, space.ylabel)
    make_square(ax)


def make_square(ax: Axes) -> None:
    """Give axes a square box where the caller has not given them another shape."""
    if ax.get_aspect() == "auto" and ax.get_box_aspect() is None:
        ax.set_box_aspect(1)


def _highest(lines: list[CurveLine], space: Space) -> float:
    """Return the largest ordinate of curves and of chance lines."""
    ordinates = [line.vertices[1] for line in lines]
    ordinates += [in_square(space, rates, rates)[1] for _, rates in references(space)]
    return float(np.nanmax(np.concatenate(ordinates))) or space._top


def _name(space: Space) -> str:
    return f"{space.title} ({space.xlabel})"
