"""The explorer's picture touched in JupyterLab, Notebook 7 and Voila: pointed at, dragged, and moved by keys."""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from test_explorer import ERRORS, START, assert_no_errors, notebook

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SHOW = """import json
print("STATE" + json.dumps(view.state) + "END")"""
PLACE = """({panel, x, y}) => {
    const svg = document.querySelector('.prplot-overlay');
    const matrix = svg.getScreenCTM();
    const [left, top, right, bottom] = panel;
    const point = new DOMPoint(left + x * (right - left), bottom + y * (top - bottom)).matrixTransform(matrix);
    return [point.x, point.y];
}"""


def view_code(**state: Any) -> str:
    return f"view = prplot.explore(digits, **{state!r})\nview"


def state_of(page: Any) -> dict[str, Any]:
    """Run the last cell, and read the state of the explorer from it."""
    page.evaluate("""async () => {
        const widget = window.jupyterapp.shell.currentWidget;
        widget.content.activeCellIndex = widget.content.widgets.length - 1;
        await window.jupyterapp.commands.execute('notebook:run-cell');
    }""")
    for _ in range(100):
        texts = page.locator(".jp-OutputArea-output pre").all_inner_texts()
        found = [re.search("STATE(.*)END", text) for text in texts]
        if any(found):
            return json.loads(next(match for match in found if match)[1])
        time.sleep(0.1)
    raise AssertionError("no state")


def ready(page: Any) -> None:
    page.locator(".prplot-live .prplot-cell").first.wait_for(timeout=60_000)
    page.locator("img.widget-image").first.scroll_into_view_if_needed()
    page.wait_for_timeout(300)


def read(page: Any) -> dict[str, str]:
    cells = page.locator(".prplot-live .prplot-cell").all_inner_texts()
    return dict(cell.strip().rsplit(" ", 1) for cell in cells)


def at(page: Any, panel: list[float], x: float, y: float) -> tuple[float, float]:
    """A place in a panel, in shares of it, on the page."""
    return tuple(page.evaluate(PLACE, {"panel": panel, "x": x, "y": y}))


def panels(page: Any) -> list[list[float]]:
    """The boxes of the panels, which Python told the page; found again from the marks' viewBox."""
    return page.evaluate("""() => {
        const stage = document.querySelector('.prplot-over');
        return JSON.parse(stage.dataset.boxes);
    }""")


def picture(page: Any) -> str:
    return str(page.locator("img.widget-image").first.get_attribute("src"))


def until(holds: Callable[[], bool], what: str) -> None:
    """Wait for what follows a picture in messages of its own."""
    for _ in range(200):
        if holds():
            return
        time.sleep(0.05)
    raise AssertionError(what)


def new_picture(page: Any, before: str) -> str:
    until(lambda: picture(page) != before, "no new picture")
    return picture(page)


def test_the_picture_answers_to_the_pointer(run_notebook: Any, tmp_path: Path) -> None:
    page, troubles = run_notebook(notebook(tmp_path, START, view_code(panels=("roc",), threshold=0.3), SHOW))
    ready(page)
    boxes = panels(page)
    before = picture(page)
    # Pointing moves marks in both panels, and no picture.
    page.mouse.move(*at(page, boxes[0], 0.5, 0.8))
    assert page.locator(".prplot-marks .prplot-mark").count() == 2
    first = read(page)
    page.mouse.move(*at(page, boxes[1], 0.02, 0.2))
    assert read(page) != first
    assert picture(page) == before
    # Dragging moves the operating point of all.
    page.mouse.move(*at(page, boxes[0], 0.5, 0.8))
    page.mouse.down()
    for step in range(8):
        page.mouse.move(*at(page, boxes[0], 0.5 + step * 0.04, 0.7))
    pointed = read(page)
    page.mouse.up()
    new_picture(page, before)
    page.wait_for_timeout(800)
    until(lambda: read(page)["TP"] == pointed["TP"], "the read-out is of another point")
    before = picture(page)
    # A click on an entry of the legend hides its classifier, a button brings it back.
    names = page.locator(".prplot-checkboxes input")
    entry = """() => {
        const stage = document.querySelector('.prplot-over');
        const [left, top, right, bottom] = JSON.parse(stage.dataset.entries)[1];
        const point = new DOMPoint((left + right) / 2, (top + bottom) / 2)
            .matrixTransform(stage.querySelector('svg').getScreenCTM());
        return [point.x, point.y];
    }"""
    entries = "() => JSON.parse(document.querySelector('.prplot-over').dataset.entries).length"
    all_of_them = page.evaluate(entries)
    page.mouse.click(*page.evaluate(entry))
    before = new_picture(page, before)
    page.get_by_role("button", name=re.compile("^Show ")).click()
    before = new_picture(page, before)
    page.get_by_role("button", name=re.compile("^Show ")).wait_for(state="detached", timeout=10_000)
    until(lambda: page.evaluate(entries) == all_of_them, "an entry of the legend is missing")
    page.mouse.click(*page.evaluate(entry))
    before = new_picture(page, before)
    assert names.count() > 0
    # The mark of the prevalence is dragged up.
    mark = page.locator(".prplot-pi-mark").first
    box = mark.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    for step in range(6):
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] - 15 * step)
        # Pictures come meanwhile, each with another mark.
        page.wait_for_timeout(300)
    page.mouse.up()
    new_picture(page, before)
    page.wait_for_timeout(800)
    middle = "mark => { const box = mark.getBoundingClientRect(); return box.y + box.height / 2; }"
    moved = box["y"] - 75
    until(lambda: abs(page.locator(".prplot-pi-mark").first.evaluate(middle) - moved) < 2, "the mark is elsewhere")
    state = state_of(page)
    assert 0.15 < state["prevalence"] < 0.9
    assert len(state["shown"]) == 3
    assert state["threshold"] != 0.3
    assert_no_errors(page, troubles)


def test_the_picture_answers_to_keys(run_notebook: Any, tmp_path: Path) -> None:
    page, troubles = run_notebook(notebook(tmp_path, START, view_code(threshold=0.3), SHOW))
    ready(page)
    page.locator(".prplot-over").first.focus()
    before = picture(page)
    found = [read(page)]
    for _ in range(3):
        page.keyboard.press("ArrowRight")
        found.append(read(page))
    counts = [float(said["TP"]) + float(said["FP"]) for said in found]
    assert counts == sorted(set(counts))
    new_picture(page, before)
    page.wait_for_timeout(800)
    until(lambda: read(page) == found[-1], "the read-out is of another point")
    # A notebook in command mode does not take the keys for its own.
    assert page.locator(ERRORS).count() == 0
    state = state_of(page)
    assert state["threshold"] <= float(found[-1]["threshold"]) * (1 + 1e-5)
    assert_no_errors(page, troubles)


def test_two_explorers_do_not_meddle(run_notebook: Any, tmp_path: Path) -> None:
    page, troubles = run_notebook(
        notebook(tmp_path, START, view_code(threshold=0.3), 'prplot.explore(digits["Decision tree"], space="roc")')
    )
    page.wait_for_function("document.querySelectorAll('.prplot-live .prplot-cell').length >= 14", timeout=60_000)
    stages = page.locator(".prplot-over")
    assert stages.count() == 2
    texts = page.locator(".prplot-live .prplot-read").all_inner_texts()
    stages.nth(1).focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(800)
    said = page.locator(".prplot-live .prplot-read")
    until(lambda: said.nth(1).inner_text() != texts[1], "the second explorer did not answer")
    assert said.nth(0).inner_text() == texts[0]
    assert_no_errors(page, troubles)


def test_jupyter_notebook_7_and_voila(run_classic: Any, run_voila: Any, tmp_path: Path) -> None:
    file = notebook(tmp_path, START, view_code(threshold=0.3), name="touch.ipynb")
    for run in (run_classic, run_voila):
        page, troubles = run(file)
        ready(page)
        before = picture(page)
        box = panels(page)[0]
        page.mouse.move(*at(page, box, 0.5, 0.8))
        assert page.locator(".prplot-marks .prplot-mark").count() == 1
        page.mouse.click(*at(page, box, 0.3, 0.8))
        new_picture(page, before)
        page.locator(".prplot-over").first.focus()
        first = read(page)
        page.keyboard.press("ArrowLeft")
        assert read(page)["threshold"] != first["threshold"]
        # Notebook 7 races with its own settings while it loads.
        assert [trouble for trouble in troubles if "reading 'schema'" not in trouble] == []
