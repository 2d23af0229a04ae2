"""Figures: those that axes are in, new ones, and their layout."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

# How often a figure is laid out again at most, until no axes move by that share of it.
LAYOUTS, REST = 4, 1e-4


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
