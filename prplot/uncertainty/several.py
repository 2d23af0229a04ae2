"""Several paths, curves or confusion matrices, given in any of the usual ways."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from prplot.curve import Curve
from prplot.errors import PrplotTypeError, PrplotValueError, PrplotWarning, listed, one_of, warn, wrong_type
from prplot.path import ConfusionPath
from prplot.spaces import SPACES
from prplot.sums import FloatArray, safe_scale

__all__ = [
    "called",
    "check_alike",
    "each",
    "merged_odds",
    "named",
    "same_baseline",
    "spread",
    "to_curves",
]

# How far prevalences may differ, relatively, and still count as one.
SAME = 1e-9

T = TypeVar("T")


def named(
    argument: str, items: Any, kinds: type | tuple[type, ...], rule: str, way_out: str
) -> list[tuple[str | None, Any]]:
    """Return (name, item) of one item, a sequence or a mapping from names to items, all of these kinds."""
    if isinstance(items, kinds):
        pairs: list[tuple[str | None, Any]] = [(None, items)]
    elif isinstance(items, Mapping):
        pairs = [(str(name), item) for name, item in items.items()]
    elif isinstance(items, Iterable) and not isinstance(items, str | bytes):
        pairs = [(None, item) for item in items]
    else:
        pairs = [(None, items)]
    if not pairs:
        raise PrplotValueError(f"{argument} must {rule}; got none. {way_out}")
    for _, item in pairs:
        if not isinstance(item, kinds):
            raise wrong_type(argument, rule, item, way_out)
    return pairs


def to_curves(curves: Any, space: str | None = None, **options: Any) -> list[Curve]:
    """Return a path, a curve, a sequence or a mapping of them as curves of one space.

    ``options`` are those of ``path.curve``, for paths; curves have theirs.
    """
    given = named(
        "curves",
        curves,
        (ConfusionPath, Curve),
        "be a path, a curve, a sequence or a mapping of them",
        "Make a path with prplot.from_labels or prplot.from_weights.",
    )
    if space is not None:
        one_of("space", space, [s.name for s in SPACES])
    wanted = space or next((item.space.name for _, item in given if isinstance(item, Curve)), "pr")
    return [_as_curve(item, wanted, name, options) for name, item in given]


def _as_curve(item: ConfusionPath | Curve, space: str, name: str | None, options: dict[str, Any]) -> Curve:
    if isinstance(item, ConfusionPath):
        return item.curve(space, **options, **({} if name is None else {"label": name}))
    if options:
        raise PrplotTypeError(
            f"{', '.join(options)} must be given for paths; got a curve, which has its own. "
            f"Use its path: curve.path.curve({space!r}, ...)."
        )
    if item.space.name != space:
        raise PrplotValueError(
            f"curves must be of one space; got a {item.space.name!r} curve for space {space!r}. "
            f"Use its path: curve.path.curve({space!r})."
        )
    return item if name is None else replace(item, label=name)


def called(names: Sequence[str | None]) -> tuple[str, ...]:
    """Return what to call each of several: its name where names tell all apart, else its number from 1 on."""
    if None in names or len(set(names)) < len(names):
        return tuple(f"number {place}" for place in range(1, len(names) + 1))
    return tuple(str(name) for name in names)


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
    """Return whether chance has the same area in all curves, so that their ordinates mean the same."""
    chance = [c.chance for c in curves if c.space.undefined(c.path) is None]
    return not chance or math.isclose(min(chance), max(chance), rel_tol=SAME, abs_tol=1e-15)


def spread(prevalences: Iterable[float]) -> str:
    """Return the range of prevalences in words."""
    every = list(prevalences)
    return f"prevalences from {min(every):.4g} to {max(every):.4g}"


def merged_odds(positives: FloatArray, negatives: FloatArray) -> float:
    """Return P / N of all samples together; inf without any background."""
    scale = safe_scale(float(max(np.max(positives), np.max(negatives))))
    back = math.fsum((scale * negatives).tolist())
    return math.fsum((scale * positives).tolist()) / back if back > 0 else math.inf


def each(names: Sequence[str], items: Sequence[T], compute: Callable[[T], float]) -> FloatArray:
    """Return a number of every item; their warnings become one, which names the items concerned."""
    said: dict[str, list[str]] = {}
    values = []
    for name, item in zip(names, items, strict=True):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", PrplotWarning)
            values.append(compute(item))
        for warning in caught:
            if issubclass(warning.category, PrplotWarning):
                said.setdefault(str(warning.message), []).append(name)
            else:
                warnings.warn_explicit(warning.message, warning.category, warning.filename, warning.lineno)
    if said:
        warn(" ".join(f"For {listed(concerned)}: {text}" for text, concerned in said.items()))
    return np.array(values)
