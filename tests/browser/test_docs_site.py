"""The documentation, as `nox -s docs` built it: nothing is fetched or cut off, and questions find answers."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "docs" / "_build" / "html"


@pytest.mark.browser
def test_the_site(browser: Any) -> None:
    if not SITE.exists() and os.environ.get("CI") != "true":
        pytest.skip("the documentation is not built: nox -s docs")
    context = browser.new_context(viewport={"width": 390, "height": 800})
    page, troubles = context.new_page(), []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    # Not all pages of lessons need to be saved.
    lesson = (SITE / "lessons" / "pages").as_uri()
    page.on("requestfailed", lambda it: None if it.url.startswith(lesson) else troubles.append(it.url))
    local = ("file:", "data:", "blob:", "about:")
    page.on("request", lambda request: troubles.append(request.url) if not request.url.startswith(local) else None)
    pages = [file for file in sorted(SITE.rglob("*.html")) if file.parent.name != "_static"]
    assert len(pages) > 100
    wide = "() => document.documentElement.scrollWidth > window.innerWidth"
    broken = "() => [...document.images].filter(image => image.complete && !image.naturalWidth).map(image => image.src)"
    # Of pages that are made alike a few are looked at.
    alike = {"generated", "_modules", "notebooks", "coming-from"}
    some = {"prplot.Curve", "prplot.plot", "09-into-a-paper", "index"}
    for file in pages:
        if file.stem in some or alike.isdisjoint(file.relative_to(SITE).parts):
            page.goto(file.as_uri())
            assert not page.evaluate(wide), file
            assert page.evaluate(broken) == [], file
    assert troubles == []

    page.set_viewport_size({"width": 1300, "height": 900})
    page.goto(f"{(SITE / 'search.html').as_uri()}?q=hits+at+10")
    result = page.locator("#search-results li").first
    assert result.locator("a").inner_text() == "Get precision and recall at k"
    assert "first 20 or 100 rows" in result.locator("p").inner_text()
    result.locator("a").click()
    page.wait_for_load_state()
    assert page.locator("article h1").first.inner_text().startswith("Get precision and recall at k")
    assert troubles == []
    context.close()
