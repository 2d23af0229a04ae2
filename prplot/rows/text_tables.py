"""Tables of names and numbers, as text and as HTML."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence

__all__ = ["aligned", "html_table", "with_minus"]

MINUS = "\N{MINUS SIGN}"
TABLE = "border-collapse:collapse;margin:0.4em 0 1em"
CELL = "padding:0.15em 0.8em;font-variant-numeric:tabular-nums;white-space:nowrap"
HEAD = f"{CELL};border-bottom:1px solid currentcolor"


def aligned(head: Sequence[str], rows: Sequence[Sequence[str]], names: int = 1) -> Iterator[str]:
    """Yield the lines of a table: names to the left, numbers to the right."""
    widths = [max(len(line[place]) for line in [head, *rows]) for place in range(len(head))]
    for line in [head, *rows]:
        cells = [
            cell.ljust(width) if place < names else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        yield f"  {'  '.join(cells)}".rstrip()


def html_table(head: Sequence[str], rows: Sequence[Sequence[str]], names: int = 1) -> str:
    """Return a table with cells of HTML: names to the left, numbers to the right, in the colours of the page."""

    def line(kind: str, cells: Sequence[str], look: str) -> str:
        sides = ["left" if place < names else "right" for place in range(len(cells))]
        return "".join(
            f"<{kind} style='text-align:{side};{look}'>{cell}</{kind}>" for side, cell in zip(sides, cells, strict=True)
        )

    body = "".join(f"<tr>{line('td', cells, CELL)}</tr>" for cells in rows)
    return (
        f"<table style='{TABLE}'>"
        f"<thead><tr>{line('th', [with_minus(html.escape(each)) for each in head], HEAD)}</tr></thead>"
        f"<tbody>{body}</tbody></table>"
    )


def with_minus(written: str) -> str:
    """Return a number with a minus as long as a plus."""
    return written.replace("-", MINUS) if written != "-" else written
