"""Whole weights are multiplicities: the same, to the last bit, as so many equal rows."""

from __future__ import annotations

import math

import numpy as np
import pytest

import prplot
from prplot.interpolations import INTERPOLATIONS
from prplot.spaces import SPACES


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


def from_sums(score, fg, bg):
    cuts = np.unique(score[(fg + bg) > 0])[::-1]
    return prplot.from_counts(cuts, *([int(side[score >= cut].sum()) for cut in cuts] for side in (fg, bg)))


WAYS = {
    "two weights": lambda score, fg, bg: prplot.from_weights(score, fg=fg, bg=bg),
    # Each row twice: once as foreground and once as background, with its count as the sample weight.
    "sample weights": lambda score, fg, bg: prplot.from_labels(
        np.repeat([1, 0], len(score)), np.tile(score, 2), sample_weight=np.concatenate([fg, bg])
    ),
    "labels and weights": lambda score, fg, bg: prplot.from_weights(
        np.tile(score, 2), fg=np.repeat([1.0, 0.0], len(score)), sample_weight=np.concatenate([fg, bg])
    ),
    "sums": from_sums,
}


@pytest.mark.parametrize("tied", [False, True], ids=["untied", "tied"])
@pytest.mark.parametrize("way", WAYS)
def test_everything_is_the_same_bit_by_bit(way, tied):
    for seed in range(3):
        score, fg, bg = draw(seed, tied)
        label, order = (
            np.repeat([1, 0], [fg.sum(), bg.sum()]),
            np.random.default_rng(seed).permutation(fg.sum() + bg.sum()),
        )
        rows = prplot.from_labels(label[order], np.concatenate([np.repeat(score, fg), np.repeat(score, bg)])[order])
        counted = WAYS[way](score, fg, bg)
        for name in ("thresholds", "tp", "fp", "positives", "negatives", "prevalence"):
            np.testing.assert_array_equal(getattr(counted, name), getattr(rows, name))
        for space in SPACES:
            for options in ({}, {"ties": "optimistic"}, {"prevalence": 0.05}):
                one, other = (path.curve(space.name, **options) for path in (counted, rows))
                assert one.area() == other.area()
                np.testing.assert_array_equal(one.trace(), other.trace())
        for rule in INTERPOLATIONS:
            one, other = (path.pr(rule.name) for path in (counted, rows))
            assert (one.area(), one.area(0.2, 0.7)) == (other.area(), other.area(0.2, 0.7))
        for name in ("f1", "mcc"):
            assert counted.optimal(name) == rows.optimal(name)
        assert counted.break_even() == rows.break_even()
        for space in ("roc", "prg"):
            np.testing.assert_array_equal(counted.curve(space).hull().scores, rows.curve(space).hull().scores)
        if way == "sample weights":
            for one, other in ((counted.best(), rows.best()), (counted.worst(), rows.worst())):
                assert one.pr().area() == pytest.approx(other.pr().area(), rel=1e-14)


def test_big_multiplicities_are_exact():
    """Up to 2**53, where every integer still is a float."""
    path = prplot.from_weights([3, 2, 1], fg=[2**52, 1, 2**51], bg=[1, 2**52, 3])
    assert path.tp.tolist() == [0, 2**52, 2**52 + 1, 2**52 + 1 + 2**51]
    assert path.fp.tolist() == [0, 1, 2**52 + 1, 2**52 + 4]
