"""The format of a text table: what the caller says about it, and what its first lines show."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from prplot.errors import PrplotValueError, invalid, one_of, short, wrong_type, yes_or_no

# Candidate separators; if several give the same number of columns, the first is taken. Commas come last, because they
# may be decimal commas.
SEPARATORS, BLANK = ";\t|,", " "
# The header must be within the first HEADER_LINES lines; of the rows below it the first FIRST_ROWS are inspected.
HEADER_LINES, FIRST_ROWS = 1000, 6
COMMENT = ("#", "%")
BLANKS = " \t"
# A number as it may be written in a text table.
NUMBER = re.compile(r"[+-]?(\d+[.,]?\d*|[.,]\d+)(e[+-]?\d+)?", re.IGNORECASE)
# A cell in quotation marks, or a run of characters without blanks.
BETWEEN_BLANKS = re.compile(r'"(?:[^"]|"")*"|\'[^\']*\'|\S+')
ATTRIBUTE = re.compile(r"@attribute\s+('[^']*'|\"[^\"]*\"|\S+)", re.IGNORECASE)


class TextFormat(NamedTuple):
    """The format of a text table as the caller describes it; see `prplot.from_file`.

    Attributes
    ----------
    header : bool
        Whether it has a header; without one, columns are numbered from 1.
    separator : str, optional
        The character between cells; by default the one that fits.
    decimal : {".", ","}
        The mark of decimals.
    na : sequence of str
        Further marks of missing values.
    """

    header: bool = True
    separator: str | None = None
    decimal: str = "."
    na: Sequence[str] = ()

    @classmethod
    def checked(cls, header: bool, separator: str | None, decimal: str, na: str | Sequence[str]) -> TextFormat:
        """Return the format from checked arguments; an error names the argument that is wrong."""
        header, decimal = yes_or_no("header", header), one_of("decimal", decimal, (".", ","))
        text: Any = separator
        if text is not None and not (isinstance(text, str) and len(text) == 1):
            raise invalid("separator", "be one character", short(separator), "' ' stands for blanks of any length.")
        if separator == "," and decimal == ",":
            raise invalid("decimal", "be another character than the separator", "',' for both")
        marks = [na] if isinstance(na, str) else na
        if not isinstance(marks, list | tuple) or not all(isinstance(mark, str) for mark in marks):
            raise wrong_type("na", "be a text, or a list of texts, that stand for missing values", na)
        return cls(header, separator, decimal, tuple(marks))

    @property
    def na_numbers(self) -> list[float]:
        """The marks of missing values that are numbers, as floats, since files may write them in other ways."""
        numbers = []
        for mark in self.na:
            with suppress(ValueError):
                numbers.append(float(mark))
        return numbers

    def check_unused(self, source: str) -> None:
        """Raise an error if the caller describes the format of a file that is not a text table."""
        for argument, value, usual in zip(self._fields, self, USUAL, strict=True):
            if value != usual:
                raise invalid(argument, "be left out where the file is no text table", f"{value!r} for {source}")


USUAL = TextFormat()


@dataclass(frozen=True)
class Layout:
    """The layout of a text table, found from its first lines.

    Attributes
    ----------
    separator : str
        The character between cells; a blank means any number of blanks and tabs.
    names : list of str
        The names of the columns; without a header they are "1", "2" and so on.
    first : int
        The number of lines before the first row.
    plain : bool
        Whether the header is the first line, so that every engine reads the table.
    quote : str
        The mark around cells that hold separators.
    """

    separator: str
    names: list[str]
    first: int
    plain: bool
    quote: str = '"'

    @classmethod
    def of(cls, lines: Sequence[str], source: str, written: TextFormat) -> Layout:
        """Return the layout of a table from its first lines."""
        start = next((k for k, line in enumerate(lines) if line.strip()), -1)
        if start < 0:
            raise PrplotValueError(f"{source} is empty; a CSV file with a header and one row per item is needed.")
        separator = written.separator
        if lines[start].lower().startswith("sep="):
            # Excel writes the separator in a first line.
            separator, start = separator or lines[start].strip()[4:], start + 1
        if attributes := [match[1].strip("'\"") for line in lines if (match := ATTRIBUTE.match(line))]:
            # WEKA's format has one line for each column name.
            data = next((k for k, line in enumerate(lines) if line.strip().lower() == "@data"), len(lines))
            quote = "'" if any("'" in line for line in lines[data + 1 :]) else '"'
            return cls(separator or ",", attributes, data + 1, plain=False, quote=quote)
        below = next((k for k in range(start, len(lines)) if not lines[k].startswith(COMMENT)), start)
        separator = separator or _separator(lines[below:], written)
        (number, names), *rows = _first_rows(lines[below:], separator)
        first = below + number - 1
        if not written.header:
            return cls(separator, [str(k + 1) for k in range(len(names))], first, plain=False)
        above = _first_rows([lines[below - 1].lstrip("#% ")], separator)[0][1] if below > start else []
        if len(above) == len(names) and any(map(NUMBER.fullmatch, names)):
            return cls(separator, above, first, plain=False)
        quoted = all(lines[below + number - 1].startswith('"') for number, _ in rows)
        if rows and all(len(cells) == len(names) + 1 for _, cells in rows):
            if not any(cells[-1].strip() for _, cells in rows):
                # Each row ends with a separator.
                return cls(separator, [*names, ""], below + rows[0][0] - 1, plain=False)
            if separator != "," or quoted:
                # R writes row names, but no name for their column. If the separator is a comma, it may be a decimal
                # comma instead.
                names = ["", *names]
        plain = below == 0 and separator != BLANK and names[0] != ""
        return cls(separator, names, below + rows[0][0] - 1 if rows else len(lines), plain)


def _separator(lines: Sequence[str], written: TextFormat) -> str:
    """Return the separator that gives the most columns in the first row; blanks if no other gives two.

    A comma counts as a decimal comma if ``written`` says so and another separator (or none) is possible, or if blanks
    give as many columns, of numbers only.
    """
    rows = {separator: _first_rows(lines, separator) for separator in (*SEPARATORS, BLANK)}
    columns = {separator: len(some[0][1]) for separator, some in rows.items()}

    def best_of(separators: str) -> str:
        best = max(separators, key=lambda separator: columns[separator])
        return best if columns[best] > 1 or columns[BLANK] == 1 else BLANK

    best = best_of(SEPARATORS)
    if best == ",":
        by_blanks = [cells for _, cells in rows[BLANK]]
        if {len(cells) for cells in by_blanks} == {columns[","]} and all(
            NUMBER.fullmatch(cell) for cells in by_blanks for cell in cells
        ):
            return BLANK
        other = best_of(SEPARATORS.replace(",", ""))
        if written.decimal == "," and (columns[other] > 1 or not written.header):
            return other
    return best


def _first_rows(lines: Sequence[str], separator: str) -> list[tuple[int, list[str]]]:
    return list(islice(rows_of_lines([f"{line}\n" for line in lines], separator, as_written=True), FIRST_ROWS)) or [
        (1, [""])
    ]


def rows_of_lines(
    lines: Iterable[str], separator: str, as_written: bool = False, quote: str = '"'
) -> Iterator[tuple[int, list[str]]]:
    """Yield the non-empty rows, each with the number of its first line, from 1 on.

    Blanks around cells are removed, except with ``as_written``, which is used to look for column names.
    """
    if separator == BLANK:
        for number, line in enumerate(lines, 1):
            if cells := [cell.strip("'\"") for cell in BETWEEN_BLANKS.findall(line)]:
                yield number, cells
        return
    with _cells_of_any_size():
        skip = not as_written or any('"' in line for line in lines)
        how: dict[str, Any] = {"delimiter": separator, "quotechar": quote, "skipinitialspace": skip}
        reader, number = csv.reader(lines, strict=not as_written, **how), 1
        for row in reader:
            if row:
                yield number, row if as_written else [cell.strip(BLANKS) for cell in row]
            number = reader.line_num + 1


@contextmanager
def _cells_of_any_size() -> Iterator[None]:
    """Lift the size limit of cells, which all CSV readers of this process share, and restore it afterwards."""
    before = csv.field_size_limit(2**31 - 1)
    try:
        yield
    finally:
        csv.field_size_limit(before)


def number_of(cell: str) -> float:
    """Return a cell as a float; 1_0, which Python would read as 10, raises ValueError."""
    return float(cell.replace("_", "?"))
