"""Controls of an explorer as separate widgets of ipywidgets, for dashboards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import ipywidgets

from prplot.errors import shortest
from prplot.widgets.fields import NO_NUMBER

if TYPE_CHECKING:
    from prplot.widgets.explorer import Explorer

STYLE, LAYOUT = {"description_width": "9rem"}, {"width": "auto", "max_width": "30rem"}


class Controls(ipywidgets.VBox):
    """A box of widgets, one below the other; closing the box closes them too."""

    def close(self) -> None:
        """Close the box and all widgets in it."""
        for child in self.children:
            child.close()
        super().close()


class Link:
    """A widget that shows one control of an explorer and sets it.

    Only the observer of the widget holds this object, so both are freed when the widget is closed and not held.

    Parameters
    ----------
    explorer : Explorer
    name : str
        The name of the control.
    end : {0, 1} or None
        For a control with two numbers, the one that the widget shows.
    """

    # The class of the widget, and further arguments of it.
    kind: Any = ipywidgets.Dropdown
    look: ClassVar[dict[str, Any]] = {"style": STYLE}

    def __init__(self, explorer: Explorer, name: str, end: int | None = None) -> None:
        self._explorer, self._name, self._end = explorer, name, end
        title = explorer.controls[name].field.title + ("" if end is None else (", from", ", to")[end])
        self.widget = self.kind(description=title, layout=LAYOUT, **self.look)
        self._showing = False
        self.widget.observe(self._chosen, names="value")
        self.show()

    def _options(self, _value: Any) -> tuple[Any, ...]:
        """Return the options of the widget, as (title, value) pairs; empty if it has none."""
        return tuple((title, option) for option, title in self._control.get("options", ()))

    def _written(self, value: Any) -> Any:
        """Return a value of the control in the form that the widget holds."""
        return value

    def show(self) -> None:
        """Show the value and the options of the control, and disable the widget if the control has no effect."""
        if self.widget.comm is None:
            # The widget was closed.
            return
        self._control, applies = self._explorer.described(self._name)
        value = self._control["value"] if self._end is None else self._control["value"][self._end]
        if value in ("inf", "-inf"):
            # JSON has no infinite numbers, so they are texts.
            value = float(value)
        options = self._options(value)
        self._showing = True
        try:
            if options and self.widget.options != options:
                self.widget.options = options
            self.widget.value = self._written(value)
            self.widget.disabled = not applies
        finally:
            self._showing = False

    def _chosen(self, change: Any) -> None:
        """Set the control to the new value of the widget. If the explorer refuses it, it notes why and calls `show`."""
        if self._showing or self.widget.comm is None:
            return
        value = change.new
        if self._end is not None:
            ends = list(self._explorer.controls[self._name].value)
            ends[self._end] = value
            value = ends
        self._explorer.hear({"set": {self._name: value}})


class Several(Link):
    """A list in which several options can be selected."""

    kind = ipywidgets.SelectMultiple

    def _written(self, value: Any) -> Any:
        # None stands for all options.
        return tuple(option for option, _ in self._control["options"] if value is None or option in value)


class Switch(Link):
    """A checkbox."""

    kind = ipywidgets.Checkbox
    look: ClassVar[dict[str, Any]] = {"indent": False}


class Slider(Link):
    """A slider whose stops include the present number."""

    kind = ipywidgets.SelectionSlider
    look: ClassVar[dict[str, Any]] = {"style": STYLE, "continuous_update": False, "options": [NO_NUMBER]}

    def _options(self, value: Any) -> tuple[Any, ...]:
        stops = {*self._control["stops"], value} - {None}
        numbers = tuple((shortest(stop), stop) for stop in sorted(stops))
        return ((NO_NUMBER, NO_NUMBER), *numbers) if self._control["optional"] else numbers

    def _written(self, value: Any) -> Any:
        return NO_NUMBER if value is None else value


class Typed(Link):
    """A text field for a number, with a decimal point or a decimal comma; an empty field means no number."""

    kind = ipywidgets.Text
    look: ClassVar[dict[str, Any]] = {"style": STYLE, "continuous_update": False}

    def _written(self, value: Any) -> Any:
        return "" if value is None else shortest(value)


class Still(ipywidgets.Image):
    """The picture of an explorer, as an image widget."""

    def __init__(self, explorer: Explorer) -> None:
        self._explorer = explorer
        super().__init__(format="png", layout={"object_fit": "contain", "max_width": "100%"})
        self.show()

    def show(self) -> None:
        """Show the picture that was drawn last, at the width that it has on a screen."""
        if self.comm is not None:
            wide, _ = self._explorer.seen["facts"]["size"]
            self.value, self.width = self._explorer.picture, f"{wide:.0f}"


def links_for(explorer: Explorer, name: str, typed: bool) -> list[Link]:
    """Return the linked widget of a control, or the two widgets of a control with two numbers."""
    number = Typed if typed else Slider
    kinds = {"choice": Link, "several": Several, "flag": Switch, "number": number}
    kind = explorer.controls[name].field.kind
    return [number(explorer, name, end) for end in (0, 1)] if kind == "between" else [kinds[kind](explorer, name)]
