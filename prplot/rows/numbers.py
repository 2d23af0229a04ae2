"""Columns of numbers as given: lists, arrays and Series become one-dimensional float64."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prplot.errors import PrplotValueError, invalid, short, warn, wrong_type
from prplot.rows.arrays import FloatArray
from prplot.rows.checks import number
from prplot.rows.sums import EXACT_INTEGERS
from prplot.rows.tensors import on_host

__all__ = ["MISSING_KINDS", "floats", "numbers", "one_dimensional"]

CONVERT = "Convert it first, for example with values.astype(float)."
# Numbers that may have more digits than float64 holds.
EXACT_KINDS = ("Decimal", "Fraction", "longdouble")
# Types of what stands for a missing value in a column of objects.
MISSING_KINDS = ("NoneType", "NAType", "NaTType")


def numbers(name: str, values: Any) -> FloatArray:
    """Return one-dimensional float64 from any array-like of real numbers; None becomes NaN, and -0.0 becomes 0.0.

    Lists, generators, NumPy arrays (masked ones too: masked is missing), pandas and polars
    Series, tensors.
    """
    array = one_dimensional(name, values)
    if array.dtype.kind == "O":
        return _from_objects(name, array)
    if array.dtype.kind == "f" and array.dtype.itemsize > 8:
        with np.errstate(over="ignore"):
            kept = array.astype(np.float64) + 0.0
        _warn_of_merged(name, len(np.unique(array)), len(np.unique(kept)))
        return kept
    if array.dtype.kind not in "fiub":
        raise wrong_type(name, "hold real numbers", values, CONVERT)
    if array.dtype.kind in "iu" and array.size:
        _check_integers(name, (int(array.min()), int(array.max())))
    read: FloatArray = np.add(array, 0.0, dtype=np.float64)
    return read


def _check_integers(name: str, ends: tuple[int, int]) -> None:
    largest = max(ends, key=abs)
    if abs(largest) > EXACT_INTEGERS:
        raise invalid(
            name,
            "hold integers of at most 2**53, beyond which float64 merges neighbours",
            short(largest),
            "Pass ranks instead." if name == "y_score" else "Divide all of them by a constant.",
        )


def one_dimensional(name: str, values: Any) -> NDArray[Any]:
    """Return any array-like of one dimension as an array, masked values as None."""
    if values is None or isinstance(values, str | bytes | Mapping | Set):
        raise wrong_type(name, "be a one-dimensional array-like", values, "Pass a list, a NumPy array or a Series.")
    values = on_host(values)
    if isinstance(values, np.ma.MaskedArray) and bool(np.ma.getmaskarray(values).any()):
        gaps = np.ma.getmaskarray(values)
        values = np.asarray(values).astype(object)
        values[gaps] = None
    elif isinstance(values, Iterable) and not isinstance(values, Sequence) and not hasattr(values, "__array__"):
        values = list(values)
    try:
        array = np.asarray(values)
        if array.dtype.kind in "US" and isinstance(values, list | tuple) and not _all_texts(values):
            # Texts beside numbers stay what they are.
            array = np.array(values, dtype=object)
    except ValueError as error:
        raise PrplotValueError(f"{name} must be one-dimensional; got rows of different lengths ({error}).") from None
    except Exception:
        raise wrong_type(name, "be a one-dimensional array-like", values, "Pass a list or a NumPy array.") from None
    if array.ndim != 1:
        raise invalid(name, "be one-dimensional", f"shape {array.shape}", _to_one_dimension(name, array))
    return array


def _all_texts(values: Sequence[Any]) -> bool:
    return all(isinstance(value, str | bytes) for value in values)


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
        return "Of the output of predict_proba pass the column of the positive label: y_score[:, 1], if it sorts last."
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
    kept = np.array(floats(name, items)) + 0.0
    if any(kind.__name__ in EXACT_KINDS for kind in kinds):
        _warn_of_merged(name, len({item for item in items if item == item}), len(np.unique(kept[~np.isnan(kept)])))
    return kept


def floats(name: str, items: list[Any]) -> list[float]:
    """Return Python objects as floats; an error names the first that is none."""
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
