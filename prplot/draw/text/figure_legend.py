"""The legend of a whole figure, no wider than the figure: names, or a table with one row per classifier."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product, zip_longest
from textwrap import fill as wrapped
from typing import Any, NamedTuple, cast

from matplotlib.artist import Artist
from matplotlib.backend_bases import RendererBase
from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.transforms import Bbox

from prplot.curve.curve import Curve
from prplot.draw.base.literal_text import printable, written_alike
from prplot.draw.lines.curve_line import CurveLine
from prplot.draw.text.annotations import legible
from prplot.draw.text.legend_entries import WRAPPED, Grid, fill, level_of, shown_words
from prplot.draw.text.legend_place import widths
from prplot.errors import warn
from prplot.metrics import Metric, metric
from prplot.metrics.confusion import Confusion
from prplot.names import CROSSINGS, known

# A legend may take the share FULL of the width of its figure. Cells are wrapped after SHORT letters.
FULL, SHORT = 0.98, 14


class LegendColumn(NamedTuple):
    """A column of a legend's table: its header, the parts of each cell, and whether they depend on the prevalence."""

    head: str
    cells: Sequence[Sequence[str]]
    moves: bool = False


def area_column(curves: list[Curve], lines: Sequence[Line2D]) -> LegendColumn:
    """Return the legend's column of the curves' areas in one space, with the name of the area as its header."""
    space = curves[0].space
    cells = [shown_words(curve, line)[1:] for curve, line in zip_longest(curves, lines)]
    names = [curve.area_name for curve in curves]
    if len(set(names)) == 1:
        head = names[0] + level_of([line for line in lines if isinstance(line, CurveLine)])
        return LegendColumn(head, cells, space._moves_with_prevalence)
    return LegendColumn(space.title, [(*cell, name) for cell, name in zip(cells, names, strict=True)], True)


def threshold_column(confusions: list[Confusion | None], thresholds: Any) -> LegendColumn:
    """Return the legend's column of the operating points' thresholds; its header has a dot like the points."""
    head = "threshold"
    if isinstance(thresholds, str) and (crossing := known(thresholds, tuple(CROSSINGS))):
        head += f" of {CROSSINGS[crossing]}"
    elif isinstance(thresholds, str | Metric):
        measure = metric(thresholds)
        head += f" of {'minimal' if measure.lower_is_better else 'maximal'} {legible(measure.label, 'small')}"
    thresholds = [None if c is None else c.threshold for c in confusions]
    some = [threshold for threshold in thresholds if threshold is not None]
    texts = dict(zip(some, written_alike(some), strict=True))
    cells = [[] if threshold is None else [texts[threshold]] for threshold in thresholds]
    return LegendColumn(rf"$\bullet$ {head}", cells)


class WideGrid(Grid):
    """The entries of the legend of a figure, arranged so that the legend is no wider than the figure when it is drawn.

    Attributes
    ----------
    legend : Legend
        The legend.
    rows : list of tuples
        The name of each entry, and its cells.
    counts : sequence of int
        The numbers of entries side by side that are tried, in this order.
    moving : list of bool
        For the name and each column: whether they depend on the prevalence.
    fitted : float
        The width of the figure, in inches, for which the entries are arranged.
    """

    legend: Legend
    rows: list[tuple[Any, ...]]
    counts: Sequence[int]
    moving: list[bool]
    fitted = 0.0

    def get_bbox(self, renderer: RendererBase) -> Bbox:
        """Arrange the entries anew if the figure has another width, and return the box around all of them."""
        if self._figure_width() != self.fitted:
            self.fit()
        return super().get_bbox(renderer)

    def fit(self) -> None:
        """Try fewer entries side by side and shorter lines until the legend is no wider than the figure."""
        self.fitted = self._figure_width()
        for tight, width, count in product((False, True), widths(self), self.counts):
            for entry, (name, *cells) in zip(self.entries, self.rows, strict=True):
                entry.parts = _texts(name, *cells, tight=tight)
            self.wrap(width, count)
            if self.legend.get_window_extent().width <= FULL * cast(Any, self.legend.figure).bbox.width:
                return
        warn(
            f"the legend is wider than the figure of {self.fitted:.3g} inches. Make it wider, draw fewer spaces, or "
            "leave the legend out with legend=False."
        )

    def _figure_width(self) -> float:
        return cast(Figure, self.legend.get_figure(root=True)).get_figwidth()


def wide_legend(
    figure: Figure,
    handles: Sequence[Artist],
    names: Sequence[str],
    columns: Sequence[LegendColumn] = (),
    **keywords: Any,
) -> Legend:
    """Make the legend of a figure, wrapped so that it is no wider than the figure; see `WideGrid`.

    With columns, the first handle and name belong to the row of headers, and numbers are flush right. The caller's
    keywords for sizes, spaces and columns are kept.
    """
    usual = {"loc": "outside lower center", "fontsize": "small", "title_fontsize": "small", "edgecolor": "none"}
    look: dict[str, Any] = {"framealpha": 0.0, "handlelength": 1.6, "borderpad": 0.1}
    legend = figure.legend(handles, [" "] * len(names), **{**usual, **look, **keywords})
    cells = [[[column.head], *column.cells, *[[]] * len(names)] for column in columns]
    rows = list(zip(names, *cells, strict=False))
    entries = [(handle, _texts(*row), None) for handle, row in zip(handles, rows, strict=True)]
    grid = fill(legend, entries, "l" + "r" * len(columns), WideGrid)
    grid.legend, grid.rows = legend, rows
    grid.moving = [False, *(column.moves for column in columns)]
    grid.counts = [1] if columns else [keywords["ncols"]] if "ncols" in keywords else range(len(names), 0, -1)
    grid.fit()
    return legend


def _texts(name: str, *cells: Sequence[str], tight: bool = False) -> list[str]:
    """Return the cells of a row as texts; if ``tight``, in short lines, and each part of a cell on its own lines."""
    between, letters = ("\n", SHORT) if tight else (" ", WRAPPED[0])
    return [printable(name), *(between.join(wrapped(part, letters) for part in cell if part) for cell in cells)]
