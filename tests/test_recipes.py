"""The recipes: the code of each page runs as it is copied, other words for its question are there, and it is listed."""

from __future__ import annotations

import re
import warnings
from pathlib import Path

import matplotlib.pyplot as plt
import pytest

RECIPES = Path(__file__).resolve().parents[1] / "docs" / "recipes"
PAGES = sorted(page for page in RECIPES.glob("*.md") if page.stem != "index")
INDEX = (RECIPES / "index.md").read_text(encoding="utf-8")


def shown_code(page: str) -> str:
    """Return the Python of a page that readers see, without what the build hides."""
    cells = re.findall(r"^```(?:\{code-cell\}|python)\n(.*?)^```", page, flags=re.DOTALL | re.MULTILINE)
    return "\n".join(cell for cell in cells if not cell.startswith(":tags: [remove-"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_recipe_has_other_words_for_its_question_and_is_in_the_list(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert re.search(r"^# .+\n\n\*Also called: [^*]+\*$", text, flags=re.MULTILINE)
    assert f"\n{page.stem}\n" in INDEX
    # No line of code stands outside of a cell.
    assert not re.search(
        r"^(import |from \w+ import |print\()",
        re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE),
        re.MULTILINE,
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_something_is_drawn_into_every_figure_of_a_recipe(page: Path) -> None:
    for drawn in shown_code(page.read_text(encoding="utf-8")).split("plt.subplots(")[1:]:
        assert re.search(
            r"\bax=|\.plot\(\w+[,)]|\bax\w*(\[\w+\])?\.(plot|hist|imshow|bar|axhline|step|scatter)\(", drawn
        )


# All code of a page is run when the documentation is built.
WITH_HIDDEN_CODE = [page for page in PAGES if ":tags: [remove-" in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", WITH_HIDDEN_CODE, ids=lambda page: page.stem)
def test_the_code_that_readers_see_runs_without_what_is_hidden(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        exec(compile(shown_code(page.read_text(encoding="utf-8")), page.name, "exec"), {})
    plt.close("all")
