"""The conformance samples: prplot agrees with the exact values, and so do the tools that are said to."""

from __future__ import annotations

import json
import runpy
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from sklearn import metrics

import prplot

ROOT = Path(__file__).resolve().parents[2]
KIT = json.loads((ROOT / "docs" / "conformance" / "samples.json").read_text("utf-8"))
SAMPLES = {sample["name"]: sample for sample in KIT["samples"]}
OF_PATHS = {
    "AP": lambda path: path.pr("step").area(),
    "AP (interpolated)": lambda path: path.pr("max-interpolated").area(),
    "AUPRC (continuous)": lambda path: path.pr().area(),
    "AUPRC (linear)": lambda path: path.pr("linear").area(),
    "AUPRC (linear from (0, 1))": lambda path: path.pr("linear", left="one").area(),
    "AUPRC (upper trapezoid)": lambda path: path.pr("upper-trapezoid").area(),
    "AUPRC (Davis-Goadrich)": lambda path: path.pr("discrete-tp").area(),
    "AUCNPR": lambda path: path.pr().normalized_area(by="skew"),
    "AUPRG": lambda path: path.prg().area(),
    "AUPRG (clipped)": lambda path: path.prg(clip=True).area(),
    "AUROC": lambda path: path.roc().area(),
    "AUROC (FPR to 1/2)": lambda path: path.roc().area(0, 0.5),
    "AUROC (convex hull)": lambda path: path.roc().hull().area(),
    "KS": lambda path: path.optimal("ks").measure("ks"),
    "maximal F1": lambda path: path.optimal("f1").f1,
    "Brier score": lambda path: path.brier().value,
    "log loss": lambda path: path.log_loss().value,
}


def precision_recall_auc(y, score, weight):
    precision, recall, _ = metrics.precision_recall_curve(y, score, sample_weight=weight)
    return metrics.auc(recall, precision)


SCIKIT_LEARN = {
    "AP": lambda y, score, weight: metrics.average_precision_score(y, score, sample_weight=weight),
    "AUPRC (linear from (0, 1))": precision_recall_auc,
    "AUROC": lambda y, score, weight: metrics.roc_auc_score(y, score, sample_weight=weight),
    "Brier score": lambda y, score, weight: metrics.brier_score_loss(y, score, sample_weight=weight),
    "log loss": lambda y, score, weight: metrics.log_loss(y, score, sample_weight=weight),
}


def path_of(sample):
    if "positive_weight" in sample:
        return prplot.from_weights(sample["y_score"], fg=sample["positive_weight"], bg=sample["negative_weight"])
    more = {name: sample[name] for name in ("sample_weight", "positives") if name in sample}
    return prplot.from_labels(sample["y_true"], sample["y_score"], **more)


def test_the_script_writes_the_samples():
    document = runpy.run_path(str(ROOT / "scripts" / "make_conformance.py"))["document"]()
    assert json.loads(document) == KIT


def test_the_samples_are_what_the_page_says():
    assert len(KIT["samples"]) == len(SAMPLES) == 40
    assert set(OF_PATHS) == set(KIT["conventions"])
    for sample in KIT["samples"]:
        assert set(sample["values"]) == set(OF_PATHS)
        for number in filter(None, sample["values"].values()):
            assert number["value"] == pytest.approx(float(Fraction(number["exact"])), rel=1e-15, abs=1e-25)


# Of one class some parts of scores are undefined, which is warned of.
@pytest.mark.filterwarnings("ignore::prplot.PrplotWarning")
@pytest.mark.parametrize("name", SAMPLES)
def test_prplot_agrees(name):
    path = path_of(SAMPLES[name])
    for convention, number in SAMPLES[name]["values"].items():
        if number is not None:
            assert OF_PATHS[convention](path) == pytest.approx(number["value"], rel=0, abs=1e-12), convention


@pytest.mark.parametrize("name", ["no positives", "no negatives"])
def test_what_one_class_leaves_undefined_is_nan(name):
    path = path_of(SAMPLES[name])
    undefined = [convention for convention, number in SAMPLES[name]["values"].items() if number is None]
    assert "AUROC" in undefined
    for convention in {"AP", "AUPRC (continuous)", "AUPRG", "AUROC"}.intersection(undefined):
        with pytest.warns(prplot.PrplotWarning):
            assert np.isnan(OF_PATHS[convention](path))


HARD = [
    name for name, sample in SAMPLES.items() if len(set(sample.get("y_true", []))) == 2 and "positives" not in sample
]


@pytest.mark.parametrize("name", HARD)
def test_scikit_learn_agrees(name):
    sample = SAMPLES[name]
    for convention, function in SCIKIT_LEARN.items():
        if (number := sample["values"][convention]) is not None:
            value = function(sample["y_true"], sample["y_score"], sample.get("sample_weight"))
            assert value == pytest.approx(number["value"], rel=0, abs=1e-12), convention
