"""The band in which a curve would lie in other samples."""

from __future__ import annotations

from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from prplot.curve.curve import Curve
from prplot.draw.base.keywords import PartOption, check_part, part_of
from prplot.draw.base.results import Drawn
from prplot.draw.lines.curve_line import curves_on, lines_of
from prplot.draw.parts.confidence import kept_band
from prplot.draw.parts.operating_points import color_on
from prplot.draw.parts.part import add_fill, add_line, axes_with_room
from prplot.draw.parts.regions import fill_between
from prplot.errors import invalid, short, wrong_type
from prplot.names import BandKind, WeightKind
from prplot.rows.arrays import FloatArray
from prplot.uncertainty.bands import Band
from prplot.uncertainty.curves import ELSEWHERE, MeanCurve

__all__ = ["band"]

USUAL: dict[str, Any] = {
    "level": 0.95,
    "kind": "pointwise",
    "n": 2000,
    "stratify": None,
    "groups": None,
    "rng": None,
    "weights": "importance",
}
# By the edges bands are told apart where they overlap, also without colours.
EDGES: tuple[Any, ...] = ("-", (0, (4.5, 1.8)), (0, (1.2, 1.6)), (0, (5, 1.5, 1.2, 1.5)))
ALPHA, EDGE_ALPHA, THIN = 0.16, 0.75, 0.4


def band(
    curve_or_band: Curve | Band,
    *,
    level: float = 0.95,
    kind: BandKind = "pointwise",
    n: int = 2000,
    stratify: bool | None = None,
    groups: ArrayLike | None = None,
    rng: Any = None,
    weights: WeightKind = "importance",
    edge: PartOption = None,
    ax: Axes | None = None,
    **fill: Any,
) -> Drawn:
    """Fill the band in which a curve would lie in other samples, pale and beneath the lines.

    Parameters
    ----------
    curve_or_band : Curve or Band
        A curve, the band of which is computed, or a band as `Curve.band` returns it.
    level, kind, n, stratify, groups, rng, weights
        As in `Curve.band`, for a curve.
    edge : dict, False or None
        Keywords of the thin lines along both ends (`matplotlib.lines.Line2D`); False leaves them out. Those of several
        bands on the same axes are solid, dashed, dotted and dash-dotted in turn, and stand in the legend beside the
        samples of their lines.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.
    **fill
        Keywords for `matplotlib.patches.Polygon`; with a ``label`` the band is in the legend. The colour is that of
        the curve where it is on the axes.

    Returns
    -------
    Drawn
        With one fill, and its lower and upper edge in ``lines``.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        As `Curve.band`; for something else than a curve or a band, and for options of a band that is there already.

    See Also
    --------
    prplot.draw.spread : Of many curves.
    prplot.draw.random_band : Of random rankings.
    prplot.draw.operating_region : Of one operating point.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.simulate.binormal(1, 1).sample(500, prevalence=0.2, rng=1)
    >>> artists = path.pr().plot()
    >>> prplot.draw.band(artists.lines[0].curve, n=200)
    Drawn(2 lines, 1 fills, 0 texts)
    """
    given = {"level": level, "kind": kind, "n": n, "stratify": stratify, "groups": groups, "rng": rng}
    check_part("edge", edge)
    found = _band(curve_or_band, {**given, "weights": weights})
    curve = found.curve
    ax, there = axes_with_room(ax, curve.space, "a band", lines=True, without_negatives=True)
    if not there:
        return Drawn(ax)
    for line in lines_of(ax, curve)[:1]:
        line.band = found
    color = fill.pop("color", None) or fill.get("facecolor") or fill.get("fc") or color_on(ax, curve)
    outline = fill_between(found.x, found.low, found.high)
    look: dict[str, Any] = {"facecolor": color, "alpha": ALPHA, "zorder": 2.0, "label": "_band"}
    filled = add_fill(ax, outline, fill, **look)
    if edge is False:
        return Drawn(ax, fills=(filled,)).belonging_to(curve)
    thin = THIN * mpl.rcParams["lines.linewidth"]
    look = {"color": color, "linewidth": thin, "alpha": EDGE_ALPHA, "linestyle": _style(ax, curve), "zorder": 2.05}
    ends = tuple(_end(ax, found.x, y, part_of(edge), look) for y in (found.low, found.high))
    for line in lines_of(ax, curve)[:1]:
        line.edge = ends[0]
    return Drawn(ax, ends, (filled,)).belonging_to(curve)


def _band(thing: Any, options: dict[str, Any]) -> Band:
    if isinstance(thing, Curve):
        return kept_band(thing, options)
    if not isinstance(thing, Band):
        way_out = f"Use {ELSEWHERE['band']}." if isinstance(thing, MeanCurve) else ""
        rule = "be a curve such as path.pr(), or a band such as path.pr().band()"
        raise wrong_type("curve_or_band", rule, thing, way_out)
    for name, value in options.items():
        usual = USUAL[name]
        if value is not usual and not (np.isscalar(value) and value == usual):
            raise invalid(name, "be left out for a band that is there already", short(value), "Pass its curve.")
    return thing


def _style(ax: Axes, curve: Curve) -> Any:
    """Return how the edges of a band are dashed: as its line, or where that is solid in a way of their own."""
    mine, shown = lines_of(ax, curve), curves_on(ax)
    if not mine:
        return EDGES[0]
    own = mine[0].get_linestyle()
    return EDGES[shown.index(mine[0]) % len(EDGES)] if own == "-" else own


def _end(ax: Axes, x: FloatArray, y: FloatArray, given: dict[str, Any], look: dict[str, Any]) -> Any:
    return add_line(ax, (x, y), given, **look, label="_edge of a band")
