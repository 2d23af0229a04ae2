"""Read a CSV file row by row with the standard library alone."""

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
from itertools import compress, count
from pathlib import Path
from typing import Any

import numpy as np

from prplot.errors import PrplotValueError, invalid, listed, short, warn
from prplot.names import nearest
from prplot.rows.arrays import FloatArray

MISSING_MARKS = ("", "na", "nan", "null", "none")
# The way out if a file is no text in UTF-8.
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
    """A column as text, with the line of the file that each cell comes from, where that is known."""

    name: str
    cells: Sequence[str]
    rows: Sequence[int] = ()

    def _at(self, place: int) -> str:
        """Return a cell as messages quote it."""
        return short(self.cells[place]) + (f" in row {self.rows[place]}" if self.rows else "")

    def numbers(self) -> FloatArray:
        """Return the cells as floats, missing ones as NaN."""
        values = np.empty(len(self.cells))
        for place, cell in enumerate(self.cells):
            try:
                values[place] = math.nan if is_missing(cell) else number_of(cell)
            except ValueError:
                text = f"column {self.name!r} must hold numbers; got {self._at(place)}."
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
        for place, (cell, value) in enumerate(zip(self.cells, values.tolist(), strict=True)):
            before = first.setdefault(value, place)
            if self.cells[before] != cell and value == value and Decimal(self.cells[before]) != Decimal(cell):
                warn(
                    f"column {self.name!r} has scores that differ beyond the digits of a double, and so count as ties: "
                    f"{self._at(before)} and {self._at(place)}, perhaps others. Write their differences from a number "
                    "near them, or ranks."
                )
                break
        return values

    def whole(self) -> Column:
        """Return the column itself, or raise an error if a cell is missing."""
        for place in compress(count(), map(is_missing, self.cells)):
            raise PrplotValueError(f"column {self.name!r} must not have missing values; got {self._at(place)}.")
        return self


def number_of(cell: str) -> float:
    """Return a cell as a float; Python alone would read 1_0 as 10, which is an error here."""
    return float(cell.replace("_", "?"))


def meant(name: object, header: Iterable[str]) -> list[str]:
    """Return the columns of a name: exactly as written, or else those that differ only in blanks around it."""
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
    content = file.read() if hasattr(file, "read") else Path(file).read_bytes()
    try:
        text = (gzip.decompress(content) if content.startswith(GZIP) else content).decode("utf-8-sig")
    except (EOFError, OSError, zlib.error) as error:
        raise incomplete(place, error) from None
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        got = "binary data" if b"\0" in content else "another encoding"
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
    """Return the delimiter that makes most columns, and the names of the columns."""
    if not text.strip():
        raise PrplotValueError(f"{place} is empty; a CSV file with a header and one row per item is needed.")
    quoted = '"' in text.lstrip().partition("\n")[0]
    rows = {d: csv.reader(io.StringIO(text, newline=""), delimiter=d, skipinitialspace=quoted) for d in delimiters}
    return max(((d, next(filter(None, each))) for d, each in rows.items()), key=lambda found: len(found[1]))


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
