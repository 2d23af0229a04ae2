"""Core controls, all of one width, with room for their names."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import ipywidgets as w
import numpy as np

# From a value, and whatever else decides, to a widget that has it.
Make = Callable[..., w.Widget]
LABEL_WIDTH, CONTROL_WIDTH = "106px", "256px"
FULL_WIDTH = {"width": "370px", "max_width": "100%"}
STYLE = {"description_width": LABEL_WIDTH}


def dropdown(description: str, options: Sequence[tuple[str, str]]) -> Make:
    """Return a list to choose from, of (title, value) pairs."""
    return lambda value, *_: w.Dropdown(
        description=description, options=options, value=value, style=STYLE, layout=w.Layout(**FULL_WIDTH)
    )


def titled(names: Sequence[str], titles: dict[str, str] | None = None) -> list[tuple[str, str]]:
    """Return names with their titles, or as they are read."""
    return [((titles or {}).get(name, name.replace("_", " ")), name) for name in names]


def checkbox(description: str) -> Make:
    """Return a check box."""
    return lambda value, *_: w.Checkbox(
        description=description, value=value, indent=False, layout=w.Layout(width="auto")
    )


def slider(description: str, low: float, high: float, step: float, digits: str = ".2f") -> Make:
    """Return a slider, which reaches further where its value does."""
    return lambda value, *_: w.FloatSlider(
        description=description,
        value=value,
        min=min(low, value),
        max=max(high, value),
        step=step,
        readout_format=digits,
        style=STYLE,
        layout=w.Layout(**FULL_WIDTH),
    )


def log_slider(description: str, low: float, high: float, step: float = 0.001) -> Make:
    """Return a slider of powers of ten between two exponents, or further where its value is.

    Pages put its value on a step, which must be near: a balance of 0.5 is to stay one.
    """
    return lambda value, *_: w.FloatLogSlider(
        description=description,
        value=value,
        base=10,
        min=min(low, np.floor(np.log10(value))),
        max=max(high, np.ceil(np.log10(value))),
        step=step,
        readout_format=".3g",
        style=STYLE,
        layout=w.Layout(**FULL_WIDTH),
    )


def int_slider(description: str, low: int, high: int) -> Make:
    """Return a slider of whole numbers."""
    return lambda value, *_: w.IntSlider(
        description=description, value=value, min=low, max=high, style=STYLE, layout=w.Layout(**FULL_WIDTH)
    )
