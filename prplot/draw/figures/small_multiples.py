"""Small multiples: one space for several groups."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.offsetbox import AnchoredOffsetbox, HPacker, TextArea, VPacker
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from prplot.curve.classifiers import PathsLike
from prplot.curve.curve import Curve
from prplot.draw.base.axes import tone
from prplot.draw.base.figure import figure_of, new_figure
from prplot.draw.base.keywords import PartOption, check_part, checked_keywords, part_of
from prplot.draw.base.literal_text import printable
from prplot.draw.base.results import Plotted
from prplot.draw.figures.layout import (
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
    more_lines,
    rate_ticks,
    room_for,
    seen_in,
    text_scale,
)
from prplot.draw.figures.plot import look_of, plot
from prplot.draw.figures.surroundings import PART_TAG
from prplot.draw.lines.retraced import CurveLine
from prplot.draw.text.edge_text import EdgeText
from prplot.draw.text.figure_legend import wide_legend
from prplot.draw.text.legend_entries import area_name, area_text, level_of
from prplot.errors import PrplotValueError, wrong_type
from prplot.names import InterpolationName, SpaceName
from prplot.path.path import ConfusionPath
from prplot.spaces import space_name

__all__ = ["multiples"]

# Widths of curves in points; between heads, in inches for texts of 10 points; between areas, in points.
THIN, GAP, LEFT, APART = 1.3, 0.3, 0.65, 5.0


def multiples(
    groups: Mapping[str, PathsLike],
    space: SpaceName = "pr",
    *,
    interpolation: InterpolationName | None = None,
    columns: int | None = None,
    figsize: tuple[float, float] | None = None,
    legend: PartOption = None,
    **parts: Any,
) -> Panels:
    """Draw one small panel per group, such as a fold or a task, in one space.

    The panels share their axes; each has the baseline and the region of its own prevalence, and its
    areas above it. A classifier has one colour everywhere, also where it is missing in a group.

    Parameters
    ----------
    groups : mapping of str
        From the name of each group to its classifiers: a path, a curve, a sequence or a mapping
        from names to either.
    space : {"pr", "prg", "roc", "croc", "cost", "gains", "lift", "det", "net_benefit"}
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
    Panels
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
    Panels(fold 1, fold 2)
    """
    if not isinstance(groups, Mapping):
        raise wrong_type("groups", "be a mapping from names to paths", groups, "For example {'fold 1': path, ...}.")
    if not groups:
        raise PrplotValueError("groups must hold at least one group; got none.")
    space = space_name(space)
    check_part("legend", legend, of_figure=True)
    curves: dict[str, list[Curve]] = {}
    keys: dict[str, list[Any]] = {}
    for group, paths in groups.items():
        given = classifiers(f"the paths of {group!r}", paths)
        curves[str(group)] = seen_in(given, space, interpolation)
        alone = isinstance(paths, ConfusionPath | Curve)
        labels = [curve.label for curve in curves[str(group)]]
        keys[str(group)] = [None] if alone else [k if label is None else label for k, label in enumerate(labels)]
    order = list(dict.fromkeys(key for group in keys.values() for key in group))
    count = len(curves)
    wide = columns_for(count, 5) if columns is None else at_least_one("columns", columns)
    high = -(-count // wide)
    square = SQUARE if wide < 3 else SMALL if wide > 4 else (SQUARE + SMALL) / 2
    size = figsize or figure_size(wide, high, square, 0.0, 2 * high + 2 + bool(len(order) > 1))
    line = parts.pop("line", None)
    check_part("line", line)
    look = {"linewidth": THIN, **checked_keywords(part_of(line), part="line")}
    column = size[0] / wide
    # A column begins left of its axes, with the labels of the first.
    rooms = column - GAP * text_scale(), column - LEFT * text_scale()
    with new_figure(*size) as figure:
        axes = {group: figure.add_subplot(high, wide, k + 1) for k, group in enumerate(curves)}
        plotted, rows = {}, []
        handles: dict[Any, Line2D] = {}
        for group, ax in axes.items():
            # By which pages and callers know it.
            ax.set_label(str(group))
            looks = [look_of(ax, order.index(key)) for key in keys[group]]
            # What is drawn around a curve has its colour.
            own: dict[str, Any] = {name: [one[name] for one in looks] for name in ("color", "linestyle")}
            shown = line is not False and {**own, **look}
            plotted[group] = plot(curves[group], ax=ax, legend=False, line=shown, **parts)
            for key, one, drawn in zip(keys[group], looks, plotted[group].lines, strict=False):
                drawn.set(**{**one, **look})
                handles.setdefault(key, drawn)
            rows.append(_head(ax, group, curves[group], plotted[group], *rooms))
        rate_ticks(axes.values(), column - BESIDE * text_scale())
        _share(list(axes.values()), wide)
        _say_once(list(plotted.values()), wide)
        made = None
        if legend is not False and handles:
            every = [curve for group in curves.values() for curve in group]
            lines = [line for one in plotted.values() for line in one.lines if isinstance(line, CurveLine)]
            made = _names(figure, [handles[key] for key in order], every, level_of(lines), part_of(legend))
        if figsize is None:
            # Room for one row of areas is there.
            more_lines(figure, sum(max(rows[k : k + wide]) - 1 for k in range(0, count, wide)))
            if made is not None:
                room_for(figure, made, 2 + bool(len(order) > 1))
        fit_labels(figure, axes.values())
    return Panels(figure, axes, plotted, {}, (), made)


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


def _say_once(plotted: list[Plotted], wide: int) -> None:
    """Leave the values of isolines where they are said first: at the right end of the first row."""
    said: set[Any] = set()
    first = plotted[min(wide, len(plotted)) - 1]
    for one in (first, *(other for other in plotted if other is not first)):
        texts = [text for drawn in one.surroundings.values() for text in drawn.texts if isinstance(text, EdgeText)]
        texts = [text for text in texts if text.name]
        says = tuple((text.name, text.value, tuple(np.round(text.xy, 6))) for text in texts)
        if says in said:
            for text in texts:
                text.set_visible(False)
        said.add(says)


class _HeadBox(AnchoredOffsetbox):
    """Texts above square axes, for which the layout makes room above, not beside: it would shrink the axes forever."""

    def get_tightbbox(self, renderer: Any = None) -> Bbox:
        x0, y0, x1, y1 = super().get_window_extent(renderer).extents
        slot = cast(Axes, self.axes).get_position(original=True).transformed(cast(Figure, self.figure).transSubfigure)
        return Bbox.from_extents(min(x0, slot.x1), y0, min(x1, slot.x1), y1)


def _head(ax: Axes, group: str, curves: list[Curve], plotted: Plotted, room: float, most: float) -> int:
    """Write the name of the group and its areas above axes, in the colours of the curves.

    The name has a room of inches; areas beside one another take at most so many. Returned is in how many rows they are,
    at least one.
    """
    lines = plotted.lines or [None] * len(curves)
    # Of several it is said at their ends how far they go.
    ends = len(curves) == 1
    texts = [area_text(curve, line, ends=ends) for curve, line in zip(curves, lines, strict=True)]
    colors = [tone(ax, 0.8) if line is None else line.get_color() for line in lines]
    title = TextArea(printable(group), textprops={"fontsize": "small"})
    if not any(texts):
        texts, colors = [], []
    areas: list[Artist] = [
        TextArea(text, textprops={"fontsize": "x-small", "color": color, "gid": PART_TAG + "area"})
        for text, color in zip(texts, colors, strict=True)
    ]
    figure = figure_of(ax)
    widest = max((_width(figure, cast(TextArea, area)) for area in areas), default=0.0) + APART
    each = max(1, int((72 * most + APART) // widest))
    rows = [HPacker(children=areas[k : k + each], pad=0, sep=APART) for k in range(0, len(areas), each)]
    level = len(areas) == 1 and _width(figure, title) + APART + widest <= 72 * most
    head = (
        HPacker(children=[title, *rows], pad=0, sep=APART) if level else VPacker(children=[title, *rows], pad=0, sep=2)
    )
    place: dict[str, Any] = {"bbox_to_anchor": (0, 1), "bbox_transform": ax.transAxes, "frameon": False}
    ax.add_artist(_HeadBox("lower left", child=head, pad=0, borderpad=0.25, **place))
    fit_text(title.findobj(Text)[0], room)
    return max(len(rows), 1)


def _width(figure: Figure, area: TextArea) -> float:
    """Return the width of a text in points."""
    area.set_figure(cast(Any, figure))
    return float(area.get_window_extent().width) * 72 / figure.dpi


def _names(figure: Figure, handles: list[Line2D], curves: list[Curve], level: str, asked: dict[str, Any]) -> Legend:
    """Make a legend of names, in as few rows as fit."""
    kinds = {area_name(curve) for curve in curves}
    kind = (kinds.pop() if len(kinds) == 1 else "area") + level
    names = [cast(CurveLine, handle).curve.label for handle in handles]
    if len(handles) == 1:
        names = [label if len({curve.label for curve in curves}) == 1 else None for label in names]
    if names == [None]:
        # One colour has nothing to tell apart: what the numbers are is said, without a line.
        names, kind, handles = [kind or curves[0].space.title], "", [Line2D([], [], linestyle="none")]
        asked = {"handlelength": 0.0, "handletextpad": 0.0, **asked}
    labels = [name or "" for name in names]
    return wide_legend(figure, handles, labels, **{"title": kind or None, **asked})
