"""A picture: a figure that belongs to no window, is redrawn in place, and keeps its axes where they were."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from prplot.draw.artists import own_figure, png_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.transforms import Bbox

__all__ = ["DPI", "SCREEN_DPI", "Picture"]

# Dots per inch of the picture, and of the screen it is made for: twice as sharp as plain ones.
DPI, SCREEN_DPI = 160, 100


class Picture(ABC):
    """One figure, redrawn in place.

    Attributes
    ----------
    figure : matplotlib.figure.Figure
        It belongs to no window and needs no closing.
    """

    def __init__(self, width: float, height: float) -> None:
        self.figure: Figure = own_figure(width, height)
        self.figure.set_dpi(DPI)
        # The figure may get another canvas, which shows it.
        self._canvas = self.figure.canvas

    @abstractmethod
    def png(self) -> bytes:
        """Return the figure as it is."""

    @abstractmethod
    def put_back(self) -> None:
        """Put the axes where they were before they were laid out for another picture."""

    def clear(self) -> None:
        """Take everything off."""
        self.figure.clear()

    @contextmanager
    def laid_out(self) -> Iterator[None]:
        """Make room for every text whenever the figure is drawn within."""
        self.figure.set_layout_engine("constrained")
        try:
            yield
        finally:
            self.figure.set_layout_engine("none")

    def _encoded(self) -> bytes:
        return png_of(self._canvas, DPI)

    @staticmethod
    def _move(axes: Iterable[Axes], places: Iterable[Bbox]) -> None:
        """Put axes where they were; the next layout may move them again."""
        for ax, box in zip(axes, places, strict=True):
            ax.set_position(box)
            ax.set_in_layout(True)
