"""The controls: where their sliders begin and end, and what they are offered."""

from __future__ import annotations

import pytest

import prplot

pytestmark = pytest.mark.usefixtures("unpainted")


def set_to(view, **values):
    for name, value in values.items():
        view.controls[name].value = value


@pytest.mark.parametrize("cut", [0.123456, 0.005])
def test_a_cut_off_the_stops_of_the_slider_is_kept(cut):
    path = prplot.from_weights([4, 3, 2, 1], fg=[0.9, 0.0, 0.4, 0.0])
    view = prplot.explore(path, weighting="unweighted", cut=cut)
    assert view.view.cut == cut
    assert f"hard({cut})" in view.code


@pytest.mark.parametrize(
    ("name", "value"), [("threshold", 17.0), ("prevalence", 0.0004), ("beta", 30.0), ("alpha", 900.0)]
)
def test_numbers_off_the_usual_range_are_kept(name, value, soft):
    assert getattr(prplot.explore(soft, **{name: value}).view, name) == value


def test_the_threshold_begins_where_the_first_calls_as_many_as_there_are(several, hard):
    for path in (hard, *several.values()):
        start = prplot.explore([path, *several.values()]).controls["threshold"].slider.value
        called = path.at(start)
        assert called.predicted_positive_rate == pytest.approx(path.prevalence, abs=0.08)


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
    ("scores", "state"),
    [
        ((1e308, -1e308), {}),
        ((1e308, -1e308), {"threshold": float("inf")}),
        ((1e308, 1e305), {"threshold": 1e308}),
        ((1e308, 1e305), {"threshold": float("-inf")}),
        ((1e17, 1e17), {}),
        ((1e17, 1e17), {"threshold": float("inf")}),
        ((1.0, 1.0 - 2e-16), {}),
        ((1.0, 1.0 - 2e-16), {"threshold": 1e308}),
        ((5e-324, 0.0), {}),
        ((5e-324, 0.0), {"threshold": float("-inf")}),
        ((0.0, 0.0), {"threshold": 1e308}),
        ((0.0, 0.0), {"threshold": float("inf")}),
        ((float("inf"), 1e308), {}),
        ((float("inf"), 1e308), {"threshold": float("-inf")}),
    ],
)
def test_scores_of_any_size_have_a_slider(scores, state):
    high, low = scores
    view = prplot.explore(prplot.from_labels([1, 0, 1, 0], [high, high, low, low]), **state)
    slider = view.controls["threshold"].slider
    assert slider.min <= slider.value <= slider.max
    # What a page computes of it is a number, and stops can be told apart.
    assert 0 < 100 * (slider.max - slider.min) < float("inf") or state.get("threshold") == 1e308
    assert slider.min + slider.step > slider.min
    assert view.notes == []
    assert view.view.threshold == state.get("threshold")
    set_to(view, threshold=low)
    assert view.view.threshold == low
    assert view.notes == []


def test_a_population_is_offered_what_it_has():
    population = prplot.explore(prplot.simulate.binormal().path(0.1))
    sample = prplot.explore(prplot.simulate.binormal().sample(50, prevalence=0.3, rng=0))
    offered = [[switch.description for switch in view.controls["panels"].switches] for view in (population, sample)]
    assert set(offered[1]) - set(offered[0]) == {"Scores by class"}
    for name in ("interpolation", "compare"):
        assert population.controls[name].disabled
        assert not sample.controls[name].disabled
    population.close()
    sample.close()


def test_a_threshold_that_is_no_stop_stays_until_somebody_moves_it():
    """A page that shows a slider puts it on its nearest stop, however far apart they are."""
    path = prplot.from_labels([1, 0, 1, 0], [9.0, 0.2, -0.3, -29_000.0])
    view = prplot.explore(path, threshold=0.3)
    control, slider = view.controls["threshold"], view.controls["threshold"].slider
    stop = slider.min + slider.step * round((0.3 - slider.min) / slider.step)
    slider.value = stop
    assert control.value == view.state["threshold"] == 0.3
    slider.value = stop - slider.step
    assert control.value == pytest.approx(stop - slider.step)
    slider.value = stop
    assert control.value == pytest.approx(stop, abs=1e-6)
