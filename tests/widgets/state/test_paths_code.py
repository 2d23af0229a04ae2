"""The classifiers of a view as Python: short, and whatever their keys."""

from __future__ import annotations

import datetime as dt
import enum
import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import prplot
from prplot.widgets.state.view import View


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
def test_the_code_is_short(state, kind, call, several, code):
    paths = {"path": several["a"], "list": list(several.values()), "mapping": several}[kind]
    assert code(View(**state), paths) == f"import prplot\n\nartists = prplot.plot({call})"


def test_names_need_not_be_strings(several, pixels, redrawn):
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


@pytest.mark.few(6)
@pytest.mark.slow
@pytest.mark.parametrize(("kind", "number"), MET)
def test_the_code_runs_with_any_keys(kind, number, several, pixels, redrawn):
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
