"""Counts of hard labels are what they count: the same rows through labels and through counts."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

import prplot
from prplot.interpolations import INTERPOLATIONS

RNG = np.random.default_rng(7)
LABEL = RNG.random(400) < 0.3
SCORE = np.round(RNG.normal(LABEL * 1.0, 1.0), 1)
ROWS = prplot.from_labels(LABEL, SCORE, name="same")
COUNTS = prplot.from_counts(ROWS.thresholds, ROWS.tp, ROWS.fp, name="same")
SPACES = ("pr", "prg", "roc", "croc", "cost")
RULES = [rule.name for rule in INTERPOLATIONS]


def same(one, other):
    for a, b in ((one.thresholds, other.thresholds), (one.tp, other.tp), (one.fp, other.fp)):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize(
    "change",
    [
        lambda p: p,
        lambda p: p.ties("optimistic"),
        lambda p: p.ties("pessimistic"),
        lambda p: p.at_prevalence(0.02),
        lambda p: p.best(),
        lambda p: p.worst().best(),
        lambda p: p.at_prevalence(0.7).worst().ties("optimistic"),
        lambda p: p.roc().hull().curve.path,
        lambda p: prplot.pool([p, p], calibrated=True),
    ],
    ids=["as made", "optimistic", "pessimistic", "moved", "best", "best of worst", "all", "hull", "pool"],
)
def test_the_same_rows_give_the_same_paths(change):
    rows, counts = change(ROWS), change(COUNTS)
    assert counts.soft is rows.soft is False
    assert counts.sample is None
    same(rows, counts)
    same(rows.best(), counts.best())
    same(rows.worst(), counts.worst())


@pytest.mark.parametrize("space", SPACES)
def test_the_same_rows_give_the_same_areas(space):
    rows, counts = ROWS.curve(space), COUNTS.curve(space)
    assert (rows.area(), rows.best().area(), rows.worst().area()) == (
        counts.area(),
        counts.best().area(),
        counts.worst().area(),
    )
    assert rows.normalized_area() == counts.normalized_area()
    assert prplot.mean_area([rows, rows], normalized=True).mean == prplot.mean_area([counts] * 2, normalized=True).mean


@pytest.mark.parametrize("rule", RULES)
def test_the_same_rows_give_the_same_bounds_between_thresholds(rule):
    rows, counts = ROWS.pr(rule), COUNTS.pr(rule)
    assert rows.bounded is counts.bounded
    assert (rows.best().area(), rows.worst().area()) == (counts.best().area(), counts.worst().area())


def test_the_same_rows_give_the_same_random_area():
    for rule in ("step", "continuous"):
        assert ROWS.pr(rule).random_area() == COUNTS.pr(rule).random_area()


def test_the_worst_order_of_whole_counts_has_boyds_least_average_precision():
    # Theorem 3: (1/P) sum of i / (i + N).
    counts = prplot.from_counts([2, 1], [3, 5], [4, 11])
    least = sum(Fraction(i, i + 11) for i in range(1, 6)) / 5
    assert counts.worst().pr("step").area() == pytest.approx(float(least), rel=1e-15)


def test_what_a_soft_label_could_reach_is_another_matter():
    # Two soft points of share 1/3 and 1/2: by hand, the second one first.
    given = ([2, 1], [1, 2], [2, 3])
    soft, hard = prplot.from_counts(*given, soft=True), prplot.from_counts(*given)
    assert soft.soft
    assert not hard.soft
    assert soft.best().tp.tolist() == [0, 1, 2]
    assert soft.best().fp.tolist() == [0, 1, 3]
    assert hard.best().fp.tolist() == [0, 0, 0, 1, 2, 3]
    assert soft.pr().area() == hard.pr().area()
    assert soft.pr().best().area() < 1 == hard.pr().best().area()
    assert "labels=soft" in repr(soft)
    assert "labels=hard" in repr(hard)


def test_soft_points_stay_whole_when_their_curve_breaks_ties():
    soft = prplot.from_counts([2, 1], [1, 2], [2, 3], soft=True)
    for how, space in itertools.product(("optimistic", "pessimistic"), SPACES):
        assert soft.ties(how).soft
        assert soft.ties(how).curve(space).best().area() == soft.curve(space).best().area()


def test_soft_counts_and_rows_agree():
    fg = RNG.random(60)
    rows = prplot.from_weights(np.arange(60), fg=fg)
    counts = prplot.from_counts(rows.thresholds, rows.tp, rows.fp, soft=True)
    for space in SPACES:
        assert counts.curve(space).best().area() == pytest.approx(rows.curve(space).best().area(), rel=1e-13)
        assert counts.curve(space).normalized_area() == pytest.approx(rows.curve(space).normalized_area(), rel=1e-12)
    assert counts.pr("step").bounded is rows.pr("step").bounded is True


def test_weights_that_are_no_whole_counts_come_apart_in_two_groups():
    path = prplot.from_counts([2, 1], [0.5, 1.25], [1, 2.5])
    assert path.best().tp.tolist() == [0, 1.25, 1.25]
    assert path.best().fp.tolist() == [0, 0, 2.5]
    assert path.worst().pr().area() == pytest.approx(1 - 2 * math.log(1.5), rel=1e-14)  # Boyd, Theorem 2, at 1/3
    # How many rows there are is not known, so neither is the least average precision.
    assert path.pr().bounded
    assert not path.pr("step").bounded


def test_counts_beyond_memory_are_ranked_in_two_groups():
    path = prplot.from_counts([2, 1], [4e8, 1e9], [1e9, 1e12])
    assert len(path.best()) == 3
    assert path.pr().best().area() == 1
    assert not path.pr("step").bounded


@pytest.mark.parametrize("soft", ["yes", None, 1])
def test_soft_is_said_by_true_or_false(soft):
    with pytest.raises(prplot.PrplotTypeError, match="soft must be True or False"):
        prplot.from_counts([1], [1], [1], soft=soft)


def test_a_published_matrix_is_of_hard_labels():
    path = prplot.from_confusion(prplot.Confusion(tp=3, fp=6, fn=2, tn=9))
    assert not path.soft
    assert path.pr().best().area() == 1


def test_populations_are_what_their_samples_are():
    hard = prplot.simulate.binormal().path(0.1)
    soft = prplot.simulate.keilwagen("good").path()
    for path, labels in ((hard, False), (soft, True)):
        assert path.soft is labels
        assert path.roc().hull().curve.path.soft is labels
        assert prplot.pool([path, path], calibrated=True).soft is labels
        assert path.curve("pr").hull().curve.best().area() == pytest.approx(path.curve("pr").best().area(), abs=1e-4)
    assert prplot.pool([hard, hard], calibrated=True).pr().best().area() == 1


def test_pools_know_the_rows_of_counts():
    soft = prplot.from_weights([3, 2, 1], fg=[0.9, 0.5, 0.2])
    pooled = prplot.pool([soft, prplot.from_counts([2, 1], [1, 1], [1, 3])], calibrated=True)
    assert pooled.soft
    rows = prplot.from_weights([3, 2, 1, 2, 2, 1, 1], fg=[0.9, 0.5, 0.2, 1, 0, 0, 0])
    for bound in ("best", "worst"):
        assert getattr(pooled.pr(), bound)().area() == pytest.approx(getattr(rows.pr(), bound)().area(), rel=1e-14)


@pytest.mark.parametrize("ranked", [lambda p: p.best(), lambda p: p.worst()])
def test_places_are_not_pooled_as_scores(ranked):
    with pytest.raises(prplot.PrplotValueError, match="ranked anew"):
        prplot.pool([ROWS, ranked(ROWS)], calibrated=True)
