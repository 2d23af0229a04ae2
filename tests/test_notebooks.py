"""The form of the notebooks: what they hold, what they hide, how long they are, and that readers can do what they ask.

nbval compares only executed cells, so all must have been, in order.
"""

from __future__ import annotations

import ast
import dis
import json
import re
import types
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import pytest
from helpers.explorers import not_painted
from helpers.turns import Reader, turns_in, words_by_step

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = sorted(ROOT.glob("notebooks/*.ipynb"))
SOLUTIONS = sorted(ROOT.glob("notebooks/solutions/*.ipynb"))
spec = spec_from_file_location("make_course", ROOT / "scripts" / "make_course.py")
course = module_from_spec(spec)
spec.loader.exec_module(course)

# Of code that is not folded, and of a question with its options.
MOST_LINES, MOST_WORDS = 5, 35


def name_of(place: Path) -> str:
    return f"{place.parent.name}-{place.stem}" if place in SOLUTIONS else place.stem


def sources(place: Path, kind: str) -> list[str]:
    return [cell["source"] for cell in course.cells_of(place) if cell["cell_type"] == kind]


def tagged(place: Path, tag: str) -> list[dict[str, Any]]:
    return [cell for cell in course.cells_of(place) if tag in cell["metadata"].get("tags", [])]


def section(place: Path, title: str) -> str:
    """A section of a notebook, to the next one."""
    text = "\n\n".join(sources(place, "markdown"))
    [found] = re.findall(rf"^## {title}$(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE)
    return str(found)


def test_there_are_notebooks() -> None:
    assert len(NOTEBOOKS) == 13


@pytest.mark.parametrize("place", [*NOTEBOOKS, *SOLUTIONS], ids=name_of)
def test_every_code_cell_was_executed_in_order(place: Path) -> None:
    notebook = json.loads(place.read_text(encoding="utf-8"))
    counts = [cell["execution_count"] for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert counts == list(range(1, len(counts) + 1))
    assert "widgets" not in notebook["metadata"]


@pytest.mark.parametrize("place", [*NOTEBOOKS, *SOLUTIONS], ids=name_of)
def test_pages_of_nbconvert_show_neither_checks_nor_folded_code(place: Path) -> None:
    checks, folded = tagged(place, "remove-cell"), tagged(place, "hide-input")
    assert checks
    for cell in (*checks, *folded):
        assert cell["metadata"]["jupyter"] == {"source_hidden": True}
        assert cell["metadata"]["transient"] == {"remove_source": True}
    exporters = pytest.importorskip("nbconvert").exporters
    html, _ = exporters.HTMLExporter().from_filename(str(place))
    assert html.count('<div class="cm-editor') == len(sources(place, "code")) - len(checks) - len(folded)


@pytest.mark.parametrize("place", NOTEBOOKS, ids=lambda place: place.stem)
def test_notebooks_are_no_longer_than_promised(place: Path) -> None:
    core = int(place.name[:2]) <= 9
    words, minutes = course.length(course.cells_of(place))
    assert words <= (1200 if core else 1500)
    assert minutes <= 30 or not core


def test_the_page_says_how_long_they_are() -> None:
    text = course.PAGE.read_text(encoding="utf-8")
    assert len(course.LINE.findall(text)) == len(NOTEBOOKS)
    assert course.page(text) == text


@pytest.mark.parametrize("place", NOTEBOOKS, ids=lambda place: place.stem)
def test_pictures_come_soon_and_the_code_of_large_ones_is_folded(place: Path) -> None:
    cells = [cell for cell in course.cells_of(place) if "remove-cell" not in cell["metadata"].get("tags", [])]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    drawn = [any("image/png" in output.get("data", {}) for output in cell["outputs"]) for cell in code]
    assert any(drawn[:2])
    for cell, draws in zip(code, drawn, strict=True):
        short = len(re.findall(r"^.+$", cell["source"], re.MULTILINE)) <= MOST_LINES
        assert short or not draws or "hide-input" in cell["metadata"].get("tags", []), cell["id"]


OPTION = re.compile(r"(?:^|\s)([a-d])\) ")


@pytest.mark.parametrize("place", NOTEBOOKS, ids=lambda place: place.stem)
def test_quizzes_explain_each_wrong_option(place: Path) -> None:
    questions = re.findall(
        r"(\*\*\d\.\*\*.*?)<details><summary>Answer</summary>(.*?)</details>", section(place, "Quiz"), re.DOTALL
    )
    assert len(questions) == 4
    for question, answer in questions:
        options = OPTION.findall(question)
        # The number of the question and the letters of the options are no words.
        assert len(re.findall(r"\w\S*", question)) - 1 - len(options) <= MOST_WORDS
        assert options in (["a", "b", "c"], ["a", "b", "c", "d"])
        assert sorted(set(re.findall(r"\b([a-d])\)", answer))) == options


@pytest.mark.parametrize("place", NOTEBOOKS, ids=lambda place: place.stem)
def test_solutions_stand_apart_and_are_checked(place: Path) -> None:
    student = "\n\n".join(sources(place, "markdown"))
    exercises = course.exercises_in(student)
    assert exercises
    assert "Solution</summary>" not in student
    assert sum("# Your lines here." in source for source in sources(place, "code")) == len(exercises)
    apart = place.parent / "solutions" / place.name
    assert f"[solutions/{place.name}](solutions/{place.name})" in section(place, "Exercises")
    solved = "\n\n".join(sources(apart, "markdown"))
    assert solved.startswith(f"# Solutions to {int(place.name[:2])} · ")
    for exercise in exercises:
        text, _, _ = exercise.partition("\n\nSolutions: ")
        assert text.strip() in solved
    checks = tagged(apart, "remove-cell")
    assert len(checks) >= len(exercises)
    assert all("assert" in cell["source"] for cell in checks)


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


def needed_for(cell: str, before: list[str]) -> ast.Module:
    """The statements of the cells before that a cell builds on, and those that these build on."""
    given = [(statement, False) for earlier in before for statement in ast.parse(earlier).body]
    given += [(statement, True) for statement in ast.parse(cell).body]
    modules = {
        name.asname or name.name
        for statement, _ in given
        if isinstance(statement, ast.Import | ast.ImportFrom)
        for name in statement.names
    }
    wanted: set[str] = set()
    kept = []
    for statement, own in reversed(given):
        code = compile(ast.Module([statement], []), "cell", "exec")
        bound = names_in(code, "STORE_NAME")
        if not (own or (bound | changed_in(statement) - modules) & wanted):
            continue
        # What may not be reached, or only in part, binds anew what was bound before.
        if not isinstance(statement, ast.For | ast.While | ast.If | ast.Try | ast.AugAssign):
            wanted -= bound
        wanted |= names_in(code, "LOAD_NAME", "LOAD_GLOBAL")
        if not own:
            kept.append(statement)
    return ast.Module(kept[::-1], [])


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
        exec(compile(needed_for(cell, before), place.name, "exec"), names)
        exec(compile(ast.Module(setup, []), place.name, "exec"), names)
        widget = eval(compile(ast.Expression(shown.value), place.name, "eval"), names)
        Reader(widget, words_by_step(widget)).follow(turns(place)[number])
    plt.close("all")
