"""The command ``prplot``: figures, areas, comparisons and curves from CSV files, and a demonstration."""

from __future__ import annotations

import argparse
import csv
import io
import math
import signal
import sys
import textwrap
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import fields, replace
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import prplot
from prplot import datasets
from prplot.areas import Areas, identify
from prplot.cli.arguments import AREA_SPACES, parser
from prplot.cli.terminal import (
    as_printed,
    complain,
    discard_output,
    escaped,
    in_options,
    print_json,
    print_table,
    standard_output,
    writable,
)
from prplot.errors import PrplotError, PrplotValueError, PrplotWarning, listed, warn
from prplot.names import InterpolationName, SpaceName
from prplot.path.path import ConfusionPath
from prplot.sources.data_files import matching, paths_of_file
from prplot.sources.files import meant, read_columns
from prplot.sources.request import Request
from prplot.spaces import space_class
from prplot.uncertainty import compare
from prplot.uncertainty.progress import waiting
from prplot.writing import WriteError, written_whole

if TYPE_CHECKING:
    import prplot.draw.base.axes
    import prplot.draw.base.saving

PRINTED_RULES = ("continuous", "step")
INCHES_PER_SPACE, INCHES_HIGH = 4.9, 4.4
# Options of --interval with the arguments of functions that they become; then the options that --band has too.
OF_INTERVALS = {"level": "level", "method": "method", "replicates": "n", "seed": "rng", "groups": "groups"}
OF_BANDS = ("replicates", "seed", "groups")
WIDTH = 88
# The group of each row of a classifier; None without --groups.
Groups = tuple[str, ...] | None


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status.

    0, or 2 with one line on standard error where something is wrong, or 130 where it was interrupted. What is a fault
    of prplot itself is 1, with a traceback under ``python -X dev``.
    """
    try:
        with writable(), warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("ignore")
            warnings.simplefilter("always", PrplotWarning)
            options = parser().parse_args(arguments)
            COMMANDS[options.command](options)
    except BrokenPipeError:
        discard_output()
        return 0
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except WriteError as error:
        wrong = str(error)
    except PrplotError as error:
        wrong = in_options(str(error))
    except OSError as error:
        wrong = f"{error.filename}: {error.strerror}."
        if error.filename is None:
            discard_output()
            wrong = f"standard output cannot be written: {error.strerror or error}."
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        complain(f"a fault of prplot: {type(error).__name__}: {error} (please report it, with what python -X dev says)")
        return 1
    else:
        for text in dict.fromkeys(str(warning.message) for warning in caught):
            complain(f"note: {text}")
        return 0
    complain(wrong)
    return 2


def _read(options: argparse.Namespace) -> dict[str, ConfusionPath]:
    """Return the paths by name: the name of the column, the group, or both."""
    by = getattr(options, "by", None)
    if options.bg is not None and options.fg is None:
        raise PrplotValueError("--bg must come with --fg.")
    if options.pos_label is not None and options.label is None:
        raise PrplotValueError("--pos-label must come with --label.")
    if by is not None:
        given = _first_given(options, ("positives", "negatives", "groups"))
        if given is not None:
            raise PrplotValueError(f"--{given} must be left out with --by, which makes more than one path.")
    # In a request, ``tolerance`` is --area-tolerance, and ``near`` is --tolerance.
    columns: Any = {field.name: getattr(options, field.name, None) for field in fields(Request)}
    closely = columns["tolerance"]
    if closely is not None and not 0 < closely < math.inf:
        raise PrplotValueError(f"--area-tolerance must be positive, such as 1e-4; got {closely:g}.")
    if options.near and _first_given(options, ("bins", "tolerance")):
        raise PrplotValueError("--tolerance must be left out with --bins and --area-tolerance: near scores share bins.")
    one = by is not None and len(options.score) == 1
    # Pairs and groups are resampled by rows, so the paths must know their rows.
    columns["rows"] = options.command == "compare" or _first_given(options, ["groups"]) is not None
    asked = Request(**columns | {"score": options.score[0] if one else options.score, "what": ""})
    with waiting(f"reading {'standard input' if options.file == '-' else options.file}"):
        paths: Any = paths_of_file(_source(options), asked)
    return {str(path.name): path for path in paths.values()}


def _source(options: argparse.Namespace) -> Any:
    """Return the file to read; standard input is kept if it is read twice."""
    if options.file != "-":
        return options.file
    # Standard input is None if it is closed.
    if sys.stdin is None:
        raise PrplotValueError("standard input is closed, so nothing can be read.")
    if _first_given(options, ["groups"]) is None:
        return sys.stdin.buffer
    if "source" not in options:
        options.source = io.BytesIO(sys.stdin.buffer.read())
    options.source.seek(0)
    return options.source


def _output(options: argparse.Namespace) -> Path:
    """Return the file to write, which must not be the input."""
    file = Path(options.output)
    if file.exists() and options.file != "-" and any(map(file.samefile, matching(options.file))):
        raise PrplotValueError(f"--output must be another file than the input; got {options.output!r} for both.")
    return file


def _plot(options: argparse.Namespace) -> None:
    _check_belongs(options, ["method"], "interval")
    _check_belongs(options, OF_BANDS, "interval", "band")
    paths = _with_both_classes(_read(options), one_by_one=options.by is None)
    spaces = options.space or ["pr"]
    if options.interpolation is not None and not any(space_class(space).interpolated for space in spaces):
        raise PrplotValueError(f"--interpolation belongs to --space pr; got --space {' --space '.join(spaces)}.")
    groups, at_once = _groups_of(options, paths), []
    # Paths with different rows have different groups, so they are plotted one after the other.
    alike = len(set(groups.values())) == 1
    for some in [paths] if alike else [{name: path} for name, path in paths.items()]:
        parts = {}
        for part, names in (("interval", ("method", *OF_BANDS)), ("band", OF_BANDS)):
            level = getattr(options, part)
            parts[part] = bool(level) and (_asked(options, groups[next(iter(some))], level, names) or True)
        at_once.append((some, parts))
    _draw(at_once, spaces, [_output(options)], options.interpolation)
    print(escaped(options.output))


def _area(options: argparse.Namespace) -> None:
    _check_belongs(options, OF_INTERVALS, "interval")
    named = options.all or options.identify is not None
    if options.interval and named:
        raise PrplotValueError("--interval is of the usual areas; leave --all and --identify out.")
    if isinstance(options.interval, float) and options.level is not None:
        raise PrplotValueError("--level must be left out where --interval has the level; got both.")
    paths = _read(options)
    if named:
        if options.json:
            raise PrplotValueError("--json prints the usual areas; leave --all and --identify out.")
        if options.identify is not None and (options.space or options.all):
            raise PrplotValueError("--identify looks through every area; leave --space and --all out.")
        tables = [
            _in_spaces(path.areas(), options.space) if options.all else identify(path, options.identify)
            for path in paths.values()
        ]
        print("\n\n".join(map(str, tables)), file=standard_output())
        return
    sure = options if options.interval else None
    groups = _groups_of(options, paths)
    rows = [_areas(name, path, options.space or AREA_SPACES, sure, groups[name]) for name, path in paths.items()]
    (print_json if options.json else print_table)(rows)


def _in_spaces(table: Areas, spaces: Sequence[str] | None) -> Areas:
    """Return the areas of the table in these spaces; all areas for None."""
    without = [space for space in spaces or () if not any(row.space.lower() == space for row in table)]
    if without:
        raise PrplotValueError(
            f"--all lists named areas, and {', '.join(without)} {'has' if len(without) == 1 else 'have'} only the one "
            "under the curve. Leave --all out."
        )
    return replace(table, rows=tuple(row for row in table if spaces is None or row.space.lower() in spaces))


def _compare(options: argparse.Namespace) -> None:
    paths = _read(options)
    if len(paths) < 2:
        raise PrplotValueError(f"--score must name at least two columns to compare; got {len(paths)}.")
    for (first, one), (second, other) in combinations(paths.items(), 2):
        left_out: Any = [path.known.absent for path in (one, other) if path.known.beyond is None]
        if len(left_out) == 2 and not np.array_equal(*left_out):
            raise PrplotValueError(
                f"--missing drop leaves other rows out of {first!r} than of {second!r}, which are then not compared on "
                "the same rows. Use --missing lowest or --missing unreached, which keep them, or leave those rows out "
                "of the file."
            )
    groups = next(iter(_groups_of(options, paths).values()))
    found = compare(paths, options.space, **_asked(options, groups))
    if options.json:
        said = {
            "measure": found.measure,
            "method": found.method,
            "level": found.level,
            "estimates": found.estimates,
            "intervals": {name: [each.low, each.high] for name, each in found.intervals.items()},
            "first": found.first,
            "differences": [row._asdict() for row in found.rows],
            "undefined": found.undefined,
            "notes": found.notes,
        }
        print_json(said)
        return
    methods = textwrap.wrap(found.methods(), WIDTH, break_long_words=False, break_on_hyphens=False)
    file = standard_output()
    # Notes go to standard error.
    for line in [*repr(replace(found, notes=())).split("\n"), "", *methods]:
        print(as_printed(line, file), file=file)


def _curve(options: argparse.Namespace) -> None:
    if len(options.score) > 1:
        raise PrplotValueError(f"--score must name one column for a curve; got {len(options.score)}.")
    rows = _rows_of_curves(_read(options), options.space, options.by)
    if options.output in ("-", "/dev/stdout"):
        csv.writer(standard_output(), lineterminator="\n").writerows(rows)
        return
    with written_whole(_output(options)) as place, place.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)
    print(escaped(options.output))


def _rows_of_curves(paths: dict[str, ConfusionPath], space: SpaceName, by: str | None) -> Iterator[list[Any]]:
    """Yield the column titles and one row per point of each curve, with the name of the group if there are groups."""
    yield [by, "x", "y", "threshold", "tp", "fp"][by is None :]
    for name, path in paths.items():
        curve = path.curve(space)
        vertex = curve.space.corners(path).vertex
        # The last vertex predicts every row positive.
        counts = np.append(path.tp, path.positives)[vertex], np.append(path.fp, path.negatives)[vertex]
        for row in np.column_stack([curve.x, curve.y, curve.thresholds, *counts]).tolist():
            yield [name, *row][by is None :]


def _demo(options: argparse.Namespace) -> None:
    data = datasets.load("digits")
    paths = data.paths()
    stem = options.output.removesuffix(".pdf").removesuffix(".png")
    files = [Path(f"{stem}.{ending}") for ending in ("pdf", "png")]
    _draw([(paths, {})], AREA_SPACES, files, None)
    print(data.title)
    print_table([_areas(name, path, AREA_SPACES) for name, path in paths.items()])
    for file in files:
        print(escaped(str(file.resolve())))


def _with_both_classes(paths: dict[str, ConfusionPath], *, one_by_one: bool) -> dict[str, ConfusionPath]:
    """Return the paths with both classes; a missing class is an error, or for groups a warning."""
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
    groups: Groups = None,
) -> dict[str, Any]:
    """Return the usual areas by their titles, with intervals if options for intervals are given."""
    row: dict[str, Any] = {"score": name, "prevalence": path.known_prevalence}
    for space in spaces:
        for rule in PRINTED_RULES if space_class(space).interpolated else (None,):
            curve = path.curve(space, interpolation=rule)
            kind = curve.area_name.partition(", ")[2]
            title = f"{space.upper()} {kind}".strip()
            if sure is None:
                row[title] = curve.area()
                if path.binned:
                    row |= zip((f"{title} least", f"{title} most"), curve.bounds(), strict=True)
                continue
            interval = curve.interval(**_asked(sure, groups, sure.interval))
            row[title] = interval.estimate if sure.json else repr(interval)
            if sure.json:
                row |= {f"{title} interval": [interval.low, interval.high], f"{title} method": interval.method}
                row["level"] = interval.level
    if not path.closed:
        row["recall reached"] = path.reached
    if path.soft and "pr" in spaces:
        row["PR best possible"] = path.best().pr().area()
    return row


def _draw(
    at_once: Sequence[tuple[Mapping[str, ConfusionPath], dict[str, Any]]],
    spaces: Sequence[SpaceName],
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
        places = [stack.enter_context(written_whole(file)) for file in files]
        figure = base.axes.own_figure(INCHES_PER_SPACE * len(spaces), INCHES_HIGH)
        for ax, space in zip(figure.subplots(1, len(spaces), squeeze=False)[0], spaces, strict=True):
            rule = interpolation if space_class(space).interpolated else None
            for paths, parts in at_once:
                drawn = prplot.plot(paths, space, ax, interpolation=rule, **parts)
        for place in places:
            drawn.save(place)


def _first_given(options: argparse.Namespace, names: Iterable[str]) -> str | None:
    """Return the first of some options that was given, or None."""
    return next((name for name in names if getattr(options, name, None) is not None), None)


def _check_belongs(options: argparse.Namespace, names: Iterable[str], *others: str) -> None:
    """Raise an error if one of the options is given without any of the options that it belongs to."""
    given = _first_given(options, names)
    if given is not None and not any(getattr(options, other) for other in others):
        add = "it" if len(others) == 1 else "one of them"
        raise PrplotValueError(f"--{given} belongs to --{' and --'.join(others)}; add {add}.")


def _groups_of(options: argparse.Namespace, paths: Mapping[str, ConfusionPath]) -> dict[str, Groups]:
    """Return the groups of the rows of each classifier, without the rows that its path leaves out."""
    if options.groups is None:
        return dict.fromkeys(paths)
    columns = read_columns(_source(options))
    found = meant(options.groups, columns)
    if not found:
        raise PrplotValueError(
            f"--groups must name a column; got {options.groups!r}, and the columns are {listed(columns, most=20)}."
        )
    every = np.array(columns[found[0]].whole().cells, dtype=object)
    return {name: tuple(every[_kept(path)]) for name, path in paths.items()}


def _kept(path: ConfusionPath) -> Any:
    """Return which rows a path has not left out."""
    known = path.known
    return slice(None) if known.absent is None or known.beyond is not None else ~known.absent


def _asked(
    options: argparse.Namespace, groups: Groups, level: Any = None, names: Iterable[str] = OF_INTERVALS
) -> dict[str, Any]:
    """Return options as keyword arguments of functions; ``level`` is that of --interval or --band, if it has one."""
    given = vars(options) | {"groups": groups}
    asked = {OF_INTERVALS[name]: given[name] for name in names if given[name] is not None}
    return asked | ({"level": level} if isinstance(level, float) else {})


COMMANDS = {"plot": _plot, "area": _area, "compare": _compare, "curve": _curve, "demo": _demo}
