"""The page of a lesson, driven without a kernel: what it shows and says is what Python draws and says."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import prplot
from prplot.widgets.lessons.lesson_page import stops_of

pytestmark = [pytest.mark.browser, pytest.mark.slow]

STOPS = {"prevalence": (0.5, 0.1, 0.01, 0.001), "tpr": (0.5,)}


@pytest.fixture(scope="module")
def lesson() -> Iterator[Any]:
    """Skew with few states: each takes a while to draw."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(prplot.explore.skew, "stops", STOPS)
        yield prplot.explore.skew


@pytest.fixture(scope="module")
def file(lesson: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of the lesson."""
    saved: Path = tmp_path_factory.mktemp("lesson") / "skew.html"
    lesson.save(saved)
    return saved


@pytest.fixture
def opened(file: Path, browser: Any) -> Iterator[Any]:
    """Open the page; with it all that went wrong or was fetched."""
    contexts = []

    def open_page(**how: Any) -> tuple[Any, list[str]]:
        context = browser.new_context(**{"viewport": {"width": 1000, "height": 1200}, **how})
        contexts.append(context)
        page, troubles = context.new_page(), []
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda message: troubles.append(message.text))
        page.on("request", lambda request: troubles.append(request.url) if request.url != file.as_uri() else None)
        page.goto(file.as_uri())
        return page, troubles

    yield open_page
    for context in contexts:
        context.close()


def sentence(page: Any) -> str:
    return str(page.locator(".prplot-sentence").inner_text())


def lacks(page: Any) -> list[str]:
    return list(page.locator(".prplot-lacks").all_inner_texts())


BEFORE = "✓ Done before."


def test_a_lesson_without_a_kernel(opened: Any, lesson: Any) -> None:
    page, troubles = opened()
    page.get_by_role("button", name="Start again").wait_for()
    views = {
        values: lesson(**dict(zip(lesson.controls, values, strict=True)))
        for values in itertools.product(*stops_of(lesson).values())
    }
    # Every position of the controls.
    seen, done = set(), set()
    assert lacks(page) == [said for said in lesson().missing if said]
    prevalence, marked = page.get_by_role("slider", name="Prevalence"), page.get_by_role("combobox", name="Marked")
    for values, view in views.items():
        prevalence.fill(str(STOPS["prevalence"].index(values[0])))
        marked.select_option(label=values[1])
        assert sentence(page) == view.sentence
        # What was done once stays done.
        for number, (told, said) in enumerate(zip(lacks(page), view.missing, strict=True)):
            done |= set() if said else {number}
            assert told in ([said, BEFORE][number in done :] if said else ["✓ Done."])
        picture = page.locator(".prplot-stage svg")
        assert picture.get_attribute("aria-label") == view.description
        seen.add(picture.evaluate("part => part.innerHTML"))
    assert len(seen) == len(views) == 12
    # A preset, and back.
    page.get_by_role("button", name="1 in 1,000").click()
    assert sentence(page) == views[0.001, "ER-", 0.5].sentence
    assert lacks(page)[0] == "✓ Done."
    page.get_by_role("button", name="Start again").click()
    assert sentence(page) == views[0.1, "ER-", 0.5].sentence
    assert lacks(page) == lesson().missing
    # By keys alone.
    prevalence.focus()
    page.keyboard.press("ArrowRight")
    assert sentence(page) == views[0.01, "ER-", 0.5].sentence
    assert prevalence.get_attribute("aria-valuetext") == "0.01"
    assert troubles == []


def test_a_guess_stays_beside_the_truth(opened: Any, lesson: Any) -> None:
    page, troubles = opened()
    field, answer = page.get_by_label("Your guess"), page.locator(".prplot-answer")
    for text in ("", "-1", "1000000"):
        field.fill(text)
        page.get_by_role("button", name="That is my guess").click()
        assert answer.inner_text() == "A guess is a number from 0 to 100,000."
    assert sentence(page) == lesson().sentence
    field.fill("5000")
    field.press("Enter")
    assert answer.inner_text() == lesson.guess.answer(5000)
    # It goes where the answer is.
    assert sentence(page) == lesson(prevalence=0.01).sentence
    page.get_by_role("slider", name="Prevalence").fill("0")
    assert answer.inner_text() == lesson.guess.answer(5000)
    page.get_by_role("button", name="Start again").click()
    assert answer.inner_text() == field.input_value() == ""
    assert troubles == []


def test_without_a_script_it_is_the_beginning(opened: Any, lesson: Any) -> None:
    page, troubles = opened(java_script_enabled=False)
    assert page.locator(".prplot-stage svg").is_visible()
    assert sentence(page) == lesson().sentence
    assert page.get_by_text(lesson.tasks[0].text).is_visible()
    assert troubles == []


@pytest.mark.parametrize("wide", [360, 700])
def test_on_a_narrow_page_nothing_is_beyond_it(opened: Any, wide: int) -> None:
    page, _ = opened(viewport={"width": wide, "height": 700})
    page.get_by_role("button", name="Start again").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= wide
