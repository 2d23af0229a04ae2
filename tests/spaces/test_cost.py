"""Cost space: a confusion point is a line, a curve the lower envelope of its lines."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import prplot

GRID = np.linspace(0, 1, 501)


def made(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 40))
    score = rng.integers(0, 12, n)
    if seed % 3 == 0:
        return prplot.from_labels(np.append(rng.integers(0, 2, n), [0, 1]), np.append(score, [5, 6]))
    if seed % 3 == 1:
        return prplot.from_weights(score, fg=rng.beta(0.4, 1.5, n))
    return prplot.from_weights(score, fg=rng.lognormal(0, 3, n), bg=rng.lognormal(1, 3, n))


@pytest.fixture(params=range(6))
def path(request):
    return made(request.param)


def costs(path, x):
    """The line of every threshold at x, one row per threshold."""
    fpr, tpr = path.fp / path.negatives, path.tp / path.positives
    return np.multiply.outer(1 - tpr, x) + np.multiply.outer(fpr, 1 - x)


def test_what_needs_points_says_so():
    for call in ("forward", "inverse"):
        with pytest.raises(prplot.PrplotTypeError, match=f"{call}.*in cost space it is a line.*trace"):
            getattr(prplot.Cost(0.3), call)(0.2, 0.7)
    for ask in ("hull", "pareto"):
        with pytest.raises(prplot.PrplotTypeError, match="cost space"):
            getattr(made(0).cost(), ask)()


def test_trivial_and_perfect_classifiers():
    # Points on the diagonal, and below it.
    for fpr, tpr in (([0, 1], [0, 1]), (np.linspace(0, 1, 11), np.linspace(0, 1, 11)), ([0, 0.7, 1], [0, 0.1, 1])):
        x, y = prplot.Cost(0.3).trace(fpr, tpr)
        np.testing.assert_allclose(np.interp(GRID, x, y), np.minimum(GRID, 1 - GRID), atol=1e-15)
    x, y = prplot.Cost(0.3).trace([0, 0, 1], [0, 1, 1])
    assert (x.min(), x.max(), y.max()) == (0, 1, 0)
    assert prplot.from_labels([1, 1, 0], [3, 2, 1]).cost().area() == 0


def test_the_curve_is_the_lowest_line_at_every_abscissa(path):
    curve = path.cost()
    np.testing.assert_allclose(curve.at(GRID), costs(path, GRID).min(axis=0), rtol=1e-12, atol=1e-14)
    x, y = curve.space.trace(path.fp / path.negatives, path.tp / path.positives)
    np.testing.assert_allclose(np.interp(GRID, x, y), curve.at(GRID), atol=1e-13)
    np.testing.assert_allclose(path.cost(prevalence=0.01).at(GRID), curve.at(GRID), atol=1e-14)


def test_breakpoints_and_the_thresholds_that_are_best_right_of_them(path):
    curve = path.cost()
    assert (curve.x[0], curve.x[-1]) == (0, 1)
    assert np.all(np.diff(curve.x) > 0)
    np.testing.assert_allclose(curve.y, costs(path, curve.x).min(axis=0), rtol=1e-12, atol=1e-15)
    # Two lines cross at every one within.
    assert (np.sum(np.abs(costs(path, curve.x) - curve.y) <= 1e-12, axis=0)[1:-1] >= 2).all()
    assert np.all(np.diff(curve.thresholds[:-1]) < 0)
    for (start, stop), cut in zip(itertools.pairwise(curve.x), curve.thresholds, strict=False):
        lines = costs(path, start + np.array([0.0, 1e-3, 0.5, 0.999, 1.0]) * (stop - start))
        np.testing.assert_allclose(lines[path.thresholds == cut][0], lines.min(axis=0), rtol=1e-12, atol=1e-13)


def test_area(path):
    """The closed form over the segments of the hull; trivial classifiers cost a quarter."""
    curve, hull = path.cost(), path.roc().hull()
    across, up = np.diff(hull.x), np.diff(hull.y)
    assert curve.area() == pytest.approx(np.sum(across * up / (across + up)) / 2, rel=1e-12, abs=1e-15)
    assert curve.area() <= curve.chance + 1e-15
    assert curve.chance == pytest.approx(0.25, rel=1e-15)
