"""The explorer in JupyterLab and in Jupyter Notebook 7, driven through the page as a person would."""

from __future__ import annotations

import importlib.util
import io
import os
import re
import time
from pathlib import Path
from typing import Any

import nbformat
import pytest

NOTEBOOK = Path(__file__).resolve().parents[2] / "notebooks" / "01-what-do-my-scores-say.ipynb"
PICTURE = ".widget-image"
ERRORS = "[data-mime-type='application/vnd.jupyter.stderr'], [data-mime-type='application/vnd.jupyter.error']"
START = """import prplot
digits = prplot.datasets.load("digits").paths()
cells = prplot.datasets.load("cells").paths()
"""
# Their scores are on different scales, so that the usual point would be at a rate.
VIEW = """view = prplot.explore(
    {"Forest": digits["Random forest"], "Ridge": cells["Ridge regression"]}, by="threshold"
)
view"""


def notebook(folder: Path, *sources: str, name: str = "explore.ipynb") -> Path:
    """Write a notebook; those of one name share a kernel, unless a test ends it."""
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
    made.metadata["kernelspec"] = {"display_name": "Python 3", "language": "python", "name": "python3"}
    nbformat.write(made, folder / name)
    return folder / name


def screenshot(page: Any, what: str) -> bytes:
    return bytes(page.locator(what).first.screenshot(animations="disabled"))


def keep(part: Any, file: Path) -> None:
    """Write what a page looks like for who asks for it; no test does."""
    if "PRPLOT_SCREENSHOTS" in os.environ:
        file.parent.mkdir(parents=True, exist_ok=True)
        part.screenshot(path=file)


# Until a picture is the same, and as large, for a while: quicker to ask than screenshots are to take.
AT_REST = """part => new Promise((done, never) => {
    const state = () => [part.src, part.complete, part.width, part.height].join();
    const start = performance.now();
    let before = state(), since = start;
    const look = () => {
        const now = state(), time = performance.now();
        if (now !== before) [before, since] = [now, time];
        if (part.complete && time - since > 150) done();
        else if (time - start > 20_000) never("the picture never settled");
        else setTimeout(look, 20);
    };
    look();
})"""


def settled(page: Any, what: str = PICTURE) -> bytes:
    """A screenshot of the picture that is at rest; of a canvas, one that was the same twice."""
    part = page.locator(what).first
    if part.evaluate("part => part.localName") == "img":
        part.evaluate(AT_REST)
        return screenshot(page, what)
    before = screenshot(page, what)
    for _ in range(80):
        time.sleep(0.12)
        now = screenshot(page, what)
        if now == before:
            return now
        before = now
    raise AssertionError("the picture never settled")


def share_changed(one: bytes, other: bytes) -> float:
    from PIL import Image, ImageChops

    first, second = (Image.open(io.BytesIO(data)).convert("L") for data in (one, other))
    if first.size != second.size:
        return 1.0
    difference = ImageChops.difference(first, second).point(lambda v: 255 if v > 8 else 0)
    return difference.histogram()[255] / (first.width * first.height)


def changed_from(page: Any, before: bytes, what: str = PICTURE) -> bytes:
    for _ in range(120):
        now = settled(page, what)
        if share_changed(before, now) > 0.0002:
            return now
    raise AssertionError("the control changed nothing in the picture")


class Person:
    """Someone who looks at the picture and uses the controls of the page."""

    def __init__(self, page: Any, kept: Path, name: str) -> None:
        self.page, self.kept, self.name, self.number = page, kept, name, 0
        page.locator(PICTURE).first.wait_for(state="visible", timeout=60_000)
        self.seen = settled(page)
        self.keep()

    def keep(self) -> None:
        self.kept.mkdir(parents=True, exist_ok=True)
        (self.kept / f"{self.name}-{self.number:02}.png").write_bytes(self.seen)
        self.number += 1

    def look(self) -> None:
        self.seen = changed_from(self.page, self.seen)
        self.keep()

    def choose(self, label: str, option: str, look: bool = True) -> None:
        box = self.page.locator(".widget-dropdown", has=self.page.locator(f"label:text-is('{label}')")).first
        box.locator("select").select_option(label=option)
        if look:
            self.look()

    def type_in(self, label: str, value: str, look: bool = True) -> None:
        slider = self.page.locator(".widget-hslider", has=self.page.locator(f"label:text-is('{label}')")).first
        slider.locator(".widget-readout").fill(value)
        slider.locator(".widget-readout").press("Enter")
        if look:
            self.look()

    def click(self, label: str, look: bool = True) -> None:
        self.page.locator(".widget-checkbox", has_text=label).locator("input").first.click()
        if look:
            self.look()

    def slide(self, label: str, look: bool = True) -> None:
        """Move the slider beside a check box by the keyboard."""
        row = self.page.locator(".widget-hbox", has=self.page.locator(".widget-checkbox", has_text=label)).last
        row.locator(".noUi-handle").first.focus()
        self.page.keyboard.press("PageUp")
        if look:
            self.look()

    def open(self, group: str) -> None:
        header = self.page.locator(".jupyter-widget-Collapse-header", has_text=group).first
        if header.get_attribute("aria-expanded") != "true":
            header.click()
            # A page that scrolls now may show a smaller picture.
            self.seen = settled(self.page)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return Path(os.environ.get("PRPLOT_SCREENSHOTS", tmp_path))


def assert_no_errors(page: Any, troubles: list[str]) -> None:
    """Neither the kernel, nor a view of a widget, nor the page failed."""
    assert page.locator(ERRORS).all_inner_texts() == []
    failed = page.get_by_text(re.compile("javascript error", re.IGNORECASE))
    assert [part.locator("xpath=..").inner_text() for part in failed.all()] == []
    assert troubles == []


def assert_clean(page: Any, troubles: list[str]) -> None:
    assert_no_errors(page, troubles)
    assert page.locator("[role=alert]:visible").all_inner_texts() == []


@pytest.mark.browser
@pytest.mark.slow
def test_every_control_redraws_one_picture(run_notebook: Any, kept: Path, tmp_path: Path) -> None:
    page, troubles = run_notebook(notebook(tmp_path, START, VIEW))
    person = Person(page, kept, "explorer")
    assert page.locator(PICTURE).count() == 1
    person.slide("Threshold")
    person.choose("Weighting", "hard labels at the cut")
    person.choose("Interpolation", "step")
    person.choose("Space", "PR-Gain")
    person.choose("Space", "ROC")
    person.choose("Space", "PR")

    person.open("What if")
    person.type_in("Cut", "0.3")
    person.choose("Weighting", "hard labels, unweighted", look=False)
    person.choose("Ties", "optimistic")
    person.choose("Compare with", "max-interpolated")
    person.slide("Prevalence")
    # Handles that touch change nothing but the note beside them.
    person.type_in("Area between", "0.4 – 0.4", look=False)
    beside = page.locator(".prplot-of-between + .prplot-said [role=alert]")
    beside.wait_for(timeout=10_000)
    assert beside.inner_text().startswith('The ends of "Area between" touch')
    assert share_changed(person.seen, settled(page)) == 0.0
    person.type_in("Area between", "0.2 – 0.7")
    person.choose("Space", "CROC")
    person.type_in("CROC α", "2")
    person.choose("Space", "PR")

    person.open("Panels and operating point")
    person.choose("Point is at", "a recall")
    person.type_in("Recall", "0.4")
    person.choose("Point is at", "a predicted positive rate")
    person.type_in("Predicted pos.", "0.3")
    person.choose("Point is at", "the best Fβ")
    person.type_in("β", "3")
    person.choose("Point is at", "the least expected cost")
    person.open("What if")
    person.type_in("Cost of a FN", "9")
    person.type_in("Cost of a FP", "3")
    person.open("Panels and operating point")
    for panel in ("ROC", "Scores by class"):
        person.click(panel)
    person.click("Confusion matrix", look=False)
    page.locator("caption", has_text="Confusion matrix").first.wait_for(timeout=10_000)
    person.click("Table of areas", look=False)
    page.locator("th", has_text="PR-Gain").first.wait_for(timeout=10_000)
    keep(page, kept / "explorer-page.png")
    for panel in ("ROC", "Scores by class"):
        person.click(panel)
    person.choose("Interpolation", "continuous")
    person.click("Ridge")

    person.open("Surroundings")
    for name in (
        "Chance",
        "Always positive",
        "Unachievable region",
        "Best ranking",
        "Worst ranking",
        "PR-Gain grid",
        "Hull with calibrated scores",
        "Thresholds as colours",
    ):
        person.click(name)
    person.choose("Isolines of", "accuracy")
    person.type_in("Isolines", "8")

    assert page.locator(PICTURE).count() == 1
    page.locator(".jupyter-widget-Collapse-header", has_text="Code").first.click()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy", exact=True).first.click()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.strip() == page.locator("pre", has_text="import prplot").last.inner_text().strip()
    assert "import prplot\n" in copied
    assert "threshold_colors" in copied
    keep(page, kept / "explorer-code.png")
    assert_clean(page, troubles)


ALL_OPEN = """() => [...document.querySelectorAll('.jupyter-widget-Collapse')].every(group =>
    group.matches('.jupyter-widget-Collapse-open')
    && group.querySelector('.jupyter-widget-Collapse-contents .jupyter-widgets'))"""
# Kinds of samples and views, each of which leaves other controls without a meaning.
KINDS = """import numpy as np
rng = np.random.default_rng(1)
forest, soft = digits["Random forest"], cells["Ridge regression"]
labels = rng.random(60) < 0.4
twelve = {f"A classifier with a long name, {k}": prplot.from_labels(labels, rng.normal(size=60)) for k in range(12)}
tied, one_class = prplot.from_labels([1, 0, 1], [1, 1, 1]), prplot.from_labels([1, 1], [2, 1])
"""
KIND_OF_VIEW = (
    "forest",
    "forest, by='recall'",
    "forest, by='expected_cost', panels=prplot.widgets.state.view.PANELS, threshold=0.4",
    "forest, space='cost'",
    "soft",
    "soft, weighting='hard'",
    "one_class",
    "tied",
    "prplot.from_labels([1], [0.5])",
    "prplot.from_counts([3, 2, 1], [3, 5, 6], [1, 4, 20])",
    "list(digits.values())[:3]",
    "twelve",
    "prplot.simulate.binormal().path(0.1), best=True",
)


@pytest.mark.browser
@pytest.mark.slow
def test_every_kind_of_view_with_every_group_open(run_notebook: Any, kept: Path, tmp_path: Path) -> None:
    views = [f"import prplot.widgets\nprplot.explore({given})" for given in KIND_OF_VIEW]
    page, troubles = run_notebook(notebook(tmp_path, START + KINDS, *views))
    for place in range(1, len(views) + 1):
        page.locator(f":nth-match({PICTURE}, {place})").wait_for(state="visible", timeout=60_000)
    headers = page.locator(".jupyter-widget-Collapse-header")
    assert headers.count() == 4 * len(KIND_OF_VIEW)
    # The page makes the controls of a group when it is opened; all of them at once, as each takes a while.
    headers.evaluate_all("headers => headers.forEach(header => header.click())")
    page.wait_for_function(ALL_OPEN, timeout=60_000)
    for place in range(1, len(KIND_OF_VIEW) + 1):
        explorer = page.locator(f":nth-match(.widget-vbox:has(> .widget-hbox {PICTURE}), {place})")
        assert explorer.is_visible()
        keep(explorer, kept / f"kind-{place:02}.png")
    assert_no_errors(page, troubles)


LESSONS = {
    "interpolation": ("FP of B", "40"),
    "skew": ("Prevalence", "0.01"),
    "unachievable": ("Point at recall", "0.4"),
    "gain": ("β", "3"),
    "weights": ("Cut", "0.3"),
}


@pytest.mark.browser
@pytest.mark.slow
def test_the_lessons(run_notebook: Any, kept: Path, tmp_path: Path) -> None:
    """In each one control is moved, and the picture and the words follow."""
    lessons = [f"prplot.explore.{name}()" for name in LESSONS]
    page, troubles = run_notebook(notebook(tmp_path, "import prplot", *lessons))
    kept.mkdir(parents=True, exist_ok=True)
    for place, (name, (label, value)) in enumerate(LESSONS.items(), 1):
        lesson = page.locator(f":nth-match(.widget-vbox:has(> {PICTURE}), {place})")
        picture = f":nth-match({PICTURE}, {place})"
        lesson.scroll_into_view_if_needed()
        page.locator(picture).wait_for(state="visible", timeout=60_000)
        before, said = settled(page, picture), lesson.locator("[role=status]").last.inner_text()
        slider = lesson.locator(".widget-hslider", has=page.locator(f"label:text-is('{label}')"))
        slider.locator(".widget-readout").fill(value)
        slider.locator(".widget-readout").press("Enter")
        changed_from(page, before, picture)
        assert lesson.locator("[role=status]").last.inner_text() != said
        keep(lesson, kept / f"lesson-{name}.png")
    assert_clean(page, troubles)


@pytest.mark.browser
@pytest.mark.slow
def test_jupyter_notebook_7(run_classic: Any, kept: Path, tmp_path: Path) -> None:
    _, its_own = run_classic(notebook(tmp_path, "1 + 1"))
    page, troubles = run_classic(notebook(tmp_path, START, VIEW))
    assert page.evaluate("window.jupyterapp.name") == "Jupyter Notebook"
    person = Person(page, kept, "notebook-7")
    person.slide("Threshold")
    person.choose("Space", "ROC")
    person.open("Surroundings")
    person.click("Chance")
    person.open("Panels and operating point")
    person.click("CROC")
    person.click("Confusion matrix", look=False)
    page.locator("caption", has_text="Confusion matrix").first.wait_for(timeout=10_000)
    person.open("What if")
    person.type_in("Area between", "0.2 – 0.7")
    assert page.locator(PICTURE).count() == 1
    keep(page, kept / "notebook-7-page.png")
    assert_clean(page, [trouble for trouble in troubles if trouble not in its_own])


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


@pytest.mark.browser
@pytest.mark.slow
def test_the_keyboard_alone(run_notebook: Any, kept: Path, tmp_path: Path) -> None:
    page, troubles = run_notebook(notebook(tmp_path, START, VIEW, "after = 1"))
    person = Typist(page, kept, "keyboard")
    page.evaluate("window.jupyterapp.shell.currentWidget.content.activeCellIndex = 1")
    page.evaluate("window.jupyterapp.shell.currentWidget.content.activeCell.node.focus()")

    # A list: the arrows, and the first letter of an option, which are also shortcuts of the notebook.
    person.goes_to("combobox", "Space")
    person.press("ArrowDown")
    person.press("ArrowUp")
    person.press("r")
    assert page.get_by_role("combobox", name="Space").input_value() == "ROC"
    person.press("Home")
    person.goes_to("combobox", "Interpolation")
    person.press("s")

    # A check box, and a slider with the field beside it. Twice d would delete the cell.
    person.goes_to("checkbox", "Threshold")
    person.press("Space")
    person.press("d", "d", "x", "b", look=False)
    person.goes_to("slider", "Threshold")
    person.press("PageUp")
    person.press(*["ArrowDown"] * 40)
    person.goes_to("textbox", "Threshold, number")
    person.press("Control+a", "5", "0", "Enter")

    # A group is opened, one of its controls used, and closed.
    group = page.get_by_role("button", name="Surroundings").first
    assert group.get_attribute("aria-expanded") == "false"
    person.goes_to("button", "Surroundings")
    person.press("Enter", look=False)
    page.get_by_role("checkbox", name="Best ranking").wait_for(timeout=5_000)
    assert group.get_attribute("aria-expanded") == "true"
    person.goes_to("checkbox", "Best ranking")
    person.press("Space")
    person.goes_to("checkbox", "Chance", by="Shift+Tab")
    person.press("Space")
    person.goes_to("slider", "Isolines", by="Shift+Tab")
    person.press("End")

    # The code is opened and copied.
    person.goes_to("button", "Code")
    person.press("Space", look=False)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    person.goes_to("button", "Copy")
    person.press("Enter", look=False)
    copied = page.evaluate("navigator.clipboard.readText()")
    assert "import prplot\n" in copied
    assert "best(" in copied

    # What is not a plain key is still the notebook's own.
    page.keyboard.press("Control+s")
    page.wait_for_function("() => !window.jupyterapp.shell.currentWidget.context.model.dirty", timeout=20_000)
    keep(page, kept / "keyboard-page.png")
    assert_clean(page, troubles)


@pytest.mark.browser
@pytest.mark.slow
def test_a_cell_that_runs_again_shows_one_live_explorer(
    run_notebook: Any, run_again: Any, kept: Path, tmp_path: Path
) -> None:
    count = "import ipywidgets\nprint(len(ipywidgets.widgets.widget._instances))"
    page, troubles = run_notebook(notebook(tmp_path, START, VIEW, "prplot.explore.skew()", count))
    said = page.locator(".jp-CodeCell").nth(3).locator(".jp-OutputArea-output")
    seen = [said.inner_text()]
    for _ in range(2):
        run_again(page)
        page.locator(PICTURE).nth(1).wait_for(state="visible", timeout=60_000)
        assert page.locator(PICTURE).count() == 2
        seen.append(said.inner_text())
    assert len(set(seen)) == 1, seen
    person = Person(page, kept, "again")
    person.choose("Space", "ROC")
    assert_clean(page, troubles)


# What a screen reader is told: each line of the tree with a role that one can use or look at.
NAMELESS = r"^\s*- '?(?:combobox|checkbox|slider|textbox|button|img)(?! \")"


@pytest.mark.browser
@pytest.mark.slow
def test_every_control_has_a_name_for_screen_readers(run_notebook: Any, kept: Path, tmp_path: Path) -> None:
    page, troubles = run_notebook(notebook(tmp_path, START, VIEW))
    person = Person(page, kept, "names")
    tree = ""
    for group in ("Panels and operating point", "Surroundings", "What if", "Code"):
        person.open(group)
        page.get_by_role("button", name=group, expanded=True).wait_for(timeout=5_000)
        tree += page.locator(".widget-vbox").first.aria_snapshot()
    assert re.findall(NAMELESS + ".*", tree, flags=re.MULTILINE) == []
    for role, name in (
        ("combobox", "Space"),
        ("checkbox", "Threshold"),
        ("slider", "Threshold"),
        ("slider", "Prevalence"),
        ("slider", "Area between, from"),
        ("slider", "Area between, to"),
        ("textbox", "Recall, number"),
        ("checkbox", "ROC"),
        ("button", "Copy"),
        ("group", "Panels"),
    ):
        assert f'{role} "{name}"' in tree

    # The picture has words while it is alive, and what is new is announced.
    status = page.locator("[role=status]").first
    assert status.inner_text().startswith("PR. Forest: area")
    assert page.get_by_role("img", name=status.inner_text()).count() == 1
    person.choose("Space", "ROC")
    page.locator("[role=status]", has_text="ROC. Forest: area").first.wait_for(state="attached", timeout=10_000)
    page.get_by_role("img", name="ROC. Forest: area").wait_for(timeout=10_000)
    assert status.inner_text().startswith("ROC. Forest: area")
    assert page.get_by_role("img", name=status.inner_text()).count() == 1

    # What is off says why beneath it, also to those who do not see that it is beneath.
    interpolation = page.locator(".prplot-of-interpolation select")
    assert interpolation.is_disabled()
    said = 'Only in PR; elsewhere a step has one exact image: choose it under "Space" or "Panels".'
    page.get_by_text(said).first.wait_for(state="visible", timeout=10_000)
    described = "part => document.getElementById(part.getAttribute('aria-describedby'))?.textContent"
    assert interpolation.evaluate(described) == said
    person.choose("Space", "PR")
    page.wait_for_function("() => !document.querySelector('.prplot-of-interpolation select').disabled", timeout=10_000)
    page.wait_for_function(
        "part => !document.getElementById(part.getAttribute('aria-describedby'))?.textContent",
        arg=interpolation.element_handle(),
        timeout=10_000,
    )
    assert page.get_by_text(said).filter(visible=True).count() <= 1
    assert_clean(page, troubles)


@pytest.mark.browser
@pytest.mark.slow
def test_the_picture_keeps_its_proportions(run_notebook: Any, kept: Path, tmp_path: Path) -> None:
    page, troubles = run_notebook(notebook(tmp_path, START, VIEW))
    person = Person(page, kept, "proportions")
    measured = "image => [image.naturalWidth / image.naturalHeight, image.width / image.height]"
    for group in ("Panels and operating point", "Surroundings", "What if", "Code"):
        person.open(group)
        whole, seen = page.locator(PICTURE).first.evaluate(measured)
        assert seen == pytest.approx(whole, rel=0.01), group
    page.set_viewport_size({"width": 800, "height": 1500})
    page.wait_for_function("() => document.querySelector('.widget-image').width < 500", timeout=10_000)
    whole, seen = page.locator(PICTURE).first.evaluate(measured)
    assert seen == pytest.approx(whole, rel=0.01)
    keep(page, kept / "narrow-page.png")
    assert_clean(page, troubles)


@pytest.mark.browser
@pytest.mark.slow
def test_the_picture_stays_in_sight_and_covers_no_control(run_notebook: Any, kept: Path, tmp_path: Path) -> None:
    """Beside the controls, above them on a page of twice the size, and with several panels."""
    page, troubles = run_notebook(notebook(tmp_path, START, VIEW, *["1"] * 20))
    person = Person(page, kept, "in-sight")
    groups = ("Panels and operating point", "Surroundings", "What if")
    for group in groups:
        person.open(group)
    for group in groups:
        page.get_by_role("button", name=group, expanded=True).wait_for(timeout=5_000)
    panel = page.locator(".jp-WindowedPanel-outer")
    for number, (wide, high, panels) in enumerate(((1400, 800, ()), (700, 450, ()), (1400, 800, ("ROC", "CROC")))):
        page.set_viewport_size({"width": wide, "height": high})
        person.seen = settled(page)
        for name in panels:
            person.click(name)
        for label in ("Table of areas", "Worst ranking", "Always positive", "Chance"):
            # What takes the focus is brought into sight.
            box = page.locator(".widget-checkbox", has_text=label).locator("input").first
            box.focus()
            page.wait_for_timeout(200)
            # In one breath: a picture that arrives between two measurements moves what is beneath it.
            picture, sight, mine = page.evaluate(
                "parts => parts.map(part => part.getBoundingClientRect().toJSON())",
                [part.element_handle() for part in (page.locator(PICTURE).first, panel, box)],
            )
            assert picture["top"] >= sight["top"] - 1, (wide, label)
            assert picture["bottom"] <= sight["bottom"] + 1, (wide, label)
            beside = mine["left"] >= picture["right"]
            assert beside == (not number), (wide, label)
            assert beside or mine["top"] >= picture["bottom"], (wide, label)
            keep(page, kept / f"in-sight-page-{number}.png")
    page.set_viewport_size({"width": 1400, "height": 1500})
    assert_clean(page, troubles)


@pytest.mark.browser
@pytest.mark.slow
def test_to_look_is_not_to_change(run_notebook: Any, kept: Path, tmp_path: Path) -> None:
    """A page moves sliders to their nearest stops when it shows them."""
    with_point = VIEW.replace('by="threshold"', 'by="threshold", threshold=0.3')
    page, troubles = run_notebook(notebook(tmp_path, START, with_point, "print(view.state)"))
    person = Person(page, kept, "looking")
    for group in ("Panels and operating point", "Surroundings", "What if"):
        person.open(group)
        page.wait_for_timeout(500)
    page.evaluate("window.jupyterapp.shell.currentWidget.content.activeCellIndex = 2")
    page.evaluate("window.jupyterapp.commands.execute('notebook:run-cell')")
    page.wait_for_timeout(1000)
    said = page.locator(".jp-CodeCell").nth(2).locator(".jp-OutputArea-output").inner_text()
    assert said.strip() == "{'threshold': 0.3, 'by': 'threshold'}"
    assert_clean(page, troubles)


@pytest.mark.browser
@pytest.mark.slow
def test_a_still_picture_remains_without_a_kernel(run_notebook: Any, kept: Path, tmp_path: Path) -> None:
    page, troubles = run_notebook(notebook(tmp_path, START, VIEW))
    person = Person(page, kept, "still")
    still = page.locator("div[class^=prplot-still]")
    assert still.count() == 1
    assert not still.is_visible()
    # What is stored is the last state.
    person.choose("Space", "ROC")
    still.locator("p", has_text="ROC. Forest: area").wait_for(state="attached", timeout=20_000)
    page.evaluate("window.jupyterapp.commands.execute('docmanager:save')")
    page.wait_for_function("() => !window.jupyterapp.shell.currentWidget.context.model.dirty", timeout=20_000)
    page.evaluate("window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    page.goto(page.url.split("?")[0] + "?reset", wait_until="domcontentloaded")
    page.wait_for_selector(".jp-NotebookPanel .jp-Cell", timeout=60_000)
    still.wait_for(state="visible", timeout=30_000)
    assert still.locator("p").inner_text().startswith("ROC. Forest: area 0.9")
    # A notebook that is not trusted shows no page, but a picture; either has words.
    words = [part.get_attribute("alt") or part.get_attribute("title") for part in still.locator("img, iframe").all()]
    assert words
    assert all(text.startswith("ROC curve of Forest") for text in words)
    seen = still.locator("img, iframe").locator("visible=true")
    assert seen.count() == 1
    assert [trouble for trouble in troubles if "model" not in trouble] == []


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


@pytest.mark.browser
@pytest.mark.slow
def test_the_canvas_of_ipympl(run_notebook: Any, kept: Path, tmp_path: Path) -> None:
    # Not imported here, where it would become the backend of every later test.
    if importlib.util.find_spec("ipympl") is None:
        reason = "ipympl is not installed: pip install 'prplot[browser]'"
        pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)
    # The backend stays for as long as the kernel.
    page, troubles = run_notebook(notebook(tmp_path, "%matplotlib widget\n" + START, VIEW, name="ipympl.ipynb"))
    canvas = ".jupyter-matplotlib-canvas-div canvas:first-child"
    page.locator(canvas).first.wait_for(state="visible", timeout=60_000)
    before = settled(page, canvas)
    box = page.locator(".widget-dropdown", has=page.locator("label:text-is('Space')")).first
    box.locator("select").select_option(label="ROC")
    after = changed_from(page, before, canvas)
    kept.mkdir(parents=True, exist_ok=True)
    (kept / "ipympl.png").write_bytes(after)
    assert page.evaluate(WHOLE) == "whole"
    page.locator(".jupyter-widget-Collapse-header", has_text="Panels and operating point").first.click()
    page.locator(".widget-checkbox", has_text="Scores by class").locator("input").first.click()
    changed_from(page, after, canvas)
    # Three panels are wider than the page.
    assert page.evaluate(WHOLE) == "scrolled"
    assert page.get_by_text("Figure 0").filter(visible=True).count() == 0
    keep(page, kept / "ipympl-page.png")
    assert page.locator(".jupyter-matplotlib-canvas-div").count() == 1
    assert_no_errors(page, troubles)
    (note,) = page.locator("[role=alert]:visible").all_inner_texts()
    assert note.startswith("With %matplotlib widget nothing answers to the pointer here")


@pytest.mark.browser
@pytest.mark.slow
def test_the_first_notebook_runs(run_notebook: Any) -> None:
    page, troubles = run_notebook(NOTEBOOK)
    # The first picture is that of a lesson.
    explorer = f":nth-match({PICTURE}, 2)"
    page.locator(explorer).wait_for(state="visible", timeout=60_000)
    before = settled(page, explorer)
    box = page.locator(".widget-dropdown", has=page.locator("label:text-is('Space')")).first
    box.locator("select").select_option(label="ROC")
    changed_from(page, before, explorer)
    assert_clean(page, troubles)
