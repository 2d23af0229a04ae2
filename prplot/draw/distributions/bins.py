"""Bins of scores, and bars at the ends of an axis for scores that are far out."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from prplot.draw.text.matrix import as_written
from prplot.errors import invalid, short
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray
from prplot.rows.checks import numbers

__all__ = ["bar_width", "bin_edges", "core_of", "say_ends", "weight_in_bins", "with_ends"]

# Tukey's "far out": a score this many interquartile ranges from the quartiles of its class stands
# at an end; quantiles farther out are taken where ties leave the quartiles equal.
FAR_OUT = 3.0
TAILS = (0.25, 0.1, 0.05, 0.01)
FEWEST, MOST = 10, 80
# Scores that are multiples of one step, at most so many of them apart, get bins of whole steps.
LATTICE = 1000
SAME, TINY = 1e-12, 1e-300
# How far ticks are from those of the bars at the ends, in what matplotlib reckons for a label; and at most how many.
APART, MOST_TICKS = 1.6, 8


def bin_edges(values: FloatArray, bins: Any, core: tuple[float, float] = (-np.inf, np.inf)) -> FloatArray:
    """Return the rising edges of bins for the finite values within a core."""
    if np.ndim(bins):
        edges = numbers("bins", bins)
        if len(edges) < 2 or not np.isfinite(edges).all() or not np.all(np.diff(edges) > 0):
            raise invalid("bins", "be two or more finite edges that rise", short(bins))
        return edges
    auto = isinstance(bins, str) and bins == "auto"
    if not auto and (isinstance(bins, bool) or not isinstance(bins, int | np.integer) or bins < 1):
        raise invalid("bins", "be 'auto', a number of bins from 1 on, or their edges", short(bins))
    kept = np.unique(values[np.isfinite(values) & (values >= core[0]) & (values <= core[1])])
    low, high = (float(kept[0]), float(kept[-1])) if len(kept) else (0.0, 0.0)
    if not np.isfinite(2 * high - 2 * low):
        rule, way_out = "span less than half the range of float64 to be drawn", "Divide them by a constant."
        raise invalid("scores and targets", rule, f"{low:g} to {high:g}", way_out)
    if high - low <= max(SAME * max(abs(low), abs(high)), TINY):
        half = max(0.5, 1e-6 * abs(low))
        return np.linspace(low - half, high + half, 2 if auto else bins + 1)
    count = int(np.clip(np.ceil(2 * len(values) ** (1 / 3)), FEWEST, MOST)) if auto else bins
    step = float(np.diff(kept).min())
    places = (kept - low) / step
    if auto and places[-1] <= LATTICE and np.all(np.abs(places - np.rint(places)) < 1e-6):
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


def bar_width(edges: FloatArray) -> float:
    """Return how wide the bars for what is below and above all bins are, and the gap before them."""
    return float((edges[-1] - edges[0]) / min(len(edges) - 1, FEWEST) / 2)


def with_ends(values: FloatArray, edges: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return values, those beyond the bins in the middle of a bar at that end, and the edges of all bars."""
    wide, below, above = bar_width(edges), values < edges[0], values > edges[-1]
    placed = np.where(below, edges[0] - 1.5 * wide, np.where(above, edges[-1] + 1.5 * wide, values))
    low, high = edges[0] - wide * np.array([2.0, 1.0]), edges[-1] + wide * np.array([1.0, 2.0])
    return placed, np.concatenate([low[: 2 * below.any()], edges, high[: 2 * above.any()]])


def say_ends(ax: Axes, edges: FloatArray, values: FloatArray) -> None:
    """Say under the bars at the ends of an axis of scores what they hold, and leave out ticks too near to these."""
    words: dict[float, str] = {}
    for sign, infinite, edge, beyond in (
        ("<", "\N{MINUS SIGN}∞", edges[0], values < edges[0]),
        (">", "+∞", edges[-1], values > edges[-1]),
    ):
        if beyond.any():
            place = float(with_ends(values[beyond], edges)[0][0])
            words[place] = infinite if np.isinf(values[beyond]).all() else f"{sign} {as_written(float(edge), 3)}"
    if words:
        most, ends = max(ax.xaxis.get_tick_space(), 2), np.array(list(words))
        for tick in MaxNLocator(min(most, MOST_TICKS), steps=[1, 2, 2.5, 5, 10]).tick_values(edges[0], edges[-1]):
            far = np.all(np.abs(tick - ends) * most > APART * (edges[-1] - edges[0]))
            if far and edges[0] <= tick <= edges[-1]:
                words[tick] = as_written(tick, 3)
        ax.set_xticks(list(words), list(words.values()))
