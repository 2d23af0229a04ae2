"""Columns within columns: fields of records and elements of lists, such as ``judge.confidence`` or ``p[1]``."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from prplot.errors import PrplotValueError, short
from prplot.sources.reading_errors import incomplete, no_column
from prplot.sources.text_layout import number_of

# Matches a field, or an index of a list, which begins at 0.
STEP = re.compile(r"\.?([^.\[\]]+)|\[(\d+)\]")
# The field of Spark's vectors that holds their numbers.
SPARK_VECTOR_FIELD = "values"


def steps_of(name: str) -> list[str | int]:
    """Return the fields and indices in a column's name: ``a.b[1]`` gives ["a", "b", 1]."""
    return [int(number) if number else field for field, number in STEP.findall(name)]


def column_in(nw: Any, name: str, schema: Mapping[str, Any]) -> Any:
    """Return the narwhals expression of a column or of a nested one; None if the frame has no such column."""
    root, *steps = [name] if name in schema else steps_of(name) or [""]
    if root not in schema:
        return None
    dtype = schema[str(root)]
    expression = nw.col(root)
    for step in steps:
        fields = {field.name: field.dtype for field in getattr(dtype, "fields", ())}
        if isinstance(step, int) and SPARK_VECTOR_FIELD in fields:
            dtype = fields[SPARK_VECTOR_FIELD]
            expression = expression.struct.field(SPARK_VECTOR_FIELD)
            fields = {}
        if isinstance(step, int) and hasattr(dtype, "inner"):
            dtype = dtype.inner
            expression = expression.list.get(step)
        elif step in fields:
            dtype = fields[str(step)]
            expression = expression.struct.field(step)
        else:
            return None
    return expression


def value_of(record: Any, steps: Iterable[str | int]) -> Any:
    """Return the nested value of a record at these fields and indices; None if there is none."""
    for step in steps:
        if isinstance(step, int) and isinstance(record, Mapping):
            record = record.get(SPARK_VECTOR_FIELD)
        try:
            record = record[step]
        except (KeyError, IndexError, TypeError):
            return None
    return record


def is_json_lines(file_name: str) -> bool:
    """Return whether a JSON file has one record per line, which every engine can read."""
    with _opened(file_name) as file:
        first = next((line for line in file if line.strip()), "")
        try:
            record = json.loads(first)
        except json.JSONDecodeError:
            return False
        return isinstance(record, Mapping) and not _is_table(record)


def records_of(file_name: str) -> Iterator[Any]:
    """Yield the records of a JSON file: one per line, a list of records, or a table by columns as pandas writes it."""
    by_lines = is_json_lines(file_name)
    with _opened(file_name) as file:
        if by_lines:
            yield from (json.loads(line) for line in file if line.strip())
        else:
            yield from _records(json.load(file), file_name)


@contextmanager
def _opened(file_name: str) -> Iterator[TextIO]:
    opener: Callable[..., TextIO] = gzip.open if file_name.lower().endswith(".gz") else open
    try:
        with opener(file_name, "rt", encoding="utf-8-sig") as file:
            yield file
    except (json.JSONDecodeError, UnicodeDecodeError, EOFError, gzip.BadGzipFile) as error:
        raise incomplete(file_name, error) from None


def _is_table(whole: Mapping[str, Any]) -> bool:
    """Return whether a mapping is a whole table: "columns" and "data", or one list or mapping per column."""
    if {"columns", "data"} <= whole.keys():
        return True
    sizes = {len(column) if isinstance(column, list | Mapping) else -1 for column in whole.values()}
    return len(whole) > 1 and len(sizes) == 1 and -1 not in sizes


def _records(whole: Any, file_name: str) -> Iterator[Any]:
    if isinstance(whole, list):
        yield from whole
    elif not isinstance(whole, Mapping):
        raise PrplotValueError(f"{file_name} must hold records with names of columns; got {short(whole)}.")
    elif {"columns", "data"} <= whole.keys():
        yield from (dict(zip(whole["columns"], row, strict=True)) for row in whole["data"])
    elif _is_table(whole):
        columns = [column.values() if isinstance(column, Mapping) else column for column in whole.values()]
        yield from (dict(zip(whole, row, strict=True)) for row in zip(*columns, strict=True))
    else:
        yield whole


def flat_copy(file_name: str, copy: str, columns: Mapping[str, str], numbers: Collection[str]) -> None:
    """Write the requested values of a JSON file, nested ones too, as flat records on lines.

    Parameters
    ----------
    file_name : str
        The file.
    copy : str
        The file to write.
    columns : mapping
        The argument that names each column.
    numbers : collection of str
        The columns whose texts are numbers.
    """
    steps = {column: steps_of(column) for column in columns}
    found = set[str]()
    known = set[str]()
    with Path(copy).open("w", encoding="utf-8") as target:
        for index, record in enumerate(records_of(file_name)):
            if not isinstance(record, Mapping):
                raise PrplotValueError(f"{file_name} must hold records; got {short(record)} in record {index}.")
            if len(known) < 100:
                known |= record.keys()
            row = {}
            for column in columns:
                value = record[column] if column in record else value_of(record, steps[column])
                if value is not None or column in record:
                    found.add(column)
                row[column] = _number(value, column, file_name, index) if column in numbers else value
            target.write(json.dumps(row) + "\n")
    for column, argument in columns.items():
        if column not in found:
            raise no_column(argument, column, file_name, sorted(known))


def _number(value: Any, column: str, file_name: str, index: int) -> Any:
    """Return a value of a column of numbers as a number; texts are converted."""
    if isinstance(value, bool) or value is None or isinstance(value, int | float):
        return float(value) if isinstance(value, bool) else value
    try:
        return number_of(value.strip())
    except (ValueError, AttributeError):
        text = f"column {column!r} of {file_name} must hold numbers; got {short(value)} in record {index}."
        raise PrplotValueError(text) from None
