"""Put notebooks without outputs into the source distribution; a hook of hatchling, which pyproject.toml names."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class StripNotebooks(BuildHookInterface):
    """Stored pictures are most of a notebook's size, and whoever runs it makes them anew."""

    def initialize(self, _: str, build_data: dict[str, Any]) -> None:
        self.folder = TemporaryDirectory()
        for file in sorted(Path(self.root, "notebooks").glob("*.ipynb")):
            notebook = json.loads(file.read_text("utf-8"))
            for cell in notebook["cells"]:
                if cell["cell_type"] == "code":
                    cell |= {"outputs": [], "execution_count": None}
            notebook["metadata"].pop("widgets", None)
            stripped = Path(self.folder.name, file.name)
            stripped.write_text(json.dumps(notebook, ensure_ascii=False, indent=1) + "\n", "utf-8")
            build_data["force_include"][str(stripped)] = f"notebooks/{file.name}"

    def finalize(self, *_: Any) -> None:
        self.folder.cleanup()
