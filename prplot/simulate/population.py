"""The population of a score model: a path whose curves are computed from the model, not from its vertices."""

# The methods of interpolations are documented in their base class.
# ruff: noqa: ARG002, D102

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

import numpy as np
from numpy.polynomial.chebyshev import chebder, chebint, chebpts2, chebval, chebvander
from scipy.optimize import elementwise
from scipy.special import expit, logit

from prplot.curve.curve import Curve
from prplot.curve.report import version
from prplot.errors import PrplotValueError, invalid, one_of, short
from prplot.interpolations import Interpolation, Trace
from prplot.interpolations.base import Refine
from prplot.interpolations.continuous import Continuous
from prplot.metrics import LinearFractional, Metric
from prplot.metrics.confusion import Confusion
from prplot.names import SpaceName, TieHandling
from prplot.path.makers import from_counts
from prplot.path.operating import Candidates, Cells
from prplot.path.path import ConfusionPath
from prplot.path.steps import Sums
from prplot.path.variants import TIES
from prplot.rows.arrays import FloatArray, IntArray, Pair, unchangeable
from prplot.rows.checks import check_prevalence, threshold_of
from prplot.rows.sample import Sample, Weighed
from prplot.simulate.distributions import Uniform, log_odds, nodes
from prplot.spaces import Space
from prplot.spaces.probabilities import odds_of_scores

if TYPE_CHECKING:
    from prplot.simulate.models import ScoreModel

# A function of arrays of shape (n,).
Function = Callable[..., FloatArray]
# For values x and y at the Chebyshev points, ends included, y @ RULE @ x is the integral of y dx over the polynomials
# through them. PARTS are these points, mapped to [0, 1].
ORDER = 16
_NODES = chebpts2(ORDER + 1)
_SERIES = np.linalg.inv(chebvander(_NODES, ORDER))
_WEIGHTS = np.diff(chebval([-1.0, 1.0], chebint(_SERIES)))
RULE = _WEIGHTS * (chebvander(_NODES, ORDER - 1) @ chebder(_SERIES))
PARTS = (1.0 + _NODES) / 2
# Smaller relative rises of the likelihood ratio count as rounding errors.
ROUNDING = 1e-10
# Shares round to 0 or 1 beyond log odds of ±END. Between these, areas of cost curves are integrated in COARSE panels.
END, COARSE = 800.0, 65
# A drawn cost curve has this many points before it is refined where it bends.
MARKS = 257


def population(model: ScoreModel, prevalence: float) -> PopulationPath:
    """Return the path of a model's whole population at a prevalence."""
    position, rates = model._grid
    threshold = model._threshold_of(position)
    # If several positions round to one threshold, the last one is kept. Rounding errors may make rates fall.
    last = np.diff(threshold, append=-np.inf) < 0
    tpr, fpr = np.maximum.accumulate(rates[:2, last], axis=1)
    weights = prevalence * tpr, (1.0 - prevalence) * fpr
    return PopulationPath(**vars(from_counts(threshold[last], *weights, soft=model.soft, name=model.name)), model=model)


@unchangeable("name", "path.named({})")
@dataclass(frozen=True, eq=False, repr=False)
class PopulationPath(ConfusionPath):
    """The population of a score model as a path, with P = π and N = 1 - π.

    Confusion matrices, the points that ``find`` and ``optimal`` return, curves, other prevalences and
    the best and worst ranking are computed from the model, and do not depend on the vertices. No scores
    are tied. Methods that need rows, or compare tools on samples, raise an error. ``table``,
    ``break_even`` and hulls use the vertices.

    Attributes
    ----------
    model : ScoreModel
        The score model.
    """

    _scored: ClassVar[bool] = False
    _without_rows: ClassVar[str] = "needs the rows of a sample; this is a population. Use model.sample(n, ...)."

    model: ScoreModel

    def at(self, threshold: float) -> Confusion:
        """Return the exact confusion matrix at a threshold."""
        cuts = np.array([threshold_of("threshold", threshold)])
        return Candidates(cuts, self.cells_at(self.model._position_of(cuts))).first(np.array([True]))

    def cells_at(self, position: FloatArray) -> Cells:
        """Return TP, FP, FN and TN weights at positions of the model, accurate to all digits."""
        return tuple(self.model._rates_at(position) * np.array([[self.positives], [self.negatives]] * 2))

    def _candidates(self, levels: Mapping[Metric, float | None]) -> Candidates:
        """Return the points at which metrics are best or have the requested level, and the vertices."""
        model = self.model
        exact = model._threshold_of(np.concatenate([self._telling(*each) for each in levels.items()]))
        # Thresholds are rounded, so a neighboring number may reach a level that the threshold just misses.
        ends = [np.inf, -np.inf]
        around = np.nextafter(exact[:, None], ends)
        cuts = np.unique([*ends, *model._threshold_of(model._grid[0]), *exact, *around.ravel()])[::-1]
        return Candidates(cuts, self.cells_at(model._position_of(cuts)), exact=True)

    # The difference of equal infinities is NaN, which does not count as a rise.
    @np.errstate(divide="ignore", invalid="ignore")
    def _telling(self, measure: Metric, level: float | None) -> FloatArray:
        """Return the positions of the local optima of a metric, and those at which it has the level."""
        grid, _ = self.model._grid
        sign = 1.0 if measure.lower_is_better else -1.0

        def loss(position: FloatArray) -> FloatArray:
            return sign * measure.of(*self.cells_at(position))

        rises = np.diff(loss(grid))
        best = 1 + np.flatnonzero((rises[:-1] < 0) & (rises[1:] >= 0))
        low, high = grid[best + 1], grid[best - 1]
        if isinstance(measure, LinearFractional):

            def steeper(position: FloatArray) -> FloatArray:
                """Return ln(slope of the ROC curve / slope of the metric's level line), which is 0 at an optimum."""
                across, up, _ = measure._line(measure.of(*self.cells_at(position)), self.prevalence)  # type: ignore[arg-type]
                return self.model._log_likelihood_ratio(position) - np.log(-np.asarray(across) / up)

            optima = root(steeper, low, high)
        else:
            optima = elementwise.find_minimum(loss, (low, grid[best], high)).bracket[1]
        if level is None:
            return optima
        # If the level is close to 1, the complement of the metric has more digits.
        rest = measure._complement if level > 0.5 else measure
        wanted = level if rest is measure else 1.0 - level
        return np.append(optima, crossings(lambda position: rest.of(*self.cells_at(position)) - wanted, grid))

    def _between(self, step: IntArray, part: FloatArray) -> tuple[FloatArray, Cells]:
        """Return thresholds inside steps of the path, at the shares ``part`` of each, and the confusion cells there."""
        start, stop = self.thresholds[step], self.thresholds[step + 1]
        cuts = np.where(part == 0.0, start, stop + (1.0 - part) * np.nan_to_num(start - stop, posinf=0.0))
        return cuts, self.cells_at(self.model._position_of(cuts))

    def curve(self, space: SpaceName, **options: Any) -> Curve:
        """Return the exact curve of the population in the space of this name."""
        made = super().curve(space, **options)
        for name, only in (("interpolation", "continuous"), ("left", "limit")):
            if (got := getattr(made, name)) != only:
                rule = f"be {only!r} for a population, which has no thresholds to join"
                raise invalid(name, rule, short(got), "Draw a sample of the model to compare interpolations.")
        return replace(made, rule=rule_for(made.path, made.space))

    def at_prevalence(self, prevalence: float) -> ConfusionPath:
        """Return the population of the same model at another prevalence; TPR and FPR do not change."""
        made, done = population(self.model, check_prevalence(prevalence)), self.treatment
        treatment = done._replace(reweighted_from=done.reweighted_from or self.prevalence)
        return replace(made, name=self.name, treatment=treatment)

    def ties(self, how: TieHandling = "average") -> ConfusionPath:
        """Return this path unchanged: no positive and no negative have the same score."""
        one_of("ties", how, TIES)
        return self

    @cached_property
    def _rankable(self) -> Sample:
        """The rows of both classes, for rankings.

        With soft labels these are the steps of the best ranking, and labels hardly differ within a step.
        """
        return self.best()._given.sample if self.soft else super()._rankable

    def _ranked(self, best: bool) -> ConfusionPath:
        """Return the best or worst ranking: by the soft labels, or for hard labels with one class first."""
        return population(self.model._ranked_by_label(best), self.prevalence) if self.soft else super()._ranked(best)

    @property
    def _plain(self) -> ConfusionPath:
        """An ordinary path, without the model, through the same vertices."""
        return ConfusionPath(self._groups, self.name, self.treatment, Weighed(self._rankable, *self._groups.total))

    def areas(self) -> NoReturn:
        """Raise an error: areas of tools differ on samples, but agree on a population."""
        raise PrplotValueError(
            "areas compares what tools print for a sample; for this population all of them mean one area. "
            "Use curve('pr').area(), or areas() of a sample of the model."
        )

    def __repr__(self) -> str:
        return f"PopulationPath({self.model!r}, prevalence={self.prevalence:.4g})"

    @property
    def _origin(self) -> str:
        """A description of the score model, for texts about this path."""
        return f"the population of a score model, {self.model._words}"

    def methods(self) -> str:
        """Return a sentence for a methods section: the score model, the prevalence, the version."""
        return (
            f"The population of {self.model.name} ({self.model._words}) was taken at prevalence {self.prevalence:.3g} "
            f"({version()})."
        )

    def describe(self) -> str:
        """Return a description of the population: name of the model, distributions, prevalence."""
        return f"The population of {self.model.name}: {self.model._words}; prevalence {self.prevalence:.3g}."


class ExactPolyline(Continuous):
    """The exact curve of a population whose path is a polyline, as with uniform scores."""

    words = "computed exactly from the score model"
    by_steps = False


STRAIGHT = ExactPolyline()


def rule_for(path: ConfusionPath, space: Space) -> Interpolation:
    """Return the interpolation of a path's curve in a space.

    It is a polyline if the scores are uniform or the path is not a population.
    """
    if not isinstance(path, PopulationPath) or isinstance(path.model._distributions[0], Uniform):
        return space._own_rule or STRAIGHT
    return (Exact if space._pointwise else Decided)(path.model)


@dataclass(frozen=True)
class Exact(ExactPolyline):
    """The exact curve of a model, with points that depend on a number s, which rises along the curve.

    In spaces in which a confusion matrix is a point, s is minus the position of the model. Arrays have one dimension.
    """

    model: ScoreModel

    over = staticmethod(rule_for)
    whole_area = Interpolation.whole_area

    def coordinates(self, curve: Curve, s: FloatArray) -> tuple[FloatArray, ...]:
        """Return x, 1 - x, y and the position of the model at each s; x and 1 - x are both accurate to all digits."""
        return *curve.space._from_rates(self.model._rates_at(-s)), -s

    def points(self, curve: Curve, s: FloatArray) -> Trace:
        """Return the points of the curve at each s, with their thresholds."""
        x, _, y, position = self.coordinates(curve, s)
        return Trace(x, y, self.model._threshold_of(position))

    def reaching(self, curve: Curve, x: FloatArray) -> FloatArray:
        """Return s at each abscissa; at rates 0 and 1 it is the nearest s of the grid."""
        share = {"tpr": 1.0, "fpr": 0.0, "ppr": curve.space.prevalence}[curve.space._rate]

        def odds(rates: FloatArray) -> FloatArray:
            return log_odds(*(np.array([share, 1.0 - share]) @ rates.reshape(2, 2, -1)))

        grid, rates = self.model._grid
        return inverse(lambda s: odds(self.model._rates_at(-s)), -grid, odds(rates), curve.space._abscissa_log_odds(x))

    def edges(self) -> FloatArray:
        """Return values of s between which the curve is smooth; they are not sorted."""
        return -self.model._edges

    def marks(self, curve: Curve) -> FloatArray:
        """Return rising values of s between which the drawn curve bends to one side only."""
        # Areas begin at x = 0, so its s is included. An unbounded space begins where its drawing begins.
        start, zero = self.reaching(curve, np.array([curve.space._drawn[0], 0.0]))
        return np.unique(np.maximum([*-self.model._grid[0], zero], start))

    def trace(self, curve: Curve, refine: Refine) -> Trace:
        marks = self.marks(curve)
        order = np.arange(len(marks))
        piece, part = refine(lambda i, part: self.points(curve, np.interp(i + part, order, marks))[:2], order[-1])
        trace = self.points(curve, np.interp(np.union1d(order, piece + part), order, marks))
        if trace.x[0] > 0:
            # The grid begins at a rate above 0, so the point at 0 is added.
            trace = trace.with_points(0, 0.0, curve._limit)
            trace.threshold[0] = np.inf
        return trace

    def at(self, curve: Curve, x: FloatArray) -> FloatArray:
        points = self.points(curve, self.reaching(curve, x))
        return np.where(curve.space._abscissa_rate(x, curve.space._odds) > 0, points.y, curve._limit)

    def area(self, curve: Curve, low: float, high: float) -> float:
        edges = np.unique(np.clip(self.edges(), *self.reaching(curve, np.array([low, high]))))
        s = edges[:-1, None] + np.outer(np.diff(edges), PARTS)
        x, rest, y, _ = (each.reshape(s.shape) for each in self.coordinates(curve, s.ravel()))
        # Differences of the smaller one of x and 1 - x have more digits.
        along = np.where(x[:, :1] < 0.5, x - x[:, :1], rest[:, :1] - rest)
        return math.fsum(np.einsum("pi,ij,pj->p", y, RULE, along))


class Decided(Exact):
    """The exact curve in spaces in which a confusion matrix is a line: s is the abscissa.

    At each abscissa one position of the model decides: the best one, or in some spaces the score equal to the abscissa.
    """

    def coordinates(self, curve: Curve, s: FloatArray) -> tuple[FloatArray, ...]:
        space: Any = curve.space
        pi, odds, decide = space.prevalence, logit(s), getattr(space, "decide", None)
        if decide == "own":
            # Scores are probabilities at the prevalence of the path, and positions are their log odds.
            position = odds + math.log(odds_of_scores(curve.path))
        else:
            # The threshold of maximal net benefit has the least cost, at the ratio of the prevalence's odds to the
            # abscissa's odds.
            costs, positions = self._candidates(logit(pi) - odds if decide else odds)
            position = positions[costs.argmin(axis=0), np.arange(len(s))]
        tpr, fpr, fnr, _ = self.model._rates_at(position)
        y = s * fnr + (1.0 - s) * fpr
        if decide:
            y = space._value(Sums((1.0 - pi) * fpr, pi * tpr, 1.0 - pi, pi), s)
        return s, 1.0 - s, y, position

    def reaching(self, curve: Curve, x: FloatArray) -> FloatArray:
        return x

    def edges(self) -> FloatArray:
        odds = np.unique([*nodes(END, COARSE), *-self.model._log_likelihood_ratio(self.model._edges)])
        best = self._candidates(odds)[0].argmin(axis=0)
        leaps = np.flatnonzero(np.diff(best))
        # Where the ROC curve lies below its hull, the best position jumps and the cost curve has a kink.
        kinks = root(
            lambda odds, *pair: np.subtract(*np.take_along_axis(self._candidates(odds)[0], np.array(pair), axis=0)),
            odds[leaps],
            odds[leaps + 1],
            *best[[leaps, leaps + 1]],
        )
        return np.asarray(expit([*odds, *kinks]))

    def marks(self, curve: Curve) -> FloatArray:
        return np.linspace(*curve.space._drawn, MARKS)

    # Likelihood ratios may be infinite, and NumPy would warn of their differences.
    @np.errstate(invalid="ignore")
    def _candidates(self, odds: FloatArray) -> Pair:
        """Return expected costs and positions of the candidates for the best decision, two arrays of shape (k, n).

        ``odds`` are the log odds of abscissae of cost space. The candidates are: predict no row positive, predict every
        row positive, and the best position on each stretch of the grid on which the ROC curve is concave, where x = 1 /
        (1 + slope).
        """
        grid, ratio = self.model._grid[0][::-1], self.model._log_likelihood_ratio
        known = ratio(grid)
        concave = np.diff(known) >= -ROUNDING * (1.0 + np.abs(known[1:]))
        candidates = [np.full(len(odds), end) for end in (np.inf, -np.inf)]
        for i, j in np.flatnonzero(np.diff(concave, prepend=False, append=False)).reshape(-1, 2):
            # The cost is flat near the best position, so half the digits are enough.
            candidates.append(inverse(ratio, grid[i : j + 1], known[i : j + 1], -odds, 1e-9))
        positions = np.array(candidates)
        _, fpr, fnr, _ = self.model._rates_at(positions.ravel()).reshape(4, *positions.shape)
        return expit(odds) * fnr + expit(-odds) * fpr, positions


# Values may be infinite, and NumPy would warn of their differences.
@np.errstate(invalid="ignore")
def root(function: Function, low: FloatArray, high: FloatArray, *args: Any, enough: float = 0.0) -> FloatArray:
    """Return the roots of a function between the positions ``low`` and ``high``.

    Where the function has the same sign at both, the position at which it is nearer to 0 is returned. Absolute values
    up to ``enough`` count as 0. The arrays ``args`` are further arguments of the function.
    """
    result = elementwise.find_root(function, (low, high), args=args, tolerances={"fatol": enough})
    one, other = np.abs(result.f_bracket)
    return np.asarray(np.where(one <= other, *result.bracket))


def inverse(
    function: Function,
    position: FloatArray,
    known: FloatArray,
    wanted: FloatArray,
    enough: float = 2e-16,
) -> FloatArray:
    """Return the positions at which a function has the ``wanted`` values.

    ``known`` are its rising values at ``position``. Wanted values beyond the finite known ones get the first or the
    last position. A relative error of ``enough`` is allowed.
    """
    usable = np.isfinite(known)
    position, known = position[usable], np.maximum.accumulate(known[usable])
    wanted = np.clip(wanted, known[0], known[-1])
    after = np.maximum(np.searchsorted(known, wanted), 1)
    return root(
        lambda s, wanted: (function(s) - wanted) / (1.0 + np.abs(wanted)),
        position[after - 1],
        position[after],
        wanted,
        enough=enough,
    )


def crossings(function: Function, position: FloatArray) -> FloatArray:
    """Return the roots of a function between neighboring positions at which its signs differ."""
    sign = np.sign(function(position))
    crossed = np.flatnonzero(sign[1:] * sign[:-1] < 0)
    return root(function, position[crossed + 1], position[crossed])
