"""Base of interpolations: the line of a curve between two thresholds, and the area under it."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

import numpy as np

from prplot.errors import PrplotValueError
from prplot.names import InterpolationName, SpaceName
from prplot.rows.arrays import FloatArray, IntArray, Pair
from prplot.rows.checks import number_that

if TYPE_CHECKING:
    from prplot.curve.curve import Curve
    from prplot.path.area_bounds import PointTraits
    from prplot.path.path import ConfusionPath
    from prplot.path.steps import Steps
    from prplot.spaces import Space


# Rates of sums of weights may miss a round number by a few units in the last place.
ROUNDING = 4e-16


# Most halvings of one piece of a line.
HALVINGS = 16


# Takes numbers of pieces and positions in them, in [0, 1], and returns coordinates (x, y).
Pieces = Callable[[IntArray, FloatArray], Pair]


# Takes the pieces of a line and their count, and returns where to insert points: rising numbers of pieces, and
# positions in them, in (0, 1).
Refine = Callable[[Pieces, int], tuple[IntArray, FloatArray]]


# Which neighbouring groups can be merged without changing an area: none, those with negatives alone, or those with
# either class alone.
Joins = Literal["none", "background", "either"]


class Trace(NamedTuple):
    """A curve refined for drawing.

    Attributes
    ----------
    x, y : arrays
        Axes coordinates.
    threshold : array
        The threshold of each vertex; NaN where a point was inserted.
    """

    x: FloatArray
    y: FloatArray
    threshold: FloatArray

    def with_points(self, index: Any, x: Any, y: Any) -> Trace:
        """Return the trace with points inserted before these places; they have no threshold."""
        return Trace(*(np.insert(a, index, values) for a, values in zip(self, (x, y, np.nan), strict=True)))


class Gradient(NamedTuple):
    """The derivatives of an area by the vertices of some steps, while the abscissae between which it lies stay.

    Attributes
    ----------
    steps : Steps
        The steps, of a path or of a piece of it.
    fp, tp : arrays of shape (K + 1,)
        The derivatives by FP and by TP of each vertex.
    log_odds : float
        The derivative by ln(P / N), if all rates stay as they are.
    """

    steps: Steps
    fp: FloatArray
    tp: FloatArray
    log_odds: float = 0.0


class Interpolation(ABC):
    """How a curve is refined and joined between thresholds."""

    name: ClassVar[InterpolationName]
    # The space whose curves may be joined in several ways.
    space: ClassVar[SpaceName] = "pr"
    # The words for a methods section.
    words: ClassVar[str]
    # The name of the area under PR curves, and which of the areas of that name it is.
    area_name: ClassVar[str] = "AUPRC"
    area_kind: ClassVar[str] = ""
    joins: ClassVar[Joins] = "none"
    # Whether the area never gets worse if positives move ahead of negatives: never smaller, or in cost space larger.
    monotone = False
    # Whether the curve is made of the straight steps of the path.
    by_steps = True
    # Why areas have no derivative by the weights of rows, in words that go on after "which"; empty if they have one.
    not_smooth: ClassVar[str] = "has no derivative by the weights of rows that prplot knows"

    def check(self, path: ConfusionPath) -> None:  # noqa: B027
        """Raise an error if the interpolation has no meaning for this path; most always have one."""

    def over(self, path: ConfusionPath, space: Space) -> Interpolation:
        """Return what joins the curve of another path in the same space."""
        return self

    def unproved(self, points: PointTraits) -> str | None:
        """Return for which samples the area may lie outside the range from the worst to the best ranking.

        None: it is proved that there are none. Without a proof these are all samples.
        """
        return "any sample"

    def whole_area(self, curve: Curve) -> float:
        """Return the exact area under the whole line of a path that reaches (N, P)."""
        return self.area(curve, *curve.space.domain)

    def least_area(self, worst: Curve, low: float, high: float) -> float:
        """Return the least area over all orders within bins, given the curve with negatives first in each bin."""
        return worst.area(low, high)

    def gradients(self, curve: Curve, low: float, high: float) -> Iterator[Gradient]:
        """Yield the derivatives of the area between two abscissae, in pieces of the path that follow each other."""
        raise NotImplementedError

    def between(self, curve: Curve) -> Pair:
        """Return the points (x, y) at which the line stops between thresholds; only discrete ones stop."""
        raise PrplotValueError(
            f"interpolation {self.name!r} has no intermediate points. Take a curve of 'discrete-tp' or 'discrete-fp', "
            "or curve.trace(tolerance) for points of the line as drawn."
        )

    @abstractmethod
    def trace(self, curve: Curve, refine: Refine) -> Trace:
        """Return the drawn line, in order of the path, in the units of x and y.

        All vertices that the space shows are among the points, with their thresholds; ``refine`` says where to insert
        others.
        """

    @abstractmethod
    def at(self, curve: Curve, x: FloatArray) -> FloatArray:
        """Return the ordinates of the drawn line at finite abscissae inside the domain of the space.

        On a vertical the better one, mostly the larger.
        """

    @abstractmethod
    def area(self, curve: Curve, low: float, high: float) -> float:
        """Return the exact area under the drawn line between two abscissae, not backwards.

        In squared axes units; what lies below ordinate 0 counts negative.
        """


def arrivals(vertices: FloatArray, x: FloatArray) -> tuple[IntArray, IntArray]:
    """Return for each abscissa the first vertex at or beyond it, and the last at or before it.

    They are equal, or the ends of a vertical, where a vertex has that abscissa, but for rounding;
    otherwise the last comes before the first, and they are the ends of the step around it.
    """
    room = ROUNDING * np.maximum(np.abs(x), 1.0)
    neighbours = np.searchsorted(vertices, x - room), np.searchsorted(vertices, x + room, side="right") - 1
    first, last = np.clip(neighbours, 0, len(vertices) - 1)
    return first, last


def looked_up(line: Pair, x: FloatArray, inside: Callable[[IntArray], FloatArray], lower: bool = False) -> FloatArray:
    """Return the ordinates of a line: at its vertices the better one there, else ``inside`` says it of their steps.

    Parameters
    ----------
    line : pair of arrays
        Its vertices (x, y), from left to right.
    x : array
        Abscissae between the first and the last vertex.
    inside : callable
        From the step in which each abscissa lies to its ordinate; what it says at vertices is not used.
    lower : bool
        Whether the lower ordinate is the better one.
    """
    y = line[1]
    first, last = arrivals(line[0], x)
    with np.errstate(all="ignore"):
        between = inside(np.maximum(first, 1) - 1)
    return np.where(last >= first, (np.minimum if lower else np.maximum)(y[first], y[last]), between)


def chords(x: FloatArray, y: FloatArray) -> Pieces:
    """Return the pieces of a polyline, which are straight."""

    def at(piece: IntArray, part: FloatArray) -> Pair:
        along, up = ((1.0 - part) * c[piece] + part * c[piece + 1] for c in (x, y))
        return along, up

    return at


def polyline(corners: Trace, refine: Refine) -> Trace:
    """Return a trace that is straight between its corners; ``refine`` inserts points where axes bend it."""
    at = chords(corners.x, corners.y)
    piece, part = refine(at, len(corners.x) - 1)
    return corners.with_points(piece + 1, *at(piece, part))


def as_it_is(at: Pieces, count: int) -> tuple[IntArray, FloatArray]:  # noqa: ARG001
    """Insert no points: a `Refine` for the vertices alone."""
    return np.zeros(0, dtype=int), np.zeros(0)


def refine_to(tolerance: Any) -> Refine:
    """Return what halves pieces of a line until the middle of each is half the tolerance from its chord, or less.

    Pieces rise or fall all along, and bend to one side.

    Raises
    ------
    PrplotValueError
        If the tolerance is not a positive number.
    """
    rule = "be a positive number of axes units"
    limit = number_that("tolerance", tolerance, lambda limit: 0 < limit < math.inf, rule)

    def refine(at: Pieces, count: int) -> tuple[IntArray, FloatArray]:
        inserted = [as_it_is(at, count)]
        piece, low, width = np.arange(count), np.zeros(count), 1.0
        for _ in range(HALVINGS):
            middle = low + width / 2
            points = np.array(at(np.tile(piece, 3), np.concatenate([low, middle, low + width])))
            start, between, stop = np.moveaxis(points.reshape(2, 3, -1), 1, 0)
            with np.errstate(all="ignore"):
                along, away = stop - start, between - start
                close = np.abs(away[0] * along[1] - away[1] * along[0]) <= limit / 2 * np.hypot(*along)
            # A piece from infinity, as in PRG space, has no chord, so NaN counts as bent.
            bent = ~close & np.isfinite(between).all(axis=0)
            if not bent.any():
                break
            piece, low, middle, width = piece[bent], low[bent], middle[bent], width / 2
            inserted.append((piece, middle))
            piece, low = np.tile(piece, 2), np.concatenate([low, middle])
        which, where = (np.concatenate(each) for each in zip(*inserted, strict=True))
        order = np.lexsort((where, which))
        return which[order], where[order]

    return refine


# Samples for which areas under chords need not lie between those of the worst and the best ranking.
TIED = "tied scores, which chords cut short"


def of_unlike_points(points: PointTraits) -> str | None:
    """Return for which points of different weight the area may leave that of the worst and the best ranking."""
    # For equal hard positives precision at the k-th is at least k / (k + N). For points of equal total weight, swapping
    # two neighbours in the wrong order never lowers the sum, and a tie is never below all orders of the tied points.
    if points.hard and points.alike:
        return None
    if not points.level:
        return "positives of different weight" if points.hard else "points of different weight"
    return None if points.entire else "soft labels, over a part of the range"
