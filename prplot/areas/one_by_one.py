"""Areas of tools that take rows one by one, also equal scores: detection and retrieval, which know of unreturned rows.

Each takes a path whose steps are of one class, as ``path.ties("given")`` has, and copies the arithmetic of the tool.
"""

from __future__ import annotations

import math

import numpy as np

from prplot.errors import warn
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray

__all__ = [
    "boyd_ties",
    "coco",
    "split_ties",
    "trec_eleven_point",
    "trec_map",
    "trec_r_precision",
    "voc_all_point",
    "voc_eleven_point",
    "yolo",
]


def _counts(path: ConfusionPath) -> tuple[FloatArray, FloatArray]:
    """Return TP and FP after each row."""
    fg, bg = path.increments
    rows = fg + bg
    if np.all(rows == 1):
        return path.tp[1:], path.fp[1:]
    hits = np.repeat(fg > 0, rows.astype(int))
    return np.cumsum(hits, dtype=float), np.cumsum(~hits, dtype=float)


def _envelope(precision: FloatArray) -> FloatArray:
    return np.maximum.accumulate(precision[::-1])[::-1]


def _at_hits(path: ConfusionPath) -> tuple[FloatArray, FloatArray]:
    """Return the rank at each positive that is reached, and the largest precision from there on."""
    tp, fp = _counts(path)
    hits = np.diff(tp, prepend=0.0) > 0
    return (tp + fp)[hits], _envelope(tp / (tp + fp))[hits]


def voc_all_point(path: ConfusionPath) -> float:
    """Return the area under the envelope, each positive a step; 0 beyond the recall reached."""
    return math.fsum(_at_hits(path)[1].tolist()) / path.positives


def voc_eleven_point(path: ConfusionPath) -> float:
    """Return the mean of the envelope at 11 recalls, which are compared as floats."""
    return _sampled(path, np.linspace(0, 1, 11), 0.0)


def coco(path: ConfusionPath) -> float:
    """Return the mean of the envelope at 101 recalls, which are compared as floats."""
    return _sampled(path, np.linspace(0, 1, 101), float(np.spacing(1)))


def _sampled(path: ConfusionPath, recalls: FloatArray, more: float) -> float:
    """Return the mean of the envelope at recalls; ``more`` is added to the denominators of precision."""
    tp, fp = _counts(path)
    beyond = np.append(_envelope(tp / (fp + tp + more)), 0.0)
    return float(np.mean(beyond[np.searchsorted(tp / path.positives, recalls, side="left")]))


def yolo(path: ConfusionPath) -> float:
    """Return the trapezoid of the envelope at 101 recalls, between points added at (0, 1) and (1, 0)."""
    tp, fp = _counts(path)
    if not len(tp):
        return 0.0
    recall = np.concatenate([[0.0], tp / path.positives, [1.0]])
    precision = _envelope(np.concatenate([[1.0], tp / (tp + fp), [0.0]]))
    at = np.linspace(0, 1, 101)
    return float(np.trapezoid(np.interp(at, recall, precision), at))


def trec_map(path: ConfusionPath) -> float:
    """Return the mean precision at the relevant documents; 0 where none is relevant."""
    if path.positives == 0:
        return 0.0
    ranks, _ = _at_hits(path)
    return math.fsum((np.arange(1.0, len(ranks) + 1) / ranks).tolist()) / path.positives


def trec_eleven_point(path: ConfusionPath) -> float:
    """Return the mean of the envelope at 11 cutoffs, in whole documents; NaN where nothing is returned."""
    if len(path) == 1:
        warn("trec 11pt_avg is undefined: nothing is returned. NaN is returned.")
        return math.nan
    _, envelope = _at_hits(path)
    cutoffs = np.floor(np.arange(11) / 10 * path.positives + 0.9)
    # A cutoff after no document is one before the first.
    beyond = np.append(envelope, 0.0)
    return float(np.mean(beyond[np.clip(cutoffs - 1, 0, len(envelope)).astype(int)]))


def trec_r_precision(path: ConfusionPath) -> float:
    """Return the share of relevant documents among as many as are relevant; 0 where none is."""
    if path.positives == 0:
        return 0.0
    ranks, _ = _at_hits(path)
    return float(np.count_nonzero(ranks <= path.positives) / path.positives)


def split_ties(path: ConfusionPath) -> float:
    """Return average precision where each row of a tie is the same part of a positive."""
    fg, bg = path.increments
    rows = (fg + bg).astype(int)
    share = np.repeat(fg / rows, rows)
    rank = np.arange(1.0, len(share) + 1)
    tp = np.repeat(path.tp[:-1], rows) + share * (rank - np.repeat(np.cumsum(rows) - rows, rows))
    return float(np.sum(share * tp / rank) / path.positives)


def boyd_ties(path: ConfusionPath) -> float:
    """Return the lower trapezoid with a rectangle, at the precision of its end, for each tie of both classes."""
    steps = path.steps()
    end = steps.tp[1:] / (steps.tp[1:] + steps.fp[1:])
    start = np.concatenate([end[:1], end[:-1]])
    height = np.where(steps.bg > 0, end, (start + end) / 2)
    return float(np.sum(steps.fg / steps.positives * height))
