"""Tables as the command prints them: aligned in a terminal of any encoding, or JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any, TextIO

from prplot.cli.terminal import as_printed
from prplot.rows.results import aligned


def print_table(rows: Sequence[Mapping[str, Any]], file: TextIO) -> None:
    """Print rows below their titles, the first column to the left, all others to the right."""
    titles = list(dict.fromkeys(title for row in rows for title in row))
    cells = [[row.get(title, "") for title in titles] for row in rows]
    texts = [
        [_number(cell) if isinstance(cell, float) else as_printed(str(cell), file) for cell in line] for line in cells
    ]
    for line in aligned(titles, texts):
        print(line[2:], file=file)


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
