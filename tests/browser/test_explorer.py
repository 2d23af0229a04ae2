"""The explorer in JupyterLab, driven through the page as a person would."""

from __future__ import annotations

import importlib.util
import io
import os
import time
from pathlib import Path
from typing import Any

import nbformat
import pytest

NOTEBOOK = Path(__file__).resolve().parents[2] / "notebooks" / "01-first-curve.ipynb"
PICTURE = ".widget-image"
ERRORS = "[data-mime-type='application/vnd.jupyter.stderr'], [data-mime-type='application/vnd.jupyter.error']"
START = """import prplot
digits = prplot.datasets.load("digits").paths()
cells = prplot.datasets.load("cells").paths()
"""
VIEW = 'view = prplot.explore({"Forest": digits["Random forest"], "Ridge": cells["Ridge regression"]})\nview'


def notebook(folder: Path, *sources: str) -> Path:
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
    made.metadata["kernelspec"] = {"display_name": "Python 3", "language": "python", "name": "python3"}
    nbformat.write(made, folder / "explore.ipynb")
    return folder / "explore.ipynb"


def settled(page: Any, what: str = PICTURE) -> bytes:
    """A screenshot of the picture that was the same twice."""
    before = b""
    for _ in range(80):
        now = page.locator(what).first.screenshot(animations="disabled")
        if now == before:
            return bytes(now)
        before = now
        time.sleep(0.12)
    raise AssertionError("the picture never settled")


def share_changed(one: bytes, other: bytes) -> float:
    from PIL import Image, ImageChops

    first, second = (Image.open(io.BytesIO(data)).convert("L") for data in (one, other))
    if first.size != second.size:
        return 1.0
    difference = ImageChops.difference(first, second).point(lambda v: 255 if v > 8 else 0)
    return difference.histogram()[255] / (first.width * first.height)


def changed_from(page: Any, before: bytes, what: str = PICTURE) -> bytes:
    for _ in range(60):
        now = settled(page, what)
        if share_changed(before, now) > 0.0002:
            return now
        time.sleep(0.12)
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
        self.page.locator(".jupyter-widget-Collapse-header", has_text=group).first.click()


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return Path(os.environ.get("PRPLOT_SCREENSHOTS", tmp_path))


def assert_clean(page: Any, troubles: list[str]) -> None:
    assert page.locator(ERRORS).all_inner_texts() == []
    assert page.locator("[role=alert]:visible").all_inner_texts() == []
    assert troubles == []


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
    page.screenshot(path=kept / "explorer-page.png")
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
    assert copied.startswith("import prplot")
    assert "threshold_colors" in copied
    page.screenshot(path=kept / "explorer-code.png")
    assert_clean(page, troubles)


@pytest.mark.browser
@pytest.mark.slow
def test_the_keyboard_alone_and_names_for_screen_readers(run_notebook: Any, kept: Path, tmp_path: Path) -> None:
    page, troubles = run_notebook(notebook(tmp_path, START, VIEW))
    person = Person(page, kept, "keyboard")
    page.get_by_role("combobox", name="Space").first.focus()
    for _ in range(6):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('noUi-handle')"):
            break
    else:
        raise AssertionError("the slider is not reached by the tabulator key")
    page.keyboard.press("PageDown")
    person.look()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Space")
    person.look()
    page.keyboard.press("Space")
    person.look()
    status = page.locator("[role=status]", has_text="area").first
    assert "operating point" in status.inner_text()
    for name in ("Space", "Weighting"):
        assert page.get_by_role("combobox", name=name).count() == 1
    assert_clean(page, troubles)


@pytest.mark.browser
@pytest.mark.slow
def test_a_still_picture_remains_without_a_kernel(run_notebook: Any, kept: Path, tmp_path: Path) -> None:
    page, troubles = run_notebook(notebook(tmp_path, START, VIEW))
    person = Person(page, kept, "still")
    still = page.locator("img[class^=prplot-still]")
    assert still.count() == 1
    assert not still.is_visible()
    page.evaluate("window.jupyterapp.commands.execute('docmanager:save')")
    page.wait_for_function("() => !window.jupyterapp.shell.currentWidget.context.model.dirty", timeout=20_000)
    page.evaluate("window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    page.goto(page.url.split("?")[0] + "?reset", wait_until="domcontentloaded")
    page.wait_for_selector(".jp-NotebookPanel .jp-Cell", timeout=60_000)
    still.wait_for(state="visible", timeout=30_000)
    assert still.get_attribute("alt").startswith("Precision-Recall curve of Forest")
    person.seen = settled(page, "img[class^=prplot-still]")
    person.keep()
    assert [trouble for trouble in troubles if "model" not in trouble] == []


@pytest.mark.browser
@pytest.mark.slow
def test_the_canvas_of_ipympl(run_notebook: Any, kept: Path, tmp_path: Path) -> None:
    # Not imported here, where it would become the backend of every later test.
    if importlib.util.find_spec("ipympl") is None:
        reason = "ipympl is not installed: pip install 'prplot[browser]'"
        pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)
    page, troubles = run_notebook(notebook(tmp_path, "%matplotlib widget\n" + START, VIEW))
    canvas = ".jupyter-matplotlib-canvas-div canvas:first-child"
    page.locator(canvas).first.wait_for(state="visible", timeout=60_000)
    before = settled(page, canvas)
    box = page.locator(".widget-dropdown", has=page.locator("label:text-is('Space')")).first
    box.locator("select").select_option(label="ROC")
    after = changed_from(page, before, canvas)
    kept.mkdir(parents=True, exist_ok=True)
    (kept / "ipympl.png").write_bytes(after)
    page.screenshot(path=kept / "ipympl-page.png")
    assert page.locator(".jupyter-matplotlib-canvas-div").count() == 1
    assert_clean(page, troubles)


@pytest.mark.browser
@pytest.mark.slow
def test_the_first_notebook_runs(run_notebook: Any, kept: Path) -> None:
    page, troubles = run_notebook(NOTEBOOK)
    person = Person(page, kept, "notebook")
    # The notebook leaves the explorer with hard labels and steps.
    person.choose("Weighting", "weights as given (soft)")
    person.choose("Interpolation", "continuous")
    assert_clean(page, troubles)
