"""What surrounds a curve: its convex hull with calibrated scores, and the bands that ties and bins leave open."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.text import Text

from prplot.curve.curve import Curve
from prplot.draw.base.axes import tone
from prplot.draw.base.keywords import PartOption, check_part, merged, part_of
from prplot.draw.base.results import Drawn
from prplot.draw.lines.polyline import polyline, refine
from prplot.draw.parts.part import add_line, axes_with_room, curve_of
from prplot.draw.text.labels import Label, along, placed, spots
from prplot.draw.text.legend_entries import two_decimals

__all__ = ["hull"]

# Where on a segment its score may be written; how long, in points, it must be for that; how far
# from it; and how many scores there are at most.
PLACES, LEAST, GAP, MOST = (0.5, 0.35, 0.65, 0.2, 0.8), 14.0, 4.0, 60
# Scores that need more digits than this are written with an exponent.


def hull(
    curve: Curve,
    *,
    scores: PartOption = None,
    vertices: PartOption = None,
    ax: Axes | None = None,
    **line: Any,
) -> Drawn:
    """Draw the convex hull of a curve, with the calibrated scores of its segments.

    Parameters
    ----------
    curve : Curve
        Its hull is the ROC hull seen in its space; in PR segments are arcs.
    scores : dict, False or None
        Keywords for the scores (`matplotlib.text.Text`), which are written beside the segments
        where there is room: c, the share of foreground among the points of the segment, in PRG
        d = 1 / (1 + β²), where F_β ties along the segment; False leaves them out.
    vertices : dict, False or None
        Keywords for the small dots at the vertices (`matplotlib.lines.Line2D`), or False.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.
    **line
        Keywords for `matplotlib.lines.Line2D`.

    Returns
    -------
    Drawn
        With ``lines``: the hull, and its vertices; and one text per score.

    Raises
    ------
    PrplotTypeError
        In cost space, whose curve is the hull already.

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
    where = curve_of(curve).space
    check_part("scores", scores)
    check_part("vertices", vertices)
    ax, there = axes_with_room(ax, where, "a hull", without_negatives=True)
    if not there:
        return Drawn(ax)
    found = curve.hull()
    text = merged(part_of(scores), Text, color=tone(ax, 0.7), fontsize="x-small")
    look: dict[str, Any] = {"marker": "o", "markersize": 3.0, "linestyle": "none", "zorder": 2.75}
    dots = merged(part_of(vertices), **look, label="_hull vertices")
    border = add_line(
        ax, polyline(found.curve)[:2], line, color=tone(ax, 0.55), linewidth=1.0, zorder=2.7, label="_hull"
    )
    lines: list[Line2D] = [border]
    if vertices is not False:
        lines.append(Line2D(found.x, found.y, **{"color": border.get_color(), **dots}))
        ax.add_artist(lines[1])
    texts: list[Label] = []
    if scores is not False:
        steps = found.curve.path.steps()
        first = int(np.argmax(where.shown(steps.tp)))
        sizes = np.hypot(np.diff(found.x), np.diff(found.y))
        for segment in np.sort(np.argsort(-sizes, kind="stable")[:MOST]):
            at = first + int(segment)
            ends, step = slice(at, at + 2), slice(at, at + 1)
            one = steps._replace(fp=steps.fp[ends], tp=steps.tp[ends], bg=steps.bg[step], fg=steps.fg[step])
            places = along(spots(*where.line(one, refine)[:2], shares=PLACES, least=LEAST), GAP)
            name = "$d$" if where.trades_f else "$c$"
            placed(ax, two_decimals(float(found.scores[segment])), places, text, name=name, group=texts)
    return Drawn(ax, tuple(lines), texts=tuple(texts)).belonging_to(curve)
