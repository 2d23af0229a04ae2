"""What the members of a mean or a pool have in common, and what is said of them one by one."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np

from prplot.curve.curve import Curve
from prplot.errors import PrplotValueError, collected_warnings, listed, warn
from prplot.rows.arrays import FloatArray, safe_scale

# How far prevalences may differ, relatively, and still count as one.
SAME = 1e-9
# By which factor the odds of prevalences may differ, for curves to be compared and averaged without a word.
ALIKE = 1.1

T = TypeVar("T")


def check_alike(curves: Sequence[Curve]) -> None:
    """Raise an error unless the curves differ in their paths only."""
    kinds = [(replace(c.space, prevalence=0.5), c.interpolation, c.left) for c in curves]
    stranger = next((c for c, kind in zip(curves, kinds, strict=True) if kind != kinds[0]), None)
    if stranger is not None:
        raise PrplotValueError(
            "curves must be of one kind, in space, interpolation and options; "
            f"got {curves[0]!r} and {stranger!r}. Pass the paths, and the kind that all shall have."
        )


def same_baseline(curves: Sequence[Curve]) -> bool:
    """Return whether areas of curves are on one scale: of much the same prevalence, if it matters in their space.

    Folds that are stratified differ by a row or so, which nobody need be told.
    """
    odds = [
        c.path.positives / c.path.negatives
        for c in curves
        # Net benefit counts true and false positives per row, whatever the prevalence.
        if c.space.moves_with_prevalence
        and not c.space.no_area
        and c.space.undefined(c.path) is None
        and c.path.negatives > 0
    ]
    return not odds or max(odds) <= ALIKE * min(odds)


def left_out(defined: int, given: int) -> str:
    """Say, at the end of what a mean is of, how many members were undefined; nothing where none was."""
    return f"; {given - defined} of {given} undefined and left out" if defined < given else ""


def span_of(prevalences: Iterable[float]) -> str:
    """Return the range of prevalences in words."""
    every = list(prevalences)
    if any(map(math.isnan, every)):
        return "prevalences that are not known"
    low, high = (f"{end:.4g}" for end in (min(every), max(every)))
    return f"prevalences from {low} to {high}" if low != high else f"prevalence {low}"


def merged_odds(positives: FloatArray, negatives: FloatArray) -> float:
    """Return P / N of all samples together; inf without any background."""
    scale = safe_scale(float(max(np.max(positives), np.max(negatives))))
    back = math.fsum((scale * negatives).tolist())
    return math.fsum((scale * positives).tolist()) / back if back > 0 else math.inf


def each(names: Sequence[str], items: Sequence[T], compute: Callable[[T], float], *, quiet: bool = False) -> FloatArray:
    """Return a number of every item; their warnings become one, which names the items concerned.

    Why an item has no number is not said if ``quiet``.
    """
    said: dict[str, list[str]] = {}
    values = []
    for name, item in zip(names, items, strict=True):
        with collected_warnings() as texts:
            values.append(compute(item))
        for text in [] if quiet and math.isnan(values[-1]) else texts:
            said.setdefault(text, []).append(name)
    if said:
        warn(" ".join(f"For {listed(concerned)}: {text}" for text, concerned in said.items()))
    return np.array(values)
