"""What lies around a curve: its best and worst ranking, early retrieval, and of a mean the curves it is taken over."""

from __future__ import annotations

from typing import Any, Literal

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from prplot.curve.classifiers import PathsLike, to_curves
from prplot.curve.curve import Curve
from prplot.draw.base.axes import axes_for, space_of, tone
from prplot.draw.base.keywords import PartOption, check_part, merged, part_of
from prplot.draw.base.limits import frame
from prplot.draw.base.results import Drawn
from prplot.draw.lines.curve_line import MEMBER, curves_on
from prplot.draw.lines.level_sets import TINY
from prplot.draw.lines.polyline import in_square, polyline
from prplot.draw.parts.part import add_fill, add_line, axes_with_room, to_curve
from prplot.draw.parts.regions import between, constant_rate
from prplot.errors import invalid, short
from prplot.names import SpaceName
from prplot.path.path import ConfusionPath
from prplot.rows.checks import number
from prplot.spaces import Space
from prplot.uncertainty.curves import MeanCurve

__all__ = ["best", "early_retrieval", "members", "worst"]

# How thin the curves of a mean are, of the width of lines.
THIN = 0.45


def best(
    curve_or_path: Curve | ConfusionPath, *, space: SpaceName = "pr", ax: Axes | None = None, **line: Any
) -> Drawn:
    """Draw the curve of the best ranking of the given points, by fg / (fg + bg).

    Parameters
    ----------
    curve_or_path : Curve or ConfusionPath
        Whose points; the line has the interpolation of the curve.
    space : str
        Where to show a path, which has no space of its own.
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
        If other rankings may be better, with soft labels and an interpolation other than the
        continuous one.

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
    """
    return _ranked(curve_or_path, "best", space, ax, line)


def worst(
    curve_or_path: Curve | ConfusionPath, *, space: SpaceName = "pr", ax: Axes | None = None, **line: Any
) -> Drawn:
    """Draw the curve of the worst ranking of the given points; see `best`.

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
    """
    return _ranked(curve_or_path, "worst", space, ax, line)


def _ranked(
    thing: Any, which: Literal["best", "worst"], space: SpaceName, ax: Axes | None, line: dict[str, Any]
) -> Drawn:
    curve = to_curve(thing, space)
    ax, there = axes_with_room(ax, curve.space, f"the {which} ranking", lines=True, without_negatives=True)
    if not there:
        return Drawn(ax)
    bound = curve.best() if which == "best" else curve.worst()
    look: dict[str, Any] = {"color": tone(ax, 0.4), "linewidth": 0.9, "zorder": 1.4}
    return Drawn(ax, (add_line(ax, polyline(bound)[:2], line, **look, label=f"_{which} ranking"),)).belonging_to(curve)


def early_retrieval(
    space: Space | Curve,
    fpr: float = 0.1,
    *,
    edge: PartOption = None,
    ax: Axes | None = None,
    **fill: Any,
) -> Drawn:
    """Fill where the false positive rate is at most a cut: the only part that counts in a search.

    In ROC and CROC it is a strip on the left, in PR the region above an arc.

    Parameters
    ----------
    space : Space or Curve
        Where.
    fpr : float
        The cut, a rate in (0, 1].
    edge : dict, False or None
        Keywords for the line of the cut (`matplotlib.lines.Line2D`); False leaves it out.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.
    **fill
        Keywords for `matplotlib.patches.Polygon`.

    Returns
    -------
    Drawn
        With one fill, and the line of the cut in ``lines``.

    References
    ----------
    T. Saito and M. Rehmsmeier, PLoS ONE 2015, Figure 2, doi:10.1371/journal.pone.0118432.

    Examples
    --------
    >>> import prplot
    >>> prplot.draw.early_retrieval(prplot.ROC(0.2), 0.05).lines[0].get_xydata().tolist()
    [[0.05, 0.0], [0.05, 1.0]]
    """
    where = space_of(space)
    cut = number("fpr", fpr)
    if not 0 < cut <= 1:
        raise invalid("fpr", "lie in (0, 1]", short(fpr), "It is a false positive rate, such as 0.1.")
    check_part("edge", edge)
    ax, there = axes_with_room(ax, where, "early retrieval")
    if not there:
        return Drawn(ax)
    line = constant_rate(where, cut)
    look: dict[str, Any] = {"facecolor": "#56B4E9", "alpha": 0.16, "zorder": 0.55}
    # Back to where the line begins along the lowest recall, whose image may be anything but straight.
    low = max(where.lowest_rate if where.rate == "tpr" else 0.0, TINY)
    rest = in_square(where, np.array([cut, 0.0, 0.0]), np.array([low, low, 1.0]))
    strip = add_fill(ax, between(line, rest, top=where.top), fill, **look, label="_early retrieval")
    if edge is False:
        return Drawn(ax, fills=(strip,))
    look = {"color": "#56B4E9", "linewidth": 0.8, "zorder": 0.65}
    return Drawn(ax, (add_line(ax, line, part_of(edge), **look, label="_early retrieval"),), (strip,))


def members(curves: MeanCurve | PathsLike, *, ax: Axes | None = None, **line: Any) -> Drawn:
    """Draw many curves thinly, in one colour and without entries in the legend: folds, classes, queries, samples.

    Parameters
    ----------
    curves : MeanCurve, or a sequence or mapping of curves or paths
        Those over which a mean is taken, behind it and in its colour where the axes show it; or any others of one
        space, in grey. Paths are drawn in PR space.
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
        For something else.
    PrplotValueError
        If there are none, or they are of different spaces.

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
    space = curves.space if isinstance(curves, MeanCurve) else several[0].space
    ax = axes_for(ax, space)
    frame(ax, space)
    shown = (drawn.get_color() for drawn in curves_on(ax) if drawn.curve is curves)
    look = merged(
        line,
        Line2D,
        color=next(shown, tone(ax, 0.6)),
        linewidth=THIN * mpl.rcParams["lines.linewidth"],
        alpha=0.5,
        zorder=2.5,
        label=MEMBER,
    )
    drawn = Drawn(ax, tuple(add_line(ax, polyline(one)[:2], look) for one in several))
    return drawn.belonging_to(curves) if isinstance(curves, MeanCurve) else drawn
