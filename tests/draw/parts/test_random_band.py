"""Random rankings of a sample: all orders, known distributions, and what stays as it is."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest
from matplotlib.colors import to_rgb

import prplot
from prplot.draw.parts.random_band import random_band, random_paths
from prplot.spaces import SPACES

each_space = pytest.mark.parametrize("kind", SPACES, ids=lambda kind: kind.name)


def edges(drawn):
    """Abscissae, lower and upper edge of a band."""
    outline = drawn.fills[0].get_xy()
    half = len(outline) // 2
    (x, low), (back, high) = outline[:half].T, outline[half : 2 * half][::-1].T
    np.testing.assert_array_equal(x, back)
    return x, low, high


def distribution(positives, negatives, at):
    """Precision on the step to the given recall, and its probability, over all orders of hard labels."""
    found = {}
    n, k = positives + negatives, math.ceil(at * positives - 1e-12)
    for places in combinations(range(1, n + 1), positives):
        precision = k / places[k - 1]
        found[precision] = found.get(precision, 0) + 1
    values = np.array(sorted(found))
    return values, np.cumsum([found[v] for v in values]) / math.comb(n, positives)


@pytest.mark.parametrize("level", [0.5, 0.8])
def test_the_band_of_step_curves_is_that_of_all_orders(level, ax):
    positives, negatives, off = 3, 7, 0.025
    path = prplot.from_labels([1] * positives + [0] * negatives, np.arange(10.0))
    drawn = random_band(path.pr("step"), level=level, rankings=4000, ax=ax)
    x, low, high = edges(drawn)
    (median,) = drawn.lines
    for at in (0.2, 0.5, 0.9):
        values, up_to = distribution(positives, negatives, at)
        here = int(np.argmin(np.abs(x - at)))
        bounds = (low[here], (1 - level) / 2), (median.get_ydata()[here], 0.5), (high[here], (1 + level) / 2)
        for edge, share in bounds:
            # As 4000 rankings have their shares within 0.025, so is the share at which a value is reached.
            within = values[(up_to >= share - off) & (np.concatenate([[0], up_to[:-1]]) <= share + off)]
            assert within.min() - 1e-12 <= edge <= within.max() + 1e-12


@each_space
def test_so_many_random_curves_lie_within(kind, hard, soft):
    for path in (hard, soft):
        curve = path.curve(kind.name)
        x, low, high = edges(random_band(curve, level=0.8, rankings=1000))
        fresh = [curve.over(one).at(x) for one in random_paths(path, 300, rng=99)]
        within = np.mean((np.array(fresh) >= low - 1e-12) & (np.array(fresh) <= high + 1e-12), axis=0)
        middle = within[(x > 0.2) & (x < 0.8)]
        assert middle.min() > 0.7
        assert 0.75 < middle.mean() < 0.97 if kind.name == "pr" else middle.mean() > 0.75


def test_random_rankings_of_few_positives_are_better_than_chance():
    """Theory: E[AP] = (P - 1)/(n - 1) + N H_n / (n (n - 1)), 1.93 times the prevalence for 3 of 30."""
    path = prplot.from_labels([1] * 3 + [0] * 27, np.arange(30.0))
    areas = np.array([one.pr("step").area() for one in random_paths(path, 4000)])
    expected = 2 / 29 + 27 * sum(1 / k for k in range(1, 31)) / (30 * 29)
    assert expected / 0.1 == pytest.approx(1.93, abs=0.005)
    assert areas.mean() == pytest.approx(expected, abs=4 * areas.std() / np.sqrt(4000))


def test_soft_rows_are_shuffled_whole():
    """E[AP] of soft labels that add up to 1, S2 the sum of their squares: exact by theory."""
    fg = np.array([0.9, 0.6, 0.4, 0.2, 0.1, 0.05])
    path = prplot.from_weights(np.arange(6.0), fg=fg)
    areas = []
    for one in random_paths(path, 4000):
        assert one.positives == pytest.approx(fg.sum())
        assert sorted(np.diff(one.tp).round(9).tolist()) == sorted(fg.tolist())
        np.testing.assert_allclose(np.diff(one.tp) + np.diff(one.fp), 1)
        areas.append(one.pr("step").area())
    assert np.mean(areas) == pytest.approx(path.pr("step").random_area(), abs=4 * np.std(areas) / np.sqrt(4000))


def test_random_roc_areas():
    """Their mean is 1/2 and their variance that of the Mann-Whitney statistic, (n + 1) / (12 P N)."""
    for path in (
        prplot.from_labels([1] * 30 + [0] * 70, np.arange(100.0)),
        prplot.from_labels([1] * 30 + [0] * 70, np.arange(100.0), sample_weight=[2.0] * 30 + [0.5] * 70),
        prplot.from_labels([1] * 30 + [0] * 70, np.arange(100.0), sample_weight=np.linspace(0.999, 1.001, 100)),
    ):
        areas = np.array([one.roc().area() for one in random_paths(path, 3000)])
        variance = 101 / (12 * 30 * 70)
        assert areas.mean() == pytest.approx(0.5, abs=4 * np.sqrt(variance / 3000))
        assert areas.var() == pytest.approx(variance, rel=0.12)


def test_many_rows_are_grouped_without_harm():
    """Of 20 000 rows and of the grouped ones: the same variance of the area under ROC, to what grouping costs."""
    positives, negatives = 2000, 18_000
    path = prplot.from_labels([1] * positives + [0] * negatives, np.arange(20_000.0))
    paths = list(random_paths(path, 1500))
    assert max(map(len, paths)) < 2000
    for one in paths[:5]:
        assert (one.positives, one.negatives) == (positives, negatives)
        assert np.all(np.diff(one.thresholds) < 0)
        # The first ranks are all there.
        assert np.all(np.diff(one.tp + one.fp)[:50] == 1)
    areas = np.array([one.roc().area() for one in paths])
    assert areas.var() == pytest.approx(20_001 / (12 * positives * negatives), rel=0.15)


def test_ties_stay_ties():
    path = prplot.from_labels([1, 0, 0, 1, 0, 1, 0, 0], [5, 5, 5, 4, 4, 3, 2, 1])
    for one in random_paths(path, 50):
        np.testing.assert_array_equal(one.thresholds, [np.inf, 5, 4, 3, 2, 1])
        np.testing.assert_array_equal(np.diff(one.tp + one.fp), [3, 2, 1, 1, 1])
    tied = prplot.from_labels([1, 0, 0, 1], [2, 2, 2, 2])
    x, low, high = edges(random_band(tied.pr()))
    np.testing.assert_allclose(low, 0.5)
    np.testing.assert_allclose(high, 0.5)
    assert len(x) > 100
    for how, area in (("optimistic", 1.0), ("pessimistic", 0.0)):
        curve = tied.roc(ties=how)
        assert {curve.over(one).area() for one in random_paths(curve.path, 5)} == {area}


def test_missing_weightless_and_reweighted_rows():
    labels, scores = [1, 0, 0, 1, 0, 0], [6, 5, np.nan, 3, 2, 1]
    lowest = prplot.from_labels(labels, scores, missing="lowest")
    light = prplot.from_weights([4, 3, 3, 2, 1], fg=[1, 0, 0, 0, 1], bg=[0, 1, 0, 0, 0])
    moved = lowest.at_prevalence(0.2)
    for path in (lowest, light, moved):
        for one in random_paths(path, 20):
            np.testing.assert_array_equal(one.thresholds, path.thresholds)
            assert (one.positives, one.negatives) == pytest.approx((path.positives, path.negatives))
    assert {tuple(np.diff(one.tp + one.fp).tolist()) for one in random_paths(light, 9)} == {(1, 1, 1)}


def test_the_same_number_gives_the_same_band(hard):
    one, same, other, grown = (
        edges(random_band(hard, rng=rng))[2] for rng in (0, np.random.default_rng(0), 1, np.random.default_rng(1))
    )
    np.testing.assert_array_equal(one, same)
    np.testing.assert_array_equal(other, grown)
    assert not np.array_equal(one, other)


def test_falls_at_a_common_recall_are_upright(ax):
    """Precision falls right after each positive, so the band does at recalls 1/4, 1/2 and 3/4."""
    path = prplot.from_labels([1] * 4 + [0] * 36, np.arange(40.0))
    x, _, high = edges(random_band(path, ax=ax))
    falls = x[:-1][np.diff(high) < -0.05]
    np.testing.assert_allclose(falls, [0.25, 0.5, 0.75], atol=1e-9)
    steep = np.diff(x)[np.diff(high) < -0.05]
    assert steep.max() < 1e-8


@each_space
def test_parts_and_style(kind, hard, ax):
    drawn = random_band(hard.curve(kind.name), rankings=20, ax=ax, fc="red", alpha=0.5, median={"c": "k", "lw": 2})
    (fill,), (line,) = drawn.fills, drawn.lines
    assert (fill.get_facecolor()[:3], fill.get_alpha()) == (to_rgb("red"), 0.5)
    assert (line.get_color(), line.get_linewidth()) == ("k", 2)
    assert ax.get_legend_handles_labels() == ([], [])
    assert random_band(hard.curve(kind.name), rankings=20, median=False, ax=ax).lines == ()
    random_band(hard.curve(kind.name), rankings=20, label="random rankings", ax=ax)
    assert ax.get_legend_handles_labels()[1] == ["random rankings"]
    ax.figure.canvas.draw()


@pytest.mark.slow
def test_a_million_rows():
    rng = np.random.default_rng(0)
    labels = rng.random(1_000_000) < 0.01
    path = prplot.from_labels(labels, rng.random(1_000_000))
    x, low, high = edges(random_band(path, rankings=100))
    far = x > 0.2
    assert np.all(low[far] < 0.0105)
    assert np.all(high[far] > 0.0095)
    assert np.all(high[far] - low[far] < 0.002)
