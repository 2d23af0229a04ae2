"""The miscalibration and discrimination of forecasts, as areas between three curves of Murphy space."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes

from prplot.curve.curve import Curve
from prplot.curve.scores import terms_of
from prplot.draw.base.axes import drawing_function
from prplot.draw.base.drawn import Drawn
from prplot.draw.base.keywords import check_parts
from prplot.draw.lines.curve_line import curves_on, in_square, polyline
from prplot.draw.parts.part import add_fill, add_lines, axes_with_room, curve_of, outline
from prplot.draw.parts.points import color_on
from prplot.draw.text.legend_entries import enter
from prplot.draw.views import references
from prplot.path.path import ConfusionPath

# The colors of miscalibration, which adds to the score, and of discrimination, which reduces it.
COSTS, SAVES = "#D55E00", "#009E73"


@drawing_function()
def terms(
    curve: Curve | ConfusionPath, *, line: bool | dict[str, Any] | None = None, ax: Axes | None = None, **fill: Any
) -> Drawn:
    """Fill the miscalibration and the discrimination of forecasts, with the curve of the recalibrated ones.

    Miscalibration lies between the Murphy curve and that of the recalibrated forecasts, discrimination between the
    latter and the chance line. The legend has their values: area = miscalibration - discrimination + area of chance.

    Parameters
    ----------
    curve : Curve or ConfusionPath
        A curve such as ``path.murphy()`` or ``path.murphy(score="log_loss")``; a path stands for the first.
    line : dict, False or None
        Keywords for the curve of the recalibrated forecasts (`matplotlib.lines.Line2D`); False leaves it out.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.
    **fill
        Keywords for `matplotlib.patches.Polygon`.

    Returns
    -------
    Drawn
        ``fills`` holds miscalibration and discrimination, ``lines`` the recalibrated curve.

    Raises
    ------
    PrplotTypeError
        If the curve is not one of forecasts in Murphy space.

    References
    ----------
    T. Dimitriadis, T. Gneiting and A. I. Jordan, PNAS 118, e2016191118, 2021, doi:10.1073/pnas.2016191118.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([0, 0, 0, 1, 1, 1], [0.4, 0.3, 0.2, 0.1, 0.5, 0.9])
    >>> prplot.draw.terms(path)
    Drawn(1 lines, 2 fills, 0 texts)
    """
    curve = curve_of(curve, "murphy")
    check_parts(line=line)
    found = terms_of(curve)
    ax, room = axes_with_room(ax, curve.space, "the terms of a score", lines=True)
    if not room:
        return Drawn(ax)
    whose = f" ({curve.label})" if curve.label and len(curves_on(ax)) > 1 else ""
    own, best = polyline(curve)[:2], polyline(found.recalibrated)[:2]
    ((_, rates),) = references(curve.space)
    chance = in_square(curve.space, rates, rates)
    # With several curves, areas have the color of their curve; discrimination is lighter.
    ours = color_on(ax, curve)
    costs, saves = ((COSTS, 0.22), (SAVES, 0.22)) if not whose else ((ours, 0.4), (ours, 0.1))
    fills = []
    for name, number, (color, alpha), other in (
        ("miscalibration", found.miscalibration, costs, own),
        ("discrimination", found.discrimination, saves, chance),
    ):
        fills.append(add_fill(ax, outline(other, best), fill, facecolor=color, alpha=alpha, zorder=1.1))
        enter(fills[-1], f"{name}{whose}", number)
    lines = add_lines(ax, [best], line, color=ours, linewidth=0.9, linestyle=(0, (1, 1)), zorder=2.8)
    for drawn in lines:
        enter(drawn, f"recalibrated{whose}", found.recalibrated.area())
    return Drawn(ax, lines, tuple(fills)).belonging_to(curve)
