"""Saving figures: in the style they were made in, laid out for the format, with words in their metadata."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import RLock
from types import MappingProxyType
from typing import IO, Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from prplot.draw.base.description import TOLD, metadata
from prplot.draw.base.figure import figure_of, repeat_layout
from prplot.draw.base.record import style_of
from prplot.errors import PrplotError, invalid, wrong_type
from prplot.writing import written_whole

__all__ = ["Target", "formats", "is_page", "save"]

# TrueType fonts: what journals accept and what stays text; matplotlib reads these when it saves.
EMBEDDED: dict[Any, Any] = {"pdf.fonttype": 42, "ps.fonttype": 42}
SCREEN_DPI = 200
# Endings of pages.
PAGES = ("html", "htm")
# Where a figure is saved to.
Target = str | os.PathLike[str] | IO[bytes]
# Programs of TeX that can measure text for pgf, the safest in others' documents first.
TEX = ("pdflatex", "xelatex", "lualatex")
# The settings of matplotlib, among them those that files are saved with, are one for all threads.
_one_at_a_time = RLock()
# What writes interactive HTML pages: `prplot.draw.page`, which is told apart here since it is made of what is saved.
PAGE_WRITERS: list[Callable[..., None]] = []
# What takes its best place in a figure before that is saved, as legends do.
BEFORE_SAVING: list[Callable[[Figure], None]] = []


def save(
    ax: Axes,
    path: Target,
    options: Mapping[str, Any],
    *,
    editable: bool | None = None,
    settings: Mapping[Any, Any] = MappingProxyType({}),
) -> None:
    """Save the figure of the axes in the style it was made in, and say in its metadata what it shows.

    ``settings`` are such of matplotlib that come before those of the style.
    """
    if not (isinstance(path, str | os.PathLike) or hasattr(path, "write")):
        raise wrong_type("path", "be the name of a file or a file that is open for writing", path)
    if is_page(path, options):
        # What is drawn is marked meanwhile, so that the page finds it.
        with _one_at_a_time:
            PAGE_WRITERS[-1](ax, path, options, editable=editable)
        return
    figure = figure_of(ax)
    with _refused_options(options), _one_at_a_time, mpl.rc_context():
        mpl.rcParams.update({**style_of(ax), **EMBEDDED, **settings})
        kind = _format(path, options)
        if kind not in formats():
            rule = "end in" if options.get("format") is None else "have as its format"
            raise invalid("path", f"{rule} one of {', '.join(formats())}", repr(kind))
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
            chosen["metadata"] = {**metadata(figure, ending), **(options.get("metadata") or {})}
        with _tex_explained(path) if ending == "pgf" else nullcontext():
            for settle in BEFORE_SAVING:
                settle(figure)
            if figure.get_layout_engine() is not None:
                with _as_saved(figure, {"format": ending, **chosen}) as draw:
                    repeat_layout(figure, draw)
            if isinstance(path, str | os.PathLike):
                _write(figure, Path(path), kind, chosen)
            else:
                figure.savefig(path, **chosen)


@contextmanager
def _refused_options(options: Mapping[str, Any]) -> Iterator[None]:
    """Say which options matplotlib does not have."""
    try:
        yield
    except TypeError as error:
        if not options or isinstance(error, PrplotError):
            raise
        rule = "be keywords of matplotlib's Figure.savefig for this format"
        raise wrong_type("options", rule, dict(options), f"matplotlib says: {error}") from error


def _write(figure: Figure, file: Path, kind: str, options: Mapping[str, Any]) -> None:
    """Write a figure whole, or leave what there was."""
    if not file.suffix and options.get("format") is None:
        # As matplotlib does it.
        file = Path(f"{os.fspath(file).rstrip('.')}.{kind}")
    asked = {**options, "format": kind}
    with written_whole(file) as place:
        if kind != "pgf":
            drawn = BytesIO()
            figure.savefig(drawn, **asked)
            place.write_bytes(drawn.getvalue())
            return
        # Images are files beside it, under its name.
        with TemporaryDirectory() as folder:
            figure.savefig(Path(folder, file.name), **asked)
            for made in Path(folder).iterdir():
                shutil.copyfile(made, place if made.name == file.name else file.with_name(made.name))


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


def is_page(path: Target, options: Mapping[str, Any]) -> bool:
    """Whether a page is to be saved there."""
    return _ending(path, options) in PAGES


def _format(path: Target, options: Mapping[str, Any]) -> str:
    """Return the format, found as matplotlib finds it."""
    suffix = Path(path).suffix if isinstance(path, str | os.PathLike) else ""
    return str(options.get("format") or suffix.lstrip(".") or mpl.rcParams["savefig.format"]).lower()


def _ending(path: Target, options: Mapping[str, Any]) -> str:
    """Return the format, without what it may be packed in."""
    kind = _format(path, options)
    return {"svgz": "svg", "eps": "ps"}.get(kind, kind)


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


def formats() -> list[str]:
    """Return the endings of files that a figure can be saved to."""
    return sorted([*FigureCanvasAgg(Figure()).get_supported_filetypes(), *PAGES])
