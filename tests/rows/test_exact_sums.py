"""Running sums of weights: exact for integers, within about one rounding of the exact sum otherwise, never falling."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import prplot


def running(increments):
    path = prplot.from_weights(-np.arange(float(len(increments))), fg=increments, bg=np.zeros(len(increments)))
    assert (np.diff(path.tp) >= 0).all()
    assert path.positives == path.tp[-1]
    return path.tp[1:].tolist()


@given(st.lists(st.integers(1, 2**20), min_size=1, max_size=60))
def test_integers_are_exact(increments):
    assert running(increments) == list(accumulate(increments))


@settings(max_examples=100)
@given(st.lists(st.floats(5e-324, 1e300), min_size=1, max_size=60))
def test_every_prefix_is_within_a_rounding_of_the_exact_one(increments):
    for got, exact in zip(running(increments), accumulate(map(Fraction, increments)), strict=True):
        assert abs(Fraction(got) - exact) <= exact * Fraction(2.0**-52)


def test_prefixes_that_plain_sums_get_wrong():
    assert running([2.0**52, 2.0**52 - 1, 1.0]) == [2**52, 2**53 - 1, 2**53]
    for increments in (
        [1.0] + [2.0**-53] * 4096,
        [2.0**-60] * 1000 + [1.0] + [2.0**-60] * 1000,
        [1e12, 1e-12] * 2000,
        [5e-324] * 1000,
        [1e308, 5e-324, 7e307],
    ):
        exact = [float(e) for e in accumulate(map(Fraction, increments))]
        assert running(increments) == pytest.approx(exact, rel=2.0**-52, abs=0)


def test_a_million_tenths_do_not_drift():
    rows = 10**6
    for scores in (np.arange(rows), np.zeros(rows)):
        path = prplot.from_labels(np.ones(rows), scores, sample_weight=np.full(rows, 0.1))
        assert path.positives == pytest.approx(float(rows * Fraction(0.1)), rel=4e-16, abs=0)
        if len(path) > rows:
            assert path.tp[rows // 7] == pytest.approx(float(rows // 7 * Fraction(0.1)), rel=2.0**-52, abs=0)
