"""Sums of weights that do not drift."""

from __future__ import annotations

import math

import numpy as np

from prplot.rows.arrays import FloatArray, blocks

__all__ = ["EXACT_INTEGERS", "running", "safe_scale", "whole"]

# Weights whose largest lies in this range can be added and multiplied as they are.
SMALLEST, LARGEST = 2.0**-900, 2.0**1000
# Power of two below which the larger one of two totals of very different size is kept.
HIGHEST_POWER = 1022

# Integers up to here are exact in float64.
EXACT_INTEGERS = 2**53
# So many values are looked at before all are.
FEW = 256


def safe_scale(largest: float, smallest: float = 0.0) -> float:
    """Return a power of two that keeps weights away from the ends of the double range.

    It is 1 unless the largest weight is very near one of them, or the smallest times its ratio to the
    largest is: foreground found by chance, which gains are counted from. Multiplying all weights by a
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
    sums = np.empty(len(increments) + 1)
    sums[0] = 0.0
    if whole(increments):
        np.cumsum(increments, out=sums[1:])
        if sums[-1] <= EXACT_INTEGERS:
            return sums
    behind = lost_before = 0.0
    for block in blocks(len(increments)):
        added, corrected = increments[block], sums[block.start : block.stop + 1]
        # As if all were added up from the first on.
        plain = np.empty(len(added) + 1)
        plain[0], plain[1:] = behind, added
        np.cumsum(plain, out=plain)
        before, after = plain[:-1], plain[1:]
        behind = after[-1]
        taken = after - before
        lost = (before - (after - taken)) + (added - taken)
        lost[0] += lost_before
        np.cumsum(lost, out=lost)
        lost_before = lost[-1]
        np.add(after, lost, out=corrected[1:])
        if not (corrected[1:] >= corrected[:-1]).all():
            np.maximum.accumulate(corrected, out=corrected)
    return sums


def whole(values: FloatArray) -> bool:
    """Return whether all values are whole numbers; those that are not mostly show it at once."""
    return _all_whole(values[:FEW]) and all(_all_whole(values[block]) for block in blocks(len(values)))


def _all_whole(values: FloatArray) -> bool:
    return bool((np.rint(values) == values).all())
