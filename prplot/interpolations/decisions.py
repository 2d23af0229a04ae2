"""What a decision curve is between the threshold probabilities at which another vertex decides."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn, cast

import numpy as np
from numpy.typing import NDArray

from prplot.errors import PrplotTypeError
from prplot.interpolations.base import Interpolation, Trace
from prplot.path.groups import Joins
from prplot.rows.arrays import FloatArray
from prplot.rows.refinement import Sight

if TYPE_CHECKING:
    from prplot.curve.curve import Curve
    from prplot.spaces.net_benefit import DecidingRows, NetBenefit

__all__ = ["Decisions", "no_area"]


class Decisions(Interpolation):
    """Along an arc while one vertex decides, straight up or down to the next one where another does."""

    name = "continuous"
    words = "the net benefit of the threshold that decides (Vickers and Elkin 2006, doi:10.1177/0272989X06295361)"
    by_steps = False
    every_vertex = True

    def thinned(self, curve: Curve, rows: NDArray[np.int_], runs: Joins = "none") -> Curve:
        # Each vertex decides somewhere.
        return curve

    def trace(self, curve: Curve, sight: Sight) -> Trace:
        found = _deciding(curve).drawn()
        x, y, which = self.followed(curve.space, found, sight)  # type: ignore[arg-type]
        cuts = np.append(curve.path.thresholds, -np.inf)[found.row]
        return Trace(x, y, np.where(which < 0, np.nan, cuts[which]))

    def followed(
        self, space: NetBenefit, deciding: DecidingRows, sight: Sight
    ) -> tuple[FloatArray, FloatArray, NDArray[np.int_]]:
        """Return the line as closely as it is looked at, and who decides at each point; -1 where one was inserted."""
        totals = deciding.negatives, deciding.positives

        def at(which: NDArray[np.int_], part: FloatArray) -> tuple[FloatArray, FloatArray]:
            low, high = deciding.low[which], deciding.high[which]
            x = np.where(part == 1.0, high, low + part * (high - low))
            return x, space.value(deciding.tp[which], deciding.fp[which], totals, x)

        count = len(deciding.row)
        inner, part = sight.halved(at, count, (deciding.fp == 0) if sight.linear else None)
        which = np.concatenate([np.arange(count), inner, np.arange(count)])
        parts = np.concatenate([np.zeros(count), part, np.ones(count)])
        order = np.lexsort((parts, which))
        which, parts = which[order], parts[order]
        x, y = at(which, parts)
        return x, y, np.where((parts > 0.0) & (parts < 1.0), -1, which)

    def at(self, curve: Curve, x: FloatArray) -> FloatArray:
        space = curve.space
        found = _deciding(curve)
        which = found.at(x)
        totals = found.negatives, found.positives
        return space.value(found.tp[which], found.fp[which], totals, x)  # type: ignore[attr-defined,no-any-return]

    def area(self, curve: Curve, low: float, high: float) -> NoReturn:
        no_area(curve)


def _deciding(curve: Curve) -> DecidingRows:
    """Return which vertex decides where, which takes long to find and is asked for often."""
    if "deciding" not in curve.held:
        curve.held["deciding"] = curve.space.decisions(curve.path)  # type: ignore[attr-defined]
    return cast("DecidingRows", curve.held["deciding"])


def no_area(curve: Curve) -> NoReturn:
    """Raise the error of an area that there is not."""
    raise PrplotTypeError(f"an area is not to be had: {curve.space.no_area}")
