"""A path under another choice: ties, the prevalence, soft labels made hard, the best and the worst ranking, bins."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from prplot.errors import PrplotValueError, invalid, one_of, short
from prplot.options import TieHandling
from prplot.path.facts import UNCOUNTED
from prplot.path.groups import AnyGroups, Groups, groups_of, totals_of, whole_totals
from prplot.rows.arrays import BoolArray, FloatArray, IntArray, Pair, read_only
from prplot.rows.checks import check_prevalence, number
from prplot.rows.sample import Ranking, Sample, unit_rows

if TYPE_CHECKING:
    from prplot.path.path import ConfusionPath

TIES: tuple[TieHandling, ...] = get_args(TieHandling)
# What a row weighs once its label is hard.
HardWeight = Literal["unit", "total"]
# How far a share may be below a cut, relatively, and still be at it: products and sums of weights are rounded.
SAME_SHARE = 4 * float(np.finfo(float).eps)
TINY = float(np.finfo(float).tiny)


def through(path: ConfusionPath, groups: AnyGroups) -> ConfusionPath:
    """Return a path of the same sample through other groups."""
    return replace(path._plain, groups=groups)


def coarser(path: ConfusionPath, rows: IntArray) -> ConfusionPath:
    """Return the path through some of its vertices, of which the first and the last are among them."""
    return through(path, path.groups.coarser(rows))


# Ties --------------------------------------------------------------------------------------------------------


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
    mixed = np.flatnonzero((path.groups.fg > 0) & (path.groups.bg > 0))
    made = cut_in_two(path, mixed, np.full(len(mixed), how == "optimistic")) if len(mixed) else path
    return replace(made, treatment=treatment)


def cut_in_two(path: ConfusionPath, steps: IntArray, foreground_first: BoolArray) -> ConfusionPath:
    """Return the path with some of its steps cut into one of foreground alone and one of background alone."""
    groups, cuts = path.groups, path.thresholds[1:]
    fg, tp = _split(groups.fg, groups.tp, steps, foreground_first.astype(np.intp))
    bg, fp = _split(groups.bg, groups.fp, steps, 1 - foreground_first.astype(np.intp))
    return through(path, Groups.of(np.insert(cuts, steps, cuts[steps]), fg, bg, (tp, fp)))


def _row_by_row(path: ConfusionPath) -> Groups:
    """Return a group for each row with weight, the rows of a group in the order given."""
    rows = rows_needed(path, "ties('given')")
    there = np.flatnonzero((rows.fg > 0) | (rows.bg > 0))
    # A threshold is the lowest score of its group.
    group = np.searchsorted(-path.thresholds[1:], -rows.score[there])
    order = np.argsort(group, kind="stable")
    there, cuts = there[order], path.thresholds[1:][group[order]]
    return Groups.of(cuts, rows.fg[there], path.known.bg[there])


def _split(each: FloatArray, sums: FloatArray, steps: IntArray, first: IntArray) -> Pair:
    """Return the weights of a class after steps were cut in two: all of it in the first part (1), or in the second."""
    return np.insert(each, steps + first, 0.0), np.insert(sums, steps + 1, sums[steps + first])


# The prevalence ------------------------------------------------------------------------------------------------


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
    treatment = path.treatment._replace(given_prevalence=path.known_prevalence if before is None else before)
    return replace(path, factor=path.positives / path.given_totals[1] * (1 - wanted) / wanted, treatment=treatment)


def _comparable(positives: float, negatives: float) -> bool:
    """Return whether two total weights have a ratio that float64 holds with all its digits; 0 is comparable."""
    if positives == 0 or negatives == 0:
        return True
    return math.isfinite(negatives) and positives / TINY >= negatives and negatives / TINY >= positives


# Hard labels ---------------------------------------------------------------------------------------------------


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
    groups = groups_of(rows, done.tolerance)
    totals = None if beyond is None else totals_of(groups, rows)
    return replace(path, groups=groups, known=rows, treatment=done, totals=totals, factor=1.0)


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
    return all(math.isclose(known, whole, rel_tol=1e-9) for known, whole in zip(sums, path.given_totals, strict=True))


def rows_needed(path: ConfusionPath, wish: str) -> Sample:
    """Return the rows of the sample, or say that what is wished for needs them."""
    if path.sample is None:
        raise PrplotValueError(f"{wish} {path._without_rows}")
    return path.sample


# Rankings ------------------------------------------------------------------------------------------------------


def ranked(path: ConfusionPath, *, best: bool) -> ConfusionPath:
    """Return the path of the best, or of the worst, ranking of the points; see `ConfusionPath.best`.

    Points of equal share keep places of their own: in the best ranking those come first that were given first.

    References
    ----------
    J. Keilwagen, I. Grosse and J. Grau, PLoS ONE 2014, Theorem 1, doi:10.1371/journal.pone.0092209: sorting by
    ``fg / (fg + bg)`` gives the largest continuous area under the PR curve, and the reverse order the smallest; sorting
    by ``fg`` alone does so only where ``fg + bg`` is constant.
    """
    ranking: Ranking = "best" if best else "worst"
    treatment = path.treatment._replace(tolerance=0.0, ties="average", ranking=ranking)
    points = unit_rows(path.known) if path.known.kind == "groups" else path.known
    order = _by_odds(points.fg, points.bg)[:: 1 if best else -1]
    places = np.arange(len(order), 0.0, -1.0)
    score = np.empty(len(order))
    score[order] = places
    kept = order[(points.fg[order] > 0) | (points.bg[order] > 0)]
    groups = Groups.of(score[kept], points.fg[kept], points.bg[kept])
    # What no threshold returns stays beyond the end.
    totals = None if path.closed or path.totals is None else whole_totals(groups, path.totals)
    known = replace(points, score=read_only(score))
    return replace(path._plain, groups=groups, totals=totals, known=known, treatment=treatment)


def foreground_share(fg: FloatArray, bg: FloatArray) -> FloatArray:
    """Return fg / (fg + bg) per point, 0 where a point has no weight."""
    # By a power of two per point, which changes no digit: a label equal to a cut stays equal.
    _, exponent = np.frexp(np.maximum(fg, bg))
    a, b = np.ldexp(fg, -exponent), np.ldexp(bg, -exponent)
    with np.errstate(invalid="ignore"):
        return np.where(a + b > 0, a / (a + b), 0.0)


def _by_odds(fg: FloatArray, bg: FloatArray) -> IntArray:
    """Return the points by falling fg / (fg + bg), by their odds, which tell shares apart however close to 0 or 1."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore", under="ignore"):
        odds = np.where(fg > 0, fg / bg, 0.0)
    out_of_range = ((odds < TINY) & (fg > 0)) | (np.isinf(odds) & (bg > 0))
    if not out_of_range.any():
        return np.argsort(-odds, kind="stable")
    (front, power), (back, other) = np.frexp(fg), np.frexp(bg)
    with np.errstate(divide="ignore", invalid="ignore"):
        mantissa, exponent = np.frexp(front / back)
    # More than the power of two of any quotient.
    exponent = np.where(fg == 0, -5000, np.where(bg == 0, 5000, exponent + power - other))
    return np.lexsort((-np.where((fg > 0) & (bg > 0), mantissa, 0.0), -exponent))


# Bins ----------------------------------------------------------------------------------------------------------


def check_unbinned(path: ConfusionPath, wish: str, way_out: str) -> None:
    """Raise an error where a path counts scores in bins, and what is wished for needs the scores.

    Parameters
    ----------
    path : ConfusionPath
    wish, way_out : str
        What it is, as the beginning of a sentence, and a sentence that says what to do.

    Raises
    ------
    PrplotValueError
    """
    if path.binned:
        raise PrplotValueError(
            f"{wish} the scores themselves; this path counts them in {path.distinct} bins and does not know their "
            f"order within a bin. {way_out}"
        )


def hides(path: ConfusionPath) -> BoolArray:
    """Return which steps of a path may join different scores, of shape (K,)."""
    bins = path.known.bins
    if bins is None or not path.binned:
        return np.zeros(len(path) - 1, dtype=bool)
    return np.isin(path.thresholds[1:], bins.cuts)


def hidden_orders(path: ConfusionPath) -> tuple[ConfusionPath, ConfusionPath]:
    """Return the path with the background first in each bin, and with the foreground first.

    Whatever the order in the bins is, at each TP the path has no more FP than the first, and no fewer than the second.
    Equal scores stay as they are treated.
    """
    how = path.treatment.ties
    base = path
    if how != "average":
        # The parts of a step share its threshold.
        cuts = path.thresholds
        last = np.flatnonzero(np.append(cuts[1:] != cuts[:-1], True))
        base = coarser(path, last if last[0] == 0 else np.append(0, last))
    fg, bg = base.increments
    unknown = hides(base)
    cut = np.flatnonzero((fg > 0) & (bg > 0) & (unknown | (how != "average")))
    worst, best = (cut_in_two(base, cut, np.where(unknown[cut], first, how == "optimistic")) for first in (False, True))
    return worst, best
