"""Comparisons over folds: the corrected t test by hand and by SciPy, and where the training rows are known."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold, RepeatedKFold, cross_validate
from sklearn.tree import DecisionTreeClassifier

import prplot
from prplot import PrplotTypeError, PrplotValueError

X, Y = make_classification(100, flip_y=0.2, random_state=0)


def folds_of(model, splits):
    results = cross_validate(model, X, Y, cv=splits, return_estimator=True, return_indices=True)
    return prplot.from_cv_results(results, X, Y)


KINDS = {"A": LogisticRegression(C=0.01), "B": DecisionTreeClassifier(max_depth=2, random_state=0)}
FOLDS = {name: folds_of(model, KFold(5)) for name, model in KINDS.items()}
# The same rows, of which nothing is known but labels and scores.
PLAIN = {
    name: [prplot.from_labels(path.sample.fg, path.sample.score) for path in own.values()]
    for name, own in FOLDS.items()
}


def by_hand(folds, ratio, level):
    """Return difference, ends and p by the formula of Nadeau and Bengio, with SciPy's t."""
    away = [a.roc().area() - b.roc().area() for a, b in zip(*(own.values() for own in folds.values()), strict=True)]
    k, mean = len(away), float(np.mean(away))
    error = math.sqrt((1 / k + ratio) * np.var(away, ddof=1))
    return mean, *stats.t.interval(level, k - 1, mean, error), 2 * stats.t.sf(abs(mean / error), k - 1)


def test_the_corrected_t_test_is_that_of_nadeau_and_bengio():
    made = prplot.compare(FOLDS, "roc", method="corrected-t", level=0.9)
    assert made.rows[0][2:6] == pytest.approx(by_hand(FOLDS, 1 / 4, 0.9), rel=1e-12)
    assert made.estimates == pytest.approx({name: prplot.mean_area(own, "roc").mean for name, own in FOLDS.items()})
    wanted = prplot.mean_area(FOLDS["A"], "roc").interval(0.9, test_to_train=1 / 4)
    assert tuple(made.intervals["A"]) == tuple(wanted)
    assert (made.rows[0].p_error, made.unit) == (0.0, "fold")
    assert "corrected-t of 5 folds of 20 rows, trained on 80" in str(made)
    assert "Nadeau and Bengio" in made.methods()


@pytest.mark.filterwarnings("ignore:rows are held out")
def test_training_rows_come_from_the_splits_or_are_asked_for():
    repeated = {
        name: folds_of(model, RepeatedKFold(n_splits=10, n_repeats=2, random_state=0)) for name, model in KINDS.items()
    }
    # 20 folds of 10 rows: models are trained on 90 rows, not on the 190 of all other folds.
    row = prplot.compare(repeated, "roc", method="corrected-t").rows[0]
    assert row[2:6] == pytest.approx(by_hand(repeated, 10 / 90, 0.95), rel=1e-12)
    with pytest.raises(PrplotValueError, match=r"n_train must be the number.*hold out each row once, it is 80;"):
        prplot.compare(PLAIN, "roc", method="corrected-t")
    said = prplot.compare(PLAIN, "roc", method="corrected-t", n_train=80).rows[0]
    assert said[2:] == prplot.compare(FOLDS, "roc", method="corrected-t").rows[0][2:]


def test_equal_classifiers_differ_by_nothing():
    made = prplot.compare({"a": FOLDS["A"], "b": FOLDS["A"]}, "roc", method="corrected-t")
    assert (made.rows[0].difference, made.rows[0].p) == (0.0, 1.0)
    assert math.isnan(made.rows[0].low)
    assert "the same on every fold" in made.notes[0]


A, B = FOLDS.values()
ONE_CLASS = prplot.from_labels([1, 1], [2, 1])


@pytest.mark.parametrize(
    ("paths", "options", "error", "said"),
    [
        (
            {"A": A, "B": {key: B[key] for key in (0, 1, 2)}},
            {},
            PrplotValueError,
            "as many folds.*5 of 'A' and 3",
        ),
        (
            {"A": A, "B": {5 - key: path for key, path in B.items()}},
            {},
            PrplotValueError,
            "the same folds.*got 0, 5",
        ),
        ({"A": A, "B": list(B.values())}, {}, PrplotTypeError, "or mappings with the same keys"),
        ({"A": A[0], "B": B[0]}, {}, PrplotTypeError, "hold the folds of at least two classifiers"),
        ({"A": [A[0]], "B": [B[0]]}, {}, PrplotValueError, "at least two folds.*got 1"),
        ({"A": A}, {}, PrplotValueError, "at least two classifiers.*got 1"),
        ([[A[0], A[1]], [B[1], B[0]]], {}, PrplotValueError, "same labels and weights in every row"),
        ([[A[0], ONE_CLASS], [B[0], ONE_CLASS]], {"n_train": 9}, PrplotValueError, "undefined on fold 1 of 'number 1'"),
        (FOLDS, {"n_train": 0}, PrplotValueError, "n_train must be a positive number of rows; got 0"),
        (FOLDS, {"n": 200}, PrplotValueError, "n must be left out for method 'corrected-t'"),
        (FOLDS, {"groups": np.arange(5)}, PrplotValueError, "groups must be left out for method 'corrected-t'"),
        (FOLDS, {"paired": False}, PrplotValueError, "paired must be left out for method 'corrected-t'"),
        (FOLDS, {"method": None}, PrplotTypeError, "folds with method='corrected-t', or as one, prplot.pool"),
        ([A[0], B[0]], {"method": None, "n_train": 80}, PrplotValueError, "n_train must be left out but for"),
    ],
)
@pytest.mark.filterwarnings("ignore:.*is undefined")
def test_what_is_no_comparison_of_folds_says_why(paths, options, error, said):
    with pytest.raises(error, match=said):
        prplot.compare(paths, "roc", **{"method": "corrected-t", **options})


def test_what_no_mean_over_folds_should_be_taken_of_is_not_compared():
    for name, may in (("f1", False), ("precision", False), ("recall", True), ("f1_gain", True)):
        rule = prplot.measure_at(name, at={"threshold": 0.5})
        if may:
            made = prplot.compare(FOLDS, rule, method="corrected-t")
            matrices = [path.at(0.5) for path in A.values()]
            assert made.estimates["A"] == pytest.approx(prplot.mean_measure(matrices, name).mean)
            continue
        with pytest.raises(PrplotValueError, match=f"arithmetic mean of {name} must not be taken"):
            prplot.compare(FOLDS, rule, method="corrected-t")


def test_areas_of_folds_of_different_prevalence_are_warned_of():
    rng = np.random.default_rng(1)
    labels = [np.arange(60) < positives for positives in (10, 30)]
    folds = {name: [prplot.from_labels(own, own + rng.normal(size=60)) for own in labels] for name in "ab"}
    options = {"method": "corrected-t", "n_train": 60}
    with pytest.warns(prplot.PrplotWarning, match="prevalences from 0.1667 to 0.5.*Stratify"):
        made = prplot.compare(folds, "pr", **options)
    assert "different prevalence" in made.notes[0]
    assert not prplot.compare(folds, "roc", **options).notes


def test_ordinary_stratified_folds_print_one_short_line():
    # 12 or 13 positives and 40 negatives in each fold: their odds differ by 8 %; of 5 or 6 by 20 %.
    for sizes in ((12, 13), (5, 6)):
        labels = [[1] * positives + [0] * 40 for positives in sizes]
        folds = [prplot.from_labels(own, np.random.default_rng(1).random(len(own))) for own in labels]
        with pytest.warns(prplot.PrplotWarning) as caught:
            prplot.mean_area(folds, "pr").interval()
        (warning,) = caught
        assert len(str(warning.message)) < 160
    with pytest.warns(prplot.PrplotWarning, match="different prevalence"):
        prplot.mean_area([prplot.from_labels([1] * n + [0] * 40, range(n + 40)) for n in (1, 2)], "pr")
