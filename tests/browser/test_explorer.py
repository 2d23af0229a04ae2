"""The explorer in JupyterLab, Jupyter Notebook 7 and Voila, driven through the page as a person would."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest

pytestmark = pytest.mark.browser

FACE, PICTURE, STAGE = ".prplot-face", ".prplot-stage image", ".prplot-stage"
ERRORS = "[data-mime-type='application/vnd.jupyter.stderr'], [data-mime-type='application/vnd.jupyter.error']"
START = """import json, prplot
digits = prplot.datasets.load("digits").paths()
cells = prplot.datasets.load("cells").paths()
"""
VIEW = """view = prplot.explore({"Forest": digits["Random forest"], "Ridge": cells["Ridge regression"]})
view"""
STATE = 'print("STATE" + json.dumps(view.state) + "END")'


def notebook(folder: Path, *sources: str, name: str = "explore.ipynb") -> Path:
    """Write a notebook; those of one name share a kernel, unless a test ends it."""
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
    made.metadata["kernelspec"] = {"display_name": "Python 3", "language": "python", "name": "python3"}
    nbformat.write(made, folder / name)
    return folder / name


def until(holds: Callable[[], Any], what: str) -> None:
    for _ in range(300):
        if holds():
            return
        time.sleep(0.05)
    raise AssertionError(what)


# Until a picture is the same for a while, and nothing is being drawn.
AT_REST = """face => new Promise((done, never) => {
    const state = () => face.querySelector('.prplot-stage image').getAttribute('href') + face.classList;
    const start = performance.now();
    let before = state(), since = start;
    const look = () => {
        const now = state(), time = performance.now();
        if (now !== before) [before, since] = [now, time];
        if (time - since > 250 && !now.includes('prplot-busy')) done(before);
        else if (time - start > 20_000) never("the picture never settled");
        else setTimeout(look, 20);
    };
    look();
})"""


class Person:
    """Someone who looks at the picture and uses the controls of the page."""

    def __init__(self, page: Any, number: int = 0) -> None:
        self.page, self.face = page, page.locator(FACE).nth(number)
        self.face.locator("image").first.wait_for(state="visible", timeout=60_000)
        self.source = self.rest()

    def rest(self) -> str:
        """What the picture is of; each is made for itself, so what is drawn again the same has another source."""
        self.face.evaluate(AT_REST)
        return self.digest()

    def digest(self) -> str:
        """The pixels, told apart."""
        return str(
            self.face.evaluate("""async face => {
                const address = face.querySelector('.prplot-stage image').getAttribute('href');
                const data = await (await fetch(address)).arrayBuffer();
                return [...new Uint8Array(await crypto.subtle.digest('SHA-256', data))].join();
            }""")
        )

    def look(self) -> None:
        """Wait for another picture."""
        now = self.rest()
        if now == self.source:
            until(lambda: self.digest() != self.source, "the control changed nothing in the picture")
            now = self.rest()
        self.source = now

    def labeled(self, label: str) -> Any:
        own = self.page.locator(f".prplot-label:text-is('{label}')")
        return self.page.locator(".prplot-control", has=own).first

    def choose(self, label: str, option: str) -> None:
        self.labeled(label).locator("select").select_option(label=option)
        self.look()

    def type_in(self, label: str, value: str, look: bool = True, number: int = 0) -> None:
        field = self.labeled(label).locator("input[type=text]").nth(number)
        field.fill(value)
        field.press("Enter")
        if look:
            self.look()

    def click(self, label: str, look: bool = True) -> None:
        self.page.get_by_role("checkbox", name=label, exact=True).first.click()
        if look:
            self.look()

    def slide(self, label: str) -> None:
        """Move a slider by the keyboard."""
        self.labeled(label).locator("input[type=range]").focus()
        self.page.keyboard.press("PageUp")
        self.look()

    def open_more(self) -> None:
        self.page.locator(".prplot-more summary").first.click()
        self.source = self.rest()


def state_of(page: Any) -> dict[str, Any]:
    """Run the last cell, and read the state of the explorer from it."""
    page.evaluate("""async () => {
        const widget = window.jupyterapp.shell.currentWidget;
        widget.content.activeCellIndex = widget.content.widgets.length - 1;
        await window.jupyterapp.commands.execute('notebook:run-cell');
    }""")
    said = page.locator(".jp-CodeCell").last.locator(".jp-OutputArea-output pre")
    until(lambda: said.count() and "END" in said.first.inner_text(), "no state")
    return dict(json.loads(re.search("STATE(.*)END", said.first.inner_text())[1]))  # type: ignore[index]


def assert_no_errors(page: Any, troubles: list[str]) -> None:
    """Neither the kernel, nor a view of a widget, nor the page failed."""
    assert page.locator(ERRORS).all_inner_texts() == []
    assert page.get_by_text(re.compile("javascript error", re.IGNORECASE)).all_inner_texts() == []
    # Notebook 7 races with its own settings while it loads.
    assert [trouble for trouble in troubles if "reading 'schema'" not in trouble] == []


def assert_clean(page: Any, troubles: list[str]) -> None:
    assert_no_errors(page, troubles)
    assert page.locator("[role=alert]:visible").all_inner_texts() == []


def test_controls_redraw_one_picture(run_notebook: Any, tmp_path: Path) -> None:
    page, troubles = run_notebook(notebook(tmp_path, START, VIEW))
    person = Person(page)
    # It opens with a marked operating point, its confusion matrix, and few controls in sight.
    assert page.locator(".prplot-first .prplot-label").all_inner_texts() == [
        *("Classifiers", "Panels", "Interpolation", "Labels", "Prevalence"),
        *("Threshold", "Confidence band of each curve, 95 %"),
    ]
    page.locator("caption", has_text="Confusion matrix").wait_for(timeout=10_000)
    assert "TP" in read(page)
    person.click("ROC")
    person.click("PR")
    # What changes nothing is not there.
    assert page.locator(".prplot-of-interpolation:visible").count() == 0
    person.click("PR")
    person.slide("Prevalence")
    person.choose("Labels", "hard labels at the cut")
    person.open_more()
    person.slide("Threshold")
    person.type_in("Cut", "0.3")
    # What is refused is said, and its control shows what it was before.
    person.type_in("Area between", "0", look=False, number=1)
    page.get_by_role("alert").get_by_text("between must rise and lie in [0, 1]").wait_for(timeout=10_000)
    assert person.rest() == person.source
    assert person.labeled("Area between").locator("input[type=text]").last.input_value() == "1"
    person.type_in("Area between", "0.7", number=1)
    page.get_by_text("between must rise").wait_for(state="detached", timeout=10_000)
    person.choose("Point is at", "the threshold of maximal Fβ")
    person.type_in("β", "3")
    person.click("Scores by class")
    person.click("Ridge")
    person.click("Thresholds as colors")
    person.slide("Isolines")
    # An empty field is off, and the box brings the number back.
    person.type_in("Threshold", "0,3")
    person.type_in("Threshold", "")
    person.click("Threshold")
    assert person.labeled("Threshold").locator("input[type=text]").input_value() == "0.3"
    assert page.locator(FACE).count() == 1
    page.locator("summary", has_text="Code").first.click()
    page.get_by_role("button", name="Copy", exact=True).first.click()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.strip() == page.locator("pre", has_text="import prplot").last.inner_text().strip()
    assert "threshold_colors" in copied
    assert_clean(page, troubles)


WHERE = """() => {
    const here = document.activeElement, notebook = window.jupyterapp.shell.currentWidget.content;
    return [here.closest('.prplot-face') !== null, notebook.activeCellIndex,
            notebook.widgets.map(cell => cell.model.type).join(' ')];
}"""


class Typist(Person):
    """Someone who has no mouse."""

    def goes_to(self, wanted: Any, by: str = "Tab") -> None:
        """Press the tabulator key until a control has the focus."""
        for _ in range(60):
            if wanted.first.evaluate("part => part === document.activeElement"):
                return
            self.page.keyboard.press(by)
        raise AssertionError("it is not reached by the keyboard")

    def press(self, *keys: str, look: bool = True) -> None:
        for key in keys:
            self.page.keyboard.press(key)
        inside, cell, kinds = self.page.evaluate(WHERE)
        assert inside, f"{keys} left the controls"
        assert (cell, kinds) == (1, "code code code"), f"{keys} reached the notebook: {cell}, {kinds}"
        if look:
            self.look()


def test_the_keyboard_alone(run_notebook: Any, tmp_path: Path) -> None:
    page, troubles = run_notebook(notebook(tmp_path, START, VIEW, "after = 1"))
    person, role = Typist(page), page.get_by_role
    page.evaluate("window.jupyterapp.shell.currentWidget.content.activeCellIndex = 1")
    page.evaluate("window.jupyterapp.shell.currentWidget.content.activeCell.node.focus()")
    # The picture itself: arrows, which are also shortcuts of the notebook, move the operating point.
    person.goes_to(page.locator(STAGE))
    person.press("ArrowRight", "ArrowRight")
    # A list: the arrows, and the first letter of an option. Twice d would delete the cell.
    person.goes_to(role("combobox", name="Interpolation"))
    person.press("s")
    assert role("combobox", name="Interpolation").input_value() == "5"
    person.press("Home")
    person.press("d", "d", "x", "b", look=False)
    person.source = person.rest()
    # A check box, and a slider with the field beside it.
    person.goes_to(role("checkbox", name="Prevalence"))
    person.press("Space")
    person.goes_to(role("slider", name="Prevalence"))
    person.press("PageUp")
    person.goes_to(role("textbox", name="Prevalence, number"))
    person.press("Control+a", "0", ".", "3", "5", "Enter")
    # The rest is opened, and one of its controls used.
    person.goes_to(page.locator(".prplot-more summary"))
    person.press("Enter", look=False)
    person.goes_to(role("checkbox", name="Best ranking"))
    person.press("Space")
    person.goes_to(role("slider", name="Isolines"), by="Shift+Tab")
    person.press("End")
    # The code is opened and copied.
    person.goes_to(page.locator("summary", has_text="Code"))
    person.press("Space", look=False)
    person.goes_to(role("button", name="Copy", exact=True))
    person.press("Enter", look=False)
    assert "best(" in page.evaluate("navigator.clipboard.readText()")
    # What is not a plain key is still the notebook's own.
    page.keyboard.press("Control+s")
    page.wait_for_function("() => !window.jupyterapp.shell.currentWidget.context.model.dirty", timeout=20_000)
    assert_clean(page, troubles)


def test_a_cell_that_runs_again_shows_one_live_explorer(run_notebook: Any, tmp_path: Path) -> None:
    count = "import ipywidgets\nprint(len(ipywidgets.widgets.widget._instances))"
    page, troubles = run_notebook(notebook(tmp_path, START, VIEW, "prplot.explore.skew()", count))
    said = page.locator(".jp-CodeCell").nth(3).locator(".jp-OutputArea-output")
    seen = said.inner_text()
    counts = "() => window.jupyterapp.shell.currentWidget.content.widgets.map(cell => cell.model.executionCount)"
    before = max(page.evaluate(counts))
    page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
    page.wait_for_function(f"() => ({counts})().every(count => count > {before})", timeout=120_000)
    page.locator(FACE).nth(1).wait_for(state="visible", timeout=60_000)
    assert page.locator(FACE).count() == 2
    assert said.inner_text() == seen
    Person(page).click("ROC")
    assert_clean(page, troubles)


# What a screen reader is told: each line of the tree with a role that one can use or look at.
NAMELESS = r"^\s*- '?(?:combobox|checkbox|slider|textbox|button)(?! \")"


def test_every_control_has_a_name_for_screen_readers(run_notebook: Any, tmp_path: Path) -> None:
    page, troubles = run_notebook(notebook(tmp_path, START, VIEW))
    person = Person(page)
    person.open_more()
    page.locator("summary", has_text="Code").first.click()
    tree = page.locator(FACE).first.aria_snapshot()
    assert re.findall(NAMELESS + ".*", tree, flags=re.MULTILINE) == []
    for named in (
        'combobox "Main panel"',
        'checkbox "Threshold"',
        'slider "Threshold"',
        'slider "Area between, from"',
        'textbox "Threshold, number"',
        'button "Copy"',
        'group "Panels"',
        'slider "Operating point"',
    ):
        assert named in tree
    # What is new is announced.
    status = page.locator("[role=status]").first
    assert status.inner_text().startswith("PR. Forest: AUPRC (continuous)")
    person.choose("Main panel", "ROC")
    assert status.inner_text().startswith("ROC. Forest: AUROC")
    assert_clean(page, troubles)


def test_the_picture_stays_whole_and_in_sight_and_to_look_is_not_to_change(run_notebook: Any, tmp_path: Path) -> None:
    """Beside the controls, and above them on a page of twice the size."""
    view = VIEW.replace("})", "}, threshold=0.3)")
    page, troubles = run_notebook(notebook(tmp_path, START, view, *["1"] * 20, STATE))
    person = Person(page)
    person.open_more()
    panel = page.locator(".jp-WindowedPanel-outer")
    for wide, high in ((1400, 800), (900, 700)):
        page.set_viewport_size({"width": wide, "height": high})
        person.rest()
        for label in ("Chance", "Best ranking"):
            # What takes the focus is brought into sight.
            box = page.get_by_role("checkbox", name=label, exact=True).first
            box.focus()
            page.wait_for_timeout(200)
            # In one breath: a picture that arrives between two measurements moves what is beneath it.
            picture, sight, mine = page.evaluate(
                "parts => parts.map(part => part.getBoundingClientRect().toJSON())",
                [part.element_handle() for part in (page.locator(STAGE).first, panel, box)],
            )
            assert picture["top"] >= sight["top"] - 1, (wide, label)
            assert picture["bottom"] <= sight["bottom"] + 1, (wide, label)
            beside = mine["left"] >= picture["right"]
            assert beside == (wide == 1400), (wide, label)
            assert beside or mine["top"] >= picture["bottom"], (wide, label)
    # Several panels are at most as high as the screen, with the slider: in rows, and where it is narrow.
    page.set_viewport_size({"width": 1400, "height": 800})
    slider = person.labeled("Threshold").locator("input[type=range]")
    for labels, wide in ((("ROC", "PR-Gain"), "420px"), (("Scores by class",), "")):
        for label in labels:
            person.click(label)
        page.locator(FACE).first.evaluate(f"face => {{ face.style.width = '{wide}'; face.scrollIntoView(); }}")
        page.wait_for_timeout(200)
        slider.evaluate("slider => slider.scrollIntoView({ block: 'nearest' })")
        whole, sight, mine = (part.bounding_box() for part in (page.locator(STAGE).first, panel, slider))
        for part in (whole, mine):
            assert sight["y"] - 1 <= part["y"], wide
            assert part["y"] + part["height"] <= sight["y"] + sight["height"] + 1, wide
    for label in ("ROC", "PR-Gain", "Scores by class"):
        person.click(label)
    page.set_viewport_size({"width": 1400, "height": 1500})
    assert state_of(page) == {"threshold": 0.3, "by": "threshold"}
    assert_clean(page, troubles)


# What is pointed at and dragged on the picture.

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


def read(page: Any, number: int = 0) -> dict[str, str]:
    cells = page.locator(".prplot-read").nth(number).locator(".prplot-cell").all_inner_texts()
    return dict(cell.strip().rsplit(" ", 1) for cell in cells)


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
