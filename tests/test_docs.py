"""The documentation: every public name is in the reference, and every recipe in the list; building it runs its code."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from operator import attrgetter
from pathlib import Path

import matplotlib.pyplot as plt
import pytest

import prplot
import prplot.areas
import prplot.widgets

DOCS = Path(__file__).resolve().parents[1] / "docs"
MODULES = ("bounds", "datasets", "draw", "metrics", "results", "simulate", "sources", "style", "weights")
# Documented with the function that takes or returns them, or where they are made.
NOT_ALONE = {
    *(f"prplot.metrics.{name}" for name in prplot.metrics.__all__ if name.isupper()),
    *("prplot.areas.CONVENTIONS", "prplot.areas.TESTED", "prplot.areas.areas", "prplot.areas.identify"),
    *(f"prplot.metrics.{name}" for name in ("expected_cost", "f_beta", "f_gain", "net_benefit")),
    *(f"prplot.{name}" for name in ("datasets", "draw", "metrics", "simulate", "spaces", "style", "weights")),
    *("prplot.explore", "prplot.draw.plot", "prplot.style.VENUES"),
}


@pytest.mark.parametrize("name", ["README", "CONTRIBUTING", "CHANGELOG"])
def test_links_lead_to_files(name: str) -> None:
    """Those of the pages are checked when they are built."""
    page = DOCS.parent / f"{name}.md"
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if not target.startswith(("http://", "https://", "#")):
            assert (page.parent / target.partition("#")[0]).exists(), target


def in_the_reference() -> list[str]:
    return [
        name
        for page in sorted(DOCS.glob("reference/*.md"))
        if page.stem != "index"
        for name in re.findall(r"^   (prplot\.\S+)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    ]


def test_every_public_name_is_in_the_reference() -> None:
    listed = in_the_reference()
    assert len(listed) == len(set(listed))
    modules = {"prplot": prplot, "prplot.areas": prplot.areas}
    for name in MODULES:
        modules[f"prplot.{name}"] = getattr(prplot, name)
    public = {f"{module}.{name}" for module, found in modules.items() for name in found.__all__}
    assert public - NOT_ALONE <= set(listed)
    assert not NOT_ALONE - public


def test_the_example_of_every_function_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """The build shows the figure beneath the example."""
    monkeypatch.syspath_prepend(str(DOCS / "_ext"))
    figure_of = import_module("pictures").figure_of
    found = {name: attrgetter(name.removeprefix("prplot."))(prplot) for name in in_the_reference()}
    functions = {name: inspect.getdoc(one) for name, one in found.items() if not isinstance(one, type)}
    without = []
    for name, told in functions.items():
        without += [] if figure_of(told) else [name]
        plt.close("all")
    assert not without


def test_every_recipe_is_in_the_list() -> None:
    index = (DOCS / "recipes" / "index.md").read_text(encoding="utf-8")
    pages = [page for page in sorted(DOCS.glob("recipes/*.md")) if page.stem != "index"]
    recipes = [
        (page.name, title)
        for page in pages
        for title in re.findall(r"^## (.+)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    ]
    assert len(recipes) >= 30
    for page, title in recipes:
        anchor = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
        assert f"]({page}#{anchor})" in index, title
