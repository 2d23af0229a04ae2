"""Interpolations that join points of a PR curve by straight chords: wrong between thresholds.

They are offered because people must be able to see by how much, and because other tools print
their areas.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from prplot.interpolations.base import Interpolation, Trace, arrivals
from prplot.options import InterpolationName
from prplot.path.groups import Joins
from prplot.rows.arrays import FloatArray
from prplot.rows.refinement import Sight

if TYPE_CHECKING:
    from prplot.curve.curve import Curve
    from prplot.path.bounds import PointTraits
    from prplot.path.steps import Steps

__all__ = ["Linear", "UpperTrapezoid"]


class Linear(Interpolation):
    """Chords between neighbouring vertices, vertical drops included.

    The area is that of ``sklearn.metrics.auc(recall, precision)`` and, without ties, the lower
    trapezoid of Boyd, Eng and Page 2013, doi:10.1007/978-3-642-40994-3_29. No mixture of two
    thresholds lies on a chord: falling steps are too high, rising ones too low.
    """

    name: ClassVar[InterpolationName] = "linear"
    words = "joined by straight lines (lower trapezoids, Boyd et al. 2013, doi:10.1007/978-3-642-40994-3_29)"

    def unproved(self, points: PointTraits) -> str | None:
        if points.tied:
            return "tied scores, which chords cut short"
        if points.hard and points.alike:
            return None
        if not (points.level and points.given):
            return "positives of different weight" if points.hard else "points of different weight"
        return None if points.entire else "soft labels, over a part of the range"

    joins = "background"

    def piece_areas(self, curve: Curve) -> Iterator[FloatArray]:
        before = None
        for piece in curve.path.pieces(self.joins):
            if before is None:
                before = 1.0 if curve.left == "one" else piece.fg[0] / (piece.fg[0] + piece.bg[0])
            height, width = self._joined(piece)
            heights = np.append(before, height)
            yield width / piece.positives * ((heights[:-1] + heights[1:]) / 2)
            before = heights[-1]

    def _joined(self, steps: Steps) -> tuple[FloatArray, FloatArray]:
        """Return the heights at which chords end in a piece of the path, and how wide they are, in foreground."""
        tp, fp = steps.tp[1:], steps.fp[1:]
        return tp / (tp + fp), steps.fg

    def kept(self, curve: Curve) -> NDArray[np.int_]:
        """Return the vertices that are joined."""
        return np.arange(len(curve.vertices[0]))

    def trace(self, curve: Curve, sight: Sight) -> Trace:
        x, y = curve.vertices
        kept = self.kept(curve)
        return Trace(x[kept], y[kept], curve.path.thresholds[kept]).straight(sight)

    def at(self, curve: Curve, x: FloatArray) -> FloatArray:
        kept = self.kept(curve)
        vx, vy = (c[kept] for c in curve.vertices)
        first, last = arrivals(vx, x)
        start = np.maximum(first, 1) - 1
        with np.errstate(invalid="ignore", divide="ignore"):
            part = (x - vx[start]) / (vx[first] - vx[start])
            inside = vy[start] + np.clip(part, 0.0, 1.0) * (vy[first] - vy[start])
        return np.where(last >= first, np.maximum(vy[first], vy[last]), inside)

    def area(self, curve: Curve, low: float, high: float) -> float:
        kept, steps = self.kept(curve), curve.path.steps()
        vy = curve.vertices[1][kept]
        # Widths are increments of foreground: of the kept vertex and of those left out before it.
        width = np.add.reduceat(steps.fg, kept[:-1]) if len(kept) > 1 else np.zeros(0)
        tp, start, stop = steps.tp[kept], *(Fraction(rate) * Fraction(steps.positives) for rate in (low, high))
        inside = (tp[:-1] >= float(start)) & (tp[1:] <= float(stop)) if (low, high) != (0, 1) else width >= 0
        area = float(np.sum(np.where(inside, width * (vy[:-1] + vy[1:]) / 2, 0.0)))
        for step in np.flatnonzero(~inside & (tp[:-1] < float(stop)) & (tp[1:] > float(start))):
            left, right = Fraction(float(tp[step])), Fraction(float(tp[step + 1]))
            a, b = max(left, start), min(right, stop)
            if b > a:
                middle = float(((a + b) / 2 - left) / (right - left))
                area += float(b - a) * float(vy[step] + middle * (vy[step + 1] - vy[step]))
        return area / steps.positives


class UpperTrapezoid(Linear):
    """Chords between the highest vertices at each recall: too high on purpose where precision falls.

    References
    ----------
    Boyd, Eng and Page 2013, doi:10.1007/978-3-642-40994-3_29.
    """

    name = "upper-trapezoid"
    words = "joined by straight lines (upper trapezoids, Boyd et al. 2013, doi:10.1007/978-3-642-40994-3_29)"

    def _joined(self, steps: Steps) -> tuple[FloatArray, FloatArray]:
        rising = np.flatnonzero(steps.fg > 0)
        height, width = super()._joined(steps)
        return height[rising], width[rising]

    def kept(self, curve: Curve) -> NDArray[np.int_]:
        return np.append(0, curve.path.vertices.groups.rising())

    def thinned(self, curve: Curve, rows: NDArray[np.int_], runs: Joins = "none") -> Curve:
        # Through the highest vertices on both sides of each that tells.
        rising = curve.path.vertices.groups.joined(runs).rising()
        after = np.searchsorted(rising, rows)
        beside = rising[np.clip([after - 1, after], 0, len(rising) - 1)]
        kept = np.zeros(rows[-1] + 1, dtype=bool)
        kept[rows] = kept[beside] = True
        return super().thinned(curve, np.flatnonzero(kept), runs)
