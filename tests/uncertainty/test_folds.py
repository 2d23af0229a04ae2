"""Pooled samples are drawn within folds; means over folds have Student's interval."""

import math

import numpy as np
import pytest
from scipy import stats

import prplot
from prplot.errors import PrplotValueError, PrplotWarning
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
    with pytest.raises(PrplotValueError, match="must lie within the samples that were pooled"):
        kinds_of([of_curve(pooled.pr()).along(pooled)], groups=np.arange(80) % 7)


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
    low, high = stats.t.interval(0.9, 4, loc=np.mean(values), scale=error)
    assert (interval.low, interval.high) == pytest.approx((low, high), rel=1e-12)
    assert interval.standard_error == pytest.approx(error, rel=1e-12)
    assert "Nadeau and Bengio" in interval.methods()


def test_a_mean_over_samples_that_share_nothing_has_the_plain_one(recwarn):
    average = prplot.mean_area([fold(seed, 200) for seed in range(5)], "roc")
    interval = average.interval(independent=True)
    assert not recwarn
    expected = stats.ttest_1samp(average.values, 0).confidence_interval(0.95)
    assert "share no row, with the variance s²/k" in interval.methods()
    assert "Nadeau" not in interval.methods()
    assert tuple(interval) == pytest.approx((expected.low, expected.high), rel=1e-12)


def test_a_mean_of_one_has_no_interval():
    average = prplot.mean_area([fold(1)], "roc")
    with pytest.raises(PrplotValueError, match="at least two values"):
        average.interval(independent=True)
