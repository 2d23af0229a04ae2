"""Checks that the samples of a mean, a pool or a comparison fit together, and messages about single ones."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from prplot.curve.classifiers import called, named, path_first
from prplot.curve.curve import Curve
from prplot.errors import PrplotValueError, PrplotWarning, invalid, listed, option, shortest, warn
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import BoolArray, FloatArray
from prplot.rows.checks import check
from prplot.uncertainty.units import weights_of

# Prevalences with a relative difference up to this count as equal.
SAME = 1e-9
# If the ratio of the odds P / N is at most this, curves are compared and averaged without a warning.
ALIKE = 1.1
# Stratified folds differ by one row of each class, which matters only with fewer positives than this.
FEW_POSITIVES = 5
WAY_OUT = "Give them the same labels and weights in the same order, or pass paired=False for independent samples."


def check_alike(curves: Sequence[Curve]) -> None:
    """Raise an error unless the curves differ only in their paths."""
    kinds = [(replace(c.space, prevalence=0.5), c.interpolation, c.left) for c in curves]
    stranger = next((c for c, kind in zip(curves, kinds, strict=True) if kind != kinds[0]), None)
    if stranger is not None:
        raise PrplotValueError(
            "curves must be of one kind, in space, interpolation and options; "
            f"got {curves[0]!r} and {stranger!r}. Pass the paths, and the kind that all shall have."
        )


def same_baseline(curves: Sequence[Curve]) -> bool:
    """Return whether the areas of curves are comparable: their prevalences are similar, or do not matter in the space.

    Stratified folds differ by about one row, which needs no warning.
    """
    totals = [
        (c.path.positives, c.path.negatives)
        for c in curves
        # Net benefit counts true and false positives per row, whatever the prevalence.
        if c.space._moves_with_prevalence
        and not c.space._no_area
        and c.space._undefined(c.path) is None
        and c.path.negatives > 0
    ]
    if not totals:
        return True
    positives, negatives = np.array(totals).T
    stratified = np.ptp(positives) <= 1 and np.ptp(negatives) <= 1 and positives.min() >= FEW_POSITIVES
    odds = positives / negatives
    return bool(stratified or odds.max() <= ALIKE * odds.min())


def left_out(defined: int, total: int) -> str:
    """Return a note on how many samples were undefined and left out of a mean; empty if there were none."""
    return f"; {total - defined} of {total} undefined and left out" if defined < total else ""


def prevalences_of(curves: Sequence[Curve]) -> FloatArray:
    """Return the prevalence of each sample; NaN where it is not known."""
    return np.array([curve.path._now.prevalence for curve in curves])


def span_of(prevalences: FloatArray) -> str:
    """Return the range of prevalences in words, such as "prevalences from 0.1 to 0.2"."""
    if np.isnan(prevalences).any():
        return "prevalences that are not known"
    low, high = (f"{end:.4g}" for end in (prevalences.min(), prevalences.max()))
    return f"prevalences from {low} to {high}" if low != high else f"prevalence {low}"


def named_paths(paths: Any, rule: str, together: str) -> tuple[tuple[str, ...], list[ConfusionPath]]:
    """Return the names and the paths of several classifiers; the names of a mapping come first.

    ``together`` is advice for error messages: how to make one path of the paths of one classifier.
    """
    pairs = named("paths", paths, ConfusionPath, rule, path_first(paths, together))
    return called([path.name if name is None else name for name, path in pairs]), [path for _, path in pairs]


def values_of(names: Sequence[str], numbers: Sequence[Callable[[], float]], *, quiet: bool = False) -> FloatArray:
    """Return the values of several functions, and give one warning for all, which names the items concerned.

    With ``quiet`` there is no warning about an item whose value is NaN.
    """
    messages: dict[str, list[str]] = {}
    values = []
    for name, number in zip(names, numbers, strict=True):
        # Filters are needed, because a user's function may set its own.
        with warnings.catch_warnings(record=True, action="always", category=PrplotWarning) as caught:
            values.append(number())
        for warning in caught:
            if not issubclass(warning.category, PrplotWarning):
                warnings.warn_explicit(warning.message, warning.category, warning.filename, warning.lineno)
            elif not (quiet and math.isnan(values[-1])):
                messages.setdefault(str(warning.message), []).append(name)
    if messages:
        warn(" ".join(f"For {listed(concerned)}: {text}" for text, concerned in messages.items()))
    return np.array(values)


def check_same_rows(names: Sequence[str], paths: Sequence[ConfusionPath]) -> None:
    """Raise an error unless all paths have the same rows, with the same labels and weights in the same order.

    Weights are those before any change of prevalence. Rows without a score may differ between paths if such rows count,
    but not if they were left out.
    """
    for name, path in zip(names, paths, strict=True):
        if path.sample is None:
            raise PrplotValueError(f"a paired comparison {path._without_rows} This is {name!r}.")
        known = path._given.sample
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
    out, other = (_left_out(path) for path in paths)
    if len(out) != len(other):
        raise invalid("paths", "be of the same rows", f"{len(out)} of {first} and {len(other)} of {second}", WAY_OUT)

    def left(row: int) -> str:
        without, with_it = (first, second) if out[row] else (second, first)
        return f"row {row} left out of {without} by {option('missing', 'drop')}, but not of {with_it}"

    keep = f"{option('missing', 'lowest')} or {option('missing', 'unreached')}, which keep them"
    way_out = f"Leave the rows out of both before, or pass {keep}."
    check("paths", out != other, "be of the same rows", left, way_out)

    def had(index: int) -> str:
        one, two = (_of_row(path, index) for path in paths)
        return f"row {np.flatnonzero(~out)[index]} with {one} for {first} and {two} for {second}"

    for one, two in zip(*(weights_of(path._given.sample) for path in paths), strict=True):
        check("paths", one != two, "have the same labels and weights in every row", had, WAY_OUT)
    for what, of in (("P", lambda path: path.positives), ("the prevalence", lambda path: path._now.prevalence)):
        whole, others = map(of, paths)
        if not np.isclose(whole, others, rtol=SAME, atol=0.0, equal_nan=True):
            got = f"{shortest(whole)} for {first} and {shortest(others)} for {second}"
            raise invalid(
                "paths",
                f"agree on {what}",
                got,
                f"Make all of them alike: {option('positives')}, path.at_prevalence().",
            )


def _left_out(path: ConfusionPath) -> BoolArray:
    """Return a mask of the original rows that were left out."""
    known = path._given.sample
    if known.absent is not None and known.beyond is None:
        return known.absent
    return np.zeros(len(known.in_order("fg")), dtype=bool)


def _of_row(path: ConfusionPath, index: int) -> str:
    """Return the label of a row in words, such as "label positive", or its weights."""
    fg, bg = (float(weights[index]) for weights in weights_of(path._given.sample))
    if {fg, bg} == {0.0, 1.0}:
        return "label positive" if fg else "label negative"
    return f"fg={shortest(fg)}, bg={shortest(bg)}"
