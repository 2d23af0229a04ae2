"""DET space: both error rates, on the scale on which normal scores have straight lines."""

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
class DET(Space):
    """x is the false positive rate, y the false negative rate 1 - tpr: ROC upside down; lower is better.

    A curve holds the rates themselves; the axes of a figure are bent, by the scale "probit". On it scores that are
    normal in both classes give a straight line, of slope -1 where they have the same spread. The rates 0 and 1 are off
    such axes; a perfect classifier, which has no others, is marked in the corner. The area is 1 - that under the ROC
    curve.

    Parameters
    ----------
    prevalence : float
        π in (0, 1), the share of foreground weight; what lies beyond raises `PrplotValueError`.

    References
    ----------
    A. Martin et al., The DET curve in assessment of detection task performance, Eurospeech 1997,
    doi:10.21437/Eurospeech.1997-504.

    Examples
    --------
    >>> import prplot
    >>> [float(v) for v in prplot.DET(0.1).forward(0.25, 0.625)]
    [0.25, 0.375]
    """

    name = "det"
    title = "DET"
    xlabel = "False positive rate"
    ylabel = "False negative rate"
    rate = "fpr"
    lower_is_better = True
    legend = "area, lower is better"
    moves_with_prevalence = False

    def image(self, fp: FloatArray, tp: FloatArray, negatives: float, positives: float) -> Pair:
        with np.errstate(invalid="ignore", divide="ignore"):
            return fp / np.float64(negatives), (positives - tp) / np.float64(positives)

    def forward(self, fpr: ArrayLike, tpr: ArrayLike) -> Pair:
        x, t = broadcast(fpr=fpr, tpr=tpr)
        return x[()], (1.0 - t)[()]

    def inverse(self, x: ArrayLike, y: ArrayLike) -> Pair:
        fpr, fnr = broadcast(x=x, y=y)
        return fpr[()], (1.0 - fnr)[()]

    def beyond(self, x: FloatArray, reached: float) -> FloatArray:
        return np.full(np.shape(x), 1.0 - reached)

    def step_areas(self, steps: Steps) -> FloatArray:
        missed, found = (steps.positives - steps.tp[1:]) / steps.positives, steps.fg / steps.positives
        return steps.bg / steps.negatives * (missed + found / 2)
