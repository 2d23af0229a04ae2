"""The controls: one entry per field of the view, how it is made and when it has no meaning."""

from __future__ import annotations

import math
from typing import NamedTuple

import ipywidgets as w

from prplot.path.variants import TIES
from prplot.widgets.controls.compound import CheckboxGroup, OptionalSlider
from prplot.widgets.controls.disabling import (
    NEEDS_COSTS,
    NEEDS_POINTS,
    NEEDS_SAMPLES,
    Reason,
    beta_off,
    cut_off,
    interpolation_off,
    isolines_off,
    needs_both_classes,
    needs_choice,
    needs_part,
    needs_prevalence,
    needs_space,
    off_unless,
    weighting_off,
)
from prplot.widgets.controls.factories import (
    CONTROL_WIDTH,
    FULL_WIDTH,
    LABEL_WIDTH,
    STYLE,
    Make,
    checkbox,
    dropdown,
    int_slider,
    log_slider,
    slider,
    titled,
)
from prplot.widgets.controls.titles import (
    BY_TITLES,
    GROUPS,
    ISOLINE_TITLES,
    LABELS,
    NOTHING,
    PANEL_TITLES,
    WEIGHTING_TITLES,
    quoted,
)
from prplot.widgets.state.classifiers import Classifiers
from prplot.widgets.state.view import INTERPOLATION_NAMES, ISOLINES, LOWEST_CUT, MOST_LEVELS, OFF, SPACE_NAMES, TITLES

# A page computes with sliders: a hundred times their range must be a number.
LARGEST = 1e300


class Control(NamedTuple):
    """One control.

    Attributes
    ----------
    group : str or None
        The closed group it is in; None for those in sight.
    make : callable
        From the value of the field, and what is explored, to the widget.
    off : callable
        Why it has no meaning in a view; empty where it has one.
    """

    group: str | None
    make: Make
    off: Reason = lambda _view, _classifiers: ""


def _threshold(value: float | None, classifiers: Classifiers) -> w.Widget:
    low, high = classifiers.scores
    ends = (min(low, value), max(high, value)) if value is not None else (low, high)
    return _optional_slider(LABELS["threshold"], value, *ends, start=classifiers.threshold, digits=".4g")


def _prevalence(value: float | None, classifiers: Classifiers) -> w.Widget:
    ends = (min(0.001, value), max(0.999, value)) if value is not None else (0.001, 0.999)
    start = classifiers.prevalence if 0 < classifiers.prevalence < 1 else 0.5
    return _optional_slider(LABELS["prevalence"], value, *ends, start=start, digits=".3g")


def _optional_slider(
    description: str, value: float | None, low: float, high: float, *, start: float, digits: str
) -> w.Widget:
    low, high = (min(max(end, -LARGEST), LARGEST) for end in (low, high))
    if low == high:
        low, high = -LARGEST, LARGEST
    # A thousand stops or two, at round numbers.
    digit = math.floor(math.log10((high - low) / 1000))
    first = max(n for n in (1, 2, 5) if n * 10.0**digit <= (high - low) / 1000 or n == 1)
    step = float(f"{first}e{digit}")
    slider = w.FloatSlider(
        value=min(max(start, low), high),
        min=round(step * math.floor(low / step), max(-digit, 0)),
        max=high,
        step=step,
        readout_format=digits,
        layout=w.Layout(width=CONTROL_WIDTH),
    )
    return OptionalSlider(value, slider, description, LABEL_WIDTH)


def _between(value: tuple[float, float], _classifiers: Classifiers) -> w.Widget:
    return w.FloatRangeSlider(
        description=LABELS["between"],
        value=value,
        min=0.0,
        max=1.0,
        step=0.01,
        style=STYLE,
        layout=w.Layout(**FULL_WIDTH),
    )


def _panels(value: tuple[str, ...], classifiers: Classifiers) -> w.Widget:
    there = [name for name in PANEL_TITLES if classifiers.rows or name != "scores" or name in value]
    return CheckboxGroup(value, [(PANEL_TITLES[name], name) for name in there], LABELS["panels"])


def _shown(value: tuple[str, ...] | None, classifiers: Classifiers) -> w.Widget:
    control = CheckboxGroup(None, [(name, name) for name in classifiers.names], LABELS["shown"])
    control.value = value
    return control


CONTROLS: dict[str, Control] = {
    "space": Control(None, dropdown(LABELS["space"], titled(SPACE_NAMES, TITLES))),
    "interpolation": Control(
        None, dropdown(LABELS["interpolation"], [(name, name) for name in INTERPOLATION_NAMES]), interpolation_off
    ),
    "weighting": Control(
        None, dropdown(LABELS["weighting"], [(title, name) for name, title in WEIGHTING_TITLES.items()]), weighting_off
    ),
    "threshold": Control(None, _threshold, needs_choice("threshold")),
    "panels": Control(GROUPS[0], _panels),
    "shown": Control(GROUPS[0], _shown, off_unless(lambda _, s: len(s) > 1, "There is one classifier only.")),
    "by": Control(GROUPS[0], dropdown(LABELS["by"], [(title, name) for name, title in BY_TITLES.items()])),
    "recall": Control(GROUPS[0], slider(LABELS["recall"], 0.0, 1.0, 0.01), needs_choice("recall")),
    "predicted_positive_rate": Control(
        GROUPS[0],
        slider(LABELS["predicted_positive_rate"], 0.0, 1.0, 0.005, ".3f"),
        needs_choice("predicted_positive_rate"),
    ),
    "beta": Control(GROUPS[0], log_slider(LABELS["beta"], -1.0, 1.0), beta_off),
    "table": Control(GROUPS[0], checkbox(LABELS["table"])),
    "isolines": Control(GROUPS[1], dropdown(LABELS["isolines"], titled(ISOLINES, ISOLINE_TITLES)), isolines_off),
    "levels": Control(GROUPS[1], int_slider(LABELS["levels"], 0, MOST_LEVELS), NEEDS_POINTS),
    "chance": Control(GROUPS[1], checkbox(LABELS["chance"]), needs_prevalence),
    "always_positive": Control(GROUPS[1], checkbox(LABELS["always_positive"]), needs_part("always_positive")),
    "unachievable": Control(GROUPS[1], checkbox(LABELS["unachievable"]), needs_part("unachievable")),
    "band": Control(GROUPS[1], checkbox(LABELS["band"]), NEEDS_SAMPLES),
    "interval": Control(GROUPS[1], checkbox(LABELS["interval"]), NEEDS_SAMPLES),
    "best": Control(GROUPS[1], checkbox(LABELS["best"]), needs_both_classes),
    "worst": Control(GROUPS[1], checkbox(LABELS["worst"]), needs_both_classes),
    "prg_grid": Control(GROUPS[1], checkbox(LABELS["prg_grid"]), NEEDS_POINTS),
    "hull": Control(GROUPS[1], checkbox(LABELS["hull"]), NEEDS_POINTS),
    "colors": Control(
        GROUPS[1],
        checkbox(LABELS["colors"]),
        off_unless(
            lambda v, s: len(v.shown or s.names) == 1,
            f"Each classifier has colours of its own: tick a single one under {quoted('shown')}.",
        ),
    ),
    "cut": Control(GROUPS[2], slider(LABELS["cut"], LOWEST_CUT, 1.0, LOWEST_CUT, ".3f"), cut_off),
    "ties": Control(
        GROUPS[2],
        dropdown(LABELS["ties"], [(name, name) for name in TIES]),
        off_unless(lambda v, s: s.tied or v.ties != "average", "No foreground is tied with background."),
    ),
    "compare": Control(
        GROUPS[2],
        dropdown(LABELS["compare"], [(NOTHING, OFF), *((name, name) for name in INTERPOLATION_NAMES)]),
        interpolation_off,
    ),
    "prevalence": Control(GROUPS[2], _prevalence, needs_prevalence),
    "between": Control(GROUPS[2], _between),
    "alpha": Control(
        GROUPS[2],
        slider(LABELS["alpha"], 0.5, 30.0, 0.5, ".3g"),
        needs_space(lambda space: space.name == "croc"),
    ),
    "cost_fn": Control(
        GROUPS[2],
        log_slider(LABELS["cost_fn"], -2.0, 2.0),
        NEEDS_COSTS,
    ),
    "cost_fp": Control(
        GROUPS[2],
        log_slider(LABELS["cost_fp"], -2.0, 2.0),
        NEEDS_COSTS,
    ),
}
