"""Exact areas from the definitions: fractions, and many digits for the logarithm. Nothing is taken from prplot."""

from __future__ import annotations

import itertools
from fractions import Fraction

import mpmath

DIGITS = 60


class Exact:
    """A path as exact steps (fg, bg), best score first, and its areas in parts."""

    def __init__(self, steps):
        self.steps = [(Fraction(d), Fraction(e)) for d, e in steps]
        self.tp = [Fraction(0), *itertools.accumulate(d for d, _ in self.steps)]
        self.fp = [Fraction(0), *itertools.accumulate(e for _, e in self.steps)]
        self.P, self.N = self.tp[-1], self.fp[-1]
        self.prevalence = self.P / (self.P + self.N)

    @classmethod
    def of_rows(cls, score, fg, bg, read=lambda weight: Fraction(float(weight))):
        """Equal scores are one step; floats are taken as the binary fractions they are."""
        groups = {}
        for s, a, b in zip(score, fg, bg, strict=True):
            d, e = groups.get(s, (0, 0))
            groups[s] = d + read(a), e + read(b)
        return cls(groups[s] for s in sorted(groups, reverse=True) if any(groups[s]))

    def pieces(self, rate, low, high):
        """Yield (tp, fp, fg, bg, precision at the right end of the whole step) within a range of a rate."""
        for k, (d, e) in enumerate(self.steps):
            tp, fp = self.tp[k], self.fp[k]
            start, width = (tp / self.P, d / self.P) if rate == "tpr" else (fp / self.N, e / self.N)
            if width:
                u = max((Fraction(low) - start) / width, Fraction(0))
                v = min((Fraction(high) - start) / width, Fraction(1))
                if v > u:
                    yield tp + u * d, fp + u * e, (v - u) * d, (v - u) * e, (tp + d) / (tp + d + fp + e)

    def continuous(self, low=0, high=1):
        """Keilwagen's equation 6, with enough digits for its cancellation."""
        return [mean(*piece[:4]) / number(self.P) for piece in self.pieces("tpr", low, high)]

    def step(self, low=0, high=1):
        """Average precision."""
        return [d / self.P * right for _, _, d, _, right in self.pieces("tpr", low, high)]

    def roc(self, low=0, high=1):
        """Trapezoids."""
        return [e * (tp + d / 2) / (self.P * self.N) for tp, _, d, e, _ in self.pieces("fpr", low, high)]

    def prg(self, low=0, high=1):
        """Trapezoids over recall gain, signed; the range is cut exactly, so at recall π for 0."""
        return [w * (y0 + y1) / 2 for w, y0, y1 in self.gains(low, high)]

    def prg_size(self, low=0, high=1):
        """What AUPRG is made of, without sign: the area under 1 and the area under fpr / tpr."""
        return [w * (1 + (1 - y0 + 1 - y1) / 2) for w, y0, y1 in self.gains(low, high)]

    def clipped(self, low=0, high=1):
        """The area under max(precision gain, 0)."""
        tops = ((w, max(y0, y1), min(y0, y1)) for w, y0, y1 in self.gains(low, high))
        return [w * ((y + z) / 2 if z >= 0 else y * y / (y - z) / 2 if y > 0 else 0) for w, y, z in tops]

    def gains(self, low, high):
        odds = self.P / self.N
        low, high = (self.prevalence / (1 - (1 - self.prevalence) * Fraction(g)) for g in (low, high))
        for tp, fp, d, e, _ in self.pieces("tpr", low, high):
            x0, x1 = (1 - odds * (self.P - t) / t for t in (tp, tp + d))
            yield x1 - x0, 1 - odds * fp / tp, 1 - odds * (fp + e) / (tp + d)

    def precision(self, tp, fp, step):
        d, e = self.steps[step]
        return tp / (tp + fp) if tp + fp else d / (d + e)

    def polygon(self, rule, left, low, high):
        """The area under the line (recall, precision) that a rule draws, verticals included."""
        d, e = self.steps[0]
        corners = [(Fraction(0), Fraction(1) if left == "one" else d / (d + e))]
        for k, (d, e) in enumerate(self.steps):
            end = self.tp[k + 1] / self.P, self.precision(self.tp[k + 1], self.fp[k + 1], k)
            if rule == "upper-trapezoid" and d == 0:
                continue
            if rule == "max-interpolated":
                level = max(self.tp[j] / (self.tp[j] + self.fp[j]) for j in range(k + 1, len(self.tp)))
                corners += [(self.tp[k] / self.P, level), (end[0], level)]
                continue
            if rule.startswith("discrete") and d:
                units = d if rule == "discrete-tp" else e
                start = (self.tp[k] / self.P, self.precision(self.tp[k], self.fp[k], k))
                corners += [start] * (k == 0)
                for x in range(1, int(units)):
                    tp, fp = self.tp[k] + d * x / units, self.fp[k] + e * x / units
                    corners.append((tp / self.P, tp / (tp + fp)))
            corners.append(end)
        return [under(corners, Fraction(low), Fraction(high))]

    def cost(self, low=0, high=1):
        """The area under the lowest of all lines, kink by kink: every crossing of two lines is a cut."""
        low, high = Fraction(low), Fraction(high)
        lines = [(fp / self.N, 1 - tp / self.P) for tp, fp in zip(self.tp, self.fp, strict=True)]
        cuts = {low, high}
        for (a, b), (c, d) in itertools.combinations(lines, 2):
            if (b - a) != (d - c):
                z = (c - a) / ((b - a) - (d - c))
                cuts |= {z} if low < z < high else set()
        return [under([(z, min(a * (1 - z) + b * z for a, b in lines)) for z in sorted(cuts)], low, high)]


def error(found, parts, size=None):
    """How far a float is from the sum of the parts, relative to it or to another sum."""
    with mpmath.workdps(DIGITS):
        wanted = mpmath.fsum(map(number, parts))
        away = abs(mpmath.mpf(found) - wanted)
        return float(away / (abs(wanted) if size is None else mpmath.fsum(map(number, size)))) if away else 0.0


def under(corners, low, high):
    """The exact area under a polyline."""
    total = Fraction(0)
    for (x0, y0), (x1, y1) in itertools.pairwise(corners):
        a, b = max(x0, low), min(x1, high)
        if x1 > x0 and b > a:
            total += (b - a) * (y0 + (y1 - y0) / (x1 - x0) * ((a + b) / 2 - x0))
    return total


def number(value):
    return mpmath.mpf(value.numerator) / value.denominator if isinstance(value, Fraction) else mpmath.mpf(value)


def mean(tp, fp, fg, bg):
    """The integral of precision over TP from tp to tp + fg."""
    if tp + fp == 0:
        with mpmath.workdps(DIGITS):
            return number(fg * fg / (fg + bg))
    with mpmath.workdps(DIGITS + int((tp + fp) / (fg + bg)).bit_length()):
        log = mpmath.log1p(number((fg + bg) / (tp + fp)))
        return number(fg / (fg + bg)) * (number(fg) - number((fp * fg - bg * tp) / (fg + bg)) * log)
