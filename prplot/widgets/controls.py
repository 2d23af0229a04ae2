"""Controls of an explorer as widgets of ipywidgets, for dashboards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import ipywidgets

from prplot.errors import shortest
from prplot.widgets.fields import NO_NUMBER

if TYPE_CHECKING:
    from prplot.widgets.explorer import Explorer

STYLE, LAYOUT = {"description_width": "9rem"}, {"width": "auto", "max_width": "30rem"}


class Controls(ipywidgets.VBox):
    """Widgets beneath each other, which are closed together."""

    def close(self) -> None:
        """Close the box, and the widgets in it."""
        for child in self.children:
            child.close()
        super().close()


class Link:
    """A widget that shows one control of an explorer and sets it.

    Only the observer of the widget holds this object, so both end when the widget is closed and nobody has it.

    Parameters
    ----------
    explorer : Explorer
    name : str
        Of the control.
    end : {0, 1} or None
        Which of its two numbers the widget has, if it has two.
    """

    # The widget, and further arguments of it.
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
        """Return what there is to choose from, as titles with values."""
        return tuple((title, option) for option, title in self._control.get("options", ()))

    def _written(self, value: Any) -> Any:
        """Return a value of the control as the widget has it."""
        return value

    def show(self) -> None:
        """Show the value of the control, what else there is, and whether it changes anything."""
        if self.widget.comm is None:
            # It was closed.
            return
        self._control, applies = self._explorer.described(self._name)
        value = self._control["value"] if self._end is None else self._control["value"][self._end]
        if value in ("inf", "-inf"):
            # Pages have no infinite number.
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
        """Set the control to what was chosen. If the explorer refuses it, the explorer notes why and calls `show`."""
        if self._showing or self.widget.comm is None:
            return
        value = change.new
        if self._end is not None:
            ends = list(self._explorer.controls[self._name].value)
            ends[self._end] = value
            value = ends
        self._explorer.hear({"set": {self._name: value}})


class Several(Link):
    """Several of some options."""

    kind = ipywidgets.SelectMultiple

    def _written(self, value: Any) -> Any:
        # None stands for all.
        return tuple(option for option, _ in self._control["options"] if value is None or option in value)


class Switch(Link):
    """On or off."""

    kind = ipywidgets.Checkbox
    look: ClassVar[dict[str, Any]] = {"indent": False}


class Slider(Link):
    """A number on a slider, which stops at the present number too."""

    kind = ipywidgets.SelectionSlider
    look: ClassVar[dict[str, Any]] = {"style": STYLE, "continuous_update": False, "options": [NO_NUMBER]}

    def _options(self, value: Any) -> tuple[Any, ...]:
        stops = {*self._control["stops"], value} - {None}
        numbers = tuple((shortest(stop), stop) for stop in sorted(stops))
        return ((NO_NUMBER, NO_NUMBER), *numbers) if self._control["optional"] else numbers

    def _written(self, value: Any) -> Any:
        return NO_NUMBER if value is None else value


class Typed(Link):
    """A number that is typed, with a decimal point or a decimal comma; nothing where the field is empty."""

    kind = ipywidgets.Text
    look: ClassVar[dict[str, Any]] = {"style": STYLE, "continuous_update": False}

    def _written(self, value: Any) -> Any:
        return "" if value is None else shortest(value)


class Still(ipywidgets.Image):
    """The picture of an explorer."""

    def __init__(self, explorer: Explorer) -> None:
        self._explorer = explorer
        super().__init__(format="png", layout={"object_fit": "contain", "max_width": "100%"})
        self.show()

    def show(self) -> None:
        """Show the picture that was drawn last, as wide as it is on a screen."""
        if self.comm is not None:
            wide, _ = self._explorer.seen["facts"]["size"]
            self.value, self.width = self._explorer.picture, f"{wide:.0f}"


def links_for(explorer: Explorer, name: str, typed: bool) -> list[Link]:
    """Return the linked widget of a control, or the two widgets of a control with two numbers."""
    number = Typed if typed else Slider
    kinds = {"choice": Link, "several": Several, "flag": Switch, "number": number}
    kind = explorer.controls[name].field.kind
    return [number(explorer, name, end) for end in (0, 1)] if kind == "between" else [kinds[kind](explorer, name)]
