"""Operating points with their labels, and non-dominated points."""

from __future__ import annotations

import re

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.figure import Figure

import prplot
from prplot import Confusion
from prplot.draw.parts.operating_points import non_dominated, operating_point
from prplot.draw.parts.points import point
from prplot.spaces import SPACES

POINTWISE = [kind for kind in SPACES if kind.pointwise]
each_space = pytest.mark.parametrize("kind", POINTWISE, ids=lambda kind: kind.name)
every_space = pytest.mark.parametrize("kind", SPACES, ids=lambda kind: kind.name)


def places(drawn):
    return np.array([line.get_xydata()[0] for line in drawn.lines])


# Where they are.


@each_space
@pytest.mark.parametrize("threshold", [1.5, 0.7, -0.2, -9.0])
def test_a_threshold_is_where_its_rates_are(kind, threshold, hard, ax):
    at = hard.at(threshold)
    expected = kind(hard.prevalence).forward(at.fp / hard.negatives, at.tp / hard.positives)
    np.testing.assert_allclose(places(operating_point(hard.curve(kind.name), threshold, ax=ax)), [expected], rtol=1e-12)


def test_in_cost_space_it_is_the_line_from_fpr_to_fnr(six, ax):
    (line,) = operating_point(six.cost(), 0.6, ax=ax).lines
    np.testing.assert_allclose(line.get_xydata(), [(0, 1 / 3), (1, 1 / 3)], rtol=1e-15)
    (line,) = operating_point(six.cost(), "f1", ax=ax).lines
    np.testing.assert_allclose(line.get_xydata(), [(0, 1 / 3), (1, 0)], rtol=1e-15)
    assert line.get_linestyle() == "-"
    assert line.get_marker() == "None"


@pytest.mark.parametrize(
    ("what", "recall", "precision"),
    [
        ("f1", 1, 3 / 4),
        (prplot.f_beta(2.0), 1, 3 / 4),
        ("precision", 1 / 3, 1),
        ("accuracy", 2 / 3, 1),
        ("break-even", 2 / 3, 2 / 3),
        (prplot.expected_cost(fn=1, fp=5, prevalence=0.5), 2 / 3, 1),
        (prplot.expected_cost(fn=5, fp=1, prevalence=0.5), 1, 3 / 4),
        (Confusion(tp=3, fp=2, fn=0, tn=1), 1, 3 / 5),
        (0.5, 2 / 3, 2 / 3),
    ],
    ids=str,
)
def test_what_may_be_asked_for(what, recall, precision, six, ax):
    np.testing.assert_allclose(places(operating_point(six.pr(), what, ax=ax)), [(recall, precision)], rtol=1e-15)


def test_several_of_any_kind_at_once(six, ax):
    curve = six.roc()
    several = operating_point(curve, ["f1", 0.8, six.find(predicted_positive_rate=0.2)], ax=ax)
    np.testing.assert_allclose(places(several), [(1 / 3, 1), (0, 2 / 3), (0, 1 / 3)])
    as_array = operating_point(curve, np.array([0.8, 0.3]), ax=ax)
    np.testing.assert_allclose(places(as_array), [(0, 2 / 3), (2 / 3, 1)])
    assert [line.get_label() for line in several.lines] == [
        "_operating point at 0.4",
        "_operating point at 0.8",
        "_operating point at 0.9",
    ]


def test_several_from_a_dictionary_or_a_generator(six, ax):
    wishes = {"precise": six.find(precision=1), "best": six.optimal("f1")}
    expected = places(operating_point(six.pr(), list(wishes.values()), ax=ax))
    for several in (wishes.values(), (wish for wish in wishes.values()), np.array([0.8, 0.4])):
        np.testing.assert_array_equal(places(operating_point(six.pr(), several, ax=ax)), expected)


def test_where_negatives_are_unknown_a_matrix_of_other_false_positives_is_refused(ax):
    path = prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1], positives=5)
    there = Confusion(tp=2, fp=1, fn=3, tn=np.nan, threshold=0.4)
    np.testing.assert_allclose(places(operating_point(path.pr(), there, ax=ax)), [(2 / 5, 2 / 3)])
    with pytest.raises(prplot.PrplotValueError, match="must be a confusion matrix on the path of the curve"):
        operating_point(path.pr(), Confusion(tp=2, fp=4, fn=3, tn=np.nan, threshold=0.4), ax=ax)


def test_inside_a_tie_break_even_follows_the_straight_step(ax):
    """P = 2 of 4 tied rows: half of the step, TP = 1 and FP = 1."""
    curve = prplot.from_labels([1, 0, 1, 0], [1, 1, 1, 1]).roc()
    np.testing.assert_allclose(places(operating_point(curve, "break-even", ax=ax)), [(0.5, 0.5)])


@pytest.mark.parametrize(("left", "ordinate"), [("limit", 1 / 2), ("one", 1.0)])
def test_nothing_predicted_is_at_the_beginning_of_the_curve(left, ordinate, ax):
    curve = prplot.from_labels([1, 0, 1], [2, 2, 1]).pr(left=left)
    np.testing.assert_array_equal(places(operating_point(curve, 5.0, ax=ax)), [(0.0, ordinate)])


def test_what_has_no_place_is_said_and_left_out(six, ax):
    with pytest.warns(prplot.PrplotWarning, match=r"TP = 0 and FP = 0 has no place in Precision-Recall-Gain space"):
        drawn = operating_point(six.prg(), [5.0, 0.4], ax=ax)
    np.testing.assert_allclose(places(drawn), [(1.0, 1 - 1 / 3)])


def test_another_prevalence_moves_the_points_with_the_curve(hard, ax):
    curve = hard.pr(prevalence=0.05)
    for given in (hard.optimal("f2"), hard.optimal("f2").threshold):
        row = int(np.flatnonzero(curve.thresholds == hard.optimal("f2").threshold)[0])
        place = places(operating_point(curve, given, ax=ax))
        np.testing.assert_allclose(place, [(curve.x[row], curve.y[row])], rtol=1e-9)


@pytest.mark.parametrize("labels", [[0, 0], [1, 1]])
@every_space
def test_with_one_class_only_nothing_is_drawn(kind, labels, ax):
    curve = prplot.from_labels(labels, [1, 2]).curve(kind.name)
    with pytest.warns(prplot.PrplotWarning, match="an operating point is not drawn .* one class only"):
        assert operating_point(curve, 1.5, ax=ax).artists == ()


# What they look like.


def test_the_colour_is_that_of_the_curve(hard, other, ax):
    first, second = (line.get_color() for line in prplot.plot([hard, other], ax=ax).lines)
    assert first != second
    # A curve of the same path stands for the drawn one.
    assert operating_point(other.pr(), 0.5, ax=ax).lines[0].get_color() == second
    assert operating_point(hard.pr(), [0.5, 0.6], ax=ax).lines[1].get_color() == first
    assert operating_point(hard.hard().pr(), 0.5, ax=ax).lines[0].get_color() not in (first, second)


def test_style_is_passed_through(hard, ax):
    drawn = operating_point(
        hard.pr(), [0.5, 1.0], ax=ax, ms=11, c="red", marker="^", zorder=7, label="here they are"[:0] or None
    )
    for dot in drawn.lines:
        assert (dot.get_markersize(), dot.get_color(), dot.get_marker(), dot.get_zorder()) == (11, "red", "^", 7)
    assert ax.get_legend_handles_labels() == ([], [])


def test_limits_of_the_caller_stay(hard, ax):
    ax.set(xlim=(0.2, 0.7), ylim=(0.1, 0.6))
    operating_point(hard.pr(), ["f1", 0.0], matrix=True, ax=ax)
    assert (ax.get_xlim(), ax.get_ylim()) == ((0.2, 0.7), (0.1, 0.6))


def test_without_axes_the_current_ones(hard):
    artists = hard.pr().plot()
    assert operating_point(hard.pr(), 0.5).ax is artists.ax
    assert len(plt.get_fignums()) == 1


def test_a_point_below_zero_is_told_of(ax):
    path = prplot.from_labels([1, 0, 1, 1, 0], [5, 4, 3, 2, 1])
    # Recall 1/3 at prevalence 3/5: a recall gain of (1/3 - 3/5) / (2/5 1/3) = -2.
    with pytest.warns(prplot.PrplotWarning, match=r"at \(-2, 1\) in Precision-Recall-Gain space is outside.*show -0.0"):
        drawn = operating_point(path.prg(), 5.0, ax=ax)
    assert drawn.lines[0].get_xydata().tolist() == [[pytest.approx(-2), 1]]
    ax.set_xlim(-3, 1)
    operating_point(path.prg(), 5.0, ax=ax)


# Labels.


@every_space
def test_labels_cover_neither_the_curve_nor_each_other(kind, hard, ax, covers, on_screen):
    curve = hard.curve(kind.name)
    (line,) = curve.plot(ax=ax).lines
    names = ["best F1", "break-even", "0.8", "a longer name"]
    drawn = operating_point(curve, ["f1", "break-even", 0.8, -0.5], label=names, ax=ax)
    ax.get_figure().canvas.draw()
    boxes = [text.get_window_extent() for text in drawn.texts]
    assert [text.get_text() for text in drawn.texts] == names
    for k, box in enumerate(boxes):
        assert not covers(box, on_screen(line))
        assert not any(box.overlaps(before) for before in boxes[:k])


def test_the_label_of_a_published_point_gives_way_to_the_curve(hard, ax, covers, on_screen):
    (line,) = hard.roc().plot(ax=ax).lines
    for share in (0.1, 0.3, 0.5):
        x, y = line.get_xydata()[int(share * len(line.get_xydata()))]
        (text,) = point(hard.roc(), (x + 0.02, y - 0.02), label="Smith 2020", ax=ax).texts
        ax.get_figure().canvas.draw()
        assert not covers(text.get_window_extent(), on_screen(line))


def test_a_point_out_of_view_has_no_text(hard, ax):
    ax.set(xlim=(0.5, 1), ylim=(0, 1))
    drawn = operating_point(hard.pr(), ["f1", 2.0], matrix=True, ax=ax)
    ax.get_figure().canvas.draw()
    assert [text.shown for text in drawn.texts] == [hard.optimal("f1").recall >= 0.5, hard.at(2.0).recall >= 0.5]
    assert not drawn.texts[1].shown


# Non-dominated points.


def beats(one, other, signs):
    better = [sign * (a - b) for a, b, sign in zip(one, other, signs, strict=True)]
    return min(better) >= 0 and max(better) > 0


@each_space
def test_no_point_beats_a_circled_one_and_some_circled_one_beats_each_other(kind, hard, ax):
    (dots,) = non_dominated(hard.curve(kind.name), ax=ax).lines
    table = hard.table()
    by_precision = kind.rate != "fpr"
    columns, signs = (("recall", "precision"), (1, 1)) if by_precision else (("fpr", "recall"), (-1, 1))
    rows = [row for row in range(len(hard)) if not by_precision or table["tp"][row] > 0]
    points = [tuple(table[column][row] for column in columns) for row in rows]
    free = {point for point in points if not any(beats(q, point, signs) for q in points)}
    space = kind(hard.prevalence)
    rates = {(table["fpr"][r], table["recall"][r]) for r, point in zip(rows, points, strict=True) if point in free}
    expected = np.array(sorted(tuple(float(c) for c in space.forward(*rate)) for rate in rates))
    np.testing.assert_allclose(dots.get_xydata()[np.lexsort(dots.get_xydata().T[::-1])], expected, rtol=1e-12)
    assert dots.get_markerfacecolor() == "none"
    assert dots.get_linestyle() == "None"


def test_circles_take_the_callers_look(hard, ax):
    (dots,) = non_dominated(hard.roc(), ax=ax, ms=9, c="green", mfc="white").lines
    assert (dots.get_markersize(), dots.get_color(), dots.get_markerfacecolor()) == (9, "green", "white")
    assert ax.get_legend_handles_labels() == ([], [])


def test_in_cost_space_there_are_none(hard, ax):
    with pytest.raises(prplot.PrplotTypeError, match="non-dominated points must be drawn in a space in which"):
        non_dominated(hard.cost(), ax=ax)
    with pytest.warns(prplot.PrplotWarning, match="one class only"):
        assert non_dominated(prplot.from_labels([1, 1], [1, 2]).roc(), ax=ax).artists == ()


# Wrong input.


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda c, ax: operating_point(c.path, 0.5, ax=ax), prplot.PrplotTypeError, "curve must be a curve such as"),
        (lambda c, ax: operating_point(c.space, 0.5, ax=ax), prplot.PrplotTypeError, "curve must be a curve such as"),
        (lambda c, ax: operating_point(c, np.nan, ax=ax), prplot.PrplotValueError, "threshold must not be NaN"),
        (lambda c, ax: operating_point(c, None, ax=ax), prplot.PrplotTypeError, "threshold must be one real number"),
        (lambda c, ax: operating_point(c, [[0.5]], ax=ax), prplot.PrplotTypeError, "threshold must be one real number"),
        (lambda c, ax: operating_point(c, {0.5: "a"}, ax=ax), prplot.PrplotTypeError, "threshold must be a threshold"),
        (lambda c, ax: operating_point(c, "topper", ax=ax), prplot.PrplotValueError, "got 'topper'"),
        (
            lambda c, ax: operating_point(c, Confusion(tp=10, fp=20, fn=40, tn=180), ax=ax),
            prplot.PrplotValueError,
            "Use prplot.draw.point(curve, confusion) to mark another classifier.",
        ),
        (
            lambda c, ax: operating_point(c, [0.5, 0.6], label="both", ax=ax),
            prplot.PrplotValueError,
            "label must hold one text per threshold (2); got 'both'.",
        ),
        (lambda c, ax: non_dominated(c.path, ax=ax), prplot.PrplotTypeError, "curve must be a curve such as"),
    ],
)
def test_wrong_input(call, error, text, hard, ax):
    before = ax.get_children()
    with pytest.raises(error, match=re.escape(text)):
        call(hard.pr(), ax)
    assert ax.get_children() == before


def test_drawing_again_draws_the_same(hard, pixels):
    figure = Figure(figsize=(5, 4))
    curve = hard.pr()
    curve.plot(ax=figure.add_subplot())
    operating_point(curve, ["f1", 0.7], matrix=True, ax=figure.axes[0])
    first = pixels(figure)
    np.testing.assert_array_equal(first, pixels(figure))


def test_a_label_has_the_colour_of_its_curve(hard, soft):
    artists = prplot.plot([hard, soft])
    for line, path in zip(artists.lines, [line.curve.path for line in artists.lines], strict=True):
        drawn = prplot.draw.operating_point(path.pr(), "f1", label="best F1", ax=artists.ax)
        assert drawn.texts[0].get_color() == drawn.lines[0].get_color() == line.get_color()
        given = operating_point(line.curve, 0.5, label="mine", color="red", ax=line.axes)
        assert given.texts[0].get_color() == given.lines[0].get_color() == "red"
