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
        labels = np.append(rng.integers(0, 2, n), [0, 1])
        return prplot.from_labels(labels, np.append(score, [5, 6]))
    if seed % 3 == 1:
        return prplot.from_weights(score, fg=rng.beta(0.4, 1.5, n))
    return prplot.from_weights(score, fg=rng.lognormal(0, 3, n), bg=rng.lognormal(1, 3, n))


@pytest.fixture(params=range(12))
def path(request):
    return made(request.param)


def costs(path, x):
    """The line of every threshold at x, one row per threshold."""
    fpr, tpr = path.fp / path.negatives, path.tp / path.positives
    return np.multiply.outer(1 - tpr, x) + np.multiply.outer(fpr, 1 - x)


@pytest.mark.parametrize("call", ["forward", "inverse"])
def test_a_point_has_no_place(call):
    with pytest.raises(prplot.PrplotTypeError, match=f"{call}.*in cost space it is a line.*trace"):
        getattr(prplot.Cost(0.3), call)(0.2, 0.7)


@pytest.mark.parametrize("ask", ["hull", "pareto"])
def test_what_needs_points_says_so(ask):
    with pytest.raises(prplot.PrplotTypeError, match="cost space"):
        getattr(made(0).cost(), ask)()


def test_the_diagonal_gives_the_trivial_classifiers():
    for diagonal in ([0, 1], [0, 0.25, 1], np.linspace(0, 1, 11)):
        x, y = prplot.Cost(0.3).trace(diagonal, diagonal)
        np.testing.assert_allclose(np.interp(GRID, x, y), np.minimum(GRID, 1 - GRID), atol=1e-15)
        assert x.tolist() == pytest.approx([0, 0.5, 1])


def test_trace_of_points_below_the_diagonal_gives_the_trivial_classifiers():
    x, y = prplot.Cost(0.3).trace([0, 0.7, 1], [0, 0.1, 1])
    np.testing.assert_allclose(np.interp(GRID, x, y), np.minimum(GRID, 1 - GRID), atol=1e-15)


def test_a_perfect_classifier_costs_nothing():
    x, y = prplot.Cost(0.3).trace([0, 0, 1], [0, 1, 1])
    assert (x.min(), x.max()) == (0, 1)
    assert np.all(y == 0)
    assert prplot.from_labels([1, 1, 0], [3, 2, 1]).cost().area() == 0


def test_lines():
    left, right = prplot.Cost(0.5).lines([0.1, 1.0], [0.6, 1.0])
    assert left.tolist() == [0.1, 1.0]
    assert right.tolist() == pytest.approx([0.4, 0.0])


def test_curve_is_the_lowest_line_at_every_abscissa(path):
    np.testing.assert_allclose(path.cost().at(GRID), costs(path, GRID).min(axis=0), rtol=1e-12, atol=1e-14)


def test_trace_of_the_rates_is_the_curve_of_the_path(path):
    curve = path.cost()
    x, y = curve.space.trace(path.fp / path.negatives, path.tp / path.positives)
    np.testing.assert_allclose(np.interp(GRID, x, y), curve.at(GRID), atol=1e-13)


def test_breakpoints_have_both_ends_and_rise(path):
    curve = path.cost()
    assert (curve.x[0], curve.x[-1]) == (0, 1)
    assert np.all(np.diff(curve.x) > 0)
    assert curve.y[0] == pytest.approx(costs(path, np.zeros(1)).min(), abs=1e-15)
    assert curve.y[-1] == pytest.approx(costs(path, np.ones(1)).min(), abs=1e-15)
    assert curve.x.shape == curve.y.shape == curve.thresholds.shape


def test_two_lines_cross_at_every_breakpoint_within(path):
    curve = path.cost()
    for x, y in zip(curve.x[1:-1], curve.y[1:-1], strict=True):
        lines = costs(path, np.array([x]))[:, 0]
        assert np.count_nonzero(np.abs(lines - y) <= 1e-12) >= 2


def test_thresholds_are_optimal_right_of_their_breakpoint(path):
    """Against all thresholds, on the whole stretch up to the next breakpoint."""
    curve = path.cost()
    rows = [int(np.flatnonzero(path.thresholds == cut)[0]) for cut in curve.thresholds]
    for (start, stop), row in zip(itertools.pairwise(curve.x), rows, strict=False):
        x = start + np.array([0.0, 1e-3, 0.5, 0.999, 1.0]) * (stop - start)
        lines = costs(path, x)
        np.testing.assert_allclose(lines[row], lines.min(axis=0), rtol=1e-12, atol=1e-13)


def test_thresholds_fall_as_missing_costs_more(path):
    assert np.all(np.diff(path.cost().thresholds[:-1]) < 0)
    assert np.all(np.isin(path.cost().thresholds, path.thresholds))


def test_area_is_the_closed_form_over_hull_segments(path):
    hull = path.roc().hull()
    across, up = np.diff(hull.x), np.diff(hull.y)
    assert path.cost().area() == pytest.approx(np.sum(across * up / (across + up)) / 2, rel=1e-12, abs=1e-15)


def test_trivial_classifiers_cost_a_quarter(path):
    assert path.cost().chance == pytest.approx(0.25, rel=1e-15)
    assert path.cost().area() <= 0.25 + 1e-15


def test_expected_cost_of_an_example():
    """C(fn) = 91, C(fp) = 9 and π = 0.09: the two errors weigh the same."""
    path = made(0)
    x = 0.09 * 91 / (0.09 * 91 + 0.91 * 9)
    assert x == pytest.approx(0.5)
    fpr, tpr = path.fp / path.negatives, path.tp / path.positives
    assert float(path.cost().at(x)) == pytest.approx(((1 - tpr) / 2 + fpr / 2).min())


def test_parts_of_the_area_add_up(path):
    curve = path.cost()
    parts = [curve.area(a, b) for a, b in itertools.pairwise([0.0, 0.1, 0.37, 0.5, 0.9, 1.0])]
    assert sum(parts) == pytest.approx(curve.area(), rel=1e-13, abs=1e-16)


def test_does_not_move_with_prevalence(path):
    np.testing.assert_allclose(path.cost(prevalence=0.01).at(GRID), path.cost().at(GRID), atol=1e-14)


@pytest.mark.parametrize(
    "path",
    [
        prplot.from_labels([1, 0, 1, 0, 1], [3, 2, 2, 1, 0]),
        # The origin and the first threshold are both +inf.
        prplot.from_labels([1, 1, 0, 1, 0], [np.inf, np.inf, np.inf, 2, 1]),
        prplot.from_labels([1, 0, 1], [3, 2, 1], positives=6, negatives=8),
    ],
    ids=["plain", "infinite scores", "early end"],
)
def test_counts_of_a_vertex_lie_on_the_curve_left_and_right_of_it(path):
    curve = path.cost()
    tp, fp = curve.space.counts(path)
    assert len(tp) == len(fp) == len(curve.x)
    missed, alarms = 1 - tp / path.positives, fp / path.negatives
    # What is best right of a vertex costs there, and at the next one, what the curve says.
    for x, y in ((curve.x, curve.y), (np.append(curve.x[1:], 1.0), np.append(curve.y[1:], curve.y[-1]))):
        np.testing.assert_allclose(missed * x + alarms * (1 - x), y, atol=1e-15)
