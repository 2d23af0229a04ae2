"""Controls that ipywidgets does not have, made of core ones: a slider that may be off, and several choices."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import ipywidgets as w
import traitlets

from prplot.widgets.knobs import BESIDE, LABEL

__all__ = ["Maybe", "Several", "closed"]


# A page moves a slider to its nearest stop, so by at most half a step.
SNAP = 0.75
# What is smaller, in steps, comes of adding steps up.
DUST = 1e-6


class Maybe(w.HBox):
    """A slider with a check box before it; off, its value is None. Moving the slider switches it on."""

    value = traitlets.Any(None, allow_none=True)
    disabled = traitlets.Bool(False)

    def __init__(self, value: float | None, slider: w.FloatSlider, description: str, width: str) -> None:
        self.switch = w.Checkbox(
            description=description, value=value is not None, indent=False, layout=w.Layout(width=width)
        )
        self.slider = slider
        if value is not None:
            slider.value = value
        super().__init__([self.switch, self.slider])
        self.value = value
        self._taking = False
        self.switch.observe(self._moved, names="value")
        self.slider.observe(self._moved, names="value")
        self.observe(self._show, names="value")
        self.observe(self._pass_on, names=("disabled", "tooltip"))

    def _moved(self, change: Any) -> None:
        if self._taking:
            return
        if (
            change.owner is self.slider
            and not self.switch.value
            and abs(change.new - change.old) < SNAP * self.slider.step
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
        return rounded if abs(rounded - value) < DUST * self.slider.step else value

    def _show(self, change: Any) -> None:
        if self._taking:
            return
        self._taking = True
        try:
            if change.new is not None:
                self.slider.min = min(self.slider.min, change.new)
                self.slider.max = max(self.slider.max, change.new)
                self.slider.value = change.new
            self.switch.value = change.new is not None
        finally:
            self._taking = False

    def _pass_on(self, change: Any) -> None:
        for part in (self.switch, self.slider):
            setattr(part, change.name, change.new)


class Several(w.HBox):
    """Check boxes, one per option; the value is the tuple of those that are checked, or None for all of them."""

    value = traitlets.Any(())
    disabled = traitlets.Bool(False)

    def __init__(self, value: Sequence[str] | None, options: Sequence[tuple[str, str]], description: str) -> None:
        self._names = [name for _, name in options]
        self._all_is_none = value is None
        self.switches = [
            w.Checkbox(description=text, indent=False, layout=w.Layout(width="auto", margin="0 8px 0 0"))
            for text, _ in options
        ]
        label = w.Label(description, layout=w.Layout(width=LABEL))
        box = w.HBox(self.switches, layout=w.Layout(flex_flow="row wrap", width=BESIDE))
        super().__init__([label, box])
        self.add_class("prplot-several")
        self._taking = False
        self.value = None if value is None else tuple(value)
        self._show_value()
        for switch in self.switches:
            switch.observe(self._switched, names="value")
        self.observe(self._taken, names="value")
        self.observe(self._pass_on, names=("disabled", "tooltip"))

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

    def _pass_on(self, change: Any) -> None:
        for switch in self.switches:
            setattr(switch, change.name, change.new)


def closed(widget: w.Widget) -> None:
    """Close a widget with all that it is made of, so that nothing holds it any more."""
    for child in getattr(widget, "children", ()):
        closed(child)
    widget.unobserve_all()
    for name in ("layout", "style"):
        part = getattr(widget, name, None)
        if isinstance(part, w.Widget):
            part.close()
    widget.close()
