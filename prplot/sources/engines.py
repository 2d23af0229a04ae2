"""Read files with an engine, DuckDB, polars or pandas, that counts their rows."""

from __future__ import annotations

from typing import Any

from prplot.errors import PrplotValueError, listed
from prplot.rows.arrays import EXACT_INTEGERS
from prplot.sources.file_columns import BLANKS, MISSING_MARKS, FileColumn, column_of
from prplot.sources.frames import paths_of
from prplot.sources.queries import Paths, Request, engine_errors, fetched, needed
from prplot.sources.text_tables import CONVERTED, header_of

# The way out if a URL cannot be read.
FETCHED = "Download it first, or read it into a data frame, such as with pandas.read_csv, for prplot.from_frame."
# A header takes at most so many lines.
HEADER_LINES = 50
# At most so many scores beyond 2**53 are compared to see whether float64 makes them ties.
MOST_HUGE = 2**12
# Cells that every engine reads as numbers.
NUMBER = r"(?i)^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|inf(?:inity)?)$"


def scan_files(reader: Any, engine: str, kind: str, files: list[str], columns: Any = (), *how: str) -> Any:
    """Return files as a frame of an engine.

    In CSV files all cells are texts; ``columns`` are their names. After these come the separator and the quotation
    mark; without them the only column holds whole lines.
    """
    separator, quote = how or ("\x01", "\x02")
    options: dict[str, Any] = {}
    if engine == "duckdb":
        options = {"union_by_name": True}
        if columns:
            options = {"delimiter": separator, "quotechar": quote, "header": bool(how), "auto_detect": False}
            options["columns"] = dict.fromkeys(columns, "VARCHAR")
        return getattr(reader, f"read_{kind}")(files, **options)
    if engine == "polars":
        if columns:
            options = {"separator": separator, "quote_char": quote, "has_header": bool(how)}
            options |= {"new_columns": columns, "infer_schema_length": 0}
        frame = getattr(reader, f"scan_{kind}".replace("json", "ndjson"))(files, **options)
        # Polars alone reads empty lines, as rows of missing cells.
        return frame.filter(~reader.all_horizontal(reader.all().is_null())) if how else frame
    if columns:
        options = {"sep": separator, "quotechar": quote, "header": 0 if how else None, "names": columns}
        options |= {"dtype": str, "keep_default_na": False}
    elif kind == "json":
        options = {"lines": True, "dtype": False}
    return reader.concat([getattr(reader, f"read_{kind}")(file, **options) for file in files])


def paths_of_texts(scan: Any, files: list[str], request: Request) -> Paths:
    """Return the path or the paths that were asked of CSV files, whose cells mean the same as row by row."""
    nw = needed("narwhals.stable.v2", "from_file", "files")
    first, *others = files

    def header_in(name: str, *separators: str) -> tuple[str, list[str]]:
        """Return the separator and the header of a file, whose quoted cells may go on over several lines."""
        with engine_errors(name, FETCHED if "://" in name else CONVERTED):
            frame = nw.from_native(scan([name], ["line"])).lazy().head(HEADER_LINES)
            lines = fetched(frame, exact=("line",))["line"]
        return header_of("\n".join(str(line or "") for line in lines).removeprefix("\ufeff"), name, *separators)

    separator, header = header_in(first)
    for other in others:
        if header_in(other, separator)[1] != header:
            raise PrplotValueError(f"{other} must have the header of {first}; got another one.")
    used = {name: f"c{header.index(column_of(request.what, name, header))}" for _, name in request.columns}
    if len({name.lower() for name in used}) < len(used):
        # DuckDB ignores case in names of columns.
        raise PrplotValueError(
            f"columns of {request.what} that are used together must differ in more than case; got {listed(used)}. "
            "Rename one, or read the file into a data frame for prplot.from_frame."
        )
    frame = nw.from_native(scan(files, [f"c{k}" for k in range(len(header))], separator, '"')).lazy()
    cells = {name: nw.col(column).str.strip_chars(BLANKS) for name, column in used.items()}
    texts = frame.select(
        **{name: nw.when(~cell.str.to_lowercase().is_in(MISSING_MARKS)).then(cell) for name, cell in cells.items()}
    )
    # pandas would read 1_0 as 10; a question mark makes it an error in every engine.
    numbers = {
        name: nw.col(name).str.replace_all("_", "?", literal=True).cast(nw.Float64)
        for name in used
        if name not in (request.label, request.by, request.groups, request.item)
    }
    try:
        for name in request.scores:
            huge = texts.filter(numbers[name].abs() >= EXACT_INTEGERS).select(name).unique().head(MOST_HUGE)
            FileColumn(name, fetched(huge, exact=(name,))[name]).scores()
        return paths_of(texts.with_columns(**numbers).to_native(), request)
    except Exception:
        # Each engine has another error for a cell that is no number; these cells get one message.
        for name in numbers:
            wrong = texts.select(name).drop_nulls().filter(~nw.col(name).str.contains(NUMBER)).head(1)
            FileColumn(name, fetched(wrong, exact=(name,))[name]).numbers()
        raise
