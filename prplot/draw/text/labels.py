"""Texts beside the lines and points that they name; each finds a free place when the axes are drawn.

In this module, points of the picture are complex numbers x + iy, in pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple, cast

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.lines import Line2D
from matplotlib.path import Path
from matplotlib.text import Text
from matplotlib.transforms import Bbox, IdentityTransform, Transform
from numpy.typing import ArrayLike, NDArray

from prplot.draw.base.axes import figure_of, tone
from prplot.draw.base.keywords import merged
from prplot.draw.base.literal_text import printable, show_literally
from prplot.errors import short, warn
from prplot.rows.arrays import FloatArray

Points = NDArray[np.complex128]

# Texts do not cover lines above this zorder. They cover lines below it, such as isolines, if no other place is free.
SOLID = 1.25
# In points: the distance between the dots that represent a line, the distance of texts from lines and other texts,
# their distance from the frame, and the distance beyond which a leader connects a text with what it names.
STRIDE, CLEAR, INSIDE, LEADER = 2.0, 1.2, 2.0, 12.0
# A place costs TEXT for each text that it covers, CROSSED for each text that its leader crosses, DOT or LIGHT for
# each dot of a solid or a light line, and LATER for each place before it in the order.
TEXT, CROSSED, DOT, LIGHT, LATER = 1e4, 200.0, 5.0, 0.03, 0.02
# matplotlib's names of a missing line style and a missing marker.
UNSEEN = ("None", "none", " ", "")
# The directions of a text from its point, the best first, and the multiples of its distance: NEAR, or FAR with a
# leader.
COMPASS = np.array([1 + 1j, -1 + 1j, 1, -1, 1 - 1j, -1 - 1j, 1j, -1j])
COMPASS = np.append(COMPASS, [side * way for side in (1, -1) for way in (1 + 0.5j, 1 - 0.5j, 0.5 + 1j, -0.5 + 1j)])
NEAR, FAR = (1.0, 1.8, 3.0), (1.0, 1.8, 3.0, 4.5, 6.5, 9.0, 12.0, 15.0, 19.0, 24.0)
# The label of a line may be at these shares of the length of the line.
SHARES = np.array([0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9])


class Places(NamedTuple):
    """Possible places of a text: its middle, the cost, the named point and the reading direction of each.

    A place with infinite cost is not possible.
    """

    at: Points
    cost: FloatArray
    anchor: Points
    turn: Points

    @classmethod
    def of(cls, at: Any, cost: Any = None, anchor: Any = None, turn: Any = 1.0) -> Places:
        """Return places, by default with rising costs, without leaders, and with texts read from the left."""
        cost = LATER * np.arange(np.size(at)).reshape(np.shape(at)) if cost is None else cost
        shared = np.broadcast_arrays(np.asarray(at, dtype=complex), cost, at if anchor is None else anchor, turn)
        return cls(*(part.ravel() for part in shared))


# Such a function takes the axes, the size of a text, and the size of a point in pixels. It returns groups of places
# for the text. Later groups are farther away, and are tried only if no earlier place is free.
PlacesOf = Callable[[Axes, FloatArray, float], Iterable[Places]]


@contextmanager
def quietly(artist: Artist) -> Iterator[None]:
    """Change an artist inside the ``with`` block without requesting another drawing."""
    callback, artist.stale_callback = artist.stale_callback, None
    try:
        yield
    finally:
        artist.stale_callback = callback


class Label(Text):
    """A text that finds a free place when it is drawn: over no line, no other text and not over the legend.

    All labels of one axes find their places together, one after the other, before the first of them is drawn.

    Parameters
    ----------
    text : str
        The text, or the value that follows the name.
    candidates : PlacesOf
        The function that returns possible places.
    look : mapping
        Keywords of `matplotlib.text.Text`.
    **traits
        Values of the attributes below.

    Attributes
    ----------
    rank : int
        Labels of lower rank choose their places first.
    must : bool
        Whether the label is shown even if every place covers something.
    name : str
        The name of the value. The first label of the group that has space for the name shows it.
    holds : str
        A note after the name on where the value holds; empty if it holds everywhere.
    group : list of Label
        Labels that share the name, in the order of drawing; this label is appended.
    name_only : bool
        Whether the value is not shown.
    own : Line2D or None
        The line that the label may cover.
    pad, light : float
        The distance from lines and texts in points, and the cost of each covered dot of a light line.
    beyond : bool
        Whether the place may be beyond the right edge of the axes.
    sizes : (float, float) or None
        The usual and the smallest font size, if the label has two.
    shown, wording, covers : bool, str, bool
        Whether the label had space at the last drawing, its text then, and whether it covers another text there.
    """

    rank, pad, light = 3, CLEAR, LIGHT
    name = holds = wording = ""
    must = name_only = beyond = shown = covers = warned = False
    own: Line2D | None = None
    sizes: tuple[float, float] | None = None
    leader: Points
    group: list[Label]

    def __init__(self, text: str, candidates: PlacesOf, look: Mapping[str, Any], **traits: Any) -> None:
        own = {"ha": "center", "va": "center", "rotation_mode": "anchor", "clip_on": False}
        super().__init__(0.0, 0.0, text, **{**own, **look})
        self.set_transform(IdentityTransform())
        show_literally(self, text)
        self.candidates, self.value = candidates, text
        traits.setdefault("group", []).append(self)
        vars(self).update(traits)
        # A place within the axes depends on the layout, so the layout ignores the text.
        self.set_in_layout(self.beyond)

    def wordings(self) -> list[str]:
        """Return the possible texts of the label, the best first."""
        if not self.name:
            return [self.get_text()]
        before = self.group[: self.group.index(self)]
        named = any(label.shown and label.wording != label.value for label in before)
        return [] if named and self.name_only else [self.value] if named else self._with_name()

    def _with_name(self) -> list[str]:
        """Return the possible texts of the first label of a group, the best first."""
        name = f"{self.name} {self.holds}".rstrip()
        return [name] if self.name_only else [f"{name} {self.value}", self.value]

    def settle(self, taken: _Taken) -> None:
        """Move the label to the best place for one of its possible texts, if there is one."""
        self.shown = False
        for wording in self.wordings():
            self.wording = wording
            self.set_text(wording)
            self.set_rotation(0.0)
            size = np.array(self.get_window_extent(taken.renderer).size)
            with np.errstate(all="ignore"):
                place = self._best(taken, size, moved=False)
                if place is None and self.must:
                    place = self._best(taken, size, moved=True)
            if place is not None:
                at, _, anchor, turn = place
                self.set_position((at.real, at.imag))
                self.set_rotation(float(np.degrees(np.angle(turn))))
                self.leader, self.shown = np.linspace(anchor, nearest(at, size, anchor), 20), True
                taken.boxes.append(self.get_window_extent(taken.renderer))
                taken.lines.append((self, self.leader, 0.0))
                break

    def _best(self, taken: _Taken, size: FloatArray, *, moved: bool) -> Any:
        """Return the best place for a text of a size, or None; with ``moved``, places are moved into the axes."""
        box, room = taken.ax.bbox, INSIDE * taken.unit * (1 + 1j)
        best, least, under, self.covers = None, np.inf, 0.0, False
        for places in self.candidates(taken.ax, size, taken.unit):
            # Half the width and half the height of the upright box around the rotated text.
            half = abs(places.turn.real) * complex(*size) / 2 + abs(places.turn.imag) * complex(*size[::-1]) / 2
            low, high = complex(*box.min) + half + room, complex(*box.max) - half - room
            inside = np.clip(places.at.real, low.real, high.real) + 1j * np.clip(places.at.imag, low.imag, high.imag)
            if moved:
                places, fits = places._replace(at=inside), (low.real <= high.real) & (low.imag <= high.imag)
            else:
                fits = (inside == places.at) | (self.beyond & (places.at.real - (half + room).real > box.x1))
            fits = fits & np.isfinite(places.cost)
            if fits.any():
                places = Places(places.at[fits], places.cost[fits], places.anchor[fits], places.turn[fits])
                blocked = taken.covered(self, size, half[fits], places)
                first = int(np.argmin(blocked + places.cost))
                if blocked[first] < DOT:
                    return [part[first] for part in places]
                if self.must and blocked[first] + places.cost[first] < least:
                    best, least = [part[first] for part in places], blocked[first] + places.cost[first]
                    under = blocked[first]
        self.covers = bool(under >= TEXT)
        return best

    def get_tightbbox(self, renderer: RendererBase | None = None) -> Bbox | None:
        """Return the box beyond the axes that a layout must reserve for this label.

        Only the first visible label of a group reserves space, for the whole group: the box of the group's first label
        that lies beyond the axes.
        """
        visible = [label for label in self.group if label.get_visible()]
        if self is not visible[0]:
            return None
        return next(filter(None, (label._beyond_axes(renderer) for label in visible)), None)

    def _beyond_axes(self, renderer: RendererBase | None) -> Bbox | None:
        """Return the label's box if its place is beyond the right edge of the axes, else None."""
        # The reserved space does not depend on the places of the last drawing.
        ax, wordings = self.axes, self._with_name() if self.name else [self.get_text()]
        if not isinstance(ax, Axes):
            return None
        with quietly(self), np.errstate(all="ignore"):
            self.set_text(wordings[0])
            size = np.array(self.get_window_extent(renderer).size)
            at = next(iter(self.candidates(ax, size, figure_of(ax).dpi / 72))).at
        if not len(at) or at[0].real < ax.bbox.x1:
            return None
        return Bbox.from_bounds(at[0].real - size[0] / 2, at[0].imag - size[1] / 2, *size)

    def draw(self, renderer: RendererBase) -> None:
        """Draw the label at its place for this view, with a leader if the place is far from the named point."""
        ax = self.axes
        if isinstance(ax, Axes):
            labels = [text for text in ax.texts if isinstance(text, Label)]
            if self is min(labels, key=Artist.get_zorder):
                _settle(ax, labels, renderer)
        if not (self.shown and self.get_visible()):
            return
        if self.covers and not self.warned:
            self.warned = True
            width, height = figure_of(cast(Axes, ax)).get_size_inches()
            warn(
                f"the label {short(self.wording)} covers another text in a figure of {width:.3g} by {height:.3g} "
                "inches. Make the figure larger, or label fewer points."
            )
        if abs(self.leader[-1] - self.leader[0]) > LEADER * cast(Any, renderer.points_to_pixels(1.0)):
            leader = Line2D(self.leader.real, self.leader.imag, color=self.get_color(), linewidth=0.6)
            leader.set_figure(figure_of(cast(Axes, ax)))
            renderer.open_group("text")
            leader.draw(renderer)
            renderer.close_group("text")
        self.paint(renderer)

    def paint(self, renderer: RendererBase) -> None:
        """Draw the text at its place."""
        super().draw(renderer)


class _Taken:
    """The things on axes that labels must not cover: boxes of legend and texts in pixels, and dots along the lines."""

    def __init__(self, ax: Axes, renderer: RendererBase) -> None:
        self.ax, self.renderer = ax, renderer
        self.unit = float(cast(Any, renderer.points_to_pixels(1.0)))
        others = [
            ax.get_legend(),
            *(text for text in ax.texts if text.get_text() and not isinstance(text, Label)),
        ]
        self.boxes = [other.get_window_extent(renderer) for other in others if other and other.get_visible()]
        self.lines: list[tuple[Artist, Any, Any]]
        self.lines = [(line, *dots_along(ax, line, self.unit)) for line in ax.lines if line.get_visible()]

    def covered(self, label: Label, size: FloatArray, half: Points, places: Places) -> FloatArray:
        """Return the cost of the lines and texts that a label covers at each place."""
        at, turn, pad = places.at[:, None], places.turn[:, None].conj(), label.pad * self.unit
        reach_of_text, upright = size / 2 + pad, (turn == 1).all()
        low, high = (end(places.at.real) + 1j * end(places.at.imag) for end in (np.min, np.max))
        cost = np.zeros(len(at))
        for line, dots, reach in self.lines:
            if line is not label.own:
                # Most dots are not near any of the places.
                around = float(np.hypot(*reach_of_text)) + np.max(reach, initial=0.0)
                near = (dots.real > low.real - around) & (dots.real < high.real + around)
                near &= (dots.imag > low.imag - around) & (dots.imag < high.imag + around)
                away = (dots[near] - at) if upright else (dots[near] - at) * turn
                reach = np.broadcast_to(reach, near.shape)[near]
                hit = (abs(away.real) < reach_of_text[0] + reach) & (abs(away.imag) < reach_of_text[1] + reach)
                cost += hit.sum(axis=1) * (DOT if line.get_zorder() > SOLID else label.light)
        # The leader of a label must not cross other texts.
        ends = nearest(places.at, size, places.anchor)
        way = np.vstack([places.at, np.linspace(places.anchor, ends, 9)])
        room = np.zeros_like(way)
        room[0] = half + pad * (1 + 1j)
        for box in self.boxes:
            away = way - complex(box.x0 + box.x1, box.y0 + box.y1) / 2
            hit = (abs(away.real) < room.real + box.width / 2) & (abs(away.imag) < room.imag + box.height / 2)
            cost += TEXT * hit[0] + CROSSED * hit[1:].any(axis=0)
        return cost


def _settle(ax: Axes, labels: list[Label], renderer: RendererBase) -> None:
    """Place each label; if a label with two sizes finds no place, all such labels get their smaller size."""
    wanted = sorted(filter(Artist.get_visible, labels), key=lambda label: (label.rank, not label.must))
    for small in (False, True):
        taken = _Taken(ax, renderer)
        for label in labels:
            label.shown = False
        for label in wanted:
            with quietly(label):
                if label.sizes is not None:
                    label.set_fontsize(label.sizes[small])
                label.settle(taken)
        if all(label.shown for label in wanted if label.sizes is not None):
            break


def nearest(at: Any, size: FloatArray, point: Any) -> Any:
    """Return the points of boxes centered at ``at`` that are nearest to ``point``."""
    away = point - at
    return at + np.clip(away.real, -size[0] / 2, size[0] / 2) + 1j * np.clip(away.imag, -size[1] / 2, size[1] / 2)


def placed(ax: Axes, text: str, candidates: PlacesOf, style: Mapping[str, Any] | None = None, **traits: Any) -> Label:
    """Add a small text that finds its place; ``style`` are the caller's keywords."""
    look = merged(style or {}, Text, color=tone(ax, 0.85), fontsize="small", zorder=5.5)
    label = Label(printable(text), candidates, look, **traits)
    ax.add_artist(label)
    return label


def beside(x: FloatArray, y: FloatArray, gap: float, *, far: bool = False, least: float = 0.0) -> PlacesOf:
    """Return a function that yields places beside a data point or along a line.

    Places are ``gap`` points away and farther; with ``far`` much farther. A line that has at most ``least`` points in
    view gets no places.
    """
    return partial(_beside, np.column_stack([x, y]), gap * np.array(FAR if far else NEAR), least)


def _beside(
    xy: FloatArray, gaps: FloatArray, least: float, ax: Axes, size: FloatArray, unit: float
) -> Iterator[Places]:
    if len(xy) == 1:
        anchors = _points_in_view(ax, xy, ax.transData)
    else:
        points, length = in_view(ax, xy)
        long = len(points) and length[-1] > least * unit
        anchors = np.interp(SHARES * length[-1], length, points) if long else points[:0]
    number = len(anchors) * len(COMPASS)
    for start, gap in enumerate(gaps):
        cost = LATER * (start * number + np.arange(number))
        # A horizontal leader to a number looks like a minus sign.
        cost = cost + (gap > LEADER) * (np.resize(COMPASS, number).imag == 0)
        yield Places.of(around(anchors, gap * unit, size).ravel(), cost, np.repeat(anchors, len(COMPASS)))


def around(points: Points, gap: float, size: FloatArray) -> Points:
    """Return places for boxes of a size at a distance from each point, in all directions of COMPASS."""
    away = gap * COMPASS / abs(COMPASS) + COMPASS.real * size[0] / 2 + 1j * COMPASS.imag * size[1] / 2
    return np.asarray(points[:, None] + away)


def normal_at(ax: Axes, xy: ArrayLike, point: Sequence[float], reach: float) -> complex:
    """Return the unit normal of a line near a data point, from the part of the line up to ``reach`` pixels away."""
    points, length = in_view(ax, xy)
    if not len(points):
        return 0j
    tried = np.append(length, np.arange(0.0, length[-1]))
    here = complex(*ax.transData.transform(point))
    at = tried[np.argmin(abs(np.interp(tried, length, points) - here))]
    before, after = np.interp([at - reach, at + reach], length, points)
    return 1j * complex(after - before) / (abs(after - before) or 1.0)


def in_view(ax: Axes, xy: ArrayLike, to_pixels: Transform | None = None) -> tuple[Points, FloatArray]:
    """Return the visible vertices of a polyline in pixels, and the length of the line up to each."""
    with np.errstate(all="ignore"):
        path = Path((to_pixels or ax.transData).transform(xy))
        path = path.cleaned(remove_nans=True, clip=cast(Any, ax.bbox.extents))
    drawn = np.asarray(path.codes) == Path.LINETO
    visible = drawn | np.append(drawn[1:], False)
    points = np.asarray(path.vertices)[visible] @ np.array([1, 1j])
    # There is no line between two pieces.
    moves = np.where(drawn[visible], abs(np.diff(points, prepend=points[:1])), 0.0)
    return points, np.cumsum(moves)


def _points_in_view(ax: Axes, xy: ArrayLike, to_pixels: Transform) -> Points:
    with np.errstate(all="ignore"):
        points, box = np.asarray(to_pixels.transform(xy)), ax.bbox.padded(2.0)
    return np.asarray(points[((points >= box.min) & (points <= box.max)).all(axis=1)] @ np.array([1, 1j]))


def dots_along(ax: Axes, line: Line2D, unit: float) -> tuple[Points, FloatArray]:
    """Return dots along the visible part of a line and at its markers, and the radius of each."""
    data, to_pixels = np.asarray(line.get_xydata(), dtype=np.float64), line.get_transform()
    dots = marks = np.zeros(0, dtype=complex)
    if str(line.get_linestyle()) not in UNSEEN and len(data):
        points, length = in_view(ax, data, to_pixels)
        if len(points):
            dots = np.interp(np.arange(0.0, length[-1] + STRIDE * unit, STRIDE * unit), length, points)
    if str(line.get_marker()) not in UNSEEN:
        marks = _points_in_view(ax, data, to_pixels)
    # Dots closer together than one point count as one dot.
    dots, marks = (some[np.unique(np.round(some / unit), return_index=True)[1]] for some in (dots, marks))
    reach = np.repeat([0.0, unit * line.get_markersize() / 2], [len(dots), len(marks)])
    return np.concatenate([dots, marks]), reach
