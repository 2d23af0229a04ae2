"""The best and the worst ranking of given points, of rows and of counts, against all rankings there are."""

from __future__ import annotations

import itertools
import warnings
from fractions import Fraction

import numpy as np
import pytest

import prplot

RULES = ("continuous", "step", "linear", "upper-trapezoid", "max-interpolated")
KINDS = {
    "hard": lambda rng: (lambda y: (y, 1 - y))(np.array([1.0, 0.0, 1.0, *rng.integers(0, 2, 2)])),
    "soft": lambda rng: (lambda a: (a, 1 - a))(rng.random(5)),
    "with zeros": lambda rng: rng.integers(0, 3, (2, 5)) + np.eye(5)[:2],
    "free": lambda rng: rng.lognormal(0, 2, (2, 5)),
}


@pytest.mark.parametrize("kind", KINDS)
def test_best_and_worst_of_all_permutations(kind):
    """Theorem 1 of Keilwagen is one of the continuous rule; where another does not obey it, a warning says so."""
    for seed in range(3):
        fg, bg = KINDS[kind](np.random.default_rng(seed))
        orders = [prplot.from_weights(order, fg=fg, bg=bg) for order in itertools.permutations(range(5))]
        for make in (lambda p: p.roc(), *(lambda p, rule=rule: p.pr(rule) for rule in RULES)):
            curve = make(orders[7])
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                best, worst = curve.best().area(), curve.worst().area()
            if caught:
                assert all("Theorem 1" in str(warning.message) for warning in caught)
                assert curve.interpolation != "continuous"
                assert kind not in ("hard", "soft")
                continue
            areas = [make(path).area() for path in orders]
            assert (worst, best) == pytest.approx((min(areas), max(areas)), rel=1e-12)


def test_rows_are_ranked_by_their_share_at_any_prevalence():
    path = prplot.from_weights([3, 2, 1, 0], fg=[0.5, 0.75, 0, 0.25], name="mine")
    for other in (path, path.ties("optimistic"), path.at_prevalence(0.2)):
        best, worst = other.best(), other.worst()
        assert (best.tp.tolist(), worst.tp.tolist()) == ([0, 0.75, 1.25, 1.5, 1.5], [0, 0, 0.25, 0.75, 1.5])
        assert best.thresholds.tolist() == [np.inf, 4, 3, 2, 1]
        assert (best.name, best.positives, worst.prevalence) == ("mine", 1.5, pytest.approx(other.prevalence))
    # Not by their positive weight.
    given = prplot.from_weights([2, 1], fg=[0.9, 0.5], bg=[0.9, 0.1])
    assert [round(p.pr().area(), 4) for p in (given, given.best())] == [0.5163, 0.7181]
    tied = prplot.from_labels([0, 1, 0, 1], [1, 1, 1, 1])
    assert (tied.best().pr().area(), tied.worst().tp.tolist()) == (1, [0, 0, 0, 1, 2])


def test_shares_too_close_to_0_or_1_for_a_float_are_told_apart():
    """1e-300 beside 1, and beside 1e300, a ratio that no float holds."""
    for large in (1.0, 1e300):
        fg = np.array([large, large, large, large, 1e-300, 2e-300, 0, 3])
        bg = np.array([3e-300, 1e-300, 0, 1e-200, large, large, 1, 3])
        exact = [Fraction(a) / (Fraction(a) + Fraction(b)) if a else 0 for a, b in zip(fg, bg, strict=True)]
        places = prplot.from_weights(range(8), fg=fg, bg=bg).best().sample.score
        assert np.argsort(-places).tolist() == sorted(range(8), key=lambda row: (-exact[row], row))


# Counts


RNG = np.random.default_rng(7)
LABEL = RNG.random(400) < 0.3
ROWS = prplot.from_labels(LABEL, np.round(RNG.normal(LABEL * 1.0, 1.0), 1), name="same")
COUNTS = prplot.from_counts(ROWS.thresholds, ROWS.tp, ROWS.fp, name="same")


def test_counts_of_hard_labels_are_what_they_count():
    for change in (
        lambda p: p,
        lambda p: p.ties("optimistic"),
        lambda p: p.at_prevalence(0.02),
        lambda p: p.best(),
        lambda p: p.at_prevalence(0.7).worst().ties("optimistic"),
        lambda p: prplot.pool([p, p], calibrated=True),
    ):
        rows, counts = change(ROWS), change(COUNTS)
        assert counts.soft is rows.soft is False
        assert counts.sample is None
        for one, other in ((rows, counts), (rows.best(), counts.best()), (rows.worst(), counts.worst())):
            for name in ("thresholds", "tp", "fp"):
                np.testing.assert_array_equal(getattr(one, name), getattr(other, name))
    for space in ("pr", "prg", "roc", "croc", "cost"):
        assert ROWS.curve(space).normalized_area() == COUNTS.curve(space).normalized_area()
    for rule in ("step", "continuous"):
        assert ROWS.pr(rule).random_area() == COUNTS.pr(rule).random_area()


def test_soft_points_stay_whole():
    """Two of share 1/3 and 1/2: by hand, the second one first."""
    soft, hard = (prplot.from_counts([2, 1], [1, 2], [2, 3], soft=soft) for soft in (True, False))
    assert (soft.soft, hard.soft) == (True, False)
    assert (soft.best().tp.tolist(), soft.best().fp.tolist()) == ([0, 1, 2], [0, 1, 3])
    assert hard.best().fp.tolist() == [0, 0, 0, 1, 2, 3]
    assert soft.pr().area() == hard.pr().area()
    assert "labels=soft" in repr(soft)
    assert soft.ties("optimistic").roc().best().area() == soft.roc().best().area()
    fg = RNG.random(60)
    rows = prplot.from_weights(np.arange(60), fg=fg)
    counts = prplot.from_counts(rows.thresholds, rows.tp, rows.fp, soft=True)
    for space in ("pr", "prg", "roc", "cost"):
        assert counts.curve(space).normalized_area() == pytest.approx(rows.curve(space).normalized_area(), rel=1e-12)


def test_weights_that_are_no_whole_counts_come_apart_in_two_groups():
    for path in (
        prplot.from_counts([2, 1], [0.5, 1.25], [1, 2.5]),
        prplot.from_counts([2, 1], [4e8, 1e9], [1e9, 1e12]),
    ):
        assert path.best().tp.tolist() == [0, path.positives, path.positives]
        assert path.best().fp.tolist() == [0, 0, path.negatives]
        least = prplot.bounds.minimum_area(path.prevalence)
        assert path.worst().pr().area() == pytest.approx(least, rel=1e-12)
        # How many rows there are is not known, so neither is the least average precision.
        with pytest.raises(prplot.PrplotValueError, match="Use the continuous one"):
            path.pr("step").normalized_area()


def test_pools_know_the_rows_of_counts():
    soft = prplot.from_weights([3, 2, 1], fg=[0.9, 0.5, 0.2])
    pooled = prplot.pool([soft, prplot.from_counts([2, 1], [1, 1], [1, 3])], calibrated=True)
    rows = prplot.from_weights([3, 2, 1, 2, 2, 1, 1], fg=[0.9, 0.5, 0.2, 1, 0, 0, 0])
    assert pooled.soft
    for one, other in ((pooled.best(), rows.best()), (pooled.worst(), rows.worst())):
        assert one.pr().area() == pytest.approx(other.pr().area(), rel=1e-14)
    with pytest.raises(prplot.PrplotValueError, match="ranked anew"):
        prplot.pool([ROWS, ROWS.best()], calibrated=True)
