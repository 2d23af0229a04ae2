"""Numbers in few digits that stand for others."""

from __future__ import annotations

import math
from decimal import ROUND_FLOOR, Decimal

__all__ = ["short_above", "short_within"]

# With so many digits every float64 is itself.
ALL_DIGITS = 17


def short_within(below: float, high: float, digits: int = 1) -> float:
    """Return the number of the fewest digits, but at least so many, that is greater than one and at most another."""
    if not math.isfinite(high):
        return high
    for count in range(digits, ALL_DIGITS):
        short = float(f"{high:.{count - 1}e}")
        if short > high:
            unit = Decimal(1).scaleb(Decimal(high).adjusted() - count + 1)
            short = float((Decimal(high) / unit).to_integral_value(ROUND_FLOOR) * unit)
        if below < short <= high:
            return short
    return high


def short_above(score: float) -> float:
    """Return a number of few digits that is greater than another."""
    unit = Decimal(1).scaleb(Decimal(score).adjusted() - 1) if score else Decimal(1)
    return max(
        float(((Decimal(score) / unit).to_integral_value(ROUND_FLOOR) + 1) * unit), math.nextafter(score, math.inf)
    )
