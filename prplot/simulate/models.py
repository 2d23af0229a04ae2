"""Score models: pairs of distributions with hard labels, and the soft labels of Keilwagen et al."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Literal

import numpy as np
from numpy.polynomial.legendre import leggauss
from numpy.typing import NDArray
from scipy.interpolate import BSpline, make_interp_spline
from scipy.special import betainc, expit, logit

from prplot.errors import PrplotTypeError, short, wrong_type
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
        score = np.empty(rows)
        for chosen, scores in zip((positive, ~positive), reversed(self.distributions), strict=True):
            score[chosen] = scores.draw(rng, int(np.count_nonzero(chosen)))
        return from_labels(positive, score, name=name)


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


@dataclass(frozen=True, repr=False)
class OffsetUniform(HardModel):
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
    """A model whose rows have soft labels a from a mixture of Beta distributions, with background weight 1 - a."""

    words: str
    distributions: tuple[Distribution, Distribution]
    mixture: Mixture

    soft: ClassVar[bool] = True

    @property
    def prevalence(self) -> float:
        """π, the mean label."""
        return float(weights_below(self.mixture, 1.0)[0])

    @abstractmethod
    def draw_scores(self, rng: np.random.Generator, a: FloatArray) -> FloatArray:
        """Return scores of rows with the given labels."""

    def check_prevalence(self, prevalence: float | None) -> float:
        """Return the mean label; no other prevalence is possible."""
        if prevalence is not None:
            raise PrplotTypeError(
                f"prevalence must be left out for soft labels, whose mean it is ({self.prevalence:.4g}); "
                f"got {short(prevalence)}. For another one re-weight the background: path.at_prevalence(...)."
            )
        return self.prevalence

    def draw_path(
        self,
        rng: np.random.Generator,
        rows: int,
        prevalence: float,  # noqa: ARG002
        *,
        fixed: bool,
        name: str | None,
    ) -> ConfusionPath:
        """Return a sample: labels first, then a score for each."""
        if fixed is not False:
            raise PrplotTypeError(
                f"fixed must be left out for soft labels, which have no number of positives; got {short(fixed)}."
            )
        a = self.mixture.draw(rng, rows)
        return from_weights(self.draw_scores(rng, a), fg=a, name=name)

    def ranked_by_label(self, best: bool) -> ScoreModel:
        """Return the model in which every row scores its own label, which is the best ranking, or the reverse."""
        pair = []
        # The density of labels times 1 minus the label, and times the label, is one of the next shape.
        for more, total in zip(([0.0, 1.0], [1.0, 0.0]), weights_below(self.mixture, 1.0)[::-1], strict=True):
            parts = []
            for share, beta in self.mixture.parts:
                shapes = np.array([beta.a, beta.b])
                grown = (shapes + more)[:: 1 if best else -1]
                parts.append((share * (shapes @ more) / shapes.sum() / total, Beta(*grown)))
            pair.append(Mixture(tuple(parts)))
        words = f"every row scores {'its label a' if best else '1 - a'}"
        return RankedByLabel(self.name, words, (pair[0], pair[1]), self.mixture, best)


def weights_below(mixture: Mixture, a: FloatArray | float) -> FloatArray:
    """Return foreground and background weight of soft labels below some a of shape (n,): E[a] and E[1 - a], (2, n)."""
    weights = [
        share
        / (beta.a + beta.b)
        * np.array([beta.a * betainc(beta.a + 1.0, beta.b, a), beta.b * betainc(beta.a, beta.b + 1.0, a)])
        for share, beta in mixture.parts
    ]
    return np.asarray(np.sum(weights, axis=0))


@dataclass(frozen=True, repr=False)
class RankedByLabel(SoftModel):
    """Every row scores its own label, or 1 minus it."""

    best: bool

    def log_likelihood_ratio(self, position: FloatArray) -> FloatArray:
        """Return ln of the likelihood ratio: the odds of the label over the prior ones."""
        return np.asarray((position if self.best else -position) - logit(self.prevalence))

    def spaced_positions(self, count: int) -> FloatArray:
        """Return positions that lie close around the means of the parts of the mixture."""
        return self.mixture.spaced(count) * (1.0 if self.best else -1.0)

    def draw_scores(self, rng: np.random.Generator, a: FloatArray) -> FloatArray:  # noqa: ARG002
        """Return the labels themselves."""
        return a if self.best else 1.0 - a


@dataclass(frozen=True)
class HardClass:
    """The labels of a mixture in (0, 1/2], split in two at a place: the outer part next to 0, the inner next to 1/2.

    A place is the log odds of 2a, from -inf at a = 0 to inf at a = 1/2; both parts keep their digits
    however small they are. Places, and what is returned for them, are arrays of shape (n,).
    """

    mixture: Mixture

    @cached_property
    def total(self) -> FloatArray:
        """The foreground and background weight of all labels in (0, 1/2], an array of shape (2, 1)."""
        return weights_below(self.mixture, np.array([0.5]))

    def split_at(self, place: FloatArray) -> Pair:
        """Return foreground and background weight of the outer and of the inner part, arrays of shape (2, n)."""
        a, width = expit(place) / 2.0, expit(-place) / 2.0
        outer = weights_below(self.mixture, a)
        # Next to 1/2 the difference would cancel.
        at = 0.5 - width[:, None] * NODES
        close = width * (np.array([at, 1.0 - at]) * self.mixture.density(at) @ WEIGHTS)
        return outer, np.where(a > CLOSE, close, self.total - outer)

    @cached_property
    def _place(self) -> BSpline:
        """The place as a function of ln of the mass of the outer part over that of the inner one."""
        place = nodes_around(0.0, 1.0, LOGIT_REACH, PLACES)
        outer, inner = self.split_at(place)
        odds = log_odds(outer.sum(axis=0), inner.sum(axis=0))
        usable = np.isfinite(odds)
        return make_interp_spline(odds[usable], place[usable], k=5)

    def place_of(self, outer: FloatArray, inner: FloatArray) -> FloatArray:
        """Return the place that splits the labels into the given shares, which add up to 1; ±inf where one is 0."""
        asked = log_odds(outer, inner)
        place = self._place(np.clip(asked, *self._place.t[[0, -1]]))
        return np.where(np.isinf(asked), asked, place)


@dataclass(frozen=True, repr=False)
class AssignedScores(SoftModel):
    """Scores drawn for hard labels, a > 1/2, and given to the rows of each class in some order of their labels.

    Rows with a > 1/2 score N(mu, 1), the others N(0, 1). The two distributions are those of scores that are
    independent of the labels within each class.
    """

    mu: float
    order: LabelOrder

    @property
    def hard(self) -> Binormal:
        """The model of the hard labels."""
        return normals(self.name, self.mu)

    @property
    def hard_prevalence(self) -> float:
        """The share of rows with a > 1/2."""
        return float(hard_classes(self.mixture)[1].total.sum())

    def _mean_labels(self, position: FloatArray) -> Iterator[FloatArray]:  # noqa: ARG002
        """Yield the mean a and 1 - a of hard negatives, and 1 - a and a of hard positives, that score so much."""
        for labels in hard_classes(self.mixture):
            yield labels.total / labels.total.sum()

    def _weighed(self, position: FloatArray, negatives: FloatArray, positives: FloatArray) -> FloatArray:
        """Return foreground and background of so many hard negatives and positives at positions."""
        one, other = self._mean_labels(position)
        return negatives * one + positives * other[::-1]

    def log_likelihood_ratio(self, position: FloatArray) -> FloatArray:
        """Return ln of the likelihood ratio: the odds of the mean label at a score over the prior ones."""
        odds = logit(self.hard_prevalence) + self.mu * (position - self.mu / 2.0)
        return np.asarray(log_odds(*self._weighed(position, expit(-odds), expit(odds))) - logit(self.prevalence))

    def density_at(self, score: FloatArray) -> Densities:
        """Return the densities."""
        share = self.hard_prevalence
        one, other = (1.0 - share) * Normal(0.0).density(score), share * Normal(self.mu).density(score)
        p, n = weights_below(self.mixture, 1.0)
        fg, bg = self._weighed(score, one, other)
        return Densities(bg / n, fg / p)

    def draw_scores(self, rng: np.random.Generator, a: FloatArray) -> FloatArray:
        """Return scores drawn for the hard labels, each class in its order."""
        score = np.empty(len(a))
        for mu, rows in ((self.mu, np.flatnonzero(a > 0.5)), (0.0, np.flatnonzero(a <= 0.5))):
            drawn = rng.normal(mu, 1.0, len(rows))
            if self.order != "permuted":
                rows = rows[np.argsort(a[rows], kind="stable")]
                drawn = np.sort(drawn) if self.order == "good" else np.sort(drawn)[::-1]
            score[rows] = drawn
        return score


@dataclass(frozen=True, repr=False)
class OrderedScores(AssignedScores):
    """Assigned scores that rise or fall with the labels within each class."""

    @cached_property
    def _classes(self) -> tuple[HardClass, HardClass]:
        return hard_classes(self.mixture)

    def _places(self, position: FloatArray) -> Iterator[FloatArray]:
        """Yield where thresholds split the labels of hard negatives and of hard positives."""
        # The highest scores go to hard negatives next to 1/2 and to hard positives next to 1, or the reverse.
        step = 1 if self.order == "good" else -1
        for labels, mu, way in zip(self._classes, (0.0, self.mu), (step, -step), strict=True):
            yield labels.place_of(*Normal(mu).tails(position)[::way])

    def rates_at(self, position: FloatArray) -> Rates:
        """Return the rates at thresholds."""
        split = (labels.split_at(place) for labels, place in zip(self._classes, self._places(position), strict=True))
        (outer, inner), (other_outer, other_inner) = split
        # The labels of hard positives are reflected.
        first, second = outer + other_inner[::-1], inner + other_outer[::-1]
        below, above = (first, second) if self.order == "good" else (second, first)
        p, n = weights_below(self.mixture, 1.0)
        (fnr, tpr), (tnr, fpr) = add_up_to_one(below[0] / p, above[0] / p), add_up_to_one(below[1] / n, above[1] / n)
        return Rates(fpr, tpr, tnr, fnr)

    def _mean_labels(self, position: FloatArray) -> Iterator[FloatArray]:
        """Yield the mean labels of both hard classes; those of positives are reflected."""
        for place in self._places(position):
            yield np.array([expit(place), 2.0 - expit(place)]) / 2.0


def hard_classes(mixture: Mixture) -> tuple[HardClass, HardClass]:
    """Return the labels of hard negatives, and 1 minus those of hard positives."""
    reflected = Mixture(tuple((share, Beta(beta.b, beta.a)) for share, beta in mixture.parts))
    return HardClass(mixture), HardClass(reflected)


def assigned(order: LabelOrder, mixture: Mixture, mu: float) -> AssignedScores:
    """Return the model of soft labels in which scores of their hard classes are assigned in some order."""
    negatives, positives = (labels.total for labels in hard_classes(mixture))
    # Background and foreground of each class, as shares of all.
    weights = np.hstack([negatives, positives[::-1]])[::-1]
    fg_and_bg = weights / weights.sum(axis=1, keepdims=True)
    pair = [Mixture(((one, Normal(0.0)), (other, Normal(mu)))) for one, other in fg_and_bg]
    kind = AssignedScores if order == "permuted" else OrderedScores
    how = {"good": "rising with", "permuted": "regardless of", "bad": "falling with"}[order]
    words = f"soft labels a; scores N({mu:g}, 1) where a > 1/2, else N(0, 1), {how} a"
    return kind(order, words, (pair[0], pair[1]), mixture, mu, order)
