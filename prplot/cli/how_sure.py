"""How sure the numbers of a command are: intervals beside areas, and classifiers compared."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Mapping
from itertools import combinations
from typing import Any, TextIO

import numpy as np

from prplot.cli.tables import as_json, print_table
from prplot.curve.curve import Curve
from prplot.errors import PrplotValueError
from prplot.path.path import ConfusionPath
from prplot.uncertainty import Comparison, Interval, compare
from prplot.uncertainty.comparison import as_written, p_written
from prplot.uncertainty.interval import recommended
from prplot.uncertainty.measures import of_curve

__all__ = ["check_interval", "compared", "interval_of", "print_comparison", "with_interval"]

# What belongs to --interval, by its place among the options.
OF_INTERVALS = ("level", "method", "replicates", "seed")
WIDTH = 88


def check_interval(options: argparse.Namespace) -> None:
    """Raise an error where options of intervals come without them, or intervals with tables that have none."""
    given = next((name for name in OF_INTERVALS if getattr(options, name) is not None), None)
    if given is not None and not options.interval:
        raise PrplotValueError(f"--{given} belongs to --interval; add it.")
    if options.interval and (options.all or options.identify is not None):
        raise PrplotValueError("--interval is of the usual areas; leave --all and --identify out.")


def interval_of(curve: Curve, options: argparse.Namespace) -> Interval:
    """Return the area under a curve with the interval that was asked for."""
    return curve.interval(**{"method": recommended(of_curve(curve)), **_asked(options)})


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


def compared(paths: Mapping[str, ConfusionPath], options: argparse.Namespace) -> Comparison:
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
    return compare(paths, options.space, **_asked(options))


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
            "first": found.first,
            "differences": [row._asdict() for row in found.rows],
            "undefined": found.undefined,
            "notes": found.notes,
        }
        print(as_json(said), file=file)
        return
    drawn = found.method != "delong"
    print_table(
        [
            {
                "score": name,
                found.measure: value,
                **({"ranks first": f"{100 * found.first[name]:.1f} %"} if drawn else {}),
            }
            for name, value in found.estimates.items()
        ],
        file,
    )
    print(file=file)
    rows = []
    for place, row in enumerate(found.rows):
        difference, ends, p = as_written(found, place)
        named = {"a": row.a, "b": row.b, "a - b": difference}
        rows.append({**named, f"{100 * found.level:g} % interval": ends, "p": p, "p (Holm)": p_written(row.p_adjusted)})
    print_table(rows, file, names=2)
    print(f"\n{textwrap.fill(found.methods(), WIDTH, break_long_words=False, break_on_hyphens=False)}", file=file)
