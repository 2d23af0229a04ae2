"""Numbers that summarise a curve, beyond the area under it."""

from __future__ import annotations

from abc import abstractmethod
from functools import cached_property
from typing import Self, cast, get_args

import numpy as np
from numpy.typing import ArrayLike

from prplot.errors import PrplotTypeError, PrplotValueError, by_name, invalid, one_of, short, warn
from prplot.interpolations import Interpolation
from prplot.options import NormalizedBy
from prplot.path.bounds import PointTraits, RandomAreaRule, expected_random_area, minimum_area
from prplot.path.facts import warn_open, warn_uncounted
from prplot.path.makers import from_counts
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray
from prplot.rows.checks import reals
from prplot.spaces import Space

__all__ = ["Measures"]

CONTINUOUS = "continuous"


@by_name()
class Measures:
    """What a `Curve` can be asked for besides the area; each is a formula over areas and ordinates."""

    path: ConfusionPath
    space: Space
    rule: Interpolation

    @abstractmethod
    def over(self, path: ConfusionPath, label: str | None = None) -> Self:
        """Return the same kind of curve of another path."""

    @abstractmethod
    def area(self, low: float = 0.0, high: float = 1.0) -> float:
        """Return the exact area between two abscissae."""

    @abstractmethod
    def at(self, x: ArrayLike) -> FloatArray:
        """Return the ordinates of the curve; NaN beyond its end."""

    @property
    @abstractmethod
    def vertices(self) -> tuple[FloatArray, FloatArray]:
        """All K + 1 vertices (x, y)."""

    # A str: the completion of IPython fails on an object with a property that is annotated by a named literal.
    @property
    @abstractmethod
    def interpolation(self) -> str:
        """The name of the rule between the thresholds."""

    def warn_undefined(self, what: str) -> bool:
        """Say, where it is so, that this space shows no curve of the path, and return whether it is."""
        reason = self.space.undefined(self.path)
        if reason is None:
            return False
        warn(f"{what} is undefined in {self.space.title} space: {reason}. NaN is returned.")
        return True

    def check_area(self, what: str) -> None:
        """Raise an error if there are no areas under curves of this space."""
        if self.space.no_area:
            raise PrplotTypeError(f"{what} is not to be had: {self.space.no_area}")

    @cached_property
    def _bounds(self) -> dict[tuple[float, float], tuple[float, ...]]:
        """The areas of the worst and the best ranking that were asked for; not the rankings, which are large."""
        return {}

    @property
    def end(self) -> float:
        """The abscissa at which the curve ends: that of its domain, unless the path ends before (N, P)."""
        last = self.space.domain[1]
        if not self.space.pointwise or (self.path.closed and np.isfinite(last)):
            return last
        # No threshold returns anything, or nothing is seen of what one returns.
        return float(self.vertices[0][-1]) if len(self.path) > 1 else -np.inf

    def earned(self, x: ArrayLike) -> FloatArray:
        """Return the ordinates that areas count: those of `at`, and beyond the end what is earned there."""
        wanted, found = reals("x", x), np.array(self.at(x))
        later = (wanted > self.end) & (wanted <= self.space.domain[1])
        found[later] = self.space.beyond(wanted[later], self.path.reached)
        return found[()]

    @property
    def chance(self) -> float:
        """The area of a score-independent classifier: one step from (0, 0) to (N, P).

        π in PR, 1/2 in ROC, 0 in PRG.
        """
        self.check_area("the area of chance")
        if self.warn_undefined("chance") or warn_uncounted(self.path, "chance"):
            return float("nan")
        return self._by_chance().area()

    def normalized_area(self, low: float = 0.0, high: float = 1.0, by: NormalizedBy = "data") -> float:
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
        area = self.area(low, high)
        if np.isnan(area):
            return area
        if by == "data":
            self._check_bounds(low, high)
            if (low, high) not in self._bounds:
                rankings = self.path.worst(), self.path.best()
                self._bounds[low, high] = tuple(self.over(path).area(low, high) for path in rankings)
            worst, best = self._bounds[low, high]
        elif not self.space.interpolated:
            raise invalid(
                "by", f"be 'data' in {self.space.title} space", short(by), "Boyd's closed form is one of PR curves."
            )
        elif self.interpolation != CONTINUOUS:
            raise invalid(
                "by",
                f"be 'data' with interpolation {self.interpolation!r}",
                short(by),
                "Boyd's closed form is one of continuous PR curves: path.pr().normalized_area(by='skew').",
            )
        elif any(lacks(self.path, "the normalised area by skew") for lacks in (warn_uncounted, warn_open)):
            return float("nan")
        elif self.path.vertices.prevalence == 1:
            worst, best = 1.0, 1.0
        else:
            worst, best = minimum_area(self.path.vertices.prevalence, low, high), float(high - low)
        if abs(best - worst) <= 4 * np.finfo(float).eps * max(abs(best), abs(worst)):
            warn(
                "the normalised area is undefined: the best and the worst ranking have the same area. NaN is returned."
            )
            return float("nan")
        return (area - worst) / (best - worst)

    def standardized_area(self, low: float = 0.0, high: float = 1.0) -> float:
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
        area = self.area(low, high)
        if np.isnan(area):
            return area
        if warn_uncounted(self.path, "the standardised area"):
            return float("nan")
        chance, most = (curve.area(low, high) for curve in (self._by_chance(), self._if_perfect()))
        if most - chance <= 4 * np.finfo(float).eps * most:
            warn("the standardised area is undefined: chance has the largest area already. NaN is returned.")
            return float("nan")
        return (1.0 + (area - chance) / (most - chance)) / 2.0

    @property
    def y0(self) -> float:
        """The precision gain at recall gain 0, where the area under the PRG curve begins."""
        return float(self.path.prg().at(0.0))

    def expected_f_gain(self, beta: float = 1.0) -> float:
        """Return the expected F_β gain of the path; see `ConfusionPath.expected_f_gain`."""
        return self.path.expected_f_gain(beta)

    def random_area(self) -> float:
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
            return float("nan")
        return expected_random_area(self.path, cast(RandomAreaRule, self.interpolation))

    @property
    def bounded(self) -> bool:
        """Whether it is proved that the area lies between those of the worst and the best ranking.

        See `normalized_area` for when.
        """
        return self.bounded_over(0.0, 1.0)

    def bounded_over(self, low: float, high: float) -> bool:
        """Return whether that is proved of the area between two abscissae."""
        return self._unproved(PointTraits.of_path(self.path, low, high)) is None

    def warn_unless_bounded(self) -> None:
        """Say so where the rankings by share need not have the least and the largest area of all, ties aside."""
        reason = self._unproved(PointTraits.of_path(self.path)._replace(tied=False))
        if reason is not None:
            warn(
                f"with interpolation {self.interpolation!r} the rankings by fg / (fg + bg) need not be the best and "
                f"the worst of {reason}: Theorem 1 of Keilwagen et al. holds for the continuous one."
            )

    def _unproved(self, points: PointTraits) -> str | None:
        return self.rule.unproved(points) if self.space.interpolated else None

    def _check_bounds(self, low: float, high: float) -> None:
        reason = self._unproved(PointTraits.of_path(self.path, low, high))
        if reason is not None:
            raise PrplotValueError(
                f"normalized_area must be one of areas between those of the worst and the best ranking, which with "
                f"interpolation {self.interpolation!r} is not so for {reason}. Use the continuous one, "
                "path.pr().normalized_area(), for which it always is."
            )

    def _by_chance(self) -> Self:
        """Return the curve of a score-independent classifier: one step takes everything."""
        return self.over(from_counts([0.0], [self.path.positives], [self.path.negatives]))

    def _if_perfect(self) -> Self:
        """Return the curve of a classifier that puts all foreground first."""
        positives, negatives = self.path.positives, self.path.negatives
        return self.over(from_counts([1.0, 0.0], [positives, positives], [0.0, negatives]))
