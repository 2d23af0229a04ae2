"""The recipes: the code of each page runs as it is copied, and each is in the list."""

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
def test_a_recipe(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = page.read_text(encoding="utf-8")
    assert re.search(r"^# .+\n\n\*Also called: [^*]+\*$", text, flags=re.MULTILINE)
    assert f"\n{page.stem}\n" in INDEX
    if code := shown_code(text):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            exec(compile(code, page.name, "exec"), {})
    plt.close("all")
