"""Gains and lift: the same path against how much is predicted positive."""

from __future__ import annotations

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
    assert (PATH.gains().chance, curve.chance) == pytest.approx((0.5, 1.0), rel=1e-15)
    assert PATH.lift(prevalence=0.1).y[1] == pytest.approx(10)
    # Along a step TP is t0 + q (n - n0), so the integral of TP / n is q Δn + (t0 - q n0) ln(n1 / n0).
    area = 0.0
    for n0, n1, t0, t1 in zip(ROWS, ROWS[1:], FOUND, FOUND[1:], strict=False):
        q = (t1 - t0) / (n1 - n0)
        area += q * (n1 - n0) + ((t0 - q * n0) * math.log(n1 / n0) if n0 else 0.0)
    assert curve.area() == pytest.approx(area / 4, rel=1e-14)
    assert float(curve.at(0.4)) == pytest.approx(float((Fraction(2, 4) + Fraction(1, 12)) / Fraction(4, 10)), rel=1e-15)


@pytest.mark.parametrize(
    "path", [PATH, EARLY, random_path(2), PATH.at_prevalence(0.05)], ids=["hard", "early", "w", "π"]
)
def test_the_area_of_gains_is_that_of_roc_between_those_of_the_worst_and_of_perfect(path):
    pi, roc = path.prevalence, path.roc().area()
    assert path.gains().area() == pytest.approx(pi / 2 + (1 - pi) * roc, rel=1e-13)
    assert path.gains().standardized_area() == pytest.approx(roc, rel=1e-12)


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


def test_partial_areas_add_up_and_are_means_of_ordinates():
    nodes, weights = np.polynomial.legendre.leggauss(30)
    for curve in (PATH.gains(), PATH.lift(), random_path(4).gains(), random_path(4).lift()):
        for low, high in ((0.0, 0.3), (0.15, 0.45), (0.62, 1.0), (0.999, 1.0)):
            parts = curve.area(0.0, low) + curve.area(low, high) + curve.area(high, 1.0)
            assert parts == pytest.approx(curve.area(), rel=1e-12)
            x = np.unique(np.clip([low, *curve.x, high], low, high))
            middle, half = (x[1:] + x[:-1]) / 2, np.diff(x) / 2
            wanted = half @ (curve.at(middle[:, None] + half[:, None] * nodes) @ weights)
            assert curve.area(low, high) == pytest.approx(wanted, rel=1e-9)


@pytest.mark.parametrize("name", ["gains", "lift"])
def test_beyond_the_end_the_rest_of_the_background_comes_first(name):
    """4 of 9 rows are returned, half of the positives among them; then 3 of background, then 2 of foreground."""
    full = prplot.from_labels([1, 0, 1, 0, 0, 0, 0, 1, 1], range(9, 0, -1)).curve(name)
    early, x = EARLY.curve(name), np.linspace(0, 1, 41)
    assert early.end == pytest.approx(4 / 9)
    assert np.isnan(early.at(0.6))
    for ends in ((0.0, 1.0), (0.1, 0.9)):
        assert early.area(*ends) == pytest.approx(full.area(*ends), rel=1e-13)
    mean = prplot.mean_curve([early, early])
    np.testing.assert_allclose(mean.at(x), full.at(x), rtol=1e-12)
    traced = mean.trace(1e-4)
    np.testing.assert_allclose(np.interp(x, traced.x, traced.y), full.at(x), atol=2e-4)
