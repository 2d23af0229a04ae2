"""Values as Python writes them, for code that runs where there is nothing but prplot."""

from __future__ import annotations

import math
from typing import Any

import numpy as np


def plain(value: Any) -> Any:
    """Return numbers and strings, NumPy's and others', as those of Python; what is neither as it is."""
    if isinstance(value, np.generic):
        value = value.item()
    for kind in (bool, int, float, str):
        if isinstance(value, kind):
            return kind(value) if kind is not str else str.__str__(value)
    return value


def literal(value: Any) -> str | None:
    """Return what Python reads as an equal value; None where nothing does."""
    value = plain(value)
    if isinstance(value, tuple | list | dict):
        parts = [literal(part) for part in value]
        if None in parts:
            return None
        if isinstance(value, dict):
            ends = [literal(part) for part in value.values()]
            return None if None in ends else f"{{{', '.join(f'{a}: {b}' for a, b in zip(parts, ends, strict=True))}}}"
        inside = ", ".join(map(str, parts))
        return f"[{inside}]" if isinstance(value, list) else f"({inside}{',' * (len(parts) == 1)})"
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else f"float('{value}')"
    return repr(value) if value is None or type(value) in (bool, int, float, str, bytes) else None
