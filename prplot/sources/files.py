"""From a CSV file."""

from __future__ import annotations

import csv
import io
import math
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any, BinaryIO

from prplot.errors import PrplotValueError, invalid, listed, short, warn
from prplot.names import MissingScores
from prplot.path.makers import from_labels, from_weights
from prplot.path.path import ConfusionPath
from prplot.rows.read import label_set

# What is not a name is read as it is: standard input.
Source = str | os.PathLike[str] | BinaryIO
Totals = float | Mapping[Any, float] | None
TRUTH = {"true": 1.0, "false": 0.0}
MISSING_MARKS = ("", "na", "nan", "null", "none")
# What to do with a file that is no text in UTF-8.
CONVERTED = "Save it as CSV in UTF-8, or read it into a data frame for prplot.from_frame."
DELIMITERS = ",;\t"
BLANKS = " \t"


def is_missing(cell: str) -> bool:
    """Return whether a cell says that there is no value."""
    return cell.lower() in MISSING_MARKS


@dataclass(frozen=True)
class Column:
    """A column as text, with the line of the file that each cell comes from."""

    name: str
    cells: list[str]
    rows: list[int]

    def numbers(self, *, may_miss: bool = False) -> list[float]:
        """Return the cells as floats; missing ones as NaN, if there may be any."""
        if not may_miss:
            self.require_all()
        values = []
        for row, cell in zip(self.rows, self.cells, strict=True):
            try:
                values.append(math.nan if is_missing(cell) else _number(cell))
            except ValueError:
                text = f"column {self.name!r} must hold numbers; got {cell!r} in row {row}.{decimal_comma(cell)}"
                raise PrplotValueError(text) from None
        return values

    def scores(self) -> list[float]:
        """Return the cells as floats, missing ones as NaN; warn where that makes ties."""
        values = self.numbers(may_miss=True)
        first: dict[float, tuple[int, str]] = {}
        for row, cell, value in zip(self.rows, self.cells, values, strict=True):
            row_before, before = first.setdefault(value, (row, cell))
            if before != cell and value == value and Decimal(before) != Decimal(cell):
                warn(
                    f"column {self.name!r} has scores that differ beyond the digits of a double, and so count as ties: "
                    f"{short(before)} in row {row_before} and {short(cell)} in row {row}, perhaps others. Write their "
                    "differences from a number near them, or ranks."
                )
                break
        return values

    def require_all(self) -> None:
        """Raise an error if a cell is missing."""
        for row, cell in zip(self.rows, self.cells, strict=True):
            if is_missing(cell):
                raise PrplotValueError(f"column {self.name!r} must not have missing values; got {cell!r} in row {row}.")


def decimal_comma(cell: str) -> str:
    """Return what to do with a number that has a comma for a point, after a space; empty for other cells."""
    if not re.fullmatch(r"[+-]?\d*,\d+", cell):
        return ""
    return " Decimals have a point: read the file with pandas.read_csv(..., decimal=',') for prplot.from_frame."


class Columns(dict[str, Column]):
    """The columns of a file by name: as it is written in the header, or without the blanks around it."""

    def __missing__(self, name: str) -> Column:
        found = [written for written in self if written.strip(BLANKS) == name]
        if len(found) > 1:
            raise PrplotValueError(f"column {name!r} must be one of the file; got {listed(found)}.")
        if not found:
            raise KeyError(name)
        return self[found[0]]

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or any(written.strip(BLANKS) == name for written in self)


def read_columns(file: Source) -> Columns:
    """Return the columns of a CSV file with a header.

    The delimiter is the one of comma, semicolon and tab that makes most columns of the header.
    Blanks around cells do not count; line breaks and every other character of a quoted cell do.

    Raises
    ------
    PrplotValueError
        If the file cannot be read, is empty, is not text, or has rows of different lengths.
    """
    place, text = _name(file), _text(file)
    if not text.strip():
        raise PrplotValueError(f"{place} is empty; a CSV file with a header and one row per item is needed.")
    try:
        delimiter = max(DELIMITERS, key=lambda each: len(header_of(text, each)))
        (_, cells), *rows = _records(text, delimiter)
    except csv.Error as error:
        raise PrplotValueError(f"{place} is not a readable CSV file: {error}.") from None
    if not rows:
        raise PrplotValueError(f"{place} has a header but no rows.")
    header = as_written(cells, header_of(text, delimiter, blanks=True))
    twice = [name for name, count in Counter(header).items() if count > 1]
    if twice:
        raise PrplotValueError(f"{place} must name each column once; got {listed(sorted(twice))} more than once.")
    for line, row in rows:
        if len(row) != len(header):
            raise PrplotValueError(
                f"{place} must have {len(header)} values in every row, as in its header; row {line} has {len(row)}."
            )
    lines = [line for line, _ in rows]
    below = zip(*(row for _, row in rows), strict=True)
    return Columns((name, Column(name, list(column), lines)) for name, column in zip(header, below, strict=True))


def as_written(header: list[str], raw: list[str]) -> list[str]:
    """Return the cells of a header with the blanks that are around them, where only blanks are."""
    if len(raw) != len(header):
        return header
    return [whole if whole.strip(BLANKS) == cell else cell for cell, whole in zip(header, raw, strict=True)]


def _name(file: Source) -> str:
    return str(Path(file)) if isinstance(file, str | os.PathLike) else "standard input"


def _text(file: Source) -> str:
    place = _name(file)
    try:
        content = Path(file).read_bytes() if isinstance(file, str | os.PathLike) else file.read()
    except OSError as error:
        raise PrplotValueError(f"{place} cannot be read: {error.strerror or error}.") from None
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise PrplotValueError(
            f"{place} must be a CSV text file in UTF-8; got binary data or another encoding. {CONVERTED}"
        ) from None
    if "\0" in text:
        raise PrplotValueError(f"{place} must be a CSV text file in UTF-8; got binary data. {CONVERTED}")
    return text


def _records(text: str, delimiter: str, *, blanks: bool = False) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that are not empty, each with the line on which it begins; blanks around cells may stay."""
    reader = csv.reader(
        io.StringIO(text, newline=""), delimiter=delimiter, strict=not blanks, skipinitialspace=not blanks
    )
    line = 1
    for row in reader:
        if row:
            yield line, row if blanks else [cell.strip(BLANKS) for cell in row]
        line = reader.line_num + 1


def header_of(text: str, delimiter: str, *, blanks: bool = False) -> list[str]:
    """Return the first row; none, if with this delimiter the file is not CSV."""
    try:
        return next(_records(text, delimiter, blanks=blanks))[1]
    except csv.Error:
        return []


def read_paths(
    file: Source,
    *,
    scores: list[str],
    label: str | None = None,
    fg: str | None = None,
    bg: str | None = None,
    weight: str | None = None,
    by: str | None = None,
    pos_label: object = None,
    missing: MissingScores = "raise",
    tolerance: float = 0.0,
    positives: Totals = None,
    negatives: Totals = None,
    named: Callable[[str, Any], str] = lambda score, _: score,
) -> dict[tuple[str, str | None], ConfusionPath]:
    """Return paths from a CSV file, by column of scores and group.

    Parameters
    ----------
    file : path-like, or file open for reading bytes
        A CSV file with a header.
    scores : list of str
        Columns of scores, one per classifier.
    label : str, optional
        Column of hard labels; this or ``fg``.
    fg, bg : str, optional
        Columns of foreground and background weights; without ``bg`` it is 1 - fg.
    weight : str, optional
        Column of sample weights.
    by : str, optional
        Column of groups; without it there is one, None, as there is for rows in which nothing is written.
    pos_label : label or collection of labels, optional
        The labels that are positive, as they are written in the file, or as numbers.
    missing : {"raise", "drop", "lowest", "unreached"}
        As in `prplot.from_labels`; empty cells, NA and NaN are missing scores.
    tolerance : float
        As in `prplot.from_labels`.
    positives, negatives : float, or mapping from groups to float, optional
        As in `prplot.from_labels`.
    named : callable
        Returns the name of the path of a column and a group.

    Raises
    ------
    PrplotValueError
        For columns that are not there or not numeric, and whatever `prplot.from_labels` refuses.
    """
    columns = read_columns(file)
    for name in [*scores, *(each for each in (label, fg, bg, weight, by) if each is not None)]:
        if name not in columns:
            raise PrplotValueError(f"{_name(file)} has no column {name!r}; its columns are {listed(columns, most=20)}.")
    values = {
        argument: columns[name].numbers()
        for argument, name in (("sample_weight", weight), ("fg", fg), ("bg", bg))
        if name is not None
    }
    if label is not None:
        columns[label].require_all()
        chosen = positive_cells(label, sorted(set(columns[label].cells)), pos_label)
        values["y_true"] = [cell in chosen for cell in columns[label].cells]
    groups: dict[str | None, Any] = {None: slice(None)}
    if by is not None:
        groups = _groups(columns[by])
        groups |= {
            key: []
            for total in (positives, negatives)
            if isinstance(total, Mapping)
            for key in total
            if key not in groups
        }
    paths = {}
    for name in scores:
        score = columns[name].scores()
        absent = [row for row, value in zip(columns[name].rows, score, strict=True) if value != value]
        if absent and missing == "raise":
            raise PrplotValueError(
                f"column {name!r} must have a score in every row; {len(absent)} are missing, the first in row "
                f"{absent[0]}. Use missing='unreached' where no threshold returns those rows, missing='lowest' to rank "
                "them last, or missing='drop' to leave them out."
            )
        whole = {"y_score": score, **values}
        for key, rows in groups.items():
            part = (
                whole if by is None else {argument: [column[row] for row in rows] for argument, column in whole.items()}
            )
            totals: dict[str, Any] = {
                "positives": total_of("positives", positives, key),
                "negatives": total_of("negatives", negatives, key),
            }
            if by is None or any(total is not None for total in totals.values()) or _counts(part, missing):
                make = from_labels if label is not None else from_weights
                paths[name, key] = make(**part, **totals, missing=missing, tolerance=tolerance, name=named(name, key))
    return paths


def total_of(argument: str, totals: Totals, key: Any) -> float | None:
    """Return the total weight of a group, as the caller knows it."""
    if isinstance(totals, Mapping) and key not in totals:
        way_out = f"It has {listed(totals, most=20)}."
        raise invalid(argument, "have a weight for every group", f"none for {key!r}", way_out)
    return totals[key] if isinstance(totals, Mapping) else totals


def _groups(column: Column) -> dict[str | None, list[int]]:
    """Return in which places of a column each group is; sorted, and those of no group last."""
    found: dict[str | None, list[int]] = {}
    for row, cell in enumerate(column.cells):
        found.setdefault(None if is_missing(cell) else cell, []).append(row)
    return {key: found[key] for key in sorted(found, key=lambda key: (key is None, key or ""))}


def _counts(part: Mapping[str, list[float]], missing: MissingScores) -> bool:
    """Return whether any row of a group has weight."""
    there = [missing != "drop" or score == score for score in part["y_score"]]
    weights = part.get("sample_weight", [1.0] * len(there))
    both = zip(part["fg"], part["bg"], strict=True) if "bg" in part else [(1.0, 1.0)] * len(there)
    return any(
        here and weight * (front + back) for here, weight, (front, back) in zip(there, weights, both, strict=True)
    )


def positive_cells(column: str, distinct: list[str], pos_label: object) -> set[str]:
    """Return which labels are positive: those that are named, else 1 or true against 0, -1 or false."""
    if pos_label is not None:
        named = label_set(pos_label)
        cells = {cell for cell in distinct if cell in named or _number_or_none(cell) in named}
        known = cells | {_number_or_none(cell) for cell in cells}
        absent = [each for each in named if each not in known]
        if absent:
            raise PrplotValueError(
                f"pos_label must occur in column {column!r}; got {listed(absent)}, found {listed(distinct)}."
            )
        return cells
    values = {cell: _number_or_none(cell) for cell in distinct}
    numbers = {value for value in values.values() if value is not None}
    if None not in values.values() and (numbers <= {0.0, 1.0} or numbers <= {-1.0, 1.0}):
        return {cell for cell in distinct if values[cell] == 1.0}
    if None not in values.values() and all(0 <= value <= 1 for value in numbers):
        raise PrplotValueError(
            f"column {column!r} must hold hard labels; got {listed(distinct)}. Use fg= for soft labels."
        )
    raise PrplotValueError(
        f"column {column!r} must hold 0/1, -1/1 or true/false; got {listed(distinct)}. "
        "Say which is positive with pos_label=."
    )


def _number_or_none(cell: str) -> float | None:
    try:
        return TRUTH[cell.lower()] if cell.lower() in TRUTH else _number(cell)
    except ValueError:
        return None


def _number(cell: str) -> float:
    """Return a cell as a float; with underscores between digits it is one in Python alone."""
    if "_" in cell:
        raise ValueError
    return float(cell)
