"""Run all benchmarks, and write docs/performance.md: ``python benchmarks/run.py [NAME ...]``.

Names are areas, figures, explorer, intervals, influence, frames and growth. Sections that are not named stay as they
were. All of it takes an hour, and ten gigabytes.
"""

from __future__ import annotations

import sys

import areas
import drawing
import exploring
import frames
import growth
import influence
import resampling
from beside import DOCS, ROUNDS, machine

PAGE = DOCS / "performance.md"
SECTIONS = {
    "areas": ("## Areas", areas.section),
    "figures": ("## Figures", drawing.section),
    "explorer": ("## The explorer", exploring.section),
    "intervals": ("## Intervals", resampling.section),
    "influence": ("## Intervals of large samples", influence.section),
    "frames": ("## Files and engines", frames.section),
    "growth": ("## Growth", growth.section),
}
HEAD = f"""# Performance

*Also called: speed, slow, large data, 10 million rows, benchmarks, memory.*

Written by `python benchmarks/run.py`. Absolute times say more about a machine than about a tool, so these are ratios:
all contenders in turn in one process, {ROUNDS} rounds and more, the median of the ratios and, in brackets, the least
and the largest. Each section says where it was measured.
"""


def kept(title: str) -> list[str]:
    """Return a section of the page as it is."""
    text = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    _, found, rest = text.partition(f"{title}\n")
    return [title, *rest.partition("\n## ")[0].rstrip().splitlines()] if found else []


def main(names: list[str]) -> None:
    found = {
        name: [*run(), "", f"Measured on {machine()}."] if name in names else kept(title)
        for name, (title, run) in SECTIONS.items()
    }
    text = "\n".join([HEAD, *("\n".join([*lines, ""]) for lines in found.values() if lines)])
    PAGE.write_text(text, encoding="utf-8")
    print(PAGE)


if __name__ == "__main__":
    main(sys.argv[1:] or list(SECTIONS))
