"""Which thresholds of a score model are the best ones, from one end of cost space to the other."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from prplot.path.hull import hull_vertices
from prplot.path.steps import Steps
from prplot.rows.arrays import FloatArray
from prplot.simulate.calculus import EPSILON, root
from prplot.simulate.distributions import logistic

if TYPE_CHECKING:
    from prplot.simulate.model import ScoreModel

# A likelihood ratio that rises by less, where it should fall, does so by rounding.
ROUNDING = 1e-10
ROUNDS = 20


class Piece(NamedTuple):
    """Abscissae of cost space between which one point is the best, or the best one moves along an arc.

    Attributes
    ----------
    low, high : float
        From where to where, as probability cost function.
    start, stop : float
        The positions that are best there; equal for one point, which may be at ±inf.
    """

    low: float
    high: float
    start: float
    stop: float

    @property
    def one_point(self) -> bool:
        """Whether one point is the best all along, so that the cost curve is straight."""
        return self.start == self.stop


class _Leap(NamedTuple):
    """An abscissa at which the best position leaps, because the ROC curve lies below its hull."""

    x: float
    before: float
    after: float


def cost_pieces(model: ScoreModel) -> tuple[Piece, ...]:
    """Return the pieces of a model's cost curve, from left to right.

    A position is best at x = 1 / (1 + slope) of the ROC curve there, as long as it is on the hull.
    """
    first, last = (float(end) for end in model.grid.position[[0, -1]])
    leaps = [_Leap(0.0, np.inf, np.inf), *_leaps(model), _Leap(1.0, -np.inf, -np.inf)]
    found: list[Piece] = []
    for left, right in itertools.pairwise(leaps):
        if left.after == right.before:
            found.append(Piece(left.x, right.x, left.after, left.after))
            continue
        start, stop = min(left.after, first), max(right.before, last)
        low, high = (float(logistic(-model.log_likelihood_ratio(np.array([end])))[0]) for end in (start, stop))
        low, high = (left.x if start < first else low), (right.x if stop > last else high)
        found += [Piece(left.x, low, left.after, left.after), Piece(low, high, start, stop)]
        found.append(Piece(high, right.x, right.before, right.before))
    return tuple(piece for piece in found if piece.high > piece.low)


def _leaps(model: ScoreModel) -> list[_Leap]:
    """Return the leaps: segments of the hull under which the slope of the ROC curve does not fall all the way."""
    position, rates = model.grid.position, model.grid.rates
    fp, tp = (np.maximum.accumulate(np.concatenate([[0.0], rate, [1.0]])) for rate in (rates.fpr, rates.tpr))
    kept = hull_vertices(Steps(fp, tp, np.diff(fp), np.diff(tp), 1.0, 1.0))
    ratio = model.log_likelihood_ratio(position)
    with np.errstate(invalid="ignore"):
        rises = np.diff(ratio) > ROUNDING * (1.0 + np.abs(ratio[1:]))
    # Row k of the grid is vertex k + 1; between rows k and k + 1 lies rise k.
    return [
        _leap(model, int(i), int(j))
        for i, j in itertools.pairwise(kept)
        if j - i > 1 and rises[max(i - 1, 0) : j - 1].any()
    ]


def _leap(model: ScoreModel, i: int, j: int) -> _Leap:
    """Return the line that touches the ROC curve near two vertices: found on the grid, then made exact."""
    position = model.grid.position
    count = len(position)
    ends = [float(position[k - 1]) if 0 < k <= count else (np.inf if k == 0 else -np.inf) for k in (i, j)]
    slope = np.inf
    for _ in range(ROUNDS):
        fpr, tpr, tnr, fnr = model.rates_at(np.array(ends))
        rises = [
            float(rate[1] - rate[0] if rate[1] <= 0.5 else rest[0] - rest[1]) for rate, rest in ((tpr, fnr), (fpr, tnr))
        ]
        before, slope = slope, float(np.log(rises[0]) - np.log(rises[1]))
        for end, k in enumerate((i, j)):
            if 0 < k <= count:
                near = position[[min(k, count - 1)]], position[[max(k - 2, 0)]]
                ends[end] = float(root(lambda s, _, level=slope: model.log_likelihood_ratio(s) - level, *near)[0])  # type: ignore[misc]
        # Each round doubles the digits.
        if abs(slope - before) <= 1e-8 * (1.0 + abs(slope)):
            break
    return _Leap(float(logistic(np.array(-slope))), *ends)


def best_positions(piece: Piece, model: ScoreModel, x: FloatArray) -> FloatArray:
    """Return the position that is best at each abscissa of a piece."""
    if piece.one_point:
        return np.full(len(x), piece.start)
    lowest, highest = model.log_likelihood_ratio(np.array([piece.stop, piece.start]))
    with np.errstate(divide="ignore"):
        wanted = np.clip(np.log1p(-x) - np.log(x), lowest, highest)
    ends = np.full(len(x), piece.stop), np.full(len(x), piece.start)
    return root(lambda s, rows: model.log_likelihood_ratio(s) - wanted[rows], *ends, enough=EPSILON)
