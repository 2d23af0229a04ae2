"""The reference numbers: rationals as fractions, the rest to 15 digits or more."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from pathlib import Path

import pytest
from helpers.exact_areas import Exact, error

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


# The weights of some cases rise as running counts do.
pytestmark = pytest.mark.filterwarnings("ignore:fg and bg are whole numbers:prplot.PrplotWarning")


def path_of(case):
    return prplot.from_weights(case["scores"], fg=case["w_fg"], bg=case["w_bg"])


def decimal(weight):
    """A weight as it was meant: 0.1 is one tenth."""
    return Fraction(str(round(weight, 12)))


def whole(weights):
    return all(weight == int(weight) for weight in weights)


@pytest.fixture(params=CASES, ids=lambda case: case["name"])
def case(request):
    return request.param


def test_areas(case):
    path, exact = path_of(case), Exact.of_rows(case["scores"], case["w_fg"], case["w_bg"], read=decimal)
    for measure, of in MEASURES.items():
        wanted = reference(case, measure)
        assert abs(Fraction(of(path)) - wanted) <= TOLERANCE * wanted, measure
    for measure, rule in DISCRETE.items():
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
    assert abs(Fraction(path.prg().area()) - reference(case, "auprg")) <= TOLERANCE * sum(exact.prg_size())
    # The other oracle gives the same numbers.
    for measure, parts in (("ap", exact.step()), ("roc", exact.roc()), ("auprg", exact.prg())):
        wanted = reference(case, measure)
        assert abs(sum(parts) - wanted) <= (0 if "/" in case[measure] else Fraction(1, 10**14) * abs(wanted))
    assert error(float(case["cont"]), exact.continuous()) < 4e-15


def test_normalized_areas_and_gains(case):
    """Expected F-gain is undefined where nothing but background comes first: no true negative from there on."""
    path = path_of(case)
    if case["aucnpr"] == "-":
        with pytest.warns(prplot.PrplotWarning, match="normalized area is undefined"):
            assert math.isnan(path.pr().normalized_area())
    else:
        span = reference(case, "max") - reference(case, "min")
        assert abs(Fraction(path.pr().normalized_area()) - reference(case, "aucnpr")) <= 4 * TOLERANCE / span
    wanted = reference(case, "y0")
    for found in (float(path.prg().at(0.0)), path.prg().y0, path.pr().y0):
        assert abs(Fraction(found) - wanted) <= TOLERANCE * (1 + abs(wanted))
    if case["efg1"] == "-":
        assert wanted < 0
        with pytest.warns(prplot.PrplotWarning, match="expected F-gain is undefined"):
            assert math.isnan(path.prg().expected_f_gain())
    else:
        gain, pi = reference(case, "efg1"), reference(case, "pi")
        assert abs(Fraction(path.prg().expected_f_gain()) - gain) <= 10 * TOLERANCE
        assert path.expected_f() == pytest.approx(float(pi / (1 - (1 - pi) * gain)), rel=1e-13)
