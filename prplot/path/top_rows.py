"""The first rows of a ranking: precision and recall at k, gains tables, and recall at false positives per image."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from prplot.errors import PrplotTypeError, by_name, invalid, option, short
from prplot.path.facts import lacks, warn_undefined
from prplot.rows.checks import number_that, numbers, whole_number
from prplot.rows.result_tables import Rows, Strong, Table, written

if TYPE_CHECKING:
    from prplot.path.path import ConfusionPath

# The weight of a row counts as 1 within this, because the two weights of a soft label are rounded.
SLACK = 1e-12
MOST_BINS = 10_000
# The false positives per image at which LUNA16 and other challenges average recall.
PER_IMAGE = (1 / 8, 1 / 4, 1 / 2, 1.0, 2.0, 4.0, 8.0)


def precision_at_k(path: ConfusionPath, k: int | None = None, *, fraction: float | None = None) -> float:
    """Return the precision among the k rows with the best scores, or among the first share of the rows.

    If the k rows end within a group of tied rows, the result is the mean over all orders of the tied rows.

    Parameters
    ----------
    k : int
        A number of rows, from 1 to n. Rows must weigh 1.
    fraction : float
        A share of the weight, in (0, 1], instead of ``k``; rows may have any weights.

    Returns
    -------
    float
        In [0, 1]. Rows without a score are ranked last, negatives before positives. NaN, with a `PrplotWarning`, if
        ``fraction`` is passed and the number of negatives is unknown.

    Raises
    ------
    PrplotTypeError, PrplotValueError
        If not exactly one of ``k`` and ``fraction`` is passed, ``k`` is no whole number of rows, ``fraction`` is
        outside (0, 1], or rows of other weights than 1 are counted by ``k``.

    See Also
    --------
    find : A point with a threshold, ``find(predicted_positive_rate=0.1)``.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([1, 0, 1, 0, 0], [0.9, 0.7, 0.7, 0.7, 0.1])
    >>> round(path.precision_at_k(2), 4), round(path.precision_at_k(fraction=0.6), 4)
    (0.6667, 0.5556)
    """
    size, tp = _top(path, k, fraction, "precision")
    return tp / size


def recall_at_k(path: ConfusionPath, k: int | None = None, *, fraction: float | None = None) -> float:
    """Return the share of the positives that is among the k rows with the best scores, or the first share of the rows.

    If the k rows end within a group of tied rows, the result is the mean over all orders of the tied rows.

    Parameters
    ----------
    k : int
        A number of rows, from 1 to n. Rows must weigh 1.
    fraction : float
        A share of the weight, in (0, 1], instead of ``k``; rows may have any weights.

    Returns
    -------
    float
        In [0, 1]. Rows without a score are ranked last, negatives before positives. NaN, with a `PrplotWarning`, if
        there are no positives, or if ``fraction`` is passed and the number of negatives is unknown.

    Raises
    ------
    PrplotTypeError, PrplotValueError
        As for `precision_at_k`.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([1, 0, 1, 0, 0], [0.9, 0.7, 0.7, 0.7, 0.1])
    >>> round(path.recall_at_k(2), 4)
    0.6667
    """
    _, tp = _top(path, k, fraction, "recall")
    if math.isnan(tp) or warn_undefined("recall at k", "" if path.positives else "the sample has no positive weight"):
        return math.nan
    return tp / (path._scale * path.positives)


def _top(path: ConfusionPath, k: object, fraction: object, measure: str) -> tuple[float, float]:
    """Return the weight of the first rows and its positive part; both NaN for a share of rows if N is unknown."""
    if (k is None) == (fraction is None):
        got = "none" if k is None else "both"
        raise PrplotTypeError(f"{measure}_at_k must get exactly one of k and fraction; got {got}.")
    counted = not math.isnan(path.negatives)
    if fraction is not None:
        inside, way_out = "lie in (0, 1]", "A number of rows is k."
        share = number_that("fraction", fraction, lambda part: 0 < part <= 1, inside, way_out)
        if not counted:
            lacks(path, f"{measure} among a share of the rows")
            return math.nan, math.nan
    steps = path._steps().to_the_end("ppr") if counted else path._steps()
    predicted = steps.tp + steps.fp
    total = steps.positives + steps.negatives if counted else float(predicted[-1])
    if fraction is not None:
        size = share * total
    else:
        way_out = "A share of the rows is fraction=0.1."
        if isinstance(k, float):
            part = f", a share of the rows fraction={k:g}" if 0 < k <= 1 else ""
            way_out = f"{measure.capitalize()} at a threshold is path.at({k:g}).{measure}{part}."
        if not _rows_of_weight_1(path):
            rule = "count rows of weight 1"
            raise invalid("k", rule, f"{short(k)} of weighted rows", "Pass a share of the weight, fraction=0.1.")
        size = path._scale * whole_number("k", k, 1, max(round(total / path._scale), 1), "rows", way_out)
    return size, float(np.interp(size, predicted, steps.tp))


def _rows_of_weight_1(path: ConfusionPath) -> bool:
    """Return whether every row has weight 1; for counts, whether all of them are whole numbers."""
    rows = path._now.rows
    if rows.rows_known:
        return bool(np.all(np.abs(rows.fg + rows.bg - 1.0) <= SLACK))
    return path._scored and all(bool(np.all(weight % 1 == 0)) for weight in path._increments)


class GainsBin(NamedTuple):
    """One bin of a gains table; see `GainsTable`."""

    bin: int
    least_score: float
    largest_score: float
    rows: float
    positives: float
    negatives: float
    rate: float
    cumulative_positives: float
    cumulative_negatives: float
    lift: float
    ks: float


@by_name()
@dataclass(frozen=True, eq=False, repr=False)
class GainsTable(Rows[GainsBin]):
    """A gains table, also called decile table or scorecard table: rows in bins of falling score.

    Iterate over the bins, or take ``.rows``. ``columns()`` and ``to_frame()`` have one row for each bin.

    Attributes
    ----------
    rows : tuple of GainsBin
        The bins, the one with the most positive scores first. Each has ``bin`` (its number from 1 on), ``least_score``
        and ``largest_score``, ``rows`` (how many rows; with weights their weight), ``positives``, ``negatives``,
        ``rate`` (positives / rows), ``cumulative_positives`` and ``cumulative_negatives`` (shares of all positives and
        of all negatives up to and with this bin), ``lift`` (rate / prevalence) and ``ks`` (difference of the two
        cumulative shares).
    total : GainsBin
        All bins together; its ``bin`` is 0, and its ``ks`` is the largest of the bins.
    note : str
        What to know about the bins; may be empty.
    """

    rows: tuple[GainsBin, ...]
    total: GainsBin
    note: str = ""

    def _parts(self) -> Iterator[Table | list[str]]:
        head = [
            "bin", "least score", "largest score", "rows", "positives", "negatives", "rate",
            "cum. positives", "cum. negatives", "lift", "KS",
        ]  # fmt: skip
        forms = ("d", ".4g", ".4g", ".10g", ".10g", ".10g", ".4f", ".1%", ".1%", ".2f", ".3f")
        lines = [list(map(written, row, forms)) for row in self.rows]
        last = ["total", *map(written, self.total[1:], forms[1:])]
        yield Table(head, [*lines, [Strong(text) for text in last]])
        yield [self.note] * bool(self.note)


def gains_table(path: ConfusionPath, bins: int = 10) -> GainsTable:
    """Return a gains table: positives, rate, lift and KS in bins of falling score, such as deciles.

    Bins hold as nearly the same number of rows (with weights: the same weight) as tied scores allow. Rows with equal
    scores are in one bin, so that each bin is a range of scores.

    Parameters
    ----------
    bins : int
        How many bins, at least 1. There are fewer where fewer scores differ; the note of the table says so.

    Returns
    -------
    GainsTable

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If ``bins`` is no whole number of at least 1, or if rows have no score and are never returned.

    Notes
    -----
    The KS of the table is that at the ends of bins; over all thresholds it is ``path.interval("ks")``, never smaller.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([1, 1, 0, 1, 0, 0, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2])
    >>> table = path.gains_table(bins=2)
    >>> [(row.largest_score, row.rate, row.lift, row.ks) for row in table]
    [(0.9, 0.75, 2.0, 0.8), (0.5, 0.0, 0.0, 0.0)]
    """
    count = whole_number("bins", bins, 1, MOST_BINS, "bins", "For deciles 10.")
    if not path.closed or len(path) == 1:
        rule, got = "have a score for every row to be cut into bins", f"{path!r}"
        raise invalid("path", rule, got, f"Rank rows without a score last: {option('missing', 'lowest')}.")
    cuts, tp, fp = path._cuts, path.tp, path.fp
    # Equal scores may be two steps of a path, one per class, but they must stay in one bin.
    ends = np.append(np.flatnonzero(np.diff(cuts[1:]) < 0) + 1, len(cuts) - 1)
    weight = (tp + fp)[ends]
    wanted = weight[-1] * np.arange(1, count + 1) / count
    after = np.minimum(np.searchsorted(weight, wanted * (1.0 - SLACK)), len(ends) - 1)
    before = np.maximum(after - 1, 0)
    # A bin ends at the group boundary nearest to its wanted size; of two equally near ones, the later.
    nearer = np.abs(wanted - weight[before]) < np.abs(weight[after] - wanted)
    chosen = np.unique(np.where(nearer, before, after))
    last = np.concatenate([[0], ends[chosen]])
    made = tuple(
        _gains_bin(path, number, first, stop)
        for number, (first, stop) in enumerate(zip(last[:-1].tolist(), last[1:].tolist(), strict=True), 1)
    )
    total = _gains_bin(path, 0, 0, int(last[-1]))._replace(ks=max(row.ks for row in made))
    note = ""
    if len(made) < count:
        note = f"Bins: {len(made)} instead of {count}, because rows with equal scores are in one bin."
    return GainsTable(made, total, note)


def _gains_bin(path: ConfusionPath, number: int, first: int, last: int) -> GainsBin:
    """Return the bin of the rows between two thresholds of a path, given by their indices."""
    positives, negatives = (float(each[last] - each[first]) for each in (path.tp, path.fp))
    rows = positives + negatives
    caught, alarms = (
        float(each[last]) / total if total else math.nan
        for each, total in ((path.tp, path.positives), (path.fp, path.negatives))
    )
    scores = path.thresholds[[first + 1, last]].tolist()
    rate, prevalence = positives / rows if rows else math.nan, path._now.prevalence
    lift = rate / prevalence if prevalence else math.nan
    return GainsBin(
        number, min(scores), max(scores), rows, positives, negatives, rate, caught, alarms, lift, caught - alarms
    )


@by_name("The number of images is passed by name: path.mean_recall(images=20).", method=True)
def mean_recall(path: ConfusionPath, *, images: float, at: float | Sequence[float] = PER_IMAGE) -> float:
    """Return the mean recall at some numbers of false positives per image, the FROC score or CPM.

    The default is the competition performance metric (CPM) of LUNA16: the mean over 1/8, 1/4, 1/2, 1, 2, 4 and 8 false
    positives per image.

    Parameters
    ----------
    images : float
        The number of images (or scans), greater than 0.
    at : float or sequence of float
        Numbers of false positives per image, at least 0.

    Returns
    -------
    float
        In [0, 1]. Where the curve is vertical, its largest recall counts. Beyond the lowest threshold the last recall
        holds. NaN, with a `PrplotWarning`, if there are no positives.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If ``images`` is not greater than 0, or a number of false positives is negative or infinite.

    References
    ----------
    A. A. A. Setio et al., Medical Image Analysis 42, 1-13, 2017, doi:10.1016/j.media.2017.06.015.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([1, 0, 1, 0, 0, 1], [0.9, 0.8, 0.7, 0.6, 0.5, 0.4], positives=4)
    >>> round(path.mean_recall(images=4), 4)
    0.6071
    """
    wanted = numbers("at", at if isinstance(at, Iterable) else [at])
    wrong = wanted[~((wanted >= 0) & (wanted < math.inf))]
    if len(wrong) or not len(wanted):
        rule = "be finite and at least 0, one or more numbers of false positives per image"
        raise invalid("at", rule, short(wrong.tolist()) if len(wrong) else "none", "For example (0.5, 1, 2).")
    curve: Any = path.froc(images)
    return float(np.mean(curve.at(wanted)))
