"""Several classes and several labels: a path for each, against scikit-learn and against the columns by themselves."""

import re

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse as sp
from sklearn.datasets import make_multilabel_classification
from sklearn.ensemble import RandomForestClassifier
from sklearn.metrics import average_precision_score, roc_auc_score

import prplot
from prplot import PrplotWarning, multilabel, one_vs_rest
from prplot.errors import PrplotError

RNG = np.random.default_rng(5)
CLASSES = ["ant", "bee", "cat"]
CODES = RNG.choice(3, 120, p=[0.6, 0.3, 0.1])
LABELS = np.array(CLASSES)[CODES]
RAW = RNG.random((120, 3)) + 0.6 * np.eye(3)[CODES]
TWO = CODES != 2
PROBA = RAW / RAW.sum(axis=1, keepdims=True)


def test_each_class_is_its_column_against_all_others():
    paths = one_vs_rest(LABELS, PROBA)
    assert list(paths) == CLASSES
    for k, (name, path) in enumerate(paths.items()):
        assert path.name == name
        assert path.pr("step").area() == pytest.approx(average_precision_score(k == CODES, PROBA[:, k]), abs=1e-12)
    macro = prplot.mean_area(paths, "roc").mean
    assert macro == pytest.approx(roc_auc_score(LABELS, PROBA, multi_class="ovr"), abs=1e-12)
    micro = prplot.pool(paths, calibrated=True).pr("step").area()
    assert micro == pytest.approx(average_precision_score(np.eye(3)[CODES], PROBA, average="micro"), abs=1e-12)


def test_rows_need_not_sum_to_one_and_weights_count():
    weight = np.arange(1.0, 121.0)
    paths = one_vs_rest(CODES, RAW, sample_weight=weight)
    assert list(paths) == [0, 1, 2]
    assert [path.positives for path in paths.values()] == [weight[k == CODES].sum() for k in range(3)]
    assert {path.positives + path.negatives for path in paths.values()} == {weight.sum()}


@pytest.mark.parametrize(
    "scores",
    [
        pd.DataFrame(PROBA[:, ::-1], columns=CLASSES[::-1]),
        pl.DataFrame(PROBA[:, ::-1], schema=CLASSES[::-1]),
        {name: PROBA[:, k] for k, name in reversed(list(enumerate(CLASSES)))},
    ],
)
def test_columns_with_names_are_found_by_name(scores):
    paths = one_vs_rest(LABELS, scores)
    assert list(paths) == CLASSES[::-1]
    for name, path in one_vs_rest(LABELS, PROBA, classes=np.array(CLASSES)).items():
        assert paths[name].pr().area() == path.pr().area()
    # Columns that are only numbered have the classes in sorted order.
    assert list(one_vs_rest(LABELS, pd.DataFrame(PROBA))) == CLASSES


def test_a_class_of_no_row_has_a_path_without_an_area():
    paths = one_vs_rest(CODES[TWO], PROBA[TWO], classes=range(3))
    assert (paths[2].positives, paths[2].negatives) == (0, TWO.sum())
    with pytest.warns(PrplotWarning, match="no foreground") as told:
        assert np.isnan(paths[2].pr().area())
    assert len(told) == 1


@pytest.mark.parametrize(
    ("labels", "scores", "classes", "says"),
    [
        (LABELS, PROBA, CLASSES[:2], "classes must name every column of y_score; got 2 classes for 3 columns"),
        (LABELS, PROBA, ["ant", "bee", "bee"], "classes must be all different; got 'bee' twice"),
        (LABELS, PROBA[:, :2], None, "one column per class of y_true when classes is not given; got 2 columns"),
        (LABELS, PROBA, ["ant", "bee", "cow"], "y_true must hold the classes of the columns only; got 'cat'"),
        (LABELS, pd.DataFrame(PROBA, columns=["ant", "bee", "cow"]), None, "named 'ant', 'bee', 'cow' for 3 classes"),
        (LABELS[1:], PROBA, None, "y_true must have one label per row of y_score; got 119 labels for 120 rows"),
        (LABELS, PROBA[:, 0], None, "For two classes, and one column of scores, use prplot.from_labels"),
        (np.eye(3)[CODES], PROBA, None, "For one column per class pass the labels, numpy.argmax(y_true, axis=1)"),
        ([None, *LABELS[1:]], PROBA, None, "y_true must not hold missing labels; got y_true[0] = None"),
        ([], np.empty((0, 3)), None, "y_true must hold at least one row"),
        (LABELS, np.where(PROBA[7, 1] == PROBA, np.nan, PROBA), None, "class 'bee': y_score must hold no missing"),
        (LABELS, "abc", None, "y_score must be an array of two dimensions"),
    ],
)
def test_columns_that_do_not_match_are_told_of(labels, scores, classes, says):
    with pytest.raises(PrplotError, match=re.escape(says)):
        one_vs_rest(labels, scores, classes=classes)


def test_missing_scores_are_of_a_column():
    gaps = np.where(np.eye(120, 3) > 0, np.nan, PROBA)
    paths = one_vs_rest(LABELS, gaps, missing="unreached")
    assert [path.missing.rows for path in paths.values()] == [1, 1, 1]
    assert {path.positives + path.negatives for path in paths.values()} == {120}


# Labels, of which a row may have several.

DATA, MARKS = make_multilabel_classification(120, n_classes=3, random_state=1)
FOREST = RandomForestClassifier(10, random_state=0).fit(DATA[:80], MARKS[:80])
OUTPUTS = FOREST.predict_proba(DATA[80:])
SCORES = np.column_stack([each[:, 1] for each in OUTPUTS])


def test_labels_are_columns_by_themselves():
    paths = multilabel(MARKS[80:], SCORES)
    assert list(paths) == [0, 1, 2]
    areas = [path.pr("step").area() for path in paths.values()]
    assert areas == pytest.approx(average_precision_score(MARKS[80:], SCORES, average=None), abs=1e-12)
    micro = prplot.pool(paths, calibrated=True).roc().area()
    assert micro == pytest.approx(roc_auc_score(MARKS[80:], SCORES, average="micro"), abs=1e-12)


@pytest.mark.parametrize(
    ("marks", "scores", "names"),
    [
        (MARKS[80:], OUTPUTS, [0, 1, 2]),
        (sp.csr_array(MARKS[80:]), SCORES, [0, 1, 2]),
        (MARKS[80:] > 0, SCORES.tolist(), [0, 1, 2]),
        (2 * MARKS[80:] - 1, SCORES, [0, 1, 2]),
        (pd.DataFrame(MARKS[80:], columns=list("xyz")), SCORES, ["x", "y", "z"]),
        (MARKS[80:], pl.DataFrame(SCORES, schema=list("xyz")), ["x", "y", "z"]),
    ],
)
def test_labels_and_scores_come_in_many_forms(marks, scores, names):
    paths = multilabel(marks, scores)
    assert list(paths) == names
    plain = multilabel(MARKS[80:], SCORES, names=names)
    assert {name: path.prg().area() for name, path in paths.items()} == {
        name: path.prg().area() for name, path in plain.items()
    }


@pytest.mark.parametrize(
    ("marks", "scores", "names", "says"),
    [
        (MARKS[80:], SCORES[:, :2], None, "y_score must have one column per label; got 2 columns of scores for 3"),
        (MARKS[80:], SCORES, "ab", "names must name every column; got 2 names for 3 columns"),
        (MARKS[80:], SCORES, "aba", "names must be all different; got 'a' twice"),
        (MARKS[80:] / 2, SCORES, None, "label 0: y_true must hold hard labels; got soft values such as 0.5"),
        ([[1], [0, 1]], SCORES[:2], None, "sklearn.preprocessing.MultiLabelBinarizer makes columns of lists"),
        (MARKS[80:], SCORES[1:], None, "label 0: y_true must have one value per row of y_score; got 40 values for 39"),
        (MARKS[80:], [OUTPUTS[0], OUTPUTS[1], OUTPUTS[2][:, :1]], None, "got y_score[2] of shape (40, 1)"),
        (
            pd.DataFrame(MARKS[80:], columns=list("xyz")),
            pd.DataFrame(SCORES, columns=list("zyx")),
            None,
            "y_score must have its columns in the order of y_true; got 'z', 'y', 'x' for 'x', 'y', 'z'",
        ),
    ],
)
def test_labels_that_do_not_match_are_told_of(marks, scores, names, says):
    with pytest.raises(PrplotError, match=re.escape(says)):
        multilabel(marks, scores, names=names)


# The table beside the panels.


def test_the_table_of_panels_holds_what_they_show():
    paths = one_vs_rest(LABELS, PROBA)
    table = prplot.draw.multiples(paths).table
    assert table.columns() == {
        "group": CLASSES,
        "classifier": [""] * 3,
        "positives": [path.positives for path in paths.values()],
        "negatives": [path.negatives for path in paths.values()],
        "prevalence": [path.prevalence for path in paths.values()],
        "area": [path.pr().area() for path in paths.values()],
        "chance": pytest.approx([path.prevalence for path in paths.values()]),
        "normalized": [path.pr().normalized_area() for path in paths.values()],
    }
    (mean,) = table.means.values()
    assert mean.mean == prplot.mean_area(paths, normalized=True).mean
    assert f"mean over 3 groups, each counting the same: {mean.mean:.3f}" in repr(table)
    assert "normalised by data" in repr(table)
    assert "<td" in table._repr_html_()
    # Where areas do not depend on the prevalence plain ones have a mean.
    (plain,) = prplot.draw.multiples(paths, "roc").table.means.values()
    assert plain.mean == prplot.mean_area(paths, "roc").mean


def test_the_table_of_several_classifiers_has_a_mean_of_each_and_tells_what_is_left_out():
    sane = one_vs_rest(CODES[TWO], PROBA[TWO], classes=range(3))
    groups = {name: {"one": path, "two": path} for name, path in sane.items()}
    with pytest.warns(PrplotWarning, match="no foreground"):
        table = prplot.draw.multiples(groups, "roc").table
    assert [(row.group, row.classifier) for row in table][:3] == [("0", "one"), ("0", "two"), ("1", "one")]
    assert list(table.means) == ["one", "two"]
    assert "1 of 3 undefined and left out" in " ".join(repr(table).split())
    assert repr(table).count("nan") == 6


def test_panels_of_several_spaces_have_a_table_without_means():
    table = prplot.draw.panel(one_vs_rest(LABELS, PROBA)["ant"], spaces=("roc", "pr")).table
    assert [row.group for row in table] == ["roc", "pr"]
    assert not table.means


@pytest.mark.parametrize("kind", [dict, pd.DataFrame])
def test_classes_in_another_order_than_named_columns_are_refused(kind):
    scores = kind({"y": [0.1, 0.9], "x": [0.9, 0.1]})
    with pytest.raises(PrplotError, match="classes must be in the order of the columns of y_score, which have names"):
        one_vs_rest(["x", "y"], scores, classes=["x", "y"])
    assert one_vs_rest(["x", "y"], scores)["x"].roc().area() == 1.0
    assert one_vs_rest(["x", "y"], scores, classes=["y", "x"])["x"].roc().area() == 1.0


def test_labels_of_several_types_stay_what_they_are():
    scores = np.random.default_rng(1).random((6, 3))
    as_list, as_array = ([1, "a", 2.5] * 2, np.array([1, "a", 2.5] * 2, dtype=object))
    areas = [
        {name: path.roc().area() for name, path in one_vs_rest(labels, scores, classes=[1, "a", 2.5]).items()}
        for labels in (as_list, as_array)
    ]
    assert areas[0] == areas[1]
    assert list(areas[0]) == [1, "a", 2.5]
    with pytest.raises(PrplotError, match="classes must be given where labels have no order; got 1, 'a', "):
        one_vs_rest(as_list, scores)


def test_a_class_without_a_column_is_told_of():
    with pytest.raises(PrplotError, match="A class that the classifier has not seen has no column"):
        one_vs_rest([0, 1, 2], np.ones((3, 2)), classes=[0, 1])


def test_other_marks_than_bool_say_how_to_convert_them():
    with pytest.raises(PrplotError, match=r"y_true must hold bool, 0/1 or -1/1; got 'yes', 'no'.*y_true == "):
        multilabel([["yes", "no"], ["no", "yes"]], np.ones((2, 2)))
