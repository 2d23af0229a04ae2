"""The rows behind a path, and how they were treated: missing scores, ties, near ties and bins."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from prplot.names import MissingScores, TieHandling
from prplot.rows.arrays import BoolArray, FloatArray, Frozen, IntArray, close, read_only, safe_scale
from prplot.rows.hard_labels import LabelRows

# The names of rankings that replace the order of the scores.
Ranking = Literal["best", "worst"]
# Whole counts become single rows only if there are at most this many rows.
MOST_UNITS = 2**24


class Bins(NamedTuple):
    """The bins in which scores were counted; the order of scores within a bin is unknown.

    Attributes
    ----------
    cuts : array
        Falling thresholds of the bins that may hold different scores.
    unit : bool
        Whether positives are known to be counted in rows of weight 1.
    """

    cuts: FloatArray
    unit: bool


class Missing(NamedTuple):
    """How rows without a score were treated, how many there were, and how many rows have a label that does not count.

    Attributes
    ----------
    policy : {"raise", "drop", "lowest", "unreached"}
        What was done to rows without a score.
    rows : int
        How many rows had no score.
    labels : int
        How many other rows were left out, since ``neg_label`` does not name their label.
    """

    policy: MissingScores
    rows: int
    labels: int = 0


class Treatment(NamedTuple):
    """How a sample was treated when its path was made, such as missing scores, ties and prevalence.

    Attributes
    ----------
    missing : Missing
        The treatment of rows without a score.
    tolerance : float
        Scores closer than this were made ties, in units of the score; 0 for equal scores only.
    ties : {"average", "optimistic", "pessimistic"}
        The order of positives and negatives with equal scores.
    cut : float or None
        The share of positive weight from which rows became positive, if soft labels were made hard.
    reweighted_from : float or None
        The original prevalence, if the negatives were reweighted to another one.
    ranking : {"best", "worst"} or None
        The ranking that replaced the scores, if any.
    places : bool
        Whether the thresholds only number the points, because scores are unknown.
    thresholds_given : bool
        Whether thresholds came with counts, so that rows between them may have other scores.
    lower_is_positive : bool
        Whether small scores mean positive.
    labels : LabelRows or None
        How many rows have each label, if there are more than two labels or some were named.
    trained : int or None
        The number of other rows of the same data on which the classifier was trained, if known.
    """

    missing: Missing = Missing("raise", 0)
    tolerance: float = 0.0
    ties: TieHandling = "average"
    cut: float | None = None
    reweighted_from: float | None = None
    ranking: Ranking | None = None
    places: bool = False
    thresholds_given: bool = False
    lower_is_positive: bool = False
    labels: LabelRows | None = None
    trained: int | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Sample(Frozen):
    """The rows from which a path was made, as read-only arrays.

    Attributes
    ----------
    score : array of shape (n,)
        Scores: as given in ``path.sample``; inside a path negated if small scores mean positive.
    front : array of shape (n,)
        Positive weight of each row; or, for hard labels of weight 1, whether each row is positive.
    back : array of shape (n,) or None
        Negative weight of each row; None if it is 1 - ``front``.
    fg, bg : arrays of shape (n,)
        Positive and negative weight of each row as floats, computed from ``front`` and ``back``.
    hard : bool
        Whether every row is all positive or all negative.
    beyond : Sample or None
        The rows that no threshold returns; their scores are NaN.
    absent : array of bool or None
        Which of the input rows are beyond or were left out, if this is known.
    fold : array of int or None
        For pooled samples, the number of each row's sample, rows beyond included, in the order of `in_order`.
    group : array or None
        The group of each row, such as a patient, rows beyond included, in the order of `in_order`.
    rows_known : bool
        Whether each entry is one row. Otherwise it is the sum of several, as after `from_counts`.
    order_known : bool
        Whether entries are in the order of the input rows.
    counted : bool
        Whether there is one entry per class, whose weight, if whole, is its number of rows.
    bins : Bins or None
        The bins, if scores were counted in bins.
    """

    score: FloatArray
    front: FloatArray | BoolArray
    back: FloatArray | None
    hard: bool
    rows_known: bool = True
    order_known: bool = True
    counted: bool = False
    beyond: Sample | None = None
    absent: BoolArray | None = None
    fold: IntArray | None = None
    group: NDArray[Any] | None = None
    bins: Bins | None = None

    def __post_init__(self) -> None:
        close(vars(self))

    @cached_property
    def fg(self) -> FloatArray:
        """The positive weight of each row."""
        return read_only(np.asarray(self.front, dtype=float))

    @property
    def bg(self) -> FloatArray:
        """The negative weight of each row; to save memory it may be computed as 1 - fg at each call."""
        return read_only(1.0 - self.fg) if self.back is None else self.back

    @property
    def positive(self) -> BoolArray | None:
        """Which rows are positive, if each row is of one class and has weight 1; otherwise None."""
        return cast("BoolArray", self.front) if self.back is None and self.front.dtype == bool else None

    def __len__(self) -> int:
        return len(self.score)

    def __repr__(self) -> str:
        return f"Sample({len(self)} rows, {'hard' if self.hard else 'soft'} labels)"

    def in_order(self, column: Literal["score", "fg", "bg"]) -> FloatArray:
        """Return "score", "fg" or "bg" of all rows in input order, also of rows that no threshold returns.

        If the input order is lost, those rows come last.
        """
        inside: FloatArray = getattr(self, column)
        if self.beyond is None:
            return inside
        outside = getattr(self.beyond, column)
        if self.absent is None:
            return np.concatenate([inside, outside])
        both = np.empty(len(self.absent))
        both[~self.absent], both[self.absent] = inside, outside
        return both

    def background_times(self, factor: float) -> Sample:
        """Return the same rows with all negative weights multiplied by a factor."""
        if factor == 1.0:
            return self
        beyond = self.beyond and self.beyond.background_times(factor)
        return replace(self, back=self.bg * factor, beyond=beyond)


@dataclass(frozen=True, eq=False)
class Weighed(Frozen):
    """A sample with the total weight of each class, as given or after the negatives were reweighted.

    Attributes
    ----------
    sample : Sample
        The rows with their weights as given.
    positives, negatives : float
        P and N, rows that no threshold returns included; N is NaN where it is unknown.
    factor : float
        The factor by which the negatives were multiplied since they were given.
    """

    sample: Sample
    positives: float
    negatives: float
    factor: float = 1.0

    @cached_property
    def rows(self) -> Sample:
        """The rows with their negative weights multiplied by ``factor``."""
        return self.sample.background_times(self.factor)

    @property
    def prevalence(self) -> float:
        """The share of positive weight; NaN where N is unknown."""
        scale = safe_scale(max(self.positives, self.negatives))
        positives, negatives = scale * self.positives, scale * self.negatives
        return positives / (positives + negatives)

    def times(self, factor: float) -> Weighed:
        """Return the same rows with the negative weights as given multiplied by this factor instead."""
        return replace(self, negatives=self.negatives / self.factor * factor, factor=factor)


def two_classes(positives: float, negatives: float) -> Sample:
    """Return a Sample of two rows, all positives and all negatives, for data of which only counts are known."""
    score, fg, bg = np.array([[2.0, 1.0], [positives, 0.0], [0.0, negatives]])
    return Sample(score, fg, bg, hard=True, rows_known=False, order_known=False, counted=True)


def single_rows(sample: Sample) -> Sample:
    """Return rows of weight 1 for a sample that holds whole counts of two classes; other samples unchanged."""
    if not sample.counted:
        return sample
    counts = sample.fg + sample.bg
    if (counts % 1).any() or counts.max() > MOST_UNITS or counts.sum() > MOST_UNITS:
        return sample
    positive = np.repeat([True, False], counts.astype(int))
    return Sample(np.arange(len(positive), 0.0, -1.0), positive, None, hard=True, order_known=False)
