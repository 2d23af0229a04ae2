"""Limits, labels and shape of axes for a space, and a record of what axes show."""

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

# Views extend beyond the data by this share of the range.
MARGIN = 0.015
# Logit and probit scales cannot show 0 and 1. Without curves, views of these and of logarithmic scales begin at
# LEAST. With curves they begin at FEW or nearer to 0, but not nearer than LOWEST. The distance from 1 is the same.
WITHOUT_1 = ("logit", "probit")
LEAST, FEW, LOWEST = 1e-3, 0.05, 1e-8
# The scales of axes whose scales nobody has set.
PLAIN = ("linear", "linear")
# Lines that approach 0 and 1 without end are shown from TAIL to 1 - TAIL.
TAIL = 0.01
# These settings of matplotlib do not belong to the style, and reading the backend would select one.
NO_STYLE = {"backend", "backend_fallback", "interactive", "toolbar", "webagg.port", "webagg.address"}


class AxesRecord(Artist):
    """A record of what axes show: an invisible artist, so that it is cleared, pickled and copied with the axes.

    Attributes
    ----------
    space : str
        The name of the space that they show; empty before the first drawing.
    style : dict
        The rcParams at the first drawing.
    description : str
        A text description of what they show besides curves.
    """

    def __init__(self) -> None:
        super().__init__()
        self.space = ""
        self.style: dict[Any, Any] = {}
        self.description = ""
        self.set_in_layout(False)

    def draw(self, renderer: Any) -> None:
        """Draw nothing, because the record is invisible."""


def record_of(ax: Axes) -> AxesRecord:
    """Return the record of axes; one is added if they have none."""
    for child in ax.get_children():
        if isinstance(child, AxesRecord):
            return child
    record = AxesRecord()
    ax.add_artist(record)
    return record


def shows(ax: Axes, space: Space) -> bool:
    """Return whether axes show this space or no space yet."""
    return record_of(ax).space in ("", _name(space))


def label_unlabeled(ax: Axes, x: str, y: str) -> None:
    """Set the axis labels that the caller has not set, and store the present style for saving."""
    record = record_of(ax)
    record.style = record.style or {name: mpl.rcParams[name] for name in mpl.rcParams.keys() - NO_STYLE}
    if not ax.get_xlabel():
        ax.set_xlabel(x)
    if not ax.get_ylabel():
        ax.set_ylabel(y)


def claim(ax: Axes, space: Space) -> None:
    """Declare that axes show a space: set its scales, equal ticks on both axes, and narrow margins.

    Raises
    ------
    PrplotValueError
        If the axes show another space already.
    """
    claim_as(ax, _name(space), view_of(space).scales)


def claim_as(ax: Axes, what: str, scales: tuple[str, str] = PLAIN) -> None:
    """Declare that axes show the space or figure named ``what``; see `claim`."""
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
    """Set limits, labels and a square box of axes for a space, as far as the caller has not set them.

    The view reaches down to ``lowest``, an ordinate, but not below the space's lowest view. On scales that cannot show
    0 or 1 the view ends at the nearest vertices.
    """
    claim(ax, space)
    lines = curves_on(ax)
    bottom, floor = lowest_views(space)
    low, right = min(bottom, max(lowest, floor)), np.inf if lines and np.isinf(space.domain[1]) else 1.0
    top = _highest(lines, space) if view_of(space).fits else space._top
    # If a line ends because the scale cannot show more of it, that end need not be in view.
    first, last = np.clip(space._drawn, 0.0, 1.0)
    begin, corners = TAIL if first > 0 else FEW, []
    for k, (scaled, least, most) in enumerate(((ax.get_xscale(), 0.0, right), (ax.get_yscale(), low, top))):
        values = np.concatenate([np.zeros(0), *(line.vertices[k] for line in lines)])
        if most > 1 and lines:
            # If a space has no upper limit or a distant one, the view ends at the largest value of the curves.
            most = min(most, values[np.isfinite(values)].max(initial=k)) or 1.0
        near, far = ((first, last), (0.0, 1.0))[k]
        inside = np.clip(
            values[(values > near) & (values < far)] if lines else [LEAST, 1.0 - LEAST], LOWEST, 1.0 - LOWEST
        )
        shown = np.clip([inside.min(initial=begin), inside.max(initial=1.0 - begin)], least, most)
        corners.append(np.resize(shown if scaled in WITHOUT_1 else np.append(shown, [least, most]), 4))
    # The corners are added to the data limits, so autoscaling also shows them on a scale that the caller sets later.
    ax.update_datalim(np.transpose(corners))
    ax.autoscale_view()
    label_unlabeled(ax, space.xlabel, space.ylabel)
    make_square(ax)


def make_square(ax: Axes) -> None:
    """Give axes a square box unless the caller has given them a shape."""
    if ax.get_aspect() == "auto" and ax.get_box_aspect() is None:
        ax.set_box_aspect(1)


def _highest(lines: list[CurveLine], space: Space) -> float:
    """Return the largest ordinate of the curves and of the chance lines."""
    ordinates = [line.vertices[1] for line in lines]
    ordinates += [in_square(space, rates, rates)[1] for _, rates in references(space)]
    return float(np.nanmax(np.concatenate(ordinates))) or space._top


def _name(space: Space) -> str:
    return f"{space.title} ({space.xlabel})"
