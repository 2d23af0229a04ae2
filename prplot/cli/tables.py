"""Tables as the command prints them: aligned in a terminal of any encoding, or JSON."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Mapping, Sequence
from typing import Any, TextIO

from prplot.cli.terminal import as_printed


def print_table(rows: Sequence[Mapping[str, Any]], file: TextIO | None = None, *, names: int = 1) -> None:
    """Print rows below their titles, the first columns, of names, to the left, all others to the right."""
    titles = list(dict.fromkeys(title for row in rows for title in row))
    stream = sys.stdout if file is None else file
    cells = [[row.get(title, "") for title in titles] for row in rows]
    texts = [
        [_number(cell) if isinstance(cell, float) else as_printed(str(cell), stream) for cell in line] for line in cells
    ]
    widths = [max(len(line[i]) for line in [titles, *texts]) for i in range(len(titles))]
    for line in [titles, *texts]:
        aligned = [
            cell.ljust(width) if place < names else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        print("  ".join(aligned).rstrip(), file=stream)


def _number(value: float) -> str:
    return f"{value:.6f}" if value == value else "n/a"


def as_json(value: Any) -> str:
    """Return a value as JSON, numbers that are undefined as null."""
    return json.dumps(_known(value), indent=2)


def _known(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _known(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_known(each) for each in value]
    return None if isinstance(value, float) and math.isnan(value) else value
