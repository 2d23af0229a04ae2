"""Turn scores, labels and weights as given into a checked Sample."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeVar, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.errors import PrplotValueError, invalid, listed, one_of, option, warn, yes_or_no
from prplot.names import Combine, MissingScores
from prplot.rows.arrays import BoolArray, FloatArray
from prplot.rows.checks import check, check_values, numbers, one_dimensional, without_name
from prplot.rows.hard_labels import Labels, in_order, label_set, read_labels
from prplot.rows.items import combined
from prplot.rows.odd_scores import warn_of_running_counts, warn_of_scores
from prplot.rows.sample import Missing, Sample, Treatment

MISSING: tuple[MissingScores, ...] = get_args(MissingScores)
COMBINE: tuple[Combine, ...] = get_args(Combine)
T = TypeVar("T", bound=np.generic)


@dataclass(frozen=True)
class Reading:
    """The keywords that say how labels and scores are read, shared by all makers of paths; see `from_labels`."""

    pos_label: Any = None
    neg_label: Any = None
    missing: MissingScores = "raise"
    lower_is_positive: bool = False
    groups: Any = None
    item: Any = None
    combine: Combine = "max"

    def __post_init__(self) -> None:
        vars(self).update(
            missing=one_of("missing", self.missing, MISSING),
            lower_is_positive=yes_or_no("lower_is_positive", self.lower_is_positive),
            combine=one_of("combine", self.combine, COMBINE),
        )

    def labels(self, y_true: Any, name: str = "y_true", *, must_occur: bool = True) -> Labels:
        """Return labels with the positive rows marked; `Labels` that were read before are returned unchanged."""
        if isinstance(y_true, Labels):
            return y_true
        return read_labels(y_true, self.pos_label, self.neg_label, name, must_occur=must_occur)

    def scores(self, y_score: Any) -> FloatArray:
        """Return scores as floats, negated if small scores mean positive."""
        score = numbers("y_score", y_score)
        # Subtracting keeps 0.0, where negation would give -0.0.
        return 0.0 - score if self.lower_is_positive else score

    def of(self, rows: Any) -> Reading:
        """Return the same keywords with groups and items of the selected rows only."""
        columns = {"groups": self.groups, "item": self.item}
        some = {name: one_dimensional(name, column)[rows] for name, column in columns.items() if column is not None}
        return replace(self, **some)


def check_order(**columns: Any) -> None:
    """Warn if two columns have pandas indexes with the same labels in different order."""
    indexed = [
        (name, column.index) for name, column in columns.items() if hasattr(getattr(column, "index", None), "equals")
    ]
    for name, index in indexed[1:]:
        first, other = indexed[0]
        if len(index) == len(other) and not index.equals(other) and set(index) == set(other):
            warn(
                f"{first} and {name} have the same index labels in another order; rows are matched by position. Align "
                f"them first, {name}.loc[{first}.index], or pass {name}.to_numpy() if their positions are right."
            )
            return


def check_length(name: str, values: NDArray[Any], scores: NDArray[Any]) -> None:
    """Raise an error unless a column has as many values as there are scores."""
    if len(values) != len(scores):
        got = f"{len(values)} values for {len(scores)} scores"
        raise invalid(name, "have one value per row of y_score", got, "Pass arrays of equal length.")


class Scores(NamedTuple):
    """The scores of the kept rows, with methods that read their other columns.

    Attributes
    ----------
    score : array
        The scores of the kept rows.
    dropped : array of bool or None
        Which of the input rows were left out; None if none was.
    done : Missing
        How rows without a score were treated, and how many rows have a label that does not count.
    reading : Reading
        How all columns are read.
    may_be_empty : bool
        Whether it is valid to have no rows, or only rows without weight.
    """

    score: FloatArray
    dropped: BoolArray | None
    done: Missing
    reading: Reading
    may_be_empty: bool

    @classmethod
    def read(cls, score: FloatArray, left_out: BoolArray | None, reading: Reading, may_be_empty: bool) -> Scores:
        """Return the rows to keep, which have a positive or negative label; missing scores are treated as requested."""
        if not len(score) and not may_be_empty:
            raise invalid("y_score", "hold at least one row", "none", "Check what selected the rows.")
        absent = np.isnan(score)
        if left_out is not None:
            absent &= ~left_out
        labels = 0 if left_out is None else int(left_out.sum())
        count, rows = int(absent.sum()), len(score) - labels
        done = Missing(reading.missing, count, labels)
        if count and reading.missing == "raise":
            raise invalid(
                "y_score",
                "hold no missing scores",
                f"{count} of {rows}, the first in row {int(np.argmax(absent))}",
                out_of_missing_scores(),
            )
        dropped = left_out
        if count and reading.missing == "drop":
            if count == rows and not may_be_empty:
                raise invalid("y_score", "hold at least one score", f"{count} rows, all missing")
            dropped = absent if left_out is None else absent | left_out
        elif reading.missing == "lowest":
            score = np.where(absent, -np.inf, score)
        return cls(score if dropped is None else score[~dropped], dropped, done, reading, may_be_empty)

    def column(self, name: str, values: NDArray[T]) -> NDArray[T]:
        """Return the values of the kept rows from a column that has all rows."""
        check_length(name, values, self.score if self.dropped is None else self.dropped)
        return values if self.dropped is None else values[~self.dropped]

    def weights(self, name: str, values: Any) -> FloatArray:
        """Return the checked weights of the kept rows from a column that has all rows."""
        weights = numbers(name, values)
        for rule, wrong in (
            ("not hold NaN or None", np.isnan(weights)),
            ("be finite", np.isinf(weights)),
            ("not be negative", weights < 0),
        ):
            check_values(name, weights, wrong, rule, "A weight of 0 leaves a row out.")
        return self.column(name, weights)

    def sample(
        self, front: NDArray[Any], back: FloatArray | None, sample_weight: ArrayLike | None, names: Sequence[str]
    ) -> Sample:
        """Return the kept rows as a Sample; rows without a score are its ``beyond`` if the policy is "unreached".

        If no row has any weight, the error names the columns: ``names[0]`` without ``sample_weight``, else
        ``names[1]``.
        """
        score, dropped, group = self.score, self.dropped, self._groups()
        weight = None if sample_weight is None else self.weights("sample_weight", sample_weight)
        if self.reading.item is not None:
            items = self.column("item", one_dimensional("item", self.reading.item))
            columns = {"labels": front, "bg": back, "sample_weight": weight, "groups": group}
            score, first = combined(items, score, columns, self.reading.combine, self.reading.missing)
            each: Any = (None if column is None else column[first] for column in columns.values())
            front, back, weight, group = each
            dropped = None
        if weight is not None:
            with np.errstate(all="ignore"):
                front, back = front * weight, (1.0 - front if back is None else back) * weight
        if not (back is None or self.may_be_empty or front.any() or back.any()):
            raise PrplotValueError(
                f"{names[sample_weight is not None]} must give some row a weight; got {len(front)} rows of weight 0. "
                "Without any weight there is no curve."
            )
        hard = not ((front > 0) & (front < 1 if back is None else back > 0)).any()
        absent = np.isnan(score)
        if self.done.policy != "unreached" or not absent.any():
            return Sample(score, front, back, hard, absent=dropped, group=group)
        scored, beyond = (
            Sample(score[rows], front[rows], None if back is None else back[rows], hard) for rows in (~absent, absent)
        )
        return replace(scored, beyond=beyond, absent=absent, group=group)

    def _groups(self) -> NDArray[Any] | None:
        """Return the group of each kept row; None without groups."""
        if self.reading.groups is None:
            return None
        groups = self.column("groups", one_dimensional("groups", self.reading.groups))
        way_out = "Give rows of their own a name each."
        check("groups", without_name(groups), "name a group for every row", lambda row: f"none in row {row}", way_out)
        # The caller may still write to its own array.
        return groups.copy()


def out_of_missing_scores() -> str:
    """Return the advice of error messages about missing scores."""
    return (
        f"Use {option('missing', 'unreached')} where no threshold returns those rows, {option('missing', 'lowest')} to "
        f"rank them last, or {option('missing', 'drop')} to leave them out (which changes the prevalence)."
    )


def labeled(
    y_true: ArrayLike | Labels,
    y_score: ArrayLike,
    sample_weight: ArrayLike | None,
    reading: Reading,
    *,
    may_be_empty: bool = False,
) -> tuple[Sample, Treatment]:
    """Return the sample of scores with hard labels, and how it was treated."""
    check_order(y_true=y_true, y_score=y_score, sample_weight=sample_weight, groups=reading.groups, item=reading.item)
    try:
        score = reading.scores(y_score)
    except PrplotValueError:
        _say_which_column(y_score, y_true, reading.pos_label)
        raise
    try:
        labels = reading.labels(y_true, must_occur=len(score) > 0)
    except PrplotValueError as error:
        some = np.unique(score[:1000])
        if reading.pos_label is None and len(some) <= 2 < len(score):
            raise PrplotValueError(
                f"{error} But y_score holds only {listed(some)}: labels come first, "
                "prplot.from_labels(y_true, y_score); are the two swapped?"
            ) from None
        raise
    check_length("y_true", labels.positive, score)
    rows = Scores.read(score, labels.left_out, reading, may_be_empty)
    positive = rows.column("y_true", labels.positive)
    warn_of_scores("y_score", rows.score, positive, ~positive, labels.classes, reading.lower_is_positive)
    sample = rows.sample(positive, None, sample_weight, ("", "sample_weight"))
    return sample, Treatment(rows.done, lower_is_positive=reading.lower_is_positive, labels=labels.counts())


def _say_which_column(y_score: Any, y_true: Any, pos_label: object) -> None:
    """If scores have two columns, one per class, raise an error that names the column of the positive label."""
    try:
        shape = np.shape(y_score)
    except ValueError:
        # Rows of different lengths have no shape.
        return
    if pos_label is None or shape[1:] != (2,):
        return
    chosen, classes = label_set("pos_label", pos_label), in_order(set(one_dimensional("y_true", y_true).tolist()))
    if len(classes) == 2 and chosen < set(classes):
        column = classes.index(*chosen)
        written = "y_score" if isinstance(y_score, np.ndarray) else "numpy.asarray(y_score)"
        raise invalid(
            "y_score",
            "be one-dimensional",
            f"shape {shape}",
            f"Pass the column of {classes[column]!r}, {written}[:, {column}], if the columns are those of "
            "predict_proba, which sorts the labels.",
        )


def weighted(
    y_score: ArrayLike,
    fg: ArrayLike,
    bg: ArrayLike | None,
    sample_weight: ArrayLike | None,
    reading: Reading,
    *,
    may_be_empty: bool,
) -> tuple[Sample, Treatment]:
    """Return the sample of scores with one or two weights per row, and how it was treated."""
    columns = {"y_score": y_score, "fg": fg, "bg": bg, "sample_weight": sample_weight}
    check_order(**columns, groups=reading.groups, item=reading.item)
    rows = Scores.read(reading.scores(y_score), None, reading, may_be_empty)
    front, back = rows.weights("fg", fg), None if bg is None else rows.weights("bg", bg)
    if back is None:
        way_out = f"Pass {option('bg')} as well for two weights per row."
        check_values("fg", front, front > 1.0, "lie in [0, 1] when bg is not given", way_out)
    else:
        scored = ~np.isnan(rows.score)
        warn_of_running_counts(rows.score[scored], front[scored], back[scored])
    sample = rows.sample(front, back, sample_weight, ("fg and bg", "fg, bg and sample_weight"))
    return sample, Treatment(rows.done, lower_is_positive=reading.lower_is_positive)
