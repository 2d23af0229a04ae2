"""Regions that no classifier can reach, and recalls that no threshold reaches."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Polygon
from matplotlib.path import Path
from matplotlib.transforms import Bbox

from prplot.curve.curve import Curve
from prplot.draw.base.axes import drawing_function, space_of, tone, with_prevalence
from prplot.draw.base.drawn import Drawn
from prplot.draw.base.keywords import check_parts, merged
from prplot.draw.lines.curve_line import fewer, in_square, refine
from prplot.draw.lines.level_sets import drawn_box
from prplot.draw.parts.part import add_fill, add_lines, axes_with_room, curve_of, framed_axes, outline
from prplot.names import SpaceName
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray, Pair
from prplot.rows.checks import number_that
from prplot.spaces import Space

FAR = 1e6
# Filled areas extend this far below and to the left of the unit square of the axes, and end at its other edges.
OUTSIDE = 50.0
LEAST = 1e-9


@drawing_function()
def unachievable(
    space_or_path: Space | Curve | ConfusionPath,
    *,
    space: SpaceName = "pr",
    edge: bool | dict[str, Any] | None = None,
    ax: Axes | None = None,
    **fill: Any,
) -> Drawn:
    """Fill the unachievable region, which no classifier can reach.

    For a `Space`, the region holds the points of the plot that do not belong to any fpr and tpr in [0, 1]. In PR the
    region is precision below π recall / (1 - π + π recall). In ROC the region is empty. In gains and lift the region
    has two parts, one above the curve of the perfect ranking and one below the curve of the worst ranking. For a path
    or curve with soft labels, the region is everything below the curve of the worst possible ranking of its rows and
    everything above that of the best. With hard labels it is that of the `Space`. If the region is empty, nothing is
    drawn.

    Parameters
    ----------
    space_or_path : Space, Curve or ConfusionPath
        The space, or the path or curve, whose unachievable region is drawn.
    space : str
        For a path: the space in which its region is drawn (default: "pr"). Ignored for a `Space` or a `Curve`, which
        has its own space.
    edge : dict, False or None
        Keywords for the thin edge lines; False leaves them out.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.
    **fill
        Keywords for `matplotlib.patches.Polygon`.

    Returns
    -------
    Drawn
        ``fills`` holds the regions and ``lines`` their edges; the lower region comes first.

    References
    ----------
    K. Boyd et al., Unachievable Region in Precision-Recall Space, ICML 2012; J. Keilwagen et
    al., PLoS ONE 2014, Theorem 1, doi:10.1371/journal.pone.0092209.

    Examples
    --------
    >>> import prplot
    >>> prplot.draw.unachievable(prplot.PR(0.2))
    Drawn(1 lines, 1 fills, 0 texts)
    """
    thing = space_or_path.curve(space) if isinstance(space_or_path, ConfusionPath) else space_or_path
    where, path = space_of(thing), getattr(thing, "path", None)
    check_parts(edge=edge)
    ax, room = axes_with_room(ax, where, "the unachievable region")
    if not room:
        return Drawn(ax)
    worst = _constant_rate(where, 1.0)
    best = in_square(where, np.array([0.0, 0.0, 1.0]), np.array([*drawn_box(where)[1], 1.0]))
    if path is not None and path.soft and where._undefined(path) is None:
        worst, best = (_ranking_edge(where, ranked) for ranked in (path.worst(), path.best()))
    upside_down = where.lower_is_better
    # Nothing beyond the best curve can be reached, so this region extends around the best corner of the axes.
    low, high = (-OUTSIDE, where._top + OUTSIDE)[:: -1 if upside_down else 1]
    corner = np.array([where._drawn[0], where._drawn[0], 1.0 + OUTSIDE]), np.array([low, high, high])
    regions = [(worst, _constant_rate(where, FAR), upside_down), (best, corner, not upside_down)]
    look = merged(fill, Polygon, facecolor=tone(ax, 0.07), edgecolor="none", linewidth=0, zorder=0.5)
    fills = [Region(near, far, above, where._top, **look) for near, far, above in regions]
    # Regions without area are not drawn.
    fills = [region for region in fills if abs(np.trapezoid(*region.get_xy().T)) > LEAST]
    edges = [region.near for region in fills]
    lines = add_lines(ax, edges, edge, color=tone(ax, 0.28), linewidth=0.7, zorder=0.6, label="_edge")
    for region in fills:
        ax.add_artist(region)
    return Drawn(ax, lines, tuple(fills))


def ends_early(curve: Any) -> bool:
    """Return whether ``curve`` is a curve that ends before recall 1, in a space in which thresholds are points."""
    return (
        isinstance(curve, Curve)
        and curve.space._pointwise
        and curve.space._undefined(curve.path) is None
        and curve.path.reached < 1
    )


@drawing_function()
def unreached(
    curve_or_path: Curve | ConfusionPath, *, space: SpaceName = "pr", ax: Axes | None = None, **fill: Any
) -> Drawn:
    """Hatch the recalls that no threshold reaches, beyond `ConfusionPath.reached`.

    The hatched region is not unachievable: another classifier may reach these recalls.

    Parameters
    ----------
    curve_or_path : Curve or ConfusionPath
        The curve or path that ends early; nothing is drawn if it reaches recall 1.
    space : str
        The space in which to plot a path, as a path has no space of its own.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.
    **fill
        Keywords for `matplotlib.patches.Polygon`.

    Returns
    -------
    Drawn

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([1, 0, 1], [0.9, 0.8, 0.4], positives=5)
    >>> prplot.draw.unreached(path)
    Drawn(0 lines, 1 fills, 0 texts)
    """
    curve = curve_of(curve_or_path, space, "curve_or_path")
    ax = framed_axes(ax, curve.space)
    if not ends_early(curve):
        return Drawn(ax)
    where = with_prevalence(curve.space)
    fpr = np.array(drawn_box(where, beyond=True)[0])
    # Precision is undefined at recall 0.
    reached = max(curve.path.reached, LEAST)
    near, far = (in_square(where, fpr, np.array([tpr, tpr])) for tpr in (reached, 1.0))
    unreached_recalls = between(near, far, where._drawn[1], where._top)
    usual = {"facecolor": "none", "edgecolor": tone(ax, 0.12), "hatch": "////", "zorder": 0.45}
    return Drawn(ax, fills=(add_fill(ax, unreached_recalls, fill, **usual, label="_unreached"),))


@drawing_function()
def early_retrieval(
    space: Space | Curve | ConfusionPath,
    fpr: float = 0.1,
    *,
    edge: bool | dict[str, Any] | None = None,
    ax: Axes | None = None,
    **fill: Any,
) -> Drawn:
    """Fill the region of false positive rates up to a limit, the only part that matters in a search (early retrieval).

    In ROC and CROC the region is a strip on the left; in PR the region lies above an arc.

    Parameters
    ----------
    space : Space, Curve or ConfusionPath
        The space to draw in, or a curve.
    fpr : float
        The largest false positive rate of the region, in (0, 1].
    edge : dict, False or None
        Keywords for the line that bounds the region at ``fpr`` (`matplotlib.lines.Line2D`); False omits the line.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.
    **fill
        Keywords for `matplotlib.patches.Polygon`.

    Returns
    -------
    Drawn
        ``fills`` holds the region, and ``lines`` holds the line at ``fpr``.

    References
    ----------
    T. Saito and M. Rehmsmeier, PLoS ONE 2015, Figure 2, doi:10.1371/journal.pone.0118432.

    Examples
    --------
    >>> import prplot
    >>> prplot.draw.early_retrieval(prplot.ROC(0.2), 0.05).lines[0].get_xydata().tolist()
    [[0.05, 0.0], [0.05, 1.0]]
    >>> path = prplot.from_labels([1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.4, 0.1])
    >>> artists = prplot.plot(path, space="roc")
    >>> drawn = prplot.draw.early_retrieval(artists.lines[0].curve, 0.4, ax=artists.ax)
    """
    where = space_of(space)
    way_out = "It is a false positive rate, such as 0.1."
    cut = number_that("fpr", fpr, lambda rate: 0 < rate <= 1, "lie in (0, 1]", way_out)
    check_parts(edge=edge)
    ax, room = axes_with_room(ax, where, "early retrieval")
    if not room:
        return Drawn(ax)
    line = _constant_rate(where, cut)
    # The outline returns along the lowest recall, which may be curved in this space.
    low = max(drawn_box(where)[1][0], LEAST)
    rest = in_square(where, np.array([cut, 0.0, 0.0]), np.array([low, low, 1.0]))
    points, color, label = between(line, rest, top=where._top), "#56B4E9", "_early retrieval"
    strip = add_fill(ax, points, fill, facecolor=color, alpha=0.16, zorder=0.55, label=label)
    return Drawn(ax, add_lines(ax, [line], edge, color=color, linewidth=0.8, zorder=0.65, label=label), (strip,))


class Region(Polygon):
    """The filled region below or above an edge.

    Attributes
    ----------
    near, far : pairs of arrays
        The edge, and the line on the other side up to which the region is filled.
    above : bool
        Whether the region lies above its edge.
    top : float
        The largest ordinate up to which the region is filled.
    """

    def __init__(self, near: Pair, far: Pair, above: bool, top: float = 1.0, **look: Any) -> None:
        self.near, self.far, self.above, self.top = near, far, above, top
        super().__init__(between(near, far, top=top), **look)

    def meet(self, others: Iterable[Region]) -> None:
        """Reduce the region to its intersection with other regions on the same side; hide it if there are none."""
        edges = [other.near for other in others if other.above == self.above]
        if not edges:
            self.set_visible(False)
            return
        for edge in edges:
            self.near = _outer(self.near, edge, np.fmax if self.above else np.fmin)
        self.set_xy(between(self.near, self.far, top=self.top))


def _outer(one: Pair, other: Pair, pick: np.ufunc) -> Pair:
    """Return the upper (``np.fmax``) or lower (``np.fmin``) envelope of two polylines with rising abscissae."""
    known = [np.compress(np.isfinite(line).all(axis=0), line, axis=1) for line in (one, other)]
    # Each abscissa is taken on both of its sides, because a line may be vertical there.
    x = np.unique(np.concatenate([line[0] + side for line in known for side in (-1e-12, 1e-12)]))
    return x, pick(*(np.interp(x, *line) for line in known))


def between(near: Pair, far: Pair, right: float = 1.0, top: float = 1.0) -> FloatArray:
    """Return the outline between two edges, cut off at the corner (``right``, ``top``)."""
    points, box = outline(near, far), Bbox.from_extents(-OUTSIDE, -OUTSIDE, right, top)
    clipped = Path(points[np.isfinite(points).all(axis=1)]).clip_to_bbox(box)
    return np.asarray(clipped.vertices, dtype=np.float64)


def _constant_rate(space: Space, fpr: float) -> Pair:
    """Return the line of a constant false positive rate over the recalls that the space shows."""
    return in_square(space, np.array([fpr, fpr]), np.array(drawn_box(space)[1]))


def _ranking_edge(space: Space, path: ConfusionPath) -> Pair:
    """Return the line of a ranking over the part of the space that is shown."""
    steps = fewer(path, space)._steps()
    return space._line(steps.cut(space._rate, Fraction(space._lowest_rate), Fraction(1)), refine)[:2]
