"""Read text tables row by row: CSV with a header, its delimiter a comma, semicolon or tab."""

from __future__ import annotations

import csv
import gzip
import io
import zlib
from pathlib import Path
from typing import Any

from prplot.errors import PrplotValueError, invalid, listed
from prplot.sources.file_columns import BLANKS, FileColumn
from prplot.sources.queries import incomplete

# The way out if a file is no text in UTF-8.
CONVERTED = "Save it as CSV in UTF-8, or read it into a data frame for prplot.from_frame."
GZIP = b"\x1f\x8b"
DELIMITERS = ",;\t"


def read_columns(file: Any, source: str = "standard input") -> dict[str, FileColumn]:
    """Return the columns of a CSV file with a header, given by its name or open for reading bytes.

    The delimiter is the one of comma, semicolon and tab that makes most columns of the header.
    Blanks around cells do not count; line breaks and every other character of a quoted cell do.

    Raises
    ------
    PrplotValueError
        If the file is empty, is not text, or has rows of different lengths; messages call it by its ``source``.
    """
    content = file.read() if hasattr(file, "read") else Path(file).read_bytes()
    try:
        text = (gzip.decompress(content) if content.startswith(GZIP) else content).decode("utf-8-sig")
    except (EOFError, OSError, zlib.error) as error:
        raise incomplete(source, error) from None
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise invalid(
            source, "be a CSV text file in UTF-8", "binary data" if b"\0" in content else "another encoding", CONVERTED
        )
    try:
        delimiter, header = header_of(text, source)
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True, skipinitialspace=True)
        # The rows that are not empty, each with the line on which it begins.
        line, numbered = 1, []
        for row in reader:
            if row:
                numbered.append((line, [cell.strip(BLANKS) for cell in row]))
            line = reader.line_num + 1
    except csv.Error as error:
        raise PrplotValueError(f"{source} is not a readable CSV file: {error}.") from None
    _, *rows = numbered
    if not rows:
        raise PrplotValueError(f"{source} has a header but no rows.")
    twice = {name for name in header if header.count(name) > 1}
    if twice:
        raise PrplotValueError(f"{source} must name each column once; got {listed(sorted(twice))} more than once.")
    for line, row in rows:
        if len(row) != len(header):
            raise PrplotValueError(
                f"{source} must have {len(header)} values in every row, as in its header; row {line} has {len(row)}."
            )
    lines, below = zip(*rows, strict=True)
    return {name: FileColumn(name, cells, lines) for name, *cells in zip(header, *below, strict=True)}


def header_of(text: str, source: str, delimiters: str = DELIMITERS) -> tuple[str, list[str]]:
    """Return the delimiter that makes most columns, and the names of the columns."""
    if not text.strip():
        raise PrplotValueError(f"{source} is empty; a CSV file with a header and one row per item is needed.")
    quoted = '"' in text.lstrip().partition("\n")[0]
    rows = {d: csv.reader(io.StringIO(text, newline=""), delimiter=d, skipinitialspace=quoted) for d in delimiters}
    return max(((d, next(filter(None, each))) for d, each in rows.items()), key=lambda pair: len(pair[1]))
