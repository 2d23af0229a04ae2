"""Numbers of few digits: in their interval, and none shorter is."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from prplot.arithmetic.short_numbers import short_above, short_within


@pytest.mark.parametrize("seed", range(4))
def test_the_shortest_number_of_an_interval(seed):
    rng = np.random.default_rng(seed)
    for high in (rng.normal(size=200) * 10.0 ** rng.integers(-12, 12, 200)).tolist():
        below = high - abs(high) * 10.0 ** -float(rng.uniform(1, 15))
        short = short_within(below, high)
        assert below < short <= high
        digits = len(Decimal(repr(short)).normalize().as_tuple().digits)
        # Nothing of fewer digits lies between.
        unit = Fraction(10) ** (math.floor(math.log10(abs(high))) - digits + 2)
        fewer = math.floor(Fraction(high) / unit) * unit
        assert digits in (1, 16, 17) or not Fraction(below) < fewer


def test_at_least_so_many_digits_and_what_is_not_finite():
    assert short_within(0.0, 0.123456789, 6) == 0.123456
    assert short_within(0.1234567, 0.123456789, 6) == 0.12345678
    assert short_within(-math.inf, -2.5, 1) == -3.0
    assert short_within(-1.0, 0.0) == 0.0
    assert short_within(0.5, math.inf) == math.inf


@pytest.mark.parametrize("score", [0.0, 0.80878, -0.3, 9.27255, 1e300, -5e-324, 1.0])
def test_above_a_score(score):
    assert score < short_above(score) <= max(score + abs(score) * 0.2, score + 1.0)
