"""Judgments and runs written by hand."""

import math

import numpy as np
import pytest

import prplot
from prplot.sources import from_run

QRELS = {
    "second": {"a": 1, "b": 0, "c": 2, "missed": 1, "unjudged": -1},
    "first": {"a": 1},
    "not run": {"a": 1},
    "nothing": {"a": 0},
}
RUN = {
    "first": {"x": 3.0},
    "second": {"a": 5.0, "b": 7.0, "c": 5.0, "d": 5.0, "unjudged": 9.0},
    "nothing": {},
    "not judged": {"a": 1.0},
}


def rows(path):
    return path.sample.score.tolist(), path.sample.fg.tolist()


def test_rows_in_the_order_of_trec():
    """By falling score, and by falling name: unjudged, b, then d, c, a."""
    paths = from_run(QRELS, RUN)
    assert list(paths) == ["second", "first", "nothing"] == [path.name for path in paths.values()]
    path = paths["second"]
    assert rows(path) == ([9, 7, 5, 5, 5], [0, 0, 0, 1, 1])
    assert (path.positives, path.reached) == (3, 2 / 3)
    assert math.isnan(path.negatives)
    assert path.ties("given").fp.tolist() == [0, 1, 2, 3, 3, 3]
    assert path.areas()["trec map"].value == pytest.approx((1 / 4 + 2 / 5) / 3, rel=1e-14)
    assert (paths["first"].positives, paths["first"].reached, paths["first"].pr().area()) == (1, 0, 0)
    assert (paths["nothing"].positives, len(paths["nothing"])) == (0, 1)


def test_scores_are_of_single_precision():
    """Of which these two are one, so that the names decide."""
    assert rows(from_run({"q": {"a": 1}}, {"q": {"a": 1 + 1e-12, "b": 1.0}})["q"]) == ([1, 1], [0, 1])
    assert rows(from_run({"q": {"a": 1}}, {"q": {"a": 1e300, "b": 1.0}})["q"]) == ([math.inf, 1], [1, 0])


def test_from_which_judgment_on():
    path = from_run(QRELS, RUN, relevant=2)["second"]
    assert (path.positives, rows(path)[1]) == (1, [0, 0, 0, 1, 0])
    # Documents without a judgment are not relevant at any level.
    assert from_run(QRELS, RUN, relevant=0)["second"].positives == 4
    of_numbers = from_run({1: {10: np.int64(1), 9: True}}, {1: {9: np.float32(0.5), 10: 0.5}})[1]
    assert (rows(of_numbers)[1], of_numbers.name) == ([1, 1], "1")


@pytest.mark.parametrize(
    ("qrels", "run", "message"),
    [
        (QRELS, "nowhere.txt", r"nowhere\.txt cannot be read"),
        (QRELS, 3, "run must be a mapping from queries"),
        ({"q": [1]}, {"q": {}}, r"qrels\['q'\] must be a mapping from documents to numbers"),
        ({1: {"a": 1}}, {"1": {"a": 1.0}}, r"run must have one of the queries of qrels; got queries '1' for"),
        ({"q": {"a": 1}}, {"q": {"a": math.nan}}, r"run\['q'\]\['a'\] must not be NaN; got nan"),
    ],
)
def test_what_is_no_run(qrels, run, message):
    with pytest.raises(prplot.PrplotError, match=message):
        from_run(qrels, run)
    for wrong in (-1, math.nan, "1"):
        with pytest.raises(prplot.PrplotError, match="relevant must"):
            from_run(QRELS, RUN, relevant=wrong)
