"""Packages that are no dependency: imported where they are used, with an error that says how to install them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from prplot.errors import PrplotValueError


def needed(module: str, caller: str, extra: str) -> Any:
    """Return a module of an optional package.

    Raises
    ------
    PrplotValueError
        Where it is not installed; the message names the extra of prplot that brings it.
    """
    try:
        return import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        raise PrplotValueError(
            f"{caller} must have the package {package}; got none that can be imported ({error}). Install prplot with "
            f"its extra {extra!r}: python -m pip install 'prplot[{extra}]'."
        ) from error
