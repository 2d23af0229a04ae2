"""Wrong input: messages name the argument, the rule, the value got and, where the rule does not say it, the way out."""

import inspect
import math
import re
from io import BytesIO

import numpy as np
import pandas as pd
import pytest
from matplotlib.scale import ScaleBase

import prplot
from prplot import from_counts, from_labels, from_weights
from prplot.errors import PrplotError, PrplotTypeError, PrplotValueError, PrplotWarning, invalid, listed, one_of, short

Y, S = [1, 0, 1], [3, 2, 1]


def soft():
    return from_weights(S, fg=[0.9, 0.4, 0.1])


def test_the_family():
    assert issubclass(PrplotValueError, PrplotError)
    assert issubclass(PrplotValueError, ValueError)
    assert issubclass(PrplotTypeError, PrplotError)
    assert issubclass(PrplotTypeError, TypeError)
    assert issubclass(PrplotWarning, UserWarning)
    assert not issubclass(PrplotWarning, PrplotError)
    for name in ("PrplotError", "PrplotValueError", "PrplotTypeError", "PrplotWarning"):
        assert getattr(prplot, name).__name__ == name


V, T = ValueError, TypeError
WAY_1D = "numpy.ravel"
WAY_ROWS = "A weight of 0 leaves a row out"

# What is done; kind of error; argument, rule, value got, way out.
WRONG = {
    # Lengths
    "labels-longer": (
        lambda: from_labels(Y, [2, 1]),
        V,
        "y_true",
        "one value per row of y_score",
        "3 values for 2",
        "",
    ),
    "labels-none": (lambda: from_labels([], [2, 1]), V, "y_true", "one value per row of y_score", "0 values for 2", ""),
    "weights-shorter": (
        lambda: from_labels(Y, S, sample_weight=[1, 2]),
        V,
        "sample_weight",
        "one value per row",
        "2 values for 3",
        "",
    ),
    "fg-shorter": (lambda: from_weights(S, fg=[1, 0]), V, "fg", "one value per row of y_score", "2 values for 3", ""),
    "bg-longer": (lambda: from_weights(S, fg=Y, bg=[1] * 4), V, "bg", "one value per row", "4 values for 3", ""),
    "fg-weights": (
        lambda: from_weights(S, fg=Y, sample_weight=[1] * 4),
        V,
        "sample_weight",
        "one value per row",
        "4 values for 3",
        "",
    ),
    "counts": (lambda: from_counts(S, [1, 2], [1, 2, 3]), V, "tp", "one value per threshold", "2 for 3", ""),
    # Two dimensions, none, ragged
    "labels-column": (lambda: from_labels(np.array([Y]).T, S), V, "y_true", "one-dim", "(3, 1)", "numpy.ravel(y_true)"),
    "labels-one-hot": (
        lambda: from_labels(np.eye(3), S),
        V,
        "y_true",
        "one-dim",
        "(3, 3)",
        "numpy.argmax(y_true, axis=1)",
    ),
    "labels-several": (lambda: from_labels(np.ones((3, 3)), S), V, "y_true", "one-dim", "(3, 3)", "y_true[:, 1]"),
    "scores-of-classes": (lambda: from_labels(Y, np.ones((3, 4))), V, "y_score", "one-dim", "(3, 4)", "y_score[:, 1]"),
    "votes-of-each": (
        lambda: prplot.weights.votes(np.ones((3, 5)), 5),
        V,
        "yes",
        "be one-dimensional",
        "(3, 5)",
        "numpy.sum(yes, axis=1)",
    ),
    "votes-in-part": (lambda: prplot.weights.votes([1, 0.5], 2), V, "yes", "hold whole votes", "yes[1] = 0.5", "fg="),
    "totals-in-part": (
        lambda: prplot.weights.votes([1, 2], 2.5),
        V,
        "total",
        "hold whole votes",
        "2.5",
        "from_weights",
    ),
    "row-beyond": (lambda: soft().confusion(99), V, "row", "one of the 4 vertices, from 0 to 3", "99", "at(threshold)"),
    "row-before": (lambda: soft().confusion(-5), V, "row", "one of the 4 vertices", "-5", "at(threshold)"),
    "row-threshold": (lambda: soft().confusion(0.5), T, "row", "the whole number of a vertex", "0.5", "at(threshold)"),
    "weights-by-place": (
        lambda: from_weights(S, Y),
        T,
        "the call",
        "be from_weights(y_score, *, fg, bg=None",
        "too many",
        "fg=",
    ),
    "weights-left-out": (
        lambda: from_weights(S),
        T,
        "the call",
        "be from_weights(y_score, *, fg",
        "no 'fg', which is required",
        "fg=",
    ),
    "weights-as-third": (
        lambda: from_labels(Y, S, [1, 1, 1]),
        T,
        "the call",
        "be from_labels(",
        "too many",
        "sample_weight=",
    ),
    "weights-misnamed": (
        lambda: from_labels(Y, S, sample_weights=[1, 1, 1]),
        T,
        "the call",
        "be from_labels(y_true, y_score, *, sample_weight=None",
        "'sample_weights'",
        "The nearest is 'sample_weight'.",
    ),
    "name-as-label": (
        lambda: from_labels(Y, S, label="rf"),
        T,
        "the call",
        "be from_labels(y_true, y_score",
        "an unexpected keyword argument 'label'",
        "'name' here",
    ),
    "scores-as-predictions": (
        lambda: from_labels(Y, y_pred=S),
        T,
        "the call",
        "be from_labels(y_true, y_score",
        "no 'y_score', which is required",
        "'y_score' here",
    ),
    "rate-by-place": (
        lambda: soft().find(0.8),
        T,
        "the call",
        "be find(*, recall=None",
        "too many positional arguments",
        "find(recall=0.8)",
    ),
    "rate-mistyped": (lambda: soft().find(recal=0.8), T, "the call", "be find(", "'recal'", "The nearest is 'recall'."),
    "rate-that-is-none": (
        lambda: soft().find(f1=0.5),
        T,
        "the call",
        "be find(",
        "'f1'",
        "at(threshold)",
    ),
    "cells-by-place": (
        lambda: prplot.Confusion(1, 2, 3, 4),
        T,
        "the call",
        "be Confusion(*, tp, fp, fn, tn",
        "too many positional arguments",
        "by name",
    ),
    "cells-of-a-matrix": (
        lambda: prplot.from_confusion(tp=3, fp=6, fn=2, tn=9),
        T,
        "the call",
        "be from_confusion(confusion",
        "no 'confusion', which is required",
        "prplot.Confusion(tp=3, fp=6, fn=2, tn=9)",
    ),
    "lists-of-paths": (
        lambda: prplot.mean_area({"A": [soft(), soft()]}),
        T,
        "curves",
        "be a path, a curve",
        "list [ConfusionPath",
        "'A' is a list of paths",
    ),
    "mappings-of-paths": (
        lambda: prplot.plot({"A": {"one": soft(), "two": soft()}}),
        T,
        "curves",
        "be a path, a curve",
        "dict {'one': ConfusionPath",
        "'A' is a mapping of paths: pass each under a name of its own, or the mean of each list, prplot.mean_curve(",
    ),
    "folds-to-compare": (
        lambda: prplot.compare({"A": [soft(), soft()], "B": [soft(), soft()]}),
        T,
        "paths",
        "be at least two paths",
        "list [ConfusionPath",
        "those of folds as one, prplot.pool(paths['A']).",
    ),
    "region-by-a-rate": (
        lambda: prplot.draw.operating_region(from_labels(Y, S).pr(), {"precision": 0.5}),
        T,
        "threshold",
        "be a number that was fixed before",
        "dict {'precision': 0.5}",
        "path.find(precision=0.5). Where that chose the threshold on these data, the region is too small",
    ),
    "range-beyond-by-a-little": (
        lambda: soft().pr().area(0, 1.0000001),
        V,
        "high",
        "lie in the domain [0, 1]",
        "1.0000001",
        "Leave low and high out",
    ),
    "one-space-twice": (
        lambda: prplot.draw.panel(soft(), spaces=("roc", "auc")),
        V,
        "spaces",
        "be one or more different spaces",
        "('roc', 'auc')",
        "'roc' and 'auc' are one space, 'roc'",
    ),
    "pair": (
        lambda: prplot.mean_area({"A": (Y, S)}),
        T,
        "curves",
        "be a path, a curve",
        "tuple ([1, 0",
        "{'A': prplot.from_labels(y_true, y_score), ...}",
    ),
    "pair-alone": (
        lambda: prplot.pool([(Y, S)]),
        T,
        "paths",
        "be a path",
        "tuple",
        "prplot.from_labels(y_true, y_score).",
    ),
    "labels-2d": (lambda: from_labels([Y], S), V, "y_true", "be one-dimensional", "(1, 3)", WAY_1D),
    "scores-column": (lambda: from_labels(Y, np.ones((3, 1))), V, "y_score", "be one-dimensional", "(3, 1)", WAY_1D),
    "scores-proba": (
        lambda: from_labels(Y, np.ones((3, 2))),
        V,
        "y_score",
        "be one-dimensional",
        "(3, 2)",
        "y_score[:, 1], if it sorts last",
    ),
    "scores-3d": (lambda: from_labels(Y, np.ones((3, 1, 1))), V, "y_score", "be one-dimensional", "(3, 1, 1)", WAY_1D),
    "scores-frame": (
        lambda: from_labels(Y, pd.DataFrame({"a": S})),
        V,
        "y_score",
        "be one-dimensional",
        "(3, 1)",
        WAY_1D,
    ),
    "scores-ragged": (
        lambda: from_labels(Y, [[1], [2, 3], 4]),
        V,
        "y_score",
        "be one-dimensional",
        "different lengths",
        "",
    ),
    "scores-scalar": (lambda: from_labels(1, 0.5), V, "y_score", "be one-dimensional", "", "one value per row"),
    "weights-2d": (
        lambda: from_labels(Y, S, sample_weight=np.ones((3, 1))),
        V,
        "sample_weight",
        "be one-dimensional",
        "(3, 1)",
        WAY_1D,
    ),
    "fg-2d": (lambda: from_weights(S, fg=np.ones((3, 3))), V, "fg", "be one-dimensional", "(3, 3)", "fg[:, 1]"),
    "fg-scalar": (lambda: from_weights(S, fg=0.5), V, "fg", "be one-dimensional", "", "one value per row"),
    "counts-2d": (lambda: from_counts([S], Y, Y), V, "thresholds", "be one-dimensional", "(1, 3)", WAY_1D),
    # No rows
    "no-rows": (lambda: from_labels([], []), V, "y_score", "hold at least one row", "none", ""),
    "no-rows-soft": (lambda: from_weights([], fg=[]), V, "y_score", "hold at least one row", "none", ""),
    "no-counts": (lambda: from_counts([], [], []), V, "thresholds", "hold at least one row", "none", ""),
    # NaN
    "labels-nan": (
        lambda: from_labels([1, math.nan, 0], S),
        V,
        "y_true",
        "not hold missing",
        "y_true[1] = nan",
        "Drop",
    ),
    "labels-None": (lambda: from_labels([1, 0, None], S), V, "y_true", "not hold missing", "y_true[2] = None", "Drop"),
    "labels-None-str": (
        lambda: from_labels(["a", None, "b"], S, pos_label="a"),
        V,
        "y_true",
        "not hold missing",
        "y_true[1] = None",
        "Drop",
    ),
    "weights-nan": (
        lambda: from_labels(Y, S, sample_weight=[1, 1, math.nan]),
        V,
        "sample_weight",
        "not hold NaN",
        "sample_weight[2] = nan",
        WAY_ROWS,
    ),
    "fg-None": (lambda: from_weights(S, fg=[1, None, 0]), V, "fg", "not hold NaN or None", "fg[1]", WAY_ROWS),
    "bg-nan": (lambda: from_weights(S, fg=Y, bg=[math.nan, 1, 1]), V, "bg", "not hold NaN", "bg[0] = nan", WAY_ROWS),
    # Negative, infinite, above 1, none at all
    "weights-negative": (
        lambda: from_labels(Y, S, sample_weight=[1, -2, 1]),
        V,
        "sample_weight",
        "not be negative",
        "sample_weight[1] = -2",
        WAY_ROWS,
    ),
    "fg-negative": (lambda: from_weights(S, fg=[1, 0, -0.5]), V, "fg", "not be negative", "fg[2] = -0.5", WAY_ROWS),
    "bg-negative": (lambda: from_weights(S, fg=Y, bg=[-1, 0, 1]), V, "bg", "not be negative", "bg[0] = -1", WAY_ROWS),
    "weights-infinite": (
        lambda: from_labels(Y, S, sample_weight=[1, 1, math.inf]),
        V,
        "sample_weight",
        "be finite",
        "sample_weight[2] = inf",
        WAY_ROWS,
    ),
    "fg-infinite": (lambda: from_weights(S, fg=[1, math.inf, 0]), V, "fg", "be finite", "fg[1] = inf", WAY_ROWS),
    "fg-above-1": (lambda: from_weights(S, fg=[0.1, 1.5, 0]), V, "fg", "lie in [0, 1]", "fg[1] = 1.5", "Pass bg="),
    "fg-just-above-1": (
        lambda: from_weights(S, fg=[0.1, 1 + 2**-52, 0]),
        V,
        "fg",
        "lie in [0, 1]",
        "fg[1] = 1.0000000000000002",
        "Pass bg=",
    ),
    "no-weight": (
        lambda: from_labels(Y, S, sample_weight=[0] * 3),
        V,
        "sample_weight",
        "some row a weight",
        "3 rows of weight 0",
        "there is no curve",
    ),
    "no-weight-soft": (
        lambda: from_weights(S, fg=[0] * 3, bg=[0] * 3),
        V,
        "fg and bg",
        "some row a weight",
        "3 rows of weight 0",
        "there is no curve",
    ),
    "no-weight-counts": (
        lambda: from_counts(S, [0] * 3, [0] * 3),
        V,
        "tp and fp",
        "hold some weight",
        "only zeros",
        "",
    ),
    # Labels
    "three-classes": (
        lambda: from_labels([0, 1, 2], S),
        V,
        "y_true",
        "bool, 0/1 or -1/1 when pos_label is not given",
        "3 labels: 0, 1, 2",
        "pos_label=2",
    ),
    "0-and-2": (lambda: from_labels([0, 2, 0], S), V, "y_true", "bool, 0/1 or -1/1", "2 labels: 0, 2", "pos_label=2"),
    "strings": (
        lambda: from_labels(["no", "yes", "no"], S),
        V,
        "y_true",
        "bool, 0/1 or -1/1",
        "2 labels: 'no', 'yes'",
        "pos_label='yes'",
    ),
    "strings-of-digits": (
        lambda: from_labels(["0", "1", "0"], S),
        V,
        "y_true",
        "bool, 0/1 or -1/1",
        "'0', '1'",
        "pos_label='1'",
    ),
    "many-classes": (
        lambda: from_labels(range(100), range(100)),
        V,
        "y_true",
        "bool, 0/1 or -1/1",
        "100 labels: 0, 1, 2",
        "Say which is positive with pos_label",
    ),
    "soft-as-labels": (
        lambda: from_labels([0.2, 0.7, 1], S),
        V,
        "y_true",
        "hold hard labels",
        "soft values such as 0.2",
        "from_weights",
    ),
    "soft-as-labels-votes": (
        lambda: from_labels([0, 1, 2 / 3], S),
        V,
        "y_true",
        "hold hard labels",
        "soft values such as 0.666667",
        "weights.votes",
    ),
    "soft-Float64": (
        lambda: from_labels(pd.Series([0.2, 0.7, 1], dtype="Float64"), S),
        V,
        "y_true",
        "hold hard labels",
        "0.2",
        "from_weights",
    ),
    "pos_label-absent": (
        lambda: from_labels(list("aba"), S, pos_label="z"),
        V,
        "pos_label",
        "occur in y_true",
        "'z'",
        "'a', 'b'",
    ),
    "pos_label-one-absent": (
        lambda: from_labels(list("aba"), S, pos_label=["a", "z"]),
        V,
        "pos_label",
        "occur in y_true",
        "'z'",
        "'a', 'b'",
    ),
    "pos_label-other-type": (
        lambda: from_labels(Y, S, pos_label="1"),
        V,
        "pos_label",
        "occur in y_true",
        "'1'",
        "0, 1",
    ),
    "pos_label-empty": (lambda: from_labels(Y, S, pos_label=[]), V, "pos_label", "at least one label", "empty", ""),
    "pos_label-dict": (
        lambda: from_labels(Y, S, pos_label={1: "yes"}),
        T,
        "pos_label",
        "be a label or a collection",
        "dict {1: 'yes'}",
        "",
    ),
    "pos_label-nested": (
        lambda: from_labels(list("aba"), S, pos_label=[["a"]]),
        T,
        "pos_label",
        "label or a collection",
        "['a']",
        "",
    ),
    "labels-unhashable": (
        lambda: from_labels(np.array([{}, {}, {}]), S),
        T,
        "y_true",
        "labels that can be compared",
        "",
        "",
    ),
    "labels-dict": (
        lambda: from_labels({0: 1}, S),
        T,
        "y_true",
        "one-dimensional array-like",
        "dict {0: 1}",
        "Pass a list",
    ),
    "labels-one-string": (
        lambda: from_labels("101", S),
        T,
        "y_true",
        "one-dimensional array-like",
        "'101'",
        "Pass a list",
    ),
    # Scores
    "scores-strings": (
        lambda: from_labels(Y, ["0.3", "0.2", "0.1"]),
        T,
        "y_score",
        "hold real numbers",
        "'0.3'",
        "Convert",
    ),
    "scores-one-string": (
        lambda: from_labels(Y, np.array([0.3, "high", 0.1], dtype=object)),
        T,
        "y_score",
        "hold real numbers",
        "'high'",
        "Convert",
    ),
    "scores-complex": (lambda: from_labels(Y, [1j, 2, 3]), T, "y_score", "hold real numbers", "1j", "Convert"),
    "scores-complex-object": (
        lambda: from_labels(Y, np.array([1j, 2, 3], dtype=object)),
        T,
        "y_score",
        "hold real numbers",
        "complex 1j",
        "",
    ),
    "scores-dates": (
        lambda: from_labels(Y, np.array(["2020", "2021", "2022"], dtype="M8[Y]")),
        T,
        "y_score",
        "hold real numbers",
        "2020",
        "Convert",
    ),
    "scores-dict": (lambda: from_labels(Y, {0: 1.5}), T, "y_score", "one-dimensional", "dict {0: 1.5}", "Pass a list"),
    "scores-set": (lambda: from_labels(Y, {1, 2, 3}), T, "y_score", "one-dimensional", "set {1, 2, 3}", "Pass a list"),
    "scores-None": (lambda: from_labels(Y, None), T, "y_score", "one-dimensional", "None", "Pass a list"),
    "labels-is-None": (lambda: from_labels(None, S), T, "y_true", "one-dimensional", "None", "Pass a list"),
    "fg-is-None": (lambda: from_weights(S, fg=None), T, "fg", "one-dimensional", "None", "Pass a list"),
    "weights-strings": (
        lambda: from_labels(Y, S, sample_weight=list("abc")),
        T,
        "sample_weight",
        "hold real numbers",
        "'a'",
        "Convert",
    ),
    "weights-dict": (
        lambda: from_labels(Y, S, sample_weight={1: 2}),
        T,
        "sample_weight",
        "one-dimensional",
        "dict {1: 2}",
        "Pass a list",
    ),
    "scores-missing": (
        lambda: from_labels(Y, [1, None, math.nan]),
        V,
        "y_score",
        "hold no missing scores",
        "2 of 3, the first in row 1",
        "missing='lowest'",
    ),
    "missing-unknown": (
        lambda: from_labels(Y, S, missing="ignore"),
        V,
        "missing",
        "one of 'raise', 'drop', 'lowest'",
        "'ignore'",
        "",
    ),
    "missing-None": (
        lambda: from_weights(S, fg=Y, missing=None),
        V,
        "missing",
        "one of 'raise', 'drop', 'lowest'",
        "None",
        "",
    ),
    # Counts
    "tp-falls": (
        lambda: from_counts(S, [1, 0, 2], [0, 1, 2]),
        V,
        "tp",
        "cumulative, so never fall",
        "1 followed by 0",
        "numpy.cumsum",
    ),
    "fp-falls": (
        lambda: from_counts(S, [0, 1, 2], [3, 3, 2]),
        V,
        "fp",
        "cumulative, so never fall",
        "3 followed by 2",
        "numpy.cumsum",
    ),
    "thresholds-and-counts-rise-backwards": (
        lambda: from_counts([1, 2, 3], [2, 1, 0], [2, 1, 0]),
        V,
        "thresholds",
        "fall strictly",
        "1 followed by 2",
        "[::-1]",
    ),
    "thresholds-rise": (
        lambda: from_counts([1, 2, 3], [0, 1, 2], [0, 1, 2]),
        V,
        "thresholds",
        "fall strictly",
        "1 followed by 2",
        "[::-1]",
    ),
    # Ranges, prevalences, names of things
    "range-backwards": (lambda: soft().pr().area(0.7, 0.2), V, "low", "at most high", "low=0.7, high=0.2", "Swap"),
    "range-below": (lambda: soft().pr().area(-0.5, 1), V, "low", "lie in the domain [0, 1]", "-0.5", ""),
    "range-above": (lambda: soft().roc().area(0, 1.5), V, "high", "lie in the domain [0, 1]", "1.5", ""),
    "range-above-prg": (lambda: soft().prg().area(0, 1.5), V, "high", "lie in the domain (-inf, 1]", "1.5", ""),
    "range-nan": (lambda: soft().pr().area(math.nan, 1), V, "low", "lie in the domain [0, 1]", "nan", ""),
    **{
        f"prevalence-{space.__name__}-{value}": (
            lambda space=space, value=value: space(value),
            V,
            "prevalence",
            "strictly between 0 and 1",
            repr(value),
            "",
        )
        for space in (prplot.PR, prplot.PRG, prplot.ROC)
        for value in (0, 1, -0.2, 1.5, math.nan)
    },
    "space": (lambda: soft().curve("rok"), V, "space", "be one of", "'rok'", "'prg'"),
    "space-None": (lambda: soft().curve(None), V, "space", "be one of", "None", "'prg'"),
    "interpolation": (lambda: soft().pr("cubic"), V, "interpolation", "be one of", "'cubic'", "'continuous'"),
    "interpolation-roc": (
        lambda: soft().curve("roc", interpolation="step"),
        V,
        "interpolation",
        "be 'continuous' in ROC",
        "'step'",
        "space 'pr'",
    ),
    "metric": (lambda: soft().at(1).measure("f-1"), V, "metric", "the name of a metric", "'f-1'", "'f1'"),
}


@pytest.mark.parametrize(("call", "kind", "argument", "rule", "got", "way_out"), WRONG.values(), ids=WRONG)
def test_wrong_input(call, kind, argument, rule, got, way_out):
    with pytest.raises(kind) as caught:
        call()
    error = caught.value
    assert isinstance(error, PrplotError)
    text = str(error)
    assert text.startswith(f"{argument} must ")
    stated, _, rest = text.partition("; got ")
    assert rule in stated
    assert got in rest
    assert way_out in text
    assert "\n" not in text
    # Names that are listed are as many as there are.
    assert len(re.sub(r"'[^']*', ", "", text)) < 300
    assert text.endswith(".")


SCALARS = {
    "threshold": lambda v: soft().at(v),
    "recall": lambda v: soft().find(recall=v),
    "low": lambda v: soft().pr().area(v, 1),
    "high": lambda v: soft().pr().area(0, v),
    "tolerance": lambda v: soft().pr().trace(v),
    "prevalence": prplot.PR,
    "cut": lambda v: prplot.weights.logistic([1, 2], v),
    "slope": lambda v: prplot.weights.logistic([1, 2], 0, v),
}


@pytest.mark.parametrize(
    ("labels", "pos_label", "column"),
    [(["b", "w", "w"], "b", 0), (["b", "w", "w"], "w", 1), ([0, 1, 0], 0, 0), ([0, 1, 0], 1, 1), ([2, 7, 7], [2], 0)],
)
def test_of_the_scores_of_two_classes_the_column_of_the_positive_label_is_named(labels, pos_label, column):
    # Sure and right in every row: what the advice leads to has the area 1.
    right = [label == sorted(set(labels))[1] for label in labels]
    scores = np.array([[1.0 - yes, float(yes)] for yes in right])
    with pytest.raises(PrplotValueError, match=re.escape(f"y_score[:, {column}], if the columns are")):
        from_labels(labels, scores, pos_label=pos_label)
    assert from_labels(labels, scores[:, column], pos_label=pos_label).roc().area() == 1.0


CLOSE = {
    "space": (lambda: soft().curve("rok"), "'roc'"),
    "interpolation": (lambda: soft().pr("averge precision"), "'average_precision'"),
    "ties": (lambda: soft().pr(ties="optimist"), "'optimistic'"),
    "missing": (lambda: from_labels(Y, S, missing="dropped"), "'drop'"),
    "level": (lambda: prplot.simulate.saito("ER"), "'ER-'"),
}


def test_what_is_only_a_little_alike_is_not_called_nearest():
    with pytest.raises(PrplotValueError, match=r"got 'iris'\.$"):
        prplot.datasets.load("iris")


@pytest.mark.parametrize(
    ("name", "instead"), [("plot", r"path\.pr\(\)\.plot\(\)"), ("area", r"path\.pr\(\)\.area\(\)")]
)
def test_what_curves_have_and_paths_have_not(name, instead):
    with pytest.raises(AttributeError, match=rf"no attribute '{name}': use {instead}"):
        getattr(soft(), name)
    assert not hasattr(soft(), name)
    with pytest.raises(AttributeError, match=r"no attribute 'aera'$"):
        soft().aera  # noqa: B018


def test_no_message_says_got_twice():
    for call in (lambda: from_labels(Y, S, labl=1), lambda: from_labels(Y), lambda: from_labels(Y, S, y_true=Y)):
        with pytest.raises(PrplotTypeError, match=r"; got (?!got|missing)"):
            call()


@pytest.mark.parametrize(("call", "nearest"), CLOSE.values(), ids=CLOSE)
def test_the_nearest_of_unknown_names_is_named(call, nearest):
    with pytest.raises(PrplotValueError, match=f"The nearest is {re.escape(nearest)}\\.$"):
        call()


@pytest.mark.parametrize("value", ["x", "0.5", 1j, [0.5], [0.2, 0.5], {}], ids=repr)
@pytest.mark.parametrize(("argument", "call"), SCALARS.items(), ids=SCALARS)
def test_where_one_number_is_asked_the_value_is_named_as_given(argument, call, value):
    with pytest.raises(PrplotError, match=f"{argument} must ") as caught:
        call(value)
    assert isinstance(caught.value, ValueError | TypeError)
    assert f"{type(value).__name__} {value!r}" in str(caught.value)
    assert "predict_proba" not in str(caught.value)


@pytest.mark.parametrize("value", [np.float32(0.5), np.float64(0.5), np.int64(1), np.array(0.5), True], ids=repr)
def test_where_one_number_is_asked_numpy_numbers_will_do(value):
    soft().at(value)
    soft().find(recall=value)
    soft().pr().area(0, value)
    prplot.weights.logistic([1, 2], value, value)


def test_long_values_are_cut_in_the_middle_on_one_line():
    with pytest.raises(PrplotTypeError) as caught:
        from_labels([1] * 5000, ["score"] * 5000)
    assert "..." in str(caught.value)
    assert len(str(caught.value)) < 250


MANY = {
    "metric": (lambda: soft().optimal("precisoin"), "'precision'", "prplot.metrics.METRICS"),
    "metric by a synonym": (lambda: soft().at(1).measure("sensitivty"), "'sensitivity'", "prplot.metrics.METRICS"),
    "measure": (lambda: soft().interval("auprcc"), "'auprc'", "path.areas()"),
    "area": (lambda: soft().areas()["hull"], "'hull, PR'", "The table"),
    "constraint": (lambda: soft().optimal(subject_to={"recal": 0.5}), "'recall'", "prplot.metrics.METRICS"),
}


@pytest.mark.parametrize(("call", "near", "where"), MANY.values(), ids=MANY)
def test_of_many_names_three_at_most_are_named_and_where_all_are(call, near, where):
    with pytest.raises(PrplotValueError, match=re.escape(f"{where} lists them all.")) as caught:
        call()
    text = str(caught.value)
    hint = re.search(r"The nearest (?:is|are) (.*?)\. ", text)[1]
    assert hint.startswith(near)
    assert len(re.findall("'[^']*'", hint)) <= 3
    assert len(text) < 250


P2 = {"a": from_labels(Y, S), "b": from_labels(Y, [3, 1, 2])}
# Calls that are natural to whoever comes from elsewhere, and the end of what is said.
NATURAL = {
    "seed": (lambda: prplot.compare(P2, seed=1), "What 'seed' is elsewhere is 'rng' here: rng=1."),
    "seed in a figure": (
        lambda: prplot.plot(soft(), interval={"seed": 1}),
        "What 'seed' is elsewhere is 'rng' here: rng=1.",
    ),
    "seed of a band": (lambda: prplot.plot(soft(), band={"seed": 1}), "What 'seed' is elsewhere is 'rng' here: rng=1."),
    "level": (lambda: soft().roc().interval(ci=0.9), "What 'ci' is elsewhere is 'level' here: level=0.9."),
    "at a rate": (lambda: soft().at(recall=0.9), "A rate is passed to find, such as path.find(recall=0.9)."),
    "constraint": (lambda: soft().optimal("f1", recall=0.9), "such as subject_to={'recall': 0.9}."),
    "rule": (lambda: prplot.rule("precision", recall=0.8), "prplot.rule('precision', at={'recall': 0.8})."),
    "columns": (lambda: prplot.from_frame({}, "y", "s"), "such as score='s', label='y', weight='w'."),
    "columns of a file": (lambda: prplot.from_file("f.csv", "y", "s"), "such as score='s', label='y', weight='w'."),
    "two paths": (lambda: prplot.compare(*P2.values()), "one list or mapping: prplot.compare([a, b])."),
    "two paths with more": (lambda: prplot.compare(*P2.values(), "roc"), "prplot.compare([a, b], 'roc')."),
    "two paths to pool": (lambda: prplot.pool(*P2.values()), "as one list or mapping: prplot.pool([a, b])."),
    "two paths to average": (
        lambda: prplot.mean_area(*P2.values()),
        "Several paths are passed as one list or mapping.",
    ),
    "two paths to plot": (lambda: prplot.plot(*P2.values()), "Several paths are passed as one list or mapping."),
    "group": (lambda: prplot.by_group(y_true=Y, y_score=S, group=Y), "argument 'group'. The nearest is 'groups'."),
    "twice": (lambda: soft().find(recall=0.5, tpr=0.5), "It means 'recall': say one of the two."),
    "metric": (
        lambda: prplot.compare(P2, metric="roc"),
        "What 'metric' is elsewhere is 'measure' here: measure='roc'.",
    ),
    "partial area": (lambda: soft().roc().area(max_fpr=0.1), "What 'max_fpr' is elsewhere is 'high' here: high=0.1."),
    "interp": (lambda: soft().pr(interp="step"), "is 'interpolation' here: interpolation='step'."),
    "scores": (lambda: from_labels(Y, preds=S), "What 'preds' is elsewhere is 'y_score' here."),
    "seed of a plot": (lambda: prplot.plot(soft(), seed=1), "interval={'rng': 1}, band={'n': 500}."),
    "no path to save to": (lambda: soft().pr().plot().save(), "got no 'path', which is required."),
    "options of files": (
        lambda: soft().pr().plot().save(BytesIO(), quality=3),
        "unexpected keyword argument 'quality'.",
    ),
    "title": (lambda: prplot.plot(soft(), title="x"), "axes afterwards: artists.ax.set(title=...)."),
    "title of measures": (lambda: prplot.draw.measures(soft(), "f1", title="x"), "artists.ax.set(title=...)."),
    "figsize": (lambda: prplot.plot(soft(), figsize=(3, 3)), "subplots(figsize=(4, 4)), then ax=ax."),
    "color": (lambda: soft().pr().plot(color="red"), "in the dict of a part: line={'color': ...}."),
    "ci": (lambda: prplot.plot(soft(), ci=True), "and interval=True for the areas in the legend."),
    "options of curves": (lambda: soft().roc(tie="given"), "got tie='given'. The nearest is 'ties'."),
    "interpolation": (lambda: prplot.mean_area(P2, "ap"), "pass 'pr' and interpolation='step'."),
}


@pytest.mark.parametrize(("call", "end"), NATURAL.values(), ids=NATURAL)
def test_natural_calls_that_do_not_fit_say_what_to_write(call, end):
    with pytest.raises(PrplotError) as caught:
        call()
    assert str(caught.value).endswith(end)


ATTRIBUTES = {
    "module": (lambda: prplot.average_precision_score, "path.pr('step').area() with path = prplot.from_labels"),
    "module, curve": (lambda: prplot.roc_curve, "use path.roc() with path"),
    "module, measure": (lambda: prplot.f1_score, r"use path.at(threshold).measure('f1') with path"),
    "path": (lambda: soft().auc, "use path.roc().area()."),
    "path, measure": (lambda: soft().sensitivity, "use path.at(threshold).measure('recall')."),
    "curve": (lambda: soft().roc().auc, "use curve.area()."),
    "confusion": (lambda: soft().at(1).nothing_such, "'Confusion' object has no attribute 'nothing_such'"),
}


@pytest.mark.parametrize(("look", "said"), ATTRIBUTES.values(), ids=ATTRIBUTES)
def test_what_is_looked_for_elsewhere_is_found(look, said):
    with pytest.raises(AttributeError, match=re.escape(said)) as caught:
        look()
    assert isinstance(caught.value, PrplotError)


def public():
    """Every public function, class and method, by name; results that nobody makes, and what matplotlib calls, apart."""
    modules = [prplot, *(getattr(prplot, name) for name in prplot.__all__ if inspect.ismodule(getattr(prplot, name)))]
    for module in [*modules, prplot.areas]:
        for name in module.__all__:
            thing = getattr(module, name)
            if inspect.isfunction(thing):
                yield f"{module.__name__}.{name}", thing
            elif inspect.isclass(thing) and not issubclass(thing, BaseException | ScaleBase):
                for method in dir(thing):
                    member = inspect.getattr_static(thing, method)
                    if inspect.isfunction(member) and not method.startswith("_"):
                        yield f"{name}.{method}", member


def test_an_argument_that_nothing_has_is_an_error_of_prplot_everywhere():
    tried = 0
    for name, thing in public():
        parameters = inspect.signature(thing).parameters.values()
        if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
            continue
        needed = [p for p in parameters if p.default is p.empty]
        given = [None for p in needed if p.kind is not p.KEYWORD_ONLY]
        with pytest.raises(PrplotError, match="no_such_argument"):
            thing(*given, **{p.name: None for p in needed if p.kind is p.KEYWORD_ONLY}, no_such_argument=name)
        tried += 1
    assert tried > 150


def test_signatures_are_still_those_of_the_functions():
    assert str(inspect.signature(prplot.pool)).startswith("(paths:")
    assert list(inspect.signature(prplot.Confusion).parameters) == ["tp", "fp", "fn", "tn", "threshold"]
    assert list(inspect.signature(soft().at).parameters) == ["threshold"]


class TestHelpers:
    def test_short(self):
        assert short("a") == "'a'"
        assert short(np.zeros((2, 2))) == "array([[0., 0.], [0., 0.]])"
        long = short("a" * 50 + "b" * 50)
        assert len(long) == 60
        assert long.startswith("'aaa")
        assert long.endswith("bbb'")

    def test_listed(self):
        assert listed(["a", np.int64(2)]) == "'a', 2"
        assert listed(range(10), most=3) == "0, 1, 2, ... (10 in all)"

    def test_invalid_returns_the_four_parts(self):
        assert str(invalid("x", "be y", "z")) == "x must be y; got z."
        assert str(invalid("x", "be y", "z", "Do that.")) == "x must be y; got z. Do that."

    def test_one_of(self):
        assert one_of("per", "item", ("item", "vote")) == "item"
        for wrong in ("x", None, ["item"]):
            with pytest.raises(PrplotValueError, match="per must be one of 'item', 'vote'; got "):
                one_of("per", wrong, ("item", "vote"))
