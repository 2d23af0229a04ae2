"""Make tab completion and `dir` of modules list only names for users."""

from __future__ import annotations

from collections.abc import Callable, Iterable


def only(names: Iterable[str]) -> Callable[[], list[str]]:
    """Return a module's ``__dir__`` function, which lists only these names and those that every module has."""
    return lambda: sorted({*names, "__all__", "__doc__", "__file__", "__name__"})
