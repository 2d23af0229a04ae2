"""The legend of axes: names and areas in columns, inside where they cover no curve, else outside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, cast

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.layout_engine import TightLayoutEngine
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.offsetbox import OffsetBox, TextArea
from matplotlib.transforms import Bbox, blended_transform_factory

from prplot.draw.base.axes import ROOMY, may_grow, width_in_mm
from prplot.draw.base.figure import figure_of
from prplot.draw.base.literal_text import in_lines, show_literally
from prplot.draw.base.saving import BEFORE_SAVING
from prplot.draw.lines.curve_line import MEMBER, CurveLine, curves_on
from prplot.draw.text.labels import SOLID
from prplot.draw.text.legend_entries import entry_parts, entry_text, has_entry, header_of, rank
from prplot.draw.views import view_of
from prplot.errors import warn

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
# How many entries are side by side above axes, as many as fit in that share of the room.
BLOCKS, FULL = (4, 3, 2, 1), 0.96
# Lines above this zorder are curves.
CURVE = 2.9
# The share of the axes that a legend inside may be wide and high; how far it stays from curves, in points.
INSIDE, CLEAR = 0.85, 3.0
# How far a legend stays from the edge of a figure, in points, as layouts do.
EDGE = 3.0
# A figure of ours grows where axes would become smaller than this share of its width; what share of their height a
# legend may take from axes of other figures without a warning.
KEPT, CRAMPED = 0.62, 0.6
# Where a legend may be inside the axes, as shares of the room that it leaves, in the order of preference.
PLACES = {
    "lower left": (0.0, 0.0),
    "upper right": (1.0, 1.0),
    "lower right": (1.0, 0.0),
    "upper left": (0.0, 1.0),
    "center left": (0.0, 0.5),
    "center right": (1.0, 0.5),
    "lower center": (0.5, 0.0),
    "upper center": (0.5, 1.0),
}


# What it shows.


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

    def __init__(
        self, item: Sequence[Any], sample: Any, handle: Artist, parts: Sequence[str], kind: str | None
    ) -> None:
        self.box, (self.text,) = item[0], item[1].get_children()
        self.sample, self.handle, self.kind = sample, handle, kind
        sides = ["left", *["right"] * (len(parts) - 1)]
        self.words: list[Any] = [
            TextArea("", multilinebaseline=True, textprops={"multialignment": side}) for side in sides
        ]
        self.row: list[Any] = [self.box, *self.words]
        self.width, self.label, self.edge = WRAPPED[0], "", None
        self.look: dict[str, Any] = {}
        self._say(parts)

    def _say(self, parts: Sequence[str]) -> None:
        self.parts, self.said = list(parts), entry_text(parts)
        self.text.set_text(self.said)

    def update(self) -> None:
        """Show what callers have made of the line, and of the text, since."""
        line, text = self.handle, self.text
        if self.kind is not None and isinstance(line, CurveLine):
            for cell in self.row:
                cell.set_visible(has_entry(line, text.axes))
            if self.label != (label := str(line.get_label())):
                self.label = label
                self._say(entry_parts(line, self.kind))
            if self.look != (look := _seen(line, SHOWN)):
                self.look = look
                self.sample.set(**look)
            if line.edge is not None and line.edge is not self.edge:
                self._show_edge(line.edge)
        parts = self.parts if text.get_text() == self.said else [text.get_text(), *[""] * len(self.parts)]
        for cell, part in zip(self.words, parts, strict=False):
            said = "\n".join(in_lines(part, self.width, MOST_LINES)) if cell is self.words[0] else part
            (words,) = cell.get_children()
            words.set(text=said, **_seen(text, STYLE))
            show_literally(words, part)

    def _show_edge(self, edge: Any) -> None:
        """Draw the edges of the band of a line along its sample."""
        self.edge, (x, y) = edge, self.sample.get_data()
        for away in (EDGE_AWAY, -EDGE_AWAY):
            self.box.add_artist(Line2D(x, np.add(y, away), **_seen(edge, SHOWN[:4])))


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

    def __init__(self, legend: Legend, entries: list[Entry], flush: str) -> None:
        super().__init__()
        self.entries, self.flush = entries, "l" + flush
        points = float(legend.get_texts()[0].get_fontsize())
        self.gaps = points * np.array([BETWEEN, legend.handletextpad, *(GAPS[side] for side in flush[1:])])
        self.between = points * legend.labelspacing
        # How many entries are side by side.
        self.blocks = 1
        # For the legend of axes: whether it may move; the corner it is in, or where it is above the axes; and how much
        # higher, in inches, the figure is for it, and what layouts see of it there.
        self.moves, self.grown, self.height = False, 0.0, None
        self.place: Any = "lower left"

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

    def wrap(self, width: int) -> None:
        """Show names in lines of at most so many letters."""
        for entry in self.entries:
            entry.width = width

    def _arranged(self, renderer: Any) -> tuple[Bbox, list[tuple[Any, float, float]]]:
        """Return the box around all cells, and where each is in it, in pixels."""
        for entry in self.entries:
            entry.update()
        rows = [entry.row for entry in self.entries if entry.box.get_visible()]
        high, point = max(-(-len(rows) // self.blocks), 1), renderer.points_to_pixels(1.0)
        boxes = np.zeros((high * self.blocks, len(self.flush), 4))
        for k, row in enumerate(rows):
            boxes[k] = [cell.get_bbox(renderer).extents for cell in row]
        # Blocks side by side are further columns.
        boxes = boxes.reshape(self.blocks, high, -1, 4).swapaxes(0, 1).reshape(high, -1, 4)
        left, low, right, top = np.moveaxis(boxes, 2, 0)
        widths, up, down = (right - left).max(axis=0), top.max(axis=1), -low.min(axis=1)
        # A column that says nothing takes no room.
        gaps = np.where(widths > 0, np.tile(self.gaps, self.blocks), 0.0) * point
        starts = np.cumsum(gaps + widths) - widths - gaps[0]
        x = starts + np.where([*self.flush * self.blocks] == np.array("r"), widths - right, -left)
        y = down - np.cumsum(up + down + self.between * point) + self.between * point
        columns = len(self.flush)
        places = [
            (cell, x[k % high, k // high * columns + column], y[k % high])
            for k, row in enumerate(rows)
            for column, cell in enumerate(row)
        ]
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


def least_size() -> float:
    """Return the size of the smallest text of the caller's style, in points; no legend has a smaller one."""
    return float(FontProperties(size="x-small").get_size_in_points())


def area_legend(ax: Axes, asked: Mapping[str, Any], *, sort: bool = True) -> Legend | None:
    """Make the legend of all curves on the axes with the caller's keywords, the best first or as they were drawn."""
    lines = curves_on(ax)
    if not lines:
        return None
    title, kinds = header_of(lines)
    pairs = list(zip(lines, kinds, strict=True))
    if sort and not any(kinds):
        pairs.sort(key=lambda pair: rank(pair[0]))
    rows: list[Row] = [(line, entry_parts(line, kind), kind) for line, kind in pairs]
    # Whatever the caller has labelled stays in the legend.
    others = zip(*ax.get_legend_handles_labels(), strict=True)
    rows += [(handle, [label, "", "", ""], None) for handle, label in others if handle not in lines]
    return make_legend(ax, rows, "lrll", {"title": title, **asked}, view_of(lines[0].curve.space).free_corner)


def make_legend(
    ax: Axes, rows: Sequence[Row], flush: str, asked: Mapping[str, Any], place: str = "lower left"
) -> Legend:
    """Make the legend of axes with the caller's keywords, in the corner that is preferred or where there is room."""
    size = "small" if width_in_mm(ax) >= ROOMY else "x-small"
    look: dict[str, Any] = {"loc": place, "fontsize": size, "title_fontsize": size, "alignment": "left"}
    look |= {"frameon": True, "framealpha": 0.85, "edgecolor": "none", "borderaxespad": 0.8, "handlelength": 1.6}
    before = grid_of(ax.get_legend())
    # The words come later: matplotlib leaves out labels that begin with an underscore.
    legend = ax.legend([handle for handle, *_ in rows], [" "] * len(rows), **{**look, **asked})
    legend.set_zorder(5.0)
    grid = fill(legend, rows, flush)
    grid.place, grid.moves = place, not {"loc", "bbox_to_anchor"} & set(asked)
    grid.grown = before.grown if before else 0.0
    if ax.get_visible():
        _put(ax, legend, grid)
    if not any(isinstance(child, _Mover) for child in ax.get_children()):
        ax.add_artist(_Mover())
    return legend


class _Mover(Artist):
    """Moves a legend inside the axes, just before it is drawn, away from lines that were added later."""

    def draw(self, renderer: RendererBase) -> None:  # noqa: ARG002
        """Choose the corner that covers the fewest lines, if the legend covers a curve; nothing is drawn."""
        ax = cast(Axes, self.axes)
        legend: Any = ax.get_legend()
        grid = grid_of(legend)
        inside = _is_ours(ax, legend, grid) and isinstance(grid.place, str)
        if inside and _covered(ax, _box(ax, legend, grid.place), CURVE):
            callback, legend.stale_callback = legend.stale_callback, None
            grid.place = min(PLACES, key=lambda place: _covered(ax, _box(ax, legend, place)))
            legend.set_loc(grid.place)
            legend.stale_callback = callback


def _is_ours(ax: Axes, legend: Any, grid: Any) -> bool:
    """Whether a legend is where it was put here, rather than by callers."""
    if grid is None or not grid.moves or not ax.get_visible():
        return False
    return np.allclose(legend.get_window_extent().min, _box(ax, legend, grid.place).min, atol=2.0)


def _entries_of(ax: Axes, line: CurveLine) -> list[Entry]:
    return [entry for entry in getattr(grid_of(ax.get_legend()), "entries", ()) if entry.handle is line]


def is_outside(ax: Axes) -> bool:
    """Whether the legend of axes is above them."""
    return not isinstance(getattr(grid_of(ax.get_legend()), "place", ""), str)


def replace_line(ax: Axes, line: CurveLine, by: CurveLine) -> None:
    """Let a line have the entry of another one in the legend."""
    for entry in _entries_of(ax, line):
        entry.handle = by


def cells_of(ax: Axes, line: CurveLine) -> list[Artist]:
    """Return what stands in the legend for a line: its sample, its name, and what is said of its area."""
    return [cell for entry in _entries_of(ax, line) for cell in (entry.sample, *entry.words)]


# Where it goes.


def settle(figure: Figure) -> None:
    """Put legends once more where they cover no line, unless callers have moved them; `save` does so."""
    engine = figure.get_layout_engine()
    if engine is not None and len(figure.axes) > 1:
        engine.execute(figure)
    for ax in figure.axes:
        legend: Any = ax.get_legend()
        grid = grid_of(legend)
        if _is_ours(ax, legend, grid):
            _put(ax, legend, grid)


BEFORE_SAVING.append(settle)


def _put(ax: Axes, legend: Any, grid: Any) -> None:
    """Put a legend into the first place inside where it covers no line, with names in more lines if need be.

    Where there is none it goes outside, where it stays, or to where it covers the fewest.
    """
    figure, spec, found = figure_of(ax), ax.get_subplotspec(), []
    engine, outside = figure.get_layout_engine(), not isinstance(grid.place, str)
    legend.set_in_layout(False)
    if grid.height:
        grid.height.set_in_layout(False)
    ax.apply_aspect()
    grid.blocks = 1
    for width in () if outside else widths(grid):
        grid.wrap(width)
        large = bool((legend.get_window_extent().size > INSIDE * np.array(ax.bbox.size)).any())
        for place in sorted(PLACES, key=lambda place: place != grid.place):
            covered = _covered(ax, _box(ax, legend, place)) if grid.moves and not large else 0
            found.append((large, covered, width, place))
    large, covered, width, place = min(found, key=lambda one: one[:2], default=(True, 0, 0, ""))
    leaves = (large or covered) and spec and (engine or all(one.get_subplotspec() for one in figure.axes))
    if grid.moves and leaves:
        _leave(ax, legend, grid)
    else:
        grid.wrap(width)
        if grid.moves:
            grid.place = place
            legend.set_loc(place)
        if large:
            _warn(ax, "is larger than the axes")


def widths(grid: Grid) -> list[int]:
    """Return in lines of how many letters names are tried: whole, and narrower than the longest."""
    longest = max(len(entry.parts[0]) for entry in grid.entries)
    return [WRAPPED[0], *(width for width in WRAPPED[1:] if width < longest)]


def _box(ax: Axes, legend: Any, place: Any) -> Bbox:
    """Return the box of a legend in a place inside or outside the axes, in pixels."""
    room, size = ax.bbox.padded(-_gap(legend)), legend.get_window_extent().size
    if isinstance(place, str):
        low = room.min + np.array(PLACES[place]) * (room.size - size)
    else:
        low = _outer(ax).transform(place) + _gap(legend)
    return Bbox([low, low + size])


def _gap(legend: Any) -> float:
    """Return how far a legend stays from the frame, in pixels."""
    points = legend.borderaxespad * legend.get_texts()[0].get_fontsize()
    return float(points * legend.get_figure(root=True).dpi / 72)


def _covered(ax: Axes, box: Bbox, least: float = SOLID) -> int:
    """Return how many lines a box covers: curves, members of means, and lines and marks of reference."""
    near = box.padded(CLEAR * figure_of(ax).dpi / 72)
    solid = [line for line in ax.lines if line.get_zorder() > least or line.get_label() == MEMBER]
    with np.errstate(all="ignore"):
        paths = [line.get_transform().transform_path(line.get_path()) for line in solid if line.get_visible()]
    # The second is for marks, which have no length.
    return sum(path.intersects_bbox(near, filled=False) or near.count_contains(path.vertices) > 0 for path in paths)


def _outer(ax: Axes) -> Any:
    """Return the coordinates of places above axes: across, those of the figure where there are no other axes."""
    figure = cast(Any, ax.figure)
    alone = len(figure.axes) == 1
    return blended_transform_factory(figure.transSubfigure if alone else ax.transAxes, ax.transAxes)


class _Height(Artist):
    """What layouts see of a legend above axes: its height alone where they might shift other axes ever farther."""

    def __init__(self, legend: Legend) -> None:
        super().__init__()
        self.legend = legend
        # Layouts pass by what is clipped to the axes.
        self.set_clip_on(False)

    def get_tightbbox(self, renderer: RendererBase | None = None) -> Bbox | None:
        """Return the box of the legend, as wide as the axes beside others; None if there is another legend."""
        ax, box = cast(Axes, self.axes), self.legend.get_window_extent(renderer)
        sides = box if len(cast(Any, ax.figure).axes) == 1 else ax.bbox
        return Bbox([(sides.x0, box.y0), (sides.x1, box.y1)]) if ax.get_legend() is self.legend else None


def _across(ax: Axes, tight: Bbox) -> Any:
    """Return from where to where a legend above axes may reach, in pixels."""
    figure = cast(Any, ax.figure)
    if len(figure.axes) > 1:
        return tight.x0, ax.get_position(original=True).transformed(figure.transSubfigure).x1
    edge = EDGE * figure.dpi / 72
    return figure.bbox.x0 + edge, figure.bbox.x1 - edge


def _leave(ax: Axes, legend: Any, grid: Any) -> None:
    """Put a legend above axes, and let a layout make room for it, for which a figure of ours grows."""
    figure, gap = figure_of(ax), _gap(legend)
    engine = figure.get_layout_engine() or TightLayoutEngine()
    engine.execute(figure)
    tight = cast(Bbox, ax.get_tightbbox())
    low, high = _across(ax, tight)
    for width, blocks in product(widths(grid), BLOCKS):
        grid.blocks = blocks
        grid.wrap(width)
        box = legend.get_window_extent()
        if box.width <= FULL * (high - low):
            break
    alone, height = figure.axes == [ax], ax.bbox.height
    spare = max(grid.grown * figure.dpi, alone * (figure.bbox.height - tight.height))
    taken = max(box.height + gap - spare, 0.0)
    if alone and may_grow(figure):
        grown = max(taken - max(height - KEPT * figure.bbox.width, 0.0), 0.0) / figure.dpi
        grid.grown += grown
        figure.set_figheight(figure.get_figheight() + grown)
    elif taken > CRAMPED * height:
        _warn(ax, f"leaves axes of only {max(height - taken, 0.0) / figure.dpi:.2g} inches")
    legend.set_loc("lower left")
    grid.height = grid.height or ax.add_artist(_Height(legend))
    # A layout brings square axes only near their place.
    for _ in range(2):
        grid.height.set_in_layout(False)
        tight = cast(Bbox, ax.get_tightbbox())
        low, high = _across(ax, tight)
        left = max(min(ax.bbox.x0, high - box.width / FULL), low)
        grid.place = tuple(_outer(ax).inverted().transform((left - gap, tight.y1)))
        legend.set_bbox_to_anchor(grid.place, _outer(ax))
        grid.height.set_in_layout(True)
        engine.execute(figure)


def _warn(ax: Axes, what: str) -> None:
    width, height = figure_of(ax).get_size_inches()
    warn(
        f"the legend {what} in a figure of {width:.3g} by {height:.3g} inches. Make the figure larger, give "
        "shorter names, or leave the legend out with legend=False."
    )
