"""Paths that end before everything is predicted positive."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

import prplot

SPACES = ("pr", "prg", "roc", "croc", "cost")
RULES = ("continuous", "discrete-tp", "discrete-fp", "linear", "upper-trapezoid", "step", "max-interpolated")
# 24 detections of 15 objects, of which these ranks are hits: rafaelpadilla/Object-Detection-Metrics.
HITS = (1, 3, 10, 12, 13, 14, 23)
VOC = prplot.from_labels([rank in HITS for rank in range(1, 25)], np.arange(24, 0, -1), positives=15)


@pytest.fixture
def rng():
    return np.random.default_rng(12)


def sample(rng, n=40, soft=False):
    """Scores with ties, of which the lowest are not returned, and what they are."""
    score = rng.integers(0, 12, n).astype(float)
    fg = rng.integers(0, 5, n) / 4 if soft else rng.integers(0, 2, n).astype(float)
    return score, fg


def cut(score, below=4):
    return np.where(score < below, np.nan, score)


def unreached(score, fg, below=4):
    return prplot.from_weights(cut(score, below), fg=fg, missing="unreached")


def whole(score, fg, below=4):
    """The same rows, those not returned in one tie at the end."""
    return prplot.from_weights(np.where(score < below, -np.inf, score), fg=fg)


# Published numbers.


def test_areas_of_the_example_of_voc():
    assert round(VOC.pr("max-interpolated").area(), 4) == 0.2457
    assert round(VOC.reached, 4) == 0.4667
    assert VOC.areas()["11-point"].value == pytest.approx(0.2684, abs=5e-5)


def test_what_ranking_the_unfound_objects_last_would_give():
    score = np.concatenate([np.arange(24.0, 0, -1), np.full(8, np.nan)])
    label = [*(rank in HITS for rank in range(1, 25)), *[True] * 8]
    last = prplot.from_labels(label, score, missing="lowest")
    assert last.pr("max-interpolated").area() == pytest.approx(0.5174, abs=5e-5)
    assert last.areas()["11-point"].value == pytest.approx(0.5350, abs=5e-5)
    beyond = prplot.from_labels(label, score, missing="unreached")
    assert beyond.pr("max-interpolated").area() == VOC.pr("max-interpolated").area()
    assert (beyond.positives, beyond.negatives, beyond.reached) == (15, 17, VOC.reached)


def test_average_precision_divides_by_all_that_is_relevant():
    """As trec_eval has it: the sum of the precisions at the hits, over the number of relevant documents."""
    hits = [Fraction(k, rank) for k, rank in enumerate(HITS, 1)]
    assert VOC.pr("step").area() == pytest.approx(float(sum(hits) / 15), rel=1e-15)


# The path.


def test_totals_are_those_given():
    assert (VOC.positives, VOC.tp[-1], VOC.fp[-1]) == (15, 7, 17)
    assert math.isnan(VOC.negatives)
    assert not VOC.closed
    both = prplot.from_labels([1, 0], [2, 1], positives=3, negatives=5)
    assert (both.positives, both.negatives, both.reached, both.closed) == (3, 5, 1 / 3, False)
    assert both.prevalence == 3 / 8
    only = prplot.from_labels([1, 0], [2, 1], negatives=5)
    assert (only.positives, only.negatives, only.reached, only.closed) == (1, 5, 1, False)


def test_totals_of_the_rows_change_nothing():
    plain = prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1])
    same = prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1], positives=2, negatives=2)
    assert plain.closed
    assert same.closed
    assert plain.reached == same.reached == 1
    weighted = prplot.from_weights([3, 2, 1], fg=[0.1, 0.1, 0.1], bg=[1, 1, 1], positives=0.3, negatives=3)
    assert weighted.closed


def test_unreached_rows_count_with_their_weights():
    path = prplot.from_labels(
        [1, 0, 1, 0], [0.9, 0.4, None, float("nan")], sample_weight=[1, 2, 3, 4], missing="unreached"
    )
    assert (path.positives, path.negatives) == (4, 6)
    assert path.tp.tolist() == [0, 1, 1]
    assert path.fp.tolist() == [0, 0, 2]
    assert path.missing == ("unreached", 2)
    assert path.reached == 0.25
    soft = prplot.from_weights([3, 2, None], fg=[0.9, 0.5, 0.2], missing="unreached")
    assert soft.positives == pytest.approx(1.6)
    assert soft.negatives == pytest.approx(1.4)
    assert soft.reached == pytest.approx(0.875)


def test_rows_without_a_score_may_be_among_more_that_no_row_stands_for():
    path = prplot.from_labels([1, 1, 0], [2, None, 1], missing="unreached", positives=5, negatives=7)
    assert (path.positives, path.negatives, path.reached) == (5, 7, 0.2)


def test_counts_have_totals_too():
    path = prplot.from_counts([2, 1], [1, 2], [1, 3], positives=4)
    assert path.reached == 0.5
    assert path.pr("step").area() == pytest.approx(float(Fraction(1, 4) * (Fraction(1, 2) + Fraction(2, 5))))


@pytest.mark.parametrize("soft", [False, True])
def test_up_to_the_end_the_line_is_that_of_the_whole_sample(soft, rng):
    """Appending the unreached rows at the end and cutting there is the same line."""
    for _ in range(20):
        score, fg = sample(rng, soft=soft)
        path, full = unreached(score, fg), whole(score, fg)
        assert path.thresholds.tolist() == full.thresholds[: len(path)].tolist()
        np.testing.assert_allclose(path.tp, full.tp[: len(path)], rtol=1e-14)
        np.testing.assert_allclose(path.fp, full.fp[: len(path)], rtol=1e-14)
        for space in SPACES[:4]:
            one, other = path.curve(space), full.curve(space)
            np.testing.assert_allclose(one.x, other.x[: len(one.x)], rtol=1e-13, atol=1e-15)
            np.testing.assert_allclose(one.y, other.y[: len(one.y)], rtol=1e-13, atol=1e-15)
            inside = np.linspace(min(0.0, one.end - 1), one.end, 9)
            np.testing.assert_allclose(one.at(inside), other.at(inside), rtol=1e-11, atol=1e-13)
            assert np.isnan(one.at(one.end + 1e-9))


# Areas: what no threshold returns earns nothing.


@pytest.mark.parametrize("rule", RULES)
def test_pr_earns_nothing_beyond_the_end(rule, rng):
    for _ in range(10):
        score, fg = sample(rng)
        path = unreached(score, fg)
        curve = path.pr(rule)
        assert curve.area() == pytest.approx(curve.area(0, path.reached), rel=1e-12)
        assert curve.area(min(path.reached + 1e-9, 1), 1) == pytest.approx(0, abs=1e-8)
        assert curve.area(0, 0.1) + curve.area(0.1, 1) == pytest.approx(curve.area(), rel=1e-12)
        # Had the sample no others, the same area would be spread over a smaller width.
        alone = prplot.from_labels(fg[score >= 4], score[score >= 4]).pr(rule)
        if rule != "max-interpolated":
            assert curve.area() == pytest.approx(alone.area() * path.reached, rel=1e-12)


def test_roc_stays_at_the_recall_reached(rng):
    """The most pessimistic completion: the rest of the background comes first."""
    for _ in range(20):
        score, fg = sample(rng)
        path = unreached(score, fg)
        order = np.where(score < 4, np.where(fg == 1, -2.0, -1.0), score)
        pessimistic = prplot.from_labels(fg, order)
        assert path.roc().area() == pytest.approx(pessimistic.roc().area(), rel=1e-13)
        assert path.croc().area() == pytest.approx(pessimistic.croc().area(), rel=1e-12)
        assert path.roc().area(0.9, 1) == pytest.approx(pessimistic.roc().area(0.9, 1), rel=1e-12)


def test_prg_counts_nothing_beyond_the_end(rng):
    for _ in range(10):
        score, fg = sample(rng)
        curve = unreached(score, fg).prg()
        if curve.end > 0:
            assert curve.area() == pytest.approx(curve.area(0, curve.end), rel=1e-12)
            assert curve.trace().x[-1] == curve.end
        else:
            assert curve.area() == 0


def test_cost_keeps_both_trivial_classifiers(rng):
    for _ in range(10):
        score, fg = sample(rng)
        path = unreached(score, fg)
        cost = path.cost()
        x = np.linspace(0, 1, 11)
        lines = [path.fp / path.negatives, 1 - path.tp / path.positives]
        points = [*np.column_stack(lines).tolist(), [1.0, 0.0]]
        lowest = [min(a * (1 - p) + b * p for a, b in points) for p in x]
        np.testing.assert_allclose(cost.at(x), lowest, atol=1e-12)
        assert cost.thresholds[-1] == -np.inf


def test_where_nothing_is_returned_areas_are_0():
    path = prplot.from_labels([], [], positives=3)
    assert (path.reached, len(path), path.distinct) == (0, 1, 0)
    for rule in RULES:
        assert path.pr(rule).area() == 0
        assert np.isnan(path.pr(rule).at([0.0, 0.5])).all()
    none = prplot.from_labels([1, 0], [None, None], missing="unreached")
    assert none.roc().area() == 0
    assert none.reached == 0


# N unknown.


@pytest.mark.parametrize("space", ["prg", "roc", "croc", "cost"])
def test_what_needs_the_negatives_says_so(space):
    with pytest.warns(prplot.PrplotWarning, match=r"number of negatives is unknown.*negatives="):
        assert math.isnan(VOC.curve(space).area())


@pytest.mark.parametrize(
    "ask",
    [
        lambda: VOC.prevalence,
        lambda: VOC.pr().chance,
        lambda: VOC.pr().normalized_area(by="skew"),
        lambda: VOC.pr().standardized_area(),
        lambda: VOC.at(3).specificity,
        lambda: VOC.at(3).mcc,
        lambda: VOC.at(3).accuracy,
        lambda: VOC.at(3).precision_gain,
        lambda: VOC.at(3).prevalence,
        lambda: VOC.roc_n(5),
        lambda: VOC.expected_accuracy(),
        lambda: VOC.expected_f(),
    ],
)
def test_numbers_that_need_the_negatives_are_nan_with_a_warning(ask):
    with pytest.warns(prplot.PrplotWarning, match=r"unknown|ends at recall"):
        assert math.isnan(ask())


def test_what_needs_no_negatives_is_there():
    point = VOC.at(23)
    assert (point.tp, point.fp, point.fn) == (1, 1, 14)
    assert (point.precision, point.recall, point.f()) == (0.5, 1 / 15, 2 / 17)
    assert VOC.optimal("f1").tp == 6
    assert VOC.find(recall=0.4).threshold == 11
    table = VOC.table()
    assert np.isnan(table["accuracy"]).all()
    assert table["recall"][-1] == 7 / 15
    assert VOC.pr().hull().x[-1] == 7 / 15


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: VOC.at_prevalence(0.1), "negatives="),
        (lambda: VOC.find(fpr=0.1), "number of negatives is unknown"),
        (lambda: VOC.find(recall=0.9), "ends at recall 0.466667"),
        (lambda: VOC.optimal("mcc"), "number of negatives is unknown"),
        (lambda: prplot.from_labels([], [], positives=3).find(precision=0.5), "no threshold returns anything"),
        (lambda: prplot.from_labels([1], [1], positives=9).break_even(), "ends at recall 0.111111"),
    ],
)
def test_errors_name_the_way_out(call, text):
    with pytest.raises(prplot.PrplotValueError, match=text):
        call()


def test_repr_and_words_are_silent_and_say_how_far():
    assert "N=unknown" in repr(VOC)
    assert "recall=to 0.4667" in repr(VOC)
    for words in (VOC.methods(), VOC.describe(), VOC.pr().methods(), VOC.pr().describe()):
        assert "recall to 0.47" in words
        assert "N unknown" in words
    assert "chance" not in VOC.pr().describe()


# Rankings, ties, pools.


@pytest.mark.parametrize("soft", [False, True])
def test_best_and_worst_rank_what_is_reached(soft, rng):
    """Against all orders of a few rows."""
    for _ in range(6):
        fg = rng.integers(0, 5, 5) / 4 if soft else rng.integers(0, 2, 5).astype(float)
        positives = float(fg.sum()) + 2
        path = prplot.from_weights(np.arange(5.0), fg=fg, positives=positives)
        found = [
            prplot.from_weights(np.array(order, float), fg=fg, positives=positives).pr().area()
            for order in itertools.permutations(range(5))
        ]
        assert path.best().pr().area() == pytest.approx(max(found), rel=1e-12)
        assert path.worst().pr().area() == pytest.approx(min(found), rel=1e-12)
        assert path.best().reached == path.reached
        if max(found) - min(found) > 1e-9:
            share = (path.pr().area() - min(found)) / (max(found) - min(found))
            assert path.pr().normalized_area() == pytest.approx(share, rel=1e-9, abs=1e-12)


def test_another_prevalence_moves_the_rest_of_the_background_too():
    path = prplot.from_labels([1, 0, 1], [3, 2, 1], positives=4, negatives=10).at_prevalence(0.5)
    assert (path.positives, path.negatives, path.fp[-1]) == (4, 4, pytest.approx(0.4))
    assert path.reached == 0.5
    assert path.roc().area() == pytest.approx(0.25 * 0.1 + 0.5 * 0.9)


@pytest.mark.parametrize("totals", [{}, {"positives": 9, "negatives": 20}, {"positives": 9}])
def test_rankings_at_another_prevalence_with_broken_ties(totals, rng):
    """Whatever was done to the path before, its rankings are those of its rows, and end where it ends."""
    score, fg = sample(rng, 16, soft=True)
    plain = prplot.from_weights(score, fg=fg, **totals)
    path = plain if "negatives" not in totals and totals else plain.at_prevalence(0.7)
    for ranking in ("best", "worst"):
        one, other = getattr(path.ties("pessimistic"), ranking)(), getattr(path, ranking)()
        assert (one.closed, one.reached) == (path.closed, pytest.approx(path.reached, rel=1e-12))
        assert one.pr().area() == pytest.approx(other.pr().area(), rel=1e-12)
        assert one.positives == pytest.approx(path.positives, rel=1e-12)
        assert one.negatives == pytest.approx(path.negatives, rel=1e-12, nan_ok=True)


@pytest.mark.parametrize("how", ["optimistic", "pessimistic", "given"])
def test_broken_ties_keep_the_end(how):
    path = prplot.from_labels([1, 0, 0, 1], [2, 2, 1, 1], positives=6, negatives=9).ties(how)
    assert (path.positives, path.negatives, path.reached) == (6, 9, 1 / 3)


def test_ties_in_the_order_given(rng):
    """One row after the other, as a plain loop over a stable sort takes them."""
    for _ in range(20):
        score, fg = sample(rng, soft=True)
        path = prplot.from_weights(score, fg=fg, positives=fg.sum() + 1).ties("given")
        order = np.argsort(-score, kind="stable")
        np.testing.assert_allclose(path.tp, np.concatenate([[0], np.cumsum(fg[order])]), rtol=1e-14)
        np.testing.assert_allclose(path.fp, np.concatenate([[0], np.cumsum(1 - fg[order])]), rtol=1e-14)
        assert path.thresholds[1:].tolist() == score[order].tolist()
        assert path.treatment.ties == "given"
    tied = prplot.from_labels([0, 1], [1, 1])
    assert tied.pr("step", ties="given").area() == 0.5
    assert tied.at_prevalence(0.2).ties("given").fp.tolist() == [0, 4, 4]


def test_near_ties_keep_the_order_given_too():
    path = prplot.from_labels([0, 1, 1], [1.0, 1.001, 5], tolerance=0.01).ties("given")
    assert path.tp.tolist() == [0, 1, 1, 2]
    assert path.thresholds.tolist() == [np.inf, 5, 1, 1]


def test_the_order_given_needs_rows():
    with pytest.raises(prplot.PrplotValueError, match="needs the rows"):
        prplot.from_counts([1], [1], [1]).ties("given")


def test_pools_add_totals():
    one = prplot.from_labels([1, 0], [4, 3], positives=3, negatives=4)
    other = prplot.from_labels([1, 0, 1], [2, 1, None], missing="unreached")
    pooled = prplot.pool([one, other], calibrated=True)
    assert (pooled.positives, pooled.negatives, pooled.tp[-1]) == (5, 5, 2)
    unknown = prplot.pool([one, VOC], calibrated=True)
    assert unknown.positives == 18
    assert math.isnan(unknown.negatives)
    counts = prplot.pool([prplot.from_counts([1], [1], [1], positives=2), one], calibrated=True)
    assert (counts.positives, counts.tp[-1]) == (5, 2)


def test_soft_labels_are_cut_in_the_unreached_rows_too():
    path = prplot.from_weights([3, 2, None, None], fg=[0.9, 0.3, 0.8, 0.1], missing="unreached").hard(0.5)
    assert (path.positives, path.negatives, path.tp[-1], path.fp[-1]) == (2, 2, 1, 1)
    with pytest.raises(prplot.PrplotValueError, match="positives="):
        prplot.from_weights([3, 2], fg=[0.9, 0.3], positives=4).hard(0.5)


# Wrong input.


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"positives": 1}, "positives must be at least the weight of that class in the rows; got 1"),
        ({"positives": -1}, "positives must be finite and not negative"),
        ({"positives": float("nan")}, "positives must be finite"),
        ({"positives": 3, "negatives": float("inf")}, "negatives must be finite"),
        ({"negatives": 0}, "negatives must be at least"),
        ({"positives": 9, "missing": "lowest"}, "missing='lowest'"),
    ],
)
def test_wrong_totals(options, text):
    with pytest.raises(prplot.PrplotValueError, match=text):
        prplot.from_labels([1, 0, 1], [3, 2, 1], **options)
    with pytest.raises(prplot.PrplotTypeError, match="positives must be"):
        prplot.from_labels([1, 0, 1], [3, 2, 1], positives="many")


def test_a_path_with_nothing_returned_needs_totals():
    with pytest.raises(prplot.PrplotValueError, match="at least one row"):
        prplot.from_labels([], [])


def test_areas_say_what_is_missing_and_claim_nothing_of_tools_that_know_no_totals():
    table = VOC.areas()
    assert table["ROC"].undefined == "needs the number of negatives, which is unknown"
    assert table["continuous"].value == VOC.pr().area()
    assert not table["step"].claims
    assert table["R-precision"].value == pytest.approx(6 / 15)


def test_tools_that_know_no_totals_do_not_print_these_numbers():
    both = prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1], positives=3, negatives=5)
    assert not both.areas()["step"].claims
    assert prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1]).areas()["step"].claims


def test_precision_among_as_many_as_are_positive_counts_what_is_not_returned():
    """As trec_eval's Rprec: hits among the first R, over R."""
    few = prplot.from_labels([1, 0], [2, 1], positives=4)
    assert few.areas()["R-precision"].value == 0.25


def test_a_prg_curve_that_ends_left_of_0_is_not_drawn_there():
    curve = prplot.from_labels([1, 0], [2, 1], positives=10, negatives=1).prg()
    assert curve.end == 1 - 9 / 1 * 10
    assert curve.trace().x.max() == curve.end
    assert curve.area() == 0


# Where nothing is found, or nothing returned.


@pytest.mark.parametrize("space", ["pr", "prg", "roc", "croc"])
@pytest.mark.parametrize("labels", [[0], []])
def test_without_a_hit_only_errors_of_prplot_come_out(space, labels):
    path = prplot.from_labels(labels, list(range(len(labels))), positives=3, negatives=5)
    curve = path.curve(space)
    if labels and space != "prg":
        assert curve.hull().area() == 0
    else:
        with pytest.raises(prplot.PrplotValueError, match="no threshold finds any foreground"):
            curve.hull()
    assert curve.area() == 0
    assert "No threshold" in curve.describe()
    if not labels:
        with pytest.warns(prplot.PrplotWarning, match="no threshold returns anything"):
            prplot.draw.threshold_colors(curve)
        with pytest.raises(prplot.PrplotValueError, match="rows that are returned"):
            prplot.draw.random_band(curve)


def test_both_trivial_classifiers_are_on_a_cost_curve():
    """At 0.8 all positive costs 1 - 0.8, less than each of three thresholds."""
    path = prplot.from_labels([1, 0, 1], [3, 2, 1], positives=6, negatives=10)
    curve, x = path.cost(), np.linspace(0, 1, 21)
    assert curve.at(0.8) == pytest.approx(0.2)
    lines = prplot.draw.cost_lines(curve).lines[0].get_xydata().reshape(-1, 3, 2)[:, :2]
    lowest = np.min([np.interp(x, line[:, 0], line[:, 1]) for line in lines], axis=0)
    np.testing.assert_allclose(lowest, curve.at(x), atol=1e-15)
    assert "predicting everything positive, which no threshold does" in curve.methods()
    assert "ends at" not in curve.describe()


def test_a_break_even_point_where_rounding_leaves_less_than_no_negatives():
    path = prplot.from_weights([0.1, 0.1, 0.4, 0.5], fg=[0, 1e12, 0, 0], bg=[1e-12, 1e-12, 2.5, 0.1])
    found = path.break_even()
    assert (found.tn, found.fn) == pytest.approx((0, 2.6), abs=1e-3)
    assert found.precision == pytest.approx(found.recall)
