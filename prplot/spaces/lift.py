"""Lift space: how many times as much foreground as without a classifier, in which share of all rows."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from prplot.errors import by_name
from prplot.path.mean_precision import mean_precision
from prplot.path.steps import Steps
from prplot.rows.arrays import FloatArray, Pair
from prplot.spaces.base import Space, broadcast
from prplot.spaces.gains import found_at_the_latest


@by_name()
@dataclass(frozen=True)
class Lift(Space):
    """x is the predicted positive rate, y the lift precision / π; a straight step becomes an arc of a hyperbola.

    Lift is recall / x, the slope of the ray to the gains curve: 1 by chance, at most 1 / π, and at most 1 / x. At
    x = 0 it is the limit. As x runs to 1 the area is the mean lift.

    Parameters
    ----------
    prevalence : float
        π in (0, 1), the share of foreground weight; what lies beyond raises `PrplotValueError`.

    References
    ----------
    S. Piatetsky-Shapiro and B. Masand, Estimating campaign benefits and modeling lift, KDD 1999,
    doi:10.1145/312129.312225.

    Examples
    --------
    >>> import prplot
    >>> [round(float(v), 4) for v in prplot.Lift(0.2).forward(0.25, 0.75)]
    [0.35, 2.1429]
    """

    name = "lift"
    title = "Lift"
    xlabel = "Predicted positive rate"
    ylabel = "Lift"
    rate = "ppr"
    range_varies = True
    legend = "area, mean lift"

    def area_range(self, low: float, high: float) -> tuple[float, float]:
        # Of hard labels at most 1 - ln π, of which π may be any.
        return 0.0, math.inf

    @property
    def top(self) -> float:
        return 1.0 / self.prevalence if self.prevalence > 0 else 1.0

    def image(self, fp: FloatArray, tp: FloatArray, negatives: float, positives: float) -> Pair:
        with np.errstate(invalid="ignore", divide="ignore"):
            predicted = (tp + fp) / np.float64(positives + negatives)
            return predicted, tp / np.float64(positives) / predicted

    def inverse(self, x: ArrayLike, y: ArrayLike) -> Pair:
        predicted, lift = broadcast(x=x, y=y)
        tpr = predicted * lift
        return (predicted + self.odds * (predicted - tpr))[()], tpr[()]

    def beyond(self, x: FloatArray, reached: float) -> FloatArray:
        found = found_at_the_latest(x, reached, self.prevalence)
        return np.divide(found, x, out=np.zeros(np.shape(x)), where=x > 0)

    def step_areas(self, steps: Steps) -> FloatArray:
        # Recall over predicted positive rate is precision / π, whose mean over a step is that as both classes rise.
        wide = steps.fg + steps.bg
        moved = np.flatnonzero(wide > 0)
        areas = np.zeros(len(wide))
        means = mean_precision(*(column[moved] for column in (steps.fp[:-1], steps.tp[:-1], steps.bg, steps.fg)))
        areas[moved] = wide[moved] / steps.positives * means
        return areas
