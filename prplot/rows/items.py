"""Combine several rows of an item, such as the poses of a molecule, into one row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prplot.errors import PrplotValueError, invalid, option, warn, wrong_type
from prplot.names import Combine, MissingScores
from prplot.rows.arrays import FloatArray, IntArray
from prplot.rows.checks import check, without_name
from prplot.rows.hard_labels import numbered, plain

# With "max" a warning is given if items of one class have more than this many times the rows of the other class.
FAVORED = 1.25


def combined(
    items: NDArray[Any],
    score: FloatArray,
    columns: Mapping[str, Any],
    combine: Combine,
    missing: MissingScores,
) -> tuple[FloatArray, IntArray]:
    """Return the score of each item, in the order in which items first occur, and the first row of each.

    The columns are "labels", "bg" and others that have one value in all rows of an item.

    Raises
    ------
    PrplotValueError
        If rows of one item differ in their label, weight or group, or an item has no name.
    """
    number, first = item_numbers(items)
    for name, column in columns.items():
        if column is not None:
            check(
                "item",
                column != column[first][number],
                f"hold rows with the same {name} in each item",
                lambda row: f"{plain(items[row])!r}, whose rows differ, the first in row {row}",
                "Name items more finely, or make one row of each yourself.",
            )
    if combine == "mean":
        return _means(number, score, missing), first
    best = np.full(len(first), np.nan)
    np.fmax.at(best, number, score)
    front, back = columns["labels"], columns["bg"]
    rows, fg = np.bincount(number), front[first].astype(float)
    bg = 1.0 - fg if back is None else back[first]
    warn_favored(*(float(total) for total in (fg.sum(), bg.sum(), rows @ fg, rows @ bg)))
    return best, first


def item_numbers(items: NDArray[Any]) -> tuple[IntArray, IntArray]:
    """Return each row's item number, and each item's first row. Items are numbered in order of first occurrence."""
    check(
        "item",
        without_name(items),
        "name an item for every row",
        lambda row: f"none in row {row}",
        "Name each row that is one.",
    )
    try:
        _, number = numbered(items.tolist())
    except TypeError:
        raise wrong_type("item", "hold numbers, strings, or what else can be a key", items) from None
    return number, np.unique(number, return_index=True)[1]


def _means(number: IntArray, score: FloatArray, missing: MissingScores) -> FloatArray:
    """Return the mean score of each item; raise an error if an item has rows with and without a score."""
    rows, without = np.bincount(number), np.bincount(number, np.isnan(score))
    some = (without > 0) & (without < rows)
    if missing == "lowest":
        some |= np.bincount(number, np.isneginf(score)) > 0
    if some.any() and missing != "drop":
        raise mean_of_some()
    with np.errstate(invalid="ignore"):
        return np.bincount(number, score) / rows


def mean_of_some() -> PrplotValueError:
    """Return the error for ``combine="mean"`` where some scores of an item are missing."""
    return invalid(
        "combine",
        "be 'max' where an item has rows with and without a score",
        "'mean'",
        f"Use {option('missing', 'drop')} for the mean of the scores that there are.",
    )


def warn_favored(fg: float, bg: float, rows_fg: float, rows_bg: float) -> None:
    """Warn if items of one class have more rows each than the other's, which raises their maximal scores.

    The arguments are the items' weight in each class, and the same weight multiplied by each item's number of rows.
    """
    if not (fg > 0 and bg > 0):
        return
    each = {"positive": rows_fg / fg, "negative": rows_bg / bg}
    more, fewer = sorted(each, key=lambda kind: -each[kind])
    if each[more] > FAVORED * each[fewer]:
        warn(
            f"{more} items have {each[more]:.3g} rows each, {fewer} ones {each[fewer]:.3g}: the most positive of more "
            f"scores is more positive, so {option('combine', 'max')} favors {more} items. Give each as many rows, or "
            f"use {option('combine', 'mean')}."
        )
