"""Several rows per item, such as the poses of a molecule or the views of an object, become one row each."""

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

# Items of one class may have so many times the rows of the other before "max" is warned to favour them.
FAVOURED = 1.25


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
    warn_favoured(*(float(total) for total in (fg.sum(), bg.sum(), rows @ fg, rows @ bg)))
    return best, first


def item_numbers(items: NDArray[Any]) -> tuple[IntArray, IntArray]:
    """Return the number of the item of each row, in the order in which items first occur, and where each does."""
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
    """Return the mean score of each item."""
    rows, without = np.bincount(number), np.bincount(number, np.isnan(score))
    some = (without > 0) & (without < rows)
    if missing == "lowest":
        some |= np.bincount(number, np.isneginf(score)) > 0
    if some.any() and missing != "drop":
        raise mean_of_some()
    with np.errstate(invalid="ignore"):
        return np.bincount(number, score) / rows


def mean_of_some() -> PrplotValueError:
    """Return the error of a mean of scores of which some are missing."""
    return invalid(
        "combine",
        "be 'max' where an item has rows with and without a score",
        "'mean'",
        f"Use {option('missing', 'drop')} for the mean of the scores that there are.",
    )


def warn_favoured(fg: float, bg: float, rows_fg: float, rows_bg: float) -> None:
    """Warn where items of one class have more rows each, since the largest of more scores is larger.

    Given the weight of the items of each class, and the same weight times their numbers of rows.
    """
    if not (fg > 0 and bg > 0):
        return
    each = {"positive": rows_fg / fg, "negative": rows_bg / bg}
    more, fewer = sorted(each, key=lambda kind: -each[kind])
    if each[more] > FAVOURED * each[fewer]:
        warn(
            f"{more} items have {each[more]:.3g} rows each, {fewer} ones {each[fewer]:.3g}: the most positive of more "
            f"scores is more positive, so {option('combine', 'max')} favours {more} items. Give each as many rows, or "
            f"use {option('combine', 'mean')}."
        )
