"""Axes, their frame, tones and edge texts: what every drawing function shares."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast
from weakref import WeakKeyDictionary

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.cbook import normalize_kwargs
from matplotlib.colors import to_hex, to_rgb
from matplotlib.lines import Line2D
from matplotlib.text import Annotation

from prplot.errors import PrplotTypeError, short
from prplot.spaces import Space

__all__ = ["COLORS", "EdgeText", "axes_for", "frame", "merged", "space_of", "tone", "width_in_mm"]

# Okabe and Ito's colours that stand out on white, safe for colour-blind readers.
COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
FIGURE_SIZE = (5.2, 4.4)
MARGIN = 0.015
# Lowest ordinate to which a view is extended on its own.
FLOOR = -0.5

_framed: WeakKeyDictionary[Axes, dict[str, tuple[float, float]]] = WeakKeyDictionary()


def axes_for(ax: Axes | None, *, new: bool = False) -> Axes:
    """Return the caller's axes, the current ones, or those of a new square figure."""
    if ax is None:
        if new or not plt.get_fignums():
            return plt.figure(figsize=FIGURE_SIZE, layout="constrained").add_subplot()
        return plt.gca()
    if not isinstance(ax, Axes):
        raise PrplotTypeError(f"ax must be a matplotlib Axes or None; got {type(ax).__name__} {short(ax)}.")
    return ax


def space_of(thing: Any) -> Space:
    """Return the space that a helper was given, directly or as a curve."""
    space = thing if isinstance(thing, Space) else getattr(thing, "space", None)
    if not isinstance(space, Space):
        raise PrplotTypeError(
            "space must be a space such as prplot.PR(0.1), or a curve, which has one; "
            f"got {type(thing).__name__} {short(thing)}."
        )
    return space


def frame(ax: Axes, space: Space, lowest: float = 0.0) -> None:
    """Set limits, labels and a square box where the caller has not.

    ``lowest`` is the least ordinate that should be seen; the view is extended to it, but not
    below `FLOOR`.
    """
    ours = _framed.setdefault(ax, {})
    low = min(0.0, max(lowest, FLOOR))
    if "y" in ours and ax.get_ylim() == ours["y"]:
        low = min(low, ours["y"][0] + MARGIN)
    for axis, wanted in (("x", (-MARGIN, 1 + MARGIN)), ("y", (low - MARGIN, 1 + MARGIN))):
        current = getattr(ax, f"get_{axis}lim")()
        if getattr(ax, f"get_autoscale{axis}_on")() or current == ours.get(axis):
            getattr(ax, f"set_{axis}lim")(*wanted)
            ours[axis] = getattr(ax, f"get_{axis}lim")()
    if not ax.get_xlabel():
        ax.set_xlabel(space.xlabel)
    if not ax.get_ylabel():
        ax.set_ylabel(space.ylabel)
    if ax.get_aspect() == "auto" and ax.get_box_aspect() is None:
        ax.set_box_aspect(1)


def tone(ax: Axes, share: float) -> str:
    """Return the colour that lies this far from the background to the text, on any style."""
    back, front = (np.array(to_rgb(c)) for c in (ax.get_facecolor(), mpl.rcParams["text.color"]))
    return to_hex(back + share * (front - back))


def merged(given: Mapping[str, Any], kind: type[Artist] = Line2D, **default: Any) -> dict[str, Any]:
    """Return matplotlib keywords: ours, overridden by the caller's under any of their aliases."""
    return {**default, **normalize_kwargs(dict(given), kind)}


def width_in_mm(ax: Axes) -> float:
    """Return how wide the axes are on paper."""
    return float(ax.get_window_extent().width / ax.figure.dpi * 25.4)


class EdgeText(Annotation):
    """A text at the edge of the axes that gives way: to narrow axes, a legend above it, and betters.

    Parameters
    ----------
    rank : int
        Where two such texts would touch, the one of lower rank is not shown.
    narrowest : float
        Width of the axes, in mm, below which it is not shown.
    """

    def __init__(
        self, text: str, xy: tuple[float, float], *, rank: int, narrowest: float = 0.0, **options: Any
    ) -> None:
        super().__init__(text, xy, textcoords="offset points", annotation_clip=False, clip_on=False, **options)
        self.rank = rank
        self.narrowest = narrowest

    def get_visible(self) -> bool:
        """Whether it is wanted and there is room."""
        return bool(super().get_visible()) and self._has_room()

    def _has_room(self) -> bool:
        if self.axes is None or self.figure is None:
            return True
        if width_in_mm(cast(Axes, self.axes)) < self.narrowest:
            return False
        here, height = self._place(), float(self.get_fontsize()) * self.figure.dpi / 72
        legend = self.axes.get_legend()
        if legend is not None and legend.get_zorder() > self.get_zorder():
            box = legend.get_window_extent().padded(height / 2)
            if box.contains(here[0] + height, here[1]):
                return False
        for other in self.axes.texts:
            if isinstance(other, EdgeText) and other.rank > self.rank and Annotation.get_visible(other):
                there = other._place()
                if abs(here[1] - there[1]) < height and abs(here[0] - there[0]) < 4 * height:
                    return False
        return True

    def _place(self) -> tuple[float, float]:
        assert self.axes is not None
        x, y = self.axes.transData.transform(self.xy)
        return float(x), float(y)
