"""Names written beside the curves, in their colours, where each is farthest from the others."""

from __future__ import annotations

from functools import partial
from textwrap import wrap
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.font_manager import FontProperties
from matplotlib.text import Text

from prplot.draw.base.axes import axes_for
from prplot.draw.base.keywords import merged
from prplot.draw.base.literal_text import is_mathematics
from prplot.draw.base.results import Drawn
from prplot.draw.lines.curve_line import CurveLine, curves_on
from prplot.draw.text.labels import Label, Places, around, dots_along, in_view, nearest
from prplot.errors import PrplotValueError, short, warn
from prplot.rows.arrays import FloatArray

# How many places along each curve are tried. In heights of the text: how far it stays from its curve and from the
# others, and how far from these is plenty.
TRIED, GAP, APART, PLENTY = 50, 0.45, 0.5, 6.0
# What the ends of the curve cost against its middle, and what each height of distance from it costs.
MIDDLE, FARTHER = 2.0, 10.0
# Names that fit nowhere beside their curve go farther away, with a thin line to it.
REACHES = (GAP, 1.5, 2.5, 4.0, 6.0)


def direct_labels(ax: Axes | None = None, **text: Any) -> Drawn:
    """Write the name and the area of each curve on the axes beside it, in its colour.

    Each goes where it covers no curve and no other name, and where its own curve is the nearest
    by far. Where there is no room in one line the area is below the name; where one has no room even then, all texts
    are smaller. A name that still fits nowhere is not shown, and a warning says so.

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

    Warns
    -----
    PrplotWarning
        When drawn, if a name fits nowhere.

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
    least = FontProperties(size="x-small").get_size_in_points()
    for line in lines:
        look = merged(text, Text, color=line.get_color(), fontsize="small", zorder=4.5)
        label = DirectLabel(str(line.get_label()), partial(_beside, line), look)
        size = float(label.get_fontsize())
        label.sizes = size, min(size, least)
        ax.add_artist(label)
    return Drawn(ax, texts=tuple(child for child in ax.texts if isinstance(child, DirectLabel)))


class DirectLabel(Label):
    """The name of a curve beside it."""

    rank, pad = 2, 2.5
    told = False

    def wordings(self) -> list[str]:
        """Return the label in one line, with the area below the name, and with the name in two lines."""
        name, gap, value = self.value.rpartition("  ")
        if not gap:
            return [self.get_text()]
        halves = [name] if is_mathematics(name) else wrap(name, max(len(name) * 3 // 5, 1), break_long_words=False)
        ways = [self.value, f"{name}\n{value}", "\n".join([*halves, value])]
        # What the caller made it say stays.
        return ways if self.get_text() in ways else [self.get_text()]

    def draw(self, renderer: RendererBase) -> None:
        """Draw the name, or say that there is no room for it."""
        super().draw(renderer)
        if not self.shown and self.get_visible() and not self.told:
            self.told = True
            warn(
                f"direct_labels finds no room for {short(self.value)} beside its curve; it is not shown. Make the "
                "figure larger, give shorter names, or keep the legend."
            )


def _beside(line: CurveLine, ax: Axes, size: FloatArray, unit: float) -> Places:
    """Return places where the curve is the nearest, those where it is so by far first."""
    points, length = in_view(ax, line.get_xydata())
    if not len(points):
        return Places.of(points)
    middle, reach = np.linspace(-1.0, 1.0, TRIED)[:, None], np.array(REACHES)[:, None, None]
    own = np.interp((middle[:, 0] + 1) / 2 * length[-1], length, points)
    at = around(own, size[1] * np.array(REACHES), size)
    others = [dots_along(ax, other, unit)[0][::3] for other in curves_on(ax) if other is not line]
    strangers = np.concatenate([*others, np.zeros(0)])
    apart = abs(strangers - nearest(at[..., None], size, strangers)).min(axis=-1, initial=PLENTY * size[1]) / size[1]
    # Beside its curve a name must be nearer to it than to the others; farther away a line says whose it is.
    clear = apart > np.where(reach == GAP, APART, GAP)
    return Places.of(at, np.where(clear, FARTHER * reach + MIDDLE * abs(middle) - apart, np.inf), own[:, None])
