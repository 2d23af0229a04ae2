"""What drawing asks of spaces, curves and paths beyond their maps, areas and traces.

They serve lines that are computed anew for each view. Drawing that makes a polyline once needs none of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Literal, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.curve.curve import Curve
from prplot.interpolations.base import Pieces, Trace, chords
from prplot.metrics import FPR, RECALL
from prplot.metrics.confusion import Confusion
from prplot.path.facts import UNCOUNTED
from prplot.path.groups import AnyGroups, Groups, SortedLabels
from prplot.path.path import ConfusionPath
from prplot.path.variants import through
from prplot.rows.arrays import BLOCK, FloatArray, IntArray, blocks, read_only
from prplot.spaces import Space

__all__ = [
    "CUT",
    "SecondaryScale",
    "Sight",
    "bottom",
    "explained",
    "f_levels",
    "farthest",
    "floor",
    "free_corner",
    "looked_at",
    "mark",
    "mixes",
    "outlined",
    "place",
    "references",
    "rooms",
    "rooms_of",
    "scale",
    "secondary_scales",
    "thinned",
    "thinned_curve",
    "traced",
    "unplaceable",
]

# How views and labels of spaces differ from the usual, by the name of the space ----------------------------------

# The corner that curves seldom reach, and the scale that both axes of a drawing get.
FREE_CORNER = {"net_benefit": "upper right"}
SCALE = {"det": "probit"}
# The largest fpr to which lines that go beyond the square are followed; the magnifier has no digits left beyond it.
FARTHEST = {"croc": 1.5}
# Why there may be no prevalence to place something at.
UNPLACEABLE = {"froc": "false positives are counted per image here, and are no rate."}
# What is added to the labels of axes that explain themselves: π, P and N of a path, fields of the space.
EXPLAINED = {
    "pr": ("P = {positives}", "π = {prevalence}"),
    "prg": ("P = {positives}", "0 at π = {prevalence}"),
    "roc": ("N = {negatives}", "P = {positives}"),
    "croc": ("α = {alpha}, N = {negatives}", "P = {positives}"),
    "cost": ("π = {prevalence} at equal costs", "1 = all wrong"),
    "det": ("N = {negatives}", "P = {positives}"),
    "gains": ("π = {prevalence}", "P = {positives}"),
    "lift": ("P = {positives}", "precision / π, π = {prevalence}"),
    "froc": ("{images} images", "P = {positives}"),
    "net_benefit": ("predicted positive from there on", "in true positives per row, π = {prevalence}"),
}
# Where more of the vertices are left than this share, runs are not worth it.
MOST_IN_RUNS = 0.75
# How far the view of net benefit goes below 0, in shares of the largest net benefit.
BELOW = 0.1


def free_corner(space: Space) -> str:
    """Return the corner that curves seldom reach."""
    return FREE_CORNER.get(space.name, "lower left")


def scale(space: Space) -> str:
    """Return the scale that both axes of a drawing get."""
    return SCALE.get(space.name, "linear")


def farthest(space: Space) -> float:
    """Return the largest fpr to which lines that go beyond the square are followed."""
    return FARTHEST.get(space.name, 1e6)


def unplaceable(space: Space) -> str:
    """Return why there may be no prevalence to place something at."""
    return UNPLACEABLE.get(space.name, UNCOUNTED)


def explained(space: Space) -> tuple[str, str]:
    """Return what is added to the labels of axes that explain themselves."""
    return EXPLAINED.get(space.name, ("", ""))


def bottom(space: Space) -> float:
    """Return the ordinate down to which the view goes in any case."""
    return -BELOW * space.top if space.name == "net_benefit" else 0.0


def floor(space: Space) -> float:
    """Return the lowest ordinate to which the view is extended on its own."""
    return bottom(space) if space.name == "net_benefit" else -0.5


def references(space: Space) -> tuple[tuple[str, FloatArray], ...]:
    """Return the lines of chance, by name: rates at which fpr equals tpr; the diagonal needs no name."""
    if space.name == "net_benefit":
        return ("treat all", np.ones(1)), ("treat none", np.zeros(1))
    return (("lift 1" if space.name == "lift" else "", np.array([space.lowest_rate, 1.0])),)


def f_levels(space: Space, count: int) -> list[float]:
    """Return so many levels of F_β that spread evenly in a space."""
    levels = [step / (count + 1) for step in range(1, count + 1)]
    return [float(space.abscissa_rate(gain, space.odds)) for gain in levels] if space.name == "prg" else levels


class SecondaryScale(NamedTuple):
    """A rate that an axis shows besides its own coordinate.

    ``axis`` is "x" or "y"; ``rate`` maps coordinates to the rate, without complaint beyond the
    ends of the axis, and ``place`` maps back; ``marks`` are the rates that deserve a tick most.
    """

    axis: Literal["x", "y"]
    label: str
    rate: Callable[[FloatArray], FloatArray]
    place: Callable[[FloatArray], FloatArray]
    marks: tuple[float, ...]


def secondary_scales(space: Any) -> tuple[SecondaryScale, ...]:
    """Return what the axes show besides their coordinates: rates whose gains they are, or that they magnify."""
    if space.name == "croc":
        return (SecondaryScale("x", "False positive rate", partial(_rate_of, space, 0.0), space.magnify, (0.0, 1.0)),)
    if space.name != "prg":
        return ()
    rate, place, marks = partial(_rate_of, space, -np.inf), partial(_gain_of, space.odds), (1.0, space.prevalence)
    return SecondaryScale("x", "Recall", rate, place, marks), SecondaryScale("y", "Precision", rate, place, marks)


def _rate_of(space: Space, least: float, x: FloatArray) -> FloatArray:
    return np.asarray(space.abscissa_rate(np.clip(x, least, 1.0), space.odds))


def _gain_of(odds: float, rates: FloatArray) -> FloatArray:
    with np.errstate(divide="ignore"):
        return 1.0 - odds * (1.0 / np.asarray(rates) - 1.0)


def mark(space: Space, fpr: ArrayLike, tpr: ArrayLike) -> tuple[FloatArray, FloatArray]:
    """Return the image of one point of the square: a point, both ends of a line, or an arc."""
    if space.pointwise:
        x, y = space.forward(fpr, tpr)
        return np.atleast_1d(x), np.atleast_1d(y)
    return space.follow(fpr, tpr, Sight(1e-4).halved)


def place(space: Space, confusion: Confusion) -> tuple[FloatArray, FloatArray]:
    """Return the image of a confusion matrix, at the prevalence of the space: as `mark` does."""
    if not space.needs_negatives and np.isnan([confusion.tn, space.prevalence]).any():
        tp, fp = (np.array([cell]) for cell in (confusion.tp, confusion.fp))
        return space.image(fp, tp, np.nan, confusion.tp + confusion.fn)
    return mark(space, FPR.of(*confusion.cells), RECALL.of(*confusion.cells))


# How closely a line is looked at ----------------------------------------------------------------------------------

# Where a chord is compared with its piece of the line: in the middle, and elsewhere if it is close there.
PROBES = np.array([0.5]), np.array([0.03, 0.1, 0.2, 0.35, 0.65, 0.8, 0.9, 0.97])
# How often a piece is halved at most: for all that may be shown, and on the way to a view, however deep it is.
FINEST, DEEPEST = 12, 1070
# How often at once.
AT_ONCE = 3
# How far from what is in sight a piece of it may end, in sizes of that.
FAR = 30.0
# What rounding may do to the distance from a chord, in lengths of it.
ROUNDING, ROUNDING_IN_VIEW = 1e-12, 2e-15


@dataclass(frozen=True)
class Sight:
    """How closely a line is looked at.

    Attributes
    ----------
    tolerance : float
        How far chords may be from the line, as it is seen.
    seen, back : callables, optional
        From coordinates, of shape (n, 2), to where they are seen, as pixels, and back; by default
        they are seen as they are.
    linear : bool
        Whether what is straight in coordinates is seen as straight.
    low, high : arrays of shape (2,)
        The corners, in coordinates, of what is in sight; a line is followed only there.
    view : object
        What is equal for sights that are; None where that is not known.
    """

    tolerance: float
    seen: Callable[[FloatArray], FloatArray] | None = None
    back: Callable[[FloatArray], FloatArray] | None = None
    linear: bool = True
    low: FloatArray = field(default_factory=lambda: np.full(2, -np.inf))
    high: FloatArray = field(default_factory=lambda: np.full(2, np.inf))
    view: object = None

    @property
    def halvings(self) -> int:
        """How often a piece is halved at most."""
        return FINEST if self.seen is None else DEEPEST

    def halved(
        self, at: Pieces, count: int, straight: NDArray[np.bool_] | None = None
    ) -> tuple[NDArray[np.int_], FloatArray]:
        """Return where to insert points: the pieces, and the parts of them in (0, 1), in order.

        Halves what is in sight of a piece, at once as often as is sure to be needed, until none of nine
        probes on it is farther than half the tolerance from its chord. Where a piece looks straight nothing
        is inserted. Those that are known to be straight are only cut where they go far beyond what is in sight.
        """
        piece = np.arange(count)
        low, high = np.zeros(count), np.ones(count)
        start, stop = self._at(at, piece, low), self._at(at, piece, high)
        found_piece: list[NDArray[np.int_]] = []
        found_part: list[FloatArray] = []
        for _ in range(self.halvings):
            bent, parts = self._bent(at, piece, low, high, start, stop, straight)
            if not len(bent):
                break
            again = np.repeat(bent, parts)
            piece, low, high, start, stop = piece[again], low[again], high[again], start[again], stop[again]
            share, within = 1.0 / np.repeat(parts, parts), _counted(parts)
            low, high = low + within * share * (high - low), low + (within + 1.0) * share * (high - low)
            inner = within > 0
            found_piece.append(piece[inner])
            found_part.append(low[inner])
            between = self._at(at, piece[inner], low[inner])
            start[inner] = between
            stop[np.flatnonzero(inner) - 1] = between
        if not found_piece:
            return np.zeros(0, dtype=int), np.zeros(0)
        which, where = np.concatenate(found_piece), np.concatenate(found_part)
        order = np.lexsort((where, which))
        return which[order], where[order]

    def height(self) -> float:
        """Return how tall 1 is seen where the scale is linear."""
        low, high = self.of(np.array([[0.0, 0.0], [0.0, 1.0]]))
        return float(abs(high[1] - low[1]))

    def straight(self, x: FloatArray, y: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return a polyline, straight in coordinates, with points inserted where it is not seen as straight."""
        piece, more = self.between(x, y)
        return np.insert(x, piece + 1, more[0]), np.insert(y, piece + 1, more[1])

    def between(self, x: FloatArray, y: FloatArray) -> tuple[NDArray[np.int_], tuple[FloatArray, FloatArray]]:
        """Return what to insert in a polyline that is straight in coordinates: after which vertices, and the points."""
        if self.linear:
            return np.zeros(0, dtype=int), (np.zeros(0), np.zeros(0))
        at = chords(x, y)
        piece, part = self.halved(at, len(x) - 1)
        return piece, at(piece, part)

    def in_sight(self, start: FloatArray, stop: FloatArray) -> NDArray[np.bool_]:
        """Return of which pieces, given by both ends, something may be in sight."""
        near, far = np.fmin(start, stop), np.fmax(start, stop)
        return np.asarray(((far >= self.low) & (near <= self.high)).all(axis=1))

    def of(self, points: FloatArray) -> FloatArray:
        """Return where points, of shape (n, 2), are seen."""
        if self.seen is None:
            return points
        with np.errstate(all="ignore"):
            return np.asarray(self.seen(points), dtype=np.float64)

    def clamped(self, points: FloatArray) -> FloatArray:
        """Return where points are seen, moved nearer where they are far out of sight or have no place."""
        seen, (near, far) = self.of(points), self.of(np.array([self.low, self.high]))
        reach = (FAR + 1.0) * (far - near)
        seen = np.where(np.isfinite(seen), seen, np.where(points < self.low, near - reach, far + reach))
        low, high = np.sort([near - reach, far + reach], axis=0)
        return np.asarray(np.clip(seen, low, high))

    def bends(self, start: FloatArray, between: FloatArray, stop: FloatArray) -> NDArray[np.bool_]:
        """Return whether points, as they are seen, are too far from the chords between two others."""
        return self.excess(start, between, stop) > 1.0

    def excess(self, start: FloatArray, between: FloatArray, stop: FloatArray) -> FloatArray:
        """Return how far points, as they are seen, are from the chords between two others; more than 1 is too far."""
        rounding = ROUNDING if self.seen is None else ROUNDING_IN_VIEW
        with np.errstate(invalid="ignore", over="ignore", divide="ignore"):
            along, away = stop - start, between - start
            size = np.hypot(*along.T)
            off = np.abs(away[:, 0] * along[:, 1] - away[:, 1] * along[:, 0])
            return np.asarray(off / ((self.tolerance / 2 + rounding * size) * size))

    def _at(self, at: Pieces, piece: NDArray[np.int_], part: FloatArray) -> FloatArray:
        with np.errstate(all="ignore"):
            return np.column_stack(at(piece, part))

    def _near(self, seen: FloatArray) -> NDArray[np.bool_]:
        """Return which points, as they are seen, are not far out of sight; some have no place, as 0 on some scales."""
        if self.seen is None:
            return np.ones(len(seen), dtype=bool)
        corners = self.of(np.array([self.low, self.high]))
        room = FAR * np.ptp(corners, axis=0)
        with np.errstate(invalid="ignore"):
            return np.asarray((np.abs(seen - corners.mean(axis=0)) <= room).all(axis=1))

    def _bent(
        self,
        at: Pieces,
        piece: NDArray[np.int_],
        low: FloatArray,
        high: FloatArray,
        start: FloatArray,
        stop: FloatArray,
        straight: NDArray[np.bool_] | None,
    ) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
        """Return the rows of the pieces whose chords are seen apart from them, and into how many parts to cut each."""
        row = np.arange(len(piece)) if self.seen is None else np.flatnonzero(self.in_sight(start, stop))
        ends = self.of(start[row]), self.of(stop[row])
        with np.errstate(invalid="ignore"):
            # A piece stays in the box of its ends.
            flat = (np.abs(ends[1] - ends[0]) <= self.tolerance / 2).any(axis=1)
        row, ends = row[~flat], (ends[0][~flat], ends[1][~flat])
        known = np.isfinite(np.hstack([start[row], stop[row]])).all(axis=1)
        bent = np.asarray(known & ~(self._near(ends[0]) & self._near(ends[1])))
        halvings = np.ones(len(row))
        unknown = np.ones(len(row), dtype=bool) if straight is None else ~straight[piece[row]]
        for probes in PROBES:
            left = np.flatnonzero(~bent & unknown)
            if not len(left):
                break
            here, many = np.repeat(row[left], len(probes)), np.repeat(left, len(probes))
            part = low[here] + np.tile(probes, len(left)) * (high[here] - low[here])
            between = self.of(self._at(at, piece[here], part))
            excess = (
                np.nan_to_num(self.excess(ends[0][many], between, ends[1][many])).reshape(len(left), -1).max(axis=1)
            )
            bent[left] = excess > 1.0
            # A half of a piece is about four times as close to its chord.
            halvings[left] = np.clip(np.floor(np.log2(np.maximum(excess, 1.0)) / 2.0), 1.0, AT_ONCE)
        return row[bent], (2 ** halvings[bent]).astype(int)


def _counted(parts: NDArray[np.int_]) -> NDArray[np.int_]:
    """Return 0, 1, ... up to each number."""
    return np.arange(parts.sum()) - np.repeat(np.cumsum(parts) - parts, parts)


# Curves through few of their vertices -----------------------------------------------------------------------------


def traced(curve: Any, sight: Sight) -> Trace:
    """Return a curve, or a mean of curves, refined for drawing where it is in sight."""
    return curve.traced(sight.halved)  # type: ignore[no-any-return]


def mixes(curve: Curve) -> bool:
    """Return whether the line between two vertices is, as closely as one likes, what mixtures of both achieve."""
    return curve.interpolation in ("continuous", "discrete-tp")


def looked_at(curve: Curve, sight: Sight) -> Sight:
    """Return what must be in sight of the path so that the line is right in a sight of it."""
    return replace(sight, high=np.array([np.inf, sight.high[1]])) if "max" in curve.interpolation else sight


# The groups of long paths with runs of one class as one, or with those of background as one.
_RUNS: WeakKeyDictionary[AnyGroups, dict[str, AnyGroups]] = WeakKeyDictionary()


def outlined(path: ConfusionPath, joins: str = "either") -> ConfusionPath:
    """Return the same line through fewer vertices: without those inside runs of either class, or of background.

    It takes long to find in millions of rows, and is asked for by every line of a path and at every draw.
    """
    if joins == "none" or len(path) <= BLOCK:
        return path
    found = _RUNS.setdefault(path.groups, {})
    if joins not in found:
        found[joins] = _in_runs(path.groups, joins)
    return through(path, found[joins])


def _in_runs(groups: AnyGroups, joins: str) -> AnyGroups:
    first, ends = 1, [(np.zeros(1, dtype=int), np.zeros(1), np.zeros(1))]
    for piece in groups.pieces():
        absent = [piece.fg == 0, piece.bg == 0][: 2 if joins == "either" else 1]
        inside = np.logical_or.reduce([none[1:] & none[:-1] for none in absent])
        last = np.flatnonzero(np.append(~inside, True))
        ends.append((first + last, piece.tp[last + 1], piece.fp[last + 1]))
        first += len(piece.fg)
    rows, tp, fp = map(np.concatenate, zip(*ends, strict=True))
    if len(rows) > MOST_IN_RUNS * first:
        return groups
    return Groups.of(partial(_cuts, groups, rows, tp + fp), np.diff(tp), np.diff(fp), (tp, fp))


def thinned(path: ConfusionPath, rows: NDArray[np.int_]) -> ConfusionPath:
    """Return the path through some of its vertices, for drawing; the first and the last row are among them."""
    groups = path.groups
    tp, fp = groups.tp[rows], groups.fp[rows]
    fg, bg = (
        # What is too little to move the sums is there all the same.
        np.where(sums[1:] > sums[:-1], np.diff(sums), np.add.reduceat(weight, rows[:-1]))
        for weight, sums in ((groups.fg, tp), (groups.bg, fp))
    )
    return through(path, Groups.of(partial(_cuts, groups, rows, tp + fp), fg, bg, (tp, fp)))


def _cuts(groups: AnyGroups, rows: IntArray, predicted: FloatArray) -> FloatArray:
    """Return the thresholds of some vertices, up to which there is so much weight; without those of all others."""
    if isinstance(groups, SortedLabels):
        labelled = groups.labelled[len(groups.labelled) - predicted[1:].astype(np.intp)]
        return groups.form.read(labelled >> np.uint64(1))
    return groups.thresholds[rows[1:]]


def thinned_curve(curve: Curve, rows: NDArray[np.int_]) -> Curve:
    """Return the curve through some of its vertices only, for drawing where the others share a pixel."""
    if not (curve.space.pointwise and curve.rule.by_steps):
        # An envelope has few breakpoints, and each vertex of a decision curve decides somewhere.
        return curve
    if curve.interpolation == "upper-trapezoid":
        # Through the highest vertices on both sides of each that tells.
        rising = np.flatnonzero(curve.path.groups.fg > 0) + 1
        after = np.searchsorted(rising, rows)
        rows = np.union1d(rows, rising[np.clip([after - 1, after], 0, len(rising) - 1)])
    return curve.over(thinned(curve.path, rows), curve.label)


# So many stretches make the next longer one.
CUT = 4
# So many of them are worked on at a time.
AT_A_TIME = 8192

# For stretches of CUT vertices, of CUT² and so on: the room of each.
Rooms = tuple[NDArray[np.float32], ...]


def rooms(x: NDArray[np.int_] | FloatArray, y: NDArray[np.int_] | FloatArray) -> Rooms:
    """Return in how small a part of the rectangle around it a stretch of a rising polyline stays beside its chord.

    A stretch between vertices (x, y) and (x + Δx, y + Δy) of room r is nowhere farther from the chord than s (-Δx, Δy)
    for s between -r / 2 and r / 2. A room of 0 is straight, one of 1 may take all of the rectangle. It depends on the
    scale of neither axis.

    Parameters
    ----------
    x, y : arrays of shape (K + 1,)
        Vertices; neither falls.

    Returns
    -------
    tuple of arrays of float32
        Of all whole stretches of 4 steps, from the first vertex on; of 16, of 64, and so on. Never too small.
    """
    found: list[NDArray[np.float32]] = []
    while len(x) > CUT:
        count = (len(x) - 1) // CUT
        made = np.empty(count, dtype=np.float32)
        for block in blocks(count, AT_A_TIME):
            vertices = slice(block.start * CUT, block.stop * CUT + 1)
            inner = found[-1][block.start * CUT : block.stop * CUT] if found else None
            made[block] = _of_stretches(x[vertices].astype(np.float64), y[vertices].astype(np.float64), inner)
        found.append(read_only(made))
        x, y = x[: count * CUT + 1 : CUT], y[: count * CUT + 1 : CUT]
    return tuple(found)


def _of_stretches(x: FloatArray, y: FloatArray, inner: NDArray[np.float32] | None) -> NDArray[np.float32]:
    """Return the room of stretches of CUT steps, of which each may have a room of its own."""
    wide, tall = x[CUT::CUT] - x[:-1:CUT], y[CUT::CUT] - y[:-1:CUT]
    with np.errstate(invalid="ignore", divide="ignore"):
        # How far the ends of the steps are from the chord, in parts of the rectangle.
        off = [np.abs((x[k::CUT] - x[:-1:CUT]) / wide - (y[k::CUT] - y[:-1:CUT]) / tall) for k in range(1, CUT)]
        if inner is None:
            room = np.maximum.reduce(off)
        else:
            none = np.zeros(len(wide))
            ends = [none, *off, none]
            beside = inner / 2 * (np.diff(x) / np.repeat(wide, CUT) + np.diff(y) / np.repeat(tall, CUT))
            room = np.maximum.reduce([np.maximum(ends[k], ends[k + 1]) + beside[k::CUT] for k in range(CUT)])
    # Where one coordinate stays it is straight.
    room = np.where((wide > 0) & (tall > 0), room, 0.0)
    return np.minimum(np.nextafter(room.astype(np.float32), np.float32(np.inf)), np.float32(1.0))


_ROOMS: WeakKeyDictionary[AnyGroups, Rooms] = WeakKeyDictionary()


def rooms_of(path: ConfusionPath) -> Rooms:
    """Return how straight stretches of a path are, which takes long to find and is asked for at every draw."""
    if path.groups not in _ROOMS:
        _ROOMS[path.groups] = rooms(path.groups.tp, path.groups.fp)
    return _ROOMS[path.groups]
