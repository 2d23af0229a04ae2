"""How values are compared with golden ones."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any


def leaves(value: Any, where: str = "") -> Iterator[tuple[str, Any]]:
    """Yield what is in nested dicts and lists, and where."""
    if isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(each, f"{where}/{key}")
    else:
        yield where, value


def same(now: Any, then: Any, relative: float, absolute: float) -> bool:
    """Return whether two values agree: numbers closely, NaN with NaN, others exactly."""
    if isinstance(now, str | None) or isinstance(then, str | None):
        return now == then
    return (math.isnan(now) and math.isnan(then)) or math.isclose(now, then, rel_tol=relative, abs_tol=absolute)


def settled(now: Any, then: Any) -> Any:
    """Return what is there now, with the numbers that were recorded where they agree: last digits are no changes."""
    if isinstance(now, dict) and isinstance(then, dict):
        return {key: settled(value, then.get(key)) for key, value in now.items()}
    if isinstance(now, list) and isinstance(then, list) and len(now) == len(then):
        return [settled(*pair) for pair in zip(now, then, strict=True)]
    numbers = all(isinstance(each, int | float) and not isinstance(each, bool) for each in (now, then))
    return then if numbers and same(now, then, 1e-12, 1e-12) else now


def check(now: Any, then: Any, relative: float = 1e-12, absolute: float = 1e-12) -> None:
    """Fail with the values that do not agree, and where they are."""
    new, old = dict(leaves(now)), dict(leaves(then))
    missing, more = sorted(old.keys() - new.keys()), sorted(new.keys() - old.keys())
    assert not missing + more, f"no longer there: {missing[:20]}; not recorded: {more[:20]}"
    off = [f"{w}: {new[w]!r}, recorded {old[w]!r}" for w in old if not same(new[w], old[w], relative, absolute)]
    assert not off, "\n".join(off[:20])
