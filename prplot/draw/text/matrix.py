"""Confusion matrices as annotations."""

from __future__ import annotations

import math
from typing import Any, cast

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.offsetbox import HPacker, OffsetBox, TextArea, VPacker
from matplotlib.patches import FancyBboxPatch
from matplotlib.text import Text
from matplotlib.transforms import Bbox, IdentityTransform

from prplot.draw.base.axes import tone, width_in_mm
from prplot.draw.base.literal_text import localized, printable
from prplot.draw.text.placement import PlacedText, nearby
from prplot.metrics.confusion import Confusion
from prplot.rows.arrays import FloatArray

__all__ = ["MatrixText", "as_written", "weight_written", "write_matrix"]

# Distances in points: of the box from its point, around and between its texts; and how far from its
# point a box needs a line to it.
GAP, PAD, COLUMN, GROUP, ROW, LEADER = 9.0, 4.0, 4.0, 10.0, 2.5, 16.0
# Axes narrower than this, in mm, have smaller ones.
NARROW = 50.0
# Weights from the first to the second are written as whole numbers, as are whole ones; others to three digits.
WHOLE, FULL = 100.0, 1e15


class MatrixText(PlacedText):
    """A confusion matrix in two rows of two cells, under its threshold, near its point.

    Its text reads ``TP 3  FP 1`` and ``FN 0  TN 2`` on the last two lines.

    Parameters
    ----------
    confusion : Confusion
        What is written.
    label : str or None
        Written above.
    x, y : arrays of shape (n,)
        Data coordinates of the point, or of points on its line.
    back, edge, light : colours
        Of the box, of its edge and the line to the point, and of the names.
    """

    def __init__(
        self,
        confusion: Confusion,
        label: str | None,
        x: FloatArray,
        y: FloatArray,
        *,
        back: str,
        edge: str,
        light: str,
        **options: Any,
    ) -> None:
        cells = [weight_written(value) for value in confusion.cells]
        head = [] if label is None else [label]
        if confusion.threshold is not None:
            head.append(f"threshold {as_written(confusion.threshold)}")
        names = ("TP", "FP", "FN", "TN")
        pairs = [f"{name} {cell}" for name, cell in zip(names, cells, strict=True)]
        self.xy, self.light = np.column_stack([x, y]), light
        self._names = [TextArea(name) for name in names]
        self._others = [TextArea(text) for text in (*cells, *head)]
        self._box = _packed(self._names, self._others[:4], self._others[4:])
        self._frame = FancyBboxPatch((0, 0), 1, 1, facecolor=back, edgecolor=edge, linewidth=0.6, alpha=0.9)
        self._frame.set_transform(IdentityTransform())
        text = "\n".join([*head, "  ".join(pairs[:2]), "  ".join(pairs[2:])])
        super().__init__(text, nearby(x, y, GAP), must=True, **options)

    def get_window_extent(self, renderer: RendererBase | None = None, dpi: float | None = None) -> Bbox:
        """Return the box around the matrix."""
        figure = self.get_figure(root=True)
        if figure is None:
            return super().get_window_extent(renderer, dpi)
        drawn_by = cast(Any, renderer or cast(Any, figure)._get_renderer())
        self._box.set_figure(figure)
        for area in (*self._names, *self._others):
            text = area.get_children()[0]
            assert isinstance(text, Text)
            text.set_fontproperties(self.get_fontproperties())
            text.set_color(self.light if area in self._names else self.get_color())
        size, (x, y) = self._box.get_bbox(drawn_by), self.get_position()
        pad = PAD * float(drawn_by.points_to_pixels(1.0))
        return Bbox.from_bounds(float(x), float(y), size.width + 2 * pad, size.height + 2 * pad)

    def paint(self, renderer: RendererBase) -> None:
        """Draw the box, what is in it, and a line to the point where that is far."""
        ax, unit = cast(Axes, self.axes), float(cast(Any, renderer.points_to_pixels(1.0)))
        box = self.get_window_extent(renderer)
        edge = self._frame.get_edgecolor()
        self.lead(renderer, ax.transData.transform(self.xy), LEADER * unit, color=edge, linewidth=0.7)
        self._frame.set_bounds(*box.bounds)
        self._frame.set_boxstyle("round", pad=0, rounding_size=2 * unit)
        self._frame.set_figure(self.get_figure(root=True))  # type: ignore[arg-type]
        self._frame.draw(renderer)
        inner = self._box.get_bbox(renderer)
        self._box.set_offset((box.x0 + PAD * unit - inner.x0, box.y0 + PAD * unit - inner.y0))
        self._box.draw(renderer)


def weight_written(weight: float) -> str:
    """Return a count or weight as it is read: whole, or of less than a hundred three digits."""
    if math.isnan(weight):
        # Where nobody counts negatives.
        return "n/a"
    return f"{weight:.0f}" if (weight == round(weight) or weight >= WHOLE) and weight < FULL else as_written(weight, 3)


def _packed(names: list[TextArea], cells: list[TextArea], head: list[TextArea]) -> OffsetBox:
    """Return the lines of the head above two columns of pairs, values flush right."""

    def stacked(one: TextArea, other: TextArea, align: Any) -> OffsetBox:
        return VPacker(pad=0, sep=ROW, align=align, children=[one, other])

    left, right = (
        HPacker(
            pad=0,
            sep=COLUMN,
            align="bottom",
            children=[stacked(names[k], names[k + 2], "left"), stacked(cells[k], cells[k + 2], "right")],
        )
        for k in (0, 1)
    )
    table = HPacker(pad=0, sep=GROUP, align="bottom", children=[left, right])
    return VPacker(pad=0, sep=ROW + 1.0, align="left", children=[*head, table])


def as_written(value: float, digits: int = 4) -> str:
    """Return a number to so many digits as figures have it."""
    return localized(f"{value:.{digits}g}".replace("-", "\N{MINUS SIGN}").replace("inf", "\N{INFINITY}"))


def write_matrix(ax: Axes, confusion: Confusion, label: str | None, x: FloatArray, y: FloatArray) -> MatrixText:
    """Write a confusion matrix near its point."""
    size = "x-small" if width_in_mm(ax) >= NARROW else "xx-small"
    colors = {"back": tone(ax, 0.0), "edge": tone(ax, 0.35), "light": tone(ax, 0.6)}
    name = None if label is None else printable(label)
    note = MatrixText(confusion, name, x, y, **colors, color=tone(ax, 0.95), fontsize=size, zorder=5.5)
    ax.add_artist(note)
    return note
