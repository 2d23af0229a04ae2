"""DET space: the false negative rate against the false positive rate, where normal scores have straight lines."""

from __future__ import annotations

from dataclasses import dataclass

from prplot.errors import by_name
from prplot.path.steps import Steps, Sums
from prplot.rows.arrays import FloatArray, Pair
from prplot.spaces.base import Space
from prplot.spaces.roc import even_moments


@by_name()
@dataclass(frozen=True)
class DET(Space):
    """DET space: the false negative rate 1 - tpr against the false positive rate; lower is better.

    A curve holds the plain rates; figures use the nonlinear axis scale "probit". On probit axes, scores that are
    normally distributed in both classes give a straight line, with slope -1 if both classes have the same standard
    deviation. Probit axes cannot show the rates 0 and 1; a perfect classifier, whose rates are all 0 or 1, is marked in
    the corner. The area under the DET curve is 1 - AUROC.

    Parameters
    ----------
    prevalence : float
        π in (0, 1), the share of positive weight; values outside (0, 1) raise `PrplotValueError`.

    References
    ----------
    A. Martin et al., The DET curve in assessment of detection task performance, Eurospeech 1997,
    doi:10.21437/Eurospeech.1997-504.

    Examples
    --------
    >>> import prplot
    >>> [float(v) for v in prplot.spaces.DET(0.1).forward(0.25, 0.625)]
    [0.25, 0.375]
    """

    name = "det"
    title = "DET"
    xlabel = "False positive rate"
    ylabel = "False negative rate"
    _rate = "fpr"
    _moves_with_prevalence = False
    _not_smooth = ""
    lower_is_better = True
    _area_name = "area under DET (lower is better)"

    def _to_axes(self, sums: Sums) -> Pair:
        return sums.fp / sums.negatives, (sums.positives - sums.tp) / sums.positives

    def _density_moments(self, steps: Steps) -> Pair:
        # The density is negative, because the false negative rate falls where the true positive rate rises.
        return even_moments(steps, -1.0 / (steps.negatives * steps.positives))

    def _from_rates(self, rates: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        return rates[1], rates[3], rates[2]

    def _to_rates(self, x: FloatArray, y: FloatArray) -> Pair:
        return x, 1.0 - y
