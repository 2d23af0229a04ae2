"""Controls as data: their titles, the values that they take, and the value that they have."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal

import traitlets

from prplot.errors import PrplotTypeError, PrplotValueError, invalid, one_of, short, yes_or_no
from prplot.widgets.literals import plain

# Is the comma a decimal one in such a number, or a separator of thousands?
THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+")
# What a slider shows where there is no number; a field of text is empty there.
NO_NUMBER = "off"
Check = Callable[[str, Any], Any]


@dataclass(frozen=True)
class Field:
    """A control, declared once.

    Attributes
    ----------
    title : str
        What it is called.
    kind : str
        One of several options, several of them, a switch, a number, or two numbers.
    check : callable
        Takes the name and a value; returns the value, or raises an error for one that the control cannot have. It
        is not asked about None where that is a value.
    options : mapping or callable
        From values to titles; a callable returns them for what is explored.
    stops : sequence or callable
        Where its slider stops; a callable returns them for what is explored.
    group : str
        The group under "More" that it is in; empty for those in sight.
    when : callable
        Whether it changes anything of a view of what is explored; where it does not, it is hidden.
    typed, optional : bool
        Whether other numbers than the stops can be typed, and whether there may be none.
    start : callable
        Where the slider begins when it is switched on, for what is explored; default: the stop in the middle.
    """

    title: str
    kind: Literal["choice", "several", "flag", "number", "between"]
    check: Check
    options: Any = field(default_factory=dict)
    stops: Any = ()
    group: str = ""
    when: Callable[[Any, Any], bool] = lambda _view, _explored: True
    typed: bool = True
    optional: bool = False
    start: Callable[[Any], float] | None = None

    def checked(self, name: str, value: Any) -> Any:
        """Return a value as Python has it, or raise an error."""
        return None if value is None and self.optional else self.check(name, plain(value))

    def read(self, value: Any) -> Any:
        """Return a number that may be typed, with a decimal point or comma; None for nothing where that is a value."""
        if not isinstance(value, str):
            return value
        text = value.strip()
        if self.optional and text in ("", NO_NUMBER):
            return None
        try:
            number = float(text.replace(",", "."))
        except ValueError:
            number = math.nan
        two_readings = THOUSANDS.fullmatch(text)
        if math.isnan(number) or two_readings:
            why = ", which can be read in two ways. Type it without a comma" if two_readings else ""
            raise PrplotValueError(f"{self.title} must be a number; got {repr(text) if text else 'nothing'}{why}.")
        return int(number) if isinstance(self.stops, range) and number.is_integer() else number

    def described(self, name: str, value: Any, explored: Any = None) -> dict[str, Any]:
        """Return what the script knows of the control."""
        options, stops = (own(explored) if callable(own) else own for own in (self.options, self.stops))
        description: dict[str, Any] = {"name": name, "title": self.title, "kind": self.kind, "group": self.group}
        description["value"] = list(value) if isinstance(value, tuple) else value
        if value in (-math.inf, math.inf):
            # JSON has no infinite number.
            description["value"] = str(value)
        if self.kind in ("choice", "several"):
            return {**description, "options": [[option, title] for option, title in options.items()]}
        if self.kind == "flag":
            return description
        written = [f"{stop:,}" if isinstance(stop, int) else f"{stop:.12g}" for stop in stops]
        description |= {"stops": list(stops), "words": written, "typed": self.typed, "optional": self.optional}
        return {**description, "start": self.start(explored) if self.start else stops[len(stops) // 2]}


def choice(title: str, options: Mapping[Any, str] | Sequence[str], **more: Any) -> Field:
    """Return a list to choose from: titles by value, or values that are read as they are."""
    named = dict(options) if isinstance(options, Mapping) else {name: name.replace("_", " ") for name in options}

    def check(name: str, value: Any) -> Any:
        return one_of(name, value, tuple(named))

    return Field(title, "choice", check, options=named, **more)


def flag(title: str, **more: Any) -> Field:
    """Return a switch."""
    return Field(title, "flag", yes_or_no, **more)


def numeric(title: str, stops: Any, check: Check | None = None, **more: Any) -> Field:
    """Return a slider over stops; without a check, of any number from the first to the last, whole if they are."""
    return Field(title, "number", check or partial(between, stops), stops=stops, **more)


def between(stops: Sequence[float], name: str, value: Any) -> float:
    """Return a number from the first stop to the last; a whole one if they are."""
    whole = isinstance(stops[0], int)
    if isinstance(value, bool) or not isinstance(value, int if whole else int | float):
        raise PrplotTypeError(f"{name} must be of type {'int' if whole else 'float'}; got {short(value)}.")
    if not stops[0] <= value <= stops[-1]:
        raise invalid(name, f"lie in [{stops[0]:g}, {stops[-1]:g}]", short(value))
    return value


def even(low: float, high: float, step: float) -> tuple[float, ...]:
    """Return numbers of equal distance, both ends among them."""
    return tuple(round(low + k * step, 9) for k in range(round((high - low) / step) + 1))


def round_stops(low: float, high: float) -> tuple[float, ...]:
    """Return round numbers of about equal ratio, from one to another."""
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    stops = [float(f"{digit * 10.0**power:.6g}") for power in powers for digit in (1, 1.5, 2, 3, 5, 7)]
    return tuple(stop for stop in stops if low <= stop <= high)


class Control(traitlets.HasTraits):
    """A control of an explorer or a lesson: set its ``value``, and the picture is drawn anew.

    Attributes
    ----------
    value
        What is chosen; an error says what cannot be.
    name : str
    field : Field
        What it is called, and which values it takes.
    """

    value = traitlets.Any(None, allow_none=True)

    def __init__(self, name: str, field: Field, value: Any) -> None:
        self.name, self.field = name, field
        super().__init__(value=value)

    @traitlets.validate("value")  # type: ignore[untyped-decorator]
    def _checked(self, proposal: Any) -> Any:
        return self.field.checked(self.name, proposal["value"])

    def __repr__(self) -> str:
        return f"Control({self.field.title!r}, value={self.value!r})"
