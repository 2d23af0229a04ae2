"""Influence of rows: how far each row moves an area, by the derivatives of the area by the weights of rows.

The derivatives follow from those by the vertices of the path, which the interpolation knows: weight that is added to a
row moves every vertex from its group on, so the derivative by it is a sum over these vertices, and one cumulative sum
from the end of the path makes all of them. The totals P and N move too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from prplot.curve.curve import Curve
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray, sums_by_place
from prplot.uncertainty.units import Design, Kinds, PathCells, check_resampled


class Derivatives(NamedTuple):
    """The derivatives of an area by the weights of rows, times P, by the group of the row.

    Attributes
    ----------
    fg, bg : arrays of shape (K + 1,)
        By the positive and by the negative weight, as given, of a row in each group; that never returned last.
    """

    fg: FloatArray
    bg: FloatArray


def derivatives(curve: Curve, low: float, high: float) -> Derivatives:
    """Return the derivatives of an area between two abscissae by the weights of rows."""
    path = curve.path
    by_tp, by_fp = np.zeros((2, len(path)))
    at = 0
    # An area depends on rates, and perhaps on P / N, so weights multiplied by a factor, totals too, change nothing:
    # the derivatives by P and N follow from those by TP and FP.
    sum_tp = sum_fp = log_odds = 0.0
    for piece in curve.rule.gradients(curve, low, high):
        steps, ends = piece.steps, slice(at, at + len(piece.tp))
        by_tp[ends] += piece.tp * steps.positives
        by_fp[ends] += piece.fp * steps.positives
        sum_tp += float(steps.tp @ piece.tp)
        sum_fp += float(steps.fp @ piece.fp)
        log_odds += piece.log_odds
        at = ends.stop - 1
    if not curve.space._needs_negatives:
        # What needs no negatives does not depend on N.
        log_odds = -sum_fp
    by_positives = log_odds - sum_tp
    by_log_negatives = -log_odds - sum_fp
    if path.treatment.reweighted_from is not None:
        # The factor of the negatives keeps P / N, so it grows with P and falls with N.
        by_log_factor = sum_fp + by_log_negatives
        by_positives += by_log_factor
        by_log_negatives -= by_log_factor
    by_negatives = by_log_negatives * path.positives / path.negatives if by_log_negatives else 0.0
    for column, by_total in ((by_tp, by_positives), (by_fp, by_negatives)):
        np.cumsum(column[::-1], out=column[::-1])
        column[:-1] = column[1:]
        column[-1] = 0.0
        column += by_total
    by_fp *= path._factor
    return Derivatives(by_tp, by_fp)


def every_group(path: ConfusionPath) -> PathCells:
    """Return the cells of a path of which each is one group."""
    return PathCells.of(path, np.arange(len(path) - 1))


def pulls_of(of: Sequence[Derivatives], paths: Sequence[ConfusionPath], design: Design) -> list[tuple[FloatArray, str]]:
    """Return how far rows, or groups of rows, pull the area of each path of the same rows, and how many there are.

    The squares of the pulls of one path, an array of shape (rows,), add up to the variance of its area, and those of
    differences between pulls to the variance of a difference.
    """
    kinds = design.kinds([every_group(path) for path in paths], merged=False)
    size, stratum = kinds.units, kinds.stratum
    rows, words = np.bincount(stratum, size), _words(kinds, design)
    pulled = []
    for each, (front, back) in zip(of, kinds.cells, strict=True):
        influence = kinds.fg * each.fg[front] + kinds.bg * each.bg[back]
        influence /= kinds.size @ kinds.fg
        if kinds.group is not None:
            influence = sums_by_place(kinds.group, kinds.size * influence)
        means = np.bincount(stratum, size * influence) / rows
        if kinds.poisson:
            # The number of false positives is random.
            means[-1] = 0.0
        pulled.append((np.sqrt(size) * (influence - means[stratum]), words))
    return pulled


def standard_error(of: Derivatives, path: ConfusionPath, design: Design) -> tuple[float, str]:
    """Return the standard error of an area, and of how many rows it is, in words."""
    if not design.counted(path):
        ((pull, words),) = pulls_of([of], [path], design)
        return math.sqrt(pull @ pull), words
    check_resampled(path)
    design.check_strata(path)
    rows = np.nan_to_num([path._given.positives, path._given.negatives])
    beyond = np.nan_to_num(np.subtract((path._given.positives, path._given.negatives), path._groups.total))
    last = np.array([of.fg[-1], of.bg[-1]])
    sums, squares = beyond * last, beyond * last**2
    at = 0
    for piece in path._groups.pieces():
        groups = slice(at, at + len(piece.fg))
        for of_class, (counts, each) in enumerate(((piece.fg, of.fg[groups]), (piece.bg, of.bg[groups]))):
            influence = counts * each
            sums[of_class] += influence.sum()
            squares[of_class] += influence @ each
        at = groups.stop
    random = math.isnan(path.negatives)
    if design.stratify or random:
        # Each class keeps its number of rows; of false positives where N is unknown it is random.
        means = np.where(rows > 0, sums**2 / np.maximum(rows, 1.0), 0.0)
        means[1] = 0.0 if random else means[1]
    else:
        means = sums.sum() ** 2 / rows.sum()
    variance = max(float(np.sum(squares) - np.sum(means)), 0.0)
    return math.sqrt(variance) / path._given.positives, words_of(rows.sum(), "rows", design, random)


def _words(kinds: Kinds, design: Design) -> str:
    """Return how many rows or groups of rows there are, and within which strata their influence was taken."""
    unit = "rows" if kinds.group is None else "groups"
    # There are more strata than the classes where folds are drawn apart.
    within = " within folds" if kinds.stratum.max() > bool(design.stratify or kinds.poisson) else ""
    return words_of(kinds.units.sum(), unit, design, kinds.poisson) + within


def words_of(count: float, unit: str, design: Design, random: bool) -> str:
    """Return how many rows or groups there are, and whether within classes."""
    if random:
        return f"{count:,.0f} {unit}, the number of false positives random"
    return f"{count:,.0f} {unit}" + (", positives and negatives apart" if design.stratify else "")
