"""Labels as given: which rows are positive."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prplot.errors import PrplotTypeError, PrplotValueError, invalid, listed, wrong_type
from prplot.rows.numbers import MISSING_KINDS, floats, one_dimensional
from prplot.rows.tensors import on_host

__all__ = ["in_order", "label_set", "positives", "positives_if_any"]

# Of more distinct labels than these a message suggests none as the positive one.
MANY_LABELS = 20
# The way out of soft labels in an array.
SOFT = (
    "Use prplot.from_weights(y_score, fg=y_true) for soft labels, and prplot.weights.votes "
    "to make them from the votes of annotators."
)


def positives(y_true: Any, pos_label: object, name: str = "y_true", soft: str = SOFT) -> NDArray[np.bool_]:
    """Return which labels are the positive one.

    Without ``pos_label`` the labels must be bool, 0/1 or -1/1 (or only one of a pair). Messages call them by that
    ``name``, and say with ``soft`` what to do where they are soft.
    """
    labels = one_dimensional(name, y_true)
    if labels.dtype.kind == "O":
        return _object_positives(labels, pos_label, name, soft)
    if labels.dtype.kind in "fcmM" and (gaps := labels != labels).any():
        row = int(np.argmax(gaps))
        raise invalid(name, "not hold missing labels", f"{name}[{row}] = {labels[row]}", "Drop those rows first.")
    if labels.dtype.kind == "M":
        # Nanoseconds are whole numbers in Python, and days are dates.
        labels = labels.astype("datetime64[us]")
    if pos_label is None:
        if labels.dtype.kind == "b":
            return labels.copy()
        if labels.dtype.kind in "iuf":
            return _numeric_positives(labels, name, soft)
        raise _needs_pos_label(np.unique(labels), name)
    chosen = label_set(pos_label)
    present = np.unique(labels)
    _all_present(chosen, present.tolist(), name)
    return np.isin(labels, [label for label in present.tolist() if label in chosen])


def positives_if_any(y_true: Any, pos_label: object, name: str = "y_true") -> NDArray[np.bool_]:
    """Return which labels of a part of the rows are the positive one, of which there may be none."""
    labels = one_dimensional(name, y_true)
    present = set(labels.tolist())
    there = label_set(pos_label) & present
    # Also without positives missing labels are an error.
    found = positives(labels, there or set(list(present)[:1]) or None, name)
    return found if there else np.zeros(len(labels), dtype=bool)


def _numeric_positives(labels: NDArray[Any], name: str, soft_way_out: str) -> NDArray[np.bool_]:
    if ((labels == 0) | (labels == 1)).all() or ((labels == -1) | (labels == 1)).all():
        return np.asarray(labels == 1)
    distinct = np.unique(labels)
    if labels.dtype.kind == "f" and ((labels >= 0) & (labels <= 1)).all():
        soft = distinct[(distinct > 0) & (distinct < 1)][0]
        raise PrplotValueError(f"{name} must hold hard labels; got soft values such as {soft:g}. {soft_way_out}")
    raise _needs_pos_label(distinct, name)


def _object_positives(labels: NDArray[Any], pos_label: object, name: str, soft: str) -> NDArray[np.bool_]:
    items = labels.tolist()
    try:
        distinct = set(items)
        absent = {item for item in distinct if item is None or type(item).__name__ in MISSING_KINDS or item != item}
    except Exception as error:
        raise PrplotTypeError(f"{name} must hold labels that can be compared; got one that cannot ({error}).") from None
    if absent:
        row = next(i for i, item in enumerate(items) if item in absent)
        raise invalid(name, "not hold missing labels", f"{name}[{row}] = {items[row]!r}", "Drop those rows first.")
    if pos_label is not None:
        chosen = label_set(pos_label)
        _all_present(chosen, distinct, name)
        return np.fromiter(map(chosen.__contains__, items), dtype=bool, count=len(items))
    if all(isinstance(item, int | float | np.number | np.bool_) for item in distinct):
        return _numeric_positives(np.array(floats(name, items)), name, soft)
    raise _needs_pos_label(distinct, name)


def label_set(pos_label: object) -> set[Any]:
    """Return the positive labels, given as one label or as a collection of them."""
    pos_label = on_host(pos_label)
    if isinstance(pos_label, Mapping):
        raise wrong_type("pos_label", "be a label or a collection of labels", pos_label)
    if isinstance(pos_label, np.ndarray):
        labels = list(pos_label.ravel())
    elif isinstance(pos_label, Collection) and not isinstance(pos_label, str | bytes):
        labels = list(pos_label)
    else:
        labels = [pos_label]
    try:
        chosen = {_plain(label) for label in labels}
    except TypeError:
        raise wrong_type("pos_label", "be a label or a collection of labels", pos_label) from None
    if not chosen:
        raise invalid("pos_label", "name at least one label", "an empty collection")
    return chosen


def _plain(label: Any) -> Any:
    """Return a label as Python has it."""
    if isinstance(label, np.datetime64):
        return label.astype("datetime64[us]").item()
    return label.item() if isinstance(label, np.generic) else label


def _all_present(chosen: set[Any], present: Iterable[Any], name: str) -> None:
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
            f"occur in {name}",
            f"{listed(in_order(absent))}, which does not",
            f"The labels there are {listed(in_order(present))}.",
        )


def _needs_pos_label(distinct: Iterable[Any], name: str) -> PrplotValueError:
    distinct = list(distinct)
    if not distinct:
        return invalid(name, "hold at least one row", "none", "Check what selected the rows.")
    found = [item.item() if isinstance(item, np.generic) else item for item in distinct]
    return PrplotValueError(
        f"{name} must be bool, 0/1 or -1/1 when pos_label is not given; got {len(found)} "
        f"label{'s' if len(found) != 1 else ''}: {listed(in_order(found))}. Say which is positive"
        + (f", for example pos_label={in_order(found)[-1]!r}" if len(found) <= MANY_LABELS else " with pos_label")
        + "; a collection of labels is taken together."
    )


def in_order(labels: Iterable[Any]) -> list[Any]:
    """Return labels in their order, or, where they have none, in that of how they are written."""
    labels = list(labels)
    try:
        return sorted(labels)
    except TypeError:
        return sorted(labels, key=repr)
