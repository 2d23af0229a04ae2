"""The controls: one entry per field of the view, how it is made and when it has no meaning."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import ipywidgets as w

from prplot.draw.figures.surroundings import usual_in
from prplot.path.path import TIES
from prplot.widgets.controls.compound import Maybe, Several
from prplot.widgets.controls.factories import (
    BESIDE,
    LABEL,
    STYLE,
    WIDE,
    Make,
    choice,
    log_slider,
    slider,
    switch,
    titled,
    whole,
)
from prplot.widgets.state.classifiers import Subject
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
    View,
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
FARTHEST = 1e300

Reason = Callable[[View, Subject], str]


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
    off: Reason = lambda _view, _subject: ""


def _threshold(value: float | None, subject: Subject) -> w.Widget:
    low, high = subject.scores
    ends = (min(low, value), max(high, value)) if value is not None else (low, high)
    return _maybe("Threshold", value, *ends, start=subject.threshold, digits=".4g")


def _prevalence(value: float | None, subject: Subject) -> w.Widget:
    ends = (min(0.001, value), max(0.999, value)) if value is not None else (0.001, 0.999)
    start = subject.prevalence if 0 < subject.prevalence < 1 else 0.5
    return _maybe("Prevalence", value, *ends, start=start, digits=".3g")


def _maybe(description: str, value: float | None, low: float, high: float, *, start: float, digits: str) -> w.Widget:
    low, high = (min(max(end, -FARTHEST), FARTHEST) for end in (low, high))
    if low == high:
        low, high = -FARTHEST, FARTHEST
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
        layout=w.Layout(width=BESIDE),
    )
    return Maybe(value, slider, description, LABEL)


def _between(value: tuple[float, float], _subject: Subject) -> w.Widget:
    return w.FloatRangeSlider(
        description="Area between", value=value, min=0.0, max=1.0, step=0.01, style=STYLE, layout=w.Layout(**WIDE)
    )


def _panels(value: tuple[str, ...], subject: Subject) -> w.Widget:
    there = [name for name in PANEL_TITLES if subject.rows or name != "scores" or name in value]
    return Several(value, [(PANEL_TITLES[name], name) for name in there], "Panels")


def _shown(value: tuple[str, ...] | None, subject: Subject) -> w.Widget:
    control = Several(None, [(name, name) for name in subject.names], "Classifiers")
    control.value = value
    return control


# Why a control is off.


def _unless(rule: Callable[[View, Subject], bool], reason: str) -> Reason:
    return lambda view, subject: "" if rule(view, subject) else reason


def _weighting_off(view: View, subject: Subject) -> str:
    if view.weighting != "soft":
        return ""
    if not subject.rows:
        return "Paths made from counts have no rows to weigh."
    return "" if subject.soft or subject.weighted else "The labels are hard, and every row weighs the same."


def _cut_off(view: View, subject: Subject) -> str:
    if view.weighting == "soft":
        return "Used for hard labels at the cut."
    return "" if subject.soft else "The labels are hard already."


def _points(view: View, _subject: Subject) -> bool:
    return any(space.pointwise for space in view.spaces)


def _usual(part: str) -> Reason:
    return _unless(
        lambda view, _: any(part in usual_in(space) for space in view.spaces), "No part of a space that is shown."
    )


POINTS = _unless(_points, "In cost space a point is a line.")


def _interpolation_off(view: View, subject: Subject) -> str:
    if not subject.scored:
        return "A population has no thresholds to join."
    return "" if view.interpolated else "A step has one exact image in this space."


TWO = _unless(lambda _, s: 0 < s.prevalence < 1, "The sample has one class only.")


def _by(name: str, text: str) -> Reason:
    return _unless(lambda view, _: view.by == name, f"The operating point is moved by something else; choose {text}.")


def _isolines_off(view: View, subject: Subject) -> str:
    return POINTS(view, subject) or ("" if view.levels else "No isolines are drawn; raise their number.")


CONTROLS: dict[str, Control] = {
    "space": Control(None, choice("Space", titled(SPACE_NAMES, TITLES))),
    "interpolation": Control(
        None, choice("Interpolation", [(name, name) for name in INTERPOLATION_NAMES]), _interpolation_off
    ),
    "weighting": Control(
        None, choice("Weighting", [(title, name) for name, title in WEIGHTING_TITLES.items()]), _weighting_off
    ),
    "threshold": Control(None, _threshold, _by("threshold", "the threshold")),
    "panels": Control(GROUPS[0], _panels),
    "shown": Control(GROUPS[0], _shown, _unless(lambda _, s: len(s) > 1, "There is one classifier only.")),
    "by": Control(GROUPS[0], choice("Point is at", [(title, name) for name, title in BY_TITLES.items()])),
    "recall": Control(GROUPS[0], slider("Recall", 0.0, 1.0, 0.01), _by("recall", "a recall")),
    "predicted_positive_rate": Control(
        GROUPS[0],
        slider("Predicted pos.", 0.0, 1.0, 0.005, ".3f"),
        _by("predicted_positive_rate", "a predicted positive rate"),
    ),
    "beta": Control(
        GROUPS[0],
        log_slider("β", -1.0, 1.0),
        _unless(
            lambda v, s: v.by == "f_beta" or (v.isolines in BETAS and v.levels > 0 and _points(v, s)),
            "Neither the isolines nor the operating point are of Fβ.",
        ),
    ),
    "table": Control(GROUPS[0], switch("Table of areas, the best first")),
    "isolines": Control(GROUPS[1], choice("Isolines of", titled(ISOLINES, ISOLINE_TITLES)), _isolines_off),
    "levels": Control(GROUPS[1], whole("Isolines", 0, MOST_LEVELS), POINTS),
    "chance": Control(GROUPS[1], switch("Chance"), TWO),
    "always_positive": Control(GROUPS[1], switch("Always positive"), _usual("always_positive")),
    "unachievable": Control(GROUPS[1], switch("Unachievable region"), _usual("unachievable")),
    "best": Control(GROUPS[1], switch("Best ranking"), TWO),
    "worst": Control(GROUPS[1], switch("Worst ranking"), TWO),
    "prg_grid": Control(GROUPS[1], switch("PR-Gain grid"), POINTS),
    "hull": Control(GROUPS[1], switch("Hull with calibrated scores"), POINTS),
    "colors": Control(
        GROUPS[1],
        switch("Thresholds as colours"),
        _unless(lambda v, s: len(v.shown or s.names) == 1, "Show one classifier: each has colours of its own."),
    ),
    "cut": Control(GROUPS[2], slider("Cut", LOWEST_CUT, 1.0, LOWEST_CUT, ".3f"), _cut_off),
    "ties": Control(
        GROUPS[2],
        choice("Ties", [(name, name) for name in TIES]),
        _unless(lambda v, s: s.tied or v.ties != "average", "No foreground is tied with background."),
    ),
    "compare": Control(
        GROUPS[2],
        choice("Compare with", [("nothing", OFF), *((name, name) for name in INTERPOLATION_NAMES)]),
        _interpolation_off,
    ),
    "prevalence": Control(GROUPS[2], _prevalence, TWO),
    "between": Control(GROUPS[2], _between),
    "alpha": Control(
        GROUPS[2],
        slider("CROC α", 0.5, 30.0, 0.5, ".3g"),
        _unless(lambda v, _: any(s.name == "croc" for s in v.spaces), "No CROC curve is shown."),
    ),
    "cost_fn": Control(
        GROUPS[2],
        log_slider("Cost of a FN", -2.0, 2.0),
        _unless(lambda v, _: COSTS in (v.by, v.isolines), "Neither the isolines nor the operating point use costs."),
    ),
    "cost_fp": Control(
        GROUPS[2],
        log_slider("Cost of a FP", -2.0, 2.0),
        _unless(lambda v, _: COSTS in (v.by, v.isolines), "Neither the isolines nor the operating point use costs."),
    ),
}
