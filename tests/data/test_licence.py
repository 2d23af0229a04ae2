"""What a package index says of the licence holds for the data too."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_licences_of_code_and_data_are_declared_and_shipped():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    sources = (ROOT / "prplot" / "datasets" / "README.md").read_text(encoding="utf-8")
    of_the_data = {name.replace(" ", "-") for name in re.findall(r"Licence: (CC[A-Z0-9 .]*\d|MIT)", sources)}
    assert of_the_data == {"CC-BY-4.0", "MIT"}
    assert set(project["license"].split(" AND ")) == {"BSD-3-Clause"} | of_the_data
    assert "prplot/datasets/README.md" in project["license-files"]
    assert all((ROOT / file).is_file() for file in project["license-files"])
