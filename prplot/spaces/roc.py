"""ROC space: the unit square of rates itself."""

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
class ROC(Space):
    """x is the false positive rate, y the true positive rate; straight steps stay straight.

    Parameters
    ----------
    prevalence : float
        π in (0, 1), the share of foreground weight; what lies beyond raises `PrplotValueError`.

    Examples
    --------
    >>> import prplot
    >>> [float(v) for v in prplot.ROC(0.1).forward(0.25, 0.75)]
    [0.25, 0.75]
    """

    name = "roc"
    title = "ROC"
    xlabel = "False positive rate"
    ylabel = "True positive rate"
    rate = "fpr"
    moves_with_prevalence = False

    def image(self, fp: FloatArray, tp: FloatArray, negatives: float, positives: float) -> Pair:
        with np.errstate(invalid="ignore", divide="ignore"):
            return fp / np.float64(negatives), tp / np.float64(positives)

    def forward(self, fpr: ArrayLike, tpr: ArrayLike) -> Pair:
        x, y = broadcast(fpr=fpr, tpr=tpr)
        return x[()], y[()]

    def inverse(self, x: ArrayLike, y: ArrayLike) -> Pair:
        return self.forward(x, y)

    def beyond(self, x: FloatArray, reached: float) -> FloatArray:
        return np.full(np.shape(x), reached)

    def step_areas(self, steps: Steps) -> FloatArray:
        start, rise = steps.tp[:-1] / steps.positives, steps.fg / steps.positives
        return steps.bg / steps.negatives * (start + rise / 2)
