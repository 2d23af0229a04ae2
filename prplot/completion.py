"""What tab completion and `help` offer: what a user may call, and not what the parts of prplot tell one another."""

from __future__ import annotations

from abc import ABCMeta
from collections.abc import Callable, Iterable
from typing import ClassVar

__all__ = ["Offering", "only"]


def only(names: Iterable[str]) -> Callable[[], list[str]]:
    """Return the ``__dir__`` of a module that offers these names and what Python gives to every module."""
    return lambda: sorted({*names, "__all__", "__doc__", "__file__", "__name__"})


def _inner_names(owner: type) -> set[str]:
    return {name for base in owner.__mro__ for name in vars(base).get("_inner", "").split()}


class _OfferingClass(ABCMeta):
    """What `help` lists of a class is what its instances offer."""

    def __dir__(cls) -> list[str]:
        return sorted(set(super().__dir__()) - _inner_names(cls))


class Offering(metaclass=_OfferingClass):
    """Base of classes that have methods for other parts of prplot: these are found by name, and not offered."""

    # The names of these methods, with spaces between them; each class names those that it adds.
    _inner: ClassVar[str] = ""

    def __dir__(self) -> list[str]:
        return sorted(set(super().__dir__()) - _inner_names(type(self)))
