"""The straight steps of a path, and cutting them to a range of a rate."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, NamedTuple

import numpy as np

from prplot.rows.arrays import FloatArray, IntArray, Pair
from prplot.rows.sums import running

# The shares of weight that rise along every path: of foreground, of background, and of both, predicted positive.
Rate = Literal["tpr", "fpr", "ppr"]


class Steps(NamedTuple):
    """The straight steps of a path: K + 1 vertices, and the increments between them.

    The increments are sums of their own group's weights, not differences of cumulative sums,
    so that small groups keep their digits.

    Attributes
    ----------
    fp, tp : arrays of shape (K + 1,)
        Vertices, in weight.
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

    def at(self, step: IntArray, part: FloatArray) -> Pair:
        """Return (fp, tp) at the given parts, in [0, 1], of the given steps."""
        return self.fp[step] + part * self.bg[step], self.tp[step] + part * self.fg[step]

    def to_the_end(self, rate: Rate = "fpr", share: float = 1.0) -> Steps:
        """Return the steps, and those that go on to the end of a rate where the path ends before.

        ``share`` is that of N to which to go, where it is more than 1.

        No threshold returns more, so whoever goes on finds background alone in the worst case: in ROC the curve
        stays at the recall reached, in PR no more recall is earned. Who must predict everything positive finds the rest
        of the foreground last.
        """
        ended = self._on_to(self.negatives * max(share, 1.0), float(self.tp[-1]))
        return ended.completed() if rate == "ppr" else ended

    def completed(self) -> Steps:
        """Return the steps, and one straight to (N, P) where the path ends before: everything predicted positive."""
        return self._on_to(self.negatives, self.positives)

    def _on_to(self, negatives: float, positives: float) -> Steps:
        """Return the steps, and one more to (negatives, positives) where they end before."""
        bg, fg = negatives - float(self.fp[-1]), positives - float(self.tp[-1])
        if not (bg > 0 or fg > 0):
            return self
        fp, tp, more_bg, more_fg = map(np.append, self[:4], (negatives, positives, bg, fg))
        return Steps(fp, tp, more_bg, more_fg, self.negatives, self.positives)

    def cut(self, rate: Rate, low: Fraction, high: Fraction) -> tuple[slice, Steps]:
        """Return which steps have a rate in [low, high], and those steps cut to that range.

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
            return slice(0, 0), self
        first, start, last, stop = self.span(rate, low, high)
        chosen, ends = slice(first, last + 1), slice(first, last + 2)
        if start == 0 and stop == 1:
            return chosen, self._replace(fp=self.fp[ends], tp=self.tp[ends], bg=self.bg[chosen], fg=self.fg[chosen])
        fp, tp = self.fp[ends].copy(), self.tp[ends].copy()
        for at, increment in ((fp, self.bg), (tp, self.fg)):
            if stop < 1:
                at[-1] = at[-2] + float(stop) * increment[last]
            at[0] += float(start) * increment[first]
        bg, fg = (shortened(increment[chosen], start, stop) for increment in (self.bg, self.fg))
        return chosen, Steps(fp, tp, bg, fg, self.negatives, self.positives)

    def span(self, rate: Rate, low: Fraction, high: Fraction) -> tuple[int, Fraction, int, Fraction]:
        """Return the first step that has a rate in [low, high] and from which part of it on, and the last and up to."""
        first, start = (0, Fraction(0)) if low <= 0 else self.place(rate, low, "right")
        sums, _, total = self.along(rate)
        whole = high >= 1 and sums[-1] <= total
        last, stop = (len(self.fg) - 1, Fraction(1)) if whole else self.place(rate, high, "left")
        return (first, start, first, start) if last < first else (first, start, last, stop)

    def place(self, rate: Rate, value: Fraction, side: Literal["left", "right"]) -> tuple[int, Fraction]:
        """Return the step in which a rate is reached, and the part of the step where.

        At a vertex: the step that ends there, or, for the side "right", the one that begins there.
        """
        sums, increments, end = self.along(rate)
        wanted = value * Fraction(end)
        # Beyond the middle what is left has more digits.
        mirrored = value > Fraction(1, 2) and end == float(sums[-1])
        if mirrored:
            increments, wanted, side = increments[::-1], Fraction(end) - wanted, "left" if side == "right" else "right"
            sums = running(increments)
        step = int(np.clip(np.searchsorted(sums, float(wanted), side) - 1, 0, len(increments) - 1))
        width = Fraction(float(increments[step]))
        part = (wanted - Fraction(float(sums[step]))) / width if width else Fraction(0)
        part = min(max(part, Fraction(0)), Fraction(1))
        return (len(increments) - 1 - step, 1 - part) if mirrored else (step, part)

    def along(self, rate: Rate) -> tuple[FloatArray, FloatArray, float]:
        """Return the weight of which a rate is a share: up to each vertex, the increments of it, and its total."""
        if rate == "ppr":
            return self.tp + self.fp, self.fg + self.bg, self.positives + self.negatives
        return (self.tp, self.fg, self.positives) if rate == "tpr" else (self.fp, self.bg, self.negatives)


def shortened(increments: FloatArray, start: Fraction, stop: Fraction) -> FloatArray:
    """Return increments of steps of which the first begins, and the last stops, part of the way."""
    kept = increments.copy()
    if len(kept) == 1:
        return kept * float(max(stop - start, Fraction(0)))
    kept[0] *= float(1 - start)
    kept[-1] *= float(stop)
    return kept
