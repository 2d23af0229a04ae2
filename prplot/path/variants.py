"""A path under another choice: what happens to ties, the prevalence, soft labels made hard."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from prplot.errors import PrplotValueError, invalid, one_of, short
from prplot.options import TieHandling
from prplot.path.derived import background_times, through
from prplot.path.facts import UNCOUNTED
from prplot.path.groups import Listed
from prplot.path.ranking import foreground_share
from prplot.path.vertices import Vertices, through_groups, through_rows, with_totals
from prplot.rows.arrays import FloatArray, read_only
from prplot.rows.checks import check_prevalence, number
from prplot.rows.sample import Sample

if TYPE_CHECKING:
    from prplot.path.path import ConfusionPath

__all__ = ["TIES", "at_prevalence", "cut_in_two", "hard", "rows_explain", "rows_needed", "ties"]

TIES: tuple[TieHandling, ...] = get_args(TieHandling)
# What a row weighs once its label is hard.
HardWeight = Literal["unit", "total"]
# How far a share may be below a cut, relatively, and still be at it: products and sums of weights are rounded.
SAME_SHARE = 4 * float(np.finfo(float).eps)


def ties(path: ConfusionPath, how: TieHandling = "average") -> ConfusionPath:
    """Return the path with another treatment of tied scores.

    Parameters
    ----------
    how : {"average", "optimistic", "pessimistic", "given"}
        Within a group of equal scores: mixed evenly, one straight step (as it is already);
        foreground first; background first; or row by row in the order in which they were given, as
        tools for detection and retrieval take them. The parts of a group share its threshold.

    Returns
    -------
    ConfusionPath

    Raises
    ------
    PrplotValueError
        For "given", if the path was made from counts, which have no rows.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([1, 0, 0], [0.5, 0.5, 0.1])
    >>> [path.ties(how).roc().area() for how in ("pessimistic", "average", "optimistic")]
    [0.5, 0.75, 1.0]
    """
    how = one_of("ties", how, TIES)
    if how == "average" or path.treatment.ties != "average":
        return path
    treatment = path.treatment._replace(ties=how)
    if how == "given":
        return replace(through(path, _row_by_row(path)), treatment=treatment)
    groups = path.vertices.groups
    mixed = np.flatnonzero((groups.each[0] > 0) & (groups.each[1] > 0))
    if not len(mixed):
        return replace(path, treatment=treatment)
    return replace(cut_in_two(path, mixed, np.full(len(mixed), how == "optimistic")), treatment=treatment)


def cut_in_two(path: ConfusionPath, steps: NDArray[np.intp], foreground_first: NDArray[np.bool_]) -> ConfusionPath:
    """Return the path with some of its steps cut into one of foreground alone and one of background alone."""
    groups = path.vertices.groups
    cuts = np.insert(path.thresholds, steps + 1, path.thresholds[steps + 1])
    (fg, bg), (tp, fp) = groups.each, groups.sums
    fg, tp = _split(fg, tp, steps, foreground_first.astype(np.intp))
    bg, fp = _split(bg, fp, steps, 1 - foreground_first.astype(np.intp))
    return through(path, path.vertices.through(Listed.along(cuts, (fg, bg), (tp, fp))))


def _row_by_row(path: ConfusionPath) -> Vertices:
    """Return a vertex for each row with weight, the rows of a group in the order given."""
    rows = rows_needed(path, "ties('given')")
    there = np.flatnonzero((rows.fg > 0) | (rows.bg > 0))
    if len(there) == len(path) - 1:
        # No two rows are equal, and each has its vertex.
        return path.vertices
    # A threshold is the lowest score of its group.
    group = np.searchsorted(-path.thresholds[1:], -rows.score[there])
    order = np.argsort(group, kind="stable")
    there, cuts = there[order], path.thresholds[1:][group[order]]
    return path.vertices.through(through_groups(cuts, rows.fg[there], path.known.bg[there]).groups)


def _split(
    each: FloatArray, sums: FloatArray, steps: NDArray[np.intp], first: NDArray[np.intp]
) -> tuple[FloatArray, FloatArray]:
    """Return the weights of a class after steps were cut in two: all of it in the first part (1), or in the second."""
    return np.insert(each, steps + first, 0.0), np.insert(sums, steps + 1, sums[steps + first])


def at_prevalence(path: ConfusionPath, prevalence: float) -> ConfusionPath:
    """Return the same ranking seen at another prevalence: all background weights times a constant.

    Parameters
    ----------
    prevalence : float
        π in (0, 1) that the returned path has.

    Raises
    ------
    PrplotValueError
        If the prevalence lies outside (0, 1), or the sample has one class only.

    Notes
    -----
    Rates, and so ROC curves, stay; precision moves to p π'(1-π) / (p π'(1-π) + (1-p) π(1-π')).

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([1, 0, 0, 0], [0.9, 0.8, 0.4, 0.1])
    >>> path.at_prevalence(0.5).negatives
    1.0
    """
    wanted = check_prevalence(prevalence)
    if path.positives == 0 or path.negatives == 0:
        raise PrplotValueError("prevalence cannot be changed for a sample of one class only.")
    if not _comparable(path.positives, path.positives * ((1 - wanted) / wanted)):
        raise invalid("prevalence", "leave weights that float64 can hold", short(prevalence))
    if math.isnan(path.negatives):
        raise PrplotValueError(f"prevalence cannot be changed: {UNCOUNTED}")
    before = path.treatment.given_prevalence
    treatment = path.treatment._replace(given_prevalence=path.vertices.prevalence if before is None else before)
    return background_times(path, path.positives / path.vertices.bg.times(1.0).total * (1 - wanted) / wanted, treatment)


def _comparable(positives: float, negatives: float) -> bool:
    """Return whether two total weights have a ratio that float64 holds with all its digits; 0 is comparable."""
    if positives == 0 or negatives == 0:
        return True
    tiny = float(np.finfo(float).tiny)
    return math.isfinite(negatives) and positives / tiny >= negatives and negatives / tiny >= positives


def hard(path: ConfusionPath, threshold: float = 0.5, weights: HardWeight = "unit") -> ConfusionPath:
    """Return the path of the hard labels that the soft ones become at a cut.

    A row is foreground where fg / (fg + bg) >= threshold, in the weights as they were given:
    another prevalence (`at_prevalence`) is taken back, and may be asked for again of the result.
    A share that misses the threshold by four units of its last place or fewer is at it, so that a
    ``sample_weight``, whose products are rounded, moves no row. Rows without weight stay without.

    Parameters
    ----------
    threshold : float
        The cut, in (0, 1].
    weights : {"unit", "total"}
        ``"unit"``: every row weighs 1; ``"total"``: it keeps fg + bg.

    Raises
    ------
    PrplotValueError
        If the path was made from counts or with ``positives=`` beyond its rows, or an argument is outside its
        range.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_weights([3, 2, 1], fg=[0.9, 0.4, 0.1])
    >>> path.hard(0.4).tp.tolist()
    [0.0, 1.0, 2.0, 2.0]
    """
    weights = one_of("weights", weights, get_args(HardWeight))
    cut = number("threshold", threshold)
    if not 0 < cut <= 1:
        raise invalid("threshold", "lie in (0, 1]", short(threshold), "It is a share fg / (fg + bg).")
    rows_needed(path, "hard")
    given, beyond = path.known, path.known.beyond
    if not rows_explain(path):
        raise PrplotValueError(
            "labels cannot be cut where positives= or negatives= count more than the rows. Make the path of hard "
            "labels: prplot.from_labels(fg >= cut, y_score, positives=...)."
        )
    rows = _cut(given, cut, weights)
    if beyond is not None:
        rows = replace(rows, beyond=_cut(beyond, cut, weights))
    done = path.treatment._replace(ties="average", given_prevalence=None)
    if not given.hard:
        done = done._replace(cut=cut)
    vertices = with_totals(through_rows(rows, tolerance=done.tolerance), rows)
    return replace(path, vertices=vertices, known=rows, treatment=done, _given_path=None)


def _cut(rows: Sample, cut: float, weights: HardWeight) -> Sample:
    """Return rows with hard labels: foreground from this share on."""
    with np.errstate(over="ignore"):
        total = rows.fg + rows.bg
    weight = total if weights == "total" else (total > 0).astype(np.float64)
    positive = foreground_share(rows.fg, rows.bg) >= cut * (1.0 - SAME_SHARE)
    fg, bg = np.where(positive, weight, 0.0), np.where(positive, 0.0, weight)
    return Sample(rows.score, read_only(fg), read_only(bg), hard=True, absent=rows.absent, fold=rows.fold)


def rows_explain(path: ConfusionPath) -> bool:
    """Return whether P and N are the weights of rows, those included that no threshold returns."""
    if path.closed:
        return True
    rows = [path.known, *([] if path.known.beyond is None else [path.known.beyond])]
    sums = [math.fsum(float(np.sum(getattr(each, weights))) for each in rows) for weights in ("fg", "bg")]
    totals = (weights.times(1.0).total for weights in path.vertices.classes)
    return all(math.isclose(known, whole, rel_tol=1e-9) for known, whole in zip(sums, totals, strict=True))


def rows_needed(path: ConfusionPath, wish: str) -> Sample:
    """Return the rows of the sample, or say that what is wished for needs them."""
    if path.sample is None:
        raise PrplotValueError(f"{wish} {path._without_rows}")
    return path.sample
