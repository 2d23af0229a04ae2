"""Progress of long computations, shown after two seconds on a terminal or in a notebook, and erased at the end."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")
# A function that is called with the number of items done and the number of all items.
Progress = Callable[[int, int], object]
# The seconds before anything is shown, and the largest number of updates per second.
PATIENCE, OFTEN = 2.0, 4.0
# The width of the text on a terminal. A longer text could not be erased.
WIDTH = 60


def shown(items: Iterable[T], total: int, what: str, progress: Progress | None = None) -> Iterator[T]:
    """Yield the items, and show how many are done; a given ``progress`` is called before each item instead.

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
    """Show a text on a terminal while the ``with`` block runs."""
    _write(what)
    try:
        yield
    finally:
        _write("")


def _write(text: str) -> None:
    """Overwrite the line of a terminal with a text; an empty text erases it. Nothing is written to files."""
    if sys.stderr is not None and sys.stderr.isatty():
        sys.stderr.write(f"\r{text[:WIDTH]:<{WIDTH}}" + "\r" * (not text))
        sys.stderr.flush()


def _line() -> Callable[[str], None]:
    """Return a function that shows a text in a notebook cell or on a terminal, in place of the previous text."""
    interactive = sys.modules.get("IPython")
    shell = interactive.get_ipython() if interactive is not None else None
    if shell is None or not hasattr(shell, "kernel"):
        return _write
    from IPython.display import display

    handle = display({"text/plain": ""}, raw=True, display_id=True)  # type: ignore[no-untyped-call]
    return lambda text: handle.update({"text/plain": text}, raw=True)
