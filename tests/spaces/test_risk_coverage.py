"""Risk against coverage: the errors among what is accepted, in exact fractions and logarithms."""

from __future__ import annotations

import math

import numpy as np
import pytest

import prplot
from prplot.spaces import RiskCoverage

# Confidence falls; right, wrong, right, wrong.
PATH = prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.6])
NAMES = ("aurc", "aurc, mean over rows", "eaurc", "eaurc, mean over rows", "augrc")


def test_numbers_of_the_definitions():
    table = PATH.areas()
    area, best = 1 / 2 + 3 / 4 * math.log(3 / 4), (1 - math.log(2)) / 2
    assert [table[name].value for name in NAMES] == pytest.approx([area, 1 / 3, area - best, 1 / 3 - 5 / 24, 3 / 16])
    assert PATH.best().risk_coverage().area() == pytest.approx(best)
    assert all(table[name].convention.lower_is_better for name in NAMES)
    sample = prplot.simulate.binormal(1, 1).sample(200, prevalence=0.5, rng=1)
    for name in ("AURC", "risk coverage"):
        assert sample.interval(name, n=200, rng=1).estimate == sample.areas()["aurc"].value
    assert sample.interval("E-AURC", n=200, rng=1).estimate == sample.areas()["eaurc"].value


@pytest.mark.parametrize("kind", ["hard", "soft", "weighted", "tied"])
def test_areas_follow_from_those_of_lift_and_roc(kind):
    rng = np.random.default_rng(7)
    fg, score = (rng.random(60) < 0.7).astype(float), rng.random(60)
    if kind == "soft":
        fg = rng.random(60)
    if kind == "tied":
        score = np.round(score, 1)
    weight = rng.integers(1, 5, 60) if kind == "weighted" else 1
    path = prplot.from_weights(score, fg=fg * weight, bg=(1 - fg) * weight)
    r = 1 - path.prevalence
    selective, generalized = path.risk_coverage(), path.risk_coverage(kind="generalized")
    assert selective.area() == pytest.approx(1 - path.prevalence * path.lift().area(), rel=1e-12)
    assert generalized.area() == pytest.approx(r * (1 - r) * (1 - path.roc().area()) + r**2 / 2, rel=1e-12)
    # Generalized risk is selective risk times coverage, also between two thresholds.
    x = np.linspace(0.05, 1, 20)
    assert generalized.at(x) == pytest.approx(selective.at(x) * x)
    assert selective.chance == pytest.approx(r)
    assert generalized.chance == pytest.approx(r / 2)
    for curve in (selective, generalized):
        parts = [curve.area(low, low + 0.25) for low in (0, 0.25, 0.5, 0.75)]
        assert sum(parts) == pytest.approx(curve.area(), rel=1e-12)


@pytest.mark.parametrize("kind", ["selective", "generalized"])
@pytest.mark.parametrize("right", [0.03, 0.5, 0.95])
def test_the_map_and_the_way_back(kind, right):
    space = RiskCoverage(right, kind=kind)
    fpr, tpr = (each.ravel() for each in np.meshgrid(np.linspace(0, 1, 9), np.linspace(0.1, 1, 9)))
    coverage, wrong = right * tpr + (1 - right) * fpr, (1 - right) * fpr
    x, y = space.forward(fpr, tpr)
    assert (x, y) == (pytest.approx(coverage), pytest.approx(wrong if kind == "generalized" else wrong / coverage))
    assert space.inverse(x, y) == (pytest.approx(fpr, abs=1e-12), pytest.approx(tpr))
    # At coverage 0 generalized risk is 0, and selective risk its limit.
    _, start = space.trace([0, 0.2, 1], [0, 0.5, 1])
    assert start[0] == (0 if kind == "generalized" else pytest.approx(float(space.forward(0.2, 0.5)[1])))


@pytest.mark.parametrize("measure", ["aurc", "augrc", lambda path: path.risk_coverage().area(0.2, 0.7)])
def test_intervals_by_influence_are_those_of_the_bootstrap(measure):
    path = prplot.simulate.binormal(1.2, 1).sample(2000, prevalence=0.8, rng=1)
    drawn = path.interval(measure, n=1000, rng=2)
    if callable(measure):
        made = path.risk_coverage().interval(0.2, 0.7, method="influence")
    else:
        made = path.interval(measure, method="influence")
    assert made.standard_error == pytest.approx(drawn.standard_error, rel=0.1)


def test_paths_that_end_early_and_unknown_kinds_are_refused():
    early = prplot.from_labels([1, 0, 1], [0.9, 0.5, None], missing="unreached")
    with pytest.raises(prplot.PrplotError, match=r"path must reach every row.* missing='lowest'"):
        early.risk_coverage()
    assert early.areas()["augrc"].undefined == "needs every row returned"
    with pytest.raises(prplot.PrplotError, match="kind must be one of 'selective', 'generalized'"):
        PATH.risk_coverage(kind="risk")


@pytest.mark.parametrize(("label", "areas", "ordinates"), [(1, (0, 0), (0, 0)), (0, (1, 1 / 2), (1, 0.3))])
def test_predictions_that_are_all_right_or_all_wrong_have_a_risk(label, areas, ordinates):
    path = prplot.from_labels([label] * 4, [4, 3, 3, 1])
    curves = path.risk_coverage(), path.risk_coverage(kind="generalized")
    assert tuple(curve.area() for curve in curves) == areas
    assert tuple(float(curve.at(0.3)) for curve in curves) == pytest.approx(ordinates)
    assert curves[0].area(0.2, 0.7) == pytest.approx(0.5 * areas[0])
    table = path.areas()
    assert [table[name].value for name in NAMES] == [areas[0], areas[0], 0, 0, areas[1]]
    for measure in ("aurc", "eaurc"):
        with pytest.raises(prplot.PrplotError, match=r"at least two (positives|negatives); got 0"):
            path.interval(measure)
