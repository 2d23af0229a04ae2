"""The legend of axes: names and areas in columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.legend import Legend

from prplot.draw.base.axes import ROOMY, figure_of, may_grow, width_in_mm
from prplot.draw.base.drawn import tag_of
from prplot.draw.lines.curve_line import CurveLine, curves_on
from prplot.draw.text.legend_entries import Grid, Row, cells_of, entry_parts, fill, grid_of, header_of, rank
from prplot.draw.text.legend_place import PLACES, TRANSLUCENT, LegendPlace
from prplot.draw.views import view_of


def area_legend(ax: Axes, keywords: Mapping[str, Any], *, sort: bool = True) -> Legend | None:
    """Make the legend of all curves on the axes, the best first if ``sort``, else in the order of drawing."""
    lines = curves_on(ax)
    if not lines:
        return None
    title, kinds = header_of(lines)
    pairs = list(zip(lines, kinds, strict=True))
    if sort and not any(kinds):
        pairs.sort(key=lambda pair: rank(pair[0]))
    rows: list[Row] = [(line, entry_parts(line, kind), kind) for line, kind in pairs]
    # All other things that the caller has labeled stay in the legend. The lines of a part have one entry.
    parts = set()
    for handle, label in zip(*ax.get_legend_handles_labels(), strict=True):
        part = (tag_of(handle), label)
        if handle not in lines and (part[0] is None or part not in parts):
            rows.append((handle, cells_of(handle), None))
            parts.add(part)
    return make_legend(ax, rows, "lrll", {"title": title, **keywords}, view_of(lines[0].curve.space).free_corner)


def make_legend(
    ax: Axes, rows: Sequence[Row], flush: str, keywords: Mapping[str, Any], corner: str = "lower left"
) -> Legend:
    """Make the legend of axes where the caller's keywords say, or in ``corner``, or where it covers nothing."""
    size = "small" if width_in_mm(ax) >= ROOMY else "x-small"
    look: dict[str, Any] = {"loc": corner, "fontsize": size, "title_fontsize": size, "alignment": "left"}
    look |= {"frameon": True, "framealpha": TRANSLUCENT, "edgecolor": "none", "borderaxespad": 0.8, "handlelength": 1.6}
    before = next((child for child in ax.artists if isinstance(child, LegendPlace)), None)
    first = ax.get_legend() is None
    if before is not None:
        keywords = {**before.chosen(ax), **keywords}
        before.remove()
    # The texts are set later, because matplotlib leaves out labels that begin with an underscore.
    legend = ax.legend([handle for handle, *_ in rows], [" "] * len(rows), **{**look, **keywords})
    legend.set_zorder(5.0)
    grid = fill(legend, rows, flush, Grid)
    chosen = {name: keywords[name] for name in ("loc", "bbox_to_anchor") if name in keywords}
    place = LegendPlace(legend, grid, PLACES[corner], chosen, free="framealpha" not in keywords)
    if chosen:
        ax.add_artist(place)
        return legend
    legend.set_in_layout(False)
    if first and figure_of(ax).axes == [ax] and may_grow(figure_of(ax)):
        place.make_room(ax)
    ax.add_artist(place)
    place.put_at(ax, PLACES[corner])
    return legend


def replace_line(ax: Axes, line: CurveLine, by: CurveLine) -> None:
    """Replace a line by another line in its entry of the legend."""
    for entry in getattr(grid_of(ax.get_legend()), "entries", ()):
        if entry.handle is line:
            entry.handle = by
