"""Tails, moments and densities of distributions, against many digits."""

from __future__ import annotations

import math

import mpmath
import numpy as np
import pytest
from mpmath import mpf

from prplot.simulate.distributions import Beta, logistic, nodes_around, normal_tail


def test_normal_tail():
    x = np.array([[-40.0, -3.0], [0.0, 1.0], [9.0, 37.0]])
    expected = [float(mpmath.erfc(mpf(v) / mpmath.sqrt(2)) / 2) for v in x.ravel()]
    assert normal_tail(x).ravel() == pytest.approx(expected, rel=3e-13)
    assert normal_tail(np.array([np.inf, -np.inf])).tolist() == [0.0, 1.0]


@pytest.mark.parametrize("shapes", [(2, 5), (1, 4), (0.5, 0.5), (1.6, 8.5), (100, 100), (100, 1)])
def test_beta_tails(shapes):
    beta = Beta(*map(float, shapes))
    s = np.array([-300.0, -20.0, -4.0, -1.0, 0.0, 0.3, 2.0, 5.0, 30.0])
    below, above = beta.tails(logistic(s), logistic(-s))
    for found, (a, b), sign in ((below, shapes, 1), (above, shapes[::-1], -1)):
        expected = []
        for place in s:
            x = 1 / (1 + mpmath.exp(-sign * mpf(place)))
            expected.append(float(mpmath.betainc(a, b, 0, x, regularized=True)))
        assert found == pytest.approx(expected, rel=2e-13, abs=1e-300)


def test_beta_moments():
    beta, x = Beta(1.6, 8.5), np.array([1e-9, 0.1, 0.5])
    first, rest = beta.moments_below(x, 1 - x)
    density = [lambda v, k=k: v**0.6 * (1 - v) ** 7.5 * (v if k else 1 - v) / mpmath.beta(1.6, 8.5) for k in (1, 0)]
    for found, height in ((first, density[0]), (rest, density[1])):
        expected = [float(mpmath.quad(height, [0, end])) for end in x]
        assert found == pytest.approx(expected, rel=1e-13)


def test_beta_density():
    assert Beta(2.0, 1.0).density(np.array([-0.1, 0.0, 0.25, 1.0, 1.1])).tolist() == pytest.approx(
        [0.0, 0.0, 0.5, 2.0, 0.0], rel=1e-15
    )
    assert Beta(0.5, 0.5).density(np.array([0.0, 0.5])).tolist() == pytest.approx([math.inf, 2 / math.pi])


def test_spread():
    marks = nodes_around(2.0, 0.5, 100.0, 101)
    assert (marks[0], marks[50], marks[-1]) == pytest.approx((-98.0, 2.0, 102.0))
    steps = np.diff(marks)
    assert steps.min() < 0.07 < 5 < steps.max()
