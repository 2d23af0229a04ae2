"""From a CSV file, row by row, with nothing but the standard library to read it."""

from __future__ import annotations

import csv
import gzip
import io
import math
import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import repeat
from pathlib import Path
from typing import Any

import numpy as np

from prplot.errors import PrplotValueError, invalid, listed, short, warn
from prplot.names import nearest
from prplot.path.makers import from_labels, from_weights
from prplot.rows.read import label_set
from prplot.sources.folds import groups_in_order, members_of
from prplot.sources.request import Paths, Request

TRUTH = {"true": "1", "false": "0"}
MISSING_MARKS = ("", "na", "nan", "null", "none")
# What to do with a file that is no text in UTF-8.
CONVERTED = "Save it as CSV in UTF-8, or read it into a data frame for prplot.from_frame."
GZIP = b"\x1f\x8b"
DELIMITERS = ",;\t"
BLANKS = " \t"


def incomplete(place: str, said: object) -> PrplotValueError:
    """Return the error of a file that ends too early."""
    got = "one that is incomplete, damaged, or of another kind than its ending says"
    return invalid(place, "be a whole file", got, f"Copy it or download it again. Reading it failed with: {said}")


def is_missing(cell: str) -> bool:
    """Return whether a cell says that there is no value."""
    return cell.lower() in MISSING_MARKS


@dataclass(frozen=True)
class Column:
    """A column as text, with the line of the file that each cell comes from."""

    name: str
    cells: Sequence[str]
    rows: Sequence[int]

    def numbers(self) -> list[float]:
        """Return the cells as floats, missing ones as NaN."""
        values = []
        for row, cell in zip(self.rows, self.cells, strict=True):
            try:
                values.append(math.nan if is_missing(cell) else _number(cell))
            except ValueError:
                raise no_number(self.name, cell, f" in row {row}") from None
        return values

    def scores(self) -> list[float]:
        """Return the cells as floats, missing ones as NaN; warn where that makes ties."""
        values = self.numbers()
        warn_of_ties(self.name, self.cells, [f" in row {row}" for row in self.rows])
        return values

    def whole(self) -> Column:
        """Return the column itself, or raise an error if a cell is missing."""
        for row, cell in zip(self.rows, self.cells, strict=True):
            if is_missing(cell):
                raise PrplotValueError(f"column {self.name!r} must not have missing values; got {cell!r} in row {row}.")
        return self


def _number(cell: str) -> float:
    """Return a cell as a float; with underscores between digits it is one in Python alone."""
    if "_" in cell:
        raise ValueError
    return float(cell)


def no_number(name: str, cell: str, where: str = "") -> PrplotValueError:
    """Return the error of a cell that must be a number."""
    way_out = ""
    if re.fullmatch(r"[+-]?\d*,\d+", cell):
        way_out = " Decimals have a point: read the file with pandas.read_csv(..., decimal=',') for prplot.from_frame."
    return PrplotValueError(f"column {name!r} must hold numbers; got {cell!r}{where}.{way_out}")


def warn_of_ties(name: str, cells: Iterable[str], where: Iterable[str] = repeat("")) -> None:
    """Warn where scores that are written differently are ties as floats."""
    first: dict[float, tuple[str, str]] = {}
    for cell, place in zip(cells, where, strict=False):
        before, place_before = (cell, place) if is_missing(cell) else first.setdefault(float(cell), (cell, place))
        if before != cell and Decimal(before) != Decimal(cell):
            warn(
                f"column {name!r} has scores that differ beyond the digits of a double, and so count as ties: "
                f"{short(before)}{place_before} and {short(cell)}{place}, perhaps others. Write their differences from "
                "a number near them, or ranks."
            )
            return


def meant(name: object, header: Iterable[str]) -> list[str]:
    """Return the columns that a name means: as they are written, or else but for blanks around them."""
    same = [each for each in header if each.strip(BLANKS) == str(name).strip(BLANKS)]
    return [each for each in same if each == name] or same


def read_columns(file: Any, place: str = "standard input") -> dict[str, Column]:
    """Return the columns of a CSV file with a header, given by its name or open for reading bytes.

    The delimiter is the one of comma, semicolon and tab that makes most columns of the header.
    Blanks around cells do not count; line breaks and every other character of a quoted cell do.

    Raises
    ------
    PrplotValueError
        If the file is empty, is not text, or has rows of different lengths; messages call it by its ``place``.
    """
    content, got = file.read() if hasattr(file, "read") else Path(file).read_bytes(), "binary data"
    try:
        if content.startswith(GZIP):
            content = gzip.decompress(content)
        text = content.decode("utf-8-sig")
    except (EOFError, OSError, zlib.error) as error:
        raise incomplete(place, error) from None
    except UnicodeDecodeError:
        text, got = "\0", "binary data or another encoding"
    if "\0" in text:
        raise invalid(place, "be a CSV text file in UTF-8", got, CONVERTED)
    try:
        delimiter, header = header_of(text, place)
        _, *rows = _records(text, delimiter)
    except csv.Error as error:
        raise PrplotValueError(f"{place} is not a readable CSV file: {error}.") from None
    if not rows:
        raise PrplotValueError(f"{place} has a header but no rows.")
    twice = {name for name in header if header.count(name) > 1}
    if twice:
        raise PrplotValueError(f"{place} must name each column once; got {listed(sorted(twice))} more than once.")
    for line, row in rows:
        if len(row) != len(header):
            raise PrplotValueError(
                f"{place} must have {len(header)} values in every row, as in its header; row {line} has {len(row)}."
            )
    lines, below = zip(*rows, strict=True)
    return {name: Column(name, cells, lines) for name, *cells in zip(header, *below, strict=True)}


def _records(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that are not empty, each with the line on which it begins, without blanks around cells."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True, skipinitialspace=True)
    line = 1
    for row in reader:
        if row:
            yield line, [cell.strip(BLANKS) for cell in row]
        line = reader.line_num + 1


def header_of(text: str, place: str, delimiters: str = DELIMITERS) -> tuple[str, list[str]]:
    """Return the delimiter that makes most columns, and their names, with blanks around them if none is in quotes."""
    if not text.strip():
        raise PrplotValueError(f"{place} is empty; a CSV file with a header and one row per item is needed.")
    quoted = '"' in text.lstrip().partition("\n")[0]
    found = {}
    for each in delimiters:
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=each, skipinitialspace=quoted)
        found[each] = next(filter(None, rows))
    return max(found.items(), key=lambda each: len(each[1]))


def column_of(place: str, name: str, columns: Iterable[str]) -> str:
    """Return the column that a name means."""
    found = meant(name, columns)
    if not found:
        hint = nearest(name, list(columns), literal=True) or ""
        text = f"{place} has no column {name!r}; its columns are {listed(columns, most=20)}. {hint}"
        raise PrplotValueError(text.rstrip())
    if len(found) > 1:
        raise PrplotValueError(f"{place} must name each column once; got {name!r} more than once.")
    return found[0]


def read_paths(file: str, asked: Request, near: float, place: str) -> Paths:
    """Return the path or the paths that were asked of a CSV file.

    Parameters
    ----------
    file : str
        The name of a CSV file with a header.
    asked : Request
    near : float
        Scores that are this near are ties.
    place : str
        What messages call the file.

    Raises
    ------
    PrplotValueError
        For columns that are not there or not numeric, and whatever `prplot.from_labels` refuses.
    """
    every = read_columns(file, place)
    columns = {name: every[column_of(place, name, every)] for _, name in asked.columns}
    weights = {"sample_weight": asked.weight, "fg": asked.fg, "bg": asked.bg}
    given = {argument: name for argument, name in weights.items() if name is not None}
    values = {argument: np.array(columns[name].whole().numbers()) for argument, name in given.items()}
    make: Any = from_weights
    if asked.label is not None:
        make, labels = from_labels, columns[asked.label].whole().cells
        values["y_true"] = np.isin(labels, asked.positive(sorted(set(labels)), meaning))
    groups: dict[Any, Any] = {None: slice(None)}
    if asked.by is not None:
        cells = [None if is_missing(cell) else cell for cell in columns[asked.by].cells]
        groups = {key: [] for key in asked.groups_told()} | members_of(cells)
    paths = {}
    for name in asked.scores:
        score = np.array(columns[name].scores())
        absent = np.isnan(score)
        if absent.any() and asked.missing == "raise":
            raise PrplotValueError(
                f"column {name!r} must have a score in every row; {absent.sum()} are missing, the first in row "
                f"{columns[name].rows[absent.argmax()]}. Use missing='unreached' where no threshold returns those "
                "rows, missing='lowest' to rank them last, or missing='drop' to leave them out."
            )
        # Which rows count.
        weight, fg, bg = (values.get(argument, np.ones(len(score))) for argument in weights)
        counts = (weight != 0) & ((fg != 0) | (bg != 0)) & (~absent | (asked.missing != "drop"))
        for key in groups_in_order(groups):
            rows, totals = groups[key], asked.totals(key)
            if asked.by is None or counts[rows].any() or set(totals.values()) != {None}:
                part = {argument: column[rows] for argument, column in values.items()} | totals
                own = asked.name_of(name, key)
                paths[name, key] = make(y_score=score[rows], **part, missing=asked.missing, tolerance=near, name=own)
    return asked.arranged(paths)


def meaning(cells: list[str], pos_label: object) -> list[Any]:
    """Return labels as the numbers by which they are named, or as 0 and 1 or shares where they need no name."""
    values: list[Any] = []
    for cell in cells:
        try:
            values.append(_number(TRUTH.get(cell.lower(), cell)))
        except ValueError:
            values.append(cell)
    if pos_label is None:
        return values if all(isinstance(each, float) and abs(each) <= 1 for each in values) else cells
    named = label_set(pos_label)
    return [cell if cell in named or value not in named else value for cell, value in zip(cells, values, strict=True)]
