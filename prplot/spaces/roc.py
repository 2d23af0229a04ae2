"""ROC space: true positive rate against false positive rate, which are the coordinates of the unit square."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from prplot.errors import by_name
from prplot.path.steps import Steps, Sums
from prplot.rows.arrays import FloatArray, Pair
from prplot.spaces.base import Space


@by_name()
@dataclass(frozen=True)
class ROC(Space):
    """ROC space: the true positive rate against the false positive rate.

    Parameters
    ----------
    prevalence : float
        π in (0, 1), the share of positive weight, for isolines; the axes do not depend on it.

    Examples
    --------
    >>> import prplot
    >>> [float(v) for v in prplot.ROC(0.1).forward(0.25, 0.75)]
    [0.25, 0.75]
    """

    name: ClassVar[Any] = "roc"
    title = "ROC"
    _area_name = "AUROC"
    xlabel = "False positive rate"
    ylabel = "True positive rate"
    _rate = "fpr"
    _moves_with_prevalence = False
    _not_smooth = ""
    _intervals: ClassVar[Any] = ("logit-bootstrap", "bootstrap", "basic", "bca", "delong")

    def _to_axes(self, sums: Sums) -> Pair:
        return sums.fp / sums.negatives, sums.tp / sums.positives

    def _to_rates(self, x: FloatArray, y: FloatArray) -> Pair:
        return x, y

    def _step_areas(self, steps: Steps) -> FloatArray:
        # Increments are used instead of sums, so that replicates with equal areas get exactly equal numbers.
        start, rise = steps.tp[:-1] / steps.positives, steps.fg / steps.positives
        return steps.bg / steps.negatives * (start + rise / 2)

    def _density_moments(self, steps: Steps) -> Pair:
        return even_moments(steps, 1.0 / (steps.negatives * steps.positives))


def even_moments(steps: Steps, density: float) -> Pair:
    """Return the moments of a density of area that is the same everywhere; see `Space._density_moments`."""
    half = np.full(len(steps.fg), density / 2)
    return half, half
