"""The path of cumulative (FP, TP) weight: one point per distinct score, from (0, 0) to (N, P)."""

from __future__ import annotations

import math
import operator
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, TypeVar

import numpy as np
from numpy.typing import NDArray

from prplot.errors import PrplotValueError, by_name, invalid, nothing_called, short, shortest, warn, wrong_type
from prplot.metrics.confusion import Confusion
from prplot.names import OF_PATHS
from prplot.path import error_rates, operating, summaries, top_rows, transfer, variants, zones
from prplot.path.facts import as_html, facts, warn_uncounted
from prplot.path.groups import AnyGroups, Piece
from prplot.path.methods import PathMethods
from prplot.path.steps import Steps
from prplot.rows.arrays import FloatArray, Frozen, Pair, read_only, safe_scale, unchangeable
from prplot.rows.checks import threshold_of
from prplot.rows.sample import Missing, Sample, Treatment, Weighed, single_rows

# A score or a threshold, or an array of them.
Score = TypeVar("Score", float, FloatArray)
# Attributes of curves and other libraries that users try on paths, with the call that error messages suggest.
ELSEWHERE = {
    "plot": "path.pr().plot(), or another space than pr, or prplot.plot(path)",
    "area": "path.pr().area(), or another space than pr, or all of them with path.areas()",
    "hull": "path.roc().hull(), or another space than roc",
    "threshold": "path.thresholds, or path.optimal('f1').threshold for that of the largest F1",
    "best_threshold": "path.optimal('f1').threshold, or another metric than f1",
    "confusion_matrix": "path.at(threshold)",
    **OF_PATHS,
    "save": "prplot.plot(path).save(file)",
    "classification_report": "path.operating_points(0.5), or another threshold, for precision, recall and F1",
    "report": "prplot.report(path) for areas, path.operating_points(0.5) for measures at a threshold",
    "summary": "print(path), path.describe() or path.areas()",
}


@by_name()
@unchangeable("name", "path.named({})")
@dataclass(frozen=True, eq=False, repr=False)
class ConfusionPath(PathMethods, Frozen):
    """One classifier's thresholds with FP and TP at each: from (0, 0) to (N, P), if all rows have scores.

    Made by `from_labels`, `from_weights`, `from_counts` or `from_estimator`. Every curve is this path plotted in a
    space. Rows with equal scores form one operating point. Arrays are read-only.

    Attributes
    ----------
    thresholds : array of shape (K + 1,)
        Thresholds, falling; a row is predicted positive if score >= threshold. Index 0 is the threshold ``inf``, at
        which nothing is predicted positive. If some scores are +inf, indices 0 and 1 are both ``inf``. Where small
        scores mean positive (``lower_is_positive``), thresholds rise from ``-inf``, and a row is predicted positive if
        score <= threshold.
    lower_is_positive : bool
        Whether small scores mean positive.
    tp, fp : arrays of shape (K + 1,)
        TP and FP at each threshold: the total weight of the positives and of the negatives predicted positive; exact if
        weights are integers.
    name : str or None
        The classifier's name, for legends.
    sample : Sample or None
        The rows in the order given, with their weights; None after `from_counts`.
    treatment : Treatment
        How the path was made: ties, tolerance, missing scores, a changed prevalence.
    """

    # Whether the path has scores, which may be tied or missing; a population has none.
    _scored: ClassVar[bool] = True
    # The end of error messages of methods that need the rows of the sample.
    _without_rows: ClassVar[str] = (
        "needs the rows of the sample in their order; this path was made from counts or by an engine and has none. "
        "Make it with prplot.from_labels or prplot.from_weights."
    )

    # The distinct scores, and the positive and negative weight at each, as given.
    _groups: AnyGroups
    name: str | None
    treatment: Treatment
    # The rows, P and N from which the path was made; after `from_counts`, made-up rows with the same counts.
    _given: Weighed
    # The factor by which all negative weights were multiplied to change the prevalence; 1 if it was not changed.
    _factor: float = field(default=1.0, kw_only=True)

    def __post_init__(self) -> None:
        if self.name is not None and not isinstance(self.name, str):
            raise wrong_type("name", "be a string or None", self.name)

    @cached_property
    def thresholds(self) -> FloatArray:
        """Thresholds of the operating points, descending from inf, where nothing is predicted positive.

        Where small scores mean positive they ascend from -inf.
        """
        return read_only(self._score_of(self._cuts))

    @property
    def lower_is_positive(self) -> bool:
        """Whether small scores mean positive: predicted positive is score <= threshold, not score >= threshold."""
        return self.treatment.lower_is_positive

    @property
    def _cuts(self) -> FloatArray:
        """The thresholds as stored: always falling, because scores are negated if small ones mean positive."""
        return self._groups.thresholds

    def _score_of(self, cut: Score) -> Score:
        """Return stored thresholds on the scale of the scores that the user gave."""
        # Subtracting from 0.0 keeps 0.0, where negation would give -0.0.
        return 0.0 - cut if self.lower_is_positive else cut

    # The conversion is its own inverse.
    _cut_of = _score_of

    @property
    def tp(self) -> FloatArray:
        """True positives at each threshold: the cumulative weight of positives, from 0 to P."""
        return self._groups.tp

    @cached_property
    def fp(self) -> FloatArray:
        """False positives at each threshold: the cumulative weight of negatives, from 0 to N."""
        return self._scaled_background(self._groups.fp)

    @cached_property
    def _increments(self) -> Pair:
        """The positive and the negative weight of each step, as two arrays of shape (K,), read-only."""
        return self._groups.fg, self._scaled_background(self._groups.bg)

    def _scaled_background(self, background: FloatArray) -> FloatArray:
        return background if self._factor == 1.0 else read_only(self._factor * background)

    @cached_property
    def sample(self) -> Sample | None:
        """The rows as given, with the negative weights at the prevalence of this path; None if rows are unknown."""
        rows = self._now.rows
        if not rows.order_known:
            return None
        return replace(rows, score=self._score_of(rows.score)) if self.lower_is_positive else rows

    @cached_property
    def _now(self) -> Weighed:
        """The rows, P and N, with negative weights at the prevalence of this path."""
        return self._given.times(self._factor)

    @cached_property
    def _rankable(self) -> Sample:
        """The rows or points that the best and the worst ranking sort, with negative weights at this path's prevalence.

        These are the rows, if they are known. After `from_counts` they are the soft points, or rows of weight 1 made
        from whole counts, if there are at most 2**24.
        """
        return single_rows(self._given.sample).background_times(self._factor)

    @property
    def missing(self) -> Missing:
        """How rows without a score were treated (``.policy``), and how many there were (``.rows``)."""
        return self.treatment.missing

    @property
    def positives(self) -> float:
        """P, the total weight of positives, including those never predicted positive."""
        return self._now.positives

    @property
    def negatives(self) -> float:
        """N, the total weight of negatives; NaN where it is unknown."""
        return self._now.negatives

    @property
    def prevalence(self) -> float:
        """π = P / (P + N), the share of positive weight; NaN, with a `PrplotWarning`, where N is unknown."""
        warn_uncounted(self, "the prevalence")
        return self._now.prevalence

    @property
    def reached(self) -> float:
        """The recall reached, in [0, 1]: TP at the lowest threshold divided by P; NaN if there are no positives."""
        return self._groups.total[0] / self.positives if self.positives else math.nan

    @property
    def closed(self) -> bool:
        """Whether the path ends at (N, P): the lowest threshold predicts everything positive."""
        return self._groups.total == (self._given.positives, self._given.negatives)

    @property
    def soft(self) -> bool:
        """Whether labels are soft: some row (or point of ``from_counts(..., soft=True)``) has fg and bg above 0."""
        return not self._given.sample.hard

    @property
    def binned(self) -> bool:
        """Whether scores were counted in bins, so that their order within a bin is not known; see `Curve.bounds`."""
        return self._given.sample.bins is not None and self.treatment.ranking is None

    @property
    def _origin(self) -> str:
        """The source of a path without rows, in words, such as "cumulative counts"."""
        return "cumulative counts"

    @property
    def distinct(self) -> int:
        """The number of distinct scores.

        A group of tied scores counts once, also if the method `ties` has split it into two steps.
        """
        return len(self) - 1 if self.treatment.ties == "average" else len(np.unique(self._cuts[1:]))

    def __len__(self) -> int:
        return len(self._groups) + 1

    def __add__(self, other: object) -> NoReturn:
        raise wrong_type("+", "not be used with paths", other, "prplot.pool([path, other]) pools their samples.")

    __radd__ = __add__

    def __getitem__(self, key: object) -> NoReturn:
        raise wrong_type(
            "a path", "not be indexed", key, "The columns are in path.table(); path.confusion(row) is one row of it."
        )

    def __array__(self, dtype: Any = None, copy: Any = None) -> NDArray[Any]:
        # NumPy would otherwise take a path in a list for a sequence, because `__getitem__` exists.
        array = np.empty((), dtype=object)
        array[()] = self
        return array

    def __repr__(self) -> str:
        return f"ConfusionPath({', '.join(f'{k}={v}' for k, v in facts(self).items())})"

    _repr_html_ = as_html

    def named(self, name: str | None) -> ConfusionPath:
        """Return the same path under another name, for legends and tables.

        Examples
        --------
        >>> import prplot
        >>> path = prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1])
        >>> path.named("forest").name
        'forest'
        """
        return replace(self, name=name)

    def _steps(self) -> Steps:
        """Return the straight steps of the path, with weights rescaled if totals are near the ends of the double range.

        Multiplying all weights by a power of two changes no curve and no digit.
        """
        fg, bg = self._increments
        return self._scaled(Piece(self.fp, self.tp, bg, fg))

    def _pieces(self) -> Iterator[Steps]:
        """Yield the straight steps in consecutive pieces; each begins where the one before ends."""
        for fp, tp, bg, fg in self._groups.pieces():
            yield self._scaled(Piece(self._scaled_background(fp), tp, self._scaled_background(bg), fg))

    def _scaled(self, piece: Piece) -> Steps:
        scale = self._scale
        if scale != 1.0:
            piece = Piece(*(scale * array for array in piece))
        return Steps(*piece, scale * self.negatives, scale * self.positives)

    @cached_property
    def _scale(self) -> float:
        """The power of two by which weights are multiplied so that float64 neither overflows nor vanishes."""
        totals = [total for total in (self.positives, self.negatives) if total == total]
        scale = safe_scale(max(totals), min(totals))
        if any(total > 0 and scale * total == 0 for total in totals):
            raise PrplotValueError(
                "positives and negatives must have weights whose ratio float64 can hold; got "
                f"{self.positives:g} and {self.negatives:g}. No curve of both can be told from one of a single class."
            )
        return scale

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            """Raise an error that says which call replaces an attribute that paths do not have."""
            raise nothing_called(name, self, ELSEWHERE)

    @by_name("A rate is passed to find, such as path.find(recall=0.9).")
    def at(self, threshold: float) -> Confusion:
        """Return the confusion matrix at a threshold: predicted positive is score >= threshold.

        Where small scores mean positive (`lower_is_positive`), predicted positive is score <= threshold.

        Parameters
        ----------
        threshold : float
            Any number, infinities included; ``inf`` selects the scores that are +inf.

        Raises
        ------
        PrplotValueError
            If the threshold is NaN.

        Warns
        -----
        PrplotWarning
            If the threshold lies inside a bin of scores (see `binned`), or if the path was made by `from_points`
            without thresholds: ``threshold`` then counts points: n (lowest recall) down to 1.

        Examples
        --------
        >>> import prplot
        >>> prplot.from_labels([1, 0, 1], [0.9, 0.5, 0.2]).at(0.5)
        Confusion(tp=1, fp=1, fn=1, tn=0, threshold=0.5)
        """
        score = threshold_of("threshold", threshold)
        cut = self._cut_of(score)
        if self.treatment.places:
            warn(
                "the points of this path have no scores: its thresholds number them, from the highest recall on. "
                "Pass thresholds= to prplot.from_points."
            )
        row = bisect_right(self._cuts, -cut, key=operator.neg) - 1
        if self.binned and cut < self._cuts[row] and variants.hides(self)[row : row + 1].any():
            edge = shortest(self.thresholds[row + 1])
            scores = f"up to {edge}" if self.lower_is_positive else f"from {edge} on"
            warn(
                f"threshold {shortest(score)} lies within a bin, whose scores, {scores}, are not told apart: none "
                "of them is counted. Take a threshold of the path."
            )
        return self.confusion(row, score)

    def confusion(self, row: int, threshold: float | None = None) -> Confusion:
        """Return the confusion matrix of ``thresholds[row]``; to look one up by its score, use `at`.

        Raises
        ------
        PrplotValueError, PrplotTypeError
            If ``row`` is not an index of ``thresholds``. (Index 0 predicts nothing positive; -1 is the lowest
            threshold.)
        """
        try:
            index = operator.index(row)
            tp, fp, own = (float(each[index]) for each in (self.tp, self.fp, self.thresholds))
        except TypeError:
            raise wrong_type("row", "be the whole number of a vertex", row, "Use at(threshold) for a score.") from None
        except IndexError:
            rule = f"be one of the {len(self)} vertices, from 0 to {len(self) - 1}"
            raise invalid("row", rule, short(row), "Use at(threshold) for a score.") from None
        return Confusion(
            tp=tp, fp=fp, fn=self.positives - tp, tn=self.negatives - fp,
            threshold=own if threshold is None else threshold, lower_is_positive=self.lower_is_positive,
        )  # fmt: skip

    # Methods that return operating points.
    _candidates = operating.candidates
    _between = operating.between
    find = operating.find
    optimal = operating.optimal
    break_even = operating.break_even
    table = operating.table
    zones = zones.zones
    transfer = transfer.transfer

    # Methods that summarize the whole path.
    roc_n = summaries.roc_n
    expected_f_gain = summaries.expected_f_gain
    expected_f = summaries.expected_f
    expected_accuracy = summaries.expected_accuracy

    # Measures of early recognition: how much positive weight is ranked first.
    rie = summaries.rie
    bedroc = summaries.bedroc
    log_auc = summaries.log_auc
    enrichment_factor = summaries.enrichment_factor

    # Measures of verification: the rate at which both errors are equal, and the cost of errors at a prior.
    eer = error_rates.eer
    min_dcf = error_rates.min_dcf

    # Measures of the first rows of the ranking.
    precision_at_k = top_rows.precision_at_k
    recall_at_k = top_rows.recall_at_k
    gains_table = top_rows.gains_table
    mean_recall = top_rows.mean_recall

    # Methods that return the same sample with another treatment.
    ties = variants.ties
    at_prevalence = variants.at_prevalence
    hard = variants.hard
    _hidden_orders = cached_property(variants.hidden_orders)

    def best(self) -> ConfusionPath:
        """Return the best possible ranking of the same rows, sorted by decreasing fg / (fg + bg), as a path.

        Each of the n rows is one point of the new path. Its thresholds are ranks instead of scores: n for the best row,
        1 for the last, whichever scores mean positive.

        After `from_counts` the rows are not known. If counts are whole numbers, they are ranked as so many rows of
        weight 1; with ``soft=True``, what each threshold adds is ranked as one row.

        References
        ----------
        Keilwagen, Grosse and Grau 2014, Theorem 1, doi:10.1371/journal.pone.0092209.
        """
        return self._best

    def worst(self) -> ConfusionPath:
        """Return the worst possible ranking of the same rows, sorted by increasing fg / (fg + bg), as a path."""
        return self._worst

    @cached_property
    def _best(self) -> ConfusionPath:
        return self._ranked(True)

    @cached_property
    def _worst(self) -> ConfusionPath:
        return self._ranked(False)

    _ranked = variants.ranked

    @cached_property
    def _areas_of_curves(self) -> dict[Any, dict[tuple[float, float], float]]:
        """Cache of areas under curves of this path, by kind of curve and then by the limits of the range."""
        return {}

    @property
    def _plain(self) -> ConfusionPath:
        """The path itself; for a population, an ordinary path through the same points."""
        return self
