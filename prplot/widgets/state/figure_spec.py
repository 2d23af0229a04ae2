"""A figure as data: panels and the calls that draw them, which are drawn, compared, and written as Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal

import prplot.draw
from prplot.curve.curve import Curve
from prplot.draw.lines.curve_line import curves_on
from prplot.draw.parts.confidence import Sure, is_kept
from prplot.widgets.state.literals import literal
from prplot.widgets.state.view import SCORES

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Inches: a single panel is as `prplot.plot` makes it, but for a legend that has no room within it.
SINGLE, WITH_LEGEND, EACH = (5.2, 4.4), (5.2, 5.0), (4.2, 3.7)
COLUMNS = 3
# Options that say how sure curves are, and how many replicates are drawn for them at first.
SURE: tuple[Sure, ...] = ("interval", "band")
QUICK = {"n": 200}


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
        A name in ``prplot.draw``, or with a leading dot a method of the axes.
    arguments : tuple
        Literals, or `Computed`; a curve comes before them.
    options : dict
        Keywords.
    every : bool
        Once for every curve on the axes rather than for the first.
    """

    function: str
    arguments: tuple[Any, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    every: bool = False

    def draw(self, ax: Axes, curve: Curve | None) -> None:
        """Call the function; methods of the axes need no curve."""
        if self.function.startswith("."):
            getattr(ax, self.function[1:])(*self.arguments, **self.options)
            return
        assert curve is not None
        given = [a.get(curve) if isinstance(a, Computed) else a for a in self.arguments]
        getattr(prplot.draw, self.function)(curve, *given, ax=ax, **self.options)

    def code(self, curve: str) -> str:
        """Return the call as Python, for a curve that is written so."""
        given = [a.text.format(curve=curve) if isinstance(a, Computed) else str(literal(a)) for a in self.arguments]
        given += written(self.options)
        if self.function.startswith("."):
            return f"artists.ax{self.function}({', '.join(given)})"
        return f"prplot.draw.{self.function}({', '.join([curve, *given, 'ax=artists.ax'])})"


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
    options : dict
        Of the first call, of `prplot.plot` or `prplot.draw.scores`.
    more : tuple of Call
        What comes after it.
    marks : tuple of Call
        What moves while the rest stays.
    """

    key: tuple[str, ...]
    source: str
    curves: tuple[Any, ...]
    options: dict[str, Any]
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

    @property
    def without_marks(self) -> tuple[Any, ...]:
        """What stays while marks move."""
        return self.key, self.curves, self.options, self.more

    @property
    def waiting(self) -> list[tuple[Curve, Sure]]:
        """Of which curves an interval or a band has to be computed before the panel is drawn."""
        asked = [what for what in SURE if what in self.options]
        return [(curve, what) for what in asked for curve in self.curves if not is_kept(curve, what)]

    @property
    def quick(self) -> PanelSpec:
        """The same panel, of fewer replicates."""
        return replace(self, options={name: QUICK if name in SURE else given for name, given in self.options.items()})

    def draw(self, ax: Axes) -> None:
        """Draw everything but the marks."""
        if self.scores:
            prplot.draw.scores(self.curves[0], ax=ax, **self.options)
        else:
            # The curves have their space and interpolation already.
            options = {name: self.options[name] for name in self.options if name not in ("space", "interpolation")}
            prplot.draw.plot(list(self.curves), ax=ax, **options)
        draw_calls(self.more, ax)

    def code(self, ax: str | None) -> list[str]:
        """Return lines of Python; axes that are written so, or none where the figure has no others."""
        function = "draw.scores" if self.scores else "plot"
        given = [self.source, *written(self.options), *([] if ax is None else [f"ax={ax}"])]
        lines = [f"artists = prplot.{function}({', '.join(given)})"]
        for every, calls in (*_loops(self.more), *_loops(self.marks)):
            if every:
                lines += ["for line in artists.lines:", *(f"    {call.code('line.curve')}" for call in calls)]
            else:
                lines += [call.code("artists.lines[0].curve") for call in calls]
        return lines


@dataclass(frozen=True)
class FigureSpec:
    """A whole figure.

    Attributes
    ----------
    panels : tuple of PanelSpec
        In the order of the grid.
    beside : bool
        Whether there is room for a legend outside a single panel.
    """

    panels: tuple[PanelSpec, ...]
    beside: bool = False

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
            return WITH_LEGEND if self.beside else SINGLE
        return round(self.columns * EACH[0], 1), round(self.rows * EACH[1], 1)

    @property
    def engine(self) -> Literal["constrained", "compressed"]:
        """What makes room for texts: as `prplot.plot` has it, or what puts several square axes in their places."""
        return "constrained" if len(self.panels) == 1 else "compressed"

    @property
    def waiting(self) -> list[tuple[Curve, Sure]]:
        """Of which curves an interval or a band has to be computed before the figure is drawn."""
        return [each for panel in self.panels for each in panel.waiting]

    @property
    def quick(self) -> FigureSpec:
        """The same figure, of fewer replicates."""
        return replace(self, panels=tuple(panel.quick for panel in self.panels))

    @property
    def code(self) -> str:
        """The shortest Python that draws it, for a namespace with ``paths``."""
        if len(self.panels) == 1 and not self.beside:
            return "\n".join(["import prplot", "", *self.panels[0].code(None)])
        lines = ["import matplotlib.pyplot as plt", "import prplot", ""]
        lines += [f"figure = plt.figure(figsize={self.size!r}, layout={self.engine!r})"]
        for place, panel in enumerate(self.panels, 1):
            given = f"{self.rows}, {self.columns}, {place}" if len(self.panels) > 1 else ""
            lines += panel.code(f"figure.add_subplot({given})")
        return "\n".join(lines)


def draw_calls(calls: tuple[Call, ...], ax: Axes) -> None:
    """Make calls for the curves on the axes, in the order in which their code makes them."""
    for every, some in _loops(calls):
        curves: list[Curve | None] = [line.curve for line in curves_on(ax)]
        for curve in curves if every else curves[:1] or [None]:
            for call in some:
                call.draw(ax, curve)


def _loops(calls: tuple[Call, ...]) -> Iterator[tuple[bool, list[Call]]]:
    """Yield calls that follow each other and are all for every curve, which are one loop, or all for the first."""
    for every, some in groupby(calls, key=attrgetter("every")):
        yield every, list(some)


def written(options: dict[str, Any]) -> list[str]:
    """Return keywords as Python."""
    return [f"{name}={literal(value)}" for name, value in options.items()]
