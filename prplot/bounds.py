"""The best and the worst ranking of the given points, as rankings that become paths."""

from __future__ import annotations

import numpy as np

from prplot.sums import FloatArray

__all__ = ["best_ranking", "share"]


def share(fg: FloatArray, bg: FloatArray) -> FloatArray:
    """Return fg / (fg + bg) per point, 0 where a point has no weight."""
    # By a power of two per point, which changes no digit: a label equal to a cut stays equal.
    _, exponent = np.frexp(np.maximum(fg, bg))
    a, b = np.ldexp(fg, -exponent), np.ldexp(bg, -exponent)
    with np.errstate(invalid="ignore"):
        return np.where(a + b > 0, a / (a + b), 0.0)


def best_ranking(fg: FloatArray, bg: FloatArray) -> FloatArray:
    """Return for each point its place in the best ranking; larger comes first.

    Sorting by ``fg / (fg + bg)`` gives the largest continuous area under the PR curve, and the
    reverse order the smallest; sorting by ``fg`` alone does so only where ``fg + bg`` is
    constant. Points of equal share keep places of their own, in the order given.

    References
    ----------
    J. Keilwagen, I. Grosse and J. Grau, PLoS ONE 2014, Theorem 1,
    doi:10.1371/journal.pone.0092209.
    """
    order = np.argsort(-share(fg, bg), kind="stable")
    place = np.empty(len(order))
    place[order] = np.arange(len(order), 0, -1)
    return place
