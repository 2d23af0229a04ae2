"""A figure that follows its description: what did not change stays on it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from prplot.draw.base.figure import Pixels, repeat_layout
from prplot.widgets.picture.picture import Picture
from prplot.widgets.state.figure_spec import FigureSpec, PanelSpec, draw_calls

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.transforms import Bbox

__all__ = ["DrawnPanel", "FigureSync"]

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

    def update(self, spec: PanelSpec) -> bool:
        """Draw what differs from the panel that is there, which shows the same space or the same scores.

        Whether anything did is returned.
        """
        before = self.spec
        if before is None or before.without_marks != spec.without_marks:
            if before is not None:
                self._empty(spec)
            self._marks = []
            spec.draw(self.ax)
        elif before.marks == spec.marks:
            return False
        self._mark(spec)
        self.spec = spec
        return True

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

    Axes whose panel is the same stay as they are; where only marks moved, only marks are drawn
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
        # Axes on which the last description changed nothing, and what was drawn of them alone.
        self._still: list[Axes] = []
        self._kept: tuple[list[Axes], Pixels] | None = None

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
        still = []
        for place, panel in enumerate(spec.panels):
            if place == len(self._panels):
                self._panels.append(DrawnPanel(self.figure.add_subplot(spec.rows, spec.columns, place + 1)))
                self._watch(self._panels[-1].ax)
            if not self._panels[place].update(panel):
                still.append(self._panels[place].ax)
        self._still = still
        room = tuple(_room(panel) for panel in spec.panels)
        if room != self._room:
            self._room = room
            # Colour bars are new with every drawing, and are where the layout puts them.
            if room in self._layouts and not any(panel.colored for panel in spec.panels):
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
        legends = [drawn.ax.get_legend() for drawn in self._panels]
        return [legend is not None and legend.get_in_layout() for legend in legends]

    def _watch(self, ax: Axes) -> None:
        """See to it that what was drawn of axes is forgotten when anything on them changes, whoever does it."""
        tell = ax.stale_callback

        def changed(artist: Artist, stale: bool) -> None:
            if self._kept is not None and ax in self._kept[0]:
                self._kept = None
            if tell is not None:
                tell(artist, stale)

        ax.stale_callback = changed

    def _pixels(self) -> Pixels:
        """Draw; axes that stay as they are only once, as long as they do."""
        still = self._still
        changed = [ax for ax in self.figure.axes if ax not in still]
        if not still or not changed:
            return super()._pixels()
        if self._kept is None or self._kept[0] != still:
            with _hidden(changed):
                self._kept = still, super()._pixels().copy()
        kept = self._kept[1]
        with _hidden(still):
            pixels = super()._pixels()
        # Both are drawn on the same ground; where texts meet it matters who is drawn first.
        one, other = pixels.view(np.uint32), kept.view(np.uint32)
        bare = one == one[0, 0]
        if not (bare | (other == one[0, 0])).all():
            return super()._pixels()
        return np.where(bare, other, one).view(np.uint8)

    def png(self) -> bytes:
        """Return the figure as it is."""
        data = self._png()
        if self._panels and self._legends_outside() != self._legends:
            # A legend has left its axes, or come back: that takes other room.
            self.lay_out()
            data = self._png()
        return data


@contextmanager
def _hidden(axes: list[Axes]) -> Iterator[None]:
    """Leave axes out of a drawing; nobody takes them for changed because of that."""
    before = [(ax, ax.get_visible(), ax.stale, ax.stale_callback) for ax in axes]
    for ax in axes:
        ax.stale_callback = None
        ax.set_visible(False)
    try:
        yield
    finally:
        for ax, visible, stale, callback in before:
            ax.set_visible(visible)
            ax.stale = stale
            ax.stale_callback = callback


def _room(panel: PanelSpec) -> tuple[Any, ...]:
    """Return what decides how much room there must be around axes."""
    isolines_are_labelled = panel.options.get("iso_f", True) is not False
    return panel.key, isolines_are_labelled, tuple(call.function for call in panel.more if call.function in OUTSIDE)
