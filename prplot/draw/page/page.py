"""The page of a figure: the figure as it is drawn, what it knows, and the script that lets it answer."""

from __future__ import annotations

import html
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.backend_bases import RendererBase
from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon
from matplotlib.spines import Spine
from matplotlib.text import Text

from prplot.draw.base.axes import figure_of
from prplot.draw.base.literal_text import printable
from prplot.draw.base.results import owner_of
from prplot.draw.base.saving import PAGE_WRITERS, Target, alt_text, metadata, save
from prplot.draw.lines.curve_line import CurveLine
from prplot.draw.page.document import document, inline, write_page
from prplot.draw.page.facts import Facts, Panel, facts_of, pointed_lines
from prplot.draw.text.legend import cells_of
from prplot.draw.text.legend_entries import grid_of
from prplot.errors import PrplotTypeError

# Parts of a PR panel that a page draws anew at another prevalence, or that stay right there.
REDRAWN, LASTING = ("chance", "unachievable"), ("iso_f",)
POINTS_PER_INCH = 72
NOTHING_TO_POINT_AT = (
    "Nothing of this figure can be pointed at: it shows no thresholds, or not as points, or its axes have scales other "
    "than linear and logarithmic."
)
# Options of files that show a part of a figure, or pixels.
NO_OPTIONS = ("bbox_inches", "pad_inches", "dpi", "metadata")


def save_page(ax: Axes, path: Target, options: Mapping[str, Any], *, editable: bool | None = None) -> None:
    """Save the figure of the axes as a page of its own."""
    write_page(path, page_of(ax, options, editable=editable))


def page_of(
    ax: Axes,
    options: Mapping[str, Any] | None = None,
    *,
    editable: bool | None = None,
) -> str:
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
    figure = figure_of(ax)
    panels = pointed_lines(figure)
    drawn = BytesIO()
    with _tagged() as tag:
        tags = [_tag_panel(ax, lines, f"prplot-{number}", tag) for number, (ax, lines) in enumerate(panels)]
        rows, still = _tag_tables(figure, tag)
        save(ax, drawn, {**given, "format": "svg"}, editable=bool(editable), settings={"savefig.bbox": None})
    width, height = (POINTS_PER_INCH * float(inches) for inches in figure.get_size_inches())
    facts = facts_of(figure, panels, (width, height))
    facts["rows"] = [rows.get(printable(curve["name"]), []) for curve in facts["curves"]]
    for number, (panel, own) in enumerate(zip(facts["panels"], tags, strict=True)):
        panel |= {"id": f"prplot-{number}", "still": own["still"], "anew": own["anew"]}
        for line, ids in zip(panel["lines"], own["lines"], strict=True):
            line |= ids
    _tell_apart(facts["curves"], panels, facts["panels"])
    facts["still"] = still
    if not panels:
        facts["told"] = [NOTHING_TO_POINT_AT]
    words = alt_text(figure)
    title = metadata(figure, "svg").get("Title") or "prplot"
    told = html.escape(json.dumps(facts, ensure_ascii=False, separators=(",", ":")))
    figure_part = f"""<main class="prplot-figure" data-facts="{told}">
<h1 class="prplot-unseen">{html.escape(title)}</h1>
<div class="prplot-stage">
{inline(drawn.getvalue().decode(), words)}
</div>
<p id="prplot-words" class="prplot-unseen">{html.escape(words)}</p>
</main>"""
    return document(title, figure_part, script(), look())


# Gives what is drawn of an artist an id for as long as a page is drawn, and returns it.
Tag = Callable[[Artist, str], str]


@contextmanager
def _tagged() -> Iterator[Tag]:
    """Let what is drawn of artists have ids, by which a page finds it."""
    tagged: list[Any] = []

    def tag(artist: Artist, name: str) -> str:
        draw = artist.draw

        def draw_as_group(renderer: RendererBase, *given: Any, **options: Any) -> None:
            renderer.open_group("part", name)
            draw(renderer, *given, **options)
            renderer.close_group("part")

        tagged.append(artist)
        vars(artist)["draw"] = draw_as_group
        return name

    try:
        yield tag
    finally:
        for artist in tagged:
            del vars(artist)["draw"]


def _tag_panel(ax: Axes, lines: list[CurveLine], name: str, tag: Tag) -> Facts:
    """Return the ids of the lines of a panel and their entries, and of what belongs to the prevalence of the data."""
    space = lines[0].curve.space
    own: list[Facts] = []
    still: list[str] = []
    anew: dict[str, str] = {}
    parts = _owned(ax, lines)
    for number, line in enumerate(lines):
        entry = [tag(cell, f"{name}-entry-{number}-{k}") for k, cell in enumerate(cells_of(ax, line))]
        # What comes after the sample and the name is the area.
        still += entry[2:]
        at = [owner_of(artist)[1] for artist in parts[number] if owner_of(artist)[1] is not None]
        owned = [tag(artist, f"{name}-own-{number}-{k}") for k, artist in enumerate(parts[number])]
        still += owned if space.moves_with_prevalence else []
        own.append({"id": tag(line, f"{name}-line-{number}"), "entry": entry, "own": owned, "at": at[:1]})
    for number, artist in enumerate(ax.get_children()):
        part = str(artist.get_gid() or "").rpartition(": ")[2]
        if artist in (*lines, ax.patch, ax.title, *(part for own in parts for part in own)):
            continue
        if isinstance(artist, Spine | Axis | Legend):
            continue
        if not space.moves_with_prevalence:
            continue
        if areas := [text for text in artist.findobj(Text) if str(text.get_gid()).endswith(": area")]:
            # A head of several texts; the others stay.
            still += [tag(text, f"{name}-area-{number}-{k}") for k, text in enumerate(areas)]
        elif not (part in LASTING and space.name == "pr"):
            still.append(tag(artist, f"{name}-part-{number}"))
            kind = Text if part == "chance" and isinstance(artist, Text) else Line2D if part == "chance" else Polygon
            if part in REDRAWN and space.name == "pr" and isinstance(artist, kind):
                # At another prevalence all curves have the same.
                anew.setdefault(f"{part} text" if kind is Text else part, still[-1])
    return {"lines": own, "still": still, "anew": anew}


def _owned(ax: Axes, lines: list[CurveLine]) -> list[list[Artist]]:
    """Return for each line the parts of the axes that belong to its curve."""
    found: list[list[Artist]] = [[] for _ in lines]
    for artist in ax.get_children():
        curve, _ = owner_of(artist)
        # Of a path that is shown several times, that of the same name.
        ranks = [
            (line.curve.path is getattr(curve, "path", None), line.curve.label == getattr(curve, "label", None))
            for line in lines
        ]
        if curve is not None and artist not in lines and max(ranks, default=(False,))[0]:
            found[ranks.index(max(ranks))].append(artist)
    return found


def _tell_apart(curves: list[Facts], panels: Sequence[Panel], told: list[Facts]) -> None:
    """Name curves of one name, or of none, by the axes that they are on, as far as that tells them apart."""
    names = [curve["name"] for curve in curves]
    for (ax, _), panel in zip(panels, told, strict=True):
        title = ax.get_title() or ax.get_title("left") or str(ax.get_label())
        for line in panel["lines"]:
            place = line["curve"]
            if title and names.count(names[place]) > 1 and curves[place]["name"] == names[place]:
                curves[place]["name"] = f"{names[place]}, {title}" if names[place] else title


def _tag_tables(figure: Figure, tag: Tag) -> tuple[dict[str, list[str]], list[str]]:
    """Return the ids of the rows of legends that are tables, by name, and of areas that move with prevalence."""
    rows: dict[str, list[str]] = {}
    still: list[str] = []
    for number, grid in enumerate(filter(None, map(grid_of, figure.legends))):
        for place, entry in enumerate(grid.entries):
            # What is above columns stays.
            if entry.parts[0]:
                ids = [tag(cell, f"prplot-table-{number}-{place}-{k}") for k, cell in enumerate(entry.words)]
                rows[entry.parts[0]] = ids
                still += [name for name, moves in zip(ids, grid.moving, strict=True) if moves]
    return rows, still


@cache
def script() -> str:
    """Return the script of pages and pictures."""
    return _own("touch.mjs")


@cache
def look() -> str:
    """Return the style sheet of pages and pictures."""
    return _own("page.css")


@cache
def _own(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


PAGE_WRITERS.append(save_page)
