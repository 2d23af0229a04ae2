"""What is accepted as scores, labels and weights, what is done to missing scores, and that nothing is changed."""

import dataclasses
import math
from array import array
from collections import deque
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import polars as pl
import pytest

import prplot
from prplot import from_labels, from_weights
from prplot.errors import PrplotError

ROWS = [1, 0, 1, 0]  # as labels: rows 0 and 2 positive
SCORES = [4, 3, 2, 1]
FLOATS = ["float16", "float32", "float64", "longdouble"]
INTEGERS = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]
ODD = [7, 7, "x", None]  # a pandas index that must not matter


def same_array(values):
    return np.array(values)


CONTAINERS = {
    "list": list,
    "tuple": tuple,
    "deque": deque,
    "array.array": lambda v: array("d", v),
    "generator": lambda v: (x for x in v),
    "map": lambda v: map(int, v),
    "dict-values": lambda v: dict(enumerate(v)).values(),
    "objects": lambda v: np.array(v, dtype=object),
    "reversed-view": lambda v: np.array(v[::-1])[::-1],
    "strided-view": lambda v: np.repeat(v, 3)[::3],
    "big-endian": lambda v: np.array(v, dtype=">f8"),
    "masked-nothing": lambda v: np.ma.array(v),
    "masked-false": lambda v: np.ma.array(v, mask=[False] * len(v)),
    "series": lambda v: pd.Series(v, index=ODD),
    "series-object": lambda v: pd.Series(v, dtype=object, index=ODD),
    "Int64": lambda v: pd.Series(v, dtype="Int64", index=ODD),
    "Float64": lambda v: pd.Series(v, dtype="Float64", index=ODD),
    "pandas-category": lambda v: pd.Series(v, dtype="category", index=ODD),
    "polars": pl.Series,
    "polars-float32": lambda v: pl.Series(v, dtype=pl.Float32),
    **{kind: lambda v, kind=kind: np.array(v, dtype=kind) for kind in FLOATS + INTEGERS},
}
BOOLEANS = {
    "list": lambda v: [bool(x) for x in v],
    "array": lambda v: np.array(v, dtype=bool),
    "numpy-bools": lambda v: [np.bool_(x) for x in v],
    "objects": lambda v: np.array([bool(x) for x in v], dtype=object),
    "series": lambda v: pd.Series(v, index=ODD).astype(bool),
    "boolean": lambda v: pd.Series(v, dtype="boolean", index=ODD),
    "polars": lambda v: pl.Series(v).cast(pl.Boolean),
}
STRINGS = {
    "list": list,
    "array": np.array,
    "objects": lambda v: np.array(v, dtype=object),
    "StringDType": lambda v: np.array(v, dtype=np.dtypes.StringDType()),
    "bytes": lambda v: [x.encode() for x in v],
    "series": lambda v: pd.Series(v, index=ODD),
    "string": lambda v: pd.Series(v, dtype="string", index=ODD),
    "category": lambda v: pd.Series(v, dtype="category", index=ODD),
    "polars": pl.Series,
    "polars-categorical": lambda v: pl.Series(v, dtype=pl.Categorical),
    "polars-enum": lambda v: pl.Series(v, dtype=pl.Enum(["bad", "good", "poor"])),
}


def facts(path):
    return path.thresholds.tolist(), path.tp.tolist(), path.fp.tolist()


EXPECTED = ([math.inf, 4, 3, 2, 1], [0, 1, 1, 2, 2], [0, 0, 1, 1, 2])


@pytest.mark.parametrize("make", CONTAINERS.values(), ids=CONTAINERS)
class TestContainers:
    def test_scores(self, make):
        assert facts(from_labels(ROWS, make(SCORES))) == EXPECTED

    def test_labels(self, make):
        assert facts(from_labels(make(ROWS), SCORES)) == EXPECTED

    def test_sample_weights(self, make):
        path = from_labels(ROWS, SCORES, sample_weight=make([1, 2, 0, 4]))
        assert path.tp.tolist() == [0, 1, 1, 1]
        assert path.fp.tolist() == [0, 0, 2, 6]

    def test_foreground_and_background(self, make):
        path = from_weights(
            make(SCORES), fg=make([2, 0, 1, 5]), bg=make([1, 3, 0, 0]), sample_weight=make([1, 1, 2, 1])
        )
        assert path.tp.tolist() == [0, 2, 2, 4, 9]
        assert path.fp.tolist() == [0, 1, 4, 4, 4]


@pytest.mark.parametrize("make", BOOLEANS.values(), ids=BOOLEANS)
def test_boolean_labels_scores_and_weights(make):
    assert facts(from_labels(make(ROWS), SCORES)) == EXPECTED
    assert from_labels(ROWS, make(ROWS)).thresholds.tolist() == [math.inf, 1, 0]
    assert facts(from_weights(SCORES, fg=make(ROWS))) == EXPECTED


@pytest.mark.parametrize("kind", ["list", "array", "Int64", "polars", "float"])
def test_labels_of_minus_one_and_one(kind):
    labels = [1, -1, 1, -1]
    make = {"list": list, "array": np.array, "Int64": CONTAINERS["Int64"], "polars": pl.Series, "float": same_array}[
        kind
    ]
    assert facts(from_labels(make(labels), SCORES)) == EXPECTED


@pytest.mark.parametrize("make", STRINGS.values(), ids=STRINGS)
@pytest.mark.parametrize(
    "pos_label",
    ["bad", ["bad"], ("bad", "poor"), {"bad", "poor"}, np.array(["bad", "poor"])],
    ids=["label", "list", "tuple", "set", "array"],
)
def test_string_labels_with_a_label_or_a_collection(make, pos_label):
    labels = ["bad", "good", "bad", "good"] if np.size(list(pos_label)) != 2 else ["bad", "good", "poor", "good"]
    given = make(labels)
    if isinstance(given, list) and isinstance(given[0], bytes):
        pos_label = b"bad" if isinstance(pos_label, str) else [str(p).encode() for p in pos_label]
    assert facts(from_labels(given, SCORES, pos_label=pos_label)) == EXPECTED


@pytest.mark.parametrize(
    ("labels", "pos_label"),
    [
        ([1, 2, 1, 2], 1),
        ([2, 0, 3, 1], [2, 3]),
        ([2, 0, 3, 1], pd.Series([2, 3])),
        ([0, 1, 0, 1], 0),
        ([0, 1, 0, 1], np.int64(0)),
        ([True, False, True, False], True),
        ([1.5, 2.5, 1.5, 2.5], 1.5),
        (np.array([1, "b", 1, "b"], dtype=object), 1),
        (np.array(["2020", "2021", "2020", "2021"], dtype="M8[Y]"), np.datetime64("2020")),
    ],
)
def test_other_labels_with_pos_label(labels, pos_label):
    assert facts(from_labels(labels, SCORES, pos_label=pos_label)) == EXPECTED


@pytest.mark.parametrize("labels", [[1, 1], [0, 0], [-1, -1], [True, True], [False, False], [1.0, 1.0]], ids=repr)
def test_one_class_only_is_no_error(labels):
    path = from_labels(labels, [0.2, 0.1])
    assert (path.positives, path.negatives) == ((2, 0) if labels[0] == 1 else (0, 2))


@pytest.mark.parametrize("numbers", [(Decimal("0.5"), Decimal("0.25")), (Fraction(1, 2), Fraction(1, 4))], ids=repr)
def test_exact_numbers_as_scores(numbers):
    assert from_labels([1, 0], numbers).thresholds.tolist() == [math.inf, 0.5, 0.25]


@pytest.mark.parametrize(
    "scores",
    [[2**53 + 2, 1], [-(2**60), 1], np.array([2**63 + 1, 1], dtype="uint64"), [2**70, 1], [10**400, 1]],
    ids=["2**53+2", "-2**60", "uint64", "2**70", "10**400"],
)
def test_integers_that_doubles_cannot_tell_apart_are_refused(scores):
    with pytest.raises(ValueError, match=r"y_score must hold integers of at most 2\*\*53.*Pass ranks") as caught:
        from_labels([1, 0], scores)
    assert isinstance(caught.value, PrplotError)


class TestInfinitiesAndZeros:
    def test_infinite_scores_are_ordinary_and_tie_with_each_other(self):
        path = from_labels([1, 0, 1, 0], [math.inf, math.inf, 0, -math.inf])
        assert facts(path) == ([math.inf, math.inf, 0, -math.inf], [0, 1, 2, 2], [0, 1, 1, 2])

    @pytest.mark.parametrize("weight", [None, [1.0, 1.0]])
    def test_minus_zero_is_zero(self, weight):
        path = from_labels([1, 0], [-0.0, 0.0], sample_weight=weight)
        assert len(path) == 2
        assert np.copysign(1, path.thresholds[1]) == 1
        assert not np.signbit(path.sample.score).any()


MISSING = {
    "nan": [0.9, np.nan, 0.4, np.nan],
    "None": [0.9, None, 0.4, None],
    "float16": np.array([0.9, np.nan, 0.4, np.nan], dtype=np.float16),
    "NA-objects": np.array([0.9, pd.NA, 0.4, pd.NA], dtype=object),
    "Float64": pd.Series([0.9, None, 0.4, None], dtype="Float64", index=ODD),
    "Int64": pd.Series([9, None, 4, None], dtype="Int64", index=ODD),
    "polars": pl.Series([0.9, None, 0.4, float("nan")]),
    "polars-int": pl.Series([9, None, 4, None]),
    "masked": np.ma.array([0.9, 0.8, 0.4, 0.7], mask=[0, 1, 0, 1]),
    "masked-int": np.ma.array([9, 8, 4, 7], mask=[0, 1, 0, 1]),
}


@pytest.mark.parametrize("scores", MISSING.values(), ids=MISSING)
class TestMissingScores:
    def test_raise(self, scores):
        with pytest.raises(
            ValueError, match="y_score must hold no missing scores; got 2 of 4, the first in row 1"
        ) as caught:
            from_labels([1, 0, 0, 1], scores)
        assert isinstance(caught.value, PrplotError)
        assert "missing='lowest'" in str(caught.value)
        assert "missing='drop'" in str(caught.value)

    def test_drop(self, scores):
        path = from_labels([1, 0, 0, 1], scores, sample_weight=[1, 2, 4, 8], missing="drop")
        assert path.tp.tolist() == [0, 1, 1]
        assert path.fp.tolist() == [0, 0, 4]
        assert path.missing == ("drop", 2)
        assert len(path.sample) == 2
        assert "missing scores=2 dropped" in repr(path)
        assert "2 dropped" in path._repr_html_()

    def test_lowest(self, scores):
        path = from_weights(scores, fg=[0.5, 0.25, 0, 1], missing="lowest")
        assert path.tp.tolist() == [0, 0.5, 0.5, 1.75]
        assert path.thresholds[-1] == -math.inf
        assert path.missing == ("lowest", 2)
        assert len(path.sample) == 4
        assert "missing scores=2 ranked lowest" in repr(path)


def test_lowest_ties_missing_scores_with_minus_infinity():
    assert len(from_labels([1, 0, 1], [1.0, -math.inf, None], missing="lowest")) == 3


@pytest.mark.parametrize("policy", ["raise", "drop", "lowest"])
def test_nothing_missing_is_recorded_as_0_rows_and_not_shown(policy):
    path = from_labels(ROWS, SCORES, missing=policy)
    assert path.missing == (policy, 0)
    assert "missing" not in repr(path)


def test_what_was_missing_stays_recorded_on_paths_made_from_the_path():
    path = from_weights([1, None, 3], fg=[0.3, 0.5, 0.9], missing="drop")
    for other in (path.hard(), path.best(), path.worst()):
        assert other.missing == ("drop", 1)


def test_dropping_every_row_is_an_error():
    with pytest.raises(ValueError, match="y_score must hold at least one score; got 2 rows, all missing"):
        from_labels([1, 0], [None, math.nan], missing="drop")


LABELS_MISSING = {
    "nan": [1, math.nan, 0],
    "None": [1, None, 0],
    "boolean": pd.Series([True, None, False], dtype="boolean"),
    "Int64": pd.Series([1, None, 0], dtype="Int64"),
    "string": pd.Series(["a", None, "b"], dtype="string"),
    "category": pd.Series(["a", None, "b"], dtype="category"),
    "strings": np.array(["a", None, "b"], dtype=object),
    "polars": pl.Series([True, None, False]),
    "masked": np.ma.array([1, 0, 0], mask=[0, 1, 0]),
    "dates": np.array(["2020", "NaT", "2021"], dtype="M8[Y]"),
}


@pytest.mark.parametrize("labels", LABELS_MISSING.values(), ids=LABELS_MISSING)
def test_missing_labels_are_an_error_that_names_the_row(labels):
    pos_label = None
    if np.asarray(labels).dtype.kind == "M":
        pos_label = np.datetime64("2020")
    elif isinstance(labels[0], str):
        pos_label = "a"
    with pytest.raises(
        ValueError, match=r"y_true must not hold missing labels; got y_true\[1\] = .*Drop those rows"
    ) as caught:
        from_labels(labels, [3, 2, 1], pos_label=pos_label)
    assert isinstance(caught.value, PrplotError)


@pytest.mark.parametrize("argument", ["y_true", "y_score", "sample_weight", "fg", "bg"])
@pytest.mark.parametrize("missing", ["drop", "lowest"])
def test_inputs_are_neither_changed_nor_aliased(argument, missing):
    arrays = {
        "y_true": np.array([1.0, 0, 1, 0]),
        "y_score": np.array([-0.0, np.nan, 0.0, 5.0]),
        "sample_weight": np.array([1.0, 2, 3, 4]),
        "fg": np.array([1.0, 0.5, 0, 0]),
        "bg": np.array([1.0, 0.5, 0, 3]),
    }
    copies = {name: a.copy() for name, a in arrays.items()}
    a = arrays
    paths = [
        from_labels(a["y_true"], a["y_score"], sample_weight=a["sample_weight"], missing=missing),
        from_labels(a["y_true"], a["y_score"], missing=missing),
        from_weights(a["y_score"], fg=a["fg"], bg=a["bg"], sample_weight=a["sample_weight"], missing=missing),
        from_weights(a["y_score"], fg=a["fg"], missing=missing),
    ]
    paths += [made for p in paths for made in (p.best(), p.worst(), p.hard())]
    np.testing.assert_array_equal(a[argument], copies[argument])
    assert (np.signbit(a[argument]) == np.signbit(copies[argument])).all()
    assert a[argument].flags.writeable
    for path in paths:
        for held in (path.thresholds, path.tp, path.fp, path.sample.score, path.sample.fg, path.sample.bg):
            assert not np.shares_memory(held, a[argument])
            assert not held.flags.writeable


@pytest.mark.parametrize("series", [pd.Series([3.0, None, 1.0]), pl.Series([3.0, None, 1.0])], ids=["pandas", "polars"])
def test_series_are_not_changed(series):
    before = series.to_numpy().copy()
    from_weights(series, fg=[1, 0, 0], missing="lowest")
    np.testing.assert_array_equal(series.to_numpy(), before)


def test_masked_arrays_are_not_changed():
    scores = np.ma.array([3.0, 2.0, 1.0], mask=[0, 1, 0])
    from_labels([1, 0, 0], scores, missing="lowest")
    assert scores.mask.tolist() == [False, True, False]
    assert scores.data.tolist() == [3, 2, 1]


def test_sample_holds_the_rows_as_given_frozen():
    sample = from_weights([1, 3, 2], fg=[0.5, 1, 0], bg=[0, 1, 0]).sample
    assert sample.score.tolist() == [1, 3, 2]
    assert sample.fg.tolist() == [0.5, 1, 0]
    assert sample.bg.tolist() == [0, 1, 0]
    assert len(sample) == 3
    assert repr(sample) == "Sample(3 rows, soft labels)"
    for array_ in (sample.score, sample.fg, sample.bg):
        with pytest.raises(ValueError, match="read-only"):
            array_[0] = 9
    for name in ("score", "hard", "anything"):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(sample, name, None)


@pytest.mark.parametrize(
    ("fg", "bg", "hard"),
    [
        ([1, 0], None, True),
        ([0.5, 0], None, False),
        ([2, 0], [0, 3], True),
        ([2, 0], [1, 3], False),
        ([0, 1], [0, 0], True),
    ],
)
def test_labels_are_hard_where_no_row_is_both(fg, bg, hard):
    path = from_weights([2, 1], fg=fg, bg=bg)
    assert path.sample.hard is hard
    assert path.soft is not hard


def test_soft_labels_are_one_minus_the_other_and_weights_multiply_both():
    path = from_weights([3, 2, 1], fg=[0.25, 1, 0], sample_weight=[2, 3, 5])
    assert path.sample.fg.tolist() == [0.5, 3, 0]
    assert path.sample.bg.tolist() == [1.5, 0, 5]
    assert prplot.from_labels([1, 0], [2, 1], sample_weight=[2, 3]).sample.fg.tolist() == [2, 0]


# Predictions passed as scores ---------------------------------------------------------------------------------

LABELS = np.array([0, 1, 1] * 8)
PREDICTED = np.array([0, 1, 1] * 7 + [1, 0, 0])


@pytest.mark.parametrize("kind", [int, float, bool, "f4"])
def test_predicted_labels_get_a_hint_that_scores_are_wanted(kind):
    with pytest.warns(prplot.PrplotWarning, match=r"column of predict_proba of the positive label") as caught:
        prplot.from_labels(LABELS, PREDICTED.astype(kind))
    assert len(caught) == 1


def test_where_scores_may_well_be_two_values_there_is_no_hint():
    """All right, a few rows, one value only, other values, or a matrix that is given as one."""
    prplot.from_labels(LABELS, LABELS)
    prplot.from_labels(LABELS[-5:], PREDICTED[-5:])
    prplot.from_labels(LABELS, np.ones(24))
    prplot.from_labels(LABELS, PREDICTED * 0.8)
    prplot.from_labels(LABELS, np.append(PREDICTED[:-1], 0.5))
    prplot.from_weights(PREDICTED, fg=LABELS * 0.9)
    prplot.from_confusion(prplot.Confusion(tp=14, fp=1, fn=2, tn=7))


# Scores with more digits than float64, and rows in another order ----------------------------------------------


@pytest.mark.parametrize(
    ("scores", "distinct"),
    [
        ([Decimal("0.10000000000000000001"), Decimal("0.1"), Decimal("0.3")], (3, 2)),
        ([Fraction(1, 3), Fraction(1, 3) + Fraction(1, 10**30), Fraction(1, 3) + Fraction(1, 10**31)], (3, 1)),
        (np.array([1, 1 + np.finfo(np.longdouble).eps, 2], dtype=np.longdouble), (3, 2)),
    ],
    ids=["Decimal", "Fraction", "longdouble"],
)
def test_scores_that_float64_merges_are_told_of(scores, distinct):
    with pytest.warns(
        prplot.PrplotWarning, match=f"{distinct[0]} distinct scores, of which float64 tells {distinct[1]}"
    ):
        assert prplot.from_labels([1, 0, 1], scores).distinct == distinct[1]


def test_scores_that_float64_tells_apart_are_not():
    prplot.from_labels([1, 0, 1], [Decimal("0.1"), Decimal("0.1"), None], missing="lowest")
    prplot.from_labels([1, 0, 1], np.array([0.1, 0.2, np.nan], dtype=np.longdouble), missing="lowest")
    prplot.from_labels([1, 0, 1], [Fraction(1, 3), Fraction(2, 3), Fraction(1, 3)])


def test_series_whose_rows_are_in_another_order_are_told_of():
    labels = pd.Series([1, 0, 1], index=["a", "b", "c"])
    scores = pd.Series([0.1, 0.9, 0.5], index=["c", "a", "b"])
    with pytest.warns(prplot.PrplotWarning, match=r"same index labels in another order.*y_score\.loc\[y_true\.index\]"):
        path = prplot.from_labels(labels, scores)
    assert path.thresholds.tolist() == [np.inf, 0.9, 0.5, 0.1]
    assert path.tp.tolist() == [0, 0, 1, 2]
    with pytest.warns(prplot.PrplotWarning, match="y_score and fg have the same index labels"):
        prplot.from_weights(scores, fg=labels * 0.5)
    with pytest.warns(prplot.PrplotWarning, match="y_true and sample_weight have"):
        prplot.from_labels(labels, scores.loc[labels.index], sample_weight=scores)


def test_series_that_are_aligned_or_labelled_otherwise_are_not():
    labels = pd.Series([1, 0, 1], index=["a", "b", "c"])
    prplot.from_labels(labels, pd.Series([0.1, 0.9, 0.5], index=["a", "b", "c"]))
    prplot.from_labels(labels, pd.Series([0.1, 0.9, 0.5]))
    prplot.from_labels(labels, [0.1, 0.9, 0.5])
    prplot.from_labels(pl.Series([1, 0, 1]), pd.Series([0.1, 0.9, 0.5], index=[2, 0, 1]))
