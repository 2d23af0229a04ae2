"""The curve of a population, traced, looked up and added up from its model, wherever the path has its vertices."""

# Methods are documented once, in the base class.
# ruff: noqa: ARG002, D102

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from prplot.interpolations import Interpolation, Trace
from prplot.interpolations.base import Refine, polyline
from prplot.rows.arrays import FloatArray
from prplot.simulate.calculus import Points, area_under, refined
from prplot.simulate.cost_pieces import Piece, best_positions
from prplot.simulate.distributions import logistic
from prplot.simulate.grid import between
from prplot.spaces.net_benefit import check_probabilities, odds_of_scores

if TYPE_CHECKING:
    from prplot.curve.curve import Curve
    from prplot.simulate.model import ScoreModel
    from prplot.simulate.population import PopulationPath
    from prplot.spaces import NetBenefit

# So many pieces of a decision curve are looked at one by one, and each where it bends.
PIECES = 256


@dataclass(frozen=True)
class Pointwise(Interpolation):
    """The curve of a model in spaces where a point of the unit square is seen as a point: each position is one."""

    model: ScoreModel

    def trace(self, curve: Curve, refine: Refine) -> Trace:
        space, model = curve.space, self.model
        # Areas begin at 0.
        zero = self._positions(curve, np.array([self._rate(curve, 0.0)]))
        position = np.unique(np.append(model.grid.position, zero))[::-1]
        lowest = space.lowest_rate
        if lowest > 0:
            # Far to the left nothing is drawn, and coordinates have no bounds.
            start = self._positions(curve, np.array([lowest]))
            position = np.concatenate([start, position[position < start]])
        position = refined(self._points(curve), position, refine)
        x, y = self._points(curve)(position)
        threshold = model.threshold_of(position)
        if lowest > 0:
            return Trace(x, y, threshold)
        return Trace(np.insert(x, 0, 0.0), np.insert(y, 0, curve.limit), np.insert(threshold, 0, np.inf))

    def at(self, curve: Curve, x: FloatArray) -> FloatArray:
        rate = np.asarray(self._rate(curve, x))
        y = self._points(curve)(self._positions(curve, rate))[1]
        return np.where(rate > 0, y, curve.limit)

    def area(self, curve: Curve, low: float, high: float) -> float:
        ends = self._positions(curve, np.array([self._rate(curve, x) for x in (low, high)]))
        edges = np.concatenate([self.model.grid.edges, self.model.grid.chance_crossings])
        return area_under(self._points(curve), between(ends[0], ends[1], edges))

    def _rate(self, curve: Curve, x: Any) -> Any:
        """Return the rate, of the kind the space has on its abscissa, at abscissae."""
        return curve.space.abscissa_rate(x, curve.space.odds)

    def _positions(self, curve: Curve, rate: FloatArray) -> FloatArray:
        """Return the positions at which the rate has given values."""
        return self.model.grid.positions_at(curve.space.rate, rate, curve.space.prevalence)

    def _points(self, curve: Curve) -> Points:
        """Return where positions are seen."""

        def points(position: FloatArray) -> tuple[FloatArray, FloatArray]:
            rates = self.model.rates_at(position)
            return curve.space.forward(rates.fpr, rates.tpr)

        return points


@dataclass(frozen=True)
class LowerEnvelope(Interpolation):
    """The curve of a model in cost space, where a point of the unit square is a line: the lowest of all lines."""

    model: ScoreModel

    def trace(self, curve: Curve, refine: Refine) -> Trace:
        traced = (self._traced(piece, refine) for piece in self.model.cost_pieces)
        x, y, threshold = map(np.concatenate, zip(*traced, strict=True))
        # Where nothing but a rounding moves the best position, x may fall by one.
        return Trace(np.maximum.accumulate(x), y, threshold)

    def _traced(self, piece: Piece, refine: Refine) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return abscissae, costs and thresholds along a piece, arrays of one length."""
        if piece.one_point:
            ends = np.array([piece.low, piece.high])
            costs = self._cost(ends, 1.0 - ends, np.full(2, piece.start))
            x, y, _ = polyline(Trace(ends, costs, ends), refine)
            position = np.full(len(x), piece.start)
        else:
            position = refined(self._points, between(piece.start, piece.stop, self.model.grid.position), refine)
            x, y = self._points(position)
        return x, y, self.model.threshold_of(position)

    def at(self, curve: Curve, x: FloatArray) -> FloatArray:
        parts = self.model.cost_pieces
        which = np.searchsorted([piece.high for piece in parts], x)
        y = np.empty(len(x))
        for index, piece in enumerate(parts):
            here = which == index
            y[here] = self._cost(x[here], 1.0 - x[here], best_positions(piece, self.model, x[here]))
        return y

    def area(self, curve: Curve, low: float, high: float) -> float:
        return math.fsum(self._area_of(piece, low, high) for piece in self.model.cost_pieces)

    def _area_of(self, piece: Piece, low: float, high: float) -> float:
        """Return the area under the part of a piece that lies between two abscissae."""
        ends = np.clip([low, high], piece.low, piece.high)
        if ends[1] <= ends[0]:
            return 0.0
        if piece.one_point:
            y = self._cost(ends, 1.0 - ends, np.full(2, piece.start))
            return float((ends[1] - ends[0]) * (y[0] + y[1]) / 2)
        start, stop = best_positions(piece, self.model, ends)
        start, stop = (piece.start if low <= piece.low else start), (piece.stop if high >= piece.high else stop)
        return area_under(self._points, between(start, stop, self.model.grid.edges))

    def _points(self, position: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return where positions are the best ones, and their cost there."""
        ratio = self.model.log_likelihood_ratio(position)
        x, rest = logistic(-ratio), logistic(ratio)
        return x, self._cost(x, rest, position)

    def _cost(self, x: FloatArray, rest: FloatArray, position: FloatArray) -> FloatArray:
        """Return x fnr + (1 - x) fpr, the expected cost at abscissae x and rest = 1 - x."""
        rates = self.model.rates_at(position)
        return np.asarray(x * rates.fnr + rest * rates.fpr)


@dataclass(frozen=True)
class Benefits(Interpolation):
    """The decision curve of a model: at each threshold probability one position decides."""

    model: ScoreModel

    def trace(self, curve: Curve, refine: Refine) -> Trace:
        marks = np.linspace(*curve.space.domain, PIECES + 1)

        def at(piece: NDArray[np.int_], part: FloatArray) -> tuple[FloatArray, FloatArray]:
            x = marks[piece] + part * (marks[piece + 1] - marks[piece])
            return x, self.at(curve, x)

        piece, part = refine(at, PIECES)
        x = np.sort(np.concatenate([marks, at(piece, part)[0]]))
        own = curve.space.decide == "own"  # type: ignore[attr-defined]
        return Trace(x, self.at(curve, x), self._cuts(curve, x) if own else np.full(len(x), np.nan))

    def _cuts(self, curve: Curve, x: FloatArray) -> FloatArray:
        """Return the scores that are these probabilities at the prevalence of the path."""
        odds = odds_of_scores(curve.path)
        return np.asarray(x * odds / (x * odds + (1.0 - x)))

    def at(self, curve: Curve, x: FloatArray) -> FloatArray:
        space, path = cast("NetBenefit", curve.space), curve.path
        if space.decide == "own":
            check_probabilities(path)
            cuts = self._cuts(curve, x)
            tp, fp, _, _ = cast("PopulationPath", path).cells_at(self.model.position_of(cuts))
            return space.value(tp, fp, (path.negatives, path.positives), x)
        # What is lost of a perfect classifier is the expected cost, in other units.
        share = space.prevalence
        weighed = share * (1.0 - x) + (1.0 - share) * x
        lost = weighed / (1.0 - x) * LowerEnvelope(self.model).at(curve, share * (1.0 - x) / weighed)
        return np.asarray(share - lost) / (share if space.standardized else 1.0)

    def area(self, curve: Curve, low: float, high: float) -> float:
        return math.nan
