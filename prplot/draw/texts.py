"""Texts that give way: at the edge of the axes, and on lines; they find their place when drawn."""

from __future__ import annotations

import re
from typing import Any, cast

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.lines import Line2D
from matplotlib.text import Annotation, Text
from matplotlib.transforms import Bbox
from numpy.typing import NDArray

from prplot.draw.axes import secondary_axis, tone, width_in_mm
from prplot.draw.places import SOLID, PlacedText, seen, spread
from prplot.metrics import Metric
from prplot.sums import FloatArray

__all__ = [
    "PI_RANK",
    "ROOM_FOR_VALUES",
    "EdgeText",
    "LineText",
    "write_on_lines",
    "write_prevalence",
    "write_values",
    "written",
]

# Axes narrower than this, in mm, do without the values on isolines.
ROOM_FOR_VALUES = 70.0
# Which edge text gives way where two would touch.
VALUE_RANK, PI_RANK = 1, 2
# About how wide a letter is, in heights; and what is not a letter.
WIDE, MARKUP = 0.6, re.compile(r"[${}_\\]")
# A value on a line, in heights of the text: the least room around it, how much is plenty, and how far
# the line may bend under it. So many places are tried; being at an end of the line instead of its
# middle weighs as much as that share of plenty of room.
LEAST, PLENTY, BENT = 0.5, 1.5, 0.2
TRIED, CENTRED = 60, 0.5


class EdgeText(Annotation):
    """A text at the edge of the axes that gives way: to narrow axes, a legend above it, and betters.

    Parameters
    ----------
    rank : int
        Where two such texts would touch, the one of lower rank is not shown, or else the later.
    narrowest : float
        Width of the axes, in mm, below which it is not shown.
    clear : bool
        Whether it is not shown over a curve or the frame either.
    name : str
        What the value is called; the first of the group that is shown says it.
    group : list of EdgeText
        Texts that share the name; this one joins them.
    """

    def __init__(
        self,
        text: str,
        xy: tuple[float, float],
        *,
        rank: int,
        narrowest: float = 0.0,
        clear: bool = False,
        name: str = "",
        group: list[EdgeText] | None = None,
        **options: Any,
    ) -> None:
        self.name, self.before, self.value = name, tuple(group or ()), text
        super().__init__(text, xy, textcoords="offset points", annotation_clip=False, clip_on=False, **options)
        self.rank, self.narrowest, self.clear = rank, narrowest, clear
        if group is not None:
            group.append(self)

    def get_text(self) -> str:
        """Return what it says, with the name before the value if it is the first to say it."""
        # From the value, not from what was said last: matplotlib 3.10 keeps that as the text.
        text = self.value if self.name else super().get_text()
        said = not self.name or any(other.get_visible() for other in self.before)
        return text if said else f"{self.name} {text}"

    def get_visible(self) -> bool:
        """Whether it is wanted and there is room."""
        return bool(super().get_visible()) and self._has_room()

    def _has_room(self) -> bool:
        ax = cast(Axes | None, self.axes)
        if ax is None or self.figure is None:
            return True
        x, y = ax.transAxes.inverted().transform(ax.transData.transform(self.xy))
        if width_in_mm(ax) < self.narrowest or not (-0.02 <= x <= 1.02 and -0.02 <= y <= 1.02):
            return False
        here, legend = self._box(), ax.get_legend()
        if legend is not None and legend.get_zorder() > self.get_zorder():
            margin = here.height / 2
            if legend.get_window_extent().padded(margin).contains(here.x0 + margin, (here.y0 + here.y1) / 2):
                return False
        # There a secondary axis has its ticks.
        if here.x1 > ax.bbox.x1 and secondary_axis(ax, "y") is not None:
            return False
        ahead = True
        for other in ax.texts:
            ahead = ahead and other is not self
            if not isinstance(other, EdgeText) or other is self or not Annotation.get_visible(other):
                continue
            better = other.rank > self.rank or (other.rank == self.rank and ahead)
            if better and here.overlaps(other._box()):
                return False
        if not self.clear:
            return True
        if here.x1 > ax.bbox.x1:
            return False
        room = here.padded(self.figure.dpi / 72)
        curves = [line for line in ax.lines if line.get_zorder() > SOLID and line.get_visible()]
        seen = (line.get_transform().transform_path(line.get_path()) for line in curves)
        return not any(path.intersects_bbox(room, filled=False) for path in seen)

    def _box(self) -> Bbox:
        """Return about the box it takes, in pixels, with the name if it may have to say it."""
        assert self.axes is not None
        assert self.figure is not None
        unit = self.figure.dpi / 72
        text = self.value if self.name else super().get_text()
        text = text if self.before else f"{self.name} {text}"
        high = float(self.get_fontsize()) * unit
        wide = WIDE * high * len(MARKUP.sub("", text))
        x, y = self.axes.transData.transform(self.xy) + np.array(self.xyann, dtype=np.float64) * unit
        left = x - {"left": 0.0, "center": 0.5, "right": 1.0}[self.get_horizontalalignment()] * wide
        low = y - {"bottom": 0.0, "center": 0.5, "top": 1.0}[self.get_verticalalignment()] * high
        return Bbox.from_bounds(float(left), float(low), wide, high)


class LineText(PlacedText):
    """A value on its line, turned with it: where there is room, as near to the middle as that allows.

    Nothing else is under it, no other line, text or legend.

    Parameters
    ----------
    line : Line2D
        The line it belongs to, in data coordinates.
    value : str
        What it says.
    narrowest : float
        Width of the axes, in mm, below which it is not shown.
    """

    def __init__(self, line: Line2D, value: str, *, narrowest: float = 0.0, **options: Any) -> None:
        def anywhere(ax: Axes, _size: FloatArray, unit: float) -> FloatArray:
            return spread(ax, line, unit)

        super().__init__(value, anywhere, rotation_mode="anchor", **options)
        self.line = line
        self.narrowest = narrowest

    def _settled(self, renderer: RendererBase, text: str) -> bool:
        ax = cast(Axes, self.axes)
        if width_in_mm(ax) < self.narrowest:
            return False
        self.set_text(text)
        self.set_rotation(0.0)
        size = np.array(self.get_window_extent(renderer).size, dtype=np.float64)
        unit = float(cast(Any, renderer.points_to_pixels(1.0)))
        centres, angles, away = _straight(ax, self.line, size, unit)
        turns = np.exp(-1j * np.radians(angles))
        # Half of the upright box around the turned text.
        reach = np.abs(np.column_stack([turns.real, turns.imag])) @ np.array([size, size[::-1]]) / 2
        low, high = centres - reach, centres + reach
        inner = ax.bbox.padded(-unit)
        free = ((low >= inner.min) & (high <= inner.max)).all(axis=1)
        for box in (covered.padded(unit) for covered in self._boxes(renderer)):
            free &= ((low > box.max) | (high < box.min)).any(axis=1)
        if not free.any():
            return False
        centres, angles, away = centres[free], angles[free], away[free]
        room = self._room(centres, turns[free], size, unit) / size[1]
        best = int(np.argmax(np.where(room > LEAST, np.minimum(room / PLENTY, 1.0) - CENTRED * away, -np.inf)))
        self.set_position(tuple(centres[best]))
        self.set_rotation(float(angles[best]))
        return bool(room[best] > LEAST)

    def _room(self, centres: FloatArray, turns: NDArray[np.complex128], size: FloatArray, unit: float) -> FloatArray:
        """Return how far other lines are from the text at centres, turned so, in pixels."""
        ax = cast(Axes, self.axes)
        others = [spread(ax, line, unit)[::2] for line in ax.lines if line is not self.line and line.get_visible()]
        points = np.concatenate([np.empty((0, 2)), *others])
        across, up = (points[:, k] - centres[:, k, None] for k in (0, 1))
        along = np.abs(across * turns.real[:, None] - up * turns.imag[:, None]) - size[0] / 2
        off = np.abs(across * turns.imag[:, None] + up * turns.real[:, None]) - size[1] / 2
        return np.asarray(np.maximum(along, off).min(axis=1, initial=np.inf))


def _straight(ax: Axes, line: Line2D, size: FloatArray, unit: float) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return where a line is straight under a text: centres (pixels), angles (degrees), and how far from its middle."""
    with np.errstate(all="ignore"):
        pieces = seen(line.get_transform().transform(line.get_xydata()), Bbox(ax.bbox.get_points()))
    half = size[0] / 2 + unit
    if pieces.total <= 2 * half:
        return np.empty((0, 2)), np.empty(0), np.empty(0)
    at = np.linspace(half, pieces.total - half, TRIED)
    start, *between, stop = (pieces.at(at + part * half) for part in (-1.0, -0.5, 0.0, 0.5, 1.0))
    run, rise = (stop - start).T
    length = np.hypot(run, rise)
    bent = [np.abs((c - start)[:, 0] * rise - (c - start)[:, 1] * run) for c in between]
    # Where a piece ends its neighbour may be anywhere.
    whole = (np.max(bent, axis=0) <= BENT * size[1] * length) & (length > 2 * half - BENT * size[1])
    # Upright: above -90 and up to 90 degrees.
    angles = 90.0 - (90.0 - np.degrees(np.arctan2(rise, run))) % 180.0
    return between[1][whole], angles[whole], np.abs(2 * at[whole] / pieces.total - 1)


def write_values(ax: Axes, measure: Metric, ends: list[tuple[float, tuple[float, float]]]) -> tuple[Text, ...]:
    """Write the level at each end; the name of the metric once, before the largest shown."""
    values = written([level for level, _ in ends])
    group: list[EdgeText] = []
    for value, (_, end) in sorted(zip(values, ends, strict=True), key=lambda entry: -entry[1][0]):
        _edge_text(ax, value, end, VALUE_RANK, 0.5, name=measure.label, group=group, narrowest=ROOM_FOR_VALUES)
    return tuple(group[::-1])


def write_prevalence(ax: Axes, prevalence: float, end: tuple[float, float]) -> Text:
    """Write π at the end of a chance line, beside the π of another one that ends there too."""
    for text in ax.texts:
        if isinstance(text, EdgeText) and text.rank == PI_RANK and text.xy == end:
            if f" {prevalence:.3g}," in f"{text.get_text()},":
                return text
            text.set_text(f"{text.get_text()}, {prevalence:.3g}")
            return text
    return _edge_text(ax, rf"$\pi$ {prevalence:.3g}", end, PI_RANK, 0.6)


def _edge_text(ax: Axes, text: str, xy: tuple[float, float], rank: int, shade: float, **options: Any) -> Text:
    """Write beside the right edge, or just inside the bottom or top one."""
    if xy[0] > 1 - 1e-6:
        place: dict[str, Any] = {"xytext": (8, 0), "va": "center", "clear": False}
    elif xy[1] < 0.5:
        place = {"xytext": (2, 2), "va": "bottom", "clear": True}
    else:
        place = {"xytext": (2, -2), "va": "top", "clear": True}
    look: dict[str, Any] = {"color": tone(ax, shade), "fontsize": "x-small", "zorder": 2.0, "ha": "left"}
    note = EdgeText(text, xy, rank=rank, **look, **place, **options)
    ax.add_artist(note)
    return note


def write_on_lines(ax: Axes, measure: Metric, lines: list[tuple[float, Line2D]]) -> tuple[Text, ...]:
    """Write the level on each line, where there is room; the name of the metric once, before the largest shown."""
    values = written([level for level, _ in lines])
    look: dict[str, Any] = {"color": tone(ax, 0.5), "fontsize": "x-small", "zorder": 5.2}
    box = {"boxstyle": "square,pad=0.1", "facecolor": tone(ax, 0.0), "edgecolor": "none"}
    group: list[PlacedText] = []
    for value, (_, line) in sorted(zip(values, lines, strict=True), key=lambda entry: -entry[1][0]):
        LineText(line, value, name=measure.label, group=group, narrowest=ROOM_FOR_VALUES, bbox=box, **look)
    for note in group:
        ax.add_artist(note)
    return tuple(group[::-1])


def written(levels: list[float]) -> list[str]:
    """Return levels as they are written: in full if they are round, else with digits enough to tell them apart."""
    distinct = set(levels)
    digits = next((d for d in range(2, 17) if len({f"{x:.{d}g}" for x in distinct}) == len(distinct)), 17)
    texts = (f"{x:.4g}" if float(f"{x:.4g}") == x else f"{x:.{digits}g}" for x in levels)
    return [text.replace("-", "\N{MINUS SIGN}") for text in texts]
