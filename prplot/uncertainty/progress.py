"""What takes long: how far it is, after two seconds, on a terminal and in a notebook; gone when it ends."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")
# Called with how many are done, and how many there are.
Progress = Callable[[int, int], object]
# The seconds before anything is shown, and how often a second it may change.
PATIENCE, OFTEN = 2.0, 4.0
# Columns of a terminal; a longer text could not be erased.
WIDTH = 60


def shown(items: Iterable[T], total: int, what: str, progress: Progress | None = None) -> Iterator[T]:
    """Yield the items, and before each call ``progress``; by default it is shown how many are done.

    An error that ``progress`` raises ends the computation.
    """
    began = time.monotonic()
    due, say = began + PATIENCE, None
    try:
        for done, item in enumerate(items):
            if progress is not None:
                progress(done, total)
            elif (now := time.monotonic()) > due:
                text = f"{what}: {done} of {total}, {(now - began) / max(done, 1) * (total - done):.0f} s to go"
                say = say or _line()
                say(text)
                due = now + 1.0 / OFTEN
            yield item
    finally:
        if say is not None:
            say("")


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """Show on a terminal what is done, as long as it takes."""
    _write(what)
    try:
        yield
    finally:
        _write("")


def _write(text: str) -> None:
    """Write a text over the line of a terminal; an empty one leaves the line clean. Files are told nothing."""
    if sys.stderr is not None and sys.stderr.isatty():
        sys.stderr.write(f"\r{text[:WIDTH]:<{WIDTH}}" + "\r" * (not text))
        sys.stderr.flush()


def _line() -> Callable[[str], None]:
    """Return what shows a text in the output of a cell, or on a terminal, in place of the one before."""
    interactive = sys.modules.get("IPython")
    shell = interactive.get_ipython() if interactive is not None else None
    if shell is None or not hasattr(shell, "kernel"):
        return _write
    from IPython.display import display

    handle = display({"text/plain": ""}, raw=True, display_id=True)  # type: ignore[no-untyped-call]
    return lambda text: handle.update({"text/plain": text}, raw=True)
