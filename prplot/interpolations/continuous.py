"""Continuous interpolation: every step straight in (FP, TP), seen as its exact image."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from prplot.interpolations.base import Interpolation, Trace, arrivals
from prplot.rows.arrays import FloatArray
from prplot.rows.refinement import Sight

if TYPE_CHECKING:
    from prplot.curve.curve import Curve
    from prplot.path.bounds import PointTraits

__all__ = ["Continuous"]


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
    mixes = True
    monotone = True

    def unproved(self, points: PointTraits) -> str | None:
        # Theorem 1 of Keilwagen et al.
        return None

    def piece_areas(self, curve: Curve) -> Iterator[FloatArray]:
        return map(curve.space.step_areas, curve.path.pieces(self.joins))

    def trace(self, curve: Curve, sight: Sight) -> Trace:
        path, space = curve.path, curve.space
        seen = space.refine(path.steps(), sight)
        x, y = seen.x, seen.y
        threshold = np.where(seen.vertex >= 0, path.thresholds[seen.vertex], np.nan)
        kept = np.ones(len(x), dtype=bool)
        kept[seen.vertex >= 0] = space.shown(path.tp)
        x, y, threshold = x[kept], y[kept], threshold[kept]
        for anchor in space.anchors:
            if anchor not in x and anchor <= curve.end:
                place = int(np.searchsorted(x, anchor))
                ordinate = self.at(curve, np.array([anchor]))[0]
                x, y = np.insert(x, place, anchor), np.insert(y, place, ordinate)
                threshold = np.insert(threshold, place, np.nan)
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
        on_vertex = last >= first
        step = np.maximum(first, 1) - 1
        sums, _, total = steps.along(space.rate)
        rates = sums / total
        with np.errstate(invalid="ignore", divide="ignore"):
            part = (space.abscissa_rate(x, space.odds) - rates[step]) / (rates[step + 1] - rates[step])
            _, inside = space.image(*steps.at(step, np.clip(part, 0.0, 1.0)), steps.negatives, steps.positives)
        # A point close to the origin may round onto it; precision is constant up to there.
        inside = np.where(np.isnan(inside), vy[first], inside)
        better = np.minimum if space.lower_is_better else np.maximum
        return np.where(on_vertex, better(vy[first], vy[last]), inside)

    def area(self, curve: Curve, low: float, high: float) -> float:
        space = curve.space
        steps = space.measured(curve.path.steps()).to_the_end(space.rate, high)
        odds = Fraction(steps.positives) / Fraction(steps.negatives) if steps.negatives > 0 else Fraction(1)
        bounds = (Fraction(space.abscissa_rate(Fraction(x), odds)) for x in (low, high))
        _, part = steps.cut(space.rate, *bounds)
        area = float(np.sum(space.step_areas(part)))
        for side, x in ((-1.0, low), (1.0, high)):
            if left := space.unplaced(x):
                area += side * left * float(self.at(curve, np.array([x]))[0])
        return area
