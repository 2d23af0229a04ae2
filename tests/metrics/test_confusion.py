"""One confusion matrix: every measure by hand, what is undefined, and what is no matrix."""

import dataclasses
import math
import re
import warnings
from fractions import Fraction
from xml.etree import ElementTree as ET

import numpy as np
import pytest

import prplot
from prplot import Confusion
from prplot.errors import PrplotError, PrplotWarning
from prplot.metrics import METRICS

# Saito and Rehmsmeier 2015, Table 2 (with the right factor 1.25 in F0.5).
BALANCED = Confusion(tp=6, fn=4, fp=4, tn=6)
IMBALANCED = Confusion(tp=3, fn=2, fp=6, tn=9)


def measures(c, names):
    """Metrics by name, from the properties; with F measures, and the prevalence."""
    f = {"f0.5": c.f(0.5), "f1": c.f(), "f2": c.f(beta=2), "f1_gain": c.f_gain(), "f2_gain": c.f_gain(2)}
    every = {**{metric.name: getattr(c, metric.name) for metric in METRICS}, **f, "prevalence": c.prevalence}
    return {name: every[name] for name in names}


SAITO_BALANCED = {
    **dict.fromkeys(["accuracy", "recall", "specificity", "precision", "f0.5", "f1", "f2", "balanced_accuracy"], 0.6),
    **dict.fromkeys(["npv", "g_mean"], 0.6),
    **dict.fromkeys(["error_rate", "fpr", "fnr", "fdr", "false_omission_rate"], 0.4),
    **dict.fromkeys(["prevalence", "predicted_positive_rate"], 0.5),
    **dict.fromkeys(["precision_gain", "recall_gain", "f1_gain", "f2_gain"], 1 / 3),
    **dict.fromkeys(["mcc", "kappa", "informedness", "markedness"], 0.2),
    "lift": 6 / 5,
    "lr_positive": 3 / 2,
    "lr_negative": 2 / 3,
}
SAITO_IMBALANCED = {
    "accuracy": 0.6,
    "error_rate": 0.4,
    "recall": 0.6,
    "specificity": 0.6,
    "fpr": 0.4,
    "precision": 1 / 3,
    "fnr": 0.4,
    "fdr": 2 / 3,
    "npv": 9 / 11,
    "false_omission_rate": 2 / 11,
    "informedness": 0.2,
    "markedness": 5 / 33,
    "g_mean": 0.6,
    "lr_positive": 3 / 2,
    "lr_negative": 2 / 3,
    # The accuracy by chance is 9/20 · 1/4 + 11/20 · 3/4 = 21/40.
    "kappa": (24 / 40 - 21 / 40) / (19 / 40),
    "lift": 4 / 3,
    "corner_distance": 0.4 * math.sqrt(2),
    "mcc": 15 / math.sqrt(9 * 5 * 15 * 11),
    "f0.5": 15 / 41,
    "f1": 3 / 7,
    "f2": 15 / 29,
    "prevalence": 0.25,
    "predicted_positive_rate": 9 / 20,
    "balanced_accuracy": 0.6,
    "precision_gain": 1 / 3,
    "recall_gain": 7 / 9,
    "f1_gain": 5 / 9,
    "f2_gain": 1 - 14 / 45,
}


@pytest.mark.parametrize(
    ("matrix", "expected"),
    [
        pytest.param(BALANCED, SAITO_BALANCED, id="balanced"),
        pytest.param(IMBALANCED, SAITO_IMBALANCED, id="imbalanced"),
    ],
)
def test_saito_table_2(matrix, expected):
    assert measures(matrix, expected) == pytest.approx(expected, rel=1e-14)


def test_saito_table_2_as_printed():
    assert round(IMBALANCED.mcc, 6) == 0.174078
    assert [round(IMBALANCED.f(b), 2) for b in (0.5, 1, 2)] == [0.37, 0.43, 0.52]
    # With the factor 1.5 of their Table 1 instead of 1 + 0.5², F0.5 would not be the .37 of their Table 2.
    assert round(IMBALANCED.f(0.5) / 1.25 * 1.5, 2) == 0.44


def test_every_metric_is_a_property():
    for metric in METRICS:
        assert getattr(IMBALANCED, metric.name) == IMBALANCED.measure(metric) == IMBALANCED.measure(metric.name)
        assert type(getattr(IMBALANCED, metric.name)) is float
        assert isinstance(vars(Confusion)[metric.name], property)


# How measures hang together -------------------------------------------------------------------------------------

COUNTS = [(6, 4, 4, 6), (3, 6, 2, 9), (1, 0, 7, 100), (5, 90, 0, 5), (2, 1, 3, 1), (0, 3, 4, 5), (123, 7, 11, 9000)]


def of(tp, fp, fn, tn):
    return Confusion(tp=tp, fp=fp, fn=fn, tn=tn)


@pytest.mark.parametrize("cells", COUNTS, ids=str)
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("precision", "fdr"),
        ("recall", "fnr"),
        ("specificity", "fpr"),
        ("npv", "false_omission_rate"),
        ("accuracy", "error_rate"),
    ],
)
def test_complements(cells, one, other):
    c = of(*cells)
    assert 1 - getattr(c, other) == pytest.approx(getattr(c, one), rel=1e-15, abs=1e-16)


@pytest.mark.parametrize("cells", COUNTS, ids=str)
def test_f1_is_the_accuracy_of_the_table_whose_true_negatives_are_its_true_positives(cells):
    tp, fp, fn, _ = cells
    assert of(*cells).f() == of(tp, fp, fn, tn=tp).accuracy == float(Fraction(2 * tp, 2 * tp + fp + fn))


@pytest.mark.parametrize("cells", COUNTS, ids=str)
def test_identities(cells):
    c = of(*cells)
    assert c.informedness == pytest.approx(c.recall + c.specificity - 1, abs=3e-16)
    assert c.informedness == pytest.approx(2 * c.balanced_accuracy - 1, abs=3e-16)
    assert c.markedness == pytest.approx(c.precision + c.npv - 1, abs=3e-16)
    assert c.mcc**2 == pytest.approx(c.informedness * c.markedness, rel=1e-13)
    assert c.g_mean**2 == pytest.approx(c.recall * c.specificity, rel=1e-14)
    if c.tp:
        assert c.precision_gain == pytest.approx(1 - 1 / c.lr_positive, rel=1e-14)
    if c.precision < 1:
        # Posterior odds are prior odds times a likelihood ratio.
        odds = c.prevalence / (1 - c.prevalence)
        assert c.precision / c.fdr == pytest.approx(odds * c.lr_positive, rel=1e-13)
    odds = c.prevalence / (1 - c.prevalence)
    assert c.false_omission_rate / c.npv == pytest.approx(odds * c.lr_negative, rel=1e-13)


@pytest.mark.parametrize("cells", COUNTS, ids=str)
def test_the_other_class_seen_as_positive(cells):
    """Swapping the classes and the decision turns every measure into its mirror image."""
    tp, fp, fn, tn = cells
    c, mirror = of(tp, fp, fn, tn), of(tn, fn, fp, tp)
    for one, other in (("precision", "npv"), ("recall", "specificity"), ("fdr", "false_omission_rate"), ("fnr", "fpr")):
        assert getattr(mirror, one) == getattr(c, other)
        assert getattr(mirror, other) == getattr(c, one)
    for same in ("accuracy", "error_rate", "informedness", "markedness", "mcc", "g_mean", "balanced_accuracy"):
        assert getattr(mirror, same) == pytest.approx(getattr(c, same), rel=1e-13)


def test_likelihood_ratios_at_their_ends():
    assert (of(1, 0, 7, 100).lr_positive, of(5, 90, 0, 5).lr_negative) == (math.inf, 0)
    # Specificity 0: whoever is predicted negative is positive.
    c = of(3, 4, 2, 0)
    assert (c.lr_negative, c.lr_positive) == (math.inf, pytest.approx(0.6, rel=1e-15))
    assert of(0, 4, 2, 3).lr_positive == 0


@pytest.mark.parametrize(
    "scale", [1e-300, 1e-200, 1e-90, 1e-12, 1e12, 1e90, 1e200, 1e300, 2.0**1023 / 9], ids="{:g}".format
)
def test_measures_do_not_depend_on_the_unit_of_weight(scale):
    cells = {cell: getattr(IMBALANCED, cell) * scale for cell in ("tp", "fp", "fn", "tn")}
    assert measures(Confusion(**cells), SAITO_IMBALANCED) == pytest.approx(SAITO_IMBALANCED, rel=1e-12)


def test_measures_of_the_smallest_weights():
    smallest = Confusion(tp=3e-320, fp=6e-320, fn=2e-320, tn=9e-320)
    assert measures(smallest, SAITO_IMBALANCED) == pytest.approx(SAITO_IMBALANCED, rel=1e-3)


@pytest.mark.parametrize("which", ["precision", "f2", "f1_gain", prplot.f_beta(2)], ids=str)
def test_measure_takes_a_name_or_a_metric(which):
    name = which if isinstance(which, str) else which.name
    assert IMBALANCED.measure(which) == measures(IMBALANCED, [name])[name]


ORIGIN = Confusion(tp=0, fp=0, fn=2, tn=3)
NO_TP = Confusion(tp=0, fp=1, fn=2, tn=3)
ALL_POSITIVE = Confusion(tp=2, fp=3, fn=0, tn=0)
NO_POSITIVES = Confusion(tp=0, fp=2, fn=0, tn=3)
NO_NEGATIVES = Confusion(tp=3, fp=0, fn=1, tn=0)
EMPTY = Confusion(tp=0, fp=0, fn=0, tn=0)

UNDEFINED = [
    (ORIGIN, "precision"),
    (ORIGIN, "precision_gain"),
    (ORIGIN, "mcc"),
    (ORIGIN, "fdr"),
    (ORIGIN, "markedness"),
    (ORIGIN, "lr_positive"),
    *((ALL_POSITIVE, name) for name in ("npv", "false_omission_rate", "markedness", "mcc", "lr_negative")),
    *((NO_POSITIVES, name) for name in ("fnr", "informedness", "mcc", "g_mean", "lr_positive", "lr_negative")),
    *((NO_NEGATIVES, name) for name in ("informedness", "g_mean", "lr_positive", "lr_negative")),
    (NO_POSITIVES, "recall"),
    (NO_POSITIVES, "precision_gain"),
    (NO_POSITIVES, "recall_gain"),
    (NO_POSITIVES, "balanced_accuracy"),
    (NO_NEGATIVES, "fpr"),
    (NO_NEGATIVES, "specificity"),
    (NO_NEGATIVES, "mcc"),
    (NO_NEGATIVES, "precision_gain"),
    (NO_NEGATIVES, "recall_gain"),
    (NO_NEGATIVES, "balanced_accuracy"),
    *((EMPTY, name) for name in ("accuracy", "error_rate", "prevalence", "predicted_positive_rate")),
    *((EMPTY, m.name) for m in METRICS if m.name not in ("accuracy", "error_rate", "predicted_positive_rate")),
]


@pytest.mark.parametrize(("matrix", "name"), UNDEFINED, ids=lambda v: v if isinstance(v, str) else repr(v))
def test_undefined_is_nan_with_one_warning_that_names_it_and_its_place(matrix, name):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert math.isnan(getattr(matrix, name))
    assert [w.category for w in caught] == [PrplotWarning]
    assert str(caught[0].message).startswith(f"{name} of Confusion(")
    assert "undefined" in str(caught[0].message)
    assert caught[0].filename == __file__


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: EMPTY.f(2), "f2"),
        (lambda: EMPTY.f_gain(), "f1_gain"),
        (lambda: NO_NEGATIVES.f_gain(), "f1_gain"),
        (lambda: ORIGIN.measure("precision"), "precision"),
    ],
    ids=["f", "f_gain", "f_gain-one-class", "measure"],
)
def test_undefined_from_a_method_also_points_here(call, name):
    with pytest.warns(PrplotWarning, match=f"{name} of .* undefined") as caught:
        assert math.isnan(call())
    assert [w.filename for w in caught] == [__file__]


def test_without_true_positives_f_is_0_and_gains_are_minus_infinity():
    assert NO_TP.f() == NO_TP.f(2) == ORIGIN.f() == 0
    assert NO_TP.precision_gain == NO_TP.recall_gain == NO_TP.f_gain() == -math.inf
    assert ORIGIN.recall_gain == ORIGIN.f_gain() == -math.inf


@pytest.mark.parametrize("cell", ["tp", "fp", "fn", "tn"])
class TestBadCells:
    @pytest.mark.parametrize("value", [-1, -1e-9, math.nan, math.inf, -math.inf], ids=repr)
    def test_out_of_range(self, cell, value):
        if cell == "tn" and math.isnan(value):
            # Nobody may have counted them.
            assert math.isnan(Confusion(tp=1, fp=1, fn=1, tn=value).tn)
            return
        with pytest.raises(ValueError, match=f"{cell} must be finite and not negative; got {value!r}") as caught:
            Confusion(**{"tp": 1, "fp": 1, "fn": 1, "tn": 1, cell: value})
        assert isinstance(caught.value, PrplotError)

    @pytest.mark.parametrize("value", ["x", "3", None, 1j, [1]], ids=repr)
    def test_not_a_number(self, cell, value):
        with pytest.raises(TypeError, match=f"{cell} must be one real number; got {type(value).__name__}") as caught:
            Confusion(**{"tp": 1, "fp": 1, "fn": 1, "tn": 1, cell: value})
        assert isinstance(caught.value, PrplotError)


@pytest.mark.parametrize("threshold", ["a", [0.5], 1j, math.nan], ids=repr)
def test_threshold_is_a_number_or_none(threshold):
    with pytest.raises(PrplotError, match="threshold must "):
        Confusion(tp=1, fp=1, fn=1, tn=1, threshold=threshold)


def test_cells_are_plain_floats_keyword_only_and_frozen():
    c = Confusion(tp=np.int64(3), fp=np.float32(6), fn=True, tn=9, threshold=np.float64(0.5))
    assert [type(v) for v in (c.tp, c.fp, c.fn, c.tn)] == [float] * 4
    with pytest.raises(TypeError):
        Confusion(1, 2, 3, 4)
    for name in ("tp", "threshold", "anything"):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(c, name, 1.0)


def test_repr_says_the_cells_and_the_threshold_where_there_is_one():
    assert repr(IMBALANCED) == "Confusion(tp=3, fp=6, fn=2, tn=9)"
    assert repr(Confusion(tp=0.5, fp=0, fn=0, tn=1, threshold=math.inf)) == (
        "Confusion(tp=0.5, fp=0, fn=0, tn=1, threshold=inf)"
    )


def test_equal_cells_are_equal_matrices():
    assert Confusion(tp=3, fp=6, fn=2, tn=9) == IMBALANCED
    assert hash(Confusion(tp=3.0, fp=6, fn=2, tn=9)) == hash(IMBALANCED)
    assert BALANCED != IMBALANCED


# In a notebook --------------------------------------------------------------------------------------------------


def cells_of(html):
    """The caption and the rows of a table, as text."""
    table = ET.fromstring(html)
    assert table.tag == "table"
    return table.findtext("caption"), [["".join(cell.itertext()) for cell in row] for row in table.iter("tr")]


@pytest.mark.parametrize(
    ("threshold", "caption"),
    [(None, "Confusion"), (0.25, "Confusion, score ≥ 0.25"), (math.inf, "Confusion, score ≥ inf")],
    ids=str,
)
def test_html_is_the_table_as_it_is_drawn(threshold, caption):
    """Well formed, so escaped: predictions in rows, labels in columns."""
    assert cells_of(Confusion(tp=3, fp=6.5, fn=2, tn=9, threshold=threshold)._repr_html_()) == (
        caption,
        [["", "positive", "negative"], ["predicted positive", "3", "6.5"], ["predicted negative", "2", "9"]],
    )


def test_html_of_a_path_escapes_its_name():
    html = prplot.from_labels([1, 0], [2, 1], name="<b>a & b</b>")._repr_html_()
    assert "<b>" not in html
    caption, rows = cells_of(html)
    assert caption == "ConfusionPath"
    assert ["name", "'<b>a & b</b>'"] in rows


# A classifier that only says yes or no, and a published point ----------------------------------------------------


def test_two_distinct_scores_are_one_matrix():
    """A categorical classifier: Saito's imbalanced example, row by row."""
    says = [1] * 9 + [0] * 11
    labels = [1] * 3 + [0] * 6 + [1] * 2 + [0] * 9
    path = prplot.from_labels(labels, says, name="categorical")
    assert path.at(1).cells == path.optimal("mcc").cells == IMBALANCED.cells
    published = prplot.from_confusion(IMBALANCED, name="published")
    assert published.thresholds.tolist() == [math.inf, 1, -math.inf]
    for one, other in zip((published.tp, published.fp), (path.tp, path.fp), strict=True):
        assert one.tolist() == other.tolist()
    assert published.name == "published"
    for space in ("pr", "prg", "roc", "croc", "cost"):
        assert published.curve(space).area() == path.curve(space).area()
    # Its ROC curve is two straight lines, so their area is the balanced accuracy.
    assert published.roc().area() == pytest.approx(IMBALANCED.balanced_accuracy, rel=1e-15)


def test_area_of_a_published_point():
    """From the limit 1/3 flat to recall .6, then the arc to (1, 1/4): 1/p is linear in 1/r."""
    # On the second step TP = 3 + 2u and TP + FP = 9 + 11u, u from 0 to 1; its mean precision by hand.
    mean = 2 / 11 + (3 - 2 * 9 / 11) / 11 * math.log(20 / 9)
    path = prplot.from_confusion(IMBALANCED)
    assert path.pr().area() == pytest.approx(0.6 / 3 + 0.4 * mean, rel=1e-14)
    assert path.pr("step").area() == pytest.approx(0.6 / 3 + 0.4 / 4, rel=1e-14)


@pytest.mark.parametrize(
    ("matrix", "rows"),
    [
        pytest.param(Confusion(tp=3, fp=6, fn=2, tn=9, threshold=0.7), [(0.7, 3, 6), (-math.inf, 5, 15)], id="inside"),
        pytest.param(
            Confusion(tp=3, fp=6, fn=2, tn=9, threshold=math.inf), [(math.inf, 3, 6), (-math.inf, 5, 15)], id="at inf"
        ),
        pytest.param(Confusion(tp=0, fp=0, fn=2, tn=9), [(-math.inf, 2, 9)], id="nothing predicted"),
        pytest.param(Confusion(tp=0, fp=0, fn=2, tn=9, threshold=0.7), [(-math.inf, 2, 9)], id="nothing above"),
        pytest.param(Confusion(tp=2, fp=9, fn=0, tn=0), [(1, 2, 9)], id="everything predicted"),
        pytest.param(Confusion(tp=2, fp=9, fn=0, tn=0, threshold=-math.inf), [(-math.inf, 2, 9)], id="at -inf"),
        pytest.param(Confusion(tp=2, fp=0, fn=0, tn=9), [(1, 2, 0), (-math.inf, 2, 9)], id="perfect"),
        pytest.param(Confusion(tp=2, fp=0, fn=1, tn=0), [(1, 2, 0), (-math.inf, 3, 0)], id="no negatives"),
        pytest.param(Confusion(tp=0.5, fp=0.25, fn=0.25, tn=1), [(1, 0.5, 0.25), (-math.inf, 0.75, 1.25)], id="soft"),
    ],
)
def test_path_of_a_matrix(matrix, rows):
    path = prplot.from_confusion(matrix)
    found = list(zip(path.thresholds.tolist(), path.tp.tolist(), path.fp.tolist(), strict=True))
    assert found == [(math.inf, 0, 0), *rows]
    assert (path.sample, path.name) == (None, None)


@pytest.mark.parametrize("matrix", [None, (3, 6, 2, 9), {"tp": 3}, "3", 3.0], ids=repr)
def test_path_of_something_else(matrix):
    with pytest.raises(TypeError, match=r"confusion must be a prplot\.Confusion; got .*four cells") as caught:
        prplot.from_confusion(matrix)
    assert isinstance(caught.value, PrplotError)


def test_path_of_an_empty_matrix():
    with pytest.raises(ValueError, match="must hold some weight") as caught:
        prplot.from_confusion(EMPTY)
    assert isinstance(caught.value, PrplotError)


def test_path_of_a_matrix_that_contradicts_its_threshold():
    """At -inf everything is predicted positive; a matrix that says otherwise must not be lost silently."""
    with pytest.raises(ValueError, match=r"confusion must have fn = tn = 0 at threshold -inf") as caught:
        prplot.from_confusion(Confusion(tp=1, fp=1, fn=2, tn=2, threshold=-math.inf))
    assert isinstance(caught.value, PrplotError)


@pytest.mark.parametrize("cells", [(0, 4, 3, 1), (1, 9, 9, 1), (0, 9, 7, 1), (2, 999, 998, 1)])
def test_small_balanced_accuracies_keep_their_digits(cells):
    tp, fp, fn, tn = map(Fraction, cells)
    c = prplot.Confusion(tp=cells[0], fp=cells[1], fn=cells[2], tn=cells[3])
    assert c.balanced_accuracy == pytest.approx(float((tp / (tp + fn) + tn / (tn + fp)) / 2), rel=4e-16, abs=0)


def test_the_table_leaves_open_what_nobody_counts():
    table = Confusion(tp=1, fp=2, fn=3, tn=float("nan"))._repr_html_()
    assert re.findall("<td>(.*?)</td>", table) == ["1", "2", "3", "n/a"]


def test_it_converts_to_the_array_of_scikit_learn():
    metrics = pytest.importorskip("sklearn.metrics")
    y, predicted = [1, 1, 1, 0, 0, 0, 0, 1], [1, 0, 0, 1, 0, 0, 0, 1]
    c = prplot.from_labels(y, predicted).at(1)
    np.testing.assert_array_equal(np.asarray(c), metrics.confusion_matrix(y, predicted))
    assert np.asarray(c).tolist() == [[3, 1], [2, 2]]
    assert np.array(c, dtype=int).dtype == int
    with pytest.raises(PrplotError, match="copy must be None or True"):
        c.__array__(copy=False)
