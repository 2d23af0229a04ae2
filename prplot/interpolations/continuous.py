"""Continuous interpolation: every step straight in (FP, TP), seen as its exact image."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from prplot.interpolations.base import Interpolation, Refine, Trace, arrivals
from prplot.rows.arrays import FloatArray

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
        x, y, threshold = x[kept], y[kept], threshold[kept]
        for anchor in space.anchors:
            if anchor not in x and anchor <= curve.end:
                place = int(np.searchsorted(x, anchor))
                more = anchor, self.at(curve, np.array([anchor]))[0], np.nan
                x, y, threshold = (np.insert(a, place, value) for a, value in zip((x, y, threshold), more, strict=True))
        if curve.left == "one":
            # The limit stays on the line, below the point that is added.
            y[0] = 1.0
            return Trace(x, y, threshold).with_corner(0.0, curve.limit)
        return Trace(x, y, threshold)

    def at(self, curve: Curve, x: FloatArray) -> FloatArray:
        space = curve.space
        steps = space.measured(curve.path.steps())
        vx, vy = curve.vertices
        first, last = arrivals(vx, x)
        step = np.maximum(first, 1) - 1
        sums, _, total = steps.along(space.rate)
        start, stop = sums[step] / total, sums[step + 1] / total
        with np.errstate(invalid="ignore", divide="ignore"):
            part = (space.abscissa_rate(x, space.odds) - start) / (stop - start)
            _, inside = space.image(*steps.at(step, np.clip(part, 0.0, 1.0)), steps.negatives, steps.positives)
        # A point close to the origin may round onto it; precision is constant up to there.
        inside = np.where(np.isnan(inside), vy[first], inside)
        better = np.minimum if space.lower_is_better else np.maximum
        return np.where(last >= first, better(vy[first], vy[last]), inside)

    def area(self, curve: Curve, low: float, high: float) -> float:
        space = curve.space
        steps = space.measured(curve.path.steps()).to_the_end(space.rate, high)
        odds = Fraction(steps.positives) / Fraction(steps.negatives) if steps.negatives > 0 else Fraction(1)
        _, part = steps.cut(space.rate, *(Fraction(space.abscissa_rate(Fraction(x), odds)) for x in (low, high)))
        area = float(np.sum(space.step_areas(part)))
        for side, x in ((-1.0, low), (1.0, high)):
            if left := space.unplaced(x):
                area += side * left * float(self.at(curve, np.array([x]))[0])
        return area
