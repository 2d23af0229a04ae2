"""Pages: one file, nothing fetched, the figure as it is saved, and what its script computes beside what Python does."""

from __future__ import annotations

import base64
import hashlib
import html
import io
import json
import os
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files

import matplotlib as mpl
import numpy as np
import pytest

import prplot

NAME = """<script>alert(1)</script> & "two" 'words'"""


def page_of(artists, **options):
    artists.save(file := io.StringIO(), format="html", **options)
    return file.getvalue()


def lines(svg):
    return re.findall(r' d="([^"]*)"', svg[svg.index("<svg") : svg.index("</svg>")])


def test_one_file_without_a_network_and_names_escaped(hard, other):
    page = page_of(prplot.plot({NAME: hard, "other": other}))
    assert page.count("<script") == page.count("</script>") == 1
    # Names of vocabularies are no addresses; nothing else names a place.
    elsewhere = re.sub(r'xmlns(:\w+)?="[^"]*"', "", page).replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?://|//cdn|@import", elsewhere)
    assert re.findall(r'(?:src|href)="(?!#|data:)([^"]*)"', page) == []
    inside = re.search(r"<script[^>]*>(.*?)</script>", page, re.DOTALL)[1]
    allowed = re.search(r"script-src ([^;\"]*)", page)[1]
    assert allowed == f"'sha256-{base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()}'"
    assert "default-src 'none'" in page
    # It is the same script whatever is shown.
    assert allowed in page_of(hard.roc().plot())
    assert "<script>alert" not in page
    assert html.escape(NAME) in re.search(r'aria-label="([^"]*)"', page)[1]
    assert "\ud800" not in page_of(hard.pr(label="a\ud800b").plot())


def test_the_drawing_is_that_of_the_svg_file_and_the_figure_is_left_as_it_was(two):
    plotted, svgs = prplot.plot(two), [io.StringIO(), io.StringIO()]
    plotted.save(svgs[0], format="svg")
    settings = dict(mpl.rcParams)
    with mpl.rc_context({"savefig.bbox": "tight"}):
        page = page_of(plotted)
    assert dict(mpl.rcParams) == settings
    plotted.save(svgs[1], format="svg")
    assert svgs[0].getvalue() == svgs[1].getvalue()
    assert lines(page) == lines(svgs[0].getvalue())
    size = [float(side) for side in re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', page).groups()]
    assert size == pytest.approx((plotted.figure.get_size_inches() * 72).tolist(), rel=1e-3)
    assert [">Recall</text>" in page_of(plotted, **options) for options in ({}, {"editable": True})] == [False, True]
    with ThreadPoolExecutor(3) as pool:
        assert set(pool.map(page_of, [plotted] * 3)) == {page_of(plotted)}


def test_places_to_save_to_and_options_that_a_page_does_not_have(hard, tmp_path):
    plotted = hard.pr().plot()
    page = page_of(plotted)
    plotted.save(file := io.BytesIO(), format="html")
    plotted.save(str(tmp_path / "a.html"))
    plotted.save(tmp_path / "b.HTM")
    for text in (file.getvalue().decode(), *((tmp_path / name).read_text("utf-8") for name in ("a.html", "b.HTM"))):
        assert text == page
    with pytest.raises(prplot.PrplotTypeError, match="takes no dpi"):
        page_of(plotted, dpi=100)
    for drawn in (prplot.draw.scores(hard), prplot.plot(prplot.mean_curve([hard.roc(), hard.roc()]))):
        assert "Nothing of this figure can be pointed at: it shows no thresholds" in html.unescape(page_of(drawn))


def test_pages_of_long_paths_are_short_and_say_so():
    rng = np.random.default_rng(3)
    labels = rng.random(200_000) < 0.3
    path = prplot.from_labels(labels, rng.normal(size=200_000) + 1.5 * labels, name="long")
    page = page_of(prplot.draw.panel({"long": path}, ("pr", "roc", "cost")))
    assert len(page.encode()) < 300_000
    assert re.search(r"the points that the lines need, [\d,]+ of [\d,]+ of long;", html.unescape(page))


# The script itself is run in a browser by tests of its own; what it computes at another prevalence also here, in node.


@pytest.fixture(scope="module")
def computed():
    """What an expression of the script's is, on the facts of a page, at each of some prevalences."""
    if (node := shutil.which("node")) is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)("no node on the PATH: apt-get install nodejs")
    script = files("prplot.draw.page") / "touch.mjs"
    read = f"""import * as touch from {json.dumps(script.as_uri())}; import {{ readFileSync }} from 'node:fs';
    const facts = JSON.parse(readFileSync(0, 'utf8')), curve = touch.curveOf(facts.curves[0]);
    const panel = facts.panels[0], line = panel.lines[0];
    const plain = (key, value) => typeof value === 'number' && !Number.isFinite(value) ? null : value;"""

    def run(expression, artists, prevalences):
        facts = html.unescape(re.search(r'data-facts="([^"]*)"', page_of(artists))[1])
        program = f"{read} console.log(JSON.stringify({json.dumps(prevalences)}.map((at) => {expression}), plain));"
        command = [node, "--input-type=module", "-e", program]
        return json.loads(subprocess.run(command, input=facts, capture_output=True, text=True, check=True).stdout)

    return run


@pytest.mark.parametrize(
    ("kind", "space", "rule"),
    [("tied", "pr", "continuous"), ("soft", "pr", "step"), ("tied", "pr", "linear"), ("soft", "prg", None)],
)
def test_matrices_places_areas_and_lines_at_another_prevalence(kind, space, rule, request, computed, ax, off):
    path = request.getfixturevalue(kind)
    curve = path.curve(space, interpolation=rule)
    every, artists = [None, 0.003, 0.4, 0.97], curve.plot()
    expression = """[touch.area(panel, line, curve, at), curve.tp.map((_, k) => touch.matrixAt(curve, k, at)),
        curve.tp.map((_, k) => touch.seen(panel, line, curve, k, at)), touch.traced(panel, line, curve, at ?? 0.4),
        touch.placed(panel, 0.4, 0.9)]"""
    for at, (area, matrices, places, traced, point) in zip(every, computed(expression, artists, every), strict=True):
        across, up = artists.figure.transFigure.inverted().transform(artists.ax.transData.transform((0.4, 0.9)))
        np.testing.assert_allclose(point, np.array([across, 1 - up]) * artists.figure.get_size_inches() * 72, atol=0.1)
        there = path if at is None else path.at_prevalence(at)
        moved = there.curve(space, interpolation=rule)
        assert area == pytest.approx(moved.area(), rel=1e-8, abs=1e-9)
        for cell, values in (("tp", there.tp), ("fp", there.fp), ("fn", there.positives - there.tp)):
            np.testing.assert_allclose([m[cell] for m in matrices], values, rtol=1e-9, atol=1e-9)
        kept = there.tp > 0 if space == "prg" else np.ones(len(there), dtype=bool)
        found = np.array([place for place, keep in zip(places, kept, strict=True) if keep], dtype=float)
        np.testing.assert_allclose(found, np.column_stack([moved.x, moved.y])[-len(found) :], atol=1e-9)
        if at == 0.4:
            (drawn,) = ax.plot(*np.array(traced, dtype=float).T)
            ax.set(xlim=(0, 1), ylim=(0, 1))
            look = np.linspace(0.01, 0.99, 200)
            assert off(drawn, look, moved.at(look))[0] < 1.0
