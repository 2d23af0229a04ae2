"""What lies between two interpolations of a curve, as a fill."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import Polygon

from prplot.curve.curve import Curve
from prplot.draw.base.axes import axes_for, frame
from prplot.draw.base.keywords import merged
from prplot.draw.base.results import Drawn
from prplot.draw.lines.retraced import ExactFill, traced
from prplot.draw.parts.operating_points import color_on
from prplot.draw.parts.points import curve_of, two_classes
from prplot.draw.parts.regions import between

__all__ = ["difference"]


def difference(curve: Curve, interpolation: str, *, ax: Axes | None = None, **fill: Any) -> Drawn:
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
    ax = axes_for(ax, where)
    frame(ax, where)
    if not two_classes(where, "the difference of interpolations"):
        return Drawn(ax)
    look: dict[str, Any] = {"facecolor": color_on(ax, curve), "edgecolor": "none", "linewidth": 0, "alpha": 0.3}
    style = merged(fill, Polygon, **look, zorder=2.3, label="_difference")
    band = ExactFill(between(traced(curve), traced(other)), **style)
    ax.add_artist(band)
    return Drawn(ax, fills=(band,))
