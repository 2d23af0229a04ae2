"""Shorten decimal numbers."""

from __future__ import annotations

from decimal import ROUND_FLOOR, Context

# This many digits identify every float64.
ALL_DIGITS = 17


def short_within(below: float, high: float, digits: int = 1) -> float:
    """Return the shortest number above ``below`` and at most ``high``, with at least ``digits`` digits."""
    rounded = (float(Context(count, ROUND_FLOOR).create_decimal(high)) for count in range(digits, ALL_DIGITS))
    return next((short for short in rounded if short > below), high)
