"""Formulas where rows are not as they look: at a prevalence that was set, of frequency weights, in groups."""

import math

import numpy as np
import pytest

import prplot
from prplot.errors import PrplotValueError, PrplotWarning

pytestmark = pytest.mark.filterwarnings("ignore:with .* positives:prplot.PrplotWarning")

RNG = np.random.default_rng(5)
LABEL = RNG.random(60) < 0.3
SCORE = LABEL + RNG.normal(size=60).round(1)
PATH = prplot.from_labels(LABEL, SCORE)


@pytest.mark.parametrize("method", ["wilson", "clopper-pearson"])
@pytest.mark.parametrize("metric", ["fpr", "recall", "specificity", "fnr"])
def test_shares_of_one_class_do_not_move_with_the_prevalence(metric, method):
    rule = prplot.rule(metric, at={"threshold": 0.5})
    as_it_is = PATH.interval(rule, method=method)
    for prevalence in (0.5, 1e-6):
        seen = PATH.at_prevalence(prevalence).interval(rule, method=method)
        assert tuple(seen) == pytest.approx(tuple(as_it_is), rel=1e-9)


def test_precision_at_another_prevalence_is_no_share_of_rows():
    rule = prplot.rule("precision", at={"threshold": 0.5})
    with pytest.raises(PrplotValueError, match="is none, as it counts rows of both classes"):
        PATH.at_prevalence(0.01).interval(rule, method="wilson")


@pytest.mark.parametrize(
    "path",
    [
        prplot.from_labels(LABEL, SCORE, positives=100, negatives=100),
        prplot.from_labels(LABEL, np.where(np.arange(60) < 5, np.nan, SCORE), missing="unreached"),
    ],
)
def test_delong_needs_all_scores(path):
    with pytest.raises(PrplotValueError, match="needs a score of every row"):
        path.roc().interval(method="delong")
    assert path.roc().interval(n=50, rng=1).low < path.roc().area()


@pytest.mark.parametrize(
    "make",
    [
        lambda path, **options: path.roc().interval(method="delong", **options),
        lambda path, **options: path.pr().interval(method="logit", **options),
        lambda path, **options: path.interval(prplot.rule("recall", at={"threshold": 0.5}), method="wilson", **options),
    ],
)
def test_frequency_weights_are_rows(make):
    times = RNG.integers(1, 5, 60)
    weighted = prplot.from_labels(LABEL, SCORE, sample_weight=times)
    rows = prplot.from_labels(np.repeat(LABEL, times), np.repeat(SCORE, times))
    assert tuple(make(weighted, weights="frequency")) == pytest.approx(tuple(make(rows)), rel=1e-9)
    odd = prplot.from_labels(LABEL, SCORE, sample_weight=np.full(60, 0.3))
    with pytest.raises(PrplotValueError, match="'importance' where weights are not whole"):
        make(odd, weights="frequency")


def obuchowski(label, score, group):
    """The variance of the paper, term by term."""
    positive, negative = score[label], score[~label]
    psi = (positive[:, None] > negative) + 0.5 * (positive[:, None] == negative)
    area, m, n = psi.mean(), len(positive), len(negative)
    sums = {}
    for kind, values, of in (
        ("x", psi.mean(axis=1) - area, group[label]),
        ("y", psi.mean(axis=0) - area, group[~label]),
    ):
        for name, value in zip(of, values, strict=True):
            sums.setdefault(name, {"x": 0.0, "y": 0.0})[kind] += value
    groups, fronts, backs = len(set(group)), len(set(group[label])), len(set(group[~label]))
    x, y = (np.array([each[kind] for each in sums.values()]) for kind in "xy")
    return (
        fronts / (fronts - 1) / m * (x @ x) / m
        + backs / (backs - 1) / n * (y @ y) / n
        + 2 * groups / (groups - 1) * (x @ y) / (m * n)
    )


@pytest.mark.parametrize("seed", range(5))
def test_delong_in_groups_is_obuchowskis(seed):
    group = np.random.default_rng(seed).integers(0, 12, 60)
    interval = PATH.roc().interval(method="delong", groups=group)
    assert interval.standard_error**2 == pytest.approx(obuchowski(LABEL, SCORE, group), rel=1e-9)


def test_groups_of_one_row_are_rows():
    alone, plain = (PATH.roc().interval(method="delong", groups=groups) for groups in (np.arange(60), None))
    assert alone.standard_error == pytest.approx(plain.standard_error, rel=1e-12)


def test_groups_without_a_name_are_refused():
    for groups in (np.where(np.arange(60) < 3, np.nan, np.arange(60.0)), [None, *range(59)]):
        with pytest.raises(PrplotValueError, match="name a group for every row; got none in row 0"):
            PATH.pr().interval(groups=groups, n=5)
    # 1 and "1" are two.
    mixed = [1, "1"] * 30
    assert "(2) drawn" in PATH.pr().interval(groups=np.array(mixed, dtype=object), n=5, rng=1).design


def test_an_estimate_of_1_has_an_interval_where_replicates_differ():
    path = prplot.from_labels([1, 0] * 30 + [0] * 40, -np.arange(100.0))
    rule = prplot.rule("precision", at={"recall": 0.01})
    interval = path.interval(rule, n=500, rng=1)
    assert interval.estimate == 1
    assert interval.low < 0.9
    with pytest.warns(PrplotWarning, match="of which there is no logit"):
        assert math.isnan(path.interval(rule, n=100, rng=1, method="logit-bootstrap").low)


def test_unknown_negatives_are_poisson_whatever_the_design():
    path = prplot.from_counts([1.0], [50], [50], positives=60)
    rule = prplot.rule("precision", at={"threshold": 0.5})
    cohort, apart = (path.interval(rule, method="bootstrap", n=2000, rng=1, stratify=apart) for apart in (None, True))
    assert apart.standard_error == pytest.approx(cohort.standard_error, rel=0.1)


def test_bands_at_a_set_prevalence_know_the_rows_as_they_are():
    path = prplot.simulate.binormal(1.5).sample(2000, prevalence=0.3, rng=1)
    seen = path.at_prevalence(1e-4).pr()
    low, high = seen.band(n=200, rng=1).at(0.5)
    # Precision scales with the odds, and so do its ends, more or less.
    assert 0.4 * seen.at(0.5) < low < seen.at(0.5) < high < 2.5 * seen.at(0.5)


def test_a_pool_of_pools_has_all_folds():
    folds = [prplot.from_labels(LABEL, SCORE + shift) for shift in range(3)]
    pooled = prplot.pool([prplot.pool(folds[:2], calibrated=True), folds[2]], calibrated=True)
    assert pooled.sample.fold.tolist() == np.repeat([0, 1, 2], 60).tolist()


def test_rows_at_a_set_prevalence_are_weighted_once():
    """A measure that reads the rows of a replicate saw their background re-weighted twice."""
    path = PATH.at_prevalence(0.2)
    from prplot.uncertainty.measures import measure_of
    from prplot.uncertainty.replicates import of_counts
    from prplot.uncertainty.units import kinds_of

    measure = measure_of("normalized, by=data", path)
    kinds = kinds_of([measure.along(path)])
    got = measure.of_replicate(of_counts(kinds, kinds.size, whole=True)[0])
    assert got == pytest.approx(path.pr().normalized_area(), rel=1e-12)
