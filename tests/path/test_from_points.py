"""Paths from the points of curves that others computed."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from sklearn.metrics import precision_recall_curve

import prplot
from prplot import from_points


@pytest.mark.parametrize("falling", [False, True])
def test_counts_come_back(falling):
    """Recalls k / 4 with FP 0, 1, 1, 5: precisions in fractions."""
    tp, fp = [1, 2, 3, 4], [0, 1, 1, 5]
    recall = [Fraction(a, 4) for a in tp]
    precision = [Fraction(a, a + b) for a, b in zip(tp, fp, strict=True)]
    columns = [[float(v) for v in column][:: -1 if falling else 1] for column in (recall, precision)]
    path = from_points(*columns, positives=4, negatives=9)
    assert path.tp.tolist() == pytest.approx([0, *tp], rel=1e-15)
    assert path.fp.tolist() == pytest.approx([0, *fp], rel=1e-15, abs=1e-15)
    assert (path.positives, path.negatives, path.closed) == (4, 9, False)
    assert path.thresholds.tolist() == [np.inf, 4, 3, 2, 1]


def test_arrays_of_scikit_learn():
    """Their last point, (1, 0), has no threshold."""
    rng = np.random.default_rng(2)
    label, score = rng.random(60) < 0.4, rng.normal(size=60).round(1)
    precision, recall, thresholds = precision_recall_curve(label, score, drop_intermediate=False)
    # Rows before the first hit are (0, 0) there.
    kept = ~((precision == 0) & (recall == 0))
    made = from_points(recall[kept], precision[kept], thresholds=thresholds[kept[:-1]], positives=label.sum())
    path = prplot.from_labels(label, score)
    found = np.searchsorted(-path.thresholds, -made.thresholds[1:])
    np.testing.assert_allclose(made.tp[1:], path.tp[found], rtol=1e-12)
    np.testing.assert_allclose(made.fp[1:], path.fp[found], rtol=1e-12, atol=1e-12)
    assert made.at(float(path.thresholds[-1])).recall == 1


def test_precision_0_ends_the_path():
    """As in COCO's 101 precisions; their mean is the area with steps to the right."""
    recall = np.linspace(0, 1, 101)
    precision = np.where(recall <= 0.43, 0.9 - recall, 0.0)
    path = from_points(recall, precision)
    assert path.reached == 0.43
    assert path.pr("max-interpolated").area() == pytest.approx(precision[1:].mean(), rel=1e-12)
    assert math.isnan(path.negatives)
    nothing = from_points([0.5, 1], [0, 0])
    assert (len(nothing), nothing.reached, nothing.pr().area()) == (1, 0, 0)


def test_places_are_no_scores():
    path = from_points([0.5, 1], [1, 0.5])
    with pytest.warns(prplot.PrplotWarning, match=r"have no scores.*thresholds="):
        assert path.at(2).recall == 0.5
    assert from_points([0.5, 1], [1, 0.5], thresholds=[0.9, 0.1]).at(0.9).recall == 0.5


def test_verticals_stay_and_rounded_values_need_not_fall():
    path = from_points([0.5, 0.5, 1], [1, 0.5, 0.5], positives=2)
    assert (path.tp.tolist(), path.fp.tolist()) == ([0, 1, 1, 2], [0, 0, 1, 2])
    assert (np.diff(from_points([0.1, 0.2, 0.3], [0.5, 0.5, 0.5 + 1e-13]).fp) >= 0).all()


def test_what_no_sample_has():
    for recall, precision, text in (
        ([0.5, 1.2], [1, 1], r"recall must lie in \[0, 1\]; got recall\[1\] = 1.2"),
        ([0.5, 1], [1, float("nan")], r"precision must lie in \[0, 1\]; got precision\[1\] = nan"),
        ([0, 0.5], [0, 0.5], r"got \(0, 0\) in row 0"),
        ([0.2, 0.5, 0.4], [1, 1, 1], "got a turn at row 2"),
        ([0.5, 1], [0.3, 0.9], r"never fall.*in row 1"),
        ([1, 0.5], [0.9, 0.3], r"never fall.*in row 0"),
        ([0.2, 0.3, 0.4], [0.5, 0, 0.5], r"never fall.*inf .*in row 1"),
        ([0.2, 0.3], [0.5], "precision must have one value per recall; got 1 for 2"),
    ):
        with pytest.raises(prplot.PrplotValueError, match=text):
            from_points(recall, precision)
    for thresholds, text in (([3, 2, 1], "one value per recall, or one fewer"), ([1, 2], "fall strictly")):
        with pytest.raises(prplot.PrplotValueError, match=f"thresholds must .*{text}"):
            from_points([0.5, 1], [1, 1], thresholds=thresholds)


def grid_of_yolo(recall, precision, points=1000):
    """As Ultralytics makes px and py: precision made to fall, from (0, 1) and to (1, 0), at 1,000 recalls."""
    px = np.linspace(0, 1, points)
    falling = np.maximum.accumulate([1.0, *precision, 0.0][::-1])[::-1]
    return px, np.interp(px, [0.0, *recall, 1.0], falling)


def test_a_line_that_a_tool_has_drawn_to_recall_1():
    """Its area is 0.06, a triangle; up to recall 0.8 there are a square of 0.4 and a trapezoid of 0.32."""
    px, py = grid_of_yolo([0.4, 0.8], [1.0, 0.6])
    with pytest.warns(prplot.PrplotWarning, match=r"in a straight line to 0 at recall 1, from recall 0\.8008"):
        whole = from_points(px, py, positives=20)
    assert (whole.reached, whole.fp[-1]) == pytest.approx((998 / 999, 20 * 998 / 999 * (999 / 3 - 1)))
    assert whole.pr("linear").area() == pytest.approx(0.78, abs=1e-4)
    keep = px <= 0.8
    cut = from_points(px[keep], py[keep], positives=20)
    assert (cut.reached, cut.pr("linear").area()) == pytest.approx((0.8, 0.72), abs=1e-3)


@pytest.mark.parametrize(
    ("recall", "precision", "row", "start"),
    [
        (*grid_of_yolo([0.3, 0.8], [0.9, 0.7]), 800, 800 / 999),
        # Falling recalls, and single precision.
        (*(column[::-1].astype(np.float32) for column in grid_of_yolo([0.3, 0.8], [0.9, 0.7])), 199, 800 / 999),
        # Rounded to six digits.
        (*(column.round(6) for column in grid_of_yolo([0.5], [0.7])), 500, 500 / 999),
        (np.linspace(0, 1, 11), [1, 1, 1, 0.9, 0.9, 0.9, 0.8, 0.6, 0.4, 0.2, 0], 6, 0.6),
        # Without the last point, (1, 0).
        (*(column[:-1] for column in grid_of_yolo([0.4], [0.7], 101)), 40, 0.4),
        ([0.25, 0.4, 0.6, 0.8, 1], [1, 0.6, 0.4, 0.2, 0], 1, 0.4),
    ],
)
def test_the_warning_says_where_the_line_begins_and_how_to_cut(recall, precision, row, start):
    with pytest.warns(prplot.PrplotWarning, match=r"straight line") as caught:
        from_points(recall, precision)
    text = str(caught[0].message)
    assert f"in row {row} on" in text
    limit = float(text.split("recall <= ")[1].split()[0])
    assert limit == pytest.approx(start, abs=2e-3)
    keep = np.asarray(recall) <= limit
    # Without a warning, and the row that was named is the last.
    cut = from_points(np.asarray(recall)[keep], np.asarray(precision)[keep])
    assert cut.reached == pytest.approx(float(recall[row]))


def test_curves_of_samples_do_not_end_in_such_a_line():
    """Neither arrays of scikit-learn nor those of a few positives, nor COCO's grids, with and without an early end."""
    rng = np.random.default_rng(5)
    for _ in range(300):
        n = int(rng.integers(2, 60))
        label, score = rng.random(n) < rng.random(), rng.normal(size=n).round(int(rng.integers(0, 3)))
        if not label.any():
            continue
        precision, recall, _ = precision_recall_curve(label, score)
        kept = ~((precision == 0) & (recall == 0))
        from_points(recall[kept], precision[kept])
        # Some objects are never returned.
        total = label.sum() + int(rng.integers(0, 5))
        path = prplot.from_labels(label, score, positives=total)
        tp, fp = path.tp[1:], path.fp[1:]
        some = tp > 0
        if not some.any():
            continue
        at, heights = tp[some] / total, tp[some] / (tp + fp)[some]
        from_points(at, heights)
        best = np.maximum.accumulate(heights[::-1])[::-1]
        for points in (11, 101):
            grid = np.linspace(0, 1, points)
            place = np.searchsorted(at, grid)
            from_points(grid, np.where(place < len(at), best[np.minimum(place, len(at) - 1)], 0.0))
    # Two points beside (1, 0) are too few for a line.
    from_points([0.5, 0.6, 0.8, 1], [1, 0.4, 0.2, 0])
