"""FROC: recall against false positives per image."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import prplot

HITS = (1, 3, 10, 12, 13, 14, 23)
LABEL, SCORE = [rank in HITS for rank in range(1, 25)], np.arange(24, 0, -1)


def path(negatives=None):
    return prplot.from_labels(LABEL, SCORE, positives=15, negatives=negatives, name="detector")


def by_hand(images, low, high):
    """Area of the steps of the ranking, each row one false positive or one hit, as a fraction."""
    area, tp, at = Fraction(0), 0, Fraction(0)
    for hit in LABEL:
        if hit:
            tp += 1
            continue
        to = at + Fraction(1, images)
        area += max(min(to, high) - max(at, low), Fraction(0)) * Fraction(tp, 15)
        at = to
    # Beyond the last threshold the recall reached is all there is.
    return area + max(high - max(at, low), Fraction(0)) * Fraction(tp, 15)


@pytest.mark.parametrize("negatives", [None, 17, 1000])
def test_vertices_and_areas_are_those_of_steps_per_image(negatives):
    """The number of negatives does not matter, nor whether it is known."""
    curve = path(negatives).froc(images=4)
    assert curve.x.tolist() == [0.0, *(np.cumsum(~np.array(LABEL)) / 4)]
    assert curve.y.tolist() == [0.0, *(np.cumsum(LABEL) / 15)]
    for images in (3, 17, 40):
        for low, high in ((0, 1), (0, 8), (Fraction(1, 8), 2), (3, 4), (1, 1)):
            area = path(negatives).froc(images).area(float(low), float(high))
            assert area == pytest.approx(float(by_hand(images, Fraction(low), Fraction(high))), abs=1e-14)


def test_recall_keeps_its_last_value_beyond_the_lowest_threshold():
    curve = path().froc(10)
    assert curve.end == 1.7
    np.testing.assert_allclose(curve.at([0.0, 0.05, 0.65, 1.7]), [1 / 15, 1 / 15, 2 / 15, 7 / 15])
    assert curve.at([1.75, 40.0]).tolist() == [7 / 15, 7 / 15]
    assert np.isnan(curve.at([-0.1, np.inf, np.nan])).all()
    closed = prplot.from_labels([1, 0, 0], [3, 2, 1]).froc(1)
    assert (closed.end, closed.at(2.0)) == (2.0, 1.0)
    assert closed.at(2.1) == 1.0
    nothing = prplot.from_labels([1, 0], [None, None], missing="unreached").froc(1)
    assert nothing.at([0.0, 3.0]).tolist() == [0.0, 0.0]
    # The area between two numbers per image is the recall times the width there.
    assert curve.area(2, 5) == pytest.approx(3 * 7 / 15)


def test_weights_and_ties():
    curve = prplot.from_weights([2, 2, 1], fg=[0.5, 0.25, 1.0], bg=[0.5, 1.0, 0.0], positives=3.5).froc(images=0.5)
    assert (curve.x.tolist(), curve.y.tolist()) == ([0, 3, 3], [0, 0.75 / 3.5, 0.5])
    assert curve.at(1.0) == pytest.approx(0.25 / 3.5)


def test_what_is_undefined_or_no_number_of_images():
    for images in (0, -1, np.nan, np.inf):
        with pytest.raises(prplot.PrplotValueError, match=r"images must be finite and greater than 0; got"):
            path().froc(images)
    with pytest.warns(prplot.PrplotWarning, match="no positive weight"):
        assert np.isnan(prplot.from_labels([0, 0], [2, 1]).froc(2).area())
    space = path().froc(3).space
    assert [*map(float, space.forward(2.5, 0.5)), *map(float, space.inverse(2.5, 0.5))] == [2.5, 0.5, 2.5, 0.5]
