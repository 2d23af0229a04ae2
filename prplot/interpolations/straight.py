"""Straight interpolations of PR curves: chords, which are wrong between thresholds, and steps.

They are offered because people must be able to see by how much, and because other tools print
their areas.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from prplot.interpolations.base import Interpolation, Refine, Trace, looked_up, polyline
from prplot.interpolations.discrete import TIED, reciprocals
from prplot.options import InterpolationName
from prplot.path.steps import Steps, shortened
from prplot.path.variants import hides
from prplot.rows.arrays import FloatArray, IntArray, Pair

if TYPE_CHECKING:
    from prplot.curve.curve import Curve
    from prplot.path.bounds import PointTraits


class Straight(Interpolation):
    """Straight pieces between vertices, or between those that are kept."""

    joins = "background"

    def joined(self, curve: Curve) -> Steps:
        """Return the steps between the vertices that are joined."""
        return curve.path.steps()

    def corners(self, curve: Curve) -> Trace:
        """Return the corners of the line."""
        return Trace(*curve.vertices, curve.path.thresholds)

    def heights(self, curve: Curve) -> Pair:
        """Return the ordinates at both ends of each piece from one joined vertex to the next."""
        y = self.corners(curve).y
        return y[:-1], y[1:]

    def trace(self, curve: Curve, refine: Refine) -> Trace:
        return polyline(self.corners(curve), refine)

    def at(self, curve: Curve, x: FloatArray) -> FloatArray:
        line = self.corners(curve)[:2]
        return looked_up(line, x, lambda _: np.interp(x, *line))

    def area(self, curve: Curve, low: float, high: float) -> float:
        steps = self.joined(curve)
        if not len(steps.fg):
            return 0.0
        first, start, last, stop = steps.span("tpr", Fraction(low), Fraction(high))
        chosen = slice(first, last + 1)
        left, right = (side[chosen].copy() for side in self.heights(curve))
        # Where the range cuts a chord its height is between those of its ends.
        rise = right[[0, -1]] - left[[0, -1]]
        right[-1] = left[-1] + float(stop) * rise[1]
        left[0] += float(start) * rise[0]
        left += right
        return float(np.sum(shortened(steps.fg[chosen], start, stop) * left)) / (2.0 * steps.positives)


class Linear(Straight):
    """Chords between neighbouring vertices, vertical drops included.

    The area is that of ``sklearn.metrics.auc(recall, precision)`` and, without ties, the lower
    trapezoid of Boyd, Eng and Page 2013, doi:10.1007/978-3-642-40994-3_29. No mixture of two
    thresholds lies on a chord: falling steps are too high, rising ones too low.
    """

    name: ClassVar[InterpolationName] = "linear"
    words = "joined by straight lines (lower trapezoids, Boyd et al. 2013, doi:10.1007/978-3-642-40994-3_29)"

    def unproved(self, points: PointTraits) -> str | None:
        if points.tied:
            return TIED
        return of_unlike_points(points._replace(level=points.level and points.given))


class UpperTrapezoid(Linear):
    """Chords between the highest vertices at each recall: too high on purpose where precision falls.

    References
    ----------
    Boyd, Eng and Page 2013, doi:10.1007/978-3-642-40994-3_29.
    """

    name = "upper-trapezoid"
    words = "joined by straight lines (upper trapezoids, Boyd et al. 2013, doi:10.1007/978-3-642-40994-3_29)"

    def joined(self, curve: Curve) -> Steps:
        steps, kept = curve.path.steps(), highest(curve)
        # Widths are increments of foreground: of the kept vertex and of those left out before it.
        fg = np.add.reduceat(steps.fg, kept[:-1])
        return steps._replace(fp=steps.fp[kept], tp=steps.tp[kept], bg=np.zeros(len(fg)), fg=fg)

    def corners(self, curve: Curve) -> Trace:
        return Trace(*(column[highest(curve)] for column in super().corners(curve)))


def highest(curve: Curve) -> IntArray:
    """Return the first vertex and the highest at each further recall."""
    return np.append(0, np.flatnonzero(curve.path.groups.fg > 0) + 1)


class Step(Straight):
    """Between two vertices the precision of the right one; the area is average precision.

    It is what scikit-learn's ``average_precision_score`` adds up and its display draws. It is not
    invariant to splitting tied groups. Precision at recall 0 is the limit; no (0, 1) is added.
    """

    name: ClassVar[InterpolationName] = "step"
    words = "taken as steps (average precision)"
    monotone = True

    def unproved(self, points: PointTraits) -> str | None:
        return of_unlike_points(points)

    def least_area(self, worst: Curve, low: float, high: float) -> float:
        """Return the least area over all orders within bins, given the curve with background first in each bin.

        The positives of a bin come one by one after its negatives: their k-th has the precision (T + k) / (n + k) where
        T of n were before it. Of positives of any weight the limit, which is the continuous area.
        """
        bins = worst.path.known.bins
        steps, hidden = worst.path.steps(), hides(worst.path)
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

    def levels(self, curve: Curve) -> FloatArray:
        """Return the level at each vertex and on the step that ends there."""
        return curve.vertices[1]

    def heights(self, curve: Curve) -> Pair:
        level = self.levels(curve)[1:]
        return level, level

    def corners(self, curve: Curve) -> Trace:
        x, y = curve.vertices[0], self.levels(curve)
        moved = np.flatnonzero(x[1:] > x[:-1])
        return Trace(x, y, curve.path.thresholds).with_points(moved + 1, x[moved], y[moved + 1])

    def whole_area(self, curve: Curve) -> float:
        return math.fsum(
            float(np.sum(piece.fg / piece.positives * (piece.tp[1:] / (piece.tp[1:] + piece.fp[1:]))))
            for piece in curve.path.pieces()
        )


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


def of_unlike_points(points: PointTraits) -> str | None:
    """Return for which points of different weight the area may leave that of the worst and the best ranking."""
    # The k-th of equal positives is found with a precision of k / (k + N) at least. Level points: swapping
    # neighbours of wrong order never lowers the sum, and no tie is below all orders of what is tied.
    if points.hard and points.alike:
        return None
    if not points.level:
        return "positives of different weight" if points.hard else "points of different weight"
    return None if points.entire else "soft labels, over a part of the range"
