"""Widgets of ipywidgets that are linked with an explorer: one for each kind of control, and the picture."""

from __future__ import annotations

import asyncio
import gc
import weakref

import ipywidgets
import pytest
from helpers.explorers import set_to

import prplot

pytestmark = pytest.mark.usefixtures("unpainted")

# For each kind: the control, whether numbers are typed, the widget; what is chosen there, and the value of the control;
# another value of the control, and what the widget shows.
KINDS = [
    ("interpolation", False, ipywidgets.Dropdown, "step", "step", "linear", "linear"),
    ("weighting", False, ipywidgets.Dropdown, "hard", "hard", "soft", "soft"),
    ("shown", False, ipywidgets.SelectMultiple, ("b",), ("b",), None, ("a", "b")),
    ("panels", False, ipywidgets.SelectMultiple, ("pr", "roc"), ("roc",), ("scores",), ("pr", "scores")),
    ("band", False, ipywidgets.Checkbox, True, True, False, False),
    ("levels", False, ipywidgets.SelectionSlider, 2, 2, 7, 7),
    ("prevalence", False, ipywidgets.SelectionSlider, 0.01, 0.01, None, "off"),
    # A slider stops at values between its stops, too.
    ("prevalence", False, ipywidgets.SelectionSlider, "off", None, 0.0123, 0.0123),
    ("threshold", True, ipywidgets.Text, "0.25", 0.25, None, ""),
    ("threshold", True, ipywidgets.Text, " 0,25 ", 0.25, 1e-9, "1e-09"),
    ("levels", True, ipywidgets.Text, "3", 3, 5, "5"),
    ("threshold", False, ipywidgets.SelectionSlider, "off", None, float("inf"), float("inf")),
    ("threshold", True, ipywidgets.Text, "off", None, float("-inf"), "-inf"),
]


@pytest.mark.parametrize(("name", "typed", "kind", "chosen", "value", "other", "shown"), KINDS)
def test_a_widget_and_its_control_follow_each_other(several, name, typed, kind, chosen, value, other, shown):
    view = prplot.explore(several)
    view.controls[name].value = other
    widget, second = view.widget(name, typed=typed), view.widget(name, typed=typed)
    assert (type(widget), widget.value, widget.description) == (kind, shown, view.controls[name].field.title)
    widget.value = chosen
    assert (view.notes, view.controls[name].value, getattr(view.view, name)) == ([], value, value)
    assert second.value == widget.value
    view.controls[name].value = other
    assert widget.value == second.value == shown
    view.close()


@pytest.mark.parametrize(("typed", "kind"), [(False, ipywidgets.SelectionSlider), (True, ipywidgets.Text)])
def test_two_numbers_have_two_widgets(several, typed, kind):
    view = prplot.explore(several)
    box = view.widget("between", typed=typed)
    low, high = box.children
    assert (type(low), type(high)) == (kind, kind)
    high.value = "0,6" if typed else 0.6
    assert view.view.between == (0.0, 0.6)
    view.controls["between"].value = (0.25, 0.75)
    assert [low.value, high.value] == (["0.25", "0.75"] if typed else [0.25, 0.75])
    low.value = "0.9" if typed else 0.9
    assert view.notes == ["between must rise and lie in [0, 1]; got (0.9, 0.75)."]
    assert (view.view.between, float(low.value)) == ((0.25, 0.75), 0.25)


REFUSED = [
    ("interpolation", False, "discrete-tp", "needs whole counts"),
    ("shown", False, (), "Classifiers must hold at least one"),
    ("panels", False, ("matrix",), "Panels must hold a space"),
    ("levels", True, "10", "levels must lie in [0, 9]; got 10."),
    ("beta", True, "", "β must be a number; got nothing."),
    ("threshold", True, "high", "Threshold must be a number; got 'high'."),
    ("threshold", True, "nan", "Threshold must be a number; got 'nan'."),
    ("threshold", True, "1,000", "got '1,000', which can be read in two ways. Type it without a comma."),
]


@pytest.mark.parametrize("loop", [False, True])
def test_a_refused_value_is_put_back_and_the_reason_noted(several, loop):
    view = prplot.explore(several)

    def refuse():
        for name, typed, value, reason in REFUSED:
            widget = view.widget(name, typed=typed)
            before = widget.value
            # The second time, too.
            for _ in range(2):
                widget.value = value
                assert reason in view.notes[0]
                assert widget.value == before
            assert view.state == {}

    async def later():
        refuse()

    asyncio.run(later()) if loop else refuse()


def test_widgets_follow_before_the_picture_is_drawn(several):
    """In a notebook changes are gathered, but the next line of a cell sees them."""
    view = prplot.explore(several)
    widget, slider = view.widget("by"), view.widget("threshold")

    async def change():
        _, slider.value = slider.options[3]
        assert widget.value == view.controls["by"].value == "threshold"
        view.controls["by"].value = "recall"
        assert widget.value == "recall"

    asyncio.run(change())


def test_options_and_use_follow_the_view(several):
    view = prplot.explore(several)
    recall, cut, colors, interpolation = view.box("recall", "cut", "colors", "interpolation").children
    assert [each.disabled for each in (recall, cut, colors, interpolation)] == [True, True, True, False]
    set_to(view, by="recall", weighting="hard", shown=("a",), space="roc")
    assert [each.disabled for each in (recall, cut, colors, interpolation)] == [False, False, False, True]
    slider = view.widget("threshold")
    view.controls["threshold"].value = 0.123456789
    assert ("0.123456789", 0.123456789) in slider.options
    view.controls["threshold"].value = None
    assert "0.123456789" not in dict(slider.options)


def test_a_dashboard(several):
    view = prplot.explore(several)
    box = view.box("interpolation", "weighting")
    assert isinstance(box, ipywidgets.VBox)
    board = ipywidgets.HBox([view.image, box])
    picture, choice = board.children[0], box.children[0]
    assert isinstance(picture, ipywidgets.Image)
    assert view.image is picture
    assert picture.value == view.picture
    seen = []
    ipywidgets.interactive_output(lambda rule: seen.append(rule), {"rule": choice})
    choice.value = "step"
    assert seen == ["continuous", "step"]
    assert picture.value == view.picture != b""


def test_closed_widgets_change_nothing_and_are_not_kept(several):
    view = prplot.explore(several)
    box = view.box("interpolation", "between")
    choice, image = box.children[0], view.image
    box.close()
    image.close()
    choice.value = "step"
    assert view.state == {}
    set_to(view, interpolation="linear")
    assert choice.value == "step"
    assert view.image is not image
    gone = [weakref.ref(each) for each in (box, choice, box.children[1].children[0], image)]
    del box, choice, image
    gc.collect()
    assert [each() for each in gone] == [None] * 4


def test_wrong_names(several):
    view = prplot.explore(several)
    with pytest.raises(prplot.PrplotValueError, match=r"name must be one of 'shown', .*; got 'interpolatoin'"):
        view.widget("interpolatoin")
    with pytest.raises(prplot.PrplotTypeError, match=r"box must have names of controls; got none. They are shown, "):
        view.box()
    before = len(ipywidgets.Widget.get_manager_state()["state"])
    with pytest.raises(prplot.PrplotValueError, match="names must be one of"):
        view.box("levels", 3)
    assert len(ipywidgets.Widget.get_manager_state()["state"]) == before
