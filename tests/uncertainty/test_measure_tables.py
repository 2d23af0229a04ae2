"""Tables for a paper: their cells are the intervals of the path; what is undefined is empty and said below."""

from __future__ import annotations

import math
import re

import numpy as np
import pandas as pd
import pytest

import prplot
from prplot import PrplotError, PrplotTypeError, PrplotValueError

MODEL = prplot.simulate.binormal(1.5, 1.0)
RNG = np.random.default_rng(3)
LABEL = RNG.random(300) < 0.4
SCORES = {"good & 50%_": LABEL + 0.7 * RNG.normal(size=300), "poor": 0.5 * LABEL + RNG.normal(size=300)}
PATHS = {name: prplot.from_labels(LABEL, score) for name, score in SCORES.items()}
GOOD, POOR = PATHS.values()


@pytest.fixture(autouse=True)
def few_replicates(monkeypatch):
    monkeypatch.setattr("prplot.uncertainty.units.USUAL", 200)


def ends(row):
    return row.estimate, row.low, row.high


def of(interval):
    return interval.estimate, interval.low, interval.high


def test_cells_of_a_report_are_the_intervals_of_the_paths():
    rule = prplot.measure_at("precision", at={"recall": 0.8})
    table = prplot.report(PATHS, ["roc", "step", rule], level=0.9)
    wanted = [(name, path.interval(each, level=0.9)) for name, path in PATHS.items() for each in ("roc", "step", rule)]
    assert [(row.classifier, row.measure, *ends(row), row.method) for row in table] == [
        (name, its.measure, *of(its), its.method) for name, its in wanted
    ]
    lines = str(table).splitlines()
    n, positives = len(LABEL), LABEL.sum()
    size = f"n = {n}, P = {positives}, N = {n - positives}, prevalence {LABEL.mean():.3f}"
    assert lines[0] == f"Measures of 2 classifiers ({size})"
    assert re.split("  +", lines[2])[1:] == ["classifier", "AUROC", "AP", "precision at recall 0.8"]
    assert f"{wanted[0][1]}" in lines[3]
    assert "In brackets: 90 % confidence intervals." in lines
    assert table.to_frame()["low"].tolist() == [its.low for _, its in wanted]
    said = table.methods()
    assert "AUROC, AP: bootstrap standard error on the logit scale, 200 replicates" in said
    assert "precision at recall 0.8: percentile bootstrap" in said
    assert said.endswith(f"(prplot {prplot.__version__}).")


def test_brier_is_usual_where_all_scores_are_probabilities():
    probable = {name: prplot.from_labels(LABEL, 1 / (1 + np.exp(-score))) for name, score in SCORES.items()}
    kinds = [prplot.report(paths).columns()["measure"][:3] for paths in (probable, {**probable, "x": GOOD})]
    assert [len(set(kind)) for kind in kinds] == [3, 2]
    assert kinds[0] == ["AUPRC (continuous)", "AUROC", "Brier score"]


def bold_of(table):
    return {(table.rows[index].classifier, table.rows[index].measure) for index in table.bold}


def test_best_follows_the_direction_of_each_measure():
    table = prplot.report(PATHS, ["roc", "cost"], highlight="best")
    cost = table.rows[1].measure
    assert table.rows[1].estimate < table.rows[3].estimate
    assert bold_of(table) == {("good & 50%_", "AUROC"), ("good & 50%_", cost)}
    same = prplot.report({"a": GOOD, "b": GOOD, "c": POOR}, "cost", highlight="best")
    assert {name for name, _ in bold_of(same)} == {"a", "b"}
    assert "<b>" in same._repr_html_()
    assert "Bold: the best estimate" in same._repr_html_()
    text = str(same)
    assert "Bold" not in text
    assert "\n* the best estimate of each column" in text
    starred = [line.split()[0] for line in text.splitlines() if line.endswith("]*")]
    assert starred == ["a", "b"]
    assert same.to_frame()["highlighted"].tolist() == [True, True, False]
    plain = prplot.report(PATHS, "cost")
    assert "highlighted" not in plain.columns()
    assert "*" not in str(plain)


def test_functions_have_no_direction():
    def cost(path):
        return path.min_dcf(0.01).value

    table = prplot.report(PATHS, [cost, "roc"], highlight="best")
    assert {measure for _, measure in bold_of(table)} == {"AUROC"}
    assert "neither larger nor smaller is known to be better: cost" in table.highlighted
    comparison = prplot.compare(PATHS, cost, n=200)
    assert all(math.isnan(share) for share in comparison.first.values())
    assert "ranks first" not in str(comparison).replace("No classifier ranks first", "")
    assert "No classifier ranks first" in comparison.notes[0]
    with pytest.raises(PrplotValueError, match="of which more, or less, is better; got the cost"):
        prplot.report(PATHS, cost, highlight=comparison)


def test_a_comparison_makes_bold_what_does_not_differ_from_the_best():
    rng = np.random.default_rng(0)
    paths = {**PATHS, "almost": prplot.from_labels(LABEL, SCORES["good & 50%_"] + 0.05 * rng.normal(size=300))}
    comparison = prplot.compare(paths, "roc", method="delong")
    p = {row[:2]: row.p_adjusted for row in comparison}
    assert p["good & 50%_", "almost"] > 0.05 > p["good & 50%_", "poor"]
    table = prplot.report(paths, ["pr", "roc"], highlight=comparison)
    assert bold_of(table) == {("good & 50%_", "AUROC"), ("almost", "AUROC")}
    for wrong in (prplot.compare(PATHS, "roc", method="delong"), prplot.compare(paths, "croc", n=200)):
        with pytest.raises(PrplotValueError, match="highlight must compare these classifiers"):
            prplot.report(paths, ["pr", "roc"], highlight=wrong)


def test_undefined_cells_are_empty_and_explained():
    one = prplot.from_labels([1, 0, 0, 0], [0.9, 0.8, 0.4, 0.2])
    none = prplot.from_labels([0, 0, 0], [0.9, 0.8, 0.4])
    table = prplot.report({"one": one, "none": none, "good": GOOD}, ["roc", "brier"], highlight="best")
    rows = {(row.classifier, row.measure): row for row in table}
    assert rows["one", "AUROC"].estimate == 1.0
    assert [math.isnan(rows[name, "AUROC"].low) for name in ("one", "none", "good")] == [True, True, False]
    assert math.isnan(rows["none", "AUROC"].estimate)
    assert math.isnan(rows["good", "Brier score"].estimate)
    assert "at least two positives; got 1" in rows["one", "AUROC"].notes[0]
    assert "no positive weight" in rows["none", "AUROC"].notes[0]
    assert "probabilities" in rows["good", "Brier score"].notes[0]
    (empty,) = (line.split()[1:] for line in str(table).splitlines() if line.startswith("  good"))
    assert empty[-1] in "ᵃᵇᶜᵈ"
    assert f"\n{empty[-1]} {rows['good', 'Brier score'].notes[0][:30]}" in str(table)
    # A note of all cells of a line stands beside its name.
    alone = str(prplot.report({"one": one, "good": GOOD}, ["roc", "prg"]))
    assert re.search("\n  oneᵃ  +1.000  ", alone)
    binned = prplot.from_frame(pd.DataFrame({"y": LABEL, "s": SCORES["poor"]}), score="s", label="y", bins=20)
    (row,) = prplot.report(binned, "roc")
    assert (row.estimate, row.method) == (binned.roc().area(), "")
    assert "bins" in row.notes[0]


def test_pr_areas_of_different_prevalence_are_not_ranked():
    rare = MODEL.sample(2000, prevalence=0.1, rng=1)
    table = prplot.report({"rare": rare, "good": GOOD}, ["pr", "roc"], highlight="best")
    assert {measure for _, measure in bold_of(table)} == {"AUROC"}
    assert any("differ in prevalence" in note and "AUPRC (continuous)" in note for note in table.notes)
    assert "rare: n = 2000" in str(table).replace("\n", " ")


def test_latex_has_booktabs_escaped_names_and_footnotes():
    table = prplot.report({**PATHS, "none": prplot.from_labels([0, 0], [0.9, 0.8])}, ["roc", "prg"], highlight="best")
    text = table.to_latex()
    for part in (
        r"\begin{tabular}{lrr}",
        r"\toprule",
        r"classifier & AUROC & AUPRG \\",
        r"good \& 50\%\_ & \textbf{",
        r"none & \textsuperscript{a} & \textsuperscript{b} \\",
        r"\textsuperscript{a} The area is undefined in ROC space",
        r"95 \% confidence",
    ):
        assert part in text, part
    # Each line of the table has three cells, and all braces are closed.
    body = text[text.index(r"\midrule") : text.index(r"\bottomrule")].splitlines()[1:]
    assert [len(re.split(r"(?<!\\)&", line)) for line in body] == [3, 3, 3]
    assert len(re.findall(r"(?<!\\)\{", text)) == len(re.findall(r"(?<!\\)\}", text))
    assert r"[$-$0." in prplot.report({"a": POOR}, lambda path: path.roc().area() - 0.65).to_latex()
    strange = prplot.report({"~^\\<{": GOOD}, "roc").to_latex()
    assert r"\textasciitilde{}\textasciicircum{}\textbackslash{}\textless{}\{" in strange


# Operating points


def test_cells_of_operating_points_are_the_intervals_of_the_rules():
    table = GOOD.operating_points([0.6, "f1", {"recall": 0.9}, {"fpr": 0.1}], ["precision", "npv"], level=0.9)
    places = [{"threshold": 0.6}, "f1", {"recall": 0.9}, {"fpr": 0.1}]
    wanted = [
        GOOD.interval(prplot.measure_at(name, at=place), level=0.9) for place in places for name in ("precision", "npv")
    ]
    assert [(*ends(row), row.method) for row in table] == [(*of(its), its.method) for its in wanted]
    points = GOOD.at(0.6), GOOD.optimal("f1"), GOOD.find(recall=0.9), GOOD.find(fpr=0.1)
    assert [row.threshold for row in table][::2] == [point.threshold for point in points]
    assert [row.point for row in table][::2] == ["given", "largest f1", "recall at least 0.9", "fpr at most 0.1"]
    assert [bool(row.notes) for row in table][::2] == [False, True, True, True]
    assert all("Threshold chosen on these rows: optimistic" in row.notes[0] for row in table.rows[2:])
    assert str(table).count("optimistic") == 1
    assert "Wilson's interval" in table.methods()


def test_a_measure_has_no_interval_where_the_rows_make_it_best():
    table = GOOD.operating_points(["ks", "f1"], ["informedness", "f1", "precision"])
    rows = {(row.point, row.measure): row for row in table}
    own = rows["largest informedness", "informedness"], rows["largest f1", "f1"]
    assert [row.estimate for row in own] == [GOOD.optimal(name).measure(name) for name in ("informedness", "f1")]
    assert all(math.isnan(row.low) and "makes a measure best" in row.notes[1] for row in own)
    assert not math.isnan(rows["largest informedness", "precision"].low)
    with pytest.warns(prplot.PrplotWarning, match="Intervals of the best f1 .* cover less often"):
        GOOD.interval(prplot.measure_at("f1", at="best"), n=200)


@pytest.mark.parametrize(
    ("rate", "measure"),
    [
        ("recall", "recall"),
        ("recall", "fnr"),
        ("specificity", "fpr"),
        ("fpr", "specificity"),
        ("precision", "fdr"),
        ("npv", "false_omission_rate"),
        ("predicted_positive_rate", "predicted_positive_rate"),
    ],
)
def test_a_rate_that_was_asked_for_has_no_interval(rate, measure):
    reached, other = GOOD.operating_points({rate: 0.5}, [measure, "accuracy"])
    assert reached.estimate == GOOD.find(**{rate: 0.5}).measure(measure)
    assert math.isnan(reached.low)
    assert "chosen to reach this value" in reached.notes[1]
    assert other.low < other.estimate < other.high


def test_a_changed_prevalence_stands_beside_the_rows_as_they_are():
    head = str(GOOD.at_prevalence(0.01).operating_points(0.5, "recall")).splitlines()[0]
    positives = LABEL.sum()
    assert f"n = 300, P = {positives}, N = {300 - positives}, at prevalence 0.01)" in head


def test_numbers_that_are_best_over_thresholds_have_no_interval_in_tables():
    cells = {row.measure: row for row in prplot.report({"good": GOOD}, ["ks", "rocch_eer", "eer"])}
    assert cells["KS"].estimate == pytest.approx(GOOD.optimal("informedness").measure("informedness"))
    for name in ("KS", "EER (hull)"):
        assert math.isnan(cells[name].low)
        assert "makes a measure best" in cells[name].notes[0]
    # The equal error rate on the curve is best at no threshold.
    assert cells["EER"].low < GOOD.eer().value < cells["EER"].high
    with pytest.warns(prplot.PrplotWarning, match="Intervals of the KS cover less often"):
        GOOD.interval("ks", n=200)


def test_measures_where_both_error_rates_are_equal():
    fpr, fnr = GOOD.operating_points("eer", ["fpr", "fnr"])
    assert fpr.threshold == GOOD.eer().threshold
    assert (fpr.point, fpr.estimate, fnr.estimate) == ("equal error rates", *2 * (pytest.approx(GOOD.eer().value),))
    assert of(GOOD.interval(prplot.measure_at("fpr", at="equal error rate"))) == ends(fpr)
    one_class = prplot.from_labels([1, 1], [2, 1])
    with (
        pytest.warns(prplot.PrplotWarning, match="no negative weight"),
        pytest.raises(PrplotValueError, match="equal error rates is undefined"),
    ):
        prplot.measure_at("fpr", at="eer").of(one_class)


def test_a_sample_of_one_class_has_points_without_intervals():
    table = prplot.from_labels([1, 1, 1], [3, 2, 1]).operating_points([2, "f1"], ["recall", "specificity"])
    assert [row.estimate for row in table][::2] == [2 / 3, 1.0]
    assert all(math.isnan(row.estimate) and "undefined" in row.notes[-1] for row in table.rows[1::2])
    assert all(math.isnan(row.low) for row in table)


def test_without_skill_or_with_few_rows_chosen_thresholds_have_no_intervals():
    chance = prplot.from_labels(np.tile([True, False], 100), np.random.default_rng(1).random(200))
    small = MODEL.sample(60, prevalence=0.5, rng=1, fixed=True)
    for path, reason, reached in ((chance, "not clearly above 0.5", False), (small, "50 positives", True)):
        best, recall, fixed = path.operating_points(["ks", {"recall": 0.8}, 0.5], "precision")
        assert math.isnan(best.low)
        assert reason in best.notes[1]
        assert math.isnan(recall.low) != reached
        assert not math.isnan(fixed.low)


@pytest.mark.parametrize(
    ("call", "error", "said"),
    [
        (lambda: prplot.report(PATHS, "rocc"), PrplotValueError, "measure must be the name of a space.*'ROC'"),
        (
            lambda: prplot.report(PATHS, ["roc", "auc"]),
            PrplotValueError,
            "name each once; got 'AUROC' twice",
        ),
        (lambda: prplot.report(PATHS, "f1"), PrplotValueError, "at which threshold"),
        (lambda: prplot.report({"a": GOOD.roc()}), PrplotTypeError, "paths must be a path"),
        (lambda: prplot.report([]), PrplotValueError, "paths must be a path.*got none"),
        (lambda: prplot.report(PATHS, level=95), PrplotValueError, "level must lie"),
        (lambda: prplot.report(PATHS, highlight="worst"), PrplotValueError, "highlight must be one of 'best'"),
        (lambda: prplot.report(PATHS, highlight=True), PrplotTypeError, "highlight must be 'best' or a result"),
        (lambda: GOOD.operating_points([]), PrplotValueError, "thresholds must name at least one"),
        (lambda: GOOD.operating_points(0.5, measures=()), PrplotValueError, "measures must name at least one measure"),
        (lambda: prplot.report(GOOD, []), PrplotValueError, "measures must name at least one measure"),
        (lambda: GOOD.operating_points([0.5, 0.5]), PrplotValueError, "thresholds must name each once"),
        (lambda: GOOD.operating_points(math.nan), PrplotValueError, "thresholds must not be NaN"),
        (lambda: GOOD.operating_points("f"), PrplotValueError, "thresholds must be the name of a metric"),
        (lambda: GOOD.operating_points(0.5, "roc"), PrplotValueError, "measures must be the name of a metric"),
        (lambda: GOOD.operating_points({"precision": 1.5}), PrplotValueError, "lie in"),
        (lambda: prplot.report(PATHS, "roc").save, PrplotError, "to_latex"),
        (lambda: prplot.classification_report, PrplotError, r"operating_points\(0.5\)"),
        (lambda: prplot.table, PrplotError, "prplot.report"),
        (lambda: GOOD.summary, PrplotError, "path.describe"),
    ],
)
def test_wrong_calls_name_the_way_out(call, error, said):
    with pytest.raises(error, match=said):
        call()


def test_thresholds_may_be_any_collection_of_numbers():
    wanted = GOOD.operating_points([0.0, 1.0], "recall").columns()
    for several in (range(2), np.arange(2.0), pd.Series([0.0, 1.0]), iter([0.0, 1.0])):
        assert GOOD.operating_points(several, "recall").columns() == wanted
