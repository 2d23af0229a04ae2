"""Many curves as one: their quantiles at each abscissa."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from numpy.typing import ArrayLike

from prplot.curve.classifiers import PathsLike, called, to_curves
from prplot.curve.curve import Curve
from prplot.draw.base.axes import tone
from prplot.draw.base.keywords import PartOption, check_part, merged, part_of
from prplot.draw.base.results import Drawn
from prplot.draw.parts.bands import members as draw_members
from prplot.draw.parts.part import add_fill, add_line, axes_with_room
from prplot.draw.parts.regions import fill_between
from prplot.errors import PrplotValueError, invalid, short
from prplot.names import SpaceName
from prplot.rows.arrays import FloatArray
from prplot.rows.checks import number, reals
from prplot.uncertainty.members import check_alike

__all__ = ["abscissae", "quantile_ends", "spread"]

# Abscissae at which curves are compared: so many evenly spread ones, so many towards 0, and
# where all of them may fall; there also just right of it, if there are not too many such places.
EVEN, NEAR_0, FALLS, BESIDE = 241, 80, 400, 1e-9
# How wide a box is, as a share of the gap to the next, and at most.
SHARE, WIDEST = 0.4, 0.03
QUARTERS = (0.25, 0.5, 0.75)


def spread(
    curves: PathsLike,
    space: SpaceName | None = None,
    *,
    level: float = 0.95,
    median: PartOption = None,
    boxes: ArrayLike | None = None,
    members: PartOption = False,
    ax: Axes | None = None,
    **fill: Any,
) -> Drawn:
    """Draw many curves as one: their median, and the band that holds the middle of them at each abscissa.

    Of samples, folds or random rankings: what a single curve says depends on luck, and this is by how much. The
    band is pointwise, so more than the rest of whole curves leave it somewhere. Neither the median nor the band is the
    curve of a classifier.

    Parameters
    ----------
    curves : sequence or mapping of paths or curves
        At least two, of one kind.
    space : {"pr", "prg", "roc", "croc", "cost", "gains", "lift", "det", "net_benefit"}, optional
        Where to see paths; default: where the curves are, "pr" for paths.
    level : float
        The share of the curves within the band, at each abscissa; in (0, 1).
    median : dict, False or None
        Keywords for the line of the medians (`matplotlib.lines.Line2D`); False leaves it out.
    boxes : array_like, optional
        Abscissae at which box plots of the ordinates stand: the middle half, the median, and whiskers over the
        ``level``.
    members : dict or bool
        Draw each curve, thinly, as `members` does; a dict holds its keywords.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.
    **fill
        Keywords for `matplotlib.patches.Polygon`; ``color`` is that of the band and of all lines, and with a
        ``label`` the band is in the legend.

    Returns
    -------
    Drawn
        The band in ``fills``; in ``lines`` the median, then four for each box, its outline, its median and the two
        whiskers, then the members.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If there are fewer than two curves, they are of different kinds or one is undefined, or an argument is outside
        its range.

    See Also
    --------
    random_band : Of random rankings of one sample.
    mean_curve : The vertical mean, whose area is the mean of the areas.

    Notes
    -----
    Ordinates are those of ``curve.at``: exact, on a vertical the larger one; of hard labels verticals are at multiples
    of one positive's recall, so put boxes between them where positives are few. Beyond the end of a curve that ends
    early it is what its area counts. Quantiles are linear between order statistics.

    Examples
    --------
    >>> import prplot
    >>> model = prplot.simulate.binormal(1.0)
    >>> samples = [model.sample(200, prevalence=0.2, rng=seed) for seed in range(20)]
    >>> prplot.draw.spread(samples, level=0.9, boxes=[0.2, 0.5], label="20 samples, 90 %")
    Drawn(9 lines, 1 fills, 0 texts)
    """
    given: list[Curve] = to_curves(curves, space)
    low_end, high_end = quantile_ends(level)
    check_part("median", median)
    check_part("members", members)
    if len(given) < 2:
        raise PrplotValueError(f"curves must be at least two; got {len(given)}. Draw one with prplot.plot.")
    check_alike(given)
    for name, curve in zip(called([curve.label for curve in given]), given, strict=True):
        reason = curve.space.undefined(curve.path)
        if reason is not None:
            raise PrplotValueError(
                f"curves must be defined in {curve.space.title} space; {name} is not: {reason}. Leave it out."
            )
    where = given[0].space
    places = None if boxes is None else _places(boxes, where.domain)
    ax, there = axes_with_room(ax, where, "a band of curves", lines=True, without_negatives=True)
    if not there:
        return Drawn(ax)
    color = fill.pop("color", None) or fill.get("facecolor") or fill.get("fc") or tone(ax, 0.6)
    at = abscissae(given, 1.0)
    low, middle, high = np.quantile([curve.earned(at) for curve in given], [low_end, 0.5, high_end], axis=0)
    outline = fill_between(at, low, high)
    drawn = Drawn(ax, fills=(add_fill(ax, outline, fill, facecolor=color, alpha=0.2, zorder=0.8, label="_spread"),))
    if median is not False:
        look: dict[str, Any] = {"color": color, "linewidth": 1.2, "zorder": 2.6}
        line = add_line(ax, (at, middle), part_of(median), **look, label="_median")
        drawn = drawn.together_with(Drawn(ax, (line,)))
    if places is not None:
        drawn = drawn.together_with(_boxes(ax, given, places, (low_end, high_end), color))
    if members is not False:
        drawn = drawn.together_with(draw_members(given, ax=ax, **{"color": color, "alpha": 0.3, **part_of(members)}))
    return drawn


def quantile_ends(level: Any) -> tuple[float, float]:
    """Return the lower and the upper quantile between which a share of curves lies."""
    share = number("level", level)
    if not 0 < share < 1:
        raise invalid("level", "lie strictly between 0 and 1", short(level), "Use 0.95 for a band of 95 %.")
    return (1 - share) / 2, (1 + share) / 2


def abscissae(curves: Sequence[Curve], end: float) -> FloatArray:
    """Return abscissae, rising up to an end, that are enough to compare curves of one space."""
    low = curves[0].space.reach
    x = [np.linspace(low, 0.0, EVEN if low < 0 else 1), np.linspace(0.0, 1.0, EVEN), np.geomspace(1e-4, 1.0, NEAR_0)]
    falls = np.unique(np.round(np.concatenate([one.x for one in curves]), 12))
    falls = falls[(falls >= low) & (falls < 1 - BESIDE)]
    if len(falls) <= FALLS:
        x += [falls, falls + BESIDE]
    at = np.unique(np.concatenate(x))
    return at[at <= end]


def _places(boxes: ArrayLike, domain: tuple[float, float]) -> FloatArray:
    places = np.atleast_1d(reals("boxes", boxes))
    outside = ~((places >= domain[0]) & (places <= domain[1]))
    if outside.any() or places.ndim != 1:
        raise invalid("boxes", f"be abscissae from {domain[0]:g} to {domain[1]:g}", short(boxes))
    return places


def _boxes(ax: Axes, curves: Sequence[Curve], places: FloatArray, ends: tuple[float, float], color: Any) -> Drawn:
    """Draw box plots without a say in limits and ticks."""
    quantiles = np.quantile([curve.earned(places) for curve in curves], [ends[0], *QUARTERS, ends[1]], axis=0)
    gaps = np.diff(np.unique(places))
    half = min([WIDEST, *(SHARE * gaps)]) / 2
    lines: list[Line2D] = []
    look = merged({}, Line2D, color=color, linewidth=0.9, zorder=2.8, label="_box")
    for place, (least, quarter, middle, third, most) in zip(places, quantiles.T, strict=True):
        left, right = place - half, place + half
        x = [
            [left, right, right, left, left],
            [left, right],
            [place, place, np.nan, place - half / 2, place + half / 2],
            [place, place, np.nan, place - half / 2, place + half / 2],
        ]
        y = [
            [quarter, quarter, third, third, quarter],
            [middle, middle],
            [quarter, least, np.nan, least, least],
            [third, most, np.nan, most, most],
        ]
        for part, (xs, ys) in enumerate(zip(x, y, strict=True)):
            thick = {"linewidth": 1.6} if part == 1 else {}
            lines.append(add_line(ax, (np.array(xs), np.array(ys)), {**look, **thick}))
    return Drawn(ax, tuple(lines))
