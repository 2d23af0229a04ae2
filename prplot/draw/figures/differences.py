"""Differences between classifiers with their intervals, one below the other, and where there is none."""

from __future__ import annotations

import math
from textwrap import wrap
from typing import Any, cast

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.text import Text
from matplotlib.ticker import MaxNLocator

from prplot.draw.base.axes import COLORS, loose_size, styled_size, tone
from prplot.draw.base.figure import new_figure
from prplot.draw.base.keywords import checked_keywords, merged
from prplot.draw.base.literal_text import in_lines, printable, show_literally
from prplot.draw.base.results import Drawn
from prplot.errors import wrong_type
from prplot.uncertainty.comparison import Comparison, Difference, as_written

__all__ = ["differences"]

# In inches for texts of 10 points: the width of a figure, the height of a row of one line and of two, and what is
# around all of them.
WIDTH, ROWS, AROUND = 6.4, (0.3, 0.42), 0.95
# The width of the line at 0, and of intervals, in points.
THIN, BOLD = 0.8, 1.8
# Of the width of the figure, what a line of names may take; and how wide a letter is, of its size.
SHARE, LETTER = 0.42, 0.55
# Narrower figures, in inches for texts of 10 points, have no numbers beside the intervals.
ROOM_FOR_NUMBERS = 4.5
# Tick labels have at most six letters: so much more room each than matplotlib reckons with.
WIDER, MOST_TICKS = 5 / 3, 5
MINUS = "\N{MINUS SIGN}"


def differences(comparison: Comparison, *, ax: Axes | None = None, **line: Any) -> Drawn:
    """Draw the differences of a comparison with their intervals, and a line at 0; see `Comparison.plot`."""
    if ax is not None and not isinstance(ax, Axes):
        raise wrong_type("ax", "be a matplotlib Axes or None", ax)
    look = merged(checked_keywords(line, Line2D), color=COLORS[0], linewidth=BOLD, solid_capstyle="butt")
    if ax is None:
        scale = _text_scale()
        styled = styled_size()
        width = WIDTH * max(scale, 1.0) if styled is None else styled[0]
        two = any("\n" in name for name in _names(comparison, width))
        size = width, (AROUND + ROWS[two] * len(comparison.rows)) * scale
        if styled is not None:
            size = styled[0], size[1] if styled == loose_size.get() else styled[1]
        with new_figure(*size) as figure:
            return _drawn(comparison, figure.add_subplot(), look)
    return _drawn(comparison, ax, look)


def _drawn(comparison: Comparison, ax: Axes, look: dict[str, Any]) -> Drawn:
    rows = comparison.rows
    lines = [_interval(ax, row, place, look) for place, row in enumerate(rows)]
    zero = ax.axvline(0.0, color=tone(ax, 0.55), linewidth=THIN, zorder=1.0, label="_no difference")
    width = float(cast(Any, ax.figure).get_size_inches()[0])
    names = _names(comparison, width)
    ax.set_yticks(range(len(rows)), names)
    ax.tick_params(axis="y", length=0, labelsize="small")
    for label, name in zip(ax.get_yticklabels(), names, strict=True):
        show_literally(label, name)
    ax.set_ylim(len(rows) - 0.5, -0.5)
    for side in ("left", "right", "top"):
        ax.spines[side].set_visible(False)
    kind = "simultaneous " * comparison.simultaneous
    said = [f"difference of the {comparison.measure}", f"{100 * comparison.level:g} % {kind}intervals"]
    ax.set_xlabel("\n".join(line for part in said for line in wrap(part, _letters(1.4 * width))), size="small")
    ax.xaxis.set_major_locator(_FewTicks())
    numbered = range(len(rows)) if width >= ROOM_FOR_NUMBERS * max(_text_scale(), 1.0) else ()
    texts = tuple(_number(ax, comparison, place) for place in numbered)
    return Drawn(ax, lines=(*lines, zero), texts=texts)


def _text_scale() -> float:
    """Return how large texts are, in shares of 10 points."""
    return float(mpl.rcParams["font.size"]) / 10


class _FewTicks(MaxNLocator):
    """As many ticks as have room for their labels, whatever the layout leaves."""

    def tick_values(self, vmin: float, vmax: float) -> Any:
        """Return the places of the ticks between two limits."""
        room = int(cast(Any, self.axis).get_tick_space() / WIDER)
        return MaxNLocator(min(max(room, 2), MOST_TICKS)).tick_values(vmin, vmax)


def _letters(width: float) -> int:
    """Return how many small letters a line of names may have in a figure so wide, in inches."""
    size = FontProperties(size="small").get_size_in_points()
    return max(int(SHARE * width * 72 / (LETTER * size)), 12)


def _names(comparison: Comparison, width: float) -> list[str]:
    """Return the names of each pair, in one line if all of them have room, else in two; each of them is seen."""
    pairs = [(printable(row.a), printable(row.b)) for row in comparison.rows]
    letters = _letters(width)
    if all(len(a) + 3 + len(b) <= letters for a, b in pairs):
        return [f"{a} {MINUS} {b}" for a, b in pairs]
    short = [(*in_lines(a, len, letters - 2, 1), *in_lines(b, len, letters, 1)) for a, b in pairs]
    return [f"{a} {MINUS}\n{b}" for a, b in short]


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
