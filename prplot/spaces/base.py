"""Base of spaces, which map rates to axes and back, and compute the area under straight steps."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike

from prplot.errors import PrplotTypeError, by_name, hint, short
from prplot.interpolations.base import Interpolation, Pieces, Refine, as_it_is
from prplot.names import IntervalMethod, ScoringRule, SpaceName
from prplot.path.facts import unknown_negatives
from prplot.path.path import ConfusionPath
from prplot.path.steps import Rate, Steps, Sums
from prplot.rows.arrays import BoolArray, FloatArray, IntArray, Pair
from prplot.rows.checks import check_prevalence, reals

if TYPE_CHECKING:
    from prplot.curve.curve import Curve


class Line(NamedTuple):
    """The points of a curve in a space, to be joined by straight lines.

    ``vertex`` is the index of each point's threshold, or -1 for a point inserted between thresholds. Predicting every
    row positive has the index after the last if no threshold does so.
    """

    x: FloatArray
    y: FloatArray
    vertex: IntArray


class Scoring(NamedTuple):
    """The properties of a space whose areas are scores of forecasts, such as the Brier score.

    Attributes
    ----------
    rule : str
        The name of the score, and of the method of paths that returns the score with its terms.
    own : bool
        Whether the forecasts are the scores of the rows, not their recalibrated values.
    view : str
        The key of the space in `prplot.draw.views.VIEWS`.
    infinite : str
        The condition, in words, under which a score is infinite.
    best : callable
        Returns, for a path, the path of the best forecasts of its rows.
    compared : callable
        Returns, for a curve, a sentence on the thresholds where it is worse than chance; empty if there are none.
    """

    rule: ScoringRule
    own: bool
    view: str
    infinite: str
    best: Callable[[ConfusionPath], ConfusionPath]
    compared: Callable[[Curve], str]


@by_name()
@dataclass(frozen=True)
class Space(ABC):
    """A plotting space such as ROC or PR: maps rates (fpr, tpr) to axes coordinates and back, at a given prevalence.

    Parameters
    ----------
    prevalence : float
        π in (0, 1), the share of positive weight.

    Raises
    ------
    PrplotValueError
        If the prevalence lies outside (0, 1).
    """

    prevalence: float = field(compare=False)
    # Spaces are equal if this is: the prevalence, or None if it is unknown, because NaN does not equal itself.
    _compared: float | None = field(init=False, repr=False)
    # The prior odds P / N; stored because they cannot be recovered from a prevalence close to 1.
    _odds: float = field(init=False, repr=False, compare=False)

    name: ClassVar[SpaceName]
    title: ClassVar[str]
    xlabel: ClassVar[str]
    ylabel: ClassVar[str]
    # The rate that alone determines the x value.
    _rate: ClassVar[Rate] = "tpr"
    # The range of x values in which curves are defined.
    domain = (0.0, 1.0)
    # Whether the better curve has the smaller area.
    lower_is_better = False
    # The name of the area; empty if curves have no area. In a space with several interpolations the name depends on the
    # interpolation.
    _area_name = "area"

    # Only few spaces change the attributes below.
    # The range of x values over which lines are drawn; by default the domain.
    _drawn: ClassVar[tuple[float, float]] = domain
    # The rule that joins curves in this space, if the space has its own. Then a confusion matrix is not a point, and
    # there are no isolines, regions or marks.
    _own_rule: ClassVar[Interpolation | None] = None
    # Whether curves depend on the prevalence.
    _moves_with_prevalence = True
    # Whether y values depend only on the share of positives among the rows predicted positive.
    _of_returned = False
    # Whether points in this space need the number of negatives.
    _needs_negatives = True
    # The number by which false positives are divided; None for N.
    _unit: ClassVar[float | None] = None
    # Methods for intervals of whole areas; the first has the best coverage in simulations.
    _intervals: ClassVar[tuple[IntervalMethod, ...]] = ("bootstrap", "basic", "bca", "logit-bootstrap")

    # Why areas have no derivative with respect to row weights, as the end of a sentence after "which"; empty if they
    # have.
    _not_smooth = "has no derivative by the weights of rows that prplot knows"

    # Both are set for each subclass: whether a confusion matrix is a point in this space, and whether interpolations
    # other than "continuous" are defined.
    _pointwise: ClassVar[bool]
    _interpolated: ClassVar[bool]

    def __init_subclass__(cls) -> None:
        cls._pointwise = cls._own_rule is None
        cls._interpolated = getattr(cls, "name", None) == Interpolation.space

    def __post_init__(self) -> None:
        prevalence = check_prevalence(self.prevalence)
        self._hold(prevalence, prevalence / (1.0 - prevalence))

    def _hold(self, prevalence: float, odds: float) -> None:
        compared = None if math.isnan(prevalence) else prevalence
        vars(self).update(prevalence=prevalence, _compared=compared, _odds=odds)

    @classmethod
    def _for_path(cls, path: ConfusionPath, **options: Any) -> Self:
        """Make a space of this class at a path's prevalence; if the path lacks a class, most coordinates are NaN.

        Raises
        ------
        PrplotTypeError
            If a keyword is not an option of this space (``alpha``, for example, exists in CROC only).
        """
        known = [f.name for f in fields(cls) if f.init and f.name != "prevalence"]
        for name in options:
            if name not in known:
                own = ["ties", "prevalence", "label", *(["interpolation", "left"] if cls._interpolated else []), *known]
                way_out = hint(name, options[name], own) or "Options of figures belong to plot."
                got = f"{name}={short(options[name])}"
                raise PrplotTypeError(f"{cls.title} curves take {', '.join(own)}; got {got}. {way_out}")
        space = cls(0.5, **options)
        space._hold(path._now.prevalence, path.positives / path.negatives if path.negatives else np.inf)
        return space

    @property
    def _no_area(self) -> str:
        """Why curves in this space have no area, and what to call instead; empty if they have one."""
        if self._area_name:
            return ""
        name, x = self.title[0].lower() + self.title[1:], self.xlabel.lower()
        return (
            f"{name} has none, for the {x} is chosen, not averaged over. Use curve.at(p), or "
            f"prplot.measure_at(prplot.metrics.{self.name}(p), at={{'threshold': p}}) in path.interval and "
            "prplot.compare."
        )

    @property
    def _scoring(self) -> Scoring | None:
        """Properties of areas that are scores of forecasts; None if areas depend only on the ranking of the rows."""
        return None

    @property
    def _own_forecasts(self) -> bool:
        """Whether areas are scores of forecasts, and these forecasts are the rows' own scores."""
        return self._scoring is not None and self._scoring.own

    @property
    def _words(self) -> str:
        """The words of a methods section for the options of this space; empty if it has none."""
        return ""

    @property
    def _lowest_rate(self) -> float:
        """The rate at the lowest x value that is drawn."""
        return float(self._abscissa_rate(self._drawn[0], self._odds))

    # The map itself, which each space defines. It takes weights instead of rates, so that counts stay exact.

    @abstractmethod
    def _to_axes(self, sums: Sums) -> Pair:
        """Return the axes coordinates (x, y) of points given by their cumulative weights; NaN where undefined."""

    @abstractmethod
    def _to_rates(self, x: FloatArray, y: FloatArray) -> Pair:
        """Return the rates (fpr, tpr) of the points (x, y); the inverse of the map."""

    def _abscissa_rate(self, x: Any, odds: Any) -> Any:
        """Return the rate (`_rate` says which) at x values, given P / N; in most spaces x itself.

        Only plain arithmetic is used, so that exact fractions give exact fractions.
        """
        return x

    def _abscissa_log_odds(self, x: FloatArray) -> FloatArray:
        """Return the log odds of the rate at x values; infinite where the rate is 0 or 1."""
        from scipy.special import logit

        return np.asarray(logit(self._abscissa_rate(x, self._odds)))

    def _from_rates(self, rates: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return x, 1 - x and y of points given by TPR, FPR, FNR and TNR.

        Because all four rates are given, 1 - x has all its digits even for x near 1.
        """
        tpr, fpr, fnr, tnr = rates
        x, y = self.forward(fpr, tpr)
        return x, {"tpr": fnr, "fpr": tnr, "ppr": self.prevalence * fnr + (1.0 - self.prevalence) * tnr}[self._rate], y

    def _step_areas(self, steps: Steps) -> FloatArray:
        """Return the exact area under each of K straight steps, in axes units, of shape (K,).

        It is 0 where x does not change, and negative below y = 0. Here areas are trapezoids, for spaces in which x is
        the rate itself and steps stay straight.
        """
        y = self._image(steps.sums)[1]
        _, increments, total = steps.along(self._rate)
        return increments / total * ((y[:-1] + y[1:]) / 2)

    def _density_moments(self, steps: Steps) -> Pair:
        """Return the moments of the area's density along each of K straight steps, as two arrays of shape (K,).

        The density is the area, in axes units, of one unit of FP times one unit of TP. Along a step u runs from 0 to 1.
        The first moment is the integral of the density times 1 - u, the second that of the density times u. For a step
        from the origin, which cannot move, the first moment is 0.
        """
        raise NotImplementedError

    def _by_log_odds(self, steps: Steps) -> float:
        """Return the derivative of the area under straight steps with respect to ln(P / N), at constant rates."""
        return 0.0

    def _end_moves(self, steps: Steps) -> tuple[float, float]:
        """Return ∂x/∂TP and ∂x/∂ln(P/N) of the last point of a path.

        The derivative with respect to ln(P / N) is at constant rates. For spaces whose x is recall or a function of
        recall.
        """
        return 1.0 / steps.positives, 0.0

    @property
    def _top(self) -> float:
        """The largest possible y value."""
        return 1.0

    def _beyond(self, x: FloatArray, reached: float) -> FloatArray:
        """Return the y values that areas use beyond the end of a path, which ends at recall ``reached``.

        They are 0 where x stands for recall, as no more recall is gained. Along the predicted positive rate, rows that
        no threshold returns come last.
        """
        if self._rate == "tpr":
            return np.zeros(np.shape(x))
        pi = self.prevalence
        recall = np.maximum(reached, 1.0 - (1.0 - x) / pi) if self._rate == "ppr" else np.full(np.shape(x), reached)
        return np.nan_to_num(self.forward((x - pi * recall) / (1.0 - pi), recall)[1])

    def _undefined(self, path: ConfusionPath) -> str | None:
        """Return the reason why a path has no curve in this space, or None if it has one."""
        if self._scoring is not None:
            # Forecasts have a score even if all rows are of one class.
            return unknown_negatives(path) or None
        if path.positives == 0:
            return "the sample has no positive weight (P = 0)"
        if not self._needs_negatives:
            return None
        if path.negatives == 0:
            return "the sample has no negative weight (N = 0)"
        if why := unknown_negatives(path):
            return why
        # Both P / N and N / P must be representable in float64 without loss of digits.
        least = np.finfo(float).tiny
        held = not self._moves_with_prevalence or least <= path.positives / path.negatives <= 1 / least
        return unknown_negatives(path) or (
            None if held else "float64 holds no ratio of its positive and negative weight"
        )

    def _measured(self, steps: Steps) -> Steps:
        """Return the steps with N replaced by the unit of false positives, such as images, if the space has one."""
        return steps if self._unit is None else steps._replace(negatives=self._unit)

    def _calibrated(self, steps: Steps) -> tuple[FloatArray, FloatArray | None]:
        """Return the calibrated score of each step of a hull, and β for hulls that trade F_β (otherwise None).

        Here the score of a step is its share of positive weight.
        """
        return steps.fg / (steps.fg + steps.bg), None

    def _area_range(self, low: float, high: float) -> tuple[float, float]:
        """Return the smallest and the largest area between two x values that any sample can have."""
        return 0.0, high - low

    def _shown(self, tp: FloatArray) -> BoolArray:
        """Return which vertices are shown: all, or those with positives if the x axis has no lower end."""
        return (tp > 0) | (self.domain[0] > -np.inf)

    # The same map in rates, for users.

    def forward(self, fpr: ArrayLike, tpr: ArrayLike) -> Pair:
        """Return the axes coordinates of points given by their rates.

        Parameters
        ----------
        fpr, tpr : array_like
            Rates, broadcast against each other; in FROC space ``fpr`` is the number of false positives per image.

        Returns
        -------
        x, y : arrays
            The coordinates; NaN or -inf, without a warning, where the formula of the space gives that.
        """
        x, y = self._image(self._weights(fpr, tpr))
        return x[()], y[()]

    def inverse(self, x: ArrayLike, y: ArrayLike) -> Pair:
        """Return the rates (fpr, tpr) of the point (x, y) of this space.

        Parameters
        ----------
        x, y : array_like
            Values on the two axes, in data units; they broadcast.

        Returns
        -------
        fpr, tpr : arrays
            If fpr > 1, no classifier can reach the point (x, y).
        """
        with np.errstate(all="ignore"):
            fpr, tpr = self._to_rates(*broadcast(x=x, y=y))
        return fpr[()], tpr[()]

    def trace(self, fpr: ArrayLike, tpr: ArrayLike) -> Pair:
        """Convert the vertices (fpr, tpr) of a line in ROC space to this space; return one x and one y per vertex.

        In spaces where a coordinate is 0/0 at fpr = tpr = 0 (precision in PR space), its limit along the first segment
        is returned.
        """
        return self._follow(fpr, tpr, as_it_is)

    def _follow(self, fpr: ArrayLike, tpr: ArrayLike, refine: Refine) -> Pair:
        """Return the coordinates of a polyline of ROC space, with points inserted where straight steps bend."""
        fp, tp, *totals = self._weights(fpr, tpr)
        fp, tp = np.atleast_1d(fp, tp)
        return self._line(Steps(fp, tp, np.diff(fp), np.diff(tp), *totals), refine)[:2]

    def _weights(self, fpr: ArrayLike, tpr: ArrayLike) -> Sums:
        """Return rates as weights FP, TP, N and P, with P = 1, and N = 1 unless curves depend on the prevalence."""
        f, t = broadcast(fpr=fpr, tpr=tpr)
        if self._unit is not None:
            # In this space fpr counts false positives per unit, such as per image.
            return Sums(f * self._unit, t, self._unit, 1.0)
        with np.errstate(all="ignore"):
            odds = np.float64(self._odds if self._moves_with_prevalence else 1.0)
            return Sums(f / odds, t, float(1.0 / odds), 1.0)

    # The map applied to paths and their steps.

    def _image(self, sums: Sums) -> Pair:
        """Return the axes coordinates of cumulative weights without warnings; see `_to_axes`."""
        with np.errstate(all="ignore"):
            return self._to_axes(sums if self._unit is None else sums._replace(negatives=self._unit))

    def _vertices(self, path: ConfusionPath) -> Pair:
        """Return the coordinates of all thresholds of a path; an undefined origin gets the limit along the first step.

        In spaces where a threshold is a line, these are the corners of the curve.
        """
        if not self._pointwise:
            return self._corners(path)[:2]
        steps = path._steps()
        x, y = self._image(steps.sums)
        return x, from_the_limit(y)

    def _corners(self, path: ConfusionPath) -> Line:
        """Return the points of a path's curve that are shown, with the indices of their thresholds."""
        (x, y), row = self._vertices(path), np.flatnonzero(self._shown(path.tp))
        return Line(x[row], y[row], row)

    def _pieces(self, steps: Steps) -> Pieces:
        """Return a function that maps positions along straight steps to coordinates in this space.

        At the origin it returns the limit along the first step.
        """

        def at(step: IntArray, part: FloatArray) -> Pair:
            x, y = self._image(steps.at(step, part))
            origin = np.isnan(y)
            y[origin] = self._image(steps.at(step[origin], np.ones(1)))[1]
            return x, y

        return at

    def _line(self, steps: Steps, refine: Refine) -> Line:
        """Return the image of K straight steps in order, with the points that ``refine`` inserts where steps bend."""
        at = self._pieces(steps)
        step, part = refine(at, len(steps.fg))
        x, y = self._image(steps.sums)
        along, up = at(step, part)
        after, y = step + 1, from_the_limit(y)
        return Line(np.insert(x, after, along), np.insert(y, after, up), np.insert(np.arange(len(x)), after, -1))


def broadcast(**named: ArrayLike) -> list[FloatArray]:
    """Return arguments, passed by name, as arrays of one shape; the arrays are copies that may be changed."""
    return [array.copy() for array in np.broadcast_arrays(*(reals(name, values) for name, values in named.items()))]


def from_the_limit(y: FloatArray) -> FloatArray:
    """Return y values in which an undefined (NaN) first value, at the origin, is replaced by the second one.

    Precision and precision gain are constant along rays from the origin, so the limit at the origin is the value at the
    other end of the first segment.
    """
    return np.append(y[1], y[1:]) if len(y) > 1 and np.isnan(y[0]) else y
