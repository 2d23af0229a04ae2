"""How sure the numbers of a command are: intervals beside areas, bands around curves, and classifiers compared."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any, TextIO

import numpy as np

from prplot.cli.tables import as_json
from prplot.cli.terminal import as_printed
from prplot.curve.curve import Curve
from prplot.errors import PrplotValueError, listed
from prplot.path.path import ConfusionPath
from prplot.sources.files import meant, read_columns
from prplot.uncertainty import Comparison, Interval, compare

# What belongs to --interval, by its place among the options; of bands as well, and of groups.
OF_INTERVALS = ("level", "method", "replicates", "seed", "groups")
OF_BANDS = ("replicates", "seed", "groups")
WIDTH = 88
# Of each classifier one group per row.
Groups = Mapping[str, list[str]]


def check_interval(options: argparse.Namespace) -> None:
    """Raise an error where options of intervals come without them, or intervals with tables that have none."""
    given = next((name for name in OF_INTERVALS if getattr(options, name) is not None), None)
    if given is not None and not options.interval:
        raise PrplotValueError(f"--{given} belongs to --interval; add it.")
    if options.interval and (options.all or options.identify is not None):
        raise PrplotValueError("--interval is of the usual areas; leave --all and --identify out.")
    if isinstance(options.interval, float) and options.level is not None:
        raise PrplotValueError("--level must be left out where --interval has the level; got both.")


def check_sureness(options: argparse.Namespace) -> None:
    """Raise an error where options of intervals and bands of a figure come without them."""
    if options.method is not None and not options.interval:
        raise PrplotValueError("--method belongs to --interval; add it.")
    given = next((name for name in OF_BANDS if getattr(options, name) is not None), None)
    if given is not None and not (options.interval or options.band):
        raise PrplotValueError(f"--{given} belongs to --interval and --band; add one of them.")


def groups_of(options: argparse.Namespace, paths: Mapping[str, ConfusionPath], source: Any) -> Groups | None:
    """Return the groups of the rows of each classifier, those without a score left out where its path has them not."""
    if options.groups is None:
        return None
    columns = read_columns(source)
    found = meant(options.groups, columns)
    if not found:
        raise PrplotValueError(
            f"--groups must name a column; got {options.groups!r}, and the columns are {listed(columns, most=20)}."
        )
    column = columns[found[0]]
    column.require_all()
    every = np.array(column.cells, dtype=object)
    return {name: every[_kept(path)].tolist() for name, path in paths.items()}


def _kept(path: ConfusionPath) -> Any:
    """Return which rows are left where some are left out."""
    known = path.known
    return slice(None) if known.absent is None or known.beyond is not None else ~known.absent


def in_figures(
    paths: Mapping[str, ConfusionPath], options: argparse.Namespace, groups: Groups | None
) -> Iterator[tuple[Mapping[str, ConfusionPath], dict[str, Any]]]:
    """Yield paths that are drawn at once, each with the options of their intervals and bands."""
    if groups is not None and len({tuple(each) for each in groups.values()}) > 1:
        for name, path in paths.items():
            yield {name: path}, _parts(options, groups[name])
    else:
        yield paths, _parts(options, None if groups is None else next(iter(groups.values())))


def _parts(options: argparse.Namespace, groups: list[str] | None) -> dict[str, Any]:
    drawn = {"n": options.replicates, "rng": options.seed, "groups": groups}
    parts = {}
    for name, level, more in (
        ("interval", options.interval, {"method": options.method}),
        ("band", options.band, {}),
    ):
        asked = {"level": level if isinstance(level, float) else None, **drawn, **more}
        parts[name] = {key: value for key, value in asked.items() if value is not None} or True if level else False
    return parts


def interval_of(curve: Curve, options: argparse.Namespace, groups: list[str] | None = None) -> Interval:
    """Return the area under a curve with the interval that was asked for."""
    level = {"level": options.interval} if isinstance(options.interval, float) else {}
    return curve.interval(**{"groups": groups, **_asked(options), **level})


def with_interval(title: str, interval: Interval, *, json: bool) -> dict[str, Any]:
    """Return what a row says of an area: the number with its interval as text, or in JSON both."""
    if not json:
        return {title: repr(interval)}
    return {
        title: interval.estimate,
        f"{title} interval": [interval.low, interval.high],
        f"{title} method": interval.method,
        "level": interval.level,
    }


def _asked(options: argparse.Namespace) -> dict[str, Any]:
    """Return what was asked for, by the names that functions have for it."""
    asked = {"level": options.level, "method": options.method, "n": options.replicates, "rng": options.seed}
    return {name: value for name, value in asked.items() if value is not None}


def compared(paths: Mapping[str, ConfusionPath], options: argparse.Namespace, source: Any) -> Comparison:
    """Return the comparison of the columns of scores of a file."""
    if len(paths) < 2:
        raise PrplotValueError(f"--score must name at least two columns to compare; got {len(paths)}.")
    for (first, one), (second, other) in combinations(paths.items(), 2):
        left_out = [path.known.absent for path in (one, other) if path.known.beyond is None]
        if len(left_out) == 2 and not _same(*left_out):
            raise PrplotValueError(
                f"--missing drop leaves other rows out of {first!r} than of {second!r}, which are then not compared on "
                "the same rows. Use --missing lowest or --missing unreached, which keep them, or leave those rows out "
                "of the file."
            )
    groups = groups_of(options, paths, source)
    own = None if groups is None else next(iter(groups.values()))
    return compare(paths, options.space, groups=own, **_asked(options))


def _same(one: Any, other: Any) -> bool:
    return (one is None and other is None) or bool(one is not None and other is not None and np.array_equal(one, other))


def print_comparison(found: Comparison, file: TextIO, *, json: bool) -> None:
    """Print a comparison as tables and a sentence, or as JSON."""
    if json:
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
        print(as_json(said), file=file)
        return
    methods = textwrap.wrap(found.methods(), WIDTH, break_long_words=False, break_on_hyphens=False)
    # Notes are said on standard error.
    for line in [*repr(replace(found, notes=())).split("\n"), "", *methods]:
        print(as_printed(line, file), file=file)
