"""Discrete interpolations: points at whole counts along straight steps in (FP, TP), connected by chords."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np

from prplot.errors import PrplotValueError, shortest
from prplot.interpolations.base import TIED, Interpolation, Refine, Trace, looked_up, polyline
from prplot.path.steps import Steps, mean_precision
from prplot.rows.arrays import FloatArray, IntArray, Pair

if TYPE_CHECKING:
    from prplot.curve.curve import Curve
    from prplot.path.area_bounds import PointTraits
    from prplot.path.path import ConfusionPath

# Coefficients of the asymptotic series of digamma(x) - ln x + 1 / (2x) in powers of 1 / x², highest power first. From x
# = LARGE on, the series has full precision.
BERNOULLI = (-1 / 12, 691 / 32760, -1 / 132, 1 / 240, -1 / 252, 1 / 120, -1 / 12, 0.0)


LARGE = 12


class _Discrete(Interpolation):
    """Base of interpolations with chords between whole counts; areas have closed forms (see `discrete_areas`)."""

    # The kind of positives, true or false, that is counted in whole numbers.
    unit: ClassVar[Literal["true", "false"]]
    joins = "background"
    not_smooth = "is defined for whole counts alone"

    def counts(self, steps: Steps) -> FloatArray:
        """Return the number of units of each step; 0 means that the step is one chord."""
        return steps.fg if self.unit == "true" else steps.bg

    def check(self, path: ConfusionPath) -> None:
        counts = self.counts(path._steps())
        broken = counts != np.rint(counts)
        if broken.any():
            value = shortest(float(counts[np.argmax(broken)]))
            raise PrplotValueError(
                f"interpolation {self.name!r} needs whole counts of {self.unit} positives, since it moves by single "
                f"ones; got a step of weight {value}. Use interpolation='continuous', its limit for ever "
                "smaller units, which is defined for all weights."
            )

    def between(self, curve: Curve) -> Pair:
        steps = curve.path._steps()
        counts = self.counts(steps)
        whole = [np.arange(1.0, count) for count in counts]
        step = np.repeat(np.arange(len(counts)), [len(each) for each in whole])
        return curve.space._pieces(steps)(step, np.concatenate(whole) / counts[step])

    def trace(self, curve: Curve, refine: Refine) -> Trace:
        steps = curve.path._steps()
        counts, at = self.counts(steps), curve.space._pieces(steps)
        step, part = refine(at, len(counts))
        # Each inserted point becomes the two whole counts around it. Their chord is as close to the line as the arc is.
        near = part * counts[step]
        step, whole = np.tile(step, 2), np.concatenate([np.floor(near), np.ceil(near)])
        inside = (whole > 0) & (whole < counts[step])
        step, whole = np.unique([step[inside], whole[inside].astype(int)], axis=1)
        corners = Trace(*curve._vertices, curve.path.thresholds).with_points(step + 1, *at(step, whole / counts[step]))
        trace = polyline(corners, refine)
        return trace.with_points(1, 0.0, curve._limit) if curve.left == "one" else trace

    def at(self, curve: Curve, x: FloatArray) -> FloatArray:
        line = curve._vertices

        def inside(step: IntArray) -> FloatArray:
            start, stop = line[0][step], line[0][step + 1]
            return self._on_chord(curve, step, np.clip((x - start) / (stop - start), 0.0, 1.0))

        return looked_up(line, x, inside)

    def _on_chord(self, curve: Curve, step: IntArray, part: FloatArray) -> FloatArray:
        """Return the y values at parts of steps, on the chord between the neighboring whole counts."""
        steps = curve.path._steps()
        counts, at = np.maximum(self.counts(steps)[step], 1.0), curve.space._pieces(steps)
        below = np.minimum(np.floor(part * counts), counts - 1)
        low, high = (at(step, (below + more) / counts)[1] for more in (0.0, 1.0))
        return np.asarray(low + (part * counts - below) * (high - low))

    def area(self, curve: Curve, low: float, high: float) -> float:
        steps = curve.path._steps()
        if not len(steps.fg):
            return 0.0
        counts = self.counts(steps)
        first, start, last, stop = steps.span("tpr", low, high)
        inner = np.arange(first + 1, last)
        inner = inner[steps.fg[inner] > 0]
        columns = (steps.fp, steps.tp, steps.bg, steps.fg, counts)
        area = float(np.sum(discrete_areas(*(column[inner] for column in columns))))
        ends = [(first, start, stop)] if first == last else [(first, start, Fraction(1)), (last, Fraction(0), stop)]
        for step, begin, end in ends:
            fg, bg, count = float(steps.fg[step]), float(steps.bg[step]), max(int(counts[step]), 1)
            # Between whole counts the area has a closed form; before and after them only part of a chord is in the
            # range.
            whole = Fraction(math.ceil(begin * count), count), Fraction(math.floor(end * count), count)
            for part in pairwise(sorted({begin, end, *(edge for edge in whole if begin < edge < end)})):
                share, near = float(part[1] - part[0]), np.array(part, dtype=float)
                if part == whole and fg > 0:
                    fp, tp, *_ = steps.at(np.array([step]), near[:1])
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
    area_kind = "Davis-Goadrich"
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
    area_kind = "discrete FP"
    words = "interpolated at whole counts of false positives (Keilwagen et al. 2014, doi:10.1371/journal.pone.0092209)"
    unit = "false"

    def unproved(self, points: PointTraits) -> str | None:
        # Without ties each positive is one chord, so the proof for the linear interpolation holds.
        if points.tied:
            return TIED
        return None if points.hard and points.alike else "soft labels, or positives of different weight"


def discrete_areas(fp: FloatArray, tp: FloatArray, bg: FloatArray, fg: FloatArray, units: FloatArray) -> FloatArray:
    """Return the area of each step, times P, under chords between points ``units`` of positive weight apart.

    ``bg`` and ``fg`` are the weights of each step, ``fp`` and ``tp`` those before it. The step begins after n0 = TP
    + FP rows, with precision p0; q is the precision of its increment, and c = n0 units / (fg + bg). The trapezoids
    at the units sum to the continuous area plus ``fg / units (p0 - q) c [g(c + units) - g(c)]``, where g(x) =
    digamma(x) - ln x + 1 / (2x). A step of less than one unit is one chord.
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
    """Return digamma(x) - ln x + 1 / (2x) for x > 0; for large x by its series."""
    from scipy.special import digamma

    with np.errstate(all="ignore"):
        series = np.polyval(BERNOULLI, x**-2.0)
        return np.where(x < LARGE, digamma(x) - np.log(x) + 0.5 / x, series)


def reciprocals(after: FloatArray, count: FloatArray) -> FloatArray:
    """Return the sum of 1 / (after + i), i = 1 to count: digamma(after + count + 1) - digamma(after + 1)."""
    first, beyond = after + 1.0, after + count + 1.0
    half = 0.5 / first - 0.5 / beyond
    return np.log1p(count / first) + half + (beyond_log(beyond) - beyond_log(first))
