"""Standard synonyms are taken everywhere a name is, in any case; what is meant is computed from the definitions."""

from __future__ import annotations

import math

import pandas as pd
import pytest

import prplot
from prplot.interpolations import INTERPOLATIONS
from prplot.metrics import METRICS
from prplot.names import SYNONYMS, known
from prplot.spaces import NAMED

C = prplot.Confusion(tp=3, fp=6, fn=2, tn=9)
PATH = prplot.from_labels([1, 0, 1, 0, 0], [5, 4, 3, 2, 1])


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *((name, 3 / 5) for name in ("tpr", "TPR", "Sensitivity", "hit rate", "True Positive Rate", "RECALL")),
        *((name, 3 / 9) for name in ("ppv", "PPV", "positive predictive value", "Precision")),
        *((name, 9 / 15) for name in ("tnr", "selectivity", "Specificity")),
        *((name, 6 / 15) for name in ("fall-out", "fallout", "FPR", "false-positive rate")),
        *((name, 2 / 5) for name in ("miss rate", "FNR")),
        *((name, 3 / 5 + 9 / 15 - 1) for name in ("youden", "Youden's J", "Youden\u2019s J", "J", "Informedness")),
        *((name, 6 / 14) for name in ("F1", "f-score", "F1-score", "f1_score", "F-measure", "Dice")),
        ("F2", 15 / (15 + 6 + 4 * 2)),
        ("F0.5", 1.25 * 3 / (1.25 * 3 + 6 + 0.25 * 2)),
        ("ACC", 12 / 20),
        ("balanced accuracy", 0.6),
        ("PPR", 9 / 20),
        *((name, 0.075 / 0.475) for name in ("Cohen's kappa", "KAPPA", "cohen_kappa_score")),
        *((name, math.hypot(6 / 15, 2 / 5)) for name in ("closest to (0,1)", "closest to (0, 1)", "closest.topleft")),
        ("lift", 20 / 9 * 3 / 5),
        ("precG", 1 - 5 / 15 * 6 / 3),
        ("recG", 1 - 5 / 15 * 2 / 3),
        ("LR+", 1.5),
        *((name, 3 / 5) for name in ("POD", "TAR", "GAR", "genuine accept rate", "probability of detection")),
        *((name, 3 / 9) for name in ("SR", "success ratio")),
        *((name, 6 / 15) for name in ("POFD", "false accept rate", "false-alarm rate")),
        *((name, 6 / 9) for name in ("false alarm ratio", "FDR")),
        *((name, 2 / 5) for name in ("FRR", "false reject rate")),
        *((name, 3 / 11) for name in ("CSI", "threat score")),
        *((name, 3 / 5 - 6 / 15) for name in ("TSS", "KS", "PSS", "Peirce", "true skill statistic", "Hanssen-Kuipers")),
    ],
)
def test_measures(name, value):
    assert C.measure(name) == pytest.approx(value, rel=1e-14)
    assert PATH.optimal(name) == PATH.optimal(prplot.metrics.metric(name))


@pytest.mark.parametrize(
    ("name", "space"),
    [("PR", "pr"), ("precision-recall", "pr"), ("AUPRC", "pr"), ("ROC", "roc"), ("AUROC", "roc"), ("auc", "roc"),
     ("PRC", "pr"), ("pr curve", "pr"), ("ROC curve", "roc"),
     ("PRG", "prg"), ("AUPRG", "prg"), ("Cost", "cost"), ("CROC", "croc")],
)  # fmt: skip
def test_spaces(name, space):
    assert PATH.curve(name).area() == PATH.curve(space).area()
    assert prplot.mean_area([PATH], name).mean == PATH.curve(space).area()


@pytest.mark.parametrize(
    ("name", "rule"),
    [("average_precision", "step"), ("AP", "step"), ("average precision", "step"), ("lower-trapezoid", "linear"),
     ("Trapezoidal", "linear"), ("Discrete-TP", "discrete-tp"), ("discrete_fp", "discrete-fp")],
)  # fmt: skip
def test_interpolations(name, rule):
    assert PATH.pr(name).interpolation == rule


@pytest.mark.parametrize(
    ("name", "key"),
    [("average_precision", "step"), ("AUROC", "ROC"), ("auprg", "PRG"), ("gini", "Gini"),
     ("r-precision", "R-precision"),
     ("AUPRC", "continuous"), ("lower-trapezoid", "linear"), ("AUCNPR", "normalized, by=skew"), ("11pt", "11-point")],
)  # fmt: skip
def test_areas(name, key):
    table = PATH.areas()
    assert table[name] is table[key]
    assert name in table


def test_a_word_of_two_meanings_is_refused_with_both():
    """FAR: the false accept rate of biometrics, or the false alarm ratio of weather forecasts."""
    for call in (
        lambda: PATH.optimal("far"),
        lambda: PATH.find(FAR=0.1),
        lambda: C.measure("FAR"),
        lambda: prplot.measure_at("far", at="best"),
        lambda: prplot.draw.measures(PATH, ["far"]),
        lambda: C.far,
        lambda: PATH.far,
    ):
        with pytest.raises(prplot.PrplotError, match=r"biometrics.*accept rate, 'fpr';.*weather.*ratio, 'fdr'"):
            call()
    # A column of this name is a column.
    with pytest.raises(prplot.PrplotValueError) as caught:
        prplot.from_frame(pd.DataFrame({"fpr": [1.0], "y": [1]}), score="far", label="y")
    assert "biometrics" not in str(caught.value)


def test_enrichment_is_at_a_share_of_the_rows():
    with pytest.raises(prplot.PrplotValueError, match=r"path\.enrichment_factor\(0\.01\); at a threshold it is 'lift'"):
        PATH.optimal("enrichment")
    with pytest.raises(prplot.PrplotValueError, match="The nearest is 'enrichment_factor'"):
        PATH.interval("enrichment")


RATES = [
    *((name, "recall") for name in ("sensitivity", "tpr", "true_positive_rate")),
    *(("ppv", "precision"), ("tnr", "specificity"), ("false_positive_rate", "fpr"), ("ppr", "predicted_positive_rate")),
]


@pytest.mark.parametrize(("name", "rate"), RATES)
def test_rates_to_reach(name, rate):
    assert PATH.find(**{name: 0.5}) == PATH.find(**{rate: 0.5})
    assert prplot.measure_at("f1", at={name: 0.5}) == prplot.measure_at("f1", at={rate: 0.5})
    assert PATH.optimal("accuracy", subject_to={name: 0.5}) == PATH.optimal("accuracy", subject_to={rate: 0.5})


@pytest.mark.parametrize("name", ["sensitivity", "TPR", "f1", "ppv", "f0.5", "youden"])
def test_attributes_of_a_confusion_matrix(name):
    assert getattr(C, name) == C.measure(name)


def test_choices_in_any_case():
    assert PATH.pr(ties="Optimistic").area() == PATH.pr(ties="optimistic").area()
    assert PATH.pr(left="ONE").left == "one"
    assert PATH.pr().normalized_area(by="Skew") == PATH.pr().normalized_area(by="skew")
    assert PATH.croc(7, "exp").space == PATH.croc(7, "exponential").space
    assert PATH.croc(7, "log").space == PATH.croc(7, "logarithm").space
    assert PATH.croc(magnifier="Power").space == PATH.croc(magnifier="power").space
    tied = prplot.from_labels([1, 0, 1], [1, None, 2], missing="Lowest")
    assert tied.missing == ("lowest", 1, 0)


def test_every_synonym_belongs_to_a_name_and_none_is_a_name_of_its_own():
    ours = (
        [m.name for m in METRICS]
        + [s.name for s in NAMED]
        + [r.name for r in INTERPOLATIONS]
        + ["f1", "f2", "f0.5"]
        + ["11-point", "normalized, by=skew", "log_loss", "eer", "froc", "exponential", "logarithm", "bootstrap"]
        + ["profile", "calibration"]
    )
    assert set(SYNONYMS) <= set(ours)
    for name, others in SYNONYMS.items():
        assert not set(others) & set(ours)
        for group in ([m.name for m in METRICS], [s.name for s in NAMED], [r.name for r in INTERPOLATIONS]):
            if name in group:
                assert {known(other.upper(), group) for other in others} == {name}


def test_areas_have_names_of_their_own():
    keys = [convention.key for convention in prplot.areas.CONVENTIONS]
    assert len(set(keys)) == len(keys)
