"""Scores that are almost equal: joined from the top, on request."""

from __future__ import annotations

import math

import numpy as np
import pytest
from sklearn.metrics import average_precision_score

import prplot

UP = 0.1 + 0.2  # one unit in the last place above 0.3


def joined_by_hand(rows, tolerance):
    """Thresholds and weights of groups: each takes what lies within the tolerance below its highest score."""
    groups = []
    for score, fg, bg in sorted(rows, reverse=True):
        if fg == bg == 0:
            continue
        top = groups[-1]["top"] if groups else math.nan
        if not (score == top or (math.isfinite(score) and math.isfinite(top) and score >= top - tolerance)):
            groups.append({"top": score, "fg": 0.0, "bg": 0.0})
        group = groups[-1]
        group["threshold"], group["fg"], group["bg"] = score, group["fg"] + fg, group["bg"] + bg
    ends = [group["threshold"] for group in groups]
    tp, fp = (np.cumsum([group[side] for group in groups]).tolist() for side in ("fg", "bg"))
    return [(math.inf, 0, 0), *zip(ends, tp, fp, strict=True)]


def rows_of(path):
    return list(zip(path.thresholds.tolist(), path.tp.tolist(), path.fp.tolist(), strict=True))


# Scores in steps of 1/64, so that their differences are exact.
def sample(seed, kind):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 60))
    score = {
        "spread": lambda: rng.integers(-640, 640, n) / 64,
        "clusters": lambda: rng.integers(-3, 4, n) + rng.integers(-4, 5, n) / 64,
        "chain": lambda: np.arange(n) / 64.0,
        "infinite": lambda: rng.choice([math.inf, -math.inf, *(np.arange(-20, 20) / 64)], n),
    }[kind]()
    fg = rng.integers(0, 17, n) / 16
    bg = np.where(rng.random(n) < 0.2, 0, rng.integers(0, 17, n) / 16)
    fg[0] = bg[-1] = 1
    return rng.permutation(score), fg, bg


@pytest.mark.parametrize("kind", ["spread", "clusters", "chain", "infinite"])
def test_groups_from_the_top(kind):
    """Whatever the order of rows; and as ever without a tolerance."""
    for seed in range(4):
        score, fg, bg = sample(seed, kind)
        rows, order = (
            list(zip(score.tolist(), fg, bg, strict=True)),
            np.random.default_rng(seed).permutation(len(score)),
        )
        for tolerance in (0, 1 / 128, 1 / 64, 3 / 64, 0.25, 3, 100):
            path = prplot.from_weights(score[order], fg=fg[order], bg=bg[order], tolerance=tolerance)
            assert rows_of(path) == joined_by_hand(rows, tolerance)
            assert ("near ties" in repr(path)) == (tolerance > 0)


def test_every_way_in_joins_alike():
    """Plain counts, sample weights, and two weights per row; one long chain and many clusters."""
    rng = np.random.default_rng(4)
    score = np.concatenate([rng.integers(0, 2**14, 3000), 2**16 + 64 * rng.integers(0, 200, 1000)]) / 1024
    label, tolerance = rng.random(4000) < 0.3, 20 / 1024
    wanted = joined_by_hand(list(zip(score.tolist(), label * 1.0, 1.0 - label, strict=True)), tolerance)
    for path in (
        prplot.from_labels(label, score, tolerance=tolerance),
        prplot.from_labels(label, score, sample_weight=np.ones(4000), tolerance=tolerance),
        prplot.from_weights(score, fg=label * 1.0, tolerance=tolerance),
        prplot.from_weights(score, fg=label * 1.0, bg=1.0 - label, tolerance=tolerance),
    ):
        assert rows_of(path) == wanted


def test_a_chain_of_small_gaps_is_no_single_tie():
    """From the top: 1, .75, .5 | .25, 0, though every gap is within reach of the next."""
    path = prplot.from_labels([1, 1, 0, 1, 0], [1, 0.75, 0.5, 0.25, 0], tolerance=0.5)
    assert rows_of(path) == [(math.inf, 0, 0), (0.5, 2, 1), (0, 3, 2)]


def test_the_tolerance_itself_is_near_and_the_next_larger_distance_is_not():
    for lower, count in ((0.75, 1), (np.nextafter(0.75, 0), 2)):
        assert len(prplot.from_labels([1, 0], [1, lower], tolerance=0.25)) == count + 1


def test_a_row_without_weight_neither_bridges_nor_ends_a_group():
    path = prplot.from_labels([1, 0, 0], [1, 0.5, 0.25], sample_weight=[1, 0, 1], tolerance=0.5)
    assert path.thresholds.tolist() == [math.inf, 1, 0.25]
    path = prplot.from_labels([1, 0, 0], [1, 0.75, 0.5], sample_weight=[1, 1, 0], tolerance=0.5)
    assert path.thresholds.tolist() == [math.inf, 0.75]


@pytest.mark.parametrize("tolerance", [1e-9, 1.0, 1e300, 1.7e308])
def test_infinite_scores_are_near_nothing(tolerance):
    path = prplot.from_labels([1, 0, 1, 0], [math.inf, 1e300, -1e300, -math.inf], tolerance=tolerance)
    finite = [1e300, -1e300] if tolerance <= 1e300 else [-1e300]
    assert path.thresholds.tolist() == [math.inf, math.inf, *finite, -math.inf]
    edge = prplot.from_labels([1, 0, 1], [-1e308, -1.5e308, -math.inf], tolerance=tolerance)
    assert edge.thresholds.tolist()[-1] == -math.inf
    assert len(edge) == (3 if tolerance > 1e300 else 4)


def test_missing_scores_ranked_lowest_join_nothing():
    path = prplot.from_labels([1, 0, 1, 0], [1e-3, 0, None, None], missing="lowest", tolerance=1e-2)
    assert rows_of(path) == [(math.inf, 0, 0), (0, 1, 1), (-math.inf, 2, 2)]


# What near ties are for -----------------------------------------------------------------------------------------


def test_noise_in_the_last_place_must_not_make_a_perfect_classifier():
    """A model that knows nothing, its constant score summed up in two orders: average precision 1 from rounding."""
    label = np.array([1, 0, 0, 1, 0, 0, 0, 1])
    score = np.where(label == 1, UP, 0.3)
    assert average_precision_score(label, score) == 1
    noise = prplot.from_labels(label, score)
    assert noise.pr("step").area() == noise.roc().area() == noise.pr().area() == 1
    path = prplot.from_labels(label, score, tolerance=1e-12)
    assert average_precision_score(label, np.round(score, 12)) == path.pr("step").area() == 3 / 8
    assert path.pr().area() == 3 / 8
    assert path.roc().area() == 1 / 2
    assert path.prg().area() == 0


@pytest.fixture
def near():
    """1, 0.9 | 0.5 | 0.2, 0.1, soft."""
    return prplot.from_weights([0.2, 1, 0.5, 0.9, 0.1], fg=[0.25, 1, 0.75, 0.5, 0], tolerance=0.125, name="near")


def test_at_takes_a_group_as_a_whole(near):
    assert rows_of(near) == [(math.inf, 0, 0), (0.9, 1.5, 0.5), (0.5, 2.25, 0.75), (0.1, 2.5, 2.5)]
    for threshold, predicted in ((1, 0), (0.95, 0), (0.9, 2), (0.5, 3), (0.2, 3), (0.1, 5), (-1, 5)):
        c = near.at(threshold)
        assert c.tp + c.fp == predicted
    assert near.find(recall=0.5).threshold == near.find(recall=0.9).threshold == 0.5
    assert near.optimal("f1").threshold == 0.5
    assert near.sample.score.tolist() == [0.2, 1, 0.5, 0.9, 0.1]
    assert "near ties=joined within 0.125" in repr(near)
    assert rows_of(near.hard()) == [(math.inf, 0, 0), (0.9, 2, 0), (0.5, 3, 0), (0.1, 3, 2)]
    assert near.at_prevalence(0.1).thresholds.tolist() == near.thresholds.tolist()
    up, down = near.ties("optimistic"), near.ties("pessimistic")
    assert rows_of(up)[1:4] == [(0.9, 1.5, 0), (0.9, 1.5, 0.5), (0.5, 2.25, 0.5)]
    assert rows_of(down)[1:4] == [(0.9, 0, 0.5), (0.9, 1.5, 0.5), (0.5, 1.5, 0.75)]
    assert down.thresholds.tolist() == up.thresholds.tolist()


def test_best_and_worst_rank_single_rows(near):
    """Their thresholds are places, which are not near each other."""
    plain = prplot.from_weights([0.2, 1, 0.5, 0.9, 0.1], fg=[0.25, 1, 0.75, 0.5, 0])
    assert rows_of(near.best()) == rows_of(plain.best())
    assert rows_of(near.worst()) == rows_of(plain.worst())
    assert "near ties" not in repr(near.best())
