"""Operating points of a population: where a measure is best, or at a level, to the last digits."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from prplot.metrics import LinearFractional, Metric
from prplot.path.operating import Candidates
from prplot.rows.arrays import FloatArray
from prplot.simulate.calculus import root

if TYPE_CHECKING:
    from prplot.simulate.population import PopulationPath

# TP, FP, FN, TN.
Cells = tuple[FloatArray, FloatArray, FloatArray, FloatArray]
GOLDEN = (math.sqrt(5.0) - 1.0) / 2.0
# After so many golden sections an interval of the grid is as short as a smooth value can tell.
SECTIONS = 48


def candidates(path: PopulationPath, levels: Mapping[Metric, float | None]) -> Candidates:
    """Return the operating points of a population among which one is looked for.

    Parameters
    ----------
    path : PopulationPath
        The population.
    levels : mapping from measures to floats or None
        What is looked for: where each measure is best, and where it has the level, if one is given.

    Returns
    -------
    Candidates
        Those points, and the ones at the grid of the model; exact cells, as weights.
    """
    model = path.model
    grid = model.grid.position
    found = []
    for measure, level in levels.items():
        values = measure.of(*path.cells_at(grid))
        if level is not None:
            crossed = np.flatnonzero((values[1:] - level) * (values[:-1] - level) < 0)
            found.append(
                root(
                    lambda s, _, measure=measure, level=level: measure.of(*path.cells_at(s)) - level,  # type: ignore[misc]
                    grid[crossed + 1],
                    grid[crossed],
                )
            )
        found.append(_peaks(path, measure, values))
    exact = model.threshold_of(np.concatenate(found))
    # A threshold is rounded: its neighbours may reach what it just misses.
    around = [exact, np.nextafter(exact, np.inf), np.nextafter(exact, -np.inf)]
    cuts = np.unique(np.concatenate([[np.inf, -np.inf], model.threshold_of(grid), *around]))[::-1]
    return Candidates(cuts, path.cells_at(model.position_of(cuts)), exact=True)


def _peaks(path: PopulationPath, measure: Metric, values: FloatArray) -> FloatArray:
    """Return the positions at which a measure is better than around them, from its values on the grid."""
    sign = -1.0 if measure.lower_is_better else 1.0
    with np.errstate(invalid="ignore"):
        # Between equal infinities nothing rises.
        rises = np.diff(sign * values)
    top = 1 + np.flatnonzero((rises[:-1] > 0) & (rises[1:] <= 0))
    grid = path.model.grid.position
    low, high = grid[top + 1], grid[top - 1]
    if isinstance(measure, LinearFractional):
        # On straight pieces the corners are best, and these are on the grid.
        return grid[:0] if path.model.straight else _tangents(path, measure, low, high)
    for _ in range(SECTIONS):
        inner, outer = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
        lower, upper = (sign * measure.of(*path.cells_at(place)) for place in (inner, outer))
        low, high = np.where(lower < upper, inner, low), np.where(lower < upper, high, outer)
    return (low + high) / 2


def _tangents(path: PopulationPath, measure: LinearFractional, low: FloatArray, high: FloatArray) -> FloatArray:
    """Return the positions at which the ROC curve touches a level line of the measure: both have one slope."""

    def away(position: FloatArray, _: object) -> FloatArray:
        across, up, _constant = measure.line(measure.of(*path.cells_at(position)), path.prevalence)  # type: ignore[arg-type]
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(path.model.log_likelihood_ratio(position) - np.log(-np.asarray(across) / up))

    return root(away, low, high)
