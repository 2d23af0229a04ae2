"""Confusion matrices beside their points: what they say, and what they do not cover."""

from __future__ import annotations

from itertools import pairwise

import matplotlib.pyplot as plt
import numpy as np
import pytest

import prplot
from prplot import Confusion
from prplot.draw.parts.operating_points import operating_point
from prplot.draw.text.matrix import weight_written
from prplot.spaces import SPACES


@pytest.mark.parametrize(
    ("threshold", "label", "lines"),
    [
        (0.6, None, ["threshold 0.6", "TP 2  FP 1", "FN 1  TN 2"]),
        (0.123456, None, ["threshold 0.1235", "TP 3  FP 2", "FN 0  TN 1"]),
        ("f1", "best", ["best", "threshold 0.4", "TP 3  FP 1", "FN 0  TN 2"]),
        (-3.0, None, ["threshold \N{MINUS SIGN}3", "TP 3  FP 3", "FN 0  TN 0"]),
        (np.inf, None, ["threshold \N{INFINITY}", "TP 0  FP 0", "FN 3  TN 3"]),
        (Confusion(tp=2, fp=1, fn=1, tn=2), None, ["TP 2  FP 1", "FN 1  TN 2"]),
    ],
)
def test_what_the_matrix_says(threshold, label, lines, six, ax):
    (text,) = operating_point(six.roc(), threshold, matrix=True, label=label, ax=ax).texts
    assert text.get_text().splitlines() == lines


def test_whole_weights_are_written_in_full_and_others_to_three_digits(ax):
    path = prplot.from_counts([2.0, 1.0], tp=[123456, 200000], fp=[0.123456, 1234.567])
    (text,) = operating_point(path.roc(), 2.0, matrix=True, ax=ax).texts
    assert text.get_text().splitlines()[1:] == ["TP 123456  FP 0.123", "FN 76544  TN 1234"]


@pytest.mark.parametrize(("kind", "width"), [*((kind, 5.2) for kind in SPACES), (SPACES[0], 85 / 25.4)])
def test_matrices_cover_neither_curve_nor_point_nor_each_other(kind, width, hard, ax, covers, on_screen):
    curve, figure = hard.curve(kind.name), ax.get_figure()
    figure.set_size_inches(width, width * 0.85)
    (line,) = curve.plot(ax=ax).lines
    drawn = operating_point(curve, ["f1", 0.6], matrix=True, ax=ax)
    figure.canvas.draw()
    one, two = (text.get_window_extent() for text in drawn.texts)
    assert all(text.shown for text in drawn.texts)
    assert not one.overlaps(two)
    for box in (one, two):
        assert not covers(box, on_screen(line))
        assert not covers(box, np.concatenate([on_screen(mark, 50) for mark in drawn.lines]))
        assert not box.overlaps(ax.get_legend().get_window_extent())
        assert ax.bbox.x0 <= box.x0 <= box.x1 <= ax.bbox.x1
        assert ax.bbox.y0 <= box.y0 <= box.y1 <= ax.bbox.y1


def test_cells_of_a_matrix_are_in_rows_and_flush_right(hard, ax):
    at = next(hard.at(t) for t in hard.thresholds[1:] if [len(f"{c:g}") for c in hard.at(t).cells] == [2, 3, 1, 2])
    (text,) = operating_point(hard.pr(), at, matrix=True, ax=ax).texts
    ax.get_figure().canvas.draw()
    box = text.get_window_extent()
    parts = {t.get_text(): t.get_window_extent() for t in text._box.findobj(plt.Text) if t.get_text()}
    rows = [("TP", f"{at.tp:g}", "FP", f"{at.fp:g}"), ("FN", f"{at.fn:g}", "TN", f"{at.tn:g}")]
    assert len({cell for row in rows for cell in row}) == 8
    for row in rows:
        boxes = [parts[cell] for cell in row]
        assert all(one.x1 < two.x0 for one, two in pairwise(boxes))
        assert np.ptp([cell.y0 for cell in boxes]) < 1.5
    for column in (1, 3):
        assert parts[rows[0][column]].x1 == pytest.approx(parts[rows[1][column]].x1, abs=1.0)
    for column in (0, 2):
        assert parts[rows[0][column]].x0 == pytest.approx(parts[rows[1][column]].x0, abs=1.5)
    assert parts[rows[0][0]].y0 > parts[rows[1][0]].y1
    for cell in parts.values():
        assert box.x0 < cell.x0 < cell.x1 < box.x1
        assert box.y0 < cell.y0 < cell.y1 < box.y1


def test_a_far_matrix_is_joined_to_its_point_and_a_near_one_is_not(hard, ax, pixels):
    ax.set(xlim=(0, 1), ylim=(0, 1), xticks=[], yticks=[])
    ax.axis("off")
    drawn = operating_point(hard.roc(), 0.5, matrix=True, ax=ax, ms=0, mew=0)
    figure, (text,) = ax.get_figure(), drawn.texts
    figure.canvas.draw()
    near = text.get_window_extent()
    at = ax.transData.transform(drawn.lines[0].get_xydata()[0])
    ax.fill_between([0, 1], 0, 1, visible=False)
    # Wherever the first one was, lines are now.
    grid = np.linspace(0, 1, 160)
    block = [(x, y) for x in grid for y in grid if np.hypot(x - at_share(ax, at)[0], y - at_share(ax, at)[1]) < 0.45]
    ax.plot(*np.transpose(block), linestyle="none", marker=",", color="white", zorder=2)
    image = pixels(figure)
    far = text.get_window_extent()
    assert np.hypot(*(nearest(far, at) - at)) > 3 * np.hypot(*(nearest(near, at) - at))
    middle = (nearest(far, at) + at) / 2
    row, column = image.shape[0] - 1 - int(middle[1]), int(middle[0])
    assert image[row - 2 : row + 3, column - 2 : column + 3, :3].min() < 230


def at_share(ax, point):
    return ax.transAxes.inverted().transform(point)


def nearest(box, point):
    return np.clip(point, box.min, box.max)


@pytest.mark.parametrize(
    ("weight", "said"),
    [
        (3.0, "3"),
        (0.0, "0"),
        (0.473261, "0.473"),
        (12.3456, "12.3"),
        (99.96, "100"),
        (1590880.4, "1590880"),
        (123456.0, "123456"),
        (np.nan, "n/a"),
    ],
)
def test_weights_are_whole_or_have_three_digits(weight, said):
    assert weight_written(weight) == said
