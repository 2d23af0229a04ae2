"""Where the legend of axes has room: inside where it covers no curve and no reference line, else outside."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, cast

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.layout_engine import PlaceHolderLayoutEngine, TightLayoutEngine
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.text import Text
from matplotlib.transforms import Bbox, IdentityTransform

from prplot.draw.base.axes import may_grow
from prplot.draw.base.figure import figure_of
from prplot.draw.lines.curve_line import MEMBER
from prplot.draw.text.labels import SOLID, dots_along
from prplot.draw.text.legend_cells import LEAST_NAME, MOST_LINES, Grid, narrowed
from prplot.errors import warn

__all__ = ["BACKGROUND_ALPHA", "LegendPlacer"]

# How far the legend is from the frame, and stays from the curves, as shares of the axes.
PAD, CLEARANCE = 0.03, 0.01
# How opaque the background of words is.
BACKGROUND_ALPHA = 0.85
# The shares of the axes that a legend inside them may be wide, in the order in which they are tried.
FITTED = (0.85, 0.6, 0.45)
# The share of the width that a legend beside the axes may take.
BESIDE = 0.45
# Between the legend and the axes, and at the edge of the figure, in points.
APART, EDGE = 4.0, 3.0
# A legend has at most so many columns; others must leave so much more of the axes to be taken instead.
MOST_COLUMNS, BETTER = 4, 1.05
# The least size of axes, in inches for texts of 10 points and as a share of the width, that figures of ours grow for;
# and as a share of the room of others, below which a warning is due.
LEAST, LEAST_SHARE, CRAMPED, USUAL_TEXT = 2.2, 0.6, 0.4, 10.0
# How much more a figure grows, since a layout leaves a little more room than is asked for.
SPARE = 1.08
# The margins of axes, and which of two leaves more room.
SIDES: dict[str, Callable[[float, float], float]]
SIDES = {"left": max, "right": min, "bottom": max, "top": min, "wspace": max, "hspace": max}
# More than curves can cover together: what a legend counts for that is higher than the axes.
TOO_HIGH = 1e9
# Where a legend may be inside the axes, as shares of the room that it leaves, in the order of preference.
PLACES = {
    "lower left": (0, 0),
    "upper right": (1, 1),
    "lower right": (1, 0),
    "upper left": (0, 1),
    "center left": (0, 0.5),
    "center right": (1, 0.5),
    "lower center": (0.5, 0),
    "upper center": (0.5, 1),
    "center": (0.5, 0.5),
}


class Place(NamedTuple):
    """Where a legend is and how it looks there: room in points and lines for each name."""

    where: str
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
    moves : bool
        Whether it may go where there is room.
    first : str
        The place inside the axes that is preferred.
    """

    def __init__(self, legend: Legend, grid: Grid, *, moves: bool, first: str = "lower left") -> None:
        self.legend, self.grid, self.moves, self.first = legend, grid, moves, first
        # The place that was chosen, the one whose look the legend has now, and the last set location.
        self.place = self.applied = Place("inside", math.inf)
        self.location: Any = cast(Any, legend)._loc
        self.usual_pad = cast(Any, legend).borderaxespad
        # What the choice of the place depended on, and the looks that were measured for some content.
        self.chosen_for: tuple[Any, ...] = ()
        self.figure: tuple[Any, ...] = ()
        self.measured_for: tuple[Any, ...] = ()
        self.measured: dict[tuple[Place, int], tuple[Place, Any, bool] | None] = {}
        # The colour behind words, where no frame is.
        self.background: str | None = None
        # What is bad at its place, and whether that was said.
        self.trouble, self.warned = "", False

    def _texts(self) -> list[Any]:
        return [*self.legend.get_texts(), self.legend.get_title()]

    def update(self, ax: Axes, renderer: RendererBase, *, drawing: bool) -> None:
        """Choose the place, unless nothing has changed that it depends on, and move there."""
        if cast(Any, self.legend)._loc != self.location:
            # The caller has moved it.
            self.moves = False
        self.grid.size = float(self.legend.get_texts()[0].get_fontsize())
        lines, size = _lines_on(ax), tuple(figure_of(ax).get_size_inches())
        looks = [(id(line), line.get_visible()) for line in lines]
        figure = (ax.get_xlim(), ax.get_ylim(), size, self.moves, *self._content(), *looks)
        now = (*_view(ax, renderer), *figure, *(line.get_path() for line in lines))
        # Layouts decide whether it is outside, and then it stays there until the figure is another one, lest axes swing
        # to and fro; drawing only chooses the corner. Axes that stay where they are decide by themselves.
        decides = not drawing or _at_rest(ax)
        stays = self.place.where != "inside" and (not decides or (figure == self.figure and not _at_rest(ax)))
        if now != self.chosen_for and not (drawing and stays):
            place, trouble = self._choose(ax, renderer, inside=not stays, outside=decides)
            # The room that was made is for what it was made for.
            if not (figure == self.figure and _at_rest(ax) and "inside" not in (place.where, self.place.where)):
                self.place, self.trouble = place, trouble
            self.chosen_for, self.figure = now, figure
        if self.trouble and drawing:
            self._warn(ax, self.trouble)
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
        self.grid.blocks = place.blocks
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
        """Return what the size of the legend depends on."""
        return [
            *((t.get_text(), hash(t.get_fontproperties()), t.get_visible()) for t in self._texts()),
            *map(id, self.grid.shown()),
        ]

    def _choose(self, ax: Axes, renderer: RendererBase, *, inside: bool, outside: bool) -> tuple[Place, str]:
        """Return the place, inside where it is free, else where it leaves most of the axes; and what is bad there."""
        room = self._room_inside(ax, renderer)
        least = Place("inside", LEAST_NAME * self.grid.size)
        crowded: list[tuple[float, Place]] = [(math.inf, least)]
        for place, size in self._inside(ax, renderer, room[0], again=not outside) if inside else ():
            corner, covered = _free_corner(ax, size / room, self.first)
            place = place._replace(corner=corner)
            high = size[1] > (1 - 2 * PAD) * room[1]
            if not high and (covered == 0 or not self.moves):
                return place, ""
            crowded.append((covered + TOO_HIGH * high, place))
        if outside and self._can_leave(ax):
            side, place = self._best_outside(ax, renderer)
            slot = _page(ax)
            cramped = side < min(CRAMPED * min(slot.width, slot.height), 0.9 * _least(ax))
            return place, f"leaves axes of only {max(side, 0.0) / figure_of(ax).dpi:.2g} inches" if cramped else ""
        covered, place = min(crowded, key=lambda pair: pair[0])
        return place, "is larger than the axes" if covered >= TOO_HIGH else ""

    def _inside(self, ax: Axes, renderer: RendererBase, wide: float, *, again: bool) -> Iterator[tuple[Place, Any]]:
        """Yield looks inside axes so wide and their sizes, the best first: what was laid out, then ever narrower."""
        whole = self._can_leave(ax)
        if whole and again:
            self._apply(self.place)
            yield self.place, np.array(self.legend.get_window_extent(renderer).size)
        for most in FITTED:
            fitted = self._fitted(renderer, Place("inside", math.inf), most * wide, whole=whole)
            if fitted is not None:
                yield fitted

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
        """Whether there is room outside the axes as soon as a layout is made."""
        figure = figure_of(ax)
        placed = figure.get_layout_engine() is not None or all(other.get_subplotspec() for other in figure.axes)
        return self.moves and placed and ax.get_subplotspec() is not None

    def _room_inside(self, ax: Axes, renderer: RendererBase) -> Any:
        """Return how large the axes are, in pixels, with the legend inside."""
        if self.place.where == "inside" or not self._can_leave(ax) or _at_rest(ax):
            return np.array(ax.get_window_extent(renderer).size)
        slot, around = _page(ax), _around(ax, renderer)
        size = np.array([slot.width - around.width, slot.height - around.height])
        return np.full(2, size.min()) if ax.get_box_aspect() == 1 or ax.get_aspect() != "auto" else size

    def _outside(
        self, ax: Axes, renderer: RendererBase, lines: int = MOST_LINES, *, whole: bool
    ) -> Iterator[tuple[float, float, Place]]:
        """Yield the size of the axes, in pixels, the height of what is around them, and the place, for each outside."""
        slot, around, apart = _page(ax), _around(ax, renderer), APART * _point(renderer)
        wide, high = slot.width - around.width, slot.height - around.height
        for blocks in range(1, min(MOST_COLUMNS, len(self.grid.items)) + 1):
            fitted = self._fitted(renderer, Place("above", math.inf, blocks, lines), slot.width, whole=whole)
            if fitted is not None:
                place, size = fitted
                taken = size[1] + apart
                yield min(wide, high - taken), around.height + taken, place
        # Beside axes of several columns are others.
        alone = cast(Any, ax.get_subplotspec()).get_gridspec().ncols == 1
        fitted = self._fitted(renderer, Place("beside", math.inf, 1, lines), BESIDE * slot.width, whole=whole)
        if alone and fitted is not None:
            place, size = fitted
            if size[1] <= slot.height:
                yield min(wide - size[0] - apart, high), around.height, place

    def _best_outside(self, ax: Axes, renderer: RendererBase) -> tuple[float, Place]:
        """Return the size of the axes, and the place outside that leaves most of them."""
        best = -math.inf, Place("above", LEAST_NAME * self.grid.size)
        now = self.place
        for lines, whole in ((MOST_LINES, True), (MOST_LINES, False), (1, False)):
            # Names are cut only where hardly anything would be left.
            if not whole and best[0] >= CRAMPED * _least(ax):
                break
            for side, _, place in self._outside(ax, renderer, lines, whole=whole):
                # Where it is already it stays, if that is as good: another resolution is no reason to move.
                stays = place._replace(room=now.room, corner=now.corner) == now and best[0] > 0
                if side > (best[0] / BETTER if stays else best[0] * BETTER if best[0] > 0 else best[0]):
                    best = side, place
            if best[0] >= _least(ax):
                break
        return best

    def make_room(self, ax: Axes) -> None:
        """Make room outside the axes where the legend goes there and no layout does that well.

        Axes without a layout that runs twice become smaller; a figure of ours grows in height until its axes keep their
        least size.
        """
        figure = figure_of(ax)
        engine = figure.get_layout_engine()
        fixed = engine is None or isinstance(engine, TightLayoutEngine)
        if not self._can_leave(ax) or not (fixed or (may_grow(figure) and figure.axes == [ax])):
            return
        renderer = cast(RendererBase, cast(Any, figure)._get_renderer())
        if engine is not None and _text_scale(ax) > 1.0:
            # Large texts leave axes much less than they have before; this finds the place, too.
            engine.execute(figure)
        else:
            self.place, _ = self._choose(ax, renderer, inside=True, outside=True)
        if self.place.where == "inside":
            return
        if fixed:
            _give_way(figure)
            return
        least = SPARE * _least(ax)
        for whole in (True, False):
            sides = list(self._outside(ax, renderer, whole=whole))
            if any(place.where == "above" for *_, place in sides):
                break
        if max((side for side, *_ in sides), default=math.inf) < least:
            needed = min(taken for _, taken, place in sides if place.where == "above") + least
            width, height = figure.get_size_inches()
            figure.set_size_inches(width, height + (needed - _page(ax).height) / figure.dpi)
        # A layout comes near what it is to be only when it is made again.
        figure.draw_without_rendering()


def _give_way(figure: Figure) -> None:
    """Let all axes of a figure without a layout leave room for what is around them, never less than there was."""
    for _ in range(2):
        before = {side: getattr(figure.subplotpars, side) for side in SIDES}
        TightLayoutEngine().execute(figure)
        after = {side: getattr(figure.subplotpars, side) for side in SIDES}
        figure.subplots_adjust(**{side: pick(before[side], after[side]) for side, pick in SIDES.items()})


def _free_corner(ax: Axes, share: Any, first: str) -> tuple[str, float]:
    """Return where a legend of this share of the axes covers least, and how much of lines that is."""
    there = [line for line in _lines_on(ax) if line.get_visible()]
    dots = (dots_along(ax, line, figure_of(ax).dpi / 72)[0] for line in there)
    lines = [np.column_stack([some.real, some.imag]) for some in dots]
    points = ax.transAxes.inverted().transform(np.concatenate([np.zeros((0, 2)), *lines]))
    size = np.minimum(share, 1.0 - 2 * PAD)

    def covered(name: str) -> float:
        low = PAD + np.array(PLACES[name]) * (1 - size - 2 * PAD)
        return float(((points >= low - CLEARANCE) & (points <= low + size + CLEARANCE)).all(axis=1).sum())

    best = min(sorted(PLACES, key=lambda name: name != first), key=covered)
    return best, covered(best)


def _lines_on(ax: Axes) -> list[Line2D]:
    """Return the lines that no legend covers: curves, members of means, and lines of reference, but no isolines."""
    return [line for line in ax.lines if line.get_zorder() > SOLID or line.get_label() == MEMBER]


def _view(ax: Axes, renderer: RendererBase) -> tuple[Any, ...]:
    """Return what places in the axes depend on."""
    figure = figure_of(ax)
    return ax.get_xlim(), ax.get_ylim(), ax.bbox.bounds, figure.bbox.bounds, figure.dpi, type(renderer)


def _point(renderer: RendererBase) -> float:
    """Return the size of a point in pixels."""
    return float(cast(Any, renderer).points_to_pixels(1.0))


def _at_rest(ax: Axes) -> bool:
    """Whether a layout was made and no other is to come."""
    return isinstance(figure_of(ax).get_layout_engine(), PlaceHolderLayoutEngine)


def _text_scale(ax: Axes) -> float:
    """Return how much larger than usual texts are; 1 where they are smaller."""
    return max(1.0, float(ax.xaxis.label.get_fontsize()) / USUAL_TEXT)


def _least(ax: Axes) -> float:
    """Return the least size of axes, in pixels."""
    return min(LEAST * _text_scale(ax) * figure_of(ax).dpi, LEAST_SHARE * _page(ax).width)


def _slot(ax: Axes) -> Any:
    """Return what a layout gave to the axes, in pixels; square axes are within it."""
    return ax.get_position(original=True).transformed(cast(Any, ax.figure).transSubfigure)


def _page(ax: Axes) -> Bbox:
    """Return the part of the figure that a layout has for the axes with all around them, in pixels."""
    spec, figure = ax.get_subplotspec(), ax.figure
    if spec is None:
        return Bbox(figure.bbox.get_points())
    bottoms, tops, lefts, rights = spec.get_gridspec().get_grid_positions(cast(Any, figure))
    x, y = _between(lefts, rights), 1.0 - _between(-np.asarray(tops), -np.asarray(bottoms))
    low, high = np.array([x[spec.colspan.start], y[spec.rowspan.stop]]), (x[spec.colspan.stop], y[spec.rowspan.start])
    size, corner, edge = np.array(figure.bbox.size), np.array(figure.bbox.min), EDGE * figure_of(ax).dpi / 72
    return Bbox([corner + low * size + edge, corner + high * size - edge])


def _between(starts: Any, stops: Any) -> Any:
    """Return where the columns of a grid are parted, in the middle of the room between them, from 0 to 1."""
    starts, stops = np.asarray(starts), np.asarray(stops)
    parted = np.concatenate([starts[:1], (stops[:-1] + starts[1:]) / 2, stops[-1:]])
    return (parted - parted[0]) / (parted[-1] - parted[0])


def _around(ax: Axes, renderer: RendererBase) -> Bbox:
    """Return how far ticks, labels and texts reach beyond the axes: from (-left, -bottom) to (right, top)."""
    texts = [child for child in ax.get_children() if isinstance(child, Text) and child.get_text()]
    there = [thing for thing in (*ax.child_axes, *texts) if thing.get_visible() and thing.get_in_layout()]
    boxes = [thing.get_tightbbox(renderer) for thing in (ax.xaxis, ax.yaxis, *there)]
    frame = ax.get_window_extent(renderer)
    whole = Bbox.union([frame, *(box for box in boxes if box is not None and box.width > 0 < box.height)])
    return Bbox(whole.get_points() - frame.get_points())
