"""Facts about a figure for scripts of pages and for the explorer: the positions of thresholds on its curves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple, cast

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.patches import StepPatch
from matplotlib.transforms import Bbox, BboxBase

from prplot.curve.curve import Curve
from prplot.draw.base.drawn import owner_of
from prplot.draw.base.literal_text import as_written
from prplot.draw.lines.calibration_line import CalibrationLine, calibrations_on
from prplot.draw.lines.curve_line import CurveLine, curves_on, telling
from prplot.draw.page.short_numbers import short_within
from prplot.draw.text.legend_entries import grid_of
from prplot.draw.views import view_of
from prplot.path.path import ConfusionPath
from prplot.path.variants import coarser
from prplot.rows.arrays import FloatArray, IntArray

# At most MOST thresholds of a curve are kept. To choose them, the x axis is first divided into PARTS parts.
MOST, PARTS = 2000, 1024
# Positions are shares of the axes, with this many digits. Points at least FAR axes sizes away, such as 0 on a
# logarithmic axis, have no position.
DIGITS, FAR = 5, 20.0
# The digits of cumulative weights, enough for exact counts.
WEIGHT_DIGITS = 10

# The types of lines on which thresholds have positions.
PointedLine = CurveLine | CalibrationLine
# A dict of plain values only, so that it can be written as JSON.
Facts = dict[str, Any]


class Kept(NamedTuple):
    """The lines of one classifier, and its path reduced to the thresholds that the page knows."""

    lines: Sequence[PointedLine]
    path: ConfusionPath

    @property
    def curve(self) -> Any:
        """The curve of the first line."""
        return self.lines[0].curve

    def row_of(self, predicted: float) -> int:
        """Return the index of the threshold whose TP + FP is nearest to ``predicted``."""
        return int(np.abs(self.path.tp + self.path.fp - predicted).argmin())


def picture_facts(
    figure: Figure, per_inch: float, boxes: Sequence[Bbox] = (), *, by_rate: bool = False
) -> tuple[Facts, list[Kept]]:
    """Return the facts about a figure, as last drawn, that the script of its page needs, and the kept thresholds.

    Parameters
    ----------
    figure : Figure
    per_inch : float
        The number of units per inch; positions are measured from the left and the top of the figure.
    boxes : sequence of Bbox
        The bounding boxes of its axes in pixels, if they are known.
    by_rate : bool
        Whether to keep, of the thresholds with equal recall, only the strictest, as `find` does.

    Returns
    -------
    facts : dict
        Its ``size`` and ``tiles``; ``panels``, each with its ``box`` and, in shares of that, the places of thresholds
        along its ``lines``; ``curves``, with the weights and the text of each threshold; ``entries``, the boxes in
        which legends name curves.
    pairs : list of Kept
        For each classifier, its lines and the path through the kept thresholds.
    """
    panels = list[Facts]()
    of_each = _by_classifier([pointed_lines(ax) for ax in figure.axes])
    pairs = [Kept(lines, _kept(lines, by_rate)) for lines in of_each]
    numbers = numbers_of(pairs)
    for ax in filter(Axes.get_visible, figure.axes):
        places = [_places(line, pairs[numbers[line]].path) for line in pointed_lines(ax)]
        lines = [{"curve": numbers[line], **sides} for line, sides in zip(pointed_lines(ax), places, strict=True)]
        # Next to curves, histograms of scores are not a target of the pointer.
        histogram = not lines and any(isinstance(patch, StepPatch) and owner_of(patch)[0] for patch in ax.patches)
        if lines or histogram:
            scores = {"scores": [*map(float, ax.get_xlim())]} if histogram else {}
            panels.append({"box": place_of(figure, ax.bbox, per_inch), "lines": lines, **scores})
    entries = [
        {"curve": number, "box": place_of(figure, Bbox.union(cells), per_inch), "of_axes": legend not in figure.legends}
        for number, known in enumerate(pairs)
        for entry, legend in entries_of(figure, known)
        if (cells := [cell.get_window_extent() for cell in (entry.sample, *entry.words) if cell.get_visible()])
    ]
    # If each curve is on only one of several axes, the titles of these axes become part of the curves' names.
    apart = len(numbers) == len(pairs) and len({line.axes for line in numbers}) > 1
    curves = [_curve(known, apart) for known in pairs]
    return {**size_facts(figure, per_inch, boxes), "panels": panels, "curves": curves, "entries": entries}, pairs


def numbers_of(pairs: Sequence[Kept]) -> dict[PointedLine, int]:
    """Return, for each line, the index of its classifier."""
    return {line: number for number, known in enumerate(pairs) for line in known.lines}


def pointed_lines(ax: Axes) -> list[PointedLine]:
    """Return the visible lines of axes on which thresholds have positions."""
    curves: list[PointedLine] = [
        line
        for line in curves_on(ax)
        if isinstance(curve := line.curve, Curve)
        and (curve.space._pointwise or view_of(curve.space).lines_at_thresholds)
        and curve.space._undefined(curve.path) is None
    ]
    return [line for line in curves + calibrations_on(ax) if line.get_visible() and ax.get_visible()]


def _by_classifier(on_axes: list[list[PointedLine]]) -> list[list[PointedLine]]:
    """Return the lines of each classifier.

    Lines of one path are of one classifier, unless some axes show the path twice; then names distinguish them.
    """
    twice = {
        path for lines in on_axes for path, count in Counter(id(line.curve.path) for line in lines).items() if count > 1
    }
    found: dict[Any, list[PointedLine]] = {}
    for line in (line for lines in on_axes for line in lines):
        path = id(line.curve.path)
        found.setdefault((path, line.curve.label if path in twice else None), []).append(line)
    return list(found.values())


def entries_of(figure: Figure, known: Kept) -> Iterator[tuple[Any, Legend]]:
    """Yield (entry, legend) for each legend entry that names a curve of the classifier.

    In the legend of a figure, the entry's name decides.
    """
    for legend in [*figure.legends, *(ax.get_legend() for ax in figure.axes if ax.get_visible())]:
        for entry in getattr(grid_of(legend), "entries", ()):
            own = getattr(entry.handle, "curve", None)
            if legend and isinstance(own, Curve):
                named = [line.curve.path for line in known.lines if line.curve.label == own.label]
                if (legend in figure.legends and named) or any(path is own.path for path in named):
                    yield entry, legend


def place_of(figure: Figure, box: BboxBase, per_inch: float) -> list[float]:
    """Return the left, top, right and bottom of a box, given in pixels; the result is measured from the top left."""
    (left, bottom), (right, top) = figure.transFigure.inverted().transform(box.get_points()).tolist()
    width, height = (per_inch * figure.get_size_inches()).tolist()
    return [round(v, 3) for v in (left * width, (1 - top) * height, right * width, (1 - bottom) * height)]


def _kept(lines: Sequence[PointedLine], by_rate: bool) -> ConfusionPath:
    """Return the path through all thresholds, or for long paths through at most MOST thresholds that its lines need."""
    path: ConfusionPath = lines[0].curve.path
    rows = np.arange(len(path)) if len(path) <= MOST else _needed(lines)
    if by_rate:
        rows = np.union1d(np.searchsorted(path.tp, path.tp[rows]), [0, len(path) - 1])
    return path if len(rows) == len(path) else coarser(path, rows)


def _needed(lines: Sequence[PointedLine]) -> IntArray:
    """Return the indices of at most MOST thresholds with which the lines of a long path look the same."""
    path: ConfusionPath = lines[0].curve.path
    parts, rising = PARTS, -path._cuts
    while True:
        # The first step is kept, because the curve begins at its start.
        rows: IntArray = np.array([0, 1, len(path) - 1])
        for line in lines:
            (x, y), ax = line.vertices, cast(Axes, line.axes)
            ends = np.column_stack([np.linspace(0.0, 1.0, parts + 1), np.zeros(parts + 1)])
            seen = ax.transData.inverted().transform(ax.transAxes.transform(ends))[:, 0]
            needed = line.thresholds[telling(y, x, parts=np.sort(seen))]
            rows = np.union1d(rows, np.searchsorted(rising, -path._cut_of(needed)).clip(max=len(path) - 1))
        if len(rows) <= MOST:
            return rows
        parts //= 2


def _curve(known: Kept, apart: bool) -> Facts:
    line, thinned = known.lines[0], known.path
    path, ax = line.curve.path, cast(Axes, line.axes)
    title = ax.get_title() or ax.get_title("left") or str(ax.get_label())
    # All thresholds above the next lower score select the same operating point.
    below = np.append(path._cuts, -np.inf)[np.searchsorted(-path._cuts, -thinned._cuts) + 1]
    short = [path._score_of(short_within(*ends)) for ends in zip(below.tolist(), thinned._cuts.tolist(), strict=True)]
    return {
        "name": ", ".join(filter(None, [line.curve.label, title * apart])),
        "color": to_hex(line.get_color()),
        "positives": path.positives,
        "negatives": None if np.isnan(path.negatives) else path.negatives,
        # Whether negatives were reweighted to another prevalence.
        "reweighted": path.treatment.reweighted_from is not None,
        "tp": rounded(thinned.tp, WEIGHT_DIGITS),
        "fp": rounded(thinned.fp, WEIGHT_DIGITS),
        "lower_is_positive": path.lower_is_positive,
        # Each threshold is written as the shortest number that predicts the same rows positive.
        "threshold": [
            {np.inf: "above all", -np.inf: "below all"}.get(value) or f"{number!r}".removesuffix(".0")
            for value, number in zip(thinned.thresholds.tolist(), short, strict=True)
        ],
        "more": [
            (name, ["" if np.isnan(value) else as_written(value, 3) for value in values.tolist()])
            for line in known.lines
            if isinstance(line, CalibrationLine)
            for name, values in line.read(thinned).items()
        ],
    }


def _places(line: PointedLine, path: ConfusionPath) -> Facts:
    """Return the positions of thresholds as shares of the axes: points, or in cost space both ends of lines."""
    sides = np.hstack([shares(cast(Axes, line.axes), *point) for point in line.places(path)]).T
    places = [[value if abs(value) < FAR else None for value in side] for side in sides.tolist()]
    return dict(zip(("x", "y", "x2", "y2"), places, strict=False))


def rounded(values: FloatArray, digits: int) -> list[float | int]:
    """Return numbers rounded to so many significant digits, for JSON; whole numbers become int."""
    short = [float(f"{value:.{digits}g}") for value in values.tolist()]
    return [int(value) if value.is_integer() and abs(value) < 10**digits else value for value in short]


@np.errstate(all="ignore")
def shares(ax: Axes, x: FloatArray, y: FloatArray) -> FloatArray:
    """Return the positions of points as shares of the axes, in an array of shape (n, 2), clipped at FAR."""
    places = ax.transAxes.inverted().transform(ax.transData.transform(np.column_stack([x, y])))
    return np.nan_to_num(np.round(places, DIGITS), nan=FAR).clip(-FAR, FAR)


def size_facts(figure: Figure, per_inch: float, boxes: Sequence[Bbox] = ()) -> Facts:
    """Return the ``size`` of a figure and its ``tiles``: parts around axes or legends, cut at the gaps.

    A tile is (left, top, width, height). ``boxes`` are the bounding boxes of all axes in pixels, if they are known.
    """
    width, height = (per_inch * figure.get_size_inches()).tolist()
    # A color bar is left out, because it lies beside the axes to which it belongs.
    axes = [ax for ax in figure.axes if ax.get_visible() and ax.get_label() != "<colorbar>"]
    parts: list[Any] = [*axes, *figure.legends]
    known = dict[Any, Bbox](zip(figure.axes, boxes, strict=False))
    around = [place_of(figure, known.get(part) or part.get_tightbbox(), per_inch) for part in parts if len(parts) > 1]
    tiles = [
        [left, top, right - left, bottom - top]
        for top, bottom, row in _apart(around, 1, height)
        for left, right, _ in _apart(row, 0, width)
    ]
    return {"size": [width, height], "tiles": tiles}


def _apart(boxes: list[list[float]], side: int, end: float) -> list[tuple[float, float, list[list[float]]]]:
    """Divide boxes along one side at the gaps between them; return the start, the end and the boxes of each part."""
    groups: list[list[list[float]]] = []
    for box in sorted(boxes, key=lambda box: box[side]):
        if not groups or box[side] >= max(before[side + 2] for before in groups[-1]):
            groups.append([])
        groups[-1].append(box)
    gaps = [(max(box[side + 2] for box in group) + after[0][side]) / 2 for group, after in pairwise(groups)]
    return [(*ends, group) for ends, group in zip(pairwise([0.0, *gaps, end]), groups or [[]], strict=True)]
