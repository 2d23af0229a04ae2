"""PR space: recall and precision; a straight step becomes an arc of a hyperbola."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.path import ConfusionPath, Steps
from prplot.spaces.base import Space
from prplot.sums import FloatArray

__all__ = ["PR", "mean_precision"]


@dataclass(frozen=True)
class PR(Space):
    """x is recall, y is precision π tpr / (π tpr + (1 - π) fpr).

    A point that no classifier can reach, precision < π recall / (1 - π + π recall), has an
    inverse with fpr > 1.

    References
    ----------
    K. Boyd et al., Unachievable Region in Precision-Recall Space, ICML 2012, Theorem 1.

    Examples
    --------
    >>> import prplot
    >>> [round(float(v), 4) for v in prplot.PR(0.1).forward(0.1, 0.9)]
    [0.9, 0.5]
    """

    name = "pr"
    title = "Precision-Recall"
    xlabel = "Recall"
    ylabel = "Precision"
    interpolated = True

    def undefined(self, path: ConfusionPath) -> str | None:
        return "the sample has no foreground weight (P = 0)" if path.positives == 0 else None

    def area_name(self, interpolation: str) -> str:
        return f"area, {interpolation}"

    def image(
        self, fp: FloatArray, tp: FloatArray, negatives: float, positives: float
    ) -> tuple[FloatArray, FloatArray]:
        with np.errstate(invalid="ignore", divide="ignore"):
            return tp / np.float64(positives), tp / (tp + fp)

    def inverse(self, x: ArrayLike, y: ArrayLike) -> tuple[FloatArray, FloatArray]:
        recall, precision = np.broadcast_arrays(*(np.asarray(c, dtype=np.float64) for c in (x, y)))
        with np.errstate(invalid="ignore", divide="ignore"):
            return (self.odds * recall * (1.0 - precision) / precision)[()], recall.copy()[()]

    def abscissa_rate(self, x: Any, odds: Any) -> Any:
        return x

    def step_areas(self, steps: Steps) -> FloatArray:
        rising = steps.fg > 0
        areas = np.zeros(len(steps.fg))
        areas[rising] = (steps.fg[rising] / steps.positives) * mean_precision(
            steps.fp[:-1][rising], steps.tp[:-1][rising], steps.bg[rising], steps.fg[rising]
        )
        return areas

    def bends(self, steps: Steps, tolerance: float) -> tuple[NDArray[np.int_], FloatArray]:
        """Return where to insert points; closed form.

        With n = TP + FP running from n0 to n1 over a step, precision is q + (p0 - q) n0 / n, and
        its largest distance from the chord over [n, n'] is |p0 - q| n0 (n^-½ - n'^-½)². Points
        equally spaced in n^-½ therefore share the distance out evenly.
        """
        n0, n1 = (steps.tp + steps.fp)[:-1], (steps.tp + steps.fp)[1:]
        grown = steps.fg + steps.bg
        with np.errstate(invalid="ignore", divide="ignore"):
            apart = np.abs(steps.tp[:-1] / n0 - steps.fg / grown)
            ends = 1.0 / np.sqrt(n0), 1.0 / np.sqrt(n1)
            pieces = np.ceil(np.sqrt(apart * n0 / tolerance) * np.abs(ends[0] - ends[1]))
        pieces = np.where(np.isfinite(pieces), np.maximum(pieces, 1), 1).astype(int)
        step = np.repeat(np.arange(len(pieces)), pieces - 1)
        within = np.arange(len(step)) - np.repeat(np.cumsum(pieces - 1) - (pieces - 1), pieces - 1) + 1
        at = ends[0][step] + within / pieces[step] * (ends[1][step] - ends[0][step])
        return step, np.clip((1.0 / at**2 - n0[step]) / grown[step], 0.0, 1.0)


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
