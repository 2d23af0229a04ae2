"""The figure of a view: its panels, and the Python code that is shown to users and run to draw them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

import prplot.draw
from prplot.curve.curve import Curve
from prplot.draw.base.axes import COLORS
from prplot.draw.figures.panel import CALIBRATION
from prplot.draw.figures.plot import LINE_STYLES
from prplot.draw.figures.surroundings import usual_in
from prplot.draw.parts.confidence import Sure, is_kept
from prplot.draw.views import view_of
from prplot.spaces import Space
from prplot.widgets.explored import Classifiers, weighed
from prplot.widgets.literals import literal, written
from prplot.widgets.point_code import metric_code, point_code
from prplot.widgets.view import NEEDED, OFF, SCORES, View, space_options

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# In inches: the size of a single panel, which `prplot.plot` also uses, and the size of each of several panels.
SINGLE, EACH = (5.2, 4.4), (4.2, 3.7)
COLUMNS = 3
# Options that ask for confidence intervals, which are first computed from few replicates.
SURE: tuple[Sure, ...] = ("interval", "band")
QUICK = {"n": 200}
THRESHOLD = {"color": "0.4", "linewidth": 1.2}
RANGE = {"color": "0.5", "linewidth": 0.8, "linestyle": ":"}


@dataclass(frozen=True)
class Panel:
    """One axes of the figure: the code that draws it, and the curves or the path that the code draws.

    Attributes
    ----------
    call : str
        The first call, "prplot.plot" or "prplot.draw.scores".
    source : str
        The code of its curves, or of its path.
    given : list of Curve, or ConfusionPath
        The cached curves, or the path, that ``source`` describes.
    options : dict
        The keyword arguments of the first call.
    once, every : list of str
        The calls that follow it, and the calls that are repeated for each curve.
    """

    call: str
    source: str
    given: Any
    options: dict[str, Any]
    once: list[str]
    every: list[str] = field(default_factory=list)

    @property
    def waiting(self) -> list[tuple[Curve, Sure]]:
        """The curves whose interval or band must be computed before the panel is drawn, as (curve, option)."""
        parts = [what for what in SURE if what in self.options]
        return [(curve, what) for what in parts for curve in self.given if not is_kept(curve, what)]

    def draw(self, ax: Axes, quick: bool) -> None:
        """Run the code with the cached curves; if ``quick``, with fewer replicates."""
        options = {name: QUICK if quick and name in SURE else value for name, value in self.options.items()}
        exec(self._code("given", options, "ax"), {"prplot": prplot, "given": self.given, "ax": ax})

    def code(self, ax: str = "") -> str:
        """Return the Python code that draws the panel, on the axes with this code, or on a new figure."""
        return self._code(self.source, self.options, ax)

    def _code(self, source: str, options: dict[str, Any], ax: str) -> str:
        arguments = [source, *written(options), *([f"ax={ax}"] if ax else [])]
        loop = ["for line in artists.lines:", *(f"    {call}" for call in self.every)] if self.every else []
        return "\n".join([f"artists = {self.call}({', '.join(arguments)})", *self.once, *loop])


class Picture:
    """The figure of a view, drawn by the same code that users are shown.

    Parameters
    ----------
    view : View
    classifiers : Classifiers

    Attributes
    ----------
    panels : list of Panel
        The panels, row by row.
    """

    def __init__(self, view: View, classifiers: Classifiers) -> None:
        self._view, self._classifiers = view, classifiers
        self._places = classifiers.chosen(view)
        self.panels = [self._space(space) for space in view.spaces]
        if CALIBRATION in view.panels:
            self.panels.append(self._calibration())
        if SCORES in view.panels:
            self.panels += map(self._scores, self._places)
        rows = -(-len(self.panels) // COLUMNS)
        self._grid = rows, -(-len(self.panels) // rows)
        several = round(self._grid[1] * EACH[0], 1), round(rows * EACH[1], 1)
        self._size = several if len(self.panels) > 1 else SINGLE

    @property
    def waiting(self) -> list[tuple[Curve, Sure]]:
        """The curves whose interval or band must be computed before the figure is drawn, as (curve, option)."""
        return [each for panel in self.panels for each in panel.waiting]

    def draw(self, figure: Figure, quick: bool = False) -> None:
        """Set the size of an empty figure, and draw all panels on it."""
        figure.set_size_inches(*self._size)
        # The "compressed" layout places several square axes in one pass.
        figure.set_layout_engine("constrained" if len(self.panels) == 1 else "compressed")
        # All axes are made first; otherwise the figure would grow for the first legend as if its axes were alone.
        axes = [figure.add_subplot(*self._grid, index + 1) for index in range(len(self.panels))]
        for ax, panel in zip(axes, self.panels, strict=True):
            panel.draw(ax, quick)

    @property
    def code(self) -> str:
        """The shortest Python code that draws the figure.

        It uses ``path`` or ``paths``, the argument of the explorer.
        """
        known = self._classifiers
        # A user with several paths may have passed one, so the code names it.
        name = known.names[0] if known.single else ""
        note = [f"# path is the one passed to prplot.explore: {name!r}"] if name else []
        if len(self.panels) == 1:
            return "\n".join(["import prplot", "", *note, self.panels[0].code()])
        lines = ["import matplotlib.pyplot as plt", "import prplot", ""]
        lines += [*note, f"figure = plt.figure(figsize={self._size!r}, layout='compressed')"]
        at = [f"figure.add_subplot{(*self._grid, position)}" for position in range(1, len(self.panels) + 1)]
        return "\n".join([*lines, *(panel.code(ax) for panel, ax in zip(self.panels, at, strict=True))])

    def _space(self, space: type[Space]) -> Panel:
        view, classifiers, places = self._view, self._classifiers, self._places
        curves = [classifiers.drawn_curve(index, space.name, view) for index in places]
        rule = view.changed("interpolation") if space._interpolated else {}
        options_of_space = space_options(space.name)
        moved = view.changed("ties", "prevalence", *options_of_space)
        moved |= {name: getattr(view, name) for name in options_of_space if name in NEEDED}
        in_space = [*([f"space={space.name!r}"] if space.name != "pr" else []), *written(rule)]
        source = self._source(space.name, rule | moved if moved else {}, [] if moved else in_space)
        options: dict[str, Any] = {}
        if places != list(range(len(places))):
            options["line"] = _looks(places)
        once, usual = [], usual_in(space)
        # In FROC space false positives are not a rate, so lines of the unit square cannot be drawn.
        placed = space._pointwise and not view_of(curves[0].space).unplaceable
        if view.isolines == "f_beta" and view.levels:
            changed = view.changed("levels", "beta")
            if placed and (changed or "iso_f" not in usual):
                options["iso_f"] = changed or True
        else:
            options |= {"iso_f": False} if "iso_f" in usual else {}
            if view.levels and placed:
                metric = metric_code(view, view.isolines, literal(curves[0].space.prevalence))
                once.append(f"prplot.draw.isolines(artists.lines[0].curve, {metric}, {view.levels}, ax=artists.ax)")
        options |= {part: False for part in usual if not getattr(view, part, True)}
        options |= {part: True for part in SURE if getattr(view, part)}
        if view.prg_grid and placed:
            options["prg_grid"] = True
        every = [which for which in ("best", "worst") if getattr(view, which) and not curves[0].space._own_forecasts]
        every += ["threshold_colors"] * (view.colors and len(places) == 1) + ["hull"] * (view.hull and placed)
        calls = [f"prplot.draw.{which}(line.curve, ax=artists.ax)" for which in every]
        if space._interpolated and view.compare not in (OFF, view.interpolation):
            calls.append(f"prplot.draw.difference(line.curve, {view.compare!r}, ax=artists.ax)")
        if view.ranged and space.name == view.space:
            once += [_upright(end, RANGE) for end in view.between]
        if view.marked:
            point = point_code(view, "line.curve.path")
            calls.append(f"prplot.draw.operating_point(line.curve, {point}, ax=artists.ax)")
        return Panel("prplot.plot", source, curves, options, once, calls)

    def _scores(self, index: int) -> Panel:
        view, classifiers = self._view, self._classifiers
        path, at = classifiers.weighted_path(index, view), classifiers.point(index, view)
        title = "" if classifiers.single else classifiers.names[index]
        once = [f"artists.ax.set_title({title!r}, fontsize='medium')"] if title else []
        if at is not None and at.threshold is not None and np.isfinite(at.threshold):
            once.append(_upright(at.threshold, THRESHOLD))
        root = "path"
        if classifiers.keys:
            key = classifiers.keys[index]
            root = f"paths[{key!r}]" if type(key) is str else f"list(paths.values())[{index}]"
        elif not classifiers.single:
            root = f"paths[{index}]"
        options = {} if path.soft else {"density": True}
        return Panel("prplot.draw.scores", root + "".join(weighed(view)), path, options, once)

    def _calibration(self) -> Panel:
        view, classifiers, places = self._view, self._classifiers, self._places
        every = [classifiers.calibration(index, view) for index in places]
        labels = [classifiers.drawn_curve(index, "roc", view).label for index in places]
        source = self._source("roc", view.changed("ties", "prevalence"), [])
        options = {} if places == list(range(len(places))) else {"line": _looks(places)}
        known: Any = dict(zip(labels, every, strict=True)) if len({*labels} - {None}) == len(every) else every
        return Panel("prplot.draw.calibration", source, known, options, [])

    def _source(self, space: str, options: dict[str, Any], arguments: list[str]) -> str:
        """Return the code of the view's paths, or with ``options`` of their curves in a space, and more arguments."""
        known, places = self._classifiers, self._places
        call = f".curve({', '.join([repr(space), *written(options)])})" if options else ""
        more = "".join(f", {each}" for each in arguments)
        how, every = "".join(weighed(self._view)) + call, len(places) == len(known)
        if known.single:
            return f"path{how}{more}"
        if every and not how:
            return f"paths{more}"
        if not known.keys:
            some = "paths" if every else f"[{', '.join(f'paths[{index}]' for index in places)}]"
            return f"[path{how} for path in {some}]{more}" if how else f"{some}{more}"
        # If some keys are not texts, classifiers are selected by their index.
        keys = [known.keys[index] for index in places]
        path, among = "path", "name, path in paths.items()"
        if not every and all(type(key) is str for key in keys):
            path, among = "paths[name]", f"name in {keys}"
        elif not every:
            among = f"place, (name, path) in enumerate(paths.items()) if place in {places}"
        if not options:
            return f"{{name: {path}{how} for {among}}}{more}"
        label = "name" if all(isinstance(key, str) for key in keys) else "str(name)"
        return f"[{path}{how[:-1]}, label={label}) for {among}]"


def _upright(x: float, look: dict[str, Any]) -> str:
    return f"artists.ax.axvline({', '.join([literal(x), *written(look)])})"


def _looks(places: list[int]) -> dict[str, list[str]]:
    """Return the colors and line styles of classifiers, which stay the same while others are hidden."""
    looks = {"color": [COLORS[index % len(COLORS)] for index in places]}
    if max(places) >= len(COLORS):
        looks["linestyle"] = [LINE_STYLES[index // len(COLORS) % len(LINE_STYLES)] for index in places]
    return looks
