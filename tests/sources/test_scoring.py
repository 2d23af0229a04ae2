"""Scorers in the model selection of scikit-learn, beside its own."""

import pickle
import warnings

import numpy as np
import pytest
import sklearn
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import confusion_matrix, f1_score, make_scorer, precision_score, recall_score
from sklearn.model_selection import TunedThresholdClassifierCV, cross_val_score, cross_validate

import prplot
from prplot import PrplotError, PrplotWarning, rule, scorer

X, Y = make_classification(300, 6, weights=[0.8], flip_y=0.1, random_state=3)
NAMES = np.array(["no", "yes"])[Y]
MODEL = LogisticRegression()
FITTED = LogisticRegression().fit(X, Y)
F1 = rule("f1", at="best")


def tuned(scoring, y=Y, x=X, **options):
    return TunedThresholdClassifierCV(MODEL, scoring=scoring, **{"thresholds": 12, "cv": 2, **options}).fit(x, y)


def test_scores_are_those_of_the_paths():
    for measure, theirs in (("roc", "roc_auc"), ("step", "average_precision")):
        found = cross_val_score(MODEL, X, Y, cv=4, scoring=scorer(measure))
        assert found == pytest.approx(cross_val_score(MODEL, X, Y, cv=4, scoring=theirs), abs=1e-12)
    measures = {
        "prg": (scorer("prg"), lambda path: path.prg().area()),
        "rule": (scorer(rule("precision", at={"recall": 0.8})), lambda path: path.find(recall=0.8).precision),
        "mine": (scorer(lambda path: path.positives), lambda path: path.positives),
        # Less is better.
        "cost": (scorer("cost"), lambda path: -path.cost().area()),
    }
    scoring = {name: made for name, (made, _) in measures.items()}
    results = cross_validate(MODEL, X, Y, cv=4, scoring=scoring, return_estimator=True, return_indices=True)
    paths = prplot.from_cv_results(results, X, Y).values()
    weight = np.arange(1.0, 301.0)
    for name, (made, of) in measures.items():
        assert results[f"test_{name}"].tolist() == [of(path) for path in paths]
        assert made(FITTED, X, Y, weight) == of(prplot.from_estimator(FITTED, X, Y, sample_weight=weight))
    assert repr(scorer("cost")) == "scorer(area under cost curve, with the opposite sign)"
    # Processes get a copy.
    copy = pickle.loads(pickle.dumps(scorer(F1, pos_label="yes")))
    fitted = LogisticRegression().fit(X, NAMES)
    assert copy(fitted, X, NAMES) == prplot.from_estimator(fitted, X, NAMES, pos_label="yes").optimal("f1").f()
    with pytest.warns(PrplotWarning, match="no positive weight"):
        assert np.isnan(scorer("pr")(FITTED, X[Y == 0], Y[Y == 0]))


def test_weights_are_routed_where_they_are_asked_for():
    weight = np.arange(1.0, 301.0)
    with sklearn.config_context(enable_metadata_routing=True):
        asked = scorer("roc").set_score_request(sample_weight=True)
        unweighted = LogisticRegression().set_fit_request(sample_weight=False)
        found = cross_val_score(unweighted, X, Y, cv=4, scoring=asked, params={"sample_weight": weight})
    results = cross_validate(MODEL, X, Y, cv=4, return_estimator=True, return_indices=True)
    paths = prplot.from_cv_results(results, X, Y, sample_weight=weight).values()
    assert found.tolist() == [path.roc().area() for path in paths]


def precision_at(y, predicted):
    return precision_score(y, predicted, zero_division=0) if recall_score(y, predicted) >= 0.8 else y.mean()


def cost(y, predicted):
    (_, fp), (fn, _) = confusion_matrix(y, predicted)
    return min(5 * fn + fp, np.sum(y == 0), 5 * np.sum(y == 1)) / (5 * np.sum(y == 1) + np.sum(y == 0))


# Folds of equal prevalence, which the costs are at.
EVEN = np.tile([1, 0, 0, 0, 0, 0], 50)
COST = rule(prplot.expected_cost(fn=5, fp=1, prevalence=1 / 6), at="best")


@pytest.mark.parametrize(
    ("y", "ours", "theirs"),
    [
        (Y, scorer(F1), make_scorer(f1_score)),
        (Y * 2 - 1, scorer(F1), make_scorer(f1_score)),
        (NAMES, scorer(F1, pos_label="no"), make_scorer(f1_score, pos_label="no")),
        (EVEN, scorer(rule("precision", at={"recall": 0.8})), make_scorer(precision_at)),
        (EVEN, scorer(COST), make_scorer(cost, greater_is_better=False)),
    ],
)
def test_a_tuned_threshold_is_that_of_scikit_learn(y, ours, theirs):
    x = X + 0.5 * EVEN[:, None] if y is EVEN else X
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        one, other = tuned(ours, y, x), tuned(theirs, y, x)
    assert one.best_threshold_ == other.best_threshold_
    assert one.best_score_ == pytest.approx(other.best_score_, abs=1e-12)


@pytest.mark.parametrize(
    ("at", "predicted", "wanted"),
    [
        # Precision 1/2, fpr 1/3, of all rows 2/5 predicted positive; recall 1/2.
        ({"recall": 0.4}, [1, 0, 1, 0, 0], 0.5),
        ({"recall": 0.8}, [1, 0, 1, 0, 0], 0 - (0.8 - 0.5)),
        ({"fpr": 0.1}, [1, 0, 1, 0, 0], 0 - (1 / 3 - 0.1)),
        ({"predicted_positive_rate": 0.1}, [1, 0, 1, 0, 0], 0 - (0.4 - 0.1)),
        # Without negative predictions npv is undefined, which counts as missed by 1.
        ({"npv": 0.5}, [1, 1, 1, 1, 1], -1.0),
    ],
)
def test_labels_that_miss_a_rate_get_less_than_the_least_by_what_they_miss(at, predicted, wanted):
    y = [1, 1, 0, 0, 0]
    # How scikit-learn calls it when it tunes a threshold.
    assert scorer(rule("precision", at=at))._score_func(y, predicted) == pytest.approx(wanted, abs=1e-12)
    # Less is better, so that what is missed is added to the most.
    expected = 0.4 if wanted == 0.5 else 1 - wanted
    assert scorer(rule("error_rate", at=at))._score_func(y, predicted) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: scorer("prgg"), r"measure must be the name of a space .*got 'prgg'"),
        (lambda: scorer("f1"), r"prplot\.measure_at\('f1', at='best'\)"),
        (lambda: scorer("net_benefit"), "net benefit has none"),
        (lambda: scorer("pr", response_method="predict"), "response_method must be one of"),
        (lambda: tuned(scorer(rule("f1", at={"threshold": 0.5}))), r"leave the threshold open.*at='best'"),
        (lambda: tuned(scorer(F1), NAMES), "pos_label"),
    ],
)
def test_what_cannot_be_scored_is_told_of_at_once(call, said):
    with pytest.raises(PrplotError, match=said):
        call()
