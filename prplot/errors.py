"""The small family of errors and the warning."""

from __future__ import annotations

import functools
import inspect
import re
import sys
import warnings
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ParamSpec, TypeVar

from prplot.synonyms import ARGUMENTS, W, known, nearest

__all__ = [
    "PrplotError",
    "PrplotTypeError",
    "PrplotValueError",
    "PrplotWarning",
]


P = ParamSpec("P")
R = TypeVar("R")


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
    try:
        text = repr(value)
    except Exception:
        # What cannot even be shown, as a Series of signalling NaN.
        text = object.__repr__(value)
    text = " ".join(text.split())
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


def by_name(way_out: str, *, method: bool = False) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorate a function whose arguments are easily passed wrongly: such a call is told what the right one is.

    Of a ``method`` callers do not write the first argument, whatever it is called.
    """

    def decorated(function: Callable[P, R]) -> Callable[P, R]:
        signature = inspect.signature(function)

        @functools.wraps(function)
        def checked(*args: P.args, **kwargs: P.kwargs) -> R:
            try:
                return function(*args, **kwargs)
            except TypeError:
                # Calls that fit need no look at the signature.
                _check_fits(function, signature, args, kwargs, way_out, method)
                raise

        return checked

    return decorated


def _check_fits(
    function: Callable[..., Any],
    signature: inspect.Signature,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    way_out: str,
    method: bool,
) -> None:
    """Raise an error that tells the right call where arguments do not fit a function."""
    try:
        signature.bind(*args, **kwargs)
    except TypeError as error:
        own = [p.replace(annotation=p.empty) for p in signature.parameters.values() if p.name != "self"][method:]
        plain = signature.replace(parameters=own, return_annotation=signature.empty)
        strange = next((name for name in kwargs if name not in signature.parameters), None)
        hint = _meant(strange, [p.name for p in own]) or way_out
        called = function.__qualname__.removesuffix(".__init__").rpartition(".")[2]
        raise PrplotTypeError(message("the call", f"be {called}{plain}", _unbound(error), hint)) from None


def yes_or_no(argument: str, value: object) -> bool:
    """Return a truth value, else raise an error: texts and numbers that would count as true say something else."""
    if not isinstance(value, bool) and type(value).__name__ not in ("bool", "bool_"):
        raise wrong_type(argument, "be True or False", value)
    return bool(value)


def _meant(strange: str | None, arguments: Sequence[str]) -> str:
    """Return a sentence with the argument that an unknown one means or is most like; empty where there is none."""
    meant = next((name for name in arguments if strange in ARGUMENTS.get(name, ())), None)
    return nearest(strange, arguments) if meant is None else f"What {strange!r} is elsewhere is {meant!r} here."


def _unbound(error: TypeError) -> str:
    """Return what was got by a call whose arguments did not fit."""
    text = str(error).removeprefix("got ")
    return re.sub(r"missing a required (?:keyword-only )?argument: (.*)", r"no \1, which is required", text)


def one_of(argument: str, value: object, options: Sequence[W]) -> W:
    """Return the one of ``options`` that ``value`` means, else raise an error that lists them all, the nearest last."""
    option = known(value, options) if isinstance(value, str) else None
    if option is None:
        raise invalid(argument, f"be one of {', '.join(map(repr, options))}", short(value), nearest(value, options))
    return option
