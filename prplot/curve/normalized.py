"""Areas on other scales: between the worst and the best ranking, between chance and the most possible."""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING, Any, cast, get_args

import numpy as np

from prplot.errors import PrplotValueError, by_name, invalid, one_of, short
from prplot.options import NormalizedBy
from prplot.path.bounds import RandomAreaRule, expected_random_area, minimum_area
from prplot.path.facts import warn_open, warn_uncounted, warn_undefined
from prplot.path.makers import from_counts

if TYPE_CHECKING:
    from prplot.curve.curve import Curve

# How far areas may differ, relatively, and still count as equal.
SAME = 4 * sys.float_info.epsilon


@by_name()
class Rescaled:
    """What a `Curve` can be asked for besides the area: areas on other scales."""

    def normalized_area(self: Any, low: float = 0.0, high: float = 1.0, by: NormalizedBy = "data") -> float:
        """Return (area - worst) / (best - worst) between two abscissae: 0 for the worst, 1 for the best.

        Parameters
        ----------
        low, high : float
            The range.
        by : {"data", "skew"}
            What worst and best are: the areas of the worst and the best ranking of the given points
            (Keilwagen et al., Theorem 1); or, for continuous PR curves, what the prevalence alone
            allows, Boyd's closed form for hard labels and 1. For hard labels both are the same, unless the path
            ends early, where "skew" is NaN; soft labels reach neither 0 nor 1 by "skew".

        Returns
        -------
        float
            In [0, 1], but for rounding. NaN, with a `PrplotWarning`, where best and worst are equal
            or the area is undefined.

        Raises
        ------
        PrplotValueError
            In PR, where it is not proved that the area lies between those of the two rankings. It
            always does for the continuous interpolation. With ties: for the step and the
            discrete-tp one of hard labels whose positives weigh the same, the max-interpolated one
            of all hard labels, and both step ones of soft labels whose rows weigh the same
            (the step one over the whole range). Without ties also for the linear, upper-trapezoid
            and discrete-fp ones of such hard labels, and the first two of such soft ones.

        References
        ----------
        K. Boyd et al., Unachievable Region in Precision-Recall Space, ICML 2012.
        """
        by = one_of("by", by, get_args(NormalizedBy))
        area: float = self.area(low, high)
        if np.isnan(area):
            return area
        if by == "data":
            reason = self.unproved(low, high)
            if reason is not None:
                raise PrplotValueError(
                    f"normalized_area must be one of areas between those of the worst and the best ranking, which with "
                    f"interpolation {self.interpolation!r} is not so for {reason}. Use the continuous one, "
                    "path.pr().normalized_area(), for which it always is."
                )
            worst, best = (self.over(path).area(low, high) for path in (self.path.worst(), self.path.best()))
        elif not self.space.interpolated:
            rule = f"be 'data' in {self.space.title} space"
            raise invalid("by", rule, short(by), "Boyd's closed form is one of PR curves.")
        elif self.interpolation != "continuous":
            rule = f"be 'data' with interpolation {self.interpolation!r}"
            way_out = "Boyd's closed form is one of continuous PR curves: path.pr().normalized_area(by='skew')."
            raise invalid("by", rule, short(by), way_out)
        elif any(lacks(self.path, "the normalised area by skew") for lacks in (warn_uncounted, warn_open)):
            return math.nan
        elif self.path.known_prevalence == 1:
            worst, best = 1.0, 1.0
        else:
            worst, best = minimum_area(self.path.known_prevalence, low, high), float(high - low)
        same = "the best and the worst ranking have the same area."
        return share("the normalised area", area, worst, best, same)

    def standardized_area(self: Any, low: float = 0.0, high: float = 1.0) -> float:
        """Return the area between two abscissae on a scale where chance is 1/2 and the most possible is 1.

        ``(1 + (area - chance) / (most - chance)) / 2``; in ROC this is McClish's correction of
        partial areas. Of a whole gains curve it is the area under the ROC curve.

        Raises
        ------
        PrplotValueError
            In cost and DET space, where the least area is the best one.

        References
        ----------
        D. K. McClish, Medical Decision Making 1989, doi:10.1177/0272989X8900900307.
        """
        if self.space.lower_is_better:
            raise PrplotValueError(
                f"standardized_area is of areas of which more is better; got a curve in {self.space.title} space. "
                "Use normalized_area(), which is 1 for a perfect ranking there too."
            )
        area: float = self.area(low, high)
        if np.isnan(area):
            return area
        if warn_uncounted(self.path, "the standardised area"):
            return math.nan
        positives, negatives = self.path.positives, self.path.negatives
        perfect = self.over(from_counts([1.0, 0.0], [positives, positives], [0.0, negatives]))
        chance, most = (curve.area(low, high) for curve in (by_chance(self), perfect))
        return (1.0 + share("the standardised area", area, chance, most, "chance has the largest area already.")) / 2.0

    def random_area(self: Any) -> float:
        """Return the exact expected area when these points are ranked at random, without ties.

        For the step and the continuous interpolation of hard labels of unit weight, and the step
        of soft labels that add up to 1; larger than `chance`, which it approaches as n grows.

        Raises
        ------
        PrplotValueError
            Where there is no closed form.
        """
        if not self.space.interpolated:
            raise PrplotValueError(f"random_area is one of PR curves; got a curve in {self.space.title} space.")
        if self.warn_undefined("the expected area") or warn_open(self.path, "the expected area of a random ranking"):
            return math.nan
        return expected_random_area(self.path, cast(RandomAreaRule, self.interpolation))


def by_chance(curve: Curve) -> Curve:
    """Return the curve of a score-independent classifier: one step takes everything."""
    return curve.over(from_counts([0.0], [curve.path.positives], [curve.path.negatives]))


def share(what: str, area: float, least: float, most: float, same: str) -> float:
    """Return where an area lies between two others; NaN, with a warning that says why, where these are the same."""
    equal = abs(most - least) <= SAME * max(abs(most), abs(least))
    return math.nan if warn_undefined(what, same if equal else "") else (area - least) / (most - least)
