"""From files of data: small CSV files are read row by row, all others by an embedded DuckDB, which only counts them."""

from __future__ import annotations

import glob
import io
import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, BinaryIO

from prplot.errors import PrplotValueError, by_name, invalid, listed, short, warn, wrong_type
from prplot.names import MissingScores
from prplot.path.makers import known_tolerance
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import EXACT_INTEGERS
from prplot.sources.files import (
    BLANKS,
    CONVERTED,
    MISSING_MARKS,
    column_of,
    header_of,
    meaning,
    read_paths,
)
from prplot.sources.frames import paths_of
from prplot.sources.queries import engine_errors, needed
from prplot.sources.request import Paths, Request

# Plain CSV files up to so many bytes are read row by row, so that their paths know the rows.
SMALL = 16 * 2**20
# What files hold, by the last of their endings that does not say how they are compressed.
ENDINGS = {
    ".csv": "csv", ".tsv": "csv", ".tab": "csv", ".txt": "csv", ".parquet": "parquet", ".pq": "parquet",
    ".json": "json", ".jsonl": "json", ".ndjson": "json",
}  # fmt: skip
# What others read into a data frame, by the endings of files.
ELSEWHERE = {
    **dict.fromkeys((".xlsx", ".xlsm", ".xls", ".ods"), "pandas.read_excel"),
    **dict.fromkeys((".feather", ".arrow", ".ipc"), "pandas.read_feather"),
    **dict.fromkeys((".pkl", ".pickle"), "pandas.read_pickle"), **dict.fromkeys((".h5", ".hdf5"), "pandas.read_hdf"),
    ".orc": "pandas.read_orc", ".dta": "pandas.read_stata", ".sav": "pandas.read_spss", ".sas7bdat": "pandas.read_sas",
}  # fmt: skip
# Where files are that have to be fetched.
FETCHED = "Download it first, or read it into a data frame, such as with pandas.read_csv, for prplot.from_frame."
COMPRESSED = (".gz", ".zst")
# How files begin whose ending says nothing.
SIGNATURES = {b"PAR1": ".parquet", b"\x1f\x8b": ".csv.gz", b"\x28\xb5\x2f\xfd": ".csv.zst", b"{": ".jsonl"}
# In how many lines a header must end.
HEADER_LINES = 50
FILE = str | os.PathLike[str] | BinaryIO


# Files: their names, what they hold (csv, parquet or json), and what messages call them.
Found = tuple[list[str], str, str]


@by_name("Columns are passed by name, such as score='s', label='y', weight='w'.")
def from_file(
    file: FILE | Sequence[str | os.PathLike[str]],
    *,
    score: str | Sequence[str],
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
    name: str | None = None,
) -> ConfusionPath | dict[Any, ConfusionPath]:
    """Make a path from columns of a file, or of several, of any size.

    Parameters
    ----------
    file : path-like, file open for reading bytes, or list of path-like
        Parquet; CSV with a header, its delimiter a comma, semicolon or tab; JSON with an object per line. CSV and
        JSON may be compressed (.gz, .zst). A name may be a pattern, such as ``"part-*.parquet"``. Several files
        are of one kind and have the same columns.
    score, label, fg, bg, weight, by, pos_label, missing, positives, negatives, bins, tolerance, name
        As in `from_frame`. In CSV files empty cells, NA, NaN, null and none are missing values; labels may be true and
        false as well, and ``pos_label`` and groups are texts as they are written. A column name must match the header
        exactly, except for blanks around the name.

    Returns
    -------
    ConfusionPath or dict of ConfusionPath
        As from `from_frame`.

    Raises
    ------
    PrplotTypeError, PrplotValueError
        For files that cannot be read, and what `from_frame` refuses. If DuckDB is not installed, also for every file
        other than plain CSV; the error names the extra ``prplot[files]``.

    Notes
    -----
    Plain CSV files of up to 16 MB (without DuckDB: of any size) are read row by row unless ``bins`` or ``tolerance``
    is given: the path then keeps its rows, and no extra package is needed. All else is counted by an embedded DuckDB,
    on disk where memory does not suffice; its connection is closed in the end, also after an error. Then only
    distinct scores, or bins, come into this process, and rows that have weights or soft labels, up to 2**24 of them.
    Both ways give the same path, areas and intervals; only the first knows the order of the rows.

    Examples
    --------
    >>> import io, prplot
    >>> rows = "truth,forest", "yes,0.9", "no,0.8", "yes,0.4", "no,0.1"
    >>> file = io.BytesIO(bytes(chr(10).join(rows), "utf-8"))
    >>> path = prplot.from_file(file, score="forest", label="truth", pos_label="yes")
    >>> round(path.pr().area(), 4)
    0.7973
    """
    asked = Request(
        score, label, fg, bg, weight, by, pos_label, missing, positives, negatives, bins, tolerance, name
    )  # fmt: skip
    for argument, column in asked.columns:
        if not isinstance(column, str):
            raise wrong_type(argument, "name a column of the file, in a text", column)
    return paths_of_file(file, asked)


def paths_of_file(file: Any, asked: Request, *, rows: bool = False, near: float = 0.0) -> Paths:
    """Return the path or the paths that were asked of a file.

    Parameters
    ----------
    file : as in `from_file`
    asked : Request
    rows : bool
        Whether a plain CSV file is read row by row whatever its size.
    near : float
        Scores that are this near are ties.
    """
    near = known_tolerance(near)
    with tempfile.TemporaryDirectory(prefix="prplot-") as folder:
        names, kind, place = _found(file, folder)
        # One CSV file, not compressed, may be read row by row.
        name, *more = names
        plain = not more and kind == "csv" and not name.lower().endswith(COMPRESSED) and "://" not in name
        engine = all(map(find_spec, ("duckdb", "narwhals")))
        if plain and asked.exact and (rows or not engine or Path(name).stat().st_size <= SMALL):
            return read_paths(name, asked, near, place)
        duckdb = needed("duckdb", f"{place}: a file that is not plain CSV, or large,", "files")
        # What does not fit into memory would else go to the current folder.
        with (
            duckdb.connect(config={"temp_directory": folder}) as connection,
            engine_errors(place, FETCHED if "://" in place else ""),
        ):
            if kind == "csv":
                return paths_of(_texts(connection, names, place, asked), asked, place, near, meaning)
            relation = getattr(connection, f"read_{kind}")(names, union_by_name=True)
            return paths_of(relation, asked, place, near)


def _found(file: Any, folder: str, place: str = "standard input") -> Found:
    """Return the files that are meant; what can be read only once is copied to one in a folder."""
    if not hasattr(file, "read"):
        given = file if isinstance(file, list | tuple) and file else [file]
        first, *others = (name for each in given for name in matching(each))
        if others or "://" in first or Path(first).is_file():
            return _described([first, *others], f"{first} and {len(others)} more" if others else first)
        with Path(first).open("rb") as stream:
            return _found(stream, folder, first)
    if isinstance(file, io.TextIOBase):
        raise wrong_type("file", "be open for reading bytes", file, "Open it with 'rb', or pass its name.")
    copy = Path(folder, "data")
    with copy.open("wb") as target:
        shutil.copyfileobj(file, target)
    return _described([str(copy.rename(f"{copy}{_signature(copy)}"))], place)


def matching(name: Any) -> list[str]:
    """Return the files that a name or a pattern means.

    Raises
    ------
    PrplotValueError
        If there is none, or it cannot be read.
    """
    name = os.fspath(name) if isinstance(name, os.PathLike) else name
    if not isinstance(name, str):
        rule = "be the name of a file, a list of names, or a file open for reading bytes"
        raise wrong_type("file", rule, name)
    path = Path(name)
    if path.is_dir():
        raise PrplotValueError(
            f"{name} cannot be read: it is a folder. Write {str(path / '*.parquet')!r} for the files in it."
        )
    # Pipes and devices can be opened once.
    if "://" in name or (path.exists() and not path.is_file()):
        return [name]
    if glob.has_magic(name) and not path.exists():
        # A pattern may be absolute, which those of Path must not.
        names = sorted(each for each in glob.glob(name, recursive=True) if Path(each).is_file())  # noqa: PTH207
        if not names:
            raise PrplotValueError(f"{name} cannot be read: no file has such a name.")
        return names
    try:
        path.open("rb").close()
    except (OSError, ValueError) as error:
        raise PrplotValueError(f"{name} cannot be read: {getattr(error, 'strerror', None) or error}.") from None
    return [name]


def _described(names: list[str], place: str) -> Found:
    """Return what files hold: by their endings, or else by how they begin."""
    kinds = {}
    for name in names:
        file = Path(name.lower())
        if file.suffix in ELSEWHERE:
            way_out = f"Read it with {ELSEWHERE[file.suffix]} and pass the frame to prplot.from_frame."
            raise invalid("file", "be Parquet, CSV or JSON lines", repr(name), way_out)
        endings = [*reversed(file.suffixes), _signature(Path(name))]
        kinds[next((ENDINGS[each] for each in endings if each in ENDINGS), "csv")] = name
    if len(kinds) > 1:
        raise invalid("file", "name files of one kind", " and ".join(map(short, kinds.values())))
    (kind,) = kinds
    for file in map(Path, names if kind == "parquet" else ()):
        if _signature(file) == ".parquet":
            with file.open("rb") as stream:
                size = stream.seek(-4, os.SEEK_END) + 4
                if stream.read() != b"PAR1":
                    got = f"one that is cut off after {size} bytes"
                    raise invalid(str(file), "be a whole Parquet file", got, "Copy it or download it again.")
    return names, kind, place


def _signature(file: Path) -> str:
    """Return the ending of files that begin as this one; empty for texts, and where it cannot be read."""
    if not file.is_file():
        return ""
    with file.open("rb") as stream:
        beginning = stream.read(64).lstrip()
    return next((ending for mark, ending in SIGNATURES.items() if beginning.startswith(mark)), "")


def _texts(connection: Any, names: list[str], place: str, asked: Request) -> Any:
    """Read CSV files, all cells as texts, which mean what they mean row by row."""
    first, *others = names
    delimiter, header = header_of(_first_lines(connection, first), first)
    for other in others:
        if header_of(_first_lines(connection, other), other, delimiter)[1] != header:
            raise PrplotValueError(f"{other} must have the header of {first}; got another one.")
    used = list(dict.fromkeys(name for _, name in asked.columns))
    folded = [name.lower() for name in used]
    twice = [name for name in used if folded.count(name.lower()) > 1]
    if twice:
        # DuckDB takes one for the other.
        raise PrplotValueError(
            f"columns of {place} that are used together must differ in more than case; got {listed(twice)}. "
            "Rename one, or read the file into a data frame for prplot.from_frame."
        )
    every = _cells(connection, names, delimiter, '"', [f"c{number}" for number in range(len(header))], header=True)
    made = []
    for name in used:
        cell = f"trim(c{header.index(column_of(place, name, header))}, '{BLANKS}')"
        if name in asked.scores:
            # Where float64 has not all digits of whole scores it merges neighbours.
            whole, read = f"TRY_CAST({cell} AS HUGEINT)", f"TRY_CAST(TRY_CAST({cell} AS DOUBLE) AS HUGEINT)"
            lost = every.filter(f"abs({whole}) > {EXACT_INTEGERS} AND {whole} <> {read}")
            found = lost.aggregate(f"max({cell})").fetchall()[0][0]
            if found is not None:
                warn(
                    f"column {name!r} has whole numbers with more digits than a double, such as {found!r}, whose "
                    "neighbours so count as ties. Pass ranks instead."
                )
        missing = f"lower({cell}) IN {MISSING_MARKS} OR {cell} IS NULL"
        if name not in (asked.label, asked.by):
            rule = f"column {name!r} must hold numbers; got '".replace("'", "''")
            wrong = f"error('{rule}' || {cell} || '''.')"
            cell = (
                f"CASE WHEN contains({cell}, '_') THEN {wrong} ELSE coalesce(TRY_CAST({cell} AS DOUBLE), {wrong}) END"
            )
        quoted = name.replace('"', '""')
        made.append(f'CASE WHEN {missing} THEN NULL ELSE {cell} END AS "{quoted}"')
    return every.project(", ".join(made))


def _cells(connection: Any, names: list[str], delimiter: str, quote: str, columns: list[str], *, header: bool) -> Any:
    """Return the cells of CSV files as texts."""
    kinds = dict.fromkeys(columns, "VARCHAR")
    how = {"delimiter": delimiter, "quotechar": quote, "escapechar": quote, "columns": kinds, "header": header}
    return connection.read_csv(names, auto_detect=False, **how)


def _first_lines(connection: Any, name: str) -> str:
    """Return the first lines as they are, whatever their delimiters are."""
    try:
        # A quoted cell of the header may go on over several lines.
        found = _cells(connection, [name], "\x01", "", ["line"], header=False).limit(HEADER_LINES).fetchall()
    except Exception as error:
        if "://" in name:
            raise
        got = "binary data or another encoding, a file of another kind than its ending says, or one that is cut off"
        raise invalid(name, "be a CSV text file in UTF-8", got, CONVERTED) from error
    return "\n".join(str(line or "") for (line,) in found).removeprefix("\ufeff")
