"""ROC space, the unit square of rates itself, and those that differ in an axis: DET, FROC and CROC, magnified."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar, Self, get_args

import numpy as np
from numpy.typing import ArrayLike

from prplot.errors import PrplotValueError, by_name, invalid, one_of, short, shortest
from prplot.options import Magnifier
from prplot.path.path import ConfusionPath
from prplot.path.steps import Steps
from prplot.rows.arrays import FloatArray, Pair
from prplot.rows.checks import number
from prplot.spaces.base import Space, broadcast

# Nodes of the quadrature where closed forms of means lose their digits.
NODES = 20


@by_name()
@dataclass(frozen=True)
class ROC(Space):
    """x is the false positive rate, y the true positive rate; straight steps stay straight.

    Parameters
    ----------
    prevalence : float
        π in (0, 1), the share of foreground weight; what lies beyond raises `PrplotValueError`.

    Examples
    --------
    >>> import prplot
    >>> [float(v) for v in prplot.ROC(0.1).forward(0.25, 0.75)]
    [0.25, 0.75]
    """

    name: ClassVar[Any] = "roc"
    title = "ROC"
    xlabel = "False positive rate"
    ylabel = "True positive rate"
    rate = "fpr"
    moves_with_prevalence = False

    def to_axes(self, fp: FloatArray, tp: FloatArray, negatives: float, positives: float) -> Pair:
        return fp / negatives, tp / positives

    def to_rates(self, x: FloatArray, y: FloatArray) -> Pair:
        return x, y

    def step_areas(self, steps: Steps) -> FloatArray:
        # By increments, which keep the digits by which areas of replicates are equal.
        start, rise = steps.tp[:-1] / steps.positives, steps.fg / steps.positives
        return steps.bg / steps.negatives * (start + rise / 2)


@by_name()
@dataclass(frozen=True)
class DET(ROC):
    """x is the false positive rate, y the false negative rate 1 - tpr: ROC upside down; lower is better.

    A curve holds the rates themselves; the axes of a figure are bent, by the scale "probit". On it scores that are
    normal in both classes give a straight line, of slope -1 where they have the same spread. The rates 0 and 1 are off
    such axes; a perfect classifier, which has no others, is marked in the corner. The area is 1 - that under the ROC
    curve.

    Parameters
    ----------
    prevalence : float
        π in (0, 1), the share of foreground weight; what lies beyond raises `PrplotValueError`.

    References
    ----------
    A. Martin et al., The DET curve in assessment of detection task performance, Eurospeech 1997,
    doi:10.21437/Eurospeech.1997-504.

    Examples
    --------
    >>> import prplot
    >>> [float(v) for v in prplot.DET(0.1).forward(0.25, 0.625)]
    [0.25, 0.375]
    """

    name = "det"
    title = "DET"
    ylabel = "False negative rate"
    lower_is_better = True
    legend = "area, lower is better"
    step_areas = Space.step_areas

    def to_axes(self, fp: FloatArray, tp: FloatArray, negatives: float, positives: float) -> Pair:
        return fp / negatives, (positives - tp) / positives

    def to_rates(self, x: FloatArray, y: FloatArray) -> Pair:
        return x, 1.0 - y


@by_name()
@dataclass(frozen=True)
class FROC(ROC):
    """x is the number of false positives per image, y the recall: ROC where nobody counts negatives.

    Made by `ConfusionPath.froc`. Places need no prevalence. Areas, ``area(low, high)`` between any two numbers of false
    positives per image, count the recall reached beyond the last threshold, and so does ``earned``.

    Parameters
    ----------
    prevalence : float
        π in (0, 1); no place depends on it.
    images : float
        How many images, or other fields of search, the rows come from; greater than 0.

    References
    ----------
    P. Bunch et al., A free-response approach to the measurement and characterization of radiographic-observer
    performance, SPIE 127, 1977, doi:10.1117/12.955926.

    Examples
    --------
    >>> import prplot
    >>> prplot.from_labels([1, 0, 1], [3, 2, 1], positives=4).froc(images=2).x.tolist()
    [0.0, 0.0, 0.5, 0.5]
    """

    images: float = 1.0

    name = "froc"
    title = "FROC"
    xlabel = "False positives per image"
    ylabel = "Recall"
    domain = (0.0, math.inf)
    needs_negatives = False
    legend = "area up to 1 per image"

    def __post_init__(self) -> None:
        super().__post_init__()
        images = number("images", self.images)
        if not 0 < images < math.inf:
            raise invalid(
                "images", "be finite and greater than 0", shortest(images), "It is how many images there are."
            )
        vars(self).update(images=images)

    @classmethod
    def for_path(cls, path: ConfusionPath, **options: Any) -> Self:
        if path.treatment.given_prevalence is not None:
            raise PrplotValueError(
                "false positives per image are counted as they are; at another prevalence there are none. Make the "
                "FROC curve of the path before at_prevalence."
            )
        space = super().for_path(path, **options)
        # What is placed by it would depend on negatives, which are not seen here.
        space._hold(math.nan, space.odds)
        return space

    def measured(self, steps: Steps) -> Steps:
        return steps._replace(negatives=self.images)

    def forward(self, fpr: ArrayLike, tpr: ArrayLike) -> Pair:
        # A rate is a number per image here.
        x, y = broadcast(fpr=fpr, tpr=tpr)
        return x[()], y[()]

    def image(self, fp: FloatArray, tp: FloatArray, negatives: float, positives: float) -> Pair:
        return super().image(fp, tp, self.images, positives)


@by_name()
@dataclass(frozen=True)
class CROC(ROC):
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

    def __post_init__(self) -> None:
        super().__post_init__()
        magnifier = one_of("magnifier", self.magnifier, get_args(Magnifier))
        strength = number("alpha", self.alpha)
        if not 0 < strength < math.inf:
            raise invalid("alpha", "be finite and greater than 0", short(self.alpha), "The papers use 7.")
        vars(self).update(alpha=strength, magnifier=magnifier)

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

    def to_axes(self, fp: FloatArray, tp: FloatArray, negatives: float, positives: float) -> Pair:
        return self.magnify(fp / negatives), tp / positives

    def to_rates(self, x: FloatArray, y: FloatArray) -> Pair:
        if self.magnifier == "exponential":
            rate = -np.log1p(x * math.expm1(-self.alpha)) / self.alpha
        elif self.magnifier == "power":
            rate = x ** (1.0 + self.alpha)
        else:
            rate = np.expm1(x * math.log1p(self.alpha)) / self.alpha
        # Next to 1 all of what is left rounds to it.
        return np.where((x == 0) | (x == 1), x, rate), y

    def abscissa_rate(self, x: Any, odds: Any) -> Any:
        ends = np.asarray(x, dtype=np.float64)
        return np.clip(self.inverse(ends, ends)[0], 0.0, 1.0)

    def step_areas(self, steps: Steps) -> FloatArray:
        """Return ∫ tpr dg over each step: its width in g times the mean of tpr under dg.

        Along a step g grows like exp(-z u) or (1 + z u)^(p - 1), u from 0 to 1, where p is 0 for the logarithm. For
        z < 1 the mean of u is taken by Gauss and Legendre's quadrature, where the closed forms cancel.
        """
        start, wide = steps.fp[:-1] / steps.negatives, steps.bg / steps.negatives
        alpha, power = self.alpha, 0.0
        with np.errstate(all="ignore"):
            if self.magnifier == "exponential":
                z = alpha * wide
                width = np.exp(-alpha * start) * np.expm1(-z) / math.expm1(-alpha)
                far = 1.0 / z - 1.0 / np.expm1(z)
            elif self.magnifier == "logarithm":
                z = alpha * wide / (1.0 + alpha * start)
                width = np.log1p(z) / math.log1p(alpha)
                far = 1.0 / np.log1p(z) - 1.0 / z
            else:
                power = 1.0 / (1.0 + alpha)
                z = wide / start
                grown = np.expm1(power * np.log1p(z))
                width = np.where(start > 0, start**power * grown, wide**power)
                ahead = (1.0 + z) ** power
                far = (ahead - (ahead * (1.0 + 1.0 / z) - 1.0 / z) / (power + 1)) / grown
                # From the origin u has the density u^(p - 1).
                far = np.where(z < 1e300, far, power / (1.0 + power))
        near = z < 1
        nodes, shares = np.polynomial.legendre.leggauss(NODES)
        u = (nodes + 1) / 2
        along = np.multiply.outer(z[near], u)
        weights = shares * (np.exp(-along) if self.magnifier == "exponential" else (1.0 + along) ** (power - 1.0))
        far[near] = weights @ u / weights.sum(axis=1)
        return width * ((steps.tp[:-1] + steps.fg * far) / steps.positives)
