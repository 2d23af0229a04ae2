"""Curves as lines of matplotlib, and which of them axes show."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import MouseEvent, RendererBase
from matplotlib.collections import LineCollection
from matplotlib.colors import Colormap, Normalize
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from numpy.typing import NDArray

from prplot.curve.curve import Curve
from prplot.draw.lines.polyline import polyline
from prplot.interpolations import Trace
from prplot.rows.arrays import FloatArray
from prplot.uncertainty.bands import Band
from prplot.uncertainty.curves import MeanCurve
from prplot.uncertainty.interval import Interval

__all__ = ["LEVELS", "MEMBER", "CurveLine", "ThresholdLine", "curves_on", "lines_of"]

# The label of the lines of members of a mean.
MEMBER = "_member"
# So many colours has a map of thresholds; infinite ones count as these.
LEVELS, LARGEST = 256, float(np.finfo(np.float32).max)


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
        x, y, thresholds = self.curve.x, self.curve.y, self.curve.thresholds
        around = [(mouseevent.x + side, mouseevent.y) for side in (-radius, radius)]
        ends = ax.transData.inverted().transform(around)[:, 0]
        near = np.arange(*np.searchsorted(x, np.sort(ends)))
        places = ax.transData.transform(np.column_stack([x[near], y[near]]))
        hit = near[np.hypot(*(places - (mouseevent.x, mouseevent.y)).T) <= radius]
        return bool(len(hit)), {"ind": hit, "threshold": thresholds[hit]}


class ThresholdLine(CurveLine):
    """A curve in which every step has the colour of the score that it adds.

    In cost space every piece has the colour of the threshold that is best there.

    Attributes
    ----------
    norm : matplotlib.colors.Normalize
        From thresholds to [0, 1].
    cmap : matplotlib.colors.Colormap
        From there to colours.
    """

    def __init__(self, curve: Curve, norm: Normalize, cmap: Colormap, area: float = np.nan, **look: Any) -> None:
        self.norm, self.cmap = norm, cmap
        line = polyline(curve)
        row = np.arange(len(line.x) - 1)
        if curve.space.pointwise:
            # A step has the colour of the score at its end, and so have the points inserted on it.
            known = np.append(np.flatnonzero(~np.isnan(line.threshold)), len(row))
            row = known[np.searchsorted(known, row + 1)]
        levels = self._levels_of(line.threshold[row])
        self._starts = np.flatnonzero(np.diff(levels, prepend=-1))
        self._levels = levels[self._starts]
        super().__init__(curve, area, line=line, **{"color": self.color_at(None), **look})

    def _levels_of(self, thresholds: FloatArray) -> NDArray[np.int_]:
        """Return which of the map's 256 levels thresholds have; infinite ones are at the ends."""
        finite = np.nan_to_num(thresholds, nan=-LARGEST, posinf=LARGEST, neginf=-LARGEST)
        shares = np.ma.filled(self.norm(finite), 0.0)
        return np.asarray(np.clip(np.floor(shares * LEVELS), 0, LEVELS - 1), dtype=int)

    def color_at(self, threshold: float | None) -> Any:
        """Return the colour of a threshold; that of the middle of the map for none."""
        return self.cmap(0.5 if threshold is None else (self._levels_of(np.array([threshold]))[0] + 0.5) / LEVELS)

    def draw(self, renderer: RendererBase) -> None:
        """Draw the pieces of one colour one after the other."""
        points = np.asarray(self.get_xydata(), dtype=np.float64)
        if not self.get_visible() or len(points) < 2:
            return
        ends = np.append(self._starts[1:], len(points) - 1)
        drawn = LineCollection(
            [points[start : end + 1] for start, end in zip(self._starts, ends, strict=True)],
            colors=self.cmap((self._levels + 0.5) / LEVELS),
            linewidths=self.get_linewidth(),
            linestyles=self.get_linestyle(),
            # Round ends close the seams; where one sees through, they would show twice.
            capstyle="round" if self.get_alpha() is None else "butt",
            joinstyle="round",
            gid=self.get_gid(),
            rasterized=self.get_rasterized(),
        )
        Artist.update_from(drawn, self)
        drawn.axes = self.axes
        drawn.set_figure(cast(Figure, self.get_figure()))
        drawn.draw(renderer)
        self.stale = False


def curves_on(ax: Axes) -> list[CurveLine]:
    """Return the curves that axes show, in the order in which they were drawn."""
    return [line for line in ax.lines if isinstance(line, CurveLine)]


def lines_of(ax: Axes, curve: Curve) -> list[CurveLine]:
    """Return the lines on axes that show the path of a curve, those first that join its points as it does."""
    lines = [line for line in curves_on(ax) if isinstance(line.curve, Curve) and line.curve.path is curve.path]
    return sorted(lines, key=lambda line: line.curve.kind != curve.kind)
