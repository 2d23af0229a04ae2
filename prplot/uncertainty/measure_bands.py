"""Between which values measures along a path would lie in other samples, at each threshold, rank or rate."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from prplot.metrics import Metric
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray
from prplot.uncertainty.bands import pointwise
from prplot.uncertainty.interval import check_enough, drawn
from prplot.uncertainty.measures import Rule
from prplot.uncertainty.replicates import Replicate
from prplot.uncertainty.units import Along, Design

# Of a long path the first groups are drawn one by one, and as many stretches of the others: nobody sees more.
FIRST, STRETCHES = 1000, 3000
# Nothing is predicted at 0: there the limit is taken, at this share of the first step.
NEXT_TO = 1e-9


def measure_bands(
    path: ConfusionPath,
    measures: Sequence[Metric],
    abscissa: Callable[..., FloatArray] | None,
    x: FloatArray,
    design: Design,
) -> list[tuple[FloatArray, FloatArray]]:
    """Return the low and the high end of each measure at abscissae: the middle share of replicates there.

    Parameters
    ----------
    path : ConfusionPath
    measures : sequence of Metric
    abscissa : callable or None
        From cells to abscissae along the path; None for thresholds.
    x : array of shape (m,)
        Rising.
    design : Design

    Returns
    -------
    list of pairs of arrays of shape (m,)
        NaN where fewer than that share of the replicates have a value.
    """
    for measure in measures:
        check_enough(path, Rule(measure, "best"), design.weights)
    along = Along.of(path, _thresholds_told_apart(path, x) if abscissa is None else _stretches(path))
    found, _ = drawn(design, [along], [lambda each: _values(each, measures, abscissa, x)])
    return [pointwise(found[:, 0, place], design.level)[:2] for place in range(len(measures))]


def _thresholds_told_apart(path: ConfusionPath, x: FloatArray) -> Any:
    """Return the cell of each group: those between the same two abscissae are one."""
    above = -np.searchsorted(x, path.thresholds[1:], side="right")
    return np.append(0, np.cumsum(np.diff(above) > 0)) if len(above) else above


def _stretches(path: ConfusionPath) -> Any:
    last = len(path) - 1
    place = np.arange(last)
    if last <= FIRST + STRETCHES:
        return place
    later = FIRST + (place - FIRST) * STRETCHES // (last - FIRST)
    return np.where(place < FIRST, place, later)


def _values(
    replicate: Replicate, measures: Sequence[Metric], abscissa: Callable[..., FloatArray] | None, x: FloatArray
) -> FloatArray:
    if replicate.lost:
        return np.full((len(measures), len(x)), np.nan)
    path = replicate.path()
    cells = path.tp, path.fp, path.positives - path.tp, path.negatives - path.fp
    if abscissa is None:
        row = np.searchsorted(-path.thresholds, -x, side="right") - 1
        there: list[FloatArray] = [cell[row] for cell in cells]
    else:
        there = _along(cells, np.asarray(abscissa(*cells)), x)
    return np.array([measure.of(*there) for measure in measures])


def _along(cells: tuple[FloatArray, ...], at: FloatArray, x: FloatArray) -> list[FloatArray]:
    """Return cells at abscissae along the steps; on a vertical before it, NaN beyond the end."""
    end = np.searchsorted(at, x, side="left")
    beyond = end >= len(at)
    end = np.clip(end, 1, max(len(at) - 1, 1))
    if len(at) == 1:
        return [np.full(len(x), np.nan) for _ in cells]
    with np.errstate(divide="ignore", invalid="ignore"):
        part = np.fmax((x - at[end - 1]) / (at[end] - at[end - 1]), NEXT_TO)
    part[beyond] = np.nan
    return [(1.0 - part) * cell[end - 1] + part * cell[end] for cell in cells]
