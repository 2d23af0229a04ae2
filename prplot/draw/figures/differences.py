"""Differences between classifiers with their intervals, one below the other, and where there is none."""

from __future__ import annotations

import math
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.text import Text

from prplot.draw.base.axes import COLORS, loose_size, styled_size, tone
from prplot.draw.base.figure import new_figure
from prplot.draw.base.keywords import checked_keywords, merged
from prplot.draw.base.literal_text import in_lines, printable, show_literally
from prplot.draw.base.results import Drawn
from prplot.errors import wrong_type
from prplot.uncertainty.comparison import Comparison, Difference, as_written

__all__ = ["differences"]

# In inches: the width of a figure, the height of a row with texts of 10 points, and what is around all of them.
WIDTH, ROW, AROUND = 6.4, 0.3, 0.85
# The width of the line at 0, and of intervals, in points.
THIN, BOLD = 0.8, 1.8
# How many letters a line of names may have.
LETTERS = 44
MINUS = "\N{MINUS SIGN}"


def differences(comparison: Comparison, *, ax: Axes | None = None, **line: Any) -> Drawn:
    """Draw the differences of a comparison with their intervals, and a line at 0; see `Comparison.plot`."""
    if ax is not None and not isinstance(ax, Axes):
        raise wrong_type("ax", "be a matplotlib Axes or None", ax)
    look = merged(checked_keywords(line, Line2D), color=COLORS[0], linewidth=BOLD, solid_capstyle="butt")
    if ax is None:
        scale = float(mpl.rcParams["font.size"]) / 10
        size = WIDTH, (AROUND + ROW * len(comparison.rows)) * scale
        styled = styled_size()
        if styled is not None:
            size = styled[0], size[1] if styled == loose_size.get() else styled[1]
        with new_figure(*size) as figure:
            return _drawn(comparison, figure.add_subplot(), look)
    return _drawn(comparison, ax, look)


def _drawn(comparison: Comparison, ax: Axes, look: dict[str, Any]) -> Drawn:
    rows = comparison.rows
    lines = [_interval(ax, row, place, look) for place, row in enumerate(rows)]
    zero = ax.axvline(0.0, color=tone(ax, 0.55), linewidth=THIN, zorder=1.0, label="_no difference")
    names = ["\n".join(in_lines(_name(row), len, LETTERS, 2)) for row in rows]
    ax.set_yticks(range(len(rows)), names)
    ax.tick_params(axis="y", length=0, labelsize="small")
    for label, name in zip(ax.get_yticklabels(), names, strict=True):
        show_literally(label, name)
    ax.set_ylim(len(rows) - 0.5, -0.5)
    for side in ("left", "right", "top"):
        ax.spines[side].set_visible(False)
    kind = "simultaneous " * comparison.simultaneous
    ax.set_xlabel(f"difference of the {comparison.measure}\n{100 * comparison.level:g} % {kind}intervals", size="small")
    texts = tuple(_number(ax, comparison, place) for place in range(len(rows)))
    return Drawn(ax, lines=(*lines, zero), texts=texts)


def _name(row: Difference) -> str:
    return f"{printable(row.a)} {MINUS} {printable(row.b)}"


def _interval(ax: Axes, row: Difference, place: int, look: dict[str, Any]) -> Line2D:
    """Draw an interval with its estimate; a difference without an interval is an open mark."""
    bare = math.isnan(row.low)
    x = [row.difference] if bare else [row.low, row.difference, row.high]
    marker = {"marker": "o", "markersize": 5.5, "markevery": [0] if bare else [1], "label": f"_{row.a} - {row.b}"}
    if bare:
        marker["markerfacecolor"] = ax.get_facecolor()
    (drawn,) = ax.plot(x, [place] * len(x), zorder=2.5, **{**marker, **look})
    return drawn


def _number(ax: Axes, comparison: Comparison, place: int) -> Text:
    """Write what the interval says, right of the axes."""
    number, interval, _ = as_written(comparison, place)
    said = number if interval == "-" else f"{number} {interval}"
    return ax.annotate(
        said.replace("-", MINUS),
        (1.0, place),
        xycoords=("axes fraction", "data"),
        xytext=(6, 0),
        textcoords="offset points",
        va="center",
        ha="left",
        fontsize="x-small",
        color=tone(ax, 0.8),
        annotation_clip=False,
    )
