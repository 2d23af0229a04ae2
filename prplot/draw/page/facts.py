"""What a page knows of a figure: its curves with their vertices, and the boxes in which spaces show them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple, cast

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.transforms import Bbox, BboxBase

from prplot.curve.curve import Curve
from prplot.draw.lines.curve_line import CurveLine, ThresholdLine, curves_on, telling
from prplot.draw.page.short_numbers import short_within
from prplot.draw.text.legend import cells_of
from prplot.path.path import ConfusionPath
from prplot.path.variants import coarser
from prplot.rows.arrays import FloatArray, IntArray
from prplot.spaces import ROC, Cost
from prplot.spaces.base import from_the_limit

# So many vertices of a curve are kept at most.
MOST_VERTICES = 2000
# Into so many parts axes are divided at first when vertices are chosen.
PARTS = 1024
# In how many digits thresholds are written at least, and weights that are no whole numbers.
THRESHOLD_DIGITS, WEIGHT_DIGITS = 6, 12
# The rules whose lines a page can draw at another prevalence.
DRAWN_RULES = ("continuous", "step", "linear")
SCALES = ("linear", "log")
# What is said where points are left out, on a page and where Python still knows them all.
KEPT = "This page keeps the points that the lines need, {}; what is typed or pointed at goes to the nearest of them."
POINTED = "The pointer goes to the points that the lines need, {}; the controls go to all."
# Of so many curves it is said how many.
MOST_NAMED = 3

# Plain values, for JSON.
Facts = dict[str, Any]
Panel = tuple[Axes, list[CurveLine]]


def pointed_lines(figure: Figure) -> list[Panel]:
    """Return the axes of a figure on which thresholds are places, each with its lines of such curves."""
    found = []
    for ax in figure.axes:
        lines = [line for line in curves_on(ax) if _can_be_pointed_at(line)]
        if lines and ax.get_visible() and {ax.get_xscale(), ax.get_yscale()} <= set(SCALES):
            found.append((ax, lines))
    return found


def _can_be_pointed_at(line: CurveLine) -> bool:
    curve = line.curve
    if not (isinstance(curve, Curve) and line.get_visible()):
        return False
    there = curve.space.pointwise or isinstance(curve.space, Cost)
    return there and len(curve.path) > 1 and curve.space.undefined(curve.path) is None and curve.path.positives > 0


class Known(NamedTuple):
    """What is told of a curve: the vertices that are kept, and the facts, with the path to which they belong."""

    path: ConfusionPath
    kept: ConfusionPath
    fact: Facts


def facts_of(
    figure: Figure,
    panels: Sequence[Panel],
    size: tuple[float, float],
    *,
    most: int = MOST_VERTICES,
    known: dict[Any, Known] | None = None,
    told_thinned: str = KEPT,
) -> Facts:
    """Return what a page knows of a figure as it was drawn last.

    Parameters
    ----------
    figure : Figure
    panels : sequence of (axes, lines)
    size : two floats
        Width and height of the figure, in the unit of the places.
    most : int
        So many vertices of a curve are kept at most.
    known : dict, optional
        What was told of curves before; it then holds what is told now, in their order.
    told_thinned : str
        What is said of a curve of which not all vertices are kept.

    Returns
    -------
    dict
        ``curves``, ``panels`` and ``told``, sentences about them; ``prevalence`` where it can be moved.
    """
    by_key: dict[Any, list[CurveLine]] = {}
    for _, lines in panels:
        for line in lines:
            by_key.setdefault(_key(line), []).append(line)
    before, told, remembered = known or {}, {}, {}
    for key, same in by_key.items():
        look = key, to_hex(same[0].get_color()), tuple(_seen_in(same)), most
        told[key] = remembered[look] = before.get(look) or _known(same, most)
    if known is not None:
        known.clear()
        known.update(remembered)
    places = {key: number for number, key in enumerate(by_key)}
    curves = [one.fact for one in told.values()]
    return {
        "curves": curves,
        "panels": [
            _panel(figure, ax, [(line, places[_key(line)], told[_key(line)].kept) for line in lines], size)
            for ax, lines in panels
        ],
        "prevalence": _prevalence(figure, panels),
        "told": _thinned(curves, told_thinned),
    }


def _key(line: CurveLine) -> tuple[int, str]:
    """Return what is equal for lines of one classifier, in whatever space."""
    return id(line.curve.path), line.curve.label or ""


def _thinned(curves: Sequence[Facts], said: str) -> list[str]:
    """Return what is said of curves of which not all vertices are kept, if there are any."""
    thinned = [curve for curve in curves if len(curve["tp"]) < curve["all"]]
    if not thinned:
        return []
    shares = [
        f"{len(curve['tp']):,} of {curve['all']:,}" + (f" of {curve['name']}" if curve["name"] else "")
        for curve in thinned[:MOST_NAMED]
    ]
    more = [f"and of {len(thinned) - MOST_NAMED} more"] if len(thinned) > MOST_NAMED else []
    return [said.format(", ".join([*shares, *more]))]


def picture_facts(figure: Figure, scale: float, *, most: int, known: dict[Any, Known]) -> Facts | None:
    """Return the facts of a figure as it was drawn last, as a picture; None where there is nothing to point at.

    They are those of `facts_of`; its ``size``, in pixels of which an inch has so many, and its ``entries``, the boxes
    in which legends name curves.
    """
    panels = pointed_lines(figure)
    if not panels:
        return None
    width, height = (scale * float(inches) for inches in figure.get_size_inches())
    facts = facts_of(figure, panels, (width, height), most=most, known=known, told_thinned=POINTED)
    entries = []
    for (ax, lines), panel in zip(panels, facts["panels"], strict=True):
        for drawn, line in zip(lines, panel["lines"], strict=True):
            boxes = [cell.get_window_extent() for cell in cells_of(ax, drawn) if cell.get_visible()]
            if boxes:
                box = place_of(figure, Bbox.union(boxes), (width, height))
                entries.append({"curve": line["curve"], "box": box})
    return {**facts, "size": [width, height], "entries": entries}


def _seen_in(lines: Iterable[CurveLine]) -> Iterator[tuple[Any, ...]]:
    """Yield what decides which vertices tell: the spaces of lines, and what of them is in view."""
    for line in lines:
        ax: Any = line.axes
        yield line.curve.space, ax.get_xlim(), ax.get_ylim()


def _known(lines: list[CurveLine], most: int) -> Known:
    kept = _kept(lines[0].curve.path, lines, most)
    return Known(lines[0].curve.path, kept, _curve(lines[0], kept))


def _kept(path: ConfusionPath, lines: Sequence[CurveLine], most: int) -> ConfusionPath:
    """Return the vertices that are kept: all, or those that tell what the lines look like."""
    if len(path) <= most:
        return path
    steps, parts = path.steps(), PARTS
    while True:
        kept = []
        for line in lines:
            ax, space = cast(Axes, line.axes), line.curve.space
            if not space.pointwise:
                # A threshold is a point in ROC space.
                space = ROC(space.prevalence)
            x, y = space.image(steps.fp, steps.tp, steps.negatives, steps.positives)
            across = np.column_stack([np.linspace(0.0, 1.0, parts + 1), np.zeros(parts + 1)])
            seen = ax.transData.inverted().transform(ax.transAxes.transform(across))[:, 0]
            kept.append(telling(y, x, parts=np.sort(seen)))
        rows: IntArray = np.unique(np.concatenate(kept))
        if len(rows) <= most:
            return coarser(path, rows)
        parts //= 2


def _curve(line: CurveLine, kept: ConfusionPath) -> Facts:
    path = line.curve.path
    tp, fp = kept.tp, kept.fp
    whole = all(bool(np.all(sums == np.rint(sums))) and float(sums[-1]) < 2**53 for sums in (tp, fp))
    negatives = float(path.negatives)
    return {
        "name": line.curve.label or "",
        "color": to_hex(line.get_color()),
        "positives": _number(float(path.positives)),
        "negatives": _number(negatives) if np.isfinite(negatives) else None,
        "closed": bool(path.closed),
        "whole": whole,
        "threshold": _thresholds(kept.thresholds, None if len(tp) == len(path) else path.thresholds),
        "tp": _weights(tp, whole),
        "fp": _weights(fp, whole),
        "all": len(path),
    }


def _weights(sums: FloatArray, whole: bool) -> list[float]:
    """Return weights up to vertices; whole ones as what each vertex adds, which is shorter."""
    return [int(step) for step in np.diff(sums, prepend=0.0)] if whole else [_number(value) for value in sums.tolist()]


def _number(value: float) -> float:
    short = float(f"{value:.{WEIGHT_DIGITS}g}")
    return int(short) if short == int(short) else short


def _thresholds(values: FloatArray, falling: FloatArray | None) -> list[float | str]:
    """Return thresholds; of some of those of a path such of few digits that predict the same positive."""
    names = {np.inf: "Infinity", -np.inf: "-Infinity"}
    if falling is None:
        return [value if np.isfinite(value) else names.get(value, "NaN") for value in values.tolist()]
    following = np.searchsorted(-falling, -values) + 1
    below = np.append(falling, -np.inf)[following].tolist()
    return [
        short_within(low, value, THRESHOLD_DIGITS) if np.isfinite(value) else names.get(value, "NaN")
        for low, value in zip(below, values.tolist(), strict=True)
    ]


def _panel(
    figure: Figure, ax: Axes, lines: Sequence[tuple[CurveLine, int, ConfusionPath]], size: tuple[float, float]
) -> Facts:
    space = lines[0][0].curve.space
    (x0, x1), (y0, y1) = ax.get_xlim(), ax.get_ylim()
    return {
        "space": space.name,
        "title": space.title,
        "box": place_of(figure, ax.bbox, size),
        "x": {"limits": [float(x0), float(x1)], "log": ax.get_xscale() == "log"},
        "y": {"limits": [float(y0), float(y1)], "log": ax.get_yscale() == "log"},
        "ink": to_hex(ax.xaxis.label.get_color()),
        **{one.name: getattr(space, one.name) for one in fields(space) if one.name in ("alpha", "magnifier", "clip")},
        "lines": [_line(line, curve, kept) for line, curve, kept in lines],
    }


def place_of(figure: Figure, box: BboxBase, size: tuple[float, float]) -> list[float]:
    """Return where a box of pixels is in the figure: left, top, right and bottom, down from its top."""
    (left, bottom), (right, top) = figure.transFigure.inverted().transform(box.get_points()).tolist()
    return [round(v, 3) for v in (left * size[0], (1 - top) * size[1], right * size[0], (1 - bottom) * size[1])]


def _line(line: CurveLine, place: int, kept: ConfusionPath) -> Facts:
    curve = line.curve
    told: Facts = {"curve": place, "rule": curve.interpolation}
    if curve.space.name == "pr":
        # The limit of precision, without all that comes later.
        first = next(curve.path.pieces())
        told["start"] = [0.0, float(first.fg[0] / (first.fg[0] + first.bg[0]))]
    elif curve.space.name not in ("prg", "roc", "croc", "cost"):
        x, y = curve.space.image(kept.fp, kept.tp, kept.negatives, kept.positives)
        y = from_the_limit(y)
        told |= {"x": [_number(v) for v in x.tolist()], "y": [_number(v) for v in y.tolist()]}
    return told


def _prevalence(figure: Figure, panels: Sequence[Panel]) -> Facts | None:
    """Return the prevalence from which a page can go to others; None where it cannot."""
    drawn = [line for ax in figure.axes for line in curves_on(ax)]
    lines = [line for _, lines in panels for line in lines]
    moved = [line for line in lines if line.curve.space.moves_with_prevalence]
    if not moved or len(lines) < len(drawn) or any(isinstance(line, ThresholdLine) for line in lines):
        return None
    if any(line.curve.interpolation not in DRAWN_RULES or line.curve.left != "limit" for line in moved):
        return None
    shares = [float(line.curve.path.known_prevalence) for line in lines]
    if not all(0 < share < 1 for share in shares):
        return None
    same = max(shares) - min(shares) <= 1e-9 * max(shares)
    return {"value": _number(shares[0]) if same else None}


@cache
def script() -> str:
    """Return the script of pages and pictures."""
    return files(__package__).joinpath("touch.mjs").read_text(encoding="utf-8")


@cache
def look() -> str:
    """Return the style sheet of pages and pictures."""
    return files(__package__).joinpath("touch.css").read_text(encoding="utf-8")
