"""Read text tables row by row, with any separator, comments before the header, and a header or none."""

from __future__ import annotations

import csv
import gzip
import io
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import chain, islice
from pathlib import Path
from typing import Any, TextIO

from prplot.errors import PrplotValueError, invalid, listed
from prplot.sources.file_columns import FileColumn
from prplot.sources.reading_errors import incomplete, unreadable
from prplot.sources.text_layout import HEADER_LINES, USUAL, Layout, TextFormat, rows_of_lines

# The advice for a file that is not text in UTF-8.
CONVERTED = "Save it as CSV in UTF-8, or read it into a data frame for prplot.from_frame."
GZIP, UTF_16, UTF_16_MARKS = b"\x1f\x8b", "utf-16", (b"\xff\xfe", b"\xfe\xff")


def is_zstd(name: str) -> bool:
    """Return whether a file is compressed by zstd, which only engines can read."""
    return name.lower().endswith(".zst")


@contextmanager
def opened(file: Any, source: str) -> Iterator[TextIO]:
    """Open a text table, given by name or as a file of bytes; errors call it ``source``."""
    with ExitStack() as stack:
        try:
            raw = io.BufferedReader(file if hasattr(file, "read") else stack.enter_context(Path(file).open("rb")))
        except (OSError, ValueError) as error:
            raise unreadable(source, error) from None
        try:
            if raw.peek(2)[:2] == GZIP:
                raw = io.BufferedReader(stack.enter_context(gzip.open(raw)))
            encoding = UTF_16 if raw.peek(2)[:2] in UTF_16_MARKS else "utf-8-sig"
            yield stack.enter_context(io.TextIOWrapper(raw, encoding, newline=""))
        except (EOFError, OSError, zlib.error) as error:
            raise incomplete(source, error) from None
        except UnicodeDecodeError as error:
            got = "binary data" if b"\0" in error.object else "another encoding"
            raise invalid(source, "be a CSV text file in UTF-8", got, CONVERTED) from None
        except csv.Error as error:
            raise PrplotValueError(f"{source} is not a readable CSV file: {error}.") from None


def rows_of(file: Any, source: str, written: TextFormat = USUAL) -> Iterator[tuple[int, list[str]]]:
    """Yield 0 and the column names, and then the line number and the cells of each row.

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
        layout = Layout.of([line.rstrip("\r\n") for line in first], source, written)
        names, start = layout.names, layout.first
        yield 0, names
        for number, row in rows_of_lines(chain(first[start:], stream), layout.separator, quote=layout.quote):
            if len(row) != len(names):
                commas = layout.separator == "," and len(row) > len(names)
                rule = f"have {len(names)} values in every row, as in its header"
                way_out = "Decimal commas need another separator." if commas else ""
                raise invalid(source, rule, f"{len(row)} in row {start + number}", way_out)
            yield start + number, row


def read_columns(file: Any, source: str = "standard input", written: TextFormat = USUAL) -> dict[str, FileColumn]:
    """Return the columns of a text table by name, with the line number of each cell."""
    (_, names), *rows = rows_of(file, source, written)
    if not rows:
        raise PrplotValueError(f"{source} has a header but no rows.")
    # Columns without a name cannot be requested, so several of them are no error.
    if twice := sorted(name for name, times in Counter(names).items() if times > 1 and name):
        raise PrplotValueError(f"{source} must name each column once; got {listed(twice)} more than once.")
    lines, below = zip(*rows, strict=True)
    return {name: FileColumn(name, cells, lines) for name, *cells in zip(names, *below, strict=True)}
