"""Numbers that summarise a curve, beyond the area under it."""

from __future__ import annotations

from abc import abstractmethod
from typing import Self

import numpy as np

from prplot.bounds import expected_random_area, minimum_area
from prplot.errors import PrplotValueError, invalid, one_of, short, warn
from prplot.gains import f_from_gain
from prplot.interpolations import Interpolation
from prplot.making import from_counts
from prplot.metrics import f_beta
from prplot.path import ConfusionPath
from prplot.scalars import number
from prplot.spaces import Space

__all__ = ["Measures"]


class Measures:
    """What a `Curve` can be asked for besides the area; each is a formula over areas and ordinates."""

    path: ConfusionPath
    space: Space
    rule: Interpolation

    @abstractmethod
    def of(self, path: ConfusionPath, label: str | None = None) -> Self:
        """Return the same kind of curve of another path."""

    @abstractmethod
    def area(self, low: float = 0.0, high: float = 1.0) -> float:
        """Return the exact area between two abscissae."""

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

    @property
    def chance(self) -> float:
        """The area of a score-independent classifier: one step from (0, 0) to (N, P).

        π in PR, 1/2 in ROC, 0 in PRG.
        """
        if self.warn_undefined("chance"):
            return float("nan")
        return self._by_chance().area()

    def normalized_area(self, low: float = 0.0, high: float = 1.0, by: str = "data") -> float:
        """Return (area - worst) / (best - worst) between two abscissae.

        Parameters
        ----------
        low, high : float
            The range.
        by : {"data", "skew"}
            What worst and best are: those of the best and worst ranking of the given points
            (Keilwagen et al., Theorem 1); or, in PR, what the prevalence alone allows, Boyd's
            closed form for hard labels and 1. For hard labels both are the same.

        Returns
        -------
        float
            NaN, with a `PrplotWarning`, where best and worst are equal or the area is undefined.

        References
        ----------
        K. Boyd et al., Unachievable Region in Precision-Recall Space, ICML 2012.
        """
        one_of("by", by, ("data", "skew"))
        area = self.area(low, high)
        if np.isnan(area):
            return area
        if by == "data":
            self.warn_unless_bounded()
            worst, best = (self.of(path).area(low, high) for path in (self.path.worst(), self.path.best()))
        elif not self.space.interpolated:
            raise invalid(
                "by", f"be 'data' in {self.space.title} space", short(by), "Boyd's closed form is one of PR curves."
            )
        elif self.path.prevalence == 1:
            worst, best = 1.0, 1.0
        else:
            worst, best = minimum_area(self.path.prevalence, low, high), float(high - low)
        if abs(best - worst) <= 4 * np.finfo(float).eps * max(abs(best), abs(worst)):
            warn(
                "the normalised area is undefined: the best and the worst ranking have the same area. NaN is returned."
            )
            return float("nan")
        return (area - worst) / (best - worst)

    def standardized_area(self, low: float = 0.0, high: float = 1.0) -> float:
        """Return the area between two abscissae on a scale where chance is 1/2 and the most possible is 1.

        ``(1 + (area - chance) / (width - chance)) / 2``; in ROC this is McClish's correction of
        partial areas.

        References
        ----------
        D. K. McClish, Medical Decision Making 1989, doi:10.1177/0272989X8900900307.
        """
        area = self.area(low, high)
        if np.isnan(area):
            return area
        chance = self._by_chance().area(low, high)
        if (high - low) - chance <= 4 * np.finfo(float).eps * (high - low):
            warn("the standardised area is undefined: chance has the largest area already. NaN is returned.")
            return float("nan")
        return (1.0 + (area - chance) / ((high - low) - chance)) / 2.0

    def roc_n(self, n: float = 50) -> float:
        """Return the area under the ROC curve up to the first n false positives, divided by its width.

        Parameters
        ----------
        n : float
            How many false positives, in weight; at most N. The default gives ROC50.

        Raises
        ------
        PrplotValueError
            If n is not in (0, N].
        """
        count = number("n", n)
        if not 0 < count <= self.path.negatives:
            raise invalid(
                "n",
                f"lie in (0, {self.path.negatives:g}], up to all negatives",
                short(n),
                "Pass a smaller n, or use roc().area().",
            )
        width = count / self.path.negatives
        return self.path.roc().area(0.0, width) / width

    @property
    def y0(self) -> float:
        """The precision gain at recall gain 0, where the area under the PRG curve begins."""
        return float(self.path.prg().at(0.0))

    def expected_f_gain(self, beta: float = 1.0) -> float:
        """Return the expected F_β gain when the threshold is drawn so that Δ is uniform.

        Δ = recall gain / π - precision gain / (1 - π) runs over what the part of the curve from
        recall gain 0 on has. The formula is linear in the signed area and the square of `y0`.

        Parameters
        ----------
        beta : float
            As in `prplot.f_beta`.

        Returns
        -------
        float
            NaN, with a `PrplotWarning`, where that part has no true negative.

        References
        ----------
        P. Flach and M. Kull, NIPS 2015, Theorem 3.
        """
        squared = f_beta(beta).squared
        prg = self.path.prg()
        if prg.warn_undefined("the expected F-gain"):
            return float("nan")
        area, start, pi = prg.area(), float(prg.at(0.0)), self.path.prevalence
        spread = 1.0 - pi + pi * start
        if spread <= 4 * np.finfo(float).eps:
            warn("the expected F-gain is undefined: no true negative from recall gain 0 on. NaN is returned.")
            return float("nan")
        total = (1 - pi + squared * pi) * area + pi * start**2 / 2 + squared * (1 - pi) / 2
        return total / ((1 + squared) * spread)

    def expected_f(self, beta: float = 1.0) -> float:
        """Return the F_β whose gain is `expected_f_gain`: π / (1 - (1 - π) gain)."""
        gain = self.expected_f_gain(beta)
        return float(f_from_gain(gain, self.path.prevalence)) if gain == gain else gain

    def expected_accuracy(self) -> float:
        """Return the expected accuracy when the predicted positive rate is uniform.

        ``π (1 - π) (2 AUROC - 1) + 1/2``.

        References
        ----------
        J. Hernández-Orallo, P. Flach and C. Ferri, JMLR 2012.
        """
        pi = self.path.prevalence
        return pi * (1.0 - pi) * (2.0 * self.path.roc().area() - 1.0) + 0.5

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
        if self.warn_undefined("the expected area"):
            return float("nan")
        return expected_random_area(self.path, self.interpolation)

    @property
    def bounded(self) -> bool:
        """Whether the areas of `best` and `worst` are the largest and the smallest of all rankings.

        Always for the continuous interpolation and in other spaces (Theorem 1 of Keilwagen et al.).
        For the others only where every row has the same total weight, and, with soft labels, for
        "step" and "linear".
        """
        if self.rule.bounded_by_rankings or not self.space.interpolated:
            return True
        if self.path.soft and not self.rule.bounded_if_level:
            return False
        rows = self.path.sample
        total = sum(self.path.increments) if rows is None else rows.fg + rows.bg
        return bool(np.ptp(total) <= 1e-12 * np.max(total))

    def warn_unless_bounded(self) -> None:
        """Say so where the best and the worst ranking need not bound the area."""
        if not self.bounded:
            warn(
                f"with interpolation {self.interpolation!r} the rankings by fg / (fg + bg) need not be the best and "
                "the worst: Theorem 1 of Keilwagen et al. holds for the continuous one."
            )

    def _by_chance(self) -> Self:
        """Return the curve of a score-independent classifier: one step takes everything."""
        return self.of(from_counts([0.0], [self.path.positives], [self.path.negatives]))
