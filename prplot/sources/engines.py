"""Read large files with DuckDB, polars or pandas, which also group and count the rows."""

from __future__ import annotations

import csv
import glob
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import numpy as np

from prplot.errors import PrplotError, PrplotValueError, invalid, listed, short
from prplot.rows.arrays import EXACT_INTEGERS
from prplot.rows.hard_labels import named_labels
from prplot.sources.engine_rows import fetched
from prplot.sources.file_columns import (
    FIRST_CELLS,
    MISSING_MARKS,
    FileColumn,
    check_header,
    column_of,
    paths_of_columns,
)
from prplot.sources.frames import paths_of
from prplot.sources.nested import column_in, flat_copy, is_json_lines
from prplot.sources.reading_errors import engine_errors, needed, no_column
from prplot.sources.request import Paths, Request
from prplot.sources.text_layout import BLANKS, HEADER_LINES, Layout, TextFormat
from prplot.sources.text_tables import CONVERTED, UTF_16, is_zstd, opened, rows_of

# At most this many distinct scores beyond 2**53 are compared to see whether float64 makes them ties.
MOST_HUGE = 2**12
# A pattern of the cells that every engine reads as numbers.
NUMBER = r"(?i)^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|inf(?:inity)?)$"


def scan_files(reader: Any, engine: str, kind: str, files: list[str], columns: Any = (), *how: str) -> Any:
    """Return files as a frame of an engine, which reads them when it is queried.

    In CSV files all cells are read as texts, and ``columns`` are their names. ``how`` is the separator and the
    quotation mark; without it the only column holds whole lines.
    """
    separator, quote = how or ("\x01", "\x02")
    options: dict[str, Any] = {}
    if engine != "pandas":
        # Engines take names as patterns, so special characters are escaped.
        files = [glob.escape(file) for file in files]
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
        # Only polars reads empty lines, as rows of missing cells, so they are dropped.
        return frame.filter(~reader.all_horizontal(reader.all().is_null())) if how else frame
    if columns:
        options = {"sep": separator, "quotechar": quote, "header": 0 if how else None, "names": columns}
        options |= {"dtype": str, "keep_default_na": False}
    elif kind == "json":
        options = {"lines": True, "dtype": False}
    return reader.concat([getattr(reader, f"read_{kind}")(file, **options) for file in files])


def paths_of_parts_of_files(scan: Any, files: list[str], folder: str, request: Request) -> Paths:
    """Return the requested path or paths of Parquet or JSON files, which together are one table."""
    nw = needed("narwhals.stable.v2", "from_file", "files")
    folders = _named_by_folders(files, request)
    inside = {str(name): argument for argument, name in request.columns if str(name) not in folders}
    readable = files
    if request.json and not all(_can_be_counted(scan, nw, file, inside, request) for file in files):
        readable = [str(Path(folder, f"records-{number}.jsonl")) for number in range(len(files))]
        for file, copy in zip(files, readable, strict=True):
            flat_copy(file, copy, inside, request.numbers)
    for file in readable:
        if not request.json or is_zstd(file):
            schema = nw.from_native(scan([file])).collect_schema()
            for name, argument in inside.items():
                if column_in(nw, name, schema) is None:
                    raise no_column(argument, name, file, list(schema))

    def frame_of(some: list[str]) -> Any:
        frame = nw.from_native(scan(some)).lazy()
        schema = frame.collect_schema()
        return frame.select(**{name: column_in(nw, name, schema) for name in inside})

    frame = _with_folders(nw, frame_of, files, readable, {name: name for name in folders})
    if request.rows:
        with engine_errors(request.what):
            cells = fetched(frame, exact=(*inside, *folders))
        every = {name: FileColumn(name, [*map(_text, column)]) for name, column in cells.items()}
        return paths_of_columns(every, replace(request, written=TextFormat(header=False)))
    return paths_of(frame.to_native(), request)


def _text(value: Any) -> str:
    """Return a value as the cell of a text table; empty if it is missing."""
    if value is None or value != value:
        return ""
    return str(value).lower() if isinstance(value, bool | np.bool_) else str(value)


def _can_be_counted(scan: Any, nw: Any, file: str, columns: Iterable[str], request: Request) -> bool:
    """Return whether an engine can read the requested columns of a JSON file, with numbers that are not texts."""
    if is_zstd(file):
        return True
    if not is_json_lines(file):
        return False
    schema = nw.from_native(scan([file])).collect_schema()
    return all(
        name in schema and (name not in request.numbers or schema[name].is_numeric() or schema[name] == nw.Boolean)
        for name in columns
    )


def _named_by_folders(files: list[str], request: Request) -> list[str]:
    """Return the requested columns whose values are in the folder names of all files, as in ``month=2026-01``."""
    return [str(name) for _, name in request.columns if all(str(name) in partition_of(file) for file in files)]


def _with_folders(nw: Any, frame_of: Any, files: list[str], readable: list[str], columns: dict[str, str]) -> Any:
    """Return the rows of all files as one frame, with columns for the values in the names of their folders.

    Parameters
    ----------
    frame_of : function
        Returns the rows of some files as one frame.
    files, readable : list of str
        The files as named by the caller, and what engines read in their place.
    columns : dict
        The name of the column for each name in the folders.
    """
    if not columns:
        return frame_of(readable)
    # Unions of many frames are slow, and DuckDB allows only hundreds, so files with equal values are read together.
    parts = defaultdict(list)
    for file, read in zip(files, readable, strict=True):
        values = partition_of(file)
        parts[tuple(values[name] for name in columns)].append(read)
    frames = [
        frame_of(some).with_columns(
            **{column: nw.lit(value) for column, value in zip(columns.values(), values, strict=True)}
        )
        for values, some in parts.items()
    ]
    return nw.concat(frames, how="vertical")


def partition_of(file: str) -> dict[str, str]:
    """Return the columns in a file's folder names, with values, as in ``model=a/month=2026-01/part-0.parquet``."""
    pairs = (part.partition("=") for part in Path(file).parts[:-1] if "=" in part)
    return {name: unquote(value) for name, _, value in pairs}


def _table(scan: Any, nw: Any, name: str, copy: Path, request: Request) -> tuple[str, str, list[str]]:
    """Return a file that engines can read, with its separator and header: the file itself, or a plain copy of it."""
    in_utf_8 = True
    if is_zstd(name):
        with engine_errors(name, CONVERTED):
            lines = fetched(nw.from_native(scan([name], ["line"])).lazy().head(HEADER_LINES), exact=("line",))["line"]
        lines = [str(line or "").removeprefix("\ufeff") for line in lines]
    else:
        with opened(name, name) as stream:
            lines = [line.rstrip("\r\n") for line in islice(stream, HEADER_LINES)]
            # Engines do not read texts in UTF-16, which Excel writes.
            in_utf_8 = stream.encoding != UTF_16
    layout = Layout.of(lines, name, request.written)
    if layout.plain and in_utf_8:
        return name, layout.separator, layout.names
    if is_zstd(name):
        raise invalid(name, "begin with its header where it is compressed", short(lines[0]), "Decompress it first.")
    with copy.open("w", newline="", encoding="utf-8") as target:
        csv.writer(target).writerows(row for _, row in rows_of(name, name, request.written))
    return str(copy), ",", layout.names


def paths_of_texts(scan: Any, files: list[str], folder: str, request: Request, *, checks_lengths: bool = True) -> Paths:
    """Return the requested path or paths of CSV files; cells mean the same as when they are read row by row.

    ``checks_lengths=False`` is for engines that fill short rows with missing cells; then lengths are checked here.
    """
    nw = needed("narwhals.stable.v2", "from_file", "files")
    tables = [_table(scan, nw, name, Path(folder, f"table-{k}.csv"), request) for k, name in enumerate(files)]
    (_, separator, header), *others = tables
    for name, (_, mark, names) in zip(files[1:], others, strict=True):
        if names != header or mark != separator:
            raise PrplotValueError(f"{name} must have the header of {files[0]}; got another one.")
    # The values in the names of folders become columns as well.
    folders = [name for name in _named_by_folders(files, request) if name not in header]
    header = [*header, *folders]
    readable = [name for name, _, _ in tables]
    titles = {str(name): column_of(request.what, str(name), header) for _, name in request.columns}
    used = {name: f"c{header.index(title)}" for name, title in titles.items()}
    if request.running:
        # For cumulative counts all columns are kept, because `check_one_curve` looks for columns that distinguish
        # curves.
        times = Counter(header)
        used = {name: f"c{number}" for number, name in enumerate(header) if times[name] == 1} | used
    if len({name.lower() for name in used}) < len(used):
        # DuckDB ignores case in the names of columns.
        raise PrplotValueError(
            f"columns of {request.what} that are used together must differ in more than case; got {listed(used)}. "
            "Rename one, or read the file into a data frame for prplot.from_frame."
        )
    in_file = [f"c{k}" for k in range(len(header) - len(folders))]

    def frame_of(some: list[str]) -> Any:
        return nw.from_native(scan(some, in_file, separator, '"')).lazy()

    frame = _with_folders(nw, frame_of, files, readable, {name: used[name] for name in folders})
    named = [*map(str, named_labels(request.pos_label, request.neg_label))]

    def known(name: str, column: str) -> Any:
        cell = nw.col(column).str.strip_chars(BLANKS)
        missing = cell.str.to_lowercase().is_in(MISSING_MARKS) | cell.is_in(request.written.na)
        if named and name == request.label:
            # A named label is a label, even if it looks like a mark of missing values.
            missing = missing & ~cell.is_in(named)
        return nw.when(~missing).then(cell)

    texts = frame.select(**{name: known(name, column) for name, column in used.items()})

    def with_point(name: str) -> Any:
        # pandas would read 1_0 as 10; a question mark makes it an error in every engine.
        cell = nw.col(name).str.replace_all("_", "?", literal=True)
        if request.written.decimal == ",":
            cell = cell.str.replace_all(".", "?", literal=True).str.replace_all(",", ".", literal=True)
        return cell

    def number(name: str) -> Any:
        values, marks = with_point(name).cast(nw.Float64), request.written.na_numbers
        return nw.when(~values.is_in(marks)).then(values) if marks else values

    numbers = {name: number(name) for name in used if name in request.numbers}

    def fetched_column(name: str, query: Any) -> FileColumn:
        return FileColumn(name, fetched(query, exact=(name,))[name], written=request.written)

    def check_lengths() -> None:
        for name in readable:
            if not is_zstd(name):
                for _ in rows_of(name, name, TextFormat(separator=separator)):
                    pass

    try:
        if not checks_lengths:
            last = nw.col(in_file[-1])
            empty = frame.filter(last.is_null() | (last == "")).select(rows=nw.len())
            if fetched(empty)["rows"][0] > 0:
                check_lengths()
        # One query finds whether column names occur among the values, and the largest absolute scores.
        occurs = {f"title {name}": (nw.col(name) == title).max() for name, title in titles.items()}
        largest = {f"score {name}": numbers[name].abs().max() for name in request.scores}
        for name in request.scores:
            # Before narwhals 2.26, DuckDB fails at a plain name with blanks; `nw.col` quotes the name.
            fetched_column(name, texts.select(nw.col(name)).head(FIRST_CELLS)).check_points()
        seen = {name: values[0] for name, values in fetched(texts.select(**occurs, **largest)).items()}
        for argument, name in request.columns if request.written.header else ():
            check_header(argument, titles[str(name)], seen[f"title {name}"] > 0)
        for name in request.scores:
            if seen[f"score {name}"] >= EXACT_INTEGERS:
                huge = texts.filter(numbers[name].abs() >= EXACT_INTEGERS).select(nw.col(name)).unique().head(MOST_HUGE)
                fetched_column(name, huge).scores()
        return paths_of(texts.with_columns(**numbers).to_native(), request)
    except Exception as error:
        if isinstance(error, PrplotError) and error.__cause__ is None:
            raise
        # Each engine has its own errors for rows of other lengths and for cells that are not numbers; prplot raises one
        # for all.
        check_lengths()
        for name in numbers:
            wrong = texts.select(nw.col(name)).drop_nulls().filter(~with_point(name).str.contains(NUMBER)).head(1)
            fetched_column(name, wrong).numbers()
        raise
