"""A legend of names that goes where it covers no data, like that of curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.legend import Legend
from matplotlib.lines import Line2D

from prplot.draw.base.axes import width_in_mm
from prplot.draw.base.figure import figure_of
from prplot.draw.base.literal_text import printable
from prplot.draw.text.edge_text import ROOM_FOR_VALUES
from prplot.draw.text.legend_cells import grid_of
from prplot.draw.text.legend_place import BACKGROUND_ALPHA, LegendPlacer

__all__ = ["placed_legend"]


def placed_legend(ax: Axes, handles: Sequence[Line2D], names: Sequence[str], asked: Mapping[str, Any]) -> Legend:
    """Make a legend with a name for each handle, and the caller's keywords."""
    size = "small" if width_in_mm(ax) >= ROOM_FOR_VALUES else "x-small"
    look = {"loc": "lower left", "fontsize": size, "title_fontsize": size, "alignment": "left", "edgecolor": "none"}
    room = {"framealpha": BACKGROUND_ALPHA, "borderaxespad": 0.8, "handlelength": 2.0}
    parts = [(printable(name),) for name in names]
    options: Any = {**look, **room, **asked}
    # matplotlib leaves out what begins with an underscore.
    legend = ax.legend(handles, [name.lstrip("_") or " " for (name,) in parts], **options)
    legend.set_zorder(5.0)
    for old in [child for child in ax.get_children() if isinstance(child, _Mover)]:
        old.remove()
    grid = grid_of(legend, parts, ("left", "left"), (0.0, legend.handletextpad))
    mover = _Mover(LegendPlacer(legend, grid, moves="loc" not in asked))
    mover.set_zorder(legend.get_zorder() - 0.1)
    ax.add_artist(mover)
    mover.placer.make_room(ax)
    return legend


class _Mover(Artist):
    """An invisible artist that brings the legend to its place just before it is laid out or drawn."""

    def __init__(self, placer: LegendPlacer) -> None:
        super().__init__()
        self.placer = placer
        # Layouts pass by what is clipped to the axes.
        self.set_clip_on(False)

    def get_tightbbox(self, renderer: RendererBase | None = None) -> None:
        """Move before a layout is made; this takes no room itself."""
        self._update(renderer)

    def draw(self, renderer: RendererBase) -> None:
        """Move; nothing is drawn."""
        self._update(renderer, drawing=True)

    def _update(self, renderer: RendererBase | None, *, drawing: bool = False) -> None:
        ax, legend = self.axes, self.placer.legend
        if not isinstance(ax, Axes) or ax.get_legend() is not legend or not legend.get_visible():
            return
        if renderer is None:
            renderer = cast(RendererBase, cast(Any, figure_of(ax))._get_renderer())
        callback, legend.stale_callback = legend.stale_callback, None
        self.placer.update(ax, renderer, drawing=drawing)
        legend.stale_callback = callback
