"""Gains space: recall against the predicted positive rate (the share of rows predicted positive)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from prplot.errors import by_name
from prplot.names import SpaceName
from prplot.path.steps import Steps, Sums
from prplot.rows.arrays import FloatArray, Pair
from prplot.spaces.base import Space
from prplot.spaces.roc import even_moments


@by_name()
@dataclass(frozen=True)
class Gains(Space):
    """Cumulative gains space: recall against the predicted positive rate π tpr + (1 - π) fpr.

    In marketing the curve is called the cumulative gains chart, in credit scoring the cumulative accuracy profile
    (CAP). The unit square of ROC space becomes a parallelogram. The upper edge of the parallelogram is the perfect
    curve, from (0, 0) through (π, 1) to (1, 1); the lower edge is the worst curve, through (1 - π, 0). The area under
    the gains curve is therefore π / 2 + (1 - π) AUROC, and the accuracy ratio of the CAP is 2 AUROC - 1.

    Parameters
    ----------
    prevalence : float
        π in (0, 1), the share of positive weight; values outside (0, 1) raise `PrplotValueError`.

    References
    ----------
    B. Engelmann, E. Hayden and D. Tasche, Testing rating accuracy, Risk 16, 82-86, 2003.

    Examples
    --------
    >>> import prplot
    >>> [round(float(v), 4) for v in prplot.spaces.Gains(0.2).forward(0.25, 0.75)]
    [0.35, 0.75]
    """

    name: ClassVar[SpaceName] = "gains"
    title = "Gains"
    _area_name = "area under gains curve"
    xlabel = "Predicted positive rate"
    ylabel = "Recall"
    _rate = "ppr"
    _not_smooth = ""
    # The largest area depends on the prevalence, so the logit of an area is not defined.
    _intervals = ("bootstrap", "basic", "bca")

    def _to_axes(self, sums: Sums) -> Pair:
        return (sums.tp + sums.fp) / (sums.positives + sums.negatives), sums.tp / sums.positives

    def _to_rates(self, x: FloatArray, y: FloatArray) -> Pair:
        return x + self._odds * (x - y), y

    def _density_moments(self, steps: Steps) -> Pair:
        return even_moments(steps, 1.0 / ((steps.negatives + steps.positives) * steps.positives))

    def _by_log_odds(self, steps: Steps) -> float:
        # At constant rates, x = π tpr + (1 - π) fpr has the derivative π (y - x) with respect to ln(P / N).
        x, y = self._image(steps.sums)
        above = y - x
        share = steps.positives / (steps.positives + steps.negatives)
        return -share * float(steps.fg @ (above[:-1] + above[1:])) / (2.0 * steps.positives)
