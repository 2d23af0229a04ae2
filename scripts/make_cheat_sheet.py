"""Draw docs/cheat-sheet.pdf, one page to print, from the tables of docs/cheat-sheet.md.

Usage: make_cheat_sheet.py [PDF].
"""

from __future__ import annotations

import hashlib
import re
import sys
from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure

import prplot

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGE = DOCS / "cheat-sheet.md"
# An A4 sheet in landscape, in inches.
SIZE = (11.69, 8.27)


def sections(text: str) -> dict[str, list[tuple[str, str]]]:
    """Return the rows of each table, code and what it gives, by the heading above it."""
    parts = re.split(r"^## (.+)$", text, flags=re.MULTILINE)[1:]
    tables = [re.findall(r"^\| (`.+`) \| (.+) \|$", part, flags=re.MULTILINE) for part in parts[1::2]]
    rows = [[(code.replace("`", ""), words) for code, words in table] for table in tables]
    return dict(zip(parts[::2], rows, strict=True))


def sheet(found: dict[str, list[tuple[str, str]]]) -> Figure:
    """Return the sheet: two sections above two others, code in the left part of each, words in the right one."""
    figure = Figure(figsize=SIZE)
    figure.text(0.04, 0.945, f"prplot {prplot.__version__}", size=18, weight="bold")
    figure.text(0.23, 0.945, "import prplot: rows become a path, a curve, a number, a figure", size=10)
    for number, (title, rows) in enumerate(found.items()):
        left, top = 0.04 + 0.48 * (number % 2), 0.9 - 0.44 * (number // 2)
        figure.text(left, top, title, size=12, weight="bold", color="#0072B2")
        for line, (code, words) in enumerate(rows, 1):
            figure.text(left, top - 0.029 * line, code, size=7.2, family="monospace")
            figure.text(left + 0.3, top - 0.029 * line, words, size=7.2)
    return figure


def main(pdf: Path) -> None:
    text = PAGE.read_text(encoding="utf-8")
    # The keywords tell a test from which page the sheet was drawn.
    metadata = {
        "Title": "prplot: cheat sheet",
        "Keywords": hashlib.sha256(text.encode()).hexdigest(),
        "CreationDate": None,
    }
    with mpl.rc_context({"pdf.fonttype": 42}):
        sheet(sections(text)).savefig(pdf, metadata=metadata)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else PAGE.with_suffix(".pdf"))
