"""Text tables in two files: labels apart from scores, or positives apart from negatives."""

from __future__ import annotations

from collections.abc import Sequence

from prplot.errors import PrplotValueError, listed, short
from prplot.sources.file_columns import FileColumn, column_of, together, with_constants

# The name of the label column made for positives and negatives from two files.
MADE_LABEL = "from which file"

Columns = dict[str, FileColumn]


def with_truth(
    scores: Columns, truth: Columns, on: Sequence[tuple[str, str]], label: str, names: tuple[str, str]
) -> tuple[Columns, str]:
    """Return the joined columns of both files, for the rows of the truth, and the name of the label column.

    Parameters
    ----------
    scores, truth : dict of FileColumn
        The columns of both files.
    on : sequence of pairs of str
        The columns that identify a row, each as (name in the scores, name in the truth).
    label : str
        The column of labels in the truth.
    names : pair of str
        The names of the two files in messages.

    Raises
    ------
    PrplotValueError
        If a key stands twice in a file, or scores have a key that the truth lacks. A row of the truth without a score
        has a missing one.
    """
    keys_of_scores, keys_of_truth = zip(*on, strict=True)
    rows = _rows_by_key(scores, keys_of_scores, names[0])
    rows_of_truth = _rows_by_key(truth, keys_of_truth, names[1])
    strange = [key for key in rows if key not in rows_of_truth]
    if strange:
        raise PrplotValueError(
            f"{names[1]} must have a label for every row of {names[0]}; got none for {_key(strange[0])} and "
            f"{len(strange) - 1} more of {len(rows)}. Add them to it, as negatives where it lists positives alone, or "
            "leave them out of both."
        )
    of_truth = {
        name: FileColumn(name, [column.cells[row] for row in rows_of_truth.values()]) for name, column in truth.items()
    }
    of_scores: Columns = {}
    for name, column in scores.items():
        cells = ["" if (row := rows.get(key)) is None else column.cells[row] for key in rows_of_truth]
        of_scores[name] = FileColumn(name, cells)
    title = column_of(names[1], label, truth)
    # A column of scores may have the same name as the label column, or the same number.
    made = title if title not in scores else f"{title} of {names[1]}"
    return of_truth | of_scores | {made: of_truth[title]._replace(name=made)}, made


def _rows_by_key(table: Columns, on: Sequence[str], name: str) -> dict[tuple[str, ...], int]:
    """Return the row number of each key, which is the tuple of the cells in the columns ``on``."""
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


def of_both_classes(positives: Columns, negatives: Columns, used: Sequence[str], names: tuple[str, str]) -> Columns:
    """Return columns of two files as one table, with a column of labels: "1" for positives, "0" for negatives."""
    tables = [
        with_constants({name: table[column_of(source, name, table)] for name in used}, {MADE_LABEL: label})
        for source, table, label in zip(names, (positives, negatives), "10", strict=True)
    ]
    return together(tables, names)
