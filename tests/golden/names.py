"""The public names and the signatures behind them, without annotations."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from ipywidgets import Widget

import prplot
import prplot.widgets

PATH = prplot.from_labels([1, 0] * 20, range(40))
PAIR = {"a": PATH, "b": prplot.from_labels([1, 0] * 20, [3, 4, 1, 2] * 10)}
# What works, but is not learned first.
LATER = (
    *("results", "rule"),
    *("sources", "uncertainty"),
)
# What is documented of widgets.
OF_WIDGETS = {"controls", "code", "figure", "notes", "save", "sentence", "state"}


def modules() -> dict[str, ModuleType]:
    """Return the documented modules by name."""
    names = [name for name in (*prplot.__all__, *LATER) if isinstance(getattr(prplot, name), ModuleType)]
    return {"prplot": prplot} | {f"prplot.{name}": getattr(prplot, name) for name in (*names, "areas", "widgets")}


def results() -> dict[str, Any]:
    """Return what calls return whose classes have no name in a module."""
    return {
        "path.zones()": PATH.zones([2, 3]),
        "path.zones().rows[0]": PATH.zones([2, 3]).rows[0],
        "path.transfer()": PATH.transfer(2, PAIR),
        "path.transfer().rows[0]": PATH.transfer(2, PAIR).rows[0],
        "path.sample": PATH.sample,
        "curve.hull()": PATH.roc().hull(),
        "curve.pareto()": PATH.roc().pareto(),
        "compare().rows[0]": prplot.compare(PAIR, "roc", method="delong").rows[0],
        "report().rows[0]": prplot.report(PATH, "roc").rows[0],
        "path.operating_points().rows[0]": PATH.operating_points(3, "recall").rows[0],
        "binormal()": prplot.simulate.binormal(),
        "binormal().path()": prplot.simulate.binormal().path(0.1),
        "explore()": prplot.explore(PATH),
        "explore.skew()": prplot.explore.skew(),
    }


def signature(thing: Any, *, method: bool = False) -> str:
    """Return the arguments as they are written, without annotations, and without the object of a method."""
    said = inspect.signature(thing)
    plain = [each.replace(annotation=each.empty) for each in said.parameters.values()]
    return str(said.replace(parameters=plain[method:], return_annotation=said.empty))


def members(owner: object, kind: type) -> Iterator[tuple[str, str]]:
    """Yield the public names of a class of prplot, or of a thing of it, but for what foreign bases have."""
    foreign = {name for base in kind.__mro__ if not base.__module__.startswith("prplot") for name in dir(base)}
    for name in dir(owner):
        if not name.startswith("_") and name not in foreign and (name in OF_WIDGETS or not issubclass(kind, Widget)):
            member = inspect.getattr_static(kind, name, None)
            bound = isinstance(member, staticmethod | classmethod)
            # Of what the class has one looks at the function, of what is bound at all but the object.
            yield name, signature(getattr(kind, name), method=not bound) if bound or inspect.isfunction(member) else ""


def record() -> dict[str, object]:
    """Return the names, and what is behind each: arguments, or the class of a value."""
    found: dict[str, str] = {}
    for place, module in modules().items():
        for name in (*module.__all__, *(LATER if module is prplot else ())):
            thing, whole = getattr(module, name), f"{place}.{name}"
            if inspect.isclass(thing) and issubclass(thing, Exception):
                found[whole] = " ".join(base.__name__ for base in thing.__bases__)
                continue
            if inspect.isclass(thing):
                found |= {f"{whole}.{member}": what for member, what in members(thing, thing)}
            found[whole] = signature(thing) if callable(thing) else type(thing).__name__
    for call, thing in results().items():
        found |= {f"{call}.{name}": what for name, what in members(thing, type(thing))}
    return {"names.json": dict(sorted(found.items()))}
