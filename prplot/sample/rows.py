"""Scores, labels and weights as given: read, checked, and kept as rows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.arithmetic.checks import number
from prplot.arithmetic.exact_sums import EXACT_INTEGERS, FloatArray, Frozen, read_only
from prplot.errors import PrplotTypeError, PrplotValueError, invalid, listed, one_of, short, shortest, warn, wrong_type

__all__ = ["Missing", "Sample", "Treatment", "label_set", "labelled", "numbers", "weighted"]

MISSING = ("raise", "drop", "lowest")

CONVERT = "Convert it first, for example with values.astype(float)."
MANY_LABELS = 20
# Numbers that may have more digits than float64 holds.
EXACT_KINDS = ("Decimal", "Fraction", "longdouble")
MISSING_KINDS = ("NoneType", "NAType", "NaTType")

T = TypeVar("T", bound=np.generic)


class Missing(NamedTuple):
    """What was done to rows without a score: the policy, and how many rows it met."""

    policy: str
    rows: int


class Treatment(NamedTuple):
    """What was done to a sample on its way to a path.

    Attributes
    ----------
    missing : Missing
        To rows without a score.
    tolerance : float
        Scores closer than this were made ties, in units of the score; 0 for equal scores only.
    ties : str
        What happens within equal scores.
    cut : float or None
        Share of foreground from which soft labels were made hard, where they were.
    given_prevalence : float or None
        The prevalence before the background was re-weighted, where it was.
    ranking : {"best", "worst"} or None
        Whether the rows were put in the best or the worst order instead of that of the scores.
    """

    missing: Missing = Missing("raise", 0)
    tolerance: float = 0.0
    ties: str = "average"
    cut: float | None = None
    given_prevalence: float | None = None
    ranking: str | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Sample(Frozen):
    """The rows behind a path, read-only.

    Attributes
    ----------
    score : array of shape (n,)
        Scores; larger means more foreground.
    fg, bg : arrays of shape (n,)
        Foreground and background weight of each row.
    hard : bool
        Whether every row is all foreground or all background.
    kind : {"rows", "points", "groups"}
        ``"rows"`` as given. Behind counts: ``"points"``, of which the weights are known but not the
        scores, or ``"groups"``, one of all foreground and one of all background, whose rows are unknown.
    """

    score: FloatArray
    fg: FloatArray
    bg: FloatArray
    hard: bool
    kind: str = "rows"

    def __len__(self) -> int:
        return len(self.score)

    def __repr__(self) -> str:
        return f"Sample({len(self)} rows, {'hard' if self.hard else 'soft'} labels)"


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
    missing: str,
) -> tuple[Sample, Missing, NDArray[np.bool_] | None]:
    """Read hard labels; also return the positives where every row has weight 1."""
    check_order(y_true=y_true, y_score=y_score, sample_weight=sample_weight)
    score, kept, done = _scores(y_score, missing)
    try:
        positive = _same_length("y_true", positives(y_true, pos_label), kept)
    except PrplotValueError as error:
        if pos_label is None and len(np.unique(score[:1000])) <= 2 < len(score):
            raise PrplotValueError(
                f"{error} But y_score holds only {listed(np.unique(score[:1000]))}: labels come first, "
                "prplot.from_labels(y_true, y_score); are the two swapped?"
            ) from None
        raise
    _warn_of_predictions(score, positive)
    if sample_weight is None:
        fg = positive.astype(np.float64)
        sample = Sample(score, read_only(fg), read_only(1.0 - fg), hard=True)
        return sample, done, positive
    weight = _same_length("sample_weight", _weights("sample_weight", sample_weight), kept)
    fg, bg = np.where(positive, weight, 0.0), np.where(positive, 0.0, weight)
    return _with_weight(Sample(score, read_only(fg), read_only(bg), hard=True), "sample_weight"), done, None


def weighted(
    y_score: ArrayLike,
    fg: ArrayLike,
    bg: ArrayLike | None,
    sample_weight: ArrayLike | None,
    missing: str,
) -> tuple[Sample, Missing]:
    """Read one or two weights per row."""
    check_order(y_score=y_score, fg=fg, bg=bg, sample_weight=sample_weight)
    score, kept, done = _scores(y_score, missing)
    front = _same_length("fg", _weights("fg", fg), kept)
    if bg is None:
        over = front > 1.0
        if over.any():
            row = int(np.argmax(over))
            raise invalid(
                "fg",
                "lie in [0, 1] when bg is not given",
                f"fg[{row}] = {shortest(front[row])}",
                "Pass bg= as well for two weights per row.",
            )
        back = 1.0 - front
    else:
        back = _same_length("bg", _weights("bg", bg), kept)
    if sample_weight is not None:
        weight = _same_length("sample_weight", _weights("sample_weight", sample_weight), kept)
        with np.errstate(over="ignore", under="ignore"):
            front, back = front * weight, back * weight
    hard = not bool(np.any((front > 0) & (back > 0)))
    sample = Sample(score, read_only(front.copy()), read_only(back.copy()), hard)
    return _with_weight(sample, "fg, bg and sample_weight" if sample_weight is not None else "fg and bg"), done


def _with_weight(sample: Sample, names: str) -> Sample:
    if not (sample.fg.any() or sample.bg.any()):
        raise PrplotValueError(
            f"{names} must give some row a weight; got {len(sample)} rows of weight 0. "
            "Without any weight there is no curve."
        )
    return sample


def numbers(name: str, values: Any) -> FloatArray:
    """Return one-dimensional float64 from any array-like of real numbers; None becomes NaN.

    Lists, generators, NumPy arrays (masked ones too: masked is missing), pandas and polars
    Series.
    """
    array = _one_dimensional(name, values)
    if array.dtype.kind == "O":
        return _from_objects(name, array)
    if array.dtype.kind == "f" and array.dtype.itemsize > 8:
        with np.errstate(over="ignore"):
            kept = array.astype(np.float64)
        _warn_of_merged(name, len(np.unique(array)), len(np.unique(kept)))
        return kept
    if array.dtype.kind not in "fiub":
        raise wrong_type(name, "hold real numbers", values, CONVERT)
    if array.dtype.kind in "iu" and array.size:
        _check_integers(name, (int(array.min()), int(array.max())))
    return array.astype(np.float64)


def _check_integers(name: str, ends: tuple[int, int]) -> None:
    largest = max(ends, key=abs)
    if abs(largest) > EXACT_INTEGERS:
        raise invalid(
            name,
            "hold integers of at most 2**53, beyond which float64 merges neighbours",
            short(largest),
            "Pass ranks instead.",
        )


def _one_dimensional(name: str, values: Any) -> NDArray[Any]:
    if values is None or isinstance(values, str | bytes | Mapping | Set):
        raise wrong_type(name, "be a one-dimensional array-like", values, "Pass a list, a NumPy array or a Series.")
    if isinstance(values, np.ma.MaskedArray) and bool(np.ma.getmaskarray(values).any()):
        gaps = np.ma.getmaskarray(values)
        values = np.asarray(values).astype(object)
        values[gaps] = None
    elif isinstance(values, Iterable) and not isinstance(values, Sequence) and not hasattr(values, "__array__"):
        values = list(values)
    try:
        array = np.asarray(values)
    except ValueError as error:
        raise PrplotValueError(f"{name} must be one-dimensional; got rows of different lengths ({error}).") from None
    except Exception:
        raise wrong_type(name, "be a one-dimensional array-like", values, "Pass a list or a NumPy array.") from None
    if array.ndim != 1:
        raise invalid(name, "be one-dimensional", f"shape {array.shape}", _to_one_dimension(name, array))
    return array


def _to_one_dimension(name: str, array: NDArray[Any]) -> str:
    """Return how an array of several dimensions becomes one value per row."""
    if array.ndim == 0:
        return "Pass one value per row, for example in a list."
    if array.size == max(array.shape):
        return f"Pass one value per row, numpy.ravel({name})."
    if array.ndim > 2:
        return "Pass one value per row."
    if name in ("fg", "bg") and array.shape[0] == 2:
        return "weights.logistic and weights.votes return two arrays: fg, bg = ..."
    if name == "yes":
        return "For one column per annotator pass the votes of each item, numpy.sum(yes, axis=1)."
    if name == "y_true" and _one_hot(array):
        return "For one column per class pass the labels, numpy.argmax(y_true, axis=1)."
    if name == "y_score" and array.shape[1] == 2:
        return "For the output of predict_proba pass its last column, y_score[:, 1]."
    return f"Pass one column, for example {name}[:, 1]: that of the class in question, if there is one per class."


def _one_hot(array: NDArray[Any]) -> bool:
    """Return whether each row marks one class."""
    return array.dtype.kind in "biuf" and bool(((array == 0) | (array == 1)).all() and (array.sum(axis=1) == 1).all())


def _from_objects(name: str, array: NDArray[Any]) -> FloatArray:
    """Read a column of Python objects: numbers and missing marks; no strings, no complex."""
    items = array.tolist()
    kinds = set(map(type, items))
    absent = {kind for kind in kinds if kind.__name__ in MISSING_KINDS}
    for kind in kinds - absent:
        if not hasattr(kind, "__float__") or issubclass(kind, complex | np.complexfloating):
            raise wrong_type(name, "hold real numbers", next(i for i in items if type(i) is kind), CONVERT)
    integers = [item for item in items if isinstance(item, int)]
    if integers:
        _check_integers(name, (min(integers), max(integers)))
    if absent:
        items = [np.nan if type(item) in absent else item for item in items]
    kept = np.array(_floats(name, items))
    if any(kind.__name__ in EXACT_KINDS for kind in kinds):
        _warn_of_merged(name, len({item for item in items if item == item}), len(np.unique(kept[~np.isnan(kept)])))
    return kept


def _floats(name: str, items: list[Any]) -> list[float]:
    try:
        return [float(item) for item in items]
    except Exception:
        # Too large, a signalling NaN, or whatever a foreign class raises: the first of them is named.
        return [number(f"{name}[{row}]", item) for row, item in enumerate(items)]


def _warn_of_merged(name: str, before: int, after: int) -> None:
    """Say how many scores are no longer told apart as float64."""
    if name == "y_score" and after < before:
        warn(
            f"{name} holds {before} distinct scores, of which float64 tells {after} apart: {before - after} more are "
            "tied. Pass ranks to keep their order."
        )


def _scores(y_score: Any, missing: str) -> tuple[FloatArray, NDArray[np.bool_] | int, Missing]:
    """Return the scores, which rows are kept (or how many there are), and what was done."""
    missing = one_of("missing", missing, MISSING)
    score = numbers("y_score", y_score)
    if not len(score):
        raise invalid("y_score", "hold at least one row", "none", "Check what selected the rows.")
    score += 0.0  # -0.0 and 0.0 are one threshold
    absent = np.isnan(score)
    count = int(absent.sum())
    if count == 0:
        return read_only(score), len(score), Missing(missing, 0)
    if missing == "raise":
        raise invalid(
            "y_score",
            "hold no missing scores",
            f"{count} of {len(score)}, the first in row {int(np.argmax(absent))}",
            "Use missing='lowest' to rank those rows last, or missing='drop' to leave them out "
            "(which changes the prevalence).",
        )
    if missing == "lowest":
        score[absent] = -np.inf
        return read_only(score), len(score), Missing(missing, count)
    if count == len(score):
        raise invalid("y_score", "hold at least one score", f"{count} rows, all missing")
    return read_only(score[~absent]), ~absent, Missing(missing, count)


def _warn_of_predictions(score: FloatArray, positive: NDArray[np.bool_]) -> None:
    """Say so where the scores look like predicted labels: 0 and 1 alone, not all right, and more than a few."""
    if len(score) <= MANY_LABELS:
        return
    ones = score == 1
    if ones.all() or not ones.any() or not (ones | (score == 0)).all() or np.array_equal(ones, positive):
        return
    warn(
        "y_score holds only 0 and 1, as predicted labels do, so that the curve has one point between its ends. Pass "
        "scores, for example estimator.predict_proba(X)[:, 1]; for predicted labels prplot.from_confusion says it all."
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
    for rule, wrong in (
        ("not hold NaN or None", np.isnan(weights)),
        ("be finite", np.isinf(weights)),
        ("not be negative", weights < 0),
    ):
        if wrong.any():
            row = int(np.argmax(wrong))
            raise invalid(name, rule, f"{name}[{row}] = {shortest(weights[row])}", "A weight of 0 leaves a row out.")
    return weights


def positives(y_true: Any, pos_label: object) -> NDArray[np.bool_]:
    """Return which labels are the positive one.

    Without ``pos_label`` the labels must be bool, 0/1 or -1/1 (or only one of a pair).
    """
    labels = _one_dimensional("y_true", y_true)
    if labels.dtype.kind == "O":
        return _object_positives(labels, pos_label)
    gaps = np.isnat(labels) if labels.dtype.kind in "mM" else labels != labels
    if gaps.any():
        row = int(np.argmax(gaps))
        raise invalid("y_true", "not hold missing labels", f"y_true[{row}] = {labels[row]}", "Drop those rows first.")
    if pos_label is None:
        if labels.dtype.kind == "b":
            return labels.copy()
        if labels.dtype.kind in "iuf":
            return _numeric_positives(labels)
        raise _needs_pos_label(np.unique(labels))
    chosen = label_set(pos_label)
    present = np.unique(labels)
    _all_present(chosen, present.tolist())
    return np.isin(labels, [label for label in present.tolist() if label in chosen])


def _numeric_positives(labels: NDArray[Any]) -> NDArray[np.bool_]:
    if ((labels == 0) | (labels == 1)).all() or ((labels == -1) | (labels == 1)).all():
        return np.asarray(labels == 1)
    distinct = np.unique(labels)
    if labels.dtype.kind == "f" and ((labels >= 0) & (labels <= 1)).all():
        soft = distinct[(distinct > 0) & (distinct < 1)][0]
        raise PrplotValueError(
            f"y_true must hold hard labels; got soft values such as {soft:g}. "
            "Use prplot.from_weights(y_score, fg=y_true) for soft labels, and prplot.weights.votes "
            "to make them from the votes of annotators."
        )
    raise _needs_pos_label(distinct)


def _object_positives(labels: NDArray[Any], pos_label: object) -> NDArray[np.bool_]:
    items = labels.tolist()
    try:
        distinct = set(items)
        absent = {item for item in distinct if item is None or type(item).__name__ in MISSING_KINDS or item != item}
    except Exception as error:
        raise PrplotTypeError(f"y_true must hold labels that can be compared; got one that cannot ({error}).") from None
    if absent:
        row = next(i for i, item in enumerate(items) if item in absent)
        raise invalid("y_true", "not hold missing labels", f"y_true[{row}] = {items[row]!r}", "Drop those rows first.")
    if pos_label is not None:
        chosen = label_set(pos_label)
        _all_present(chosen, distinct)
        return np.fromiter(map(chosen.__contains__, items), dtype=bool, count=len(items))
    if all(isinstance(item, int | float | np.number | np.bool_) for item in distinct):
        return _numeric_positives(np.array(_floats("y_true", items)))
    raise _needs_pos_label(distinct)


def label_set(pos_label: object) -> set[Any]:
    """Return the positive labels, given as one label or as a collection of them."""
    if isinstance(pos_label, Mapping):
        raise wrong_type("pos_label", "be a label or a collection of labels", pos_label)
    if isinstance(pos_label, np.ndarray):
        labels = pos_label.ravel().tolist()
    elif isinstance(pos_label, Collection) and not isinstance(pos_label, str | bytes):
        labels = list(pos_label)
    else:
        labels = [pos_label]
    try:
        chosen = {label.item() if isinstance(label, np.generic) else label for label in labels}
    except TypeError:
        raise wrong_type("pos_label", "be a label or a collection of labels", pos_label) from None
    if not chosen:
        raise invalid("pos_label", "name at least one label", "an empty collection")
    return chosen


def _all_present(chosen: set[Any], present: Iterable[Any]) -> None:
    present = list(present)
    try:
        absent = [label for label in chosen if label not in present]
    except Exception as error:
        raise PrplotTypeError(
            f"pos_label must be a label that can be compared; got one that cannot ({error})."
        ) from None
    if absent:
        raise invalid(
            "pos_label",
            "occur in y_true",
            f"{listed(_in_order(absent))}, which does not",
            f"The labels there are {listed(_in_order(present))}.",
        )


def _needs_pos_label(distinct: Iterable[Any]) -> PrplotValueError:
    distinct = list(distinct)
    if not distinct:
        return invalid("y_true", "hold at least one row", "none", "Check what selected the rows.")
    found = [item.item() if isinstance(item, np.generic) else item for item in distinct]
    return PrplotValueError(
        f"y_true must be bool, 0/1 or -1/1 when pos_label is not given; got {len(found)} "
        f"label{'s' if len(found) != 1 else ''}: {listed(_in_order(found))}. Say which is positive"
        + (f", for example pos_label={_in_order(found)[-1]!r}" if len(found) <= MANY_LABELS else " with pos_label")
        + "; a collection of labels is taken together."
    )


def _in_order(labels: Iterable[Any]) -> list[Any]:
    labels = list(labels)
    try:
        return sorted(labels)
    except TypeError:
        return sorted(labels, key=repr)
