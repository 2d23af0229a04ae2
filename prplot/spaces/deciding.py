"""Spaces in which a point of the unit square is a line: every threshold is one, and at each abscissa one decides."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar, NamedTuple, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.errors import PrplotTypeError, by_name
from prplot.interpolations.base import Refine
from prplot.path.hull import hull_vertices
from prplot.path.path import ConfusionPath
from prplot.path.steps import Steps
from prplot.rows.arrays import FloatArray, IntArray, Pair
from prplot.spaces.base import Space, broadcast

Corners = tuple[FloatArray, FloatArray, IntArray]


class Deciding(NamedTuple):
    """Which vertex decides at which abscissae, these rising: up to ``high``, from that of the one before on.

    Attributes
    ----------
    high : array of shape (m,)
        Where each stops to decide.
    row : array of int
        The vertices; one past the last stands for predicting everything positive, where no threshold does.
    tp, fp : arrays of shape (m,)
        The weights at them.
    totals : pair of float
        N and P.
    leaps : bool
        Whether the curve leaps where another vertex decides; an envelope does not.
    """

    high: FloatArray
    row: IntArray
    tp: FloatArray
    fp: FloatArray
    totals: tuple[float, float]
    leaps: bool = False

    @classmethod
    def of(cls, steps: Steps, row: IntArray, high: FloatArray, leaps: bool = False) -> Deciding:
        """Return vertices of straight steps that decide, up to abscissae that never fall."""
        return cls(high, row, steps.tp[row], steps.fp[row], (steps.negatives, steps.positives), leaps)


@by_name()
class DecidingSpace(Space):
    """A space in which every threshold is a line, and a curve is made of these; see its subclasses.

    There are no isolines and no hull, and `forward` and `inverse` raise.
    """

    _inner = "corners decided decisions instead line_of ordinates point_is value"
    pointwise = False
    # What a point of the square is, and what to call instead of a map of points.
    point_is: ClassVar[str]
    instead: ClassVar[str]

    @abstractmethod
    def decided(self, steps: Steps) -> Deciding:
        """Return which vertices of straight steps are the best ones where."""

    @abstractmethod
    def value(self, tp: FloatArray, fp: FloatArray, totals: tuple[float, float], x: FloatArray) -> FloatArray:
        """Return the ordinates of weights TP and FP, out of N and P, at abscissae."""

    def decisions(self, path: ConfusionPath) -> Deciding:
        """Return which vertex of a path decides where; predicting everything positive is always among them."""
        return self.decided(path.steps().completed())

    def ordinates(self, deciding: Deciding, x: FloatArray, which: IntArray | None = None) -> FloatArray:
        """Return the ordinates at abscissae, of the vertices that decide there or of those that are named."""
        which = np.searchsorted(deciding.high, x) if which is None else which
        return self.value(deciding.tp[which], deciding.fp[which], deciding.totals, x)

    def line_of(self, deciding: Deciding, refine: Refine | None = None) -> Corners:
        """Return the line where it is drawn: both ends of each vertex that decides, and what ``refine`` inserts.

        With the vertex that decides right of each point, -1 where one was inserted.
        """
        first, last = self.domain
        high = np.minimum(deciding.high[: 1 + int(np.searchsorted(deciding.high, last))], last)
        low, which = np.append(first, high[:-1]), np.arange(len(high))
        if not deciding.leaps:
            which = np.flatnonzero(high > low)
            low, high = low[which], high[which]

        def at(piece: IntArray, part: FloatArray) -> Pair:
            x = np.where(part == 1.0, high[piece], low[piece] + part * (high[piece] - low[piece]))
            return x, self.ordinates(deciding, x, which[piece])

        count = len(which)
        inner, part = (np.zeros(0, dtype=int), np.zeros(0)) if refine is None else refine(at, count)
        ends = np.arange(count) if deciding.leaps else np.arange(count - 1, count)
        piece = np.concatenate([np.arange(count), inner, ends])
        parts = np.concatenate([np.zeros(count), part, np.ones(len(ends))])
        order = np.lexsort((parts, piece))
        piece, parts = piece[order], parts[order]
        x, y = at(piece, parts)
        row = np.where((parts > 0.0) & (parts < 1.0), -1, deciding.row[which[piece]])
        # A vertex that decides nowhere has both its ends at one abscissa.
        kept = np.append(True, (np.diff(x) > 0) | (np.diff(piece) > 0))
        return x[kept], y[kept], row[kept]

    def corners(self, path: ConfusionPath) -> Corners:
        """Return the vertices (x, y) of the curve of a path, and which vertex of the path decides right of each."""
        if self.undefined(path):
            ends = np.array([0, len(path) - 1])
            return np.array(self.domain), np.full(2, np.nan), ends if self.lower_is_better else ends[::-1]
        return self.line_of(self.decisions(path))

    def vertices(self, path: ConfusionPath) -> Pair:
        return self.corners(path)[:2]

    def seen(self, path: ConfusionPath) -> tuple[FloatArray, FloatArray, FloatArray]:
        x, y, row = self.corners(path)
        return x, y, np.append(path.thresholds, -np.inf)[row]

    def counts(self, path: ConfusionPath) -> Pair:
        row = self.corners(path)[2]
        return np.append(path.tp, path.positives)[row], np.append(path.fp, path.negatives)[row]

    def trace(self, fpr: ArrayLike, tpr: ArrayLike) -> Pair:
        return self.follow(fpr, tpr)

    def follow(self, fpr: ArrayLike, tpr: ArrayLike, refine: Refine | None = None) -> Pair:
        f, t = (np.atleast_1d(rate) for rate in broadcast(fpr=fpr, tpr=tpr))
        f = f / self.odds
        best = self.decided(Steps(f, t, np.diff(f), np.diff(t), 1.0 / self.odds, 1.0))
        return self.line_of(best, refine)[:2]

    def _no_point(self, what: str) -> NoReturn:
        raise PrplotTypeError(
            f"{what} needs a space in which a confusion point is a point; in {self.title.lower()} space it is "
            f"{self.point_is}. {self.instead}"
        )

    def forward(self, fpr: ArrayLike, tpr: ArrayLike) -> Pair:
        self._no_point("forward")

    def inverse(self, x: ArrayLike, y: ArrayLike) -> Pair:
        self._no_point("inverse")

    def image(self, fp: FloatArray, tp: FloatArray, negatives: float, positives: float) -> Pair:
        self._no_point("image")

    def hull_shown(self, steps: Steps) -> NDArray[Any]:
        self._no_point("hull")

    def step_areas(self, steps: Steps) -> FloatArray:
        self._no_point("step_areas")

    @property
    def lowest_rate(self) -> float:
        return 0.0


def hull_steps(steps: Steps) -> tuple[IntArray, FloatArray, FloatArray]:
    """Return the vertices on the convex hull of straight steps, and the weights of both classes between them."""
    if not len(steps.fg):
        return np.arange(1), steps.fg, steps.bg
    kept = hull_vertices(steps)
    return kept, np.add.reduceat(steps.fg, kept[:-1]), np.add.reduceat(steps.bg, kept[:-1])
