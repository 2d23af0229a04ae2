"""It decomposes scores of forecasts by isotonic regression; soft labels are other numbers there."""

import pytest

TOOL = "model-diagnostics"
RULES = {"brier": "SquaredError", "log_loss": "LogLoss"}


def decomposed(peer, sample, key):
    scoring = peer("model_diagnostics.scoring")
    rule = getattr(scoring, RULES[key])()
    table = scoring.decompose(sample.labels.astype(float), sample.scores, weights=sample.weight, scoring_function=rule)
    return {name: table[name][0] for name in ("score", "miscalibration", "discrimination", "uncertainty")}


PRINTS = {key: lambda peer, sample, key=key: decomposed(peer, sample, key)["score"] for key in RULES}


@pytest.mark.parametrize("key", PRINTS)
@pytest.mark.parametrize("weights", [False, True], ids=["unit", "weighted"])
def test_claim(key, weights, peer, sample, weighted, confirm):
    rows = weighted if weights else sample
    if key == "log_loss" and not 0 < rows.scores.min() <= rows.scores.max() < 1:
        pytest.skip("it moves probabilities of 0 and 1")
    confirm(rows.path, key, TOOL, PRINTS[key](peer, rows))


@pytest.mark.parametrize("key", PRINTS)
def test_terms(key, peer, weighted):
    score = {"brier": weighted.path.brier, "log_loss": weighted.path.log_loss}[key]()
    if score.value == float("inf"):
        pytest.skip("it moves probabilities of 0 and 1")
    printed = decomposed(peer, weighted, key)
    for name in ("miscalibration", "discrimination", "uncertainty"):
        assert getattr(score, name) == pytest.approx(printed[name], rel=0, abs=1e-12)
