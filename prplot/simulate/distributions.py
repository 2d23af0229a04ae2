"""Distributions of scores, and of soft labels.

A position is a threshold in the coordinate in which a distribution is computed: the threshold itself or, for Beta
distributions, its log odds. Each distribution has five methods. ``tails`` returns the mass below and above positions,
an array of shape (2, n); both are accurate however small they are. ``density`` takes scores, ``log_density`` positions;
``log_density`` omits the terms that all distributions of its class share. ``grid`` returns positions that lie close
around the mean, ``draw`` draws scores.
"""

# The methods have no docstrings, because the text above describes them for all classes.
# ruff: noqa: D102

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from scipy.integrate import fixed_quad
from scipy.interpolate import BSpline, make_interp_spline
from scipy.special import beta, betainc, betaln, expit, log_expit, logit, ndtr

from prplot.errors import PrplotValueError
from prplot.rows.arrays import FloatArray

# A normal distribution is evaluated up to this many standard deviations from its mean.
NORMAL_REACH = 37.0
# A score in [0, 1] is evaluated up to this absolute value of its log odds.
LOGIT_REACH = 690.0
# Weights of labels from this one to 1/2 are integrated numerically.
CLOSE = 0.35
# The number of nodes of this integration.
NODES = 8
# The number of knots of the spline in `LabelHalf.split_of`.
KNOTS = 3201


@dataclass(frozen=True)
class Normal:
    """A normal distribution with mean ``mu`` and standard deviation ``sigma``."""

    mu: float
    sigma: float = 1.0

    def tails(self, position: FloatArray) -> FloatArray:
        z = (position - self.mu) / self.sigma
        return np.asarray(ndtr([z, -z]))

    def density(self, score: FloatArray) -> FloatArray:
        return np.exp(self.log_density(score)) / math.sqrt(2.0 * math.pi)

    def log_density(self, position: FloatArray) -> FloatArray:
        with np.errstate(over="ignore"):
            return np.asarray(-(((position - self.mu) / self.sigma) ** 2) / 2.0 - math.log(self.sigma))

    def grid(self, count: int) -> FloatArray:
        return self.mu + self.sigma * nodes(NORMAL_REACH, count)

    def draw(self, rng: np.random.Generator, n: int) -> FloatArray:
        return rng.normal(self.mu, self.sigma, n)


class Beta(NamedTuple):
    """The two shapes, a and b, of a Beta distribution."""

    a: float
    b: float


@dataclass(frozen=True)
class Betas:
    """A Beta distribution, or a mixture of several.

    Parameters
    ----------
    parts : tuple of (share, a, b)
        The shapes of each, and its share; the shares add up to 1.
    """

    parts: tuple[tuple[float, float, float], ...]

    @cached_property
    def _columns(self) -> FloatArray:
        """The shares, the first shapes a and the second shapes b of the parts, each of shape (k, 1)."""
        return np.array(self.parts).T[:, :, None]

    @property
    def mean(self) -> float:
        """The mean of the distribution."""
        return sum(share / (a + b) * a for share, a, b in self.parts)

    @property
    def weight(self) -> FloatArray:
        """The means of 1 - a (negative weight) and a (positive weight) for soft labels a, of shape (2, 1)."""
        return np.array([[1.0 - self.mean], [self.mean]])

    @property
    def reflected(self) -> Betas:
        """The distribution of 1 - a if a has this distribution."""
        return Betas(tuple((share, b, a) for share, a, b in self.parts))

    @cached_property
    def of_weights(self) -> tuple[Betas, Betas]:
        """The distributions of soft labels a, weighted by 1 - a (negative weight) and by a (positive)."""
        return self.reflected._times_a().reflected, self._times_a()

    def _times_a(self) -> Betas:
        # The density times a is that of a Beta distribution whose first shape is larger by 1.
        return Betas(tuple((share * a / (a + b) / self.mean, a + 1.0, b) for share, a, b in self.parts))

    def tails(self, position: FloatArray) -> FloatArray:
        share, a, b = self._columns
        return np.asarray(np.sum(share * [betainc(a, b, expit(position)), betainc(b, a, expit(-position))], axis=1))

    def density(self, score: FloatArray) -> FloatArray:
        share, a, b = self._columns
        x = np.clip(score, 0.0, 1.0)
        with np.errstate(divide="ignore"):
            inside = share * x ** (a - 1.0) * (1.0 - x) ** (b - 1.0) / beta(a, b)
        return np.where(x == score, inside.sum(axis=0), 0.0)

    def log_density(self, position: FloatArray) -> FloatArray:
        share, a, b = self._columns
        logs = a * log_expit(position) + b * log_expit(-position)
        return np.asarray(np.logaddexp.reduce(logs + np.log(share) - betaln(a, b)))

    def grid(self, count: int) -> FloatArray:
        _, a, b = self._columns[:, :, 0]
        scale = np.sqrt(1.0 / a + 1.0 / b)
        around: FloatArray = np.log(a / b) + scale * nodes(LOGIT_REACH / scale, count)
        return np.clip(around, -LOGIT_REACH, LOGIT_REACH).ravel()

    def draw(self, rng: np.random.Generator, n: int) -> FloatArray:
        count = len(self.parts)
        drawn = np.empty(n)
        which = rng.choice(count, size=n, p=[share for share, _, _ in self.parts]) if count > 1 else np.zeros(n)
        for part, (_, a, b) in enumerate(self.parts):
            here = which == part
            drawn[here] = rng.beta(a, b, np.count_nonzero(here))
        return drawn


@dataclass(frozen=True)
class Uniform:
    """A uniform distribution on [low, low + 1]; with ``width=0`` all scores equal ``low``.

    The ROC curve of two such distributions is a polyline. Its best points are corners, and no search needs its slope,
    so the logarithm of the density is NaN.
    """

    low: float
    width: float = 1.0

    def tails(self, position: FloatArray) -> FloatArray:
        below = np.clip(position - self.low, 0.0, 1.0) if self.width else position > self.low
        return np.array([below, 1.0 - below])

    def density(self, score: FloatArray) -> FloatArray:
        if not self.width:
            raise PrplotValueError("densities are of continuous scores; all scores of this model are 0 or 1.")
        return ((score >= self.low) & (score <= self.low + 1.0)).astype(np.float64)

    def log_density(self, position: FloatArray) -> FloatArray:
        return np.full(len(position), np.nan)

    def grid(self, count: int) -> FloatArray:
        return np.linspace(0.0, self.width, count) + self.low

    def draw(self, rng: np.random.Generator, n: int) -> FloatArray:
        return self.low + (rng.random(n) if self.width else np.zeros(n))


Distribution = Normal | Betas | Uniform


def log_odds(share: FloatArray, rest: FloatArray) -> FloatArray:
    """Return ln(share / rest), which is infinite where one of the two is 0."""
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(share) - np.log(rest))


def nodes(reach: Any, count: int) -> FloatArray:
    """Return ``count`` numbers from -reach to reach: evenly spaced from -1 to 1 and farther and farther apart beyond.

    With an array of reaches there is one column for each reach.
    """
    grown = np.arcsinh(reach)
    return np.asarray(np.sinh(np.linspace(-grown, grown, count)))


@dataclass(frozen=True)
class LabelHalf:
    """The soft labels in (0, 1/2] of a mixture, split into an outer part near 0 and an inner part near 1/2.

    A split is the log odds of 2a, where a is the label between the two parts: -inf for a = 0, inf for a = 1/2. The
    weights of both parts are accurate however small they are. Splits and scores are arrays of shape (n,). Negative and
    positive weights have shape (2, n).

    Parameters
    ----------
    mixture : Betas
        The distribution of all soft labels.
    scores : Distribution
        The distribution of the scores of the rows with these labels.
    direction : {1, -1, 0}
        Whether scores rise towards the inner part (1), towards the outer part (-1), or do not depend on the labels (0).
    """

    mixture: Betas
    scores: Distribution
    direction: int

    def below(self, a: FloatArray) -> FloatArray:
        """Return the negative and the positive weight of the labels below ``a``, of shape (2, n)."""
        return np.array([each.tails(logit(a))[0] for each in self.mixture.of_weights]) * self.mixture.weight

    @cached_property
    def total(self) -> FloatArray:
        """The negative and the positive weight of all labels in (0, 1/2], an array of shape (2, 1)."""
        return self.below(np.array([0.5]))

    def weights_of_parts(self, split: FloatArray) -> FloatArray:
        """Return the weights of the outer part and of the inner part, an array of shape (2, 2, n)."""
        a, width = expit(split) / 2.0, expit(-split) / 2.0
        outer = self.below(a)

        def densities(part: FloatArray) -> FloatArray:
            at = 0.5 - np.multiply.outer(width, part)
            return np.array([1.0 - at, at]) * self.mixture.density(at.ravel()).reshape(at.shape)

        # Near 1/2 the difference `total - outer` would lose digits.
        close = width * fixed_quad(densities, 0.0, 1.0, n=NODES)[0]
        return np.array([outer, np.where(a > CLOSE, close, self.total - outer)])

    @cached_property
    def _splits(self) -> BSpline:
        """The spline from ln(mass of the outer part / mass of the inner part) to the split."""
        split = nodes(LOGIT_REACH, KNOTS)
        odds = log_odds(*self.weights_of_parts(split).sum(axis=1))
        usable = np.isfinite(odds)
        return make_interp_spline(odds[usable], split[usable], k=5)

    def split_of(self, score: FloatArray) -> FloatArray:
        """Return the splits that divide the labels into the same shares as ``score`` divides the scores.

        The split is -inf or inf where one part is empty.
        """
        # The spline is almost straight near its ends, so it may be extrapolated.
        odds = log_odds(*self.scores.tails(score)[:: self.direction])
        return np.where(np.isinf(odds), odds, self._splits(odds))

    def weights_by_score(self, score: FloatArray) -> FloatArray:
        """Return the weights of rows that score below and above ``score``, an array of shape (2, 2, n)."""
        if not self.direction:
            return self.total * self.scores.tails(score)[:, None]
        return self.weights_of_parts(self.split_of(score))[:: self.direction]

    def density(self, score: FloatArray) -> FloatArray:
        """Return the densities of negative and of positive weight at ``score``, of shape (2, n)."""
        density = self.scores.density(score)
        if not self.direction:
            return self.total * density
        a = expit(self.split_of(score)) / 2.0
        return np.asarray(self.total.sum() * density * [1.0 - a, a])
