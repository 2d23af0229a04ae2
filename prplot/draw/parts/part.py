"""Helpers for all parts of a figure: read the curve or space, find the axes, add lines and fills."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon

from prplot.curve.curve import Curve
from prplot.draw.base.axes import axes_for, drawable
from prplot.draw.base.keywords import PartOption, merged, part_of
from prplot.draw.base.limits import frame
from prplot.errors import invalid, short, wrong_type
from prplot.names import SpaceName
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray, Pair
from prplot.rows.checks import numbers, whole_number
from prplot.spaces import Space

# Axes with more lines than this would look filled.
MOST_LINES = 10_000


def curve_of(curve: Any, space: SpaceName = "pr", argument: str = "curve") -> Curve:
    """Return a curve as it is, or the curve of a path in ``space``; raise an error for anything else."""
    if isinstance(curve, ConfusionPath):
        return curve.curve(space)
    if not isinstance(curve, Curve):
        raise wrong_type(argument, "be a curve such as path.pr(), or a path", curve)
    return curve


def path_of(name: str | None, classifier: Any) -> tuple[str | None, ConfusionPath]:
    """Return the name and the path of a path, a curve or a calibration; the caller's ``name`` comes first."""
    path: ConfusionPath = classifier if isinstance(classifier, ConfusionPath) else classifier.path
    own = classifier.label if isinstance(classifier, Curve) else path.name
    return own if name is None else name, path


def values_or_count(name: str, option: Any, usual: int, *, finite: bool = False) -> list[float] | int:
    """Return the option as a list of values, or as their number if it is an integer; ``usual`` replaces None."""
    option = usual if option is None else option
    if isinstance(option, bool | int | np.integer):
        if isinstance(option, bool) or option < 0:
            raise invalid(name, f"be {name}, or how many there are to be", short(option))
        return whole_number(name, option, 0, MOST_LINES, name, "Or pass the values themselves.")
    values = numbers(name, [option] if np.ndim(option) == 0 else option)
    wrong = ~np.isfinite(values) if finite else np.isnan(values)
    if wrong.any():
        raise invalid(name, "be finite numbers" if finite else "hold no NaN", f"{values[wrong][0]:g}")
    return [float(value) for value in values]


def axes_with_room(
    ax: Axes | None, space: Space, what: str, *, lines: bool = False, without_negatives: bool = False
) -> tuple[Axes, bool]:
    """Return the axes of a part, set up for its space, and whether the part can be drawn there; if not, warn.

    Parameters
    ----------
    ax : Axes or None
        The caller's argument.
    space : Space
        The space in which the part is drawn.
    what : str
        The name of the part in messages, for example "a hull".
    lines : bool
        Whether the part can also be drawn in cost-like spaces, where points are lines.
    without_negatives : bool
        Whether the part can also be drawn in PR space with an unknown number of negatives, as all parts that follow a
        curve can.

    Raises
    ------
    PrplotTypeError
        In cost-like spaces for parts that consist of points.
    """
    room = drawable(space, what, lines=lines, without_negatives=without_negatives)
    return framed_axes(ax, space), room


def framed_axes(ax: Axes | None, space: Space) -> Axes:
    """Return the axes of a part, set up for its space."""
    ax = axes_for(ax, space)
    frame(ax, space)
    return ax


def add_line(ax: Axes, line: Pair, keywords: Mapping[str, Any], kind: Any = Line2D, **default: Any) -> Line2D:
    """Add a line that does not change the limits of the axes; the caller's ``keywords`` override ``default``."""
    added: Line2D = kind(*line, **merged(keywords, Line2D, **default))
    ax.add_artist(added)
    return added


def add_lines(ax: Axes, lines: Iterable[Pair], part: PartOption, **default: Any) -> tuple[Line2D, ...]:
    """Add the lines of a part, or none if ``part`` is False; the caller's keywords override ``default``."""
    return () if part is False else tuple(add_line(ax, line, part_of(part), **default) for line in lines)


def add_fill(ax: Axes, outline: FloatArray, keywords: Mapping[str, Any], **default: Any) -> Polygon:
    """Add a filled outline without an edge; the caller's ``keywords`` override ``default``."""
    look = merged(keywords, Polygon, **{"edgecolor": "none", "linewidth": 0, **default})
    fill = Polygon(outline, **look)
    ax.add_artist(fill)
    return fill


def add_band(ax: Axes, x: FloatArray, ends: Pair, keywords: Mapping[str, Any], **default: Any) -> Polygon:
    """Fill the band between two ordinates at each abscissa; the caller's ``keywords`` override ``default``."""
    low, high = ends
    return add_fill(ax, outline((x, low), (x, high)), keywords, **default)


def outline(one: Pair, other: Pair) -> FloatArray:
    """Return the outline of the region between two lines."""
    return np.concatenate([np.column_stack(one), np.column_stack(other)[::-1]])


def color_of(fill: Polygon) -> Any:
    """Return the color of a fill, for the lines that belong to it."""
    return to_rgb(fill.get_facecolor())
