"""Why a control is off: what it would change is not shown, or not there."""

from __future__ import annotations

import math
from collections.abc import Callable

from prplot.draw.figures.surroundings import usual_in
from prplot.widgets.state.classifiers import Classifiers
from prplot.widgets.state.view import COSTS, View

__all__ = [
    "NEEDS_COSTS",
    "NEEDS_POINTS",
    "Reason",
    "cut_off",
    "has_points",
    "interpolation_off",
    "isolines_off",
    "needs_both_classes",
    "needs_choice",
    "needs_part",
    "off_unless",
    "needs_prevalence",
    "weighting_off",
]

# Empty where the control has a meaning.
Reason = Callable[[View, Classifiers], str]


def off_unless(rule: Callable[[View, Classifiers], bool], reason: str) -> Reason:
    """Return why a control is off where a rule does not hold."""
    return lambda view, classifiers: "" if rule(view, classifiers) else reason


def weighting_off(view: View, classifiers: Classifiers) -> str:
    """Return why another weighting changes nothing."""
    if view.weighting != "soft":
        return ""
    if not classifiers.rows:
        return "Paths made from counts have no rows to weigh."
    if not classifiers.explained:
        return "More is counted than the rows: nobody knows the labels of the rest."
    differ = classifiers.soft or classifiers.unequal_weights
    return "" if differ else "The labels are hard, and every row weighs the same."


def cut_off(view: View, classifiers: Classifiers) -> str:
    """Return why the cut changes nothing."""
    if view.weighting == "soft":
        return "Used for hard labels at the cut."
    return "" if classifiers.soft else "The labels are hard already."


def has_points(view: View, _classifiers: Classifiers) -> bool:
    """Whether a space is shown in which operating points are points."""
    return any(space.pointwise for space in view.spaces)


def needs_part(part: str) -> Reason:
    """Return why the control of a usual part is off: no space that is shown has it."""
    return off_unless(
        lambda view, _: any(part in usual_in(space) for space in view.spaces), "No part of a space that is shown."
    )


def interpolation_off(view: View, classifiers: Classifiers) -> str:
    """Return why another interpolation changes nothing."""
    if not classifiers.scored:
        return "A population has no thresholds to join."
    return "" if view.interpolated else "A step has one exact image in this space."


def needs_choice(name: str, text: str) -> Reason:
    """Return why a number is off: the operating point is at another."""
    return off_unless(
        lambda view, _: view.by == name, f"The operating point is moved by something else; choose {text}."
    )


def needs_both_classes(_view: View, classifiers: Classifiers) -> str:
    """Return why nothing can be told apart."""
    return "The sample has one class only." if classifiers.prevalence in (0, 1) else ""


def needs_prevalence(view: View, classifiers: Classifiers) -> str:
    """Return why there is no prevalence to start from."""
    unknown = "The number of negatives is unknown." if math.isnan(classifiers.prevalence) else ""
    return needs_both_classes(view, classifiers) or unknown


NEEDS_POINTS = off_unless(has_points, "In cost space a point is a line.")
NEEDS_COSTS = off_unless(
    lambda view, _: COSTS in (view.by, view.isolines), "Neither the isolines nor the operating point use costs."
)


def isolines_off(view: View, classifiers: Classifiers) -> str:
    """Return why the isolines cannot be chosen."""
    return NEEDS_POINTS(view, classifiers) or ("" if view.levels else "No isolines are drawn; raise their number.")
