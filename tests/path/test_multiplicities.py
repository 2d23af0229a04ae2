"""Whole weights are multiplicities: the same, to the last bit, as so many equal rows."""

from __future__ import annotations

import math

import numpy as np
import pytest

import prplot

SEEDS = range(6)
INTERPOLATIONS = (
    "continuous", "discrete-tp", "discrete-fp", "linear", "upper-trapezoid", "step", "max-interpolated",
)  # fmt: skip
TIES = ("average", "optimistic", "pessimistic")


def draw(seed, tied):
    """Scores, how often each row is foreground and how often background; some rows not at all."""
    rng = np.random.default_rng((seed, tied))
    n = int(rng.integers(5, 60))
    score = rng.normal(size=n)
    if tied:
        score = np.round(score)
        score[rng.random(n) < 0.1] = math.inf
    fg, bg = rng.integers(0, 7, (2, n))
    fg[0], bg[1] = 3, 5
    return score, fg, bg


def repeated(score, fg, bg, rng):
    """One row per unit of weight, shuffled: labels and scores."""
    label = np.concatenate([np.ones(fg.sum(), dtype=int), np.zeros(bg.sum(), dtype=int)])
    rows = np.concatenate([np.repeat(score, fg), np.repeat(score, bg)])
    order = rng.permutation(len(label))
    return label[order], rows[order]


@pytest.fixture(params=SEEDS)
def seed(request):
    return request.param


@pytest.fixture(params=[False, True], ids=["untied", "tied"])
def tied(request):
    return request.param


@pytest.fixture
def rows(seed, tied):
    score, fg, bg = draw(seed, tied)
    return prplot.from_labels(*repeated(score, fg, bg, np.random.default_rng(seed)))


def from_two_weights(seed, tied):
    score, fg, bg = draw(seed, tied)
    return prplot.from_weights(score, fg=fg, bg=bg)


def from_sample_weight(seed, tied):
    """Each row twice: once as foreground and once as background, with its count as the sample weight."""
    score, fg, bg = draw(seed, tied)
    label = np.repeat([1, 0], len(score))
    return prplot.from_labels(label, np.tile(score, 2), sample_weight=np.concatenate([fg, bg]))


def from_labels_and_weight(seed, tied):
    """The same through soft labels that are 0 or 1."""
    score, fg, bg = draw(seed, tied)
    label = np.repeat([1.0, 0.0], len(score))
    return prplot.from_weights(np.tile(score, 2), fg=label, sample_weight=np.concatenate([fg, bg]))


def from_sums(seed, tied):
    score, fg, bg = draw(seed, tied)
    cuts = np.unique(score[(fg + bg) > 0])[::-1]
    tp, fp = ([int(side[score >= cut].sum()) for cut in cuts] for side in (fg, bg))
    return prplot.from_counts(cuts, tp, fp)


WAYS = (from_two_weights, from_sample_weight, from_labels_and_weight, from_sums)


@pytest.fixture(params=WAYS, ids=lambda way: way.__name__)
def counted(request, seed, tied):
    return request.param(seed, tied)


def test_paths_are_the_same(counted, rows):
    for name in ("thresholds", "tp", "fp"):
        one, other = getattr(counted, name), getattr(rows, name)
        assert one.dtype == other.dtype == np.float64
        np.testing.assert_array_equal(one, other)
    assert (counted.positives, counted.negatives) == (rows.positives, rows.negatives)
    assert counted.prevalence == rows.prevalence


def test_sums_are_whole_numbers(counted, seed, tied):
    score, fg, bg = draw(seed, tied)
    for cut, tp, fp in zip(counted.thresholds[1:], counted.tp[1:], counted.fp[1:], strict=True):
        assert (tp, fp) == (fg[score >= cut].sum(), bg[score >= cut].sum())


@pytest.mark.parametrize("ties", TIES)
def test_areas_in_pr_are_the_same_bit_by_bit(counted, rows, ties):
    for interpolation in INTERPOLATIONS:
        one, other = (path.pr(interpolation, ties=ties) for path in (counted, rows))
        assert one.area() == other.area()
        assert one.area(0.2, 0.7) == other.area(0.2, 0.7)
        np.testing.assert_array_equal(one.at(np.linspace(0, 1, 21)), other.at(np.linspace(0, 1, 21)))
    for interpolation in ("linear", "upper-trapezoid"):
        assert counted.pr(interpolation, left="one").area() == rows.pr(interpolation, left="one").area()


@pytest.mark.parametrize("ties", TIES)
def test_areas_in_other_spaces_are_the_same_bit_by_bit(counted, rows, ties):
    for space in ("prg", "roc", "croc", "cost"):
        one, other = (path.curve(space, ties=ties) for path in (counted, rows))
        assert one.area() == other.area()
        np.testing.assert_array_equal(one.x, other.x)
        np.testing.assert_array_equal(one.y, other.y)
        np.testing.assert_array_equal(one.thresholds, other.thresholds)
    assert counted.prg(clip=True).area() == rows.prg(clip=True).area()
    assert counted.roc(prevalence=0.05).area() == rows.roc(prevalence=0.05).area()
    assert counted.pr(prevalence=0.05).area() == rows.pr(prevalence=0.05).area()


def test_operating_points_are_the_same(counted, rows):
    for name in ("f1", "f2", "accuracy", "mcc", "informedness"):
        assert counted.optimal(name) == rows.optimal(name)
    assert counted.break_even() == rows.break_even()
    assert counted.find(recall=0.8) == rows.find(recall=0.8)
    one, other = counted.table(), rows.table()
    assert list(one) == list(other)
    for name, column in one.items():
        np.testing.assert_array_equal(column, other[name])


def test_hulls_are_the_same(counted, rows):
    for space in ("roc", "prg"):
        one, other = (path.curve(space).hull() for path in (counted, rows))
        np.testing.assert_array_equal(one.thresholds, other.thresholds)
        np.testing.assert_array_equal(one.scores, other.scores)
        assert one.area() == other.area()


@pytest.mark.parametrize("tolerance", [0.05, 1.5])
def test_near_ties_are_the_same(seed, tied, tolerance):
    score, fg, bg = draw(seed, tied)
    label, scores = repeated(score, fg, bg, np.random.default_rng(seed))
    one = prplot.from_labels(label, scores, tolerance=tolerance)
    other = prplot.from_weights(score, fg=fg, bg=bg, tolerance=tolerance)
    for name in ("thresholds", "tp", "fp"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))


def test_bounds_of_foreground_and_background_rows_agree(seed, tied, rows):
    """Rows of one class each: the best and the worst ranking of them bound the same areas."""
    path = from_sample_weight(seed, tied)
    for one, other in ((path.best(), rows.best()), (path.worst(), rows.worst())):
        assert one.pr().area() == pytest.approx(other.pr().area(), rel=1e-14)
        assert one.roc().area() == pytest.approx(other.roc().area(), rel=1e-14)
    assert path.pr().normalized_area() == pytest.approx(rows.pr().normalized_area(), abs=1e-14)


@pytest.mark.parametrize("factor", [2, 3, 10])
def test_every_row_so_many_times_changes_no_curve(seed, tied, factor):
    """But for the discrete interpolations, whose unit is one row."""
    score, fg, bg = draw(seed, tied)
    one = prplot.from_weights(score, fg=fg, bg=bg)
    more = prplot.from_weights(np.repeat(score, factor), fg=np.repeat(fg, factor), bg=np.repeat(bg, factor))
    np.testing.assert_array_equal(more.tp, factor * one.tp)
    np.testing.assert_array_equal(more.thresholds, one.thresholds)
    for interpolation in ("continuous", "linear", "step", "max-interpolated"):
        assert more.pr(interpolation).area() == pytest.approx(one.pr(interpolation).area(), rel=1e-14)
    assert more.roc().area() == pytest.approx(one.roc().area(), rel=1e-14)


def test_two_groups_by_hand():
    """Three of foreground and one of background above two and nine: AUROC by counting pairs, AP by two steps."""
    path = prplot.from_labels([1, 0, 1, 0], [1, 1, 0, 0], sample_weight=[3, 1, 2, 9])
    pairs = [(a > b) + (a == b) / 2 for a in [1] * 3 + [0] * 2 for b in [1] + [0] * 9]
    assert path.roc().area() == pytest.approx(sum(pairs) / len(pairs), rel=1e-15)
    assert path.pr("step").area() == pytest.approx(0.6 * 3 / 4 + 0.4 * 5 / 15, rel=1e-15)


def test_big_multiplicities_are_exact():
    """Up to 2**53, where every integer still is a float."""
    path = prplot.from_weights([3, 2, 1], fg=[2**52, 1, 2**51], bg=[1, 2**52, 3])
    assert path.tp.tolist() == [0, 2**52, 2**52 + 1, 2**52 + 1 + 2**51]
    assert path.fp.tolist() == [0, 1, 2**52 + 1, 2**52 + 4]


def test_a_multiplicity_of_0_is_no_row():
    path = prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1], sample_weight=[2, 0, 1, 4])
    rows = prplot.from_labels([1, 1, 1, 0, 0, 0, 0], [4, 4, 2, 1, 1, 1, 1])
    assert path.thresholds.tolist() == rows.thresholds.tolist() == [math.inf, 4, 2, 1]
    assert path.tp.tolist() == rows.tp.tolist()
