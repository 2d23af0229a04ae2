"""The gain scale: axes of precision or recall on which gains are evenly spaced; and ticks for such axes."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np
from matplotlib.axis import Axis
from matplotlib.scale import ScaleBase, register_scale
from matplotlib.ticker import (
    Formatter,
    Locator,
    MaxNLocator,
    NullFormatter,
    NullLocator,
)
from matplotlib.transforms import Transform
from numpy.typing import ArrayLike

from prplot.errors import PrplotTypeError
from prplot.rows.arrays import FloatArray
from prplot.rows.checks import check_prevalence

__all__ = ["AlikeLocator", "GainScale", "GainTransform", "RateFormatter", "RateLocator", "unchanged"]

# How far the view reaches beyond gains of 0 and 1 where limits ask for all values.
MARGIN = 0.015
# No value is larger than this, which is next to the end of the scale at gain 1 / (1 - π).
LARGEST = 1e9
# Leading digits of rates that are tried as ticks, in this order, each over so many decades.
DIGITS = ((5.0, 2.0, 1.0), (3.0, 4.0, 8.0, 6.0, 7.0, 9.0), (1.5, 2.5, 1.2))
DECADES = 12
# Width of a letter and height of a line with the room around it, in em.
LETTER, LINE = 0.62, 1.7
# A tick this close outside the view is still at its edge, and a rate this close is the same.
NEAR = 1e-9
# By how much of itself a rate may be off by rounding alone.
ROUNDING = 4e-16

Map = Callable[[FloatArray], FloatArray]


class GainTransform(Transform):
    """v -> (v - π) / ((1 - π) v), or back; silent, -inf for 0 and NaN for what is negative."""

    input_dims = output_dims = 1

    def __init__(self, prevalence: float, back: bool = False) -> None:
        super().__init__()
        self.prevalence = prevalence
        self.back = back

    def transform_non_affine(self, values: ArrayLike) -> FloatArray:
        """Return the gains of values, or the values of gains."""
        pi, given = self.prevalence, np.asarray(values, dtype=np.float64)
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            if self.back:
                return np.asarray(pi / np.maximum(pi + (1.0 - pi) * (1.0 - given), pi / LARGEST))
            return np.where(given >= 0, (given - pi) / np.abs(given) / (1.0 - pi), np.nan)

    def inverted(self) -> GainTransform:
        """Return the way back."""
        return GainTransform(self.prevalence, not self.back)


class GainScale(ScaleBase):
    """The scale "gain" for axes of precision, recall or F_β, on which 1/v is evenly spaced.

    It sends the prevalence π to 0 and 1 to 1: PR data on two gain axes are the PRG plot, with
    precision and recall still written at the ticks.

    Parameters
    ----------
    prevalence : float
        π in (0, 1): ``ax.set_xscale("gain", prevalence=0.2)``.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        Without a prevalence in (0, 1).

    Notes
    -----
    Only positive values have a place. Limits at or below 0 become those of gain 0, less a small
    margin; if they also lie beyond 1 the view shows the gains from 0 to 1.

    References
    ----------
    P. Flach and M. Kull, Precision-Recall-Gain Curves, NIPS 2015, Definition 1.

    Examples
    --------
    >>> import prplot
    >>> from matplotlib.figure import Figure
    >>> ax = Figure().add_subplot()
    >>> scale = prplot.draw.GainScale(prevalence=0.2)
    >>> scale.get_transform().transform([0.2, 0.25, 0.5, 1.0]).round(4).tolist()
    [0.0, 0.25, 0.75, 1.0]
    """

    name = "gain"

    # Before matplotlib 3.11 a scale is made with its axis, which it does not need.
    def __init__(self, *_axis: Any, prevalence: float | None = None) -> None:
        if prevalence is None:
            raise PrplotTypeError(
                "prevalence must be given for a gain scale; got none. "
                'For example ax.set_xscale("gain", prevalence=curve.path.prevalence).'
            )
        self.prevalence = check_prevalence(prevalence)
        self._transform = GainTransform(self.prevalence)

    def get_transform(self) -> GainTransform:
        """Return the map from values to gains."""
        return self._transform

    def set_default_locators_and_formatters(self, axis: Axis) -> None:
        """Set ticks at round values that are apart on the scale, and at π."""
        ticks = RateLocator((1.0, self.prevalence), prevalence=self.prevalence)
        axis.set_major_locator(ticks)
        axis.set_major_formatter(RateFormatter(ticks))
        axis.set_minor_locator(NullLocator())
        axis.set_minor_formatter(NullFormatter())

    def limit_range_for_scale(self, vmin: float, vmax: float, minpos: float) -> tuple[float, float]:  # noqa: ARG002
        """Return limits that have a place."""
        pi = self.prevalence
        # Halfway to the end of the scale, where that is near.
        beyond = min(MARGIN, pi / (1.0 - pi) / 2)
        low, high = (float(v) for v in self._transform.inverted().transform(np.array([-MARGIN, 1.0 + beyond])))
        everything = min(vmin, vmax) <= 0 and max(vmin, vmax) > 1

        def placed(limit: float) -> float:
            if limit <= 0:
                return low
            return high if everything and limit > 1 else limit

        return placed(vmin), placed(vmax)


class RateLocator(Locator):
    """Ticks at round rates, as many as have room for their labels where they are drawn.

    Parameters
    ----------
    first : sequence of float
        Rates that get a tick before all others.
    rate, place : callables, optional
        From coordinates of the axis to the rates that its ticks stand for, and back; by default
        they stand for the coordinates.
    prevalence : float, optional
        A rate whose label says that it is π.
    """

    def __init__(
        self,
        first: Sequence[float] = (),
        rate: Map | None = None,
        place: Map | None = None,
        prevalence: float | None = None,
    ) -> None:
        self.first, self.prevalence = tuple(first), prevalence
        # How many ticks have room; None: what the layout leaves.
        self.room: int | None = None
        self.rate, self.place = rate or unchanged, place or unchanged

    def __call__(self) -> Any:
        """Return the coordinates of the ticks in the view."""
        return self.tick_values(*cast(Axis, self.axis).get_view_interval())

    def tick_values(self, vmin: float, vmax: float) -> Any:
        """Return the coordinates of the ticks between two limits."""
        axis, ends = cast(Any, self.axis), np.array([vmin, vmax], dtype=np.float64)
        scale, across, room = axis.get_transform(), axis.axis_name == "x", self.room or max(axis.get_tick_space(), 2)
        low, high = np.clip(np.sort(self.rate(ends)), 0.0, 1.0)
        offered = [rate for rate in self.offered(room, low, high) if 0 <= rate <= 1]
        start, stop = scale.transform(ends)
        along = (scale.transform(self.place(np.array(offered))) - start) / (stop - start)
        chosen: dict[float, tuple[float, float]] = {}
        for rate, at in zip(offered, along, strict=True):
            # What matplotlib reckons for a tick is 3 em across and 2 lines upwards.
            half = ((1 + len(self.text(rate))) * LETTER / 3 if across else LINE / 2) / room / 2
            if -NEAR <= at <= 1 + NEAR and all(abs(at - there) >= half + wide for there, wide in chosen.values()):
                chosen[rate] = at, half
        return self.place(np.sort(list(chosen)))

    def offered(self, room: int, low: float, high: float) -> list[float]:
        """Return the rates that may get one of so many ticks between two, the most wanted first."""
        evenly = MaxNLocator(room, steps=[1, 2, 2.5, 5, 10]).tick_values(low, high)
        rounded = [digit / 10**decade for digits in DIGITS for decade in range(1, DECADES) for digit in digits]
        return [*self.first, *rounded, *evenly]

    def text(self, rate: float) -> str:
        """Return what the tick at a rate says: the first ones to three digits, the others are round."""
        digits = 3 if any(_same(rate, mark) for mark in self.first) else 8
        named = self.prevalence is not None and _same(rate, self.prevalence)
        return f"{'π ' if named else ''}{_written(rate, digits)}"


class AlikeLocator(MaxNLocator):
    """Ticks at the same numbers along both axes where both show the same range: as many as have room along either.

    Labels are as wide with few ticks as with many, so that the layout does not swing to and fro with them.
    """

    def __init__(self) -> None:
        super().__init__("auto", steps=(1, 2, 5, 10))

    def tick_values(self, vmin: float, vmax: float) -> Any:
        """Return the places of the ticks between two limits."""
        found, axes = [], cast(Any, self.axis).axes
        for axis in (axes.xaxis, axes.yaxis):
            locator, seen = axis.get_major_locator(), np.sort(axis.get_view_interval())
            if isinstance(locator, AlikeLocator) and np.allclose(seen, np.sort([vmin, vmax]), rtol=0, atol=NEAR):
                found.append(MaxNLocator.tick_values(locator, vmin, vmax))
        return min(found or [super().tick_values(vmin, vmax)], key=len)


class RateFormatter(Formatter):
    """The rates that the ticks of a `RateLocator` stand for."""

    def __init__(self, ticks: RateLocator) -> None:
        self.ticks = ticks

    def __call__(self, x: float, pos: int | None = None) -> str:  # noqa: ARG002
        """Return the label of a tick."""
        rate = float(self.ticks.rate(np.array([x], dtype=np.float64))[0])
        return self.ticks.text(rate).replace("π", r"$\pi$")


def _same(rate: float, mark: float) -> bool:
    """Whether two rates are the same but for rounding, however near to 0 or 1."""
    return abs(rate - mark) <= max(NEAR * min(mark, 1.0 - mark), ROUNDING * mark)


def _written(rate: float, digits: int) -> str:
    """Return a rate to so many digits, near 1 by its distance from it."""
    text, rest = f"{rate:.{digits}g}", 1.0 - rate
    if rest <= 0 or abs(float(text) - rate) <= rest * 10.0 ** (1 - digits):
        return text
    # What is left of a distance from 1 has no more digits than this.
    kept = max(1, min(digits, int(math.log10(rest / ROUNDING))))
    return f"1\N{MINUS SIGN}{rest:.{kept}g}"


def unchanged(values: FloatArray) -> FloatArray:
    """Return the values: the map of axes that share their coordinates."""
    return values


register_scale(GainScale)
