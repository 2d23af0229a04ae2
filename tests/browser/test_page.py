"""Pages opened from the disk in a real Chromium: what a reader points at, types and hides, beside what Python says."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import matplotlib as mpl
import nbformat
import numpy as np
import pytest

import prplot

pytestmark = pytest.mark.browser

CELLS = ("TP", "FP", "FN", "TN")
# Where a place of a figure, in inches from its left and its bottom, is on a page: in the tile that shows it.
ON_PAGE = """([x, y, height]) => {
    const place = new DOMPoint(96 * x, 96 * (height - y));
    const shows = ({ viewBox: { baseVal: box } }) => place.x >= box.x && place.x < box.x + box.width
        && place.y >= box.y && place.y < box.y + box.height;
    const tile = [...document.querySelectorAll(".prplot-stage svg")].find(shows);
    const { x: across, y: down } = place.matrixTransform(tile.getScreenCTM());
    return [across, down];
}"""


def sample(n: int = 120, seed: int = 0) -> prplot.ConfusionPath:
    rng = np.random.default_rng(seed)
    labels = rng.random(n) < 0.3
    return prplot.from_labels(labels, rng.normal(size=n) + labels)


def two() -> dict[str, prplot.ConfusionPath]:
    return {"a": sample(), "b": sample(seed=1)}


def at_prevalence(n: int, prevalence: float) -> prplot.ConfusionPath:
    """The sample with negatives weighed so that positives have a share."""
    rng = np.random.default_rng(0)
    labels = rng.random(n) < 0.3
    scores = rng.normal(size=n) + labels
    weight = labels.sum() * (1 - prevalence) / prevalence / (~labels).sum()
    return prplot.from_labels(labels, scores, sample_weight=np.where(labels, 1.0, weight))


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
    return page.get_by_role("textbox", name=f"{called}, number")


def type_in(page: Any, called: str, text: str) -> None:
    field(page, called).fill(text)
    field(page, called).press("Enter")


def slide(page: Any, prevalence: str) -> None:
    """Move the prevalence to one of its stops."""
    slider = page.get_by_role("slider", name="Prevalence")
    for step in range(int(slider.get_attribute("max")) + 1):
        slider.fill(str(step))
        if slider.get_attribute("aria-valuetext").endswith(prevalence):
            return
    raise AssertionError(prevalence)


def pixel_of(page: Any, ax: Any, x: float, y: float) -> tuple[float, float]:
    """Where coordinates of axes are on the page."""
    size = ax.figure.get_size_inches()
    place = ax.figure.transFigure.inverted().transform(ax.transData.transform((x, y))) * size
    across, down = page.evaluate(ON_PAGE, [*place.tolist(), float(size[1])])
    return across, down


def nearest(paths: list[prplot.ConfusionPath], ax: Any, space: str, x: float, y: float) -> set[tuple[float, ...]]:
    """The matrices of the vertices next to a place; more than one where they are as far, but for rounding."""
    here = ax.transData.transform((x, y))
    found = []
    for path in paths:
        points = ax.transData.transform(np.column_stack(path.curve(space)._vertices))
        away = np.hypot(*(points - here).T)
        found += [(d, path.confusion(row).cells) for row, d in enumerate(away) if np.isfinite(d)]
    least = min(found)[0]
    return {tuple(cells) for d, cells in found if d < least + 1.0}


@pytest.mark.parametrize("space", ["pr", "prg", "roc", "croc", "det"])
def test_whatever_is_pointed_at_is_what_python_says(opened: Any, space: str) -> None:
    paths = {**two(), "c": sample(seed=2)}
    plotted = prplot.plot(paths, space, legend=False)
    page, troubles = opened(plotted)
    low, high = zip(plotted.ax.get_xlim(), plotted.ax.get_ylim(), strict=True)
    for x, y in np.random.default_rng(4).uniform(np.clip(low, 0.01, 1), np.clip(high, 0, 0.99), (8, 2)):
        page.mouse.move(*pixel_of(page, plotted.ax, x, y))
        said, cells = read(page), counts(page)
        assert cells in nearest(list(paths.values()), plotted.ax, space, x, y)
        tp, fp, fn, _ = cells
        assert float(said["recall"]) == pytest.approx(tp / (tp + fn), abs=5.1e-4)
        assert not tp + fp or float(said["precision"]) == pytest.approx(tp / (tp + fp), abs=5.1e-4)
        # Pressed, it is the operating point, which controls show.
        page.mouse.down()
        page.mouse.up()
        shown = [field(page, called).input_value() for called in ("Threshold", "Recall")]
        assert shown == [said.get("threshold", "above all"), said["recall"]]
    assert troubles == []


def test_marks_are_in_all_panels(opened: Any) -> None:
    panels = prplot.draw.panel(two(), ("pr", "prg", "roc", "cost"))
    page, troubles = opened(panels)
    page.mouse.move(*pixel_of(page, panels.axes["pr"], 0.5, float(sample().pr().at(0.5))))
    # Every panel is seen in a tile of its own, which shows its mark alone.
    assert page.locator(".prplot-stage svg").count() == 5
    tp, fp, *_ = counts(page)
    path = two()[name(page)]
    here = page.locator(".prplot-stage svg").nth(2).locator(".prplot-mark").nth(2).bounding_box()
    wanted = pixel_of(page, panels.axes["roc"], fp / path.negatives, tp / path.positives)
    assert (here["x"] + here["width"] / 2, here["y"] + here["height"] / 2) == pytest.approx(wanted, abs=0.7)
    line = page.locator(".prplot-stage svg").nth(3).locator(".prplot-mark-line").bounding_box()
    ends = [
        pixel_of(page, panels.axes["cost"], x, y) for x, y in ((0, fp / path.negatives), (1, 1 - tp / path.positives))
    ]
    assert [line["x"], line["x"] + line["width"]] == pytest.approx([x for x, _ in ends], abs=1.5)
    assert [line["y"], line["y"] + line["height"]] == pytest.approx(sorted(y for _, y in ends), abs=1.5)
    assert troubles == []


def test_the_keyboard_alone(opened: Any) -> None:
    page, troubles = opened(prplot.plot(two()))
    reached = []
    label = "e => e.getAttribute('aria-label') || (e.labels?.[0] ?? e).textContent.trim()"
    for _ in range(10):
        page.keyboard.press("Tab")
        reached.append(page.evaluate(f"({label})(document.activeElement)"))
    controls = ["Threshold", "Threshold, number", "Recall", "Recall, number", "Prevalence", "Prevalence, number"]
    controls += ["a", "b", "Large view"]
    assert reached == ["Operating point", *controls]
    stage = page.locator(".prplot-stage")
    stage.focus()
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
    # The sliders are at the operating point, and move it.
    slider = page.get_by_role("slider", name="Threshold")
    slider.focus()
    page.keyboard.press("ArrowRight")
    assert counts(page) == two()["b"].confusion(len(two()["b"]) - 2).cells
    assert slider.get_attribute("aria-valuetext") == read(page)["threshold"]
    assert troubles == []


def test_what_is_typed(opened: Any) -> None:
    path = sample()
    plotted = path.pr().plot()
    page, troubles = opened(plotted)
    for typed in (0.4, -0.25, 99.0, path.thresholds[17]):
        type_in(page, "Threshold", repr(float(typed)))
        at = path.at(typed)
        assert counts(page)[:2] == (at.tp, at.fp)
    for text in ("0.5", "0,25"):
        type_in(page, "Recall", text)
        assert abs(float(read(page)["recall"]) - float(text.replace(",", "."))) <= 0.5 / path.positives + 5e-4
    # To leave a field is not to type.
    before = read(page)
    page.keyboard.press("Tab")
    assert read(page) == before
    for called, rule in (("Recall", "lie in [0, 1]"), ("Threshold", "be a number")):
        for text in ("many", "", "2", "-0.1", "nan") if called == "Recall" else ("many", "nan", "1,000"):
            type_in(page, called, text)
            said = f"{called.lower()} must {rule}; got {text or 'nothing'}."
            assert page.locator("[role=alert]").inner_text().startswith(said)
            assert read(page) == before
    assert troubles == []


def test_what_is_typed_where_scores_are_near_each_other(opened: Any) -> None:
    path = prplot.from_labels([1, 0, 1, 0, 1], [1 - 1e-11, 1 - 3e-11, 1 - 4e-11, 2 / 3, 1 / 3])
    page, troubles = opened(path.pr().plot())
    for row in range(1, len(path)):
        for typed in (repr(float(path.thresholds[row])), f"{path.thresholds[row]:.6f}"):
            type_in(page, "Threshold", typed)
            assert counts(page) == path.at(float(typed)).cells
    assert troubles == []


def test_what_is_typed_where_small_scores_mean_positive(opened: Any) -> None:
    rng = np.random.default_rng(0)
    labels = rng.random(120) < 0.3
    path = prplot.from_labels(labels, np.round(rng.normal(size=120) - labels, 2), lower_is_positive=True)
    page, troubles = opened(path.roc().plot())
    for typed in (0.4, -0.25, 99.0, -99.0, path.thresholds[17]):
        type_in(page, "Threshold", repr(float(typed)))
        assert counts(page) == path.at(typed).cells
    # The slider rises with the threshold, and each of its words predicts the rows positive that it stands for.
    slider = page.get_by_role("slider", name="Threshold")
    for row in (0, 1, 17, len(path) - 1):
        slider.fill(str(row))
        assert counts(page) == path.confusion(row).cells
        said = slider.get_attribute("aria-valuetext")
        assert said == "below all" if row == 0 else path.at(float(said)).cells == path.confusion(row).cells
    assert troubles == []


@pytest.mark.parametrize(("space", "seed"), [("pr", 1), ("prg", 0)])
def test_another_prevalence(opened: Any, space: str, seed: int) -> None:
    paths = {"a": sample(), "b": sample(seed=seed)}
    plotted = prplot.plot(paths, space)
    page, troubles = opened(plotted)
    sentence = page.locator(".prplot-sentence")
    slide(page, "0.05")
    # Each classifier is named once.
    areas = {called: path.at_prevalence(0.05).curve(space).area() for called, path in paths.items()}
    assert areas["a"] == pytest.approx(at_prevalence(120, 0.05).curve(space).area())
    kind = plotted.lines[0].curve.area_name
    said = "; ".join(f"{called}: {kind} {area:.3f}" for called, area in areas.items())
    assert sentence.inner_text().startswith(
        f"At prevalence 0.05: {said}. What holds only at the prevalence of the data"
    )
    moved = {called: path.at_prevalence(0.05) for called, path in paths.items()}
    page.mouse.move(*pixel_of(page, plotted.ax, 0.5, float(moved["b"].curve(space).at(0.5))))
    (tp, fp, _, tn), which = counts(page), moved[name(page)]
    # Counts are whole, of 100,000 rows.
    each = 1e5 / (which.positives + which.negatives)
    row = int(np.argmin(np.abs(each * which.tp - tp) + np.abs(each * which.fp - fp)))
    assert [fp, tn] == pytest.approx([each * which.fp[row], each * which.confusion(row).tn], abs=0.501)
    assert "of 100,000 at this prevalence; negatives are weighted" in page.locator(".prplot-read").inner_text()
    assert read(page)["precision"] == f"{which.confusion(row).measure('precision'):.3f}"
    # The mark is where that threshold is then.
    mark = page.locator(".prplot-mark").bounding_box()
    at = pixel_of(page, plotted.ax, *(float(side[row]) for side in which.curve(space)._vertices))
    assert (mark["x"] + mark["width"] / 2, mark["y"] + mark["height"] / 2) == pytest.approx(at, abs=0.7)
    # Nothing is seen of what belongs to the prevalence of the data.
    seen = "parts => parts.filter(part => getComputedStyle(part).visibility === 'hidden').length"
    assert page.locator("#prplot-picture [id^=prplot-]").evaluate_all(seen) > 3
    slide(page, "as in the figure")
    assert page.locator("#prplot-picture [id^=prplot-]").evaluate_all(seen) == 0
    assert sentence.inner_text() in ("", "Operating point: largest F1.")
    assert troubles == []


def test_a_prevalence_that_is_typed(opened: Any) -> None:
    plotted = sample().pr().plot()
    page, troubles = opened(plotted)
    slider, box = page.get_by_role("slider", name="Prevalence"), field(page, "Prevalence")
    own = f"{sample().prevalence:.4g}"
    assert (box.input_value(), slider.get_attribute("aria-valuetext")) == (own, f"{own}, as in the figure")
    for text in ("0.03", "0.5"):
        type_in(page, "Prevalence", text)
        assert box.input_value() == slider.get_attribute("aria-valuetext") == text
        page.locator(".prplot-stage").focus()
        page.keyboard.press("End")
        assert float(read(page)["precision"]) == float(text)
    before = page.locator(".prplot-sentence").inner_text()
    for wrong in ("0", "1", "-1", "many", ""):
        type_in(page, "Prevalence", wrong)
        said = f"prevalence must lie strictly between 0 and 1; got {wrong or 'nothing'}."
        assert page.locator("[role=alert]").inner_text().startswith(said)
        assert (box.input_value(), page.locator(".prplot-sentence").inner_text()) == ("0.5", before)
    # Between two stops areas are those of the nearest one, and the page says so.
    type_in(page, "Prevalence", "0.21")
    area = sample().at_prevalence(0.2).pr().area()
    said = f"At prevalence 0.21 (areas at the nearest stop of the slider, 0.2): AUPRC (continuous) {area:.3f}."
    assert page.locator(".prplot-sentence").inner_text().startswith(said)
    type_in(page, "Prevalence", own)
    assert page.locator("#prplot-picture .prplot-gone").count() == 0
    assert troubles == []


def test_the_slider_of_the_recall_is_linear(opened: Any) -> None:
    path = sample(600)
    page, troubles = opened(path.pr().plot())
    slider = page.get_by_role("slider", name="Recall")
    low, high = (float(slider.get_attribute(end)) for end in ("min", "max"))
    for recall in (0.0, 0.25, 0.5, 0.75, 1.0):
        slider.fill(str(low + recall * (high - low)))
        assert float(read(page)["recall"]) == pytest.approx(recall, abs=0.5 / path.positives + 5e-4)
        assert slider.get_attribute("aria-valuetext") == field(page, "Recall").input_value() == read(page)["recall"]
    # Few positives do not stop the keys.
    page, _ = opened(prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1]).pr().plot())
    page.get_by_role("slider", name="Recall").fill("0")
    for _ in range(30):
        page.keyboard.press("ArrowRight")
    assert read(page)["recall"] == "0.500"
    assert troubles == []


def test_pages_fill_the_window_and_have_a_large_view(opened: Any) -> None:
    def sizes() -> tuple[float, float]:
        return page.locator(".prplot-stage").bounding_box()["width"], page.locator("main").bounding_box()["width"]

    plotted = prplot.plot(two())
    page, troubles = opened(plotted, viewport={"width": 1920, "height": 1000})
    figure, whole = sizes()
    assert whole == 1400
    assert figure > 1.5 * 96 * plotted.figure.get_size_inches()[0]
    assert page.evaluate("document.documentElement.scrollHeight") <= 1000
    page.keyboard.press("l")
    stage, sentence = (page.locator(f".prplot-{part}") for part in ("stage", "sentence"))
    assert sizes()[0] > figure
    assert sizes()[1] == 1920
    assert sentence.bounding_box()["y"] >= stage.bounding_box()["y"] + stage.bounding_box()["height"]
    assert sentence.bounding_box()["y"] + sentence.bounding_box()["height"] <= 1000
    assert float(sentence.evaluate("part => parseFloat(getComputedStyle(part).fontSize)")) > 24
    assert page.locator(".prplot-hint, .prplot-head, .prplot-first").evaluate_all(
        "all => all.every(part => !part.offsetHeight)"
    )
    # It can be gone along at once.
    page.keyboard.press("Home")
    assert read(page)["TP"] == "0"
    page.keyboard.press("Escape")
    assert sizes() == (figure, whole)
    page.get_by_role("button", name="Large view").click()
    page.get_by_role("button", name="Leave large view").click()
    assert sizes() == (figure, whole)
    # What is typed is no key.
    field(page, "Threshold").press("l")
    assert sizes() == (figure, whole)
    assert troubles == []


def test_on_a_phone_the_legend_is_text(opened: Any) -> None:
    paths = two()
    one, panels = prplot.plot(paths), prplot.draw.panel(paths, ("pr", "roc"))
    for plotted, spaces in ((one, ["pr"]), (panels, ["pr", "roc"])):
        page, troubles = opened(plotted, viewport={"width": 390, "height": 844})
        rows = page.locator(".prplot-of-curves label")
        for called, row in zip(paths, rows.all(), strict=True):
            said = row.inner_text().replace(",", "").split()
            assert said[0] == called
            assert {f"{paths[called].curve(space).area():.3f}" for space in spaces} <= set(said)
        # The picture has no legend, and nothing to click where it was.
        gone = page.locator(".prplot-gone")
        assert gone.count() == 1
        assert page.locator(".prplot-stage svg").count() == len(spaces)
        rows.first.click()
        assert gone.count() > 1
        rows.first.click()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.set_viewport_size({"width": 900, "height": 900})
        gone.wait_for(state="detached")
        assert page.locator(".prplot-of-curves label").first.inner_text().strip() == "a"
        assert troubles == []


def test_pages_and_explorers_begin_at_the_same_operating_point(opened: Any) -> None:
    best = sample().optimal("f1")
    page, troubles = opened(prplot.plot(two()))
    assert (name(page), counts(page)) == ("a", best.cells)
    assert page.locator(".prplot-sentence").inner_text() == "Operating point: largest F1."
    page, _ = opened(prplot.explore(two()))
    assert (name(page), counts(page)) == ("a", best.cells)
    page.locator(".prplot-stage").focus()
    page.keyboard.press("ArrowRight")
    assert page.locator(".prplot-sentence").inner_text() == ""
    assert troubles == []


@pytest.mark.parametrize(
    ("space", "rule", "scale", "prevalence"),
    [
        ("pr", "continuous", "linear", "0.7"),
        ("pr", "continuous", "log", "0.001"),
        ("pr", "step", "linear", "0.01"),
        ("pr", "linear", "linear", "0.99"),
        ("prg", None, "linear", "0.7"),
    ],
)
def test_lines_at_another_prevalence_are_where_python_draws_them(
    opened: Any, space: str, rule: Any, scale: str, prevalence: str
) -> None:
    plotted = sample(600).curve(space, **({"interpolation": rule} if rule else {})).plot(legend=False)
    plotted.ax.set(xscale=scale, yscale=scale, xlim=(1e-2, 1), ylim=(1e-4, 1))
    page, troubles = opened(plotted)
    paths = """() => [...document.querySelectorAll('#prplot-picture path:not(defs path)')].map(path =>
        path.getAttribute('d').match(/[-0-9.]+ [-0-9.]+/g)?.map(pair => pair.split(' ').map(Number)) ?? [])"""
    before = page.evaluate(paths)
    slide(page, prevalence)
    changed = [np.array(now) for now, was in zip(page.evaluate(paths), before, strict=True) if now != was]
    moved = at_prevalence(600, float(prevalence)).curve(space, **({"interpolation": rule} if rule else {}))
    ax, (width, height) = plotted.ax, plotted.figure.get_size_inches() * 72
    drawn = max(changed, key=len)
    shown = ax.figure.transFigure.transform(np.column_stack([drawn[:, 0] / width, 1 - drawn[:, 1] / height]))
    # In pixels of the page: how far the line that Python draws is from that of the page, between its points as well.
    between = np.linspace(shown[:-1], shown[1:], 5).reshape(-1, 2)
    truth = np.column_stack(moved.trace(1e-4)[:2])
    line = mpl.path.Path(ax.transData.transform(truth[np.isfinite(truth).all(axis=1)])).interpolated(20).vertices
    box = ax.bbox.padded(-1)
    inside = between[[box.contains(*point) for point in between]]
    off = [np.hypot(*(line - point).T).min() for point in inside]
    assert len(inside) > 50
    assert max(off) * 96 / ax.figure.dpi < 1.5
    if space == "pr":
        # Chance is the prevalence.
        (chance,) = (line for line in changed if len(line) == 2)
        _, up = ax.transData.transform((0.5, float(prevalence)))
        assert np.allclose(height * (1 - up / ax.figure.bbox.height), chance[:, 1], atol=0.5)
    assert troubles == []


def test_curves_are_hidden_and_shown_with_their_operating_point(opened: Any) -> None:
    plotted = prplot.plot(two())
    at = two()["b"].at(0.5)
    page, troubles = opened(prplot.draw.operating_point(plotted.lines[1].curve, 0.5, label="here", ax=plotted.ax))
    # The page begins there.
    assert (name(page), counts(page)) == ("b", at.cells)
    gone, veils = page.locator(".prplot-gone"), page.locator(".prplot-veil")
    boxes = {called: page.get_by_role("checkbox", name=called) for called in "ab"}
    boxes["b"].uncheck()
    # The line, its mark and the name of that.
    assert gone.count() == 3
    assert gone.evaluate_all("parts => parts.map(part => getComputedStyle(part).visibility)") == ["hidden"] * 3
    assert veils.count() == 1
    boxes["b"].check()
    assert gone.count() == veils.count() == 0
    boxes["a"].uncheck()
    assert gone.count() == 1
    page.mouse.move(*pixel_of(page, plotted.ax, 0.5, float(sample().pr().at(0.5))))
    assert name(page) == "b"
    # An entry of the legend does the same; all of it can be clicked, not only the ink of letters.
    row = veils.bounding_box()
    page.mouse.click(row["x"] + row["width"] / 2, row["y"] + 1)
    assert boxes["a"].is_checked()
    # At another prevalence the legend, whose areas do not hold there, is hidden, and does nothing.
    boxes["a"].uncheck()
    slide(page, "0.9")
    assert veils.count() == 0
    page.mouse.click(row["x"] + row["width"] / 2, row["y"] + 1)
    assert not boxes["a"].is_checked()
    for box in boxes.values():
        box.uncheck()
    assert page.locator(".prplot-sentence").inner_text() == "No curve is shown."
    assert troubles == []


def test_fingers(opened: Any) -> None:
    plotted = prplot.plot(two())
    page, troubles = opened(plotted, has_touch=True)
    page.touchscreen.tap(*pixel_of(page, plotted.ax, 1.0, sample().prevalence))
    assert float(read(page)["FN"]) == 0
    before = read(page)
    page.get_by_role("checkbox", name="b").tap()
    assert page.locator(".prplot-gone").count() == 1
    assert read(page) == before
    assert troubles == []


def test_without_a_script_and_on_paper_it_is_the_figure(opened: Any) -> None:
    plotted = prplot.plot(two())
    page, troubles = opened(plotted, java_script_enabled=False)
    assert page.locator("svg").count() == 1
    assert page.locator("svg").bounding_box()["height"] > 200
    assert page.locator("input, button, output").count() == 0
    assert "Precision-Recall curve" in page.locator("svg").get_attribute("aria-label")
    assert page.locator("h1").inner_text() == "Precision-Recall curves"
    assert troubles == []
    page, _ = opened(plotted)
    drawn = "() => document.querySelector('#prplot-picture').innerHTML.replaceAll(' class=\"\"', '')"
    as_saved = page.evaluate(drawn)
    slide(page, "0.7")
    page.get_by_role("checkbox", name="b").uncheck()
    changed = page.evaluate(drawn)
    for media, looks in (("print", as_saved), ("screen", changed)):
        page.emulate_media(media=media)
        page.wait_for_timeout(200)
        assert page.locator(".prplot-controls").is_visible() is (media == "screen")
        assert page.locator(".prplot-sentence").is_visible() is (media == "screen")
        assert page.locator(".prplot-stage svg").is_visible()
        assert page.locator("h1").is_visible()
        assert page.evaluate(drawn) == looks


def test_dark_where_the_system_of_the_reader_is_dark(opened: Any) -> None:
    def colors(page: Any) -> tuple[str, str]:
        look = "part => [getComputedStyle(document.body).backgroundColor, getComputedStyle(part).filter]"
        background, shown = page.locator(".prplot-stage svg").first.evaluate(look)
        return background, shown

    white = prplot.plot(two())
    with mpl.rc_context({"figure.facecolor": "black", "text.color": "white"}):
        black = prplot.plot(two())
    for plotted, inverted in ((white, True), (black, False)):
        page, troubles = opened(plotted, color_scheme="dark")
        background, shown = colors(page)
        assert background == "rgb(22, 22, 22)"
        assert ("invert" in shown) is inverted
        page.emulate_media(media="print", color_scheme="dark")
        assert colors(page) == ("rgb(255, 255, 255)", "none")
        assert troubles == []
    assert colors(opened(white)[0]) == ("rgb(255, 255, 255)", "none")


def test_panels_stand_beneath_each_other_on_a_phone(opened: Any) -> None:
    panels = prplot.draw.panel(two(), ("pr", "prg", "roc", "cost"))
    page, troubles = opened(panels)
    tiles = page.locator(".prplot-stage svg")

    def boxes() -> list[dict[str, float]]:
        return [tiles.nth(k).bounding_box() for k in range(4)]

    wide = boxes()
    assert wide[0]["y"] == pytest.approx(wide[1]["y"], abs=1) != wide[2]["y"]
    page.set_viewport_size({"width": 390, "height": 844})
    tiles.nth(4).wait_for(state="detached")
    narrow = boxes()
    assert all(one["y"] + one["height"] <= other["y"] + 1 for one, other in pairwise(narrow))
    # As large as they are in the figure, so that labels are.
    natural = [float(tiles.nth(k).get_attribute("viewBox").split()[2]) for k in range(4)]
    assert [box["width"] for box in narrow] == pytest.approx(natural, abs=1.1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.mouse.move(*pixel_of(page, panels.axes["roc"], 0.5, float(sample().roc().at(0.5))))
    assert counts(page) in nearest(list(two().values()), panels.axes["roc"], "roc", 0.5, float(sample().roc().at(0.5)))
    assert troubles == []


def test_every_kind_of_path(opened: Any) -> None:
    kinds: list[Any] = [prplot.from_labels([1], [0.5]), prplot.datasets.load("cells").paths()]
    kinds += [prplot.from_labels([1, 0, 1, 0], scores) for scores in ([1] * 4, [np.inf, 3, 2, -np.inf])]
    kinds += [prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1], positives=5), sample(5000)]
    kinds += [{f"A classifier whose name is about {k} words too long": sample(60, k) for k in range(12)}]
    for kind in kinds:
        page, troubles = opened(prplot.plot(kind))
        page.locator(".prplot-stage").focus()
        for key in ("Home", "ArrowRight", "End", "PageUp", "ArrowUp"):
            page.keyboard.press(key)
            text = page.locator(".prplot-read").first.inner_text()
            assert "NaN" not in text
            assert "TP " in page.locator(".prplot-read").inner_text()
        if page.get_by_role("slider", name="Prevalence").count():
            slide(page, "0.999")
            ds = page.locator("#prplot-picture path").evaluate_all(
                "all => all.map(path => path.getAttribute('d')).join()"
            )
            assert "NaN" not in ds
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
    text = " ".join(frame.locator(".prplot-read").inner_text().split())
    assert f"TP {path.tp[1]:.0f} FP {path.fp[1]:.0f}" in text
    # The state is the last one, and the frame is as high as what it shows.
    assert page.locator("[class$=-still] p").first.inner_text().startswith("ROC. Random forest: AUROC 0.95")
    inside = frame.locator("main").evaluate("main => main.offsetHeight")
    assert abs(page.locator("iframe").first.bounding_box()["height"] - inside) < 40
    assert page.locator("[class$=-still] img").first.is_hidden()
    assert page.locator(".widget-dropdown, .widget-slider").count() == 0
    page.close()
