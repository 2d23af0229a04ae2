"""The numbers of the papers' models: tables, closed forms, polynomials."""

from __future__ import annotations

import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest

from prplot import simulate

MODELS = {
    "binormal": simulate.binormal(),
    "bibeta": simulate.bibeta(),
    "offset uniform": simulate.offset_uniform(),
}
# By 40-digit quadrature over the threshold.
AREAS = {
    ("binormal", 0.1): 0.292835643513515,
    ("bibeta", 0.1): 0.809586774289164,
    ("offset uniform", 0.1): 0.657905287275927,
    ("binormal", 0.5): 0.752995996864829,
    ("bibeta", 0.5): 0.960893289584513,
    ("offset uniform", 0.5): 0.887326536083514,
    ("binormal", 1 / 11): 0.273505957259627,
    ("bibeta", 1 / 11): 0.798043440647979,
    ("offset uniform", 1 / 11): 0.648136638420992,
    ("binormal", 0.01): 0.0422075155258446,
    ("bibeta", 0.01): 0.490635642388689,
    ("offset uniform", 0.01): 0.527844846558364,
}
# AUROC, AUCPR at 1:1 and 1:10, CROC with alpha 7 and 8, cost area; as many digits as are known.
LEVELS = {
    "Rand": ("0.5", "0.5", "0.090909090909", "0.141944428604", "0.124664424799", "0.25"),
    "ER-": ("0.8", "0.744423189462858", "0.230943340405760", "0.3859548009", "0.3533006471", "0.176203956543"),
    "ER+": ("0.8", "0.835648848264721", "0.513144155875956", "0.5568116488", "0.5387857534", "0.176203956543"),
    "Excel": (
        "0.983052573237655",
        "0.983424598495893",
        "0.900255094828877",
        "0.9197331124",
        "0.9118783652",
        "0.049310625550",
    ),
    "Perf": ("1", "1", "1", "1", "1", "0"),
}


def to_all_digits(text):
    """Equal to a number but for half a unit in its last printed place, and the rounding of doubles."""
    digits = len(text.partition(".")[2])
    exact = digits <= 2 or text == "0"
    return pytest.approx(float(text), rel=1e-14, abs=1e-15 if exact else 0.51 * 10.0**-digits)


@pytest.mark.parametrize(("name", "prevalence"), AREAS)
def test_pr_areas(name, prevalence):
    assert MODELS[name].curve("pr", prevalence=prevalence).area() == pytest.approx(AREAS[name, prevalence], rel=3e-15)


def test_roc_areas():
    assert MODELS["binormal"].curve("roc").area() == pytest.approx(0.760249938906523, rel=2e-15)
    assert MODELS["bibeta"].curve("roc").area() == pytest.approx(float(Fraction(887, 924)), rel=2e-15)
    assert MODELS["offset uniform"].curve("roc").area() == 0.875


@pytest.mark.parametrize(("mu", "sigma"), [(1, 1), (2, 0.5), (-0.5, 3), (0, 2)])
def test_roc_area_of_normals_in_closed_form(mu, sigma):
    expected = math.erfc(-mu / math.sqrt(2 * (1 + sigma**2))) / 2
    assert simulate.binormal(mu, sigma).curve("roc").area() == pytest.approx(expected, rel=2e-15)


def test_gain_and_cost_areas():
    normal, uniform = MODELS["binormal"], MODELS["offset uniform"]
    assert normal.curve("prg", prevalence=0.1).area() == pytest.approx(0.801570728059, abs=5.1e-13)
    assert normal.curve("prg", prevalence=0.5).area() == pytest.approx(0.526199185818, abs=5.1e-13)
    assert uniform.curve("prg", prevalence=0.1).area() == pytest.approx(35 / 36, rel=1e-15)
    assert uniform.curve("prg", prevalence=0.5).area() == pytest.approx(0.75, rel=1e-15)
    assert normal.curve("cost").area() == pytest.approx(0.198986433591625, rel=3e-15)


@pytest.mark.parametrize("prevalence", [0.5, 0.1, 1e-3, 1e-6, 0.999])
def test_offset_uniform_in_closed_form(prevalence):
    curve = MODELS["offset uniform"].curve("pr", prevalence=prevalence)
    pi = mpmath.mpf(prevalence)
    whole = mpmath.mpf(1) / 2 + pi * (mpmath.mpf(1) / 2 + (1 - pi) / 2 * mpmath.log((1 + pi) / pi))
    assert curve.area() == pytest.approx(float(whole), rel=1e-15)
    recall = np.array([0.0, 0.3, 0.5, 0.6, 0.9])
    assert curve.at(recall).tolist() == pytest.approx(
        [1, 1, 1, *(prevalence * r / (r - (1 - prevalence) / 2) for r in (0.6, 0.9))], rel=1e-13
    )
    # It ends above π, and falls vertically there.
    assert curve.at(1.0) == pytest.approx(2 * prevalence / (1 + prevalence), rel=1e-13)
    trace = curve.trace()
    assert (trace.x[-1], trace.y[-1]) == (1.0, pytest.approx(prevalence, rel=1e-14))


@pytest.mark.parametrize(("offset", "area"), [(0.0, 0.5), (1.0, 1.0), (2.0, 1.0), (-1.0, 0.0), (-0.5, 0.125)])
def test_uniforms_apart_and_behind(offset, area):
    assert simulate.offset_uniform(offset).curve("roc").area() == pytest.approx(area, abs=1e-15)


def test_bibeta_is_its_polynomials():
    model = MODELS["bibeta"]
    u = np.array([2.0**-30, 0.0625, 0.25, 0.5, 0.75, 1.0])
    positives = 15 * u**2 - 40 * u**3 + 45 * u**4 - 24 * u**5 + 5 * u**6
    negatives = 6 * u**5 - 5 * u**6
    assert model.tpr(1 - u) == pytest.approx(positives, rel=2e-14)
    assert model.fpr(1 - u) == pytest.approx(negatives, rel=3e-14)
    assert model.densities(1 - u).positives == pytest.approx(30 * u * (1 - u) ** 4, rel=1e-14)
    assert model.densities(1 - u).negatives == pytest.approx(30 * u**4 * (1 - u), rel=1e-14)


@pytest.mark.parametrize("level", LEVELS)
def test_levels_of_saito(level):
    model = simulate.saito(level)
    found = [
        model.curve("roc").area(),
        model.curve("pr", prevalence=0.5).area(),
        model.curve("pr", prevalence=1 / 11).area(),
        model.curve("croc").area(),
        model.curve("croc", alpha=8).area(),
        model.curve("cost").area(),
    ]
    assert found == [to_all_digits(text) for text in LEVELS[level]]


def test_roc_curves_of_saitos_levels():
    f = np.array([0.001, 0.1, 0.5, 0.9, 0.999])
    assert simulate.saito("Rand").curve("roc").at(f) == pytest.approx(f, rel=1e-13)
    assert simulate.saito("ER-").curve("roc").at(f) == pytest.approx(1 - (1 - f) ** 4, rel=1e-13)
    assert simulate.saito("ER+").curve("roc").at(f) == pytest.approx(f**0.25, rel=1e-13)
    assert simulate.saito("Perf").curve("roc").at(f).tolist() == [1.0] * 5


@pytest.mark.parametrize("prevalence", [0.5, 1 / 11, 1e-6])
def test_early_retrieval_in_closed_form(prevalence):
    pi = prevalence
    # ER+: p = π / (π + (1 - π) r³). ER- starts at 4π / (1 + 3π).
    recall = np.array([1e-12, 0.01, 0.4, 1.0])
    assert simulate.saito("ER+").curve("pr", prevalence=pi).at(recall) == pytest.approx(
        pi / (pi + (1 - pi) * recall**3), rel=2e-14
    )
    assert simulate.saito("ER-").curve("pr", prevalence=pi).at([0.0, 1e-300, 1e-9]) == pytest.approx(
        4 * pi / (1 + 3 * pi), rel=1e-8
    )
    assert simulate.saito("ER-").curve("pr", prevalence=pi).at(0.0) == pytest.approx(4 * pi / (1 + 3 * pi), rel=1e-14)


def test_marked_point_of_poor_early_retrieval():
    model = simulate.saito("ER-")
    for prevalence, precision in ((0.5, 0.758606), (1 / 11, 0.239116)):
        path = model.path(prevalence=prevalence)
        point = path.at(0.5**0.25)
        assert point.recall == pytest.approx(0.5, rel=1e-14)
        assert point.fpr == pytest.approx(1 - 0.5**0.25, rel=1e-14)
        assert point.precision == pytest.approx(precision, abs=5e-7)


def test_equal_roc_areas_rank_differently_in_pr():
    poor, good = simulate.saito("ER-"), simulate.saito("ER+")
    assert poor.curve("roc").area() == pytest.approx(good.curve("roc").area(), rel=1e-14)
    assert poor.curve("cost").area() == pytest.approx(good.curve("cost").area(), rel=1e-14)
    assert good.curve("pr", prevalence=1 / 11).area() > 2 * poor.curve("pr", prevalence=1 / 11).area()
