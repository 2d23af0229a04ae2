"""Classifiers are compared row by row on the same rows: whether these are the same, and where they part."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from prplot.errors import PrplotValueError, invalid, shortest
from prplot.path.path import ConfusionPath
from prplot.uncertainty.members import SAME

WAY_OUT = "Give them the same labels and weights in the same order, or pass paired=False for independent samples."


def check_same_rows(names: Sequence[str], paths: Sequence[ConfusionPath]) -> None:
    """Raise an error unless all paths are of the same rows, by their labels and weights, in the same order.

    Weights are those before any change of prevalence. Which of them have a score may differ where rows without one
    count, but not where they were left out.
    """
    for name, path in zip(names, paths, strict=True):
        if path.sample is None:
            raise PrplotValueError(f"a paired comparison {path._without_rows} This is {name!r}.")
        known = path.known
        lost = known.beyond is not None or (path.missing.policy == "drop" and path.missing.rows > 0)
        if lost and known.absent is None:
            raise invalid(
                "paths",
                "know which of their rows have no score",
                f"{name!r}, which does not",
                "Give all rows a score, or leave those rows out, before the paths are made.",
            )
    for name, path in zip(names[1:], paths[1:], strict=True):
        _check_two((names[0], name), (paths[0], path))


def _check_two(names: tuple[str, str], paths: tuple[ConfusionPath, ConfusionPath]) -> None:
    first, second = (repr(name) for name in names)
    left_out = [_left_out(path) for path in paths]
    rows = [len(out) for out in left_out]
    if rows[0] != rows[1]:
        raise invalid("paths", "be of the same rows", f"{rows[0]} of {first} and {rows[1]} of {second}", WAY_OUT)
    if (left_out[0] != left_out[1]).any():
        row = int(np.argmax(left_out[0] != left_out[1]))
        without, with_it = (first, second) if left_out[0][row] else (second, first)
        raise invalid(
            "paths",
            "be of the same rows",
            f"row {row} left out of {without} by missing='drop', but not of {with_it}",
            "Leave the rows out of both before, or pass missing='lowest' or missing='unreached', which keep them.",
        )
    given = np.flatnonzero(~left_out[0])
    for column in ("fg", "bg"):
        weights = [path.known.in_order(column) for path in paths]
        differs = weights[0] != weights[1]
        if differs.any():
            place = int(np.argmax(differs))
            had = [_of_row(path, place) for path in paths]
            got = f"row {given[place]} with {had[0]} for {first} and {had[1]} for {second}"
            raise invalid("paths", "have the same labels and weights in every row", got, WAY_OUT)
    for what, totals in (
        ("P", [path.positives for path in paths]),
        ("the prevalence", [path.known_prevalence for path in paths]),
    ):
        if not (math.isclose(*totals, rel_tol=SAME) or all(map(math.isnan, totals))):
            got = f"{shortest(totals[0])} for {first} and {shortest(totals[1])} for {second}"
            raise invalid("paths", f"agree on {what}", got, "Make all of them alike: positives=, path.at_prevalence().")


def _left_out(path: ConfusionPath) -> NDArray[np.bool_]:
    """Return which of the rows given were left out."""
    known = path.known
    if known.absent is not None and known.beyond is None:
        return known.absent
    return np.zeros(len(known.in_order("fg")), dtype=bool)


def _of_row(path: ConfusionPath, place: int) -> str:
    """Return the label of a row in words, or its weights."""
    fg, bg = (float(path.known.in_order(column)[place]) for column in ("fg", "bg"))
    if {fg, bg} == {0.0, 1.0}:
        return "label positive" if fg else "label negative"
    return f"fg={shortest(fg)}, bg={shortest(bg)}"
