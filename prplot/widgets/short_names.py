"""Long names made short: what tells them apart is kept."""

from __future__ import annotations

import re
from collections.abc import Sequence

# How many characters of a name are shown, and how many of its beginning and of its end where no words tell it apart.
LONGEST_NAME, KEPT = 24, 11
GAP = "…"
# A word with what separates it from the next one.
WORD = re.compile(r"[^\s_/|-]+[\s_/|-]*|[\s_/|-]+")
SEPARATORS = " \t\n_/|-"


def short_names(names: Sequence[str]) -> list[str]:
    """Return names that differ where the given ones do; of a long one, the words in which it differs from the others.

    Examples
    --------
    >>> short_names(["boosted trees of depth 3, with dropout", "boosted trees of depth 12, with dropout"])
    ['…trees of depth 3, …', '…trees of depth 12, …']
    """
    long = [name for name in names if len(name) > LONGEST_NAME]
    words = [WORD.findall(name) for name in long]
    told = dict(zip(long, map(_written, words, _telling(words)), strict=True))
    short = [told.get(name, name) for name in names]
    return [
        f"{name[: KEPT - 2].rstrip()}{GAP} ({number})" if name in told and short.count(by) > 1 else by
        for number, (name, by) in enumerate(zip(names, short, strict=True), 1)
    ]


def _telling(names: list[list[str]]) -> list[list[bool]]:
    """Return which words others have not in the same place, or, where some have more of them, not in any."""
    bare = [[word.rstrip(SEPARATORS) for word in words] for words in names]
    if len({len(words) for words in bare}) == 1:
        return [[any(word != other[place] for other in bare) for place, word in enumerate(words)] for words in bare]
    return [[not all(word in other for other in bare) for word in words] for words in bare]


def _written(words: list[str], telling: list[bool]) -> str:
    """Return the words that tell, and as many of those before each as there is room for."""
    kept = {place for place, tells in enumerate(telling) if tells}
    for _ in words:
        for place in sorted(kept - {0}):
            if len(_joined(words, kept | {place - 1})) <= LONGEST_NAME:
                kept.add(place - 1)
    name = _joined(words, kept) if kept else "".join(words)
    return name if len(name) <= LONGEST_NAME else f"{name[:KEPT].rstrip()}{GAP}{name[-KEPT:].lstrip()}"


def _joined(words: list[str], kept: set[int]) -> str:
    name = "".join(word if place in kept else GAP for place, word in enumerate(words))
    return re.sub(f"{GAP}+", GAP, name).rstrip(SEPARATORS)
