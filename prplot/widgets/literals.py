"""Values written as Python code that needs only prplot to run."""

from __future__ import annotations

import math
from typing import Any

import numpy as np


def plain(value: Any) -> Any:
    """Return numbers and strings, also NumPy's and of subclasses, as plain Python objects; other values unchanged."""
    if isinstance(value, np.generic):
        value = value.item()
    if type(value) is tuple:
        return tuple(map(plain, value))
    for kind in (bool, int, float, str):
        if isinstance(value, kind):
            return kind(value) if kind is not str else str.__str__(value)
    return value


def literal(value: Any) -> str:
    """Return Python code for a value, such that the code gives an equal value."""
    value = plain(value)
    return f"float('{value}')" if value in (-math.inf, math.inf) else repr(value)


def written(options: dict[str, Any]) -> list[str]:
    """Return keyword arguments as Python code, one text for each."""
    return [f"{name}={literal(value)}" for name, value in options.items()]
