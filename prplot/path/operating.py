"""Find operating points of a path: where a rate is reached, where a metric is best, or all of them as a table."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from prplot import metrics
from prplot.errors import PrplotTypeError, PrplotValueError, by_name, invalid, one_of, wrong_type
from prplot.metrics import Metric
from prplot.metrics.confusion import CELLS, Confusion
from prplot.names import complement
from prplot.path.facts import unknown_negatives
from prplot.rows.arrays import BoolArray, FloatArray, IntArray, read_only
from prplot.rows.checks import number_that, threshold_of

if TYPE_CHECKING:
    from prplot.path.path import ConfusionPath

# `find` accepts a rate that misses the requested value by at most this, to allow for the rounding of sums of weights.
SLACK = 1e-12
# Two values of a metric count as equal up to this difference, relative to the sum of the absolute values of its terms.
EQUAL = 8 * np.finfo(float).eps
# Rounding errors are estimated only for values this close to the best value.
CLOSE = 1e-9
# Arrays of TP, FP, FN and TN, one value per operating point.
Cells = tuple[FloatArray, ...]
USUAL_BETAS = (0.5, 1.0, 2.0)
# The rates that `find` accepts, each with the metric that is maximized among the points that reach the rate.
COMPANIONS = {
    "recall": metrics.PRECISION,
    "precision": metrics.RECALL,
    "fpr": metrics.RECALL,
    "fdr": metrics.RECALL,
    "specificity": metrics.RECALL,
    "npv": metrics.SPECIFICITY,
    "predicted_positive_rate": metrics.RECALL,
}
RATES = tuple(COMPANIONS)


def rate_named(argument: str, name: object, value: object, options: Sequence[str] = RATES) -> str:
    """Return the rate that a name or synonym means; for 1 minus a rate, the error suggests that rate's value."""
    if isinstance(name, str) and (rest := complement(name, value, options)) is not None:
        way_out = f"It is 1 - {rest[0]}: take {rest[0]} {rest[1]:.12g}."
        raise invalid(argument, "name a rate that a threshold can reach", repr(name), way_out)
    return one_of(argument, name, options)


class Wanted(NamedTuple):
    """A constraint: a metric must be at least a level, or at most if lower is better.

    ``argument`` is the name of the argument that gave the level, for error messages.
    """

    argument: str
    measure: Metric
    level: float

    @property
    def at_most(self) -> bool:
        """Whether the level is an upper limit."""
        return self.measure.lower_is_better or self.measure is metrics.PREDICTED_POSITIVE_RATE

    def missed(self, value: float) -> float:
        """Return by how much a value misses the level; 0 if it reaches the level, 1 if the value is undefined."""
        short = value - self.level if self.at_most else self.level - value
        return 1.0 if math.isnan(short) else short * (short > SLACK)

    def __str__(self) -> str:
        return f"{self.measure.name} is at {'most' if self.at_most else 'least'} {self.level:g}"

    @classmethod
    def of(cls, argument: str, measure: Metric, value: object) -> Wanted:
        """Return a constraint with a checked level; raise an error if the level is not possible."""
        if measure.name in COMPANIONS:
            number_that(argument, value, lambda level: 0 <= level <= 1, "lie in [0, 1]")
        return cls(argument, measure, threshold_of(argument, value))


class Candidates(NamedTuple):
    """Operating points in order, the strictest first: arrays of thresholds and of the cells (TP, FP, FN, TN).

    ``exact`` is true if cells are exact to the last digit, as in populations; cells of samples are differences of sums.
    Thresholds fall, or rise if small scores mean positive.
    """

    thresholds: FloatArray
    cells: Cells
    exact: bool = False
    lower_is_positive: bool = False

    def first(self, chosen: BoolArray) -> Confusion:
        """Return the confusion matrix of the strictest threshold among the chosen points."""
        row = int(np.argmax(chosen))
        tp, fp, fn, tn = (float(cell[row]) for cell in self.cells)
        threshold = float(self.thresholds[row])
        return Confusion(tp=tp, fp=fp, fn=fn, tn=tn, threshold=threshold, lower_is_positive=self.lower_is_positive)


def candidates(path: ConfusionPath, levels: Mapping[Metric, float | None]) -> Candidates:  # noqa: ARG001
    """Return the operating points among which a search chooses; for a sample these are all of its thresholds.

    A population has infinitely many; it returns those where the metrics are best or reach the given levels.
    """
    # If a score is +inf, the threshold inf returns its row, so the origin is not an operating point.
    origin = int(np.inf in path._cuts[1:2])
    cells = tuple(cell[origin:] for cell in _cells(path))
    return Candidates(path.thresholds[origin:], cells, lower_is_positive=path.lower_is_positive)


def between(path: ConfusionPath, step: IntArray, part: FloatArray) -> tuple[FloatArray, Cells]:
    """Return thresholds and cells at points along steps: ``part`` 0 is the start of a step, 1 its end.

    Cells are interpolated linearly. The threshold is the one at the end of the step.
    """
    cells = tuple((1.0 - part) * cell[step] + part * cell[step + 1] for cell in _cells(path))
    return path.thresholds[step + 1], cells


def _cells(path: ConfusionPath) -> Cells:
    return path.tp, path.fp, path.positives - path.tp, path.negatives - path.fp


@by_name(
    "One rate is passed by name, such as find(recall=0.8); at(threshold) is the matrix at a threshold. For other "
    "metrics use optimal, such as optimal('recall', subject_to={'f1': 0.5}).",
    method=True,
)
def find(
    path: ConfusionPath,
    *,
    recall: float | None = None,
    precision: float | None = None,
    fpr: float | None = None,
    fdr: float | None = None,
    specificity: float | None = None,
    npv: float | None = None,
    predicted_positive_rate: float | None = None,
    threshold: float | None = None,
) -> Confusion:
    """Return the operating point that reaches a rate, such as recall 0.8.

    Its threshold is the cutoff for that rate.

    Exactly one rate is given, by its name or a synonym, such as ``sensitivity``, ``tpr`` or ``ppv``. Among the
    thresholds that reach the rate, the best one is returned:

    * ``recall``: at least the wanted recall, with the largest precision;
    * ``precision``: at least the wanted precision, with the largest recall;
    * ``fpr``: at most the wanted false positive rate, with the largest recall;
    * ``fdr``: at most the wanted false discovery rate, 1 - precision (not the false positive rate), with the largest
      recall;
    * ``specificity``: at least the wanted specificity, with the largest recall;
    * ``npv``: at least the wanted negative predictive value, with the largest specificity, so that the largest share of
      the negatives is ruled out;
    * ``predicted_positive_rate``: at most that share of the weight is predicted positive,
      with the largest recall;
    * ``threshold``: a threshold instead of a rate; returns the same as `at`.

    Ties go to the threshold with the best requested rate, then to the highest threshold (the lowest where small scores
    mean positive).

    Rates are compared with a tolerance of 1e-12, for rounding errors in sums of weights. At threshold inf nothing is
    predicted positive (unless a score is +inf), so any ``fpr`` and any ``predicted_positive_rate`` can be reached.
    Where small scores mean positive, that threshold is -inf.

    Parameters
    ----------
    recall, precision, fpr, fdr, specificity, npv, predicted_positive_rate : float
        A rate in [0, 1].
    threshold : float
        A threshold, as `at` takes it.

    Returns
    -------
    Confusion
        The confusion matrix. Its ``threshold`` is a score of the sample or inf; for the population of a score model
        (`prplot.simulate`), any number.

    Raises
    ------
    PrplotTypeError
        If not exactly one rate or threshold is given.
    PrplotValueError
        If the rate lies outside [0, 1], is undefined for this sample, or is not reached by any threshold; the message
        gives the nearest value that is reached.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1])
    >>> path.find(recall=0.8).threshold
    0.4
    >>> path.find(npv=0.9)
    Confusion(tp=2, fp=1, fn=0, tn=1, threshold=0.4)
    """
    # At this line the local names are exactly the arguments of the function.
    arguments = locals()
    values = {name: value for name, value in arguments.items() if name != "path" and value is not None}
    if len(values) != 1:
        expected, got = (", ".join(f"{name}=" for name in each) for each in ((*RATES, "threshold"), values))
        raise PrplotTypeError(f"find must get exactly one of {expected}; got {got or 'none'}.")
    ((name, value),) = values.items()
    if name == "threshold":
        return path.at(value)
    wanted, companion = Wanted.of(name, metrics.metric(name), value), COMPANIONS[name]
    points = path._candidates({wanted.measure: wanted.level, companion: None})
    best = _reached(path, points, [wanted])
    for measure, lower in ((companion, False), (wanted.measure, wanted.at_most)):
        better = _best(points, best, measure, lower)
        best = better if better.any() else best
    return points.first(best)


def _reached(path: ConfusionPath, points: Candidates, every: Sequence[Wanted]) -> BoolArray:
    """Return which points satisfy all constraints; if none does, raise an error that names the nearest point."""
    reached = np.full(len(points.thresholds), True)
    for index, wanted in enumerate(every):
        name, values = wanted.measure.name, wanted.measure.of(*points.cells)
        if np.isnan(values).all():
            raise PrplotValueError(f"{name} is undefined for this sample: {_why(path, wanted.measure)}.")
        left, reached = np.where(reached, values, np.nan), reached & _reaches(points, wanted)
        if reached.any():
            continue
        nearest = f"There {name} is undefined."
        if not np.isnan(left).all():
            best = int(np.nanargmin(left) if wanted.at_most else np.nanargmax(left))
            end = (
                "" if path.closed else f"; the path ends at recall {path.reached:.6g}, beyond which nothing is returned"
            )
            nearest = f"The nearest is {name} {left[best]:.6g} at threshold {points.thresholds[best]:.12g}{end}."
        others = f" at which {' and '.join(map(str, every[:index]))}" if index else ""
        raise invalid(wanted.argument, f"be reached by some threshold{others}", f"{wanted.level:g}", nearest)
    return reached


def _why(path: ConfusionPath, measure: Metric) -> str:
    """Return the reason why a metric is undefined at every threshold of a path."""
    if measure._needs_negatives and (why := unknown_negatives(path)):
        return why
    if len(path) == 1 and path.positives:
        return "no threshold returns anything"
    for side, weight in (("positive", path.positives), ("negative", path.negatives)):
        if weight == 0:
            return f"it has no {side} weight"
    return f"it has {_weights(path)}, all of the same score"


def _weights(path: ConfusionPath) -> str:
    return f"{path.positives:g} positive and {path.negatives:g} negative weight"


def _reaches(points: Candidates, wanted: Wanted) -> BoolArray:
    """Return which points satisfy a constraint.

    Exact points must satisfy it also for the complement 1 - metric, unless no point does.
    """
    measure, rest, level = wanted.measure, wanted.measure._complement, wanted.level
    sign = -1.0 if wanted.at_most else 1.0
    # An infinite value minus an infinite level is NaN, which does not reach the level.
    with np.errstate(invalid="ignore"):
        beyond = sign * (measure.of(*points.cells) - level)
    if points.exact and rest is not measure:
        slack = SLACK * min(abs(level), abs(1.0 - level))
        reached = (beyond >= -slack) & (sign * (1.0 - level - rest.of(*points.cells)) >= -slack)
        if reached.any():
            return reached
    return beyond >= -SLACK * max(1.0, abs(level))


def _best(points: Candidates, among: BoolArray, measure: Metric, lower: bool) -> BoolArray:
    """Return which of the points ``among`` have the best value of a metric, up to rounding; none if undefined."""
    best = np.zeros_like(among)
    if not among.any():
        return best
    # The metric is computed only from the first to the last of these points, to save time.
    part = slice(int(among.argmax()), len(among) - int(among[::-1].argmax()))
    cells = tuple(cell[part] for cell in points.cells)
    values = np.where(among[part], measure.of(*cells), np.nan)
    if np.isnan(values).all():
        return best
    at = int(np.nanargmin(values) if lower else np.nanargmax(values))
    best[part] = values == values[at]
    with np.errstate(invalid="ignore"):
        gap, size_there = np.abs(values - values[at]), measure._size(*(cell[at] for cell in cells))
        # This tolerance is wide enough, because the terms of a metric are seldom far larger than 1 or than those at the
        # best.
        close = np.flatnonzero(np.isfinite(gap) & (gap <= CLOSE * max(1.0, float(size_there))))
    size = np.maximum(measure._size(*(cell[close] for cell in cells)), size_there)
    best[part.start + close] |= gap[close] <= EQUAL * size
    return best


@by_name("Levels of other metrics are passed as one mapping, such as subject_to={'recall': 0.9}.", method=True)
def optimal(
    path: ConfusionPath, metric: str | Metric = "f1", *, subject_to: Mapping[str | Metric, float] | None = None
) -> Confusion:
    """Return the operating point with the best value of a metric, optionally subject to constraints.

    Its threshold is the optimal cutoff for that metric.

    Parameters
    ----------
    metric : str or Metric
        "f1", "f2", "accuracy", "mcc", ...; or an object: ``prplot.f_beta(0.5)``, ``prplot.expected_cost(fn=, fp=,
        prevalence=)``, any `prplot.metrics.Metric`. Errors and costs are minimised. Standard names are also accepted:
        "youden", "kappa", "gmean", "closest to (0,1)", ...
    subject_to : mapping of str or Metric to float, optional
        Levels that other metrics must all reach, such as ``{"recall": 0.9, "predicted_positive_rate": 0.1}``. As in
        `find`, a level is a minimum; it is a maximum for metrics where lower is better (fpr, fdr, fnr, error_rate,
        costs, ...) and for "predicted_positive_rate". A level counts as reached if the metric misses it by at most
        1e-12 (relative to the level if that is above 1).

    Returns
    -------
    Confusion
        The confusion matrix with its ``threshold``; among equally good thresholds the highest is returned, or the
        lowest where small scores mean positive. The threshold may be inf (or -inf), at which no row is predicted
        positive (unless scores are infinite). `Confusion.measure`
        returns the value of the metric. The best value of a population (`prplot.simulate`) may be a limit that no
        threshold reaches, such as MCC 0 if scores of positives are lower; then the threshold is one next to the limit.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If a metric is unknown, or undefined at every threshold, or if no threshold satisfies the constraints; the
        message names the nearest threshold.

    Notes
    -----
    The optimum of every F_β is a vertex of the PRG hull, that of accuracy and of expected
    cost a vertex of the ROC hull; see `Curve.hull`.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([1, 1, 0, 1, 0, 0], [0.9, 0.8, 0.6, 0.4, 0.3, 0.1])
    >>> path.optimal("f1").threshold
    0.4
    >>> path.optimal(prplot.expected_cost(fn=1, fp=5, prevalence=0.5)).threshold
    0.8
    >>> path.optimal("accuracy", subject_to={"fpr": 0.1}).threshold
    0.8
    """
    measure = metrics.named("metric", metric)
    if not isinstance(subject_to, Mapping | None):
        raise wrong_type("subject_to", "be a mapping of metrics to levels, such as {'recall': 0.9}", subject_to)
    levels: dict[Metric, float | None] = {measure: None}
    every: list[Wanted] = []
    for name, level in (subject_to or {}).items():
        other = metrics.named("subject_to", name)
        if levels.get(other) is not None:
            raise invalid("subject_to", "name each metric once", f"{other.name!r} twice", "Keep the stricter level.")
        every.append(Wanted.of(f"subject_to[{other.name!r}]", other, level))
        levels[other] = every[-1].level
    points = path._candidates(levels)
    best = _reached(path, points, every)
    # For exact cells, 1 - value distinguishes values near 1 that round to the same number.
    for chosen in (measure, measure._complement) if points.exact else (measure,):
        best = _best(points, best, chosen, chosen.lower_is_better)
    if not best.any():
        where = f"of this sample, which has {_weights(path)}"
        if every:
            where = f"at which {' and '.join(map(str, every))}"
        elif why := unknown_negatives(path):
            where = f"of this sample, of which {why}"
        raise PrplotValueError(f"{measure.name} is undefined at every threshold {where}.")
    return points.first(best)


def break_even(path: ConfusionPath) -> Confusion:
    """Return the break-even point, at which precision equals recall.

    The precision at this point is the R-precision. If the point lies within a group of tied scores, TP and FP are
    interpolated linearly, as in every curve. No threshold gives an interpolated point, so ``threshold`` is then None.

    Raises
    ------
    PrplotValueError
        If the sample has no positive weight, or the path ends before the break-even point.

    Examples
    --------
    >>> import prplot
    >>> prplot.from_labels([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1]).break_even().precision
    0.5
    """
    if path.positives == 0:
        raise PrplotValueError("the break-even point is undefined for this sample: it has no positive weight.")
    steps = path._steps()
    predicted, wanted = steps.tp + steps.fp, steps.positives
    row = int(np.searchsorted(predicted, wanted * (1 - SLACK)))
    if row == len(predicted):
        raise PrplotValueError(
            f"the break-even point is not reached: the path ends at recall {path.reached:.6g}, where less is predicted "
            "positive than is positive."
        )
    if predicted[row] <= wanted * (1 + SLACK):
        return path.confusion(row)
    # The break-even point lies between two thresholds, on the straight step between them.
    tp, fp = (float(np.interp(wanted, predicted, weight)) for weight in (path.tp, path.fp))
    return Confusion(tp=tp, fp=fp, fn=path.positives - tp, tn=path.negatives - fp)


def table(path: ConfusionPath) -> dict[str, FloatArray]:
    """Return the confusion matrix and all basic measures at every threshold, as columns.

    Returns
    -------
    dict of str to array, with one value per entry of ``path.thresholds``
        ``threshold``, the four cells ``tp``, ``fp``, ``fn`` and ``tn``, every measure of `prplot.metrics.METRICS` by
        its name, and ``f0.5``, ``f1``, ``f2``, ``f0.5_gain``, ``f1_gain``, ``f2_gain``. A measure that is 0/0 is NaN,
        without a warning. Arrays are read-only; ``pandas.DataFrame(path.table())`` is a data frame.

    Examples
    --------
    >>> import prplot
    >>> table = prplot.from_labels([1, 0, 1], [0.9, 0.5, 0.2]).table()
    >>> table["threshold"].tolist(), table["fdr"].round(2).tolist()
    ([inf, 0.9, 0.5, 0.2], [nan, 0.0, 0.5, 0.33])
    """
    cells = _cells(path)
    columns = {"threshold": path.thresholds, **dict(zip(CELLS, cells, strict=True))}
    measures = [*metrics.METRICS, *map(metrics.f_beta, USUAL_BETAS), *map(metrics.f_gain, USUAL_BETAS)]
    columns |= {measure.name: measure.of(*cells) for measure in measures}
    return {name: read_only(column) for name, column in columns.items()}
