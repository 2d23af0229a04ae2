"""Operating points of a path: where a rate is reached, where a metric is best, and all of them as a table."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from prplot.arithmetic.checks import number
from prplot.arithmetic.exact_sums import FloatArray, read_only
from prplot.errors import PrplotTypeError, PrplotValueError, invalid, short
from prplot.metrics import metrics
from prplot.metrics.confusion import Confusion
from prplot.metrics.metrics import (
    FPR,
    METRICS,
    PRECISION,
    PREDICTED_POSITIVE_RATE,
    RECALL,
    LinearFractional,
    Metric,
    f_beta,
    f_gain,
)
from prplot.path.path import Candidates, ConfusionPath

__all__ = ["break_even", "find", "optimal", "table"]

# How far a rate asked of `find` may be missed; covers the rounding of sums of weights.
SLACK = 1e-12
# How closely two values of a metric must agree to be equally good, relative to what they are the sum of.
EQUAL = 8 * np.finfo(float).eps
USUAL_BETAS = (0.5, 1.0, 2.0)
# What `find` can be asked for: each rate, and what is best among the points that reach it.
COMPANIONS: dict[str, tuple[LinearFractional, LinearFractional]] = {
    "recall": (RECALL, PRECISION),
    "precision": (PRECISION, RECALL),
    "fpr": (FPR, RECALL),
    "predicted_positive_rate": (PREDICTED_POSITIVE_RATE, RECALL),
}
AT_MOST = ("fpr", "predicted_positive_rate")


def _cells(path: ConfusionPath) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    return path.tp, path.fp, path.positives - path.tp, path.negatives - path.fp


def find(path: ConfusionPath, **wanted: float | None) -> Confusion:
    """Return the operating point that reaches a wanted rate; see `ConfusionPath.find`."""
    given = {name: value for name, value in wanted.items() if value is not None}
    if len(given) != 1:
        raise PrplotTypeError(
            f"find must get exactly one of {', '.join(f'{n}=' for n in wanted)}; "
            f"got {', '.join(f'{n}=' for n in given) or 'none'}."
        )
    ((name, value),) = given.items()
    rate = number(name, value)
    if not 0 <= rate <= 1:
        raise invalid(name, "lie in [0, 1]", short(value))
    measure, companion = COMPANIONS[name]
    at_most = name in AT_MOST
    points = path.candidates({measure: rate, companion: None})
    rates = measure.of(*points.cells)
    if np.isnan(rates).all():
        side = "foreground" if name == "recall" else "background"
        raise PrplotValueError(f"{name} is undefined for this sample: it has no {side} weight.")
    reached = _reached(points, measure, rate, at_most)
    if not reached.any():
        best = int(np.nanargmin(rates) if at_most else np.nanargmax(rates))
        raise invalid(
            name,
            "be reached by some threshold",
            f"{rate:g}",
            f"The nearest is {name} {rates[best]:.6g} at threshold {points.thresholds[best]:.12g}.",
        )
    for chosen, lower in ((companion, False), (measure, at_most)):
        best_of = _best(np.where(reached, chosen.of(*points.cells), np.nan), chosen.size(*points.cells), lower)
        reached = best_of if best_of.any() else reached
    return points.first(reached)


def _reached(points: Candidates, measure: LinearFractional, rate: float, at_most: bool) -> NDArray[np.bool_]:
    """Return which points reach a rate; exact ones, where some do, reach it and its complement to their last digits."""

    def near(values: FloatArray, wanted: float, at_most: bool, slack: float) -> NDArray[np.bool_]:
        return np.asarray(values <= wanted + slack if at_most else values >= wanted - slack)

    rates = measure.of(*points.cells)
    if points.exact:
        slack = SLACK * min(rate, 1.0 - rate)
        reached = near(rates, rate, at_most, slack)
        reached &= near(measure.complement.of(*points.cells), 1.0 - rate, not at_most, slack)
        if reached.any():
            return reached
    return near(rates, rate, at_most, SLACK)


def _best(values: FloatArray, size: FloatArray, lower: bool) -> NDArray[np.bool_]:
    """Return which values are the best one, but for rounding relative to their size; none where all are NaN."""
    if np.isnan(values).all():
        return np.zeros(len(values), dtype=bool)
    best = int(np.nanargmin(values) if lower else np.nanargmax(values))
    with np.errstate(invalid="ignore"):
        gap = np.abs(values - values[best])
        near = np.isfinite(gap) & (gap <= EQUAL * np.maximum(size, size[best]))
    return np.asarray((values == values[best]) | near)


def optimal(path: ConfusionPath, metric: str | Metric) -> Confusion:
    """Return the operating point with the best value of a metric; see `ConfusionPath.optimal`."""
    measure = metrics.metric(metric)
    points = path.candidates({measure: None})
    best = np.ones(len(points.thresholds), dtype=bool)
    # Where cells are exact those that round to the same value are told apart by what it lacks to 1.
    for chosen in (measure, measure.complement) if points.exact else (measure,):
        values = np.where(best, chosen.of(*points.cells), np.nan)
        best = _best(values, chosen.size(*points.cells), chosen.lower_is_better)
    if not best.any():
        raise PrplotValueError(
            f"{measure.name} is undefined at every threshold of this sample, which has {path.positives:g} foreground "
            f"and {path.negatives:g} background weight."
        )
    return points.first(best)


def break_even(path: ConfusionPath) -> Confusion:
    """Return the point at which precision equals recall; see `ConfusionPath.break_even`."""
    if path.positives == 0:
        raise PrplotValueError("the break-even point is undefined for this sample: it has no foreground weight.")
    steps = path.steps()
    predicted = steps.tp + steps.fp
    row = int(np.argmax(predicted >= steps.positives * (1 - SLACK)))
    if predicted[row] <= steps.positives * (1 + SLACK):
        return path.confusion(row)
    part = (steps.positives - float(predicted[row - 1])) / float(steps.fg[row - 1] + steps.bg[row - 1])
    fg, bg = (float(increment[row - 1]) for increment in path.increments)
    tp = float(path.tp[row - 1]) + part * fg
    fp = float(path.fp[row - 1]) + part * bg
    return Confusion(tp=tp, fp=fp, fn=path.positives - tp, tn=path.negatives - fp)


def table(path: ConfusionPath) -> dict[str, FloatArray]:
    """Return every basic measure along the thresholds, as columns; see `ConfusionPath.table`."""
    cells = _cells(path)
    columns = {"threshold": path.thresholds, **dict(zip(("tp", "fp", "fn", "tn"), cells, strict=True))}
    measures = [*METRICS, *(kind(beta) for kind in (f_beta, f_gain) for beta in USUAL_BETAS)]
    columns |= {measure.name: np.atleast_1d(measure.of(*cells)) for measure in measures}
    return {name: read_only(column) for name, column in columns.items()}
