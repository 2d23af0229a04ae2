"""The curve of a population, traced, looked up and added up from its model, wherever the path has its vertices."""

# Methods are documented once, in the base class.
# ruff: noqa: ARG002, D102

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from prplot.arithmetic.exact_sums import FloatArray
from prplot.arithmetic.refinement import Sight
from prplot.interpolations import Interpolation, Trace
from prplot.simulate.calculus import Points, area_under, refined
from prplot.simulate.cost_pieces import best_positions
from prplot.simulate.distributions import logistic

if TYPE_CHECKING:
    from prplot.curve.curve import Curve
    from prplot.simulate.model import ScoreModel

__all__ = ["LowerEnvelope", "Pointwise"]


@dataclass(frozen=True)
class Pointwise(Interpolation):
    """The curve of a model where a confusion point is a point: each position is one."""

    model: ScoreModel

    def trace(self, curve: Curve, sight: Sight) -> Trace:
        space, model = curve.space, self.model
        anchors = model.grid.positions_at(space.rate, np.array([self._rate(curve, x) for x in space.anchors]))
        marks = np.unique(np.concatenate([model.grid.position, anchors]))
        lowest = space.lowest_rate
        if lowest > 0:
            # Far to the left nothing is drawn, and coordinates have no bounds.
            start = model.grid.positions_at(space.rate, np.array([lowest]))
            marks = np.concatenate([marks[marks < start], start])
        position = refined(self._points(curve), marks[::-1], sight)
        x, y = self._points(curve)(position)
        threshold = model.threshold_of(position)
        if lowest > 0:
            return Trace(x, y, threshold)
        return Trace(np.insert(x, 0, 0.0), np.insert(y, 0, curve.limit), np.insert(threshold, 0, np.inf))

    def at(self, curve: Curve, x: FloatArray) -> FloatArray:
        rate = np.asarray(self._rate(curve, x))
        y = self._points(curve)(self.model.grid.positions_at(curve.space.rate, rate))[1]
        return np.where(rate > 0, y, curve.limit)

    def area(self, curve: Curve, low: float, high: float) -> float:
        ends = self.model.grid.positions_at(curve.space.rate, np.array([self._rate(curve, x) for x in (low, high)]))
        marks = np.concatenate([self.model.grid.edges, self.model.grid.chance_crossings])
        inside = np.unique(marks[(marks < ends[0]) & (marks > ends[1])])[::-1]
        return area_under(self._points(curve), np.concatenate([ends[:1], inside, ends[1:]]))

    def _rate(self, curve: Curve, x: Any) -> Any:
        return curve.space.abscissa_rate(x, curve.space.odds)

    def _points(self, curve: Curve) -> Points:
        def points(position: FloatArray) -> tuple[FloatArray, FloatArray]:
            rates = self.model.rates_at(position)
            return curve.space.forward(rates.fpr, rates.tpr)

        return points


@dataclass(frozen=True)
class LowerEnvelope(Interpolation):
    """The curve of a model where a confusion point is a line: the lowest of all lines."""

    model: ScoreModel

    def trace(self, curve: Curve, sight: Sight) -> Trace:
        columns: tuple[list[FloatArray], ...] = ([], [], [])
        for piece in self.model.cost_pieces:
            if piece.start == piece.stop:
                ends = np.array([piece.low, piece.high])
                position = np.full(2, piece.start)
                seen = sight.straight(ends, self._cost(ends, 1.0 - ends, position))
                position = np.full(len(seen[0]), piece.start)
            else:
                marks = self.model.grid.position
                inside = marks[(marks < piece.start) & (marks > piece.stop)]
                position = refined(self._points, np.concatenate([[piece.start], inside, [piece.stop]]), sight)
                seen = self._points(position)
            for column, values in zip(columns, (*seen, self.model.threshold_of(position)), strict=True):
                column.append(values)
        x, y, threshold = (np.concatenate(column) for column in columns)
        # Where nothing but a rounding moves the best position, x may fall by one.
        return Trace(np.maximum.accumulate(x), y, threshold)

    def at(self, curve: Curve, x: FloatArray) -> FloatArray:
        parts = self.model.cost_pieces
        which = np.searchsorted([piece.high for piece in parts], x)
        y = np.empty(len(x))
        for index, piece in enumerate(parts):
            here = which == index
            y[here] = self._cost(x[here], 1.0 - x[here], best_positions(piece, self.model, x[here]))
        return y

    def area(self, curve: Curve, low: float, high: float) -> float:
        total = [0.0]
        for piece in self.model.cost_pieces:
            ends = np.clip([low, high], piece.low, piece.high)
            if ends[1] <= ends[0]:
                continue
            if piece.start == piece.stop:
                y = self._cost(ends, 1.0 - ends, np.full(2, piece.start))
                total.append(float((ends[1] - ends[0]) * (y[0] + y[1]) / 2))
                continue
            start, stop = best_positions(piece, self.model, ends)
            start, stop = (piece.start if low <= piece.low else start), (piece.stop if high >= piece.high else stop)
            marks = self.model.grid.edges
            inside = marks[(marks < start) & (marks > stop)]
            total.append(area_under(self._points, np.concatenate([[start], inside, [stop]])))
        return math.fsum(total)

    def _points(self, position: FloatArray) -> tuple[FloatArray, FloatArray]:
        ratio = self.model.log_likelihood_ratio(position)
        x, rest = logistic(-ratio), logistic(ratio)
        return x, self._cost(x, rest, position)

    def _cost(self, x: FloatArray, rest: FloatArray, position: FloatArray) -> FloatArray:
        """Return x fnr + (1 - x) fpr."""
        rates = self.model.rates_at(position)
        return np.asarray(x * rates.fnr + rest * rates.fpr)
