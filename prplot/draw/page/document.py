"""HTML documents that load nothing: an inlined drawing, one script that is allowed by its hash, and one style sheet."""

from __future__ import annotations

import base64
import hashlib
import html
import os
import re
from functools import cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import matplotlib as mpl
import numpy as np
from matplotlib.backends.backend_svg import FigureCanvasSVG

from prplot.writing import written_whole

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from prplot.draw.base.saving import Target

# With these settings, the SVG of a figure is the same on every machine.
SETTINGS: dict[Any, Any] = {"svg.fonttype": "path", "svg.hashsalt": "prplot"}


# Points that are at most this far, in points of 1/72 inch, from the line between their neighbors are left out.
NEAR = 0.05
OUTLINE, PLACE = re.compile(r' d="([^"]*)"'), re.compile(r' [xy]="[^"]*"|translate\([^)]*\)')
NUMBER = re.compile(r"-?\d+\.\d+(?:e-?\d+)?")


@cache
def source(*names: str) -> str:
    """Return the text of files of prplot, joined, and without indentation to make saved pages smaller."""
    texts = (files("prplot").joinpath(name).read_text(encoding="utf-8") for name in names)
    return re.sub(r"^[ \t]+", "", "".join(texts), flags=re.MULTILINE)


def drawing(figure: Figure) -> str:
    """Return a figure as SVG text in which letters are outlines.

    Unlike `Figure.savefig`, which draws twice if the figure has a layout, this draws once.
    """
    canvas, dpi = figure.canvas, figure.dpi
    drawn: Any = FigureCanvasSVG(figure)
    data = BytesIO()
    try:
        with mpl.rc_context(SETTINGS):
            drawn.print_svg(data, metadata={"Date": None, "Creator": None})
    finally:
        figure.set_canvas(canvas)
        figure.dpi = dpi
    return data.getvalue().decode()


def lighter(svg: str, decimals: int = 2) -> str:
    """Return a smaller SVG text: numbers are rounded, and invisible points of outlines are left out."""

    def short(number: re.Match[str]) -> str:
        return f"{float(number[0]):.{decimals}f}".rstrip("0").rstrip(".")

    svg = OUTLINE.sub(lambda outline: f' d="{NUMBER.sub(short, _lighter(outline[1]))}"', svg)
    return PLACE.sub(lambda place: NUMBER.sub(short, place[0]), svg)


def _lighter(outline: str) -> str:
    """Return an outline (the path data of SVG) without points that make no visible difference."""
    commands, straight = list[str](), list[str]()
    for command in [*filter(None, map(str.strip, outline.splitlines())), ""]:
        if not (straight and command.startswith("L")):
            commands += _lighter_line(straight)
            straight = []
        (straight if command.startswith(("M", "L")) else commands).append(command)
    return "".join(commands)


def _lighter_line(commands: list[str]) -> list[str]:
    """Return the commands of a polyline without the points that make no visible difference."""
    if len(commands) < 3:
        return commands
    points = np.array([command.split()[1:] for command in commands], dtype=np.float64)
    return [commands[row] for row in needed((points @ [1, 1j])[None], NEAR)]


@np.errstate(all="ignore")
def needed(images: Any, tolerance: float) -> list[int]:
    """Return the indices of the points that a line needs to stay within a tolerance in all its images.

    Parameters
    ----------
    images : complex array of shape (m, n)
        The n points of the line in each of m pictures, as x + iy.
    tolerance : float
    """
    indices, parts = [0, images.shape[1] - 1], [(0, images.shape[1] - 1)]
    while parts:
        first, last = parts.pop()
        away = images[:, first : last + 1] - images[:, [first]]
        share = np.nan_to_num((away / away[:, [-1]]).real).clip(0.0, 1.0)
        off = np.abs(away - share * away[:, [-1]]).max(axis=0)
        if off.max() > tolerance:
            indices.append(worst := first + int(off.argmax()))
            parts += [(first, worst), (worst, last)]
    return sorted(indices)


def inline(svg: str, words: str) -> str:
    """Return an SVG drawing as an element of a page, with ``words`` as its description for screen readers."""
    element = re.sub(r"<metadata>.*?</metadata>", "", svg[svg.index("<svg") :], count=1, flags=re.DOTALL)
    element = re.sub(r"\n\s+", "\n", element).replace(" xlink:href=", " href=")
    start, rest = element.split(">", 1)
    start = re.sub(r' (width|height|version)="[^"]*"', "", start)
    return f'{start} id="prplot-picture" role="img" aria-label="{html.escape(words)}">{rest}'


def document(title: str, body: str, script: str, look: str) -> str:
    """Return an HTML document with this body and script; its security policy forbids loading anything else."""
    own = f"\n{script}"
    allowed = base64.b64encode(hashlib.sha256(own.encode()).digest()).decode()
    policy = f"default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-{allowed}'"
    page = f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{html.escape(title)}</title>
<style>{look}</style>
</head>
<body>
{body}
<script type="module">{own}</script>
</body>
</html>
"""
    # A name may hold half of a UTF-16 pair, which no file can hold, so such halves are replaced.
    return page.encode(errors="replace").decode()


def write_page(path: Target, page: str) -> None:
    """Write a page to a path, or to a file that is open for text or bytes."""
    if isinstance(path, str | os.PathLike):
        with written_whole(Path(path)) as temporary:
            temporary.write_bytes(page.encode())
    else:
        # A file object with an encoding takes text.
        cast(Any, path).write(page if hasattr(path, "encoding") else page.encode())
