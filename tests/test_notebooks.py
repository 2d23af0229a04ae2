"""nbval compares only cells that were executed; so all of them must have been, in order."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def test_there_are_notebooks() -> None:
    assert NOTEBOOKS


@pytest.mark.parametrize("place", NOTEBOOKS, ids=lambda place: place.stem)
def test_every_code_cell_was_executed_in_order(place: Path) -> None:
    notebook = json.loads(place.read_text(encoding="utf-8"))
    counts = [cell["execution_count"] for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert counts == list(range(1, len(counts) + 1))
    assert "widgets" not in notebook["metadata"]
