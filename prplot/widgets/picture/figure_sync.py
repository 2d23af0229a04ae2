"""A figure that follows its description: what did not change stays on it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from prplot.draw.base.axes import repeat_layout
from prplot.draw.text.legend import is_outside
from prplot.widgets.picture.picture import Picture
from prplot.widgets.state.figure_spec import FigureSpec, PanelSpec, draw_calls

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.transforms import Bbox

# How many layouts are remembered.
MOST_LAYOUTS = 50
# Calls that write, or put more axes, beside the axes.
OUTSIDE = ("isolines", "threshold_colors")


class DrawnPanel:
    """Axes that follow the description of their panel.

    Attributes
    ----------
    ax : matplotlib.axes.Axes
        Where the panel is drawn.
    spec : PanelSpec or None
        What was drawn there last.
    """

    def __init__(self, ax: Axes) -> None:
        self.ax = ax
        self.spec: PanelSpec | None = None
        self._frame = set(ax.get_children())
        self._marks: list[Artist] = []

    def update(self, spec: PanelSpec) -> None:
        """Draw what differs from the panel that is there, which shows the same space or the same scores."""
        before = self.spec
        if before is None or before.without_marks != spec.without_marks:
            if before is not None:
                self._empty(spec)
            self._marks = []
            spec.draw(self.ax)
        elif before.marks == spec.marks:
            return
        self._mark(spec)
        self.spec = spec

    def _empty(self, spec: PanelSpec) -> None:
        """Take everything off; the axes of a space keep their ticks, which take long to make."""
        if spec.scores:
            self.ax.clear()
            return
        for artist in set(self.ax.get_children()) - self._frame:
            artist.remove()
        self.ax.set(xlim=(0.0, 1.0), ylim=(0.0, 1.0))
        self.ax.relim()
        self.ax.autoscale()

    def _mark(self, spec: PanelSpec) -> None:
        for artist in self._marks:
            artist.remove()
        there = set(self.ax.get_children())
        limits = self.ax.get_xlim(), self.ax.get_ylim()
        draw_calls(spec.marks, self.ax)
        self._marks = [artist for artist in self.ax.get_children() if artist not in there]
        if spec.scores:
            self.ax.set(xlim=limits[0], ylim=limits[1])


class FigureSync(Picture):
    """The picture that a `FigureSpec` describes.

    Axes whose panel is the same keep their artists; where only marks moved, only marks are made
    anew; the layout is made when there is something new to make room for.
    """

    def __init__(self) -> None:
        super().__init__(1.0, 1.0)
        self._legends: list[bool] = []
        # By what they make room for: where axes are, which legends are outside, and whether there is room beside.
        self._layouts: dict[Any, tuple[list[Bbox], list[bool], bool]] = {}
        self._begin()

    @property
    def spec(self) -> FigureSpec:
        """What is drawn, as large as it is."""
        return self._spec

    def _begin(self) -> None:
        self._panels: list[DrawnPanel] = []
        self._room: Any = None
        self._spec = FigureSpec(())

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
        if not self._fits(spec):
            self.clear()
            self.engine = spec.engine
            self._take(spec)
        self._spec = replace(spec, beside=self._spec.beside)
        with self.laid_out():
            # A legend looks for its place in the layout that the code of the figure has.
            for place, panel in enumerate(spec.panels):
                if place == len(self._panels):
                    self._panels.append(DrawnPanel(self.figure.add_subplot(spec.rows, spec.columns, place + 1)))
                self._panels[place].update(panel)
        before, self._room = self._room, tuple(_room(panel) for panel in spec.panels)
        # Colour bars are new with every drawing, and are where the layout puts them.
        colored = any(panel.colored for panel in spec.panels)
        if self._room in self._layouts and (not colored or self._room == before):
            self.put_back()
        else:
            self.lay_out()

    def _fits(self, spec: FigureSpec) -> bool:
        """Whether the axes that are there do for other panels: colour bars come and go with all others."""
        before = [drawn.spec for drawn in self._panels if drawn.spec is not None]
        return [panel.key for panel in before] == [panel.key for panel in spec.panels] and not any(
            (one.colored or other.colored) and one.without_marks != other.without_marks
            for one, other in zip(before, spec.panels, strict=True)
        )

    def _take(self, spec: FigureSpec) -> None:
        self._spec = spec
        if tuple(self.figure.get_size_inches()) != spec.size:
            self.figure.set_size_inches(*spec.size)

    def lay_out(self) -> None:
        """Make room for every text; until the next time everything keeps its place."""
        with self.laid_out():
            self._take(replace(self._spec, beside=False))
            repeat_layout(self.figure)
            if any(self._legends_outside()) and len(self._panels) == 1:
                # The axes are to stay as large as they are without it.
                self._take(replace(self._spec, beside=True))
                repeat_layout(self.figure)
        self._legends = self._legends_outside()
        if len(self._layouts) == MOST_LAYOUTS:
            self._layouts.clear()
        self._layouts[self._room] = (
            [drawn.ax.get_position() for drawn in self._panels],
            self._legends,
            self._spec.beside,
        )

    def put_back(self) -> None:
        """Put the axes where they were when there was as much to make room for."""
        places, self._legends, beside = self._layouts[self._room]
        self._take(replace(self._spec, beside=beside))
        self._move([drawn.ax for drawn in self._panels], places)

    def _legends_outside(self) -> list[bool]:
        return [is_outside(drawn.ax) for drawn in self._panels]

    def png(self) -> bytes:
        """Return the figure as it is."""
        data = self._png()
        if self._panels and self._legends_outside() != self._legends:
            # A legend has left its axes, or come back: that takes other room.
            self.lay_out()
            data = self._png()
        return data


def _room(panel: PanelSpec) -> tuple[Any, ...]:
    """Return what decides how much room there must be around axes."""
    isolines_are_labelled = panel.options.get("iso_f", True) is not False
    return panel.key, isolines_are_labelled, tuple(call.function for call in panel.more if call.function in OUTSIDE)
