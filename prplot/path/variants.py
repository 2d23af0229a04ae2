"""Variants of a path: other treatment of ties, another prevalence, hard labels, best and worst ranking, and bins."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from prplot.errors import PrplotValueError, invalid, one_of, option, short
from prplot.names import TieHandling
from prplot.path.facts import unknown_negatives
from prplot.path.groups import AnyGroups, Groups, groups_of, joined, whole_totals, with_totals
from prplot.rows.arrays import BoolArray, FloatArray, IntArray, Pair
from prplot.rows.checks import check_prevalence, number_that
from prplot.rows.sample import Sample, Weighed, single_rows

if TYPE_CHECKING:
    from prplot.path.path import ConfusionPath

TIES: tuple[TieHandling, ...] = get_args(TieHandling)
# The weight of a row after its label was made hard: 1, or its total weight fg + bg.
HardWeight = Literal["unit", "total"]
# A share reaches the cut if it is below by at most this relative difference, because products and sums are rounded.
SAME_SHARE = 4 * float(np.finfo(float).eps)
TINY = float(np.finfo(float).tiny)


def through(path: ConfusionPath, groups: AnyGroups) -> ConfusionPath:
    """Return the path of the same sample with other groups; if the path ended at (N, P), the new one does too."""
    plain = path._plain
    return replace(plain, _groups=groups, _given=reaching_as(plain, groups, plain._given.sample))


def reaching_as(path: ConfusionPath, groups: AnyGroups, sample: Sample) -> Weighed:
    """Return a sample with the P and N of a path, or with the groups' sums where the two differ only by rounding."""
    return Weighed(sample, *whole_totals(groups, (path._given.positives, path._given.negatives)))


def coarser(path: ConfusionPath, rows: IntArray, cuts: FloatArray | None = None) -> ConfusionPath:
    """Return the path through some of its thresholds, given by index; the first and the last must be among them."""
    return through(path, joined(path._groups, rows, cuts))


# Ties --------------------------------------------------------------------------------------------------------


def ties(path: ConfusionPath, how: TieHandling = "average") -> ConfusionPath:
    """Return the same path with another order within tied scores.

    Parameters
    ----------
    how : {"average", "optimistic", "pessimistic", "given"}
        The order within a group of equal scores. "average": both classes are mixed evenly in one straight step, as in
        every new path. "optimistic": positives first. "pessimistic": negatives first. "given": row by row in the order
        given, as in detection and retrieval tools. All steps of one tied group keep the same threshold.

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
    if how == "given":
        made = through(path, _row_by_row(path))
    else:
        mixed = np.flatnonzero(np.minimum(path._groups.fg, path._groups.bg))
        made = cut_in_two(path, mixed, np.full(len(mixed), how == "optimistic")) if len(mixed) else path
    return replace(made, treatment=path.treatment._replace(ties=how))


def cut_in_two(path: ConfusionPath, steps: IntArray, foreground_first: BoolArray) -> ConfusionPath:
    """Return the path with some steps cut in two: one of positives only, and one of negatives only."""
    groups, cuts = path._groups, path._cuts[1:]
    fg, tp = _split(groups.fg, groups.tp, steps, foreground_first)
    bg, fp = _split(groups.bg, groups.fp, steps, ~foreground_first)
    return through(path, Groups.of(np.insert(cuts, steps, cuts[steps]), fg, bg, (tp, fp)))


def _split(each: FloatArray, sums: FloatArray, steps: IntArray, first: BoolArray) -> Pair:
    """Return a class's increments and cumulative sums with steps cut in two; one of the parts gets all its weight."""
    return np.insert(each, steps + first, 0.0), np.insert(sums, steps + 1, sums[steps + first])


def _row_by_row(path: ConfusionPath) -> Groups:
    """Return one group per row with weight; rows that were tied keep their input order."""
    rows_needed(path, "ties('given')")
    rows = path._now.rows
    present = np.flatnonzero(np.maximum(rows.fg, rows.bg))
    # The threshold of a group is its lowest score, so a row is in the first group with a threshold at or below its
    # score.
    group = np.searchsorted(-path._cuts[1:], -rows.score[present])
    order = np.argsort(group, kind="stable")
    present, cuts = present[order], path._cuts[1:][group[order]]
    return Groups.of(cuts, rows.fg[present], path._given.sample.bg[present])


# The prevalence ------------------------------------------------------------------------------------------------


def at_prevalence(path: ConfusionPath, prevalence: float) -> ConfusionPath:
    """Return the same ranking at another prevalence, with all negatives reweighted by one factor.

    Parameters
    ----------
    prevalence : float
        π' in (0, 1), that of the returned path.

    Raises
    ------
    PrplotValueError
        If the prevalence lies outside (0, 1), the sample has one class only, or float64 cannot hold the new weights.

    Notes
    -----
    Rates, and so ROC curves, do not change; a precision p at prevalence π becomes p π'(1-π) / (p π'(1-π) + (1-p)
    π(1-π')) at prevalence π'.

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
    if why := unknown_negatives(path):
        raise PrplotValueError(f"prevalence cannot be changed: {why}.")
    ratio = (1 - wanted) / wanted
    factor = path.positives / path._given.negatives * ratio
    negatives = path.positives * ratio
    if not (TINY <= factor < math.inf and ratio <= 1 / TINY and TINY <= negatives < math.inf):
        raise invalid(
            "prevalence",
            "leave weights that float64 can hold",
            f"{short(prevalence)} for P={path.positives:.3g}, N={path.negatives:.3g}",
        )
    treatment = path.treatment
    treatment = treatment._replace(reweighted_from=treatment.reweighted_from or path._now.prevalence)
    return replace(path, _factor=factor, treatment=treatment)


# Hard labels ---------------------------------------------------------------------------------------------------


def hard(path: ConfusionPath, threshold: float = 0.5, weights: HardWeight = "unit") -> ConfusionPath:
    """Return a path with hard labels, made by a threshold on each row's share of positive weight.

    A row becomes positive if fg / (fg + bg) >= threshold. The shares are computed from the weights as they were given:
    a prevalence set by `at_prevalence` is undone. Call `at_prevalence` on the result to set the prevalence again. A
    share below the threshold only by rounding error (four units in the last place) counts as equal to it, so that
    multiplying fg and bg by ``sample_weight`` changes no label. Rows of weight 0 keep weight 0.

    Parameters
    ----------
    threshold : float
        The least share of positive weight of a positive row, in (0, 1].
    weights : {"unit", "total"}
        ``"unit"``: every row gets weight 1; ``"total"``: every row keeps its total weight fg + bg.

    Raises
    ------
    PrplotValueError
        If the path was made from counts, if ``positives=`` or ``negatives=`` were given and exceed the sums of the
        rows, or if an argument is outside its range.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_weights([3, 2, 1], fg=[0.9, 0.4, 0.1])
    >>> path.hard(0.4).tp.tolist()
    [0.0, 1.0, 2.0, 2.0]
    """
    weights = one_of("weights", weights, get_args(HardWeight))
    way_out = "It is a share fg / (fg + bg)."
    cut = number_that("threshold", threshold, lambda share: 0 < share <= 1, "lie in (0, 1]", way_out)
    rows_needed(path, "hard")
    if not rows_explain(path):
        raise PrplotValueError(
            f"labels cannot be cut where {option('positives')} or {option('negatives')} count more than the rows. "
            "Make the path of hard labels: prplot.from_labels(fg >= cut, y_score, positives=...)."
        )
    rows, done = _cut(path._given.sample, cut, weights), path.treatment
    done = done._replace(ties="average", reweighted_from=None, cut=cut if path.soft else done.cut)
    groups = groups_of(rows, done.tolerance)
    return replace(path, _groups=groups, _given=with_totals(groups, rows), treatment=done, _factor=1.0)


def _cut(rows: Sample, cut: float, weights: HardWeight) -> Sample:
    """Return the sample with hard labels: rows are positive if their share of positive weight reaches the cut.

    This includes rows that no threshold returns.
    """
    positive = foreground_share(rows.fg, rows.bg) >= cut * (1.0 - SAME_SHARE)
    with np.errstate(over="ignore"):
        weight = rows.fg + rows.bg if weights == "total" else np.maximum(rows.fg, rows.bg) > 0
    fg, bg = (np.where(chosen, weight, 0.0) for chosen in (positive, ~positive))
    return replace(rows, front=fg, back=bg, hard=True, beyond=rows.beyond and _cut(rows.beyond, cut, weights))


def rows_explain(path: ConfusionPath) -> bool:
    """Return whether P and N are the summed weights of all rows, including those that no threshold returns."""
    original = path._given
    sums = [original.sample.in_order("fg").sum(), original.sample.in_order("bg").sum()]
    return path.closed or np.allclose(sums, (original.positives, original.negatives), rtol=1e-9, atol=0.0)


def rows_needed(path: ConfusionPath, wish: str) -> Sample:
    """Return the rows of the sample; if they are unknown, raise an error that begins with ``wish``, such as "hard"."""
    if path.sample is None:
        raise PrplotValueError(f"{wish} {path._without_rows}")
    return path.sample


# Rankings ------------------------------------------------------------------------------------------------------


def ranked(path: ConfusionPath, best: bool) -> ConfusionPath:
    """Return the path of the best or the worst ranking of the rows; see `ConfusionPath.best`.

    Rows with equal share are not tied: in the best ranking they keep their input order, in the worst the reverse.

    References
    ----------
    J. Keilwagen, I. Grosse and J. Grau, PLoS ONE 2014, Theorem 1, doi:10.1371/journal.pone.0092209: sorting by
    ``fg / (fg + bg)`` gives the largest continuous area under the PR curve, and the reverse order the smallest; sorting
    by ``fg`` alone does so only where ``fg + bg`` is constant.
    """
    # Ranks replace the scores; the largest rank is the most positive.
    treatment = path.treatment._replace(
        tolerance=0.0, ties="average", ranking="best" if best else "worst", lower_is_positive=False
    )
    points = single_rows(path._given.sample)
    order = _by_odds(points.fg, points.bg)[:: 1 if best else -1]
    score = np.empty(len(order))
    score[order] = np.arange(len(order), 0.0, -1.0)
    ranking = order[np.maximum(points.fg, points.bg)[order] > 0]
    groups = Groups.of(score[ranking], points.fg[ranking], points.bg[ranking])
    # Rows that no threshold returns remain out of reach.
    original = reaching_as(path, groups, replace(points, score=score))
    return replace(path._plain, _groups=groups, _given=original, treatment=treatment)


def foreground_share(fg: FloatArray, bg: FloatArray) -> FloatArray:
    """Return fg / (fg + bg) of each point; 0 if it has no weight."""
    # Halving first keeps the sum from overflowing.
    half = fg / 2 + bg / 2
    return fg / 2 / np.where(half > 0, half, 1.0)


def _by_odds(fg: FloatArray, bg: FloatArray) -> IntArray:
    """Return the order of points by falling fg / (fg + bg); odds distinguish even shares very close to 0 or 1."""
    with np.errstate(all="ignore"):
        odds = np.where(fg > 0, fg / bg, 0.0)
        if (((odds < TINY) & (fg > 0)) | (np.isinf(odds) & (bg > 0))).any():
            # Odds may overflow or vanish, but their logarithms do not.
            odds = np.log(fg) - np.log(bg)
    return np.argsort(-odds, kind="stable")


# Bins ----------------------------------------------------------------------------------------------------------


def check_unbinned(path: ConfusionPath, wish: str, way_out: str) -> None:
    """Raise an error if a path counts its scores in bins, because some result needs the scores themselves.

    Parameters
    ----------
    path : ConfusionPath
    wish, way_out : str
        The beginning of the message, such as "intervals need", and its last sentence, the advice.

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
    """Return, for each step of a path, whether it is a bin that may hold different scores; shape (K,)."""
    bins = path._given.sample.bins
    return np.isin(path._cuts[1:], bins.cuts if bins and path.binned else ())


def hidden_orders(path: ConfusionPath) -> tuple[ConfusionPath, ConfusionPath]:
    """Return the path with the negatives first in each bin, and the path with the positives first.

    Whatever the order within bins, at each TP the path has at most the FP of the first, and at least the FP of the
    second. Equal scores are treated as in the path.
    """
    # Ties that were cut in two, with one threshold for both parts, are merged again first.
    cuts, how = path._cuts, path.treatment.ties
    base = coarser(path, np.union1d(0, np.flatnonzero(np.append(cuts[1:] != cuts[:-1], True))))
    fg, bg = base._increments
    unknown = hides(base)
    cut = np.flatnonzero((fg > 0) & (bg > 0) & (unknown | (how != "average")))
    worst, best = (cut_in_two(base, cut, np.where(unknown[cut], first, how == "optimistic")) for first in (False, True))
    return worst, best
