"""The data sets that ship with prplot are what their README says."""

import re
from importlib.resources import files

import numpy as np
import pytest
from sklearn.metrics import average_precision_score, roc_auc_score

import prplot
from prplot.datasets import TITLES, load

README = (files("prplot.datasets") / "README.md").read_text(encoding="utf-8")
# Name: rows, sum of the positives, prevalence, and what the columns of its table of areas are.
SOFT = ["pr", "pr hard", "prg", "prg hard", "roc", "roc hard"]
FACTS = {
    "digits": (1797, 182, 182 / 1797, ["pr", "prg", "roc"]),
    "cells": (569, 137.72, 0.2420, SOFT),
    "ratings": (7506, 1868.1, 0.24888, SOFT),
    "crashes": (26216, 1180, 0.0054099, ["pr rows", "pr", "prg rows", "prg", "roc rows", "roc"]),
}


def table(name, columns):
    """The rows of the README's table of areas, by model."""
    section = README.split(f"\n## {name}.csv")[1].split("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if line[:1] == "|"]
    start = next(i for i, row in enumerate(rows) if row[1:2] and row[1].startswith("AUPRC"))
    return {row[0]: dict(zip(columns, map(float, row[1:]), strict=False)) for row in rows[start + 2 :]}


@pytest.mark.parametrize("name", TITLES)
def test_rows_and_areas_are_those_of_the_readme(name):
    data, (rows, foreground, prevalence, kinds) = load(name), FACTS[name]
    weight = np.ones(rows) if data.sample_weight is None else data.sample_weight
    fg = data.y_true if data.fg is None else data.fg
    assert fg.shape == weight.shape == (rows,)
    assert fg.sum() == pytest.approx(foreground, abs=0.005)
    assert np.average(fg, weights=weight) == pytest.approx(prevalence, abs=5e-5)
    expected = {model: row for model, row in table(name, kinds).items() if model in data.scores}
    assert expected.keys() == data.paths().keys() == data.scores.keys()
    for model, path in data.paths().items():
        assert np.isfinite(data.scores[model]).all()
        others = {"": path, "hard": path.hard(0.5) if data.y_true is None else None}
        others["rows"] = None if data.y_true is None else prplot.from_labels(data.y_true, data.scores[model])
        for kind, value in expected[model].items():
            space, _, which = kind.partition(" ")
            assert others[which].curve(space).area() == pytest.approx(value, abs=5.1e-5), (model, kind)
    file = next(each for each in files("prplot.datasets").iterdir() if each.name.split(".")[0] == name)
    assert len(file.read_bytes()) <= 300_000
    assert re.search(rf"^\| `{re.escape(file.name)}`", README, re.MULTILINE)


def test_weights_of_the_survey_change_the_order_of_models():
    data = load("crashes")
    weight, people = data.sample_weight, data.paths()
    assert (weight.min(), np.sum(weight == 0), weight.max()) == (0, 212, 57871.595)
    assert (weight.sum(), weight @ data.y_true) == pytest.approx((12_125_010.194, 65_595.126), abs=0.01)
    with pytest.raises(ValueError, match="read-only"):
        weight[0] = 1
    for name in ("Gradient boosting", "Naive Bayes"):
        given = {"y_true": data.y_true, "y_score": data.scores[name], "sample_weight": weight}
        assert people[name].roc().area() == pytest.approx(roc_auc_score(**given), abs=1e-9)
        assert people[name].pr("step").area() == pytest.approx(average_precision_score(**given), abs=1e-9)
    with pytest.raises(TypeError, match="does not support item assignment"):
        data.scores["another"] = weight
