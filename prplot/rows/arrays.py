"""Read-only arrays, which stay read-only in copies and after pickling, and accurate sums of weights."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from prplot.errors import PrplotAttributeError, short

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int_]
BoolArray = NDArray[np.bool_]
Pair = tuple[FloatArray, FloatArray]
T = TypeVar("T")
A = TypeVar("A", bound=NDArray[Any])

# Long arrays are processed in blocks of this many numbers, so that intermediate results stay in the processor's cache.
BLOCK = 8192
# If the largest weight lies in this range, sums and products of weights neither overflow nor vanish.
SMALLEST, LARGEST = 2.0**-900, 2.0**1000
# Scaling never takes the larger of two totals above 2**HIGHEST_POWER.
HIGHEST_POWER = 1022
# All integers up to this one are exact in float64.
EXACT_INTEGERS = 2**53


def blocks(length: int, size: int = BLOCK) -> Iterator[slice]:
    """Yield slices that divide an array of this length into blocks of `size`, from the first on."""
    for first in range(0, length, size):
        yield slice(first, min(first + size, length))


def read_only(array: A) -> A:
    """Mark an array as read-only and return it; only for arrays that prplot made itself."""
    array.flags.writeable = False
    return array


def sums_after(start: float, each: FloatArray) -> FloatArray:
    """Return the cumulative sums of `each`, beginning with `start` itself, which is added to all of them."""
    sums = np.append(float(start), each)
    return np.cumsum(sums, out=sums)


def sums_by_place(index: NDArray[np.integer[Any]], weight: FloatArray | None, places: int = 0) -> FloatArray:
    """Return the total weight of each group, where ``index`` holds the number of each row's group, from 0 on.

    Without weights, each row counts 1. The result has at least ``places`` elements.
    """
    return np.asarray(np.bincount(index, weight, places), dtype=float)


def safe_scale(largest: float, smallest: float = 0.0) -> float:
    """Return a power of two that keeps weights away from the ends of the double range.

    It is 1 unless the largest weight lies near one of the ends, or the smallest weight squared, divided by the largest,
    does: gains need the positives that a random ranking finds, a number of that size. Multiplying all weights by a
    power of two changes no ratio and no digit.
    """
    smallest = smallest or largest
    if 0 < smallest < SMALLEST * (largest / smallest):
        power = min(-math.frexp(smallest)[1], HIGHEST_POWER - math.frexp(largest)[1])
        return math.ldexp(1.0, min(power, HIGHEST_POWER))
    return 2.0**-24 if largest > LARGEST else 1.0


def running(increments: FloatArray) -> FloatArray:
    """Return the cumulative sums of non-negative increments, correct to about one rounding.

    A plain ``cumsum`` drifts where the same weight is added again and again (2e-11 at ten
    million rows of 0.1). The rounding error of each of its additions is known exactly
    (Knuth's two-sum), so the errors are summed too, and added to the result.

    Parameters
    ----------
    increments : array of shape (K,)
        Non-negative weights.

    Returns
    -------
    array of shape (K + 1,)
        ``[0, x_1, x_1 + x_2, ...]``, never falling; exact for integers up to 2**53.

    Notes
    -----
    ``numpy.add.accumulate`` adds strictly from left to right, which two-sum relies on.
    """
    sums = np.zeros(len(increments) + 1)
    total = lost = 0.0
    for block in blocks(len(increments)):
        added = increments[block]
        plain = np.cumsum(np.append(total, added))
        before, after = plain[:-1], plain[1:]
        taken = after - before
        errors = np.cumsum(np.append(lost, (before - (after - taken)) + (added - taken)))[1:]
        total, lost = after[-1], errors[-1]
        sums[1:][block] = after + errors
    return np.maximum.accumulate(sums, out=sums)


class Frozen:
    """Base of dataclasses that hold read-only arrays, which stay read-only in copies and after pickling.

    Cached properties are neither copied nor pickled.
    """

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: vars(self)[field.name] for field in fields(cast(Any, self))}

    def __setstate__(self, state: dict[str, Any]) -> None:
        close(state)
        vars(self).update(state)


def unchangeable(name: str, instead: str) -> Callable[[type[T]], type[T]]:
    """Decorate a frozen dataclass, so that the error for setting an attribute names a call that can be used instead.

    Parameters
    ----------
    name : str
        The attribute that users want to set.
    instead : str
        The call that returns an object with another value, with {} for the value.
    """

    def refuse(self: Any, attribute: str, value: Any = None) -> None:
        way_out = f" Use {instead.format(short(value))}, which returns another." if attribute == name else ""
        raise PrplotAttributeError(
            f"{type(self).__name__} objects cannot be changed: {attribute} is read-only.{way_out}"
        )

    def decorated(cls: type[T]) -> type[T]:
        # `dataclass(frozen=True)` refuses classes that define these methods, so they are replaced afterwards.
        cls.__setattr__ = cls.__delattr__ = refuse  # type: ignore[method-assign]
        return cls

    return decorated


def close(state: Any) -> None:
    """Mark an array as read-only, or all arrays in a mapping, list or tuple; ignore other objects."""
    if isinstance(state, np.ndarray):
        read_only(state)
    elif isinstance(state, tuple | list | dict):
        for part in state.values() if isinstance(state, dict) else state:
            close(part)
