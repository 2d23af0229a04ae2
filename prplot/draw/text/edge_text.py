"""Values of lines: at the edge of the axes where the line ends, or on the line; and prevalences at chance lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D

from prplot.draw.base.axes import least_text, secondary_axis, tone
from prplot.draw.base.figure import figure_of
from prplot.draw.base.literal_text import localized
from prplot.draw.text.labels import DOT, Label, Places, along, in_view, spots
from prplot.metrics import Metric
from prplot.rows.arrays import FloatArray

# Axes narrower than this, in mm, do without the values on isolines.
NARROW = 45.0
# What is not a letter.
MARKUP = re.compile(r"[${}_\\]")
# How large indices are, in shares of their text; prevalences nearer to each other than that ratio are said as a range.
INDEX, ALIKE = 0.7, 1.1
# In points: from the right end of a line to its value, and from the other edges.
BESIDE, WITHIN = 8.0, 3.5
# What is so near to an edge, in pixels, is at it.
TOUCHING = 1.5
# Where along a chance line its prevalence may be, as shares of it, and how far from it, in points.
SHARES, AWAY = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.1), 2.5
# How many places on a line are tried; how far it may bend under a text, in heights of that.
TRIED, BENT = 40, 0.2


class _Prevalences(Label):
    """The prevalences of the chance lines that end at a place, beside the first of them."""

    known: tuple[float, ...] = ()
    end: tuple[float, float]


def _at_end(line: Line2D, ax: Axes, size: FloatArray, unit: float) -> Places:
    """Return the place beside the rightmost point of a line that is in view."""
    points, _ = in_view(ax, line.get_xydata())
    if not len(points):
        return Places.of(points)
    end, box, half = points[np.argmax(points.real)], ax.bbox, complex(*size) / 2
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


def write_values(ax: Axes, measure: Metric, lines: Sequence[tuple[float, Line2D]], *, on: bool) -> tuple[Label, ...]:
    """Write the level of each line on it or at its end; the name of the metric once, before the largest shown."""
    values = written([level for level, _ in lines])
    look: dict[str, Any] = {"color": tone(ax, 0.5), "fontsize": "x-small", "zorder": 2.0}
    places, traits = _at_end, dict[str, Any](rank=1, beyond=True)
    if on:
        places, traits = _on_line, dict[str, Any](rank=4, pad=5.0, light=DOT)
        box = {"boxstyle": "square,pad=0.1", "facecolor": tone(ax, 0.0), "edgecolor": "none"}
        look |= {"zorder": 5.2, "bbox": box}
    traits |= {"name": legible(measure.label, "x-small"), "group": [], "narrowest": NARROW}
    for value, (_, line) in sorted(zip(values, lines, strict=True), key=lambda entry: -entry[1][0]):
        ax.add_artist(Label(value, partial(places, line), look, own=line, **traits))
    return tuple(traits["group"][::-1])


def write_prevalence(ax: Axes, prevalence: float, line: Line2D) -> Label:
    """Write the prevalence beside a chance line, with those of others that end where it does."""
    x, y = (np.asarray(side, dtype=np.float64) for side in line.get_data())
    note = next((text for text in ax.texts if isinstance(text, _Prevalences) and text.end == (x[-1], y[-1])), None)
    if note is None:
        look = {"color": tone(ax, 0.6), "fontsize": "x-small", "zorder": 2.0}
        places = along(spots(x, y, shares=SHARES), AWAY)
        note = _Prevalences("", places, look, own=line, end=(x[-1], y[-1]))
        ax.add_artist(note)
    note.known = known = tuple(sorted({*note.known, prevalence}))
    numbers = list(dict.fromkeys(f"{number:.3g}" for number in known))
    between = ", "
    # Many are said as a range, and several that are alike.
    if len(numbers) > 3 or (len(numbers) == 3 and known[-1] <= ALIKE * known[0]):
        ends = ([f"{number:.{digits}g}" for number in (known[0], known[-1])] for digits in (2, 3))
        numbers, between = next(pair for pair in ends if pair[0] != pair[1]), "\N{EN DASH}"
    note.set_text(f"prevalence {between.join(map(localized, numbers))}")
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
