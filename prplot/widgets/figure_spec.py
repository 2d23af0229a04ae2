"""A figure as data: panels and the calls that draw them, which are drawn, and written as Python."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import prplot.draw
from prplot.curve.curve import Curve
from prplot.draw.lines.curve_line import curves_on
from prplot.draw.parts.confidence import Sure, is_kept
from prplot.widgets.literals import literal

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Inches: a single panel is as `prplot.plot` makes it.
SINGLE, EACH = (5.2, 4.4), (4.2, 3.7)
COLUMNS = 3
# Options that ask for confidence intervals, and with how many replicates they are drawn at first.
SURE: tuple[Sure, ...] = ("interval", "band")
QUICK = {"n": 200}


@dataclass(frozen=True)
class Computed:
    """An argument that is computed: how, and how that is written; ``{curve}`` stands for the curve."""

    text: str
    get: Callable[[Curve], Any]


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
    """

    function: str
    arguments: tuple[Any, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)

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
        given = [a.text.format(curve=curve) if isinstance(a, Computed) else literal(a) for a in self.arguments]
        given += written(self.options)
        if self.function.startswith("."):
            return f"artists.ax{self.function}({', '.join(given)})"
        return f"prplot.draw.{self.function}({', '.join([curve, *given, 'ax=artists.ax'])})"


@dataclass(frozen=True)
class PanelSpec:
    """What is on one axes.

    Attributes
    ----------
    scores : bool
        Whether it is a histogram of scores.
    source : str
        How its curves, or its path, are written.
    curves : tuple
        The curves, or the path.
    options : dict
        Of the first call, of `prplot.plot` or `prplot.draw.scores`.
    once, every : tuple of Call
        What comes after it: for the first curve, or for none; and for every curve on the axes.
    """

    scores: bool
    source: str
    curves: tuple[Any, ...]
    options: dict[str, Any]
    once: tuple[Call, ...] = ()
    every: tuple[Call, ...] = ()

    @property
    def waiting(self) -> list[tuple[Curve, Sure]]:
        """Of which curves an interval or a band has to be computed before the panel is drawn."""
        asked = [what for what in SURE if what in self.options]
        return [(curve, what) for what in asked for curve in self.curves if not is_kept(curve, what)]

    def draw(self, ax: Axes, quick: bool) -> None:
        """Draw it, with fewer replicates if it is to be quick."""
        if self.scores:
            prplot.draw.scores(self.curves[0], ax=ax, **self.options)
        else:
            # The curves have their space and interpolation already.
            options = {name: self.options[name] for name in self.options if name not in ("space", "interpolation")}
            if quick:
                options |= {name: QUICK for name in SURE if name in options}
            prplot.draw.plot(list(self.curves), ax=ax, **options)
        # In the order in which the code makes the calls.
        curves = [line.curve for line in curves_on(ax)]
        for call in self.once:
            call.draw(ax, curves[0] if curves else None)
        for curve in curves:
            for call in self.every:
                call.draw(ax, curve)

    def code(self, ax: str | None) -> list[str]:
        """Return lines of Python; axes that are written so, or none where the figure has no others."""
        function = "draw.scores" if self.scores else "plot"
        given = [self.source, *written(self.options), *([] if ax is None else [f"ax={ax}"])]
        lines = [f"artists = prplot.{function}({', '.join(given)})"]
        lines += [call.code("artists.lines[0].curve") for call in self.once]
        loop = [f"    {call.code('line.curve')}" for call in self.every]
        return [*lines, "for line in artists.lines:", *loop] if loop else lines


@dataclass(frozen=True)
class FigureSpec:
    """A whole figure: its panels in the order of a grid."""

    panels: tuple[PanelSpec, ...]

    @property
    def grid(self) -> tuple[int, int]:
        """How many panels are below each other, and side by side."""
        rows = -(-len(self.panels) // COLUMNS)
        return rows, -(-len(self.panels) // rows)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in inches."""
        if len(self.panels) == 1:
            return SINGLE
        rows, columns = self.grid
        return round(columns * EACH[0], 1), round(rows * EACH[1], 1)

    @property
    def waiting(self) -> list[tuple[Curve, Sure]]:
        """Of which curves an interval or a band has to be computed before the figure is drawn."""
        return [each for panel in self.panels for each in panel.waiting]

    def draw(self, figure: Figure, quick: bool = False) -> None:
        """Draw it on an empty figure, which gets its size."""
        figure.set_size_inches(*self.size)
        # Several square axes are where "compressed" puts them at once.
        figure.set_layout_engine("constrained" if len(self.panels) == 1 else "compressed")
        # Where there are several, none grows for its legend as if it were alone.
        axes = [figure.add_subplot(*self.grid, place + 1) for place in range(len(self.panels))]
        for ax, panel in zip(axes, self.panels, strict=True):
            panel.draw(ax, quick)

    @property
    def code(self) -> str:
        """The shortest Python that draws it, for a namespace with ``paths``."""
        if len(self.panels) == 1:
            return "\n".join(["import prplot", "", *self.panels[0].code(None)])
        lines = ["import matplotlib.pyplot as plt", "import prplot", ""]
        lines += [f"figure = plt.figure(figsize={self.size!r}, layout='compressed')"]
        for place, panel in enumerate(self.panels, 1):
            lines += panel.code(f"figure.add_subplot{(*self.grid, place)}")
        return "\n".join(lines)


def written(options: dict[str, Any]) -> list[str]:
    """Return keywords as Python."""
    return [f"{name}={literal(value)}" for name, value in options.items()]
