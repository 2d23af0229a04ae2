"""Arrays of other libraries, through the protocols that they share with NumPy; none of them is imported."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

__all__ = ["on_host"]


def on_host(values: Any) -> Any:
    """Return a tensor as an array of NumPy, and whatever else was given as it is.

    Tensors have ``__dlpack__`` or ``__array_namespace__``. What they need to be read is done as their library
    does it: gradients are detached, and values on another device are copied to the host.
    """
    if isinstance(values, list | tuple) and values and _is_tensor(values[0]):
        # One number in each, as loops collect them.
        return [on_host(value) for value in values]
    if not _is_tensor(values):
        return values
    for way in _ways(values):
        try:
            array = np.asarray(way())
        except Exception:
            # Whatever a library raises where it has another way, or none.
            continue
        if array.dtype.kind == "V" and array.dtype.names is None:
            # Short floats of a kind that is none of NumPy's own.
            return array.astype(np.float64)
        if array.dtype.kind != "O":
            return array
    return values


def _is_tensor(values: Any) -> bool:
    speaks = hasattr(values, "__dlpack__") or hasattr(values, "__array_namespace__")
    return speaks and not isinstance(values, np.ndarray | np.generic)


def _ways(tensor: Any) -> Iterator[Callable[[], Any]]:
    """Yield ways to the host, the usual ones first."""
    # PyTorch wants to be asked for each by name, and has no array of short floats.
    yield lambda: _after(tensor, "detach", "cpu")
    yield lambda: _after(tensor, "detach", "cpu", "double")
    # CuPy.
    yield lambda: _after(tensor, "get")
    yield lambda: np.from_dlpack(tensor)
    yield lambda: np.from_dlpack(tensor, device="cpu", copy=True)


def _after(tensor: Any, *methods: str) -> Any:
    """Return what methods make of a tensor, those that it has."""
    for method in methods:
        if hasattr(tensor, method):
            tensor = getattr(tensor, method)()
    return tensor
