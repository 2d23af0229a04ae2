"""Controls as data: their titles, their allowed values, and their present value."""

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

# In such a number, the comma may be a decimal one or a separator of thousands.
THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+")
# The text that a slider shows for no number; a text field is then empty.
NO_NUMBER = "off"
Check = Callable[[str, Any], Any]


@dataclass(frozen=True)
class Field:
    """The declaration of a control: its title, kind, allowed values and check.

    Attributes
    ----------
    title : str
        The title of the control.
    kind : str
        One of several options, several of them, a switch, a number, or two numbers.
    check : callable
        Takes the name and a value; returns the value, or raises an error if the control cannot have it. It is not
        called for None if the control is optional.
    options : mapping or callable
        The title of each value; a callable returns them for the classifiers explored.
    stops : sequence or callable
        The stops of the slider; a callable returns them for the classifiers explored.
    group : str
        The group under "More" that holds the control; empty if it is always visible.
    when : callable
        Takes a view and the classifiers; returns whether the control has an effect. Otherwise it is hidden.
    typed, optional : bool
        Whether numbers other than the stops can be typed, and whether there may be no number.
    start : callable
        Takes the classifiers; returns where the slider begins when it is switched on. Default: the middle stop.
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
        """Return a value as a checked Python object; raise an error if the control cannot have it."""
        return None if value is None and self.optional else self.check(name, plain(value))

    def read(self, value: Any) -> Any:
        """Return a number that may be typed, with a decimal point or comma; None for no text, if that is allowed."""
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
        """Return the description of the control, with its value, that the script needs."""
        options, stops = (own(explored) if callable(own) else own for own in (self.options, self.stops))
        description: dict[str, Any] = {"name": name, "title": self.title, "kind": self.kind, "group": self.group}
        description["value"] = list(value) if isinstance(value, tuple) else value
        if value in (-math.inf, math.inf):
            # JSON has no infinite numbers.
            description["value"] = str(value)
        if self.kind in ("choice", "several"):
            return {**description, "options": [[option, title] for option, title in options.items()]}
        if self.kind == "flag":
            return description
        written = [f"{stop:,}" if isinstance(stop, int) else f"{stop:.12g}" for stop in stops]
        description |= {"stops": list(stops), "words": written, "typed": self.typed, "optional": self.optional}
        return {**description, "start": self.start(explored) if self.start else stops[len(stops) // 2]}


def choice(title: str, options: Mapping[Any, str] | Sequence[str], **more: Any) -> Field:
    """Return the field of a list of options, given as titles by value, or as values that serve as titles."""
    named = dict(options) if isinstance(options, Mapping) else {name: name.replace("_", " ") for name in options}

    def check(name: str, value: Any) -> Any:
        return one_of(name, value, tuple(named))

    return Field(title, "choice", check, options=named, **more)


def flag(title: str, **more: Any) -> Field:
    """Return the field of a switch, which is on or off."""
    return Field(title, "flag", yes_or_no, **more)


def numeric(title: str, stops: Any, check: Check | None = None, **more: Any) -> Field:
    """Return the field of a slider with these stops.

    Without ``check``, any number from the first to the last stop is allowed; a whole one if stops are whole.
    """
    return Field(title, "number", check or partial(between, stops), stops=stops, **more)


def between(stops: Sequence[float], name: str, value: Any) -> float:
    """Return a number from the first to the last stop; it must be whole if the stops are. Else raise an error."""
    whole = isinstance(stops[0], int)
    if isinstance(value, bool) or not isinstance(value, int if whole else int | float):
        raise PrplotTypeError(f"{name} must be of type {'int' if whole else 'float'}; got {short(value)}.")
    if not stops[0] <= value <= stops[-1]:
        raise invalid(name, f"lie in [{stops[0]:g}, {stops[-1]:g}]", short(value))
    return value


def even(low: float, high: float, step: float) -> tuple[float, ...]:
    """Return equally spaced numbers from ``low`` to ``high``, both included."""
    return tuple(round(low + k * step, 9) for k in range(round((high - low) / step) + 1))


def round_stops(low: float, high: float) -> tuple[float, ...]:
    """Return round numbers from ``low`` to ``high`` with about equal ratios, such as 1, 1.5, 2, 3, 5, 7."""
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
