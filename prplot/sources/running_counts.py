"""Make paths from columns of cumulative counts: for each threshold, the rows of each class with at least this score."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from itertools import compress
from typing import Any

import numpy as np

from prplot.errors import PrplotTypeError, invalid, listed, message, option, short, shortest, warn
from prplot.path.makers import from_counts
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray
from prplot.rows.checks import check
from prplot.rows.hard_labels import in_order
from prplot.sources.engine_rows import fetched
from prplot.sources.parts import told_of
from prplot.sources.reading_errors import engine_errors
from prplot.sources.request import RUNNING, Paths, Request, each_score

# Names in other tools (hap.py, vcfeval, WEKA, H2O) for the count of positives below each threshold.
MISSED = ("truth.fn", "false_negatives", "false negatives", "fns", "fn")


def without_threshold() -> str:
    """Return the advice of errors about rows without a threshold."""
    return f"Rows without a threshold, such as totals, are left out with {option('missing', 'drop')}."


def several_curves() -> str:
    """Return the advice of errors about several curves in one table."""
    return f"If the rows are those of several curves, name the column that tells them apart with {option('by')}."


def running_counts_of_frame(nw: Any, frame: Any, request: Request) -> tuple[dict[str, FloatArray], list[Any] | None]:
    """Return the columns of cumulative counts of a lazy frame, and the group of each row, or None."""
    schema = frame.collect_schema()
    columns = {}
    for argument in RUNNING:
        name = str(getattr(request, argument))
        if not schema[name].is_numeric():
            rule, got = "name a column of numbers", f"{name!r} of type {schema[name]}"
            raise PrplotTypeError(message(argument, rule, got, request.cast), argument=argument)
        columns[argument] = nw.col(name).cast(nw.Float64)
    if request.by is not None:
        columns["by"] = nw.col(str(request.by))
    used = {str(name) for _, name in request.columns}
    texts = (nw.String, nw.Categorical, nw.Enum)
    others = [name for name in schema if name not in used and schema[name] in texts]
    if missed := missed_column(name for name in schema if schema[name].is_numeric()):
        columns["fn"] = nw.col(missed).cast(nw.Float64)
    with engine_errors(request.what):
        # The caller's columns may have the same names as arguments, so they are renamed.
        renamed = {f"other {k}": name for k, name in enumerate(others)}
        query = frame.select(**columns, **{key: nw.col(name) for key, name in renamed.items()})
        values = fetched(query, exact=("by", *renamed))
    groups = values.pop("by", None)
    check_one_curve({name: values.pop(key) for key, name in renamed.items()}, groups, request)
    return values, groups


def missed_column(names: Iterable[str]) -> str | None:
    """Return the name of the column that counts positives below each threshold (false negatives), or None."""
    return next((name for name in names if name.lower() in MISSED), None)


def check_one_curve(columns: Mapping[str, Sequence[Any]], groups: Sequence[Any] | None, request: Request) -> None:
    """Raise an error if a column of texts repeats several values within a curve, as if it mixed several curves."""
    for name, values in columns.items():
        if _are_numbers(values):
            continue
        curves = [None] * len(values) if groups is None else groups
        of_curves: dict[Any, Counter[Any]] = defaultdict(Counter)
        for curve, value in zip(curves, values, strict=True):
            if value:
                of_curves[curve][value] += 1
        if any(1 < len(each) < each.total() for each in of_curves.values()):
            raise invalid(
                request.what,
                f"hold one value of {name!r} for each curve",
                listed(in_order({value for value in values if value})),
                f"Select the rows of one of them before, or pass {option('by', name)}.",
            )


def _are_numbers(values: Sequence[Any]) -> bool:
    try:
        np.array([value or "nan" for value in values], dtype=float)
    except (TypeError, ValueError):
        return False
    return True


def paths_of_running_counts(
    columns: Mapping[str, FloatArray], groups: list[Any] | None, request: Request, lines: Sequence[int] = ()
) -> Paths:
    """Return the path, or the path of each group, from columns of cumulative counts.

    Parameters
    ----------
    columns : mapping
        The values by "threshold", "tp" and "fp"; perhaps also by "fn", for a warning.
    groups : list, optional
        The group of each row.
    lines : sequence of int, optional
        The line of the file from which each row comes.
    """
    if not len(columns["tp"]):
        raise invalid(request.what, "hold at least one row", "none", "Check what selected the rows.")
    if request.missing == "drop":
        known = ~np.isnan(columns["threshold"])
        columns = {argument: values[known] for argument, values in columns.items()}
        groups = None if groups is None else [*compress(groups, known)]
        lines = [*compress(lines, known)]
    for argument in RUNNING:
        _check_numbers(argument, columns[argument], request, lines)
    paths = {}
    for key, members in request.rows_of_groups(groups).items():
        part = {argument: values[members] for argument, values in columns.items()}
        totals = request.totals(key)
        # A group without any count has no curve.
        if groups is None or part["tp"].any() or part["fp"].any() or any(totals.values()):
            with told_of(f"{request.by} {short(key)}") if groups is not None else nullcontext():
                paths[None, key] = _path(part, request, totals, request.name_of(request.threshold, key))
    if not paths:
        raise invalid("tp and fp", "hold some weight", "only zeros")
    return request.arranged(paths)


def _check_numbers(argument: str, values: FloatArray, request: Request, lines: Sequence[int]) -> None:
    """Raise an error, which names column and row, if a value cannot be a threshold or a count."""
    column = getattr(request, argument)

    def got(row: int) -> str:
        return f"{shortest(values[row])} in row {lines[row] if lines else row} of column {column!r}"

    if argument == "threshold":
        check(argument, np.isnan(values), "be given in every row", got, without_threshold())
    else:
        check(argument, ~np.isfinite(values), "hold finite counts", got)
        check(argument, values < 0, "not be negative", got)


def _path(part: Mapping[str, FloatArray], request: Request, totals: dict[str, Any], name: str) -> ConfusionPath:
    """Return the path of one group; its rows may be in any order."""
    threshold, tp, fp = (part[argument] for argument in RUNNING)
    if totals["positives"] is None and "fn" in part:
        _warn_of_missed(tp, part["fn"])
    # Subtracting from 0.0 keeps 0.0, where negation would give -0.0.
    rising = threshold + 0.0 if request.lower_is_positive else 0.0 - threshold
    # Rows are sorted, and equal ones are merged.
    rising, tp, fp = np.unique(np.column_stack([rising, tp, fp]), axis=0).T
    cuts = 0.0 - rising
    threshold = rising if request.lower_is_positive else cuts
    twice = cuts[1:] == cuts[:-1]
    # The origin may have threshold inf, and so may the rows with score inf that follow it.
    twice[:1] &= ~((cuts[:1] == np.inf) & (tp[:1] == 0) & (fp[:1] == 0))

    def got(row: int) -> str:
        pairs = (f"{shortest(tp[k])} and {shortest(fp[k])}" for k in (row, row + 1))
        return f"{' beside '.join(pairs)} at threshold {shortest(threshold[row])}"

    way_out = several_curves() if request.by is None else "Leave out all rows but one."
    check("tp and fp", twice, "be the same in all rows of one threshold", got, way_out)
    _check_rising({"tp": tp, "fp": fp}, threshold, request)
    made = from_counts(cuts, tp, fp, **totals, name=name)
    return replace(made, treatment=made.treatment._replace(lower_is_positive=request.lower_is_positive))


def _warn_of_missed(tp: FloatArray, fn: FloatArray) -> None:
    """Warn if tp plus false negatives exceeds the largest tp, so that the path does not reach all positives."""
    every = np.nanmax(tp + fn, initial=0.0)
    if every > tp.max():
        total = int(every) if every.is_integer() else float(every)
        warn(
            f"tp reaches {shortest(tp.max())}, but with the false negatives of the same table there are {total} "
            f"positives. Pass {option('positives', total)}, so that recall is that of all of them."
        )


def _check_rising(counts: Mapping[str, FloatArray], threshold: FloatArray, request: Request) -> None:
    """Raise an error if counts fall as the path goes on."""
    turned = request.lower_is_positive
    if all((np.diff(column) <= 0).all() for column in counts.values()):
        way_out = (
            f"If {'large' if turned else 'small'} scores mean positive, use {option('lower_is_positive', not turned)}."
        )
    else:
        way_out = each_score() if request.by is not None else f"{each_score()} {several_curves()}"
    rule = f"be running counts, which never fall as the threshold {'rises' if turned else 'falls'}"
    for argument, column in counts.items():
        falls = np.flatnonzero(column[1:] < column[:-1])
        for row in falls[:1]:
            pairs = (f"{shortest(column[k])} at threshold {shortest(threshold[k])}" for k in (row, row + 1))
            got = f"{' and then '.join(pairs)} in column {getattr(request, argument)!r}"
            raise invalid(argument, rule, got, way_out)
