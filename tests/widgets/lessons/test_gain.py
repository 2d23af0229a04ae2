"""The lesson of gains: axes that slide from one scale to the other, and means of F."""

from __future__ import annotations

import re
import statistics
from fractions import Fraction

import numpy as np
import pytest

import prplot
from prplot.widgets.lessons import LESSONS

PI = Fraction(1, 10)
POINTS = ((2, 0), (3, 2), (5, 3), (6, 9), (8, 14), (9, 40), (10, 90))
CORNERS = ((2, 0), (5, 3), (8, 14), (9, 40), (10, 90))


def gain_of(value):
    return (value - PI) / ((1 - PI) * value)


def f_of(tp, fp, squared):
    return (1 + squared) * tp / (tp + fp + squared * 10)


def share(ax, x, y):
    """Where in the box of axes a point is."""
    return ax.transAxes.inverted().transform(ax.transData.transform(np.column_stack([x, y])))


@pytest.mark.parametrize("morph", [0.0, 0.05, 0.3, 0.5, 0.85, 1.0])
@pytest.mark.usefixtures("words_only")
def test_gain_slides_every_place_from_the_plain_scale_to_that_of_gains(morph, made):
    """PR at 0, PR-Gain at 1, and in between the places are so far on their straight way."""
    ax = made("gain", morph=morph).figure.axes[0]
    for value in (Fraction(1, 10), Fraction(3, 20), Fraction(1, 3), Fraction(9, 10), Fraction(1)):
        expected = (float((1 - Fraction(morph)) * value + Fraction(morph) * gain_of(value)) + 0.015) / 1.03
        np.testing.assert_allclose(share(ax, float(value), float(value)), [[expected, expected]], rtol=0, atol=1e-9)
    inverse = ax.xaxis.get_transform().inverted()
    np.testing.assert_allclose(ax.get_xlim(), inverse.transform(np.array([-0.015, 1.015])), rtol=1e-12)
    for side in (ax.xaxis, ax.yaxis):
        assert {"0.1", "0.2", "0.3", "0.5", "1"} <= {text.get_text() for text in side.get_ticklabels()}


@pytest.mark.usefixtures("words_only")
def test_gain_at_its_ends_is_what_prplot_draws_in_pr_and_in_prg(made):
    path = prplot.from_counts([7, 6, 5, 4, 3, 2, 1], *np.transpose(POINTS))
    for morph, curve in ((0.0, path.pr()), (1.0, path.prg())):
        ax = made("gain", morph=morph).figure.axes[0]
        other = prplot.plot(curve).ax
        for tp, fp in POINTS:
            place = curve.space.forward(fp / 90, tp / 10)
            np.testing.assert_allclose(share(ax, tp / 10, tp / (tp + fp)), share(other, *place), rtol=0, atol=1e-9)


@pytest.mark.parametrize("beta", [0.3, 1.0, 2.0])
@pytest.mark.parametrize("morph", [0.0, 0.5, 1.0])
@pytest.mark.usefixtures("words_only")
def test_gain_has_straight_isolines_at_1_only(morph, beta, made):
    view = made("gain", beta=beta, morph=morph)
    ax = view.figure.axes[0]
    lines = [line for line in ax.lines if re.match(r"_f[0-9.]+ = |_always-positive", str(line.get_label()))]
    assert len(lines) == 6
    for line in lines:
        seen = share(ax, *line.get_data())
        seen = seen[((seen >= 0) & (seen <= 1)).all(axis=1)]
        (x0, y0), (x1, y1) = seen[0], seen[-1]
        off = ((seen - [x0, y0]) @ [y1 - y0, x0 - x1]) / np.hypot(x1 - x0, y1 - y0)
        if morph == 1:
            np.testing.assert_allclose(off, 0, rtol=0, atol=1e-9)
            assert (y1 - y0) / (x1 - x0) == pytest.approx(-(beta**2), rel=1e-6)
        else:
            assert abs(off).max() > 1e-3
    assert ("straight and parallel" in view.description) is (morph == 1)
    assert ("are bent" in view.description) is (morph < 1)


@pytest.mark.usefixtures("words_only")
def test_yes_to_all_is_the_falling_diagonal_for_f1(made):
    ax = made("gain", morph=1.0).figure.axes[0]
    line = next(line for line in ax.lines if line.get_label() == "_always-positive")
    at = share(ax, *line.get_data())
    at = at[(at >= 0.014 / 1.03).all(axis=1)]
    np.testing.assert_allclose(at.sum(axis=1), 1, rtol=0, atol=1e-9)
    assert np.ptp(at[:, 0]) > 0.9


@pytest.mark.parametrize("beta", [0.1, 0.5, 1.0, 2.0, 3.2, 10.0])
@pytest.mark.usefixtures("words_only")
def test_gain_says_what_the_counts_say(beta, made):
    squared = Fraction(beta).limit_denominator(1000) ** 2
    said = made("gain", beta=beta).description
    tp, fp = max(POINTS, key=lambda counts: f_of(*counts, squared))
    assert (tp, fp) in CORNERS
    assert f"precision {tp} / ({tp} + {fp}) and recall {tp} / 10" in said
    precision, recall = gain_of(Fraction(tp, tp + fp)), gain_of(Fraction(tp, 10))
    assert f"have gains {float(precision):.3f} and {float(recall):.3f}" in said
    best = f_of(tp, fp, squared)
    # A mean of gains is the gain of F: exactly.
    assert (precision + squared * recall) / (1 + squared) == gain_of(best)
    assert f"is the gain {float(gain_of(best)):.3f} of F{beta:.3g} {float(best):.3f}." in said
    assert (f"(recall weighs {float(squared):.3g})" in said) is (beta != 1)
    always = f_of(10, 90, squared)
    assert gain_of(always) == squared / (1 + squared)
    assert f"F{beta:.3g} {float(always):.3f}, gain {float(gain_of(always)):.3f}." in said


@pytest.mark.usefixtures("words_only")
def test_gain_has_the_corners_of_the_hull(made):
    """By the upper hull in ROC, with plain arithmetic."""
    hull = [(0, 0)]
    for point in sorted((fp, tp) for tp, fp in POINTS):
        while len(hull) > 1:
            (x0, y0), (x1, y1) = hull[-2:]
            if (y1 - y0) * (point[0] - x1) > (point[1] - y1) * (x1 - x0):
                break
            hull.pop()
        hull.append(point)
    assert tuple((tp, fp) for fp, tp in hull[1:]) == CORNERS
    ax = made("gain").figure.axes[0]
    dots = next(line for line in ax.lines if line.get_label() == "_hull vertices")
    shown = {(round(float(x), 6), round(float(y), 6)) for x, y in dots.get_xydata()}
    assert {(tp / 10, round(tp / (tp + fp), 6)) for tp, fp in CORNERS} <= shown


@pytest.mark.usefixtures("words_only")
def test_gain_averages_two_tasks(made):
    view = made("gain")
    for step in range(1, 21):
        view.controls["f1"].value = step / 20
        f1, other = Fraction(step, 20), Fraction(4, 5)
        one, two = gain_of(f1), gain_of(other)
        back = statistics.harmonic_mean([f1, other])
        assert gain_of(back) == (one + two) / 2
        assert (
            f"F1 {float(f1):.2g} and 0.8 have gains {float(one):.3f} and {float(two):.3f}; the mean "
            f"{float((one + two) / 2):.3f} is the gain of {float(back):.3f}, their harmonic mean, and the arithmetic "
            f"one is {float((f1 + other) / 2):.3f}."
        ) in view.description
        right = view.figure.axes[1]
        diamond = next(line for line in right.lines if line.get_marker() == "D")
        assert diamond.get_xydata()[0] == pytest.approx([float(back), float((one + two) / 2)])


def test_gain_has_the_numbers_of_the_guess():
    """0.2 and 0.8 have gains 5/9 and 35/36, and 0.32 has what is between."""
    gains = gain_of(Fraction(1, 5)), gain_of(Fraction(4, 5))
    assert gains == (Fraction(5, 9), Fraction(35, 36))
    assert gain_of(Fraction(32, 100)) == sum(gains) / 2
    assert LESSONS["gain"].guess.truth() == pytest.approx(0.32, abs=1e-12)
    assert [f"{float(gain_of(Fraction(value))):.3f}" for value in ("1/2", "1/20")] == ["0.889", "-1.111"]


def test_tasks_are_done_where_they_should():
    lesson = LESSONS["gain"]
    for morph in (0.0, 0.95, 1.0):
        for beta in (0.1, 0.5, 1.0, 1.12, 1.4, 2.0, 10.0):
            for f1 in (0.05, 0.1, 0.15, 1.0):
                corners, negative, recall = lesson.missing({"morph": morph, "beta": beta, "f1": f1})
                assert (not corners) is (morph == 1 and beta == 1)
                assert (not negative) is (f1 < 0.1)
                tp, _ = max(POINTS, key=lambda counts, beta=beta: f_of(*counts, beta**2))
                assert (not recall) is (tp >= 8)


@pytest.mark.parametrize(("task", "values"), [(0, {"morph": 1.0}), (1, {"f1": 0.05}), (2, {"beta": 2.0})])
def test_tasks_can_be_done_on_the_page(task, values):
    lesson = LESSONS["gain"]
    assert all(value in lesson.stops[name] for name, value in values.items())
    assert lesson.missing(lesson.start)[task]
    assert not lesson.missing({**lesson.start, **values})[task]
