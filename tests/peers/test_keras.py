"""Its areas are those of 200 fixed thresholds on [0, 1], in single precision."""

import numpy as np
import pytest

import prplot

TOOL = "Keras"


def area(curve, method="interpolation"):
    def printed(sample, peer):
        metric = peer("keras").metrics.AUC(curve=curve, summation_method=method)
        metric.update_state(sample.labels, sample.scores, sample.weight)
        return float(metric.result())

    return printed


PRINTS = {
    "continuous, 200 thresholds": area("PR"),
    "majoring, 200 thresholds": area("PR", "majoring"),
    "minoring, 200 thresholds": area("PR", "minoring"),
    "ROC, 200 thresholds": area("ROC"),
    "PRG, 200 thresholds": area("PRGAIN"),
}


@pytest.mark.parametrize("key", PRINTS)
@pytest.mark.parametrize("weights", [False, True], ids=["unit", "weighted"])
def test_claim(key, weights, sample, weighted, confirm, peer):
    rows = weighted if weights else sample
    confirm(rows.path, key, TOOL, PRINTS[key](rows, peer))


@pytest.mark.parametrize("key", PRINTS)
def test_scores_on_its_thresholds(key, sample, confirm, peer):
    """A score on a threshold is not above it."""
    sample.scores = sample.rng.integers(0, 200, len(sample.labels)) / 199
    sample.path = prplot.from_labels(sample.labels, sample.scores)
    confirm(sample.path, key, TOOL, PRINTS[key](sample, peer))


def test_rare_events_with_small_scores_differ_from_the_exact_area():
    rng = np.random.default_rng(5)
    labels = (rng.random(20_000) < 0.01).astype(int)
    scores = 0.004 * rng.random(20_000) * (1 + labels)
    table = prplot.from_labels(labels, scores).areas()
    assert table["continuous, 200 thresholds"].value < 0.8 * table["continuous"].value
