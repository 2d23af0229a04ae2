"""Operating points of a path: where a rate is reached, where a metric is best, and all of them as a table."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from prplot import metrics
from prplot.errors import PrplotTypeError, PrplotValueError, by_name, invalid, short, wrong_type
from prplot.metrics import (
    FPR,
    NPV,
    PRECISION,
    PREDICTED_POSITIVE_RATE,
    RECALL,
    SPECIFICITY,
    Metric,
    f_beta,
    f_gain,
)
from prplot.metrics.confusion import Confusion
from prplot.path.facts import UNCOUNTED
from prplot.rows.arrays import FloatArray, read_only
from prplot.rows.checks import number

if TYPE_CHECKING:
    from prplot.path.path import ConfusionPath

__all__ = ["RATES", "Candidates", "Wanted", "between", "break_even", "candidates", "find", "optimal", "table"]

# How far a rate asked of `find` may be missed; covers the rounding of sums of weights.
SLACK = 1e-12
# How closely two values of a metric must agree to be equally good, relative to what they are the sum of.
EQUAL = 8 * np.finfo(float).eps
USUAL_BETAS = (0.5, 1.0, 2.0)
# What `find` can be asked for: each rate, and what is best among the points that reach it.
COMPANIONS: dict[str, tuple[Metric, Metric]] = {
    "recall": (RECALL, PRECISION),
    "precision": (PRECISION, RECALL),
    "fpr": (FPR, RECALL),
    "specificity": (SPECIFICITY, RECALL),
    "npv": (NPV, SPECIFICITY),
    "predicted_positive_rate": (PREDICTED_POSITIVE_RATE, RECALL),
}
RATES = tuple(COMPANIONS)


class Wanted(NamedTuple):
    """A level that a measure is to reach: at least it, or at most where less of the measure is wanted.

    ``argument`` is what the user gave it as.
    """

    argument: str
    measure: Metric
    level: float

    @property
    def at_most(self) -> bool:
        """Whether the level is a largest one."""
        return self.measure.lower_is_better or self.measure is PREDICTED_POSITIVE_RATE

    def missed(self, value: float) -> float:
        """Return by how much a value misses the level; 1 where it is undefined, and 0 where it is reached."""
        short = value - self.level if self.at_most else self.level - value
        return 1.0 if math.isnan(short) else short * (short > SLACK)

    def __str__(self) -> str:
        return f"{self.measure.name} is at {'most' if self.at_most else 'least'} {self.level:g}"

    @classmethod
    def of(cls, argument: str, measure: Metric, value: object) -> Wanted:
        """Return a level as given, or say that it is none."""
        level = number(argument, value)
        if measure.name in COMPANIONS and not 0 <= level <= 1:
            raise invalid(argument, "lie in [0, 1]", short(value))
        if math.isnan(level):
            raise invalid(argument, "not be NaN", "nan")
        return cls(argument, measure, level)


class Candidates(NamedTuple):
    """Operating points: their thresholds, falling, and their cells (TP, FP, FN, TN).

    ``exact`` says whether each cell has all its digits, as those of populations have; cells of samples
    are differences of sums.
    """

    thresholds: FloatArray
    cells: tuple[FloatArray, FloatArray, FloatArray, FloatArray]
    exact: bool = False

    def first(self, chosen: NDArray[np.bool_]) -> Confusion:
        """Return the chosen one of the highest threshold."""
        row = int(np.argmax(chosen))
        tp, fp, fn, tn = (float(cell[row]) for cell in self.cells)
        return Confusion(tp=tp, fp=fp, fn=fn, tn=tn, threshold=float(self.thresholds[row]))


def candidates(path: ConfusionPath, levels: Mapping[Metric, float | None]) -> Candidates:  # noqa: ARG001
    """Return the operating points among which one is looked for: all vertices of a sample.

    A population, which has infinitely many, returns those where the measures are best, or at
    the given levels.
    """
    # With scores of +inf no threshold predicts nothing.
    origin = int(len(path) > 1 and path.thresholds[1] == np.inf)
    tp, fp = path.tp[origin:], path.fp[origin:]
    return Candidates(path.thresholds[origin:], (tp, fp, path.positives - tp, path.negatives - fp))


def between(
    path: ConfusionPath, step: NDArray[np.int_], part: FloatArray
) -> tuple[FloatArray, tuple[FloatArray, FloatArray, FloatArray, FloatArray]]:
    """Return the thresholds and the cells along steps, from vertex ``step`` (part 0) to the next (part 1).

    A step is straight: what is between two thresholds is both of them, mixed. The threshold is that of its end.
    """
    cells = (
        (1.0 - part) * start + part * stop for start, stop in ((cell[step], cell[step + 1]) for cell in _cells(path))
    )
    tp, fp, fn, tn = cells
    return path.thresholds[step + 1], (tp, fp, fn, tn)


def _cells(path: ConfusionPath) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    return path.tp, path.fp, path.positives - path.tp, path.negatives - path.fp


@by_name(
    "One rate is passed by name, such as find(recall=0.8); at(threshold) is the matrix at a threshold.", method=True
)
def find(
    path: ConfusionPath,
    *,
    recall: float | None = None,
    precision: float | None = None,
    fpr: float | None = None,
    specificity: float | None = None,
    npv: float | None = None,
    predicted_positive_rate: float | None = None,
    threshold: float | None = None,
) -> Confusion:
    """Return the operating point that reaches a wanted rate.

    Exactly one rate is given, by its name or a synonym, such as ``sensitivity``, ``tpr`` or ``ppv``. Of the thresholds
    that reach it no other one is better than the one returned:

    * ``recall``: at least the wanted recall, with the largest precision;
    * ``precision``: at least the wanted precision, with the largest recall;
    * ``fpr``: at most the wanted false positive rate, with the largest recall;
    * ``specificity``: at least the wanted specificity, with the largest recall;
    * ``npv``: at least the wanted negative predictive value, with the largest specificity, as
      ``precision`` is of the other class: the largest share of the negatives is ruled out;
    * ``predicted_positive_rate``: at most that share of the weight is predicted positive,
      with the largest recall;
    * ``threshold``: no rate; what `at` returns.

    Where two are equally good in that, the one that is better in the rate asked for is taken:
    the larger recall, precision, specificity or npv, the smaller false or predicted positive rate;
    of those that are equal in both the highest threshold. So what is
    returned may go beyond what is asked. Where the other rate is undefined (recall without
    foreground), only the rate asked for decides.

    A rate counts as reached when it is missed by no more than 1e-12, which covers the
    rounding of sums of weights; for populations by no more than 1e-12 of it and of 1 minus it,
    where some threshold does that. "Nothing predicted", which always keeps to a largest rate,
    has threshold inf; with scores of +inf no threshold predicts nothing. The result is
    ``path.at`` its threshold; only the two parts of a group that `ties` has split share one.

    Parameters
    ----------
    recall, precision, fpr, specificity, npv, predicted_positive_rate : float
        A rate in [0, 1].
    threshold : float
        A threshold, as `at` takes it.

    Returns
    -------
    Confusion
        With its ``threshold``: a score of the sample (or inf); of a population any number.

    Raises
    ------
    PrplotTypeError
        If not exactly one of them is given.
    PrplotValueError
        If the rate lies outside [0, 1], is undefined for this sample, or is not reached by
        any threshold; the message names the nearest.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1])
    >>> path.find(recall=0.8).threshold
    0.4
    >>> path.find(npv=0.9)
    Confusion(tp=2, fp=1, fn=0, tn=1, threshold=0.4)
    """
    values = (recall, precision, fpr, specificity, npv, predicted_positive_rate, threshold)
    given = {name: value for name, value in zip((*RATES, "threshold"), values, strict=True) if value is not None}
    if len(given) != 1:
        raise PrplotTypeError(
            f"find must get exactly one of {', '.join(f'{n}=' for n in (*RATES, 'threshold'))}; "
            f"got {', '.join(f'{n}=' for n in given) or 'none'}."
        )
    ((name, value),) = given.items()
    if name == "threshold":
        return path.at(value)
    measure, companion = COMPANIONS[name]
    wanted = Wanted.of(name, measure, value)
    points = path.candidates({measure: wanted.level, companion: None})
    reached = _reached(path, points, [wanted])
    for chosen, lower in ((companion, False), (measure, wanted.at_most)):
        best_of = _best(np.where(reached, chosen.of(*points.cells), np.nan), chosen.size(*points.cells), lower)
        reached = best_of if best_of.any() else reached
    return points.first(reached)


def _reached(path: ConfusionPath, points: Candidates, every: Sequence[Wanted]) -> NDArray[np.bool_]:
    """Return which points have all the levels; where none has, raise an error with the nearest."""
    reached = np.ones(len(points.thresholds), dtype=bool)
    for place, wanted in enumerate(every):
        values = wanted.measure.of(*points.cells)
        if np.isnan(values).all():
            raise PrplotValueError(f"{wanted.measure.name} is undefined for this sample: {_why(path, wanted.measure)}")
        before, reached = reached, reached & _reaches(points, wanted)
        if not reached.any():
            left = np.where(before, values, np.nan)
            others = " and ".join(map(str, every[:place]))
            raise invalid(
                wanted.argument,
                f"be reached by some threshold{f' at which {others}' if others else ''}",
                f"{wanted.level:g}",
                _nearest(path, points, wanted, left),
            )
    return reached


def _nearest(path: ConfusionPath, points: Candidates, wanted: Wanted, values: FloatArray) -> str:
    """Return a sentence with the point that comes nearest to a level that none reaches."""
    name = wanted.measure.name
    if np.isnan(values).all():
        return f"There {name} is undefined."
    best = int(np.nanargmin(values) if wanted.at_most else np.nanargmax(values))
    end = "" if path.closed else f"; the path ends at recall {path.reached:.6g}, beyond which nothing is returned"
    return f"The nearest is {name} {values[best]:.6g} at threshold {points.thresholds[best]:.12g}{end}."


def _why(path: ConfusionPath, measure: Metric) -> str:
    """Return why a measure is undefined at every threshold."""
    if math.isnan(path.negatives) and measure.needs_negatives:
        return UNCOUNTED
    if len(path) == 1 and path.positives:
        return "no threshold returns anything."
    weight = f"{path.positives:g} foreground and {path.negatives:g} background weight"
    sides = {"foreground": path.positives, "background": path.negatives}
    missing = [side for side, weight_of in sides.items() if weight_of == 0]
    return f"it has no {missing[0]} weight." if missing else f"it has {weight}, all of the same score."


def _reaches(points: Candidates, wanted: Wanted) -> NDArray[np.bool_]:
    """Return which points reach a level; exact ones, where some do, reach it and its complement to the last digits."""
    measure, level = wanted.measure, wanted.level

    def near(values: FloatArray, level: float, at_most: bool, slack: float) -> NDArray[np.bool_]:
        return np.asarray(values <= level + slack if at_most else values >= level - slack)

    values, rest = measure.of(*points.cells), measure.complement
    if points.exact and rest is not measure:
        slack = SLACK * min(abs(level), abs(1.0 - level))
        reached = near(values, level, wanted.at_most, slack)
        reached &= near(rest.of(*points.cells), 1.0 - level, not wanted.at_most, slack)
        if reached.any():
            return reached
    return near(values, level, wanted.at_most, SLACK * max(1.0, abs(level)))


def _best(values: FloatArray, size: FloatArray, lower: bool) -> NDArray[np.bool_]:
    """Return which values are the best one, but for rounding relative to their size; none where all are NaN."""
    if np.isnan(values).all():
        return np.zeros(len(values), dtype=bool)
    best = int(np.nanargmin(values) if lower else np.nanargmax(values))
    with np.errstate(invalid="ignore"):
        gap = np.abs(values - values[best])
        near = np.isfinite(gap) & (gap <= EQUAL * np.maximum(size, size[best]))
    return np.asarray((values == values[best]) | near)


@by_name("Levels of other metrics are passed as one mapping, such as subject_to={'recall': 0.9}.", method=True)
def optimal(
    path: ConfusionPath, metric: str | Metric = "f1", *, subject_to: Mapping[str | Metric, float] | None = None
) -> Confusion:
    """Return the operating point with the best value of a metric, of all or of those that keep to constraints.

    Parameters
    ----------
    metric : str or Metric
        "f1", "f2", "accuracy", "mcc", ...; or an object: ``prplot.f_beta(0.5)``,
        ``prplot.expected_cost(fn=, fp=, prevalence=)``, any `prplot.metrics.Metric`. Errors
        and costs are best where they are smallest. Standard names will do: "youden", "kappa",
        "gmean", "closest to (0,1)", ...
    subject_to : mapping of str or Metric to float, optional
        Levels that other metrics have to reach, all of them, such as
        ``{"recall": 0.9, "predicted_positive_rate": 0.1}``. As in `find`: at least the level;
        at most, where less is better (fpr, fdr, fnr, error_rate, costs, ...), and for
        "predicted_positive_rate". A level counts as reached when it is missed by no more than
        1e-12, of it where it is above 1.

    Returns
    -------
    Confusion
        With its ``threshold``; among equally good ones the highest. It may be "nothing
        predicted", with threshold inf, unless scores are +inf. `Confusion.measure` gives the value reached.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If a metric is unknown, or undefined at every threshold, or if no threshold keeps to the constraints; the
        message names the nearest.

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
    measure = metrics.metric(metric)
    every = _constraints({} if subject_to is None else subject_to)
    points = path.candidates({measure: None, **{wanted.measure: wanted.level for wanted in every}})
    best = _reached(path, points, every)
    if every and np.isnan(measure.of(*points.cells)[best]).all():
        where = " and ".join(map(str, every))
        raise PrplotValueError(f"{measure.name} is undefined at every threshold at which {where}.")
    # Where cells are exact those that round to the same value are told apart by what it lacks to 1.
    for chosen in (measure, measure.complement) if points.exact else (measure,):
        values = np.where(best, chosen.of(*points.cells), np.nan)
        best = _best(values, chosen.size(*points.cells), chosen.lower_is_better)
    if not best.any():
        why = f"which has {path.positives:g} foreground and {path.negatives:g} background weight."
        if math.isnan(path.negatives):
            why = f"of which {UNCOUNTED}"
        raise PrplotValueError(f"{measure.name} is undefined at every threshold of this sample, {why}")
    return points.first(best)


def _constraints(subject_to: Any) -> list[Wanted]:
    if not isinstance(subject_to, Mapping):
        raise wrong_type("subject_to", "be a mapping of metrics to levels, such as {'recall': 0.9}", subject_to)
    every = [(name, metrics.named("subject_to", name)) for name in subject_to]
    twice = next((measure.name for k, (_, measure) in enumerate(every) if measure in [m for _, m in every[:k]]), None)
    if twice is not None:
        raise invalid("subject_to", "name each metric once", f"{twice!r} twice", "Keep the stricter level.")
    return [Wanted.of(f"subject_to[{measure.name!r}]", measure, subject_to[name]) for name, measure in every]


def break_even(path: ConfusionPath) -> Confusion:
    """Return the point at which precision equals recall: as much is predicted positive as is positive.

    Its precision is R-precision. Inside a tie the straight step is followed, as every curve
    does; no single threshold is there, so ``threshold`` is then None.

    Raises
    ------
    PrplotValueError
        If the sample has no foreground weight, or the path ends before.

    Examples
    --------
    >>> import prplot
    >>> prplot.from_labels([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1]).break_even().precision
    0.5
    """
    if path.positives == 0:
        raise PrplotValueError("the break-even point is undefined for this sample: it has no foreground weight.")
    steps = path.steps()
    predicted = steps.tp + steps.fp
    if predicted[-1] < steps.positives * (1 - SLACK):
        raise PrplotValueError(
            f"the break-even point is not reached: the path ends at recall {path.reached:.6g}, where less is predicted "
            "positive than is positive."
        )
    row = int(np.argmax(predicted >= steps.positives * (1 - SLACK)))
    if predicted[row] <= steps.positives * (1 + SLACK):
        return path.confusion(row)
    part = (steps.positives - float(predicted[row - 1])) / float(steps.fg[row - 1] + steps.bg[row - 1])
    fg, bg = (float(increment[row - 1]) for increment in path.increments)
    tp = float(path.tp[row - 1]) + part * fg
    fp = float(path.fp[row - 1]) + part * bg
    # Rounding may leave less than nothing.
    fn, tn = (float(np.maximum(rest, 0.0)) for rest in (path.positives - tp, path.negatives - fp))
    return Confusion(tp=tp, fp=fp, fn=fn, tn=tn)


def table(path: ConfusionPath) -> dict[str, FloatArray]:
    """Return every basic measure along the thresholds, as columns.

    Returns
    -------
    dict of str to array of shape (K + 1,)
        ``threshold``, the four cells ``tp``, ``fp``, ``fn`` and ``tn``, every measure of
        `prplot.metrics.METRICS` by its name, and ``f0.5``, ``f1``, ``f2`` and their gains.
        What is 0/0 is NaN, silently. Arrays are read-only; ``pandas.DataFrame(path.table())``
        is a data frame.

    Examples
    --------
    >>> import prplot
    >>> table = prplot.from_labels([1, 0, 1], [0.9, 0.5, 0.2]).table()
    >>> table["threshold"].tolist(), table["fdr"].round(2).tolist()
    ([inf, 0.9, 0.5, 0.2], [nan, 0.0, 0.5, 0.33])
    """
    cells = _cells(path)
    columns = {"threshold": path.thresholds, **dict(zip(("tp", "fp", "fn", "tn"), cells, strict=True))}
    measures = [*metrics.METRICS, *(kind(beta) for kind in (f_beta, f_gain) for beta in USUAL_BETAS)]
    columns |= {measure.name: np.atleast_1d(measure.of(*cells)) for measure in measures}
    return {name: read_only(column) for name, column in columns.items()}
