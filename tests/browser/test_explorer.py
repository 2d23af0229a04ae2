"""The controls of the explorer in JupyterLab, driven through the page as a person would."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from helpers.explorers_in_browsers import (
    FACE,
    STAGE,
    START,
    STATE,
    VIEW,
    Person,
    assert_clean,
    notebook,
    read,
    state_of,
)

pytestmark = pytest.mark.browser


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
