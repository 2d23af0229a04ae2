"""The place of the legend of axes, which is found whenever the figure is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from typing import Any, NamedTuple, cast

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.layout_engine import PlaceHolderLayoutEngine
from matplotlib.legend import Legend
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from prplot.draw.base.axes import figure_of
from prplot.draw.text.labels import quietly
from prplot.draw.text.legend_entries import WRAPPED, Grid
from prplot.draw.text.obstacles import COSTS, Obstacle, obstacles_of
from prplot.errors import warn
from prplot.rows.arrays import FloatArray

# A legend above the axes has as many of these numbers of entries side by side as fit into the share FULL of the
# width.
BLOCKS, FULL = (4, 3, 2, 1), 0.96
# A legend inside takes at most the share INSIDE of the width and of the height of the axes. It stays CLEAR points
# away from curves.
INSIDE, CLEAR = 0.85, 3.0
# A legend stays this many points away from the edge of a figure, as in matplotlib's layouts.
EDGE = 3.0
# Axes that are alone may become smaller for a legend above them, down to the share KEPT of their width. Axes beside
# others may lose only LOST inches.
KEPT, LOST = 0.5, 0.02
# A new figure becomes higher for a legend if its axes would be smaller than this share of its width.
WIDE = 0.62
# A legend with more entries than this is above the axes if there is space.
FEW = 6
OPAQUE, TRANSLUCENT = 1.0, 0.85
# The places of a legend inside the axes, as shares of the free width and height, in order of preference. If the
# legend covers something at each of them, places between them are tried.
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
GRID = product(np.linspace(0.0, 1.0, 9).tolist(), repeat=2)
EVERYWHERE = [*PLACES.values(), *(place for place in GRID if place not in PLACES.values())]
# Ticks, labels and values beside the axes take about this much width and height, in letters of the labels.
AROUND = np.array([7.0, 4.0])
# The legend is where prplot has put it if it is at most this many pixels away.
SAME = 0.2


class _Inside(NamedTuple):
    """A place of the legend inside the axes.

    The fields are: the share by which the legend is too large, the cost of the things that it covers, letters per line
    of names, and the place as in `PLACES`.
    """

    large: float
    cost: float
    width: int
    corner: tuple[float, float]

    @property
    def is_bad(self) -> bool:
        """Whether the legend at this place covers something or is too large for the axes."""
        return self.large > 0 or self.cost > 0


class _Above(NamedTuple):
    """A place of the legend above the axes.

    The fields are: letters per line of names, entries side by side, width and height in inches, and the height above
    the space of the axes that a layout must reserve, in inches.
    """

    width: int
    blocks: int
    wide: float
    high: float
    taken: float = 0.0


def widths(grid: Grid) -> list[int]:
    """Return the numbers of letters after which names may be wrapped: first without wrapping, then ever shorter."""
    longest = max(len(entry.parts[0]) for entry in grid.entries)
    return [WRAPPED[0], *(width for width in WRAPPED[1:] if width < longest)]


class LegendPlace(Artist):
    """Finds the place of a legend: in a corner of the axes where it covers nothing, or above the axes.

    The legend is above the axes if it would cover something inside, a layout engine can reserve space, and the axes do
    not become too small. This is decided for the size of the axes without a legend, so that the next drawing decides
    the same. A legend that the caller moves stays there. If the caller has chosen the place, only names are wrapped.

    This artist is invisible. It arranges the legend just before the axes are drawn or laid out.

    Parameters
    ----------
    legend : Legend
        The legend.
    grid : Grid
        The entries of the legend.
    corner : (float, float)
        The preferred place inside the axes.
    keywords : mapping
        The caller's keywords for the place of the legend; empty without any.
    free : bool
        Whether the legend may become opaque.

    Attributes
    ----------
    above : _Above or None
        The arrangement above the axes; None inside.
    put : (float, float)
        The place of the lower left corner in shares of the axes; NaN if the caller has chosen the place.
    warned : bool
        Whether there was a warning about the legend.
    """

    def __init__(
        self, legend: Legend, grid: Grid, corner: tuple[float, float], keywords: dict[str, Any], *, free: bool
    ) -> None:
        super().__init__()
        self.legend, self.grid, self.preferred, self.keywords, self.free = legend, grid, corner, keywords, free
        self.above = cast(_Above | None, None)
        self.put, self.warned = (np.nan, np.nan), False
        # Layouts ignore artists that are clipped to the axes. The axes' contents are drawn later.
        self.set_clip_on(False)
        self.set_zorder(-100.0)

    @contextmanager
    def quietly(self) -> Iterator[None]:
        """Change the legend inside the ``with`` block without requesting another drawing."""
        with quietly(self.legend), self.grid.at_rest():
            yield

    # Places of the legend.

    def put_at(self, ax: Axes, corner: tuple[float, float]) -> None:
        """Move the legend to a place inside the axes, given as in `PLACES`."""
        size = np.array(ax.bbox.size)
        self._put(self._corner(ax, corner, size, np.array(self.legend.get_window_extent().size)) / size)

    def _put(self, place: FloatArray) -> None:
        """Move the lower left corner of the legend to a place, given in shares of the axes."""
        x, y = place.tolist()
        self.put = (x, y)
        self.legend.set_loc(self.put)

    def _is_moved(self, ax: Axes) -> bool:
        """Return whether the caller has moved the legend."""
        now = self.legend.get_window_extent().min
        return self.legend.get_bbox_to_anchor() is not ax.bbox or not np.allclose(
            now, ax.bbox.min + np.array(self.put) * ax.bbox.size, atol=SAME
        )

    def _hold(self, ax: Axes) -> bool:
        """Return whether the legend is still prplot's; if the caller has moved it, let layouts reserve space for it."""
        shown = ax.get_legend() is self.legend and self.legend.get_visible()
        ours = shown and not self._is_moved(ax)
        self.legend.set_in_layout(not ours)
        if not ours:
            self.above = None
        return ours

    def chosen(self, ax: Axes) -> dict[str, Any]:
        """Return the place to which the caller has moved the legend, as keywords; empty if it was not moved."""
        if self.keywords or ax.get_legend() is not self.legend or not self._is_moved(ax):
            return self.keywords
        x, y = ax.transAxes.inverted().transform(self.legend.get_window_extent().min)
        return {"loc": (x, y)}

    def _gap(self, ax: Axes) -> float:
        """Return the distance of the legend from the frame, in pixels."""
        points = cast(Any, self.legend).borderaxespad * self.legend.get_texts()[0].get_fontsize()
        return float(points * figure_of(ax).dpi / 72)

    def _corner(self, ax: Axes, corner: tuple[float, float], size: FloatArray, own: FloatArray) -> FloatArray:
        """Return the lower left corner of a legend of size ``own`` at a place in axes of size ``size``, in pixels."""
        # The legend is a little farther from the frame than matplotlib would put it, so a move by the caller is
        # noticed.
        gap = self._gap(ax) + 2 * SAME
        return np.asarray(gap + np.array(corner) * (size - 2 * gap - own))

    def _inside(self, ax: Axes, size: FloatArray) -> _Inside:
        """Return the best place inside axes of a size: the first that covers nothing, otherwise the least bad one."""
        obstacles = [each.on(size) for each in obstacles_of(ax)]
        margin, best = CLEAR * figure_of(ax).dpi / 72, _Inside(np.inf, np.inf, WRAPPED[0], self.preferred)
        corners = sorted(EVERYWHERE, key=lambda corner: corner != self.preferred)
        for width in widths(self.grid):
            self.grid.wrap(width)
            own = np.array(self.legend.get_window_extent().size)
            large = max(float((own / size).max()) - INSIDE, 0.0)
            for corner in corners:
                low = self._corner(ax, corner, size, own)
                box = Bbox([low - margin, low + own + margin])
                tried = _Inside(large, _cost_under(box, obstacles, best, large), width, corner)
                if not tried.is_bad:
                    return tried
                best = min(best, tried, key=lambda one: (round(one.large, 1), one.cost))
        return best

    def _above(self, ax: Axes) -> _Above:
        """Return the arrangement of the legend above the axes: line length, entries side by side, and size."""
        low, high = self._across(ax)
        width, blocks, box = WRAPPED[0], 1, self.legend.get_window_extent()
        for width, blocks in product(widths(self.grid), BLOCKS):
            self.grid.wrap(width, blocks)
            box = self.legend.get_window_extent()
            if box.width <= FULL * (high - low):
                break
        dpi = figure_of(ax).dpi
        return _Above(width, blocks, box.width / dpi, (box.height + self._gap(ax)) / dpi)

    def _across(self, ax: Axes) -> tuple[float, float]:
        """Return the left and the right end, in pixels, between which a legend above the axes may lie."""
        part = cast(Any, ax.figure)
        if len(part.axes) == 1:
            low, high = part.bbox.padded(-EDGE * figure_of(ax).dpi / 72).intervalx
            return float(low), float(high)
        beside = ax.yaxis.get_tightbbox(None) if ax.get_visible() else None
        left = ax.bbox.x0 if beside is None else min(beside.x0, ax.bbox.x0)
        return float(left), float(ax.get_position(original=True).transformed(part.transSubfigure).x1)

    def _left(self, ax: Axes, wide: float) -> float:
        """Return the left end, in pixels, of a legend of this width above the axes."""
        low, high = self._across(ax)
        return float(max(min(ax.bbox.x0, high - wide / FULL), low))

    # The decision whether the legend is inside or above the axes.

    def _decide(self, ax: Axes) -> None:
        """Decide whether the legend is above the axes."""
        dpi, alone = figure_of(ax).dpi, _is_alone(ax)
        self.above = None
        many = alone and sum(entry.box.get_visible() for entry in self.grid.entries) > FEW
        if not many and not self._inside(ax, self._about(ax)[0]).is_bad:
            return
        size, height = self._room(ax)
        bad = self._inside(ax, size).is_bad
        if bad or many:
            above = self._above(ax)
            taken, lost = _cost_above(ax, size, height, above.high * dpi + _top_of(ax) - ax.bbox.y1)
            limit = (1 - KEPT) * size[0 if _is_square(ax) else 1] if alone else LOST * dpi
            if lost <= limit * bad:
                self.above = above._replace(taken=taken / dpi)

    def _about(self, ax: Axes) -> tuple[FloatArray, float]:
        """Return an estimate of what `_room` returns, with margins from the size of the font: much faster."""
        letter = float(ax.yaxis.label.get_fontsize()) * figure_of(ax).dpi / 72
        return self._within(ax, AROUND * letter)

    def _room(self, ax: Axes) -> tuple[FloatArray, float]:
        """Return the axes' size without a legend above, and the height available.

        Both are in pixels and computed from the axes' share of the figure, so they do not depend on the present layout.
        """
        self.set_in_layout(False)
        tight = cast(Bbox, ax.get_tightbbox())
        self.set_in_layout(True)
        around = np.array(tight.size) - np.array(ax.bbox.size) + 2 * EDGE * figure_of(ax).dpi / 72
        return self._within(ax, around)

    def _within(self, ax: Axes, around: FloatArray) -> tuple[FloatArray, float]:
        """Return the size of axes with margins ``around`` in their share of the figure, and the height available."""
        width, height = np.maximum(_share_of(ax) * np.array(cast(Any, ax.figure).bbox.size) - around, 1.0)
        return _fitted(ax, width, height), height

    def get_tightbbox(self, renderer: RendererBase | None = None) -> Bbox | None:  # noqa: ARG002
        """Return the box of a legend above the axes, for layouts; None for a legend inside.

        If there are other axes, the box is only as wide as the axes.
        """
        ax = cast(Axes, self.axes)
        with self.quietly():
            if not self._hold(ax):
                return None
            engine = figure_of(ax).get_layout_engine()
            # While the layout holds the axes in place, the decision is kept.
            if engine and not isinstance(engine, PlaceHolderLayoutEngine) and ax.get_subplotspec() is not None:
                self._decide(ax)
            if self.above is None:
                return None
            left, right = ax.bbox.intervalx
            if _is_alone(ax):
                wide = self.above.wide * figure_of(ax).dpi
                left = min(left, self._left(ax, wide) - self._gap(ax))
                right = max(right, left + wide)
            # Layouts measure from the space of the axes, in whose middle square axes stand.
            room = ax.get_position(original=True).transformed(cast(Any, ax.figure).transSubfigure)
            return Bbox([(left, ax.bbox.y1), (right, room.y1 + self.above.taken * figure_of(ax).dpi)])

    def make_room(self, ax: Axes) -> None:
        """Make a new figure higher if a legend above the axes would make them small."""
        figure = figure_of(ax)
        size, height = self._about(ax)
        with self.quietly():
            inside = self._inside(ax, size)
            if inside.is_bad or len(self.grid.entries) > FEW:
                needed = self._above(ax).high * figure.dpi - (height - size[1])
                grown = needed - max(size[1] - WIDE * figure.bbox.width, 0.0)
                figure.set_figheight(figure.get_figheight() + max(grown, 0.0) / figure.dpi)

    def draw(self, renderer: RendererBase) -> None:  # noqa: ARG002
        """Move the legend to its place just before it is drawn."""
        ax = cast(Axes, self.axes)
        with self.quietly():
            if not self._hold(ax):
                if self.keywords:
                    self._wrap(ax)
                return
            if self.above is not None:
                # Space was reserved above, though perhaps by a layout that has not settled yet.
                self.grid.wrap(self.above.width, self.above.blocks)
                left = self._left(ax, self.legend.get_window_extent().width)
                self._put((np.array([left, _top_of(ax) + self._gap(ax)]) - ax.bbox.min) / ax.bbox.size)
                alpha = TRANSLUCENT
            else:
                inside = self._inside(ax, np.array(ax.bbox.size))
                self.grid.wrap(inside.width)
                self.put_at(ax, inside.corner)
                self._warn(ax, covers=inside.cost >= COSTS["curve"])
                alpha = OPAQUE if inside.is_bad else TRANSLUCENT
            if self.free:
                self.legend.get_frame().set_alpha(alpha)

    def _wrap(self, ax: Axes) -> None:
        """Wrap names after the largest number of letters with which the legend fits into the axes."""
        for width in widths(self.grid):
            self.grid.wrap(width)
            if (self.legend.get_window_extent().size <= INSIDE * np.array(ax.bbox.size)).all():
                break

    def _warn(self, ax: Axes, covers: bool) -> None:
        """Warn once if the legend is cut off by the edge of the figure, larger than the axes, or ``covers`` a curve."""
        figure, box = figure_of(ax), self.legend.get_window_extent()
        if isinstance(figure.get_layout_engine(), PlaceHolderLayoutEngine):
            # The layout holds the axes in place, perhaps at another resolution, at which texts have another size.
            return
        within = figure.bbox.padded(1.0)
        large = bool((np.array(box.size) > np.array(ax.bbox.size)).any()) and box.overlaps(ax.bbox)
        cut = not (within.x0 <= box.x0 and box.x1 <= within.x1 and within.y0 <= box.y0 and box.y1 <= within.y1)
        if (cut or large or covers) and not self.warned:
            self.warned = True
            width, height = figure.get_size_inches()
            what = "is cut off" if cut else "is larger than the axes" if large else "covers curves"
            # A layout makes space for it.
            how = " or with layout='constrained'" * (figure.get_layout_engine() is None)
            warn(
                f"the legend {what} in a figure of {width:.3g} by {height:.3g} inches. Make the figure larger{how}, "
                "give shorter names, or leave the legend out with legend=False."
            )


def _cost_under(box: Bbox, obstacles: list[Obstacle], best: _Inside, large: float) -> float:
    """Return the cost of the obstacles in a box; counting stops when ``best`` is not worse, as then it is of no use."""
    most = best.cost if round(large, 1) >= round(best.large, 1) else np.inf
    cost = 0.0
    for each in obstacles:
        # Only a place that covers nothing may cost nothing, even if the best place costs nothing.
        if 0 < cost >= most:
            break
        cost += each.cost if each.is_under(box) else 0.0
    return cost


def _share_of(ax: Axes) -> FloatArray:
    """Return the share of the figure's width and height that its grid gives to the axes."""
    spec, shares = cast(Any, ax.get_subplotspec()), np.ones(2)
    if spec is None:
        return shares
    # A grid may be within a cell of another grid.
    for each in dict.fromkeys((spec, spec.get_topmost_subplotspec())):
        grid = each.get_gridspec()
        sides = ((each.colspan, grid.get_width_ratios()), (each.rowspan, grid.get_height_ratios()))
        shares *= [sum(ratios[k] for k in span) / sum(ratios) for span, ratios in sides]
    return shares


def _is_square(ax: Axes) -> bool:
    """Return whether axes have a fixed aspect ratio."""
    return ax.get_box_aspect() is not None or ax.get_aspect() != "auto"


def _is_alone(ax: Axes) -> bool:
    """Return whether no other axes of a grid are in the figure; a color bar may be."""
    return sum(other.get_subplotspec() is not None for other in cast(Any, ax.figure).axes) <= 1


def _fitted(ax: Axes, width: float, height: float) -> FloatArray:
    """Return the size of axes in a space of this width and height; with a fixed aspect ratio they may be smaller."""
    if not _is_square(ax):
        return np.array([width, height])
    ratio = ax.bbox.height / ax.bbox.width
    width = min(width, height / ratio)
    return np.array([width, width * ratio])


def _cost_above(ax: Axes, size: FloatArray, height: float, needed: float) -> tuple[float, float]:
    """Return the height that a legend above takes from the axes' space, and the size that the axes lose, in pixels.

    Axes with a fixed aspect ratio are in the middle of their space, with equal spare height below and above.
    """
    if not _is_square(ax):
        return needed, needed
    taken = float(np.clip(2 * needed - (height - size[1]), 0.0, needed))
    return taken, max(size[0] - (height - taken) * size[0] / size[1], 0.0)


def _top_of(ax: Axes) -> float:
    """Return the upper end, in pixels, of the things above the axes: titles, secondary axes and ticks at the top."""
    titles = [
        child
        for child in ax.get_children()
        if isinstance(child, Text) and child not in ax.texts and child.get_visible() and child.get_text()
    ]
    boxes = [title.get_window_extent() for title in titles]
    boxes += [box for child in ax.child_axes if child.get_visible() and (box := child.get_tightbbox()) is not None]
    if ax.xaxis.get_ticks_position() not in ("bottom", "none") or ax.xaxis.get_label_position() == "top":
        boxes += [box for box in [ax.xaxis.get_tightbbox(None)] if box is not None]
    return float(max([ax.bbox.y1, *(box.y1 for box in boxes)]))
