"""Texts and numbers in figures; dollars in a name are mathematics only if matplotlib can parse the formula."""

from __future__ import annotations

import locale
import math
import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from textwrap import wrap
from threading import Lock
from typing import Any

import matplotlib as mpl
from matplotlib.cbook import is_math_text
from matplotlib.font_manager import FontProperties, findfont, get_font
from matplotlib.mathtext import MathTextParser
from matplotlib.text import Text
from matplotlib.ticker import Formatter

from prplot.errors import listed, warn

# A formula has no space next to the dollars on the inside, and no digit after the last dollar, as in Markdown.
MATH = re.compile(r"(?<!\\)\$(?=\S)(?:[^$\\]|\\.)*?(?<=\S)(?<!\\)\$(?!\d)")
# All threads share matplotlib's parser of mathematics, so only one thread may parse at a time.
_parsing = Lock()
# Weights from WHOLE to FULL are rounded to whole numbers. Whole weights below FULL are written in full. Other weights
# have three digits.
WHOLE, FULL = 100.0, 1e15
ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"


def warn_of_missing_letters(text: str) -> None:
    """Warn if no font of the style has some letter of the text, because matplotlib then draws a box."""
    if text.isascii() or mpl.rcParams["text.usetex"]:
        return
    families = mpl.rcParams["font.family"]
    fonts = [get_font(findfont(FontProperties(family=[family]))) for family in families]
    letters = dict.fromkeys("".join(printable(text).split()))
    missing = [c for c in letters if not any(font.get_char_index(ord(c)) for font in fonts)]
    if missing:
        warn(
            f"{text!r} has {listed(missing)}, for which boxes are drawn: no font of font.family, now "
            f"{listed(font.family_name for font in fonts)}, has it. Name one that has, after the others: "
            "matplotlib.rcParams['font.family'] = ['sans-serif', 'Noto Sans CJK SC']."
        )


def printable(text: str) -> str:
    """Return a text, or a number as text, with control characters and unpaired surrogates replaced.

    No font has these characters.
    """
    return "".join(
        "\N{REPLACEMENT CHARACTER}" if unicodedata.category(c) in ("Cc", "Cs") and c != "\n" else c
        for c in str(text).replace("\r\n", "\n").replace("\t", " ")
    )


@lru_cache(maxsize=1024)
def is_mathematics(text: str) -> bool:
    """Return whether the dollars of a text enclose formulas that matplotlib can parse."""
    rest = MATH.sub("", text)
    if rest == text or re.search(r"(?<!\\)\$", rest):
        return False
    try:
        with _parsing:
            for line in text.split("\n"):
                MathTextParser("path").parse(line)
    except (ValueError, RuntimeError):
        return False
    return True


def show_literally(text: Text, name: str) -> None:
    """Show the dollars of a name as dollars, unless they enclose a valid formula."""
    if is_math_text(name) and not is_mathematics(name):
        text.set_parse_math(False)


def in_lines(text: str, letters: int, most: int) -> list[str]:
    """Return a text wrapped into at most ``most`` lines of at most ``letters`` letters.

    Formulas stay whole. An ellipsis in the last line marks text that is left out: similar names often differ at their
    ends, so these are kept.
    """
    parts = [[part] if is_mathematics(part) else wrap(part, letters) or [""] for part in text.split("\n")]
    lines = [line for part in parts for line in part]
    if len(lines) > most:
        rest = " ".join(lines[most - 1 :])
        end = letters // 2
        lines[most - 1 :] = [rest[: letters - 1 - end].rstrip() + ELLIPSIS + rest[len(rest) - end :].lstrip()]
    return lines


def localized(number: str) -> str:
    """Return a number with the minus sign and the decimal point of the caller's style."""
    number = Formatter.fix_minus(number)
    if not mpl.rcParams["axes.formatter.use_locale"]:
        return number
    point: Any = locale.localeconv()["decimal_point"]
    return number.replace(".", str(point))


def weight_written(weight: float) -> str:
    """Return a count or weight as text: whole if it is whole or at least 100, otherwise with three digits."""
    if math.isnan(weight):
        # An unknown number of negatives is NaN.
        return "n/a"
    return f"{weight:.0f}" if (weight == round(weight) or weight >= WHOLE) and weight < FULL else as_written(weight, 3)


def written_alike(values: Sequence[float]) -> list[str]:
    """Return numbers with equally many decimals, enough for three digits of each."""
    texts = [f"{number:.3g}" for number in values]
    if any(not part.isdigit() for text in texts for part in text.lstrip("-").split(".")):
        # Powers of ten and infinities are written one by one.
        return [as_written(number, 3) for number in values]
    decimals = max((len(text.partition(".")[2]) for text in texts), default=0)
    return [localized(f"{number:.{decimals}f}") for number in values]


def as_written(value: float, digits: int = 4) -> str:
    """Return a number with ``digits`` significant digits in the caller's style."""
    return localized(f"{value:.{digits}g}".replace("inf", "\N{INFINITY}"))
