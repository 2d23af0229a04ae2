"""Score models with hard labels: two normal, two Beta, two uniform distributions, and two constants."""

from __future__ import annotations

import math
from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from prplot.errors import PrplotTypeError, PrplotValueError, wrong_type
from prplot.path.makers import from_labels
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray
from prplot.rows.checks import check_prevalence
from prplot.simulate.distributions import (
    Beta,
    around_betas,
    around_normals,
    log_odds,
    logistic,
    normal_density,
    normal_tail,
)
from prplot.simulate.grid import Rates
from prplot.simulate.model import Densities, ScoreModel


class HardModel(ScoreModel):
    """A model whose rows are positive or negative."""

    @abstractmethod
    def draw_scores(self, rng: np.random.Generator, positives: int, negatives: int) -> tuple[FloatArray, FloatArray]:
        """Return scores of so many positives, and of so many negatives."""

    def check_prevalence(self, prevalence: float | None) -> float:
        """Return the prevalence as given."""
        if prevalence is None:
            raise PrplotTypeError(
                "prevalence must be given: the two distributions of scores do not say how many are positive; "
                "got None. Pass for example prevalence=0.1."
            )
        return check_prevalence(prevalence)

    def draw_path(
        self, rng: np.random.Generator, rows: int, prevalence: float, *, fixed: bool, name: str | None
    ) -> ConfusionPath:
        """Return a sample: labels first, then scores for each class."""
        if not isinstance(fixed, bool | np.bool_):
            raise wrong_type("fixed", "be True or False", fixed)
        positive: NDArray[np.bool_] = (
            np.arange(rows) < round(rows * prevalence) if fixed else rng.random(rows) < prevalence
        )
        count = int(np.count_nonzero(positive))
        score = np.empty(rows)
        score[positive], score[~positive] = self.draw_scores(rng, count, rows - count)
        return from_labels(positive, score, name=name)


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

    def log_likelihood_ratio(self, position: FloatArray) -> FloatArray:
        """Return ln of the likelihood ratio: x²/2 - ((x - mu)/sigma)²/2 - ln sigma."""
        z = (position - self.mu) / self.sigma
        return np.asarray((position - z) * (position + z) / 2.0 - math.log(self.sigma))

    def density_at(self, score: FloatArray) -> Densities:
        """Return the densities."""
        return Densities(normal_density(score), normal_density((score - self.mu) / self.sigma) / self.sigma)

    def spaced_positions(self, count: int) -> FloatArray:
        """Return positions that lie close around both means."""
        return around_normals(self.mu, self.sigma, count)

    def draw_scores(self, rng: np.random.Generator, positives: int, negatives: int) -> tuple[FloatArray, FloatArray]:
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

    def log_likelihood_ratio(self, position: FloatArray) -> FloatArray:
        """Return ln of the likelihood ratio."""
        x, y = logistic(position), logistic(-position)
        return self.positives.log_height(x, y) - self.negatives.log_height(x, y)

    def density_at(self, score: FloatArray) -> Densities:
        """Return the densities."""
        return Densities(self.negatives.density(score), self.positives.density(score))

    def spaced_positions(self, count: int) -> FloatArray:
        """Return positions that lie close around both means."""
        return around_betas([self.negatives, self.positives], count)

    def draw_scores(self, rng: np.random.Generator, positives: int, negatives: int) -> tuple[FloatArray, FloatArray]:
        """Return scores of so many positives and negatives."""
        fore, back = self.positives, self.negatives
        return rng.beta(fore.a, fore.b, positives), rng.beta(back.a, back.b, negatives)


class PolylineModel(HardModel):
    """A model whose ROC curve is a polyline."""

    straight: ClassVar[bool] = True

    def log_likelihood_ratio(self, position: FloatArray) -> FloatArray:
        """Return what no curve of a polyline asks for."""
        raise NotImplementedError


@dataclass(frozen=True, repr=False)
class OffsetUniform(PolylineModel):
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

    def spaced_positions(self, count: int) -> FloatArray:
        """Return evenly spaced thresholds; corners are among them."""
        even = np.linspace(0.0, 1.0, count)
        return np.concatenate([even, even + self.offset])

    def draw_scores(self, rng: np.random.Generator, positives: int, negatives: int) -> tuple[FloatArray, FloatArray]:
        """Return scores of so many positives and negatives."""
        return self.offset + rng.random(positives), rng.random(negatives)


@dataclass(frozen=True, repr=False)
class Constants(PolylineModel):
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

    def spaced_positions(self, count: int) -> FloatArray:  # noqa: ARG002
        """Return the two scores."""
        return np.array([0.0, 1.0])

    def draw_scores(self, rng: np.random.Generator, positives: int, negatives: int) -> tuple[FloatArray, FloatArray]:  # noqa: ARG002
        """Return scores of so many positives and negatives."""
        return np.ones(positives), np.zeros(negatives)
