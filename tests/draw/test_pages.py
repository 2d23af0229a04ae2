"""Pages: one file, nothing fetched, the figure as it is saved, and what its script computes beside what Python does."""

from __future__ import annotations

import base64
import hashlib
import html
import io
import json
import re
from concurrent.futures import ThreadPoolExecutor

import matplotlib as mpl
import numpy as np
import pytest
from scipy.stats import norm

import prplot
from prplot.draw.page.places import picture_facts

NAME = """<script>alert(1)</script> & "two" 'words'"""


def page_of(artists, **options):
    artists.save(file := io.StringIO(), format="html", **options)
    return file.getvalue()


def lines(svg):
    return re.findall(r' d="([^"]*)"', svg[svg.index("<svg") : svg.index("</svg>")])


def shape(line):
    """The commands that occur in an outline, and its ends and extents."""
    points = np.array(re.findall(r"(-?[\d.]+) (-?[\d.]+)\s*(?=[A-Zz]|$)", line), dtype=float).reshape(-1, 2)
    ends = [*points[:1], *points[-1:], *([points.min(axis=0), points.max(axis=0)] if len(points) else [])]
    return set(re.findall("[A-Zz]", line)), np.array(ends)


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
    drawn = [[shape(line) for line in lines(svg)] for svg in (page, svgs[0].getvalue())]
    assert [kinds for kinds, _ in drawn[0]] == [kinds for kinds, _ in drawn[1]]
    # Points that nobody sees are left out, and hundredths of a pixel.
    for (_, ours), (_, wanted) in zip(*drawn, strict=True):
        assert ours == pytest.approx(wanted, abs=0.06)
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


def test_pages_of_some_hundred_rows_are_short():
    labels = (rng := np.random.default_rng(0)).random((2, 400)) < 0.3
    paths = [prplot.from_labels(row, rng.normal(size=400) + row) for row in labels]
    page = page_of(prplot.plot(dict(zip(("Random forest", "Logistic regression"), paths, strict=True))))
    assert len(page.encode()) < 120_000


def test_pages_of_long_paths_are_short_and_say_so():
    rng = np.random.default_rng(3)
    labels = rng.random(200_000) < 0.3
    path = prplot.from_labels(labels, rng.normal(size=200_000) + 1.5 * labels, name="long")
    page = page_of(prplot.draw.panel({"long": path}, ("pr", "roc")))
    assert len(page.encode()) < 300_000
    assert "Only the thresholds that are needed to draw the lines can be pointed at." in html.unescape(page)


# Facts of a picture.


def facts_of(plotted, per_inch=50.0):
    plotted.figure.draw_without_rendering()
    return picture_facts(plotted.figure, per_inch)


@pytest.mark.parametrize("space", ["pr", "prg", "roc", "croc", "gains", "lift", "det"])
@pytest.mark.parametrize("kind", ["hard", "tied", "soft"])
def test_places_of_thresholds_are_shares_of_their_axes(space, kind, request):
    path = request.getfixturevalue(kind)
    plotted = path.curve(space).plot()
    facts, kept = facts_of(plotted)
    (panel,), (curve,), ((lines, through),) = facts["panels"], facts["curves"], kept
    assert (*lines, through) == (*plotted.lines, path)
    left, top, right, bottom = panel["box"]
    corners = plotted.figure.transFigure.inverted().transform(plotted.ax.bbox.get_points())
    width, height = 50 * plotted.figure.get_size_inches()
    told = [left / width, right / width, 1 - bottom / height, 1 - top / height]
    assert told == pytest.approx([*corners.T.ravel()], abs=1e-4)
    scale = norm.ppf if space == "det" else lambda values: np.asarray(values, dtype=float)
    axes = (plotted.ax.get_xlim(), plotted.ax.get_ylim())
    ends = np.array([scale(limits) for limits in axes])
    places = (scale(np.array(path.curve(space)._vertices)) - ends[:, :1]) / np.ptp(ends, axis=1, keepdims=True)
    told = np.array([panel["lines"][0][name] for name in "xy"], dtype=float)
    seen = np.isfinite(places).all(axis=0)
    np.testing.assert_allclose(told[:, seen], places[:, seen], atol=1e-5)
    # What has no place on the scale is out of sight.
    assert not ((told[:, ~seen] > 0) & (told[:, ~seen] < 1)).all(axis=0).any()
    np.testing.assert_allclose(curve["tp"], path.tp, rtol=1e-9)
    np.testing.assert_allclose(curve["fp"], path.fp, rtol=1e-9)
    assert [curve["positives"], curve["negatives"]] == [path.positives, path.negatives]


def test_costs_of_thresholds_are_lines_between_the_ends_of_the_axes(hard):
    plotted = hard.cost().plot()
    plotted.ax.set(xlim=(0.2, 1.1), ylim=(0, 2))
    (line,) = facts_of(plotted)[0]["panels"][0]["lines"]
    fpr, fnr = hard.fp / hard.negatives, 1 - hard.tp / hard.positives
    for x, name in ((0.2, ""), (1.0, "2")):
        np.testing.assert_allclose(line[f"x{name}"], (x - 0.2) / 0.9, atol=1e-5)
        np.testing.assert_allclose(line[f"y{name}"], (fpr * (1 - x) + fnr * x) / 2, atol=1e-5)


def test_texts_of_thresholds_predict_the_same(tied, other):
    for path in (tied, other, prplot.from_labels([1, 0, 1, 0], [np.inf, 0.123456789, 0.1234, -np.inf])):
        texts = facts_of(path.pr().plot())[0]["curves"][0]["threshold"]
        assert texts[0] == "above all"
        for row, text in enumerate(texts):
            if text[0] not in "ab":
                assert (path.at(float(text)).tp, path.at(float(text)).fp) == (path.tp[row], path.fp[row])
                assert len(text) <= len(repr(float(path.thresholds[row])))
    assert texts == ["above all", "above all", "0.12345", "0.1", "below all"]


def test_of_long_paths_the_thresholds_that_the_lines_need_are_kept():
    rng = np.random.default_rng(3)
    labels = rng.random(30_000) < 0.3
    path = prplot.from_labels(labels, rng.normal(size=30_000) + labels)
    panels = prplot.draw.panel({"long": path}, ("pr", "det", "cost"))
    facts, ((_, kept),) = facts_of(panels)
    assert len(kept) == len(facts["curves"][0]["tp"]) <= 2000
    rows = np.searchsorted(-path.thresholds, -kept.thresholds)
    np.testing.assert_array_equal([kept.tp, kept.fp], [path.tp[rows], path.fp[rows]])
    assert {0, 1, len(path) - 1} <= {*rows}
    # No vertex is farther than two pixels from the line through those that are kept.
    ax = panels.axes["pr"]
    points, through = (ax.transData.transform(np.column_stack(one.pr()._vertices)) for one in (path, kept))
    assert np.abs(np.interp(points[:, 0], *through.T) - points[:, 1])[points[:, 0] > points[5, 0]].max() < 60
    assert "Only the thresholds that are needed to draw the lines can be pointed at." in page_of(panels)


def test_parts_of_a_picture(two):
    panels = prplot.draw.panel(two, ("pr", "roc"), scores=True, thresholds=0.5)
    facts, kept = facts_of(panels, 60.0)
    width, height = facts["size"]
    # Tiles cover the figure, and no panel is cut.
    assert sum(w * h for _, _, w, h in facts["tiles"]) == pytest.approx(width * height)
    for left, top, right, bottom in (panel["box"] for panel in facts["panels"]):
        around = [x <= left and right <= x + w and y <= top and bottom <= y + h for x, y, w, h in facts["tiles"]]
        assert sum(around) == 1
    assert len(facts["tiles"]) == 5
    assert [panel.get("scores") for panel in facts["panels"]][2:] == [[*one.ax.get_xlim()] for one in panels.scores]
    assert [[line["curve"] for line in panel["lines"]] for panel in facts["panels"]] == [[0, 1], [0, 1], [], []]
    # Both rows of the table, one below the other, beneath all panels.
    assert [entry["curve"] for entry in facts["entries"]] == [0, 1]
    (_, top, _, bottom), (_, below, *_) = (entry["box"] for entry in facts["entries"])
    assert facts["panels"][-1]["box"][3] < top < bottom <= below + 1
    one = facts_of(two["hard"].pr().plot())[0]
    assert one["tiles"] == [[0, 0, *one["size"]]]
    assert [known.curve.label for known in kept] == [*two]
    apart = prplot.draw.multiples({"x": two, "y": two["hard"].hard()})
    assert [curve["name"] for curve in facts_of(apart)[0]["curves"]] == ["hard, x", "other, x", "hard, y"]


def test_areas_at_stops_of_the_prevalence_are_those_of_weighed_rows():
    rng = np.random.default_rng(5)
    labels, scores = rng.random(80) < 0.4, rng.normal(size=80)
    page = page_of(prplot.plot(prplot.from_labels(labels, scores)))
    slider = json.loads(html.unescape(re.search(r"data-facts='([^']*)'", page)[1]))["prevalence"]
    assert slider["words"][slider["own"]] == f"{labels.mean():.4g}, as in the figure"
    assert slider["stops"][slider["own"]] == labels.mean()
    for stop, said in zip(slider["stops"], slider["areas"], strict=True):
        weight = np.where(labels, 1.0, labels.sum() * (1 - stop) / stop / (~labels).sum())
        area = prplot.from_labels(labels, scores, sample_weight=weight).pr().area()
        assert said == f"AUPRC (continuous) {area:.3f}"
    # Each of two curves of one name has its own area.
    alike = [prplot.from_labels([1, 0, 1], ranked, name="m") for ranked in ([3, 2, 1], [3, 1, 2])]
    page = page_of(prplot.plot(alike))
    slider = json.loads(html.unescape(re.search(r"data-facts='([^']*)'", page)[1]))["prevalence"]
    assert [said.count("m: AUPRC (continuous)") for said in slider["areas"]] == [2] * len(slider["stops"])
    # What a page cannot draw elsewhere it shows as it is.
    for curve in (prplot.from_labels(labels, scores).pr("max-interpolated"), prplot.from_labels([1, 0], [1, 0]).roc()):
        assert '"prevalence":null' in page_of(curve.plot())


def test_places_are_those_of_the_file_with_any_legend(hard, other):
    """A legend that is wrapped or leaves the axes takes other room at the resolution of the file."""
    names = ("A", "boosted trees, depth 3, learning rate 0.1, subsampled")
    page = page_of(prplot.plot(dict(zip(names, (hard, other), strict=True))))
    (left, _, right, bottom) = json.loads(html.unescape(re.search(r"data-facts='([^']*)'", page)[1]))["facts"][
        "panels"
    ][0]["box"]
    # The first path is the background of the figure, the second that of the axes.
    drawn = re.findall(r'<path d="M ([\d.]+) ([\d.]+)\s*L ([\d.]+)', page)[1]
    points = [96 / 72 * float(value) for value in drawn]
    assert points == pytest.approx([left, bottom, right], abs=0.05)
