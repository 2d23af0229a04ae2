"""The view: frozen, and what it cannot be."""

from __future__ import annotations

import dataclasses
import re

import pytest

import prplot
from prplot.interpolations import INTERPOLATIONS
from prplot.spaces import SPACES
from prplot.widgets.state.view import View

SPACES_LISTED, RULES_LISTED = (", ".join(repr(kind.name) for kind in kinds) for kinds in (SPACES, INTERPOLATIONS))


def test_a_view_is_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        View().space = "roc"
    assert View() == View(space="pr")
    assert hash(View()) == hash(View())


@pytest.mark.parametrize(
    ("state", "error", "text"),
    [
        (
            {"space": "cube"},
            prplot.PrplotValueError,
            f"space must be one of {SPACES_LISTED}; got 'cube'.",
        ),
        (
            {"interpolation": "spline"},
            prplot.PrplotValueError,
            f"interpolation must be one of {RULES_LISTED}; got 'spline'.",
        ),
        (
            {"weighting": "unit"},
            prplot.PrplotValueError,
            "weighting must be one of 'soft', 'hard', 'unweighted'; got 'unit'.",
        ),
        ({"cut": 0}, prplot.PrplotValueError, "cut must lie in [0.001, 1]; got 0."),
        ({"cut": 1.1}, prplot.PrplotValueError, "cut must lie in [0.001, 1]; got 1.1."),
        ({"cut": float("nan")}, prplot.PrplotValueError, "cut must lie in [0.001, 1]; got nan."),
        ({"cut": "half"}, prplot.PrplotError, "cut must"),
        ({"cut": None}, prplot.PrplotError, "cut must"),
        ({"levels": 10}, prplot.PrplotValueError, "levels must be a whole number from 0 to 9; got 10."),
        ({"levels": 2.5}, prplot.PrplotValueError, "levels must be a whole number from 0 to 9; got 2.5."),
        ({"levels": "four"}, prplot.PrplotValueError, "levels must be a whole number from 0 to 9; got 'four'."),
        ({"chance": 1}, prplot.PrplotTypeError, "chance must be True or False; got 1."),
        ({"unachievable": None}, prplot.PrplotTypeError, "unachievable must be True or False; got None."),
        ({"prg_grid": "yes"}, prplot.PrplotTypeError, "prg_grid must be True or False; got 'yes'."),
        ({"threshold": float("nan")}, prplot.PrplotValueError, "threshold must not be NaN; got nan. Use None"),
        ({"threshold": "f1"}, prplot.PrplotTypeError, "threshold must be one real number"),
        ({"panels": "roc"}, prplot.PrplotTypeError, "panels must be a sequence of names; got str 'roc'."),
        ({"panels": ("cube",)}, prplot.PrplotValueError, "panels must be one of 'pr', 'prg'"),
        ({"shown": (1,)}, prplot.PrplotTypeError, "shown must hold names; got int 1."),
        ({"by": "luck"}, prplot.PrplotValueError, "by must be one of 'threshold', 'recall'"),
        ({"recall": 1.2}, prplot.PrplotValueError, "recall must lie in [0, 1]; got 1.2."),
        ({"beta": 0}, prplot.PrplotValueError, "beta must be finite and greater than 0; got 0.0."),
        ({"isolines": "f3"}, prplot.PrplotValueError, "isolines must be one of 'f_beta'"),
        ({"prevalence": 1}, prplot.PrplotValueError, "prevalence must lie strictly between 0 and 1; got 1."),
        ({"between": (0.5, 0.5)}, prplot.PrplotValueError, "between must rise and lie in [0, 1]; got (0.5, 0.5)."),
        ({"between": 0.5}, prplot.PrplotTypeError, "between must be two numbers; got float 0.5."),
        ({"cost_fn": -1}, prplot.PrplotValueError, "cost_fn must be finite and greater than 0"),
    ],
)
def test_wrong_states(state, error, text):
    with pytest.raises(error, match=re.escape(text)):
        View(**state)
