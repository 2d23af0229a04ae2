"""DeLong's variance of ROC areas: how far each row, or each group of rows, pulls them."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from prplot.errors import PrplotValueError
from prplot.rows.arrays import FloatArray, sums_by_place
from prplot.uncertainty.units import Along, Design, IntArray, Kinds


def roc_pulls(along: Sequence[Along], design: Design) -> tuple[list[FloatArray], Kinds]:
    """Return how far what is drawn pulls the ROC area of each path of the same rows, and the kinds of these rows.

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
    return [_pulls(cell, kinds) for cell, _ in kinds.cells], kinds


def _pulls(cell: IntArray, kinds: Kinds) -> FloatArray:
    """Return the pulls of each kind, or group, three numbers for each.

    With f and b scaled by the roots of their own factors, and c being what the last factor is of the root of the
    others, the variance is (1 - c) (f² + b²) + c (f + b)².
    """
    weights, group = [kinds.size * kinds.fg, kinds.size * kinds.bg], kinds.group
    front, back = (weight / weight.sum() for weight in weights)
    fronts, backs = np.bincount(cell, front), np.bincount(cell, back)
    # The share of negatives below each row, and of positives above it; ties count half.
    below, above = 1.0 - np.cumsum(backs) + backs / 2, np.cumsum(fronts) - fronts / 2
    area = float(front @ below[cell])
    front, back = front * (below[cell] - area), back * (above[cell] - area)
    if group is not None:
        many = [float(np.count_nonzero(np.bincount(group, weight))) for weight in weights]
        many.append(float(kinds.groups))
        front, back = sums_by_place(group, front), sums_by_place(group, back)
    else:
        many = [float(kinds.size[weight > 0].sum()) for weight in (*weights, sum(weights))]
        many = [many[-1]] * 3 if (kinds.fg * kinds.bg).any() else many
        front, back = front / np.sqrt(kinds.size), back / np.sqrt(kinds.size)
    if min(many) < 2:
        return np.full(len(front), math.nan)
    of_front, of_back, of_both = (number / (number - 1) for number in many)
    front, back = math.sqrt(of_front) * front, math.sqrt(of_back) * back
    both = min(of_both / math.sqrt(of_front * of_back), 1.0)
    return np.concatenate([math.sqrt(1.0 - both) * part for part in (front, back)] + [math.sqrt(both) * (front + back)])
