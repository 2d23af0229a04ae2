"""Controls that ipywidgets does not have."""

from __future__ import annotations

import ipywidgets as w
import pytest

from prplot.widgets.controls.compound import CheckboxGroup, OptionalSlider


def optional_slider(value=None):
    return OptionalSlider(value, w.FloatSlider(value=0.5, min=0.0, max=1.0, step=0.01), "Threshold", "92px")


def test_a_slider_that_is_off_is_switched_on_by_moving_it():
    control = optional_slider()
    control.slider.value = 0.7
    assert (control.value, control.switch.value) == (0.7, True)
    control.slider.value += 0.005
    assert control.value == pytest.approx(0.705)
    control.value = None
    assert control.switch.value is False
    control.value = -3.0
    assert (control.switch.value, control.slider.value, control.slider.min) == (True, -3.0, -3.0)
    control.value = 3.0
    assert (control.slider.value, control.slider.max) == (3.0, 3.0)


def checkboxes(value):
    return CheckboxGroup(value, [("A", "a"), ("B", "b")], "Some")


def test_all_of_them_is_none_only_where_it_began_so():
    control = checkboxes(None)
    control.switches[0].value = False
    control.switches[0].value = True
    assert control.value is None
    control = checkboxes(("a",))
    control.switches[1].value = True
    assert control.value == ("a", "b")
    control.value = ()
    assert [switch.value for switch in control.switches] == [False, False]
