"""The digamma function beyond its logarithm, and sums of reciprocals."""

from __future__ import annotations

import numpy as np

from prplot.rows.arrays import FloatArray

# Coefficients of the asymptotic series of digamma(x) - ln x + 1 / (2x) in 1 / x².
_BERNOULLI = (-1 / 12, 1 / 120, -1 / 252, 1 / 240, -1 / 132, 691 / 32760, -1 / 12)
_LARGE = 12


def beyond_log(x: FloatArray) -> FloatArray:
    """Return digamma(x) - ln x + 1 / (2x) for x > 0: its series, after a recurrence where x is small."""
    small = x < _LARGE
    moved = np.where(small, x + _LARGE, x)
    z = (1.0 / moved) ** 2
    series = np.zeros_like(z)
    for term in _BERNOULLI[::-1]:
        series = (series + term) * z
    steps = sum(1.0 / (x + k) for k in range(_LARGE))
    recurred = series + np.log1p(_LARGE / x) - 0.5 / moved + 0.5 / x - steps
    return np.where(small, recurred, series)


def reciprocals(after: FloatArray, count: FloatArray) -> FloatArray:
    """Return the sum of 1 / (after + i) for i = 1 to count: digamma(after + count + 1) - digamma(after + 1)."""
    first, beyond = after + 1.0, after + count + 1.0
    half = 0.5 / first - 0.5 / beyond
    return np.asarray(np.log1p(count / first) + half + (beyond_log(beyond) - beyond_log(first)))
