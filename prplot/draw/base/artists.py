"""What drawing calls return: the artists they made, by name, and ways to save the figure and to put it in words."""

from __future__ import annotations

import math
import os
import re
import shutil
import struct
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from io import BytesIO
from pathlib import Path
from threading import RLock
from typing import IO, Any, NamedTuple, cast

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon
from matplotlib.text import Text

from prplot.curve.report import version
from prplot.draw.base.axes import style_of
from prplot.draw.base.literal_text import printable
from prplot.draw.lines.retraced import CurveLine
from prplot.errors import invalid

__all__ = [
    "Drawn",
    "Plotted",
    "alt_text",
    "backend",
    "figure_of",
    "formats",
    "new_figure",
    "own_figure",
    "png_of",
    "save",
    "settle",
]

# TrueType fonts: what journals accept and what stays text; matplotlib reads these when it saves.
EMBEDDED: dict[Any, Any] = {"pdf.fonttype": 42, "ps.fonttype": 42}
SCREEN_DPI = 200
# Level of compression of pictures on the screen: the next one takes half as much time again for a tenth of the size.
PACKED = 3
# Where a figure is saved to.
Target = str | os.PathLike[str] | IO[bytes]

# Where files of each format have a place for what a figure tells, and for a date.
TOLD = {
    "pdf": {
        "Title": "title",
        "Subject": "how",
        "Keywords": "keywords",
        "Creator": "maker",
    },
    "svg": {"Title": "title", "Description": "both", "Creator": "maker"},
    "png": {
        "Title": "title",
        "Description": "seen",
        "Comment": "how",
        "Software": "maker",
    },
    "ps": {"Creator": "maker"},
}
DATES = {"pdf": ("CreationDate",), "svg": ("Date",)}
# How often a figure is drawn at most before it is saved, until no axes move by that share of it.
DRAWINGS, REST = 5, 1e-4
# Programs of TeX that can measure text for pgf, the safest in others' documents first.
TEX = ("pdflatex", "xelatex", "lualatex")
# The settings of matplotlib, among them those that files are saved with, are one for all threads.
_one_at_a_time = RLock()


def figure_of(ax: Axes) -> Figure:
    """Return the figure that holds the axes, also through subfigures."""
    return cast(Figure, ax.get_figure(root=True))


def save(ax: Axes, path: Target, options: Mapping[str, Any], *, editable: bool | None = None) -> None:
    """Save the figure of the axes in the style it was made in, and say in its metadata what it shows."""
    figure = figure_of(ax)
    with _one_at_a_time, mpl.rc_context():
        mpl.rcParams.update(style_of(ax) | EMBEDDED)
        # Else the same program would never write the same file.
        mpl.rcParams["svg.hashsalt"] = mpl.rcParams["svg.hashsalt"] or "prplot"
        if editable is not None:
            mpl.rcParams["svg.fonttype"] = "none" if editable else "path"
        ending = _ending(path, options)
        if ending == "pgf":
            mpl.rcParams["pgf.texsystem"] = _tex(path)
        dpi = SCREEN_DPI if mpl.rcParams["savefig.dpi"] == "figure" else mpl.rcParams["savefig.dpi"]
        chosen = {"dpi": dpi, **options}
        if ending in TOLD:
            chosen["metadata"] = {**_metadata(figure, ending), **(options.get("metadata") or {})}
        with _tex_explained(path) if ending == "pgf" else nullcontext():
            if figure.get_layout_engine() is not None:
                with _as_saved(figure, {"format": ending, **chosen}) as draw:
                    settle(figure, draw)
            figure.savefig(path, **chosen)


class _Begun(Exception):  # noqa: N818
    """Carries the renderer with which a file would be written."""

    def __init__(self, renderer: RendererBase, dpi: float) -> None:
        super().__init__()
        self.renderer, self.dpi = renderer, dpi


@contextmanager
def _as_saved(figure: Figure, options: Mapping[str, Any]) -> Iterator[Callable[[], None]]:
    """Give a function that draws a figure, without a trace, as it will be saved: texts have other widths there."""
    there: Any = figure
    dpi = figure.dpi

    def begin(renderer: RendererBase) -> None:
        raise _Begun(renderer, figure.dpi)

    there.draw = begin
    try:
        figure.savefig(BytesIO(), **options)
    except _Begun as begun:
        renderer: Any = begun.renderer
        there._set_dpi(begun.dpi, forward=False)
    finally:
        del there.draw
    # Layouts are to measure with it too: with another one legends may find another place.
    there._get_renderer = lambda: renderer
    try:
        with renderer._draw_disabled():
            yield lambda: figure.draw(renderer)
    finally:
        del there._get_renderer
        there._set_dpi(dpi, forward=False)


def settle(figure: Figure, draw: Callable[[], None] | None = None) -> None:
    """Let the layout come to rest: where axes are square it is near only after some drawings."""
    if figure.get_layout_engine() is None:
        return
    draw = draw or figure.draw_without_rendering
    for _ in range(DRAWINGS):
        before = [ax.get_position(original=True).bounds for ax in figure.axes]
        draw()
        if np.allclose(before, [ax.get_position(original=True).bounds for ax in figure.axes], rtol=0, atol=REST):
            return


def _ending(path: Target, options: Mapping[str, Any]) -> str:
    """Return the format, found as matplotlib finds it."""
    suffix = Path(path).suffix if isinstance(path, str | os.PathLike) else ""
    ending = str(options.get("format") or suffix.lstrip(".") or mpl.rcParams["savefig.format"]).lower()
    return {"svgz": "svg", "eps": "ps"}.get(ending, ending)


def _tex(path: Target) -> str:
    """Return the program that measures text for pgf: the one of the style, or one that is there."""
    wanted = str(mpl.rcParams["pgf.texsystem"])
    found = next((program for program in (wanted, *TEX) if shutil.which(program)), None)
    if found is None:
        raise invalid(
            "path",
            "end in pdf, svg or png where there is no TeX",
            repr(path),
            f"For pgf one of {', '.join(TEX)} measures the texts: install TeX (Debian: texlive-pictures), or "
            r"save a pdf and take it with \includegraphics.",
        )
    return found


@contextmanager
def _tex_explained(path: Target) -> Iterator[None]:
    """Say what TeX lacks and where it is, instead of all that it wrote."""
    from matplotlib.backends.backend_pgf import LatexError

    try:
        yield
    except (LatexError, ValueError) as error:
        said = f"{error} {getattr(error, 'latex_output', '')}"
        cause = re.search(r"! (LaTeX Error: )?(.*)", said)
        raise invalid(
            "path",
            "end in pdf, svg or png where TeX cannot set the texts",
            repr(path),
            f"{mpl.rcParams['pgf.texsystem']} says: {cause[2] if cause else said} Styles that it lacks are in "
            r"Debian's texlive-pictures; a pdf needs none and can be taken with \includegraphics.",
        ) from error


def _lines(figure: Figure) -> list[list[CurveLine]]:
    """Return the curves on each axes that has any."""
    found = [[line for line in ax.lines if isinstance(line, CurveLine)] for ax in figure.axes]
    return [lines for lines in found if lines]


def _described(lines: list[CurveLine]) -> str:
    """Return what axes show: one curve at length, several by their areas."""
    if len(lines) == 1:
        return str(lines[0].curve.describe())
    space = lines[0].curve.space
    kinds = [line.curve.space.area_name(line.curve.interpolation).partition(", ")[2] for line in lines]
    mixed = len(set(kinds)) > 1
    areas = []
    for line, kind in zip(lines, kinds, strict=True):
        value = "undefined" if math.isnan(line.area) else f"{line.area:.3f}"
        areas.append(f"{line.curve.label or 'a curve'} {value}{f' ({kind})' if mixed else ''}")
    return (
        f"{len(lines)} {space.title} curves. Horizontal axis: {space.xlabel.lower()}. Vertical axis: "
        f"{space.ylabel.lower()}. The areas{'' if mixed or not kinds[0] else f' ({kinds[0]})'} are: {', '.join(areas)}."
    )


def _metadata(figure: Figure, ending: str) -> dict[str, str | None]:
    """Return what is written into a file of this format: what is shown, in words, and how it was computed."""
    curves = [line.curve for lines in _lines(figure) for line in lines]
    spaces = dict.fromkeys(curve.space.title for curve in curves)
    names = dict.fromkeys(curve.label for curve in curves if curve.label is not None)
    what = f"{', '.join(spaces)} {'curve' if len(curves) == 1 else 'curves'}" if curves else ""
    seen, how = alt_text(figure), " ".join(dict.fromkeys(curve.methods() for curve in curves))
    facts = {
        "title": f"{what} of {', '.join(names)}" if names else what,
        "seen": seen,
        "how": how,
        "both": f"{seen} {how}".strip(),
        "keywords": ", ".join([*spaces, *names]),
        "maker": f"{version()}, Matplotlib {mpl.__version__}",
    }
    told: dict[str, str | None] = {key: printable(facts[fact]) for key, fact in TOLD[ending].items() if facts[fact]}
    # With a date every file would be another one; under SOURCE_DATE_EPOCH matplotlib writes that.
    return told if "SOURCE_DATE_EPOCH" in os.environ else {**told, **dict.fromkeys(DATES.get(ending, ()))}


def alt_text(figure: Figure) -> str:
    """Return what a figure shows, in words for someone who does not see it; empty without curves."""
    return " ".join(map(_described, _lines(figure)))


def own_figure(width: float, height: float) -> Figure:
    """Return a figure, in inches, that belongs to no window and needs no closing."""
    figure = Figure(figsize=(width, height), layout="constrained")
    # With a canvas of its own, sizes of texts are measured once.
    FigureCanvasAgg(figure)
    return figure


def png_of(canvas: Any, dpi: float) -> bytes:
    """Return what is on an Agg canvas as a PNG; unlike ``savefig``, which draws everything twice.

    Lines of pixels are packed as they are: on drawings filters make files larger, and take twice the time.
    """
    canvas.draw()
    pixels = np.asarray(canvas.buffer_rgba())
    channels = 3 if (pixels[..., 3] == 255).all() else 4
    high, wide = pixels.shape[:2]
    lines = np.zeros((high, 1 + wide * channels), dtype=np.uint8)
    lines[:, 1:] = pixels[..., :channels].reshape(high, -1)
    per_meter = round(dpi / 0.0254)
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", wide, high, 8, {3: 2, 4: 6}[channels], 0, 0, 0)),
        (b"pHYs", struct.pack(">IIB", per_meter, per_meter, 1)),
        (b"IDAT", zlib.compress(lines.tobytes(), PACKED)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in parts
    )


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
        return Drawn(
            self.ax,
            self.lines + other.lines,
            self.fills + other.fills,
            self.texts + other.texts,
        )

    def save(self, path: Target, *, editable: bool | None = None, **options: Any) -> None:
        """Save the figure as `Plotted.save` does."""
        save(self.ax, path, options, editable=editable)

    def alt_text(self) -> str:
        """Return what the figure shows, in words; see `Plotted.alt_text`."""
        return alt_text(self.figure)

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

    def save(self, path: Target, *, editable: bool | None = None, **options: Any) -> None:
        """Save the figure in the style it was made in, with embedded TrueType fonts.

        The settings of matplotlib are those under which the axes were first drawn in, also after
        `prplot.style.paper` or a style sheet is left, and the size is exactly that of the figure.
        PDF, SVG and PNG files say in their metadata what is shown, and for every curve the n, the
        prevalence, the interpolation, what was done to ties and missing scores, and the version.
        The same program writes the same bytes: there is no date, unless SOURCE_DATE_EPOCH is set.

        Parameters
        ----------
        path : str, path-like or binary file
            The ending decides the format: pdf, svg, png, pgf, ... A pgf figure is measured by TeX.
        editable : bool, optional
            Whether texts of an SVG file stay text, in fonts that the file names, rather than become outlines;
            default: as the style has it. In pgf figures, and under ``text.usetex``, names are TeX, as in matplotlib:
            take them from sources that you trust.
        **options
            For ``matplotlib.figure.Figure.savefig``; raster formats are saved at 200 dpi unless
            ``dpi`` or the style says otherwise, and ``metadata`` is added to what is written.

        Raises
        ------
        PrplotValueError
            For pgf, where there is no TeX.
        """
        save(self.ax, path, options, editable=editable)

    def alt_text(self) -> str:
        """Return what the figure shows, in words for someone who does not see it.

        Of each axes: one curve as `Curve.describe` puts it, several by their areas; empty without
        curves. Good as the alternative text of an image; SVG and PNG files hold it.
        """
        return alt_text(self.figure)

    def __repr__(self) -> str:
        names = ", ".join(str(line.get_label()) for line in self.lines)
        return f"Plotted({names}; with {', '.join(self.surroundings) or 'nothing new around'})"


@contextmanager
def new_figure(width: float, height: float) -> Iterator[Figure]:
    """Make a figure that pyplot knows, and forget it where drawing fails."""
    figure = plt.figure(figsize=(width, height), layout="constrained")
    try:
        yield figure
    except BaseException:
        plt.close(figure)
        raise
