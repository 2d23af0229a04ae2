"""DeLong's variance of ROC areas: how far each row, or each group of rows, pulls them."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from prplot.errors import PrplotValueError
from prplot.rows.arrays import FloatArray, sums_by_place
from prplot.uncertainty.units import Along, Design, IntArray, Kinds


def roc_pulls(along: Sequence[Along], design: Design) -> list[tuple[FloatArray, Kinds]]:
    """Return how far the rows pull the ROC area of each path of the same rows, and for each the kinds of these rows.

    The squares of the pulls add up to the variance of the area, those of the differences of pulls to that of the
    difference: Σ f² F / (F - 1) + Σ b² B / (B - 1) + 2 Σ f b G / (G - 1), f and b being α (V10 - A) of positives and
    the like of negatives, α the share of the weight that a row, or a group, has. Of G of these F have positives and B
    negatives; soft labels count as of both.

    References
    ----------
    E. R. DeLong, D. M. DeLong and D. L. Clarke-Pearson, Biometrics 44, 837-845, 1988, doi:10.2307/2531595;
    X. Sun and W. Xu, IEEE Signal Process. Lett. 21, 1389-1393, 2014, doi:10.1109/LSP.2014.2337313;
    of groups N. A. Obuchowski, Biometrics 53, 567-578, 1997, doi:10.2307/2533958.
    """
    for path in (one.path for one in along):
        if not path.closed:
            raise PrplotValueError(
                "method 'delong' needs a score of every row; got a path that ends before, at "
                f"recall {path.reached:.4g}. Take 'bootstrap', which draws rows that no threshold returns too."
            )
        if path.known.kind == "points" or (design.groups is not None and path.sample is None):
            raise PrplotValueError(f"method 'delong' {path._without_rows}")
        counted = design.weights == "frequency" or path.known.kind == "groups"
        if not counted and (path.treatment.ties != "average" or path.treatment.tolerance):
            raise PrplotValueError(
                "method 'delong' counts ties half and joins no near ones; got a path with other ties. Take 'bootstrap'."
            )
    kinds = design.kinds(along)
    return [(_pulls(cell, kinds), kinds) for cell, _ in kinds.cells]


def _pulls(cell: IntArray, kinds: Kinds) -> FloatArray:
    """Return the pulls of each kind, or group, three numbers for each.

    With f and b scaled by the roots of their own factors, and c being what the last factor is of the root of the
    others, the variance is (1 - c) (f² + b²) + c (f + b)².
    """
    weights, group = kinds.size * np.array([kinds.fg, kinds.bg]), kinds.group
    shares = weights / weights.sum(axis=1, keepdims=True)
    fronts, backs = (np.bincount(cell, share) for share in shares)
    # The share of negatives below each row, and of positives above it; ties count half.
    won = np.array([1.0 - np.cumsum(backs) + backs / 2, np.cumsum(fronts) - fronts / 2])[:, cell]
    pulls = shares * (won - shares[0] @ won[0])
    if group is not None:
        many = np.array([*(np.count_nonzero(np.bincount(group, weight)) for weight in weights), kinds.groups])
        pulls = np.array([sums_by_place(group, pull) for pull in pulls])
    else:
        many = np.array([kinds.size[weight > 0].sum() for weight in (*weights, weights.sum(axis=0))])
        many = np.full(3, many[2]) if (kinds.fg * kinds.bg).any() else many
        pulls = pulls / np.sqrt(kinds.size)
    if many.min() < 2:
        return np.full(pulls.shape[1], math.nan)
    factors = many / (many - 1)
    pulls = np.sqrt(factors[:2, None]) * pulls
    both = min(factors[2] / math.sqrt(factors[0] * factors[1]), 1.0)
    return np.concatenate([*(math.sqrt(1.0 - both) * pulls), math.sqrt(both) * pulls.sum(axis=0)])
