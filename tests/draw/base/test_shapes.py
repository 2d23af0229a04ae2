"""Lines as they are seen in pixels."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.transforms import Bbox

from prplot.draw.base.shapes import Shape, seen

SQUARE = Bbox.from_bounds(0, 0, 10, 10)


def test_what_is_out_of_view_is_cut_off_exactly():
    pieces = seen(np.array([(-10.0, 5.0), (5.0, 5.0), (5.0, 30.0), (np.nan, 0.0), (8.0, 2.0), (20.0, 2.0)]), SQUARE)
    np.testing.assert_allclose(pieces.start, [(0, 5), (5, 5), (8, 2)])
    np.testing.assert_allclose(pieces.stop, [(5, 5), (5, 10), (10, 2)])
    np.testing.assert_allclose(pieces.length, [5, 10, 12])
    np.testing.assert_allclose(
        pieces.at(np.array([-1.0, 0.0, 2.5, 7.0, 11.0, 12.0, 99.0]))[:, 0], [0, 0, 2.5, 5, 9, 10, 10]
    )


def test_nothing_in_view():
    for points in ([(11.0, 0.0), (12.0, 5.0)], [(np.nan, 1.0), (2.0, 2.0)], [(5.0, 5.0)], [(5.0, 5.0), (5.0, 5.0)]):
        assert seen(np.array(points), SQUARE).total == 0


@pytest.mark.parametrize(
    ("point", "length"), [((2.0, 9.0), 2.0), ((9.0, 3.0), 7.0), ((9.0, 9.0), 5.0), ((9.0, -4.0), 10.0)]
)
def test_the_nearest_place(point, length):
    pieces = seen(np.array([(0.0, 5.0), (5.0, 5.0), (5.0, 0.0)]), SQUARE)
    assert pieces.nearest(np.array(point)) == pytest.approx(length)


def test_spots_and_normals_of_a_shape(plain):
    shape = Shape(np.array([0.0, 1.0]), np.array([0.5, 0.5]))
    spots, normals = shape.at_shares((0.25, 0.5))(plain, 1.0)
    np.testing.assert_allclose(plain.transAxes.inverted().transform(spots), [(0.25, 0.5), (0.5, 0.5)], atol=5e-3)
    np.testing.assert_allclose(normals, [(0, 1), (0, 1)], atol=1e-12)
    # Upright lines point to the right.
    (spot,), (normal,) = Shape(np.array([0.5, 0.5]), np.array([1.0, 0.0])).nearest(0.5, 0.3, 5.0)(plain, 1.0)
    np.testing.assert_allclose(plain.transAxes.inverted().transform(spot), (0.5, 0.3), atol=1e-12)
    np.testing.assert_allclose(normal, (1, 0), atol=1e-12)
    assert len(shape.at_shares((0.5,), least=1e6)(plain, 1.0)[0]) == 0
    assert len(shape.nearest(0.5, 7.0, 5.0)(plain, 1.0)[0]) == 0
