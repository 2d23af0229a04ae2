"""Quantiles, against SciPy."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import special, stats

from prplot.arithmetic.quantiles import (
    beta_cdf,
    beta_quantile,
    normal_cdf,
    normal_quantile,
    student_cdf,
    student_quantile,
)

SHARES = (1e-6, 0.001, 0.025, 0.5, 0.9, 0.975, 0.999)
# The largest shape, and relative to how much quantiles are those of SciPy. ln Γ of large numbers is rounded to more
# than that; SciPy's own are within 4e-9 for the largest and most uneven shapes.
SIZES = {100.5: 1e-12, 1e3: 1e-11, 1e6: 1e-8}
SHAPES = (0.5, 1.0, 1.5, 3.0, 10.0, 57.0, 100.5, 1e3, 1e4, 1e5, 1e6)


@pytest.mark.parametrize("largest", SIZES)
def test_beta_quantiles(largest):
    shapes = [shape for shape in SHAPES if shape <= largest]
    for a in shapes:
        for b in shapes:
            wanted = stats.beta.ppf(SHARES, a, b)
            found = [beta_quantile(share, a, b) for share in SHARES]
            assert found == pytest.approx(wanted, rel=SIZES[largest], abs=0), (a, b)


@pytest.mark.parametrize("largest", SIZES)
def test_beta_shares(largest):
    shapes = [shape for shape in SHAPES if shape <= largest]
    for a in shapes:
        for b in shapes:
            mean, sd = stats.beta.mean(a, b), stats.beta.std(a, b)
            for x in (mean + z * sd for z in (-3, -1, 0, 1, 3)):
                if 0 < x < 1:
                    assert beta_cdf(x, a, b) == pytest.approx(special.betainc(a, b, x), rel=SIZES[largest], abs=0)


def test_ends_of_beta():
    assert (beta_cdf(0.0, 2, 3), beta_cdf(1.0, 2, 3), beta_cdf(-1.0, 2, 3), beta_cdf(2.0, 2, 3)) == (0, 1, 0, 1)
    # No hits: nothing is below; only hits: nothing above.
    assert (beta_quantile(0.025, 0, 5), beta_quantile(0.975, 5, 0)) == (0, 1)


def test_a_beta_in_closed_form():
    for n in (1, 2, 10, 1000):
        for share in SHARES:
            # I_x(n, 1) is x to the n.
            assert beta_quantile(share, n, 1) == pytest.approx(share ** (1 / n), rel=1e-12)
            assert beta_quantile(share, 1, n) == pytest.approx(-math.expm1(math.log1p(-share) / n), rel=1e-11)


@pytest.mark.parametrize("freedom", [1, 2, 3, 4.5, 9, 30, 100])
def test_student_quantiles(freedom):
    shares = (0.001, 0.025, 0.3, 0.5, 0.7, 0.9, 0.975, 0.995, 0.999)
    found = [student_quantile(share, freedom) for share in shares]
    assert found == pytest.approx(stats.t.ppf(shares, freedom), rel=1e-12, abs=1e-12)
    t = np.linspace(-6, 6, 25)
    assert [student_cdf(each, freedom) for each in t] == pytest.approx(stats.t.cdf(t, freedom), rel=1e-12)


@pytest.mark.parametrize("freedom", [1e3, 1e4, 1e6])
def test_student_quantiles_of_many(freedom):
    shares = (0.001, 0.025, 0.9, 0.975, 0.999)
    found = [student_quantile(share, freedom) for share in shares]
    assert found == pytest.approx(stats.t.ppf(shares, freedom), rel=1e-8)


def test_student_of_one_is_cauchy():
    assert student_quantile(0.975, 1) == pytest.approx(math.tan(math.pi * 0.475), rel=1e-12)


def test_normal_quantiles():
    shares = np.concatenate(
        [np.geomspace(1e-300, 0.4, 80), np.linspace(0.45, 0.55, 11), 1 - np.geomspace(1e-15, 0.4, 40)]
    )
    found = [normal_quantile(share) for share in shares]
    assert found == pytest.approx(stats.norm.ppf(shares), rel=1e-12, abs=1e-14)
    assert (normal_quantile(0.0), normal_quantile(1.0)) == (-math.inf, math.inf)


def test_normal_shares():
    z = np.linspace(-37, 9, 93)
    assert [normal_cdf(each) for each in z] == pytest.approx(stats.norm.cdf(z), rel=1e-12)
