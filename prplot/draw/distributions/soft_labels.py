"""Soft labels: weight against score, and how weights and what they come from are distributed."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, StepPatch
from numpy.typing import ArrayLike, NDArray

from prplot.curve.curve import Curve
from prplot.draw.base.axes import styled_size, tone
from prplot.draw.base.figure import figure_of, new_figure
from prplot.draw.base.keywords import PartOption, check_part, merged, part_of
from prplot.draw.base.results import Drawn
from prplot.draw.distributions.bins import bin_edges, core_of, end_places, say_ends, weight_in_bins
from prplot.draw.distributions.scores import bar_style, class_styles, label_unlabelled, rows_of
from prplot.draw.distributions.target import crossing, logistic_rule, measured_in
from prplot.draw.text.figure_legend import wide_legend
from prplot.errors import by_name, invalid, short, warn, wrong_type
from prplot.path.path import ConfusionPath
from prplot.path.variants import foreground_share
from prplot.rows.arrays import FloatArray
from prplot.rows.checks import number
from prplot.rows.soft_labels import logistic as make_logistic

__all__ = ["SoftLabels", "soft_labels"]

# Rows beyond which they are counted in hexagons; up to which points are darker.
MANY, FEW = 5000, 500
PAIR_SIZE = (6.4, 3.2)
SHARE, SHARE_MARGIN = "Share of foreground", 0.03
CURVE_POINTS = 400


@by_name()
class SoftLabels(NamedTuple):
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

    def savefig(self, path: str | os.PathLike[str], **options: Any) -> None:
        """Save the figure; another name of `save`."""
        self.save(path, **options)

    def __repr__(self) -> str:
        return f"SoftLabels({len(self.points)} sets of points, {len(self.lines)} lines, {len(self.tints)} tints)"


@by_name("Keywords of matplotlib belong in the dict of a part, such as foreground={'color': 'red'}.")
def soft_labels(
    path: ConfusionPath | Curve,
    *,
    cut: float = 0.5,
    target: ArrayLike | None = None,
    logistic: tuple[float, float] | None = None,
    bins: str | int | ArrayLike = "auto",
    points: PartOption = None,
    bars: PartOption = None,
    line: PartOption = None,
    tint: PartOption = None,
    legend: PartOption = None,
    axes: Sequence[Axes] | None = None,
    figsize: tuple[float, float] | None = None,
) -> SoftLabels:
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
    SoftLabels

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
    >>> prplot.draw.soft_labels(path, target=cells.target)
    SoftLabels(4 sets of points, 2 lines, 4 tints)
    """
    path, sample = rows_of(path)
    parts = {"points": points, "bars": bars, "line": line, "tint": tint, "legend": legend}
    for name, part in parts.items():
        check_part(name, part, of_figure=axes is None)
    level = number("cut", cut)
    if not 0 < level <= 1:
        raise invalid("cut", "lie in (0, 1]", short(cut), "It is a share fg / (fg + bg).")
    there = (sample.fg > 0) | (sample.bg > 0)
    score, fg, bg = (column[there] for column in (sample.score, sample.fg, sample.bg))
    shares = foreground_share(fg, bg)
    measured = None if target is None else measured_in(target, there)
    rule = None if logistic is None else logistic_rule(logistic, measured, shares)
    along = shares if measured is None else measured
    edges, score_edges = bin_edges(along, bins), bin_edges(score, "auto", core_of(path))
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
        label_unlabelled(left, "Score", SHARE)
        say_ends(left, score_edges, score)
        dots = _rows(left, placed, shares, positive, points)
        if measured is None:
            label_unlabelled(right, unit, "" if axes is None else SHARE)
            bar = _bars(right, heights, edges, bars, orientation="horizontal")
        else:
            label_unlabelled(right, "Target", unit)
            bar = _bars(right, heights, edges, bars)
            right.set_xlim(right.get_xlim())
            at = crossing(measured, positive, rule, level)
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
    return SoftLabels((left, right), twin, tuple(dots), bar, tuple(lines), tuple(tints), made)


def _class_legend(ax: Axes, positive: NDArray[np.bool_], asked: dict[str, Any], outside: bool) -> Legend:
    """Say how many rows are in each hard class; above both axes of a figure of ours."""
    rows = {"foreground": int(positive.sum()), "background": int((~positive).sum())}
    keys = [Patch(label=f"hard {k}, {n} rows", **bar_style(None, class_styles(ax)[k])) for k, n in rows.items()]
    look: dict[str, Any] = {"edgecolor": "none", "handlelength": 1.4}
    if not outside:
        return ax.legend(handles=keys, **{**look, "fontsize": "small", "framealpha": 0.85, **asked})
    place = {"loc": "outside upper center", "framealpha": 0.0, "borderpad": 0.1}
    labels = [str(key.get_label()) for key in keys]
    return wide_legend(figure_of(ax), keys, labels, **{**look, **place, **asked})


@contextmanager
def _pair(axes: Any, figsize: tuple[float, float] | None, shared: bool) -> Iterator[tuple[Axes, Axes]]:
    if axes is not None:
        pair = tuple(axes) if isinstance(axes, Iterable) else (axes,)
        if len(pair) != 2 or not all(isinstance(ax, Axes) for ax in pair):
            raise wrong_type("axes", "be two matplotlib Axes or None", axes, "Make them with plt.subplots(1, 2).")
        yield pair
        return
    with new_figure(*(figsize or styled_size() or PAIR_SIZE)) as figure:
        left, right = figure.subplots(1, 2, sharey=shared, width_ratios=(1.6, 1) if shared else (1, 1))
        yield left, right


def _rows(
    ax: Axes, x: FloatArray, shares: FloatArray, positive: NDArray[np.bool_], part: PartOption
) -> tuple[Artist, ...]:
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


def _bars(ax: Axes, heights: list[float], edges: FloatArray, part: PartOption, **how: Any) -> StepPatch | None:
    if part is False:
        return None
    return ax.stairs(heights, edges, fill=True, **how, **{"label": "_rows", **bar_style(part, tone(ax, 0.6))})


def _part(
    ax: Axes,
    along: str,
    at: float,
    rising: bool,
    line: PartOption,
    tint: PartOption,
    lines: list[Line2D],
    tints: list[Patch],
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
