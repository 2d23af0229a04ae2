import numpy as np
import pytest
from sklearn import metrics

import prplot

TOOL = "scikit-learn"


def trapezoid(labels, scores, weight=None):
    precision, recall, _ = metrics.precision_recall_curve(labels, scores, sample_weight=weight)
    return metrics.auc(recall, precision)


PRINTS = {
    "step": lambda s: metrics.average_precision_score(s.labels, s.scores, sample_weight=s.weight),
    "linear, left=one": lambda s: trapezoid(s.labels, s.scores, s.weight),
    "brier": lambda s: metrics.brier_score_loss(s.labels, s.scores, sample_weight=s.weight),
    "log_loss": lambda s: metrics.log_loss(s.labels, s.scores, sample_weight=s.weight),
    "ROC": lambda s: metrics.roc_auc_score(s.labels, s.scores, sample_weight=s.weight),
}


@pytest.mark.parametrize("key", PRINTS)
@pytest.mark.parametrize("weights", [False, True], ids=["unit", "weighted"])
def test_claim(key, weights, sample, weighted, confirm):
    rows = weighted if weights else sample
    if key == "log_loss" and rows.path.log_loss().value == np.inf:
        pytest.skip("it moves probabilities of 0 and 1")
    confirm(rows.path, key, TOOL, PRINTS[key](rows))


def test_infinite_scores_are_refused_there():
    table = prplot.from_labels([1, 0, 1], [np.inf, 1.0, 0.5]).areas()
    assert TOOL not in [claim.tool for row in table for claim in row.claims]
    with pytest.raises(ValueError, match="infinity"):
        metrics.average_precision_score([1, 0, 1], [np.inf, 1.0, 0.5])
