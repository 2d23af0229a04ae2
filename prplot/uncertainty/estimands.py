"""The numbers that may have an interval: areas, measures at a threshold chosen by a rule, functions of a path."""

from __future__ import annotations

import math
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from inspect import signature
from typing import Any

import numpy as np

from prplot.areas.numbers import NUMBERS, SYNONYMS, AreaUnder, NamedNumber
from prplot.curve.curve import Curve
from prplot.curve.recalibration import CalibrationNumber
from prplot.errors import (
    PrplotError,
    by_name,
    collected_warnings,
    invalid,
    not_among,
    short,
    wrong_type,
)
from prplot.interpolations.base import Joins
from prplot.interpolations.continuous import Continuous
from prplot.metrics import LinearFractional, Metric, metric, named
from prplot.metrics.base import NO_BOUNDS, NONE, Form
from prplot.metrics.confusion import Confusion
from prplot.names import CROSSINGS, IntervalMethod, known
from prplot.path.error_rates import where_equal
from prplot.path.operating import RATES, rate_named
from prplot.path.path import ConfusionPath
from prplot.rows.checks import number
from prplot.spaces import space_names
from prplot.spaces.pr import area_of_runs
from prplot.uncertainty.influence import Derivatives, derivatives
from prplot.uncertainty.replicates import Replicate
from prplot.uncertainty.units import PathCells

# The method "logit-bootstrap" is only for numbers between 0 and 1.
RESAMPLING: tuple[IntervalMethod, ...] = ("bootstrap", "basic", "bca", "logit-bootstrap")
# For these rates `find` always chooses the end of a run of rows of one class. For example, in the order + + - - both
# the first + and the second reach recall 0.5, with precision 1; the second is chosen, because its recall is higher.
RATES_OF_RUNS = ("recall", "precision", "fpr", "fdr", "specificity", "npv")


class Measure(ABC):
    """A number of a path, with the facts about it that intervals need.

    Attributes
    ----------
    words : str
        What the number is called in results and messages, such as "precision at recall 0.8".
    bounds : tuple of float
        The least and the largest possible value.
    lower_is_better : bool or None
        Whether smaller values are better; None if the best value lies in between, or if this is not known.
    needs_negatives : bool
        Whether it is defined only if there are negatives.
    methods : tuple of str
        The methods of intervals that work for it.
    usual : str
        The default method: the one whose coverage is right from the smallest number of positives on; see
        docs/coverage.md.
    joins : str
        Which neighboring groups it does not distinguish, so that they may be merged.
    infinite : str
        The reason why it may be infinite; empty if it never is.
    optimistic : bool
        Whether it is the best value over thresholds of the same rows.
    needs_rows : bool
        Whether it may need the single rows of a replicate, as functions of a path do.
    not_smooth : str
        Why it has no derivative by the weights of rows, in words that continue a "which"; empty if it has one.
    scale : tuple of float
        The ends of the logit scale on which intervals by the influence of rows are symmetric; infinite for the plain
        scale.
    """

    words: str
    bounds: tuple[float, float]
    methods: tuple[IntervalMethod, ...]
    lower_is_better: bool | None = False
    needs_negatives = True
    usual: IntervalMethod = "bootstrap"
    joins: Joins = "none"
    infinite = ""
    optimistic = False
    needs_rows = False
    not_smooth = "is a function whose derivatives by the weights of rows are not known"
    scale = NO_BOUNDS
    # Collects warnings of replicates without filters, because filters would apply to all threads.
    _silence: Any = staticmethod(collected_warnings)

    def _declare(self, words: str, bounds: tuple[float, float], **more: Any) -> None:
        methods = RESAMPLING if bounds == (0.0, 1.0) else RESAMPLING[:3]
        vars(self).update({"words": words, "bounds": bounds, "methods": methods, **more})

    def along(self, path: ConfusionPath) -> PathCells:
        """Return the cells of a path that the measure distinguishes; ``joins`` tells which runs are one cell."""
        fg, bg = path._groups.fg, path._groups.bg
        key = np.arange(len(path) - 1)
        for mark, weight in enumerate({"none": (), "background": (fg,), "either": (fg, bg)}[self.joins], start=1):
            key[weight == 0] = -mark
        return PathCells.of(path, key)

    @abstractmethod
    def of(self, path: ConfusionPath) -> float:
        """Return the number for the data; it may warn."""

    def derivatives(self, path: ConfusionPath) -> Derivatives:
        """Return the derivatives of the number with respect to the weights of the rows of a path."""
        raise NotImplementedError

    def of_replicate(self, replicate: Replicate) -> float:
        """Return the number for a replicate; NaN where it is undefined."""
        if replicate.lost:
            return math.nan
        try:
            with self._silence():
                return float(self.of(replicate.path(self.needs_rows)))
        except (PrplotError, ArithmeticError):
            return math.nan


class AreaMeasure(Measure):
    """The area under a kind of curve between two abscissae.

    Attributes
    ----------
    curve : Curve
        A curve of this kind.
    low, high : float
        The abscissae.
    """

    def __init__(self, curve: Curve, low: Any = 0.0, high: Any = 1.0) -> None:
        space = curve.space
        self.curve = curve
        self.low = number("low", low)
        self.high = number("high", high)
        self._options = {f.name: getattr(space, f.name) for f in fields(space) if f.init and f.name != "prevalence"}
        ends = self.low, self.high
        # The areas under single steps add up, even if some steps have no weight.
        self._by_steps = ends == space.domain and type(curve.rule) is Continuous
        if not space._no_area:
            curve.area(*ends)
        part = "" if ends == (0.0, 1.0) else f" from {self.low:g} to {self.high:g}"
        self._declare(
            f"{curve.area_name}{part}",
            space._area_range(*ends),
            lower_is_better=space.lower_is_better,
            needs_negatives=space._needs_negatives,
            joins=curve.rule.joins,
            infinite=space._scoring.infinite if space._scoring else "",
        )
        if part:
            # The formulas hold for whole areas only.
            self.methods = tuple(method for method in self.methods if method in space._intervals)
        elif self.bounds == (0.0, 1.0):
            self.methods = space._intervals
        if space._intervals[0] in self.methods:
            self.usual = space._intervals[0]
        self.not_smooth = curve.rule.not_smooth or space._not_smooth
        if not self.not_smooth:
            self.methods = (*self.methods, "influence")
        if self.bounds == (0.0, 1.0) and "logit-bootstrap" in space._intervals:
            self.scale = self.bounds

    def of(self, path: ConfusionPath) -> float:
        return self.seen(path).area(self.low, self.high)

    def derivatives(self, path: ConfusionPath) -> Derivatives:
        return derivatives(self.seen(path), self.low, self.high)

    def seen(self, path: ConfusionPath) -> Curve:
        """Return the same kind of curve of another path."""
        return replace(self.curve, path=path, space=type(self.curve.space)._for_path(path, **self._options))

    def of_replicate(self, replicate: Replicate) -> float:
        by_steps = self._by_steps and replicate.original.closed
        fixed = replicate.original.treatment.reweighted_from is not None
        if by_steps and replicate.kinds.turns and self.curve.space._interpolated and not fixed:
            return area_of_runs(*replicate.kinds.runs(replicate.counts))
        if replicate.positives == 0 or replicate.lost or (replicate.negatives == 0 and self.needs_negatives):
            return math.nan
        if by_steps:
            return math.fsum(float(np.sum(self.curve.space._step_areas(piece))) for piece in replicate.pieces())
        return super().of_replicate(replicate)


@dataclass(frozen=True, repr=False)
class Rule(Measure):
    """A measure of the confusion matrix at an operating point that a rule chooses, anew in every replicate.

    Made by `measure_at`.

    Attributes
    ----------
    metric : Metric
        What is measured.
    by : str
        "best", "threshold", "eer", or the rate that is reached.
    value : float
        The threshold, or the rate; NaN for "best" and "eer".
    chooser : Metric or None
        The metric that is best at the threshold, for "best"; None for others.
    """

    metric: Metric
    by: str
    value: float = math.nan
    chooser: Metric | None = None
    not_smooth = "leaps where the threshold does"

    def __post_init__(self) -> None:
        metric, by, chooser = self.metric, self.by, self.chooser
        if by == "eer":
            words = f"{metric.name} at {CROSSINGS[by]}"
        elif chooser is None:
            words = f"{metric.name} at {by.replace('_', ' ')} {self.value:g}"
        elif chooser == metric:
            words = f"best {metric.name} along the thresholds"
        else:
            words = f"{metric.name} at the best {chooser.name}"
        # Within a run of one class these measures are never best, and `find` chooses no threshold for these rates. So a
        # run is one cell.
        vars(self).update(optimistic=chooser == metric)
        best = chooser is not None and chooser._best_at_ends and not chooser.lower_is_better
        joins = "either" if best or by in RATES_OF_RUNS else "none"
        self._declare(words, metric.bounds, lower_is_better=metric.lower_is_better, joins=joins)
        if self.rate is not None:
            vars(self).update(usual="wilson", methods=(*self.methods, "wilson", "clopper-pearson"))

    def __repr__(self) -> str:
        return f"measure_at({self.words})"

    @property
    def fixed(self) -> bool:
        """Whether the threshold is fixed and not chosen on the data."""
        return self.by == "threshold"

    @property
    def reached(self) -> bool:
        """Whether the measure is the rate that the threshold is chosen to reach, or 1 minus this rate."""
        its = self.metric
        rate = metric(self.by) if self.by in RATES else None
        if not (isinstance(its, LinearFractional) and isinstance(rate, LinearFractional)):
            return False
        return any((its.above, its.below) == (one.above, one.below) for one in (rate, rate._complement))

    @property
    def rate(self) -> tuple[Form, Form] | None:
        """The cells in numerator and denominator of a share of rows at a fixed threshold; None for other measures."""
        metric = self.metric
        if not self.fixed or not isinstance(metric, LinearFractional):
            return None
        above, below = metric.above, metric.below
        plain = metric.above_by_odds == metric.below_by_odds == NONE
        inside = all(b in (0, 1) and a in (0, b) for a, b in zip(above, below, strict=True))
        return (above, below) if plain and inside else None

    def prevalence_does_not_matter(self, path: ConfusionPath) -> bool:
        """Return whether the share of rows is the same as if no prevalence had been set on the path.

        None was set, or all rows in the denominator of the share are of one class, as for recall.
        """
        _, (tp, fp, fn, tn) = self.rate or ((), (1, 1, 1, 1))
        return path._factor == 1.0 or not ((tp or fn) and (fp or tn))

    def along(self, path: ConfusionPath) -> PathCells:
        if not self.fixed:
            return super().along(path)
        return PathCells.of(path, path._cuts[1:] < path._cut_of(self.value))

    def of(self, path: ConfusionPath) -> float:
        return self.matrix(path).measure(self.metric)

    def threshold(self, path: ConfusionPath) -> float:
        """Return the threshold that the rule chooses on a path; the lower one if equal error rates lie between two."""
        chosen = path.eer().threshold if self.by == "eer" else self.matrix(path).threshold
        return math.nan if chosen is None else chosen

    def matrix(self, path: ConfusionPath) -> Confusion:
        """Return the confusion matrix at the threshold that the rule chooses on a path."""
        if self.chooser is not None:
            return path.optimal(self.chooser)
        if self.by == "eer":
            return where_equal(path)
        return path.at(self.value) if self.fixed else path.find(**{self.by: self.value})


@by_name("The place is passed as one mapping: prplot.measure_at('precision', at={'recall': 0.8}).")
def measure_at(metric_name: str | Metric, *, at: Any) -> Rule:
    """Return a rule, such as precision at recall 0.8, to pass as measure to ``path.interval`` or `compare`.

    ``at`` states how to choose the operating point. The threshold is chosen anew in each resample, so that the interval
    includes the uncertainty of a threshold chosen on the data. It does not make up for the optimism of that threshold:
    the best value of a measure is above that of the population, and its intervals cover less often than they say.

    Parameters
    ----------
    metric_name : str or Metric
        The measure to return: "precision", "f1", ..., as in `Confusion.measure`.
    at : mapping, str or Metric
        Where: ``{"recall": 0.8}``, ``{"precision": 0.9}``, ``{"fpr": 0.01}``, ``{"fdr": 0.1}``,
        ``{"specificity": 0.99}``, ``{"npv": 0.99}`` or ``{"predicted_positive_rate": 0.05}`` as in
        `ConfusionPath.find`; ``{"threshold": 0.5}``, fixed before the data were seen; ``"best"``, where the measure
        itself is best; a metric, such as ``"f1"``, where that metric is best, as in `ConfusionPath.optimal`; or
        ``"eer"``, where fpr and fnr are equal, as in `ConfusionPath.eer`.

    Returns
    -------
    Rule

    Raises
    ------
    PrplotValueError, PrplotTypeError
        For an unknown measure or rule, or a rate outside [0, 1].

    Examples
    --------
    >>> import prplot
    >>> prplot.measure_at("precision", at={"recall": 0.8})
    measure_at(precision at recall 0.8)
    >>> path = prplot.from_labels([1, 1, 0, 1, 0, 0], [0.9, 0.8, 0.6, 0.4, 0.3, 0.1])
    >>> artists = prplot.plot(path)
    >>> drawn = prplot.draw.operating_point(artists.lines[0].curve, path.find(recall=0.8), ax=artists.ax)
    """
    chosen = metric(metric_name)
    if isinstance(at, str) and known(at, ["eer"]):
        return Rule(chosen, "eer")
    if isinstance(at, str | Metric):
        return Rule(chosen, "best", chooser=chosen if at == "best" else named("at", at))
    if not (isinstance(at, Mapping) and len(at) == 1):
        rule = "be 'best', a metric, or a mapping of one rate, such as {'recall': 0.8} or {'threshold': 0.5}"
        raise wrong_type("at", rule, at)
    ((name, value),) = at.items()
    by = rate_named("at", name, value, (*RATES, "threshold"))
    target = number(f"at[{by!r}]", value)
    if math.isnan(target) or (by != "threshold" and not 0 <= target <= 1):
        raise invalid(f"at[{by!r}]", "not be NaN" if by == "threshold" else "lie in [0, 1]", short(value))
    return Rule(chosen, by, target)


class CalibrationMeasure(Measure):
    """A calibration number, such as the calibration slope.

    Attributes
    ----------
    number : CalibrationNumber
        The function that computes it, with its derivatives.
    """

    not_smooth = ""

    def __init__(self, named: NamedNumber, number: CalibrationNumber) -> None:
        self.number = number
        self._declare(
            named.name,
            named.bounds,
            lower_is_better=named.lower_is_better,
            infinite=number.infinite,
            usual=number.usual,
            scale=named.bounds,
        )
        self.methods = (*self.methods, "influence", *(("profile",) if number.usual == "profile" else ()))

    def of(self, path: ConfusionPath) -> float:
        return self.number(path)

    def derivatives(self, path: ConfusionPath) -> Derivatives:
        return Derivatives(*self.number.derivatives(path))


class FunctionMeasure(Measure):
    """Any other number of a path: a function of the path, or a key of `ConfusionPath.areas`."""

    needs_rows = True
    lower_is_better = None
    # A user's function may warn of anything, and may set filters itself.
    _silence = staticmethod(lambda: warnings.catch_warnings(action="ignore"))

    def __init__(
        self,
        function: Callable[[ConfusionPath], float],
        words: str,
        bounds: tuple[float, float] = NO_BOUNDS,
        **more: Any,
    ) -> None:
        self.function = function
        self._declare(words, bounds, **more)

    def of(self, path: ConfusionPath) -> float:
        return number("the measure", self.function(path))


def measure_of(measure: Any, path: ConfusionPath) -> Measure:
    """Return the measure for a name or a function, or the given measure itself; raise an error for anything else."""
    if isinstance(measure, Measure):
        return measure
    if isinstance(measure, str):
        if (space := known(measure, space_names())) is not None:
            return AreaMeasure(path.curve(space))
        if (key := known(measure, tuple(NUMBERS), SYNONYMS)) is not None:
            return _of_named(NUMBERS[key], path)
        try:
            chosen = metric(measure)
        except PrplotError:
            kind = "the name of a space or an area, a rule or a function of a path"
            others = ", ".join(repr(number.key) for number in NUMBERS.values() if not number.space)
            lists = f"path.areas() lists the areas; there are also {others}."
            raise not_among("measure", measure, [*space_names(), *NUMBERS], kind, lists) from None
        raise invalid(
            "measure",
            "be a number of the whole path, or say at which threshold it is",
            short(measure),
            f"Pass prplot.measure_at({chosen.name!r}, at='best'), or at={{'recall': 0.8}} or at={{'threshold': 0.5}}.",
        )
    if callable(measure):
        try:
            signature(measure).bind(path)
        except TypeError as error:
            rule = "be a function that takes a path and returns a number"
            raise wrong_type("measure", rule, measure, f"A call with one path fails: {error}.") from None
        except ValueError:
            # Some functions written in C have no signature. Whether they work shows when they are called.
            pass
        name = getattr(measure, "__name__", type(measure).__name__)
        return FunctionMeasure(measure, "function of the path" if name == "<lambda>" else name)
    way_out = "For example 'pr'."
    if isinstance(measure, Curve):
        way_out = f"Use curve.interval(), or compare the paths, with measure={measure.space.name!r}."
    rule = "be the name of a space or an area, a rule or a function of a path"
    raise wrong_type("measure", rule, measure, way_out)


def _of_named(number: NamedNumber, path: ConfusionPath) -> Measure:
    """Return the measure of a named number of a path."""
    if isinstance(number.compute, AreaUnder):
        return AreaMeasure(number.compute.curve(path))
    if isinstance(number.compute, CalibrationNumber):
        return CalibrationMeasure(number, number.compute)
    return FunctionMeasure(
        lambda path: number.compute(path) if number.holds(path) else math.nan,
        number.name,
        number.bounds,
        lower_is_better=number.lower_is_better,
        needs_negatives=number.needs_negatives,
        optimistic=number.optimistic,
    )
