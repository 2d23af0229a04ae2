"""Score models with hard labels: two normal, two Beta, two uniform distributions, and two constants."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from prplot.arithmetic.exact_sums import FloatArray
from prplot.errors import PrplotValueError
from prplot.simulate.model import Densities, HardModel, Rates
from prplot.simulate.numeric import Beta, log_odds, logistic, normal_tail, spread

__all__ = ["Bibeta", "Binormal", "Constants", "OffsetUniform", "beta_marks", "normal_density", "normal_marks"]

# As far as the tail of a standard normal is followed, and the log odds of a Beta score.
NORMAL_REACH, LOGIT_REACH = 37.0, 690.0


def normal_density(x: FloatArray) -> FloatArray:
    """Return the density of a standard normal."""
    with np.errstate(over="ignore"):
        return np.asarray(np.exp(-(x * x) / 2.0) / math.sqrt(2.0 * math.pi))


def normal_marks(mu: float, sigma: float, count: int) -> FloatArray:
    """Return positions for two normal distributions, N(0, 1) and N(mu, sigma²)."""
    return np.concatenate([spread(0.0, 1.0, NORMAL_REACH, count), spread(mu, sigma, NORMAL_REACH * sigma, count)])


def beta_marks(betas: Sequence[Beta], count: int) -> FloatArray:
    """Return positions, as log odds, for Beta distributions."""
    around = [
        spread(math.log(beta.a / beta.b), math.sqrt(1.0 / beta.a + 1.0 / beta.b), LOGIT_REACH, count) for beta in betas
    ]
    return np.clip(np.concatenate(around), -LOGIT_REACH, LOGIT_REACH)


@dataclass(frozen=True, repr=False)
class Binormal(HardModel):
    """Negatives N(0, 1), positives N(mu, sigma²)."""

    mu: float
    sigma: float

    @property
    def words(self) -> str:
        """The two distributions."""
        return f"negatives N(0, 1), positives N({self.mu:g}, {self.sigma:g}²)"

    def rates_at(self, position: FloatArray) -> Rates:
        """Return the rates at thresholds."""
        z = (position - self.mu) / self.sigma
        return Rates(normal_tail(position), normal_tail(z), normal_tail(-position), normal_tail(-z))

    def log_ratio(self, position: FloatArray) -> FloatArray:
        """Return ln of the likelihood ratio: x²/2 - ((x - mu)/sigma)²/2 - ln sigma."""
        z = (position - self.mu) / self.sigma
        return np.asarray((position - z) * (position + z) / 2.0 - math.log(self.sigma))

    def density_at(self, score: FloatArray) -> Densities:
        """Return the densities."""
        return Densities(normal_density(score), normal_density((score - self.mu) / self.sigma) / self.sigma)

    def marks(self, count: int) -> FloatArray:
        """Return positions that lie close around both means."""
        return normal_marks(self.mu, self.sigma, count)

    def drawn(self, rng: np.random.Generator, positives: int, negatives: int) -> tuple[FloatArray, FloatArray]:
        """Return scores of so many positives and negatives."""
        return rng.normal(self.mu, self.sigma, positives), rng.normal(0.0, 1.0, negatives)


@dataclass(frozen=True, repr=False)
class Bibeta(HardModel):
    """Negatives and positives with Beta distributions; a position is the log odds of a threshold."""

    negatives: Beta
    positives: Beta

    @property
    def words(self) -> str:
        """The two distributions."""
        of = (f"Beta({beta.a:g}, {beta.b:g})" for beta in (self.negatives, self.positives))
        return "negatives {}, positives {}".format(*of)

    def position_of(self, threshold: FloatArray) -> FloatArray:
        """Return the log odds of thresholds, infinite outside (0, 1)."""
        inside = np.clip(threshold, 0.0, 1.0)
        return log_odds(inside, 1.0 - inside)

    def threshold_of(self, position: FloatArray) -> FloatArray:
        """Return the thresholds of log odds."""
        return logistic(position)

    def rates_at(self, position: FloatArray) -> Rates:
        """Return the rates at log odds of thresholds."""
        x, y = logistic(position), logistic(-position)
        (tnr, fpr), (fnr, tpr) = self.negatives.tails(x, y), self.positives.tails(x, y)
        return Rates(fpr, tpr, tnr, fnr)

    def log_ratio(self, position: FloatArray) -> FloatArray:
        """Return ln of the likelihood ratio."""
        x, y = logistic(position), logistic(-position)
        return self.positives.log_height(x, y) - self.negatives.log_height(x, y)

    def density_at(self, score: FloatArray) -> Densities:
        """Return the densities."""
        return Densities(self.negatives.density(score), self.positives.density(score))

    def marks(self, count: int) -> FloatArray:
        """Return positions that lie close around both means."""
        return beta_marks([self.negatives, self.positives], count)

    def drawn(self, rng: np.random.Generator, positives: int, negatives: int) -> tuple[FloatArray, FloatArray]:
        """Return scores of so many positives and negatives."""
        fore, back = self.positives, self.negatives
        return rng.beta(fore.a, fore.b, positives), rng.beta(back.a, back.b, negatives)


class _Straight(HardModel):
    """A model whose ROC curve is a polyline."""

    straight: ClassVar[bool] = True

    def log_ratio(self, position: FloatArray) -> FloatArray:
        """Return what no curve of a polyline asks for."""
        raise NotImplementedError


@dataclass(frozen=True, repr=False)
class OffsetUniform(_Straight):
    """Negatives uniform on [0, 1], positives on [offset, 1 + offset]."""

    offset: float

    @property
    def words(self) -> str:
        """The two distributions."""
        return f"negatives U(0, 1), positives U({self.offset:g}, {1.0 + self.offset:g})"

    def rates_at(self, position: FloatArray) -> Rates:
        """Return the rates at thresholds."""
        tnr, fnr = np.clip(position, 0.0, 1.0), np.clip(position - self.offset, 0.0, 1.0)
        return Rates(1.0 - tnr, 1.0 - fnr, tnr, fnr)

    def density_at(self, score: FloatArray) -> Densities:
        """Return the densities."""
        within = ((score >= low) & (score <= low + 1.0) for low in (0.0, self.offset))
        return Densities(*(inside.astype(np.float64) for inside in within))

    def marks(self, count: int) -> FloatArray:
        """Return evenly spaced thresholds; corners are among them."""
        even = np.linspace(0.0, 1.0, count)
        return np.concatenate([even, even + self.offset])

    def drawn(self, rng: np.random.Generator, positives: int, negatives: int) -> tuple[FloatArray, FloatArray]:
        """Return scores of so many positives and negatives."""
        return self.offset + rng.random(positives), rng.random(negatives)


@dataclass(frozen=True, repr=False)
class Constants(_Straight):
    """Every positive scores 1, every negative 0."""

    @property
    def words(self) -> str:
        """The two distributions."""
        return "negatives always 0, positives always 1"

    def rates_at(self, position: FloatArray) -> Rates:
        """Return the rates at thresholds."""
        fpr, tpr = ((position <= score).astype(np.float64) for score in (0.0, 1.0))
        return Rates(fpr, tpr, 1.0 - fpr, 1.0 - tpr)

    def density_at(self, score: FloatArray) -> Densities:  # noqa: ARG002
        """Raise an error: constants have no density."""
        raise PrplotValueError("densities are of continuous scores; all scores of this model are 0 or 1.")

    def marks(self, count: int) -> FloatArray:  # noqa: ARG002
        """Return the two scores."""
        return np.array([0.0, 1.0])

    def drawn(self, rng: np.random.Generator, positives: int, negatives: int) -> tuple[FloatArray, FloatArray]:  # noqa: ARG002
        """Return scores of so many positives and negatives."""
        return np.ones(positives), np.zeros(negatives)
