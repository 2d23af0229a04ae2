"""The layout of one picture after another, of which many differ only within their axes."""

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
    """Paints one figure after another, without a new layout where all around the axes is as it was.

    A layout depends on the size of the figure and on what stands around its axes. With seven axes it takes two thirds
    of the time of a picture (measured: 1.9 s with a layout, 0.6 s without).

    Attributes
    ----------
    boxes : list of Bbox
        Around each axes of the figure that was painted last, with all that belongs to them, in pixels.
    """

    def __init__(self) -> None:
        self._size, self._places = (0.0, 0.0), list[Bbox]()
        self.boxes: list[Bbox] = []
        self._around: list[FloatArray] = []

    def paint(self, figure: Figure) -> bytes:
        """Return a figure as PNG after its layout; ``savefig`` would draw everything twice."""
        if not self._put(figure):
            repeat_layout(figure)
            self._moved(figure)
        else:
            # Near its place one layout is enough, unless it changes what stands around the axes once more.
            for _ in range(LAYOUTS):
                if not self._moved(figure):
                    break
                cast(LayoutEngine, figure.get_layout_engine()).execute(figure)
        painted = _png(figure)
        width, height = figure.get_size_inches().tolist()
        self._size, self._places = (width, height), [ax.get_position(original=True).frozen() for ax in figure.axes]
        return painted

    def _put(self, figure: Figure) -> bool:
        """Put the axes where those of the last layout are; return whether there are as many in a figure of its size."""
        axes = figure.axes
        # The height of a figure with one axes may change with its legend. Colour bars are placed by other axes.
        if len(axes) < 2 or len(axes) != len(self._places) or any(ax.get_subplotspec() is None for ax in axes):
            return False
        if figure.get_layout_engine() is None or tuple(figure.get_size_inches().tolist()) != self._size:
            return False
        for ax, place in zip(axes, self._places, strict=True):
            ax.set_position(place)
            # To set a position takes axes out of layouts.
            ax.set_in_layout(True)
        for legend in (child for ax in axes for child in ax.get_children() if isinstance(child, LegendPlace)):
            # A layout would let legends decide whether they are above the axes.
            legend.get_tightbbox()
        return True

    def _moved(self, figure: Figure) -> bool:
        """Measure the boxes; return whether one reaches farther beyond its axes, or less far, than before."""
        before = self._around
        with axes_held(figure):
            self.boxes = [cast(Bbox, ax.get_tightbbox()) for ax in figure.axes]
        self._around = [
            box.get_points() - ax.bbox.get_points() for ax, box in zip(figure.axes, self.boxes, strict=True)
        ]
        same = len(before) == len(self._around)
        return not same or not np.allclose(before, self._around, rtol=0, atol=REST * figure.bbox.width)


def _png(figure: Figure) -> bytes:
    data, canvas = BytesIO(), cast(Any, figure.canvas)
    with axes_held(figure):
        # Higher compression takes much longer and saves little.
        canvas.print_png(data, metadata={"Software": None}, pil_kwargs={"compress_level": 1})
    return data.getvalue()
