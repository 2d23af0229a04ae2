"""A measure along a path as a line: a step against thresholds, else along the straight steps of the path."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from matplotlib.lines import Line2D
from numpy.typing import NDArray

from prplot.draw.distributions.scores import core_of
from prplot.draw.lines.curve_line import MOST, telling
from prplot.metrics import PREDICTED_POSITIVE_RATE, RECALL, Metric
from prplot.metrics.confusion import Confusion
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray, IntArray, Pair

__all__ = ["ABSCISSAE", "MeasureLine"]

# A step as wide as the view is cut into so many parts, a narrower one into fewer.
PARTS = 100
# How near to the end of a step its limit is taken, where the measure has no value at the end itself.
NEXT_TO = 1e-9
# How far the line goes on beyond the outermost thresholds: as a share of what is between them, and beyond a single one.
BEYOND, ALONE = 0.04, 0.5
# From which highest score on the axis of scores within [0, 1] is shown whole.
HALF = 0.5
# Shares of a population below it are not seen.
SMALL = 1e-3


# From cells to abscissae along steps; None for thresholds.
Abscissae = Callable[..., FloatArray] | None
# Abscissae, ordinates, and which of them are vertices of the path.
Line = tuple[FloatArray, FloatArray, NDArray[np.bool_]]


class Abscissa(NamedTuple):
    """What a measure is drawn against, and the label of the axis."""

    title: str
    of: Abscissae


def _rank(tp: FloatArray, fp: FloatArray, *_: FloatArray) -> FloatArray:
    return np.asarray(tp + fp)


ABSCISSAE = {
    "threshold": Abscissa("threshold", None),
    "rank": Abscissa("weight predicted positive", _rank),
    "predicted_positive_rate": Abscissa("predicted positive rate", PREDICTED_POSITIVE_RATE.of),
    "recall": Abscissa("recall", RECALL.of),
}


class MeasureLine(Line2D):
    """A measure of a path as a line.

    Attributes
    ----------
    path : ConfusionPath
        Whose measure it is.
    name : str or None
        The name of the path.
    metric : Metric
        The measure.
    against : str
        The name of what it is drawn against.
    number : int
        Which of the measures that were drawn together it is.
    view : (float, float)
        The abscissae that a figure shows.
    vertices : array of shape (n, 2)
        The vertices of the path that have a place; none where the measure is undefined everywhere.
    """

    def __init__(
        self, path: ConfusionPath, name: str | None, metric: Metric, against: str, number: int, **look: Any
    ) -> None:
        self.path, self.name, self.metric, self.against, self.number = path, name, metric, against, number
        of = ABSCISSAE[against].of
        self.view = (0.0, path.tp[-1] + path.fp[-1] if against == "rank" else 1.0) if of else _thresholds(path)
        # What has no scores, a population, changes all along.
        trace = _steps if of is None and path.scored else _along
        x, y, corner = trace(path, metric, of, self.view)
        self.vertices = np.column_stack([x, y])[corner & np.isfinite(x) & np.isfinite(y)]
        super().__init__(x, y, **look)

    def place(self, confusion: Confusion) -> float:
        """Return the abscissa of an operating point."""
        of = ABSCISSAE[self.against].of
        if of is None:
            return np.nan if confusion.threshold is None else float(confusion.threshold)
        return float(of(*confusion.cells))


def _thresholds(path: ConfusionPath) -> tuple[float, float]:
    """Return which thresholds a figure shows, without those far from all others; of scores in [0, 1] this range."""
    cuts = path.thresholds[np.isfinite(path.thresholds)][::-1]
    if not path.scored:
        # Not all of a population, and not nothing, is predicted positive there.
        share = (path.tp + path.fp) / (path.positives + path.negatives)
        told = path.thresholds[(share >= SMALL) & (share <= 1.0 - SMALL) & np.isfinite(path.thresholds)]
        cuts = told[::-1] if len(told) > 1 else cuts
        return float(cuts[0]), float(cuts[-1])
    if not len(cuts):
        return 0.0, 1.0
    low, high = float(cuts[0]), float(cuts[-1])
    room, core = BEYOND * (high - low) or ALONE, core_of(path)
    if low >= 0.0 and high <= 1.0 and len(cuts) > 1:
        low, high = 0.0, 1.0 if high > HALF else high + room
    else:
        low, high = low - room, high + room
    return (max(low, core[0]), min(high, core[1])) if core[0] < high and core[1] > low else (low, high)


def _steps(path: ConfusionPath, metric: Metric, _: Abscissae, view: tuple[float, float]) -> Line:
    """Return a step: a threshold is meant, and between two scores none of them changes anything."""
    cuts = path.thresholds
    # Of vertices that share a threshold the last one is what it selects.
    rows = np.flatnonzero(np.append(cuts[1:] < cuts[:-1], True))[::-1]
    cuts, values = cuts[rows], np.broadcast_to(metric.of(*_cells(path)), len(path))[rows]
    finite = np.isfinite(cuts)
    cuts = cuts[finite]
    low, high = (min(view[0], *cuts[:1]), max(view[1], *cuts[-1:]))
    # Beyond the highest of them is what inf selects: nothing, or scores of inf.
    x, y = np.concatenate([[low], np.repeat(cuts, 2), [high]]), np.repeat(np.append(values[finite], values[-1]), 2)
    rows = _seen_apart(y, (x - low) / (high - low))
    return x[rows], y[rows], np.ones(len(rows), dtype=bool)


def _along(path: ConfusionPath, metric: Metric, of: Abscissae, view: tuple[float, float]) -> Line:
    """Return a line that bends between vertices: along a step of the path a measure is that of both its ends, mixed."""
    first, span = int(of is None), (view[1] - view[0]) or 1.0

    def between(step: IntArray, part: FloatArray) -> Pair:
        cuts, cells = path.between(step + first, part)
        return np.asarray(cuts if of is None else of(*cells)), np.asarray(metric.of(*cells))

    cells = _cells(path)
    x = np.array(path.thresholds if of is None else of(*cells))[first:]
    y = np.array(np.broadcast_to(metric.of(*cells), len(path)))[first:]
    # Limits where the line begins or ends without a value.
    there = np.isfinite(y)
    begins, ends = np.flatnonzero(there[1:] > there[:-1]), np.flatnonzero(there[1:] < there[:-1])
    y[begins] = between(begins, np.full(len(begins), NEXT_TO))[1]
    y[ends + 1] = between(ends, np.full(len(ends), 1.0 - NEXT_TO))[1]
    kept = _seen_apart(y, (x - view[0]) / span)
    wide = np.abs(np.diff(x[kept])) / span
    # Steps between vertices that are not neighbours are narrow.
    bends = np.isfinite(wide) & (np.diff(kept) == 1)
    parts = np.where(bends, np.ceil(PARTS * np.sqrt(wide)), 1).clip(1, PARTS).astype(int)
    step = np.repeat(kept[:-1], parts)
    share = (np.arange(len(step)) - np.repeat(np.cumsum(parts) - parts, parts)) / np.repeat(parts, parts)
    # Measures with roots bend most at both ends of a step, and log scales show its beginning.
    part = (1.0 - np.cos(np.pi * share)) / 2.0
    xs, ys = x[step], y[step]
    inner = part > 0
    xs[inner], ys[inner] = between(step[inner], part[inner])
    return np.append(xs, x[-1:]), np.append(ys, y[-1:]), np.append(~inner, True)


def _seen_apart(y: FloatArray, along: FloatArray) -> IntArray:
    return telling(y, along) if len(y) > MOST else np.arange(len(y))


def _cells(path: ConfusionPath) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    return path.tp, path.fp, path.positives - path.tp, path.negatives - path.fp
