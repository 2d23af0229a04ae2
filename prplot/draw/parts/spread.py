"""Many curves summarized by their quantiles at each abscissa: curves of samples, or of random rankings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from prplot.curve.classifiers import PathsLike, called, to_curves
from prplot.curve.curve import Curve
from prplot.draw.base.axes import drawing_function, tone
from prplot.draw.base.drawn import Drawn
from prplot.draw.base.keywords import check_parts, part_of
from prplot.draw.parts.part import add_band, add_lines, axes_with_room, color_of, curve_of
from prplot.draw.parts.rankings import members as draw_members
from prplot.errors import PrplotTypeError, PrplotValueError, invalid, short, warn
from prplot.names import ARGUMENTS, SpaceName
from prplot.path.groups import Groups, groups_of
from prplot.path.path import ConfusionPath
from prplot.path.variants import through
from prplot.rows.arrays import FloatArray
from prplot.rows.checks import reals, whole_number
from prplot.uncertainty.members import check_alike
from prplot.uncertainty.units import Design, check_enough_replicates, check_level, rough

# Curves are compared at EVEN evenly spaced abscissae. If the curves have at most FALLS different abscissae,
# these are added, and a place BESIDE each of them.
EVEN, FALLS, BESIDE = 481, 400, 1e-9
# Random paths have at most about this many steps.
STEPS = 1000
# The curves of all rankings are in memory together until the quantiles are taken.
MOST_RANKINGS = 10**5


@drawing_function()
def spread(
    curves: PathsLike,
    space: SpaceName | None = None,
    *,
    level: float = 0.95,
    median: bool | dict[str, Any] | None = None,
    boxes: ArrayLike | None = None,
    members: bool | dict[str, Any] | None = False,
    ax: Axes | None = None,
    **fill: Any,
) -> Drawn:
    """Draw the pointwise median and the band of the middle 95 % (``level``) of many curves.

    Use it for curves of several samples, folds or random rankings: the figure shows how much a single curve depends on
    chance. Median and band are computed at each x separately (pointwise), so the share of curves that leave the band
    somewhere exceeds 1 - level. Neither the median nor an edge of the band is the curve of a classifier.

    Parameters
    ----------
    curves : sequence or mapping of paths or curves
        At least two curves, all with the same space and interpolation, or paths.
    space : str, optional
        The space in which to plot paths: {"pr", "prg", "roc", "croc", "cost", "gains", "lift", "det", "net_benefit",
        "murphy", "risk_coverage", "froc"}; default: the space of the curves, "pr" for paths.
    level : float
        The share of the curves within the band, at each abscissa; in (0, 1).
    median : dict, False or None
        Keywords for the line of the medians (`matplotlib.lines.Line2D`); False leaves it out.
    boxes : array_like, optional
        The x values at which to draw box plots of the y values of the curves: the box is the middle half, its line the
        median, and the whiskers span the share ``level``.
    members : dict or bool
        True also draws each curve as a thin line, as `prplot.draw.members` does; a dict holds keywords of that
        function.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.
    **fill
        Keywords for `matplotlib.patches.Polygon`. ``color`` sets the color of the band and of all lines; ``label``
        adds the band to the legend.

    Returns
    -------
    Drawn
        ``fills`` holds the band. ``lines`` holds the median, then four lines per box (outline, median, two whiskers),
        then the single curves.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If there are fewer than two curves, they are of different kinds or one is undefined, or an argument is outside
        its range.

    See Also
    --------
    random_band : The same band for random rankings of one sample.
    mean_curve : The vertical mean, whose area is the mean of the areas.

    Notes
    -----
    The y values are those of ``curve.at``, without a grid. Where a curve is vertical, its largest y is taken (in DET
    its smallest). With hard labels, vertical steps lie at multiples of 1/P in recall, so with few positives place boxes
    at recalls between those multiples. A curve that ends before the last x is continued as for its area, for example
    with precision 0 in PR space. Quantiles are interpolated linearly between the sorted values.

    Examples
    --------
    >>> import prplot
    >>> model = prplot.simulate.binormal(1.0)
    >>> samples = [model.sample(200, prevalence=0.2, rng=seed) for seed in range(20)]
    >>> prplot.draw.spread(samples, level=0.9, boxes=[0.2, 0.5], label="20 samples, 90 %")
    Drawn(9 lines, 1 fills, 0 texts)
    """
    chosen: list[Curve] = to_curves(curves, space)
    tail = (1.0 - check_level(level)) / 2
    check_parts(median=median, members=members)
    if len(chosen) < 2:
        raise PrplotValueError(f"curves must be at least two; got {len(chosen)}. Draw one with prplot.plot.")
    check_alike(chosen)
    where = chosen[0].space
    for name, curve in zip(called([curve.label for curve in chosen]), chosen, strict=True):
        if reason := curve.space._undefined(curve.path):
            raise PrplotValueError(
                f"curves must be defined in {where.title} space; {name} is not: {reason}. Leave it out."
            )
    places = np.zeros(0) if boxes is None else np.atleast_1d(reals("boxes", boxes))
    if places.ndim != 1 or not np.all((places >= where._drawn[0]) & (places <= where._drawn[1])):
        raise invalid("boxes", f"be abscissae from {where._drawn[0]:g} to {where._drawn[1]:g}", short(boxes))
    ax, room = axes_with_room(ax, where, "a band of curves", lines=True, without_negatives=True)
    if not room:
        return Drawn(ax)
    x = _abscissae(chosen, 1.0)
    low, middle, high = _quantiles(chosen, x, tail, 0.5, 1.0 - tail)
    band = add_band(ax, x, (low, high), fill, facecolor=tone(ax, 0.6), alpha=0.2, zorder=0.8, label="_spread")
    color = color_of(band)
    lines = add_lines(ax, [(x, middle)], median, color=color, linewidth=1.2, zorder=2.6, label="_median")
    drawn = Drawn(ax, lines, (band,))
    if len(places):
        quantiles = _quantiles(chosen, places, tail, 0.25, 0.5, 0.75, 1.0 - tail)
        drawn = drawn.together_with(_boxes(ax, places, quantiles, color))
    if members is not False:
        drawn = drawn.together_with(draw_members(chosen, ax=ax, **{"color": color, "alpha": 0.3, **part_of(members)}))
    return drawn


@drawing_function()
def random_band(
    curve_or_path: Curve | ConfusionPath,
    *,
    space: SpaceName = "pr",
    level: float = 0.95,
    n: int = 2000,
    rng: Any = None,
    median: bool | dict[str, Any] | None = None,
    ax: Axes | None = None,
    **fill: Any,
) -> Drawn:
    """Draw the band in which curves of random rankings lie, with their median.

    At each abscissa the band holds the middle ``level`` of the ordinates that the curve takes when the rows are
    assigned to the scores at random; ties stay tied. The band is pointwise: the share of random curves that leave the
    band somewhere exceeds 1 - ``level``. With few positives the band reaches far above the chance line, and the mean
    area of random rankings (`Curve.random_area`) is far above the chance level; with many positives both are near it.

    Parameters
    ----------
    curve_or_path : Curve or ConfusionPath
        The curve or path whose rows are ranked at random; the random curves have the space, the interpolation and the
        ties of the curve.
    space : str
        The space in which to plot a path, as a path has no space of its own.
    level : float
        The share of random curves that lie within the band at each abscissa; in (0, 1).
    n : int
        How many random rankings, at least 2 / (1 - level); fewer than 200 make the band rough, and warn so.
    rng : int, numpy.random.Generator or None
        The seed; default: a fixed seed, computed from the sample, so that results repeat.
    median : dict, False or None
        Keywords for the thin line of the medians (`matplotlib.lines.Line2D`); False leaves it out.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.
    **fill
        Keywords for `matplotlib.patches.Polygon`; with a ``label`` the band is in the legend.

    Returns
    -------
    Drawn
        With one fill, and the median in ``lines``.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If the path was made from counts, or an argument is outside its range.

    Notes
    -----
    For hard labels of equal weight, the positives at each score are drawn hypergeometrically, and more than a thousand
    distinct scores are merged into about a thousand groups, so that a million rows take about a second; soft labels and
    unequal weights are shuffled row by row, which takes about 10 s for a million.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([1, 0, 0, 1, 0, 0, 0, 0], [8, 7, 6, 5, 4, 3, 2, 1])
    >>> prplot.draw.random_band(path, n=200)
    Drawn(1 lines, 1 fills, 0 texts)
    """
    for name in ARGUMENTS["n"]:
        if name in fill:
            raise PrplotTypeError(f"random_band has no argument {name!r}: it is n here, n={short(fill[name])}.")
    curve, tail = curve_of(curve_or_path, space, "curve_or_path"), (1.0 - check_level(level)) / 2
    design = Design(level=level, n=whole_number("n", n, 2, MOST_RANKINGS, "rankings", "The default is 2000."), rng=rng)
    check_enough_replicates(design.replicates, design.level)
    check_parts(median=median)
    if words := rough(design.replicates):
        warn(words)
    ax, room = axes_with_room(ax, curve.space, "the band of random rankings", lines=True, without_negatives=True)
    if not room:
        return Drawn(ax)
    curves = [curve._over(path) for path in _random_paths(curve.path, design)]
    x = _abscissae(curves, curve.end)
    low, middle, high = _quantiles(curves, x, tail, 0.5, 1.0 - tail)
    band = add_band(ax, x, (low, high), fill, facecolor="#E69F00", alpha=0.2, zorder=0.8, label="_random rankings")
    look = {"color": tone(ax, 0.55), "linewidth": 0.8, "zorder": 1.35, "label": "_median of random rankings"}
    return Drawn(ax, add_lines(ax, [(x, middle)], median, **look), (band,))


def _quantiles(curves: Sequence[Curve], x: FloatArray, *shares: float) -> FloatArray:
    """Return the quantiles ``shares`` of the curves' ordinates at each abscissa."""
    return np.asarray(np.quantile([curve._earned(x) for curve in curves], shares, axis=0))


def _abscissae(curves: Sequence[Curve], end: float) -> FloatArray:
    """Return rising abscissae up to ``end`` at which curves of one space are compared."""
    low = curves[0].space._drawn[0]
    falls = np.unique(np.round(np.concatenate([one.x for one in curves]), 12))
    if len(falls) > FALLS:
        falls = falls[:0]
    even = np.linspace(low, 1.0, EVEN), np.geomspace(1e-4, 1.0, EVEN // 6)
    x = np.unique(np.concatenate([*even, [0.0], falls, falls + BESIDE]))
    return x[(x >= low) & (x <= end)]


def _boxes(ax: Axes, places: FloatArray, quantiles: FloatArray, color: Any) -> Drawn:
    """Draw box plots from quantiles, without changing the ticks."""
    names = "whislo", "q1", "med", "q3", "whishi"
    look: dict[str, Any] = {f"{part}props": {"color": color, "zorder": 2.8} for part in ("box", "whisker", "median")}
    width = min([0.03, *(0.4 * np.diff(np.unique(places)))])
    stats = [dict(zip(names, each, strict=True)) for each in quantiles.T]
    # The whiskers end at quantiles, so there are neither caps nor outliers.
    look |= {"showfliers": False, "showcaps": False, "manage_ticks": False}
    made = ax.bxp(stats, positions=places, widths=width, **look)
    each = zip(made["boxes"], made["medians"], made["whiskers"][::2], made["whiskers"][1::2], strict=True)
    return Drawn(ax, tuple(line for box in each for line in box))


def _random_paths(path: ConfusionPath, design: Design) -> list[ConfusionPath]:
    """Return paths on which the scores of the rows are assigned at random; tied scores stay tied.

    If there are more than a thousand steps, neighboring ones are merged, fewer of them near both ends.

    Raises
    ------
    PrplotValueError
        If the path was made from counts.
    """
    rows = path._given.sample
    if not len(rows):
        raise PrplotValueError("random rankings need rows that are returned; no threshold returns any.")
    if not rows.rows_known:
        raise PrplotValueError(
            "random rankings need the rows of the sample; this path was made from counts and has none. "
            "Make it with prplot.from_labels or prplot.from_weights."
        )
    weight = (rows.fg > 0) | (rows.bg > 0)
    fg, bg, how = rows.fg[weight], rows.bg[weight], path.treatment.ties
    # The number of rows at or above each threshold.
    thresholds = groups_of(rows, path.treatment.tolerance).thresholds[1:]
    ends = len(fg) - np.searchsorted(np.sort(rows.score[weight]), thresholds)
    if how == "average" and len(ends) > STEPS:
        # Thresholds are merged only if ties are averaged, because a merge changes other ways of treating ties.
        ranks = np.geomspace(1, ends[-1] / 2, STEPS // 2)
        positions = np.unique(np.searchsorted(ends, np.concatenate([ranks, ends[-1] - ranks, ends[-1:]])))
        thresholds, ends = thresholds[positions], ends[positions]
    sizes = np.diff(ends, prepend=0)
    mixed, generator = replace(path, treatment=path.treatment._replace(ties="average")), design.generator([path])
    positive = fg > 0
    front, back = fg[positive], bg[~positive]
    if not np.any(bg[positive]) and np.ptp(front) == np.ptp(back) == 0:
        counts = generator.multivariate_hypergeometric(sizes, len(front), size=design.replicates)
        sums = [(count * front[0], (sizes - count) * back[0]) for count in counts]
    else:
        orders = (generator.permutation(len(fg)) for _ in range(design.replicates))
        both, starts = np.stack([fg, bg]), ends - sizes
        sums = [tuple(np.add.reduceat(both[:, order], starts, axis=1)) for order in orders]
    return [through(mixed, Groups.of(thresholds, *each)).ties(how) for each in sums]
