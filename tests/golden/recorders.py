"""What is recorded, by topics, each a module beside this one; and how their files are written and read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
TOPICS = ("numbers", "intervals", "figures", "calls", "names", "commands")


def written(data: dict[str, Any] | list[Any]) -> str:
    """Return JSON with one line an entry, so that a diff shows which ones changed."""
    entries = data.items() if isinstance(data, dict) else [(None, value) for value in data]
    lines = [
        (f"{json.dumps(key, ensure_ascii=False)}: " if key is not None else "") + json.dumps(value, ensure_ascii=False)
        for key, value in entries
    ]
    begin, end = "{}" if isinstance(data, dict) else "[]"
    return begin + "\n" + ",\n".join(lines) + "\n" + end + "\n"


def golden(name: str) -> Any:
    """Return what a file in `data` holds."""
    return json.loads((HERE / "data" / name).read_text(encoding="utf-8"))
