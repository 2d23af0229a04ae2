"""Peers: rates and areas of the score models straight from their definitions, nothing of it taken from prplot."""

from __future__ import annotations

import mpmath
import pytest
from mpmath import mpf

DIGITS = 19


@pytest.fixture(autouse=True)
def _digits():
    with mpmath.workdps(DIGITS):
        yield


def tail(x):
    """P(Z >= x) of a standard normal."""
    return mpmath.erfc(mpf(x) / mpmath.sqrt(2)) / 2


def tail_at(p):
    """The x at which the tail is p."""
    p = mpf(p)
    if p > mpf(1) / 2:
        return -tail_at(1 - p)
    guess = mpmath.sqrt(-2 * mpmath.log(p)) if p < mpf("0.01") else mpf(1)
    return mpmath.findroot(lambda x: mpmath.log(tail(x)) - mpmath.log(p), guess)


class Normals:
    """Negatives N(0, 1), positives N(mu, sigma²), by the threshold."""

    def __init__(self, mu, sigma):
        self.mu, self.sigma = mpf(mu), mpf(sigma)

    def fpr(self, c):
        return tail(c)

    def tpr(self, c):
        return tail((c - self.mu) / self.sigma)

    def fnr(self, c):
        return tail((self.mu - c) / self.sigma)

    def at_tpr(self, rate):
        return self.mu + self.sigma * tail_at(rate)

    def at_fpr(self, rate):
        return tail_at(rate)

    def integral(self, height, high, low, rate="tpr"):
        """∫ height(fpr, tpr) d(rate) over thresholds from high down to low."""
        mean, deviation = (self.mu, self.sigma) if rate == "tpr" else (mpf(0), mpf(1))
        places = (-40, -12, -8, -4, 0, 4, 8, 12, 40)
        marks = [m + d * place for m, d in ((self.mu, self.sigma), (mpf(0), mpf(1))) for place in places]
        inside = sorted({low, high} | {mark for mark in marks if low < mark < high})

        def integrand(c):
            return height(self.fpr(c), self.tpr(c)) * mpmath.npdf(c, mean, deviation)

        return mpmath.quad(integrand, inside)

    @property
    def ends(self):
        """Thresholds beyond which nothing is left."""
        return (
            max(mpf(38), self.mu + 38 * self.sigma),
            min(mpf(-38), self.mu - 38 * self.sigma),
        )


@pytest.fixture
def normals():
    return Normals
