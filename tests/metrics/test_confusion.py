"""One confusion matrix: every measure by hand, what is undefined, and what is no matrix."""

import math
import warnings
from fractions import Fraction
from xml.etree import ElementTree as ET

import numpy as np
import pytest

import prplot
from prplot import Confusion
from prplot.errors import PrplotError, PrplotWarning
from prplot.metrics import METRICS

IMBALANCED = Confusion(tp=3, fn=2, fp=6, tn=9)


def measures(c, names):
    """Metrics by name, from the properties; with F measures, and the prevalence."""
    f = {"f0.5": c.f(0.5), "f1": c.f(), "f2": c.f(beta=2), "f1_gain": c.f_gain(), "f2_gain": c.f_gain(2)}
    every = {**{metric.name: getattr(c, metric.name) for metric in METRICS}, **f, "prevalence": c.prevalence}
    return {name: every[name] for name in names}


def test_saito_table_2():
    """With the right factor 1.25 in F0.5; by 1.5, of their Table 1, it would not be the .37 of their Table 2."""
    balanced = Confusion(tp=6, fn=4, fp=4, tn=6)
    found = measures(balanced, ["accuracy", "recall", "specificity", "precision", "f0.5", "f1", "f2", "npv"])
    assert list(found.values()) == pytest.approx([0.6] * 8, rel=1e-14)
    assert (balanced.error_rate, balanced.mcc, balanced.f_gain()) == pytest.approx((0.4, 0.2, 1 / 3), rel=1e-14)
    wanted = {"accuracy": 0.6, "precision": 1 / 3, "mcc": 15 / math.sqrt(9 * 5 * 15 * 11), "f0.5": 15 / 41}
    wanted |= {"f1": 3 / 7, "f2": 15 / 29, "prevalence": 0.25, "kappa": (24 / 40 - 21 / 40) / (19 / 40)}
    wanted |= {"f1_gain": 5 / 9, "f2_gain": 1 - 14 / 45, "corner_distance": 0.4 * math.sqrt(2)}
    assert measures(IMBALANCED, wanted) == pytest.approx(wanted, rel=1e-14)
    assert [round(IMBALANCED.f(b), 2) for b in (0.5, 1, 2)] == [0.37, 0.43, 0.52]
    smallest = Confusion(tp=3e-320, fp=6e-320, fn=2e-320, tn=9e-320)
    assert measures(smallest, wanted) == pytest.approx(wanted, rel=1e-3)


# How measures hang together -------------------------------------------------------------------------------------


def of(tp, fp, fn, tn):
    return Confusion(tp=tp, fp=fp, fn=fn, tn=tn)


ORIGIN = Confusion(tp=0, fp=0, fn=2, tn=3)
ALL_POSITIVE = Confusion(tp=2, fp=3, fn=0, tn=0)
NO_POSITIVES = Confusion(tp=0, fp=2, fn=0, tn=3)
NO_NEGATIVES = Confusion(tp=3, fp=0, fn=1, tn=0)
EMPTY = Confusion(tp=0, fp=0, fn=0, tn=0)

NONE_POSITIVE = ("recall", "fnr", "informedness", "mcc", "g_mean", "lr_positive", "lr_negative", "precision_gain")
UNDEFINED = [
    (ORIGIN, ("precision", "precision_gain", "mcc", "fdr", "markedness", "lr_positive")),
    (ALL_POSITIVE, ("npv", "false_omission_rate", "markedness", "mcc", "lr_negative")),
    (NO_POSITIVES, (*NONE_POSITIVE, "recall_gain", "balanced_accuracy", "f1_gain")),
    (NO_NEGATIVES, ("fpr", "specificity", "informedness", "mcc", "g_mean", "precision_gain", "recall_gain", "f1_gain")),
    (EMPTY, (*(m.name for m in METRICS), "prevalence", "f2", "f1_gain")),
]


def test_undefined_is_nan_with_one_warning_that_names_it_and_its_place():
    for matrix, names in UNDEFINED:
        for name in names:
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                assert math.isnan(getattr(matrix, name) if hasattr(Confusion, name) else matrix.measure(name))
            assert [(w.category, w.filename) for w in caught] == [(PrplotWarning, __file__)]
            assert str(caught[0].message).startswith(f"{name} of Confusion(")
            assert "undefined" in str(caught[0].message)
    for ask in (lambda: EMPTY.f(2), lambda: NO_NEGATIVES.f_gain()):
        with pytest.warns(PrplotWarning, match="undefined") as caught:
            assert math.isnan(ask())
        assert [w.filename for w in caught] == [__file__]


def test_cells_are_floats_and_wrong_ones_are_told_of():
    c = Confusion(tp=np.int64(3), fp=np.float32(6), fn=True, tn=math.nan, threshold=np.float64(0.5))
    assert [type(v) for v in (c.tp, c.fp, c.fn, c.tn)] == [float] * 4
    for cell, value in (
        ("tp", -1e-9),
        ("fp", math.inf),
        ("fn", math.nan),
        ("tn", -1),
        ("fn", "3"),
        ("threshold", math.nan),
    ):
        with pytest.raises(PrplotError, match=f"{cell} must"):
            Confusion(**{"tp": 1, "fp": 1, "fn": 1, "tn": 1, cell: value})


# In a notebook --------------------------------------------------------------------------------------------------


def test_html_is_the_table_as_it_is_drawn():
    """Predictions in rows, labels in columns; what nobody counts is left open."""
    for threshold, caption in (
        (None, "Confusion"),
        (0.25, "Confusion, score ≥ 0.25"),
        (math.inf, "Confusion, score ≥ inf"),
    ):
        table = ET.fromstring(Confusion(tp=3, fp=6.5, fn=2, tn=math.nan, threshold=threshold)._repr_html_())
        assert (table.tag, table.findtext("caption")) == ("table", caption)
        assert [["".join(cell.itertext()) for cell in row] for row in table.iter("tr")] == [
            ["", "positive", "negative"],
            ["predicted positive", "3", "6.5"],
            ["predicted negative", "2", "n/a"],
        ]


# A classifier that only says yes or no, and a published point ----------------------------------------------------


def test_two_distinct_scores_are_one_matrix():
    """A categorical classifier: Saito's imbalanced example, row by row."""
    path = prplot.from_labels([1] * 3 + [0] * 6 + [1] * 2 + [0] * 9, [1] * 9 + [0] * 11)
    assert path.at(1).cells == path.optimal("mcc").cells == IMBALANCED.cells
    published = prplot.from_confusion(IMBALANCED, name="published")
    assert (published.name, published.thresholds.tolist()) == ("published", [math.inf, 1, -math.inf])
    for space in ("pr", "prg", "roc", "croc", "cost"):
        assert published.curve(space).area() == path.curve(space).area()
    # Its ROC curve is two straight lines, so their area is the balanced accuracy.
    assert published.roc().area() == pytest.approx(IMBALANCED.balanced_accuracy, rel=1e-15)


def test_path_of_a_matrix():
    inf = math.inf
    for cells, threshold, rows in (
        ((3, 6, 2, 9), 0.7, [(0.7, 3, 6), (-inf, 5, 15)]),
        ((3, 6, 2, 9), inf, [(inf, 3, 6), (-inf, 5, 15)]),
        ((0, 0, 2, 9), None, [(-inf, 2, 9)]),
        ((0, 0, 2, 9), 0.7, [(-inf, 2, 9)]),
        ((2, 9, 0, 0), None, [(1, 2, 9)]),
        ((2, 9, 0, 0), -inf, [(-inf, 2, 9)]),
        ((2, 0, 0, 9), None, [(1, 2, 0), (-inf, 2, 9)]),
        ((2, 0, 1, 0), None, [(1, 2, 0), (-inf, 3, 0)]),
        ((0.5, 0.25, 0.25, 1), None, [(1, 0.5, 0.25), (-inf, 0.75, 1.25)]),
    ):
        tp, fp, fn, tn = cells
        path = prplot.from_confusion(Confusion(tp=tp, fp=fp, fn=fn, tn=tn, threshold=threshold))
        assert list(zip(path.thresholds, path.tp, path.fp, strict=True)) == [(inf, 0, 0), *rows]
        assert (path.sample, path.name, path.soft) == (None, None, False)
    for matrix, said in (
        (EMPTY, "hold some weight"),
        (Confusion(tp=1, fp=1, fn=2, tn=2, threshold=-inf), "fn = tn = 0"),
    ):
        with pytest.raises(PrplotError, match=said):
            prplot.from_confusion(matrix)


def test_small_balanced_accuracies_keep_their_digits():
    for cells in ((0, 4, 3, 1), (1, 9, 9, 1), (0, 9, 7, 1), (2, 999, 998, 1)):
        tp, fp, fn, tn = map(Fraction, cells)
        wanted = float((tp / (tp + fn) + tn / (tn + fp)) / 2)
        assert of(*cells).balanced_accuracy == pytest.approx(wanted, rel=4e-16, abs=0)


def test_it_converts_to_the_array_of_scikit_learn():
    metrics = pytest.importorskip("sklearn.metrics")
    y, predicted = [1, 1, 1, 0, 0, 0, 0, 1], [1, 0, 0, 1, 0, 0, 0, 1]
    c = prplot.from_labels(y, predicted).at(1)
    np.testing.assert_array_equal(np.asarray(c), metrics.confusion_matrix(y, predicted))
    assert np.asarray(c).tolist() == [[3, 1], [2, 2]]
    assert np.array(c, dtype=int).dtype == int
    with pytest.raises(PrplotError, match="copy must be None or True"):
        c.__array__(copy=False)
