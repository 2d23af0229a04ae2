"""Read classifiers as users pass them: one path or curve, a sequence, or a mapping from names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from prplot.curve.curve import Curve
from prplot.errors import PrplotTypeError, PrplotValueError, wrong_type
from prplot.names import InterpolationName, SpaceName
from prplot.path.path import ConfusionPath
from prplot.spaces import space_name

PathsLike = ConfusionPath | Curve | Iterable[ConfusionPath | Curve] | Mapping[Any, ConfusionPath | Curve]
# Types that have a length but are not a column of labels or scores.
NO_COLUMNS = (str, bytes, ConfusionPath, Curve)


def named(
    argument: str, items: Any, kinds: type | tuple[type, ...], rule: str, way_out: str
) -> list[tuple[str | None, Any]]:
    """Return (name, item) pairs of one item, a sequence or a mapping.

    Raises an error if an item is not one of these kinds.
    """
    pairs: list[tuple[str | None, Any]] = [(None, items)]
    if isinstance(items, Mapping):
        pairs = [(_name(key, item), item) for key, item in items.items()]
    elif isinstance(items, Iterable) and not isinstance(items, (kinds, str, bytes)) and getattr(items, "ndim", 1) > 0:
        pairs = [(None, item) for item in items]
    if not pairs:
        raise PrplotValueError(f"{argument} must {rule}; got none. {way_out}")
    for _, item in pairs:
        if not isinstance(item, kinds):
            raise wrong_type(argument, rule, item, way_out)
    return pairs


def _name(key: Any, item: Any) -> str:
    """Return the name of an item in a mapping: its key, or the item's own name if the key is a pair or None."""
    own = getattr(item, "name", None) or getattr(item, "label", None)
    return own if isinstance(own, str) and (key is None or isinstance(key, tuple)) else str(key)


def path_first(items: Any, together: str = "the mean of each list, prplot.mean_curve") -> str:
    """Return the advice of an error message: how to make paths from what was passed instead.

    ``together`` is the advice for lists of paths: words that end with a function.
    """
    is_mapping = isinstance(items, Mapping)
    every = list(items.values()) if is_mapping else [items, *(items if isinstance(items, list | tuple) else ())]
    if any(
        isinstance(item, list | tuple)
        and len(item) == 2
        and all(hasattr(one, "__len__") and not isinstance(one, NO_COLUMNS) for one in item)
        for item in every
    ):
        key = next(iter(items), None) if is_mapping else None
        made = "prplot.from_labels(y_true, y_score)"
        return f"Make a path of labels and scores: {f'{{{key!r}: {made}, ...}}' if is_mapping else made}."
    space = next((item.space.name for item in every if isinstance(item, Curve)), None)
    if space:
        return f"Pass the path of the curve, curve.path, and its space where that is asked for, by its name: {space!r}."
    several = is_mapping and next((key for key, item in items.items() if _paths(item)), None)
    if several:
        return (
            f"{several!r} is a {'mapping' if isinstance(items[several], Mapping) else 'list'} of paths: pass each "
            f"under a name of its own, or {together}(paths[{several!r}])."
        )
    return "Make a path with prplot.from_labels or prplot.from_weights."


def _paths(item: Any) -> bool:
    every = list(item.values()) if isinstance(item, Mapping) else item
    return (
        isinstance(every, list | tuple) and bool(every) and all(isinstance(one, ConfusionPath | Curve) for one in every)
    )


def to_curves(curves: Any, space: SpaceName | None = None, *, kinds: Any = (Curve,), **options: Any) -> list[Any]:
    """Return paths and curves, passed in any form, as a list of curves in one space.

    ``options`` are keywords of ``path.curve`` for paths; curves keep their own. ``kinds`` are further accepted types of
    curves.
    """
    pairs = named(
        "curves",
        curves,
        (ConfusionPath, *kinds),
        "be a path, a curve, a sequence or a mapping of them",
        path_first(curves),
    )
    wanted: SpaceName
    if space is None:
        wanted = next((item.space.name for _, item in pairs if isinstance(item, kinds)), "pr")
    else:
        wanted = space_name(space)
    return [_as_curve(item, wanted, name, options) for name, item in pairs]


def _as_curve(item: Any, space: SpaceName, name: str | None, options: dict[str, Any]) -> Any:
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
    return item if name is None else item.named(name)


def called(names: Sequence[str | None], kind: str = "number") -> tuple[str, ...]:
    """Return display names: the given names if they all differ, otherwise "number 1", "number 2" and so on."""
    if None in names or len(set(names)) < len(names):
        return tuple(f"{kind} {number}" for number in range(1, len(names) + 1))
    return tuple(str(name) for name in names)


def options_of_paths(interpolation: InterpolationName | None, images: float | None) -> dict[str, Any]:
    """Return the options of ``path.curve`` that are not None, as a dict."""
    given = {"interpolation": interpolation, "images": images}
    return {name: value for name, value in given.items() if value is not None}
