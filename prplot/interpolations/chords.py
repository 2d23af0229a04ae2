"""Interpolations that join points of a PR curve by straight chords: wrong between thresholds.

They are offered because people must be able to see by how much, and because other tools print
their areas.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from prplot.interpolations.base import Interpolation, Refine, Trace, arrivals, polyline
from prplot.options import InterpolationName
from prplot.rows.arrays import FloatArray, IntArray

if TYPE_CHECKING:
    from prplot.curve.curve import Curve
    from prplot.path.bounds import PointTraits


class Linear(Interpolation):
    """Chords between neighbouring vertices, vertical drops included.

    The area is that of ``sklearn.metrics.auc(recall, precision)`` and, without ties, the lower
    trapezoid of Boyd, Eng and Page 2013, doi:10.1007/978-3-642-40994-3_29. No mixture of two
    thresholds lies on a chord: falling steps are too high, rising ones too low.
    """

    name: ClassVar[InterpolationName] = "linear"
    words = "joined by straight lines (lower trapezoids, Boyd et al. 2013, doi:10.1007/978-3-642-40994-3_29)"
    joins = "background"

    def unproved(self, points: PointTraits) -> str | None:
        if points.tied:
            return "tied scores, which chords cut short"
        if points.hard and points.alike:
            return None
        if not (points.level and points.given):
            return "positives of different weight" if points.hard else "points of different weight"
        return None if points.entire else "soft labels, over a part of the range"

    def kept(self, curve: Curve) -> IntArray:
        """Return the vertices that are joined."""
        return np.arange(len(curve.path))

    def trace(self, curve: Curve, refine: Refine) -> Trace:
        kept = self.kept(curve)
        return polyline(Trace(*(column[kept] for column in (*curve.vertices, curve.path.thresholds))), refine)

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
        if len(kept) == 1:
            return 0.0
        heights = curve.vertices[1][kept]
        # Widths are increments of foreground: of the kept vertex and of those left out before it.
        joined = steps._replace(
            tp=steps.tp[kept], fp=steps.fp[kept], fg=np.add.reduceat(steps.fg, kept[:-1]), bg=np.zeros(len(kept) - 1)
        )
        ends = Fraction(low), Fraction(high)
        chosen, part = joined.cut("tpr", *ends)
        _, first, _, last = joined.span("tpr", *ends)
        # Where the range cuts a chord its height is between those of its ends.
        left, right = heights[:-1][chosen].copy(), heights[1:][chosen].copy()
        rise = right - left
        right[-1] = left[-1] + float(last) * rise[-1]
        left[0] += float(first) * rise[0]
        return float(np.sum(part.fg * (left + right) / 2)) / steps.positives


class UpperTrapezoid(Linear):
    """Chords between the highest vertices at each recall: too high on purpose where precision falls.

    References
    ----------
    Boyd, Eng and Page 2013, doi:10.1007/978-3-642-40994-3_29.
    """

    name = "upper-trapezoid"
    words = "joined by straight lines (upper trapezoids, Boyd et al. 2013, doi:10.1007/978-3-642-40994-3_29)"

    def kept(self, curve: Curve) -> IntArray:
        return np.append(0, np.flatnonzero(curve.path.groups.fg > 0) + 1)
