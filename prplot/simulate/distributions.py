"""Distributions of scores, and of soft labels.

Each distribution has four methods. ``tails`` returns the mass below and above positions, neither computed from the
other where it is small: a position is a threshold, of Beta distributions its log odds. ``density`` takes scores,
``spaced`` returns positions that lie close around the mean, ``draw`` draws scores.
"""

# The four methods are documented above.
# ruff: noqa: D102

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy import special

from prplot.errors import PrplotValueError
from prplot.rows.arrays import FloatArray, Pair

# As far as the tail of a standard normal is followed, and the log odds of a score in [0, 1].
NORMAL_REACH, LOGIT_REACH = 37.0, 690.0


@dataclass(frozen=True)
class Normal:
    """A normal distribution."""

    mu: float
    sigma: float = 1.0

    def tails(self, position: FloatArray) -> Pair:
        z = (position - self.mu) / (self.sigma * math.sqrt(2.0))
        return special.erfc(-z) / 2.0, special.erfc(z) / 2.0

    def density(self, score: FloatArray) -> FloatArray:
        with np.errstate(over="ignore"):
            return np.asarray(
                np.exp(-(((score - self.mu) / self.sigma) ** 2) / 2.0) / (self.sigma * math.sqrt(2.0 * math.pi))
            )

    def spaced(self, count: int) -> FloatArray:
        return nodes_around(self.mu, self.sigma, NORMAL_REACH * self.sigma, count)

    def draw(self, rng: np.random.Generator, n: int) -> FloatArray:
        return rng.normal(self.mu, self.sigma, n)


@dataclass(frozen=True)
class Beta:
    """A Beta distribution of shapes a and b."""

    a: float
    b: float

    def tails(self, position: FloatArray) -> Pair:
        below = special.betainc(self.a, self.b, special.expit(position))
        return add_up_to_one(below, special.betainc(self.b, self.a, special.expit(-position)))

    def density(self, score: FloatArray) -> FloatArray:
        x = np.clip(score, 0.0, 1.0)
        with np.errstate(divide="ignore"):
            inside = x ** (self.a - 1.0) * (1.0 - x) ** (self.b - 1.0) / special.beta(self.a, self.b)
        return np.where(x == score, inside, 0.0)

    def spaced(self, count: int) -> FloatArray:
        around = nodes_around(math.log(self.a / self.b), math.sqrt(1.0 / self.a + 1.0 / self.b), LOGIT_REACH, count)
        return np.clip(around, -LOGIT_REACH, LOGIT_REACH)

    def draw(self, rng: np.random.Generator, n: int) -> FloatArray:
        return rng.beta(self.a, self.b, n)


@dataclass(frozen=True)
class Uniform:
    """A uniform distribution from some score to 1 beyond it."""

    low: float

    def tails(self, position: FloatArray) -> Pair:
        below = np.clip(position - self.low, 0.0, 1.0)
        return below, 1.0 - below

    def density(self, score: FloatArray) -> FloatArray:
        return ((score >= self.low) & (score <= self.low + 1.0)).astype(np.float64)

    def spaced(self, count: int) -> FloatArray:
        return np.linspace(0.0, 1.0, count) + self.low

    def draw(self, rng: np.random.Generator, n: int) -> FloatArray:
        return self.low + rng.random(n)


@dataclass(frozen=True)
class Constant:
    """One score for all."""

    score: float

    def tails(self, position: FloatArray) -> Pair:
        above = (position <= self.score).astype(np.float64)
        return 1.0 - above, above

    def density(self, score: FloatArray) -> FloatArray:  # noqa: ARG002
        raise PrplotValueError("densities are of continuous scores; all scores of this model are 0 or 1.")

    def spaced(self, count: int) -> FloatArray:  # noqa: ARG002
        return np.array([self.score])

    def draw(self, rng: np.random.Generator, n: int) -> FloatArray:  # noqa: ARG002
        return np.full(n, self.score)


Distribution = Normal | Beta | Uniform | Constant


@dataclass(frozen=True)
class Mixture:
    """A mixture of Beta distributions of a soft label a, whose negative weight is 1 - a.

    Parameters
    ----------
    parts : tuple of (share, Beta)
        The shares add up to 1.
    """

    parts: tuple[tuple[float, Beta], ...]

    @property
    def reflected(self) -> Mixture:
        """The mixture of 1 - a."""
        return Mixture(tuple((share, Beta(beta.b, beta.a)) for share, beta in self.parts))

    def below(self, a: FloatArray) -> FloatArray:
        """Return positive and negative weight of labels below some a of shape (n,): E[a] and E[1 - a], (2, n)."""
        share, p, q = np.array([(share, beta.a, beta.b) for share, beta in self.parts]).T[:, :, None]
        # The density of labels, times the label or 1 minus it, is one of the next shape.
        moments = p * special.betainc(p + 1.0, q, a), q * special.betainc(p, q + 1.0, a)
        return np.asarray(np.sum(share / (p + q) * np.array(moments), axis=1))

    def density(self, a: FloatArray) -> FloatArray:
        """Return the density of labels."""
        return np.asarray(sum(share * beta.density(a) for share, beta in self.parts))

    def draw(self, rng: np.random.Generator, n: int) -> FloatArray:
        """Return so many labels."""
        which = rng.choice(len(self.parts), size=n, p=[share for share, _ in self.parts])
        drawn = np.empty(n)
        for index, (_, beta) in enumerate(self.parts):
            here = np.flatnonzero(which == index)
            drawn[here] = beta.draw(rng, len(here))
        return drawn


def add_up_to_one(one: FloatArray, other: FloatArray) -> Pair:
    """Return shares that add up to 1 but for rounding as shares that do, by the smaller of each pair."""
    first = one <= other
    return np.where(first, one, 1.0 - other), np.where(first, 1.0 - one, other)


def log_odds(share: FloatArray, rest: FloatArray) -> FloatArray:
    """Return ln(share / rest), infinite where one of them is 0."""
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(share) - np.log(rest))


def nodes_around(center: float, scale: float, reach: float, count: int) -> FloatArray:
    """Return positions around a center: evenly spaced within its scale, growing apart up to its reach."""
    grown = math.asinh(reach / scale)
    return np.asarray(center + scale * np.sinh(np.linspace(-grown, grown, count)))
