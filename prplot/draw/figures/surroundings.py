"""What may surround the curves of a figure: the parts that `plot` has a keyword for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from inspect import signature
from typing import Any, NamedTuple

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon

from prplot.curve.curve import Curve
from prplot.draw.base.axes import drawable, has_places, tone
from prplot.draw.base.keywords import PartOption, check_part, checked_keywords, merged, part_of
from prplot.draw.base.results import Drawn
from prplot.draw.parts import bands
from prplot.draw.parts.isolines import iso_f
from prplot.draw.parts.reference_lines import baseline, prg_grid
from prplot.draw.parts.regions import Region, unachievable
from prplot.spaces import Space
from prplot.uncertainty.curves import MeanCurve

__all__ = ["PART_TAG", "SURROUNDINGS", "Surrounding", "check_surroundings", "surround", "usual_in"]

# Begins the gid of every artist of a part.
PART_TAG = "prplot part: "
Draw = Callable[..., Drawn]


def _always_positive(curve: Curve, ax: Axes, **look: Any) -> Drawn:
    if curve.space.trades_f:
        return baseline(curve, kind="always-positive", ax=ax, **look)
    drawable(curve.space, "always-positive")
    x, y = (float(c) for c in curve.space.forward(1.0, 1.0))
    style = merged(
        look,
        marker="o",
        markersize=4.5,
        linestyle="none",
        markerfacecolor=tone(ax, 0.0),
        color=tone(ax, 0.6),
        zorder=3.5,
        label="_always positive",
    )
    dot = Line2D([x], [y], **style)
    ax.add_artist(dot)
    return Drawn(ax, (dot,))


def _region_edge(curve: Curve, ax: Axes, **fill: Any) -> Drawn:
    """Draw the edges of a further region, and leave filled what lies in all."""
    filled = [patch for patch in ax.patches if isinstance(patch, Region) and str(patch.get_gid()).startswith(PART_TAG)]
    look = {name: value for name, value in merged(fill, Polygon).items() if name != "color"}
    drawn = unachievable(curve, ax=ax, **{**look, "facecolor": "none"})
    for region in filled:
        region.meet(other for other in drawn.fills if isinstance(other, Region))
    return drawn


def _lighter_chance(curve: Curve, ax: Axes, **line: Any) -> Drawn:
    return baseline(curve, ax=ax, **merged(line, color=tone(ax, 0.3)))


def _of_points(draw: Draw) -> Draw:
    """Return how a part is drawn that a mean does not have, which has no points of its own."""

    @wraps(draw)
    def drawn(curve: Curve | MeanCurve, ax: Axes, **look: Any) -> Drawn:
        return draw(curve, ax=ax, **look) if isinstance(curve, Curve) else Drawn(ax)

    return drawn


class Surrounding(NamedTuple):
    """A part of a figure around its curves.

    Attributes
    ----------
    name : str
        The keyword of `plot`.
    draw : callable
        Takes a curve, ``ax`` and the keywords that users give as a dict.
    usual : callable
        Whether the part is drawn in a space where nobody says anything about it.
    again : callable or None
        How the part is drawn for a further prevalence on the same axes; if at all, where nobody asks for it.
    artist : class
        Whose keywords the part takes besides its own.
    without_negatives : bool
        Whether the part has its place in PR space also where nobody counts negatives.
    """

    name: str
    draw: Draw
    usual: Callable[[Space | type[Space]], bool] = lambda _: False
    again: Draw | None = None
    artist: type[Artist] = Line2D
    without_negatives: bool = False

    @property
    def own(self) -> list[str]:
        """The keywords that are none of matplotlib's."""
        parameters = list(signature(self.draw).parameters.values())[1:]
        return [p.name for p in parameters if p.name not in ("ax", "space") and p.kind is not p.VAR_KEYWORD]


# In the order in which they are drawn.
SURROUNDINGS = (
    Surrounding("unachievable", unachievable, lambda space: space.pointwise, _region_edge, Polygon),
    Surrounding("prg_grid", prg_grid),
    Surrounding("iso_f", iso_f, lambda space: space.pointwise and space.rate == "tpr", without_negatives=True),
    Surrounding("chance", baseline, lambda _: True, _lighter_chance),
    Surrounding("best", _of_points(bands.best), again=_of_points(bands.best)),
    Surrounding("worst", _of_points(bands.worst), again=_of_points(bands.worst)),
    Surrounding("always_positive", _always_positive, lambda space: space.pointwise and space.rate == "tpr"),
)


def usual_in(space: Space | type[Space]) -> tuple[str, ...]:
    """Return the names of the parts that a figure in a space has where nobody says anything about them."""
    return tuple(part.name for part in SURROUNDINGS if part.usual(space))


def check_surroundings(asked: Mapping[str, PartOption]) -> None:
    """Raise an error for what cannot be drawn, before anything is."""
    for part in SURROUNDINGS:
        given = asked[part.name]
        check_part(part.name, given)
        if isinstance(given, Mapping):
            checked_keywords(given, part.artist, part.own, part.name)


def surround(ax: Axes, curve: Curve | MeanCurve, asked: Mapping[str, PartOption]) -> dict[str, Drawn]:
    """Draw the parts that are wanted and not there yet: the usual ones once per prevalence."""
    uncounted = bool(np.isnan(curve.space.prevalence))
    if not has_places(curve.space, without_negatives=True):
        return {}
    tags = {str(artist.get_gid()) for artist in ax.get_children() if artist.get_gid()}
    key = f"{PART_TAG}{curve.space.prevalence:.9g}{' soft' if isinstance(curve, Curve) and curve.path.soft else ''}: "
    first = not any(tag.startswith(PART_TAG) for tag in tags)
    known = any(tag.startswith(key) for tag in tags)
    drawn: dict[str, Drawn] = {}
    for name, draw, usual, again, _, without_negatives in SURROUNDINGS:
        given = asked[name]
        how = draw if first or known else again or (draw if given else None)
        wanted = given or (usual(curve.space) and not known and (without_negatives or not uncounted))
        if given is False or key + name in tags or how is None or not wanted:
            continue
        drawn[name] = how(curve, ax=ax, **part_of(given))
        for artist in drawn[name].artists:
            artist.set_gid(key + name)
    return drawn
