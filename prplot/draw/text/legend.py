"""The legend of axes: names and areas in columns, inside the axes if it covers no curve there, else above them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, cast

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.figure import Figure
from matplotlib.layout_engine import TightLayoutEngine
from matplotlib.legend import Legend
from matplotlib.transforms import Bbox, blended_transform_factory

from prplot.draw.base.axes import ROOMY, figure_of, may_grow, width_in_mm
from prplot.draw.base.saving import BEFORE_SAVING
from prplot.draw.lines.curve_line import CurveLine, MemberLine, curves_on
from prplot.draw.text.labels import SOLID
from prplot.draw.text.legend_entries import WRAPPED, Entry, Grid, Row, entry_parts, fill, grid_of, header_of, rank
from prplot.draw.views import view_of
from prplot.errors import warn

# A legend above the axes has this many entries side by side, as many as fit into the share FULL of the width.
BLOCKS, FULL = (4, 3, 2, 1), 0.96
# Lines above this zorder are curves.
CURVE = 2.9
# A legend inside takes at most this share of the width and of the height of the axes. It stays CLEAR points away from
# curves.
INSIDE, CLEAR = 0.85, 3.0
# A legend stays this many points away from the edge of a figure, as in matplotlib's layouts.
EDGE = 3.0
# A figure that may grow does so if its axes would be smaller than the share KEPT of its width. In other figures a
# warning tells of a legend that takes more than the share CRAMPED of the height of the axes.
KEPT, CRAMPED = 0.62, 0.6
# A legend may be at these places inside the axes, in order of preference, as shares of the free width and height.
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
OUTSIDE = "outside"


def area_legend(ax: Axes, keywords: Mapping[str, Any], *, sort: bool = True) -> Legend | None:
    """Make the legend of all curves on the axes with the caller's keywords, the best first or as they were drawn."""
    lines = curves_on(ax)
    if not lines:
        return None
    title, kinds = header_of(lines)
    pairs = list(zip(lines, kinds, strict=True))
    if sort and not any(kinds):
        pairs.sort(key=lambda pair: rank(pair[0]))
    rows: list[Row] = [(line, entry_parts(line, kind), kind) for line, kind in pairs]
    # Everything else that the caller has labelled stays in the legend.
    others = zip(*ax.get_legend_handles_labels(), strict=True)
    rows += [(handle, [label, "", "", ""], None) for handle, label in others if handle not in lines]
    return make_legend(ax, rows, "lrll", {"title": title, **keywords}, view_of(lines[0].curve.space).free_corner)


def make_legend(
    ax: Axes, rows: Sequence[Row], flush: str, keywords: Mapping[str, Any], corner: str = "lower left"
) -> Legend:
    """Make the legend of axes with the caller's keywords, in the corner that is preferred or where there is room."""
    size = "small" if width_in_mm(ax) >= ROOMY else "x-small"
    look: dict[str, Any] = {"loc": corner, "fontsize": size, "title_fontsize": size, "alignment": "left"}
    look |= {"frameon": True, "framealpha": 0.85, "edgecolor": "none", "borderaxespad": 0.8, "handlelength": 1.6}
    before = grid_of(ax.get_legend())
    # The texts are set later, because matplotlib leaves out labels that begin with an underscore.
    legend = ax.legend([handle for handle, *_ in rows], [" "] * len(rows), **{**look, **keywords})
    legend.set_zorder(5.0)
    grid = fill(legend, rows, flush)
    grid.place, grid.moves = corner, not {"loc", "bbox_to_anchor"} & set(keywords)
    grid.grown = before.grown if before else 0.0
    if ax.get_visible():
        _put(ax, legend, grid)
    if not any(isinstance(child, _Mover) for child in ax.get_children()):
        ax.add_artist(_Mover())
    return legend


def _entries_of(ax: Axes, line: CurveLine) -> list[Entry]:
    return [entry for entry in getattr(grid_of(ax.get_legend()), "entries", ()) if entry.handle is line]


def is_outside(ax: Axes) -> bool:
    """Whether the legend of axes is above them."""
    return getattr(grid_of(ax.get_legend()), "place", "") == OUTSIDE


def replace_line(ax: Axes, line: CurveLine, by: CurveLine) -> None:
    """Let a line have the entry of another one in the legend."""
    for entry in _entries_of(ax, line):
        entry.handle = by


class _Mover(Artist):
    """Moves a legend inside the axes, just before it is drawn, away from lines that were added later."""

    def draw(self, renderer: RendererBase) -> None:  # noqa: ARG002
        """Move the legend to the corner with the fewest lines, if it covers a curve; draw nothing."""
        ax = cast(Axes, self.axes)
        for legend, grid in _ours(ax):
            if grid.place == OUTSIDE or not _covered(ax, _box(ax, legend, grid.place), CURVE):
                continue
            callback, legend.stale_callback = legend.stale_callback, None
            grid.place = min(PLACES, key=lambda corner: _covered(ax, _box(ax, legend, corner)))
            legend.set_loc(grid.place)
            legend.stale_callback = callback


def _ours(ax: Axes) -> list[tuple[Any, Any]]:
    """Return the legend of axes with its entries, or nothing if the caller has placed the legend."""
    legend: Any = ax.get_legend()
    grid = grid_of(legend)
    if grid is None or not grid.moves or not ax.get_visible():
        return []
    if grid.place == OUTSIDE:
        unmoved = legend.get_bbox_to_anchor() is grid.anchor
    else:
        unmoved = np.allclose(legend.get_window_extent().min, _box(ax, legend, grid.place).min, atol=2.0)
    return [(legend, grid)] if unmoved else []


def settle(figure: Figure) -> None:
    """Put legends once more where they cover no line, unless callers have moved them; `save` does so."""
    engine = figure.get_layout_engine()
    if engine is not None and len(figure.axes) > 1:
        engine.execute(figure)
    for ax in figure.axes:
        for ours in _ours(ax):
            _put(ax, *ours)


BEFORE_SAVING.append(settle)


def _put(ax: Axes, legend: Any, grid: Any) -> None:
    """Put a legend at the first place inside the axes where it covers no line, with wrapped names if need be.

    Without such a place the legend goes above the axes for good if a layout may leave space there, else to the place
    where it covers the fewest lines.
    """
    figure, candidates = figure_of(ax), []
    if grid.moves:
        legend.set_in_layout(False)
    if grid.place == OUTSIDE:
        _leave(ax, legend, grid)
        return
    ax.apply_aspect()
    for width in widths(grid):
        grid.wrap(width)
        large = bool((legend.get_window_extent().size > INSIDE * np.array(ax.bbox.size)).any())
        for corner in sorted(PLACES, key=lambda corner: corner != grid.place):
            covered = _covered(ax, _box(ax, legend, corner)) if grid.moves and not large else 0
            candidates.append((large, covered, width, corner))
    large, covered, width, corner = min(candidates, key=lambda one: one[:2])
    grid.wrap(width)
    by_grid = figure.get_layout_engine() or all(one.get_subplotspec() for one in figure.axes)
    if grid.moves and (large or covered) and by_grid and ax.get_subplotspec():
        _leave(ax, legend, grid)
        return
    if grid.moves:
        grid.place = corner
        legend.set_loc(corner)
    if large:
        _warn(ax, "is larger than the axes")


def widths(grid: Grid) -> list[int]:
    """Return in lines of how many letters names are tried: whole, and narrower than the longest."""
    longest = max(len(entry.parts[0]) for entry in grid.entries)
    return [WRAPPED[0], *(width for width in WRAPPED[1:] if width < longest)]


def _box(ax: Axes, legend: Any, corner: str) -> Bbox:
    """Return the box of a legend at a place inside the axes, in pixels."""
    room, size = ax.bbox.padded(-_gap(legend)), legend.get_window_extent().size
    low = room.min + np.array(PLACES[corner]) * (room.size - size)
    return Bbox([low, low + size])


def _gap(legend: Any) -> float:
    """Return the distance of a legend from the frame, in pixels."""
    points = legend.borderaxespad * legend.get_texts()[0].get_fontsize()
    return float(points * legend.get_figure(root=True).dpi / 72)


def _covered(ax: Axes, box: Bbox, least: float = SOLID) -> int:
    """Return how many lines a box covers: curves, single curves of means, and reference lines and marks."""
    near = box.padded(CLEAR * figure_of(ax).dpi / 72)
    solid = [line for line in ax.lines if line.get_zorder() > least or isinstance(line, MemberLine)]
    with np.errstate(all="ignore"):
        paths = [line.get_transform().transform_path(line.get_path()) for line in solid if line.get_visible()]
    # The second test finds marks, which have no length.
    return sum(path.intersects_bbox(near, filled=False) or near.count_contains(path.vertices) > 0 for path in paths)


class _Height(Artist):
    """The space that layouts leave for a legend above axes; beside other axes only its height counts."""

    def __init__(self, legend: Legend) -> None:
        super().__init__()
        self.legend = legend
        # Layouts ignore artists that are clipped to the axes.
        self.set_clip_on(False)

    def get_tightbbox(self, renderer: RendererBase | None = None) -> Bbox | None:
        """Return the box of the legend, in figures of several axes as wide as its axes; None for a former legend."""
        ax, box = cast(Axes, self.axes), self.legend.get_window_extent(renderer)
        sides = box if len(cast(Any, ax.figure).axes) == 1 else ax.bbox
        return Bbox([(sides.x0, box.y0), (sides.x1, box.y1)]) if ax.get_legend() is self.legend else None


def _across(ax: Axes, tight: Bbox) -> Any:
    """Return the left and the right end, in pixels, between which a legend above axes may lie."""
    part: Any = ax.figure
    if len(part.axes) > 1:
        return tight.x0, ax.get_position(original=True).transformed(part.transSubfigure).x1
    return part.bbox.padded(-EDGE * figure_of(ax).dpi / 72).intervalx


def _leave(ax: Axes, legend: Any, grid: Any) -> None:
    """Put a legend above axes, and let the layout leave space for it; a figure that may grow does so."""
    figure, part, gap = figure_of(ax), cast(Any, ax.figure), _gap(legend)
    engine, alone = figure.get_layout_engine() or TightLayoutEngine(), figure.axes == [ax]
    grid.room = grid.room or ax.add_artist(_Height(legend))
    grid.room.set_in_layout(False)
    engine.execute(figure)
    tight, side = cast(Bbox, ax.get_tightbbox()), ax.bbox.height
    low, high = _across(ax, tight)
    for width, blocks in product(widths(grid), BLOCKS):
        grid.wrap(width, blocks)
        box = legend.get_window_extent()
        if box.width <= FULL * (high - low):
            break
    spare = max(grid.grown * figure.dpi, alone * (figure.bbox.height - tight.height))
    taken = max(box.height + gap - spare, 0.0)
    if alone and may_grow(figure):
        grown = max(taken - max(side - KEPT * figure.bbox.width, 0.0), 0.0) / figure.dpi
        grid.grown += grown
        figure.set_figheight(figure.get_figheight() + grown)
    legend.set_loc("lower left")
    grid.place = OUTSIDE
    places = blended_transform_factory(part.transSubfigure if len(part.axes) == 1 else ax.transAxes, ax.transAxes)
    # One layout brings square axes only near their final place, so there are two.
    for _ in range(2):
        grid.room.set_in_layout(False)
        tight = cast(Bbox, ax.get_tightbbox())
        low, high = _across(ax, tight)
        left = max(min(ax.bbox.x0, high - box.width / FULL), low)
        legend.set_bbox_to_anchor(places.inverted().transform((left - gap, tight.y1)), places)
        grid.anchor = legend.get_bbox_to_anchor()
        grid.room.set_in_layout(True)
        engine.execute(figure)
    if taken > CRAMPED * side and not (alone and may_grow(figure)):
        # Where axes would have no size at all, layouts leave them as they are.
        cut = legend.get_window_extent().y1 > figure.bbox.y1 + 1.0
        _warn(ax, "is cut off" if cut else f"leaves axes of only {min(ax.bbox.size) / figure.dpi:.2g} inches")
    # The layout may have made other axes smaller.
    for other in figure.axes:
        for ours in [] if is_outside(other) else _ours(other):
            _put(other, *ours)


def _warn(ax: Axes, what: str) -> None:
    width, height = figure_of(ax).get_size_inches()
    warn(
        f"the legend {what} in a figure of {width:.3g} by {height:.3g} inches. Make the figure larger, give "
        "shorter names, or leave the legend out with legend=False."
    )
