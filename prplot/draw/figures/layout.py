"""The layout of figures with several small square axes: size, ticks and labels; and the `Panels` that they return."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from textwrap import fill
from typing import Any, NamedTuple, cast

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.gridspec import GridSpec
from matplotlib.legend import Legend
from matplotlib.ticker import MaxNLocator
from matplotlib.transforms import Bbox

from prplot.curve.classifiers import named, options_of_paths, path_first, to_curves
from prplot.curve.curve import Curve
from prplot.draw.base.axes import pyplot_figure, styled_size
from prplot.draw.base.drawn import Drawn, Plotted, Saved
from prplot.draw.base.literal_text import in_lines, printable, show_literally
from prplot.draw.base.scales import RateLocator
from prplot.draw.distributions.score_histograms import Histogram
from prplot.draw.figures.calibration import CalibrationPlot
from prplot.draw.lines.curve_line import CurveLine
from prplot.errors import by_name, invalid, short, warn
from prplot.names import InterpolationName, SpaceName
from prplot.path.path import ConfusionPath
from prplot.uncertainty.overview import Overview, overview

# In inches: the default width of square axes, the width of small ones, and the smallest width for which columns are
# added.
SQUARE, SMALL, LEAST = 1.85, 1.3, 0.9
# In inches for texts of 10 points: the space beside axes, the largest space below and above them, the padding around
# legends and rows, and the smallest width of a figure.
BESIDE, BELOW, PAD, NARROWEST = 0.95, 1.2, 0.12, 3.35
# Axes of ROOMY inches or more have a tick at every fifth of a rate. Axes smaller than CRAMPED inches cause a warning.
ROOMY, CRAMPED = 2.0, 0.4
# Labels may extend beyond their axes by this much, in inches for texts of 10 points.
OVER = 0.5
# The width of a letter and the height of a line, in font sizes.
LETTER, LINE = 0.6, 1.25


class _Panels(NamedTuple):
    figure: Figure
    axes: Mapping[str, Axes]
    plotted: Mapping[str, Plotted | CalibrationPlot]
    points: Mapping[str, Drawn]
    scores: tuple[Histogram, ...]
    legend: Legend | None


@by_name()
class Panels(_Panels, Saved):
    """A figure of several axes.

    Attributes
    ----------
    figure : matplotlib.figure.Figure
        The figure.
    axes : mapping of str to Axes
        The axes, by space (from `panel`) or by group (from `multiples`).
    plotted : mapping of str to Plotted
        The result of `plot` for each of the axes, by the same names.
    points : mapping of str to Drawn
        The marked operating points, by space; may be empty.
    scores : tuple of Histogram
        The score distributions, in the order of the classifiers.
    legend : Legend or None
        The one legend for all axes.
    table : Overview
        A table of the plotted curves (P, N, prevalence, areas), with means over groups.
    """

    @property
    def table(self) -> Overview:
        """The areas as a table, one row per curve.

        With P, N, the prevalence, the area, the area at chance and the normalized area. Below the rows there is the
        mean area of each classifier over the panels.
        """
        drawn = {
            name: [
                line.curve for line in plotted.lines if isinstance(line, CurveLine) and isinstance(line.curve, Curve)
            ]
            for name, plotted in self.plotted.items()
        }
        return overview({name: curves for name, curves in drawn.items() if curves})

    @property
    def ax(self) -> Axes:  # type: ignore[override]
        """The first axes."""
        return next(iter(self.axes.values()))

    def __repr__(self) -> str:
        return f"Panels({', '.join(self.axes)}{f'; {len(self.scores)} score distributions' if self.scores else ''})"


def columns_for(count: int, most: int) -> int:
    """Return the smallest number of columns that needs no more rows than ``most`` columns do."""
    return -(-count // -(-count // most))


def read_columns(columns: Any, count: int, most: int, figsize: tuple[float, float] | None) -> int:
    """Return the number of columns: the caller's, or one chosen for ``count`` axes.

    At most ``most`` columns are chosen. If the style sets the width, columns are so few that each has the least width.
    """
    if columns is None:
        if not figsize and (styled := styled_size()):
            most = int(np.clip(styled[0] // (LEAST + BESIDE * text_scale()), 1, most))
        return columns_for(count, most)
    if isinstance(columns, bool) or not isinstance(columns, int | np.integer) or columns < 1:
        raise invalid("columns", "be a number from 1 on", short(columns))
    return int(columns)


def text_scale() -> float:
    """Return the caller's text size as a multiple of 10 points."""
    return float(mpl.rcParams["font.size"]) / 10.0


def letters_in(inches: float, size: str = "small") -> int:
    """Return how many letters of a font size fit into a length in inches, but at least 8."""
    return max(int(inches * 72 / LETTER / FontProperties(size=size).get_size_in_points()), 8)


@contextmanager
def squares(
    names: Sequence[str],
    wide: int,
    figsize: tuple[float, float] | None,
    square: float = SQUARE,
    beside: float = BESIDE,
    below: float = 0.0,
) -> Iterator[tuple[dict[str, Axes], float, GridSpec]]:
    """Yield a new figure's square axes by name, for drawing into them; lay the figure out afterwards.

    Parameters
    ----------
    names : sequence of str
        The names of the axes.
    wide : int
        The number of axes side by side.
    figsize : (float, float) or None
        The caller's figure size; with None the figure is as high as the axes and their legend need.
    square, beside, below : float
        In inches: the width of axes, the space beside each for texts of 10 points, and the space below all axes.

    Yields
    ------
    dict of str to Axes, float, GridSpec
        The axes, their approximate width in inches, and the grid, whose second row is the space below the axes.
    """
    styled, scale, high = styled_size(), text_scale(), -(-len(names) // wide)
    # The width that a style sets is that of the whole figure, whatever the number of axes.
    width = styled[0] if styled else max(wide * (square + beside * scale), NARROWEST * scale)
    side = (figsize[0] if figsize else width) / wide - beside * scale
    rows = [high * (max(side, SMALL) + BELOW * scale), *([below] if below else [])]
    figure = pyplot_figure(*(figsize or (width, sum(rows))))
    grid = figure.add_gridspec(len(rows), 1, height_ratios=rows)
    axes = add_axes(figure, grid[0], len(names), wide)
    yield dict(zip(names, axes, strict=True)), side, grid
    for axis in (axis for ax in axes for axis in (ax.xaxis, ax.yaxis)):
        # The layout ignores the lengths of axis labels, so labels are wrapped here. The number of ticks is fixed,
        # because ticks that depend on the layout would make the layout alternate between two states.
        if max(axis.label.get_window_extent().size) > (side + OVER * scale) * figure.dpi:
            axis.label.set_text(fill(axis.label.get_text(), letters_in(side + OVER * scale, "medium")))
        room, locator = 5 if side >= ROOMY else 4, axis.get_major_locator()
        if isinstance(locator, RateLocator):
            locator.room = room
        else:
            axis.set_major_locator(MaxNLocator(room, steps=(1, 2, 5, 10)))
    if not figsize:
        around = sum(part.get_window_extent().height / figure.dpi + PAD for part in (*figure.legends, *figure.texts))
        figure.set_size_inches(width, sum(rows) + around)
    figure.draw_without_rendering()
    side = min(ax.get_window_extent().width for ax in axes) / figure.dpi
    if not figsize:
        heights = [cast(Bbox, ax.get_tightbbox()).height / figure.dpi + PAD for ax in axes]
        rows[0] = sum(max(heights[k : k + wide]) for k in range(0, len(axes), wide))
        grid.set_height_ratios(rows)
        figure.set_size_inches(width, sum(rows) + around)
    if side < CRAMPED:
        width, height = figure.get_size_inches()
        warn(
            f"a figure of {width:.3g} by {height:.3g} inches leaves axes of only {side:.2g} inches. Give it more "
            "room with figsize, or fewer columns."
        )


def add_axes(figure: Figure, spec: Any, count: int, wide: int) -> list[Axes]:
    """Add ``count`` axes to a cell of a grid, ``wide`` of them side by side."""
    cells = spec.subgridspec(-(-count // wide), wide)
    return [figure.add_subplot(cells[k]) for k in range(count)]


def set_title(ax: Axes, name: str, inches: float, pad: float = 3.0) -> None:
    """Write a name above axes, wrapped into at most two lines of ``inches``."""
    lines = in_lines(printable(name), letters_in(inches), 2)
    title = ax.set_title("\n".join(lines), loc="left", fontsize="small", pad=pad)
    show_literally(title, title.get_text())


def classifiers(argument: str, paths: Any) -> list[tuple[str | None, ConfusionPath | Curve]]:
    """Return (name, path or curve) of each classifier, from a path, a curve, a sequence or a mapping."""
    rule = "be a path, a curve, a sequence or a mapping of them"
    return named(argument, paths, (ConfusionPath, Curve), rule, path_first(paths))


def seen_in(
    items: list[tuple[str | None, ConfusionPath | Curve]],
    space: SpaceName,
    interpolation: InterpolationName | None,
    images: float | None = None,
) -> list[Curve]:
    """Return the classifiers' curves in a space; curves that are in this space already are returned as they are."""
    options = options_of_paths(interpolation, images)
    curves = []
    for name, item in items:
        if isinstance(item, Curve) and item.space.name != space:
            name, item = item.label if name is None else name, item.path
        curves += to_curves([item] if name is None else {name: item}, space, **options)
    return curves
