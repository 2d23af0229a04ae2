"""The reference numbers: rationals as fractions, the rest to 15 digits or more."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from pathlib import Path

import pytest

import prplot

CASES = json.loads((Path(__file__).parent.parent / "data" / "theory_checks.json").read_text())
TOLERANCE = Fraction(1, 10**14)

# Columns of positive numbers.
MEASURES = {
    "cont": lambda path: path.pr().area(),
    "ap": lambda path: path.pr("step").area(),
    "max": lambda path: path.best().pr().area(),
    "min": lambda path: path.worst().pr().area(),
    "lt_limit": lambda path: path.pr("linear").area(),
    "lt_one": lambda path: path.pr("lower-trapezoid", left="one").area(),
    "ut_limit": lambda path: path.pr("upper-trapezoid").area(),
    "ut_one": lambda path: path.pr("upper-trapezoid", left="one").area(),
    "envap": lambda path: path.pr("max-interpolated").area(),
    "roc": lambda path: path.roc().area(),
    "croc7": lambda path: path.croc().area(),
    "cost": lambda path: path.cost().area(),
    "pi": lambda path: path.prevalence,
}
DISCRETE = {"dtp": "discrete-tp", "dfp": "discrete-fp"}
# Cases whose unit steps were too many to list.
TOO_LONG = {"25 1 pos after 1e12 neg", "26 steep: (1,0)(1,1e9)"}


def reference(case, measure):
    return Fraction(case[measure].split("=")[0].strip())


def path_of(case):
    return prplot.from_weights(case["scores"], fg=case["w_fg"], bg=case["w_bg"])


def decimal(weight):
    """A weight as it was meant: 0.1 is one tenth."""
    return Fraction(str(round(weight, 12)))


def exact_of(exact, case):
    return exact.of_rows(case["scores"], case["w_fg"], case["w_bg"], read=decimal)


@pytest.fixture(params=CASES, ids=lambda case: case["name"])
def case(request):
    return request.param


def test_there_are_31_cases():
    assert len(CASES) == 31


@pytest.mark.parametrize("measure", MEASURES)
def test_number(case, measure):
    wanted = reference(case, measure)
    assert abs(Fraction(MEASURES[measure](path_of(case))) - wanted) <= TOLERANCE * wanted


def whole(weights):
    return all(weight == int(weight) for weight in weights)


@pytest.mark.parametrize(("measure", "rule"), DISCRETE.items())
def test_discrete_interpolations(case, measure, rule):
    path = path_of(case)
    if not whole(case["w_fg" if rule == "discrete-tp" else "w_bg"]):
        assert case[measure] == "-"
        with pytest.raises(prplot.PrplotValueError, match=r"whole counts.*interpolation='continuous'"):
            path.pr(rule)
    elif case[measure] == "-":
        assert case["name"] in TOO_LONG
        assert 0 < path.pr(rule).area() < 1
    else:
        wanted = reference(case, measure)
        assert abs(Fraction(path.pr(rule).area()) - wanted) <= TOLERANCE * wanted


@pytest.mark.parametrize("measure", DISCRETE)
def test_discrete_interpolations_are_undefined_for_the_four_weighted_cases(measure):
    undefined = {case["name"] for case in CASES if case[measure] == "-"} - TOO_LONG
    assert len(undefined) == 4
    assert all("weighted" in name or "soft" in name or "confidences" in name for name in undefined)


def test_normalized_area(case):
    path = path_of(case)
    if case["aucnpr"] == "-":
        with pytest.warns(prplot.PrplotWarning, match="normalised area is undefined"):
            assert math.isnan(path.pr().normalized_area())
        return
    span = reference(case, "max") - reference(case, "min")
    assert abs(Fraction(path.pr().normalized_area()) - reference(case, "aucnpr")) <= 4 * TOLERANCE / span


def test_signed_auprg(case, exact):
    size = sum(exact_of(exact, case).prg_size())
    assert abs(Fraction(path_of(case).prg().area()) - reference(case, "auprg")) <= TOLERANCE * size


def test_precision_gain_where_recall_gain_is_0(case):
    wanted = reference(case, "y0")
    path = path_of(case)
    for found in (float(path.prg().at(0.0)), path.prg().y0, path.pr().y0):
        assert abs(Fraction(found) - wanted) <= TOLERANCE * (1 + abs(wanted))


def test_expected_f_gain(case):
    """Undefined where nothing but background comes first: no true negative from recall gain 0 on."""
    path = path_of(case)
    if case["efg1"] == "-":
        assert reference(case, "y0") < 0
        with pytest.warns(prplot.PrplotWarning, match="expected F-gain is undefined"):
            assert math.isnan(path.prg().expected_f_gain())
        return
    gain, pi = reference(case, "efg1"), reference(case, "pi")
    assert abs(Fraction(path.prg().expected_f_gain()) - gain) <= 10 * TOLERANCE
    assert path.expected_f() == pytest.approx(float(pi / (1 - (1 - pi) * gain)), rel=1e-13)


@pytest.mark.parametrize(("measure", "parts"), [("ap", "step"), ("roc", "roc"), ("auprg", "prg")])
def test_oracle_gives_the_same_fractions(case, exact, measure, parts):
    found, wanted = sum(getattr(exact_of(exact, case), parts)()), reference(case, measure)
    if "/" in case[measure]:
        assert found == wanted
    else:
        assert abs(found - wanted) <= Fraction(1, 10**14) * abs(wanted)


def test_oracle_gives_the_same_continuous_area(case, exact):
    oracle = exact_of(exact, case)
    assert oracle.error(float(case["cont"]), oracle.continuous()) < 4e-15
