"""scikit-learn, and the package of the authors of AUPRG, where they compute the same thing."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn import metrics

import prplot


def data(seed, digits, weights):
    """Labels with both classes, scores, and weights of some kind."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(20, 400))
    labels = rng.random(n) < rng.choice([0.05, 0.3, 0.8])
    labels[:2] = True, False
    score = np.round(rng.normal(size=n) + labels, digits)
    weight = {
        "none": lambda: None,
        "uniform": lambda: rng.uniform(0.1, 3.0, n),
        "with zeros": lambda: np.append([1.0, 1.0], rng.uniform(0.1, 3.0, n - 2) * rng.integers(0, 2, n - 2)),
        "integers": lambda: rng.integers(1, 9, n).astype(float),
    }[weights]()
    return labels, score, weight


@pytest.mark.parametrize("weights", ["none", "uniform", "with zeros", "integers"])
@pytest.mark.parametrize("digits", [9, 1, 0])
def test_scikit_learn(digits, weights):
    """It runs upwards, ends with its added (0, 1), and keeps scores of weight 0."""
    for seed in range(2):
        labels, score, weight = data(seed, digits, weights)
        path = prplot.from_labels(labels, score, sample_weight=weight)
        for area, wanted in (
            (path.pr("step").area(), metrics.average_precision_score(labels, score, sample_weight=weight)),
            (path.roc().area(), metrics.roc_auc_score(labels, score, sample_weight=weight)),
        ):
            assert area == pytest.approx(wanted, rel=1e-13)
        y, x, cuts = metrics.precision_recall_curve(labels, score, sample_weight=weight)
        kept = np.isin(cuts, score if weight is None else score[weight > 0])
        curve = path.pr()
        assert curve.thresholds[1:].tolist() == cuts[kept][::-1].tolist()
        np.testing.assert_allclose(curve.x[1:], x[:-1][kept][::-1], rtol=1e-13)
        np.testing.assert_allclose(curve.y[1:], y[:-1][kept][::-1], rtol=1e-13)
        for threshold in np.quantile(score, [0.0, 0.3, 0.9]):
            (tn, fp), (fn, tp) = metrics.confusion_matrix(labels, score >= threshold, sample_weight=weight)
            assert path.at(threshold).cells == pytest.approx((tp, fp, fn, tn), rel=1e-12, abs=1e-12)
        if weight is None:
            fpr, tpr, thresholds = metrics.roc_curve(labels, score, drop_intermediate=False)
            assert path.roc().thresholds.tolist() == thresholds.tolist()
            np.testing.assert_allclose((path.roc().x, path.roc().y), (fpr, tpr), rtol=1e-15)


@pytest.mark.parametrize("levels", [4, 1000])
def test_auprg_of_its_authors(monkeypatch, levels):
    """pyprg 0.1.1b7 counts negative precision gain as negative area too; it calls a NumPy function that is gone."""
    from prg import prg

    monkeypatch.setattr(np, "alen", lambda a: len(a) if hasattr(a, "__len__") else 1, raising=False)
    for seed in range(8):
        rng = np.random.default_rng(seed)
        n = int(rng.integers(5, 120))
        labels = np.append(rng.random(n) < rng.uniform(0.1, 0.9), [True, False]).astype(int)
        scores = np.round(rng.normal(size=n + 2) + rng.uniform(-1, 2) * labels, 3)
        scores = np.floor(scores * levels / 8) if levels < 1000 else scores
        with np.errstate(divide="ignore", invalid="ignore"):
            expected = float(prg.calc_auprg(prg.create_prg_curve(labels, scores)))
        assert prplot.from_labels(labels, scores).prg().area() == pytest.approx(expected, rel=1e-9, abs=1e-12)
