"""Influence of rows: how far each row moves an area, from the derivatives of the area by the weights of rows.

The interpolation provides the derivatives by the vertices of the path. Weight that is added to a row moves every vertex
from its group on, so the derivative by this weight is a sum over these vertices. One cumulative sum from the end of the
path computes all of them. The totals P and N change too.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from prplot.curve.curve import Curve
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray, sums_by_place
from prplot.uncertainty.units import Design, Kinds, PathCells


class Derivatives(NamedTuple):
    """The derivatives of an area by the weights of rows, times P, for each group of the path.

    Attributes
    ----------
    fg, bg : arrays of shape (K + 1,)
        The derivatives by the original positive and negative weight of a row in each group; last, of a row that
    no threshold
        returns.
    """

    fg: FloatArray
    bg: FloatArray


def derivatives(curve: Curve, low: float, high: float) -> Derivatives:
    """Return the derivatives of the area between two abscissae by the weights of rows."""
    path = curve.path
    # These are derivatives by each vertex. One more entry stands for rows that no threshold returns, which move no
    # vertex.
    by_tp, by_fp = np.zeros((2, len(path) + 1))
    at = 0
    # An area depends on rates, and perhaps on P / N, so scaling all weights and totals changes nothing. Hence the
    # derivatives by P and N follow from those by TP and FP.
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
        # Areas that need no negatives do not depend on N.
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
        # A row moves the vertex at the end of its group, and all later ones.
        np.cumsum(column[::-1], out=column[::-1])
        column += by_total
    by_fp *= path._factor
    return Derivatives(by_tp[1:], by_fp[1:])


def every_group(path: ConfusionPath) -> PathCells:
    """Return the cells of a path, with one cell for each group."""
    return PathCells.of(path, np.arange(len(path) - 1))


def influence_of_kinds(of: Sequence[Derivatives], kinds: Kinds) -> Iterator[FloatArray]:
    """Yield, for each path, how much one row of each kind moves the area, times P: by its positive and negative weight.

    Each cell of the kinds must be one group of the path.
    """
    for each, (front, back) in zip(of, kinds.cells, strict=True):
        yield np.array([kinds.fg * each.fg[front], kinds.bg * each.bg[back]])


def pulls_of(of: Sequence[Derivatives], paths: Sequence[ConfusionPath], design: Design) -> list[tuple[FloatArray, str]]:
    """Return for each path the pulls of rows, or groups of rows, on its area, and their number in words.

    A pull says how far a row moves the area. The squares of the pulls of one path, an array of shape (rows,), add up to
    the variance of its area. The squares of differences between the pulls of two paths add up to the variance of the
    difference of their areas. All paths must have the same rows.
    """
    kinds = design.kinds([every_group(path) for path in paths], merged=False)
    size, stratum = kinds.units, kinds.stratum
    rows, unit = np.bincount(stratum, size), "rows" if kinds.group is None else "groups"
    words = words_of(size.sum(), unit, design, kinds.poisson) + design.within_folds(kinds)
    pulled = []
    for by_class in influence_of_kinds(of, kinds):
        influence = by_class.sum(axis=0) / (kinds.size @ kinds.fg)
        if kinds.group is not None:
            influence = sums_by_place(kinds.group, kinds.size * influence)
        means = np.bincount(stratum, size * influence) / rows
        if kinds.poisson:
            # The number of false positives is random, so the mean of their influence is not subtracted.
            means[-1] = 0.0
        pulled.append((np.sqrt(size) * (influence - means[stratum]), words))
    return pulled


def spread(pull: FloatArray) -> tuple[float, float]:
    """Return the standard error from pulls, and the approximate number of rows on which it rests."""
    squares = pull**2
    return math.sqrt(squares.sum()), resting_on(float(squares.sum()), float(squares @ squares))


def resting_on(variance: float, fourth: float) -> float:
    """Return the approximate number of rows on which a variance rests.

    It is the number of equal pulls whose squares add up to ``variance`` and whose fourth powers add up to ``fourth``.
    """
    return variance**2 / fourth if fourth else math.inf


def standard_error(of: Derivatives, path: ConfusionPath, design: Design) -> tuple[float, float, str]:
    """Return the standard error of an area, the approximate number of rows on which it rests, and all rows in words."""
    counted = design.counted(path)
    if not (counted or design.single(path)):
        ((pull, words),) = pulls_of([of], [path], design)
        return *spread(pull), words
    design.check_strata(path)
    # For positives and negatives: the number of rows, and the sums of their influence and of its powers.
    rows, sums, squares, fourth = np.zeros((4, 2))
    for of_class, counts, influence in (_by_counts if counted else _by_rows)(of, path):
        weighted = counts * influence
        rows[of_class] += counts.sum()
        sums[of_class] += weighted.sum()
        squares[of_class] += weighted @ influence
        fourth[of_class] += weighted @ (influence * influence * influence)
    random = math.isnan(path.negatives)
    with np.errstate(invalid="ignore"):
        taken_off = np.nan_to_num(sums**2 / rows) if design.stratify or random else sums.sum() ** 2 / rows.sum()
    if random:
        # The number of false positives is random, so the mean of their influence is not subtracted.
        taken_off[1] = 0.0
    variance = max(float(np.sum(squares) - np.sum(taken_off)), 0.0)
    resting = resting_on(variance, float(np.sum(fourth)))
    return math.sqrt(variance), resting, words_of(rows.sum(), "rows", design, random)


def _by_counts(of: Derivatives, path: ConfusionPath) -> Iterator[tuple[int, FloatArray, FloatArray]]:
    """Yield, for parts of a path of counts: the class, the number of rows per group, and the influence of one row."""
    given = path._given
    at = 0
    for piece in path._groups.pieces():
        groups = slice(at, at + len(piece.fg))
        yield 0, piece.fg, of.fg[groups] / given.positives
        yield 1, piece.bg, of.bg[groups] / given.positives
        at = groups.stop
    beyond = np.nan_to_num(np.subtract((given.positives, given.negatives), path._groups.total))
    yield 0, beyond[:1], of.fg[-1:] / given.positives
    yield 1, beyond[1:], of.bg[-1:] / given.positives


def _by_rows(of: Derivatives, path: ConfusionPath) -> Iterator[tuple[int, FloatArray, FloatArray]]:
    """Yield, for parts of a path: the class, 1 for rows of this class, and the influence of each row.

    Every row must be a group of its own.
    """
    at, positives = 0, path._given.positives
    for piece in path._groups.pieces():
        groups = slice(at, at + len(piece.fg))
        influence = piece.fg / positives * of.fg[groups] + piece.bg / positives * of.bg[groups]
        front = (piece.fg > 0).astype(np.float64)
        yield 0, front, influence
        yield 1, 1.0 - front, influence
        at = groups.stop


def words_of(count: float, unit: str, design: Design, random: bool) -> str:
    """Return the number of rows or groups in words, and whether classes are separate."""
    if random:
        return f"{count:,.0f} {unit}, the number of false positives random"
    return f"{count:,.0f} {unit}" + (", positives and negatives apart" if design.stratify else "")
