"""Numbers in few digits that stand for others."""

from __future__ import annotations

import math
from decimal import ROUND_FLOOR, Context, Decimal

# With so many digits every float64 is itself.
ALL_DIGITS = 17


def short_within(below: float, high: float, digits: int = 1) -> float:
    """Return the number of the fewest digits, but at least so many, that is greater than one and at most another."""
    rounded = (float(Context(count, ROUND_FLOOR).create_decimal(high)) for count in range(digits, ALL_DIGITS))
    return next((short for short in rounded if short > below), high)


def short_above(score: float) -> float:
    """Return a number of two digits that is greater than another."""
    return max(float(Context(2).next_plus(Decimal(score))) if score else 1.0, math.nextafter(score, math.inf))
