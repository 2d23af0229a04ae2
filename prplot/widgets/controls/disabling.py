"""Why a control is off: what it would change is not shown, or not there; and which control to change, by its label."""

from __future__ import annotations

import math
from collections.abc import Callable

from prplot.draw.figures.surroundings import usual_in
from prplot.spaces import SPACES, Space
from prplot.widgets.controls.titles import BY_TITLES, ISOLINE_TITLES, WEIGHTING_TITLES, either, option, quoted
from prplot.widgets.state.classifiers import Classifiers
from prplot.widgets.state.view import BETAS, COSTS, TITLES, View

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
        return f"Used for hard labels: choose {option('weighting', WEIGHTING_TITLES['hard'])}."
    return "" if classifiers.soft else "The labels are hard already."


def needs_space(rule: Callable[[type[Space]], bool], why: str = "") -> Reason:
    """Return why a control is off: no space that is shown is of its kind."""
    names = either(TITLES[space.name] for space in SPACES if rule(space))
    reason = f"Only in {names}{why}: choose it under {quoted('space')} or {quoted('panels')}."
    return off_unless(lambda view, _: any(map(rule, view.spaces)), reason)


def needs_part(part: str) -> Reason:
    """Return why the control of a usual part is off: no space that is shown has it."""
    return needs_space(lambda space: part in usual_in(space))


INTERPOLATED = needs_space(lambda space: space.interpolated, "; elsewhere a step has one exact image")


NEEDS_SAMPLES = off_unless(lambda _, s: s.sampled, "A population has no uncertainty: samples have.")


def interpolation_off(view: View, classifiers: Classifiers) -> str:
    """Return why another interpolation changes nothing."""
    if not classifiers.scored:
        return "A population has no thresholds to join."
    return INTERPOLATED(view, classifiers)


def needs_choice(name: str) -> Reason:
    """Return why a number is off: the operating point is at another."""
    choice = option("by", BY_TITLES[name])
    return lambda view, _: "" if view.by == name else f"The point is at {BY_TITLES[view.by]}: choose {choice}."


def needs_both_classes(_view: View, classifiers: Classifiers) -> str:
    """Return why nothing can be told apart."""
    return "The sample has one class only." if classifiers.prevalence in (0, 1) else ""


def needs_prevalence(view: View, classifiers: Classifiers) -> str:
    """Return why there is no prevalence to start from."""
    unknown = "The number of negatives is unknown." if math.isnan(classifiers.prevalence) else ""
    return needs_both_classes(view, classifiers) or unknown


NEEDS_POINTS = off_unless(
    lambda view, _: any(space.pointwise for space in view.spaces),
    f"In cost space a point is a line: choose another space under {quoted('space')} or {quoted('panels')}.",
)
NEEDS_COSTS = off_unless(
    lambda view, _: COSTS in (view.by, view.isolines),
    f"Nothing shown has costs: choose {option('isolines', ISOLINE_TITLES[COSTS])} or {option('by', BY_TITLES[COSTS])}.",
)


def isolines_off(view: View, classifiers: Classifiers) -> str:
    """Return why the isolines cannot be chosen."""
    return NEEDS_POINTS(view, classifiers) or ("" if view.levels else f"None is drawn: raise {quoted('levels')}.")


def beta_off(view: View, classifiers: Classifiers) -> str:
    """Return why β changes nothing."""
    if view.by == "f_beta":
        return ""
    ways = [option("by", BY_TITLES["f_beta"])]
    if not isolines_off(view, classifiers):
        if view.isolines in BETAS:
            return ""
        ways.append(option("isolines", ISOLINE_TITLES["f_beta"]))
    return f"Nothing shown is of Fβ: choose {either(ways)}."
