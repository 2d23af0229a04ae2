"""Exact areas from the definitions: integers and fractions, and many digits for the logarithm."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest

DIGITS = 60


class Exact:
    """A path as exact vertices, and the exact contribution of each of its steps to an area.

    Steps are pairs (fg, bg), best score first. Nothing here is taken from prplot.
    """

    def __init__(self, steps):
        self.steps = [(Fraction(d), Fraction(e)) for d, e in steps]
        self.positives = sum(d for d, _ in self.steps)
        self.negatives = sum(e for _, e in self.steps)
        self.prevalence = self.positives / (self.positives + self.negatives)

    @classmethod
    def of_rows(cls, score, fg, bg, read=Fraction):
        """Equal scores are one step; floats are taken as the binary fractions they are."""
        groups = {}
        for s, a, b in zip(score, fg, bg, strict=True):
            d, e = groups.get(s, (0, 0))
            groups[s] = d + read(a), e + read(b)
        return cls(groups[s] for s in sorted(groups, reverse=True))

    @classmethod
    def of_counts(cls, tp, fp):
        """Cumulative counts."""
        tp, fp = ([Fraction(0), *map(Fraction, count)] for count in (tp, fp))
        return cls((tp[k] - tp[k - 1], fp[k] - fp[k - 1]) for k in range(1, len(tp)))

    def pieces(self, rate, low, high):
        """Yield (tp, fp, fg, bg, precision at the right end of the whole step) within a range of a rate."""
        tp, fp = Fraction(0), Fraction(0)
        for d, e in self.steps:
            start, width = (tp / self.positives, d / self.positives) if rate == "tpr" else (fp, e)
            if rate == "fpr":
                start, width = start / self.negatives, width / self.negatives
            if width:
                u = max((Fraction(low) - start) / width, Fraction(0))
                v = min((Fraction(high) - start) / width, Fraction(1))
                if v > u:
                    yield tp + u * d, fp + u * e, (v - u) * d, (v - u) * e, (tp + d) / (tp + d + fp + e)
            tp, fp = tp + d, fp + e

    def continuous(self, low=0, high=1):
        """Keilwagen's equation 6, with enough digits for its cancellation."""
        return [mean(*piece[:4]) / number(self.positives) for piece in self.pieces("tpr", low, high)]

    def step(self, low=0, high=1):
        """Average precision."""
        return [d / self.positives * right for _, _, d, _, right in self.pieces("tpr", low, high)]

    def roc(self, low=0, high=1):
        """Trapezoids."""
        whole = self.positives * self.negatives
        return [e * (tp + d / 2) / whole for tp, _, d, e, _ in self.pieces("fpr", low, high)]

    def prg(self, low=0, high=1):
        """Trapezoids over recall gain, signed; the range is cut exactly, so at recall π for 0."""
        return [w * (y0 + y1) / 2 for w, y0, y1 in self._gains(low, high)]

    def prg_size(self, low=0, high=1):
        """What AUPRG is made of, without sign: the area under 1 and the area under fpr / tpr."""
        return [w * (1 + (1 - y0 + 1 - y1) / 2) for w, y0, y1 in self._gains(low, high)]

    def _gains(self, low, high):
        odds = self.positives / self.negatives
        low, high = (self.prevalence / (1 - (1 - self.prevalence) * Fraction(g)) for g in (low, high))
        for tp, fp, d, e, _ in self.pieces("tpr", low, high):
            x0, x1 = (1 - odds * (self.positives - t) / t for t in (tp, tp + d))
            y0, y1 = 1 - odds * fp / tp, 1 - odds * (fp + e) / (tp + d)
            yield x1 - x0, y0, y1

    @staticmethod
    def total(parts):
        """The sum, to many digits."""
        with mpmath.workdps(DIGITS):
            return mpmath.fsum(number(part) for part in parts)

    @classmethod
    def error(cls, found, parts, size=None):
        """How far a float is from the sum of the parts, relative to it or to another sum."""
        with mpmath.workdps(DIGITS):
            wanted = cls.total(parts)
            whole = abs(wanted) if size is None else cls.total(size)
            away = abs(mpmath.mpf(found) - wanted)
            return float(away / whole) if away else 0.0


def number(value):
    if isinstance(value, Fraction):
        return mpmath.mpf(value.numerator) / value.denominator
    return mpmath.mpf(value)


def mean(tp, fp, fg, bg):
    """The integral of precision over TP from tp to tp + fg."""
    if tp + fp == 0:
        with mpmath.workdps(DIGITS):
            return number(fg * fg / (fg + bg))
    lost = int((tp + fp) / (fg + bg)).bit_length()
    with mpmath.workdps(DIGITS + lost):
        log = mpmath.log1p(number((fg + bg) / (tp + fp)))
        return number(fg / (fg + bg)) * (number(fg) - number((fp * fg - bg * tp) / (fg + bg)) * log)


@pytest.fixture(scope="session")
def exact():
    """The oracle, for tests that cannot import it."""
    return Exact
