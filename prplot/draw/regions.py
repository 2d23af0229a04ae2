"""Regions that no classifier can reach."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon
from matplotlib.path import Path
from matplotlib.transforms import Bbox

from prplot.curve import Curve
from prplot.draw.artists import Drawn
from prplot.draw.axes import axes_for, drawable, frame, merged, space_of, tone
from prplot.draw.exact import ExactFill, ExactLine, Trace, kept_rows, through
from prplot.errors import wrong_type
from prplot.path import ConfusionPath
from prplot.spaces import Space, space_class
from prplot.sums import FloatArray

__all__ = ["between", "constant_rate", "ranking_edge", "unachievable"]

FAR = 1e6
# Filled areas end this far below and left of the unit square of the axes, and at its other edges.
OUTSIDE = 50.0
EMPTY = 1e-9


def unachievable(
    space_or_path: Space | Curve | ConfusionPath,
    *,
    space: str = "pr",
    edge: dict[str, Any] | bool | None = None,
    ax: Axes | None = None,
    **fill: Any,
) -> Drawn:
    """Fill what no classifier can reach.

    For a space: what lies beyond the edge fpr = 1 of the unit square; in PR it is precision
    below π recall / (1 - π + π recall), in ROC it is empty. For a path or a curve with soft
    labels both edges: below the worst and above the best ranking of the given points; with hard
    labels these are the edges of the space. A region that is empty draws nothing.

    Parameters
    ----------
    space_or_path : Space, Curve or ConfusionPath
        What cannot be reached in this space, or with these points.
    space : str
        Where to show a path, which has no space of its own.
    edge : dict, False or None
        Keywords for the thin edge lines; False leaves them out.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.
    **fill
        Keywords for `matplotlib.patches.Polygon`.

    Returns
    -------
    Drawn
        With ``fills`` and their edge ``lines``, the lower one first.

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
    if isinstance(space_or_path, ConfusionPath):
        where: Space = space_class(space).of(space_or_path)
        path: ConfusionPath | None = space_or_path
    else:
        where, path = space_of(space_or_path), getattr(space_or_path, "path", None)
    if edge is not None and not isinstance(edge, bool | dict):
        raise wrong_type("edge", "be a dict, True, False or None", edge)
    ax = axes_for(ax, where)
    frame(ax, where)
    if not drawable(where, "the unachievable region"):
        return Drawn(ax)
    if path is not None and path.soft and where.undefined(path) is None:
        regions = [
            (ranking_edge(where, path.worst()), constant_rate(where, FAR)),
            (ranking_edge(where, path.best()), constant_rate(where, 0.0)),
        ]
    else:
        regions = [(constant_rate(where, 1.0), constant_rate(where, FAR))]
    look = merged(fill, Polygon, facecolor=tone(ax, 0.07), edgecolor="none", linewidth=0, zorder=0.5)
    thin = (
        None
        if edge is False
        else merged(
            edge if isinstance(edge, dict) else {}, color=tone(ax, 0.28), linewidth=0.7, zorder=0.6, label="_edge"
        )
    )
    fills: list[Polygon] = []
    lines: list[Line2D] = []
    for near, far in regions:
        region = ExactFill(between(near, far), **look)
        if _enclosed(np.asarray(region.get_xy())) < EMPTY:
            continue
        fills.append(region)
        ax.add_artist(region)
        if thin is not None:
            lines.append(ExactLine(near, **thin))
            ax.add_artist(lines[-1])
    return Drawn(ax, tuple(lines), tuple(fills))


def between(near: Trace, far: Trace) -> Trace:
    """Return how the outline between two edges is traced; none of its coordinates is huge."""

    def outline(edges: FloatArray, tolerance: float) -> tuple[FloatArray, FloatArray]:
        sides = (np.column_stack(edge(edges, tolerance)) for edge in (near, far))
        whole = np.concatenate([next(sides), next(sides)[::-1]])
        box = Bbox.from_extents(-OUTSIDE, -OUTSIDE, 1.0, 1.0)
        kept = Path(whole[np.isfinite(whole).all(axis=1)], closed=False).clip_to_bbox(box, inside=True)
        x, y = np.asarray(kept.vertices, dtype=np.float64).T
        return x, y

    return outline


def _enclosed(outline: FloatArray) -> float:
    """Return the area inside a closed outline."""
    x, y = outline.T
    return abs(float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)))) / 2


def constant_rate(space: Space, fpr: float) -> Trace:
    """Return how the line of a false positive rate is traced, from where the space begins to be drawn."""
    low = space.lowest_rate if space.rate == "tpr" else 0.0
    return through(space, np.array([fpr, fpr]), np.array([low, 1.0]))


def ranking_edge(space: Space, path: ConfusionPath) -> Trace:
    """Return how a ranking is traced as a line, from where the space begins to be drawn."""
    x, y = space.vertices(path)

    def edge(edges: FloatArray, tolerance: float) -> tuple[FloatArray, FloatArray]:
        steps = path.at_rows(kept_rows(x, y, edges)).steps()
        _, shown = steps.cut(space.rate, Fraction(space.lowest_rate), Fraction(1))
        return space.refine(shown, tolerance)[:2]

    return edge
