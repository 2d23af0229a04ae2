"""Sums of weights that do not drift, and the scale that keeps weights away from the ends of float64."""

from __future__ import annotations

import math

import numpy as np

from prplot.rows.arrays import FloatArray, blocks

# Weights whose largest lies in this range can be added and multiplied as they are.
SMALLEST, LARGEST = 2.0**-900, 2.0**1000
# Power of two below which the larger one of two totals of very different size is kept.
HIGHEST_POWER = 1022
# Integers up to here are exact in float64.
EXACT_INTEGERS = 2**53


def safe_scale(largest: float, smallest: float = 0.0) -> float:
    """Return a power of two that keeps weights away from the ends of the double range.

    The result is 1 unless the largest weight is very near one of the ends, or the smallest times its ratio to the
    largest is: the foreground that a random ranking finds, from which gains are counted. Multiplying all weights by a
    power of two changes no ratio and no digit.
    """
    if smallest > 0 and smallest < SMALLEST * (largest / smallest):
        power = min(-math.frexp(smallest)[1], HIGHEST_POWER - math.frexp(largest)[1])
        return math.ldexp(1.0, min(power, HIGHEST_POWER))
    if 0 < largest < SMALLEST:
        return 2.0 ** min(-math.frexp(largest)[1], 1000)
    return 2.0**-24 if largest > LARGEST else 1.0


def running(increments: FloatArray) -> FloatArray:
    """Return the cumulative sums of non-negative increments, correct to about one rounding.

    A plain ``cumsum`` drifts where the same weight is added again and again (2e-11 at ten
    million rows of 0.1). The rounding error of each of its additions is known exactly
    (Knuth's two-sum), so the errors are added up as well and given back.

    Parameters
    ----------
    increments : array of shape (K,)
        Non-negative weights.

    Returns
    -------
    array of shape (K + 1,)
        ``[0, x_1, x_1 + x_2, ...]``, never falling; exact for integers up to 2**53.

    Notes
    -----
    ``numpy.add.accumulate`` adds strictly from left to right, which two-sum relies on.
    """
    sums = np.zeros(len(increments) + 1)
    total = lost = 0.0
    for block in blocks(len(increments)):
        added = increments[block]
        plain = np.cumsum(np.append(total, added))
        before, after = plain[:-1], plain[1:]
        taken = after - before
        errors = np.cumsum(np.append(lost, (before - (after - taken)) + (added - taken)))[1:]
        total, lost = after[-1], errors[-1]
        sums[block.start + 1 : block.stop + 1] = after + errors
    return np.maximum.accumulate(sums, out=sums)
