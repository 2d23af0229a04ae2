"""PRG space: recall gain and precision gain; straight steps stay straight."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.path import Steps
from prplot.spaces.base import Space, evenly
from prplot.sums import FloatArray

__all__ = ["PRG"]

ROUNDING = 1e-15


@dataclass(frozen=True)
class PRG(Space):
    """x is recall gain 1 - (P/N) FN/TP, y is precision gain 1 - fpr/tpr.

    The harmonic scale that sends π to 0 and 1 to 1, applied to recall and to precision. Both
    gains share the denominator TP, so lines stay lines. They are -inf at TP = 0.

    References
    ----------
    P. Flach and M. Kull, Precision-Recall-Gain Curves: PR Analysis Done Right, NIPS 2015.

    Examples
    --------
    >>> import prplot
    >>> [round(float(v), 4) for v in prplot.PRG(0.2).forward(0.1, 0.5)]
    [0.75, 0.8]
    """

    name = "prg"
    title = "Precision-Recall-Gain"
    xlabel = "Recall gain"
    ylabel = "Precision gain"
    domain = (-np.inf, 1.0)
    reach = -9.0
    anchors = (0.0,)
    surroundings = ("unachievable", "iso_f", "chance", "always_positive_line")

    def area_name(self, interpolation: str) -> str:
        return "area, signed"

    def f_levels(self, count: int) -> list[float]:
        return [float(self.abscissa_rate(gain, self.odds)) for gain in evenly(count)]

    def shown(self, tp: FloatArray) -> NDArray[np.bool_]:
        return tp > 0

    def image(
        self, fp: FloatArray, tp: FloatArray, negatives: float, positives: float
    ) -> tuple[FloatArray, FloatArray]:
        with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
            negatives, positives = np.float64(negatives), np.float64(positives)
            x = 1.0 - positives / negatives * ((positives - tp) / tp)
            # Where TP is πP but for rounding the abscissa is 0, on which areas begin.
            x = np.where(np.abs(x) < ROUNDING, 0.0, x)
            return x, 1.0 - (fp / negatives) / (tp / positives)

    def inverse(self, x: ArrayLike, y: ArrayLike) -> tuple[FloatArray, FloatArray]:
        gains = np.broadcast_arrays(*(np.asarray(c, dtype=np.float64) for c in (x, y)))
        tpr = np.asarray(self.abscissa_rate(gains[0], self.odds))
        return (tpr * (1.0 - gains[1]))[()], tpr[()]

    def abscissa_rate(self, x: Any, odds: Any) -> Any:
        return odds / (odds + (1 - x))

    def step_areas(self, steps: Steps) -> FloatArray:
        with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
            tp = steps.tp / steps.positives
            ratio = steps.fp / steps.negatives / tp
            odds = np.float64(steps.positives) / steps.negatives
            width = odds / tp[:-1] * (steps.fg / steps.positives / tp[1:])
            areas = width * (1.0 - (ratio[:-1] + ratio[1:]) / 2)
        return np.where(steps.fg > 0, areas, 0.0)
