"""Curves related to a curve: its hull, other orders of its rows, ties, bins, interpolations, and members of a mean."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.text import Text

from prplot.curve.classifiers import PathsLike, to_curves
from prplot.curve.curve import Curve
from prplot.draw.base.axes import drawing_function, tone
from prplot.draw.base.drawn import Drawn
from prplot.draw.base.keywords import check_parts, merged, part_of
from prplot.draw.lines.curve_line import MemberLine, curves_on, polyline
from prplot.draw.parts.part import add_fill, add_line, add_lines, axes_with_room, curve_of, framed_axes
from prplot.draw.parts.points import color_on
from prplot.draw.parts.regions import between
from prplot.draw.text.labels import Label, beside, placed
from prplot.draw.text.legend_entries import two_decimals
from prplot.names import InterpolationName, SpaceName
from prplot.path.path import ConfusionPath
from prplot.uncertainty.averaged_curves import MeanCurve

# At most this many segments of a hull are long enough to have a score beside them.
MOST_SCORES = 100


@drawing_function()
def best(
    curve_or_path: Curve | ConfusionPath, *, space: SpaceName = "pr", ax: Axes | None = None, **line: Any
) -> Drawn:
    """Draw the curve of the best possible ranking of the same rows.

    Parameters
    ----------
    curve_or_path : Curve or ConfusionPath
        The curve or path whose rows are ranked in the best order; the line is interpolated in the same way as the
        curve.
    space : str
        The space in which to plot a path, as a path has no space of its own.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.
    **line
        Keywords for `matplotlib.lines.Line2D`.

    Returns
    -------
    Drawn

    Warns
    -----
    PrplotWarning
        With soft labels and another interpolation than "continuous": the line ranks rows by falling fg / (fg + bg), and
        another order may then be better.

    References
    ----------
    J. Keilwagen, I. Grosse and J. Grau, PLoS ONE 2014, Theorem 1,
    doi:10.1371/journal.pone.0092209.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_weights([3, 2, 1], fg=[0.9, 0.1, 0.5])
    >>> prplot.draw.best(path).lines[0].get_ydata()[[0, -1]].tolist()
    [0.9, 0.5]
    >>> artists = prplot.plot(path)
    >>> drawn = prplot.draw.best(path)
    """
    return _ranked(curve_or_path, "best", space, ax, line)


@drawing_function()
def worst(
    curve_or_path: Curve | ConfusionPath, *, space: SpaceName = "pr", ax: Axes | None = None, **line: Any
) -> Drawn:
    """Draw the curve of the worst possible ranking of the same rows; see `best`.

    Parameters
    ----------
    curve_or_path, space, ax, **line
        As in `best`.

    Returns
    -------
    Drawn

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_weights([3, 2, 1], fg=[0.9, 0.1, 0.5])
    >>> prplot.draw.worst(path).lines[0].get_ydata()[[0, -1]].tolist()
    [0.1, 0.5]
    >>> artists = prplot.plot(path)
    >>> drawn = prplot.draw.worst(path)
    """
    return _ranked(curve_or_path, "worst", space, ax, line)


def _ranked(thing: Any, which: str, space: SpaceName, ax: Axes | None, line: dict[str, Any]) -> Drawn:
    curve = curve_of(thing, space, "curve_or_path")
    ax, room = axes_with_room(ax, curve.space, f"the {which} ranking", lines=True, without_negatives=True)
    if not room:
        return Drawn(ax)
    x, y, _ = polyline(getattr(curve, which)())
    look = {"color": tone(ax, 0.4), "linewidth": 0.9, "zorder": 1.4, "label": f"_{which} ranking"}
    return Drawn(ax, (add_line(ax, (x, y), line, **look),)).belonging_to(curve)


@drawing_function()
def tie_envelope(curve: Curve | ConfusionPath, *, ax: Axes | None = None, **fill: Any) -> Drawn:
    """Fill the band between the curves of the best and the worst order of tied rows.

    Parameters
    ----------
    curve : Curve or ConfusionPath
        The curve whose ties are shown. If its ties are "average" (positives and negatives mixed evenly), the curve lies
        within the band; see `ConfusionPath.ties`. A row with a soft label counts as a tie between its positive and its
        negative weight.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.
    **fill
        Keywords for `matplotlib.patches.Polygon`. The default color is the color of the curve if the curve is drawn
        on these axes.

    Returns
    -------
    Drawn
        With one fill; no fill if no positive ties with a negative.

    Examples
    --------
    >>> import prplot
    >>> curve = prplot.from_labels([1, 0, 1, 0], [3, 2, 2, 1]).roc()
    >>> prplot.draw.tie_envelope(curve)
    Drawn(0 lines, 1 fills, 0 texts)
    """
    curve = curve_of(curve)
    path = curve.path
    return _envelope(curve, [path.ties("optimistic"), path.ties("pessimistic")], ax, fill, "the band of ties", "_ties")


@drawing_function()
def bin_envelope(curve: Curve | ConfusionPath, *, ax: Axes | None = None, **fill: Any) -> Drawn:
    """Fill the band that contains the curve of binned counts for every possible order of the scores within the bins.

    Parameters
    ----------
    curve : Curve or ConfusionPath
        The curve of a path with scores counted in bins (`ConfusionPath.binned`); the line of the curve treats each bin
        as one score. The area of the band is the difference of `Curve.bounds`.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.
    **fill
        Keywords for `matplotlib.patches.Polygon`. The default color is the color of the curve, if the curve is on the
        axes.

    Returns
    -------
    Drawn
        One fill, or no fill if no bin holds both positives and negatives.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_counts([0.5, 0.0], tp=[3, 4], fp=[1, 6], binned=True)
    >>> prplot.draw.bin_envelope(path.pr())
    Drawn(0 lines, 1 fills, 0 texts)
    """
    curve = curve_of(curve)
    return _envelope(curve, curve.path._hidden_orders, ax, fill, "the envelope of bins", "_bins")


def _envelope(
    curve: Curve,
    orders: Sequence[ConfusionPath],
    ax: Axes | None,
    fill: dict[str, Any],
    what: str,
    label: str,
) -> Drawn:
    """Fill the band between the curves of a path with its rows in two orders."""
    ax, room = axes_with_room(ax, curve.space, what, lines=True, without_negatives=True)
    if not room or all(len(path) == len(curve.path) for path in orders):
        return Drawn(ax)
    return _between(ax, curve, map(curve._over, orders), fill, alpha=0.22, zorder=2.2, label=label)


def _between(ax: Axes, curve: Curve, ends: Iterable[Curve], fill: dict[str, Any], **look: Any) -> Drawn:
    one, other = (polyline(end)[:2] for end in ends)
    outline = between(one, other, top=curve.space._top)
    filled = add_fill(ax, outline, fill, facecolor=color_on(ax, curve), **look)
    return Drawn(ax, fills=(filled,)).belonging_to(curve)


@drawing_function()
def difference(
    curve: Curve | ConfusionPath, interpolation: InterpolationName, *, ax: Axes | None = None, **fill: Any
) -> Drawn:
    """Fill the region between a curve and the same curve with another interpolation.

    Parameters
    ----------
    curve : Curve or ConfusionPath
        A curve in a space with several interpolations (PR).
    interpolation : str
        The interpolation to compare with, such as "step".
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.
    **fill
        Keywords for `matplotlib.patches.Polygon`. The default color is the color of the curve if the curve is drawn
        on these axes.

    Returns
    -------
    Drawn
        ``fills`` holds the filled region.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If the interpolation is not available in this space or for these weights.

    Examples
    --------
    >>> import prplot
    >>> prplot.draw.difference(prplot.from_labels([1, 0, 1, 0], [3, 2, 2, 1]).pr(), "step")
    Drawn(0 lines, 1 fills, 0 texts)
    """
    curve = curve_of(curve)
    where = curve.space
    other = curve.path.curve(where.name, interpolation=interpolation)
    ax, room = axes_with_room(ax, where, "the difference of interpolations", lines=True, without_negatives=True)
    if not room:
        return Drawn(ax)
    return _between(ax, curve, [curve, other], fill, alpha=0.3, zorder=2.3, label="_difference")


@drawing_function()
def members(curves: MeanCurve | PathsLike, *, ax: Axes | None = None, **line: Any) -> Drawn:
    """Draw many curves, such as those of folds, classes or queries, as thin lines of one color without legend entries.

    Parameters
    ----------
    curves : MeanCurve, or a sequence or mapping of curves or paths
        A `MeanCurve`: the single curves are drawn behind the mean curve, and in its color if the mean curve is on the
        axes. Or any curves of one space: they are drawn in gray. Paths are drawn in PR space.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.
    **line
        Keywords for `matplotlib.lines.Line2D`.

    Returns
    -------
    Drawn

    Raises
    ------
    PrplotTypeError
        If ``curves`` is of any other type.
    PrplotValueError
        If there are no curves, or if the curves belong to different spaces.

    Examples
    --------
    >>> import prplot
    >>> folds = [prplot.from_labels([1, 0, 1, 0], scores) for scores in ([4, 3, 2, 1], [4, 2, 3, 1])]
    >>> mean = prplot.mean_curve(folds)
    >>> artists = mean.plot()
    >>> prplot.draw.members(mean)
    Drawn(2 lines, 0 fills, 0 texts)
    """
    several = curves.curves if isinstance(curves, MeanCurve) else to_curves(curves)
    ax = framed_axes(ax, several[0].space)
    shown = (drawn.get_color() for drawn in curves_on(ax) if drawn.curve is curves)
    look = {"color": next(shown, tone(ax, 0.6)), "linewidth": 0.45 * mpl.rcParams["lines.linewidth"]}
    look |= {"alpha": 0.5, "zorder": 2.5, "label": "_member"}
    drawn = Drawn(ax, tuple(add_line(ax, polyline(one)[:2], line, MemberLine, **look) for one in several))
    return drawn.belonging_to(curves) if isinstance(curves, MeanCurve) else drawn


@drawing_function()
def hull(
    curve: Curve | ConfusionPath,
    *,
    scores: bool | dict[str, Any] | None = None,
    vertices: bool | dict[str, Any] | None = None,
    ax: Axes | None = None,
    **line: Any,
) -> Drawn:
    """Draw the convex hull of a curve, with the calibrated scores of its segments.

    Parameters
    ----------
    curve : Curve or ConfusionPath
        The convex hull is taken in ROC space and then drawn in the space of this curve; in PR space its segments are
        curved.
    scores : dict, False or None
        Keywords for the calibrated scores (`matplotlib.text.Text`), written beside the segments where there is room;
        False leaves them out. The score of a segment is the share of positives among its rows; in PRG space it is 1 /
        (1 + β²), for the β with which F_β is constant along the segment.
    vertices : dict, False or None
        Keywords for the small dots at the vertices of the hull (`matplotlib.lines.Line2D`); False leaves the dots out.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.
    **line
        Keywords for `matplotlib.lines.Line2D`.

    Returns
    -------
    Drawn
        ``lines`` holds the hull and its vertices, ``texts`` one text per written score.

    Raises
    ------
    PrplotTypeError
        If the curve is in cost space, where the curve already is the hull.

    See Also
    --------
    prplot.curve.Curve.hull : The hull as numbers.

    References
    ----------
    P. Flach and M. Kull, NIPS 2015, Figures 1 and 3.

    Examples
    --------
    >>> import prplot
    >>> curve = prplot.from_labels([1, 1, 0, 1, 0, 0], [0.9, 0.8, 0.6, 0.4, 0.3, 0.1]).roc()
    >>> drawn = prplot.draw.hull(curve)
    >>> [text.get_text() for text in drawn.texts], drawn.lines[1].get_xydata().round(3).tolist()
    (['1.00', '0.50', '0.00'], [[0.0, 0.0], [0.0, 0.667], [0.333, 1.0], [1.0, 1.0]])
    """
    curve = curve_of(curve)
    where = curve.space
    check_parts(scores=scores, vertices=vertices)
    ax, room = axes_with_room(ax, where, "a hull", without_negatives=True)
    if not room:
        return Drawn(ax)
    convex_hull = curve.hull()
    x, y, threshold = polyline(convex_hull.curve)
    main = add_line(ax, (x, y), line, color=tone(ax, 0.55), linewidth=1.0, zorder=2.7, label="_hull")
    look = {"marker": "o", "markersize": 3.0, "linestyle": "none", "zorder": 2.75, "label": "_hull vertices"}
    dots = add_lines(ax, [(convex_hull.x, convex_hull.y)], vertices, color=main.get_color(), **look)
    texts: list[Label] = []
    if scores is not False:
        look = merged(part_of(scores), Text, color=tone(ax, 0.7), fontsize="x-small")
        name = "$c$" if convex_hull.beta_intervals is None else "$d$"
        # Hull points outside the view of the space are not vertices of the line, so the last segments are taken.
        ends = np.flatnonzero(~np.isnan(threshold))
        first = max(len(ends) - 1 - len(convex_hull.scores), 0)
        starts, stops = ends[first:-1], ends[first + 1 :]
        values = convex_hull.scores[len(convex_hull.scores) - len(stops) :]
        lengths = np.hypot(x[stops] - x[starts], y[stops] - y[starts])
        for longest in np.sort(np.argsort(lengths)[-MOST_SCORES:]):
            segment, score = slice(starts[longest], stops[longest] + 1), values[longest]
            # The score is written 4 points away from its segment, if the segment is at least 14 points long.
            places = beside(x[segment], y[segment], 4.0, least=14.0)
            placed(ax, two_decimals(float(score)), places, look, name=name, group=texts)
    return Drawn(ax, (main, *dots), texts=tuple(texts)).belonging_to(curve)
