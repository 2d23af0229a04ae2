"""The entries of a legend in rows and columns: names, areas, intervals and what else is said of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
from matplotlib.artist import Artist
from matplotlib.backend_bases import RendererBase
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.offsetbox import OffsetBox, TextArea
from matplotlib.transforms import Bbox

from prplot.draw.base.literal_text import in_lines, show_literally
from prplot.draw.text.legend_entries import entry_parts, entry_text, has_entry

# A handle, the parts of its entry, and what is said of the area of a line that the entry follows, or None.
Row = tuple[Artist, list[str], str | None]

# What of a line its sample in the legend shows, and of the text of an entry what is drawn of it.
SHOWN = ("color", "linestyle", "linewidth", "alpha", "marker", "markersize", "markerfacecolor", "markeredgecolor")
STYLE = ("fontproperties", "color", "alpha", "usetex", "path_effects", "visible")
# How far the edges of a band are from the sample of its line, in points.
EDGE_AWAY = 2.6
# Room before a column that is flush left or right, and between blocks of entries, in sizes of the font.
GAPS, BETWEEN = {"l": 0.35, "r": 0.8}, 1.6
# In lines of so many letters names are tried, the first whole; and in how many lines at most.
WRAPPED, MOST_LINES = (1000, 40, 30, 22, 15), 4


class Entry:
    """An entry of a legend: the text that callers read and style, and the cells that are drawn in its place.

    Parameters
    ----------
    item : (OffsetBox, OffsetBox)
        The sample and the text as matplotlib has packed them.
    sample, handle : Artist
        What is drawn in the first, and what it is a sample of.
    parts : sequence of str
        The name, and what stands in the other columns.
    kind : str or None
        What is said of the area of a line that the entry follows; None if it follows none.
    """

    def __init__(self, item: Sequence[Any], sample: Any, handle: Any, parts: Sequence[str], kind: str | None) -> None:
        self.box, (self.text,) = item[0], item[1].get_children()
        self.sample, self.handle, self.kind = sample, handle, kind
        sides = ["left", *["right"] * (len(parts) - 1)]
        self.words = [TextArea("", multilinebaseline=True, textprops={"multialignment": side}) for side in sides]
        self.row: list[Any] = [self.box, *self.words]
        self.width, self.edge = WRAPPED[0], None
        self._say(parts)

    def _say(self, parts: Sequence[str]) -> None:
        self.parts, self.said = list(parts), entry_text(parts)
        self.text.set_text(self.said)

    def update(self) -> None:
        """Show what callers have made of the line, and of the text, since."""
        line, text = self.handle, self.text
        if self.kind is not None:
            for cell in self.row:
                cell.set_visible(has_entry(line, text.axes))
            if text.get_text() == self.said:
                self._say(entry_parts(line, self.kind))
            self.sample.set(**_seen(line, SHOWN))
            if line.edge is not self.edge:
                # The edges of its band are drawn along the sample of a line.
                self.edge, (x, y) = line.edge, self.sample.get_data()
                for away in (EDGE_AWAY, -EDGE_AWAY):
                    self.box.add_artist(Line2D(x, np.add(y, away), **_seen(line.edge, SHOWN[:4])))
        parts = self.parts if text.get_text() == self.said else [text.get_text(), *[""] * len(self.parts)]
        parts = ["\n".join(in_lines(parts[0], self.width, MOST_LINES)), *parts[1:]]
        for cell, part in zip(self.words, parts, strict=False):
            words: Any = cell.get_children()[0]
            words.set(text=part, **_seen(text, STYLE))
            show_literally(words, part)


def _seen(artist: Artist, properties: Sequence[str]) -> dict[str, Any]:
    return {name: getattr(artist, f"get_{name}")() for name in properties}


class Grid(OffsetBox):
    """The entries of a legend in rows and columns: those of a row are level, those of a column flush left or right.

    Parameters
    ----------
    legend : Legend
        As matplotlib made it.
    entries : list of Entry
        With as many parts each.
    flush : str
        "l" or "r" for each part.
    """

    # How many entries are side by side.
    blocks = 1
    # Of the legend of axes: whether it may move, the corner it is in, and how much higher, in inches, the figure is.
    moves, place, grown = False, "", 0.0

    def __init__(self, legend: Legend, entries: list[Entry], flush: str) -> None:
        super().__init__()
        self.entries, self.flush = entries, "l" + flush
        points = float(legend.get_texts()[0].get_fontsize())
        self.gaps = points * np.array([BETWEEN, legend.handletextpad, *(GAPS[side] for side in flush[1:])])
        self.between = points * legend.labelspacing

    def get_children(self) -> list[Any]:
        """Return the cells."""
        return [cell for entry in self.entries for cell in entry.row]

    def get_bbox(self, renderer: RendererBase) -> Bbox:
        """Return the box around all cells."""
        return self._arranged(renderer)[0]

    def draw(self, renderer: RendererBase) -> None:
        """Draw the cells in their places."""
        whole, places = self._arranged(renderer)
        x, y = cast(Any, self).get_offset(whole, renderer)
        for cell, right, up in places:
            cell.set_offset((x + right, y + up))
            cell.draw(renderer)

    def wrap(self, width: int, blocks: int = 1) -> None:
        """Show names in lines of at most so many letters, and so many entries side by side."""
        self.blocks = blocks
        for entry in self.entries:
            entry.width = width

    def _arranged(self, renderer: Any) -> tuple[Bbox, list[tuple[Any, float, float]]]:
        """Return the box around all cells, and where each is in it, in pixels."""
        for entry in self.entries:
            entry.update()
        rows = [entry.row for entry in self.entries if entry.box.get_visible()]
        high, point = max(-(-len(rows) // self.blocks), 1), renderer.points_to_pixels(1.0)
        # Blocks side by side are further columns.
        boxes = np.zeros((high, self.blocks, len(self.flush), 4))
        for k, row in enumerate(rows):
            boxes[k % high, k // high] = [cell.get_bbox(renderer).extents for cell in row]
        left, low, right, top = np.moveaxis(boxes.reshape(high, -1, 4), 2, 0)
        widths, up, down = (right - left).max(axis=0), top.max(axis=1), -low.min(axis=1)
        # A column that says nothing takes no room.
        gaps = np.where(widths > 0, np.tile(self.gaps, self.blocks), 0.0) * point
        starts = np.cumsum(gaps + widths) - widths - gaps[0]
        x = starts + np.where([*self.flush * self.blocks] == np.array("r"), widths - right, -left)
        y = down - np.cumsum(up + down + self.between * point) + self.between * point
        x = x.reshape(boxes.shape[:-1])
        placed = ((row, x[k % high, k // high], y[k % high]) for k, row in enumerate(rows))
        places = [(cell, right, up) for row, along, up in placed for cell, right in zip(row, along, strict=True)]
        return Bbox.from_extents(0.0, y[-1] - down[-1], starts[-1] + widths[-1], 0.0), places


def fill(legend: Legend, rows: Sequence[Row], flush: str) -> Grid:
    """Let a legend, made with their handles, show entries in columns; see `Entry` and `Grid`."""
    packs = cast(Any, legend.get_children()[0]).get_children()
    items = [item.get_children() for column in packs[1].get_children() for item in column.get_children()]
    each = zip(items, legend.legend_handles, rows, strict=True)
    grid = packs[1] = Grid(legend, [Entry(item, sample, *row) for item, sample, row in each], flush)
    grid.set_figure(cast(Any, legend.get_figure(root=False)))
    return grid


def grid_of(legend: Legend | None) -> Any:
    """Return the entries of a legend; None where matplotlib made them alone."""
    return None if legend is None else next(iter(legend.findobj(Grid)), None)
