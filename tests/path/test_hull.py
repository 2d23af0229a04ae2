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


@pytest.fixture(params=range(9))
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
    """Its scores are the shares of its segments, and what isotonic regression gives the rows; other spaces show it."""
    kept, hull, rows = strictly_on_hull(path), path.roc().hull(), path.sample
    assert hull.thresholds.tolist() == hull.curve.hull().thresholds.tolist() == path.thresholds[kept].tolist()
    np.testing.assert_allclose(hull.x, path.fp[kept] / path.negatives, rtol=1e-13, atol=1e-15)
    np.testing.assert_allclose(hull.y, path.tp[kept] / path.positives, rtol=1e-13, atol=1e-15)
    fg, bg = np.diff(path.tp[kept]), np.diff(path.fp[kept])
    np.testing.assert_allclose(hull.scores, fg / (fg + bg), rtol=1e-9, atol=1e-15)
    assert np.all(np.diff(hull.scores) < 0)
    assert hull.beta_intervals is None
    weight = rows.fg + rows.bg
    wanted = IsotonicRegression().fit_transform(rows.score, rows.fg / weight, sample_weight=weight)
    np.testing.assert_allclose(hull.calibrate(rows.score), wanted, rtol=1e-9, atol=1e-12)
    for space in ("pr", "croc", "gains", "lift", "det"):
        curve = path.curve(space)
        other = curve.hull()
        assert other.thresholds.tolist() == hull.thresholds.tolist()
        np.testing.assert_array_equal(other.scores, hull.scores)
        shown = curve.space.forward(hull.x[1:], hull.y[1:])
        np.testing.assert_allclose((other.x[1:], other.y[1:]), shown, rtol=1e-12, atol=1e-14)
        for ends in ((0.0, 1.0), (0.0, 0.3), (0.2, 0.7)):
            sign = -1 if space == "det" else 1
            assert sign * other.area(*ends) >= sign * curve.area(*ends) * (1 - sign * 1e-12)
    recall = np.linspace(0.01, 1, 60)
    assert np.all(path.pr().hull().curve.at(recall) >= path.pr().at(recall) * (1 - 1e-12))


def test_prg_hull_is_concave_and_above_and_its_vertices_have_the_largest_f(path):
    """Inside its interval of β; at the ends two tie. Its thresholds are those of ROC that find more."""
    prg, roc = path.prg(), path.roc().hull()
    hull, slopes = prg.hull(), np.diff(prg.hull().y) / np.diff(prg.hull().x)
    last = -1 if math.isclose(roc.y[-2], 1, rel_tol=1e-15) else None
    assert hull.thresholds.tolist() == roc.thresholds[1:last].tolist()
    assert np.all(np.diff(slopes) < 0)
    np.testing.assert_allclose(hull.scores, 1 / (1 - slopes), rtol=1e-7)
    inside = (prg.x >= hull.x[0]) & (prg.x <= hull.x[-1])
    level = np.interp(prg.x[inside], hull.x, hull.y)
    assert np.all(prg.y[inside] <= level + 1e-9 * (1 + np.abs(level)))
    intervals = hull.beta_intervals
    assert (intervals.shape, intervals[0, 0], intervals[-1, 1]) == ((len(hull.x), 2), 0, np.inf)
    np.testing.assert_array_equal(intervals[1:, 0], intervals[:-1, 1])
    np.testing.assert_allclose(hull.scores, 1 / (1 + intervals[1:, 0] ** 2), rtol=1e-9)
    for (low, high), cut in zip(intervals, hull.thresholds, strict=True):
        for part in (0.001, 0.3, 0.999, 1.0):
            squared = (low + part * (min(high, low + 10.0) - low)) ** 2
            f = (1 + squared) * path.tp / (path.tp + path.fp + squared * path.positives)
            assert f[np.flatnonzero(path.thresholds == cut)[0]] >= f.max() * (1 - 1e-9)


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


def test_calibrated_scores_beyond_the_sample_are_those_of_its_ends():
    """c is 1, 1/2, 0 along the segments that end at 5, 3 and 1; soft labels reach neither 1 nor 0."""
    hull = prplot.from_labels([1, 0, 1, 0, 0], [5, 4, 3, 2, 1]).roc().hull()
    assert hull.calibrate([9, 5, 4.5, 3, 2.5, 1, -9]).tolist() == [1, 1, 0.5, 0.5, 0, 0, 0]
    soft = prplot.from_weights([2, 1], fg=[0.75, 0.25]).roc().hull()
    assert soft.calibrate([9, 2, 1, -9]).tolist() == [0.75, 0.75, 0.25, 0.25]
    # By PRG they are d, the share that F_beta needs.
    found = DEMO.prg().hull().calibrate(-np.arange(25))
    assert set(np.round(found, 6)) == {1.0, 0.969697, 0.888889, 0.615385, 0.410256}
    assert repr(DEMO.prg().hull()) == "Hull(Precision-Recall-Gain, 5 vertices)"
    with pytest.raises(prplot.PrplotError, match="y_score"):
        hull.calibrate([np.nan, 1.0])


def test_one_class_only_is_an_error_that_says_why():
    for labels, space, said in (([0, 0], "roc", "P = 0"), ([1, 1], "prg", "N = 0")):
        with pytest.raises(prplot.PrplotValueError, match=said):
            prplot.from_labels(labels, [2, 1]).curve(space).hull()
    assert prplot.from_labels([1, 1], [2, 1]).pr().hull().area() == 1


def test_the_hull_of_pr_begins_at_its_limit_wherever_the_curve_does():
    """The best mixture of thresholds has a precision of 2/4 at recall 0: (0, 1) is no classifier."""
    path = prplot.from_labels([0, 1, 0, 1], [4, 3, 2, 1])
    for left in ("limit", "one"):
        assert path.pr(left=left).hull().y.tolist() == [0.5, 0.5]


def test_many_points_of_any_shape():
    n = 100_000
    shapes = {
        "convex": np.linspace(1, 0, n),
        "random": np.random.default_rng(1).random(n),
        "line": np.full(n, 0.25),
        "staircase": np.tile([0.0, 1.0], n // 2),
        "worst": np.linspace(0, 1, n),
    }
    for kind, share in shapes.items():
        path = prplot.from_weights(-np.arange(float(n)), fg=share)
        hull = path.roc().hull()
        assert np.all(np.diff(hull.scores) < 0)
        assert hull.area() >= path.roc().area() * (1 - 1e-12)
        assert len(hull.x) > n - 5 if kind == "convex" else len(hull.x) <= 3 or kind == "random"


def test_hull_does_not_depend_on_the_unit_of_weight():
    """Products of small weights would underflow, those of large ones overflow."""
    fg, bg = np.array([1.0, 0, 1, 3, 0]), np.array([1.0, 2, 1, 0, 5])
    wanted = prplot.from_weights([5, 4, 3, 2, 1], fg=fg, bg=bg).roc().hull().thresholds.tolist()
    for unit in (2.0**-1060, 1e-200, 1e200, 1e300):
        for one, other in ((unit, unit), (1.0, unit), (unit, 1.0)):
            hull = prplot.from_weights([5, 4, 3, 2, 1], fg=fg * one, bg=bg * other).roc().hull()
            assert hull.thresholds.tolist() == wanted
