"""The interactive HTML page of a figure: its drawing, the facts that its script needs, and the script."""

from __future__ import annotations

import html
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from io import BytesIO
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon
from matplotlib.spines import Spine
from matplotlib.text import Text

from prplot.draw.base.axes import axes_held, figure_of
from prplot.draw.base.drawn import owner_of, tag_of
from prplot.draw.base.saving import PAGE_WRITERS, Target, alt_text, heading, metadata, save
from prplot.draw.lines.curve_line import CurveLine, ThresholdLine, curves_on
from prplot.draw.page.document import document, inline, lighter, needed, source, write_page
from prplot.draw.page.places import (
    Facts,
    Kept,
    PointedLine,
    entries_of,
    numbers_of,
    picture_facts,
    pointed_lines,
    rounded,
    shares,
)
from prplot.draw.text.legend_entries import grid_of
from prplot.draw.views import view_of
from prplot.errors import PrplotTypeError
from prplot.rows.arrays import FloatArray

# On a page, one inch of a figure has this many pixels, as on a screen.
PIXELS_PER_INCH = 96
# A figure whose background is darker than this is not inverted for readers whose system is dark.
DARK = 0.5
# The hint for readers on a page without a curve, with one curve, and with several.
HINTS = (
    "Nothing of this figure can be pointed at: it shows no thresholds, or not as points.",
    "Point at the curve, or use the arrow keys.",
    "Point at a curve, or use the arrow keys: left and right go along it, up and down to another one.",
)
# Added to a hint if the page has only some of the thresholds.
THINNED_HINT = " Only the thresholds that are needed to draw the lines can be pointed at."
# Options of savefig that a page refuses, because it shows the whole figure as it is.
NO_OPTIONS = ("bbox_inches", "pad_inches", "dpi", "metadata")

# The parts of a figure that move with the prevalence as curves do.
MOVING_PARTS = ("chance", "unachievable")
# The interpolations that join the moved operating points in the same way as those of the data.
RULES = ("continuous", "step", "linear")
# The stops of the slider of the prevalence; the prevalence of the data is one more.
STOPS = (*(0.001, 0.002, 0.005, 0.01, 0.02, 0.05), *(k / 10 for k in range(1, 10)), *(0.95, 0.98, 0.99, 0.995, 0.999))
# The factors by which points move are written with this many digits.
DIGITS = 5
# A thinned line may be off by this many pixels.
TOLERANCE = 0.4
# The odds of the prevalence at which thinned lines are compared with whole ones.
ODDS = 10.0 ** np.arange(-3, 4)
# Scores are written with this many digits if these distinguish them.
SCORE_DIGITS = 8


def save_page(ax: Axes, path: Target, options: Mapping[str, Any], *, editable: bool | None = None) -> None:
    """Save the figure of the axes as an interactive HTML page."""
    write_page(path, page_of(ax, options, editable=editable))


def page_of(ax: Axes, options: Mapping[str, Any] | None = None, *, editable: bool | None = None) -> str:
    """Return the interactive HTML page of the figure that the axes belong to.

    It begins at a marked operating point; without one, at the largest F1 of the first curve, as explorers do.

    Raises
    ------
    PrplotTypeError
        For options that a page does not have.
    """
    options = options or {}
    if wrong := [name for name in NO_OPTIONS if name in options]:
        raise PrplotTypeError(
            f"a page shows the figure as it is, so it takes no {wrong[0]}; change the size of the figure instead."
        )
    figure = figure_of(ax)
    drawn = BytesIO()
    with _named(figure) as ids:
        save(ax, drawn, {**options, "format": "svg"}, editable=bool(editable), settings={"savefig.bbox": None})
    json_text = json.dumps(_page_data(figure, ids), ensure_ascii=False, separators=(",", ":"))
    # The attribute is in single quotes, so that the double quotes of JSON need no escape.
    facts = html.escape(json_text, quote=False).replace("'", "&#39;")
    *color, opacity = to_rgba(figure.get_facecolor())
    dark = " prplot-dark" * (max(color) < DARK <= opacity)
    body = f"""<main class="prplot-page{dark}" data-facts='{facts}'>
<h1>{html.escape(figure.get_suptitle() or heading(figure) or "prplot")}</h1>
<div class="prplot-drawing">
{inline(lighter(drawn.getvalue().decode()), alt_text(figure))}
</div>
</main>"""
    script = source("draw/page/face.mjs", "draw/page/figure_page.mjs")
    return document(metadata(figure, "svg").get("Title") or "prplot", body, script, source("draw/page/page.css"))


@contextmanager
def _named(figure: Figure) -> Iterator[dict[Artist, str]]:
    """Give every artist of a figure an id within the ``with`` block, by which the page finds it in the saved file."""
    before = {artist: artist.get_gid() for artist in figure.findobj(lambda artist: not isinstance(artist, Axes))}
    ids = {artist: f"prplot-{number}" for number, artist in enumerate(before)}
    try:
        for artist, name in ids.items():
            artist.set_gid(name)
        yield ids
    finally:
        for artist, gid in before.items():
            artist.set_gid(gid)


def _page_data(figure: Figure, ids: Mapping[Artist, str]) -> Facts:
    """Return what the script of a page needs to know of its saved figure.

    ``facts`` are those of the picture, and ``scores`` the thresholds of each curve. ``begin`` is the operating point
    that is read when the page opens. ``hides`` holds the ids of the artists that are hidden with each curve, ``still``
    the ids of the artists that are hidden when the prevalence is moved, because they hold only at that of the data.
    ``prevalence`` is the slider of the prevalence.
    """
    # Saving leaves legends in the unit of the file, so the figure is drawn once more for a screen. The axes are held
    # where the file has them.
    with axes_held(figure):
        figure.draw_without_rendering()
    facts, pairs = picture_facts(figure, PIXELS_PER_INCH)
    thinned = any(len(known.path) < len(known.curve.path) for known in pairs)
    facts["told"] = HINTS[min(len(pairs), 2)] + THINNED_HINT * thinned
    facts["panels"] = panels = [panel for panel in facts["panels"] if panel["lines"]]
    hides = [list[str]() for _ in pairs]
    marks = list[Any]()
    hidden_when_moved = list[str]()
    numbers = numbers_of(pairs)
    prevalences = _prevalences(figure)
    for ax, panel in zip(filter(pointed_lines, figure.axes), panels, strict=True):
        lines = pointed_lines(ax)
        for artist in ax.get_children():
            line = artist if artist in lines else _owner(artist, lines)
            # Artists that were made while the figure was drawn have no id.
            if line is not None and artist in ids:
                hides[numbers[line]].append(ids[artist])
                if (at := owner_of(artist)[1]) is not None:
                    marks.append((numbers[line], at, "as marked in the figure"))
        if prevalences and (axis := view_of(lines[0].curve.space).moves):
            moved, others = _moving(ax, prevalences)
            hidden_when_moved += [ids[artist] for artist in others if artist in ids]
            side = getattr(ax, f"{axis}axis")
            size = ax.get_position().size * facts["size"]
            parts = [{"id": ids[part], **_thin(ax, axis, part, share, size)} for part, share in moved.items()]
            panel["moves"] = {
                "axis": axis,
                "limits": side.get_view_interval().tolist(),
                "log": side.get_scale() == "log",
                "parts": parts,
            }
    for entry, legend in (pair for known in pairs if prevalences for pair in entries_of(figure, known)):
        moving = getattr(grid_of(legend), "moving", [False] * len(entry.words))
        areas = [word for word, moves in zip(entry.words, moving, strict=True) if moves]
        hidden_when_moved += [ids[text] for word in areas for text in word.findobj(Text)]
    # The page begins at a marked operating point, or at the largest F1, as explorers do.
    if pairs and not marks:
        best = pairs[0].curve.path.optimal("f1")
        marks.append((0, best.tp + best.fp, "largest F1"))
    begin = [{"curve": number, "row": pairs[number].row_of(at), "rule": rule} for number, at, rule in marks]
    return {
        "facts": facts,
        "scores": [_scores(known.path.thresholds) for known in pairs],
        "hides": hides,
        "still": hidden_when_moved,
        "legend": _legend_text(figure, ids, pairs, facts),
        "prevalence": _slider(prevalences, numbers, facts["curves"]) if prevalences else None,
        "begin": next(iter(begin), None),
    }


def _scores(thresholds: FloatArray) -> list[float | int]:
    """Return thresholds rounded to few digits; where this would make two equal, they keep all digits."""
    finite = np.nan_to_num(thresholds)
    short = rounded(finite, SCORE_DIGITS)
    times = Counter(short)
    return [few if times[few] == 1 else every for few, every in zip(short, finite.tolist(), strict=True)]


def _owner(artist: Artist, lines: list[PointedLine]) -> PointedLine | None:
    """Return the line of the curve that an artist belongs to, or None.

    Of several lines of one path, the one of its name.
    """
    curve = owner_of(artist)[0]
    own = [line for line in lines if curve is not None and line.curve.path is getattr(curve, "path", None)]
    return max(own, key=lambda line: line.curve.label == curve.label, default=None)


def _prevalences(figure: Figure) -> dict[Any, float]:
    """Return the lines of a figure with their prevalences; empty if the page cannot show other prevalences."""
    lines: list[Any] = [line for ax in figure.axes for line in pointed_lines(ax)]
    prevalences = {line: float(line.curve.path._now.prevalence) for line in lines}
    moved = [line for line in lines if line.curve.space._moves_with_prevalence]
    as_drawn = all(
        view_of(line.curve.space).moves
        and line.curve.interpolation in RULES
        and line.curve.left == "limit"
        and {line.axes.get_xscale(), line.axes.get_yscale()} <= {"linear", "log"}
        and not isinstance(line, ThresholdLine)
        for line in moved
    )
    every = len(lines) == sum(len(curves_on(ax)) for ax in figure.axes)
    return prevalences if moved and as_drawn and every and all(0 < share < 1 for share in prevalences.values()) else {}


def _legend_text(figure: Figure, ids: Mapping[Artist, str], pairs: Sequence[Kept], facts: Facts) -> Facts:
    """Return what narrow screens show instead of legends: the areas of each curve as text, and tiles without legends.

    ``ids`` in the result are those of the hidden legends.
    """
    legends = {legend for known in pairs for _, legend in entries_of(figure, known)}
    tiles = [tile for tile in facts["tiles"] if not _only_legend(tile, facts)]
    lines = [[line for line in known.lines if legends and line.words.number] for known in pairs]
    names = {line.number_name for own in lines for line in own}
    areas = []
    for own in lines:
        texts = [" ".join(filter(None, [line.number_name * (len(names) > 1), *line.words[1:]])) for line in own]
        areas.append(", ".join(texts))
    title = names.pop() if len(names) == 1 else "Curves"
    return {"ids": sorted(ids[legend] for legend in legends), "tiles": tiles, "title": title, "areas": areas}


def _only_legend(tile: Sequence[float], facts: Facts) -> bool:
    """Return whether a tile shows legend entries and no panel."""
    left, top, width, height = tile

    def holds(part: Facts) -> bool:
        x, y, *_ = part["box"]
        return bool(left <= x < left + width and top <= y < top + height)

    return any(map(holds, facts["entries"])) and not any(map(holds, facts["panels"]))


def _slider(prevalences: Mapping[Any, float], numbers: Mapping[Any, int], curves: Sequence[Facts]) -> Facts:
    """Return the slider of the prevalence, and for each stop a text with the areas of each curve.

    ``numbers`` has, for each line, the index of its curve in ``curves``; several curves may have the same name.
    """
    own = next(iter(prevalences.values()))
    shares = sorted(set(prevalences.values()))
    text = f"{own:.4g}" if len(shares) == 1 else f"{shares[0]:.2g} to {shares[-1]:.2g}"
    stops = sorted({own, *STOPS})
    texts = []
    for stop in stops:
        areas: dict[int, list[str]] = {}
        for line in prevalences:
            curve = line.curve
            if view_of(curve.space).moves:
                moved = replace(curve, path=curve.path.at_prevalence(stop), space=replace(curve.space, prevalence=stop))
                areas.setdefault(numbers[line], []).append(f"{curve.area_name} {moved.area():.3f}")
        named = [(curves[number]["name"], ", ".join(each)) for number, each in areas.items()]
        texts.append("; ".join(f"{name}: " * bool(name) + each for name, each in named))
    slider = {"name": "prevalence", "title": "Prevalence", "stops": stops, "own": stops.index(own), "text": text}
    hidden = f"What holds only at the prevalence of the data, {text}, is hidden."
    words = [f"{text}, as in the figure" if stop == own else f"{stop:g}" for stop in stops]
    return {**slider, "words": words, "areas": texts, "hidden": hidden}


def _moving(ax: Axes, prevalences: Mapping[Any, float]) -> tuple[dict[Any, float], list[Artist]]:
    """Return the artists that move with the prevalence, each with its own prevalence, and the artists to hide."""
    moved: dict[Any, float] = {line: prevalences[line] for line in pointed_lines(ax)}
    lasting = view_of(next(iter(moved)).curve.space).lasting
    # For example, in PR space the iso-F lines and their labels stay. In PRG space the chance line stays, which moves in
    # PR space, but not its label, which names the prevalence of the data.
    kind: Any = Line2D if lasting in MOVING_PARTS else Artist
    one = len(set(prevalences.values())) == 1
    hidden: list[Artist] = []
    for artist in ax.get_children():
        part, prevalence = tag_of(artist) or ("", None)
        lasts = isinstance(artist, Spine | Axis) or (part == lasting and isinstance(artist, kind))
        if lasts or artist in (ax.patch, ax.title) or artist in moved:
            continue
        # If lines have several prevalences, a filled region belongs to none of them.
        can_move = isinstance(artist, Line2D) or (isinstance(artist, Polygon) and one)
        if prevalence and part in MOVING_PARTS and can_move:
            moved[artist] = prevalence
        else:
            hidden += artist.get_children() if isinstance(artist, Axes) else [artist]
    return moved, hidden


@np.errstate(all="ignore")
def _thin(ax: Axes, axis: str, part: Any, prevalence: float, size: FloatArray) -> Facts:
    """Return the points of an artist that are needed at some prevalence, and the factors by which they move."""
    # In PR space linear pieces stay straight at any prevalence, but points between their ends do not move with them. So
    # only the vertices are used.
    straight = isinstance(part, CurveLine) and part.curve.interpolation == "linear"
    drawn = part.get_xy().T if isinstance(part, Polygon) else part.vertices if straight else part.get_data()
    points = np.array(drawn, dtype=np.float64)
    points = points[:, np.isfinite(points).all(axis=0)]
    x, y = points
    # Multiplied by the odds of the prevalence, this is the odds of precision in PR space, and 1 - recall gain in PRG
    # space.
    factors = y.clip(0.0, 1.0) / (1.0 - y).clip(0.0) if axis == "y" else 1.0 - x
    # JSON has no infinite numbers.
    moves = np.array(rounded(np.nan_to_num(factors * (1.0 - prevalence) / prevalence, posinf=1e300), DIGITS))
    images = []
    for odds in ODDS:
        moved = points.copy()
        far = moves * odds
        moved["xy".index(axis)] = far / (1.0 + far) if axis == "y" else 1.0 - far
        images.append(shares(ax, *moved) @ (size * [1, 1j]))
    rows = needed(np.array(images), TOLERANCE)
    side = 0 if axis == "y" else 1
    return {"xy"[side]: shares(ax, *points[:, rows])[:, side].tolist(), "moves": moves[rows].tolist()}


# `prplot.draw.base.saving` cannot import this module, which imports it. So it looks up the writer of pages here.
PAGE_WRITERS.append(save_page)
