"""The magnifiers of CROC at any strength, against arithmetic of sixty digits."""

from __future__ import annotations

import itertools

import mpmath
import numpy as np
import pytest
from mpmath import mpf

import prplot

ALPHAS = (1e-3, 7.0, 80.0, 200.0, 1e3, 1e4)
each = pytest.mark.parametrize(
    ("magnifier", "alpha"), list(itertools.product(("exponential", "power", "logarithm"), ALPHAS))
)
TP, FP = (0, 0, 5, 30, 40, 40), (0, 3, 10, 10, 50, 60)


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


def area_before(x, alpha, magnifier):
    """The area left of an abscissa: piece by piece by parts, with ∫ g(f) df in closed form."""
    rate, total = shrunk(x, alpha, magnifier), mpf(0)

    def primitive(f):
        if magnifier == "exponential":
            return -(f + mpmath.expm1(-alpha * f) / alpha) / mpmath.expm1(-alpha)
        if magnifier == "power":
            return f ** (1 / (1 + alpha) + 1) / (1 / (1 + alpha) + 1)
        return ((1 + alpha * f) * mpmath.log1p(alpha * f) - alpha * f) / alpha / mpmath.log1p(alpha)

    for (t0, t1), (f0, f1) in zip(itertools.pairwise(TP), itertools.pairwise(FP), strict=True):
        start, stop, low, high = mpf(f0) / 60, mpf(f1) / 60, mpf(t0) / 40, mpf(t1) / 40
        if stop == start or rate <= start:
            continue
        slope = (high - low) / (stop - start)
        end = min(stop, rate)
        reached = low + slope * (end - start)
        total += reached * magnified(end, alpha, magnifier) - low * magnified(start, alpha, magnifier)
        total -= slope * (primitive(end) - primitive(start))
    return total


@each
@pytest.mark.parametrize("limits", [(0, 1), (0, 0.5), (0.2, 0.7), (0.7, 1), (0.9, 0.95), (0, 1e-3)], ids=str)
def test_areas_over_any_range(magnifier, alpha, limits):
    """Also where the false positive rate is too small for a number: a power of 1000 takes 0.2 to 1e-700."""
    wanted = area_before(mpf(limits[1]), mpf(alpha), magnifier) - area_before(mpf(limits[0]), mpf(alpha), magnifier)
    assert curve(magnifier, alpha).area(*limits) == pytest.approx(float(wanted), rel=1e-10, abs=1e-13)


def test_areas_from_where_rates_are_too_small_for_a_number():
    """Two of three positives come first, and 0.1 and 0.2 are the images of 1e-1001 and 5e-700."""
    first = prplot.from_labels([1, 1, 0, 1, 0], [5, 4, 3, 2, 1]).croc(alpha=1000, magnifier="power")
    assert first.area(0.1, 0.2) == pytest.approx(0.1 * 2 / 3, rel=1e-12)
    assert first.area(0, 0.2) == pytest.approx(0.2 * 2 / 3, rel=1e-12)
    assert first.area(0.1, 1) == pytest.approx(first.area() - 0.1 * 2 / 3, rel=1e-12)


@each
def test_the_map_and_its_inverse(magnifier, alpha):
    space = prplot.CROC(0.3, alpha=alpha, magnifier=magnifier)
    rates = np.array([0.0, 1e-300, 1e-12, 1e-6, 0.01, 0.3, 0.5, 0.999, 1.0])
    x, _ = space.forward(rates, rates)
    wanted = [magnified(mpf(rate), mpf(alpha), magnifier) for rate in rates.tolist()]
    np.testing.assert_allclose(x, np.array(wanted, dtype=float), rtol=1e-13)
    places = np.array([0.0, 0.1, 0.5, 0.9, 0.99])
    back = [shrunk(mpf(place), mpf(alpha), magnifier) for place in places.tolist()]
    np.testing.assert_allclose(space.inverse(places, 0.5)[0], np.array(back, dtype=float), rtol=1e-11)
    assert space.inverse(1.0, 0.5)[0] == pytest.approx(1.0)


@each
def test_what_is_drawn_is_near_the_curve(magnifier, alpha):
    """Points of every step, evenly spaced in the rate and in its logarithm, beside the chords."""
    x, y, _ = curve(magnifier, alpha).trace(1e-3)
    start, move = np.column_stack([x, y])[:-1], np.column_stack([np.diff(x), np.diff(y)])
    size = np.maximum((move**2).sum(axis=1), 1e-300)
    parts = [mpf(part) for part in (*np.linspace(0, 1, 15).tolist(), *np.geomspace(1e-300, 1e-3, 15).tolist())]
    for (t0, t1), (f0, f1) in zip(itertools.pairwise(TP), itertools.pairwise(FP), strict=True):
        for part in parts:
            rate = (f0 + part * (f1 - f0)) / 60
            point = np.array([float(magnified(rate, mpf(alpha), magnifier)), float((t0 + part * (t1 - t0)) / 40)])
            along = np.clip(((point - start) * move).sum(axis=1) / size, 0, 1)
            assert np.hypot(*(point - start - along[:, None] * move).T).min() <= 1e-3


@pytest.mark.few(9)
@each
def test_marks_and_isolines_have_a_place(magnifier, alpha, recwarn):
    drawn = curve(magnifier, alpha)
    ax = drawn.plot().ax
    prplot.draw.point(drawn, (1, 1), ax=ax)
    prplot.draw.isolines(drawn, "precision", ax=ax)
    prplot.draw.isolines(drawn, "mcc", ax=ax)
    prplot.draw.secondary(drawn, ax=ax)
    ax.figure.canvas.draw()
    assert not recwarn.list
    import matplotlib.pyplot as plt

    plt.close(ax.figure)
