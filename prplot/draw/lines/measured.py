"""A measure along a path: against thresholds, where it is a step, or along the straight steps of the path."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from matplotlib.lines import Line2D
from numpy.typing import NDArray

from prplot.draw.lines.polyline import bent, telling
from prplot.metrics import PREDICTED_POSITIVE_RATE, RECALL, LinearFractional, Metric
from prplot.metrics.confusion import Confusion
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray, Pair, read_only

__all__ = ["ABSCISSAE", "Abscissa", "Course", "MeasureLine", "course"]

Ints = NDArray[np.int_]
Cells = tuple[FloatArray, FloatArray, FloatArray, FloatArray]
# Into so many parts a step is cut along which a measure may rise and fall.
PARTS = 4
# How near to the end of a step its limit is taken, where the measure has no value at the end itself.
NEXT_TO = 1e-9
# How far the line goes on beyond the outermost thresholds: as a share of what is between them, and beyond a single one.
BEYOND, ALONE = 0.04, 0.5
# Shares of a population below it are not seen.
SMALL = 1e-3


class Abscissa(NamedTuple):
    """What a measure is drawn against.

    Attributes
    ----------
    title : str
        The label of the axis.
    of : callable or None
        From cells to abscissae, along a step straight in the cells; None for thresholds.
    """

    title: str
    of: Callable[..., FloatArray] | None


def _rank(tp: FloatArray, fp: FloatArray, fn: FloatArray, tn: FloatArray) -> FloatArray:  # noqa: ARG001
    return np.asarray(tp + fp)


ABSCISSAE = {
    "threshold": Abscissa("threshold", None),
    "rank": Abscissa("weight predicted positive", _rank),
    "predicted_positive_rate": Abscissa("predicted positive rate", PREDICTED_POSITIVE_RATE.of),
    "recall": Abscissa("recall", RECALL.of),
}


class Course(ABC):
    """A measure of a path against something: from how closely one looks to the line.

    Attributes
    ----------
    x, y : arrays
        The vertices of the line.
    view : (float, float)
        Which abscissae a picture shows.
    """

    x: FloatArray
    y: FloatArray
    view: tuple[float, float]

    @property
    def empty(self) -> bool:
        """Whether there is nothing to be drawn."""
        return not bool((np.isfinite(self.x) & np.isfinite(self.y)).any())

    @abstractmethod
    def place(self, confusion: Confusion) -> float:
        """Return where an operating point is."""

    def points(self) -> Pair:
        """Return the line as it is drawn."""
        rows = self.kept()
        return self.x[rows], self.y[rows]

    def kept(self) -> Ints:
        """Return the vertices that are seen apart from others."""
        known = self.x[np.isfinite(self.x)]
        if not len(known):
            return np.arange(len(self.x))
        low, high = float(known.min()), float(known.max())
        return telling(self.y, (self.x - low) / ((high - low) or 1.0))


class AgainstThreshold(Course):
    """A step: a threshold is meant, and between two scores none of them changes anything."""

    def __init__(self, path: ConfusionPath, metric: Metric) -> None:
        cuts = path.thresholds
        # Of vertices that share a threshold the last one is what it selects.
        last = np.append(cuts[1:] < cuts[:-1], True)
        rows = np.flatnonzero(last)[::-1]
        cuts, values = cuts[rows], np.broadcast_to(metric.of(*_cells(path)), len(path))[rows]
        finite = np.isfinite(cuts)
        cuts, self.view = cuts[finite], _shown(cuts[finite])
        # Beyond the highest of them is what inf selects: nothing, or scores of inf.
        values = np.append(values[finite], values[-1])
        low, high = self.view
        self.x = read_only(np.concatenate([[low], np.repeat(cuts, 2), [high]]))
        self.y = read_only(np.repeat(values, 2))

    def place(self, confusion: Confusion) -> float:
        return np.nan if confusion.threshold is None else float(confusion.threshold)


class AlongSteps(Course):
    """A line that bends between vertices: along a step of the path a measure is that of both its ends, mixed.

    Parameters
    ----------
    abscissa : callable
        From cells, and thresholds, to abscissae.
    first : int
        The vertex at which it begins.
    """

    def __init__(
        self, path: ConfusionPath, metric: Metric, abscissa: Callable[..., FloatArray] | None, first: int = 0
    ) -> None:
        self.path, self.metric, self.abscissa, self.first = path, metric, abscissa, first
        cells = _cells(path)
        x = np.asarray(path.thresholds if abscissa is None else abscissa(*cells))[first:]
        y = np.array(np.broadcast_to(metric.of(*cells), len(path)))[first:]
        self.x, self.y = read_only(np.array(x)), read_only(self._with_limits(y))
        known = self.x[np.isfinite(self.x)]
        low, high = (float(known.min()), float(known.max())) if len(known) else (0.0, 1.0)
        # Rates are seen up to 1, also where the path ends before; the thresholds of a population that tell anything.
        self.view = (0.0, high if abscissa is _rank else 1.0) if abscissa is not None else _told(path, low, high)

    def _with_limits(self, y: FloatArray) -> FloatArray:
        """Return ordinates with limits where the line begins or ends without a value."""
        there = np.isfinite(y)
        beside = np.append(there[1:], False) | np.append(False, there[:-1])
        for row in np.flatnonzero(~there & beside):
            for step, part, far in ((row, NEXT_TO, row + 1), (row - 1, 1.0 - NEXT_TO, row - 1)):
                if 0 <= far < len(y) and there[far]:
                    y[row] = self._between(np.array([step]), np.array([part]))[1][0]
                    break
        return y

    def place(self, confusion: Confusion) -> float:
        if self.abscissa is None:
            return np.nan if confusion.threshold is None else float(confusion.threshold)
        return float(self.abscissa(*confusion.cells))

    def _between(self, step: Ints, part: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return points along steps: abscissae and ordinates."""
        cuts, cells = self.path.between(step + self.first, part)
        x = cuts if self.abscissa is None else self.abscissa(*cells)
        return np.asarray(x), np.asarray(self.metric.of(*cells))

    def points(self) -> Pair:
        """Return the line as it is drawn, with points inserted where it bends between neighbours."""
        rows = self.kept()
        near = np.flatnonzero(np.diff(rows) == 1)
        # Along one step a measure that is no ratio of linear forms may rise and fall.
        parts = 1 if isinstance(self.metric, LinearFractional) else PARTS
        known = self.x[np.isfinite(self.x)]
        unit = float(np.ptp(known)) or 1.0 if len(known) else 1.0

        def at(piece: Ints, part: FloatArray) -> Pair:
            step, within = rows[near][piece // parts], (piece % parts + part) / parts
            x, y = self._between(step, within)
            for end, row in ((0.0, step), (1.0, step + 1)):
                x, y = np.where(within == end, self.x[row], x), np.where(within == end, self.y[row], y)
            return x / unit, y

        piece, part = bent(at, len(near) * parts)
        # The cuts themselves are points of the line too.
        cut = np.flatnonzero(np.arange(len(near) * parts) % parts)
        piece, part = np.append(piece, cut), np.append(part, np.zeros(len(cut)))
        order = np.lexsort((part, piece))
        piece, part = piece[order], part[order]
        x, y = at(piece, part)
        after = near[piece // parts] + 1
        return np.insert(self.x[rows], after, x * unit), np.insert(self.y[rows], after, y)


def course(path: ConfusionPath, metric: Metric, against: str) -> Course:
    """Return a measure of a path against something, by its name in `ABSCISSAE`."""
    of = ABSCISSAE[against].of
    if of is not None:
        return AlongSteps(path, metric, of)
    # What has no scores, a population, changes all along.
    return AgainstThreshold(path, metric) if path.scored else AlongSteps(path, metric, None, first=1)


def _cells(path: ConfusionPath) -> Cells:
    return path.tp, path.fp, path.positives - path.tp, path.negatives - path.fp


# From which highest score on the axis of scores within [0, 1] is shown whole.
HALF = 0.5


def _shown(cuts: FloatArray) -> tuple[float, float]:
    """Return the thresholds that a picture shows: all, and a little more; of scores that go far within [0, 1] that."""
    if not len(cuts):
        return 0.0, 1.0
    low, high = float(cuts[0]), float(cuts[-1])
    room = BEYOND * (high - low) or ALONE
    if low >= 0.0 and high <= 1.0 and len(cuts) > 1:
        return 0.0, 1.0 if high > HALF else high + room
    return low - room, high + room


def _told(path: ConfusionPath, low: float, high: float) -> tuple[float, float]:
    """Return between which thresholds not all, and not nothing, of a population is predicted positive."""
    share = (path.tp + path.fp) / (path.positives + path.negatives)
    inside = path.thresholds[(share >= SMALL) & (share <= 1.0 - SMALL) & np.isfinite(path.thresholds)]
    return (float(inside[-1]), float(inside[0])) if len(inside) > 1 else (low, high)


class MeasureLine(Line2D):
    """A measure of a path as a line.

    Attributes
    ----------
    path : ConfusionPath
        Whose measure it is.
    name : str or None
        The name of the path.
    metric : Metric
        The measure.
    against : str
        The name of what it is drawn against.
    number : int
        Which of the measures that were drawn together it is.
    course : Course
        The line itself.
    """

    def __init__(
        self, path: ConfusionPath, name: str | None, metric: Metric, against: str, number: int, **look: Any
    ) -> None:
        self.path, self.name, self.metric, self.against, self.number = path, name, metric, against, number
        self.course = course(path, metric, against)
        super().__init__(*self.course.points(), **look)
