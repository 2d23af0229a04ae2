"""Reading single numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from prplot.errors import invalid, short, wrong_type

__all__ = ["number", "share_of_foreground"]


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


def share_of_foreground(value: Any) -> float:
    """Return a prevalence π in (0, 1) as a float."""
    prevalence = number("prevalence", value)
    if not 0 < prevalence < 1:
        raise invalid(
            "prevalence",
            "lie strictly between 0 and 1",
            short(value),
            "It is the share of foreground weight, for example 0.1.",
        )
    return prevalence
