"""Several axes in one figure: the same classifiers in several spaces, or one space for several groups."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from types import MappingProxyType
from typing import Any, NamedTuple, cast

import matplotlib as mpl
import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.layout_engine import LayoutEngine
from matplotlib.legend import Legend
from matplotlib.legend_handler import HandlerBase, HandlerLine2D
from matplotlib.lines import Line2D
from matplotlib.offsetbox import AnchoredOffsetbox, HPacker, TextArea, VPacker
from matplotlib.patches import StepPatch
from matplotlib.text import Text
from matplotlib.textpath import text_to_path
from matplotlib.ticker import MaxNLocator

from prplot.confusion import Confusion
from prplot.curve import Curve
from prplot.draw.artists import Drawn, Plotted, figure_of
from prplot.draw.axes import COLORS, merged, tone
from prplot.draw.curves import LINE_STYLES, Part, plot
from prplot.draw.curves import _check_part as check_part
from prplot.draw.curves import _color as color_of
from prplot.draw.exact import CurveLine
from prplot.draw.legends import entry
from prplot.draw.marks import operating_point
from prplot.draw.matrices import as_written
from prplot.draw.points import place_on
from prplot.draw.scores import Histogram, new_figure, part_of, rows_of, wide_legend
from prplot.draw.scores import scores as score_histogram
from prplot.errors import PrplotValueError, invalid, listed, one_of, short, warn, wrong_type
from prplot.metrics import Metric, metric
from prplot.path import ConfusionPath
from prplot.scalars import number
from prplot.spaces import SPACES, space_class
from prplot.uncertainty.several import named, to_curves

__all__ = ["Panel", "multiples", "panel"]

# In inches: the width of square axes, small ones, and the height of the bars of scores; and, for
# texts of 10 points, what is beside and below axes, and around bars, and the least width of a figure.
SQUARE, SMALL, BARS = 1.85, 1.1, 0.6
BESIDE, BELOW, AROUND, NARROWEST, USUAL = 0.95, 0.5, 0.72, 3.35, 10.0
# Axes from this size on, in inches, have a tick at every fifth of a rate.
ROOMY = 2.0
# How often layouts are made; how long labels may be, in shares of the room for axes and of their height.
SETTLING, FITTED = 1, 0.97
# Heights of a line of a legend in sizes of the font; widths of curves in small panels, in points.
LINE, THIN = 1.25, 1.3
# The share of the room for a histogram that its title may be wide, and how much smaller it may be written.
ROOM, SMALLEST = 0.75, 0.75
# Between the heads of two small panels, in inches for texts of 10 points; between their areas, in points.
GAP, APART = 0.3, 5.0
NONE: Mapping[str, Any] = MappingProxyType({})


class Panel(NamedTuple):
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
    """

    figure: Figure
    axes: Mapping[str, Axes]
    plotted: Mapping[str, Plotted]
    points: Mapping[str, Drawn]
    scores: tuple[Histogram, ...]
    legend: Legend | None

    def save(self, path: str | os.PathLike[str], **options: Any) -> None:
        """Save the figure with embedded TrueType fonts; options go to ``savefig``."""
        Drawn(next(iter(self.axes.values()))).save(path, **options)

    def __repr__(self) -> str:
        return f"Panel({', '.join(self.axes)}{f'; {len(self.scores)} score distributions' if self.scores else ''})"


def panel(
    paths: Any,
    spaces: str | Sequence[str] = ("roc", "pr", "prg"),
    *,
    scores: Part = False,
    thresholds: float | str | Metric | Mapping[str, float] | None = None,
    interpolation: str | None = None,
    columns: int | None = None,
    figsize: tuple[float, float] | None = None,
    points: Part = None,
    legend: Part = None,
    **parts: Any,
) -> Panel:
    """Draw the same classifiers side by side in several spaces, with one legend for all.

    A classifier has one colour everywhere. The legend is a table: one row per classifier, one
    column per space with the area there.

    Parameters
    ----------
    paths : path, curve, sequence or mapping
        The classifiers. A curve is drawn as it is in its own space, and its path in the others.
    spaces : sequence of {"pr", "prg", "roc", "croc", "cost"}
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
    **parts
        Parts of every figure, as in `prplot.plot`: ``line``, ``iso_f``, ``unachievable``, ...

    Returns
    -------
    Panel
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
    (Panel(roc, pr, prg), 'Random forest')
    """
    chosen = _spaces(spaces)
    given = _classifiers("paths", paths)
    bends = [space for space in chosen if space_class(space).interpolated] or chosen
    curves = {space: _seen(given, space, interpolation if space in bends else None) for space in chosen}
    first = curves[chosen[0]]
    confusions = _operating_points(first, thresholds)
    for name, part in {"scores": scores, "points": points, "legend": legend}.items():
        check_part(name, part)
    shown = [rows_of(curve)[0] for curve in first] if scores is not None and scores is not False else []
    wide = _columns(len(chosen), 3) if columns is None else _at_least_one("columns", columns)
    high, each = -(-len(chosen) // wide), _columns(len(shown), wide + 1)
    rows = -(-len(shown) // each)
    below = (BARS + AROUND * _text()) * rows
    lines = (len(first) + 2 + bool(rows)) * (legend is not False)
    size = figsize or _size(wide, high, SQUARE, below, lines)
    square = size[0] / wide - BESIDE * _text()
    heights = [high * (max(square, SMALL) + BELOW * _text()), below][: 1 + bool(rows)]
    with new_figure(*size) as figure:
        parted = figure.add_gridspec(len(heights), 1, height_ratios=heights)
        grid = parted[0].subgridspec(high, wide)
        axes = {space: figure.add_subplot(grid[k // wide, k % wide]) for k, space in enumerate(chosen)}
        plotted = {space: plot(curves[space], ax=ax, legend=False, **parts) for space, ax in axes.items()}
        _ticks(axes.values(), square)
        ax = axes[chosen[0]]
        handles: Sequence[Line2D] = plotted[chosen[0]].lines or [
            Line2D([], [], **_look(ax, k)) for k in range(len(first))
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
            table = [_named_column(first, handles)]
            bars = [fill for drawn in histograms[:1] for fill in drawn.fills if fill.get_label() == "background"]
            table += [_area_column(curves[space], plotted[space].lines) for space in chosen]
            if thresholds is not None:
                table.append(_threshold_column(confusions, thresholds, ax))
            made = _table(figure, table, bars, tone(ax, 0.65), part_of(legend))
        _settle(figure, axes.values())
    if lost:
        places = "; ".join(f"in {title} space for {listed(whose)}" for title, whose in lost.items())
        warn(f"an operating point has no place {places}; it is not drawn there.")
    return Panel(figure, axes, plotted, marks, tuple(histograms), made)


def multiples(
    groups: Mapping[str, Any],
    space: str = "pr",
    *,
    interpolation: str | None = None,
    columns: int | None = None,
    figsize: tuple[float, float] | None = None,
    legend: Part = None,
    **parts: Any,
) -> Panel:
    """Draw one small panel per group, such as a fold or a task, in one space.

    The panels share their axes; each has the baseline and the region of its own prevalence, and its
    areas above it. A classifier has one colour everywhere, also where it is missing in a group.

    Parameters
    ----------
    groups : mapping of str
        From the name of each group to its classifiers: a path, a curve, a sequence or a mapping
        from names to either.
    space : {"pr", "prg", "roc", "croc", "cost"}
        Where to see them.
    interpolation : str, optional
        As in ``path.pr``.
    columns : int, optional
        How many panels are side by side; default: all up to five, else the most even rows.
    figsize : (float, float), optional
        In inches; default: as wide and as high as the panels and their texts need.
    legend : dict, bool or None
        Keywords of `matplotlib.figure.Figure.legend`; False leaves it out.
    **parts
        Parts of every panel, as in `prplot.plot`.

    Returns
    -------
    Panel
        ``.axes`` and ``.plotted`` by the name of the group.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If the groups are not a mapping, a group is empty, or the space is unknown.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1])
    >>> prplot.draw.multiples({"fold 1": path, "fold 2": path})
    Panel(fold 1, fold 2)
    """
    if not isinstance(groups, Mapping):
        raise wrong_type("groups", "be a mapping from names to paths", groups, "For example {'fold 1': path, ...}.")
    if not groups:
        raise PrplotValueError("groups must hold at least one group; got none.")
    one_of("space", space, [s.name for s in SPACES])
    check_part("legend", legend)
    curves: dict[str, list[Curve]] = {}
    keys: dict[str, list[Any]] = {}
    for group, paths in groups.items():
        given = _classifiers(f"the paths of {group!r}", paths)
        curves[str(group)] = _seen(given, space, interpolation)
        alone = isinstance(paths, ConfusionPath | Curve)
        labels = [curve.label for curve in curves[str(group)]]
        keys[str(group)] = [None] if alone else [k if label is None else label for k, label in enumerate(labels)]
    order = list(dict.fromkeys(key for group in keys.values() for key in group))
    count = len(curves)
    wide = _columns(count, 5) if columns is None else _at_least_one("columns", columns)
    high = -(-count // wide)
    square = SQUARE if wide < 3 else SMALL if wide > 4 else (SQUARE + SMALL) / 2
    size = figsize or _size(wide, high, square, 0.0, 2 * high + 2 + bool(len(order) > 1))
    line = parts.pop("line", None)
    check_part("line", line)
    look = {"linewidth": THIN, **merged(part_of(line))}
    with new_figure(*size) as figure:
        axes = {group: figure.add_subplot(high, wide, k + 1) for k, group in enumerate(curves)}
        plotted = {}
        handles: dict[Any, Line2D] = {}
        for group, ax in axes.items():
            plotted[group] = plot(curves[group], ax=ax, legend=False, line=line is not False and look, **parts)
            for key, drawn in zip(keys[group], plotted[group].lines, strict=False):
                drawn.set(**{**_look(ax, order.index(key)), **look})
                handles.setdefault(key, drawn)
            _head(ax, group, curves[group], plotted[group], size[0] / wide - GAP * _text())
        _ticks(axes.values(), size[0] / wide - BESIDE * _text())
        _share(list(axes.values()), wide)
        made = None
        if legend is not False and handles:
            every = [curve for group in curves.values() for curve in group]
            made = _names(figure, [handles[key] for key in order], every, part_of(legend))
        _settle(figure, axes.values())
    return Panel(figure, axes, plotted, NONE, (), made)


# What is given.


def _classifiers(argument: str, paths: Any) -> list[tuple[str | None, ConfusionPath | Curve]]:
    """Return (name, path or curve) of whatever way the classifiers are given."""
    rule = "be a path, a curve, a sequence or a mapping of them"
    way_out = "Make a path with prplot.from_labels or prplot.from_weights."
    return named(argument, paths, (ConfusionPath, Curve), rule, way_out)


def _spaces(spaces: Any) -> list[str]:
    chosen = [spaces] if isinstance(spaces, str) or not isinstance(spaces, Iterable) else list(spaces)
    for space in chosen:
        one_of("spaces", space, [s.name for s in SPACES])
    if not chosen or len(set(chosen)) < len(chosen):
        raise invalid("spaces", "be one or more different spaces", short(spaces))
    return chosen


def _seen(given: list[tuple[str | None, ConfusionPath | Curve]], space: str, interpolation: str | None) -> list[Curve]:
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


def _at_least_one(name: str, value: Any) -> int:
    """Read how many of something there are to be."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 1:
        raise invalid(name, "be a number from 1 on", short(value))
    return int(value)


# The grid.


def _columns(count: int, most: int) -> int:
    """Return the least number of columns with which so many axes take as few rows as with ``most``."""
    rows = max(1, -(-count // most))
    return max(1, -(-count // rows))


def _text() -> float:
    """Return how large the caller's texts are, in shares of the usual size."""
    return float(mpl.rcParams["font.size"]) / USUAL


def _size(wide: int, high: int, square: float, below: float, lines: int) -> tuple[float, float]:
    """Return the size of a figure of square axes, bars below them and lines of text, in inches."""
    width = max(wide * (square + BESIDE * _text()), NARROWEST * _text())
    height = high * (width / wide - BESIDE * _text() + BELOW * _text())
    return width, height + below + lines * LINE * USUAL * _text() / 72


def _ticks(axes: Iterable[Axes], square: float) -> None:
    """Place ticks that do not depend on the layout, which would swing to and fro with them."""
    for ax in axes:
        for axis in (ax.xaxis, ax.yaxis):
            axis.set_major_locator(MaxNLocator(5 if square >= ROOMY else 4, steps=(1, 2, 5, 10)))


def _settle(figure: Figure, squares: Iterable[Axes]) -> None:
    """Make the layout until square axes and the texts around them have found their size."""
    layout = cast(LayoutEngine, figure.get_layout_engine())
    layout.execute(figure)
    shares = [1.0]
    for ax in squares:
        # The layout does not look at how long these are.
        ax.apply_aspect()
        room, x, y = ax.get_window_extent(), ax.xaxis.label.get_window_extent(), ax.yaxis.label.get_window_extent()
        beside = BESIDE * _text() * figure.dpi
        shares += [(room.width + beside) * FITTED / max(x.width, 1.0), room.height * FITTED / max(y.height, 1.0)]
    if min(shares) < 1:
        for label in (label for ax in squares for label in (ax.xaxis.label, ax.yaxis.label)):
            label.set_fontsize(float(label.get_fontsize()) * min(shares))
    for _ in range(SETTLING):
        layout.execute(figure)


def _share(axes: list[Axes], wide: int) -> None:
    """Give all axes the same limits, and labels only at the outer ones."""
    for along in ("x", "y"):
        ends = np.array([getattr(ax, f"get_{along}lim")() for ax in axes])
        getattr(axes[0], f"set_{along}lim")(ends.min(), ends.max())
        for ax in axes[1:]:
            getattr(ax, f"share{along}")(axes[0])
    for k, ax in enumerate(axes):
        if k % wide:
            ax.set_ylabel("")
            ax.tick_params(labelleft=False)
        if k + wide < len(axes):
            ax.set_xlabel("")
            ax.tick_params(labelbottom=False)


def _look(ax: Axes, place: int) -> dict[str, Any]:
    """Return how a classifier looks everywhere, by its place among all."""
    return {"color": color_of(ax, place), "linestyle": LINE_STYLES[place // len(COLORS) % len(LINE_STYLES)]}


# Marks, heads and legends.


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
            drawn = drawn.joined(operating_point(curve, [confusion], ax=ax, **look))
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
    own["density"] = not path.soft
    drawn = score_histogram(path, ax=ax, **{**own, **asked})
    ax.yaxis.set_major_locator(MaxNLocator(2))
    if name is not None:
        _fit(ax.set_title(name, loc="left", fontsize="small", pad=3), room)
    return drawn


def _fit(text: Text, room: float) -> None:
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


def _area(curve: Curve, line: Line2D | None) -> str:
    """Return the area as text, for soft labels of at most what."""
    area = line.area if isinstance(line, CurveLine) else curve.area()
    return entry(replace(curve, label=None), area).replace(" of at most ", " of ")


def _head(ax: Axes, group: str, curves: list[Curve], plotted: Plotted, room: float) -> None:
    """Write the name of the group and its areas above axes, in the colours of the curves, in a room of inches."""
    lines = plotted.lines or [None] * len(curves)
    texts = [_area(curve, line) for curve, line in zip(curves, lines, strict=True)]
    colors = [tone(ax, 0.8) if line is None else line.get_color() for line in lines]
    title = TextArea(group, textprops={"fontsize": "small"})
    areas: list[Artist] = [
        TextArea(text, textprops={"fontsize": "x-small", "color": color})
        for text, color in zip(texts, colors, strict=True)
    ]
    widest = max(_width(text, "x-small") for text in texts) + APART
    each = max(1, int((72 * room + APART) // widest))
    rows = [HPacker(children=areas[k : k + each], pad=0, sep=APART) for k in range(0, len(areas), each)]
    level = len(areas) == 1 and _width(group, "small") + APART + widest <= 72 * room
    head = (
        HPacker(children=[title, *rows], pad=0, sep=APART) if level else VPacker(children=[title, *rows], pad=0, sep=2)
    )
    place: dict[str, Any] = {"bbox_to_anchor": (0, 1), "bbox_transform": ax.transAxes, "frameon": False}
    box = AnchoredOffsetbox("lower left", child=head, pad=0, borderpad=0.25, **place)
    ax.add_artist(box)
    _fit(title.findobj(Text)[0], room)


def _width(text: str, size: str) -> float:
    """Return the width of a text in points."""
    measured = text_to_path.get_text_width_height_descent(text, FontProperties(size=size), ismath="$" in text)
    return float(measured[0])


class _Blank(Line2D):
    """The handle of a cell that has none."""

    def __init__(self) -> None:
        super().__init__([], [])


class _NoHandle(HandlerBase):
    def legend_artist(self, legend: Legend, orig_handle: Any, fontsize: float, handlebox: Any) -> Any:  # noqa: ARG002
        """Take no room."""
        handlebox.width = 0
        return orig_handle


class _Dot(Line2D):
    """The handle of a mark."""

    def __init__(self, color: str) -> None:
        super().__init__([], [], linestyle="none", marker="o", markersize=5, color=color, markeredgecolor="none")


class _Narrow(HandlerLine2D):
    def legend_artist(self, legend: Legend, orig_handle: Any, fontsize: float, handlebox: Any) -> Any:
        """Take little room."""
        handlebox.width = 0.4 * fontsize
        return super().legend_artist(legend, orig_handle, fontsize, handlebox)


class _Column(NamedTuple):
    """A column of the table: its head, the handles of all cells, and the cells."""

    head: str
    handles: list[Line2D]
    cells: list[str]


def _named_column(curves: list[Curve], handles: Sequence[Line2D]) -> _Column:
    """Return the first column: lines and names."""
    soft = any(curve.path.soft for curve in curves)
    head = "area, of at most" if soft else "area"
    return _Column(head, [Line2D([], [], linestyle="none"), *handles], [curve.label or "" for curve in curves])


def _area_column(curves: list[Curve], lines: Sequence[Line2D]) -> _Column:
    """Return the areas in one space, under its name."""
    kinds = [curve.space.area_name(curve.interpolation).removeprefix("area") for curve in curves]
    cells = [_area(curve, line) for curve, line in zip_longest(curves, lines)]
    head = type(curves[0].space).__name__
    if len(set(kinds)) == 1:
        head += kinds[0]
    else:
        cells = [f"{cell}{kind}" for cell, kind in zip(cells, kinds, strict=True)]
    return _Column(head, [_Blank() for _ in range(len(cells) + 1)], cells)


def _threshold_column(confusions: list[Confusion | None], thresholds: Any, ax: Axes) -> _Column:
    """Return the thresholds of the operating points."""
    head = f"best {metric(thresholds).label} at" if isinstance(thresholds, str | Metric) else "threshold"
    cells = ["" if c is None or c.threshold is None else as_written(c.threshold, 3) for c in confusions]
    return _Column(head, [_Dot(tone(ax, 0.65)), *(_Blank() for _ in cells)], cells)


def _table(figure: Figure, columns: list[_Column], bars: list[StepPatch], color: str, asked: dict[str, Any]) -> Legend:
    """Make a legend with one row per classifier, one for bars, and columns whose numbers stand flush right."""
    handles: list[Artist] = []
    texts: list[str] = []
    for k, column in enumerate(columns):
        handles += [*column.handles, *(_Blank() if k else bar for bar in bars)]
        texts += [column.head, *column.cells, *("" if k else "background scores" for _ in bars)]
    look: dict[str, Any] = {
        "loc": "outside lower center",
        "edgecolor": "none",
        "framealpha": 0.0,
        "handlelength": 1.6,
        "columnspacing": 1.2,
        "borderpad": 0.1,
    }
    own = {"ncols": len(columns), "handler_map": {_Blank: _NoHandle(), _Dot: _Narrow()}}
    legend = wide_legend(figure, handles, texts, **{**look, **asked, **own})
    box = cast(Any, legend).get_children()[0]
    for column in box.get_children()[1].get_children()[1:]:
        column.align = "right"
    for head in legend.get_texts()[:: len(texts) // len(columns)]:
        head.set_color(color)
    return legend


def _names(figure: Figure, handles: list[Line2D], curves: list[Curve], asked: dict[str, Any]) -> Legend:
    """Make a legend of names, in as few rows as fit."""
    kinds = {curve.space.area_name(curve.interpolation) for curve in curves}
    kind = kinds.pop() if len(kinds) == 1 else "area"
    names = [cast(CurveLine, handle).curve.label for handle in handles]
    if len(handles) == 1:
        names = [label if len({curve.label for curve in curves}) == 1 else None for label in names]
    if names == [None]:
        names, kind = [kind], ""
    labels = [name or "" for name in names]
    look = {"loc": "outside lower center", "edgecolor": "none", "framealpha": 0.0, "handlelength": 1.6}
    own: dict[str, Any] = {**look, "title": kind or None, "borderpad": 0.1}
    usual = FontProperties(size="small").get_size_in_points()
    for ncols in range(len(handles), 0, -1):
        legend = wide_legend(figure, handles, labels, **{**own, "ncols": ncols, **asked})
        if ncols == 1 or "ncols" in asked or float(legend.get_texts()[0].get_fontsize()) >= usual:
            break
        legend.remove()
    return legend
