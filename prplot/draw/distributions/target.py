"""The measurement that soft labels were made from, and the logistic that made them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.errors import invalid, short, warn
from prplot.rows.arrays import FloatArray
from prplot.rows.checks import number, numbers
from prplot.rows.soft_labels import logistic as make_logistic

__all__ = ["crossing", "logistic_rule", "measured_in"]

# How far weights may be from the logistic that is drawn over them, as from rounding.
CLOSE = 1e-3


def measured_in(target: ArrayLike, there: NDArray[np.bool_]) -> FloatArray:
    """Read the measurement of each row, and return that of the rows that are there."""
    values = numbers("target", target)
    if len(values) != len(there):
        rule = "have one value per row of path.sample"
        raise invalid(
            "target", rule, f"{len(values)} values for {len(there)} rows", "Leave out rows that were dropped."
        )
    if not np.isfinite(values).all():
        raise invalid("target", "be finite", f"{values[~np.isfinite(values)][0]:g}", "Drop those rows first.")
    return values[there]


def logistic_rule(logistic: Any, measured: FloatArray | None, shares: FloatArray) -> tuple[float, float]:
    """Read cut and slope of the logistic, and warn where the weights are not made by it."""
    if measured is None:
        raise invalid("logistic", "come with target", short(logistic), "Pass the measurement of each row as target=.")
    if np.shape(logistic) != (2,):
        raise invalid("logistic", "be (cut, slope)", short(logistic), "See prplot.weights.logistic.")
    middle, slope = number("logistic", logistic[0]), number("logistic", logistic[1])
    away = float(np.max(np.abs(make_logistic(measured, middle, slope)[0] - shares)))
    if away > CLOSE:
        warn(
            f"the weights of the path are not those of the logistic with cut {middle:g} and slope {slope:g}: "
            f"they differ by up to {away:.2g}."
        )
    return middle, slope


def crossing(
    measured: FloatArray, positive: NDArray[np.bool_], rule: tuple[float, float] | None, level: float
) -> tuple[float, bool] | None:
    """Return the target at which the weight passes the cut, and whether it rises there; None where none is."""
    if rule is not None:
        return (rule[0] + np.log(level / (1 - level)) / rule[1], rule[1] > 0) if level < 1 else None
    if not positive.any() or positive.all():
        return None
    above, below = measured[positive], measured[~positive]
    for rising, (one, other) in ((True, (below, above)), (False, (above, below))):
        if one.max() < other.min():
            return (float(one.max()) + float(other.min())) / 2, rising
    return None
