"""The rows and columns of a legend, measured by whatever draws them."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from itertools import pairwise, zip_longest
from typing import Any, cast

from matplotlib.backend_bases import RendererBase
from matplotlib.font_manager import FontProperties
from matplotlib.legend import Legend
from matplotlib.offsetbox import OffsetBox, TextArea
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from prplot.draw.base.literal_text import ELLIPSIS, in_lines, is_mathematics, show_literally

__all__ = [
    "LEAST_NAME",
    "MOST_LINES",
    "Cell",
    "Entry",
    "Grid",
    "Words",
    "grid_of",
    "grids_of",
    "least_size",
    "narrowed",
]

# A name is shown in at most so many lines.
MOST_LINES = 4
# The least room for a name, in sizes of the font; so long are words that are not parted.
LEAST_NAME, WHOLE = 3.0, 9.0
PIECE = re.compile(r"\s+|\S+")
# Room between blocks of items, in sizes of the font; in so many steps lines are made alike in length.
BETWEEN, STEPS = 1.6, 6

Cell = OffsetBox | None
Offsets = list[tuple[float, float]]


class Entry(Text):
    """An entry of a legend as callers get it, to read and to style; drawn are its parts, each in a cell.

    Parameters
    ----------
    like : Text
        What it looks like.
    parts : sequence of str
        What its cells show, as long as it says what it said at first; else the first shows all.
    """

    def __init__(self, like: Text, parts: Sequence[str]) -> None:
        self._parts, self._first = tuple(parts), like.get_text()
        self.ground: dict[str, Any] | None = None
        super().__init__(0.0, 0.0, self._first)
        self.cells = tuple(Words(self, k) for k in range(len(self._parts)))
        self.set(fontproperties=like.get_fontproperties(), color=like.get_color(), usetex=like.get_usetex())
        # Where it stands is where its first words do.
        self.set_transform(next((c for c in self.cells if c.part()), self.cells[0]).lines[0].get_transform())

    def set_bbox(self, rectprops: dict[str, Any] | None) -> None:
        """Put a patch behind what is shown."""
        super().set_bbox(rectprops)
        self.ground = rectprops

    def say(self, text: str, parts: Sequence[str]) -> None:
        """Say something else, in as many parts."""
        self._first, self._parts = text, tuple(parts)
        self.set_text(text)

    def part(self, place: int) -> str:
        """Return what a cell shows."""
        if self.get_text() == self._first:
            return self._parts[place]
        return "" if place else self.get_text()

    def get_window_extent(self, renderer: RendererBase | None = None, dpi: float | None = None) -> Bbox:  # noqa: ARG002
        """Return the box around what is shown of it."""
        boxes = [cell.get_window_extent(renderer) for cell in self.cells if cell.part()]
        return Bbox.union(boxes or [self.cells[0].get_window_extent(renderer)])


class Words(OffsetBox):
    """Part of an entry, in at most so many lines no wider than ``room``, in points; the first is level with its row."""

    def __init__(self, entry: Entry, place: int) -> None:
        super().__init__()
        self.entry, self.place, self.room, self.most = entry, place, math.inf, MOST_LINES
        self._known: tuple[Any, ...] = ()
        self._measured: tuple[Bbox, Offsets] | None = None
        # How wide words are, in pixels, as long as they look alike.
        self._widths: dict[str, float] = {}
        self._areas = self._children = [TextArea("")]

    @property
    def lines(self) -> list[Text]:
        """The texts of the lines."""
        return [cast(Text, area.get_children()[0]) for area in self._areas]

    def part(self) -> str:
        """Return what is shown."""
        return self.entry.part(self.place)

    def cut(self) -> bool:
        """Whether not all of it is shown, as it was last measured."""
        return self.lines[-1].get_text().endswith(ELLIPSIS) and not self.part().endswith(ELLIPSIS)

    def natural(self, renderer: RendererBase) -> float:
        """Return how wide it is in one line, in pixels."""
        room, self.room = self.room, math.inf
        width = float(self.get_bbox(renderer).width)
        self.room = room
        return width

    def longest(self, renderer: RendererBase) -> float:
        """Return how wide its longest word is, in pixels."""
        self._take(renderer)
        words = [self.part()] if is_mathematics(self.part()) else self.part().split()
        shown = self.lines[0].get_text()
        longest = max((self._width(word, renderer) for word in words), default=0.0)
        self._areas[0].set_text(shown)
        return longest

    def _width(self, piece: str, renderer: RendererBase) -> float:
        """Return how wide a piece of text is; the first line may show it then."""
        if piece not in self._widths:
            self._areas[0].set_text(piece)
            self._widths[piece] = float(self._areas[0].get_bbox(renderer).width)
        return self._widths[piece]

    def _take(self, renderer: RendererBase) -> None:
        """Make the lines, unless they are there."""
        entry, text = self.entry, self.part()
        look = (entry.get_fontproperties(), entry.get_color(), entry.get_alpha(), entry.get_usetex())
        shown = entry.get_visible(), entry.get_path_effects(), entry.get_parse_math()
        patch = entry.get_bbox_patch()
        scale = float(cast(Any, renderer).points_to_pixels(1.0))
        dpi = cast(Any, self.get_figure(root=True)).dpi
        known = (self.room, self.most, text, scale, dpi, type(renderer), hash(look[0]), *look[1:], *shown, patch)
        if known == self._known:
            return
        if known[2:] != self._known[2:]:
            self._widths = {}
        figure = self.get_figure(root=False)

        def made(line: str) -> TextArea:
            area = TextArea(line)
            area.set_figure(cast(Any, figure))
            style(area)
            return area

        def style(area: TextArea) -> None:
            (line,) = cast(list[Text], area.get_children())
            font, color, alpha, usetex = look
            line.set(fontproperties=font, color=color, alpha=alpha, usetex=usetex, visible=shown[0])
            line.set(path_effects=shown[1], parse_math=shown[2], bbox=entry.ground if text else None)
            show_literally(line, text)

        first = self._areas[0]
        style(first)

        def wide(line: str) -> float:
            # Word by word: there are few of them, and many lines to try.
            return sum(
                self._width(piece, renderer) for piece in ([line] if is_mathematics(text) else PIECE.findall(line))
            )

        room, lines = self.room * scale, [text]
        if "\n" in text or (math.isfinite(room) and self._width(text, renderer) > room):
            lines = in_lines(text, wide, room, self.most)
            for part in range(STEPS, 0, -1):
                # No wider than it takes for as many lines.
                even = in_lines(text, wide, room * (1 - part / (2 * STEPS)), self.most)
                if len(even) == len(lines) and " ".join(even).split() == text.split():
                    lines = even
                    break
        first.set_text(lines[0])
        self._areas[1:] = [made(line) for line in lines[1:]]
        self._known, self._measured = known, None

    def _get_bbox_and_child_offsets(self, renderer: RendererBase) -> tuple[Bbox, Offsets]:
        self._take(renderer)
        if self._measured is None:
            boxes = [area.get_bbox(renderer) for area in self._areas]
            levels = [0.0]
            for above, below in pairwise(boxes):
                levels.append(levels[-1] + above.y0 - below.y1)
            wide = max(box.x1 for box in boxes) if self.part() else 0.0
            whole = Bbox.from_extents(0.0, levels[-1] + boxes[-1].y0, wide, boxes[0].y1)
            self._measured = whole, [(0.0, level) for level in levels]
        return self._measured


class Grid(OffsetBox):
    """Cells in rows and columns. The cells of a row are level, those of a column flush left or right.

    Parameters
    ----------
    items : list of list of OffsetBox or None
        The cells of each item, side by side; items are below each other, then in further blocks.
    flush : sequence of {"left", "right"}
        How the cells of each column stand.
    gaps : sequence of float
        Room before each column but the first, in sizes of the font.
    size : float
        Of the font, in points.
    between : float
        Room between rows, in sizes of the font.
    blocks : int
        How many items are side by side.
    """

    def __init__(
        self,
        items: list[list[Cell]],
        flush: Sequence[str],
        gaps: Sequence[float],
        *,
        size: float,
        between: float,
        blocks: int = 1,
    ) -> None:
        super().__init__()
        self.items, self.flush, self.gaps = items, flush, gaps
        self.size, self.between, self.blocks = size, between, blocks
        self._children = [cell for item in items for cell in item if cell is not None]

    def column(self, place: int) -> list[Words]:
        """Return the words in a column."""
        return [item[place] for item in self.items if isinstance(item[place], Words)]  # type: ignore[misc]

    def shown(self) -> list[list[Cell]]:
        """Return the items of which something is visible; others take no room."""
        return [item for item in self.items if any(cell is not None and cell.get_visible() for cell in item)]

    def _get_bbox_and_child_offsets(self, renderer: RendererBase) -> tuple[Bbox, Offsets]:
        items = self.shown()
        if not items:
            return Bbox.from_extents(0.0, 0.0, 0.0, 0.0), []
        unit = self.size * float(cast(Any, renderer).points_to_pixels(1.0))
        nothing = Bbox.null()
        boxes = {id(cell): cast(OffsetBox, cell).get_bbox(renderer) for cell in self.get_visible_children()}
        measured = [[boxes.get(id(cell), nothing) for cell in item] for item in items]
        high = -(-len(items) // self.blocks)
        starts = range(0, len(items), high)
        levels, level = [], 0.0
        for row in zip_longest(*(measured[k : k + high] for k in starts), fillvalue=[]):
            there = [box for item in row for box in item if box is not nothing]
            up, down = (
                max((s * b for b in ends), default=0.0)
                for s, ends in ((1, [b.y1 for b in there]), (-1, [b.y0 for b in there]))
            )
            level -= up
            levels.append(level)
            level -= down + self.between * unit
        places: dict[int, tuple[float, float]] = {}
        x = 0.0
        for start in starts:
            for column, (flush, gap) in enumerate(zip(self.flush, self.gaps, strict=True)):
                cells = [
                    (item[column], box[column])
                    for item, box in zip(items[start : start + high], measured[start : start + high], strict=True)
                ]
                wide = max((box.width for _, box in cells if box is not nothing), default=0.0)
                if not wide:
                    # A column that says nothing takes no room.
                    places |= {id(cell): (x, levels[k]) for k, (cell, _) in enumerate(cells)}
                    continue
                x += (gap if column else BETWEEN * bool(start)) * unit
                for k, (cell, box) in enumerate(cells):
                    if box is not nothing:
                        places[id(cell)] = (x - box.x0 if flush == "left" else x + wide - box.x1, levels[k])
                x += wide
        whole = Bbox.from_extents(0.0, level + self.between * unit, x, 0.0)
        return whole, [places[id(cell)] for cell in self.get_visible_children()]


def grids_of(legend: Legend) -> list[Grid]:
    """Return the grids that a legend has in place of matplotlib's columns: one, or none."""
    return cast(list[Grid], cast(Any, legend).findobj(Grid))


def grid_of(
    legend: Legend, parts: Sequence[Sequence[str]], flush: Sequence[str], gaps: Sequence[float], *, across: int = 1
) -> Grid:
    """Put the handles and the entries of a legend into a grid in place of matplotlib's columns, and return it.

    Parameters
    ----------
    legend : Legend
        As matplotlib made it.
    parts : sequence of sequences of str
        What the cells of each entry show.
    flush, gaps : sequences
        Of the cells of an item: a handle and the parts of an entry, as often as there are entries ``across``.
    across : int
        How many columns of entries make up the items.
    """
    body = cast(Any, legend).get_children()[0].get_children()
    pairs = [pair.get_children() for column in body[1].get_children() for pair in column.get_children()]
    figure = cast(Any, legend.get_figure(root=False))
    cells: list[list[Cell]] = []
    for k, (pair, part) in enumerate(zip(pairs, parts, strict=True)):
        entry = Entry(legend.texts[k], part)
        entry.set_figure(figure)
        entry.axes = legend.axes
        legend.texts[k] = entry
        cells.append([next(half for half in pair if not isinstance(half, TextArea)), *entry.cells])
    high = len(cells) // across
    items = [[cell for column in range(across) for cell in cells[column * high + row]] for row in range(high)]
    size = float(legend.texts[0].get_fontsize())
    grid = Grid(items, flush, gaps, size=size, between=legend.labelspacing)
    grid.set_figure(figure)
    body[1] = grid
    return grid


def least_size() -> float:
    """Return the size of the smallest text of the caller's style, in points; no legend has a smaller one."""
    return float(FontProperties(size="x-small").get_size_in_points())


def narrowed(legend: Legend, names: Sequence[Words], blocks: int, renderer: RendererBase, most: float) -> bool:
    """Give names less room until a legend is no wider than so many pixels; whether that leaves enough of them.

    Parameters
    ----------
    legend : Legend
        With its grid.
    names : sequence of Words
        Those of all entries.
    blocks : int
        How many names are side by side.
    renderer : RendererBase
        By which it is measured.
    most : float
        In pixels.
    """
    unit = float(cast(Any, renderer).points_to_pixels(1.0))
    size = float(legend.texts[0].get_fontsize())
    room, least = math.inf, math.nan
    for words in names:
        words.room = room
    while (wide := legend.get_window_extent(renderer).width) > most:
        if math.isinf(room):
            shown = max(words.natural(renderer) for words in names) / unit
            longest = max(words.longest(renderer) for words in names) / unit
            least, room = LEAST_NAME * size, shown
            if names[0].most > 1:
                least = max(least, min(WHOLE * size, longest))
        else:
            shown = max(float(words.get_bbox(renderer).width) for words in names) / unit
        room = min(room, shown) - max((wide - most) / unit / blocks, 0.5)
        if room < least:
            return False
        for words in names:
            words.room = room
    return True
