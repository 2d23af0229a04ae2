"""The mean precision over a straight step: the one formula behind every continuous area in PR."""

from __future__ import annotations

import numpy as np

from prplot.rows.arrays import FloatArray

# With y = x / (2 + x), ln(1 + x) = 2 artanh(y) is 2 y (1 + y² S(y²)) with S(z) = 1/3 + z/5 + z²/7 + ...: for x up to 1
# the polynomial through S at eleven Chebyshev nodes is within 7e-17 of it. The highest power comes first.
SERIES = (
    *(0.07815288900461426, 0.03746071897775383, 0.05422589197440007, 0.05867139530651599, 0.06667589315724629),
    *(0.07692271982430275, 0.09090909948981357, 0.11111111099118386, 0.1428571428580005, 0.19999999999999762),
    0.3333333333333333,
)
# For x below it the last four terms are enough.
SMALL, FEW = 1 / 64, -4


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
    with np.errstate(all="ignore"):
        x, start = grown / before, tp / before
        y = x / (2.0 + x)
        z = y * y
        first, *others = SERIES[FEW:] if x.max(initial=0.0) < SMALL else SERIES
        series = np.full_like(z, first)
        for term in others:
            # In place, which takes half the time of numpy.polyval.
            series *= z
            series += term
        # L, and what it lacks to 1: neither may cancel.
        moved = y - z * (1.0 - y) * series
        kept = 1.0 - moved
        large = np.flatnonzero(x >= 1.0)
        kept[large] = np.log1p(x[large]) / x[large]
        moved[large] = 1.0 - kept[large]
        found = kept * start + moved * (fg / grown)
    # A step that is infinitely larger than what comes before it: mostly the first one, from the origin.
    endless = np.isinf(x)
    found[endless] = (fg / grown)[endless]
    return found
