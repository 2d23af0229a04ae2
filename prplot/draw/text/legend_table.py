"""A legend that is a table: one row per classifier, one column per space."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.legend_handler import HandlerBase, HandlerLine2D
from matplotlib.lines import Line2D
from matplotlib.patches import StepPatch

from prplot.curve.curve import Curve
from prplot.draw.base.axes import tone
from prplot.draw.lines.curve_line import CurveLine
from prplot.draw.text.edge_text import legible
from prplot.draw.text.legend_entries import area_text, level_of
from prplot.draw.text.matrix import as_written
from prplot.draw.text.wide_legend import wide_legend
from prplot.metrics import Metric, metric
from prplot.metrics.confusion import Confusion

__all__ = ["area_column", "named_column", "table", "threshold_column"]


class _Blank(Line2D):
    """The handle of a cell that has none."""

    def __init__(self) -> None:
        super().__init__([], [])


class _NoHandle(HandlerBase):
    def legend_artist(self, legend: Legend, orig_handle: Any, fontsize: float, handlebox: Any) -> Any:  # noqa: ARG002
        """Take no room."""
        handlebox.width = 0
        return orig_handle


class _Dot(Line2D):
    """The handle of a mark."""

    def __init__(self, color: str) -> None:
        super().__init__([], [], linestyle="none", marker="o", markersize=5, color=color, markeredgecolor="none")


class _Narrow(HandlerLine2D):
    def legend_artist(self, legend: Legend, orig_handle: Any, fontsize: float, handlebox: Any) -> Any:
        """Take little room."""
        handlebox.width = 0.4 * fontsize
        return super().legend_artist(legend, orig_handle, fontsize, handlebox)


class _Column(NamedTuple):
    """A column of the table: its head, the handles of all cells, and the cells."""

    head: str
    handles: list[Line2D]
    cells: list[str]


def named_column(curves: list[Curve], handles: Sequence[Line2D]) -> _Column:
    """Return the first column: lines and names."""
    soft = any(curve.path.soft for curve in curves)
    head = "area, of at most" if soft else "area"
    return _Column(head, [Line2D([], [], linestyle="none"), *handles], [curve.label or "" for curve in curves])


def area_column(curves: list[Curve], lines: Sequence[Line2D]) -> _Column:
    """Return the areas in one space, under its name."""
    kinds = [curve.area_name.removeprefix("area") for curve in curves]
    cells = [area_text(curve, line) for curve, line in zip_longest(curves, lines)]
    head = type(curves[0].space).__name__
    if len(set(kinds)) == 1:
        head += kinds[0]
        head += level_of([line for line in lines if isinstance(line, CurveLine)])
    else:
        cells = [f"{cell}{kind}" for cell, kind in zip(cells, kinds, strict=True)]
    return _Column(head, [_Blank() for _ in range(len(cells) + 1)], cells)


def threshold_column(confusions: list[Confusion | None], thresholds: Any, ax: Axes) -> _Column:
    """Return the thresholds of the operating points."""
    head = (
        f"best {legible(metric(thresholds).label, 'small')} at" if isinstance(thresholds, str | Metric) else "threshold"
    )
    cells = ["" if c is None or c.threshold is None else as_written(c.threshold, 3) for c in confusions]
    return _Column(head, [_Dot(tone(ax, 0.65)), *(_Blank() for _ in cells)], cells)


def table(figure: Figure, columns: list[_Column], bars: list[StepPatch], color: str, asked: dict[str, Any]) -> Legend:
    """Make a legend with one row per classifier, one for bars, and columns whose numbers stand flush right."""
    handles: list[Artist] = []
    texts: list[str] = []
    for k, column in enumerate(columns):
        handles += [*column.handles, *(_Blank() if k else bar for bar in bars)]
        texts += [column.head, *column.cells, *("" if k else "background scores" for _ in bars)]
    look: dict[str, Any] = {
        "loc": "outside lower center",
        "edgecolor": "none",
        "framealpha": 0.0,
        "handlelength": 1.6,
        "columnspacing": 1.2,
        "borderpad": 0.1,
    }
    own = {"handler_map": {_Blank: _NoHandle(), _Dot: _Narrow()}}
    flush = ["left", *("right" for _ in columns[1:])]
    legend = wide_legend(figure, handles, texts, flush=flush, **{**look, **asked, **own})
    for head in legend.get_texts()[:: len(texts) // len(columns)]:
        head.set_color(color)
    return legend
