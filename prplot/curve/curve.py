"""The curve of a path in a space, its y value at any x, and the area under it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, get_args

import numpy as np
from numpy.typing import ArrayLike

from prplot.curve.methods import CurveMethods, by_chance
from prplot.errors import PrplotTypeError, by_name, invalid, nothing_called, one_of, short, shortest, warn, wrong_type
from prplot.interpolations import interpolation as rule_named
from prplot.interpolations.base import Interpolation, Refine, Trace, refine_to
from prplot.names import InterpolationName, LeftEnd, SpaceName, TieHandling
from prplot.path.area_bounds import PointTraits, non_dominated
from prplot.path.facts import shift_of_scores, warn_uncounted, warn_undefined
from prplot.path.hull import Hull
from prplot.path.hull import hull as make_hull
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray, Frozen, Pair, read_only, unchangeable
from prplot.rows.checks import number, reals
from prplot.spaces import Space, space_class

# Attributes of other tools that users try on curves, with the call that error messages suggest.
ELSEWHERE = {
    "threshold": "curve.thresholds, or curve.path.optimal('f1').threshold for that of the largest F1",
    "save": "curve.plot().save(file)",
    "auc": "curve.area()",
    "tpr": "curve.path.table()['recall']",
    "fpr": "curve.path.table()['fpr']",
}


class Points(NamedTuple):
    """Operating points: axes coordinates and thresholds."""

    x: FloatArray
    y: FloatArray
    thresholds: FloatArray


@by_name()
@unchangeable("label", "curve.named({})")
@dataclass(frozen=True, eq=False, repr=False)
class Curve(CurveMethods, Frozen):
    """The PR, ROC or other curve of one classifier, with its interpolation.

    Made by ``path.pr()``, ``path.prg()``, ``path.roc()``, ``path.croc()``, ``path.cost()`` or
    ``path.curve(name)``.

    Attributes
    ----------
    path : ConfusionPath
        The classifier's thresholds with their TP and FP.
    space : Space
        The space (PR, ROC, ...) in which the path is plotted, at the prevalence of the path.
    rule : Interpolation
        The interpolation of the curve between the thresholds.
    left : {"limit", "one"}
        The precision at which a PR curve begins, at recall 0: the limit of the curve as recall falls to 0, or 1.
    label : str or None
        The name of the curve in legends; default: the name of the path.

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
    left: LeftEnd = "limit"

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            """Raise an error that names the call that replaces an attribute which curves do not have."""
            raise nothing_called(name, self, ELSEWHERE)

    def __repr__(self) -> str:
        name = f"{self.label!r}, " if self.label is not None else ""
        how = f"{self.area_name}, " if self.area_name else ""
        of = f"prevalence={self.path._now.prevalence:.4g}, {len(self.path) - 1} steps"
        shift = shift_of_scores(self.path) if self.space._own_forecasts else ""
        return f"Curve({name}{self.space.title}, {how}{of}{shift and f', {shift}'})"

    def _over(self, path: ConfusionPath, label: str | None = None) -> Curve:
        """Return the same kind of curve for another path."""
        return replace(self, path=path, rule=self.rule.over(path, self.space), label=label)

    def named(self, label: str) -> Curve:
        """Return the same curve under another name."""
        return replace(self, label=label)

    @property
    def interpolation(self) -> str:
        """The name of the interpolation between thresholds."""
        return self.rule.name

    @property
    def area_name(self) -> str:
        """The name of the area: "AUROC", "AP", "AUPRC (linear from (0, 1))", ...; empty where curves have no area."""
        if not self.space._interpolated:
            return self.space._area_name
        kind = " ".join(filter(None, [self.rule.area_kind, "from (0, 1)" * (self.left == "one")]))
        return f"{self.rule.area_name} ({kind})" if kind else self.rule.area_name

    @cached_property
    def _held(self) -> dict[Any, Any]:
        """Cached results of this curve, shared by all curves of the same path, space, interpolation and left end."""
        return self.path._areas_of_curves.setdefault(self._kind, {})

    @property
    def _kind(self) -> tuple[Space, Interpolation, LeftEnd]:
        """The properties that make two curves of one path equal."""
        return self.space, self.rule, self.left

    @property
    def _limit(self) -> float:
        """The y value at the left end of the curve, its limit at recall 0 in PR space."""
        return float(self.space._vertices(self.path)[1][0])

    @cached_property
    def _vertices(self) -> Pair:
        """The coordinates (x, y) of all K + 1 thresholds, including thresholds with TP = 0."""
        x, y = self.space._vertices(self.path)
        if self.left == "one":
            y = np.concatenate([[1.0], y[1:]])
        return read_only(x), read_only(y)

    @cached_property
    def _shown(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        x, y, row = self.space._corners(self.path)
        thresholds = self.path._score_of(np.append(self.path._cuts, -np.inf))[row]
        return read_only(x), self._vertices[1] if self.left == "one" else read_only(y), read_only(thresholds)

    @property
    def x(self) -> FloatArray:
        """The x values of the operating points, read-only; in PRG space, points with TP = 0 are left out."""
        return self._shown[0]

    @property
    def y(self) -> FloatArray:
        """The y values of the operating points, read-only; in PR space the first is the limit at recall 0."""
        return self._shown[1]

    @property
    def thresholds(self) -> FloatArray:
        """The thresholds of the operating points, read-only, in descending order; in net benefit space ascending.

        Where small scores mean positive, it is the other way round.
        """
        return self._shown[2]

    def trace(self, tolerance: float = 1e-3) -> Trace:
        """Return the curve as a polyline with extra points, for drawing.

        Parameters
        ----------
        tolerance : float
            The largest allowed distance between the drawn line segments and the exact curve, in the units of x and y.

        Returns
        -------
        Trace
            ``x, y, threshold``; the threshold is NaN where a point was inserted. In PRG space, the point where the
            curve crosses recall gain 0 is always included.

        Raises
        ------
        PrplotValueError
            If the tolerance is not a positive number.
        """
        return self._traced(refine_to(tolerance))

    def intermediate(self) -> Pair:
        """Return the points between thresholds that a discrete interpolation adds.

        Between two thresholds "discrete-tp" adds one true positive at a time, "discrete-fp" one false positive, and
        the count of the other class is interpolated linearly. These are the points of Keilwagen's Figure 2; all of
        them lie on the continuous curve.

        Returns
        -------
        x, y : arrays of shape (m,)
            In the order of the path, without the points at thresholds. Empty if no step adds more than one true
            positive ("discrete-tp") or more than one false positive ("discrete-fp").

        Raises
        ------
        PrplotValueError
            If the interpolation is not discrete.

        References
        ----------
        J. Keilwagen, I. Grosse and J. Grau, PLoS ONE 2014, doi:10.1371/journal.pone.0092209.

        Examples
        --------
        >>> import prplot
        >>> path = prplot.from_counts([2, 1], tp=[5, 10], fp=[5, 30])
        >>> recall, precision = path.pr("discrete-tp").intermediate()
        >>> recall[4:].tolist(), precision[4:].round(4).tolist()
        ([0.6, 0.7, 0.8, 0.9], [0.375, 0.3182, 0.2857, 0.2647])
        """
        nothing = self.space._undefined(self.path) or len(self.path) == 1
        x, y = np.empty((2, 0)) if nothing else self.rule.between(self)
        return read_only(x), read_only(y)

    def _traced(self, refine: Refine) -> Trace:
        """Return the curve as a polyline with points inserted by ``refine``; see `trace`."""
        if self.space._undefined(self.path) or len(self.path) == 1:
            return Trace(self.x, self.y, self.thresholds)
        return self.rule.trace(self, refine)

    def at(self, x: ArrayLike) -> FloatArray:
        """Return the y values of the curve, as drawn, at given x values.

        Parameters
        ----------
        x : array_like
            Abscissae, of any shape.

        Returns
        -------
        float or array of the same shape
            The y values. Where the curve is vertical, the largest y value at this x (in DET the smallest); where a net
            benefit curve jumps at x, the value if rows whose score is x are predicted positive. In FROC, recall keeps
            its last value beyond the `end` of the curve; elsewhere the curve has no value there: NaN. NaN also for x
            outside the domain of the space: (-inf, 1] in PRG, [0, inf) in FROC, [0, 1) for net benefit (although
            figures stop at 0.99), [0, 1] in all others.
        """
        wanted = reals("x", x)
        result = np.full(wanted.shape, np.nan)
        if self._warn_undefined("the curve"):
            return result[()]
        low, high = self.space.domain
        # The curve of a path that ends early stops before the end of the domain.
        end = min(high, self.end) if self.space._pointwise else high
        inside = (low <= wanted) & (wanted <= end) & np.isfinite(wanted)
        result[inside] = self.rule.at(self, wanted[inside])
        if np.isinf(high) and self.space._pointwise:
            # On an axis without end the curve goes on beyond the lowest threshold, at the recall of that threshold.
            beyond = (wanted > end) & (wanted >= low) & np.isfinite(wanted)
            result[beyond] = self.space._beyond(wanted[beyond], self.path.reached)
        return result[()]

    def area(self, low: float = 0.0, high: float = 1.0) -> float:
        """Return the exact area under the curve as drawn, between two abscissae.

        Parameters
        ----------
        low, high : float
            The ends of the range on the horizontal axis, low <= high, within the domain of the space.

        Returns
        -------
        float
            In PRG space the area is signed: where the precision gain is negative, the area counts as negative. If no
            threshold reaches some rows (they have no score), the curve ends early: the rest adds no area in PR and PRG;
            in ROC and CROC recall keeps its last value there. NaN if the area is undefined for the sample; a
            `PrplotWarning` gives the reason.

        Raises
        ------
        PrplotValueError
            If the range is backwards or leaves the domain.
        PrplotTypeError
            For net benefit, which has no area.
        """
        self._check_area("an area")
        domain, bounds = self.space.domain, (number("low", low), number("high", high))
        for name, value in zip(("low", "high"), bounds, strict=True):
            if not (domain[0] <= value <= domain[1] and np.isfinite(value)):
                rule = f"lie in the domain {'(' if np.isinf(domain[0]) else '['}{domain[0]:g}, {domain[1]:g}]"
                raise invalid(name, rule, shortest(value), "Leave low and high out for the whole curve.")
        if bounds[0] > bounds[1]:
            raise invalid(
                "low", "be at most high", f"low={shortest(bounds[0])}, high={shortest(bounds[1])}", "Swap the two."
            )
        if self._warn_undefined("the area"):
            return float("nan")
        if bounds not in self._held:
            whole = self.path.closed and bounds == domain
            area = self.rule.whole_area(self) if whole else self.rule.area(self, *bounds)
            # The area cannot exceed the largest y value times the width, but rounding may bring it just above.
            most = self.space._top * (bounds[1] - bounds[0]) if self.space._pointwise else np.inf
            self._held[bounds] = min(area, most)
        return float(self._held[bounds])

    def bounds(self, low: float = 0.0, high: float = 1.0) -> tuple[float, float]:
        """Return the smallest and largest area possible for binned scores, whose order in a bin is unknown.

        For scores counted in bins (`ConfusionPath.binned`) the area of the unbinned scores lies between the bounds: in
        every bin, the lower bound ranks the negatives first, the upper bound the positives. The bounds are no
        confidence interval: sampling uncertainty is not included.

        Parameters
        ----------
        low, high : float
            The range of abscissae, as in `area`.

        Returns
        -------
        least, most : float
            The bounds. For hard labels each bound is the area of some order of the rows. For soft labels and weighted
            rows the bounds are valid, but may be wider than necessary. If no scores were binned, both equal the area.
            NaN, with a `PrplotWarning`, for interpolations without known bounds: "linear", "upper-trapezoid",
            "discrete-tp" and "discrete-fp".

        Raises
        ------
        PrplotValueError
            For the same reasons as in `area`.

        Examples
        --------
        >>> import prplot
        >>> path = prplot.from_counts([0.5, 0.0], tp=[3, 4], fp=[1, 6], binned=True)
        >>> curve = path.pr()
        >>> [round(area, 4) for area in (curve.bounds()[0], curve.area(), curve.bounds()[1])]
        [0.4954, 0.6933, 0.9442]
        """
        area = self.area(low, high)
        if not self.path.binned or np.isnan(area):
            return area, area
        if not self.rule.monotone:
            warn(
                f"no bounds are known for the interpolation {self.rule.name!r}: its area need not fall as false "
                "positives rise. NaN is returned. Take pr(), pr('step') or pr('max-interpolated')."
            )
            return float("nan"), float("nan")
        worst, best = (self._over(path, self.label) for path in self.path._hidden_orders)
        ends = self.rule.least_area(worst, low, high), best.area(low, high)
        return min(*ends, area), max(*ends, area)

    def best(self) -> Curve:
        """Return the curve of the best possible ranking of the same rows.

        In Murphy space with ``decide="own"`` that of the best forecasts: the labels themselves.
        """
        scoring = self.space._scoring
        best = scoring.best(self.path) if scoring and scoring.own else self.path.best()
        return self._ranked("best", best)

    def worst(self) -> Curve:
        """Return the curve of the worst possible ranking of the same rows.

        Raises
        ------
        PrplotTypeError
            In Murphy space with ``decide="own"``, where the area does not depend on the ranking alone.
        """
        self._check_ranking("a worst ranking")
        return self._ranked("worst", self.path.worst())

    def _ranked(self, kind: str, ranking: ConfusionPath) -> Curve:
        # The best and the worst ranking have no ties.
        reason = self._unproved(tied=False)
        if reason is not None:
            warn(
                f"with interpolation {self.interpolation!r} the rankings by fg / (fg + bg) need not be the best and "
                f"the worst of {reason}: Theorem 1 of Keilwagen et al. holds for the continuous one."
            )
        return self._over(ranking, kind if self.label is None else f"{kind} for {self.label}")

    def _warn_undefined(self, what: str) -> bool:
        """Warn if the path has no curve in this space, with the reason; return whether this is so."""
        return warn_undefined(what, self.space._undefined(self.path), f" in {self.space.title} space")

    def _check_area(self, what: str) -> None:
        """Raise an error if curves of this space have no area."""
        if self.space._no_area:
            raise PrplotTypeError(f"{what} does not exist: {self.space._no_area}")

    def _check_ranking(self, what: str) -> None:
        """Raise an error if areas in this space depend on more than the ranking of the rows."""
        scoring = self.space._scoring
        if scoring and scoring.own:
            raise PrplotTypeError(
                f"{what} does not exist in {self.space.title} space with decide='own': the area depends on the scores "
                "themselves, and forecasts have no worst ones. On the scale from the prevalence alone, 0, to perfect "
                f"forecasts, 1, it is path.{scoring.rule}().skill."
            )

    @property
    def end(self) -> float:
        """The x at which the curve ends: the right end of the domain, or the last point of a path that ends early."""
        last = self.space._drawn[1]
        if not self.space._pointwise or (self.path.closed and np.isfinite(last)):
            return last
        # If no threshold returns any row, every x value lies beyond the end.
        return float(self._vertices[0][-1]) if len(self.path) > 1 else -np.inf

    def _earned(self, x: ArrayLike) -> FloatArray:
        """Return the y values that areas count: those of `at`, and beyond the end of the path the assumed ones."""
        wanted, ordinates = reals("x", x), np.array(self.at(x))
        later = (wanted > self.end) & (wanted <= self.space.domain[1]) & self.space._pointwise
        ordinates[later] = self.space._beyond(wanted[later], self.path.reached)
        return ordinates[()]

    @property
    def chance(self) -> float:
        """The chance level: the area for a classifier whose scores are independent of the labels.

        π in PR, 1/2 in ROC, 0 in PRG. In Murphy space the score of a constant forecast of the prevalence.
        """
        self._check_area("the area of chance")
        if self._warn_undefined("chance") or warn_uncounted(self.path, "chance"):
            return float("nan")
        return by_chance(self).area()

    @property
    def y0(self) -> float:
        """The precision gain at recall gain 0, where the area under the PRG curve begins."""
        return float(self.path.prg().at(0.0))

    def expected_f_gain(self, beta: float = 1.0) -> float:
        """Return the expected F_β gain of a random operating point of the path; see `ConfusionPath.expected_f_gain`."""
        return self.path.expected_f_gain(beta)

    @property
    def _bounded(self) -> bool:
        """Whether the area provably lies between the areas of the worst and the best ranking; see `normalized_area`."""
        return not self.space._own_forecasts and self._unproved() is None

    def _unproved(self, low: float = 0.0, high: float = 1.0, **traits: bool) -> str | None:
        """Return, in words, the samples whose area may lie outside the range from the worst to the best ranking.

        None means that there are no such samples. ``traits`` replace values of this path's `PointTraits`.
        """
        if not self.space._interpolated:
            return None
        return self.rule.unproved(PointTraits.of_path(self.path, low, high)._replace(**traits))

    def hull(self) -> Hull:
        """Return the convex hull of the ROC curve, drawn in the space of this curve; see `Hull`.

        Raises
        ------
        PrplotTypeError
            If the curve is in cost space, where the curve already is the hull.
        """
        return make_hull(replace(self, rule=rule_named("continuous"), left="limit"))

    def pareto(self) -> Points:
        """Return x, y and thresholds of the Pareto-optimal operating points, which no other point beats.

        Point A beats point B if both recall and precision of A are at least those of B and one is higher (in ROC,
        CROC and DET: recall not lower, false positive rate not higher, and one of them better). PR, PRG, gains and
        lift curves have the same Pareto-optimal thresholds, a subset of those of the ROC curve.
        """
        # This raises an error in spaces in which a confusion matrix is not a point.
        self.space.forward(0.5, 0.5)
        optimal = non_dominated(self.path, self.space._rate)
        x, y = self._vertices
        return Points(*(read_only(values[optimal]) for values in (x, y, self.path.thresholds)))


@by_name()
def curve(
    path: ConfusionPath,
    space: SpaceName,
    *,
    interpolation: InterpolationName | None = None,
    left: LeftEnd = "limit",
    ties: TieHandling = "average",
    prevalence: float | None = None,
    label: str | None = None,
    **options: Any,
) -> Curve:
    """Return a path as a curve in a space, by name.

    Parameters
    ----------
    path : ConfusionPath
        The path to plot.
    space : str
        The name of the space in which to plot the path: {"pr", "prg", "roc", "croc", "cost", "gains", "lift", "det",
        "net_benefit", "murphy", "risk_coverage", "froc"}.
    interpolation : str, optional
        PR only; default "continuous".
    left : {"limit", "one"}
        PR only: what is at recall 0, the limit of the curve or (0, 1). It touches what is drawn,
        and the areas "linear" and "upper-trapezoid", nothing else.
    ties : {"average", "optimistic", "pessimistic", "given"}
        What happens within equal scores, see `ConfusionPath.ties`.
    prevalence : float, optional
        Another prevalence to see the ranking at, see `ConfusionPath.at_prevalence`; the label
        says so.
    label : str, optional
        What legends call it; default: the name of the path.
    **options
        Of the space: ``clip`` (PRG), ``alpha`` and ``magnifier`` (CROC), ``decide`` and ``standardized`` (net benefit),
        ``decide`` and ``score`` (Murphy), ``kind`` (risk-coverage), ``images`` (FROC).

    Raises
    ------
    PrplotValueError, PrplotTypeError
        For an unknown space, interpolation or option, or one that the space does not have, and
        for discrete interpolations of weights that are not whole.
    """
    chosen = space_class(space)
    rule = rule_named("continuous" if interpolation is None else interpolation)
    left = one_of("left", left, get_args(LeftEnd))
    for argument, value, only in (("interpolation", rule.name, "continuous"), ("left", left, "limit")):
        if value != only and not chosen._interpolated:
            what = f"be {only!r} in {chosen.title} space, where a step has one exact image"
            raise invalid(argument, what, short(value), "Other choices belong to space 'pr'.")
    if label is not None and not isinstance(label, str):
        raise wrong_type("label", "be a string or None", label)
    label = path.name if label is None else label
    if prevalence is not None:
        path = path.at_prevalence(prevalence)
        if chosen._moves_with_prevalence:
            moved = f"prevalence {path._now.prevalence:.3g}"
            label = moved if label is None else f"{label} at {moved}"
    path = path.ties(ties)
    rule.check(path)
    return Curve(path, chosen._for_path(path, **options), chosen._own_rule or rule, label, left)
