"""A figure that follows a description: what did not change stays on it."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

import prplot.draw
from prplot.curve.curve import Curve
from prplot.draw.base.figure import repeat_layout
from prplot.draw.text.legend import curves_on
from prplot.widgets.picture.picture import Picture
from prplot.widgets.state.figure_spec import EVERY, Call, Computed, FigureSpec, PanelSpec

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.transforms import Bbox

__all__ = ["FigureSync"]

# How many layouts are remembered.
MOST_PLACES = 50
# What writes, or puts more axes, beside the axes.
OUTSIDE = ("isolines", "threshold_colors")


class FigureSync(Picture):
    """The picture that a `FigureSpec` describes.

    Axes whose panel is the same stay as they are; where only marks moved, only marks are drawn
    anew; the layout is made when there is something new to make room for.
    """

    def __init__(self) -> None:
        super().__init__(1.0, 1.0)
        self._above: list[bool] = []
        self._places: dict[Any, tuple[list[Bbox], list[bool]]] = {}
        self._begin()

    def _begin(self) -> None:
        self._axes: list[Axes] = []
        self._frames: list[set[Artist]] = []
        self._marks: list[list[Artist]] = []
        self._panels: tuple[PanelSpec, ...] = ()
        self._room: Any = None

    def clear(self) -> None:
        """Take everything off."""
        super().clear()
        self._begin()

    def release(self) -> None:
        """Let go of the figure, which takes most of the memory; the next picture is drawn from the beginning."""
        super().release()
        self._begin()

    def draw(self, spec: FigureSpec) -> None:
        """Bring the figure to what is described; what fails leaves it empty."""
        try:
            self._draw(spec)
        except BaseException:
            self.clear()
            raise

    def _draw(self, spec: FigureSpec) -> None:
        room = tuple(_room(panel) for panel in spec.panels)
        if not _alike(self._panels, spec.panels):
            self.clear()
            self.figure.set_size_inches(*spec.size)
            self.engine = spec.engine
        for place, panel in enumerate(spec.panels):
            if place == len(self._axes):
                self._axes.append(self.figure.add_subplot(spec.rows, spec.columns, place + 1))
                self._frames.append(set(self._axes[-1].get_children()))
                self._marks.append([])
            ax = self._axes[place]
            before = self._panels[place] if self._panels else None
            same = before is not None and _still(before) == _still(panel)
            if not same:
                if before is not None:
                    self._empty(place, panel)
                self._marks[place] = []
                _follow(panel, ax)
            if not same or (before is not None and before.marks != panel.marks):
                self._mark(place, panel, ax)
        self._panels = spec.panels
        if room != self._room:
            self._room = room
            if room in self._places:
                self._put(*self._places[room])
            else:
                self.lay_out()

    def _empty(self, place: int, panel: PanelSpec) -> None:
        """Take everything off axes; those of a space keep their ticks, which take long to make."""
        ax = self._axes[place]
        if panel.scores:
            ax.clear()
            return
        for artist in set(ax.get_children()) - self._frames[place]:
            artist.remove()
        ax.set(xlim=(0.0, 1.0), ylim=(0.0, 1.0))
        ax.relim()
        ax.autoscale()

    def _mark(self, place: int, panel: PanelSpec, ax: Axes) -> None:
        for artist in self._marks[place]:
            artist.remove()
        there = set(ax.get_children())
        limits = ax.get_xlim(), ax.get_ylim()
        _run(panel.marks, ax)
        self._marks[place] = [artist for artist in ax.get_children() if artist not in there]
        if panel.scores:
            ax.set(xlim=limits[0], ylim=limits[1])

    def lay_out(self) -> None:
        """Make room for every text; until the next time everything keeps its place."""
        with self.laid_out():
            repeat_layout(self.figure)
        self._above = self._legends_above()
        if len(self._places) == MOST_PLACES:
            self._places.clear()
        self._places[self._room] = [ax.get_position() for ax in self._axes], self._above

    def put_back(self) -> None:
        """Put the axes where they were before they were laid out for another picture."""
        self._put(*self._places[self._room])

    def _put(self, places: list[Bbox], above: list[bool]) -> None:
        """Put the axes where they were when there was as much to make room for."""
        self._above = above
        self._move(self._axes, places)

    def _legends_above(self) -> list[bool]:
        legends = [ax.get_legend() for ax in self._axes]
        return [legend is not None and legend.get_in_layout() for legend in legends]

    def png(self) -> bytes:
        """Return the figure as it is."""
        data = self._encoded()
        if self._axes and self._legends_above() != self._above:
            # A legend has left its axes, or come back: that takes other room.
            self.lay_out()
            data = self._encoded()
        return data


def _alike(before: tuple[PanelSpec, ...], after: tuple[PanelSpec, ...]) -> bool:
    """Whether the same axes do: colour bars come and go with all others."""
    return [panel.key for panel in before] == [panel.key for panel in after] and not any(
        (one.colored or other.colored) and _still(one) != _still(other)
        for one, other in zip(before, after, strict=True)
    )


def _room(panel: PanelSpec) -> tuple[Any, ...]:
    """Return what decides how much room there must be around axes."""
    written = dict(panel.options).get("iso_f", True) is not False
    return panel.key, written, tuple(call.function for call in panel.more if call.function in OUTSIDE)


def _still(panel: PanelSpec) -> tuple[Any, ...]:
    return panel.key, panel.curves, panel.options, panel.more


def _follow(panel: PanelSpec, ax: Axes) -> None:
    options = dict(panel.options)
    if panel.scores:
        prplot.draw.scores(panel.curves[0], ax=ax, **options)
    else:
        for name in ("space", "interpolation"):  # the curves have them
            options.pop(name, None)
        prplot.draw.plot(list(panel.curves), ax=ax, **options)
    _run(panel.more, ax)


def _run(calls: tuple[Call, ...], ax: Axes) -> None:
    for every, some in groupby(calls, key=EVERY):
        these = list(some)
        curves: list[Curve | None] = [line.curve for line in curves_on(ax)]
        for curve in curves if every else curves[:1] or [None]:
            for call in these:
                _call(call, curve, ax)


def _call(call: Call, curve: Curve | None, ax: Axes) -> None:
    options = dict(call.options)
    if call.function.startswith("."):
        getattr(ax, call.function[1:])(*call.arguments, **options)
        return
    assert curve is not None
    given = [a.get(curve) if isinstance(a, Computed) else a for a in call.arguments]
    function = getattr(prplot.draw, call.function)
    function(curve, *given, ax=ax, **options)
