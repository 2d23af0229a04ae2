"""A picture: a figure that belongs to no window, is redrawn in place, and keeps its axes where they were."""

from __future__ import annotations

import weakref
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from io import BytesIO
from typing import TYPE_CHECKING, Any, Literal, cast

import numpy as np
from PIL import Image

from prplot.draw.base.axes import backend, own_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.transforms import Bbox

# Dots per inch of the picture, and of the screen it is made for: twice as sharp as plain ones.
DPI, SCREEN_DPI = 160, 100


class Picture(ABC):
    """One figure, redrawn in place.

    Attributes
    ----------
    engine : str
        What makes room for texts. Several square axes are where "compressed" puts them at once; with
        "constrained" they move a little at each drawing.
    """

    engine: Literal["constrained", "compressed"] = "compressed"

    def __init__(self, width: float, height: float) -> None:
        self._size = width, height
        self._figure: Figure | None = None
        # The figure while it is not kept here; None where nobody else holds it either.
        self._elsewhere: Callable[[], Figure | None] = lambda: None

    @property
    def figure(self) -> Figure:
        """One figure; while nobody else holds it, `release` lets go of it, and this is another one."""
        if self._figure is None:
            self._figure = self._elsewhere() or self._new_figure()
            # It may get another canvas, which shows it.
            self._canvas = self._figure.canvas
        return self._figure

    def _new_figure(self) -> Figure:
        figure = own_figure(*self._size)
        figure.set_dpi(DPI)
        # Room is made within `laid_out`, and only there.
        figure.set_layout_engine("none")
        return figure

    def release(self) -> None:
        """Let go of the figure, which takes most of the memory; the next picture is drawn from the beginning."""
        if self._figure is not None:
            self._elsewhere, self._figure = weakref.ref(self._figure), None
            del self._canvas

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
        self.figure.set_layout_engine(self.engine)
        try:
            yield
        finally:
            self.figure.set_layout_engine("none")

    def _png(self) -> bytes:
        # Unlike ``savefig``, which draws everything twice.
        self._canvas.draw()
        pixels, data = np.asarray(cast(Any, self._canvas).buffer_rgba()), BytesIO()
        # An alpha channel that says nothing is left out; higher compression takes much longer for little.
        picture = Image.fromarray(pixels).convert("RGB" if (pixels[..., 3] == 255).all() else "RGBA")
        picture.save(data, "png", dpi=(DPI, DPI), compress_level=1)
        return data.getvalue()

    @staticmethod
    def _move(axes: Iterable[Axes], places: Iterable[Bbox]) -> None:
        """Put axes where they were; the next layout may move them again."""
        for ax, box in zip(axes, places, strict=True):
            ax.set_position(box)
            ax.set_in_layout(True)


def live_canvas(figure: Figure) -> Any:
    """Return a canvas of the caller's backend where that is a widget itself, as ipympl's is; else None."""
    chosen = backend()
    name = "ipympl.backend_nbagg" if chosen in ("widget", "ipympl") else chosen.removeprefix("module://")
    if not name.startswith("ipympl"):
        return None
    module = import_module(name)
    # The page says how sharp its screen is.
    figure.set_dpi(SCREEN_DPI)
    canvas = module.Canvas(figure)
    canvas.header_visible = False
    canvas.manager = module.FigureManager(canvas, 0)
    return canvas
