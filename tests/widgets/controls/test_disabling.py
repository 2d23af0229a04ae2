"""Controls without a meaning are off, and say why."""

from __future__ import annotations

import ipywidgets as w
import pytest

import prplot

pytestmark = pytest.mark.usefixtures("unpainted")


def walk(widget):
    yield widget
    for child in getattr(widget, "children", ()):
        yield from walk(child)


@pytest.mark.parametrize(
    ("state", "on", "off"),
    [
        ({}, {"interpolation", "threshold", "weighting", "beta"}, {"cut", "recall", "alpha", "cost_fn", "colors"}),
        ({"space": "prg"}, {"weighting"}, {"cut", "interpolation", "compare"}),
        ({"space": "roc"}, {"isolines"}, {"interpolation"}),
        ({"space": "roc", "panels": ("pr",)}, {"interpolation"}, set()),
        ({"weighting": "hard"}, {"cut"}, set()),
        ({"space": "cost"}, {"best"}, {"levels", "hull", "prg_grid", "isolines", "beta"}),
        ({"by": "recall"}, {"recall"}, {"threshold"}),
        ({"levels": 0}, set(), {"isolines", "beta"}),
        ({"isolines": "expected_cost"}, {"cost_fn", "cost_fp"}, {"beta"}),
        ({"shown": ("a",)}, {"colors"}, set()),
        ({"panels": ("croc",)}, {"alpha"}, set()),
    ],
)
def test_what_has_no_meaning_is_off_and_says_why(state, on, off, several):
    view = prplot.explore(several, **state)
    for name, control in view.controls.items():
        assert bool(control.tooltip) == control.disabled
        if name in on | off:
            assert control.disabled == (name in off)


ONE_CLASS = prplot.from_labels([1, 1, 1], [3, 2, 1])


@pytest.mark.parametrize(("name", "state"), [("threshold", {"by": "recall"}), ("prevalence", {}), ("shown", {})])
def test_every_part_of_a_control_says_why_it_is_off(name, state):
    control = prplot.explore(ONE_CLASS, **state).controls[name]
    parts = [part for part in walk(control) if isinstance(part, w.Checkbox | w.FloatSlider)]
    assert parts
    assert {(part.disabled, part.get_state()["tooltip"]) for part in parts} == {(True, control.tooltip)}
    assert control.tooltip


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("hard", "The labels are hard, and every row weighs the same."),
        ("counts", "Paths made from counts have no rows to weigh."),
    ],
)
def test_weighting_is_off_without_soft_rows(kind, reason, request):
    view = prplot.explore(request.getfixturevalue(kind))
    assert view.controls["weighting"].disabled
    assert view.controls["weighting"].tooltip == reason
    assert view.controls["shown"].tooltip == "There is one classifier only."


def test_one_soft_path_among_hard_ones_can_be_weighted(soft, hard):
    assert not prplot.explore([hard, soft]).controls["weighting"].disabled


def test_controls_are_off_with_no_more_than_their_reason(several):
    """The page would show None as a word."""
    view = prplot.explore(several, space="roc")
    assert view.controls["interpolation"].tooltip.startswith("Only in PR; elsewhere a step has one exact image")
    view.controls["space"].value = "pr"
    assert view.controls["interpolation"].tooltip == ""


@pytest.mark.parametrize("name", ["threshold", "shown"])
def test_every_part_of_a_control_is_off(name, several, soft):
    given = {"threshold": (several, {"by": "recall"}), "shown": (soft, {})}[name]
    view = prplot.explore(given[0], **given[1])
    parts = [part for part in walk(view.controls[name]) if isinstance(part, w.Checkbox | w.FloatSlider)]
    assert parts
    assert all(part.disabled and part.tooltip for part in parts)


# Curves that end early, where nobody counts negatives.


def test_controls_that_need_negatives_or_all_rows_are_off_and_say_why():
    view = prplot.explore(prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1], positives=5))
    off = {name: control.tooltip for name, control in view.controls.items() if control.disabled}
    assert off["prevalence"] == off["chance"] == "The number of negatives is unknown."
    assert off["weighting"] == "More is counted than the rows: nobody knows the labels of the rest."
    assert not {"best", "worst", "by"} & set(off)
    counted = prplot.explore(prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1], positives=5, negatives=9))
    assert not counted.controls["prevalence"].disabled
