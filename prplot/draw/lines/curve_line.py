"""Curves as lines of matplotlib, and which of them axes show."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backend_bases import MouseEvent
from matplotlib.lines import Line2D

from prplot.curve.curve import Curve
from prplot.draw.lines.polyline import polyline
from prplot.interpolations import Trace
from prplot.uncertainty.bands import Band
from prplot.uncertainty.curves import MeanCurve
from prplot.uncertainty.interval import Interval

__all__ = ["MEMBER", "CurveLine", "curves_on", "lines_of"]

# The label of the lines of members of a mean.
MEMBER = "_member"


class CurveLine(Line2D):
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
    vertices : pair of arrays
        The coordinates of the thresholds that are drawn; of a mean those of all its points.
    """

    def __init__(
        self, curve: Curve | MeanCurve, area: float = np.nan, *, line: Trace | None = None, **look: Any
    ) -> None:
        self.curve: Any = curve
        self.area = area
        self.written = ""
        self.interval: Interval | None = None
        self.band: Band | None = None
        self.edge: Line2D | None = None
        x, y, threshold = polyline(curve) if line is None else line
        known = ~np.isnan(threshold)
        self.vertices = (x[known], y[known]) if known.any() else (x, y)
        super().__init__(x, y, **look)

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


def lines_of(ax: Axes, curve: Curve) -> list[CurveLine]:
    """Return the lines on axes that show the path of a curve, those first that join its points as it does."""
    lines = [line for line in curves_on(ax) if isinstance(line.curve, Curve) and line.curve.path is curve.path]
    return sorted(lines, key=lambda line: line.curve.kind != curve.kind)
