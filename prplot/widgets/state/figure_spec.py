"""A picture as data: the calls that draw a view, and how they are written as Python."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from typing import Any, Literal

import numpy as np

from prplot.curve.curve import Curve
from prplot.draw.base.axes import COLORS
from prplot.draw.figures.plot import LINE_STYLES
from prplot.draw.figures.surroundings import usual_in
from prplot.widgets.state.classifiers import Classifiers
from prplot.widgets.state.literals import literal
from prplot.widgets.state.points import point_argument
from prplot.widgets.state.view import DEFAULTS, SCORES, View

__all__ = ["EVERY", "Computed", "Call", "PanelSpec", "FigureSpec", "figure_spec"]

Options = tuple[tuple[str, Any], ...]
# Inches: a single panel is as `prplot.plot` makes it.
SINGLE, EACH = (5.2, 4.4), (4.2, 3.7)
COLUMNS = 3
# Calls for every curve that follow each other are one loop.
EVERY = attrgetter("every")
THRESHOLD: Options = (("color", "0.4"), ("linewidth", 1.2))
RANGE: Options = (("color", "0.5"), ("linewidth", 0.8), ("linestyle", ":"))


@dataclass(frozen=True)
class Computed:
    """An argument that is computed: how, and how that is written; ``{curve}`` stands for the curve."""

    text: str
    get: Callable[[Curve], Any] = field(compare=False)


@dataclass(frozen=True)
class Call:
    """One call of a drawing function.

    Attributes
    ----------
    function : str
        A name in ``prplot.draw``, in ``prplot.widgets``, or with a leading dot a method of the axes.
    arguments : tuple
        Literals, or `Computed`; curves come before them.
    options : tuple of pairs
        Keywords.
    every : bool
        Once for every curve on the axes rather than for the first.
    """

    function: str
    arguments: tuple[Any, ...] = ()
    options: Options = ()
    every: bool = False


@dataclass(frozen=True)
class PanelSpec:
    """What is on one axes.

    Attributes
    ----------
    key : tuple
        What it shows, whatever it looks like.
    source : str
        How its curves, or its path, are written.
    curves : tuple
        The curves, or the path.
    options : tuple of pairs
        Of the first call.
    more : tuple of Call
        What comes after it.
    marks : tuple of Call
        What moves while the rest stays.
    """

    key: tuple[str, ...]
    source: str
    curves: tuple[Any, ...]
    options: Options
    more: tuple[Call, ...] = ()
    marks: tuple[Call, ...] = ()

    @property
    def scores(self) -> bool:
        """Whether it is a histogram of scores."""
        return self.key[0] == SCORES

    @property
    def colored(self) -> bool:
        """Whether there are further axes, of a colour bar."""
        return any(call.function == "threshold_colors" for call in self.more)


@dataclass(frozen=True)
class FigureSpec:
    """A whole picture.

    Attributes
    ----------
    panels : tuple of PanelSpec
        In the order of the grid.
    rows, columns : int
        The grid.
    """

    panels: tuple[PanelSpec, ...]

    @property
    def columns(self) -> int:
        """How many panels are side by side."""
        count = len(self.panels)
        rows = -(-count // COLUMNS)
        return -(-count // rows)

    @property
    def rows(self) -> int:
        """How many are below each other."""
        return -(-len(self.panels) // self.columns)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in inches."""
        if len(self.panels) == 1:
            return SINGLE
        return round(self.columns * EACH[0], 1), round(self.rows * EACH[1], 1)

    @property
    def engine(self) -> Literal["constrained", "compressed"]:
        """What makes room for texts: as `prplot.plot` has it, or what puts several square axes in their places."""
        return "constrained" if len(self.panels) == 1 else "compressed"

    @property
    def code(self) -> str:
        """The shortest Python that draws it, for a namespace with ``paths``."""
        single = len(self.panels) == 1
        imports = ["import prplot"]
        lines: list[str] = []
        if not single:
            imports.insert(0, "import matplotlib.pyplot as plt")
            lines += [f"figure = plt.figure(figsize={self.size!r}, layout={self.engine!r})"]
        for place, panel in enumerate(self.panels, 1):
            where = [] if single else [f"ax=figure.add_subplot({self.rows}, {self.columns}, {place})"]
            function = "draw.scores" if panel.scores else "plot"
            given = ", ".join([panel.source, *_written(panel.options), *where])
            lines.append(f"artists = prplot.{function}({given})")
            for some in (panel.more, panel.marks):
                for every, calls in groupby(some, key=EVERY):
                    lines += _lines(every, list(calls))
        if any("prplot.widgets" in line for line in lines):
            imports.append("import prplot.widgets")
        return "\n".join([*imports, "", *lines])


def _written(options: Options) -> list[str]:
    return [f"{name}={literal(value)}" for name, value in options]


def _lines(every: bool, calls: list[Call]) -> list[str]:
    if every:
        return ["for line in artists.lines:", *(f"    {_line(call, 'line.curve')}" for call in calls)]
    return [_line(call, "artists.lines[0].curve") for call in calls]


def _line(call: Call, curve: str) -> str:
    given = [a.text.format(curve=curve) if isinstance(a, Computed) else str(literal(a)) for a in call.arguments]
    if call.function.startswith("."):
        return f"artists.ax{call.function}({', '.join([*given, *_written(call.options)])})"
    return f"prplot.draw.{call.function}({', '.join([curve, *given, *_written(call.options), 'ax=artists.ax'])})"


def figure_spec(view: View, classifiers: Classifiers) -> FigureSpec:
    """Return how a view is drawn; everything in it is computed already or kept."""
    places = classifiers.chosen(view)
    panels = [_space(view, classifiers, places, space.name) for space in view.spaces]
    if SCORES in view.panels:
        panels += [_scores(view, classifiers, place) for place in places]
    return FigureSpec(tuple(panels))


def _space(view: View, classifiers: Classifiers, places: list[int], name: str) -> PanelSpec:
    chosen = {space.name: space for space in view.spaces}[name]
    rule = view.interpolation if chosen.interpolated and view.interpolation != DEFAULTS["interpolation"] else None
    curves = tuple(classifiers.drawn_curve(place, name, view) for place in places)
    moved: dict[str, Any] = {} if rule is None else {"interpolation": rule}
    moved |= {k: getattr(view, k) for k in ("ties", "prevalence") if getattr(view, k) != DEFAULTS[k]}
    if name == "croc" and view.alpha != DEFAULTS["alpha"]:
        moved["alpha"] = view.alpha
    options: dict[str, Any] = {}
    if moved.keys() <= {"interpolation"}:
        source = _paths(view, classifiers, places)
        options |= ({"space": name} if name != "pr" else {}) | moved
    else:
        source = _curves(view, classifiers, places, name, moved)
    if places != list(range(len(places))):
        # Each classifier keeps its colour while others are hidden.
        options["line"] = {"color": [COLORS[place % len(COLORS)] for place in places]}
        if max(places, default=0) >= len(COLORS):
            options["line"]["linestyle"] = [LINE_STYLES[place // len(COLORS) % len(LINE_STYLES)] for place in places]
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
    options |= {k: False for k in ("unachievable", "chance", "always_positive") if not getattr(view, k) and k in usual}
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
    return PanelSpec((name,), source, curves, tuple(_frozen(options)), tuple(more), _marks(view))


def _frozen(options: dict[str, Any]) -> list[tuple[str, Any]]:
    return [(name, Plain(value) if isinstance(value, dict) else value) for name, value in options.items()]


class Plain(dict[str, Any]):
    """A dict as a literal that can be compared and hashed."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(repr(self))


def _marks(view: View) -> tuple[Call, ...]:
    if not view.marked:
        return ()
    text, get = point_argument(view)
    asked = Computed(text.replace("{path}", "{curve}.path"), lambda curve: get(curve.path))
    return (Call("operating_point", (asked,), every=True),)


def _scores(view: View, classifiers: Classifiers, place: int) -> PanelSpec:
    path = classifiers.weighted_path(place, view)
    options: dict[str, Any] = {} if path.soft else {"density": True}
    more = () if classifiers.single else (Call(".set_title", (classifiers.names[place],), (("fontsize", "medium"),)),)
    at = classifiers.point(place, view)
    cut = None if at is None else at.threshold
    marks = () if cut is None or not np.isfinite(cut) else (Call(".axvline", (cut,), THRESHOLD),)
    return PanelSpec(
        (SCORES, classifiers.names[place]), _one(view, classifiers, place), (path,), tuple(options.items()), more, marks
    )


# How the classifiers are written.


def _weighed(view: View) -> str:
    if view.weighting == "soft":
        return ""
    return f".hard({float(view.cut)!r}{', weights=' + repr('total') if view.weighting == 'hard' else ''})"


def _one(view: View, classifiers: Classifiers, place: int) -> str:
    if classifiers.single:
        return f"paths{_weighed(view)}"
    if not classifiers.keys:
        return f"paths[{place}]{_weighed(view)}"
    key = classifiers.key_code[place]
    return f"{f'list(paths.values())[{place}]' if key is None else f'paths[{key}]'}{_weighed(view)}"


def _paths(view: View, classifiers: Classifiers, places: list[int]) -> str:
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


def _curves(view: View, classifiers: Classifiers, places: list[int], space: str, options: dict[str, Any]) -> str:
    """Write the curves of a view, where `prplot.plot` cannot make them from paths."""
    call = f"{_weighed(view)}.curve({', '.join([repr(space), *_written(tuple(options.items()))])}"
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
