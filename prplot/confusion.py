"""One confusion matrix and the basic measures of it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from prplot import metrics
from prplot.errors import invalid, shortest, warn
from prplot.scalars import number
from prplot.sums import safe_scale

__all__ = ["Confusion"]

CELLS = ("tp", "fp", "fn", "tn")


@dataclass(frozen=True, kw_only=True)
class Confusion:
    """A confusion matrix: at a threshold of a path, or free-standing.

    A free-standing one is a categorical classifier or a point published in a paper.

    Parameters
    ----------
    tp, fp, fn, tn : float
        True positives, false positives, false negatives, true negatives, as counts or as
        weights; finite and not negative.
    threshold : float or None
        Scores at or above it are predicted positive; None where there is none.

    Raises
    ------
    PrplotTypeError, PrplotValueError
        If a cell is not a finite, non-negative number.

    Notes
    -----
    A measure that is 0/0 is NaN with a `PrplotWarning` that names the measure. F_β is computed
    from the counts, so it is 0 at TP = 0; the gains are -inf there.

    Examples
    --------
    >>> import prplot
    >>> c = prplot.Confusion(tp=3, fp=6, fn=2, tn=9)
    >>> round(c.precision, 3), c.recall, round(c.f(), 3)
    (0.333, 0.6, 0.429)
    """

    tp: float
    fp: float
    fn: float
    tn: float
    threshold: float | None = None

    def __post_init__(self) -> None:
        for cell in CELLS:
            value = number(cell, getattr(self, cell))
            if not (math.isfinite(value) and value >= 0):
                raise invalid(cell, "be finite and not negative", shortest(value))
            object.__setattr__(self, cell, value)
        if self.threshold is not None:
            threshold = number("threshold", self.threshold)
            if math.isnan(threshold):
                raise invalid("threshold", "be a number or None", "nan")
            object.__setattr__(self, "threshold", threshold)

    def __repr__(self) -> str:
        cells = ", ".join(f"{cell}={getattr(self, cell):.12g}" for cell in CELLS)
        at = "" if self.threshold is None else f", threshold={self.threshold:.12g}"
        return f"Confusion({cells}{at})"

    def measure(self, which: str | metrics.Metric) -> float:
        """Return any linear-fractional metric of this matrix, by name or as an object."""
        chosen = metrics.metric(which)
        return self._defined(chosen.name, float(chosen.of(*self._scaled())))

    def _scaled(self) -> tuple[float, float, float, float]:
        """Return the cells, away from the ends of the double range."""
        scale = safe_scale(max(self.tp, self.fp, self.fn, self.tn))
        return scale * self.tp, scale * self.fp, scale * self.fn, scale * self.tn

    def _defined(self, name: str, value: float) -> float:
        if math.isnan(value):
            warn(f"{name} of {self!r} is 0/0, hence undefined; NaN is returned.")
        return value

    @property
    def prevalence(self) -> float:
        """π = P / (P + N)."""
        tp, fp, fn, tn = self._scaled()
        return self._ratio("prevalence", tp + fn, fp + tn)

    @property
    def accuracy(self) -> float:
        """(TP + TN) / (P + N)."""
        return self.measure(metrics.ACCURACY)

    @property
    def error_rate(self) -> float:
        """(FP + FN) / (P + N)."""
        tp, fp, fn, tn = self._scaled()
        return self._ratio("error_rate", fp + fn, tp + tn)

    @property
    def precision(self) -> float:
        """TP / (TP + FP); NaN where nothing is predicted positive."""
        return self.measure(metrics.PRECISION)

    @property
    def recall(self) -> float:
        """TP / P, the true positive rate."""
        return self.measure(metrics.RECALL)

    @property
    def specificity(self) -> float:
        """TN / N, the true negative rate."""
        _, fp, _, tn = self._scaled()
        return self._ratio("specificity", tn, fp)

    @property
    def fpr(self) -> float:
        """FP / N, the false positive rate."""
        return self.measure(metrics.FPR)

    @property
    def predicted_positive_rate(self) -> float:
        """(TP + FP) / (P + N), the share of weight predicted positive."""
        tp, fp, fn, tn = self._scaled()
        return self._ratio("predicted_positive_rate", tp + fp, fn + tn)

    @property
    def balanced_accuracy(self) -> float:
        """Mean of recall and specificity."""
        cells = self._scaled()
        tpr, fpr = (float(metric.of(*cells)) for metric in (metrics.RECALL, metrics.FPR))
        return self._defined("balanced_accuracy", (tpr + 1 - fpr) / 2)

    @property
    def precision_gain(self) -> float:
        """1 - (P/N) FP/TP; -inf at TP = 0 with FP > 0."""
        return self.measure(metrics.PRECISION_GAIN)

    @property
    def recall_gain(self) -> float:
        """1 - (P/N) FN/TP; -inf at TP = 0."""
        return self.measure(metrics.RECALL_GAIN)

    @property
    def mcc(self) -> float:
        """Matthews correlation coefficient; NaN where a margin of the table is 0."""
        _, exponent = math.frexp(max(self.tp, self.fp, self.fn, self.tn))
        tp, fp, fn, tn = (math.ldexp(getattr(self, cell), -exponent) for cell in CELLS)
        margins = (tp + fp, tp + fn, tn + fp, tn + fn)
        roots = math.prod(math.sqrt(m) for m in margins)
        return self._defined("mcc", (tp * tn - fp * fn) / roots if roots > 0 else math.nan)

    def f(self, beta: float = 1.0) -> float:
        """Return F_β = (1 + β²) TP / ((1 + β²) TP + FP + β² FN)."""
        return self.measure(metrics.f_beta(beta))

    def f_gain(self, beta: float = 1.0) -> float:
        """Return FG_β = 1 - (P/N) (FP + β² FN) / ((1 + β²) TP); -inf at TP = 0."""
        return self.measure(metrics.f_gain(beta))

    def _ratio(self, name: str, part: float, rest: float) -> float:
        whole = part + rest
        return self._defined(name, part / whole if whole > 0 else math.nan)
