"""What the script of pages computes, in node, beside what Python computes."""

from __future__ import annotations

import html
import json
import math
import os
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import prplot
from prplot.draw import page
from prplot.draw.page import page_of

SCRIPT = Path(page.__file__).with_name("touch.mjs")
PREVALENCES = (None, 0.003, 0.4, 0.97)
READ = f"""
import * as touch from {json.dumps(SCRIPT.as_uri())};
import {{ readFileSync }} from 'node:fs';
const given = JSON.parse(readFileSync(0, 'utf8'));
const curves = given.facts?.curves.map(touch.curveOf), panels = given.facts?.panels;
const plain = (key, value) => typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
"""


@pytest.fixture(scope="module")
def run():
    """Run an expression of the script's in node, on the facts of a page and more; inf and NaN come back as numbers."""
    node = shutil.which("node")
    if node is None:
        reason = "no node on the PATH: apt-get install nodejs"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(reason)

    def run(expression, plotted=None, **more):
        if plotted is not None:
            text = page_of(plotted if hasattr(plotted, "get_figure") else plotted.ax)
            more["facts"] = json.loads(html.unescape(re.search(r'data-facts="([^"]*)"', text)[1]))
        program = f"{READ} console.log(JSON.stringify({expression}, plain));"
        done = subprocess.run(
            [node, "--input-type=module", "-e", program],
            input=json.dumps(more),
            capture_output=True,
            text=True,
            check=False,
        )
        assert not done.stderr, done.stderr
        return _numbers(json.loads(done.stdout))

    return run


def _numbers(value):
    if isinstance(value, list):
        return [_numbers(one) for one in value]
    if isinstance(value, dict):
        return {key: _numbers(one) for key, one in value.items()}
    return float(value) if value in ("NaN", "Infinity", "-Infinity") else value


def sample(n=80, seed=0, **options):
    rng = np.random.default_rng(seed)
    labels = rng.random(n) < 0.3
    return prplot.from_labels(labels, np.round(rng.normal(size=n) + labels, 1), **options)


def soft(n=50, seed=0):
    rng = np.random.default_rng(seed)
    fg = rng.random(n)
    return prplot.from_weights(np.round(rng.normal(size=n) + fg, 1), fg=fg, bg=rng.random(n))


PATHS = {"hard": sample(), "soft": soft(), "tied": sample(300, 1), "early": sample(positives=40, negatives=90)}


@pytest.mark.parametrize("digits", [0, 1, 3])
def test_numbers_are_rounded_as_in_python(run, digits):
    rng = np.random.default_rng(1)
    values = [
        *np.arange(-64, 65) / 32,
        *(np.arange(-40, 41) / 1000),
        *rng.normal(size=200),
        0.9995,
        1e6 + 0.0625,
        -1e-9,
    ]
    found = run(f"given.values.map((v) => touch.fixed(v, {digits}))", values=values)
    wanted = [f"{value:.{digits}f}" for value in values]
    # Zero has no sign.
    assert found == [text if float(text) else text.lstrip("-") for text in wanted]


def test_weights_are_whole_numbers_or_have_three_digits(run):
    values = [12.0, 0.0, 10.0**12, 0.1 + 0.2, 0.473261, 68.75469999, 99.96, 1234567.75, 0.000012345]
    found = run("given.values.map(touch.weight)", values=values)
    assert found == ["12", "0", "1000000000000", "0.3", "0.473", "68.8", "100", "1234568", "0.0000123"]
    assert run("touch.weight(NaN)") == "unknown"


@pytest.fixture
def moved(run):
    """Run an expression at each prevalence; with what came out, the path that has it."""

    def run_moved(expression, path, plotted):
        found = run(f"given.every.map((at) => {expression})", plotted, every=PREVALENCES)
        paths = [path if prevalence is None else path.at_prevalence(prevalence) for prevalence in PREVALENCES]
        return list(zip(found, paths, strict=True))

    return run_moved


@pytest.mark.parametrize("name", PATHS)
def test_matrices_are_those_of_the_path(moved, name):
    path = PATHS[name]
    for found, there in moved("curves[0].tp.map((_, k) => touch.matrixAt(curves[0], k, at))", path, path.roc().plot()):
        wanted = [there.confusion(row) for row in range(len(path))]
        for cell in ("tp", "fp", "fn", "tn"):
            values = [getattr(confusion, cell) for confusion in wanted]
            np.testing.assert_allclose([m[cell] for m in found], values, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("prevalence", [None, 0.4])
def test_what_is_said_is_what_python_says(run, prevalence):
    path = sample()
    found = run("curves[0].tp.map((_, k) => touch.said(curves[0], k, given.at))", path.pr().plot(), at=prevalence)
    moved = path if prevalence is None else path.at_prevalence(prevalence)
    for row, said in enumerate(found):
        confusion = moved.confusion(row)
        told = dict(said)
        assert float(told["TP"]) == pytest.approx(confusion.tp, rel=6e-3)
        assert float(told["FP"]) == pytest.approx(confusion.fp, rel=6e-3)
        if prevalence is None:
            assert [told[c.upper()] for c in ("tp", "fp", "fn", "tn")] == [f"{cell:.0f}" for cell in confusion.cells]
        if row:
            assert told["threshold"] == f"{path.thresholds[row]:.6g}".replace(
                "-0", "-0" if path.thresholds[row] else "0"
            )
            for measure in ("precision", "recall"):
                assert told[measure] == f"{confusion.measure(measure):.3f}"
            assert told["F₁"] == f"{confusion.measure('f1'):.3f}"
    assert dict(found[0]) == {
        "threshold": "above all",
        "TP": "0",
        "FP": "0",
        "precision": "undefined",
        "recall": "0.000",
        "F₁": "0.000",
        **{cell: dict(found[0])[cell] for cell in ("FN", "TN")},
    }


@pytest.mark.parametrize("name", PATHS)
def test_places_are_those_of_the_curves(moved, name):
    path = PATHS[name]
    spaces = ("pr", "prg", "roc", "croc")
    panels = prplot.draw.panel({"a": path}, spaces)
    expression = "panels.map((p) => curves[0].tp.map((_, k) => touch.seen(p, p.lines[0], curves[0], k, at)))"
    for found, where in moved(expression, path, panels.figure.axes[0]):
        for space, points in zip(spaces, found, strict=True):
            x, y = where.curve(space).vertices
            there = np.isfinite(x) & np.isfinite(y)
            np.testing.assert_allclose(np.array(points, dtype=float)[there], np.column_stack([x, y])[there], atol=1e-9)


@pytest.mark.parametrize("magnifier", ["exponential", "power", "logarithm"])
def test_magnifiers(run, magnifier):
    curve = sample().croc(alpha=3.0, magnifier=magnifier)
    found = run("curves[0].tp.map((_, k) => touch.seen(panels[0], panels[0].lines[0], curves[0], k))", curve.plot())
    np.testing.assert_allclose(found, np.column_stack(curve.vertices), atol=1e-9)


def test_clipped_gains_and_false_positives_per_image(run):
    expression = "curves[0].tp.map((_, k) => touch.seen(panels[0], panels[0].lines[0], curves[0], k))"
    for curve in (sample().prg(clip=True), sample().froc(images=7)):
        x, y = curve.vertices
        there = np.isfinite(x)
        found = np.array(run(expression, curve.plot()), dtype=float)
        np.testing.assert_allclose(found[there], np.column_stack([x, y])[there], atol=1e-9)


def test_thresholds_in_cost_space_are_lines(run):
    path = sample()
    found = run(
        "curves[0].tp.map((_, k) => touch.seen(panels[0], panels[0].lines[0], curves[0], k))", path.cost().plot()
    )
    wanted = np.column_stack([path.fp / path.negatives, 1 - path.tp / path.positives])
    np.testing.assert_allclose(found, wanted, atol=1e-12)


@pytest.mark.parametrize("space", ["pr", "prg"])
@pytest.mark.parametrize("name", ["hard", "soft", "tied"])
def test_areas_at_another_prevalence(moved, space, name):
    path = PATHS[name]
    expression = "touch.area(panels[0], panels[0].lines[0], curves[0], at)"
    for found, there in moved(expression, path, path.curve(space).plot()):
        assert found == pytest.approx(there.curve(space).area(), rel=1e-8, abs=1e-9)


@pytest.mark.parametrize("rule", ["step", "linear"])
@pytest.mark.parametrize("name", ["hard", "soft", "tied"])
def test_areas_of_other_rules_at_another_prevalence(moved, rule, name):
    path = PATHS[name]
    expression = "touch.area(panels[0], panels[0].lines[0], curves[0], at)"
    for found, there in moved(expression, path, path.pr(rule).plot()):
        assert found == pytest.approx(there.pr(rule).area(), rel=1e-8)


def test_no_area_is_made_up(run):
    expression = "touch.area(panels[0], panels[0].lines[0], curves[0], 0.3)"
    for curve in (sample().pr("discrete-tp"), sample(positives=40).pr(), sample().prg(clip=True), sample().roc()):
        assert math.isnan(run(expression, curve.plot()))
    rng = np.random.default_rng(0)
    assert math.isnan(run(expression, prplot.from_labels(rng.random(5000) < 0.2, rng.normal(size=5000)).pr().plot()))


@pytest.mark.parametrize("space", ["pr", "prg"])
@pytest.mark.parametrize("rule", ["continuous", "step", "linear"])
def test_lines_at_another_prevalence_are_the_curve(run, space, rule):
    if space == "prg" and rule != "continuous":
        return
    path = PATHS["tied"]
    curve = path.curve(space, interpolation=rule) if space == "pr" else path.prg()
    found = np.array(run("touch.traced(panels[0], panels[0].lines[0], curves[0], 0.4)", curve.plot()))
    moved = path.at_prevalence(0.4)
    truth = moved.curve(space, interpolation=rule) if space == "pr" else moved.prg()
    line = truth.trace(1e-5)
    # Nothing of one is far from the other.
    for points, x, y in ((found, line.x, line.y), (np.column_stack(line[:2]), *found.T)):
        kept = np.isfinite(points).all(axis=1) & (points[:, 0] > -0.5)
        assert max(_distance(point, x, y) for point in points[kept]) < 2e-3


def _distance(point, x, y):
    start, move = np.column_stack([x, y])[:-1], np.column_stack([np.diff(x), np.diff(y)])
    with np.errstate(invalid="ignore", divide="ignore"):
        part = np.clip(np.nan_to_num(((point - start) * move).sum(axis=1) / (move**2).sum(axis=1)), 0, 1)
    return np.nanmin(np.hypot(*(start + part[:, None] * move - point).T))


def test_a_typed_threshold_is_that_of_the_path(run):
    path = sample()
    typed = [*np.unique(np.round(np.linspace(-4, 4, 61), 2)).tolist(), 99.0, -99.0]
    rows = run("given.typed.map((t) => touch.rowOfThreshold(curves[0], t))", path.pr().plot(), typed=typed)
    assert [(path.tp[row], path.fp[row]) for row in rows] == [(at.tp, at.fp) for at in map(path.at, typed)]


def test_of_some_vertices_the_nearest_threshold(run):
    rng = np.random.default_rng(0)
    labels = rng.random(20_000) < 0.2
    path = prplot.from_labels(labels, rng.normal(size=20_000) + labels)
    typed = rng.normal(size=50).tolist()
    rows, kept = run(
        "[given.typed.map((t) => touch.rowOfThreshold(curves[0], t)), curves[0].threshold]",
        path.pr().plot(),
        typed=typed,
    )
    assert 100 < len(kept) < 20_001
    for row, wanted in zip(rows, typed, strict=True):
        assert abs(kept[row] - wanted) == min(abs(value - wanted) for value in kept)


def test_a_typed_recall_is_reached_as_nearly_as_can_be(run):
    path = sample()
    typed = np.linspace(0, 1, 41).tolist()
    rows = run("given.typed.map((t) => touch.rowOfRecall(curves[0], t))", path.pr().plot(), typed=typed)
    recall = path.tp / path.positives
    for row, wanted in zip(rows, typed, strict=True):
        assert abs(recall[row] - wanted) == pytest.approx(np.min(np.abs(recall - wanted)), abs=1e-12)
        # Of equal ones that with fewer false positives.
        assert row == int(np.argmax(recall == recall[row]))


@pytest.mark.parametrize("space", ["pr", "prg", "roc", "croc", "cost"])
def test_the_nearest_vertex(run, space):
    paths = {"a": sample(), "b": sample(seed=5)}
    plotted = prplot.plot(paths, space)
    rng = np.random.default_rng(2)
    plotted.figure.canvas.draw()
    parts = rng.random((40, 2)).tolist()
    expression = """given.parts.map(([u, v]) => {
        const [l, t, r, b] = panels[0].box;
        const found = touch.nearest(panels[0], curves, [l + u * (r - l), b + v * (t - b)]);
        return [found.curve, found.row];
    })"""
    found = run(expression, plotted, parts=parts)
    ax = plotted.ax
    to_pixels = ax.transData.transform
    for part, (curve, row) in zip(parts, found, strict=True):
        here = ax.transAxes.transform(part)
        away = {}
        for number, path in enumerate(paths.values()):
            if space == "cost":
                x = ax.transData.inverted().transform(here)[0]
                lines = path.fp / path.negatives * (1 - x) + (1 - path.tp / path.positives) * x
                down = to_pixels(np.column_stack([np.full(len(lines), x), lines]))[:, 1] - here[1]
                away |= {(number, k): abs(v) for k, v in enumerate(down)}
            else:
                points = to_pixels(np.column_stack(path.curve(space).vertices))
                away |= {(number, k): v for k, v in enumerate(np.hypot(*(points - here).T)) if np.isfinite(v)}
        assert away[curve, row] == pytest.approx(min(away.values()), abs=1e-6)


def test_hidden_curves_are_not_pointed_at(run):
    plotted = prplot.plot({"a": sample(), "b": sample(seed=5)})
    expression = """[[], [0], [1], [0, 1]].map((hidden) => {
        const [l, t, r, b] = panels[0].box;
        return touch.nearest(panels[0], curves, [(l + r) / 2, (t + b) / 2], null, new Set(hidden))?.curve ?? null;
    })"""
    found = run(expression, plotted)
    assert found[1:] == [1, 0, None]


def test_places_and_back(run):
    plotted = sample().roc().plot()
    plotted.ax.set(xscale="log", xlim=(0.01, 1), ylim=(1.1, -0.1))
    points = [[0.01, 0.3], [0.5, 0.9], [1.0, 0.0]]
    placed, back = run(
        "[given.points.map((p) => touch.placed(panels[0], ...p)), "
        "given.points.map((p) => touch.unplaced(panels[0], touch.placed(panels[0], ...p)))]",
        plotted,
        points=points,
    )
    np.testing.assert_allclose(back, points, rtol=1e-9)
    figure = plotted.figure
    wanted = figure.transFigure.inverted().transform(plotted.ax.transData.transform(points))
    size = figure.get_size_inches() * 72
    np.testing.assert_allclose(placed, np.column_stack([wanted[:, 0], 1 - wanted[:, 1]]) * size, atol=0.01)


def test_keys_step_along_a_curve_and_to_others(run):
    plotted = prplot.plot({"a": sample(), "b": sample(seed=5), "c": sample(seed=6)})
    last = len(sample()) - 1

    def key(name, row, shown=(0, 1, 2), curve=0):
        point = {"curve": curve, "row": row}
        return run(
            "touch.stepped(given.point, given.key, given.shown, curves)",
            plotted,
            point=point,
            key=name,
            shown=list(shown),
        )

    assert key("ArrowRight", 3) == {"curve": 0, "row": 4}
    assert key("ArrowLeft", 0) == {"curve": 0, "row": 0}
    assert key("End", 3) == {"curve": 0, "row": last}
    assert key("Home", 3) == {"curve": 0, "row": 0}
    assert key("ArrowDown", 3)["curve"] == 1
    assert key("ArrowUp", 3)["curve"] == 2
    assert key("ArrowDown", 3, shown=(0, 2))["curve"] == 2
    assert key("ArrowDown", 3, shown=(0,)) == {"curve": 0, "row": 4}
    assert key("x", 3) is None
