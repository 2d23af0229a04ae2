"""From a CSV file."""

from __future__ import annotations

import csv
import math
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from prplot.errors import PrplotValueError, listed
from prplot.making import from_labels, from_weights
from prplot.path import ConfusionPath

__all__ = ["Column", "read_columns", "read_paths"]

TRUTH = {"true": 1.0, "false": 0.0}
MISSING_MARKS = ("", "na", "nan", "null", "none")


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
                values.append(math.nan if cell.lower() in MISSING_MARKS else float(cell))
            except ValueError:
                raise PrplotValueError(f"column {self.name!r} must hold numbers; got {cell!r} in row {row}.") from None
        return values

    def require_all(self) -> None:
        """Raise an error if a cell is missing."""
        for row, cell in zip(self.rows, self.cells, strict=True):
            if cell.lower() in MISSING_MARKS:
                raise PrplotValueError(f"column {self.name!r} must not have missing values; got {cell!r} in row {row}.")


def read_columns(file: str | os.PathLike[str]) -> dict[str, Column]:
    """Return the columns of a CSV file with a header.

    The delimiter (comma, semicolon or tab) is read off the header.

    Raises
    ------
    PrplotValueError
        If the file cannot be read, is empty, is not text, or has rows of different lengths.
    """
    path = Path(file)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise PrplotValueError(
            f"{path} must be a CSV text file in UTF-8; got binary data or another encoding."
        ) from None
    except OSError as error:
        raise PrplotValueError(f"{path} cannot be read: {error.strerror or error}.") from None
    if "\0" in text:
        raise PrplotValueError(f"{path} must be a CSV text file in UTF-8; got binary data.")
    lines = text.splitlines()
    if not lines or not text.strip():
        raise PrplotValueError(f"{path} is empty; a CSV file with a header and one row per item is needed.")
    delimiter = max(",;\t", key=lines[0].count)
    try:
        reader = csv.reader(lines, delimiter=delimiter, strict=True, skipinitialspace=True)
        header, *rows = [(reader.line_num, row) for row in reader if row]
    except csv.Error as error:
        raise PrplotValueError(f"{path} is not a readable CSV file: {error}.") from None
    if not rows:
        raise PrplotValueError(f"{path} has a header but no rows.")
    names = [name.strip() for name in header[1]]
    if len(set(names)) < len(names):
        twice = sorted({name for name in names if names.count(name) > 1})
        raise PrplotValueError(f"{path} must name each column once; got {listed(twice)} more than once.")
    for line, row in rows:
        if len(row) != len(names):
            raise PrplotValueError(
                f"{path} must have {len(names)} values in every row, as in its header; row {line} has {len(row)}."
            )
    lines_of = [line for line, _ in rows]
    cells = zip(*(row for _, row in rows), strict=True)
    return {
        name: Column(name, [cell.strip() for cell in column], lines_of)
        for name, column in zip(names, cells, strict=True)
    }


def read_paths(
    file: str | os.PathLike[str],
    *,
    scores: list[str],
    label: str | None = None,
    fg: str | None = None,
    bg: str | None = None,
    weight: str | None = None,
    pos_label: str | None = None,
    missing: str = "raise",
    tolerance: float = 0.0,
) -> dict[str, ConfusionPath]:
    """Return one path per score column of a CSV file.

    Parameters
    ----------
    file : path-like
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
    missing : {"raise", "drop", "lowest"}
        As in `prplot.from_labels`; empty cells, NA and NaN are missing scores.
    tolerance : float
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
            raise PrplotValueError(f"{file} has no column {name!r}; its columns are {listed(columns, most=20)}.")
    if len(set(scores)) < len(scores):
        raise PrplotValueError(f"--score must name each column once; got {listed(scores)}.")
    weights = None if weight is None else columns[weight].numbers()
    paths = {}
    for name in scores:
        score = columns[name].numbers(may_miss=True)
        absent = [row for row, value in zip(columns[name].rows, score, strict=True) if value != value]
        if absent and missing == "raise":
            raise PrplotValueError(
                f"column {name!r} must have a score in every row; {len(absent)} are missing, the first in row "
                f"{absent[0]}. Use --missing lowest to rank those rows last, or --missing drop to leave them out."
            )
        options: dict[str, Any] = {"sample_weight": weights, "missing": missing, "tolerance": tolerance, "name": name}
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
        return TRUTH[cell.lower()] if cell.lower() in TRUTH else float(cell)
    except ValueError:
        return None
