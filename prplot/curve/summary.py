"""Numbers that summarise a curve, beyond the area under it."""

from __future__ import annotations

from abc import abstractmethod
from fractions import Fraction
from typing import Self

import numpy as np

from prplot.arithmetic.checks import number
from prplot.arithmetic.exact_sums import FloatArray, running
from prplot.errors import PrplotValueError, invalid, one_of, short, warn
from prplot.interpolations import Interpolation
from prplot.metrics.gains import f_from_gain
from prplot.metrics.metrics import f_beta
from prplot.path.bounds import Points, expected_random_area, minimum_area
from prplot.path.constructors import from_counts
from prplot.path.path import ConfusionPath
from prplot.spaces import Space

__all__ = ["Measures"]

CONTINUOUS = "continuous"
# How far a rate may miss the prevalence, relatively, and still be it.
ROUNDING = 1e-15


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
        """Return (area - worst) / (best - worst) between two abscissae: 0 for the worst, 1 for the best.

        Parameters
        ----------
        low, high : float
            The range.
        by : {"data", "skew"}
            What worst and best are: the areas of the worst and the best ranking of the given points
            (Keilwagen et al., Theorem 1); or, for continuous PR curves, what the prevalence alone
            allows, Boyd's closed form for hard labels and 1. For hard labels both are the same; soft
            labels reach neither 0 nor 1 by "skew".

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
        by = one_of("by", by, ("data", "skew"))
        area = self.area(low, high)
        if np.isnan(area):
            return area
        if by == "data":
            self._check_bounds(low, high)
            worst, best = (self.of(path).area(low, high) for path in (self.path.worst(), self.path.best()))
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

        Raises
        ------
        PrplotValueError
            In cost space, where the least area is the best one.

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
        if not prg.rule.by_steps:
            area, start, pi = prg.area(), float(prg.at(0.0)), self.path.prevalence
            total = (1 - pi + squared * pi) * area + pi * start**2 / 2 + squared * (1 - pi) / 2
            return total / ((1 + squared) * (1.0 - pi + pi * start))
        # The same formula, step by step: where few true negatives are left its terms would cancel.
        fpr, tpr, across, up = self._from_baseline()
        # Counted from the end, what is left keeps its digits.
        tnr, fnr = (running(part[::-1])[::-1] for part in (across, up))
        if tnr[0] == 0:
            warn("the expected F-gain is undefined: no true negative from recall gain 0 on. NaN is returned.")
            return float("nan")
        odds = self.path.positives / self.path.negatives
        with np.errstate(over="ignore"):
            gain = 1.0 - (fpr / tpr + squared * (odds * (fnr / tpr))) / (1.0 + squared)
        # Δ falls short of its end by a multiple of tnr / tpr, which never rises: no term of a share cancels.
        share = (tnr[:-1] * up + across * tpr[:-1]) / tpr[1:] * (tpr[0] / tpr[:-1]) / tnr[0]
        return float(np.sum(share * (gain[:-1] + gain[1:]) / 2))

    def _from_baseline(self) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
        """Return the path from recall gain 0 on, in rates: fpr and tpr of its vertices, and their increments."""
        steps = self.path.steps()
        positives, negatives = Fraction(steps.positives), Fraction(steps.negatives)
        baseline = positives / (positives + negatives)
        tpr, fpr = steps.tp / steps.positives, steps.fp / steps.negatives
        up, across = steps.fg / steps.positives, steps.bg / steps.negatives
        first, part = steps.place("tpr", baseline, "left")
        # A vertex that misses it by a rounding is on it, with all that is above and below.
        near = [float(piece) * up[first] <= ROUNDING * float(baseline) for piece in (part, 1 - part)]
        if any(near):
            first = int(np.searchsorted(steps.tp, steps.tp[first if near[0] else first + 1]))
        else:
            fpr[first] += float(part) * across[first]
            tpr[first] = float(baseline)
            up[first] *= float(1 - part)
            across[first] *= float(1 - part)
        return fpr[first:], tpr[first:], across[first:], up[first:]

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
        """Whether it is proved that the area lies between those of the worst and the best ranking.

        See `normalized_area` for when.
        """
        return self.bounded_over(0.0, 1.0)

    def bounded_over(self, low: float, high: float) -> bool:
        """Return whether that is proved of the area between two abscissae."""
        return self._unproved(Points.of(self.path, low, high)) is None

    def warn_unless_bounded(self) -> None:
        """Say so where the rankings by share need not have the least and the largest area of all, ties aside."""
        reason = self._unproved(Points.of(self.path)._replace(tied=False))
        if reason is not None:
            warn(
                f"with interpolation {self.interpolation!r} the rankings by fg / (fg + bg) need not be the best and "
                f"the worst of {reason}: Theorem 1 of Keilwagen et al. holds for the continuous one."
            )

    def _unproved(self, points: Points) -> str | None:
        return self.rule.unproved(points) if self.space.interpolated else None

    def _check_bounds(self, low: float, high: float) -> None:
        reason = self._unproved(Points.of(self.path, low, high))
        if reason is not None:
            raise PrplotValueError(
                f"normalized_area must be one of areas between those of the worst and the best ranking, which with "
                f"interpolation {self.interpolation!r} is not so for {reason}. Use the continuous one, "
                "path.pr().normalized_area(), for which it always is."
            )

    def _by_chance(self) -> Self:
        """Return the curve of a score-independent classifier: one step takes everything."""
        return self.of(from_counts([0.0], [self.path.positives], [self.path.negatives]))
