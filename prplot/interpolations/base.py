"""Base of interpolations: how a curve is drawn between thresholds, and the area under it."""

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


# Rates, which are ratios of summed weights, may be off by a few units in the last place.
ROUNDING = 4e-16


# A piece of a line is halved at most this often.
HALVINGS = 16


# A function that takes indices of pieces and positions along them, in [0, 1], and returns coordinates (x, y).
Pieces = Callable[[IntArray, FloatArray], Pair]


# A function that takes `Pieces` and their number, and returns where to insert points: rising indices of pieces, and
# positions along them, in (0, 1).
Refine = Callable[[Pieces, int], tuple[IntArray, FloatArray]]


# The neighboring groups that can be merged without changing an area: none, those with negatives only ("background"), or
# those with one class only ("either").
Joins = Literal["none", "background", "either"]


class Trace(NamedTuple):
    """A curve as a polyline, with points inserted for drawing.

    Attributes
    ----------
    x, y : arrays
        Axes coordinates.
    threshold : array
        The threshold of each point; NaN for inserted points.
    """

    x: FloatArray
    y: FloatArray
    threshold: FloatArray

    def with_points(self, index: Any, x: Any, y: Any) -> Trace:
        """Return the trace with points inserted before the given indices; their thresholds are NaN."""
        return Trace(*(np.insert(a, index, values) for a, values in zip(self, (x, y, np.nan), strict=True)))


class Gradient(NamedTuple):
    """The derivatives of an area with respect to FP and TP at the thresholds of some steps, for fixed limits.

    Attributes
    ----------
    steps : Steps
        The steps, of a path or of a piece of it.
    fp, tp : arrays of shape (K + 1,)
        The derivatives with respect to FP and TP of each threshold.
    log_odds : float
        The derivative with respect to ln(P / N), at constant rates.
    """

    steps: Steps
    fp: FloatArray
    tp: FloatArray
    log_odds: float = 0.0


class Interpolation(ABC):
    """The rule that joins the thresholds of a curve, and computes its area."""

    name: ClassVar[InterpolationName]
    # The space in which users may choose among interpolations.
    space: ClassVar[SpaceName] = "pr"
    # The description of the interpolation in methods sections.
    words: ClassVar[str]
    # The name of the area under PR curves, and the part of its name in parentheses.
    area_name: ClassVar[str] = "AUPRC"
    area_kind: ClassVar[str] = ""
    joins: ClassVar[Joins] = "none"
    # Whether the area never gets worse if positives move ahead of negatives. Worse is smaller, except in cost space.
    monotone = False
    # Whether the curve consists of the straight steps of the path.
    by_steps = True
    # Why areas have no derivative with respect to row weights, as the end of a sentence after "which"; empty if they
    # have.
    not_smooth: ClassVar[str] = "has no derivative by the weights of rows that prplot knows"

    def check(self, path: ConfusionPath) -> None:  # noqa: B027
        """Raise an error if the interpolation is not defined for this path; most are defined for all paths."""

    def over(self, path: ConfusionPath, space: Space) -> Interpolation:
        """Return the interpolation to use for another path in the same space; usually the same one."""
        return self

    def unproved(self, points: PointTraits) -> str | None:
        """Return the samples, in words, whose area may lie outside the range from the worst to the best ranking.

        None means that there are no such samples, by proof. Without a proof the result is "any sample".
        """
        return "any sample"

    def whole_area(self, curve: Curve) -> float:
        """Return the exact area under the whole curve of a path that ends at (N, P)."""
        return self.area(curve, *curve.space.domain)

    def least_area(self, worst: Curve, low: float, high: float) -> float:
        """Return the least area over all orders of rows within bins; ``worst`` has the negatives first in each bin."""
        return worst.area(low, high)

    def gradients(self, curve: Curve, low: float, high: float) -> Iterator[Gradient]:
        """Yield the derivatives of the area from ``low`` to ``high``, for consecutive pieces of the path."""
        raise NotImplementedError

    def between(self, curve: Curve) -> Pair:
        """Return the points (x, y) that the interpolation adds between thresholds; only discrete ones add any."""
        raise PrplotValueError(
            f"interpolation {self.name!r} has no intermediate points. Take a curve of 'discrete-tp' or 'discrete-fp', "
            "or curve.trace(tolerance) for points of the line as drawn."
        )

    @abstractmethod
    def trace(self, curve: Curve, refine: Refine) -> Trace:
        """Return the drawn line in the order of the path, in axes coordinates.

        It includes all thresholds that the space shows; ``refine`` decides where to insert other points.
        """

    @abstractmethod
    def at(self, curve: Curve, x: FloatArray) -> FloatArray:
        """Return the y values of the drawn line at finite x values within the domain.

        Where the line is vertical, the better y value is returned, which usually is the larger.
        """

    @abstractmethod
    def area(self, curve: Curve, low: float, high: float) -> float:
        """Return the exact area under the drawn line from ``low`` to ``high``, with ``low`` at most ``high``.

        It is in axes units, and negative below y = 0.
        """


def arrivals(vertices: FloatArray, x: FloatArray) -> tuple[IntArray, IntArray]:
    """Return, for each x value, the first vertex at or beyond it, and the last vertex at or before it.

    If vertices have this x value, up to rounding, these are the first and the last of them. Otherwise the last comes
    before the first, and they are the ends of the step that contains x.
    """
    room = ROUNDING * np.maximum(np.abs(x), 1.0)
    neighbors = np.searchsorted(vertices, x - room), np.searchsorted(vertices, x + room, side="right") - 1
    first, last = np.clip(neighbors, 0, len(vertices) - 1)
    return first, last


def looked_up(line: Pair, x: FloatArray, inside: Callable[[IntArray], FloatArray], lower: bool = False) -> FloatArray:
    """Return the y values of a line: the better one where a vertex has this x, otherwise the value from ``inside``.

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
    """Return the function that maps positions along the straight pieces of a polyline to coordinates."""

    def at(piece: IntArray, part: FloatArray) -> Pair:
        along, up = ((1.0 - part) * c[piece] + part * c[piece + 1] for c in (x, y))
        return along, up

    return at


def polyline(corners: Trace, refine: Refine) -> Trace:
    """Return a trace that is straight between its corners; ``refine`` inserts points where axes scales bend it."""
    at = chords(corners.x, corners.y)
    piece, part = refine(at, len(corners.x) - 1)
    return corners.with_points(piece + 1, *at(piece, part))


def as_it_is(at: Pieces, count: int) -> tuple[IntArray, FloatArray]:  # noqa: ARG001
    """Insert no points: the `Refine` function for lines that need only their vertices."""
    return np.zeros(0, dtype=int), np.zeros(0)


def refine_to(tolerance: Any) -> Refine:
    """Return a `Refine` function that halves pieces until each is close to its chord.

    Close means that the middle of a piece is at most half the tolerance from its chord. Each piece must rise or fall
    throughout, and bend to one side only.

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
            # A piece that begins at infinity, as in PRG space, has no chord; its NaN counts as bent.
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


# The samples for which areas under chords need not lie between those of the worst and the best ranking.
TIED = "tied scores, which chords cut short"


def of_unlike_points(points: PointTraits) -> str | None:
    """Return the samples, in words, whose weights may bring the area outside the best and the worst ranking's.

    None means that the weights cannot do this; see `Interpolation.unproved`.
    """
    # For equal hard positives precision at the k-th is at least k / (k + N). For points of equal total weight, swapping
    # two neighbors in the wrong order never lowers the sum, and a tie is never below all orders of the tied points.
    if points.hard and points.alike:
        return None
    if not points.level:
        return "positives of different weight" if points.hard else "points of different weight"
    return None if points.entire else "soft labels, over a part of the range"
