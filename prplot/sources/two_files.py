"""Text tables that come in two files: labels apart from scores, or positives apart from negatives."""

from __future__ import annotations

from collections.abc import Sequence

from prplot.errors import PrplotValueError, listed, short
from prplot.sources.file_columns import FileColumn, column_of

# The column of labels that positives and negatives in two files get.
MADE_LABEL = "from which file"

Columns = dict[str, FileColumn]


def with_truth(scores: Columns, truth: Columns, on: Sequence[str], label: str, names: tuple[str, str]) -> Columns:
    """Return the rows of the truth with the columns of scores that have the same keys.

    Parameters
    ----------
    scores, truth : dict of FileColumn
        The columns of both files.
    on : sequence of str
        The columns that both have, such as the two sides of a trial.
    label : str
        The column of labels of the truth.
    names : pair of str
        What messages call the two files.

    Raises
    ------
    PrplotValueError
        If a key stands twice in a file, or scores have a key that the truth lacks. A row of the truth without a score
        has a missing one.
    """
    rows = [_rows_by_key(table, on, name) for table, name in zip((scores, truth), names, strict=True)]
    strange = [key for key in rows[0] if key not in rows[1]]
    if strange:
        raise PrplotValueError(
            f"{names[1]} must have a label for every row of {names[0]}; got none for {_key(strange[0])} and "
            f"{len(strange) - 1} more of {len(rows[0])}. Leave those rows out before."
        )
    joined: Columns = {}
    for name, column in scores.items():
        cells = ["" if (row := rows[0].get(key)) is None else column.cells[row] for key in rows[1]]
        joined[name] = FileColumn(name, cells)
    title = column_of(names[1], label, truth)
    return joined | {title: FileColumn(title, [truth[title].cells[row] for row in rows[1].values()])}


def _rows_by_key(table: Columns, on: Sequence[str], name: str) -> dict[tuple[str, ...], int]:
    """Return the row of each key."""
    keys = list(zip(*(table[column_of(name, column, table)].cells for column in on), strict=True))
    rows = {key: row for row, key in enumerate(keys)}
    if len(rows) < len(keys):
        twice = next(key for row, key in enumerate(keys) if rows[key] != row)
        raise PrplotValueError(
            f"{name} must have one row for each {', '.join(on)}; got {_key(twice)} twice. Name more columns, or leave "
            "the other rows out before."
        )
    return rows


def _key(key: tuple[str, ...]) -> str:
    return listed(key) if len(key) > 1 else short(key[0])


def of_both_classes(positives: Columns, negatives: Columns, names: tuple[str, str]) -> Columns:
    """Return the rows of two files, with a label that says from which each is: 1 for positives, 0 for negatives."""
    lacks = [name for name in positives if name not in negatives]
    shared = [name for name in positives if name in negatives]
    if not shared:
        raise PrplotValueError(
            f"{names[1]} must have the columns of {names[0]}; got {listed(negatives)} for {listed(lacks, most=20)}."
        )
    joined = {name: FileColumn(name, [*positives[name].cells, *negatives[name].cells]) for name in shared}
    counts = [len(table[shared[0]].cells) for table in (positives, negatives)]
    return joined | {MADE_LABEL: FileColumn(MADE_LABEL, ["1"] * counts[0] + ["0"] * counts[1])}
