"""Soft labels from a continuous target and from the votes of annotators."""

import mpmath
import numpy as np
import pytest

import prplot
from prplot.errors import PrplotError
from prplot.sample.soft_labels import logistic, votes


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


def test_logistic_is_half_at_the_cut_and_adds_up_to_one():
    fg, bg = logistic([1.0, 2.0, 3.0, 1000.0, -1000.0], cut=2.0, slope=3.0)
    assert fg[1] == bg[1] == 0.5
    np.testing.assert_allclose(fg + bg, 1, rtol=1e-15)


def test_logistic_keeps_small_weights_on_both_sides():
    fg, bg = logistic([-690.0, 690.0], cut=0.0)
    assert 0 < fg[0] < 1e-299
    assert bg[1] == fg[0]


def test_logistic_of_infinite_targets():
    fg, bg = logistic([np.inf, -np.inf, 1e308], cut=-1e308)
    assert fg.tolist() == [1, 0, 1]
    assert bg.tolist() == [0, 1, 0]


def test_negative_slope_makes_small_targets_foreground():
    np.testing.assert_array_equal(logistic([1, 2, 4], 2, -1.5), logistic([1, 2, 4], 2, 1.5)[::-1])


def test_votes_per_item_and_per_vote():
    fg, bg = votes([3, 0, 1], [4, 2, 1])
    assert fg.tolist() == [0.75, 0, 1]
    assert bg.tolist() == [0.25, 1, 0]
    fg, bg = votes([3, 0, 1], [4, 2, 1], per="vote")
    assert fg.tolist() == [3, 0, 1]
    assert bg.tolist() == [1, 2, 0]


@pytest.mark.parametrize("total", [5, 5.0, np.int64(5), np.array(5), [5, 5, 5]], ids=repr)
def test_votes_take_one_total_for_all(total):
    fg, bg = votes([1, 2, 5], total)
    assert fg.tolist() == [0.2, 0.4, 1]
    assert bg.tolist() == [0.8, 0.6, 0]


def test_votes_are_read_from_anything_once():
    fg, _ = votes((n for n in (1, 2)), (n for n in (2, 2)))
    assert fg.tolist() == [0.5, 1]


def test_an_item_without_votes_weighs_nothing_per_vote():
    fg, bg = votes([0, 1], [0, 1], per="vote")
    assert fg[0] == bg[0] == 0


def test_both_go_straight_into_a_path():
    fg, bg = votes([3, 1, 0], 3)
    assert prplot.from_weights([0.9, 0.5, 0.1], fg=fg, bg=bg).positives == pytest.approx(4 / 3)
    fg, bg = logistic([2.0, 1.0, 0.0], cut=1.0)
    assert prplot.from_weights([0.9, 0.5, 0.1], fg=fg, bg=bg).prevalence == pytest.approx(0.5)


@pytest.mark.parametrize("per", ["item", "vote"])
def test_inputs_are_left_alone_and_not_aliased(per):
    yes, total, target = np.array([1.0, 2.0]), np.array([2.0, 3.0]), np.array([0.0, 1.0])
    copies = yes.copy(), total.copy(), target.copy()
    for made in (*votes(yes, total, per), *logistic(target, 0.5)):
        assert not any(np.shares_memory(made, given) for given in (yes, total, target))
        made[:] = -1
    for given, copy in zip((yes, total, target), copies, strict=True):
        np.testing.assert_array_equal(given, copy)


@pytest.mark.parametrize(
    ("call", "kind", "parts"),
    [
        (lambda: logistic([1, np.nan], 0), ValueError, ["target must not hold NaN", "target[1] = nan", "Drop"]),
        (lambda: logistic([1], np.inf), ValueError, ["cut must be finite", "inf"]),
        (lambda: logistic([1], None), (ValueError, TypeError), ["cut must", "None"]),
        (lambda: logistic([1], [1, 2]), (ValueError, TypeError), ["cut must", "[1, 2]"]),
        (lambda: logistic([1], 0, np.nan), ValueError, ["slope must be finite", "nan"]),
        (lambda: logistic([1], 0, 0), ValueError, ["slope must not be 0", "Use 1"]),
        (lambda: logistic(["a"], 0), TypeError, ["target must hold real numbers", "'a'"]),
        (lambda: logistic(1.0, 0), ValueError, ["target must be one-dimensional"]),
        (lambda: votes([4], 3), ValueError, ["yes must be at most total", "yes[0] = 4 of total 3"]),
        (lambda: votes([2, -1], 3), ValueError, ["yes must be finite and not negative", "yes[1] = -1"]),
        (lambda: votes([np.nan], 3), ValueError, ["yes must be finite", "yes[0] = nan"]),
        (lambda: votes([1], np.inf), ValueError, ["total must be finite", "inf"]),
        (lambda: votes([1], "3"), TypeError, ["total must", "str '3'"]),
        (lambda: votes([1, 1], [1, 2, 3]), ValueError, ["total must have as many values as yes", "3 values for 2"]),
        (lambda: votes([1, 0], [1, 0]), ValueError, ["total must be greater than 0", "total[1] = 0", "Drop items"]),
        (lambda: votes([1], 2, per="items"), ValueError, ["per must be one of 'item', 'vote'", "'items'"]),
    ],
)
def test_wrong_input(call, kind, parts):
    with pytest.raises(kind) as caught:
        call()
    assert isinstance(caught.value, PrplotError)
    for part in parts:
        assert part in str(caught.value)
