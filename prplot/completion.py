"""Make tab completion and `help` list the names for users only, not those that other parts of prplot use."""

from __future__ import annotations

from abc import ABCMeta
from collections.abc import Callable, Iterable
from typing import ClassVar


def only(names: Iterable[str]) -> Callable[[], list[str]]:
    """Return the ``__dir__`` of a module that lists these names and those that every module has."""
    return lambda: sorted({*names, "__all__", "__doc__", "__file__", "__name__"})


def _inner_names(owner: type) -> set[str]:
    return {name for base in owner.__mro__ for name in vars(base).get("_inner", "").split()}


class _OfferingClass(ABCMeta):
    """Metaclass: `help` on a class lists the same names as tab completion on its instances."""

    def __dir__(cls) -> list[str]:
        return sorted(set(super().__dir__()) - _inner_names(cls))


class Offering(metaclass=_OfferingClass):
    """Base of classes with methods that only other parts of prplot call: these are not listed."""

    # The names of the methods that are not listed, separated by spaces; each class names only those that it adds.
    _inner: ClassVar[str] = ""

    def __dir__(self) -> list[str]:
        return sorted(set(super().__dir__()) - _inner_names(type(self)))
