"""The page of a figure: the figure as it is drawn, what it knows, and the script that lets it answer."""

from __future__ import annotations

import html
import itertools
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from typing import Any, NamedTuple, cast

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.colors import rgb_to_hsv, to_rgb, to_rgba
from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon
from matplotlib.spines import Spine
from matplotlib.text import Text

from prplot.draw.base.axes import figure_of
from prplot.draw.base.results import owner_of
from prplot.draw.base.saving import PAGE_WRITERS, Target, alt_text, metadata, save
from prplot.draw.lines.curve_line import CurveLine, curves_on
from prplot.draw.page.document import document, inline, page_file, write_page
from prplot.draw.page.moving import MOVED, moves, moving, prevalences, slider, written
from prplot.draw.page.places import Facts, Kept, entries_of, picture_facts, pointed_lines
from prplot.draw.text.legend_entries import grid_of
from prplot.errors import PrplotTypeError
from prplot.rows.arrays import FloatArray

# A figure is as large on a page as on a screen.
PIXELS_PER_INCH = 96
# The parts of a figure that are lines and regions of the unit square, and those that hold at any prevalence.
SQUARE, LASTING = ("chance", "unachievable"), {"pr": ("iso_f",), "prg": ()}
# A figure whose background is darker is not shown inverted to readers whose system is dark.
DARK = 0.5
NOTHING_TO_POINT_AT = "Nothing of this figure can be pointed at: it shows no thresholds, or not as points."
# Options of files that show a part of a figure, or pixels.
NO_OPTIONS = ("bbox_inches", "pad_inches", "dpi", "metadata")


def save_page(ax: Axes, path: Target, options: Mapping[str, Any], *, editable: bool | None = None) -> None:
    """Save the figure of the axes as a page of its own."""
    write_page(path, page_of(ax, options, editable=editable))


def page_of(ax: Axes, options: Mapping[str, Any] | None = None, *, editable: bool | None = None) -> str:
    """Return the page of the figure of the axes, as HTML.

    It begins at an operating point that is marked, else where as many are predicted positive as there are.

    Raises
    ------
    PrplotTypeError
        For options that a page does not have.
    """
    given = {name: value for name, value in dict(options or {}).items() if name != "format"}
    if wrong := [name for name in given if name in NO_OPTIONS]:
        raise PrplotTypeError(
            f"a page shows the figure as it is, so it takes no {wrong[0]}; change the size of the figure instead."
        )
    figure, drawn = figure_of(ax), BytesIO()
    parts = _parts(figure)
    changed: list[Iterable[Artist]] = [parts.pointed, parts.owned, parts.still, *parts.fades, *parts.moved.values()]
    with _named(itertools.chain(*changed)) as ids:
        save(ax, drawn, {**given, "format": "svg"}, editable=bool(editable), settings={"savefig.bbox": None})
    told = html.escape(json.dumps(_facts(figure, parts, ids), ensure_ascii=False, separators=(",", ":")))
    title = metadata(figure, "svg").get("Title") or "prplot"
    head = figure.get_suptitle() or title.split(" of ")[0]
    dark = rgb_to_hsv(to_rgb(figure.get_facecolor()))[2] < DARK <= to_rgba(figure.get_facecolor())[3]
    body = f"""<main class="prplot-page{" prplot-dark" * bool(dark)}" data-facts="{told}">
<h1>{html.escape(head)}</h1>
<div class="prplot-drawing">
{inline(drawn.getvalue().decode(), alt_text(figure))}
</div>
</main>"""
    return document(title, body, page_file("face.mjs") + page_file("figure_page.mjs"), page_file("page.css"))


@contextmanager
def _named(artists: Iterable[Artist]) -> Iterator[dict[Artist, str]]:
    """Let artists have ids in files, by which a page finds what is drawn of them."""
    ids = {artist: f"prplot-{number}" for number, artist in enumerate(dict.fromkeys(artists))}
    before = {artist: artist.get_gid() for artist in ids}
    try:
        for artist, name in ids.items():
            artist.set_gid(name)
        yield ids
    finally:
        for artist, gid in before.items():
            artist.set_gid(gid)


class _Parts(NamedTuple):
    """The artists of a figure that a page changes.

    Attributes
    ----------
    pointed : dict
        The lines whose thresholds are places, in the order of their axes, with the number of their curve.
    owned : dict
        What belongs to such a line and is hidden with it.
    fades, still : lists of artists
        The entries of each curve in legends; what is hidden at another prevalence.
    moved : dict
        The lines and polygons of each axes that move with the prevalence, and for which they are drawn.
    """

    pointed: dict[CurveLine, int]
    owned: dict[Artist, CurveLine]
    fades: list[list[Artist]]
    still: list[Artist]
    moved: dict[Axes, dict[Any, float]]


def _parts(figure: Figure) -> _Parts:
    of_each = list(pointed_lines(figure).values())
    numbers = {line: number for number, lines in enumerate(of_each) for line in lines}
    pointed = {line: numbers[line] for ax in figure.axes for line in curves_on(ax) if line in numbers}
    owned = {artist: line for ax in figure.axes for artist, line in _owned(ax) if line in pointed}
    shares = prevalences(figure, list(pointed))
    fades: list[list[Artist]] = [[] for _ in of_each]
    still: list[Artist] = []
    for number, lines in enumerate(of_each):
        for entry, legend in entries_of(figure, lines[0]):
            texts = [text for word in entry.words for text in word.findobj(Text)]
            fades[number] += [entry.sample, *texts]
            if legend in figure.legends:
                moving = grid_of(legend).moving
            else:
                # What follows the name is the area.
                moving = [k > 0 and _moves(legend.axes) for k in range(len(texts))]
            still += [text for text, moves in zip(texts, moving, strict=True) if moves]
    moved: dict[Axes, dict[Any, float]] = {}
    for ax in dict.fromkeys(cast(Axes, line.axes) for line in pointed):
        if shares and _moves(ax):
            moved[ax], others = _moving_parts(ax, shares)
            still += others
    return _Parts(pointed, owned, fades, still, moved)


def _moves(ax: Axes) -> bool:
    return curves_on(ax)[0].curve.space.name in MOVED


def _moving_parts(ax: Axes, shares: Sequence[float]) -> tuple[dict[Any, float], list[Artist]]:
    """Return what moves with the prevalence, with that for which it is drawn, and what holds there only."""
    moved: dict[Any, float] = {line: line.curve.path.known_prevalence for line in curves_on(ax)}
    lasting, lines = LASTING[next(iter(moved)).curve.space.name], [*moved]
    titles = {ax.get_title(place) for place in ("left", "center", "right")}
    # Of several prevalences the region that is filled is that of the smallest, but with soft labels.
    of_region = None if len(set(shares)) > 1 and any(line.curve.path.soft for line in lines) else min(shares)
    still: list[Artist] = []
    first: dict[str, str] = {}
    for artist in ax.get_children():
        key, _, part = str(artist.get_gid() or "").rpartition(": ")
        title = isinstance(artist, Text) and artist.get_text() in titles
        if title or artist in (*lines, ax.patch) or part in lasting or isinstance(artist, Spine | Axis | Legend):
            continue
        # At another prevalence all curves have the same.
        if part in SQUARE and artist.get_visible() and key == first.setdefault(part, key):
            if isinstance(artist, Line2D):
                moved[artist] = float(key.split()[-1])
                continue
            if isinstance(artist, Polygon) and of_region:
                moved[artist] = of_region
                continue
        still += artist.get_children() if isinstance(artist, Axes) else [artist]
    return moved, still


def _owned(ax: Axes) -> Iterator[tuple[Artist, CurveLine]]:
    """Yield the parts of axes that belong to a curve, each with its line; of several of a path that of its name."""
    lines = curves_on(ax)
    for artist in ax.get_children():
        curve = owner_of(artist)[0]
        own = [line for line in lines if curve is not None and line.curve.path is getattr(curve, "path", None)]
        if own and artist not in lines:
            yield artist, max(own, key=lambda line: line.curve.label == curve.label)


def _facts(figure: Figure, parts: _Parts, ids: Mapping[Artist, str]) -> Facts:
    """Return what the script of the page knows of a figure that was saved."""
    # What legends place when they are drawn is in the unit of the file until it is drawn for a screen again.
    figure.draw_without_rendering()
    facts, kept = picture_facts(figure, *(PIXELS_PER_INCH * figure.get_size_inches()))
    facts["panels"] = [panel for panel in facts["panels"] if panel["lines"]]
    facts["told"] += [] if kept else [NOTHING_TO_POINT_AT]
    axes = list(dict.fromkeys(cast(Axes, line.axes) for line in parts.pointed))
    _tell_apart(facts["curves"], axes, facts["panels"])
    lines = [(line, facts["curves"][number]["name"]) for line, number in parts.pointed.items()]
    told: Facts = {"facts": facts, "prevalence": slider(lines) if parts.moved else None}
    for ax, panel in zip(axes, facts["panels"], strict=True):
        if ax in parts.moved:
            for line, place in zip(curves_on(ax), panel["lines"], strict=True):
                there = line.curve.over(kept[place["curve"]].path).vertices
                place["moves"] = written(moves(line.curve.space.name, parts.moved[ax][line], *there))
            polylines = [(ids[artist], _points(artist), share) for artist, share in parts.moved[ax].items()]
            size = np.array(facts["size"]) * ax.get_position().size
            panel["moves"] = moving(ax, curves_on(ax)[0].curve.space.name, polylines, size)
    hides: list[list[str]] = [[] for _ in kept]
    for line, number in parts.pointed.items():
        hides[number] += [ids[line], *(ids[artist] for artist, owner in parts.owned.items() if owner is line)]
    fades = [[ids[artist] for artist in one] for one in parts.fades]
    # All scores, with the largest number for an infinite one, which JSON does not have.
    scores = [np.nan_to_num(one.path.thresholds).tolist() for one in kept]
    own = {"hides": hides, "fades": fades, "still": [ids[artist] for artist in parts.still], "scores": scores}
    return {**told, **own, "begin": _begin(parts, kept)}


def _points(artist: Any) -> FloatArray:
    """Return the polyline of a line or a polygon in data coordinates."""
    if isinstance(artist, CurveLine) and artist.curve.interpolation == "linear":
        # What is straight between two thresholds is so at any prevalence, but elsewhere.
        return np.column_stack(artist.vertices)
    return np.asarray(artist.get_xy() if isinstance(artist, Polygon) else artist.get_xydata(), dtype=np.float64)


def _begin(parts: _Parts, kept: Sequence[Kept]) -> Facts | None:
    """Return where a page begins: at a mark, else where as many are predicted positive as there are."""
    marked = [(parts.pointed[line], owner_of(artist)[1]) for artist, line in parts.owned.items()]
    marks = [(number, predicted) for number, predicted in marked if predicted is not None]
    if not kept:
        return None
    number, predicted = [*marks, (0, kept[0].path.positives)][0]
    path = kept[number].path
    return {"curve": number, "row": int(np.argmin(np.abs(path.tp + path.fp - predicted)))}


def _tell_apart(curves: list[Facts], axes: Sequence[Axes], panels: Sequence[Facts]) -> None:
    """Name curves of one name, or of none, by the axes that they are on, as far as that tells them apart."""
    names = [curve["name"] for curve in curves]
    for ax, panel in zip(axes, panels, strict=True):
        title = ax.get_title() or ax.get_title("left") or str(ax.get_label())
        for line in panel["lines"]:
            place = line["curve"]
            if title and names.count(names[place]) > 1 and curves[place]["name"] == names[place]:
                curves[place]["name"] = f"{names[place]}, {title}" if names[place] else title


PAGE_WRITERS.append(save_page)
