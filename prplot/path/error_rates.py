"""The equal error rate and the detection cost, by which verification systems are compared."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from prplot.errors import PrplotAttributeError, PrplotValueError, by_name, invalid, one_of, short, yes_or_no
from prplot.metrics import expected_cost
from prplot.metrics.confusion import Confusion
from prplot.names import DetectionThreshold
from prplot.path.facts import lacks, warn_undefined
from prplot.path.hull import hull_vertices
from prplot.rows.arrays import Pair
from prplot.rows.checks import number_that, positive_number
from prplot.rows.result_tables import Result, Table

if TYPE_CHECKING:
    from prplot.path.path import ConfusionPath

# Error rates count as equal up to this difference, which allows for the rounding of sums of weights.
SLACK = 1e-12
# Tools in single precision cannot distinguish rates that differ by less than this.
SINGLE = 1e-6


@by_name()
@dataclass(frozen=True, eq=False, repr=False)
class EqualErrorRate(Result):
    """The equal error rate, at which the false positive rate equals the false negative rate. Smaller is better.

    ``float(rate)`` is its value.

    Attributes
    ----------
    value : float
        The rate, in [0, 1]; NaN where it is undefined.
    threshold : float or None
        The strictest threshold at which the false positive rate is at least the false negative rate. The two rates at
        this threshold are equal only if no step of the curve crosses the point. None on the hull, where two thresholds
        are mixed.
    thresholds : tuple of float
        The threshold; on the hull both thresholds, the stricter one first.
    share : float
        How often the last of ``thresholds`` is used: 1 on the curve.
    confusion : Confusion or None
        The confusion matrix at this point. It has a threshold only where no interpolation was needed. None where it is
        undefined.
    """

    value: float
    threshold: float | None
    thresholds: tuple[float, ...]
    share: float
    confusion: Confusion | None

    def __float__(self) -> float:
        return self.value

    def columns(self) -> dict[str, list[Any]]:
        """Return a dict of one-item lists: the rate and its threshold, or on the hull both thresholds and the share."""
        if self.threshold is not None:
            return {"equal error rate": [self.value], "threshold": [self.threshold]}
        stricter, laxer = self.thresholds
        return {
            "equal error rate (hull)": [self.value],
            "stricter threshold": [stricter],
            "laxer threshold": [laxer],
            "share of the laxer one": [self.share],
        }


@by_name()
@dataclass(frozen=True, eq=False, repr=False)
class DetectionCost(Result):
    """The normalized detection cost, minDCF or actDCF. Smaller is better.

    ``float(cost)`` is its value.

    Attributes
    ----------
    value : float
        The cost, where 1 is the cost of the better of accepting nobody and accepting everybody. For several target
        priors the mean of their costs; NaN where it is undefined.
    costs : tuple of float
        The cost at each target prior.
    thresholds : tuple of float
        The threshold at each target prior.
    p_target : tuple of float
        The target priors.
    c_miss, c_fa : float
        The cost of a false negative and of a false positive.
    chosen_by : {"best", "bayes"}
        How thresholds were chosen: "best" is minDCF, "bayes" is actDCF.
    """

    value: float
    costs: tuple[float, ...]
    thresholds: tuple[float, ...]
    p_target: tuple[float, ...]
    c_miss: float
    c_fa: float
    chosen_by: DetectionThreshold

    @property
    def threshold(self) -> float:
        """The threshold if there is one target prior; otherwise an error."""
        if len(self.thresholds) > 1:
            raise PrplotAttributeError(
                f"a detection cost at {len(self.thresholds)} target priors has no single threshold: use .thresholds.",
                name="threshold",
                obj=self,
            )
        return self.thresholds[0]

    def __float__(self) -> float:
        return self.value

    def columns(self) -> dict[str, list[Any]]:
        """Return one row for each target prior: p_target, c_miss, c_fa, the cost and the threshold."""
        count = len(self.p_target)
        cost = "minDCF" if self.chosen_by == "best" else "actDCF"
        same = {"c_miss": [self.c_miss] * count, "c_fa": [self.c_fa] * count}
        return {
            "p_target": list(self.p_target), **same, cost: list(self.costs), "threshold": list(self.thresholds)
        }  # fmt: skip

    def _parts(self) -> Iterator[Table | list[str]]:
        yield from super()._parts()
        yield [f"The mean is {self.value:.4g}."] * (len(self.costs) > 1)


def eer(path: ConfusionPath, *, hull: bool = False) -> EqualErrorRate:
    """Return the equal error rate (EER), at which the false positive rate equals the false negative rate.

    Along the curve the difference of both rates rises strictly, so the point is unique. Between two thresholds both
    rates are interpolated linearly, as in ROC space.

    Three numbers go by this name, and `areas` lists all of them. "eer" is the point on the curve; "eer, nearest
    threshold" is the mean of both rates where they differ least, which torchmetrics and many scripts print;
    "rocch_eer" is the point on the convex hull of the ROC curve, which is the largest value of the cost curve.

    Parameters
    ----------
    hull : bool
        Whether to take the convex hull of the ROC curve, on which two thresholds are mixed at random.

    Returns
    -------
    EqualErrorRate
        ``.value`` in [0, 1], ``.threshold``, and on the hull ``.thresholds`` and ``.share``, how often the second one
        is used. For a path of `ScoreModel.path` it is interpolated on a grid of thresholds. NaN, with a
        `PrplotWarning`, if there is one class only, the number of negatives is unknown, or the path ends before both
        rates are equal.

    References
    ----------
    N. Brummer and E. de Villiers, The BOSARIS toolkit, 2013, arXiv:1304.2865, for the hull.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([1, 0, 1, 0, 1, 0], [0.9, 0.8, 0.7, 0.4, 0.3, 0.1])
    >>> rate = path.eer()
    >>> round(rate.value, 4), rate.threshold
    (0.3333, 0.7)
    >>> path.eer(hull=True)
      equal error rate (hull)  stricter threshold  laxer threshold  share of the laxer one
                       0.3333                 0.9              0.3                     0.5
    """
    mixed = yes_or_no("hull", hull)
    ends = (math.nan, math.nan) if mixed else (math.nan,)
    nothing = EqualErrorRate(math.nan, None if mixed else math.nan, ends, math.nan, None)
    if lacks(path, "the equal error rate", both=True):
        return nothing
    steps, cuts = path._steps(), path._cuts
    if mixed:
        # Predicting every row positive is always possible, even if no threshold does so.
        steps = steps.completed()
        vertices = hull_vertices(steps)
        fp, tp, cuts = steps.fp[vertices], steps.tp[vertices], np.append(cuts, -np.inf)[vertices]
    else:
        fp, tp = steps.fp, steps.tp
    fpr, tpr = fp / steps.negatives, tp / steps.positives
    # FPR equals FNR where FPR + TPR = 1.
    sums = fpr + tpr
    row = int(np.searchsorted(sums, 1.0 - SLACK))
    if row == len(fpr):
        why = f"the path ends at recall {path.reached:.4g}, where the false negative rate is still larger"
        warn_undefined("the equal error rate", why)
        return nothing
    start, stop = float(sums[row - 1]), float(sums[row])
    part = min((1.0 - start) / (stop - start), 1.0) if stop > 1.0 + SLACK else 1.0
    value = float(fpr[row - 1] + part * (fpr[row] - fpr[row - 1]))
    stricter, threshold = (float(path._score_of(cuts[at])) for at in (row - 1, row))
    point = Confusion(
        tp=(1.0 - value) * path.positives,
        fp=value * path.negatives,
        fn=value * path.positives,
        tn=(1.0 - value) * path.negatives,
        threshold=threshold if part == 1.0 and not mixed else None,
        lower_is_positive=path.lower_is_positive,
    )
    if mixed:
        return EqualErrorRate(value, None, (stricter, threshold), part, point)
    return EqualErrorRate(value, threshold, (threshold,), 1.0, point)


def where_equal(path: ConfusionPath) -> Confusion:
    """Return the confusion matrix at the point of equal error rates.

    Raises
    ------
    PrplotValueError
        If there is no such point.
    """
    if (point := eer(path).confusion) is None:
        raise PrplotValueError("the point of equal error rates is undefined for this sample; see path.eer().")
    return point


@by_name("The target prior comes first: path.min_dcf(0.01), with costs c_miss= and c_fa=.", method=True)
def min_dcf(
    path: ConfusionPath,
    p_target: float | Sequence[float],
    *,
    c_miss: float = 1.0,
    c_fa: float = 1.0,
    threshold: DetectionThreshold = "best",
) -> DetectionCost:
    """Return the normalized minimum detection cost (minDCF) at a target prior, with its threshold.

    The cost is (C_miss P FNR + C_fa (1 - P) FPR) / min(C_miss P, C_fa (1 - P)), P being the target prior. It is least
    over all thresholds, "accept nobody" and "accept everybody" among them, so it is at most 1.

    There is no default for the prior, because evaluations differ: NIST SRE 2008 has P = 0.01 with C_miss = 10, SRE 2016
    the mean of P = 0.01 and P = 0.005, VoxCeleb P = 0.05 or 0.01.

    Parameters
    ----------
    p_target : float or sequence of float
        The prior probability of a positive (target), in (0, 1). Several ones give the mean of their costs.
    c_miss, c_fa : float
        The cost of a false negative (miss) and of a false positive (false alarm); greater than 0, in any unit.
    threshold : {"best", "bayes"}
        "best": the threshold of the least cost on these rows. "bayes": ln(C_fa (1 - P) / (C_miss P)), for scores that
        are natural logarithms of likelihood ratios; the cost is then the actual detection cost (actDCF), which may
        exceed 1.

    Returns
    -------
    DetectionCost
        ``.value``, ``.threshold`` (``.thresholds`` for several priors) and ``.costs``. NaN, with a `PrplotWarning`, if
        there is one class only, or the number of negatives is unknown.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If a prior is not in (0, 1) or a cost is not greater than 0, and if "bayes" is asked of scores that are small
        for positives.

    References
    ----------
    NIST, Speaker Recognition Evaluation Plan, 2016;
    N. Brummer and J. du Preez, Comput. Speech Lang. 20, 230-275, 2006, doi:10.1016/j.csl.2005.08.001.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([1, 1, 1, 1, 1, 0, 0, 0, 0, 0], [0.9, 0.8, 0.7, 0.4, 0.2, 0.6, 0.5, 0.3, 0.1, 0.05])
    >>> path.min_dcf(0.01)
      p_target  c_miss  c_fa  minDCF  threshold
          0.01       1     1     0.4        0.7
    """
    priors = list(p_target) if isinstance(p_target, Sequence | np.ndarray) and np.ndim(p_target) else [p_target]
    if not priors:
        raise invalid("p_target", "hold one or more target priors", short(p_target), "For example 0.01.")
    inside, way_out = "lie in (0, 1)", "It is the cost of one error."
    targets = [number_that("p_target", prior, lambda p: 0 < p < 1, inside, "For example 0.01.") for prior in priors]
    miss, alarm = positive_number("c_miss", c_miss, way_out), positive_number("c_fa", c_fa, way_out)
    how = one_of("threshold", threshold, get_args(DetectionThreshold))
    if how == "bayes" and path.lower_is_positive:
        rule = "be 'best' where small scores mean positive"
        way_out = "Log likelihood ratios are large for positives: pass them without lower_is_positive."
        raise invalid("threshold", rule, "'bayes'", way_out)
    pairs = [(math.nan, math.nan)] * len(targets)
    if not lacks(path, "the detection cost", both=True):
        pairs = [_detection_cost(path, target, miss, alarm, how) for target in targets]
    costs, thresholds = zip(*pairs, strict=True)
    return DetectionCost(math.fsum(costs) / len(costs), costs, thresholds, tuple(targets), miss, alarm, how)


def _detection_cost(
    path: ConfusionPath, target: float, miss: float, alarm: float, how: DetectionThreshold
) -> tuple[float, float]:
    """Return the normalized detection cost at one target prior, and the threshold at which it arises."""
    of_miss, of_alarm = miss * target, alarm * (1.0 - target)
    if how == "bayes":
        chosen = path.at(math.log(of_alarm) - math.log(of_miss))
    else:
        chosen = path.optimal(expected_cost(fn=miss, fp=alarm, prevalence=target))
    least = min(of_miss, of_alarm)
    cost = of_miss / least * (chosen.fn / path.positives) + of_alarm / least * (chosen.fp / path.negatives)
    assert chosen.threshold is not None
    if how == "best" and cost > 1.0 and of_alarm <= of_miss:
        # Accepting every row, even those without a score, costs 1, which is less than the best threshold.
        return 1.0, float(path._score_of(-math.inf))
    return cost, chosen.threshold


def nearest_eer(path: ConfusionPath) -> float:
    """Return (FPR + FNR) / 2 at the threshold where FPR and FNR differ least; of several, at the strictest."""
    if lacks(path, "the equal error rate", both=True):
        return math.nan
    fpr, fnr = _error_rates(path)
    apart = np.abs(fpr - fnr)
    row = int(np.argmax(apart <= apart.min() + SLACK))
    return float(fpr[row] + fnr[row]) / 2.0


def one_nearest(path: ConfusionPath) -> bool:
    """Return whether a single threshold has the least difference of FPR and FNR."""
    fpr, fnr = _error_rates(path)
    apart = np.abs(fpr - fnr)
    return int(np.count_nonzero(apart <= apart.min() + SINGLE)) == 1


def ends_before_equal(path: ConfusionPath) -> bool:
    """Return whether the false negative rate is still larger than the false positive rate at the lowest threshold."""
    fpr, fnr = _error_rates(path)
    return bool(fpr[-1] - fnr[-1] < -SLACK)


def _error_rates(path: ConfusionPath) -> Pair:
    steps = path._steps()
    return steps.fp / steps.negatives, 1.0 - steps.tp / steps.positives


def ks(path: ConfusionPath) -> float:
    """Return the Kolmogorov-Smirnov statistic: the largest TPR - FPR over all thresholds."""
    if lacks(path, "the Kolmogorov-Smirnov statistic", both=True):
        return math.nan
    steps = path._steps()
    return float(np.max(steps.tp / steps.positives - steps.fp / steps.negatives))
