"""Comparisons: against all resamples, all exchanges of ranks, DeLong's own formula and R's pROC."""

import itertools
import math
import pickle
import re
import warnings
from collections import Counter

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from scipy import stats

import prplot
from prplot.uncertainty.interval import FEW
from prplot.uncertainty.measures import measure_of
from prplot.uncertainty.pairs import holm
from prplot.uncertainty.permutation import permutation, swaps_of

few = pytest.mark.filterwarnings("ignore:.*positives, intervals cover", "ignore:.*are too few for")

LABELS = np.array([1, 0, 1, 0, 0])
ONE, TWO = np.array([5.0, 4.0, 3.0, 2.0, 1.0]), np.array([3.0, 4.0, 4.0, 1.0, 2.0])

RNG = np.random.default_rng(5)
LABEL = RNG.random(120) < 0.35
SCORES = {
    "forest": LABEL + RNG.normal(size=120),
    "bayes": np.round(0.6 * LABEL + RNG.normal(size=120), 1),
}
# As sure of the same rows.
SCORES["tree"] = np.round(SCORES["forest"] + 0.6 * RNG.normal(size=120))
WEIGHT = RNG.uniform(0.5, 2.0, 120)
PATHS = {name: prplot.from_labels(LABEL, score, name=name) for name, score in SCORES.items()}


def number(measure, path):
    """The number of a path, NaN where it has none."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return float(measure_of(measure, path).of(path))
        except prplot.PrplotError:
            return math.nan


def numbers(comparison):
    return [value for row in comparison for value in row[2:]]


# Bootstrap


def enumerated(measure, units):
    """The numbers of both classifiers in all resamples of units, each a list of rows, and how often each pair comes."""
    found = Counter()
    for drawn in itertools.combinations_with_replacement(range(len(units)), len(units)):
        rows = np.concatenate([units[unit] for unit in drawn])
        pair = (number(measure, prplot.from_labels(LABELS[rows] > 0, score[rows])) for score in (ONE, TWO))
        times = math.factorial(len(units)) // math.prod(math.factorial(drawn.count(unit)) for unit in set(drawn))
        found[tuple(round(value, 9) for value in pair)] += times
    return found


def exact_p(found):
    """Twice the lesser share of resamples at 0 or beyond it, among those in which both are defined."""
    defined = {pair: times for pair, times in found.items() if not any(map(math.isnan, pair))}
    total = sum(defined.values())
    below = sum(times for (a, b), times in defined.items() if a - b <= 1e-8)
    above = sum(times for (a, b), times in defined.items() if a - b >= -1e-8)
    return min(1.0, 2 * min(below, above) / total)


@few
@pytest.mark.parametrize("measure", ["roc", "pr", "step", "cost"])
@pytest.mark.parametrize("groups", [None, ["a", "b", "a", "c", "c"]], ids=["rows", "groups"])
def test_bootstrap_is_that_of_all_resamples(measure, groups):
    units = [[row] for row in range(5)] if groups is None else [[0, 2], [1], [3, 4]]
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="one class|y_true|.*undefined")
        wanted = enumerated(measure, units)
    n = 6000
    paths = [prplot.from_labels(LABELS, score) for score in (ONE, TWO)]
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*undefined")
        got = prplot.compare(paths, measure, n=n, rng=1, groups=groups)
    pairs = Counter(
        (round(a, 9), round(b, 9))
        for a, b in zip(*(values.tolist() for values in got.replicates.values()), strict=True)
    )
    total = sum(wanted.values())
    undefined = sum(times for pair, times in wanted.items() if any(map(math.isnan, pair))) / total
    assert abs(got.undefined / n - undefined) < 5 * math.sqrt(undefined * (1 - undefined) / n) + 1e-12
    for pair, times in wanted.items():
        if any(map(math.isnan, pair)):
            continue
        share = times / total
        assert abs(pairs[pair] / n - share) < 5 * math.sqrt(share * (1 - share) / n), pair
    p = exact_p(wanted)
    assert abs(got.rows[0].p - p) < 5 * 2 * math.sqrt(p / 2 / (n * (1 - undefined))) + 2 / n
    known = [(a - b, times) for (a, b), times in wanted.items() if not math.isnan(a - b)]
    for end, share in ((got.rows[0].low, 0.025), (got.rows[0].high, 0.975)):
        below = sum(times for value, times in known if value < end - 1e-8) / sum(times for _, times in known)
        until = sum(times for value, times in known if value <= end + 1e-8) / sum(times for _, times in known)
        error = 5 * math.sqrt(0.025 * 0.975 / n)
        assert below - error <= share <= until + error


def test_p_is_never_0_and_counts_ties_on_both_sides():
    same = {"a": PATHS["forest"], "b": prplot.from_labels(LABEL, -SCORES["forest"])}
    assert prplot.compare(same, "roc", n=500, rng=1).rows[0].p == pytest.approx(2 / 501)


def test_the_estimates_are_those_of_the_data():
    got = prplot.compare(PATHS, "pr", n=50, rng=1, level=0.5)
    assert got.estimates == {name: path.pr().area() for name, path in PATHS.items()}
    assert [(row.a, row.b) for row in got.rows] == [("forest", "bayes"), ("forest", "tree"), ("bayes", "tree")]
    for row in got:
        assert row.difference == got.estimates[row.a] - got.estimates[row.b]


def test_intervals_are_percentiles_of_the_differences():
    got = prplot.compare(PATHS, "roc", n=400, rng=2, level=0.9)
    for row in got.rows:
        away = got.replicates[row.a] - got.replicates[row.b]
        assert (row.low, row.high) == pytest.approx(tuple(np.quantile(away, [0.05, 0.95])), abs=1e-15)
        fewer = min(np.sum(away <= 0), np.sum(away >= 0))
        assert row.p == pytest.approx(min(1, 2 * (1 + fewer) / 401), abs=1e-15)


def test_simultaneous_intervals_hold_together():
    plain, wide = (
        prplot.compare(PATHS, "pr", n=600, rng=2, level=0.9, simultaneous=simultaneous)
        for simultaneous in (False, True)
    )
    away = np.array([wide.replicates[row.a] - wide.replicates[row.b] for row in wide])
    given = np.array([row.difference for row in wide])
    sd = away.std(axis=1, ddof=1)
    q = np.quantile(np.max(np.abs(away.T - given) / sd, axis=1), 0.9)
    assert [row.low for row in wide] == pytest.approx(given - q * sd)
    assert [row.high for row in wide] == pytest.approx(given + q * sd)
    inside = np.abs(away.T - given) <= q * sd * (1 + 1e-9)
    assert inside.all(axis=1).mean() == pytest.approx(0.9, abs=2 / 600)
    assert all(w.high - w.low > p.high - p.low for w, p in zip(wide, plain, strict=True))
    assert [row.p for row in wide] == [row.p for row in plain]
    assert "simultaneous" in str(wide)
    assert "simultaneous" in wide.methods()


def test_the_covariance_is_kept():
    alike = {name: PATHS[name] for name in ("forest", "tree")}
    (paired,) = prplot.compare(alike, "roc", n=1500, rng=1)
    (apart,) = prplot.compare(alike, "roc", n=1500, rng=1, paired=False)
    (exact,) = prplot.compare(alike, "roc", method="delong")
    assert paired.high - paired.low == pytest.approx(exact.high - exact.low, rel=0.15)
    assert apart.high - apart.low > 1.5 * (paired.high - paired.low)


def test_positives_and_negatives_apart():
    """π stays, so that areas under PR curves vary less."""
    apart = prplot.compare(PATHS, "pr", n=400, rng=1, stratify=True)
    cohort = prplot.compare(PATHS, "pr", n=400, rng=1)
    assert (apart.design, cohort.design) == (
        "positives and negatives drawn apart, seed 1",
        "rows drawn as a cohort, seed 1",
    )
    assert apart.replicates["forest"].std() < cohort.replicates["forest"].std()
    with pytest.warns(prplot.PrplotWarning, match="the same in every sample drawn"):
        shares = prplot.compare(PATHS, lambda path: path.prevalence, n=40, rng=1, level=0.5, stratify=True)
    assert {*shares.replicates["forest"]} == {LABEL.mean()}


def test_frequency_weights_are_rows():
    times = RNG.integers(1, 4, 120)
    weighted = [prplot.from_labels(LABEL, score, sample_weight=times) for score in SCORES.values()]
    repeated = [prplot.from_labels(np.repeat(LABEL, times), np.repeat(s, times)) for s in SCORES.values()]
    for method in ("bootstrap", "permutation"):
        one = prplot.compare(weighted, "pr", method=method, n=200, rng=3, level=0.5, weights="frequency")
        other = prplot.compare(repeated, "pr", method=method, n=200, rng=3, level=0.5)
        assert numbers(one) == pytest.approx(numbers(other))
    important = prplot.compare(weighted, "pr", n=200, rng=3, level=0.5)
    assert important.rows[0].high - important.rows[0].low > one.rows[0].high - one.rows[0].low


def test_who_ranks_first():
    path = prplot.from_labels(LABELS, ONE)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        got = prplot.compare({"a": path, "b": path, "c": prplot.from_labels(LABELS, -ONE)}, "roc", n=300, rng=1)
        cost = prplot.compare({"a": path, "c": prplot.from_labels(LABELS, 0 * ONE)}, "cost", n=300, rng=1)
    values = np.array(list(got.replicates.values()))
    values = values[:, np.isfinite(values).all(axis=0)]
    best = values == values.max(axis=0)
    assert list(got.first.values()) == pytest.approx(np.mean(best / best.sum(axis=0), axis=1))
    assert sum(got.first.values()) == pytest.approx(1)
    assert got.first["a"] == got.first["b"]
    # Of costs the least is the best.
    assert cost.first["a"] > 0.5 > cost.first["c"]


# Permutation


def rank_paths(labels, scores, swapped, weight=None, prevalence=None):
    """The paths after these rows exchanged their mid-ranks, by scipy."""
    ranks = []
    for score in scores:
        rank = np.full(len(score), np.nan)
        there = ~np.isnan(score)
        rank[there] = -stats.rankdata(-score[there])
        ranks.append(rank)
    after = np.where(swapped, ranks[1], ranks[0]), np.where(swapped, ranks[0], ranks[1])
    for rank in after:
        path = prplot.from_labels(labels, rank, sample_weight=weight, missing="unreached")
        yield path if prevalence is None else path.at_prevalence(prevalence)


EIGHT = np.array([1, 0, 1, 1, 0, 0, 1, 0])
A8, B8 = np.array([9.0, 7, 7, 6, 5, 3, 3, 1]), np.array([2.0, 6, 8, 8, 3, 5, 4, 1])
GAPS = np.where(np.arange(8) == 3, np.nan, A8), np.where(np.isin(np.arange(8), [1, 6]), np.nan, B8)
RULES = [prplot.rule("f1", at="best"), prplot.rule("precision", at={"recall": 0.5})]


MEASURES = ["pr", "prg", "roc", "step", "linear", "cost", *RULES]


@pytest.mark.few(14)
@pytest.mark.parametrize("scores", [(A8, B8), GAPS], ids=["all", "gaps"])
@pytest.mark.parametrize(
    ("measure", "prevalence"),
    [*itertools.product(MEASURES, [None, 0.2]), ("croc", None), ("normalized, by=data", None)],
    ids=str,
)
def test_an_exchange_is_that_of_the_ranks(measure, scores, prevalence):
    weight = np.array([1.0, 2.5, 0.5, 1.25, 3.0, 0.75, 2.0, 1.0])
    paths = [prplot.from_labels(EIGHT, s, sample_weight=weight, missing="unreached") for s in scores]
    if prevalence is not None:
        paths = [path.at_prevalence(prevalence) for path in paths]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        how = measure_of(measure, paths[0])
        swaps = swaps_of(*paths, how)
    # With a weight each, rows are kinds of their own, in the order given.
    order = np.argsort(EIGHT, kind="stable") if len(swaps.size) != 8 else np.arange(8)
    for swapped in itertools.islice(itertools.product([False, True], repeat=8), 0, None, 3):
        given = np.array(swapped)
        wanted = [number(measure, path) for path in rank_paths(EIGHT, scores, given, weight, prevalence)]
        after = swaps.after(given[order].astype(float), whole=how.whole)
        got = [how.of_replicate(each) for each in after]
        assert got == pytest.approx(wanted, rel=1e-9, abs=1e-12, nan_ok=True), swapped


@few
@pytest.mark.parametrize("measure", ["pr", "roc", "step"])
@pytest.mark.parametrize("groups", [None, [0, 1, 1, 2, 0, 3, 4, 4]], ids=["rows", "groups"])
def test_permutation_is_that_of_all_exchanges(measure, groups):
    scores = np.array([7.0, 1, 4, 4, 1, 6, 8, 6]), np.array([1.0, 7, 1, 5, 1, 3, 4, 4])
    paths = [prplot.from_labels(EIGHT, score) for score in scores]
    given = abs(np.subtract(*(number(measure, path) for path in paths)))
    away = []
    for exchanged in itertools.product([False, True], repeat=8 if groups is None else 5):
        swapped = np.array(exchanged)[np.arange(8) if groups is None else groups]
        away.append(abs(np.subtract(*(number(measure, path) for path in rank_paths(EIGHT, scores, swapped)))))
    p = np.mean(np.array(away) >= given - 1e-12)
    n = 4000
    got = prplot.compare(paths, measure, method="permutation", n=n, rng=1, groups=groups)
    assert abs(got.rows[0].p - (1 + n * p) / (1 + n)) < 5 * math.sqrt(p * (1 - p) / n)
    assert 0.2 < p < 0.5


def test_rows_alike_are_exchanged_each_by_itself():
    """Three rows of one kind: how many are exchanged is binomial."""
    label = [1, 1, 1, 0, 0, 0, 1, 0]
    score, other = [2, 2, 2, 1, 1, 1, 0, 3], [1, 1, 1, 2, 2, 2, 3, 0]
    paths = [prplot.from_labels(label, s) for s in (score, other)]
    swaps = swaps_of(*paths, measure_of("roc", paths[0]))
    assert sorted(swaps.size) == [1, 1, 3, 3]
    drawn = np.array(list(swaps.draws(4000, np.random.default_rng(1))))
    for column, size in zip(drawn.T, swaps.size, strict=True):
        shares = np.bincount(column.astype(int), minlength=int(size) + 1) / 4000
        assert shares == pytest.approx(stats.binom.pmf(np.arange(size + 1), size, 0.5), abs=0.04)


def test_a_permutation_says_its_hypothesis_and_has_the_intervals_of_the_bootstrap():
    got = prplot.compare(PATHS, "pr", method="permutation", n=300, rng=4, level=0.9)
    drawn = prplot.compare(PATHS, "pr", n=300, rng=4, level=0.9)
    assert "exchangeable on every row" in got.notes[0]
    assert "exchangeable on every row" in got.methods()
    assert [(row.low, row.high) for row in got] == [(row.low, row.high) for row in drawn]
    assert [row.p for row in got] != [row.p for row in drawn]


def test_functions_of_a_path_know_their_rows():
    def normalised(path):
        return path.pr().normalized_area(by="data")

    paths = dict(list(PATHS.items())[:2])
    for method in ("bootstrap", "permutation"):
        one, other = (
            prplot.compare(paths, measure, method=method, n=40, rng=4, level=0.8)
            for measure in (normalised, "normalized, by=data")
        )
        assert numbers(one) == pytest.approx(numbers(other))


@pytest.mark.slow
def test_a_permutation_test_holds_its_level():
    """Classifiers that are exchangeable: p is uniform."""
    rng, found = np.random.default_rng(8), []
    for _ in range(200):
        label = rng.random(60) < 0.3
        both = label + rng.normal(size=60)
        paths = [prplot.from_labels(label, both + rng.normal(size=60)) for _ in range(2)]
        swaps = swaps_of(*paths, measure_of("pr", paths[0]))
        how = measure_of("pr", paths[0])
        areas = paths[0].pr().area(), paths[1].pr().area()
        found.append(permutation((how, how), areas, swaps, 99, rng)[0])
    assert stats.kstest(found, "uniform").pvalue > 1e-3


# DeLong


def by_definition(score, fg, bg):
    """The area and how much each row adds to it: psi over all pairs, in weights."""
    psi = (score[:, None] > score[None, :]) + 0.5 * (score[:, None] == score[None, :])
    alpha, beta = fg / fg.sum(), bg / bg.sum()
    area = alpha @ psi @ beta
    return area, alpha * (psi @ beta - area), beta * (alpha @ psi - area)


def covariance(scores, fg, bg):
    """DeLong's covariance of areas, with m / (m - 1) for either class; for rows of both, n / (n - 1) for all."""
    parts = [by_definition(score, fg, bg) for score in scores]
    hard = ((fg == 0) | (bg == 0)).all()
    m, n, k = np.count_nonzero(fg), np.count_nonzero(bg), len(fg)
    found = np.empty((len(scores), len(scores)))
    for (i, (_, fi, bi)), (j, (_, fj, bj)) in itertools.product(enumerate(parts), repeat=2):
        if hard:
            found[i, j] = m / (m - 1) * fi @ fj + n / (n - 1) * bi @ bj
        else:
            found[i, j] = k / (k - 1) * (fi + bi) @ (fj + bj)
    return np.array([part[0] for part in parts]), found


SOFT = RNG.random(120)


@pytest.mark.parametrize(
    ("fg", "bg"),
    [(LABEL * 1.0, ~LABEL * 1.0), (LABEL * WEIGHT, ~LABEL * WEIGHT), (SOFT, 1 - SOFT), (SOFT * WEIGHT, WEIGHT)],
    ids=["hard", "weighted", "soft", "two weights"],
)
def test_delong_is_that_of_the_definition(fg, bg):
    paths = {name: prplot.from_weights(score, fg=fg, bg=bg) for name, score in SCORES.items()}
    areas, cov = covariance(list(SCORES.values()), fg, bg)
    z = stats.norm.ppf(0.975)
    for paired in (True, False):
        got = prplot.compare(paths, "roc", method="delong", paired=paired)
        assert list(got.estimates.values()) == pytest.approx(areas)
        for (i, j), row in zip(itertools.combinations(range(3), 2), got.rows, strict=True):
            sd = math.sqrt(cov[i, i] + cov[j, j] - 2 * paired * cov[i, j])
            assert row.high - row.difference == pytest.approx(z * sd, rel=1e-9)
            assert row.difference - row.low == pytest.approx(z * sd, rel=1e-9)
            assert row.p == pytest.approx(2 * stats.norm.sf(abs(areas[i] - areas[j]) / sd), rel=1e-9)


@few
def test_delong_is_that_of_proc():
    """Numbers of pROC 1.18.0 under R 4.2.2, roc.test(..., method="delong"), with ties."""
    label = [1, 0, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0]
    a = [9, 8, 8, 7, 7, 6, 6, 5, 5, 5, 4, 4, 4, 3, 3, 3, 3, 2, 2, 2, 1, 1, 1, 0]
    b = [5, 6, 9, 3, 4, 7, 8, 2, 2, 9, 1, 5, 6, 3, 0, 4, 1, 4, 7, 2, 0, 1, 3, 3]
    paths = {"a": prplot.from_labels(label, a), "b": prplot.from_labels(label, b)}
    (row,) = prplot.compare(paths, "roc", method="delong").rows
    assert row.difference == pytest.approx(0.651851851851852 - 0.774074074074074)
    assert (row.low, row.high) == pytest.approx((-0.368226735006320, 0.123782290561876), rel=1e-12)
    assert row.p == pytest.approx(0.330172085777329, rel=1e-12)
    # Of independent samples pROC takes the same standard error, with a t distribution for p.
    (apart,) = prplot.compare(paths, "roc", method="delong", paired=False).rows
    z = apart.difference / ((apart.high - apart.low) / 2 / stats.norm.ppf(0.975))
    assert z == pytest.approx(-0.750893991862561, rel=1e-12)


def test_delong_by_groups_is_obuchowskis():
    """Its three terms, of the differences of what two classifiers are pulled by."""
    groups = np.arange(120) // 3
    fg, bg = LABEL * 1.0, ~LABEL * 1.0
    pulls = []
    for score in (SCORES["forest"], SCORES["bayes"]):
        _, front, back = by_definition(score, fg, bg)
        pulls.append([np.bincount(groups, front), np.bincount(groups, back)])
    x, y = np.subtract(*pulls)
    fronts, backs = (len(set(groups[weight > 0])) for weight in (fg, bg))
    variance = fronts / (fronts - 1) * x @ x + backs / (backs - 1) * y @ y + 2 * 40 / 39 * x @ y
    paths = [PATHS["forest"], PATHS["bayes"]]
    (row,) = prplot.compare(paths, "roc", method="delong", groups=groups).rows
    sd = math.sqrt(variance)
    assert row.high - row.low == pytest.approx(2 * stats.norm.ppf(0.975) * sd)


def test_delong_together():
    """The largest of standardised normal differences, against scipy's multivariate normal."""
    got = prplot.compare(PATHS, "roc", method="delong", simultaneous=True, n=40_000, rng=1)
    _, cov = covariance(list(SCORES.values()), LABEL * 1.0, ~LABEL * 1.0)
    contrast = np.array([[1, -1, 0], [1, 0, -1], [0, 1, -1]])
    of_differences = contrast @ cov @ contrast.T
    sd = np.sqrt(np.diag(of_differences))
    q = [(row.high - row.difference) / each for row, each in zip(got, sd, strict=True)]
    assert q == pytest.approx([q[0]] * 3)
    draws = np.random.default_rng(3).multivariate_normal(np.zeros(3), cov, 40_000) @ contrast.T
    assert np.mean(np.max(np.abs(draws) / sd, axis=1) <= q[0]) == pytest.approx(0.95, abs=0.006)
    assert not any(math.isfinite(share) for share in got.first.values())
    assert all(len(values) == 0 for values in got.replicates.values())


# Several pairs


def test_holm_by_hand():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.5, 0.9, 0.001]) == pytest.approx([1.0, 1.0, 0.003])
    found = holm([0.02, math.nan, 0.03])
    assert (found[0], found[2]) == pytest.approx((0.04, 0.04))
    assert math.isnan(found[1])


def test_rows_hold_adjusted_p():
    got = prplot.compare(PATHS, "roc", method="delong")
    assert [row.p_adjusted for row in got] == holm([row.p for row in got])


@pytest.mark.parametrize(("method", "enough"), [("bootstrap", 119), ("permutation", 59)])
def test_too_few_replicates_for_so_many_pairs(method, enough):
    with pytest.warns(prplot.PrplotWarning, match=rf"for 3 comparisons: .* 0\.05 or less\. n={enough} would do"):
        got = prplot.compare(PATHS, "roc", method=method, n=enough - 1, rng=1)
    assert any("would do" in note for note in got.notes)
    got = prplot.compare(PATHS, "roc", method=method, n=enough, rng=1)
    assert not any("would do" in note for note in got.notes)


def test_two_thousand_replicates_are_too_few_for_eleven():
    """The least adjusted p of 55 two-sided ones is 55 * 2 / 2001 = .05497."""
    path = PATHS["forest"]
    paths = {f"{k}": path for k in range(11)}
    with pytest.warns(prplot.PrplotWarning, match="2000 replicates are too few for 55 comparisons.*n=2199 would do"):
        prplot.compare(paths, lambda path: path.prevalence, n=2000, rng=1)


# Alike, in another order, again


@pytest.mark.parametrize("method", ["bootstrap", "permutation", "delong"])
@pytest.mark.parametrize("weight", [None, WEIGHT], ids=["unit", "weighted"])
def test_classifiers_alike_do_not_differ(method, weight):
    one, other = (prplot.from_labels(LABEL, s, sample_weight=weight) for s in (SCORES["bayes"], 7 * SCORES["bayes"]))
    with pytest.warns(prplot.PrplotWarning, match="the same in every sample drawn"):
        (row,) = prplot.compare({"one": one, "other": other}, "roc", method=method, n=200, rng=1).rows
    assert (row.difference, row.p, row.p_adjusted) == (0.0, 1.0, 1.0)
    # An interval [0, 0] would claim to know the population.
    assert math.isnan(row.low)
    assert math.isnan(row.high)


@pytest.mark.parametrize("method", ["bootstrap", "permutation", "delong"])
def test_the_other_way_round(method):
    two = {name: PATHS[name] for name in ("forest", "bayes")}
    (one,) = prplot.compare(two, "roc", method=method, n=1500, rng=1).rows
    (other,) = prplot.compare(dict(reversed(two.items())), "roc", method=method, n=1500, rng=2).rows
    rough = 1e-12 if method == "delong" else 0.02
    assert (other.a, other.b) == (one.b, one.a)
    assert other.difference == -one.difference
    assert (-other.high, -other.low, other.p) == pytest.approx((one.low, one.high, one.p), abs=rough)


@pytest.mark.parametrize("options", [{}, {"method": "permutation"}, {"paired": False}], ids=str)
def test_the_same_seed_is_the_same_comparison(options):
    one, again = (prplot.compare(PATHS, "pr", n=150, rng=7, level=0.9, **options) for _ in range(2))
    given = prplot.compare(PATHS, "pr", n=150, rng=np.random.default_rng(7), level=0.9, **options)
    other = prplot.compare(PATHS, "pr", n=150, rng=8, level=0.9, **options)
    assert one.rows == again.rows == given.rows
    assert one.rows != other.rows


def test_names():
    forest, bayes = PATHS["forest"], PATHS["bayes"]
    twice = prplot.from_labels(LABEL, SCORES["tree"], name="forest")
    assert list(prplot.compare([forest, twice], "roc", method="delong").first) == ["number 1", "number 2"]
    assert list(prplot.compare({2: bayes, 1: forest}, "roc", method="delong").estimates) == ["2", "1"]


# Independent samples


@few
def test_independent_samples_are_drawn_by_themselves():
    half = {
        "first": prplot.from_labels(LABEL[:70], SCORES["forest"][:70]),
        "second": prplot.from_labels(LABEL[70:], SCORES["bayes"][70:]),
    }
    got = prplot.compare(half, "roc", paired=False, n=1500, rng=1)
    exact = prplot.compare(half, "roc", paired=False, method="delong")
    assert np.corrcoef(*got.replicates.values())[0, 1] == pytest.approx(0, abs=0.1)
    assert got.rows[0].high - got.rows[0].low == pytest.approx(exact.rows[0].high - exact.rows[0].low, rel=0.15)
    groups = {"first": np.arange(70) // 2, "second": np.arange(50) // 2}
    grouped = prplot.compare(half, "roc", paired=False, n=200, rng=1, groups=groups)
    assert grouped.design == "whole groups (35) drawn, seed 1"
    assert "independent samples" in str(got)
    assert "independent samples" in got.methods()


def test_counts_are_samples_too():
    paths = {
        "one": prplot.from_counts([3, 2, 1], tp=[20, 35, 40], fp=[5, 20, 60]),
        "two": prplot.from_counts([3, 2, 1], tp=[15, 30, 40], fp=[5, 20, 60]),
    }
    assert prplot.compare(paths, "roc", paired=False, n=100, rng=1).rows[0].difference > 0
    assert prplot.compare(paths, "roc", paired=False, method="delong").rows[0].difference > 0
    with pytest.raises(prplot.PrplotValueError, match=r"made from counts.*This is 'one'"):
        prplot.compare(paths, "roc")


@pytest.mark.parametrize("space", ["pr", "prg", "gains", "lift"])
def test_prevalences_that_differ_are_told_of(space):
    other = prplot.from_labels([1, 0] * 30, np.arange(60))
    with pytest.warns(prplot.PrplotWarning, match="in their prevalence, 0.325, 0.5"):
        prplot.compare([PATHS["forest"], other], space, paired=False, n=50, rng=1)
    prplot.compare([PATHS["forest"], other], "roc", paired=False, n=50, rng=1)


# The same rows


def test_where_rows_part():
    label = LABEL.copy()
    label[17] = not label[17]
    other = prplot.from_labels(label, SCORES["bayes"], name="bayes")
    was, is_now = ("positive", "negative") if LABEL[17] else ("negative", "positive")
    text = f"row 17 with label {was} for 'forest' and label {is_now} for 'bayes'"
    with pytest.raises(prplot.PrplotValueError, match=text):
        prplot.compare([PATHS["forest"], other])
    weight = WEIGHT.copy()
    paths = [prplot.from_labels(LABEL, SCORES["forest"], sample_weight=weight)]
    weight[100] = 9
    paths.append(prplot.from_labels(LABEL, SCORES["bayes"], sample_weight=weight))
    with pytest.raises(prplot.PrplotValueError, match=r"row 100 with fg=.* for 'number 1' and .*9.* for 'number 2'"):
        prplot.compare(paths)
    with pytest.raises(prplot.PrplotValueError, match="120 of 'forest' and 119 of 'short'"):
        prplot.compare([PATHS["forest"], prplot.from_labels(LABEL[1:], SCORES["bayes"][1:], name="short")])


def test_rows_are_checked_before_the_prevalence_changes():
    first = PATHS["forest"].at_prevalence(0.1)
    got = prplot.compare([first, PATHS["bayes"].at_prevalence(0.1)], n=50, rng=1, level=0.5)
    assert got.estimates["forest"] == first.pr().area()
    with pytest.raises(prplot.PrplotValueError, match=r"agree on the prevalence; got 0\.1 for 'forest'"):
        prplot.compare([first, PATHS["bayes"]])


def with_gaps(score, *rows):
    score = score.copy()
    score[list(rows)] = np.nan
    return score


def test_rows_that_were_left_out():
    def path(name, *rows, missing="drop"):
        return prplot.from_labels(LABEL, with_gaps(SCORES[name], *rows), name=name, missing=missing)

    text = "row 5 left out of 'forest' by missing='drop', but not of 'bayes'"
    with pytest.raises(prplot.PrplotValueError, match=text):
        prplot.compare([path("forest", 5, 9), path("bayes", 9)])
    # As many, and the labels alike: only the mask can tell.
    fifth = next(row for row in range(6, 120) if LABEL[row] == LABEL[5] and (LABEL[6:row] == LABEL[5]).all())
    assert np.array_equal(np.delete(LABEL, 5), np.delete(LABEL, fifth))
    with pytest.raises(prplot.PrplotValueError, match=r"row 5 left out of 'forest'.*, but not of 'bayes'"):
        prplot.compare([path("forest", 5), path("bayes", fifth)])
    with pytest.raises(prplot.PrplotValueError, match=r"row 5 left out of 'forest'"):
        prplot.compare([path("forest", 5), PATHS["bayes"]])
    kept = [prplot.from_labels(np.delete(LABEL, 5), np.delete(SCORES[name], 5), name=name) for name in SCORES]
    dropped = [path(name, 5) for name in SCORES]
    options = {"n": 60, "rng": 1, "level": 0.5}
    assert prplot.compare(dropped, **options).rows == prplot.compare(kept, **options).rows
    # A row after the one that was left out keeps its number.
    label = LABEL.copy()
    label[40] = not label[40]
    other = prplot.from_labels(label, with_gaps(SCORES["bayes"], 5), missing="drop")
    with pytest.raises(prplot.PrplotValueError, match="row 40 with label"):
        prplot.compare([path("forest", 5), other])
    unreached = [path("forest", 5, missing="unreached"), path("bayes", 9, 30, missing="unreached")]
    assert len(prplot.compare(unreached, **options).rows) == 1


def test_the_mask_of_rows_left_out():
    score = with_gaps(SCORES["forest"], 3, 8)
    for path in (
        prplot.from_labels(LABEL, score, missing="drop"),
        prplot.from_labels(LABEL, score, sample_weight=WEIGHT, missing="drop"),
        prplot.from_weights(score, fg=SOFT, missing="drop"),
        pickle.loads(pickle.dumps(prplot.from_labels(LABEL, score, missing="drop"))),
    ):
        assert np.flatnonzero(path.sample.absent).tolist() == [3, 8]
        assert not path.sample.absent.flags.writeable
        assert len(path.sample) == len(path.known.in_order("fg")) == 118
        assert path.known.beyond is None
    assert prplot.from_labels(LABEL, SCORES["forest"], missing="drop").sample.absent is None


def test_pooled_samples_whose_rows_are_not_known_to_be_the_same():
    dropped = prplot.from_labels(LABEL, with_gaps(SCORES["forest"], 3), missing="drop")
    pools = [prplot.pool([dropped, dropped], calibrated=True), prplot.pool([PATHS["bayes"]] * 2, calibrated=True)]
    with pytest.raises(prplot.PrplotValueError, match="know which of their rows have no score"):
        prplot.compare(pools)


# Bad input


BAD = [
    ({"paths": PATHS["forest"]}, "at least two paths.*got one. For one use path.interval"),
    ({"paths": [PATHS["forest"]]}, "at least two paths.*got one"),
    ({"paths": []}, "at least two paths.*got none"),
    ({"paths": [PATHS["forest"], 3]}, "at least two paths.*got int 3"),
    (
        {"paths": [PATHS["forest"].roc(), PATHS["bayes"].roc()]},
        r"the space as measure: prplot\.compare\(paths, 'roc'\)",
    ),
    ({"paths": {"a": PATHS["forest"], "b": PATHS["bayes"].prg()}}, r"prplot\.compare\(paths, 'prg'\)"),
    ({"measure": "prc2"}, "measure must be the name of a space"),
    ({"measure": PATHS["forest"].roc()}, "Its space is measure='roc'"),
    ({"measure": 3}, "measure must be the name"),
    ({"method": "bca"}, "method must be one of 'bootstrap', 'permutation', 'delong'"),
    ({"level": 1}, "level must lie strictly between 0 and 1; got 1"),
    ({"level": 0}, "level must lie strictly between 0 and 1"),
    ({"n": 0}, "n must be at least 1; got 0"),
    ({"n": 2.5}, "n must be a whole number"),
    ({"rng": "x"}, "rng must be a seed"),
    ({"paired": "no"}, "paired must be True or False"),
    ({"simultaneous": 1}, "simultaneous must be True or False"),
    ({"stratify": "y"}, "stratify must be True, False or None"),
    ({"groups": [1, 2]}, "groups must have one value per row"),
    ({"groups": np.zeros(120)}, "groups must name at least two groups"),
    ({"groups": np.arange(120), "stratify": True}, "stratify must not be True for groups"),
    ({"groups": np.arange(120), "paired": False}, "groups must be a sequence of the groups of each path"),
    ({"method": "delong"}, "'delong' is of whole areas under ROC curves; got the area under the Precision-Recall"),
    ({"method": "delong", "measure": "roc", "stratify": True}, "stratify must be left out for method 'delong'"),
    ({"method": "delong", "measure": "roc", "weights": "frequency"}, "weights must be left out"),
    ({"method": "permutation", "paired": False}, "independent samples have no rows in common"),
    (
        {"method": "permutation", "measure": prplot.rule("f1", at={"threshold": 0.5})},
        "depends on a threshold, which is a score",
    ),
    ({"method": "permutation", "measure": lambda path: path.at(0.5).recall}, "depends on more than ranks"),
    (
        {"method": "permutation", "paths": [path.ties("optimistic") for path in PATHS.values()]},
        "with which ties are mixed evenly; got a path with ties 'optimistic'",
    ),
    ({"paths": [prplot.from_labels([1, 0, 0], s) for s in ([1, 2, 3], [3, 2, 1])]}, "at least two positives"),
    ({"paths": [prplot.from_weights(s, fg=SOFT) for s in SCORES.values()], "stratify": True}, "soft labels"),
    ({"paths": [prplot.simulate.binormal().path(0.1)] * 2}, "This is 'number 1'"),
    ({"paths": [path.best() for path in PATHS.values()]}, "the best ranking is made of the labels"),
]


@pytest.mark.parametrize(("options", "text"), BAD, ids=[text[:40] for _, text in BAD])
def test_what_cannot_be_compared(options, text):
    given = {"paths": PATHS, "n": 20, "rng": 1, **options}
    with pytest.raises(prplot.PrplotError, match=text):
        prplot.compare(given.pop("paths"), **given)


@pytest.mark.parametrize("method", ["bootstrap", "delong"])
def test_few_positives_are_told_of(method):
    label = np.arange(120) < 19
    paths = [prplot.from_labels(label, score) for score in SCORES.values()]
    with pytest.warns(prplot.PrplotWarning, match="With 19 positives, intervals cover less often"):
        got = prplot.compare(paths, "roc", method=method, n=200, rng=1)
    assert "With 19 positives" in got.notes[0]
    weight = np.where(np.arange(120) < 24, WEIGHT, 1)
    label = np.arange(120) < 24
    paths = [prplot.from_labels(label, score, sample_weight=np.where(label, weight**3, 1)) for score in SCORES.values()]
    kish = (WEIGHT[:24] ** 3).sum() ** 2 / (WEIGHT[:24] ** 6).sum()
    assert kish < FEW < 24
    with pytest.warns(prplot.PrplotWarning, match=f"With {kish:.3g} positives"):
        prplot.compare(paths, "roc", method=method, n=200, rng=1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        enough = [prplot.from_labels(np.arange(120) < FEW, score) for score in SCORES.values()]
        prplot.compare(enough, "roc", method=method, n=200, rng=1)


def test_undefined_numbers_are_told_of():
    constant = prplot.from_labels(LABEL, 0 * SCORES["forest"], name="constant")
    rule = prplot.rule("recall", at={"precision": 0.9})
    with pytest.warns(prplot.PrplotWarning):
        got = prplot.compare([PATHS["forest"], constant], lambda path: path.at(0.5).precision, n=50, rng=1)
    assert got.undefined == 50
    assert math.isnan(got.rows[0].p)
    assert "-" in str(got)
    with pytest.raises(prplot.PrplotError):
        prplot.compare([PATHS["forest"], constant], rule, n=50, rng=1)


@pytest.mark.parametrize("method", ["bootstrap", "permutation"])
def test_what_is_undefined_of_the_data_has_no_p(method):
    def not_of_39(path):
        return math.nan if path.positives == LABEL.sum() else path.roc().area()

    with pytest.warns(prplot.PrplotWarning, match="not_of_39 of some classifier undefined"):
        got = prplot.compare(PATHS, not_of_39, method=method, n=60, rng=1, level=0.9)
    assert all(math.isnan(value) for value in numbers(got))


# What it shows


def test_tables_and_columns():
    got = prplot.compare(PATHS, "roc", n=200, rng=1, level=0.9)
    text = str(got).splitlines()
    assert text[0] == "Comparison of the area under the ROC curve (paired, bootstrap, 200 replicates)"
    assert text[2].split() == ["classifier", "estimate", "90", "%", "interval", "ranks", "first"]
    row = got.rows[0]
    line = next(line for line in text if line.split()[:2] == ["forest", "bayes"])
    assert line.split()[2] == f"{row.difference:+.3f}"
    assert f"[{row.low:+.3f}, {row.high:+.3f}]" in line
    assert max(map(len, text)) <= 88
    frame = pd.DataFrame(got.columns())
    assert frame.columns.tolist() == ["a", "b", "difference", "low", "high", "p", "p_adjusted"]
    assert frame.values.tolist() == [list(row) for row in got.rows]
    assert {type(value) for row in got.rows for value in row} == {str, float}
    said = got.methods()
    assert said.startswith("Differences of the area under the ROC curve between 3 classifiers on the same rows: 90 % ")
    assert "200 paired bootstrap replicates, rows drawn as a cohort" in said
    assert "adjusted over 3 pairs by the method of Holm (1979)" in said
    assert len(got) == 3


def cells_of(made, table):
    """The cells of a table of a comparison, and on which side they stand."""
    rows = re.findall("<tr>(.*?)</tr>", made._repr_html_().split("<table")[table], flags=re.S)
    return [re.findall("<t[hd] style='text-align:(left|right).*?>(.*?)</t[hd]>", row) for row in rows]


@pytest.mark.parametrize(("measure", "better"), [("roc", 0), ("cost", 0), ("fpr", 1)])
def test_html_says_who_is_better(measure, better):
    # The first one is better wherever both differ, "fpr" at a set recall taken.
    label = np.repeat([True, False], 60)
    good, bad = label + 0.2 * np.tile([0.0, 1.0], 60), np.tile([0.0, 1.0, 2.0], 40)
    paths = {"a-1": prplot.from_labels(label, good), "b": prplot.from_labels(label, bad)}
    if better:
        paths = dict(reversed(paths.items()))
        measure = prplot.rule(measure, at={"recall": 0.5})
    made = prplot.compare(paths, measure, n=200, rng=1)
    (_, first), (_, second), (side, difference), (_, ends), *ps = cells_of(made, 2)[1]
    assert ("<b>" in first, "<b>" in second) == (better == 0, better == 1)
    assert "a-1" in (first, second)[better]
    row = made.rows[0]
    assert (side, difference) == ("right", f"<b>{row.difference:+.3f}</b>".replace("-", "\N{MINUS SIGN}"))
    assert "-" not in ends
    assert [side for side, _ in cells_of(made, 2)[1]] == ["left", "left", "right", "right", "right", "right"]
    assert [side for side, _ in cells_of(made, 1)[1]] == ["left", "right", "right", "right"]
    assert [text for _, text in ps] == [f"{row.p:.3f}"] * 2
    assert "Bold: the better one of two, where p (Holm) is at most 0.05." in made._repr_html_()


def test_html_of_what_is_not_sure_and_of_small_p():
    made = prplot.compare(PATHS, "roc", method="delong", level=1 - 1e-9)
    assert "<b>" not in made._repr_html_()
    assert "Bold" not in made._repr_html_()
    label = np.repeat([1, 0], 100)
    far = prplot.from_labels(label, np.r_[99:199, 0:100]), prplot.from_labels(label, np.tile([1.0, 2.0, 3.0, 4.0], 50))
    made = prplot.compare(far, "roc", method="delong")
    written = f"{made.rows[0].p:.1e}"
    assert f"<span title='{written}'>&lt;0.001</span>" in made._repr_html_()


@pytest.mark.parametrize(("name", "words"), [("save", "plot().save(file)"), ("table", ".columns()"), ("huh", "")])
def test_what_is_looked_for_is_said_where(name, words):
    made = prplot.compare(PATHS, "roc", method="delong")
    assert not hasattr(made, name)
    with pytest.raises(AttributeError, match=f"'Comparison' object has no attribute '{name}'") as caught:
        getattr(made, name)
    assert words in str(caught.value)


def test_html_is_escaped():
    paths = {"<b>": PATHS["forest"], "a & b": PATHS["bayes"]}
    found = prplot.compare(paths, "roc", method="delong")._repr_html_()
    assert "<b>" not in found
    assert "&lt;b&gt;" in found
    assert "a &amp; b" in found


@pytest.mark.parametrize("method", ["bootstrap", "permutation", "delong"])
def test_what_it_holds_is_read_only(method):
    got = prplot.compare(PATHS, "roc", method=method, n=100, rng=1, level=0.8)
    again = pickle.loads(pickle.dumps(got))
    assert again.rows == got.rows
    assert str(again) == str(got)
    for each in (got, again):
        assert not any(values.flags.writeable for values in each.replicates.values())


def test_a_picture():
    got = prplot.compare(PATHS, "roc", n=200, rng=1, level=0.8)
    drawn = got.plot()
    try:
        *lines, zero = drawn.lines
        for place, (line, row) in enumerate(zip(lines, got.rows, strict=True)):
            assert line.get_xdata().tolist() == [row.low, row.difference, row.high]
            assert set(line.get_ydata()) == {place}
            assert drawn.texts[place].get_text().startswith(f"{row.difference:+.3f}".replace("-", "\N{MINUS SIGN}"))
        assert set(zero.get_xdata()) == {0}
        names = [label.get_text() for label in drawn.ax.get_yticklabels()]
        assert names[0] == "forest \N{MINUS SIGN} bayes"
        low, high = drawn.ax.get_ylim()
        assert low > high
    finally:
        plt.close(drawn.figure)
    figure, ax = plt.subplots()
    try:
        assert got.plot(ax, color="red").ax is ax
        assert ax.lines[0].get_color() == "red"
        with pytest.raises(prplot.PrplotTypeError, match="colour"):
            got.plot(ax, colour="red")
        with pytest.raises(prplot.PrplotTypeError, match="ax must be"):
            got.plot(3)
    finally:
        plt.close(figure)


def test_a_picture_of_classifiers_alike():
    path = PATHS["bayes"]
    with pytest.warns(prplot.PrplotWarning, match="the same in every sample"):
        got = prplot.compare({"a $x$": path, "b": path}, "roc", n=100, rng=1)
    drawn = got.plot()
    try:
        assert drawn.lines[0].get_xdata().tolist() == [0.0]
        assert drawn.texts[0].get_text() == "+0.000"
    finally:
        plt.close(drawn.figure)
