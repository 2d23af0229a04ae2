"""Level lines of metrics, straight or as contours on a fine grid, and default levels."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import cast

import numpy as np
from contourpy import contour_generator
from matplotlib.ticker import MaxNLocator

from prplot.draw.lines.curve_line import in_square
from prplot.draw.views import view_of
from prplot.metrics import LinearFractional, Metric
from prplot.rows.arrays import FloatArray, Pair
from prplot.spaces import Space

# Shorter lengths in the unit square of rates count as 0.
TINY = 1e-9
# Curved level sets are traced on a grid with these nodes, which are closer together towards 0 and 1.
NEAR_0 = np.geomspace(1e-8, 0.5, 160)
NODES = np.unique(np.concatenate([[0.0, 1.0], NEAR_0, 1.0 - NEAR_0, np.linspace(0.0, 1.0, 202)]))
# Contour points whose value differs by more than this from the level, relatively, lie beside a pole and are dropped.
MISSED = 0.05
# Lines that end this close to (0, 0) or (1, 1) are extended to the corner.
CORNER = 1e-4
# Default levels are chosen from LOOKED_AT values per side of a space, without the share LEFT_OUT at both ends.
LOOKED_AT, LEFT_OUT = 80, 0.03
# Levels divide the space evenly enough if no region between them is larger than this share of the whole.
LIKE = 0.65
# Candidates for levels are round multiples of these powers of ten.
POWERS = 10.0 ** np.arange(-9, 10)


def level_lines(measure: Metric, levels: Sequence[float], space: Space, beyond: bool) -> list[Pair | None]:
    """Return for each level the line in a space along which a metric has this level, or None if no point has it.

    Lines end at the unit square of rates. With ``beyond`` they continue past fpr = 1; bent lines end where the weight
    predicted negative would be negative. NaN separates the pieces of a line.
    """
    if isinstance(measure, LinearFractional):
        ends = [across(measure._line(level, space.prevalence), space, beyond) for level in levels]
        return [None if end is None else in_square(space, *end) for end in ends]
    # Along a line of constant predicted positive rate, a sensible metric rises with tpr. These lines shrink to points
    # at (0, 0) and (1, 1), where all levels may meet. So the grid follows these lines.
    pi, neg, ((near, far), (low, high)) = space.prevalence, 1.0 - space.prevalence, drawn_box(space, beyond)
    edges = np.unique([pi * low, neg * near + pi * low, pi, neg + pi * low, 1.0])
    rate = np.unique(np.concatenate([start + (stop - start) * NODES for start, stop in pairwise(edges)]))[1:-1]
    least, most = np.maximum(low, (rate - neg * far) / pi), np.minimum(high, (rate - neg * near) / pi)
    tpr = least + (most - least) * NODES[:, None]
    fpr = ((rate - pi * tpr) / neg).clip(near, far)
    contours = contour_generator(fpr, tpr, np.ma.masked_invalid(measure.value(fpr, tpr, pi)), line_type="Separate")
    lines: list[Pair | None] = []
    for level in levels:
        pieces: list[FloatArray] = []
        for line in cast(list[FloatArray], contours.lines(level)):
            piece = line[np.abs(measure.value(line[:, 0], line[:, 1], pi) - level) < MISSED * max(1.0, abs(level))]
            if len(piece) < 2:
                continue
            piece = piece[:: -1 if piece[0].sum() > piece[-1].sum() else 1]
            corners = np.array([(near, low), (1.0, 1.0)])
            meets = np.abs(piece[[0, -1]] - corners).max(axis=1) < CORNER
            piece = np.concatenate([corners[:1][meets[:1]], piece, corners[1:][meets[1:]]])
            pieces += [np.array(space.trace(*piece.T)), np.full((2, 1), np.nan)]
        x, y = np.concatenate(pieces[:-1] or [np.empty((2, 0))], axis=1)
        lines.append((x, y) if pieces else None)
    return lines


def across(line: tuple[float, float, float], space: Space, beyond: bool) -> Pair | None:
    """Return the ends, as (fpr, tpr) arrays, of a straight line clipped to the unit square; None if it lies outside.

    The square begins where the space begins to be drawn. With ``beyond`` it has no edge at fpr = 1. The ends are
    ordered by tpr, then by fpr.
    """
    (a, b, c), box = np.asarray(line), np.array(drawn_box(space, beyond))
    with np.errstate(all="ignore"):
        # The line may meet the two sides of constant fpr (the first two columns) and the two sides of constant tpr.
        ends = np.array([[*box[0], *-(b * box[1] + c) / a], [*-(a * box[0] + c) / b, *box[1]]])
    low, high = box[:, :1], box[:, 1:]
    ends = ends[:, ((ends >= low - TINY) & (ends <= high + TINY)).all(axis=0)].clip(low, high)
    f, t = ends[:, np.lexsort((ends[0], ends[1].round(12)))[[0, -1]]] if ends.size else np.zeros((2, 2))
    return None if np.hypot(*np.diff([f, t])) < TINY else (f, t)


def drawn_box(space: Space, beyond: bool = False) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the drawn ranges (least, largest) of fpr and of tpr in a space."""
    low = {"fpr": 0.0, "tpr": 0.0, space._rate: max(0.0, space._lowest_rate)}
    return (low["fpr"], view_of(space).farthest if beyond else 1.0), (low["tpr"], 1.0)


def usual_levels(measure: Metric, space: Space, count: int) -> list[float]:
    """Return about ``count`` round levels that divide the region better than chance evenly.

    Equally spaced levels are preferred. Otherwise they are like 1, 2, 5, 10, or 1 minus such numbers.
    """
    x, y = np.meshgrid(*((np.arange(LOOKED_AT) + 0.5) / LOOKED_AT,) * 2)
    with np.errstate(all="ignore"):
        fpr, tpr = space.inverse(x, y * space._top)
        values = measure.value(fpr, tpr, space.prevalence)
    values = np.sort(values[(fpr >= 0) & (fpr < tpr) & (tpr <= 1) & np.isfinite(values)])
    if count == 0 or not len(values):
        return []
    low, middle, high = np.quantile(values, (LEFT_OUT, 0.5, 1.0 - LEFT_OUT))
    evenly = MaxNLocator(count + 1, steps=[1, 2, 5, 10])
    # Gains fall far below 0, where few levels are of interest, so levels from 0 up are preferred.
    candidates = [np.asarray(evenly.tick_values(least, high)) for least in (max(low, 0.0), low)]
    for digits in ((1, 2, 5), (1, 5), (1,)):
        factors = np.outer(POWERS, digits).ravel()
        candidates.append(factors if middle < (low + high) / 2 else 1.0 - factors[::-1])
    choices = [levels[(levels >= low) & (levels <= high)] for levels in candidates]

    def unlike(levels: FloatArray) -> tuple[float, int]:
        shares = np.diff(np.searchsorted(values, levels), prepend=0, append=len(values)) / len(values)
        return max(float(shares.max()), LIKE), max(abs(len(levels) - count), 1)

    return [round(level, 12) for level in min(choices, key=unlike).tolist()]
