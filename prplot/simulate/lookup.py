"""Operating points of a score model between its marks: where a measure is best, or at a level, to the last digits."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from prplot.arithmetic.exact_sums import FloatArray
from prplot.metrics.metrics import LinearFractional, Metric
from prplot.path.path import Candidates
from prplot.simulate.numeric import root

if TYPE_CHECKING:
    from prplot.simulate.model import ScoreModel

__all__ = ["candidates"]

Cells = tuple[FloatArray, FloatArray, FloatArray, FloatArray]
GOLDEN = (math.sqrt(5.0) - 1.0) / 2.0
# After so many golden sections an interval between two marks is as short as a smooth value can tell.
SECTIONS = 48


def candidates(
    model: ScoreModel, positives: float, negatives: float, levels: Mapping[Metric, float | None]
) -> Candidates:
    """Return the operating points at the marks of a model, and where measures are best or at a level."""

    def cells(position: FloatArray) -> Cells:
        fpr, tpr, tnr, fnr = model.rates_at(position)
        return positives * tpr, negatives * fpr, positives * fnr, negatives * tnr

    marks = model.grid.position
    found = []
    for measure, level in levels.items():
        values = measure.of(*cells(marks))
        if level is not None:
            crossed = np.flatnonzero((values[1:] - level) * (values[:-1] - level) < 0)
            found.append(
                root(
                    lambda s, _, measure=measure, level=level: measure.of(*cells(s)) - level,  # type: ignore[misc]
                    marks[crossed + 1],
                    marks[crossed],
                )
            )
        found.append(_peaks(model, measure, cells, marks, values))
    exact = model.threshold_of(np.concatenate(found))
    # A threshold is rounded: its neighbours may reach what it just misses.
    around = [exact, np.nextafter(exact, np.inf), np.nextafter(exact, -np.inf)]
    cuts = np.unique(np.concatenate([[np.inf, -np.inf], model.threshold_of(marks), *around]))[::-1]
    return Candidates(cuts, cells(model.position_of(cuts)), exact=True)


def _peaks(
    model: ScoreModel,
    measure: Metric,
    cells: Callable[[FloatArray], Cells],
    marks: FloatArray,
    values: FloatArray,
) -> FloatArray:
    """Return the positions at which a measure is better than around them, near marks that are better than theirs."""
    sign = -1.0 if measure.lower_is_better else 1.0
    with np.errstate(invalid="ignore"):
        # Between equal infinities nothing rises.
        rises = np.diff(sign * values)
    top = 1 + np.flatnonzero((rises[:-1] > 0) & (rises[1:] <= 0))
    low, high = marks[top + 1], marks[top - 1]
    if isinstance(measure, LinearFractional):
        # On straight pieces the corners are best, and these are marks.
        return marks[:0] if model.straight else _tangents(model, measure, cells, low, high)
    for _ in range(SECTIONS):
        inner, outer = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
        lower, upper = (sign * measure.of(*cells(place)) for place in (inner, outer))
        low, high = np.where(lower < upper, inner, low), np.where(lower < upper, high, outer)
    return (low + high) / 2


def _tangents(
    model: ScoreModel,
    measure: LinearFractional,
    cells: Callable[[FloatArray], Cells],
    low: FloatArray,
    high: FloatArray,
) -> FloatArray:
    """Return the positions at which the ROC curve touches a level line of the measure: both have one slope."""
    tp, fp, fn, tn = (float(cell) for cell in np.array(cells(np.array([0.0]))).ravel())
    prevalence = (tp + fn) / (tp + fp + fn + tn)

    def away(position: FloatArray, _: object) -> FloatArray:
        across, up, _constant = measure.line(measure.of(*cells(position)), prevalence)  # type: ignore[arg-type]
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(model.log_ratio(position) - np.log(-np.asarray(across) / up))

    return root(away, low, high)
