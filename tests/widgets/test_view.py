"""The frozen view: its states, and the code that draws it."""

from __future__ import annotations

import dataclasses
import re
from itertools import combinations, product

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.figure import Figure

import prplot
from prplot.widgets.view import View, check_paths

VALUES = {
    "space": ("prg", "roc"),
    "interpolation": ("step",),
    "weighting": ("hard",),
    "cut": (0.3,),
    "f_levels": (0, 7),
    "baseline": (False,),
    "unachievable": (False,),
    "prg_grid": (True,),
}
STATES = [
    {},
    *({name: value} for name, values in VALUES.items() for value in values),
    *({one: a, two: b} for one, two in combinations(VALUES, 2) for a, b in product(VALUES[one], VALUES[two])),
    {"space": "prg", "weighting": "hard", "cut": 0.3, "f_levels": 7, "prg_grid": True, "baseline": False},
]


def content(ax):
    """What is on axes, apart from the objects themselves."""
    legend = ax.get_legend()
    return {
        "lines": [line.get_xydata().tolist() for line in ax.lines],
        "styles": [(line.get_color(), line.get_linestyle(), line.get_linewidth()) for line in ax.lines],
        "fills": [patch.get_xy().tolist() for patch in ax.patches],
        "texts": [(text.get_text(), text.get_position()) for text in ax.texts],
        "legend": [legend.get_title().get_text(), *(text.get_text() for text in legend.get_texts())],
        "axes": (ax.get_xlabel(), ax.get_ylabel(), ax.get_xlim(), ax.get_ylim()),
    }


@pytest.mark.parametrize("state", STATES, ids=lambda state: ",".join(f"{k}={v}" for k, v in state.items()) or "usual")
def test_the_code_draws_the_view(state, soft):
    view = View(**state)
    # The three kinds of paths take turns: what differs between them is only how they are made hard.
    kinds = [soft, [soft, soft.best()], {"a": soft, "b <&>": soft.worst()}]
    paths = kinds[len(str(state)) % 3]
    ax = Figure().add_subplot()
    view.draw(view.shown(paths), ax)
    names = {"paths": paths}
    exec(view.code(paths), names)
    assert content(names["artists"].ax) == content(ax)
    assert names["artists"].figure is plt.gcf()


@pytest.mark.parametrize("kind", ["path", "list", "mapping"])
@pytest.mark.parametrize("weighting", ["soft", "hard"])
def test_the_code_for_every_kind_of_paths(kind, weighting, soft):
    paths = {"path": soft, "list": [soft, soft.best()], "mapping": {"a": soft, "b": soft.best()}}[kind]
    view = View(space="prg", weighting=weighting, cut=0.4, f_levels=2)
    ax = Figure().add_subplot()
    view.draw(view.shown(paths), ax)
    names = {"paths": paths}
    exec(view.code(paths), names)
    assert content(names["artists"].ax) == content(ax)
    assert len(names["artists"].lines) == (1 if kind == "path" else 2)


def test_the_code_of_the_usual_view_is_one_call(soft):
    assert View().code(soft) == "import prplot\n\nartists = prplot.plot(paths)"
    code = View(space="prg", weighting="hard", cut=0.25, prg_grid=True).code(soft)
    assert code == "import prplot\n\nartists = prplot.plot(paths.hard(0.25), space='prg', prg_grid=True)"


def test_every_digit_of_the_cut_is_in_the_code(soft):
    cut = 1 / 3 + 1e-9
    assert repr(cut) in View(weighting="hard", cut=cut).code(soft)


def test_a_view_is_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        View().space = "roc"
    assert View() == View(space="pr")
    assert hash(View()) == hash(View())


@pytest.mark.parametrize(("space", "interpolated"), [("pr", True), ("prg", False), ("roc", False)])
def test_interpolation_has_a_say_only_in_pr(space, interpolated):
    view = View(space=space, interpolation="step")
    assert view.interpolated == interpolated
    assert ("interpolation" in view.options()) == interpolated


def test_hard_labels_at_the_cut(soft):
    shown = View(weighting="hard", cut=0.3).shown([soft])
    np.testing.assert_array_equal(shown[0].tp, soft.hard(0.3).tp)
    assert View(cut=0.3).shown(soft) is soft


@pytest.mark.parametrize(
    ("state", "error", "text"),
    [
        (
            {"space": "prc"},
            prplot.PrplotValueError,
            "space must be one of 'pr', 'prg', 'roc', 'croc', 'cost'; got 'prc'.",
        ),
        (
            {"interpolation": "spline"},
            prplot.PrplotValueError,
            (
                "interpolation must be one of 'continuous', 'discrete-tp', 'discrete-fp', 'linear', 'upper-trapezoid', "
                "'step', 'max-interpolated'; got 'spline'."
            ),
        ),
        ({"weighting": "unit"}, prplot.PrplotValueError, "weighting must be one of 'soft', 'hard'; got 'unit'."),
        ({"cut": 0}, prplot.PrplotValueError, "cut must lie in [0.001, 1]; got 0."),
        ({"cut": 1.1}, prplot.PrplotValueError, "cut must lie in [0.001, 1]; got 1.1."),
        ({"cut": float("nan")}, prplot.PrplotValueError, "cut must lie in [0.001, 1]; got nan."),
        ({"cut": "half"}, prplot.PrplotError, "cut must"),
        ({"cut": None}, prplot.PrplotError, "cut must"),
        ({"f_levels": 10}, prplot.PrplotValueError, "f_levels must be a whole number from 0 to 9; got 10."),
        ({"f_levels": 2.5}, prplot.PrplotValueError, "f_levels must be a whole number from 0 to 9; got 2.5."),
        ({"f_levels": "four"}, prplot.PrplotValueError, "f_levels must be a whole number from 0 to 9; got 'four'."),
        ({"baseline": 1}, prplot.PrplotTypeError, "baseline must be True or False; got 1."),
        ({"unachievable": None}, prplot.PrplotTypeError, "unachievable must be True or False; got None."),
        ({"prg_grid": "yes"}, prplot.PrplotTypeError, "prg_grid must be True or False; got 'yes'."),
    ],
)
def test_wrong_states(state, error, text):
    with pytest.raises(error, match=re.escape(text)):
        View(**state)


@pytest.mark.parametrize(
    ("paths", "error", "text"),
    [
        ([], prplot.PrplotValueError, "paths must hold at least one path; got none."),
        ({}, prplot.PrplotValueError, "paths must hold at least one path; got none."),
        (
            None,
            prplot.PrplotTypeError,
            "paths must be a path, a sequence or a mapping of paths; got NoneType None.",
        ),
        ("path", prplot.PrplotTypeError, "got str 'path'."),
        ([[1, 0], [0.2, 0.1]], prplot.PrplotTypeError, "got list [1, 0]."),
        ({"a": 3}, prplot.PrplotTypeError, "got int 3."),
    ],
)
def test_wrong_paths(paths, error, text):
    with pytest.raises(error, match=re.escape(text)):
        check_paths(paths)


def test_a_curve_is_not_a_path(soft):
    with pytest.raises(prplot.PrplotTypeError, match="paths must be a path"):
        check_paths(soft.pr())
