"""What conventions and tools ask of a sample, in the words in which a table says it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from prplot.arithmetic.exact_sums import FloatArray
from prplot.path.path import ConfusionPath

__all__ = ["CONDITIONS", "LISTED", "as_grouped"]

# Most true positives that are listed one by one.
LISTED = 10_000_000


def as_grouped(path: ConfusionPath) -> bool:
    """Return whether the vertices are those of grouping the rows by equal scores, as tools do.

    They are not after another treatment of ties, after joining near ties, or on a hull.
    """
    if path.sample is None:
        return bool(np.all(np.diff(path.thresholds[1:]) < 0))
    rows = path.sample
    distinct = np.unique(rows.score[(rows.fg > 0) | (rows.bg > 0)])
    return np.array_equal(distinct[::-1], path.thresholds[1:])


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
    with np.errstate(over="ignore", invalid="ignore"):
        return bool(np.all(np.diff(_scores(path).astype(np.float32)) < 0))


CONDITIONS: dict[str, Callable[[ConfusionPath], bool]] = {
    "foreground weight": lambda path: path.positives > 0,
    "background weight": lambda path: path.negatives > 0,
    "whole counts of true positives": lambda path: _whole(path.vertices.fg.each),
    "whole counts of false positives": lambda path: _whole(path.vertices.bg.each),
    f"at most {LISTED:,} true positives": lambda path: path.positives <= LISTED,
    "hard labels": _hard,
    "hard labels of weight 1": _unit,
    "rows of weight fg + bg = 1": _level,
    "no ties": lambda path: bool(np.all(sum(path.vertices.increments) == 1)),
    "finite scores": lambda path: bool(np.isfinite(_scores(path)).all()),
    "scores in [0, 1]": lambda path: bool(np.all((_scores(path) >= 0) & (_scores(path) <= 1))),
    "scores that float32 tells apart": _apart,
}
