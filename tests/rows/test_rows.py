"""What is accepted as scores, labels and weights, what is done to missing scores, and that nothing is changed."""

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
ODD = [7, 7, "x", None]  # a pandas index that must not matter


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
    **{
        kind: lambda v, kind=kind: np.array(v, dtype=kind)
        for kind in ("float16", "float32", "longdouble", "int8", "uint8", "int16", "uint32", "int64", "uint64")
    },
}


def facts(path):
    return path.thresholds.tolist(), path.tp.tolist(), path.fp.tolist()


EXPECTED = ([math.inf, 4, 3, 2, 1], [0, 1, 1, 2, 2], [0, 0, 1, 1, 2])


@pytest.mark.parametrize("make", CONTAINERS.values(), ids=CONTAINERS)
def test_every_kind_of_array_is_read(make):
    assert facts(from_labels(ROWS, make(SCORES))) == EXPECTED
    assert facts(from_labels(make(ROWS), SCORES)) == EXPECTED
    path = from_labels(ROWS, SCORES, sample_weight=make([1, 2, 0, 4]))
    assert (path.tp.tolist(), path.fp.tolist()) == ([0, 1, 1, 1], [0, 0, 2, 6])
    weights = {"fg": make([2, 0, 1, 5]), "bg": make([1, 3, 0, 0]), "sample_weight": make([1, 1, 2, 1])}
    path = from_weights(make(SCORES), **weights)
    assert (path.tp.tolist(), path.fp.tolist()) == ([0, 2, 2, 4, 9], [0, 1, 4, 4, 4])


BOOLEANS = (
    lambda v: [bool(x) for x in v],
    lambda v: np.array(v, dtype=bool),
    lambda v: np.array([bool(x) for x in v], dtype=object),
    lambda v: pd.Series(v, dtype="boolean", index=ODD),
    lambda v: pl.Series(v).cast(pl.Boolean),
)
STRINGS = (
    list,
    np.array,
    lambda v: np.array(v, dtype=object),
    lambda v: np.array(v, dtype=np.dtypes.StringDType()),
    lambda v: pd.Series(v, dtype="string", index=ODD),
    lambda v: pd.Series(v, dtype="category", index=ODD),
    pl.Series,
    lambda v: pl.Series(v, dtype=pl.Categorical),
    lambda v: pl.Series(v, dtype=pl.Enum(["bad", "good", "poor"])),
)
OTHER_LABELS = [
    *(([1, -1, 1, -1], None, make) for make in (list, np.array, CONTAINERS["Int64"], pl.Series)),
    *((["bad", "good", "bad", "good"], chosen, make) for make in STRINGS for chosen in ("bad", ["bad"])),
    *((["bad", "good", "poor", "good"], chosen, list) for chosen in (("bad", "poor"), {"bad", "poor"})),
    *((["bad", "good", "poor", "good"], np.array(["bad", "poor"]), make) for make in STRINGS),
    ([b"bad", b"good", b"bad", b"good"], b"bad", list),
    ([1, 2, 1, 2], 1, list),
    ([2, 0, 3, 1], pd.Series([2, 3]), list),
    ([0, 1, 0, 1], np.int64(0), list),
    ([True, False, True, False], True, list),
    ([1.5, 2.5, 1.5, 2.5], 1.5, list),
    ([1, "b", 1, "b"], 1, lambda v: np.array(v, dtype=object)),
    (["2020", "2021", "2020", "2021"], np.datetime64("2020"), lambda v: np.array(v, dtype="M8[Y]")),
]


def test_labels_of_every_kind():
    for make in BOOLEANS:
        assert facts(from_labels(make(ROWS), SCORES)) == facts(from_weights(SCORES, fg=make(ROWS))) == EXPECTED
        assert from_labels(ROWS, make(ROWS)).thresholds.tolist() == [math.inf, 1, 0]
    for labels, pos_label, make in OTHER_LABELS:
        assert facts(from_labels(make(labels), SCORES, pos_label=pos_label)) == EXPECTED
    for labels in ([1, 1], [0, 0], [-1, -1], [True, True], [1.0, 1.0]):
        path = from_labels(labels, [0.2, 0.1])
        assert (path.positives, path.negatives) == ((2, 0) if labels[0] == 1 else (0, 2))


def test_numbers_as_scores():
    for numbers in ((Decimal("0.5"), Decimal("0.25")), (Fraction(1, 2), Fraction(1, 4))):
        assert from_labels([1, 0], numbers).thresholds.tolist() == [math.inf, 0.5, 0.25]
    for scores in ([2**53 + 2, 1], [-(2**60), 1], np.array([2**63 + 1, 1], dtype="uint64"), [10**400, 1]):
        with pytest.raises(PrplotError, match=r"y_score must hold integers of at most 2\*\*53.*Pass ranks"):
            from_labels([1, 0], scores)
    # Infinite scores are ordinary and tie with each other; minus zero is zero.
    path = from_labels([1, 0, 1, 0], [math.inf, math.inf, 0, -math.inf])
    assert facts(path) == ([math.inf, math.inf, 0, -math.inf], [0, 1, 2, 2], [0, 1, 1, 2])
    for weight in (None, [1.0, 1.0]):
        path = from_labels([1, 0], [-0.0, 0.0], sample_weight=weight)
        assert len(path) == 2
        assert not np.signbit([*path.thresholds, *path.sample.score]).any()


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
def test_missing_scores(scores):
    with pytest.raises(
        PrplotError, match="y_score must hold no missing scores; got 2 of 4, the first in row 1"
    ) as caught:
        from_labels([1, 0, 0, 1], scores)
    assert all(way in str(caught.value) for way in ("missing='lowest'", "missing='drop'"))
    dropped = from_labels([1, 0, 0, 1], scores, sample_weight=[1, 2, 4, 8], missing="drop")
    assert (dropped.tp.tolist(), dropped.fp.tolist()) == ([0, 1, 1], [0, 0, 4])
    lowest = from_weights(scores, fg=[0.5, 0.25, 0, 1], missing="lowest")
    assert lowest.tp.tolist() == [0, 0.5, 0.5, 1.75]
    assert lowest.thresholds[-1] == -math.inf
    for path, said in ((dropped, "2 dropped"), (lowest, "2 ranked lowest")):
        assert path.missing == (said.split()[1].replace("dropped", "drop").replace("ranked", "lowest"), 2, 0)
        assert len(path.sample) == (2 if path is dropped else 4)
        assert f"missing scores={said}" in repr(path)
        assert said in path._repr_html_()
        for other in (path.hard(), path.best(), path.worst()):
            assert other.missing == path.missing


def test_missing_scores_at_their_ends():
    assert len(from_labels([1, 0, 1], [1.0, -math.inf, None], missing="lowest")) == 3
    for policy in ("raise", "drop", "lowest"):
        path = from_labels(ROWS, SCORES, missing=policy)
        assert path.missing == (policy, 0, 0)
        assert "missing" not in repr(path)
    with pytest.raises(PrplotError, match="y_score must hold at least one score; got 2 rows, all missing"):
        from_labels([1, 0], [None, math.nan], missing="drop")


def test_missing_labels_are_an_error_that_names_the_row():
    for labels, pos_label in (
        ([1, math.nan, 0], None),
        ([1, None, 0], None),
        (pd.Series([True, None, False], dtype="boolean"), None),
        (pd.Series([1, None, 0], dtype="Int64"), None),
        (pd.Series(["a", None, "b"], dtype="string"), "a"),
        (pd.Series(["a", None, "b"], dtype="category"), "a"),
        (np.array(["a", None, "b"], dtype=object), "a"),
        (pl.Series([True, None, False]), None),
        (np.ma.array([1, 0, 0], mask=[0, 1, 0]), None),
        (np.array(["2020", "NaT", "2021"], dtype="M8[Y]"), np.datetime64("2020")),
    ):
        with pytest.raises(PrplotError, match=r"y_true must not hold missing labels; got y_true\[1\] = .*Drop those"):
            from_labels(labels, [3, 2, 1], pos_label=pos_label)


def test_the_sample_is_the_rows_as_given():
    sample = from_weights([1, 3, 2], fg=[0.5, 1, 0], bg=[0, 1, 0]).sample
    assert (sample.score.tolist(), sample.fg.tolist(), sample.bg.tolist()) == ([1, 3, 2], [0.5, 1, 0], [0, 1, 0])
    assert repr(sample) == "Sample(3 rows, soft labels)"
    weighted = from_weights([3, 2, 1], fg=[0.25, 1, 0], sample_weight=[2, 3, 5]).sample
    assert (weighted.fg.tolist(), weighted.bg.tolist()) == ([0.5, 3, 0], [1.5, 0, 5])
    # Labels are hard where no row is both.
    for fg, bg, hard in (
        ([1, 0], None, True),
        ([0.5, 0], None, False),
        ([2, 0], [0, 3], True),
        ([2, 0], [1, 3], False),
    ):
        path = from_weights([2, 1], fg=fg, bg=bg)
        assert path.sample.hard is hard
        assert path.soft is not hard


# Predictions passed as scores ---------------------------------------------------------------------------------

LABELS = np.array([0, 1, 1] * 8)
PREDICTED = np.array([0, 1, 1] * 7 + [1, 0, 0])


def test_predicted_labels_get_a_hint_that_scores_are_wanted():
    for kind in (int, float, bool, "f4"):
        with pytest.warns(prplot.PrplotWarning, match=r"column of predict_proba of the positive label") as caught:
            prplot.from_labels(LABELS, PREDICTED.astype(kind))
        assert len(caught) == 1


# Scores with more digits than float64, and rows in another order ----------------------------------------------


def test_scores_that_float64_merges_are_told_of():
    close = np.array([1, 1 + np.finfo(np.longdouble).eps, 2], dtype=np.longdouble)
    third = Fraction(1, 3)
    for scores, left in (
        ([Decimal("0.10000000000000000001"), Decimal("0.1"), Decimal("0.3")], 2),
        ([third, third + Fraction(1, 10**30), third + Fraction(1, 10**31)], 1),
        (close, 2),
    ):
        with pytest.warns(prplot.PrplotWarning, match=f"3 distinct scores, of which float64 tells {left}"):
            assert prplot.from_labels([1, 0, 1], scores).distinct == left


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


def test_scores_and_series_as_they_should_be_are_silent():
    labels = pd.Series([1, 0, 1], index=["a", "b", "c"])
    for scores in (
        pd.Series([0.1, 0.9, 0.5], index=["a", "b", "c"]),
        pd.Series([0.1, 0.9, 0.5]),
        [Decimal("0.1"), Decimal("0.1"), Decimal("0.3")],
        np.array([0.1, 0.2, 0.1], dtype=np.longdouble),
        [Fraction(1, 3), Fraction(2, 3), Fraction(1, 3)],
    ):
        prplot.from_labels(labels, scores)
    prplot.from_labels(LABELS[-5:], PREDICTED[-5:])
    prplot.from_labels(LABELS, np.ones(24))
    prplot.from_labels(LABELS, PREDICTED * 0.8)
