"""The straight steps between thresholds, which can be cut to a range of a rate, and mean precision over steps."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, NamedTuple

import numpy as np

from prplot.rows.arrays import FloatArray, IntArray, Pair, running

# The rates that never fall along a path: true positive, false positive and predicted positive rate.
Rate = Literal["tpr", "fpr", "ppr"]

# With y = x / (2 + x), ln(1 + x) = 2 artanh(y) = 2 y (1 + y² S(y²)), where S(z) = 1/3 + z/5 + z²/7 + ... These are the
# coefficients, highest power first, of a polynomial through S at eleven Chebyshev nodes: for x up to 1 its error is at
# most 7e-17.
SERIES = (
    *(0.07815288900461426, 0.03746071897775383, 0.05422589197440007, 0.05867139530651599, 0.06667589315724629),
    *(0.07692271982430275, 0.09090909948981357, 0.11111111099118386, 0.1428571428580005, 0.19999999999999762),
    0.3333333333333333,
)
# For x below SMALL the last four terms are enough.
SMALL, FEW = 1 / 64, -4


class Sums(NamedTuple):
    """Cumulative FP and TP weights at some points of a path, with the totals N and P."""

    fp: FloatArray
    tp: FloatArray
    negatives: float
    positives: float


class Steps(NamedTuple):
    """The straight steps of a path: the cumulative weights at its K + 1 thresholds, and the increments between them.

    The increments are sums of their own group's weights, not differences of cumulative sums,
    so that small groups keep their digits.

    Attributes
    ----------
    fp, tp : arrays of shape (K + 1,)
        Cumulative weights, which are the coordinates of the thresholds.
    bg, fg : arrays of shape (K,)
        Increments of FP and of TP.
    negatives, positives : float
        N and P.
    """

    fp: FloatArray
    tp: FloatArray
    bg: FloatArray
    fg: FloatArray
    negatives: float
    positives: float

    @property
    def sums(self) -> Sums:
        """The cumulative weights at all thresholds."""
        return Sums(self.fp, self.tp, self.negatives, self.positives)

    def at(self, step: IntArray, part: FloatArray) -> Sums:
        """Return the weights part of the way along steps; ``part`` 0 is the start of a step and 1 its end."""
        fp, tp = self.fp[step] + part * self.bg[step], self.tp[step] + part * self.fg[step]
        return Sums(fp, tp, self.negatives, self.positives)

    def to_the_end(self, rate: Rate = "fpr", share: float = 1.0) -> Steps:
        """Return the steps, with a last step to the end of a rate, if the path ends early.

        For "tpr" and "fpr" the step goes on to N false positives (times ``share``, if that is more than 1) and finds no
        positives: the worst case. For "ppr" a second step finds the remaining positives.
        """
        ended = self._on_to(self.negatives * max(share, 1.0), float(self.tp[-1]))
        return ended.completed() if rate == "ppr" else ended

    def completed(self) -> Steps:
        """Return the steps, with a last step to (N, P) if the path ends early."""
        return self._on_to(self.negatives, self.positives)

    def _on_to(self, negatives: float, positives: float) -> Steps:
        """Return the steps, with a last step to (negatives, positives) if they end before."""
        bg, fg = negatives - float(self.fp[-1]), positives - float(self.tp[-1])
        if not (bg > 0 or fg > 0):
            return self
        fp, tp, more_bg, more_fg = map(np.append, self[:4], (negatives, positives, bg, fg))
        return Steps(fp, tp, more_bg, more_fg, self.negatives, self.positives)

    def cut(self, rate: Rate, low: float | Fraction, high: float | Fraction) -> Steps:
        """Return the steps that have a rate in [low, high], cut to that range.

        Where to cut is computed exactly, and counted from the nearer end, so that narrow ranges
        and rates next to 1 keep their digits.

        Parameters
        ----------
        rate : {"tpr", "fpr", "ppr"}
            The rate that is restricted.
        low, high : Fraction
            Rates in [0, 1], not backwards. Steps along which the rate does not move are kept
            at 0 and at 1, and left out at any other end of the range.
        """
        if not len(self.fg):
            return self
        first, start, last, stop = self.span(rate, low, high)
        chosen, ends = slice(first, last + 1), slice(first, last + 2)
        if start == 0 and stop == 1:
            return self._replace(fp=self.fp[ends], tp=self.tp[ends], bg=self.bg[chosen], fg=self.fg[chosen])
        fp, tp = self.fp[ends].copy(), self.tp[ends].copy()
        for at, increment in ((fp, self.bg), (tp, self.fg)):
            if stop < 1:
                at[-1] = at[-2] + float(stop) * increment[last]
            at[0] += float(start) * increment[first]
        bg, fg = (shortened(increment[chosen], start, stop) for increment in (self.bg, self.fg))
        return Steps(fp, tp, bg, fg, self.negatives, self.positives)

    def span(self, rate: Rate, low: float | Fraction, high: float | Fraction) -> tuple[int, Fraction, int, Fraction]:
        """Return where a range [low, high] of a rate begins and ends.

        The result is the first step, the part of it where the range begins, the last step, and the part where it ends.
        """
        first, start = (0, Fraction(0)) if low <= 0 else self.place(rate, low, "right")
        sums, _, total = self.along(rate)
        whole = high >= 1 and sums[-1] <= total
        last, stop = (len(self.fg) - 1, Fraction(1)) if whole else self.place(rate, high, "left")
        return (first, start, first, start) if last < first else (first, start, last, stop)

    def place(self, rate: Rate, value: float | Fraction, side: Literal["left", "right"]) -> tuple[int, Fraction]:
        """Return the step in which a rate reaches a value, and the part of the step, from 0 to 1, at which it does.

        At a threshold this is the end of the step before, or, for the side "right", the start of the step after.
        """
        sums, increments, end = self.along(rate)
        wanted = Fraction(value) * Fraction(end)
        # Beyond the middle, positions are counted from the end, where sums are smaller and keep more digits.
        mirrored = value > 0.5 and end == float(sums[-1])
        if mirrored:
            increments, wanted, side = increments[::-1], Fraction(end) - wanted, "left" if side == "right" else "right"
            sums = running(increments)
        # An exact position that rounds to the sum at a threshold may lie just before or after the threshold.
        rounded = float(wanted)
        side = side if wanted == rounded else "left" if wanted < rounded else "right"
        step = int(np.clip(np.searchsorted(sums, rounded, side) - 1, 0, len(increments) - 1))
        width = Fraction(float(increments[step]))
        part = (wanted - Fraction(float(sums[step]))) / width if width else Fraction(0)
        part = min(max(part, Fraction(0)), Fraction(1))
        return (len(increments) - 1 - step, 1 - part) if mirrored else (step, part)

    def along(self, rate: Rate) -> tuple[FloatArray, FloatArray, float]:
        """Return the weight behind a rate: its cumulative sums, its increments, and its total."""
        if rate == "ppr":
            return self.tp + self.fp, self.fg + self.bg, self.positives + self.negatives
        return (self.tp, self.fg, self.positives) if rate == "tpr" else (self.fp, self.bg, self.negatives)


def shortened(increments: FloatArray, start: Fraction, stop: Fraction) -> FloatArray:
    """Return the increments of steps of which the first begins, and the last ends, part of the way."""
    weights = increments.copy()
    if len(weights) == 1:
        return weights * float(max(stop - start, Fraction(0)))
    weights[0] *= float(1 - start)
    weights[-1] *= float(stop)
    return weights


def mean_precision(fp: FloatArray, tp: FloatArray, bg: FloatArray, fg: FloatArray) -> FloatArray:
    """Return the mean precision over recall along each straight step.

    A convex combination of the precision before the step and the precision of its increment,
    ``L p0 + (1 - L) q`` with ``L = ln(1 + x) / x`` and ``x = (fg + bg) / (tp + fp)``, in which
    nothing cancels, so that it is accurate to a few units in the last place for any weights.

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
        weight, rest = log_shares(x)
        share = fg / grown
        means = weight * start + rest * share
    # If x is infinite, as in a first step from the origin, the mean precision is the precision of the increment.
    endless = np.isinf(x)
    means[endless] = share[endless]
    return means


def log_shares(x: FloatArray) -> Pair:
    """Return L = ln(1 + x) / x and 1 - L, each computed without cancellation.

    If cumulative weight grows along a straight step from n to n (1 + x), L is the mean of n / weight.
    """
    with np.errstate(all="ignore"):
        y = x / (2.0 + x)
        z = y * y
        first, *others = SERIES[FEW:] if x.max(initial=0.0) < SMALL else SERIES
        series = np.full_like(z, first)
        for term in others:
            # Working in place takes half the time of numpy.polyval.
            series *= z
            series += term
        rest = y - z * (1.0 - y) * series
        weight = 1.0 - rest
        large = np.flatnonzero(x >= 1.0)
        weight[large] = np.log1p(x[large]) / x[large]
        rest[large] = 1.0 - weight[large]
    return weight, rest
