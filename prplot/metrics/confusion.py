"""One confusion matrix and the basic measures of it."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from prplot import metrics
from prplot.errors import PrplotValueError, by_name, invalid, nothing_called, shortest, warn
from prplot.rows.checks import number
from prplot.rows.sums import safe_scale

__all__ = ["Confusion"]

CELLS = ("tp", "fp", "fn", "tn")


@by_name("The cells are passed by name.")
@dataclass(frozen=True, kw_only=True)
class Confusion:
    """A confusion matrix: at a threshold of a path, or free-standing.

    A free-standing one is a categorical classifier or a point published in a paper.

    Parameters
    ----------
    tp, fp, fn, tn : float
        True positives, false positives, false negatives, true negatives, as counts or as
        weights; finite and not negative. ``tn`` may be NaN, where nobody counts true negatives: what needs
        them is NaN then.
    threshold : float or None
        Scores at or above it are predicted positive; None where there is none.

    Raises
    ------
    PrplotTypeError, PrplotValueError
        If a cell is not a finite, non-negative number.

    Notes
    -----
    A measure that is 0/0 is NaN with a `PrplotWarning` that names the measure. F_β is computed
    from the counts, so it is 0 at TP = 0; the gains are -inf there, where both classes have weight
    (the precision gain where anything is predicted positive), and NaN where one has none.

    ``numpy.asarray(c)`` is the 2 x 2 array [[tn, fp], [fn, tp]], in scikit-learn's order. Metrics go by their other
    names too: ``c.sensitivity`` is ``c.recall``, ``c.f1`` is ``c.f(1)``.

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
            unknown = cell == "tn" and math.isnan(value)
            if not (unknown or (math.isfinite(value) and value >= 0)):
                raise invalid(cell, "be finite and not negative", shortest(value))
            object.__setattr__(self, cell, value)
        if self.threshold is not None:
            threshold = number("threshold", self.threshold)
            if math.isnan(threshold):
                raise invalid("threshold", "be a number or None", "nan")
            object.__setattr__(self, "threshold", threshold)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> float:
            """Return a metric by another of its names, such as ``sensitivity`` and ``f1``."""
            if not name.startswith("_"):
                with suppress(PrplotValueError):
                    return self.measure(name)
            raise nothing_called(name, self)

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        """Return [[tn, fp], [fn, tp]], as scikit-learn's ``confusion_matrix`` does."""
        if copy is False:
            raise PrplotValueError("copy must be None or True; got False. A confusion matrix holds no array to share.")
        return np.array([[self.tn, self.fp], [self.fn, self.tp]], dtype=dtype)

    def _repr_html_(self) -> str:
        head = "Confusion" if self.threshold is None else f"Confusion, score ≥ {self.threshold:.12g}"
        rows = (("predicted positive", self.tp, self.fp), ("predicted negative", self.fn, self.tn))
        body = "".join(f"<tr><th>{name}</th>{_td(one)}{_td(other)}</tr>" for name, one, other in rows)
        return (
            f"<table><caption>{head}</caption><thead><tr><th></th><th>positive</th><th>negative</th></tr></thead>"
            f"<tbody>{body}</tbody></table>"
        )

    def __repr__(self) -> str:
        cells = ", ".join(f"{cell}={getattr(self, cell):.12g}" for cell in CELLS)
        at = "" if self.threshold is None else f", threshold={self.threshold:.12g}"
        return f"Confusion({cells}{at})"

    def measure(self, which: str | metrics.Metric) -> float:
        """Return any metric of this matrix, by name or as an object; see `prplot.metrics.metric`."""
        chosen = metrics.metric(which)
        value = float(chosen.of(*self.cells))
        if math.isnan(value):
            self._say_why(chosen.name, known=math.isnan(float(chosen.of(*self.cells[:3], 1.0))))
        return value

    @property
    def cells(self) -> tuple[float, float, float, float]:
        """TP, FP, FN, TN."""
        return self.tp, self.fp, self.fn, self.tn

    def _say_why(self, name: str, *, known: bool = False) -> None:
        """Say why there is no value: for want of true negatives, unless it is ``known`` that they would make none."""
        why = "needs the true negatives, which are unknown" if math.isnan(self.tn) and not known else "is 0/0"
        warn(f"{name} of {self!r} {why}, hence undefined; NaN is returned.")

    @property
    def prevalence(self) -> float:
        """π = P / (P + N)."""
        scale = safe_scale(max(self.tp, self.fp, self.fn, self.tn))
        tp, fp, fn, tn = (scale * cell for cell in self.cells)
        total = tp + fn + fp + tn
        if total > 0:
            return (tp + fn) / total
        self._say_why("prevalence")
        return math.nan

    @property
    def accuracy(self) -> float:
        """(TP + TN) / (P + N)."""
        return self.measure(metrics.ACCURACY)

    @property
    def error_rate(self) -> float:
        """(FP + FN) / (P + N), which is 1 - accuracy."""
        return self.measure(metrics.ERROR_RATE)

    @property
    def precision(self) -> float:
        """TP / (TP + FP), the positive predictive value; NaN where nothing is predicted positive."""
        return self.measure(metrics.PRECISION)

    @property
    def fdr(self) -> float:
        """FP / (TP + FP), the false discovery rate, which is 1 - precision."""
        return self.measure(metrics.FDR)

    @property
    def recall(self) -> float:
        """TP / P, the true positive rate or sensitivity."""
        return self.measure(metrics.RECALL)

    @property
    def fnr(self) -> float:
        """FN / P, the false negative rate, which is 1 - recall."""
        return self.measure(metrics.FNR)

    @property
    def specificity(self) -> float:
        """TN / N, the true negative rate."""
        return self.measure(metrics.SPECIFICITY)

    @property
    def fpr(self) -> float:
        """FP / N, the false positive rate, which is 1 - specificity."""
        return self.measure(metrics.FPR)

    @property
    def npv(self) -> float:
        """TN / (TN + FN), the negative predictive value."""
        return self.measure(metrics.NPV)

    @property
    def false_omission_rate(self) -> float:
        """FN / (TN + FN), which is 1 - npv."""
        return self.measure(metrics.FALSE_OMISSION_RATE)

    @property
    def predicted_positive_rate(self) -> float:
        """(TP + FP) / (P + N), the share of weight predicted positive."""
        return self.measure(metrics.PREDICTED_POSITIVE_RATE)

    @property
    def balanced_accuracy(self) -> float:
        """Mean of recall and specificity."""
        return self.measure(metrics.BALANCED_ACCURACY)

    @property
    def informedness(self) -> float:
        """Recall + specificity - 1, which is tpr - fpr (Youden's J)."""
        return self.measure(metrics.INFORMEDNESS)

    @property
    def markedness(self) -> float:
        """Precision + npv - 1."""
        return self.measure(metrics.MARKEDNESS)

    @property
    def mcc(self) -> float:
        """Matthews correlation coefficient; NaN where a margin of the table is 0."""
        return self.measure(metrics.MCC)

    @property
    def kappa(self) -> float:
        """Cohen's κ: by how much the accuracy is above that of chance with the same margins, of how much it can be."""
        return self.measure(metrics.KAPPA)

    @property
    def g_mean(self) -> float:
        """Geometric mean of recall and specificity."""
        return self.measure(metrics.G_MEAN)

    @property
    def corner_distance(self) -> float:
        """Distance to the corner (0, 1) of the ROC plot, sqrt(fpr² + fnr²)."""
        return self.measure(metrics.CORNER_DISTANCE)

    @property
    def lift(self) -> float:
        """Precision / π: how many times as many positives are found as by chance among as many rows."""
        return self.measure(metrics.LIFT)

    @property
    def jaccard(self) -> float:
        """TP / (TP + FP + FN), the overlap of what is positive and what is predicted so: F1 / (2 - F1)."""
        return self.measure(metrics.JACCARD)

    @property
    def fowlkes_mallows(self) -> float:
        """Geometric mean of precision and recall."""
        return self.measure(metrics.FOWLKES_MALLOWS)

    @property
    def lr_positive(self) -> float:
        """Positive likelihood ratio tpr / fpr; inf at fpr = 0."""
        return self.measure(metrics.LR_POSITIVE)

    @property
    def lr_negative(self) -> float:
        """Negative likelihood ratio fnr / specificity; inf at specificity 0."""
        return self.measure(metrics.LR_NEGATIVE)

    @property
    def precision_gain(self) -> float:
        """1 - (P/N) FP/TP; -inf at TP = 0 with FP > 0; NaN if nothing is predicted, or a class has no weight."""
        return self.measure(metrics.PRECISION_GAIN)

    @property
    def recall_gain(self) -> float:
        """1 - (P/N) FN/TP; -inf at TP = 0, NaN if a class has no weight."""
        return self.measure(metrics.RECALL_GAIN)

    def f(self, beta: float = 1.0) -> float:
        """Return F_β = (1 + β²) TP / ((1 + β²) TP + FP + β² FN).

        F1 is the accuracy of the table in which TN is replaced by TP: nobody counts true negatives.
        """
        return self.measure(metrics.f_beta(beta))

    def f_gain(self, beta: float = 1.0) -> float:
        """Return FG_β = 1 - (P/N) (FP + β² FN) / ((1 + β²) TP); as `prplot.f_gain`."""
        return self.measure(metrics.f_gain(beta))


def _td(cell: float) -> str:
    return f"<td>{'n/a' if math.isnan(cell) else f'{cell:.12g}'}</td>"
