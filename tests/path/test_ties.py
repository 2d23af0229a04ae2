"""What happens within equal scores: averaged, foreground first, or background first."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import prplot

SCORE = [20, 19, 18, 17, 16, 15, *[14] * 6, 8, 7, 6, *[5] * 5]
LABEL = [1, 1, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0]
SAITO = prplot.from_labels(LABEL, SCORE)
HOW = ("average", "optimistic", "pessimistic")


def test_roc_areas_of_saitos_figure_2():
    assert [round(SAITO.roc(ties=how).area(), 12) for how in HOW] == [0.72, 0.78, 0.66]


def test_tie_of_14_alone():
    """With the default score kept as one straight step."""
    groups = {}
    for how, middle in (("optimistic", [(2, 0), (0, 4)]), ("pessimistic", [(0, 4), (2, 0)]), ("average", [(2, 4)])):
        steps = [(1, 0), (1, 0), (0, 1), (1, 0), (1, 0), (1, 0), *middle, (1, 0), (0, 1), (1, 0), (1, 4)]
        tp, fp = np.cumsum(steps, axis=0).T
        groups[how] = prplot.from_counts(-np.arange(len(steps)), tp, fp)
    assert [round(groups[how].roc().area(), 12) for how in HOW] == [0.72, 0.76, 0.68]
    found = [groups[how].pr().area() for how in HOW]
    assert found == pytest.approx([0.739771438631941, 0.775021846664, 0.712629275512], abs=5e-13)


def test_path_of_saitos_figure_2():
    assert list(zip(SAITO.fp.tolist(), SAITO.tp.tolist(), strict=True)) == [
        (0, 0), (0, 1), (0, 2), (1, 2), (1, 3), (1, 4), (1, 5), (5, 7), (5, 8), (6, 8), (6, 9), (10, 10),
    ]  # fmt: skip


def test_the_parts_of_a_tie_share_its_threshold():
    up, down = SAITO.ties("optimistic"), SAITO.ties("pessimistic")
    for path in (up, down):
        assert path.thresholds.tolist() == [np.inf, 20, 19, 18, 17, 16, 15, 14, 14, 8, 7, 6, 5, 5]
    corner = SAITO.thresholds.tolist().index(14)
    assert (up.fp[corner], up.tp[corner]) == (1, 7)
    assert (down.fp[corner], down.tp[corner]) == (5, 5)


def orders_within_ties(score, fg, bg):
    """Every ranking that breaks the ties one way or another."""
    groups = [np.flatnonzero(score == s) for s in sorted(set(score), reverse=True)]
    for broken in itertools.product(*(itertools.permutations(group) for group in groups)):
        order = [row for group in broken for row in group]
        place = np.empty(len(order))
        place[order] = -np.arange(len(order))
        yield prplot.from_weights(place, fg=fg, bg=bg)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("space", ["roc", "croc", "pr", "prg"])
def test_bounds_over_all_orders_of_hard_labels(seed, space):
    rng = np.random.default_rng(seed)
    fg = np.array([1.0, 0.0, *rng.integers(0, 2, 5)])
    score = rng.integers(0, 3, 7)
    areas = [path.curve(space).area() for path in orders_within_ties(score, fg, 1 - fg)]
    path = prplot.from_weights(score, fg=fg)
    assert path.curve(space, ties="optimistic").area() == pytest.approx(max(areas), rel=1e-12, abs=1e-13)
    assert path.curve(space, ties="pessimistic").area() == pytest.approx(min(areas), rel=1e-12, abs=1e-13)


@pytest.mark.parametrize("seed", range(5))
def test_average_is_the_mean_of_both_in_roc(seed):
    rng = np.random.default_rng(seed)
    path = prplot.from_weights(rng.integers(0, 5, 30), fg=rng.lognormal(size=30), bg=rng.lognormal(size=30))
    up, average, down = (path.roc(ties=how).area() for how in ("optimistic", "average", "pessimistic"))
    assert average == pytest.approx((up + down) / 2, rel=1e-13)
    assert down <= average <= up


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("how", HOW[1:])
def test_bounds_over_all_orders_of_soft_labels(seed, how):
    """A soft label is itself split in two, so no order of whole points goes beyond."""
    rng = np.random.default_rng(seed)
    fg, score = rng.random(6), rng.integers(0, 3, 6)
    areas = [path.roc().area() for path in orders_within_ties(score, fg, 1 - fg)]
    area = prplot.from_weights(score, fg=fg).roc(ties=how).area()
    assert (area >= max(areas) - 1e-13) if how == "optimistic" else (area <= min(areas) + 1e-13)


@pytest.mark.parametrize("how", HOW[1:])
@pytest.mark.parametrize("space", ["pr", "prg", "roc", "croc", "cost"])
def test_every_space_takes_ties(how, space):
    curve = SAITO.curve(space, ties=how)
    assert curve.area() == SAITO.ties(how).curve(space).area()
    assert curve.area() != SAITO.curve(space).area() or space == "cost"


@pytest.mark.parametrize("how", HOW)
def test_totals_and_hard_steps_stay(how):
    path = SAITO.ties(how)
    assert (path.positives, path.negatives, path.prevalence) == (10, 10, 0.5)
    assert np.all(np.diff(path.tp) >= 0)
    assert np.all(np.diff(path.fp) >= 0)
    assert np.isin(SAITO.tp, path.tp).all()


@pytest.mark.parametrize("how", HOW)
def test_without_ties_nothing_changes(how):
    path = prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1])
    assert path.ties(how).tp.tolist() == path.tp.tolist()
    assert path.ties(how).thresholds.tolist() == path.thresholds.tolist()


def test_average_is_the_path_itself():
    assert SAITO.ties() is SAITO
    assert SAITO.ties("average") is SAITO


def test_after_the_split_no_tie_is_left():
    once = SAITO.ties("optimistic")
    assert once.ties("pessimistic").tp.tolist() == once.tp.tolist()


def test_weights_of_many_sizes_keep_the_exact_corners():
    rng = np.random.default_rng(3)
    path = prplot.from_weights(rng.integers(0, 9, 50), fg=10.0 ** rng.uniform(-12, 12, 50), bg=rng.random(50))
    for how in HOW[1:]:
        split = path.ties(how)
        assert set(path.tp.tolist()) == set(split.tp.tolist())
        assert set(path.fp.tolist()) == set(split.fp.tolist())


@pytest.mark.parametrize("how", ["upper", "", None, 1])
def test_unknown_treatments_list_the_known(how):
    for ask in (SAITO.ties, lambda h: SAITO.pr(ties=h)):
        with pytest.raises(prplot.PrplotValueError, match=r"'average', 'optimistic', 'pessimistic'"):
            ask(how)
