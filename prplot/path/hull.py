"""Convex hulls of paths, which calibrate scores to shares of positive weight or to F_β trade-offs."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from prplot.errors import PrplotValueError, by_name
from prplot.path.steps import Steps
from prplot.path.variants import coarser
from prplot.rows.arrays import FloatArray, Frozen, IntArray, read_only
from prplot.rows.checks import check, numbers

if TYPE_CHECKING:
    from prplot.curve.curve import Curve


def hull_vertices(steps: Steps) -> IntArray:
    """Return the indices of the path's points that are vertices of its upper convex hull from (0, 0) to (N, P).

    Points inside a straight piece of the hull are left out. Steps are pooled by isotonic regression; a loop then pools
    the steps whose slopes still do not fall, because of rounding.
    """
    from scipy.optimize import isotonic_regression

    # Scaling by a power of two changes no digit, and keeps products of weights from overflowing or vanishing.
    fg = np.ldexp(steps.fg, -math.frexp(steps.positives)[1])
    bg = np.ldexp(steps.bg, -math.frexp(steps.negatives)[1])
    weight = fg + bg
    some = np.flatnonzero(weight > 0)
    pools = isotonic_regression(fg[some] / weight[some], weights=weight[some], increasing=False).blocks[:-1]
    vertices = np.unique(np.concatenate([[0], some[pools[1:]], [len(fg)]]))
    while True:
        a, b = (np.add.reduceat(each, vertices[:-1]) for each in (fg, bg))
        falls = a[:-1] * b[1:] > a[1:] * b[:-1]
        if falls.all():
            return vertices
        vertices = vertices[np.concatenate([[True], falls, [True]])]


@by_name()
@dataclass(frozen=True, eq=False, repr=False)
class Hull(Frozen):
    """The convex hull of a curve: the ROC hull, plotted in the space of the curve.

    In PRG the same thresholds, but for "nothing predicted" and what comes after recall 1, are the
    vertices of the PRG hull: each is the best for some F_β. Between which areas hulls of counts in bins lie is in
    `ConfusionPath.areas`.

    Attributes
    ----------
    x, y, thresholds : arrays of shape (V,)
        The vertices, from left to right.
    scores : array of shape (V - 1,)
        One per segment. In PR, ROC and CROC c = ΔTP / (ΔTP + ΔFP), the share of positive weight among
        the points of the segment. In PRG d = 1 / (1 + β²), where F_β ties along the segment.
    beta_intervals : array of shape (V, 2) or None
        PRG only: the range of β for which each vertex has the largest F_β.
    """

    curve: Curve
    x: FloatArray
    y: FloatArray
    thresholds: FloatArray
    scores: FloatArray
    beta_intervals: FloatArray | None
    _all_scores: FloatArray

    def __repr__(self) -> str:
        return f"Hull({self.curve.space.title}, {len(self.x)} vertices)"

    @property
    def likelihood_ratios(self) -> FloatArray:
        """Slope Δtpr / Δfpr of each segment of the ROC hull, from (0, 0) to (1, 1); inf where it is vertical.

        The slope is how many times as likely a score of that segment is among positives as among
        negatives.
        """
        steps = self.curve.path._steps()
        with np.errstate(all="ignore"):
            return read_only(steps.fg / steps.positives / (steps.bg / steps.negatives))

    def area(self, low: float = 0.0, high: float = 1.0) -> float:
        """Return the area under the hull; at least that of the curve."""
        return self.curve.area(low, high)

    def calibrate(self, y_score: ArrayLike) -> FloatArray:
        """Return for each score the calibrated score of the segment that it falls into.

        Parameters
        ----------
        y_score : array_like of shape (n,)
            Scores, on the scale of the thresholds; small ones mean positive where they do so for the path.

        Returns
        -------
        array of shape (n,)
            c; or d in PRG, which is 1 up to the first vertex and 0 beyond the last. A score above all
            of the sample gets the value of the first segment, one below all that of the last, and one
            between two scores of the sample that of the step down to the lower one. (Where small scores
            mean positive, exchange above and below, and lower and higher.)
        """
        path, scores = self.curve.path, numbers("y_score", y_score)
        check("y_score", np.isnan(scores), "hold no missing scores", lambda row: f"one in row {row}")
        ends = path._cuts[1:]
        step = np.searchsorted(-ends, -path._cut_of(scores), side="left")
        return self._all_scores[np.minimum(step, len(ends) - 1)]


def hull(curve: Curve) -> Hull:
    """Return the convex hull of a curve; see `Curve.hull`."""
    space = curve.space
    reason = space._undefined(curve.path)
    if reason:
        raise PrplotValueError(f"the hull is undefined: {reason}.")
    nothing = f"the hull is undefined in {space.title} space: no threshold finds any positive."
    if len(curve.path) == 1:
        raise PrplotValueError(nothing)
    path = coarser(curve.path, hull_vertices(curve.path._steps()))
    # The hull joins thresholds, so the order of scores within bins does not matter, and its path is not binned.
    path = replace(path, _given=replace(path._given, sample=replace(path._given.sample, bins=None)))
    on_hull, steps = curve._over(path, curve.label), path._steps()
    scores, betas = space._calibrated(steps)
    shown = space._shown(steps.tp)
    if betas is not None:
        # After recall 1 the hull falls vertically, so the last point, (1, prevalence), is not a vertex of the hull.
        shown[-1] &= bool(steps.fg[-1] > 0)
    rows = np.flatnonzero(shown)
    if not len(rows):
        raise PrplotValueError(nothing)
    ranges = None
    if betas is not None:
        betas = np.concatenate([[0.0], betas, [np.inf]])
        ranges = read_only(np.column_stack([betas[rows], betas[rows + 1]]))
    x, y, thresholds = (read_only(column[rows]) for column in (*on_hull._vertices, path.thresholds))
    scores = read_only(scores)
    return Hull(on_hull, x, y, thresholds, scores[rows[0] : rows[-1]], ranges, scores)
