"""Scores, labels and weights as given: read, checked, and kept as rows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.errors import PrplotValueError, invalid, listed, one_of, shortest, warn
from prplot.options import MissingScores
from prplot.rows.arrays import FloatArray, blocks, read_only
from prplot.rows.labels import in_order, label_set, positives
from prplot.rows.numbers import numbers, one_dimensional
from prplot.rows.sample import Missing, Sample

__all__ = ["MISSING", "labelled", "weighted"]

MISSING: tuple[MissingScores, ...] = get_args(MissingScores)
# Predicted labels are taken for scores in larger samples only: a few scores may well be 0 and 1.
FEW_ROWS = 20

T = TypeVar("T", bound=np.generic)


def check_order(**columns: Any) -> None:
    """Say so where columns have an index of the same labels each, as pandas has, in another order."""
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
        score, kept, done = _scores(y_score, missing, may_be_empty)
    except PrplotValueError:
        _say_which_column(y_score, y_true, pos_label)
        raise
    try:
        labels = positives(y_true, pos_label) if len(score) or not may_be_empty else np.zeros(np.shape(y_true), bool)
        positive = _same_length("y_true", labels, kept)
    except PrplotValueError as error:
        if pos_label is None and len(np.unique(score[:1000])) <= 2 < len(score):
            raise PrplotValueError(
                f"{error} But y_score holds only {listed(np.unique(score[:1000]))}: labels come first, "
                "prplot.from_labels(y_true, y_score); are the two swapped?"
            ) from None
        raise
    _warn_of_predictions(score, positive)
    if sample_weight is None:
        return _parted(Sample(score, read_only(positive), None, hard=True), kept, done), done
    weight = _same_length("sample_weight", _weights("sample_weight", sample_weight), kept)
    fg, bg = np.where(positive, weight, 0.0), np.where(positive, 0.0, weight)
    sample = Sample(score, read_only(fg), read_only(bg), hard=True)
    return _parted(sample if may_be_empty else _with_weight(sample, "sample_weight"), kept, done), done


def _say_which_column(y_score: Any, y_true: Any, pos_label: object) -> None:
    """Raise an error that tells the column of the positive label where scores are those of two classes."""
    shape: tuple[int, ...] = tuple(getattr(y_score, "shape", ()))
    if pos_label is None or len(shape) != 2 or shape[1] != 2:
        return
    chosen, classes = label_set(pos_label), in_order(set(one_dimensional("y_true", y_true).tolist()))
    if len(chosen) == 1 and len(classes) == 2 and chosen < set(classes):
        column = classes.index(*chosen)
        way_out = (
            f"Pass the column of {classes[column]!r}, y_score[:, {column}], if the columns are those of predict_proba, "
            "which sorts the labels."
        )
        raise invalid("y_score", "be one-dimensional", f"shape {shape}", way_out)


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
    score, kept, done = _scores(y_score, missing, may_be_empty)
    front = _same_length("fg", _weights("fg", fg), kept)
    back = None if bg is None else _same_length("bg", _weights("bg", bg), kept)
    if back is None and len(front) and front.max() > 1.0:
        row = int(np.argmax(front > 1.0))
        raise invalid(
            "fg",
            "lie in [0, 1] when bg is not given",
            f"fg[{row}] = {shortest(front[row])}",
            "Pass bg= as well for two weights per row.",
        )
    if sample_weight is not None:
        weight = _same_length("sample_weight", _weights("sample_weight", sample_weight), kept)
        with np.errstate(over="ignore", under="ignore"):
            front, back = front * weight, (1.0 - front if back is None else back) * weight
    hard = not any(
        ((front[block] > 0) & (front[block] < 1 if back is None else back[block] > 0)).any()
        for block in blocks(len(front))
    )
    sample = Sample(score, read_only(front), None if back is None else read_only(back), hard)
    if not may_be_empty:
        _with_weight(sample, "fg, bg and sample_weight" if sample_weight is not None else "fg and bg")
    return _parted(sample, kept, done), done


def _with_weight(sample: Sample, names: str) -> Sample:
    if not (sample.front.any() or sample.bg.any()):
        raise PrplotValueError(
            f"{names} must give some row a weight; got {len(sample)} rows of weight 0. "
            "Without any weight there is no curve."
        )
    return sample


def _parted(sample: Sample, kept: NDArray[np.bool_] | int, done: Missing) -> Sample:
    """Return the rows that have a score, with the others beyond them, or with which ones were left out."""
    if not isinstance(kept, int):
        return replace(sample, absent=read_only(~kept))
    if done.policy != "unreached" or not done.rows:
        return sample
    absent = np.isnan(sample.score)
    there, beyond = (
        replace(
            sample,
            score=read_only(sample.score[k]),
            front=read_only(sample.front[k]),
            back=None if sample.back is None else read_only(sample.back[k]),
        )
        for k in (~absent, absent)
    )
    return replace(there, beyond=beyond, absent=read_only(absent))


def _scores(
    y_score: Any, missing: MissingScores, may_be_empty: bool
) -> tuple[FloatArray, NDArray[np.bool_] | int, Missing]:
    """Return the scores, which rows are kept (or how many there are), and what was done."""
    missing = one_of("missing", missing, MISSING)
    score = numbers("y_score", y_score)
    if not len(score) and not may_be_empty:
        raise invalid("y_score", "hold at least one row", "none", "Check what selected the rows.")
    # The least of some numbers is NaN where one of them is.
    if not len(score) or not np.isnan(score.min()):
        return read_only(score), len(score), Missing(missing, 0)
    absent = np.isnan(score)
    count = int(absent.sum())
    if missing == "raise":
        raise invalid(
            "y_score",
            "hold no missing scores",
            f"{count} of {len(score)}, the first in row {int(np.argmax(absent))}",
            "Use missing='unreached' where no threshold returns those rows, missing='lowest' to rank them last, or "
            "missing='drop' to leave them out (which changes the prevalence).",
        )
    if missing == "unreached":
        return read_only(score), len(score), Missing(missing, count)
    if missing == "lowest":
        score[absent] = -np.inf
        return read_only(score), len(score), Missing(missing, count)
    if count == len(score) and not may_be_empty:
        raise invalid("y_score", "hold at least one score", f"{count} rows, all missing")
    return read_only(score[~absent]), ~absent, Missing(missing, count)


def _warn_of_predictions(score: FloatArray, positive: NDArray[np.bool_]) -> None:
    """Say so where the scores look like predicted labels: 0 and 1 alone, not all right, and more than a few."""
    if len(score) <= FEW_ROWS:
        return
    ones = score == 1
    if ones.all() or not ones.any() or not (ones | (score == 0)).all() or np.array_equal(ones, positive):
        return
    warn(
        "y_score holds only 0 and 1, as predicted labels do, so that the curve has one point between its ends. Pass "
        "scores, such as the column of predict_proba of the positive label; for predicted labels prplot.from_confusion "
        "says it all."
    )


def _same_length(name: str, values: NDArray[T], kept: NDArray[np.bool_] | int) -> NDArray[T]:
    rows = kept if isinstance(kept, int) else len(kept)
    if len(values) != rows:
        raise invalid(
            name,
            "have one value per row of y_score",
            f"{len(values)} values for {rows} scores",
            "Pass arrays of equal length.",
        )
    return values if isinstance(kept, int) else values[kept]


def _weights(name: str, values: Any) -> FloatArray:
    weights = numbers(name, values)
    if not len(weights) or (weights.min() >= 0 and weights.max() < np.inf):
        return weights
    rule, wrong = next(
        (rule, wrong)
        for rule, wrong in (
            ("not hold NaN or None", np.isnan(weights)),
            ("be finite", np.isinf(weights)),
            ("not be negative", weights < 0),
        )
        if wrong.any()
    )
    row = int(np.argmax(wrong))
    raise invalid(name, rule, f"{name}[{row}] = {shortest(weights[row])}", "A weight of 0 leaves a row out.")
