"""Tables for a paper: measures of classifiers, or at operating points, each with its confidence interval."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, NamedTuple, NoReturn, TypeVar

import numpy as np

from prplot.areas.numbers import NUMBERS, TWO_ROWS
from prplot.curve.classifiers import called, named, path_first
from prplot.curve.report import size_of, version
from prplot.errors import (
    PrplotError,
    by_name,
    collected_warnings,
    invalid,
    listed,
    nothing_called,
    one_of,
    wrong_type,
)
from prplot.metrics import Metric, metric
from prplot.metrics import named as metrics_named
from prplot.path.operating import Wanted
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import read_only
from prplot.rows.checks import threshold_of
from prplot.rows.result_tables import Rows, Strong, Table, decimals
from prplot.uncertainty.comparison import Comparison, ends_written
from prplot.uncertainty.estimands import AreaMeasure, Measure, Rule, measure_at, measure_of
from prplot.uncertainty.interval import Interval, check_enough, drawn, interval_of
from prplot.uncertainty.members import same_baseline
from prplot.uncertainty.replicates import Replicate
from prplot.uncertainty.units import Design, rows_of_classes

PATHS = "be a path, a sequence or a mapping of paths"
# What `report` and `operating_points` measure where nothing is named.
USUAL_AREAS = ("pr", "roc")
USUAL_RATES = ("precision", "recall", "specificity", "npv", "f1")
# How a threshold is chosen that was passed as a number.
GIVEN = "given"
# Estimates that differ by less are equal.
SAME = 1e-12
CHOSEN_HERE = (
    "Threshold chosen on these rows: optimistic. Its intervals choose it again in each replicate; a threshold chosen "
    "on other rows is passed as a number."
)
# With fewer positives, or negatives, intervals at the threshold of the best metric covered too rarely; see
# docs/coverage.md.
FEWEST = 50
BEST_HERE = (
    "No interval: at the threshold that makes a measure best on the same rows, its intervals covered less than 90 % in "
    "simulations."
)
TOO_FEW = (
    f"No interval: where the best metric chooses the threshold it takes {FEWEST} positives and {FEWEST} negatives."
)
NO_SKILL = (
    "No interval: the ROC area is not clearly above 0.5; without skill, intervals at chosen thresholds covered as "
    "little as 0 % in simulations."
)
# Marks of footnotes; there is no raised q.
LETTERS = "abcdefghijklmnoprstuvwxyz"
RAISED = dict(zip(LETTERS, "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ", strict=True))
# Characters that LaTeX does not print as they are, and the minus of a negative number.
IN_LATEX = str.maketrans(
    {character: rf"\{character}" for character in "&%$#_{}"}
    | {"~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}"}
    | {"<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", '"': r"\textquotedbl{}"}
    | {character: rf"\textsuperscript{{{letter}}}" for letter, character in RAISED.items()}
)
# Attributes that readers look for on these tables, and where to find them.
ELSEWHERE = {
    "save": "open(file, 'w').write(table.to_latex()) for LaTeX, or table.to_frame().to_csv(file)",
    "plot": "prplot.plot(paths, interval=True)",
    "interval": "table.rows, of which each has estimate, low and high",
    "latex": "table.to_latex()",
    "table": "table.columns(), print(table) for text",
}


class ReportRow(NamedTuple):
    """One measure of one classifier.

    Attributes
    ----------
    classifier, measure : str
        Their names.
    estimate : float
        The measure on the data; NaN where it is undefined.
    low, high : float
        The ends of its confidence interval; NaN where there is none.
    method : str
        The method of the interval; empty where there is none.
    notes : tuple of str
        What a reader must know of this number, such as why it is undefined.
    """

    classifier: str
    measure: str
    estimate: float
    low: float
    high: float
    method: str
    notes: tuple[str, ...]


class OperatingPointRow(NamedTuple):
    """One measure at one threshold.

    Attributes
    ----------
    point : str
        How the threshold was chosen.
    threshold : float
        The threshold.
    measure, estimate, low, high, method, notes
        As in a row of `report`.
    """

    point: str
    threshold: float
    measure: str
    estimate: float
    low: float
    high: float
    method: str
    notes: tuple[str, ...]


R = TypeVar("R", bound=ReportRow | OperatingPointRow)


@by_name()
@dataclass(frozen=True, eq=False, repr=False)
class MeasureTable(Rows[R], Generic[R]):
    """A table of measures with their intervals; made by `report` and `ConfusionPath.operating_points`.

    It shows itself as text and in notebooks: a line for each classifier or threshold, a column for each measure, and
    footnotes.

    Attributes
    ----------
    rows : tuple
        One row for each cell of the table.
    level : float
        The confidence level of the intervals.
    notes : tuple of str
        Remarks on the whole table.
    bold : frozenset of int
        The rows, by their number from 0 on, that are bold in HTML and LaTeX.
    highlighted : str
        What bold means; empty where nothing is.
    what : str
        What was measured, in words.
    how : str
        How the intervals were computed, in words.
    """

    rows: tuple[R, ...]
    level: float
    notes: tuple[str, ...]
    bold: frozenset[int]
    highlighted: str
    what: str
    how: str
    # The columns that name a line.
    _keys: ClassVar[tuple[str, ...]]

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            """Say where to find what other tables have."""
            raise nothing_called(name, self, ELSEWHERE)

    def to_latex(self) -> str:
        """Return the table as LaTeX, for a document that uses the package booktabs.

        Names are escaped. Below the table are its footnotes, as wide as the text.
        """
        head, lines, names, caption = self._table()
        escaped = [[_in_latex(text, column >= names) for column, text in enumerate(line)] for line in (head, *lines)]
        top, *body = (rf"{' & '.join(line)} \\" for line in escaped)
        columns = "l" * names + "r" * (len(head) - names)
        text = [
            rf"\begin{{tabular}}{{{columns}}}",
            r"\toprule",
            top,
            r"\midrule",
            *body,
            r"\bottomrule",
            r"\end{tabular}",
        ]
        notes = [caption, *self._footnotes()] if caption else self._footnotes()
        if footnotes := " \\\\\n".join(note.translate(IN_LATEX) for note in notes):
            text += ["", r"\smallskip", rf"\parbox{{\linewidth}}{{\footnotesize {footnotes}}}"]
        return "\n".join(text) + "\n"

    def methods(self) -> str:
        """Return a sentence for a methods section: what was measured, on which rows, and how intervals were made."""
        return f"{self.what}, with {100 * self.level:g} % confidence intervals: {self.how} ({version()})."

    def _parts(self) -> Iterator[Table | list[str]]:
        yield [self.what]
        yield self._table()
        yield list(self._footnotes())

    def _lines(self) -> dict[tuple[Any, ...], list[int]]:
        """Return the numbers of the rows of each line of the table, by what names it."""
        lines: dict[tuple[Any, ...], list[int]] = {}
        for index, row in enumerate(self.rows):
            lines.setdefault(tuple(getattr(row, key) for key in self._keys), []).append(index)
        return lines

    def _marks(self) -> dict[str, str]:
        """Return the mark of each note of some cells; a note of every cell needs none."""
        texts = dict.fromkeys(note for row in self.rows for note in row.notes)
        some = [text for text in texts if not all(text in row.notes for row in self.rows)]
        return {
            text: RAISED[LETTERS[index % len(LETTERS)]] * (1 + index // len(LETTERS)) for index, text in enumerate(some)
        }

    def _footnotes(self) -> Iterator[str]:
        marks = self._marks()
        if not all(math.isnan(row.low) for row in self.rows):
            yield f"In brackets: {100 * self.level:g} % confidence intervals."
        yield from self.notes
        yield from dict.fromkeys(note for row in self.rows for note in row.notes if note not in marks)
        for text, mark in marks.items():
            yield f"{mark} {text}"

    def _table(self) -> Table:
        marks, measures = self._marks(), dict.fromkeys(row.measure for row in self.rows)
        digits = {
            measure: decimals([row.high - row.low for row in self.rows if row.measure == measure])
            for measure in measures
        }
        table = []
        for keys, line in self._lines().items():
            shared = set.intersection(*(set(self.rows[index].notes) for index in line))
            cells = [self._written(index, digits[self.rows[index].measure], shared, marks) for index in line]
            first, *others = (key if isinstance(key, str) else f"{key:.6g}" for key in keys)
            table.append([first + "".join(marks[text] for text in marks if text in shared), *others, *cells])
        return Table([*self._keys, *measures], table, names=len(self._keys), caption=self.highlighted)

    def _written(self, index: int, digits: int, shared: set[str], marks: Mapping[str, str]) -> str:
        row = self.rows[index]
        written = "" if math.isnan(row.estimate) else f"{row.estimate:.{digits}f}"
        if not math.isnan(row.low):
            written += f" {ends_written(row, digits)}"
        written += "".join(mark for text, mark in marks.items() if text in row.notes and text not in shared)
        return Strong(written) if index in self.bold else written


class Report(MeasureTable[ReportRow]):
    """Classifiers and their measures, as `report` returns them; see `MeasureTable`."""

    _keys = ("classifier",)


class OperatingPoints(MeasureTable[OperatingPointRow]):
    """Thresholds and the measures there, as `ConfusionPath.operating_points` returns them; see `MeasureTable`."""

    _keys = ("point", "threshold")


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
        What is bold in HTML and LaTeX. "best": the best estimate of each column; smaller is better for costs and
        losses. A result of `compare` of these classifiers: in the column of its measure the best classifier and all
        that do not differ from it, by p after Holm's adjustment at the level of the comparison.

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
    [('Random forest', 0.985), ('Logistic regression', 0.919)]
    >>> artists = prplot.plot(digits, space="roc")
    """
    pairs = named("paths", paths, ConfusionPath, PATHS, path_first(paths))
    members = [path for _, path in pairs]
    names = called([path.name if name is None else name for name, path in pairs])
    design = Design(level)
    if measures is None:
        forecasts = all(NUMBERS["brier"].holds(path) for path in members)
        measures = [*USUAL_AREAS, *["brier"] * forecasts]
    wanted = _listed(measures)
    columns = [measure_of(measure, TWO_ROWS) for measure in wanted]
    _check_once("measures", [column.words for column in columns])
    cells = [
        _cell(measure, path, design, (name, column.words))
        for name, path in zip(names, members, strict=True)
        for measure, column in zip(wanted, columns, strict=True)
    ]
    rows = tuple(ReportRow(*cell.names, **cell.numbers, notes=cell.notes) for cell in cells)
    scales = {column.words: _one_scale(column, members) for column in columns}
    apart = [title for title, alike in scales.items() if not alike]
    notes = (f"The samples differ in prevalence, and with it in what this means: {', '.join(apart)}.",) if apart else ()
    bold, caption = _highlighted(highlight, rows, {column.words: column for column in columns if scales[column.words]})
    sizes = [size_of(path) for path in members]
    if len(set(sizes)) > 1:
        sizes = [f"{name}: {size}" for name, size in zip(names, sizes, strict=True)]
    what = f"Measures of {len(names)} classifier{'s' * (len(names) > 1)} ({'; '.join(dict.fromkeys(sizes))})"
    return Report(rows, design.level, notes, bold, caption, what, _in_words(cells))


def operating_points(path: ConfusionPath, thresholds: Any, measures: Any, level: float) -> OperatingPoints:
    """Return measures with intervals at thresholds; see `ConfusionPath.operating_points`."""
    design, wanted = Design(level), _listed(thresholds)
    metrics = [metrics_named("measures", each) for each in _listed(USUAL_RATES if measures is None else measures)]
    _check_once("measures", [each.name for each in metrics])
    if not wanted:
        raise invalid("thresholds", "name at least one threshold", "none", "For example path.operating_points(0.5).")
    places = [_place(each) for each in wanted]
    _check_once("thresholds", [f"{point} {at}" if point == GIVEN else point for point, at in places])
    cells, rows = [], []
    for point, at in places:
        rules = [measure_at(each, at=at) for each in metrics]
        chosen = rules[0].matrix(path).threshold
        threshold = math.nan if chosen is None else chosen
        # A population has no rows, and its thresholds are not optimistic.
        here = not rules[0].fixed and path._scored
        without = {rule: _uncovered(rule, path, design) if here else "" for rule in rules}
        covered = [rule for rule in rules if not without[rule]]
        together = dict(zip(covered, _replicates(covered, path, design), strict=True))
        for rule in rules:
            title = rule.metric.name.replace("_", " ")
            names = point, title
            if without[rule]:
                cell = Cell(names, _no_interval(rule, path, design, title), (without[rule],))
            else:
                cell = _cell(rule, path, design, names, replicates=together[rule])
            cells.append(cell)
            notes = (CHOSEN_HERE, *cell.notes) if here else cell.notes
            rows.append(OperatingPointRow(point, threshold, title, **cell.numbers, notes=notes))
    what = f"Measures at thresholds{'' if path.name is None else f' of {path.name}'} ({size_of(path)})"
    return OperatingPoints(tuple(rows), design.level, (), frozenset(), "", what, _in_words(cells))


class Cell(NamedTuple):
    """A cell of a table: its line and its column, the interval, and what is said of it."""

    names: tuple[str, str]
    interval: Interval
    notes: tuple[str, ...]

    @property
    def numbers(self) -> dict[str, Any]:
        """Estimate, ends and method, as rows have them."""
        known = self.interval
        numbers = {name: getattr(known, name) for name in ("estimate", "low", "high")}
        return {**numbers, "method": "" if math.isnan(known.low) else known.method}


def _cell(measure: Any, path: ConfusionPath, design: Design, names: tuple[str, str], **more: Any) -> Cell:
    """Return a measure of a path with its interval; what is wrong with either is a note."""
    with collected_warnings() as texts:
        try:
            interval = interval_of(measure, path, level=design.level, **more)
        except PrplotError as error:
            interval = _no_interval(measure, path, design, names[1])
            # The error says why, so that what the estimate warns of is not needed.
            texts.clear()
            texts.append(str(error))
    if math.isnan(interval.estimate):
        # The first one says why, the others what follows from it.
        del texts[1:]
    return Cell(names, interval, tuple(dict.fromkeys(f"{text[0].upper()}{text[1:]}" for text in texts)))


def _no_interval(measure: Any, path: ConfusionPath, design: Design, title: str) -> Interval:
    """Return a measure of a path, NaN where it is undefined, as an interval without ends."""
    estimate = math.nan
    with suppress(PrplotError):
        estimate = measure_of(measure, path).of(path)
    return Interval(estimate, math.nan, math.nan, design.level, "", math.nan, read_only(np.zeros(0)), 0, title)


def _uncovered(rule: Rule, path: ConfusionPath, design: Design) -> str:
    """Return why a measure has no interval that covers, at a threshold that the rows choose; else nothing."""
    if rule.chooser is not None:
        best, value = (float(rule.metric.of(*of.cells)) for of in (path.optimal(rule.metric), rule.matrix(path)))
        if abs(best - value) <= SAME:
            return BEST_HERE
        if min(rows_of_classes(path, design.weights)) < FEWEST:
            return TOO_FEW
    with suppress(PrplotError), collected_warnings():
        if interval_of("roc", path, level=design.level, method="delong").low <= 0.5:
            return NO_SKILL
    return ""


def _replicates(rules: Sequence[Rule], path: ConfusionPath, design: Design) -> list[Any]:
    """Return what rules of one threshold are in each replicate, and the kinds of rows: one for each rule.

    The threshold is chosen once in each replicate. None for thresholds that are given, and where no rows can be drawn,
    which the interval explains.
    """
    if not rules or rules[0].fixed:
        return [None] * len(rules)

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
        return [(column[:, None], kinds) for column in values[:, 0].T]
    return [None] * len(rules)


def _listed(values: Any) -> list[Any]:
    """Return several values, or one, as a list."""
    return list(values) if isinstance(values, list | tuple | np.ndarray) else [values]


def _check_once(argument: str, names: Sequence[str]) -> None:
    """Raise an error where something is named twice."""
    twice = next((name for index, name in enumerate(names) if name in names[:index]), None)
    if twice is not None:
        raise invalid(argument, "name each once", f"{twice!r} twice", "Leave the second one out.")


def _place(which: Any) -> tuple[str, Any]:
    """Return how a threshold is chosen, in words and as `measure_at` takes it."""
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
    """Return whether an area means the same on all samples, as far as their prevalence goes."""
    if not isinstance(column, AreaMeasure):
        return True
    with suppress(PrplotError):
        return same_baseline([column.seen(path) for path in paths])
    return True


def _highlighted(
    highlight: Any, rows: Sequence[ReportRow], columns: Mapping[str, Measure]
) -> tuple[frozenset[int], str]:
    """Return the numbers of the rows that are bold, and what bold means."""
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
    bold = set()
    for title, indices in of_columns.items():
        sign = -1.0 if columns[title].lower_is_better else 1.0
        best = max((sign * rows[index].estimate for index in indices), default=math.nan)
        bold |= {index for index in indices if sign * rows[index].estimate >= best - SAME}
    return frozenset(bold), "Bold: the best estimate of each column, whether or not others differ from it."


def _not_worse(
    comparison: Comparison, rows: Sequence[ReportRow], of_columns: Mapping[str, Sequence[int]]
) -> tuple[frozenset[int], str]:
    """Return the best classifier of a comparison and those that do not differ from it, in the column of its measure."""
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
    best = (min if comparison.lower_is_better else max)(estimates, key=estimates.__getitem__)
    differ = {
        name for row in comparison if row.p_adjusted <= 1 - comparison.level and best in row[:2] for name in row[:2]
    }
    bold = frozenset(index for name, index in by_name.items() if name == best or name not in differ)
    return bold, (
        f"Bold: the best {comparison.measure}, and all that do not differ from it: p after Holm's adjustment is above "
        f"{1 - comparison.level:.3g}."
    )


def _in_words(cells: Sequence[Cell]) -> str:
    """Return how the intervals of a table were computed."""
    methods: dict[str, dict[str, None]] = {}
    designs: dict[str, None] = {}
    for (_, title), interval, _ in cells:
        if math.isnan(interval.low):
            continue
        methods.setdefault(interval.method_in_words, {})[title] = None
        if len(interval.replicates):
            designs[interval.design] = None
    each = [f"{', '.join(titles)}: {words}" for words, titles in methods.items()]
    return "; ".join([*each, *designs]) or "none"


def _in_latex(text: str, number: bool) -> str:
    """Return the text of a cell as LaTeX prints it."""
    escaped = text.translate(IN_LATEX)
    if number:
        escaped = escaped.replace("-", "$-$")
    return rf"\textbf{{{escaped}}}" if isinstance(text, Strong) else escaped
