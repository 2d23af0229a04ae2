"""Curves without a choice: the exact image of straight steps, and the line where thresholds decide by abscissa."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from prplot.interpolations.base import Interpolation, Joins, Refine, Trace, looked_up
from prplot.rows.arrays import FloatArray, IntArray

if TYPE_CHECKING:
    from prplot.curve.curve import Curve
    from prplot.path.bounds import PointTraits


class Continuous(Interpolation):
    """What a random mixture of two thresholds achieves; the only one that carries to every space.

    References
    ----------
    Keilwagen, Grosse and Grau 2014, equations 5 and 6, doi:10.1371/journal.pone.0092209; it is
    the limit of Davis and Goadrich 2006 as their unit step goes to 0.
    """

    name = "continuous"
    words = "interpolated continuously between thresholds (Keilwagen et al. 2014, doi:10.1371/journal.pone.0092209)"
    joins = "either"
    monotone = True

    def unproved(self, points: PointTraits) -> str | None:
        # Theorem 1 of Keilwagen et al.
        return None

    def whole_area(self, curve: Curve) -> float:
        return math.fsum(float(np.sum(curve.space.step_areas(piece))) for piece in curve.path.pieces())

    def trace(self, curve: Curve, refine: Refine) -> Trace:
        path, space = curve.path, curve.space
        x, y, vertex = space.line(path.steps(), refine)
        threshold = np.where(vertex >= 0, path.thresholds[vertex], np.nan)
        kept = np.append(space.shown(path.tp), True)[vertex]
        trace = Trace(x[kept], y[kept], threshold[kept])
        for anchor in space.anchors:
            if anchor not in trace.x and anchor <= curve.end:
                y_there = self.at(curve, np.array([anchor]))
                trace = trace.with_points(int(np.searchsorted(trace.x, anchor)), anchor, y_there)
        if curve.left == "one":
            # The limit stays on the line, below the point that is added.
            trace.y[0] = 1.0
            trace = trace.with_points(1, 0.0, curve.limit)
        return trace

    def at(self, curve: Curve, x: FloatArray) -> FloatArray:
        space = curve.space
        steps = space.measured(curve.path.steps())
        sums, _, total = steps.along(space.rate)

        def inside(step: IntArray) -> FloatArray:
            start, stop = sums[step] / total, sums[step + 1] / total
            part = (space.abscissa_rate(x, space.odds) - start) / (stop - start)
            y = space.image(*steps.at(step, np.clip(part, 0.0, 1.0)), steps.negatives, steps.positives)[1]
            # A point close to the origin may round onto it; precision is constant up to there.
            return np.where(np.isnan(y), curve.vertices[1][step + 1], y)

        return looked_up(curve.vertices, x, inside, space.lower_is_better)

    def area(self, curve: Curve, low: float, high: float) -> float:
        space = curve.space
        steps = space.measured(curve.path.steps()).to_the_end(space.rate, high)
        odds = Fraction(steps.positives) / Fraction(steps.negatives) if steps.negatives > 0 else Fraction(1)
        rates = [Fraction(space.abscissa_rate(Fraction(x), odds)) for x in (low, high)]
        area = float(np.sum(space.step_areas(steps.cut(space.rate, *rates)[1])))
        for sign, x, rate in zip((-1.0, 1.0), (low, high), rates, strict=True):
            if x and not rate:
                # Its rate has no digits to tell it from abscissa 0.
                area += sign * x * float(self.at(curve, np.array([x]))[0])
        return area


class Decisions(Interpolation):
    """Along a line or an arc while one vertex decides, then along that of the next one; see `DecidingSpace`.

    Parameters
    ----------
    words : str
        How a methods section says it.
    joins : str
        Which neighbouring groups are as good as one: none where each threshold decides somewhere.
    """

    name = "continuous"
    monotone = True
    by_steps = False

    def __init__(self, words: str, joins: Joins = "none") -> None:
        self.words, self.joins = words, joins  # type: ignore[misc]

    def trace(self, curve: Curve, refine: Refine) -> Trace:
        space: Any = curve.space
        x, y, row = space.line_of(space.decisions(curve.path), refine)
        return Trace(x, y, np.where(row < 0, np.nan, np.append(curve.path.thresholds, -np.inf)[row]))

    def at(self, curve: Curve, x: FloatArray) -> FloatArray:
        space: Any = curve.space
        if "deciding" not in curve.held:
            # A pointer asks for it at every place, and it takes a hull to find.
            curve.held["deciding"] = space.decisions(curve.path)
        return space.ordinates(curve.held["deciding"], x)  # type: ignore[no-any-return]

    def area(self, curve: Curve, low: float, high: float) -> float:
        x = np.unique(np.clip([low, *curve.x, high], low, high))
        return float(np.trapezoid(self.at(curve, x), x))
