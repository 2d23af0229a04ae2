"""Curves, and lines of the unit square of rates, as polylines in axes coordinates, made once, when they are plotted."""

from __future__ import annotations

from functools import partial

import numpy as np

from prplot.curve.curve import Curve
from prplot.interpolations.base import Pieces, Trace, refine_to
from prplot.path.groups import Groups, SortedLabels
from prplot.path.path import ConfusionPath
from prplot.path.variants import coarser, through
from prplot.rows.arrays import FloatArray, IntArray, Pair
from prplot.spaces import Space
from prplot.uncertainty.curves import MeanCurve

__all__ = ["MOST", "fewer", "bent", "in_square", "polyline", "refine", "telling"]

# A line of more vertices, 10,000 rows, is drawn through those that tell what it looks like.
MOST = 10_001
# Inserts points until no chord is farther from a bent line, in axes units.
bent = refine_to(1e-5)
# Where coordinates are told apart: 4,000 equal parts of the axes, and 400 parts of each decade from 0 and from 1.
DECADES = np.geomspace(1e-9, 1.0, 9 * 400 + 1)
PARTS = np.unique(np.concatenate([np.linspace(0.0, 1.0, 4001), DECADES, 1.0 - DECADES]))
# Where slanted lines are cut, so that they are right on logarithmic and other scales.
CUTS = np.unique(np.concatenate([DECADES[::8], 1.0 - DECADES[::8], np.geomspace(1.0, 1e6, 301)]))


def polyline(curve: Curve | MeanCurve) -> Trace:
    """Return a curve as it is drawn, with the thresholds of its vertices.

    A path of at most 10,000 rows keeps all its vertices. Of longer ones those are kept that are seen apart from others:
    see `fewer`.
    """
    if isinstance(curve, MeanCurve) or not curve.space.pointwise:
        line = curve.traced(bent)
        few = len(line.x) <= MOST or (isinstance(curve, Curve) and len(curve.path) <= MOST)
        rows = slice(None) if few else telling(line.y, line.x)
        return Trace(line.x[rows], line.y[rows], line.threshold[rows])
    if curve.rule.by_steps and len(curve.path) > MOST and curve.space.undefined(curve.path) is None:
        curve = curve.over(fewer(curve.path, curve.space), curve.label)
    return curve.traced(refine)


def in_square(space: Space, fpr: FloatArray, tpr: FloatArray) -> Pair:
    """Return a polyline of the unit square of rates as it is drawn in a space."""
    return space.follow(fpr, tpr, refine if space.pointwise else bent)


@np.errstate(all="ignore")
def refine(at: Pieces, count: int) -> tuple[IntArray, FloatArray]:
    """Return where to insert points in the pieces of a line: where it bends, and along what is slanted."""
    piece, part = bent(at, count)
    piece, part = np.append(np.arange(count), piece), np.append(np.zeros(count), part)
    order = np.lexsort((part, piece))
    piece, part = piece[order], part[order]
    end = np.append(part[1:], 1.0)
    end[end == 0] = 1.0
    starts, stops = at(piece, part), at(piece, end)
    slanted = np.logical_and(*(start != stop for start, stop in zip(starts, stops, strict=True)))
    for start, stop in zip(starts, stops, strict=True):
        low, high = np.sort([start, stop], axis=0)
        first, last = np.searchsorted(CUTS, low, "right"), np.searchsorted(CUTS, high, "left")
        # What is cut once at most is short enough as it is.
        cuts = np.where(slanted & np.isfinite(low + high) & (last - first > 1), last - first, 0)
        cut = np.repeat(np.arange(len(cuts)), cuts)
        within = np.arange(len(cut)) - np.repeat(np.cumsum(cuts) - cuts, cuts)
        share = (CUTS[first[cut] + within] - start[cut]) / (stop[cut] - start[cut])
        piece, part = np.append(piece, piece[cut]), np.append(part, part[cut] + share * (end[cut] - part[cut]))
    inside = (part > 0) & (part < 1)
    piece, part = piece[inside], part[inside]
    order = np.lexsort((part, piece))
    return piece[order], part[order]


def fewer(path: ConfusionPath, space: Space) -> ConfusionPath:
    """Return the path through the rows that are seen apart in a space.

    Abscissae and both rates are divided into 4,000 equal parts and into 400 parts of each decade from 0 and from 1. Of
    the rows that share all of these the first is kept, and the lowest and the highest.
    """
    groups, first, found = path.groups, 0, []
    positives, negatives = path.positives, path.negatives
    # Piece by piece, since arrays of all rows would take long to make.
    for piece in groups.pieces():
        weighed = path.factor * piece.fp
        x, y = space.image(weighed, piece.tp, negatives, positives)
        kept = telling(y, x, weighed / (negatives or 1.0), piece.tp / (positives or 1.0))
        found.append((first + kept, piece.tp[kept], piece.fp[kept]))
        first += len(piece.fg)
    rows, tp, fp = (np.concatenate(side) for side in zip(*found, strict=True))
    # Where a piece ends the next one begins.
    apart = np.append(True, np.diff(rows) > 0)
    rows, tp, fp = rows[apart], tp[apart], fp[apart]
    if isinstance(groups, SortedLabels):
        scores = partial(_scores, groups, tp[1:] + fp[1:])
        return through(path, Groups.of(scores, np.diff(tp), np.diff(fp), (tp, fp)))
    return coarser(path, rows)


def _scores(groups: SortedLabels, predicted: FloatArray) -> FloatArray:
    """Return the scores down to which so many rows are predicted positive."""
    return groups.form.read(groups.labelled[len(groups.labelled) - predicted.astype(np.intp)] >> np.uint64(1))


def telling(y: FloatArray, *along: FloatArray, parts: FloatArray = PARTS) -> IntArray:
    """Return the vertices of a line that are seen apart.

    Parameters
    ----------
    y : array of shape (K + 1,)
    *along : arrays of the same shape
        What never falls along the line.
    parts : array
        Where parts of these begin. Of all vertices that are in the same part of each the first is kept, and the lowest
        and the highest.
    """
    count, ends = len(y), [np.array([0, len(y) - 1])]
    for values in along:
        inside = parts[np.searchsorted(parts, values[0], "right") : np.searchsorted(parts, values[-1])]
        ends.append(np.searchsorted(values, inside))
    starts = np.unique(np.concatenate(ends))
    kept = np.zeros(count, dtype=bool)
    kept[starts] = True
    of_each = np.diff(np.append(starts, count))
    for extreme in (np.fmin.reduceat(y, starts), np.fmax.reduceat(y, starts)):
        hits = np.flatnonzero(y == np.repeat(extreme, of_each))
        first = np.searchsorted(hits, starts)
        kept[hits[first[first < len(hits)]]] = True
    return np.flatnonzero(kept)
