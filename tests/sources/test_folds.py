"""Paths of the folds of a cross-validation and of columns of groups, against those of their rows."""

import re
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse as sp
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score
from sklearn.model_selection import ShuffleSplit, cross_val_predict, cross_val_score, cross_validate

import prplot
from prplot import PrplotError, PrplotWarning, by_group, from_cv_results

X, Y = make_classification(200, 6, weights=[0.8], flip_y=0.1, random_state=3)
MODEL = LogisticRegression()


def validated(X=X, y=Y, **options):
    return cross_validate(MODEL, X, y, **{"cv": 4, "return_estimator": True, "return_indices": True, **options})


RESULTS = validated()


class Column:
    """Scores rows by their first column."""

    classes_ = np.array([0, 1])

    def decision_function(self, X):
        return np.asarray(X)[:, 0]


def test_folds_have_the_areas_of_scikit_learn_and_its_order():
    paths = from_cv_results(RESULTS, X, Y)
    assert list(paths) == [0, 1, 2, 3]
    found = [path.pr("step").area() for path in paths.values()]
    assert found == pytest.approx(cross_val_score(MODEL, X, Y, cv=4, scoring="average_precision"), abs=1e-12)
    assert {path.name for path in paths.values()} == {"LogisticRegression"}
    assert {path.name for path in from_cv_results(RESULTS, X, Y, name="mine").values()} == {"mine"}
    # Out-of-fold scores and groups end in the same paths.
    fold = np.argmax([np.isin(np.arange(200), rows) for rows in RESULTS["indices"]["test"]], axis=0)
    groups = by_group(fold, Y, cross_val_predict(MODEL, X, Y, cv=4, method="predict_proba")[:, 1])
    assert [path.pr("step").area() for path in groups.values()] == pytest.approx(found)


def test_rows_are_found_in_frames_matrices_and_lists():
    for as_given in (
        lambda X: pd.DataFrame(X, columns=list("abcdef"), index=np.arange(len(X))[::-1]),
        lambda X: pl.DataFrame(X, schema=list("abcdef")),
        sp.csr_array,
        sp.coo_array,
        np.ndarray.tolist,
    ):
        given = as_given(X)
        models = validated(X=given.tocsr() if hasattr(given, "tocsr") else given)
        for fold, path in from_cv_results(models, given, Y).items():
            held_out = models["indices"]["test"][fold]
            probability = models["estimator"][fold].predict_proba(as_given(X[held_out]))[:, 1]
            assert path.pr("step").area() == pytest.approx(average_precision_score(Y[held_out], probability), abs=1e-12)


def test_weights_labels_and_methods_go_to_their_folds():
    names, weight = np.array(["no", "yes"])[Y], np.arange(1.0, 201.0)
    given = validated(y=names)
    paths = from_cv_results(given, X, names, sample_weight=weight, pos_label="no", response_method="decision_function")
    for fold, path in paths.items():
        held_out = given["indices"]["test"][fold]
        assert path.positives == weight[held_out][Y[held_out] == 0].sum()
        scores = given["estimator"][fold].decision_function(X[held_out])
        assert np.array_equal(path.thresholds[1:], np.sort(-scores)[::-1])


def without(*names):
    return {name: value for name, value in RESULTS.items() if name not in names}


OTHER = {**RESULTS, "estimator": [Column()] * 4}
PART = validated(X=X[50:], y=Y[50:])


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: from_cv_results(without("estimator"), X, Y), "Call cross_validate with return_estimator=True."),
        (lambda: from_cv_results(without("indices"), X, Y), "Call cross_validate with return_indices=True."),
        (lambda: from_cv_results({**RESULTS, "estimator": [MODEL]}, X, Y), "got 1 estimators for 4 folds"),
        # Rows of the whole data in the place of those of its training set would go to wrong labels.
        (lambda: from_cv_results(PART, X, Y), "be the rows that cross_validate was given; got 200 rows, while"),
        (lambda: from_cv_results(RESULTS, X[1:], Y), "X must have one row per label of y; got 199 for 200 labels"),
        (lambda: from_cv_results(RESULTS, X, Y, sample_weight=[1, 2]), "sample_weight must have one row per label"),
        (lambda: from_cv_results(OTHER, X, Y, response_method="predict_proba"), "fold 0: estimator must have predict_"),
    ],
)
def test_what_is_missing_from_the_results_is_named(call, says):
    with pytest.raises(PrplotError, match=re.escape(says)):
        call()


def test_folds_that_are_not_as_usual():
    assert len(from_cv_results(PART, X[50:], Y[50:])) == 4
    split = ShuffleSplit(2, train_size=0.3, test_size=0.2, random_state=1)
    with pytest.warns(PrplotWarning, match=r"held out by up to 2 folds.*test_to_train="):
        assert len(from_cv_results(validated(cv=split), X, Y)) == 2
    halves = {"test": [[0, 1], [2, 3]]}
    paths = from_cv_results(
        {"estimator": [Column()] * 2, "indices": halves}, [[4.0], [3.0], [2.0], [1.0]], [1, 0, 0, 0]
    )
    with pytest.warns(PrplotWarning, match="no positive weight"):
        assert np.isnan(paths[1].pr().area())
    assert paths[0].pr().area() == 1.0
    with pytest.raises(Exception, match="not fitted yet") as raised:
        from_cv_results({"estimator": [Column(), LogisticRegression()], "indices": halves}, X, Y)
    assert raised.value.__notes__ == ["This arose in fold 1."]


# Groups.

SITE = np.array(["north", "south", "east"])[np.arange(200) % 3]


def test_groups_are_the_paths_of_their_rows_in_sorted_order():
    weight = np.arange(1.0, 201.0)
    paths = by_group(pd.Series(SITE, dtype="category"), Y, X[:, 0], sample_weight=weight)
    assert list(paths) == ["east", "north", "south"] == [path.name for path in paths.values()]
    for site, path in paths.items():
        alone = prplot.from_labels(Y[site == SITE], X[site == SITE, 0], sample_weight=weight[site == SITE])
        assert np.array_equal([path.tp, path.fp], [alone.tp, alone.fp])
    # Keys are plain numbers, and rows without group come last.
    found = by_group([2.0, np.nan, 1.0, None, pd.NA], [1, 0, 1, 1, 0], [5, 4, 3, 2, 1])
    assert {group: len(path.sample) for group, path in found.items()} == {1.0: 1, 2.0: 1, None: 3}
    assert found[None].name == "no group"
    assert list(by_group(np.array(["a", 1, "b", 0], dtype=object), [1, 0, 1, 0], [4, 3, 2, 1])) == ["a", "b", 0, 1]
    once = by_group(iter("baba"), iter([1, 0, 0, 1]), iter([0.9, 0.8, 0.4, 0.1]))
    assert {group: path.roc().area() for group, path in once.items()} == {"a": 0, "b": 1}
    # Labels are read once: a group of which all rows are positive has none that could be taken for the positive one.
    paths = by_group([1, 1, 2, 2], ["bad", "bad", "good", "bad"], [4, 3, 2, 1], pos_label="good")
    assert (paths[1].positives, paths[1].negatives) == (0, 2)


def test_missing_scores_stay_in_their_group():
    score = np.where(np.arange(200) % 50 == 0, np.nan, X[:, 0])
    paths = by_group(SITE, Y, score, missing="unreached")
    wanted = {site: np.isnan(score[site == SITE]).sum() for site in paths}
    assert {site: path.missing.rows for site, path in paths.items()} == wanted
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        by_group(SITE, Y, (X[:, 0] > 0).astype(int))
    assert ["holds only 0 and 1" in str(each.message) for each in told] == [True]


@pytest.mark.parametrize(
    ("groups", "score", "says"),
    [
        (SITE[:-1], X[:, 0], "groups must have one value per row of y_score; got 199 values for 200 scores"),
        ([{}] * 200, X[:, 0], "groups[0] must be a number, a string, or what else can be a key; got dict {}"),
        (SITE, np.r_[np.nan, X[1:, 0]], "y_score must hold no missing scores; got 1 of 200, the first in row 0"),
    ],
)
def test_groups_that_are_none_are_refused(groups, score, says):
    with pytest.raises(PrplotError, match=re.escape(says)):
        by_group(groups, Y, score)
    with pytest.raises(PrplotError, match=r"^group 'b': y_score must hold at least one score; got 1 rows, all missing"):
        by_group(["a", "a", "b"], [1, 0, 1], [1.0, 2.0, np.nan], missing="drop")
