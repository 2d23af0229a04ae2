"""The band in which random rankings of a sample lie."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from prplot.curve.curve import Curve
from prplot.draw.base.axes import has_places, tone
from prplot.draw.base.keywords import PartOption, check_part, part_of
from prplot.draw.base.results import Drawn
from prplot.draw.parts.part import add_fill, add_line, axes_with_room, to_curve
from prplot.draw.parts.regions import fill_between
from prplot.draw.parts.spread import abscissae, quantile_ends
from prplot.errors import PrplotValueError, invalid, short
from prplot.names import SpaceName
from prplot.path.groups import Groups
from prplot.path.path import ConfusionPath
from prplot.path.variants import through
from prplot.rows.arrays import FloatArray
from prplot.rows.checks import number, random_generator

__all__ = ["random_band", "random_paths"]

# Random paths have at most about so many steps; longer ones are grouped, by this share of the ranks to the nearer end.
STEPS, SHARE = 1000, 0.01


def random_band(
    curve_or_path: Curve | ConfusionPath,
    *,
    space: SpaceName = "pr",
    level: float = 0.95,
    rankings: int = 500,
    rng: Any = 0,
    median: PartOption = None,
    ax: Axes | None = None,
    **fill: Any,
) -> Drawn:
    """Fill the band in which random rankings of this very sample lie, with their median.

    At each abscissa it holds the middle ``level`` of the ordinates that the curve takes when its
    rows are dealt out to its scores at random, ties kept. It is pointwise: more than the rest of
    whole curves leave it somewhere. With few positives it reaches far above the line of chance,
    and so does the mean area (`Curve.random_area`), as a large sample's would not.

    Parameters
    ----------
    curve_or_path : Curve or ConfusionPath
        The sample; random curves have the space, the interpolation and the ties of the curve.
    space : str
        Where to show a path, which has no space of its own.
    level : float
        The share of random rankings within, at each abscissa; in (0, 1).
    rankings : int
        How many random rankings, at least 2.
    rng : int, numpy.random.Generator, ...
        Whatever `numpy.random.default_rng` takes; the same number gives the same band.
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
    Hard labels of equal weight are drawn from the hypergeometric distribution, and over a
    thousand steps the ranks are grouped by hundredths, so that a million rows take about a
    second; other weights are shuffled row by row, which takes about 10 s for a million.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([1, 0, 0, 1, 0, 0, 0, 0], [8, 7, 6, 5, 4, 3, 2, 1])
    >>> prplot.draw.random_band(path, rankings=50)
    Drawn(1 lines, 1 fills, 0 texts)
    """
    curve = to_curve(curve_or_path, space)
    ends = quantile_ends(level)
    count = number("rankings", rankings)
    if not (count >= 2 and count == np.floor(count)):
        raise invalid("rankings", "be a whole number of at least 2", short(rankings))
    check_part("median", median)
    # Before anything is drawn, since paths without rows have none.
    placed = has_places(curve.space, without_negatives=True)
    paths = list(random_paths(curve.path, int(count), rng)) if placed else []
    ax, there = axes_with_room(ax, curve.space, "the band of random rankings", lines=True, without_negatives=True)
    if not there:
        return Drawn(ax)
    curves = [curve.over(path) for path in paths]
    x = abscissae(curves, curve.end)
    low, middle, high = np.quantile([one.at(x) for one in curves], [ends[0], 0.5, ends[1]], axis=0)
    outline = fill_between(x, low, high)
    band = add_fill(ax, outline, fill, facecolor="#E69F00", alpha=0.2, zorder=0.8, label="_random rankings")
    if median is False:
        return Drawn(ax, fills=(band,))
    look: dict[str, Any] = {"color": tone(ax, 0.55), "linewidth": 0.8, "zorder": 1.35}
    line = add_line(ax, (x, middle), part_of(median), **look, label="_median of random rankings")
    return Drawn(ax, (line,), (band,))


def random_paths(path: ConfusionPath, rankings: int, rng: Any = 0) -> Iterator[ConfusionPath]:
    """Deal the rows of a path out to its scores at random, again and again.

    Parameters
    ----------
    path : ConfusionPath
        With rows. Equal scores stay equal.
    rankings : int
        How many paths.
    rng : int, numpy.random.Generator, ...
        As in `random_band`.

    Yields
    ------
    ConfusionPath
        Of more than a thousand steps those nearer than a hundredth of the way to the nearer end
        are joined.

    Raises
    ------
    PrplotValueError
        If the path was made from counts.
    """
    rows = path.known
    if not len(rows):
        raise PrplotValueError("random rankings need rows that are returned; no threshold returns any.")
    if rows.kind != "rows":
        raise PrplotValueError(
            "random rankings need the rows of the sample; this path was made from counts and has none. "
            "Make it with prplot.from_labels or prplot.from_weights."
        )
    weight = (rows.fg > 0) | (rows.bg > 0)
    fg, bg, how = rows.fg[weight], rows.bg[weight], path.treatment.ties
    thresholds = np.unique(path.thresholds[1:])[::-1]
    sizes = np.bincount(np.searchsorted(-thresholds, -rows.score[weight]), minlength=len(thresholds))
    # Ties that are not mixed must not be joined with others.
    ends = _grouped(np.cumsum(sizes)) if how == "average" else np.cumsum(sizes)
    sizes, thresholds = np.diff(ends, prepend=0), thresholds[np.searchsorted(np.cumsum(sizes), ends)]
    mixed = replace(path, treatment=path.treatment._replace(ties="average"))
    for more_fg, more_bg in _dealt(fg, bg, sizes, rankings, random_generator(rng)):
        yield through(mixed, Groups.of(thresholds, more_fg, more_bg)).ties(how)


def _grouped(ends: NDArray[np.int_]) -> NDArray[np.int_]:
    """Return the ranks at which groups end, of very many only some, more sparsely away from both ends."""
    if len(ends) <= STEPS:
        return ends
    half, rank, chosen = ends[-1] / 2, 1.0, []
    while rank < half:
        chosen.append(rank)
        rank = max(rank + 1.0, rank * (1.0 + SHARE))
    wanted = np.concatenate([chosen, ends[-1] - np.array(chosen), [ends[-1]]])
    return np.unique(ends[np.searchsorted(ends, wanted)])


def _dealt(
    fg: FloatArray, bg: FloatArray, sizes: NDArray[np.int_], rankings: int, rng: np.random.Generator
) -> Iterator[tuple[FloatArray, FloatArray]]:
    """Yield the weights of groups of so many rows each, dealt out at random."""
    positive = fg > 0
    front, back = fg[positive], bg[~positive]
    if not np.any(bg[positive]) and np.ptp(front) == np.ptp(back) == 0:
        for count in rng.multivariate_hypergeometric(sizes, len(front), size=rankings):
            yield count * front[0], (sizes - count) * back[0]
        return
    both = fg + 1j * bg
    starts = np.cumsum(sizes) - sizes
    for _ in range(rankings):
        rng.shuffle(both)
        sums = np.add.reduceat(both, starts)
        yield sums.real.copy(), sums.imag.copy()
