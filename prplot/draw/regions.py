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
from prplot.errors import wrong_type
from prplot.path import ConfusionPath
from prplot.spaces import Space, space_class
from prplot.steps import Steps
from prplot.sums import FloatArray

__all__ = ["ranking_edge", "unachievable"]

FAR = 1e6
# Filled areas end this far below and left of the unit square of the axes, and at its other edges.
OUTSIDE = 50.0
EMPTY = 1e-9
# Edges of the region of a large sample are drawn through this many of its points.
ENOUGH = 2000


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
    low = where.lowest_rate if where.rate == "tpr" else 0.0
    rising = np.array([low, 1.0])
    if path is not None and path.soft and where.undefined(path) is None:
        lower, upper = ranking_edge(where, path.worst()), ranking_edge(where, path.best())
        regions = [(lower, _edge(where, FAR, rising)), (upper, _edge(where, 0.0, rising))]
    else:
        regions = [(_edge(where, 1.0, rising), _edge(where, FAR, rising))]
    look = merged(fill, Polygon, facecolor=tone(ax, 0.07), edgecolor="none", linewidth=0, zorder=0.5)
    thin = (
        None
        if edge is False
        else merged(
            edge if isinstance(edge, dict) else {}, color=tone(ax, 0.28), linewidth=0.7, zorder=0.6, label="_edge"
        )
    )
    fills, lines = [], []
    for near, far in regions:
        outline = np.concatenate([np.column_stack(near), np.column_stack(far)[::-1]])
        outline = _within(outline[np.isfinite(outline).all(axis=1)])
        if _enclosed(outline) < EMPTY:
            continue
        fills.append(Polygon(outline, closed=True, **look))
        ax.add_artist(fills[-1])
        if thin is not None:
            lines.append(Line2D(*near, **thin))
            ax.add_artist(lines[-1])
    return Drawn(ax, tuple(lines), tuple(fills))


def _within(outline: FloatArray) -> FloatArray:
    """Return the part of a filled outline near the unit square of the axes; no coordinate is huge."""
    near = Bbox.from_extents(-OUTSIDE, -OUTSIDE, 1.0, 1.0)
    return np.asarray(Path(outline, closed=False).clip_to_bbox(near, inside=True).vertices, dtype=np.float64)


def _enclosed(outline: FloatArray) -> float:
    """Return the area inside a closed outline."""
    x, y = outline.T
    return abs(float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)))) / 2


def _edge(space: Space, fpr: float, tpr: FloatArray) -> tuple[FloatArray, FloatArray]:
    return space.follow(np.full(len(tpr), fpr), tpr)


def ranking_edge(space: Space, path: ConfusionPath) -> tuple[FloatArray, FloatArray]:
    """Return a ranking as a line in the space, from where the space begins to be drawn."""
    _, steps = _thinned(path.steps()).cut(space.rate, Fraction(space.lowest_rate), Fraction(1))
    x, y, _ = space.refine(steps, 1e-4)
    return x, y


def _thinned(steps: Steps) -> Steps:
    """Leave out vertices of a convex chain that lie closer than the eye can tell."""
    if len(steps.fg) <= ENOUGH:
        return steps
    along = steps.tp / steps.positives + steps.fp / steps.negatives
    kept = np.flatnonzero(np.diff(np.floor(along / 2 * ENOUGH), prepend=-1.0))
    kept = np.union1d(kept, [0, 1, len(along) - 1])
    fp, tp = steps.fp[kept], steps.tp[kept]
    return Steps(fp, tp, np.diff(fp), np.diff(tp), steps.negatives, steps.positives)
