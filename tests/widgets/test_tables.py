"""The numbers beside the picture."""

from __future__ import annotations

import re

import numpy as np
import pytest
from helpers.explorers import set_at_once, written

import prplot

pytestmark = pytest.mark.usefixtures("unpainted")
MEASURES = ("precision", "recall", "specificity", "accuracy", "mcc", "predicted_positive_rate")


def table(paths, caption="Areas", **state):
    """The heads, and the rows by their head."""
    found = re.search(f"<table[^>]*><caption[^>]*>{caption}.*?</table>", written(prplot.explore(paths, **state)))
    if not found:
        return [], {}
    heads = re.findall("<th scope='col'[^>]*>(.*?)</th>", found[0])
    rows = re.findall("<tr><th scope='row'[^>]*>(.*?)</th>(.*?)</tr>", found[0])
    return heads, {name: re.findall("<td[^>]*>(.*?)</td>", cells) for name, cells in rows}


def number(text):
    return float(re.sub("</?b>", "", text).replace("\N{MINUS SIGN}", "-"))


def test_the_matrix_has_the_cells_and_the_measures_of_every_classifier(several):
    heads, rows = table(several, "Confusion matrix", panels=("matrix",), threshold=0.4, beta=2.0, table=True)
    titles = ["MCC" if name == "mcc" else name.replace("_", " ") for name in MEASURES]
    assert heads[1:] == ["threshold", "TP", "FP", "FN", "TN", *titles, "F2"]
    for name, path in several.items():
        at = path.at(0.4)
        threshold, *cells = rows[name]
        assert number(threshold) == pytest.approx(at.threshold)
        assert [number(cell) for cell in cells[:4]] == pytest.approx(list(at.cells), rel=6e-3)
        measures = [*(at.measure(name) for name in MEASURES), at.f(2.0)]
        assert [number(cell) for cell in cells[4:]] == pytest.approx(measures, rel=5e-3, abs=5e-4)


def test_what_has_no_number_has_a_dash_or_no_row(several):
    tied = prplot.from_labels([1, 0, 0, 1], [2.0, 2.0, 1.0, 1.0])
    assert table({"o": tied}, "Confusion", panels=("matrix",), threshold=99.0)[1]["o"][5] == "-"
    one = prplot.from_labels([0, 0, 0], [3.0, 2.0, 1.0])
    rows = table({"none": one, **several}, "Confusion", panels=("matrix",), by="f_beta")[1]
    assert list(rows)[-2:] == ["a", "b"]
    rows = table({"none": one, **several}, space="roc", table=True)[1]
    assert (list(rows)[-1], rows["none"][0]) == ("none", "-")
    rows = table({"none": one, **several}, space="cost", table=True)[1]
    assert len(rows) == 3
    assert "No operating point is marked: choose a threshold" in written(prplot.explore(several, by="threshold"))
    shown = written(prplot.explore(prplot.from_labels([1, 0, 1, 0, 0], [0.5] * 5), space="prg", table=True))
    assert "0.0000" in shown
    assert "\N{MINUS SIGN}0.0000" not in shown


@pytest.mark.parametrize(
    ("state", "rule"),
    [
        ({}, "largest F1"),
        ({"beta": 2.0}, "largest F2"),
        ({"threshold": 0.4}, "threshold 0.4"),
        ({"by": "predicted_positive_rate"}, "predicted positive rate 0.1"),
        ({"by": "expected_cost"}, "least expected cost"),
    ],
)
def test_the_sentence_says_what_decides_the_operating_point(several, state, rule):
    assert prplot.explore(several, **state).sentence.endswith(f" Operating point: {rule}.")
    assert "Operating point" not in prplot.explore(several, by="threshold").sentence


def test_areas_are_those_of_the_range_and_the_best_stands_first(several):
    low, high = 0.2, 0.7
    for space, best in (("pr", max), ("cost", min)):
        heads, rows = table(several, space=space, between=(low, high))
        assert heads[2:] == ["0.2 to 0.7", "normalized there"][: len(heads) - 2]
        curves = {name: path.curve(space) for name, path in several.items()}
        for name, curve in curves.items():
            wanted = [curve.area(), curve.area(low, high)]
            wanted += [curve.normalized_area(low, high)] * (len(heads) == 4)
            assert [number(cell) for cell in rows[name]] == pytest.approx(wanted, abs=6e-5)
        first = best(curves, key=lambda name: curves[name].area())
        assert next(iter(rows)) == first
        assert [name for name in rows if "<b>" in rows[name][0]] == [first]
        there = best(curves, key=lambda name: curves[name].area(low, high))
        assert [name for name in rows if "<b>" in rows[name][1]] == [there]


def test_the_difference_is_what_the_other_has_more_and_is_filled(several):
    view = prplot.explore(several["a"], interpolation="linear", compare="step")
    assert [patch for patch in view.figure.axes[0].patches if patch.get_label() == "_difference"]
    heads, rows = table(several, interpolation="linear", compare="step")
    assert heads[2:] == ["AP", "difference"]
    for name, path in several.items():
        gap = path.pr("step").area() - path.pr("linear").area()
        assert [number(cell) for cell in rows[name][1:]] == pytest.approx([path.pr("step").area(), gap], abs=6e-5)
        assert rows[name][2][0] == ("+" if gap > 0 else "\N{MINUS SIGN}")


def test_no_area_is_named_twice_and_nothing_compared_with_itself(several):
    for state, heads in (
        ({"table": True}, ["AUPRC (continuous)", "AP", "AUPRG", "AUROC"]),
        ({"table": True, "interpolation": "step"}, ["AP", "AUPRC (continuous)", "AUPRG", "AUROC"]),
        ({"table": True, "space": "roc"}, ["AUROC", "AUPRC (continuous)", "AP", "AUPRG"]),
        ({}, []),
        ({"interpolation": "step", "compare": "step"}, []),
        ({"space": "roc", "compare": "step"}, []),
    ):
        assert table(several, **state)[0][1:] == heads


def test_the_table_is_ranked_and_says_who_disagrees(soft):
    paths = prplot.datasets.load("digits").paths()
    view = prplot.explore(paths, table=True, panels=())
    rows = re.findall("<th scope='row'[^>]*>(.*?)</th>", written(view))
    assert rows == sorted(paths, key=lambda name: -paths[name].pr().area())
    assert f"{rows[0]} is first by all of them." in written(view)
    assert f"{rows[0]} is first by all of them." in written(prplot.explore(paths, compare="step"))
    set_at_once(view, shown=("Decision tree", "Naive Bayes"))
    assert re.search("They disagree about the best:.* Naive Bayes by [^.;]*AUPRG", written(view))
    alone = written(prplot.explore(soft, table=True, panels=()))
    assert "first by" not in alone
    assert "<b>" not in alone


def test_the_threshold_that_is_written_finds_the_same_rows():
    rng = np.random.default_rng(5)
    for _ in range(20):
        labels = rng.random(400) < 0.2
        scores = rng.normal(size=400) + labels
        head, rows = table({"a": prplot.from_labels(labels, scores)}, "Confusion matrix")
        (cells,) = rows.values()
        threshold, tp, fp = (number(cells[head.index(name) - 1]) for name in ("threshold", "TP", "FP"))
        chosen = scores >= threshold
        assert (tp, fp) == (np.sum(labels & chosen), np.sum(~labels & chosen))


def test_counts_at_another_prevalence_are_of_so_many_rows_and_say_so(hard):
    """Whole numbers of 100,000 rows of this prevalence, from the rates; counts as given stay as they are."""
    at = hard.at(0.4)
    recall, rate = at.tp / hard.positives, at.fp / hard.negatives
    words = "of 100,000 at this prevalence; negatives are weighted."
    for prevalence in (0.0001, 0.05, 0.999):
        shown = {"panels": ("matrix",), "threshold": 0.4, "prevalence": prevalence}
        cells = table(hard, "Confusion matrix", **shown)[1]["hard"][1:5]
        positives, negatives = 1e5 * prevalence, 1e5 * (1 - prevalence)
        exact = [recall * positives, rate * negatives, (1 - recall) * positives, (1 - rate) * negatives]
        assert cells == [f"{cell:.0f}" for cell in exact]
        assert f"Counts are {words}" in written(prplot.explore(hard, **shown))
    # Of several classifiers it is said of whom it holds.
    view = prplot.explore({"as given": hard, "rarer": hard.at_prevalence(0.01)}, panels=("matrix",), threshold=0.4)
    assert f"Counts of rarer are {words}" in written(view)
    own = prplot.explore(hard, panels=("matrix",), threshold=0.4)
    assert "100,000" not in written(own)
    assert f">{at.fp:.0f}</td>" in written(own)
