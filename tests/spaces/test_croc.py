"""CROC: three magnifiers of the false positive rate."""

from __future__ import annotations

import math

import mpmath
import numpy as np
import pytest

import prplot

MAGNIFIERS = {
    "exponential": lambda f, a: (1 - math.exp(-a * f)) / (1 - math.exp(-a)),
    "power": lambda f, a: f ** (1 / (1 + a)),
    "logarithm": lambda f, a: math.log(1 + a * f) / math.log(1 + a),
}
# The area of a random classifier.
CHANCE = {
    "exponential": lambda a: 1 / a - 1 / mpmath.expm1(a),
    "power": lambda a: 1 / (2 + a),
    "logarithm": lambda a: 1 / mpmath.log1p(a) - 1 / a,
}


@pytest.fixture(params=MAGNIFIERS)
def magnifier(request):
    return request.param


@pytest.fixture(params=[0.01, 1.0, 7.0, 14.0])
def space(request, magnifier):
    return prplot.CROC(0.3, alpha=request.param, magnifier=magnifier)


def test_definition(space):
    f = np.linspace(0, 1, 41)
    wanted = [MAGNIFIERS[space.magnifier](rate, space.alpha) for rate in f]
    x, y = space.forward(f, f / 2)
    np.testing.assert_allclose(x, wanted, rtol=1e-12, atol=1e-15)
    np.testing.assert_array_equal(y, f / 2)


def test_round_trip(space):
    f, t = (c.ravel() for c in np.meshgrid(np.linspace(0, 1, 41), np.linspace(0, 1, 5)))
    back = space.inverse(*space.forward(f, t))
    np.testing.assert_allclose(back[0], f, rtol=0, atol=1e-14 * math.exp(space.alpha))
    np.testing.assert_array_equal(back[1], t)


def test_round_trip_of_tiny_rates_keeps_their_digits(space):
    f = 10.0 ** -np.arange(1.0, 30.0)
    np.testing.assert_allclose(space.inverse(*space.forward(f, f))[0], f, rtol=1e-12)


def test_ends_stay_and_it_rises(space):
    x, _ = space.forward(np.linspace(0, 1, 1001), 0.5)
    assert (x[0], x[-1]) == (0, 1)
    assert np.all(np.diff(x) > 0)
    # Early rates are magnified.
    assert np.all(x[1:-1] > np.linspace(0, 1, 1001)[1:-1])


@pytest.mark.parametrize(
    ("alpha", "fpr", "wanted"), [(7, 0.5, 0.97069), (7, 0.16, 0.67434), (8, 0.5, 0.98201), (8, 0.16, 0.72220)]
)
def test_numbers_that_tell_the_alpha(alpha, fpr, wanted):
    assert round(float(prplot.CROC(0.5, alpha=alpha).forward(fpr, 1.0)[0]), 5) == wanted


@pytest.mark.parametrize("alpha", [0.01, 1.0, 7.0, 8.0, 50.0])
def test_chance(magnifier, alpha):
    curve = prplot.from_labels([1, 0, 0, 1, 0], [5, 4, 3, 2, 1]).croc(alpha=alpha, magnifier=magnifier)
    with mpmath.workdps(30):
        assert curve.chance == pytest.approx(float(CHANCE[magnifier](mpmath.mpf(alpha))), rel=1e-13)


def test_chance_in_figures():
    path = prplot.from_labels([1, 0], [1, 1])
    assert path.croc().area() == pytest.approx(0.141944428604, abs=1e-12)
    assert path.croc(alpha=8).area() == pytest.approx(0.124664424799, abs=1e-12)


def test_does_not_depend_on_the_prevalence():
    f, t = np.linspace(0, 1, 9), np.linspace(0, 1, 9)
    np.testing.assert_array_equal(prplot.CROC(0.01).forward(f, t)[0], prplot.CROC(0.9).forward(f, t)[0])
    assert not prplot.CROC.moves_with_prevalence


def test_default_is_the_exponential_of_7():
    assert prplot.CROC(0.3) == prplot.CROC(0.3, alpha=7.0, magnifier="exponential")
    assert prplot.CROC(0.3) != prplot.CROC(0.3, alpha=8.0)


@pytest.mark.parametrize("alpha", [0, -1, np.nan, np.inf, "strong", None, 1j])
def test_wrong_alpha(alpha):
    with pytest.raises(prplot.PrplotError, match="alpha"):
        prplot.CROC(0.3, alpha=alpha)


@pytest.mark.parametrize("magnifier", ["cube", "", None, 3])
def test_wrong_magnifier_lists_the_known(magnifier):
    with pytest.raises(prplot.PrplotValueError, match=r"'exponential', 'power', 'logarithm'"):
        prplot.CROC(0.3, magnifier=magnifier)


def test_options_through_the_path():
    path = prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1])
    assert path.croc(alpha=3, magnifier="power").space == prplot.CROC(0.5, alpha=3, magnifier="power")
    for space in ("pr", "prg", "roc", "cost"):
        with pytest.raises(prplot.PrplotTypeError, match="alpha"):
            path.curve(space, alpha=3)
