"""The legend of curves, with sorted and aligned areas; it follows what callers make of the curves later."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.patheffects import AbstractPathEffect, Normal, Stroke

from prplot.draw.base.axes import width_in_mm
from prplot.draw.base.figure import figure_of
from prplot.draw.lines.curve_line import CurveLine, curves_on
from prplot.draw.text.edge_text import ROOM_FOR_VALUES
from prplot.draw.text.legend_cells import Entry, grid_of
from prplot.draw.text.legend_entries import area_kinds, entry_parts, entry_text, has_entry, rank
from prplot.draw.text.legend_place import BACKGROUND_ALPHA, LegendPlacer
from prplot.draw.views import free_corner

__all__ = ["area_legend", "cells_of", "replace_line"]

# What of a line its sample in the legend shows.
SHOWN = ("color", "linestyle", "linewidth", "alpha", "marker", "markersize", "markerfacecolor", "markeredgecolor")
# How far the edges of a band are from the sample of its line, in points.
EDGE_AWAY = 2.6
# Room before the area, its interval and what it is of, in sizes of the font.
GAPS = (0.7, 0.35, 0.35)


def area_legend(ax: Axes, asked: Mapping[str, Any], *, sort: bool = True) -> Legend | None:
    """Make the legend of all curves on the axes with the caller's keywords, the best first or as they were drawn."""
    lines = curves_on(ax)
    if not lines:
        return None
    kinds, header = area_kinds(lines)
    mixed = len(set(kinds)) > 1
    size = "small" if width_in_mm(ax) >= ROOM_FOR_VALUES else "x-small"
    options: dict[str, Any] = {
        "loc": "lower left",
        "title": header,
        "fontsize": size,
        "title_fontsize": size,
        "alignment": "left",
        "frameon": True,
        "framealpha": BACKGROUND_ALPHA,
        "edgecolor": "none",
        "borderaxespad": 0.8,
        "handlelength": 1.6,
        **asked,
    }
    order = range(len(lines)) if mixed or not sort else sorted(range(len(lines)), key=lambda k: rank(lines[k]))
    chosen = [lines[k] for k in order]
    said = [f"({kinds[k].removeprefix('area, ')})" if mixed else "" for k in order]
    parts = [entry_parts(line, kind) for line, kind in zip(chosen, said, strict=True)]
    # Whatever the caller has labelled stays in the legend.
    others = [pair for pair in zip(*ax.get_legend_handles_labels(), strict=True) if pair[0] not in lines]
    parts += [(label, "", "", "") for _, label in others]
    legend = ax.legend([*chosen, *(handle for handle, _ in others)], [entry_text(part) for part in parts], **options)
    legend.set_zorder(5.0)
    for updater in _updaters(ax):
        updater.remove()
    updater = _LegendUpdater(legend, chosen, parts, said, moves="loc" not in asked)
    ax.add_artist(updater)
    updater.placer.make_room(ax)
    return legend


def replace_line(ax: Axes, line: CurveLine, by: CurveLine) -> None:
    """Let a line have the entry of another one in the legend."""
    for updater in _updaters(ax):
        updater.lines = [by if one is line else one for one in updater.lines]


def cells_of(ax: Axes, line: CurveLine) -> list[Artist]:
    """Return what stands in the legend for a line: its sample, its name, and what is said of its area."""
    for updater in _updaters(ax):
        if updater.own and line in updater.lines:
            number = updater.lines.index(line)
            _, *words = updater.grid.items[number]
            cells = [updater.legend.legend_handles[number], *words]
            return [cell for cell in cells if cell is not None]
    return []


def _updaters(ax: Axes) -> list[_LegendUpdater]:
    return [child for child in ax.get_children() if isinstance(child, _LegendUpdater)]


class _LegendUpdater(Artist):
    """An invisible artist that brings the legend up to date, and to its place, just before it is laid out or drawn.

    The samples of lines and the names follow what callers make of the lines later, and a legend that
    a caller makes anew keeps the header that says which area it names.
    """

    def __init__(
        self,
        legend: Legend,
        lines: Sequence[CurveLine],
        parts: list[tuple[str, str, str, str]],
        said: list[str],
        *,
        moves: bool,
    ) -> None:
        super().__init__()
        self.legend, self.lines = legend, list(lines)
        self.grid = grid_of(
            legend, parts, ("left", "left", "right", "left", "left"), (0.0, legend.handletextpad, *GAPS)
        )
        self.placer = LegendPlacer(legend, self.grid, moves=moves, first=free_corner(self.lines[0].curve.space))
        self.looks = [_look(line) for line in self.lines]
        self.edges: list[Any] = [None] * len(self.lines)
        self.labels = [str(line.get_label()) for line in self.lines]
        self.kinds = said
        # Whether the legend is the one that was made here, and whether it has no entry to show.
        self.own, self.empty = True, False
        self.set_zorder(legend.get_zorder() - 0.1)
        # Layouts pass by what is clipped to the axes.
        self.set_clip_on(False)

    def get_tightbbox(self, renderer: RendererBase | None = None) -> None:
        """Update before a layout is made; this takes no room itself."""
        self._update(renderer)

    def draw(self, renderer: RendererBase) -> None:
        """Update; nothing is drawn."""
        self._update(renderer, drawing=True)

    def _update(self, renderer: RendererBase | None, *, drawing: bool = False) -> None:
        ax = self.axes
        if not isinstance(ax, Axes):
            return
        if renderer is None:
            renderer = cast(RendererBase, cast(Any, figure_of(ax))._get_renderer())
        if ax.get_legend() is not self.legend:
            self._adopt(ax)
        elif self.own and (self.legend.get_visible() or self.empty):
            callback, self.legend.stale_callback = self.legend.stale_callback, None
            self._follow_lines(ax)
            if not self.empty:
                self.placer.update(ax, renderer, drawing=drawing)
            self.legend.stale_callback = callback

    def _adopt(self, ax: Axes) -> None:
        """Say in the header of a legend that the caller made which area it names; all else there is the caller's."""
        legend, lines = ax.get_legend(), curves_on(ax)
        self.legend, self.own = cast(Legend, legend), False
        if legend is None or not lines:
            self.remove()
            return
        said = {text.get_text() for text in legend.get_texts()}
        named = {label for line in lines if line.written in (label := str(line.get_label())) and line.written}
        if not legend.get_title().get_text() and said & named:
            legend.set_title(area_kinds(lines)[1], prop=legend.get_texts()[0].get_fontproperties())
            legend.set_alignment("left")

    def _follow_lines(self, ax: Axes) -> None:
        """Give samples and names what callers have made of the lines since, and entries to those that are shown."""
        self._show_edges()
        for k, line in enumerate(self.lines):
            listed = has_entry(line, ax)
            for cell in self.grid.items[k]:
                if cell is not None and cell.get_visible() != listed:
                    cell.set_visible(listed)
            look, label = _look(line), str(line.get_label())
            sample = self.legend.legend_handles[k]
            if look != self.looks[k] and isinstance(sample, Line2D):
                sample.set(**dict(zip(SHOWN, look, strict=True)))
                self.looks[k] = look
            if label != self.labels[k]:
                parts = entry_parts(line, self.kinds[k])
                cast(Entry, self.legend.get_texts()[k]).say(entry_text(parts), parts)
                self.labels[k] = label
        empty = not self.grid.shown()
        if empty != self.empty:
            self.empty = empty
            self.legend.set_visible(not empty)

    def _show_edges(self) -> None:
        """Draw the edges of bands along the samples of lines, where several bands are told apart by these alone."""
        edges = [_edge(line) for line in self.lines]
        several = len({edge for edge in edges if edge is not None}) > 1
        for k, edge in enumerate(edges):
            shown = edge if several else None
            sample = self.legend.legend_handles[k]
            if shown != self.edges[k] and isinstance(sample, Line2D):
                sample.set_path_effects([] if shown is None else _beside(*shown))
                self.edges[k] = shown


def _edge(line: CurveLine) -> tuple[float, Any, float | None] | None:
    """Return the width, the dashes in points and the opacity of the edges of the band around a line.

    None where there is no band, and where the dashes are those of the line itself.
    """
    edge = line.edge
    if edge is None or edge.axes is None or line.get_linestyle() != "-":
        return None
    offset, dashes = edge._dash_pattern  # type: ignore[attr-defined]
    return edge.get_linewidth(), (offset, None if dashes is None else tuple(dashes)), edge.get_alpha()


def _beside(width: float, dashes: tuple[float, Any], alpha: float | None) -> list[AbstractPathEffect]:
    """Return what draws a line, and a thin one above and below it."""
    offset, pattern = dashes
    thin = {"linewidth": width, "alpha": alpha, "dashes": {"dash_offset": offset, "dash_list": pattern}}
    return [*(Stroke(offset=(0.0, away), **thin) for away in (EDGE_AWAY, -EDGE_AWAY)), Normal()]


def _look(line: Line2D) -> tuple[Any, ...]:
    """Return what the sample of a line shows of it."""
    return tuple(getattr(line, f"get_{what}")() for what in SHOWN)
