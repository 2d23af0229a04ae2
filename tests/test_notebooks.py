"""nbval compares only executed cells, so all must have been, in order; and it runs no solutions of exercises."""

from __future__ import annotations

import ast
import dis
import json
import re
import types
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import pytest
from helpers.explorers import not_painted
from helpers.turns import Reader, turns_in, words_by_step

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


def names_in(code: types.CodeType, *kinds: str) -> set[str]:
    """The names of a module that code reads or binds, also within functions."""
    found = {str(each.argval) for each in dis.get_instructions(code) if each.opname in kinds}
    return found.union(*(names_in(part, *kinds) for part in code.co_consts if isinstance(part, types.CodeType)))


def changed_in(statement: ast.stmt) -> set[str]:
    """What a statement may change without binding it: where it stores something, and what methods are called on."""
    places: list[ast.AST] = []
    for node in ast.walk(statement):
        if isinstance(node, ast.Subscript | ast.Attribute) and isinstance(node.ctx, ast.Store):
            places.append(node)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            places.append(node.value.func)
    found = set()
    for place in places:
        at = place
        while isinstance(at, ast.Subscript | ast.Attribute):
            at = at.value
        if at is not place and isinstance(at, ast.Name):
            found.add(at.id)
    return found


def needed_for(solutions: list[str], cells: list[str]) -> ast.Module:
    """The statements of cells that solutions build on, and those that these build on."""
    given = [(statement, False) for cell in cells for statement in ast.parse(cell).body]
    given += [(statement, True) for solution in solutions for statement in ast.parse(solution).body]
    modules = {
        name.asname or name.name
        for statement, _ in given
        if isinstance(statement, ast.Import | ast.ImportFrom)
        for name in statement.names
    }
    wanted: set[str] = set()
    kept = []
    for statement, solves in reversed(given):
        code = compile(ast.Module([statement], []), "cell", "exec")
        bound = names_in(code, "STORE_NAME")
        if not (solves or (bound | changed_in(statement) - modules) & wanted):
            continue
        # What may not be reached, or only in part, binds anew what was bound before.
        if not isinstance(statement, ast.For | ast.While | ast.If | ast.Try | ast.AugAssign):
            wanted -= bound
        wanted |= names_in(code, "LOAD_NAME", "LOAD_GLOBAL")
        if not solves:
            kept.append(statement)
    return ast.Module(kept[::-1], [])


@pytest.mark.parametrize("place", WITH_EXERCISES, ids=lambda place: place.stem)
def test_solutions_of_exercises_run(place: Path) -> None:
    """After what they build on, since nbval runs all; what solutions assert is what their texts say."""
    cells = json.loads(place.read_text(encoding="utf-8"))["cells"]
    texts = ["".join(cell["source"]) for cell in cells]
    solutions = [found for text in texts for found in SOLUTION.findall(text)]
    assert solutions
    code = [text for cell, text in zip(cells, texts, strict=True) if cell["cell_type"] == "code"]
    names: dict[str, Any] = {}
    exec(compile(needed_for(solutions, code), place.name, "exec"), names)
    for solution in solutions:
        assert "assert" in solution
        exec(solution, names)


def opened_in(cell: dict[str, Any]) -> bool:
    """Whether the stored output of a cell is a lesson or an explorer."""
    words = [output.get("data", {}).get("text/plain", "") for output in cell["outputs"]]
    return any("".join(text).startswith(("LessonWidget(", "Explorer(")) for text in words)


def turns(place: Path) -> dict[int, str]:
    """What readers are asked to do, by the number of the cell that opens the lesson or the explorer."""
    cells = json.loads(place.read_text(encoding="utf-8"))["cells"]
    texts = {number + 1: turns_in("".join(cell["source"])) for number, cell in enumerate(cells)}
    return {number: text for number, text in texts.items() if text and number < len(cells)}


TURNS = [(place, number) for place in NOTEBOOKS for number in turns(place)]


@pytest.mark.parametrize("place", NOTEBOOKS, ids=lambda place: place.stem)
def test_what_is_opened_is_somebodys_turn(place: Path) -> None:
    cells = json.loads(place.read_text(encoding="utf-8"))["cells"]
    opened = [number for number, cell in enumerate(cells) if cell["cell_type"] == "code" and opened_in(cell)]
    assert opened == list(turns(place))


@pytest.mark.parametrize(("place", "number"), TURNS, ids=lambda one: getattr(one, "stem", one))
def test_your_turn_can_be_done_as_it_is_written(place: Path, number: int) -> None:
    """Each step, control and option is there, under that name, in the state that the text has led to."""
    cells = json.loads(place.read_text(encoding="utf-8"))["cells"]
    *before, cell = ["".join(cell["source"]) for cell in cells[: number + 1] if cell["cell_type"] == "code"]
    *setup, shown = ast.parse(cell).body
    assert isinstance(shown, ast.Expr)
    names: dict[str, Any] = {}
    with not_painted():
        exec(compile(needed_for([cell], before), place.name, "exec"), names)
        exec(compile(ast.Module(setup, []), place.name, "exec"), names)
        widget = eval(compile(ast.Expression(shown.value), place.name, "eval"), names)
        Reader(widget, words_by_step(widget)).follow(turns(place)[number])
    plt.close("all")
