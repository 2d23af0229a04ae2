"""Read and check scores, labels and weights as given, and keep them as rows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.errors import PrplotTypeError, PrplotValueError, invalid, listed, one_of, warn, wrong_type
from prplot.names import MissingScores
from prplot.rows.arrays import BoolArray, FloatArray
from prplot.rows.checks import check_values, floats, is_missing, numbers, on_host, one_dimensional
from prplot.rows.sample import Missing, Sample

MISSING: tuple[MissingScores, ...] = get_args(MissingScores)
# Warnings that all scores are predicted labels, or all groups single rows, need more rows than these: with a few rows
# that may well be so.
FEW_ROWS = 20
# With more distinct labels than these the error message suggests no positive label.
MANY_LABELS = 20
# The advice in error messages about soft labels in an array of hard ones.
SOFT = (
    "Use prplot.from_weights(y_score, fg=y_true) for soft labels, and prplot.weights.votes "
    "to make them from the votes of annotators."
)

T = TypeVar("T", bound=np.generic)


class UnsaidLabelError(PrplotValueError):
    """Labels of which it must be said which is positive."""


def check_order(**columns: Any) -> None:
    """Warn where columns have an index of the same labels each, as pandas has, in another order."""
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


def positives(
    y_true: Any, pos_label: object, name: str = "y_true", soft: str = SOFT, *, must_occur: bool = True
) -> BoolArray:
    """Return which labels are the positive one.

    Without ``pos_label`` the labels must be bool, 0/1 or -1/1 (or only one of a pair). Messages call them by that
    ``name``, and say with ``soft`` what to do where they are soft. Parts of the rows may be without positives: there
    the positive label need not occur.
    """
    labels = one_dimensional(name, y_true)
    kind = labels.dtype.kind
    if pos_label is None and kind == "b":
        return labels.copy()
    if pos_label is None and kind in "iuf" and any(((labels == low) | (labels == 1)).all() for low in (0, -1)):
        return np.asarray(labels == 1)
    if kind == "M":
        # Only microseconds become datetime objects in tolist; nanoseconds would become integers, and days dates.
        labels = labels.astype("datetime64[us]")
    items = (labels if kind == "O" else np.unique(labels)).tolist()
    try:
        distinct = set(items)
        gaps = any(map(is_missing, distinct))
    except Exception as error:
        raise PrplotTypeError(
            f"{name} must hold labels that can be compared; got one that cannot ({error}).", argument=name
        ) from None
    if gaps:
        row = [*map(is_missing, labels.tolist())].index(True)
        raise invalid(name, "not hold missing labels", f"{name}[{row}] = {labels[row]}", "Drop those rows first.")
    if pos_label is not None:
        chosen = label_set(pos_label)
        absent = in_order(chosen - distinct)
        if must_occur and absent:
            way_out = f"The labels there are {listed(in_order(distinct))}."
            raise invalid("pos_label", f"occur in {name}", f"{listed(absent)}, which does not", way_out)
        if kind == "O":
            return np.fromiter(map(chosen.__contains__, items), dtype=bool, count=len(items))
        return np.isin(labels, [label for label in items if label in chosen])
    if kind == "O" and all(isinstance(item, int | float | np.number | np.bool_) for item in distinct):
        return positives(floats(name, items), None, name, soft)
    if kind == "f" and 0 <= min(distinct) <= max(distinct) <= 1:
        between = min(distinct - {0.0, 1.0})
        raise invalid(name, "hold hard labels", f"soft values such as {between:g}", soft)
    if not distinct:
        raise invalid(name, "hold at least one row", "none", "Check what selected the rows.")
    ordered = in_order(map(plain, distinct))
    raise UnsaidLabelError(
        f"{name} must be bool, 0/1 or -1/1 when pos_label is not given; got {len(ordered)} "
        f"label{'s' if len(ordered) != 1 else ''}: {listed(ordered)}. Say which is positive"
        + (f", for example pos_label={ordered[-1]!r}" if len(ordered) <= MANY_LABELS else " with pos_label")
        + "; a collection of labels is taken together.",
        argument=name,
    )


def label_set(pos_label: Any) -> set[Any]:
    """Return the positive labels, given as one label or as a collection of them."""
    pos_label = on_host(pos_label)
    if isinstance(pos_label, np.ndarray):
        pos_label = pos_label.ravel()
    several = isinstance(pos_label, Collection) and not isinstance(pos_label, str | bytes | Mapping)
    try:
        chosen = set(map(plain, pos_label if several else [pos_label]))
    except TypeError:
        raise wrong_type("pos_label", "be a label or a collection of labels", pos_label) from None
    if not chosen:
        raise invalid("pos_label", "name at least one label", "an empty collection")
    return chosen


def plain(label: Any) -> Any:
    """Return a label, or a name, as a Python object instead of a NumPy scalar."""
    if isinstance(label, np.datetime64):
        label = label.astype("datetime64[us]")
    return label.item() if isinstance(label, np.generic) else label


def in_order(labels: Iterable[Any]) -> list[Any]:
    """Return labels in their order, or, where they have none, in that of how they are written."""
    labels = list(labels)
    try:
        return sorted(labels)
    except TypeError:
        return sorted(labels, key=repr)


class Scores(NamedTuple):
    """The scores of the rows that are kept, and how the other columns of these rows are read.

    Attributes
    ----------
    score : array
        Scores of the rows that are kept.
    dropped : array of bool or None
        Which of the rows as given were left out; None where none was.
    done : Missing
        What was done to rows without a score.
    may_be_empty : bool
        Whether there need be no rows, or none with a weight.
    """

    score: FloatArray
    dropped: BoolArray | None
    done: Missing
    may_be_empty: bool

    @classmethod
    def read(cls, y_score: Any, missing: MissingScores, may_be_empty: bool) -> Scores:
        """Return scores as given, after doing with missing ones what was asked for."""
        missing = one_of("missing", missing, MISSING)
        score = numbers("y_score", y_score)
        if not len(score) and not may_be_empty:
            raise invalid("y_score", "hold at least one row", "none", "Check what selected the rows.")
        absent = np.isnan(score)
        count = int(absent.sum())
        done = Missing(missing, count)
        if count and missing == "raise":
            raise invalid(
                "y_score",
                "hold no missing scores",
                f"{count} of {len(score)}, the first in row {int(np.argmax(absent))}",
                "Use missing='unreached' where no threshold returns those rows, missing='lowest' to rank them last, "
                "or missing='drop' to leave them out (which changes the prevalence).",
            )
        if count and missing == "drop":
            if count == len(score) and not may_be_empty:
                raise invalid("y_score", "hold at least one score", f"{count} rows, all missing")
            return cls(score[~absent], absent, done, may_be_empty)
        if missing == "lowest":
            score[absent] = -np.inf
        return cls(score, None, done, may_be_empty)

    def column(self, name: str, values: NDArray[T]) -> NDArray[T]:
        """Return a column of the rows that are kept."""
        rows = len(self.score if self.dropped is None else self.dropped)
        if len(values) != rows:
            got = f"{len(values)} values for {rows} scores"
            raise invalid(name, "have one value per row of y_score", got, "Pass arrays of equal length.")
        return values if self.dropped is None else values[~self.dropped]

    def weights(self, name: str, values: Any) -> FloatArray:
        """Return a column of weights of the rows that are kept."""
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
    ) -> tuple[Sample, Missing]:
        """Return the rows that a threshold can return, with the others beyond them, and what was done.

        Rows without any weight are an error, which names the columns: without a ``sample_weight``, and with one.
        """
        if sample_weight is not None:
            weight = self.weights("sample_weight", sample_weight)
            with np.errstate(all="ignore"):
                front, back = front * weight, (1.0 - front if back is None else back) * weight
        if not (back is None or self.may_be_empty or front.any() or back.any()):
            raise PrplotValueError(
                f"{names[sample_weight is not None]} must give some row a weight; got {len(front)} rows of weight 0. "
                "Without any weight there is no curve."
            )
        hard = not ((front > 0) & (front < 1 if back is None else back > 0)).any()
        if self.done.policy != "unreached" or not self.done.rows:
            return Sample(self.score, front, back, hard, absent=self.dropped), self.done
        absent = np.isnan(self.score)
        scored, beyond = (
            Sample(self.score[rows], front[rows], None if back is None else back[rows], hard)
            for rows in (~absent, absent)
        )
        return replace(scored, beyond=beyond, absent=absent), self.done


def labelled(
    y_true: ArrayLike,
    y_score: ArrayLike,
    sample_weight: ArrayLike | None,
    pos_label: object,
    missing: MissingScores,
    *,
    may_be_empty: bool = False,
) -> tuple[Sample, Missing]:
    """Read hard labels."""
    check_order(y_true=y_true, y_score=y_score, sample_weight=sample_weight)
    try:
        rows = Scores.read(y_score, missing, may_be_empty)
    except PrplotValueError:
        _say_which_column(y_score, y_true, pos_label)
        raise
    score = rows.score
    try:
        positive = rows.column("y_true", positives(y_true, pos_label, must_occur=len(score) > 0))
    except PrplotValueError as error:
        some = np.unique(score[:1000])
        if pos_label is None and len(some) <= 2 < len(score):
            raise PrplotValueError(
                f"{error} But y_score holds only {listed(some)}: labels come first, "
                "prplot.from_labels(y_true, y_score); are the two swapped?"
            ) from None
        raise
    two = all(np.isin(some, (0, 1)).all() for some in (score[:FEW_ROWS], score))
    if two and len(score) > FEW_ROWS and 0 < score.mean() < 1 and not np.array_equal(score, positive):
        warn(
            "y_score holds only 0 and 1, as predicted labels do, so that the curve has one point between its ends. "
            "Pass scores, such as the column of predict_proba of the positive label; for predicted labels "
            "prplot.from_confusion says it all."
        )
    return rows.sample(positive, None, sample_weight, ("", "sample_weight"))


def _say_which_column(y_score: Any, y_true: Any, pos_label: object) -> None:
    """Raise an error that names the column of the positive label if scores have two columns, one per class."""
    try:
        shape = np.shape(y_score)
    except ValueError:
        # Rows of different lengths have no shape.
        return
    if pos_label is None or shape[1:] != (2,):
        return
    chosen, classes = label_set(pos_label), in_order(set(one_dimensional("y_true", y_true).tolist()))
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
    missing: MissingScores,
    *,
    may_be_empty: bool = False,
) -> tuple[Sample, Missing]:
    """Read one or two weights per row."""
    check_order(y_score=y_score, fg=fg, bg=bg, sample_weight=sample_weight)
    rows = Scores.read(y_score, missing, may_be_empty)
    front, back = rows.weights("fg", fg), None if bg is None else rows.weights("bg", bg)
    if back is None:
        way_out = "Pass bg= as well for two weights per row."
        check_values("fg", front, front > 1.0, "lie in [0, 1] when bg is not given", way_out)
    return rows.sample(front, back, sample_weight, ("fg and bg", "fg, bg and sample_weight"))
