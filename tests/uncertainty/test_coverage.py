"""Coverage, in small: intervals contain the number of the population as often as the table of docs/coverage.md says."""

from __future__ import annotations

import csv
import math
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import prplot
from prplot.uncertainty.interval import recommended
from prplot.uncertainty.measures import measure_of

pytestmark = pytest.mark.filterwarnings("ignore::prplot.PrplotWarning")

with (Path(__file__).resolve().parents[2] / "benchmarks" / "coverage.csv").open(encoding="utf-8", newline="") as file:
    TABLE = list(csv.DictReader(file))
MODELS = {"binormal": prplot.simulate.binormal(1, 1), "bibeta": prplot.simulate.bibeta()}


def said(measure, method, model, positives, prevalence, design):
    """Coverage, its error and the mean width in the table."""
    cell = (measure, method, model, positives, prevalence, design)
    keys = ("measure", "method", "model", "positives", "prevalence", "design")
    (row,) = (row for row in TABLE if tuple(row[key] for key in keys) == tuple(map(str, cell)))
    return tuple(float(row[key]) for key in ("coverage", "error", "width"))


def samples(model, positives, prevalence, design, sets, seed):
    rng = np.random.default_rng(seed)
    n, fixed = round(positives / prevalence), design == "case-control"
    for _ in range(sets):
        yield MODELS[model].sample(n, prevalence=prevalence, rng=rng, fixed=fixed), rng


def check(found, truth, *cell):
    inside, width = np.mean([truth in each for each in found]), np.mean([each.high - each.low for each in found])
    wanted, error, usual = said(*cell)
    own = math.sqrt(wanted * (1 - wanted) / len(found))
    assert abs(inside - wanted) < 3 * math.hypot(error, own)
    assert width == pytest.approx(usual, rel=0.05)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("space", "method", "positives"),
    [("pr", "logit", 100), ("pr", "binomial", 20), ("roc", "delong", 100), ("roc", "delong", 20)],
)
def test_formulas(space, method, positives):
    cell = ("binormal", positives, 0.1, "cohort")
    truth = MODELS["binormal"].curve(space, prevalence=0.1).area()
    found = [path.curve(space).interval(method=method) for path, _ in samples(*cell, 800, 11)]
    check(found, truth, f"{space.upper()} area", method, *cell)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("space", "method", "model", "design"),
    [
        ("pr", "bootstrap", "bibeta", "cohort"),
        ("pr", "logit-bootstrap", "bibeta", "case-control"),
        ("roc", "bootstrap", "binormal", "cohort"),
    ],
)
def test_resampling(space, method, model, design):
    cell = (model, 100, 0.1, design)
    truth = MODELS[model].curve(space, prevalence=0.1).area()
    stratify = True if design == "case-control" else None
    found = [
        path.curve(space).interval(method=method, n=200, stratify=stratify, rng=rng)
        for path, rng in samples(*cell, 200, 12)
    ]
    check(found, truth, f"{space.upper()} area", method, *cell)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["wilson", "clopper-pearson"])
def test_precision_at_a_threshold(method):
    cell = ("binormal", 20, 0.5, "cohort")
    middle = MODELS["binormal"].path(0.5).find(recall=0.8)
    rule = prplot.rule("precision", at={"threshold": middle.threshold})
    found = [path.interval(rule, method=method) for path, _ in samples(*cell, 1000, 13)]
    check(found, middle.precision, "precision", method, *cell)


RATE = prplot.rule("precision", at={"threshold": 0.5})


def made_of(which):
    path = MODELS["binormal"].sample(200, prevalence=0.3, rng=1)
    return measure_of(which, path), path


@pytest.mark.parametrize(
    ("which", "name"), [("pr", "PR area"), ("roc", "ROC area"), ("prg", "PRG area"), (RATE, "precision")], ids=str
)
def test_the_recommended_method_holds_in_most_cells(which, name):
    held = Counter()
    for row in TABLE:
        if row["measure"] == name and row["positives"] in ("50", "100"):
            coverage, error = float(row["coverage"]), float(row["error"])
            held[row["method"]] += 0.93 - error <= coverage <= 0.97 + error
    assert held[recommended(*made_of(which))] == max(held.values())


@pytest.mark.parametrize("which", ["croc", "cost", "11-point", prplot.rule("f1", at="best"), len], ids=str)
def test_of_what_was_not_counted_percentiles_are_recommended(which):
    assert recommended(*made_of(which)) == "bootstrap"


@pytest.mark.parametrize(
    ("space", "method", "words"),
    [
        (
            "pr",
            "bootstrap",
            r"say\. 'logit-bootstrap' comes nearest and 'logit' covers as often as it says or more, and",
        ),
        ("pr", "logit-bootstrap", r"say\. 'logit' covers as often as it says or more, and is wider\.$"),
        ("roc", "bootstrap", r"say\. 'logit-bootstrap' comes nearest\.$"),
        ("roc", "logit-bootstrap", r"say\.$"),
        ("prg", "bootstrap", r"say\.$"),
        ("croc", "bootstrap", r"say\.$"),
    ],
)
@pytest.mark.filterwarnings("default::prplot.PrplotWarning")
def test_with_few_positives_a_warning_names_what_comes_nearest(space, method, words):
    path = prplot.from_labels([1] * 15 + [0] * 45, np.random.default_rng(2).normal(size=60))
    with pytest.warns(prplot.PrplotWarning, match="With 15 positives, .*" + words):
        path.curve(space).interval(method=method, n=60, stratify=True, rng=1)
