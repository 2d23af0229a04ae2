"""Columns of text files as numbers, labels and groups, and the paths made of them, which keep their rows."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any, NamedTuple

import numpy as np

from prplot.errors import PrplotValueError, listed, short, warn
from prplot.names import nearest
from prplot.path.makers import path_of_labels, path_of_weights
from prplot.rows.arrays import FloatArray
from prplot.rows.hard_labels import Labels, codes_of_missing, missing_codes
from prplot.sources.parts import groups_in_order, members_of
from prplot.sources.queries import Paths, Request, number_of
from prplot.sources.running_counts import RUNNING, paths_of_running_counts

MISSING_MARKS = ("", "na", "nan", "null", "none")
BLANKS = " \t"


class FileColumn(NamedTuple):
    """A column as text, with the line of the file that each cell comes from, where that is known."""

    name: str
    cells: Sequence[str]
    rows: Sequence[int] = ()

    def _at(self, index: int) -> str:
        """Return a cell as messages quote it."""
        return short(self.cells[index]) + (f" in row {self.rows[index]}" if self.rows else "")

    def numbers(self) -> FloatArray:
        """Return the cells as floats, missing ones as NaN."""
        values = np.empty(len(self.cells))
        for index, cell in enumerate(self.cells):
            try:
                values[index] = math.nan if is_missing(cell) else number_of(cell)
            except ValueError:
                text = f"column {self.name!r} must hold numbers; got {self._at(index)}."
                if re.fullmatch(r"[+-]?\d*,\d+", cell):
                    text += (
                        " Decimals have a point: read it with pandas.read_csv(..., decimal=',') for prplot.from_frame."
                    )
                raise PrplotValueError(text) from None
        return values

    def scores(self) -> FloatArray:
        """Return the cells as floats, missing ones as NaN; warn where that makes ties."""
        values = self.numbers()
        first: dict[float, int] = {}
        for index, (cell, value) in enumerate(zip(self.cells, values.tolist(), strict=True)):
            before = first.setdefault(value, index)
            if self.cells[before] != cell and value == value and Decimal(self.cells[before]) != Decimal(cell):
                warn(
                    f"column {self.name!r} has scores that differ beyond the digits of a double, and so count as ties: "
                    f"{self._at(before)} and {self._at(index)}, perhaps others. Write their differences from a number "
                    "near them, or ranks."
                )
                break
        return values

    def whole(self) -> FileColumn:
        """Return the column itself, or raise an error if a cell is missing."""
        for index, cell in enumerate(self.cells):
            if is_missing(cell):
                raise PrplotValueError(f"column {self.name!r} must not have missing values; got {self._at(index)}.")
        return self


def is_missing(cell: str) -> bool:
    """Return whether a cell says that there is no value."""
    return cell.lower() in MISSING_MARKS


def column_of(source: str, name: str, columns: Iterable[str]) -> str:
    """Return the column of a name: exactly as written, or else the one that differs only in blanks around it."""
    same = [each for each in columns if each.strip(BLANKS) == name.strip(BLANKS)]
    matches = [each for each in same if each == name] or same
    if not matches:
        text = f"{source} has no column {name!r}; its columns are {listed(columns, most=20)}."
        raise PrplotValueError(f"{text} {nearest(name, columns, literal=True)}".rstrip())
    if len(matches) > 1:
        raise PrplotValueError(f"{source} must name each column once; got {name!r} more than once.")
    return matches[0]


def paths_of_columns(every: dict[str, FileColumn], request: Request) -> Paths:
    """Return the path or the paths that were asked of the columns of a CSV file, whose rows they keep."""
    columns = {name: every[column_of(request.what, name, every)] for _, name in request.columns}
    groups_of_rows = None
    if request.by is not None:
        groups_of_rows = [None if is_missing(cell) else cell for cell in columns[request.by].cells]
    if request.running:
        counts = {argument: columns[getattr(request, argument)].whole().numbers() for argument in RUNNING}
        return paths_of_running_counts(counts, groups_of_rows, request, columns[request.tp].rows)
    weight_columns = {"sample_weight": request.weight, "fg": request.fg, "bg": request.bg}
    values: dict[str, Any] = {
        argument: columns[name].whole().numbers() for argument, name in weight_columns.items() if name is not None
    }
    keys = {"groups": request.groups, "item": request.item}
    keys = {argument: np.array(columns[name].whole().cells) for argument, name in keys.items() if name is not None}
    # Rows of weight 0 do not count; negative weights are an error of the function that makes the path.
    weight, fg, bg = (values.get(argument, 1.0) for argument in weight_columns)
    weighty = (weight != 0) & ((fg != 0) | (bg != 0))
    labels = None if request.label is None else _labels(columns[request.label], request)
    counted = True if labels is None or labels.left_out is None else ~labels.left_out
    groups: dict[Any, Any] = {None: slice(None)}
    if groups_of_rows is not None:
        groups = {key: [] for key in request.groups_told()} | members_of(groups_of_rows)
    paths = {}
    for name in request.scores:
        score = columns[name].scores()
        absent = np.isnan(score) & counted
        if absent.any() and request.missing == "raise":
            raise PrplotValueError(
                f"column {name!r} must have a score in every row; {absent.sum()} are missing, the first in row "
                f"{columns[name].rows[int(absent.argmax())]}. Use missing='unreached' where no threshold returns those "
                "rows, missing='lowest' to rank them last, or missing='drop' to leave them out."
            )
        counts = weighty & counted & (~absent | (request.missing != "drop"))
        for key in groups_in_order(groups):
            rows, totals = groups[key], request.totals(key)
            if request.by is None or counts[rows].any() or any(total is not None for total in totals.values()):
                part = {argument: column[rows] for argument, column in values.items()}
                reading = replace(request.reading, **{argument: column[rows] for argument, column in keys.items()})
                ends = reading, request.near, (totals["positives"], totals["negatives"]), request.name_of(name, key)
                weights = part.get("sample_weight")
                if labels is None:
                    path = path_of_weights(score[rows], part["fg"], part.get("bg"), weights, *ends)
                else:
                    path = path_of_labels(labels.of(rows), score[rows], weights, *ends)
                paths[name, key] = path
    return request.arranged(paths)


def _labels(column: FileColumn, request: Request) -> Labels:
    """Return the labels of a column as texts, with which rows are positive and which are left out."""
    cells = np.array((column if request.neg_label is not None else column.whole()).cells)
    distinct = [cell for cell in np.unique(cells).tolist() if not is_missing(cell)]
    chosen = request.labels(distinct)
    if beside := codes_of_missing(chosen, distinct):
        warn(missing_codes(f"label {request.label!r}", beside, int(np.isin(cells, beside).sum())))
    out = ~np.isin(cells, [label for label in distinct if label in chosen.positive or chosen.is_negative(label)])
    return Labels(cells, np.isin(cells, list(chosen.positive)), out if out.any() else None, chosen)
