"""nbval compares only executed cells, so all must have been, in order; and it runs no solutions of exercises."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

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


SOLUTION = re.compile(r"<summary>Solution</summary>.*?```python\n(.*?)```", re.DOTALL)


WITH_EXERCISES = [place for place in NOTEBOOKS if "<summary>Solution" in place.read_text(encoding="utf-8")]


@pytest.mark.slow
@pytest.mark.parametrize("place", WITH_EXERCISES, ids=lambda place: place.stem)
def test_solutions_of_exercises_run(place: Path) -> None:
    """After all cells, as a reader has executed them; what solutions assert is what their texts say."""
    cells = json.loads(place.read_text(encoding="utf-8"))["cells"]
    texts = ["".join(cell["source"]) for cell in cells]
    solutions = [found for text in texts for found in SOLUTION.findall(text)]
    assert solutions
    names: dict[str, Any] = {}
    for cell, text in zip(cells, texts, strict=True):
        if cell["cell_type"] == "code":
            exec(text, names)
    for solution in solutions:
        assert "assert" in solution
        exec(solution, names)
