"""PR space: precision against recall; a straight step becomes an arc of a hyperbola."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from prplot.errors import by_name
from prplot.path.steps import Steps, Sums, log_shares, mean_precision
from prplot.rows.arrays import FloatArray, Pair
from prplot.spaces.base import Space


@by_name()
@dataclass(frozen=True)
class PR(Space):
    """PR space: x is recall, y is precision π tpr / (π tpr + (1 - π) fpr).

    A point with precision < π recall / (1 - π + π recall) cannot be reached by any classifier; the inverse map returns
    fpr > 1 for the point.

    Parameters
    ----------
    prevalence : float
        π in (0, 1), the share of positive weight; values outside (0, 1) raise `PrplotValueError`.

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
    _needs_negatives = False
    _of_returned = True
    _not_smooth = ""
    _intervals = ("logit-bootstrap", "bootstrap", "basic", "bca", "logit", "binomial")

    def _to_axes(self, sums: Sums) -> Pair:
        return sums.tp / sums.positives, sums.tp / (sums.tp + sums.fp)

    def _to_rates(self, x: FloatArray, y: FloatArray) -> Pair:
        return self._odds * x * (1.0 - y) / y, x

    def _step_areas(self, steps: Steps) -> FloatArray:
        return precision_areas(steps, steps.fg)

    def _density_moments(self, steps: Steps) -> Pair:
        # The density is TP / (n² P), where n = TP + FP. Along a step TP = q n + (p - q) n0, if it begins at weight n0
        # and precision p, and q is the precision of its increment.
        before, grown = steps.tp[:-1] + steps.fp[:-1], steps.fg + steps.bg
        with np.errstate(all="ignore"):
            x, q = grown / before, steps.fg / grown
            away = steps.tp[:-1] / before - q
            weight, rest = log_shares(x)
            # The integral over u, from 0 to 1, of u / (n / n0)², where n / n0 = 1 + x u.
            rising = np.where(x < 1.0, 1.0 / (1.0 + x) - rest / x, (weight - 1.0 / (1.0 + x)) / x)
            second = q * rest / grown + away * rising / before
            both = q * weight / before + away / (before + grown)
        first, second = np.where(before > 0, (both - second, second), (np.zeros_like(q), q / grown))
        return first / steps.positives, second / steps.positives


def area_of_runs(fg: FloatArray, bg: FloatArray) -> float:
    """Return the continuous area under a PR curve whose classes take turns; NaN without positives.

    Precision is 1 - FP / n over a run of positives, so it loses FP ln(1 + fg / n). Counts are added up as integers,
    which is quicker. With few positives among many rows some digits cancel, as many as the area has zeros.

    Parameters
    ----------
    fg, bg : arrays of shape (K,)
        How many rows are in each run of positives, and in the run of negatives before it; some may have none.
    """
    up, over = fg.astype(np.int64), bg.astype(np.int64)
    ups, overs = np.cumsum(up), np.cumsum(over)
    positives = int(ups[-1])
    if positives == 0:
        return float("nan")
    before = np.maximum(ups - up + overs, 1)
    return float(positives - np.sum(overs * np.log1p(fg / before))) / positives


def precision_areas(steps: Steps, width: FloatArray) -> FloatArray:
    """Return, for each straight step, mean precision times a width; widths are weights and are divided by P."""
    areas = np.zeros(len(width))
    wide: Any = slice(None) if (width > 0).all() else np.flatnonzero(width > 0)
    columns = (steps.fp[:-1], steps.tp[:-1], steps.bg, steps.fg)
    areas[wide] = width[wide] / steps.positives * mean_precision(*(column[wide] for column in columns))
    return areas
