"""Gains and the way back, against exact fractions."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

import prplot
from prplot.metrics import f_from_gain, gain, precision_from_gain, recall_from_gain

BACK = [f_from_gain, precision_from_gain, recall_from_gain]
PREVALENCES = [1e-300, 1e-12, 0.01, 0.3, 0.5, 0.9, 1 - 1e-9, 1 - 2**-53]


def exact_gain(value, prevalence):
    v, pi = Fraction(value), Fraction(prevalence)
    return (v - pi) / ((1 - pi) * v)


def exact_value(gained, prevalence):
    g, pi = Fraction(gained), Fraction(prevalence)
    return pi / (1 - (1 - pi) * g)


def assert_close(found, wanted, rel=1e-15):
    assert abs(Fraction(float(found)) - wanted) <= Fraction(rel) * abs(wanted)


@pytest.mark.parametrize("prevalence", PREVALENCES)
def test_gains_and_the_way_back_keep_their_digits(prevalence):
    below, above = prevalence * (1 - 1e-9), min(prevalence * (1 + 1e-9), 1.0)
    for value in (below, above, 0.25, 0.75, 1 - 2**-53):
        assert_close(gain(value, prevalence), exact_gain(value, prevalence))
    assert gain([1.0, prevalence, 0.0], prevalence).tolist() == [1.0, 0.0, -math.inf]
    for back in BACK:
        for gained in (1 - 2**-53, 1 - 1e-9, 0.5, 1e-20, -1e-20, -0.5, -1e6):
            assert_close(back(gained, prevalence), exact_value(gained, prevalence))
        assert back([1.0, 0.0, -math.inf], prevalence).tolist() == [1.0, prevalence, 0.0]


@pytest.mark.parametrize("beta", [0.5, 1.0, 3.0])
def test_one_map_serves_every_beta(beta):
    # Theorem 2 of Flach and Kull: on this scale F_beta is an arithmetic mean of precision and recall.
    c = prplot.Confusion(tp=7, fp=3, fn=5, tn=35)
    pi = 12 / 50
    assert gain(c.f(beta), pi) == pytest.approx(c.f_gain(beta), rel=1e-14)
    assert f_from_gain(c.f_gain(beta), pi) == pytest.approx(c.f(beta), rel=1e-14)
    both = (gain(7 / 10, pi) + beta**2 * gain(7 / 12, pi)) / (1 + beta**2)
    assert both == pytest.approx(c.f_gain(beta), rel=1e-14)
    assert precision_from_gain(c.precision_gain, pi) == pytest.approx(0.7, rel=1e-14)
    assert recall_from_gain(c.recall_gain, pi) == pytest.approx(7 / 12, rel=1e-14)


@pytest.mark.filterwarnings("ignore::prplot.PrplotWarning")
def test_gains_where_nothing_is_found():
    """-inf where both classes have weight (precision: and something is predicted), undefined where one has none."""
    for fp, fn, tn in itertools.product((0, 1), repeat=3):
        matrix = prplot.Confusion(tp=0, fp=fp, fn=fn, tn=tn)
        wanted = repr(-math.inf if fn and fp + tn else math.nan)
        assert repr(matrix.recall_gain) == repr(matrix.f_gain()) == wanted
        assert repr(matrix.precision_gain) == (wanted if fp else "nan")


def test_shapes_and_missing_values():
    np.testing.assert_allclose(gain([[0.5, np.nan], [1.0, 0.2]], 0.2), [[0.75, np.nan], [1.0, 0.0]], rtol=1e-15)
    assert isinstance(f_from_gain(1, 0.5), float)
    assert gain([], 0.5).shape == (0,)
