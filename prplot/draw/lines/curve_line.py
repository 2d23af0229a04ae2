"""Curves as polylines, which are computed once, and as matplotlib lines; the curves on axes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, cast
from weakref import WeakKeyDictionary

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import MouseEvent, RendererBase
from matplotlib.collections import LineCollection
from matplotlib.colors import Colormap, Normalize
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from prplot.curve.curve import Curve
from prplot.interpolations.base import Pieces, Trace, refine_to
from prplot.path.groups import Groups, SortedLabels
from prplot.path.path import ConfusionPath
from prplot.path.steps import Sums
from prplot.path.variants import coarser, through
from prplot.rows.arrays import FloatArray, IntArray, Pair
from prplot.spaces import Space
from prplot.uncertainty.averaged_curves import MeanCurve
from prplot.uncertainty.bands import Band
from prplot.uncertainty.interval import Interval

# Lines of more than 10,000 rows are drawn only through the vertices that look different.
MOST = 10_001
# This function inserts points until every chord is within 1e-5 of the curve, in units of the axes.
bent = refine_to(1e-5)
# Vertices in one of these parts look the same: 4,000 equal parts of the axes, and 400 parts of each decade towards 0
# and towards 1.
DECADES = np.geomspace(1e-9, 1.0, 9 * 400 + 1)
PARTS = np.unique(np.concatenate([np.linspace(0.0, 1.0, 4001), DECADES, 1.0 - DECADES]))
# Slanted lines get vertices at these coordinates, so that they are right on logarithmic and other scales.
CUTS = np.unique(np.concatenate([DECADES[::8], 1.0 - DECADES[::8], np.geomspace(1.0, 1e6, 301)]))
# The polyline of a curve is stored as long as the curve exists, because redrawn figures need it again.
_TRACES: WeakKeyDictionary[Any, Trace] = WeakKeyDictionary()


def polyline(curve: Curve | MeanCurve) -> Trace:
    """Return the polyline of a curve as it is drawn, with the thresholds of its vertices.

    Paths of at most 10,000 rows keep all vertices. Longer ones keep the vertices that look different: see `fewer`.
    """
    if curve not in _TRACES:
        _TRACES[curve] = _traced(curve)
    return _TRACES[curve]


def _traced(curve: Curve | MeanCurve) -> Trace:
    if isinstance(curve, MeanCurve) or not curve.space._pointwise:
        line = curve._traced(bent)
        if len(line.x) <= MOST or (isinstance(curve, Curve) and len(curve.path) <= MOST):
            return line
        rows = telling(line.y, line.x)
        return Trace(*(values[rows] for values in line))
    if curve.rule.by_steps and curve.space._undefined(curve.path) is None:
        curve = curve._over(fewer(curve.path, curve.space), curve.label)
    return curve._traced(refine)


def in_square(space: Space, fpr: FloatArray, tpr: FloatArray) -> Pair:
    """Return a polyline of FPR and TPR as it is drawn in a space."""
    return space._follow(fpr, tpr, refine if space._pointwise else bent)


@np.errstate(all="ignore")
def refine(at: Pieces, count: int) -> tuple[IntArray, FloatArray]:
    """Return where to insert points in the ``count`` pieces of a line: piece and share of it, sorted.

    Points are inserted where the line bends, and along slanted pieces, for logarithmic and other scales.
    """
    piece, part = bent(at, count)
    first = np.searchsorted(piece, np.arange(count))
    piece, part = np.insert(piece, first, np.arange(count)), np.insert(part, first, 0.0)
    end = np.append(part[1:], 1.0)
    end[end == 0] = 1.0
    starts, stops = at(piece, part), at(piece, end)
    slanted = np.logical_and(*(start != stop for start, stop in zip(starts, stops, strict=True)))
    for start, stop in zip(starts, stops, strict=True):
        low, high = np.sort([start, stop], axis=0)
        first, last = np.searchsorted(CUTS, low, "right"), np.searchsorted(CUTS, high, "left")
        # A piece with at most one cut is short enough without the cut.
        cuts = np.where(slanted & np.isfinite(low + high) & (last - first > 1), last - first, 0)
        cut = np.repeat(np.arange(len(cuts)), cuts)
        within = np.arange(len(cut)) - np.repeat(np.cumsum(cuts) - cuts, cuts)
        share = (CUTS[first[cut] + within] - start[cut]) / (stop[cut] - start[cut])
        piece, part = np.append(piece, piece[cut]), np.append(part, part[cut] + share * (end[cut] - part[cut]))
    inside = (part > 0) & (part < 1)
    piece, part = piece[inside], part[inside]
    order = np.lexsort((part, piece))
    return piece[order], part[order]


def fewer(path: ConfusionPath, space: Space) -> ConfusionPath:
    """Return the path through the rows that look different in a space; all rows if there are at most 10,000.

    Abscissae and both rates are divided into 4,000 equal parts and into 400 parts of each decade from 0 and from 1. Of
    the rows that are in the same parts, the first, the lowest and the highest are kept.
    """
    if len(path) <= MOST:
        return path
    groups, first, pieces = path._groups, 0, []
    positives, negatives = path.positives, path.negatives
    # The rows are read in pieces, because arrays of all rows would take long to make.
    for piece in groups.pieces():
        weighed = path._factor * piece.fp
        x, y = space._image(Sums(weighed, piece.tp, negatives, positives))
        vertices = telling(y, x, weighed / (negatives or 1.0), piece.tp / (positives or 1.0))
        pieces.append((first + vertices, piece.tp[vertices], piece.fp[vertices]))
        first += len(piece.fg)
    rows, tp, fp = (np.concatenate(side) for side in zip(*pieces, strict=True))
    # The first row of a piece repeats the last row of the piece before.
    apart = np.append(True, np.diff(rows) > 0)
    rows, tp, fp = rows[apart], tp[apart], fp[apart]
    if isinstance(groups, SortedLabels):
        predicted = (tp[1:] + fp[1:]).astype(np.intp)
        scores = groups.form.read(groups.labeled[len(groups.labeled) - predicted] >> np.uint64(1))
        return through(path, Groups.of(scores, np.diff(tp), np.diff(fp), (tp, fp)))
    return coarser(path, rows)


def telling(y: FloatArray, *along: FloatArray, parts: FloatArray = PARTS) -> IntArray:
    """Return the indices of the vertices of a line that look different.

    Parameters
    ----------
    y : array of shape (K + 1,)
        The ordinates.
    *along : arrays of the same shape
        Coordinates that never fall along the line.
    parts : array
        Where the parts of these coordinates begin. Of all vertices in the same part of each coordinate, the first, the
        lowest and the highest are kept.
    """
    count, ends = len(y), [np.array([0, len(y) - 1])]
    for values in along:
        inside = parts[np.searchsorted(parts, values[0], "right") : np.searchsorted(parts, values[-1])]
        ends.append(np.searchsorted(values, inside))
    starts = np.unique(np.concatenate(ends))
    mask = np.zeros(count, dtype=bool)
    mask[starts] = True
    of_each = np.diff(np.append(starts, count))
    for extreme in (np.fmin.reduceat(y, starts), np.fmax.reduceat(y, starts)):
        hits = np.flatnonzero(y == np.repeat(extreme, of_each))
        first = np.searchsorted(hits, starts)
        mask[hits[first[first < len(hits)]]] = True
    return np.flatnonzero(mask)


def joined(cells: Sequence[str]) -> str:
    """Return the cells of a legend entry as one text, with a wider space after the first cell."""
    return "  ".join(filter(None, (cells[0], " ".join(filter(None, cells[1:])))))


class Words(NamedTuple):
    """The text of a curve's legend entry, one field for each cell; fields may be empty.

    Attributes
    ----------
    name : str
        The name of the curve.
    number, interval : str
        The area, and in brackets its confidence interval or its bounds.
    note : str
        In parentheses: the largest area with soft labels, and the recall at which the curve ends.
    """

    name: str = ""
    number: str = ""
    interval: str = ""
    note: str = ""

    def __str__(self) -> str:
        return joined(self)

    @property
    def area(self) -> str:
        """The area with its interval and note, without the name."""
        return " ".join(filter(None, self[1:]))


class CurveLine(Line2D):
    """A curve as a line; its vertices can be picked, with their thresholds.

    Attributes
    ----------
    curve : Curve or MeanCurve
        What is drawn.
    area : float
        The area under it, by which legends are sorted; NaN where it is not known.
    words : Words
        What legends say of the curve.
    interval : Interval or None
        The confidence interval of the area, where it is known.
    band : Band or None
        The confidence band that is drawn around it.
    edge : Line2D or None
        One of the lines along the ends of that band.
    vertices : pair of arrays
        The coordinates of the thresholds that are drawn; of a mean those of all its points.
    thresholds : array
        These thresholds.
    """

    def __init__(
        self,
        curve: Curve | MeanCurve,
        area: float = np.nan,
        words: Words | None = None,
        interval: Interval | None = None,
        *,
        line: Trace | None = None,
        **look: Any,
    ) -> None:
        self.curve: Any = curve
        self.area = area
        self.words = words or Words()
        self.interval = interval
        self.band: Band | None = None
        self.edge: Line2D | None = None
        x, y, threshold = polyline(curve) if line is None else line
        known = ~np.isnan(threshold)
        known |= ~known.any()
        self.vertices, self.thresholds = (x[known], y[known]), threshold[known]
        super().__init__(x, y, **{"label": str(self.words) or f"_{curve.space.title.lower()}", **look})

    @property
    def title(self) -> str:
        """The kind of the curve: the title of its space."""
        return str(self.curve.space.title)

    @property
    def computed(self) -> list[Any]:
        """The curve, interval and band of this line, each with a ``methods()`` sentence."""
        return [thing for thing in (self.curve, self.interval, self.band) if thing is not None]

    @property
    def number_name(self) -> str:
        """The name of the area in legends, such as AP or AUROC."""
        return str(self.curve.area_name)

    @property
    def lower_is_better(self) -> bool:
        """Whether a smaller area is better."""
        return bool(self.curve.space.lower_is_better)

    def places(self, path: ConfusionPath) -> list[Pair]:
        """Return the points at the thresholds of a path that shares thresholds with the curve.

        In cost-like spaces, where a threshold is a line, these are the two ends of each line within the view.
        """
        if self.curve.space._pointwise:
            return [self.curve._over(path)._vertices]
        start, end = self.curve.space.lines(path.fp / path.negatives, path.tp / path.positives)
        edges = np.clip(cast(Axes, self.axes).get_xlim(), 0.0, 1.0)
        return [(np.full(len(start), x), start + (end - start) * x) for x in edges]

    @property
    def renamed(self) -> bool:
        """Whether the caller has changed the label, so that it differs from the words."""
        return str(self.get_label()) != str(self.words)

    def contains(self, mouseevent: MouseEvent) -> tuple[bool, dict[str, Any]]:
        """Return whether vertices are near the mouse, and a dict with their indices ``ind`` and ``threshold``."""
        ax = cast(Axes | None, self.axes)
        if ax is None or mouseevent.canvas is not ax.figure.canvas:
            return False, {}
        away = ax.transData.transform(np.column_stack(self.vertices)) - (mouseevent.x, mouseevent.y)
        hit = np.flatnonzero(np.hypot(*away.T) <= self.get_pickradius() * ax.figure.dpi / 72)
        return bool(len(hit)), {"ind": hit, "threshold": self.thresholds[hit]}


class MemberLine(Line2D):
    """The line of a single curve that belongs to a mean curve."""


class ThresholdLine(CurveLine):
    """A curve in which every step has the color of the score that it adds.

    In cost, net benefit and Murphy space every piece has the color of the threshold that is best there.

    Attributes
    ----------
    norm : matplotlib.colors.Normalize
        Maps thresholds to [0, 1].
    cmap : matplotlib.colors.Colormap
        Maps [0, 1] to colors.
    """

    def __init__(self, curve: Curve, norm: Normalize, cmap: Colormap, area: float = np.nan, **look: Any) -> None:
        self.norm, self.cmap = norm, cmap
        line = polyline(curve)
        known = np.flatnonzero(~np.isnan(line.threshold))
        # A step has the color of the score at its end. In cost space a segment has the color of the threshold at its
        # start.
        following = np.searchsorted(known, np.arange(len(line.x) - 1), "right") - (not curve.space._pointwise)
        colors = self._colors_of(line.threshold[known[following.clip(max=len(known) - 1)]])
        changed = np.append(True, (colors[1:] != colors[:-1]).any(axis=1))[: len(colors)]
        self._starts = np.flatnonzero(changed)
        self._colors = colors[changed]
        super().__init__(curve, area, line=line, **{"color": self.color_at(None), **look})

    def _colors_of(self, thresholds: FloatArray) -> FloatArray:
        """Return the colors of thresholds; thresholds outside the range of the norm get the color of its nearer end."""
        low, high = cast(float, self.norm.vmin), cast(float, self.norm.vmax)
        return np.asarray(self.cmap(self.norm(np.fmin(np.fmax(thresholds, low), high))))

    def color_at(self, threshold: float | None) -> Any:
        """Return the color of a threshold; for None the middle color of the map."""
        return self.cmap(0.5) if threshold is None else tuple(self._colors_of(np.array([threshold]))[0].tolist())

    def draw(self, renderer: RendererBase) -> None:
        """Draw the pieces, each in its own color."""
        points = np.asarray(self.get_xydata(), dtype=np.float64)
        if not self.get_visible() or len(points) < 2:
            return
        ends = np.append(self._starts[1:], len(points) - 1)
        drawn = LineCollection(
            [points[start : end + 1] for start, end in zip(self._starts, ends, strict=True)],
            colors=self._colors,
            linewidths=self.get_linewidth(),
            linestyles=self.get_linestyle(),
            # Round ends close the gaps between pieces. On transparent lines the overlaps would be visible.
            capstyle="round" if self.get_alpha() is None else "butt",
            joinstyle="round",
            gid=self.get_gid(),
            rasterized=self.get_rasterized(),
        )
        Artist.update_from(drawn, self)
        drawn.axes = self.axes
        drawn.set_figure(cast(Figure, self.get_figure()))
        drawn.draw(renderer)
        self.stale = False


def bands_said(lines: Iterable[CurveLine]) -> list[str]:
    """Return a text for each level and kind of the lines' confidence bands, for legends and descriptions."""
    bands = {(line.band.level, line.band.kind) for line in lines if line.band is not None}
    return [f"{100 * level:g} % band, {kind}" for level, kind in sorted(bands)]


def curves_on(ax: Axes) -> list[CurveLine]:
    """Return the curves on axes, in the order in which they were drawn."""
    return [line for line in ax.lines if isinstance(line, CurveLine)]


def lines_of(ax: Axes, curve: Curve) -> list[CurveLine]:
    """Return the lines on axes that show the path of a curve, first those with the same interpolation."""
    lines = [line for line in curves_on(ax) if isinstance(line.curve, Curve) and line.curve.path is curve.path]
    return sorted(lines, key=lambda line: line.curve._kind != curve._kind)
