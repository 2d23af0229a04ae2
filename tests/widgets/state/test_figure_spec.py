"""What a view shows as a figure, and the code that draws it."""

from __future__ import annotations

import asyncio
import dataclasses
import datetime as dt
import enum
import importlib.util
import io
import json
import re
import warnings
from fractions import Fraction
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pytest

import prplot
from prplot.widgets.state.classifiers import Classifiers
from prplot.widgets.state.literals import literal
from prplot.widgets.state.view import View
from prplot.widgets.state.view_to_spec import figure_spec

spec = importlib.util.spec_from_file_location("states", Path(__file__).parents[1] / "states.py")
states = importlib.util.module_from_spec(spec)
spec.loader.exec_module(states)
STATES = states.covering()
# The first of them hold every value, and most pairs.
DRAWN = STATES[:11]


def code(view, paths):
    return figure_spec(view, Classifiers(paths)).code


def pixels(figure):
    data = io.BytesIO()
    figure.savefig(data, format="png", dpi=60)
    data.seek(0)
    return plt.imread(data)


def redrawn(text, paths, like):
    """Run the code where there is nothing but prplot and paths; the figure, its axes where the others are."""
    plt.close("all")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", prplot.PrplotWarning)
        exec(text, {"prplot": prplot, "paths": paths})
        figure = plt.gcf()
        figure.draw_without_rendering()
    assert len(plt.get_fignums()) == 1
    figure.set_layout_engine("none")
    assert len(figure.axes) == len(like.axes)
    for mine, theirs in zip(figure.axes, like.axes, strict=True):
        mine.set_position(theirs.get_position())
    return figure


def kinds(several, number):
    """The three kinds of paths take turns; a single one has no name to be chosen by."""
    return [several["a"], several, [several["a"], dataclasses.replace(several["b"], name="b")]][number % 3]


def state_for(state, number):
    return {name: None if name == "shown" and number % 3 == 0 else value for name, value in state.items()}


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(DRAWN)))
def test_the_code_draws_what_is_shown(number, several):
    paths, state = kinds(several, number), state_for(DRAWN[number], number)
    view = prplot.explore(paths, **state)
    figure = view.figure
    assert figure.axes
    mine, theirs = pixels(figure), pixels(redrawn(view.code, paths, figure))
    np.testing.assert_allclose(mine, theirs, rtol=0, atol=1.01 / 255)
    assert (mine.min(axis=2) < 0.9).mean() > 0.005
    view.close()


@pytest.mark.slow
def test_a_figure_that_changed_piece_by_piece_is_the_one_drawn_at_once(several):
    view = prplot.explore(several)

    async def change(state):
        for name, value in state.items():
            view.controls[name].value = value

    # The last two have the same panels, whose axes are emptied and drawn on again.
    for state in (STATES[3], STATES[13], STATES[18]):
        asyncio.run(change(state))
        fresh = prplot.explore(several, **state)
        figure, whole = view.figure, fresh.figure
        for mine, theirs in zip(figure.axes, whole.axes, strict=True):
            mine.set_position(theirs.get_position())
        # The last digits of the layout may move the grey at the rim of a letter by one of 255 levels.
        np.testing.assert_allclose(pixels(figure), pixels(whole), rtol=0, atol=1.01 / 255)
        fresh.close()


def test_every_two_values_meet_in_some_state():
    """So the states that are drawn meet every value, and most pairs of them."""
    met = set().union(*(states._pairs(state) for state in STATES))
    assert set().union(*(state.items() for state in DRAWN)) == set().union(*(state.items() for state in STATES))
    assert len(set().union(*(states._pairs(state) for state in DRAWN))) > 0.8 * len(met)
    for one, a in states.OTHER.items():
        for two, b in states.OTHER.items():
            if list(states.OTHER).index(one) < list(states.OTHER).index(two):
                values = [(x, y) for x in (states.DEFAULTS[one], *a) for y in (states.DEFAULTS[two], *b)]
                assert all(((one, x), (two, y)) in met for x, y in values)
    assert list(states.OTHER) == [field.name for field in dataclasses.fields(View)]


def test_the_code_of_the_usual_view_is_one_call(soft):
    assert code(View(), soft) == "import prplot\n\nartists = prplot.plot(paths)"
    text = code(View(space="prg", weighting="unweighted", cut=0.25, prg_grid=True), soft)
    assert text == "import prplot\n\nartists = prplot.plot(paths.hard(0.25), space='prg', prg_grid=True)"


@pytest.mark.parametrize(
    ("state", "kind", "call"),
    [
        ({}, "mapping", "paths"),
        ({"weighting": "hard"}, "path", "paths.hard(0.5, weights='total')"),
        ({"weighting": "unweighted"}, "mapping", "{name: path.hard(0.5) for name, path in paths.items()}"),
        ({"weighting": "unweighted"}, "list", "[path.hard(0.5) for path in paths]"),
        ({"shown": ("b",)}, "mapping", "{name: paths[name] for name in ['b']}, line={'color': ['#D55E00']}"),
        ({"shown": ("number 2",)}, "list", "[paths[1]], line={'color': ['#D55E00']}"),
        ({"prevalence": 0.5}, "path", "paths.curve('pr', prevalence=0.5)"),
        (
            {"prevalence": 0.5, "shown": ("a",)},
            "mapping",
            "[paths[name].curve('pr', prevalence=0.5, label=name) for name in ['a']]",
        ),
        ({"ties": "optimistic"}, "list", "[path.curve('pr', ties='optimistic') for path in paths]"),
        ({"interpolation": "step"}, "path", "paths, interpolation='step'"),
        ({"beta": 2.0, "levels": 3}, "path", "paths, iso_f={'levels': 3, 'beta': 2.0}"),
    ],
)
def test_the_code_is_short(state, kind, call, several):
    paths = {"path": several["a"], "list": list(several.values()), "mapping": several}[kind]
    assert code(View(**state), paths) == f"import prplot\n\nartists = prplot.plot({call})"


def test_names_need_not_be_strings(several):
    paths = {1: several["a"], ("x", 2): several["b"]}
    view = prplot.explore(paths, prevalence=0.5, shown=("1",))
    assert "[paths[name].curve('pr', prevalence=0.5, label=str(name)) for name in [1]]" in view.code
    np.testing.assert_allclose(
        pixels(view.figure), pixels(redrawn(view.code, paths, view.figure)), rtol=0, atol=1.01 / 255
    )


class Kind(enum.Enum):
    A = 1
    B = 2


class Letter(enum.StrEnum):
    A = "a"
    B = "b"


KEYS = {
    "NumPy strings": (np.str_("a"), np.str_("b")),
    "NumPy integers": (np.int64(1), np.int64(2)),
    "NumPy floats": (np.float64(0.1), np.float32(0.1)),
    "tuples of NumPy": ((np.str_("fold"), np.int64(1)), (np.str_("fold"), np.int64(2))),
    "dates": (dt.date(2026, 1, 1), dt.date(2026, 1, 2)),
    "NumPy dates": (np.datetime64("2026-01-01"), np.datetime64("2026-01-02")),
    "paths": (Path("runs/a.csv"), Path("runs/b.csv")),
    "not a number": (float("nan"), float("inf")),
    "members": (Kind.A, Kind.B),
    "string members": (Letter.A, Letter.B),
    "types": (int, str),
    "quotes": ("it's", 'a "b"'),
    "lines and braces": ("{line}", "{}\\"),
    "bytes and none": (b"a", None),
}


NAMED_STATES = (
    {"prevalence": 0.5},
    {"shown": 1, "panels": ("scores",), "threshold": np.float64(0.25)},
    {"shown": 1, "weighting": "hard", "cut": np.float32(0.25), "levels": np.int64(3), "beta": np.float64(2)},
    {"shown": 0, "ties": np.str_("optimistic"), "threshold": float("inf"), "prevalence": np.float64(0.3)},
    {"by": "expected_cost", "cost_fn": Fraction(1, 3), "isolines": "expected_cost", "between": (np.float64(0.1), 1)},
)


# Keys are written where one classifier is shown, which every kind of key meets; the other states take turns.
ONE_SHOWN = [number for number, state in enumerate(NAMED_STATES) if "shown" in state]


ALL_SHOWN = [number for number, state in enumerate(NAMED_STATES) if "shown" not in state]


MET = [(kind, ONE_SHOWN[k % 3]) for k, kind in enumerate(KEYS)]


MET += [(kind, ALL_SHOWN[k % 2]) for k, kind in enumerate(list(KEYS)[::5])]


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "number"), MET)
def test_the_code_runs_with_any_keys(kind, number, several):
    paths = dict(zip(KEYS[kind], several.values(), strict=True))
    state = dict(NAMED_STATES[number])
    if "shown" in state:
        state["shown"] = (str(list(paths)[state["shown"]]),)
    view = prplot.explore(paths, **state)
    assert view.notes == []
    assert json.loads(json.dumps(view.state)) == view.state
    mine = view.figure
    theirs = redrawn(view.code, paths, mine)
    # A line is right to a quarter of a pixel, so where it was first drawn elsewhere its rim may be a little greyer.
    np.testing.assert_allclose(pixels(mine), pixels(theirs), rtol=0, atol=6 / 255)


@pytest.mark.parametrize("number", [0, 3, 7])
def test_a_threshold_of_the_path_is_written_as_a_number(number, soft):
    cut = soft.thresholds[number]
    assert type(cut) is np.float64
    text = code(View(threshold=cut), soft)
    given = re.search(r"operating_point\(line.curve, (.*), ax", text)[1]
    assert eval(given, {}) == cut
    assert "np." not in text


@pytest.mark.parametrize("value", [1, True, None, 0.1, "it's", b"a", (1,), [], {"a": (1.5, None)}, float("-inf")])
def test_a_literal_is_read_back(value):
    read = eval(literal(value))
    assert (read, type(read)) == (value, type(value))


@pytest.mark.parametrize("value", [float("nan"), Kind.A, dt.date(2026, 1, 1), [Path()], {"a": {1, 2}}, 1j, object])
def test_what_is_no_literal_is_none(value):
    assert literal(value) is None


@pytest.mark.slow
@pytest.mark.parametrize(
    "state", [{"panels": ("roc",)}, {"panels": ("prg", "roc", "croc", "cost")}, {"panels": ("scores",)}, {}]
)
def test_axes_are_where_the_code_puts_them(state):
    """To a percent of the figure: texts take a little other room at another number of dots per inch."""
    paths = prplot.datasets.load("digits").paths()
    view = prplot.explore(paths, **state)
    plt.close("all")
    exec(view.code, {"prplot": prplot, "paths": paths})
    for _ in range(3):
        plt.gcf().draw_without_rendering()
        for mine, theirs in zip(plt.gcf().axes, view.figure.axes, strict=True):
            np.testing.assert_allclose(mine.get_position().bounds, theirs.get_position().bounds, rtol=0, atol=0.01)


def test_every_digit_of_a_number_is_in_the_code(soft):
    cut = 1 / 3 + 1e-9
    assert repr(cut) in code(View(weighting="hard", cut=cut), soft)
    assert repr(cut) in code(View(threshold=cut), soft)


@pytest.mark.parametrize("state", STATES[:8])
def test_the_state_is_plain_and_short_and_brings_the_view_back(state):
    view = View(**state)
    stored = json.loads(json.dumps(view.state))
    assert View(**stored) == view
    assert set(stored) == {name for name, value in state.items() if value != states.DEFAULTS[name]}
    assert View().state == {}


@pytest.mark.parametrize(("space", "interpolated"), [("pr", True), ("prg", False), ("roc", False)])
def test_interpolation_has_a_say_only_in_pr(space, interpolated, soft):
    view = View(space=space, interpolation="step")
    assert view.interpolated == interpolated
    assert ("step" in code(view, soft)) == interpolated
    assert View(space=space, panels=("pr",)).interpolated
