"""Figures: those that axes are in, new ones, their layout, and their picture on a screen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any, cast

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from numpy.typing import NDArray
from PIL import Image

# How often a figure is laid out again at most, until no axes move by that share of it.
LAYOUTS, REST = 4, 1e-4
# Level of compression of pictures on the screen: higher ones take much longer for little.
PACKED = 1

# Of shape (height, width, 4): red, green, blue and alpha.
Pixels = NDArray[np.uint8]


def figure_of(ax: Axes) -> Figure:
    """Return the figure that holds the axes, also through subfigures."""
    return cast(Figure, ax.get_figure(root=True))


@contextmanager
def new_figure(width: float, height: float) -> Iterator[Figure]:
    """Make a figure that pyplot knows, and forget it where drawing fails."""
    figure = plt.figure(figsize=(width, height), layout="constrained")
    try:
        yield figure
    except BaseException:
        plt.close(figure)
        raise


def own_figure(width: float, height: float) -> Figure:
    """Return a figure, in inches, that belongs to no window and needs no closing."""
    figure = Figure(figsize=(width, height), layout="constrained")
    # With a canvas of its own, sizes of texts are measured once.
    FigureCanvasAgg(figure)
    return figure


def repeat_layout(figure: Figure) -> None:
    """Lay out until no axes move any more: one layout brings square axes only near their place.

    The first one is made by drawing all, without a trace: what is written at the ends of lines has its place then.
    """
    engine = figure.get_layout_engine()
    if engine is None:
        return
    figure.draw_without_rendering()
    for _ in range(LAYOUTS):
        before = [ax.get_position(original=True).bounds for ax in figure.axes]
        engine.execute(figure)
        if np.allclose(before, [ax.get_position(original=True).bounds for ax in figure.axes], rtol=0, atol=REST):
            return


def pixels_of(canvas: Any) -> Pixels:
    """Draw, and return what is on an Agg canvas; unlike ``savefig``, which draws everything twice."""
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())


def png_of(pixels: Pixels, dpi: float) -> bytes:
    """Return pixels as a PNG, without an alpha channel where it says nothing."""
    picture, data = Image.fromarray(pixels), BytesIO()
    if (pixels[..., 3] == 255).all():
        picture = picture.convert("RGB")
    picture.save(data, "png", dpi=(dpi, dpi), compress_level=PACKED)
    return data.getvalue()


def backend() -> str:
    """Return the caller's backend of matplotlib, without choosing one; empty where none is chosen yet."""
    return str(mpl.get_backend(auto_select=False) or "")
