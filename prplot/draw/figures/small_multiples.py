"""Small multiples: one space for several groups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.legend import Legend
from matplotlib.lines import Line2D

from prplot.curve.classifiers import PathsLike
from prplot.curve.curve import Curve
from prplot.draw.base.axes import tone
from prplot.draw.base.keywords import PartOption, check_part, checked_keywords, part_of
from prplot.draw.base.results import Drawn, Plotted
from prplot.draw.figures.layout import (
    LETTER,
    LINE,
    SMALL,
    SQUARE,
    Panels,
    classifiers,
    read_columns,
    seen_in,
    set_title,
    squares,
    text_scale,
)
from prplot.draw.figures.plot import look_of, plot
from prplot.draw.lines.curve_line import CurveLine
from prplot.draw.text.figure_legend import wide_legend
from prplot.draw.text.legend_entries import area_name, area_text, level_of
from prplot.errors import PrplotValueError, wrong_type
from prplot.names import InterpolationName, SpaceName
from prplot.path.path import ConfusionPath
from prplot.spaces import space_name

__all__ = ["multiples"]

# The width of curves in points.
THIN = 1.3
# In inches, for texts of 10 points: what is beside each of the axes and beside all, and how far heads may reach out.
INNER, OUTER, OVER = 0.62, 0.4, 0.3


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
        curves[str(group)] = seen_in(classifiers(f"the paths of {group!r}", paths), space, interpolation)
        labels = enumerate(curve.label for curve in curves[str(group)])
        alone = isinstance(paths, ConfusionPath | Curve)
        keys[str(group)] = [None] if alone else [k if label is None else label for k, label in labels]
    order = list(dict.fromkeys(key for group in keys.values() for key in group))
    wide = read_columns(columns, len(curves), 5, figsize)
    square = SQUARE if wide < 3 else SMALL if wide > 4 else (SQUARE + SMALL) / 2
    line = parts.pop("line", None)
    check_part("line", line)
    look = {"linewidth": THIN, **checked_keywords(part_of(line), part="line")}
    with squares(list(curves), wide, figsize, square, INNER + OUTER / wide) as (axes, side, _):
        plotted: dict[str, Plotted] = {}
        handles: dict[Any, Line2D] = {}
        for group, ax in axes.items():
            # By which pages and callers know it.
            ax.set_label(group)
            looks = [look_of(ax, order.index(key)) for key in keys[group]]
            own = {name: [one[name] for one in looks] for name in looks[0]}
            plotted[group] = plot(
                curves[group], ax=ax, legend=False, line=line is not False and {**own, **look}, **parts
            )
            for key, drawn in zip(keys[group], plotted[group].lines, strict=False):
                handles.setdefault(key, drawn)
            _head(ax, group, curves[group], plotted[group].lines, side + OVER * text_scale())
        figure = plotted[next(iter(axes))].figure
        _share(list(axes.values()), wide)
        # At the right end of the first row.
        _say_once(sorted(plotted.values(), key=lambda one: one.ax is not list(axes.values())[:wide][-1]))
        made = None
        if legend is not False and handles:
            every = [curve for group in curves.values() for curve in group]
            level = level_of([cast(CurveLine, line) for one in plotted.values() for line in one.lines])
            made = _names(figure, [handles[key] for key in order], every, level, part_of(legend))
    return Panels(figure, axes, plotted, {}, (), made)


def _share(axes: list[Axes], wide: int) -> None:
    """Give all axes the same limits, and labels only at the outer ones."""
    limits = np.array([(ax.get_xlim(), ax.get_ylim()) for ax in axes])
    for k, ax in enumerate(axes):
        ax.set(xlim=(limits[:, 0].min(), limits[:, 0].max()), ylim=(limits[:, 1].min(), limits[:, 1].max()))
        left, bottom = k % wide == 0, k + wide >= len(axes)
        ax.tick_params(labelleft=left, labelbottom=bottom)
        ax.set(xlabel=ax.get_xlabel() * bottom, ylabel=ax.get_ylabel() * left)
        if k:
            ax.sharex(axes[0])
            ax.sharey(axes[0])


def _say_once(plotted: list[Plotted]) -> None:
    """Leave the values of isolines where they are said first."""
    said: set[tuple[str, ...]] = set()
    for one in plotted:
        texts = one.surroundings.get("iso_f", Drawn(one.ax)).texts
        says = tuple(text.get_text() for text in texts)
        for text in texts if says in said else ():
            text.set_visible(False)
        said.add(says)


def _head(ax: Axes, group: str, curves: list[Curve], lines: Sequence[Line2D], inches: float) -> None:
    """Write the name of the group and its areas above axes, in the colours of the curves."""
    shown: Sequence[Line2D | None] = lines or [None] * len(curves)
    # Of several it is said at their ends how far they go.
    texts = [area_text(curve, line, ends=len(curves) == 1) for curve, line in zip(curves, shown, strict=True)]
    size = float(FontProperties(size="x-small").get_size_in_points())
    apart = LETTER * size * (max(map(len, texts)) + 1)
    each = max(1, int(72 * inches / apart))
    rows = -(-len(texts) // each) if any(texts) else 0
    for k, (text, line) in enumerate(zip(texts, shown, strict=True)):
        ax.annotate(
            text,
            (0, 1),
            (k % each * apart, 3 + (rows - 1 - k // each) * LINE * size),
            xycoords="axes fraction",
            textcoords="offset points",
            fontsize="x-small",
            color=tone(ax, 0.8) if line is None else line.get_color(),
            annotation_clip=False,
            # The title above makes the room.
            in_layout=False,
        )
    set_title(ax, group, inches, 3 + rows * LINE * size)


def _names(figure: Figure, handles: list[Line2D], curves: list[Curve], level: str, asked: dict[str, Any]) -> Legend:
    """Make a legend of names, under what their areas are called."""
    kinds, labels = {area_name(curve) for curve in curves}, {curve.label for curve in curves}
    kind = (kinds.pop() if len(kinds) == 1 else "area") + level
    names = [vars(handle)["curve"].label or "" for handle in handles]
    look: dict[str, Any] = {"title": kind or None}
    if len(handles) == 1 and (len(labels) > 1 or None in labels):
        # One colour has nothing to tell apart: what the numbers are is said, without a line.
        names, handles = [kind or curves[0].space.title], [Line2D([], [], linestyle="none")]
        look = {"handlelength": 0.0, "handletextpad": 0.0}
    return wide_legend(figure, handles, names, **{**look, **asked})
