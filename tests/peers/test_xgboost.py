"""It takes soft labels: a label in [0, 1] and a weight per row."""

import numpy as np
import pytest

import prplot

TOOL = "XGBoost"


def metric(name):
    def printed(sample, peer):
        xgboost = peer("xgboost")
        total = sample.fg + sample.bg
        rows = xgboost.DMatrix(
            np.zeros((len(total), 1)), label=sample.fg / total, weight=total, base_margin=sample.scores
        )
        settings = {"objective": "reg:squarederror", "eval_metric": name, "eta": 0.0, "base_score": 0.0}
        found = {}
        xgboost.train(settings, rows, 1, evals=[(rows, "rows")], evals_result=found, verbose_eval=False)
        return found["rows"][name][0]

    return printed


PRINTS = {"continuous": metric("aucpr"), "ROC": metric("auc")}


@pytest.mark.parametrize("key", PRINTS)
@pytest.mark.parametrize("kind", ["hard", "soft", "two weights"])
def test_claim(key, kind, sample, confirm, peer):
    fg = sample.labels.astype(float) if kind == "hard" else sample.rng.random(len(sample.labels))
    bg = sample.rng.random(len(fg)) * 3 if kind == "two weights" else 1 - fg
    sample.fg, sample.bg = fg, bg
    path = prplot.from_weights(sample.scores, fg=fg, bg=bg)
    confirm(path, key, TOOL, PRINTS[key](sample, peer))
