"""Arrays, closed for writing also in copies and after pickling, and the blocks in which long ones are worked on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int_]
BoolArray = NDArray[np.bool_]
Pair = tuple[FloatArray, FloatArray]
A = TypeVar("A", bound=NDArray[Any])

# So many numbers are worked on at a time that what is computed in between stays in the cache.
BLOCK = 8192


def blocks(length: int, size: int = BLOCK) -> Iterator[slice]:
    """Yield where the blocks of an array are, from the first on."""
    for first in range(0, length, size):
        yield slice(first, min(first + size, length))


def reuse_memory() -> None:
    """Let what is freed be used again, where the same arrays are made thousands of times over.

    The allocator of Linux gives memory back to the system, and asks for it again, up to the size of the largest block
    that it has seen freed, which takes longer than filling arrays of some 100 kB. This is such a block, of 16 MB of
    which none is touched.
    """
    np.empty(2**21)


def read_only(array: A) -> A:
    """Return the array after closing it for writing; for arrays that prplot made itself."""
    array.flags.writeable = False
    return array


def sums_after(start: float, each: FloatArray) -> FloatArray:
    """Return a start, and the sums up to each from there on."""
    sums = np.empty(len(each) + 1)
    sums[0] = start
    np.cumsum(each, out=sums[1:])
    if start:
        sums[1:] += start
    return sums


def sums_by_place(place: NDArray[np.integer[Any]], weight: FloatArray | None, places: int = 0) -> FloatArray:
    """Return the weight in each of so many places, numbered from 0 on; by default up to the last one there is.

    Without weights it is counted how many are in each.
    """
    return np.asarray(np.bincount(place, weight, places), dtype=np.float64)


class Frozen:
    """Base of dataclasses that hold read-only arrays: in copies, and after pickling, they are read-only too.

    What was computed from the fields, and kept, is neither copied nor pickled.
    """

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: vars(self)[field.name] for field in fields(cast(Any, self))}

    def __setstate__(self, state: dict[str, Any]) -> None:
        close(state)
        vars(self).update(state)


def close(state: Any) -> None:
    """Close the arrays in mappings and tuples for writing; other objects see to their own."""
    if isinstance(state, np.ndarray):
        read_only(state)
    elif isinstance(state, tuple | list | dict):
        for part in state.values() if isinstance(state, dict) else state:
            close(part)
