"""Level sets of metrics in the unit square of rates: straight lines, or contours moved onto the level; usual levels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple, cast

import numpy as np
from contourpy import contour_generator
from matplotlib.ticker import LogLocator, MaxNLocator
from scipy.optimize.elementwise import find_root

from prplot.draw.lines.polyline import in_square
from prplot.draw.views import farthest
from prplot.metrics import LinearFractional, Metric
from prplot.rows.arrays import FloatArray, Pair
from prplot.spaces import Space

__all__ = ["TINY", "across", "level_lines", "usual_levels"]

# Lengths in the unit square that are none.
TINY = 1e-9
# The grid on which bent level sets are looked for: how close to (0, 0), to (1, 1), to the other corners and to its
# sides the nodes begin, how many lie between there and the middle, and how many are evenly spread.
ORIGIN, OPPOSITE, CORNERS, SIDE = 1e-9, 1e-5, 1e-4, 1e-7
FINER, EVEN = 100, 120
# A value that misses its level by more, relative to its size, is one beside a pole.
MISSED = 1e-6
# How near to (1, 1) a line must end to run into it.
CORNER = 0.02
# Points per side at which a space is looked at for usual levels, the share of it that is left out at
# both ends, and what it weighs that levels are not equally spaced, or one more or less.
LOOKED_AT, LEFT_OUT, LESS_PLAIN, OTHER_COUNT = 80, 0.03, 0.3, 0.2
ROUND, FACTORS = (1, 2, 5, 10), ((1.0,), (1.0, 2.0, 5.0), (1.0, 5.0))


def level_lines(measure: Metric, levels: Sequence[float], space: Space, beyond: bool) -> list[Pair | None]:
    """Return the line along which a metric has a level, in a space, for each level.

    It lies within the unit square; ``beyond`` leaves it open at fpr = 1, for bent lines as far as the weight predicted
    negative is not negative. None where no point has the level. Pieces of a line are apart by NaN.
    """
    if isinstance(measure, LinearFractional):
        ends = [across(measure.line(level, space.prevalence), space, beyond) for level in levels]
        return [None if end is None else in_square(space, *end) for end in ends]
    fpr, tpr = _box(space, beyond)
    # A metric may be undefined beyond the square, so what lies there is looked at by itself.
    parts = [(fpr[0], 1.0), (1.0, fpr[1])] if beyond else [(fpr[0], 1.0)]
    charts = [_Chart.of(space.prevalence, part, tpr) for part in parts]
    found: list[Pair | None] = []
    for level in levels:
        pieces = [space.trace(*rates) for chart in charts for rates in chart.contours(measure, level)]
        gap = np.full(1, np.nan)
        x, y = ([side for piece in pieces for side in (piece[which], gap)][:-1] for which in (0, 1))
        found.append((np.concatenate(x), np.concatenate(y)) if pieces else None)
    return found


def across(line: tuple[float, float, float], space: Space, beyond: bool) -> Pair | None:
    """Return the ends (fpr, tpr) of a straight line clipped to the square, or None outside.

    The square begins where the space begins to be drawn, and has no edge at fpr = 1 if
    ``beyond``. The ends come with rising tpr, then rising fpr.
    """
    box = _box(space, beyond)
    a, b, c = line
    size = np.hypot(a, b)
    if size == 0:
        return None
    point, direction = -c / size**2 * np.array([a, b]), np.array([-b, a]) / size
    low, high = -np.inf, np.inf
    for rate, (near, far) in enumerate(box):
        if direction[rate] == 0:
            if not near - TINY <= point[rate] <= far + TINY:
                return None
            continue
        ends = sorted(((near - point[rate]) / direction[rate], (far - point[rate]) / direction[rate]))
        low, high = max(low, ends[0]), min(high, ends[1])
    if high - low < TINY:
        return None
    ends_at = point[:, None] + np.outer(direction, [low, high])
    f, t = (np.clip(r, near, far) for r, (near, far) in zip(ends_at, box, strict=True))
    order = np.lexsort((f, t))
    return f[order], t[order]


def _box(space: Space, beyond: bool) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the least and the largest fpr, and tpr, that are drawn."""
    low = {"fpr": 0.0, "tpr": 0.0, space.rate: max(0.0, space.lowest_rate)}
    return (low["fpr"], farthest(space) if beyond else 1.0), (low["tpr"], 1.0)


# Bent level sets. Along a line of constant predicted positive rate a sensible metric rises with tpr, and in (0, 0) and
# (1, 1), where all levels may meet, these lines shrink to points. So level sets are looked for over that rate and the
# place on its line: the two points become sides, along which the levels lie apart.


class _Chart(NamedTuple):
    """The square over the predicted positive rate, and the place between the ends of its line.

    Places are counted in nodes of two lists, which lie closer towards the sides.
    """

    prevalence: float
    fpr: tuple[float, float]
    tpr: tuple[float, float]
    predicted: FloatArray
    within: FloatArray

    @classmethod
    def of(cls, prevalence: float, fpr: tuple[float, float], tpr: tuple[float, float]) -> _Chart:
        """Return the chart of a rectangle that holds the point (1, 1), up to a predicted positive rate of 1."""
        corners = [prevalence * t + (1.0 - prevalence) * f for f, t in product(fpr, tpr)]
        edges = np.unique(np.minimum(corners, 1.0))
        near = [ORIGIN, *[CORNERS] * (len(edges) - 2), OPPOSITE]
        spans = zip(edges, edges[1:], near, near[1:], strict=False)
        predicted = np.unique(
            np.concatenate([edges, *(low + (high - low) * _graded(*ends) for low, high, *ends in spans)])
        )
        # The sides at which lines shrink to points are left out.
        predicted = predicted[(predicted > edges[0]) & (predicted < edges[-1])]
        return cls(prevalence, fpr, tpr, predicted, np.concatenate([[0.0], _graded(SIDE, SIDE), [1.0]]))

    def rates(self, along: FloatArray, up: FloatArray) -> Pair:
        """Return (fpr, tpr) at places."""
        pi, neg, (near, far), (low, high) = self.prevalence, 1.0 - self.prevalence, self.fpr, self.tpr
        predicted, within = (
            np.interp(place, np.arange(len(nodes)), nodes)
            for place, nodes in ((along, self.predicted), (up, self.within))
        )
        # Both rates from their own ends, so that small ones keep their digits.
        start = np.minimum(far, (predicted - pi * low) / neg), np.maximum(low, (predicted - neg * far) / pi)
        stop = np.maximum(near, (predicted - pi * high) / neg), np.minimum(high, (predicted - neg * near) / pi)
        fpr, tpr = (a + within * (b - a) for a, b in zip(start, stop, strict=True))
        return fpr, tpr

    def contours(self, measure: Metric, level: float) -> Iterator[Pair]:
        """Yield the rates along each piece of a level set, with rising predicted positive rate."""

        def above(
            move: FloatArray, along: FloatArray, up: FloatArray, across: FloatArray, rise: FloatArray
        ) -> FloatArray:
            rates = self.rates((along + move * across).clip(0.0, last[0]), (up + move * rise).clip(0.0, last[1]))
            return (measure.value(*rates, self.prevalence) - level) / max(1.0, abs(level))

        last = len(self.predicted) - 1.0, len(self.within) - 1.0
        grid = np.meshgrid(np.arange(last[0] + 1), np.arange(last[1] + 1))
        values = np.ma.masked_invalid(measure.value(*self.rates(*grid), self.prevalence))
        if not values.count() or not values.min() < level < values.max():
            return
        for places in cast(list[FloatArray], contour_generator(z=values, line_type="Separate").lines(level)):
            line = places if places[0, 0] <= places[-1, 0] else places[::-1]
            chord = np.gradient(line, axis=0)
            normal = chord[:, ::-1] * (-1.0, 1.0) / np.hypot(*chord.T)[:, None]
            for end in (0, -1):
                # An end stays on the side it is on.
                side = (line[end] < TINY) | (line[end] > np.array(last) - TINY)
                if side.any():
                    normal[end] = (0.0, 1.0) if side[0] else (1.0, 0.0)
            with np.errstate(all="ignore"):
                found = find_root(above, (np.full(len(line), -0.5), np.full(len(line), 0.5)), args=(*line.T, *normal.T))
            there = found.success & (np.abs(found.f_x) < MISSED)
            along, up = (line + found.x[:, None] * normal)[there].clip((0.0, 0.0), last).T
            if len(along) < 2:
                continue
            if np.array_equal(line[0], line[-1]):
                along[-1], up[-1] = along[0], up[0]
            fpr, tpr = self.rates(along, up)
            if along[0] == 0:
                fpr, tpr = np.append(self.fpr[0], fpr), np.append(self.tpr[0], tpr)
            if along[-1] == last[0] and max(abs(1.0 - fpr[-1]), 1.0 - tpr[-1]) < CORNER:
                fpr, tpr = np.append(fpr, 1.0), np.append(tpr, 1.0)
            yield fpr, tpr


def _graded(near: float, far: float) -> FloatArray:
    """Return nodes between 0 and 1, the first ``near`` to 0, the last as ``far`` from 1."""
    left, right = np.geomspace(near, 0.5, FINER), 1.0 - np.geomspace(far, 0.5, FINER)
    return np.unique(np.concatenate([left, right, np.linspace(0.0, 1.0, EVEN + 2)[1:-1]]))


# Levels, where nobody says which.


def usual_levels(measure: Metric, space: Space, count: int) -> list[float]:
    """Return about so many round levels that cut what is better than chance in a space into like areas.

    Equally spaced ones where these do so, else ones like 1, 2, 5, 10 or their distances from 1.
    """
    x, y = np.meshgrid(*((np.arange(LOOKED_AT) + 0.5) / LOOKED_AT,) * 2)
    with np.errstate(all="ignore"):
        fpr, tpr = space.inverse(x, y * space.top)
        values = measure.value(fpr, tpr, space.prevalence)
    values = np.sort(values[(fpr >= 0) & (fpr < tpr) & (tpr <= 1) & np.isfinite(values)])
    if count == 0 or not len(values):
        return []
    low, high = (float(q) for q in np.quantile(values, (LEFT_OUT, 1.0 - LEFT_OUT)))
    tried = [MaxNLocator(n, steps=ROUND) for n in range(1, 3 * count + 3)]
    choices = [(np.asarray(ticks.tick_values(low, high)), 0.0) for ticks in tried]
    if low < 0 < high:
        choices += [(np.asarray(ticks.tick_values(0.0, high)), LESS_PLAIN) for ticks in tried]
    if low > 0:
        choices += [(_factors(low, high, subs), LESS_PLAIN) for subs in FACTORS]
    if high < 1:
        choices += [(1.0 - _factors(1.0 - high, 1.0 - low, subs)[::-1], LESS_PLAIN) for subs in FACTORS]

    def unevenness(choice: tuple[FloatArray, float]) -> float:
        levels, less_plain = choice
        inside = levels[(levels >= low) & (levels <= high)]
        if not len(inside):
            return np.inf
        shares = np.diff(np.searchsorted(values, inside), prepend=0, append=len(values)) / len(values)
        return float(len(shares) * np.sum(shares**2)) + less_plain + OTHER_COUNT * (len(inside) - count) ** 2

    levels = min(choices, key=unevenness)[0]
    return [round(level, 12) for level in levels[(levels >= low) & (levels <= high)].tolist()]


def _factors(low: float, high: float, subs: Sequence[float]) -> FloatArray:
    return np.asarray(LogLocator(subs=subs, numticks=99).tick_values(low, high))
