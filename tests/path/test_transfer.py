"""Thresholds on other samples: against scikit-learn on the rows, and at other prevalences by Bayes' formula."""

from __future__ import annotations

import math

import numpy as np
import pytest
from sklearn import metrics as peer

import prplot
from prplot import PrplotWarning


def rows(seed, n=300, share=0.3):
    rng = np.random.default_rng(seed)
    label = rng.random(n) < share
    return label, np.round(rng.normal(size=n) + label, 2)


HERE, THERE = rows(1), rows(2, 200, 0.5)
PATH, OTHER = prplot.from_labels(*HERE, name="old"), prplot.from_labels(*THERE, name="new")


def test_a_threshold_on_new_rows_against_scikit_learn():
    table = PATH.transfer("f1", OTHER)
    assert [(row.sample, row.own) for row in table] == [("old", True), ("new", False), ("new", True)]
    label, score = HERE
    f1 = {cut: peer.f1_score(label, score >= cut) for cut in np.unique(score)}
    best = max(f1, key=f1.get)
    assert (table.threshold, table.chosen) == (best, "best f1")
    assert table.rows[0].measures["f1"] == pytest.approx(f1[best], rel=1e-14)
    label, score = THERE
    moved, own = table.rows[1:]
    expected = {
        "predicted_positive_rate": np.mean(score >= best),
        "precision": peer.precision_score(label, score >= best),
        "recall": peer.recall_score(label, score >= best),
        "specificity": peer.recall_score(~label, score < best),
        "npv": peer.precision_score(~label, score < best),
        "f1": peer.f1_score(label, score >= best),
    }
    assert moved.measures == pytest.approx(expected, rel=1e-13)
    assert moved.threshold == best
    assert moved.prevalence == label.mean()
    assert own.measures["f1"] == pytest.approx(max(peer.f1_score(label, score >= c) for c in score), rel=1e-14)
    assert own.confusion == OTHER.optimal("f1")


def test_at_another_prevalence_by_bayes():
    at = PATH.at(1.0)
    for prevalence in (0.01, 0.6):
        moved = PATH.transfer(1.0, PATH.at_prevalence(prevalence)).rows[1].measures
        hit, alarm = prevalence * at.recall, (1 - prevalence) * at.fpr
        wanted = {"precision": hit / (hit + alarm), "recall": at.recall, "predicted_positive_rate": hit + alarm}
        assert {name: moved[name] for name in wanted} == pytest.approx(wanted, rel=1e-12)
    # What is undefined is silent.
    one = PATH.transfer(0.5, prplot.from_labels([1, 1], [0, 1]))
    assert math.isnan(one.rows[1].measures["specificity"])


def test_what_is_fixed_is_chosen_nowhere_else():
    found = PATH.find(recall=0.9)
    for fixed in (found, found.threshold, {"threshold": found.threshold}):
        table = PATH.transfer(fixed, {"a": OTHER, "b": OTHER})
        assert [(row.sample, row.own) for row in table] == [("old", True), ("a", False), ("b", False)]
        assert (table.chosen, table.threshold) == ("fixed", found.threshold)
        assert table.rows[0].confusion == found
        assert table.rows[1].confusion == OTHER.at(found.threshold)


def test_a_sample_that_reaches_no_rate_has_no_threshold_of_its_own():
    hopeless = prplot.from_labels([0, 1], [2, 1])
    with pytest.warns(
        PrplotWarning, match="'the other' has no threshold of its own: precision must be reached"
    ) as said:
        table = PATH.transfer({"precision": 0.8}, hopeless)
    assert len(said) == 1
    assert math.isnan(table.rows[2].threshold)
    assert table.rows[2].confusion is None
    assert repr(table).splitlines()[-1].split()[-1] == "-"
    assert math.isnan(table.columns()["tp"][2])


def test_tables_say_what_is_there():
    cost = prplot.expected_cost(fn=5, prevalence=0.2)
    table = PATH.transfer(cost, {"<b>": OTHER})
    assert list(table.columns()) == [
        *("sample", "threshold", "own", "prevalence", "tp", "fp", "fn", "tn"),
        *("predicted_positive_rate", "precision", "recall", "specificity", "npv", "expected_cost"),
    ]
    assert "&lt;b&gt;, its own" in table._repr_html_()
    assert "(best expected_cost, on old)" in repr(table)
    assert f"{OTHER.optimal(cost).measure(cost):.4g}" in repr(table).splitlines()[-1]
    # Samples that are alike are numbered.
    assert len({row.sample for row in PATH.transfer(0.5, [PATH, PATH])}) == 3


def test_wrong_input():
    for threshold, to, said in (
        ("f1", 0.01, r"to must be a path.*path\.at_prevalence\(0\.01\) is"),
        ("f", OTHER, "threshold must be the name of a metric"),
        ({"recall": 1, "fpr": 1}, OTHER, "be a mapping of one rate"),
        (math.nan, OTHER, "threshold must not be NaN"),
    ):
        with pytest.raises(prplot.PrplotError, match=said):
            PATH.transfer(threshold, to)
