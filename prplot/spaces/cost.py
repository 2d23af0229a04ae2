"""Cost space: a confusion matrix is a line, and a curve is the lower envelope of the lines of all thresholds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from prplot.errors import by_name
from prplot.path.steps import Steps, Sums
from prplot.rows.arrays import FloatArray, Pair
from prplot.spaces.base import broadcast
from prplot.spaces.deciding import Deciding, DecidingSpace, Decisions, hull_steps


@by_name()
@dataclass(frozen=True)
class Cost(DecidingSpace):
    """Cost space: the least normalized expected cost against the probability cost function.

    If a false negative costs C(fn) and a false positive C(fp), the probability cost function is x = π C(fn) / (π C(fn)
    + (1 - π) C(fp)), with the prevalence π. Each threshold is a line, y = (1 - tpr) x + fpr (1 - x), and the curve is
    the lowest of these lines at each x. Two lines need no scores and always count: y = x, for predicting no row
    positive, and y = 1 - x, for predicting every row positive. A point of ROC space is a line here, so `forward` and
    `inverse`, which map points to points, raise an error. The curve does not depend on the prevalence in ``Cost(0.2)``.

    References
    ----------
    C. Drummond and R. C. Holte, Cost curves, Machine Learning 2006,
    doi:10.1007/s10994-006-8199-5.

    Examples
    --------
    >>> import prplot
    >>> x, y = prplot.Cost(0.5).trace([0.0, 0.25, 1.0], [0.0, 0.75, 1.0])
    >>> x.tolist(), y.tolist()
    ([0.0, 0.25, 0.75, 1.0], [0.0, 0.25, 0.25, 0.0])
    """

    name = "cost"
    title = "Cost"
    _area_name = "area under cost curve"
    xlabel = "Probability cost function"
    ylabel = "Normalized expected cost"
    _own_rule = Decisions(
        "the lower envelope of the lines of all thresholds (Drummond and Holte 2006, doi:10.1007/s10994-006-8199-5)",
        joins="either",
    )
    _point_is = "a line"
    _instead = "Use trace for the envelope, or lines for the lines."
    lower_is_better = True
    _moves_with_prevalence = False

    def _area_range(self, low: float, high: float) -> tuple[float, float]:
        # The largest area is the area under min(x, 1 - x).
        before_low, before_high = (x * x / 2 if x <= 0.5 else 0.25 - (1 - x) ** 2 / 2 for x in (low, high))
        return 0.0, before_high - before_low

    def lines(self, fpr: ArrayLike, tpr: ArrayLike) -> Pair:
        """Return the cost lines of ROC points: the y values of each line at x = 0 and at x = 1."""
        f, t = broadcast(fpr=fpr, tpr=tpr)
        return f[()], (1.0 - t)[()]

    def _value(self, sums: Sums, x: FloatArray) -> FloatArray:
        fp, tp, negatives, positives = sums
        return (positives - tp) / positives * x + fp / negatives * (1.0 - x)

    def _decided(self, steps: Steps) -> Deciding:
        # The cost lines of two neighboring hull points cross at x = Δfpr / (Δfpr + Δtpr).
        row, fg, bg = hull_steps(steps)
        across, up = bg / steps.negatives, fg / steps.positives
        return Deciding(steps, row, np.append(across / (across + up), 1.0))
