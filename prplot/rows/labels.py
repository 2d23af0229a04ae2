"""Labels as given: which rows are positive."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prplot.errors import PrplotTypeError, PrplotValueError, invalid, listed, wrong_type
from prplot.rows.checks import floats, is_missing, on_host, one_dimensional

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
    kind = labels.dtype.kind
    if pos_label is None and kind in "biuf" and any(((labels == low) | (labels == 1)).all() for low in (0, -1)):
        return np.asarray(labels == 1)
    if kind == "M":
        # Nanoseconds are whole numbers in Python, and days are dates.
        labels = labels.astype("datetime64[us]")
    items = labels.tolist() if kind == "O" else np.unique(labels).tolist()
    try:
        distinct = set(items)
        gaps = any(map(is_missing, distinct))
    except Exception as error:
        raise PrplotTypeError(f"{name} must hold labels that can be compared; got one that cannot ({error}).") from None
    if gaps:
        row = next(row for row, label in enumerate(labels.tolist()) if is_missing(label))
        got = repr(items[row]) if kind == "O" else str(labels[row])
        raise invalid(name, "not hold missing labels", f"{name}[{row}] = {got}", "Drop those rows first.")
    if pos_label is not None:
        chosen = label_set(pos_label)
        _check_present(chosen, list(distinct), name)
        if kind == "O":
            return np.fromiter(map(chosen.__contains__, items), dtype=bool, count=len(items))
        return np.isin(labels, [label for label in items if label in chosen])
    if kind == "O" and all(isinstance(item, int | float | np.number | np.bool_) for item in distinct):
        return positives(floats(name, items), None, name, soft)
    if kind == "f" and min(distinct) >= 0 and max(distinct) <= 1:
        between = min(distinct - {0.0, 1.0})
        raise PrplotValueError(f"{name} must hold hard labels; got soft values such as {between:g}. {soft}")
    raise _needs_pos_label(distinct, name)


def positives_if_any(y_true: Any, pos_label: object, name: str = "y_true") -> NDArray[np.bool_]:
    """Return which labels of a part of the rows are the positive one, of which there may be none."""
    labels = one_dimensional(name, y_true)
    present = set(labels.tolist())
    there = label_set(pos_label) & present
    # Also without positives missing labels are an error.
    found = positives(labels, there or set(list(present)[:1]) or None, name)
    return found if there else np.zeros(len(labels), dtype=bool)


def label_set(pos_label: object) -> set[Any]:
    """Return the positive labels, given as one label or as a collection of them."""
    pos_label = on_host(pos_label)
    if isinstance(pos_label, np.ndarray):
        labels: Collection[Any] = pos_label.ravel()
    elif isinstance(pos_label, Collection) and not isinstance(pos_label, str | bytes | Mapping):
        labels = pos_label
    else:
        labels = [pos_label]
    try:
        chosen = set(map(_plain, labels))
    except TypeError:
        raise wrong_type("pos_label", "be a label or a collection of labels", pos_label) from None
    if not chosen:
        raise invalid("pos_label", "name at least one label", "an empty collection")
    return chosen


def _plain(label: Any) -> Any:
    """Return a label as Python has it."""
    if isinstance(label, np.datetime64):
        label = label.astype("datetime64[us]")
    return label.item() if isinstance(label, np.generic) else label


def _check_present(chosen: set[Any], present: list[Any], name: str) -> None:
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


def _needs_pos_label(distinct: Collection[Any], name: str) -> PrplotValueError:
    if not distinct:
        return invalid(name, "hold at least one row", "none", "Check what selected the rows.")
    found = in_order(map(_plain, distinct))
    return PrplotValueError(
        f"{name} must be bool, 0/1 or -1/1 when pos_label is not given; got {len(found)} "
        f"label{'s' if len(found) != 1 else ''}: {listed(found)}. Say which is positive"
        + (f", for example pos_label={found[-1]!r}" if len(found) <= MANY_LABELS else " with pos_label")
        + "; a collection of labels is taken together."
    )


def in_order(labels: Iterable[Any]) -> list[Any]:
    """Return labels in their order, or, where they have none, in that of how they are written."""
    labels = list(labels)
    try:
        return sorted(labels)
    except TypeError:
        return sorted(labels, key=repr)
