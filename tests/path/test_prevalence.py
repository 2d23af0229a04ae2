"""The same ranking seen at another prevalence, and measures that average over thresholds."""

from __future__ import annotations

import itertools
import math
import warnings
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

import prplot

WEIGHTS = st.integers(0, 5).map(float) | st.floats(1e-3, 1e3)
PI = st.floats(1e-6, 1 - 1e-6)


def for_every(*strategies):
    return lambda test: settings(deadline=None, derandomize=True, max_examples=40)(given(*strategies)(test))


def samples(weights=WEIGHTS):
    rows = st.lists(st.tuples(st.integers(-8, 8).map(float), weights, weights), min_size=1, max_size=20)
    columns = rows.map(lambda r: tuple(np.array(c, dtype=float) for c in zip(*r, strict=True)))
    return columns.filter(lambda c: c[1].any() and c[2].any())


def path_of(score, fg, bg):
    return prplot.from_weights(score, fg=fg, bg=bg)


@pytest.fixture(params=range(6))
def path(request):
    rng = np.random.default_rng(request.param)
    n = int(rng.integers(5, 60))
    score = rng.integers(0, 12, n)
    if request.param % 3 == 0:
        return prplot.from_labels(np.append(rng.integers(0, 2, n), [0, 1]), np.append(score, [3, 12]))
    if request.param % 3 == 1:
        return prplot.from_weights(score, fg=rng.beta(0.4, 1.5, n))
    return prplot.from_weights(score, fg=rng.lognormal(0, 1, n), bg=rng.lognormal(1, 1, n))


# Another prevalence


@for_every(samples(), PI)
def test_another_prevalence_is_the_background_times_a_constant(sample, pi):
    """Rates and precision gain stay, the odds of precision move, recall gain too; and there and back is the same."""
    (score, fg, bg), path = sample, path_of(*sample)
    moved, old, factor = path.at_prevalence(pi), path.prevalence, path.positives / path.negatives * (1 - pi) / pi
    assert moved.prevalence == pytest.approx(pi, rel=1e-9)
    np.testing.assert_allclose(moved.roc().x, path.roc().x, rtol=1e-12, atol=1e-15)
    np.testing.assert_array_equal(moved.roc().y, path.roc().y)
    p = path.pr().y[1:]
    wanted = p * pi * (1 - old) / (p * pi * (1 - old) + (1 - p) * old * (1 - pi))
    np.testing.assert_allclose(path.pr(prevalence=pi).y[1:], wanted, rtol=1e-8, atol=1e-15)
    np.testing.assert_allclose(moved.prg().y, path.prg().y, rtol=1e-9, atol=1e-11)
    tpr = path.tp[path.tp > 0] / path.positives
    wanted = 1 - pi / (1 - pi) * (1 - tpr) / tpr
    np.testing.assert_allclose(moved.prg().x, wanted, rtol=1e-7, atol=1e-9 * (1 + pi / (1 - pi)))
    other = path_of(score, fg, bg * factor)
    for space in ("pr", "roc", "croc"):
        assert path.curve(space, prevalence=pi).area() == pytest.approx(other.curve(space).area(), rel=1e-10)
    np.testing.assert_allclose(moved.at_prevalence(path.prevalence).fp, path.fp, rtol=1e-8)
    curve = path.pr(prevalence=pi)
    assert curve.worst().area() * (1 - 1e-9) <= curve.area() <= curve.best().area() * (1 + 1e-9)


def test_what_a_moved_path_says():
    path = prplot.from_labels([1, 0, 0], [3, 2, 1], name="forest")
    for space in ("pr", "prg", "gains", "lift"):
        assert path.curve(space, prevalence=0.02).label == "forest at prevalence 0.02"
        assert path.curve(space, prevalence=0.02, label="mine").label == "mine at prevalence 0.02"
        assert prplot.from_labels([1, 0], [2, 1]).curve(space, prevalence=0.25).label == "prevalence 0.25"
    # Here the curve is the same at any prevalence.
    for space in ("roc", "croc", "det", "cost"):
        assert path.curve(space, prevalence=0.02).label == "forest"
        assert path.curve(space, prevalence=0.02, label="mine").label == "mine"
        assert prplot.from_labels([1, 0], [2, 1]).curve(space, prevalence=0.25).label is None
    curve = path.pr(prevalence=0.2)
    assert (curve.path.prevalence, curve.space.prevalence, curve.chance) == pytest.approx((0.2, 0.2, 0.2))
    assert path.prevalence == 1 / 3
    assert np.sum(curve.path.sample.bg) == pytest.approx(curve.path.negatives)
    for pi in (0, 1, -0.1, np.nan, "half"):
        with pytest.raises(prplot.PrplotError, match="prevalence"):
            path.at_prevalence(pi)
    with pytest.raises(prplot.PrplotValueError, match="one class"):
        prplot.from_labels([1, 1], [2, 1]).at_prevalence(0.5)


# Points that no other one beats


def best_of(x, y):
    """Points that no other one has at least as much of in both, and more in one; of equals all stay."""
    pairs = list(zip(x, y, strict=True))
    return [not any(a >= c and b >= d and (a > c or b > d) for a, b in pairs) for c, d in pairs]


def test_pareto_by_brute_force(path):
    steps = path.tp > 0
    kept = best_of(path.tp[steps], path.tp[steps] / (path.tp[steps] + path.fp[steps]))
    assert path.pr().pareto().thresholds.tolist() == path.thresholds[steps][kept].tolist()
    assert path.prg().pareto().thresholds.tolist() == path.thresholds[steps][kept].tolist()
    kept = best_of(-path.fp, path.tp)
    assert path.roc().pareto().thresholds.tolist() == path.thresholds[kept].tolist()
    for space in ("pr", "prg", "roc", "croc"):
        curve, points = path.curve(space), path.curve(space).pareto()
        rows = np.searchsorted(-curve.thresholds, -points.thresholds)
        np.testing.assert_array_equal((points.x, points.y), (curve.x[rows], curve.y[rows]))
    assert set(path.prg().hull().thresholds) <= set(path.prg().pareto().thresholds)


# Parts of ROC


def test_standardized_area_is_mcclishs(path):
    rows = path.sample
    score, label = np.tile(rows.score, 2), np.repeat([1, 0], len(rows))
    for most in (0.05, 0.5, 0.9):
        wanted = roc_auc_score(label, score, sample_weight=np.concatenate([rows.fg, rows.bg]), max_fpr=most)
        assert path.roc().standardized_area(0, most) == pytest.approx(wanted, rel=1e-9)
    for space, ends in itertools.product(("roc", "pr", "croc"), ((0.0, 1.0), (0.1, 0.4))):
        for scores, area in (([1, 1, 1], 0.5), ([3, 2, 1], 1)):
            curve = prplot.from_labels([1, 0, 0], scores).curve(space)
            assert curve.standardized_area(*ends) == pytest.approx(area)


def test_roc_n_by_definition():
    """The mean share of positives above the first n negatives."""
    label = np.append(np.ones(40), np.zeros(80))
    score = np.random.default_rng(4).permutation(120) + 30.0 * label + np.arange(120) * 1e-6
    path = prplot.from_labels(label, score)
    for n in (1, 5, 50, 80):
        wanted = np.mean([np.mean(score[:40] > s) for s in np.sort(score[40:])[::-1][:n]])
        assert path.roc_n(n) == pytest.approx(wanted, rel=1e-12)
    assert path.roc_n() == path.roc_n(n=50)
    assert path.roc_n(80) == pytest.approx(path.roc().area(), rel=1e-13)
    for n in (0, 81, np.nan, "all"):
        with pytest.raises(prplot.PrplotError, match="n must"):
            path.roc_n(n)


# Averages over thresholds


def exact_expected_f_gain(fg, bg, squared):
    """Theorem 3 in fractions: the mean of FG along the line from recall gain 0 on, by the differences of Δ."""
    p, n = sum(fg), sum(bg)
    pi, tp, fp, points = p / (p + n), Fraction(0), Fraction(0), []
    for a, b in zip(fg, bg, strict=True):
        if points or tp + a > pi * p:
            u = (pi * p - tp) / a if not points else 0
            points += [(tp + u * a, fp + u * b)] * (not points) + [(tp + a, fp + b)]
        tp, fp = tp + a, fp + b
    gains = [(1 - p * (p - t) / (n * t), 1 - p * f / (n * t)) for t, f in points]
    delta = [recall / pi - precision / (1 - pi) for recall, precision in gains]
    f_gain = [(precision + squared * recall) / (1 + squared) for recall, precision in gains]
    sums = [(y - x) * (v + w) / 2 for x, y, v, w in zip(delta, delta[1:], f_gain, f_gain[1:], strict=False)]
    return sum(sums) / (delta[-1] - delta[0]), sum(map(abs, sums)) / (delta[-1] - delta[0])


@pytest.mark.parametrize("ratio", [1e-3, 1.0, 1e6, 1e15])
def test_expected_f_gain_keeps_its_digits_at_any_ratio_of_weights(ratio):
    """Where almost no true negative is left at recall gain 0, and at any prevalence."""
    for seed, first, beta in itertools.product(range(4), (True, False), (0.5, 1.0, 2.0)):
        fg, bg = np.random.default_rng(seed).random((2, 8))
        bg *= np.where(np.arange(8) < (1 if first else 8), ratio, 1)
        fg[0] *= not first
        path = prplot.from_weights(range(8, 0, -1), fg=fg, bg=bg)
        wanted, size = exact_expected_f_gain(list(map(Fraction, fg)), list(map(Fraction, bg)), Fraction(beta) ** 2)
        assert abs(path.prg().expected_f_gain(beta) - float(wanted)) <= 1e-13 * float(size)


def test_expected_f_gain(path):
    """Equation 5 of Flach and Kull, for F1; and F is the one of that gain. Theorem 3 is one of the signed area."""
    prg, pi = path.prg(), path.prevalence
    wanted = (prg.area() / 2 + 1 / 4 - pi * (1 - prg.y0**2) / 4) / (1 - pi * (1 - prg.y0))
    assert prg.expected_f_gain() == pytest.approx(wanted, rel=1e-12, abs=1e-13)
    clipped = path.prg(clip=True)
    assert (clipped.expected_f_gain(), clipped.y0) == (prg.expected_f_gain(), prg.y0)
    for beta in (0.5, 2.0):
        found = path.expected_f(beta)
        assert (found - pi) / ((1 - pi) * found) == pytest.approx(prg.expected_f_gain(beta), rel=1e-10, abs=1e-12)
        assert path.pr().expected_f_gain(beta) == prg.expected_f_gain(beta)
    for scores, gain in (([1, 1, 1], 0.25), ([3, 2, 1], 0.75)):
        assert prplot.from_labels([1, 0, 0], scores).prg().expected_f_gain() == pytest.approx(gain)
    for beta in (0, -1, np.inf, "one"):
        with pytest.raises(prplot.PrplotError, match="beta"):
            prg.expected_f_gain(beta)


def test_expected_accuracy_by_trapezoids(path):
    """The predicted positive rate is uniform; between thresholds the path is straight."""
    total = path.positives + path.negatives
    wanted = np.trapezoid((path.tp + path.negatives - path.fp) / total, (path.tp + path.fp) / total)
    assert path.expected_accuracy() == pytest.approx(wanted, rel=1e-12)
    moved = path.at_prevalence(0.1)
    assert moved.expected_accuracy() == pytest.approx(0.09 * (2 * path.roc().area() - 1) + 0.5, rel=1e-12)


# Identities, as properties


@for_every(samples(), st.floats(0.05, 20.0))
def test_f_gain_is_the_mean_of_the_gains(sample, beta):
    """Theorem 2: precision gain + β² recall gain = (1 + β²) F-gain."""
    path = path_of(*sample)
    prg, tp, fp = path.prg(), path.tp[path.tp > 0], path.fp[path.tp > 0]
    gain = prplot.metrics.f_gain(beta).of(tp, fp, path.positives - tp, path.negatives - fp)
    left, size = prg.y + beta**2 * prg.x, 1 + np.abs(prg.y) + beta**2 * np.abs(prg.x)
    assert np.all(np.abs(left - (1 + beta**2) * gain) <= 1e-11 * size)


@for_every(samples(weights=st.integers(0, 30).map(float)))
def test_discrete_tends_to_continuous_as_counts_grow(sample):
    """Multiplying all counts makes the unit ever smaller; the error falls as its square."""
    score, fg, bg = sample
    path = path_of(score, fg, bg)
    for rule in ("discrete-tp", "discrete-fp"):
        away = [abs(path_of(score, fg * m, bg * m).pr(rule).area() - path.pr().area()) for m in (1.0, 1000.0, 1e6)]
        # A step without false positives stays one chord at any size.
        if rule == "discrete-tp" or np.diff(path.fp).all():
            assert away[1] <= away[0] / 100 + 1e-12
            assert away[2] <= 1e-10


@for_every(samples())
def test_cost_is_half_of_what_calibrated_scores_lose(sample):
    """Minimal expected loss for a uniform cost proportion, by π = 1/2: the Brier score of the hull's c."""
    path = path_of(*sample).at_prevalence(0.5)
    rows = path.sample
    c = path.roc().hull().calibrate(rows.score)
    brier = np.sum(rows.fg * (1 - c) ** 2 + rows.bg * c**2) / (path.positives + path.negatives)
    assert path.cost().area() == pytest.approx(brier, rel=1e-8, abs=1e-12)


def test_what_is_undefined_is_nan_and_one_warning_that_says_why():
    for labels, said in (([0, 0], "P = 0"), ([1, 1], "N = 0"), ([0, 0, 1, 1], "no true negative")):
        path = prplot.from_labels(labels, range(len(labels), 0, -1))
        for ask in (
            lambda p: p.prg().expected_f_gain(),
            lambda p: p.expected_f(),
            lambda p: p.prg().y0,
            lambda p: p.expected_accuracy(),
            lambda p: p.roc().standardized_area(),
            lambda p: p.roc().normalized_area(),
        )[: 2 if len(labels) > 2 else 6]:
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                assert math.isnan(ask(path))
            assert [w.category for w in caught] == [prplot.PrplotWarning]
            assert said in str(caught[0].message)


@pytest.mark.parametrize(
    ("fg", "bg"), [([0.5, 0.5], [1e-310, 2e-310]), ([1e-310, 2e-310], [1, 2]), ([1e200, 1e200], [1e-200, 2e-200])]
)
def test_weights_without_a_ratio_in_float64_are_told(fg, bg):
    """P / N or N / P exceeds the largest float64, so that the new weights, lift and gains cannot be computed."""
    path = prplot.from_weights([2, 1], fg=fg, bg=bg)
    for prevalence in (0.5, 0.01):
        with pytest.raises(
            prplot.PrplotError, match=r"prevalence must leave weights that float64 can hold; got .* for P="
        ):
            path.at_prevalence(prevalence)
    for of in (path.lift().area, path.prg().area, path.expected_f_gain, path.expected_f):
        with pytest.warns(prplot.PrplotWarning, match="float64 holds no ratio"):
            assert np.isnan(of())


@pytest.mark.parametrize(("positives", "negatives"), [(1e-290, 1), (1, 1e-290), (1e300, 1e-5), (1e-100, 1e190)])
def test_weights_of_any_ratio_in_float64_are_moved(positives, negatives):
    """At prevalence 1/2 these are the same sample as with P = N = 4."""
    path = prplot.from_weights(
        [3, 2, 1], fg=np.array([0.25, 0.75, 0]) * positives, bg=np.array([0, 0.5, 0.5]) * negatives
    )
    same = prplot.from_weights([3, 2, 1], fg=[1, 3, 0], bg=[0, 2, 2])
    assert path.at_prevalence(0.5).pr().area() == pytest.approx(same.pr().area(), rel=1e-13)
    assert path.pr(prevalence=0.5).at(0.5) == pytest.approx(same.pr().at(0.5), rel=1e-13)


@pytest.mark.parametrize(
    ("positives", "negatives"), [(2.0**1000, 2.0**-1060), (2.0**1021, 2.0**-1060), (2.0**-1000, 2.0**1020)]
)
def test_log_auc_of_tiny_and_of_huge_weights(positives, negatives):
    """It depends on rates alone."""
    fg, bg = np.array([1, 2, 0]), np.array([0, 3, 1])
    path, same = (prplot.from_weights([3, 2, 1], fg=p * fg, bg=n * bg) for p, n in ((positives, negatives), (1, 1)))
    assert path.log_auc() == pytest.approx(same.log_auc(), rel=1e-13)
