"""The picture of the explorer under pointers and keys, and the explorer in Jupyter Notebook 7 and Voila."""

from __future__ import annotations

import importlib.util
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from helpers.explorers_in_browsers import (
    FACE,
    STAGE,
    START,
    STATE,
    Person,
    assert_no_errors,
    notebook,
    read,
    state_of,
    until,
)

pytestmark = pytest.mark.browser


TOUCHED = "prplot.explore(digits, shown=('Random forest', 'Logistic regression'), panels=('roc', 'scores'))"
PLACE = """({what, x, y}) => {
    const face = document.querySelector('.prplot-face'), stage = face.querySelector('.prplot-stage');
    const [left, top, right, bottom] = what.box ?? JSON.parse(stage.dataset.boxes)[what.panel];
    const [across, down] = [left + x * (right - left), bottom - y * (bottom - top)];
    for (const svg of stage.querySelectorAll('svg')) {
        const view = svg.viewBox.baseVal;
        if (across < view.x || across > view.x + view.width || down < view.y || down > view.y + view.height) continue;
        const seen = new DOMPoint(across, down).matrixTransform(svg.getScreenCTM());
        return [seen.x, seen.y];
    }
}"""


def place(page: Any, panel: int, x: float, y: float) -> tuple[float, float]:
    """A place in a panel, in shares of it, on the page."""
    return tuple(page.evaluate(PLACE, {"what": {"panel": panel}, "x": x, "y": y}))


def ready(page: Any) -> Person:
    page.locator(".prplot-cell").first.wait_for(timeout=60_000)
    page.locator(STAGE).first.scroll_into_view_if_needed()
    return Person(page)


def test_the_picture_answers_to_the_pointer_and_to_fingers(run_notebook: Any, tmp_path: Path) -> None:
    entries = 'print("ENTRIES" + json.dumps(view.seen["facts"]["entries"]) + "END")'
    page, troubles = run_notebook(notebook(tmp_path, START, f"view = {TOUCHED}\nview", entries, STATE))
    person = ready(page)
    # Pointing moves marks in both panels, and no picture.
    page.mouse.move(*place(page, 0, 0.5, 0.8))
    shown = page.locator(".prplot-marks .prplot-mark")
    assert len({mark.get_attribute("cx") for mark in shown.all()}) == 2
    first = read(page)
    page.mouse.move(*place(page, 1, 0.02, 0.2))
    assert read(page) != first
    assert person.rest() == person.source
    # Dragging moves the operating point of all.
    page.mouse.move(*place(page, 0, 0.5, 0.8))
    page.mouse.down()
    for step in range(8):
        page.mouse.move(*place(page, 0, 0.5 + step * 0.04, 0.7))
    pointed = read(page)
    page.mouse.up()
    person.look()
    until(lambda: read(page)["TP"] == pointed["TP"], "the read-out is of another point")
    # On the histogram what is read is the operating point, also of a pointer that came from a curve and stays.
    page.mouse.move(*place(page, 0, 0.5, 0.8))
    page.mouse.move(*place(page, 2, 0.5, 0.5))
    page.mouse.down()
    for step in range(5):
        page.mouse.move(*place(page, 2, 0.5 + 0.05 * step, 0.5))
        page.wait_for_timeout(60)
    page.mouse.up()
    person.look()
    threshold = state_of(page)["threshold"]
    # Scores of the forest are hundredths.
    until(lambda: 0 <= threshold - float(read(page)["threshold"]) < 0.01, "the read-out is of another point")
    # A threshold is dragged there by a finger.
    x, y = place(page, 2, 0.5, 0.5)
    session = page.context.new_cdp_session(page)
    for step in range(6):
        points = [{"x": x + 5 * step, "y": y}]
        session.send("Input.dispatchTouchEvent", {"type": "touchMove" if step else "touchStart", "touchPoints": points})
        page.wait_for_timeout(100)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    person.look()
    state = state_of(page)
    assert 0.3 < state["threshold"] < 0.6
    # A click on an entry of the legend hides its classifier.
    said = page.locator(".jp-CodeCell").nth(2).locator(".jp-OutputArea-output pre").inner_text()
    box = next(one["box"] for one in json.loads(re.search("ENTRIES(.*)END", said)[1]) if one["curve"] == 1)  # type: ignore[index]
    page.mouse.click(*page.evaluate(PLACE, {"what": {"box": box}, "x": 0.5, "y": 0.5}))
    person.look()
    assert state_of(page)["shown"] == ["Random forest"]
    person.click("Logistic regression")
    assert_no_errors(page, troubles)


def test_the_picture_answers_to_keys_and_two_do_not_meddle(run_notebook: Any, tmp_path: Path) -> None:
    one, other = (f'prplot.explore(digits["{name}"])' for name in ("Random forest", "Decision tree"))
    page, troubles = run_notebook(notebook(tmp_path, START, f"view = {one}\nview", other, STATE))
    person = ready(page)
    until(lambda: page.locator(".prplot-read").count() == 2, "the second explorer tells nothing")
    texts = [read(page, number) for number in (0, 1)]
    page.locator(STAGE).first.focus()
    found = [read(page)]
    for _ in range(3):
        page.keyboard.press("ArrowRight")
        found.append(read(page))
    counts = [float(said["TP"]) + float(said["FP"]) for said in found]
    assert counts == sorted(set(counts))
    person.look()
    until(lambda: read(page) == found[-1], "the read-out is of another point")
    assert read(page, 1) == texts[1]
    assert state_of(page)["threshold"] <= float(found[-1]["threshold"]) * (1 + 1e-5)
    page.locator(STAGE).nth(1).focus()
    page.keyboard.press("ArrowRight")
    until(lambda: read(page, 1) != texts[1], "the second explorer did not answer")
    assert read(page) == found[-1]
    assert_no_errors(page, troubles)


def assert_works(page: Any, troubles: list[str]) -> None:
    person = ready(page)
    person.click("PR-Gain")
    person.open_more()
    person.click("Chance")
    assert page.locator(FACE).count() == 1
    page.mouse.move(*place(page, 0, 0.5, 0.8))
    assert page.locator(".prplot-marks .prplot-mark").count() > 1
    page.mouse.click(*place(page, 0, 0.3, 0.8))
    person.look()
    page.locator(STAGE).first.focus()
    first = read(page)
    page.keyboard.press("ArrowLeft")
    assert read(page)["threshold"] != first["threshold"]
    assert_no_errors(page, troubles)


@pytest.mark.parametrize("where", ["classic", "voila"])
def test_notebook_7_and_voila(where: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    run = request.getfixturevalue(f"run_{where}")
    page, troubles = run(notebook(tmp_path, START, TOUCHED, name="elsewhere.ipynb"))
    if where == "classic":
        assert page.evaluate("window.jupyterapp.name") == "Jupyter Notebook"
    assert_works(page, troubles)


def test_beside_the_canvas_of_ipympl(run_notebook: Any, tmp_path: Path) -> None:
    """The explorer is the same whatever backend the notebook has."""
    # Not imported here, where it would become the backend of every later test.
    if importlib.util.find_spec("ipympl") is None:
        reason = "ipympl is not installed: pip install 'prplot-curves[browser]'"
        pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)
    # The backend stays for as long as the kernel.
    page, troubles = run_notebook(notebook(tmp_path, "%matplotlib widget\n" + START, TOUCHED, name="ipympl.ipynb"))
    assert_works(page, troubles)
    assert page.locator(".jupyter-matplotlib-canvas-div").count() == 0
