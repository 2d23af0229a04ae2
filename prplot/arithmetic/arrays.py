"""Arrays of floats, closed for writing also in copies and after pickling."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["FloatArray", "Frozen", "read_only"]

FloatArray = NDArray[np.float64]


def read_only(array: FloatArray) -> FloatArray:
    """Return the array after closing it for writing; for arrays that prplot made itself."""
    array.flags.writeable = False
    return array


class Frozen:
    """Base of what holds read-only arrays: in copies, and after pickling, they are read-only too."""

    def __setstate__(self, state: dict[str, Any]) -> None:
        _close(state)
        vars(self).update(state)


def _close(state: Any) -> None:
    """Close the arrays in mappings and tuples for writing; other objects see to their own."""
    if isinstance(state, np.ndarray):
        read_only(state)
    elif isinstance(state, tuple | list):
        for part in state:
            _close(part)
    elif isinstance(state, dict):
        for part in state.values():
            _close(part)
