"""Figures of several square axes: their size, ticks, layout and legend."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from textwrap import wrap
from typing import Any, NamedTuple, cast

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import LayoutEngine
from matplotlib.legend import Legend
from matplotlib.text import Text
from matplotlib.ticker import MaxNLocator

from prplot.curve.classifiers import named, path_first, to_curves
from prplot.curve.curve import Curve
from prplot.draw.base.axes import styled_size
from prplot.draw.base.figure import figure_of
from prplot.draw.base.literal_text import show_literally
from prplot.draw.base.results import Drawn, Plotted
from prplot.draw.base.scales import RateLocator
from prplot.draw.distributions.scores import Histogram
from prplot.draw.text.legend import least_size
from prplot.errors import by_name, invalid, short, warn
from prplot.names import InterpolationName, SpaceName
from prplot.path.path import ConfusionPath
from prplot.uncertainty.overview import Overview, overview

__all__ = [
    "BELOW",
    "BESIDE",
    "Panels",
    "SMALL",
    "SQUARE",
    "at_least_one",
    "classifiers",
    "columns_for",
    "figure_size",
    "fit_text",
    "rate_ticks",
    "more_lines",
    "room_for",
    "seen_in",
    "fit_labels",
    "text_scale",
]

# In inches: the width of square axes, and of small ones.
SQUARE, SMALL = 1.85, 1.1
# In inches: what is beside and below axes with texts of 10 points, and the least width of a figure.
BESIDE, BELOW, NARROWEST, USUAL = 0.95, 0.5, 3.35, 10.0
# Axes from this size on, in inches, have a tick at every fifth of a rate.
ROOMY = 2.0
# How long labels may be, in shares of the room for axes and of their height.
FITTED = 0.97
# The height of a line of a legend in sizes of the font.
LINE = 1.25
# Axes smaller than this, in inches, are told of.
CRAMPED = 0.4


@by_name()
class Panels(NamedTuple):
    """A figure of several axes.

    Attributes
    ----------
    figure : matplotlib.figure.Figure
        The figure.
    axes : mapping of str to Axes
        By the name of the space, or of the group.
    plotted : mapping of str to Plotted
        What `plot` drew there.
    points : mapping of str to Drawn
        The operating points, by the name of the space.
    scores : tuple of Histogram
        The score distributions, in the order of the classifiers.
    legend : Legend or None
        The one legend for all axes.
    table : Overview
        What is drawn as a table, with the mean over groups.
    """

    figure: Figure
    axes: Mapping[str, Axes]
    plotted: Mapping[str, Plotted]
    points: Mapping[str, Drawn]
    scores: tuple[Histogram, ...]
    legend: Legend | None

    @property
    def table(self) -> Overview:
        """What is drawn, as a table: P, N, π, the area, that of chance, the normalised one, and means over groups."""
        drawn = {
            name: [curve for line in plotted.lines if isinstance(curve := getattr(line, "curve", None), Curve)]
            for name, plotted in self.plotted.items()
        }
        return overview(drawn)

    def save(self, path: str | os.PathLike[str], **options: Any) -> None:
        """Save the figure with embedded TrueType fonts; options go to ``savefig``."""
        Drawn(next(iter(self.axes.values()))).save(path, **options)

    def savefig(self, path: str | os.PathLike[str], **options: Any) -> None:
        """Save the figure; another name of `save`."""
        self.save(path, **options)

    def __repr__(self) -> str:
        return f"Panels({', '.join(self.axes)}{f'; {len(self.scores)} score distributions' if self.scores else ''})"


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
    # Axes below each other alone need not be as wide as a page.
    each = width / wide - BESIDE * text_scale()
    height = high * ((min(each, square) if wide == 1 < high else each) + BELOW * text_scale())
    return width, height + below + lines * LINE * USUAL * text_scale() / 72


def more_lines(figure: Figure, lines: int) -> None:
    """Make a figure higher by so many lines of text."""
    if lines > 0:
        width, height = figure.get_size_inches()
        figure.set_size_inches(width, height + lines * LINE * USUAL * text_scale() / 72)


def room_for(figure: Figure, legend: Legend, lines: int) -> None:
    """Make a figure higher by what its legend takes beyond so many lines."""
    more = legend.get_window_extent().height / figure.dpi - lines * LINE * USUAL * text_scale() / 72
    if more > 0:
        width, height = figure.get_size_inches()
        figure.set_size_inches(width, height + more)


def rate_ticks(axes: Iterable[Axes], square: float) -> None:
    """Place ticks that do not depend on the layout, which would swing to and fro with them."""
    most = 5 if square >= ROOMY else 4
    for ax in axes:
        for axis in (ax.xaxis, ax.yaxis):
            there = axis.get_major_locator()
            if isinstance(there, RateLocator):
                there.room = most
            else:
                axis.set_major_locator(MaxNLocator(most, steps=(1, 2, 5, 10)))


def fit_labels(figure: Figure, squares: Iterable[Axes]) -> None:
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
            usual = float(label.get_fontsize())
            label.set_fontsize(max(usual * min(shares), least_size()))
            if usual * min(shares) < least_size():
                half = -(-len(label.get_text()) // 2) + 2
                label.set_text("\n".join(wrap(label.get_text(), half, break_long_words=False)))
    layout.execute(figure)
    for ax in squares:
        ax.apply_aspect()
    side = min(min(ax.get_window_extent().size) for ax in squares) / figure.dpi
    if side < CRAMPED:
        width, height = figure.get_size_inches()
        warn(
            f"a figure of {width:.3g} by {height:.3g} inches leaves axes of only {side:.2g} inches. Give it more room "
            "with figsize, or fewer columns."
        )


def fit_text(text: Text, room: float) -> None:
    """Make a text as small as a room of so many inches needs, but not illegible: then it is cut, and says so."""
    figure = figure_of(cast(Any, text))
    show_literally(text, text.get_text())
    share = room * figure.dpi / max(text.get_window_extent().width, 1.0)
    if share < 1:
        text.set_fontsize(max(float(text.get_fontsize()) * share, least_size()))
    whole = text.get_text()
    for kept in range(len(whole) - 1, 0, -1):
        if text.get_window_extent().width <= room * figure.dpi:
            break
        text.set_text(f"{whole[:kept].rstrip()}\N{HORIZONTAL ELLIPSIS}")


def classifiers(argument: str, paths: Any) -> list[tuple[str | None, ConfusionPath | Curve]]:
    """Return (name, path or curve) of whatever way the classifiers are given."""
    rule = "be a path, a curve, a sequence or a mapping of them"
    return named(argument, paths, (ConfusionPath, Curve), rule, path_first(paths))


def seen_in(
    given: list[tuple[str | None, ConfusionPath | Curve]], space: SpaceName, interpolation: InterpolationName | None
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
