"""Pooled samples are drawn within folds; means over folds have Student's interval."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy import special, stats

import prplot
from prplot.errors import PrplotValueError, PrplotWarning
from prplot.uncertainty.averages import Average
from prplot.uncertainty.measures import of_curve
from prplot.uncertainty.units import kinds_of


def fold(seed, n=40):
    return prplot.simulate.binormal(1).sample(n, prevalence=0.3, rng=seed)


def test_rows_of_a_pooled_sample_are_drawn_within_folds():
    pooled = prplot.pool([fold(1, 30), fold(2, 50)], calibrated=True)
    kinds = kinds_of([of_curve(pooled.pr()).along(pooled)])
    assert kinds.folds == 2
    assert sorted(kinds.size[stratum].sum() for stratum in kinds.strata) == [30, 50]
    for counts in kinds.counts(20, np.random.default_rng(1)):
        assert [counts[stratum].sum() for stratum in kinds.strata] == [30, 50]
    apart = kinds_of([of_curve(pooled.pr()).along(pooled)], stratify=True)
    positives = [fold(1, 30).positives, fold(2, 50).positives]
    for counts in apart.counts(20, np.random.default_rng(1)):
        front = [counts[s].sum() for s in apart.strata if s[0] < apart.positives]
        assert front == positives


def test_groups_are_drawn_within_folds():
    pooled = prplot.pool([fold(1, 30), fold(2, 50)], calibrated=True)
    groups = np.repeat(np.arange(16), 5)
    kinds = kinds_of([of_curve(pooled.pr()).along(pooled)], groups=groups)
    for counts in kinds.counts(20, np.random.default_rng(1)):
        front = counts[kinds.group < 6].sum()
        assert (front, counts.sum()) == (30, 80)


def test_groups_with_rows_in_several_samples_are_drawn_from_all():
    """As the pairs of a row and each of three classes, which were pooled for a micro mean."""
    rng = np.random.default_rng(1)
    labels, scores = rng.integers(0, 3, 40), rng.random((40, 3))
    pooled = prplot.pool(prplot.one_vs_rest(labels, scores), calibrated=True)
    rows = np.tile(np.arange(40), 3)
    kinds = kinds_of([of_curve(pooled.roc()).along(pooled)], groups=rows)
    for counts in kinds.counts(20, np.random.default_rng(1)):
        assert counts.sum() == 120
    found = pooled.roc().interval(n=3000, rng=1, groups=rows)
    draws = rng.integers(0, 40, (1500, 40))
    marks = labels[:, None] == np.arange(3)
    areas = [prplot.from_labels(marks[draw].ravel(), scores[draw].ravel()).roc().area() for draw in draws]
    assert found.standard_error == pytest.approx(np.std(areas), rel=0.08)


def test_the_interval_of_pooled_folds_says_how_rows_were_drawn():
    pooled = prplot.pool([fold(seed) for seed in range(5)], calibrated=True)
    assert "rows drawn within folds" in pooled.pr().interval(n=50, rng=1).methods()


def test_rows_that_no_threshold_returns_keep_their_fold():
    label, score = [1, 0, 1, 0, 1, 0], [3, np.nan, np.nan, 1, 2, 0.5]
    folds = [prplot.from_labels(label, score, missing="unreached") for _ in range(2)]
    pooled = prplot.pool([folds[0], prplot.from_labels(label * 2, score * 2, missing="unreached")], calibrated=True)
    kinds = kinds_of([of_curve(pooled.pr()).along(pooled)])
    assert [kinds.size[stratum].sum() for stratum in kinds.strata] == [6, 12]


def test_a_mean_over_folds_has_the_interval_of_nadeau_and_bengio():
    average = prplot.mean_area([fold(seed, 200) for seed in range(5)], "roc")
    with pytest.warns(PrplotWarning, match="folds share training data"):
        interval = average.interval(0.9)
    values = average.values
    # s² (1/k + n_test / n_train), with n_test / n_train = 1/4.
    error = math.sqrt(np.var(values, ddof=1) * (1 / 5 + 1 / 4))
    share = np.mean(values)
    low, high = special.expit(stats.t.interval(0.9, 4, loc=special.logit(share), scale=error / (share * (1 - share))))
    assert (interval.low, interval.high) == pytest.approx((low, high), rel=1e-12)
    assert interval.standard_error == pytest.approx(error, rel=1e-12)
    assert "Nadeau and Bengio" in interval.methods()


def test_of_other_splits_one_says_how_large_their_sets_are(recwarn):
    average = prplot.mean_area([fold(seed, 200) for seed in range(5)], "roc")
    interval = average.interval(test_to_train=3 / 7)
    assert not recwarn
    assert interval.standard_error == pytest.approx(
        math.sqrt(np.var(average.values, ddof=1) * (1 / 5 + 3 / 7)), rel=1e-12
    )
    for wrong in (0, -1, math.nan, math.inf):
        with pytest.raises(PrplotValueError, match="test_to_train must be a positive number"):
            average.interval(test_to_train=wrong)
    with pytest.raises(PrplotValueError, match="independent=True beside it"):
        average.interval(test_to_train=0.25, independent=True)


def test_a_mean_over_samples_that_share_nothing_has_the_plain_one(recwarn):
    average = prplot.mean_area([fold(seed, 200) for seed in range(5)], "roc")
    interval = average.interval(independent=True)
    assert not recwarn
    plain, share = stats.ttest_1samp(average.values, 0).confidence_interval(0.95), np.mean(average.values)
    away = (plain.high - share) / (share * (1 - share))
    expected = special.expit(special.logit(share) + np.array([-away, away]))
    assert "share no row, with the variance s²/k" in interval.methods()
    assert "Nadeau" not in interval.methods()
    assert tuple(interval) == pytest.approx(expected, rel=1e-12)


def average_of(values, bounds):
    return Average("number", tuple(map(str, range(len(values)))), np.array(values), np.full(len(values), 0.5), bounds)


@pytest.mark.parametrize(
    ("bounds", "there", "back"),
    [
        ((0.0, 1.0), special.logit, special.expit),
        ((0.0, 0.5), lambda x: special.logit(2 * x), lambda x: special.expit(x) / 2),
        ((-math.inf, 1.0), lambda x: -np.log1p(-x), lambda x: -np.expm1(-x)),
        ((-math.inf, math.inf), lambda x: x, lambda x: x),
    ],
    ids=["share", "part", "gain", "any"],
)
def test_ends_stay_within_the_range(bounds, there, back):
    values = [0.48, 0.497, 0.32, 0.499, 0.49]
    average = average_of(values, bounds)
    found = average.interval(independent=True)
    mean, step = np.mean(values), 1e-6
    slope = (there(mean + step) - there(mean - step)) / (2 * step)
    expected = back(there(mean) + slope * stats.sem(values) * stats.t.ppf([0.025, 0.975], 4))
    assert tuple(found) == pytest.approx(tuple(expected), rel=1e-8)
    assert found.standard_error == pytest.approx(stats.sem(values), rel=1e-12)
    assert bounds[0] <= found.low < found.estimate < found.high <= bounds[1]


@pytest.mark.filterwarnings("ignore:the mean of areas in Precision-Recall-Gain")
def test_of_which_range_a_mean_is():
    folds = [fold(seed, 200) for seed in range(3)]
    assert prplot.mean_area(folds, "roc").bounds == (0, 1)
    assert prplot.mean_area(folds, "roc", low=0.25, high=0.5).bounds == (0, 0.25)
    assert prplot.mean_area(folds, "prg").bounds == (-math.inf, 1)
    assert prplot.mean_area(folds, "prg", clip=True).bounds == (0, 1)
    assert prplot.mean_area(folds, "pr", normalized=True).bounds == (0, 1)
    confusions = [path.at(0.5) for path in folds]
    ranges = {"recall": (0, 1), "accuracy": (0, 1), "f1_gain": (-math.inf, 1), "precision_gain": (-math.inf, 1)}
    for name, bounds in ranges.items():
        assert prplot.mean_measure(confusions, name).bounds == bounds
    cost = prplot.expected_cost(fn=3, fp=1, prevalence=0.3)
    for metric in ("balanced_accuracy", cost):
        assert prplot.mean_measure(confusions, metric).bounds == (0, 1)
    assert prplot.mean_measure(confusions, replace(cost, above=(0, 0, 3, 0))).bounds == (-math.inf, math.inf)


@pytest.mark.parametrize(("value", "bounds"), [(1.0, (0, 1)), (0.0, (0, 1)), (1.0, (-math.inf, 1.0))])
def test_a_mean_at_the_end_of_its_range_has_no_interval(value, bounds):
    with pytest.warns(PrplotWarning, match="an end of its range"):
        found = average_of([value] * 5, bounds).interval(independent=True)
    assert math.isnan(found.low)
    assert math.isnan(found.high)
    assert math.isnan(found.standard_error)


def test_a_mean_of_what_is_undefined_has_no_interval(recwarn):
    for value in (math.nan, -math.inf):
        found = average_of([value, 0.5, 0.6], (-math.inf, 1.0)).interval(independent=True)
        assert math.isnan(found.low)
        assert math.isnan(found.high)
    assert not recwarn


def test_a_mean_far_below_its_end_has_one_end():
    found = average_of([1 - 1e-9, 1 - 1e-9, -1e6, 1 - 1e-9], (-math.inf, 1.0)).interval(independent=True)
    assert found.low < -1e5
    assert found.estimate < found.high <= 1


@pytest.mark.parametrize("k", [5, 10])
def test_intervals_of_means_near_the_end_hold(k):
    # Areas of good classifiers on small samples; the plain interval covers .88 and .91 here, or so.
    values = np.random.default_rng(7).beta(18, 1, size=(1500, k))
    found = [average_of(row, (0.0, 1.0)).interval(independent=True) for row in values]
    inside = np.mean([18 / 19 in interval for interval in found])
    assert abs(inside - 0.95) < 0.02
    assert max(interval.high for interval in found) < 1
    away = stats.t.ppf(0.975, k - 1) * stats.sem(values, axis=1)
    plain = np.mean(np.abs(values.mean(axis=1) - 18 / 19) <= away)
    assert plain < inside - 0.02


def test_a_mean_of_one_has_no_interval():
    average = prplot.mean_area([fold(1)], "roc")
    with pytest.raises(PrplotValueError, match="at least two values"):
        average.interval(independent=True)
