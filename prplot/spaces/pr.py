"""Spaces of recall and precision: PR; PRG, their gains, where straight steps stay straight; gains and lift by depth."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from prplot.errors import PrplotTypeError, by_name, short
from prplot.options import InterpolationName, SpaceName
from prplot.path.steps import Steps, mean_precision
from prplot.rows.arrays import BoolArray, FloatArray, Pair
from prplot.spaces.base import Space

if TYPE_CHECKING:
    from prplot.path.path import ConfusionPath


ROUNDING = 1e-15


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

    def area_name(self, interpolation: InterpolationName) -> str:
        return f"area, {interpolation}"

    def to_axes(self, fp: FloatArray, tp: FloatArray, negatives: float, positives: float) -> Pair:
        return tp / positives, tp / (tp + fp)

    def to_rates(self, x: FloatArray, y: FloatArray) -> Pair:
        return self.odds * x * (1.0 - y) / y, x

    def step_areas(self, steps: Steps) -> FloatArray:
        return precision_areas(steps, steps.fg)

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


def precision_areas(steps: Steps, width: FloatArray) -> FloatArray:
    """Return the mean precision over straight steps times their widths, which are weights, as a share of P."""
    areas = np.zeros(len(width))
    kept: Any = slice(None) if (width > 0).all() else np.flatnonzero(width > 0)
    columns = (steps.fp[:-1], steps.tp[:-1], steps.bg, steps.fg)
    areas[kept] = width[kept] / steps.positives * mean_precision(*(column[kept] for column in columns))
    return areas


@by_name()
@dataclass(frozen=True)
class PRG(Space):
    """x is recall gain 1 - (P/N) FN/TP, y is precision gain 1 - fpr/tpr.

    The harmonic scale that sends π to 0 and 1 to 1, applied to recall and to precision. Both
    gains share the denominator TP, so lines stay lines. They are -inf at TP = 0.

    Parameters
    ----------
    prevalence : float
        π in (0, 1).
    clip : bool
        Whether negative precision gain is cut off at 0.

    References
    ----------
    P. Flach and M. Kull, Precision-Recall-Gain Curves: PR Analysis Done Right, NIPS 2015.

    Examples
    --------
    >>> import prplot
    >>> [round(float(v), 4) for v in prplot.PRG(0.2).forward(0.1, 0.5)]
    [0.75, 0.8]
    """

    clip: bool = False

    name = "prg"
    title = "Precision-Recall-Gain"
    xlabel = "Recall gain"
    ylabel = "Precision gain"
    domain = (-np.inf, 1.0)
    reach = -9.0
    anchors = (0.0,)
    trades_f = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.clip, bool | np.bool_):
            raise PrplotTypeError(f"clip must be True or False; got {short(self.clip)}.")

    def area_name(self, interpolation: InterpolationName) -> str:
        return "area, clipped" if self.clip else "area, signed"

    def area_range(self, low: float, high: float) -> tuple[float, float]:
        # Unclipped, precision gain falls below any number.
        return (0.0 if self.clip else -math.inf), high - low

    def undefined(self, path: ConfusionPath) -> str | None:
        reason = super().undefined(path)
        if reason is None and not 0 < path.positives / path.negatives < math.inf:
            return "float64 holds no ratio of its foreground and background weight"
        return reason

    def shown(self, tp: FloatArray) -> BoolArray:
        return tp > 0

    def to_axes(self, fp: FloatArray, tp: FloatArray, negatives: float, positives: float) -> Pair:
        x = 1.0 - np.float64(positives) / negatives * ((positives - tp) / tp)
        y = 1.0 - (fp / negatives) / (tp / positives)
        # Where TP is πP but for rounding the abscissa is 0, on which areas begin.
        return np.where(np.abs(x) < ROUNDING, 0.0, x), np.maximum(y, 0.0) if self.clip else y

    def to_rates(self, x: FloatArray, y: FloatArray) -> Pair:
        tpr = self.abscissa_rate(x, self.odds)
        return tpr * (1.0 - y), tpr

    def abscissa_rate(self, x: Any, odds: Any) -> Any:
        return odds / (odds + (1 - x))

    def step_areas(self, steps: Steps) -> FloatArray:
        with np.errstate(all="ignore"):
            tp = steps.tp / steps.positives
            gain = 1.0 - steps.fp / steps.negatives / tp
            odds = np.float64(steps.positives) / steps.negatives
            width = odds / tp[:-1] * (steps.fg / steps.positives / tp[1:])
            height = (gain[:-1] + gain[1:]) / 2
            if self.clip:
                # Of a step that crosses 0 the triangle above it.
                high, low = np.maximum(gain[:-1], gain[1:]), np.minimum(gain[:-1], gain[1:])
                height = np.where(low >= 0, height, np.nan_to_num(np.maximum(high, 0.0) ** 2 / (2 * (high - low))))
        return np.where(steps.fg > 0, width * height, 0.0)

    def calibrated(self, steps: Steps) -> FloatArray:
        """Return d = 1 / (1 + β²), with β² = (ΔFP/ΔTP TP - FP) / P along each step of a hull."""
        with np.errstate(all="ignore"):
            squares = (steps.bg / steps.fg * steps.tp[:-1] - steps.fp[:-1]) / steps.positives
        return 1.0 / (1.0 + np.where(steps.fg > 0, np.maximum(squares, 0.0), np.inf))


@by_name()
@dataclass(frozen=True)
class Gains(Space):
    """x is the predicted positive rate π tpr + (1 - π) fpr, y is recall; straight steps stay straight.

    The cumulative gains chart of marketing, the cumulative accuracy profile (CAP) of credit scoring. All rows are a
    square to start with; that of rates is the parallelogram between "perfect", from (0, 0) over (π, 1) to (1, 1), and
    its mirror image. So the area is π / 2 + (1 - π) times that under the ROC curve, and the accuracy ratio
    of the CAP is 2 ROC - 1.

    Parameters
    ----------
    prevalence : float
        π in (0, 1), the share of foreground weight; what lies beyond raises `PrplotValueError`.

    References
    ----------
    B. Engelmann, E. Hayden and D. Tasche, Testing rating accuracy, Risk 16, 82-86, 2003.

    Examples
    --------
    >>> import prplot
    >>> [round(float(v), 4) for v in prplot.Gains(0.2).forward(0.25, 0.75)]
    [0.35, 0.75]
    """

    name: ClassVar[SpaceName] = "gains"
    title = "Gains"
    xlabel = "Predicted positive rate"
    ylabel = "Recall"
    rate = "ppr"
    range_varies = True

    def to_axes(self, fp: FloatArray, tp: FloatArray, negatives: float, positives: float) -> Pair:
        return (tp + fp) / (positives + negatives), tp / positives

    def to_rates(self, x: FloatArray, y: FloatArray) -> Pair:
        return x + self.odds * (x - y), y


@by_name()
@dataclass(frozen=True)
class Lift(Gains):
    """x is the predicted positive rate, y the lift precision / π; a straight step becomes an arc of a hyperbola.

    Lift is recall / x, the slope of the ray to the gains curve: 1 by chance, at most 1 / π, and at most 1 / x. At
    x = 0 it is the limit. As x runs to 1 the area is the mean lift.

    Parameters
    ----------
    prevalence : float
        π in (0, 1), the share of foreground weight; what lies beyond raises `PrplotValueError`.

    References
    ----------
    S. Piatetsky-Shapiro and B. Masand, Estimating campaign benefits and modeling lift, KDD 1999,
    doi:10.1145/312129.312225.

    Examples
    --------
    >>> import prplot
    >>> [round(float(v), 4) for v in prplot.Lift(0.2).forward(0.25, 0.75)]
    [0.35, 2.1429]
    """

    name = "lift"
    title = "Lift"
    ylabel = "Lift"
    legend = "area, mean lift"

    def area_range(self, low: float, high: float) -> tuple[float, float]:
        # Of hard labels at most 1 - ln π, of which π may be any.
        return 0.0, math.inf

    @property
    def top(self) -> float:
        return 1.0 / self.prevalence if self.prevalence > 0 else 1.0

    def to_axes(self, fp: FloatArray, tp: FloatArray, negatives: float, positives: float) -> Pair:
        x, recall = super().to_axes(fp, tp, negatives, positives)
        return x, recall / x

    def to_rates(self, x: FloatArray, y: FloatArray) -> Pair:
        return super().to_rates(x, x * y)

    def step_areas(self, steps: Steps) -> FloatArray:
        # Recall over predicted positive rate is precision / π, whose mean over a step is that as both classes rise.
        return precision_areas(steps, steps.fg + steps.bg)
