"""Texts that give way: at the edge of the axes, and on lines; they find their place when drawn."""

from __future__ import annotations

import re
from typing import Any, cast

import numpy as np
from matplotlib.axes import Axes
from matplotlib.font_manager import FontProperties
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.text import Annotation, Text
from matplotlib.transforms import Bbox

from prplot.draw.base.axes import least_text, secondary_axis, tone, width_in_mm
from prplot.draw.base.literal_text import localized
from prplot.draw.base.shapes import seen
from prplot.draw.text.placement import SOLID, AvoidingText, Obstacles, dots_along, view_of
from prplot.metrics import Metric
from prplot.rows.arrays import FloatArray

__all__ = [
    "PI_RANK",
    "ROOM_FOR_VALUES",
    "EdgeText",
    "LineText",
    "legible",
    "move_value",
    "write_on_lines",
    "write_prevalence",
    "write_values",
    "written",
]

# Axes narrower than this, in mm, do without the values on isolines.
ROOM_FOR_VALUES = 70.0
# Which edge text gives way where two would touch.
VALUE_RANK, PI_RANK = 1, 2
# About how wide a letter is, and how high a formula, in heights of the text; and what is not a letter.
WIDE, TALL, MARKUP = 0.6, 1.3, re.compile(r"[${}_\\]")
# How large indices are, in shares of their text; prevalences nearer to each other than that ratio are said as a range.
INDEX, ALIKE = 0.7, 1.1
# A value on a line, in heights of the text: the least room around it, how much is plenty, and how far
# the line may bend under it. So many places are tried; being at an end of the line instead of its
# middle weighs as much as that share of plenty of room.
LEAST, PLENTY, BENT = 0.5, 1.5, 0.2
TRIED, CENTRED = 60, 0.5


class EdgeText(Annotation):
    """A text at the edge of the axes that gives way: to narrow axes, a legend above it, and betters.

    All of one axes are looked at together, once per view; what is drawn later finds them there.

    Parameters
    ----------
    rank : int
        Where two such texts would touch, the one of lower rank is not shown, or else the later.
    narrowest : float
        Width of the axes, in mm, below which only the name of the value is said, once, unless the prevalence
        takes as much room there.
    clear : bool
        Whether it is not shown over a curve or the frame either.
    name : str
        What the value is called; the first of the group that is shown says it.
    group : list of EdgeText
        Texts that share the name; this one joins them.

    Attributes
    ----------
    name_only : bool
        Whether the value is not said.
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
        self.name, self.value, self.group = name, text, [] if group is None else group
        self.rank, self.narrowest, self.clear = rank, narrowest, clear
        self._shown, self._says_name, self._narrow = True, bool(name) and not self.group, False
        self.name_only = False
        self._known: tuple[Any, ...] = ()
        self.group.append(self)
        super().__init__(text, xy, textcoords="offset points", annotation_clip=False, clip_on=False, **options)

    def get_text(self) -> str:
        """Return what it says, with the name before the value if it is the first to say it."""
        # From the value, not from what was said last: matplotlib 3.10 keeps that as the text.
        if not self.name:
            return super().get_text()
        if self._narrow or self.name_only:
            return self.name
        return f"{self.name} {self.value}" if self._says_name else self.value

    def get_visible(self) -> bool:
        """Whether it is wanted and there is room."""
        if isinstance(self.axes, Axes) and self.figure is not None:
            _settle(self.axes)
        return bool(super().get_visible()) and self._shown

    def _said(self) -> tuple[Any, ...]:
        return Annotation.get_text(self), self.name, self.name_only

    def _box(self) -> Bbox:
        """Return about the box it takes, in pixels."""
        assert self.axes is not None
        assert self.figure is not None
        unit = self.figure.dpi / 72
        text, size = self.get_text(), float(self.get_fontsize()) * unit
        wide, high = WIDE * size * len(MARKUP.sub("", text)), size * (TALL if "$" in text else 1.0)
        x, y = self.axes.transData.transform(self.xy) + np.array(self.xyann, dtype=np.float64) * unit
        left = x - {"left": 0.0, "center": 0.5, "right": 1.0}[self.get_horizontalalignment()] * wide
        low = y - {"bottom": 0.0, "center": 0.5, "top": 1.0}[self.get_verticalalignment()] * high
        return Bbox.from_bounds(float(left), float(low), wide, high)


def _settle(ax: Axes) -> None:
    """Decide which texts at the edge are shown, and which say the name; anew where what they depend on has changed."""
    texts = [text for text in ax.texts if isinstance(text, EdgeText)]
    wanted = sorted((text for text in texts if Annotation.get_visible(text)), key=lambda text: -text.rank)
    curves = [line for line in ax.lines if line.get_zorder() > SOLID and line.get_visible()]
    legend, ticks = _look_of(ax.get_legend()), secondary_axis(ax, "y")
    state = (
        *(*view_of(ax), ax.figure.bbox.bounds, ax.figure.dpi, legend, ticks),
        *((text, tuple(text.xy), *text._said(), text.get_fontsize()) for text in wanted),
        *(line.get_path() for line in curves),
    )
    if texts[0]._known == state:
        return
    for text in texts:
        text._known, text._shown, text._says_name = state, False, False
    room, unit, width = ax.bbox, ax.figure.dpi / 72, width_in_mm(ax)
    covers = [legend[0].get_window_extent()] if legend else []
    paths = [line.get_transform().transform_path(line.get_path()) for line in curves]
    # Inset axes leave alone what is around them.
    middles = [(other, other.bbox.contains(*np.mean(room.get_points(), axis=0))) for other in ax.figure.axes]
    others = [other.bbox for other, around in middles if around and other.bbox.bounds != room.bounds]
    taken: list[Bbox] = []
    for text in wanted:
        with np.errstate(all="ignore"):
            place = ax.transData.transform(text.xy)
        if not np.isfinite(place).all():
            continue
        text._says_name = bool(text.name) and not any(other._shown for other in text.group)
        text._narrow = width < text.narrowest and not _fits_beside(text, room, taken)
        here, (x, y) = text._box(), ax.transAxes.inverted().transform(place)
        around, middle = here.padded(unit), (here.x0 + here.height / 2, (here.y0 + here.y1) / 2)
        text._shown = not (
            ((text._narrow or text.name_only) and not text._says_name)
            or not (-0.02 <= x <= 1.02 and -0.02 <= y <= 1.02)
            or any(box.padded(here.height / 2).contains(*middle) for box in covers if legend[1] > text.get_zorder())
            # There a secondary axis has its ticks.
            or (here.x1 > room.x1 and (text.clear or ticks is not None))
            # How large texts are rounds differently: they stay a point apart.
            or around.count_overlaps(taken)
            or around.count_overlaps(others)
            or (text.clear and any(path.intersects_bbox(around, filled=False) for path in paths))
        )
        if text._shown:
            taken.append(here)


def _fits_beside(text: EdgeText, room: Bbox, taken: list[Bbox]) -> bool:
    """Whether the values of a group take no more room beside axes than others there do anyway."""
    longest = max(len(other.value) for other in text.group)
    # Fonts of one size: letters count.
    letter = WIDE * float(text.get_fontsize()) * cast(Any, text.figure).dpi / 72
    most = max((box.width for box in taken if box.x0 >= room.x1), default=0.0)
    return bool(len(MARKUP.sub("", text.name)) + 1 + longest <= round(most / letter, 3))


def _look_of(legend: Legend | None) -> tuple[Any, ...]:
    """Return what the place and the size of a legend depend on; measuring it takes long."""
    if legend is None or not legend.get_visible():
        return ()
    texts = [(text.get_text(), hash(text.get_fontproperties())) for text in (*legend.get_texts(), legend.get_title())]
    return (legend, legend.get_zorder(), cast(Any, legend)._loc, legend.get_bbox_to_anchor().bounds, *texts)


class LineText(AvoidingText):
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

    rank = 3
    name_only = False

    def __init__(self, line: Line2D, value: str, *, narrowest: float = 0.0, **options: Any) -> None:
        super().__init__(value, rotation_mode="anchor", **options)
        self.line, self.narrowest = line, narrowest

    def wordings(self) -> list[str]:
        """Return what it may say, the best first."""
        if not self.name_only:
            return super().wordings()
        before = self.group[: self.group.index(self)]
        return [] if any(text.shown for text in before) else [self.name]

    def settle(self, taken: Obstacles) -> bool:
        """Move to the place on the line, and turn with it."""
        ax, unit = taken.ax, taken.unit
        if width_in_mm(ax) < self.narrowest:
            return False
        self.set_rotation(0.0)
        size = np.array(self.get_window_extent(taken.renderer).size, dtype=np.float64)
        centres, angles, away = _straight(ax, self.line, size, unit)
        turns = np.exp(-1j * np.radians(angles))
        # Half of the upright box around the turned text.
        reach = np.abs(np.column_stack([turns.real, turns.imag])) @ np.array([size, size[::-1]]) / 2
        inner = ax.bbox.padded(-unit)
        free = ((centres - reach >= inner.min) & (centres + reach <= inner.max)).all(axis=1)
        free &= taken.met(centres, reach + unit) == 0
        if not free.any():
            return False
        centres, angles, away, turns = centres[free], angles[free], away[free], turns[free]
        others = [dots_along(ax, line, unit)[::2] for line in taken.lines if line is not self.line]
        # How far other lines are from the turned text.
        across, up = (np.concatenate([np.empty((0, 2)), *others])[:, k] - centres[:, k, None] for k in (0, 1))
        along = np.abs(across * turns.real[:, None] - up * turns.imag[:, None]) - size[0] / 2
        off = np.abs(across * turns.imag[:, None] + up * turns.real[:, None]) - size[1] / 2
        clear = np.maximum(along, off).min(axis=1, initial=np.inf) / size[1]
        best = int(np.argmax(np.where(clear > LEAST, np.minimum(clear / PLENTY, 1.0) - CENTRED * away, -np.inf)))
        self.set_position(tuple(centres[best]))
        self.set_rotation(float(angles[best]))
        return bool(clear[best] > LEAST)


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


def legible(label: str, size: str | float) -> str:
    """Return the name of a metric for a text of a size, without index where that would be smaller than allowed."""
    small = "_" in label and INDEX * FontProperties(size=size).get_size_in_points() < least_text.get()
    return MARKUP.sub("", label) if small else label


def write_values(ax: Axes, measure: Metric, ends: list[tuple[float, tuple[float, float]]]) -> tuple[EdgeText, ...]:
    """Write the level at each end, in that order; the name of the metric once, before the largest shown."""
    values = written([level for level, _ in ends])
    group: list[EdgeText] = []
    made = {}
    for place in sorted(range(len(ends)), key=lambda place: -ends[place][0]):
        name, end = legible(measure.label, "x-small"), ends[place][1]
        options: dict[str, Any] = {"name": name, "group": group, "narrowest": ROOM_FOR_VALUES}
        made[place] = _edge_text(ax, values[place], end, VALUE_RANK, 0.5, **options)
    return tuple(made[place] for place in range(len(ends)))


def move_value(text: EdgeText, end: tuple[float, float]) -> None:
    """Write a level at another end, as where limits were set anew."""
    place = _beside_edge(cast(Axes, text.axes), end)
    text.xy, text.xyann, text.clear = end, place["xytext"], place["clear"]
    text.set_verticalalignment(place["va"])


def write_prevalence(ax: Axes, prevalence: float, end: tuple[float, float]) -> Text:
    """Write π at the end of a chance line, with the π of others that end there too."""
    there = (text for text in ax.texts if isinstance(text, _PrevalenceText) and text.xy == end)
    note = next(there, None) or _edge_text(ax, "", end, PI_RANK, 0.6, kind=_PrevalenceText)
    note.add(prevalence)
    return note


class _PrevalenceText(EdgeText):
    """The prevalences of the chance lines that end at a place."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.prevalences: set[float] = set()

    def add(self, prevalence: float) -> None:
        """Say one more: few in a row, several that are alike, or many, as a range."""
        self.prevalences.add(prevalence)
        known = sorted(self.prevalences)
        numbers = list(dict.fromkeys(f"{number:.3g}" for number in known))
        if len(numbers) > 3 or (len(numbers) == 3 and known[-1] <= ALIKE * known[0]):
            ends = next(e for d in (2, 3) if len(set(e := [f"{n:.{d}g}" for n in (known[0], known[-1])])) == 2)
            said = "\N{EN DASH}".join(map(localized, ends))
        else:
            said = ", ".join(map(localized, numbers))
        self.set_text(rf"$\pi$ {said}")


def _edge_text(
    ax: Axes, text: str, xy: tuple[float, float], rank: int, shade: float, kind: Any = EdgeText, **options: Any
) -> Any:
    """Write beside the right edge, or just inside the bottom or top one."""
    look: dict[str, Any] = {"color": tone(ax, shade), "fontsize": "x-small", "zorder": 2.0, "ha": "left"}
    note = kind(text, xy, rank=rank, **look, **_beside_edge(ax, xy), **options)
    ax.add_artist(note)
    return note


def _beside_edge(ax: Axes, xy: tuple[float, float]) -> dict[str, Any]:
    """Return where a text is from a place at the edge, and whether it gives way to curves there."""
    across, up = ax.transAxes.inverted().transform(ax.transData.transform(xy))
    if xy[0] > 1 - 1e-6 or across > 1 - 1e-6:
        return {"xytext": (8, 0), "va": "center", "clear": False}
    low = up < 0.5
    return {"xytext": (2, 2 if low else -2), "va": "bottom" if low else "top", "clear": True}


def write_on_lines(ax: Axes, measure: Metric, lines: list[tuple[float, Line2D]]) -> tuple[Text, ...]:
    """Write the level on each line, where there is room; the name of the metric once, before the largest shown."""
    values = written([level for level, _ in lines])
    look: dict[str, Any] = {"color": tone(ax, 0.5), "fontsize": "x-small", "zorder": 5.2}
    box = {"boxstyle": "square,pad=0.1", "facecolor": tone(ax, 0.0), "edgecolor": "none"}
    group: list[LineText] = []
    for value, (_, line) in sorted(zip(values, lines, strict=True), key=lambda entry: -entry[1][0]):
        name = legible(measure.label, "x-small")
        LineText(line, value, name=name, group=group, narrowest=ROOM_FOR_VALUES, bbox=box, **look)
    for note in group:
        ax.add_artist(note)
    return tuple(group[::-1])


def written(levels: list[float]) -> list[str]:
    """Return levels as they are written: in full if they are round, else with digits enough to tell them apart."""
    distinct = set(levels)
    digits = next((d for d in range(2, 17) if len({f"{x:.{d}g}" for x in distinct}) == len(distinct)), 17)
    texts = (f"{x:.4g}" if float(f"{x:.4g}") == x else f"{x:.{digits}g}" for x in levels)
    return [localized(text.replace("-", "\N{MINUS SIGN}")) for text in texts]
