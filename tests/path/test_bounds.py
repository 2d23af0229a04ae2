"""The best and the worst ranking of given points, against all rankings there are."""

import math
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

import prplot
from prplot.path.ranking import best_ranking, foreground_share


def areas_of_all_rankings(fg, bg, space):
    for order in permutations(range(len(fg))):
        yield prplot.from_weights(np.array(order), fg=fg, bg=bg).curve(space).area()


def random_weights(rng, kind, n):
    if kind == "hard":
        fg = (np.arange(n) < rng.integers(1, n)).astype(float)
        return fg, 1 - fg
    if kind == "soft":
        fg = rng.random(n)
        return fg, 1 - fg
    if kind == "with-zeros":
        return rng.integers(0, 3, n) + np.eye(n)[0], rng.integers(0, 3, n) + np.eye(n)[1]
    return rng.lognormal(sigma=2, size=n), rng.lognormal(sigma=2, size=n)


@pytest.mark.parametrize("space", ["pr", "roc"])
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("kind", ["hard", "soft", "free", "with-zeros"])
def test_best_and_worst_of_all_permutations(kind, seed, space):
    fg, bg = random_weights(np.random.default_rng(seed), kind, 5)
    areas = list(areas_of_all_rankings(fg, bg, space))
    path = prplot.from_weights([3, 1, 2, 5, 4], fg=fg, bg=bg)
    assert path.best().curve(space).area() == pytest.approx(max(areas), rel=1e-12)
    assert path.worst().curve(space).area() == pytest.approx(min(areas), rel=1e-12)


def test_sorting_by_foreground_weight_alone_is_not_the_best():
    by_weight = prplot.from_weights([2, 1], fg=[0.9, 0.5], bg=[0.9, 0.1]).pr().area()
    best = prplot.from_weights([2, 1], fg=[0.9, 0.5], bg=[0.9, 0.1]).best().pr().area()
    assert round(by_weight, 4) == 0.5163
    assert round(best, 4) == 0.7181


@pytest.mark.parametrize(("positives", "negatives"), [(1, 9), (3, 3), (20, 1)])
def test_worst_of_hard_labels_is_the_closed_form(positives, negatives):
    y = np.repeat([1, 0], [positives, negatives])
    path = prplot.from_labels(y, np.arange(len(y)))
    odds = positives / negatives
    assert path.worst().pr().area() == pytest.approx(1 - math.log1p(odds) / odds, rel=1e-12)
    assert path.best().pr().area() == pytest.approx(1, rel=1e-12)


def test_share_of_ordinary_and_extreme_weights():
    fg = np.array([0.0, 1.0, 3.0, 0.0, 1e308, 5e-324, 1e-300])
    bg = np.array([0.0, 0.0, 1.0, 2.0, 1e308, 5e-324, 1e300])
    np.testing.assert_array_equal(foreground_share(fg, bg), [0, 1, 0.75, 0, 0.5, 0.5, 0])


def test_share_of_a_soft_label_is_that_label():
    """So that a cut at 0.9 takes the rows labelled 0.9 in."""
    label = np.arange(1, 1001) / 1000
    np.testing.assert_array_equal(foreground_share(label, 1 - label), label)


def test_ranking_puts_the_largest_share_first_and_keeps_the_order_of_equals():
    assert best_ranking(np.array([1.0, 2, 1, 0]), np.array([1.0, 0, 1, 3])).tolist() == [3, 4, 2, 1]


def test_ranking_of_nothing_is_empty():
    assert best_ranking(np.zeros(0), np.zeros(0)).tolist() == []


@pytest.mark.parametrize("large", [1.0, 1e300])
def test_shares_too_close_to_0_or_1_for_a_float_are_told_apart(large):
    """1e-300 beside 1, and beside 1e300, a ratio that no float holds."""
    fg = np.array([large, large, large, large, 1e-300, 2e-300, 0, 3, 0])
    bg = np.array([3e-300, 1e-300, 0, 1e-200, large, large, 1, 3, 0])
    exact = [Fraction(a) / (Fraction(a) + Fraction(b)) if a else 0 for a, b in zip(fg, bg, strict=True)]
    wanted = sorted(range(9), key=lambda row: (-exact[row], row))
    assert np.argsort(-best_ranking(fg, bg)).tolist() == wanted
