"""Figures of several small square axes: their size, ticks, labels and layout, and what drawing them returns."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from textwrap import wrap
from typing import Any, NamedTuple, cast

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.layout_engine import LayoutEngine
from matplotlib.legend import Legend
from matplotlib.ticker import MaxNLocator

from prplot.curve.classifiers import named, path_first, to_curves
from prplot.curve.curve import Curve
from prplot.draw.base.axes import styled_size
from prplot.draw.base.literal_text import in_lines, printable, show_literally
from prplot.draw.base.results import Drawn, Plotted
from prplot.draw.base.scales import RateLocator
from prplot.draw.distributions.scores import Histogram
from prplot.draw.text.legend_cells import least_size
from prplot.errors import by_name, invalid, short, warn
from prplot.names import InterpolationName, SpaceName
from prplot.path.path import ConfusionPath
from prplot.uncertainty.overview import Overview, overview

__all__ = [
    "BELOW",
    "BESIDE",
    "LETTER",
    "LINE",
    "Panels",
    "SMALL",
    "SQUARE",
    "add_axes",
    "at_least_one",
    "classifiers",
    "columns_for",
    "figure_size",
    "finish",
    "height_of",
    "letters_in",
    "seen_in",
    "set_title",
    "text_scale",
]

# In inches: the width of square axes, and of small ones.
SQUARE, SMALL = 1.85, 1.1
# In inches, for texts of 10 points: what is beside and below axes, around legends, and the least width of a figure.
BESIDE, BELOW, PAD, NARROWEST = 0.95, 0.5, 0.25, 3.35
# Axes from this size on, in inches, have a tick at every fifth of a rate; a warning says where they are smaller.
ROOMY, CRAMPED = 2.0, 0.4
# The share of the room for axes that labels may take.
FITTED = 0.97
# How wide a letter is, and how high a line, in sizes of the font.
LETTER, LINE = 0.6, 1.25


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
        """A table of P, N, prevalence, area, area of chance, normalised area, and means over groups."""
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
    """Return how large the caller's texts are, in shares of 10 points."""
    return float(mpl.rcParams["font.size"]) / 10.0


def letters_in(inches: float, size: str = "small") -> int:
    """Return how many letters of a size have room."""
    return max(int(inches * 72 / LETTER / FontProperties(size=size).get_size_in_points()), 8)


def figure_size(wide: int, high: int, square: float) -> tuple[float, float]:
    """Return the size of a figure of square axes, in inches, without a legend."""
    styled, scale = styled_size(), text_scale()
    # The width that the caller's style asks for is that of a page.
    width = styled[0] if styled else max(wide * (square + BESIDE * scale), NARROWEST * scale)
    side = width / wide - BESIDE * scale
    # Axes below each other alone need not be as wide as a page.
    return width, high * ((min(side, square) if wide == 1 < high else side) + BELOW * scale)


def add_axes(figure: Figure, spec: Any, count: int, wide: int) -> list[Axes]:
    """Add so many axes within a cell of a grid, some side by side."""
    grid = spec.subgridspec(-(-count // wide), wide)
    return [figure.add_subplot(grid[k]) for k in range(count)]


def set_title(ax: Axes, name: str, inches: float, pad: float = 3.0) -> int:
    """Write a name above axes, in one or two lines of that length; return how many."""
    lines = in_lines(printable(name), len, letters_in(inches), 2)
    title = ax.set_title("\n".join(lines), loc="left", fontsize="small", pad=pad)
    show_literally(title, title.get_text())
    return len(lines)


def height_of(legend: Legend | None) -> float:
    """Return how high a legend is, in inches, with the room around it."""
    if legend is None:
        return 0.0
    return float(legend.get_window_extent().height / cast(Figure, legend.figure).dpi) + PAD * text_scale()


def finish(figure: Figure, axes: Iterable[Axes], side: float, more: float = 0.0) -> None:
    """Set ticks and labels that fit axes of about that side, make the figure higher, in inches, and lay it out."""
    axes, layout = list(axes), cast(LayoutEngine, figure.get_layout_engine())
    width, height = figure.get_size_inches()
    figure.set_size_inches(width, height + more)
    most = 5 if side >= ROOMY else 4
    for axis in (axis for ax in axes for axis in (ax.xaxis, ax.yaxis)):
        # With ticks that depend on the layout it would swing to and fro.
        locator = axis.get_major_locator()
        if isinstance(locator, RateLocator):
            locator.room = most
        else:
            axis.set_major_locator(MaxNLocator(most, steps=(1, 2, 5, 10)))
    layout.execute(figure)
    labels, shares = [], [1.0]
    for ax in axes:
        # The layout does not look at how long these are.
        ax.apply_aspect()
        room, x, y = (part.get_window_extent() for part in (ax, ax.xaxis.label, ax.yaxis.label))
        labels += [ax.xaxis.label, ax.yaxis.label]
        shares += [(room.width + BESIDE * text_scale() * figure.dpi) * FITTED / max(x.width, 1.0)]
        shares += [room.height * FITTED / max(y.height, 1.0)]
    for label in labels if min(shares) < 1 else ():
        size = float(label.get_fontsize()) * min(shares)
        label.set_fontsize(max(size, least_size()))
        if size < least_size():
            half = -(-len(label.get_text()) // 2) + 2
            label.set_text("\n".join(wrap(label.get_text(), half, break_long_words=False)))
    layout.execute(figure)
    for ax in axes:
        ax.apply_aspect()
    least = min(min(ax.get_window_extent().size) for ax in axes) / figure.dpi
    if least < CRAMPED:
        warn(
            f"a figure of {width:.3g} by {height + more:.3g} inches leaves axes of only {least:.2g} inches. Give it "
            "more room with figsize, or fewer columns."
        )


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
