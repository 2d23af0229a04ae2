"""What the score models compute with: tails that keep their digits, roots, and areas under parametric curves."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from prplot.arithmetic.exact_sums import FloatArray
from prplot.arithmetic.refinement import Sight

__all__ = [
    "EPSILON",
    "Beta",
    "Points",
    "area_under",
    "log_odds",
    "logistic",
    "normal_tail",
    "refined",
    "root",
    "spread",
]

# A curve: what is seen (x, y) at each position along it.
Points = Callable[[FloatArray], tuple[FloatArray, FloatArray]]

EPSILON = float(np.finfo(float).eps)
# Panels of an area are halved at most so often.
HALVINGS = 6
ROUNDS = 80


def normal_tail(x: FloatArray) -> FloatArray:
    """Return P(Z >= x) of a standard normal, every digit of it however small it is."""
    scaled = (np.asarray(x) / math.sqrt(2.0)).ravel().tolist()
    return 0.5 * np.fromiter(map(math.erfc, scaled), np.float64, len(scaled)).reshape(np.shape(x))


def logistic(s: FloatArray) -> FloatArray:
    """Return 1 / (1 + exp(-s)); 1 minus it is ``logistic(-s)``."""
    with np.errstate(over="ignore"):
        return np.asarray(1.0 / (1.0 + np.exp(-np.asarray(s, dtype=np.float64))))


def log_odds(share: FloatArray, rest: FloatArray) -> FloatArray:
    """Return ln(share / rest), infinite where one of them is 0."""
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(share) - np.log(rest))


@dataclass(frozen=True)
class Beta:
    """A Beta distribution, whose two tails are both computed without cancellation.

    Parameters
    ----------
    a, b : float
        Shapes, greater than 0. Series take long where they are far apart.
    """

    a: float
    b: float

    @property
    def mean(self) -> tuple[float, float]:
        """The mean and 1 minus it: a / (a + b) and b / (a + b)."""
        return self.a / (self.a + self.b), self.b / (self.a + self.b)

    @cached_property
    def _mass(self) -> float:
        """The integral of x^a y^b / (x y), taken relative to x^a y^b at the mean: both sides of it by their series."""
        x, y = (np.array([side]) for side in self.mean)
        return float(_series(self.a, self.b, x)[0] / self.a + _series(self.b, self.a, y)[0] / self.b)

    def log_height(self, x: FloatArray, y: FloatArray) -> FloatArray:
        """Return ln of x^a y^b / B(a, b), the density of the log odds of x = 1 - y."""
        with np.errstate(divide="ignore"):
            away = [np.log(side / mean) for side, mean in zip((x, y), self.mean, strict=True)]
        return np.asarray(self.a * away[0] + self.b * away[1] - math.log(self._mass))

    def density(self, x: FloatArray) -> FloatArray:
        """Return the density, 0 outside [0, 1]."""
        inside = np.clip(x, 0.0, 1.0)
        with np.errstate(divide="ignore"):
            sides = [
                (side / mean) ** (shape - 1.0) / mean
                for side, mean, shape in zip((inside, 1.0 - inside), self.mean, (self.a, self.b), strict=True)
            ]
        return np.where(inside == x, sides[0] * sides[1] / self._mass, 0.0)

    def tails(self, x: FloatArray, y: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return the mass below and above x = 1 - y; x and y are both given, so that small ones keep their digits."""
        low = x <= self.mean[0]
        below, above = np.empty_like(x), np.empty_like(x)
        below[low] = self._below(x[low], y[low])
        above[~low] = self.reflected._below(y[~low], x[~low])
        above[low], below[~low] = 1.0 - below[low], 1.0 - above[~low]
        return below, above

    def _below(self, x: FloatArray, y: FloatArray) -> FloatArray:
        """Return the mass below x by the series x^a y^b / (a B) F(a + b, 1; a + 1; x), whose terms are positive."""
        return np.exp(self.log_height(x, y)) / self.a * _series(self.a, self.b, x)

    def moments_below(self, x: FloatArray, y: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return E[v; v < x] and E[1 - v; v < x] of the variable v; quick for x up to about 1/2.

        v times the density is one of the next shape, so the first is a series as well, and the
        mass below x and the second follow from it by adding.
        """
        height = np.exp(self.log_height(x, y))
        first = height * x / (self.a + 1.0) * _series(self.a + 1.0, self.b, x)
        mass = ((self.a + self.b) * first + height) / self.a
        return first, (self.b * mass + height) / (self.a + self.b)

    @cached_property
    def reflected(self) -> Beta:
        """The distribution of 1 minus the variable."""
        return Beta(self.b, self.a)


def _series(a: float, b: float, x: FloatArray) -> FloatArray:
    """Return the hypergeometric function F(a + b, 1; a + 1; x)."""
    term, total, n = np.ones_like(x), np.ones_like(x), 0
    while np.any(term > EPSILON / 4 * total * (1.0 - x)):
        term = term * (x * ((a + b + n) / (a + 1.0 + n)))
        total = total + term
        n += 1
    return total


def spread(center: float, scale: float, reach: float, count: int) -> FloatArray:
    """Return positions around a center: evenly spaced within its scale, growing apart up to its reach."""
    grown = math.asinh(reach / scale)
    return np.asarray(center + scale * np.sinh(np.linspace(-grown, grown, count)))


def root(
    function: Callable[[FloatArray, NDArray[np.int_]], FloatArray],
    low: FloatArray,
    high: FloatArray,
    enough: float = 0.0,
) -> FloatArray:
    """Return where functions are 0 between two positions, one for each pair of positions.

    Where one has the same sign at both ends, the end at which it is nearer to 0.

    Parameters
    ----------
    function : callable
        Takes positions, and which of the functions each is for.
    low, high : arrays of the same shape (n,)
        The positions between which to look.
    enough : float
        The size of a value that counts as 0.

    References
    ----------
    T. R. Chandrupatla, Advances in Engineering Software 1997, doi:10.1016/s0965-9978(96)00051-8.
    """
    rows: NDArray[np.int_] = np.arange(len(low))
    x1, x2 = np.array(low, dtype=np.float64), np.array(high, dtype=np.float64)
    f1, f2 = function(x1, rows), function(x2, rows)
    found = np.where(np.abs(f1) <= np.abs(f2), x1, x2)
    part = np.full(len(rows), 0.5)
    goes_on = f1 * f2 < 0
    for _ in range(ROUNDS):
        room = 2 * EPSILON * np.maximum(np.abs(x1), np.abs(x2))
        goes_on &= (np.abs(x2 - x1) > room) & (np.minimum(np.abs(f1), np.abs(f2)) > enough)
        if not goes_on.any():
            break
        rows = rows[goes_on]
        x1, x2, f1, f2, part, room = (a[goes_on] for a in (x1, x2, f1, f2, part, room))
        least = np.minimum(room / np.abs(x2 - x1), 0.5)
        x = x1 + np.clip(part, least, 1.0 - least) * (x2 - x1)
        f = function(x, rows)
        same = np.sign(f) == np.sign(f1)
        x3, f3 = np.where(same, x1, x2), np.where(same, f1, f2)
        x2, f2 = np.where(same, x2, x1), np.where(same, f2, f1)
        x1, f1 = x, f
        found[rows] = np.where(np.abs(f1) <= np.abs(f2), x1, x2)
        goes_on = np.ones(len(rows), dtype=bool)
        with np.errstate(divide="ignore", invalid="ignore"):
            xi, phi = (x1 - x2) / (x3 - x2), (f1 - f2) / (f3 - f2)
            part = f1 / (f2 - f1) * f3 / (f2 - f3) + (x3 - x1) / (x2 - x1) * f1 / (f3 - f1) * f2 / (f3 - f2)
            trusted = (phi * phi < xi) & ((1 - phi) ** 2 < 1 - xi) & np.isfinite(part)
        part = np.where(trusted, part, 0.5)
    return found


def _rule(order: int) -> tuple[FloatArray, FloatArray]:
    """Return Chebyshev points on [-1, 1], which include the ends, and M for which y M x is ∫ y dx.

    M takes the derivative of the polynomial through x, and integrates as Clenshaw and Curtis do.
    """
    angles = np.pi * np.arange(order + 1) / order
    one, other = angles[:, None], angles[None, :]
    gaps = 2.0 * np.sin((one + other) / 2.0) * np.sin((one - other) / 2.0)
    scale = (-1.0) ** np.arange(order + 1)
    scale[[0, -1]] *= 2.0
    np.fill_diagonal(gaps, 1.0)
    derivative = scale[:, None] / scale[None, :] / gaps
    np.fill_diagonal(derivative, 0.0)
    np.fill_diagonal(derivative, -derivative.sum(axis=1))
    nodes = -np.sin(np.pi * (order - 2 * np.arange(order + 1)) / (2 * order))
    integrals = [0.0 if k % 2 else 2.0 / (1.0 - k * k) for k in range(order + 1)]
    weights = np.linalg.solve(np.polynomial.chebyshev.chebvander(nodes, order).T, integrals)
    rule = weights[:, None] * derivative
    # A straight line counts without a rounding.
    return nodes, rule * (2.0 / float(np.sum(rule @ nodes)))


NODES, RULE = _rule(16)


def area_under(points: Points, edges: FloatArray) -> float:
    """Return ∫ y dx along a curve given by a position, from the first edge to the last.

    Panels between the edges, between which the curve is smooth, are halved until that changes
    nothing.
    """
    starts, ends = edges[:-1], edges[1:]
    whole = _panels(points, starts, ends)
    enough = 4 * EPSILON * max(float(np.sum(np.abs(whole))), np.finfo(float).tiny)
    settled = [0.0]
    for _ in range(HALVINGS):
        middles = (starts + ends) / 2
        left, right = _panels(points, starts, middles), _panels(points, middles, ends)
        moved = np.abs(left + right - whole) > enough
        settled += (left + right)[~moved].tolist()
        starts, ends = np.concatenate([starts[moved], middles[moved]]), np.concatenate([middles[moved], ends[moved]])
        whole = np.concatenate([left[moved], right[moved]])
        if not len(whole):
            break
    return math.fsum(settled + whole.tolist())


def _panels(points: Points, starts: FloatArray, ends: FloatArray) -> FloatArray:
    middle, half = (starts + ends) / 2, (ends - starts) / 2
    at = middle[:, None] + half[:, None] * NODES
    at[:, 0], at[:, -1] = starts, ends
    x, y = points(at)
    return np.asarray(np.einsum("pi,ij,pj->p", y, RULE, x - x[:, :1]))


def refined(points: Points, marks: FloatArray, sight: Sight) -> FloatArray:
    """Return the marks with more positions between them, so that chords are close to the curve where it is in sight."""
    found = [marks]
    low, high = marks[:-1], marks[1:]
    start, stop = (np.column_stack(points(position)) for position in (low, high))
    for _ in range(sight.halvings):
        middle = (low + high) / 2
        between = np.column_stack(points(middle))
        bent = _near(sight, start, between, stop) & sight.bends(*map(sight.of, (start, between, stop)))
        if not bent.any():
            break
        low, middle, high, start, between, stop = (a[bent] for a in (low, middle, high, start, between, stop))
        found.append(middle)
        low, high = np.concatenate([low, middle]), np.concatenate([middle, high])
        start, stop = np.concatenate([start, between]), np.concatenate([between, stop])
    return np.sort(np.concatenate(found))[::-1]


def _near(sight: Sight, start: FloatArray, between: FloatArray, stop: FloatArray) -> NDArray[np.bool_]:
    """Return which pieces may be in sight: a piece may leave the box of three points by as much as that is high."""
    low, high = (np.asarray(pick(pick(start, stop), between)) for pick in (np.fmin, np.fmax))
    with np.errstate(invalid="ignore"):
        room = high - low
        return sight.in_sight(low - room, high + room)
