"""Controls: where sliders begin and end, why some are off, and what is drawn in place of what cannot be."""

from __future__ import annotations

import html
import re
from itertools import pairwise

import ipywidgets as w
import numpy as np
import pytest
from helpers.explorers import curves, set_at_once, set_to, text_of, walk, written

import prplot

pytestmark = pytest.mark.usefixtures("unpainted")
ENDS_EARLY = prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1], positives=5)
ONE_CLASS = prplot.from_labels([1, 1, 1], [3, 2, 1])
POPULATION = prplot.simulate.binormal().path(0.1)
UNKNOWN = "The number of negatives is unknown"


def beneath(view, name):
    """What is said beneath a control, which follows it on the page."""
    after = {one: other for part in walk(view) for one, other in pairwise(getattr(part, "children", ()))}
    return " ".join(text_of(after[view.controls[name]].value).split())


# In which state which controls are on, and which are off and why.
OFF = [
    ({}, "interpolation weighting beta", "recall", 'The point is at the threshold: choose "Point is at: a recall".'),
    ({}, "threshold", "alpha", 'Only in CROC: choose it under "Space" or "Panels".'),
    ({}, "levels", "cut", 'Used for hard labels: choose "Weighting: hard labels at the cut".'),
    ({}, "", "cost_fn", 'Nothing shown has costs: choose "Isolines of: expected cost" or "Point is at: the least'),
    ({}, "", "colors", 'Each classifier has colours of its own: tick a single one under "Classifiers".'),
    ({"by": "recall"}, "recall", "threshold", 'The point is at a recall: choose "Point is at: the threshold".'),
    ({"space": "roc"}, "isolines", "always_positive", 'Only in PR or PR-Gain: choose it under "Space" or "Panels".'),
    ({"space": "roc"}, "", "interpolation", "Only in PR; elsewhere a step has one exact image: choose it under"),
    ({"space": "roc", "panels": ("pr",)}, "interpolation always_positive", "cut", "Used for hard labels"),
    ({"levels": 0}, "", "isolines", 'None is drawn: raise "Isolines".'),
    ({"levels": 0}, "", "beta", 'Nothing shown is of Fβ: choose "Point is at: the best Fβ".'),
    ({"levels": 0, "by": "f_beta"}, "beta", "isolines", "None is drawn"),
    ({"isolines": "expected_cost"}, "cost_fn cost_fp", "beta", "Nothing shown is of Fβ"),
    ({"weighting": "hard"}, "cut", "alpha", "Only in CROC"),
    ({"space": "cost"}, "best", "levels", "In cost space a point is a line: choose another space under"),
    ({"space": "cost"}, "", "prg_grid", "In cost space"),
    ({"shown": ("a",), "panels": ("croc",)}, "colors alpha", "recall", "The point is at the threshold"),
]


def test_what_has_no_meaning_is_off_and_says_why_beneath_it(several):
    view = prplot.explore(several)
    usual = {name: control.value for name, control in view.controls.items()}
    for state, on, off, why in OFF:
        set_at_once(view, **{**usual, **state})
        assert beneath(view, off).startswith(why)
        assert not [name for name in on.split() if view.controls[name].disabled]
        for name, control in view.controls.items():
            assert bool(control.tooltip) == bool(beneath(view, name)) == control.disabled, name
            parts = [part for part in walk(control) if isinstance(part, w.Checkbox | w.FloatSlider)]
            assert {part.disabled for part in parts} <= {control.disabled}, name
            # Whatever is in quotes is the label of a control on the page, with one of its options.
            for quoted in re.findall('"(.*?)"', beneath(view, name)):
                label, _, title = quoted.partition(": ")
                labelled = [
                    other
                    for other in view.controls.values()
                    if label in [getattr(part, what, "") for part in walk(other) for what in ("description", "value")]
                ]
                assert labelled, quoted
                assert not title or any(title in dict(getattr(other, "options", {})) for other in labelled)


@pytest.mark.parametrize(
    ("paths", "name", "why"),
    [
        ("hard", "weighting", "The labels are hard, and every row weighs the same."),
        ("hard", "shown", "There is one classifier only."),
        ("hard", "ties", "No foreground is tied with background."),
        ("counts", "weighting", "Paths made from counts have no rows to weigh."),
        (ENDS_EARLY, "weighting", "More is counted than the rows: nobody knows the labels of the rest."),
        (ENDS_EARLY, "prevalence", "The number of negatives is unknown."),
        (ENDS_EARLY, "chance", "The number of negatives is unknown."),
        (ONE_CLASS, "prevalence", "The sample has one class only."),
        (ONE_CLASS, "best", "The sample has one class only."),
        (POPULATION, "compare", "A population has no thresholds to join."),
        (POPULATION, "interpolation", "A population has no thresholds to join."),
        (POPULATION, "band", "A population has no uncertainty: samples have."),
    ],
    ids=str,
)
def test_what_paths_have_not_is_off_and_every_part_says_why(paths, name, why, request):
    view = prplot.explore(request.getfixturevalue(paths) if isinstance(paths, str) else paths)
    control = view.controls[name]
    assert beneath(view, name) == control.tooltip == why
    assert control.disabled
    for part in walk(view):
        # A page reads the description of whatever has a tooltip, and shows an error where there is none.
        assert "description" in part.get_state() or not part.get_state().get("tooltip")
    assert ("Scores by class" in [part.description for part in view.controls["panels"].switches]) is (
        "population" not in why and paths != "counts"
    )


def test_what_is_there_is_on(soft, hard):
    assert not prplot.explore([hard, soft]).controls["weighting"].disabled
    view = prplot.explore(ENDS_EARLY, isolines="recall")
    assert not any(view.controls[name].disabled for name in ("best", "worst", "by"))
    assert view.view.isolines == "recall"
    counted = prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1], positives=5, negatives=9)
    assert not prplot.explore(counted).controls["prevalence"].disabled


# What cannot be drawn gives way to what can, and that is what state and code say.


@pytest.mark.parametrize(("rule", "what"), [("discrete-tp", "true positives"), ("discrete-fp", "false positives")])
@pytest.mark.parametrize(
    ("name", "instead"), [("interpolation", "continuous is drawn"), ("compare", "nothing is compared")]
)
def test_single_steps_of_weights_that_are_not_whole(name, instead, rule, what, soft):
    view = prplot.explore(soft)
    code, label = view.code, {"interpolation": "Interpolation", "compare": "Compare with"}[name]
    set_to(view, **{name: rule})
    (said,) = view.notes
    assert said == (
        f"{rule} moves by single {what}, and weights are not whole here; {instead}. "
        f'Choose "Weighting: hard labels, unweighted" or take another under "{label}".'
    )
    assert (view.state, view.code, view.controls[name].value) == ({}, code, rule)
    set_to(view, weighting="unweighted")
    assert view.notes == []
    assert view.state == {name: rule, "weighting": "unweighted"}
    assert rule in view.code


def test_choices_that_cannot_be_drawn_leave_what_was_there(soft, several, hard):
    view = prplot.explore(soft, interpolation="step")
    set_to(view, interpolation="discrete-tp")
    assert "; step is drawn." in view.notes[0]
    assert view.state == {"interpolation": "step"}
    view = prplot.explore(hard, interpolation="discrete-fp")
    set_to(view, prevalence=0.123)
    assert view.notes[0].endswith('continuous is drawn. Switch "Prevalence" off or take another under "Interpolation".')
    assert view.state == {"prevalence": 0.123}
    view = prplot.explore(several, shown=("b",), table=True)
    for between, said in (((0.3, 0.3), "0 and 1"), ((0.3, 0.7), ""), ((0.7, 0.7), "0.3 and 0.7")):
        set_to(view, between=between)
        touch = f'The ends of "Area between" touch: move one of them. Areas are between {said}.'
        assert view.notes == ([touch] if said else [])
    assert view.state["between"] == [0.3, 0.7]
    set_to(view, shown=(), interpolation="discrete-tp")
    assert [note.split()[0] for note in view.notes] == ["The", "Tick", "discrete-tp"]
    assert view.notes[1] == 'Tick a classifier under "Classifiers".'
    assert view.state["shown"] == ["b"]
    assert len(curves(view.figure.axes[0])) == 1
    set_to(view, shown=("a",), interpolation="continuous", between=(0.0, 1.0))
    assert view.notes == []


@pytest.mark.parametrize(
    ("path", "name", "value", "said"),
    [
        (prplot.from_labels([0, 0], [2, 1]), "by", "recall", "Without foreground there is no recall; {}. Take"),
        (ONE_CLASS, "by", "expected_cost", "With one class only there is no expected cost; {}. Take"),
        (ONE_CLASS, "isolines", "expected_cost", "With one class only there is no expected cost; Fβ is drawn. Take"),
        (ENDS_EARLY, "by", "predicted_positive_rate", f"{UNKNOWN}, and so is the predicted positive rate; {{}}. Take"),
        (ENDS_EARLY, "by", "expected_cost", f"{UNKNOWN}, and so is the expected cost; {{}}. Take"),
        (ENDS_EARLY, "by", "recall", 'Not all that is shown reaches a recall of 0.8; {}. Lower "Recall" or take'),
        (POPULATION, "compare", "step", "A population has no thresholds to join; nothing is compared. Take"),
    ],
)  # fmt: skip
def test_what_is_undefined_says_so_and_what_is_there_instead(path, name, value, said):
    view = prplot.explore(path)
    set_to(view, **{name: value})
    label = {"by": "Point is at", "isolines": "Isolines of", "compare": "Compare with"}[name]
    assert f'{said.format("the point is at the threshold")} another under "{label}".' in view.notes
    assert (view.state, len(view.figure.axes)) == ({}, 1)
    if value == "recall" and path is ENDS_EARLY:
        assert not view.controls["recall"].disabled
        set_to(view, recall=0.4)
        assert (view.notes, view.state) == ([], {"by": "recall", "recall": 0.4})


def test_a_note_stands_beside_its_control_while_that_is_in_sight(several):
    view = prplot.explore(several)
    (group,) = [part for part in walk(view) if isinstance(part, w.Accordion) and part.titles == ("What if",)]
    set_to(view, between=(0.4, 0.4))
    (said,) = view.notes
    for chosen, there in ((None, ""), (0, said), (None, "")):
        group.selected_index = chosen
        assert beneath(view, "between") == there
        assert written(view).count(html.escape(said)) == 1


# Sliders and groups of check boxes.


def test_a_slider_that_may_be_off_is_switched_on_by_moving_it(soft):
    view = prplot.explore(soft)
    control = view.controls["threshold"]
    slider, switch = control.slider, control.switch
    slider.value += 0.5 * slider.step
    assert control.value is None, "a page puts sliders on their nearest stop when it shows them"
    slider.value = 0.3125
    assert (switch.value, control.value, view.view.threshold) == (True, 0.3125, 0.3125)
    # What a page adds up is cleared of dust.
    slider.value = 0.1 + 0.2
    assert view.view.threshold == 0.3
    slider.value = 1 / 3  # no stop: by code
    assert view.view.threshold == 1 / 3
    switch.value = False
    assert control.value is None
    control.value = None
    assert not switch.value
    control.value = 99.0
    assert (switch.value, slider.value, slider.max, view.view.threshold) == (True, 99.0, 99.0, 99.0)
    control.value = -30.0
    assert (slider.value, slider.min) == (-30.0, -30.0)
    for name, value in (("threshold", 17.0), ("prevalence", 0.0004), ("beta", 30.0), ("alpha", 900.0)):
        assert getattr(prplot.explore(soft, **{name: value}).view, name) == value
    for cut in (0.123456, 0.005):
        assert f"hard({cut})" in prplot.explore(soft, weighting="unweighted", cut=cut).code


def test_a_threshold_that_is_no_stop_stays_until_somebody_moves_it():
    """A page that shows a slider puts it on its nearest stop, however far apart they are."""
    path = prplot.from_labels([1, 0, 1, 0], [9.0, 0.2, -0.3, -29_000.0])
    view = prplot.explore(path, threshold=0.3)
    control, slider = view.controls["threshold"], view.controls["threshold"].slider
    stop = slider.min + slider.step * round((0.3 - slider.min) / slider.step)
    for moved, value in ((stop, 0.3), (stop - slider.step, stop - slider.step), (stop, stop)):
        slider.value = moved
        assert control.value == view.state["threshold"] == pytest.approx(value, abs=1e-6)


def test_all_classifiers_are_none_only_where_it_began_so(several):
    control = prplot.explore(several).controls["shown"]
    for number, ticked, value in ((0, False, ("b",)), (0, True, None)):
        control.switches[number].value = ticked
        assert control.value == value
    control = prplot.explore(several, shown=("a",)).controls["shown"]
    assert [switch.value for switch in control.switches] == [True, False]
    control.switches[1].value = True
    assert control.value is None
    panels = prplot.explore(several, panels=("prg",)).controls["panels"]
    panels.switches[0].value = True
    assert panels.value == ("pr", "prg")
    panels.value = ()
    assert not any(switch.value for switch in panels.switches)


def test_the_threshold_begins_where_the_first_calls_as_many_as_there_are(several, hard):
    for path in (hard, *several.values()):
        start = prplot.explore([path, *several.values()]).controls["threshold"].slider.value
        assert path.at(start).predicted_positive_rate == pytest.approx(path.prevalence, abs=0.08)


@pytest.mark.parametrize(("low", "high"), [(-200.0, 110.0), (0.1, 0.9), (-14.62, 14.1), (3.0, 3.0 + 1e-6), (-3e8, 5e8)])
def test_the_stops_of_the_threshold_are_round_numbers(low, high):
    view = prplot.explore(prplot.from_labels([1, 0, 1, 0], [high, (low + high) / 2, (low + high) / 2, low]))
    slider = view.controls["threshold"].slider
    assert slider.min <= low <= slider.min + slider.step
    assert slider.max == high
    assert 1000 <= (high - low) / slider.step < 2501
    assert f"{slider.step:.0e}"[0] in "125"
    assert slider.min / slider.step == pytest.approx(round(slider.min / slider.step), rel=1e-12)


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
def test_scores_of_any_size_have_a_slider(high, low, threshold):
    view = prplot.explore(prplot.from_labels([1, 0, 1, 0], [high, high, low, low]), threshold=threshold)
    slider = view.controls["threshold"].slider
    assert slider.min <= slider.value <= slider.max
    # What a page computes of it is a number, and stops can be told apart.
    assert 0 < 100 * (slider.max - slider.min) < float("inf") or threshold == 1e308
    assert slider.min + slider.step > slider.min
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
    "between": ((0.0, 0.0), (0.5, 0.51), (0.0, 1.0), (1.0, 1.0)),
    "alpha": (30.0, 0.5),
    "cost_fn": (100.0, 0.01),
    "cost_fp": (0.01, 100.0, 1.0),
}
CRASH = re.compile(r"\w*(Error|Exception|Warning)\b:?|Traceback|\bNone\b|\bnan\b|array\(|dtype|=['\"]")


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_is_chosen_has_a_picture_or_a_sentence(kind):
    made = KINDS[kind]
    view = prplot.explore(made()) if callable(made) else prplot.explore(made)
    for number in range(3):
        chosen = {
            name: values[(number + place) % len(values)]
            for place, (name, values) in enumerate(VALUES.items())
            if not view.controls[name].disabled
        }
        set_at_once(view, **chosen)
        assert [said for said in view.notes if CRASH.search(said)] == [], chosen
        assert view.figure.axes or view.notes, chosen
    view.close()
