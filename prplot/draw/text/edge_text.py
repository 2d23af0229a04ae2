"""Values of lines: at the edge of the axes where the line ends, or on the line; and prevalences at chance lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.transforms import Bbox

from prplot.draw.base.axes import least_text, secondary_axis, tone, width_in_mm
from prplot.draw.base.figure import figure_of
from prplot.draw.base.literal_text import localized
from prplot.draw.text.labels import DOT, Label, Places, along, in_view, spots
from prplot.metrics import Metric
from prplot.rows.arrays import FloatArray

__all__ = ["Value", "legible", "write_prevalence", "write_values", "written"]

# Axes narrower than this, in mm, do without the values on isolines.
NARROW = 45.0
# What is not a letter.
MARKUP = re.compile(r"[${}_\\]")
# How large indices are, in shares of their text; prevalences nearer to each other than that ratio are said as a range.
INDEX, ALIKE = 0.7, 1.1
# In points: from the right end of a line to its value, and from the other edges.
BESIDE, WITHIN = 8.0, 2.5
# What is so near to an edge, in pixels, is at it.
TOUCHING = 1.5
# Where along a chance line its prevalence may be, as shares of it, and how far from it, in points.
SHARES, AWAY = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.1), 2.5
# How many places on a line are tried; how far it may bend under a text, in heights of that.
TRIED, BENT = 40, 0.2


class Value(Label):
    """The value of a line; on narrow axes there is only its name, once."""

    def __init__(self, line: Line2D, text: str, places: Callable[..., Places], **options: Any) -> None:
        super().__init__(text, partial(places, line), **options)
        self.own = line

    def wordings(self) -> list[str]:
        """Return what it may say, the best first."""
        if not (self.name and isinstance(self.axes, Axes) and width_in_mm(self.axes) < NARROW):
            return super().wordings()
        return [] if self.is_name_said() else [self.name]


class _OnLine(Value):
    """A value on its line, turned with it, over no other line."""

    rank, pad, light = 5, 5.0, DOT


class _AtEnd(Value):
    """A value where its line ends: beyond the axes, or within them at their lower or upper edge."""

    rank, beyond = 1, True

    def __init__(self, line: Line2D, text: str, **options: Any) -> None:
        super().__init__(line, text, _at_end, zorder=2.0, **options)
        self.set_in_layout(True)

    def get_tightbbox(self, renderer: RendererBase | None = None) -> Bbox | None:
        """Return the room that a layout makes for it beyond the axes."""
        ax, wordings = self.axes, self.wordings()
        if not isinstance(ax, Axes) or not wordings:
            return None
        with self.quietly():
            self.set_text(wordings[0])
            size = np.array(self.get_window_extent(renderer).size)
        with np.errstate(all="ignore"):
            at = self.candidates(ax, size, figure_of(ax).dpi / 72).at
        if not len(at) or at[0].real < ax.bbox.x1:
            return None
        return Bbox.from_bounds(at[0].real - size[0] / 2, at[0].imag - size[1] / 2, *size)


class _Prevalences(Label):
    """The prevalences of the chance lines that are at a place, beside the first of them."""

    known: tuple[float, ...] = ()
    end: tuple[float, float]

    def add(self, prevalence: float) -> None:
        """Say one more: few in a row, several that are alike, or many, as a range."""
        self.known = known = tuple(sorted({*self.known, prevalence}))
        numbers = list(dict.fromkeys(f"{number:.3g}" for number in known))
        if len(numbers) > 3 or (len(numbers) == 3 and known[-1] <= ALIKE * known[0]):
            ends = next(e for d in (2, 3) if len(set(e := [f"{n:.{d}g}" for n in (known[0], known[-1])])) == 2)
            said = "\N{EN DASH}".join(map(localized, ends))
        else:
            said = ", ".join(map(localized, numbers))
        self.set_text(f"prevalence {said}")


def _at_end(line: Line2D, ax: Axes, size: FloatArray, unit: float) -> Places:
    """Return the place beside the rightmost point of a line that is in view."""
    points, _ = in_view(ax, line.get_xydata())
    if not len(points):
        return Places.of(points)
    # Of an upright line the last point.
    last, box = points[np.flatnonzero(points.real > points.real.max() - TOUCHING)[-1]], ax.bbox
    end, half = complex(last.real, np.clip(last.imag, box.y0, box.y1)), complex(*size) / 2
    if end.real < np.fmin(box.x1, ax.transData.transform((1.0, 0.5))[0]) - TOUCHING:
        # Just within the edge, or a line farther in.
        away = half + WITHIN * unit * (1 + 1j) + 1j * size[1] * np.array([0.0, 0.8])
        at = end + (away if end.imag < (box.y0 + box.y1) / 2 else away.conj())
        at.real = np.minimum(at.real, box.x1 - half.real - WITHIN * unit)
    else:
        at = np.array([end + BESIDE * unit + half.real])
        middle = np.mean(box.get_points(), axis=0)
        around = [
            other for other in figure_of(ax).axes if other.bbox.bounds != box.bounds and other.bbox.contains(*middle)
        ]
        # There a secondary axis has its ticks, or an inset what is around it.
        if secondary_axis(ax, "y") or around:
            at = at[:0]
    return Places.of(at)


def _on_line(line: Line2D, ax: Axes, size: FloatArray, unit: float) -> Places:
    """Return places on a line where it is straight, those in the middle first."""
    points, length = in_view(ax, line.get_xydata())
    half = size[0] / 2 + unit
    if not len(points) or length[-1] <= 2 * half:
        return Places.of(points[:0])
    at = np.linspace(half, length[-1] - half, TRIED)
    start, *between, stop = (np.interp(at + part * half, length, points) for part in (-1.0, -0.5, 0.0, 0.5, 1.0))
    chord = stop - start
    turn = chord / abs(chord)
    bent = np.max([abs(((point - start) * turn.conj()).imag) for point in between], axis=0)
    # Where a piece ends its neighbour may be anywhere.
    straight = (bent <= BENT * size[1]) & (abs(chord) > 2 * half - BENT * size[1])
    cost = np.where(straight, abs(2 * at / length[-1] - 1), np.inf)
    return Places.of(between[1], cost, turn=np.where(turn.real + 1e-6 * turn.imag < 0, -turn, turn))


def write_values(ax: Axes, measure: Metric, lines: Sequence[tuple[float, Line2D]], *, on: bool) -> tuple[Value, ...]:
    """Write the level of each line on it or at its end; the name of the metric once, before the largest shown."""
    values, name = written([level for level, _ in lines]), legible(measure.label, "x-small")
    group: list[Value] = []
    look: dict[str, Any] = {"color": tone(ax, 0.5), "fontsize": "x-small", "name": name, "group": group}
    box = {"boxstyle": "square,pad=0.1", "facecolor": tone(ax, 0.0), "edgecolor": "none"}
    for value, (_, line) in sorted(zip(values, lines, strict=True), key=lambda entry: -entry[1][0]):
        label = _OnLine(line, value, _on_line, zorder=5.2, bbox=box, **look) if on else _AtEnd(line, value, **look)
        ax.add_artist(label)
    return tuple(group[::-1])


def write_prevalence(ax: Axes, prevalence: float, line: Line2D) -> Label:
    """Write the prevalence beside a chance line, with those of others that end where it does."""
    x, y = (np.asarray(side, dtype=np.float64) for side in line.get_data())
    note = next((text for text in ax.texts if isinstance(text, _Prevalences) and text.end == (x[-1], y[-1])), None)
    if note is None:
        places = along(spots(x, y, shares=SHARES), AWAY, tilted=False)
        note = _Prevalences("", places, color=tone(ax, 0.6), fontsize="x-small", zorder=2.0)
        note.own, note.end = line, (x[-1], y[-1])
        ax.add_artist(note)
    note.add(prevalence)
    return note


def legible(label: str, size: str | float) -> str:
    """Return the name of a metric for a text of a size, without index where that would be smaller than allowed."""
    small = "_" in label and INDEX * FontProperties(size=size).get_size_in_points() < least_text.get()
    return MARKUP.sub("", label) if small else label


def written(levels: list[float]) -> list[str]:
    """Return levels as they are written: in full if they are round, else with digits enough to tell them apart."""
    distinct = set(levels)
    digits = next((d for d in range(2, 17) if len({f"{x:.{d}g}" for x in distinct}) == len(distinct)), 17)
    texts = (f"{x:.4g}" if float(f"{x:.4g}") == x else f"{x:.{digits}g}" for x in levels)
    return [localized(text.replace("-", "\N{MINUS SIGN}")) for text in texts]
