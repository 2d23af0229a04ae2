"""One confusion matrix: every measure by hand, what is undefined, and what is no matrix."""

import dataclasses
import math
import warnings

import numpy as np
import pytest

import prplot
from prplot import Confusion
from prplot.errors import PrplotError, PrplotWarning

# Saito and Rehmsmeier 2015, Table 2 (with the right factor 1.25 in F0.5).
BALANCED = Confusion(tp=6, fn=4, fp=4, tn=6)
IMBALANCED = Confusion(tp=3, fn=2, fp=6, tn=9)


def measures(c):
    return {
        "accuracy": c.accuracy,
        "error_rate": c.error_rate,
        "recall": c.recall,
        "specificity": c.specificity,
        "fpr": c.fpr,
        "precision": c.precision,
        "mcc": c.mcc,
        "f0.5": c.f(0.5),
        "f1": c.f(),
        "f2": c.f(beta=2),
        "prevalence": c.prevalence,
        "predicted_positive_rate": c.predicted_positive_rate,
        "balanced_accuracy": c.balanced_accuracy,
        "precision_gain": c.precision_gain,
        "recall_gain": c.recall_gain,
        "f1_gain": c.f_gain(),
        "f2_gain": c.f_gain(2),
    }


SAITO_BALANCED = {
    **dict.fromkeys(["accuracy", "recall", "specificity", "precision", "f0.5", "f1", "f2", "balanced_accuracy"], 0.6),
    **dict.fromkeys(["error_rate", "fpr"], 0.4),
    **dict.fromkeys(["prevalence", "predicted_positive_rate"], 0.5),
    **dict.fromkeys(["precision_gain", "recall_gain", "f1_gain", "f2_gain"], 1 / 3),
    "mcc": 0.2,
}
SAITO_IMBALANCED = {
    "accuracy": 0.6,
    "error_rate": 0.4,
    "recall": 0.6,
    "specificity": 0.6,
    "fpr": 0.4,
    "precision": 1 / 3,
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
    assert measures(matrix) == pytest.approx(expected, rel=1e-14)


def test_saito_table_2_as_printed():
    assert round(IMBALANCED.mcc, 6) == 0.174078
    assert [round(IMBALANCED.f(b), 2) for b in (0.5, 1, 2)] == [0.37, 0.43, 0.52]


@pytest.mark.parametrize(
    "scale", [1e-300, 1e-200, 1e-90, 1e-12, 1e12, 1e90, 1e200, 1e300, 2.0**1023 / 9], ids="{:g}".format
)
def test_measures_do_not_depend_on_the_unit_of_weight(scale):
    cells = {cell: getattr(IMBALANCED, cell) * scale for cell in ("tp", "fp", "fn", "tn")}
    assert measures(Confusion(**cells)) == pytest.approx(SAITO_IMBALANCED, rel=1e-12)


def test_measures_of_the_smallest_weights():
    assert measures(Confusion(tp=3e-320, fp=6e-320, fn=2e-320, tn=9e-320)) == pytest.approx(SAITO_IMBALANCED, rel=1e-3)


@pytest.mark.parametrize("which", ["precision", "f2", "f1_gain", prplot.f_beta(2)], ids=str)
def test_measure_takes_a_name_or_a_metric(which):
    name = which if isinstance(which, str) else which.name
    assert IMBALANCED.measure(which) == measures(IMBALANCED)[name]


ORIGIN = Confusion(tp=0, fp=0, fn=2, tn=3)
NO_TP = Confusion(tp=0, fp=1, fn=2, tn=3)
NO_POSITIVES = Confusion(tp=0, fp=2, fn=0, tn=3)
NO_NEGATIVES = Confusion(tp=3, fp=0, fn=1, tn=0)
EMPTY = Confusion(tp=0, fp=0, fn=0, tn=0)

UNDEFINED = [
    (ORIGIN, "precision"),
    (ORIGIN, "precision_gain"),
    (ORIGIN, "mcc"),
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
    *((EMPTY, name) for name in ("precision", "recall", "balanced_accuracy", "mcc")),
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
