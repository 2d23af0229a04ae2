"""Convex hulls against brute force, isotonic regression, and the published examples."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from sklearn.isotonic import IsotonicRegression

import prplot

# Ranked labels of the package that comes with Flach and Kull's paper, and an analogue of their figure 3.
DEMO = prplot.from_labels([int(c) for c in "1110111111011101001000101"], -np.arange(25))
FIGURE_3 = prplot.from_weights([5, 4, 3, 2, 1], fg=[1, 3, 6, 2, 16], bg=[0, 1, 15, 9, 80])
SAITO = prplot.from_labels(
    [1, 1, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0],
    [20, 19, 18, 17, 16, 15, *[14] * 6, 8, 7, 6, *[5] * 5],
)


def made(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 40))
    score = rng.integers(0, 15, n) if seed % 2 else rng.normal(size=n)
    if seed % 3 == 0:
        return prplot.from_labels(np.append(rng.integers(0, 2, n), [0, 1]), np.append(score, [1, 2]))
    if seed % 3 == 1:
        return prplot.from_weights(score, fg=rng.beta(0.4, 1.5, n))
    return prplot.from_weights(score, fg=rng.lognormal(0, 2, n), bg=rng.lognormal(1, 2, n))


@pytest.fixture(params=range(18))
def path(request):
    return made(request.param)


def strictly_on_hull(path):
    """Vertices above every chord between others, by exact comparison of all triples."""
    tp, fp = ([Fraction(v) for v in c] for c in (path.tp.tolist(), path.fp.tolist()))
    kept = []
    for k in range(len(tp)):
        below = any(
            (tp[k] - tp[i]) * (fp[j] - fp[i]) <= (tp[j] - tp[i]) * (fp[k] - fp[i])
            for i in range(k)
            for j in range(k + 1, len(tp))
        )
        if not below:
            kept.append(k)
    return kept


def test_roc_hull_is_what_no_chord_passes(path):
    kept = strictly_on_hull(path)
    hull = path.roc().hull()
    assert hull.thresholds.tolist() == path.thresholds[kept].tolist()
    np.testing.assert_allclose(hull.x, path.fp[kept] / path.negatives, rtol=1e-13, atol=1e-15)
    np.testing.assert_allclose(hull.y, path.tp[kept] / path.positives, rtol=1e-13, atol=1e-15)
    assert hull.beta_intervals is None


def test_slopes_fall_strictly_and_scores_are_their_shares(path):
    hull = path.roc().hull()
    kept = np.flatnonzero(np.isin(path.thresholds, hull.thresholds))
    fg, bg = np.diff(path.tp[kept]), np.diff(path.fp[kept])
    np.testing.assert_allclose(hull.scores, fg / (fg + bg), rtol=1e-9, atol=1e-15)
    assert np.all(np.diff(hull.scores) < 0)
    assert len(hull.scores) == len(hull.x) - 1 == len(hull.y) - 1


@pytest.mark.parametrize("space", ["pr", "croc"])
def test_other_spaces_show_the_roc_hull(path, space):
    roc, other = path.roc().hull(), path.curve(space).hull()
    assert other.thresholds.tolist() == roc.thresholds.tolist()
    np.testing.assert_array_equal(other.scores, roc.scores)
    x, y = path.curve(space).space.forward(roc.x[1:], roc.y[1:])
    np.testing.assert_allclose(other.x[1:], x, rtol=1e-12, atol=1e-14)
    np.testing.assert_allclose(other.y[1:], y, rtol=1e-12, atol=1e-14)


def test_scores_are_isotonic_regression(path):
    """Pool adjacent violators of fg / (fg + bg) with weights fg + bg, on the rows."""
    rows = path.sample
    weight = rows.fg + rows.bg
    wanted = IsotonicRegression().fit_transform(rows.score, rows.fg / weight, sample_weight=weight)
    np.testing.assert_allclose(path.roc().hull().calibrate(rows.score), wanted, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("space", ["pr", "roc", "croc"])
def test_area_dominates(path, space):
    curve = path.curve(space)
    assert curve.hull().area() >= curve.area() * (1 - 1e-14)
    for low, high in ((0.0, 0.3), (0.2, 0.7)):
        assert curve.hull().area(low, high) >= curve.area(low, high) * (1 - 1e-12)


def test_pr_hull_dominates_point_by_point(path):
    recall = np.linspace(0.01, 1, 60)
    hull = path.pr().hull()
    assert np.all(hull.curve.at(recall) >= path.pr().at(recall) * (1 - 1e-12))


def test_hull_of_saito():
    assert SAITO.roc().area() == pytest.approx(0.72, rel=1e-14)
    assert SAITO.roc().hull().area() == pytest.approx(0.765, rel=1e-14)
    assert SAITO.pr().hull().area() == pytest.approx(0.793520329862, abs=1e-12)
    # Ranks 0-2-6-15-20; 13 lies below the chord from 6 to 15.
    assert SAITO.roc().hull().thresholds.tolist() == [np.inf, 19, 15, 6, 5]


def test_hulls_of_the_demo():
    roc, prg = DEMO.roc().hull(), DEMO.prg().hull()
    np.testing.assert_allclose(roc.x * 9, [0, 0, 1, 2, 3, 9], atol=1e-14)
    np.testing.assert_allclose(roc.y * 16, [0, 3, 9, 12, 13, 16], atol=1e-13)
    np.testing.assert_allclose(roc.scores, [1, 6 / 7, 3 / 4, 1 / 2, 1 / 3], rtol=1e-14)
    np.testing.assert_allclose(prg.x, [-6.7037, -0.3827, 0.4074, 0.5897, 1], atol=5e-5)
    np.testing.assert_allclose(prg.y, [1, 0.8025, 0.7037, 0.5897, 0], atol=5e-5)
    np.testing.assert_allclose(prg.scores, [0.969697, 0.888889, 0.615385, 0.410256], atol=5e-7)


def test_scores_of_figure_3():
    roc, prg = FIGURE_3.roc().hull(), FIGURE_3.prg().hull()
    np.testing.assert_allclose(roc.scores, [1, 3 / 4, 6 / 21, 2 / 11, 16 / 96], rtol=1e-14)
    # The first ray, on which d is 1, has no finite length.
    np.testing.assert_allclose(prg.scores, [0.988, 0.757, 0.491, 0.444], atol=5e-4)
    assert FIGURE_3.prg().hull().calibrate([5.0])[0] == 1


def test_prg_hull_has_the_thresholds_of_the_roc_hull(path):
    roc, prg = path.roc().hull(), path.prg().hull()
    wanted = roc.thresholds[1:]
    if roc.y[-2] == 1 or math.isclose(roc.y[-2], 1, rel_tol=1e-15):
        wanted = wanted[:-1]
    # A background-only prefix is no hull vertex, so all others have foreground.
    assert prg.thresholds.tolist() == wanted.tolist()


def test_prg_hull_is_concave_and_above(path):
    prg = path.prg()
    hull = prg.hull()
    slopes = np.diff(hull.y) / np.diff(hull.x)
    assert np.all(np.diff(slopes) < 0)
    assert np.all(slopes <= 0)
    np.testing.assert_allclose(hull.scores, 1 / (1 - slopes), rtol=1e-7)
    inside = (prg.x >= hull.x[0]) & (prg.x <= hull.x[-1])
    level = np.interp(prg.x[inside], hull.x, hull.y)
    assert np.all(prg.y[inside] <= level + 1e-9 * (1 + np.abs(level)))


def f_beta(path, squared):
    """F_β of every threshold, from counts."""
    return (1 + squared) * path.tp / (path.tp + path.fp + squared * path.positives)


def test_each_vertex_has_the_largest_f_inside_its_interval(path):
    hull = path.prg().hull()
    intervals = hull.beta_intervals
    assert intervals.shape == (len(hull.x), 2)
    assert intervals[0, 0] == 0
    assert intervals[-1, 1] == np.inf
    np.testing.assert_array_equal(intervals[1:, 0], intervals[:-1, 1])
    for (low, high), cut in zip(intervals, hull.thresholds, strict=True):
        high = min(high, low + 10.0)
        if high - low <= 1e-9 * (1 + low):
            continue
        for part in (0.001, 0.3, 0.9, 0.999):
            beta = low + part * (high - low)
            scores = f_beta(path, beta**2)
            row = int(np.flatnonzero(path.thresholds == cut)[0])
            assert scores[row] >= scores.max() * (1 - 1e-12)


def test_f_ties_at_the_ends_of_intervals(path):
    hull = path.prg().hull()
    for k in range(len(hull.x) - 1):
        squared = hull.beta_intervals[k, 1] ** 2
        scores = f_beta(path, squared)
        rows = np.searchsorted(-path.thresholds, -hull.thresholds[[k, k + 1]])
        assert scores[rows[0]] == pytest.approx(scores[rows[1]], rel=1e-9)
        assert hull.scores[k] == pytest.approx(1 / (1 + squared), rel=1e-9)


def test_calibrate_gives_the_segment_of_a_score():
    hull = SAITO.roc().hull()
    # Above all, within every pool (between its scores too), at ties, below all.
    scores = [99, 20, 19.5, 19, 18, 17.5, 15, 14, 10, 7, 6, 5.5, 5, -99]
    fg, bg = np.diff([0, 2, 5, 9, 10]), np.diff([0, 0, 1, 6, 10])
    c = fg / (fg + bg)
    wanted = [c[0]] * 4 + [c[1]] * 3 + [c[2]] * 4 + [c[3]] * 3
    np.testing.assert_allclose(hull.calibrate(scores), wanted, rtol=1e-14)
    assert np.all(np.diff(hull.calibrate(np.linspace(0, 25, 99))) >= 0)


def test_calibrate_by_f_is_d():
    hull = DEMO.prg().hull()
    found = hull.calibrate(-np.arange(25))
    assert found[0] == 1
    assert set(np.round(found, 6)) == {1.0, 0.969697, 0.888889, 0.615385, 0.410256}


@pytest.mark.parametrize("wrong", [[np.nan, 1.0], ["high"]])
def test_calibrate_wants_scores(wrong):
    with pytest.raises(prplot.PrplotError, match="y_score"):
        DEMO.roc().hull().calibrate(wrong)


def test_the_hull_of_a_hull_is_itself(path):
    hull = path.roc().hull()
    again = hull.curve.hull()
    assert again.thresholds.tolist() == hull.thresholds.tolist()


def test_one_class_only_is_an_error_that_says_why():
    with pytest.raises(prplot.PrplotValueError, match="P = 0"):
        prplot.from_labels([0, 0], [2, 1]).roc().hull()
    with pytest.raises(prplot.PrplotValueError, match="N = 0"):
        prplot.from_labels([1, 1], [2, 1]).prg().hull()


def test_arrays_are_read_only_and_repr_is_short():
    hull = DEMO.prg().hull()
    for array in (hull.x, hull.y, hull.thresholds, hull.scores, hull.beta_intervals):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 3
    assert repr(hull) == "Hull(Precision-Recall-Gain, 5 vertices)"


@pytest.mark.parametrize("kind", ["random", "convex", "line", "staircase", "worst"])
def test_a_hundred_thousand_points_are_fast(kind):
    n = 100_000
    rng = np.random.default_rng(1)
    share = {
        "random": rng.random(n),
        "convex": np.linspace(1, 0, n),
        "line": np.full(n, 0.25),
        "staircase": np.tile([0.0, 1.0], n // 2),
        "worst": np.linspace(0, 1, n),
    }[kind]
    path = prplot.from_weights(-np.arange(float(n)), fg=share)
    hull = path.roc().hull()
    assert np.all(np.diff(hull.scores) < 0)
    assert hull.area() >= path.roc().area() * (1 - 1e-12)
    if kind in ("line", "staircase", "worst"):
        assert len(hull.x) <= 3
    if kind == "convex":
        assert len(hull.x) > n - 5


@pytest.mark.parametrize("unit", [2.0**-1060, 1e-300, 1e-200, 1e-150, 1e100, 1e200, 1e300])
def test_hull_does_not_depend_on_the_unit_of_weight(unit):
    """Products of small weights would underflow, those of large ones overflow."""
    fg, bg = np.array([1.0, 0, 1, 3, 0]), np.array([1.0, 2, 1, 0, 5])
    for scale in ((unit, unit), (1.0, unit), (unit, 1.0)):
        hull = prplot.from_weights([5, 4, 3, 2, 1], fg=fg * scale[0], bg=bg * scale[1]).roc().hull()
        assert (
            hull.thresholds.tolist()
            == prplot.from_weights([5, 4, 3, 2, 1], fg=fg, bg=bg).roc().hull().thresholds.tolist()
        )


def test_scores_of_counts_are_the_nearest_floats():
    assert DEMO.roc().hull().scores.tolist() == [1.0, 6 / 7, 3 / 4, 1 / 2, 1 / 3]
    assert SAITO.roc().hull().scores.tolist() == [1.0, 3 / 4, 4 / 9, 1 / 5]


def test_without_background_the_pr_hull_is_silent():
    assert prplot.from_labels([1, 1], [2, 1]).pr().hull().area() == 1


@pytest.mark.parametrize("passes", [0, 1, 3])
def test_comparing_all_at_once_or_one_by_one_is_the_same(path, passes, monkeypatch):
    wanted = strictly_on_hull(path)
    monkeypatch.setattr("prplot.path.hull.PASSES", passes)
    assert path.roc().hull().thresholds.tolist() == path.thresholds[wanted].tolist()


def test_what_a_hull_and_its_curve_hand_out_cannot_be_written_to():
    curve = prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1]).roc()
    for array in (curve.hull().likelihood_ratios, *curve.pareto()):
        assert not array.flags.writeable


def test_calibrated_scores_beyond_the_sample_are_those_of_its_ends():
    """c is 1, 1/2, 0 along the segments that end at 5, 3 and 1; soft labels reach neither 1 nor 0."""
    hull = prplot.from_labels([1, 0, 1, 0, 0], [5, 4, 3, 2, 1]).roc().hull()
    assert hull.calibrate([9, 5, 4.5, 3, 2.5, 1, -9]).tolist() == [1, 1, 0.5, 0.5, 0, 0, 0]
    soft = prplot.from_weights([2, 1], fg=[0.75, 0.25]).roc().hull()
    assert soft.calibrate([9, 2, 1, -9]).tolist() == [0.75, 0.75, 0.25, 0.25]
