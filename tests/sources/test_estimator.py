"""Paths from fitted classifiers: stand-ins with the right methods, and scikit-learn's own."""

import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

import prplot
from prplot import from_estimator
from prplot.errors import PrplotError

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
        return np.asarray(X) - 0.5


class Both(Proba):
    def decision_function(self, X):
        raise AssertionError("predict_proba is taken first", X)


class Three(Proba):
    def predict_proba(self, X):
        return np.asarray(X)


class Single(Proba):
    def predict_proba(self, X):
        return np.ones((len(X), 1))


@pytest.mark.parametrize("kind", [Proba, Decision, Both])
@pytest.mark.parametrize(
    ("classes", "pos_label"),
    [
        ([0, 1], None),
        ([0, 1], 1),
        ([0, 1], 0),
        ([0, 1], True),
        ([-1, 1], None),
        ([False, True], None),
        ([False, True], False),
        ([1, 2], 2),
        (["a", "b"], "b"),
        (["a", "b"], "a"),
        (["a", "b"], ["a"]),
        (["a", "b"], np.str_("a")),
        ([1, 0], 1),
        ([1, 0], None),
    ],
)
def test_the_score_follows_the_positive_class(kind, classes, pos_label):
    """The labels agree with the model, so every class ranks perfectly as the positive one."""
    y = np.repeat(classes[::-1], 2)
    path = from_estimator(kind(classes), UP, y, pos_label=pos_label)
    assert path.roc().area() == 1
    assert path.positives == path.negatives == 2


def test_scores_labels_and_weights_are_passed_on():
    path = from_estimator(Proba([0, 1]), UP, [1, 0, 1, 0], sample_weight=[1, 2, 3, 4])
    assert path.thresholds.tolist() == [np.inf, 0.9, 0.8, 0.3, 0.1]
    assert path.tp.tolist() == [0, 1, 1, 4, 4]
    assert path.fp.tolist() == [0, 0, 2, 2, 6]


def test_without_classes_0_and_1_go_by_the_column():
    assert from_estimator(Proba(), UP, [1, 1, 0, 0]).roc().area() == 1


@pytest.mark.parametrize("kind", [Proba, Decision])
def test_without_classes_a_label_has_no_column_to_go_by(kind):
    """Guessing the last column would turn the ranking around without a word."""
    with pytest.raises(ValueError, match="classes_") as caught:
        from_estimator(kind(), UP, list("bbaa"), pos_label="a")
    assert isinstance(caught.value, PrplotError)


@pytest.mark.parametrize(("pos_label", "expected"), [("a", [0.5, 0.3, 0.1]), (["a", "c"], [0.7, 0.5, 0.3])])
def test_three_classes_add_up_the_probabilities_of_a_collection(pos_label, expected):
    scores = [[0.5, 0.3, 0.2], [0.3, 0.5, 0.2], [0.1, 0.7, 0.2]]
    path = from_estimator(Three(["a", "b", "c"]), scores, ["a", "b", "c"], pos_label=pos_label)
    np.testing.assert_allclose(path.thresholds[1:], expected, rtol=1e-15)
    assert path.positives == len(pos_label)


def test_named_after_its_class_unless_named():
    assert from_estimator(Proba([0, 1]), UP, [1, 0, 1, 0]).name == "Proba"
    assert from_estimator(Proba([0, 1]), UP, [1, 0, 1, 0], name="mine").name == "mine"


def test_nothing_is_changed():
    features, y, w = UP.copy(), np.array([1, 0, 1, 0]), np.arange(4.0)
    model = Proba([0, 1])
    path = from_estimator(model, features, y, sample_weight=w)
    np.testing.assert_array_equal(features, UP)
    assert y.tolist() == [1, 0, 1, 0]
    assert w.tolist() == [0, 1, 2, 3]
    assert list(vars(model)) == ["classes_"]
    assert not np.shares_memory(path.sample.score, features)


@pytest.mark.parametrize("estimator", [object(), None, "model"], ids=["object", "None", "str"])
def test_neither_method(estimator):
    with pytest.raises(TypeError, match="estimator must have predict_proba or decision_function") as caught:
        from_estimator(estimator, UP, [1, 0, 1, 0])
    assert isinstance(caught.value, PrplotError)
    assert type(estimator).__name__ in str(caught.value)
    assert "from_labels" in str(caught.value)


def test_a_class_instead_of_a_fitted_classifier():
    with pytest.raises(TypeError, match=r"estimator must be .*fitted") as caught:
        from_estimator(Proba, UP, [1, 0, 1, 0])
    assert isinstance(caught.value, PrplotError)


@pytest.mark.parametrize(
    ("estimator", "X", "y", "pos_label", "parts"),
    [
        (Proba(["a", "b"]), UP, list("abab"), "z", ["pos_label must be among the classes", "'z'", "'a', 'b'"]),
        (Proba(["a", "b"]), UP, list("abab"), ["a", "z"], ["pos_label must be among the classes", "'z'", "'a', 'b'"]),
        (Proba(["a", "b"]), UP, list("abab"), None, ["must be bool, 0/1 or -1/1", "'a', 'b'", "pos_label="]),
        (Three([0, 1, 2]), np.eye(3), [0, 1, 2], None, ["pos_label must be given", "more than two classes", "0, 1, 2"]),
        (Proba([0, 1]), UP, [1, 0], None, ["y", "2 values for 4"]),
        (Single([0]), UP, [0, 0, 1, 1], None, ["one class"]),
    ],
    ids=["absent", "one-absent", "strings", "three-classes", "lengths", "fitted-on-one-class"],
)
def test_wrong_input(estimator, X, y, pos_label, parts):
    with pytest.raises(ValueError, match="must") as caught:
        from_estimator(estimator, X, y, pos_label=pos_label)
    assert isinstance(caught.value, PrplotError)
    for part in parts:
        assert part in str(caught.value)


def test_missing_scores_of_an_estimator_are_an_error_by_default():
    with pytest.raises(ValueError, match="y_score must hold no missing scores"):
        from_estimator(Proba([0, 1]), [0.1, np.nan], [1, 0])


def test_missing_scores_and_near_ties_of_an_estimator():
    lowest = from_estimator(Proba([0, 1]), [0.1, np.nan, 0.3], [1, 0, 1], missing="lowest")
    np.testing.assert_array_equal(lowest.tp, [0, 1, 2, 2])
    np.testing.assert_array_equal(lowest.fp, [0, 0, 0, 1])
    joined = from_estimator(Proba([0, 1]), [0.1, 0.2, 0.3], [1, 0, 1], tolerance=0.15)
    np.testing.assert_array_equal(joined.tp, [0, 1, 2])
    np.testing.assert_array_equal(joined.fp, [0, 1, 1])


@pytest.fixture(scope="module")
def data():
    from sklearn.datasets import make_classification

    return make_classification(200, weights=[0.8], flip_y=0.1, random_state=0)


class TestScikitLearn:
    def test_a_pipeline_gives_scikit_learns_own_areas(self, data):
        from sklearn.linear_model import LogisticRegression
        from sklearn.metrics import average_precision_score, roc_auc_score
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler

        features, y = data
        model = make_pipeline(StandardScaler(), LogisticRegression()).fit(features[:100], y[:100])
        path = from_estimator(model, features[100:], y[100:])
        score = model.predict_proba(features[100:])[:, 1]
        assert path.name == "Pipeline"
        assert path.roc().area() == pytest.approx(roc_auc_score(y[100:], score), rel=1e-12)
        assert path.pr("step").area() == pytest.approx(average_precision_score(y[100:], score), rel=1e-12)

    def test_a_decision_function_and_string_labels(self, data):
        from sklearn.metrics import roc_auc_score
        from sklearn.svm import LinearSVC

        features, y = data
        names = np.where(y == 1, "faulty", "sound")
        model = LinearSVC(random_state=0).fit(features[:100], names[:100])
        wanted = roc_auc_score(y[100:], -model.decision_function(features[100:]))
        assert from_estimator(model, features[100:], names[100:], pos_label="faulty").roc().area() == pytest.approx(
            wanted
        )

    def test_three_classes_tied_scores_and_a_dataframe(self):
        import pandas as pd
        from sklearn.datasets import load_iris
        from sklearn.neighbors import KNeighborsClassifier

        iris = load_iris()
        names = pd.Series(iris.target_names[iris.target], dtype="category")
        features = pd.DataFrame(iris.data, columns=iris.feature_names)
        path = from_estimator(
            KNeighborsClassifier(5).fit(features, names), features, names, pos_label=["setosa", "virginica"]
        )
        assert path.positives == 100
        assert len(path) <= 1 + 6


def test_scikit_learn_is_not_imported():
    code = (
        "import sys, numpy as np, prplot\n"
        "class M:\n"
        "    classes_ = np.array([0, 1])\n"
        "    def decision_function(self, X): return np.asarray(X)\n"
        "prplot.from_estimator(M(), [1.0, 2.0], [0, 1])\n"
        "assert not {'sklearn', 'pandas', 'polars', 'matplotlib', 'ipywidgets'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    assert prplot.from_estimator is from_estimator


def test_several_classifiers_make_a_path_each():
    paths = from_estimator({"up": Proba([0, 1]), "down": Proba([1, 0])}, UP, [1, 1, 0, 0])
    assert {name: path.roc().area() for name, path in paths.items()} == {"up": 1, "down": 0}
    assert [path.name for path in paths.values()] == ["up", "down"]
    with pytest.raises(PrplotError, match="name must be that of one path; got 'x' for 1"):
        from_estimator({"up": Proba([0, 1])}, UP, [1, 1, 0, 0], name="x")
    with pytest.raises(PrplotError, match="estimator must hold at least one fitted classifier; got an empty mapping"):
        from_estimator({}, UP, [1, 1, 0, 0])
    with pytest.raises(PrplotError, match="estimator must be a fitted classifier, or a mapping from names to several"):
        from_estimator([Proba([0, 1])], UP, [1, 1, 0, 0])


def test_the_method_may_be_chosen():
    class Either(Proba):
        def decision_function(self, X):
            return np.asarray(X) * 10

    path = from_estimator(Either([0, 1]), UP, [1, 1, 0, 0], response_method="decision_function")
    assert path.thresholds.tolist() == [np.inf, 9, 8, 3, 1]
    with pytest.raises(PrplotError, match="estimator must have decision_function; got Proba"):
        from_estimator(Proba([0, 1]), UP, [1, 1, 0, 0], response_method="decision_function")


def test_several_outputs_are_labels_and_not_classes():
    class Forest(Proba):
        def predict_proba(self, X):
            return [super().predict_proba(X), super().predict_proba(X)]

    with pytest.raises(PrplotError, match=r"got shape \(2, 4, 2\), as of several outputs. Use prplot\.multilabel"):
        from_estimator(Forest(), UP, [1, 1, 0, 0])


@pytest.mark.parametrize(
    "wrap",
    [
        lambda svc: svc,
        lambda svc: make_pipeline(StandardScaler(), svc),
        lambda svc: GridSearchCV(svc, {"C": [1.0]}, cv=2),
        lambda svc: GridSearchCV(make_pipeline(StandardScaler(), svc), {"svc__C": [1.0]}, cv=2),
    ],
    ids=["bare", "pipeline", "search", "both"],
)
def test_columns_that_compare_pairs_of_classes_are_refused_wherever_they_come_from(wrap):
    """With three classes there are three pairs too."""
    data, labels = load_iris(return_X_y=True)
    with pytest.raises(prplot.PrplotValueError, match="columns that compare pairs of classes"):
        prplot.from_estimator(wrap(SVC(decision_function_shape="ovo")).fit(data, labels), data, labels, pos_label=2)
    assert prplot.from_estimator(wrap(SVC()).fit(data, labels), data, labels, pos_label=2).roc().area() > 0.99


def test_the_other_method_is_named_where_it_is_there():
    data, labels = load_iris(return_X_y=True)
    with pytest.raises(prplot.PrplotTypeError, match="Use response_method='decision_function'"):
        prplot.from_estimator(SVC().fit(data, labels), data, labels, pos_label=2, response_method="predict_proba")


# Detectors of outliers: their decision_function is larger for inliers.


class Detector:
    """The nearer to 0 the more of an inlier."""

    _estimator_type = "outlier_detector"

    def decision_function(self, X):
        return -np.abs(np.asarray(X)[:, 0])


class NewDetector(Detector):
    _estimator_type = None

    def __sklearn_tags__(self):
        return SimpleNamespace(estimator_type="outlier_detector")


FAR, IS_FAR = [[0.1], [9.0], [-0.2], [-8.0]], np.array([False, True, False, True])
DETECTED = [
    (IS_FAR, None, 1.0),
    (IS_FAR.astype(int), None, 1.0),
    (IS_FAR.astype(int), 0, 1.0),
    (np.where(IS_FAR, -1, 1), -1, 1.0),
    (np.where(IS_FAR, -1, 1), 1, 1.0),
    (np.where(IS_FAR, "fraud", "fair"), "fraud", 1.0),
]


@pytest.mark.parametrize("kind", [Detector, NewDetector])
@pytest.mark.parametrize(("y", "pos_label", "area"), DETECTED)
def test_outliers_are_what_is_positive(kind, y, pos_label, area):
    assert from_estimator(kind(), FAR, y, pos_label=pos_label).roc().area() == area
    assert prplot.scorer("roc", pos_label=pos_label)(kind(), FAR, y) == area
    folds = {"estimator": [kind()], "indices": {"test": [[0, 1, 2, 3]]}}
    assert prplot.from_cv_results(folds, np.array(FAR), y, pos_label=pos_label)[0].roc().area() == area


def test_outliers_of_labels_with_two_signs_are_asked_for():
    with pytest.raises(PrplotError, match=r"pos_label must say what is positive .*outliers are -1: pos_label=-1\."):
        from_estimator(Detector(), FAR, np.where(IS_FAR, -1, 1))


@pytest.mark.parametrize("name", ["IsolationForest", "LocalOutlierFactor", "OneClassSVM", "EllipticEnvelope"])
def test_detectors_of_scikit_learn(name):
    ensemble, neighbors, svm, covariance = (
        pytest.importorskip(f"sklearn.{part}") for part in ("ensemble", "neighbors", "svm", "covariance")
    )
    pipeline = pytest.importorskip("sklearn.pipeline")
    rng = np.random.default_rng(3)
    rows = np.concatenate([rng.normal(size=(95, 2)), rng.normal(size=(5, 2)) + 9])
    y = np.arange(100) >= 95
    kind = next(getattr(each, name) for each in (ensemble, neighbors, svm, covariance) if hasattr(each, name))
    given = {"novelty": True} if name == "LocalOutlierFactor" else {}
    if name == "IsolationForest":
        given = {"random_state": 1}
    model = pipeline.make_pipeline(kind(**given)).fit(rows[:95])
    assert from_estimator(model, rows, y).roc().area() > 0.95
