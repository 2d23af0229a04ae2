"""Risk-coverage space: the error among accepted predictions against the share of accepted predictions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self, get_args

import numpy as np

from prplot.errors import by_name, invalid, one_of, option
from prplot.names import RiskKind
from prplot.path.facts import unknown_negatives
from prplot.path.path import ConfusionPath
from prplot.path.steps import Steps, Sums
from prplot.rows.arrays import FloatArray, Pair
from prplot.spaces.gains import Gains
from prplot.spaces.lift import Lift
from prplot.spaces.pr import precision_areas
from prplot.spaces.roc import even_moments

# Selective risk is 1 - π lift. Areas of lift do not use the prevalence of the space, so any will do.
LIFT = Lift(0.5)


@by_name()
@dataclass(frozen=True)
class RiskCoverage(Gains):
    """Risk-coverage space, for selective prediction: risk against coverage; lower is better.

    Labels say whether each prediction was right (1) or wrong (0), scores how confident it was. Soft labels are the
    share that was right. A threshold accepts the predictions with at least this confidence. Coverage is the share of
    predictions that are accepted. Selective risk is the share of errors among the accepted predictions, 1 - precision;
    generalized risk is the share of all predictions that are accepted and wrong. With the error rate r = 1 - π of all
    predictions, a random confidence has selective risk r and, at coverage c, generalized risk r c.

    At coverage 0 selective risk is its limit, and generalized risk is 0. The area under selective risk is the AURC, the
    area under generalized risk the AUGRC, which is r (1 - r) (1 - AUROC) + r² / 2. A perfect order has the AURC
    r + (1 - r) ln(1 - r) and the AUGRC r² / 2. If all predictions are right, risk and both
    areas are 0. If all are wrong, selective risk and the AURC are 1, and the AUGRC is 1/2. Paths that end before every
    row is accepted have no curve.

    Parameters
    ----------
    prevalence : float
        π in (0, 1), here the share of predictions that are right.
    kind : {"selective", "generalized"}
        Which risk is the ordinate.

    References
    ----------
    Y. Geifman and R. El-Yaniv, Selective classification for deep neural networks, NeurIPS 2017, arXiv:1705.08500;
    J. Traub et al., Overcoming common flaws in the evaluation of selective classification systems, NeurIPS 2024,
    arXiv:2407.01032, for generalized risk.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.6])
    >>> path.risk_coverage().y.round(4).tolist(), path.risk_coverage(kind="generalized").area()
    ([0.0, 0.0, 0.5, 0.3333, 0.5], 0.1875)
    """

    kind: RiskKind = "selective"

    name = "risk_coverage"
    title = "Risk-coverage"
    xlabel = "Coverage"
    ylabel = "Selective risk"
    lower_is_better = True
    _of_returned = True

    def __post_init__(self) -> None:
        super().__post_init__()
        vars(self).update(kind=one_of("kind", self.kind, get_args(RiskKind)))
        if self._generalized:
            vars(self).update(ylabel="Generalized risk", title="Risk-coverage (generalized)")

    @classmethod
    def _for_path(cls, path: ConfusionPath, **options: Any) -> Self:
        if not path.closed:
            rule = "reach every row, so that coverage reaches 1"
            way_out = f"Rank predictions without a confidence last: {option('missing', 'lowest')}."
            raise invalid("path", rule, f"one that ends at recall {path.reached:.4g}", way_out)
        return super()._for_path(path, **options)

    def _undefined(self, path: ConfusionPath) -> str | None:
        # If all predictions are right, or all are wrong, one class is empty, and risk is 0 or 1 everywhere.
        return unknown_negatives(path) or None

    @property
    def _generalized(self) -> bool:
        return self.kind == "generalized"

    @property
    def _area_name(self) -> str:  # type: ignore[override]
        return "AUGRC" if self._generalized else "AURC"

    @property
    def _words(self) -> str:
        return f"risk was {self.kind}"

    @property
    def _top(self) -> float:
        return 1.0 - self.prevalence if self._generalized else 1.0

    def _area_range(self, low: float, high: float) -> tuple[float, float]:
        # Generalized risk is at most the coverage.
        return 0.0, (high**2 - low**2) / 2 if self._generalized else high - low

    def _to_axes(self, sums: Sums) -> Pair:
        accepted, total = sums.tp + sums.fp, sums.positives + sums.negatives
        return accepted / total, sums.fp / (total if self._generalized else accepted)

    def _to_rates(self, x: FloatArray, y: FloatArray) -> Pair:
        wrong = y if self._generalized else x * y
        return wrong * (1.0 + self._odds), (x - wrong) * (1.0 + 1.0 / self._odds)

    def _step_areas(self, steps: Steps) -> FloatArray:
        total = steps.positives + steps.negatives
        if self._generalized:
            middle = (steps.fp[:-1] + steps.fp[1:]) / 2
            return (steps.fg + steps.bg) / total * (middle / total)
        # Selective risk is the precision of the negatives.
        wrong = Steps(steps.tp, steps.fp, steps.fg, steps.bg, steps.positives, total)
        return precision_areas(wrong, steps.fg + steps.bg)

    def _density_moments(self, steps: Steps) -> Pair:
        total = steps.positives + steps.negatives
        if self._generalized:
            return even_moments(steps, -1.0 / total**2)
        first, second = LIFT._density_moments(steps)
        share = steps.positives / total
        return -share * first, -share * second

    def _by_log_odds(self, steps: Steps) -> float:
        share = steps.positives / (steps.positives + steps.negatives)
        if not self._generalized:
            mean_lift = float(np.sum(LIFT._step_areas(steps)))
            return -share * ((1.0 - share) * mean_lift + LIFT._by_log_odds(steps))
        fpr, tpr = steps.fp / steps.negatives, steps.tp / steps.positives
        along_tpr = float(steps.fg @ (fpr[:-1] + fpr[1:])) / (2.0 * steps.positives)
        along_fpr = float(steps.bg @ (tpr[:-1] + tpr[1:])) / (2.0 * steps.negatives)
        return -share * (1.0 - share) * (share * along_tpr + (1.0 - share) * along_fpr)
