"""From a CSV file."""

from __future__ import annotations

import csv
import os
from pathlib import Path

from prplot.errors import PrplotValueError, listed
from prplot.path import ConfusionPath, from_labels, from_weights

__all__ = ["read_columns", "read_paths"]

TRUTH = {"true": 1.0, "false": 0.0}
MISSING_MARKS = ("", "na", "nan", "null", "none")


def read_columns(file: str | os.PathLike[str]) -> dict[str, list[str]]:
    """Return the columns of a CSV file with a header, as text.

    The delimiter (comma, semicolon or tab) is read off the header.

    Raises
    ------
    PrplotValueError
        If the file cannot be read, is empty, is not text, or has rows of different lengths.
    """
    path = Path(file)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise PrplotValueError(f"{path} must be a CSV text file in UTF-8; got binary data.") from None
    except OSError as error:
        raise PrplotValueError(f"{path} cannot be read: {error.strerror or error}.") from None
    if "\0" in text:
        raise PrplotValueError(f"{path} must be a CSV text file in UTF-8; got binary data.")
    lines = text.splitlines()
    if not lines or not text.strip():
        raise PrplotValueError(f"{path} is empty; a CSV file with a header and one row per item is needed.")
    delimiter = max(",;\t", key=lines[0].count)
    try:
        header, *rows = [row for row in csv.reader(lines, delimiter=delimiter) if row]
    except csv.Error as error:
        raise PrplotValueError(f"{path} is not a readable CSV file: {error}.") from None
    if not rows:
        raise PrplotValueError(f"{path} has a header but no rows.")
    header = [name.strip() for name in header]
    if len(set(header)) < len(header):
        twice = sorted({name for name in header if header.count(name) > 1})
        raise PrplotValueError(f"{path} must name each column once; got {listed(twice)} more than once.")
    for number, row in enumerate(rows, start=2):
        if len(row) != len(header):
            raise PrplotValueError(
                f"{path} must have {len(header)} values in every row, as in its header; row {number} has {len(row)}."
            )
    return {
        name: [cell.strip() for cell in column] for name, column in zip(header, zip(*rows, strict=True), strict=True)
    }


def read_paths(
    file: str | os.PathLike[str],
    *,
    scores: list[str],
    label: str | None = None,
    fg: str | None = None,
    bg: str | None = None,
    weight: str | None = None,
    pos_label: str | None = None,
    missing: str = "raise",
) -> dict[str, ConfusionPath]:
    """Return one path per score column of a CSV file.

    Parameters
    ----------
    file : path-like
        A CSV file with a header.
    scores : list of str
        Columns of scores, one per classifier.
    label : str, optional
        Column of hard labels; this or ``fg``.
    fg, bg : str, optional
        Columns of foreground and background weights; without ``bg`` it is 1 - fg.
    weight : str, optional
        Column of sample weights.
    pos_label : str, optional
        The label that is positive, as it is written in the file.
    missing : {"raise", "drop", "lowest"}
        As in `prplot.from_labels`; empty cells, NA and NaN are missing scores.

    Raises
    ------
    PrplotValueError
        For columns that are not there or not numeric, and whatever `prplot.from_labels` refuses.
    """
    columns = read_columns(file)
    wanted = [*scores, *(name for name in (label, fg, bg, weight) if name is not None)]
    for name in wanted:
        if name not in columns:
            raise PrplotValueError(f"{file} has no column {name!r}; its columns are {listed(columns, most=20)}.")
    weights = _numbers(columns, weight) if weight is not None else None
    paths = {}
    for name in scores:
        score = _numbers(columns, name, may_miss=True)
        if label is not None:
            labels, positive = _labels(columns[label], label, pos_label)
            paths[name] = from_labels(
                labels, score, sample_weight=weights, pos_label=positive, missing=missing, name=name
            )
        elif fg is not None:
            back = _numbers(columns, bg) if bg is not None else None
            paths[name] = from_weights(
                score, fg=_numbers(columns, fg), bg=back, sample_weight=weights, missing=missing, name=name
            )
        else:
            raise PrplotValueError("label or fg must name the column that says what is foreground; got neither.")
    return paths


def _numbers(columns: dict[str, list[str]], name: str, *, may_miss: bool = False) -> list[float]:
    values = []
    for row, cell in enumerate(columns[name], start=2):
        try:
            value = float("nan") if cell.lower() in MISSING_MARKS else float(cell)
        except ValueError:
            raise PrplotValueError(f"column {name!r} must hold numbers; got {cell!r} in row {row}.") from None
        if value != value and not may_miss:
            raise PrplotValueError(f"column {name!r} must not have missing values; got {cell!r} in row {row}.")
        values.append(value)
    return values


def _labels(cells: list[str], name: str, pos_label: str | None) -> tuple[list[float] | list[str], str | None]:
    """Return labels as numbers where all of them are 0/1 or -1/1, else as text with the positive one."""
    for row, cell in enumerate(cells, start=2):
        if cell.lower() in MISSING_MARKS:
            raise PrplotValueError(f"column {name!r} must not have missing values; got {cell!r} in row {row}.")
    if pos_label is not None:
        if pos_label not in cells:
            found = listed(sorted(set(cells)))
            raise PrplotValueError(f"--pos-label must occur in column {name!r}; got {pos_label!r}, found {found}.")
        return cells, pos_label
    try:
        return [TRUTH[cell.lower()] if cell.lower() in TRUTH else float(cell) for cell in cells], None
    except ValueError:
        found = listed(sorted(set(cells)))
        raise PrplotValueError(
            f"column {name!r} must hold 0/1, -1/1 or true/false; got {found}. Say which is positive with --pos-label."
        ) from None
