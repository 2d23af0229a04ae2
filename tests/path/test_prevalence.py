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
from scipy.integrate import quad
from sklearn.metrics import roc_auc_score

import prplot


def for_every(*strategies, **named):
    return lambda test: settings(deadline=None, derandomize=True, max_examples=100)(given(*strategies, **named)(test))


WEIGHTS = st.integers(0, 5).map(float) | st.floats(1e-3, 1e3)
COUNTS = st.integers(0, 30).map(float)


def samples(weights=WEIGHTS):
    rows = st.lists(st.tuples(st.integers(-8, 8).map(float), weights, weights), min_size=1, max_size=20)
    columns = rows.map(lambda r: tuple(np.array(c, dtype=float) for c in zip(*r, strict=True)))
    return columns.filter(lambda c: c[1].any() and c[2].any())


def path_of(score, fg, bg):
    return prplot.from_weights(score, fg=fg, bg=bg)


def made(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(5, 60))
    score = rng.integers(0, 12, n)
    if seed % 3 == 0:
        return prplot.from_labels(np.append(rng.integers(0, 2, n), [0, 1]), np.append(score, [3, 12]))
    if seed % 3 == 1:
        return prplot.from_weights(score, fg=rng.beta(0.4, 1.5, n))
    return prplot.from_weights(score, fg=rng.lognormal(0, 1, n), bg=rng.lognormal(1, 1, n))


@pytest.fixture(params=range(9))
def path(request):
    return made(request.param)


PI = st.floats(1e-6, 1 - 1e-6)

# Another prevalence


@for_every(samples(), PI)
def test_precision_moves_as_its_odds_and_rates_stay(sample, pi):
    path = path_of(*sample)
    moved = path.at_prevalence(pi)
    assert moved.prevalence == pytest.approx(pi, rel=1e-9)
    np.testing.assert_allclose(moved.roc().x, path.roc().x, rtol=1e-12, atol=1e-15)
    np.testing.assert_array_equal(moved.roc().y, path.roc().y)
    p, old = path.pr().y[1:], path.prevalence
    wanted = p * pi * (1 - old) / (p * pi * (1 - old) + (1 - p) * old * (1 - pi))
    np.testing.assert_allclose(path.pr(prevalence=pi).y[1:], wanted, rtol=1e-8, atol=1e-15)


@for_every(samples(), PI)
def test_it_is_the_background_times_a_constant(sample, pi):
    score, fg, bg = sample
    path = path_of(score, fg, bg)
    factor = path.positives / path.negatives * (1 - pi) / pi
    other = path_of(score, fg, bg * factor)
    for space in ("pr", "roc", "croc"):
        assert path.curve(space, prevalence=pi).area() == pytest.approx(other.curve(space).area(), rel=1e-10)
    np.testing.assert_allclose(path.prg(prevalence=pi).y, other.prg().y, rtol=1e-9, atol=1e-9)


@for_every(samples(), PI)
def test_precision_gain_stays_and_recall_gain_moves(sample, pi):
    path = path_of(*sample)
    moved = path.prg(prevalence=pi)
    np.testing.assert_allclose(moved.y, path.prg().y, rtol=1e-9, atol=1e-11)
    tpr = path.tp[path.tp > 0] / path.positives
    wanted = 1 - pi / (1 - pi) * (1 - tpr) / tpr
    np.testing.assert_allclose(moved.x, wanted, rtol=1e-7, atol=1e-9 * (1 + pi / (1 - pi)))


@for_every(samples(), PI)
def test_there_and_back(sample, pi):
    path = path_of(*sample)
    back = path.at_prevalence(pi).at_prevalence(path.prevalence)
    np.testing.assert_allclose(back.fp, path.fp, rtol=1e-8)


@for_every(samples(), PI)
def test_rankings_stay_the_best_and_the_worst(sample, pi):
    path = path_of(*sample)
    curve = path.pr(prevalence=pi)
    assert curve.worst().area() <= curve.area() * (1 + 1e-9)
    assert curve.area() <= curve.best().area() * (1 + 1e-9)
    assert curve.best().path.prevalence == pytest.approx(pi, rel=1e-9)


@pytest.mark.parametrize("space", ["pr", "prg", "roc", "croc", "cost"])
def test_label_says_so(space):
    path = prplot.from_labels([1, 0, 0], [3, 2, 1], name="forest")
    assert path.curve(space, prevalence=0.02).label == "forest, at π 0.02"
    assert path.curve(space, prevalence=0.02, label="mine").label == "mine, at π 0.02"
    assert prplot.from_labels([1, 0], [2, 1]).curve(space, prevalence=0.25).label == "at π 0.25"
    assert path.curve(space).label == "forest"


def test_curve_has_the_moved_path_and_space(path):
    curve = path.pr(prevalence=0.2)
    assert curve.path.prevalence == pytest.approx(0.2)
    assert curve.space.prevalence == pytest.approx(0.2)
    assert curve.chance == pytest.approx(0.2)
    assert path.prevalence == made_prevalence(path)


def made_prevalence(path):
    return path.positives / (path.positives + path.negatives)


def test_rows_move_with_the_path(path):
    moved = path.at_prevalence(0.1)
    assert np.sum(moved.sample.bg) == pytest.approx(moved.negatives)
    np.testing.assert_array_equal(moved.sample.fg, path.sample.fg)


@pytest.mark.parametrize("pi", [0, 1, -0.1, 1.5, np.nan, "half"])
def test_wrong_prevalence(pi):
    for ask in (made(0).at_prevalence, lambda p: made(0).pr(prevalence=p)):
        with pytest.raises(prplot.PrplotError, match="prevalence"):
            ask(pi)


def test_one_class_has_no_other_prevalence():
    with pytest.raises(prplot.PrplotValueError, match="one class"):
        prplot.from_labels([1, 1], [2, 1]).at_prevalence(0.5)


# Points that no other one beats


def beaten(x, y, better_x):
    """Whether another point has at least as good coordinates, and one better; of equals all stay."""
    gain = x if better_x == "more" else -x
    return [
        any((gain[j] >= gain[k] and y[j] >= y[k]) and (gain[j] > gain[k] or y[j] > y[k]) for j in range(len(x)))
        for k in range(len(x))
    ]


def test_pareto_in_pr_and_roc_by_brute_force(path):
    steps = path.tp > 0
    precision = path.tp[steps] / (path.tp[steps] + path.fp[steps])
    kept = ~np.array(beaten(path.tp[steps], precision, "more"))
    assert path.pr().pareto().thresholds.tolist() == path.thresholds[steps][kept].tolist()
    kept = ~np.array(beaten(path.fp, path.tp, "less"))
    assert path.roc().pareto().thresholds.tolist() == path.thresholds[kept].tolist()


def test_pareto_is_the_same_in_pr_and_prg_and_among_those_of_roc(path):
    pr, prg, roc, croc = (path.curve(space).pareto() for space in ("pr", "prg", "roc", "croc"))
    assert pr.thresholds.tolist() == prg.thresholds.tolist()
    assert set(pr.thresholds) <= set(roc.thresholds)
    assert croc.thresholds.tolist() == roc.thresholds.tolist()
    for curve, points in ((path.pr(), pr), (path.prg(), prg), (path.roc(), roc)):
        rows = np.searchsorted(-curve.thresholds, -points.thresholds)
        np.testing.assert_array_equal(points.x, curve.x[rows])
        np.testing.assert_array_equal(points.y, curve.y[rows])


def test_hull_vertices_of_prg_are_not_dominated(path):
    assert set(path.prg().hull().thresholds) <= set(path.prg().pareto().thresholds)


# ROC: partial areas


@pytest.mark.parametrize("most", [0.05, 0.1, 0.5, 0.9, 1.0])
def test_standardized_area_is_mcclishs(path, most):
    if not path.sample.hard:
        score = np.concatenate([path.sample.score] * 2)
        label = np.repeat([1, 0], len(path.sample))
        weight = np.concatenate([path.sample.fg, path.sample.bg])
    else:
        score, label, weight = path.sample.score, path.sample.fg > 0, None
    wanted = roc_auc_score(label, score, sample_weight=weight, max_fpr=most)
    if most == 1:
        # The peer returns the plain area there, which is the same.
        assert path.roc().area() == pytest.approx(wanted, rel=1e-12)
    assert path.roc().standardized_area(0, most) == pytest.approx(wanted, rel=1e-9)


@pytest.mark.parametrize("range_", [(0.0, 1.0), (0.1, 0.4), (0.5, 0.9)])
def test_standardized_area_of_chance_and_of_perfection(range_):
    for space in ("roc", "pr", "croc"):
        assert prplot.from_labels([1, 0, 0], [1, 1, 1]).curve(space).standardized_area(*range_) == pytest.approx(0.5)
        assert prplot.from_labels([1, 0, 0], [3, 2, 1]).curve(space).standardized_area(*range_) == pytest.approx(1)


@pytest.mark.parametrize("n", [1, 5, 50, 80])
def test_roc_n_by_definition(n):
    """The mean share of positives above the first n negatives."""
    rng = np.random.default_rng(4)
    label = np.append(np.ones(40), np.zeros(80))
    score = rng.permutation(120) + 30.0 * label
    score += np.arange(120) * 1e-6
    path = prplot.from_labels(label, score)
    negatives = np.sort(score[label == 0])[::-1][:n]
    wanted = np.mean([np.mean(score[label == 1] > s) for s in negatives])
    assert path.roc_n(n) == pytest.approx(wanted, rel=1e-12)


def test_roc50_is_the_default_and_all_negatives_give_the_area():
    path = prplot.from_labels([1, 0] * 60, np.arange(120) * 7 % 31)
    assert path.roc_n() == path.roc_n(n=50)
    assert path.roc_n(60) == pytest.approx(path.roc().area(), rel=1e-13)


@pytest.mark.parametrize("n", [0, -1, 61, np.nan, "all"])
def test_wrong_n(n):
    with pytest.raises(prplot.PrplotError, match="n must"):
        prplot.from_labels([1, 0] * 60, np.arange(120)).roc_n(n)


# Averages over thresholds


def brute_expected_f_gain(path, beta):
    """∫ FG dΔ / ∫ dΔ along the path from TP = πP on, every straight step by quadrature."""
    pos, neg = path.positives, path.negatives
    pi, odds = pos / (pos + neg), pos / neg
    total = length = 0.0
    for k in range(len(path.tp) - 1):
        t0, t1, f0, f1 = path.tp[k], path.tp[k + 1], path.fp[k], path.fp[k + 1]
        start = pi * pos
        if t1 < start or (t1 == t0 and t0 < start):
            continue
        if t0 < start:
            f0, t0 = f0 + (start - t0) / (t1 - t0) * (f1 - f0), start

        def counts(u, t0=t0, t1=t1, f0=f0, f1=f1):
            return t0 + u * (t1 - t0), f0 + u * (f1 - f0)

        def delta_slope(u, t0=t0, t1=t1, f0=f0, f1=f1):
            # Δ = 1/π - (π/(1-π)²) TN/TP
            tp, fp = counts(u, t0, t1, f0, f1)
            return pi / (1 - pi) ** 2 * ((f1 - f0) / tp + (neg - fp) * (t1 - t0) / tp**2)

        def gain(u, t0=t0, t1=t1, f0=f0, f1=f1):
            tp, fp = counts(u, t0, t1, f0, f1)
            return 1 - odds * (fp + beta**2 * (pos - tp)) / ((1 + beta**2) * tp)

        total += quad(lambda u, g=gain, s=delta_slope: g(u) * s(u), 0, 1, epsrel=1e-11)[0]
        length += quad(delta_slope, 0, 1, epsrel=1e-11)[0]
    return total / length


@pytest.mark.parametrize("beta", [0.5, 1.0, 2.0])
def test_expected_f_gain_by_quadrature(path, beta):
    assert path.prg().expected_f_gain(beta) == pytest.approx(brute_expected_f_gain(path, beta), rel=1e-8, abs=1e-10)
    assert path.pr().expected_f_gain(beta) == path.prg().expected_f_gain(beta)


def test_expected_f_gain_of_the_paper(path):
    """Equation 5 of Flach and Kull, for F1."""
    area, y0, pi = path.prg().area(), path.prg().y0, path.prevalence
    wanted = (area / 2 + 1 / 4 - pi * (1 - y0**2) / 4) / (1 - pi * (1 - y0))
    assert path.prg().expected_f_gain() == pytest.approx(wanted, rel=1e-12, abs=1e-13)


def test_expected_f_is_the_f_of_that_gain(path):
    for beta in (0.5, 1.0, 2.0):
        found, pi = path.expected_f(beta), path.prevalence
        gain = (found - pi) / ((1 - pi) * found)
        assert gain == pytest.approx(path.prg().expected_f_gain(beta), rel=1e-10, abs=1e-12)


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


@pytest.mark.parametrize("beta", [0.5, 1.0, 2.0])
@pytest.mark.parametrize("where", ["all", "first"])
@pytest.mark.parametrize("ratio", [1e-3, 1.0, 1e3, 1e6, 1e9, 1e12, 1e15])
def test_expected_f_gain_keeps_its_digits_at_any_ratio_of_weights(ratio, where, beta):
    """Where almost no true negative is left at recall gain 0, and at any prevalence."""
    for seed in range(6):
        rng = np.random.default_rng(seed)
        fg, bg = rng.random((2, 8))
        if where == "all":
            bg *= ratio
        else:
            fg[0], bg[0] = 0, bg[0] * ratio
        path = prplot.from_weights(range(8, 0, -1), fg=fg, bg=bg)
        wanted, size = exact_expected_f_gain(list(map(Fraction, fg)), list(map(Fraction, bg)), Fraction(beta) ** 2)
        assert abs(path.prg().expected_f_gain(beta) - float(wanted)) <= 1e-13 * float(size)


def test_expected_f_gain_is_undefined_without_true_negatives():
    path = prplot.from_labels([0, 0, 1, 1], [4, 3, 2, 1])
    for ask in (path.prg().expected_f_gain, path.expected_f):
        with pytest.warns(prplot.PrplotWarning, match="no true negative"):
            assert math.isnan(ask())


def test_expected_f_gain_of_chance_and_perfection():
    assert prplot.from_labels([1, 0, 0], [1, 1, 1]).prg().expected_f_gain() == pytest.approx(0.25)
    assert prplot.from_labels([1, 0, 0], [3, 2, 1]).prg().expected_f_gain() == pytest.approx(0.75)


def test_clipping_changes_no_expectation(path):
    """Theorem 3 is one of the signed area."""
    clipped = path.prg(clip=True)
    assert clipped.expected_f_gain() == path.prg().expected_f_gain()
    assert clipped.y0 == path.prg().y0


@pytest.mark.parametrize("beta", [0, -1, np.inf, "one"])
def test_wrong_beta(beta):
    with pytest.raises(prplot.PrplotError, match="beta"):
        made(0).prg().expected_f_gain(beta)


def test_expected_accuracy_by_quadrature(path):
    """The predicted positive rate is uniform; between thresholds the path is straight."""
    pos, neg = path.positives, path.negatives
    rate = (path.tp + path.fp) / (pos + neg)
    accuracy = (path.tp + neg - path.fp) / (pos + neg)
    wanted = np.trapezoid(accuracy, rate)
    assert path.expected_accuracy() == pytest.approx(wanted, rel=1e-12)


def test_expected_accuracy_at_another_prevalence(path):
    curve = path.roc(prevalence=0.1)
    assert curve.path.expected_accuracy() == pytest.approx(0.09 * (2 * path.roc().area() - 1) + 0.5, rel=1e-12)


# Identities of gains, as properties


@for_every(samples(), st.floats(0.05, 20.0))
def test_f_gain_is_the_mean_of_the_gains(sample, beta):
    """Theorem 2: precision gain + β² recall gain = (1 + β²) F-gain."""
    path = path_of(*sample)
    prg = path.prg()
    tp, fp = path.tp[path.tp > 0], path.fp[path.tp > 0]
    gain = prplot.f_gain(beta).of(tp, fp, path.positives - tp, path.negatives - fp)
    left, size = prg.y + beta**2 * prg.x, 1 + np.abs(prg.y) + beta**2 * np.abs(prg.x)
    assert np.all(np.abs(left - (1 + beta**2) * gain) <= 1e-11 * size)


@for_every(samples(), st.floats(0.0, 1.0))
def test_gains_interpolate_linearly(sample, part):
    """Theorem 1: a point between two on the path lies on the chord of their images."""
    path = path_of(*sample)
    space, pos, neg = path.prg().space, path.positives, path.negatives
    rows = np.flatnonzero(path.tp > 0)
    for i, j in itertools.pairwise(rows):
        tp, fp = (c[i] + part * (c[j] - c[i]) for c in (path.tp, path.fp))
        x, y = space.forward(fp / neg, tp / pos)
        weight = part * path.tp[j] / tp
        ends = [space.forward(path.fp[k] / neg, path.tp[k] / pos) for k in (i, j)]
        for found, (a, b) in zip((x, y), zip(*ends, strict=True), strict=True):
            size = 1 + abs(float(a)) + abs(float(b)) + pos / neg
            assert float(found) == pytest.approx((1 - weight) * float(a) + weight * float(b), abs=1e-9 * size)


@for_every(samples(weights=COUNTS))
def test_discrete_tends_to_continuous_as_counts_grow(sample):
    """Multiplying all counts makes the unit ever smaller; the error falls as its square."""
    score, fg, bg = sample
    wanted = path_of(score, fg, bg).pr().area()
    for rule in ("discrete-tp", "discrete-fp"):
        away = [abs(path_of(score, fg * m, bg * m).pr(rule).area() - wanted) for m in (1.0, 1000.0, 1e6)]
        # A step without false positives stays one chord at any size.
        if rule == "discrete-fp" and any(path_of(score, fg, bg).vertices.increments[1] == 0):
            continue
        assert away[1] <= away[0] / 100 + 1e-12
        assert away[2] <= 1e-10


@for_every(samples())
def test_linear_between_lower_and_upper(sample):
    path = path_of(*sample)
    assert path.pr("linear").area() <= path.pr("upper-trapezoid").area() * (1 + 1e-12)
    assert path.pr("step").area() <= path.pr("max-interpolated").area() * (1 + 1e-12)


@for_every(samples())
def test_clipped_area_is_at_least_the_signed_one(sample):
    path = path_of(*sample)
    clipped = path.prg(clip=True).area()
    assert -1e-12 <= clipped <= 1 + 1e-12
    assert clipped >= path.prg().area() - 1e-9 * (1 + abs(path.prg().area()))


@for_every(samples())
def test_cost_is_half_of_what_calibrated_scores_lose(sample):
    """Minimal expected loss for a uniform cost proportion, by π = 1/2: the Brier score of the hull's c."""
    path = path_of(*sample).at_prevalence(0.5)
    rows = path.sample
    c = path.roc().hull().calibrate(rows.score)
    brier = np.sum(rows.fg * (1 - c) ** 2 + rows.bg * c**2) / (path.positives + path.negatives)
    assert path.cost().area() == pytest.approx(brier, rel=1e-8, abs=1e-12)


# What is undefined is NaN and one warning that says why

NO_FOREGROUND = prplot.from_labels([0, 0], [2, 1])
NO_BACKGROUND = prplot.from_labels([1, 1], [2, 1])
MEASURES = {
    "y0": lambda path: path.prg().y0,
    "expected_f_gain": lambda path: path.prg().expected_f_gain(),
    "expected_f": lambda path: path.expected_f(),
    "expected_accuracy": lambda path: path.expected_accuracy(),
    "standardized_area": lambda path: path.roc().standardized_area(),
    "normalized_area": lambda path: path.roc().normalized_area(),
}


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("path", [NO_FOREGROUND, NO_BACKGROUND], ids=["P = 0", "N = 0"])
def test_one_class_only_warns_once(measure, path):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert math.isnan(MEASURES[measure](path))
    (warning,) = caught
    assert warning.category is prplot.PrplotWarning
    assert ("P = 0" if path is NO_FOREGROUND else "N = 0") in str(warning.message)


def test_standardized_area_is_not_one_of_costs():
    """A perfect ranking costs 0, chance 1/4: on that scale it would have less than 1/2."""
    with pytest.raises(prplot.PrplotValueError, match=r"more is better; got a curve in .*normalized_area"):
        prplot.from_labels([1, 0, 0], [3, 2, 1]).cost().standardized_area()


@pytest.mark.parametrize(
    "ask",
    [lambda: made(0).roc().standardized_area(0.5, 0.5), lambda: NO_BACKGROUND.pr().standardized_area()],
    ids=["no width", "chance is the most"],
)
def test_standardized_area_is_undefined_where_chance_is_the_most_possible(ask):
    with pytest.warns(prplot.PrplotWarning, match="undefined"):
        assert math.isnan(ask())


def test_normalized_area_of_cost_curves():
    """The best ranking has the smaller area there."""
    path = prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1])
    assert path.cost().normalized_area() == pytest.approx((0.125 - 0.25) / (0 - 0.25))


@pytest.mark.parametrize("space", ["pr", "roc", "croc", "cost"])
def test_weights_whose_ratio_no_float_holds_are_refused_plainly(space):
    for fg, bg in (([1e308, 0], [0, 5e-324]), ([5e-324, 0], [0, 1e308])):
        path = prplot.from_weights([2, 1], fg=fg, bg=bg)
        with pytest.raises(prplot.PrplotValueError, match=r"ratio float64 can hold; got .*e(\+308|-324)"):
            path.curve(space).area()


def test_weights_whose_quotient_overflows_have_no_gains():
    """The rates are as ever; P / N is no number."""
    path = prplot.from_weights([3, 2, 1], fg=[1e290, 2e290, 1e289], bg=[2e-290, 1e-290, 1e-289])
    plain = prplot.from_weights([3, 2, 1], fg=[1, 2, 0.1], bg=[2, 1, 10])
    assert path.roc().area() == pytest.approx(plain.roc().area(), rel=1e-14)
    for ask in (path.prg().area, path.prg().expected_f_gain):
        with pytest.warns(prplot.PrplotWarning, match="float64 holds no ratio"):
            assert math.isnan(ask())


@pytest.mark.parametrize("prevalence", [1e-308, 5e-324])
def test_a_prevalence_that_overflows_is_refused_plainly(prevalence):
    path = prplot.from_labels([1, 0, 1, 0, 0], [5, 4, 3, 2, 1])
    with pytest.raises(prplot.PrplotValueError, match="prevalence must leave weights that float64 can hold; got"):
        path.at_prevalence(prevalence)
    assert path.at_prevalence(1e-307).prevalence == pytest.approx(1e-307, rel=1e-12)
    assert path.pr(prevalence=1e-307).area() == pytest.approx(0.5, rel=1e-12)
