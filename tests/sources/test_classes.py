"""Several classes and several labels: a path for each, against scikit-learn and against the columns by themselves."""

import re

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import scipy.sparse as sp
from sklearn.metrics import average_precision_score, roc_auc_score

import prplot
from prplot import PrplotError, multilabel, one_vs_rest

RNG = np.random.default_rng(5)
CLASSES = ["ant", "bee", "cat"]
CODES = RNG.choice(3, 120, p=[0.6, 0.3, 0.1])
LABELS = np.array(CLASSES)[CODES]
PROBA = RNG.random((120, 3)) + 0.6 * np.eye(3)[CODES]
PROBA /= PROBA.sum(axis=1, keepdims=True)
TWO = CODES != 2
MARKS = (PROBA + RNG.normal(scale=0.2, size=(120, 3)) > 0.4).astype(int)


def test_each_class_is_its_column_against_all_others():
    paths = one_vs_rest(LABELS, PROBA)
    assert list(paths) == CLASSES == [path.name for path in paths.values()]
    for k, path in enumerate(paths.values()):
        assert path.pr("step").area() == pytest.approx(average_precision_score(k == CODES, PROBA[:, k]), abs=1e-12)
    macro = prplot.mean_area(paths, "roc").mean
    assert macro == pytest.approx(roc_auc_score(LABELS, PROBA, multi_class="ovr"), abs=1e-12)
    micro = prplot.pool(paths, calibrated=True).pr("step").area()
    assert micro == pytest.approx(average_precision_score(np.eye(3)[CODES], PROBA, average="micro"), abs=1e-12)
    weight = np.arange(1.0, 121.0)
    weighted = one_vs_rest(CODES, 7 * PROBA, sample_weight=weight)
    assert {k: path.positives for k, path in weighted.items()} == {k: weight[k == CODES].sum() for k in range(3)}
    gaps = one_vs_rest(LABELS, np.where(np.eye(120, 3) > 0, np.nan, PROBA), missing="unreached")
    assert [path.missing.rows for path in gaps.values()] == [1, 1, 1]
    none = one_vs_rest(CODES[TWO], PROBA[TWO], classes=range(3))[2]
    assert (none.positives, none.negatives) == (0, TWO.sum())


GRADES = ["low", "mid", "high", "high", "low", "mid"]
DECLARED = ["low", "mid", "high"]
TEXTS = [str(k) for k in range(11)]


@pytest.mark.parametrize(
    "labels",
    [
        pd.Series(pd.Categorical(GRADES, DECLARED, ordered=True)),
        pd.Categorical(GRADES, DECLARED),
        pd.CategoricalIndex(GRADES, ["none", *DECLARED]),
        pl.Series(GRADES, dtype=pl.Enum(DECLARED)),
        pa.array(GRADES).dictionary_encode(),
        pa.chunked_array([pa.array(GRADES[:2]).dictionary_encode(), pa.array(GRADES[2:]).dictionary_encode()]),
    ],
)
def test_labels_that_declare_an_order_need_classes(labels):
    """Columns in the order of the categories: read as sorted classes, each AUROC would be that of another class."""
    scores = np.eye(3)[[DECLARED.index(each) for each in GRADES]]
    got = "got 'low', 'mid', 'high' as their categories, and 'high', 'low', 'mid' when sorted"
    with pytest.raises(PrplotError, match=f"classes must be given.*{got}.*Pass classes="):
        one_vs_rest(labels, scores)
    for more in ({"classes": DECLARED}, {}):
        paths = one_vs_rest(labels, scores if more else pd.DataFrame(scores, columns=DECLARED), **more)
        assert {name: path.roc().area() for name, path in paths.items()} == dict.fromkeys(DECLARED, 1.0)


@pytest.mark.parametrize(
    ("labels", "order"),
    [(TEXTS, TEXTS), (["-1", "-2", "-1"], ["-2", "-1"]), (["1e1", "9", "9"], ["9", "1e1"])],
)
def test_texts_of_numbers_need_classes(labels, order):
    scores = np.eye(len(order))[[order.index(each) for each in labels]]
    with pytest.raises(PrplotError, match=f"classes must be given.*got {order[0]!r}, {order[1]!r}.* as numbers, and"):
        one_vs_rest(labels, scores)
    paths = one_vs_rest(labels, scores, classes=order)
    assert [path.roc().area() for path in paths.values()] == [1.0] * len(order)


@pytest.mark.parametrize(
    "labels",
    [
        pd.Categorical(["a", "b", "c"]),
        pl.Series(["c", "a", "b"], dtype=pl.Categorical),
        pd.Categorical([3, 1, 2], [1, 2, 3], ordered=True),
        [10, 2, 9],
        ["2", "x", "10"],
        [str(k) for k in range(10)],
    ],
)
def test_one_order_of_the_labels_is_enough(labels):
    assert list(one_vs_rest(labels, np.eye(len(labels)))) == sorted(set(labels))


def test_columns_with_names_are_found_by_name():
    plain, turned = one_vs_rest(LABELS, PROBA, classes=np.array(CLASSES)), PROBA[:, ::-1]
    for scores in (
        pd.DataFrame(turned, columns=CLASSES[::-1]),
        pl.DataFrame(turned, schema=CLASSES[::-1]),
        dict(zip(CLASSES[::-1], turned.T, strict=True)),
    ):
        paths = one_vs_rest(LABELS, scores)
        assert list(paths) == CLASSES[::-1]
        assert [paths[name].pr().area() for name in CLASSES] == [path.pr().area() for path in plain.values()]
    # Columns that are only numbered have the classes in sorted order.
    assert list(one_vs_rest(LABELS, pd.DataFrame(PROBA))) == CLASSES
    two = {"y": [0.1, 0.9], "x": [0.9, 0.1]}
    for scores in (two, pd.DataFrame(two)):
        with pytest.raises(PrplotError, match="classes must be in the order of the columns of y_score, which have na"):
            one_vs_rest(["x", "y"], scores, classes=["x", "y"])
        for classes in (None, ["y", "x"]):
            assert one_vs_rest(["x", "y"], scores, classes=classes)["x"].roc().area() == 1.0


def test_labels_are_columns_by_themselves_in_many_forms():
    paths = multilabel(MARKS, PROBA)
    areas = [path.pr("step").area() for path in paths.values()]
    assert areas == pytest.approx(average_precision_score(MARKS, PROBA, average=None), abs=1e-12)
    micro = prplot.pool(paths, calibrated=True).roc().area()
    assert micro == pytest.approx(roc_auc_score(MARKS, PROBA, average="micro"), abs=1e-12)
    of_forest = [np.column_stack([1 - column, column]) for column in PROBA.T]
    for marks, scores, names in (
        (MARKS, of_forest, [0, 1, 2]),
        (sp.csr_array(MARKS), PROBA, [0, 1, 2]),
        (MARKS > 0, PROBA.tolist(), [0, 1, 2]),
        (2 * MARKS - 1, PROBA, [0, 1, 2]),
        (pd.DataFrame(MARKS, columns=list("xyz")), PROBA, ["x", "y", "z"]),
        (MARKS, pl.DataFrame(PROBA, schema=list("xyz")), ["x", "y", "z"]),
    ):
        found = multilabel(marks, scores)
        assert list(found) == names
        assert [path.pr("step").area() for path in found.values()] == areas


FRAMES = [pd.DataFrame(MARKS, columns=list("xyz")), pd.DataFrame(PROBA, columns=list("zyx"))]


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: one_vs_rest(LABELS, PROBA, classes=CLASSES[:2]), "every column of y_score; got 2 classes for 3"),
        (lambda: one_vs_rest(LABELS, PROBA[:, :2]), "per class of y_true when classes is not given; got 2 columns"),
        (lambda: one_vs_rest(LABELS, PROBA, classes=["ant", "bee", "x"]), "the classes of the columns only; got 'cat'"),
        (lambda: one_vs_rest(LABELS, pd.DataFrame(PROBA, columns=list("abc"))), "named 'a', 'b', 'c' for 3 classes"),
        (lambda: one_vs_rest(np.eye(3)[CODES], PROBA), "pass the labels, numpy.argmax(y_true, axis=1)"),
        (lambda: one_vs_rest([None, *LABELS[1:]], PROBA), "y_true must not hold missing labels; got y_true[0] = None"),
        (lambda: one_vs_rest(LABELS, np.where([0, 1, 0], np.nan, PROBA)), "class 'bee': y_score must hold"),
        (lambda: one_vs_rest([0, 1, 2], np.ones((3, 2)), classes=[0, 1]), "has not seen has no column"),
        (lambda: multilabel(MARKS / 2, PROBA), "label 0: y_true must hold hard labels; got soft values such as 0.5"),
        (lambda: multilabel([[1], [0, 1]], PROBA[:2]), "MultiLabelBinarizer makes columns of lists"),
        (lambda: multilabel(*FRAMES), "in the order of y_true; got 'z', 'y', 'x' for 'x', 'y', 'z'"),
        (lambda: multilabel([["yes", "no"], ["no", "yes"]], np.ones((2, 2))), "must hold bool, 0/1 or -1/1; got 'yes'"),
    ],
)
def test_columns_that_do_not_match_are_told_of(call, says):
    with pytest.raises(PrplotError, match=re.escape(says)):
        call()


# The table beside the panels.


def test_the_table_of_panels_holds_what_they_show():
    paths = one_vs_rest(LABELS, PROBA)
    table = prplot.draw.multiples(paths).table
    assert table.columns()["group"] == CLASSES
    for name in ("positives", "negatives", "prevalence"):
        assert table.columns()[name] == [getattr(path, name) for path in paths.values()]
    assert table.columns()["normalized"] == [path.pr().normalized_area() for path in paths.values()]
    (mean,) = table.means.values()
    assert mean.mean == prplot.mean_area(paths, normalized=True).mean
    assert f"mean over 3 groups, each counting the same: {mean.mean:.3f}" in repr(table)
    assert "normalized by data" in " ".join(repr(table).split())
    assert "<td" in table._repr_html_()
    # Where areas do not depend on the prevalence plain ones have a mean; several spaces have none.
    (plain,) = prplot.draw.multiples(paths, "roc").table.means.values()
    assert plain.mean == prplot.mean_area(paths, "roc").mean
    panels = prplot.draw.panel(paths["ant"], spaces=("roc", "pr")).table
    assert ([row.group for row in panels], len(panels.means)) == (["roc", "pr"], 0)


def test_negative_classes_and_marks_of_unknown_labels():
    truth, scores = ["a", "b", "n", "a", "n"], np.eye(3)[[0, 1, 0, 0, 2]]
    paths = prplot.one_vs_rest(truth, scores, classes=["a", "b", "n"], neg_label="n")
    # Of a the scores are 1 and 1 against 1 and 0: two pairs are right and two tied.
    assert {name: (path.positives, path.negatives, path.missing.labels) for name, path in paths.items()} == {
        "a": (2, 2, 1),
        "b": (1, 2, 2),
    }
    assert paths["a"].roc().area() == 0.75
    with pytest.raises(prplot.PrplotValueError, match="neg_label must name classes; got 'z'"):
        prplot.one_vs_rest(truth, scores, neg_label="z")
    marks = [[1, 0], [0, -1], [-1, 1], [1, 0]]
    known = prplot.multilabel(marks, [[0.9, 0.1], [0.2, 0.3], [0.4, 0.8], [0.8, 0.2]], neg_label=0)
    assert [(path.positives, path.negatives, path.missing.labels) for path in known.values()] == [(2, 1, 1), (1, 2, 1)]
