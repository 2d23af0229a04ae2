"""What is drawn: resamples of the rows, of their groups, folds or classes, as often as each should come."""

import itertools
import math
from collections import Counter

import numpy as np
import pytest

import prplot

pytestmark = pytest.mark.filterwarnings("ignore::prplot.PrplotWarning")

AREAS = ["step", "linear", "max-interpolated", "11-point", "R-precision", "normalized, by=data"]
RATES = [
    ("precision", "recall", 0.5),
    ("recall", "precision", 0.6),
    ("recall", "fpr", 0.4),
    ("specificity", "npv", 0.7),
]
RATES += [("recall", "predicted_positive_rate", 0.5)]
# Measures, each with what it is of a path.
MEASURES = [
    *((name, lambda path, name=name: path.curve(name).area()) for name in ("pr", "prg", "roc", "croc", "cost")),
    *((name, lambda path, name=name: path.areas()[name].value) for name in AREAS),
    *(
        (prplot.measure_at(name, at={rate: share}), lambda p, n=name, r=rate, s=share: p.find(**{r: s}).measure(n))
        for name, rate, share in RATES
    ),
    *(
        (prplot.measure_at(name, at="best"), lambda path, name=name: path.optimal(name).measure(name))
        for name in ("f1", "mcc")
    ),
    (prplot.measure_at("precision", at={"threshold": 3.0}), lambda path: path.at(3.0).precision),
]


def replicates(path, measure, n=200, **options):
    return path.interval(measure, n=n, rng=1, method="bootstrap", **options).replicates


def weights_by_score(path):
    """All rows of a path in one number: what each score, 0 to 9, has of weight, in 32nds of a digit to the base 32."""
    each = np.diff(path.tp) + np.diff(path.fp)
    return float(np.sum(each * 32.0 ** path.thresholds[1:]))


def counts(path, n=200, **options):
    """How often each score, 0 to 9, is drawn in each replicate; rows have weight 1."""
    found = replicates(path, weights_by_score, n, **options).astype(np.int64)
    return np.array([found // 32**score % 32 for score in range(10)]).T


def number(of, path):
    """What is measured of a path, NaN where it has none."""
    try:
        return of(path)
    except prplot.PrplotError:
        return math.nan


@pytest.mark.parametrize("stratify", [None, True])
def test_resamples_come_as_often_as_they_should(stratify):
    n = 5000
    path = prplot.from_labels([1, 0, 1, 0], [3, 2, 1, 0])
    drawn = Counter(map(tuple, counts(path, n, stratify=stratify)[:, :4].tolist()))
    sides = [[0, 2], [1, 3]] if stratify else [[0, 1, 2, 3]]
    wanted = Counter()
    for rows in itertools.product(*(itertools.product(side, repeat=len(side)) for side in sides)):
        wanted[tuple(np.bincount(sum(rows, ()), minlength=4).tolist())] += 1
    total = sum(wanted.values())
    assert set(drawn) <= set(wanted)
    for row, times in wanted.items():
        share = times / total
        assert abs(drawn[row] / n - share) < 5 * math.sqrt(share * (1 - share) / n)


@pytest.mark.parametrize("soft", [False, True])
def test_a_replicate_has_the_number_of_the_rows_that_were_drawn(soft):
    """Whatever is measured, a seed draws the same rows, tied ones among them."""
    scores = np.array([4.0, 3.0, 2.0, 2.0, 1.0, 0.0])
    fg, bg = np.array([1.0, 0, 1, 0, 1, 0]), np.array([0.0, 1, 0, 1, 0, 1])
    if soft:
        fg, bg = np.array([0.75, 0.25, 1.0, 0.5, 0.0, 0.25]), np.array([0.25, 0.75, 0.0, 0.5, 1.0, 0.75])

    def make(rows):
        if soft:
            return prplot.from_weights(scores[rows], fg=fg[rows], bg=bg[rows])
        return prplot.from_labels(fg[rows] > 0, scores[rows])

    path, n = make(np.arange(6)), 40
    drawn = counts(path, n)
    # Of the tied rows, one of each class, only what both have together is in a score.
    front = replicates(path, lambda path: path.positives, n)
    for which, of in MEASURES if not soft else [each for each in MEASURES[:-1] if each[0] not in AREAS[3:5]]:
        found = replicates(path, which, n)
        for got, times, positives in zip(found, drawn, front, strict=True):
            own = times[[4, 3, 1, 0]]
            tied = (positives - own @ fg[[0, 1, 4, 5]] - fg[3] * times[2]) / (fg[2] - fg[3])
            rows = np.repeat(np.arange(6), [own[0], own[1], round(tied), times[2] - round(tied), own[2], own[3]])
            assert got == pytest.approx(number(of, make(rows)), rel=1e-9, abs=1e-12, nan_ok=True), which


def test_many_rows_are_drawn_as_by_a_binomial():
    path = prplot.from_labels([1] * 60 + [0] * 5940, [1] * 60 + [0] * 5940)
    found, share = replicates(path, lambda path: path.positives, 4000), 0.01
    variance = 6000 * share * (1 - share)
    assert found.mean() == pytest.approx(60, abs=5 * math.sqrt(variance / 4000))
    assert found.var() == pytest.approx(variance, rel=0.12)


def test_groups_are_drawn_whole():
    groups = np.array(["a", "b", "a", "c", "b", "c", "c"])
    drawn = counts(prplot.from_labels([1, 0, 0, 1, 1, 0, 0], np.arange(7)), 50, groups=groups)
    for one, rows in (("a", [0, 2]), ("b", [1, 4]), ("c", [3, 5, 6])):
        assert (drawn[:, rows] == drawn[:, rows[:1]]).all(), one
    assert set(drawn[:, [0, 1, 3]].sum(axis=1)) == {3}


def test_groups_are_told_apart_as_python_does():
    mixed = prplot.from_labels([1, 0, 0, 1], np.arange(4)).interval("roc", n=200, groups=[1, "1", 2, "2"])
    assert "whole groups (4) resampled" in mixed.design
    masked = np.ma.array([1, 1, 2, 2], mask=[True, False, False, False])
    with pytest.raises(prplot.PrplotValueError, match="name a group for every row; got none in row 0"):
        prplot.from_labels([1, 0, 0, 1], np.arange(4)).interval("roc", groups=masked)


def test_groups_are_drawn_whole_where_nobody_knows_how_many_negatives_there_are():
    path = prplot.from_labels([1, 0, 0, 1, 1, 0, 0], np.arange(7), positives=3)
    drawn = counts(path, 50, groups=[0, 1, 0, 1, 1, 0, 0])
    for rows in ([0, 2, 5, 6], [1, 3, 4]):
        assert (drawn[:, rows] == drawn[:, rows[:1]]).all()
    assert set(drawn[:, :2].sum(axis=1)) == {2}


def test_rows_of_pooled_folds_are_drawn_within_them():
    folds = [prplot.from_labels([1, 0, 1, 0], [0, 1, 2, 3]), prplot.from_labels([0, 1, 0, 1, 0], [4, 5, 6, 7, 8])]
    pooled = prplot.pool(folds, calibrated=True)
    drawn = counts(pooled, 200)
    assert set(drawn[:, :4].sum(axis=1)) == {4}
    assert len(set(drawn[:, :4:2].sum(axis=1))) > 3
    apart = counts(pooled, stratify=True)
    assert {tuple(row) for row in [apart[:, [0, 2]].sum(axis=1), apart[:, [5, 7]].sum(axis=1)]} == {(2,) * len(apart)}
    grouped = counts(pooled, groups=[0, 0, 1, 1, 2, 2, 3, 3, 3])
    assert (grouped[:, [0, 2]] == grouped[:, [1, 3]]).all()
    assert set(grouped[:, :4].sum(axis=1)) == {4}
    assert set(grouped[:, [4, 6]].sum(axis=1)) == {2}
    assert "rows resampled within folds" in pooled.pr().interval(n=200, rng=1).methods()


def test_positives_that_never_came_back_are_drawn_too():
    path = prplot.from_counts([3, 2, 1], tp=[1, 2, 2], fp=[0, 1, 2], positives=5, negatives=10)
    assert set(replicates(path, lambda path: path.positives + path.negatives, 200)) == {15}
    assert len(set(replicates(path, lambda path: path.reached, 200))) > 5
    unscored = prplot.from_labels([1, 1, 0, 1, 0, 0], [3, np.nan, 2, 1, np.nan, 0.5], missing="unreached")
    assert set(replicates(unscored, lambda path: path.positives + path.negatives)) == {6}
    grouped = replicates(unscored, lambda path: path.reached, groups=np.arange(6))
    assert len(set(grouped)) > 4


@pytest.mark.parametrize("stratify", [None, True])
def test_negatives_of_which_nobody_knows_how_many_there_are_come_by_poisson(stratify):
    path = prplot.from_counts([3, 2, 1], tp=[1, 2, 2], fp=[0, 1, 3], positives=5)
    false = replicates(path, lambda path: path.fp[-1], 2000, stratify=stratify)
    assert (false.mean(), false.var()) == (pytest.approx(3, rel=0.06), pytest.approx(3, rel=0.15))
    assert set(replicates(path, lambda path: path.positives, stratify=stratify)) == {5}
    rows = prplot.from_labels([1, 0, 1], [3, 2, 1], positives=2)
    pooled = prplot.pool([rows, rows], calibrated=True).pr().interval(n=200, stratify=stratify)
    assert "within folds" not in pooled.design


def test_frequency_weights_are_rows():
    label, score, weight = [1, 0, 1, 0], [3, 2, 1, 0], [3, 2, 1, 4]
    path = prplot.from_labels(label, score, sample_weight=weight)
    drawn = counts(path, 100, weights="frequency")
    assert set(drawn.sum(axis=1)) == {10}
    assert len(np.unique(drawn[:, 0])) > 6
    important = counts(path, 100)
    assert set((important[:, :4] / weight[::-1]).sum(axis=1)) == {4}
    odd = prplot.from_labels(label, score, sample_weight=[0.5, 1, 1, 1])
    with pytest.raises(prplot.PrplotValueError, match="frequency weight says how many"):
        odd.pr().interval(n=200, weights="frequency")


@pytest.mark.parametrize("ties", ["optimistic", "pessimistic", "given"])
def test_broken_ties_stay_broken(ties):
    label, score = [1, 0, 0, 1, 0, 1] * 5, [2, 2, 1, 1, 1, 0] * 5
    for path in (prplot.from_labels(label, score), prplot.from_weights(score, fg=np.clip(label, 0.25, 0.75))):
        broken = path.pr(ties=ties)
        found = broken.interval(n=200, rng=1, method="bootstrap")
        assert found.estimate == pytest.approx(broken.area(), abs=1e-15)
        seen = replicates(path.ties(ties), lambda path: path.pr().area(), 200)
        assert found.replicates == pytest.approx(seen, rel=1e-12, nan_ok=True)
        plain = path.pr().interval(n=200, rng=1, method="bootstrap").replicates
        side = {"optimistic": 1, "pessimistic": -1}.get(ties)
        assert side is None or (side * (found.replicates - plain) >= -1e-12).all()


def test_the_seed_decides_and_without_one_the_sample():
    path, other = (prplot.simulate.binormal(1).sample(200, prevalence=0.3, rng=seed) for seed in (1, 2))
    one, again, third = (path.pr().interval(n=200, rng=seed).replicates for seed in (1, np.random.default_rng(1), 2))
    np.testing.assert_array_equal(one, again)
    assert not np.array_equal(one, third)
    by_default = [each.roc().interval(n=1000).replicates for each in (path, path, other)]
    np.testing.assert_array_equal(*by_default[:2])
    assert abs(np.corrcoef(*by_default[1:])[0, 1]) < 4 / math.sqrt(1000)
    seeds = [
        (path.pr().interval(n=200), "200 replicates, rows resampled unstratified, seed derived from 0 and the sample"),
        (path.roc().band(n=200), "seed derived from 0 and the sample"),
        (path.pr().interval(n=200, rng=5), "seed 5"),
        (prplot.compare([path, path.ties("optimistic")], "roc", n=200, rng=3), "seed 3"),
    ]
    for result, said in seeds:
        assert said in result.methods()
    assert "seed" not in path.pr().interval(n=200, rng=np.random.default_rng(5)).methods()


def test_runs_are_joined_for_f_measures_and_not_for_metrics_that_are_called_like_them():
    found = prplot.metrics.LinearFractional(name="found", label="found", above=(1, 0, 0, 0), below=(1, 1, 1, 1))
    joined = [prplot.measure_at(one, at="best").joins for one in ("f1", prplot.f_beta(3), "f1_gain", found, "fpr")]
    assert joined == ["either", "either", "either", "none", "none"]
