"""Checks of the matplotlib keywords that callers pass for each part of a figure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from inspect import signature
from typing import Any, cast

from matplotlib.artist import Artist
from matplotlib.cbook import normalize_kwargs
from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.text import Text

from prplot.errors import PrplotTypeError, PrplotValueError, hint, message, short
from prplot.rows.checks import number

PartOption = Mapping[str, Any] | bool | None
# Error messages show these examples for parts that have no color.
EXAMPLES: dict[str, Mapping[str, Any]] = {
    "legend": {"loc": "lower left"},
    "colorbar": {"label": "score"},
    "interval": {"level": 0.9},
}
# Keywords are tried on these artists before anything is drawn.
SAMPLES: dict[type[Artist], Callable[[], Artist]] = {Line2D: lambda: Line2D([], []), Text: Text, Patch: Patch}


def check_parts(*, own: Collection[str] = (), of_figure: bool = False, **parts: Any) -> None:
    """Raise an error unless keywords for parts of a figure are dicts, True, False or None.

    The values of a legend's dict are tried on a legend.

    Parameters
    ----------
    own : collection of str
        Keys for a legend that are prplot's and not matplotlib's.
    of_figure : bool
        Whether the legend belongs to a whole figure rather than to axes.
    **parts
        The arguments by name.
    """
    for name, part in parts.items():
        if part is not None and not isinstance(part, bool | Mapping):
            loc = name == "legend" and isinstance(part, str)
            example = {"loc": part} if loc else EXAMPLES.get(name, {"color": "red"})
            kind = "options of Curve.interval" if name == "interval" else "matplotlib keywords"
            raise PrplotTypeError(
                f"{name} must be a dict, True, False or None; got {type(part).__name__} {short(part)}. "
                f"A dict holds {kind}, such as {example}{', and its levels' if name == 'iso_f' else ''}."
            )
        if name == "legend" and isinstance(part, Mapping):
            owner: Any = Figure() if of_figure else Figure().add_subplot()
            checked_keywords(part, Legend, own, part=name, take=partial(owner.legend, [Line2D([], [])], [""]))


def part_of(part: PartOption) -> dict[str, Any]:
    """Return the matplotlib keywords that the caller gave for a part; empty for True, False and None."""
    return dict(part) if isinstance(part, Mapping) else {}


def merged(keywords: Mapping[str, Any], kind: type[Artist] = Line2D, **default: Any) -> dict[str, Any]:
    """Return our default keywords, overridden by the caller's keywords under any of their aliases."""
    named = checked_keywords(keywords, kind)
    if "color" in named and issubclass(kind, Patch):
        # The keyword `color` sets both the face color and the edge color of a patch.
        default = {name: value for name, value in default.items() if name not in ("facecolor", "edgecolor")}
    return {**default, **named}


def checked_keywords(
    keywords: Mapping[str, Any],
    kind: type[Artist] = Line2D,
    own: Collection[str] = (),
    part: str = "",
    take: Callable[..., Any] | None = None,
) -> dict[str, Any]:
    """Return matplotlib keywords under their full names; raise an error for unknown ones, with the most similar name.

    Parameters
    ----------
    keywords : mapping
        The keywords of the caller.
    kind : class
        The class of the artist that takes them.
    own : collection of str
        Further allowed keywords, which are prplot's.
    part : str
        The argument that holds the keywords, if they are given as a dict.
    take : callable, optional
        Called with each keyword to try its value; by default the setter of an artist that is not drawn.
    """
    if not keywords:
        return {}
    known = set(signature(cast(Any, kind)).parameters) - {"self", "kwargs", "parent", "handles", "labels"}
    if kind is not Legend:
        known |= {name.removeprefix("set_") for name in dir(kind) if name.startswith("set_")}
    take = take or next((make().set for base, make in SAMPLES.items() if issubclass(kind, base)), None)
    for name, value in keywords.items():
        if name in own:
            continue
        argument, of = f"{part}[{name!r}]" if part else name, f"of matplotlib's {kind.__name__}"
        if name not in known:
            ours = f"one of {', '.join(own)}, or " if own else ""
            way_out = hint(name, value, ["ax", *own, *sorted(known)]) or "Its methods set_... are named after them."
            raise PrplotTypeError(message(argument, f"be {ours}a keyword {of}", short(value), way_out))
        if name == "zorder" and value is not None:
            # matplotlib would find a wrong zorder only when it draws.
            number(argument, value)
        try:
            if take is not None and (kind is Legend or hasattr(kind, f"set_{name}")):
                take(**{name: value})
        except (TypeError, ValueError, AttributeError, KeyError) as error:
            refused = PrplotValueError if isinstance(error, ValueError) else PrplotTypeError
            rule, why = f"be a {name} {of}", f"matplotlib says: {error}"
            raise refused(message(argument, rule, short(value), why)) from None
    try:
        named: dict[str, Any] = normalize_kwargs(dict(keywords), kind)
    except TypeError as error:
        raise PrplotTypeError(f"{part or 'keywords'} must name each property once; {error}.") from error
    return named
