"""Make paths from files: small CSV files are read row by row, others by DuckDB, polars or pandas."""

from __future__ import annotations

import glob
import io
import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, BinaryIO

from prplot.errors import PrplotValueError, by_name, invalid, listed, short, wrong_type
from prplot.names import Combine, MissingScores
from prplot.path.path import ConfusionPath
from prplot.sources.engines import partition_of, paths_of_parts_of_files, paths_of_texts, scan_files
from prplot.sources.file_columns import paths_of_columns, together, with_constants
from prplot.sources.reading_errors import NoFileError, engine_errors, needed, unreadable
from prplot.sources.request import Paths, Request
from prplot.sources.text_layout import TextFormat
from prplot.sources.text_tables import is_zstd, read_columns

# CSV files of at most this many bytes are read row by row, so that their paths know the rows.
SMALL = 16 * 2**20
# The first of these engines that is installed reads the other files.
ENGINES = ("duckdb", "polars", "pandas")
# The kind of a file by its last known ending; .gz and .zst are ignored.
ENDINGS = {
    ".csv": "csv", ".tsv": "csv", ".tab": "csv", ".txt": "csv", ".parquet": "parquet", ".pq": "parquet",
    ".json": "json", ".jsonl": "json", ".ndjson": "json",
}  # fmt: skip
# What messages call each kind, in the order in which they list them.
KINDS = {"parquet": "Parquet", "csv": "CSV", "json": "JSON lines"}
# For other file endings, the pandas function that reads them.
ELSEWHERE = {
    **dict.fromkeys((".xlsx", ".xlsm", ".xls", ".ods"), "pandas.read_excel"),
    **dict.fromkeys((".feather", ".arrow", ".ipc"), "pandas.read_feather"),
    **dict.fromkeys((".pkl", ".pickle"), "pandas.read_pickle"), **dict.fromkeys((".h5", ".hdf5"), "pandas.read_hdf"),
    ".orc": "pandas.read_orc", ".dta": "pandas.read_stata", ".sav": "pandas.read_spss", ".sas7bdat": "pandas.read_sas",
}  # fmt: skip
# The settings that keep DuckDB from downloading extensions.
FETCHING = ("autoinstall_known_extensions", "autoload_known_extensions")
# The advice for URLs, which are not read.
FETCHED = "Download it first, or read it into a data frame, such as with pandas.read_csv, for prplot.from_frame."
# The ending that a file without a known one should have, by its first bytes.
SIGNATURES = {b"PAR1": ".parquet", b"\x1f\x8b": ".csv.gz", b"\x28\xb5\x2f\xfd": ".csv.zst", b"{": ".jsonl"}
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
    header: bool = True,
    separator: str | None = None,
    decimal: str = ".",
    na: str | Sequence[str] = (),
) -> ConfusionPath | dict[Any, ConfusionPath]:
    """Return a path made from columns of one file or of several files, of any size.

    Parameters
    ----------
    file : path-like, file open for reading bytes, or list of path-like
        Parquet; a text table, such as CSV; JSON. Text tables and JSON may be compressed (.gz, .zst). A name may be a
        folder, whose files are parts of one table, or a pattern, such as ``"part-*.parquet"``; names of folders such as
        ``model=a`` are columns. All parts must have the same format and the columns that are used.
    score, label, fg, bg, weight, by, pos_label, missing, positives, negatives, bins, tolerance, name, threshold, tp, \
fp, neg_label, lower_is_positive, groups, item, combine
        As in `from_frame`. In text tables empty cells, NA, NaN, null and none are missing values; labels may also be
        the words true and false; labels and groups are read as strings, so write ``pos_label`` as in the file, such as
        "1". A column name must match the header exactly, except for blanks around the name. In JSON and Parquet
        ``judge.confidence`` is a field of a record, and ``probability[1]`` an element of a list, counted from 0.
    header : bool
        Whether the text table has a header; without one, columns are numbered from 1.
    separator : str, optional
        The character between the cells of a text table; a blank stands for any number of blanks and tabs. Default: the
        one of comma, semicolon, tab and ``|`` that makes most columns, or else blanks.
    decimal : {".", ","}
        The mark of decimals in a text table.
    na : str or sequence of str
        Further marks of missing values in a text table.

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
        ``prplot-curves[files]``.

    Notes
    -----
    Comment lines before the header, R's names of rows, Excel's ``sep=;`` and UTF-16, numpy's ``# y,s`` and WEKA's ARFF
    are understood. JSON has a record on each line, is a list of records, or holds columns and data as pandas writes.

    A single uncompressed text table of up to 16 MB is read row by row unless ``bins`` or ``tolerance`` is given: the
    path then keeps its rows, and no extra package is needed. All else is read by DuckDB, polars or pandas (the first
    one installed). If none is installed, only a single text table (plain or .gz, any size) can be read, row by row.
    DuckDB uses the disk if memory does not suffice; its connection is always closed, also after an error. It passes
    only sums per distinct score or bin to Python; but with weights or soft labels, and no bins, it passes every row, if
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
        neg_label, lower_is_positive, groups, item, combine, TextFormat.checked(header, separator, decimal, na),
        threshold=threshold, tp=tp, fp=fp,
    )  # fmt: skip
    for argument, column in request.columns:
        if not isinstance(column, str) and request.written.header:
            raise wrong_type(argument, "name a column of the file, in a text", column)
    return paths_of_file(file, request)


def paths_of_file(file: Any, request: Request) -> Paths:
    """Return the requested path or paths of a file or of several files."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="prplot-"))
        names, source = _local_files(file, folder)
        kind = kind_of(names)
        request = replace(request, what=source, texts=request.texts or kind == "csv", json=kind == "json")
        if kind != "csv":
            request.written.check_unused(source)
        if request.running and len(names) > 1 and request.by is None:
            got = f"{len(names)}, such as {listed(names, most=2)}"
            raise invalid("file", "be one table where there are running counts of one curve", got, "Read them in turn.")
        engine = next((each for each in ENGINES if find_spec("narwhals") and find_spec(each)), None)
        first = names[0].lower()
        if kind == "csv" and request.exact and not any(map(is_zstd, names)) and (len(names) == 1 or request.rows):
            small = request.running or (not first.endswith(".gz") and Path(names[0]).stat().st_size <= SMALL)
            if request.rows or small or engine is None:
                tables = [read_columns(name, source if len(names) == 1 else name, request.written) for name in names]
                tables = [with_constants(table, partition_of(name)) for table, name in zip(tables, names, strict=True)]
                return paths_of_columns(together(tables, names), request)
        engine = engine or ENGINES[0]
        reader = needed(engine, f"{source}: a file that is not plain CSV, or large,", "files")
        stack.enter_context(engine_errors(source))
        if engine == "duckdb":
            # By default DuckDB writes to the current folder if memory is full, and downloads missing extensions.
            config = {"temp_directory": folder} | dict.fromkeys(FETCHING, False)
            reader = stack.enter_context(reader.connect(config=config))
        scan = partial(scan_files, reader, engine, kind)
        if kind == "csv":
            # polars and pandas fill rows that are too short with missing cells.
            return paths_of_texts(scan, names, folder, request, checks_lengths=engine == "duckdb")
        return paths_of_parts_of_files(scan, names, folder, request)


def _local_files(file: Any, folder: str) -> tuple[list[str], str]:
    """Return the names of files, and a name for messages; inputs that can be read only once are copied to a folder."""
    if not hasattr(file, "read"):
        files = file if isinstance(file, list | tuple) and file else [file]
        names = [name for each in files for name in matching(each)]
        first, *others = names
        if others or Path(first).is_file():
            return names, f"{first} and {len(others)} more" if others else first
        with Path(first).open("rb") as stream:
            return _local_files(stream, folder)[0], first
    if isinstance(file, io.TextIOBase):
        raise wrong_type("file", "be open for reading bytes", file, "Open it with 'rb', or pass its name.")
    copy = Path(folder, "data")
    with copy.open("wb") as target:
        shutil.copyfileobj(file, target)
    return [str(copy.rename(f"{copy}{_signature(copy)}"))], "standard input"


def matching(name: Any) -> list[str]:
    """Return the files that a name, a folder or a pattern means.

    Raises
    ------
    PrplotValueError
        If there are none, or one cannot be read.
    """
    if not isinstance(name, str | os.PathLike):
        raise wrong_type("file", "be the name of a file, a list of names, or a file open for reading bytes", name)
    name = os.fspath(name)
    path = Path(name)
    if "://" in name:
        raise PrplotValueError(f"{name} cannot be read: it is a URL. {FETCHED}")
    if not name:
        raise NoFileError("file cannot be read: its name is empty.")
    if path.is_dir():
        # Marks and hidden files of data folders, such as _SUCCESS and .crc, are not parts of the data.
        hidden = ("_", ".")
        below = ((each, each.relative_to(path).parts) for each in path.rglob("*"))
        parts = (each for each, names in below if not any(name.startswith(hidden) for name in names))
        if names := sorted(str(each) for each in parts if ENDINGS.keys() & set(each.suffixes) and each.is_file()):
            every = set(names)
            for name in names:
                if (copy := name.removesuffix(Path(name).suffix)) in every:
                    got = f"{copy} and {name}"
                    raise invalid("file", "hold each part once", got, "Name the files, or move one of the two.")
            return names
        raise NoFileError(f"{name} cannot be read: no file in this folder ends in {', '.join(ENDINGS)}.")
    # A pipe can be opened only once, so it is not opened here.
    if path.exists() and not path.is_file():
        return [name]
    if glob.has_magic(name) and not path.exists():
        # `Path.glob` does not take absolute patterns.
        names = sorted(each for each in glob.glob(name, recursive=True) if Path(each).is_file())  # noqa: PTH207
        if not names:
            raise NoFileError(f"{name} cannot be read: no file has such a name.")
        return names
    try:
        path.open("rb").close()
    except (OSError, ValueError) as error:
        raise unreadable(name, error) from None
    return [name]


def kind_of(names: list[str]) -> str:
    """Return the kind of files, one of `KINDS`, from their endings, or else from their first bytes."""
    kinds = {}
    for name in names:
        file = Path(name.lower())
        if file.suffix in ELSEWHERE:
            *most, last = KINDS.values()
            raise invalid(
                "file",
                f"be {', '.join(most)} or {last}",
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
