"""Score models with soft labels: the simulation of Keilwagen et al., and its best and worst ranking."""

from __future__ import annotations

import math
from abc import abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Literal

import numpy as np

from prplot.errors import PrplotTypeError, short
from prplot.path.makers import from_weights
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray
from prplot.simulate.distributions import around_betas, around_normals, log_odds, logistic, normal_density, normal_tail
from prplot.simulate.grid import Rates
from prplot.simulate.hard import Binormal
from prplot.simulate.label_mixtures import HardClass, Mixture, Weights
from prplot.simulate.model import Densities, ScoreModel

# How scores go with soft labels within a hard class: they rise with them, are independent of them, or fall.
LabelOrder = Literal["good", "permuted", "bad"]


@dataclass(frozen=True, eq=False, repr=False)
class SoftModel(ScoreModel):
    """A model whose rows have soft labels a from a mixture, with background weight 1 - a."""

    mixture: Mixture

    soft: ClassVar[bool] = True

    @property
    def prevalence(self) -> float:
        """π, the mean label."""
        return self.mixture.totals[0]

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
        a = self.mixture.draw_labels(rng, rows)
        return from_weights(self.draw_scores(rng, a), fg=a, name=name)

    def ranked_by_label(self, best: bool) -> ScoreModel:
        """Return the model in which every row scores its own label, which is the best ranking, or the reverse."""
        return self._by_label[0 if best else 1]

    @cached_property
    def _by_label(self) -> tuple[RankedByLabel, RankedByLabel]:
        return RankedByLabel(self.name, self.mixture, True), RankedByLabel(self.name, self.mixture, False)


@dataclass(frozen=True, repr=False)
class RankedByLabel(SoftModel):
    """Every row scores its own label, or 1 minus it."""

    best: bool

    @property
    def words(self) -> str:
        """What is scored."""
        return f"every row scores {'its label a' if self.best else '1 - a'}"

    def position_of(self, threshold: FloatArray) -> FloatArray:
        """Return the log odds of thresholds."""
        inside = np.clip(threshold, 0.0, 1.0)
        return log_odds(inside, 1.0 - inside)

    def threshold_of(self, position: FloatArray) -> FloatArray:
        """Return the thresholds of log odds."""
        return logistic(position)

    def rates_at(self, position: FloatArray) -> Rates:
        """Return the rates at log odds of thresholds."""
        x, y = logistic(position), logistic(-position)
        below, above = self.mixture.tails(x, y) if self.best else self.mixture.tails(y, x)[::-1]
        p, n = self.mixture.totals
        return Rates.of(above.bg / n, above.fg / p, below.bg / n, below.fg / p)

    def log_likelihood_ratio(self, position: FloatArray) -> FloatArray:
        """Return ln of the likelihood ratio: the odds of the label over the prior ones."""
        p, n = self.mixture.totals
        return (position if self.best else -position) - math.log(p / n)

    def density_at(self, score: FloatArray) -> Densities:
        """Return the densities."""
        a = score if self.best else 1.0 - score
        mass = self.mixture.density(a)
        p, n = self.mixture.totals
        return Densities(mass * (1.0 - a) / n, mass * a / p)

    def spaced_positions(self, count: int) -> FloatArray:
        """Return positions that lie close around the means of the mixture's parts."""
        positions = around_betas([beta for _, beta in self.mixture.parts], count)
        return positions if self.best else -positions

    def draw_scores(self, rng: np.random.Generator, a: FloatArray) -> FloatArray:  # noqa: ARG002
        """Return the labels themselves."""
        return a if self.best else 1.0 - a


@dataclass(frozen=True, repr=False)
class AssignedScores(SoftModel):
    """Scores drawn for hard labels, a > 1/2, and given to the rows of each class in some order of their labels.

    Rows with a > 1/2 score N(mu, 1), the others N(0, 1).
    """

    mu: float
    order: LabelOrder

    @property
    def words(self) -> str:
        """The two distributions."""
        how = {"good": "rising with", "permuted": "regardless of", "bad": "falling with"}[self.order]
        return f"soft labels a; scores N({self.mu:g}, 1) where a > 1/2, else N(0, 1), {how} a"

    @cached_property
    def classes(self) -> tuple[HardClass, HardClass]:
        """The labels of hard negatives, and 1 minus those of hard positives."""
        return HardClass(self.mixture), HardClass(self.mixture.reflected)

    @property
    def hard(self) -> Binormal:
        """The model of the hard labels."""
        return Binormal(self.name, self.mu, 1.0)

    @cached_property
    def hard_prevalence(self) -> float:
        """The share of rows with a > 1/2."""
        fg, bg = self.classes[1].total
        return float(fg[0] + bg[0])

    def _tails(self, position: FloatArray) -> list[tuple[FloatArray, FloatArray]]:
        """Return the shares above and below thresholds, of hard negatives and of hard positives."""
        return [(normal_tail(position - mu), normal_tail(mu - position)) for mu in (0.0, self.mu)]

    def _places(self, position: FloatArray) -> list[FloatArray]:
        """Return where thresholds split the labels of hard negatives and of hard positives."""
        negatives, positives = self.classes
        (over, under), tails = self._tails(position)
        if self.order == "good":
            # The highest scores go to hard negatives next to 1/2, and to hard positives next to 1.
            return [negatives.place_of(under, over), positives.place_of(*tails)]
        return [negatives.place_of(over, under), positives.place_of(*tails[::-1])]

    def rates_at(self, position: FloatArray) -> Rates:
        """Return the rates at thresholds."""
        above, below = [], []
        if self.order == "permuted":
            for labels, (over, under) in zip(self.classes, self._tails(position), strict=True):
                above.append(Weights(*(total * over for total in labels.total)))
                below.append(Weights(*(total * under for total in labels.total)))
        else:
            good = self.order == "good"
            for labels, place, outer_first in zip(self.classes, self._places(position), (not good, good), strict=True):
                outer, inner = labels.split_at(place)
                above.append(outer if outer_first else inner)
                below.append(inner if outer_first else outer)
        p, n = self.mixture.totals
        # The labels of hard positives are reflected.
        (fp, tp), (tn, fn) = ((one.bg + other.fg, one.fg + other.bg) for one, other in (above, below))
        return Rates.of(fp / n, tp / p, tn / n, fn / p)

    def _labels(self, position: FloatArray) -> list[Weights]:
        """Return the mean label a, and 1 - a, of hard negatives and of hard positives that score so much."""
        if self.order == "permuted":
            means = [Weights(*(total / sum(labels.total) for total in labels.total)) for labels in self.classes]
        else:
            means = []
            for labels, place in zip(self.classes, self._places(position), strict=True):
                a = labels.label_at(place)
                means.append(Weights(a, 1.0 - a))
        return [means[0], Weights(means[1].bg, means[1].fg)]

    def log_likelihood_ratio(self, position: FloatArray) -> FloatArray:
        """Return ln of the likelihood ratio: the odds of the mean label at a score over the prior ones."""
        share = self.hard_prevalence
        odds = math.log(share / (1.0 - share)) + self.mu * (position - self.mu / 2.0)
        hard = logistic(odds), logistic(-odds)
        negatives, positives = self._labels(position)
        fg, bg = (hard[0] * one + hard[1] * other for one, other in zip(positives, negatives, strict=True))
        p, n = self.mixture.totals
        return log_odds(fg, bg) - math.log(p / n)

    def density_at(self, score: FloatArray) -> Densities:
        """Return the densities."""
        share = self.hard_prevalence
        negatives, positives = self._labels(score)
        one, other = share * normal_density(score - self.mu), (1.0 - share) * normal_density(score)
        p, n = self.mixture.totals
        return Densities(
            (one * positives.bg + other * negatives.bg) / n, (one * positives.fg + other * negatives.fg) / p
        )

    def spaced_positions(self, count: int) -> FloatArray:
        """Return positions that lie close around both means."""
        return around_normals(self.mu, 1.0, count)

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
