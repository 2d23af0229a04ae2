"""Bins of scores, and what stands at the ends of an axis of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.font_manager import FontProperties
from matplotlib.ticker import AutoLocator, ScalarFormatter
from numpy.typing import NDArray

from prplot.draw.text.matrix import as_written
from prplot.errors import invalid, short
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray
from prplot.rows.checks import numbers

__all__ = ["bin_edges", "core_of", "end_places", "outline", "say_ends", "weight_in_bins"]

# Tukey's "far out": a score this many interquartile ranges from the quartiles of its class stands
# at an end; quantiles farther out are taken where ties leave the quartiles equal.
FAR_OUT = 3.0
TAILS = (0.25, 0.1, 0.05, 0.01)
FEWEST, MOST = 10, 80
# Scores that are multiples of one step, at most so many of them apart, get bins of whole steps.
LATTICE = 1000
SAME, TINY = 1e-12, 1e-300


def bin_edges(values: FloatArray, bins: Any, core: tuple[float, float] = (-np.inf, np.inf)) -> FloatArray:
    """Return the rising edges of bins for the finite values within a core."""
    if isinstance(bins, str):
        if bins != "auto":
            raise invalid("bins", "be 'auto', a number of bins, or their edges", short(bins))
        count = None
    elif np.ndim(bins) == 0:
        count = bins
        if isinstance(bins, bool) or not isinstance(bins, int | np.integer) or bins < 1:
            raise invalid("bins", "be 'auto', a number of bins from 1 on, or their edges", short(bins))
    else:
        edges = numbers("bins", bins)
        if len(edges) < 2 or not np.isfinite(edges).all() or not np.all(np.diff(edges) > 0):
            raise invalid("bins", "be two or more finite edges that rise", short(bins))
        return edges
    kept = np.unique(values[np.isfinite(values) & (values >= core[0]) & (values <= core[1])])
    if not len(kept):
        kept = np.array([0.0])
    low, high = float(kept[0]), float(kept[-1])
    half = max(0.5, 1e-6 * abs(low))
    if not np.isfinite(2 * high - 2 * low):
        rule, way_out = "span less than half the range of float64 to be drawn", "Divide them by a constant."
        raise invalid("scores and targets", rule, f"{low:g} to {high:g}", way_out)
    if high - low <= max(SAME * max(abs(low), abs(high)), TINY):
        return np.linspace(low - half, high + half, (count or 1) + 1)
    if count is not None:
        return np.linspace(low, high, count + 1)
    count = int(np.clip(np.ceil(2 * len(values) ** (1 / 3)), FEWEST, MOST))
    step = float(np.diff(kept).min())
    if (high - low) / step <= LATTICE:
        places = (kept - low) / step
        if np.all(np.abs(places - np.rint(places)) < 1e-6):
            wide = step * max(1, round((high - low) / step / count))
            return low - step / 2 + wide * np.arange(np.ceil((high - low + step / 2) / wide) + 1)
    return np.linspace(low, high, count + 1)


def core_of(path: ConfusionPath) -> tuple[float, float]:
    """Return between which scores, by the quartiles of the two classes, none is far out."""
    finite = np.isfinite(path.thresholds[1:])
    cuts = path.thresholds[1:][finite]
    low, high = np.inf, -np.inf
    for weight in path.increments:
        above = np.cumsum(weight[finite])
        for tail in TAILS if len(above) and above[-1] > 0 else ():
            upper, lower = cuts[np.searchsorted(above, above[-1] * np.array([tail, 1 - tail]))]
            if upper > lower:
                with np.errstate(over="ignore"):
                    reach = FAR_OUT * (upper - lower)
                    low, high = min(low, lower - reach), max(high, upper + reach)
                break
    return (low, high) if low < high else (-np.inf, np.inf)


def weight_in_bins(values: FloatArray, weight: FloatArray, edges: FloatArray) -> FloatArray:
    """Return the weight below all bins, in each, and above all."""
    bins = np.searchsorted(edges, values, side="right")
    bins[values == edges[-1]] = len(edges) - 1
    return np.asarray(np.bincount(bins, weight, minlength=len(edges) + 1), dtype=np.float64)


def end_places(edges: FloatArray) -> tuple[float, float, float]:
    """Return the middles of the bars for what is below and above all bins, and how wide they are."""
    wide = float((edges[-1] - edges[0]) / min(len(edges) - 1, FEWEST) / 2)
    return float(edges[0]) - 1.5 * wide, float(edges[-1]) + 1.5 * wide, wide


def outline(edges: FloatArray, filled: NDArray[np.bool_]) -> tuple[FloatArray, slice]:
    """Return the edges of the bars, those at the ends set off by a gap, and which of all bars are there."""
    low, high, wide = end_places(edges)
    outline = np.concatenate([[low - wide / 2, low + wide / 2], edges, [high - wide / 2, high + wide / 2]])
    there = slice(0 if filled[0] else 2, None if filled[-1] else -2)
    return outline[there], there


class _Within(AutoLocator):
    """Ticks where the axis is to scale, and one under each bar at its ends."""

    def __init__(self, core: tuple[float, float], ends: Mapping[float, str]) -> None:
        super().__init__()
        self.core, self.ends = core, ends

    def tick_values(self, vmin: float, vmax: float) -> list[float]:
        """Return the usual ticks, but for those whose labels would touch those of the ends."""
        ax, size = cast(Any, self.axis).axes, FontProperties(size=mpl.rcParams["xtick.labelsize"]).get_size_in_points()
        # A character is about six tenths of the size wide; half of the two labels, and a space.
        letter = 0.6 * size * ax.figure.dpi / 72 * abs(vmax - vmin) / max(ax.bbox.width, 1.0)
        kept = list(self.ends)
        for tick in super().tick_values(vmin, vmax):
            apart = (letter * (len(f"{tick:g}") + len(text) + 2) / 2 for text in self.ends.values())
            free = all(abs(tick - end) > room for end, room in zip(self.ends, apart, strict=True))
            if free and self.core[0] <= tick <= self.core[1]:
                kept.append(tick)
        return kept


class _SaysEnds(ScalarFormatter):
    """Labels of the usual ticks, and words for the bars at the ends."""

    def __init__(self, ends: Mapping[float, str]) -> None:
        super().__init__()
        self.ends = ends

    def set_locs(self, locs: Any) -> None:
        """Format by the ticks where the axis is to scale."""
        super().set_locs([tick for tick in locs if tick not in self.ends])

    def __call__(self, x: float, pos: int | None = None) -> str:
        """Return the label of a tick."""
        return self.ends[x] if x in self.ends else super().__call__(x, pos)


def say_ends(ax: Axes, edges: FloatArray, values: FloatArray) -> None:
    """Say under the bars at the ends of an axis of scores what they hold."""
    ends = {}
    for sign, edge, place in zip("<>", edges[[0, -1]], end_places(edges)[:2], strict=True):
        beyond = values[values < edge] if sign == "<" else values[values > edge]
        if len(beyond):
            infinite = "\N{MINUS SIGN}∞" if sign == "<" else "+∞"
            ends[place] = infinite if np.isinf(beyond).all() else f"{sign} {as_written(float(edge), 3)}"
    if ends:
        ax.xaxis.set_major_locator(_Within((float(edges[0]), float(edges[-1])), ends))
        ax.xaxis.set_major_formatter(_SaysEnds(ends))
