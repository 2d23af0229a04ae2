"""Decide which labels are positive and which negative, and leave out the rows that have neither."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from prplot.errors import PrplotTypeError, PrplotValueError, invalid, listed, option, warn, wrong_type
from prplot.rows.arrays import BoolArray, IntArray
from prplot.rows.checks import is_missing, on_host, one_dimensional

# If there are more distinct labels than this, the error message suggests no positive label.
MANY_LABELS = 20
# The repr of a path names at most this many labels of each class.
NAMED = 4
# Texts, in lower case, that mean that there is no label, if at least two other labels occur.
NO_LABEL = {"", "na", "n/a", "#n/a", "#nv", "<na>", "nan", "nat", "null", "none", "\\n", "?", ".", "-", "--", "missing"}
# Numbers that often stand for a missing label beside 0 and 1; negative numbers do, too.
MISSING_CODES = {9.0, 99.0, 999.0, 9999.0}
# Texts that mean truth values, and the numbers with which they are compared.
TRUTH_VALUES = {"true": 1.0, "false": 0.0}
# The advice of error messages when soft labels are passed as hard ones.
SOFT = (
    "Use prplot.from_weights(y_score, fg=y_true) for soft labels, and prplot.weights.votes "
    "to make them from the votes of annotators."
)


def advice_on_missing_labels() -> str:
    """Return the advice of error messages about missing labels."""
    return (
        f"Drop those rows first, or name the negative labels with {option('neg_label')}, which leaves out all others."
    )


class PositiveLabelUnknownError(PrplotValueError):
    """Raised if the positive label cannot be inferred and must be named."""


class LabelRows(NamedTuple):
    """The positive and the negative labels, each with its number of rows."""

    positive: tuple[tuple[Any, int], ...]
    negative: tuple[tuple[Any, int], ...]

    @classmethod
    def together(cls, samples: Sequence[LabelRows | None]) -> LabelRows | None:
        """Return the summed counts of several samples.

        None if a sample has none, or if a label is positive in one sample and negative in another.
        """
        known = [rows for rows in samples if rows is not None]
        positive = Counter[Any]()
        negative = Counter[Any]()
        for rows in known:
            positive.update(dict(rows.positive))
            negative.update(dict(rows.negative))
        if not known or len(known) < len(samples) or positive.keys() & negative.keys():
            return None
        return cls(tuple(positive.most_common()), tuple(negative.most_common()))


class Chosen(NamedTuple):
    """The labels that are positive and those that are negative; ``negative=None`` means all others.

    ``shown_in_repr`` is true if there are more than two labels or the caller named some. Only then the repr of a path
    and its methods sentence show the labels.
    """

    positive: frozenset[Any]
    negative: frozenset[Any] | None
    shown_in_repr: bool

    def counts(self, rows: Mapping[Any, int]) -> LabelRows | None:
        """Return the number of rows of each label, the most frequent first; None unless they are shown."""
        if not self.shown_in_repr:
            return None
        ordered = sorted(rows.items(), key=lambda each: (-each[1], repr(each[0])))
        return LabelRows(
            tuple((label, count) for label, count in ordered if label in self.positive),
            tuple((label, count) for label, count in ordered if self.is_negative(label)),
        )

    def is_negative(self, label: Any) -> bool:
        """Return whether rows with this label are negative."""
        return label not in self.positive and (self.negative is None or label in self.negative)


class Labels(NamedTuple):
    """The labels of rows, and which rows are positive.

    Attributes
    ----------
    values : array of shape (n,)
        The labels as given.
    positive : array of bool of shape (n,)
        Which rows are positive.
    left_out : array of bool of shape (n,) or None
        Which rows have a label that is neither positive nor negative; None if there are none.
    chosen : Chosen or None
        Which labels are positive and negative; None for bool, 0/1 and -1/1, if no label was named.
    distinct : list
        The distinct labels, if they were computed.
    """

    values: NDArray[Any]
    positive: BoolArray
    left_out: BoolArray | None = None
    chosen: Chosen | None = None
    distinct: Collection[Any] = ()

    def of(self, rows: IntArray | BoolArray | slice) -> Labels:
        """Return the labels of the selected rows."""
        left_out = None if self.left_out is None else self.left_out[rows]
        return Labels(self.values[rows], self.positive[rows], left_out, self.chosen)

    def classes(self) -> set[Any]:
        """Return the set of labels that occur."""
        if self.values.dtype.kind == "b":
            return {True, False}
        return set(self.distinct or _coded(self.values)[0])

    def counts(self) -> LabelRows | None:
        """Return how many rows have each label, rows without a score included; None unless the labels are shown.

        They are shown if there are more than two or some were named.
        """
        if self.chosen is None or not self.chosen.shown_in_repr:
            return None
        distinct, codes = _coded(self.values)
        return self.chosen.counts(dict(zip(distinct, np.bincount(codes).tolist(), strict=True)))


def numbered(values: Iterable[Any]) -> tuple[list[Any], IntArray]:
    """Return the distinct values in order of first occurrence, and for each value its position in that list."""
    numbers: dict[Any, int] = {}
    codes = [numbers.setdefault(plain(value), len(numbers)) for value in values]
    return list(numbers), np.array(codes, dtype=np.intp)


def _coded(labels: NDArray[Any]) -> tuple[list[Any], IntArray]:
    """Return the distinct labels as Python objects, and for each row the position of its label among them."""
    if labels.dtype.kind == "O":
        return numbered(labels.tolist())
    distinct = np.unique(labels)
    # `searchsorted` takes a third of the time of `numpy.unique` with its inverse.
    return distinct.tolist(), np.searchsorted(distinct, labels)


def read_labels(
    y_true: Any,
    pos_label: object,
    neg_label: object,
    name: str = "y_true",
    *,
    must_occur: bool = True,
) -> Labels:
    """Return labels with the positive rows and the rows that are left out.

    Without ``pos_label``, labels must be bool, 0/1 or -1/1 (or only one of a pair). Messages call the labels ``name``.
    With ``must_occur=False`` the positive label need not occur, as in parts of the data.
    """
    labels = one_dimensional(name, y_true)
    kind = labels.dtype.kind
    if pos_label is None and neg_label is None:
        if kind == "b":
            return Labels(labels, labels.copy())
        if kind in "iuf" and any(((labels == low) | (labels == 1)).all() for low in (0, -1)):
            return Labels(labels, labels == 1)
    if kind == "M":
        # Finer units would become whole numbers in `tolist`.
        labels = labels.astype("datetime64[us]")
    try:
        distinct, codes = _coded(labels)
        gaps = {label for label in distinct if is_missing(label)}
    except Exception as error:
        raise PrplotTypeError(
            f"{name} must hold labels that can be compared; got one that cannot ({error}).", argument=name
        ) from None
    gaps |= missing_texts(set(distinct) - gaps, named_labels(pos_label, neg_label))
    if gaps and neg_label is None:
        row = next(row for row, code in enumerate(codes.tolist()) if distinct[code] in gaps)
        raise invalid(
            name, "not hold missing labels", f"{name}[{row}] = {distinct[codes[row]]!r}", advice_on_missing_labels()
        )
    known = set(distinct) - gaps
    chosen = chosen_labels(known, pos_label, neg_label, name, must_occur=must_occur)
    suspicious = suspected_missing_codes(chosen, known)
    if suspicious:
        rows = sum(distinct[code] in suspicious for code in codes.tolist())
        warn(missing_code_warning(name, suspicious, rows))
    positive = np.array([label in chosen.positive for label in distinct], dtype=bool)
    negative = np.array([label not in gaps and chosen.is_negative(label) for label in distinct], dtype=bool)
    left_out = ~(positive | negative)
    return Labels(labels, positive[codes], left_out[codes] if left_out.any() else None, chosen, distinct)


def named_labels(pos_label: object, neg_label: object) -> set[Any]:
    """Return the labels that ``pos_label`` and ``neg_label`` name."""
    named = set() if pos_label is None else label_set("pos_label", pos_label)
    return named | (set() if neg_label is None else label_set("neg_label", neg_label))


def chosen_labels(
    distinct: Collection[Any],
    pos_label: object,
    neg_label: object,
    name: str,
    soft: str = SOFT,
    *,
    must_occur: bool = True,
) -> Chosen:
    """Return which of the distinct labels are positive and which negative.

    Raises
    ------
    PrplotValueError
        If the positive label cannot be inferred, or a label is missing, or may be another spelling of a named one.
    """
    positive = None if pos_label is None else label_set("pos_label", pos_label)
    negative = None if neg_label is None else label_set("neg_label", neg_label)
    named = (positive or set()) | (negative or set())
    gaps = missing_texts(distinct, named)
    if gaps and negative is None:
        raise invalid(
            name, "not hold missing labels", f"labels such as {listed(in_order(gaps))}", advice_on_missing_labels()
        )
    distinct = set(distinct) - gaps
    if not named and (usual := _usual(distinct, name, soft)) is not None:
        return usual
    if both := (positive or set()) & (negative or set()):
        raise invalid("neg_label", "name other labels than pos_label", listed(in_order(both)), "Name it once.")
    for argument, labels in (("pos_label", positive), ("neg_label", negative)):
        absent = in_order((labels or set()) - distinct)
        if absent and must_occur and (argument == "pos_label" or len(absent) == len(labels or ())):
            way_out = f"The labels there are {listed(in_order(distinct))}."
            raise invalid(argument, f"occur in {name}", f"{listed(absent)}, which does not", way_out)
    if positive is None:
        positive = _inferred_positive(distinct, negative, name)
    spellings = {meaning(label): label for label in named}
    for label in in_order(distinct - named):
        if (same := spellings.get(meaning(label))) is not None:
            which, other = ("pos_label", "neg_label") if same in positive else ("neg_label", "pos_label")
            rest = in_order(distinct - (positive if which == "pos_label" else negative or set()))
            others = rest[0] if len(rest) == 1 else rest
            raise invalid(
                name,
                f"write each label in one way, or {which} must name all of them",
                f"{label!r} beside {same!r}",
                f"Pass {option(which, [same, label])} if they are the same, {option(other, others)} if they are not.",
            )
    shown_in_repr = bool(named) or len(distinct) > 2
    return Chosen(frozenset(positive), None if negative is None else frozenset(negative), shown_in_repr)


def _usual(distinct: set[Any], name: str, soft: str) -> Chosen | None:
    """Return the positive label of truth values, 0/1 or -1/1; None for other labels; raise an error for soft ones."""
    if not distinct or not all(isinstance(each, int | float | np.number | np.bool_) for each in distinct):
        return None
    try:
        values = {label: float(label) for label in distinct}
    except OverflowError:
        return None
    if any(set(values.values()) <= {low, 1.0} for low in (0.0, -1.0)):
        return Chosen(frozenset(label for label, value in values.items() if value == 1), None, shown_in_repr=False)
    if any(isinstance(each, float) for each in distinct) and all(0 <= value <= 1 for value in values.values()):
        between = min(value for value in values.values() if 0 < value < 1)
        raise invalid(name, "hold hard labels", f"soft values such as {between:g}", soft)
    return None


def _inferred_positive(distinct: set[Any], negative: set[Any] | None, name: str) -> set[Any]:
    """Return the positive label if none was named: the only one that is not negative; otherwise raise an error."""
    if not distinct:
        raise invalid(name, "hold at least one row", "none", "Check what selected the rows.")
    others = distinct - (negative or set())
    if negative is not None:
        real_labels = {label for label in others if not _is_missing_code(label)}
        if len(real_labels) == 1 or len(others) == 1:
            return real_labels or others
    ordered = in_order(map(plain, others))
    expected = "bool, 0/1 or -1/1 when pos_label is not given"
    if negative is not None:
        expected = "one label beside those of neg_label when pos_label is not given"
    raise PositiveLabelUnknownError(
        f"{name} must {'be' if negative is None else 'hold'} {expected}; got {len(ordered)} "
        f"label{'s' if len(ordered) != 1 else ''}: {listed(ordered)}. Say which is positive"
        + (
            f", for example {option('pos_label', ordered[-1])}"
            if 0 < len(ordered) <= MANY_LABELS
            else " with pos_label"
        )
        + "; a collection of labels is taken together.",
        argument=name,
    )


def label_set(argument: str, labels: Any) -> set[Any]:
    """Return the labels of ``pos_label`` or ``neg_label`` as a set; users pass one label or a collection."""
    labels = on_host(labels)
    if isinstance(labels, np.ndarray):
        labels = labels.ravel()
    several = isinstance(labels, Collection) and not isinstance(labels, str | bytes | Mapping)
    try:
        chosen = set(map(plain, labels if several else [labels]))
        # A signaling NaN of decimals raises an error when it is compared.
        any(label != label for label in chosen)
    except Exception:
        raise wrong_type(argument, "be a label or a collection of labels", labels) from None
    if not chosen:
        raise invalid(argument, "name at least one label", "an empty collection")
    return chosen


def meaning(label: Any) -> Any:
    """Return a label in a form that is equal for all its spellings: case, blanks, numbers and truth values."""
    if isinstance(label, bytes):
        label = label.decode("latin-1")
    if not isinstance(label, str):
        with suppress(OverflowError):
            return float(label) if isinstance(label, bool | int | float) else label
        return label
    text = " ".join(unicodedata.normalize("NFKC", label).casefold().split())
    if text in TRUTH_VALUES:
        return TRUTH_VALUES[text]
    try:
        return float(text.replace("_", "?"))
    except ValueError:
        return text


def missing_texts(distinct: Collection[Any], named: Collection[Any]) -> set[Any]:
    """Return the texts among the labels that stand for a missing label, such as "n/a".

    Labels that were named are not among them. The result is empty unless at least two other labels occur.
    """
    found = {
        label
        for label in distinct
        if isinstance(label, str) and label.strip().casefold() in NO_LABEL and label not in named
    }
    return found if len(set(distinct) - found) >= 2 else set()


def suspected_missing_codes(chosen: Chosen, distinct: Collection[Any]) -> list[Any]:
    """Return labels that count as negative but may stand for missing ones: numbers such as -1 or 99 beside 0 and 1."""
    values = {label: meaning(label) for label in distinct}
    if chosen.negative is not None or not {0.0, 1.0} <= set(values.values()):
        return []
    suspicious = {label for label, value in values.items() if value not in (0.0, 1.0)}
    if not suspicious or not all(map(_is_missing_code, suspicious)) or suspicious & chosen.positive:
        return []
    return in_order(suspicious)


def _is_missing_code(label: Any) -> bool:
    value = meaning(label)
    return isinstance(value, float) and (value < 0 or value in MISSING_CODES)


def missing_code_warning(name: str, suspicious: list[Any], rows: int) -> str:
    """Return the warning that some labels count as negative but may stand for missing ones."""
    return (
        f"{name} holds {listed(suspicious)} beside 0 and 1, in {rows} row{'s' if rows != 1 else ''} that count as "
        f"negative. If that means a missing label, leave those rows out with {option('neg_label', 0)}; if they are "
        f"negatives, name all negative labels with {option('neg_label')}."
    )


def plain(label: Any) -> Any:
    """Return a label as a Python object if it is a NumPy scalar; others unchanged."""
    if isinstance(label, np.datetime64):
        label = label.astype("datetime64[us]")
    return label.item() if isinstance(label, np.generic) else label


def in_order(labels: Iterable[Any]) -> list[Any]:
    """Return labels sorted; labels that cannot be compared are sorted by their reprs."""
    labels = list(labels)
    try:
        return sorted(labels)
    except Exception:
        # Numbers cannot be compared with texts, nor with a signaling NaN of decimals.
        return sorted(labels, key=repr)


def in_words(rows: tuple[tuple[Any, int], ...]) -> str:
    """Return labels with their numbers of rows as text: the first ones by name, the others as one count."""
    named = ", ".join(f"{label!r} ({count})" for label, count in rows[:NAMED])
    more = rows[NAMED:]
    return (named or "none") + (f" and {len(more)} more ({sum(count for _, count in more)})" if more else "")
