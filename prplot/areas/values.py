"""Numbers that other tools report as areas, but that are not the area under any curve of the path."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from prplot.path.facts import warn_undefined
from prplot.path.path import ConfusionPath
from prplot.path.variants import coarser
from prplot.rows.arrays import BoolArray, FloatArray, Pair

# A recall counts as reached if it is lower by at most this relative difference, because sums of weights are rounded.
SLACK = 1e-12
# Keras uses 200 thresholds on [0, 1] by default, which make 199 bins.
BINS = 199


def above_chance(path: ConfusionPath) -> float:
    """Return (area - π) / (1 - π) for the continuous area under the PR curve and the prevalence π."""
    chance = path._now.prevalence
    if 1.0 - chance <= 4 * np.finfo(float).eps:
        warn_undefined("the area above chance", "the prevalence is 1 but for rounding")
        return math.nan
    return (path.pr().area() - chance) / (1.0 - chance)


def eleven_point(path: ConfusionPath) -> float:
    """Return the mean, over the recalls 0, 0.1, ..., 1, of the largest precision at that recall or a larger one.

    Only operating points count, not points between them.
    """
    steps = path._steps()
    tp, fp = steps.tp[1:], steps.fp[1:]
    return _mean_at(np.arange(11) / 10 * steps.positives * (1 - SLACK), tp, tp / (tp + fp))


def r_precision(path: ConfusionPath) -> float:
    """Return the precision where TP + FP = P.

    If the path ends before, the missing rows count as false positives.
    """
    steps = path._steps()
    if steps.tp[-1] + steps.fp[-1] < steps.positives * (1 - SLACK):
        return path.reached
    return path.break_even().precision


def without_prefix(path: ConfusionPath) -> ConfusionPath:
    """Return the path without its thresholds at TP = 0, except the origin, so that its first step finds a positive.

    Davis and Goadrich's AUCCalculator does this. It credits negatives that come first with the precision that is
    reached only later.
    """
    vertices = np.flatnonzero(path.tp > 0)
    return coarser(path, np.append(0, vertices)) if len(vertices) else path


def binned(path: ConfusionPath) -> ConfusionPath:
    """Return the path through 200 evenly spaced thresholds on [0, 1]; scores above a threshold count as positive.

    Scores are rounded to float32, as in Keras. Thresholds between which no score lies are left out.
    """
    if len(path) == 1:
        return path
    scores = path._cuts[1:].astype(np.float32)
    bins = np.maximum(np.ceil(scores * np.float32(BINS)) - 1, 0)
    first = np.flatnonzero(np.diff(bins, prepend=np.inf))
    return coarser(path, np.append(first, len(bins)), bins[first] / BINS)


def riemann(path: ConfusionPath, height: Callable[[FloatArray, FloatArray], FloatArray]) -> float:
    """Return the sum over steps of their width in recall times the larger, or smaller, precision of their two ends.

    ``height`` chooses which. Precision is 0 where nothing is predicted positive.
    """
    steps = path._steps()
    precision = np.append(0.0, steps.tp[1:] / (steps.tp[1:] + steps.fp[1:]))
    return float(np.sum(steps.fg / steps.positives * height(precision[:-1], precision[1:])))


def gain_area_uncut(path: ConfusionPath) -> float:
    """Return the trapezoid area under the PRG curve with negative recall gains raised to 0.

    No point is inserted where the curve crosses recall gain 0. At TP = 0, recall gain is taken as 0 and precision gain
    as 1.
    """
    x, y = path.prg()._vertices
    positive = path.tp > 0
    return float(np.trapezoid(np.where(positive, y, 1.0), np.where(positive, np.maximum(x, 0.0), 0.0)))


def stepping_trapezoid(path: ConfusionPath) -> float:
    """Return the "aucpr" of ROCR: the upper trapezoid from (0, 1), with a point at each positive of longer steps.

    Steps of more than two positives get these points. ROCR inserts those of the first such step correctly. It inserts
    those of later steps too early, by as many places as points were inserted before, so its line runs back and forth.
    """
    vertices = np.append(0, np.flatnonzero(path._increments[0] > 0) + 1)
    tp, fp = path.tp[vertices], path.fp[vertices]
    rise, run = np.diff(tp), np.diff(fp)
    if np.any(rise > 2):
        # ROCR inserts points at places counted before earlier insertions. `settled` holds the points before the current
        # place, and `pile` the points after it, with the next one on top; insertions go on top of `pile`.
        settled, pile = [], list(zip(tp.tolist(), fp.tolist(), strict=True))[::-1]
        for step, wide in enumerate(rise > 2):
            settled.append(pile.pop())
            if wide:
                unit = np.arange(rise[step], 0, -1)
                pile += zip(tp[step] + unit, fp[step] + run[step] / rise[step] * unit, strict=True)
        tp, fp = np.array(settled + pile[::-1]).T
    precision = np.append(1.0, tp[1:] / (tp[1:] + fp[1:]))
    return float(np.trapezoid(precision, tp) / path.positives)


# The functions below take rows one by one, even if scores are equal, as tools of detection and retrieval do. These
# tools also count positives that no threshold returns. Each step of the path must hold one class only, as in
# ``path.ties("given")``.


def _hits(path: ConfusionPath) -> BoolArray:
    """Return, for each returned row in the order of the path, whether it is positive."""
    fg, bg = path._increments
    return np.repeat(fg > 0, (fg + bg).astype(int))


def _at_hits(path: ConfusionPath, more: float = 0.0) -> Pair:
    """Return TP at each returned positive, and the precision there, TP / (TP + FP + more)."""
    ranks = np.flatnonzero(_hits(path)) + 1.0
    tp = np.arange(1.0, len(ranks) + 1)
    return tp, tp / (ranks + more)


def _envelope(precision: FloatArray) -> FloatArray:
    """Return, for each point, the largest precision at that point or a later one."""
    return np.maximum.accumulate(precision[::-1])[::-1]


def _mean_at(wanted: FloatArray, reached: FloatArray, precision: FloatArray) -> float:
    """Return the mean over wanted recalls of the largest precision at that recall or later.

    The precision beyond the last recall counts as 0.
    """
    return float(np.mean(np.append(_envelope(precision), 0.0)[np.searchsorted(reached, wanted)]))


def voc_all_point(path: ConfusionPath) -> float:
    """Return the VOC all-point area: the mean over all positives of the largest precision at or after each.

    Positives that are never returned count 0.
    """
    return math.fsum(_envelope(_at_hits(path)[1])) / path.positives


def voc_eleven_point(path: ConfusionPath, recalls: int = 11, more: float = 0.0) -> float:
    """Return the mean, over evenly spaced recalls, of the largest precision at that recall or later.

    Recalls are compared as floats, so that rounding may miss some, as in the tools.
    """
    tp, precision = _at_hits(path, more)
    return _mean_at(np.linspace(0, 1, recalls), tp / path.positives, precision)


def coco(path: ConfusionPath) -> float:
    """Return the mean over 101 recalls of the largest precision at that recall or later, as COCO computes it."""
    return voc_eleven_point(path, 101, float(np.spacing(1)))


def yolo(path: ConfusionPath) -> float:
    """Return YOLO's area: the largest precision at or beyond each of 101 recalls, integrated by trapezoids.

    Points (0, 1) and (1, 0) are added.
    """
    tp = np.cumsum(_hits(path))
    if not len(tp):
        return 0.0
    recall = np.concatenate([[0.0], tp / path.positives, [1.0]])
    precision = _envelope(np.concatenate([[1.0], tp / np.arange(1, len(tp) + 1), [0.0]]))
    at = np.linspace(0, 1, 101)
    return float(np.trapezoid(np.interp(at, recall, precision), at))


def trec_map(path: ConfusionPath) -> float:
    """Return average precision as trec_eval computes it: row by row, and 0 if no document is relevant."""
    return math.fsum(_at_hits(path)[1]) / max(path.positives, 1.0)


def trec_eleven_point(path: ConfusionPath) -> float:
    """Return the 11-point average of trec_eval, whose recalls are rounded to whole documents.

    The result is NaN if no document is returned.
    """
    if len(path) == 1:
        warn_undefined("trec 11pt_avg", "nothing is returned")
        return math.nan
    return _mean_at(np.floor(np.arange(11) / 10 * path.positives + 0.9), *_at_hits(path))


def trec_r_precision(path: ConfusionPath) -> float:
    """Return the share of the relevant documents that is among the first P rows; 0 if no document is relevant."""
    return np.count_nonzero(_hits(path)[: int(path.positives)]) / max(path.positives, 1.0)


def split_ties(path: ConfusionPath) -> float:
    """Return average precision where each tied row counts as the tie's share of positives."""
    rank, tp, share = _row_by_row(path)
    return float(np.sum(share * tp / rank) / path.positives)


def risk_over_rows(path: ConfusionPath) -> float:
    """Return the mean over k of the share of errors among the first k rows, averaged over the orders of ties."""
    rank, tp, _ = _row_by_row(path)
    return float(np.mean((rank - tp) / rank))


def excess_risk(path: ConfusionPath) -> float:
    """Return the area under the selective risk, minus the area for the best order of the same rows."""
    return max(path.risk_coverage().area() - path.best().risk_coverage().area(), 0.0)


def excess_risk_over_rows(path: ConfusionPath) -> float:
    """Return `risk_over_rows` minus its value for the best order of the same rows."""
    return max(risk_over_rows(path) - risk_over_rows(path.best()), 0.0)


def _row_by_row(path: ConfusionPath) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the rank k of each row, TP among the first k rows, and each row's positive part; ties are split evenly."""
    fg, bg = path._increments
    rows = np.rint(fg + bg).astype(int)
    share = np.repeat(fg / rows, rows)
    rank = np.arange(1.0, len(share) + 1)
    tp = np.repeat(path.tp[:-1], rows) + share * (rank - np.repeat(np.cumsum(rows) - rows, rows))
    return rank, tp, share


def boyd_ties(path: ConfusionPath) -> float:
    """Return the lower trapezoid in which each tie of both classes is a rectangle of the precision at its end."""
    steps = path._steps()
    end = steps.tp[1:] / (steps.tp[1:] + steps.fp[1:])
    start = np.append(end[:1], end[:-1])
    height = np.where(steps.bg > 0, end, (start + end) / 2)
    return float(np.sum(steps.fg / steps.positives * height))
