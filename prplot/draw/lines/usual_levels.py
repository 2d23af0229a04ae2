"""Which levels of a metric are drawn where nobody says which."""

from __future__ import annotations

import numpy as np

from prplot.metrics import Metric
from prplot.spaces import Space

__all__ = ["usual_levels"]

# Points per side at which a space is looked at for usual levels, the share of it that is left out at
# both ends, and what it weighs that levels are not equally spaced, or one more or less.
LOOKED_AT, LEFT_OUT, LESS_PLAIN, OTHER_COUNT = 80, 0.03, 0.3, 0.2
ROUND, FACTORS = (1.0, 2.0, 5.0), ((1.0,), (1.0, 2.0, 5.0), (1.0, 5.0))


def usual_levels(measure: Metric, space: Space, count: int) -> list[float]:
    """Return about so many round levels that cut what is better than chance in a space into like areas.

    Equally spaced ones where these do so, else ones like 1, 2, 5, 10 or their distances from 1.
    """
    x, y = np.meshgrid(*((np.arange(LOOKED_AT) + 0.5) / LOOKED_AT,) * 2)
    with np.errstate(all="ignore"):
        fpr, tpr = space.inverse(x, y * space.top)
        values = measure.value(fpr, tpr, space.prevalence)
    values = np.sort(values[(fpr >= 0) & (fpr < tpr) & (tpr <= 1) & np.isfinite(values)])
    if count == 0 or not len(values):
        return []
    low, high = (float(q) for q in np.quantile(values, (LEFT_OUT, 1.0 - LEFT_OUT)))
    choices = [(levels, 0.0) for levels in _equally_spaced(low, high)]
    if low < 0 < high:
        choices += [(levels, LESS_PLAIN) for levels in _equally_spaced(0.0, high)]
    if values[0] >= 0:
        choices += [(levels, LESS_PLAIN) for levels in _by_factors(low, high)]
    if values[-1] <= 1:
        choices += [([1.0 - x for x in levels[::-1]], LESS_PLAIN) for levels in _by_factors(1.0 - high, 1.0 - low)]

    def unevenness(choice: tuple[list[float], float]) -> float:
        levels, less_plain = choice
        shares = np.diff(np.searchsorted(values, levels), prepend=0, append=len(values)) / len(values)
        return float(len(shares) * np.sum(shares**2)) + less_plain + OTHER_COUNT * (len(levels) - count) ** 2

    return [float(round(level, 12)) for level in min(choices, key=unevenness, default=([], 0.0))[0]]


def _equally_spaced(low: float, high: float) -> list[list[float]]:
    """Return the multiples of round steps between two values, up to fifty."""
    if not low < high:
        return []
    finest = int(np.floor(np.log10((high - low) / 50)))
    steps = [times * 10.0**power for power in range(finest, finest + 4) for times in ROUND]
    found = [[k * step for k in range(int(np.ceil(low / step)), int(np.floor(high / step)) + 1)] for step in steps]
    return [levels for levels in found if levels]


def _by_factors(low: float, high: float) -> list[list[float]]:
    """Return round numbers between two positive values that grow by about equal factors."""
    if not 0 < low < high:
        return []
    powers = range(int(np.floor(np.log10(low))), int(np.ceil(np.log10(high))) + 1)
    found = [[times * 10.0**power for power in powers for times in each] for each in FACTORS]
    return [inside for inside in ([x for x in levels if low <= x <= high] for levels in found) if inside]
