"""Lift space: recall divided by the predicted positive rate, against the predicted positive rate."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from prplot.errors import by_name
from prplot.path.steps import Steps, Sums, log_shares
from prplot.rows.arrays import FloatArray, Pair
from prplot.spaces.gains import Gains
from prplot.spaces.pr import precision_areas


@by_name()
@dataclass(frozen=True)
class Lift(Gains):
    """Lift space: lift, which is precision / π, against the predicted positive rate.

    Lift is recall / x, where x is the predicted positive rate: the slope of the straight line from the origin to the
    point of the gains curve. Lift is 1 at chance level, at most 1 / π, and at most 1 / x. At x = 0 lift is defined as
    its limit. Because x ranges from 0 to 1, the area is the mean lift.

    Parameters
    ----------
    prevalence : float
        π in (0, 1), the share of positive weight; values outside (0, 1) raise `PrplotValueError`.

    References
    ----------
    S. Piatetsky-Shapiro and B. Masand, Estimating campaign benefits and modeling lift, KDD 1999,
    doi:10.1145/312129.312225.

    Examples
    --------
    >>> import prplot
    >>> [round(float(v), 4) for v in prplot.spaces.Lift(0.2).forward(0.25, 0.75)]
    [0.35, 2.1429]
    """

    name = "lift"
    title = "Lift"
    ylabel = "Lift"
    _area_name = "mean lift"

    def _area_range(self, low: float, high: float) -> tuple[float, float]:
        # For hard labels the area is at most 1 - ln π, which has no upper bound over all π.
        return 0.0, math.inf

    @property
    def _top(self) -> float:
        return 1.0 / self.prevalence if self.prevalence > 0 else 1.0

    def _to_axes(self, sums: Sums) -> Pair:
        x, recall = super()._to_axes(sums)
        return x, recall / x

    def _to_rates(self, x: FloatArray, y: FloatArray) -> Pair:
        return super()._to_rates(x, x * y)

    def _step_areas(self, steps: Steps) -> FloatArray:
        # Lift is precision / π. A step has the same mean precision over the predicted positive rate as over recall.
        return precision_areas(steps, steps.fg + steps.bg)

    def _density_moments(self, steps: Steps) -> Pair:
        # The density is 1 / (n P), where n = TP + FP is the weight predicted positive.
        before, grown = steps.tp[:-1] + steps.fp[:-1], steps.fg + steps.bg
        with np.errstate(all="ignore"):
            weight, rest = log_shares(grown / before)
            second = np.where(before > 0, rest, 1.0) / grown
            first = np.where(before > 0, weight / before - second, 0.0)
        return first / steps.positives, second / steps.positives

    def _by_log_odds(self, steps: Steps) -> float:
        # The derivative is π times the recall reached minus the area under the PR curve, because lift is precision / π.
        share = steps.positives / (steps.positives + steps.negatives)
        rise = float(steps.fg.sum()) / steps.positives
        return share * rise - float(precision_areas(steps, steps.fg).sum())
