"""Score models: pairs of distributions with hard labels, and the soft labels of Keilwagen et al."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.polynomial.legendre import leggauss
from numpy.typing import NDArray
from scipy.interpolate import BSpline, make_interp_spline
from scipy.special import expit, logit

from prplot.errors import PrplotTypeError, short
from prplot.rows.arrays import FloatArray, Pair
from prplot.simulate.distributions import LOGIT_REACH, Beta, Betas, Distribution, Normal, log_odds, nodes_around
from prplot.simulate.model import Densities, ScoreModel

# Within a hard class scores rise with the soft labels, are independent of the labels, or fall with them.
LabelOrder = Literal["good", "permuted", "bad"]
# From this label up to 1/2 weights are integrated numerically, with these nodes and weights on [0, 1].
CLOSE = 0.35
NODES, WEIGHTS = ((side + shift) / 2 for side, shift in zip(leggauss(8), (1.0, 0.0), strict=True))
# How many places the spline of `HardClass.place_of` goes through.
PLACES = 3201


@dataclass(frozen=True, repr=False)
class PairModel(ScoreModel):
    """A model of hard labels that holds its pair of distributions."""

    words: str
    distributions: tuple[Distribution, Distribution]


@dataclass(frozen=True, repr=False)
class Binormal(PairModel):
    """Negatives N(0, 1), positives N(mu, sigma²)."""

    mu: float
    sigma: float


@dataclass(frozen=True, repr=False)
class Bibeta(PairModel):
    """Negatives and positives with Beta distributions."""

    negatives: Beta
    positives: Beta


@dataclass(frozen=True, repr=False)
class OffsetUniform(PairModel):
    """Negatives uniform on [0, 1], positives on [offset, 1 + offset]."""

    offset: float


def betas(name: str, negatives: Beta, positives: Beta) -> Bibeta:
    """Return the model of two Beta distributions."""
    words = f"negatives Beta({negatives.a:g}, {negatives.b:g}), positives Beta({positives.a:g}, {positives.b:g})"
    distributions = (Betas(((1.0, *negatives),)), Betas(((1.0, *positives),)))
    return Bibeta(name, words, distributions, negatives, positives)


def normals(name: str, mu: float, sigma: float = 1.0) -> Binormal:
    """Return the model of two normal distributions."""
    words = f"negatives N(0, 1), positives N({mu:g}, {sigma:g}²)"
    return Binormal(name, words, (Normal(0.0), Normal(mu, sigma)), mu, sigma)


@dataclass(frozen=True, repr=False)
class SoftModel(PairModel):
    """A model whose rows have soft labels a from a mixture of Beta distributions, with negative weight 1 - a.

    Every row scores its own label, or 1 minus it.
    """

    mixture: Betas

    soft: ClassVar[bool] = True

    @property
    def prevalence(self) -> float:
        """π, the mean label."""
        return self.mixture.mean

    def check_prevalence(self, prevalence: float | None) -> float:
        """Return the mean label; no other prevalence is possible."""
        if prevalence is not None:
            raise PrplotTypeError(
                f"prevalence must be left out for soft labels, whose mean it is ({self.prevalence:.4g}); "
                f"got {short(prevalence)}. For another one re-weight the negatives: path.at_prevalence(...)."
            )
        return self.prevalence

    def draw_labels(self, rng: np.random.Generator, rows: int, prevalence: float, fixed: bool) -> FloatArray:  # noqa: ARG002
        """Return the labels of so many rows."""
        if fixed is not False:
            raise PrplotTypeError(
                f"fixed must be left out for soft labels, which have no number of positives; got {short(fixed)}."
            )
        return self.mixture.draw(rng, rows)

    def ranked_by_label(self, best: bool) -> ScoreModel:
        """Return the model in which every row scores its own label, which is the best ranking, or the reverse."""
        negatives, positives = (each if best else each.reflected for each in self.mixture.of_weights)
        words = f"every row scores {'its label a' if best else '1 - a'}"
        return SoftModel(self.name, words, (negatives, positives), self.mixture)

    def draw_scores(self, rng: np.random.Generator, labels: NDArray[Any]) -> FloatArray:  # noqa: ARG002
        """Return the labels, or 1 minus them."""
        return labels if self.distributions == self.mixture.of_weights else 1.0 - labels


@dataclass(frozen=True)
class HardClass:
    """The labels of a mixture in (0, 1/2], split in two at a place: the outer part next to 0, the inner next to 1/2.

    A place is the log odds of 2a, from -inf at a = 0 to inf at a = 1/2. The weights of both parts are accurate however
    small they are. Places and scores are arrays of shape (n,); negative and positive weights have shape (2, n).

    Parameters
    ----------
    mixture : Betas
        All labels.
    scores : Distribution
        The scores of the class.
    way : {1, -1, 0}
        Whether the highest scores go to the inner part, to the outer one, or to any labels.
    """

    mixture: Betas
    scores: Distribution
    way: int

    def below(self, a: FloatArray) -> FloatArray:
        """Return the weights of labels below some a."""
        return self.mixture.weight * [each.tails(logit(a))[0] for each in self.mixture.of_weights]

    @cached_property
    def total(self) -> FloatArray:
        """The weights of all labels in (0, 1/2], an array of shape (2, 1)."""
        return self.below(np.array([0.5]))

    def split_at(self, place: FloatArray) -> Pair:
        """Return the weights of the outer and of the inner part."""
        a, width = expit(place) / 2.0, expit(-place) / 2.0
        outer = self.below(a)
        # Close to 1/2 the difference would lose its digits.
        at = 0.5 - width[:, None] * NODES
        close = width * (np.array([1.0 - at, at]) * self.mixture.density(at.ravel()).reshape(at.shape) @ WEIGHTS)
        return outer, np.where(a > CLOSE, close, self.total - outer)

    @cached_property
    def _places(self) -> BSpline:
        """The place as a function of ln of the mass of the outer part over that of the inner one."""
        place = nodes_around(0.0, 1.0, LOGIT_REACH, PLACES)
        odds = log_odds(*(part.sum(axis=0) for part in self.split_at(place)))
        usable = np.isfinite(odds)
        return make_interp_spline(odds[usable], place[usable], k=5)

    def place_of(self, score: FloatArray) -> FloatArray:
        """Return the places that split the labels in the same shares as the scores; ±inf where one part is empty."""
        asked = log_odds(*self.scores.tails(score)[:: self.way])
        place = self._places(np.clip(asked, *self._places.t[[0, -1]]))
        return np.where(np.isinf(asked), asked, place)

    def split_by(self, score: FloatArray) -> FloatArray:
        """Return the weights of the labels that score below and above, an array of shape (2, 2, n)."""
        if not self.way:
            return self.total * np.array(self.scores.tails(score))[:, None]
        return np.array(self.split_at(self.place_of(score)))[:: self.way]

    def mean_at(self, score: FloatArray) -> FloatArray:
        """Return the mean weights of the labels with these scores, of shape (2, n) or (2, 1)."""
        if not self.way:
            return np.asarray(self.total / self.total.sum())
        a = expit(self.place_of(score)) / 2.0
        return np.array([1.0 - a, a])


@dataclass(frozen=True, repr=False)
class AssignedScores(SoftModel):
    """Scores drawn for hard labels, a > 1/2, and given to the rows of each class in some order of their labels.

    Rows with a > 1/2 score N(mu, 1), the others N(0, 1).
    """

    mu: float
    order: LabelOrder

    @cached_property
    def classes(self) -> tuple[HardClass, HardClass]:
        """The labels of hard negatives, and 1 minus those of hard positives."""
        # Scores that rise with labels are highest next to 1/2 in hard negatives, next to 1 in hard positives.
        way = {"good": 1, "permuted": 0, "bad": -1}[self.order]
        negatives, positives = self.distributions
        return HardClass(self.mixture, negatives, way), HardClass(self.mixture.reflected, positives, -way)

    @property
    def hard(self) -> Binormal:
        """The model of the hard labels."""
        return normals(self.name, self.mu)

    @property
    def hard_prevalence(self) -> float:
        """The share of rows with a > 1/2."""
        return float(self.classes[1].total.sum())

    def tails(self, position: FloatArray) -> FloatArray:
        """Return the shares of negative and positive weight below and above thresholds."""
        negatives, positives = (labels.split_by(position) for labels in self.classes)
        return np.asarray((negatives + positives[:, ::-1]) / self.mixture.weight)

    def _weighed(self, position: FloatArray, negatives: FloatArray, positives: FloatArray) -> FloatArray:
        """Return the densities of negative and positive weight, from those of hard negatives and positives."""
        one, other = (labels.mean_at(position) for labels in self.classes)
        return np.asarray((negatives * one + positives * other[::-1]) / self.mixture.weight)

    def log_likelihood_ratio(self, position: FloatArray) -> FloatArray:
        """Return the logarithm of the odds of the mean label at a score, divided by the prior odds."""
        odds = logit(self.hard_prevalence) + super().log_likelihood_ratio(position)
        return log_odds(*self._weighed(position, expit(-odds), expit(odds))[::-1])

    def density_at(self, score: FloatArray) -> Densities:
        """Return the densities."""
        share, (negatives, positives) = self.hard_prevalence, super().density_at(score)
        return Densities(*self._weighed(score, (1.0 - share) * negatives, share * positives))

    def draw_scores(self, rng: np.random.Generator, labels: NDArray[Any]) -> FloatArray:
        """Return scores drawn for the hard labels, each class in its order."""
        score = ScoreModel.draw_scores(self, rng, labels)
        if way := self.classes[0].way:
            for rows in (np.flatnonzero(labels > 0.5), np.flatnonzero(labels <= 0.5)):
                score[rows[np.argsort(labels[rows], kind="stable")]] = np.sort(score[rows])[::way]
        return score
