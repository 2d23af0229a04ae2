"""Single operating points: of a categorical classifier, or from a paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from prplot.curve.curve import Curve
from prplot.draw.base.axes import axes_for, drawable, space_of, tone
from prplot.draw.base.keywords import merged
from prplot.draw.base.limits import frame
from prplot.draw.base.results import Drawn
from prplot.draw.lines.polyline import in_square, place
from prplot.draw.text.labels import beside, placed
from prplot.errors import invalid, short, warn, wrong_type
from prplot.metrics import FPR, RECALL
from prplot.metrics.confusion import Confusion
from prplot.rows.arrays import FloatArray, Pair
from prplot.rows.checks import numbers
from prplot.spaces import Space

__all__ = ["line_of", "mark", "place_on", "point", "rates", "label_places", "warn_out_of_sight"]

# How far outside the square a point may lie by rounding, as published points are rounded.
ROUNDING = 1e-9
# How far a label stays from the middle of its point, or from its line, in points.
GAP = 6.5
# Where along a line its label may be, as shares of it.
PLACES = (0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9)


def point(
    space: Space | Curve,
    confusion_or_xy: Confusion | Sequence[float],
    *,
    label: str | None = None,
    ax: Axes | None = None,
    **marker: Any,
) -> Drawn:
    """Mark one operating point.

    Parameters
    ----------
    space : Space or Curve
        Where.
    confusion_or_xy : Confusion or (float, float)
        A confusion matrix, placed by its rates, so that one published at another prevalence is
        seen at the prevalence of the space; in cost space it is a line. Or axes coordinates, such
        as (recall, precision).
    label : str, optional
        Written beside the marker, where there is most room.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.
    **marker
        Keywords for `matplotlib.lines.Line2D`.

    Returns
    -------
    Drawn

    Warns
    -----
    PrplotWarning
        If no classifier can be at that point, or it is outside the axes. Limits that were not set by
        the caller are widened for it down to -0.5.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If the point is neither a confusion matrix nor two finite numbers.

    Examples
    --------
    >>> import prplot
    >>> prplot.draw.point(prplot.PR(0.2), (0.6, 0.5), label="Smith 2020")
    Drawn(1 lines, 0 fills, 1 texts)
    """
    where = space_of(space)
    if where.pointwise and not drawable(where, "a point", without_negatives=True):
        return Drawn(axes_for(ax, where))
    if isinstance(confusion_or_xy, Confusion):
        fpr, tpr = rates(confusion_or_xy)
        x, y = place(where, confusion_or_xy)
    else:
        if np.ndim(confusion_or_xy) == 0:
            raise wrong_type("confusion_or_xy", "be a Confusion or two numbers (x, y)", confusion_or_xy)
        if np.shape(confusion_or_xy) != (2,):
            raise invalid("confusion_or_xy", "be a Confusion or two numbers (x, y)", short(confusion_or_xy))
        x, y = numbers("confusion_or_xy", confusion_or_xy)[:, None]
        fpr, tpr = (float(rate[0]) for rate in where.inverse(x, y))
    if not np.isfinite([x, y]).all():
        raise invalid("confusion_or_xy", f"have a place in {where.title} space", short(confusion_or_xy))
    # A rate that nobody knows may be any.
    reachable = not any(rate < -ROUNDING or rate > 1 + ROUNDING for rate in (fpr, tpr))
    if not reachable:
        warn(
            f"no classifier can be at ({x[0]:.4g}, {y[0]:.4g}) in {where.title} space at prevalence "
            f"{where.prevalence:.4g}: it would have a false positive rate of {fpr:.4g} and a recall of {tpr:.4g}."
        )
    ax = axes_for(ax, where)
    frame(ax, where, float(y.min()))
    sides = zip((x, y), (ax.get_xlim(), ax.get_ylim()), strict=True)
    if reachable and any(np.all(side < min(ends)) or np.all(side > max(ends)) for side, ends in sides):
        warn_out_of_sight(ax, where, "a point", x, y)
    dot = mark(
        ax, x, y, marker, line_of(where, fpr, tpr), color=tone(ax, 0.85), markersize=5, label=f"_{label or 'point'}"
    )
    texts = () if label is None else (placed(ax, label, beside(*label_places(x, y), GAP), must=True),)
    return Drawn(ax, (dot,), texts=texts)


def rates(confusion: Confusion) -> tuple[float, float]:
    """Return the false positive rate and the recall; NaN without background or foreground."""
    return float(FPR.of(*confusion.cells)), float(RECALL.of(*confusion.cells))


def warn_out_of_sight(ax: Axes, where: Space, what: str, x: FloatArray, y: FloatArray) -> None:
    """Say that something is drawn where the axes do not show it."""
    shown = " by ".join(f"{low:.3g} to {high:.3g}" for low, high in (ax.get_xlim(), ax.get_ylim()))
    warn(
        f"{what} at ({x[0]:.3g}, {y[0]:.3g}) in {where.title} space is outside the axes, which show {shown}; "
        "their limits may be set to show it."
    )


def place_on(curve: Curve, confusion: Confusion) -> tuple[FloatArray, FloatArray]:
    """Return what an operating point of a curve looks like: a point, or both ends of a line."""
    if curve.space.pointwise and confusion.tp == confusion.fp == 0:
        # Nothing is predicted; the curve knows its limit there.
        return curve.vertices[0][:1], curve.vertices[1][:1]
    return place(curve.space, confusion)


def line_of(space: Space, fpr: float, tpr: float) -> Pair | None:
    """Return the line that a point of the square is; None where it is a point."""
    return None if space.pointwise else in_square(space, np.array([fpr]), np.array([tpr]))


def mark(
    ax: Axes, x: FloatArray, y: FloatArray, given: dict[str, Any], line_there: Pair | None = None, **default: Any
) -> Line2D:
    """Add the marker of a point, or the line that a point is."""
    dot, thin = {"marker": "o", "linestyle": "none", "zorder": 4.0}, {"linewidth": 1.0, "zorder": 2.8}
    looks = dot if line_there is None else thin
    style = {"label": default.pop("label"), **merged(given, Line2D, **default, **looks)}
    line = Line2D(*((x, y) if line_there is None else line_there), **style)
    ax.add_artist(line)
    return line


def label_places(x: FloatArray, y: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the point, or points along the line, beside which a label may be."""
    if len(x) == 1:
        return x, y
    at = x[0] + np.array(PLACES) * (x[-1] - x[0])
    return at, np.interp(at, x, y)
