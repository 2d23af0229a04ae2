"""Score models: pairs of distributions with hard labels, and the soft labels of Keilwagen et al."""

from __future__ import annotations

import math
from abc import abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Literal

import numpy as np
from numpy.polynomial.legendre import leggauss
from scipy.interpolate import BSpline, make_interp_spline
from scipy.special import betaln, expit, log_expit, logit

from prplot.errors import PrplotTypeError, short, yes_or_no
from prplot.path.makers import from_labels, from_weights
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray, Pair
from prplot.rows.checks import check_prevalence
from prplot.simulate.distributions import (
    LOGIT_REACH,
    Beta,
    Distribution,
    Mixture,
    Normal,
    add_up_to_one,
    log_odds,
    nodes_around,
)
from prplot.simulate.model import Densities, Rates, ScoreModel

# How scores go with soft labels within a hard class: they rise with them, are independent of them, or fall.
LabelOrder = Literal["good", "permuted", "bad"]
# From which label on weights next to 1/2 are integrated; nodes and weights on [0, 1].
CLOSE = 0.35
NODES, WEIGHTS = ((side + shift) / 2 for side, shift in zip(leggauss(8), (1.0, 0.0), strict=True))
# Places at which the labels of a hard class are split to look up the others.
PLACES = 3201


@dataclass(frozen=True, repr=False)
class HardModel(ScoreModel):
    """A model whose rows are positive or negative: a pair of distributions."""

    words: str
    distributions: tuple[Distribution, Distribution]

    def rates_at(self, position: FloatArray) -> Rates:
        """Return the rates at positions."""
        (tnr, fpr), (fnr, tpr) = (scores.tails(position) for scores in self.distributions)
        return Rates(fpr, tpr, tnr, fnr)

    def density_at(self, score: FloatArray) -> Densities:
        """Return the densities."""
        return Densities(*(scores.density(score) for scores in self.distributions))

    def spaced_positions(self, count: int) -> FloatArray:
        """Return positions that lie close around both means."""
        return np.concatenate([scores.spaced(count) for scores in self.distributions])

    def check_prevalence(self, prevalence: float | None) -> float:
        """Return the prevalence as given."""
        if prevalence is None:
            raise PrplotTypeError(
                "prevalence must be given: the two distributions of scores do not say how many are positive; "
                "got None. Pass for example prevalence=0.1."
            )
        return check_prevalence(prevalence)

    def draw_path(self, rng: np.random.Generator, rows: int, prevalence: float, fixed: bool) -> ConfusionPath:
        """Return a sample: labels first, then scores for each class."""
        exact = yes_or_no("fixed", fixed)
        positive = np.arange(rows) < round(rows * prevalence) if exact else rng.random(rows) < prevalence
        score = np.empty(rows)
        for chosen, scores in zip((positive, ~positive), reversed(self.distributions), strict=True):
            score[chosen] = scores.draw(rng, int(np.count_nonzero(chosen)))
        return from_labels(positive, score)


@dataclass(frozen=True, repr=False)
class Binormal(HardModel):
    """Negatives N(0, 1), positives N(mu, sigma²)."""

    mu: float
    sigma: float

    def log_likelihood_ratio(self, position: FloatArray) -> FloatArray:
        """Return ln of the likelihood ratio: x²/2 - ((x - mu)/sigma)²/2 - ln sigma, without cancellation."""
        z = (position - self.mu) / self.sigma
        return np.asarray((position - z) * (position + z) / 2.0 - math.log(self.sigma))


@dataclass(frozen=True, repr=False)
class Bibeta(HardModel):
    """Negatives and positives with Beta distributions."""

    negatives: Beta
    positives: Beta

    logit: ClassVar[bool] = True

    def log_likelihood_ratio(self, position: FloatArray) -> FloatArray:
        """Return ln of the likelihood ratio."""
        one, other = (
            beta.a * log_expit(position) + beta.b * log_expit(-position) - betaln(beta.a, beta.b)
            for beta in (self.positives, self.negatives)
        )
        return np.asarray(one - other)


class PolylineModel(HardModel):
    """A model whose ROC curve is a polyline."""

    straight: ClassVar[bool] = True


@dataclass(frozen=True, repr=False)
class OffsetUniform(PolylineModel):
    """Negatives uniform on [0, 1], positives on [offset, 1 + offset]."""

    offset: float


def betas(name: str, negatives: Beta, positives: Beta) -> Bibeta:
    """Return the model of two Beta distributions."""
    words = f"negatives Beta({negatives.a:g}, {negatives.b:g}), positives Beta({positives.a:g}, {positives.b:g})"
    return Bibeta(name, words, (negatives, positives), negatives, positives)


def normals(name: str, mu: float, sigma: float = 1.0) -> Binormal:
    """Return the model of two normal distributions."""
    words = f"negatives N(0, 1), positives N({mu:g}, {sigma:g}²)"
    return Binormal(name, words, (Normal(0.0), Normal(mu, sigma)), mu, sigma)


@dataclass(frozen=True, eq=False, repr=False)
class SoftModel(ScoreModel):
    """A model whose rows have soft labels a from a mixture of Beta distributions, with negative weight 1 - a."""

    words: str
    mixture: Mixture

    soft: ClassVar[bool] = True

    @property
    def prevalence(self) -> float:
        """π, the mean label."""
        return float(self.total[0, 0])

    @property
    def total(self) -> FloatArray:
        """The positive and negative weight per row, an array of shape (2, 1)."""
        return self.mixture.below(np.ones(1))

    @abstractmethod
    def draw_scores(self, rng: np.random.Generator, a: FloatArray) -> FloatArray:
        """Return scores of rows with the given labels."""

    def check_prevalence(self, prevalence: float | None) -> float:
        """Return the mean label; no other prevalence is possible."""
        if prevalence is not None:
            raise PrplotTypeError(
                f"prevalence must be left out for soft labels, whose mean it is ({self.prevalence:.4g}); "
                f"got {short(prevalence)}. For another one re-weight the negatives: path.at_prevalence(...)."
            )
        return self.prevalence

    def draw_path(
        self,
        rng: np.random.Generator,
        rows: int,
        prevalence: float,  # noqa: ARG002
        fixed: bool,
    ) -> ConfusionPath:
        """Return a sample: labels first, then a score for each."""
        if fixed is not False:
            raise PrplotTypeError(
                f"fixed must be left out for soft labels, which have no number of positives; got {short(fixed)}."
            )
        a = self.mixture.draw(rng, rows)
        return from_weights(self.draw_scores(rng, a), fg=a)

    def ranked_by_label(self, best: bool) -> ScoreModel:
        """Return the model in which every row scores its own label, which is the best ranking, or the reverse."""
        words = f"every row scores {'its label a' if best else '1 - a'}"
        return RankedByLabel(self.name, words, self.mixture, 1 if best else -1)

    def rates_of(self, below: FloatArray, above: FloatArray) -> Rates:
        """Return the rates where so much positive and negative weight scores below and above, of shape (2, n)."""
        (fnr, tnr), (tpr, fpr) = add_up_to_one(below / self.total, above / self.total)
        return Rates(fpr, tpr, tnr, fnr)


@dataclass(frozen=True, repr=False)
class RankedByLabel(SoftModel):
    """Every row scores its own label, way 1, or 1 minus it, way -1."""

    way: int

    logit: ClassVar[bool] = True

    def rates_at(self, position: FloatArray) -> Rates:
        """Return the rates at log odds of thresholds."""
        a, rest = expit(self.way * position), expit(-self.way * position)
        return self.rates_of(*(self.mixture.below(a), self.mixture.reflected.below(rest)[::-1])[:: self.way])

    def log_likelihood_ratio(self, position: FloatArray) -> FloatArray:
        """Return ln of the likelihood ratio: the odds of the label over the prior ones."""
        return np.asarray(self.way * position - logit(self.prevalence))

    def density_at(self, score: FloatArray) -> Densities:
        """Return the densities."""
        a = score if self.way > 0 else 1.0 - score
        positives, negatives = self.mixture.density(a) * np.array([a, 1.0 - a]) / self.total
        return Densities(negatives, positives)

    def spaced_positions(self, count: int) -> FloatArray:
        """Return positions that lie close around the means of the parts of the mixture."""
        return self.way * np.concatenate([beta.spaced(count) for _, beta in self.mixture.parts])

    def draw_scores(self, rng: np.random.Generator, a: FloatArray) -> FloatArray:  # noqa: ARG002
        """Return the labels themselves."""
        return a if self.way > 0 else 1.0 - a


@dataclass(frozen=True)
class HardClass:
    """The labels of a mixture in (0, 1/2], split in two at a place: the outer part next to 0, the inner next to 1/2.

    A place is the log odds of 2a, from -inf at a = 0 to inf at a = 1/2; both parts keep their digits
    however small they are. Places, and what is returned for them, are arrays of shape (n,).

    Parameters
    ----------
    mixture : Mixture
        All labels.
    mu : float
        Mean of the normal scores of the class.
    way : {1, -1, 0}
        Whether the highest scores go to the inner part, to the outer one, or to any labels.
    """

    mixture: Mixture
    mu: float
    way: int

    @cached_property
    def total(self) -> FloatArray:
        """The positive and negative weight of all labels in (0, 1/2], an array of shape (2, 1)."""
        return self.mixture.below(np.array([0.5]))

    def split_at(self, place: FloatArray) -> Pair:
        """Return positive and negative weight of the outer and of the inner part, arrays of shape (2, n)."""
        a, width = expit(place) / 2.0, expit(-place) / 2.0
        outer = self.mixture.below(a)
        # Next to 1/2 the difference would cancel.
        at = 0.5 - width[:, None] * NODES
        close = width * (np.array([at, 1.0 - at]) * self.mixture.density(at) @ WEIGHTS)
        return outer, np.where(a > CLOSE, close, self.total - outer)

    @cached_property
    def _places(self) -> BSpline:
        """The place as a function of ln of the mass of the outer part over that of the inner one."""
        place = nodes_around(0.0, 1.0, LOGIT_REACH, PLACES)
        outer, inner = self.split_at(place)
        odds = log_odds(outer.sum(axis=0), inner.sum(axis=0))
        usable = np.isfinite(odds)
        return make_interp_spline(odds[usable], place[usable], k=5)

    def place_of(self, score: FloatArray) -> FloatArray:
        """Return the place that splits the labels as scores do; ±inf where one part is empty."""
        asked = log_odds(*Normal(self.mu).tails(score)[:: self.way])
        place = self._places(np.clip(asked, *self._places.t[[0, -1]]))
        return np.where(np.isinf(asked), asked, place)

    def split_by(self, score: FloatArray) -> Pair:
        """Return positive and negative weight of what scores below and above, arrays of shape (2, n)."""
        if self.way:
            below, above = self.split_at(self.place_of(score))[:: self.way]
        else:
            below, above = (self.total * tail for tail in Normal(self.mu).tails(score))
        return below, above

    def mean_at(self, score: FloatArray) -> FloatArray:
        """Return the mean a and 1 - a of the labels that score so much, an array of shape (2, n) or (2, 1)."""
        if not self.way:
            return np.asarray(self.total / self.total.sum())
        a = expit(self.place_of(score)) / 2.0
        return np.array([a, 1.0 - a])


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
        return HardClass(self.mixture, 0.0, way), HardClass(self.mixture.reflected, self.mu, -way)

    @property
    def hard(self) -> Binormal:
        """The model of the hard labels."""
        return normals(self.name, self.mu)

    @property
    def hard_prevalence(self) -> float:
        """The share of rows with a > 1/2."""
        return float(self.classes[1].total.sum())

    def rates_at(self, position: FloatArray) -> Rates:
        """Return the rates at thresholds."""
        negatives, positives = (labels.split_by(position) for labels in self.classes)
        below, above = (one + other[::-1] for one, other in zip(negatives, positives, strict=True))
        return self.rates_of(below, above)

    def _weighed(self, position: FloatArray, negatives: FloatArray, positives: FloatArray) -> FloatArray:
        """Return positive and negative weight of so many hard negatives and positives at positions."""
        one, other = (labels.mean_at(position) for labels in self.classes)
        return negatives * one + positives * other[::-1]

    def log_likelihood_ratio(self, position: FloatArray) -> FloatArray:
        """Return ln of the likelihood ratio: the odds of the mean label at a score over the prior ones."""
        odds = logit(self.hard_prevalence) + self.mu * (position - self.mu / 2.0)
        return np.asarray(log_odds(*self._weighed(position, expit(-odds), expit(odds))) - logit(self.prevalence))

    def density_at(self, score: FloatArray) -> Densities:
        """Return the densities."""
        share, hard = self.hard_prevalence, self.hard.density_at(score)
        weighed = self._weighed(score, (1.0 - share) * hard.negatives, share * hard.positives)
        positives, negatives = weighed / self.total
        return Densities(negatives, positives)

    def spaced_positions(self, count: int) -> FloatArray:
        """Return positions that lie close around both means."""
        return self.hard.spaced_positions(count)

    def draw_scores(self, rng: np.random.Generator, a: FloatArray) -> FloatArray:
        """Return scores drawn for the hard labels, each class in its order."""
        score = np.empty(len(a))
        for mu, rows in ((self.mu, np.flatnonzero(a > 0.5)), (0.0, np.flatnonzero(a <= 0.5))):
            drawn = rng.normal(mu, 1.0, len(rows))
            if way := self.classes[0].way:
                rows = rows[np.argsort(a[rows], kind="stable")]
                drawn = np.sort(drawn)[::way]
            score[rows] = drawn
        return score


def assigned(order: LabelOrder, mixture: Mixture, mu: float) -> AssignedScores:
    """Return the model of soft labels in which scores of their hard classes are assigned in some order."""
    how = {"good": "rising with", "permuted": "regardless of", "bad": "falling with"}[order]
    words = f"soft labels a; scores N({mu:g}, 1) where a > 1/2, else N(0, 1), {how} a"
    return AssignedScores(order, words, mixture, mu, order)
