"""DET space: ROC upside down, whose curves hold rates."""

from __future__ import annotations

import math
from fractions import Fraction
from statistics import NormalDist

import numpy as np
import pytest
from sklearn.metrics import det_curve

import prplot

PATH = prplot.from_labels([1, 0, 1, 0, 0, 1, 0, 1, 0, 0], [9, 8, 7, 5, 5, 5, 4, 3, 2, 1])
EARLY = prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1], positives=5, negatives=6)


def test_vertices_and_area_by_hand():
    curve = PATH.det()
    fp, fn = [0, 0, 1, 1, 3, 4, 4, 5, 6], [4, 3, 3, 2, 1, 1, 0, 0, 0]
    np.testing.assert_array_equal(curve.x, np.array(fp) / 6)
    np.testing.assert_array_equal(curve.y, np.array(fn) / 4)
    area = sum(Fraction(b - a, 6) * Fraction(c + d, 8) for a, b, c, d in zip(fp, fp[1:], fn, fn[1:], strict=False))
    assert curve.area() == pytest.approx(float(area), rel=1e-15)
    assert curve.chance == 0.5
    # A vertical, of which the better end is the lower one.
    assert float(curve.at(1 / 6)) == 0.5


@pytest.mark.parametrize("path", [PATH, EARLY, PATH.best(), PATH.worst()], ids=["hard", "early", "best", "worst"])
def test_area_and_ordinates_are_those_roc_lacks_to_1(path):
    x = np.linspace(0, 1, 31)
    for low, high in ((0.0, 1.0), (0.1, 0.37)):
        assert path.det().area(low, high) == pytest.approx(high - low - path.roc().area(low, high), abs=1e-15)
    det, roc = (prplot.mean_curve([path.curve(space)] * 2) for space in ("det", "roc"))
    np.testing.assert_allclose(det.at(x), 1 - roc.at(x), atol=1e-15)


def test_better_is_lower():
    assert PATH.det().normalized_area() == pytest.approx(PATH.roc().normalized_area(), rel=1e-12)
    with pytest.raises(prplot.PrplotValueError, match=r"DET space.*normalized_area"):
        PATH.det().standardized_area()
    perfect = prplot.from_labels(PATH.sample.fg, PATH.sample.fg)
    with pytest.warns(prplot.PrplotWarning, match="With 4 positives"):
        comparison = prplot.compare({"a": PATH, "b": perfect}, "det", n=200, rng=1, paired=False)
    assert comparison.lower_is_better
    assert comparison.estimates["b"] == 0


def test_normal_scores_are_straight_on_probit_axes():
    mu, sigma, normal, x = 1.5, 0.7, NormalDist(), (0.01, 0.1, 0.5, 0.9)
    curve = prplot.simulate.binormal(mu, sigma).curve("det")
    wanted = [normal.cdf((-normal.inv_cdf(at) - mu) / sigma) for at in x]
    np.testing.assert_allclose(curve.at(x), wanted, rtol=1e-9)
    assert curve.area() == pytest.approx(math.erfc(mu / math.sqrt(1 + sigma**2) / math.sqrt(2)) / 2, rel=1e-11)


@pytest.mark.parametrize("seed", range(2))
def test_scikit_learn_prints_the_same_rates(seed):
    rng = np.random.default_rng(seed)
    labels, scores = rng.random(80) < 0.3, rng.integers(0, 30, 80).astype(float)
    weights = rng.integers(1, 5, 80) if seed % 2 else None
    found = det_curve(labels, scores, sample_weight=weights)
    path = prplot.from_labels(labels, scores, sample_weight=weights)
    curve = path.det()
    for fpr, fnr, threshold in zip(*found, strict=True):
        at = path.at(threshold)
        assert (at.fpr, at.measure("fnr")) == pytest.approx((fpr, fnr), abs=1e-14)
        assert np.min(np.hypot(curve.x - fpr, curve.y - fnr)) < 1e-14
