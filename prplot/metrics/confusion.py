"""One confusion matrix and its measures."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from prplot import metrics
from prplot.errors import PrplotValueError, by_name, invalid, nothing_called, shortest, warn, yes_or_no
from prplot.rows.checks import number, threshold_of
from prplot.rows.result_tables import html_table

CELLS = ("tp", "fp", "fn", "tn")
PREVALENCE = metrics.LinearFractional("prevalence", "prevalence", metrics.POSITIVES, metrics.ALL)


@by_name("The cells are passed by name.")
@dataclass(frozen=True, kw_only=True)
class Confusion:
    """A confusion matrix: at a threshold of a path, or entered by hand.

    Enter the four cells for a classifier that predicts labels without scores, or for published numbers.

    Parameters
    ----------
    tp, fp, fn, tn : float
        True positives, false positives, false negatives, true negatives, as counts or as weights; finite and not
        negative. ``tn`` may be NaN if true negatives are not counted; metrics that need true negatives are then NaN.
    threshold : float or None
        Rows with score >= threshold are predicted positive; None if the matrix has no threshold.
    lower_is_positive : bool
        Whether small scores mean positive: then rows with score <= threshold are predicted positive.

    Raises
    ------
    PrplotTypeError, PrplotValueError
        If a cell is not a finite, non-negative number.

    Notes
    -----
    A measure that is 0/0 is NaN with a `PrplotWarning` that names the measure. F_β is computed from the counts, so it
    is 0 if TP = 0. If TP = 0, precision gain, recall gain and F-gain are -inf; but they are NaN if P = 0 or N = 0, and
    the precision gain is also NaN if FP = 0 (no row predicted positive).

    ``numpy.asarray(c)`` is the 2 x 2 array [[tn, fp], [fn, tp]], in scikit-learn's order. Synonyms of metrics also
    work: ``c.sensitivity`` is ``c.recall``, ``c.f1`` is ``c.f(1)``.

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
    lower_is_positive: bool = False

    def __post_init__(self) -> None:
        for cell in CELLS:
            value = number(cell, getattr(self, cell))
            if not (0 <= value < math.inf or (cell == "tn" and math.isnan(value))):
                raise invalid(cell, "be finite and not negative", shortest(value))
            vars(self)[cell] = value
        if self.threshold is not None:
            vars(self).update(threshold=threshold_of("threshold", self.threshold))
        vars(self).update(lower_is_positive=yes_or_no("lower_is_positive", self.lower_is_positive))

    def __getattr__(self, name: str) -> float:
        """Return a metric that is not a property, by its name or a synonym, such as ``f1`` or ``sensitivity``."""
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
        sign = "≤" if self.lower_is_positive else "≥"
        head = "Confusion" if self.threshold is None else f"Confusion, score {sign} {self.threshold:.12g}"
        rows = (("predicted positive", self.tp, self.fp), ("predicted negative", self.fn, self.tn))
        cells = [[name, *(f"{cell:.12g}".replace("nan", "n/a") for cell in row)] for name, *row in rows]
        return html_table(["", "positive", "negative"], cells, caption=head)

    def __repr__(self) -> str:
        cells = ", ".join(f"{cell}={getattr(self, cell):.12g}" for cell in CELLS)
        at = "" if self.threshold is None else f", threshold={self.threshold:.12g}"
        return f"Confusion({cells}{at}{', lower_is_positive=True' if self.lower_is_positive else ''})"

    def measure(self, which: str | metrics.Metric) -> float:
        """Return any metric of this matrix, by name or as an object; see `prplot.metrics.metric`."""
        chosen = metrics.metric(which)
        value = float(chosen.of(*self.cells))
        if math.isnan(value):
            known = not math.isnan(self.tn) or math.isnan(float(chosen.of(self.tp, self.fp, self.fn, 1.0)))
            why = "is 0/0" if known else "needs the true negatives, which are unknown"
            warn(f"{chosen.name} of {self!r} {why}, hence undefined; NaN is returned.")
        return value

    @property
    def cells(self) -> tuple[float, float, float, float]:
        """The four cells of the confusion matrix: TP, FP, FN, TN."""
        return self.tp, self.fp, self.fn, self.tn

    @property
    def prevalence(self) -> float:
        """π = P / (P + N)."""
        return self.measure(PREVALENCE)

    def f(self, beta: float = 1.0) -> float:
        """Return F_β = (1 + β²) TP / ((1 + β²) TP + FP + β² FN).

        F1 equals the accuracy of a table in which TN is replaced by TP; F_β does not use the true negatives.
        """
        return self.measure(metrics.f_beta(beta))

    def f_gain(self, beta: float = 1.0) -> float:
        """Return the F-gain FG_β = 1 - (P/N) (FP + β² FN) / ((1 + β²) TP); see `prplot.metrics.f_gain`."""
        return self.measure(metrics.f_gain(beta))


# Each metric of the table is a property, such as ``c.precision``.
for _metric in metrics.METRICS:
    _measured = partial(Confusion.measure, which=_metric)
    setattr(Confusion, _metric.name, property(_measured, doc=metrics.WORDS[_metric.name]))
