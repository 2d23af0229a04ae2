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

PICTURE = ".widget-image"
ERRORS = "[data-mime-type='application/vnd.jupyter.stderr'], [data-mime-type='application/vnd.jupyter.error']"
GROUPS = ("Panels and operating point", "Surroundings", "What if")
START = """import json, prplot
digits = prplot.datasets.load("digits").paths()
cells = prplot.datasets.load("cells").paths()
"""
# Their scores are on different scales, so that the usual point would be at a rate.
VIEW = """view = prplot.explore(
    {"Forest": digits["Random forest"], "Ridge": cells["Ridge regression"]}, by="threshold"
)
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


# Until a picture is the same for a while.
AT_REST = """part => new Promise((done, never) => {
    const state = () => [part.src, part.complete, part.width, part.height].join();
    const start = performance.now();
    let before = state(), since = start;
    const look = () => {
        const now = state(), time = performance.now();
        if (now !== before) [before, since] = [now, time];
        if (part.complete && time - since > 150) done(before);
        else if (time - start > 20_000) never("the picture never settled");
        else setTimeout(look, 20);
    };
    look();
})"""


class Person:
    """Someone who looks at the picture and uses the controls of the page."""

    def __init__(self, page: Any, number: int = 0) -> None:
        self.page, self.picture = page, page.locator(PICTURE).nth(number)
        self.picture.wait_for(state="visible", timeout=60_000)
        self.source = self.rest()

    def rest(self) -> str:
        """What the picture is of; each is made for itself, so what is drawn again the same has another source."""
        self.picture.evaluate(AT_REST)
        return self.digest()

    def digest(self) -> str:
        """The pixels, told apart."""
        return str(
            self.picture.evaluate("""async part => {
                const data = await (await fetch(part.src)).arrayBuffer();
                return [...new Uint8Array(await crypto.subtle.digest('SHA-256', data))].join();
            }""")
        )

    def look(self) -> None:
        """Wait for another picture."""
        until(lambda: self.digest() != self.source, "the control changed nothing in the picture")
        self.source = self.rest()

    def labelled(self, kind: str, label: str) -> Any:
        return self.page.locator(f".widget-{kind}", has=self.page.locator(f"label:text-is('{label}')")).first

    def choose(self, label: str, option: str) -> None:
        self.labelled("dropdown", label).locator("select").select_option(label=option)
        self.look()

    def type_in(self, label: str, value: str, look: bool = True) -> None:
        field = self.labelled("hslider", label).locator(".widget-readout")
        field.fill(value)
        field.press("Enter")
        if look:
            self.look()

    def click(self, label: str, look: bool = True) -> None:
        self.page.locator(".widget-checkbox", has_text=label).locator("input").first.click()
        if look:
            self.look()

    def slide(self, label: str) -> None:
        """Move the slider beside a check box by the keyboard."""
        row = self.page.locator(".widget-hbox", has=self.page.locator(".widget-checkbox", has_text=label)).last
        row.locator(".noUi-handle").first.focus()
        self.page.keyboard.press("PageUp")
        self.look()

    def open(self, *groups: str) -> None:
        for group in groups:
            header = self.page.locator(".jupyter-widget-Collapse-header", has_text=group).first
            if header.get_attribute("aria-expanded") != "true":
                header.click()
            self.page.get_by_role("button", name=group, expanded=True).first.wait_for(timeout=5_000)
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
    person.slide("Threshold")
    person.choose("Weighting", "hard labels at the cut")
    person.choose("Space", "ROC")
    person.choose("Space", "PR")
    person.open(*GROUPS)
    person.type_in("Cut", "0.3")
    person.slide("Prevalence")
    # Handles that touch change nothing but the note beside them.
    person.type_in("Area between", "0.4 – 0.4", look=False)
    beside = page.locator(".prplot-of-between + .prplot-said [role=alert]")
    beside.wait_for(timeout=10_000)
    assert beside.inner_text().startswith('The ends of "Area between" touch')
    assert person.rest() == person.source
    person.type_in("Area between", "0.2 – 0.7", look=False)
    beside.wait_for(state="detached", timeout=10_000)
    person.choose("Point is at", "the best Fβ")
    person.type_in("β", "3")
    person.click("Scores by class")
    person.click("Confusion matrix", look=False)
    page.locator("caption", has_text="Confusion matrix").first.wait_for(timeout=10_000)
    person.click("Ridge")
    person.click("Thresholds as colours")
    person.type_in("Isolines", "8")
    assert page.locator(PICTURE).count() == 1
    person.open("Code")
    page.get_by_role("button", name="Copy", exact=True).first.click()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.strip() == page.locator("pre", has_text="import prplot").last.inner_text().strip()
    assert "threshold_colors" in copied
    assert_clean(page, troubles)


WHERE = """() => {
    const here = document.activeElement, notebook = window.jupyterapp.shell.currentWidget.content;
    return [here.closest('.widget-vbox') !== null, notebook.activeCellIndex,
            notebook.widgets.map(cell => cell.model.type).join(' ')];
}"""


class Typist(Person):
    """Someone who has no mouse."""

    def goes_to(self, role: str, name: str, by: str = "Tab") -> None:
        """Press the tabulator key until a control has the focus."""
        # The arrow before the title of a group is a letter.
        wanted = self.page.get_by_role(role, name=re.compile(rf"^\W*{re.escape(name)}$")).first
        for _ in range(60):
            if wanted.evaluate("part => part === document.activeElement"):
                return
            self.page.keyboard.press(by)
        raise AssertionError(f"the {role} {name!r} is not reached by the keyboard")

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
    person = Typist(page)
    page.evaluate("window.jupyterapp.shell.currentWidget.content.activeCellIndex = 1")
    page.evaluate("window.jupyterapp.shell.currentWidget.content.activeCell.node.focus()")
    # A list: the arrows, and the first letter of an option, which are also shortcuts of the notebook.
    person.goes_to("combobox", "Space")
    person.press("ArrowDown")
    person.press("r")
    assert page.get_by_role("combobox", name="Space").input_value() == "ROC"
    person.press("Home")
    # A check box, and a slider with the field beside it. Twice d would delete the cell.
    person.goes_to("checkbox", "Threshold")
    person.press("Space")
    person.press("d", "d", "x", "b", look=False)
    person.goes_to("slider", "Threshold")
    person.press("PageUp")
    person.goes_to("textbox", "Threshold, number")
    person.press("Control+a", "5", "0", "Enter")
    # A group is opened, and one of its controls used.
    person.goes_to("button", "Surroundings")
    person.press("Enter", look=False)
    page.get_by_role("button", name="Surroundings", expanded=True).wait_for(timeout=5_000)
    person.goes_to("checkbox", "Best ranking")
    person.press("Space")
    person.goes_to("slider", "Isolines", by="Shift+Tab")
    person.press("End")
    # The code is opened and copied.
    person.goes_to("button", "Code")
    person.press("Space", look=False)
    person.goes_to("button", "Copy")
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
    page.locator(PICTURE).nth(1).wait_for(state="visible", timeout=60_000)
    assert page.locator(PICTURE).count() == 2
    assert said.inner_text() == seen
    Person(page).choose("Space", "ROC")
    assert_clean(page, troubles)


# What a screen reader is told: each line of the tree with a role that one can use or look at.
NAMELESS = r"^\s*- '?(?:combobox|checkbox|slider|textbox|button|img)(?! \")"


def test_every_control_has_a_name_for_screen_readers(run_notebook: Any, tmp_path: Path) -> None:
    page, troubles = run_notebook(notebook(tmp_path, START, VIEW))
    person = Person(page)
    person.open(*GROUPS, "Code")
    tree = page.locator(".widget-vbox").first.aria_snapshot()
    assert re.findall(NAMELESS + ".*", tree, flags=re.MULTILINE) == []
    for named in (
        'combobox "Space"',
        'checkbox "Threshold"',
        'slider "Threshold"',
        'slider "Area between, from"',
        'textbox "Recall, number"',
        'button "Copy"',
        'group "Panels"',
    ):
        assert named in tree
    # The picture has words while it is alive, and what is new is announced.
    status = page.locator("[role=status]").first
    assert status.inner_text().startswith("PR. Forest: area")
    assert page.get_by_role("img", name=status.inner_text()).count() == 1
    person.choose("Space", "ROC")
    page.get_by_role("img", name="ROC. Forest: area").wait_for(timeout=10_000)
    assert status.inner_text().startswith("ROC. Forest: area")
    # What is off says why beneath it, also to those who do not see that it is beneath.
    interpolation = page.locator(".prplot-of-interpolation select")
    assert interpolation.is_disabled()
    said = 'Only in PR; elsewhere a step has one exact image: choose it under "Space" or "Panels".'
    page.get_by_text(said).first.wait_for(state="visible", timeout=10_000)
    described = "part => document.getElementById(part.getAttribute('aria-describedby'))?.textContent"
    assert interpolation.evaluate(described) == said
    person.choose("Space", "PR")
    until(lambda: interpolation.is_enabled() and not interpolation.evaluate(described), "it is still off")
    assert_clean(page, troubles)


def test_the_picture_stays_whole_and_in_sight_and_to_look_is_not_to_change(run_notebook: Any, tmp_path: Path) -> None:
    """Beside the controls, and above them on a page of twice the size."""
    view = VIEW.replace('by="threshold"', 'by="threshold", threshold=0.3')
    page, troubles = run_notebook(notebook(tmp_path, START, view, *["1"] * 20, STATE))
    person = Person(page)
    person.open(*GROUPS)
    panel = page.locator(".jp-WindowedPanel-outer")
    for wide, high in ((1400, 800), (700, 450)):
        page.set_viewport_size({"width": wide, "height": high})
        person.rest()
        whole, seen = person.picture.evaluate("i => [i.naturalWidth / i.naturalHeight, i.width / i.height]")
        assert seen == pytest.approx(whole, rel=0.01)
        for label in ("Table of areas", "Chance"):
            # What takes the focus is brought into sight.
            box = page.locator(".widget-checkbox", has_text=label).locator("input").first
            box.focus()
            page.wait_for_timeout(200)
            # In one breath: a picture that arrives between two measurements moves what is beneath it.
            picture, sight, mine = page.evaluate(
                "parts => parts.map(part => part.getBoundingClientRect().toJSON())",
                [part.element_handle() for part in (person.picture, panel, box)],
            )
            assert picture["top"] >= sight["top"] - 1, (wide, label)
            assert picture["bottom"] <= sight["bottom"] + 1, (wide, label)
            beside = mine["left"] >= picture["right"]
            assert beside == (wide == 1400), (wide, label)
            assert beside or mine["top"] >= picture["bottom"], (wide, label)
    page.set_viewport_size({"width": 1400, "height": 1500})
    # A page moves sliders to their nearest stops when it shows them.
    assert state_of(page) == {"threshold": 0.3, "by": "threshold"}
    assert_clean(page, troubles)


# What is pointed at and dragged on the picture.

TOUCHED = "prplot.explore(digits, threshold=0.3, panels=('roc',))"
PLACE = """({panel, x, y}) => {
    const over = document.querySelector('.prplot-over');
    const [left, top, right, bottom] = JSON.parse(over.dataset[panel])[y === null ? 1 : x[0]];
    const [across, down] = y === null ? [0.5, 0.5] : [x[1], 1 - y];
    const point = new DOMPoint(left + across * (right - left), top + down * (bottom - top));
    const seen = point.matrixTransform(over.querySelector('svg').getScreenCTM());
    return [seen.x, seen.y];
}"""


def place(page: Any, panel: int, x: float, y: float) -> tuple[float, float]:
    """A place in a panel, in shares of it, on the page."""
    return tuple(page.evaluate(PLACE, {"panel": "boxes", "x": [panel, x], "y": y}))


def entry(page: Any) -> tuple[float, float]:
    """The second entry of the legend."""
    return tuple(page.evaluate(PLACE, {"panel": "entries", "x": None, "y": None}))


def ready(page: Any) -> Person:
    page.locator(".prplot-live .prplot-cell").first.wait_for(timeout=60_000)
    page.locator(PICTURE).first.scroll_into_view_if_needed()
    return Person(page)


def read(page: Any, number: int = 0) -> dict[str, str]:
    cells = page.locator(".prplot-live .prplot-read").nth(number).locator(".prplot-cell").all_inner_texts()
    return dict(cell.strip().rsplit(" ", 1) for cell in cells)


def test_the_picture_answers_to_the_pointer_and_to_fingers(run_notebook: Any, tmp_path: Path) -> None:
    page, troubles = run_notebook(notebook(tmp_path, START, f"view = {TOUCHED}\nview", STATE))
    person = ready(page)
    # Pointing moves marks in both panels, and no picture.
    page.mouse.move(*place(page, 0, 0.5, 0.8))
    assert page.locator(".prplot-marks .prplot-mark").count() == 2
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

    def entries() -> int:
        return len(json.loads(page.locator(".prplot-over").get_attribute("data-entries")))

    all_of_them = entries()
    # A click on an entry of the legend hides its classifier, a button brings it back.
    page.mouse.click(*entry(page))
    person.look()
    page.get_by_role("button", name=re.compile("^Show ")).click()
    person.look()
    page.get_by_role("button", name=re.compile("^Show ")).wait_for(state="detached", timeout=10_000)
    until(lambda: entries() == all_of_them, "an entry of the legend is missing")
    page.mouse.click(*entry(page))
    person.look()
    # The mark of the prevalence is dragged up, by a finger.
    mark = page.locator(".prplot-pi-mark").first
    box = mark.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = page.context.new_cdp_session(page)
    for step in range(6):
        points = [{"x": x, "y": y - 15 * step}]
        session.send("Input.dispatchTouchEvent", {"type": "touchMove" if step else "touchStart", "touchPoints": points})
        # Pictures come meanwhile, each with another mark.
        page.wait_for_timeout(150)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    person.look()
    middle = "mark => { const box = mark.getBoundingClientRect(); return box.y + box.height / 2; }"
    until(lambda: abs(page.locator(".prplot-pi-mark").first.evaluate(middle) - (y - 75)) < 2, "the mark is elsewhere")
    state = state_of(page)
    assert 0.15 < state["prevalence"] < 0.9
    assert len(state["shown"]) == 3
    assert state["threshold"] != 0.3
    assert_no_errors(page, troubles)


def test_the_picture_answers_to_keys_and_two_do_not_meddle(run_notebook: Any, tmp_path: Path) -> None:
    other = 'prplot.explore(digits["Decision tree"], space="roc")'
    page, troubles = run_notebook(notebook(tmp_path, START, f"view = {TOUCHED}\nview", other, STATE))
    person = ready(page)
    until(lambda: page.locator(".prplot-live .prplot-read").count() == 2, "the second explorer tells nothing")
    texts = [read(page, number) for number in (0, 1)]
    page.locator(".prplot-over").first.focus()
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
    page.locator(".prplot-over").nth(1).focus()
    page.keyboard.press("ArrowRight")
    until(lambda: read(page, 1) != texts[1], "the second explorer did not answer")
    assert read(page) == found[-1]
    assert_no_errors(page, troubles)


@pytest.mark.parametrize("where", ["classic", "voila"])
def test_notebook_7_and_voila(where: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    run = request.getfixturevalue(f"run_{where}")
    page, troubles = run(notebook(tmp_path, START, TOUCHED, name="elsewhere.ipynb"))
    person = ready(page)
    if where == "classic":
        assert page.evaluate("window.jupyterapp.name") == "Jupyter Notebook"
    person.choose("Space", "PR-Gain")
    person.open("Surroundings")
    person.click("Chance")
    assert page.locator(PICTURE).count() == 1
    page.mouse.move(*place(page, 0, 0.5, 0.8))
    assert page.locator(".prplot-marks .prplot-mark").count() == 2
    page.mouse.click(*place(page, 0, 0.3, 0.8))
    person.look()
    page.locator(".prplot-over").first.focus()
    first = read(page)
    page.keyboard.press("ArrowLeft")
    assert read(page)["threshold"] != first["threshold"]
    assert_no_errors(page, troubles)


WHOLE = """() => {
    const canvas = document.querySelector('.jupyter-matplotlib-canvas-div canvas').getBoundingClientRect();
    let part = document.querySelector('.jupyter-matplotlib-canvas-div');
    for (; part && !part.matches('.jp-OutputArea-output'); part = part.parentElement) {
        const scrolled = getComputedStyle(part).overflowX === 'auto' && part.scrollWidth >= canvas.width;
        if (scrolled && part.scrollWidth > part.clientWidth) return 'scrolled';
        if (part.getBoundingClientRect().right < canvas.right - 1) return 'cut off';
    }
    return 'whole';
}"""


def test_the_canvas_of_ipympl(run_notebook: Any, tmp_path: Path) -> None:
    # Not imported here, where it would become the backend of every later test.
    if importlib.util.find_spec("ipympl") is None:
        reason = "ipympl is not installed: pip install 'prplot[browser]'"
        pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)
    # The backend stays for as long as the kernel.
    page, troubles = run_notebook(notebook(tmp_path, "%matplotlib widget\n" + START, VIEW, name="ipympl.ipynb"))
    canvas = page.locator(".jupyter-matplotlib-canvas-div canvas").first
    canvas.wait_for(state="visible", timeout=60_000)
    pixels = "canvas => canvas.toDataURL()"
    until(lambda: len(canvas.evaluate(pixels)) > 10_000, "the canvas is empty")
    before = canvas.evaluate(pixels)
    page.locator(".widget-dropdown", has=page.locator("label:text-is('Space')")).first.locator("select").select_option(
        label="ROC"
    )
    until(lambda: canvas.evaluate(pixels) != before, "the control changed nothing")
    until(lambda: page.evaluate(WHOLE) == "whole", "the canvas is cut off")
    page.locator(".jupyter-widget-Collapse-header", has_text="Panels and operating point").first.click()
    page.locator(".widget-checkbox", has_text="Scores by class").locator("input").first.click()
    # Three panels are wider than the page.
    until(lambda: page.evaluate(WHOLE) == "scrolled", "the canvas is cut off")
    assert page.get_by_text("Figure 0").filter(visible=True).count() == 0
    assert page.locator(".jupyter-matplotlib-canvas-div").count() == 1
    assert_no_errors(page, troubles)
    (note,) = page.locator("[role=alert]:visible").all_inner_texts()
    assert note.startswith("With %matplotlib widget nothing answers to the pointer here")
