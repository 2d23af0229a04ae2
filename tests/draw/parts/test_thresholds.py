"""Ticks along a curve at thresholds, and the lines of thresholds in cost space."""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import pairwise

import numpy as np
import pytest

import prplot
from prplot.draw.parts.thresholds import cost_lines, round_between, threshold_ticks
from prplot.spaces import SPACES

each_space = pytest.mark.parametrize("kind", [kind for kind in SPACES if kind.pointwise], ids=lambda kind: kind.name)
POINT = 100 / 72


@pytest.fixture
def diagonal():
    """Three groups of equal scores along the diagonal of ROC."""
    return prplot.from_counts([3.0, 2.0, 1.0], tp=[1, 2, 3], fp=[1, 2, 3])


def drawn(thing):
    thing.figure.canvas.draw()
    return thing


def ends(tick):
    return np.asarray(tick.get_xydata(), dtype=float)


# Ticks.


@each_space
@pytest.mark.parametrize("threshold", [1.6, 0.9, 0.1, -0.7])
def test_a_tick_is_centred_on_the_point_that_its_threshold_selects(kind, threshold, hard, ax):
    at = hard.at(threshold)
    place = kind(hard.prevalence).forward(at.fp / hard.negatives, at.tp / hard.positives)
    (tick,) = drawn(threshold_ticks(hard.curve(kind.name), [threshold], ax=ax)).lines
    with np.errstate(divide="ignore"):
        inside = 0 <= place[0] <= 1 and ax.bbox.count_contains([ax.transData.transform(place)]) == 1
    assert len(ends(tick)) == (2 if inside else 0)
    if inside:
        np.testing.assert_allclose(ends(tick).mean(axis=0), ax.transData.transform(place), atol=1e-6)


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("zoomed", [False, True])
def test_a_tick_is_at_right_angles_to_its_curve_on_the_screen(wide, zoomed, diagonal, ax):
    if wide:
        ax.get_figure().set_size_inches(9, 3)
        ax.set_aspect("auto")
        ax.set_box_aspect(0.3)
    ticks = threshold_ticks(diagonal.roc(), [2], ax=ax)
    if zoomed:
        ax.set(xlim=(0.3, 0.4), ylim=(0, 1))
        ax.set(xlim=(0.6, 0.7), ylim=(0.2, 1))
    (start, stop) = ends(drawn(ticks).lines[0])
    direction = np.subtract(*ax.transData.transform([(1.0, 1.0), (0.0, 0.0)]))
    tick = stop - start
    assert abs(np.dot(tick, direction)) < 1e-6 * np.hypot(*tick) * np.hypot(*direction)
    assert np.hypot(*tick) == pytest.approx(6.4 * POINT)


def test_on_a_staircase_a_tick_follows_the_trend(ax):
    """Small equal stairs: in the middle of one the tick is at right angles to their diagonal."""
    path = prplot.from_labels(np.tile([1, 1, 0, 0], 100), -np.arange(400))
    (tick,) = drawn(threshold_ticks(path.roc(), [-200.0], ax=ax)).lines
    across, up = np.diff(ends(tick), axis=0)[0]
    assert np.degrees(np.arctan2(up, across)) % 180 == pytest.approx(135, abs=15)


@each_space
def test_usual_ticks_are_few_round_and_apart(kind, hard, ax):
    curve = hard.curve(kind.name)
    ticks = drawn(threshold_ticks(curve, ax=ax))
    values = [float(line.get_label().removeprefix("_threshold ")) for line in ticks.lines]
    assert 4 <= len(values) <= 6
    assert all(high > low for high, low in pairwise(values))
    # In lift the first rows are far from each other, so that what lies between them is less round.
    digits = 3 if kind.name == "lift" else 2
    assert all(len(f"{abs(value):g}".replace(".", "").strip("0")) <= digits for value in values)
    middles = np.array([ends(tick).mean(axis=0) for tick in ticks.lines])
    assert (ax.bbox.padded(1).count_contains(middles)) == len(middles)
    assert np.hypot(*np.diff(middles, axis=0).T).min() > 15


def test_how_many_and_which(hard, ax):
    assert len(threshold_ticks(hard.roc(), 3, ax=ax).lines) == 3
    assert threshold_ticks(hard.roc(), 0, ax=ax).artists == ()
    assert threshold_ticks(hard.roc(), [], ax=ax).artists == ()
    assert len(threshold_ticks(hard.roc(), 0.5, ax=ax).lines) == 1
    several = threshold_ticks(hard.roc(), np.array([0.5, 0.25]), ax=ax)
    assert [text.get_text() for text in several.texts] == ["0.5", "0.25"]
    assert threshold_ticks(hard.roc(), 3, values=False, ax=ax).texts == ()


def test_few_distinct_scores_give_few_ticks(ax):
    path = prplot.from_labels([1, 1, 0, 1, 0, 0], [3, 3, 3, 2, 2, 1])
    labels = [line.get_label() for line in threshold_ticks(path.roc(), ax=ax).lines]
    assert labels == ["_threshold 3", "_threshold 2", "_threshold 1"]


def test_infinite_scores_have_no_usual_tick(ax):
    path = prplot.from_labels([1, 0, 1, 0, 1, 0], [np.inf, np.inf, 2, 1, -np.inf, -np.inf])
    values = [float(line.get_label().split()[-1]) for line in threshold_ticks(path.roc(), ax=ax).lines]
    assert values
    assert np.isfinite(values).all()


@each_space
@pytest.mark.parametrize("inches", [5.2, 85 / 25.4, 60 / 25.4])
def test_values_touch_neither_lines_nor_each_other_and_say_their_name_once(kind, inches, hard, ax):
    figure, curve = ax.get_figure(), hard.curve(kind.name)
    figure.set_size_inches(inches, inches * 0.9)
    (line,) = curve.plot(ax=ax).lines
    ticks = drawn(threshold_ticks(curve, 9, ax=ax))
    texts = [text for text in ticks.texts if text.shown]
    assert texts
    points = ax.transData.transform(line.get_xydata())
    dense = np.concatenate([np.linspace(a, b, 60) for a, b in pairwise(points[np.isfinite(points).all(axis=1)])])
    boxes = [text.get_window_extent() for text in texts]
    for k, box in enumerate(boxes):
        assert not box.count_contains(dense)
        assert not any(box.overlaps(other) for other in boxes[:k])
        assert not any(box.count_contains(ends(tick)) for tick in ticks.lines if len(ends(tick)))
        assert not box.overlaps(ax.get_legend().get_window_extent())
    assert sum("threshold" in text.get_text() for text in texts) <= 1
    if inches > 5:
        assert sum("threshold" in text.get_text() for text in texts) == 1


def test_style_is_passed_through(hard, ax):
    for line in threshold_ticks(hard.pr(), 4, ax=ax, c="red", lw=3, zorder=7).lines:
        assert (line.get_color(), line.get_linewidth(), line.get_zorder()) == ("red", 3, 7)
    assert ax.get_legend_handles_labels() == ([], [])


# Round numbers.


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0.0, 1.0, 1.0),
        (0.0, 0.99, 0.5),
        (0.93, 1.04, 1.0),
        (-0.2, 0.1, 0.0),
        (0.1234, 0.1239, 0.1235),
        (-7.2, -6.9, -7.0),
        (1234.0, 1900.0, 1500.0),
        (3e-9, 4.4e-9, 4e-9),
        (2.0, 3.0, 3.0),
        (2.0, 2.9, 2.5),
        (1.0, 2.0, 2.0),
        (0.3, 0.3, 0.3),
    ],
)
def test_round_numbers(low, high, expected):
    assert round_between(low, high) == expected


def test_no_number_in_the_range_has_fewer_digits():
    rng = np.random.default_rng(0)
    for _ in range(500):
        scale = 10.0 ** rng.integers(-8, 8)
        low, high = np.sort(rng.normal(size=2)) * scale
        found = round_between(low, high)
        assert low < found <= high
        exponent = Decimal(str(found)).normalize().as_tuple().exponent
        coarser = 10.0 ** (exponent + 1)
        assert found == 0 or np.floor(high / coarser) * coarser <= low + 1e-9 * abs(low)


def test_neighbours_in_floating_point_still_have_a_number_between():
    low = 0.1
    assert round_between(low, np.nextafter(low, 1)) == np.nextafter(low, 1)


# Lines in cost space.


def separate(line):
    points = np.asarray(line.get_xydata(), dtype=float).reshape(-1, 3, 2)
    assert np.isnan(points[:, 2]).all()
    return points[:, :2]


def test_each_line_runs_from_fpr_to_fnr(hard, ax):
    (line,) = cost_lines(hard.cost(), [1.5, 0.3, -2.0], ax=ax).lines
    expected = [[(0, hard.at(t).fpr), (1, 1 - hard.at(t).recall)] for t in (1.5, 0.3, -2.0)]
    np.testing.assert_allclose(separate(line), expected, atol=1e-15)


def test_the_curve_is_the_lower_envelope_of_all_lines(hard, ax):
    curve = hard.cost()
    (line,) = cost_lines(curve, 10_000, ax=ax).lines
    lines = separate(line)
    assert len(lines) == len(hard)
    x = np.linspace(0, 1, 301)
    heights = lines[:, :1, 1] * (1 - x) + lines[:, 1:, 1] * x
    np.testing.assert_allclose(heights.min(axis=0), curve.at(x), atol=1e-12)


@pytest.mark.parametrize("count", [None, 40])
def test_of_many_thresholds_as_many_are_drawn_as_can_be_seen(count, ax):
    rng = np.random.default_rng(2)
    labels = rng.random(5000) < 0.02
    path = prplot.from_labels(labels, rng.normal(size=5000) + labels)
    (line,) = cost_lines(path.cost(), count, ax=ax).lines
    lines = separate(line)
    assert 0.9 * (count or 100) <= len(lines) <= (count or 100)
    np.testing.assert_allclose(lines[[0, -1], :, 1], [(0, 1), (1, 0)])
    way = lines[:, 0, 1] + 1 - lines[:, 1, 1]
    assert np.diff(way).max() < 2.5 * 2 / (count or 100)


def test_lines_stay_below_the_curve_and_out_of_the_legend(hard, ax):
    (curve,) = hard.cost().plot(ax=ax).lines
    (line,) = cost_lines(hard.cost(), ax=ax, c="red").lines
    assert line.get_zorder() < curve.get_zorder()
    assert line.get_color() == "red"
    assert ax.get_legend_handles_labels()[0] == [curve]


@each_space
def test_only_in_cost_space(kind, hard, ax):
    with pytest.raises(prplot.PrplotTypeError, match=f"got {kind(0.5).title} space"):
        cost_lines(hard.curve(kind.name), ax=ax)
    assert not ax.lines


@pytest.mark.parametrize("labels", [[0, 0], [1, 1]])
def test_with_one_class_only_both_say_so(labels, ax):
    path = prplot.from_labels(labels, [1, 2])
    with pytest.warns(prplot.PrplotWarning, match="one class only"):
        assert cost_lines(path.cost(), ax=ax).artists == ()
    ax.clear()
    with pytest.warns(prplot.PrplotWarning, match="one class only"):
        assert threshold_ticks(path.pr(), ax=ax).artists == ()


def test_ranks_are_what_is_predicted_positive(ax):
    path = prplot.from_weights([3, 2, 1], fg=[1, 0.5, 0], bg=[0, 1.5, 1])
    drawn = threshold_ticks(path.pr(), [2.5, 2, 1], values="rank", ax=ax)
    assert [text.get_text() for text in drawn.texts] == ["1", "3", "4"]
    assert not threshold_ticks(path.pr(), [2], values=False, ax=ax).texts
    with pytest.raises(prplot.PrplotValueError, match="values must be one of 'threshold', 'rank'"):
        threshold_ticks(path.pr(), [2], values="ranks", ax=ax)


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda p, ax: threshold_ticks(p, ax=ax), prplot.PrplotTypeError, "curve must be a curve such as path.pr()"),
        (lambda p, ax: threshold_ticks(p.cost(), ax=ax), prplot.PrplotTypeError, "got Cost space"),
        (
            lambda p, ax: threshold_ticks(p.pr(), [np.nan], ax=ax),
            prplot.PrplotValueError,
            "thresholds must hold no NaN",
        ),
        (
            lambda p, ax: threshold_ticks(p.pr(), -1, ax=ax),
            prplot.PrplotValueError,
            "thresholds must be thresholds, or",
        ),
        (lambda p, ax: threshold_ticks(p.pr(), "many", ax=ax), prplot.PrplotTypeError, "thresholds must"),
        (lambda p, ax: cost_lines(p, ax=ax), prplot.PrplotTypeError, "curve must be a curve such as path.pr()"),
        (lambda p, ax: cost_lines(p.cost(), -1, ax=ax), prplot.PrplotValueError, "thresholds must be thresholds, or"),
        (lambda p, ax: cost_lines(p.cost(), [np.nan], ax=ax), prplot.PrplotValueError, "thresholds must hold no NaN"),
    ],
)
def test_wrong_input(call, error, text, hard, ax):
    before = ax.get_children()
    with pytest.raises(error, match=re.escape(text)):
        call(hard, ax)
    assert ax.get_children() == before
