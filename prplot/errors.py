"""The small family of errors and the warning; imports nothing of prplot."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable, Sequence
from typing import Any

__all__ = [
    "PrplotError",
    "PrplotTypeError",
    "PrplotValueError",
    "PrplotWarning",
]


class PrplotError(Exception):
    """Base that every error raised by prplot shares; catch it to catch them all."""


class PrplotValueError(PrplotError, ValueError):
    """A value breaks a rule: the message names argument, rule, value and way out."""


class PrplotTypeError(PrplotError, TypeError):
    """A value is of a kind that prplot cannot read: same form of message."""


class PrplotWarning(UserWarning):
    """Something asked for is undefined (and NaN), or was done that one should know."""


def short(value: object, limit: int = 60) -> str:
    """Return ``repr(value)`` on one line, cut in the middle where it is long."""
    text = " ".join(repr(value).split())
    if len(text) <= limit:
        return text
    head = (limit - 3) * 2 // 3
    return f"{text[:head]}...{text[len(text) - (limit - 3 - head) :]}"


def listed(values: Iterable[Any], most: int = 8) -> str:
    """Return the values as ``'a', 'b', 'c'``, at most ``most`` of them."""
    shown = [repr(v.item() if hasattr(v, "item") else v) for v in values]
    return ", ".join(shown[:most]) + (f", ... ({len(shown)} in all)" if len(shown) > most else "")


def shortest(value: float) -> str:
    """Return a number as people write it, with all the digits that tell it from its neighbours."""
    text = f"{value:g}"
    return text if float(text) == value or value != value else repr(float(value))


def warn(text: str) -> None:
    """Issue a `PrplotWarning` that points to the first line outside prplot."""
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "prplot":
        level, frame = level + 1, frame.f_back
    warnings.warn(text, PrplotWarning, stacklevel=level)


def message(argument: str, rule: str, got: str, way_out: str = "") -> str:
    """Put the four parts of an error message together."""
    return f"{argument} must {rule}; got {got}." + (f" {way_out}" if way_out else "")


def invalid(argument: str, rule: str, got: str, way_out: str = "") -> PrplotValueError:
    """Return (not raise) a value error with the four parts of a message."""
    return PrplotValueError(message(argument, rule, got, way_out))


def wrong_type(argument: str, rule: str, got: object, way_out: str = "") -> PrplotTypeError:
    """Return (not raise) a type error with the four parts of a message."""
    kind, value = type(got).__name__, short(got)
    return PrplotTypeError(message(argument, rule, value if value.startswith(kind) else f"{kind} {value}", way_out))


def one_of(argument: str, value: object, options: Sequence[str]) -> str:
    """Return ``value`` if it is one of ``options``, else raise an error that lists them all."""
    if not isinstance(value, str) or value not in options:
        raise invalid(argument, f"be one of {', '.join(map(repr, options))}", short(value))
    return value
