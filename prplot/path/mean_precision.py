"""The mean precision over a straight step: the one formula behind every continuous area in PR."""

from __future__ import annotations

import numpy as np

from prplot.rows.arrays import BLOCK, FloatArray, blocks

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
    if len(fg) <= BLOCK:
        return _of_block(fp, tp, bg, fg)
    found = np.empty(len(fg))
    for block in blocks(len(fg)):
        found[block] = _of_block(fp[block], tp[block], bg[block], fg[block])
    return found


def _of_block(fp: FloatArray, tp: FloatArray, bg: FloatArray, fg: FloatArray) -> FloatArray:
    if not len(fg):
        return np.zeros(0)
    before, grown = tp + fp, fg + bg
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        kept, moved = _shares(grown / before)
        start = tp / before
    if before.min() == 0:
        start[before == 0] = 0.0
    kept *= start
    moved *= fg / grown
    kept += moved
    return kept


# With z = (x / (2 + x))², ln(1 + x) = 2 artanh(√z) is √z (2 + 2 z S), and S = 1/3 + z/5 + z²/7 + ...: enough of it for
# x below 1/64, and, for x up to 1, the polynomial through S at eleven Chebyshev nodes, relatively within 7e-17.
_SMALL, _SERIES = 1 / 64, (1 / 3, 1 / 5, 1 / 7, 1 / 9)
_LARGE, _POLYNOMIAL = (
    1.0,
    (
        *(0.3333333333333333, 0.19999999999999762, 0.1428571428580005, 0.11111111099118386, 0.09090909948981357),
        *(0.07692271982430275, 0.06667589315724629, 0.05867139530651599, 0.05422589197440007, 0.03746071897775383),
        0.07815288900461426,
    ),
)


def _shares(ratio: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return ln(1 + x) / x and what it lacks to 1, for x >= 0, inf allowed; neither cancels."""
    largest = ratio.max()
    terms = _SERIES if largest < _SMALL else _POLYNOMIAL
    y = ratio / (2.0 + ratio)
    z = y * y
    series = z * terms[-1]
    for term in terms[-2:0:-1]:
        series += term
        series *= z
    series += terms[0]
    # y - z (1 - y) series
    z *= series
    moved = 1.0 - y
    moved *= z
    np.subtract(y, moved, out=moved)
    kept = 1.0 - moved
    if largest >= _LARGE:
        large = np.flatnonzero(ratio >= _LARGE)
        x = ratio[large]
        kept[large] = np.where(np.isinf(x), 0.0, np.log1p(x) / x)
        moved[large] = 1.0 - kept[large]
    return kept, moved
