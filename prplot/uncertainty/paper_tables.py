"""Tables for a paper: `report` of classifiers, and the measures at operating points of a path."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Literal

import numpy as np

from prplot.areas.numbers import NUMBERS, TWO_ROWS
from prplot.curve.report import size_of
from prplot.errors import (
    PrplotError,
    by_name,
    collected_warnings,
    invalid,
    listed,
    one_of,
    wrong_type,
)
from prplot.metrics import Metric, metric
from prplot.metrics import named as metrics_named
from prplot.names import CROSSINGS, known
from prplot.path.operating import Wanted
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import read_only
from prplot.rows.checks import threshold_of
from prplot.uncertainty.comparison import Comparison
from prplot.uncertainty.estimands import AreaMeasure, Measure, Rule, measure_at, measure_of
from prplot.uncertainty.interval import Interval, check_enough, drawn, interval_of
from prplot.uncertainty.measure_tables import OperatingPointRow, OperatingPoints, Report, ReportRow
from prplot.uncertainty.members import named_paths, same_baseline
from prplot.uncertainty.replicates import Replicate
from prplot.uncertainty.units import Design, rows_of_classes

FOLDS_TOGETHER = (
    "one path of all folds (prplot.mean_area and prplot.compare with method='corrected-t' take the folds), prplot.pool"
)
PATHS = "be a path, a sequence or a mapping of paths"
# The default measures of `report` and of `operating_points`.
USUAL_AREAS = ("pr", "roc")
USUAL_RATES = ("precision", "recall", "specificity", "npv", "f1")
# The text for a threshold that was passed as a number.
GIVEN = "given"
# Estimates with a smaller difference count as equal.
SAME = 1e-12
CHOSEN_HERE = (
    "Threshold chosen on these rows: optimistic. Its intervals choose it again in each replicate; a threshold chosen "
    "on other rows is passed as a number."
)
# With fewer positives or negatives, intervals at the threshold of the best metric covered too rarely; see
# docs/coverage.md.
FEWEST = 50
BEST_HERE = (
    "No interval: at the threshold that makes a measure best on the same rows, its intervals covered less than 90 % in "
    "simulations."
)
TOO_FEW = (
    f"No interval: where the best metric chooses the threshold it takes {FEWEST} positives and {FEWEST} negatives."
)
REACHED_HERE = "No interval: the threshold was chosen to reach this value."
BETWEEN = "The rates are equal between two thresholds; the laxer one is shown."
NO_SKILL = (
    "No interval: the ROC area is not clearly above 0.5; without skill, intervals at chosen thresholds covered as "
    "little as 0 % in simulations."
)


@by_name("Paths are passed as one list or mapping: prplot.report([a, b], ['pr', 'roc']).")
def report(
    paths: ConfusionPath | Iterable[ConfusionPath] | Mapping[Any, ConfusionPath],
    measures: Any = None,
    *,
    level: float = 0.95,
    highlight: Literal["best"] | Comparison | None = None,
) -> Report:
    """Return a table for a paper: each classifier's measures with confidence intervals.

    Parameters
    ----------
    paths : path, sequence or mapping of paths
        The classifiers; the keys of a mapping are their names.
    measures : measure or sequence of measures, optional
        The columns, each as `ConfusionPath.interval` takes it: "pr", "roc", "step", "brier", ..., a result of
        `measure_at`, or a function of a path. Default: "pr" and "roc", and "brier" if all scores lie in [0, 1].
    level : float
        The confidence level of the intervals, in (0, 1).
    highlight : {"best"} or Comparison, optional
        What is bold in HTML and LaTeX, and has a * in text. "best": the best estimate of each column; smaller is better
        for costs and losses. Columns of functions are left out, since it is not known whether more or less is better. A
        result of `compare` of these classifiers: in the column of its measure the best classifier and all that do not
        differ from it, by p after Holm's adjustment at the level of the comparison.

    Returns
    -------
    Report
        ``.rows`` (one for each cell: ``classifier, measure, estimate, low, high, method, notes``), ``.to_frame()``,
        ``.to_latex()`` and ``.methods()``. A measure that is undefined for a classifier is an empty cell (NaN in
        ``.rows``) with a footnote that says why.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If a measure is unknown or named twice, the level is outside (0, 1), or ``highlight`` compares other classifiers
        or a measure that is no column.

    Notes
    -----
    Intervals are those of ``path.interval(measure)``. They do not tell whether two classifiers differ: `compare` does.
    PR areas of samples of different prevalence are not on one scale: then a note says so, and "best" leaves the column
    out.

    Examples
    --------
    >>> import prplot
    >>> digits = prplot.datasets.load("digits").paths()
    >>> table = prplot.report(digits, "roc", highlight="best")
    >>> [(row.classifier, round(row.estimate, 3)) for row in table]
    [('Random forest', 0.955), ('Logistic regression', 0.888), ('Decision tree', 0.92), ('Naive Bayes', 0.885)]
    >>> artists = prplot.plot(digits, space="roc")
    """
    names, members = named_paths(paths, PATHS, FOLDS_TOGETHER)
    design = Design(level)
    if measures is None:
        forecasts = all(NUMBERS["brier"].holds(path) for path in members)
        measures = [*USUAL_AREAS, *["brier"] * forecasts]
    wanted = _listed("measures", measures, "prplot.report(paths, ['pr', 'roc'])")
    columns = [measure_of(measure, TWO_ROWS) for measure in wanted]
    _check_once("measures", [column.words for column in columns])
    rows, intervals = [], []
    for name, path in zip(names, members, strict=True):
        for measure, column in zip(wanted, columns, strict=True):
            reason = BEST_HERE if column.optimistic else ""
            interval, notes = _cell(measure, path, design, column.words, reason)
            rows.append(ReportRow(name, column.words, *_numbers(interval), notes))
            intervals.append(interval)
    scales = {column.words: _one_scale(column, members) for column in columns}
    apart = [title for title, alike in scales.items() if not alike]
    remarks = (f"The samples differ in prevalence, and with it in what this means: {', '.join(apart)}.",) * bool(apart)
    bold, caption = _highlighted(highlight, rows, {column.words: column for column in columns if scales[column.words]})
    sizes = [size_of(path) for path in members]
    if len(set(sizes)) > 1:
        sizes = [f"{name}: {size}" for name, size in zip(names, sizes, strict=True)]
    what = f"Measures of {len(names)} classifier{'s' * (len(names) > 1)} ({'; '.join(dict.fromkeys(sizes))})"
    return Report(tuple(rows), design.level, remarks, bold, caption, what, _in_words(rows, intervals))


def operating_points(path: ConfusionPath, thresholds: Any, measures: Any, level: float) -> OperatingPoints:
    """Return the table of measures with intervals at thresholds; see `ConfusionPath.operating_points`."""
    design, wanted = Design(level), _listed("thresholds", thresholds, "path.operating_points(0.5)")
    rates = _listed("measures", USUAL_RATES if measures is None else measures, "measures=['precision', 'recall']")
    metrics = [metrics_named("measures", each) for each in rates]
    _check_once("measures", [each.name for each in metrics])
    places = [_place(each) for each in wanted]
    _check_once("thresholds", [f"{point} {at}" if point == GIVEN else point for point, at in places])
    rows, intervals = [], []
    for point, at in places:
        rules = [measure_at(each, at=at) for each in metrics]
        chosen = rules[0].matrix(path).threshold
        between = (BETWEEN,) if chosen is None and path._scored else ()
        threshold = rules[0].threshold(path)
        # A population has no rows, so its thresholds are not optimistic.
        here = not rules[0].fixed and path._scored
        without = {rule: _uncovered(rule, path, design) if here else "" for rule in rules}
        together = _replicates([rule for rule in rules if not without[rule]], path, design)
        for rule in rules:
            title = rule.metric.name.replace("_", " ")
            interval, notes = _cell(rule, path, design, title, without[rule], together.get(rule))
            notes = (*between, *((CHOSEN_HERE,) if here else ()), *notes)
            rows.append(OperatingPointRow(point, threshold, title, *_numbers(interval), notes))
            intervals.append(interval)
    what = f"Measures at thresholds{'' if path.name is None else f' of {path.name}'} ({size_of(path)})"
    return OperatingPoints(tuple(rows), design.level, (), frozenset(), "", what, _in_words(rows, intervals))


def _numbers(interval: Interval) -> tuple[float, float, float, str]:
    """Return the estimate, the ends and the method, which are fields of a table's row."""
    return interval.estimate, interval.low, interval.high, "" if math.isnan(interval.low) else interval.method


def _cell(
    measure: Any, path: ConfusionPath, design: Design, title: str, reason: str, replicates: Any = None
) -> tuple[Interval, tuple[str, ...]]:
    """Return a measure of a path with its interval, and notes; with a ``reason`` against an interval, without ends.

    Warnings and errors become notes.
    """
    if reason:
        return _no_interval(measure, path, design, title), (reason,)
    with collected_warnings() as texts:
        try:
            interval = interval_of(measure, path, level=design.level, replicates=replicates)
        except PrplotError as error:
            texts.clear()
            interval = _no_interval(measure, path, design, title)
            # If the estimate is undefined, a warning has said why. Otherwise the error says why there is no interval.
            if not (texts and math.isnan(interval.estimate)):
                texts.clear()
                texts.append(str(error))
    if math.isnan(interval.estimate):
        # The first warning gives the reason, and the others follow from it.
        del texts[1:]
    return interval, tuple(dict.fromkeys(f"{text[0].upper()}{text[1:]}" for text in texts))


def _no_interval(measure: Any, path: ConfusionPath, design: Design, title: str) -> Interval:
    """Return a measure of a path, NaN if it is undefined, as an interval without ends."""
    estimate = math.nan
    with suppress(PrplotError):
        estimate = measure_of(measure, path).of(path)
    return Interval(estimate, math.nan, math.nan, design.level, "", math.nan, read_only(np.zeros(0)), 0, title)


def _uncovered(rule: Rule, path: ConfusionPath, design: Design) -> str:
    """Return the reason why a measure at a chosen threshold has no valid interval; empty if it has one."""
    if rule.reached:
        return REACHED_HERE
    # If this fails for lack of a class or of rows, the interval gives the reason.
    with suppress(PrplotError), collected_warnings():
        if rule.chooser is not None:
            best, value = (float(rule.metric.of(*of.cells)) for of in (path.optimal(rule.metric), rule.matrix(path)))
            if abs(best - value) <= SAME:
                return BEST_HERE
            if min(rows_of_classes(path, design.weights)) < FEWEST:
                return TOO_FEW
        if interval_of("roc", path, level=design.level, method="delong").low <= 0.5:
            return NO_SKILL
    return ""


def _replicates(rules: Sequence[Rule], path: ConfusionPath, design: Design) -> dict[Rule, Any]:
    """Return for each rule with the same threshold its values in all replicates, and the kinds of rows.

    The threshold is chosen once in each replicate. Empty for fixed thresholds, and if no rows can be drawn, for which
    the interval gives the reason.
    """
    if not rules or rules[0].fixed:
        return {}

    def of_replicate(replicate: Replicate) -> list[float]:
        try:
            with collected_warnings():
                cells = rules[0].matrix(replicate.path(False)).cells
        except (PrplotError, ArithmeticError):
            return [math.nan] * len(rules)
        return [float(rule.metric.of(*cells)) for rule in rules]

    with suppress(PrplotError):
        check_enough(path, True, design.weights)
        values, kinds = drawn(design, [rules[0].along(path)], [of_replicate])
        return {rule: (column[:, None], kinds) for rule, column in zip(rules, values[:, 0].T, strict=True)}
    return {}


def _listed(argument: str, values: Any, example: str) -> list[Any]:
    """Return a list of the values, or of a single value; raise an error for none."""
    several = list(values) if isinstance(values, Iterable) and not isinstance(values, str | Mapping) else [values]
    if not several:
        raise invalid(argument, f"name at least one {argument.removesuffix('s')}", "none", f"For example {example}.")
    return several


def _check_once(argument: str, names: Sequence[str]) -> None:
    """Raise an error if a name occurs twice."""
    twice = next((name for index, name in enumerate(names) if name in names[:index]), None)
    if twice is not None:
        raise invalid(argument, "name each once", f"{twice!r} twice", "Leave the second one out.")


def _place(which: Any) -> tuple[str, Any]:
    """Return the choice of a threshold in words, and as the argument ``at`` of `measure_at`."""
    if isinstance(which, str) and known(which, ["eer"]):
        return CROSSINGS["eer"], "eer"
    if isinstance(which, str | Metric):
        chooser = metrics_named("thresholds", which)
        name = chooser.name.replace("_", " ")
        return f"{'least' if chooser.lower_is_better else 'largest'} {name}", chooser
    if isinstance(which, Mapping):
        rule = measure_at("recall", at=which)
        if rule.fixed:
            return GIVEN, which
        wanted = Wanted(rule.by, metric(rule.by), rule.value)
        return f"{rule.by.replace('_', ' ')} at {'most' if wanted.at_most else 'least'} {rule.value:g}", which
    return GIVEN, {"threshold": threshold_of("thresholds", which)}


def _one_scale(column: Measure, paths: Sequence[ConfusionPath]) -> bool:
    """Return whether the samples' prevalences are similar enough to compare this area."""
    if not isinstance(column, AreaMeasure):
        return True
    with suppress(PrplotError):
        return same_baseline([column.seen(path) for path in paths])
    return True


def _highlighted(
    highlight: Any, rows: Sequence[ReportRow], columns: Mapping[str, Measure]
) -> tuple[frozenset[int], str]:
    """Return the indices of the highlighted rows, and the caption that explains them."""
    if highlight is None:
        return frozenset(), ""
    of_columns = {
        title: [index for index, row in enumerate(rows) if row.measure == title and not math.isnan(row.estimate)]
        for title in columns
    }
    if isinstance(highlight, Comparison):
        return _not_worse(highlight, rows, of_columns)
    if not isinstance(highlight, str):
        raise wrong_type("highlight", "be 'best' or a result of prplot.compare", highlight)
    one_of("highlight", highlight, ("best",))
    bold, without = set(), []
    for title, indices in of_columns.items():
        lower_is_better = columns[title].lower_is_better
        if lower_is_better is None:
            without.append(title)
            continue
        sign = -1.0 if lower_is_better else 1.0
        best = max((sign * rows[index].estimate for index in indices), default=math.nan)
        bold |= {index for index in indices if sign * rows[index].estimate >= best - SAME}
    caption = "the best estimate of each column, whether or not others differ from it."
    if without:
        caption += f" Not marked, as neither larger nor smaller is known to be better: {', '.join(without)}."
    return frozenset(bold), caption


def _not_worse(
    comparison: Comparison, rows: Sequence[ReportRow], of_columns: Mapping[str, Sequence[int]]
) -> tuple[frozenset[int], str]:
    """Return the rows of a comparison's best classifier and of those that do not differ from it, and the caption."""
    for indices in of_columns.values():
        by_name = {rows[index].classifier: index for index in indices}
        estimates = {name: rows[index].estimate for name, index in by_name.items()}
        same = estimates.keys() == comparison.estimates.keys()
        if same and all(math.isclose(value, comparison.estimates[name]) for name, value in estimates.items()):
            break
    else:
        way_out = "Compare the same paths, under the same names: prplot.compare(paths, measure)."
        rule = "compare these classifiers, by a measure of the table"
        got = f"{listed(comparison.estimates)} by {comparison.measure}"
        raise invalid("highlight", rule, got, way_out)
    if comparison.lower_is_better is None:
        rule = "compare by a measure of which more, or less, is better"
        raise invalid("highlight", rule, f"the {comparison.measure}", "Leave it out.")
    best = (min if comparison.lower_is_better else max)(estimates, key=estimates.__getitem__)
    differ = {
        name for row in comparison if row.p_adjusted <= 1 - comparison.level and best in row[:2] for name in row[:2]
    }
    bold = frozenset(index for name, index in by_name.items() if name == best or name not in differ)
    return bold, (
        f"the best {comparison.measure}, and all that do not differ from it: p after Holm's adjustment is above "
        f"{1 - comparison.level:.3g}."
    )


def _in_words(rows: Sequence[ReportRow | OperatingPointRow], intervals: Sequence[Interval]) -> str:
    """Return in words how the intervals of a table were computed."""
    methods: dict[str, dict[str, None]] = {}
    designs: dict[str, None] = {}
    for row, interval in zip(rows, intervals, strict=True):
        if math.isnan(interval.low):
            continue
        methods.setdefault(interval.method_in_words, {})[row.measure] = None
        if len(interval.replicates):
            designs[interval.design] = None
    each = [f"{', '.join(titles)}: {words}" for words, titles in methods.items()]
    return "; ".join([*each, *designs]) or "none"
