"""What lies between two interpolations of a curve, as a fill."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes

from prplot.curve.curve import Curve
from prplot.draw.base.results import Drawn
from prplot.draw.lines.polyline import polyline
from prplot.draw.parts.part import add_fill, axes_with_room, curve_of
from prplot.draw.parts.points import color_on
from prplot.draw.parts.regions import between
from prplot.names import InterpolationName

__all__ = ["difference"]


def difference(curve: Curve, interpolation: InterpolationName, *, ax: Axes | None = None, **fill: Any) -> Drawn:
    """Fill what lies between a curve and the same curve with another interpolation.

    Parameters
    ----------
    curve : Curve
        In a space that has several interpolations (PR).
    interpolation : str
        The other one, such as "step".
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.
    **fill
        Keywords for `matplotlib.patches.Polygon`. The colour is that of the curve where it is on
        the axes.

    Returns
    -------
    Drawn
        With one fill.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        For an interpolation that the space, or these weights, do not have.

    Examples
    --------
    >>> import prplot
    >>> prplot.draw.difference(prplot.from_labels([1, 0, 1, 0], [3, 2, 2, 1]).pr(), "step")
    Drawn(0 lines, 1 fills, 0 texts)
    """
    where = curve_of(curve).space
    other = curve.path.curve(where.name, interpolation=interpolation)
    ax, there = axes_with_room(ax, where, "the difference of interpolations", lines=True, without_negatives=True)
    if not there:
        return Drawn(ax)
    look: dict[str, Any] = {"facecolor": color_on(ax, curve), "alpha": 0.3, "zorder": 2.3}
    filled = add_fill(ax, between(polyline(curve)[:2], polyline(other)[:2]), fill, **look, label="_difference")
    return Drawn(ax, fills=(filled,)).belonging_to(curve)
