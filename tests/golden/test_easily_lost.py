"""What is easily lost when code is written anew: copies, threads, scales, states of others, odd names."""

from __future__ import annotations

import copy
import dataclasses
import gc
import html
import io
import pickle
import re
import subprocess
import sys
import warnings
import weakref
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from shutil import which

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import polars as pl
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgba

import prplot

pytestmark = pytest.mark.filterwarnings("ignore::prplot.PrplotWarning")
RNG = np.random.RandomState(4)
LABELS = (RNG.rand(60) < 0.3).astype(int)
SCORES = np.round(RNG.randn(60) + LABELS, 1)
WEIGHTS = RNG.rand(60)
PATH = prplot.from_labels(LABELS, SCORES, name="forest")
OTHER = prplot.from_labels(LABELS, RNG.randn(60), name="bayes")
SOFT = prplot.from_weights(SCORES, fg=WEIGHTS, name="soft")
BOTH = {"forest": PATH, "bayes": OTHER}
SPACES = ("pr", "prg", "roc", "croc", "cost", "gains", "lift", "det")


def picture(figure):
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba()).copy()


# Copies

SMALL = {"n": 200, "rng": 0}
PATHS = {
    "labels": PATH,
    "soft": SOFT,
    "counts": prplot.from_counts([3.0, 2.0, 1.0], [1, 3, 4], [0, 2, 9]),
    "re-weighted": PATH.at_prevalence(0.01),
    "population": prplot.simulate.binormal().path(0.1),
    "pooled": prplot.pool([PATH, PATH], calibrated=True),
}
THINGS = {
    **{f"path, {name}": (lambda path=path: path) for name, path in PATHS.items()},
    **{
        f"{space}, {name}": (lambda path=path, space=space: path.curve(space))
        for name, path in PATHS.items()
        for space in ("pr", "prg", "roc", "croc", "cost")
    },
    **{f"hull, {space}": (lambda space=space: PATH.curve(space).hull()) for space in ("pr", "prg", "roc", "croc")},
    **{f"best, {name}": PATHS[name].best for name in ("labels", "soft", "counts")},
    **{f"areas, {name}": PATHS[name].areas for name in ("labels", "soft", "counts")},
    "area": lambda: PATH.areas()["step"],
    "identified": lambda: prplot.identify(PATH, "0.5"),
    "sample": lambda: PATH.sample,
    "confusion": lambda: PATH.at(0.5),
    "mean area": lambda: prplot.mean_area([PATH, OTHER]),
    "mean curve": lambda: prplot.mean_curve([PATH.roc(), OTHER.roc()]),
    "interval": lambda: PATH.pr().interval(**SMALL),
    "band": lambda: PATH.roc().band(**SMALL),
    "comparison": lambda: prplot.compare(BOTH, **SMALL),
    **{f"space {space.__name__}": (lambda space=space: space(0.1)) for space in (prplot.PR, prplot.CROC, prplot.Cost)},
    **{f"data {name}": (lambda name=name: prplot.datasets.load(name)) for name in ("digits", "cells", "crashes")},
    "bibeta": prplot.simulate.bibeta,
    "saito": lambda: prplot.simulate.saito("ER-"),
    "keilwagen": lambda: prplot.simulate.keilwagen("good"),
}
COPIES = {"pickled": lambda thing: pickle.loads(pickle.dumps(thing)), "copied": copy.copy, "deep": copy.deepcopy}


def parts(thing, place=""):
    """Yield the public fields of an object and what they hold, and its public arrays and numbers."""
    if dataclasses.is_dataclass(thing):
        fields = {field.name for field in dataclasses.fields(thing)}
        for name in fields | set(dir(type(thing))):
            value = None if name.startswith("_") else getattr(thing, name, None)
            if name in fields or isinstance(value, np.ndarray | float | str):
                yield from parts(value, f"{place}.{name}")
    elif isinstance(thing, Mapping):
        for key in thing:
            yield from parts(thing[key], f"{place}[{key!r}]")
    elif isinstance(thing, tuple | list):
        for number, part in enumerate(thing):
            yield from parts(part, f"{place}[{number}]")
    elif not callable(thing):
        yield place, thing


@pytest.mark.parametrize("name", THINGS)
def test_copies_are_equal_and_read_only(name):
    thing = THINGS[name]()
    expected = dict(parts(thing))
    assert {type(value) for value in expected.values()} - {type(None)}
    for way in COPIES.values():
        again = way(thing)
        assert (type(again), repr(again)) == (type(thing), repr(thing))
        found = dict(parts(again))
        assert found.keys() == expected.keys()
        for place, value in expected.items():
            if isinstance(value, np.ndarray):
                np.testing.assert_array_equal(found[place], value)
                # What is computed anew on each call belongs to the caller.
                assert value.flags.writeable or not found[place].flags.writeable, place
            elif " at 0x" not in repr(value):
                assert repr(found[place]) == repr(value), place


def test_what_was_computed_is_not_pickled():
    rng = np.random.RandomState(3)
    path = prplot.from_labels(rng.rand(10_000) < 0.2, rng.randn(10_000))
    curve = path.pr()
    before = [len(pickle.dumps(each)) for each in (path, curve)]
    path.areas(), path.best(), curve.normalized_area(), curve.x, path.tp, path.sample.fg, curve.describe()
    assert [len(pickle.dumps(each)) for each in (path, curve)] == before
    # A score, its key and a label per row.
    assert before[0] < 18 * 10_000


@pytest.mark.parametrize("way", ["pickled", "deep"])
@pytest.mark.parametrize(
    ("draw", "curve"),
    [
        (lambda: prplot.plot(BOTH), PATH.pr()),
        (lambda: prplot.plot(SOFT, "prg"), PATH.at_prevalence(SOFT.prevalence).prg()),
        (lambda: prplot.draw.panel(BOTH, ("roc", "pr"), thresholds="f1"), PATH.roc()),
    ],
    ids=["plot", "soft", "panel"],
)
def test_copies_of_figures_are_the_same_pictures_and_are_drawn_on(draw, curve, way):
    artists = draw()
    artists.figure.draw_without_rendering()
    artists.figure.set_layout_engine("none")
    again = COPIES[way](artists)
    assert again.figure is not artists.figure
    assert repr(again) == repr(artists)
    np.testing.assert_array_equal(picture(again.figure), picture(artists.figure))
    ax = again.figure.axes[0]
    before = len(ax.lines)
    prplot.draw.operating_point(curve, 0.5, ax=ax)
    again.figure.draw_without_rendering()
    assert len(ax.lines) == before + 1 == len(artists.figure.axes[0].lines) + 1


# Threads


def test_threads_do_not_disturb_each_other():
    def work(seed):
        rng = np.random.RandomState(seed)
        path = prplot.from_labels(rng.rand(100) < 0.3, rng.randn(100))
        file = io.BytesIO()
        prplot.plot(path, ax=mpl.figure.Figure(figsize=(3, 3)).subplots(), legend=False).save(file, format="svg")
        return [path.areas().to_dict(), repr(path.roc().interval(**SMALL)), file.getvalue()]

    with ThreadPoolExecutor(8) as pool:
        assert repr(list(pool.map(work, range(8)))) == repr(list(map(work, range(8))))


def test_one_path_in_threads():
    rng = np.random.RandomState(1)
    labels, scores = rng.rand(5000) < 0.2, rng.randn(5000)
    shared = prplot.from_labels(labels, scores)
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda space: shared.curve(space).area(), SPACES * 4))
    assert found == [prplot.from_labels(labels, scores).curve(space).area() for space in SPACES] * 4


# What belongs to the caller


def test_inputs_are_read_only_or_changed_by_nobody():
    arrays = {"y_true": LABELS.copy(), "y_score": SCORES.copy(), "sample_weight": WEIGHTS.copy()}
    frame = pd.DataFrame(arrays)
    before = frame.copy(deep=True)
    for value in arrays.values():
        value.flags.writeable = False
    columns = {"score": "y_score", "label": "y_true", "weight": "sample_weight"}
    wanted = prplot.from_labels(LABELS, SCORES, sample_weight=WEIGHTS).pr().area()
    assert prplot.from_frame(frame, **columns).pr().area() == pytest.approx(wanted, rel=1e-12)
    path = prplot.from_labels(**arrays)
    path.areas(), path.best(), path.roc().interval(**SMALL), path.hard(), path.at_prevalence(0.1)
    assert path.pr().area() == wanted
    for handed in (path.thresholds, path.tp, path.fp, path.pr().x, path.pr().y, path.sample.fg):
        assert not handed.flags.writeable
    pd.testing.assert_frame_equal(frame, before)


def test_a_path_does_not_follow_arrays_that_change_later():
    labels, scores = LABELS.copy(), SCORES.copy()
    path = prplot.from_labels(labels, scores)
    labels[:], scores[:] = 1 - labels, -scores
    assert path.pr().area() == PATH.pr().area()
    assert path.roc().interval(**SMALL).low == PATH.roc().interval(**SMALL).low


def state():
    """Return what of others is left as it is found."""
    return {
        "settings": {name: repr(value) for name, value in mpl.rcParams.items()},
        "backend": mpl.get_backend(),
        "figures": plt.get_fignums(),
        "numpy errors": np.geterr(),
        "printing": np.get_printoptions(),
        "random": repr(np.random.get_state()),  # noqa: NPY002
        "filters": list(warnings.filters),
        "scales": set(mpl.scale.get_scale_names()) - {"gain", "probit"},
        "hook": sys.excepthook,
    }


def test_states_of_others_are_as_they_were(tmp_path):
    figure, axes = plt.subplots(1, 2, layout="constrained")
    before, engine = state(), figure.get_layout_engine()
    with np.errstate(all="raise"):
        prplot.plot(PATH, ax=axes[0], band=SMALL, interval=SMALL)
        artists = prplot.plot(SOFT, "prg", ax=axes[1], legend=False)
        for ending in ("pdf", "svg", "png", "html"):
            artists.save(tmp_path / f"figure.{ending}")
        PATH.areas(), prplot.compare(BOTH, **SMALL), prplot.simulate.binormal().sample(50, prevalence=0.3)
        with prplot.style.paper("icml"):
            pass
    assert state() == before
    assert figure.get_layout_engine() is engine
    assert plt.gca() is axes[-1]


LIGHT = """
import sys, prplot
path = prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1])
path.pr().area(), path.prg().area(), path.roc().area(), path.find(recall=0.5), repr(path)
heavy = {"matplotlib", "ipywidgets", "anywidget", "scipy", "pandas", "polars", "sklearn", "IPython", "narwhals"}
print(sorted(heavy & set(sys.modules)))
# Hulls and discrete interpolations, which are among all areas, take SciPy.
path.areas()
print(sorted((heavy - {"scipy"}) & set(sys.modules)))
"""


def test_numbers_need_numpy_alone():
    done = subprocess.run([sys.executable, "-c", LIGHT], capture_output=True, text=True, timeout=60, check=True)
    assert (done.stdout, done.stderr) == ("[]\n[]\n", "")


# Axes


@pytest.mark.parametrize("space", SPACES)
def test_one_by_one_is_as_all_at_once(space):
    one, all_ = (mpl.figure.Figure(figsize=(4, 4)).subplots() for _ in range(2))
    first = prplot.plot(PATH, space, ax=one)
    second = prplot.plot(OTHER, space, ax=one)
    prplot.plot(BOTH, space, ax=all_, sort=False)
    # A cell that is run again draws on the same axes.
    lines = len(one.lines)
    assert first.lines[0].get_color() != second.lines[0].get_color()
    assert one.get_legend() is second.legend
    np.testing.assert_array_equal(picture(one.figure), picture(all_.figure))
    assert len(all_.lines) == lines


# Precision rises steeply near recall 0.
LATE = prplot.from_counts([3, 2, 1, 0], [0, 1, 30, 40], [9, 20, 60, 500])
SCALES = {
    "log": ("log", {}, (1e-3, 1)),
    "symlog": ("symlog", {"linthresh": 0.01}, (0, 1)),
    "logit": ("logit", {}, (1e-3, 1 - 1e-3)),
    "function": ("function", {"functions": (np.sqrt, np.square)}, (0, 1)),
    "probit": ("prplot-probit", {}, (1e-3, 1 - 1e-3)),
}


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("name", SCALES)
@pytest.mark.parametrize("curve", [LATE.pr(), LATE.roc()], ids=["pr", "roc"])
def test_the_curve_is_right_on_any_scale(curve, name, when):
    scale, options, limits = SCALES[name]
    if name == "probit":
        scale = prplot.draw.ProbitScale(None)
    ax = mpl.figure.Figure(figsize=(4, 4)).subplots()

    def arrange():
        ax.set_xscale(scale, **options)
        ax.set_xlim(limits)

    if when == "before":
        arrange()
    (line,) = curve.plot(ax).lines
    ax.figure.draw_without_rendering()
    if when == "after":
        arrange()
        ax.figure.draw_without_rendering()
    assert ax.get_xlim() == pytest.approx(limits)
    x, y = (np.asarray(values, float) for values in line.get_data())
    inside = (x > limits[0]) & (x < limits[1]) & np.isfinite(y)
    # Straight on the paper between two places, it is the curve there.
    paper = ax.xaxis.get_transform()
    places, apart = paper.transform(x[inside]), np.diff(x[inside]) > 1e-6
    between = paper.inverted().transform((places[1:] + places[:-1]) / 2)[apart]
    chord = ((y[inside][1:] + y[inside][:-1]) / 2)[apart]
    assert len(chord) > 2
    assert np.abs(chord - curve.at(between)).max() < 2e-3


def test_limits_of_the_caller_stay():
    ax = mpl.figure.Figure().subplots()
    ax.set(xlim=(0.2, 0.6), ylim=(0.1, 0.9), xlabel="Sensitivity", title="Mine")
    prplot.plot(BOTH, ax=ax)
    assert (ax.get_xlim(), ax.get_ylim(), ax.get_xlabel(), ax.get_title()) == (
        (0.2, 0.6), (0.1, 0.9), "Sensitivity", "Mine",
    )  # fmt: skip


def test_on_a_dark_ground_lines_and_texts_are_light():
    with plt.style.context("dark_background"):
        artists = prplot.plot(BOTH, "pr")
        artists.figure.draw_without_rendering()
    assert min(max(to_rgba(line.get_color())[:3]) for line in artists.lines) > 0.6
    texts = [*artists.legend.get_texts(), *artists.ax.get_xticklabels(), artists.ax.xaxis.label]
    assert min(min(to_rgba(text.get_color())[:3]) for text in texts) > 0.6


def test_letters_and_lines_keep_their_size_at_any_dpi():
    sizes = []
    for dpi in (50, 200):
        file = io.BytesIO()
        prplot.plot(BOTH, ax=mpl.figure.Figure(figsize=(4, 4)).subplots()).save(file, format="png", dpi=dpi)
        file.seek(0)
        image = plt.imread(file)
        assert image.shape[:2] == (4 * dpi, 4 * dpi)
        sizes.append((image[..., :3].min(axis=2) < 0.5).mean())
    # As much of each is dark.
    assert max(sizes) < 1.5 * min(sizes)


# Names and files

ODD = ["$\\frac{$", "a_b^c & <i>", "100 % of #1 {x} ~", "größe λ", "two\nlines", "back\\slash", "$5 to $6", '"quoted"']


def test_any_name_is_written_as_it_is(tmp_path):
    artists = prplot.plot({name: prplot.from_labels(LABELS, SCORES + number) for number, name in enumerate(ODD)})
    said = " ".join(text.get_text() for text in artists.legend.get_texts())
    for name in ODD:
        # A dollar sign is no mathematics there.
        assert name in said.replace(r"\$", "$")
    for ending in ("pdf", "png"):
        artists.save(tmp_path / f"figure.{ending}")
    for ending in ("svg", "html"):
        file = tmp_path / f"figure.{ending}"
        artists.save(file, editable=True)
        text = html.unescape(re.sub(r"<[^>]*>", "", file.read_text(encoding="utf-8")))
        for name in ODD:
            assert all(line in text for line in name.split("\n")), name


@pytest.mark.release
@pytest.mark.skipif(not which("pdflatex"), reason="no TeX")
def test_tex_sets_a_figure(tmp_path):
    prplot.plot({"a_b^c 10 %": PATH}).save(tmp_path / "figure.pgf")
    assert "pgfpicture" in (tmp_path / "figure.pgf").read_text(encoding="utf-8")


def test_figures_say_what_they_show(tmp_path):
    artists = prplot.plot({"one & <two>": PATH, "other": OTHER})
    words = artists.alt_text()
    for word in ("one & <two>", "other", f"{PATH.pr().area():.3f}", f"{OTHER.pr().area():.3f}", "Precision-Recall"):
        assert word in words
    for ending in ("svg", "html"):
        artists.save(tmp_path / f"figure.{ending}")
        assert words in html.unescape((tmp_path / f"figure.{ending}").read_text(encoding="utf-8"))
    with prplot.style.paper("icml"):
        prplot.plot(BOTH).save(tmp_path / "figure.pdf")
    assert b"/FontFile2" in (tmp_path / "figure.pdf").read_bytes()


# Explorers


@pytest.mark.parametrize(
    "begin",
    [{}, {"space": "prg", "isolines": "mcc", "threshold": 0.4}, {"panels": ("roc", "scores"), "prevalence": 0.1}],
    ids=["plain", "prg", "panels"],
)
def test_the_code_of_an_explorer_makes_its_figure(begin):
    view = prplot.explore(BOTH, **begin)
    known = {"paths": BOTH}
    exec(view.code, known)
    figures = known["artists"].figure, view.figure
    for figure in figures:
        figure.draw_without_rendering()
    # Areas are among the labels.
    seen = [
        [
            (ax.get_xlabel(), ax.get_title(), ax.get_xlim(), sorted(line.get_label() for line in ax.lines))
            for ax in f.axes
        ]
        for f in figures
    ]
    assert seen[0] == seen[1]
    assert "forest" in repr(seen[0])


def test_controls_redraw_and_a_state_begins_another():
    view = prplot.explore(BOTH)
    view.controls["space"].value = "prg"
    assert view.state["space"] == "prg"
    assert "prg" in view.code
    assert prplot.explore(BOTH, **view.state).code == view.code


def test_nothing_holds_what_is_deleted():
    path = prplot.from_labels(LABELS, SCORES)
    drawn = prplot.plot(path, ax=mpl.figure.Figure().subplots())
    view = prplot.explore(path)
    followed = [weakref.ref(each) for each in (path, drawn.figure, view, view.figure)]
    view.close()
    del path, drawn, view
    gc.collect()
    assert [each() for each in followed] == [None] * 4


def test_a_cell_may_be_run_twice():
    for _ in range(2):
        view = prplot.explore(prplot.from_labels(LABELS, SCORES))
        artists = prplot.plot(prplot.from_labels(LABELS, SCORES))
        assert len(artists.lines) == 1
        assert view.notes == []
    assert len(plt.get_fignums()) == 2


# Values


def test_paths_are_themselves_and_spaces_and_matrices_are_their_numbers():
    same = prplot.from_labels(LABELS, SCORES, name="forest")
    assert len({PATH, PATH, same}) == 2
    assert len({prplot.PR(0.2), prplot.PR(0.2), prplot.PR(0.3)}) == 2
    assert prplot.Confusion(tp=1, fp=2, fn=3, tn=4) == prplot.Confusion(tp=1, fp=2, fn=3, tn=4)


TABLES = {
    "areas": PATH.areas,
    "comparison": lambda: prplot.compare(BOTH, "roc", method="delong"),
    "zones": lambda: PATH.zones([0.2, 1.0]),
}


@pytest.mark.parametrize("name", TABLES)
def test_tables_are_shown_and_read_by_others(name):
    table = TABLES[name]()
    shown = table._repr_html_()
    assert "<table" in shown
    assert len(str(table).splitlines()) > 2
    columns = table.columns()
    assert list(pd.DataFrame(columns)) == pl.DataFrame(columns).columns == list(columns)
    for row in pl.DataFrame(columns).iter_rows():
        assert html.escape(str(row[0])) in shown


def test_reprs_are_one_line():
    values = [PATH, PATH.pr(), PATH.at(0.5), PATH.roc().interval(method="delong"), PATH.roc().band(**SMALL)]
    for thing in [*values, prplot.plot(PATH), prplot.PR(0.1), prplot.datasets.load("cells"), prplot.explore]:
        assert "\n" not in repr(thing)
        assert len(repr(thing)) < 250
        assert " at 0x" not in repr(thing)
