"""Gains and lift: the same path against how much is predicted positive."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

import prplot

LABELS, SCORES = [1, 0, 1, 0, 0, 1, 0, 1, 0, 0], [9, 8, 7, 5, 5, 5, 4, 3, 2, 1]
PATH = prplot.from_labels(LABELS, SCORES)
# Rows up to each distinct score, and positives among them, counted by hand.
ROWS, FOUND = [0, 1, 2, 3, 6, 7, 8, 9, 10], [0, 1, 1, 2, 3, 3, 4, 4, 4]
EARLY = prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1], positives=4, negatives=5)


def random_path(seed):
    rng = np.random.default_rng(seed)
    return prplot.from_weights(rng.integers(0, 15, 60), fg=rng.lognormal(size=60), bg=rng.lognormal(1, 2, 60))


def test_gains_by_hand():
    curve = PATH.gains()
    np.testing.assert_array_equal(curve.x, np.array(ROWS) / 10)
    np.testing.assert_array_equal(curve.y, np.array(FOUND) / 4)
    area = sum(
        Fraction(n1 - n0, 10) * Fraction(t0 + t1, 8)
        for n0, n1, t0, t1 in zip(ROWS, ROWS[1:], FOUND, FOUND[1:], strict=False)
    )
    assert curve.area() == pytest.approx(float(area), rel=1e-15)
    # Within the tie recall rises evenly: one of three rows.
    assert float(curve.at(0.4)) == pytest.approx(float(Fraction(2, 4) + Fraction(1, 12)), rel=1e-15)


def test_lift_by_hand():
    curve = PATH.lift()
    wanted = [Fraction(t, 4) / Fraction(n, 10) for n, t in zip(ROWS[1:], FOUND[1:], strict=True)]
    np.testing.assert_allclose(curve.y[1:], [float(w) for w in wanted], rtol=1e-15)
    assert curve.y[0] == curve.y[1] == 2.5
    # Along a step TP is t0 + q (n - n0), so the integral of TP / n is q Δn + (t0 - q n0) ln(n1 / n0).
    area = 0.0
    for n0, n1, t0, t1 in zip(ROWS, ROWS[1:], FOUND, FOUND[1:], strict=False):
        q = (t1 - t0) / (n1 - n0)
        area += q * (n1 - n0) + ((t0 - q * n0) * math.log(n1 / n0) if n0 else 0.0)
    assert curve.area() == pytest.approx(area / 4, rel=1e-14)
    assert float(curve.at(0.4)) == pytest.approx(float((Fraction(2, 4) + Fraction(1, 12)) / Fraction(4, 10)), rel=1e-15)


def test_lift_is_precision_over_prevalence_and_the_slope_to_gains():
    path = random_path(1)
    with np.errstate(invalid="ignore"):
        precision = path.tp / (path.tp + path.fp)
    np.testing.assert_allclose(path.lift().y[1:], precision[1:] / path.prevalence, rtol=1e-13)
    x = np.linspace(0.05, 1, 20)
    np.testing.assert_allclose(path.lift().at(x), path.gains().at(x) / x, rtol=1e-12)


@pytest.mark.parametrize(
    "path", [PATH, EARLY, random_path(2), PATH.at_prevalence(0.05)], ids=["hard", "early", "w", "π"]
)
def test_the_area_of_gains_is_that_of_roc_between_those_of_the_worst_and_of_perfect(path):
    pi, roc = path.prevalence, path.roc().area()
    assert path.gains().area() == pytest.approx(pi / 2 + (1 - pi) * roc, rel=1e-13)
    assert path.gains().standardized_area() == pytest.approx(roc, rel=1e-12)


def test_chance():
    for path in (PATH, random_path(3)):
        assert path.gains().chance == pytest.approx(0.5, rel=1e-15)
        assert path.lift().chance == pytest.approx(1.0, rel=1e-15)
        assert path.lift().over(prplot.from_counts([1], [path.positives], [path.negatives])).at(0.3) == 1


def test_perfect_and_hopeless():
    perfect = prplot.from_labels([1, 1, 0, 0, 0, 0, 0, 0], range(8, 0, -1))
    assert perfect.gains().area() == 1 - 0.25 / 2
    # 1 / π up to π, then 1 / x.
    assert perfect.lift().area() == pytest.approx(1 + math.log(4), rel=1e-14)
    assert perfect.lift().standardized_area() == pytest.approx(1.0, rel=1e-14)
    assert perfect.gains().normalized_area() == perfect.lift().normalized_area() == pytest.approx(1.0)
    worst = perfect.worst()
    assert worst.gains().area() == pytest.approx(0.25 / 2, rel=1e-14)
    # 0 up to 1 - π, then (x - (1 - π)) / (π x).
    assert worst.lift().area() == pytest.approx((0.25 + 0.75 * math.log(0.75)) / 0.25, rel=1e-13)


@pytest.mark.parametrize("ends", [(0.0, 0.3), (0.15, 0.45), (0.62, 1.0), (0.999, 1.0)])
def test_partial_areas_add_up_and_are_means_of_ordinates(ends):
    for curve in (PATH.gains(), PATH.lift(), random_path(4).gains(), random_path(4).lift()):
        low, high = ends
        whole = curve.area(0.0, low) + curve.area(low, high) + curve.area(high, 1.0)
        assert whole == pytest.approx(curve.area(), rel=1e-12)
        # A curve of Gauss and Legendre's nodes, step by step.
        x = np.unique(np.clip([low, *curve.x, high], low, high))
        nodes, weights = np.polynomial.legendre.leggauss(30)
        each = [(b - a) / 2 * weights @ curve.at((a + b) / 2 + (b - a) / 2 * nodes) for a, b in itertools.pairwise(x)]
        assert curve.area(low, high) == pytest.approx(sum(each), rel=1e-9)


def test_beyond_the_end_the_rest_of_the_background_comes_first():
    """4 of 9 rows are returned, half of the foreground among them; then 3 of background, then 2 of foreground."""
    whole = prplot.from_labels([1, 0, 1, 0, 0, 0, 0, 1, 1], range(9, 0, -1))
    for name in ("gains", "lift"):
        early, full = EARLY.curve(name), whole.curve(name)
        assert early.end == pytest.approx(4 / 9)
        assert np.isnan(early.at(0.6))
        assert early.area() == pytest.approx(full.area(), rel=1e-14)
        assert early.area(0.1, 0.9) == pytest.approx(full.area(0.1, 0.9), rel=1e-13)
        x = np.linspace(0, 1, 41)
        np.testing.assert_allclose(early.earned(x), full.at(x), rtol=1e-12)
        mean = prplot.mean_curve([early, early])
        np.testing.assert_allclose(mean.at(x), full.at(x), rtol=1e-12)
        traced = mean.trace(1e-4)
        np.testing.assert_allclose(np.interp(x, traced.x, traced.y), full.at(x), atol=2e-4)


def test_prevalence_moves_the_abscissa():
    """At the prevalence π' a point (fpr, tpr) has the abscissa π' tpr + (1 - π') fpr; recall stays."""
    fpr, tpr = PATH.fp / 6, PATH.tp / 4
    curve = PATH.gains(prevalence=0.1)
    np.testing.assert_allclose(curve.x, 0.1 * tpr + 0.9 * fpr, rtol=1e-14)
    np.testing.assert_allclose(curve.y, tpr, rtol=1e-14)
    assert PATH.lift(prevalence=0.1).y[1] == pytest.approx(10)


def test_the_hull_is_that_of_roc():
    path = random_path(5)
    roc = path.roc().hull()
    for curve in (path.gains(), path.lift(), path.det()):
        np.testing.assert_array_equal(curve.hull().thresholds, roc.thresholds)
        np.testing.assert_array_equal(curve.hull().scores, roc.scores)
        np.testing.assert_allclose(
            curve.space.inverse(curve.hull().x[1:], curve.hull().y[1:])[1], roc.y[1:], rtol=1e-12
        )
    gains = path.gains().hull()
    slopes = np.diff(gains.y) / np.diff(gains.x)
    assert (np.diff(slopes) < 1e-12).all()


def test_rows_of_no_weight_have_no_lift_of_their_own():
    path = prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1], sample_weight=[1, 1, 0, 1])
    assert path.lift().area() == prplot.from_labels([1, 0, 0], [4, 3, 1]).lift().area()


@pytest.mark.parametrize(("mu", "prevalence"), [(1.0, 0.1), (2.0, 0.6)])
def test_population_of_normal_scores(mu, prevalence):
    """The area under the ROC curve is Φ(μ / √2); at the threshold c both rates are tails of the normal distribution."""
    model = prplot.simulate.binormal(mu, 1)

    def tail(z):
        return math.erfc(z / math.sqrt(2)) / 2

    gains, lift = (model.curve(space, prevalence=prevalence) for space in ("gains", "lift"))
    assert gains.area() == pytest.approx(prevalence / 2 + (1 - prevalence) * tail(-mu / math.sqrt(2)), rel=1e-12)
    for c in (-0.5, 0.8, 3.0):
        predicted, recall = prevalence * tail(c - mu) + (1 - prevalence) * tail(c), tail(c - mu)
        assert float(gains.at(predicted)) == pytest.approx(recall, rel=1e-9)
        assert float(lift.at(predicted)) == pytest.approx(recall / predicted, rel=1e-9)
    assert lift.at(0.0) == pytest.approx(1 / prevalence, rel=1e-12)
    assert lift.at(1.0) == pytest.approx(1.0, rel=1e-9)


@pytest.mark.parametrize("name", ["gains", "lift"])
def test_one_class_only_has_no_curve(name):
    for label in (1, 0):
        curve = prplot.from_labels([label, label], [2, 1]).curve(name)
        with pytest.warns(prplot.PrplotWarning, match="undefined in .* space: the sample has no") as caught:
            assert np.isnan(curve.area())
        assert len(caught) == 1


@pytest.mark.parametrize("name", ["gains", "lift"])
def test_a_band_lies_within_the_square(name):
    curve = prplot.simulate.binormal(1.5, 1).sample(80, prevalence=0.3, rng=2, fixed=True).curve(name)
    # As a cohort has them replicates have prevalences, and so lifts, of their own.
    band = curve.band(n=60, rng=1, stratify=True)
    x = band.x
    assert (band.low <= band.high).all()
    least, most = np.maximum(0, (x - 0.7) / 0.3), np.minimum(1, x / 0.3)
    if name == "lift":
        with np.errstate(invalid="ignore"):
            least, most = np.nan_to_num(least / x), np.where(x > 0, most / x, 1 / 0.3)
    assert (band.low >= least - 1e-9).all()
    assert (band.high <= most + 1e-9).all()
    assert (band.low[5:] < curve.at(x[5:]) + 1e-12).all()
    assert (band.high[5:] > curve.at(x[5:]) - 1e-12).all()
