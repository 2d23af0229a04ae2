"""The probit scale: axes of rates on which normal scores have straight DET curves."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axis import Axis
from matplotlib.scale import ScaleBase, register_scale
from matplotlib.ticker import NullFormatter, NullLocator
from matplotlib.transforms import Transform
from numpy.typing import ArrayLike
from scipy import special

from prplot.draw.base.literal_text import localized
from prplot.draw.base.scales import RateFormatter, RateLocator
from prplot.rows.arrays import FloatArray

__all__ = ["ProbitScale", "ProbitTransform"]

# How near to 0 and 1 views go.
LEAST = 1e-8
# Rates that get a tick, in this order: those of the first papers, and the same beside 1.
SMALL = (0.01, 0.1, 0.001, 0.0001, 0.05, 0.2, 1e-5, 1e-6, 1e-7, 0.02, 0.3, 0.005, 0.4, 0.0005, 0.002)
MARKS = (0.5, *(rate for small in SMALL for rate in (small, 1.0 - small)))


class ProbitTransform(Transform):
    """Rate -> normal quantile, or back; silent, infinite for 0 and 1 and NaN beyond."""

    input_dims = output_dims = 1

    def __init__(self, back: bool = False) -> None:
        super().__init__()
        self.back = back

    def transform_non_affine(self, values: ArrayLike) -> FloatArray:
        """Return the quantiles of rates, or the rates of quantiles."""
        given = np.asarray(values, dtype=np.float64)
        there = np.isfinite(given) if self.back else (given >= 0) & (given <= 1)
        found = np.where(given > 0, 1.0, 0.0) if self.back else np.full(given.shape, np.nan)
        found = np.where(np.isnan(given), np.nan, found)
        found[there] = (special.ndtr if self.back else special.ndtri)(given[there])
        return found

    def inverted(self) -> ProbitTransform:
        """Return the way back."""
        return ProbitTransform(not self.back)


class ProbitScale(ScaleBase):
    """The scale "probit" for axes of rates, on which the quantiles of the normal distribution are evenly spaced.

    DET curves have it on both axes: ``ax.set_xscale("probit")``. Rates of 0 and 1 have no place.

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

    # Before matplotlib 3.11 a scale is made with its axis, which it does not need.
    def __init__(self, *_axis: Any) -> None:
        pass

    def get_transform(self) -> ProbitTransform:
        """Return the map from rates to quantiles."""
        return ProbitTransform()

    def set_default_locators_and_formatters(self, axis: Axis) -> None:
        """Set ticks at usual rates, in percent."""
        ticks = PercentLocator()
        axis.set_major_locator(ticks)
        axis.set_major_formatter(RateFormatter(ticks))
        axis.set_minor_locator(NullLocator())
        axis.set_minor_formatter(NullFormatter())

    def limit_range_for_scale(self, vmin: float, vmax: float, minpos: float) -> tuple[float, float]:  # noqa: ARG002
        """Return limits that have a place."""
        low, high = np.clip([vmin, vmax], LEAST, 1.0 - LEAST).tolist()
        return low, high


class PercentLocator(RateLocator):
    """Ticks at usual rates, as many as have room."""

    def offered(self, room: int, low: float, high: float) -> list[float]:  # noqa: ARG002
        """Return the rates that may get a tick, the most wanted first."""
        return list(MARKS)

    def text(self, rate: float) -> str:
        """Return what the tick at a rate says."""
        return f"{localized(f'{100.0 * rate:.10g}')} %"


register_scale(ProbitScale)
