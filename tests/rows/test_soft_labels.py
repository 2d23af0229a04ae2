"""Soft labels from a continuous target and from the votes of annotators."""

import mpmath
import numpy as np
import pytest

import prplot

logistic, votes = prplot.weights.logistic, prplot.weights.votes


@pytest.mark.parametrize(("cut", "slope"), [(0.0, 1.0), (1.5, 1.0), (-2.0, 4.0), (0.3, -1.0)])
def test_logistic_against_exact_values(cut, slope):
    target = np.array([-690.0, -40.0, -1.0, 0.0, 0.3, 1.5, 2.0, 37.0, 160.0])
    fg, bg = logistic(target, cut, slope)
    for t, f, b in zip(target, fg, bg, strict=True):
        logit = mpmath.mpf(slope) * (mpmath.mpf(t) - mpmath.mpf(cut))
        for got, sign in ((f, -1), (b, 1)):
            exact = 1 / (1 + mpmath.exp(sign * logit))
            if exact > 1e-307:
                assert abs(got - exact) <= 1e-12 * exact
            else:
                assert got == pytest.approx(0, abs=1e-307)


def test_both_go_straight_into_a_path():
    fg, bg = votes([3, 1, 0], 3)
    assert prplot.from_weights([0.9, 0.5, 0.1], fg=fg, bg=bg).positives == pytest.approx(4 / 3)
    fg, bg = logistic([2.0, 1.0, 0.0], cut=1.0)
    assert prplot.from_weights([0.9, 0.5, 0.1], fg=fg, bg=bg).prevalence == pytest.approx(0.5)


def test_logistic_at_its_ends():
    fg, bg = logistic([1.0, 2.0, 3.0, 1000.0, -1000.0], cut=2.0, slope=3.0)
    assert fg[1] == bg[1] == 0.5
    np.testing.assert_allclose(fg + bg, 1, rtol=1e-15)
    fg, bg = logistic([-690.0, 690.0], cut=0.0)
    assert 0 < fg[0] == bg[1] < 1e-299
    fg, bg = logistic([np.inf, -np.inf, 1e308], cut=-1e308)
    assert (fg.tolist(), bg.tolist()) == ([1, 0, 1], [0, 1, 0])


def test_votes_per_item_and_per_vote():
    def listed(*given, **options):
        return [column.tolist() for column in votes(*given, **options)]

    assert listed([3, 0, 1], [4, 2, 1]) == [[0.75, 0, 1], [0.25, 1, 0]]
    assert listed([3, 0, 1], [4, 2, 1], per="vote") == [[3, 0, 1], [1, 2, 0]]
    # An item without votes weighs nothing per vote.
    assert listed([0, 1], [0, 1], per="vote") == [[0, 1], [0, 0]]
    for total in (5, np.int64(5), np.array(5), [5, 5, 5], (n for n in (5, 5, 5))):
        assert listed((n for n in (1, 2, 5)), total) == [[0.2, 0.4, 1], [0.8, 0.6, 0]]
