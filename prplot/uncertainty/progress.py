"""How far a long computation is: shown after two seconds, on a terminal and in a notebook, and gone when it ends."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

T = TypeVar("T")
# Nothing is shown before so many seconds, and not more often than so many times a second.
PATIENCE, OFTEN = 2.0, 4.0


def shown(items: Iterable[T], total: int, what: str) -> Iterator[T]:
    """Yield the items, and show how many of them are done where that takes longer than two seconds."""
    began = time.monotonic()
    said, place = began + PATIENCE - 1.0 / OFTEN, None
    try:
        for done, item in enumerate(items):
            now = time.monotonic()
            if now - began > PATIENCE and now - said > 1.0 / OFTEN:
                place = place or _place()
                place.say(f"{what}: {done} of {total}, {(now - began) / max(done, 1) * (total - done):.0f} s to go")
                said = now
            yield item
    finally:
        if place is not None:
            place.end()


def finished(turns: Generator[None, None, T], total: int, what: str) -> T:
    """Return what comes of something that stops after each of its turns, and show how many of them are done."""
    found: list[T] = []

    def to_the_end() -> Iterator[None]:
        found.append((yield from turns))

    for _ in shown(to_the_end(), total, what):
        pass
    return found[0]


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """Show on a terminal how long something takes that has no turns, where it takes longer than two seconds."""
    place = _place()
    if not isinstance(place, _Terminal):
        yield
        return
    done = threading.Event()

    def tick() -> None:
        began = time.monotonic()
        if done.wait(PATIENCE):
            return
        said = False
        while not (said and done.wait(1.0)):
            place.say(f"{what}: {time.monotonic() - began:.0f} s")
            said = True
        place.end()

    clock = threading.Thread(target=tick, daemon=True)
    clock.start()
    try:
        yield
    finally:
        done.set()
        clock.join()


class _Nowhere:
    def say(self, text: str) -> None:
        """Say nothing: nobody reads along."""

    def end(self) -> None:
        """Leave nothing behind."""


class _Terminal(_Nowhere):
    def say(self, text: str) -> None:
        sys.stderr.write(f"\r{text:<60}")
        sys.stderr.flush()

    def end(self) -> None:
        sys.stderr.write("\r" + " " * 60 + "\r")
        sys.stderr.flush()


class _Notebook(_Nowhere):
    def __init__(self, display: Any) -> None:
        self._display = display
        self._handle: Any = None

    def say(self, text: str) -> None:
        shown_text = {"text/plain": text}
        if self._handle is None:
            self._handle = self._display(shown_text, raw=True, display_id=True)
        else:
            self._handle.update(shown_text, raw=True)

    def end(self) -> None:
        if self._handle is not None:
            self._handle.update({"text/plain": ""}, raw=True)


def _place() -> _Nowhere:
    """Return where to show it: the output of a cell, a terminal, or nowhere."""
    interactive = sys.modules.get("IPython")
    shell = interactive.get_ipython() if interactive is not None else None
    if shell is not None and hasattr(shell, "kernel"):
        from IPython.display import display

        return _Notebook(display)
    return _Terminal() if sys.stderr is not None and sys.stderr.isatty() else _Nowhere()
