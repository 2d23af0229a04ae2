"""Running sums: exact for integers, within about one rounding of the exact sum otherwise, never falling."""

import math
from fractions import Fraction
from itertools import accumulate

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prplot.arithmetic.arrays import read_only
from prplot.arithmetic.exact_sums import running

ROUNDING = 2.0**-52


@given(st.lists(st.integers(0, 2**20), max_size=60))
def test_integers_are_exact(increments):
    assert running(np.array(increments, dtype=np.float64)).tolist() == [0, *accumulate(increments)]


def test_integers_are_exact_up_to_2_to_the_53():
    assert running(np.array([2.0**52, 2.0**52 - 1, 1.0])).tolist() == [0, 2**52, 2**53 - 1, 2**53]


@settings(max_examples=200)
@given(st.lists(st.floats(0, 1e300), min_size=1, max_size=60))
def test_every_prefix_is_within_a_rounding_of_the_exact_one_and_none_falls(increments):
    sums = running(np.array(increments))
    assert np.all(np.diff(sums) >= 0)
    for got, exact in zip(sums[1:].tolist(), accumulate(map(Fraction, increments)), strict=True):
        assert abs(Fraction(got) - exact) <= exact * Fraction(ROUNDING)


@pytest.mark.parametrize(
    "increments",
    [
        pytest.param([1.0] + [2.0**-53] * 4096, id="each-lost-alone"),
        pytest.param([2.0**-60] * 1000 + [1.0] + [2.0**-60] * 1000, id="small-large-small"),
        pytest.param([1e12, 1e-12] * 2000, id="24-decades-apart"),
        pytest.param([5e-324] * 1000, id="smallest-doubles"),
        pytest.param([1e308, 5e-324, 7e307], id="both-ends"),
        pytest.param([0.0, 0.0, 0.1, 0.0, 0.2, 0.0], id="zeros"),
    ],
)
def test_prefixes_that_plain_sums_get_wrong(increments):
    sums = running(np.array(increments))
    exact = [float(e) for e in accumulate(map(Fraction, increments))]
    np.testing.assert_allclose(sums[1:], exact, rtol=ROUNDING, atol=0)
    assert np.all(np.diff(sums) >= 0)


def check_repeated_tenths(rows):
    weights = np.full(rows, 0.1)
    sums = running(weights)
    assert sums.shape == (rows + 1,)
    for prefix in (rows // 7, rows // 2, rows):
        assert sums[prefix] == pytest.approx(float(prefix * Fraction(0.1)), rel=ROUNDING, abs=0)
    assert sums[-1] == pytest.approx(math.fsum(weights), rel=ROUNDING, abs=0)
    assert np.all(sums[1:] >= sums[:-1])


def test_a_million_tenths_do_not_drift():
    check_repeated_tenths(10**6)


@pytest.mark.slow
def test_ten_million_tenths_do_not_drift():
    check_repeated_tenths(10**7)


def test_nothing_to_add_is_zero_and_the_input_is_left_alone():
    assert running(np.zeros(0)).tolist() == [0.0]
    increments = np.array([0.1, 0.2, 0.3])
    before = increments.copy()
    sums = running(increments)
    np.testing.assert_array_equal(increments, before)
    assert not np.shares_memory(sums, increments)


def test_read_only_closes_the_array_itself():
    array = np.zeros(3)
    assert read_only(array) is array
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 1
