"""CROC: three magnifiers of the false positive rate, of any strength, against arithmetic of sixty digits."""

from __future__ import annotations

import itertools

import mpmath
import numpy as np
import pytest
from mpmath import mpf

import prplot

ALPHAS = (1e-3, 7.0, 200.0, 1e4)
TP, FP = (0, 0, 5, 30, 40, 40), (0, 3, 10, 10, 50, 60)
# The area of a random classifier.
CHANCE = {
    "exponential": lambda a: 1 / a - 1 / mpmath.expm1(a),
    "power": lambda a: 1 / (2 + a),
    "logarithm": lambda a: 1 / mpmath.log1p(a) - 1 / a,
}
each = pytest.mark.parametrize("magnifier", CHANCE)


@pytest.fixture(autouse=True)
def sixty_digits():
    with mpmath.workdps(60):
        yield


def curve(magnifier, alpha):
    return prplot.from_counts([5, 4, 3, 2, 1], tp=TP[1:], fp=FP[1:]).croc(alpha=alpha, magnifier=magnifier)


def magnified(rate, alpha, magnifier):
    if magnifier == "exponential":
        return mpmath.expm1(-alpha * rate) / mpmath.expm1(-alpha)
    return rate ** (1 / (1 + alpha)) if magnifier == "power" else mpmath.log1p(alpha * rate) / mpmath.log1p(alpha)


def shrunk(x, alpha, magnifier):
    if magnifier == "exponential":
        return -mpmath.log1p(x * mpmath.expm1(-alpha)) / alpha
    return x ** (1 + alpha) if magnifier == "power" else mpmath.expm1(x * mpmath.log1p(alpha)) / alpha


def area_before(x, alpha, magnifier, all_tp=TP, all_fp=FP):
    """The area left of an abscissa: piece by piece by parts, with ∫ g(f) df in closed form."""
    rate, total = shrunk(x, alpha, magnifier), mpf(0)

    def primitive(f):
        if magnifier == "exponential":
            return -(f + mpmath.expm1(-alpha * f) / alpha) / mpmath.expm1(-alpha)
        if magnifier == "power":
            return f ** (1 / (1 + alpha) + 1) / (1 / (1 + alpha) + 1)
        return ((1 + alpha * f) * mpmath.log1p(alpha * f) - alpha * f) / alpha / mpmath.log1p(alpha)

    for (t0, t1), (f0, f1) in zip(itertools.pairwise(all_tp), itertools.pairwise(all_fp), strict=True):
        start, stop, low, high = (
            mpf(f0) / all_fp[-1],
            mpf(f1) / all_fp[-1],
            mpf(t0) / all_tp[-1],
            mpf(t1) / all_tp[-1],
        )
        if stop == start or rate <= start:
            continue
        slope, end = (high - low) / (stop - start), min(stop, rate)
        reached = low + slope * (end - start)
        total += reached * magnified(end, alpha, magnifier) - low * magnified(start, alpha, magnifier)
        total -= slope * (primitive(end) - primitive(start))
    return total


@each
def test_areas_over_any_range(magnifier):
    """Also where the false positive rate is too small for a number: a power of 1000 takes 0.2 to 1e-700."""
    for alpha in ALPHAS:
        for low, high in ((0, 1), (0, 0.5), (0.2, 0.7), (0.9, 0.95), (0, 1e-3)):
            wanted = area_before(mpf(high), mpf(alpha), magnifier) - area_before(mpf(low), mpf(alpha), magnifier)
            assert curve(magnifier, alpha).area(low, high) == pytest.approx(float(wanted), rel=1e-10, abs=1e-13)


@each
def test_areas_of_tiny_and_huge_steps(magnifier):
    """One rising step of a given width, after a run of background and before another."""
    for alpha in (1e-3, 7.0, 30.0):
        for share, start in itertools.product((1e-15, 1e-4, 0.3, 1 - 1e-9), (0.0, 1e-10, 0.4)):
            fp = [mpf(0), mpf(start), mpf(start) + mpf(share), mpf(start) + mpf(share) + 1]
            path = prplot.from_weights([3, 2, 1], fg=[0, 1, 0], bg=[start, share, 1])
            wanted = area_before(mpf(1), mpf(alpha), magnifier, (0, 0, 1, 1), fp)
            area = path.croc(alpha=alpha, magnifier=magnifier).area()
            assert area == pytest.approx(float(wanted), rel=1e-12)


@each
def test_the_map_and_its_inverse(magnifier):
    rates, places = np.array([0.0, 1e-300, 1e-12, 0.01, 0.3, 0.999, 1.0]), np.array([0.0, 0.1, 0.5, 0.9, 0.99])
    for alpha in ALPHAS:
        space = prplot.CROC(0.3, alpha=alpha, magnifier=magnifier)
        x, y = space.forward(rates, rates)
        wanted = [float(magnified(mpf(rate), mpf(alpha), magnifier)) for rate in rates.tolist()]
        np.testing.assert_allclose(x, wanted, rtol=1e-13)
        np.testing.assert_array_equal(y, rates)
        back = [float(shrunk(mpf(place), mpf(alpha), magnifier)) for place in places.tolist()]
        np.testing.assert_allclose(space.inverse(places, 0.5)[0], back, rtol=1e-11)
        assert space.inverse(1.0, 0.5)[0] == pytest.approx(1.0)
        assert curve(magnifier, alpha).chance == pytest.approx(float(CHANCE[magnifier](mpf(alpha))), rel=1e-13)


@each
def test_what_is_drawn_is_near_the_curve(magnifier):
    """Points of every step, evenly spaced in the rate and in its logarithm, beside the chords."""
    parts = [mpf(part) for part in (*np.linspace(0, 1, 9).tolist(), *np.geomspace(1e-300, 1e-3, 9).tolist())]
    for alpha in ALPHAS:
        x, y, _ = curve(magnifier, alpha).trace(1e-3)
        start, move = np.column_stack([x, y])[:-1], np.column_stack([np.diff(x), np.diff(y)])
        size = np.maximum((move**2).sum(axis=1), 1e-300)
        for (t0, t1), (f0, f1) in zip(itertools.pairwise(TP), itertools.pairwise(FP), strict=True):
            for part in parts:
                rate = magnified((f0 + part * (f1 - f0)) / 60, mpf(alpha), magnifier)
                point = np.array([float(rate), float((t0 + part * (t1 - t0)) / 40)])
                along = np.clip(((point - start) * move).sum(axis=1) / size, 0, 1)
                assert np.hypot(*(point - start - along[:, None] * move).T).min() <= 1e-3


def test_published_numbers_tell_the_alpha():
    for alpha, fpr, wanted in ((7, 0.5, 0.97069), (7, 0.16, 0.67434), (8, 0.5, 0.98201), (8, 0.16, 0.72220)):
        assert round(float(prplot.CROC(0.5, alpha=alpha).forward(fpr, 1.0)[0]), 5) == wanted
    assert prplot.from_labels([1, 0], [1, 1]).croc().area() == pytest.approx(0.141944428604, abs=1e-12)


def test_options():
    assert prplot.CROC(0.3) == prplot.CROC(0.3, alpha=7.0, magnifier="exponential") != prplot.CROC(0.3, alpha=8.0)
    path = prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1])
    assert path.croc(alpha=3, magnifier="power").space == prplot.CROC(0.5, alpha=3, magnifier="power")
    for space in ("pr", "prg", "roc", "cost"):
        with pytest.raises(prplot.PrplotTypeError, match="alpha"):
            path.curve(space, alpha=3)
    for alpha in (0, -1, np.nan, np.inf, "strong", None, 1j):
        with pytest.raises(prplot.PrplotError, match="alpha"):
            prplot.CROC(0.3, alpha=alpha)
    for magnifier in ("cube", None, 3):
        with pytest.raises(prplot.PrplotValueError, match=r"'exponential', 'power', 'logarithm'"):
            prplot.CROC(0.3, magnifier=magnifier)


def test_a_strong_power_leaves_nothing_between_the_first_negatives():
    """Abscissas of 0.3 to 0.7 are false positive rates below 1e-150: what is found before the first negative."""
    path = prplot.from_labels([0, 1, 0, 1, 0, 0, 1], range(7))
    assert path.croc(1e3, "power").area(0.3, 0.7) == pytest.approx(0.4 / 3, rel=1e-12)


def test_a_false_positive_rate_that_rounds_to_0_still_has_width():
    """Up to abscissa 5e-4 the rate is below 1e-330, and half of the positives come before any negative."""
    path = prplot.from_labels([1, 0, 1], [3, 2, 1])
    assert path.croc(alpha=100.0, magnifier="power").area(0, 5e-4) == pytest.approx(5e-4 / 2, rel=1e-12)
