"""Scorers in the model selection of scikit-learn, beside its own."""

import pickle
import subprocess
import sys
import warnings

import numpy as np
import pytest
import sklearn
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import confusion_matrix, f1_score, make_scorer, precision_score, recall_score
from sklearn.model_selection import (
    GridSearchCV,
    TunedThresholdClassifierCV,
    cross_val_predict,
    cross_val_score,
    cross_validate,
)

import prplot
from prplot import PrplotWarning, scorer
from prplot.errors import PrplotError

X, Y = make_classification(300, 6, weights=[0.8], flip_y=0.1, random_state=3)
NAMES = np.array(["no", "yes"])[Y]
MODEL = LogisticRegression()


@pytest.mark.parametrize(("measure", "theirs"), [("roc", "roc_auc"), ("step", "average_precision")])
def test_areas_are_those_of_scikit_learn(measure, theirs):
    found = cross_val_score(MODEL, X, Y, cv=4, scoring=scorer(measure))
    assert found == pytest.approx(cross_val_score(MODEL, X, Y, cv=4, scoring=theirs), abs=1e-12)


def test_several_at_once_with_weights_of_a_function_and_of_a_rule():
    measures = {
        "prg": scorer("prg"),
        "rule": scorer(prplot.rule("precision", at={"recall": 0.8})),
        "mine": scorer(lambda path: path.positives),
    }
    results = cross_validate(MODEL, X, Y, cv=4, scoring=measures, return_estimator=True, return_indices=True)
    paths = prplot.from_cv_results(results, X, Y).values()
    assert results["test_prg"].tolist() == [path.prg().area() for path in paths]
    assert results["test_rule"].tolist() == [path.find(recall=0.8).precision for path in paths]
    assert results["test_mine"].tolist() == [path.positives for path in paths]
    weight = np.arange(1.0, 301.0)
    fitted = MODEL.fit(X, Y)
    weighted = prplot.from_estimator(fitted, X, Y, sample_weight=weight)
    assert measures["prg"](fitted, X, Y, weight) == weighted.prg().area()


def test_a_grid_search_takes_the_best_one():
    search = GridSearchCV(MODEL, {"C": [1e-4, 1.0]}, cv=4, scoring=scorer("prg", pos_label="yes")).fit(X, NAMES)
    means = [
        cross_val_score(LogisticRegression(C=C), X, NAMES, cv=4, scoring=scorer("prg", pos_label="yes")).mean()
        for C in (1e-4, 1.0)
    ]
    assert search.cv_results_["mean_test_score"] == pytest.approx(means)
    assert search.best_index_ == int(np.argmax(means))


@pytest.mark.parametrize(("y", "pos_label"), [(Y, None), (NAMES, "yes"), (NAMES, "no"), (Y * 2 - 1, None)])
def test_a_tuned_threshold_is_that_of_scikit_learn(y, pos_label):
    ours, theirs = (
        TunedThresholdClassifierCV(MODEL, scoring=each, thresholds=15, cv=2).fit(X, y)
        for each in (
            scorer(prplot.rule("f1", at="best"), pos_label=pos_label),
            make_scorer(f1_score, pos_label=1 if pos_label is None else pos_label),
        )
    )
    assert ours.best_threshold_ == theirs.best_threshold_
    assert ours.best_score_ == pytest.approx(theirs.best_score_, abs=1e-12)


def test_a_threshold_is_tuned_for_a_rate_and_for_costs():
    def precision_at(y, predicted):
        return precision_score(y, predicted, zero_division=0) if recall_score(y, predicted) >= 0.8 else y.mean()

    def cost(y, predicted):
        (_, fp), (fn, _) = confusion_matrix(y, predicted)
        return min(5 * fn + fp, np.sum(y == 0), 5 * np.sum(y == 1)) / (5 * np.sum(y == 1) + np.sum(y == 0))

    # Folds of equal prevalence, which the costs are at.
    x, y = X[: 4 * 60], np.tile([1, 0, 0, 0, 0, 0], 40)
    x = x + 0.5 * y[:, None]
    wanted = prplot.expected_cost(fn=5, fp=1, prevalence=1 / 6)
    for ours, theirs in (
        (scorer(prplot.rule("precision", at={"recall": 0.8})), make_scorer(precision_at)),
        (scorer(prplot.rule(wanted, at="best")), make_scorer(cost, greater_is_better=False)),
    ):
        tuned = [TunedThresholdClassifierCV(MODEL, scoring=s, thresholds=10, cv=2).fit(x, y) for s in (ours, theirs)]
        assert tuned[0].best_score_ == pytest.approx(tuned[1].best_score_, abs=1e-12)
        assert tuned[0].best_threshold_ == tuned[1].best_threshold_


def test_less_is_better_is_turned_round():
    fitted = MODEL.fit(X, Y)
    cost = scorer("cost")
    assert cost.lower_is_better
    assert cost(fitted, X, Y) == -prplot.from_estimator(fitted, X, Y).cost().area()
    assert repr(cost) == "scorer(area under the Cost curve, with the opposite sign)"


def test_processes_get_a_copy():
    copy = pickle.loads(pickle.dumps(scorer(prplot.rule("f1", at="best"), pos_label="yes")))
    fitted = MODEL.fit(X, NAMES)
    found = prplot.from_estimator(fitted, X, NAMES, pos_label="yes").optimal("f1").measure("f1")
    assert copy(fitted, X, NAMES) == found


def test_weights_are_routed_where_they_are_asked_for():
    weight = np.arange(1.0, 301.0)
    with sklearn.config_context(enable_metadata_routing=True):
        asked = scorer("roc").set_score_request(sample_weight=True)
        unweighted = LogisticRegression().set_fit_request(sample_weight=False)
        found = cross_val_score(unweighted, X, Y, cv=4, scoring=asked, params={"sample_weight": weight})
    results = cross_validate(MODEL, X, Y, cv=4, return_estimator=True, return_indices=True)
    paths = prplot.from_cv_results(results, X, Y, sample_weight=weight).values()
    assert found.tolist() == [path.roc().area() for path in paths]


def test_a_fold_of_one_class_is_nan_with_a_warning():
    fitted = MODEL.fit(X, Y)
    with pytest.warns(PrplotWarning, match="no foreground"):
        assert np.isnan(scorer("pr")(fitted, X[Y == 0], Y[Y == 0]))


def test_predictions_of_one_threshold_are_not_complained_of():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        TunedThresholdClassifierCV(MODEL, scoring=scorer("prg"), thresholds=5, cv=2).fit(X, Y)


def test_unknown_measures_are_told_of_at_once():
    with pytest.raises(PrplotError, match=r"measure must be the name of a space .*got 'prgg'"):
        scorer("prgg")
    with pytest.raises(PrplotError, match=r"prplot\.rule\('f1', at='best'\)"):
        scorer("f1")
    with pytest.raises(PrplotError, match="response_method must be one of"):
        scorer("pr", response_method="predict")


def test_out_of_fold_scores_and_folds_are_groups():
    """The road by out-of-fold scores ends in the same paths as that by the classifiers of the folds."""
    results = cross_validate(MODEL, X, Y, cv=4, return_estimator=True, return_indices=True)
    fold = np.empty(len(Y), dtype=int)
    for number, rows in enumerate(results["indices"]["test"]):
        fold[rows] = number
    score = cross_val_predict(MODEL, X, Y, cv=4, method="predict_proba")[:, 1]
    groups, paths = prplot.by_group(fold, Y, score), prplot.from_cv_results(results, X, Y)
    assert list(groups) == list(paths)
    assert [g.prg().area() for g in groups.values()] == pytest.approx([p.prg().area() for p in paths.values()])


def test_scikit_learn_is_not_imported():
    code = (
        "import sys, prplot; prplot.scorer('prg'); prplot.by_group([1, 1], [0, 1], [1, 2]); "
        "prplot.one_vs_rest([0, 1], [[1, 2], [3, 4]]); assert not {'sklearn', 'torch'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("name", ["mcc", "kappa", "informedness"])
def test_correlations_are_tuned_at_a_rate(name):
    data, labels = make_classification(300, 5, weights=[0.7], flip_y=0.2, random_state=2)
    model, tuned_for = LogisticRegression().fit(data, labels), scorer(prplot.rule(name, at={"fpr": 0.1}))
    tuner = TunedThresholdClassifierCV(model, scoring=tuned_for, cv="prefit", refit=False, thresholds=400)
    found = tuner.fit(data, labels)
    at = prplot.from_estimator(found.estimator_, data, labels)
    table = at.table()
    assert found.best_score_ == pytest.approx(np.nanmax(table[name][table["fpr"] <= 0.1]), abs=0.01)


def test_a_fixed_threshold_cannot_be_tuned():
    data, labels = make_classification(100, 5, random_state=2)
    tuned = TunedThresholdClassifierCV(
        LogisticRegression(), scoring=scorer(prplot.rule("f1", at={"threshold": 0.5})), cv=2
    )
    with pytest.raises(PrplotError, match=r"leave the threshold open.*at='best'"):
        tuned.fit(data, labels)


def test_strings_without_a_positive_label_say_what_is_missing():
    data, labels = make_classification(100, 5, random_state=2)
    tuned = TunedThresholdClassifierCV(LogisticRegression(), scoring=scorer(prplot.rule("f1", at="best")), cv=2)
    with pytest.raises(PrplotError, match="pos_label") as told:
        tuned.fit(data, np.where(labels, "yes", "no"))
    assert "swapped" not in str(told.value)


@pytest.mark.parametrize(
    ("rule", "predicted", "wanted"),
    [
        # Precision 1/2, fpr 1/3, of all rows 2/5 predicted positive; recall 1/2.
        ({"recall": 0.4}, [1, 0, 1, 0, 0], 0.5),
        ({"recall": 0.8}, [1, 0, 1, 0, 0], 0 - (0.8 - 0.5)),
        ({"fpr": 0.5}, [1, 0, 1, 0, 0], 0.5),
        ({"fpr": 0.1}, [1, 0, 1, 0, 0], 0 - (1 / 3 - 0.1)),
        ({"predicted_positive_rate": 0.5}, [1, 0, 1, 0, 0], 0.5),
        ({"predicted_positive_rate": 0.1}, [1, 0, 1, 0, 0], 0 - (0.4 - 0.1)),
        # Without negative predictions npv is undefined, which counts as missed by 1.
        ({"npv": 0.5}, [1, 1, 1, 1, 1], -1.0),
    ],
)
def test_labels_that_miss_a_rate_get_less_than_the_least_by_what_they_miss(rule, predicted, wanted):
    made = scorer(prplot.rule("precision", at=rule))
    assert made._score_func([1, 1, 0, 0, 0], predicted) == pytest.approx(wanted, abs=1e-12)
    costs = scorer(prplot.rule("error_rate", at=rule))
    # Less is better, so that what is missed is added to the most.
    expected = 0.4 if wanted == 0.5 else 1 - wanted
    assert costs._score_func([1, 1, 0, 0, 0], predicted) == pytest.approx(expected, abs=1e-12)


def test_a_measure_without_an_area_is_refused_at_once():
    with pytest.raises(PrplotError, match="net benefit has none"):
        scorer("net_benefit")


def test_missing_labels_are_an_error_in_a_fold_without_positives_too():
    with pytest.raises(PrplotError, match="missing labels"):
        scorer("roc", pos_label="yes")._score_func(["no", None, "no"], [0, 1, 0], pos_label="yes")
