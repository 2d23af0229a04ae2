"""The reference numbers: rationals as fractions, the rest to 15 digits or more."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

import prplot

CASES = json.loads((Path(__file__).parent.parent / "data" / "theory_checks.json").read_text())
TOLERANCE = Fraction(1, 10**14)

MEASURES = {
    "cont": lambda path: path.pr().area(),
    "ap": lambda path: path.pr("step").area(),
    "max": lambda path: path.best().pr().area(),
    "min": lambda path: path.worst().pr().area(),
    "roc": lambda path: path.roc().area(),
    "pi": lambda path: path.prevalence,
}


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


def test_signed_auprg(case, exact):
    size = sum(exact_of(exact, case).prg_size())
    assert abs(Fraction(path_of(case).prg().area()) - reference(case, "auprg")) <= TOLERANCE * size


def test_precision_gain_where_recall_gain_is_0(case):
    wanted = reference(case, "y0")
    assert abs(Fraction(float(path_of(case).prg().at(0.0))) - wanted) <= TOLERANCE * (1 + abs(wanted))


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
