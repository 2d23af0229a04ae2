"""How closely lines are looked at: which points are inserted for a view."""

from __future__ import annotations

import numpy as np
import pytest

from prplot.arithmetic.refinement import Sight


def test_a_piece_out_of_sight_is_left_alone():
    arc = lambda piece, part: (part + piece, (part + piece) ** 2)  # noqa: E731
    sight = Sight(1e-3, lambda points: 100 * points, low=np.array([1.01, 0.0]), high=np.array([1.99, 4.0]))
    piece, part = sight.halved(arc, 3)
    assert set(piece.tolist()) == {1}
    # A chord of x² over a width of w is at most w² / 4 too high, where it rises by at least 2.
    ends = np.concatenate([[0.0], part, [1.0]])
    assert 100 * np.max(np.diff(ends) ** 2) / 4 / np.sqrt(5) < 1e-3


def test_a_straight_line_on_a_logarithmic_scale_is_followed_from_zero():
    with np.errstate(divide="ignore"):
        sight = Sight(
            0.01, lambda p: 100 * np.log10(p), linear=False, low=np.array([1e-5, 1e-5]), high=np.array([1.0, 1.0])
        )
        x, y = sight.straight(np.array([0.0, 1.0]), np.array([0.0, 0.5]))
    np.testing.assert_allclose(y, x / 2, rtol=1e-15)
    assert np.count_nonzero((x > 1e-6) & (x < 1e-4))
    assert len(x) < 100


@pytest.mark.parametrize("linear", [True, False])
def test_what_is_seen_as_straight_stays_as_it_is(linear):
    x, y = np.array([0.0, 0.5, 1.0]), np.array([0.0, 0.9, 1.0])
    sight = Sight(0.01, lambda p: 300 * p + 7, linear=linear, low=np.zeros(2), high=np.ones(2))
    for found, given in zip(sight.straight(x, y), (x, y), strict=True):
        assert found.tolist() == given.tolist()


@pytest.mark.parametrize("place", [0.03, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.97])
def test_a_bend_anywhere_is_seen(place):
    """However straight the rest of the piece is, of several pieces."""
    bump = lambda piece, part: (part, part + 0.005 * (piece == 1) * np.maximum(0, 1 - np.abs(part - place) / 0.02))  # noqa: E731
    piece, part = Sight(1e-3).halved(bump, 3)
    assert len(part)
    assert set(piece.tolist()) == {1}
