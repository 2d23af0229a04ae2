"""Scores and weights: how they are distributed, by class."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, cast

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.cbook import normalize_kwargs
from matplotlib.colors import LinearSegmentedColormap, to_rgba
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, StepPatch
from matplotlib.ticker import AutoLocator, ScalarFormatter
from numpy.typing import ArrayLike, NDArray

from prplot.bounds import share
from prplot.curve import Curve
from prplot.draw.artists import Drawn, figure_of
from prplot.draw.axes import COLORS, axes_for, merged, tone
from prplot.draw.curves import Part
from prplot.draw.curves import _check_part as check_part
from prplot.draw.matrices import as_written
from prplot.errors import invalid, short, warn, wrong_type
from prplot.path import ConfusionPath
from prplot.sample import Sample, numbers
from prplot.scalars import number
from prplot.sums import FloatArray, read_only
from prplot.weights import logistic as make_logistic

__all__ = ["Histogram", "Weighed", "new_figure", "part_of", "rows_of", "scores", "weights", "wide_legend"]

# Tukey's "far out": a score this many interquartile ranges from the quartiles of its class stands
# at an end; quantiles farther out are taken where ties leave the quartiles equal.
FAR_OUT = 3.0
TAILS = (0.25, 0.1, 0.05, 0.01)
FEWEST, MOST = 10, 80
# Scores that are multiples of one step, at most so many of them apart, get bins of whole steps.
LATTICE = 1000
SAME, TINY = 1e-12, 1e-300
OPACITY = 0.4
# Rows beyond which they are counted in hexagons; up to which points are darker.
MANY, FEW = 5000, 500
# The share of the width of a figure that a legend may take.
FULL = 0.98
PAIR_SIZE = (6.4, 3.2)
SHARE, SHARE_MARGIN = "Share of foreground", 0.03
CURVE_POINTS = 400
# How far weights may be from the logistic that is drawn over them, as from rounding.
CLOSE = 1e-3


class Histogram(NamedTuple):
    """A histogram of scores by class.

    Attributes
    ----------
    ax : matplotlib.axes.Axes
        Where it is.
    edges : array of shape (B + 1,)
        Of the bins, in units of the score; a bin holds its left edge, the last one both.
    foreground, background : arrays of shape (B + 2,)
        Foreground and background weight in the bins; the first and the last value are of what
        lies below and above all bins, infinite scores included. They add up to P and N.
    fills : tuple of StepPatch
        The bars of the background and of the foreground, as far as they are drawn.
    lines : tuple of Line2D
        The threshold.
    legend : Legend or None
        Which class is which.
    """

    ax: Axes
    edges: FloatArray
    foreground: FloatArray
    background: FloatArray
    fills: tuple[StepPatch, ...]
    lines: tuple[Line2D, ...]
    legend: Legend | None

    @property
    def figure(self) -> Figure:
        """The figure that holds the axes."""
        return figure_of(self.ax)

    def save(self, path: str | os.PathLike[str], **options: Any) -> None:
        """Save the figure with embedded TrueType fonts; options go to ``savefig``."""
        Drawn(self.ax).save(path, **options)

    def __repr__(self) -> str:
        return f"Histogram({len(self.edges) - 1} bins, P={self.foreground.sum():g}, N={self.background.sum():g})"


def scores(
    path: ConfusionPath | Curve,
    *,
    bins: str | int | ArrayLike = "auto",
    density: bool = False,
    threshold: float | None = None,
    foreground: Part = None,
    background: Part = None,
    line: Part = None,
    legend: Part = None,
    ax: Axes | None = None,
) -> Histogram:
    """Draw how the scores of both classes are distributed.

    Bars are weights. With hard labels the two classes are drawn over each other, from 0; with
    soft labels each bar is split into its foreground and its background weight, so that its
    height is the total.

    Parameters
    ----------
    path : ConfusionPath or Curve
        Whose scores; a curve stands for its path.
    bins : "auto", int or array_like
        ``"auto"``: about 2 n^(1/3) bins of equal width, at most 80; where scores are multiples of
        one step (votes, trees), whole steps, so that no bin holds more of them than its
        neighbour. Or how many, or their edges. Infinite scores, and those very far from the
        others, are one bar at either end, which says so.
    density : bool
        Draw each class as a density, so that a rare class can be seen beside a frequent one;
        nothing is stacked then.
    threshold : float, optional
        Where a vertical line stands; beyond the bins just outside of them.
    foreground, background, line, legend : dict, bool or None
        The parts: False leaves one out, a dict holds matplotlib keywords, of
        `matplotlib.patches.StepPatch` for the classes.
    ax : matplotlib.axes.Axes, optional
        Default: a new figure. Labels are set only where they were not.

    Returns
    -------
    Histogram
        With the ``edges`` and the weights per bin.

    Raises
    ------
    PrplotValueError
        If the path has no rows because it was made from counts, the bins are not bins, or the
        scores are too far apart to be drawn.
    PrplotTypeError
        For something that is not a path or a curve.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1])
    >>> prplot.draw.scores(path, bins=[0, 0.5, 1])
    Histogram(2 bins, P=2, N=2)
    """
    path, sample = rows_of(path)
    parts = {"foreground": foreground, "background": background, "line": line, "legend": legend}
    for name, part in parts.items():
        check_part(name, part)
    edges = bin_edges(sample.score, bins, _core(path))
    cut = None if threshold is None else number("threshold", threshold)
    if cut is not None and np.isnan(cut):
        raise invalid("threshold", "not be NaN", "nan")
    fg, bg = (weight_in_bins(sample.score, weight, edges) for weight in (sample.fg, sample.bg))
    for part in (foreground, background):
        StepPatch([0.0], [0.0, 1.0], **bar_style(part, "k"))  # fails before anything is drawn
    Line2D([], [], **merged(part_of(line)))
    ax = axes_for(ax)
    sides, there = _outline(edges, fg + bg > 0)
    heights = [_heights(weight, sides, there, density) for weight in (bg, fg)]
    stacked = path.soft and not density
    floors = [heights[1] if stacked else 0.0, 0.0]
    # First, so that the limits take it in.
    lines = [] if cut is None or line is False else [_threshold(ax, _place(cut, edges), line)]
    fills = []
    for kind, height, floor in zip(("background", "foreground"), heights, floors, strict=True):
        if parts[kind] is not False:
            style = {"label": kind, **bar_style(parts[kind], class_styles(ax)[kind])}
            fills.append(ax.stairs(height + floor, sides, baseline=floor, fill=True, **style))
    say_ends(ax, edges, sample.score)
    counts = sample.hard and bool(np.all(sample.fg + sample.bg == 1))
    _label(ax, "Score", "Density" if density else "Count" if counts else "Weight")
    made = None
    if legend is not False and fills:
        look = {"fontsize": "small", "edgecolor": "none", "framealpha": 0.85, "handlelength": 1.4}
        keys: dict[str, Artist] = {str(fill.get_label()): fill for fill in fills[::-1]}
        if cut is not None and lines:
            keys[f"threshold {as_written(cut, 3)}"] = lines[0]
        made = ax.legend(list(keys.values()), list(keys), **{**look, **part_of(legend)})
    edges, fg, bg = (read_only(array) for array in (edges, fg, bg))
    return Histogram(ax, edges, fg, bg, tuple(fills), tuple(lines), made)


class Weighed(NamedTuple):
    """The artists of a figure of weights.

    Attributes
    ----------
    axes : tuple of two Axes
        Weight against score, and the histogram.
    twin : Axes or None
        The axes of the weight over a histogram of the target.
    points : tuple of Artist
        The rows: lines of markers, one per hard class in each axes, or hexagons that count them.
    bars : StepPatch or None
        The histogram.
    lines : tuple of Line2D
        The cut in each axes, then the logistic.
    tints : tuple of Patch
        The hard classes.
    legend : Legend or None
        How many rows are in each hard class.
    """

    axes: tuple[Axes, Axes]
    twin: Axes | None
    points: tuple[Artist, ...]
    bars: StepPatch | None
    lines: tuple[Line2D, ...]
    tints: tuple[Patch, ...]
    legend: Legend | None

    @property
    def figure(self) -> Figure:
        """The figure that holds the axes."""
        return figure_of(self.axes[0])

    def save(self, path: str | os.PathLike[str], **options: Any) -> None:
        """Save the figure with embedded TrueType fonts; options go to ``savefig``."""
        Drawn(self.axes[0]).save(path, **options)

    def __repr__(self) -> str:
        return f"Weighed({len(self.points)} sets of points, {len(self.lines)} lines, {len(self.tints)} tints)"


def weights(
    path: ConfusionPath | Curve,
    *,
    cut: float = 0.5,
    target: ArrayLike | None = None,
    logistic: tuple[float, float] | None = None,
    bins: str | int | ArrayLike = "auto",
    points: Part = None,
    bars: Part = None,
    line: Part = None,
    tint: Part = None,
    legend: Part = None,
    axes: Sequence[Axes] | None = None,
    figsize: tuple[float, float] | None = None,
) -> Weighed:
    """Draw soft labels: weight against score, and how the weights, or what they come from, are distributed.

    Left the share fg / (fg + bg) of each row against its score, with a line at the cut that would
    make the labels hard. Right the histogram of the shares on the same axis; or, with ``target``,
    the histogram of the measurement that the weights were made from, and the weights over it.

    Parameters
    ----------
    path : ConfusionPath or Curve
        Whose rows; a curve stands for its path. Rows without any weight are not drawn.
    cut : float
        Share of foreground, in (0, 1], from which a row would be a hard positive.
    target : array_like of shape (n,), optional
        The measurement of each row of ``path.sample``, in any unit.
    logistic : (float, float), optional
        Cut and slope of `prplot.weights.logistic`, to draw its curve; without, the weights of the
        rows are drawn over the target.
    bins : "auto", int or array_like
        Of the histogram, as in `scores`; its bars are total weights fg + bg.
    points, bars, line, tint, legend : dict, bool or None
        The parts: False leaves one out, a dict holds matplotlib keywords: of
        `matplotlib.lines.Line2D` (beyond 5000 rows of `matplotlib.axes.Axes.hexbin`), of
        `matplotlib.patches.StepPatch`, of lines, of `matplotlib.patches.Patch`, of legends.
    axes : two matplotlib.axes.Axes, optional
        Default: a new figure.
    figsize : (float, float), optional
        Of a new figure, in inches.

    Returns
    -------
    Weighed

    Warns
    -----
    PrplotWarning
        If the weights of the path are not those of the logistic, rows have no weight, or the given
        bins do not hold all.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If the path has no rows because it was made from counts, the cut is outside (0, 1], or the
        target does not have one finite value per row.

    References
    ----------
    J. Keilwagen, I. Grosse and J. Grau, PLoS ONE 2014, Figures 4 and 7,
    doi:10.1371/journal.pone.0092209.

    Examples
    --------
    >>> import prplot
    >>> cells = prplot.datasets.load("cells")
    >>> path = cells.paths()["Ridge regression"]
    >>> prplot.draw.weights(path, target=cells.target)
    Weighed(4 sets of points, 2 lines, 4 tints)
    """
    path, sample = rows_of(path)
    parts = {"points": points, "bars": bars, "line": line, "tint": tint, "legend": legend}
    for name, part in parts.items():
        check_part(name, part)
    level = number("cut", cut)
    if not 0 < level <= 1:
        raise invalid("cut", "lie in (0, 1]", short(cut), "It is a share fg / (fg + bg).")
    there = (sample.fg > 0) | (sample.bg > 0)
    score, fg, bg = (column[there] for column in (sample.score, sample.fg, sample.bg))
    shares = share(fg, bg)
    measured = None if target is None else _measured(target, there)
    rule = None if logistic is None else _rule(logistic, measured, shares)
    along = shares if measured is None else measured
    edges, score_edges = bin_edges(along, bins), bin_edges(score, "auto", _core(path))
    if not there.all():
        warn(f"{np.sum(~there)} of {len(there)} rows have no weight, so no share of foreground; they are not drawn.")
    under, *heights, over = weight_in_bins(along, fg + bg, edges).tolist()
    if under + over > 0:
        left_out = f"{under + over:g}"
        warn(f"bins leave out rows of total weight {left_out}: they hold {edges[0]:g} to {edges[-1]:g} only.")
    unit = "Rows" if np.all(fg + bg == 1) else "Total weight"
    positive = shares >= level
    low, high, _ = end_places(score_edges)
    placed = np.where(score < score_edges[0], low, np.where(score > score_edges[-1], high, score))
    # Where shares are multiples of one step their bars reach beyond 0 and 1.
    reach = (0.0, 1.0) if measured is not None else (min(0.0, edges[0]), max(1.0, edges[-1]))
    limits = reach[0] - SHARE_MARGIN, reach[1] + SHARE_MARGIN
    lines: list[Line2D] = []
    tints: list[Patch] = []
    twin = None
    with _pair(axes, figsize, shared=measured is None) as (left, right):
        for ax in (left, right) if measured is None else (left,):
            if ax.get_autoscaley_on():
                ax.set_ylim(limits)
            _part(ax, "y", level, True, line, tint, lines, tints)
        _label(left, "Score", SHARE)
        say_ends(left, score_edges, score)
        dots = _rows(left, placed, shares, positive, points)
        if measured is None:
            _label(right, unit, "" if axes is None else SHARE)
            bar = _bars(right, heights, edges, bars, orientation="horizontal")
        else:
            _label(right, "Target", unit)
            bar = _bars(right, heights, edges, bars)
            right.set_xlim(right.get_xlim())
            at = _crossing(measured, positive, rule, level)
            if at is not None:
                _part(right, "x", *at, line, tint, lines, tints)
            twin = right.twinx()
            twin.set_ylabel(SHARE)
            twin.set_ylim(limits)
            if rule is None:
                dots += _rows(twin, measured, shares, positive, points)
            elif line is not False:
                x = np.linspace(*right.get_xlim(), CURVE_POINTS)
                look: dict[str, Any] = {"color": tone(right, 0.85), "linewidth": 1.4, "zorder": 3.0}
                style = merged(part_of(line), **look, label="_logistic")
                lines += twin.plot(x, make_logistic(x, *rule)[0], **style)
        made = None if legend is False else _class_legend(left, positive, part_of(legend), outside=axes is None)
    return Weighed((left, right), twin, tuple(dots), bar, tuple(lines), tuple(tints), made)


def _class_legend(ax: Axes, positive: NDArray[np.bool_], asked: dict[str, Any], outside: bool) -> Legend:
    """Say how many rows are in each hard class; above both axes of a figure of ours."""
    rows = {"foreground": int(positive.sum()), "background": int((~positive).sum())}
    keys = [Patch(label=f"hard {k}, {n} rows", **bar_style(None, class_styles(ax)[k])) for k, n in rows.items()]
    look: dict[str, Any] = {"edgecolor": "none", "handlelength": 1.4}
    if not outside:
        return ax.legend(handles=keys, **{**look, "fontsize": "small", "framealpha": 0.85, **asked})
    place = {"loc": "outside upper center", "ncols": 2, "framealpha": 0.0, "borderpad": 0.1}
    labels = [str(key.get_label()) for key in keys]
    return wide_legend(figure_of(ax), keys, labels, **{**look, **place, **asked})


def wide_legend(figure: Figure, handles: Any, labels: Any, **options: Any) -> Legend:
    """Make the legend of a figure, as small as the width of the figure needs unless its font is given."""
    size = FontProperties(size=options.get("fontsize", "small")).get_size_in_points()
    # Letters are not quite in proportion to their size, so once is not always enough.
    for _ in range(4):
        # All distances in a legend are in units of its font.
        legend = figure.legend(handles, labels, **{"fontsize": size, "title_fontsize": size, **options})
        share = FULL * figure.bbox.width / legend.get_window_extent().width
        if share >= 1 or "fontsize" in options:
            return legend
        legend.remove()
        size *= share
    return figure.legend(handles, labels, **{"fontsize": size, "title_fontsize": size, **options})


@contextmanager
def new_figure(width: float, height: float) -> Iterator[Figure]:
    """Make a figure that pyplot knows, and forget it where drawing fails."""
    figure = plt.figure(figsize=(width, height), layout="constrained")
    try:
        yield figure
    except BaseException:
        plt.close(figure)
        raise


@contextmanager
def _pair(axes: Any, figsize: tuple[float, float] | None, shared: bool) -> Iterator[tuple[Axes, Axes]]:
    if axes is not None:
        pair = tuple(axes) if isinstance(axes, Iterable) else (axes,)
        if len(pair) != 2 or not all(isinstance(ax, Axes) for ax in pair):
            raise wrong_type("axes", "be two matplotlib Axes or None", axes, "Make them with plt.subplots(1, 2).")
        yield pair
        return
    with new_figure(*(figsize or PAIR_SIZE)) as figure:
        left, right = figure.subplots(1, 2, sharey=shared, width_ratios=(1.6, 1) if shared else (1, 1))
        yield left, right


def _label(ax: Axes, x: str, y: str) -> None:
    """Label axes where the caller has not."""
    if not ax.get_xlabel():
        ax.set_xlabel(x)
    if not ax.get_ylabel():
        ax.set_ylabel(y)


def _rows(ax: Axes, x: FloatArray, shares: FloatArray, positive: NDArray[np.bool_], part: Part) -> tuple[Artist, ...]:
    """Draw rows as points, or as hexagons where they are many."""
    if part is False:
        return ()
    if len(x) > MANY:
        cmap = LinearSegmentedColormap.from_list("rows", [tone(ax, 0.15), tone(ax, 0.95)])
        count = {"gridsize": (36, 18), "bins": "log", "mincnt": 1, "linewidths": 0.2, "cmap": cmap, "zorder": 2.0}
        return (ax.hexbin(x, shares, **{**count, **part_of(part)}),)
    look: dict[str, Any] = {"linestyle": "none", "marker": "o", "markersize": 3.0, "markeredgewidth": 0.0}
    look["alpha"] = 0.6 if len(x) <= FEW else 0.35
    drawn: list[Line2D] = []
    for kind, kept in (("background", ~positive), ("foreground", positive)):
        style = merged(part_of(part), **look, color=class_styles(ax)[kind], zorder=2.0, label=f"_{kind}")
        drawn += ax.plot(x[kept], shares[kept], **style)
    return tuple(drawn)


def _bars(ax: Axes, heights: list[float], edges: FloatArray, part: Part, **how: Any) -> StepPatch | None:
    if part is False:
        return None
    return ax.stairs(heights, edges, fill=True, **how, **{"label": "_rows", **bar_style(part, tone(ax, 0.6))})


def _part(
    ax: Axes, along: str, at: float, rising: bool, line: Part, tint: Part, lines: list[Line2D], tints: list[Patch]
) -> None:
    """Draw the cut across axes, and tint what is hard foreground and hard background on its sides."""
    low, high = getattr(ax, f"get_{along}lim")()
    across = {"x": "v", "y": "h"}[along]
    if tint is not False:
        # Beyond the view as well, for those who move it.
        far = 10 * abs(high - low)
        ends = min(low, at) - far, max(high, at) + far
        for kind, end in (("background", ends[not rising]), ("foreground", ends[rising])):
            look: dict[str, Any] = {"facecolor": class_styles(ax)[kind], "edgecolor": "none", "alpha": 0.1}
            style = merged(part_of(tint), Patch, **look, zorder=0.5, label=f"_hard {kind}")
            tints.append(getattr(ax, f"ax{across}span")(at, end, **style))
    if line is not False:
        style = merged(part_of(line), color=tone(ax, 0.7), linewidth=1.0, linestyle=(0, (4, 3)), zorder=2.5)
        lines.append(getattr(ax, f"ax{across}line")(at, **{"label": "_cut", **style}))
    getattr(ax, f"set_{along}lim")(low, high)


def _measured(target: ArrayLike, there: NDArray[np.bool_]) -> FloatArray:
    values = numbers("target", target)
    if len(values) != len(there):
        rule = "have one value per row of path.sample"
        raise invalid(
            "target", rule, f"{len(values)} values for {len(there)} rows", "Leave out rows that were dropped."
        )
    if not np.isfinite(values).all():
        raise invalid("target", "be finite", f"{values[~np.isfinite(values)][0]:g}", "Drop those rows first.")
    return values[there]


def _rule(logistic: Any, measured: FloatArray | None, shares: FloatArray) -> tuple[float, float]:
    """Read cut and slope of the logistic, and warn where the weights are not made by it."""
    if measured is None:
        raise invalid("logistic", "come with target", short(logistic), "Pass the measurement of each row as target=.")
    if np.shape(logistic) != (2,):
        raise invalid("logistic", "be (cut, slope)", short(logistic), "See prplot.weights.logistic.")
    middle, slope = number("logistic", logistic[0]), number("logistic", logistic[1])
    away = float(np.max(np.abs(make_logistic(measured, middle, slope)[0] - shares)))
    if away > CLOSE:
        warn(
            f"the weights of the path are not those of the logistic with cut {middle:g} and slope {slope:g}: "
            f"they differ by up to {away:.2g}."
        )
    return middle, slope


def _crossing(
    measured: FloatArray, positive: NDArray[np.bool_], rule: tuple[float, float] | None, level: float
) -> tuple[float, bool] | None:
    """Return the target at which the weight passes the cut, and whether it rises there; None where none is."""
    if rule is not None:
        return (rule[0] + np.log(level / (1 - level)) / rule[1], rule[1] > 0) if level < 1 else None
    if not positive.any() or positive.all():
        return None
    above, below = measured[positive], measured[~positive]
    for rising, (one, other) in ((True, (below, above)), (False, (above, below))):
        if one.max() < other.min():
            return (float(one.max()) + float(other.min())) / 2, rising
    return None


def rows_of(path: ConfusionPath | Curve) -> tuple[ConfusionPath, Sample]:
    """Return a path, given as itself or as a curve, and its rows."""
    path = path.path if isinstance(path, Curve) else path
    if not isinstance(path, ConfusionPath):
        raise wrong_type("path", "be a path or a curve", path, "Make one with prplot.from_labels.")
    return path, path._rows("a histogram of scores and weights")


def class_styles(ax: Axes) -> dict[str, str]:
    """Return the colours of the classes, on any style."""
    return {"foreground": COLORS[0], "background": tone(ax, 0.55)}


def part_of(part: Part) -> dict[str, Any]:
    """Return the keywords of a part; none where it is not a dict."""
    return dict(part) if isinstance(part, Mapping) else {}


def bar_style(part: Part, color: str) -> dict[str, Any]:
    """Return keywords of filled steps: the caller's colour, or any other keyword, before ours."""
    given = normalize_kwargs(part_of(part), StepPatch)
    color = given.pop("color", color)
    face = to_rgba(color, OPACITY * to_rgba(color)[3])
    return {"facecolor": face, "edgecolor": color, "linewidth": 0.8, "zorder": 2.0, **given}


# Bins.


def bin_edges(values: FloatArray, bins: Any, core: tuple[float, float] = (-np.inf, np.inf)) -> FloatArray:
    """Return the rising edges of bins for the finite values within a core."""
    if isinstance(bins, str):
        if bins != "auto":
            raise invalid("bins", "be 'auto', a number of bins, or their edges", short(bins))
        count = None
    elif np.ndim(bins) == 0:
        count = bins
        if isinstance(bins, bool) or not isinstance(bins, int | np.integer) or bins < 1:
            raise invalid("bins", "be 'auto', a number of bins from 1 on, or their edges", short(bins))
    else:
        edges = numbers("bins", bins)
        if len(edges) < 2 or not np.isfinite(edges).all() or not np.all(np.diff(edges) > 0):
            raise invalid("bins", "be two or more finite edges that rise", short(bins))
        return edges
    kept = np.unique(values[np.isfinite(values) & (values >= core[0]) & (values <= core[1])])
    if not len(kept):
        kept = np.array([0.0])
    low, high = float(kept[0]), float(kept[-1])
    half = max(0.5, 1e-6 * abs(low))
    if not np.isfinite(2 * high - 2 * low):
        rule, way_out = "span less than half the range of float64 to be drawn", "Divide them by a constant."
        raise invalid("scores and targets", rule, f"{low:g} to {high:g}", way_out)
    if high - low <= max(SAME * max(abs(low), abs(high)), TINY):
        return np.linspace(low - half, high + half, (count or 1) + 1)
    if count is not None:
        return np.linspace(low, high, count + 1)
    count = int(np.clip(np.ceil(2 * len(values) ** (1 / 3)), FEWEST, MOST))
    step = float(np.diff(kept).min())
    if (high - low) / step <= LATTICE:
        places = (kept - low) / step
        if np.all(np.abs(places - np.rint(places)) < 1e-6):
            wide = step * max(1, round((high - low) / step / count))
            return low - step / 2 + wide * np.arange(np.ceil((high - low + step / 2) / wide) + 1)
    return np.linspace(low, high, count + 1)


def _core(path: ConfusionPath) -> tuple[float, float]:
    """Return between which scores, by the quartiles of the two classes, none is far out."""
    finite = np.isfinite(path.thresholds[1:])
    cuts = path.thresholds[1:][finite]
    low, high = np.inf, -np.inf
    for weight in path.increments:
        above = np.cumsum(weight[finite])
        for tail in TAILS if len(above) and above[-1] > 0 else ():
            upper, lower = cuts[np.searchsorted(above, above[-1] * np.array([tail, 1 - tail]))]
            if upper > lower:
                with np.errstate(over="ignore"):
                    reach = FAR_OUT * (upper - lower)
                    low, high = min(low, lower - reach), max(high, upper + reach)
                break
    return (low, high) if low < high else (-np.inf, np.inf)


def weight_in_bins(values: FloatArray, weight: FloatArray, edges: FloatArray) -> FloatArray:
    """Return the weight below all bins, in each, and above all."""
    bins = np.searchsorted(edges, values, side="right")
    bins[values == edges[-1]] = len(edges) - 1
    return np.asarray(np.bincount(bins, weight, minlength=len(edges) + 1), dtype=np.float64)


def end_places(edges: FloatArray) -> tuple[float, float, float]:
    """Return the middles of the bars for what is below and above all bins, and how wide they are."""
    wide = float((edges[-1] - edges[0]) / min(len(edges) - 1, FEWEST) / 2)
    return float(edges[0]) - 1.5 * wide, float(edges[-1]) + 1.5 * wide, wide


def _outline(edges: FloatArray, filled: NDArray[np.bool_]) -> tuple[FloatArray, slice]:
    """Return the edges of the bars, those at the ends set off by a gap, and which of all bars are there."""
    low, high, wide = end_places(edges)
    outline = np.concatenate([[low - wide / 2, low + wide / 2], edges, [high - wide / 2, high + wide / 2]])
    there = slice(0 if filled[0] else 2, None if filled[-1] else -2)
    return outline[there], there


def _heights(weight: FloatArray, outline: FloatArray, there: slice, density: bool) -> FloatArray:
    gap = [0.0]
    heights = np.concatenate([weight[:1], gap, weight[1:-1], gap, weight[-1:]])[there]
    if density and heights.any():
        heights = heights / (heights.sum() * np.diff(outline))
    return heights


def _place(threshold: float, edges: FloatArray) -> float:
    """Return where a threshold stands; beyond the bins in the gap before what is at the end."""
    wide = end_places(edges)[2]
    return float(np.clip(threshold, edges[0] - wide / 2, edges[-1] + wide / 2))


def _threshold(ax: Axes, x: float, part: Part) -> Line2D:
    style = merged(part_of(part), color=tone(ax, 0.85), linewidth=1.2, zorder=3.0)
    return ax.axvline(x, **{"label": "_threshold", **style})


class _Within(AutoLocator):
    """Ticks where the axis is to scale, and one under each bar at its ends."""

    def __init__(self, core: tuple[float, float], ends: Mapping[float, str]) -> None:
        super().__init__()
        self.core, self.ends = core, ends

    def tick_values(self, vmin: float, vmax: float) -> list[float]:
        """Return the usual ticks, but for those whose labels would touch those of the ends."""
        ax, size = cast(Any, self.axis).axes, FontProperties(size=mpl.rcParams["xtick.labelsize"]).get_size_in_points()
        # A character is about six tenths of the size wide; half of the two labels, and a space.
        letter = 0.6 * size * ax.figure.dpi / 72 * abs(vmax - vmin) / max(ax.bbox.width, 1.0)
        kept = list(self.ends)
        for tick in super().tick_values(vmin, vmax):
            apart = (letter * (len(f"{tick:g}") + len(text) + 2) / 2 for text in self.ends.values())
            free = all(abs(tick - end) > room for end, room in zip(self.ends, apart, strict=True))
            if free and self.core[0] <= tick <= self.core[1]:
                kept.append(tick)
        return kept


class _SaysEnds(ScalarFormatter):
    """Labels of the usual ticks, and words for the bars at the ends."""

    def __init__(self, ends: Mapping[float, str]) -> None:
        super().__init__()
        self.ends = ends

    def set_locs(self, locs: Any) -> None:
        """Format by the ticks where the axis is to scale."""
        super().set_locs([tick for tick in locs if tick not in self.ends])

    def __call__(self, x: float, pos: int | None = None) -> str:
        """Return the label of a tick."""
        return self.ends[x] if x in self.ends else super().__call__(x, pos)


def say_ends(ax: Axes, edges: FloatArray, values: FloatArray) -> None:
    """Say under the bars at the ends of an axis of scores what they hold."""
    ends = {}
    for sign, edge, place in zip("<>", edges[[0, -1]], end_places(edges)[:2], strict=True):
        beyond = values[values < edge] if sign == "<" else values[values > edge]
        if len(beyond):
            infinite = "\N{MINUS SIGN}∞" if sign == "<" else "+∞"
            ends[place] = infinite if np.isinf(beyond).all() else f"{sign} {as_written(float(edge), 3)}"
    if ends:
        ax.xaxis.set_major_locator(_Within((float(edges[0]), float(edges[-1])), ends))
        ax.xaxis.set_major_formatter(_SaysEnds(ends))
