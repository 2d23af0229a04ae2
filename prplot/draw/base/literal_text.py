"""Names as figures show them: mathematics where it is meant and right, else letter by letter."""

from __future__ import annotations

import locale
import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from threading import Lock
from typing import Any

import matplotlib as mpl
from matplotlib.cbook import is_math_text
from matplotlib.mathtext import MathTextParser
from matplotlib.text import Text

__all__ = ["ELLIPSIS", "in_lines", "show_literally", "localized", "printable", "is_mathematics"]

# Mathematics as Markdown has it: no space inside next to its dollars, no digit after them.
MATH = re.compile(r"(?<!\\)\$(?=\S)(?:[^$\\]|\\.)*?(?<=\S)(?<!\\)\$(?!\d)")
# Where lines may end: between words, and in long ones after these.
JOINT = re.compile(r"(?<=[-_/.,:;|\\])")
# The parser of mathematics is one for all threads.
_parsing = Lock()
# By how much a whole word may be too long: letters are a little wider or narrower at other resolutions.
TOLERANCE = 1.05
ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"


def printable(text: str) -> str:
    """Return a text without what no font and no file can hold: control characters and halves of letters."""
    return "".join(
        "\N{REPLACEMENT CHARACTER}" if unicodedata.category(c) in ("Cc", "Cs") and c != "\n" else c
        for c in text.replace("\r\n", "\n").replace("\t", " ")
    )


@lru_cache(maxsize=1024)
def is_mathematics(text: str) -> bool:
    """Whether the dollars of a text are meant as mathematics, and matplotlib can set it."""
    rest = MATH.sub("", text)
    if rest == text or re.search(r"(?<!\\)\$", rest):
        return False
    try:
        with _parsing:
            MathTextParser("path").parse(text)
    except (ValueError, RuntimeError):
        return False
    return True


def show_literally(text: Text, name: str) -> None:
    """Let a text show what a name has of dollars as they are, unless they are mathematics."""
    if is_math_text(name) and not is_mathematics(name):
        text.set_parse_math(False)


def in_lines(text: str, wide: Callable[[str], float], room: float, most: int) -> list[str]:
    """Return a text in lines of so much room, at most so many; what is left out is marked.

    Lines end between words, and within those that are too long alone; never in mathematics.
    """
    lines: list[str] = []
    whole = is_mathematics(text)
    for paragraph in text.split("\n"):
        line = ""
        for word in _pieces(paragraph, whole):
            if line.strip() and wide((line + word).rstrip()) > room:
                lines.append(line.rstrip())
                line = ""
            start = word if line else word.lstrip()
            *full, rest = [start] if line or whole else _cut(start, wide, room)
            lines += full
            line += rest
        lines.append(line.strip())
    if len(lines) > most and not whole:
        last = lines[most - 1]
        while last and wide(last + ELLIPSIS) > room:
            last = last[:-1].rstrip()
        lines = [*lines[: most - 1], last + ELLIPSIS]
    return lines


def _pieces(text: str, whole: bool) -> list[str]:
    """Return the words of a text with the space before each; mathematics is one word."""
    if not whole:
        return list(re.findall(r"\s*\S+", text))
    held = [match.group() for match in MATH.finditer(text)]
    marked = MATH.sub("\0", text)
    found = []
    for piece in re.findall(r"\s*\S+", marked):
        while "\0" in piece:
            piece = piece.replace("\0", held.pop(0), 1)
        found.append(piece)
    return found


def _cut(word: str, wide: Callable[[str], float], room: float) -> list[str]:
    """Return a word in pieces that fit: after a joint if there is one, else between letters."""
    cut: list[str] = []
    while word and wide(word) > TOLERANCE * room:
        low, high = 1, len(word)
        while low < high - 1:
            middle = (low + high) // 2
            low, high = (middle, high) if wide(word[:middle]) <= room else (low, middle)
        joints = [match.start() for match in JOINT.finditer(word) if low // 2 <= match.start() <= low]
        at = joints[-1] if joints else low
        if at >= len(word):
            break
        cut.append(word[:at])
        word = word[at:]
    return [*cut, word]


def localized(number: str) -> str:
    """Return a number as the ticks of the caller's style write it."""
    if not mpl.rcParams["axes.formatter.use_locale"]:
        return number
    point: Any = locale.localeconv()["decimal_point"]
    return number.replace(".", str(point))
