"""Figures of several square axes: their size, ticks, layout and legend."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, cast

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.layout_engine import LayoutEngine
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.text import Text
from matplotlib.ticker import MaxNLocator

from prplot.curve import Curve
from prplot.draw.artists import figure_of
from prplot.draw.axes import COLORS, styled_size
from prplot.draw.curves import LINE_STYLES, color_of
from prplot.draw.exact import CurveLine
from prplot.draw.legends import entry
from prplot.errors import invalid, short
from prplot.path import ConfusionPath
from prplot.uncertainty.several import named, to_curves

__all__ = [
    "BELOW",
    "BESIDE",
    "area_text",
    "at_least_one",
    "classifiers",
    "columns_for",
    "figure_size",
    "fit_text",
    "look_at",
    "new_figure",
    "rate_ticks",
    "seen_in",
    "settle",
    "text_scale",
    "wide_legend",
]

# In inches: what is beside and below axes with texts of 10 points, and the least width of a figure.
BESIDE, BELOW, NARROWEST, USUAL = 0.95, 0.5, 3.35, 10.0
# Axes from this size on, in inches, have a tick at every fifth of a rate.
ROOMY = 2.0
# How often layouts are made; how long labels may be, in shares of the room for axes and of their height.
SETTLING, FITTED = 1, 0.97
# The height of a line of a legend in sizes of the font, and the share of a figure's width it may take.
LINE, FULL = 1.25, 0.98
# How much smaller a text may be written than it is.
SMALLEST = 0.75


@contextmanager
def new_figure(width: float, height: float) -> Iterator[Figure]:
    """Make a figure that pyplot knows, and forget it where drawing fails."""
    figure = plt.figure(figsize=(width, height), layout="constrained")
    try:
        yield figure
    except BaseException:
        plt.close(figure)
        raise


def wide_legend(figure: Figure, handles: Any, labels: Any, **options: Any) -> Legend:
    """Make the legend of a figure, as small as the width of the figure needs unless its font is given."""
    size = FontProperties(size=options.get("fontsize", "small")).get_size_in_points()
    # Letters are not quite in proportion to their size, so once is not always enough.
    for _ in range(4):
        # All distances in a legend are in units of its font.
        legend = figure.legend(handles, labels, **{"fontsize": size, "title_fontsize": size, **options})
        share = FULL * figure.bbox.width / legend.get_window_extent().width
        if share >= 1 or "fontsize" in options:
            return legend
        legend.remove()
        size *= share
    return figure.legend(handles, labels, **{"fontsize": size, "title_fontsize": size, **options})


def at_least_one(name: str, value: Any) -> int:
    """Read how many of something there are to be."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 1:
        raise invalid(name, "be a number from 1 on", short(value))
    return int(value)


def columns_for(count: int, most: int) -> int:
    """Return the least number of columns with which so many axes take as few rows as with ``most``."""
    rows = max(1, -(-count // most))
    return max(1, -(-count // rows))


def text_scale() -> float:
    """Return how large the caller's texts are, in shares of the usual size."""
    return float(mpl.rcParams["font.size"]) / USUAL


def figure_size(wide: int, high: int, square: float, below: float, lines: int) -> tuple[float, float]:
    """Return the size of a figure of square axes, bars below them and lines of text, in inches."""
    styled = styled_size()
    # The width that the caller's style asks for is that of a page.
    width = styled[0] if styled else max(wide * (square + BESIDE * text_scale()), NARROWEST * text_scale())
    height = high * (width / wide - BESIDE * text_scale() + BELOW * text_scale())
    return width, height + below + lines * LINE * USUAL * text_scale() / 72


def rate_ticks(axes: Iterable[Axes], square: float) -> None:
    """Place ticks that do not depend on the layout, which would swing to and fro with them."""
    for ax in axes:
        for axis in (ax.xaxis, ax.yaxis):
            axis.set_major_locator(MaxNLocator(5 if square >= ROOMY else 4, steps=(1, 2, 5, 10)))


def settle(figure: Figure, squares: Iterable[Axes]) -> None:
    """Make the layout until square axes and the texts around them have found their size."""
    layout = cast(LayoutEngine, figure.get_layout_engine())
    layout.execute(figure)
    shares = [1.0]
    for ax in squares:
        # The layout does not look at how long these are.
        ax.apply_aspect()
        room, x, y = ax.get_window_extent(), ax.xaxis.label.get_window_extent(), ax.yaxis.label.get_window_extent()
        beside = BESIDE * text_scale() * figure.dpi
        shares += [(room.width + beside) * FITTED / max(x.width, 1.0), room.height * FITTED / max(y.height, 1.0)]
    if min(shares) < 1:
        for label in (label for ax in squares for label in (ax.xaxis.label, ax.yaxis.label)):
            label.set_fontsize(float(label.get_fontsize()) * min(shares))
    for _ in range(SETTLING):
        layout.execute(figure)


def fit_text(text: Text, room: float) -> None:
    """Make a text as small as a room of so many inches needs, but not illegible: then it is cut, and says so."""
    figure = figure_of(cast(Any, text))
    share = room * figure.dpi / max(text.get_window_extent().width, 1.0)
    if share < 1:
        text.set_fontsize(float(text.get_fontsize()) * max(share, SMALLEST))
    whole = text.get_text()
    for kept in range(len(whole) - 1, 0, -1):
        if text.get_window_extent().width <= room * figure.dpi:
            break
        text.set_text(f"{whole[:kept].rstrip()}\N{HORIZONTAL ELLIPSIS}")


def look_at(ax: Axes, place: int) -> dict[str, Any]:
    """Return how a classifier looks everywhere, by its place among all."""
    return {"color": color_of(ax, place), "linestyle": LINE_STYLES[place // len(COLORS) % len(LINE_STYLES)]}


def classifiers(argument: str, paths: Any) -> list[tuple[str | None, ConfusionPath | Curve]]:
    """Return (name, path or curve) of whatever way the classifiers are given."""
    rule = "be a path, a curve, a sequence or a mapping of them"
    way_out = "Make a path with prplot.from_labels or prplot.from_weights."
    return named(argument, paths, (ConfusionPath, Curve), rule, way_out)


def seen_in(
    given: list[tuple[str | None, ConfusionPath | Curve]], space: str, interpolation: str | None
) -> list[Curve]:
    """Return the classifiers in a space: curves of it as they are, the paths of others."""
    options = {} if interpolation is None else {"interpolation": interpolation}
    curves = []
    for name, item in given:
        if isinstance(item, Curve) and item.space.name != space:
            item = item.path.curve(space, label=item.label, **options)
            curves += to_curves([item] if name is None else {name: item}, space)
        else:
            curves += to_curves([item] if name is None else {name: item}, space, **options)
    return curves


def area_text(curve: Curve, line: Line2D | None) -> str:
    """Return the area as text, for soft labels of at most what."""
    area = line.area if isinstance(line, CurveLine) else curve.area()
    return entry(replace(curve, label=None), area).replace(" of at most ", " of ")
