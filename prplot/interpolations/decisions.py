"""The line of a curve of which at each abscissa another vertex decides, as in cost and net benefit space."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from prplot.interpolations.base import Interpolation, Joins, Refine, Trace
from prplot.rows.arrays import FloatArray

if TYPE_CHECKING:
    from prplot.curve.curve import Curve


class Decisions(Interpolation):
    """Along a line or an arc while one vertex decides, then along that of the next one; see `DecidingSpace`.

    Parameters
    ----------
    words : str
        How a methods section says it.
    joins : str
        Which neighbouring groups are as good as one: none where each threshold decides somewhere.
    """

    name = "continuous"
    monotone = True
    by_steps = False

    def __init__(self, words: str, joins: Joins = "none") -> None:
        self.words, self.joins = words, joins  # type: ignore[misc]

    def trace(self, curve: Curve, refine: Refine) -> Trace:
        space: Any = curve.space
        x, y, row = space.line_of(space.decisions(curve.path), refine)
        return Trace(x, y, np.where(row < 0, np.nan, np.append(curve.path.thresholds, -np.inf)[row]))

    def at(self, curve: Curve, x: FloatArray) -> FloatArray:
        space: Any = curve.space
        if "deciding" not in curve.held:
            # A pointer asks for it at every place, and it takes a hull to find.
            curve.held["deciding"] = space.decisions(curve.path)
        deciding = curve.held["deciding"]
        return space.ordinates(deciding, x, np.searchsorted(deciding.high, x))  # type: ignore[no-any-return]

    def area(self, curve: Curve, low: float, high: float) -> float:
        x = np.unique(np.clip([low, *curve.x, high], low, high))
        return float(np.trapezoid(self.at(curve, x), x))
