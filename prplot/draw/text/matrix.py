"""Confusion matrices as annotations, and how numbers are written in figures."""

from __future__ import annotations

import math
from typing import Any

from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.offsetbox import AnnotationBbox, HPacker, TextArea, VPacker
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from prplot.draw.base.axes import tone, width_in_mm
from prplot.draw.base.figure import figure_of
from prplot.draw.base.literal_text import localized, printable
from prplot.draw.text.labels import Label, beside
from prplot.metrics.confusion import Confusion
from prplot.rows.arrays import FloatArray

# How far the box is from its point, in points.
GAP = 9.0
# Axes narrower than this, in mm, have smaller ones.
NARROW = 50.0
# Weights from the first to the second are written as whole numbers, as are whole ones; others to three digits.
WHOLE, FULL = 100.0, 1e15


class _MatrixText(Label):
    """A confusion matrix in a box; its text says the same in lines."""

    box: AnnotationBbox

    def get_window_extent(self, renderer: RendererBase | None = None, dpi: float | None = None) -> Bbox:
        """Return the box around the matrix."""
        if not isinstance(self.axes, Axes):
            return super().get_window_extent(renderer, dpi)
        self.box.set_figure(figure_of(self.axes))
        self.box.xy = self.box.xybox = self.get_position()
        for text in self.box.findobj(Text):
            text.set_fontsize(self.get_fontsize())
        return self.box.get_window_extent(renderer)

    def paint(self, renderer: RendererBase) -> None:
        """Draw the box and what is in it."""
        self.box.draw(renderer)


def weight_written(weight: float) -> str:
    """Return a count or weight as it is read: whole, or of less than a hundred three digits."""
    if math.isnan(weight):
        # Where nobody counts negatives.
        return "n/a"
    return f"{weight:.0f}" if (weight == round(weight) or weight >= WHOLE) and weight < FULL else as_written(weight, 3)


def as_written(value: float, digits: int = 4) -> str:
    """Return a number to so many digits as figures have it."""
    return localized(f"{value:.{digits}g}".replace("inf", "\N{INFINITY}"))


def write_matrix(ax: Axes, confusion: Confusion, label: str | None, x: FloatArray, y: FloatArray) -> Label:
    """Write a confusion matrix near its point, in two rows of two cells under its label and its threshold."""
    size = "x-small" if width_in_mm(ax) >= NARROW else "xx-small"
    head = [] if label is None else [printable(label)]
    if confusion.threshold is not None:
        head.append(f"threshold {as_written(confusion.threshold)}")
    tp, fp, fn, tn = map(weight_written, confusion.cells)
    dark, light = tone(ax, 0.95), tone(ax, 0.6)
    pairs = (
        (_column("left", light, "TP", "FN"), _column("right", dark, tp, fn)),
        (_column("left", light, "FP", "TN"), _column("right", dark, fp, tn)),
    )
    cells = HPacker(pad=0, sep=10, children=[HPacker(pad=0, sep=4, children=[*pair]) for pair in pairs])
    table = VPacker(pad=4, sep=3.5, align="left", children=[_column("left", dark, *head), cells] if head else [cells])
    frame = {"facecolor": tone(ax, 0.0), "edgecolor": tone(ax, 0.35), "linewidth": 0.6, "alpha": 0.9}
    box = AnnotationBbox(table, (0, 0), xycoords="figure pixels", pad=0, bboxprops={"boxstyle": "round,pad=0", **frame})
    text = "\n".join([*head, f"TP {tp}  FP {fp}", f"FN {fn}  TN {tn}"])
    look = {"color": tone(ax, 0.4), "fontsize": size, "zorder": 5.5}
    note = _MatrixText(text, beside(x, y, GAP, far=True), look, must=True, box=box)
    ax.add_artist(note)
    return note


def _column(align: Any, color: str, *texts: str) -> VPacker:
    return VPacker(pad=0, sep=2.5, align=align, children=[TextArea(text, textprops={"color": color}) for text in texts])
