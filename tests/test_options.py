"""Words are typed: where an argument takes one of a list, its annotation holds that list."""

from __future__ import annotations

import dataclasses
import inspect
import re
import sys
from typing import Any, Literal, get_args, get_origin

import pytest

import prplot
from prplot import datasets, draw, names, simulate, style
from prplot.datasets import TITLES, DatasetName
from prplot.draw.venues import VENUES, VenueName
from prplot.interpolations import INTERPOLATIONS
from prplot.simulate import SAITO, SaitoLevel
from prplot.spaces import FROC, NAMED, SPACES
from prplot.widgets.view import FIELDS, PANELS, SPACE_NAMES, View

# What the arguments of these names take, wherever they are; some take the thing itself, such as a space.
WORDS = {
    "space": names.SpaceName,
    "spaces": names.PanelName,
    "interpolation": names.InterpolationName,
    "left": names.LeftEnd,
    "how": names.TieHandling,
    "missing": names.MissingScores,
    "response_method": names.ResponseMethod,
    "magnifier": names.Magnifier,
    "by": names.NormalizedBy,
    "normalized": names.NormalizedBy,
    "undefined": names.UndefinedMembers,
}


def annotation(function, parameter):
    function = inspect.unwrap(function)
    written = inspect.signature(function).parameters[parameter].annotation
    return eval(written, vars(sys.modules[function.__module__]))


def words(hint):
    """The words that an annotation holds, in order."""
    if get_origin(hint) is Literal:
        return get_args(hint)
    return tuple(dict.fromkeys(word for part in get_args(hint) for word in words(part)))


def public():
    """Yield the functions, constructors and methods of the public modules."""
    for room in (prplot, prplot.bounds, prplot.weights, datasets, draw, simulate, style):
        for thing in (getattr(room, name) for name in room.__all__):
            if inspect.isclass(thing):
                yield from (member for name, member in inspect.getmembers(thing, inspect.isfunction) if name[0] != "_")
            if dataclasses.is_dataclass(thing) or inspect.isfunction(thing):
                yield thing


TAKEN = {
    f"{function.__qualname__}, {parameter}": (function, parameter)
    for function in public()
    for parameter in inspect.signature(function).parameters
    # By which column rows are grouped is any name.
    if parameter in WORDS and (parameter, function.__name__[:5]) != ("by", "from_")
}


@pytest.mark.parametrize(
    ("listed", "registered"),
    [
        (names.SpaceName, [space.name for space in (*NAMED, FROC)]),
        (names.AreaSpaceName, [space.name for space in SPACES]),
        (names.InterpolationName, [rule.name for rule in INTERPOLATIONS]),
        (VenueName, list(VENUES)),
        (DatasetName, list(TITLES)),
        (SaitoLevel, list(SAITO)),
    ],
    ids=["spaces", "with areas", "interpolations", "venues", "datasets", "levels"],
)
def test_types_list_what_is_registered(listed, registered):
    assert list(get_args(listed)) == registered


# Isolines are of any metric.
CHOICES = {name: own.options for name, own in FIELDS.items() if own.kind == "choice" and name != "isolines"}
# Those of the space depend on what is explored.
CHOICES["space"] = SPACE_NAMES


@pytest.mark.parametrize(("field", "options"), [*CHOICES.items(), ("panels", PANELS)], ids=[*CHOICES, "panels"])
def test_fields_of_a_view_list_their_choices(field, options):
    assert set(words(annotation(View, field))) == set(options)


@pytest.mark.parametrize(("function", "parameter"), TAKEN.values(), ids=TAKEN)
def test_arguments_that_take_words_list_them(function, parameter):
    hint = annotation(function, parameter)
    assert set(words(hint)) <= set(get_args(WORDS[parameter]))
    assert words(hint) or not {Any, object, str} & {hint, *get_args(hint)}


@pytest.mark.parametrize(
    "function", [f for f, p in TAKEN.values() if p in ("space", "spaces")], ids=lambda f: f.__name__
)
def test_docstrings_list_the_spaces_of_today(function):
    found = re.findall(r'\{("pr", [^}]*)\}', " ".join((inspect.getdoc(function) or "").split()))
    listed = [", ".join(f'"{word}"' for word in get_args(each)) for each in (names.SpaceName, names.AreaSpaceName)]
    assert all(one in listed for one in found)
