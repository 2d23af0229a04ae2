"""Paths of the folds of a cross-validation and of columns of groups, against those of their rows."""

import re
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import scipy.sparse as sp
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score
from sklearn.model_selection import ShuffleSplit, cross_val_score, cross_validate
from sklearn.svm import LinearSVC

import prplot
from prplot import PrplotWarning, by_group, from_cv_results
from prplot.errors import PrplotError

X, Y = make_classification(200, 6, weights=[0.8], flip_y=0.1, random_state=3)
MODEL = LogisticRegression()


def validated(model=MODEL, X=X, y=Y, **options):
    return cross_validate(model, X, y, cv=4, return_estimator=True, return_indices=True, **options)


@pytest.fixture(scope="module")
def results():
    return validated()


class Column:
    """Scores rows by their first column."""

    classes_ = np.array([0, 1])

    def decision_function(self, X):
        return np.asarray(X)[:, 0]


def test_folds_have_the_areas_of_scikit_learn_and_its_order(results):
    paths = from_cv_results(results, X, Y)
    assert list(paths) == [0, 1, 2, 3]
    found = [path.pr("step").area() for path in paths.values()]
    assert found == pytest.approx(cross_val_score(MODEL, X, Y, cv=4, scoring="average_precision"), abs=1e-12)
    assert {path.name for path in paths.values()} == {"LogisticRegression"}
    assert {path.name for path in from_cv_results(results, X, Y, name="mine").values()} == {"mine"}


@pytest.mark.parametrize(
    "as_given",
    [
        lambda X: pd.DataFrame(X, columns=list("abcdef"), index=np.arange(len(X))[::-1]),
        lambda X: pl.DataFrame(X, schema=list("abcdef")),
        sp.csr_array,
        sp.coo_array,
        np.ndarray.tolist,
    ],
)
def test_rows_are_found_in_frames_matrices_and_lists(as_given):
    given = as_given(X)
    models = validated(X=given.tocsr() if hasattr(given, "tocsr") else given)
    paths = from_cv_results(models, given, Y)
    for fold, path in paths.items():
        held_out = models["indices"]["test"][fold]
        probability = models["estimator"][fold].predict_proba(as_given(X[held_out]))[:, 1]
        assert path.pr("step").area() == pytest.approx(average_precision_score(Y[held_out], probability), abs=1e-12)


def test_rows_of_a_pyarrow_table_are_rows():
    class OfTables(Column):
        def decision_function(self, X):
            return X["a"].to_numpy()

    table = pa.table({"a": [4.0, 3.0, 2.0, 1.0]})
    results = {"estimator": [OfTables()], "indices": {"test": [np.array([3, 0])]}}
    assert from_cv_results(results, table, [1, 0, 0, 0])[0].thresholds.tolist() == [np.inf, 4.0, 1.0]


def test_weights_and_labels_go_to_their_folds():
    names, weight = np.array(["no", "yes"])[Y], np.arange(1.0, 201.0)
    given = validated(y=names)
    paths = from_cv_results(given, X, names, sample_weight=weight, pos_label="no", response_method="decision_function")
    for fold, path in paths.items():
        held_out = given["indices"]["test"][fold]
        assert path.positives == weight[held_out][Y[held_out] == 0].sum()
        scores = given["estimator"][fold].decision_function(X[held_out])
        assert np.array_equal(path.thresholds[1:], np.sort(-scores)[::-1])


def test_only_the_method_that_is_asked_for_is_called():
    results = validated(LinearSVC())
    from_cv_results(results, X, Y)
    with pytest.raises(PrplotError, match=r"^fold 0: estimator must have predict_proba; got LinearSVC"):
        from_cv_results(results, X, Y, response_method="predict_proba")


def test_a_fold_of_one_class_has_a_path_without_an_area():
    results = {"estimator": [Column(), Column()], "indices": {"test": [[0, 1], [2, 3]]}}
    paths = from_cv_results(results, [[4.0], [3.0], [2.0], [1.0]], [1, 0, 0, 0])
    with pytest.warns(PrplotWarning, match="no foreground weight") as told:
        assert np.isnan(paths[1].pr().area())
    assert len(told) == 1
    assert paths[0].pr().area() == 1.0


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda r: {k: r[k] for k in r if k != "estimator"}, "Call cross_validate with return_estimator=True."),
        (lambda r: {k: r[k] for k in r if k != "indices"}, "Call cross_validate with return_indices=True."),
        (lambda r: {"test_score": r["test_score"]}, "return_estimator=True and return_indices=True."),
        (lambda r: r["estimator"], "cv_results must be what cross_validate(estimator, X, y, return_estimator=True"),
        (lambda r: {**r, "estimator": r["estimator"][:2]}, "as many estimators as folds; got 2 estimators for 4 folds"),
        (lambda r: {**r, "indices": {"test": [[0, 999]] * 4}}, "got 200 rows, while fold 0 holds out row 999"),
        (lambda r: {**r, "indices": [1, 2]}, "cv_results['indices'] must be a mapping that holds 'test'"),
        (lambda _: {"estimator": [], "indices": {"test": []}}, "at least one fold"),
    ],
)
def test_what_is_missing_from_the_results_is_named(results, wrong, says):
    with pytest.raises(PrplotError, match=re.escape(says)):
        from_cv_results(wrong(results), X, Y)


def test_other_rows_than_were_split_are_told_of():
    """Rows of the whole data in the place of those of its training set would go to wrong labels."""
    part = validated(X=X[50:], y=Y[50:])
    with pytest.raises(PrplotError, match="be the rows that cross_validate was given; got 200 rows, while"):
        from_cv_results(part, X, Y)
    assert len(from_cv_results(part, X[50:], Y[50:])) == 4
    # Splits that leave out rows are no sign of that.
    few = cross_validate(
        MODEL, X, Y, cv=ShuffleSplit(2, train_size=0.3, test_size=0.2, random_state=1), return_estimator=True,
        return_indices=True,
    )  # fmt: skip
    with pytest.warns(PrplotWarning, match=r"held out by up to 2 folds.*test_to_train="):
        assert len(from_cv_results(few, X, Y)) == 2


def test_rows_of_data_labels_and_weights_are_as_many(results):
    with pytest.raises(PrplotError, match="X must have one row per label of y; got 199 for 200 labels"):
        from_cv_results(results, X[1:], Y)
    with pytest.raises(PrplotError, match="sample_weight must have one row per label of y; got 3 for 200"):
        from_cv_results(results, X, Y, sample_weight=[1, 2, 3])


def test_what_fails_in_a_fold_names_it():
    unfitted = {"estimator": [Column(), LogisticRegression()], "indices": {"test": [[0, 1], [2, 3]]}}
    with pytest.raises(Exception, match="not fitted yet") as raised:
        from_cv_results(unfitted, X, Y)
    assert raised.value.__notes__ == ["This arose in fold 1."]


# Groups.

SITE = np.array(["north", "south", "east"])[np.arange(200) % 3]


def test_groups_are_the_paths_of_their_rows_in_sorted_order():
    weight = np.arange(1.0, 201.0)
    paths = by_group(pd.Series(SITE, dtype="category"), Y, X[:, 0], sample_weight=weight)
    assert list(paths) == ["east", "north", "south"]
    for site, path in paths.items():
        rows = site == SITE
        alone = prplot.from_labels(Y[rows], X[rows, 0], sample_weight=weight[rows])
        assert path.name == site
        assert np.array_equal(path.tp, alone.tp)
        assert np.array_equal(path.fp, alone.fp)


def test_keys_are_plain_numbers_and_rows_without_group_come_last():
    assert list(by_group(np.arange(200) % 2, Y, X[:, 0])) == [0, 1]
    groups = [2.0, np.nan, 1.0, None, pd.NA]
    paths = by_group(groups, [1, 0, 1, 1, 0], [5, 4, 3, 2, 1])
    assert {group: (len(path.sample)) for group, path in paths.items()} == {
        1.0: 1,
        2.0: 1,
        None: 3,
    }
    assert paths[None].name == "no group"
    assert list(by_group(np.array(["a", 1, "b", 0], dtype=object), [1, 0, 1, 0], [4, 3, 2, 1])) == ["a", "b", 0, 1]


def test_labels_are_read_once_for_all_groups():
    """A group of which all rows are positive has no label that could be taken for the positive one."""
    paths = by_group([1, 1, 2, 2], ["bad", "bad", "good", "bad"], [4, 3, 2, 1], pos_label="good")
    assert (paths[1].positives, paths[1].negatives) == (0, 2)
    with pytest.warns(PrplotWarning, match="no foreground") as told:
        assert np.isnan(paths[1].pr().area())
    assert len(told) == 1


def test_missing_scores_stay_in_their_group():
    score = np.where(np.arange(200) % 50 == 0, np.nan, X[:, 0])
    paths = by_group(SITE, Y, score, missing="unreached")
    wanted = {site: np.isnan(score[site == SITE]).sum() for site in paths}
    assert {site: path.missing.rows for site, path in paths.items()} == wanted
    with pytest.raises(PrplotError, match=r"^y_score must hold no missing scores; got 4 of 200, the first in row 0"):
        by_group(SITE, Y, score)
    with pytest.raises(PrplotError, match=r"^group 'b': y_score must hold at least one score; got 1 rows, all missing"):
        by_group(["a", "a", "b"], [1, 0, 1], [1.0, 2.0, np.nan], missing="drop")


def test_predicted_labels_are_told_of_once():
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        by_group(SITE, Y, (X[:, 0] > 0).astype(int))
    assert len(told) == 1
    assert "holds only 0 and 1" in str(told[0].message)


@pytest.mark.parametrize(
    ("groups", "score", "says"),
    [
        (SITE[:-1], X[:, 0], "groups must have one value per row of y_score; got 199 values for 200 scores"),
        (SITE[:, None], X[:, 0], "groups must be one-dimensional; got shape (200, 1)"),
        ([{}] * 200, X[:, 0], "groups[0] must be a number, a string, or what else can be a key; got dict {}"),
        (SITE, {"a": X[:, 0]}, "y_score must be the scores of one classifier"),
    ],
)
def test_groups_that_are_none_are_refused(groups, score, says):
    with pytest.raises(PrplotError, match=re.escape(says)):
        by_group(groups, Y, score)


def test_groups_of_columns_that_can_be_read_once():
    wanted = by_group(["b", "a", "b", "a"], [1, 0, 0, 1], [0.9, 0.8, 0.4, 0.1])
    found = by_group(iter(["b", "a", "b", "a"]), iter([1, 0, 0, 1]), iter([0.9, 0.8, 0.4, 0.1]))
    assert list(found) == list(wanted) == ["a", "b"]
    assert [path.roc().area() for path in found.values()] == [path.roc().area() for path in wanted.values()]
