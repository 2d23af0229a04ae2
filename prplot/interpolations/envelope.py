"""The polyline of a lower envelope: what lies between the thresholds of a cost curve."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from prplot.interpolations.base import Interpolation, Trace
from prplot.path.groups import Joins
from prplot.rows.arrays import FloatArray
from prplot.rows.refinement import Sight

if TYPE_CHECKING:
    from prplot.curve.curve import Curve

__all__ = ["Envelope"]


class Envelope(Interpolation):
    """Straight between the breakpoints at which another threshold becomes the best one."""

    name = "continuous"
    words = "the lower envelope of the lines of all thresholds (Drummond and Holte 2006, doi:10.1007/s10994-006-8199-5)"

    joins = "either"
    monotone = True

    def thinned(self, curve: Curve, rows: NDArray[np.int_], runs: Joins = "none") -> Curve:
        # An envelope has few breakpoints, and is not that of some of its lines.
        return curve

    def trace(self, curve: Curve, sight: Sight) -> Trace:
        return Trace(curve.x.copy(), curve.y.copy(), curve.thresholds.copy()).straight(sight)

    def at(self, curve: Curve, x: FloatArray) -> FloatArray:
        return np.interp(x, curve.x, curve.y)

    def area(self, curve: Curve, low: float, high: float) -> float:
        inside = (curve.x > low) & (curve.x < high)
        x = np.concatenate([[low], curve.x[inside], [high]])
        y = np.concatenate([self.at(curve, np.array([low])), curve.y[inside], self.at(curve, np.array([high]))])
        return float(np.sum(np.diff(x) * (y[:-1] + y[1:])) / 2)
