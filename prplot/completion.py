"""What tab completion offers: what a user may call, and not what the parts of prplot tell one another."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar

__all__ = ["Offering", "only"]


def only(names: Iterable[str]) -> Callable[[], list[str]]:
    """Return the ``__dir__`` of a module that offers these names and what Python gives to every module."""
    return lambda: sorted({*names, "__all__", "__doc__", "__file__", "__name__"})


class Offering:
    """Base of classes that have methods for other parts of prplot: these are found by name, and not offered."""

    # The names of these methods, with spaces between them; each class names those that it adds.
    _inner: ClassVar[str] = ""

    def __dir__(self) -> list[str]:
        inner = {name for base in type(self).__mro__ for name in vars(base).get("_inner", "").split()}
        return sorted(set(super().__dir__()) - inner)
