"""Roots and inverses of functions, and areas and chords of curves that are given by a position along them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.polynomial import chebyshev
from scipy.optimize import elementwise

from prplot.interpolations.base import Refine, chords
from prplot.rows.arrays import FloatArray, Pair

# A curve: what is seen (x, y) at each position along it, arrays of one dimension.
Points = Callable[[FloatArray], Pair]

EPSILON = float(np.finfo(float).eps)
# Steps of a search for a root, which end sooner where it is found.
ROUNDS = 80
# On Chebyshev points on [-1, 1], which include the ends, y @ RULE @ x is ∫ y dx of the polynomials through y and x.
ORDER = 16
NODES = chebyshev.chebpts2(ORDER + 1)
_SERIES = np.linalg.inv(chebyshev.chebvander(NODES, ORDER))
_WEIGHTS = np.diff(chebyshev.chebval([-1.0, 1.0], chebyshev.chebint(_SERIES)))
RULE = _WEIGHTS * (chebyshev.chebvander(NODES, ORDER - 1) @ chebyshev.chebder(_SERIES))


def root(
    function: Callable[..., FloatArray], low: FloatArray, high: FloatArray, *args: Any, enough: float = 0.0
) -> FloatArray:
    """Return where a function of positions, and of further arrays, is 0 between pairs of positions.

    Where it has the same sign at both ends, the end at which it is nearer to 0; ``enough`` counts as 0.
    """
    tolerances = {"xatol": 0.0, "xrtol": 2 * EPSILON, "fatol": enough, "frtol": 0.0}
    # Values may be infinite.
    with np.errstate(invalid="ignore"):
        found = elementwise.find_root(function, (low, high), args=args, tolerances=tolerances, maxiter=ROUNDS)
    one, other = np.abs(found.f_bracket)
    return np.asarray(np.where(one <= other, *found.bracket))


def inverse(
    function: Callable[[FloatArray], FloatArray],
    position: FloatArray,
    known: FloatArray,
    wanted: FloatArray,
    enough: float = EPSILON,
) -> FloatArray:
    """Return where a function has wanted values, from positions, in order, at which its known values rise.

    Beyond the known values, the first or the last position. A value that is off by ``enough``, relatively, will do.
    """
    known = np.maximum.accumulate(known)
    wanted = np.clip(wanted, known[0], known[-1])
    after = np.clip(np.searchsorted(known, wanted), 1, len(known) - 1)

    def missed(s: FloatArray, wanted: FloatArray) -> FloatArray:
        return (function(s) - wanted) / (1.0 + np.abs(wanted))

    return root(missed, position[after - 1], position[after], wanted, enough=enough)


def crossings(function: Callable[[FloatArray], FloatArray], position: FloatArray) -> FloatArray:
    """Return where a function is 0 between neighbouring positions at which it has different signs."""
    sign = np.sign(function(position))
    crossed = np.flatnonzero(sign[1:] * sign[:-1] < 0)
    return root(function, position[crossed + 1], position[crossed])


def area_under(points: Points, edges: FloatArray) -> float:
    """Return ∫ y dx along a curve given by a position, from the first edge to the last; it is smooth between edges."""
    starts, ends = edges[:-1, None], edges[1:, None]
    at = (starts + ends) / 2 + (ends - starts) / 2 * NODES
    at[:, [0, -1]] = np.hstack([starts, ends])
    x, y = (side.reshape(at.shape) for side in points(at.ravel()))
    return math.fsum(np.einsum("pi,ij,pj->p", y, RULE, x - x[:, :1]))


def refined(points: Points, marks: FloatArray, refine: Refine) -> FloatArray:
    """Return the marks with more positions between them, so that chords are close to the curve."""
    along = chords(marks, marks)
    piece, part = refine(lambda piece, part: points(along(piece, part)[0]), len(marks) - 1)
    return np.insert(marks, piece + 1, along(piece, part)[0])
