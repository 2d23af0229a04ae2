"""The mean precision over a straight step: the one formula behind every continuous area in PR."""

from __future__ import annotations

import numpy as np

from prplot.sums import FloatArray

__all__ = ["mean_precision"]


def mean_precision(fp: FloatArray, tp: FloatArray, bg: FloatArray, fg: FloatArray) -> FloatArray:
    """Return the mean precision over straight steps, as recall rises evenly.

    A convex combination of the precision before the step and the precision of its increment,
    ``L p0 + (1 - L) q`` with ``L = ln(1 + x) / x`` and ``x = (fg + bg) / (tp + fp)``, in which
    nothing cancels: within a few units in the last place for any weights.

    Parameters
    ----------
    fp, tp : arrays of shape (K,)
        Weight before each step.
    bg, fg : arrays of shape (K,)
        Increments; fg > 0.

    References
    ----------
    Equal to equation 6 of Keilwagen, Grosse and Grau 2014, doi:10.1371/journal.pone.0092209,
    which as printed loses all digits where positives come late.
    """
    before, grown = tp + fp, fg + bg
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        ratio = grown / before
        kept = np.where(np.isinf(ratio), 0.0, np.log1p(ratio) / ratio)
        start = np.where(before > 0, tp / before, 0.0)
    kept = np.where(ratio == 0, 1.0, kept)
    return kept * start + _one_minus_kept(ratio) * (fg / grown)


# Coefficients of ln(1 + x) = 2 artanh(x / (2 + x)) from the cubic term on.
_SERIES = [1.0 / (2 * k + 3) for k in range(17)]


def _one_minus_kept(ratio: FloatArray) -> FloatArray:
    """Return 1 - ln(1 + x) / x for x >= 0, inf allowed, without cancellation at small x."""
    result = np.empty_like(ratio)
    small = ratio < 1.0
    y = ratio[small] / (2.0 + ratio[small])
    z = y * y
    series = np.full_like(z, _SERIES[-1])
    for term in _SERIES[-2::-1]:
        series *= z
        series += term
    result[small] = y - z * (1.0 - y) * series
    large = ratio[~small]
    with np.errstate(invalid="ignore"):
        result[~small] = np.where(np.isinf(large), 1.0, 1.0 - np.log1p(large) / large)
    return result
