"""Texts that look for a free place, and points along lines."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from matplotlib.lines import Line2D

from prplot.draw.base.shapes import Shape
from prplot.draw.text.placement import along, beside, dots_along, placed


def box_of(text):
    text.axes.get_figure().canvas.draw()
    assert text.shown
    return text.get_window_extent()


def at(*xy):
    return tuple(np.array([c]) for c in xy)


# Points along lines.


def test_points_along_a_line_and_over_its_markers(plain):
    line = plain.plot([0, 1], [0.5, 0.5])[0]
    points = dots_along(plain, line, 1.0)
    assert np.diff(points[:, 0]).max() <= 1.5 + 1e-9
    assert np.ptp(points[:, 0]) == pytest.approx(plain.bbox.width, abs=5)
    (dot,) = plain.plot([0.5], [0.5], marker="o", ms=20, linestyle="none")
    points = dots_along(plain, dot, 1.0)
    assert np.ptp(points, axis=0) == pytest.approx([20, 20])
    assert len(dots_along(plain, Line2D([], []), 1.0)) == 0


def test_points_follow_the_view_and_the_data(plain):
    (line,) = plain.plot([0, 1], [0.5, 0.5])
    before = dots_along(plain, line, 1.0)
    assert dots_along(plain, line, 1.0) is before
    plain.set_ylim(0, 2)
    assert dots_along(plain, line, 1.0)[0, 1] < before[0, 1]
    line.set_data([0, 1], [1.5, 1.5])
    assert dots_along(plain, line, 1.0)[0, 1] > before[0, 1]


# Texts.


def test_a_text_is_beside_its_point_at_the_gap(plain):
    box = box_of(placed(plain, "here", beside(*at(0.5, 0.5), 10.0), must=True))
    away = box.min - plain.transData.transform((0.5, 0.5))
    assert np.hypot(*away) == pytest.approx(10 * 100 / 72, abs=1.0)
    assert np.all(away > 0)


@pytest.mark.parametrize("corner", [(0.001, 0.001), (0.999, 0.001), (0.001, 0.999), (0.999, 0.999)])
def test_a_text_stays_inside_the_axes(corner, plain):
    box = box_of(placed(plain, "a longer text", beside(*at(*corner), 6.0), must=True))
    assert plain.bbox.x0 <= box.x0 <= box.x1 <= plain.bbox.x1
    assert plain.bbox.y0 <= box.y0 <= box.y1 <= plain.bbox.y1


def test_a_text_keeps_off_lines_texts_and_the_legend(plain):
    text = placed(plain, "text", beside(*at(0.5, 0.5), 6.0))
    before = box_of(text)
    centre = plain.transData.inverted().transform((before.min + before.max) / 2)
    plain.plot([centre[0], centre[0]], [centre[1], 1])
    second = box_of(placed(plain, "text", beside(*at(0.5, 0.5), 6.0)))
    # It has moved, for the line goes through where it was.
    first = text.get_window_extent()
    assert not first.overlaps(before)
    assert not second.overlaps(first)
    kept = placed(plain, "text", beside(*at(0.5, 0.5), 6.0))
    free = box_of(kept)
    corner = plain.transAxes.inverted().transform(free.min)
    plain.legend([Line2D([], [])], ["a legend"], loc="lower left", bbox_to_anchor=corner)
    box_of(kept)
    assert plain.get_legend().get_window_extent().overlaps(free)
    boxes = [thing.get_window_extent() for thing in (*plain.texts, plain.get_legend())]
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))


def test_where_nothing_is_free_a_text_gives_way_unless_it_must(plain):
    x, y = np.meshgrid(np.linspace(0, 1, 200), np.linspace(0, 1, 200))
    plain.plot(x, y, color="C0")
    giving, must = (placed(plain, "text", beside(*at(0.5, 0.5), 6.0), must=must) for must in (False, True))
    plain.get_figure().canvas.draw()
    assert not giving.shown
    assert must.shown


def test_light_lines_are_crossed_only_where_nothing_else_is_free(plain):
    kept = placed(plain, "text", beside(*at(0.5, 0.5), 6.0))
    free = box_of(kept)
    middle = plain.transData.inverted().transform((free.min + free.max) / 2)[1]
    plain.plot([0.5, 1], [middle, middle], zorder=1.0)
    moved = box_of(kept)
    assert not moved.overlaps(free)
    for y in np.linspace(0, 1, 300):
        plain.axhline(y, zorder=1.0)
    assert box_of(kept).width == free.width


def test_the_name_is_said_once_by_the_first_that_has_room(plain):
    group = []
    plain.axvline(0.12)
    flat = Shape(np.array([0.0, 0.07]), np.array([0.5, 0.5])), Shape(np.array([0.3, 0.9]), np.array([0.5, 0.5]))
    shapes = (*flat, Shape(np.array([0.3, 0.9]), np.array([0.8, 0.8])))
    texts = [
        placed(plain, value, along(shape.at_shares((0.5,)), 4.0), name="threshold", group=group)
        for value, shape in zip("123", shapes, strict=True)
    ]
    plain.get_figure().canvas.draw()
    assert [text.get_text() for text in texts] == ["1", "threshold 2", "3"]
    plain.set_xlim(-0.5, 1)
    plain.lines[0].set_visible(False)
    plain.get_figure().canvas.draw()
    assert [text.get_text() for text in texts] == ["threshold 1", "2", "3"]


def test_texts_leave_the_layout_alone(plain):
    before = plain.get_tightbbox().bounds
    placed(plain, "x" * 30, beside(*at(0.99, 0.99), 6.0), must=True)
    assert plain.get_tightbbox().bounds == pytest.approx(before)
    plain.get_figure().canvas.draw()
    assert plain.get_tightbbox().bounds == pytest.approx(before)
