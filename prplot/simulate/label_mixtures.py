"""Distributions of soft labels: mixtures of Beta distributions, and the part of one that is a hard class."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from prplot.rows.arrays import FloatArray
from prplot.simulate.distributions import LOGIT_REACH, Beta, log_odds, logistic, nodes_around

# From which label on weights next to 1/2 are integrated; nodes and weights on [0, 1].
CLOSE = 0.35
NODES, WEIGHTS = np.polynomial.legendre.leggauss(8)
NODES, WEIGHTS = (NODES + 1) / 2, WEIGHTS / 2


class Weights(NamedTuple):
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

    def below(self, x: FloatArray, y: FloatArray) -> Weights:
        """Return the weights of labels below a = x = 1 - y: E[a; a < x] and E[1 - a; a < x]."""
        fg, bg = np.zeros_like(x), np.zeros_like(x)
        for share, beta in self.parts:
            one, other = beta.moments_below(x, y)
            fg, bg = fg + share * one, bg + share * other
        return Weights(fg, bg)

    def tails(self, x: FloatArray, y: FloatArray) -> tuple[Weights, Weights]:
        """Return the weights of labels below and above a = x = 1 - y."""
        low = x <= 0.5
        below, above = (Weights(np.empty_like(x), np.empty_like(x)) for _ in range(2))
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

    def draw_labels(self, rng: np.random.Generator, n: int) -> FloatArray:
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
class HardClass:
    """The labels of a mixture in (0, 1/2], split in two at a place: the outer part next to 0, the inner next to 1/2.

    A place is the log odds of 2a, from -inf at a = 0 to inf at a = 1/2; both parts keep their digits
    however small they are. Places, and what is returned for them, are arrays of shape (n,).
    """

    mixture: Mixture

    @cached_property
    def total(self) -> Weights:
        """The weights of all labels in (0, 1/2]."""
        return self.mixture.below(np.array([0.5]), np.array([0.5]))

    def label_at(self, place: FloatArray) -> FloatArray:
        """Return the label at a place."""
        return logistic(place) / 2

    def split_at(self, place: FloatArray) -> tuple[Weights, Weights]:
        """Return the weights of the outer and of the inner part."""
        a = self.label_at(place)
        outer = self.mixture.below(a, 1.0 - a)
        inner = Weights(*(total - weight for total, weight in zip(self.total, outer, strict=True)))
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
        outer, inner = (pair.fg + pair.bg for pair in self.split_at(place))
        a, rest = self.label_at(place), logistic(-place)
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            return log_odds(outer, inner), self.mixture.density(a) * a * rest * (1.0 / outer + 1.0 / inner)

    @cached_property
    def _table(self) -> tuple[FloatArray, FloatArray]:
        """Places, rising, and ln of the mass of the outer part over that of the inner one at each."""
        place = nodes_around(0.0, 1.0, LOGIT_REACH, 1601)
        odds, _ = self._odds(place)
        usable = np.isfinite(odds)
        return place[usable], odds[usable]

    def place_of(self, outer: FloatArray, inner: FloatArray) -> FloatArray:
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
