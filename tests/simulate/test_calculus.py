"""Roots, and areas and chords of parametric curves, each against something that knows better."""

from __future__ import annotations

import math

import numpy as np
import pytest

from prplot.arithmetic.refinement import Sight
from prplot.simulate.calculus import area_under, refined, root


def test_roots():
    wanted = np.array([2.0, 3.0, 1e-30, 7.0])
    found = root(lambda x, rows: x**3 - wanted[rows], np.zeros(4), np.array([2.0, 2.0, 1.0, 2.0]))
    assert found[:3] == pytest.approx(np.cbrt(wanted[:3]), rel=4e-16)
    assert found[3] == pytest.approx(7 ** (1 / 3), rel=4e-16)


def test_without_a_change_of_sign_the_nearer_end():
    assert root(lambda x, _: x + 1.0, np.array([0.0, 2.0]), np.array([1.0, 1.0])).tolist() == [0.0, 1.0]
    assert root(lambda x, _: x, np.array([0.0]), np.array([1.0])).tolist() == [0.0]
    assert root(lambda x, _: x, np.array([]), np.array([])).tolist() == []


def test_roots_far_from_straight():
    found = root(lambda x, _: np.exp(x) - 1e-8, np.array([-700.0]), np.array([700.0]))
    assert found == pytest.approx(math.log(1e-8), rel=1e-14)


def test_area_of_a_circle():
    def points(s):
        return np.cos(s), np.sin(s)

    assert area_under(points, np.array([math.pi, 0.0])) == pytest.approx(math.pi / 2, rel=1e-15)
    assert area_under(points, np.linspace(2 * math.pi, 0.0, 4)) == pytest.approx(math.pi, rel=1e-15)


def test_panels_are_halved_where_a_curve_is_sharp():
    """A narrow peak: ∫ dx / (1 + (40 x)²)."""
    found = area_under(lambda s: (s, 1 / (1 + (40 * s) ** 2)), np.array([-1.0, 0.3, 1.0]))
    assert found == pytest.approx(2 * math.atan(40) / 40, rel=1e-13)


def test_nothing_has_no_area():
    assert area_under(lambda s: (s, s), np.array([0.5, 0.5])) == 0.0
    assert area_under(lambda s: (np.zeros_like(s), s), np.array([0.0, 1.0])) == 0.0


def test_refined_chords_are_close():
    for tolerance in (1e-2, 1e-5):
        s = refined(lambda s: (s, s * s), np.array([1.0, 0.0]), Sight(tolerance))
        assert (s[0], s[-1]) == (1.0, 0.0)
        assert np.all(np.diff(s) < 0)
        # A chord of s² over a step h is h²/4 above it.
        assert np.max(np.diff(s) ** 2) / 4 <= tolerance
        assert len(s) < 3 / math.sqrt(tolerance)
