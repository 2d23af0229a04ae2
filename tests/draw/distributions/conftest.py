from __future__ import annotations

from collections.abc import Callable

import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

import prplot


@pytest.fixture
def cells():
    return prplot.datasets.load("cells")


@pytest.fixture
def ridge(cells) -> prplot.ConfusionPath:
    return cells.paths()["Ridge regression"]


@pytest.fixture
def drawn_ticks() -> Callable[[Axes], dict[float, str]]:
    """Labels of the ticks that are in view, by place."""

    def read(ax: Axes) -> dict[float, str]:
        ax.figure.canvas.draw()
        low, high = ax.get_xlim()
        ticks = ax.xaxis.get_major_ticks()
        return {tick.get_loc(): tick.label1.get_text() for tick in ticks if low <= tick.get_loc() <= high}

    return read


@pytest.fixture
def nothing_is_cut() -> Callable[[Figure], bool]:
    """Whether all that is drawn lies within the figure."""

    def look(figure: Figure) -> bool:
        figure.canvas.draw()
        drawn, (width, height) = figure.get_tightbbox(), figure.get_size_inches()
        return drawn.x0 > -0.01 and drawn.y0 > -0.01 and drawn.x1 < width + 0.01 and drawn.y1 < height + 0.01

    return look
