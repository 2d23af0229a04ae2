"""ROCR and pROC were run once by scripts/peers/rocr.R; what they printed is in tests/data/rocr.csv."""

import csv
from pathlib import Path

import pytest

import prplot
from prplot.areas import TESTED

RECORD = (Path(__file__).parent.parent / "data" / "rocr.csv").read_text().splitlines()
TOOLS = ("ROCR", "pROC")


def read():
    samples = {}
    for row in csv.DictReader(RECORD[1:]):
        samples.setdefault(row["sample"], {})[row["what"]] = [float(value) for value in row["value"].split()]
    return samples


SAMPLES = read()
PRINTS = {
    ("ROCR", "upper-trapezoid, ROCR"): lambda sample: sample["ROCR aucpr"][0],
    ("ROCR", "ROC"): lambda sample: sample["ROCR auc"][0],
    ("pROC", "ROC"): lambda sample: sample["pROC auc"][0],
}


def path_of(sample):
    return prplot.from_labels(sample["labels"], sample["scores"])


@pytest.mark.parametrize(("tool", "key"), PRINTS)
@pytest.mark.parametrize("name", SAMPLES)
def test_claim(tool, key, name, confirm):
    sample = SAMPLES[name]
    confirm(path_of(sample), key, tool, PRINTS[tool, key](sample))


@pytest.mark.parametrize("tool", TOOLS)
def test_the_record_is_of_the_version_that_is_claimed(tool):
    assert f"{tool} {TESTED[tool]}" in RECORD[0]


def test_the_samples_have_what_matters():
    """Steps of more than two positives, one and several, and none."""
    wide = {name: int((path_of(sample)._increments[0] > 2).sum()) for name, sample in SAMPLES.items()}
    assert {0, 1} < set(wide.values())
    assert max(wide.values()) > 5
