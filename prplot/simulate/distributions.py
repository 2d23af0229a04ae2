"""Normal and Beta distributions: tails that keep their digits, densities, and where thresholds have to lie close."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from prplot.rows.arrays import FloatArray
from prplot.simulate.calculus import EPSILON

# As far as the tail of a standard normal is followed, and the log odds of a Beta score.
NORMAL_REACH, LOGIT_REACH = 37.0, 690.0


def normal_tail(x: FloatArray) -> FloatArray:
    """Return P(Z >= x) of a standard normal, every digit of it however small it is."""
    scaled = (np.asarray(x) / math.sqrt(2.0)).ravel().tolist()
    return 0.5 * np.fromiter(map(math.erfc, scaled), np.float64, len(scaled)).reshape(np.shape(x))


def normal_density(x: FloatArray) -> FloatArray:
    """Return the density of a standard normal."""
    with np.errstate(over="ignore"):
        return np.asarray(np.exp(-(x * x) / 2.0) / math.sqrt(2.0 * math.pi))


def logistic(s: FloatArray) -> FloatArray:
    """Return 1 / (1 + exp(-s)); 1 minus it is ``logistic(-s)``."""
    with np.errstate(over="ignore"):
        return np.asarray(1.0 / (1.0 + np.exp(-np.asarray(s, dtype=np.float64))))


def log_odds(share: FloatArray, rest: FloatArray) -> FloatArray:
    """Return ln(share / rest), infinite where one of them is 0."""
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(share) - np.log(rest))


@dataclass(frozen=True)
class Beta:
    """A Beta distribution, whose two tails are both computed without cancellation.

    Parameters
    ----------
    a, b : float
        Shapes, greater than 0. Series take long where they are far apart.
    """

    a: float
    b: float

    @property
    def mean(self) -> tuple[float, float]:
        """The mean and 1 minus it: a / (a + b) and b / (a + b)."""
        return self.a / (self.a + self.b), self.b / (self.a + self.b)

    @cached_property
    def _mass(self) -> float:
        """The integral of x^a y^b / (x y), taken relative to x^a y^b at the mean: both sides of it by their series."""
        x, y = (np.array([side]) for side in self.mean)
        return float(_series(self.a, self.b, x)[0] / self.a + _series(self.b, self.a, y)[0] / self.b)

    def log_height(self, x: FloatArray, y: FloatArray) -> FloatArray:
        """Return ln of x^a y^b / B(a, b), the density of the log odds of x = 1 - y."""
        with np.errstate(divide="ignore"):
            away = [np.log(side / mean) for side, mean in zip((x, y), self.mean, strict=True)]
        return np.asarray(self.a * away[0] + self.b * away[1] - math.log(self._mass))

    def density(self, x: FloatArray) -> FloatArray:
        """Return the density, 0 outside [0, 1]."""
        inside = np.clip(x, 0.0, 1.0)
        with np.errstate(divide="ignore"):
            sides = [
                (side / mean) ** (shape - 1.0) / mean
                for side, mean, shape in zip((inside, 1.0 - inside), self.mean, (self.a, self.b), strict=True)
            ]
        return np.where(inside == x, sides[0] * sides[1] / self._mass, 0.0)

    def tails(self, x: FloatArray, y: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return the mass below and above x = 1 - y; x and y are both given, so that small ones keep their digits."""
        low = x <= self.mean[0]
        below, above = np.empty_like(x), np.empty_like(x)
        below[low] = self._below(x[low], y[low])
        above[~low] = self.reflected._below(y[~low], x[~low])
        above[low], below[~low] = 1.0 - below[low], 1.0 - above[~low]
        return below, above

    def _below(self, x: FloatArray, y: FloatArray) -> FloatArray:
        """Return the mass below x by the series x^a y^b / (a B) F(a + b, 1; a + 1; x), whose terms are positive."""
        return np.exp(self.log_height(x, y)) / self.a * _series(self.a, self.b, x)

    def moments_below(self, x: FloatArray, y: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return E[v; v < x] and E[1 - v; v < x] of the variable v; quick for x up to about 1/2.

        v times the density is one of the next shape, so the first is a series as well, and the
        mass below x and the second follow from it by adding.
        """
        height = np.exp(self.log_height(x, y))
        first = height * x / (self.a + 1.0) * _series(self.a + 1.0, self.b, x)
        mass = ((self.a + self.b) * first + height) / self.a
        return first, (self.b * mass + height) / (self.a + self.b)

    @cached_property
    def reflected(self) -> Beta:
        """The distribution of 1 minus the variable."""
        return Beta(self.b, self.a)


def _series(a: float, b: float, x: FloatArray) -> FloatArray:
    """Return the hypergeometric function F(a + b, 1; a + 1; x)."""
    term, total, terms = np.ones_like(x), np.ones_like(x), 0
    while np.any(term > EPSILON / 4 * total * (1.0 - x)):
        # To look whether they are enough takes as long as some more terms, all positive.
        for n in range(terms, terms + 8):
            term *= x * ((a + b + n) / (a + 1.0 + n))
            total += term
        terms += 8
    return total


def nodes_around(center: float, scale: float, reach: float, count: int) -> FloatArray:
    """Return positions around a center: evenly spaced within its scale, growing apart up to its reach."""
    grown = math.asinh(reach / scale)
    return np.asarray(center + scale * np.sinh(np.linspace(-grown, grown, count)))


def around_normals(mu: float, sigma: float, count: int) -> FloatArray:
    """Return thresholds around N(0, 1) and N(mu, sigma²), ``count`` around each, as an array of shape (2 count,)."""
    return np.concatenate(
        [nodes_around(0.0, 1.0, NORMAL_REACH, count), nodes_around(mu, sigma, NORMAL_REACH * sigma, count)]
    )


def around_betas(betas: Sequence[Beta], count: int) -> FloatArray:
    """Return log odds of thresholds around Beta distributions, ``count`` around each."""
    around = [
        nodes_around(math.log(beta.a / beta.b), math.sqrt(1.0 / beta.a + 1.0 / beta.b), LOGIT_REACH, count)
        for beta in betas
    ]
    return np.clip(np.concatenate(around), -LOGIT_REACH, LOGIT_REACH)
