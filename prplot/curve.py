"""A path seen in a space: the curve, its value at any abscissa, and the area under it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from prplot.bounds import expected_random_area, minimum_area, non_dominated
from prplot.errors import PrplotTypeError, PrplotValueError, invalid, one_of, short, warn
from prplot.hull import Hull
from prplot.hull import hull as make_hull
from prplot.interpolations import Interpolation, Trace
from prplot.interpolations import interpolation as rule_named
from prplot.making import from_counts
from prplot.metrics import f_beta
from prplot.path import ConfusionPath
from prplot.scalars import number
from prplot.spaces import Space, space_class
from prplot.sums import FloatArray, read_only

if TYPE_CHECKING:
    from prplot.draw.artists import Plotted

__all__ = ["Curve", "Points", "curve"]


class Points(NamedTuple):
    """Operating points: axes coordinates and thresholds."""

    x: FloatArray
    y: FloatArray
    thresholds: FloatArray


@dataclass(frozen=True, eq=False, repr=False)
class Curve:
    """A path seen in a space, with a rule for what lies between its thresholds.

    Made by ``path.pr()``, ``path.prg()``, ``path.roc()``, ``path.croc()``, ``path.cost()`` or
    ``path.curve(name)``.

    Attributes
    ----------
    path : ConfusionPath
        The path that is seen.
    space : Space
        The map, with the prevalence of the path.
    rule : Interpolation
        What lies between the thresholds.
    left : {"limit", "one"}
        What is at recall 0.
    label : str or None
        What legends call it; the name of the path by default.

    Examples
    --------
    >>> import prplot
    >>> curve = prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1]).pr()
    >>> round(curve.area(), 4), curve.at(0.75).round(4).item()
    (0.7973, 0.6)
    """

    path: ConfusionPath
    space: Space
    rule: Interpolation
    label: str | None = None
    left: str = "limit"

    def __repr__(self) -> str:
        name = f"{self.label!r}, " if self.label is not None else ""
        how = self.space.area_name(self.interpolation)
        return f"Curve({name}{self.space.title}, {how}, π={self.path.prevalence:.4g}, {len(self.path) - 1} steps)"

    def of(self, path: ConfusionPath, label: str | None = None) -> Curve:
        """Return the same kind of curve of another path."""
        return replace(self, path=path, label=label)

    @property
    def interpolation(self) -> str:
        """The name of the rule between the thresholds."""
        return self.rule.name

    @property
    def limit(self) -> float:
        """The ordinate to which the curve runs at its left end."""
        return float(self.space.vertices(self.path)[1][0])

    @cached_property
    def vertices(self) -> tuple[FloatArray, FloatArray]:
        """All K + 1 vertices (x, y), those at TP = 0 included wherever the space puts them."""
        x, y = self.space.vertices(self.path)
        if self.left == "one":
            y = np.concatenate([[1.0], y[1:]])
        return read_only(x), read_only(y)

    @cached_property
    def _shown(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        x, y, thresholds = (read_only(a.copy()) for a in self.space.seen(self.path))
        if self.left == "one":
            y = self.vertices[1]
        return x, y, thresholds

    @property
    def x(self) -> FloatArray:
        """Abscissae of the vertices (in PRG of those with TP > 0), read-only."""
        return self._shown[0]

    @property
    def y(self) -> FloatArray:
        """Ordinates of the vertices, read-only; the origin of PR is at its limit."""
        return self._shown[1]

    @property
    def thresholds(self) -> FloatArray:
        """Thresholds of the vertices, falling, read-only."""
        return self._shown[2]

    def trace(self, tolerance: float = 1e-3) -> Trace:
        """Return the curve refined for drawing.

        Parameters
        ----------
        tolerance : float
            The largest distance of the drawn chords from the curve, in axes units.

        Returns
        -------
        Trace
            ``x, y, threshold``; the threshold is NaN where a point was inserted. In PRG the
            crossing of recall gain 0 is always among the points.

        Raises
        ------
        PrplotValueError
            If the tolerance is not a positive number.
        """
        given = number("tolerance", tolerance)
        if not (given > 0 and np.isfinite(given)):
            raise invalid("tolerance", "be a positive number of axes units", short(tolerance))
        if self.space.undefined(self.path):
            return Trace(self.x, self.y, self.thresholds)
        return self.rule.trace(self, float(given))

    def at(self, x: ArrayLike) -> FloatArray:
        """Return the ordinate of the curve as drawn.

        Parameters
        ----------
        x : array_like
            Abscissae, of any shape.

        Returns
        -------
        float or array of the same shape
            On a vertical the larger ordinate; NaN outside the domain, which is [0, 1], in PRG
            (-inf, 1].
        """
        try:
            wanted = np.asarray(x, dtype=np.float64)
        except (TypeError, ValueError):
            raise PrplotTypeError(f"x must hold real numbers; got {type(x).__name__} {short(x)}.") from None
        result = np.full(wanted.shape, np.nan)
        if self._warn_undefined("the curve"):
            return result[()]
        low, high = self.space.domain
        inside = (wanted >= low) & (wanted <= high) & np.isfinite(wanted)
        result[inside] = self.rule.at(self, wanted[inside])
        return result[()]

    def area(self, low: float = 0.0, high: float = 1.0) -> float:
        """Return the exact area under the curve as drawn, between two abscissae.

        Parameters
        ----------
        low, high : float
            The range; inside the domain, not backwards.

        Returns
        -------
        float
            Signed in PRG: stretches of negative precision gain count negative. NaN, with a
            `PrplotWarning` that says why, where the sample leaves it undefined.

        Raises
        ------
        PrplotValueError
            If the range is backwards or leaves the domain.
        """
        bounds = number("low", low), number("high", high)
        for name, value in zip(("low", "high"), bounds, strict=True):
            if not (self.space.domain[0] <= value <= self.space.domain[1] and np.isfinite(value)):
                raise invalid(
                    name,
                    f"lie in the domain {_interval(self.space.domain)}",
                    f"{value:g}",
                    "Leave low and high out for the whole curve.",
                )
        if bounds[0] > bounds[1]:
            raise invalid("low", "be at most high", f"low={bounds[0]:g}, high={bounds[1]:g}", "Swap the two.")
        if self._warn_undefined("the area"):
            return float("nan")
        # No ordinate exceeds 1, but sums of weights may round to just above it.
        return min(self.rule.area(self, *bounds), bounds[1] - bounds[0])

    def best(self) -> Curve:
        """Return the same curve over ``path.best()``, the best ranking of the given points."""
        self._warn_unless_bounded()
        return self.of(self.path.best(), _of("best", self.label))

    def worst(self) -> Curve:
        """Return the same curve over ``path.worst()``."""
        self._warn_unless_bounded()
        return self.of(self.path.worst(), _of("worst", self.label))

    @property
    def chance(self) -> float:
        """The area of a score-independent classifier: one step from (0, 0) to (N, P).

        π in PR, 1/2 in ROC, 0 in PRG.
        """
        if self._warn_undefined("chance"):
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
            self._warn_unless_bounded()
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
        if prg._warn_undefined("the expected F-gain"):
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
        pi = self.path.prevalence
        return pi / (1.0 - (1.0 - pi) * self.expected_f_gain(beta))

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
        if self._warn_undefined("the expected area"):
            return float("nan")
        return expected_random_area(self.path, self.interpolation)

    def hull(self) -> Hull:
        """Return the convex hull, with the scores it calibrates; see `Hull`.

        Raises
        ------
        PrplotTypeError
            In cost space, whose curve is the hull already.
        """
        return make_hull(self, lambda path: replace(self, path=path, rule=rule_named("continuous"), left="limit"))

    def pareto(self) -> Points:
        """Return the operating points that no other one beats.

        One beats another if it has at least its recall and precision (in ROC and CROC: at most
        its false positive rate and at least its recall), and more of one. In PR and PRG these are
        the same thresholds, and among those of ROC.
        """
        self.space.forward(0.5, 0.5)
        kept = non_dominated(self.path, self.space.rate)
        x, y = self.vertices
        return Points(x[kept], y[kept], self.path.thresholds[kept])

    def plot(self, ax: Any = None, **parts: Any) -> Plotted:
        """Draw the curve with the surroundings of its space.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Default: a new figure.
        **parts
            The parts of the figure, as in `prplot.plot`.
        """
        from prplot.draw.curves import plot

        return plot(self, ax=ax, **parts)

    def _by_chance(self) -> Curve:
        """Return the curve of a score-independent classifier: one step takes everything."""
        return self.of(from_counts([0.0], [self.path.positives], [self.path.negatives]))

    def _warn_undefined(self, what: str) -> bool:
        reason = self.space.undefined(self.path)
        if reason is None:
            return False
        warn(f"{what} is undefined in {self.space.title} space: {reason}. NaN is returned.")
        return True

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

    def _warn_unless_bounded(self) -> None:
        if not self.bounded:
            warn(
                f"with interpolation {self.interpolation!r} the rankings by fg / (fg + bg) need not be the best and "
                "the worst: Theorem 1 of Keilwagen et al. holds for the continuous one."
            )


def curve(
    path: ConfusionPath,
    space: str,
    *,
    interpolation: str | None = None,
    left: str = "limit",
    ties: str = "average",
    prevalence: float | None = None,
    label: str | None = None,
    **options: Any,
) -> Curve:
    """Return a path as a curve in a space, by name.

    Parameters
    ----------
    path : ConfusionPath
        What is seen.
    space : {"pr", "prg", "roc", "croc", "cost"}
        Where it is seen.
    interpolation : str, optional
        PR only; default "continuous".
    left : {"limit", "one"}
        PR only: what is at recall 0, the limit of the curve or (0, 1). It touches what is drawn,
        and the areas "linear" and "upper-trapezoid", nothing else.
    ties : {"average", "optimistic", "pessimistic"}
        What happens within equal scores, see `ConfusionPath.ties`.
    prevalence : float, optional
        Another prevalence to see the ranking at, see `ConfusionPath.at_prevalence`; the label
        says so.
    label : str, optional
        What legends call it; default: the name of the path.
    **options
        Of the space: ``clip`` (PRG), ``alpha`` and ``magnifier`` (CROC).

    Raises
    ------
    PrplotValueError, PrplotTypeError
        For an unknown space, interpolation or option, or one that the space does not have, and
        for discrete interpolations of weights that are not whole.
    """
    chosen = space_class(space)
    rule = rule_named("continuous" if interpolation is None else interpolation)
    one_of("left", left, ("limit", "one"))
    if not chosen.interpolated:
        for argument, value, only in (("interpolation", rule.name, "continuous"), ("left", left, "limit")):
            if value != only:
                raise invalid(
                    argument,
                    f"be {only!r} in {chosen.title} space, where a step has one exact image",
                    short(value),
                    "Other choices belong to space 'pr'.",
                )
        rule = chosen.own_rule or rule
    if label is not None and not isinstance(label, str):
        raise PrplotTypeError(f"label must be a string or None; got {type(label).__name__} {short(label)}.")
    label = path.name if label is None else label
    if prevalence is not None:
        path = path.at_prevalence(prevalence)
        moved = f"at π {path.prevalence:.3g}"
        label = moved if label is None else f"{label}, {moved}"
    path = path.ties(ties)
    rule.check(path.steps())
    return Curve(path, chosen.of(path, **options), rule, label, left)


def _of(kind: str, label: str | None) -> str:
    return kind if label is None else f"{kind} for {label}"


def _interval(domain: tuple[float, float]) -> str:
    return f"{'(' if np.isinf(domain[0]) else '['}{domain[0]:g}, {domain[1]:g}]"
