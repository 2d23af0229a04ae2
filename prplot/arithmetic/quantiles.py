"""Quantiles of the normal, Student's and the beta distribution, for intervals in closed form."""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import NormalDist

__all__ = ["beta_cdf", "beta_quantile", "normal_cdf", "normal_quantile", "student_cdf", "student_quantile"]

_NORMAL = NormalDist()
# Terms of the continued fraction, far more than it takes for counts of this world; and when it has converged.
TERMS, CLOSE = 20_000, 1e-16


def normal_cdf(z: float) -> float:
    """Return the probability that a standard normal number is at most z."""
    return 0.5 * math.erfc(-z / math.sqrt(2.0))


def normal_quantile(share: float) -> float:
    """Return the z below which a share of standard normal numbers lies; infinite at 0 and 1."""
    if share <= 0 or share >= 1:
        return -math.inf if share <= 0 else math.inf
    return _NORMAL.inv_cdf(share)


def beta_cdf(x: float, a: float, b: float) -> float:
    """Return the regularised incomplete beta function I_x(a, b), for a, b > 0 and x in [0, 1].

    References
    ----------
    NIST Digital Library of Mathematical Functions, 8.17.22, evaluated by Lentz's method.
    """
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    if x > (a + 1) / (a + b + 2):
        return 1.0 - beta_cdf(1.0 - x, b, a)
    front = math.exp(
        a * math.log(x) + b * math.log1p(-x) + math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) - math.log(a)
    )
    # f = 1 / (1 + d_1 / (1 + d_2 / (1 + ...)))
    tiny = 1e-300
    c, d = 1.0, 1.0 / (1.0 - (a + b) * x / (a + 1) or tiny)
    value = d
    for m in range(1, TERMS):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1.0 / (1.0 + term * d or tiny)
            c = 1.0 + term / c or tiny
            change = c * d
            value *= change
        if abs(change - 1.0) < CLOSE:
            break
    return front * value


def beta_quantile(share: float, a: float, b: float) -> float:
    """Return the x below which a share of beta(a, b) numbers lies; 0 where a is 0, 1 where b is."""
    if a <= 0 or b <= 0:
        return 0.0 if a <= 0 else 1.0
    return _bisected(lambda x: beta_cdf(x, a, b), share, 0.0, 1.0)


def student_cdf(t: float, freedom: float) -> float:
    """Return the probability that a number of Student's distribution is at most t."""
    beyond = 0.5 * beta_cdf(freedom / (freedom + t * t), freedom / 2, 0.5)
    return beyond if t < 0 else 1.0 - beyond


def student_quantile(share: float, freedom: float) -> float:
    """Return the t below which a share of Student's distribution with these degrees of freedom lies."""
    if share < 0.5:
        return -student_quantile(1.0 - share, freedom)
    # What lies beyond ±t is I_x(freedom / 2, 1/2) at x = freedom / (freedom + t²).
    x = beta_quantile(2.0 * (1.0 - share), freedom / 2, 0.5)
    return math.sqrt(freedom * (1.0 - x) / x) if x > 0 else math.inf


def _bisected(rising: Callable[[float], float], wanted: float, low: float, high: float) -> float:
    """Return where a rising function reaches a value, between two ends."""
    while True:
        middle = (low + high) / 2
        if not low < middle < high:
            return middle
        if rising(middle) < wanted:
            low = middle
        else:
            high = middle
