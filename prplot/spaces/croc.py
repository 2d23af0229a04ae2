"""CROC space: ROC with small false positive rates magnified."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, get_args

import numpy as np

from prplot.errors import by_name, one_of
from prplot.names import Magnifier
from prplot.path.steps import Steps, Sums
from prplot.rows.arrays import FloatArray, Pair
from prplot.rows.checks import positive_number
from prplot.spaces.base import Space
from prplot.spaces.roc import ROC

# Steps that are this many times as wide as their start are treated as steps from the origin.
FARTHEST = 1e300
# The number of quadrature nodes for means whose closed form loses digits.
NODES = 20


@by_name()
@dataclass(frozen=True)
class CROC(ROC):
    """CROC space: the true positive rate against the false positive rate, magnified near 0.

    The x value is g(f), where f is the false positive rate. The magnifier g(f) is (1 - exp(-α f)) / (1 - exp(-α))
    ("exponential"), f^(1 / (1 + α)) ("power"), or ln(1 + α f) / ln(1 + α) ("logarithm"). With α = 7, the exponential g
    maps a false positive rate of 0.5 to the abscissa 0.97.

    Parameters
    ----------
    prevalence : float
        π in (0, 1); a CROC curve does not depend on it.
    alpha : float
        Strength α of the magnification, greater than 0.
    magnifier : {"exponential", "power", "logarithm"}
        Which of the three functions g to use.

    References
    ----------
    S. J. Swamidass et al., A CROC stronger than ROC, Bioinformatics 2010,
    doi:10.1093/bioinformatics/btq140.

    Examples
    --------
    >>> import prplot
    >>> round(float(prplot.CROC(0.1).forward(0.5, 1.0)[0]), 4)
    0.9707
    """

    alpha: float = 7.0
    magnifier: Magnifier = "exponential"

    name = "croc"
    title = "CROC"
    _area_name = "area under CROC"
    xlabel = "Magnified false positive rate"
    _moves_with_prevalence = False
    _intervals = Space._intervals

    def __post_init__(self) -> None:
        super().__post_init__()
        vars(self).update(
            alpha=positive_number("alpha", self.alpha, "The papers use 7."),
            magnifier=one_of("magnifier", self.magnifier, get_args(Magnifier)),
        )

    @property
    def _words(self) -> str:
        return (
            f"false positive rates magnified by the {self.magnifier} with α = {self.alpha:g} "
            "(Swamidass et al. 2010, doi:10.1093/bioinformatics/btq140)"
        )

    def magnify(self, fpr: FloatArray) -> FloatArray:
        """Return g(fpr), the magnified false positive rate: the horizontal coordinate in CROC space."""
        return self._between(np.zeros_like(fpr), fpr)

    def _between(self, start: FloatArray, wide: FloatArray) -> FloatArray:
        """Return g(start + wide) - g(start), the magnified width of a range of FPR, without cancellation."""
        alpha, power = self.alpha, 1.0 / (1.0 + self.alpha)
        if self.magnifier == "exponential":
            return np.exp(-alpha * start) * np.expm1(-alpha * wide) / math.expm1(-alpha)
        if self.magnifier == "logarithm":
            return np.log1p(alpha * wide / (1.0 + alpha * start)) / math.log1p(alpha)
        with np.errstate(all="ignore"):
            grown = start**power * np.expm1(power * np.log1p(wide / start))
            return np.where(wide < FARTHEST * start, grown, wide**power)

    def _to_axes(self, sums: Sums) -> Pair:
        return self.magnify(sums.fp / sums.negatives), sums.tp / sums.positives

    def _from_rates(self, rates: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        tpr, fpr, _, tnr = rates
        return self.magnify(fpr), self._between(fpr, tnr), tpr

    def _to_rates(self, x: FloatArray, y: FloatArray) -> Pair:
        if self.magnifier == "exponential":
            rate = -np.log1p(x * math.expm1(-self.alpha)) / self.alpha
        elif self.magnifier == "power":
            rate = x ** (1.0 + self.alpha)
        else:
            rate = np.expm1(x * math.log1p(self.alpha)) / self.alpha
        # At 0 and 1 the rate equals x, which the formulas may miss because of rounding.
        return np.where((x == 0) | (x == 1), x, rate), y

    def _abscissa_rate(self, x: Any, odds: Any) -> Any:
        ends = np.asarray(x, dtype=np.float64)
        return np.clip(self.inverse(ends, ends)[0], 0.0, 1.0)

    @property
    def _not_smooth(self) -> str:  # type: ignore[override]
        if self.magnifier == "power":
            return "magnifies the first false positives without limit, so that single rows decide"
        return ""

    def _step_areas(self, steps: Steps) -> FloatArray:
        # The area ∫ tpr dg of each step is its width in g times the mean of tpr with respect to g.
        width, far = self._widths(steps)
        return width * ((steps.tp[:-1] + steps.fg * far) / steps.positives)

    def _density_moments(self, steps: Steps) -> Pair:
        # The density is g'(fpr) / (N P).
        width, far = self._widths(steps)
        fpr, wide = steps.fp[:-1] / steps.negatives, steps.bg / steps.negatives
        if self.magnifier == "exponential":
            slope = -self.alpha * np.exp(-self.alpha * fpr) / math.expm1(-self.alpha)
        else:
            slope = self.alpha / (1.0 + self.alpha * fpr) / math.log1p(self.alpha)
        mean_slope = np.divide(width, wide, out=slope, where=wide > 0)
        density = mean_slope / (steps.negatives * steps.positives)
        return density * (1.0 - far), density * far

    def _widths(self, steps: Steps) -> Pair:
        """Return the width of each step in g, and the mean position along the step with respect to g, in [0, 1].

        Here g is the magnified false positive rate. Along a step, u runs from 0 to 1, and dg/du is proportional to
        exp(-z u) or to (1 + z u)^(p - 1), where p is 0 for the logarithm. For z < 1 the closed forms cancel, and the
        mean of u is computed by Gauss-Legendre quadrature.
        """
        start, wide = steps.fp[:-1] / steps.negatives, steps.bg / steps.negatives
        alpha, power = self.alpha, 0.0
        with np.errstate(all="ignore"):
            if self.magnifier == "exponential":
                z = alpha * wide
                far = 1.0 / z - 1.0 / np.expm1(z)
            elif self.magnifier == "logarithm":
                z = alpha * wide / (1.0 + alpha * start)
                far = 1.0 / np.log1p(z) - 1.0 / z
            else:
                power = 1.0 / (1.0 + alpha)
                z = wide / start
                ahead = (1.0 + z) ** power
                far = (ahead - (ahead * (1.0 + 1.0 / z) - 1.0 / z) / (power + 1)) / np.expm1(power * np.log1p(z))
                # For a step from the origin z is infinite, and u has the density proportional to u^(p - 1).
                far = np.where(z < FARTHEST, far, power / (1.0 + power))
        near = z < 1
        nodes, shares = np.polynomial.legendre.leggauss(NODES)
        u = (nodes + 1) / 2
        along = np.multiply.outer(z[near], u)
        weights = shares * (np.exp(-along) if self.magnifier == "exponential" else (1.0 + along) ** (power - 1.0))
        far[near] = weights @ u / weights.sum(axis=1)
        return self._between(start, wide), far
