"""Output of commands: in any encoding, as tables or JSON, with errors on one line."""

from __future__ import annotations

import codecs
import json
import os
import re
import sys
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TextIO

from prplot.errors import PrplotValueError
from prplot.rows.results import aligned

# Spellings of letters in tables, for terminals that lack them.
SPELLED = {"π": "pi", "β": "beta", "α": "alpha", "≥": ">="}
# Unicode categories of control characters and line breaks.
UNSEEN = ("Cc", "Zl", "Zp")
# Arguments that are options here, as messages write them: with a value, or before "must".
ARGUMENTS = "score|label|fg|bg|weight|by|pos_label|missing|tolerance|bins|positives|negatives"
WITH_VALUE = re.compile(rf"\b({ARGUMENTS})=(?:'([^']*)')?")
AT_FIRST = re.compile(rf"^({ARGUMENTS})(?= must )")


@contextmanager
def writable() -> Iterator[None]:
    """Spell what standard output cannot encode, and pass on at once what is still to be written."""
    stream, kept = sys.stdout, getattr(sys.stdout, "errors", None)
    if not hasattr(stream, "reconfigure"):
        yield
        return
    stream.reconfigure(errors="prplot.spelled")
    try:
        yield
    finally:
        stream.flush()
        stream.reconfigure(errors=kept)


def _spelled(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    missing = error.object[error.start : error.end]
    return "".join(SPELLED.get(c) or c.encode("ascii", "backslashreplace").decode() for c in missing), error.end


codecs.register_error("prplot.spelled", _spelled)


def escaped(text: str) -> str:
    """Return a text on one line, with its control characters written out: a terminal would obey them."""
    return "".join(c.encode("unicode_escape").decode() if unicodedata.category(c) in UNSEEN else c for c in text)


def as_printed(text: str, stream: TextIO) -> str:
    """Return what a stream shows of a text: `escaped`, with what its encoding lacks spelled."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return escaped(text).encode(encoding, "prplot.spelled").decode(encoding)


def decoded(argument: str) -> str:
    """Return an argument whose bytes the locale could not decode read as UTF-8, where they are that."""
    if not any("\udc80" <= c <= "\udcff" for c in argument):
        return argument
    try:
        return os.fsencode(argument).decode("utf-8")
    except UnicodeError:
        return argument


def standard_output() -> TextIO:
    """Return standard output, or raise an error if it is closed."""
    # Standard output is None if it is closed.
    if sys.stdout is None:
        raise PrplotValueError("standard output is closed, so nothing can be printed.")
    return sys.stdout


def discard_output() -> None:
    """Send what is still to be written to standard output nowhere, or the end of Python complains about it."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def in_options(text: str) -> str:
    """Return a message with its arguments written as options of the command line."""
    text = AT_FIRST.sub(lambda found: _option(found[1]), text)
    return WITH_VALUE.sub(lambda found: f"{_option(found[1])} {found[2] or ''}".rstrip(), text)


def _option(argument: str) -> str:
    return f"--{argument.replace('_', '-')}"


def complain(text: str) -> None:
    """Say in one line on standard error what is wrong."""
    if sys.stderr is not None:
        print(f"prplot: {escaped(' '.join(text.split()))}", file=sys.stderr)


def print_table(rows: Sequence[Mapping[str, Any]]) -> None:
    """Print rows below their titles, the first column to the left, all others to the right."""
    file = standard_output()
    titles = list(dict.fromkeys(title for row in rows for title in row))
    for line in aligned(titles, [[_text(row.get(title, ""), file) for title in titles] for row in rows]):
        print(line[2:], file=file)


def _text(cell: Any, file: TextIO) -> str:
    if not isinstance(cell, float):
        return as_printed(str(cell), file)
    return f"{cell:.6f}" if cell == cell else "n/a"


def print_json(value: Any) -> None:
    """Print a value as JSON, numbers that are undefined as null."""
    known = json.loads(json.dumps(value), parse_constant=lambda name: None if name == "NaN" else float(name))
    print(json.dumps(known, indent=2), file=standard_output())
