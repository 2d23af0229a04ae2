"""Net benefit space: decision curves, where each confusion matrix is a curve over the threshold probability."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from prplot.errors import PrplotValueError, by_name, invalid, shortest, yes_or_no
from prplot.path.path import ConfusionPath
from prplot.path.steps import Sums
from prplot.rows.arrays import FloatArray
from prplot.spaces.deciding import Decisions
from prplot.spaces.probabilities import ProbabilitySpace

# The largest threshold probability that is drawn; near 1 the weight of a false positive tends to infinity.
LAST = 0.99


@by_name()
@dataclass(frozen=True)
class NetBenefit(ProbabilitySpace):
    """Decision curves: net benefit π tpr - (1 - π) fpr p / (1 - p) against the threshold probability p.

    A decision maker who treats at probability p or more accepts (1 - p) / p false positives per true positive; net
    benefit is the number of true positives per row, minus p / (1 - p) times the number of false positives per row. Net
    benefit is π for a perfect classifier, 0 for treat none, and π - (1 - π) p / (1 - p) for treat all. A point of ROC
    space has a net benefit at every p, so it is a line in this space: `forward` and `inverse` raise an error, and there
    are no isolines.

    Parameters
    ----------
    prevalence : float
        π in (0, 1), the share of positive weight; values outside (0, 1) raise `PrplotValueError`.
    decide : {"own", "best"}
        Which score threshold is used at threshold probability p. "own": p itself, so the scores must be probabilities;
        badly calibrated scores lower the curve. At a prevalence other than that of the sample, scores are first
        converted to that prevalence by Bayes' rule. "best": the threshold (or treat all) with the highest net benefit
        at p on this sample; scores may be on any scale; the curve is optimistic, since the threshold was chosen on the
        same sample.
    standardized : bool
        Whether net benefit is divided by π, so that a perfect classifier has 1.

    References
    ----------
    A. J. Vickers and E. B. Elkin, Medical Decision Making 26, 565-574, 2006, doi:10.1177/0272989X06295361;
    K. F. Kerr et al., J. Clin. Oncol. 34, 2534-2540, 2016, doi:10.1200/JCO.2015.65.5654, for the standardized one.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([1, 0, 1, 0, 0], [0.9, 0.6, 0.4, 0.2, 0.1])
    >>> path.net_benefit().at([0.25, 0.5]).round(4).tolist()
    [0.3333, 0.0]
    """

    standardized: bool = False

    name = "net_benefit"
    title = "Net benefit"
    xlabel = "Threshold probability"
    ylabel = "Net benefit"
    domain = (0.0, float(np.nextafter(1.0, 0.0)))
    _drawn = (0.0, LAST)
    _own_rule = Decisions(
        "the net benefit of the threshold that decides (Vickers and Elkin 2006, doi:10.1177/0272989X06295361)"
    )
    _area_name = ""
    _best_in = "largest net benefit"
    _point_is = "a curve"
    _instead = (
        "Use trace for the best of several, or prplot.metrics.net_benefit(p) for the number at one threshold "
        "probability."
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if yes_or_no("standardized", self.standardized):
            vars(self).update(dict.fromkeys(("title", "ylabel"), "Standardized net benefit"))

    def _refusal(self, path: ConfusionPath) -> PrplotValueError | None:
        if self.decide == "best":
            return None
        way_out = (
            "Calibrate the scores on other data, for example with path.roc().hull().calibrate(y_score), or take "
            "path.net_benefit('best'), decide='best', the best threshold at each threshold probability."
        )
        if path.treatment.ranking is not None or path.treatment.places:
            where = "be 'best' where thresholds are places in a ranking, as those of best() and worst() are"
            return invalid("decide", where, "'own'", way_out)
        if path.lower_is_positive:
            where = "be 'best' where small scores mean positive"
            why = "Small means positive, so these are not probabilities of a positive; if they are of the other class, "
            return invalid("decide", where, "'own'", f"{why}pass 1 - s. {way_out}")
        cuts = path._cuts[1:]
        # Rows without a score may be ranked lowest at threshold -inf, which need not be a probability.
        wrong = cuts[(cuts > 1) | ((cuts < 0) & (cuts != -np.inf))]
        if len(wrong):
            rule = "be probabilities, in [0, 1], where they decide (decide='own')"
            return invalid("scores", rule, shortest(float(wrong[0])), way_out)
        return None

    @property
    def _top(self) -> float:
        return 1.0 if self.standardized else self.prevalence

    def _value(self, sums: Sums, x: FloatArray) -> FloatArray:
        """Return the net benefit at threshold probabilities, for cumulative weights TP and FP of totals P and N."""
        fp, tp, negatives, positives = sums
        whole = positives if self.standardized else positives + negatives
        return (tp - fp * (x / (1.0 - x))) / whole
