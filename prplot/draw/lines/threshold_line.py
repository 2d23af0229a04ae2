"""The line of a curve in the colours of its thresholds."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from matplotlib.backend_bases import RendererBase
from matplotlib.collections import LineCollection
from matplotlib.colors import Colormap, Normalize
from matplotlib.figure import Figure
from numpy.typing import NDArray

from prplot.curve.curve import Curve
from prplot.draw.lines.curve_line import CurveLine
from prplot.draw.lines.polyline import polyline
from prplot.rows.arrays import FloatArray

__all__ = ["LEVELS", "ThresholdLine"]

LEVELS = 256
# The colour that stands for the whole line, in legends.
MIDDLE = 0.5
# Beyond it scores count as infinite.
LARGEST = float(np.finfo(np.float32).max)


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
        # Vertices at which the colour changes are drawn in any case.
        changes = 1 + np.flatnonzero(np.diff(self.levels(curve.path.thresholds[1:])))
        line = polyline(curve, changes)
        known = ~np.isnan(line.threshold)
        row = np.arange(len(known))
        if curve.space.pointwise:
            # A step has the colour of the score at its end, and so have the points inserted on it.
            row = np.minimum.accumulate(np.where(known, row, len(row) - 1)[::-1])[::-1][1:]
        else:
            row = row[:-1]
        levels = self.levels(np.nan_to_num(line.threshold[row], nan=-np.inf, posinf=np.inf, neginf=-np.inf))
        starts = np.append(0, 1 + np.flatnonzero(np.diff(levels)))
        self._starts, self._levels = starts, levels[starts[: len(levels)]]
        super().__init__(curve, area, line=line, **{"color": cmap(MIDDLE), **look})

    def levels(self, thresholds: FloatArray) -> NDArray[np.int_]:
        """Return which of the map's 256 levels thresholds have; infinite ones are at the ends."""
        shares = np.ma.filled(self.norm(thresholds.clip(-LARGEST, LARGEST)), 0.0)
        return np.asarray(np.clip(np.floor(np.asarray(shares) * LEVELS), 0, LEVELS - 1), dtype=int)

    def color_at(self, threshold: float | None) -> Any:
        """Return the colour of a threshold; that of the middle of the map for none."""
        if threshold is None:
            return self.cmap(MIDDLE)
        return self.cmap((self.levels(np.array([threshold]))[0] + 0.5) / LEVELS)

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
            alpha=self.get_alpha(),
            antialiaseds=self.get_antialiased(),
            # Round ends close the seams; where one sees through, they would show twice.
            capstyle="round" if self.get_alpha() is None else "butt",
            joinstyle="round",
            gid=self.get_gid(),
            rasterized=self.get_rasterized(),
            transform=self.get_transform(),
        )
        drawn.axes = self.axes
        drawn.set_figure(cast(Figure, self.get_figure()))
        drawn.set_clip_box(self.get_clip_box())
        drawn.set_clip_path(self.get_clip_path())
        drawn.set_path_effects(self.get_path_effects())
        drawn.set_snap(self.get_snap())
        drawn.draw(renderer)
        self.stale = False
