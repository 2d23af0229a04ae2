"""Pages opened from the disk in a real Chromium: what a reader points at, types and hides, beside what Python says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import numpy as np
import pytest

import prplot

pytestmark = pytest.mark.browser

CELLS = ("TP", "FP", "FN", "TN")


def sample(n: int = 120, seed: int = 0) -> prplot.ConfusionPath:
    rng = np.random.default_rng(seed)
    labels = rng.random(n) < 0.3
    return prplot.from_labels(labels, rng.normal(size=n) + labels)


def two() -> dict[str, prplot.ConfusionPath]:
    return {"a": sample(), "b": sample(seed=1)}


def read(page: Any) -> dict[str, str]:
    """What the page says of the operating point."""
    cells = page.locator(".prplot-cell").all_inner_texts()
    return dict(cell.strip().rsplit(" ", 1) for cell in cells if not cell.strip().endswith("all"))


def counts(page: Any) -> tuple[float, ...]:
    said = read(page)
    return tuple(float(said[cell]) for cell in CELLS)


def name(page: Any) -> str:
    """Whose point it is."""
    return str(page.locator(".prplot-read .prplot-name").inner_text())


def field(page: Any, called: str) -> Any:
    return page.get_by_role("textbox", name=called)


def type_in(page: Any, called: str, text: str) -> None:
    field(page, called).fill(text)
    field(page, called).press("Enter")


def pixel_of(page: Any, ax: Any, x: float, y: float) -> tuple[float, float]:
    """Where coordinates of axes are on the page."""
    box = page.locator("svg").first.bounding_box()
    across, down = ax.figure.transFigure.inverted().transform(ax.transData.transform((x, y)))
    width, height = ax.figure.get_size_inches()
    # The figure keeps its shape within its element.
    scale = min(box["width"] / width, box["height"] / height)
    left = box["x"] + (box["width"] - scale * width) / 2
    top = box["y"] + (box["height"] - scale * height) / 2
    return left + across * scale * width, top + (1 - down) * scale * height


def nearest(paths: list[prplot.ConfusionPath], ax: Any, space: str, x: float, y: float) -> set[tuple[float, ...]]:
    """The matrices of the vertices next to a place; more than one where they are as far, but for rounding."""
    here = ax.transData.transform((x, y))
    found = []
    for path in paths:
        points = ax.transData.transform(np.column_stack(path.curve(space).vertices))
        away = np.hypot(*(points - here).T)
        found += [(d, path.confusion(row).cells) for row, d in enumerate(away) if np.isfinite(d)]
    least = min(found)[0]
    return {tuple(cells) for d, cells in found if d < least + 1.0}


@pytest.mark.parametrize("space", ["pr", "prg", "roc", "croc"])
def test_whatever_is_pointed_at_is_what_python_says(opened: Any, space: str) -> None:
    paths = {**two(), "c": sample(seed=2)}
    plotted = prplot.plot(paths, space)
    page, troubles = opened(plotted)
    for x, y in np.random.default_rng(4).random((8, 2)):
        page.mouse.move(*pixel_of(page, plotted.ax, x, y))
        said, cells = read(page), counts(page)
        assert cells in nearest(list(paths.values()), plotted.ax, space, x, y)
        tp, fp, fn, _ = cells
        assert said["recall"] == f"{tp / (tp + fn):.3f}"
        assert not tp + fp or said["precision"] == f"{tp / (tp + fp):.3f}"
        assert [field(page, called).input_value() for called in ("Threshold", "Recall")] == [
            said["threshold"],
            said["recall"],
        ]
    assert troubles == []


def test_marks_are_in_all_panels(opened: Any) -> None:
    panels = prplot.draw.panel(two(), ("pr", "prg", "roc", "cost"))
    page, troubles = opened(panels)
    page.mouse.move(*pixel_of(page, panels.axes["pr"], 0.5, float(sample().pr().at(0.5))))
    assert page.locator(".prplot-mark").count() == 3
    assert page.locator(".prplot-mark-line").count() == 1
    tp, fp, *_ = counts(page)
    where, path = page.locator(".prplot-mark").nth(2).bounding_box(), two()[name(page)]
    wanted = pixel_of(page, panels.axes["roc"], fp / path.negatives, tp / path.positives)
    assert (where["x"] + where["width"] / 2, where["y"] + where["height"] / 2) == pytest.approx(wanted, abs=0.7)
    assert troubles == []


def test_the_keyboard_alone(opened: Any) -> None:
    page, troubles = opened(prplot.plot(two()))
    page.keyboard.press("Tab")
    stage = page.locator("[role=slider]").first
    assert stage.evaluate("stage => stage === document.activeElement")
    page.keyboard.press("Home")
    assert read(page)["TP"] == "0"
    for row in range(1, 5):
        page.keyboard.press("ArrowRight")
        at = two()["a"].confusion(row)
        assert counts(page) == at.cells == two()["a"].at(float(read(page)["threshold"])).cells
        assert stage.get_attribute("aria-valuenow") == str(row)
        assert f"TP {at.tp:.0f}" in stage.get_attribute("aria-valuetext")
    page.keyboard.press("ArrowDown")
    assert name(page) == "b"
    page.keyboard.press("End")
    assert float(read(page)["FN"]) == 0
    # Everything else is reached by going on.
    reached = set()
    for _ in range(12):
        page.keyboard.press("Tab")
        label = "e => e.getAttribute('aria-label') || e.textContent || e.labels?.[0]?.textContent.trim() || ''"
        reached.add(page.evaluate(f"({label})(document.activeElement)"))
    assert {"Threshold", "Recall", "Prevalence", "Prevalence, number", "a", "b"} <= reached
    assert troubles == []


def test_what_is_typed(opened: Any) -> None:
    path = sample()
    plotted = path.pr().plot()
    page, troubles = opened(plotted)
    for typed in (0.4, -0.25, 99.0):
        type_in(page, "Threshold", str(typed))
        assert counts(page)[:2] == (path.at(typed).tp, path.at(typed).fp)
    # The six digits that are shown are of this threshold, and not of the next.
    type_in(page, "Threshold", f"{path.thresholds[17]:.6g}")
    assert counts(page)[:2] == (path.tp[17], path.fp[17])
    type_in(page, "Recall", "0.5")
    assert abs(float(read(page)["recall"]) - 0.5) <= 0.5 / path.positives + 5e-4
    # To leave a field is not to type: the point stays, though more digits than are shown tell it.
    before = read(page)
    page.keyboard.press("Tab")
    assert read(page) == before
    for text in ("many", "", "2", "-0.1", "nan"):
        type_in(page, "Recall", text)
        said = f"Recall must be a number in [0, 1]; got {text or 'nothing'}."
        assert page.locator("[role=alert]").inner_text() == said
    type_in(page, "Threshold", "many")
    assert page.locator("[role=alert]").inner_text() == "Threshold must be a number; got many."
    # What is half typed stays, whatever is pointed at meanwhile.
    field(page, "Recall").fill("0.")
    page.mouse.move(*pixel_of(page, plotted.ax, 0.4, float(path.pr().at(0.4))))
    assert field(page, "Recall").input_value() == "0."
    assert troubles == []


def test_another_prevalence(opened: Any) -> None:
    plotted = prplot.plot(two())
    page, troubles = opened(plotted)
    type_in(page, "Prevalence, number", "0.05")
    moved = {called: path.at_prevalence(0.05) for called, path in two().items()}
    for called, path in moved.items():
        assert f"{called} {path.pr().area():.3f}" in page.locator(".prplot-moved").inner_text()
    page.mouse.move(*pixel_of(page, plotted.ax, 0.5, float(moved["b"].pr().at(0.5))))
    (tp, fp, _, tn), which = counts(page), moved[name(page)]
    row = int(np.argmin(np.abs(which.tp - tp) + np.abs(which.fp - fp)))
    assert [fp, tn] == pytest.approx([which.fp[row], which.confusion(row).tn], rel=5e-3)
    assert read(page)["precision"] == f"{which.confusion(row).measure('precision'):.3f}"
    # Nothing is seen of what belongs to the prevalence of the data.
    assert page.get_by_text(re.compile("π 0.05")).count() == 1
    page.get_by_role("button", name="as in the figure").click()
    assert page.locator(".prplot-moved").inner_text() == ""
    type_in(page, "Prevalence, number", "2")
    assert "Prevalence must lie in (0, 1); got 2." in page.locator("[role=alert]").inner_text()
    assert troubles == []


@pytest.mark.parametrize("scale", ["linear", "log"])
def test_the_line_at_another_prevalence_is_where_python_draws_it(opened: Any, scale: str) -> None:
    path = sample(600)
    plotted = path.pr().plot(legend=False)
    plotted.ax.set(xscale=scale, xlim=(1e-2, 1))
    page, troubles = opened(plotted)
    type_in(page, "Prevalence, number", "0.712345678")
    page.keyboard.press("Tab")
    assert field(page, "Prevalence, number").input_value() == "0.712345678"
    points = page.evaluate("""() => [...document.querySelectorAll('svg path[clip-path*="prplot-0-clip"]')]
        .map(path => path.getAttribute('d').match(/[-0-9.]+ [-0-9.]+/g).map(pair => pair.split(' ').map(Number)))""")
    line = np.array(max(points, key=len))
    width, height = plotted.figure.get_size_inches() * 72
    ax = plotted.ax
    shown = ax.figure.transFigure.transform(np.column_stack([line[:, 0] / width, 1 - line[:, 1] / height]))
    x, y = ax.transData.inverted().transform(shown).T
    truth = path.at_prevalence(0.712345678).pr().at(np.clip(x, 0, 1))
    inside = (x > 0.02) & (np.diff(x, prepend=-1) > 1e-6) & (np.diff(x, append=2) > 1e-6)
    assert np.max(np.abs(truth - y)[inside]) < 4e-3
    assert troubles == []


def test_curves_are_hidden_and_shown_with_their_operating_point(opened: Any) -> None:
    plotted = prplot.plot(two())
    at = two()["b"].at(0.5)
    page, troubles = opened(prplot.draw.operating_point(plotted.lines[1].curve, 0.5, label="here", ax=plotted.ax))
    # The page begins there.
    assert (name(page), counts(page)) == ("b", at.cells)
    visible = "parts => parts.map(part => getComputedStyle(part).visibility)"
    parts, line = page.locator("[id^=prplot-0-own-1-]"), page.locator("[id=prplot-0-line-0]")
    assert parts.evaluate_all(visible) == ["visible", "visible"]
    boxes = {called: page.get_by_role("checkbox", name=called) for called in "ab"}
    boxes["b"].uncheck()
    assert parts.evaluate_all(visible) == ["hidden", "hidden"]
    boxes["b"].check()
    assert parts.evaluate_all(visible) == ["visible", "visible"]
    boxes["a"].uncheck()
    assert line.evaluate_all(visible) == ["hidden"]
    page.mouse.move(*pixel_of(page, plotted.ax, 0.5, float(sample().pr().at(0.5))))
    assert name(page) == "b"
    # An entry of the legend does the same; all of it can be clicked, not only the ink of letters.
    row = page.locator(".prplot-entry").first.bounding_box()
    page.mouse.click(row["x"] + row["width"] / 2, row["y"] + 1)
    assert boxes["a"].is_checked()
    for box in boxes.values():
        box.uncheck()
    assert page.locator("output").inner_text() == "No curve is shown."
    assert troubles == []


def test_fingers(opened: Any) -> None:
    plotted = sample().pr().plot()
    page, troubles = opened(plotted, has_touch=True)
    page.touchscreen.tap(*pixel_of(page, plotted.ax, 1.0, sample().prevalence))
    assert float(read(page)["FN"]) == 0
    session = page.context.new_cdp_session(page)
    mark = page.locator(".prplot-pi-mark").bounding_box()
    x, y = mark["x"] + mark["width"] / 2, mark["y"] + mark["height"] / 2
    for step in range(11):
        points = [{"x": x, "y": y - 10 * step}]
        session.send("Input.dispatchTouchEvent", {"type": "touchMove" if step else "touchStart", "touchPoints": points})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    moved = field(page, "Prevalence, number").input_value()
    (_, start), (_, top) = (pixel_of(page, plotted.ax, 0, end) for end in (0, 1))
    assert float(moved) == pytest.approx(sample().prevalence + 100 / (start - top), abs=0.03)
    # Let go, it stays, wherever the finger goes.
    page.touchscreen.tap(*pixel_of(page, plotted.ax, 0.5, 0.9))
    assert field(page, "Prevalence, number").input_value() == moved
    assert troubles == []


def test_without_a_script_and_on_paper_it_is_the_figure(opened: Any) -> None:
    plotted = sample().pr().plot()
    page, troubles = opened(plotted, java_script_enabled=False)
    assert page.locator("svg").count() == 1
    assert page.locator("input, button, output").count() == 0
    assert "Precision-Recall curve" in page.locator("svg").get_attribute("aria-label")
    assert troubles == []
    page, _ = opened(plotted)
    type_in(page, "Prevalence, number", "0.7")
    for media in ("screen", "print"):
        page.emulate_media(media=media)
        page.wait_for_timeout(200)
        assert page.locator(".prplot-controls").is_visible() is (media == "screen")
        assert (page.locator(".prplot-moved").text_content() != "") is (media == "screen")
        assert page.locator("svg").is_visible()


def test_every_kind_of_path(opened: Any) -> None:
    kinds: list[Any] = [prplot.from_labels([1], [0.5]), prplot.datasets.load("cells").paths()]
    kinds += [prplot.from_labels([1, 0, 1, 0], scores) for scores in ([1] * 4, [np.inf, 3, 2, -np.inf])]
    kinds += [prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1], positives=5)]
    kinds += [{f"A classifier whose name is about {k} words too long": sample(60, k) for k in range(12)}]
    for kind in kinds:
        page, troubles = opened(prplot.plot(kind))
        page.mouse.move(450, 300)
        for key in ("Tab", "Home", "ArrowRight", "End", "PageUp", "ArrowUp"):
            page.keyboard.press(key)
            text = page.locator("output").inner_text()
            assert "NaN" not in text
            assert "TP " in text
        page.set_viewport_size({"width": 360, "height": 700})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert troubles == []


def test_a_converted_notebook_has_pages_instead_of_dead_controls(browser: Any, tmp_path: Path) -> None:
    sources = [
        "import prplot\npaths = prplot.datasets.load('digits').paths()\nview = prplot.explore(paths)\nview",
        "view.controls['space'].value = 'roc'",
    ]
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
    made.metadata["kernelspec"] = {"display_name": "Python 3", "language": "python", "name": "python3"}
    nbformat.write(made, tmp_path / "it.ipynb")
    convert = [sys.executable, "-m", "nbconvert", "--to", "html", "--execute", str(tmp_path / "it.ipynb")]
    environment = {**os.environ, "PYTHONPATH": str(Path(prplot.__file__).parents[1])}
    done = subprocess.run(convert, capture_output=True, text=True, check=False, env=environment, timeout=120)
    assert done.returncode == 0, done.stderr
    page = browser.new_page()
    page.goto((tmp_path / "it.html").as_uri())
    frame = page.frame_locator("iframe").first
    frame.locator("[role=slider]").first.focus()
    for key in ("Home", "ArrowRight"):
        page.keyboard.press(key)
    path = prplot.datasets.load("digits").paths()["Random forest"]
    text = " ".join(frame.locator("output").inner_text().split())
    assert f"TP {path.tp[1]:.0f} FP {path.fp[1]:.0f}" in text
    # The state is the last one, and the frame is as high as what it shows.
    assert page.locator("[class^=prplot-still] p").first.inner_text().startswith("ROC. Random forest: area 0.95")
    inside = frame.locator("main").evaluate("main => main.offsetHeight")
    assert abs(page.locator("iframe").first.bounding_box()["height"] - inside) < 40
    assert page.locator("[class^=prplot-still] img").first.is_hidden()
    assert page.locator(".widget-dropdown, .widget-slider").count() == 0
    page.close()
