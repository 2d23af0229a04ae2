"""From a CSV file."""

from __future__ import annotations

import csv
import io
import math
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any, BinaryIO

from prplot.errors import PrplotValueError, listed, short, warn
from prplot.options import MissingScores
from prplot.path.constructors import from_labels, from_weights
from prplot.path.path import ConfusionPath

__all__ = ["Column", "read_columns", "read_paths"]

# What is not a name is read as it is: standard input.
Source = str | os.PathLike[str] | BinaryIO
TRUTH = {"true": 1.0, "false": 0.0}
MISSING_MARKS = ("", "na", "nan", "null", "none")
DELIMITERS = ",;\t"


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
                values.append(math.nan if cell.lower() in MISSING_MARKS else _number(cell))
            except ValueError:
                raise PrplotValueError(f"column {self.name!r} must hold numbers; got {cell!r} in row {row}.") from None
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
            if cell.lower() in MISSING_MARKS:
                raise PrplotValueError(f"column {self.name!r} must not have missing values; got {cell!r} in row {row}.")


def read_columns(file: Source) -> dict[str, Column]:
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
        delimiter = max(DELIMITERS, key=lambda each: len(_header(text, each)))
        (_, header), *rows = _records(text, delimiter)
    except csv.Error as error:
        raise PrplotValueError(f"{place} is not a readable CSV file: {error}.") from None
    if not rows:
        raise PrplotValueError(f"{place} has a header but no rows.")
    twice = [name for name, count in Counter(header).items() if count > 1]
    if twice:
        raise PrplotValueError(f"{place} must name each column once; got {listed(sorted(twice))} more than once.")
    for line, row in rows:
        if len(row) != len(header):
            raise PrplotValueError(
                f"{place} must have {len(header)} values in every row, as in its header; row {line} has {len(row)}."
            )
    lines = [line for line, _ in rows]
    cells = zip(*(row for _, row in rows), strict=True)
    return {name: Column(name, list(column), lines) for name, column in zip(header, cells, strict=True)}


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
            f"{place} must be a CSV text file in UTF-8; got binary data or another encoding."
        ) from None
    if "\0" in text:
        raise PrplotValueError(f"{place} must be a CSV text file in UTF-8; got binary data.")
    return text


def _records(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that are not empty, each with the line on which it begins."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True, skipinitialspace=True)
    line = 1
    for row in reader:
        if row:
            yield line, [cell.strip(" \t") for cell in row]
        line = reader.line_num + 1


def _header(text: str, delimiter: str) -> list[str]:
    """Return the first row; none, if with this delimiter the file is not CSV."""
    try:
        return next(_records(text, delimiter))[1]
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
    pos_label: str | None = None,
    missing: MissingScores = "raise",
    tolerance: float = 0.0,
    positives: float | None = None,
    negatives: float | None = None,
) -> dict[str, ConfusionPath]:
    """Return one path per score column of a CSV file.

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
    pos_label : str, optional
        The label that is positive, as it is written in the file.
    missing : {"raise", "drop", "lowest", "unreached"}
        As in `prplot.from_labels`; empty cells, NA and NaN are missing scores.
    tolerance : float
        As in `prplot.from_labels`.
    positives, negatives : float, optional
        As in `prplot.from_labels`.

    Raises
    ------
    PrplotValueError
        For columns that are not there or not numeric, and whatever `prplot.from_labels` refuses.
    """
    columns = read_columns(file)
    wanted = [*scores, *(name for name in (label, fg, bg, weight) if name is not None)]
    for name in wanted:
        if name not in columns:
            raise PrplotValueError(f"{_name(file)} has no column {name!r}; its columns are {listed(columns, most=20)}.")
    if len(set(scores)) < len(scores):
        raise PrplotValueError(f"--score must name each column once; got {listed(scores)}.")
    weights = None if weight is None else columns[weight].numbers()
    paths = {}
    for name in scores:
        score = columns[name].scores()
        absent = [row for row, value in zip(columns[name].rows, score, strict=True) if value != value]
        if absent and missing == "raise":
            raise PrplotValueError(
                f"column {name!r} must have a score in every row; {len(absent)} are missing, the first in row "
                f"{absent[0]}. Use --missing unreached where no threshold returns those rows, --missing lowest to rank "
                "them last, or --missing drop to leave them out."
            )
        options: dict[str, Any] = {"sample_weight": weights, "missing": missing, "tolerance": tolerance, "name": name}
        options |= {"positives": positives, "negatives": negatives}
        if label is not None:
            paths[name] = from_labels(_positives(columns[label], pos_label), score, **options)
        elif fg is not None:
            back = None if bg is None else columns[bg].numbers()
            paths[name] = from_weights(score, fg=columns[fg].numbers(), bg=back, **options)
        else:
            raise PrplotValueError("label or fg must name the column that says what is foreground; got neither.")
    return paths


def _positives(column: Column, pos_label: str | None) -> list[bool]:
    """Return which labels are positive: the one named, else 1 or true against 0, -1 or false."""
    column.require_all()
    distinct = sorted(set(column.cells))
    if pos_label is not None:
        if pos_label not in distinct:
            raise PrplotValueError(
                f"--pos-label must occur in column {column.name!r}; got {pos_label!r}, found {listed(distinct)}."
            )
        return [cell == pos_label for cell in column.cells]
    values = {cell: _number_or_none(cell) for cell in distinct}
    numbers = {value for value in values.values() if value is not None}
    if None not in values.values() and (numbers <= {0.0, 1.0} or numbers <= {-1.0, 1.0}):
        return [values[cell] == 1.0 for cell in column.cells]
    if None not in values.values() and all(0 <= value <= 1 for value in numbers):
        raise PrplotValueError(
            f"column {column.name!r} must hold hard labels; got {listed(distinct)}. Use --fg for soft labels."
        )
    raise PrplotValueError(
        f"column {column.name!r} must hold 0/1, -1/1 or true/false; got {listed(distinct)}. "
        "Say which is positive with --pos-label."
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
