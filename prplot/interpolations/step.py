"""Step interpolations: average precision, and interpolated precision, its maximum at higher recalls."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from prplot.interpolations.base import Gradient, Trace, of_unlike_points
from prplot.interpolations.discrete import reciprocals
from prplot.interpolations.linear import Straight
from prplot.path.variants import hides
from prplot.rows.arrays import FloatArray, IntArray

if TYPE_CHECKING:
    from prplot.curve.curve import Curve
    from prplot.path.area_bounds import PointTraits


class _Steps(Straight):
    """Base of interpolations with a constant y value between two thresholds."""

    monotone = True

    def height_vertices(self, curve: Curve) -> tuple[IntArray, IntArray]:
        right = np.arange(1, len(curve.path))
        return right, right

    def corners(self, curve: Curve) -> Trace:
        x, y = curve._vertices[0], self.levels(curve)
        moved = np.flatnonzero(x[1:] > x[:-1])
        return Trace(x, y, curve.path.thresholds).with_points(moved + 1, x[moved], y[moved + 1])


class Step(_Steps):
    """Between two thresholds precision is constant, the precision at the right one; the area is average precision.

    It equals scikit-learn's ``average_precision_score``, and the curve that its display draws. It is not
    invariant to splitting tied groups. Precision at recall 0 is the limit; no (0, 1) is added.
    """

    name = "step"
    area_name = "AP"
    words = "taken as steps (average precision)"
    not_smooth = ""

    def unproved(self, points: PointTraits) -> str | None:
        return of_unlike_points(points)

    def gradients(self, curve: Curve, low: float, high: float) -> Iterator[Gradient]:
        if not curve.path.closed or (low, high) != curve.space.domain:
            yield from super().gradients(curve, low, high)
            return
        for piece in curve.path._pieces():
            tp, fp, positives = piece.tp[1:], piece.fp[1:], piece.positives
            precision = tp / (tp + fp)
            by_precision = piece.fg / positives / (tp + fp) ** 2
            # A step is as high as the precision at its right end, and as wide as the growth of recall.
            by_tp = np.append(0.0, by_precision * fp + precision / positives)
            by_tp[:-1] -= precision / positives
            if tp[-1] == positives and fp[-1] == piece.negatives:
                # The range ends at recall 1, whatever the last TP is.
                by_tp[-1] -= precision[-1] / positives
            yield Gradient(piece, np.append(0.0, -by_precision * tp), by_tp)

    def least_area(self, worst: Curve, low: float, high: float) -> float:
        """Return the least area over all orders of rows within bins; ``worst`` has the negatives first in each bin.

        Then the k-th positive of a bin has the precision (T + k) / (n + k), where T is TP before the bin, and n is the
        number of rows before the bin plus the bin's negatives. For positives of any weight this becomes an integral.
        """
        bins = worst.path._given.sample.bins
        steps, hidden = worst.path._steps(), hides(worst.path)
        before, at, each = steps.tp[:-1], steps.fp[1:], steps.fg

        def earned(recall: float) -> float:
            taken = np.clip(recall * steps.positives - before, 0.0, each)
            if bins is not None and bins.unit:
                whole = np.floor(taken)
                least = whole - at * reciprocals(before + at, whole)
                least += (taken - whole) * (before + whole + 1.0) / (before + at + whole + 1.0)
            else:
                least = taken - at * np.log1p(np.nan_to_num(taken / (before + at)))
            return float(np.sum(np.where(hidden, least, taken * np.nan_to_num(steps.tp[1:] / (steps.tp[1:] + at)))))

        with np.errstate(all="ignore"):
            return (earned(high) - earned(low)) / steps.positives

    def whole_area(self, curve: Curve) -> float:
        return math.fsum(
            float(np.sum(piece.fg / piece.positives * (piece.tp[1:] / (piece.tp[1:] + piece.fp[1:]))))
            for piece in curve.path._pieces()
        )


class MaxInterpolated(_Steps):
    """At each recall, the largest precision at that recall or a larger one: interpolated precision.

    The convention of information retrieval; it never falls as recall falls. A run of positives is as high as its last
    one, whatever the order within a bin.
    """

    name = "max-interpolated"
    not_smooth = "takes the largest precision, which leaps from one threshold to another"
    area_name = "AP"
    area_kind = "interpolated"
    words = "taken as steps of the largest precision at that recall or a larger one"

    def unproved(self, points: PointTraits) -> str | None:
        # The worst ranking has the constant precision π, the lowest possible, and the best ranking has the highest
        # precision at each depth.
        return None if points.hard or points.level else "soft labels of points of different weight"

    def levels(self, curve: Curve) -> FloatArray:
        return np.maximum.accumulate(curve._vertices[1][::-1])[::-1]
