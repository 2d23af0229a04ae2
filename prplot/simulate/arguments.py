"""What users of score models pass, checked: rows, scores, parameters of distributions."""

from __future__ import annotations

import math
import operator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from prplot.errors import PrplotValueError, invalid, short, wrong_type
from prplot.rows.arrays import EXACT_INTEGERS, FloatArray
from prplot.rows.checks import number, number_that, reals
from prplot.simulate.distributions import Beta

# Standard deviations, and means in units of them, for which thresholds are fine enough for exact curves.
WIDEST = 1000.0
# Shapes for which the series of `Beta` is quick and keeps its digits.
SMALLEST_SHAPE, LARGEST_SHAPE = 0.5, 100.0


def finite(name: str, value: Any) -> float:
    """Return a finite number."""
    return number_that(name, value, math.isfinite, "be finite")


def normal_parameters(mu: Any, sigma: Any) -> tuple[float, float]:
    """Return mean and standard deviation of a normal distribution whose scores can be told apart."""
    mean, deviation = finite("mu", mu), finite("sigma", sigma)
    if not 1.0 / WIDEST <= deviation <= WIDEST:
        raise invalid("sigma", f"lie between {1.0 / WIDEST:g} and {WIDEST:g}", short(sigma))
    if abs(mean) > WIDEST * deviation:
        raise invalid("mu", f"lie within {WIDEST:g} sigma of 0", f"mu={short(mu)}, sigma={short(sigma)}")
    return mean, deviation


def beta_shapes(name: str, value: Any) -> Beta:
    """Return the Beta distribution of a pair of shapes."""
    if isinstance(value, str) or getattr(value, "ndim", 1) == 0 or not hasattr(value, "__len__") or len(value) != 2:
        raise wrong_type(name, "be a pair of shapes (a, b) of a Beta distribution", value)
    pair = [number(f"{name}[{index}]", shape) for index, shape in enumerate(value)]
    if not all(SMALLEST_SHAPE <= shape <= LARGEST_SHAPE for shape in pair):
        raise invalid(
            name,
            f"be two shapes from {SMALLEST_SHAPE:g} to {LARGEST_SHAPE:g}, between which curves are exact",
            short(value),
        )
    return Beta(*pair)


def row_count(n: Any) -> int:
    """Return a number of rows."""
    try:
        rows = operator.index(n)
    except TypeError:
        raise wrong_type("n", "be a whole number of rows", n) from None
    if rows > EXACT_INTEGERS:
        raise invalid("n", "be at most 2**53", short(n))
    if rows < 1:
        raise invalid("n", "be at least 1", short(n))
    return rows


def scores(name: str, values: ArrayLike) -> FloatArray:
    """Return real numbers of any shape, none of them NaN."""
    array = reals(name, values)
    if np.isnan(array).any():
        raise PrplotValueError(f"{name} must not hold NaN; got {short(values)}.")
    return array
