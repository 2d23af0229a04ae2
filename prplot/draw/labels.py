"""Names written beside the curves, in their colours, where each is farthest from the others."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.lines import Line2D
from matplotlib.text import Text
from matplotlib.transforms import Bbox, IdentityTransform

from prplot.draw.artists import Drawn, figure_of
from prplot.draw.axes import axes_for, merged
from prplot.draw.exact import CurveLine
from prplot.draw.legends import curves_on, spread_along
from prplot.errors import PrplotValueError
from prplot.sums import FloatArray

__all__ = ["DirectLabel", "direct_labels"]

# How many places along each curve are tried; how far a text stays from its curve and from the
# others, in heights of the text; how much nearer the middle of a curve is worth, likewise.
TRIED, GAP, APART, MIDDLE = 60, 0.35, 0.5, 2.0
# Names that fit nowhere beside their curve go farther away, with a thin line to it.
REACHES = (GAP, 1.5, 2.5, 4.0, 6.0)
SIDES = np.array([(1, 1), (-1, -1), (1, -1), (-1, 1), (0, 1), (0, -1), (1, 0), (-1, 0)], dtype=float)


def direct_labels(ax: Axes | None = None, **text: Any) -> Drawn:
    """Write the name and the area of each curve on the axes beside it, in its colour.

    Each goes where it covers no curve and no other name, and where its own curve is the nearest
    by far; a name that fits nowhere is not shown.

    Parameters
    ----------
    ax : matplotlib.axes.Axes, optional
        Default: the current axes.
    **text
        Keywords for `matplotlib.text.Text`.

    Returns
    -------
    Drawn
        With one of ``texts`` per curve.

    Raises
    ------
    PrplotValueError
        If no curve of prplot is on the axes.

    Examples
    --------
    >>> import prplot
    >>> paths = prplot.datasets.load("digits").paths()
    >>> artists = prplot.plot(paths, legend=False)
    >>> prplot.draw.direct_labels(artists.ax)
    Drawn(0 lines, 0 fills, 4 texts)
    """
    ax = axes_for(ax)
    lines = curves_on(ax)
    if not lines:
        raise PrplotValueError("ax must show a curve to be labelled; got none. Draw it first with prplot.plot.")
    for old in [child for child in ax.texts if isinstance(child, DirectLabel)]:
        old.remove()
    labels = []
    for line in lines:
        look = merged(text, Text, color=line.get_color(), fontsize="small", zorder=4.5)
        labels.append(DirectLabel(line, **look))
        ax.add_artist(labels[-1])
    return Drawn(ax, texts=tuple(labels))


class DirectLabel(Text):
    """The name of a curve beside it; all of one axes find their places together when they are drawn."""

    def __init__(self, line: CurveLine, **look: Any) -> None:
        self.line = line
        super().__init__(0.0, 0.0, str(line.get_label()), **{"ha": "center", "va": "center", **look})
        self.set_transform(IdentityTransform())
        self.set_in_layout(False)

    def draw(self, renderer: RendererBase) -> None:
        """Find the place, after those of the labels that come before, and draw there."""
        if not self.get_visible() or not isinstance(self.axes, Axes):
            return
        found = self._place(self.axes, renderer)
        self._taken = None
        if found is None:
            return
        place, anchor = found
        callback, self.stale_callback = self.stale_callback, None
        self.set_position((float(place[0]), float(place[1])))
        self.stale_callback = callback
        box = self._taken = self.get_window_extent(renderer)
        super().draw(renderer)
        nearest = np.clip(anchor, box.min, box.max)
        if np.hypot(*(nearest - anchor)) > 2 * GAP * box.height:
            leader = Line2D(*np.transpose([nearest, anchor]), color=self.get_color(), linewidth=0.6)
            leader.set_transform(IdentityTransform())
            leader.set_figure(figure_of(self.axes))
            leader.set_clip_box(self.axes.bbox)
            leader.draw(renderer)

    _taken: Bbox | None = None

    def _place(self, ax: Axes, renderer: RendererBase) -> tuple[FloatArray, FloatArray] | None:
        """Return where the text goes, and the point of the curve that it belongs to; in pixels."""
        here = spread_along(self.line)
        if here is None:
            return None
        box = self.get_window_extent(renderer)
        half, height = np.array([box.width, box.height]) / 2, box.height
        inside = np.all((here > ax.bbox.min) & (here < ax.bbox.max), axis=1)
        own = here[inside][:: max(1, int(inside.sum()) // TRIED)]
        others = [spread_along(line) for line in curves_on(ax) if line is not self.line]
        strangers = np.concatenate([places for places in others if places is not None] or [np.empty((0, 2))])
        taken = [o._taken for o in ax.texts if isinstance(o, DirectLabel) and o is not self and o._taken is not None]
        legend = ax.get_legend()
        if legend is not None:
            taken.append(legend.get_window_extent(renderer))
        for reach in REACHES:
            places = (own[:, None] + SIDES * (half + reach * height)).reshape(-1, 2)
            anchors = np.repeat(own, len(SIDES), axis=0)
            along = np.repeat(np.linspace(-1, 1, len(own)), len(SIDES))
            room = np.minimum(places - half - ax.bbox.min, ax.bbox.max - places - half).min(axis=1)
            clear = (room > 0.3 * height) & (_gap(places, here, half) >= 0.8 * GAP * height)
            for other in taken:
                clear &= ~_overlap(places, half, other.padded(0.2 * height))
            away = np.minimum(_gap(places, strangers, half), 6 * height)
            # Beside its curve a name must be nearer to it than to the others; a leader says whose it is.
            clear &= away > (APART if reach == GAP else GAP) * height
            if clear.any():
                worth = np.where(clear, away - MIDDLE * height * np.abs(along), -np.inf)
                best = int(np.argmax(worth))
                return places[best], anchors[best]
        return None


def _gap(places: FloatArray, points: FloatArray, half: FloatArray) -> FloatArray:
    """Return how far each box of this half size is from the nearest of the points."""
    if not len(points):
        return np.full(len(places), np.inf)
    outside = np.maximum(np.abs(places[:, None] - points[None]) - half, 0.0)
    return np.asarray(np.hypot(outside[..., 0], outside[..., 1]).min(axis=1))


def _overlap(places: FloatArray, half: FloatArray, box: Bbox) -> Any:
    return np.all((places + half > box.min) & (places - half < box.max), axis=1)
