"""Distributions of scores, soft labels with their target, and strips of ranks: every weight is in a bar."""

from __future__ import annotations

import math
from itertools import pairwise

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from scipy.stats import rankdata

import prplot
from prplot.draw import ranks, scores, soft_labels

INF = math.inf
SAMPLES = {
    "normal": np.random.default_rng(1).normal(size=300),
    "ties": np.random.default_rng(2).integers(0, 6, 300) / 5,
    "heavy tie": np.where(np.random.default_rng(3).random(300) < 0.9, 0.0, np.random.default_rng(4).normal(size=300)),
    "heavy tails": np.random.default_rng(5).standard_cauchy(300) ** 3,
    "infinite": np.concatenate([[INF] * 5, [-INF] * 7, np.random.default_rng(6).normal(size=288)]),
    "only infinite": np.where(np.arange(300) % 2, INF, -INF),
    "one large value": np.full(300, -1e20),
    "an outlier": np.concatenate([[1e12], np.random.default_rng(7).random(299)]),
    "next to each other": 1.0 + np.arange(300) * 2.0**-52,
}


@pytest.mark.parametrize("name", SAMPLES)
def test_all_weight_is_in_the_histogram(name, new_axes):
    fg, bg = np.random.default_rng(8).random((2, 300))
    path = prplot.from_weights(SAMPLES[name], fg=fg, bg=3 * bg)
    for bins in ("auto", 1, 13, [-0.5, 0.1, 0.2, 3.0]):
        drawn = scores(path, bins=bins, ax=new_axes())
        assert drawn.foreground.sum() == pytest.approx(path.positives, rel=1e-13)
        assert drawn.background.sum() == pytest.approx(path.negatives, rel=1e-13)
        assert len(drawn.foreground) == len(drawn.background) == len(drawn.edges) + 1
        assert np.all(np.diff(drawn.edges) > 0)
        assert len(drawn.edges) <= 81
    drawn.figure.canvas.draw()
    with pytest.raises(ValueError, match="read-only"):
        drawn.edges[0] = 1.0


def test_a_bin_holds_its_left_edge_and_the_last_one_both(ax):
    score, fg = [-1, 0, 0, 1, 1, 1, 2, 3, INF, -INF], [k / 16 for k in range(1, 11)]
    drawn = scores(prplot.from_weights(score, fg=fg), bins=[0.0, 1.0, 2.0], ax=ax)
    inside = [lambda s: s < 0, lambda s: 0 <= s < 1, lambda s: 1 <= s <= 2, lambda s: s > 2]
    assert drawn.foreground.tolist() == [sum(w for s, w in zip(score, fg, strict=True) if there(s)) for there in inside]
    assert (drawn.foreground + drawn.background).tolist() == [2, 2, 4, 2]


@pytest.mark.parametrize(("step", "values"), [(1 / 7, 8), (0.01, 101), (5.0, 3), (0.25, 900)])
def test_bins_of_scores_on_a_lattice_hold_as_many_values_each(step, values, ax):
    drawn = scores(prplot.from_labels(np.arange(values) % 2, np.arange(values) * step + 0.3), ax=ax)
    held = (drawn.foreground + drawn.background)[1:-1]
    assert np.all(held[:-1] == held[0])
    assert 1 <= held[-1] <= held[0]


def test_what_is_far_out_is_one_bar_at_the_end_that_says_so(ax, new_axes, clear):
    score = np.concatenate([np.random.default_rng(9).normal(size=500), [1e9, 2e9, -INF]])
    drawn = scores(prplot.from_labels([0, 1] * 250 + [1, 0, 1], score), ax=ax)
    assert drawn.foreground[[0, -1]].tolist() == [1, 1]
    assert drawn.background[[0, -1]].tolist() == [0, 1]
    assert np.all(np.abs(drawn.edges) < 10)
    assert {"\N{MINUS SIGN}∞", f"> {drawn.edges[-1]:.3g}"} <= {word.text for word in clear(ax.figure)}
    for width in (1.6, 2.4):
        clear(
            scores(prplot.from_labels([0, 1] * 250 + [1, 0, 1], score), legend=False, ax=new_axes((width, 1.6))).figure
        )
    # Rare positives far from the rest are not far out.
    score = np.concatenate([np.random.default_rng(10).random(5000) * 0.01, [0.9, 0.95, 0.97]])
    drawn = scores(prplot.from_labels([0] * 5000 + [1] * 3, score), ax=new_axes())
    assert (drawn.edges[-1], drawn.foreground[-1]) == (0.97, 0)


def test_wrong_bins(hard):
    for bins in ("fd", 0, True, [0, 1, 1], [0, INF]):
        with pytest.raises(prplot.PrplotError, match=r"bins must be .*got"):
            scores(hard, bins=bins)
    assert plt.get_fignums() == []


def test_hard_classes_are_drawn_over_each_other_and_bars_of_soft_labels_split(hard, soft, new_axes):
    drawn = scores(hard, bins=20, density=False, ax=new_axes())
    background, foreground = (fill.get_data() for fill in drawn.fills)
    np.testing.assert_array_equal(background.values, drawn.background[1:-1])
    np.testing.assert_array_equal(foreground.values, drawn.foreground[1:-1])
    assert not np.any(foreground.baseline)
    drawn = scores(soft, bins=9, ax=new_axes())
    background, foreground = (fill.get_data() for fill in drawn.fills)
    np.testing.assert_array_equal(foreground.values, drawn.foreground[1:-1])
    np.testing.assert_array_equal(background.baseline, foreground.values)
    assert sum(background.values) == pytest.approx(soft.positives + soft.negatives)
    rare = prplot.from_labels(np.arange(1000) < 35, np.random.default_rng(0).normal(size=1000))
    for path, options, label in (
        (hard, {"density": True}, "Density"),
        (soft, {"density": True}, "Density"),
        (rare, {}, "Density"),
        (hard, {"density": False}, "Count"),
        (soft, {}, "Weight"),
        (prplot.from_labels([1, 0, 1], [0.2, 0.2, 0.8], sample_weight=[2.0, 0.5, 3.0]), {"density": False}, "Weight"),
    ):
        drawn = scores(path, ax=new_axes(), **options)
        assert drawn.ax.get_ylabel() == label
        for fill in drawn.fills if label == "Density" else ():
            assert np.sum(fill.get_data().values * np.diff(fill.get_data().edges)) == pytest.approx(1)
    assert drawn.foreground.sum() == 5.0


def test_a_threshold_stands_where_it_is_or_just_outside(hard, new_axes):
    for threshold in (-0.3, 1.2):
        (line,) = scores(hard, threshold=threshold, line={"c": "r"}, ax=new_axes()).lines
        assert (list(line.get_xdata()), line.get_color()) == ([threshold, threshold], "r")
    score = np.concatenate([np.random.default_rng(12).normal(size=400), [INF, -INF]])
    for threshold in (1e6, INF, -1e6, -INF):
        drawn = scores(prplot.from_labels([0, 1] * 201, score), threshold=threshold, ax=new_axes())
        place, (low, high) = drawn.lines[0].get_xdata()[0], drawn.ax.get_xlim()
        assert drawn.edges[-1] < place < high if threshold > 0 else low < place < drawn.edges[0]


def test_parts_and_axes_of_scores_are_the_callers(hard, ax, new_axes, entries):
    drawn = scores(hard, foreground={"color": "r"}, background=False, legend=False, ax=new_axes())
    assert [fill.get_label() for fill in drawn.fills] == ["positives"]
    assert to_rgb(drawn.fills[0].get_facecolor()) == to_rgb(drawn.fills[0].get_edgecolor()) == (1, 0, 0)
    drawn = scores(hard, threshold=0.5, line=False, ax=new_axes())
    assert (drawn.lines, entries(drawn)[1]) == ((), ["positives", "negatives"])
    drawn = scores(hard, threshold=0.5, legend={"title": "classes"}, ax=new_axes())
    assert entries(drawn) == ("classes", ["positives", "negatives", "threshold 0.5"])
    assert scores(hard.pr(prevalence=0.5), ax=new_axes()).background.sum() == pytest.approx(hard.positives)
    ax.set(xlabel="log-odds", ylabel="n", xlim=(-9, 9), ylim=(0, 77))
    before = dict(mpl.rcParams)
    scores(hard, ax=ax)
    assert (ax.get_xlabel(), ax.get_ylabel(), ax.get_xlim(), ax.get_ylim()) == ("log-odds", "n", (-9, 9), (0, 77))
    assert (dict(mpl.rcParams), plt.get_fignums()) == (before, [])
    with plt.style.context("dark_background"):
        assert np.mean(to_rgb(scores(hard, ax=new_axes()).fills[0].get_edgecolor())) > 0.4
    for draw in (scores, soft_labels):
        with pytest.raises(
            prplot.PrplotValueError, match=r"needs the rows .* prplot\.from_labels or prplot\.from_weights"
        ):
            draw(prplot.from_counts([2, 1], [1, 2], [0, 3]))
    with pytest.raises(prplot.PrplotValueError, match="Divide them by a constant"):
        scores(prplot.from_labels([0, 1, 0, 1], [-1.7e308, -1.0, 1.0, 1.7e308]))


# Soft labels.


def rows_of(lines):
    return sorted(tuple(xy) for line in lines for xy in line.get_xydata())


@pytest.fixture
def cells():
    return prplot.datasets.load("cells")


@pytest.fixture
def ridge(cells):
    return cells.paths()["Ridge regression"]


def test_points_are_shares_of_foreground_against_scores(entries, words):
    score, fg, bg = [0.5, 1.5, 2.5, 3.5], [1, 3, 2, 6], [3, 1, 2, 0]
    drawn = soft_labels(prplot.from_weights(score, fg=fg, bg=bg), cut=0.5)
    background, foreground = drawn.points
    # A row at the cut is a hard positive, as in path.hard.
    assert foreground.get_xydata().tolist() == [[1.5, 0.75], [2.5, 0.5], [3.5, 1.0]]
    assert background.get_xydata().tolist() == [[0.5, 0.25]]
    assert entries(drawn)[1] == ["hard positives, 3 rows", "hard negatives, 1 rows"]
    drawn = soft_labels(prplot.from_weights([-INF, 0, 1, 2, INF], fg=[0.1, 0.2, 0.6, 0.7, 0.9]))
    x = sorted(place for place, _ in rows_of(drawn.points))
    assert np.isfinite(x).all()
    assert x[1:4] == [0, 1, 2]
    assert {"\N{MINUS SIGN}∞", "+∞"} <= {word.text for word in words(drawn.figure)}


def test_weights_are_parted_at_the_cut_and_all_in_the_bars(ridge, cells):
    for cut in (0.2, 0.9):
        drawn = soft_labels(ridge, cut=cut)
        assert [list(line.get_ydata()) for line in drawn.lines] == [[cut, cut]] * 2
        for background, foreground in (drawn.tints[:2], drawn.tints[2:]):
            spans = [np.sort([tint.get_y(), tint.get_y() + tint.get_height()]) for tint in (background, foreground)]
            assert (spans[0][1], spans[1][0]) == pytest.approx((cut, cut))
        hard = ridge.hard(cut)
        assert [len(points.get_xydata()) for points in drawn.points] == [hard.negatives, hard.positives]
    for target in (None, cells.target):
        drawn = soft_labels(ridge, target=target)
        assert drawn.bars.get_data().values.sum() == pytest.approx(ridge.positives + ridge.negatives)
    np.testing.assert_allclose(rows_of(drawn.points[2:]), sorted(zip(cells.target, cells.fg, strict=True)))
    # Votes have a bar per share; what is in no bar is told; rows without weight are not drawn; many are counted.
    yes = np.repeat([0, 1, 2, 3, 4, 5], [7, 1, 4, 2, 5, 3])
    drawn = soft_labels(prplot.from_weights(np.arange(22.0), fg=yes / 5))
    assert drawn.bars.get_data().values.tolist() == [7, 1, 4, 2, 5, 3]
    with pytest.warns(prplot.PrplotWarning, match=r"rows of total weight 1: they hold 0 to 0\.6 only"):
        soft_labels(prplot.from_weights([1, 2, 3], fg=[0.1, 0.5, 0.9]), bins=[0, 0.3, 0.6])
    with pytest.warns(prplot.PrplotWarning, match="1 of 3 rows have no weight"):
        drawn = soft_labels(prplot.from_weights([1, 2, 3], fg=[0.5, 0.0, 1.0], bg=[0.5, 0.0, 1.0]))
    assert rows_of(drawn.points) == [(1, 0.5), (3, 0.5)]
    rng = np.random.default_rng(15)
    (hexagons,) = soft_labels(prplot.from_weights(rng.normal(size=6000), fg=rng.random(6000))).points
    assert hexagons.get_array().sum() == 6000
    with pytest.raises(prplot.PrplotTypeError, match=r"points\['gridsizes'\] must be .*'gridsize'"):
        soft_labels(prplot.from_weights(rng.normal(size=6000), fg=rng.random(6000)), points={"gridsizes": 30})


@pytest.mark.parametrize(("cut", "slope"), [(0.5, 2.0), (0.3, 2.0), (0.3, -0.7)])
def test_the_target_is_parted_where_the_logistic_passes_the_cut(cut, slope):
    target = np.random.default_rng(14).normal(size=300) * 2 + 7
    fg, bg = prplot.weights.logistic(target, 6.5, slope)
    path = prplot.from_weights(np.arange(300.0), fg=fg, bg=bg)
    drawn = soft_labels(path, cut=cut, target=target, logistic=(6.5, slope))
    at = drawn.lines[1].get_xdata()[0]
    assert 1 / (1 + math.exp(-slope * (at - 6.5))) == pytest.approx(cut)
    x, y = drawn.lines[2].get_data()
    np.testing.assert_allclose(y, 1 / (1 + np.exp(-slope * (x - 6.5))))
    # Foreground is right of it where the weights rise.
    _, foreground = drawn.tints[2:]
    assert (foreground.get_x() + foreground.get_width() > at + 1) == (slope > 0)
    # Without the formula: midway between the rows on both sides.
    seen = soft_labels(path, cut=cut, target=target).lines[1].get_xdata()[0]
    above, below = target[fg >= cut], target[fg < cut]
    near = (min(above), max(below)) if slope > 0 else (max(above), min(below))
    assert seen == pytest.approx(sum(near) / 2)


def test_a_target_that_parts_nothing_and_a_logistic_that_made_no_weights(cells, ridge):
    drawn = soft_labels(prplot.from_weights([1, 2, 3, 4], fg=[0.1, 0.9, 0.2, 0.8]), target=[1, 2, 3, 4])
    assert (len(drawn.lines), len(drawn.tints)) == (1, 2)
    away = max(abs(1 / (1 + math.exp(-0.01 * (t - 50))) - w) for t, w in zip(cells.target, cells.fg, strict=True))
    with pytest.warns(prplot.PrplotWarning, match=f"are not those of the logistic .* differ by up to {away:.2g}"):
        soft_labels(ridge, target=cells.target, logistic=(50, 0.01))
    # The one of the data set; warnings are errors.
    soft_labels(ridge, target=cells.target, logistic=(69.614, 2 / 45.451))


def test_parts_axes_and_sizes_of_soft_labels(ridge, cells, clear):
    options = {"points": False, "bars": False, "line": False, "tint": False, "legend": False}
    drawn = soft_labels(ridge, **options)
    assert (drawn.points, drawn.bars, drawn.lines, drawn.tints, drawn.legend) == ((), None, (), (), None)
    drawn = soft_labels(ridge, points={"marker": "x"}, bars={"color": "r"}, line={"ls": ":"}, tint={"alpha": 0.5})
    assert {line.get_marker() for line in drawn.points} == {"x"}
    assert to_rgb(drawn.bars.get_facecolor()) == (1, 0, 0)
    assert {line.get_linestyle() for line in drawn.lines} == {":"}
    assert {tint.get_alpha() for tint in drawn.tints} == {0.5}
    pair = Figure(layout="constrained").subplots(1, 2)
    pair[0].set(xlabel="predicted", ylim=(0, 2))
    drawn = soft_labels(ridge, axes=pair)
    assert drawn.axes == tuple(pair)
    assert (pair[0].get_xlabel(), pair[0].get_ylim()) == ("predicted", (0, 2))
    for size, target in (((2.4, 2.0), None), ((3.35, 2.2), cells.target), ((12, 6), cells.target)):
        clear(soft_labels(ridge, target=target, figsize=size).figure)
    for wrong in ({"cut": 0}, {"target": [1.0]}, {"target": [math.nan] * 569}, {"logistic": (1, 2)}, {"axes": 3}):
        with pytest.raises(prplot.PrplotError, match=f"^{next(iter(wrong))} must"):
            soft_labels(ridge, **wrong)


# Ranks.


def test_ranks_are_those_of_scipy_from_the_highest_score_on_a_strip_per_classifier(ax, new_axes):
    rng = np.random.default_rng(1)
    labels, values = rng.random(80) < 0.3, rng.integers(0, 30, 80)
    drawn = ranks(prplot.from_labels(labels, values), ax=ax, markersize=9)
    wanted = rankdata(-values)
    for line, which in zip(drawn.lines, (labels, ~labels), strict=True):
        assert sorted(line.get_xdata().tolist()) == sorted(wanted[which])
        assert line.get_markersize() == 9
    ax = new_axes()
    drawn = ranks({"A": prplot.from_labels([1, 0, 1], [3, 2, 1]), "B": prplot.from_labels([1, 0, 1], [1, 2, 3])}, ax=ax)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["A", "B"]
    # Positives above negatives, and A above B.
    assert all(one > two for one, two in pairwise(float(np.mean(line.get_ydata())) for line in drawn.lines))
    looks = [(line.get_color(), line.get_marker()) for line in drawn.lines]
    assert looks[0] == looks[2] != looks[1] == looks[3]
    assert (ax.get_legend_handles_labels()[1], ax.get_xlabel()) == (["positives", "negatives"], "Rank")
    with pytest.raises(prplot.PrplotValueError, match=r"soft ones.*path\.hard"):
        ranks(prplot.from_weights([2, 1], fg=[0.5, 0.1], bg=[0.5, 0.9]))
    with pytest.raises(prplot.PrplotValueError, match="from_labels"):
        ranks(prplot.from_counts([2, 1], tp=[1, 2], fp=[1, 3]))


def test_cumulative_distributions_are_as_wide_as_the_caller_wants(hard, ax):
    drawn = scores(hard, cumulative=True, foreground={"linewidth": 3.0}, ax=ax)
    assert [steps.get_linewidth() for steps in drawn.fills] == [1.4, 3.0]


def test_bins_of_probabilities_end_at_0_and_1(new_axes):
    values = np.random.default_rng(3).beta(0.5, 0.5, 400)
    edges = scores(prplot.from_labels(values > 0.5, values), ax=new_axes()).edges
    assert (edges[0], edges[-1]) == (0, 1)
    # Not where they lie far from these, nor where they go beyond.
    narrow = scores(prplot.from_labels(values > 0.5, 0.4 + values / 10), ax=new_axes()).edges
    assert 0.39 < narrow[0] < narrow[-1] < 0.51
