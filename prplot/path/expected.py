"""Numbers that summarise a path: early retrieval, and what a random threshold can be expected to achieve."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from prplot.errors import invalid, short, warn
from prplot.metrics import f_beta
from prplot.metrics.gains import f_from_gain
from prplot.path.facts import warn_open, warn_uncounted
from prplot.rows.arrays import FloatArray
from prplot.rows.checks import number
from prplot.rows.sums import running

if TYPE_CHECKING:
    from prplot.path.path import ConfusionPath

__all__ = ["expected_accuracy", "expected_f", "expected_f_gain", "roc_n"]

# How far a rate may miss the prevalence, relatively, and still be it.
ROUNDING = 1e-15


def roc_n(path: ConfusionPath, n: float = 50) -> float:
    """Return the area under the ROC curve up to the first n false positives, divided by its width.

    Parameters
    ----------
    n : float
        How many false positives, in weight; at most N. The default gives ROC50.

    Raises
    ------
    PrplotValueError
        If n is not in (0, N].
    """
    count = number("n", n)
    if warn_uncounted(path, f"the area up to {count:g} false positives"):
        return math.nan
    if not 0 < count <= path.negatives:
        raise invalid(
            "n",
            f"lie in (0, {path.negatives:g}], up to all negatives",
            short(n),
            "Pass a smaller n, or use roc().area().",
        )
    width = count / path.negatives
    return path.roc().area(0.0, width) / width


def expected_f_gain(path: ConfusionPath, beta: float = 1.0) -> float:
    """Return the expected F_β gain when the threshold is drawn so that Δ is uniform.

    Δ = recall gain / π - precision gain / (1 - π) runs over what the part of the curve from
    recall gain 0 on has. The formula is linear in the signed area and the square of `Curve.y0`.

    Parameters
    ----------
    beta : float
        As in `prplot.f_beta`.

    Returns
    -------
    float
        NaN, with a `PrplotWarning`, where that part has no true negative.

    References
    ----------
    P. Flach and M. Kull, NIPS 2015, Theorem 3.
    """
    squared = f_beta(beta).beta_squared
    prg = path.prg()
    if prg.warn_undefined("the expected F-gain") or warn_open(path, "the expected F-gain"):
        return float("nan")
    if not prg.rule.by_steps:
        area, start, pi = prg.area(), float(prg.at(0.0)), path.prevalence
        total = (1 - pi + squared * pi) * area + pi * start**2 / 2 + squared * (1 - pi) / 2
        return total / ((1 + squared) * (1.0 - pi + pi * start))
    # The same formula, step by step: where few true negatives are left its terms would cancel.
    fpr, tpr, across, up = _from_baseline(path)
    # Counted from the end, what is left keeps its digits.
    tnr, fnr = (running(part[::-1])[::-1] for part in (across, up))
    if tnr[0] == 0:
        warn("the expected F-gain is undefined: no true negative from recall gain 0 on. NaN is returned.")
        return float("nan")
    odds = path.positives / path.negatives
    with np.errstate(over="ignore"):
        gain = 1.0 - (fpr / tpr + squared * (odds * (fnr / tpr))) / (1.0 + squared)
    # Δ falls short of its end by a multiple of tnr / tpr, which never rises: no term of a share cancels.
    share = (tnr[:-1] * up + across * tpr[:-1]) / tpr[1:] * (tpr[0] / tpr[:-1]) / tnr[0]
    return float(np.sum(share * (gain[:-1] + gain[1:]) / 2))


def expected_f(path: ConfusionPath, beta: float = 1.0) -> float:
    """Return the F_β whose gain is `expected_f_gain`: π / (1 - (1 - π) gain)."""
    gain = path.expected_f_gain(beta)
    return float(f_from_gain(gain, path.prevalence)) if gain == gain else gain


def expected_accuracy(path: ConfusionPath) -> float:
    """Return the expected accuracy when the predicted positive rate is uniform.

    ``π (1 - π) (2 AUROC - 1) + 1/2``.

    References
    ----------
    J. Hernández-Orallo, P. Flach and C. Ferri, JMLR 2012.
    """
    if warn_open(path, "the expected accuracy"):
        return math.nan
    pi = path.prevalence
    return pi * (1.0 - pi) * (2.0 * path.roc().area() - 1.0) + 0.5


def _from_baseline(path: ConfusionPath) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Return the path from recall gain 0 on, in rates: fpr and tpr of its vertices, and their increments."""
    steps = path.steps()
    positives, negatives = Fraction(steps.positives), Fraction(steps.negatives)
    baseline = positives / (positives + negatives)
    tpr, fpr = steps.tp / steps.positives, steps.fp / steps.negatives
    up, across = steps.fg / steps.positives, steps.bg / steps.negatives
    first, part = steps.place("tpr", baseline, "left")
    # A vertex that misses it by a rounding is on it, with all that is above and below.
    near = [float(piece) * up[first] <= ROUNDING * float(baseline) for piece in (part, 1 - part)]
    if any(near):
        first = int(np.searchsorted(steps.tp, steps.tp[first if near[0] else first + 1]))
    else:
        fpr[first] += float(part) * across[first]
        tpr[first] = float(baseline)
        up[first] *= float(1 - part)
        across[first] *= float(1 - part)
    return fpr[first:], tpr[first:], across[first:], up[first:]
