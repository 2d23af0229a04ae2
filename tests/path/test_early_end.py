"""Paths that end before everything is predicted positive."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

import prplot
from prplot.interpolations import INTERPOLATIONS

RULES = [rule.name for rule in INTERPOLATIONS]
# 24 detections of 15 objects, of which these ranks are hits: rafaelpadilla/Object-Detection-Metrics.
HITS = (1, 3, 10, 12, 13, 14, 23)
VOC = prplot.from_labels([rank in HITS for rank in range(1, 25)], np.arange(24, 0, -1), positives=15)


def sample(seed, soft=False):
    """A path of scores with ties of which the lowest are not returned; and with them, all in one tie at the end."""
    rng = np.random.default_rng(seed)
    score, fg = rng.integers(0, 12, 40).astype(float), rng.integers(0, 5, 40) / 4 if soft else rng.integers(0, 2, 40)
    path = prplot.from_weights(np.where(score < 4, np.nan, score), fg=fg, missing="unreached")
    return path, prplot.from_weights(np.where(score < 4, -np.inf, score), fg=fg), score, fg


def test_published_numbers():
    """Of VOC; of trec_eval, which sums precisions at the hits, over the number of relevant documents."""
    assert round(VOC.pr("max-interpolated").area(), 4) == 0.2457
    assert VOC.areas()["11-point"].value == pytest.approx(0.2684, abs=5e-5)
    hits = [Fraction(k, rank) for k, rank in enumerate(HITS, 1)]
    assert VOC.pr("step").area() == pytest.approx(float(sum(hits) / 15), rel=1e-15)
    # Ranking the unfound objects last would be another matter; not ranking them is not.
    score, label = [*range(24, 0, -1), *[np.nan] * 8], [*(rank in HITS for rank in range(1, 25)), *[True] * 8]
    last, beyond = (prplot.from_labels(label, score, missing=how) for how in ("lowest", "unreached"))
    assert last.pr("max-interpolated").area() == pytest.approx(0.5174, abs=5e-5)
    assert beyond.pr("max-interpolated").area() == VOC.pr("max-interpolated").area()
    assert (beyond.positives, beyond.negatives, beyond.reached) == (15, 17, 7 / 15)


def test_totals():
    made = prplot.from_labels
    for path, positives, negatives, reached, closed in (
        (VOC, 15, math.nan, 7 / 15, False),
        (made([1, 0], [2, 1], positives=3, negatives=5), 3, 5, 1 / 3, False),
        (made([1, 0], [2, 1], negatives=5), 1, 5, 1, False),
        (made([1, 0, 1, 0], [4, 3, 2, 1], positives=2, negatives=2), 2, 2, 1, True),
        (prplot.from_weights([3, 2, 1], fg=[0.1] * 3, bg=[1] * 3, positives=0.3, negatives=3), 0.3, 3, 1, True),
        (made([1, 0, 1, 0], [3, 2, None, np.nan], sample_weight=[1, 2, 3, 4], missing="unreached"), 4, 6, 0.25, False),
        (prplot.from_weights([3, 2, None], fg=[0.9, 0.5, 0.2], missing="unreached"), 1.6, 1.4, 0.875, False),
        (made([1, 1, 0], [2, None, 1], missing="unreached", positives=5, negatives=7), 5, 7, 0.2, False),
        (prplot.from_counts([2, 1], [1, 2], [1, 3], positives=4), 4, math.nan, 0.5, False),
        (made([], [], positives=3), 3, math.nan, 0, False),
        (made([1, 0, 0, 1], [2, 2, 1, 1], positives=6, negatives=9).ties("optimistic"), 6, 9, 1 / 3, False),
        (made([1, 0, 1], [3, 2, 1], positives=4, negatives=10).at_prevalence(0.5), 4, 4, 0.5, False),
    ):
        found = (path.positives, path.negatives, path.reached)
        assert found == pytest.approx((positives, negatives, reached), rel=1e-15, nan_ok=True)
        assert path.closed is closed
    for options, text in (
        ({"positives": 1}, "positives must be at least the weight of that class in the rows; got 1"),
        ({"positives": -1}, "positives must be finite and not negative"),
        ({"positives": 3, "negatives": math.inf}, "negatives must be finite"),
        ({"positives": 9, "missing": "lowest"}, "missing='lowest'"),
        ({"positives": "many"}, "positives must be"),
    ):
        with pytest.raises(prplot.PrplotError, match=text):
            made([1, 0, 1], [3, 2, 1], **options)


@pytest.mark.parametrize("soft", [False, True])
def test_up_to_the_end_the_line_is_that_of_the_whole_sample(soft):
    for seed in range(5):
        path, full, _, _ = sample(seed, soft)
        for space in ("pr", "prg", "roc", "croc"):
            one, other = path.curve(space), full.curve(space)
            assert one.thresholds.tolist() == other.thresholds[: len(one.x)].tolist()
            for name in ("x", "y"):
                wanted = getattr(other, name)[: len(one.x)]
                np.testing.assert_allclose(getattr(one, name), wanted, rtol=1e-13, atol=1e-15)
            inside = np.linspace(min(0.0, one.end - 1), one.end, 9)
            np.testing.assert_allclose(one.at(inside), other.at(inside), rtol=1e-11, atol=1e-13)
            assert np.isnan(one.at(one.end + 1e-9))


def test_areas_earn_nothing_beyond_the_end():
    """ROC has the most pessimistic completion: the rest of the negatives come first, then the foreground."""
    for seed in range(5):
        path, _, score, fg = sample(seed)
        for rule in RULES:
            curve = path.pr(rule)
            assert curve.area() == pytest.approx(curve.area(0, path.reached), rel=1e-12)
            assert curve.area(0, 0.1) + curve.area(0.1, 1) == pytest.approx(curve.area(), rel=1e-12)
            # Had the sample no others, the same area would be spread over a smaller width.
            alone = prplot.from_labels(fg[score >= 4], score[score >= 4]).pr(rule)
            assert curve.area() == pytest.approx(alone.area() * path.reached, rel=1e-12)
        pessimistic = prplot.from_labels(fg, np.where(score < 4, np.where(fg == 1, -2.0, -1.0), score))
        for space, ends in itertools.product(("roc", "croc"), ((0, 1), (0.9, 1))):
            wanted = pessimistic.curve(space).area(*ends)
            assert path.curve(space).area(*ends) == pytest.approx(wanted, rel=1e-12)
        prg, cost, x = path.prg(), path.cost(), np.linspace(0, 1, 11)
        assert prg.area() == pytest.approx(prg.area(0, prg.end) if prg.end > 0 else 0, rel=1e-12)
        assert prg.trace().x[-1] == prg.end
        # Both trivial classifiers are on a cost curve.
        fpr, fnr = np.append(path.fp / path.negatives, 1), np.append(1 - path.tp / path.positives, 0)
        np.testing.assert_allclose(cost.at(x), (np.outer(1 - x, fpr) + np.outer(x, fnr)).min(axis=1), atol=1e-12)
        assert cost.thresholds[-1] == -np.inf
    left = prplot.from_labels([1, 0], [2, 1], positives=10, negatives=1).prg()
    assert (left.end, left.trace().x.max(), left.area()) == (-89, -89, 0)


def test_the_end_itself_is_earned():
    """Precision is 2/3 up to recall 1, or to 2/4 where two positives are not returned, and nothing comes after."""
    whole = prplot.from_labels([1, 0, 1], [3, 2, 1]).pr()
    assert whole._earned([0.0, 1.0]).tolist() == [1.0, pytest.approx(2 / 3)]
    early = prplot.from_labels([1, 0, 1], [3, 2, 1], positives=4).pr()
    assert early._earned([0.5, 0.75, 1.0]).tolist() == [pytest.approx(2 / 3), 0.0, 0.0]


def test_numbers_that_need_the_negatives_are_nan_with_a_warning():
    for ask in (
        *(lambda space=space: VOC.curve(space).area() for space in ("prg", "roc", "croc", "cost")),
        lambda: VOC.prevalence,
        lambda: VOC.pr().chance,
        lambda: VOC.pr().normalized_area(by="skew"),
        lambda: VOC.at(3).specificity,
        lambda: VOC.at(3).mcc,
        lambda: VOC.at(3).accuracy,
        lambda: VOC.roc_n(5),
        lambda: VOC.expected_f(),
    ):
        with pytest.warns(prplot.PrplotWarning, match=r"unknown"):
            assert math.isnan(ask())
    point, table = VOC.at(23), VOC.table()
    assert (point.tp, point.fp, point.fn, point.precision, point.recall, point.f()) == (1, 1, 14, 0.5, 1 / 15, 2 / 17)
    assert (VOC.optimal("f1").tp, VOC.find(recall=0.4).threshold) == (6, 11)
    assert np.isnan(table["accuracy"]).all()
    assert table["recall"][-1] == VOC.pr().hull().x[-1] == 7 / 15
    assert "N=unknown" in repr(VOC)
    assert "recall=to 0.4667" in repr(VOC)
    for words in (VOC.methods(), VOC.describe(), VOC.pr().methods(), VOC.pr().describe()):
        assert "recall to 0.47" in words
        assert "N unknown" in words
    # Tools that know no totals do not print these numbers.
    table = VOC.areas()
    assert table["ROC"].undefined == "needs the number of negatives, which is unknown"
    assert not table["step"].claims
    assert prplot.from_labels([1, 0], [2, 1], positives=4).areas()["R-precision"].value == 0.25


def test_errors_name_the_way_out():
    nothing = prplot.from_labels([], [], positives=3, negatives=5)
    for call, text in (
        (lambda: VOC.at_prevalence(0.1), "negatives="),
        (lambda: VOC.find(fpr=0.1), "number of negatives is unknown"),
        (lambda: VOC.find(recall=0.9), "ends at recall 0.466667"),
        (lambda: VOC.optimal("mcc"), "number of negatives is unknown"),
        (lambda: nothing.find(precision=0.5), "no threshold returns anything"),
        (lambda: prplot.from_labels([1], [1], positives=9).break_even(), "ends at recall 0.111111"),
        (lambda: nothing.roc().hull(), "no threshold finds any positive"),
        (lambda: prplot.draw.random_band(nothing.pr()), "rows that are returned"),
        (lambda: prplot.from_labels([], []), "at least one row"),
        (lambda: prplot.from_weights([3, 2], fg=[0.9, 0.3], positives=4).hard(0.5), "positives="),
    ):
        with pytest.raises(prplot.PrplotValueError, match=text):
            call()
    for space in ("pr", "prg", "roc", "croc"):
        assert nothing.curve(space).area() == 0
        assert "No threshold" in nothing.curve(space).describe()
    assert prplot.from_labels([0], [1], positives=3, negatives=5).roc().hull().area() == 0


def test_rankings_pools_and_cuts_keep_the_end():
    """Against all orders of a few rows."""
    rng = np.random.default_rng(12)
    for fg in (rng.integers(0, 2, 5).astype(float), rng.integers(0, 5, 5) / 4):
        orders = [prplot.from_weights(o, fg=fg, positives=fg.sum() + 2) for o in itertools.permutations(range(5))]
        areas, path = [order.pr().area() for order in orders], orders[17]
        for one in (path, path.ties("pessimistic")):
            ends = (one.worst().pr().area(), one.best().pr().area())
            assert ends == pytest.approx((min(areas), max(areas)), rel=1e-12)
            assert one.best().reached == path.reached
        share = (areas[17] - min(areas)) / (max(areas) - min(areas))
        assert path.pr().normalized_area() == pytest.approx(share, rel=1e-9, abs=1e-12)
    one = prplot.from_labels([1, 0], [4, 3], positives=3, negatives=4)
    other = prplot.from_labels([1, 0, 1], [2, 1, None], missing="unreached")
    for pooled, positives, negatives, found in (
        (prplot.pool([one, other], calibrated=True), 5, 5, 2),
        (prplot.pool([one, VOC], calibrated=True), 18, math.nan, 8),
        (prplot.pool([prplot.from_counts([1], [1], [1], positives=2), one], calibrated=True), 5, math.nan, 2),
        (prplot.from_weights([3, 2, None, None], fg=[0.9, 0.3, 0.8, 0.1], missing="unreached").hard(0.5), 2, 2, 1),
    ):
        assert (pooled.positives, pooled.negatives, pooled.tp[-1]) == pytest.approx(
            (positives, negatives, found), nan_ok=True
        )
