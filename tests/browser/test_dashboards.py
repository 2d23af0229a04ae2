"""Widgets of an explorer in a dashboard in Voila, and the script of explorers in a notebook of another kind."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest

import prplot

pytestmark = pytest.mark.browser

DASHBOARD = """import prplot
from ipywidgets import AppLayout, HBox, IntText, jslink
view = prplot.explore(prplot.datasets.load("cells").paths())
typed = view.box("interpolation", "weighting", "prevalence", "band", typed=True)
levels, step = view.widget("levels"), IntText(description="Step")
jslink((levels, "index"), (step, "value"))
AppLayout(left_sidebar=HBox([typed, levels]), center=view.image, footer=step)"""
PICTURE = "() => document.querySelector('img.widget-image').getAttribute('src')"


def test_a_dashboard_in_voila(run_voila: Any, tmp_path: Path) -> None:
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(DASHBOARD)])
    made.metadata["kernelspec"] = {"display_name": "Python 3", "language": "python", "name": "python3"}
    nbformat.write(made, tmp_path / "dashboard.ipynb")
    page, troubles = run_voila(tmp_path / "dashboard.ipynb")
    page.locator("img.widget-image").wait_for(timeout=60_000)
    field = page.get_by_label("Prevalence")

    def changes(act: Any) -> None:
        before = page.evaluate(PICTURE)
        act()
        page.wait_for_function(f"before => ({PICTURE})() !== before", arg=before, timeout=10_000)

    changes(lambda: page.get_by_label("Interpolation").select_option("step"))
    changes(lambda: page.get_by_label("Labels").select_option("hard labels at the cut"))
    changes(lambda: (field.fill("0,02"), field.press("Enter")))
    assert field.input_value() == "0.02"
    changes(lambda: page.get_by_label("Confidence band").check())
    step = page.get_by_label("Step")
    assert step.input_value() == "4"
    changes(lambda: page.locator(".noUi-handle").press("ArrowRight"))
    # What two widgets have in common needs no kernel.
    assert step.input_value() == "5"
    # A value that is refused is put back.
    field.fill("2")
    field.press("Enter")
    page.wait_for_function("field => field.value === '0.02'", arg=field.element_handle(), timeout=10_000)
    assert page.locator(".prplot-face").count() == 0
    assert troubles == []


# A notebook that tells of each part of a state as soon as it has it.
ONE_BY_ONE = """async ([script, seen, pictures]) => {
    const state = { seen, picture: new Uint8Array([pictures[0]]) }, heard = {};
    const model = { get: (name) => state[name], on: (name, act) => (heard[name] = act), send: () => {}, off: () => {} };
    const made = await import(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
    made.default.render({ model, el: document.body });
    state.seen = { ...seen, sentence: "another" };
    heard["change:seen"]();
    state.picture = new Uint8Array([pictures[1]]);
    const said = () => document.querySelector(".prplot-sentence").textContent;
    while (said() !== "another") await new Promise((go) => setTimeout(go, 10));
    const shown = await fetch(document.querySelector(".prplot-stage image").getAttribute("href"));
    return [...new Uint8Array(await shown.arrayBuffer())];
}"""


def test_the_picture_is_that_of_what_is_said_where_a_notebook_sets_it_later(browser: Any) -> None:
    view = prplot.explore(prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1]))
    page = browser.new_page()
    assert page.evaluate(ONE_BY_ONE, [view._esm, view.seen, [1, 2]]) == [2]
    page.close()
