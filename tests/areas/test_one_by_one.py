"""Areas of detection and retrieval, which take rows one by one and know of positives that nothing returns."""

from __future__ import annotations

import itertools
import json
import math
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import prplot
from prplot import identify

ELEVEN = [i / 10 for i in range(11)]

# The example of rafaelpadilla/Object-Detection-Metrics: hits at these ranks of 24 detections, 15 objects.
HITS = [rank in (1, 3, 10, 12, 13, 14, 23) for rank in range(1, 25)]


def ranked(hits, positives, scores=None):
    return prplot.from_labels(
        hits, -np.arange(len(hits), dtype=float) if scores is None else scores, positives=positives
    )


def test_the_example_of_voc():
    table = ranked(HITS, 15).areas()
    # Its README: 24.56 % (cut off, not rounded) and 26.84 %.
    assert math.floor(table["VOC all-point"].value * 1e4) == 2456
    assert table["VOC 11-point"].value == pytest.approx(0.2684, abs=5e-5)


def some_hits(seed):
    """Hits, how many positives there are, and scores of which some are equal."""
    rng = np.random.default_rng(seed)
    hits = rng.random(int(rng.integers(1, 40))) < 0.4
    if seed == 0:
        hits[:] = False
    scores = -np.arange(len(hits)) // (1 + seed % 3)
    return hits.tolist(), int(hits.sum() + rng.integers(1, 9)), scores


def points(hits):
    """(hits, precision) after each row, from the top."""
    counted = itertools.accumulate(hits)
    return [(tp, Fraction(tp, rank)) for rank, tp in enumerate(counted, 1)]


def highest(hits, reached):
    """The largest precision after rows of which `reached` says that they count; 0 without any."""
    return max((precision for tp, precision in points(hits) if reached(tp)), default=Fraction(0))


DEFINITIONS = {
    "VOC all-point": lambda hits, P: sum(highest(hits, lambda tp, k=k: tp >= k) for k in range(1, P + 1)) / P,
    "VOC 11-point": lambda hits, P: sum(highest(hits, lambda tp, r=r: tp / P >= r) for r in np.linspace(0, 1, 11)) / 11,
    "COCO 101-point": lambda hits, P: (
        sum(highest(hits, lambda tp, r=r: tp / P >= r) for r in np.linspace(0, 1, 101)) / 101
    ),
    "trec map": lambda hits, P: (
        sum(Fraction(tp, rank) for rank, (tp, _) in enumerate(points(hits), 1) if hits[rank - 1]) / P
    ),
    "trec 11pt_avg": lambda hits, P: (
        sum(highest(hits, lambda tp, cut=int(r * P + 0.9): tp >= cut) for r in ELEVEN) / 11
    ),
    "trec Rprec": lambda hits, P: Fraction(sum(hits[:P]), P),
}


IN_ORDER = [*DEFINITIONS, "YOLO"]


@pytest.mark.parametrize("key", DEFINITIONS)
def test_definitions(key):
    for seed in range(8):
        hits, positives, scores = some_hits(seed)
        row = ranked(hits, positives, scores).areas()[key]
        assert row.value == pytest.approx(float(DEFINITIONS[key](hits, positives)), rel=1e-13, abs=1e-15)
        assert row.claims


def test_a_straight_line_to_recall_1_counts_for_yolo():
    """One of two objects, at rank 1: precision 1 up to recall 1/2, then a chord to (1, 0)."""
    assert ranked([True], 2).areas()["YOLO"].value == pytest.approx(0.75, rel=1e-14)
    assert ranked([True, True], 2).areas()["YOLO"].value == pytest.approx(1 - 0.01 / 2, rel=1e-14)
    assert ranked([], 2).areas()["YOLO"].value == 0
    # Hit, miss, hit, of four: 1 up to recall 1/4, 2/3 up to 1/2, a chord to 0. At 1/4 it is 2/3 already.
    wanted = Fraction(1, 4) + Fraction(2, 12) + Fraction(1, 6) - Fraction(1, 100) * Fraction(1, 3) / 2
    assert ranked([True, False, True], 4).areas()["YOLO"].value == pytest.approx(float(wanted), rel=1e-13)


# The recalls, in hundredths, that tp / 100 >= linspace(0, 1, 101) misses by one unit in the last place.
MISSED = (35, 41, 47, 57, 69, 70, 82, 83, 94, 95)


def test_recalls_that_coco_misses():
    """So many of 100 objects and nothing else: precision 1 at each recall that is counted as reached."""
    for hits in (1, 34, *MISSED, 99, 100):
        counted = hits + (hits not in MISSED)
        assert ranked([True] * hits, 100).areas()["COCO 101-point"].value == pytest.approx(counted / 101, rel=1e-13)


def test_ties_in_the_order_given():
    for first, value in ((True, 1.0), (False, 0.5)):
        table = ranked([first, not first], 1, [0.5, 0.5]).areas()
        for key in ("VOC all-point", "VOC 11-point", "COCO 101-point", "trec map", "trec 11pt_avg"):
            assert table[key].value == pytest.approx(value, rel=1e-14)
        assert table["trec Rprec"].value == first
        assert table["continuous"].value == pytest.approx(0.5)


def test_counts_have_no_order_within_ties_of_both_classes():
    table = prplot.from_counts([2, 1], tp=[1, 2], fp=[1, 1]).areas()
    for key in IN_ORDER:
        assert table[key].undefined == "needs the rows in their order, for ties of both classes"
    one_by_one = prplot.from_labels([1, 1, 0, 0, 0, 1], [3, 3, 2, 2, 2, 1], positives=5).areas()
    counted = prplot.from_counts([3, 2, 1], tp=[2, 2, 3], fp=[0, 3, 3], positives=5).areas()
    for key in IN_ORDER:
        assert counted[key].value == one_by_one[key].value
        assert counted[key].claims == one_by_one[key].claims


def test_claims_of_a_path_that_ends_early():
    shown = {claim.tool for row in ranked(HITS, 15).areas() for claim in row.claims}
    assert shown == {
        "VOCdevkit",
        "Object-Detection-Metrics",
        "py-faster-rcnn",
        "pycocotools",
        "pytrec_eval",
        "ultralytics",
    }
    near = prplot.from_labels(HITS, -np.arange(24.0), positives=15, tolerance=1.5)
    assert not [claim for row in near.areas() for claim in row.claims]


# Ties treated in a way of their own.


def test_ties_split_by_precrec():
    """Its own data, P10N10: printed .7454."""
    cases = json.loads((Path(__file__).parents[1] / "data" / "theory_checks.json").read_text())
    (case,) = (case for case in cases if case["name"].startswith("13 "))
    path = prplot.from_weights(case["scores"], fg=case["w_fg"], bg=case["w_bg"])
    assert path.areas()["precrec average_precision"].value == pytest.approx(0.7454, abs=5e-5)
    # One positive and one negative at one score: halves of 1/2 at ranks 1 and 2.
    tied = prplot.from_labels([1, 0], [1, 1]).areas()["precrec average_precision"]
    assert tied.value == pytest.approx(0.5)


# Counts of the tests of Boyd's Java, and the areas that they expect: written out there step by step.
BOYD = [
    ([0, 1, 1, 2, 3, 3, 3, 4, 4, 4, 5], [0, 0, 1, 1, 1, 2, 3, 3, 4, 5, 5], 1663 / 2520),
    (
        [0, 1, 4, 5, 5, 5, 7, 8, 10, 12, 12, 13, 13, 15, 16],
        [0, 0, 1, 2, 6, 9, 10, 10, 13, 13, 16, 18, 18, 20, 20],
        0.553955,
    ),
]


# Means over categories and queries.


def test_a_printed_mean_is_identified():
    paths = {"a": ranked([True], 2), "b": ranked([False, True], 1), "nothing": ranked([], 0)}
    # Average precisions 1/2 and 1/2 of two categories; with the query that has nothing relevant 1/3.
    found = identify(paths, "0.5")
    assert found["VOC all-point"].members == (2, 3)
    assert found["VOC all-point"].what.startswith("mean over 2 of 3: each step of recall has the largest precision")
    assert "trec map" not in found
    assert identify(paths, "0.333")["trec map"].members == (3, 3)
    assert [claim.tool for claim in identify(paths, "33.3 %")["trec map"].claims] == ["pytrec_eval"]
    assert repr(found).startswith("0.5, so from 0.45 to 0.55, in the means of areas over 3 paths")
    assert "mean over 2 of 3" in " ".join(found._repr_html_().split())


def test_areas_normalized_by_data_need_no_number_of_negatives():
    path = prplot.from_labels([1, 0, 1], [3, 2, 1], positives=4)
    table = path.areas()
    assert table["normalized, by=data"].value == path.pr().normalized_area() > 0
    assert "negatives, which is unknown" in table["ROC"].undefined
    with pytest.warns(prplot.PrplotWarning):
        assert np.isnan(prplot.from_labels([1, 1], [2, 1]).pr().normalized_area())
    assert (
        prplot.from_labels([1, 1], [2, 1]).areas()["normalized, by=data"].undefined
        == "needs negative weight, known or not"
    )


def test_ends():
    table = ranked([], 3).areas()
    assert [table[key].value for key in IN_ORDER if key != "trec 11pt_avg"] == [0] * 6
    assert table["trec 11pt_avg"].undefined == "nothing is returned"
    table = ranked([False, False], 0).areas()
    assert [table[key].value for key in ("trec map", "trec 11pt_avg", "trec Rprec")] == [0, 0, 0]
    assert table["COCO 101-point"].undefined == "needs positive weight"
    many = prplot.from_counts([2, 1], tp=[1e9, 1e9], fp=[0, 1e9]).areas()
    assert many["COCO 101-point"].undefined == "needs at most 10,000,000 rows"


def test_ties_of_boyd():
    for tp, fp, area in BOYD:
        path = prplot.from_counts(-np.arange(len(tp) - 1.0), tp[1:], fp[1:])
        assert path.areas()["Boyd, ties"].value == pytest.approx(area, abs=5e-7)
    table = prplot.from_labels([0, 1, 1, 0, 1], [5, 4, 3, 2, 1]).areas()
    assert table["Boyd, ties"].value == pytest.approx(table["linear"].value, rel=1e-14)
