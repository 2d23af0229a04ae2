"""Intervals: closed forms against papers and SciPy, resampling against SciPy on the same replicates and enumeration."""

from __future__ import annotations

import itertools
import math
import warnings
from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import special, stats

import prplot
from prplot.uncertainty import closed_forms

pytestmark = pytest.mark.filterwarnings("ignore::prplot.PrplotWarning")
LEVELS = (0.5, 0.9, 0.95, 0.999)


def sample(positives=40, negatives=160, seed=1, step=None):
    rng = np.random.default_rng(seed)
    y = np.repeat([1, 0], [positives, negatives])
    scores = rng.normal(size=len(y)) + y
    return y, scores if step is None else np.round(scores / step) * step


def z_of(level):
    return stats.norm.ppf((1 + level) / 2)


def test_the_example_of_boyd():
    logit, _ = closed_forms.logit_interval(0.3, 100, 0.95)
    binomial, error = closed_forms.binomial(0.3, 100, 0.95)
    assert logit == pytest.approx((0.218403036935, 0.396612792518), abs=5e-13)
    assert binomial == pytest.approx((0.210183166815, 0.389816833185), abs=5e-13)
    assert error == pytest.approx(math.sqrt(0.0021))


@pytest.mark.parametrize("level", LEVELS)
def test_formulas_of_a_sample(level):
    y, scores = sample()
    curve = prplot.from_labels(y, scores).pr()
    area, z = curve.area(), z_of(level)
    logit = curve.interval(level=level, method="logit")
    eta, tau = special.logit(area), 1 / math.sqrt(40 * area * (1 - area))
    assert tuple(logit) == pytest.approx(special.expit([eta - z * tau, eta + z * tau]), rel=1e-12)
    binomial = curve.interval(level=level, method="binomial")
    assert tuple(binomial) == pytest.approx(stats.norm.interval(level, area, math.sqrt(area * (1 - area) / 40)))
    assert (logit.estimate, binomial.estimate) == (area, area)
    assert not len(logit.replicates)


def test_weighted_positives_count_as_kish_says():
    y, scores = sample()
    weights = np.random.default_rng(3).uniform(0.2, 3, len(y))
    curve = prplot.from_labels(y, scores, sample_weight=weights).pr()
    n, area = weights[:40].sum() ** 2 / (weights[:40] ** 2).sum(), curve.area()
    away = z_of(0.95) / math.sqrt(n * area * (1 - area))
    found = curve.interval(method="logit")
    assert tuple(found) == pytest.approx(special.expit([special.logit(area) - away, special.logit(area) + away]))


SHARES = [(hits, n) for n in (1, 2, 7, 30, 1000) for hits in sorted({0, 1, n // 3, n // 2, n - 1, n})]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("method", "peer"), [("wilson", "wilson"), ("clopper-pearson", "exact")])
def test_shares_against_binomtest(method, peer, level):
    form = {"wilson": closed_forms.wilson, "clopper-pearson": closed_forms.clopper_pearson}[method]
    for hits, n in SHARES:
        wanted = stats.binomtest(hits, n).proportion_ci(level, peer)
        # SciPy looks for the exact ends with an error of 2e-12.
        assert form(hits / n, n, level) == pytest.approx(tuple(wanted), rel=1e-12, abs=2e-12), (hits, n)


@pytest.mark.parametrize(("method", "peer"), [("wilson", "wilson"), ("clopper-pearson", "exact")])
@pytest.mark.parametrize("metric", ["precision", "recall", "fpr", "specificity", "npv", "accuracy"])
def test_a_rate_at_a_threshold(metric, method, peer):
    y, scores = sample()
    path = prplot.from_labels(y, scores)
    c = path.at(0.7)
    hits, n = {
        "precision": (c.tp, c.tp + c.fp),
        "recall": (c.tp, c.tp + c.fn),
        "fpr": (c.fp, c.fp + c.tn),
        "specificity": (c.tn, c.fp + c.tn),
        "npv": (c.tn, c.tn + c.fn),
        "accuracy": (c.tp + c.tn, len(y)),
    }[metric]
    found = path.interval(prplot.rule(metric, at={"threshold": 0.7}), method=method)
    assert tuple(found) == pytest.approx(tuple(stats.binomtest(int(hits), int(n)).proportion_ci(0.95, peer)), rel=1e-10)


def delong_by_pairs(scores, y):
    """The area and its variance by the definition, pair by pair."""
    front, back = scores[y == 1], scores[y == 0]
    won = (front[:, None] > back) + 0.5 * (front[:, None] == back)
    variance = np.var(won.mean(axis=1), ddof=1) / len(front) + np.var(won.mean(axis=0), ddof=1) / len(back)
    return won.mean(), variance


@pytest.mark.parametrize("step", [None, 0.5])
@pytest.mark.parametrize("level", LEVELS)
def test_delong(level, step):
    y, scores = sample(step=step)
    area, variance = delong_by_pairs(scores, y)
    found = prplot.from_labels(y, scores).roc().interval(level=level, method="delong")
    assert tuple(found) == pytest.approx(stats.norm.interval(level, area, math.sqrt(variance)), rel=1e-11)
    assert found.standard_error == pytest.approx(math.sqrt(variance), rel=1e-11)


def of_rows(y, scores, space):
    """The area of rows by their numbers, as SciPy's bootstrap calls it."""

    def area(rows):
        rows = np.asarray(rows, dtype=int)
        return prplot.from_labels(y[rows] == 1, scores[rows]).curve(space).area()

    return area


@pytest.mark.parametrize("level", [0.8, 0.95])
@pytest.mark.parametrize("space", ["pr", "roc", "prg"])
@pytest.mark.parametrize(("method", "peer"), [("bootstrap", "percentile"), ("basic", "basic"), ("bca", "BCa")])
def test_ends_are_those_of_scipy_on_the_same_replicates(method, peer, space, level):
    y, scores = sample(25, 60)
    path = prplot.from_labels(y, scores)
    found = path.interval(space, level=level, method=method, n=999, rng=5)
    given = SimpleNamespace(bootstrap_distribution=found.replicates)
    wanted = stats.bootstrap(
        (np.arange(len(y)),),
        of_rows(y, scores, space),
        n_resamples=0,
        bootstrap_result=given,
        confidence_level=level,
        method=peer,
        vectorized=False,
    )
    low, high = path.curve(space).space.area_range(0, 1)
    ends = np.clip(tuple(wanted.confidence_interval), low, high)
    assert tuple(found) == pytest.approx(tuple(ends), rel=1e-9)
    assert found.standard_error == pytest.approx(wanted.standard_error, rel=1e-12)
    assert found.estimate == path.curve(space).area()


@pytest.mark.slow
@pytest.mark.parametrize("space", ["pr", "roc"])
def test_ends_are_those_of_scipy_on_replicates_of_its_own(space):
    y, scores = sample(25, 60)
    times = 3000
    found = prplot.from_labels(y, scores).interval(space, method="bootstrap", n=times, rng=5)
    wanted = stats.bootstrap(
        (np.arange(len(y)),),
        of_rows(y, scores, space),
        n_resamples=times,
        method="percentile",
        vectorized=False,
        rng=np.random.default_rng(6),
    )
    # The standard error of a quantile: sqrt(q (1 - q) / n) over the density there, for both.
    shape = stats.norm(loc=0, scale=found.standard_error)
    error = math.sqrt(2 * 0.025 * 0.975 / times) / shape.pdf(shape.ppf(0.025))
    assert tuple(found) == pytest.approx(tuple(wanted.confidence_interval), abs=4 * error)


def test_the_ends_on_the_logit_scale():
    y, scores = sample()
    curve = prplot.from_labels(y, scores).pr()
    found = curve.interval(level=0.9, method="logit-bootstrap", n=500, rng=1)
    area = curve.area()
    # The slope of the logit is 1 / (p (1 - p)).
    away, at = z_of(0.9) * np.std(found.replicates, ddof=1) / (area * (1 - area)), special.logit(area)
    assert tuple(found) == pytest.approx(special.expit([at - away, at + away]), rel=1e-12)


ROWS = {
    "apart": ([1, 0, 1, 0, 1, 0], [6, 5, 4, 3, 2, 1]),
    "tied": ([1, 0, 1, 1, 0], [3, 3, 2, 1, 1]),
    "few": ([1, 0, 1, 0], [4, 3, 2, 1]),
}


def exactly(y, scores, space):
    """How often each area comes among all resamples, None where there is none."""
    y, scores, counts = np.array(y), np.array(scores, dtype=float), Counter()
    size = len(y)
    for rows in itertools.combinations_with_replacement(range(size), size):
        times = math.factorial(size) // math.prod(math.factorial(k) for k in Counter(rows).values())
        rows = list(rows)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            area = prplot.from_labels(y[rows] == 1, scores[rows]).curve(space).area()
        counts[None if math.isnan(area) else round(area, 10)] += times
    assert sum(counts.values()) == size**size
    return counts


@pytest.mark.parametrize("space", ["pr", "roc"])
@pytest.mark.parametrize("which", ROWS)
def test_all_resamples_of_a_few_rows(which, space):
    y, scores = ROWS[which]
    counts = exactly(y, scores, space)
    total, times = len(y) ** len(y), 6000
    found = prplot.from_labels(y, scores).interval(space, method="bootstrap", level=0.8, n=times, rng=8)
    missing = counts.pop(None) / total
    assert abs(found.undefined / times - missing) < 4 * math.sqrt(missing * (1 - missing) / times)
    known = found.replicates[np.isfinite(found.replicates)]
    drawn = Counter(np.round(known, 10).tolist())
    assert set(drawn) <= set(counts)
    values, share = np.array(sorted(counts)), np.array([counts[value] for value in sorted(counts)])
    share = share / share.sum()
    away = 4.5 * np.sqrt(share * (1 - share) / len(known))
    assert np.all(np.abs(np.array([drawn[value] for value in values]) / len(known) - share) <= away + 1 / len(known))
    # Of a discrete number a quantile is where the shares pass it, but for the error of these shares.
    up_to = np.cumsum(share)
    for end, wanted in zip(found, (0.1, 0.9), strict=True):
        error = 4 * math.sqrt(wanted * (1 - wanted) / len(known))
        below, within = up_to[values < end - 1e-9], up_to[values <= end + 1e-9]
        assert (below[-1] if len(below) else 0) <= wanted + error
        assert within[-1] >= wanted - error


@pytest.mark.parametrize("method", ["bootstrap", "basic", "bca", "logit-bootstrap", "logit", "binomial"])
def test_at_a_perfect_area_there_is_no_interval(method):
    with pytest.warns(prplot.PrplotWarning, match="says nothing"):
        found = prplot.from_labels([1] * 30 + [0] * 30, np.arange(60)[::-1]).pr().interval(method=method, n=50, rng=1)
    assert math.isnan(found.low)
    assert math.isnan(found.high)
    assert found.estimate == 1
