"""Pages: one file, nothing fetched, the figure as it is saved, and facts that are those of the paths."""

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

import prplot
from prplot.draw.page import page_of, script
from prplot.draw.page.facts import MOST_VERTICES

NAME = """<script>alert(1)</script> & "two" 'words'"""


def facts_in(page):
    return json.loads(html.unescape(re.search(r'data-facts="([^"]*)"', page)[1]))


def svg_in(page):
    return page[page.index("<svg") : page.index("</svg>") + 6]


def sample(n=60, seed=0, **options):
    rng = np.random.default_rng(seed)
    labels = rng.random(n) < 0.3
    return prplot.from_labels(labels, np.round(rng.normal(size=n) + labels, 1), **options)


@pytest.fixture
def page():
    return page_of(prplot.plot({NAME: sample(), "other": sample(seed=1)}).ax)


def test_one_file_without_a_network(page):
    assert page.count("<script") == page.count("</script>") == 1
    # Names of vocabularies are no addresses; nothing else names a place.
    elsewhere = re.sub(r'xmlns(:\w+)?="[^"]*"', "", page).replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?://|//cdn|@import", elsewhere)
    assert re.findall(r'(?:src|href)="(?!#|data:)([^"]*)"', page) == []


def test_the_script_is_allowed_by_its_hash_alone(page):
    inside = re.search(r"<script[^>]*>(.*?)</script>", page, re.DOTALL)[1]
    allowed = re.search(r"script-src ([^;\"]*)", page)[1]
    assert allowed == f"'sha256-{base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()}'"
    assert "default-src 'none'" in page
    assert inside.strip() == script().strip()


def test_it_is_the_same_script_whatever_is_shown(page):
    other = page_of(sample(7).roc().plot().ax)
    policies = [re.search(r'content="(default-src[^"]*)"', text)[1] for text in (page, other)]
    assert policies[0] == policies[1]


def test_names_are_escaped(page):
    assert "<script>alert" not in page
    assert [curve["name"] for curve in facts_in(page)["curves"]] == [NAME, "other"]
    assert html.escape(NAME) in re.search(r'aria-label="([^"]*)"', page)[1]


def test_the_drawing_is_that_of_the_svg_file():
    plotted = prplot.plot({"a": sample(), "b": sample(seed=1)})
    file = io.BytesIO()
    plotted.save(file, format="svg")
    page = page_of(plotted.ax)

    def lines(svg):
        return re.findall(r' d="([^"]*)"', svg)

    assert lines(svg_in(page)) == lines(svg_in(file.getvalue().decode()))


def test_the_figure_is_left_as_it_was():
    plotted = prplot.plot({"a": sample(), "b": sample(seed=1)})
    before = [(artist, artist.get_gid()) for artist in plotted.figure.findobj()]
    files = [io.BytesIO(), io.BytesIO()]
    plotted.save(files[0], format="svg")
    settings = dict(mpl.rcParams)
    page_of(plotted.ax)
    assert dict(mpl.rcParams) == settings
    plotted.save(files[1], format="svg")
    assert files[0].getvalue() == files[1].getvalue()
    there = {id(artist): artist.get_gid() for artist in plotted.figure.findobj()}
    assert [there.get(id(artist), gid) == gid for artist, gid in before].count(False) == 0


def test_facts_are_those_of_the_path():
    path = sample(40, name="mine")
    curve = facts_in(page_of(path.pr().plot().ax))["curves"][0]
    assert curve["threshold"] == ["Infinity", *path.thresholds[1:].tolist()]
    assert np.cumsum(curve["tp"]).tolist() == path.tp.tolist()
    assert np.cumsum(curve["fp"]).tolist() == path.fp.tolist()
    assert (curve["positives"], curve["negatives"], curve["all"]) == (path.positives, path.negatives, len(path))


def test_weights_have_their_digits():
    path = prplot.from_weights([3.0, 2.0, 1.0], fg=[0.25, 1 / 3, 0.7], bg=[0.5, 0.1, 0.3])
    curve = facts_in(page_of(path.pr().plot().ax))["curves"][0]
    np.testing.assert_allclose(curve["tp"], path.tp, rtol=1e-11)
    np.testing.assert_allclose(curve["fp"], path.fp, rtol=1e-11)
    assert not curve["whole"]


@pytest.mark.parametrize("seed", range(3))
def test_a_threshold_that_is_told_gives_the_counts_that_are_told(seed):
    rng = np.random.default_rng(seed)
    labels = rng.random(5000) < 0.4
    path = prplot.from_labels(labels, rng.normal(size=5000) * 10.0 ** rng.integers(-9, 9))
    curve = facts_in(page_of(path.pr().plot().ax))["curves"][0]
    for told, tp, fp in zip(curve["threshold"], np.cumsum(curve["tp"]), np.cumsum(curve["fp"]), strict=True):
        at = path.at(float(told))
        assert (at.tp, at.fp) == (tp, fp)


def test_thresholds_have_as_many_digits_as_tell_them_apart():
    scores = 1.0 + np.arange(30) * 2.0**-52
    curve = facts_in(page_of(prplot.from_labels(np.arange(30) % 3 == 0, scores).pr().plot().ax))["curves"][0]
    assert curve["threshold"][1:] == scores[::-1].tolist()


@pytest.mark.parametrize("spaces", [("pr",), ("pr", "prg", "roc", "croc", "cost")])
@pytest.mark.parametrize("share", [0.01, 0.3])
def test_a_long_path_keeps_some_of_its_vertices(spaces, share):
    rng = np.random.default_rng(3)
    labels = rng.random(200_000) < share
    path = prplot.from_labels(labels, rng.normal(size=200_000) + 1.5 * labels, name="long")
    panels = prplot.draw.panel({"long": path}, spaces)
    page = page_of(panels.figure.axes[0])
    assert len(page.encode()) < 300_000
    facts = facts_in(page)
    curve = facts["curves"][0]
    assert 200 < len(curve["tp"]) <= MOST_VERTICES
    tp, fp = np.cumsum(curve["tp"]), np.cumsum(curve["fp"])
    rows = np.searchsorted(path.tp + path.fp, tp + fp)
    np.testing.assert_array_equal(path.tp[rows], tp)
    assert [float(f"{t:.6g}") for t in path.thresholds[rows][1:]] == pytest.approx(curve["threshold"][1:], rel=1e-5)
    assert len(facts["panels"]) == len(spaces)
    assert f"the points that the lines need, {len(tp):,} of {len(path):,} of long;" in facts["told"][0]
    # The line through them is close to the line through all.
    curves = [path.roc(), prplot.from_counts(curve["threshold"][1:], tp=tp[1:], fp=fp[1:]).roc()]
    at = np.linspace(0, 1, 501)
    assert np.max(np.abs(curves[0].at(at) - curves[1].at(at))) < 2e-3


def test_a_classifier_is_one_in_all_panels():
    panels = prplot.draw.panel({"a": sample(), "b": sample(seed=1)}, ("pr", "roc"))
    facts = facts_in(page_of(panels.figure.axes[0]))
    assert [curve["name"] for curve in facts["curves"]] == ["a", "b"]
    assert [[line["curve"] for line in panel["lines"]] for panel in facts["panels"]] == [[0, 1], [0, 1]]
    # The table beneath names them once.
    assert all(f'id="{name}"' in page_of(panels.figure.axes[0]) for row in facts["rows"] for name in row)
    assert all(facts["rows"])


def test_every_id_of_the_facts_is_on_the_page(page):
    facts = facts_in(page)
    named = [
        *(line["id"] for panel in facts["panels"] for line in panel["lines"]),
        *(name for panel in facts["panels"] for line in panel["lines"] for name in line["entry"]),
        # A text for which there is no room is not drawn.
        *(name for panel in facts["panels"] for what, name in panel["anew"].items() if what != "chance text"),
    ]
    assert len(named) >= 8
    assert [name for name in named if page.count(f'id="{name}"') != 1] == []


def test_parts_of_a_curve_go_with_it_and_the_page_begins_at_its_operating_point():
    one, other = sample(name="one"), sample(seed=1, name="other")
    plotted = prplot.plot([one, other])
    cut = float(other.thresholds[7])
    ax, many = plotted.ax, {}
    for curve in (line.curve for line in plotted.lines):
        drawn = [
            prplot.draw.hull(curve, ax=ax),
            prplot.draw.threshold_ticks(curve, [0.5, 1.0], ax=ax),
            prplot.draw.best(curve.path, ax=ax),
            prplot.draw.difference(curve, "step", ax=ax),
        ]
        assert all(part.artists for part in drawn)
        many[curve.label] = sum(len(part.artists) for part in drawn)
    many["other"] += len(prplot.draw.operating_point(other.pr(), cut, matrix=True, ax=ax).artists)
    page = page_of(plotted.ax)
    facts = facts_in(page)
    lines = facts["panels"][0]["lines"]
    by_name = {facts["curves"][line["curve"]]["name"]: line for line in lines}
    assert {name: len(line["own"]) for name, line in by_name.items()} == many
    assert [line["at"] for line in by_name.values()] == [[], [other.at(cut).tp + other.at(cut).fp]]
    for line in lines:
        # A text for which there is no room is not drawn.
        assert sum(page.count(f'id="{name}"') == 1 for name in line["own"]) >= 5
        assert set(line["own"]) <= set(facts["panels"][0]["still"])


def test_an_explorer_begins_where_it_is(tmp_path):
    path = sample()
    view = prplot.explore(path, threshold=float(path.thresholds[9]), panels=("roc",))
    view.save(tmp_path / "explorer.html")
    facts = facts_in((tmp_path / "explorer.html").read_text("utf-8"))
    assert [panel["lines"][0]["at"] for panel in facts["panels"]] == [[path.tp[9] + path.fp[9]]] * 2


def test_curves_of_one_name_are_told_apart_by_their_axes():
    small = prplot.draw.multiples(
        {"north": {"a": sample(), "b": sample(seed=1)}, "south": {"a": sample(seed=2), "b": sample(seed=3)}}
    )
    facts = facts_in(page_of(small.figure.axes[0]))
    names = [curve["name"] for curve in facts["curves"]]
    assert names == ["a, north", "b, north", "a, south", "b, south"]
    # Each has its row of the legend of the figure.
    assert [len(row) for row in facts["rows"]] == [1] * 4
    assert facts["rows"][0] != facts["rows"][1]


def test_threads_save_one_figure():
    plotted = sample().pr().plot()

    def saved(_):
        file = io.BytesIO()
        plotted.save(file, format="html")
        return file.getvalue()

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(saved, range(4)))) == 1


def test_what_no_file_can_hold_is_replaced():
    page = page_of(sample(name="a\ud800b").pr().plot().ax)
    assert "\ud800" not in page
    assert page.encode()


def test_boxes_are_where_axes_are():
    plotted = sample().pr().plot()
    page = page_of(plotted.ax)
    left, top, right, bottom = facts_in(page)["panels"][0]["box"]
    number, any_number = r"([\d.]+)", r"[\d.]+"
    outline = rf'<path d="M {number} {number} \nL {number} {any_number} \nL {any_number} {number}'
    background = re.search(rf'<g id="patch_2">\s*{outline}', page)
    assert [float(v) for v in background.groups()] == pytest.approx([left, bottom, right, top], abs=0.01)


@pytest.mark.parametrize(
    "of",
    [
        lambda: sample(positives=30),
        lambda: prplot.mean_curve([sample().roc(), sample(seed=1).roc()]),
        lambda: prplot.from_labels([1, 1], [0.1, 0.2]),
        lambda: sample().pr("max-interpolated"),
        lambda: sample().pr(left="one"),
    ],
    ids=["negatives are unknown", "a mean has no thresholds", "one class", "a rule that pages lack", "a corner"],
)
def test_prevalence_is_offered_only_where_it_can_be_moved(of):
    assert facts_in(page_of(prplot.plot(of()).ax))["prevalence"] is None


def test_prevalence_begins_at_that_of_the_data():
    assert facts_in(page_of(sample().pr().plot().ax))["prevalence"] == {"value": pytest.approx(sample().prevalence)}
    assert facts_in(page_of(sample().roc().plot().ax))["prevalence"] is None
    both = prplot.plot([sample(name="a"), sample(70, name="b")])
    assert facts_in(page_of(both.ax))["prevalence"] == {"value": None}


def test_what_has_no_thresholds_is_a_page_too(tmp_path):
    for drawn in (prplot.draw.scores(sample()), prplot.plot(prplot.mean_curve([sample().roc(), sample(seed=1).roc()]))):
        drawn.save(tmp_path / "figure.html")
        page = (tmp_path / "figure.html").read_text("utf-8")
        assert "<svg" in page
        assert facts_in(page)["curves"] == []
        assert facts_in(page)["told"][0].startswith("Nothing of this figure can be pointed at: it shows no thresholds")


def test_places_to_save_to(tmp_path):
    plotted = sample().pr().plot()
    page = page_of(plotted.ax)
    file = io.BytesIO()
    plotted.save(file, format="html")
    text = io.StringIO()
    plotted.save(text, format="html")
    plotted.save(str(tmp_path / "a.html"))
    plotted.save(tmp_path / "b.HTM")
    prplot.draw.operating_point(sample().pr(), 0.5, ax=plotted.ax).save(tmp_path / "c.html")
    assert text.getvalue() == page
    assert file.getvalue().decode() == page == (tmp_path / "a.html").read_text("utf-8")
    assert (tmp_path / "b.HTM").read_text("utf-8") == page
    assert "_operating" not in page
    assert (tmp_path / "c.html").read_text("utf-8") != page


@pytest.mark.parametrize("option", ["dpi", "bbox_inches", "metadata"])
def test_options_that_a_page_does_not_have(option):
    with pytest.raises(prplot.PrplotTypeError, match=f"takes no {option}"):
        sample().pr().plot().save(io.BytesIO(), format="html", **{option: 100})


def test_the_size_is_that_of_the_figure_in_any_style():
    with mpl.rc_context({"savefig.bbox": "tight"}):
        page = page_of(sample().pr().plot().ax)
    width, height = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', page).groups()
    figure = sample().pr().plot().figure
    assert [float(width), float(height)] == pytest.approx((figure.get_size_inches() * 72).tolist(), rel=1e-3)


def test_editable_text_stays_text():
    plotted = sample(name="mine").pr().plot()
    pages = [io.BytesIO(), io.BytesIO()]
    plotted.save(pages[0], format="html")
    plotted.save(pages[1], format="html", editable=True)
    assert [">Recall</text>" in page.getvalue().decode() for page in pages] == [False, True]
