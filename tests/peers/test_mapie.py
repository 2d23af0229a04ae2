"""Its area of accuracy against rejection is 1 - the mean risk over rows; ties are in the order given there."""

import numpy as np
import pytest

import prplot

TOOL = "MAPIE"


def mean_risk(peer, labels, scores):
    return 1.0 - peer("mapie.metrics.uncertainty").auarc(labels, scores)


PRINTS = {"aurc, mean over rows": mean_risk}


@pytest.mark.parametrize("key", PRINTS)
def test_claim(key, sample, peer, confirm):
    # Every row has a score of its own.
    scores = sample.rng.permutation(len(sample.labels)) / 512
    confirm(prplot.from_labels(sample.labels, scores), key, TOOL, PRINTS[key](peer, sample.labels, scores))


def test_ties_are_in_expectation_over_their_orders(peer):
    labels, scores = np.array([1, 0, 1, 0, 1, 1, 0, 0]), np.array([5, 4, 4, 4, 3, 2, 2, 1])
    rng = np.random.default_rng(5)
    orders = [rng.permutation(8) for _ in range(2000)]
    printed = np.mean([mean_risk(peer, labels[order], scores[order]) for order in orders])
    assert prplot.from_labels(labels, scores).areas()["aurc, mean over rows"].value == pytest.approx(printed, abs=5e-3)
