"""Controls of an explorer as widgets of ipywidgets, for dashboards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ipywidgets

from prplot.errors import PrplotTypeError, listed, one_of, short, shortest

if TYPE_CHECKING:
    from prplot.widgets.explorer import Explorer

# What a slider shows where there is no number; a field of text is empty there.
OFF = "off"
TALLEST_LIST = 6
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

    kind: Any = ipywidgets.Dropdown

    def __init__(self, explorer: Explorer, name: str, end: int | None = None) -> None:
        self._explorer, self._name, self._end = explorer, name, end
        self._control, _ = explorer.described(name)
        title = self._control["title"] + ("" if end is None else (", from", ", to")[end])
        self.widget = self.kind(description=title, layout=LAYOUT, **self._look())
        self._showing = False
        self.widget.observe(self._chosen, names="value")
        self.show()

    def _look(self) -> dict[str, Any]:
        """Return further arguments of the widget."""
        return {"style": STYLE}

    def _options(self, _value: Any) -> tuple[Any, ...]:
        """Return what there is to choose from, as titles with values."""
        return tuple((title, option) for option, title in self._control.get("options", ()))

    def _written(self, value: Any) -> Any:
        """Return a value of the control as the widget has it."""
        return value

    def _read(self, value: Any) -> Any:
        """Return a value of the widget as `FaceWidget.hear` takes it."""
        return value

    def show(self) -> None:
        """Show the value of the control, what else there is, and whether it changes anything."""
        if self.widget.comm is None:
            # It was closed.
            return
        self._control, applies = self._explorer.described(self._name)
        value = self._control["value"] if self._end is None else self._control["value"][self._end]
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
        value = self._read(change.new)
        if self._end is not None:
            ends = list(self._explorer.controls[self._name].value)
            ends[self._end] = value
            value = ends
        self._explorer.hear({"set": {self._name: value}})


class Several(Link):
    """Several of some options."""

    kind = ipywidgets.SelectMultiple

    def _look(self) -> dict[str, Any]:
        return {"style": STYLE, "rows": min(len(self._control["options"]), TALLEST_LIST)}

    def _written(self, value: Any) -> Any:
        # None stands for all.
        return tuple(option for option, _ in self._control["options"] if value is None or option in value)

    def _read(self, value: Any) -> Any:
        return list(value)


class Switch(Link):
    """On or off."""

    kind = ipywidgets.Checkbox

    def _look(self) -> dict[str, Any]:
        return {"indent": False}


class Slider(Link):
    """A number on a slider, which stops at the present number too."""

    kind = ipywidgets.SelectionSlider

    def _look(self) -> dict[str, Any]:
        return {"style": STYLE, "continuous_update": False, "options": [OFF]}

    def _options(self, value: Any) -> tuple[Any, ...]:
        words = dict(zip(self._control["stops"], self._control["words"], strict=True))
        stops = sorted({*words, *([] if value is None else [value])})
        numbers = [(words.get(stop, shortest(stop)), stop) for stop in stops]
        return ((OFF, OFF), *numbers) if self._control["optional"] else tuple(numbers)

    def _written(self, value: Any) -> Any:
        return OFF if value is None else value

    def _read(self, value: Any) -> Any:
        return None if value == OFF else value


class Typed(Link):
    """A number that is typed, with a decimal point or a decimal comma; nothing where the field is empty."""

    kind = ipywidgets.Text

    def _look(self) -> dict[str, Any]:
        return {"style": STYLE, "continuous_update": False, "placeholder": OFF if self._control["optional"] else ""}

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


def links_for(explorer: Explorer, name: Any, typed: Any) -> list[Link]:
    """Return the linked widget of a control, or the two widgets of a control with two numbers."""
    name = one_of("name", name, tuple(explorer.controls))
    if not isinstance(typed, bool):
        raise PrplotTypeError(f"typed must be True or False; got {short(typed)}.")
    kind = explorer.controls[name].field.kind
    number = Typed if typed else Slider
    if kind == "between":
        return [number(explorer, name, end) for end in (0, 1)]
    kinds: dict[str, type[Link]] = {"choice": Link, "several": Several, "flag": Switch, "number": number}
    return [kinds[kind](explorer, name)]


def check_names(explorer: Explorer, names: tuple[Any, ...]) -> None:
    """Raise an error for names that no controls have, and for no names."""
    if not names:
        raise PrplotTypeError(f"names must be those of controls; got none. They are {listed(explorer.controls, 50)}.")
    for name in names:
        one_of("names", name, tuple(explorer.controls))
