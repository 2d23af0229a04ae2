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
    Reason,
    cut_off,
    has_points,
    interpolation_off,
    isolines_off,
    needs_both_classes,
    needs_choice,
    needs_part,
    needs_prevalence,
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
from prplot.widgets.state.classifiers import Classifiers
from prplot.widgets.state.view import (
    BETAS,
    COSTS,
    INTERPOLATION_NAMES,
    ISOLINES,
    LOWEST_CUT,
    MATRIX,
    MOST_LEVELS,
    OFF,
    SCORES,
    SPACE_NAMES,
    TITLES,
)

__all__ = ["CONTROLS", "GROUPS", "Control"]

PANEL_TITLES = {**TITLES, SCORES: "Scores by class", MATRIX: "Confusion matrix"}
WEIGHTING_TITLES = {
    "soft": "weights as given (soft)",
    "hard": "hard labels at the cut",
    "unweighted": "hard labels, unweighted",
}
BY_TITLES = {
    "threshold": "the threshold",
    "recall": "a recall",
    "predicted_positive_rate": "a predicted positive rate",
    "f_beta": "the best Fβ",
    "expected_cost": "the least expected cost",
}
ISOLINE_TITLES = {
    "f_beta": "Fβ",
    "f_beta_gain": "Fβ gain",
    COSTS: "expected cost",
    "fpr": "false positive rate",
    "fnr": "false negative rate",
    "fdr": "false discovery rate",
    "npv": "negative predictive value",
    "mcc": "Matthews correlation (MCC)",
    "g_mean": "G-mean",
    "lr_positive": "positive likelihood ratio",
    "lr_negative": "negative likelihood ratio",
}
GROUPS = ("Panels and operating point", "Surroundings", "What if")

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
    return _optional_slider("Threshold", value, *ends, start=classifiers.threshold, digits=".4g")


def _prevalence(value: float | None, classifiers: Classifiers) -> w.Widget:
    ends = (min(0.001, value), max(0.999, value)) if value is not None else (0.001, 0.999)
    start = classifiers.prevalence if 0 < classifiers.prevalence < 1 else 0.5
    return _optional_slider("Prevalence", value, *ends, start=start, digits=".3g")


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
        description="Area between", value=value, min=0.0, max=1.0, step=0.01, style=STYLE, layout=w.Layout(**FULL_WIDTH)
    )


def _panels(value: tuple[str, ...], classifiers: Classifiers) -> w.Widget:
    there = [name for name in PANEL_TITLES if classifiers.rows or name != "scores" or name in value]
    return CheckboxGroup(value, [(PANEL_TITLES[name], name) for name in there], "Panels")


def _shown(value: tuple[str, ...] | None, classifiers: Classifiers) -> w.Widget:
    control = CheckboxGroup(None, [(name, name) for name in classifiers.names], "Classifiers")
    control.value = value
    return control


CONTROLS: dict[str, Control] = {
    "space": Control(None, dropdown("Space", titled(SPACE_NAMES, TITLES))),
    "interpolation": Control(
        None, dropdown("Interpolation", [(name, name) for name in INTERPOLATION_NAMES]), interpolation_off
    ),
    "weighting": Control(
        None, dropdown("Weighting", [(title, name) for name, title in WEIGHTING_TITLES.items()]), weighting_off
    ),
    "threshold": Control(None, _threshold, needs_choice("threshold", "the threshold")),
    "panels": Control(GROUPS[0], _panels),
    "shown": Control(GROUPS[0], _shown, off_unless(lambda _, s: len(s) > 1, "There is one classifier only.")),
    "by": Control(GROUPS[0], dropdown("Point is at", [(title, name) for name, title in BY_TITLES.items()])),
    "recall": Control(GROUPS[0], slider("Recall", 0.0, 1.0, 0.01), needs_choice("recall", "a recall")),
    "predicted_positive_rate": Control(
        GROUPS[0],
        slider("Predicted pos.", 0.0, 1.0, 0.005, ".3f"),
        needs_choice("predicted_positive_rate", "a predicted positive rate"),
    ),
    "beta": Control(
        GROUPS[0],
        log_slider("β", -1.0, 1.0),
        off_unless(
            lambda v, s: v.by == "f_beta" or (v.isolines in BETAS and v.levels > 0 and has_points(v, s)),
            "Neither the isolines nor the operating point are of Fβ.",
        ),
    ),
    "table": Control(GROUPS[0], checkbox("Table of areas, the best first")),
    "isolines": Control(GROUPS[1], dropdown("Isolines of", titled(ISOLINES, ISOLINE_TITLES)), isolines_off),
    "levels": Control(GROUPS[1], int_slider("Isolines", 0, MOST_LEVELS), NEEDS_POINTS),
    "chance": Control(GROUPS[1], checkbox("Chance"), needs_prevalence),
    "always_positive": Control(GROUPS[1], checkbox("Always positive"), needs_part("always_positive")),
    "unachievable": Control(GROUPS[1], checkbox("Unachievable region"), needs_part("unachievable")),
    "best": Control(GROUPS[1], checkbox("Best ranking"), needs_both_classes),
    "worst": Control(GROUPS[1], checkbox("Worst ranking"), needs_both_classes),
    "prg_grid": Control(GROUPS[1], checkbox("PR-Gain grid"), NEEDS_POINTS),
    "hull": Control(GROUPS[1], checkbox("Hull with calibrated scores"), NEEDS_POINTS),
    "colors": Control(
        GROUPS[1],
        checkbox("Thresholds as colours"),
        off_unless(lambda v, s: len(v.shown or s.names) == 1, "Show one classifier: each has colours of its own."),
    ),
    "cut": Control(GROUPS[2], slider("Cut", LOWEST_CUT, 1.0, LOWEST_CUT, ".3f"), cut_off),
    "ties": Control(
        GROUPS[2],
        dropdown("Ties", [(name, name) for name in TIES]),
        off_unless(lambda v, s: s.tied or v.ties != "average", "No foreground is tied with background."),
    ),
    "compare": Control(
        GROUPS[2],
        dropdown("Compare with", [("nothing", OFF), *((name, name) for name in INTERPOLATION_NAMES)]),
        interpolation_off,
    ),
    "prevalence": Control(GROUPS[2], _prevalence, needs_prevalence),
    "between": Control(GROUPS[2], _between),
    "alpha": Control(
        GROUPS[2],
        slider("CROC α", 0.5, 30.0, 0.5, ".3g"),
        off_unless(lambda v, _: any(s.name == "croc" for s in v.spaces), "No CROC curve is shown."),
    ),
    "cost_fn": Control(
        GROUPS[2],
        log_slider("Cost of a FN", -2.0, 2.0),
        NEEDS_COSTS,
    ),
    "cost_fp": Control(
        GROUPS[2],
        log_slider("Cost of a FP", -2.0, 2.0),
        NEEDS_COSTS,
    ),
}
