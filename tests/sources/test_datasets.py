"""The data sets that ship with prplot are what their README says."""

from __future__ import annotations

import re
from importlib.resources import files

import numpy as np
import pytest
from sklearn.metrics import average_precision_score, roc_auc_score

import prplot
from prplot.datasets import TITLES, load

README = (files("prplot.datasets") / "README.md").read_text(encoding="utf-8")
# Name: rows, sum of the foreground, prevalence.
FACTS = {
    "digits": (1797, 182, 182 / 1797),
    "cells": (569, 137.72, 0.2420),
    "ratings": (7506, 1868.1, 0.24888),
    "crashes": (26216, 1180, 0.0054099),
}


@pytest.fixture(scope="module", params=list(TITLES))
def data(request):
    return load(request.param)


def table(name, columns):
    """The rows of the README's table of areas, by model."""
    section = README.split(f"\n## {name}.csv")[1].split("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if line[:1] == "|"]
    start = next(i for i, row in enumerate(rows) if row[1:2] and row[1].startswith("AUPRC"))
    return {row[0]: dict(zip(columns, map(float, row[1:]), strict=False)) for row in rows[start + 2 :]}


def test_rows_and_foreground(data):
    rows, foreground, prevalence = FACTS[data.name]
    weight = np.ones(rows) if data.sample_weight is None else data.sample_weight
    fg = data.y_true if data.fg is None else data.fg
    assert fg.shape == weight.shape == (rows,)
    assert all(score.shape == (rows,) and np.isfinite(score).all() for score in data.scores.values())
    assert fg.sum() == pytest.approx(foreground, abs=0.005)
    assert np.average(fg, weights=weight) == pytest.approx(prevalence, abs=5e-5)
    assert (data.y_true is None) != (data.fg is None)
    for path in data.paths().values():
        assert path.prevalence == pytest.approx(np.average(fg, weights=weight), rel=1e-12)


@pytest.mark.parametrize("name", list(TITLES))
def test_areas_are_those_of_the_readme(name):
    paths = load(name).paths()
    kinds = {
        "digits": ["pr", "prg", "roc"],
        "cells": ["pr", "pr hard", "prg", "prg hard", "roc", "roc hard"],
        "ratings": ["pr", "pr hard", "prg", "prg hard", "roc", "roc hard"],
        "crashes": ["pr rows", "pr", "prg rows", "prg", "roc rows", "roc"],
    }[name]
    expected = {model: row for model, row in table(name, kinds).items() if model in paths}
    assert expected.keys() == paths.keys()
    for model, path in paths.items():
        others = {"": path}
        if name in ("cells", "ratings"):
            others["hard"] = path.hard(0.5)
        if name == "crashes":
            data = load(name)
            others["rows"] = prplot.from_labels(data.y_true, data.scores[model])
        for kind, value in expected[model].items():
            space, _, which = kind.partition(" ")
            curve = getattr(others[which], space)()
            assert curve.area() == pytest.approx(value, abs=5.1e-5), (model, kind)


def test_votes_are_tenths():
    data = load("ratings")
    votes = np.bincount(np.rint(10 * data.fg).astype(int), minlength=11)
    np.testing.assert_array_equal(data.fg, np.rint(10 * data.fg) / 10)
    assert votes.sum() - votes[0] - votes[10] == 3689
    assert np.sum(data.fg >= 0.5) == 1985
    np.testing.assert_array_equal(data.bg, 1.0 - data.fg)


def test_what_the_majority_decides_is_another_order_of_models():
    paths = load("ratings").paths()
    mean, majority = paths["Ridge on mean"], paths["Logistic on majority"]
    assert mean.pr().area() > majority.pr().area() + 0.004
    assert majority.hard(0.5).pr().area() > mean.hard(0.5).pr().area() + 0.01


def test_weights_of_the_survey():
    data = load("crashes")
    weight = data.sample_weight
    assert set(np.unique(data.y_true)) == {0.0, 1.0}
    assert weight.min() == 0
    assert np.sum(weight == 0) == 212
    assert weight.max() == 57871.595
    assert weight.sum() == pytest.approx(12_125_010.194, abs=0.01)
    assert weight @ data.y_true == pytest.approx(65_595.126, abs=0.01)
    with pytest.raises(ValueError, match="read-only"):
        weight[0] = 1


@pytest.mark.parametrize("model", ["Logistic regression", "Gradient boosting", "Naive Bayes"])
def test_weighted_areas_agree_with_scikit_learn(model):
    data = load("crashes")
    path, options = data.paths()[model], {"sample_weight": data.sample_weight}
    assert path.roc().area() == pytest.approx(roc_auc_score(data.y_true, data.scores[model], **options), abs=1e-9)
    expected = average_precision_score(data.y_true, data.scores[model], **options)
    assert path.areas()["step"].value == pytest.approx(expected, abs=1e-9)


def test_the_weights_change_the_order_of_models():
    data = load("crashes")
    rows = {name: prplot.from_labels(data.y_true, score) for name, score in data.scores.items()}
    people = data.paths()
    assert rows["Gradient boosting"].pr().area() > rows["Naive Bayes"].pr().area()
    assert people["Gradient boosting"].pr().area() < people["Naive Bayes"].pr().area()
    assert rows["Gradient boosting"].roc().area() > rows["Logistic regression"].roc().area()
    assert people["Gradient boosting"].roc().area() < people["Logistic regression"].roc().area()
    for name, path in people.items():
        assert path.roc().area() > rows[name].roc().area()
        assert path.pr().area() < 0.55 * rows[name].pr().area()


def test_files_are_small_and_described():
    for name in TITLES:
        file = next(each for each in files("prplot.datasets").iterdir() if each.name.split(".")[0] == name)
        assert len(file.read_bytes()) <= 300_000
        assert re.search(rf"^\| `{re.escape(file.name)}`", README, re.MULTILINE)
        assert f"\n## {file.name}\n" in README
