"""What is pickled or copied is the same again, and as closed for writing as it was."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Mapping

import numpy as np
import pytest

import prplot

RNG = np.random.default_rng(4)
LABELS = (RNG.random(60) < 0.3).astype(int)
SCORES = np.round(RNG.normal(size=60) + LABELS, 1)
PATHS = {
    "labels": prplot.from_labels(LABELS, SCORES, name="forest"),
    "soft": prplot.from_weights(SCORES, fg=RNG.random(60), name="soft"),
    "counts": prplot.from_counts([3.0, 2.0, 1.0], [1, 3, 4], [0, 2, 9]),
}
PATHS["re-weighted"] = PATHS["labels"].at_prevalence(0.01)
PATHS["population"] = prplot.simulate.binormal().path(0.1)
PATHS["pooled"] = prplot.pool([PATHS["labels"], PATHS["labels"]], calibrated=True)
MODELS = [prplot.simulate.bibeta(), prplot.simulate.saito("ER-"), prplot.simulate.keilwagen("good")]
MAKES = {
    **{f"path, {name}": (lambda path=path: path) for name, path in PATHS.items()},
    **{
        f"{space} curve, {name}": (lambda path=path, space=space: path.curve(space))
        for name, path in PATHS.items()
        for space in ("pr", "prg", "roc", "croc", "cost")
    },
    **{
        f"hull, {space}": (lambda space=space: PATHS["labels"].curve(space).hull())
        for space in ("pr", "prg", "roc", "croc")
    },
    **{f"best, {name}": PATHS[name].best for name in ("labels", "soft", "counts")},
    **{f"areas, {name}": PATHS[name].areas for name in ("labels", "soft", "counts")},
    "area": lambda: PATHS["labels"].areas()["step"],
    "identified": lambda: prplot.identify(PATHS["labels"], "0.5"),
    "sample": lambda: PATHS["labels"].sample,
    "confusion": lambda: PATHS["labels"].at(0.5),
    "mean area": lambda: prplot.mean_area([PATHS["labels"], PATHS["labels"]]),
    "mean curve": lambda: prplot.mean_curve([PATHS["labels"].roc(), PATHS["labels"].roc()]),
    "digits": lambda: prplot.datasets.load("digits"),
    "cells": lambda: prplot.datasets.load("cells"),
    "crashes": lambda: prplot.datasets.load("crashes"),
    **{f"model {model.name}": (lambda model=model: model) for model in MODELS},
}
WAYS = {
    "pickled": lambda thing: pickle.loads(pickle.dumps(thing)),
    "copied": copy.copy,
    "deeply copied": copy.deepcopy,
}


def parts(thing, place=""):
    """Yield the public fields of an object and what they hold, and its public arrays and numbers."""
    if dataclasses.is_dataclass(thing) and not isinstance(thing, type):
        fields = {field.name for field in dataclasses.fields(thing)}
        for name in fields | set(dir(type(thing))):
            value = None if name.startswith("_") else getattr(thing, name, None)
            if name in fields or isinstance(value, np.ndarray | float | str):
                yield from parts(value, f"{place}.{name}")
    elif isinstance(thing, Mapping):
        for key in thing:
            yield from parts(thing[key], f"{place}[{key!r}]")
    elif isinstance(thing, tuple | list):
        for number, part in enumerate(thing):
            yield from parts(part, f"{place}[{number}]")
    elif not callable(thing):
        yield place, thing


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", MAKES)
@pytest.mark.filterwarnings("ignore::prplot.PrplotWarning")
def test_copies_are_equal_and_read_only(name, way):
    thing = MAKES[name]()
    expected = dict(parts(thing))
    assert {type(value) for value in expected.values()} - {type(None)}
    again = WAYS[way](thing)
    assert type(again) is type(thing)
    assert repr(again) == repr(thing)
    found = dict(parts(again))
    assert found.keys() == expected.keys()
    for place, value in expected.items():
        if isinstance(value, np.ndarray):
            np.testing.assert_array_equal(found[place], value)
            # What is computed anew on each call belongs to the caller.
            assert value.flags.writeable or not found[place].flags.writeable, place
        elif " at 0x" not in repr(value):
            assert repr(found[place]) == repr(value), place


@pytest.mark.parametrize("way", WAYS)
def test_a_copy_draws_the_same_numbers(way):
    path = WAYS[way](PATHS["labels"])
    assert path.areas().to_dict() == pytest.approx(PATHS["labels"].areas().to_dict(), nan_ok=True, rel=0, abs=0)
    data = WAYS[way](prplot.datasets.load("digits"))
    with pytest.raises(TypeError):
        data.scores["another"] = None
    table = WAYS[way](PATHS["labels"].areas())
    assert str(table) == str(PATHS["labels"].areas())
    assert table["step"].convention is PATHS["labels"].areas()["step"].convention


def test_conventions_have_names_of_their_own():
    keys = [convention.key for convention in prplot.areas.CONVENTIONS]
    assert len(set(keys)) == len(keys)


def test_what_was_computed_is_not_pickled():
    rng = np.random.default_rng(3)
    path = prplot.from_labels(rng.random(10_000) < 0.2, rng.normal(size=10_000))
    curve = path.pr()
    before = [len(pickle.dumps(each)) for each in (path, curve)]
    path.areas(), path.best(), curve.normalized_area(), curve.x, path.tp, path.sample.fg, curve.describe()
    assert [len(pickle.dumps(each)) for each in (path, curve)] == before
    # A score, its key and a label per row.
    assert before[0] < 18 * 10_000
