"""FROC space: recall against false positives per image."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Self

from prplot.errors import PrplotTypeError, PrplotValueError, by_name
from prplot.path.path import ConfusionPath
from prplot.rows.checks import positive_number
from prplot.spaces.base import Space
from prplot.spaces.roc import ROC


@by_name()
@dataclass(frozen=True)
class FROC(ROC):
    """FROC space: recall against the number of false positives per image.

    `ConfusionPath.froc` makes curves in this space. Coordinates do not depend on the prevalence. The ``area(low,
    high)`` of such a curve is the area between two numbers of false positives per image. Beyond the last point (lowest
    threshold), areas and ``curve.at`` take the recall of this point as constant, since a detector that returns no more
    makes no more false positives.

    Parameters
    ----------
    prevalence : float
        π in (0, 1), the share of positive weight; coordinates do not depend on π.
    images : float
        The number of images (or other search areas) from which the rows come; greater than 0.

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
    _intervals = Space._intervals
    domain = _drawn = (0.0, math.inf)
    _needs_negatives = False
    _area_name = "area under FROC to 1 per image"

    def __post_init__(self) -> None:
        super().__post_init__()
        images = positive_number("images", self.images, "It is how many images there are.")
        vars(self).update(images=images, _unit=images)

    @classmethod
    def _for_path(cls, path: ConfusionPath, **options: Any) -> Self:
        if options.get("images") is None:
            raise PrplotTypeError(
                "images must be the number of images where curves are in FROC space; got none. "
                "Pass it by name, such as path.froc(images=100) or prplot.plot(path, 'froc', images=100)."
            )
        if path.treatment.reweighted_from is not None:
            raise PrplotValueError(
                "false positives per image are counted as they are; at another prevalence there are none. Make the "
                "FROC curve of the path before at_prevalence."
            )
        space = super()._for_path(path, **options)
        # The prevalence is unknown here, so nothing is drawn that depends on the number of negatives, which FROC does
        # not use.
        space._hold(math.nan, space._odds)
        return space
