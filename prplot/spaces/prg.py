"""PRG space: recall gain and precision gain; straight steps stay straight."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from prplot.errors import by_name, yes_or_no
from prplot.path.steps import Steps, Sums
from prplot.rows.arrays import FloatArray, Pair
from prplot.spaces.base import Space

ROUNDING = 1e-15


@by_name()
@dataclass(frozen=True)
class PRG(Space):
    """PR-Gain space: precision gain 1 - fpr/tpr against recall gain 1 - (P/N) FN/TP.

    Recall and precision are rescaled harmonically so that π becomes 0 and 1 stays 1. Both gains have TP as denominator,
    so lines that are straight in ROC space stay straight. Both gains are -inf at TP = 0.

    Parameters
    ----------
    prevalence : float
        π in (0, 1).
    clip : bool
        Whether negative precision gain is cut off at 0.

    References
    ----------
    P. Flach and M. Kull, Precision-Recall-Gain Curves: PR Analysis Done Right, NIPS 2015.

    Examples
    --------
    >>> import prplot
    >>> [round(float(v), 4) for v in prplot.PRG(0.2).forward(0.1, 0.5)]
    [0.75, 0.8]
    """

    clip: bool = False

    name = "prg"
    title = "Precision-Recall-Gain"
    xlabel = "Recall gain"
    ylabel = "Precision gain"
    domain = (-np.inf, 1.0)
    _drawn = (-9.0, 1.0)
    _of_returned = True

    def __post_init__(self) -> None:
        super().__post_init__()
        yes_or_no("clip", self.clip)

    @property
    def _area_name(self) -> str:  # type: ignore[override]
        return "AUPRG (clipped)" if self.clip else "AUPRG"

    def _area_range(self, low: float, high: float) -> tuple[float, float]:
        # Without clipping, precision gain has no lower bound.
        return (0.0 if self.clip else -math.inf), high - low

    def _to_axes(self, sums: Sums) -> Pair:
        fp, tp, negatives, positives = sums
        x = 1.0 - np.float64(positives) / negatives * ((positives - tp) / tp)
        y = 1.0 - (fp / negatives) / (tp / positives)
        # Areas begin at recall gain 0, so x values that differ from 0 only by rounding become 0.
        return np.where(np.abs(x) < ROUNDING, 0.0, x), np.maximum(y, 0.0) if self.clip else y

    def _from_rates(self, rates: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        tpr, fpr, fnr, tnr = rates
        with np.errstate(all="ignore"):
            rest = self._odds * (fnr / tpr)
            # If both rates are near 1, their complements have more digits.
            y = np.where(fpr < 0.5, tpr - fpr, tnr - fnr) / tpr
        return 1.0 - rest, rest, np.maximum(y, 0.0) if self.clip else y

    def _to_rates(self, x: FloatArray, y: FloatArray) -> Pair:
        tpr = self._abscissa_rate(x, self._odds)
        return tpr * (1.0 - y), tpr

    def _abscissa_rate(self, x: Any, odds: Any) -> Any:
        return odds / (odds + (1 - x))

    def _abscissa_log_odds(self, x: FloatArray) -> FloatArray:
        # A rate near 1 would have lost the digits of its complement.
        with np.errstate(divide="ignore"):
            return np.asarray(np.log(self._odds) - np.log(1.0 - x))

    def _step_areas(self, steps: Steps) -> FloatArray:
        with np.errstate(all="ignore"):
            tp = steps.tp / steps.positives
            gain = 1.0 - steps.fp / steps.negatives / tp
            odds = np.float64(steps.positives) / steps.negatives
            width = odds / tp[:-1] * (steps.fg / steps.positives / tp[1:])
            height = (gain[:-1] + gain[1:]) / 2
            if self.clip:
                # For a step that crosses precision gain 0 only the triangle above 0 counts.
                high, low = np.maximum(gain[:-1], gain[1:]), np.minimum(gain[:-1], gain[1:])
                height = np.where(low >= 0, height, np.nan_to_num(np.maximum(high, 0.0) ** 2 / (2 * (high - low))))
        return np.where(steps.fg > 0, width * height, 0.0)

    @property
    def _not_smooth(self) -> str:  # type: ignore[override]
        return "has a kink where precision gain is cut off at 0" if self.clip else ""

    def _density_moments(self, steps: Steps) -> Pair:
        # The density is P³ / (N² TP³).
        with np.errstate(all="ignore"):
            start, stop = steps.tp[:-1] / steps.positives, steps.tp[1:] / steps.positives
            second = 0.5 / (start * stop**2) / steps.negatives**2
            return second * (stop / start), second

    def _by_log_odds(self, steps: Steps) -> float:
        # At constant rates 1 - x is proportional to P / N, and y does not depend on P / N.
        x, y = self._image(steps.sums)
        return float((1.0 - (x[:-1] + x[1:]) / 2) @ np.diff(y))

    def _end_moves(self, steps: Steps) -> tuple[float, float]:
        recall, odds = float(steps.tp[-1]) / steps.positives, steps.positives / steps.negatives
        return odds / recall**2 / steps.positives, -odds * (1.0 - recall) / recall

    def _calibrated(self, steps: Steps) -> tuple[FloatArray, FloatArray]:
        """Return d = 1 / (1 + β²), and β, with β² = (ΔFP/ΔTP TP - FP) / P along each step of a hull."""
        with np.errstate(all="ignore"):
            squares = (steps.bg / steps.fg * steps.tp[:-1] - steps.fp[:-1]) / steps.positives
        scores = 1.0 / (1.0 + np.where(steps.fg > 0, np.maximum(squares, 0.0), np.inf))
        with np.errstate(divide="ignore"):
            return scores, np.sqrt((1.0 - scores) / scores)
