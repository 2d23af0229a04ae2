"""Whatever the paths and the values of controls: there is a picture, or a sentence, and never the words of a crash."""

from __future__ import annotations

import importlib.util
import itertools
import re
import warnings
from pathlib import Path

import numpy as np
import pytest

import prplot
from prplot.widgets.controls.controls import CONTROLS
from prplot.widgets.picture import figure_sync
from prplot.widgets.state.view import INTERPOLATION_NAMES, ISOLINES, PANELS, SPACE_NAMES

spec = importlib.util.spec_from_file_location("states", Path(__file__).with_name("states.py"))
states = importlib.util.module_from_spec(spec)
spec.loader.exec_module(states)


def several():
    rng = np.random.default_rng(1)
    labels = rng.random(40) < 0.4
    names = [f"A classifier whose name has many characters, {k}" for k in range(3)]
    return {name: prplot.from_labels(labels, rng.normal(size=40) + 0.1 * k * labels) for k, name in enumerate(names)}


def rows_dropped():
    return prplot.from_labels([1, 0, 1, 0, 1], [4.0, np.nan, 2.0, 1.0, np.nan], missing="drop")


KINDS = {
    "positives only": lambda: prplot.from_labels([1, 1, 1], [3, 2, 1]),
    "negatives only": lambda: prplot.from_labels([0, 0, 0], [3, 2, 1]),
    "all tied": lambda: prplot.from_labels([1, 0, 1], [1, 1, 1]),
    "a single row": lambda: prplot.from_labels([1], [0.5]),
    "a single negative": lambda: prplot.from_labels([0], [0.5]),
    "rows dropped": rows_dropped,
    "soft": lambda: prplot.from_weights([4, 3, 2, 1], fg=[0.9, 0.2, 0.4, 0.1], bg=[0.3, 0.5, 0.2, 2.0]),
    "counts": lambda: prplot.from_counts([3, 2, 1], [3, 5, 6], [1, 4, 20]),
    "several": several,
    "one class beside both": lambda: [prplot.from_labels([1, 1], [2, 1]), prplot.from_labels([1, 0], [2, 1])],
    "two scales": lambda: [prplot.from_labels([1, 0], [0.9, 0.1]), prplot.from_labels([1, 0], [90, -100])],
    "a population": lambda: prplot.simulate.binormal().path(0.1),
    "a population beside a sample": lambda: [prplot.simulate.binormal().path(0.1), prplot.from_labels([1, 0], [2, 1])],
    "points": lambda: prplot.from_points([0.2, 0.5, 1.0], [0.9, 0.6, 0.3]),
    "negatives unknown": lambda: prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1], positives=5),
    "negatives unknown beside counted": lambda: [
        prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1], positives=5),
        prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1]),
    ],
    "ends early": lambda: prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1], positives=5, negatives=9),
}
# Where each control is set to the values of others, so that it has something to change.
USUAL, PANELS_OPEN, COSTS = (
    {},
    {"by": "recall", "panels": ("prg", "matrix")},
    {"space": "cost", "by": "f_beta", "table": True},
)
# From the usual view all, and kinds take turns with the others.
FROM = [
    pytest.param(kind, state, id=f"{kind}-{name}")
    for number, kind in enumerate(KINDS)
    for name, state in (("usual", USUAL), ("costs", COSTS) if number % 2 else ("panels", PANELS_OPEN))
]
# What no sentence for readers of a page says.
CRASH = re.compile(r"\w*(Error|Exception|Warning)\b:?|Traceback|\bNone\b|\bnan\b|array\(|dtype|=['\"]")


def values_of(name, view):
    """Every kind of value that a control can have."""
    ends = {
        "space": SPACE_NAMES,
        "interpolation": INTERPOLATION_NAMES,
        "compare": INTERPOLATION_NAMES,
        "isolines": ISOLINES,
        "levels": (0, 1, 9),
        "threshold": (-1e300, 0.0, 1e300, None),
        "recall": (0.0, 1.0),
        "predicted_positive_rate": (0.0, 1.0),
        "beta": (0.1, 10.0),
        "cut": (0.001, 1.0),
        "prevalence": (0.001, 0.999, None),
        "between": ((0.0, 0.0), (1.0, 1.0), (0.5, 0.51)),
        "shown": ((), (view.controls["shown"]._names[-1],), None),
        "panels": (PANELS[1:4], ()),
        "alpha": (0.5, 30.0),
        "cost_fn": (0.01, 100.0),
        "cost_fp": (0.01, 100.0),
    }
    others = () if name == "shown" else states.OTHER[name]
    return (*ends.get(name, (True, False))[:8], *others[:1]) if name not in ("weighting", "by", "ties") else others


def offered(control, value):
    """Whether the page lets someone choose a value."""
    return not isinstance(value, tuple) or set(value) <= set(getattr(control, "_names", value))


@pytest.mark.few(10)
@pytest.mark.slow
@pytest.mark.parametrize(("kind", "state"), FROM)
def test_every_value_of_every_control_has_a_picture_or_a_sentence(kind, state, monkeypatch):
    # Every third picture is drawn and laid out, once, and none becomes pixels: those take most of the time.
    turns = itertools.cycle([True, False, False])
    monkeypatch.setattr(figure_sync.FigureSync, "png", lambda _: b"picture")
    monkeypatch.setattr(
        figure_sync, "repeat_layout", lambda figure: figure.draw_without_rendering() if next(turns) else None
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", prplot.PrplotWarning)
        paths = KINDS[kind]()
        view = prplot.explore(paths, **state)
    trouble = []
    for name, control in view.controls.items():
        before = control.value
        for value in values_of(name, view):
            if control.disabled:
                break
            control.value = value
            if not view.figure.axes and not view.notes:
                trouble.append((name, value, "neither a picture nor a sentence"))
            trouble += [(name, value, said) for said in view.notes if CRASH.search(said)]
            if not view.figure.axes and offered(control, value):
                trouble.append((name, value, "no picture", *view.notes))
        control.value = before
        assert not [said for said in view.notes if CRASH.search(said)], (name, "back")
    assert set(view.controls) == set(CONTROLS)
    view.close()
    assert not trouble, "\n".join(map(str, trouble))
