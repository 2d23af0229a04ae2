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
from prplot import PrplotError, PrplotValueError, PrplotWarning

pytestmark = pytest.mark.filterwarnings("ignore:.*(positives, intervals cover|are too few for|undefine)")

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
SOFT = RNG.random(120)
PATHS = {name: prplot.from_labels(LABEL, score, name=name) for name, score in SCORES.items()}
TWO_PATHS = {name: PATHS[name] for name in ("forest", "bayes")}


def numbers(comparison):
    return [value for row in comparison for value in row[2:]]


def area(space, path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return path.curve(space).area()


# Bootstrap


@pytest.mark.parametrize(
    ("space", "groups", "units"),
    [("roc", None, [[0], [1], [2], [3], [4]]), ("pr", ["a", "b", "a", "c", "c"], [[0, 2], [1], [3, 4]])],
)
def test_bootstrap_is_that_of_all_resamples(space, groups, units):
    wanted, n = Counter(), 3000
    for drawn in itertools.product(units, repeat=len(units)):
        rows = np.concatenate(drawn)
        pair = (area(space, prplot.from_labels(LABELS[rows] > 0, score[rows])) for score in (ONE, TWO))
        wanted[tuple(round(value, 9) for value in pair)] += 1
    got = prplot.compare([prplot.from_labels(LABELS, score) for score in (ONE, TWO)], space, n=n, rng=1, groups=groups)
    pairs = Counter(zip(*(np.round(values, 9).tolist() for values in got.replicates.values()), strict=True))
    total = sum(wanted.values())
    known = {pair: times for pair, times in wanted.items() if not any(map(math.isnan, pair))}
    undefined = 1 - sum(known.values()) / total
    assert abs(got.undefined / n - undefined) < 5 * math.sqrt(undefined * (1 - undefined) / n) + 1e-12
    for pair, times in known.items():
        share = times / total
        assert abs(pairs[pair] / n - share) < 5 * math.sqrt(share * (1 - share) / n), pair
    away = np.array([a - b for a, b in known])
    share = np.array(list(known.values())) / sum(known.values())
    # Twice the lesser share at 0 or beyond it.
    p = min(1.0, 2 * min(share[away <= 1e-8].sum(), share[away >= -1e-8].sum()))
    assert abs(got.rows[0].p - p) < 10 * math.sqrt(p / 2 / n) + 2 / n
    for end, tail in ((got.rows[0].low, 0.025), (got.rows[0].high, 0.975)):
        error = 5 * math.sqrt(0.025 * 0.975 / n)
        assert share[away < end - 1e-8].sum() - error <= tail <= share[away <= end + 1e-8].sum() + error


def test_differences_have_percentiles_and_p_of_their_replicates():
    got = prplot.compare(PATHS, "roc", n=400, rng=2, level=0.9)
    assert got.estimates == {name: path.roc().area() for name, path in PATHS.items()}
    assert [(row.a, row.b) for row in got.rows] == [("forest", "bayes"), ("forest", "tree"), ("bayes", "tree")]
    for row in got.rows:
        assert row.difference == got.estimates[row.a] - got.estimates[row.b]
        away = got.replicates[row.a] - got.replicates[row.b]
        assert (row.low, row.high) == pytest.approx(tuple(np.quantile(away, [0.05, 0.95])), abs=1e-15)
        fewer = min(np.sum(away <= 0), np.sum(away >= 0))
        assert row.p == pytest.approx(min(1, 2 * (1 + fewer) / 401), abs=1e-15)
    same = {"a": PATHS["forest"], "b": prplot.from_labels(LABEL, -SCORES["forest"])}
    assert prplot.compare(same, "roc", n=500, rng=1).rows[0].p == pytest.approx(2 / 501)


def test_simultaneous_intervals_hold_together():
    plain, wide = (prplot.compare(PATHS, "pr", n=600, rng=2, level=0.9, simultaneous=both) for both in (False, True))
    away = np.array([wide.replicates[row.a] - wide.replicates[row.b] for row in wide])
    given = np.array([row.difference for row in wide])
    sd = away.std(axis=1, ddof=1)
    q = np.quantile(np.max(np.abs(away.T - given) / sd, axis=1), 0.9)
    assert [row.low for row in wide] == pytest.approx(given - q * sd)
    assert [row.high for row in wide] == pytest.approx(given + q * sd)
    assert [row.p for row in wide] == [row.p for row in plain]
    assert "simultaneous" in str(wide)
    assert "simultaneous" in wide.methods()


def test_how_rows_are_drawn():
    alike = {name: PATHS[name] for name in ("forest", "tree")}
    # The covariance of classifiers that are sure of the same rows is kept.
    (paired,) = prplot.compare(alike, "roc", n=1000, rng=1)
    (apart,) = prplot.compare(alike, "roc", n=1000, rng=1, paired=False)
    (exact,) = prplot.compare(alike, "roc", method="delong")
    assert paired.high - paired.low == pytest.approx(exact.high - exact.low, rel=0.15)
    assert apart.high - apart.low > 1.5 * (paired.high - paired.low)
    # Positives and negatives apart: π stays, so that areas under PR curves vary less.
    apart, cohort = (prplot.compare(PATHS, "pr", n=200, rng=1, stratify=each, level=0.5) for each in (True, None))
    assert apart.design == "positives and negatives resampled separately, seed 1"
    assert apart.replicates["forest"].std() < cohort.replicates["forest"].std()
    half = [prplot.from_labels(LABEL[:70], SCORES["forest"][:70]), prplot.from_labels(LABEL[70:], SCORES["bayes"][70:])]
    groups = [np.arange(70) // 2, np.arange(50) // 2]
    got = prplot.compare(half, "roc", paired=False, n=1000, rng=1, groups=groups)
    assert got.design == "whole groups (35) resampled, seed 1"
    assert np.corrcoef(*got.replicates.values())[0, 1] == pytest.approx(0, abs=0.12)
    assert "independent samples" in str(got)
    assert "independent samples" in got.methods()


def test_who_ranks_first():
    path = prplot.from_labels(LABELS, ONE)
    got = prplot.compare({"a": path, "b": path, "c": prplot.from_labels(LABELS, -ONE)}, "roc", n=300, rng=1)
    values = np.array(list(got.replicates.values()))
    values = values[:, np.isfinite(values).all(axis=0)]
    best = values == values.max(axis=0)
    assert list(got.first.values()) == pytest.approx(np.mean(best / best.sum(axis=0), axis=1))
    # Of costs the least is the best.
    cost = prplot.compare({"a": path, "c": prplot.from_labels(LABELS, 0 * ONE)}, "cost", n=300, rng=1)
    assert cost.first["a"] > 0.5 > cost.first["c"]


# Permutation


EIGHT = np.array([1, 0, 1, 1, 0, 0, 1, 0])
A8, B8 = np.array([7.0, 1, 4, 4, 1, 6, 8, 6]), np.array([1.0, 7, 1, 5, 1, 3, 4, 4])
ALIKE = np.array([2.0, 1, 2, 2, 1, 1, 0, 3]), np.array([1.0, 2, 1, 1, 2, 2, 3, 0])
GAPS = np.where(np.arange(8) == 2, np.nan, A8), np.where(np.isin(np.arange(8), [1, 6]), np.nan, B8)
WEIGHTS = np.array([1.0, 2.5, 0.5, 1.25, 3.0, 0.75, 2.0, 1.0])


def exchanged(scores, swapped):
    """The mid-ranks of both after these rows exchanged theirs, by SciPy."""
    ranks = [np.where(np.isnan(score), np.nan, -stats.rankdata(-score, nan_policy="omit")) for score in scores]
    return np.where(swapped, ranks[1], ranks[0]), np.where(swapped, ranks[0], ranks[1])


@pytest.mark.parametrize(
    ("measure", "of", "scores", "weight", "prevalence", "groups"),
    [
        # Three rows of a kind in each class are exchanged each by itself.
        ("roc", lambda path: path.roc().area(), ALIKE, None, None, None),
        ("pr", lambda path: path.pr().area(), GAPS, WEIGHTS, None, None),
        ("prg", lambda path: path.prg().area(), (A8, B8), WEIGHTS, 0.2, None),
        ("step", lambda path: path.pr("step").area(), (A8, B8), None, None, [0, 1, 1, 2, 0, 3, 4, 4]),
        (prplot.measure_at("f1", at="best"), lambda path: path.optimal("f1").f(), GAPS, None, None, None),
    ],
    ids=["roc", "pr", "prg", "step", "f1"],
)
def test_permutation_is_that_of_all_exchanges(measure, of, scores, weight, prevalence, groups):
    def paths(scores):
        made = (prplot.from_labels(EIGHT, s, sample_weight=weight, missing="unreached") for s in scores)
        return [path if prevalence is None else path.at_prevalence(prevalence) for path in made]

    away = []
    # All exchanged are as none: the other half has the same differences.
    for flags in itertools.product([False], *[[False, True]] * (7 if groups is None else 4)):
        swapped = np.array(flags)[np.arange(8) if groups is None else groups]
        away.append(abs(np.subtract(*map(of, paths(exchanged(scores, swapped))))))
    n, p = 1000, np.mean(np.array(away) >= away[0] - 1e-12)
    got = prplot.compare(paths(scores), measure, method="permutation", n=n, rng=1, groups=groups)
    assert 0.05 < p < 0.95
    assert abs(got.rows[0].p - (1 + n * p) / (1 + n)) < 5 * math.sqrt(p * (1 - p) / n)
    # By name and as a function it is the same number of the same rows.
    same, named = (
        prplot.compare(paths(scores), each, method="permutation", n=50, rng=4, groups=groups).rows[0]
        for each in (of, measure)
    )
    assert (same.difference, same.p) == pytest.approx((named.difference, named.p), rel=1e-12)


def test_a_permutation_says_its_hypothesis_and_has_the_intervals_of_the_bootstrap():
    got, drawn = (prplot.compare(PATHS, "pr", method=each, n=200, rng=4, level=0.9) for each in ("permutation", None))
    assert "exchangeable on every row" in got.notes[0]
    assert "exchangeable on every row" in got.methods()
    assert [(row.low, row.high) for row in got] == [(row.low, row.high) for row in drawn]
    assert [row.p for row in got] != [row.p for row in drawn]


# DeLong


def by_definition(score, fg, bg):
    """The area and how much each row adds to it: psi over all pairs, in weights."""
    psi = (score[:, None] > score[None, :]) + 0.5 * (score[:, None] == score[None, :])
    alpha, beta = fg / fg.sum(), bg / bg.sum()
    found = alpha @ psi @ beta
    return found, alpha * (psi @ beta - found), beta * (alpha @ psi - found)


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
    groups, fg, bg = np.arange(120) // 3, LABEL * 1.0, ~LABEL * 1.0
    pulls = [by_definition(SCORES[name], fg, bg)[1:] for name in TWO_PATHS]
    x, y = (np.bincount(groups, one) - np.bincount(groups, other) for one, other in zip(*pulls, strict=True))
    fronts, backs = (len(set(groups[weight > 0])) for weight in (fg, bg))
    variance = fronts / (fronts - 1) * x @ x + backs / (backs - 1) * y @ y + 2 * 40 / 39 * x @ y
    (row,) = prplot.compare(TWO_PATHS, "roc", method="delong", groups=groups).rows
    assert row.high - row.low == pytest.approx(2 * stats.norm.ppf(0.975) * math.sqrt(variance))


def test_delong_together():
    plain, wide = (prplot.compare(PATHS, "roc", method="delong", simultaneous=each, n=4000) for each in (False, True))
    q = [(w.high - w.difference) / (p.high - p.difference) for w, p in zip(wide, plain, strict=True)]
    assert q == pytest.approx([q[0]] * 3)
    # Of three pairs, dependent ones, wider than of one and narrower than by Bonferroni.
    assert 1.05 < q[0] < stats.norm.ppf(1 - 0.025 / 3) / stats.norm.ppf(0.975)
    assert not any(math.isfinite(share) for share in wide.first.values())
    assert all(len(values) == 0 for values in wide.replicates.values())


# Several pairs


def test_p_is_adjusted_by_the_method_of_holm():
    got = prplot.compare(PATHS, "roc", method="delong")
    by_size = sorted(got, key=lambda row: row.p)
    stepped = np.maximum.accumulate([(3 - k) * row.p for k, row in enumerate(by_size)])
    assert [row.p_adjusted for row in by_size] == pytest.approx(np.minimum(stepped, 1))


@pytest.mark.filterwarnings("ignore:With .* replicates the limits are rough")
@pytest.mark.parametrize(("method", "enough"), [("bootstrap", 119), ("permutation", 59)])
def test_too_few_replicates_for_so_many_pairs(method, enough):
    with pytest.warns(PrplotWarning, match=rf"for 3 comparisons: .* 0\.05 or less\. n={enough} would do"):
        got = prplot.compare(PATHS, "roc", method=method, n=enough - 1, rng=1)
    assert any("would do" in note for note in got.notes)
    got = prplot.compare(PATHS, "roc", method=method, n=enough, rng=1)
    assert not any("would do" in note for note in got.notes)


# Alike, in another order, again


@pytest.mark.parametrize("method", ["bootstrap", "permutation", "delong"])
def test_classifiers_alike_and_the_other_way_round(method):
    one, other = (prplot.from_labels(LABEL, s, sample_weight=WEIGHT) for s in (SCORES["bayes"], 7 * SCORES["bayes"]))
    with pytest.warns(PrplotWarning, match="the same in every sample drawn"):
        made = prplot.compare({"a $x$": one, "other": other}, "roc", method=method, n=200, rng=1)
    (row,) = made.rows
    assert (row.difference, row.p, row.p_adjusted) == (0.0, 1.0, 1.0)
    # An interval [0, 0] would claim to know the population.
    assert math.isnan(row.low)
    assert math.isnan(row.high)
    drawn = made.plot()
    assert (drawn.lines[0].get_xdata().tolist(), drawn.texts[0].get_text()) == ([0.0], "+0.000")
    (one,) = prplot.compare(TWO_PATHS, "roc", method=method, n=1000, rng=1).rows
    (other,) = prplot.compare(dict(reversed(TWO_PATHS.items())), "roc", method=method, n=1000, rng=2).rows
    assert (other.a, other.b, other.difference) == (one.b, one.a, -one.difference)
    rough = 1e-12 if method == "delong" else 0.025
    assert (-other.high, -other.low, other.p) == pytest.approx((one.low, one.high, one.p), abs=rough)


def test_a_figure_is_as_high_as_it_has_rows():
    """Of two classifiers one, of three three."""
    one, three = (
        prplot.compare(paths, "roc", method="delong").plot().figure.get_figheight() for paths in (TWO_PATHS, PATHS)
    )
    assert three - one == pytest.approx(2 * 0.3, abs=0.05)


def test_names_and_counts():
    forest, bayes = TWO_PATHS.values()
    twice = prplot.from_labels(LABEL, SCORES["tree"], name="forest")
    assert list(prplot.compare([forest, twice], "roc", method="delong").first) == ["number 1", "number 2"]
    assert list(prplot.compare({2: bayes, 1: forest}, "roc", method="delong").estimates) == ["2", "1"]
    counts = prplot.from_counts([3, 2, 1], tp=[20, 35, 40], fp=[5, 20, 60])
    with pytest.warns(PrplotWarning, match="in their prevalence, 0.4, 0.325"):
        prplot.compare([counts, forest], "pr", paired=False, n=200, rng=1)
    prplot.compare([counts, forest], "roc", paired=False, method="delong")
    with pytest.raises(PrplotValueError, match=r"made from counts.*This is 'one'"):
        prplot.compare({"one": counts, "two": counts}, "roc")


# The same rows


def with_gaps(name, *rows, missing="drop", label=LABEL):
    score = SCORES[name].copy()
    score[list(rows)] = np.nan
    return prplot.from_labels(label, score, name=name, missing=missing)


def changed(row):
    return np.where(np.arange(120) == row, ~LABEL, LABEL)


# As many rows left out, and the labels alike: only which ones they are can tell.
FIFTH = next(row for row in range(6, 120) if LABEL[row] == LABEL[5] and (LABEL[6:row] == LABEL[5]).all())
FOREST = PATHS["forest"]
APART = [
    ([FOREST, prplot.from_labels(changed(17), SCORES["bayes"], name="bayes")],
     f"row 17 with label {'positive' if LABEL[17] else 'negative'} for 'forest' and label .* for 'bayes'"),
    ([prplot.from_labels(LABEL, s, sample_weight=np.where(np.arange(120) == 100, w, WEIGHT))
      for s, w in zip(SCORES.values(), (1, 9), strict=False)],
     r"row 100 with label \w+ for 'number 1' and fg=.*9.* for 'number 2'"),
    ([FOREST, prplot.from_labels(LABEL[1:], SCORES["bayes"][1:], name="short")], "120 of 'forest' and 119 of 'short'"),
    ([FOREST.at_prevalence(0.1), PATHS["bayes"]], r"agree on the prevalence; got 0\.1 for 'forest'"),
    ([with_gaps("forest", 5, 9), with_gaps("bayes", 9)],
     "row 5 left out of 'forest' by missing='drop', but not of 'bayes'"),
    ([with_gaps("forest", 5), with_gaps("bayes", FIFTH)], r"row 5 left out of 'forest'.*, but not of 'bayes'"),
    ([with_gaps("forest", 5), PATHS["bayes"]], r"row 5 left out of 'forest'"),
    # A row after the one that was left out keeps its number.
    ([with_gaps("forest", 5), with_gaps("bayes", 5, label=changed(40))], "row 40 with label"),
    ([pickle.loads(pickle.dumps(with_gaps("forest", 5, 9))), with_gaps("bayes", 9)], "row 5 left out of 'forest'"),
    ([prplot.pool([path] * 2, calibrated=True) for path in (with_gaps("forest", 3), PATHS["bayes"])],
     "know which of their rows have no score"),
]  # fmt: skip


@pytest.mark.parametrize(("paths", "text"), APART)
def test_where_rows_part_is_told(paths, text):
    with pytest.raises(PrplotValueError, match=text):
        prplot.compare(paths, n=200)


def test_rows_that_are_the_same():
    options = {"n": 200, "rng": 1, "level": 0.5}
    kept = [prplot.from_labels(np.delete(LABEL, 5), np.delete(SCORES[name], 5), name=name) for name in SCORES]
    assert (
        prplot.compare([with_gaps(name, 5) for name in SCORES], **options).rows == prplot.compare(kept, **options).rows
    )
    unreached = [with_gaps("forest", 5, missing="unreached"), with_gaps("bayes", 9, 30, missing="unreached")]
    assert len(prplot.compare(unreached, **options).rows) == 1


# What cannot be compared, and what is told


FIXED = prplot.measure_at("f1", at={"threshold": 0.5})
BAD = [
    ({"paths": [FOREST, 3]}, "at least two paths.*got int 3"),
    ({"paths": {"a": FOREST, "b": PATHS["bayes"].prg()}}, r"space where that is asked for, by its name: 'prg'"),
    ({"measure": FOREST.roc()}, "with measure='roc'"),
    ({"simultaneous": 1}, "simultaneous must be True or False"),
    ({"groups": np.arange(120), "paired": False}, "groups must be a sequence of the groups of each path"),
    ({"method": "delong", "measure": "roc", "stratify": True}, "stratify must be left out for method 'delong'"),
    ({"method": "permutation", "paired": False}, "independent samples have no rows in common"),
    ({"method": "permutation", "measure": FIXED}, "depends on a threshold, which"),
    ({"method": "permutation", "measure": lambda path: path.at(0.5).recall}, "depends on more than ranks"),
    ({"method": "permutation", "paths": [path.ties("optimistic") for path in PATHS.values()]}, "ties are mixed evenly"),
    ({"paths": [prplot.from_labels([1, 0, 0], s) for s in ([1, 2, 3], [3, 2, 1])]}, "at least two positives"),
    ({"paths": [prplot.simulate.binormal().path(0.1)] * 2}, "This is 'number 1'"),
]


@pytest.mark.parametrize(("options", "text"), BAD)
def test_what_cannot_be_compared(options, text):
    given = {"paths": PATHS, "n": 200, "rng": 1, **options}
    with pytest.raises(PrplotError, match=text):
        prplot.compare(given.pop("paths"), **given)


@pytest.mark.parametrize("method", ["bootstrap", "delong"])
def test_few_positives_are_told_of(method):
    label = np.arange(120) < 24
    cubes = np.where(label, WEIGHT**3, 1)
    kish = cubes[:24].sum() ** 2 / (cubes[:24] ** 2).sum()
    few_rows = [prplot.from_labels(np.arange(120) < 19, score) for score in SCORES.values()]
    heavy = [prplot.from_labels(label, score, sample_weight=cubes) for score in SCORES.values()]
    for paths, said in ((few_rows, "With 19 positives, intervals cover less often"), (heavy, f"With {kish:.3g} pos")):
        with pytest.warns(PrplotWarning, match=said):
            got = prplot.compare(paths, "roc", method=method, n=200, rng=1)
        assert said in got.notes[0]
    enough = [prplot.from_labels(np.arange(120) < 20, score) for score in SCORES.values()]
    assert not any("positives" in note for note in prplot.compare(enough, "roc", method=method, n=200, rng=1).notes)


def test_numbers_that_are_best_over_thresholds_are_told_of():
    with pytest.warns(PrplotWarning, match="Intervals of the KS cover less often than they say"):
        got = prplot.compare(TWO_PATHS, "ks", n=200)
    assert got.notes[0].startswith("Intervals of the KS")


def test_tests_of_areas_are_named_for_areas_only():
    for measure, named in (("roc", True), ("step", True), ("prg", True), ("croc", False), ("eer", False)):
        got = prplot.compare(TWO_PATHS, measure, n=200)
        assert ("DeLong's for ROC areas" in str(got).replace("\n", " ")) == named, measure
        assert "by a test chosen before" in str(got)
    assert "DeLong" not in str(prplot.compare(TWO_PATHS, "roc", n=200, paired=False))


@pytest.mark.parametrize("method", ["bootstrap", "permutation"])
def test_undefined_numbers_are_told_of(method):
    def not_of_all(path):
        return math.nan if path.positives == LABEL.sum() else path.roc().area()

    with pytest.warns(PrplotWarning, match="not_of_all of some classifier undefined"):
        got = prplot.compare(PATHS, not_of_all, method=method, n=200, rng=1, level=0.9)
    assert all(math.isnan(value) for value in numbers(got))
    assert "-" in str(got)
    assert 0 < got.undefined < 60


# What it shows


def test_tables_and_columns():
    got = prplot.compare(PATHS, "roc", n=200, rng=1, level=0.9)
    text, row = str(got).splitlines(), got.rows[0]
    assert text[0] == "Comparison of the AUROC (paired, bootstrap, 200 replicates)"
    assert text[2].split() == ["classifier", "estimate", "90", "%", "interval", "ranks", "first"]
    line = next(line for line in text if line.split()[:2] == ["forest", "bayes"])
    assert line.split()[2] == f"{row.difference:+.3f}"
    assert f"[{row.low:+.3f}, {row.high:+.3f}]" in line
    assert max(map(len, text)) <= 88
    frame = pd.DataFrame(got.columns())
    assert frame.columns.tolist() == ["a", "b", "difference", "low", "high", "p", "p_adjusted", "p_error"]
    assert frame.values.tolist() == [list(row) for row in got.rows]
    said = got.methods()
    assert said.startswith("Differences of the AUROC between 3 classifiers on the same rows: 90 % ")
    assert "200 paired bootstrap replicates, rows resampled unstratified" in said
    assert "adjusted over 3 pairs by the method of Holm (1979)" in said
    again = pickle.loads(pickle.dumps(got))
    assert (again.rows, str(again), len(got)) == (got.rows, str(got), 3)
    assert not any(values.flags.writeable for each in (got, again) for values in each.replicates.values())


@pytest.mark.parametrize(("measure", "better"), [("cost", 0), (prplot.measure_at("fpr", at={"recall": 0.5}), 1)])
def test_html_says_who_is_better(measure, better):
    label = np.repeat([True, False], 60)
    good, bad = label + 0.2 * np.tile([0.0, 1.0], 60), np.tile([0.0, 1.0, 2.0], 40)
    paths = {"a-1": prplot.from_labels(label, good), "b": prplot.from_labels(label, bad)}
    made = prplot.compare(dict(reversed(paths.items())) if better else paths, measure, n=200, rng=1)
    html, (row,) = made._repr_html_(), made.rows
    cells = [re.sub("<.*?>", "", cell) for cell in re.findall("<t[dh] .*?>(.*?)</t[dh]>", html.split("<tbody")[2])]
    bold = re.findall("<b>(.*?)</b>", html.split("<table")[2])
    assert bold == ["a-1", f"{row.difference:+.3f}".replace("-", "\N{MINUS SIGN}")]
    assert cells[:2] == [row.a, row.b]
    assert "-" not in cells[3]
    # Of p = 2 (1 + k) / (1 + n) the share on one side has the standard error sqrt(q (1 - q) / n).
    error = 2 * math.sqrt(row.p / 2 * (1 - row.p / 2) / 200)
    assert cells[4:] == [f"{row.p:.3f} ± {error:.3f}", f"{row.p:.3f}"]
    assert "Bold: the better one of two, where p (Holm) is at most 0.05." in html


def test_html_of_what_is_not_sure_of_small_p_and_of_strange_names():
    paths = {"<b>": FOREST, "a & b": PATHS["tree"]}
    unsure = prplot.compare(paths, "roc", method="delong", level=1 - 1e-9)._repr_html_()
    assert [part in unsure for part in ("<b>", "Bold", "&lt;b&gt;", "a &amp; b")] == [False, False, True, True]
    label = np.repeat([1, 0], 100)
    far = prplot.from_labels(label, np.r_[99:199, 0:100]), prplot.from_labels(label, np.tile([1.0, 2.0, 3.0, 4.0], 50))
    made = prplot.compare(far, "roc", method="delong")
    assert f"{made.rows[0].p:.1e}".replace("-", "\N{MINUS SIGN}") in made._repr_html_()
    with pytest.raises(AttributeError, match=r"'Comparison' object has no attribute 'table'.*\.columns\(\)"):
        _ = made.table


def test_a_picture():
    got = prplot.compare(PATHS, "roc", n=200, rng=1, level=0.8)
    drawn = got.plot()
    for place, (line, row) in enumerate(zip(drawn.lines, got.rows, strict=False)):
        assert line.get_xdata().tolist() == [row.low, row.difference, row.high]
        assert set(line.get_ydata()) == {place}
        assert drawn.texts[place].get_text().startswith(f"{row.difference:+.3f}".replace("-", "\N{MINUS SIGN}"))
    assert drawn.ax.get_yticklabels()[0].get_text() == "forest \N{MINUS SIGN} bayes"
    _, ax = plt.subplots()
    assert got.plot(ax, color="red").ax is ax
    assert ax.lines[0].get_color() == "red"


def test_a_function_of_the_user_has_its_own_filters_of_warnings():
    """What it silences stays unsaid, and what it makes an error is one, in the data and in the replicates."""
    empty = prplot.from_labels([0, 0], [1, 2])
    label, rng = np.arange(200) % 4 == 0, np.random.default_rng(5)
    paths = [prplot.from_labels(label, label + rng.normal(size=200)) for _ in range(2)]

    def silent(path):
        with warnings.catch_warnings(action="ignore"):
            empty.pr().area()
        with warnings.catch_warnings(action="error"), pytest.raises(PrplotWarning):
            empty.pr().area()
        return path.roc().area()

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        made = prplot.compare(paths, silent, n=200, rng=1)
    assert not [each for each in caught if "undefined" in str(each.message)]
    assert made.undefined == 0
