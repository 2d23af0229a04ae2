"""Make paths from files: small CSV files are read row by row, all others as a frame of DuckDB, polars or pandas."""

from __future__ import annotations

import csv
import glob
import gzip
import io
import math
import os
import re
import shutil
import tempfile
import zlib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from decimal import Decimal
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from prplot.errors import PrplotValueError, by_name, invalid, listed, short, warn, wrong_type
from prplot.names import Combine, MissingScores, nearest
from prplot.path.makers import path_of_labels, path_of_weights
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import EXACT_INTEGERS, FloatArray
from prplot.rows.hard_labels import Labels, codes_of_missing, missing_codes
from prplot.sources.frames import paths_of
from prplot.sources.parts import groups_in_order, members_of
from prplot.sources.queries import Paths, Request, engine_errors, fetched, incomplete, needed, number_of
from prplot.sources.running_counts import RUNNING, paths_of_running_counts

MISSING_MARKS = ("", "na", "nan", "null", "none")
# The way out if a file is no text in UTF-8.
CONVERTED = "Save it as CSV in UTF-8, or read it into a data frame for prplot.from_frame."
GZIP = b"\x1f\x8b"
DELIMITERS = ",;\t"
BLANKS = " \t"
# CSV files of at most so many bytes are read row by row, so that their paths know the rows.
SMALL = 16 * 2**20
# The first of these that is installed reads all other files.
ENGINES = ("duckdb", "polars", "pandas")
# The kind of a file by its last ending that is known; .gz and .zst are not among these.
ENDINGS = {
    ".csv": "csv", ".tsv": "csv", ".tab": "csv", ".txt": "csv", ".parquet": "parquet", ".pq": "parquet",
    ".json": "json", ".jsonl": "json", ".ndjson": "json",
}  # fmt: skip
# Functions that read other kinds of files into a data frame, by ending.
ELSEWHERE = {
    **dict.fromkeys((".xlsx", ".xlsm", ".xls", ".ods"), "pandas.read_excel"),
    **dict.fromkeys((".feather", ".arrow", ".ipc"), "pandas.read_feather"),
    **dict.fromkeys((".pkl", ".pickle"), "pandas.read_pickle"), **dict.fromkeys((".h5", ".hdf5"), "pandas.read_hdf"),
    ".orc": "pandas.read_orc", ".dta": "pandas.read_stata", ".sav": "pandas.read_spss", ".sas7bdat": "pandas.read_sas",
}  # fmt: skip
# The way out if a URL cannot be read.
FETCHED = "Download it first, or read it into a data frame, such as with pandas.read_csv, for prplot.from_frame."
# The ending that a file should have, by its first bytes.
SIGNATURES = {b"PAR1": ".parquet", b"\x1f\x8b": ".csv.gz", b"\x28\xb5\x2f\xfd": ".csv.zst", b"{": ".jsonl"}
# A header takes at most so many lines.
HEADER_LINES = 50
# At most so many scores beyond 2**53 are compared to see whether float64 makes them ties.
MOST_HUGE = 2**12
# Cells that every engine reads as numbers.
NUMBER = r"(?i)^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|inf(?:inity)?)$"
FILE = str | os.PathLike[str] | BinaryIO


@by_name("Columns are passed by name, such as score='s', label='y', weight='w'.")
def from_file(
    file: FILE | Sequence[str | os.PathLike[str]],
    *,
    score: str | Sequence[str] | None = None,
    label: str | None = None,
    fg: str | None = None,
    bg: str | None = None,
    weight: str | None = None,
    by: str | None = None,
    pos_label: object = None,
    missing: MissingScores = "raise",
    positives: float | Mapping[Any, float] | None = None,
    negatives: float | Mapping[Any, float] | None = None,
    bins: int | None = None,
    tolerance: float | None = None,
    threshold: str | None = None,
    tp: str | None = None,
    fp: str | None = None,
    name: str | None = None,
    neg_label: object = None,
    lower_is_positive: bool = False,
    groups: str | None = None,
    item: str | None = None,
    combine: Combine = "max",
) -> ConfusionPath | dict[Any, ConfusionPath]:
    """Return a path made from columns of one file or of several files, of any size.

    Parameters
    ----------
    file : path-like, file open for reading bytes, or list of path-like
        Parquet; CSV with a header, its delimiter a comma, semicolon or tab; JSON with an object per line. CSV and JSON
        may be compressed (.gz, .zst). A name may be a pattern, such as ``"part-*.parquet"``. If there are several
        files, all must have the same format and the same columns.
    score, label, fg, bg, weight, by, pos_label, missing, positives, negatives, bins, tolerance, name, threshold, tp, \
fp, neg_label, lower_is_positive, groups, item, combine
        As in `from_frame`. In CSV files empty cells, NA, NaN, null and none are missing values; labels may also be the
        words true and false; labels and groups are read as strings, so write ``pos_label`` as in the file, such as "1".
        A column name must match the header exactly, except for blanks around the name.

    Returns
    -------
    ConfusionPath or dict of ConfusionPath
        The same as the return value of `from_frame`.

    Raises
    ------
    PrplotTypeError, PrplotValueError
        If a file cannot be read (the error for a missing file is a `FileNotFoundError`, too), or in the cases listed
        under Raises of `from_frame`. Anything but a single CSV file
        needs narwhals and one of DuckDB, polars and pandas; if they are missing, the error names the extra
        ``prplot[files]``.

    Notes
    -----
    A single uncompressed CSV file of up to 16 MB is read row by row unless ``bins`` or ``tolerance`` is given: the path
    then keeps its rows, and no extra package is needed. All else is read by DuckDB, polars or pandas (the first one
    installed). If none is installed, only a single CSV file (plain or .gz, any size) can be read, row by row. DuckDB
    uses the disk if memory does not suffice; its connection is always closed, also after an error. DuckDB passes only
    sums per distinct score or bin to Python; but with weights or soft labels, and no bins, it passes every row, if
    there are at most 2**24. Path, areas and intervals do not depend on the reader, but only a path read row by row
    keeps its rows in the order of the file.

    Examples
    --------
    >>> import io, prplot
    >>> rows = "truth,forest", "yes,0.9", "no,0.8", "yes,0.4", "no,0.1"
    >>> file = io.BytesIO(bytes(chr(10).join(rows), "utf-8"))
    >>> path = prplot.from_file(file, score="forest", label="truth", pos_label="yes")
    >>> round(path.pr().area(), 4)
    0.7973
    >>> artists = prplot.plot(path)
    """
    request = Request(
        score, label, fg, bg, weight, by, pos_label, missing, positives, negatives, bins, tolerance, name,
        neg_label, lower_is_positive, groups, item, combine, threshold=threshold, tp=tp, fp=fp,
    )  # fmt: skip
    for argument, column in request.columns:
        if not isinstance(column, str):
            raise wrong_type(argument, "name a column of the file, in a text", column)
    return paths_of_file(file, request)


def paths_of_file(file: Any, request: Request) -> Paths:
    """Return the path or the paths that were asked of a file."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="prplot-"))
        names, source = _local_files(file, folder)
        kind = _kind(names)
        request = replace(request, what=source, texts=request.texts or kind == "csv")
        engine = next((each for each in ENGINES if find_spec("narwhals") and find_spec(each)), None)
        first = names[0].lower()
        if kind == "csv" and request.exact and len(names) == 1 and "://" not in first and not first.endswith(".zst"):
            small = not first.endswith(".gz") and Path(names[0]).stat().st_size <= SMALL
            if request.rows or small or engine is None:
                return paths_of_columns(read_columns(names[0], source), request)
        engine = engine or ENGINES[0]
        reader = needed(engine, f"{source}: a file that is not plain CSV, or large,", "files")
        stack.enter_context(engine_errors(source, FETCHED if "://" in source else ""))
        if engine == "duckdb":
            # By default DuckDB writes to the current folder when memory is full.
            reader = stack.enter_context(reader.connect(config={"temp_directory": folder}))
        scan = partial(_scan, reader, engine, kind)
        if kind == "csv":
            return _paths_of_texts(scan, names, request)
        return paths_of(scan(names), request)


def _local_files(file: Any, folder: str) -> tuple[list[str], str]:
    """Return files and what messages call them; what can be read only once is copied to a folder."""
    if not hasattr(file, "read"):
        files = file if isinstance(file, list | tuple) and file else [file]
        names = [name for each in files for name in matching(each)]
        first, *others = names
        if others or "://" in first or Path(first).is_file():
            return names, f"{first} and {len(others)} more" if others else first
        with Path(first).open("rb") as stream:
            return _local_files(stream, folder)[0], first
    if isinstance(file, io.TextIOBase):
        raise wrong_type("file", "be open for reading bytes", file, "Open it with 'rb', or pass its name.")
    copy = Path(folder, "data")
    with copy.open("wb") as target:
        shutil.copyfileobj(file, target)
    return [str(copy.rename(f"{copy}{_signature(copy)}"))], "standard input"


class NoFileError(PrplotValueError, FileNotFoundError):
    """There is no file of a name or a pattern."""


def matching(name: Any) -> list[str]:
    """Return the files that a name or a pattern means.

    Raises
    ------
    PrplotValueError
        If there is none, or it cannot be read.
    """
    if not isinstance(name, str | os.PathLike):
        raise wrong_type("file", "be the name of a file, a list of names, or a file open for reading bytes", name)
    name = os.fspath(name)
    path = Path(name)
    if path.is_dir():
        raise PrplotValueError(
            f"{name} cannot be read: it is a folder. Write {str(path / '*.parquet')!r} for the files in it."
        )
    # A pipe can be opened only once, so it is not opened here.
    if "://" in name or (path.exists() and not path.is_file()):
        return [name]
    if glob.has_magic(name) and not path.exists():
        # Patterns of Path cannot be absolute.
        names = sorted(each for each in glob.glob(name, recursive=True) if Path(each).is_file())  # noqa: PTH207
        if not names:
            raise NoFileError(f"{name} cannot be read: no file has such a name.")
        return names
    try:
        path.open("rb").close()
    except (OSError, ValueError) as error:
        kind = NoFileError if isinstance(error, FileNotFoundError) else PrplotValueError
        raise kind(f"{name} cannot be read: {getattr(error, 'strerror', None) or error}.") from None
    return [name]


def _kind(names: list[str]) -> str:
    """Return what files hold, csv, parquet or json: by their endings, or else by how they begin."""
    kinds = {}
    for name in names:
        file = Path(name.lower())
        if file.suffix in ELSEWHERE:
            raise invalid(
                "file",
                "be Parquet, CSV or JSON lines",
                repr(name),
                f"Read it with {ELSEWHERE[file.suffix]} and pass the frame to prplot.from_frame.",
            )
        endings = [*reversed(file.suffixes), _signature(Path(name))]
        kinds[next((ENDINGS[each] for each in endings if each in ENDINGS), "csv")] = name
    if len(kinds) > 1:
        raise invalid("file", "name files of one kind", " and ".join(map(short, kinds.values())))
    return next(iter(kinds))


def _signature(file: Path) -> str:
    """Return the ending that fits the first bytes of a file; empty if none does or the file cannot be read."""
    if not file.is_file():
        return ""
    with file.open("rb") as stream:
        beginning = stream.read(64).lstrip()
    return next((ending for mark, ending in SIGNATURES.items() if beginning.startswith(mark)), "")


def paths_of_columns(every: dict[str, FileColumn], request: Request) -> Paths:
    """Return the path or the paths that were asked of the columns of a CSV file, whose rows they keep."""
    columns = {name: every[column_of(request.what, name, every)] for _, name in request.columns}
    groups_of_rows = None
    if request.by is not None:
        groups_of_rows = [None if is_missing(cell) else cell for cell in columns[request.by].cells]
    if request.running:
        counts = {argument: columns[getattr(request, argument)].whole().numbers() for argument in RUNNING}
        return paths_of_running_counts(counts, groups_of_rows, request, columns[request.tp].rows)
    weight_columns = {"sample_weight": request.weight, "fg": request.fg, "bg": request.bg}
    values: dict[str, Any] = {
        argument: columns[name].whole().numbers() for argument, name in weight_columns.items() if name is not None
    }
    keys = {"groups": request.groups, "item": request.item}
    keys = {argument: np.array(columns[name].whole().cells) for argument, name in keys.items() if name is not None}
    # Rows of weight 0 do not count; negative weights are an error of the function that makes the path.
    weight, fg, bg = (values.get(argument, 1.0) for argument in weight_columns)
    weighty = (weight != 0) & ((fg != 0) | (bg != 0))
    labels = None if request.label is None else _labels(columns[request.label], request)
    counted = True if labels is None or labels.left_out is None else ~labels.left_out
    groups: dict[Any, Any] = {None: slice(None)}
    if groups_of_rows is not None:
        groups = {key: [] for key in request.groups_told()} | members_of(groups_of_rows)
    paths = {}
    for name in request.scores:
        score = columns[name].scores()
        absent = np.isnan(score) & counted
        if absent.any() and request.missing == "raise":
            raise PrplotValueError(
                f"column {name!r} must have a score in every row; {absent.sum()} are missing, the first in row "
                f"{columns[name].rows[int(absent.argmax())]}. Use missing='unreached' where no threshold returns those "
                "rows, missing='lowest' to rank them last, or missing='drop' to leave them out."
            )
        counts = weighty & counted & (~absent | (request.missing != "drop"))
        for key in groups_in_order(groups):
            rows, totals = groups[key], request.totals(key)
            if request.by is None or counts[rows].any() or any(total is not None for total in totals.values()):
                part = {argument: column[rows] for argument, column in values.items()}
                reading = replace(request.reading, **{argument: column[rows] for argument, column in keys.items()})
                ends = reading, request.near, (totals["positives"], totals["negatives"]), request.name_of(name, key)
                weights = part.get("sample_weight")
                if labels is None:
                    path = path_of_weights(score[rows], part["fg"], part.get("bg"), weights, *ends)
                else:
                    path = path_of_labels(labels.of(rows), score[rows], weights, *ends)
                paths[name, key] = path
    return request.arranged(paths)


def _labels(column: FileColumn, request: Request) -> Labels:
    """Return the labels of a column as texts, with which rows are positive and which are left out."""
    cells = np.array((column if request.neg_label is not None else column.whole()).cells)
    distinct = [cell for cell in np.unique(cells).tolist() if not is_missing(cell)]
    chosen = request.labels(distinct)
    if beside := codes_of_missing(chosen, distinct):
        warn(missing_codes(f"label {request.label!r}", beside, int(np.isin(cells, beside).sum())))
    out = ~np.isin(cells, [label for label in distinct if label in chosen.positive or chosen.is_negative(label)])
    return Labels(cells, np.isin(cells, list(chosen.positive)), out if out.any() else None, chosen)


def _scan(reader: Any, engine: str, kind: str, files: list[str], columns: Any = (), *how: str) -> Any:
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


def _paths_of_texts(scan: Any, files: list[str], request: Request) -> Paths:
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


def is_missing(cell: str) -> bool:
    """Return whether a cell says that there is no value."""
    return cell.lower() in MISSING_MARKS


class FileColumn(NamedTuple):
    """A column as text, with the line of the file that each cell comes from, where that is known."""

    name: str
    cells: Sequence[str]
    rows: Sequence[int] = ()

    def _at(self, index: int) -> str:
        """Return a cell as messages quote it."""
        return short(self.cells[index]) + (f" in row {self.rows[index]}" if self.rows else "")

    def numbers(self) -> FloatArray:
        """Return the cells as floats, missing ones as NaN."""
        values = np.empty(len(self.cells))
        for index, cell in enumerate(self.cells):
            try:
                values[index] = math.nan if is_missing(cell) else number_of(cell)
            except ValueError:
                text = f"column {self.name!r} must hold numbers; got {self._at(index)}."
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
        for index, (cell, value) in enumerate(zip(self.cells, values.tolist(), strict=True)):
            before = first.setdefault(value, index)
            if self.cells[before] != cell and value == value and Decimal(self.cells[before]) != Decimal(cell):
                warn(
                    f"column {self.name!r} has scores that differ beyond the digits of a double, and so count as ties: "
                    f"{self._at(before)} and {self._at(index)}, perhaps others. Write their differences from a number "
                    "near them, or ranks."
                )
                break
        return values

    def whole(self) -> FileColumn:
        """Return the column itself, or raise an error if a cell is missing."""
        for index, cell in enumerate(self.cells):
            if is_missing(cell):
                raise PrplotValueError(f"column {self.name!r} must not have missing values; got {self._at(index)}.")
        return self


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


def column_of(source: str, name: str, columns: Iterable[str]) -> str:
    """Return the column of a name: exactly as written, or else the one that differs only in blanks around it."""
    same = [each for each in columns if each.strip(BLANKS) == name.strip(BLANKS)]
    matches = [each for each in same if each == name] or same
    if not matches:
        text = f"{source} has no column {name!r}; its columns are {listed(columns, most=20)}."
        raise PrplotValueError(f"{text} {nearest(name, columns, literal=True)}".rstrip())
    if len(matches) > 1:
        raise PrplotValueError(f"{source} must name each column once; got {name!r} more than once.")
    return matches[0]
