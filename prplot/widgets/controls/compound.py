"""Controls that ipywidgets does not have, made of core ones: a slider that may be off, and several choices."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import ipywidgets as w
import traitlets

from prplot.widgets.controls.factories import CONTROL_WIDTH, LABEL_WIDTH

__all__ = ["CheckboxGroup", "OptionalSlider", "close_all", "open_all"]


# A page moves a slider to its nearest stop, so by at most half a step.
SNAP_STEPS = 0.75
# What is smaller, in steps, comes of adding steps up.
ROUNDING_STEPS = 1e-6


class CompoundControl(w.HBox):
    """Controls that are one: what is off, and why, is so for each of them."""

    disabled = traitlets.Bool(False)
    # Never sent: a page reads the tooltip of what has a description only, and fails on boxes.
    tooltip = traitlets.Unicode(None, allow_none=True)

    def __init__(self, children: Sequence[w.Widget], parts: Sequence[w.Widget]) -> None:
        super().__init__(children)
        self._parts = parts
        self.observe(self._pass_on, names=("disabled", "tooltip"))

    def _pass_on(self, change: Any) -> None:
        for part in self._parts:
            setattr(part, change.name, change.new)


class OptionalSlider(CompoundControl):
    """A slider with a check box before it; off, its value is None. Moving the slider switches it on."""

    value = traitlets.Any(None, allow_none=True)

    def __init__(self, value: float | None, slider: w.FloatSlider, description: str, width: str) -> None:
        self.switch = w.Checkbox(
            description=description, value=value is not None, indent=False, layout=w.Layout(width=width)
        )
        self.slider = slider
        if value is not None:
            self._put(value)
        super().__init__([self.switch, self.slider], [self.switch, self.slider])
        self.value = value
        self._taking = False
        self.switch.observe(self._moved, names="value")
        self.slider.observe(self._moved, names="value")
        self.observe(self._show, names="value")

    def _moved(self, change: Any) -> None:
        if self._taking:
            return
        if (
            change.owner is self.slider
            and not self.switch.value
            and abs(change.new - change.old) < SNAP_STEPS * self.slider.step
        ):
            # Nobody moved it: the page puts sliders on their nearest stop when it shows them.
            return
        self._taking = True
        try:
            if change.owner is self.slider:
                self.switch.value = True
            self.value = self._at_stop() if self.switch.value else None
        finally:
            self._taking = False

    def _at_stop(self) -> float:
        """Return the value of the slider without the last digits that a page leaves of its arithmetic."""
        digits = 2 - math.floor(math.log10(self.slider.step))
        value: float = self.slider.value
        rounded = round(value, max(digits, 0))
        return rounded if abs(rounded - value) < ROUNDING_STEPS * self.slider.step else value

    def _show(self, change: Any) -> None:
        if self._taking:
            return
        self._taking = True
        try:
            if change.new is not None:
                self._put(change.new)
            self.switch.value = change.new is not None
        finally:
            self._taking = False

    def _put(self, value: float) -> None:
        """Put the slider at a value, and let it reach that far; what is endless is at its end."""
        if math.isfinite(value):
            self.slider.min, self.slider.max = min(self.slider.min, value), max(self.slider.max, value)
        self.slider.value = min(max(value, self.slider.min), self.slider.max)


class CheckboxGroup(CompoundControl):
    """Check boxes, one per option; the value is the tuple of those that are checked, or None for all of them."""

    value = traitlets.Any(())

    def __init__(self, value: Sequence[str] | None, options: Sequence[tuple[str, str]], description: str) -> None:
        self._names = [name for _, name in options]
        self._all_is_none = value is None
        self.switches = [
            w.Checkbox(description=text, indent=False, layout=w.Layout(width="auto", margin="0 8px 0 0"))
            for text, _ in options
        ]
        label = w.Label(description, layout=w.Layout(width=LABEL_WIDTH))
        box = w.HBox(self.switches, layout=w.Layout(flex_flow="row wrap", width=CONTROL_WIDTH))
        super().__init__([label, box], self.switches)
        self.add_class("prplot-checkboxes")
        self._taking = False
        self.value = None if value is None else tuple(value)
        self._show_value()
        for switch in self.switches:
            switch.observe(self._switched, names="value")
        self.observe(self._taken, names="value")

    def _switched(self, _change: Any) -> None:
        if self._taking:
            return
        self._taking = True
        try:
            chosen = tuple(name for name, switch in zip(self._names, self.switches, strict=True) if switch.value)
            self.value = None if self._all_is_none and len(chosen) == len(self._names) else chosen
        finally:
            self._taking = False

    def _taken(self, _change: Any) -> None:
        if not self._taking:
            self._show_value()

    def _show_value(self) -> None:
        self._taking = True
        try:
            for name, switch in zip(self._names, self.switches, strict=True):
                switch.value = self.value is None or name in self.value
        finally:
            self._taking = False


def close_all(widget: w.Widget) -> None:
    """Take a widget with all that it is made of off every page."""
    for part in _parts_of(widget):
        close_all(part)
    w.Widget.close(widget)


def open_all(widget: w.Widget) -> None:
    """Let pages show a widget again that was closed."""
    for part in _parts_of(widget):
        open_all(part)
    # What closing has put in place of the method.
    vars(widget).pop("_repr_mimebundle_", None)
    widget.open()


def _parts_of(widget: w.Widget) -> list[w.Widget]:
    parts = [*getattr(widget, "children", ()), *(getattr(widget, name, None) for name in ("layout", "style"))]
    return [part for part in parts if isinstance(part, w.Widget)]
