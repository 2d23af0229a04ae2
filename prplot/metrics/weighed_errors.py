"""Metrics that weigh the two errors as the user says: F_β, its gain, and the expected cost."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from prplot.errors import by_name, invalid, short, yes_or_no
from prplot.metrics.base import LinearFractional
from prplot.rows.checks import check_prevalence, number

__all__ = ["ExpectedCost", "expected_cost", "f_beta", "f_gain", "net_benefit"]


@by_name()
def f_beta(beta: float = 1.0) -> LinearFractional:
    """Return the metric F_β = (1 + β²) TP / ((1 + β²) TP + FP + β² FN); 0 at TP = 0.

    Parameters
    ----------
    beta : float
        How many times as much recall weighs as precision; finite and greater than 0.

    Raises
    ------
    PrplotValueError
        If ``beta`` is not a finite positive number.

    Examples
    --------
    >>> from prplot import f_beta
    >>> float(f_beta(1.0).value(0.1, 0.5, prevalence=0.5))
    0.625
    """
    b2 = _squared(beta)
    sub = f"{float(beta):.3g}"
    return LinearFractional(f"f{sub}", rf"$F_{{{sub}}}$", (1 + b2, 0, 0, 0), (1 + b2, 1, b2, 0))


@by_name()
def f_gain(beta: float = 1.0) -> LinearFractional:
    """Return the F-gain FG_β = 1 - (P/N) (FP + β² FN) / ((1 + β²) TP).

    -inf where TP = 0 but both classes have weight, NaN where one class has none. It is F_β on the
    harmonic scale that sends π to 0 and 1 to 1.

    References
    ----------
    P. Flach and M. Kull, Precision-Recall-Gain Curves, NIPS 2015.
    """
    b2 = _squared(beta)
    base = f_beta(beta)
    return LinearFractional(
        f"{base.name}_gain",
        base.label.replace("F", "FG", 1),
        (1 + b2, 0, 0, 0),
        (1 + b2, 0, 0, 0),
        (0, -1, -b2, 0),
    )


@by_name()
@dataclass(frozen=True)
class ExpectedCost(LinearFractional):
    """The normalised expected cost at given costs and prevalence; see `expected_cost`.

    Attributes
    ----------
    probability_cost : float
        PCF(+), the abscissa of cost curves at which these costs and this prevalence are; NaN where the prevalence is
        that of each sample.
    """

    probability_cost: float = 0.5


@by_name("Costs are passed by name: prplot.expected_cost(fn=10, fp=1).")
def expected_cost(*, fn: float = 1.0, fp: float = 1.0, prevalence: float | None = None) -> ExpectedCost:
    """Return the normalised expected cost of a classifier, in the user's words.

    ``z (1 - tpr) + (1 - z) fpr`` with ``z = π C(fn) / (π C(fn) + (1 - π) C(fp))``: 0 for a perfect
    classifier, 1 for one that is always wrong, whatever the costs.

    Parameters
    ----------
    fn, fp : float
        The cost of one false negative and of one false positive; positive, in any unit.
    prevalence : float, optional
        π in (0, 1) where the classifier will be used. Default: that of whatever is measured, such as the path.

    Returns
    -------
    ExpectedCost
        A metric with straight isolines; its ``probability_cost`` is z.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If a cost is not finite and positive, or a prevalence not in (0, 1).

    References
    ----------
    C. Drummond and R. C. Holte, Machine Learning 2006, doi:10.1007/s10994-006-8199-5.

    Examples
    --------
    >>> import prplot
    >>> round(prplot.expected_cost(fn=91, fp=9, prevalence=0.09).probability_cost, 3)
    0.5
    >>> path = prplot.from_labels([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1])
    >>> path.optimal(prplot.expected_cost(fn=10, fp=1))
    Confusion(tp=2, fp=1, fn=0, tn=1, threshold=0.4)
    """
    costs = {name: number(name, value) for name, value in (("fn", fn), ("fp", fp))}
    for name, cost in costs.items():
        if not (np.isfinite(cost) and cost > 0):
            raise invalid(name, "be finite and greater than 0", short(cost), "It is the cost of one error.")
    if prevalence is None:
        most = max(costs.values())
        fn_cost, fp_cost = costs["fn"] / most, costs["fp"] / most
        above, below = (0, fp_cost, fn_cost, 0), (fn_cost, fp_cost, fn_cost, fp_cost)
        return ExpectedCost(
            "expected_cost", "expected cost", above, below, probability_cost=math.nan, lower_is_better=True
        )
    pi = check_prevalence(prevalence)
    z = pi * costs["fn"] / (pi * costs["fn"] + (1 - pi) * costs["fp"])
    return ExpectedCost(
        "expected_cost",
        "expected cost",
        above=(0, 0, z, 0),
        below=(1, 0, 1, 0),
        above_by_odds=(0, 1 - z, 0, 0),
        probability_cost=z,
        lower_is_better=True,
    )


@by_name()
def net_benefit(threshold_probability: float, *, standardized: bool = False) -> LinearFractional:
    """Return the net benefit at a threshold probability p: (TP - FP p / (1 - p)) / (P + N).

    In true positives per row: whoever treats from probability p on accepts (1 - p) / p false positives
    for one true positive. 0 where nothing is predicted positive, π for a perfect classifier.

    Parameters
    ----------
    threshold_probability : float
        p in [0, 1).
    standardized : bool
        Divide by π, so that a perfect classifier has 1.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If p is no number in [0, 1).

    References
    ----------
    A. J. Vickers and E. B. Elkin, Medical Decision Making 2006, doi:10.1177/0272989X06295361.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([1, 0, 1, 0, 0], [0.9, 0.6, 0.4, 0.2, 0.1])
    >>> round(path.at(0.25).measure(prplot.net_benefit(0.25)), 4)
    0.3333
    """
    p = number("threshold_probability", threshold_probability)
    if not 0 <= p < 1:
        raise invalid(
            "threshold_probability",
            "lie in [0, 1)",
            short(threshold_probability),
            "It is the probability from which on one would treat.",
        )
    whole = (1, 0, 1, 0) if yes_or_no("standardized", standardized) else (1, 1, 1, 1)
    name = f"{'standardized ' * standardized}net benefit"
    return LinearFractional(name.replace(" ", "_"), f"{name} at {p:.3g}", (1, -p / (1 - p), 0, 0), whole)


def _squared(beta: Any) -> float:
    value = number("beta", beta)
    if not (np.isfinite(value) and value > 0):
        raise invalid("beta", "be finite and greater than 0", short(beta), "Use 1 for F1, 2 for F2.")
    # Beyond this F_β is recall, or precision, to the last digit.
    return min(max(value, 1e-100), 1e100) ** 2
