"""Soft labels against scores, and histograms of soft labels and of the measurements that they come from."""

from __future__ import annotations

from collections.abc import Sequence
from inspect import signature
from typing import Any, NamedTuple

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, StepPatch
from numpy.typing import ArrayLike, NDArray

from prplot.curve.curve import Curve
from prplot.draw.base.axes import drawing_function, figure_of, pyplot_figure, read_figsize, styled_size, tone
from prplot.draw.base.drawn import Saved
from prplot.draw.base.keywords import check_parts, checked_keywords, merged, part_of
from prplot.draw.base.limits import label_unlabeled, record_of
from prplot.draw.distributions.score_histograms import (
    LEGEND,
    NAMES,
    bar_style,
    bin_edges,
    class_styles,
    core_of,
    rows_of,
    score_label,
    weight_in_bins,
    with_ends,
)
from prplot.draw.text.figure_legend import wide_legend
from prplot.errors import by_name, invalid, short, warn, wrong_type
from prplot.path.path import ConfusionPath
from prplot.path.variants import foreground_share
from prplot.rows.arrays import FloatArray
from prplot.rows.checks import number, number_that, numbers
from prplot.rows.soft_labels import logistic as make_logistic

# More than MANY rows are counted in hexagons. Up to FEW rows, points are more opaque.
MANY, FEW = 5000, 500
PAIR_SIZE = (6.4, 3.2)
SHARE, SHARE_MARGIN = "Share of positive weight", 0.03
CURVE_POINTS = 400
# Tints extend beyond the cut by this many times the size of the view.
TINTED = 10.0
# Weights may differ by this much, for example from rounding, from the logistic that is drawn over them.
CLOSE = 1e-3


class _SoftLabels(NamedTuple):
    axes: tuple[Axes, Axes]
    twin: Axes | None
    points: tuple[Artist, ...]
    bars: StepPatch | None
    lines: tuple[Line2D, ...]
    tints: tuple[Patch, ...]
    legend: Legend | None


@by_name()
class SoftLabels(Saved, _SoftLabels):
    """The artists of a figure of soft labels against scores, with histograms.

    Attributes
    ----------
    axes : tuple of two Axes
        The axes of soft labels against scores, and the axes of the histogram.
    twin : Axes or None
        The second y axis, for the soft labels drawn over the histogram of ``target``; None without ``target``.
    points : tuple of Artist
        The marks of the rows; for many rows, hexagons colored by their number of rows.
    bars : StepPatch or None
        The histogram.
    lines : tuple of Line2D
        The lines at the cut, and the logistic curve if there is one.
    tints : tuple of Patch
        The tinted regions above and below the cut.
    legend : Legend or None
        The legend, with the number of rows at or above the cut and of rows below it.
    """

    @property
    def ax(self) -> Axes:  # type: ignore[override]
        """The axes that show the share of positive weight against the score."""
        return self.axes[0]

    def __repr__(self) -> str:
        return f"SoftLabels({len(self.points)} sets of points, {len(self.lines)} lines, {len(self.tints)} tints)"


@drawing_function("Keywords of matplotlib belong in the dict of a part, such as points={'color': 'red'}.")
def soft_labels(
    path: ConfusionPath | Curve,
    *,
    cut: float = 0.5,
    target: ArrayLike | None = None,
    logistic: tuple[float, float] | None = None,
    bins: str | int | ArrayLike = "auto",
    points: bool | dict[str, Any] | None = None,
    bars: bool | dict[str, Any] | None = None,
    line: bool | dict[str, Any] | None = None,
    tint: bool | dict[str, Any] | None = None,
    legend: bool | dict[str, Any] | None = None,
    axes: Sequence[Axes] | None = None,
    figsize: tuple[float, float] | None = None,
) -> SoftLabels:
    """Plot soft labels against scores, beside a histogram of the soft labels or of the measurement they come from.

    The left axes show the soft label fg / (fg + bg) of each row against its score, with a line at ``cut``: making
    labels hard turns rows on or above it positive. The right axes show a histogram of the soft labels. With ``target``
    they show a histogram of the target instead, and over it each row's soft label on a second y axis.

    Parameters
    ----------
    path : ConfusionPath or Curve
        The path whose rows are plotted; for a curve, the path of the curve. Rows without any weight are not drawn.
    cut : float
        In (0, 1]: the least soft label that counts as positive where labels are made hard.
    target : array_like of shape (n,), optional
        The measurement of each row of ``path.sample``, in any unit.
    logistic : (float, float), optional
        The arguments cut and slope of `prplot.weights.logistic`; the right axes then show its curve over the histogram
        instead of the soft labels of the rows. Only with ``target``.
    bins : "auto", int or array_like
        The bins of the histogram, as in `prplot.draw.scores`; the height of a bar is the total weight fg + bg.
    points, bars, line, tint, legend : dict, bool or None
        False leaves a part out; a dict holds its matplotlib keywords. ``points``: `matplotlib.lines.Line2D`, or
        `matplotlib.axes.Axes.hexbin` for more than 5000 rows. ``bars``: `matplotlib.patches.StepPatch`. ``line`` (the
        cut and the logistic): `matplotlib.lines.Line2D`. ``tint`` (the shading above and below the cut):
        `matplotlib.patches.Patch`. ``legend``: the legend.
    axes : two matplotlib.axes.Axes, optional
        The left and the right axes; default: those of a new figure.
    figsize : (float, float), optional
        Width and height of the new figure, in inches.

    Returns
    -------
    SoftLabels

    Warns
    -----
    PrplotWarning
        If the soft labels of the path are not those that ``logistic`` gives for ``target``, if some rows have no
        weight, or if the given bins leave out rows.

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
    check_parts(points=points, bars=bars, line=line, tint=tint, legend=legend, of_figure=axes is None)
    size = read_figsize(figsize)
    level = number_that("cut", cut, lambda cut: 0 < cut <= 1, "lie in (0, 1]", "It is a share fg / (fg + bg).")
    pair: Any = axes
    if axes is not None and size is not None:
        raise invalid("figsize", "be left out with axes", short(figsize), "Their figure has its size.")
    if axes is not None and [isinstance(ax, Axes) for ax in np.ravel(pair)] != [True, True]:
        raise wrong_type("axes", "be two matplotlib Axes or None", axes, "Make them with plt.subplots(1, 2).")
    valid = sample.fg + sample.bg > 0
    score, fg, bg = (column[valid] for column in (sample.score, sample.fg, sample.bg))
    shares = foreground_share(fg, bg)
    positive = shares >= level
    measured = None if target is None else _read_target(target, valid)
    rule = None if logistic is None else _read_logistic(logistic, measured, shares)
    along = shares if measured is None else measured
    edges, score_edges = bin_edges(along, bins), bin_edges(score, "auto", core_of(path))
    if not valid.all():
        warn(f"{np.sum(~valid)} of {len(valid)} rows have no weight, so no share of positives; they are not drawn.")
    under, *heights, over = weight_in_bins(along, fg + bg, edges).tolist()
    if under + over > 0:
        left_out = f"{under + over:g}"
        warn(f"bins leave out rows of total weight {left_out}: they hold {edges[0]:g} to {edges[-1]:g} only.")
    unit = "Rows" if np.all(fg + bg == 1) else "Total weight"
    # If all shares are multiples of one step, the first and the last bin extend beyond 0 and 1.
    reach = [0.0, 1.0, *(edges if measured is None else ())]
    limits = min(reach) - SHARE_MARGIN, max(reach) + SHARE_MARGIN
    twin, bar = None, None
    dots: list[Artist] = []
    lines: list[Line2D] = []
    tints: list[Patch] = []

    def draw_cut(ax: Axes, across: str, view: tuple[float, float], at: float, rising: bool = True) -> None:
        """Draw the cut as a line across axes, and tint the sides of the hard negatives and of the hard positives."""
        # The tint extends beyond the view, because callers may change the limits.
        far = TINTED * np.ptp([*view, at]) * (1 if rising else -1)
        for kind, end in (("background", at - far), ("foreground", at + far)) if tint is not False else ():
            look: dict[str, Any] = {"facecolor": class_styles(ax)[kind], "edgecolor": "none", "alpha": 0.1}
            style = merged(part_of(tint), Patch, **look, zorder=0.5, label=f"_hard {kind}")
            tints.append(getattr(ax, f"ax{across}span")(at, end, **style))
        if line is not False:
            look = {"color": tone(ax, 0.7), "linestyle": (0, (4, 3)), "label": "_cut"}
            style = merged(part_of(line), **look, linewidth=1.0, zorder=2.5)
            lines.append(getattr(ax, f"ax{across}line")(at, **style))

    def draw_rows(ax: Axes, x: FloatArray) -> None:
        """Draw the rows as points, or as hexagons if there are many."""
        if len(x) > MANY:
            cmap = LinearSegmentedColormap.from_list("rows", [tone(ax, 0.15), tone(ax, 0.95)])
            count = {"gridsize": (36, 18), "bins": "log", "mincnt": 1, "linewidths": 0.2, "cmap": cmap, "zorder": 2.0}
            own = signature(ax.hexbin).parameters
            look = checked_keywords(part_of(points), PolyCollection, own, "points")
            dots.append(ax.hexbin(x, shares, **{**count, **look}))
            return
        look = {"linestyle": "none", "marker": "o", "markersize": 3.0, "markeredgewidth": 0.0}
        look |= {"alpha": 0.6 if len(x) <= FEW else 0.35, "zorder": 2.0}
        for kind, mask in (("background", ~positive), ("foreground", positive)):
            style = merged(part_of(points), **look, color=class_styles(ax)[kind], label=f"_{kind}")
            dots.extend(ax.plot(x[mask], shares[mask], **style))

    figure = None
    if axes is None:
        figure = pyplot_figure(*(size or styled_size() or PAIR_SIZE))
        widths = (1.6, 1) if measured is None else (1, 1)
        pair = figure.subplots(1, 2, sharey=measured is None, width_ratios=widths)
    left, right = pair
    for ax in (left, right) if measured is None else (left,):
        if ax.get_autoscaley_on():
            ax.set_ylim(limits)
        draw_cut(ax, "h", ax.get_ylim(), level)
    label_unlabeled(left, score_label(path), SHARE)
    places, _ = with_ends(left, score, score_edges)
    if points is not False:
        draw_rows(left, places)
    if bars is not False:
        style = {"label": "_rows", **bar_style(bars, tone(right, 0.6))}
        way: Any = "horizontal" if measured is None else "vertical"
        bar = right.stairs(heights, edges, orientation=way, fill=True, **style)
    if measured is None:
        label_unlabeled(right, unit, SHARE if figure is None else "")
    else:
        label_unlabeled(right, "Target", unit)
        view: tuple[float, float] = right.get_xlim()
        right.set_xlim(view)
        if at := _crossing(measured, positive, rule, level):
            draw_cut(right, "v", view, *at)
        twin = right.twinx()
        twin.set(ylabel=SHARE, ylim=limits)
        if rule is not None and line is not False:
            x = np.linspace(*view, CURVE_POINTS)
            style = merged(part_of(line), color=tone(right, 0.85), linewidth=1.4, zorder=3.0, label="_logistic")
            lines += twin.plot(x, make_logistic(x, *rule)[0], **style)
        elif rule is None and points is not False:
            draw_rows(twin, measured)
    rows, hard = len(positive), int(positive.sum())
    record_of(left).description = f"Score and positive weight of {rows} rows, of which {hard} count as positive."
    made = None if legend is False else _class_legend(left, positive, part_of(legend), outside=figure is not None)
    return SoftLabels((left, right), twin, tuple(dots), bar, tuple(lines), tuple(tints), made)


def _read_target(target: ArrayLike, valid: NDArray[np.bool_]) -> FloatArray:
    """Return the measurement of each row that has weight; raise an error for a wrong ``target``."""
    values = numbers("target", target)
    if len(values) != len(valid):
        rule, got = "have one value per row of path.sample", f"{len(values)} values for {len(valid)} rows"
        raise invalid("target", rule, got, "Leave out rows that were dropped.")
    if not np.isfinite(values).all():
        raise invalid("target", "be finite", f"{values[~np.isfinite(values)][0]:g}", "Drop those rows first.")
    return values[valid]


def _read_logistic(logistic: Any, measured: FloatArray | None, shares: FloatArray) -> tuple[float, float]:
    """Return the cut and the slope of the logistic; warn if the weights differ from it."""
    if measured is None:
        raise invalid("logistic", "come with target", short(logistic), "Pass the measurement of each row as target=.")
    if np.shape(logistic) != (2,):
        raise invalid("logistic", "be (cut, slope)", short(logistic), "See prplot.weights.logistic.")
    middle, slope = (number("logistic", value) for value in logistic)
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
    """Return the target at which the weight crosses the cut, and whether it rises there; None if it never does."""
    if rule is not None:
        middle, slope = rule
        return (middle + np.log(level / (1 - level)) / slope, slope > 0) if level < 1 else None
    sides = measured[positive], measured[~positive]
    for upper, lower in (sides, sides[::-1]) if all(map(len, sides)) else ():
        if lower.max() < upper.min():
            return float(lower.max() + upper.min()) / 2, upper is sides[0]
    return None


def _class_legend(ax: Axes, positive: NDArray[np.bool_], keywords: dict[str, Any], outside: bool) -> Legend:
    """Make a legend with the number of rows of each hard class, above both axes if the figure is prplot's own."""
    keys, names = [], []
    for kind, rows in (("foreground", positive), ("background", ~positive)):
        keys.append(Patch(**bar_style(None, class_styles(ax)[kind])))
        names.append(f"hard {NAMES[kind][0]}, {rows.sum()} rows")
    if not outside:
        return ax.legend(keys, names, **{**LEGEND, **keywords})
    return wide_legend(figure_of(ax), keys, names, **{"handlelength": 1.4, "loc": "outside upper center", **keywords})
