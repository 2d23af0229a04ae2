"""Reading single numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from prplot.errors import wrong_type

__all__ = ["number"]


def number(name: str, value: Any) -> float:
    """Return one real number as a float; strings, sequences and None are not numbers."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value.item()
    if isinstance(value, str | bytes | complex) or not hasattr(value, "__float__") or np.ndim(value) != 0:
        raise wrong_type(name, "be one real number", value)
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        raise wrong_type(name, "be one real number", value) from None
