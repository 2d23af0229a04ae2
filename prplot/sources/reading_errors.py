"""What goes wrong when frames and files are read: packages, files or columns are missing, or files are damaged."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from prplot.errors import PrplotError, PrplotValueError, invalid, listed
from prplot.names import nearest

# Words in the errors of engines for files that are cut off or damaged.
CUT_OFF = re.compile("end of (gzip|file)|ended before|magic bytes|PAR1", re.IGNORECASE)


def needed(module: str, caller: str, extra: str) -> Any:
    """Return a module of an optional package.

    Raises
    ------
    PrplotValueError
        If the package is missing; the message names the extra of prplot to install.
    """
    try:
        return import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        raise PrplotValueError(
            f"{caller} must have the package {package}; got none that can be imported ({error}). Install prplot with "
            f"its extra {extra!r}: python -m pip install 'prplot-curves[{extra}]'."
        ) from error


class NoFileError(PrplotValueError, FileNotFoundError):
    """No file has this name or matches this pattern."""


def unreadable(name: str, error: Exception) -> PrplotValueError:
    """Return the error for a file that cannot be opened."""
    kind = NoFileError if isinstance(error, FileNotFoundError) else PrplotValueError
    return kind(f"{name} cannot be read: {getattr(error, 'strerror', None) or error}.")


def no_column(argument: str, name: str, what: str, names: Sequence[str]) -> PrplotValueError:
    """Return the error for a missing column, with the nearest name and those that exist."""
    near = nearest(name, map(str, names), literal=True)
    way_out = f"{near} Its columns are {listed(names, most=20)}.".strip() if names else "It has no columns."
    return invalid(argument, f"name a column of {what}", repr(name), way_out)


def incomplete(source: str, reason: object) -> PrplotValueError:
    """Return the error for a file that ends too early or is damaged."""
    return invalid(
        source,
        "be a whole file",
        "one that is incomplete, damaged, or of another kind than its ending says",
        f"Copy it or download it again. Reading it failed with: {reason}",
    )


@contextmanager
def engine_errors(what: str, way_out: str = "") -> Iterator[None]:
    """Convert errors of an engine into prplot's, with the engine's message below."""
    try:
        yield
    except PrplotError:
        raise
    except Exception as error:
        text = str(error).strip() or "nothing"
        if CUT_OFF.search(text):
            raise incomplete(what, text) from error
        raise PrplotValueError(
            f"{what} must be such that its engine can count it; got {type(error).__name__} from the engine"
            f"{f'. {way_out} The engine' if way_out else ', which'} says:\n{text}"
        ) from error
