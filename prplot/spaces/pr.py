"""PR space: recall and precision; a straight step becomes an arc of a hyperbola."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.errors import by_name
from prplot.options import InterpolationName
from prplot.path.mean_precision import mean_precision
from prplot.path.steps import Steps
from prplot.rows.arrays import FloatArray
from prplot.rows.checks import reals
from prplot.rows.refinement import Sight
from prplot.spaces.base import Space

__all__ = ["PR"]


@by_name()
@dataclass(frozen=True)
class PR(Space):
    """x is recall, y is precision π tpr / (π tpr + (1 - π) fpr).

    A point that no classifier can reach, precision < π recall / (1 - π + π recall), has an
    inverse with fpr > 1.

    Parameters
    ----------
    prevalence : float
        π in (0, 1), the share of foreground weight; what lies beyond raises `PrplotValueError`.

    References
    ----------
    K. Boyd et al., Unachievable Region in Precision-Recall Space, ICML 2012, Theorem 1.

    Examples
    --------
    >>> import prplot
    >>> [round(float(v), 4) for v in prplot.PR(0.1).forward(0.1, 0.9)]
    [0.9, 0.5]
    """

    name = "pr"
    title = "Precision-Recall"
    xlabel = "Recall"
    ylabel = "Precision"
    interpolated = True
    needs_negatives = False
    explained = ("P = {positives}", "π = {prevalence}")

    def area_name(self, interpolation: InterpolationName) -> str:
        return f"area, {interpolation}"

    def image(
        self, fp: FloatArray, tp: FloatArray, negatives: float, positives: float
    ) -> tuple[FloatArray, FloatArray]:
        with np.errstate(invalid="ignore", divide="ignore"):
            return tp / np.float64(positives), tp / (tp + fp)

    def inverse(self, x: ArrayLike, y: ArrayLike) -> tuple[FloatArray, FloatArray]:
        recall, precision = np.broadcast_arrays(*(reals(name, c) for name, c in (("x", x), ("y", y))))
        with np.errstate(invalid="ignore", divide="ignore"):
            return (self.odds * recall * (1.0 - precision) / precision)[()], recall.copy()[()]

    def abscissa_rate(self, x: Any, odds: Any) -> Any:
        return x

    def step_areas(self, steps: Steps) -> FloatArray:
        rising = steps.fg > 0
        if rising.all():
            means = mean_precision(steps.fp[:-1], steps.tp[:-1], steps.bg, steps.fg)
            means *= steps.fg / steps.positives
            return means
        areas = np.zeros(len(steps.fg))
        kept = np.flatnonzero(rising)
        areas[kept] = (steps.fg[kept] / steps.positives) * mean_precision(
            steps.fp[:-1][kept], steps.tp[:-1][kept], steps.bg[kept], steps.fg[kept]
        )
        return areas

    def runs_area(self, fg: FloatArray, bg: FloatArray) -> float:
        """Return the area: precision is 1 - FP / n over a run of foreground, so it loses FP ln(1 + fg / n).

        Counts are added up as integers, which is quicker. With few positives among many rows some digits cancel, as
        many as the area has zeros.
        """
        up, over = fg.astype(np.int64), bg.astype(np.int64)
        ups, overs = np.cumsum(up), np.cumsum(over)
        positives = int(ups[-1])
        if positives == 0:
            return float("nan")
        before = np.maximum(ups - up + overs, 1)
        return float(positives - np.sum(overs * np.log1p(fg / before))) / positives

    def insertions(self, steps: Steps, sight: Sight) -> tuple[NDArray[np.int_], FloatArray]:
        """Return where to insert points; closed form for all that may be shown.

        The distance of a step from its chord, see `_arcs`, is shared out evenly by points equally spaced in n^-½.
        """
        if sight.seen is not None:
            return super().insertions(steps, sight)
        away, n0, ends = _arcs(steps)
        with np.errstate(invalid="ignore", over="ignore"):
            pieces = np.ceil(np.sqrt(away / sight.tolerance))
        # Where recall stays the step is a vertical.
        pieces = np.where(np.isfinite(pieces) & (steps.fg != 0), np.maximum(pieces, 1), 1).astype(int)
        step = np.repeat(np.arange(len(pieces)), pieces - 1)
        within = np.arange(len(step)) - np.repeat(np.cumsum(pieces - 1) - (pieces - 1), pieces - 1) + 1
        at = ends[0][step] + within / pieces[step] * (ends[1][step] - ends[0][step])
        return step, np.clip((1.0 / at**2 - n0[step]) / (steps.fg + steps.bg)[step], 0.0, 1.0)

    def straight(self, steps: Steps, sight: Sight) -> NDArray[np.bool_] | None:
        if not sight.linear:
            return None
        with np.errstate(invalid="ignore", over="ignore"):
            return np.asarray(_arcs(steps)[0] * sight.height() <= sight.tolerance / 2)


def _arcs(steps: Steps) -> tuple[FloatArray, FloatArray, tuple[FloatArray, FloatArray]]:
    """Return how far, in precision, steps are from their chords; TP + FP at their starts, and n^-½ at both ends.

    With n = TP + FP running from n0 to n1 over a step, precision is q + (p0 - q) n0 / n, and its largest distance from
    the chord over [n, n'] is |p0 - q| n0 (n^-½ - n'^-½)².
    """
    n0, n1 = (steps.tp + steps.fp)[:-1], (steps.tp + steps.fp)[1:]
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        apart = np.abs(steps.tp[:-1] / n0 - steps.fg / (steps.fg + steps.bg))
        ends = 1.0 / np.sqrt(n0), 1.0 / np.sqrt(n1)
        return apart * n0 * (ends[0] - ends[1]) ** 2, n0, ends
