"""What a view shows as a description of a figure."""

from __future__ import annotations

from typing import Any

import numpy as np

from prplot.curve.curve import Curve
from prplot.draw.base.axes import COLORS
from prplot.draw.figures.plot import LINE_STYLES
from prplot.draw.figures.surroundings import usual_in
from prplot.names import SpaceName
from prplot.widgets.state.classifiers import Classifiers
from prplot.widgets.state.figure_spec import SURE, Call, Computed, FigureSpec, PanelSpec
from prplot.widgets.state.paths_code import curves_code, path_code, paths_code
from prplot.widgets.state.points import point_argument
from prplot.widgets.state.short_names import LONGEST_NAME, short_names
from prplot.widgets.state.view import DEFAULTS, SCORES, View

THRESHOLD = {"color": "0.4", "linewidth": 1.2}
RANGE = {"color": "0.5", "linewidth": 0.8, "linestyle": ":"}


def figure_spec(view: View, classifiers: Classifiers) -> FigureSpec:
    """Return how a view is drawn; everything in it is computed already or kept."""
    places = classifiers.chosen(view)
    panels = [_space(view, classifiers, places, space.name) for space in view.spaces]
    if SCORES in view.panels:
        panels += [_scores(view, classifiers, place) for place in places]
    return FigureSpec(tuple(panels))


def _space(view: View, classifiers: Classifiers, places: list[int], name: SpaceName) -> PanelSpec:
    chosen = {space.name: space for space in view.spaces}[name]
    rule = view.interpolation if chosen.interpolated and view.interpolation != DEFAULTS["interpolation"] else None
    curves = tuple(classifiers.drawn_curve(place, name, view) for place in places)
    moved: dict[str, Any] = {} if rule is None else {"interpolation": rule}
    moved |= {k: getattr(view, k) for k in ("ties", "prevalence") if getattr(view, k) != DEFAULTS[k]}
    if name == "croc" and view.alpha != DEFAULTS["alpha"]:
        moved["alpha"] = view.alpha
    options: dict[str, Any] = {}
    if moved.keys() <= {"interpolation"}:
        source = paths_code(view, classifiers, places)
        options |= ({"space": name} if name != "pr" else {}) | moved
    else:
        source = curves_code(view, classifiers, places, name, moved)
    if places != list(range(len(places))):
        options["line"] = _looks(places)
    if any(len(classifiers.names[place]) > LONGEST_NAME for place in places):
        options["line"] = {**options.get("line", {}), "label": _short_labels(classifiers, places, curves)}
    more: list[Call] = []
    usual = usual_in(chosen)
    if view.isolines == "f_beta" and view.levels:
        changed = {k: getattr(view, k) for k in ("levels", "beta") if getattr(view, k) != DEFAULTS[k]}
        if chosen.pointwise and (changed or "iso_f" not in usual):
            options["iso_f"] = changed or True
    else:
        options |= {"iso_f": False} if "iso_f" in usual else {}
        if view.levels and chosen.pointwise:
            metric, text = view.metric(view.isolines, curves[0].space.prevalence)
            more.append(Call("isolines", (Computed(text, lambda _: metric), view.levels)))
    options |= {part: False for part in usual if not getattr(view, part, True)}
    options |= {part: True for part in SURE if getattr(view, part)}
    if view.prg_grid and chosen.pointwise:
        options["prg_grid"] = True
    more += [Call(which, every=True) for which in ("best", "worst") if getattr(view, which)]
    if view.colors and len(places) == 1:
        more.append(Call("threshold_colors", every=True))
    if view.hull and chosen.pointwise:
        more.append(Call("hull", every=True))
    if view.compare != "none" and chosen.interpolated and view.compare != view.interpolation:
        more.append(Call("difference", (view.compare,), every=True))
    if view.ranged and name == view.space:
        more += [Call(".axvline", (end,), RANGE) for end in view.between]
    return PanelSpec((name,), source, curves, options, tuple(more), _marks(view))


def _looks(places: list[int]) -> dict[str, list[str]]:
    """Return the looks that classifiers have when all are shown: they keep them while others are hidden."""
    looks = {"color": [COLORS[place % len(COLORS)] for place in places]}
    if max(places) >= len(COLORS):
        looks["linestyle"] = [LINE_STYLES[place // len(COLORS) % len(LINE_STYLES)] for place in places]
    return looks


def _short_labels(classifiers: Classifiers, places: list[int], curves: tuple[Curve, ...]) -> list[str]:
    """Return what the legend calls curves, where whole names would take the room of the plot."""
    names, short = classifiers.names, short_names(classifiers.names)
    return [
        (curve.label or names[place]).replace(names[place], short[place])
        for place, curve in zip(places, curves, strict=True)
    ]


def _marks(view: View) -> tuple[Call, ...]:
    if not view.marked:
        return ()
    text, get = point_argument(view)
    asked = Computed(text.replace("{path}", "{curve}.path"), lambda curve: get(curve.path))
    return (Call("operating_point", (asked,), every=True),)


def _scores(view: View, classifiers: Classifiers, place: int) -> PanelSpec:
    path = classifiers.weighted_path(place, view)
    options: dict[str, Any] = {} if path.soft else {"density": True}
    more = () if classifiers.single else (Call(".set_title", (classifiers.names[place],), {"fontsize": "medium"}),)
    at = classifiers.point(place, view)
    cut = None if at is None else at.threshold
    marks = () if cut is None or not np.isfinite(cut) else (Call(".axvline", (cut,), THRESHOLD),)
    return PanelSpec(
        (SCORES, classifiers.names[place]), path_code(view, classifiers, place), (path,), options, more, marks
    )
