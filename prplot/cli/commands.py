"""The command ``prplot``: runs its subcommands and prints their results."""

from __future__ import annotations

import argparse
import csv
import json
import math
import os
import shlex
import sys
import textwrap
import warnings
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import prplot
from prplot import datasets
from prplot.areas import Areas, identify
from prplot.cli.arguments import AREA_SPACES, parser
from prplot.errors import PrplotError, PrplotValueError, PrplotWarning, Spelling, warn, worded
from prplot.metrics.confusion import CELLS
from prplot.names import InterpolationName, PanelName, SpaceName, known
from prplot.path.facts import facts
from prplot.path.operating import rate_named
from prplot.path.path import ConfusionPath
from prplot.rows.result_tables import WIDTH, aligned
from prplot.sources import from_coco, from_run
from prplot.sources.file_columns import paths_of_columns
from prplot.sources.files import kind_of, matching, paths_of_file
from prplot.sources.request import COLUMNS, Request
from prplot.sources.text_layout import TextFormat
from prplot.sources.text_tables import read_columns
from prplot.sources.two_files import MADE_LABEL, of_both_classes, with_truth
from prplot.spaces import space_class
from prplot.uncertainty import compare, report
from prplot.uncertainty.progress import waiting
from prplot.writing import named_file, written_whole

if TYPE_CHECKING:
    import prplot.draw.base.axes
    import prplot.draw.base.saving

PRINTED_RULES = ("continuous", "step")
INCHES_PER_SPACE, INCHES_HIGH = 4.9, 4.4
# The options of --interval that are passed to functions under the same name, and those that --band also has.
OF_INTERVALS = ("level", "method", "n", "rng")
OF_BANDS = ("n", "rng")
# Options that need one of some others, or exclude all of them; an empty first entry means all commands.
NEEDS, EXCLUDES = True, False
TOGETHER = [
    ("", "combine", NEEDS, "item", "--combine must come with --item."),
    ("", "truth", NEEDS, "on", "--truth must come with --on, the columns that name a row in both files."),
    ("", "truth", NEEDS, "label", "--truth must come with --label, its column of labels."),
    ("", "on", NEEDS, "truth", "--on must come with --truth."),
    ("", "iou", NEEDS, "coco", "--iou must come with --coco."),
    (
        "", "negatives_file", EXCLUDES, "label fg truth pos_label neg_label",
        "--negatives-file says which rows are negative; leave --label and --truth out.",
    ),
    (
        "", "qrels coco", EXCLUDES,
        ("score label fg bg weight pos_label neg_label threshold tp fp truth negatives_file item missing positives "
        "negatives near by groups bins tolerance separator decimal na"),
        "--{} says what is positive and what the scores are; leave options of columns and tables out.",
    ),
    ("", "coco", EXCLUDES, "lower_is_positive", "--coco has confidences, which are large for positives."),
    (
        "", "near", EXCLUDES, "bins tolerance",
        "--tolerance must be left out with --bins and --area-tolerance: near scores share bins.",
    ),
    ("compare", "n_train", NEEDS, "by", "--n-train belongs to --folds; add it."),
    ("report", "json", EXCLUDES, "latex", "--json and --latex are two ways to print; leave one out."),
    ("plot", "method", NEEDS, "interval", "--method belongs to --interval; add it."),
    ("plot", "n rng groups", NEEDS, "interval band", "--{} belongs to --interval and --band; add one of them."),
    ("area", "level method n rng groups", NEEDS, "interval", "--{} belongs to --interval; add it."),
    (
        "area", "interval", EXCLUDES, "all identify",
        "--interval is of the usual areas; leave --all and --identify out.",
    ),
    ("area", "json", EXCLUDES, "all identify", "--json prints the usual areas; leave --all and --identify out."),
    ("area", "identify", EXCLUDES, "space all", "--identify looks through every area; leave --space and --all out."),
]  # fmt: skip
# The arguments of functions that are options of the command.
ARGUMENTS = (
    *("score", *COLUMNS, "pos_label", "neg_label", "missing", "tolerance", "bins", "positives", "negatives"),
    *("lower_is_positive", "combine", "separator", "decimal", "na", "n_train"),
)
# The measures printed at a threshold, and the columns that are printed with all digits.
AT_THRESHOLD = ("precision", "recall", "specificity", "npv", "f1")
EXACT = ("threshold", *CELLS)
# The facts of each path that are reported after reading a file.
READ = ("n", "P", "N", "positive", "negative", "other labels", "missing scores", "recall", "lower_is_positive")
STANDARD_OUTPUT = ("-", "/dev/stdout")


class Options(Spelling):
    """Lets error messages write arguments as options of the command line."""

    def name(self, argument: str) -> str:
        """Return the option for an argument, or the argument itself if it has no option."""
        return f"--{argument.replace('_', '-')}" if argument in ARGUMENTS else argument

    def option(self, argument: str, *value: object) -> str:
        """Return an option with its value, repeated for each of several values."""
        if argument not in ARGUMENTS:
            return super().option(argument, *value)
        # --tolerance is the tolerance of scores, so the tolerance of areas has another name.
        name = "--area-tolerance" if argument == "tolerance" else self.name(argument)
        if not value:
            return name
        if isinstance(value[0], bool):
            return name if value[0] else f"no {name}"
        values = value[0] if isinstance(value[0], list | tuple | set) else value
        # argparse takes a value that begins with a dash for an option, so it is joined by an equals sign.
        return " ".join(f"{name}{'=' if str(each).startswith('-') else ' '}{shlex.quote(str(each))}" for each in values)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status.

    The status is 0; or 2, with one line on standard error, if an input is wrong; or 130 if the command was interrupted.
    A fault of prplot itself gives 1, and a traceback under ``python -X dev``.
    """
    try:
        with ExitStack() as stack:
            if hasattr(sys.stdout, "reconfigure"):
                sys.stdout.reconfigure(errors="backslashreplace")
                # The output is flushed here, where errors in writing it are caught.
                stack.callback(sys.stdout.flush)
            stack.enter_context(warnings.catch_warnings(action="ignore"))
            ours = warnings.catch_warnings(record=True, action="always", category=PrplotWarning)
            caught = stack.enter_context(ours)
            stack.enter_context(worded(Options()))
            options = parser().parse_args(arguments)
            # Standard output is None if it is closed.
            if sys.stdout is None and getattr(options, "output", "-") in STANDARD_OUTPUT:
                raise PrplotValueError("standard output is closed, so nothing can be printed.")
            COMMANDS[options.command](options)
    except BrokenPipeError:
        _discard_output()
        return 0
    except KeyboardInterrupt:
        return 130
    except PrplotError as error:
        wrong = str(error)
    except OSError as error:
        wrong = f"{error.filename}: {error.strerror}."
        if error.filename is None:
            _discard_output()
            wrong = f"standard output cannot be written: {error.strerror or error}."
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        _complain(
            f"a fault of prplot: {type(error).__name__}: {error} (please report it, with what python -X dev says)"
        )
        return 1
    else:
        for text in dict.fromkeys(str(warning.message) for warning in caught):
            _complain(f"note: {text}")
        if was_read := getattr(options, "was_read", ""):
            _complain(was_read)
        return 0
    _complain(wrong)
    return 2


def _discard_output() -> None:
    """Discard unwritten standard output; otherwise Python would raise an error about it at exit."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(text: str) -> None:
    """Write one line to standard error."""
    if sys.stderr is not None:
        print(f"prplot: {_escaped(' '.join(text.split()))}", file=sys.stderr)


def _escaped(text: str) -> str:
    """Return a text with its control characters escaped, because a terminal would obey them."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def _print_table(rows: Sequence[Mapping[str, Any]]) -> None:
    """Print rows as a table: the first column left-aligned, the others right-aligned."""
    titles = list(dict.fromkeys(title for row in rows for title in row))
    for line in aligned(titles, [[_text(row.get(title, "")) for title in titles] for row in rows]):
        print(line[2:])


def _print(text: str) -> None:
    """Print lines with their control characters escaped."""
    print("\n".join(map(_escaped, text.split("\n"))))


def _print_with_methods(result: Any, methods: str) -> None:
    """Print a result, and below it the sentences of its methods section."""
    _print(f"{result!r}\n\n{textwrap.fill(methods, WIDTH, break_long_words=False, break_on_hyphens=False)}")


def _text(cell: Any) -> str:
    if not isinstance(cell, float):
        return _escaped(str(cell))
    return f"{cell:.6f}" if cell == cell else "n/a"


def _print_json(value: Any) -> None:
    """Print a value as JSON, with null for undefined numbers."""
    known = json.loads(json.dumps(value), parse_constant=lambda name: None if name == "NaN" else float(name))
    print(json.dumps(known, indent=2))


def _read(options: argparse.Namespace) -> dict[str, ConfusionPath]:
    """Return the requested paths by name, which is made of the column of scores, the group, or both."""
    return {str(path.name): path for path in _read_by_key(options).values()}


def _read_by_key(options: argparse.Namespace) -> dict[Any, ConfusionPath]:
    """Return the requested paths by (column of scores, group), or by one of the two if the other has one value only."""
    passed = {name: value for name, value in vars(options).items() if value is not None and value is not False}
    for command, names, needs, others, text in TOGETHER:
        first = next((name for name in names.split() if name in passed), None)
        if first and command in ("", options.command) and needs == passed.keys().isdisjoint(others.split()):
            raise PrplotValueError(text.format(first))
    if "tolerance" in passed and not 0 < options.tolerance < math.inf:
        raise PrplotValueError(f"--area-tolerance must be positive, such as 1e-4; got {options.tolerance:g}.")
    piped = options.file == "-"
    if piped and sys.stdin is None:
        raise PrplotValueError("standard input is closed, so nothing can be read.")
    file, source = (sys.stdin.buffer, "standard input") if piped else (options.file, options.file)
    # In a Request, ``tolerance`` is --area-tolerance, and ``near`` is --tolerance.
    columns: Any = {field.name: passed[field.name] for field in fields(Request) if field.name in passed}
    if len(options.score or ()) == 1:
        columns["score"] = options.score[0]
    for side in {"positives", "negatives"} & columns.keys():
        totals = dict(columns[side])
        columns[side] = totals.get("", totals)
    columns["written"] = TextFormat.checked(options.header, options.separator, options.decimal or ".", options.na or [])
    # Comparisons resample pairs of rows, so the paths must know their rows.
    columns |= {"rows": options.command == "compare", "texts": True, "what": source}
    if options.missing == "complete":
        columns |= {"missing": "raise", "complete": True}
    with waiting(f"reading {source}"):
        results: Any = _paths(options, file, source, columns)
    if isinstance(results, ConfusionPath):
        results = {results.name: results}
    named = {str(path.name): path for path in results.values()}
    options.was_read = f"{source}: {_what_was_read(named, 'by' in passed)}"
    return dict(results)


def _paths(options: argparse.Namespace, file: Any, source: str, columns: dict[str, Any]) -> Any:
    """Return the requested path or paths of one file, or of two files that belong together."""
    if options.qrels is not None:
        return from_run(options.qrels, options.file, lower_is_positive=options.lower_is_positive)
    if options.coco is not None:
        return from_coco(options.coco, options.file, **_keywords(options, names=["iou"]))
    other = options.truth or options.negatives_file
    if other is None:
        return paths_of_file(file, Request(**columns))
    names = (source, other)
    for name in names:
        if name != "standard input" and kind_of(matching(name)) != "csv":
            raise PrplotValueError(f"FILE and FILE2 must both be text tables; got {name}. Write it as CSV before.")
    if file == other:
        raise PrplotValueError(f"FILE and FILE2 must be two files; got {other} for both.")
    tables = read_columns(file, source, columns["written"]), read_columns(other, other, columns["written"])
    if options.truth is None:
        request = Request(**columns | {"label": MADE_LABEL, "rows": True})
        used = [name for argument, name in request.columns if argument != "label"]
        return paths_of_columns(of_both_classes(*tables, used, names), request)
    every, label = with_truth(*tables, options.on, options.label, names)
    return paths_of_columns(every, Request(**columns | {"label": label, "rows": True}))


def _what_was_read(paths: Mapping[str, ConfusionPath], grouped: bool) -> str:
    """Return a description of the paths read: rows, classes, labels and what was left out; once if all are equal."""
    texts = {
        name: ", ".join(f"{fact} {path_facts[fact]}" for fact in READ if fact in path_facts)
        for name, path in paths.items()
        for path_facts in [facts(path)]
    }
    if len(set(texts.values())) == 1:
        return f"each of {', '.join(texts)}: " * (grouped and len(texts) > 1) + next(iter(texts.values()))
    return "; ".join(f"{name}: {text}" for name, text in texts.items())


def _output(options: argparse.Namespace) -> Path:
    """Return the file to write; raise an error if it is the input."""
    file = named_file("--output", options.output)
    if file.exists() and options.file != "-" and any(map(file.samefile, matching(options.file))):
        raise PrplotValueError(f"--output must be another file than the input; got {options.output!r} for both.")
    return file


def _plot(options: argparse.Namespace) -> None:
    paths = _with_both_classes(_read(options), one_by_one=options.by is None)
    spaces: list[PanelName] = options.space or ([] if options.calibration else ["pr"])
    if options.interpolation is not None and not any(space_class(space)._interpolated for space in spaces):
        named = f"--space {' --space '.join(spaces)}" if spaces else "--calibration"
        raise PrplotValueError(f"--interpolation belongs to --space pr; got {named}.")
    if options.interval and not spaces:
        raise PrplotValueError("--interval is of the areas in a --space; got --calibration alone.")
    parts: dict[str, Any] = {}
    for part, names in (("interval", OF_INTERVALS), ("band", OF_BANDS)):
        level = getattr(options, part)
        parts[part] = bool(level) and (_keywords(options, level, names) or True)
    if options.calibration:
        spaces.append("calibration")
    _draw(paths, parts, spaces, [_output(options)], options.interpolation)
    _print(options.output)


def _area(options: argparse.Namespace) -> None:
    if isinstance(options.interval, float) and options.level is not None:
        raise PrplotValueError("--level must be left out where --interval has the level; got both.")
    paths = _read(options)
    if options.all or options.identify is not None:
        tables = [
            _in_spaces(path.areas(), options.space) if options.all else identify(path, options.identify)
            for path in paths.values()
        ]
        _print("\n\n".join(map(str, tables)))
        return
    sure = options if options.interval else None
    rows = [_areas(name, path, options.space or AREA_SPACES, sure) for name, path in paths.items()]
    (_print_json if options.json else _print_table)(rows)


def _in_spaces(table: Areas, spaces: Sequence[str] | None) -> Areas:
    """Return the table with only the areas in these spaces, or with all areas for None."""
    without = [space for space in spaces or () if not any(known(row.space, [space]) for row in table)]
    if without:
        raise PrplotValueError(
            f"--all lists named areas, and {', '.join(without)} {'has' if len(without) == 1 else 'have'} only the one "
            "under the curve. Leave --all out."
        )
    return replace(table, rows=tuple(row for row in table if spaces is None or known(row.space, spaces)))


def _compare(options: argparse.Namespace) -> None:
    if (options.method == "corrected-t") != (options.by is not None):
        raise PrplotValueError("--folds and --method corrected-t belong together; give both or none.")
    scores = options.score or ()
    if len(scores) < 2:
        raise PrplotValueError(f"--score must name at least two columns to compare; got {len(scores)}.")
    paths: dict[Any, Any] = _read(options) if options.by is None else _folds(options)
    keywords = _keywords(options, names=(*OF_INTERVALS, "n_train"))
    comparison = compare(paths, options.measure or options.space, **keywords)
    if options.json:
        record = {
            "measure": comparison.measure,
            "method": comparison.method,
            "level": comparison.level,
            "estimates": comparison.estimates,
            "intervals": {name: [each.low, each.high] for name, each in comparison.intervals.items()},
            "first": comparison.first,
            "differences": [row._asdict() for row in comparison.rows],
            "undefined": comparison.undefined,
            "notes": comparison.notes,
        }
        _print_json(record)
        return
    # Notes are printed on standard error.
    _print_with_methods(replace(comparison, notes=()), comparison.methods())


def _folds(options: argparse.Namespace) -> dict[str, dict[str, ConfusionPath]]:
    """Return the paths of each classifier by fold."""
    folds: dict[str, dict[str, ConfusionPath]] = defaultdict(dict)
    for (score, fold), path in _read_by_key(options).items():
        folds[score][fold] = path
    return folds


def _report(options: argparse.Namespace) -> None:
    highlight: Any = "best" if options.best else None
    table = report(_read(options), options.measure, **_keywords(options, names=("level",)), highlight=highlight)
    if options.json:
        _print_json([row._asdict() for row in table])
    elif options.latex:
        _print(table.to_latex().removesuffix("\n"))
    else:
        _print_with_methods(table, table.methods())


def _threshold(options: argparse.Namespace) -> None:
    if options.subject_to and (options.find or options.at is not None or options.zones):
        raise PrplotValueError("--subject-to belongs to --optimal; leave --find, --at and --zones out.")
    paths = _read(options)
    if options.zones:
        zones = {name: path.zones(options.zones) for name, path in paths.items()}
        if options.json:
            _print_json({name: each.columns() for name, each in zones.items()})
        else:
            _print("\n\n".join(f"{name}\n{each!r}" for name, each in zones.items()))
        return
    rows: list[dict[str, Any]] = []
    for name, path in paths.items():
        if options.find:
            rate, value = options.find
            chosen = path.find(**{rate_named("--find", rate, value): value})
        elif options.at is not None:
            chosen = path.at(options.at)
        else:
            chosen = path.optimal(options.optimal or "f1", subject_to=dict(options.subject_to or ()))
        cells = dict(zip(CELLS, chosen.cells, strict=True))
        wanted = [] if options.optimal in (None, *AT_THRESHOLD) else [options.optimal]
        measures = {measure: chosen.measure(measure) for measure in [*wanted, *AT_THRESHOLD]}
        rows.append({"score": name, "threshold": chosen.threshold, **cells, **measures})
    if options.json:
        _print_json(rows)
    else:
        exact = [{title: f"{row[title]:.12g}" for title in EXACT} for row in rows]
        _print_table([row | digits for row, digits in zip(rows, exact, strict=True)])


def _curve(options: argparse.Namespace) -> None:
    if len(options.score or ()) > 1:
        raise PrplotValueError(f"--score must name one column for a curve; got {len(options.score)}.")
    rows = _rows_of_curves(_read(options), options.space, options.by)
    if options.output in STANDARD_OUTPUT:
        csv.writer(sys.stdout, lineterminator="\n").writerows(rows)
        return
    with written_whole(_output(options)) as target, target.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)
    _print(options.output)


def _rows_of_curves(paths: dict[str, ConfusionPath], space: SpaceName, by: str | None) -> Iterator[list[Any]]:
    """Yield the column titles, and then one row for each point of each curve, with its group if there are groups."""
    yield [by, "x", "y", "threshold", "tp", "fp"][by is None :]
    for name, path in paths.items():
        curve = path.curve(space)
        vertex = curve.space._corners(path).vertex
        # The last vertex index means predicting every row positive.
        counts = np.append(path.tp, path.positives)[vertex], np.append(path.fp, path.negatives)[vertex]
        for row in np.column_stack([curve.x, curve.y, curve.thresholds, *counts]).tolist():
            yield [name, *row][by is None :]


def _demo(options: argparse.Namespace) -> None:
    data = datasets.load("digits")
    paths = data.paths()
    stem = str(named_file("--output", options.output)).removesuffix(".pdf").removesuffix(".png")
    files = [Path(f"{stem}.{ending}") for ending in ("pdf", "png")]
    _draw(paths, {}, AREA_SPACES, files, None)
    print(data.title)
    _print_table([_areas(name, path, AREA_SPACES) for name, path in paths.items()])
    for file in files:
        _print(str(file.resolve()))


def _with_both_classes(paths: dict[str, ConfusionPath], *, one_by_one: bool) -> dict[str, ConfusionPath]:
    """Return the paths that have both classes; a path without is an error, or among groups a warning."""
    drawn = {name: path for name, path in paths.items() if path.positives != 0 != path.negatives}
    for name in [name for name in paths if name not in drawn]:
        kind = "positives" if paths[name].positives == 0 else "negatives"
        lack = f"{name!r} has no {kind} at all, so there is no curve to draw"
        if one_by_one or not drawn:
            raise PrplotValueError(f"{lack}; check the label column, or use --pos-label.")
        warn(f"{lack}, and it is left out.")
    return drawn


def _areas(
    name: str,
    path: ConfusionPath,
    spaces: Sequence[SpaceName],
    sure: argparse.Namespace | None = None,
) -> dict[str, Any]:
    """Return a row of the table of areas, with intervals if ``sure`` has options for them."""
    row: dict[str, Any] = {"score": name, "prevalence": path._now.prevalence}
    for space in spaces:
        for rule in PRINTED_RULES if space_class(space)._interpolated else (None,):
            curve = path.curve(space, interpolation=rule)
            title = curve.area_name
            if sure is None:
                row[title] = curve.area()
                if path.binned:
                    row |= zip((f"{title} least", f"{title} most"), curve.bounds(), strict=True)
                continue
            interval = curve.interval(**_keywords(sure, sure.interval))
            if sure.json:
                row |= {title: interval.estimate, f"{title} interval": [interval.low, interval.high]}
                row |= {f"{title} method": interval.method, "level": interval.level}
            else:
                row[title] = str(interval)
                if interval.method == "influence":
                    row["intervals by"] = f"influence of {interval.design}"
    if not path.closed:
        row["recall reached"] = path.reached
    if path.soft and "pr" in spaces:
        row["AUPRC (continuous) at best"] = path.best().pr().area()
    return row


def _draw(
    paths: Mapping[str, ConfusionPath],
    parts: Mapping[str, Any],
    spaces: Sequence[PanelName],
    files: list[Path],
    interpolation: InterpolationName | None,
) -> None:
    # This access imports prplot.draw and matplotlib, which the other commands do not need.
    base = prplot.draw.base
    endings = base.saving.formats()
    for file in files:
        if file.suffix.removeprefix(".").lower() not in endings:
            raise PrplotValueError(f"--output must end in one of {', '.join(endings)}; got {str(file)!r}.")
    with ExitStack() as stack:
        targets = [stack.enter_context(written_whole(file)) for file in files]
        figure = base.axes.own_figure(INCHES_PER_SPACE * len(spaces), INCHES_HIGH)
        for ax, space in zip(figure.subplots(1, len(spaces), squeeze=False)[0], spaces, strict=True):
            if space == "calibration":
                prplot.draw.calibration(paths, band=_calibration_band(parts["band"]), ax=ax)
            else:
                rule = interpolation if space_class(space)._interpolated else None
                prplot.plot(paths, space, ax, interpolation=rule, **parts)
        for target in targets:
            base.saving.save(ax, target, {})


def _calibration_band(band: bool | dict[str, Any]) -> dict[str, Any] | None:
    """Return the options for the band of a calibration curve, of which ``--band`` sets the level; None without it."""
    if not band:
        return None
    level = {} if band is True else {name: value for name, value in band.items() if name == "level"}
    return {"kind": "confidence", **level}


def _keywords(options: argparse.Namespace, level: Any = None, names: Iterable[str] = OF_INTERVALS) -> dict[str, Any]:
    """Return options of the command as keyword arguments; ``level`` is the value of --interval or --band."""
    values = vars(options)
    keywords = {name: values[name] for name in names if values.get(name) is not None}
    return keywords | ({"level": level} if isinstance(level, float) else {})


COMMANDS = {
    "plot": _plot,
    "area": _area,
    "compare": _compare,
    "report": _report,
    "threshold": _threshold,
    "curve": _curve,
    "demo": _demo,
}
