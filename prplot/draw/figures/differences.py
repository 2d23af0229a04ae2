"""Differences between classifiers with their intervals, one below the other, and where there is none."""

from __future__ import annotations

import math
from textwrap import wrap
from typing import Any

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from prplot.draw.base.axes import COLORS, loose_size, styled_size, tone
from prplot.draw.base.figure import figure_of, new_figure
from prplot.draw.base.keywords import checked_keywords, merged
from prplot.draw.base.literal_text import in_lines, printable, show_literally
from prplot.draw.base.results import Drawn
from prplot.draw.figures.layout import letters_in, text_scale
from prplot.errors import wrong_type
from prplot.uncertainty.comparison import Comparison, as_written

__all__ = ["differences"]

# In inches for texts of 10 points: the width of a figure, the height of a row of one line and of two, and what is
# around all of them.
WIDTH, ROWS, AROUND = 6.4, (0.3, 0.42), 0.95
# The width of the line at 0, and of intervals, in points.
THIN, BOLD = 0.8, 1.8
# What a line of names, and of the label of the axis, may take of the width of the figure.
NAMES, LABEL = 0.42, 0.6
# Narrower figures, in inches for texts of 10 points, have no numbers beside the intervals, and fewer ticks.
ROOMY = 4.5
MINUS = "\N{MINUS SIGN}"


def differences(comparison: Comparison, *, ax: Axes | None = None, **line: Any) -> Drawn:
    """Draw the differences of a comparison with their intervals, and a line at 0; see `Comparison.plot`."""
    if ax is not None and not isinstance(ax, Axes):
        raise wrong_type("ax", "be a matplotlib Axes or None", ax)
    look = merged(checked_keywords(line, Line2D), color=COLORS[0], linewidth=BOLD, solid_capstyle="butt")
    if ax is not None:
        return _draw(comparison, ax, look)
    styled, scale = styled_size(), text_scale()
    width = styled[0] if styled else WIDTH * max(scale, 1.0)
    two = any("\n" in name for name in _names(comparison, width))
    height = (AROUND + ROWS[two] * len(comparison.rows)) * scale
    with new_figure(width, styled[1] if styled and styled != loose_size.get() else height) as figure:
        return _draw(comparison, figure.add_subplot(), look)


def _draw(comparison: Comparison, ax: Axes, look: dict[str, Any]) -> Drawn:
    rows, width, lines, texts = comparison.rows, float(figure_of(ax).get_size_inches()[0]), [], []
    roomy = width >= ROOMY * max(text_scale(), 1.0)
    for place, row in enumerate(rows):
        # A difference without an interval is an open mark.
        bare = math.isnan(row.low)
        x = [row.difference] if bare else [row.low, row.difference, row.high]
        mark: dict[str, Any] = {"marker": "o", "markersize": 5.5, "markevery": [len(x) // 2], "zorder": 2.5}
        if bare:
            mark["markerfacecolor"] = ax.get_facecolor()
        lines += ax.plot(x, [place] * len(x), **{**mark, "label": f"_{row.a} - {row.b}", **look})
        number, interval, _ = as_written(comparison, place)
        if roomy:
            note = ax.annotate(
                (number if interval == "-" else f"{number} {interval}").replace("-", MINUS),
                (1.0, place),
                (6, 0),
                xycoords=("axes fraction", "data"),
                textcoords="offset points",
                va="center",
                fontsize="x-small",
                color=tone(ax, 0.8),
                annotation_clip=False,
            )
            texts.append(note)
    lines.append(ax.axvline(0.0, color=tone(ax, 0.55), linewidth=THIN, zorder=1.0, label="_no difference"))
    ax.set_yticks(range(len(rows)), _names(comparison, width))
    ax.tick_params(axis="y", length=0, labelsize="small")
    for label in ax.get_yticklabels():
        show_literally(label, label.get_text())
    ax.set_ylim(len(rows) - 0.5, -0.5)
    ax.spines[["left", "right", "top"]].set_visible(False)
    kind = "simultaneous " * comparison.simultaneous
    said = (f"difference of the {comparison.measure}", f"{100 * comparison.level:g} % {kind}intervals")
    ax.set_xlabel("\n".join(line for part in said for line in wrap(part, letters_in(LABEL * width))), size="small")
    ax.xaxis.set_major_locator(MaxNLocator(5 if roomy else 3))
    return Drawn(ax, lines=tuple(lines), texts=tuple(texts))


def _names(comparison: Comparison, width: float) -> list[str]:
    """Return the names of each pair, in one line if all of them have room, else in two; each of them is seen."""
    pairs = [(printable(row.a), printable(row.b)) for row in comparison.rows]
    letters = max(letters_in(NAMES * width), 12)
    if all(len(a) + 3 + len(b) <= letters for a, b in pairs):
        return [f"{a} {MINUS} {b}" for a, b in pairs]
    short = [(*in_lines(a, letters - 2, 1), *in_lines(b, letters, 1)) for a, b in pairs]
    return [f"{a} {MINUS}\n{b}" for a, b in short]
