"""The curve of a population, traced, looked up and added up from its model, wherever the path has its vertices."""

# Methods are documented once, in the base class.
# ruff: noqa: ARG002, D102

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np
from scipy.special import expit

from prplot.interpolations import Interpolation, Trace
from prplot.interpolations.base import Refine
from prplot.interpolations.continuous import Continuous
from prplot.rows.arrays import FloatArray, IntArray, Pair
from prplot.simulate.calculus import EPSILON, Points, area_under, between, inverse, refined, root
from prplot.simulate.distributions import log_odds
from prplot.spaces import NetBenefit
from prplot.spaces.net_benefit import check_probabilities, odds_of_scores

if TYPE_CHECKING:
    from prplot.curve.curve import Curve
    from prplot.path.bounds import PointTraits
    from prplot.simulate.model import ScoreModel
    from prplot.simulate.population import PopulationPath

# A likelihood ratio that rises by less, where it should fall, does so by rounding.
ROUNDING = 1e-10
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
        return Pointwise() if curve.space.pointwise else Decided()

    def unproved(self, points: PointTraits) -> str | None:
        # As for the continuous interpolation of samples, it is proved everywhere.
        return None

    def trace(self, curve: Curve, refine: Refine) -> Trace:
        return self._for(curve).trace(curve, refine)

    def at(self, curve: Curve, x: FloatArray) -> FloatArray:
        return self._for(curve).at(curve, x)

    def area(self, curve: Curve, low: float, high: float) -> float:
        return self._for(curve).area(curve, low, high)


class Pointwise(Interpolation):
    """The curve of a model in spaces where a point of the unit square is seen as a point: each position is one."""

    def trace(self, curve: Curve, refine: Refine) -> Trace:
        points, model = _points(curve), _model(curve)
        # Areas begin at 0.
        position = np.unique(np.append(model.grid[0], _positions(curve, np.zeros(1))))[::-1]
        lowest = curve.space.lowest_rate
        if lowest > 0:
            # Far to the left nothing is drawn, and coordinates have no bounds.
            start = model.positions_at(curve.space.rate, np.array([lowest]), curve.space.prevalence)
            position = np.concatenate([start, position[position < start]])
        position = refined(points, position, refine)
        trace = Trace(*points(position), model.threshold_of(position))
        if lowest > 0:
            return trace
        return Trace(*(np.insert(a, 0, start) for a, start in zip(trace, (0.0, curve.limit, np.inf), strict=True)))

    def at(self, curve: Curve, x: FloatArray) -> FloatArray:
        y = _points(curve)(_positions(curve, x))[1]
        return np.where(_rate(curve, x) > 0, y, curve.limit)

    def area(self, curve: Curve, low: float, high: float) -> float:
        start, stop = _positions(curve, np.array([low, high]))
        return area_under(_points(curve), between(start, stop, _model(curve).edges))


def _model(curve: Curve) -> ScoreModel:
    """Return the score model of a curve."""
    return cast("PopulationPath", curve.path).model


def _points(curve: Curve) -> Points:
    """Return where positions are seen."""

    def points(position: FloatArray) -> Pair:
        rates = _model(curve).rates_at(position)
        return curve.space.forward(rates.fpr, rates.tpr)

    return points


def _rate(curve: Curve, x: FloatArray) -> FloatArray:
    """Return the rate, of the kind the space has on its abscissa, at abscissae."""
    return np.asarray(curve.space.abscissa_rate(x, curve.space.odds))


def _positions(curve: Curve, x: FloatArray) -> FloatArray:
    """Return the positions that are seen at abscissae; for rates of 0 and 1 the ends of the grid."""
    return _model(curve).positions_at(curve.space.rate, _rate(curve, x), curve.space.prevalence)


class Decided(Interpolation):
    """The curve of a model in spaces where a position is seen as a line: at each abscissa one position decides."""

    def trace(self, curve: Curve, refine: Refine) -> Trace:
        marks = (
            np.linspace(*curve.space.domain, PIECES + 1)
            if isinstance(curve.space, NetBenefit)
            else _corners(_model(curve), _model(curve).grid[0])
        )
        x = refined(lambda x: (x, self.at(curve, x)), marks, refine)
        return Trace(x, self.at(curve, x), _model(curve).threshold_of(_deciding(curve, x)))

    def at(self, curve: Curve, x: FloatArray) -> FloatArray:
        position, path = _deciding(curve, x), cast("PopulationPath", curve.path)
        if isinstance(curve.space, NetBenefit):
            tp, fp, _, _ = path.cells_at(position)
            return curve.space.value(tp, fp, (path.negatives, path.positives), x)
        return expected_cost(path.model, x, position)

    def area(self, curve: Curve, low: float, high: float) -> float:
        edges = between(high, low, _corners(_model(curve), _model(curve).edges))[::-1]
        return area_under(lambda x: (x, self.at(curve, x)), edges)


def _deciding(curve: Curve, x: FloatArray) -> FloatArray:
    """Return the positions that decide at abscissae."""
    space, path = curve.space, cast("PopulationPath", curve.path)
    if isinstance(space, NetBenefit):
        if space.decide == "own":
            check_probabilities(path)
            # The scores that are these probabilities at the prevalence of the path.
            odds = odds_of_scores(path)
            return path.model.position_of(x * odds / (x * odds + (1.0 - x)))
        # The threshold of the largest net benefit has the least cost, in other units.
        weight = space.prevalence * (1.0 - x)
        x = weight / (weight + (1.0 - space.prevalence) * x)
    costs, positions = candidates(path.model, x)
    return np.asarray(positions[costs.argmin(axis=0), np.arange(len(x))])


def candidates(model: ScoreModel, x: FloatArray) -> Pair:
    """Return expected costs and positions of what may be best at abscissae of cost space, two arrays of shape (k, n).

    To predict nothing, to predict everything positive, and the best position on each stretch of the grid on which the
    ROC curve is concave: there x = 1 / (1 + slope).
    """
    grid, _ = model.grid
    log_odds_there = -model.log_likelihood_ratio(grid)
    with np.errstate(invalid="ignore"):
        concave = np.diff(log_odds_there) >= -ROUNDING * (1.0 + np.abs(log_odds_there[1:]))
    stretches = np.flatnonzero(np.diff(concave, prepend=False, append=False)).reshape(-1, 2)
    wanted = log_odds(x, 1.0 - x)
    # Next to the best position the cost is flat, so that half the digits are enough.
    found = [
        inverse(lambda s: -model.log_likelihood_ratio(s), grid[i : j + 1], log_odds_there[i : j + 1], wanted, 1e-9)
        for i, j in stretches
    ]
    positions = np.array([np.full(len(x), np.inf), np.full(len(x), -np.inf), *found])
    return np.array([expected_cost(model, x, position) for position in positions]), positions


def expected_cost(model: ScoreModel, x: FloatArray, position: FloatArray) -> FloatArray:
    """Return the expected cost of positions at abscissae of cost space."""
    rates = model.rates_at(position)
    return np.asarray(x * rates.fnr + (1.0 - x) * rates.fpr)


def _corners(model: ScoreModel, position: FloatArray) -> FloatArray:
    """Return abscissae between which the cost curve is smooth, rising: both ends, its kinks, and those of positions."""
    x = np.unique([0.0, 1.0, *expit(-model.log_likelihood_ratio(model.grid[0]))])
    best = candidates(model, x)[0].argmin(axis=0)
    leaps = np.flatnonzero(np.diff(best))

    def gap(x: FloatArray, one: IntArray, other: IntArray) -> FloatArray:
        costs, rows = candidates(model, x)[0], np.arange(len(x))
        return np.asarray((costs[one, rows] - costs[other, rows]) / (costs[one, rows] + costs[other, rows]))

    # The ROC curve lies below its hull where the best position leaps.
    kinks = root(gap, x[leaps], x[leaps + 1], best[leaps], best[leaps + 1], enough=4 * EPSILON)
    return np.unique([0.0, 1.0, *kinks, *expit(-model.log_likelihood_ratio(position))])
