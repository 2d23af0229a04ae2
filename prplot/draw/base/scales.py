"""The gain scale and the probit scale for axes of rates, and ticks at round rates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import isclose, nan
from typing import Any, cast

import numpy as np
from matplotlib.axis import Axis
from matplotlib.scale import FuncTransform, ScaleBase, register_scale
from matplotlib.ticker import FuncFormatter, Locator, MaxNLocator, NullLocator
from numpy.typing import ArrayLike
from scipy import special

from prplot.draw.base.literal_text import localized
from prplot.errors import PrplotTypeError
from prplot.rows.arrays import FloatArray
from prplot.rows.checks import check_prevalence

# If the limits include values that the gain scale cannot show, the view extends this far beyond gains of 0 and 1.
MARGIN = 0.015
# The gain scale ends at gain 1 / (1 - π), where the value would be infinite. Values are limited to LARGEST.
LARGEST = 1e9
# Values below this share of π are drawn at it on the gain scale.
NEXT_TO_0 = 1e-6
# Views of the probit scale keep the distance LEAST from 0 and 1. Rates within FARTHEST of 0 or 1 are drawn at FARTHEST.
LEAST, FARTHEST = 1e-8, 1e-16
# Round rates for ticks, in the order in which they are tried.
ROUND = tuple(
    digit / 10**decade
    for digits in ((5.0, 2.0, 1.0), (3.0, 4.0, 8.0, 6.0, 7.0, 9.0), (1.5, 2.5, 1.2))
    for decade in range(1, 12)
    for digit in digits
)
# Ticks of DET curves: the rates of the first papers on DET curves, and 1 minus each of these rates.
SMALL = (0.01, 0.1, 0.001, 0.0001, 0.05, 0.2, 1e-5, 1e-6, 1e-7, 0.02, 0.3, 0.005, 0.4, 0.0005, 0.002)
DET_RATES = (0.5, *(rate for small in SMALL for rate in (small, 1.0 - small)))
# The width of a letter and the height of a line in em, with the space around them.
LETTER, LINE = 0.62, 1.7
# Ticks up to NEAR outside the view count as inside it. Rates with a relative difference up to SAME count as equal.
NEAR, SAME = 1e-9, 1e-12

Map = Callable[[FloatArray], FloatArray]


def unchanged(values: FloatArray) -> FloatArray:
    """Return the values unchanged, for ticks that show the coordinates of their axis."""
    return values


def _gains(prevalence: float, values: ArrayLike) -> FloatArray:
    """Return the gains (v - π) / ((1 - π) v) of values; for values near or below 0 a finite gain far out of view."""
    placed = np.maximum(np.asarray(values, dtype=np.float64), prevalence * NEXT_TO_0)
    return np.asarray((placed - prevalence) / placed / (1.0 - prevalence))


def _values(prevalence: float, gains: ArrayLike) -> FloatArray:
    """Return the values at gains; they are finite also beyond the end of the scale."""
    rest = prevalence + (1.0 - prevalence) * (1.0 - np.asarray(gains, dtype=np.float64))
    return np.asarray(prevalence / np.maximum(rest, prevalence / LARGEST))


class GainScale(ScaleBase):
    """The matplotlib axis scale "gain" for precision, recall or F_β: equal distances are equal gains.

    The scale maps a value v to a linear function of 1/v. The prevalence π maps to 0, and 1 maps to 1. PR data on two
    gain axes therefore look like the PRG plot, but the tick labels still show precision and recall.

    Parameters
    ----------
    prevalence : float
        π in (0, 1): ``ax.set_xscale("gain", prevalence=0.2)``.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If the prevalence is missing or outside (0, 1).

    Notes
    -----
    Only positive values can be shown. If an axis limit is 0 or less, it is replaced by a value slightly below π (gain
    0), and an upper limit above 1 is lowered to just above 1 (gain 1), so that the axis shows gains 0 to 1.

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

    # Before matplotlib 3.11 the first argument of a scale is its axis, which this scale does not use.
    def __init__(self, *_axis: Any, prevalence: float | None = None) -> None:
        if prevalence is None:
            raise PrplotTypeError(
                "prevalence must be given for a gain scale; got none. "
                'For example ax.set_xscale("gain", prevalence=curve.path.prevalence).'
            )
        self.prevalence = check_prevalence(prevalence)

    def get_transform(self) -> FuncTransform:
        """Return matplotlib's transform of this scale, which maps values to gains."""
        return FuncTransform(partial(_gains, self.prevalence), partial(_values, self.prevalence))

    def set_default_locators_and_formatters(self, axis: Axis) -> None:
        """Set ticks at the prevalence and at round values whose labels do not overlap."""
        label_rates(axis, RateLocator((1.0, self.prevalence), prevalence=self.prevalence))

    def limit_range_for_scale(self, vmin: float, vmax: float, minpos: float) -> tuple[float, float]:  # noqa: ARG002
        """Return axis limits that the scale can represent: limits of 0 or less are replaced by a positive one."""
        pi = self.prevalence
        if min(vmin, vmax) > 0:
            return vmin, vmax
        # If the scale ends soon after gain 1, the view ends halfway between gain 1 and that end.
        beyond = min(MARGIN, pi / (1.0 - pi) / 2)
        low, high = _values(pi, [-MARGIN, 1.0 + beyond]).tolist()
        one, other = (low if limit <= 0 else high if limit > 1 else limit for limit in (vmin, vmax))
        return one, other


def _quantiles(rates: ArrayLike) -> FloatArray:
    """Return the normal quantiles of rates; for rates 0 and 1 they are finite and far out of view."""
    return np.asarray(special.ndtri(np.clip(rates, FARTHEST, 1.0 - FARTHEST)))


def _rates(quantiles: ArrayLike) -> FloatArray:
    """Return the rates at normal quantiles; unlike SciPy's function, this one can be pickled."""
    return np.asarray(special.ndtr(quantiles))


class ProbitScale(ScaleBase):
    """The matplotlib axis scale "probit" for rates, used by DET curves.

    A rate is placed at the normal quantile of this rate. DET curves use the scale on both axes; set it with
    ``ax.set_xscale("probit")``. Rates of 0 and 1 cannot be shown.

    References
    ----------
    A. Martin et al., The DET curve in assessment of detection task performance, Eurospeech 1997,
    doi:10.21437/Eurospeech.1997-504.

    Examples
    --------
    >>> import prplot
    >>> scale = prplot.draw.ProbitScale()
    >>> scale.get_transform().transform([0.025, 0.5, 0.975]).round(2).tolist()
    [-1.96, 0.0, 1.96]
    """

    name = "probit"

    def __init__(self, *_axis: Any) -> None:
        pass

    def get_transform(self) -> FuncTransform:
        """Return matplotlib's transform of this scale, which maps rates to quantiles of the normal distribution."""
        return FuncTransform(_quantiles, _rates)

    def set_default_locators_and_formatters(self, axis: Axis) -> None:
        """Set ticks at the rates usual on DET axes, labeled in percent."""
        label_rates(axis, RateLocator(DET_RATES, percent=True))

    def limit_range_for_scale(self, vmin: float, vmax: float, minpos: float) -> tuple[float, float]:
        """Return axis limits that this scale can show.

        Rates of 0 and 1 have no probit: 0 is replaced by m, the smallest positive rate drawn, and 1 by 1 - m.
        """
        limits, end = np.array([vmin, vmax]), np.clip(minpos, LEAST, 0.5)
        limits = np.where(limits <= 0, end, np.where(limits >= 1, 1.0 - end, limits))
        one, other = np.clip(limits, LEAST, 1.0 - LEAST).tolist()
        return one, other


class RateLocator(Locator):
    """Ticks at round rates, as many as fit with their labels.

    Parameters
    ----------
    first : sequence of float
        Rates that get a tick before all others.
    rate, place : callables, optional
        From coordinates of the axis to the rates in the labels, and back; by default both are the same.
    prevalence : float, optional
        The prevalence, a rate whose label begins with π.
    percent : bool
        Whether only the first rates get ticks, with labels in percent.
    """

    def __init__(
        self,
        first: Sequence[float],
        rate: Map = unchanged,
        place: Map = unchanged,
        *,
        prevalence: float = nan,
        percent: bool = False,
    ) -> None:
        self.first, self.rate, self.place = tuple(first), rate, place
        self.prevalence, self.percent = prevalence, percent
        # The number of ticks that fit. If it is None, matplotlib estimates it.
        self.room: int | None = None

    def nonsingular(self, v0: float, v1: float) -> tuple[float, float]:
        """Return finite limits unchanged, and (0, 1) instead of others, so that matplotlib sets new limits."""
        return (v0, v1) if np.isfinite([v0, v1]).all() else (0.0, 1.0)

    def __call__(self) -> Any:
        """Return the coordinates of the ticks in view."""
        axis = cast(Any, self.axis)
        scale, ends = axis.get_transform(), np.array(axis.get_view_interval())
        room, rates = self.room or max(axis.get_tick_space(), 2), list(self.first)
        if not self.percent:
            evenly = MaxNLocator(room, steps=[1, 2, 2.5, 5, 10])
            rates += [*ROUND, *evenly.tick_values(*np.clip(np.sort(self.rate(ends)), 0.0, 1.0))]
            rates = [rate for rate in rates if 0 <= rate <= 1]
        start, stop = scale.transform(ends)
        along = (scale.transform(self.place(np.array(rates))) - start) / (stop - start)
        chosen: dict[float, tuple[float, float]] = {}
        for rate, at in zip(rates, along, strict=True):
            # matplotlib's estimate gives each tick 3 em along the x-axis and 2 lines along the y-axis.
            em = (1 + len(self.text(rate))) * LETTER / 3 if axis.axis_name == "x" else LINE / 2
            half = em / room / 2
            if -NEAR <= at <= 1 + NEAR and all(abs(at - position) >= half + wide for position, wide in chosen.values()):
                chosen[rate] = at, half
        return self.place(np.sort(list(chosen)))

    def label(self, x: float, pos: int | None = None) -> str:  # noqa: ARG002
        """Return the label of the tick at a coordinate of the axis."""
        return self.text(float(self.rate(np.array([x]))[0])).replace("π", r"$\pi$")

    def text(self, rate: float) -> str:
        """Return the tick label of a rate: three digits for the first rates; the others are round."""
        if self.percent:
            return f"{localized(f'{100.0 * rate:.10g}')} %"
        named, *others = (isclose(rate, mark, rel_tol=SAME) for mark in (self.prevalence, *self.first))
        digits, rest = 3 if any(others) else 8, 1.0 - rate
        text = f"{rate:.{digits}g}"
        if rest > 0 and abs(float(text) - rate) > rest * 10.0 ** (1 - digits):
            text = f"1\N{MINUS SIGN}{rest:.3g}"
        return f"π {text}" if named else text


def label_rates(axis: Axis, ticks: RateLocator) -> None:
    """Set major ticks at rates with their labels, and remove minor ticks."""
    axis.set_major_locator(ticks)
    axis.set_major_formatter(FuncFormatter(ticks.label))
    axis.set_minor_locator(NullLocator())


class AlikeLocator(MaxNLocator):
    """Equal ticks on both axes if these show the same range; the axis with less space decides how many.

    The width of the labels does not depend on the number of ticks, so repeated layouts do not alternate.
    """

    def __init__(self) -> None:
        super().__init__("auto", steps=(1, 2, 5, 10))

    def tick_values(self, vmin: float, vmax: float) -> Any:
        """Return the coordinates of the ticks between two limits."""
        low, high = sorted((vmin, vmax))
        alike = [self]
        for axis in (cast(Any, self.axis).axes.xaxis, cast(Any, self.axis).axes.yaxis):
            locator, (start, stop) = axis.get_major_locator(), sorted(axis.get_view_interval())
            same = abs(start - low) <= NEAR and abs(stop - high) <= NEAR
            if same and isinstance(locator, AlikeLocator) and locator is not self:
                alike.append(locator)
        narrowest = min(alike, key=lambda locator: cast(Any, locator.axis).get_tick_space())
        return MaxNLocator.tick_values(narrowest, vmin, vmax)


register_scale(GainScale)
register_scale(ProbitScale)
