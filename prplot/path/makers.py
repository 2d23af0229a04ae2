"""Functions that make paths from labels, weights, cumulative counts, a confusion matrix or the points of a PR curve."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from prplot.errors import PrplotValueError, by_name, invalid, option, shortest, warn, wrong_type, yes_or_no
from prplot.metrics.confusion import Confusion
from prplot.names import Combine, MissingScores
from prplot.path.groups import Groups, groups_of, with_totals
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import BoolArray, FloatArray, IntArray, Pair
from prplot.rows.checks import check, check_values, not_negative, numbers
from prplot.rows.hard_labels import Labels
from prplot.rows.read import Reading, labeled, weighted
from prplot.rows.sample import Bins, Sample, Treatment, two_classes

# False positives computed from recall and precision may fall by this share, because both are rounded.
ROUNDING = 1e-9
# Precisions count as on a line within NEAR_LINE. A warning needs POINTS_ON_LINE of them, or POINTS_WITHOUT_END if the
# curve does not end at (1, 0).
NEAR_LINE, POINTS_ON_LINE, POINTS_WITHOUT_END = 1e-6, 3, 10

# P and N as the caller states them; None if not stated.
Totals = tuple[float | None, float | None]
UNTOLD: Totals = (None, None)


@by_name("Weights are passed by name: sample_weight=.")
def from_labels(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: object = None,
    neg_label: object = None,
    missing: MissingScores = "raise",
    lower_is_positive: bool = False,
    tolerance: float = 0.0,
    positives: float | None = None,
    negatives: float | None = None,
    groups: ArrayLike | None = None,
    item: ArrayLike | None = None,
    combine: Combine = "max",
    name: str | None = None,
) -> ConfusionPath:
    """Make a path from hard labels and scores.

    Parameters
    ----------
    y_true : array_like of shape (n,)
        Labels: bool, 0/1, -1/1, or anything else together with ``pos_label``.
    y_score : array_like of shape (n,)
        Scores; larger means more likely positive, unless ``lower_is_positive``. +inf and -inf are ordinary values.
    sample_weight : array_like of shape (n,), optional
        Finite, non-negative weights; 0 leaves a row out. Default: 1 each.
    pos_label : label or collection of labels, optional
        What counts as positive; all other labels are negative, unless ``neg_label`` names those that are.
    neg_label : label or collection of labels, optional
        What counts as negative; rows with any other label are left out and counted in ``path.missing.labels``.
    missing : {"raise", "drop", "lowest", "unreached"}
        What to do with scores that are NaN or None. "raise": raise an error. "drop": leave the rows out, labels
        included; this changes P and N. "lowest": rank the rows last, with score -inf, so that the lowest threshold
        predicts them positive too. "unreached": the rows count in P and N, but no threshold predicts these rows
        positive, so the path ends before (N, P).
    lower_is_positive : bool
        Whether small scores mean positive, as those of energies, distances, p values and ranks do: then rows are
        predicted positive if score <= threshold, and thresholds rise along the path, from -inf on.
    tolerance : float
        Scores that differ by at most this are treated as ties: the highest score and all scores at most this far below
        it are one group, the highest of the others begins the next, and so on. The threshold of a group is its lowest
        score. Default: 0, so that only equal scores are ties.
    positives, negatives : float, optional
        The true totals P and N, if some objects have no row, since no detector or search returned them: P is the number
        of all objects or relevant documents, found or not. With ``positives`` alone N is unknown, and measures that
        need it are NaN. Default: the weights of the rows.
    groups : array_like of shape (n,), optional
        The group of each row, such as a patient or a session. Intervals, bands, comparisons and averages then resample
        whole groups, unless they are told ``groups=False``.
    item : array_like of shape (n,), optional
        The item of each row, where there are several rows per item, such as poses of a molecule or views of an object:
        the items are evaluated. Labels, weights and groups must be the same in all rows of an item.
    combine : {"max", "mean"}
        The score of an item: the most positive one of its rows, or their mean.
    name : str, optional
        The classifier's name, for legends.

    Returns
    -------
    ConfusionPath

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If lengths differ, labels are soft, missing, written in several ways, or need ``pos_label``, a weight is
        negative or not finite, all weights are 0, or the tolerance is negative or not finite; the message says what to
        do.

    Warns
    -----
    PrplotWarning
        If labels such as -1 beside 0 and 1 may stand for missing ones, or scores seem to be predicted labels, or the
        confidence of the predicted class.

    Examples
    --------
    >>> import prplot
    >>> prplot.from_labels(["no", "yes"], [0.2, 0.9], pos_label="yes")
    ConfusionPath(n=2, P=1, N=1, prevalence=0.5, labels=hard, positive='yes' (1), negative='no' (1), distinct scores=2)
    >>> path = prplot.from_labels([1, 1, 0, 1, 0, 0], [0.9, 0.8, 0.6, 0.4, 0.3, 0.1])
    >>> artists = prplot.plot(path)
    """
    reading = Reading(pos_label, neg_label, missing, lower_is_positive, groups, item, combine)
    return path_of_labels(y_true, y_score, sample_weight, reading, tolerance, (positives, negatives), name)


def path_of_labels(
    y_true: ArrayLike | Labels,
    y_score: ArrayLike,
    sample_weight: ArrayLike | None,
    reading: Reading,
    tolerance: float = 0.0,
    totals: Totals = UNTOLD,
    name: str | None = None,
) -> ConfusionPath:
    """Return the path of hard labels and scores; ``y_true`` may also be `Labels` that were read before."""
    totals = known_totals(*totals, reading.missing)
    sample, done = labeled(y_true, y_score, sample_weight, reading, may_be_empty=totals != UNTOLD)
    return from_rows(sample, done, tolerance, totals, name)


@by_name("Weights are passed by name: fg=, and bg= where it is not 1 - fg.")
def from_weights(
    y_score: ArrayLike,
    *,
    fg: ArrayLike,
    bg: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
    missing: MissingScores = "raise",
    lower_is_positive: bool = False,
    tolerance: float = 0.0,
    positives: float | None = None,
    negatives: float | None = None,
    groups: ArrayLike | None = None,
    item: ArrayLike | None = None,
    combine: Combine = "max",
    name: str | None = None,
) -> ConfusionPath:
    """Make a path from soft labels: a positive and a negative weight per row.

    Parameters
    ----------
    y_score : array_like of shape (n,)
        Scores; larger means more likely positive, unless ``lower_is_positive``.
    fg : array_like of shape (n,)
        Positive weights, finite and non-negative. Without ``bg``, ``fg`` holds soft labels in [0, 1], and ``bg = 1 -
        fg``.
    bg : array_like of shape (n,), optional
        Negative weights, finite and non-negative; they need not be 1 - fg.
    sample_weight : array_like of shape (n,), optional
        Weights that multiply both ``fg`` and ``bg``.
    missing : {"raise", "drop", "lowest", "unreached"}
        What to do with scores that are NaN, as in `from_labels`.
    lower_is_positive : bool
        Whether small scores mean positive, as in `from_labels`.
    tolerance : float
        Scores within this distance are ties, as in `from_labels`.
    positives, negatives : float, optional
        P and N, if the rows are only part of all objects; as in `from_labels`.
    groups, item : array_like of shape (n,), optional
        The group and the item of each row, as in `from_labels`.
    combine : {"max", "mean"}
        The score of an item of several rows, as in `from_labels`.
    name : str, optional
        The classifier's name, for legends.

    Returns
    -------
    ConfusionPath

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If lengths differ, if a weight is negative, not finite or, without ``bg``, above 1, or if the total weight is 0.

    References
    ----------
    J. Keilwagen, I. Grosse and J. Grau, PLoS ONE 2014, doi:10.1371/journal.pone.0092209.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_weights([6, 5, 4], fg=[0.9, 0.92, 0.22])
    >>> round(path.positives, 2), round(path.negatives, 2)
    (2.04, 0.96)
    >>> artists = prplot.plot(path)
    """
    reading = Reading(missing=missing, lower_is_positive=lower_is_positive, groups=groups, item=item, combine=combine)
    return path_of_weights(y_score, fg, bg, sample_weight, reading, tolerance, (positives, negatives), name)


def path_of_weights(
    y_score: ArrayLike,
    fg: ArrayLike,
    bg: ArrayLike | None,
    sample_weight: ArrayLike | None,
    reading: Reading,
    tolerance: float,
    totals: Totals,
    name: str | None,
) -> ConfusionPath:
    """Return the path of soft labels and scores; see `from_weights`."""
    totals = known_totals(*totals, reading.missing)
    sample, done = weighted(y_score, fg, bg, sample_weight, reading, may_be_empty=totals != UNTOLD)
    return from_rows(sample, done, tolerance, totals, name)


def from_rows(sample: Sample, done: Treatment, tolerance: float, totals: Totals, name: str | None) -> ConfusionPath:
    """Return the path of a sample, where ``done`` says how the sample was treated before."""
    treatment = done._replace(tolerance=known_tolerance(tolerance))
    groups = groups_of(sample, treatment.tolerance)
    return ConfusionPath(groups, name, treatment, with_totals(groups, sample, *totals))


def known_totals(positives: float | None, negatives: float | None, missing: MissingScores = "raise") -> Totals:
    """Return P and N as floats or None, after checking them; with ``missing="lowest"`` neither may be stated."""
    totals = {"positives": positives, "negatives": negatives}
    texts = [option(argument, total) for argument, total in totals.items() if total is not None]
    if texts and missing == "lowest":
        raise PrplotValueError(
            f"{option('positives')} and {option('negatives')} must not be given with {option('missing', 'lowest')}, "
            f"which ranks every row, so that the path reaches all of them; got {' and '.join(texts)}. "
            f"Use {option('missing', 'unreached')} for rows that no threshold returns."
        )
    front, back = (
        None if total is None else not_negative(argument, total, "It is the weight of the whole class.")
        for argument, total in totals.items()
    )
    return front, back


def known_tolerance(value: float) -> float:
    """Return the tolerance for near ties as a float; raise an error unless it is finite and at least 0."""
    return not_negative("tolerance", value, "It is a distance of scores, for example 1e-9.")


@by_name("Cumulative counts come after their thresholds; all else is passed by name.")
def from_counts(
    thresholds: ArrayLike,
    tp: ArrayLike,
    fp: ArrayLike,
    *,
    soft: bool = False,
    binned: bool = False,
    lower_is_positive: bool = False,
    positives: float | None = None,
    negatives: float | None = None,
    name: str | None = None,
) -> ConfusionPath:
    """Make a path from cumulative counts along falling thresholds.

    Parameters
    ----------
    thresholds : array_like of shape (K,) or (K + 1,)
        Strictly falling thresholds; a first entry inf, with tp = fp = 0, is optional. With ``lower_is_positive``,
        strictly rising ones; a first entry -inf is optional.
    tp, fp : array_like of the same shape
        The positive and the negative weight with score >= threshold (with ``lower_is_positive``, score <= threshold);
        the values must not decrease. The last values are P and N, unless ``positives`` or ``negatives`` are given.
    soft : bool
        How to read a threshold at which both TP and FP increase. False: several tied rows with hard labels have this
        score. True: one row with a soft label, partly positive and partly negative, has it. This does not change the
        curve. It changes the best possible ranking, which separates tied rows but cannot split one row;
        `ConfusionPath.best` and `Curve.normalized_area` depend on this.
    binned : bool
        Whether the rows that a threshold adds may have different scores, because all scores between two thresholds were
        counted as one bin. The curve is drawn as if each bin were one score; the area of the unbinned scores lies
        between the `Curve.bounds`.
    lower_is_positive : bool
        Whether small scores mean positive, as in `from_labels`.
    positives, negatives : float, optional
        P and N, if they are larger than the last values of ``tp`` and ``fp`` because some rows lie below the last
        threshold or have no score; as in `from_labels`.
    name : str, optional
        The classifier's name, for legends.

    Returns
    -------
    ConfusionPath
        The path. Thresholds at which neither TP nor FP increases are omitted.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If counts decrease, thresholds are in the wrong order, or the lengths of the arrays differ.

    Examples
    --------
    >>> import prplot
    >>> prplot.from_counts([0.8, 0.4], tp=[1, 2], fp=[0, 2]).prevalence
    0.5
    >>> [prplot.from_counts([1], [1], [3], soft=soft).best().pr().area() for soft in (False, True)]
    [1.0, 0.25]
    >>> prplot.from_counts([0.01, 0.05], tp=[3, 4], fp=[0, 2], lower_is_positive=True).thresholds.tolist()
    [-inf, 0.01, 0.05]
    >>> artists = prplot.plot(prplot.from_counts([0.8, 0.4], tp=[1, 2], fp=[0, 2]))
    """
    soft, binned = yes_or_no("soft", soft), yes_or_no("binned", binned)
    lower = yes_or_no("lower_is_positive", lower_is_positive)
    treatment = Treatment(thresholds_given=not binned, lower_is_positive=lower)
    scores, fore, back = numbers("thresholds", thresholds), numbers("tp", tp), numbers("fp", fp)
    _same_length("tp", fore, scores, "threshold")
    _same_length("fp", back, scores, "threshold")
    # Scores are negated if small ones mean positive, as in `from_labels`.
    cuts = 0.0 - scores if lower_is_positive else scores
    totals = known_totals(positives, negatives)
    if not len(cuts) and not any(totals):
        raise invalid("thresholds", "hold at least one row", "none")
    check("thresholds", np.isnan(cuts), "not hold NaN", "NaN in row {}".format)
    rises = cuts[1:] >= cuts[:-1]
    if len(rises) and fore[0] == back[0] == 0:
        # The first two thresholds may both be inf: the origin, and the rows with score inf.
        rises[0] &= cuts[0] < np.inf
    if lower_is_positive:
        rule = f"rise strictly where {option('lower_is_positive', True)}"
        way_out = "Reverse the three arrays with [::-1], or leave lower_is_positive out if large scores mean positive."
    else:
        rule, way_out = "fall strictly", _out_of_rising(fore, back)
    check("thresholds", rises, rule, _followed(scores), way_out)
    for argument, count in (("tp", fore), ("fp", back)):
        check_values(argument, count, ~np.isfinite(count), "be finite")
        check_values(argument, count, count[:1] < 0, "not be negative")
        way_out = f"Pass the running sums, for example numpy.cumsum({argument})."
        check(argument, count[1:] < count[:-1], "be cumulative, so never fall", _followed(count), way_out)
    fg, bg = np.diff(fore, prepend=0.0), np.diff(back, prepend=0.0)
    if not (fg.any() or bg.any() or any(totals)):
        raise PrplotValueError("tp and fp must hold some weight; got only zeros.")
    hides = np.full(len(cuts), True) if binned else None
    return from_groups(
        cuts, fg, bg, soft=soft, totals=totals, hides=hides, sums=(fore, back), treatment=treatment, name=name
    )


def _out_of_rising(tp: FloatArray, fp: FloatArray) -> str:
    """Return the advice of the error about rising thresholds, which depends on whether tp and fp also rise."""
    if not (np.diff(tp) < 0).any() and not (np.diff(fp) < 0).any():
        return (
            f"tp and fp grow with these thresholds: pass {option('lower_is_positive', True)} if small scores mean "
            "positive, so that they count score <= threshold. If only the thresholds are in the wrong order, reverse "
            "them with [::-1]."
        )
    return (
        "Reverse the three arrays with [::-1] if they run upwards, so that tp and fp fall; or pass "
        f"{option('lower_is_positive', True)} where small scores mean positive, so that tp and fp grow with the "
        "thresholds."
    )


def _same_length(name: str, values: FloatArray, others: FloatArray, kind: str, more: str = "") -> None:
    if len(values) != len(others):
        raise invalid(name, f"have one value per {kind}{more}", f"{len(values)} for {len(others)} {kind}s")


def _followed(values: FloatArray) -> Callable[[int], str]:
    return lambda row: f"{values[row]:g} followed by {values[row + 1]:g}"


def from_groups(
    cuts: FloatArray,
    fg: FloatArray,
    bg: FloatArray,
    *,
    soft: bool = False,
    totals: Totals = UNTOLD,
    beyond: tuple[float, float] = (0.0, 0.0),
    hides: BoolArray | None,
    unit: bool = True,
    sums: Pair | None = None,
    treatment: Treatment,
    name: str | None,
) -> ConfusionPath:
    """Make a path from the weights of each distinct score, or bin of scores.

    Parameters
    ----------
    cuts : array of shape (K,)
        Thresholds, strictly falling: the score, or the lowest score of the bin.
    fg, bg : arrays of shape (K,)
        The weights at each threshold; thresholds without weight are left out.
    soft : bool
        Whether each threshold is one row with a soft label, as in `from_counts`.
    totals : pair
        P and N as the caller states them, or None, as in `from_labels`.
    beyond : pair
        Positive and negative weight that no threshold returns; used if P and N are not given.
    hides : array of bool of shape (K,), optional
        Which thresholds may stand for several scores (bins); by default the path is not binned.
    unit : bool
        Whether positives have weight 1 each, provided that all counts are whole.
    sums : pair of arrays, optional
        The cumulative sums of fg and bg, if they are known.
    treatment : Treatment, optional
        How the sample was treated before.
    name : str, optional
    """
    nonempty = np.maximum(fg, bg) > 0
    cuts, fg, bg = cuts[nonempty], fg[nonempty], bg[nonempty]
    if sums:
        sums = np.append(0.0, sums[0][nonempty]), np.append(0.0, sums[1][nonempty])
    groups = Groups.of(cuts, fg, bg, sums)
    points = two_classes(*groups.total)
    if soft:
        points = Sample(cuts, fg, bg, not np.minimum(fg, bg).any(), rows_known=False, order_known=False)
    bins = None if hides is None else Bins(cuts[hides[nonempty]], unit and not soft and not (fg % 1).any())
    behind = replace(points, bins=bins)
    if any(beyond) and totals == UNTOLD:
        totals = groups.total[0] + beyond[0], groups.total[1] + beyond[1]
    return ConfusionPath(groups, name, treatment, with_totals(groups, behind, *totals))


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
        and -inf; or -inf, that of the matrix, and inf where small scores mean positive in the matrix.

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
    >>> artists = prplot.plot(path, space="roc")
    """
    if not isinstance(confusion, Confusion):
        raise wrong_type("confusion", "be a prplot.Confusion", confusion, "Make one from its four cells.")
    c, lower, cut = confusion, confusion.lower_is_positive, 1.0 if confusion.threshold is None else confusion.threshold
    loosest = np.inf if lower else -np.inf
    if cut != loosest:
        counts = (cut, loosest), (c.tp, c.tp + c.fn), (c.fp, c.fp + c.tn)
        return from_counts(*counts, lower_is_positive=lower, name=name)
    if c.fn or c.tn:
        raise invalid("confusion", f"have fn = tn = 0 at threshold {loosest}, which predicts everything", repr(c))
    return from_counts([cut], [c.tp], [c.fp], lower_is_positive=lower, name=name)


@by_name("Recalls and precisions come first; all else is passed by name.")
def from_points(
    recall: ArrayLike,
    precision: ArrayLike,
    *,
    thresholds: ArrayLike | None = None,
    lower_is_positive: bool = False,
    positives: float = 1.0,
    negatives: float | None = None,
    name: str | None = None,
) -> ConfusionPath:
    """Make a path from points (recall, precision): the arrays of another tool, or a digitised figure.

    A point with recall r and precision p has TP = r P and FP = r P (1 / p - 1). Between the points TP and FP are
    interpolated linearly, which is right if every threshold is among the points.

    Parameters
    ----------
    recall, precision : array_like of shape (n,)
        Values in [0, 1]. Recall must either never fall or never rise from one point to the next. If precision is 0 at
        the largest recalls, as in COCO's 101 precisions, the path ends before these recalls. A point at recall 0
        becomes the start, TP = FP = 0. If precision falls in a straight line to 0 at recall 1, as on the grids of
        YOLO, no threshold lies on this line: it is read as given, with a warning that says where to cut.
    thresholds : array_like of shape (n,) or (n - 1,), optional
        The threshold of each point; thresholds fall as recall rises. The array is one shorter if the point at recall 0
        has no threshold, as in scikit-learn. By default the points are numbered instead: n at the lowest recall, down
        to 1 at the highest.
    lower_is_positive : bool
        Whether small scores mean positive, as in `from_labels`; thresholds then rise with recall.
    positives : float
        P, in weight. The default of 1 is sufficient for measures that do not depend on counts.
    negatives : float, optional
        N, in weight; unknown by default.
    name : str, optional
        The classifier's name, for legends.

    Returns
    -------
    ConfusionPath

    Raises
    ------
    PrplotValueError
        If a value lies outside [0, 1], if recall both rises and falls, if false positives would decrease from one point
        to the next, or if a point is (0, 0), since its false positives are unknown. The message names the row.

    Warns
    -----
    PrplotWarning
        If the last points lie on a straight line to recall 1 and precision 0.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_points([0.0, 0.25, 0.5, 0.75, 1.0], [1.0, 1.0, 0.5, 0.5, 0.0], positives=4)
    >>> path.tp.tolist(), path.fp.tolist(), path.reached
    ([0.0, 1.0, 2.0, 3.0], [0.0, 0.0, 2.0, 3.0], 0.75)
    >>> artists = prplot.plot(path)
    """
    r, p = numbers("recall", recall), numbers("precision", precision)
    total = not_negative("positives", positives, "It is P, in weight.")
    _same_length("precision", p, r, "recall")
    if not len(r):
        raise invalid("recall", "hold at least one point", "none", "Check what selected the points.")
    for argument, values in (("recall", r), ("precision", p)):
        wrong = ~((values >= 0) & (values <= 1))
        way_out = "COCO writes -1 where a category has no objects." if -1 in values[wrong][:1] else ""
        check_values(argument, values, wrong, "lie in [0, 1]", way_out)
    if yes_or_no("lower_is_positive", lower_is_positive) and thresholds is None:
        raise invalid("lower_is_positive", "be False without thresholds=", "True", "Points alone have no direction.")
    cuts = np.zeros(len(r)) if thresholds is None else numbers("thresholds", thresholds)
    falling = r[0] > r[-1]
    if len(cuts) == len(r) - 1:
        # The point at recall 0 may have no threshold, as in the arrays of scikit-learn.
        cuts = np.insert(cuts, len(cuts) if falling else 0, -np.inf if lower_is_positive else np.inf)
    _same_length("thresholds", cuts, r, "recall", ", or one fewer")
    rows = np.arange(len(r))[:: -1 if falling else 1]
    r, p = r[rows], p[rows]
    way_out = "Sort the points by threshold, highest first."
    check("recall", np.diff(r) < 0, "rise or fall all along", lambda k: f"a turn at row {rows[k + 1]}", way_out)
    check(
        "precision",
        (r == 0) & (p == 0),
        "not be 0 at recall 0, where it does not tell how many false positives there are",
        lambda k: f"(0, 0) in row {rows[k]}",
        "Leave that point out, or use prplot.from_counts.",
    )
    _warn_of_line_to_the_end(r, p, rows)
    # Points at recall 0 are the origin of the path. Precision 0 at the end marks recalls that no threshold reaches.
    mask = (r > 0) & (np.cumsum(p[::-1])[::-1] > 0)
    r, p = r[mask], p[mask]
    with np.errstate(divide="ignore"):
        fp = r * (1.0 / p - 1.0)
    most = np.maximum.accumulate(np.append(0.0, fp))
    before = most[:-1]
    check(
        "precision",
        ~np.isfinite(fp) | (fp < before * (1.0 - ROUNDING) - ROUNDING),
        "imply false positives, r (1 / p - 1) of P, that never fall as recall rises",
        lambda k: f"{shortest(fp[k])} after {shortest(before[k])} in row {rows[mask][k]}",
        "No sample has such a curve; is precision interpolated, smoothed or averaged there?",
    )
    cuts = np.arange(len(r), 0.0, -1.0) if thresholds is None else cuts[rows[mask]]
    # Several points of equal recall become a vertical piece, along which only false positives rise.
    counts = cuts, r * total, most[1:] * total
    made = from_counts(*counts, lower_is_positive=lower_is_positive, positives=total, negatives=negatives, name=name)
    return replace(made, treatment=made.treatment._replace(places=thresholds is None))


def _warn_of_line_to_the_end(recall: FloatArray, precision: FloatArray, rows: IntArray) -> None:
    """Warn if precision falls in a straight line to 0 at recall 1, as some tools draw it; recall must not fall.

    Parameters
    ----------
    rows : array of int
        The input row of each point.
    """
    ends_at_zero = precision[-1] <= NEAR_LINE and recall[-1] >= 1.0 - NEAR_LINE
    before = (recall < 1.0 - NEAR_LINE) & (precision > 0)
    if not (ends_at_zero or before[-1]):
        return
    r, p = recall[before], precision[before]
    # A point is on the line if its slope to (1, 0) equals, up to rounding, the slope of each later point.
    slope, rounding = p / (1.0 - r), NEAR_LINE / (1.0 - r)
    least = np.maximum.accumulate((slope - rounding)[::-1])[::-1]
    most = np.minimum.accumulate((slope + rounding)[::-1])[::-1]
    off = np.flatnonzero((slope < least) | (slope > most))
    first = int(off[-1]) + 1 if len(off) else 0
    if len(r) - first < (POINTS_ON_LINE if ends_at_zero else POINTS_WITHOUT_END):
        return
    end = shortest(r[first])
    warn(
        f"precision falls in a straight line to 0 at recall 1, from recall {end} in row {rows[before][first]} on. "
        "Tools such as YOLO draw this line beyond their lowest threshold, where there are no detections. Here it "
        f"counts as given. To end the path there, keep = recall <= {end} and then "
        "prplot.from_points(recall[keep], precision[keep], ...)."
    )
