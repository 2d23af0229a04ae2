"""The same classifiers in several spaces, side by side."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from prplot.curve.classifiers import PathsLike
from prplot.curve.curve import Curve
from prplot.draw.base.axes import styled_size, tone
from prplot.draw.base.figure import new_figure
from prplot.draw.base.keywords import PartOption, check_part, merged, part_of
from prplot.draw.base.literal_text import printable
from prplot.draw.base.results import Drawn
from prplot.draw.distributions.scores import Histogram, rows_of
from prplot.draw.distributions.scores import scores as score_histogram
from prplot.draw.figures.layout import (
    BELOW,
    BESIDE,
    SMALL,
    SQUARE,
    Panels,
    at_least_one,
    classifiers,
    columns_for,
    figure_size,
    fit_labels,
    fit_text,
    rate_ticks,
    room_for,
    seen_in,
    text_scale,
)
from prplot.draw.figures.plot import look_of, plot
from prplot.draw.parts.operating_points import operating_point
from prplot.draw.parts.points import place_on
from prplot.draw.text.figure_legend import area_column, table, threshold_column
from prplot.draw.text.legend_entries import area_of
from prplot.errors import invalid, listed, short, warn, yes_or_no
from prplot.metrics import Metric, metric
from prplot.metrics.confusion import Confusion
from prplot.names import InterpolationName, SpaceName
from prplot.path.path import ConfusionPath
from prplot.rows.checks import number
from prplot.spaces import space_class, space_name

__all__ = ["panel"]

# In inches: the height of the bars of scores, and what is around these with texts of 10 points.
BARS, AROUND = 0.6, 0.72
# The least width of axes, in inches, with which a row is full.
LEAST = 0.9
# The height of a page in inches, within which figures stay, if more axes in a row allow that.
PAGE = 8.5
# What each of the axes keeps then.
TIGHT = 0.7
# The share of the room for a histogram that its title may be wide.
ROOM = 0.75


def panel(
    paths: PathsLike,
    spaces: SpaceName | Sequence[SpaceName] = ("roc", "pr", "prg"),
    *,
    scores: PartOption = False,
    thresholds: float | str | Metric | Mapping[str, float] | None = None,
    interpolation: InterpolationName | None = None,
    columns: int | None = None,
    figsize: tuple[float, float] | None = None,
    points: PartOption = None,
    legend: PartOption = None,
    sort: bool = False,
    **parts: Any,
) -> Panels:
    """Draw the same classifiers side by side in several spaces, with one legend for all.

    A classifier has one colour everywhere. The legend is a table: one row per classifier, one
    column per space with the area there.

    Parameters
    ----------
    paths : path, curve, sequence or mapping
        The classifiers. A curve is drawn as it is in its own space, and its path in the others.
    spaces : sequence of {"pr", "prg", "roc", "croc", "cost", "gains", "lift", "det", "net_benefit"}
        Where to see them, each at most once.
    scores : bool or dict
        Whether to draw, below, the score distribution of each classifier by class; a dict holds
        keywords of `scores`. Hard classes are drawn as densities unless ``density`` is False.
    thresholds : float, str, Metric or mapping, optional
        Operating points to mark everywhere, also as lines in the score distributions: one
        threshold for all, a mapping from names to thresholds, or the metric (such as "f1") whose
        best threshold is taken for each. In cost space a threshold is a line.
    interpolation : str, optional
        For the spaces that have several, as in ``path.pr``.
    columns : int, optional
        How many spaces are side by side; default: all up to three, else the most even rows.
    figsize : (float, float), optional
        In inches; default: 2.8 per column, more for texts larger than 10 points, and as high as
        that needs. Three columns are readable from 7.2 (183 mm) on with texts of 7 points.
    points : dict, bool or None
        Keywords of the marks, of `matplotlib.lines.Line2D`; False leaves them out.
    legend : dict, bool or None
        Keywords of `matplotlib.figure.Figure.legend`; False leaves it out.
    sort : bool
        Whether the legend has the best area in the first space first, or the classifiers in the order given.
    **parts
        Parts of every figure, as in `prplot.plot`: ``line``, ``iso_f``, ``unachievable``, ...

    Returns
    -------
    Panels
        ``.axes["pr"]``, ``.plotted``, ``.points``, ``.scores``, ``.legend`` and ``.save``.

    Warns
    -----
    PrplotWarning
        If an operating point has no place in a space, as in PRG where nothing is found.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        For unknown spaces or names, and for scores of paths that were made from counts.

    Examples
    --------
    >>> import prplot
    >>> digits = prplot.datasets.load("digits").paths()
    >>> drawn = prplot.draw.panel(digits, thresholds="f1")
    >>> drawn, drawn.legend.get_texts()[1].get_text()
    (Panels(roc, pr, prg), 'Random forest  0.955 0.701 0.966 0.366')
    """
    chosen = _spaces(spaces)
    given = classifiers("paths", paths)
    bends = [space for space in chosen if space_class(space).interpolated] or chosen
    curves: dict[str, list[Curve]] = {
        space: seen_in(given, space, interpolation if space in bends else None) for space in chosen
    }
    first = curves[chosen[0]]
    confusions = _operating_points(first, thresholds)
    for name, part in {"scores": scores, "points": points, "legend": legend}.items():
        check_part(name, part, of_figure=True)
    yes_or_no("sort", sort)
    shown = [rows_of(curve)[0] for curve in first] if scores is not None and scores is not False else []
    wide = _columns(len(chosen), figsize) if columns is None else at_least_one("columns", columns)
    high, each = -(-len(chosen) // wide), columns_for(len(shown), wide + 1)
    rows = -(-len(shown) // each)
    below = (BARS + AROUND * text_scale()) * rows
    lines = (len(first) + 2 + bool(rows)) * (legend is not False)
    size = figsize or figure_size(wide, high, SQUARE, below, lines)
    room = size[0] / (wide + 1) - BESIDE * text_scale()
    if columns is None and figsize is None and styled_size() and size[1] > PAGE and wide < len(chosen) and room > TIGHT:
        wide += 1
        high = -(-len(chosen) // wide)
        size = figure_size(wide, high, SQUARE, below, lines)
    square = size[0] / wide - BESIDE * text_scale()
    heights = [high * (max(square, SMALL) + BELOW * text_scale()), below][: 1 + bool(rows)]
    with new_figure(*size) as figure:
        parted = figure.add_gridspec(len(heights), 1, height_ratios=heights)
        grid = parted[0].subgridspec(high, wide)
        axes: dict[str, Axes] = {space: figure.add_subplot(grid[k // wide, k % wide]) for k, space in enumerate(chosen)}
        plotted = {space: plot(curves[space], ax=ax, legend=False, **parts) for space, ax in axes.items()}
        rate_ticks(axes.values(), square)
        ax = axes[chosen[0]]
        handles: Sequence[Line2D] = plotted[chosen[0]].lines or [
            Line2D([], [], **look_of(ax, k)) for k in range(len(first))
        ]
        marks: dict[str, Drawn] = {}
        lost: dict[str, list[str]] = {}
        if points is not False and thresholds is not None:
            for space, ax in axes.items():
                marks[space], without = _mark(ax, curves[space], confusions, handles, part_of(points))
                if without:
                    lost[curves[space][0].space.title] = without
        histograms = []
        band = parted[-1].subgridspec(max(rows, 1), each)
        for k, path in enumerate(shown):
            ax = figure.add_subplot(band[k // each, k % each])
            color = handles[k].get_color()
            histograms.append(
                _histogram(ax, path, first[k].label, confusions[k], color, part_of(scores), size[0] / each * ROOM)
            )
            if k % each:
                ax.set_ylabel("")
            if k + each < len(shown):
                ax.set_xlabel("")
        made = None
        if legend is not False:
            rows_shown = _ranked(first) if sort else range(len(first))
            samples, names = [handles[k] for k in rows_shown], [first[k].label or "" for k in rows_shown]
            columns_shown = []
            bars = [fill for drawn in histograms[:1] for fill in drawn.fills if fill.get_label() == "background"]
            for space in (space for space in chosen if not curves[space][0].space.no_area):
                lines_there = plotted[space].lines
                shown_there = [lines_there[k] for k in rows_shown] if lines_there else []
                columns_shown.append(area_column([curves[space][k] for k in rows_shown], shown_there))
            if thresholds is not None:
                columns_shown.append(threshold_column([confusions[k] for k in rows_shown], thresholds))
            made = table(figure, samples, names, columns_shown, bars, tone(ax, 0.65), part_of(legend))
            if figsize is None:
                room_for(figure, made, lines)
        fit_labels(figure, axes.values())
    if lost:
        places = "; ".join(f"in {title} space for {listed(whose)}" for title, whose in lost.items())
        warn(f"an operating point has no place {places}; it is not drawn there.")
    return Panels(figure, axes, plotted, marks, tuple(histograms), made)


def _columns(count: int, figsize: tuple[float, float] | None) -> int:
    """Return how many axes are side by side: up to three, of a width that leaves each its least size."""
    styled = styled_size()
    most = 3
    while figsize is None and styled and most > 1 and styled[0] / most - BESIDE * text_scale() < LEAST:
        most -= 1
    return columns_for(count, most)


def _ranked(curves: list[Curve]) -> list[int]:
    """Return the places of curves, the best area first, what is undefined last."""
    areas = [area_of(curve) for curve in curves]
    sign = 1.0 if curves[0].space.lower_is_better else -1.0
    return sorted(range(len(curves)), key=lambda k: math.inf if math.isnan(areas[k]) else sign * areas[k])


def _spaces(spaces: Any) -> list[SpaceName]:
    chosen = [spaces] if isinstance(spaces, str) or not isinstance(spaces, Iterable) else list(spaces)
    meant = [space_name(space, "spaces") for space in chosen]
    twice = next((space for space in meant if meant.count(space) > 1), None)
    if not meant or twice:
        same = [repr(given) for given, space in zip(chosen, meant, strict=True) if space == twice]
        way_out = f"{' and '.join(same)} are one space, {twice!r}; name it once." if twice else ""
        raise invalid("spaces", "be one or more different spaces", short(spaces), way_out)
    return meant


def _operating_points(
    curves: list[Curve], thresholds: float | str | Metric | Mapping[str, float] | None
) -> list[Confusion | None]:
    if thresholds is None:
        return [None] * len(curves)
    if isinstance(thresholds, str | Metric):
        measure = metric(thresholds)
        return [curve.path.optimal(measure) for curve in curves]
    if isinstance(thresholds, Mapping):
        labels = [curve.label for curve in curves]
        strangers = [name for name in thresholds if name not in labels]
        if strangers:
            raise invalid("thresholds", "name classifiers", listed(strangers), f"They are {listed(labels)}.")
        wanted = [None if label is None else thresholds.get(label) for label in labels]
        return [None if cut is None else curve.path.at(cut) for curve, cut in zip(curves, wanted, strict=True)]
    cut = number("thresholds", thresholds)
    return [curve.path.at(cut) for curve in curves]


def _mark(
    ax: Axes, curves: list[Curve], confusions: list[Confusion | None], handles: Sequence[Line2D], given: dict[str, Any]
) -> tuple[Drawn, list[str]]:
    """Mark operating points; also return whose have no place here."""
    drawn, lost = Drawn(ax), []
    for k, (curve, confusion) in enumerate(zip(curves, confusions, strict=True)):
        if confusion is None:
            continue
        if np.isfinite(place_on(curve, confusion)).all():
            look = merged(given, color=handles[k].get_color())
            drawn = drawn.together_with(operating_point(curve, [confusion], ax=ax, **look))
        else:
            lost.append(curve.label or f"number {k + 1}")
    return drawn, lost


def _histogram(
    ax: Axes,
    path: ConfusionPath,
    name: str | None,
    confusion: Confusion | None,
    color: Any,
    asked: dict[str, Any],
    room: float,
) -> Histogram:
    cut = None if confusion is None else confusion.threshold
    own = {"threshold": cut, "foreground": {"color": color}, "line": {"color": color}, "legend": False}
    drawn = score_histogram(path, ax=ax, **{**own, **asked})
    ax.yaxis.set_major_locator(MaxNLocator(2))
    if name is not None:
        fit_text(ax.set_title(printable(name), loc="left", fontsize="small", pad=3), room)
    return drawn
