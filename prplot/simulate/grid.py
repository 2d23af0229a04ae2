"""A score model at many positions: where its rates are looked up, and where its curves bend and turn."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from prplot.path.steps import Rate
from prplot.rows.arrays import FloatArray
from prplot.simulate.calculus import EPSILON, root
from prplot.simulate.distributions import log_odds

if TYPE_CHECKING:
    from prplot.simulate.model import ScoreModel

# Rates below it count as 0: nothing that is seen depends on them.
SMALLEST_RATE = 1e-290
# Positions around each feature of a model: to look rates up, and to cut a curve into smooth panels.
FINE, COARSE = 801, 33


class Rates(NamedTuple):
    """The rates at positions of a model: each pair adds up to 1, and small ones keep their digits."""

    fpr: FloatArray
    tpr: FloatArray
    tnr: FloatArray
    fnr: FloatArray

    @classmethod
    def of(cls, fpr: FloatArray, tpr: FloatArray, tnr: FloatArray, fnr: FloatArray) -> Rates:
        """Return rates whose pairs add up to 1 but for rounding as rates that do, by the smaller of each pair."""
        pairs = ((fpr, tnr), (tpr, fnr))
        above = (np.where(rate <= rest, rate, 1.0 - rest) for rate, rest in pairs)
        below = (np.where(rate <= rest, 1.0 - rate, rest) for rate, rest in pairs)
        return cls(*above, *below)

    @property
    def ahead(self) -> FloatArray:
        """How far recall is ahead of the false positive rate: tpr - fpr, by the smaller sides."""
        upper = np.maximum(self.fpr, self.tpr) <= 0.5
        return np.where(upper, self.tpr - self.fpr, self.tnr - self.fnr)

    def odds(self, rate: Rate, prevalence: float) -> FloatArray:
        """Return the log odds of a rate, of which the predicted positive one depends on the prevalence."""
        positive = {"tpr": 1.0, "fpr": 0.0, "ppr": prevalence}[rate]
        negative = 1.0 - positive
        return log_odds(positive * self.tpr + negative * self.fpr, positive * self.fnr + negative * self.tnr)


def between(high: float, low: float, positions: FloatArray) -> FloatArray:
    """Return two positions and those of others that lie between them, falling, as an array of one dimension."""
    inside = np.unique(positions[(positions < high) & (positions > low)])[::-1]
    return np.concatenate([[high], inside, [low]])


class Grid:
    """A model at many positions, falling, as far as its rates are seen.

    Attributes
    ----------
    model : ScoreModel
        The model.
    position : array of shape (n,)
        Falling; see `ScoreModel` for what a position is.
    rates : Rates
        The rates at each of them, arrays of shape (n,).
    """

    def __init__(self, model: ScoreModel) -> None:
        self.model = model
        position = np.unique(model.spaced_positions(FINE))[::-1]
        rates = Rates(*(np.where(rate > SMALLEST_RATE, rate, 0.0) for rate in model.rates_at(position)))
        rest = np.maximum(rates.tnr, rates.fnr) > 0
        # The first position at which everything is predicted positive is the end of the curve.
        rest[1:] |= rest[:-1].copy()
        seen = rest & (np.maximum(rates.fpr, rates.tpr) > 0)
        self.position: FloatArray = position[seen]
        self.rates = Rates(*(rate[seen] for rate in rates))

    @cached_property
    def edges(self) -> FloatArray:
        """Positions between which the model is smooth, falling: both ends, and a few between them."""
        return between(self.position[0], self.position[-1], self.model.spaced_positions(COARSE))

    @cached_property
    def chance_crossings(self) -> FloatArray:
        """Positions at which the ROC curve crosses the diagonal."""
        sign = np.sign(self.rates.ahead)
        crossed = np.flatnonzero(sign[1:] * sign[:-1] < 0)
        return root(lambda s, _: self.model.rates_at(s).ahead, self.position[crossed + 1], self.position[crossed])

    def positions_at(self, rate: Rate, value: FloatArray, prevalence: float = 0.5) -> FloatArray:
        """Return where a rate has given values; for 0 and 1 the ends of the grid, where it is next to them.

        Parameters
        ----------
        rate : {"tpr", "fpr", "ppr"}
            Which one.
        value : array of shape (n,)
            In [0, 1].
        prevalence : float
            π in (0, 1), for the predicted positive rate.

        Returns
        -------
        array of shape (n,)
        """
        known = self.rates.odds(rate, prevalence)
        usable = np.flatnonzero(np.isfinite(known))
        known, position = np.maximum.accumulate(known[usable]), self.position[usable]
        wanted = np.clip(log_odds(value, 1.0 - value), known[0], known[-1])
        after = np.clip(np.searchsorted(known, wanted), 1, len(known) - 1)
        return root(
            lambda s, rows: self.model.rates_at(s).odds(rate, prevalence) - wanted[rows],
            position[after],
            position[after - 1],
            enough=EPSILON,
        )
