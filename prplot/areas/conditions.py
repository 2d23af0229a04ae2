"""What conventions and tools ask of a sample, in the words in which a table says it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray

__all__ = ["CONDITIONS", "LISTED", "as_grouped", "as_listed"]

# Most true positives, or rows, that are listed one by one.
LISTED = 10_000_000


def as_grouped(path: ConfusionPath) -> bool:
    """Return whether the vertices are those of grouping the rows by equal scores, as tools do.

    They are not after another treatment of ties, after joining near ties, or on a hull.
    """
    if path.sample is None:
        return bool(np.all(np.diff(path.thresholds[1:]) < 0))
    return np.array_equal(_distinct(path), path.thresholds[1:])


def as_listed(path: ConfusionPath) -> bool:
    """Return whether the vertices are those of single rows in the order given."""
    return path.treatment.ties == "given" and np.array_equal(_distinct(path), np.unique(path.thresholds[1:])[::-1])


def _distinct(path: ConfusionPath) -> FloatArray:
    """Return the distinct scores of the rows that have weight, falling."""
    assert path.sample is not None
    rows = path.sample
    return np.unique(rows.score[(rows.fg > 0) | (rows.bg > 0)])[::-1]


def _scores(path: ConfusionPath) -> FloatArray:
    return path.thresholds[1:]


def _whole(counts: FloatArray) -> bool:
    return np.array_equal(counts, np.rint(counts))


def _hard(path: ConfusionPath) -> bool:
    return not path.soft


def _row_weights(path: ConfusionPath) -> FloatArray | None:
    return None if path.sample is None else path.sample.fg + path.sample.bg


def _unit(path: ConfusionPath) -> bool:
    total = _row_weights(path)
    if total is None:
        return _hard(path) and _whole(path.tp) and _whole(path.fp)
    return _hard(path) and bool(np.all(total == 1))


def _level(path: ConfusionPath) -> bool:
    total = _row_weights(path)
    return _unit(path) if total is None else bool(np.all(np.abs(total - 1) <= 1e-12))


def _apart(path: ConfusionPath) -> bool:
    scores = _scores(path)
    with np.errstate(over="ignore", invalid="ignore"):
        falls = np.diff(scores.astype(np.float32)) < 0
        return bool(np.all(falls | (scores[1:] == scores[:-1] if path.treatment.ties == "given" else False)))


def _one_by_one(path: ConfusionPath) -> bool:
    fg, bg = path.increments
    in_order = path.sample is not None and path.treatment.ties == "average"
    return in_order or not bool(np.any((fg > 0) & (bg > 0)))


CONDITIONS: dict[str, Callable[[ConfusionPath], bool]] = {
    "foreground weight": lambda path: path.positives > 0,
    "background weight": lambda path: path.negatives > 0,
    "whole counts of true positives": lambda path: _whole(path.increments[0]),
    "whole counts of false positives": lambda path: _whole(path.increments[1]),
    f"at most {LISTED:,} true positives": lambda path: path.positives <= LISTED,
    "background weight, known or not": lambda path: path.groups.total[1] > 0 or path.negatives > 0,
    "hard labels": _hard,
    "hard labels of weight 1": _unit,
    "rows of weight fg + bg = 1": _level,
    f"at most {LISTED:,} rows": lambda path: path.groups.total[0] + path.groups.total[1] <= LISTED,
    "a whole number of positives": lambda path: float(path.positives).is_integer(),
    "the rows in their order, for ties of both classes": _one_by_one,
    "no ties": lambda path: bool(np.all(sum(path.increments) == 1) and np.all(np.diff(_scores(path)) < 0)),
    "finite scores": lambda path: bool(np.isfinite(_scores(path)).all()),
    "scores in [0, 1]": lambda path: bool(np.all((_scores(path) >= 0) & (_scores(path) <= 1))),
    "scores that float32 tells apart": _apart,
}
