"""The continuous interpolation: steps are straight in (FP, TP), and plotted as their exact images in the space."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from prplot.interpolations.base import Gradient, Interpolation, Refine, Trace, looked_up
from prplot.path.steps import Steps
from prplot.rows.arrays import FloatArray, IntArray, Pair

if TYPE_CHECKING:
    from prplot.curve.curve import Curve
    from prplot.path.area_bounds import PointTraits
    from prplot.spaces import Space


class Continuous(Interpolation):
    """The points that random mixtures of two thresholds reach; the only interpolation defined in every space.

    References
    ----------
    Keilwagen, Grosse and Grau 2014, equations 5 and 6, doi:10.1371/journal.pone.0092209; it is
    the limit of Davis and Goadrich 2006 as their unit step goes to 0.
    """

    name = "continuous"
    area_kind = "continuous"
    words = "interpolated continuously between thresholds (Keilwagen et al. 2014, doi:10.1371/journal.pone.0092209)"
    joins = "either"
    monotone = True
    not_smooth = ""

    def unproved(self, points: PointTraits) -> str | None:
        # Theorem 1 of Keilwagen et al. proves this for all samples.
        return None

    def whole_area(self, curve: Curve) -> float:
        return math.fsum(float(np.sum(curve.space._step_areas(piece))) for piece in curve.path._pieces())

    def trace(self, curve: Curve, refine: Refine) -> Trace:
        path, space = curve.path, curve.space
        x, y, vertex = space._line(path._steps(), refine)
        threshold = np.where(vertex >= 0, path.thresholds[vertex], np.nan)
        shown = np.append(space._shown(path.tp), True)[vertex]
        trace = Trace(x[shown], y[shown], threshold[shown])
        if space.domain[0] < 0.0 <= curve.end and 0.0 not in trace.x:
            # The trace needs a point at x = 0, where areas begin.
            trace = trace.with_points(int(np.searchsorted(trace.x, 0.0)), 0.0, self.at(curve, np.zeros(1)))
        if curve.left == "one":
            # The line starts at precision 1 and falls to the limit, so the limit is inserted as the second point.
            trace.y[0] = 1.0
            trace = trace.with_points(1, 0.0, curve._limit)
        return trace

    def at(self, curve: Curve, x: FloatArray) -> FloatArray:
        space = curve.space
        steps = space._measured(curve.path._steps())
        sums, _, total = steps.along(space._rate)

        def inside(step: IntArray) -> FloatArray:
            start, stop = sums[step] / total, sums[step + 1] / total
            part = (space._abscissa_rate(x, space._odds) - start) / (stop - start)
            y = space._image(steps.at(step, np.clip(part, 0.0, 1.0)))[1]
            # A point may round onto the origin, where y is NaN; precision is constant along the first step.
            return np.where(np.isnan(y), curve._vertices[1][step + 1], y)

        return looked_up(curve._vertices, x, inside, space.lower_is_better)

    def area(self, curve: Curve, low: float, high: float) -> float:
        space = curve.space
        steps = space._measured(curve.path._steps()).to_the_end(space._rate, high)
        rates = rates_at(space, steps, (low, high))
        area = float(np.sum(space._step_areas(steps.cut(space._rate, *rates))))
        for sign, x, rate in zip((-1.0, 1.0), (low, high), rates, strict=True):
            if x and not rate:
                # The limit x is so small that its rate rounds to 0, so its part of the area is computed here.
                area += sign * x * float(self.at(curve, np.array([x]))[0])
        return area

    def gradients(self, curve: Curve, low: float, high: float) -> Iterator[Gradient]:
        space, path = curve.space, curve.path
        if path.closed and (low, high) == space.domain:
            for piece in path._pieces():
                yield Gradient(piece, *by_vertices(space, piece), space._by_log_odds(piece))
            return
        own = path._steps()
        steps, count = own.to_the_end(space._rate, high), len(own.fp)
        ends = rates_at(space, own, (low, high))
        columns = np.zeros((2, len(steps.fp)))
        along_recall = space._rate == "tpr"
        if along_recall and ends[0] * Fraction(own.positives) >= own.tp[-1]:
            # The path ends before the range begins, so all derivatives are 0.
            yield Gradient(own, *columns[:, :count])
            return
        first, start, last, stop = steps.span(space._rate, *ends)
        part = steps.cut(space._rate, *ends)
        for column, inside in zip(columns, by_vertices(space, part), strict=True):
            column[first : last + 2] = inside
            # If the range cuts a step, the cut point moves with both ends of the step.
            at_start, at_stop = inside[0] * float(start), inside[-1] * float(1 - stop)
            column[first : first + 2] += -at_start, at_start
            column[last : last + 2] += at_stop, -at_stop
        fp, tp = columns
        if len(steps.fp) > count and steps.tp[count] == own.tp[-1]:
            # Beyond a path that ends early, TP stays at its last value.
            tp[count - 1] += tp[count]
        log_odds = space._by_log_odds(part)
        if along_recall and ends[1] * Fraction(own.positives) > own.tp[-1]:
            # The area ends where the path ends, so it grows with the recall that the path reaches.
            height = float(space._image(part.sums)[1][-1])
            by_tp, by_log_odds = space._end_moves(part)
            tp[count - 1] += height * by_tp
            log_odds += height * by_log_odds
        yield Gradient(own, fp[:count], tp[:count], log_odds)


def rates_at(space: Space, steps: Steps, abscissae: tuple[float, float]) -> list[Fraction]:
    """Return the exact rates at x values, as fractions."""
    odds = Fraction(steps.positives) / Fraction(steps.negatives) if steps.negatives > 0 else Fraction(1)
    return [Fraction(space._abscissa_rate(Fraction(x), odds)) for x in abscissae]


def by_vertices(space: Space, steps: Steps) -> Pair:
    """Return the derivatives of the area under straight steps with respect to FP and TP at each threshold.

    Moving a threshold changes the area along the step before and the step after it, by the density of area there.
    """
    # A step that the limits have cut to length 0 contributes nothing.
    long = (steps.fg > 0) | (steps.bg > 0)
    first, second = (np.where(long, moments, 0.0) for moments in space._density_moments(steps))
    fp, tp = np.zeros((2, len(steps.fp)))
    for column, increments in ((fp, -steps.fg), (tp, steps.bg)):
        column[1:] += second * increments
        column[:-1] += first * increments
    return fp, tp
