"""Read text tables row by row: with any separator, comments before the header, a header or none."""

from __future__ import annotations

import csv
import gzip
import io
import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any, TextIO

from prplot.errors import PrplotValueError, invalid, listed
from prplot.sources.file_columns import BLANKS, NUMBER, FileColumn
from prplot.sources.queries import incomplete, unreadable

# The way out if a file is no text in UTF-8.
CONVERTED = "Save it as CSV in UTF-8, or read it into a data frame for prplot.from_frame."
GZIP, UTF_16 = b"\x1f\x8b", (b"\xff\xfe", b"\xfe\xff")
SEPARATORS, BLANK = ",;\t|", " "
# Comments and the header take at most so many lines; of the rows below the first few are looked at.
HEADER_LINES, FIRST_ROWS = 1000, 6
COMMENT = ("#", "%")
# A cell in quotation marks, or what has no blank.
BETWEEN_BLANKS = re.compile(r'"(?:[^"]|"")*"|\'[^\']*\'|\S+')
ATTRIBUTE = re.compile(r"@attribute\s+('[^']*'|\"[^\"]*\"|\S+)", re.IGNORECASE)


@dataclass(frozen=True)
class Layout:
    """How a text table is written.

    Attributes
    ----------
    separator : str
        The character between cells; a blank for any number of blanks and tabs.
    names : list of str
        The columns; numbers from 1 on where there is no header.
    first : int
        How many lines come before the first row.
    plain : bool
        Whether the header is the first line, so that every engine reads the table.
    """

    separator: str
    names: list[str]
    first: int
    plain: bool

    @classmethod
    def of(cls, lines: Sequence[str], source: str, header: bool = True, separator: str | None = None) -> Layout:
        """Return the layout of a table, given its first lines."""
        start = next((k for k, line in enumerate(lines) if line.strip()), -1)
        if start < 0:
            raise PrplotValueError(f"{source} is empty; a CSV file with a header and one row per item is needed.")
        if lines[start].lower().startswith("sep="):
            # The first line of Excel.
            separator, start = separator or lines[start].strip()[4:], start + 1
        if attributes := [match[1].strip("'\"") for line in lines if (match := ATTRIBUTE.match(line))]:
            # WEKA's format names the columns one by one.
            data = next((k for k, line in enumerate(lines) if line.strip().lower() == "@data"), len(lines))
            return cls(separator or ",", attributes, data + 1, plain=False)
        below = next((k for k in range(start, len(lines)) if not lines[k].startswith(COMMENT)), start)
        separator = separator or _separator(lines[below:])
        (number, names), *rows = _first_rows(lines[below:], separator)
        first = below + number - 1
        if not header:
            return cls(separator, [str(k + 1) for k in range(len(names))], first, plain=False)
        above = _first_rows([lines[below - 1].lstrip("#% ")], separator)[0][1] if below > start else []
        if len(above) == len(names) and any(map(NUMBER.fullmatch, names)):
            return cls(separator, above, first, plain=False)
        if rows and all(len(cells) == len(names) + 1 for _, cells in rows):
            # R writes the names of the rows, and no name for their column.
            names = ["", *names]
        plain = below == 0 and separator != BLANK and names[0] != ""
        return cls(separator, names, below + rows[0][0] - 1 if rows else len(lines), plain)


def _separator(lines: Sequence[str]) -> str:
    """Return the separator that makes most columns of the first row; blanks where no other makes two."""
    columns = {separator: len(_first_rows(lines, separator)[0][1]) for separator in (*SEPARATORS, BLANK)}
    best = max(SEPARATORS, key=lambda separator: columns[separator])
    return best if columns[best] > 1 or columns[BLANK] == 1 else BLANK


def _first_rows(lines: Sequence[str], separator: str) -> list[tuple[int, list[str]]]:
    return list(islice(_rows([f"{line}\n" for line in lines], separator, as_written=True), FIRST_ROWS)) or [(1, [""])]


def _rows(lines: Iterable[str], separator: str, as_written: bool = False) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that are not empty, each with the number of its first line, from 1 on.

    Blanks around cells do not count, except ``as_written``, as names of columns are first looked for.
    """
    if separator == BLANK:
        for number, line in enumerate(lines, 1):
            if cells := [cell.strip("'\"") for cell in BETWEEN_BLANKS.findall(line)]:
                yield number, cells
        return
    with _cells_of_any_size():
        skip = not as_written or any('"' in line for line in lines)
        reader, number = csv.reader(lines, delimiter=separator, strict=not as_written, skipinitialspace=skip), 1
        for row in reader:
            if row:
                yield number, row if as_written else [cell.strip(BLANKS) for cell in row]
            number = reader.line_num + 1


@contextmanager
def _cells_of_any_size() -> Iterator[None]:
    """Lift the limit of a cell, which all readers of this process share, and put it back."""
    before = csv.field_size_limit(2**31 - 1)
    try:
        yield
    finally:
        csv.field_size_limit(before)


@contextmanager
def opened(file: Any, source: str) -> Iterator[TextIO]:
    """Open a text table, given by its name or open for reading bytes; messages call it by its ``source``."""
    with ExitStack() as stack:
        try:
            raw = io.BufferedReader(file if hasattr(file, "read") else stack.enter_context(Path(file).open("rb")))
        except (OSError, ValueError) as error:
            raise unreadable(source, error) from None
        try:
            if raw.peek(2)[:2] == GZIP:
                raw = io.BufferedReader(stack.enter_context(gzip.open(raw)))
            encoding = "utf-16" if raw.peek(2)[:2] in UTF_16 else "utf-8-sig"
            yield stack.enter_context(io.TextIOWrapper(raw, encoding, newline=""))
        except (EOFError, OSError, zlib.error) as error:
            raise incomplete(source, error) from None
        except UnicodeDecodeError as error:
            got = "binary data" if b"\0" in error.object else "another encoding"
            raise invalid(source, "be a CSV text file in UTF-8", got, CONVERTED) from None
        except csv.Error as error:
            raise PrplotValueError(f"{source} is not a readable CSV file: {error}.") from None


def rows_of(
    file: Any, source: str, header: bool = True, separator: str | None = None
) -> Iterator[tuple[int, list[str]]]:
    """Yield the names of the columns, with 0, and then each row, with the number of its line in the file.

    Blanks around cells do not count; line breaks and every other character of a quoted cell do.

    Raises
    ------
    PrplotValueError
        If the file is empty, is not text, or has rows of different lengths.
    """
    with opened(file, source) as stream:
        first = list(islice(stream, HEADER_LINES))
        if any("\0" in line for line in first):
            raise invalid(source, "be a CSV text file in UTF-8", "binary data", CONVERTED)
        layout = Layout.of([line.rstrip("\r\n") for line in first], source, header, separator)
        names, start = layout.names, layout.first
        yield 0, names
        for number, row in _rows(chain(first[start:], stream), layout.separator):
            if len(row) != len(names):
                got = f"row {start + number} has {len(row)}"
                raise PrplotValueError(f"{source} must have {len(names)} values in every row, as in its header; {got}.")
            yield start + number, row


def read_columns(
    file: Any, source: str = "standard input", header: bool = True, separator: str | None = None
) -> dict[str, FileColumn]:
    """Return the columns of a text table by name, each with the lines of the file that its cells come from."""
    (_, names), *rows = rows_of(file, source, header, separator)
    if not rows:
        raise PrplotValueError(f"{source} has a header but no rows.")
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise PrplotValueError(f"{source} must name each column once; got {listed(twice)} more than once.")
    lines, below = zip(*rows, strict=True)
    return {name: FileColumn(name, cells, lines) for name, *cells in zip(names, *below, strict=True)}
