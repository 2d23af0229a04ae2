"""Saving of figures in the style in which they were drawn, with a text description in the metadata."""

from __future__ import annotations

import math
import os
import re
import shutil
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from tempfile import TemporaryDirectory
from threading import RLock
from types import MappingProxyType
from typing import IO, Any, cast

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backend_bases import FigureCanvasBase
from matplotlib.figure import Figure

from prplot.curve.report import version
from prplot.draw.base.axes import figure_of, repeat_layout
from prplot.draw.base.limits import record_of
from prplot.draw.base.literal_text import printable
from prplot.draw.lines.calibration_line import CalibrationLine, calibrations_on
from prplot.draw.lines.curve_line import CurveLine, bands_said, curves_on
from prplot.errors import PrplotError, invalid, short, wrong_type
from prplot.writing import named_file, written_whole

# Journals accept TrueType fonts, whose text stays searchable. matplotlib reads these settings when it saves.
EMBEDDED: dict[Any, Any] = {"pdf.fonttype": 42, "ps.fonttype": 42}
SCREEN_DPI = 200
# PAGES are the file endings of interactive HTML. SAME are formats with the metadata of another format.
PAGES, SAME = ("html", "htm"), {"svgz": "svg", "eps": "ps"}
Target = str | os.PathLike[str] | IO[bytes]
# These TeX programs can measure text for pgf. Files made by the first one are the easiest to include elsewhere.
TEX = ("pdflatex", "xelatex", "lualatex")
# The key of the date in the metadata of these formats.
DATES = {"pdf": "CreationDate", "svg": "Date"}
# All threads share matplotlib's settings, including those for saving, so only one thread may save at a time.
_one_at_a_time = RLock()
# `prplot.draw.page` appends its writer of interactive HTML here. An import of that package would be circular.
PAGE_WRITERS: list[Callable[..., None]] = []


def save(
    ax: Axes,
    path: Target,
    options: Mapping[str, Any],
    *,
    editable: bool | None = None,
    settings: Mapping[Any, Any] = MappingProxyType({}),
) -> None:
    """Save the figure of axes in the style in which it was drawn, with a text description in its metadata.

    ``settings`` are rcParams that override the style.
    """
    # The style of the figure may set the file format.
    with _one_at_a_time, mpl.rc_context(record_of(ax).style):
        path = read_target(path, options)
    if is_page(path, options):
        # The writer marks the artists of the figure while it works, so no other thread may save meanwhile.
        with _one_at_a_time:
            PAGE_WRITERS[-1](ax, path, options, editable=editable)
        return
    figure = figure_of(ax)
    with _one_at_a_time, mpl.rc_context({**record_of(ax).style, **EMBEDDED, **settings}):
        kind = _format(path, options)
        ending = SAME.get(kind, kind)
        if kind not in formats():
            rule = "end in" if options.get("format") is None else "have as its format"
            raise invalid("path", f"{rule} one of {', '.join(formats())}", repr(kind))
        # Without a fixed salt, the ids in an SVG file would change with every save.
        mpl.rcParams["svg.hashsalt"] = mpl.rcParams["svg.hashsalt"] or "prplot"
        if editable is not None:
            mpl.rcParams["svg.fonttype"] = "none" if editable else "path"
        dpi = mpl.rcParams["savefig.dpi"]
        chosen = {"dpi": SCREEN_DPI if dpi == "figure" else dpi, **options, "format": kind}
        if facts := metadata(figure, ending):
            chosen["metadata"] = {**facts, **(options.get("metadata") or {})}
        repeat_layout(figure)
        try:
            if ending == "pgf":
                _save_pgf(figure, path, chosen)
            else:
                _write(figure, path, chosen)
        except (TypeError, ValueError) as error:
            if hasattr(path, "encoding") and isinstance(error, TypeError):
                rule = "be the name of a file or a binary file for this format"
                raise wrong_type("path", rule, path, "Open it with mode 'wb', or use io.BytesIO().") from error
            if set(options) <= {"format"} or isinstance(error, PrplotError):
                raise
            rule, says = "be keywords of matplotlib's Figure.savefig for this format", f"matplotlib says: {error}"
            if isinstance(error, ValueError):
                raise invalid("options", rule, short(dict(options)), says) from error
            raise wrong_type("options", rule, dict(options), says) from error


def read_target(path: Any, options: Mapping[str, Any]) -> Target:
    """Return the file to save to, with an ending added if the name has none and no file of this name exists."""
    if isinstance(path, str | os.PathLike) and isinstance(os.fspath(path), str):
        file = named_file("path", path)
        if not file.suffix and not os.path.lexists(file):
            file = Path(f"{os.fspath(file).rstrip('.')}.{_format(file, options)}")
        # If standard output is redirected to a file, /dev/stdout looks like a file.
        if _is_special(file) or file.parent == Path("/dev"):
            rule = "be the name of a file, not of a device or a pipe"
            raise invalid("path", rule, repr(path), "Pass it open for writing: open(path, 'wb').")
        return file
    # The methods of a closed file raise an error.
    if not hasattr(path, "write") or getattr(path, "closed", False) or not getattr(path, "writable", lambda: True)():
        raise wrong_type("path", "be the name of a file or a file that is open for writing", path)
    return cast(Target, path)


def _is_special(file: Path) -> bool:
    """Return whether a file exists and is a device, a pipe or the like."""
    try:
        mode = file.stat().st_mode
    except OSError:
        return False
    return not (S_ISREG(mode) or S_ISDIR(mode))


def _write(figure: Figure, path: Target, options: Mapping[str, Any]) -> None:
    """Write a figure to a file; if writing fails, an older file of this name is unchanged."""
    if not isinstance(path, str | os.PathLike):
        figure.savefig(path, **options)
        return
    file = Path(path)
    with written_whole(file) as temporary:
        if options["format"] != "pgf":
            drawn = BytesIO()
            figure.savefig(drawn, **options)
            temporary.write_bytes(drawn.getvalue())
            return
        # matplotlib writes the images of a pgf file beside it, and derives their names from its name.
        with TemporaryDirectory() as folder:
            figure.savefig(Path(folder, file.name), **options)
            for made in Path(folder).iterdir():
                shutil.copyfile(made, temporary if made.name == file.name else file.with_name(made.name))


def _save_pgf(figure: Figure, path: Target, options: Mapping[str, Any]) -> None:
    """Write a pgf file, with TeX measuring its texts; an error quotes only the line that says what TeX lacks."""
    from matplotlib.backends.backend_pgf import LatexError

    program = next((name for name in (mpl.rcParams["pgf.texsystem"], *TEX) if shutil.which(name)), None)
    if program is None:
        raise invalid(
            "path",
            "end in pdf, svg or png where there is no TeX",
            repr(path),
            f"For pgf one of {', '.join(TEX)} measures the texts: install TeX (Debian: texlive-pictures), or "
            r"save a pdf and take it with \includegraphics.",
        )
    mpl.rcParams["pgf.texsystem"] = program
    try:
        _write(figure, path, options)
    except (LatexError, ValueError) as error:
        output = f"{error} {getattr(error, 'latex_output', '')}"
        cause = re.search(r"! (LaTeX Error: )?(.*)", output)
        raise invalid(
            "path",
            "end in pdf, svg or png where TeX cannot set the texts",
            repr(path),
            f"{program} says: {cause[2] if cause else output} Styles that it lacks are in Debian's texlive-pictures; "
            r"a pdf needs none and can be taken with \includegraphics.",
        ) from error


def is_page(path: Target, options: Mapping[str, Any]) -> bool:
    """Return whether the target's format is interactive HTML."""
    return _format(path, options) in PAGES


def _format(path: Target, options: Mapping[str, Any]) -> str:
    """Return the file format, chosen by matplotlib's rules: option, file ending, style."""
    suffix = Path(path).suffix if isinstance(path, str | os.PathLike) else ""
    return str(options.get("format") or suffix.lstrip(".") or mpl.rcParams["savefig.format"]).lower()


def formats() -> list[str]:
    """Return the file endings that a figure can be saved with."""
    return sorted([*FigureCanvasBase.get_supported_filetypes(), *PAGES])


def alt_text(figure: Figure) -> str:
    """Return a text description of a figure; empty if nothing in it can be described."""
    said = [text for ax in figure.axes for text in (_described(curves_on(ax)), record_of(ax).description) if text]
    return " ".join(dict.fromkeys(said))


def heading(figure: Figure) -> str:
    """Return a title with the kinds of curves in a figure, such as "PR curves"; empty without curves."""
    spaces = [line.title for line in _lines_of(figure)]
    return f"{', '.join(dict.fromkeys(spaces))} curve{'s' * (len(spaces) > 1)}" if spaces else ""


def _lines_of(figure: Figure) -> list[CurveLine | CalibrationLine]:
    lines: list[Any] = [line for ax in figure.axes for line in [*curves_on(ax), *calibrations_on(ax)]]
    return lines


def metadata(figure: Figure, ending: str) -> dict[str, str | None]:
    """Return the metadata of a file with this ending: text description, methods, title and version."""
    lines = _lines_of(figure)
    spaces = dict.fromkeys(line.title for line in lines)
    names = dict.fromkeys(line.curve.label for line in lines if line.curve.label is not None)
    title = heading(figure) + (f" of {', '.join(names)}" if names else "")
    computed = (thing.methods() for line in lines for thing in line.computed)
    how, seen = " ".join(dict.fromkeys(computed)), alt_text(figure)
    maker = f"{version()}, Matplotlib {mpl.__version__}"
    facts = {
        "pdf": {"Title": title, "Subject": how, "Keywords": ", ".join([*spaces, *names]), "Creator": maker},
        "svg": {"Title": title, "Description": f"{seen} {how}".strip(), "Creator": maker},
        "png": {"Title": title, "Description": seen, "Comment": how, "Software": maker},
        "ps": {"Creator": maker},
    }
    entries: dict[str, str | None] = {key: printable(fact) for key, fact in facts.get(ending, {}).items() if fact}
    if ending in DATES and "SOURCE_DATE_EPOCH" not in os.environ:
        # A date would make every two files different. If SOURCE_DATE_EPOCH is set, matplotlib writes that date.
        entries[DATES[ending]] = None
    return entries


def _described(lines: list[CurveLine]) -> str:
    """Return a text description of the curves on one axes: one curve in detail, several by their areas."""
    if not lines:
        return ""
    curves = [line.curve for line in lines]
    shaded = "".join(f" Shaded: {band}." for band in bands_said(lines))
    if len(lines) == 1:
        description: str = curves[0].describe()
        return description + _sure(lines[0], " The {level} confidence interval of the area is {ends}.") + shaded
    space, names = curves[0].space, [curve.label or "a curve" for curve in curves]
    head = (
        f"{len(lines)} {space.title} curves. Horizontal axis: {space.xlabel.lower()}. Vertical axis: "
        f"{space.ylabel.lower()}."
    )
    if space._no_area:
        return f"{head} They are of {', '.join(names)}.{shaded}"
    mixed = len({curve.area_name for curve in curves}) > 1
    areas = []
    for line, name in zip(lines, names, strict=True):
        value = "undefined" if math.isnan(line.area) else f"{line.area:.3f}{_sure(line, ' ({level} CI: {ends})')}"
        areas.append(f"{name} {f'{line.curve.area_name} ' * mixed}{value}")
    return f"{head} {'The areas' if mixed else curves[0].area_name}: {', '.join(areas)}.{shaded}"


def _sure(line: CurveLine, text: str) -> str:
    """Return ``text`` filled with the confidence interval of a line's area; empty without a finite interval."""
    interval = line.interval
    if interval is None or not (math.isfinite(interval.low) and math.isfinite(interval.high)):
        return ""
    return text.format(level=f"{100 * interval.level:g} %", ends=f"{interval.low:.3f} to {interval.high:.3f}")
