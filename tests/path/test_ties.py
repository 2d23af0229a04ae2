"""What happens within equal scores: averaged, foreground first, background first, or in the order given."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import prplot

SCORE = [20, 19, 18, 17, 16, 15, *[14] * 6, 8, 7, 6, *[5] * 5]
LABEL = [1, 1, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0]
SAITO = prplot.from_labels(LABEL, SCORE)
HOW = ("average", "optimistic", "pessimistic")


def test_saitos_figure_2():
    assert [round(SAITO.roc(ties=how).area(), 12) for how in HOW] == [0.72, 0.78, 0.66]
    assert SAITO.fp.tolist() == [0, 0, 0, 1, 1, 1, 1, 5, 5, 6, 6, 10]
    assert SAITO.tp.tolist() == [0, 1, 2, 2, 3, 4, 5, 7, 8, 8, 9, 10]
    up, down = SAITO.ties("optimistic"), SAITO.ties("pessimistic")
    # The parts of a tie share its threshold.
    assert up.thresholds.tolist() == down.thresholds.tolist() == [np.inf, *range(20, 14, -1), 14, 14, 8, 7, 6, 5, 5]
    assert (up.fp[7], up.tp[7], down.fp[7], down.tp[7]) == (1, 7, 5, 5)
    for path in (up, down):
        assert (path.positives, path.negatives, path.prevalence) == (10, 10, 0.5)
        assert np.isin(SAITO.tp, path.tp).all()
    # The tie of 14 alone, with the default score kept as one straight step.
    found = []
    for middle in ([(2, 4)], [(2, 0), (0, 4)], [(0, 4), (2, 0)]):
        steps = [(1, 0), (1, 0), (0, 1), (1, 0), (1, 0), (1, 0), *middle, (1, 0), (0, 1), (1, 0), (1, 4)]
        path = prplot.from_counts(-np.arange(len(steps)), *np.cumsum(steps, axis=0).T)
        found.append((path.roc().area(), path.pr().area()))
    wanted = [(0.72, 0.739771438631941), (0.76, 0.775021846664), (0.68, 0.712629275512)]
    np.testing.assert_allclose(found, wanted, atol=5e-13)


def orders_within_ties(score, fg, bg):
    """Every ranking that breaks the ties one way or another."""
    groups = [np.flatnonzero(score == s) for s in sorted(set(score), reverse=True)]
    for broken in itertools.product(*(itertools.permutations(group) for group in groups)):
        place = np.empty(len(score))
        place[[row for group in broken for row in group]] = -np.arange(len(score))
        yield prplot.from_weights(place, fg=fg, bg=bg)


@pytest.mark.parametrize("seed", range(3))
def test_bounds_over_all_orders(seed):
    """A soft label is itself split in two, so no order of whole points goes beyond."""
    rng = np.random.default_rng(seed)
    hard, soft, score = np.array([1.0, 0.0, *rng.integers(0, 2, 4)]), rng.random(6), rng.integers(0, 3, 6)
    path, orders = prplot.from_weights(score, fg=hard), list(orders_within_ties(score, hard, 1 - hard))
    for space in ("roc", "croc", "pr", "prg"):
        areas = [order.curve(space).area() for order in orders]
        assert path.curve(space, ties="optimistic").area() == pytest.approx(max(areas), rel=1e-12, abs=1e-13)
        assert path.curve(space, ties="pessimistic").area() == pytest.approx(min(areas), rel=1e-12, abs=1e-13)
        assert path.ties("optimistic").curve(space).area() == path.curve(space, ties="optimistic").area()
    path, areas = (
        prplot.from_weights(score, fg=soft),
        [p.roc().area() for p in orders_within_ties(score, soft, 1 - soft)],
    )
    up, average, down = (path.roc(ties=how).area() for how in ("optimistic", "average", "pessimistic"))
    assert down - 1e-13 <= min(areas) <= max(areas) <= up + 1e-13
    assert average == pytest.approx((up + down) / 2, rel=1e-13)


def test_where_nothing_is_left_to_split():
    assert SAITO.ties() is SAITO.ties("average") is SAITO
    once, untied = SAITO.ties("optimistic"), prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1])
    assert once.ties("pessimistic").tp.tolist() == once.tp.tolist()
    for how in HOW:
        assert untied.ties(how).tp.tolist() == untied.tp.tolist()


def test_weights_of_many_sizes_keep_the_exact_corners():
    rng = np.random.default_rng(3)
    path = prplot.from_weights(rng.integers(0, 9, 50), fg=10.0 ** rng.uniform(-12, 12, 50), bg=rng.random(50))
    for how in HOW[1:]:
        split = path.ties(how)
        assert (set(path.tp.tolist()), set(path.fp.tolist())) == (set(split.tp.tolist()), set(split.fp.tolist()))


def test_the_order_given():
    """One row after the other, as a plain loop over a stable sort takes them; so near ties too."""
    rng = np.random.default_rng(12)
    for _ in range(5):
        score, fg = rng.integers(0, 12, 40).astype(float), rng.integers(0, 5, 40) / 4
        path = prplot.from_weights(score, fg=fg, positives=fg.sum() + 1).ties("given")
        order = np.argsort(-score, kind="stable")
        np.testing.assert_allclose(path.tp[1:], np.cumsum(fg[order]), rtol=1e-14)
        np.testing.assert_allclose(path.fp[1:], np.cumsum(1 - fg[order]), rtol=1e-14)
        assert path.thresholds[1:].tolist() == score[order].tolist()
    tied = prplot.from_labels([0, 1], [1, 1])
    assert tied.pr("step", ties="given").area() == 0.5
    assert tied.at_prevalence(0.2).ties("given").fp.tolist() == [0, 4, 4]
    near = prplot.from_labels([0, 1, 1], [1.0, 1.001, 5], tolerance=0.01).ties("given")
    assert (near.tp.tolist(), near.thresholds.tolist()) == ([0, 1, 1, 2], [np.inf, 5, 1, 1])
    with pytest.raises(prplot.PrplotValueError, match="needs the rows"):
        prplot.from_counts([1], [1], [1]).ties("given")
