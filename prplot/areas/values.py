"""Numbers that no curve has as its area, but that are reported under the name of one."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from prplot.path.path import ConfusionPath
from prplot.path.variants import coarser, through
from prplot.rows.arrays import FloatArray

__all__ = [
    "binned",
    "eleven_point",
    "gain_area_uncut",
    "r_precision",
    "riemann",
    "stepping_trapezoid",
    "without_prefix",
]

# A recall counts as reached when it is missed by no more than this share, the rounding of sums of weights.
SLACK = 1e-12
# Keras: 200 thresholds on [0, 1], so 199 bins.
BINS = 199


def eleven_point(path: ConfusionPath) -> float:
    """Return the mean, over the recalls 0, 0.1, ..., 1, of the largest precision at that recall or a larger one.

    Only operating points count, not what lies between them.
    """
    steps = path.steps()
    tp, fp = steps.tp[1:], steps.fp[1:]
    # Where no threshold reaches a recall its precision is 0.
    beyond = np.append(np.maximum.accumulate((tp / (tp + fp))[::-1])[::-1], 0.0)
    wanted = np.arange(11) / 10 * steps.positives * (1 - SLACK)
    return float(np.mean(beyond[np.searchsorted(tp, wanted)]))


def r_precision(path: ConfusionPath) -> float:
    """Return the precision where as much is predicted positive as is positive; what is not returned is no hit."""
    steps = path.steps()
    if steps.tp[-1] + steps.fp[-1] < steps.positives * (1 - SLACK):
        return path.reached
    return path.break_even().precision


def without_prefix(path: ConfusionPath) -> ConfusionPath:
    """Return the path without its vertices at TP = 0 but the origin: its first step finds a positive.

    Davis and Goadrich's AUCCalculator does so, and with it credits background that comes first
    with the precision that is reached only later.
    """
    kept = np.concatenate([[0], np.flatnonzero(path.tp > 0)])
    if len(kept) == 1:
        return path
    return coarser(path, kept)


def binned(path: ConfusionPath) -> ConfusionPath:
    """Return the path through 200 evenly spaced thresholds on [0, 1], scores above a threshold being positive.

    In float32, as Keras does. Thresholds between which no score falls are no vertices.
    """
    if len(path) == 1:
        return path
    scores = path.thresholds[1:].astype(np.float32)
    bins = np.maximum(np.ceil(scores * np.float32(BINS)) - 1, 0)
    first = np.flatnonzero(np.concatenate([[True], bins[1:] != bins[:-1]]))
    thresholds = np.concatenate([[np.inf], bins[first] / BINS])
    return through(path, path.groups.coarser(np.append(first, len(bins)), thresholds[1:]))


def riemann(path: ConfusionPath, height: Callable[[FloatArray, FloatArray], FloatArray]) -> float:
    """Return the sum over all steps of their width in recall times the larger, or smaller, precision of their ends.

    Precision is 0 where nothing is predicted positive.
    """
    steps = path.steps()
    predicted = steps.tp + steps.fp
    precision = np.divide(steps.tp, predicted, out=np.zeros_like(predicted), where=predicted > 0)
    return float(np.sum(steps.fg / steps.positives * height(precision[:-1], precision[1:])))


def gain_area_uncut(path: ConfusionPath) -> float:
    """Return the trapezoid area over recall gains raised to 0, without a vertex where the curve crosses 0.

    Where TP = 0 recall gain counts as 0 and precision gain as 1.
    """
    x, y = path.prg().vertices
    found = path.tp > 0
    x, y = np.where(found, np.maximum(x, 0.0), 0.0), np.where(found, y, 1.0)
    return float(np.sum(np.diff(x) * (y[:-1] + y[1:]) / 2))


def stepping_trapezoid(path: ConfusionPath) -> float:
    """Return what ROCR calls "aucpr": the upper trapezoid from (0, 1), with unit steps where few points are.

    A step of more than two positives gets a point at each of them. The points of the first such
    step are where they belong; those of each later one are put in too early, by as many places as
    points were put in before, so that the line runs back and forth.
    """
    fg = path.increments[0]
    kept = np.concatenate([[0], np.flatnonzero(fg > 0) + 1])
    tp, fp = path.tp[kept], path.fp[kept]
    precision = np.concatenate([[1.0], tp[1:] / (tp[1:] + fp[1:])])
    wide = np.flatnonzero(np.diff(tp) > 2)
    if wide.size:
        units = [np.arange(1.0, tp[step + 1] - tp[step] + 1) for step in wide.tolist()]
        slopes = (fp[wide + 1] - fp[wide]) / (tp[wide + 1] - tp[wide])
        more = [tp[step] + unit for step, unit in zip(wide, units, strict=True)]
        rest = [fp[step] + slope * unit for step, slope, unit in zip(wide, slopes, units, strict=True)]
        order = _misplaced(len(tp), dict(zip(wide.tolist(), map(len, units), strict=True)))
        precision = np.concatenate([precision, *(a / (a + b) for a, b in zip(more, rest, strict=True))])[order]
        tp = np.concatenate([tp, *more])[order]
    return float(np.sum(np.diff(tp) * (precision[:-1] + precision[1:])) / 2 / path.positives)


def _misplaced(points: int, blocks: dict[int, int]) -> NDArray[np.int_]:
    """Return the order of points 0, 1, ... and of the blocks put in after place 0, 1, ..., as places are then.

    ``blocks`` has the length of each, by its place; their points are numbered on from ``points``.
    What comes before a place is settled, so the rest is a pile of which one point is taken at a
    time, and on which each block is laid.
    """
    settled: list[int] = []
    pile = [range(points)]
    following = points
    for place in range(points - 1):
        settled.append(pile[-1][0])
        pile[-1] = pile[-1][1:]
        if not pile[-1]:
            pile.pop()
        if place in blocks:
            pile.append(range(following, following + blocks[place]))
            following += blocks[place]
    return np.concatenate([np.array(settled, dtype=int), *(np.arange(r.start, r.stop) for r in reversed(pile))])
