"""Gains: the harmonic scale of precision, recall and F_β gains, and the conversion back."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from prplot.errors import by_name, invalid, shortest
from prplot.rows.arrays import BoolArray, FloatArray
from prplot.rows.checks import CONVERT, check_prevalence, reals


@by_name()
def gain(value: ArrayLike, prevalence: float) -> FloatArray:
    """Return the gain of a precision, a recall or an F_β: (v - π) / ((1 - π) v).

    The gain is a linear function of ``1/v`` that maps v = π to 0 and v = 1 to 1. The same formula applies to precision,
    recall and F_β with any β: F_β is a harmonic mean of precision and recall, so its gain is an arithmetic mean of
    their gains, ``(1 + β²) FG_β = precG + β² recG``. Gains may be averaged; precision and F_β may not.

    Parameters
    ----------
    value : array_like
        Precisions, recalls or F_β, in [0, 1]; of any shape.
    prevalence : float
        π in (0, 1) of the sample on which they were measured.

    Returns
    -------
    float or array of the same shape
        The gains: 1 for the value 1, 0 for the value π, -inf for the value 0, NaN for NaN.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If a value lies outside [0, 1] or the prevalence outside (0, 1).

    References
    ----------
    P. Flach and M. Kull, Precision-Recall-Gain Curves, NIPS 2015, Definition 1 and Theorem 2.

    Examples
    --------
    >>> import prplot
    >>> prplot.metrics.gain([1.0, 0.5, 0.2, 0.0], prevalence=0.2).round(4).tolist()
    [1.0, 0.75, 0.0, -inf]
    >>> import matplotlib.pyplot as plt
    >>> values = [k / 100 for k in range(10, 101)]
    >>> figure, ax = plt.subplots()
    >>> lines = ax.plot(values, prplot.metrics.gain(values, prevalence=0.2))
    >>> label = ax.set(xlabel="Precision, recall or F", ylabel="Gain at prevalence 0.2")
    """
    pi, values = check_prevalence(prevalence), reals("value", value, CONVERT)
    _check(
        "value", values, (values < 0) | (values > 1), "lie in [0, 1]", "It is a precision, a recall or an F measure."
    )
    with np.errstate(divide="ignore", over="ignore"):
        return np.asarray((values - pi) / values / (1.0 - pi))[()]


@by_name()
def f_from_gain(gain: ArrayLike, prevalence: float) -> FloatArray:
    """Return the F_β for a given F-gain g, for any β: π / (1 - (1 - π) g). This function is the inverse of `gain`.

    Parameters
    ----------
    gain : array_like
        Gains, at most 1; of any shape.
    prevalence : float
        The prevalence π in (0, 1) with which the gains are converted.

    Returns
    -------
    float or array of the same shape
        F_β: 1 for gain 1, π for gain 0, 0 for gain -inf, NaN for gain NaN.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If a gain is above 1 or the prevalence outside (0, 1).

    References
    ----------
    P. Flach and M. Kull, Precision-Recall-Gain Curves, NIPS 2015, Section 5.

    Examples
    --------
    >>> import prplot
    >>> prplot.metrics.f_from_gain([1.0, 0.75, 0.0], prevalence=0.2).round(4).tolist()
    [1.0, 0.5, 0.2]
    >>> import matplotlib.pyplot as plt
    >>> gains = [k / 100 for k in range(-100, 101)]
    >>> figure, ax = plt.subplots()
    >>> lines = ax.plot(gains, prplot.metrics.f_from_gain(gains, prevalence=0.2))
    >>> label = ax.set(xlabel="F gain", ylabel="F at prevalence 0.2")
    """
    pi, gains = check_prevalence(prevalence), reals("gain", gain, CONVERT)
    _check("gain", gains, gains > 1, "be at most 1", "A value itself, rather than its gain, needs no conversion.")
    # Neither term of the denominator is negative, so nothing cancels at any prevalence.
    return np.asarray(pi / (pi + (1.0 - pi) * (1.0 - gains)))[()]


@by_name()
def precision_from_gain(gain: ArrayLike, prevalence: float) -> FloatArray:
    """Return the precision for a given precision gain; see `f_from_gain` for the formula.

    Parameters
    ----------
    gain : array-like
        Precision gains, at most 1.
    prevalence : float
        The prevalence in (0, 1) of the sample on which the gains were measured.

    Returns
    -------
    float or ndarray
        Precisions, of the shape of ``gain``.

    Examples
    --------
    >>> import matplotlib.pyplot as plt
    >>> import prplot
    >>> prplot.metrics.precision_from_gain([1.0, 0.75, 0.0], prevalence=0.2).round(4).tolist()
    [1.0, 0.5, 0.2]
    >>> gains = [k / 100 for k in range(-100, 101)]
    >>> figure, ax = plt.subplots()
    >>> lines = ax.plot(gains, prplot.metrics.precision_from_gain(gains, prevalence=0.2))
    >>> label = ax.set(xlabel="Precision gain", ylabel="Precision at prevalence 0.2")
    """
    return f_from_gain(gain, prevalence)


@by_name()
def recall_from_gain(gain: ArrayLike, prevalence: float) -> FloatArray:
    """Return the recall for a given recall gain; see `f_from_gain` for the formula.

    Parameters
    ----------
    gain : array-like
        Recall gains, at most 1.
    prevalence : float
        The prevalence in (0, 1) of the sample on which the gains were measured.

    Returns
    -------
    float or ndarray
        Recalls, of the shape of ``gain``.

    Examples
    --------
    >>> import matplotlib.pyplot as plt
    >>> import prplot
    >>> prplot.metrics.recall_from_gain([1.0, 0.75, 0.0], prevalence=0.2).round(4).tolist()
    [1.0, 0.5, 0.2]
    >>> gains = [k / 100 for k in range(-100, 101)]
    >>> figure, ax = plt.subplots()
    >>> lines = ax.plot(gains, prplot.metrics.recall_from_gain(gains, prevalence=0.2))
    >>> label = ax.set(xlabel="Recall gain", ylabel="Recall at prevalence 0.2")
    """
    return f_from_gain(gain, prevalence)


def _check(name: str, values: FloatArray, wrong: BoolArray, rule: str, way_out: str) -> None:
    if wrong.any():
        raise invalid(name, rule, shortest(float(values[wrong][0])), way_out)
