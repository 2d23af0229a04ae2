"""Columns of text files as numbers, labels and groups, and paths made of them that keep the rows."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import chain, compress
from typing import Any, NamedTuple

import numpy as np

from prplot.errors import PrplotValueError, invalid, listed, option, short, warn
from prplot.names import nearest
from prplot.path.makers import path_of_labels, path_of_weights
from prplot.rows.arrays import FloatArray
from prplot.rows.hard_labels import (
    Labels,
    advice_on_missing_labels,
    missing_code_warning,
    named_labels,
    suspected_missing_codes,
)
from prplot.rows.read import out_of_missing_scores
from prplot.sources.request import RUNNING, Paths, Request
from prplot.sources.running_counts import (
    check_one_curve,
    missed_column,
    paths_of_running_counts,
    without_threshold,
)
from prplot.sources.text_layout import BLANKS, NUMBER, USUAL, TextFormat, number_of

MISSING_MARKS = ("", "na", "nan", "null", "none")
# Longer cells are not suggested as marks of missing values.
LONGEST_MARK = 12
# Numbers with separators of thousands; and the two kinds of cells from which a table is suspected of them: numbers with
# a point and three digits, beside whole numbers of up to three digits.
THOUSANDS = re.compile(r"[+-]?\d{1,3}(\.\d{3})+(,\d+)?")
WITH_THOUSANDS = re.compile(r"[+-]?\d{1,3}(,\d{3})+")
POINT_AND_THREE, UP_TO_THREE = re.compile(r"[+-]?[1-9]\d{0,2}\.\d{3}"), re.compile(r"[+-]?\d{1,3}")
FIRST_CELLS = 1000


class FileColumn(NamedTuple):
    """A column of texts, with the line of the file from which each cell comes, if it is known."""

    name: str
    cells: Sequence[str]
    rows: Sequence[int] = ()
    written: TextFormat = USUAL

    def is_missing(self, cell: str) -> bool:
        """Return whether a cell means a missing value."""
        return cell.lower() in MISSING_MARKS or cell in self.written.na

    def _at(self, index: int) -> str:
        """Return a cell, with its row if known, as messages quote it."""
        return short(self.cells[index]) + (f" in row {self.rows[index]}" if self.rows else "")

    def numbers(self) -> FloatArray:
        """Return the cells as floats, with NaN for missing values; raise an error for other texts."""
        values = np.empty(len(self.cells))
        for index, cell in enumerate(self.cells):
            try:
                values[index] = math.nan if self.is_missing(cell) else self._number(cell)
            except ValueError:
                raise invalid(f"column {self.name!r}", "hold numbers", self._at(index), self._way_out(cell)) from None
        values[np.isin(values, self.written.na_numbers)] = math.nan
        return values

    def _number(self, cell: str) -> float:
        if self.written.decimal == ",":
            # A point would be a separator of thousands, which is an error.
            cell = cell.replace(".", "?").replace(",", ".")
        return number_of(cell)

    def _way_out(self, cell: str) -> str:
        """Return the advice of the error about a cell that is not a number."""
        if self.written.decimal == "," and "." in cell:
            way_out = f"With {option('decimal', ',')} a number has no point"
            return (
                f"{way_out}: write it without separators of thousands." if THOUSANDS.fullmatch(cell) else f"{way_out}."
            )
        if WITH_THOUSANDS.fullmatch(cell) and self.written.decimal == ".":
            return (
                f"It may be {cell.replace(',', '.', 1)}, with a decimal comma: then pass {option('decimal', ',')}; or "
                f"{cell.replace(',', '')}, with separators of thousands: then write it without them."
            )
        if re.fullmatch(r"[+-]?\d*,\d+(e[+-]?\d+)?", cell, re.IGNORECASE):
            return f"Where numbers have a decimal comma, pass {option('decimal', ',')}."
        if any(map(str.isdecimal, cell)):
            return "Write it as a plain number, such as 1234.5 or 1.2e-3."
        return f"If that stands for a missing value, pass {option('na', cell)}." if len(cell) <= LONGEST_MARK else ""

    def check_points(self) -> None:
        """Warn if points seem to separate thousands, as in 1.234 beside 958."""
        if self.written.decimal != ".":
            return
        # Engines return None or NaN for missing cells.
        cells = [cell for cell in map(str, self.cells[:FIRST_CELLS]) if not self.is_missing(cell)]
        with_point = [cell for cell in cells if POINT_AND_THREE.fullmatch(cell)]
        without = [cell for cell in cells if UP_TO_THREE.fullmatch(cell)]
        if with_point and without and len(with_point) + len(without) == len(cells):
            warn(
                f"column {self.name!r} has whole numbers below 1000, and others with a point and three digits, such as "
                f"{without[0]} and {with_point[0]}. The point was read as that of decimals; if it separates thousands, "
                "write numbers without it."
            )

    def scores(self) -> FloatArray:
        """Return the cells as floats, with NaN for missing values; warn of ties by rounding and ambiguous points."""
        values = self.numbers()
        self.check_points()
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

    def whole(self, way_out: str = "") -> FileColumn:
        """Return the column itself; raise an error if a cell is missing."""
        for index, cell in enumerate(self.cells):
            if self.is_missing(cell):
                raise invalid(f"column {self.name!r}", "not have missing values", self._at(index), way_out)
        return self


def column_of(source: str, name: str, columns: Iterable[str]) -> str:
    """Return the column with exactly this name, or else the one whose name differs only in outer blanks."""
    same = [each for each in columns if each.strip(BLANKS) == name.strip(BLANKS)]
    matches = [each for each in same if each == name] or same
    if not matches:
        text = f"{source} has no column {name!r}; its columns are {listed(columns, most=20)}."
        columns = [*columns]
        numbered = columns == [str(k + 1) for k in range(len(columns))]
        if not numbered and any(NUMBER.fullmatch(each.strip(BLANKS)) for each in columns):
            text += " If these are the first row, pass header=False (--no-header): columns then have numbers."
        raise PrplotValueError(f"{text} {nearest(name, columns, literal=True)}".rstrip())
    if len(matches) > 1:
        raise PrplotValueError(f"{source} must name each column once; got {name!r} more than once.")
    return matches[0]


def together(tables: Sequence[dict[str, FileColumn]], names: Sequence[str]) -> dict[str, FileColumn]:
    """Return the columns of several files with the same columns as one table."""
    first = tables[0]
    if len(tables) == 1:
        return first
    for name, other in zip(names, tables, strict=True):
        if other.keys() != first.keys():
            differ = listed(sorted(other.keys() ^ first.keys()))
            raise PrplotValueError(f"{name} must have the columns of {names[0]}; only one of them has {differ}.")
    # The cells come from several files, so line numbers are left out.
    return {name: FileColumn(name, [*chain.from_iterable(table[name].cells for table in tables)]) for name in first}


def with_constants(table: dict[str, FileColumn], constants: Mapping[str, str]) -> dict[str, FileColumn]:
    """Return a table with further columns of one constant value each, except columns that it already has."""
    rows = len(next(iter(table.values())).cells)
    return table | {name: FileColumn(name, [value] * rows) for name, value in constants.items() if name not in table}


def check_header(argument: str, name: str, occurs: bool) -> None:
    """Raise an error if a column name seems to be a value, because it is a number or occurs in the column."""
    if occurs or NUMBER.fullmatch(name.strip(BLANKS)):
        why = "stands among its values" if occurs else "is a number"
        raise invalid(
            argument,
            "name a column of the header",
            f"{name!r}, which {why}, as where there is no header",
            "Pass header=False (--no-header) if there is none: columns then have numbers. Else rename that column.",
        )


def paths_of_columns(every: dict[str, FileColumn], request: Request) -> Paths:
    """Return the requested path or paths of the columns of a text table; the paths keep the rows."""
    columns = {}
    for argument, name in request.columns:
        column = every[column_of(request.what, str(name), every)]
        if request.written.header:
            check_header(argument, column.name, str(name) in column.cells)
        columns[name] = column._replace(written=request.written)
    if request.complete:
        columns = _complete(columns, request)
    groups_of_rows = None
    if request.by is not None:
        groups_of_rows = [None if columns[request.by].is_missing(cell) else cell for cell in columns[request.by].cells]
    if request.running:
        others = {name: column.cells for name, column in every.items() if name not in columns}
        check_one_curve(others, groups_of_rows, request)
        named = {argument: columns[getattr(request, argument)] for argument in RUNNING}
        if request.missing != "drop":
            named["threshold"].whole(without_threshold())
        counts = {argument: column.numbers() for argument, column in named.items()}
        if missed := missed_column(every):
            counts["fn"] = every[missed]._replace(written=request.written).numbers()
        return paths_of_running_counts(counts, groups_of_rows, request, columns[request.tp].rows)
    weight_columns = {"sample_weight": request.weight, "fg": request.fg, "bg": request.bg}
    values: dict[str, Any] = {
        argument: columns[name].whole().numbers() for argument, name in weight_columns.items() if name is not None
    }
    keys = {"groups": request.groups, "item": request.item}
    keys = {argument: np.array(columns[name].whole().cells) for argument, name in keys.items() if name is not None}
    reading = replace(request.reading, **keys)
    # Rows of weight 0 do not count. Negative weights are refused by the function that makes the path.
    weight, fg, bg = (values.get(argument, 1.0) for argument in weight_columns)
    weighty = (weight != 0) & ((fg != 0) | (bg != 0))
    labels = None if request.label is None else _labels(columns[request.label], request)
    counted = True if labels is None or labels.left_out is None else ~labels.left_out
    groups = request.rows_of_groups(groups_of_rows)
    paths = {}
    for name in request.scores:
        score = columns[name].scores()
        absent = np.isnan(score) & counted
        if absent.any() and request.missing == "raise":
            lines = columns[name].rows
            first = f", the first in row {lines[int(absent.argmax())]}" if lines else ""
            raise PrplotValueError(
                f"column {name!r} must have a score in every row; {absent.sum()} are missing{first}. "
                + out_of_missing_scores()
            )
        counts = weighty & counted & (~absent | (request.missing != "drop"))
        for key, rows in groups.items():
            totals = request.totals(key)
            if request.by is None or counts[rows].any() or any(total is not None for total in totals.values()):
                part = {argument: column[rows] for argument, column in values.items()}
                how = reading.of(rows), request.near, (totals["positives"], totals["negatives"])
                ends = *how, request.name_of(name, key)
                weights = part.get("sample_weight")
                if labels is None:
                    path = path_of_weights(score[rows], part["fg"], part.get("bg"), weights, *ends)
                else:
                    path = path_of_labels(labels.of(rows), score[rows], weights, *ends)
                paths[name, key] = path
    return request.arranged(paths)


def _complete(columns: dict[Any, FileColumn], request: Request) -> dict[Any, FileColumn]:
    """Return only the rows with a score of every classifier; warn how many rows were left out."""
    keep = ~np.any([np.isnan(columns[name].scores()) for name in request.scores], axis=0)
    if keep.all():
        return columns
    lost = len(keep) - int(keep.sum())
    warn(f"{lost} of {len(keep)} rows lack a score of some classifier, and are left out of all.")
    return {
        name: column._replace(cells=[*compress(column.cells, keep)], rows=[*compress(column.rows, keep)])
        for name, column in columns.items()
    }


def _labels(column: FileColumn, request: Request) -> Labels:
    """Return the labels in a column, as texts, with the positive rows and those left out."""
    named = named_labels(request.pos_label, request.neg_label)
    # A named label is a label, even if it looks like a mark of missing values.
    missing = [cell for cell in set(column.cells) if column.is_missing(cell) and cell not in named]
    if missing and request.neg_label is None:
        column.whole(advice_on_missing_labels())
    cells = np.array(column.cells)
    distinct = [cell for cell in np.unique(cells).tolist() if cell not in missing]
    chosen = request.labels(distinct)
    if suspicious := suspected_missing_codes(chosen, distinct):
        warn(missing_code_warning(f"label {request.label!r}", suspicious, int(np.isin(cells, suspicious).sum())))
    out = ~np.isin(cells, [label for label in distinct if label in chosen.positive or chosen.is_negative(label)])
    return Labels(cells, np.isin(cells, list(chosen.positive)), out if out.any() else None, chosen)
