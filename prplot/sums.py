"""Sums of weights that do not drift."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["EXACT_INTEGERS", "FloatArray", "read_only", "running"]

# Integers up to here are exact in float64.
EXACT_INTEGERS = 2**53

FloatArray = NDArray[np.float64]


def read_only(array: FloatArray) -> FloatArray:
    """Return the array after closing it for writing; for arrays that prplot made itself."""
    array.flags.writeable = False
    return array


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
    np.cumsum(increments, out=sums[1:])
    if sums[-1] <= EXACT_INTEGERS and np.array_equal(increments, np.rint(increments)):
        return sums
    before, after = sums[:-1], sums[1:]
    taken = after - before
    lost = (before - (after - taken)) + (increments - taken)
    if lost.any():
        sums[1:] += np.cumsum(lost)
        np.maximum.accumulate(sums, out=sums)
    return sums
