"""Roots of functions, and areas and chords of curves that are given by a position along them."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from prplot.interpolations.base import Refine
from prplot.rows.arrays import FloatArray

# A curve: what is seen (x, y) at each position along it, arrays of one shape.
Points = Callable[[FloatArray], tuple[FloatArray, FloatArray]]

EPSILON = float(np.finfo(float).eps)
# Panels of an area are halved at most so often.
HALVINGS = 6
# Steps of a search for a root, which end sooner where it is found.
ROUNDS = 80


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


def refined(points: Points, marks: FloatArray, refine: Refine) -> FloatArray:
    """Return the marks, falling, with more positions between them, so that chords are close to the curve."""

    def between(piece: NDArray[np.int_], part: FloatArray) -> FloatArray:
        return np.asarray((1.0 - part) * marks[piece] + part * marks[piece + 1])

    piece, part = refine(lambda piece, part: points(between(piece, part)), len(marks) - 1)
    return np.sort(np.concatenate([marks, between(piece, part)]))[::-1]
