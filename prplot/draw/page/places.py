"""Facts of a picture: where the thresholds of its curves are, as its script, and the explorer, know them."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple, cast

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.patches import StepPatch
from matplotlib.transforms import Bbox, BboxBase

from prplot.curve.curve import Curve
from prplot.draw.base.results import owner_of
from prplot.draw.lines.curve_line import CurveLine, curves_on, telling
from prplot.draw.page.short_numbers import short_within
from prplot.draw.text.legend_entries import grid_of
from prplot.path.path import ConfusionPath
from prplot.path.variants import coarser
from prplot.rows.arrays import FloatArray, IntArray
from prplot.spaces import ROC, Cost

# So many thresholds of a curve are kept at most; into so many parts axes are divided at first to choose them.
MOST, PARTS = 2000, 1024
# To how many digits places are written, in shares of the axes, and weights that are no whole numbers.
PLACE_DIGITS, WEIGHT_DIGITS = 5, 12
# Points so many times as far from the axes as these are wide have no place, as 0 has none on a logarithmic axis.
FAR = 20.0
# Of so many curves it is said how many thresholds are kept.
MOST_NAMED = 3

# Plain values, for JSON.
Facts = dict[str, Any]


class Kept(NamedTuple):
    """The thresholds of a curve that a picture knows, as a path through these, with what is said of them."""

    curve: Curve
    path: ConfusionPath
    seen: Hashable
    fact: Facts


def picture_facts(figure: Figure, width: float, height: float, before: Sequence[Kept] = ()) -> tuple[Facts, list[Kept]]:
    """Return what the script of a picture knows of a figure as it was drawn last.

    Parameters
    ----------
    figure : Figure
    width, height : float
        The size of the figure in the unit of places, which are told from its left and its top.
    before : sequence of Kept
        What was returned last time, so that no thresholds are chosen twice.

    Returns
    -------
    facts : dict
        Its ``size`` and ``tiles``; ``panels``, each with its ``box`` and, in shares of that, the places of thresholds
        along its ``lines``; ``curves``, with the weights and the text of each threshold; ``entries``, the boxes in
        which legends name curves; ``told``, sentences on what is left out.
    kept : list of Kept
        For each curve the thresholds that its rows stand for.
    """
    own: dict[Hashable, list[CurveLine]] = {}
    for ax in figure.axes:
        for line in filter(_has_thresholds, curves_on(ax)):
            own.setdefault(_key(line), []).append(line)
    known = {one.seen: one for one in before}
    kept = [known.get(_seen(lines)) or _kept(lines) for lines in own.values()]
    numbers, size = {key: number for number, key in enumerate(own)}, (float(width), float(height))
    panels: list[Facts] = []
    for ax in filter(Axes.get_visible, figure.axes):
        box = place_of(figure, ax.bbox, size)
        places = [(numbers[_key(line)], line) for line in curves_on(ax) if _has_thresholds(line)]
        if places:
            panels.append({"box": box, "lines": [{"curve": k, **_places(line, kept[k].path)} for k, line in places]})
        elif _is_histogram(ax) and ax.get_xscale() == "linear":
            panels.append({"box": box, "lines": [], "scores": list(map(float, ax.get_xlim()))})
    facts = {
        "size": [*size],
        "tiles": tiles_of(figure, size),
        "panels": panels,
        "curves": [one.fact for one in kept],
        "entries": [
            {"curve": number, "box": place_of(figure, box, size)}
            for number, line in enumerate(own.values())
            for box in _entries(figure, line[0])
        ],
        "told": _told(kept),
    }
    return facts, kept


def place_of(figure: Figure, box: BboxBase, size: tuple[float, float]) -> list[float]:
    """Return where a box of pixels is in the figure: left, top, right and bottom, down from its top."""
    (left, bottom), (right, top) = figure.transFigure.inverted().transform(box.get_points()).tolist()
    return [round(v, 3) for v in (left * size[0], (1 - top) * size[1], right * size[0], (1 - bottom) * size[1])]


# Which curves have thresholds that are places, and which thresholds are kept.


def _has_thresholds(line: CurveLine) -> bool:
    curve = line.curve
    if not (isinstance(curve, Curve) and line.get_visible() and cast(Axes, line.axes).get_visible()):
        return False
    there = curve.space.pointwise or isinstance(curve.space, Cost)
    return there and len(curve.path) > 1 and curve.space.undefined(curve.path) is None and curve.path.positives > 0


def _is_histogram(ax: Axes) -> bool:
    return any(isinstance(patch, StepPatch) and owner_of(patch)[0] is not None for patch in ax.patches)


def _key(line: CurveLine) -> Hashable:
    """Return what is equal for lines of one classifier, in whatever space."""
    return id(line.curve.path), line.curve.label or ""


def _seen(lines: Sequence[CurveLine]) -> Hashable:
    """Return what decides which thresholds of a classifier are kept, and what is said of them."""
    views = []
    for line in lines:
        ax = cast(Axes, line.axes)
        views.append((line.curve.space, ax.get_xscale(), ax.get_xlim()))
    return _key(lines[0]), to_hex(lines[0].get_color()), tuple(views)


def _kept(lines: Sequence[CurveLine]) -> Kept:
    """Choose thresholds: all or, of many, at most as many as show what the lines look like."""
    curve, parts = lines[0].curve, PARTS
    path = kept = curve.path
    steps = path.steps() if len(path) > MOST else None
    while len(kept) > MOST and steps is not None:
        # With the first step the line begins where all of it does.
        rows = [np.array([0, 1])]
        for line in lines:
            ax, space = cast(Axes, line.axes), line.curve.space
            # A threshold that is a line in cost space is a point in ROC space.
            space = space if space.pointwise else ROC(space.prevalence)
            x, y = space.image(steps.fp, steps.tp, steps.negatives, steps.positives)
            ends = np.column_stack([np.linspace(0.0, 1.0, parts + 1), np.zeros(parts + 1)])
            seen = ax.transData.inverted().transform(ax.transAxes.transform(ends))[:, 0]
            rows.append(telling(y, x, parts=np.sort(seen)))
        chosen: IntArray = np.unique(np.concatenate(rows))
        kept, parts = coarser(path, chosen) if len(chosen) <= MOST else path, parts // 2
    return Kept(curve, kept, _seen(lines), _curve(lines[0], kept))


def _curve(line: CurveLine, kept: ConfusionPath) -> Facts:
    path = line.curve.path
    negatives = float(path.negatives)
    return {
        "name": line.curve.label or "",
        "color": to_hex(line.get_color()),
        "positives": _short(float(path.positives)),
        "negatives": _short(negatives) if np.isfinite(negatives) else None,
        "tp": [_short(value) for value in kept.tp.tolist()],
        "fp": [_short(value) for value in kept.fp.tolist()],
        "threshold": _thresholds(kept.thresholds, path.thresholds),
    }


def _short(value: float) -> float:
    short = float(f"{value:.{WEIGHT_DIGITS}g}")
    return int(short) if short == int(short) else short


def _thresholds(values: FloatArray, falling: FloatArray) -> list[str]:
    """Return thresholds of a path as the shortest numbers that predict the same positive."""
    below = np.append(falling, -np.inf)[np.searchsorted(-falling, -values) + 1]
    return [
        repr(short_within(low, value)).removesuffix(".0")
        if np.isfinite(value)
        else f"{'above' if value > 0 else 'below'} all"
        for low, value in zip(below.tolist(), values.tolist(), strict=True)
    ]


# Where they are.


def _places(line: CurveLine, kept: ConfusionPath) -> Facts:
    """Return the places of thresholds in shares of the axes: points, or in cost space the ends of lines."""
    curve, ax = line.curve, cast(Axes, line.axes)
    if curve.space.pointwise:
        return dict(zip("xy", _shares(ax, *curve.over(kept).vertices), strict=True))
    start, end = curve.space.lines(kept.fp / kept.negatives, kept.tp / kept.positives)
    places: Facts = {}
    for k, x in enumerate(np.clip(ax.get_xlim(), 0.0, 1.0)):
        sides = _shares(ax, np.full(len(kept.tp), x), start + (end - start) * x)
        places |= zip(("x", "y") if k == 0 else ("x2", "y2"), sides, strict=True)
    return places


@np.errstate(all="ignore")
def _shares(ax: Axes, *point: FloatArray) -> Any:
    places = ax.transAxes.inverted().transform(ax.transData.transform(np.column_stack(point)))
    places = np.where((np.abs(places) < FAR).all(axis=1, keepdims=True), np.round(places, PLACE_DIGITS), np.nan)
    return [[None if value != value else value for value in side] for side in places.T.tolist()]


def _entries(figure: Figure, line: CurveLine) -> list[BboxBase]:
    """Return the boxes in which legends name a curve: those of axes, and those of the figure, by its name."""
    found: list[BboxBase] = []
    for legend in [*figure.legends, *(ax.get_legend() for ax in figure.axes if ax.get_visible())]:
        for entry in getattr(grid_of(legend), "entries", ()):
            handle = entry.handle
            if not isinstance(handle, CurveLine):
                continue
            if _key(handle) == _key(line) or (legend in figure.legends and handle.curve.label == line.curve.label):
                boxes = [cell.get_window_extent() for cell in (entry.sample, *entry.words) if cell.get_visible()]
                found += [Bbox.union(boxes)] if boxes else []
    return found


# Its parts, which stand beneath each other where there is little room.


def tiles_of(figure: Figure, size: tuple[float, float]) -> list[list[float]]:
    """Return left, top, width and height of the parts of a figure: cut into rows, and these into columns."""
    axes = [ax for ax in figure.axes if ax.get_visible()]
    if len(axes) + len(figure.legends) < 2:
        return [[0.0, 0.0, *size]]
    bars = [ax for ax in axes if ax.get_label() == "<colorbar>"]
    parts: list[Any] = [*(ax for ax in axes if ax not in bars), *figure.legends, *figure.texts]
    boxes: list[Any] = [part.get_tightbbox() for part in parts]
    for bar in (ax.get_tightbbox() for ax in bars):
        # A colour bar stands to the right of its axes.
        near = min(range(len(boxes)), key=lambda k: abs(boxes[k].x1 - cast(Any, bar).x0))
        boxes[near] = Bbox.union([boxes[near], cast(Any, bar)])
    places = [place_of(figure, box, size) for box in boxes if box is not None]
    return [
        [round(v, 3) for v in (left, top, right - left, bottom - top)]
        for top, bottom, row in _apart(places, 1, size[1])
        for left, right, _ in _apart(row, 0, size[0])
    ]


def _apart(boxes: list[list[float]], side: int, end: float) -> list[tuple[float, float, list[list[float]]]]:
    """Cut a side where no box is: return from where to where each part reaches, and the boxes in it."""
    parts: list[list[list[float]]] = []
    for box in sorted(boxes, key=lambda box: box[side]):
        if parts and box[side] < max(other[side + 2] for other in parts[-1]):
            parts[-1].append(box)
        else:
            parts.append([box])
    gaps = [(max(o[side + 2] for o in one) + other[0][side]) / 2 for one, other in pairwise(parts)]
    return list(zip([0.0, *gaps], [*gaps, end], parts, strict=True))


def _told(kept: Sequence[Kept]) -> list[str]:
    """Return what is said of curves of which not all thresholds are kept, if there are any."""
    thinned = [one for one in kept if len(one.path) < len(one.curve.path)]
    if not thinned:
        return []
    shares = [
        f"{len(one.path):,} of {len(one.curve.path):,}" + (f" of {one.curve.label}" if one.curve.label else "")
        for one in thinned[:MOST_NAMED]
    ]
    shares += [f"and of {len(thinned) - MOST_NAMED} more"] if len(thinned) > MOST_NAMED else []
    return [f"The pointer goes to the thresholds that the lines need, {', '.join(shares)}."]
