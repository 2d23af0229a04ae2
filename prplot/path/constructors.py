"""Making paths: from labels, from weights, from cumulative counts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.errors import PrplotValueError, by_name, invalid, short, wrong_type
from prplot.metrics.confusion import Confusion
from prplot.options import MissingScores
from prplot.path.path import ConfusionPath
from prplot.path.vertices import through_groups, through_rows, with_totals
from prplot.rows.arrays import FloatArray, read_only
from prplot.rows.checks import number, numbers
from prplot.rows.read import labelled, weighted
from prplot.rows.sample import Bins, Sample, Treatment, two_groups
from prplot.rows.sums import running

__all__ = [
    "from_confusion",
    "from_counts",
    "from_groups",
    "from_labels",
    "from_weights",
    "known_tolerance",
    "known_totals",
]


@by_name("Weights are passed by name: sample_weight=.")
def from_labels(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: object = None,
    missing: MissingScores = "raise",
    tolerance: float = 0.0,
    positives: float | None = None,
    negatives: float | None = None,
    name: str | None = None,
) -> ConfusionPath:
    """Make a path from hard labels and scores.

    Parameters
    ----------
    y_true : array_like of shape (n,)
        Labels: bool, 0/1, -1/1, or anything else together with ``pos_label``.
    y_score : array_like of shape (n,)
        Scores; larger means more likely positive. +inf and -inf are ordinary values.
    sample_weight : array_like of shape (n,), optional
        Finite, non-negative weights; 0 leaves a row out. Default: 1 each.
    pos_label : label or collection of labels, optional
        What counts as positive; all other labels are negative.
    missing : {"raise", "drop", "lowest", "unreached"}
        What to do with scores that are NaN or None. "raise" an error, where there should be none; "drop" those
        rows where their labels do not count either, which changes P and N; rank them "lowest" (as -inf) where
        all rows can be predicted positive in the end; take them as "unreached" where no threshold returns
        them: they count in P and N, and the path ends before them. Where the rows hold only those negatives that
        were returned, as with variants that were called, say ``positives`` too, so that N is unknown.
    tolerance : float
        Near ties become ties: from the highest score on, each group takes the scores that lie
        within this distance below its highest, and its threshold is its lowest. In units of
        the score; 0, the default, joins equal scores only. Infinite scores are near nothing.
    positives, negatives : float, optional
        P and N, in weight, where the rows are only those that were returned: the objects that a detector
        could find, the documents that are relevant. With ``positives`` alone the number of negatives is
        unknown: what needs it is NaN. By default P and N are the weights of the rows.
    name : str, optional
        The classifier's name, for legends.

    Returns
    -------
    ConfusionPath

    Raises
    ------
    PrplotValueError, PrplotTypeError
        For lengths that differ, labels that are soft, missing, or need ``pos_label``, weights
        that are negative or not finite, no weight at all, a tolerance that is negative or not
        finite; the message says what to do.

    Examples
    --------
    >>> import prplot
    >>> prplot.from_labels(["no", "yes", "no"], [0.2, 0.9, 0.4], pos_label="yes", name="mine")
    ConfusionPath(name='mine', n=3, P=1, N=2, π=0.3333, labels=hard, distinct scores=3)
    """
    totals = known_totals(positives, negatives, missing)
    sample, done = labelled(y_true, y_score, sample_weight, pos_label, missing, may_be_empty=_given(totals))
    treatment = Treatment(done, known_tolerance(tolerance))
    vertices = with_totals(through_rows(sample, treatment.tolerance), sample, *totals)
    return ConfusionPath(vertices, name, treatment, sample)


@by_name("Weights are passed by name: fg=, and bg= where it is not 1 - fg.")
def from_weights(
    y_score: ArrayLike,
    *,
    fg: ArrayLike,
    bg: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
    missing: MissingScores = "raise",
    tolerance: float = 0.0,
    positives: float | None = None,
    negatives: float | None = None,
    name: str | None = None,
) -> ConfusionPath:
    """Make a path from soft labels: a foreground and a background weight per row.

    Parameters
    ----------
    y_score : array_like of shape (n,)
        Scores; larger means more foreground.
    fg : array_like of shape (n,)
        Foreground weights, finite and non-negative; without ``bg`` they are soft labels in
        [0, 1] and ``bg = 1 - fg``.
    bg : array_like of shape (n,), optional
        Background weights; nothing links them to ``fg``.
    sample_weight : array_like of shape (n,), optional
        Multiplies both.
    missing : {"raise", "drop", "lowest", "unreached"}
        As in `from_labels`.
    tolerance : float
        As in `from_labels`.
    positives, negatives : float, optional
        As in `from_labels`.
    name : str, optional
        The classifier's name, for legends.

    Returns
    -------
    ConfusionPath

    Raises
    ------
    PrplotValueError, PrplotTypeError
        For lengths that differ, weights that are negative, not finite or, without ``bg``, above
        1, and for no weight at all.

    References
    ----------
    J. Keilwagen, I. Grosse and J. Grau, PLoS ONE 2014, doi:10.1371/journal.pone.0092209.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_weights([6, 5, 4], fg=[0.9, 0.92, 0.22])
    >>> round(path.positives, 2), round(path.negatives, 2)
    (2.04, 0.96)
    """
    totals = known_totals(positives, negatives, missing)
    sample, done = weighted(y_score, fg, bg, sample_weight, missing, may_be_empty=_given(totals))
    treatment = Treatment(done, known_tolerance(tolerance))
    vertices = with_totals(through_rows(sample, treatment.tolerance), sample, *totals)
    return ConfusionPath(vertices, name, treatment, sample)


@by_name("Cumulative counts come after their thresholds; all else is passed by name.")
def from_counts(
    thresholds: ArrayLike,
    tp: ArrayLike,
    fp: ArrayLike,
    *,
    soft: bool = False,
    binned: bool = False,
    positives: float | None = None,
    negatives: float | None = None,
    name: str | None = None,
) -> ConfusionPath:
    """Make a path from cumulative counts along falling thresholds.

    Parameters
    ----------
    thresholds : array_like of shape (K,) or (K + 1,)
        Strictly falling; the origin (inf, 0, 0) is optional.
    tp, fp : array_like of the same shape
        Weight with score >= threshold; never falling. The last row holds P and N, unless they are given.
    soft : bool
        What an increment of both is. By default a group of tied hard labels: the best ranking puts
        its foreground before its background, and whole counts are rows of weight 1. With True it
        is one soft point, which is partly foreground and cannot be divided. The curve is the same;
        what could be reached (`ConfusionPath.best`, normalised areas, the shaded region) is not.
    binned : bool
        Whether an increment may hold different scores: those between two thresholds of a tool that counts in bins. The
        curve is drawn as if each bin were one score; `Curve.bounds` says between which areas it lies, whatever the
        order in the bins was.
    positives, negatives : float, optional
        P and N where the last row does not hold them, as in `from_labels`.
    name : str, optional
        The classifier's name, for legends.

    Returns
    -------
    ConfusionPath
        Rows at which neither count rises are no vertices and are left out.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        For counts that fall, thresholds that rise, or lengths that differ.

    Examples
    --------
    >>> import prplot
    >>> prplot.from_counts([0.8, 0.4], tp=[1, 2], fp=[0, 2]).prevalence
    0.5
    >>> [prplot.from_counts([1], [1], [3], soft=soft).best().pr().area() for soft in (False, True)]
    [1.0, 0.25]
    """
    for argument, flag in (("soft", soft), ("binned", binned)):
        if not isinstance(flag, bool | np.bool_):
            raise wrong_type(argument, "be True or False", flag)
    cuts, fore, back = (numbers(n, v) for n, v in (("thresholds", thresholds), ("tp", tp), ("fp", fp)))
    for count_name, count in (("tp", fore), ("fp", back)):
        if len(count) != len(cuts):
            raise invalid(count_name, "have one value per threshold", f"{len(count)} for {len(cuts)} thresholds")
    totals = known_totals(positives, negatives)
    if not len(cuts) and not any(totals):
        raise invalid("thresholds", "hold at least one row", "none")
    if np.isnan(cuts).any():
        raise invalid("thresholds", "not hold NaN", f"NaN in row {int(np.argmax(np.isnan(cuts)))}")
    cuts += 0.0
    origin = bool(len(cuts) and np.isposinf(cuts[0]) and fore[0] == 0 and back[0] == 0)
    if origin:
        cuts, fore, back = cuts[1:], fore[1:], back[1:]
    rises = np.flatnonzero(cuts[1:] >= cuts[:-1])
    if rises.size:
        row = int(rises[0])
        raise invalid(
            "thresholds",
            "fall strictly",
            f"{cuts[row]:g} followed by {cuts[row + 1]:g}",
            "Reverse the three arrays with [::-1] if they run upwards.",
        )
    for count_name, count in (("tp", fore), ("fp", back)):
        _check_count(count_name, count)
    fg, bg = np.diff(fore, prepend=0.0), np.diff(back, prepend=0.0)
    if not (fg.any() or bg.any() or any(totals)):
        raise PrplotValueError("tp and fp must hold some weight; got only zeros.")
    hides = np.full(len(cuts), bool(binned))
    return from_groups(
        cuts, fg, bg, soft=bool(soft), totals=totals, hides=hides if binned else None, sums=(fore, back), name=name
    )


def from_groups(
    cuts: FloatArray,
    fg: FloatArray,
    bg: FloatArray,
    *,
    soft: bool = False,
    totals: tuple[float | None, ...] = (None, None),
    beyond: tuple[float, float] = (0.0, 0.0),
    hides: NDArray[np.bool_] | None = None,
    unit: bool | None = None,
    sums: tuple[FloatArray, FloatArray] | None = None,
    treatment: Treatment | None = None,
    name: str | None = None,
) -> ConfusionPath:
    """Make a path from the weights of each distinct score, or bin of scores.

    Parameters
    ----------
    cuts : array of shape (K,)
        Thresholds, strictly falling: the score, or the lowest score of the bin.
    fg, bg : arrays of shape (K,)
        Weight of each; groups without weight are left out.
    soft : bool
        Whether each is one soft point, as in `from_counts`.
    totals : pair
        P and N as the caller knows them, or None, as in `from_labels`.
    beyond : pair
        Weight of foreground and of background that no threshold returns, where P and N are not given.
    hides : array of bool of shape (K,), optional
        Which may join different scores; by default none does, and the path is not binned.
    unit : bool, optional
        Whether foreground is counted in rows of weight 1; by default where all counts are whole.
    sums : pair of arrays, optional
        The running sums, where they are known.
    treatment : Treatment, optional
        What was done before.
    name : str, optional
    """
    kept = (fg > 0) | (bg > 0)
    cuts, fg, bg = (read_only(each[kept]) for each in (cuts, fg, bg))
    fore, back = (running(fg)[1:], running(bg)[1:]) if sums is None else (sums[0][kept], sums[1][kept])
    bins = None
    if hides is not None:
        whole = bool(np.array_equal(fg, np.rint(fg)))
        bins = Bins(read_only(cuts[hides[kept]]), not soft and whole and unit is not False)
    mixed = soft and bool(np.any((fg > 0) & (bg > 0)))
    behind = (
        Sample(cuts, fg, bg, not mixed, "points", bins=bins)
        if soft
        else replace(two_groups(*(float(each[-1]) if len(each) else 0.0 for each in (fore, back))), bins=bins)
    )
    if any(beyond) and totals == (None, None):
        reached = (float(each[-1]) if len(each) else 0.0 for each in (fore, back))
        totals = tuple(here + more for here, more in zip(reached, beyond, strict=True))
    vertices = through_groups(cuts, fg, bg, sums=(read_only(fore), read_only(back)))
    return ConfusionPath(with_totals(vertices, behind, *totals), name, treatment or Treatment(), behind)


@by_name("A matrix is passed as one: prplot.from_confusion(prplot.Confusion(tp=3, fp=6, fn=2, tn=9)).")
def from_confusion(confusion: Confusion, *, name: str | None = None) -> ConfusionPath:
    """Make the path of one confusion matrix: a categorical classifier, or a result published as a table.

    It runs straight from nothing predicted to the matrix and on to everything predicted, which
    is what mixing those three at random achieves.

    Parameters
    ----------
    confusion : Confusion
        Its four cells.
    name : str, optional
        The classifier's name, for legends.

    Returns
    -------
    ConfusionPath
        Thresholds are inf, that of the matrix (1 where it has none, for "predicted positive"),
        and -inf.

    Raises
    ------
    PrplotTypeError
        If it is not a `Confusion`.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_confusion(prplot.Confusion(tp=3, fp=6, fn=2, tn=9), name="Smith 2020")
    >>> path.tp.tolist(), path.fp.tolist()
    ([0.0, 3.0, 5.0], [0.0, 6.0, 15.0])
    """
    if not isinstance(confusion, Confusion):
        raise wrong_type("confusion", "be a prplot.Confusion", confusion, "Make one from its four cells.")
    c, cut = confusion, 1.0 if confusion.threshold is None else confusion.threshold
    if cut == -np.inf:
        if c.fn or c.tn:
            raise invalid("confusion", "have fn = tn = 0 at threshold -inf, which predicts everything", repr(c))
        return from_counts([-np.inf], [c.tp + c.fn], [c.fp + c.tn], name=name)
    return from_counts([cut, -np.inf], [c.tp, c.tp + c.fn], [c.fp, c.fp + c.tn], name=name)


def known_totals(
    positives: float | None, negatives: float | None, missing: MissingScores = "raise"
) -> tuple[float | None, float | None]:
    """Return the totals that were given, or say why there can be none."""
    totals = {"positives": positives, "negatives": negatives}
    given = [f"{name}={short(total)}" for name, total in totals.items() if total is not None]
    if given and missing == "lowest":
        raise PrplotValueError(
            "positives= and negatives= must not be given with missing='lowest', which ranks every row, so that the "
            f"path reaches all of them; got {' and '.join(given)}. Use missing='unreached' for rows that no threshold "
            "returns."
        )
    front, back = (None if total is None else number(argument, total) for argument, total in totals.items())
    return front, back


def _given(totals: tuple[float | None, float | None]) -> bool:
    return any(total is not None for total in totals)


def known_tolerance(value: float) -> float:
    """Return how near scores are that become ties, or say why that is no distance."""
    given = number("tolerance", value)
    if not (np.isfinite(given) and given >= 0):
        raise invalid(
            "tolerance", "be finite and not negative", short(value), "It is a distance of scores, for example 1e-9."
        )
    return given


def _check_count(name: str, count: FloatArray) -> None:
    wrong = ~np.isfinite(count)
    if wrong.any():
        raise invalid(name, "be finite", f"{name}[{int(np.argmax(wrong))}] = {count[wrong][0]:g}")
    if len(count) and count[0] < 0:
        raise invalid(name, "not be negative", f"{name}[0] = {count[0]:g}")
    falls = np.flatnonzero(count[1:] < count[:-1])
    if falls.size:
        row = int(falls[0])
        raise invalid(
            name,
            "be cumulative, so never fall",
            f"{count[row]:g} followed by {count[row + 1]:g}",
            f"Pass the running sums, for example numpy.cumsum({name}).",
        )
