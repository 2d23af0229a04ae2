"""What drawing calls return: the artists they made, by name, and a way to save the figure."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping
from typing import Any, NamedTuple, cast

import matplotlib as mpl
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.image import imsave
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon
from matplotlib.text import Text

__all__ = ["Drawn", "Plotted", "backend", "figure_of", "formats", "own_figure", "png_of"]

# TrueType fonts: what journals accept and what stays text; matplotlib reads these when it saves.
EMBEDDED: dict[Any, Any] = {"pdf.fonttype": 42, "ps.fonttype": 42}
SCREEN_DPI = 200


def figure_of(ax: Axes) -> Figure:
    """Return the figure that holds the axes, also through subfigures."""
    return cast(Figure, ax.get_figure(root=True))


def _save(ax: Axes, path: str | os.PathLike[str], options: dict[str, Any]) -> None:
    with mpl.rc_context(EMBEDDED):
        figure_of(ax).savefig(path, **{"dpi": SCREEN_DPI, **options})


def own_figure(width: float, height: float) -> Figure:
    """Return a figure, in inches, that belongs to no window and needs no closing."""
    figure = Figure(figsize=(width, height), layout="constrained")
    # With a canvas of its own, sizes of texts are measured once.
    FigureCanvasAgg(figure)
    return figure


def png_of(canvas: Any, dpi: float) -> bytes:
    """Return what is on an Agg canvas as a PNG; unlike ``savefig``, which draws everything twice."""
    buffer = io.BytesIO()
    canvas.draw()
    imsave(buffer, canvas.buffer_rgba(), format="png", dpi=dpi, pil_kwargs={"compress_level": 1})
    return buffer.getvalue()


def backend() -> str:
    """Return the caller's backend of matplotlib, without choosing one; empty where none is chosen yet."""
    return str(mpl.get_backend(auto_select=False) or "")


def formats() -> list[str]:
    """Return the endings of files that a figure can be saved to."""
    return sorted(FigureCanvasAgg(Figure()).get_supported_filetypes())


class Drawn(NamedTuple):
    """The artists of one helper.

    Attributes
    ----------
    ax : matplotlib.axes.Axes
        Where they are.
    lines, fills, texts : tuples of artists
        What was drawn; change them as you like.
    """

    ax: Axes
    lines: tuple[Line2D, ...] = ()
    fills: tuple[Polygon, ...] = ()
    texts: tuple[Text, ...] = ()

    @property
    def figure(self) -> Figure:
        """The figure that holds the axes."""
        return figure_of(self.ax)

    @property
    def artists(self) -> tuple[Artist, ...]:
        """All of them."""
        return (*self.lines, *self.fills, *self.texts)

    def joined(self, other: Drawn) -> Drawn:
        """Return the artists of both; of the same axes."""
        return Drawn(self.ax, self.lines + other.lines, self.fills + other.fills, self.texts + other.texts)

    def save(self, path: str | os.PathLike[str], **options: Any) -> None:
        """Save the figure with embedded TrueType fonts; options go to ``savefig``."""
        _save(self.ax, path, options)

    def __repr__(self) -> str:
        return f"Drawn({len(self.lines)} lines, {len(self.fills)} fills, {len(self.texts)} texts)"


class Plotted(NamedTuple):
    """The artists of a figure of curves.

    Attributes
    ----------
    ax : matplotlib.axes.Axes
        Where they are.
    lines : tuple of Line2D
        One per curve of this call, in the order given.
    surroundings : mapping of str to Drawn
        The parts that this call drew, by name; empty where they were there already.
    legend : Legend or None
        The legend for all curves on the axes.
    """

    ax: Axes
    lines: tuple[Line2D, ...]
    surroundings: Mapping[str, Drawn]
    legend: Legend | None

    @property
    def figure(self) -> Figure:
        """The figure that holds the axes."""
        return figure_of(self.ax)

    def save(self, path: str | os.PathLike[str], **options: Any) -> None:
        """Save the figure with embedded TrueType fonts.

        Parameters
        ----------
        path : str or path-like
            The ending decides the format: pdf, svg, png, ...
        **options
            For ``matplotlib.figure.Figure.savefig``; raster formats are saved at 200 dpi unless
            ``dpi`` says otherwise.
        """
        _save(self.ax, path, options)

    def __repr__(self) -> str:
        names = ", ".join(str(line.get_label()) for line in self.lines)
        return f"Plotted({names}; with {', '.join(self.surroundings) or 'nothing new around'})"
