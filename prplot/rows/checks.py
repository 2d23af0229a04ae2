"""Check numbers as users pass them: single numbers, columns, arrays of any shape, seeds and tensors."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prplot.errors import PrplotValueError, invalid, option, short, shortest, warn, wrong_type
from prplot.rows.arrays import EXACT_INTEGERS, BoolArray, FloatArray

CONVERT = "Convert it first, for example with values.astype(float)."
# Types of numbers that may have more digits than float64 holds.
EXACT_KINDS = {"Decimal", "Fraction", "longdouble"}
# Names of the arguments that hold scores.
SCORES = ("y_score", "score")
# Names of the types that mark a missing value in a column of Python objects.
MISSING_KINDS = ("NoneType", "NAType", "NaTType")


def number(name: str, value: Any) -> float:
    """Return one real number as a float; raise an error for strings, sequences and None."""
    if type(value) is float:
        # Most values are floats; without this shortcut a confusion matrix takes four times as long.
        return value
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value.item()
    try:
        if not isinstance(value, str | bytes | complex) and hasattr(value, "__float__") and np.ndim(value) == 0:
            return float(value)
    except OverflowError:
        raise invalid(name, "be a number that float64 can hold", short(value)) from None
    except Exception:
        # The __float__ of a foreign class may raise any exception; then the value is not a number.
        pass
    raise wrong_type(name, "be one real number", value)


def number_that(name: str, value: Any, fits: Callable[[float], bool], rule: str, way_out: str = "") -> float:
    """Return a real number for which `fits` is true; otherwise raise an error that states the rule."""
    real = number(name, value)
    if not fits(real):
        raise invalid(name, rule, short(value) if real == real else "nan", way_out)
    return real


def positive_number(name: str, value: Any, way_out: str) -> float:
    """Return a finite number greater than 0; otherwise raise an error."""
    return number_that(name, value, lambda real: 0 < real < math.inf, "be finite and greater than 0", way_out)


def not_negative(name: str, value: Any, way_out: str = "") -> float:
    """Return a finite number of at least 0; otherwise raise an error."""
    return number_that(name, value, lambda real: 0 <= real < math.inf, "be finite and not negative", way_out)


def whole_number(name: str, value: Any, least: int, most: int, what: str, way_out: str) -> int:
    """Return a whole number from `least` to `most`; otherwise raise an error that names `what` is counted."""
    rule = f"be a whole number of {what} from {least:,} to {most:,}"
    if isinstance(value, bool | np.bool_) or not isinstance(value, int | np.integer):
        raise wrong_type(name, rule, value, way_out)
    if not least <= value <= most:
        raise invalid(name, rule, short(value), way_out)
    return int(value)


def threshold_of(name: str, value: Any) -> float:
    """Return a threshold, or a value of a metric, as a float; raise an error for NaN."""
    return number_that(name, value, lambda cut: cut == cut, "not be NaN")


def floats(name: str, items: list[Any]) -> list[float]:
    """Return Python objects as floats; raise an error that names the first one that is not a number."""
    try:
        return [float(item) for item in items]
    except Exception:
        # An item may be too large or not a number, and foreign classes may raise anything; `number` names the first bad
        # one.
        return [number(f"{name}[{row}]", item) for row, item in enumerate(items)]


def reals(name: str, values: Any, way_out: str = "") -> FloatArray:
    """Return real numbers of any shape as a float64 array, with NaN for masked values."""
    try:
        values = on_host(values)
        if np.ma.isMaskedArray(values):
            values = np.ma.filled(values.astype(float), np.nan)
        array = np.asarray(values)
        if array.dtype.kind in "fiub" or (array.dtype.kind == "O" and None not in array.ravel().tolist()):
            with np.errstate(all="ignore"):
                return array.astype(float, copy=False)
    except OverflowError:
        raise invalid(name, "hold numbers that float64 can hold", short(values)) from None
    except Exception:
        # Ragged lists raise, and foreign classes may raise any exception; then the values are not real numbers.
        pass
    raise wrong_type(name, "hold real numbers", values, way_out)


def check_prevalence(value: Any) -> float:
    """Return a prevalence as a float; raise an error unless it lies strictly between 0 and 1."""
    prevalence = number("prevalence", value)
    if not 0 < prevalence < 1:
        what = "It is the share of positive weight, for example 0.1."
        if prevalence != prevalence:
            what += f" That of a path is unknown where {option('negatives')} was not said when it was made."
        raise invalid("prevalence", "lie strictly between 0 and 1", short(value), what)
    return prevalence


def random_generator(rng: Any) -> np.random.Generator:
    """Return a NumPy generator made from a seed; a generator is returned as it is."""
    rule = "be a seed (a whole number from 0 on), a numpy.random.Generator or None"
    try:
        return np.random.default_rng(rng)
    except ValueError:
        raise invalid("rng", rule, short(rng), "Pass for example rng=1.") from None
    except Exception:
        raise wrong_type("rng", rule, rng, "Pass for example rng=1.") from None


def numbers(name: str, values: Any) -> FloatArray:
    """Return real numbers as a one-dimensional float64 array; None becomes NaN, and -0.0 becomes 0.0.

    Accepts lists, generators, NumPy arrays, pandas and polars Series, and tensors. Masked values are missing ones.
    """
    array = one_dimensional(name, values)
    kind = array.dtype.kind
    if kind in "iu":
        _check_integers(name, [int(array.min(initial=0)), int(array.max(initial=0))])
    if kind in "iub" or (kind == "f" and array.dtype.itemsize <= 8):
        return np.asarray(np.add(array, 0.0, dtype=float))
    if kind not in "fO":
        raise wrong_type(name, "hold real numbers", values, CONVERT)
    # Among Python objects only real numbers and marks of missing values are accepted.
    items = array.tolist()
    kinds = {type(item).__name__: item for item in reversed(items)}
    for called, first in kinds.items():
        real = hasattr(first, "__float__") and not isinstance(first, complex | np.complexfloating)
        if not real and called not in MISSING_KINDS:
            raise wrong_type(name, "hold real numbers", first, CONVERT)
    _check_integers(name, [item for item in items if isinstance(item, int)])
    items = [np.nan if type(item).__name__ in MISSING_KINDS else item for item in items]
    converted = np.array(floats(name, items)) + 0.0
    if name in SCORES and kinds.keys() & EXACT_KINDS:
        warn_of_merged(name, *(len({item for item in each if item == item}) for each in (items, converted.tolist())))
    return converted


def warn_of_merged(name: str, exact: int, floats: int) -> None:
    """Warn if converting scores to float64 made distinct scores equal; both arguments are counts of distinct scores."""
    if floats < exact:
        warn(
            f"{name} holds {exact} distinct scores, of which float64 tells {floats} apart: {exact - floats} more "
            "are tied. Pass ranks to keep their order."
        )


def _check_integers(name: str, integers: list[int]) -> None:
    largest = max(integers, key=abs, default=0)
    if abs(largest) > EXACT_INTEGERS:
        raise invalid(
            name,
            "hold integers of at most 2**53, beyond which float64 merges neighbors",
            short(largest),
            "Pass ranks instead." if name == "y_score" else "Divide all of them by a constant.",
        )


def one_dimensional(name: str, values: Any) -> NDArray[Any]:
    """Return a one-dimensional array-like as an array, with None for masked values."""
    if values is None or isinstance(values, str | bytes | Mapping | Set):
        raise wrong_type(name, "be a one-dimensional array-like", values, "Pass a list, a NumPy array or a Series.")
    values = on_host(values)
    if isinstance(values, np.ma.MaskedArray):
        values = values.tolist()
    elif isinstance(values, Iterable) and not isinstance(values, Sequence) and not hasattr(values, "__array__"):
        values = list(values)
    try:
        array = np.asarray(values)
        texts = array.dtype.kind in "US" and isinstance(values, list | tuple)
        if texts and not all(isinstance(value, str | bytes) for value in values):
            # NumPy would turn numbers that stand beside strings into strings.
            array = np.array(values, dtype=object)
    except ValueError as error:
        raise PrplotValueError(f"{name} must be one-dimensional; got rows of different lengths ({error}).") from None
    except Exception:
        raise wrong_type(name, "be a one-dimensional array-like", values, "Pass a list or a NumPy array.") from None
    if array.ndim != 1:
        written = name if isinstance(values, np.ndarray) else f"numpy.asarray({name})"
        raise invalid(name, "be one-dimensional", f"shape {array.shape}", _to_one_dimension(name, written, array))
    return array


def _to_one_dimension(name: str, written: str, array: NDArray[Any]) -> str:
    """Return the advice of an error message: how to get one value per row from an array that is not one-dimensional."""
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
    if name == "y_true" and array.dtype.kind in "biuf" and np.isin(array, (0, 1)).all() and (array.sum(1) == 1).all():
        return "For one column per class pass the labels, numpy.argmax(y_true, axis=1)."
    if name == "y_score" and array.shape[1] == 2:
        return (
            f"Of the output of predict_proba pass the column of the positive label: {written}[:, 1], if it sorts last."
        )
    return f"Pass one column, for example {written}[:, 1]: that of the class in question, if there is one per class."


def is_missing(value: Any) -> bool:
    """Return whether a value of a column is missing: None, NaN, or the mark of pandas or polars."""
    try:
        return type(value).__name__ in MISSING_KINDS or bool(value != value)
    except Exception:
        # Signaling NaN of decimals, arrays and some foreign classes cannot be compared.
        raise wrong_type("each value", "be one that can be compared", value) from None


def without_name(values: NDArray[Any]) -> BoolArray:
    """Return which values of a column of groups or items are missing."""
    if values.dtype.kind == "O":
        return np.array([is_missing(value) for value in values.tolist()], dtype=bool)
    return np.asarray(values != values) if values.dtype.kind in "fcmM" else np.zeros(len(values), dtype=bool)


def check(name: str, wrong: BoolArray, rule: str, got: Callable[[int], str], way_out: str = "") -> None:
    """Raise an error if any row is wrong; `got(row)` describes the first wrong row."""
    if wrong.any():
        raise invalid(name, rule, got(int(np.argmax(wrong))), way_out)


def check_values(name: str, values: FloatArray, wrong: BoolArray, rule: str, way_out: str = "") -> None:
    """Raise an error that shows the first wrong value and its row, if any value is wrong."""
    check(name, wrong, rule, lambda row: f"{name}[{row}] = {shortest(values[row])}", way_out)


def on_host(values: Any) -> Any:
    """Return a tensor, or a list of tensors, as a NumPy array; return all other values unchanged.

    Tensors are recognized by ``__dlpack__`` or ``__array_namespace__``; none of their libraries is imported. Gradients
    are detached, and values on another device are copied to the host.
    """
    if isinstance(values, list | tuple) and values and _is_tensor(values[0]):
        # Training loops collect scores in a list of tensors with one number each.
        return [on_host(value) for value in values]
    if not _is_tensor(values):
        return values
    for way in (
        lambda: values,
        # PyTorch requires explicit detach and cpu, and cannot convert bfloat16 to a NumPy array.
        lambda: values.detach().cpu(),
        lambda: values.detach().cpu().double(),
        # CuPy copies an array to the host with get.
        lambda: values.get(),
        lambda: np.from_dlpack(values),
        lambda: np.from_dlpack(values, device="cpu", copy=True),
    ):
        try:
            array = np.asarray(way())
        except Exception:
            # Each library raises its own exceptions for conversions that it does not support.
            continue
        if array.dtype.kind == "V" and array.dtype.names is None:
            # The dtype is a short float that NumPy does not have, such as bfloat16 of ml_dtypes.
            return array.astype(float)
        if array.dtype.kind != "O":
            return array
    return values


def _is_tensor(values: Any) -> bool:
    speaks = hasattr(values, "__dlpack__") or hasattr(values, "__array_namespace__")
    return speaks and not isinstance(values, np.ndarray | np.generic)
