"""What every interpolation owes: how a curve runs between two thresholds, and the area under it."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from prplot.errors import PrplotValueError
from prplot.options import InterpolationName
from prplot.path.derived import simplified, thinned
from prplot.path.groups import Joins
from prplot.rows.arrays import FloatArray
from prplot.rows.refinement import Sight

if TYPE_CHECKING:
    from prplot.curve.curve import Curve
    from prplot.path.bounds import PointTraits
    from prplot.path.path import ConfusionPath

__all__ = ["Interpolation", "Trace", "arrivals"]


# A few units in the last place, by which the rates of sums of weights may miss a round number.
ROUNDING = 4e-16


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

    def straight(self, sight: Sight) -> Trace:
        """Return the trace, straight between its vertices, with points inserted where it is not seen as straight."""
        vertex, more = sight.between(self.x, self.y)
        columns = zip(self, (*more, np.full(len(vertex), np.nan)), strict=True)
        return Trace(*(np.insert(a, vertex + 1, values) for a, values in columns))

    def with_corner(self, x: float, y: float) -> Trace:
        """Return the trace with an inserted point after the first."""
        return Trace(*(np.insert(a, 1, value) for a, value in zip(self, (x, y, np.nan), strict=True)))


class Interpolation(ABC):
    """How a curve is refined and joined between thresholds."""

    name: ClassVar[InterpolationName]
    # How a methods section says it.
    words: ClassVar[str]

    def check(self, path: ConfusionPath) -> None:  # noqa: B027
        """Raise an error if the interpolation has no meaning for this path; most always have one."""

    # The runs of steps that are as good as one, for the line and for the area.
    joins: ClassVar[Joins] = "none"

    def simplified(self, path: ConfusionPath) -> ConfusionPath:
        """Return the path without vertices that change neither the line nor the area."""
        return simplified(path, self.joins)

    # Whether between two vertices the line is, as closely as one likes, what mixtures of both achieve.
    mixes: ClassVar[bool] = False

    def looked_at(self, sight: Sight) -> Sight:
        """Return what must be in sight of the path so that the line is right in a sight of it."""
        return sight

    def thinned(self, curve: Curve, rows: NDArray[np.int_], runs: Joins = "none") -> Curve:
        """Return the curve through some of its vertices only, for drawing where the others share a pixel.

        They are numbered as those of the path in those runs.
        """
        return curve.over(thinned(curve.path, rows, runs), curve.label)

    def unproved(self, points: PointTraits) -> str | None:
        """Return for what the area may leave that of the worst and best ranking; None where it is proved to stay.

        Unless an interpolation says where it is proved, it is for no sample.
        """
        return "any sample"

    def piece_areas(self, curve: Curve) -> Iterator[FloatArray] | None:
        """Yield the areas under the steps of a path that reaches (N, P), in pieces; None where that is no shorter way.

        In squared axes units; those of runs that are `joins` together.
        """
        return None

    def whole_area(self, curve: Curve) -> float:
        """Return the exact area under the whole line of a path that reaches (N, P)."""
        areas = self.piece_areas(curve)
        if areas is None:
            return self.area(curve.simplified, *curve.space.domain)
        return math.fsum(float(np.sum(piece)) for piece in areas)

    # Whether the area never falls, or in a space of costs never rises, as foreground moves before background.
    monotone: ClassVar[bool] = False

    def least_area(self, worst: Curve, low: float, high: float) -> float:
        """Return the least area over all orders within bins, given the curve with background first in each bin."""
        return worst.area(low, high)

    # Whether a line goes through every vertex, however many of them share a pixel.
    every_vertex: ClassVar[bool] = False

    # Whether the curve is made of the straight steps of the path.
    by_steps: ClassVar[bool] = True

    def between(self, curve: Curve) -> tuple[FloatArray, FloatArray]:
        """Return the points (x, y) at which the line stops between thresholds; only discrete ones stop."""
        raise PrplotValueError(
            f"interpolation {self.name!r} has no intermediate points. Take a curve of 'discrete-tp' or 'discrete-fp', "
            "or curve.trace(tolerance) for points of the line as drawn."
        )

    @abstractmethod
    def trace(self, curve: Curve, sight: Sight) -> Trace:
        """Return the drawn line.

        Parameters
        ----------
        curve : Curve
            The path of K + 1 vertices, and the space in which it is seen.
        sight : Sight
            How far chords may be from the line, in axes units or in pixels.

        Returns
        -------
        Trace
            In order of the path, in axes units. All vertices that the space shows are among the
            points, with their thresholds; the threshold of an inserted point is NaN.
        """

    @abstractmethod
    def at(self, curve: Curve, x: FloatArray) -> FloatArray:
        """Return the ordinates of the drawn line.

        Parameters
        ----------
        curve : Curve
        x : array of shape (n,)
            Finite abscissae inside the domain of the space, in axes units.

        Returns
        -------
        array of shape (n,)
            Ordinates in axes units; on a vertical the better one, mostly the larger.
        """

    @abstractmethod
    def area(self, curve: Curve, low: float, high: float) -> float:
        """Return the exact area under the drawn line.

        Parameters
        ----------
        curve : Curve
        low, high : float
            Abscissae inside the domain of the space, in axes units, not backwards.

        Returns
        -------
        float
            In squared axes units; what lies below ordinate 0 counts negative.
        """


def arrivals(vertices: FloatArray, x: FloatArray) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
    """Return for each abscissa the first vertex at or beyond it, and the last at or before it.

    They are equal, or the ends of a vertical, where a vertex has that abscissa, but for rounding;
    otherwise the last comes before the first, and they are the ends of the step around it.
    """
    room = ROUNDING * np.maximum(np.abs(x), 1.0)
    first = np.searchsorted(vertices, x - room, side="left")
    last = np.searchsorted(vertices, x + room, side="right") - 1
    return np.clip(first, 0, len(vertices) - 1), np.clip(last, 0, len(vertices) - 1)
