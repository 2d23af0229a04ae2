"""The documentation: all its code runs, its links lead somewhere, and every public name is in the reference."""

from __future__ import annotations

import re
from pathlib import Path

import matplotlib.pyplot as plt
import pytest
from docutils.utils.math.latex2mathml import tex2mathml

import prplot
import prplot.areas

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGES = sorted(
    page for page in DOCS.rglob("*.md") if not {"generated", "_build", "notebooks"} & set(page.relative_to(DOCS).parts)
)
CELL = re.compile(r"^```\{code-cell\}[^\n]*\n((?::[^\n]*\n)*)(.*?)^```", flags=re.DOTALL | re.MULTILINE)
WITH_CODE = [page for page in PAGES if CELL.search(page.read_text(encoding="utf-8"))]
MODULES = ("bounds", "datasets", "draw", "metrics", "simulate", "sources", "style", "weights")
# Documented with the function that takes or returns them, or where they are made.
NOT_ALONE = {
    *(f"prplot.metrics.{name}" for name in prplot.metrics.__all__ if name.isupper()),
    *("prplot.areas.CONVENTIONS", "prplot.areas.TESTED", "prplot.areas.areas", "prplot.areas.identify"),
    *(f"prplot.metrics.{name}" for name in ("expected_cost", "f_beta", "f_gain", "net_benefit")),
    *(
        f"prplot.{name}"
        for name in ("bounds", "datasets", "draw", "metrics", "simulate", "sources", "style", "weights")
    ),
    *("prplot.explore", "prplot.draw.plot", "prplot.style.VENUES"),
}


def name_of(page: Path) -> str:
    return str(page.relative_to(DOCS).with_suffix(""))


@pytest.mark.slow
@pytest.mark.parametrize("page", WITH_CODE, ids=name_of)
def test_the_code_of_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In one namespace, from top to bottom; warnings are errors here."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "__main__"}
    for number, (options, code) in enumerate(CELL.findall(page.read_text(encoding="utf-8"))):
        assert "raises-exception" not in options
        exec(compile(code, f"{page.name}, cell {number + 1}", "exec"), names)
        for figure in map(plt.figure, plt.get_fignums()):
            figure.draw_without_rendering()
        plt.close("all")


@pytest.mark.parametrize("page", [page for page in PAGES if "$" in page.read_text(encoding="utf-8")], ids=name_of)
def test_formulas_become_mathml(page: Path) -> None:
    """As the pages are built: of LaTeX docutils knows a part."""
    text = re.sub(r"^```.*?^```|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    blocks = re.findall(r"\$\$(.+?)\$\$", text, flags=re.DOTALL)
    lines = re.findall(r"\$(.+?)\$", re.sub(r"\$\$.+?\$\$", "", text, flags=re.DOTALL), flags=re.DOTALL)
    for formula, as_block in (*((one, True) for one in blocks), *((one, False) for one in lines)):
        assert "<math" in tex2mathml(formula, as_block=as_block)


@pytest.mark.parametrize(
    "page", [*PAGES, *(DOCS.parent / f"{name}.md" for name in ("README", "CONTRIBUTING"))], ids=str
)
def test_links_lead_to_files(page: Path) -> None:
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if not target.startswith(("http://", "https://", "#")):
            assert (page.parent / target.partition("#")[0]).exists(), target


def test_every_public_name_is_in_the_reference() -> None:
    listed = [
        name
        for page in sorted(DOCS.glob("reference/*.md"))
        for name in re.findall(r"^   (prplot\.\S+)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    ]
    assert len(listed) == len(set(listed))
    modules = {"prplot": prplot, "prplot.areas": prplot.areas}
    for name in MODULES:
        modules[f"prplot.{name}"] = getattr(prplot, name)
    public = {f"{module}.{name}" for module, found in modules.items() for name in found.__all__}
    assert public - NOT_ALONE <= set(listed)
    assert not NOT_ALONE - public


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


# What pages once said is lacking and is there, and what they say now.
THERE = [
    ("scikit-learn", "DET curves", "path.det()"),
    ("scikit-learn", "averages over classes", "prplot.one_vs_rest(y, S)"),
    ("scikit-learn", "array\\s+API", "speak the array API"),
    ("torchmetrics", "multilabel\\s+averages", "prplot.one_vs_rest(target, preds)"),
    ("torchmetrics", "`BinaryLogAUC`", "path.log_auc(0.001, 1)"),
    ("precrec", "- A data frame of many models", "prplot.from_frame("),
    ("rocr", "lift and\\s+mutual", "path.lift()"),
]


@pytest.mark.parametrize(("page", "lacking", "there"), THERE)
def test_what_is_there_is_not_said_to_be_lacking(page, lacking, there):
    text = (DOCS / "coming-from" / f"{page}.md").read_text(encoding="utf-8")
    lacks = text.split("does and prplot does not", 1)[1]
    assert not re.search(lacking, lacks)
    assert there in text
