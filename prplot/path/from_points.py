"""A path from the points of a PR curve that somebody else computed, printed or drew."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from prplot.errors import by_name, invalid, shortest
from prplot.path.constructors import from_counts
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray
from prplot.rows.checks import number, numbers

__all__ = ["from_points"]

# How far implied false positives may fall, relatively, by the rounding of recalls and precisions.
ROUNDING = 1e-9


@by_name("Recalls and precisions come first; all else is passed by name.")
def from_points(
    recall: ArrayLike,
    precision: ArrayLike,
    *,
    thresholds: ArrayLike | None = None,
    positives: float = 1.0,
    negatives: float | None = None,
    name: str | None = None,
) -> ConfusionPath:
    """Make a path from points (recall, precision): the arrays of another tool, or a digitised figure.

    A point has TP = r P and FP = r P (1 / p - 1). Between the points the path runs straight, which
    is right where they are all thresholds.

    Parameters
    ----------
    recall, precision : array_like of shape (n,)
        In [0, 1]; recall rising or falling all along. Precision 0 at the largest recalls, as COCO's
        101 precisions have it, ends the path before them. A point at recall 0 is the origin.
    thresholds : array_like of shape (n,) or (n - 1,), optional
        Of each point, falling as recall rises; one fewer where the point at recall 0 has none, as in
        scikit-learn. By default the points are numbered: n for the lowest recall, 1 for the highest.
    positives : float
        P, in weight. The default of 1 is enough for whatever does not depend on counts.
    negatives : float, optional
        N, in weight; unknown by default.
    name : str, optional
        The classifier's name, for legends.

    Returns
    -------
    ConfusionPath

    Raises
    ------
    PrplotValueError
        For values outside [0, 1], recalls that turn round, false positives that would fall from one
        point to the next, and a point (0, 0), whose false positives are unknown; the message names the row.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_points([0.0, 0.25, 0.5, 0.75, 1.0], [1.0, 1.0, 0.5, 0.5, 0.0], positives=4)
    >>> path.tp.tolist(), path.fp.tolist(), path.reached
    ([0.0, 1.0, 2.0, 3.0], [0.0, 0.0, 2.0, 3.0], 0.75)
    """
    r, p = numbers("recall", recall), numbers("precision", precision)
    total = number("positives", positives)
    if not (np.isfinite(total) and total >= 0):
        raise invalid("positives", "be finite and not negative", shortest(total), "It is P, in weight.")
    if len(p) != len(r):
        raise invalid("precision", "have one value per recall", f"{len(p)} for {len(r)} recalls")
    for argument, values in (("recall", r), ("precision", p)):
        wrong = ~((values >= 0) & (values <= 1))
        if wrong.any():
            row = int(np.argmax(wrong))
            way_out = "COCO writes -1 where a category has no objects." if values[row] == -1 else ""
            raise invalid(argument, "lie in [0, 1]", f"{argument}[{row}] = {shortest(values[row])}", way_out)
    cuts = None if thresholds is None else _cuts(numbers("thresholds", thresholds), r)
    rows = np.arange(len(r))
    if len(r) and r[0] > r[-1]:
        rows, r, p = rows[::-1], r[::-1], p[::-1]
        cuts = None if cuts is None else cuts[::-1]
    turns = np.flatnonzero(np.diff(r) < 0)
    if turns.size:
        row = int(rows[turns[0] + 1])
        raise invalid(
            "recall", "rise or fall all along", f"a turn at row {row}", "Sort the points by threshold, highest first."
        )
    kept = _kept(r, p, rows)
    r, p, rows = r[kept], p[kept], rows[kept]
    cuts = np.arange(len(r), 0.0, -1.0) if cuts is None else cuts[kept]
    fp = _false_positives(r, p, rows) * total
    # Points of one recall are a vertical, along which false positives rise.
    made = from_counts(cuts, r * total, fp, positives=total, negatives=negatives, name=name)
    return made if thresholds is not None else replace(made, treatment=made.treatment._replace(places=True))


def _cuts(cuts: FloatArray, r: FloatArray) -> FloatArray:
    """Return a threshold for every point; that at recall 0 may have none."""
    if len(cuts) == len(r) - 1 and len(r):
        first, last = ([np.inf], []) if r[0] < r[-1] else ([], [np.inf])
        cuts = np.concatenate([first, cuts, last])
    if len(cuts) != len(r):
        raise invalid("thresholds", "have one value per recall, or one fewer", f"{len(cuts)} for {len(r)} recalls")
    return cuts


def _kept(r: FloatArray, p: FloatArray, rows: np.ndarray) -> slice:
    """Return the points between the origin and where precision 0 says that nothing more is returned."""
    lost = np.flatnonzero((r == 0) & (p == 0))
    if lost.size:
        raise invalid(
            "precision",
            "not be 0 at recall 0, where it does not tell how many false positives there are",
            f"(0, 0) in row {int(rows[lost[0]])}",
            "Leave that point out, or use prplot.from_counts.",
        )
    some = np.flatnonzero(p > 0)
    return slice(int(np.searchsorted(r, 0.0, side="right")), int(some[-1]) + 1 if some.size else 0)


def _false_positives(r: FloatArray, p: FloatArray, rows: np.ndarray) -> FloatArray:
    """Return FP / P at every point, never falling."""
    with np.errstate(divide="ignore"):
        found = r * (1.0 / p - 1.0)
    before = np.maximum.accumulate(np.concatenate([[0.0], found]))[:-1]
    wrong = ~np.isfinite(found) | (found < before * (1.0 - ROUNDING) - ROUNDING)
    if wrong.any():
        at = int(np.argmax(wrong))
        raise invalid(
            "precision",
            "imply false positives, r (1 / p - 1) of P, that never fall as recall rises",
            f"{shortest(found[at])} after {shortest(before[at])} in row {int(rows[at])}",
            "No sample has such a curve; is precision interpolated, smoothed or averaged there?",
        )
    return np.maximum(found, before)
