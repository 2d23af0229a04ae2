"""How sure the numbers of a command are: intervals beside areas, bands around curves, and classifiers compared."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterable, Iterator, Mapping
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
from prplot.uncertainty import Comparison, compare

# What belongs to --interval, by its place among the options, and what functions call it; what bands have as well.
OF_INTERVALS = {"level": "level", "method": "method", "replicates": "n", "seed": "rng", "groups": "groups"}
OF_BANDS = ("replicates", "seed", "groups")
WIDTH = 88
# Of a classifier one group per row, where there are groups.
Groups = tuple[str, ...] | None


def first_given(options: argparse.Namespace, names: Iterable[str]) -> str | None:
    """Return the first of some options that was given; None without any."""
    return next((name for name in names if getattr(options, name, None) is not None), None)


def check_belongs(options: argparse.Namespace, names: Iterable[str], *others: str) -> None:
    """Raise an error where options are given without any of those that they belong to."""
    given = first_given(options, names)
    if given is not None and not any(getattr(options, other) for other in others):
        add = "it" if len(others) == 1 else "one of them"
        raise PrplotValueError(f"--{given} belongs to --{' and --'.join(others)}; add {add}.")


def groups_of(options: argparse.Namespace, paths: Mapping[str, ConfusionPath], source: Any) -> dict[str, Groups]:
    """Return the groups of the rows of each classifier, those without a score left out where its path has them not."""
    if options.groups is None:
        return dict.fromkeys(paths)
    columns = read_columns(source)
    found = meant(options.groups, columns)
    if not found:
        raise PrplotValueError(
            f"--groups must name a column; got {options.groups!r}, and the columns are {listed(columns, most=20)}."
        )
    columns[found[0]].require_all()
    every = np.array(columns[found[0]].cells, dtype=object)
    return {name: tuple(every[_kept(path)]) for name, path in paths.items()}


def _kept(path: ConfusionPath) -> Any:
    """Return which rows are left where some are left out."""
    known = path.known
    return slice(None) if known.absent is None or known.beyond is not None else ~known.absent


def in_figures(
    paths: Mapping[str, ConfusionPath], options: argparse.Namespace, source: Any
) -> Iterator[tuple[Mapping[str, ConfusionPath], dict[str, Any]]]:
    """Yield paths that are drawn at once, each with the options of their intervals and bands."""
    groups = groups_of(options, paths, source)
    alike = len(set(groups.values())) == 1
    for some in [paths] if alike else [{name: path} for name, path in paths.items()]:
        parts = {}
        for part, names in (("interval", ("method", *OF_BANDS)), ("band", OF_BANDS)):
            level = getattr(options, part)
            parts[part] = bool(level) and (_asked(options, groups[next(iter(some))], level, names) or True)
        yield some, parts


def interval_in_row(title: str, curve: Curve, options: argparse.Namespace, groups: Groups) -> dict[str, Any]:
    """Return what a row says of the area under a curve: the number with its interval as text, or in JSON both."""
    interval = curve.interval(**_asked(options, groups, options.interval))
    if not options.json:
        return {title: repr(interval)}
    return {
        title: interval.estimate,
        f"{title} interval": [interval.low, interval.high],
        f"{title} method": interval.method,
        "level": interval.level,
    }


def _asked(
    options: argparse.Namespace, groups: Groups, level: Any = None, names: Iterable[str] = OF_INTERVALS
) -> dict[str, Any]:
    """Return what was asked for, by the names that functions have for it; --interval and --band may have a level."""
    given = vars(options) | {"groups": groups}
    asked = {OF_INTERVALS[name]: given[name] for name in names if given[name] is not None}
    return asked | ({"level": level} if isinstance(level, float) else {})


def compared(paths: Mapping[str, ConfusionPath], options: argparse.Namespace, source: Any) -> Comparison:
    """Return the comparison of the columns of scores of a file."""
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
    groups = next(iter(groups_of(options, paths, source).values()))
    return compare(paths, options.space, **_asked(options, groups))


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
