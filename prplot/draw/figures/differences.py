"""A figure of differences between classifiers: intervals one below the other, and a line at 0."""

from __future__ import annotations

import math
from typing import Any

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from prplot.draw.base.axes import (
    COLORS,
    axes_for,
    drawing_function,
    figure_of,
    loose_size,
    pyplot_figure,
    styled_size,
    tone,
)
from prplot.draw.base.drawn import Drawn
from prplot.draw.base.keywords import checked_keywords, merged
from prplot.draw.base.limits import record_of
from prplot.draw.base.literal_text import in_lines, printable, show_literally
from prplot.draw.figures.layout import letters_in, text_scale
from prplot.uncertainty.comparison import Comparison, as_written

MINUS = "\N{MINUS SIGN}"


@drawing_function()
def differences(comparison: Comparison, *, ax: Axes | None = None, **line: Any) -> Drawn:
    """Draw the differences of a comparison with their intervals, and a line at 0; see `Comparison.plot`."""
    look = merged(checked_keywords(line, Line2D), color=COLORS[0], linewidth=1.8, solid_capstyle="butt")
    # Lengths are in inches for texts of 10 points.
    rows, styled, scale = comparison.rows, styled_size(), text_scale()
    width = styled[0] if styled else 6.4 * max(scale, 1.0)
    if ax is not None:
        width = float(figure_of(axes_for(ax)).get_size_inches()[0])
    # Names are written in one line if all of them fit, else in two.
    pairs, letters = [(printable(row.a), printable(row.b)) for row in rows], max(letters_in(0.42 * width), 12)
    two = any(len(a) + 3 + len(b) > letters for a, b in pairs)
    between = f" {MINUS}\n" if two else f" {MINUS} "
    names = [in_lines(a, letters - 2, 1)[0] + between + in_lines(b, letters, 1)[0] for a, b in pairs]
    if ax is None:
        high = (0.95 + (0.42 if two else 0.3) * len(rows)) * scale
        size = width, styled[1] if styled and styled != loose_size.get() else high
        ax = pyplot_figure(*size).add_subplot()
    # Narrow figures have no numbers beside the intervals, and fewer ticks.
    roomy, lines, texts = width >= 4.5 * max(scale, 1.0), [], []
    for position, row in enumerate(rows):
        # A difference without an interval is marked by an open dot.
        bare = math.isnan(row.low)
        x = [row.difference] if bare else [row.low, row.difference, row.high]
        mark: dict[str, Any] = {"marker": "o", "markersize": 5.5, "markevery": [len(x) // 2], "zorder": 2.5}
        if bare:
            mark["markerfacecolor"] = ax.get_facecolor()
        lines += ax.plot(x, [position] * len(x), **{**mark, "label": f"_{row.a} - {row.b}", **look})
        number, interval, _ = as_written(comparison, position)
        if roomy:
            note = ax.annotate(
                (number if bare else f"{number} {interval}").replace("-", MINUS),
                (1.0, position),
                (6, 0),
                xycoords=("axes fraction", "data"),
                textcoords="offset points",
                va="center",
                fontsize="x-small",
                color=tone(ax, 0.8),
                annotation_clip=False,
            )
            texts.append(note)
    lines.append(ax.axvline(0.0, color=tone(ax, 0.55), linewidth=0.8, zorder=1.0, label="_no difference"))
    ax.set_yticks(range(len(rows)), names)
    for label, name in zip(ax.get_yticklabels(), names, strict=True):
        show_literally(label, name)
    ax.tick_params(axis="y", length=0, labelsize="small")
    ax.set_ylim(len(rows) - 0.5, -0.5)
    ax.spines[["left", "right", "top"]].set_visible(False)
    kind = "simultaneous " * comparison.simultaneous
    sure = f"{100 * comparison.level:g} % {kind}intervals"
    ax.set_xlabel(f"difference of the {comparison.measure}\n{sure}", size="small", wrap=True)
    ax.xaxis.set_major_locator(MaxNLocator(5 if roomy else 3))
    said = (" ".join([f"{row.a} less {row.b}:", *as_written(comparison, k)[:2]]).strip() for k, row in enumerate(rows))
    record_of(ax).description = f"Differences of the {comparison.measure}, with {sure}. {'; '.join(said)}."
    return Drawn(ax, lines=tuple(lines), texts=tuple(texts))
