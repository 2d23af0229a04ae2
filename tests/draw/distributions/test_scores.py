"""Distributions of scores: every weight is in a bar, and what is drawn is what was counted."""

from __future__ import annotations

import math

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_rgb

import prplot
from prplot.draw import scores, soft_labels

INF = math.inf


SAMPLES = {
    "normal": np.random.default_rng(1).normal(size=300),
    "ties": np.random.default_rng(2).integers(0, 6, 300) / 5,
    "heavy tie": np.where(np.random.default_rng(3).random(300) < 0.9, 0.0, np.random.default_rng(4).normal(size=300)),
    "heavy tails": np.random.default_rng(5).standard_cauchy(300) ** 3,
    "infinite": np.concatenate([[INF] * 5, [-INF] * 7, np.random.default_rng(6).normal(size=288)]),
    "only infinite": np.where(np.arange(300) % 2, INF, -INF),
    "one value": np.full(300, 3.0),
    "one large value": np.full(300, -1e20),
    "an outlier": np.concatenate([[1e12], np.random.default_rng(7).random(299)]),
    "next to each other": 1.0 + np.arange(300) * 2.0**-52,
}
each_sample = pytest.mark.parametrize("name", SAMPLES)


@each_sample
@pytest.mark.parametrize("bins", ["auto", 1, 13, [-0.5, 0.1, 0.2, 3.0]], ids=str)
def test_all_weight_is_in_the_histogram(name, bins, ax):
    rng = np.random.default_rng(8)
    fg, bg = rng.random(300), rng.random(300) * 3
    path = prplot.from_weights(SAMPLES[name], fg=fg, bg=bg)
    drawn = scores(path, bins=bins, ax=ax)
    assert drawn.foreground.sum() == pytest.approx(path.positives, rel=1e-13)
    assert drawn.background.sum() == pytest.approx(path.negatives, rel=1e-13)
    assert len(drawn.foreground) == len(drawn.background) == len(drawn.edges) + 1
    assert np.all(np.diff(drawn.edges) > 0)
    if bins == "auto":
        ax.figure.canvas.draw()
        assert len(drawn.edges) <= 81


def test_hard_classes_are_drawn_over_each_other(hard, ax):
    drawn = scores(hard, bins=20, density=False, ax=ax)
    background, foreground = (fill.get_data() for fill in drawn.fills)
    np.testing.assert_array_equal(background.values, drawn.background[1:-1])
    np.testing.assert_array_equal(foreground.values, drawn.foreground[1:-1])
    np.testing.assert_array_equal(foreground.edges, drawn.edges)
    assert np.all(np.asarray(background.baseline) == 0)
    assert np.all(np.asarray(foreground.baseline) == 0)
    assert foreground.values.sum() == hard.positives


def test_bars_of_soft_labels_are_split(soft, ax):
    drawn = scores(soft, bins=9, ax=ax)
    background, foreground = (fill.get_data() for fill in drawn.fills)
    np.testing.assert_array_equal(foreground.values, drawn.foreground[1:-1])
    np.testing.assert_array_equal(background.baseline, foreground.values)
    np.testing.assert_allclose(background.values, (drawn.foreground + drawn.background)[1:-1])
    assert sum(background.values) == pytest.approx(soft.positives + soft.negatives)
    assert ax.get_ylabel() == "Weight"


@pytest.mark.parametrize("name", ["hard", "soft"])
def test_densities_have_area_one_and_are_not_stacked(name, request, ax):
    drawn = scores(request.getfixturevalue(name), density=True, ax=ax)
    for fill in drawn.fills:
        bars = fill.get_data()
        assert np.sum(bars.values * np.diff(bars.edges)) == pytest.approx(1)
        assert np.all(np.asarray(bars.baseline) == 0)
    assert ax.get_ylabel() == "Density"


def test_weights_of_rows_count(ax, new_axes):
    path = prplot.from_labels([1, 0, 1], [0.2, 0.2, 0.8], sample_weight=[2.0, 0.5, 3.0])
    drawn = scores(path, bins=[0.0, 0.5, 1.0], density=False, ax=ax)
    assert drawn.foreground.tolist() == [0, 2, 3, 0]
    assert drawn.background.tolist() == [0, 0.5, 0, 0]
    assert ax.get_ylabel() == "Weight"
    rows = prplot.from_labels([1, 0, 1], [0.2, 0.2, 0.8])
    assert scores(rows, density=False, ax=new_axes()).ax.get_ylabel() == "Count"


@pytest.mark.parametrize("threshold", [-0.3, 0.0, 1.2])
def test_a_threshold_stands_where_it_is(threshold, hard, ax):
    (line,) = scores(hard, threshold=threshold, line={"c": "r"}, ax=ax).lines
    assert list(line.get_xdata()) == [threshold, threshold]
    assert line.get_color() == "r"


@pytest.mark.parametrize(("threshold", "side"), [(1e6, 1), (INF, 1), (-1e6, -1), (-INF, -1)])
def test_a_threshold_beyond_the_bins_stands_just_outside(threshold, side, ax):
    score = np.concatenate([np.random.default_rng(12).normal(size=400), [INF, -INF]])
    drawn = scores(prplot.from_labels([0, 1] * 201, score), threshold=threshold, ax=ax)
    place = drawn.lines[0].get_xdata()[0]
    bars = drawn.fills[0].get_data()
    if side > 0:
        assert drawn.edges[-1] < place < bars.edges[-2]
    else:
        assert bars.edges[1] < place < drawn.edges[0]
    low, high = ax.get_xlim()
    assert low < place < high


def test_parts(hard, new_axes):
    drawn = scores(hard, foreground={"color": "r"}, background=False, legend=False, ax=new_axes())
    assert [fill.get_label() for fill in drawn.fills] == ["foreground"]
    assert to_rgb(drawn.fills[0].get_facecolor()) == to_rgb(drawn.fills[0].get_edgecolor()) == (1, 0, 0)
    assert drawn.legend is None
    drawn = scores(hard, foreground={"fc": "r", "ec": "b", "lw": 3}, threshold=0.5, line=False, ax=new_axes())
    assert to_rgb(drawn.fills[1].get_facecolor()) == (1, 0, 0)
    assert to_rgb(drawn.fills[1].get_edgecolor()) == (0, 0, 1)
    assert drawn.fills[1].get_linewidth() == 3
    assert drawn.lines == ()
    assert [text.get_text() for text in drawn.legend.get_texts()] == ["foreground", "background"]
    drawn = scores(hard, threshold=0.5, legend={"title": "classes"}, ax=new_axes())
    assert [text.get_text() for text in drawn.legend.get_texts()] == ["foreground", "background", "threshold 0.5"]
    assert drawn.legend.get_title().get_text() == "classes"


def test_a_curve_stands_for_its_path(hard, new_axes):
    one, other = scores(hard, ax=new_axes()), scores(hard.prg(), ax=new_axes())
    np.testing.assert_array_equal(one.foreground, other.foreground)
    moved = scores(hard.pr(prevalence=0.5), ax=new_axes())
    assert moved.background.sum() == pytest.approx(hard.positives)


def test_the_axes_are_the_callers(hard, ax):
    ax.set(xlabel="log-odds", ylabel="n", xlim=(-9, 9), ylim=(0, 77))
    before = dict(mpl.rcParams)
    drawn = scores(hard, ax=ax)
    assert (ax.get_xlabel(), ax.get_ylabel(), ax.get_xlim(), ax.get_ylim()) == ("log-odds", "n", (-9, 9), (0, 77))
    assert dict(mpl.rcParams) == before
    assert plt.get_fignums() == []
    assert drawn.figure is ax.figure
    assert scores(hard).figure is plt.gcf()


def test_arrays_are_read_only(hard, ax):
    drawn = scores(hard, ax=ax)
    for array in (drawn.edges, drawn.foreground, drawn.background):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1.0


def test_logarithmic_counts(hard, pixels, new_axes):
    ax = new_axes()
    scores(hard, bins=12, ax=ax)
    ax.set_yscale("log")
    other = new_axes()
    scores(hard, bins=12, ax=other)
    assert np.any(pixels(ax.figure) != pixels(other.figure))
    assert ax.get_ylim()[0] > 0


def test_dark_background(hard, new_axes):
    with plt.style.context("dark_background"):
        drawn = scores(hard, ax=new_axes())
    assert np.mean(to_rgb(drawn.fills[0].get_edgecolor())) > 0.4


def test_save(hard, tmp_path):
    scores(hard).save(tmp_path / "scores.pdf")
    assert b"/FontFile2" in (tmp_path / "scores.pdf").read_bytes()


@pytest.mark.parametrize("draw", [scores, soft_labels])
def test_paths_without_rows(draw):
    path = prplot.from_counts([2, 1], [1, 2], [0, 3])
    with pytest.raises(prplot.PrplotValueError, match=r"needs the rows .* prplot\.from_labels or prplot\.from_weights"):
        draw(path)
    assert plt.get_fignums() == []


@pytest.mark.parametrize("draw", [scores, soft_labels])
def test_what_is_no_path(draw):
    with pytest.raises(prplot.PrplotTypeError, match=r"path must be a path or a curve; got list \[1\]"):
        draw([1])


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"foreground": 3}, prplot.PrplotTypeError, "foreground must be a dict"),
        ({"legend": "x"}, prplot.PrplotTypeError, "legend must be a dict"),
        ({"threshold": math.nan}, prplot.PrplotValueError, "threshold must not be NaN"),
        ({"threshold": "0.5"}, prplot.PrplotTypeError, "threshold must be one real number"),
        ({"background": {"nonsense": 1}}, prplot.PrplotTypeError, "nonsense must be a keyword"),
        ({"line": {"nonsense": 1}}, prplot.PrplotTypeError, "nonsense must be a keyword"),
    ],
)
def test_wrong_options(options, error, text, hard):
    with pytest.raises(error, match=text):
        scores(hard, **options)
    assert plt.get_fignums() == []


def test_few_positives_are_as_large_as_the_many_negatives(ax):
    rng = np.random.default_rng(0)
    labels = np.arange(1000) < 35
    drawn = prplot.draw.scores(prplot.from_labels(labels, rng.normal(size=1000) + 2 * labels), ax=ax)
    background, foreground = (
        float((fill.get_data().values * np.diff(fill.get_data().edges)).sum()) for fill in drawn.fills
    )
    assert foreground == pytest.approx(1.0)
    assert background == pytest.approx(1.0)
    assert ax.get_ylabel() == "Density"
