"""Coverage, in small: intervals contain the number of the population as often as the table of docs/coverage.md says."""

import csv
import math
from pathlib import Path

import numpy as np
import pytest

import prplot

pytestmark = pytest.mark.filterwarnings("ignore::prplot.PrplotWarning")

with (Path(__file__).resolve().parents[2] / "benchmarks" / "coverage.csv").open(encoding="utf-8", newline="") as file:
    TABLE = list(csv.DictReader(file))
MODEL = prplot.simulate.binormal(1, 1)
FOUND = MODEL.path(0.5).find(recall=0.8)
RATE = prplot.measure_at("precision", at={"threshold": FOUND.threshold})


@pytest.mark.parametrize(
    ("measure", "method", "positives", "prevalence", "design", "sets"),
    [
        ("roc", "delong", 20, 0.1, "cohort", 300),
        (RATE, "wilson", 20, 0.5, "cohort", 500),
        ("pr", "logit-bootstrap", 100, 0.1, "case-control", 60),
    ],
)
def test_intervals_hold_as_often_as_is_said(measure, method, positives, prevalence, design, sets):
    apart, rng = design == "case-control", np.random.default_rng(11)
    truth = FOUND.precision if measure is RATE else MODEL.curve(measure, prevalence=prevalence).area()
    options = {"n": 200, "stratify": True, "rng": rng} if apart else {}
    found = [
        MODEL.sample(round(positives / prevalence), prevalence=prevalence, rng=rng, fixed=apart).interval(
            measure, method=method, **options
        )
        for _ in range(sets)
    ]
    name = "precision" if measure is RATE else f"{measure.upper()} area"
    wanted = {"model": "binormal", "positives": positives, "prevalence": prevalence, "design": design}
    wanted |= {"measure": name, "method": method}
    (row,) = (row for row in TABLE if all(row[key] == str(value) for key, value in wanted.items()))
    coverage, error = float(row["coverage"]), float(row["error"])
    inside = np.mean([truth in each for each in found])
    assert abs(inside - coverage) < 3 * math.hypot(error, math.sqrt(coverage * (1 - coverage) / sets))
    assert np.mean([each.high - each.low for each in found]) == pytest.approx(float(row["width"]), rel=0.06)
