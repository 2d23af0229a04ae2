"""What is said of a part of a figure: matplotlib keywords, whether it is wanted, or nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matplotlib.legend import Legend

from prplot.draw.base.axes import looks
from prplot.errors import PrplotTypeError, short

__all__ = ["Part", "check_part", "part_of"]

Part = Mapping[str, Any] | bool | None


def check_part(name: str, part: Part) -> None:
    """Raise an error unless a named part of a figure is a dict, True, False or None."""
    got: Any = part
    example = {"loc": got if isinstance(got, str) else "lower left"} if name == "legend" else {"color": "red"}
    if part is not None and not isinstance(part, bool | Mapping):
        raise PrplotTypeError(
            f"{name} must be a dict, True, False or None; got {type(part).__name__} {short(part)}. "
            f"A dict holds matplotlib keywords, such as {example}{', and its levels' if name == 'iso_f' else ''}."
        )
    if name == "legend" and isinstance(part, Mapping):
        looks(part, Legend, part=name)


def part_of(part: Part) -> dict[str, Any]:
    """Return the keywords that are said of a part."""
    return dict(part) if isinstance(part, Mapping) else {}
