"""Step interpolations: average precision, and its maximum to the right."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from prplot.interpolations.base import Interpolation, Refine, Trace, arrivals, polyline
from prplot.interpolations.digamma import reciprocals
from prplot.options import InterpolationName
from prplot.path.variants import hides
from prplot.rows.arrays import FloatArray

if TYPE_CHECKING:
    from prplot.curve.curve import Curve
    from prplot.path.bounds import PointTraits


class Step(Interpolation):
    """Between two vertices the precision of the right one; the area is average precision.

    It is what scikit-learn's ``average_precision_score`` adds up and its display draws. It is not
    invariant to splitting tied groups. Precision at recall 0 is the limit; no (0, 1) is added.
    """

    name: ClassVar[InterpolationName] = "step"
    words = "taken as steps (average precision)"
    joins = "background"
    monotone = True

    def unproved(self, points: PointTraits) -> str | None:
        # The k-th of equal positives is found with a precision of k / (k + N) at least. Level points: swapping
        # neighbours of wrong order never lowers the sum, and no tie is below all orders of what is tied.
        if points.hard and points.alike:
            return None
        if not points.level:
            return "positives of different weight" if points.hard else "points of different weight"
        return None if points.entire else "soft labels, over a part of the range"

    def least_area(self, worst: Curve, low: float, high: float) -> float:
        """Return the least area over all orders within bins, given the curve with background first in each bin.

        The positives of a bin come one by one after its negatives: their k-th has the precision (T + k) / (n + k) where
        T of n were before it. Of positives of any weight the limit, which is the continuous area.
        """
        bins = worst.path.known.bins
        steps, hidden = worst.path.steps(), hides(worst.path)
        before, at, each = steps.tp[:-1], steps.fp[1:], steps.fg
        end = np.divide(steps.tp[1:], steps.tp[1:] + at, out=np.ones_like(at), where=each > 0)

        def earned(recall: float) -> float:
            taken = np.clip(recall * steps.positives - before, 0.0, each)
            if bins is not None and bins.unit:
                whole = np.floor(taken)
                least = whole - at * reciprocals(before + at, whole)
                least += (taken - whole) * (before + whole + 1.0) / (before + at + whole + 1.0)
            else:
                grown = np.divide(taken, before + at, out=np.zeros_like(taken), where=before + at > 0)
                least = taken - at * np.log1p(grown)
            return math.fsum(np.where(hidden, least, taken * end).tolist())

        return (earned(high) - earned(low)) / steps.positives

    def levels(self, curve: Curve) -> FloatArray:
        """Return the level at each vertex and on the step that ends there."""
        return curve.vertices[1]

    def trace(self, curve: Curve, refine: Refine) -> Trace:
        x, y = curve.vertices[0], self.levels(curve)
        moved = np.flatnonzero(x[1:] > x[:-1])
        columns = ((x, x[moved]), (y, y[moved + 1]), (curve.path.thresholds, np.full(len(moved), np.nan)))
        return polyline(Trace(*(np.insert(column, moved + 1, corners) for column, corners in columns)), refine)

    def at(self, curve: Curve, x: FloatArray) -> FloatArray:
        vx, vy = curve.vertices[0], self.levels(curve)
        first, last = arrivals(vx, x)
        following = np.minimum(last + 1, len(vy) - 1)
        return np.where(last >= first, np.maximum(vy[first], vy[following]), vy[first])

    def whole_area(self, curve: Curve) -> float:
        return math.fsum(
            float(np.sum(piece.fg / piece.positives * (piece.tp[1:] / (piece.tp[1:] + piece.fp[1:]))))
            for piece in curve.path.pieces()
        )

    def area(self, curve: Curve, low: float, high: float) -> float:
        chosen, part = curve.path.steps().cut("tpr", Fraction(low), Fraction(high))
        return float(np.sum(part.fg / part.positives * self.levels(curve)[1:][chosen]))


class MaxInterpolated(Step):
    """Between two vertices the largest precision at their recall or a larger one.

    The convention of information retrieval; it never falls as recall falls.
    """

    name = "max-interpolated"
    words = "taken as steps of the largest precision at that recall or a larger one"
    # A run of positives is as high as its last one, whatever the order within a bin.
    least_area = Interpolation.least_area
    whole_area = Interpolation.whole_area

    def unproved(self, points: PointTraits) -> str | None:
        # The worst is π all along, and nothing is below; the best has the largest precision at each depth.
        return None if points.hard or points.level else "soft labels of points of different weight"

    def levels(self, curve: Curve) -> FloatArray:
        return np.maximum.accumulate(curve.vertices[1][::-1])[::-1]
