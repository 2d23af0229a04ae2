"""Values as Python code, which needs nothing but prplot to run."""

from __future__ import annotations

import math
from typing import Any

import numpy as np


def plain(value: Any) -> Any:
    """Return numbers and strings, NumPy's and others', as those of Python; what is neither as it is."""
    if isinstance(value, np.generic):
        value = value.item()
    if type(value) is tuple:
        return tuple(map(plain, value))
    for kind in (bool, int, float, str):
        if isinstance(value, kind):
            return kind(value) if kind is not str else str.__str__(value)
    return value


def literal(value: Any) -> str:
    """Return what Python reads as an equal value, if anything is."""
    value = plain(value)
    return f"float('{value}')" if value in (-math.inf, math.inf) else repr(value)


def written(options: dict[str, Any]) -> list[str]:
    """Return keywords as Python."""
    return [f"{name}={literal(value)}" for name, value in options.items()]
