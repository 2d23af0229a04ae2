"""What is drawn in place of a choice that cannot be drawn, and what is said beside its control."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from prplot.errors import PrplotError
from prplot.widgets.controls.disabling import interpolation_off
from prplot.widgets.controls.titles import BY_TITLES, ISOLINE_TITLES, WEIGHTING_TITLES, either, option, quoted
from prplot.widgets.state.classifiers import Classifiers
from prplot.widgets.state.view import COSTS, DEFAULTS, OFF, View

# Those that move by one row at a time, and what they count.
SINGLE_STEPS = {"discrete-tp": "true positives", "discrete-fp": "false positives"}
# What may make weights whole.
WHOLE_AGAIN: tuple[tuple[dict[str, Any], str], ...] = (
    ({"prevalence": None}, f"switch {quoted('prevalence')} off"),
    ({"weighting": "unweighted"}, f"choose {option('weighting', WEIGHTING_TITLES['unweighted'])}"),
)


class Mended(NamedTuple):
    """What is drawn.

    Attributes
    ----------
    view : View
        The choices, others in the place of those that cannot be drawn.
    notes : dict of str to str
        What is said beside controls, by the name of the field.
    """

    view: View
    notes: dict[str, str]


def mended(values: dict[str, Any], last: View, classifiers: Classifiers) -> Mended:
    """Return what is drawn of the values of controls, where before them the last view was drawn."""
    values, notes = dict(values), {}
    low, high = values["between"]
    if low == high:
        values["between"] = last.between
        low, high = last.between
        notes["between"] = (
            f"The ends of {quoted('between')} touch: move one of them. Areas are between {low:.3g} and {high:.3g}."
        )
    if values["shown"] == ():
        values["shown"] = last.shown
        notes["shown"] = f"Tick a classifier under {quoted('shown')}."
    view = View(**values)
    for name, instead in (("interpolation", (last.interpolation, DEFAULTS["interpolation"])), ("compare", (OFF,))):
        wanted = getattr(view, name)
        if not _refused(view, classifiers, wanted):
            continue
        for candidate in instead:
            if not _refused(view, classifiers, candidate):
                drawn = "nothing is compared" if candidate == OFF else f"{candidate} is drawn"
                notes[name] = f"{_why(view, classifiers, name)}; {drawn}. {_way_out(view, classifiers, name)}"
                given: dict[str, Any] = {name: candidate}
                view = replace(view, **given)
                break
    for name, other in (("by", "threshold"), ("isolines", "f_beta")):
        wanted = getattr(view, name)
        why = _undefined(view, classifiers, wanted) if name == "by" or wanted == COSTS else ""
        if why:
            way = f"Lower {quoted('recall')} or take" if wanted == "recall" and "reaches" in why else "Take"
            drawn = f"the point is at {BY_TITLES[other]}" if name == "by" else f"{ISOLINE_TITLES[other]} is drawn"
            notes[name] = f"{why}; {drawn}. {way} another under {quoted(name)}."
            given = {name: other}
            view = replace(view, **given)
    return Mended(view, notes)


def _undefined(view: View, classifiers: Classifiers, what: str) -> str:
    """Return why a rate, or an expected cost, is undefined for some of what is shown."""
    if what not in ("recall", "predicted_positive_rate", COSTS):
        return ""
    try:
        paths = [classifiers.path(place, view) for place in classifiers.chosen(view)]
    except PrplotError:
        # Nothing is drawn, and the drawing says why.
        return ""
    shares = {path.known_prevalence for path in paths}
    uncounted = any(math.isnan(share) for share in shares)
    if what == "recall":
        if 0 in shares:
            return "Without foreground there is no recall"
        ends = min(path.reached for path in paths)
        return f"Not all that is shown reaches a recall of {view.recall:.3g}" if view.recall > ends else ""
    if uncounted:
        words = "expected cost" if what == COSTS else "predicted positive rate"
        return f"The number of negatives is unknown, and so is the {words}"
    return "With one class only there is no expected cost" if what == COSTS and shares & {0, 1} else ""


def _refused(view: View, classifiers: Classifiers, rule: Any) -> bool:
    """Whether some curve that is shown cannot be drawn with an interpolation."""
    spaces = [space for space in view.spaces if space.interpolated]
    if rule == OFF or not spaces:
        return False
    try:
        for place in classifiers.chosen(view):
            for space in spaces:
                classifiers.curve(place, space.name, view, None if rule == DEFAULTS["interpolation"] else rule)
    except PrplotError:
        return True
    return False


def _why(view: View, classifiers: Classifiers, name: str) -> str:
    rule = getattr(view, name)
    if interpolation_off(view, classifiers):
        return interpolation_off(view, classifiers).rstrip(".")
    if rule in SINGLE_STEPS:
        return f"{rule} moves by single {SINGLE_STEPS[rule]}, and weights are not whole here"
    return f"{rule} is not defined here"


def _way_out(view: View, classifiers: Classifiers, name: str) -> str:
    ways = [*_whole_again(view, classifiers, getattr(view, name)), f"take another under {quoted(name)}"]
    text = either(ways)
    return f"{text[0].upper()}{text[1:]}."


def _whole_again(view: View, classifiers: Classifiers, rule: str) -> Iterator[str]:
    """Yield changes of one other control after which an interpolation can be drawn."""
    for change, way in WHOLE_AGAIN:
        other = replace(view, **change)
        if other != view and rule in SINGLE_STEPS and not _refused(other, classifiers, rule):
            yield way
