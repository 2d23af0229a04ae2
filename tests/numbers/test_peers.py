"""scikit-learn, where it computes the same thing."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn import metrics

import prplot

SEEDS = range(2)


@pytest.fixture(params=SEEDS)
def rng(request):
    return np.random.default_rng(request.param)


@pytest.fixture(params=["untied", "tied", "few scores"])
def data(request, rng):
    """Labels with both classes, and scores."""
    n = int(rng.integers(20, 400))
    labels = rng.random(n) < rng.choice([0.05, 0.3, 0.8])
    labels[:2] = True, False
    score = rng.normal(size=n) + labels
    if request.param != "untied":
        score = np.round(score, 1 if request.param == "tied" else 0)
    return labels, score


@pytest.fixture(params=[None, "uniform", "with zeros", "integers"])
def weight(request, rng, data):
    n = len(data[0])
    if request.param is None:
        return None
    weight = rng.uniform(0.1, 3.0, n) if request.param != "integers" else rng.integers(1, 9, n).astype(float)
    if request.param == "with zeros":
        weight[2:] *= rng.integers(0, 2, n - 2)
    return weight


def test_step_area_is_average_precision(data, weight):
    path = prplot.from_labels(*data, sample_weight=weight)
    wanted = metrics.average_precision_score(*data, sample_weight=weight)
    assert path.pr("step").area() == pytest.approx(wanted, rel=1e-13)


def test_roc_area(data, weight):
    path = prplot.from_labels(*data, sample_weight=weight)
    assert path.roc().area() == pytest.approx(metrics.roc_auc_score(*data, sample_weight=weight), rel=1e-13)


def test_precision_recall_vertices(data, weight):
    """scikit-learn runs upwards, ends with its added (0, 1), and keeps scores of weight 0."""
    labels, score = data
    precision, recall, thresholds = metrics.precision_recall_curve(labels, score, sample_weight=weight)
    if weight is not None:
        kept = np.isin(thresholds, score[weight > 0])
        thresholds, recall, precision = thresholds[kept], recall[:-1][kept], precision[:-1][kept]
    else:
        recall, precision = recall[:-1], precision[:-1]
    curve = prplot.from_labels(labels, score, sample_weight=weight).pr()
    assert curve.thresholds[1:].tolist() == thresholds[::-1].tolist()
    np.testing.assert_allclose(curve.x[1:], recall[::-1], rtol=1e-13)
    np.testing.assert_allclose(curve.y[1:], precision[::-1], rtol=1e-13)


def test_roc_vertices(data):
    fpr, tpr, thresholds = metrics.roc_curve(*data, drop_intermediate=False)
    curve = prplot.from_labels(*data).roc()
    assert curve.thresholds.tolist() == thresholds.tolist()
    np.testing.assert_allclose(curve.x, fpr, rtol=1e-15)
    np.testing.assert_allclose(curve.y, tpr, rtol=1e-15)


def test_confusion_matrices(data, weight):
    labels, score = data
    path = prplot.from_labels(labels, score, sample_weight=weight)
    for threshold in np.quantile(score, [0.0, 0.3, 0.9]):
        (tn, fp), (fn, tp) = metrics.confusion_matrix(labels, score >= threshold, sample_weight=weight)
        found = path.at(threshold)
        assert (found.tp, found.fp, found.fn, found.tn) == pytest.approx((tp, fp, fn, tn), rel=1e-12, abs=1e-12)
