"""Spaces in which each threshold is a line or arc, and the curve follows one threshold at each x value."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, NoReturn

import numpy as np

from prplot.errors import PrplotTypeError, by_name
from prplot.interpolations.base import Interpolation, Joins, Refine, Trace, as_it_is
from prplot.path.hull import hull_vertices
from prplot.path.path import ConfusionPath
from prplot.path.steps import Steps, Sums
from prplot.rows.arrays import FloatArray, IntArray, Pair
from prplot.spaces.base import Line, Space

if TYPE_CHECKING:
    from prplot.curve.curve import Curve


class Deciding(NamedTuple):
    """The thresholds that a curve follows: their indices ``row``, and the rising x up to which each holds, ``high``.

    ``leaps`` says whether the curve may jump where the next threshold takes over; an envelope does not.
    """

    steps: Steps
    row: IntArray
    high: FloatArray
    leaps: bool = False


class Decisions(Interpolation):
    """The rule of curves that follow the line or arc of one threshold after the other; see `DecidingSpace`.

    Parameters
    ----------
    words : str
        The description of the rule in methods sections.
    joins : str
        Which neighboring groups may be merged; none if the curve follows each threshold somewhere.
    """

    name = "continuous"
    monotone = True
    by_steps = False
    not_smooth = "takes the best threshold, which leaps from one to another"

    def __init__(self, words: str, joins: Joins = "none") -> None:
        self.words, self.joins = words, joins  # type: ignore[misc]

    def trace(self, curve: Curve, refine: Refine) -> Trace:
        space: Any = curve.space
        x, y, row = space._line_of(space._decisions(curve.path), refine)
        return Trace(x, y, np.where(row < 0, np.nan, curve.path._score_of(np.append(curve.path._cuts, -np.inf))[row]))

    def at(self, curve: Curve, x: FloatArray) -> FloatArray:
        space: Any = curve.space
        if "deciding" not in curve._held:
            # The decisions need a hull, so they are cached; interactive figures ask for values at each pointer move.
            curve._held["deciding"] = space._decisions(curve.path)
        deciding = curve._held["deciding"]
        return np.asarray(space._ordinates(deciding, x, np.searchsorted(deciding.high, x)))

    def area(self, curve: Curve, low: float, high: float) -> float:
        x = np.unique(np.clip([low, *curve.x, high], low, high))
        return float(np.trapezoid(self.at(curve, x), x))


@by_name()
class DecidingSpace(Space):
    """A space in which every threshold is a line, and a curve follows one threshold after the other.

    There are no isolines and no hull, and `forward` and `inverse` raise errors.
    """

    # What a confusion matrix is in this space, and the advice in the errors of `forward` and `inverse`.
    _point_is: ClassVar[str]
    _instead: ClassVar[str]

    @abstractmethod
    def _decided(self, steps: Steps) -> Deciding:
        """Return the thresholds, among the ends of straight steps, that the curve follows, and up to which x values."""

    @abstractmethod
    def _value(self, sums: Sums, x: FloatArray) -> FloatArray:
        """Return the y values of the lines of points with these cumulative weights, at x values."""

    def _decisions(self, path: ConfusionPath) -> Deciding:
        """Return the thresholds of a path that the curve follows; predicting every row positive is a candidate."""
        return self._decided(path._steps().completed())

    def _ordinates(self, deciding: Deciding, x: FloatArray, which: IntArray) -> FloatArray:
        """Return the y values at x values, on the line of the given thresholds: ``which`` indexes ``deciding.row``."""
        steps, row = deciding.steps, deciding.row[which]
        return self._value(steps.sums._replace(fp=steps.fp[row], tp=steps.tp[row]), x)

    def _stretched(self, x: FloatArray) -> FloatArray:
        """Return x values on the scale of the drawn axis."""
        return x

    def _line_of(self, deciding: Deciding, refine: Refine) -> Line:
        """Return the drawn line: both ends of each threshold's piece, and the points that ``refine`` inserts.

        The ``vertex`` of a point is the threshold that holds to its right.
        """
        first, last = self._drawn
        start, stop = np.searchsorted(deciding.high, self._drawn).tolist()
        high = np.minimum(deciding.high[start : stop + 1], last)
        low = np.append(first, high[:-1])
        pieces = np.flatnonzero((high > low) | deciding.leaps)
        which, low, high = start + pieces, low[pieces], high[pieces]

        def at(piece: IntArray, part: FloatArray) -> Pair:
            x = np.where(part == 1.0, high[piece], low[piece] + part * (high[piece] - low[piece]))
            return x, self._ordinates(deciding, x, which[piece])

        def as_drawn(piece: IntArray, part: FloatArray) -> Pair:
            x, y = at(piece, part)
            return self._stretched(x), y

        count = len(which)
        inner, between = refine(as_drawn, count)
        piece = np.insert(np.repeat(np.arange(count), 2), 2 * inner + 1, inner)
        part = np.insert(np.tile([0.0, 1.0], count), 2 * inner + 1, between)
        x, y = at(piece, part)
        row = np.where((part > 0.0) & (part < 1.0), -1, deciding.row[which[piece]])
        # Points with equal x are kept once, except where the curve jumps: there both ends of the jump are kept.
        shown = np.append((np.diff(x) > 0) | (deciding.leaps & (np.diff(piece) > 0)), True)
        return Line(x[shown], y[shown], row[shown])

    def _corners(self, path: ConfusionPath) -> Line:
        if self._undefined(path):
            ends = np.array([0, len(path) - 1])[:: 1 if self.lower_is_better else -1]
            return Line(np.array(self._drawn), np.full(2, np.nan), ends)
        return self._line_of(self._decisions(path), as_it_is)

    def _line(self, steps: Steps, refine: Refine) -> Line:
        return self._line_of(self._decided(steps), refine)

    def _no_point(self, what: str) -> NoReturn:
        raise PrplotTypeError(
            f"{what} needs a space in which a confusion point is a point; in {self.title.lower()} space it is "
            f"{self._point_is}. {self._instead}"
        )

    def _to_axes(self, sums: Sums) -> Pair:
        self._no_point("forward")

    def _to_rates(self, x: FloatArray, y: FloatArray) -> Pair:
        self._no_point("inverse")

    def _calibrated(self, steps: Steps) -> NoReturn:
        self._no_point("hull")


def hull_steps(steps: Steps) -> tuple[IntArray, FloatArray, FloatArray]:
    """Return the vertices on the convex hull of straight steps, and the weight of each class between two of them."""
    vertices = hull_vertices(steps)
    return vertices, np.add.reduceat(steps.fg, vertices[:-1]), np.add.reduceat(steps.bg, vertices[:-1])
