"""Level sets of metrics in the unit square of rates: straight lines, or contours made exact."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial, singledispatch
from itertools import product
from typing import NamedTuple, cast

import numpy as np
from contourpy import contour_generator
from numpy.typing import NDArray

from prplot.draw._old_hooks import Sight, farthest
from prplot.draw.lines.retraced import Retrace, through
from prplot.metrics import LinearFractional, Metric
from prplot.rows.arrays import FloatArray
from prplot.spaces import Space

__all__ = ["TINY", "across", "level_lines"]

# Lengths in the unit square that are none.
TINY = 1e-9
# The grid on which bent level sets are looked for: how close to (0, 0), to (1, 1), to the other
# corners and to its sides the nodes begin, how many lie between there and the middle, and how many
# are evenly spread.
ORIGIN, OPPOSITE, CORNERS, SIDE = 1e-9, 1e-5, 1e-4, 1e-7
FINER, EVEN = 32, 24
# A level is looked for around its contour, or a chord, up to so many cells, or lengths of the
# chord; by at most so many rounds of Ridders' method, until places move by less than that.
REACHES, ROUNDS, CLOSE = (0.06, 0.25, 1.0), 40, 1e-13
# A value that misses its level by more, relative to its size, is one beside a pole.
MISSED = 1e-6
# How often a chord is halved at least, if it is bent; how near to (1, 1) a line must end to run into it.
FINEST, CORNER = 16, 0.02


@singledispatch
def level_lines(measure: Metric, levels: Sequence[float], space: Space, beyond: bool) -> list[Retrace | None]:
    """Return how the line along which a metric has a level is traced through a space, for each level.

    It lies within the unit square; ``beyond`` leaves it open at fpr = 1, for bent lines as far as
    the weight predicted negative is not negative. None where no point has the level.
    """
    pieces: list[list[_Piece]] = [[] for _ in levels]
    for chart in _charts(space, beyond):
        for found, level, contours in zip(pieces, levels, chart.contours(measure, levels), strict=True):
            above = chart.above(measure, level)
            polished = (chart.polished(contour, above) for contour in contours)
            found += [_Piece(chart, places, above) for places in polished if len(places) > 1]
    return [_bent(found, space) if found else None for found in pieces]


@level_lines.register
def _(measure: LinearFractional, levels: Sequence[float], space: Space, beyond: bool) -> list[Retrace | None]:
    lines = [across(measure.line(level, space.prevalence), space, beyond) for level in levels]
    return [None if ends is None else through(space, *ends) for ends in lines]


def across(line: tuple[float, float, float], space: Space, beyond: bool) -> tuple[FloatArray, FloatArray] | None:
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


# Bent level sets. Along a line of constant predicted positive rate a sensible metric rises with tpr,
# and in (0, 0) and (1, 1), where all levels may meet, these lines shrink to points. So level sets are
# looked for over that rate and the place on its line: the two points become sides, along which the
# levels lie apart.


# From places in a chart, of shape (n, 2), to how far the metric is above its level there.
Above = Callable[[FloatArray], FloatArray]


class _Chart(NamedTuple):
    """The square over the predicted positive rate, and the place between the ends of its line.

    Places are counted in nodes of two lists, which lie closer towards the sides.
    """

    prevalence: float
    box: tuple[tuple[float, float], tuple[float, float]]
    predicted: FloatArray
    within: FloatArray

    @classmethod
    def of(cls, prevalence: float, fpr: tuple[float, float], tpr: tuple[float, float]) -> _Chart:
        """Return the chart of a rectangle that holds the point (1, 1), up to a predicted positive rate of 1."""
        corners = [prevalence * t + (1.0 - prevalence) * f for f, t in product(fpr, tpr)]
        edges = np.unique(np.minimum(corners, 1.0))
        near = [ORIGIN, *[CORNERS] * (len(edges) - 2), OPPOSITE]
        spans = zip(edges, edges[1:], near, near[1:], strict=False)
        predicted = np.concatenate([low + (high - low) * _graded(*ends) for low, high, *ends in spans])
        predicted = np.unique(np.concatenate([predicted, edges[1:-1]]))
        return cls(prevalence, (fpr, tpr), predicted, np.concatenate([[0.0], _graded(SIDE, SIDE), [1.0]]))

    @property
    def last(self) -> FloatArray:
        """The largest places."""
        return np.array([len(self.predicted) - 1.0, len(self.within) - 1.0])

    def rates(self, places: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return (fpr, tpr) at places."""
        pi, neg, ((near, far), (low, high)) = self.prevalence, 1.0 - self.prevalence, self.box
        predicted, within = (
            np.interp(place, np.arange(len(nodes)), nodes)
            for place, nodes in zip(places.T, (self.predicted, self.within), strict=True)
        )
        # Both rates from their own ends, so that small ones keep their digits.
        start = np.minimum(far, (predicted - pi * low) / neg), np.maximum(low, (predicted - neg * far) / pi)
        stop = np.maximum(near, (predicted - pi * high) / neg), np.minimum(high, (predicted - neg * near) / pi)
        fpr, tpr = (a + within * (b - a) for a, b in zip(start, stop, strict=True))
        return fpr, tpr

    def above(self, measure: Metric, level: float) -> Above:
        """Return the function that says how far a metric is above a level, relative to its size."""
        return partial(self._above, measure, level)

    def _above(self, measure: Metric, level: float, places: FloatArray) -> FloatArray:
        return (measure.value(*self.rates(places), self.prevalence) - level) / max(1.0, abs(level))

    def contours(self, measure: Metric, levels: Sequence[float]) -> list[list[FloatArray]]:
        """Return polylines close to each level, in places, with rising predicted positive rate."""
        across, up = np.meshgrid(*(np.arange(last + 1) for last in self.last))
        values = measure.value(*self.rates(np.column_stack([across.ravel(), up.ravel()])), self.prevalence)
        valid = np.ma.masked_invalid(values.reshape(across.shape))
        found: dict[float, list[FloatArray]] = {}
        between = [level for level in sorted(set(levels)) if valid.count() and valid.min() < level < valid.max()]
        if between:
            drawn = contour_generator(z=valid, line_type="Separate")
            found = {level: cast(list[FloatArray], drawn.lines(level)) for level in between}
        lines = ([piece for piece in found.get(level, []) if len(piece) > 1] for level in levels)
        return [[piece if piece[0, 0] <= piece[-1, 0] else piece[::-1] for piece in pieces] for pieces in lines]

    def polished(self, contour: FloatArray, above: Above) -> FloatArray:
        """Return the points of a contour moved onto the level; its ends stay on the side they are on."""
        chord = np.gradient(contour, axis=0)
        with np.errstate(invalid="ignore"):
            normal = chord[:, ::-1] * (-1.0, 1.0) / np.hypot(*chord.T)[:, None]
        for end in (0, -1):
            side = (contour[end] < TINY) | (contour[end] > self.last - TINY)
            if side.any():
                normal[end] = (0.0, 1.0) if side[0] else (1.0, 0.0)
        moved, there = self.onto(contour, normal, above)
        if np.array_equal(contour[0], contour[-1]):
            moved[-1], there[-1] = moved[0], there[0]
        return moved[there]

    def refined(self, piece: FloatArray, above: Above, space: Space, sight: Sight) -> FloatArray:
        """Return a piece with points inserted until no chord in sight is off by the tolerance, seen in a space."""
        shown = np.column_stack(space.forward(*self.rates(piece)))
        new = np.arange(len(piece) - 1)
        for _ in range(max(FINEST, sight.halvings)):
            new = new[sight.in_sight(shown[new], shown[new + 1])]
            chord = piece[new + 1] - piece[new]
            middle, there = self.onto((piece[new] + piece[new + 1]) / 2, chord[:, ::-1] * (-1.0, 1.0), above)
            between = np.column_stack(space.forward(*self.rates(middle)))
            bent = there & sight.bends(*map(sight.of, (shown[new], between, shown[new + 1])))
            if not bent.any():
                break
            place = new[bent] + 1
            piece, shown = (np.insert(a, place, b[bent], axis=0) for a, b in ((piece, middle), (shown, between)))
            place += np.arange(len(place))
            new = np.sort(np.concatenate([place - 1, place]))
        return piece

    def onto(self, places: FloatArray, direction: FloatArray, above: Above) -> tuple[FloatArray, NDArray[np.bool_]]:
        """Return the places moved along a direction onto the level, and for which of them that succeeds."""

        def value(part: FloatArray) -> FloatArray:
            return above(self._moved(places, direction, part))

        with np.errstate(all="ignore"):
            low, high = np.zeros(len(places)), np.zeros(len(places))
            at_low = value(low)
            at_high = at_low.copy()
            wanted = np.isfinite(at_low) & (at_low != 0)
            for reach in (side * reach for reach in REACHES for side in (1.0, -1.0)):
                at_reach = value(np.full(len(places), reach))
                hit = wanted & (at_reach * np.sign(at_low) <= 0)
                high[hit], at_high[hit] = reach, at_reach[hit]
                wanted &= ~hit
            part = _ridders(value, low, high, at_low, at_high)
            there = ~wanted & (np.abs(value(part)) < MISSED)
        return self._moved(places, direction, part), there

    def _moved(self, places: FloatArray, direction: FloatArray, part: FloatArray) -> FloatArray:
        return np.asarray((places + part[:, None] * direction).clip(0.0, self.last))


class _Piece(NamedTuple):
    """A part of a level set: places on it in a chart."""

    chart: _Chart
    places: FloatArray
    above: Above


def _charts(space: Space, beyond: bool) -> list[_Chart]:
    """Return the charts of the square, and of what lies beyond it, where a metric may be undefined."""
    fpr, tpr = _box(space, beyond)
    within = _Chart.of(space.prevalence, (fpr[0], 1.0), tpr)
    return [within, _Chart.of(space.prevalence, (1.0, fpr[1]), tpr)] if beyond else [within]


def _graded(near: float, far: float) -> FloatArray:
    """Return nodes between 0 and 1, the first ``near`` to 0, the last as ``far`` from 1."""
    left, right = np.geomspace(near, 0.5, FINER), 1.0 - np.geomspace(far, 0.5, FINER)
    return np.unique(np.concatenate([left, right, np.linspace(0.0, 1.0, EVEN + 2)[1:-1]]))


def _ridders(value: Above, low: FloatArray, high: FloatArray, at_low: FloatArray, at_high: FloatArray) -> FloatArray:
    """Return where a function is 0 between places at which its signs differ, all at once.

    C. Ridders, IEEE Transactions on Circuits and Systems 1979, doi:10.1109/TCS.1979.1084580.
    """
    found = low
    for _ in range(ROUNDS):
        middle = (low + high) / 2
        at_middle = value(middle)
        share = np.sign(at_low) * at_middle / np.sqrt(at_middle**2 - at_low * at_high)
        before, found = found, middle + (middle - low) * np.where(np.isfinite(share), share, 0.0)
        if np.all(np.abs(found - before) < CLOSE):
            break
        at_found = value(found)
        # The new bracket: from the middle to there, or from the end of the other sign.
        beside = np.sign(at_middle) * at_found < 0
        below = np.sign(at_low) * at_found <= 0
        low, at_low, high, at_high = (
            np.where(beside, middle, np.where(below, low, found)),
            np.where(beside, at_middle, np.where(below, at_low, at_found)),
            np.where(beside | below, found, high),
            np.where(beside | below, at_found, at_high),
        )
    return found


def _bent(pieces: list[_Piece], space: Space) -> Retrace:
    """Return how the pieces of a bent line are traced through a space, one after the other."""
    return partial(_bent_line, pieces, space)


def _bent_line(pieces: list[_Piece], space: Space, sight: Sight) -> tuple[FloatArray, FloatArray]:
    lines = []
    for chart, places, above in pieces:
        fpr, tpr = chart.rates(chart.refined(places, above, space, sight))
        if places[0, 0] == 0:
            fpr, tpr = np.append(chart.box[0][0], fpr), np.append(chart.box[1][0], tpr)
        if places[-1, 0] == chart.last[0] and max(abs(1.0 - fpr[-1]), 1.0 - tpr[-1]) < CORNER:
            fpr, tpr = np.append(fpr, 1.0), np.append(tpr, 1.0)
        lines += [np.column_stack(space.trace(fpr, tpr)), np.full((1, 2), np.nan)]
    x, y = np.concatenate(lines[:-1]).T
    return x, y
