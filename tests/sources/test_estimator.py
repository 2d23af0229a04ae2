"""Paths from fitted classifiers: stand-ins with the right methods, and scikit-learn's own."""

import numpy as np
import pytest
from sklearn.datasets import load_iris, make_classification
from sklearn.ensemble import IsolationForest
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score, roc_auc_score
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC, LinearSVC

import prplot
from prplot import PrplotError, from_estimator

UP = np.array([0.9, 0.8, 0.3, 0.1])  # what the stand-ins give the class of the last column


class Proba:
    def __init__(self, classes=None):
        if classes is not None:
            self.classes_ = np.array(classes)

    def predict_proba(self, X):
        return np.column_stack([1 - np.asarray(X), X])


class Decision(Proba):
    predict_proba = property()  # hasattr says no

    def decision_function(self, X):
        return np.asarray(X) * 10


class Both(Proba):
    def decision_function(self, X):
        return np.asarray(X) * 10


class Three(Proba):
    def predict_proba(self, X):
        return np.asarray(X)


def area(*given, **options):
    return from_estimator(*given, **options).roc().area()


CLASSES = [
    ([0, 1], None), ([0, 1], 0), ([0, 1], True), ([-1, 1], None), ([False, True], None), ([False, True], False),
    ([1, 2], 2), (["a", "b"], "b"), (["a", "b"], ["a"]), (["a", "b"], np.str_("a")), ([1, 0], 1), ([1, 0], None),
]  # fmt: skip


@pytest.mark.parametrize("kind", [Proba, Decision, Both])
def test_the_score_follows_the_positive_class(kind):
    """The labels agree with the model, so every class ranks perfectly as the positive one."""
    for classes, pos_label in CLASSES:
        path = from_estimator(kind(classes), UP, np.repeat(classes[::-1], 2), pos_label=pos_label)
        assert (path.roc().area(), path.positives, path.negatives) == (1, 2, 2)
    assert area(kind(), UP, [1, 1, 0, 0]) == 1
    # Without classes a label has no column to go by; guessing would turn the ranking around without a word.
    with pytest.raises(PrplotError, match="classes_"):
        from_estimator(kind(), UP, list("bbaa"), pos_label="a")


def test_what_is_passed_on():
    path = from_estimator(Proba([0, 1]), UP, [1, 0, 1, 0], sample_weight=[1, 2, 3, 4])
    assert path.thresholds.tolist() == [np.inf, 0.9, 0.8, 0.3, 0.1]
    assert (path.tp.tolist(), path.fp.tolist()) == ([0, 1, 1, 4, 4], [0, 0, 2, 2, 6])
    assert (path.name, from_estimator(Proba([0, 1]), *GIVEN, name="mine").name) == ("Proba", "mine")
    # Probabilities come first, unless the other method is asked for.
    for method, first in ((None, 0.9), ("predict_proba", 0.9), ("decision_function", 9.0)):
        options = {} if method is None else {"response_method": method}
        assert from_estimator(Both([0, 1]), UP, [1, 1, 0, 0], **options).thresholds[1] == first
    lowest = from_estimator(Proba([0, 1]), [0.1, np.nan, 0.3], [1, 0, 1], missing="lowest")
    assert (lowest.tp.tolist(), lowest.fp.tolist()) == ([0, 1, 2, 2], [0, 0, 0, 1])
    assert len(from_estimator(Proba([0, 1]), [0.1, 0.2, 0.3], [1, 0, 1], tolerance=0.15)) == 3
    # Of three classes probabilities of a collection add up.
    scores = [[0.5, 0.3, 0.2], [0.3, 0.5, 0.2], [0.1, 0.7, 0.2]]
    for pos_label, expected in (("a", [0.5, 0.3, 0.1]), (["a", "c"], [0.7, 0.5, 0.3])):
        path = from_estimator(Three(["a", "b", "c"]), scores, ["a", "b", "c"], pos_label=pos_label)
        np.testing.assert_allclose(path.thresholds[1:], expected, rtol=1e-15)
    paths = from_estimator({"up": Proba([0, 1]), "down": Proba([1, 0])}, UP, [1, 1, 0, 0])
    assert {path.name: path.roc().area() for path in paths.values()} == {"up": 1, "down": 0}


AB, GIVEN = Proba(["a", "b"]), (UP, [1, 0, 1, 0])


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: from_estimator(None, *GIVEN), "must have predict_proba or decision_function.*None.*from_labels"),
        (lambda: from_estimator(AB, UP, list("abab"), pos_label="z"), "among the classes.*'z'.*'a', 'b'"),
        (lambda: from_estimator(AB, UP, list("abab")), "must be bool, 0/1 or -1/1.*'a', 'b'.*pos_label="),
        (lambda: from_estimator(Three([0, 1, 2]), np.eye(3), [0, 1, 2]), "pos_label must be given.*more than two cl"),
        (lambda: from_estimator(Proba([0, 1]), UP, [1, 0]), "2 values for 4"),
        (lambda: from_estimator(Three(), [np.ones((4, 2))] * 2, [1, 1, 0, 0]), "several outputs. Use prplot.multi"),
        (lambda: from_estimator(AB, *GIVEN, response_method="decision_function"), "must have decision_function; got"),
    ],
)
def test_wrong_input(call, said):
    with pytest.raises(PrplotError, match=said):
        call()


IRIS = load_iris(return_X_y=True)


def test_classifiers_of_scikit_learn():
    features, y = make_classification(200, weights=[0.8], flip_y=0.1, random_state=0)
    train, test = (features[:100], y[:100]), (features[100:], y[100:])
    model = make_pipeline(StandardScaler(), LogisticRegression()).fit(*train)
    path, score = from_estimator(model, *test), model.predict_proba(test[0])[:, 1]
    assert path.name == "Pipeline"
    assert path.roc().area() == pytest.approx(roc_auc_score(test[1], score), rel=1e-12)
    assert path.pr("step").area() == pytest.approx(average_precision_score(test[1], score), rel=1e-12)
    names = np.where(y == 1, "faulty", "sound")
    model = LinearSVC(random_state=0).fit(train[0], names[:100])
    wanted = roc_auc_score(test[1], -model.decision_function(test[0]))
    assert area(model, test[0], names[100:], pos_label="faulty") == pytest.approx(wanted)


def test_columns_that_compare_pairs_of_classes_are_refused_wherever_they_come_from():
    """With three classes there are three pairs too."""
    for wrap in (
        lambda svc: svc,
        lambda svc: make_pipeline(StandardScaler(), svc),
        lambda svc: GridSearchCV(make_pipeline(StandardScaler(), svc), {"svc__C": [1.0]}, cv=2),
    ):
        with pytest.raises(PrplotError, match="columns that compare pairs of classes"):
            from_estimator(wrap(SVC(decision_function_shape="ovo")).fit(*IRIS), *IRIS, pos_label=2)
        assert area(wrap(SVC()).fit(*IRIS), *IRIS, pos_label=2) > 0.99
    with pytest.raises(PrplotError, match="Use response_method='decision_function'"):
        from_estimator(SVC().fit(*IRIS), *IRIS, pos_label=2, response_method="predict_proba")


# Detectors of outliers: their decision_function is larger for inliers.


class Detector:
    """The nearer to 0 the more of an inlier."""

    _estimator_type = "outlier_detector"

    def decision_function(self, X):
        return -np.abs(np.asarray(X)[:, 0])


FAR, IS_FAR = np.array([[0.1], [9.0], [-0.2], [-8.0]]), np.array([False, True, False, True])


def test_outliers_are_what_is_positive():
    signs, numbers = np.where(IS_FAR, -1, 1), IS_FAR.astype(int)
    words = np.where(IS_FAR, "fraud", "fair")
    for y, pos_label in ((IS_FAR, None), (numbers, None), (numbers, 0), (signs, -1), (signs, 1), (words, "fraud")):
        assert area(Detector(), FAR, y, pos_label=pos_label) == 1
        assert prplot.scorer("roc", pos_label=pos_label)(Detector(), FAR, y) == 1
        folds = {"estimator": [Detector()], "indices": {"test": [[0, 1, 2, 3]]}}
        assert prplot.from_cv_results(folds, FAR, y, pos_label=pos_label)[0].roc().area() == 1
    with pytest.raises(PrplotError, match=r"pos_label must say what is positive .*outliers are -1: pos_label=-1\."):
        from_estimator(Detector(), FAR, signs)


def test_a_detector_of_scikit_learn():
    rng = np.random.default_rng(3)
    rows = np.concatenate([rng.normal(size=(95, 2)), rng.normal(size=(5, 2)) + 9])
    model = make_pipeline(IsolationForest(n_estimators=20, random_state=1)).fit(rows[:95])
    assert area(model, rows, np.arange(100) >= 95) > 0.95
