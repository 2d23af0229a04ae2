"""Controls: what each offers, when it is there, and what happens with choices that cannot be drawn."""

from __future__ import annotations

import re

import numpy as np
import pytest
from helpers.explorers import offered, set_at_once, set_to

import prplot

pytestmark = pytest.mark.usefixtures("unpainted")
ENDS_EARLY = prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1], positives=5)
ONE_CLASS = prplot.from_labels([1, 1, 1], [3, 2, 1])
POPULATION = prplot.simulate.binormal().path(0.1)

# In which state which controls are there, and which are not.
THERE = [
    ({}, "shown interpolation weighting beta isolines threshold", "recall alpha cut cost_fn colors"),
    ({"by": "recall"}, "recall threshold", "predicted_positive_rate"),
    ({"space": "roc"}, "isolines", "always_positive interpolation compare"),
    ({"space": "roc", "panels": ("pr",)}, "interpolation always_positive", "cut"),
    ({"levels": 0, "by": "recall"}, "levels", "isolines beta"),
    ({"levels": 0}, "beta", "isolines"),
    ({"isolines": "expected_cost", "by": "recall"}, "cost_fn cost_fp", "beta"),
    ({"weighting": "hard"}, "cut", "alpha"),
    ({"space": "cost"}, "best", "levels prg_grid hull"),
    ({"shown": ("a",), "panels": ("croc",)}, "colors alpha", "recall"),
]


def test_what_changes_nothing_is_not_there(several):
    view = prplot.explore(several)
    usual = {name: control.value for name, control in view.controls.items()}
    for state, there, away in THERE:
        set_at_once(view, **{**usual, **state})
        assert set(there.split()) <= set(offered(view)), state
        assert not set(away.split()) & set(offered(view)), state


@pytest.mark.parametrize(
    ("paths", "away"),
    [
        ("hard", "weighting shown ties"),
        ("counts", "weighting"),
        (ENDS_EARLY, "weighting prevalence chance"),
        (ONE_CLASS, "prevalence best worst"),
        (POPULATION, "compare interpolation band interval"),
    ],
    ids=str,
)
def test_what_paths_have_not_is_not_there(paths, away, request):
    view = prplot.explore(request.getfixturevalue(paths) if isinstance(paths, str) else paths)
    assert not set(away.split()) & set(offered(view))
    options = [name for name, _ in offered(view)["panels"]["options"]]
    assert ("scores" in options) is (paths is not POPULATION and paths != "counts")


def test_what_is_there_is_on(soft, hard):
    assert "weighting" in offered(prplot.explore([hard, soft]))
    assert {"best", "worst", "by"} <= set(offered(prplot.explore(ENDS_EARLY, isolines="recall")))
    counted = prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1], positives=5, negatives=9)
    assert "prevalence" in offered(prplot.explore(counted))


REFUSED = [
    ("soft", "interpolation", "discrete-tp", "discrete-tp"),
    ("soft", "compare", "discrete-fp", "discrete-fp"),
    ("several", "shown", (), "They are 'a', 'b'."),
    ("counts", "weighting", "hard", "from_labels"),
    (prplot.from_labels([0, 0], [2, 1]), "by", "recall", "no positive weight"),
    (ONE_CLASS, "by", "expected_cost", "prevalence must lie strictly"),
    (ENDS_EARLY, "by", "predicted_positive_rate", "negatives"),
    (ENDS_EARLY, "by", "recall", "recall"),
]


@pytest.mark.parametrize(("paths", "name", "value", "said"), REFUSED, ids=str)
def test_what_cannot_be_drawn_says_why_and_leaves_what_was_there(paths, name, value, said, request):
    paths = request.getfixturevalue(paths) if isinstance(paths, str) else paths
    view = prplot.explore(paths)
    before = view.code, view.state, view.controls[name].value
    set_to(view, **{name: value})
    assert said in view.notes[0]
    assert (view.code, view.state, view.controls[name].value) == before
    assert len(view.figure.axes) == 1
    set_to(view, levels=2)
    assert view.state == {**before[1], "levels": 2}
    with pytest.raises(prplot.PrplotError, match=said):
        prplot.explore(paths, **{name: value})


def test_a_value_that_no_control_can_have_is_refused(several):
    view = prplot.explore(several)
    for name, value, said in (
        ("space", "cube", "space must be one of"),
        ("between", (0.3, 0.3), r"between must rise and lie in \[0, 1\]; got \(0.3, 0.3\)"),
        ("levels", 10, r"levels must lie in \[0, 9\]; got 10"),
    ):
        with pytest.raises(prplot.PrplotValueError, match=said):
            view.controls[name].value = value
        # From a page it is said there.
        view.hear({"set": {name: list(value) if isinstance(value, tuple) else value}})
        assert re.search(said, view.notes[0])
        assert view.state == {}
    view.hear({"set": {"threshold": "abc"}})
    assert view.notes == ["Threshold must be a number; got 'abc'."]
    view.hear({"set": {"threshold": "1e-3"}})
    assert (view.notes, view.view.threshold) == ([], 0.001)


def test_a_page_shows_the_main_panel_as_one_of_several(several):
    view = prplot.explore(several)
    assert offered(view)["panels"]["value"] == ["pr", "matrix"]
    for chosen, space, panels in (
        (["pr", "roc", "matrix"], "pr", ("roc", "matrix")),
        (["roc", "matrix"], "roc", ("matrix",)),
        (["prg", "roc", "scores"], "roc", ("prg", "scores")),
        # Without a space there is nothing to see.
        (["scores"], "roc", ("prg", "scores")),
    ):
        view.hear({"set": {"panels": chosen}})
        assert (view.view.space, view.view.panels) == (space, panels)
    assert "Panels must hold a space" in view.notes[0]


def test_entries_and_histograms_answer(several):
    view = prplot.explore(several, panels=("scores",))
    facts = view.seen["facts"]
    assert [len(panel.get("scores", ())) for panel in facts["panels"]] == [0, 2, 2]
    for cut, span, threshold in ((0.40004, 1.5, 0.4), (0.40004, 0.1, 0.4), (1000000.741, 1.7, 1000000.741)):
        view.hear({"cut": cut, "span": span})
        assert view.state["threshold"] == threshold
    view.hear({"hide": 0, "number": view.seen["facts"]["number"]})
    assert view.view.shown == ("b",)
    view.hear({"hide": 0, "number": view.seen["facts"]["number"]})
    assert view.view.shown == ("b",)


@pytest.mark.parametrize(
    ("high", "low", "threshold"),
    [
        (1e308, -1e308, None),
        (1e308, 1e305, float("-inf")),
        (1e17, 1e17, float("inf")),
        (1.0, 1.0 - 2e-16, 1e308),
        (5e-324, 0.0, None),
        (0.0, 0.0, float("inf")),
        (float("inf"), 1e308, None),
    ],
)
def test_scores_of_any_size_have_stops(high, low, threshold):
    path = prplot.from_labels([1, 0, 1, 0], [high, high, low, low])
    view = prplot.explore(path, threshold=threshold)
    stops = offered(view)["threshold"]["stops"]
    assert stops == sorted(set(stops))
    # Each finite threshold of the path has one that predicts the same rows positive.
    finite = [value for value in path.thresholds if np.isfinite(value)]
    assert [path.at(stop).cells for stop in stops] == [path.at(value).cells for value in finite[::-1]]
    assert (view.notes, view.view.threshold) == ([], threshold)
    set_to(view, threshold=low)
    assert (view.notes, view.view.threshold) == ([], low)


# Whatever the paths and the values of controls: a picture or a sentence, and never the words of a crash.


def many():
    rng = np.random.default_rng(1)
    labels = rng.random(40) < 0.4
    names = [f"A classifier whose name has many characters, {k}" for k in range(3)]
    return {name: prplot.from_labels(labels, rng.normal(size=40) + 0.1 * k * labels) for k, name in enumerate(names)}


KINDS = {
    "positives only": ONE_CLASS,
    "negatives only": prplot.from_labels([0, 0, 0], [3, 2, 1]),
    "all tied": prplot.from_labels([1, 0, 1], [1, 1, 1]),
    "a single row": prplot.from_labels([1], [0.5]),
    "a single negative": prplot.from_labels([0], [0.5]),
    "rows dropped": lambda: prplot.from_labels([1, 0, 1, 0, 1], [4, np.nan, 2, 1, np.nan], missing="drop"),
    "soft": prplot.from_weights([4, 3, 2, 1], fg=[0.9, 0.2, 0.4, 0.1], bg=[0.3, 0.5, 0.2, 2.0]),
    "counts": prplot.from_counts([3, 2, 1], [3, 5, 6], [1, 4, 20]),
    "several": many,
    "one class beside both": [ONE_CLASS, prplot.from_labels([1, 0], [2, 1])],
    "two scales": [prplot.from_labels([1, 0], [0.9, 0.1]), prplot.from_labels([1, 0], [90, -100])],
    "a population": POPULATION,
    "a population beside a sample": [POPULATION, prplot.from_labels([1, 0], [2, 1])],
    "points": prplot.from_points([0.2, 0.5, 1.0], [0.9, 0.6, 0.3]),
    "negatives unknown beside counted": [ENDS_EARLY, prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1])],
    "ends early": prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1], positives=5, negatives=9),
}
SWITCHES = ("table", "chance", "always_positive", "unachievable", "best", "worst", "prg_grid", "hull", "colors")
VALUES = {
    **dict.fromkeys(SWITCHES, (True, False)),
    "interval": (False, True, False),
    "space": ("roc", "det", "cost", "prg", "gains", "lift", "pr"),
    "interpolation": ("step", "discrete-tp", "max-interpolated", "linear"),
    "compare": ("none", "discrete-fp", "linear"),
    "isolines": ("f_beta_gain", "expected_cost", "mcc", "lr_positive", "accuracy"),
    "levels": (9, 1, 0),
    "threshold": (-1e300, 0.0, 1e300, None),
    "panels": (("matrix", "pr"), ("croc", "scores"), ()),
    "shown": (None, (), None),
    "by": ("threshold", "recall", "predicted_positive_rate", "f_beta", "expected_cost"),
    "recall": (1.0, 0.0),
    "predicted_positive_rate": (0.0, 1.0),
    "beta": (0.1, 10.0),
    "cut": (1.0, 0.001, 0.5),
    "weighting": ("soft", "hard", "soft", "unweighted"),
    "ties": ("optimistic", "pessimistic", "average"),
    "prevalence": (0.001, None, 0.999),
    "between": ((0.1, 0.9), (0.5, 0.51), (0.0, 1.0)),
    "alpha": (30.0, 0.5),
    "cost_fn": (100.0, 0.01),
    "cost_fp": (0.01, 100.0, 1.0),
}
CRASH = re.compile(
    r"\w*(Error|Exception|Warning)\b:?|Traceback|\bNone\b|(?<!got )\bnan\b|array\(|dtype|(?<!interpolation)=['\"]"
)


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_is_chosen_has_a_picture_or_a_sentence(kind):
    made = KINDS[kind]
    view = prplot.explore(made()) if callable(made) else prplot.explore(made)
    for number in range(3):
        chosen = {
            name: values[(number + place) % len(values)]
            for place, (name, values) in enumerate(VALUES.items())
            if name in offered(view)
        }
        set_at_once(view, **chosen)
        assert [said for said in view.notes if CRASH.search(said)] == [], chosen
        assert view.figure.axes or view.notes, chosen
    view.close()
