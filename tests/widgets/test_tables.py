"""The numbers beside the picture."""

from __future__ import annotations

import math
import re

import pytest

import prplot
from prplot.widgets.state.classifiers import Classifiers
from prplot.widgets.state.view import View
from prplot.widgets.tables import Column, areas_table, matrix_table


def table(text):
    """The heads, the rows by their head, and the cells that stand out."""
    heads = re.findall("<th scope='col'[^>]*>(.*?)</th>", text)
    rows = {
        re.search("<th scope='row'[^>]*>(.*?)</th>", row).group(1): re.findall("<td[^>]*>(.*?)</td>", row)
        for row in re.findall("<tr>(.*?)</tr>", text.partition("<tbody>")[2])
    }
    return heads, rows


def areas(paths, **state):
    return areas_table(View(**state), Classifiers(paths))


def number(text):
    return float(re.sub("</?b>", "", text).replace("\N{MINUS SIGN}", "-"))


def test_the_matrix_has_the_cells_and_the_measures_of_every_classifier(several):
    heads, rows = table(matrix_table(View(panels=("matrix",), threshold=0.4, beta=2.0), Classifiers(several)))
    assert heads[-1] == "F2"
    for name, path in several.items():
        at = path.at(0.4)
        _, tp, fp, fn, tn, precision, recall, *_, f = rows[name]
        assert [number(x) for x in (tp, fp, fn, tn)] == pytest.approx([at.tp, at.fp, at.fn, at.tn], rel=6e-3)
        assert [number(x) for x in (precision, recall, f)] == pytest.approx(
            [at.precision, at.recall, at.f(2.0)], rel=5e-3
        )


def test_what_has_no_number_is_a_dash():
    path = prplot.from_labels([1, 0, 0, 1], [2.0, 2.0, 1.0, 1.0])
    _, rows = table(matrix_table(View(panels=("matrix",), threshold=99.0), Classifiers({"o": path})))
    assert rows["o"][5] == "-"


def test_a_measure_has_no_row_where_the_point_is_not_defined(several):
    one = prplot.from_labels([0, 0, 0], [3.0, 2.0, 1.0])
    _, rows = table(matrix_table(View(panels=("matrix",), by="recall"), Classifiers({"none": one, **several})))
    assert list(rows) == ["a", "b"]


def test_a_lower_cost_is_better_and_so_is_a_lower_partial_one(several):
    by_cost = sorted(several, key=lambda name: several[name].cost().area())
    for state in ({"table": True}, {"between": (0.2, 0.7)}):
        text = areas(several, space="cost", **state)
        _, rows = table(text)
        assert list(rows) == by_cost
        assert ["<b>" in rows[name][0] for name in by_cost] == [True, False]
    partial = sorted(several, key=lambda name: several[name].cost().area(0.2, 0.7))
    assert [name for name in rows if "<b>" in rows[name][1]] == partial[:1]


def test_the_normalised_area_is_of_the_range(several):
    _, rows = table(areas(several, between=(0.2, 0.7)))
    for name, path in several.items():
        assert number(rows[name][1]) == pytest.approx(path.pr().area(0.2, 0.7), abs=6e-5)
        assert number(rows[name][2]) == pytest.approx(path.pr().normalized_area(0.2, 0.7), abs=6e-5)


def test_the_difference_is_what_the_other_has_more(several):
    heads, rows = table(areas(several, interpolation="linear", compare="step"))
    assert heads[2:] == ["step", "difference"]
    for name, path in several.items():
        gap = path.pr("step").area() - path.pr("linear").area()
        assert number(rows[name][2]) == pytest.approx(gap, abs=6e-5)
        assert rows[name][2][0] == ("+" if gap > 0 else "\N{MINUS SIGN}")


@pytest.mark.parametrize(
    "state",
    [{}, {"compare": "continuous"}, {"interpolation": "step", "compare": "step"}, {"space": "roc", "compare": "step"}],
)
def test_no_table_where_there_is_nothing_to_compare(state, several):
    assert areas(several, **state) == ""


@pytest.mark.parametrize(
    ("state", "heads"),
    [
        ({}, ["PR, continuous", "average precision", "PR-Gain", "ROC"]),
        ({"interpolation": "step"}, ["PR, step", "PR", "PR-Gain", "ROC"]),
        ({"space": "roc"}, ["ROC", "PR", "average precision", "PR-Gain"]),
    ],
)
def test_no_area_is_named_twice(state, heads, several):
    text = areas(several, table=True, **state)
    assert table(text)[0][1:] == heads


def test_a_single_classifier_is_no_winner(soft):
    text = areas(soft, table=True)
    assert "<b>" not in text
    assert "first by" not in text


def test_undefined_areas_come_last():
    assert Column("", [math.nan, 0.2, 0.9]).order() == [2, 1, 0]
    assert Column("", [math.nan, 0.2, 0.9], lower_is_better=True).order() == [1, 2, 0]


def test_names_are_escaped(soft):
    names = {"<i>": soft, "b": soft}
    classifiers = Classifiers(names)
    for text in (areas(names, table=True), matrix_table(View(panels=("matrix",), threshold=0.4), classifiers)):
        assert "&lt;i&gt;" in text
        assert "<i>" not in text


def test_an_undefined_area_says_why_each_time():
    curve = Classifiers(prplot.from_labels([0, 0, 0], [3.0, 2.0, 1.0])).curve(0, "roc", View())
    for _ in range(2):
        with pytest.warns(prplot.PrplotWarning, match="foreground"):
            assert math.isnan(curve.area())


def test_what_rounds_to_zero_has_no_sign():
    tied = prplot.from_labels([1, 0, 1, 0, 0], [0.5] * 5)
    shown = areas(tied, space="prg", table=True)
    assert "0.0000" in shown
    assert "\N{MINUS SIGN}0.0000" not in shown
