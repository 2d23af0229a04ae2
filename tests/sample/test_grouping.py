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


@pytest.mark.parametrize("tolerance", [1 / 128, 1 / 64, 3 / 64, 0.25, 3, 100], ids="{:.3g}".format)
@pytest.mark.parametrize("kind", ["spread", "clusters", "chain", "infinite"])
@pytest.mark.parametrize("seed", range(6))
def test_groups_from_the_top(seed, kind, tolerance):
    score, fg, bg = sample(seed, kind)
    path = prplot.from_weights(score, fg=fg, bg=bg, tolerance=tolerance)
    assert rows_of(path) == joined_by_hand(list(zip(score.tolist(), fg, bg, strict=True)), tolerance)
    assert path.treatment.tolerance == tolerance


@pytest.mark.parametrize("kind", ["spread", "clusters", "chain", "infinite"])
@pytest.mark.parametrize("seed", range(4))
def test_groups_are_no_wider_and_no_smaller_than_they_must_be(seed, kind):
    score, fg, bg = sample(seed, kind)
    tolerance = 5 / 64
    ends = prplot.from_weights(score, fg=fg, bg=bg, tolerance=tolerance).thresholds[1:]
    given = np.unique(score[(fg > 0) | (bg > 0)])
    above = [np.nan, *ends[:-1]]
    tops = [given[(given >= end) & ~(given >= last)].max() for end, last in zip(ends, above, strict=True)]
    for top, end, following in zip(tops, ends, [*tops[1:], None], strict=True):
        assert top == end or top - end <= tolerance
        assert following is None or not top - following <= tolerance


def test_a_chain_of_small_gaps_is_no_single_tie():
    """From the top: 1, .75, .5 | .25, 0, though every gap is within reach of the next."""
    path = prplot.from_labels([1, 1, 0, 1, 0], [1, 0.75, 0.5, 0.25, 0], tolerance=0.5)
    assert rows_of(path) == [(math.inf, 0, 0), (0.5, 2, 1), (0, 3, 2)]


def test_the_tolerance_itself_is_near_and_the_next_larger_distance_is_not():
    for lower, count in ((0.75, 1), (np.nextafter(0.75, 0), 2)):
        assert len(prplot.from_labels([1, 0], [1, lower], tolerance=0.25)) == count + 1


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("tolerance", [0, 0.0, -0.0, np.float64(0)], ids=repr)
def test_without_a_tolerance_only_equal_scores_tie(seed, tolerance):
    score, fg, bg = sample(seed, "clusters")
    path, plain = (prplot.from_weights(score, fg=fg, bg=bg, **options) for options in ({"tolerance": tolerance}, {}))
    assert rows_of(path) == rows_of(plain)
    assert path.treatment == plain.treatment
    labels = fg > 0.5
    near = prplot.from_labels(labels, score, tolerance=tolerance)
    assert rows_of(near) == rows_of(prplot.from_labels(labels, score))
    assert "near ties" not in repr(near)


def test_scores_that_differ_by_rounding_are_told_apart_without_a_tolerance():
    assert len(prplot.from_labels([1, 0], [UP, 0.3])) == 3
    assert len(prplot.from_labels([1, 0], [UP, 0.3], tolerance=1e-12)) == 2


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", ["clusters", "infinite"])
def test_the_order_of_rows_does_not_matter(seed, kind):
    score, fg, bg = sample(seed, kind)
    path = prplot.from_weights(score, fg=fg, bg=bg, tolerance=0.1)
    rng = np.random.default_rng(seed)
    for _ in range(5):
        order = rng.permutation(len(score))
        other = prplot.from_weights(score[order], fg=fg[order], bg=bg[order], tolerance=0.1)
        assert rows_of(other) == rows_of(path)


@pytest.mark.parametrize("seed", range(4))
def test_noise_around_few_scores_is_as_good_as_rounding_it_away(seed):
    rng = np.random.default_rng(seed)
    clean = rng.integers(0, 11, 200) / 10
    label = rng.random(200) < clean
    noisy = clean + rng.uniform(-1e-12, 1e-12, 200)
    path = prplot.from_labels(label, noisy, tolerance=1e-9)
    plain = prplot.from_labels(label, clean)
    assert len(prplot.from_labels(label, noisy)) == 201
    assert path.tp.tolist() == plain.tp.tolist()
    assert path.fp.tolist() == plain.fp.tolist()
    for place, end in zip(plain.thresholds[1:], path.thresholds[1:], strict=True):
        assert end == noisy[clean == place].min()
    for space in ("pr", "prg", "roc", "croc", "cost"):
        assert path.curve(space).area() == plain.curve(space).area()


def test_every_way_in_joins_alike():
    """Plain counts, sample weights, and two weights per row."""
    rng = np.random.default_rng(4)
    score, label = rng.integers(0, 200, 80) / 64, rng.random(80) < 0.3
    ways = [
        prplot.from_labels(label, score, tolerance=0.1),
        prplot.from_labels(label, score, sample_weight=np.ones(80), tolerance=0.1),
        prplot.from_weights(score, fg=label.astype(float), tolerance=0.1),
        prplot.from_weights(score, fg=label.astype(float), bg=1.0 - label, tolerance=0.1),
    ]
    for path in ways[1:]:
        assert rows_of(path) == rows_of(ways[0])


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


# What else is done with the sample ------------------------------------------------------------------------------


@pytest.fixture
def near():
    """1, 0.9 | 0.5 | 0.2, 0.1, soft."""
    return prplot.from_weights([0.2, 1, 0.5, 0.9, 0.1], fg=[0.25, 1, 0.75, 0.5, 0], tolerance=0.125, name="near")


def test_the_rows_are_kept_as_given(near):
    assert near.sample.score.tolist() == [0.2, 1, 0.5, 0.9, 0.1]
    assert near.sample.fg.tolist() == [0.25, 1, 0.75, 0.5, 0]
    assert "near ties=joined within 0.125" in repr(near)
    assert "near ties" in near._repr_html_()


def test_at_takes_a_group_as_a_whole(near):
    assert rows_of(near) == [(math.inf, 0, 0), (0.9, 1.5, 0.5), (0.5, 2.25, 0.75), (0.1, 2.5, 2.5)]
    for threshold, predicted in ((1, 0), (0.95, 0), (0.9, 2), (0.5, 3), (0.2, 3), (0.1, 5), (-1, 5)):
        c = near.at(threshold)
        assert c.tp + c.fp == predicted
    assert near.find(recall=0.5).threshold == near.find(recall=0.9).threshold == 0.5
    assert near.optimal("f1").threshold == 0.5


def test_hard_labels_of_it_are_joined_too(near):
    hard = near.hard()
    assert rows_of(hard) == [(math.inf, 0, 0), (0.9, 2, 0), (0.5, 3, 0), (0.1, 3, 2)]
    assert hard.treatment == near.treatment._replace(cut=0.5)


@pytest.mark.parametrize("which", ["best", "worst"])
def test_best_and_worst_rank_single_rows(near, which):
    """Their thresholds are places, which are not near each other."""
    plain = prplot.from_weights([0.2, 1, 0.5, 0.9, 0.1], fg=[0.25, 1, 0.75, 0.5, 0])
    ranked = getattr(near, which)()
    assert rows_of(ranked) == rows_of(getattr(plain, which)())
    assert ranked.thresholds.tolist() == [math.inf, 5, 4, 3, 2, 1]
    assert ranked.treatment.tolerance == 0


def test_ties_split_the_groups(near):
    up, down = near.ties("optimistic"), near.ties("pessimistic")
    assert rows_of(up)[1:4] == [(0.9, 1.5, 0), (0.9, 1.5, 0.5), (0.5, 2.25, 0.5)]
    assert rows_of(up)[4:] == [(0.5, 2.25, 0.75), (0.1, 2.5, 0.75), (0.1, 2.5, 2.5)]
    assert rows_of(down)[1:4] == [(0.9, 0, 0.5), (0.9, 1.5, 0.5), (0.5, 1.5, 0.75)]
    assert down.thresholds.tolist() == up.thresholds.tolist()
    assert up.roc().area() > near.roc().area() > down.roc().area()
    assert up.treatment.tolerance == down.treatment.tolerance == 0.125


def test_another_prevalence_keeps_them(near):
    moved = near.at_prevalence(0.1)
    assert moved.thresholds.tolist() == near.thresholds.tolist()
    assert moved.tp.tolist() == near.tp.tolist()
    assert moved.treatment.tolerance == 0.125


@pytest.mark.parametrize("seed", range(3))
def test_joining_many_scores(seed):
    """One long chain and many clusters, against the same rule one score at a time."""
    rng = np.random.default_rng(seed)
    score = np.concatenate([rng.integers(0, 2**14, 3000), 2**16 + 64 * rng.integers(0, 200, 1000)]) / 1024
    label = rng.random(4000) < 0.5
    path = prplot.from_labels(label, score, tolerance=20 / 1024)
    expected = joined_by_hand(list(zip(score.tolist(), label.astype(float), 1.0 - label, strict=True)), 20 / 1024)
    assert rows_of(path) == expected
    assert 500 < len(path) < 1200


# What is no tolerance -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", ["from_labels", "from_weights"])
class TestBadTolerance:
    @staticmethod
    def ask(make, tolerance):
        if make == "from_labels":
            return prplot.from_labels([1, 0], [2, 1], tolerance=tolerance)
        return prplot.from_weights([2, 1], fg=[1, 0], tolerance=tolerance)

    @pytest.mark.parametrize("value", [-1, -1e-300, math.nan, math.inf, -math.inf], ids=repr)
    def test_out_of_range(self, make, value):
        with pytest.raises(ValueError, match=f"tolerance must be finite and not negative; got {value!r}") as caught:
            self.ask(make, value)
        assert isinstance(caught.value, prplot.PrplotError)
        assert "distance of scores" in str(caught.value)

    @pytest.mark.parametrize("value", ["1e-9", None, 1j, [1e-9], {}], ids=repr)
    def test_not_a_number(self, make, value):
        with pytest.raises(TypeError, match="tolerance must be one real number; got ") as caught:
            self.ask(make, value)
        assert isinstance(caught.value, prplot.PrplotError)
