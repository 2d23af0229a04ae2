"""Score models with soft labels: the simulation of Keilwagen et al., and its best and worst ranking."""

from __future__ import annotations

import math
from abc import abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import numpy as np

from prplot.arithmetic.exact_sums import FloatArray
from prplot.errors import PrplotTypeError, short
from prplot.path.constructors import from_weights
from prplot.path.path import ConfusionPath
from prplot.simulate.hard import LOGIT_REACH, Binormal, beta_marks, normal_density, normal_marks
from prplot.simulate.model import Densities, Rates, ScoreModel
from prplot.simulate.numeric import Beta, log_odds, logistic, normal_tail, spread
from prplot.simulate.population import PopulationPath, population
from prplot.simulate.reading import generator, rows_wanted

__all__ = ["Assigned", "Half", "Mixture", "Ranked", "SoftModel"]

# From which label on weights next to 1/2 are integrated; nodes and weights on [0, 1].
CLOSE = 0.35
NODES, WEIGHTS = np.polynomial.legendre.leggauss(8)
NODES, WEIGHTS = (NODES + 1) / 2, WEIGHTS / 2


class Pair(NamedTuple):
    """Foreground and background weight."""

    fg: FloatArray
    bg: FloatArray


@dataclass(frozen=True)
class Mixture:
    """A mixture of Beta distributions of a soft label a, whose background weight is 1 - a.

    Parameters
    ----------
    parts : tuple of (share, Beta)
        The shares add up to 1.
    """

    parts: tuple[tuple[float, Beta], ...]

    def below(self, x: FloatArray, y: FloatArray) -> Pair:
        """Return the weights of labels below a = x = 1 - y: E[a; a < x] and E[1 - a; a < x]."""
        fg, bg = np.zeros_like(x), np.zeros_like(x)
        for share, beta in self.parts:
            one, other = beta.moments_below(x, y)
            fg, bg = fg + share * one, bg + share * other
        return Pair(fg, bg)

    def tails(self, x: FloatArray, y: FloatArray) -> tuple[Pair, Pair]:
        """Return the weights of labels below and above a = x = 1 - y."""
        low = x <= 0.5
        below, above = (Pair(np.empty_like(x), np.empty_like(x)) for _ in range(2))
        lower, upper = self.below(x[low], y[low]), self.reflected.below(y[~low], x[~low])
        for one, other, near, far, total in zip(below, above, lower, upper[::-1], self.totals, strict=True):
            one[low], other[low] = near, total - near
            other[~low], one[~low] = far, total - far
        return below, above

    def density(self, a: FloatArray) -> FloatArray:
        """Return the density of labels."""
        return np.asarray(sum(share * beta.density(a) for share, beta in self.parts))

    @cached_property
    def reflected(self) -> Mixture:
        """The mixture of 1 - a."""
        return Mixture(tuple((share, beta.reflected) for share, beta in self.parts))

    def drawn(self, rng: np.random.Generator, n: int) -> FloatArray:
        """Return so many labels."""
        part = rng.choice(len(self.parts), size=n, p=[share for share, _ in self.parts])
        a = np.empty(n)
        for index, (_, beta) in enumerate(self.parts):
            here = part == index
            a[here] = rng.beta(beta.a, beta.b, int(np.count_nonzero(here)))
        return a

    @property
    def totals(self) -> tuple[float, float]:
        """Foreground and background weight per row."""
        means = [(share * beta.mean[0], share * beta.mean[1]) for share, beta in self.parts]
        return sum(fg for fg, _ in means), sum(bg for _, bg in means)


@dataclass(frozen=True)
class Half:
    """The labels of a mixture in (0, 1/2], split in two at a place: the outer part next to 0, the inner next to 1/2.

    A place is the log odds of 2a; both parts keep their digits however small they are.
    """

    mixture: Mixture

    @cached_property
    def total(self) -> Pair:
        """The weights of all labels in (0, 1/2]."""
        return self.mixture.below(np.array([0.5]), np.array([0.5]))

    def label(self, place: FloatArray) -> FloatArray:
        """Return the label at a place."""
        return logistic(place) / 2

    def parts(self, place: FloatArray) -> tuple[Pair, Pair]:
        """Return the weights of the outer and of the inner part."""
        a = self.label(place)
        outer = self.mixture.below(a, 1.0 - a)
        inner = Pair(*(total - weight for total, weight in zip(self.total, outer, strict=True)))
        # Next to 1/2 the difference would cancel.
        close = a > CLOSE
        width = logistic(-place[close]) / 2
        fg, bg = np.zeros_like(width), np.zeros_like(width)
        for node, weight in zip(NODES, WEIGHTS, strict=True):
            at = 0.5 - width * node
            mass = width * weight * self.mixture.density(at)
            fg, bg = fg + mass * at, bg + mass * (1.0 - at)
        inner.fg[close], inner.bg[close] = fg, bg
        return outer, inner

    def _odds(self, place: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return ln of the mass of the outer part over that of the inner one, and its derivative."""
        outer, inner = (pair.fg + pair.bg for pair in self.parts(place))
        a, rest = self.label(place), logistic(-place)
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            return log_odds(outer, inner), self.mixture.density(a) * a * rest * (1.0 / outer + 1.0 / inner)

    @cached_property
    def _table(self) -> tuple[FloatArray, FloatArray]:
        place = spread(0.0, 1.0, LOGIT_REACH, 1601)
        odds, _ = self._odds(place)
        usable = np.isfinite(odds)
        return place[usable], odds[usable]

    def place(self, outer: FloatArray, inner: FloatArray) -> FloatArray:
        """Return the place that splits the labels into the given shares, which add up to 1; ±inf where one is 0."""
        places, odds = self._table
        asked = log_odds(outer, inner)
        wanted = np.clip(asked, odds[0], odds[-1])
        after = np.clip(np.searchsorted(odds, wanted), 1, len(odds) - 1)
        place = np.interp(wanted, odds, places)
        # Newton's steps double the digits, and the table has five.
        for _ in range(2):
            value, slope = self._odds(place)
            place = np.clip(place - (value - wanted) / slope, places[after - 1], places[after])
        return np.where(np.isinf(asked), asked, place)


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
    def scored(self, rng: np.random.Generator, a: FloatArray) -> FloatArray:
        """Return scores of rows with the given labels."""

    def share(self, prevalence: float | None) -> float:
        """Return the mean label; no other prevalence is possible."""
        if prevalence is not None:
            raise PrplotTypeError(
                f"prevalence must be left out for soft labels, whose mean it is ({self.prevalence:.4g}); "
                f"got {short(prevalence)}. For another one re-weight the background: path.at_prevalence(...)."
            )
        return self.prevalence

    def sample(
        self,
        n: int,
        *,
        prevalence: float | None = None,
        rng: Any = None,
        fixed: bool = False,
        name: str | None = None,
    ) -> ConfusionPath:
        """Draw a sample; see `ScoreModel.sample`."""
        rows, source = rows_wanted(n), generator(rng)
        self.share(prevalence)
        if fixed is not False:
            raise PrplotTypeError(
                f"fixed must be left out for soft labels, which have no number of positives; got {short(fixed)}."
            )
        a = self.mixture.drawn(source, rows)
        return from_weights(self.scored(source, a), fg=a, name=name)

    def ranked(self, path: PopulationPath, best: bool) -> ConfusionPath:
        """Return the population ranked by its labels, which is the best ranking, or the reverse."""
        return population(self._rankings[0 if best else 1], path.prevalence)

    @cached_property
    def _rankings(self) -> tuple[Ranked, Ranked]:
        return Ranked(self.name, self.mixture, True), Ranked(self.name, self.mixture, False)


@dataclass(frozen=True, repr=False)
class Ranked(SoftModel):
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

    def log_ratio(self, position: FloatArray) -> FloatArray:
        """Return ln of the likelihood ratio: the odds of the label over the prior ones."""
        p, n = self.mixture.totals
        return (position if self.best else -position) - math.log(p / n)

    def density_at(self, score: FloatArray) -> Densities:
        """Return the densities."""
        a = score if self.best else 1.0 - score
        mass = self.mixture.density(a)
        p, n = self.mixture.totals
        return Densities(mass * (1.0 - a) / n, mass * a / p)

    def marks(self, count: int) -> FloatArray:
        """Return positions that lie close around the means of the mixture's parts."""
        marks = beta_marks([beta for _, beta in self.mixture.parts], count)
        return marks if self.best else -marks

    def scored(self, rng: np.random.Generator, a: FloatArray) -> FloatArray:  # noqa: ARG002
        """Return the labels themselves."""
        return a if self.best else 1.0 - a


@dataclass(frozen=True, repr=False)
class Assigned(SoftModel):
    """Scores drawn for hard labels, a > 1/2, and given to the rows of each class in some order of their labels.

    Rows with a > 1/2 score N(mu, 1), the others N(0, 1).
    """

    mu: float
    order: str

    @property
    def words(self) -> str:
        """The two distributions."""
        how = {"good": "rising with", "permuted": "regardless of", "bad": "falling with"}[self.order]
        return f"soft labels a; scores N({self.mu:g}, 1) where a > 1/2, else N(0, 1), {how} a"

    @cached_property
    def halves(self) -> tuple[Half, Half]:
        """The labels of hard negatives, and 1 minus those of hard positives."""
        return Half(self.mixture), Half(self.mixture.reflected)

    @property
    def hard(self) -> Binormal:
        """The model of the hard labels."""
        return Binormal(self.name, self.mu, 1.0)

    @cached_property
    def hard_prevalence(self) -> float:
        """The share of rows with a > 1/2."""
        fg, bg = self.halves[1].total
        return float(fg[0] + bg[0])

    def _tails(self, position: FloatArray) -> list[tuple[FloatArray, FloatArray]]:
        """Return the shares above and below thresholds, of hard negatives and of hard positives."""
        return [(normal_tail(position - mu), normal_tail(mu - position)) for mu in (0.0, self.mu)]

    def _places(self, position: FloatArray) -> list[FloatArray]:
        """Return where thresholds split the labels of hard negatives and of hard positives."""
        negatives, positives = self.halves
        (over, under), tails = self._tails(position)
        if self.order == "good":
            # The highest scores go to hard negatives next to 1/2, and to hard positives next to 1.
            return [negatives.place(under, over), positives.place(*tails)]
        return [negatives.place(over, under), positives.place(*tails[::-1])]

    def rates_at(self, position: FloatArray) -> Rates:
        """Return the rates at thresholds."""
        above, below = [], []
        if self.order == "permuted":
            for half, (over, under) in zip(self.halves, self._tails(position), strict=True):
                above.append(Pair(*(total * over for total in half.total)))
                below.append(Pair(*(total * under for total in half.total)))
        else:
            good = self.order == "good"
            for half, place, outer_first in zip(self.halves, self._places(position), (not good, good), strict=True):
                outer, inner = half.parts(place)
                above.append(outer if outer_first else inner)
                below.append(inner if outer_first else outer)
        p, n = self.mixture.totals
        # The labels of hard positives are reflected.
        (fp, tp), (tn, fn) = ((one.bg + other.fg, one.fg + other.bg) for one, other in (above, below))
        return Rates.of(fp / n, tp / p, tn / n, fn / p)

    def _labels(self, position: FloatArray) -> list[Pair]:
        """Return the mean label a, and 1 - a, of hard negatives and of hard positives that score so much."""
        if self.order == "permuted":
            means = [Pair(*(total / sum(half.total) for total in half.total)) for half in self.halves]
        else:
            means = []
            for half, place in zip(self.halves, self._places(position), strict=True):
                a = half.label(place)
                means.append(Pair(a, 1.0 - a))
        return [means[0], Pair(means[1].bg, means[1].fg)]

    def log_ratio(self, position: FloatArray) -> FloatArray:
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

    def marks(self, count: int) -> FloatArray:
        """Return positions that lie close around both means."""
        return normal_marks(self.mu, 1.0, count)

    def scored(self, rng: np.random.Generator, a: FloatArray) -> FloatArray:
        """Return scores drawn for the hard labels, each class in its order."""
        score = np.empty(len(a))
        for mu, rows in ((self.mu, np.flatnonzero(a > 0.5)), (0.0, np.flatnonzero(a <= 0.5))):
            drawn = rng.normal(mu, 1.0, len(rows))
            if self.order != "permuted":
                rows = rows[np.argsort(a[rows], kind="stable")]
                drawn = np.sort(drawn) if self.order == "good" else np.sort(drawn)[::-1]
            score[rows] = drawn
        return score
