"""Names written beside the curves, in their colours, where each is farthest from the others."""

from __future__ import annotations

from textwrap import wrap
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.text import Text

from prplot.draw.base.axes import axes_for
from prplot.draw.base.keywords import merged
from prplot.draw.base.literal_text import is_mathematics, show_literally
from prplot.draw.base.results import Drawn
from prplot.draw.lines.retraced import CurveLine, curves_on
from prplot.draw.text.legend import least_size
from prplot.draw.text.placement import AvoidingText, Obstacles, dots_along, gaps
from prplot.errors import PrplotValueError, short, warn

__all__ = ["DirectLabel", "direct_labels"]

# How many places along each curve are tried; how far a text stays from its curve and from the
# others, in heights of the text; how much nearer the middle of a curve is worth, likewise.
TRIED, GAP, APART, MIDDLE = 120, 0.35, 0.5, 2.0
# Names that fit nowhere beside their curve go farther away, with a thin line to it.
REACHES = (GAP, 1.5, 2.5, 4.0, 6.0)
SIDES = np.array([(1, 1), (-1, -1), (1, -1), (-1, 1), (0, 1), (0, -1), (1, 0), (-1, 0)], dtype=float)


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
    labels = []
    for line in lines:
        look = merged(text, Text, color=line.get_color(), fontsize="small", zorder=4.5)
        labels.append(DirectLabel(line, **look))
        ax.add_artist(labels[-1])
    return Drawn(ax, texts=tuple(labels))


class DirectLabel(AvoidingText):
    """The name of a curve beside it."""

    rank = 0

    def __init__(self, line: CurveLine, **look: Any) -> None:
        self.line = line
        label = str(line.get_label())
        super().__init__(label, **look)
        show_literally(self, label)
        self.sizes = tuple(dict.fromkeys((float(self.get_fontsize()), min(float(self.get_fontsize()), least_size()))))
        self.told = False

    def wordings(self) -> list[str]:
        """Return the label in one line, with the area below the name, and with the name in two lines."""
        name, gap, value = str(self.value).rpartition("  ")
        if not gap:
            return [self.get_text()]
        halves = [name] if is_mathematics(name) else wrap(name, max(len(name) * 3 // 5, 1), break_long_words=False)
        ways = list(dict.fromkeys([self.value, f"{name}\n{value}", "\n".join([*halves, value])]))
        # What the caller made it say stays.
        return ways if self.get_text() in ways else [self.get_text()]

    def resize(self, *, small: bool) -> None:
        """Take the usual size, or the smallest, as all names do together."""
        callback, self.stale_callback = self.stale_callback, None
        self.set_fontsize(self.sizes[-1] if small else self.sizes[0])
        self.stale_callback = callback

    def settle(self, taken: Obstacles) -> bool:
        """Move to where the curve is the nearest by far, if there is such a place."""
        ax, unit = taken.ax, taken.unit
        here = dots_along(ax, self.line, unit)
        own = here[:: max(1, len(here) // TRIED)]
        others = [dots_along(ax, line, unit) for line in curves_on(ax) if line is not self.line]
        strangers = np.concatenate([np.empty((0, 2)), *others])
        size = np.array(self.get_window_extent(taken.renderer).size)
        half, height = size / 2, size[1]
        along = np.repeat(np.abs(np.linspace(-1, 1, len(own))), len(SIDES))
        for reach in REACHES:
            places = (own[:, None] + SIDES * (half + reach * height)).reshape(-1, 2)
            inside = np.minimum(places - half - ax.bbox.min, ax.bbox.max - places - half).min(axis=1)
            clear = (inside > 0.3 * height) & (taken.met(places, half + 0.2 * height) == 0)
            clear[clear] = gaps(places[clear], half, here) >= 0.8 * GAP * height
            away = np.minimum(gaps(places[clear], half, strangers), 6 * height)
            # Beside its curve a name must be nearer to it than to the others; a leader says whose it is.
            far = away > (APART if reach == GAP else GAP) * height
            if far.any():
                worth = away - MIDDLE * height * along[clear] - taken.covered(places[clear], half + 0.2 * height)
                best = int(np.argmax(np.where(far, worth, -np.inf)))
                self.set_position(tuple(places[clear][best]))
                self._anchor = np.repeat(own, len(SIDES), axis=0)[clear][[best]]
                return True
        return False

    def draw(self, renderer: RendererBase) -> None:
        """Draw the name, or say that there is no room for it."""
        super().draw(renderer)
        if not self.shown and self.get_visible() and not self.told:
            self.told = True
            warn(
                f"direct_labels finds no room for {short(self.value)} beside its curve; it is not shown. Make the "
                "figure larger, give shorter names, or keep the legend."
            )

    def paint(self, renderer: RendererBase) -> None:
        """Draw the name, and a line to the curve where that is far."""
        super().paint(renderer)
        least = 2 * GAP * self.get_window_extent(renderer).height
        self.lead(renderer, self._anchor, least, color=self.get_color(), linewidth=0.6)
