"""Operating points of a path: where a rate is reached, where a metric is best, and all of them as a table."""

from __future__ import annotations

import numpy as np

from prplot import metrics
from prplot.confusion import Confusion
from prplot.errors import PrplotTypeError, PrplotValueError, invalid, short
from prplot.metrics import METRICS, Metric, f_beta, f_gain
from prplot.path import ConfusionPath
from prplot.scalars import number
from prplot.sums import FloatArray, read_only

__all__ = ["best_row", "break_even", "find", "optimal", "table"]

# How far a rate asked of `find` may be missed; covers the rounding of sums of weights.
SLACK = 1e-12
# How closely two values of a metric must agree to be equally good, relative to what they are the sum of.
EQUAL = 8 * np.finfo(float).eps
USUAL_BETAS = (0.5, 1.0, 2.0)


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
    rates = metrics.metric(name).of(*_cells(path))
    if np.isnan(rates[1:]).all():
        side = "foreground" if name == "recall" else "background"
        raise PrplotValueError(f"{name} is undefined for this sample: it has no {side} weight.")
    at_least = name in ("recall", "precision")
    reached = rates >= rate - SLACK if at_least else rates <= rate + SLACK
    if not reached.any():
        best = int(np.nanargmax(rates))
        raise invalid(
            name,
            "be reached by some threshold",
            f"{rate:g}",
            f"The nearest is {name} {rates[best]:.6g} at threshold {path.thresholds[best]:.12g}.",
        )
    return path.confusion(int(np.argmax(reached)) if name == "recall" else int(np.flatnonzero(reached)[-1]))


def best_row(path: ConfusionPath, metric: str | Metric) -> int:
    """Return the vertex with the best value of a metric; of equally good ones that of the highest threshold."""
    measure = metrics.metric(metric)
    values = measure.of(*_cells(path))
    if np.isnan(values).all():
        raise PrplotValueError(
            f"{measure.name} is undefined at every threshold of this sample, which has {path.positives:g} foreground "
            f"and {path.negatives:g} background weight."
        )
    best = int(np.nanargmin(values) if measure.lower_is_better else np.nanargmax(values))
    with np.errstate(invalid="ignore"):
        gap, size = np.abs(values - values[best]), measure.size(*_cells(path))
        near = np.isfinite(gap) & (gap <= EQUAL * np.maximum(size, size[best]))
    return int(np.argmax((values == values[best]) | near))


def optimal(path: ConfusionPath, metric: str | Metric) -> Confusion:
    """Return the operating point with the best value of a metric; see `ConfusionPath.optimal`."""
    return path.confusion(best_row(path, metric))


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
