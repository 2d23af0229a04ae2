"""What a view shows as a description of a figure."""

from __future__ import annotations

from typing import Any

import numpy as np

from prplot.draw.base.axes import COLORS
from prplot.draw.figures.plot import LINE_STYLES
from prplot.draw.figures.surroundings import usual_in
from prplot.names import SpaceName
from prplot.widgets.classifiers import Classifiers
from prplot.widgets.figure_spec import SURE, Call, Computed, FigureSpec, PanelSpec, written
from prplot.widgets.points import point_argument
from prplot.widgets.view import DEFAULTS, SCORES, View

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
    moved |= view.changed("ties", "prevalence", *["alpha"] * (name == "croc"))
    options: dict[str, Any] = {}
    if moved.keys() <= {"interpolation"}:
        source = paths_code(view, classifiers, places)
        options |= ({"space": name} if name != "pr" else {}) | moved
    else:
        source = curves_code(view, classifiers, places, name, moved)
    if places != list(range(len(places))):
        options["line"] = _looks(places)
    once: list[Call] = []
    usual = usual_in(chosen)
    if view.isolines == "f_beta" and view.levels:
        changed = view.changed("levels", "beta")
        if chosen.pointwise and (changed or "iso_f" not in usual):
            options["iso_f"] = changed or True
    else:
        options |= {"iso_f": False} if "iso_f" in usual else {}
        if view.levels and chosen.pointwise:
            metric, text = view.metric(view.isolines, curves[0].space.prevalence)
            once.append(Call("isolines", (Computed(text, lambda _: metric), view.levels)))
    options |= {part: False for part in usual if not getattr(view, part, True)}
    options |= {part: True for part in SURE if getattr(view, part)}
    if view.prg_grid and chosen.pointwise:
        options["prg_grid"] = True
    every = [Call(which) for which in ("best", "worst") if getattr(view, which)]
    if view.colors and len(places) == 1:
        every.append(Call("threshold_colors"))
    if view.hull and chosen.pointwise:
        every.append(Call("hull"))
    if view.compare != "none" and chosen.interpolated and view.compare != view.interpolation:
        every.append(Call("difference", (view.compare,)))
    if view.ranged and name == view.space:
        once += [Call(".axvline", (end,), RANGE) for end in view.between]
    if view.marked:
        text, get = point_argument(*view.point)
        # What was found already is not looked for again.
        points = {id(curve.path): classifiers.point(place, view) for curve, place in zip(curves, places, strict=True)}
        asked = Computed(text.replace("{path}", "{curve}.path"), lambda c: points.get(id(c.path)) or get(c.path))
        every.append(Call("operating_point", (asked,)))
    return PanelSpec(False, source, curves, options, tuple(once), tuple(every))


def _looks(places: list[int]) -> dict[str, list[str]]:
    """Return the looks that classifiers have when all are shown: they keep them while others are hidden."""
    looks = {"color": [COLORS[place % len(COLORS)] for place in places]}
    if max(places) >= len(COLORS):
        looks["linestyle"] = [LINE_STYLES[place // len(COLORS) % len(LINE_STYLES)] for place in places]
    return looks


def _scores(view: View, classifiers: Classifiers, place: int) -> PanelSpec:
    path = classifiers.weighted_path(place, view)
    options: dict[str, Any] = {} if path.soft else {"density": True}
    title = Call(".set_title", (classifiers.names[place],), {"fontsize": "medium"})
    once = [] if classifiers.single else [title]
    at = classifiers.point(place, view)
    if at is not None and at.threshold is not None and np.isfinite(at.threshold):
        once.append(Call(".axvline", (at.threshold,), THRESHOLD))
    return PanelSpec(True, path_code(view, classifiers, place), (path,), options, tuple(once))


# The classifiers of a view as Python, for a namespace in which they are ``paths``.


def _weighed(view: View) -> str:
    if view.weighting == "soft":
        return ""
    return f".hard({float(view.cut)!r}{', weights=' + repr('total') if view.weighting == 'hard' else ''})"


def path_code(view: View, classifiers: Classifiers, place: int) -> str:
    """Write one path of a view."""
    if classifiers.single:
        return f"paths{_weighed(view)}"
    if not classifiers.keys:
        return f"paths[{place}]{_weighed(view)}"
    key = classifiers.keys[place]
    return f"{f'paths[{key!r}]' if type(key) is str else f'list(paths.values())[{place}]'}{_weighed(view)}"


def paths_code(view: View, classifiers: Classifiers, places: list[int]) -> str:
    """Write the paths of a view, as they were given."""
    how, all_of_them = _weighed(view), len(places) == len(classifiers)
    if classifiers.single or (all_of_them and not how):
        return f"paths{how}"
    if classifiers.keys:
        if all_of_them:
            return f"{{name: path{how} for name, path in paths.items()}}"
        path, chosen = _among(classifiers, places)
        return f"{{name: {path}{how} for {chosen}}}"
    return f"[path{how} for path in {_some(places, all_of_them)}]" if how else _some(places, all_of_them)


def curves_code(view: View, classifiers: Classifiers, places: list[int], space: str, options: dict[str, Any]) -> str:
    """Write the curves of a view, where `prplot.plot` cannot make them from paths."""
    call = f"{_weighed(view)}.curve({', '.join([repr(space), *written(options)])}"
    if classifiers.single:
        return f"paths{call})"
    all_of_them = len(places) == len(classifiers)
    if not classifiers.keys:
        return f"[path{call}) for path in {_some(places, all_of_them)}]"
    label = "name" if all(isinstance(classifiers.keys[k], str) for k in places) else "str(name)"
    path, chosen = ("path", "name, path in paths.items()") if all_of_them else _among(classifiers, places)
    return f"[{path}{call}, label={label}) for {chosen}]"


def _among(classifiers: Classifiers, places: list[int]) -> tuple[str, str]:
    """Write some of named paths: a path, and what it runs through; by place where not every key is a text."""
    keys = [classifiers.keys[place] for place in places]
    if all(type(key) is str for key in keys):
        return "paths[name]", f"name in {keys}"
    return "path", f"place, (name, path) in enumerate(paths.items()) if place in {places}"


def _some(places: list[int], all_of_them: bool) -> str:
    return "paths" if all_of_them else f"[{', '.join(f'paths[{k}]' for k in places)}]"
