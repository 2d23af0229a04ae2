"""Interpolations of PR curves other than the continuous one: chords between whole counts or thresholds, and steps.

They are offered because people must be able to see by how much, and because other tools print
their areas.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np

from prplot.errors import PrplotValueError, shortest
from prplot.interpolations.base import Interpolation, Refine, Trace, looked_up, polyline
from prplot.options import InterpolationName
from prplot.path.steps import Steps, mean_precision, shortened
from prplot.path.variants import hides
from prplot.rows.arrays import FloatArray, IntArray, Pair

if TYPE_CHECKING:
    from prplot.curve.curve import Curve
    from prplot.path.bounds import PointTraits
    from prplot.path.path import ConfusionPath


# Coefficients of the asymptotic series of digamma(x) - ln x + 1 / (2x) in 1 / x², the highest power first, and from
# where on it has all digits.
BERNOULLI = (-1 / 12, 691 / 32760, -1 / 132, 1 / 240, -1 / 252, 1 / 120, -1 / 12, 0.0)
LARGE = 12
# For what chords need not lie between the worst and the best ranking.
TIED = "tied scores, which chords cut short"


class _Discrete(Interpolation):
    """Chords between the points of a step at which one count is whole.

    The unit steps are never listed: areas have a closed form (see `discrete_areas`), values need
    the two points around them, and drawing picks as many of the points as the eye can tell.
    """

    # Which positives move by whole units.
    unit: ClassVar[Literal["true", "false"]]
    joins = "background"

    def counts(self, steps: Steps) -> FloatArray:
        """Return how many units each step has; 0 where the step is one chord."""
        return steps.fg if self.unit == "true" else steps.bg

    def check(self, path: ConfusionPath) -> None:
        counts = self.counts(path.steps())
        broken = counts != np.rint(counts)
        if broken.any():
            value = shortest(float(counts[np.argmax(broken)]))
            raise PrplotValueError(
                f"interpolation {self.name!r} needs whole counts of {self.unit} positives, since it moves by single "
                f"ones; got a step of weight {value}. Use interpolation='continuous', its limit for ever "
                "smaller units, which is defined for all weights."
            )

    def between(self, curve: Curve) -> Pair:
        steps = curve.path.steps()
        counts = self.counts(steps)
        whole = [np.arange(1.0, count) for count in counts]
        step = np.repeat(np.arange(len(counts)), [len(each) for each in whole])
        return curve.space.pieces(steps)(step, np.concatenate(whole) / counts[step])

    def trace(self, curve: Curve, refine: Refine) -> Trace:
        steps = curve.path.steps()
        counts, at = self.counts(steps), curve.space.pieces(steps)
        step, part = refine(at, len(counts))
        # The whole counts on both sides; chords between these leave the line no farther than the arc.
        near = part * counts[step]
        step, whole = np.tile(step, 2), np.concatenate([np.floor(near), np.ceil(near)])
        inside = (whole > 0) & (whole < counts[step])
        step, whole = np.unique([step[inside], whole[inside].astype(int)], axis=1)
        corners = Trace(*curve.vertices, curve.path.thresholds).with_points(step + 1, *at(step, whole / counts[step]))
        trace = polyline(corners, refine)
        return trace.with_points(1, 0.0, curve.limit) if curve.left == "one" else trace

    def at(self, curve: Curve, x: FloatArray) -> FloatArray:
        line = curve.vertices

        def inside(step: IntArray) -> FloatArray:
            start, stop = line[0][step], line[0][step + 1]
            return self._on_chord(curve, step, np.clip((x - start) / (stop - start), 0.0, 1.0))

        return looked_up(line, x, inside)

    def _on_chord(self, curve: Curve, step: IntArray, part: FloatArray) -> FloatArray:
        """Return the ordinate at parts of steps, on the chord between the whole counts around them."""
        steps = curve.path.steps()
        counts, at = np.maximum(self.counts(steps)[step], 1.0), curve.space.pieces(steps)
        below = np.minimum(np.floor(part * counts), counts - 1)
        low, high = (at(step, (below + more) / counts)[1] for more in (0.0, 1.0))
        return np.asarray(low + (part * counts - below) * (high - low))

    def area(self, curve: Curve, low: float, high: float) -> float:
        steps = curve.path.steps()
        if not len(steps.fg):
            return 0.0
        counts = self.counts(steps)
        first, start, last, stop = steps.span("tpr", Fraction(low), Fraction(high))
        inner = np.arange(first + 1, last)
        inner = inner[steps.fg[inner] > 0]
        columns = (steps.fp, steps.tp, steps.bg, steps.fg, counts)
        area = float(np.sum(discrete_areas(*(column[inner] for column in columns))))
        ends = [(first, start, stop)] if first == last else [(first, start, Fraction(1)), (last, Fraction(0), stop)]
        for step, begin, end in ends:
            fg, bg, count = float(steps.fg[step]), float(steps.bg[step]), max(int(counts[step]), 1)
            # Between the whole counts inside areas have a closed form; what is left are parts of chords.
            whole = Fraction(math.ceil(begin * count), count), Fraction(math.floor(end * count), count)
            for part in pairwise(sorted({begin, end, *(edge for edge in whole if begin < edge < end)})):
                share, near = float(part[1] - part[0]), np.array(part, dtype=float)
                if part == whole and fg > 0:
                    fp, tp = steps.at(np.array([step]), near[:1])
                    area += discrete_areas(fp, tp, *(np.array([share * weight]) for weight in (bg, fg, count)))[0]
                else:
                    area += share * fg * float(self._on_chord(curve, np.full(2, step), near).mean())
        return area / steps.positives


class DiscreteTP(_Discrete):
    """Points at whole counts of true positives, as Davis and Goadrich interpolate.

    For hard labels without ties it is the lower trapezoid.

    References
    ----------
    J. Davis and M. Goadrich, ICML 2006, doi:10.1145/1143844.1143874.
    """

    name = "discrete-tp"
    words = "interpolated at whole counts of true positives (Davis and Goadrich 2006, doi:10.1145/1143844.1143874)"
    unit = "true"

    def unproved(self, points: PointTraits) -> str | None:
        if not points.hard:
            return "soft labels"
        return None if points.whole else "positives that are no whole counts"


class DiscreteFP(_Discrete):
    """Points at whole counts of false positives; a step without any is one chord.

    References
    ----------
    J. Keilwagen, I. Grosse and J. Grau 2014, equation 2, doi:10.1371/journal.pone.0092209.
    """

    name = "discrete-fp"
    words = "interpolated at whole counts of false positives (Keilwagen et al. 2014, doi:10.1371/journal.pone.0092209)"
    unit = "false"

    def unproved(self, points: PointTraits) -> str | None:
        # Without ties each positive is one chord, as in the linear interpolation.
        if points.tied:
            return TIED
        return None if points.hard and points.alike else "soft labels, or positives of different weight"


def discrete_areas(fp: FloatArray, tp: FloatArray, bg: FloatArray, fg: FloatArray, units: FloatArray) -> FloatArray:
    """Return the areas under the chords of steps, in weight of foreground.

    With n0 = TP + FP before the step, p0 the precision there, q that of the increment and
    c = n0 units / (fg + bg), the trapezoids at the unit points add up to the continuous area and
    ``fg / units (p0 - q) c [g(c + units) - g(c)]``, where g(x) = digamma(x) - ln x + 1 / (2x).
    A step of less than one unit is one chord.
    """
    before, grown = tp + fp, fg + bg
    with np.errstate(all="ignore"):
        start = np.where(before > 0, tp / before, fg / grown)
        end = (tp + fg) / (before + grown)
        c = before * (units / grown)
        correction = fg / units * (start - fg / grown) * c * (beyond_log(c + units) - beyond_log(c))
    areas = fg * mean_precision(fp, tp, bg, fg) + np.where((c > 0) & (units > 0), correction, 0.0)
    return np.where(units <= 1, fg * (start + end) / 2, areas)


def beyond_log(x: FloatArray) -> FloatArray:
    """Return digamma(x) - ln x + 1 / (2x) for x > 0: by its series where x is large."""
    from scipy.special import digamma

    with np.errstate(all="ignore"):
        series = np.polyval(BERNOULLI, x**-2.0)
        return np.where(x < LARGE, digamma(x) - np.log(x) + 0.5 / x, series)


def reciprocals(after: FloatArray, count: FloatArray) -> FloatArray:
    """Return the sum of 1 / (after + i) for i = 1 to count: digamma(after + count + 1) - digamma(after + 1)."""
    first, beyond = after + 1.0, after + count + 1.0
    half = 0.5 / first - 0.5 / beyond
    return np.log1p(count / first) + half + (beyond_log(beyond) - beyond_log(first))


class Straight(Interpolation):
    """Straight pieces between vertices, or between those that are kept."""

    joins = "background"

    def corners(self, curve: Curve) -> Trace:
        """Return the corners of the line."""
        return Trace(*curve.vertices, curve.path.thresholds)

    def heights(self, curve: Curve) -> Pair:
        """Return the ordinates at both ends of each step, as far as it is wide."""
        y = curve.vertices[1]
        return y[:-1], y[1:]

    def trace(self, curve: Curve, refine: Refine) -> Trace:
        return polyline(self.corners(curve), refine)

    def at(self, curve: Curve, x: FloatArray) -> FloatArray:
        line = self.corners(curve)[:2]
        return looked_up(line, x, lambda _: np.interp(x, *line))

    def area(self, curve: Curve, low: float, high: float) -> float:
        steps = curve.path.steps()
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

    def corners(self, curve: Curve) -> Trace:
        kept = np.append(True, curve.path.groups.fg > 0)
        return Trace(*(column[kept] for column in super().corners(curve)))

    def heights(self, curve: Curve) -> Pair:
        y, rises = curve.vertices[1], np.append(True, curve.path.groups.fg > 0)
        # Each chord begins at the last vertex before it that is kept.
        return y[np.maximum.accumulate(np.arange(len(y)) * rises)[:-1]], y[1:]


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
