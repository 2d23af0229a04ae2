"""The documentation: every public name is in the reference; building it runs its code."""

from __future__ import annotations

import inspect
import os
import re
import sys
from importlib import import_module
from operator import attrgetter
from pathlib import Path

import matplotlib.pyplot as plt
import pytest

import prplot
import prplot.areas
import prplot.widgets
from prplot.widgets.lessons import LESSONS

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
MODULES = ("bounds", "datasets", "draw", "metrics", "results", "simulate", "sources", "style", "weights")
# Documented with the function that takes or returns them, or where they are made.
NOT_ALONE = {
    *(f"prplot.metrics.{name}" for name in prplot.metrics.__all__ if name.isupper()),
    *(
        "prplot.areas.CONVENTIONS",
        "prplot.areas.NUMBERS",
        "prplot.areas.TESTED",
        "prplot.areas.areas",
        "prplot.areas.identify",
    ),
    *(f"prplot.metrics.{name}" for name in ("expected_cost", "f_beta", "f_gain", "net_benefit")),
    *(f"prplot.{name}" for name in ("bounds", "datasets", "draw", "metrics", "simulate", "sources", "spaces")),
    *("prplot.style", "prplot.weights"),
    *("prplot.explore", "prplot.draw.plot", "prplot.style.VENUES"),
}


@pytest.mark.parametrize("name", ["README", "CONTRIBUTING", "CHANGELOG"])
def test_links_lead_to_files(name: str) -> None:
    """Those of the pages are checked when they are built."""
    page = ROOT / f"{name}.md"
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if not target.startswith(("http://", "https://", "#")):
            assert (page.parent / target.partition("#")[0]).exists(), target


def tree_in(text: str) -> set[str]:
    """The folders and modules in the tree of CONTRIBUTING: after the colon of a folder come all its modules."""
    [tree] = re.findall(r"^```text\n(.*?)\n```", text, flags=re.DOTALL | re.MULTILINE)
    top, names = "", set()
    # What a folder holds goes on in lines that are indented further.
    for entry in re.split(r"\n(?=(?:  )?\S)", tree):
        [(indent, name, words)] = re.findall(r"\A( *)(\S.*?)  +(.*)\Z", entry, flags=re.DOTALL)
        if not name.endswith("/"):
            names |= {*name.split(", ")}
            continue
        top, folder = (top, f"{top}{name}") if indent else (name, name)
        listed = re.sub(r"\([^()]*\)", "", words).partition(":")[2]
        names |= {folder, *(f"{folder}{module.strip()}" for module in listed.split(",") if module.strip())}
    return names


def files_named_in(text: str) -> set[str]:
    """The files, folders and modules that CONTRIBUTING names, but for placeholders such as ``spaces/NAME.py``."""
    told = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    return tree_in(text) | set(re.findall(r"`((?:[a-z_]+/)+|[\w/]+\.(?:py|mjs|css|md|json))`", told))


def test_files_that_contributing_names_exist() -> None:
    names = files_named_in((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    assert {"interpolations/", "widgets/fields", "draw/lines/level_sets", "draw/page/face.mjs"} <= names
    assert {"path/methods.py", "tests/test_layers.py", "spaces/__init__.py"} <= names
    folders = [
        path for top in ("prplot", "tests", "docs", "scripts") for path in (ROOT / top).rglob("*") if path.is_dir()
    ]
    places = [ROOT, ROOT / "prplot", *(folder for folder in folders if folder.name != "__pycache__")]
    missing = [
        name
        for name in sorted(names)
        if "NAME" not in name and not any((place / file).exists() for place in places for file in (name, f"{name}.py"))
    ]
    assert not missing


def test_the_tree_of_contributing_names_every_module() -> None:
    named = {name for name in tree_in((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")) if name[-1] != "/"}
    files = (file.relative_to(ROOT / "prplot") for file in (ROOT / "prplot").rglob("*.*"))
    there = {file.as_posix().removesuffix(".py") for file in files if file.suffix in {".py", ".mjs", ".css"}}
    # Each lesson is a module of its name.
    lessons = {f"widgets/lessons/{name}" for name in LESSONS}
    assert named == {name for name in there - lessons if not name.endswith("__init__")}


def test_attributes_that_pages_name_exist() -> None:
    path = prplot.from_labels([0, 1, 0, 1], [0.1, 0.2, 0.3, 0.4])
    owners = {"prplot": prplot, "path": path, "curve": path.pr()}
    pages = [ROOT / "README.md", *(page for page in DOCS.rglob("*.md") if "_build" not in page.parts)]
    missing = [
        f"{page.name}: {owner}.{name}"
        for page in pages
        for code in re.findall(r"(?<!`)`([^`\n]+)`(?!`)", page.read_text(encoding="utf-8"))
        for owner, name in re.findall(r"(?<![\w.\"'/])(path|curve|prplot)\.([a-zA-Z]\w*)", code)
        if not hasattr(owners[owner], name)
    ]
    assert not missing


def test_the_site_shows_no_constructors_of_what_calls_return(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    application = pytest.importorskip("sphinx.application")
    pytest.importorskip("numpydoc")
    monkeypatch.setattr(os, "environ", os.environ.copy())
    monkeypatch.setattr(sys, "path", sys.path.copy())
    names = ("ConfusionPath", "Curve", "draw.Plotted", "Confusion")
    directives = "".join(f".. autoclass:: prplot.{name}\n" for name in names)
    (tmp_path / "index.rst").write_text(f"Classes\n=======\n\n{directives}", encoding="utf-8")
    own = {"extensions": ["sphinx.ext.autodoc", "numpydoc"]}
    out = tmp_path / "out"
    application.Sphinx(tmp_path, DOCS, out, out, "text", confoverrides=own, status=None, warning=None).build()
    text = (out / "index.txt").read_text(encoding="utf-8")
    signatures = re.findall(r"^class prplot\.(.+)$", text, flags=re.MULTILINE)
    assert signatures[:3] == ["ConfusionPath", "Curve", "draw.Plotted"]
    # Users make these themselves.
    assert signatures[3].startswith("Confusion(*, tp, fp, fn, tn")


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


BRITISH = "colour grey neighbour behaviour favour labelled labelling normalis standardis recognis judgement"


def test_prose_is_in_american_spelling() -> None:
    british = rf"\b\w*(?:{'|'.join(BRITISH.split())})\w*"
    # Synonyms name the other spelling, and data and columns have names of their own.
    apart = ("*Also ", "k-nearest neighbours", '("colours", "color"), ("colour", "color")', '"judgment", "judgement"')
    pages = [
        *DOCS.rglob("*.md"),
        *(DOCS.parent / "prplot").rglob("*.py"),
        *(DOCS.parent / "notebooks").rglob("*.ipynb"),
    ]
    found = [
        f"{page.relative_to(DOCS.parent)}: {word}"
        for page in pages
        if "_build" not in page.parts
        for paragraph in re.split(r"\n\n|\\n\",\n", page.read_text(encoding="utf-8"))
        if not any(part in paragraph for part in apart)
        for word in re.findall(british, paragraph, flags=re.IGNORECASE)
        # Pictures in notebooks are long words.
        if len(word) < 30
    ]
    assert not found
