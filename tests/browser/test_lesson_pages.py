"""Lessons in a real Chromium: as pages that need no kernel, and in JupyterLab."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import nbformat
import pytest
from helpers.lessons import NAMES, ends, lesson_of, states
from matplotlib.figure import Figure

import prplot

pytestmark = pytest.mark.browser

LAPTOP, PHONE = {"width": 1366, "height": 768}, {"width": 390, "height": 844}
SIZES = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"


def said(page: Any, name: str = "sentence") -> str:
    return str(page.locator(f".prplot-{name}").inner_text())


def move(page: Any, step: Any, stop: Any) -> None:
    """Set the one control that there is."""
    control = page.locator(".prplot-control")
    if control.get_attribute("data-kind") == "choice":
        control.locator("select").select_option(str(step.stops.index(stop)))
    elif control.get_attribute("data-kind") == "flag":
        control.locator("input").set_checked(stop)
    else:
        control.locator("input").fill(str(step.stops.index(stop)))


def lefts(page: Any) -> set[float]:
    """Where the panels of the picture begin."""
    return {round(tile.bounding_box()["x"]) for tile in page.locator(".prplot-stage svg").all()}


def shortened(lesson: Any, number: int) -> Any:
    """A step with the stops that are looked at: both ends, where it begins, and where its guess is."""
    step = lesson.steps[number - 1]
    kept = [step.stops[0], step.stops[-1], lesson.begin(number)[step.control], step.guess and step.guess.at]
    return replace(step, stops=tuple(stop for stop in step.stops if stop in kept))


def recorded(lesson: Any, monkeypatch: pytest.MonkeyPatch) -> dict[Any, str]:
    """What Python says at each step and values of the controls, as soon as it has drawn that picture."""
    sentences, show = dict[Any, str](), lesson.show

    def show_and_record(figure: Figure, number: int, values: dict[str, Any], waits: bool = False) -> str:
        sentence: str = show(figure, number, values, waits)
        return sentence if waits else sentences.setdefault((number, *values.values()), sentence)

    monkeypatch.setattr(lesson, "show", show_and_record)
    return sentences


def shown_without_a_guess(page: Any, step: Any) -> None:
    """Until it is asked for, the control is off, nothing is said, and panels that show the number are missing."""
    control = page.locator(".prplot-control").locator("input, select")
    assert control.is_disabled()
    assert said(page) == ""
    assert len(lefts(page)) == (step.panels_before or step.panels)
    page.get_by_role("button", name="Show me").click()
    assert control.is_enabled()
    assert page.locator(".prplot-task [role=status]").inner_text() == f"It is {step.guess.written}."
    assert len(lefts(page)) == step.panels


@pytest.mark.parametrize("name", NAMES)
def test_a_page_says_what_python_says_and_needs_no_scrolling(
    opened: Any, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lesson, file = lesson_of(name), tmp_path / f"{name}.html"
    steps = tuple(shortened(lesson, number) for number in range(1, len(lesson.steps) + 1))
    monkeypatch.setattr(lesson, "steps", steps)
    sentences = recorded(lesson, monkeypatch)
    lesson.save(file)
    page, troubles = opened(file, viewport=LAPTOP)
    seen: dict[int, set[str]] = {}
    for number, values in states(name):
        step = lesson.steps[number - 1]
        if number not in seen:
            if number > 1:
                page.get_by_role("button", name="Next").click()
            if step.guess:
                shown_without_a_guess(page, step)
                move(page, step, lesson.begin(number)[step.control])
            assert said(page) == sentences[number, *lesson.begin(number).values()]
            assert said(page, "text") == step.text
            assert page.locator(".prplot-step span").inner_text() == f"{number} of {len(lesson.steps)}"
            assert page.locator(".prplot-control").count() == 1
        move(page, step, values[step.control])
        assert said(page) == sentences[number, *values.values()]
        if step.missing:
            lacks = lesson.lacks(number, values)
            assert said(page, "task").strip() == f"{step.task} {lacks or '✓ Done.'}"
        width, height = page.evaluate(SIZES)
        assert width <= LAPTOP["width"]
        assert height <= LAPTOP["height"]
        assert len(lefts(page)) == step.panels
        # But for the numbers of its parts.
        drawn = page.locator("#prplot-picture").evaluate("part => part.innerHTML")
        seen.setdefault(number, set()).add(re.sub(' id="[^"]*"', "", drawn))
    # ROC stands still: that is what the first step of skew shows.
    alone = {number for number, pictures in seen.items() if len(pictures) == 1}
    assert alone == ({1} if name == "skew" else set())
    assert page.get_by_role("button", name="Next").is_disabled()
    # On a phone panels stand beneath each other, as wide as they are.
    page.set_viewport_size(PHONE)
    assert page.evaluate(SIZES)[0] <= PHONE["width"]
    assert len(lefts(page)) == 1
    control, task, picture = (
        page.locator(f".prplot-{part}").bounding_box() for part in ("controls", "task", "picture")
    )
    assert control["y"] < picture["y"]
    # Steps without a task have no box there.
    assert task is None or control["y"] < task["y"] < picture["y"]
    assert troubles == []


def test_guesses_keys_and_a_page_without_a_script(opened: Any, tmp_path: Path) -> None:
    lesson, file = prplot.explore.interpolation, tmp_path / "interpolation.html"
    lesson(step=2).save(file)
    page, troubles = opened(file, viewport=LAPTOP)
    assert page.get_by_role("heading", name=lesson.title).is_visible()
    field, answer = page.get_by_role("spinbutton", name="Your guess"), page.locator(".prplot-task [role=status]")
    for text in ("", "-1", "5"):
        field.fill(text)
        page.get_by_role("button", name="Guess").click()
        # The browser says what is wrong.
        assert not field.evaluate("field => field.checkValidity()")
        assert answer.inner_text() == said(page) == ""
    # A guess goes where the answer is seen, and stays beside it.
    field.fill("0.25")
    field.press("Enter")
    assert answer.inner_text() == f"You guessed 0.25; it is {lesson.guess.written}."
    assert said(page) == lesson(step=2, share=0.6).sentence
    page.get_by_role("slider", name="Share").focus()
    page.keyboard.press("ArrowRight")
    assert said(page) == lesson(step=2, share=0.8).sentence
    assert answer.inner_text() == f"You guessed 0.25; it is {lesson.guess.written}."
    page.get_by_role("button", name="Reset").click()
    assert answer.inner_text() == said(page) == field.input_value() == ""
    assert page.get_by_role("slider", name="Share").is_disabled()
    # What was shown without a guess is kept like one, until the lesson begins again.
    page.get_by_role("button", name="Show me").click()
    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Back").click()
    assert answer.inner_text() == f"It is {lesson.guess.written}."
    page.get_by_role("button", name="Start again").click()
    assert said(page) == lesson().sentence
    page.get_by_role("button", name="Next").click()
    assert answer.inner_text() == field.input_value() == ""
    assert troubles == []
    page, troubles = opened(file, java_script_enabled=False)
    assert page.get_by_role("heading", name=lesson.title).is_visible()
    assert page.locator("#prplot-picture").is_visible()
    assert page.get_by_text(lesson.steps[1].text).is_visible()
    assert troubles == []


def test_the_large_view_of_a_lesson(opened: Any, tmp_path: Path) -> None:
    """For a lecture: large letters, all in sight, and keys that go from step to step but where a control has them."""
    lesson, file = prplot.explore.interpolation, tmp_path / "interpolation.html"
    lesson(step=3).save(file)
    page, troubles = opened(file, viewport=LAPTOP)
    step, small = page.locator(".prplot-step span"), page.locator(".prplot-stage").bounding_box()
    page.keyboard.press("ArrowRight")
    assert step.inner_text() == "3 of 5"
    page.get_by_role("button", name="Lecture").click()
    page.wait_for_function("document.fullscreenElement !== null")
    large = page.locator(".prplot-stage").bounding_box()
    assert large["height"] > 1.2 * small["height"]
    for name in ("text", "sentence", "task"):
        part = page.locator(f".prplot-{name}")
        assert part.evaluate("part => parseFloat(getComputedStyle(part).fontSize)") >= 24
        box = part.bounding_box()
        assert 0 <= box["y"] <= box["y"] + box["height"] <= LAPTOP["height"]
    for key, number in (("ArrowRight", 4), ("PageDown", 5), ("ArrowRight", 5), ("PageUp", 4), ("ArrowLeft", 3)):
        page.keyboard.press(key)
        assert step.inner_text() == f"{number} of 5"
    # A control with the focus keeps its keys.
    page.get_by_role("slider", name="Share").press("ArrowLeft")
    assert step.inner_text() == "3 of 5"
    assert said(page) == lesson(step=3, share=0.8).sentence
    page.get_by_role("button", name="Reset").click()
    assert said(page) == lesson(step=3).sentence
    # An answered guess gives the keys back.
    page.keyboard.press("ArrowLeft")
    page.get_by_role("spinbutton", name="Your guess").fill("0.25")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    assert step.inner_text() == "3 of 5"
    page.keyboard.press("Escape")
    page.wait_for_function("document.fullscreenElement === null")
    assert page.locator(".prplot-stage").bounding_box() == small
    # Left by the browser, and in a frame that may not fill the screen.
    page.get_by_role("button", name="Lecture").click()
    page.wait_for_function("document.fullscreenElement !== null")
    page.evaluate("document.exitFullscreen()")
    page.get_by_role("button", name="Lecture").wait_for()
    page.evaluate("() => { Element.prototype.requestFullscreen = () => Promise.reject(new Error('not allowed')); }")
    page.get_by_role("button", name="Lecture").click()
    assert page.locator(".prplot-stage").bounding_box()["height"] > 1.2 * small["height"]
    page.get_by_role("button", name="Leave large view").click()
    assert page.locator(".prplot-stage").bounding_box() == small
    assert troubles == []


def test_lessons_in_a_notebook(run_notebook: Any, tmp_path: Path) -> None:
    """In each step the control is moved and words follow; all of a step is in sight at once; a guess is answered."""
    names = ("interpolation", "costs")
    sources = ["import prplot", *(f"prplot.explore.{name}()" for name in names)]
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
    made.metadata["kernelspec"] = {"display_name": "Python 3", "language": "python", "name": "python3"}
    nbformat.write(made, tmp_path / "lessons.ipynb")
    page, troubles = run_notebook(tmp_path / "lessons.ipynb")
    page.set_viewport_size(LAPTOP)
    for number, name in enumerate(names):
        lesson, face = lesson_of(name), page.locator(".prplot-face").nth(number)
        face.scroll_into_view_if_needed()
        for at, step in enumerate(lesson.steps, 1):
            if at > 1:
                face.get_by_role("button", name="Next").click()
            begin = lesson.begin(at)
            stop = next(stop for stop in ends(step.stops) if stop != begin[step.control])
            if step.guess:
                face.get_by_role("button", name="Show me").click()
                face.get_by_text(f"It is {step.guess.written}.").wait_for(timeout=20_000)
                begin[step.control] = step.guess.at
            face.get_by_text(lesson.show(Figure(), at, begin)).first.wait_for(timeout=20_000)
            move(face, step, stop)
            after = lesson.show(Figure(), at, {**begin, step.control: stop})
            face.get_by_text(after).first.wait_for(timeout=20_000)
            assert face.bounding_box()["height"] <= 620
            if step.guess:
                face.get_by_role("spinbutton", name="Your guess").fill("0.5")
                face.get_by_role("button", name="Guess").click()
                face.get_by_text(f"You guessed 0.5; it is {step.guess.written}.").wait_for(timeout=20_000)
    # A lecture in JupyterLab, which has keys of its own.
    face.get_by_role("button", name="Lecture").click()
    page.wait_for_function("document.fullscreenElement !== null")
    page.keyboard.press("ArrowLeft")
    face.get_by_text(f"{at - 1} of {at}", exact=True).wait_for(timeout=20_000)
    page.keyboard.press("Escape")
    page.wait_for_function("document.fullscreenElement === null")
    assert troubles == []
