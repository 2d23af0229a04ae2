"""A choice that cannot be drawn gives way to one that can, and what is drawn is what state and code say."""

from __future__ import annotations

from hashlib import sha256

import pytest

import prplot


def picture(view):
    return sha256(view._screen.value).hexdigest()


WHOLE = "weights are not whole here"
NO_COST = "With one class only there is no expected cost"
OTHERS = 'Choose "Weighting: hard labels, unweighted" or take another under'


@pytest.mark.parametrize(("rule", "what"), [("discrete-tp", "true positives"), ("discrete-fp", "false positives")])
@pytest.mark.parametrize("name", ["interpolation", "compare"])
def test_single_steps_of_weights_that_are_not_whole(name, rule, what, soft):
    view = prplot.explore(soft)
    before = picture(view)
    view.controls[name].value = rule
    drawn, label = {
        "interpolation": ("continuous is drawn", "Interpolation"),
        "compare": ("nothing is compared", "Compare with"),
    }[name]
    assert view.notes == [f'{rule} moves by single {what}, and {WHOLE}; {drawn}. {OTHERS} "{label}".']
    assert picture(view) == before
    assert view.state == {}
    assert view.code == prplot.explore(soft).code
    assert view.controls[name].value == rule
    view.controls["weighting"].value = "unweighted"
    assert view.notes == []
    assert view.state == {name: rule, "weighting": "unweighted"}
    assert rule in view.code


def test_the_interpolation_before_stays_where_it_can(soft):
    view = prplot.explore(soft, interpolation="step")
    before = picture(view)
    view.controls["interpolation"].value = "discrete-tp"
    assert "; step is drawn." in view.notes[0]
    assert view.state == {"interpolation": "step"}
    assert picture(view) == before


@pytest.mark.usefixtures("unpainted")
def test_another_prevalence_is_a_reason_too(hard):
    view = prplot.explore(hard, interpolation="discrete-fp")
    assert view.notes == []
    view.controls["prevalence"].value = 0.123
    (said,) = view.notes
    assert said.endswith('continuous is drawn. Switch "Prevalence" off or take another under "Interpolation".')
    assert view.state == {"prevalence": 0.123}
    assert len(view.figure.axes) == 1


def test_handles_that_touch_keep_the_range_before(several):
    view = prplot.explore(several, table=True)
    before = picture(view)
    view.controls["between"].value = (0.3, 0.3)
    assert view.notes == ['The ends of "Area between" touch: move one of them. Areas are between 0 and 1.']
    assert (picture(view), view.view.between) == (before, (0.0, 1.0))
    view.controls["between"].value = (0.3, 0.7)
    assert view.notes == []
    ranged = picture(view)
    assert ranged != before
    view.controls["between"].value = (0.7, 0.7)
    assert "Areas are between 0.3 and 0.7." in view.notes[0]
    assert (picture(view), view.state["between"]) == (ranged, [0.3, 0.7])


def test_several_at_once_each_have_their_sentence(several):
    view = prplot.explore(several)
    for name, value in (("shown", ()), ("between", (0.2, 0.2)), ("interpolation", "discrete-tp")):
        view.controls[name].value = value
    assert [note.split()[0] for note in view.notes] == ["The", "Tick", "discrete-tp"]
    assert view.state == {}
    assert picture(view) == picture(prplot.explore(several))


@pytest.mark.usefixtures("unpainted")
def test_a_population_has_no_steps_to_compare():
    view = prplot.explore(prplot.simulate.binormal().path(0.1))
    view.controls["compare"].value = "step"
    assert view.notes == [
        'A population has no thresholds to join; nothing is compared. Take another under "Compare with".'
    ]
    assert len(view.figure.axes) == 1


@pytest.mark.parametrize(
    ("labels", "name", "value", "said"),
    [
        ([0, 0], "by", "recall", "Without foreground there is no recall; the point is at the threshold."),
        (
            [1, 1],
            "by",
            "expected_cost",
            "With one class only there is no expected cost; the point is at the threshold.",
        ),
        ([1, 1], "isolines", "expected_cost", f"{NO_COST}; Fβ is drawn."),
    ],
)
@pytest.mark.usefixtures("unpainted")
def test_what_one_class_leaves_undefined(labels, name, value, said):
    view = prplot.explore(prplot.from_labels(labels, [2, 1]))
    view.controls[name].value = value
    label = {"by": "Point is at", "isolines": "Isolines of"}[name]
    assert f'{said} Take another under "{label}".' in view.notes
    assert view.state == {}
    assert len(view.figure.axes) == 1


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("recall", "Not all that is shown reaches a recall of 0.8"),
        ("predicted_positive_rate", "The number of negatives is unknown, and so is the predicted positive rate"),
        ("expected_cost", "The number of negatives is unknown, and so is the expected cost"),
    ],
)
@pytest.mark.usefixtures("unpainted")
def test_a_point_that_is_not_there_where_curves_end_early(value, why):
    view = prplot.explore(prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1], positives=5))
    view.controls["by"].value = value
    way = 'Lower "Recall" or take' if value == "recall" else "Take"
    assert view.notes == [f'{why}; the point is at the threshold. {way} another under "Point is at".']
    assert len(view.figure.axes) == 1
    if value == "recall":
        assert not view.controls["recall"].disabled
        view.controls["recall"].value = 0.4
        assert view.notes == []
        assert view.state == {"by": "recall", "recall": 0.4}


@pytest.mark.usefixtures("unpainted")
def test_isolines_of_a_rate_are_drawn_whatever_the_point_could_be():
    view = prplot.explore(prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1], positives=5), isolines="recall")
    assert view.view.isolines == "recall"
