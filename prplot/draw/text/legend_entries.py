"""The entries of legends: their texts, and their layout in rows and columns."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar, cast

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.offsetbox import OffsetBox, TextArea
from matplotlib.transforms import Bbox

from prplot.curve.curve import Curve
from prplot.draw.base.literal_text import in_lines, localized, printable, show_literally
from prplot.draw.lines.curve_line import CurveLine, Words, bands_said, joined
from prplot.uncertainty.averaged_curves import MeanCurve
from prplot.uncertainty.interval import Interval

# A row has a handle, the parts of its entry, and the kind of area if the entry follows a curve, else None.
Row = tuple[Artist, list[str], str | None]
# The box around all cells, and a list of cells with their places in the box, in pixels.
Arrangement = tuple[Bbox, list[tuple[Any, float, float]]]

# The cells of an entry take these properties from the text of the entry.
STYLE = ("fontproperties", "color", "alpha", "usetex", "path_effects", "visible")
# The edges of a band are drawn this far from the line sample, in points.
EDGE_AWAY = 2.6
# In font sizes: the space before a column that is flush left or right, and the space between blocks of entries.
GAPS, BETWEEN = {"l": 0.35, "r": 0.8}, 1.6
# Names are wrapped after one of these numbers of letters, into at most MOST_LINES lines. The first leaves them whole.
WRAPPED, MOST_LINES = (1000, 40, 30, 22, 15), 4
# Areas this close to 0 and 1 differ from them only by rounding.
ROUNDING = 1e-12
# The numbers of decimals of interval ends lie between these.
LEAST_DECIMALS, MOST_DECIMALS = 2, 12


def area_of(curve: Curve | MeanCurve) -> float:
    """Return the area of a curve; NaN in spaces without an area."""
    return math.nan if curve.space._no_area else curve.area()


def words_of(curve: Curve | MeanCurve, area: float, interval: Interval | None = None, *, ends: bool = True) -> Words:
    """Return the text of a curve's legend entry; with ``ends`` it names the recall at which the curve ends."""
    name = printable(curve.label or "")
    if curve.space._no_area:
        return Words(name)
    number, between, notes = "undefined" if np.isnan(area) else number_written(area), "", []
    if interval is not None and math.isfinite(interval.low) and math.isfinite(interval.high):
        between = f"[{_ends(area, interval)}]"
    if isinstance(curve, Curve) and not np.isnan(area):
        if interval is None:
            between = _bounds(curve)
        if curve.path.soft and curve._bounded:
            notes.append(f"{'min' if curve.space.lower_is_better else 'max'} {number_written(curve.best().area())}")
        if ends and curve.path.reached < 1:
            notes.append(f"ends at recall {two_decimals(curve.path.reached)}")
    return Words(name, number, between, f"({', '.join(notes)})" * bool(notes))


def enter(artist: Artist, name: str, number: float) -> None:
    """Give an artist a legend entry: its name and number, in the columns of names and areas."""
    cells = [printable(name), number_written(number), "", ""]
    artist.set_label(joined(cells))
    vars(artist)["prplot_cells"] = cells


def cells_of(artist: Any) -> list[str]:
    """Return the cells of the legend entry of an artist that is not a curve: from `enter`, or its label."""
    return vars(artist).get("prplot_cells") or [str(artist.get_label()), "", "", ""]


def shown_words(curve: Curve, line: Line2D | None, *, ends: bool = True) -> Words:
    """Return the text of a curve's legend entry, with the area and interval of its line if it has one."""
    area, interval = (line.area, line.interval) if isinstance(line, CurveLine) else (area_of(curve), None)
    return words_of(curve, area, interval, ends=ends)


def _bounds(curve: Curve) -> str:
    """Return the bounds of the area for binned counts, rounded outwards; an empty text without bounds."""
    if not (curve.path.binned and curve.rule.monotone):
        return ""
    least, most = curve.bounds()
    if not least < most:
        return ""
    for digits in range(LEAST_DECIMALS, MOST_DECIMALS):
        low, high = math.floor(least * 10**digits) / 10**digits, math.ceil(most * 10**digits) / 10**digits
        if high - low < 2 * (most - least):
            break
    return f"[{_pair(f'{low:.{digits}f}', f'{high:.{digits}f}')}]"


def number_written(area: float) -> str:
    """Return an area as text: with three decimals, or with two digits if it is small."""
    # Differences from 0 and 1 that are due to rounding are not shown.
    area = next((end for end in (0.0, 1.0) if abs(area - end) < ROUNDING), area)
    text = f"{area:.3f}" if abs(area) >= 0.01 or area == 0 else f"{area:.2g}"
    if area < 1 and float(text) == 1:
        # The area gets as many nines as distinguish it from 1, and is cut off instead of rounded up.
        digits = min(int(np.ceil(-np.log10(1.0 - area))), 15)
        text = f"{np.floor(area * 10**digits) / 10**digits:.{digits}f}"
    return localized(text)


def _ends(area: float, interval: Interval) -> str:
    """Return the ends of an interval as text, with the fewest decimals that distinguish them and enclose the area."""
    for digits in range(LEAST_DECIMALS, MOST_DECIMALS):
        low, high = f"{interval.low:.{digits}f}", f"{interval.high:.{digits}f}"
        # Only an end that is exactly 0 or 1 is written as 0 or 1.
        whole = any(
            float(text) in (0.0, 1.0) and float(text) != end
            for text, end in ((low, interval.low), (high, interval.high))
        )
        if float(low) < float(high) and float(low) <= float(f"{area:.3f}") <= float(high) and not whole:
            break
    return _pair(low, high)


def _pair(*ends: str) -> str:
    """Return two numbers as text in the caller's style, without -0, separated by a semicolon after decimal commas."""
    texts = [localized(end if float(end) else end.replace("-", "")) for end in ends]
    return ("; " if any("," in text for text in texts) else ", ").join(texts)


def level_of(lines: Sequence[CurveLine]) -> str:
    """Return the level of the lines' intervals for a header, such as ", 95 % CI"; empty if there is none or several."""
    levels = {line.interval.level for line in lines if line.interval is not None and line.words.interval}
    return f", {100 * levels.pop():g} % CI" if len(levels) == 1 else ""


def header_of(lines: Sequence[CurveLine]) -> tuple[str, list[str]]:
    """Return the header of a legend, and for each entry the name of its area if the header cannot name it for all."""
    level = level_of(lines)
    kinds = [line.curve.area_name + ("" if level else level_of([line])) for line in lines]
    mixed = len(set(kinds)) > 1
    parts = [f"{'area' if mixed else kinds[0]}{level}", *bands_said(lines)]
    bins = any(line.interval is None and line.words.interval for line in lines)
    return "; ".join(filter(None, parts)) + " [bounds of bins]" * bins, kinds if mixed else [""] * len(lines)


def rank(line: CurveLine) -> float:
    """Return the sort key of a line in legends: the best area is the smallest, an undefined area the largest."""
    if np.isnan(line.area):
        return np.inf
    return line.area if line.lower_is_better else -line.area


def entry_parts(line: CurveLine, kind: str = "") -> list[str]:
    """Return the parts of a legend entry: name or the caller's label, area, interval, note."""
    name, *area, note = line.words
    if line.renamed:
        name = printable(str(line.get_label()))
        # If the caller's label contains the area, the area is not repeated.
        if line.words.area in name:
            area, note = ["", ""], ""
    return [name, *area, f"{note} {kind}".strip()]


def has_entry(line: CurveLine, ax: Axes) -> bool:
    """Return whether a line has a legend entry: it is on the axes and visible, and its label does not leave it out."""
    # As everywhere in matplotlib, labels of the caller that begin with an underscore have no entry.
    left_out = line.renamed and str(line.get_label()).startswith("_")
    return line.axes is ax and line.get_visible() and not left_out


def two_decimals(share: float) -> str:
    """Return a share with two decimals, or with up to four if these distinguish it from 0 and 1."""
    digits = next((d for d in range(2, 5) if float(f"{share:.{d}f}") not in (0.0, 1.0) or share in (0.0, 1.0)), None)
    return localized(f"{share:.1g}" if digits is None else f"{share:.{digits}f}")


class Entry:
    """An entry of a legend: the text that callers read and style, and the cells that are drawn in its place.

    Parameters
    ----------
    item : (OffsetBox, OffsetBox)
        matplotlib's boxes of the sample and of the text.
    sample, handle : Artist
        The artist that is drawn as the sample, and the artist in the axes that it stands for.
    parts : sequence of str
        The name, and the texts of the other columns.
    kind : str or None
        The name of the area of the line that the entry follows; None if it follows no line.
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
        self.parts, self.said = list(parts), joined(parts)
        self.text.set_text(self.said)

    def update(self) -> None:
        """Show the caller's later changes of the line and of the text."""
        line, text = self.handle, self.text
        if self.kind is not None:
            shown = has_entry(line, text.axes)
            for cell in self.row:
                cell.set_visible(shown)
            if text.get_text() == self.said:
                self._say(entry_parts(line, self.kind))
            _look_like(self.sample, line)
            if line.edge is not None and line.edge is not self.edge:
                # The edges of a band are drawn along the sample of its line.
                self.edge, (x, y) = line.edge, self.sample.get_data()
                for away in (EDGE_AWAY, -EDGE_AWAY):
                    edge = Line2D(x, np.add(y, away), transform=self.sample.get_transform())
                    _look_like(edge, line.edge)
                    self.box.add_artist(edge)
        parts = self.parts if text.get_text() == self.said else [text.get_text(), *[""] * len(self.parts)]
        parts = ["\n".join(in_lines(parts[0], self.width, MOST_LINES)), *parts[1:]]
        for cell, part in zip(self.words, parts, strict=False):
            words: Any = cell.get_children()[0]
            words.set(text=part, **{name: getattr(text, f"get_{name}")() for name in STYLE})
            show_literally(words, part)


def _look_like(sample: Line2D, line: Line2D) -> None:
    """Give a sample the look of its line, without moving the sample."""
    transform = sample.get_transform()
    sample.update_from(line)
    sample.set(transform=transform, clip_box=None, clip_path=None, visible=True)


class Grid(OffsetBox):
    """The entries of a legend in rows and columns; cells of a row are level, cells of a column flush left or right.

    Parameters
    ----------
    legend : Legend
        The legend as matplotlib made it.
    entries : list of Entry
        Entries with the same number of parts.
    flush : str
        "l" or "r" for each part.
    """

    # The number of entries side by side; and inside `at_rest` the stored arrangements, by width and number.
    blocks = 1
    known: dict[tuple[int, int], Arrangement] | None = None
    arranged: Arrangement

    def __init__(self, legend: Legend, entries: list[Entry], flush: str) -> None:
        super().__init__()
        self.entries, self.flush = entries, "l" + flush
        points = float(legend.get_texts()[0].get_fontsize())
        self.gaps = points * np.array([BETWEEN, legend.handletextpad, *(GAPS[side] for side in flush[1:])])
        self.between = points * legend.labelspacing

    def get_children(self) -> list[Any]:
        """Return the cells of all entries, which matplotlib treats as the children of this box."""
        return [cell for entry in self.entries for cell in entry.row]

    def get_bbox(self, renderer: RendererBase) -> Bbox:
        """Arrange the cells, and return the box around all of them."""
        known = {} if self.known is None else self.known
        shown = self.entries[0].width, self.blocks
        if shown not in known:
            known[shown] = self._arrange(renderer)
        self.arranged = known[shown]
        return self.arranged[0]

    @contextmanager
    def at_rest(self) -> Iterator[None]:
        """Store arrangements inside the ``with`` block, in which no caller can change anything."""
        self.known = {}
        try:
            yield
        finally:
            self.known = None

    def draw(self, renderer: RendererBase) -> None:
        """Draw the cells in the places that `get_bbox` has found."""
        whole, places = self.arranged
        x, y = cast(Any, self).get_offset(whole, renderer)
        for cell, right, up in places:
            cell.set_offset((x + right, y + up))
            cell.draw(renderer)

    def wrap(self, width: int, blocks: int = 1) -> None:
        """Wrap names into lines of at most ``width`` letters, with ``blocks`` entries side by side."""
        self.blocks = blocks
        for entry in self.entries:
            entry.width = width

    def _arrange(self, renderer: Any) -> Arrangement:
        for entry in self.entries:
            entry.update()
        rows = [entry.row for entry in self.entries if entry.box.get_visible()]
        high, point = max(-(-len(rows) // self.blocks), 1), renderer.points_to_pixels(1.0)
        # Entries that are side by side are in different blocks. Each block has its own columns.
        boxes = np.zeros((high, self.blocks, len(self.flush), 4))
        for k, row in enumerate(rows):
            boxes[k % high, k // high] = [cell.get_bbox(renderer).extents for cell in row]
        left, low, right, top = np.moveaxis(boxes.reshape(high, -1, 4), 2, 0)
        widths, up, down = (right - left).max(axis=0), top.max(axis=1), -low.min(axis=1)
        # An empty column takes no space.
        gaps = np.where(widths > 0, np.tile(self.gaps, self.blocks), 0.0) * point
        starts = np.cumsum(gaps + widths) - widths - gaps[0]
        x = starts + np.where([*self.flush * self.blocks] == np.array("r"), widths - right, -left)
        y = down - np.cumsum(up + down + self.between * point) + self.between * point
        x = x.reshape(boxes.shape[:-1])
        placed = ((row, x[k % high, k // high], y[k % high]) for k, row in enumerate(rows))
        places = [(cell, right, up) for row, along, up in placed for cell, right in zip(row, along, strict=True)]
        return Bbox.from_extents(0.0, y[-1] - down[-1], starts[-1] + widths[-1], 0.0), places


G = TypeVar("G", bound=Grid)


def fill(legend: Legend, rows: Sequence[Row], flush: str, kind: Callable[..., G]) -> G:
    """Replace the entries of a legend by ``rows`` in columns, and return their grid of this kind; see `Entry`, `Grid`.

    The legend must have been made with the handles of the rows.
    """
    packs = cast(Any, legend.get_children()[0]).get_children()
    items = [item.get_children() for column in packs[1].get_children() for item in column.get_children()]
    each = zip(items, legend.legend_handles, rows, strict=True)
    grid = packs[1] = kind(legend, [Entry(item, sample, *row) for item, sample, row in each], flush)
    grid.set_figure(cast(Any, legend.get_figure(root=False)))
    return grid


def grid_of(legend: Legend | None) -> Any:
    """Return the grid of a legend's entries; None if matplotlib alone has made the legend."""
    return None if legend is None else next(iter(legend.findobj(Grid)), None)
