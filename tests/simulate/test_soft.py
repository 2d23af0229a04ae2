"""The simulation of Keilwagen et al.: its table, and its curves against SciPy."""

import numpy as np
import pytest
from scipy import optimize, special, stats

from prplot import simulate

ORDERS = ("good", "permuted", "bad")
MIXTURE = ((0.905, 1.6, 8.5), (0.095, 12.0, 2.5))
MU = 1.68
# Their Figure 4: unweighted, and weighted in each order.
TABLE = {"hard": (0.88, 0.55), "good": (0.79, 0.55), "permuted": (0.64, 0.39), "bad": (0.49, 0.27)}


def moments(a):
    """Mass, positive and negative weight of labels below a."""
    parts = [
        np.array([special.betainc(p, q, a), special.betainc(p + 1, q, a) * p, special.betainc(p, q + 1, a) * q])
        * w
        / np.array([1, p + q, p + q]).reshape(3, *[1] * np.ndim(a))
        for w, p, q in MIXTURE
    ]
    return np.sum(parts, axis=0)


LOW, ALL = moments(0.5), moments(1.0)
HIGH, FG, BG = ALL - LOW, ALL[1], ALL[2]


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


def richardson(x, y):
    """The area by trapezoids of two step lengths, whose leading errors cancel."""
    fine, rough = (np.sum(np.diff(x[::k]) * (y[::k][1:] + y[::k][:-1])) / 2 for k in (1, 2))
    return (4 * fine - rough) / 3


@pytest.mark.parametrize("order", ORDERS)
def test_rates_areas_and_densities(order):
    model = simulate.keilwagen(order)
    cuts = np.array([-4.0, -1.5, 0.0, 0.7, 1.68, 2.5, 4.0])
    expected = np.array([peer_rates(order, c) for c in cuts]).T
    assert model.fpr(cuts) == pytest.approx(expected[0], rel=1e-11, abs=1e-15)
    assert model.tpr(cuts) == pytest.approx(expected[1], rel=1e-11, abs=1e-15)
    fpr, tpr = np.array([peer_rates(order, c) for c in np.linspace(9, -7, 801)]).T
    assert model.curve("roc").area() == pytest.approx(richardson(fpr, tpr), abs=2e-8)
    pr = richardson(tpr, FG * tpr / (FG * tpr + BG * fpr))
    assert model.curve("pr").area() == pytest.approx(pr, abs=2e-8)
    assert (model.curve("roc").area(), pr) == pytest.approx(TABLE[order], abs=0.008)
    # A cost curve is below all lines, also where the ROC curve is not concave.
    x = np.array([0.05, 0.3, 0.45, 0.5, 0.6, 0.8])
    lowest = np.array([min(v, 1 - v, np.min(v * (1 - tpr) + (1 - v) * fpr)) for v in x])
    assert np.all((lowest - 1e-5 <= model.curve("cost").at(x)) & (model.curve("cost").at(x) <= lowest + 1e-13))
    slopes = [(rate(cuts - 1e-5) - rate(cuts + 1e-5)) / 2e-5 for rate in (model.fpr, model.tpr)]
    assert model.densities(cuts).negatives == pytest.approx(slopes[0], rel=1e-5)
    assert model.densities(cuts).positives == pytest.approx(slopes[1], rel=1e-5)


def test_hard_labels_and_shares():
    model = simulate.keilwagen("permuted")
    hard = model.hard.curve("roc").area(), model.hard.curve("pr", prevalence=model.hard_prevalence).area()
    assert hard == pytest.approx(TABLE["hard"], abs=0.008)
    # Permuted scores dilute the hard area.
    diluted = (HIGH[1] / FG - HIGH[2] / BG) * (stats.norm.cdf(MU / np.sqrt(2)) - 0.5)
    assert model.curve("roc").area() - 0.5 == pytest.approx(diluted, rel=1e-13)
    assert (model.prevalence, model.path().prevalence) == pytest.approx((FG, FG), rel=1e-14)
    assert model.hard_prevalence == pytest.approx(HIGH[0], rel=1e-13)
    assert model.path().soft


@pytest.mark.parametrize("order", ORDERS)
def test_a_sample_follows_its_recipe(order):
    model = simulate.keilwagen(order)
    path = model.sample(40_000, rng=3)
    a, score = path.sample.fg, path.sample.score
    assert path.sample.bg == pytest.approx(1 - a, abs=1e-15)
    for rows, mean in ((a > 0.5, MU), (a <= 0.5, 0.0)):
        found = stats.spearmanr(a[rows], score[rows]).statistic
        assert found == pytest.approx({"good": 1.0, "bad": -1.0}.get(order, 0), abs=0.05)
        assert stats.kstest(score[rows], stats.norm(mean).cdf).pvalue > 1e-3
    assert stats.kstest(a, lambda v: moments(v)[0]).pvalue > 1e-3
    for space in ("pr", "roc"):
        # A few standard deviations; other orders are 0.05 and more away.
        assert path.curve(space).area() == pytest.approx(model.curve(space).area(), abs=0.02)
    # Orders differ in nothing but the order.
    hard = path.hard()
    assert hard.roc().area() == simulate.keilwagen("good").sample(40_000, rng=3).hard().roc().area()


def test_prevalence_is_that_of_the_labels_or_set_by_weight():
    model = simulate.keilwagen("good")
    for refused in (lambda: model.curve("pr", prevalence=0.1), lambda: model.sample_size(0.2, prevalence=0.1)):
        with pytest.raises(TypeError, match=r"prevalence must be left out .*\(0.222\); got 0.1.*at_prevalence"):
            refused()
    with pytest.raises(TypeError, match="fixed must be left out"):
        model.sample(10, fixed=True)
    path, recall = model.path().at_prevalence(0.05), np.array([0.1, 0.5, 0.9])
    assert (path.prevalence, path.best().prevalence) == pytest.approx((0.05, 0.05), rel=1e-14)
    fpr, _ = model.curve("pr").space.inverse(recall, model.curve("pr").at(recall))
    assert path.pr().at(recall) == pytest.approx(0.05 * recall / (0.05 * recall + 0.95 * fpr), rel=1e-11)
    assert path.pr().best().area() > path.pr().area() > path.pr().worst().area()
    again = model.path().pr(prevalence=0.05)
    assert (again.area(), again.label) == (path.pr().area(), "good at prevalence 0.05")
