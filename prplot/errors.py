"""The errors and the warning of prplot, the wording of their messages, and `by_name`, which explains wrong calls."""

from __future__ import annotations

import contextlib
import functools
import inspect
import re
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from types import ModuleType
from typing import Any, TypeVar, cast

from prplot.names import ARGUMENTS, INSTEAD, UNCLEAR, W, complement, known, nearest, where

F = TypeVar("F", bound=Callable[..., Any])
# The list of `collected_warnings`, if one is active. It replaces changes to the filters of `warnings`, which all
# threads share.
_COLLECTED: ContextVar[list[str] | None] = ContextVar("collected", default=None)
# The repr of a value in a message has at most LONGEST characters; HEAD of them are from its beginning.
LONGEST, HEAD = 60, 38
# For each function that `by_name` has decorated: the original function, and the advice for wrong calls.
_CHECKED: dict[Callable[..., Any], tuple[Callable[..., Any], str]] = {}


class PrplotError(Exception):
    """The base of all errors of prplot; catch it to catch them all.

    Attributes
    ----------
    argument : str
        The name of the wrong argument, with which the message begins; empty where the error names none.
    """

    def __init__(self, *args: Any, argument: str = "", **more: Any) -> None:
        super().__init__(*args, **more)
        self.argument = argument


class PrplotValueError(PrplotError, ValueError):
    """An argument has a value that is not allowed; the message says which ones are, and how to fix the call."""


class PrplotTypeError(PrplotError, TypeError):
    """An argument has a type that prplot cannot read."""


class PrplotAttributeError(PrplotError, AttributeError):
    """Something has no such attribute: the message says where to find what was looked for."""


class PrplotWarning(UserWarning):
    """A warning that a result is undefined (NaN), or that prplot did something you should know about.

    Attributes
    ----------
    reason : str
        Why the result is undefined; empty where the warning is of something else.
    """

    reason = ""


class OutsideAxesWarning(PrplotWarning):
    """A warning of a point that the limits of its axes hide."""


class Spelling:
    """How messages write arguments: as in Python; the command line has a subclass that writes options."""

    def name(self, argument: str) -> str:
        """Return the name of an argument as messages write it."""
        return argument

    def option(self, argument: str, *value: object) -> str:
        """Return an argument with its value, such as ``missing='drop'``, or without a value if none is given."""
        return f"{argument}={', '.join(map(short, value))}"


_IN_PYTHON = Spelling()
# The spelling in use, which `worded` sets.
_SPELLING: ContextVar[Spelling] = ContextVar("spelling", default=_IN_PYTHON)


@contextlib.contextmanager
def worded(spelling: Spelling) -> Iterator[None]:
    """Within the ``with`` block, let messages write arguments in this spelling."""
    token = _SPELLING.set(spelling)
    try:
        yield
    finally:
        _SPELLING.reset(token)


def option(argument: str, *value: object) -> str:
    """Return an argument as the reader of the message would pass it, such as ``missing='drop'``."""
    return _SPELLING.get().option(argument, *value)


def short(value: object) -> str:
    """Return ``repr(value)`` on one line; if it is long, its middle is left out."""
    try:
        text = repr(value)
    except Exception:
        # Some objects raise an error in their repr, such as a pandas Series of signaling NaN.
        text = object.__repr__(value)
    text = " ".join(text.split())
    return text if len(text) <= LONGEST else f"{text[:HEAD]}...{text[HEAD + 3 - LONGEST :]}"


def listed(values: Iterable[Any], most: int = 8) -> str:
    """Return values as ``'a', 'b', 'c'``; after ``most`` of them only their number."""
    shown = [short(v.item() if hasattr(v, "item") and not getattr(v, "ndim", 0) else v) for v in values]
    return ", ".join(shown[:most]) + (f", ... ({len(shown)} in all)" if len(shown) > most else "")


def shortest(value: float) -> str:
    """Return a number in the fewest digits that identify it."""
    text = f"{value:g}"
    return text if float(text) == value or value != value else repr(float(value))


def warn(text: str, reason: str = "", kind: type[PrplotWarning] = PrplotWarning) -> None:
    """Issue a warning that points to the first line outside prplot, or add its text to the collected warnings."""
    if (collected := _COLLECTED.get()) is not None:
        collected.append(text)
        return
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "prplot":
        level, frame = level + 1, frame.f_back
    warning = kind(text)
    warning.reason = reason
    warnings.warn(warning, stacklevel=level)


@contextlib.contextmanager
def collected_warnings() -> Iterator[list[str]]:
    """Collect the texts of prplot's warnings in the yielded list instead of issuing them.

    Other threads are not affected.
    """
    texts: list[str] = []
    token = _COLLECTED.set(texts)
    try:
        yield texts
    finally:
        _COLLECTED.reset(token)


def nothing_called(name: str, thing: object, elsewhere: Mapping[str, str] | None = None) -> PrplotAttributeError:
    """Return (not raise) the error for a missing attribute; it names the call that replaces it, if one is known."""
    kind = f"module {thing.__name__!r}" if isinstance(thing, ModuleType) else f"{type(thing).__name__!r} object"
    replacement = (elsewhere or {}).get(name, "")
    if not replacement and not name.startswith("_") and (replacement := where(name)) and isinstance(thing, ModuleType):
        replacement += " with path = prplot.from_labels(y_true, y_score)"
    text = f"{kind} has no attribute {name!r}" + (f": use {replacement}." if replacement else "")
    if not replacement and name in UNCLEAR:
        text += f". {UNCLEAR[name][1]}"
    # From the name and the object, Python itself adds "Did you mean ...?".
    return PrplotAttributeError(text, name=name, obj=thing)


def message(argument: str, rule: str, got: str, way_out: str = "") -> str:
    """Return an error message made of four parts: argument, rule, value and way out."""
    return f"{_SPELLING.get().name(argument)} must {rule}; got {got}." + (f" {way_out}" if way_out else "")


def invalid(argument: str, rule: str, got: str, way_out: str = "") -> PrplotValueError:
    """Return (not raise) a `PrplotValueError` with the four parts of a message."""
    return PrplotValueError(message(argument, rule, got, way_out), argument=argument)


def wrong_type(argument: str, rule: str, got: object, way_out: str = "") -> PrplotTypeError:
    """Return (not raise) a `PrplotTypeError` with the four parts of a message."""
    kind, value = type(got).__name__, short(got)
    text = message(argument, rule, value if value.startswith(kind) else f"{kind} {value}", way_out)
    return PrplotTypeError(text, argument=argument)


def by_name(way_out: str = "", *, method: bool = False) -> Callable[[F], F]:
    """Decorate a function, or all methods of a class, so that the error of a wrong call shows the right one.

    Arguments may also be given by their synonyms, such as ``sensitivity`` for ``recall``. The way out is added to the
    error of the function, or of the call that makes an object of the class. The error of a ``method`` does not show
    its first argument.
    """

    def decorated(thing: F) -> F:
        if isinstance(thing, type):
            for name, member in list(vars(thing).items()):
                if inspect.isfunction(member) and (name == "__init__" or not name.startswith("_")):
                    # A method that is already decorated is decorated anew, not twice, to keep tracebacks short.
                    member, own = _CHECKED.get(member, (member, way_out * (name == "__init__")))
                    setattr(thing, name, by_name(own, method=True)(member))
            return thing

        @functools.wraps(thing)
        def checked(*args: Any, **kwargs: Any) -> Any:
            try:
                return thing(*args, **kwargs)
            except TypeError as error:
                # The signature is inspected only after a TypeError, because this takes far longer than the call.
                if isinstance(error, PrplotError) or (meant := _fitted(thing, args, kwargs, way_out, method)) is None:
                    raise
            return thing(*args, **meant)

        _CHECKED[checked] = thing, way_out
        return cast(F, checked)

    return decorated


def _fitted(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], way_out: str, method: bool
) -> dict[str, Any] | None:
    """Return the keywords with synonyms replaced by argument names; None if the call is valid; else raise an error."""
    signature = inspect.signature(function)
    parameters = list(signature.parameters)
    meant = {known(name, parameters) or name: value for name, value in kwargs.items()}
    try:
        signature.bind(*args, **kwargs)
    except TypeError as error:
        if len(meant) == len(kwargs) and meant.keys() != kwargs.keys():
            with contextlib.suppress(TypeError):
                signature.bind(*args, **meant)
                return meant
        own = [p.replace(annotation=p.empty) for p in signature.parameters.values()]
        own = own[method or parameters[:1] == ["self"] :]
        plain = signature.replace(parameters=own, return_annotation=signature.empty)
        got = str(error).removeprefix("got ")
        got = re.sub(r"missing a required (?:keyword-only )?argument: (.*)", r"no \1, which is required", got)
        called = function.__qualname__.removesuffix(".__init__").removesuffix(".__call__").rpartition(".")[2]
        strange = next((name for name in kwargs if name not in parameters), None)
        if strange is None:
            raise PrplotTypeError(message("the call", f"be {called}{plain}", got, way_out)) from None
        # Signatures may be long, so the way out comes first.
        way_out = hint(strange, kwargs[strange], [p.name for p in own]) or way_out
        text = f"{called} has no argument {strange!r}. {way_out}".rstrip()
        raise PrplotTypeError(f"{text} The call must be {called}{plain}.") from None
    return None


def yes_or_no(argument: str, value: object) -> bool:
    """Return True or False; raise an error for other values, such as texts, which Python would take for true."""
    if not isinstance(value, bool) and type(value).__name__ not in ("bool", "bool_"):
        raise wrong_type(argument, "be True or False", value)
    return bool(value)


def hint(strange: str, value: object, arguments: Sequence[str]) -> str:
    """Return a sentence with the argument that an unknown argument means or resembles; empty if there is none."""
    same = known(strange, arguments)
    if same is not None:
        return f"It means {same!r}: say one of the two."
    meant = next((name for name in arguments if strange in ARGUMENTS.get(name, ())), None)
    if meant is not None:
        example = f": {meant}={value!r}" if isinstance(value, int | float | str) else ""
        return f"What {strange!r} is elsewhere is {meant!r} here{example}."
    if (rest := complement(strange, value, arguments)) is not None:
        return f"It is 1 - {rest[0]}: {rest[0]}={rest[1]:.12g}."
    needed, instead = INSTEAD.get(strange, ("", ""))
    return instead.format(strange) if needed in arguments else nearest(strange, arguments)


def one_of(argument: str, value: object, options: Sequence[W]) -> W:
    """Return the option that a value or synonym means; otherwise raise an error that lists all options."""
    option = known(value, options) if isinstance(value, str) else None
    if option is None:
        raise invalid(argument, f"be one of {', '.join(map(repr, options))}", short(value), nearest(value, options))
    return option


def not_among(argument: str, value: object, options: Iterable[str], kind: str, listed_by: str) -> PrplotValueError:
    """Return (not raise) the error for an unknown name, with the three nearest names and ``listed_by``."""
    hints = (nearest(value, options, most=3), listed_by)
    return invalid(argument, f"be {kind}", short(value), " ".join(filter(None, hints)))
