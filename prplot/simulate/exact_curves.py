"""The curve of a population, traced, looked up and added up from its model, wherever the path has its vertices."""

# Methods are documented once, in the base class.
# ruff: noqa: ARG002, D102

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np
from scipy.special import expit, logit

from prplot.interpolations import Interpolation, Trace
from prplot.interpolations.base import Refine
from prplot.interpolations.continuous import Continuous
from prplot.rows.arrays import FloatArray, IntArray, Pair
from prplot.simulate.calculus import EPSILON, Points, area_under, inverse, refined, root
from prplot.simulate.distributions import log_odds, nodes_around
from prplot.spaces import NetBenefit
from prplot.spaces.net_benefit import check_probabilities, odds_of_scores

if TYPE_CHECKING:
    from prplot.curve.curve import Curve
    from prplot.path.bounds import PointTraits
    from prplot.simulate.model import Rates, ScoreModel
    from prplot.simulate.population import PopulationPath

# A likelihood ratio that rises by less, where it should fall, does so by rounding.
ROUNDING = 1e-10
# Log odds at which shares are 0 and 1, and how many panels of a cost curve lie between them.
END, COARSE = 800.0, 65
# So many pieces of a decision curve are looked at one by one, and each where it bends.
PIECES = 256


class PopulationRule(Interpolation):
    """The curve of a model itself; other paths, such as its hull or its best ranking, have straight steps."""

    name = "continuous"
    words = "computed exactly from the score model"
    by_steps = False

    def _for(self, curve: Curve) -> Interpolation:
        model = getattr(curve.path, "model", None)
        if model is None or model.straight:
            return curve.space.own_rule or Continuous()
        return Pointwise(model) if curve.space.pointwise else Decided(model)

    def unproved(self, points: PointTraits) -> str | None:
        # As for the continuous interpolation of samples, it is proved everywhere.
        return None

    def trace(self, curve: Curve, refine: Refine) -> Trace:
        return self._for(curve).trace(curve, refine)

    def at(self, curve: Curve, x: FloatArray) -> FloatArray:
        return self._for(curve).at(curve, x)

    def area(self, curve: Curve, low: float, high: float) -> float:
        return self._for(curve).area(curve, low, high)


@dataclass(frozen=True)
class Pointwise(Interpolation):
    """The curve of a model in spaces where a point of the unit square is seen as a point: each position is one."""

    model: ScoreModel

    def trace(self, curve: Curve, refine: Refine) -> Trace:
        points, (grid, _), space = self._points(curve), self.model.grid, curve.space
        # Areas begin at 0; far to the left of a space without bounds nothing is drawn.
        start, zero = self._positions(curve, np.array([space.reach, 0.0]))
        marks = np.unique(np.clip(np.append(grid, zero), grid[-1], start))[::-1]
        position = refined(points, marks, refine)
        trace = Trace(*points(position), self.model.threshold_of(position))
        if space.lowest_rate <= 0:
            trace = trace.with_points(0, 0.0, curve.limit)
            trace.threshold[0] = np.inf
        return trace

    def at(self, curve: Curve, x: FloatArray) -> FloatArray:
        y = self._points(curve)(self._positions(curve, x))[1]
        return np.where(curve.space.abscissa_rate(x, curve.space.odds) > 0, y, curve.limit)

    def area(self, curve: Curve, low: float, high: float) -> float:
        start, stop = self._positions(curve, np.array([low, high]))
        return area_under(self._points(curve), np.unique(np.clip(self.model.edges, stop, start))[::-1])

    def _points(self, curve: Curve) -> Points:
        """Return where positions are seen."""

        def points(position: FloatArray) -> Pair:
            rates = self.model.rates_at(position)
            return curve.space.forward(rates.fpr, rates.tpr)

        return points

    def _positions(self, curve: Curve, x: FloatArray) -> FloatArray:
        """Return what is seen at abscissae; where no rate or all of it is, the ends of the grid, next to them."""
        share = {"tpr": 1.0, "fpr": 0.0, "ppr": curve.space.prevalence}[curve.space.rate]

        def odds(rates: Rates) -> FloatArray:
            sides = ((rates.tpr, rates.fpr), (rates.fnr, rates.tnr))
            return log_odds(*(share * positives + (1.0 - share) * negatives for positives, negatives in sides))

        grid, rates = self.model.grid
        known = odds(rates)
        usable = np.isfinite(known)
        rate = curve.space.abscissa_rate(x, curve.space.odds)
        wanted = log_odds(rate, 1.0 - rate)
        return inverse(lambda s: odds(self.model.rates_at(s)), grid[usable], known[usable], wanted)


@dataclass(frozen=True)
class Decided(Interpolation):
    """The curve of a model in spaces where a position is seen as a line: at each abscissa one position decides."""

    model: ScoreModel

    def trace(self, curve: Curve, refine: Refine) -> Trace:
        benefit = isinstance(curve.space, NetBenefit)
        marks = np.linspace(*curve.space.domain, PIECES + 1) if benefit else np.unique(expit(self._corners()))
        x = refined(lambda x: (x, self.at(curve, x)), marks, refine)
        return Trace(x, self.at(curve, x), self.model.threshold_of(self._deciding(curve, x)))

    def at(self, curve: Curve, x: FloatArray) -> FloatArray:
        space, path = curve.space, cast("PopulationPath", curve.path)
        if not isinstance(space, NetBenefit):
            return np.asarray(self._candidates(logit(x))[0].min(axis=0))
        tp, fp, _, _ = path.cells_at(self._deciding(curve, x))
        return space.value(tp, fp, (path.negatives, path.positives), x)

    def area(self, curve: Curve, low: float, high: float) -> float:
        start, stop = np.clip(logit([low, high]), -END, END)
        edges = np.unique(np.clip(self._corners(), start, stop))
        return area_under(lambda odds: (expit(odds), self._candidates(odds)[0].min(axis=0)), edges)

    def _deciding(self, curve: Curve, x: FloatArray) -> FloatArray:
        """Return the positions that decide at abscissae."""
        space, path, odds = curve.space, curve.path, logit(x)
        if isinstance(space, NetBenefit):
            if space.decide == "own":
                check_probabilities(path)
                # The scores that are these probabilities at the prevalence of the path.
                ratio = odds_of_scores(path)
                return self.model.position_of(x * ratio / (x * ratio + (1.0 - x)))
            # The threshold of the largest net benefit has the least cost, in other units.
            odds = logit(space.prevalence) - odds
        costs, positions = self._candidates(odds)
        return np.asarray(positions[costs.argmin(axis=0), np.arange(len(x))])

    def _candidates(self, odds: FloatArray) -> Pair:
        """Return expected costs and positions of what may be best at abscissae of cost space, arrays of shape (k, n).

        To predict nothing, to predict everything positive, and the best position on each stretch of the grid on which
        the ROC curve is concave: there x = 1 / (1 + slope). Abscissae are given by their log odds.
        """
        grid, _ = self.model.grid
        known = -self.model.log_likelihood_ratio(grid)
        concave = np.diff(known) >= -ROUNDING * (1.0 + np.abs(known[1:]))
        positions = [np.full(len(odds), np.inf), np.full(len(odds), -np.inf)]
        for i, j in np.flatnonzero(np.diff(concave, prepend=False, append=False)).reshape(-1, 2):
            stretch = slice(i, j + 1)
            # Next to the best position the cost is flat, so that half the digits are enough.
            found = inverse(lambda s: -self.model.log_likelihood_ratio(s), grid[stretch], known[stretch], odds, 1e-9)
            positions.append(found)
        rates = (self.model.rates_at(position) for position in positions)
        return np.array([expit(odds) * each.fnr + expit(-odds) * each.fpr for each in rates]), np.array(positions)

    def _corners(self) -> FloatArray:
        """Return log odds of abscissae between which the cost curve is smooth, rising: ends, kinks, and others."""
        marks = nodes_around(0.0, 1.0, END, COARSE)
        odds = np.union1d(marks, -self.model.log_likelihood_ratio(self.model.grid[0]))
        best = self._candidates(odds)[0].argmin(axis=0)
        leaps = np.flatnonzero(np.diff(best))

        def gap(odds: FloatArray, *pair: IntArray) -> FloatArray:
            one, other = np.take_along_axis(self._candidates(odds)[0], np.array(pair), axis=0)
            return np.asarray((one - other) / (one + other))

        # The ROC curve lies below its hull where the best position leaps.
        kinks = root(gap, odds[leaps], odds[leaps + 1], best[leaps], best[leaps + 1], enough=4 * EPSILON)
        return np.unique([*marks, *kinks, *-self.model.log_likelihood_ratio(self.model.edges)])
