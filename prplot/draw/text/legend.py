"""The legend of curves: sorted and aligned areas, in a free place that is found when it is drawn."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, cast

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.colors import to_hex
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.text import Text
from matplotlib.transforms import Bbox, IdentityTransform

from prplot.curve.curve import Curve
from prplot.draw.base.axes import may_grow, width_in_mm
from prplot.draw.base.figure import figure_of
from prplot.draw.base.literal_text import localized, printable
from prplot.draw.lines.retraced import CurveLine
from prplot.draw.text.edge_text import ROOM_FOR_VALUES
from prplot.draw.text.legend_cells import LEAST_NAME, MOST_LINES, Entry, grid_of, least_size, narrowed
from prplot.draw.text.placement import spread
from prplot.errors import warn
from prplot.uncertainty.curves import MeanCurve

__all__ = ["area_legend", "area_text", "curves_on", "entry", "take_over", "written"]

# How far the legend is from the frame, and stays from the curves, as shares of the axes.
PAD, CLEARANCE = 0.03, 0.01
# The share of what is in view of one curve that a legend inside the axes may cover.
MOST_COVERED = 0.1
# How opaque the ground of words is.
FRAME = 0.85
# The share of narrow axes that a legend may be wide.
FITTED = 0.85
# Room before the area and what it is of, in sizes of the font.
GAPS = (0.7, 0.35)
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
ROUNDING = 1e-12
CORNERS = {
    "lower left": (0, 0),
    "upper right": (1, 1),
    "lower right": (1, 0),
    "upper left": (0, 1),
    "center left": (0, 0.5),
}
# What of a line its sample in the legend shows.
SHOWN = ("color", "linestyle", "linewidth", "alpha", "marker", "markersize", "markerfacecolor", "markeredgecolor")


def curves_on(ax: Axes) -> list[CurveLine]:
    """Return the curves that axes show, in the order in which they were drawn."""
    return [line for line in ax.lines if isinstance(line, CurveLine)]


def entry(curve: Curve | MeanCurve, area: float) -> str:
    """Return the legend's entry: the name and the area."""
    text = written(curve, area)
    return text if curve.label is None else f"{printable(curve.label)}  {text}"


def written(curve: Curve | MeanCurve, area: float) -> str:
    """Return the area as the legend writes it, for soft labels of at most what."""
    text = "undefined" if np.isnan(area) else _number(area)
    if isinstance(curve, Curve) and curve.path.soft and curve.bounded and not np.isnan(area):
        bound = "at least" if curve.space.lower_is_better else "at most"
        text += f" of {bound} {_number(curve.best().area())}"
    return text


def _number(area: float) -> str:
    # What rounding alone leaves beside 0 and 1 is not printed.
    area = next((end for end in (0.0, 1.0) if abs(area - end) < ROUNDING), area)
    text = f"{area:.3f}" if abs(area) >= 0.01 or area == 0 else f"{area:.2g}"
    if area < 1 and float(text) == 1:
        # As many nines as tell it from 1, cut off rather than rounded up.
        digits = min(int(np.ceil(-np.log10(1.0 - area))), 15)
        text = f"{np.floor(area * 10**digits) / 10**digits:.{digits}f}"
    return localized(text.replace("-", "\N{MINUS SIGN}"))


def _kinds(lines: Sequence[CurveLine]) -> tuple[list[str], str]:
    """Return what the areas are called, and what the header says of all."""
    kinds = [line.curve.space.area_name(line.curve.interpolation) for line in lines]
    return kinds, kinds[0] if len(set(kinds)) == 1 else "area"


def area_legend(ax: Axes, asked: Mapping[str, Any], *, sort: bool = True) -> Legend | None:
    """Make the legend of all curves on the axes with the caller's keywords, the best first or as they were drawn."""
    lines = curves_on(ax)
    if not lines:
        return None
    kinds, header = _kinds(lines)
    mixed = len(set(kinds)) > 1
    size = "small" if width_in_mm(ax) >= ROOM_FOR_VALUES else "x-small"
    options: dict[str, Any] = {
        "loc": "lower left",
        "title": header,
        "fontsize": size,
        "title_fontsize": size,
        "alignment": "left",
        "frameon": True,
        "framealpha": FRAME,
        "edgecolor": "none",
        "borderaxespad": 0.8,
        "handlelength": 1.6,
        **asked,
    }
    order = range(len(lines)) if mixed or not sort else sorted(range(len(lines)), key=lambda k: _rank(lines[k]))
    chosen = [lines[k] for k in order]
    parts = [_parts(line) for line in chosen]
    if mixed:
        parts = [(*p[:2], f"({kinds[k].removeprefix('area, ')})") for p, k in zip(parts, order, strict=True)]
    # Whatever the caller has labelled stays in the legend.
    others = [pair for pair in zip(*ax.get_legend_handles_labels(), strict=True) if pair[0] not in lines]
    parts += [(label, "", "") for _, label in others]
    labels = [_joined(part) for part in parts]
    legend = ax.legend([*chosen, *(handle for handle, _ in others)], labels, **options)
    legend.set_zorder(5.0)
    for keeper in [child for child in ax.get_children() if isinstance(child, _Keeper)]:
        keeper.remove()
    keeper = _Keeper(legend, chosen, parts, fits="fontsize" not in asked, moves="loc" not in asked)
    ax.add_artist(keeper)
    keeper.make_room()
    return legend


def _rank(line: CurveLine) -> float:
    """Return what legends are sorted by: the best area is the smallest, what is undefined comes last."""
    if np.isnan(line.area):
        return np.inf
    return line.area if line.curve.space.lower_is_better else -line.area


def _parts(line: CurveLine) -> tuple[str, str, str]:
    """Return what an entry says: the name or the caller's label, the area, and nothing yet of which area that is."""
    label = printable(str(line.get_label()))
    if label in ("", line.written):
        return "", line.written, ""
    name = label.removesuffix(f"  {line.written}")
    # An area that the caller has put elsewhere in the label is not said twice.
    return name, "" if line.written in name else line.written, ""


def _listed(line: CurveLine, ax: Axes) -> bool:
    """Whether a line has a row: it is there to be seen, and its label does not leave it out."""
    label = str(line.get_label())
    left_out = label.startswith("_") and line.written not in label
    return line.axes is ax and line.get_visible() and not left_out


def take_over(ax: Axes, line: CurveLine, by: CurveLine) -> None:
    """Let a line have the row of another one in the legend."""
    for keeper in [child for child in ax.get_children() if isinstance(child, _Keeper)]:
        keeper.lines = [by if one is line else one for one in keeper.lines]


def _joined(parts: Sequence[str]) -> str:
    """Return an entry as a whole."""
    name, value, kind = parts
    return "  ".join(filter(None, (name, " ".join(filter(None, (value, kind))))))


class _Place(NamedTuple):
    """Where a legend is and how it looks there: sizes of texts as a share, room in points and lines for each name."""

    where: str
    share: float
    room: float
    blocks: int = 1
    lines: int = MOST_LINES
    corner: str = "lower left"


class _Keeper(Artist):
    """An invisible artist that, just before a legend is drawn, sees to it that it fits and covers no curve.

    The samples of lines and the names follow what callers make of the lines later, and a legend that
    a caller makes anew keeps the header that says which area it names.
    """

    def __init__(
        self, legend: Legend, lines: Sequence[CurveLine], parts: list[tuple[str, str, str]], *, fits: bool, moves: bool
    ) -> None:
        super().__init__()
        self.legend, self.lines, self.fits, self.moves = legend, list(lines), fits, moves
        self.grid = grid_of(legend, parts, ("left", "left", "right", "left"), (0.0, legend.handletextpad, *GAPS))
        self.sizes = [float(text.get_fontsize()) for text in self._texts()]
        smallest = min(1.0, least_size() / max(min(self.sizes), 1e-9))
        self.shares = tuple(dict.fromkeys((1.0, smallest))) if fits else (1.0,)
        self.looks = [_look(line) for line in self.lines]
        self.labels = [str(line.get_label()) for line in self.lines]
        self.kinds = [kind for *_, kind in parts]
        # Whether the legend is the one that was made here, and whether it has no row to show.
        self.own, self.empty = True, False
        # The colour behind words, where no frame is.
        self.ground: str | None = None
        self.put_at: Any = cast(Any, legend)._loc
        self.away = cast(Any, legend).borderaxespad
        self.known: tuple[Any, ...] = ()
        self.place = _Place("inside", 1.0, math.inf)
        self.dressed, self.warned = self.place, False
        self.fitted_for: tuple[Any, ...] = ()
        self.fits_known: dict[tuple[_Place, int], tuple[_Place, Any, bool] | None] = {}
        self.set_zorder(legend.get_zorder() - 0.1)
        # Layouts pass by what is clipped to the axes.
        self.set_clip_on(False)

    def _texts(self) -> list[Any]:
        return [*self.legend.get_texts(), self.legend.get_title()]

    def get_tightbbox(self, renderer: RendererBase | None = None) -> None:
        """Settle before a layout is made; this takes no room itself."""
        self._settle(renderer)

    def draw(self, renderer: RendererBase) -> None:
        """Settle; nothing is drawn."""
        self._settle(renderer, drawing=True)

    def _settle(self, renderer: RendererBase | None, *, drawing: bool = False) -> None:
        ax = self.axes
        if not isinstance(ax, Axes):
            return
        if renderer is None:
            renderer = cast(RendererBase, cast(Any, figure_of(ax))._get_renderer())
        if ax.get_legend() is not self.legend:
            self._adopt(ax)
        elif self.own and (self.legend.get_visible() or self.empty):
            callback, self.legend.stale_callback = self.legend.stale_callback, None
            self._follow(ax)
            if not self.empty:
                self._arrange(ax, renderer, drawing=drawing)
            self.legend.stale_callback = callback

    # What callers change.

    def _adopt(self, ax: Axes) -> None:
        """Say in the header of a legend that the caller made which area it names; all else there is the caller's."""
        legend, lines = ax.get_legend(), curves_on(ax)
        self.legend, self.own = cast(Legend, legend), False
        if legend is None or not lines:
            self.remove()
            return
        said = {text.get_text() for text in legend.get_texts()}
        named = {label for line in lines if line.written in (label := str(line.get_label())) and line.written}
        if not legend.get_title().get_text() and said & named:
            legend.set_title(_kinds(lines)[1], prop=legend.get_texts()[0].get_fontproperties())
            legend.set_alignment("left")

    def _follow(self, ax: Axes) -> None:
        """Give samples and names what callers have made of the lines since, and rows to those that are shown."""
        for k, line in enumerate(self.lines):
            listed = _listed(line, ax)
            for cell in self.grid.items[k]:
                if cell is not None and cell.get_visible() != listed:
                    cell.set_visible(listed)
            look, label = _look(line), str(line.get_label())
            sample = self.legend.legend_handles[k]
            if look != self.looks[k] and isinstance(sample, Line2D):
                sample.set(**dict(zip(SHOWN, look, strict=True)))
                self.looks[k] = look
            if label != self.labels[k]:
                parts = (*_parts(line)[:2], self.kinds[k])
                cast(Entry, self.legend.get_texts()[k]).say(_joined(parts), parts)
                self.labels[k] = label
        empty = not self.grid.shown()
        if empty != self.empty:
            self.empty = empty
            self.legend.set_visible(not empty)

    # Where it is.

    def _arrange(self, ax: Axes, renderer: RendererBase, *, drawing: bool) -> None:
        """Find the place, unless nothing has changed that it depends on, and go there."""
        legend: Any = self.legend
        if legend._loc != self.put_at:
            self.moves = False
        shown = self.dressed.share
        if any(abs(t.get_fontsize() - s * shown) > 1e-6 for t, s in zip(self._texts(), self.sizes, strict=True)):
            self.fits, self.shares = False, (1.0,)
            self.sizes = [float(text.get_fontsize()) for text in self._texts()]
            self.grid.size, self.dressed = self.sizes[0], self.dressed._replace(share=1.0)
            self.fitted_for = ()
        known = (
            *_view(ax, renderer),
            *self._said(),
            *((line.get_path(), line.get_visible()) for line in curves_on(ax)),
            *(self.moves, self.fits),
        )
        if known != self.known:
            self.place, trouble = self._decide(ax, renderer)
            self.known = known
            if trouble and drawing:
                self._complain(ax, trouble)
        self._dress(self.place)
        self._back(ax)
        if self.moves:
            self._go(ax, renderer, drawing=drawing)

    def _go(self, ax: Axes, renderer: RendererBase, *, drawing: bool) -> None:
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
        self.put_at = cast(Any, legend)._loc
        legend.set_bbox_to_anchor(anchor if outside else None, transform=IdentityTransform() if outside else None)
        cast(Any, legend).borderaxespad = 0.0 if outside else self.away
        # The layout makes room for it.
        legend.set_in_layout(outside)

    def _back(self, ax: Axes) -> None:
        """Put the ground of the axes behind words that a frame does not lift off from lines."""
        bare = self.place.where == "inside" and not self.legend.get_frame_on()
        ground = to_hex(ax.get_facecolor()) if bare else None
        if ground == self.ground:
            return
        patch = None if ground is None else {"facecolor": ground, "edgecolor": "none", "alpha": FRAME, "pad": 0.5}
        for text in self._texts():
            text.set_bbox(patch)
        self.ground = ground

    def _dress(self, place: _Place) -> None:
        """Take on the look of a place."""
        if self.dressed == place:
            return
        for text, size in zip(self._texts(), self.sizes, strict=True):
            text.set_fontsize(size * place.share)
        self.grid.size, self.grid.blocks = self.sizes[0] * place.share, place.blocks
        for words in self.grid.column(1):
            words.room, words.most = place.room, place.lines
        self.dressed = place

    def _fit(
        self, renderer: RendererBase, place: _Place, most: float, *, whole: bool = False
    ) -> tuple[_Place, Any] | None:
        """Return a look no wider than so many pixels, with names in several lines if need be, and its size."""
        state = (type(renderer), _point(renderer), *self._said())
        if state != self.fitted_for:
            self.fits_known, self.fitted_for = {}, state
        key = place, round(most)
        if key not in self.fits_known:
            self._dress(place)
            names = self.grid.column(1)
            fits = narrowed(self.legend, names, place.blocks, renderer, most)
            self.dressed = place._replace(room=names[0].room)
            size = np.array(self.legend.get_window_extent(renderer).size)
            cut = any(words.cut() for words in names if words.get_visible())
            self.fits_known[key] = (self.dressed, size, cut) if fits else None
        known = self.fits_known[key]
        return None if known is None or (whole and known[2]) else known[:2]

    def _said(self) -> list[Any]:
        """Return what the size of the legend depends on, but for how large its letters are."""
        return [
            *((t.get_text(), t.get_fontfamily(), t.get_fontweight(), t.get_visible()) for t in self._texts()),
            *map(id, self.grid.shown()),
        ]

    def _decide(self, ax: Axes, renderer: RendererBase) -> tuple[_Place, str]:
        """Return the place, inside where it is free, else where it leaves most of the axes; and what is bad there."""
        room, can = self._inside(ax, renderer), self._can_leave(ax)
        crowded: list[tuple[float, _Place]] = []
        for share in self.shares:
            fitted = self._fit(renderer, _Place("inside", share, math.inf), FITTED * room[0])
            if fitted is None:
                continue
            place, size = fitted
            corner, covered = _free_corner(ax, size / room)
            place = place._replace(corner=corner)
            high = size[1] > (1 - 2 * PAD) * room[1]
            if not high and (covered <= MOST_COVERED or not self.moves):
                return place, ""
            crowded.append((covered + TOO_HIGH * high, place))
        if can:
            side, place = self._leave(ax, renderer)
            slot = _page(ax)
            cramped = side < min(CRAMPED * min(slot.width, slot.height), 0.9 * _least(ax))
            return place, f"leaves axes of only {max(side, 0.0) / figure_of(ax).dpi:.2g} inches" if cramped else ""
        least = _Place("inside", self.shares[-1], LEAST_NAME * self.sizes[0] * self.shares[-1])
        covered, place = min(crowded, default=(math.inf, least), key=lambda pair: pair[0])
        return place, "is larger than the axes" if covered >= TOO_HIGH else ""

    def _complain(self, ax: Axes, what: str) -> None:
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

    def _inside(self, ax: Axes, renderer: RendererBase) -> Any:
        """Return how large the axes are, in pixels, with the legend inside."""
        if self.place.where == "inside" or not self._can_leave(ax):
            return np.array(ax.get_window_extent(renderer).size)
        slot, around = _page(ax), _around(ax, renderer)
        size = np.array([slot.width - around.width, slot.height - around.height])
        return np.full(2, size.min()) if ax.get_box_aspect() == 1 or ax.get_aspect() != "auto" else size

    def _outside(
        self, ax: Axes, renderer: RendererBase, share: float, lines: int = MOST_LINES, *, whole: bool
    ) -> Iterator[tuple[float, float, _Place]]:
        """Yield the size of the axes, in pixels, the height of what is around them, and the place, for each outside."""
        slot, around, apart = _page(ax), _around(ax, renderer), APART * _point(renderer)
        wide, high = slot.width - around.width, slot.height - around.height
        for blocks in range(1, min(MOST_COLUMNS, len(self.grid.items)) + 1):
            fitted = self._fit(renderer, _Place("above", share, math.inf, blocks, lines), slot.width, whole=whole)
            if fitted is not None:
                place, size = fitted
                taken = size[1] + apart
                yield min(wide, high - taken), around.height + taken, place
        fitted = self._fit(renderer, _Place("beside", share, math.inf, 1, lines), BESIDE * slot.width, whole=whole)
        if fitted is not None:
            place, size = fitted
            if size[1] <= slot.height:
                yield min(wide - size[0] - apart, high), around.height, place

    def _leave(self, ax: Axes, renderer: RendererBase) -> tuple[float, _Place]:
        """Return the size of the axes, and the place outside that leaves most of them."""
        best = -math.inf, _Place("above", self.shares[-1], LEAST_NAME * self.sizes[0] * self.shares[-1])
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

    def make_room(self) -> None:
        """Let a figure of ours grow in height until the axes keep their least size."""
        ax = cast(Axes, self.axes)
        figure = figure_of(ax)
        if not (self.moves and may_grow(figure) and figure.axes == [ax]):
            return
        renderer = cast(RendererBase, cast(Any, figure)._get_renderer())
        box, page = self.legend.get_window_extent(renderer), _page(ax)
        if box.width < 0.5 * page.width and box.height < 0.35 * page.height:
            return
        if self._decide(ax, renderer)[0].where == "inside":
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


def _look(line: Line2D) -> tuple[Any, ...]:
    """Return what the sample of a line shows of it."""
    return tuple(getattr(line, f"get_{what}")() for what in SHOWN)


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
    whole = Bbox.union([frame, *(box for box in boxes if box is not None and box.width and box.height)])
    return Bbox(whole.get_points() - frame.get_points())


def _free_corner(ax: Axes, share: Any) -> tuple[str, float]:
    """Return the corner in which a legend of this share of the axes covers least, and how much of a curve."""
    curves = [spread(ax, line, figure_of(ax).dpi / 72) for line in curves_on(ax) if line.get_visible()]
    shares = [ax.transAxes.inverted().transform(points) for points in curves if len(points)]
    size = np.minimum(share, 1.0 - 2 * PAD)

    def covered(corner: tuple[float, float]) -> float:
        low = PAD + np.array(corner) * (1 - size - 2 * PAD)
        near = ((points >= low - CLEARANCE) & (points <= low + size + CLEARANCE) for points in shares)
        return sum(float(both.all(axis=1).mean()) for both in near)

    best = min(CORNERS, key=lambda name: covered(CORNERS[name]))
    return best, covered(CORNERS[best])


def area_text(curve: Curve, line: Line2D | None) -> str:
    """Return the area as text, for soft labels of at most what."""
    area = line.area if isinstance(line, CurveLine) else curve.area()
    return entry(replace(curve, label=None), area).replace(" of at most ", " of ")
