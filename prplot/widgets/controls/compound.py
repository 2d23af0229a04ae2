"""Controls that ipywidgets does not have, made of core ones: a slider that may be off, and several choices."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import ipywidgets as w
import traitlets

from prplot.widgets.controls.factories import CONTROL_WIDTH, LABEL_WIDTH

# A page that shows a slider moves it to its nearest stop, by at most half a step; further, somebody moved it.
SNAP_STEPS = 0.75
# A page adds steps up: what is smaller than this many of them is its rounding.
ROUNDING_STEPS = 1e-6


class CompoundControl(w.HBox):
    """Controls that are one: they have one value, and what is off, and why, is so for each of them."""

    value = traitlets.Any(None, allow_none=True)
    disabled = traitlets.Bool(False)
    # Never sent: a page reads the tooltip of what has a description only, and fails on boxes.
    tooltip = traitlets.Unicode(None, allow_none=True)

    def __init__(self, value: Any, children: Sequence[w.Widget], parts: Sequence[w.Widget]) -> None:
        super().__init__(children)
        self._parts = parts
        self.value = value
        self._show(value)
        self._syncing = False
        for control in (self, *parts):
            control.observe(self._sync, names="value")
        self.observe(self._pass_on, names=("disabled", "tooltip"))

    def _sync(self, change: Any) -> None:
        """Bring the value and the parts together, whichever changed; what this changes in turn is no news."""
        if self._syncing:
            return
        self._syncing = True
        try:
            if change.owner is self:
                self._show(change.new)
            else:
                self._read(change)
        finally:
            self._syncing = False

    def _show(self, value: Any) -> None:
        """Set the parts to a value."""
        raise NotImplementedError

    def _read(self, change: Any) -> None:
        """Set the value to what the parts say, one of which changed."""
        raise NotImplementedError

    def _pass_on(self, change: Any) -> None:
        for part in self._parts:
            setattr(part, change.name, change.new)


class OptionalSlider(CompoundControl):
    """A slider with a check box before it; off, its value is None. Moving the slider switches it on."""

    def __init__(self, value: float | None, slider: w.FloatSlider, description: str, width: str) -> None:
        self.switch = w.Checkbox(description=description, value=False, indent=False, layout=w.Layout(width=width))
        self.slider = slider
        super().__init__(value, [self.switch, slider], [self.switch, slider])

    def _show(self, value: float | None) -> None:
        if value is not None:
            if math.isfinite(value):
                # Its ends reach as far as any value.
                low, high = min(self.slider.min, value), max(self.slider.max, value)
            else:
                low, high = self.slider.min, self.slider.max
            # At once, else the page answers to new ends with the old value.
            with self.slider.hold_sync():
                self.slider.min, self.slider.max = low, high
                self.slider.value = min(max(value, low), high)
        self.switch.value = value is not None

    def _read(self, change: Any) -> None:
        if change.owner is self.slider:
            # Nobody moved it: the page puts sliders on their nearest stop when it shows them.
            if not self.switch.value and abs(change.new - change.old) < SNAP_STEPS * self.slider.step:
                return
            if self.value is not None and self._is_nearest_stop(change.new):
                return
            self.switch.value = True
        self.value = self._at_stop() if self.switch.value else None

    def _is_nearest_stop(self, place: float) -> bool:
        """Whether a place is a stop next to a value that is at none."""
        away = abs(self.value - self.slider.min) / self.slider.step
        moved = abs(place - self.value) / self.slider.step
        return bool(abs(away - round(away)) > ROUNDING_STEPS and moved <= 0.5 + ROUNDING_STEPS)

    def _at_stop(self) -> float:
        """Return the value of the slider without the last digits that a page leaves of its arithmetic."""
        digits = 2 - math.floor(math.log10(self.slider.step))
        value: float = self.slider.value
        rounded = round(value, max(digits, 0)) + 0.0
        return rounded if abs(rounded - value) < ROUNDING_STEPS * self.slider.step else value


class CheckboxGroup(CompoundControl):
    """Check boxes, one per option; the value is the tuple of those that are checked, or None for all of them."""

    def __init__(self, value: Sequence[str] | None, options: Sequence[tuple[str, str]], description: str) -> None:
        self._names = [name for _, name in options]
        self._all_is_none = value is None
        self.switches = [
            w.Checkbox(description=text, value=False, indent=False, layout=w.Layout(width="auto", margin="0 8px 0 0"))
            for text, _ in options
        ]
        label = w.Label(description, layout=w.Layout(width=LABEL_WIDTH))
        box = w.HBox(self.switches, layout=w.Layout(flex_flow="row wrap", width=CONTROL_WIDTH))
        super().__init__(None if value is None else tuple(value), [label, box], self.switches)
        self.add_class("prplot-checkboxes")

    def _show(self, value: Sequence[str] | None) -> None:
        for name, switch in zip(self._names, self.switches, strict=True):
            switch.value = value is None or name in value

    def _read(self, _change: Any) -> None:
        chosen = tuple(name for name, switch in zip(self._names, self.switches, strict=True) if switch.value)
        self.value = None if self._all_is_none and len(chosen) == len(self._names) else chosen


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
