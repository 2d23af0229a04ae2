"""Make tab completion and `help` on modules list the names for users only."""

from __future__ import annotations

from collections.abc import Callable, Iterable


def only(names: Iterable[str]) -> Callable[[], list[str]]:
    """Return the ``__dir__`` of a module that lists these names and those that every module has."""
    return lambda: sorted({*names, "__all__", "__doc__", "__file__", "__name__"})
