"""The search of the documentation, as `nox -s docs` built it: questions find the page that answers among the first."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SITE = ROOT / "docs" / "_build" / "html"
# Each with the pages that answer it, and whether one of them must be the very first.
SEARCHES = json.loads((ROOT / "tests" / "data" / "searches.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def found() -> dict[str, list[str]]:
    """The addresses that the script of the site finds for each query, best first."""
    if not SITE.exists() and os.environ.get("CI") != "true":
        pytest.skip("the documentation is not built: nox -s docs")
    queries = [search["query"] for search in SEARCHES]
    command = ["node", ROOT / "scripts" / "search_docs.mjs", SITE]
    done = subprocess.run(command, input=json.dumps(queries), capture_output=True, text=True, check=True)
    return dict(zip(queries, json.loads(done.stdout), strict=True))


def rank(found: list[str], pages: list[str]) -> int:
    """Return the place of the first page that answers, from 1; one behind the last if there is none."""
    places = [place for place, url in enumerate(found, 1) if url.partition("#")[0] in pages]
    return min(places, default=len(found) + 1)


def test_pages_that_answer_exist() -> None:
    missing = [
        page
        for search in SEARCHES
        for page in search["pages"]
        if not page.startswith("reference/") and not (ROOT / "docs" / page).with_suffix(".md").exists()
    ]
    assert not missing


def test_questions_find_their_page_first(found: dict[str, list[str]]) -> None:
    asked = [search for search in SEARCHES if search["first"]]
    assert len(asked) >= 25
    wrong = {
        search["query"]: found[search["query"]][:3]
        for search in asked
        if rank(found[search["query"]], search["pages"]) > 1
    }
    assert not wrong


def test_questions_find_their_page_among_the_first_three(found: dict[str, list[str]]) -> None:
    wrong = {
        search["query"]: found[search["query"]][:3]
        for search in SEARCHES
        if rank(found[search["query"]], search["pages"]) > 3
    }
    assert len(wrong) <= 0.15 * len(SEARCHES), wrong
