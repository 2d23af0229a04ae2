"""Pages opened from the disk in a real Chromium: what a reader points at, types and hides, beside what Python says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import prplot

pytestmark = pytest.mark.browser

SIZE = {"width": 900, "height": 1100}


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Iterator[Any]:
    """Open the page of a figure: what it shows, and everything that went wrong or was fetched."""
    contexts = []

    def open_page(plotted: Any, **how: Any) -> tuple[Any, list[str]]:
        file = tmp_path / f"{len(contexts)}.html"
        plotted.save(file)
        context = browser.new_context(viewport=SIZE, **how)
        contexts.append(context)
        page, troubles = context.new_page(), []
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda message: troubles.append(message.text))
        page.on("request", lambda request: troubles.append(request.url) if request.url != file.as_uri() else None)
        page.goto(file.as_uri())
        return page, troubles

    yield open_page
    for context in contexts:
        context.close()


def sample(n: int = 120, seed: int = 0) -> prplot.ConfusionPath:
    rng = np.random.default_rng(seed)
    labels = rng.random(n) < 0.3
    return prplot.from_labels(labels, rng.normal(size=n) + labels)


def read(page: Any) -> dict[str, str]:
    """What the page says of the operating point."""
    cells = page.locator(".prplot-cell").all_inner_texts()
    return dict(cell.strip().rsplit(" ", 1) for cell in cells if not cell.strip().endswith("all"))


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
    paths = {"a": sample(), "b": sample(seed=1), "c": sample(seed=2)}
    plotted = prplot.plot(paths, space)
    page, troubles = opened(plotted)
    rng = np.random.default_rng(4)
    for x, y in rng.random((12, 2)):
        page.mouse.move(*pixel_of(page, plotted.ax, x, y))
        said = read(page)
        cells = tuple(float(said[name]) for name in ("TP", "FP", "FN", "TN"))
        assert cells in nearest(list(paths.values()), plotted.ax, space, x, y)
        tp, fp, fn, _ = cells
        assert said["recall"] == f"{tp / (tp + fn):.3f}"
        assert not tp + fp or said["precision"] == f"{tp / (tp + fp):.3f}"
    assert troubles == []


def test_the_read_out_is_written_as_one_reads_it(opened: Any) -> None:
    path = prplot.from_labels([1] * 12 + [0] * 3 + [1] * 8 + [0] * 97, -np.arange(120.0))
    plotted = path.pr().plot()
    page, _ = opened(plotted)
    page.mouse.move(*pixel_of(page, plotted.ax, 12 / 20, 12 / 15))
    text = page.locator("output").inner_text()
    assert all(cell in text for cell in ("TP 12", "FP 3", "FN 8", "TN 97", "precision 0.800", "recall 0.600"))


def test_marks_are_in_all_panels(opened: Any) -> None:
    spaces = ("pr", "prg", "roc", "cost")
    panels = prplot.draw.panel({"a": sample(), "b": sample(seed=1)}, spaces)
    page, troubles = opened(panels)
    page.mouse.move(*pixel_of(page, panels.axes["pr"], 0.5, float(sample().pr().at(0.5))))
    assert page.locator(".prplot-mark").count() == 3
    assert page.locator(".prplot-mark-line").count() == 1
    said = read(page)
    tp, fp = float(said["TP"]), float(said["FP"])
    where = page.locator(".prplot-mark").nth(2).bounding_box()
    middle = where["x"] + where["width"] / 2, where["y"] + where["height"] / 2
    path = sample() if page.locator(".prplot-read .prplot-name").inner_text() == "a" else sample(seed=1)
    wanted = pixel_of(page, panels.axes["roc"], fp / path.negatives, tp / path.positives)
    assert middle == pytest.approx(wanted, abs=0.7)
    assert troubles == []


def test_the_keyboard_alone(opened: Any) -> None:
    paths = {"a": sample(), "b": sample(seed=1)}
    page, troubles = opened(prplot.plot(paths))
    page.keyboard.press("Tab")
    stage = page.locator("[role=slider]").first
    assert stage.evaluate("stage => stage === document.activeElement")
    page.keyboard.press("Home")
    assert read(page)["TP"] == "0"
    for row in range(1, 6):
        page.keyboard.press("ArrowRight")
        at = paths["a"].confusion(row)
        assert [float(read(page)[cell]) for cell in ("TP", "FP", "FN", "TN")] == list(at.cells)
        shown = paths["a"].at(float(read(page)["threshold"]))
        assert shown.cells == at.cells
        assert stage.get_attribute("aria-valuenow") == str(row)
        assert f"TP {at.tp:.0f}" in stage.get_attribute("aria-valuetext")
    page.keyboard.press("ArrowDown")
    assert page.locator(".prplot-read .prplot-name").inner_text() == "b"
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
    page, troubles = opened(path.pr().plot())
    for typed in (0.4, -0.25, 99.0, float(f"{path.thresholds[17]:.6g}")):
        page.get_by_role("textbox", name="Threshold").fill(str(typed))
        page.keyboard.press("Enter")
        at = path.at(typed)
        if typed == 99.0 or abs(typed - path.thresholds[17]) > 1e-3:
            assert [float(read(page)[cell]) for cell in ("TP", "FP")] == [at.tp, at.fp]
        else:
            assert [float(read(page)[cell]) for cell in ("TP", "FP")] == [path.tp[17], path.fp[17]]
    page.get_by_role("textbox", name="Recall").fill("0.5")
    page.keyboard.press("Tab")
    assert abs(float(read(page)["recall"]) - 0.5) <= 0.5 / path.positives + 5e-4
    for text in ("many", "", "2", "-0.1", "nan"):
        page.get_by_role("textbox", name="Recall").fill(text)
        page.keyboard.press("Enter")
        said = f"Recall must be a number in [0, 1]; got {text or 'nothing'}."
        assert page.locator("[role=alert]").inner_text() == said
    page.get_by_role("textbox", name="Threshold").fill("many")
    page.keyboard.press("Enter")
    assert page.locator("[role=alert]").inner_text() == "Threshold must be a number; got many."
    assert troubles == []


def test_fields_show_where_the_point_is(opened: Any) -> None:
    plotted = sample().pr().plot()
    page, troubles = opened(plotted)
    threshold, recall = (page.get_by_role("textbox", name=name) for name in ("Threshold", "Recall"))
    for at in (0.3, 0.8):
        page.mouse.move(*pixel_of(page, plotted.ax, at, float(sample().pr().at(at))))
        now = read(page)
        assert [threshold.input_value(), recall.input_value()] == [now["threshold"], now["recall"]]
    # What is half typed stays, whatever is pointed at meanwhile.
    recall.fill("0.")
    page.mouse.move(*pixel_of(page, plotted.ax, 0.4, float(sample().pr().at(0.4))))
    assert threshold.input_value() == read(page)["threshold"]
    assert recall.input_value() == "0."
    recall.fill("1")
    recall.press("Enter")
    assert read(page)["recall"] == "1.000" == recall.input_value()
    # To leave a field is not to type: the point stays, though more digits than are shown tell it.
    before = read(page)
    page.keyboard.press("Tab")
    assert read(page) == before
    assert troubles == []


def test_a_page_begins_at_the_operating_point_which_is_hidden_with_its_curve(opened: Any) -> None:
    paths = {"a": sample(), "b": sample(seed=1)}
    plotted = prplot.plot(paths)
    line = plotted.lines[1]
    assert line.curve.label == "b"
    drawn = prplot.draw.operating_point(line.curve, 0.5, label="here", ax=plotted.ax)
    page, troubles = opened(drawn)
    at = paths["b"].at(0.5)
    assert page.locator(".prplot-read .prplot-name").inner_text() == "b"
    assert [float(read(page)[cell]) for cell in ("TP", "FP", "FN", "TN")] == [at.tp, at.fp, at.fn, at.tn]
    parts = page.locator("[id^=prplot-0-own-1-]")
    visible = "parts => parts.map(part => getComputedStyle(part).visibility)"
    assert parts.evaluate_all(visible) == ["visible", "visible"]
    page.get_by_role("checkbox", name="b").uncheck()
    assert parts.evaluate_all(visible) == ["hidden", "hidden"]
    page.get_by_role("checkbox", name="b").check()
    assert parts.evaluate_all(visible) == ["visible", "visible"]
    assert troubles == []


def test_another_prevalence(opened: Any) -> None:
    paths = {"a": sample(), "b": sample(seed=1)}
    plotted = prplot.plot(paths)
    page, troubles = opened(plotted)
    number = page.get_by_role("textbox", name="Prevalence, number")
    number.fill("0.05")
    number.press("Enter")
    moved = {name: path.at_prevalence(0.05) for name, path in paths.items()}
    for name, path in moved.items():
        assert f"{name} {path.pr().area():.3f}" in page.locator(".prplot-moved").inner_text()
    page.mouse.move(*pixel_of(page, plotted.ax, 0.5, float(moved["b"].pr().at(0.5))))
    said = read(page)
    tp, fp = float(said["TP"]), float(said["FP"])
    which = moved[page.locator(".prplot-read .prplot-name").inner_text()]
    row = int(np.argmin(np.abs(which.tp - tp) + np.abs(which.fp - fp)))
    assert [fp, float(said["TN"])] == pytest.approx([which.fp[row], which.confusion(row).tn], rel=5e-3)
    assert said["precision"] == f"{which.confusion(row).measure('precision'):.3f}"
    # Nothing is seen of what belongs to the prevalence of the data.
    assert page.get_by_text(re.compile("π 0.05")).count() == 1
    page.get_by_role("button", name="as in the figure").click()
    page.mouse.move(1, 1)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Home")
    assert page.locator(".prplot-moved").inner_text() == ""
    number.fill("2")
    number.press("Enter")
    assert "Prevalence must lie in (0, 1); got 2." in page.locator("[role=alert]").inner_text()
    assert troubles == []


def test_the_line_at_another_prevalence_is_where_python_draws_it(opened: Any) -> None:
    path = sample(600)
    plotted = path.pr().plot(legend=False)
    page, _ = opened(plotted)
    number = page.get_by_role("textbox", name="Prevalence, number")
    number.fill("0.7")
    number.press("Enter")
    points = page.evaluate("""() => [...document.querySelectorAll('svg path[clip-path*="prplot-0-clip"]')]
        .map(path => path.getAttribute('d').match(/[-0-9.]+ [-0-9.]+/g).map(pair => pair.split(' ').map(Number)))""")
    line = np.array(max(points, key=len))
    width, height = plotted.figure.get_size_inches() * 72
    ax = plotted.ax
    shown = ax.figure.transFigure.transform(np.column_stack([line[:, 0] / width, 1 - line[:, 1] / height]))
    x, y = ax.transData.inverted().transform(shown).T
    truth = path.at_prevalence(0.7).pr().at(np.clip(x, 0, 1))
    inside = np.diff(x, prepend=-1) > 1e-6
    assert np.max(np.abs(truth - y)[inside & (x > 0.02) & (np.diff(x, append=2) > 1e-6)]) < 4e-3


def test_curves_are_hidden_and_shown(opened: Any) -> None:
    plotted = prplot.plot({"a": sample(), "b": sample(seed=1)})
    page, troubles = opened(plotted)
    box = page.get_by_role("checkbox", name="a")
    line = page.locator("[id=prplot-0-line-0]")
    box.uncheck()
    assert line.evaluate("part => getComputedStyle(part).visibility") == "hidden"
    page.mouse.move(*pixel_of(page, plotted.ax, 0.5, float(sample().pr().at(0.5))))
    assert page.locator(".prplot-read .prplot-name").inner_text() == "b"
    # An entry of the legend does the same, and back.
    # All of it can be clicked, not only the ink of letters.
    row = page.locator(".prplot-entry").nth(1).bounding_box()
    page.mouse.click(row["x"] + row["width"] / 2, row["y"] + 1)
    states = [page.get_by_role("checkbox", name=name).is_checked() for name in "ab"]
    page.locator(".prplot-entry").first.click(force=True)
    assert [page.get_by_role("checkbox", name=name).is_checked() for name in "ab"] != states
    for name in "ab":
        page.get_by_role("checkbox", name=name).uncheck()
    assert page.locator("output").inner_text() == "No curve is shown."
    page.get_by_role("checkbox", name="b").check()
    assert page.locator(".prplot-read .prplot-name").inner_text() == "b"
    assert troubles == []


def test_touch(opened: Any) -> None:
    plotted = sample().roc().plot()
    page, troubles = opened(plotted, has_touch=True)
    page.touchscreen.tap(*pixel_of(page, plotted.ax, 0.0, 0.0))
    assert float(read(page)["TP"]) + float(read(page)["FP"]) <= 3
    page.touchscreen.tap(*pixel_of(page, plotted.ax, 1.0, 1.0))
    assert float(read(page)["FN"]) == 0
    assert troubles == []


def test_without_a_script_it_is_the_figure(opened: Any) -> None:
    page, troubles = opened(sample().pr().plot(), java_script_enabled=False)
    assert page.locator("svg").count() == 1
    assert page.locator("input, button, output").count() == 0
    assert "Precision-Recall curve" in page.locator("svg").get_attribute("aria-label")
    assert troubles == []


def test_on_paper_it_is_the_figure(opened: Any) -> None:
    page, _ = opened(sample().pr().plot())
    page.emulate_media(media="print")
    assert not page.locator(".prplot-controls").is_visible()
    assert not page.locator(".prplot-mark").first.is_visible()
    assert page.locator("svg").is_visible()


def test_twelve_with_long_names(opened: Any) -> None:
    names = [f"A classifier whose name is about {k} words too long for a legend" for k in range(12)]
    plotted = prplot.plot({name: sample(60, seed) for seed, name in enumerate(names)})
    page, troubles = opened(plotted)
    assert page.get_by_role("checkbox").count() == 12
    wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1]
    page.set_viewport_size({"width": 360, "height": 700})
    wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1]
    assert troubles == []


@pytest.mark.parametrize(
    "of",
    [
        lambda: prplot.from_labels([1, 1, 1], [0.1, 0.2, 0.3]),
        lambda: prplot.from_labels([1], [0.5]),
        lambda: prplot.from_labels([1, 0, 1, 0], [1, 1, 1, 1]),
        lambda: prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1], positives=5),
        lambda: prplot.from_labels([1, 0, 1, 0], [np.inf, 3, 2, -np.inf]),
        lambda: prplot.datasets.load("cells").paths(),
    ],
    ids=["one class", "one row", "tied", "negatives unknown", "infinite", "soft"],
)
def test_every_kind_of_path(opened: Any, of: Any) -> None:
    page, troubles = opened(prplot.plot(of()))
    page.mouse.move(450, 300)
    for key in ("Tab", "Home", "ArrowRight", "End", "PageUp", "ArrowUp"):
        page.keyboard.press(key)
        assert "NaN" not in page.locator("output").inner_text()
        assert "TP " in page.locator("output").inner_text()
    assert troubles == []


@pytest.mark.slow
def test_a_converted_notebook_has_pages_instead_of_dead_controls(browser: Any, tmp_path: Path) -> None:
    import nbformat

    sources = [
        "import prplot\npaths = prplot.datasets.load('digits').paths()\nview = prplot.explore(paths)\nview",
        "view.controls['space'].value = 'roc'",
        "prplot.explore.skew()",
    ]
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
    made.metadata["kernelspec"] = {"display_name": "Python 3", "language": "python", "name": "python3"}
    nbformat.write(made, tmp_path / "it.ipynb")
    convert = [sys.executable, "-m", "nbconvert", "--to", "html", "--execute", str(tmp_path / "it.ipynb")]
    environment = {**os.environ, "PYTHONPATH": str(Path(prplot.__file__).parents[1])}
    done = subprocess.run(convert, capture_output=True, text=True, check=False, env=environment, timeout=120)
    assert done.returncode == 0, done.stderr
    page = browser.new_page(viewport=SIZE)
    page.goto((tmp_path / "it.html").as_uri())
    frame = page.frame_locator("iframe").first
    page.locator("iframe").nth(1).scroll_into_view_if_needed()
    frame.locator("[role=slider]").first.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    path = prplot.datasets.load("digits").paths()["Random forest"]
    text = frame.locator("output").inner_text()
    assert f"TP {path.tp[1]:.0f} FP {path.fp[1]:.0f}" in " ".join(text.split())
    # The state is the last one, and the frame is as high as what it shows.
    assert page.locator("[class^=prplot-still] p").first.inner_text().startswith("ROC. Random forest: area 0.95")
    inside = frame.locator("main").evaluate("main => main.offsetHeight")
    assert abs(page.locator("iframe").first.bounding_box()["height"] - inside) < 40
    assert page.locator("[class^=prplot-still] img").first.is_hidden()
    assert page.locator(".widget-dropdown, .widget-slider").count() == 0
    page.close()


def test_a_finger_drags_the_prevalence(opened: Any) -> None:
    plotted = sample().pr().plot()
    page, troubles = opened(plotted, has_touch=True)
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *place: float) -> None:
        points = [{"x": place[0], "y": place[1]}] if place else []
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    mark = page.locator(".prplot-pi-mark").bounding_box()
    x, y = mark["x"] + mark["width"] / 2, mark["y"] + mark["height"] / 2
    touch("touchStart", x, y)
    for step in range(1, 11):
        touch("touchMove", x, y - 10 * step)
    touch("touchEnd")
    moved = float(page.get_by_role("textbox", name="Prevalence, number").input_value())
    _, start = pixel_of(page, plotted.ax, 0, 0)
    _, top = pixel_of(page, plotted.ax, 0, 1)
    assert moved == pytest.approx(sample().prevalence + 100 / (start - top), abs=0.03)
    # Let go, it stays, wherever the finger goes.
    page.touchscreen.tap(*pixel_of(page, plotted.ax, 0.5, 0.9))
    assert float(page.get_by_role("textbox", name="Prevalence, number").input_value()) == moved
    page.emulate_media(media="print")
    page.wait_for_timeout(200)
    assert page.locator(".prplot-moved").text_content() == ""
    page.emulate_media(media="screen")
    page.wait_for_timeout(200)
    assert page.locator(".prplot-moved").text_content() != ""
    assert troubles == []


def test_a_logarithmic_axis_at_another_prevalence(opened: Any) -> None:
    plotted = sample().pr().plot()
    plotted.ax.set(xscale="log", xlim=(1e-2, 1))
    page, troubles = opened(plotted)
    number = page.get_by_role("textbox", name="Prevalence, number")
    number.fill("0.123456789")
    number.press("Enter")
    page.keyboard.press("Tab")
    assert number.input_value() == "0.123456789"
    assert page.locator("svg path[clip-path*='prplot-0-clip']").count() >= 2
    assert troubles == []
