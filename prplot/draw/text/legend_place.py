"""Where the legend of axes has room: inside where it covers no curve, else above or beside them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, cast

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.colors import to_hex
from matplotlib.legend import Legend
from matplotlib.text import Text
from matplotlib.transforms import Bbox, IdentityTransform

from prplot.draw.base.axes import may_grow
from prplot.draw.base.figure import figure_of
from prplot.draw.lines.retraced import MEMBER, DataLine
from prplot.draw.text.legend_cells import LEAST_NAME, MOST_LINES, Grid, least_size, narrowed
from prplot.draw.text.placement import dots_along
from prplot.errors import warn

__all__ = ["BACKGROUND_ALPHA", "CORNERS", "LegendPlacer"]

# How far the legend is from the frame, and stays from the curves, as shares of the axes.
PAD, CLEARANCE = 0.03, 0.01
# The share of what is in view of one curve that a legend inside the axes may cover.
MOST_COVERED = 0.1
# How opaque the background of words is.
BACKGROUND_ALPHA = 0.85
# The share of narrow axes that a legend may be wide.
FITTED = 0.85
# The share of the width that a legend beside the axes may take.
BESIDE = 0.45
# Between the legend and the axes, and at the edge of the figure, in points.
APART, EDGE = 4.0, 3.0
# A legend has at most so many columns; others must leave so much more of the axes to be taken instead.
MOST_COLUMNS, BETTER = 4, 1.05
# The least size of axes, in inches and as a share of the width, that figures of ours grow for; and as a share of the
# room of others, below which a warning is due.
LEAST, LEAST_SHARE, CRAMPED = 2.2, 0.6, 0.4
# How much more a figure grows, since a layout leaves a little more room than is asked for.
SPARE = 1.08
# More than curves can cover together: what a legend counts for that is higher than the axes.
TOO_HIGH = 1e3
CORNERS = {
    "lower left": (0, 0),
    "upper right": (1, 1),
    "lower right": (1, 0),
    "upper left": (0, 1),
    "center left": (0, 0.5),
}


class Place(NamedTuple):
    """Where a legend is and how it looks there: sizes of texts as a share, room in points and lines for each name."""

    where: str
    share: float
    room: float
    blocks: int = 1
    lines: int = MOST_LINES
    corner: str = "lower left"


class LegendPlacer:
    """Finds the place of a legend each time it is drawn, and moves it there.

    Parameters
    ----------
    legend : Legend
        The legend.
    grid : Grid
        Its entries.
    fits : bool
        Whether its texts may become smaller.
    moves : bool
        Whether it may go where there is room.
    corners : mapping of str to (float, float)
        Where it may be inside the axes, as shares of the room that it leaves; by default in `CORNERS`.
    most : float, optional
        The share of what is in view of one line that it may cover there.
    """

    def __init__(
        self,
        legend: Legend,
        grid: Grid,
        *,
        fits: bool,
        moves: bool,
        corners: Mapping[str, tuple[float, float]] | None = None,
        most: float | None = None,
    ) -> None:
        self.legend, self.grid, self.fits, self.moves = legend, grid, fits, moves
        self.corners = CORNERS if corners is None else corners
        self.most = MOST_COVERED if most is None else most
        self.sizes = self._font_sizes()
        smallest = min(1.0, least_size() / max(min(self.sizes), 1e-9))
        self.shares = tuple(dict.fromkeys((1.0, smallest))) if fits else (1.0,)
        # The place that was chosen, the one whose look the legend has now, and the last set location.
        self.place = self.applied = Place("inside", 1.0, math.inf)
        self.location: Any = cast(Any, legend)._loc
        self.usual_pad = cast(Any, legend).borderaxespad
        # What the choice of the place depended on, and the looks that were measured for some content.
        self.chosen_for: tuple[Any, ...] = ()
        self.measured_for: tuple[Any, ...] = ()
        self.measured: dict[tuple[Place, int], tuple[Place, Any, bool] | None] = {}
        # The colour behind words, where no frame is.
        self.background: str | None = None
        self.warned = False

    def _texts(self) -> list[Any]:
        return [*self.legend.get_texts(), self.legend.get_title()]

    def _font_sizes(self) -> list[float]:
        return [float(text.get_fontsize()) for text in self._texts()]

    def update(self, ax: Axes, renderer: RendererBase, *, drawing: bool) -> None:
        """Choose the place, unless nothing has changed that it depends on, and move there."""
        if cast(Any, self.legend)._loc != self.location:
            # The caller has moved it.
            self.moves = False
        shown = self.applied.share
        if any(abs(now - size * shown) > 1e-6 for now, size in zip(self._font_sizes(), self.sizes, strict=True)):
            # The caller has set the sizes.
            self.fits, self.shares = False, (1.0,)
            self.sizes = self._font_sizes()
            self.grid.size, self.applied = self.sizes[0], self.applied._replace(share=1.0)
            self.measured_for = ()
        now = (
            *_view(ax, renderer),
            *self._content(),
            *((line.get_path(), line.get_visible()) for line in _data_on(ax)),
            *(self.moves, self.fits),
        )
        if now != self.chosen_for:
            self.place, trouble = self._choose(ax, renderer)
            self.chosen_for = now
            if trouble and drawing:
                self._warn(ax, trouble)
        self._apply(self.place)
        self._set_background(ax)
        if self.moves:
            self._move(ax, renderer, drawing=drawing)

    def _move(self, ax: Axes, renderer: RendererBase, *, drawing: bool) -> None:
        """Go to the place; when drawn within the figure, also where the layout is not yet at rest."""
        legend, where = self.legend, self.place.where
        outside = where != "inside"
        if outside:
            box, page = legend.get_window_extent(renderer), _page(ax)
            around, apart = _around(ax, renderer), APART * _point(renderer)
        if where == "above":
            left = max(min(ax.bbox.x0, page.x1 - box.width), page.x0)
            bottom = ax.bbox.y1 + around.y1 + apart
            if drawing:
                bottom = min(bottom, page.y1 - box.height)
            anchor: Any = (left, bottom)
        elif where == "beside":
            # A layout places what square axes are in; that is wider than they are until it is at rest.
            frame: Any = ax.bbox if drawing else _slot(ax)
            left = frame.x1 + around.x1 + apart
            if drawing:
                left = min(left, page.x1 - box.width)
            anchor = (left, min(max(frame.y1, page.y0 + box.height), page.y1))
        loc = {"above": "lower left", "beside": "upper left"}.get(where, self.place.corner)
        legend.set_loc(cast(Any, loc))
        self.location = cast(Any, legend)._loc
        legend.set_bbox_to_anchor(anchor if outside else None, transform=IdentityTransform() if outside else None)
        cast(Any, legend).borderaxespad = 0.0 if outside else self.usual_pad
        # The layout makes room for it.
        legend.set_in_layout(outside)

    def _set_background(self, ax: Axes) -> None:
        """Put the colour of the axes behind words that a frame does not lift off from lines."""
        bare = self.place.where == "inside" and not self.legend.get_frame_on()
        color = to_hex(ax.get_facecolor()) if bare else None
        if color == self.background:
            return
        patch = (
            None if color is None else {"facecolor": color, "edgecolor": "none", "alpha": BACKGROUND_ALPHA, "pad": 0.5}
        )
        for text in self._texts():
            text.set_bbox(patch)
        self.background = color

    def _apply(self, place: Place) -> None:
        """Take on the look of a place."""
        if self.applied == place:
            return
        for text, size in zip(self._texts(), self.sizes, strict=True):
            text.set_fontsize(size * place.share)
        self.grid.size, self.grid.blocks = self.sizes[0] * place.share, place.blocks
        for words in self.grid.column(1):
            words.room, words.most = place.room, place.lines
        self.applied = place

    def _fitted(
        self, renderer: RendererBase, place: Place, most: float, *, whole: bool = False
    ) -> tuple[Place, Any] | None:
        """Return a look no wider than so many pixels, with names in several lines if need be, and its size."""
        state = (type(renderer), _point(renderer), *self._content())
        if state != self.measured_for:
            self.measured, self.measured_for = {}, state
        key = place, round(most)
        if key not in self.measured:
            self._apply(place)
            names = self.grid.column(1)
            fits = narrowed(self.legend, names, place.blocks, renderer, most)
            self.applied = place._replace(room=names[0].room)
            size = np.array(self.legend.get_window_extent(renderer).size)
            cut = any(words.cut() for words in names if words.get_visible())
            self.measured[key] = (self.applied, size, cut) if fits else None
        known = self.measured[key]
        return None if known is None or (whole and known[2]) else known[:2]

    def _content(self) -> list[Any]:
        """Return what the size of the legend depends on, but for how large its letters are."""
        return [
            *((t.get_text(), t.get_fontfamily(), t.get_fontweight(), t.get_visible()) for t in self._texts()),
            *map(id, self.grid.shown()),
        ]

    def _choose(self, ax: Axes, renderer: RendererBase) -> tuple[Place, str]:
        """Return the place, inside where it is free, else where it leaves most of the axes; and what is bad there."""
        room, can = self._room_inside(ax, renderer), self._can_leave(ax)
        crowded: list[tuple[float, Place]] = []
        for share in self.shares:
            fitted = self._fitted(renderer, Place("inside", share, math.inf), FITTED * room[0])
            if fitted is None:
                continue
            place, size = fitted
            corner, covered = _free_corner(ax, size / room, self.corners)
            place = place._replace(corner=corner)
            high = size[1] > (1 - 2 * PAD) * room[1]
            if not high and (covered <= self.most or not self.moves):
                return place, ""
            crowded.append((covered + TOO_HIGH * high, place))
        if can:
            side, place = self._best_outside(ax, renderer)
            slot = _page(ax)
            cramped = side < min(CRAMPED * min(slot.width, slot.height), 0.9 * _least(ax))
            return place, f"leaves axes of only {max(side, 0.0) / figure_of(ax).dpi:.2g} inches" if cramped else ""
        least = Place("inside", self.shares[-1], LEAST_NAME * self.sizes[0] * self.shares[-1])
        covered, place = min(crowded, default=(math.inf, least), key=lambda pair: pair[0])
        return place, "is larger than the axes" if covered >= TOO_HIGH else ""

    def _warn(self, ax: Axes, what: str) -> None:
        if self.warned:
            return
        self.warned = True
        width, height = figure_of(ax).get_size_inches()
        warn(
            f"the legend {what} in a figure of {width:.3g} by {height:.3g} inches. Make the figure larger, give "
            "shorter names, or leave the legend out with legend=False."
        )

    def _can_leave(self, ax: Axes) -> bool:
        """Whether a layout would make room outside the axes."""
        return self.moves and figure_of(ax).get_layout_engine() is not None and ax.get_subplotspec() is not None

    def _room_inside(self, ax: Axes, renderer: RendererBase) -> Any:
        """Return how large the axes are, in pixels, with the legend inside."""
        if self.place.where == "inside" or not self._can_leave(ax):
            return np.array(ax.get_window_extent(renderer).size)
        slot, around = _page(ax), _around(ax, renderer)
        size = np.array([slot.width - around.width, slot.height - around.height])
        return np.full(2, size.min()) if ax.get_box_aspect() == 1 or ax.get_aspect() != "auto" else size

    def _outside(
        self, ax: Axes, renderer: RendererBase, share: float, lines: int = MOST_LINES, *, whole: bool
    ) -> Iterator[tuple[float, float, Place]]:
        """Yield the size of the axes, in pixels, the height of what is around them, and the place, for each outside."""
        slot, around, apart = _page(ax), _around(ax, renderer), APART * _point(renderer)
        wide, high = slot.width - around.width, slot.height - around.height
        for blocks in range(1, min(MOST_COLUMNS, len(self.grid.items)) + 1):
            fitted = self._fitted(renderer, Place("above", share, math.inf, blocks, lines), slot.width, whole=whole)
            if fitted is not None:
                place, size = fitted
                taken = size[1] + apart
                yield min(wide, high - taken), around.height + taken, place
        fitted = self._fitted(renderer, Place("beside", share, math.inf, 1, lines), BESIDE * slot.width, whole=whole)
        if fitted is not None:
            place, size = fitted
            if size[1] <= slot.height:
                yield min(wide - size[0] - apart, high), around.height, place

    def _best_outside(self, ax: Axes, renderer: RendererBase) -> tuple[float, Place]:
        """Return the size of the axes, and the place outside that leaves most of them."""
        best = -math.inf, Place("above", self.shares[-1], LEAST_NAME * self.sizes[0] * self.shares[-1])
        now = self.place
        ways = [(share, MOST_LINES, whole) for whole in (True, False) for share in self.shares]
        for share, lines, whole in [*ways, (self.shares[-1], 1, False)]:
            # Names are cut only where hardly anything would be left.
            if not whole and best[0] >= CRAMPED * _least(ax):
                break
            for side, _, place in self._outside(ax, renderer, share, lines, whole=whole):
                # Where it is already it stays, if that is as good: another resolution is no reason to move.
                stays = place._replace(room=now.room, corner=now.corner) == now and best[0] > 0
                if side > (best[0] / BETTER if stays else best[0] * BETTER if best[0] > 0 else best[0]):
                    best = side, place
            if best[0] >= _least(ax):
                break
        return best

    def make_room(self, ax: Axes) -> None:
        """Let a figure of ours grow in height until the axes keep their least size."""
        figure = figure_of(ax)
        if not (self.moves and may_grow(figure) and figure.axes == [ax]):
            return
        renderer = cast(RendererBase, cast(Any, figure)._get_renderer())
        box, page = self.legend.get_window_extent(renderer), _page(ax)
        if box.width < 0.5 * page.width and box.height < 0.35 * page.height:
            return
        if self._choose(ax, renderer)[0].where == "inside":
            return
        least, share = SPARE * _least(ax), self.shares[-1]
        for whole in (True, False):
            sides = list(self._outside(ax, renderer, share, whole=whole))
            if any(place.where == "above" for *_, place in sides):
                break
        if max((side for side, *_ in sides), default=math.inf) < least:
            needed = min(taken for _, taken, place in sides if place.where == "above") + least
            width, height = figure.get_size_inches()
            figure.set_size_inches(width, height + (needed - page.height) / figure.dpi)
        # A layout comes near what it is to be only when it is made again.
        figure.draw_without_rendering()


def _free_corner(ax: Axes, share: Any, corners: Mapping[str, tuple[float, float]]) -> tuple[str, float]:
    """Return the corner in which a legend of this share of the axes covers least, and how much of a curve."""
    behind = [line for line in ax.lines if line.get_label() == MEMBER]
    curves = [dots_along(ax, line, figure_of(ax).dpi / 72) for line in (*_data_on(ax), *behind) if line.get_visible()]
    shares = [ax.transAxes.inverted().transform(points) for points in curves if len(points)]
    size = np.minimum(share, 1.0 - 2 * PAD)

    def covered(corner: tuple[float, float]) -> float:
        low = PAD + np.array(corner) * (1 - size - 2 * PAD)
        near = ((points >= low - CLEARANCE) & (points <= low + size + CLEARANCE) for points in shares)
        return sum(float(both.all(axis=1).mean()) for both in near)

    best = min(corners, key=lambda name: covered(corners[name]))
    return best, covered(corners[best])


def _data_on(ax: Axes) -> list[DataLine]:
    return [line for line in ax.lines if isinstance(line, DataLine)]


def _view(ax: Axes, renderer: RendererBase) -> tuple[Any, ...]:
    """Return what places in the axes depend on."""
    figure = figure_of(ax)
    return ax.get_xlim(), ax.get_ylim(), ax.bbox.bounds, figure.bbox.bounds, figure.dpi, type(renderer)


def _point(renderer: RendererBase) -> float:
    """Return the size of a point in pixels."""
    return float(cast(Any, renderer).points_to_pixels(1.0))


def _least(ax: Axes) -> float:
    """Return the least size of axes, in pixels."""
    return min(LEAST * figure_of(ax).dpi, LEAST_SHARE * _page(ax).width)


def _slot(ax: Axes) -> Any:
    """Return what a layout gave to the axes, in pixels; square axes are within it."""
    return ax.get_position(original=True).transformed(cast(Any, ax.figure).transSubfigure)


def _page(ax: Axes) -> Bbox:
    """Return the part of the figure that a layout has for the axes with all around them, in pixels."""
    spec, figure = ax.get_subplotspec(), ax.figure
    if spec is None:
        return Bbox(figure.bbox.get_points())
    whole = spec.get_gridspec().get_subplot_params(cast(Any, figure))
    place: Any = spec.get_position(cast(Any, figure))
    edge = EDGE * figure_of(ax).dpi / 72
    low, high = np.array([whole.left, whole.bottom]), np.array([whole.right, whole.top])
    size, corner = np.array(figure.bbox.size), np.array(figure.bbox.min)
    start, stop = (place.min - low) / (high - low), (place.max - low) / (high - low)
    return Bbox([corner + start * size + edge, corner + stop * size - edge])


def _around(ax: Axes, renderer: RendererBase) -> Bbox:
    """Return how far ticks, labels and texts reach beyond the axes: from (-left, -bottom) to (right, top)."""
    texts = [child for child in ax.get_children() if isinstance(child, Text) and child.get_text()]
    there = [thing for thing in (*ax.child_axes, *texts) if thing.get_visible() and thing.get_in_layout()]
    boxes = [thing.get_tightbbox(renderer) for thing in (ax.xaxis, ax.yaxis, *there)]
    frame = ax.get_window_extent(renderer)
    whole = Bbox.union([frame, *(box for box in boxes if box is not None and box.width > 0 < box.height)])
    return Bbox(whole.get_points() - frame.get_points())
