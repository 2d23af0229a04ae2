"""CROC space: ROC with the early part magnified."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.errors import by_name, invalid, one_of, short
from prplot.options import Magnifier
from prplot.path.steps import Rate, Steps
from prplot.rows.arrays import FloatArray
from prplot.rows.checks import number, reals
from prplot.spaces.base import SecondaryScale, Space

__all__ = ["CROC"]

MAGNIFIERS: tuple[Magnifier, ...] = get_args(Magnifier)
# Where means have no closed form that keeps its digits: from which z to which z, and with how many nodes.
NODES = ((0.0, 1 / 64, 4), (1 / 64, 1.0, 24))


@by_name()
@dataclass(frozen=True)
class CROC(Space):
    """x is a magnified false positive rate g(fpr), y the true positive rate.

    g(f) is (1 - exp(-α f)) / (1 - exp(-α)), f^(1 / (1 + α)), or ln(1 + α f) / ln(1 + α). With
    α = 7, the exponential one takes a false positive rate of 0.5 to 0.97.

    Parameters
    ----------
    prevalence : float
        π in (0, 1); a CROC curve does not depend on it.
    alpha : float
        Strength, greater than 0.
    magnifier : {"exponential", "power", "logarithm"}
        Which g.

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
    xlabel = "Magnified false positive rate"
    ylabel = "True positive rate"
    rate: ClassVar[Rate] = "fpr"
    # Beyond it the magnifier has no digits left.
    farthest: ClassVar[float] = 1.5
    moves_with_prevalence = False
    explained = ("α = {alpha}, N = {negatives}", "P = {positives}")

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "magnifier", one_of("magnifier", self.magnifier, MAGNIFIERS))
        strength = number("alpha", self.alpha)
        if not (strength > 0 and math.isfinite(strength)):
            raise invalid("alpha", "be finite and greater than 0", short(self.alpha), "The papers use 7.")
        object.__setattr__(self, "alpha", strength)

    @property
    def words(self) -> str:
        return (
            f"false positive rates magnified by the {self.magnifier} with α = {self.alpha:g} "
            "(Swamidass et al. 2010, doi:10.1093/bioinformatics/btq140)"
        )

    def magnify(self, fpr: FloatArray) -> FloatArray:
        """Return g(fpr)."""
        if self.magnifier == "exponential":
            return np.asarray(np.expm1(-self.alpha * fpr) / math.expm1(-self.alpha))
        if self.magnifier == "power":
            return np.asarray(fpr ** (1.0 / (1.0 + self.alpha)))
        return np.asarray(np.log1p(self.alpha * fpr) / math.log1p(self.alpha))

    def image(
        self, fp: FloatArray, tp: FloatArray, negatives: float, positives: float
    ) -> tuple[FloatArray, FloatArray]:
        with np.errstate(invalid="ignore", divide="ignore"):
            return self.magnify(fp / np.float64(negatives)), tp / np.float64(positives)

    def inverse(self, x: ArrayLike, y: ArrayLike) -> tuple[FloatArray, FloatArray]:
        magnified, tpr = np.broadcast_arrays(*(reals(name, c) for name, c in (("x", x), ("y", y))))
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(self._shrunk(magnified))[()], tpr.copy()[()]

    def beyond(self, x: FloatArray, reached: float) -> FloatArray:
        return np.full(np.shape(x), reached)

    def secondary_scales(self) -> tuple[SecondaryScale, ...]:
        """Return the false positive rate as it is, not magnified."""
        return (SecondaryScale("x", "False positive rate", self._rate_of, self.magnify, (0.0, 1.0)),)

    def _rate_of(self, x: FloatArray) -> FloatArray:
        return np.asarray(self.abscissa_rate(np.clip(x, 0.0, 1.0), self.odds))

    def unplaced(self, x: float) -> float:
        return x if x > 0 and self.abscissa_rate(x, self.odds) == 0 else 0.0

    def _shrunk(self, x: Any) -> Any:
        if self.magnifier == "exponential":
            # Next to 1 all of what is left rounds to it.
            return np.where(np.equal(x, 1.0), 1.0, -np.log1p(x * math.expm1(-self.alpha)) / self.alpha)
        if self.magnifier == "power":
            return x ** (1.0 + self.alpha)
        return np.expm1(x * math.log1p(self.alpha)) / self.alpha

    def abscissa_rate(self, x: Any, odds: Any) -> Any:
        ends = np.asarray(x, dtype=np.float64)
        with np.errstate(divide="ignore"):
            rate = np.clip(self._shrunk(ends), 0.0, 1.0)
        return np.where((ends == 0) | (ends == 1), ends, rate)[()]

    def unwarped(self, steps: Steps, step: NDArray[np.int_], part: FloatArray) -> FloatArray:
        """Return parts that are equally spaced in the abscissa: the magnifier may start vertically."""
        start, wide = steps.fp[:-1][step] / steps.negatives, steps.bg[step] / steps.negatives
        low, high = self.magnify(start), self.magnify(start + wide)
        with np.errstate(invalid="ignore", divide="ignore"):
            inside = (self._shrunk(low + part * (high - low)) - start) / wide
        inside = np.where((wide > 0) & np.isfinite(inside), inside, part)
        return np.where((part > 0) & (part < 1), np.clip(inside, 0.0, 1.0), part)

    def step_areas(self, steps: Steps) -> FloatArray:
        """Return ∫ tpr dg over each step: its width in g times the mean of tpr under dg."""
        start, wide = steps.fp[:-1] / steps.negatives, steps.bg / steps.negatives
        low, rise = steps.tp[:-1] / steps.positives, steps.fg / steps.positives
        moved = wide > 0
        areas = np.zeros(len(wide))
        if moved.any():
            g, share = self._width_and_share(start[moved], wide[moved])
            areas[moved] = g * (low[moved] + rise[moved] * share)
        return areas

    def _width_and_share(self, start: FloatArray, wide: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return g's increase over steps, and how far along the step its mean lies, in (0, 1).

        Along a step g grows like exp(-z u), 1 / (1 + z u) or (1 + z u)^(p - 1), u from 0 to 1. For
        z < 1 the mean of u is taken by quadrature, where the closed forms cancel.
        """
        with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
            if self.magnifier == "exponential":
                z = self.alpha * wide
                width = np.exp(-self.alpha * start) * np.expm1(-z) / math.expm1(-self.alpha)
                far = 1.0 / z - 1.0 / np.expm1(z)
            elif self.magnifier == "logarithm":
                z = self.alpha * wide / (1.0 + self.alpha * start)
                width = np.log1p(z) / math.log1p(self.alpha)
                far = 1.0 / np.log1p(z) - 1.0 / z
            else:
                power = 1.0 / (1.0 + self.alpha)
                z = wide / start
                grown = np.expm1(power * np.log1p(z))
                width = np.where(start > 0, start**power * grown, wide**power)
                far = ((1.0 + z) ** power - ((1.0 + z) ** (power + 1) - 1) / ((power + 1) * z)) / grown
                # From the origin u has the density u^(p - 1).
                far = np.where(z < 1e300, far, power / (1.0 + power))
        for low, high, count in NODES:
            here = (z >= low) & (z < high)
            far[here] = self._mean_part(z[here], count)
        return width, far

    def _mean_part(self, z: FloatArray, count: int) -> FloatArray:
        """Return the mean of u in [0, 1] by so many nodes of Gauss and Legendre."""
        densities: dict[Magnifier, Callable[[float], FloatArray]] = {
            "exponential": lambda u: np.exp(-z * u),
            "logarithm": lambda u: 1.0 / (1.0 + z * u),
            "power": lambda u: (1.0 + z * u) ** (1.0 / (1.0 + self.alpha) - 1.0),
        }
        density, (nodes, shares) = densities[self.magnifier], np.polynomial.legendre.leggauss(count)
        nodes = (nodes + 1) / 2
        weights = [share * density(node) for node, share in zip(nodes, shares, strict=True)]
        return np.asarray(sum(node * weight for node, weight in zip(nodes, weights, strict=True)) / sum(weights))
