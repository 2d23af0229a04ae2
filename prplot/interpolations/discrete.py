"""Discrete interpolations: straight in (FP, TP), seen only at whole counts, joined by chords."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from prplot.errors import PrplotValueError, shortest
from prplot.interpolations.base import Interpolation, Trace, arrivals
from prplot.path.digamma import beyond_log
from prplot.path.mean_precision import mean_precision
from prplot.path.steps import Steps
from prplot.rows.arrays import FloatArray
from prplot.rows.refinement import Sight

if TYPE_CHECKING:
    from prplot.curve.curve import Curve
    from prplot.path.bounds import PointTraits
    from prplot.path.path import ConfusionPath

__all__ = ["DiscreteFP", "DiscreteTP"]


class _Discrete(Interpolation):
    """Chords between the points of a step at which one count is whole.

    The unit steps are never listed: areas have a closed form (see `beyond_log`), values need
    the two points around them, and drawing picks as many of the points as the eye can tell.
    """

    # The count that moves by whole units: "fg" or "bg".
    unit: ClassVar[str]

    def counts(self, steps: Steps) -> FloatArray:
        """Return how many units each step has; 0 where the step is one chord."""
        return steps.fg if self.unit == "fg" else steps.bg

    joins = "background"

    def piece_areas(self, curve: Curve) -> Iterator[FloatArray]:
        for piece in curve.path.pieces(self.joins):
            yield self._whole_steps(piece, np.flatnonzero(piece.fg > 0)) / piece.positives

    def check(self, path: ConfusionPath) -> None:
        counts = self.counts(path.steps())
        broken = counts != np.rint(counts)
        if broken.any():
            value = shortest(float(counts[np.argmax(broken)]))
            side = {"fg": "true", "bg": "false"}[self.unit]
            raise PrplotValueError(
                f"interpolation {self.name!r} needs whole counts of {side} positives, since it moves by single "
                f"ones; got a step of weight {value}. Use interpolation='continuous', its limit for ever "
                "smaller units, which is defined for all weights."
            )

    def between(self, curve: Curve) -> tuple[FloatArray, FloatArray]:
        steps = curve.path.steps()
        counts = self.counts(steps)
        inner = np.maximum(counts - 1, 0).astype(int)
        step = np.repeat(np.arange(len(counts)), inner)
        whole = np.arange(1, len(step) + 1) - np.repeat(np.cumsum(inner) - inner, inner)
        return curve.space.image(*steps.at(step, whole / counts[step]), steps.negatives, steps.positives)

    def trace(self, curve: Curve, sight: Sight) -> Trace:
        steps = curve.path.steps()
        x, y = curve.vertices
        counts = self.counts(steps)
        step, part = curve.space.insertions(steps, sight)
        # The whole counts on both sides; chords between these leave the line no farther than the arc.
        step = np.concatenate([step, step])
        whole = np.concatenate([np.floor(part * counts[step[: len(part)]]), np.ceil(part * counts[step[: len(part)]])])
        kept = (whole > 0) & (whole < counts[step])
        pairs = np.unique(np.column_stack([step[kept], whole[kept]]), axis=0)
        step, part = pairs[:, 0].astype(int), pairs[:, 1] / counts[pairs[:, 0].astype(int)]
        inside = curve.space.image(*steps.at(step, part), steps.negatives, steps.positives)
        place = step + 1
        trace = Trace(
            np.insert(x, place, inside[0]),
            np.insert(y, place, inside[1]),
            np.insert(curve.path.thresholds, place, np.nan),
        ).straight(sight)
        return trace.with_corner(0.0, curve.limit) if curve.left == "one" else trace

    def at(self, curve: Curve, x: FloatArray) -> FloatArray:
        steps = curve.path.steps()
        vx, vy = curve.vertices
        first, last = arrivals(vx, x)
        step = np.maximum(first, 1) - 1
        with np.errstate(invalid="ignore", divide="ignore"):
            part = np.clip((x - vx[step]) / (vx[step + 1] - vx[step]), 0.0, 1.0)
        inside = self._on_chord(steps, step, part)
        return np.where(last >= first, np.maximum(vy[first], vy[last]), inside)

    def _on_chord(self, steps: Steps, step: NDArray[np.int_], part: FloatArray) -> FloatArray:
        """Return the ordinate at parts of steps, on the chord between the whole counts around them."""
        counts = np.maximum(self.counts(steps)[step], 1.0)
        low = np.minimum(np.floor(part * counts), counts - 1)
        ends = [precision_at(steps, step, (low + more) / counts) for more in (0.0, 1.0)]
        return np.asarray(ends[0] + (part * counts - low) * (ends[1] - ends[0]))

    def area(self, curve: Curve, low: float, high: float) -> float:
        steps = curve.path.steps()
        if not len(steps.fg):
            return 0.0
        first, start = steps.place("tpr", Fraction(low), "right") if low > 0 else (0, Fraction(0))
        last, stop = steps.place("tpr", Fraction(high), "left") if high < 1 else (len(steps.fg) - 1, Fraction(1))
        if last < first or high <= low:
            return 0.0
        if first == last:
            return self._part_of_step(steps, first, start, stop) / steps.positives
        whole = np.arange(first + 1, last)
        whole = whole[steps.fg[whole] > 0]
        area = float(np.sum(self._whole_steps(steps, whole)))
        ends = ((first, start, Fraction(1)), (last, Fraction(0), stop))
        return (area + sum(self._part_of_step(steps, *end) for end in ends)) / steps.positives

    def _whole_steps(self, steps: Steps, step: NDArray[np.int_]) -> FloatArray:
        return discrete_areas(steps.fp[step], steps.tp[step], steps.bg[step], steps.fg[step], self.counts(steps)[step])

    def _part_of_step(self, steps: Steps, step: int, start: Fraction, stop: Fraction) -> float:
        """Return the area over a part of one step: whole units in between, pieces of chords at the ends."""
        at, fg, bg = np.array([step]), float(steps.fg[step]), float(steps.bg[step])
        if fg == 0 or stop <= start:
            return 0.0
        if start == 0 and stop == 1:
            return float(self._whole_steps(steps, at)[0])
        count = max(int(self.counts(steps)[step]), 1)

        def ordinate(part: Fraction) -> float:
            below = min(part * count // 1, count - 1)
            ends = [precision_at(steps, at, np.array([float((below + more) / Fraction(count))])) for more in (0, 1)]
            return float(ends[0][0] + float(part * count - below) * (ends[1][0] - ends[0][0]))

        def chord(one: Fraction, other: Fraction) -> float:
            return float(other - one) * fg * (ordinate(one) + ordinate(other)) / 2

        first, last = Fraction(-(-start * count // 1), count), Fraction(stop * count // 1, count)
        if last <= first:
            edges = [start, *(edge for edge in {first, last} if start < edge < stop), stop]
            return sum(chord(one, other) for one, other in pairwise(edges))
        fp, tp = (c.item() for c in steps.at(at, np.array([float(first)])))
        share, units = float(last - first), float((last - first) * count)
        middle = discrete_areas(*(np.array([v]) for v in (fp, tp, share * bg, share * fg, units)))
        return chord(start, first) + float(middle[0]) + chord(last, stop)


class DiscreteTP(_Discrete):
    """Points at whole counts of true positives, as Davis and Goadrich interpolate.

    For hard labels without ties it is the lower trapezoid.

    References
    ----------
    J. Davis and M. Goadrich, ICML 2006, doi:10.1145/1143844.1143874.
    """

    name = "discrete-tp"
    words = "interpolated at whole counts of true positives (Davis and Goadrich 2006, doi:10.1145/1143844.1143874)"
    unit = "fg"
    mixes = True

    def unproved(self, points: PointTraits) -> str | None:
        if not points.hard:
            return "soft labels"
        return None if points.whole else "positives that are no whole counts"


class DiscreteFP(_Discrete):
    """Points at whole counts of false positives; a step without any is one chord.

    References
    ----------
    J. Keilwagen, I. Grosse and J. Grau 2014, equation 2, doi:10.1371/journal.pone.0092209.
    """

    name = "discrete-fp"
    words = "interpolated at whole counts of false positives (Keilwagen et al. 2014, doi:10.1371/journal.pone.0092209)"
    unit = "bg"

    def unproved(self, points: PointTraits) -> str | None:
        # Without ties each positive is one chord, as in the linear interpolation.
        if points.tied:
            return "tied scores, which chords cut short"
        return None if points.hard and points.alike else "soft labels, or positives of different weight"


def precision_at(steps: Steps, step: NDArray[np.int_], part: FloatArray) -> FloatArray:
    """Return the precision at parts of steps; on the first step, from the origin, its limit."""
    fp, tp = steps.at(step, part)
    with np.errstate(invalid="ignore", divide="ignore"):
        precision = tp / (tp + fp)
        limit = steps.fg[step] / (steps.fg[step] + steps.bg[step])
    return np.where(tp + fp > 0, precision, limit)


def discrete_areas(fp: FloatArray, tp: FloatArray, bg: FloatArray, fg: FloatArray, units: FloatArray) -> FloatArray:
    """Return the areas under the chords of steps, in weight of foreground.

    With n0 = TP + FP before the step, p0 the precision there, q that of the increment and
    c = n0 units / (fg + bg), the trapezoids at the unit points add up to the continuous area and
    ``fg / units (p0 - q) c [g(c + units) - g(c)]``, where g(x) = digamma(x) - ln x + 1 / (2x).
    A step of less than one unit is one chord.
    """
    before, grown = tp + fp, fg + bg
    with np.errstate(invalid="ignore", divide="ignore"):
        start = np.where(before > 0, tp / before, fg / grown)
        share = fg / grown
        end = (tp + fg) / (before + grown)
        c = before * (units / grown)
        correction = fg / units * (start - share) * c * (beyond_log(c + units) - beyond_log(c))
    areas = fg * mean_precision(fp, tp, bg, fg) + np.where((c > 0) & (units > 0), correction, 0.0)
    return np.where(units <= 1, fg * (start + end) / 2, areas)
