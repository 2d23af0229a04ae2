"""Interpolations that connect points of a PR curve by straight chords, which is wrong between thresholds.

They show the size of the error, and other tools print their areas.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from prplot.interpolations.base import (
    TIED,
    Gradient,
    Interpolation,
    Refine,
    Trace,
    looked_up,
    of_unlike_points,
    polyline,
)
from prplot.names import InterpolationName
from prplot.path.steps import shortened
from prplot.rows.arrays import FloatArray, IntArray, Pair

if TYPE_CHECKING:
    from prplot.curve.curve import Curve
    from prplot.path.area_bounds import PointTraits


class Straight(Interpolation):
    """Base of interpolations with straight lines between thresholds, or between some of them."""

    joins = "background"

    def corners(self, curve: Curve) -> Trace:
        """Return the corners of the line, with their thresholds."""
        return Trace(*curve._vertices, curve.path.thresholds)

    def levels(self, curve: Curve) -> FloatArray:
        """Return the y value of the line at each threshold."""
        return curve._vertices[1]

    def heights(self, curve: Curve) -> Pair:
        """Return the y values of the line at the left and at the right end of each step."""
        y = self.levels(curve)
        left, right = self.height_vertices(curve)
        return y[left], y[right]

    def height_vertices(self, curve: Curve) -> tuple[IntArray, IntArray]:
        """Return the index of the threshold whose precision is drawn at the left and at the right end of each step.

        Interpolations with flat steps draw the precision of one threshold at both ends.
        """
        vertices = np.arange(len(curve.path))
        return vertices[:-1], vertices[1:]

    def trace(self, curve: Curve, refine: Refine) -> Trace:
        return polyline(self.corners(curve), refine)

    def at(self, curve: Curve, x: FloatArray) -> FloatArray:
        line = self.corners(curve)[:2]
        return looked_up(line, x, lambda _: np.interp(x, *line))

    def area(self, curve: Curve, low: float, high: float) -> float:
        steps = curve.path._steps()
        if not len(steps.fg):
            return 0.0
        first, start, last, stop = steps.span("tpr", low, high)
        chosen = slice(first, last + 1)
        left, right = (side[chosen].copy() for side in self.heights(curve))
        # If the range cuts a chord, the height at the cut is interpolated between the ends of the chord.
        rise = right[[0, -1]] - left[[0, -1]]
        right[-1] = left[-1] + float(stop) * rise[1]
        left[0] += float(start) * rise[0]
        left += right
        return float(np.sum(shortened(steps.fg[chosen], start, stop) * left)) / (2.0 * steps.positives)

    def gradients(self, curve: Curve, low: float, high: float) -> Iterator[Gradient]:
        steps, y = curve.path._steps(), curve._vertices[1]
        by_x, by_y = np.zeros((2, len(steps.fp)))
        if Fraction(low) * Fraction(steps.positives) >= steps.tp[-1]:
            # The path ends before the range begins, so all derivatives are 0.
            yield Gradient(steps, by_x, by_y)
            return
        first, start, last, stop = steps.span("tpr", low, high)
        chords = np.arange(first, last + 1)
        left, right = (vertices[chords] for vertices in self.height_vertices(curve))
        wide, rise = steps.fg[chords] / steps.positives, y[right] - y[left]
        # The shares by which each chord's area follows a move of its left and of its right end, within the limits.
        begin, end = np.zeros(len(chords)), np.ones(len(chords))
        begin[0], end[-1] = float(start), float(stop)
        by_right = (end**2 - begin**2) / 2.0
        by_left = end - begin - by_right
        # A chord that is raised adds its width; a chord that is moved to the right loses its rise.
        by_y += np.bincount(left, by_left * wide, len(by_y)) + np.bincount(right, by_right * wide, len(by_y))
        by_x[chords] -= by_left * rise
        by_x[chords + 1] -= by_right * rise
        # The curve drops where a chord ends above the start of the next one, and where the path ends before the range
        # does. A drop that moves to the right adds its height.
        by_x[chords[1:]] += y[right[:-1]] - y[left[1:]]
        if Fraction(high) * Fraction(steps.positives) > steps.tp[-1]:
            by_x[-1] += y[left[-1]] + end[-1] * rise[-1]
        if curve.left == "limit":
            by_y[1] += by_y[0]
        tp, fp = steps.tp[1:], steps.fp[1:]
        by_precision = np.append(0.0, by_y[1:] / (tp + fp) ** 2)
        yield Gradient(steps, -by_precision * steps.tp, by_precision * steps.fp + by_x / steps.positives)


class Linear(Straight):
    """Straight lines between neighboring thresholds, vertical drops included.

    With ``left="one"`` the area equals ``sklearn.metrics.auc(recall, precision)``. Without ties it is the lower
    trapezoid of Boyd, Eng and Page 2013, doi:10.1007/978-3-642-40994-3_29. No mixture of two thresholds lies on a
    chord: falling chords are too high, rising ones too low.
    """

    name: ClassVar[InterpolationName] = "linear"
    not_smooth = ""
    area_kind = "linear"
    words = "joined by straight lines (lower trapezoids, Boyd et al. 2013, doi:10.1007/978-3-642-40994-3_29)"

    def unproved(self, points: PointTraits) -> str | None:
        if points.tied:
            return TIED
        return of_unlike_points(points._replace(level=points.level and points.given))


class UpperTrapezoid(Linear):
    """Straight lines between the highest points at each recall; too high, on purpose, where precision falls.

    References
    ----------
    Boyd, Eng and Page 2013, doi:10.1007/978-3-642-40994-3_29.
    """

    name = "upper-trapezoid"
    area_kind = "upper trapezoid"
    words = "joined by straight lines (upper trapezoids, Boyd et al. 2013, doi:10.1007/978-3-642-40994-3_29)"

    def corners(self, curve: Curve) -> Trace:
        rising = np.append(True, curve.path._groups.fg > 0)
        return Trace(*(column[rising] for column in super().corners(curve)))

    def height_vertices(self, curve: Curve) -> tuple[IntArray, IntArray]:
        vertices, rises = np.arange(len(curve.path)), np.append(True, curve.path._groups.fg > 0)
        # Each chord begins at the last threshold, at or before its start, at which TP rose.
        return np.maximum.accumulate(vertices * rises)[:-1], vertices[1:]
