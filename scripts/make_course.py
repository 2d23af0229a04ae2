"""Write how long each notebook is, in words and minutes, into the tables of docs/tutorials.md."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "tutorials.md"
LINE = re.compile(r"^(\|.*\(notebooks/([\w-]+\.ipynb)\).*)\| *\d* *\| *\d* *\|$", re.MULTILINE)
WORDS_A_MINUTE = 180
# What takes time besides reading: a cell of code, an exercise, a lesson or an explorer.
CODE, EXERCISE, TURN = 1, 3, 3


def cells_of(place: Path) -> list[dict[str, Any]]:
    return [
        cell | {"source": "".join(cell["source"])} for cell in json.loads(place.read_text(encoding="utf-8"))["cells"]
    ]


def text_of(cells: list[dict[str, Any]]) -> str:
    """Return what is read at once: the text without folded boxes."""
    text = "\n\n".join(cell["source"] for cell in cells if cell["cell_type"] == "markdown")
    return re.sub(r"<details>.*?</details>", "", text, flags=re.DOTALL)


def exercises_in(text: str) -> list[str]:
    """Return the exercises of a notebook, each from its number on."""
    section = re.search(r"^## Exercises$(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE)
    return re.split(r"^(?=\*\*\d\.\*\*)", section[1], flags=re.MULTILINE)[1:] if section else []


def length(cells: list[dict[str, Any]]) -> tuple[int, int]:
    """Return the words and the minutes of a notebook."""
    text = text_of(cells)
    words, turns = len(re.findall(r"\S*\w\S*", text)), text.count("**Your turn**")
    folded = {"remove-cell", "hide-input"}
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    code = [cell for cell in code if not folded & set(cell["metadata"].get("tags", []))]
    read = sum("# Your lines here." not in cell["source"] for cell in code) - turns
    return words, round(words / WORDS_A_MINUTE + CODE * read + EXERCISE * len(exercises_in(text)) + TURN * turns)


def page(text: str) -> str:
    """Return the page with the words and minutes of the notebooks as they are now."""

    def line(match: re.Match[str]) -> str:
        words, minutes = length(cells_of(ROOT / "notebooks" / match[2]))
        return f"{match[1]}| {words} | {minutes} |"

    return LINE.sub(line, text)


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
