"""A person in front of an explorer in a browser, and notebooks that show explorers."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat

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


def read(page: Any, number: int = 0) -> dict[str, str]:
    cells = page.locator(".prplot-read").nth(number).locator(".prplot-cell").all_inner_texts()
    return dict(cell.strip().rsplit(" ", 1) for cell in cells)
