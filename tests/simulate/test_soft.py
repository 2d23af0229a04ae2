"""The simulation of Keilwagen et al.: its table, and its curves against SciPy."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
from mpmath import mpf
from scipy import optimize, special, stats

from prplot import simulate

ORDERS = ("good", "permuted", "bad")
MIXTURE = ((0.905, 1.6, 8.5), (0.095, 12.0, 2.5))
MU = 1.68
# Their Figure 4: unweighted, and weighted in each order.
TABLE = {"hard": (0.88, 0.55), "good": (0.79, 0.55), "permuted": (0.64, 0.39), "bad": (0.49, 0.27)}


def moments(a):
    """Mass, foreground and background weight of labels below a."""
    parts = [
        (
            w * special.betainc(p, q, a),
            w * p / (p + q) * special.betainc(p + 1, q, a),
            w * q / (p + q) * special.betainc(p, q + 1, a),
        )
        for w, p, q in MIXTURE
    ]
    return np.sum(parts, axis=0)


LOW, ALL = moments(0.5), moments(1.0)
HIGH = ALL - LOW
FG, BG = ALL[1:]


def peer_rates(order, c):
    """What scores at or above c have of all weight, each hard class split at the label where its scores say so."""
    above = np.array([stats.norm.sf(c), stats.norm.sf(c, MU)])
    if order == "permuted":
        weight = above[0] * LOW + above[1] * HIGH
        return weight[2] / BG, weight[1] / FG
    share = 1 - above if order == "good" else above
    low, high = (
        optimize.brentq(lambda a, m=mass: moments(a)[0] - m, start, stop, xtol=1e-16, rtol=1e-15)
        for mass, start, stop in ((share[0] * LOW[0], 0.0, 0.5), (LOW[0] + share[1] * HIGH[0], 0.5, 1.0))
    )
    parts = (moments(low), moments(high) - LOW)
    weight = (LOW - parts[0]) + (HIGH - parts[1]) if order == "good" else parts[0] + parts[1]
    return weight[2] / BG, weight[1] / FG


def exact_rates(order, c):
    """The same with many digits."""
    half, zero, one = mpf(1) / 2, mpf(0), mpf(1)
    parts = [(mpf(str(w)), mpf(str(p)), mpf(str(q))) for w, p, q in MIXTURE]

    def inside(low, high, fg=0, bg=0):
        """Mass of labels between two, or with fg or bg 1 their weight: a times a density is the next one."""
        total = mpf(0)
        for w, p, q in parts:
            mean = (p * fg + q * bg) / (p + q) if fg + bg else 1
            total += w * mean * mpmath.betainc(p + fg, q + bg, low, high, regularized=True)
        return total

    def split(low, high, wanted, start, stop):
        moves = (lambda a: inside(a, high)) if high is not None else (lambda a: inside(low, a))
        return mpmath.findroot(
            lambda a: moves(a) / wanted - 1, (start, stop), solver="anderson", tol=1e-36, maxsteps=200
        )

    above = [mpmath.erfc((mpf(c) - mu) / mpmath.sqrt(2)) / 2 for mu in (zero, mpf(str(MU)))]
    if order == "good":
        low = split(None, half, above[0] * inside(zero, half), zero, half)
        high = split(None, one, above[1] * inside(half, one), half, one)
        taken = ((low, half), (high, one))
    else:
        low = split(zero, None, above[0] * inside(zero, half), zero, half)
        high = split(half, None, above[1] * inside(half, one), half, one)
        taken = ((zero, low), (half, high))
    fg, bg = (sum(inside(*ends, **kind) for ends in taken) for kind in ({"fg": 1}, {"bg": 1}))
    return bg / inside(zero, one, bg=1), fg / inside(zero, one, fg=1)


@pytest.mark.parametrize("order", ["good", "bad"])
def test_rates_to_the_last_digits(order):
    model = simulate.keilwagen(order)
    for c in (0.8, 6.0):
        fpr, tpr = exact_rates(order, c)
        assert model.fpr(c) == pytest.approx(float(fpr), rel=2e-14)
        assert model.tpr(c) == pytest.approx(float(tpr), rel=2e-14)


@pytest.mark.parametrize("order", ORDERS)
def test_rates(order):
    model = simulate.keilwagen(order)
    cuts = np.array([-4.0, -1.5, 0.0, 0.7, 1.68, 2.5, 4.0])
    expected = np.array([peer_rates(order, c) for c in cuts])
    assert model.fpr(cuts) == pytest.approx(expected[:, 0], rel=1e-11, abs=1e-15)
    assert model.tpr(cuts) == pytest.approx(expected[:, 1], rel=1e-11, abs=1e-15)


@pytest.mark.parametrize("order", ORDERS)
def test_areas(order):
    """By trapezoids of two step lengths, whose leading errors cancel."""
    model = simulate.keilwagen(order)
    fpr, tpr = np.array([peer_rates(order, c) for c in np.linspace(9, -7, 801)]).T
    precision = FG * tpr / (FG * tpr + BG * fpr)

    def area(x, y):
        fine, rough = (np.sum(np.diff(x[::k]) * (y[::k][1:] + y[::k][:-1])) / 2 for k in (1, 2))
        return (4 * fine - rough) / 3

    assert model.curve("roc").area() == pytest.approx(area(fpr, tpr), abs=2e-8)
    assert model.curve("pr").area() == pytest.approx(area(tpr, precision), abs=2e-8)


def test_table_of_areas():
    for order in ORDERS:
        model = simulate.keilwagen(order)
        found = model.curve("roc").area(), model.curve("pr").area()
        assert found == pytest.approx(TABLE[order], abs=0.008)
        hard = model.hard.curve("roc").area(), model.hard.curve("pr", prevalence=model.hard_prevalence).area()
        assert hard == pytest.approx(TABLE["hard"], abs=0.008)


def test_permuted_scores_dilute_the_hard_area():
    model = simulate.keilwagen("permuted")
    a, b = HIGH[1] / FG, HIGH[2] / BG
    hard = stats.norm.cdf(MU / np.sqrt(2))
    assert model.curve("roc").area() - 0.5 == pytest.approx((a - b) * (hard - 0.5), rel=1e-13)


def test_shares():
    model = simulate.keilwagen("good")
    assert model.prevalence == pytest.approx(FG, rel=1e-14)
    assert model.hard_prevalence == pytest.approx(HIGH[0], rel=1e-13)
    assert model.path().prevalence == pytest.approx(FG, rel=1e-14)
    assert model.path().soft


def test_best_and_worst_ranking_are_by_label():
    curve = simulate.keilwagen("bad").curve("roc")
    labels = 1 / (1 + np.exp(np.linspace(-12, 20, 4001)))
    _, fg, bg = moments(labels)
    fpr, tpr = 1 - bg / BG, 1 - fg / FG

    def area(k):
        return np.sum(np.diff(fpr[::k]) * (tpr[::k][1:] + tpr[::k][:-1])) / 2

    best = (4 * area(1) - area(2)) / 3
    assert curve.best().area() == pytest.approx(best, abs=1e-9)
    assert curve.worst().area() == pytest.approx(1 - best, abs=1e-9)
    assert curve.worst().area() < curve.area() < curve.best().area()
    assert simulate.keilwagen("good").curve("roc").best().area() == curve.best().area()
    expected = (curve.area() - 1 + best) / (2 * best - 1)
    assert curve.normalized_area() == pytest.approx(expected, abs=1e-8)


def test_best_ranking_is_the_lowest_cost():
    costs = [simulate.keilwagen(order).curve("cost") for order in ORDERS]
    areas = [curve.area() for curve in costs]
    assert costs[0].best().area() < areas[0] < areas[1] < areas[2] < 0.25
    assert costs[0].worst().area() == pytest.approx(0.25, rel=1e-14)


def test_cost_of_the_bad_order():
    """Its ROC curve is not concave: against the envelope of many exact points."""
    model = simulate.keilwagen("bad")
    fpr, tpr = np.array([peer_rates("bad", c) for c in np.linspace(8, -6, 1401)]).T
    x = np.array([0.05, 0.3, 0.45, 0.5, 0.6, 0.8])
    lowest = [min(v, 1 - v, np.min(v * (1 - tpr) + (1 - v) * fpr)) for v in x]
    assert model.curve("cost").at(x) == pytest.approx(lowest, abs=2e-6)
    assert np.all(model.curve("cost").at(x) <= np.array(lowest) + 1e-13)


@pytest.mark.parametrize("order", ORDERS)
def test_densities_are_slopes_of_the_rates(order):
    model, c, step = simulate.keilwagen(order), np.array([-1.0, 0.5, 2.0, 4.0]), 1e-5
    slopes = [(rate(c - step) - rate(c + step)) / (2 * step) for rate in (model.fpr, model.tpr)]
    found = model.densities(c)
    assert found.negatives == pytest.approx(slopes[0], rel=1e-6)
    assert found.positives == pytest.approx(slopes[1], rel=1e-6)


@pytest.mark.parametrize("order", ORDERS)
def test_sample_follows_its_recipe(order):
    path = simulate.keilwagen(order).sample(4000, rng=3)
    a, score = path.sample.fg, path.sample.score
    assert path.sample.bg == pytest.approx(1 - a, abs=1e-15)
    for rows, mean in ((a > 0.5, MU), (a <= 0.5, 0.0)):
        found = stats.spearmanr(a[rows], score[rows]).statistic
        expected = {"good": 1.0, "bad": -1.0}.get(order)
        assert found == pytest.approx(expected) if expected else abs(found) < 0.1
        assert stats.kstest(score[rows], stats.norm(mean).cdf).pvalue > 1e-3
    assert stats.kstest(a, lambda v: moments(v)[0]).pvalue > 1e-3


def test_orders_differ_in_nothing_but_the_order():
    hard = [simulate.keilwagen(order).sample(500, rng=8).hard() for order in ORDERS]
    assert {path.roc().area() for path in hard} == {hard[0].roc().area()}
    assert {path.positives for path in hard} == {hard[0].positives}


@pytest.mark.parametrize("order", ORDERS)
def test_a_large_sample_has_nearly_the_curve(order):
    model = simulate.keilwagen(order)
    path = model.sample(200_000, rng=11)
    for space in ("pr", "roc", "prg", "croc", "cost"):
        # A few standard deviations; other orders are 0.05 and more away, in cost space 0.01.
        bound = {"prg": 0.02, "cost": 0.003}.get(space, 0.012)
        assert path.curve(space).area() == pytest.approx(model.curve(space).area(), abs=bound)
        assert path.curve(space).best().area() == pytest.approx(model.curve(space).best().area(), abs=bound)


def test_prevalence_is_that_of_the_labels():
    model = simulate.keilwagen("good")
    for refused in (lambda: model.curve("pr", prevalence=0.1), lambda: model.sample(10, prevalence=0.1)):
        with pytest.raises(TypeError, match=r"prevalence must be left out .*\(0.222\); got 0.1.*at_prevalence"):
            refused()
    with pytest.raises(TypeError, match="fixed must be left out"):
        model.sample(10, fixed=True)


def test_another_prevalence_by_weight():
    path = simulate.keilwagen("good").path().at_prevalence(0.05)
    assert path.prevalence == pytest.approx(0.05, rel=1e-14)
    recall = np.array([0.1, 0.5, 0.9])
    fpr, _ = (
        simulate.keilwagen("good").curve("pr").space.inverse(recall, simulate.keilwagen("good").curve("pr").at(recall))
    )
    assert path.pr().at(recall) == pytest.approx(0.05 * recall / (0.05 * recall + 0.95 * fpr), rel=1e-11)
    assert path.best().prevalence == pytest.approx(0.05, rel=1e-14)
    assert path.pr().best().area() > path.pr().area() > path.pr().worst().area()
    again = simulate.keilwagen("good").path().pr(prevalence=0.05)
    assert again.area() == path.pr().area()
    assert again.label == "good, at π 0.05"
    assert path.roc().area() == pytest.approx(simulate.keilwagen("good").curve("roc").area(), rel=1e-14)


def test_unknown_order():
    with pytest.raises(ValueError, match=r"order must be one of 'good', 'permuted', 'bad'; got 'best'"):
        simulate.keilwagen("best")
