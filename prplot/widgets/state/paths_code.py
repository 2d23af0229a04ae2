"""The classifiers of a view as Python, for a namespace in which they are ``paths``."""

from __future__ import annotations

from typing import Any

from prplot.widgets.state.classifiers import Classifiers
from prplot.widgets.state.figure_spec import written
from prplot.widgets.state.view import View


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
    key = classifiers.key_code[place]
    return f"{f'list(paths.values())[{place}]' if key is None else f'paths[{key}]'}{_weighed(view)}"


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
    """Write some of named paths: a path, and what it runs through; by place where not every key can be written."""
    keys = [classifiers.key_code[k] for k in places]
    if None in keys:
        return "path", f"place, (name, path) in enumerate(paths.items()) if place in {places}"
    return "paths[name]", f"name in [{', '.join(map(str, keys))}]"


def _some(places: list[int], all_of_them: bool) -> str:
    return "paths" if all_of_them else f"[{', '.join(f'paths[{k}]' for k in places)}]"
