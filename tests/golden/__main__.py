"""Write the golden files again: `python tests/golden [topic ...]`."""

import json
import sys
from importlib import import_module
from pathlib import Path

# In place of this folder, whose numbers.py is not that of the standard library.
sys.path[:1] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from golden.agreement import settled  # noqa: E402 (where it is was just said)
from golden.recorders import HERE, TOPICS, written  # noqa: E402 (where it is was just said)

for topic in sys.argv[1:]:
    if topic not in TOPICS:
        sys.exit(f"topics are {', '.join(TOPICS)}; got {topic!r}")
for topic in sys.argv[1:] or TOPICS:
    print(f"{topic} ...", flush=True)
    for name, data in import_module(f"golden.{topic}").record().items():
        file = HERE / "data" / name
        # What JSON makes of it, as it was recorded.
        now = json.loads(written(data))
        then = json.loads(file.read_text("utf-8")) if file.exists() else None
        file.write_text(written(settled(now, then)), encoding="utf-8", newline="\n")
        print(f"{file.relative_to(HERE)}: {len(data)} entries")
