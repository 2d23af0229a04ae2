"""Reuse the layout of a figure for the next one, if they differ only within their axes."""

from __future__ import annotations

from io import BytesIO
from typing import Any, cast

import numpy as np
from matplotlib.figure import Figure
from matplotlib.layout_engine import LayoutEngine
from matplotlib.transforms import Bbox

from prplot.draw.base.axes import LAYOUTS, REST, axes_held, repeat_layout
from prplot.draw.text.legend_place import LegendPlace
from prplot.rows.arrays import FloatArray


class RememberedLayout:
    """Paints figures one after another, and computes a new layout only if something around the axes changed.

    A layout depends on the size of the figure and on what stands around its axes. With seven axes it takes two thirds
    of the time of a picture (measured: 1.9 s with a layout, 0.6 s without).

    Attributes
    ----------
    boxes : list of Bbox
        The bounding box of each axes, with its labels and legend, in the figure that was painted last, in pixels.
    """

    def __init__(self) -> None:
        self.boxes: list[Bbox] = []
        # For each size of a figure and number of axes: the positions of the axes, and how far their boxes reach beyond
        # them.
        self._known: dict[tuple[float, ...], tuple[list[Bbox], list[FloatArray]]] = {}

    def paint(self, figure: Figure) -> bytes:
        """Return a figure as PNG after its layout; ``savefig`` would draw everything twice."""
        key = (len(figure.axes), *figure.get_size_inches().tolist())
        places, around = self._known.get(key, ([], []))
        if self._put(figure, places):
            # From the remembered positions one layout is enough, unless it changes the decorations around the axes
            # again.
            for _ in range(LAYOUTS):
                before, around = around, self._measure(figure)
                if np.allclose(before, around, rtol=0, atol=REST * figure.bbox.width):
                    break
                cast(LayoutEngine, figure.get_layout_engine()).execute(figure)
        else:
            repeat_layout(figure)
            around = self._measure(figure)
        painted = _png(figure)
        self._known[key] = [ax.get_position(original=True).frozen() for ax in figure.axes], around
        return painted

    def _put(self, figure: Figure, places: list[Bbox]) -> bool:
        """Place the axes as in the last layout, if one is remembered; return whether this was done."""
        # The height of a figure with one axes may change with its legend. Color bars are placed by other axes.
        if len(places) < 2 or figure.get_layout_engine() is None:
            return False
        if any(ax.get_subplotspec() is None for ax in figure.axes):
            return False
        for ax, place in zip(figure.axes, places, strict=True):
            ax.set_position(place)
            # Setting a position takes axes out of the layout, so they are put back.
            ax.set_in_layout(True)
        for legend in (child for ax in figure.axes for child in ax.get_children() if isinstance(child, LegendPlace)):
            # This call lets the legend decide whether it is above the axes, as a layout would.
            legend.get_tightbbox()
        return True

    def _measure(self, figure: Figure) -> list[FloatArray]:
        """Measure ``boxes`` anew, and return how far each box reaches beyond its axes."""
        with axes_held(figure):
            self.boxes = [cast(Bbox, ax.get_tightbbox()) for ax in figure.axes]
        return [box.get_points() - ax.bbox.get_points() for ax, box in zip(figure.axes, self.boxes, strict=True)]


def _png(figure: Figure) -> bytes:
    data, canvas = BytesIO(), cast(Any, figure.canvas)
    with axes_held(figure):
        # Higher compression takes much longer and saves little.
        canvas.print_png(data, metadata={"Software": None}, pil_kwargs={"compress_level": 1})
    return data.getvalue()
