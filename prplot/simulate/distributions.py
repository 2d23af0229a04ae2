"""Distributions of scores: tails that keep their digits, densities, and where thresholds have to lie close.

Distributions compute at positions: numbers that rise with the threshold, from -inf to inf. A position is the
threshold itself, but for distributions on [0, 1] the log odds of the threshold.
"""

# Methods are documented once, in the base class.
# ruff: noqa: D102

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from scipy import special

from prplot.errors import PrplotValueError
from prplot.rows.arrays import FloatArray, Pair

# As far as the tail of a standard normal is followed, and the log odds of a score in [0, 1].
NORMAL_REACH, LOGIT_REACH = 37.0, 690.0


class Distribution(ABC):
    """A distribution of scores."""

    # Whether positions are log odds of thresholds, and whether the tails are polylines.
    logit: ClassVar[bool] = False
    straight: ClassVar[bool] = False

    @abstractmethod
    def tails(self, position: FloatArray) -> Pair:
        """Return the mass below and above positions; neither is computed from the other where it is small."""

    @abstractmethod
    def density(self, score: FloatArray) -> FloatArray:
        """Return the density at scores."""

    def log_density(self, position: FloatArray) -> FloatArray:
        """Return ln of the density at positions, up to a constant of the kind of distribution."""
        raise NotImplementedError

    @abstractmethod
    def spaced(self, count: int) -> FloatArray:
        """Return positions that lie close around the mean."""

    @abstractmethod
    def draw(self, rng: np.random.Generator, n: int) -> FloatArray:
        """Return so many scores."""


@dataclass(frozen=True)
class Normal(Distribution):
    """A normal distribution."""

    mu: float
    sigma: float = 1.0

    def tails(self, position: FloatArray) -> Pair:
        z = (position - self.mu) / (self.sigma * math.sqrt(2.0))
        return special.erfc(-z) / 2.0, special.erfc(z) / 2.0

    def density(self, score: FloatArray) -> FloatArray:
        return np.asarray(np.exp(self.log_density(score)) / math.sqrt(2.0 * math.pi))

    def log_density(self, position: FloatArray) -> FloatArray:
        with np.errstate(over="ignore"):
            return np.asarray(-(((position - self.mu) / self.sigma) ** 2) / 2.0 - math.log(self.sigma))

    def spaced(self, count: int) -> FloatArray:
        return nodes_around(self.mu, self.sigma, NORMAL_REACH * self.sigma, count)

    def draw(self, rng: np.random.Generator, n: int) -> FloatArray:
        return rng.normal(self.mu, self.sigma, n)


@dataclass(frozen=True)
class Beta(Distribution):
    """A Beta distribution of shapes a and b."""

    a: float
    b: float

    logit = True

    def tails(self, position: FloatArray) -> Pair:
        below = special.betainc(self.a, self.b, special.expit(position))
        return add_up_to_one(below, special.betainc(self.b, self.a, special.expit(-position)))

    def density(self, score: FloatArray) -> FloatArray:
        x = np.clip(score, 0.0, 1.0)
        with np.errstate(divide="ignore"):
            inside = x ** (self.a - 1.0) * (1.0 - x) ** (self.b - 1.0) / special.beta(self.a, self.b)
        return np.where(x == score, inside, 0.0)

    def log_density(self, position: FloatArray) -> FloatArray:
        above, below = special.log_expit(position), special.log_expit(-position)
        return np.asarray(self.a * above + self.b * below - special.betaln(self.a, self.b))

    def spaced(self, count: int) -> FloatArray:
        around = nodes_around(math.log(self.a / self.b), math.sqrt(1.0 / self.a + 1.0 / self.b), LOGIT_REACH, count)
        return np.clip(around, -LOGIT_REACH, LOGIT_REACH)

    def draw(self, rng: np.random.Generator, n: int) -> FloatArray:
        return rng.beta(self.a, self.b, n)


@dataclass(frozen=True)
class Uniform(Distribution):
    """A uniform distribution from some score to 1 beyond it."""

    low: float

    straight = True

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
class Constant(Distribution):
    """One score for all."""

    score: float

    straight = True

    def tails(self, position: FloatArray) -> Pair:
        above = (position <= self.score).astype(np.float64)
        return 1.0 - above, above

    def density(self, score: FloatArray) -> FloatArray:  # noqa: ARG002
        raise PrplotValueError("densities are of continuous scores; all scores of this model are 0 or 1.")

    def spaced(self, count: int) -> FloatArray:  # noqa: ARG002
        return np.array([self.score])

    def draw(self, rng: np.random.Generator, n: int) -> FloatArray:  # noqa: ARG002
        return np.full(n, self.score)


@dataclass(frozen=True)
class Mixture(Distribution):
    """A mixture of distributions of one kind.

    Parameters
    ----------
    parts : tuple of (share, distribution)
        The shares add up to 1.
    """

    parts: tuple[tuple[float, Any], ...]

    @property
    def logit(self) -> bool:  # type: ignore[override]
        return bool(self.parts[0][1].logit)

    def tails(self, position: FloatArray) -> Pair:
        below, above = np.sum([share * np.array(part.tails(position)) for share, part in self.parts], axis=0)
        return add_up_to_one(below, above)

    def density(self, score: FloatArray) -> FloatArray:
        return np.asarray(sum(share * part.density(score) for share, part in self.parts))

    def spaced(self, count: int) -> FloatArray:
        return np.concatenate([part.spaced(count) for _, part in self.parts])

    def draw(self, rng: np.random.Generator, n: int) -> FloatArray:
        which = rng.choice(len(self.parts), size=n, p=[share for share, _ in self.parts])
        drawn = np.empty(n)
        for index, (_, part) in enumerate(self.parts):
            here = which == index
            drawn[here] = part.draw(rng, int(np.count_nonzero(here)))
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
