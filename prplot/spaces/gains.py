"""Gains space: how much of the foreground is found in which share of all rows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from prplot.errors import by_name
from prplot.path.steps import Steps
from prplot.rows.arrays import FloatArray, Pair
from prplot.spaces.base import Space, broadcast


@by_name()
@dataclass(frozen=True)
class Gains(Space):
    """x is the predicted positive rate π tpr + (1 - π) fpr, y is recall; straight steps stay straight.

    The cumulative gains chart of marketing, the cumulative accuracy profile (CAP) of credit scoring. All rows are a
    square to start with; that of rates is the parallelogram between "perfect", from (0, 0) over (π, 1) to (1, 1), and
    its mirror image. So the area is π / 2 + (1 - π) times that under the ROC curve, and the accuracy ratio
    of the CAP is 2 ROC - 1.

    Parameters
    ----------
    prevalence : float
        π in (0, 1), the share of foreground weight; what lies beyond raises `PrplotValueError`.

    References
    ----------
    B. Engelmann, E. Hayden and D. Tasche, Testing rating accuracy, Risk 16, 82-86, 2003.

    Examples
    --------
    >>> import prplot
    >>> [round(float(v), 4) for v in prplot.Gains(0.2).forward(0.25, 0.75)]
    [0.35, 0.75]
    """

    name = "gains"
    title = "Gains"
    xlabel = "Predicted positive rate"
    ylabel = "Recall"
    rate = "ppr"
    range_varies = True

    def image(self, fp: FloatArray, tp: FloatArray, negatives: float, positives: float) -> Pair:
        with np.errstate(invalid="ignore", divide="ignore"):
            return (tp + fp) / np.float64(positives + negatives), tp / np.float64(positives)

    def inverse(self, x: ArrayLike, y: ArrayLike) -> Pair:
        predicted, tpr = broadcast(x=x, y=y)
        return (predicted + self.odds * (predicted - tpr))[()], tpr[()]

    def beyond(self, x: FloatArray, reached: float) -> FloatArray:
        return found_at_the_latest(x, reached, self.prevalence)

    def step_areas(self, steps: Steps) -> FloatArray:
        start, rise = steps.tp[:-1] / steps.positives, steps.fg / steps.positives
        return (steps.fg + steps.bg) / (steps.positives + steps.negatives) * (start + rise / 2)


def found_at_the_latest(predicted: FloatArray, reached: float, prevalence: float) -> FloatArray:
    """Return the recall at predicted positive rates if what no threshold returns comes last of all."""
    return np.maximum(reached, 1.0 - (1.0 - predicted) / prevalence)
